/* pawl_sincos against the C library's long double functions. */
#include "base/trig.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static double worst(double range, int count)
{
  unsigned long long seed = 1;
  double most = 0;
  for (int i = 0; i < count; i++) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    double x = range * ((double)(long long)seed / 9223372036854775808.0), s, c;
    pawl_sincos(x, &s, &c);
    long double sl = sinl(x), cl = cosl(x);
    double es = (double)(fabsl(s - sl) / (nextafter(fabs((double)sl), 2) - fabs((double)sl)));
    double ec = (double)(fabsl(c - cl) / (nextafter(fabs((double)cl), 2) - fabs((double)cl)));
    most = fmax(most, fmax(es, ec));
  }
  return most;
}

static void error_stays_below_one_last_place(void **state)
{
  (void)state;
  assert_true(worst(0.8, 300000) < 0.9);
  assert_true(worst(7, 300000) < 0.9);
  assert_true(worst(1e3, 300000) < 0.9);
  assert_true(worst(4e6, 300000) < 0.9);
  assert_true(worst(1e12, 1000) < 1.0);
}

static void exact_values_and_symmetry(void **state)
{
  (void)state;
  double s, c, s2, c2;
  pawl_sincos(0, &s, &c);
  assert_true(s == 0 && c == 1);
  pawl_sincos(1e-300, &s, &c);
  assert_true(s == 1e-300 && c == 1);
  for (double x = 0.1; x < 100; x *= 1.3) {
    pawl_sincos(x, &s, &c);
    pawl_sincos(-x, &s2, &c2);
    assert_true(s2 == -s && c2 == c);
  }
  pawl_sincos(INFINITY, &s, &c);
  assert_true(isnan(s) && isnan(c));
}

static void many_have_the_bits_of_one(void **state)
{
  (void)state;
  double x[37], s[37], c[37], s1, c1;
  for (int far = 0; far < 2; far++) {
    for (int i = 0; i < 37; i++)
      x[i] = 0.7 * (i - 18) * (i - 11) * (far && i == 20 ? 1e9 : 1);
    for (int n = 0; n <= 37; n++) {
      pawl_sincos_many(n, x, s, c);
      for (int i = 0; i < n; i++) {
        pawl_sincos(x[i], &s1, &c1);
        assert_memory_equal(s + i, &s1, sizeof s1);
        assert_memory_equal(c + i, &c1, sizeof c1);
      }
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(error_stays_below_one_last_place),
                                     cmocka_unit_test(exact_values_and_symmetry),
                                     cmocka_unit_test(many_have_the_bits_of_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
