/* Random problems with modes that are barred, by every way through the driver: the modes that are told are possible and wanted, and they
 * fit the forces, looked at from scratch. And what is chosen of several motions does not depend on the order of contacts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/random_test.h"

typedef struct {
  pawl_solver solver;
  double memory[20000];
  double force[2 * TEST_MOST], rate[2 * TEST_MOST];
  unsigned char mode[TEST_MOST];
  int by[PAWL_NOT_FOUND + 1];
} bench;

static void open_bench(bench *s)
{
  memset(s, 0, sizeof *s);
  assert_true(pawl_solver_bytes(TEST_MOST) <= sizeof s->memory);
  pawl_solver_place(&s->solver, TEST_MOST, s->memory);
}

/* What one contact's mode asks and does not get, natural units. */
static double broken(const pawl_problem *p, int i, int mode, const double *unit, const double *f,
                     const double *y)
{
  int kind = p->kind ? p->kind[i] & 3 : PAWL_AT_REST, tangent = mode >> 1;
  bool given = p->kind && p->kind[i] & PAWL_GIVEN;
  double floor = p->floor ? p->floor[i] : 0, mu = kind == PAWL_FRICTIONLESS ? 0 : p->mu[i];
  double mu_stick = kind == PAWL_FRICTIONLESS ? 0 : p->mu_stick ? p->mu_stick[i] : mu;
  double own = kind == PAWL_FRICTIONLESS || !p->own || mode == PAWL_MODE_OPEN ? 0 : p->own[i];
  double own_stick = kind != PAWL_FRICTIONLESS && p->own_stick ? p->own_stick[i] : own;
  double off = mode & 1 ? fmax(fabs(y[0]) * unit[0], (floor - f[0]) / unit[0])
                        : fmax(fabs(f[0] - floor) / unit[0], given ? 0 : -y[0] * unit[0]);
  if (tangent == PAWL_TANGENT_STICK)
    return fmax(off, fmax(fabs(y[1]) * unit[1], (fabs(f[1]) - mu_stick * f[0] - own_stick) / unit[1]));
  int way = tangent == PAWL_TANGENT_PLUS ? -1 : tangent == PAWL_TANGENT_MINUS ? 1 : 0;
  off = fmax(off, fabs(f[1] - way * (mu * f[0] + own)) / unit[1]);
  if (tangent == PAWL_TANGENT_NONE || kind != PAWL_AT_REST)
    return off;
  return fmax(off, (tangent == PAWL_TANGENT_PLUS ? -y[1] : y[1]) * unit[1]);
}

static bool modes_fit(const bench *s, const pawl_problem *p)
{
  double unit[2 * TEST_MOST], rate[2 * TEST_MOST];
  pawl_problem_units(unit, p);
  pawl_problem_rates(rate, p, s->force);
  double size = pawl_problem_size(p, unit, s->force);
  for (int i = 0; i < p->n; i++)
    if (!(pawl_problem_modes(p, i) >> s->mode[i] & 1) ||
        !(broken(p, i, s->mode[i], unit + 2 * i, s->force + 2 * i, rate + 2 * i) <= 1.01e-9 * size))
      return false;
  return true;
}

/* Of what a problem has come to, some modes are at their end, as at an event. */
static void bar_some(unsigned char *barred, const bench *s, int n, unsigned long long *seed)
{
  for (int i = 0; i < n; i++)
    barred[i] = (unsigned char)(test_choose(seed, 3) ? 0 : 1 << s->mode[i]);
}

static void told_modes_fit_their_forces(void **state)
{
  (void)state;
  static bench s;
  static const pawl_solve_options options[] = {{0},
                                               {.warm = true},
                                               {.count = true},
                                               {.exhaust = true},
                                               {.warm = true, .count = true, .exhaust = true}};
  open_bench(&s);
  unsigned long long seed = 21;
  int wrong = 0, count = soak_or(10000, 250, 150);
  for (int i = 0; i < count; i++) {
    test_problem t;
    unsigned char barred[TEST_MOST];
    int n = 1 + i % TEST_MOST;
    test_random(&t, (test_class)test_choose(&seed, CLASSES), n, &seed);
    pawl_problem_solve(s.force, s.rate, s.mode, &t.p, NULL, &s.solver);
    bar_some(barred, &s, n, &seed);
    t.p.barred = i % 4 ? barred : NULL;
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
      pawl_solution found = pawl_problem_solve(s.force, s.rate, s.mode, &t.p, options + k, &s.solver);
      s.by[found.by]++;
      if (pawl_is_solved(found.by) && found.residual <= PAWL_PROBLEM_SOLVED && !modes_fit(&s, &t.p))
        wrong++;
    }
  }
  print_message(
      "  by modes %d, Lemke %d, all modes %d, iteration %d; none %d, not found %d; modes that do not "
      "fit their forces %d\n",
      s.by[0], s.by[1], s.by[2], s.by[3], s.by[4], s.by[5], wrong);
  for (int k = 0; k <= PAWL_NOT_FOUND; k++)
    assert_true(s.by[k] > 0);
  assert_int_equal(wrong, 0);
}

