/* Comparison of results made by hand, whose differences are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "result/result.h"

/* A result of up to two channels in the test's own memory. */
typedef struct {
  pawl_result result;
  pawl_channel channels[2];
  double *columns[2];
} hand;

static const pawl_result *make(hand *h, size_t rows, const double *time, const char *first, double *y0,
                               const char *second, double *y1)
{
  *h = (hand){.channels = {{first, "m", "", ""}, {second, "N", "", ""}}, .columns = {y0, y1}};
  h->result = (pawl_result){.count = second ? 2 : 1, .rows = rows, .time = time};
  h->result.channels = h->channels;
  h->result.columns = h->columns;
  return &h->result;
}

static pawl_comparison *compare(const pawl_result *a, const pawl_result *b, pawl_tolerance tolerance)
{
  pawl_comparison *comparison;
  pawl_error error = {0};
  if (pawl_compare(&comparison, a, b, &tolerance, NULL, &error) != PAWL_OK)
    fail_msg("%s", error.text);
  return comparison;
}

static void differences_are_measured(void **state)
{
  (void)state;
  hand ha, hb;
  const double ta[] = {0, 1, 2, 3}, tb[] = {0, 1 + 2e-9, 2, 3};
  double xa[] = {0, 10, 0, -10}, xb[] = {0, 10, 0.3, -10.4}, fa[] = {1, 1, 1, 1}, gb[] = {2, 2, 2, 2};
  const pawl_result *a = make(&ha, 4, ta, "x", xa, "f", fa), *b = make(&hb, 4, tb, "g", gb, "x", xb);
  pawl_comparison *c = compare(a, b, (pawl_tolerance){.absolute = 0.1, .relative = 0.015});
  assert_int_equal(c->count, 1);
  assert_int_equal(c->rows, 4);
  assert_string_equal(c->channels[0].name, "x");
  assert_string_equal(c->channels[0].unit, "m");
  assert_true(fabs(c->channels[0].largest - 0.4) < 1e-15);
  assert_true(c->channels[0].at == 3);
  assert_true(fabs(c->channels[0].rms - 0.25) < 1e-15); /* sqrt((0.09 + 0.16) / 4) */
  assert_true(c->channels[0].range == 20);
  assert_true(fabs(c->channels[0].allowed - 0.4) < 1e-15);
  assert_int_equal(c->only_a_count, 1);
  assert_string_equal(c->only_a[0], "f");
  assert_int_equal(c->only_b_count, 1);
  assert_string_equal(c->only_b[0], "g");
  pawl_comparison_free(c);
}

static void the_tolerance_decides(void **state)
{
  (void)state;
  hand ha, hb;
  const double t[] = {0, 1};
  double xa[] = {0, 8}, xb[] = {0, 8.5};
  const pawl_result *a = make(&ha, 2, t, "x", xa, NULL, NULL), *b = make(&hb, 2, t, "x", xb, NULL, NULL);
  const struct {
    double absolute, relative;
    bool agrees;
  } cases[] = {
      {0.5, 0, true}, {0.49, 0, false}, {0, 0.0625, true}, {0, 0.0624, false}, {0.25, 0.03125, true}};
  for (int i = 0; i < 5; i++) {
    pawl_comparison *c = compare(a, b, (pawl_tolerance){false, cases[i].absolute, cases[i].relative});
    assert_int_equal(c->agrees, cases[i].agrees);
    assert_int_equal(c->channels[0].agrees, cases[i].agrees);
    pawl_comparison_free(c);
  }
}

static void different_times_are_said(void **state)
{
  (void)state;
  hand ha, hb;
  const double ta[] = {0, 1, 2}, tb[] = {0, 1.5, 2};
  double x[] = {0, 1, 2};
  const pawl_result *a = make(&ha, 3, ta, "x", x, NULL, NULL), *b = make(&hb, 3, tb, "x", x, NULL, NULL);
  pawl_comparison *c = compare(a, b, (pawl_tolerance){.absolute = 1});
  assert_int_equal(c->rows, 2);
  assert_int_equal(c->missed, 1);
  assert_true(c->first_missed == 1);
  assert_true(c->channels[0].largest == 0); /* of the rows that could be compared */
  assert_false(c->agrees);
  pawl_comparison_free(c);
}

static void more_rows_in_b_do_no_harm(void **state)
{
  (void)state;
  hand ha, hb;
  const double ta[] = {0, 2}, tb[] = {0, 1, 2, 3};
  double xa[] = {0, 2}, xb[] = {0, 7, 2, 9};
  const pawl_result *a = make(&ha, 2, ta, "x", xa, NULL, NULL), *b = make(&hb, 4, tb, "x", xb, NULL, NULL);
  pawl_comparison *c = compare(a, b, (pawl_tolerance){0});
  assert_true(c->agrees);
  assert_int_equal(c->missed, 0);
  pawl_comparison_free(c);
  c = compare(b, a, (pawl_tolerance){0});
  assert_int_equal(c->missed, 2);
  assert_true(c->first_missed == 1);
  assert_false(c->agrees);
  pawl_comparison_free(c);
}

static double parabola(double t)
{
  return 3 - 2 * t + 5 * t * t;
}

