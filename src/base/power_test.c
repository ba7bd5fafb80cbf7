/* Powers, exponentials and logarithms against the C library's long double functions. */
#include "base/power.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/chance.h"

enum { COUNT = 200000 };

/* The distance from what is right in last places. */
static double places(double got, long double right)
{
  double near = fabs((double)right);
  return (double)(fabsl(got - right) / (nextafter(near, INFINITY) - near));
}

typedef double (*own)(double);
typedef long double (*right)(long double);

/* Arguments between -1 and 1 times `range`, or (spread) magnitudes over all of ±`range` octaves. */
static double worst(own f, right g, double range, int spread, double least)
{
  unsigned long long seed = 1;
  double most = 0;
  for (int i = 0; i < COUNT; i++) {
    double x = range * pawl_chance(&seed);
    if (spread)
      x = (1 + fabs(pawl_chance(&seed))) * ldexp(1, (int)x);
    if (x > least)
      most = fmax(most, places(f(x), g(x)));
  }
  return most;
}

static void exponentials_and_logarithms(void **state)
{
  (void)state;
  const double ranges[] = {1e-9, 1e-3, 0.3, 0.5, 1, 3, 30, 700};
  for (int i = 0; i < 8; i++) {
    assert_true(worst(pawl_exp, expl, ranges[i], 0, -INFINITY) < 0.7);
    assert_true(worst(pawl_log1p, log1pl, ranges[i], 0, -1) < 0.8);
    assert_true(worst(pawl_tanh, tanhl, ranges[i], 0, -INFINITY) < 3);
  }
  assert_true(worst(pawl_log, logl, 3, 0, 0) < 0.7);
  assert_true(worst(pawl_log, logl, 1, 1, 0) < 0.7);
  assert_true(worst(pawl_log, logl, 1020, 1, 0) < 0.7);
}

static double worst_power(double n, double octaves)
{
  unsigned long long seed = 2;
  double most = 0;
  for (int i = 0; i < COUNT / 10; i++) {
    double x = (1 + fabs(pawl_chance(&seed))) * ldexp(1, (int)(octaves * pawl_chance(&seed)));
    most = fmax(most, places(pawl_pow(x, n), powl(x, n)));
  }
  return most;
}

static void powers(void **state)
{
  (void)state;
  const double n[] = {1.1, 1.25, 10.0 / 9, 2.2, 3.3, 7, 0.3, -1.7, 1 + 1e-9, 2.0000001};
  for (int i = 0; i < 10; i++) {
    assert_true(worst_power(n[i], 1) < 0.7);
    assert_true(worst_power(n[i], 100) < 0.7);
  }
  assert_true(worst_power(100.1, 10) < 0.7);
  /* the roots and products */
  for (int twice = 1; twice <= 6; twice++)
    assert_true(worst_power(0.5 * twice, 300) < 2);
}

static void values_that_are_known(void **state)
{
  (void)state;
  assert_true(pawl_exp(0) == 1 && pawl_log(1) == 0 && pawl_log1p(0) == 0 && pawl_tanh(0) == 0);
  assert_true(pawl_exp(1) == 0x1.5bf0a8b145769p+1 && pawl_log(2) == 0x1.62e42fefa39efp-1);
  assert_true(pawl_log1p(1e-300) == 1e-300 && pawl_tanh(1e-300) == 1e-300 && pawl_exp(1e-300) == 1);
  assert_true(pawl_tanh(40) == 1 && pawl_tanh(-1e300) == -1 && pawl_tanh(-0.3) == -pawl_tanh(0.3));
  assert_true(pawl_exp(710) == INFINITY && pawl_exp(-800) == 0 && pawl_exp(-740) > 0);
  assert_true(pawl_log(0) == -INFINITY && isnan(pawl_log(-1)) && pawl_log(INFINITY) == INFINITY);
  assert_true(pawl_log1p(-1) == -INFINITY && isnan(pawl_log1p(-2)) && isnan(pawl_exp(NAN)));
  assert_true(fabs(pawl_log(5e-324) + 744.4400719213812) < 1e-12);
  assert_true(pawl_pow(0, 2.2) == 0 && pawl_pow(0, -1.2) == INFINITY && pawl_pow(3, 0) == 1);
  assert_true(pawl_pow(2, 10) == 1024 && pawl_pow(4, 1.5) == 8 && pawl_pow(1e300, 1.2) == INFINITY);
  assert_true(pawl_pow(1e-300, 1.2) == 0 && pawl_pow(1e-300, 1.05) > 0 && isnan(pawl_pow(-1, 2.2)));
  assert_true(pawl_pow(INFINITY, 2.2) == INFINITY && pawl_pow(INFINITY, -2.2) == 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(exponentials_and_logarithms), cmocka_unit_test(powers),
                                     cmocka_unit_test(values_that_are_known)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