static void copy(test_problem *out, const test_problem *t)
{
  *out = *t;
  out->p.W = out->W;
  out->p.b = out->b;
  out->p.mu = out->mu;
  out->p.mu_stick = t->p.mu_stick ? out->mu_stick : NULL;
  out->p.own = t->p.own ? out->own : NULL;
  out->p.own_stick = t->p.own_stick ? out->own_stick : NULL;
  out->p.kind = t->p.kind ? out->kind : NULL;
  out->p.floor = t->p.floor ? out->floor : NULL;
}

/* The same contacts from the last to the first. */
static void turn_round(test_problem *out, const test_problem *t)
{
  int n = t->p.n, m = 2 * n;
  copy(out, t);
  for (int r = 0; r < m; r++) {
    int from = 2 * (n - 1 - r / 2) + r % 2;
    out->b[r] = t->b[from];
    for (int c = 0; c < m; c++)
      out->W[r * m + c] = t->W[from * m + 2 * (n - 1 - c / 2) + c % 2];
  }
  for (int i = 0; i < n; i++) {
    out->mu[i] = t->mu[n - 1 - i];
    out->mu_stick[i] = t->mu_stick[n - 1 - i];
    out->own[i] = t->own[n - 1 - i];
    out->own_stick[i] = t->own_stick[n - 1 - i];
    out->kind[i] = t->kind[n - 1 - i];
    out->floor[i] = t->floor[n - 1 - i];
  }
}

static void order_does_not_choose(void **state)
{
  (void)state;
  static bench one, two;
  const pawl_solve_options options = {.count = true, .clearest = true};
  unsigned long long seed = 22;
  int several = 0, differ = 0;
  open_bench(&one);
  open_bench(&two);
  for (int i = 0; i < soak_or(20000, 2000, 1000); i++) {
    test_problem t, back;
    int n = 1 + i % PAWL_ENUMERATE_MOST;
    test_random(&t, (test_class)test_choose(&seed, CLASSES), n, &seed);
    turn_round(&back, &t);
    pawl_solution found = pawl_island_solve(one.force, one.rate, one.mode, &t.p, &options, &one.solver);
    pawl_solution other = pawl_island_solve(two.force, two.rate, two.mode, &back.p, &options, &two.solver);
    if (found.motions < 2 || found.motions > 8 || found.continuum || other.motions != found.motions)
      continue;
    several++;
    double apart = 0, size = pawl_problem_size(&t.p, one.solver.unit, one.force);
    for (int r = 0; r < 2 * n; r++)
      apart = fmax(apart, fabs(one.rate[r] - two.rate[2 * (n - 1 - r / 2) + r % 2]) * one.solver.unit[r]);
    differ += apart > 1e-6 * size;
  }
  print_message("  %d problems of several motions: %d choose by the order of contacts\n", several, differ);
  assert_true(several > 50);
  assert_int_equal(differ, 0);
}

/* One contact in metres and another in radians, of a mountain and a grain: powers of two leave every bit as it is. */
static void units_of_contacts_do_not_matter(void **state)
{
  (void)state;
  static bench one, two;
  const pawl_solve_options options = {.count = true, .exhaust = true};
  unsigned long long seed = 23;
  open_bench(&one);
  open_bench(&two);
  for (int i = 0; i < soak_or(20000, 2000, 500); i++) {
    test_problem t, other;
    int n = 2 + i % 5, power[TEST_MOST];
    test_random(&t, (test_class)test_choose(&seed, CLASSES), n, &seed);
    copy(&other, &t);
    for (int k = 0; k < n; k++)
      power[k] = test_choose(&seed, 41) - 20;
    for (int r = 0; r < 2 * n; r++) {
      other.b[r] = ldexp(t.b[r], power[r / 2]);
      for (int c = 0; c < 2 * n; c++)
        other.W[r * 2 * n + c] = ldexp(t.W[r * 2 * n + c], power[r / 2] + power[c / 2]);
    }
    for (int k = 0; k < n; k++)
      for (double *of[] = {other.floor, other.own, other.own_stick}, **x = of; x < of + 3; x++)
        (*x)[k] = ldexp((*x)[k], -power[k]);
    pawl_solution a = pawl_problem_solve(one.force, one.rate, one.mode, &t.p, &options, &one.solver);
    pawl_solution b = pawl_problem_solve(two.force, two.rate, two.mode, &other.p, &options, &two.solver);
    assert_int_equal(a.by, b.by);
    assert_int_equal(a.motions, b.motions);
    for (int k = 0; pawl_is_solved(a.by) && k < n; k++)
      assert_int_equal(one.mode[k], two.mode[k]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(told_modes_fit_their_forces),
                                     cmocka_unit_test(units_of_contacts_do_not_matter),
                                     cmocka_unit_test(order_does_not_choose)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
