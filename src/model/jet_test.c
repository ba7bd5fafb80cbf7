/* Derivatives of operations: along two directions against those along single ones, and against nothing where nothing changes. */
#include "model/jet.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static double roll(unsigned *seed, double from, double to)
{
  *seed = *seed * 1664525u + 1013904223u;
  return from + (to - from) * (*seed / 4294967296.0);
}

static void is_close(double found, double wanted, double size, int op)
{
  if (!(fabs(found - wanted) <= 1e-13 * (size + fabs(wanted))))
    fail_msg("operation %d: %.17g instead of %.17g", op, found, wanted);
}

/* The bilinear form d·H e from squares: ((d + e)² - d² - e²)/2. u and w are at first order in both directions. */
static void both_directions_are_polar(void **state)
{
  (void)state;
  unsigned seed = 5;
  for (int k = 0; k < 4000; k++) {
    int op = k % (PAWL_OP_RAD + 1);
    double u = roll(&seed, 0.1, 0.9), w = roll(&seed, 0.2, 0.8), d[2], e[2];
    for (int i = 0; i < 2; i++) {
      d[i] = roll(&seed, -1, 1);
      e[i] = roll(&seed, -1, 1);
    }
    pawl_jet both = pawl_op_jet(op, (pawl_jet){u, d[0], 0, e[0]}, (pawl_jet){w, d[1], 0, e[1]});
    pawl_jet of_d = pawl_op_jet(op, (pawl_jet){u, d[0], 0, d[0]}, (pawl_jet){w, d[1], 0, d[1]});
    pawl_jet of_e = pawl_op_jet(op, (pawl_jet){u, e[0], 0, e[0]}, (pawl_jet){w, e[1], 0, e[1]});
    double s[2] = {d[0] + e[0], d[1] + e[1]};
    pawl_jet sum = pawl_op_jet(op, (pawl_jet){u, s[0], 0, s[0]}, (pawl_jet){w, s[1], 0, s[1]});
    double size = fabs(sum.dd) + fabs(of_d.dd) + fabs(of_e.dd);
    is_close(both.v, of_d.v, 0, op);
    is_close(both.d, of_d.d, 0, op);
    is_close(both.e, of_e.d, 0, op);
    is_close(both.dd, 0.5 * (sum.dd - of_d.dd - of_e.dd), size, op);
    /* directions exchanged */
    pawl_jet turned = pawl_op_jet(op, (pawl_jet){u, e[0], 0, d[0]}, (pawl_jet){w, e[1], 0, d[1]});
    is_close(turned.dd, both.dd, size, op);
  }
}

/* sqrt has no slope at 0; what stands still there, along one direction or both, does not ask for it. */
static void constants_have_no_derivative(void **state)
{
  (void)state;
  pawl_jet zero = {0, 0, 0, 0}, half = {0, 0, 0, 1};
  pawl_jet y = pawl_op_jet(PAWL_OP_SQRT, zero, zero);
  assert_true(y.v == 0 && y.d == 0 && y.e == 0 && y.dd == 0);
  y = pawl_op_jet(PAWL_OP_SQRT, half, half);
  assert_true(y.d == 0 && y.dd == 0 && isinf(y.e));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(both_directions_are_polar),
      cmocka_unit_test(constants_have_no_derivative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
