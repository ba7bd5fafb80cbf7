/* Random problems of 1 to 4 contacts: every solver agrees with the enumeration of all modes, and that with
 * the enumeration of all complementary cones of the LCP. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/random_test.h"

enum { ROOM = 64, CONES = 512 };

static const char *const names[CLASSES] = {"generic",        "near limits", "redundant",
                                           "large friction", "all kinds",   "cohesive"};

typedef struct {
  pawl_solver solver;
  double memory[20000];
  pawl_motion motion[ROOM];
  double force[2 * TEST_MOST], rate[2 * TEST_MOST];
  unsigned char mode[TEST_MOST];
  int none, one, several, rays, warm, redundant;
} bench;

/* Whether these rates are those of a motion in the list. */
static bool is_listed(const bench *s, const pawl_problem *p, const pawl_enumeration *all, const double *rate)
{
  for (int i = 0; i < all->motions && i < ROOM; i++) {
    double apart = 0, size = pawl_problem_size(p, s->solver.unit, s->motion[i].force);
    for (int r = 0; r < 2 * p->n; r++)
      apart = fmax(apart, fabs(s->motion[i].rate[r] - rate[r]) * s->solver.unit[r]);
    if (apart <= 1e-6 * size)
      return true;
  }
  return all->continuum;
}

static bool lemke_agrees(bench *s, const pawl_problem *p, const pawl_enumeration *all)
{
  double check[2 * TEST_MOST];
  if (pawl_problem_lemke(s->force, s->rate, s->mode, p, 0, &s->solver) != PAWL_LCP_SOLVED) {
    s->rays++;
    return true;
  }
  if (pawl_problem_residual(check, p, s->solver.unit, s->force) > PAWL_PROBLEM_SOLVED)
    return false;
  return is_listed(s, p, all, s->rate);
}

static bool driver_agrees(bench *s, const pawl_problem *p, const pawl_enumeration *all)
{
  pawl_solution found = pawl_problem_solve(s->force, s->rate, s->mode, p, NULL, &s->solver);
  if (all->motions == 0)
    return found.by == PAWL_NO_SOLUTION;
  if (!(found.residual <= 1e-8) || !is_listed(s, p, all, s->rate))
    return false;
  pawl_solve_options warm = {.warm = true};
  found = pawl_problem_solve(s->force, s->rate, s->mode, p, &warm, &s->solver);
  s->warm += found.by == PAWL_BY_MODES;
  return found.residual <= 1e-8 && is_listed(s, p, all, s->rate);
}

static bool agrees(bench *s, const pawl_problem *p)
{
  double check[2 * TEST_MOST];
  pawl_enumeration all = pawl_enumerate(s->motion, ROOM, p, &s->solver);
  for (int i = 0; i < all.motions && i < ROOM; i++) {
    if (pawl_problem_residual(check, p, s->solver.unit, s->motion[i].force) > 1e-8)
      return false;
    s->redundant += s->motion[i].family;
  }
  s->none += all.motions == 0;
  s->one += all.motions == 1;
  s->several += all.motions > 1;
  return lemke_agrees(s, p, &all) && driver_agrees(s, p, &all);
}

static int campaign(bench *s, test_class class, int count)
{
  int wrong = 0;
  unsigned long long seed = 1 + (unsigned long long)class;
  s->none = s->one = s->several = s->rays = s->warm = s->redundant = 0;
  for (int i = 0; i < count; i++) {
    test_problem t;
    test_random(&t, class, 1 + i % 4, &seed);
    if (!agrees(s, &t.p)) {
      wrong++;
      printf("%s, problem %d: solvers and enumeration differ\n", names[class], i);
    }
  }
  printf("%-15s %6d problems: none %d, one %d, several %d; forces free %d, rays %d, warm %d; differ %d\n",
         names[class], count, s->none, s->one, s->several, s->redundant, s->rays, s->warm, wrong);
  return wrong;
}

static void open_bench(bench *s)
{
  assert_true(pawl_solver_bytes(TEST_MOST) <= sizeof s->memory);
  pawl_solver_place(&s->solver, TEST_MOST, s->memory);
}

static void solvers_and_enumeration_agree(void **state)
{
  (void)state;
  static bench s;
  open_bench(&s);
  for (int class = 0; class < CLASSES; class ++)
    assert_int_equal(campaign(&s, class, soak_or(100000, 20000, 4000) / CLASSES + 1), 0);
}

/* λ of one solution z of the condensed LCP. */
static void forces_of(double *force, const pawl_problem *p, const double *unit, const double *lean,
                      const double *z, double size)
{
  for (int i = 0, at = 0; i < p->n; i++) {
    bool given = p->kind && p->kind[i] & PAWL_GIVEN;
    double normal = (p->floor ? p->floor[i] : 0) / unit[2 * i] + (given ? 0 : size * z[at]);
    double tangent = lean[i] * normal;
    at += !given;
    if (!p->kind || (p->kind[i] & 3) == PAWL_AT_REST) {
      tangent += size * z[at];
      at += 2;
    }
    force[2 * i] = normal * unit[2 * i];
    force[2 * i + 1] = tangent * unit[2 * i + 1];
  }
}

