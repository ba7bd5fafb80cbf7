/* Elimination, and the rank of what it is asked. */
#include "base/dense.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"

/* Random, by its inverse of the product with a known solution. */
static void it_solves(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  for (int n = 1; n <= 6; n++)
    for (int k = 0; k < 50; k++) {
      double A[36], copy[36], x[6], b[6] = {0};
      for (int i = 0; i < n * n; i++)
        A[i] = copy[i] = pawl_chance(&seed);
      for (int i = 0; i < n; i++)
        x[i] = pawl_chance(&seed);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          b[i] += A[i * n + j] * x[j];
      if (pawl_is_singular(copy, n, 1e-3))
        continue;
      assert_int_equal(pawl_eliminate(A, b, n, 0), -1);
      for (int i = 0; i < n; i++)
        assert_true(fabs(b[i] - x[i]) < 1e-10);
    }
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_solves), cmocka_unit_test(two_at_one_place)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
