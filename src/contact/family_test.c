/* Forces that are not unique: where one touch is near its limit, whatever the others do, those are far from theirs all the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/chance.h"
#include "contact/problem.h"

enum { BOXES = 6, MOST = 2 * BOXES + 1 };

/* Boxes on two feet each, side by side on a floor, pushed along it and sticking: how they share that is open. And a point that almost
 * slips. */
typedef struct {
  double W[4 * MOST * MOST], b[2 * MOST], mu[MOST];
  unsigned char mode[MOST];
  double normal[BOXES][2], push[BOXES];
  pawl_problem p;
} scene;

/* W = J M⁻¹ Jᵀ of a box of mass m, moment of inertia I, its feet at (∓a, -h); b makes it stand still under λ_N = `normal`, Σ λ_T = push. */
static void add_box(scene *s, int k, double m, double I, double a, double h)
{
  int n = 2 * s->p.n;
  double J[4][3] = {{0, 1, -a}, {1, 0, h}, {0, 1, a}, {1, 0, h}};
  double force[4] = {s->normal[k][0], s->push[k], s->normal[k][1], 0};
  for (int i = 0; i < 4; i++) {
    s->b[4 * k + i] = 0;
    for (int j = 0; j < 4; j++) {
      double w = (J[i][0] * J[j][0] + J[i][1] * J[j][1]) / m + J[i][2] * J[j][2] / I;
      s->W[(4 * k + i) * n + 4 * k + j] = w;
      s->b[4 * k + i] -= w * force[j];
    }
  }
}

static double chance(unsigned long long *seed, double from, double to)
{
  return from + 0.5 * (pawl_chance(seed) + 1) * (to - from);
}

static void make(scene *s, int boxes, double left, unsigned long long *seed)
{
  *s = (scene){.p = {.n = 2 * boxes + 1}};
  s->p.W = s->W, s->p.b = s->b, s->p.mu = s->mu;
  int n = 2 * s->p.n;
  for (int i = 0; i < s->p.n; i++) {
    s->mu[i] = 0.5;
    s->mode[i] = PAWL_MODE_STICK;
  }
  for (int k = 0; k < boxes; k++) {
    s->normal[k][0] = chance(seed, 0.3, 3);
    s->normal[k][1] = chance(seed, 0.3, 3);
    s->push[k] = chance(seed, -0.45, 0.45) * (s->normal[k][0] + s->normal[k][1]);
    add_box(s, k, chance(seed, 0.5, 2), chance(seed, 0.2, 2), chance(seed, 0.2, 1), chance(seed, 0.2, 1));
  }
  s->W[(n - 2) * n + n - 2] = s->W[(n - 1) * n + n - 1] = 1;
  s->b[n - 2] = -1;
  s->b[n - 1] = -0.5 + left;
}

/* The most that the nearer of both feet can have left to its limit. */
static double best(const scene *s, int k)
{
  const double *N = s->normal[k];
  return fmin(0.5 * (0.5 * (N[0] + N[1]) - fabs(s->push[k])), 0.5 * fmin(N[0], N[1]));
}

static double least(int k, const double *force)
{
  double left = INFINITY;
  for (int i = 2 * k; i < 2 * k + 2; i++)
    left = fmin(left, 0.5 * force[2 * i] - fabs(force[2 * i + 1]));
  return left;
}

static void each_is_far_from_its_limit(void **state)
{
  (void)state;
  static scene s;
  static double memory[60000];
  pawl_solver solver;
  unsigned long long seed = 5;
  int left_at_limits = 0;
  assert_true(pawl_solver_bytes(MOST) <= sizeof memory);
  pawl_solver_place(&solver, MOST, memory);
  for (int i = 0; i < 400; i++) {
    double force[2 * MOST], rate[2 * MOST], left = pow(10, chance(&seed, -9, -2));
    int boxes = 1 + i % BOXES;
    make(&s, boxes, left, &seed);
    for (int each = 0; each < 2; each++) {
      pawl_mode_family family = {.each = each};
      pawl_problem_units(solver.unit, &s.p);
      assert_true(pawl_modes_solve(force, rate, &family, &s.p, s.mode, &solver));
      assert_int_equal(family.freedom, boxes);
      assert_false(family.moves);
      assert_true(family.margin > 0);
      for (int k = 0; k < boxes; k++) {
        double off = best(&s, k) - least(k, force);
        assert_true(off > -1e-9);
        assert_true(!each || off < 1e-9);
        left_at_limits += !each && off > 0.9 * best(&s, k);
      }
    }
  }
  assert_true(left_at_limits > 100); /* so it matters */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_is_far_from_its_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