/* Parabolas come out exactly, on uneven rows too; beyond the last row of b nothing is invented. */
static void interpolation_is_exact_for_parabolas(void **state)
{
  (void)state;
  hand ha, hb;
  const double ta[] = {0, 0.1, 1.2, 1.9, 2.5, 3.2, 4.1}, tb[] = {0, 0.5, 1.5, 2, 4};
  double xa[7], xb[5];
  for (int i = 0; i < 7; i++)
    xa[i] = parabola(ta[i]);
  for (int i = 0; i < 5; i++)
    xb[i] = parabola(tb[i]);
  const pawl_result *a = make(&ha, 7, ta, "x", xa, NULL, NULL), *b = make(&hb, 5, tb, "x", xb, NULL, NULL);
  pawl_comparison *c = compare(a, b, (pawl_tolerance){.interpolate = true});
  assert_true(c->channels[0].largest < 1e-12);
  assert_int_equal(c->rows, 6);
  assert_int_equal(c->missed, 1);
  assert_true(c->first_missed == 4.1);
  pawl_comparison_free(c);
}

/* Halving the distance of the rows of b divides the error by 16, about. */
static void interpolation_is_of_fourth_order(void **state)
{
  (void)state;
  enum { N = 400 };
  static double ta[N], xa[N], tb[N], xb[N];
  double error[2];
  for (int k = 0; k < 2; k++) {
    hand ha, hb;
    size_t n = k ? 41 : 21;
    for (size_t i = 0; i < N; i++) {
      ta[i] = 0.2 + 1.6 * (double)i / N;
      xa[i] = sin(3 * ta[i]);
    }
    for (size_t i = 0; i < n; i++) {
      tb[i] = 2.0 * (double)i / (double)(n - 1);
      xb[i] = sin(3 * tb[i]);
    }
    pawl_comparison *c = compare(make(&ha, N, ta, "x", xa, NULL, NULL), make(&hb, n, tb, "x", xb, NULL, NULL),
                                 (pawl_tolerance){.interpolate = true});
    assert_int_equal(c->missed, 0);
    error[k] = c->channels[0].largest;
    pawl_comparison_free(c);
  }
  assert_true(error[0] < 1e-2);
  assert_true(error[0] / error[1] > 14);
}

/* Two rows of one time, before and after an impact: each meets its like, and no parabola goes through the jump. */
static void jumps_are_kept(void **state)
{
  (void)state;
  hand ha, hb;
  const double ta[] = {0, 1, 1, 2}, tb[] = {0, 0.5, 1, 1, 1.5, 2}, between[] = {0.25, 0.75, 1.25, 1.75};
  double xa[] = {0, 1, -1, 0}, xb[] = {0, 0.5, 1, -1, -0.5, 0}, line[] = {0.25, 0.75, -0.75, -0.25};
  const pawl_result *b = make(&hb, 6, tb, "x", xb, NULL, NULL);
  pawl_comparison *c = compare(make(&ha, 4, ta, "x", xa, NULL, NULL), b, (pawl_tolerance){0});
  assert_true(c->agrees);
  pawl_comparison_free(c);
  c = compare(make(&ha, 4, between, "x", line, NULL, NULL), b, (pawl_tolerance){.interpolate = true});
  assert_true(c->channels[0].largest < 1e-15);
  pawl_comparison_free(c);
}

static void not_a_number_agrees_only_with_itself(void **state)
{
  (void)state;
  hand ha, hb;
  const double t[] = {0, 1};
  double xa[] = {(double)NAN, (double)INFINITY}, same[] = {(double)NAN, (double)INFINITY},
         other[] = {(double)NAN, 1};
  const pawl_result *a = make(&ha, 2, t, "x", xa, NULL, NULL);
  pawl_comparison *c = compare(a, make(&hb, 2, t, "x", same, NULL, NULL), (pawl_tolerance){0});
  assert_true(c->agrees);
  pawl_comparison_free(c);
  c = compare(a, make(&hb, 2, t, "x", other, NULL, NULL), (pawl_tolerance){.absolute = 1e300});
  assert_false(c->agrees);
  assert_true(isinf(c->channels[0].largest));
  assert_true(c->channels[0].at == 1);
  pawl_comparison_free(c);
}

static void nothing_compared_is_no_agreement(void **state)
{
  (void)state;
  hand ha, hb;
  const double t[] = {0};
  double x[] = {1};
  const pawl_result *a = make(&ha, 1, t, "x", x, NULL, NULL);
  pawl_comparison *c = compare(a, make(&hb, 1, t, "y", x, NULL, NULL), (pawl_tolerance){0});
  assert_false(c->agrees);
  pawl_comparison_free(c);
  c = compare(make(&ha, 0, t, "x", x, NULL, NULL), make(&hb, 0, t, "x", x, NULL, NULL), (pawl_tolerance){0});
  assert_false(c->agrees);
  pawl_comparison_free(c);
}

static void times_must_increase(void **state)
{
  (void)state;
  hand ha, hb;
  const double t[] = {0, 1}, back[] = {0, -1};
  double x[] = {1, 1};
  pawl_error error = {0};
  pawl_comparison *c;
  const pawl_result *a = make(&ha, 2, t, "x", x, NULL, NULL), *b = make(&hb, 2, back, "x", x, NULL, NULL);
  assert_int_equal(pawl_compare(&c, a, b, &(pawl_tolerance){0}, NULL, &error), PAWL_BAD_FILE);
  assert_null(c);
  assert_string_equal(error.text, "the times of the second result do not increase: row 2 is at -1");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(differences_are_measured),
      cmocka_unit_test(the_tolerance_decides),
      cmocka_unit_test(different_times_are_said),
      cmocka_unit_test(more_rows_in_b_do_no_harm),
      cmocka_unit_test(interpolation_is_exact_for_parabolas),
      cmocka_unit_test(interpolation_is_of_fourth_order),
      cmocka_unit_test(jumps_are_kept),
      cmocka_unit_test(not_a_number_agrees_only_with_itself),
      cmocka_unit_test(nothing_compared_is_no_agreement),
      cmocka_unit_test(times_must_increase),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
