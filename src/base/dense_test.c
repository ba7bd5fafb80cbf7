/* Elimination: solves, in one or in two, with the same bits; full and banded, and says where it cannot. */
#include "base/dense.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"

enum { MOST = 24 };

static void fill(double *A, double *b, int n, int band, unsigned long long *seed)
{
  for (int i = 0; i < n; i++) {
    b[i] = pawl_chance(seed);
    for (int j = 0; j < n; j++)
      A[i * n + j] = i - j > band || j - i > band ? 0 : pawl_chance(seed) + (i == j ? 0.5 : 0);
  }
}

static void it_solves_in_one_and_in_two(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  int solved = 0;
  for (int i = 0; i < 2000; i++) {
    double A[MOST * MOST], b[MOST], M[MOST * MOST], x[MOST], y[MOST];
    int n = 1 + i % MOST, row[MOST];
    fill(A, b, n, 1 + i % 7, &seed);
    memcpy(M, A, sizeof M);
    memcpy(x, b, sizeof x);
    memcpy(y, b, sizeof y);
    if (pawl_eliminate(M, x, n, 1e-3) >= 0)
      continue;
    solved++;
    for (int r = 0; r < n; r++) {
      double rest = b[r];
      for (int c = 0; c < n; c++)
        rest -= A[r * n + c] * x[c];
      assert_true(fabs(rest) < 1e-8);
    }
    assert_int_equal(pawl_factorise(A, row, n, 1e-3), -1);
    pawl_substitute(A, row, y, n);
    assert_memory_equal(x, y, sizeof(double) * (size_t)n);
  }
  assert_true(solved > 1500);
}

static void a_column_without_a_pivot_is_named(void **state)
{
  (void)state;
  double A[9] = {1, 2, 3, 2, 4, 6, 0, 0, 1}, M[9], b[3] = {1, 2, 3};
  int row[3];
  memcpy(M, A, sizeof M);
  assert_int_equal(pawl_eliminate(A, b, 3, 1e-12), 1);
  assert_int_equal(pawl_factorise(M, row, 3, 1e-12), 1);
}

/* Touches of one body at places along a line, two of them `near` each other: row pivots are as large as that, the smallest eigenvalue
 * is its square. */
static void two_at_one_place(void **state)
{
  (void)state;
  for (int k = 1; k <= 8; k++) {
    double near = pow(10, -k), at[3] = {-0.5, -0.5 + near, 0.7}, A[9], copy[9];
    for (int i = 0; i < 9; i++)
      A[i] = copy[i] = (1 + 3 * at[i / 3] * at[i % 3]) /
                       sqrt((1 + 3 * at[i / 3] * at[i / 3]) * (1 + 3 * at[i % 3] * at[i % 3]));
    assert_true(pawl_is_singular(copy, 3, 1e-9)); /* three of two directions */
    memcpy(copy, A, sizeof A);
    copy[8] += 0.5; /* the third has a direction of its own */
    assert_int_equal(pawl_is_singular(copy, 3, 1e-9), near * near < 1e-9);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_solves_in_one_and_in_two),
      cmocka_unit_test(a_column_without_a_pivot_is_named),
      cmocka_unit_test(two_at_one_place),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
