/* Large problems: one contact exactly, the sparse LU, piles of boxes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "contact/block_lu.h"
#include "contact/pile_test.h"
#include "contact/random_test.h"

/* In closed form, one contact has the rates of a motion that the enumeration lists, or it has none. */
static void one_contact_exactly(void **state)
{
  (void)state;
  static double memory[20000];
  unsigned long long seed = 11;
  pawl_solver solver;
  pawl_solver_place(&solver, 1, memory);
  for (int i = 0; i < 20000; i++) {
    test_problem t;
    pawl_motion motion[8];
    double force[2] = {0}, rate[2];
    const test_class classes[] = {GENERIC, STEEP, MIXED, COHESIVE};
    test_random(&t, classes[i % 4], 1, &seed);
    pawl_enumeration all = pawl_enumerate(motion, 8, &t.p, &solver);
    bool found = pawl_contact_solve(force, &t.p, 0, t.W, t.b);
    assert_int_equal(found, all.motions > 0);
    assert_true(!found || pawl_problem_residual(rate, &t.p, solver.unit, force) < 1e-10);
  }
}

/* A x against x, on the pattern of a pile with random blocks. */
static void sparse_factors(void **state)
{
  (void)state;
  test_pile t;
  unsigned long long seed = 4;
  test_pile_new(&t, 8, 8, 0, 0, 2);
  int n = t.p.n, room = 40 * n;
  void *memory = malloc(pawl_block_lu_bytes(2, n, room));
  double *x = calloc(2 * (size_t)n, sizeof *x), *y = calloc(2 * (size_t)n, sizeof *y);
  double *spare = calloc(2 * (size_t)n, sizeof *spare);
  pawl_block_lu lu;
  pawl_block_lu_place(&lu, 2, n, room, memory);
  assert_true(pawl_block_lu_plan(&lu, t.start, t.column));
  pawl_block_lu_clear(&lu);
  for (int i = 0; i < 2 * n; i++)
    x[i] = pawl_chance(&seed);
  for (int i = 0; i < n; i++)
    for (int k = t.start[i]; k < t.start[i + 1]; k++) {
      int j = t.column[k];
      double a[4];
      for (int q = 0; q < 4; q++)
        a[q] = pawl_chance(&seed) + (i == j && q % 3 == 0 ? 30 : 0);
      pawl_block_lu_set(&lu, i, j, a);
      y[2 * i] += a[0] * x[2 * j] + a[1] * x[2 * j + 1];
      y[2 * i + 1] += a[2] * x[2 * j] + a[3] * x[2 * j + 1];
    }
  pawl_block_lu_factor(&lu);
  pawl_block_lu_solve(y, spare, &lu);
  for (int i = 0; i < 2 * n; i++)
    assert_true(fabs(x[i] - y[i]) < 1e-12);
  int fill = lu.start[n];
  assert_true(fill < 30 * n);
  pawl_block_lu_place(&lu, 2, n, fill - 1, memory);
  assert_false(pawl_block_lu_plan(&lu, t.start, t.column));
  free(memory), free(x), free(y), free(spare), test_pile_free(&t);
}

static void solve_pile(int rows, int columns, double mu, double shake, int fill, unsigned long long seed)
{
  test_pile t;
  test_pile_new(&t, rows, columns, mu, shake, seed);
  size_t n = (size_t)t.p.n;
  double *force = calloc(2 * n, sizeof *force), *rate = calloc(2 * n, sizeof *rate);
  double *unit = calloc(2 * n, sizeof *unit);
  unsigned char *mode = calloc(n, 1);
  void *memory = malloc(pawl_sparse_bytes(t.p.n, fill));
  pawl_sparse_options options = {.tolerance = 1e-10, .fill = fill};
  pawl_sparse_report report;
  bool solved = pawl_sparse_solve(force, rate, mode, &report, &t.p, &options, memory);
  if (!solved)
    printf("%d rows of %d boxes, mu %g, %d contacts: %g\n", rows, columns, mu, t.p.n, report.residual);
  assert_true(solved);
  pawl_problem_units(unit, &t.p);
  assert_true(pawl_problem_residual(rate, &t.p, unit, force) <= 1e-10);
  /* From there it is at the end at once. */
  assert_true(pawl_sparse_solve(force, rate, mode, &report, &t.p, &options, memory));
  assert_int_equal(report.steps + report.sweeps, 0);
  free(force), free(rate), free(unit), free(mode), free(memory), test_pile_free(&t);
}

static void piles_of_boxes(void **state)
{
  (void)state;
  static const int size[][2] = {{1, 1}, {3, 3}, {10, 3}, {3, 10}, {10, 10}};
  static const double mu[] = {0, 0.3, 0.8};
  for (int k = 0; k < 5; k++)
    for (int q = 0; q < 3; q++)
      for (int shake = 0; shake < 2; shake++)
        for (unsigned long long seed = 1; seed <= 2; seed++)
          solve_pile(size[k][0], size[k][1], mu[q], 0.05 * shake, 100, seed);
}

/* Without room for factors it is slower, and arrives as well. */
static void without_factors(void **state)
{
  (void)state;
  for (unsigned long long seed = 1; seed <= 4; seed++) {
    solve_pile(3, 3, 0.3, 0.05, 0, seed);
    solve_pile(10, 3, 0, 0, 0, seed);
    solve_pile(3, 10, 0.5, 0, 0, seed);
  }
}

/* More than 2,000 contacts. */
static void large_piles(void **state)
{
  (void)state;
  static const struct {
    int rows, columns;
    double mu, shake;
  } piles[] = {{5, 80, 0.3, 0.05}, {14, 30, 0.5, 0.05}, {20, 20, 0.8, 0}};
  for (int i = 0; i < soak_or(3, 3, 1); i++)
    solve_pile(piles[i].rows, piles[i].columns, piles[i].mu, piles[i].shake, 100, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_contact_exactly), cmocka_unit_test(sparse_factors),
      cmocka_unit_test(piles_of_boxes),      cmocka_unit_test(without_factors),
      cmocka_unit_test(large_piles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