/* Every cone's solution is a motion that the modes found, and they are as many. */
static bool cones_agree(bench *s, const pawl_problem *p)
{
  static double A[144], q[12], z[CONES * 12], memory[400];
  static pawl_motion seen[ROOM];
  double lean[4], force[8];
  int m = pawl_condensed_size(p), count = 0;
  pawl_enumeration all = pawl_enumerate(s->motion, ROOM, p, &s->solver);
  double table[12 * 13], size = pawl_condense(table, table + m, m + 1, lean, p, s->solver.unit);
  for (int r = 0; r < m; r++) {
    memcpy(A + (size_t)r * m, table + (size_t)r * (m + 1), (size_t)m * sizeof *A);
    q[r] = table[(size_t)r * (m + 1) + m];
  }
  pawl_lcp_count cones = pawl_lcp_enumerate(z, CONES, A, q, m, memory);
  for (int i = 0; i < cones.solutions && i < CONES; i++) {
    double rate[8];
    forces_of(force, p, s->solver.unit, lean, z + (size_t)i * m, size);
    pawl_problem_rates(rate, p, force);
    if (!is_listed(s, p, &all, rate))
      return false;
    bool known = false;
    for (int k = 0; k < count && !known; k++) {
      double apart = 0;
      for (int r = 0; r < 2 * p->n; r++)
        apart = fmax(apart, fabs(seen[k].rate[r] - rate[r]) * s->solver.unit[r]);
      known = apart <= PAWL_PROBLEM_SAME * pawl_problem_size(p, s->solver.unit, force);
    }
    if (!known && count < ROOM)
      memcpy(seen[count++].rate, rate, sizeof rate);
  }
  return count == all.motions;
}

static void cones_and_modes_agree(void **state)
{
  (void)state;
  static bench s;
  open_bench(&s);
  const test_class classes[] = {GENERIC, REDUNDANT, STEEP};
  int several = 0;
  for (int c = 0; c < 3; c++) {
    unsigned long long seed = 77;
    for (int i = 0; i < 1500; i++) {
      test_problem t;
      test_random(&t, classes[c], 1 + i % 3, &seed);
      t.p.mu_stick = NULL;
      assert_true(cones_agree(&s, &t.p));
      several += pawl_enumerate(s.motion, ROOM, &t.p, &s.solver).motions > 1;
    }
  }
  assert_true(several > 100);
}

/* The same problem beside contacts that have nothing to do with it, and rest: more than four. */
static void add_resting(test_problem *out, const test_problem *t, int more)
{
  int n = t->p.n, m = 2 * n, all = 2 * (n + more);
  memset(out, 0, sizeof *out);
  for (int r = 0; r < all; r++) {
    for (int c = 0; c < all; c++)
      out->W[r * all + c] = r < m && c < m ? t->W[r * m + c] : r == c;
    out->b[r] = r < m ? t->b[r] : r % 2 ? 0 : -1;
  }
  for (int i = 0; i < n + more; i++) {
    out->mu[i] = i < n ? t->mu[i] : 0.5;
    out->mu_stick[i] = i < n && t->p.mu_stick ? t->mu_stick[i] : out->mu[i];
    out->kind[i] = i < n && t->p.kind ? t->kind[i] : PAWL_AT_REST;
    out->floor[i] = i < n && t->p.floor ? t->floor[i] : 0;
  }
  out->p = (pawl_problem){.n = n + more,
                          .W = out->W,
                          .b = out->b,
                          .mu = out->mu,
                          .mu_stick = out->mu_stick,
                          .kind = out->kind,
                          .floor = out->floor};
}

/* Of more contacts than four it is decided, too, whether there is a solution. */
static void more_contacts_are_decided(void **state)
{
  (void)state;
  static bench s;
  open_bench(&s);
  const pawl_solve_options options = {.exhaust = true};
  unsigned long long seed = 3;
  int none = 0;
  for (int i = 0; i < 1500; i++) {
    test_problem t, large;
    test_random(&t, i % 2 ? STEEP : MIXED, 1 + i % 3, &seed);
    bool exists = pawl_enumerate(s.motion, ROOM, &t.p, &s.solver).motions > 0;
    add_resting(&large, &t, 5 - t.p.n + i % 2);
    pawl_solution found = pawl_island_solve(s.force, s.rate, s.mode, &large.p, &options, &s.solver);
    assert_true(exists ? found.residual <= 1e-8 : found.by == PAWL_NO_SOLUTION);
    none += !exists;
  }
  assert_true(none > 50);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solvers_and_enumeration_agree),
      cmocka_unit_test(cones_and_modes_agree),
      cmocka_unit_test(more_contacts_are_decided),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
