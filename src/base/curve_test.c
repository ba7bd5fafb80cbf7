/* Curves against closed forms: lines, parabolas, examples worked by hand, shape, quadrature, continuity. */
#include "base/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/chance.h"

enum { SETS = 1000, MOST = 12 };

typedef struct {
  int count;
  double x[MOST], y[MOST];
} set;

static pawl_curve *make(const set *s, pawl_between between, pawl_beyond beyond)
{
  pawl_curve *curve = malloc(pawl_curve_size(s->count));
  assert_non_null(curve);
  assert_int_equal(pawl_curve_make(curve, s->count, s->x, s->y, between, beyond), 0);
  return curve;
}

static void near(double found, double wanted, double tolerance)
{
  if (!(fabs(found - wanted) <= tolerance))
    fail_msg("%.17g instead of %.17g: off by %g", found, wanted, fabs(found - wanted));
}

static void check_at(const pawl_curve *curve, double x, double y, double d, double dd)
{
  double out[3];
  pawl_curve_at(curve, x, out);
  near(out[0], y, 1e-14 * (1 + fabs(y)));
  near(out[1], d, 1e-13 * (1 + fabs(d)));
  near(out[2], dd, 1e-12 * (1 + fabs(dd)));
}

/* 2 to MOST points, unevenly spaced; `monotone`: y never falls, and has flat pieces. */
static set roll(unsigned long long *seed, bool monotone)
{
  set s = {.count = 2 + (int)(0.5 * (1 + pawl_chance(seed)) * (MOST - 1))};
  s.x[0] = pawl_chance(seed);
  s.y[0] = pawl_chance(seed);
  for (int i = 1; i < s.count; i++) {
    double step = pawl_chance(seed);
    s.x[i] = s.x[i - 1] + pow(10, 1.5 * pawl_chance(seed));
    s.y[i] = monotone ? s.y[i - 1] + (step < -0.6 ? 0 : exp(4 * step)) : 3 * step;
  }
  return s;
}

/* To the rounding of the points, which near neighbours make into slopes for far ones. */
static void lines_are_reproduced(void **state)
{
  (void)state;
  unsigned long long seed = 1;
  for (int n = 0; n < 300; n++) {
    set s = roll(&seed, false);
    double a = pawl_chance(&seed), b = pawl_chance(&seed), last = s.x[s.count - 1];
    for (int i = 0; i < s.count; i++)
      s.y[i] = a + b * s.x[i];
    pawl_curve *curve = make(&s, (pawl_between)(n % 3), PAWL_STRAIGHT);
    for (double t = -0.3; t < 1.3; t += 0.07) {
      double x = s.x[0] + t * (last - s.x[0]), out[3], size = 1 + fabs(x);
      pawl_curve_at(curve, x, out);
      near(out[0], a + b * x, 1e-13 * size);
      near(out[1], b, 1e-12);
      double area = (x - s.x[0]) * (a + 0.5 * b * (x + s.x[0]));
      near(pawl_curve_integral(curve, x), area, 1e-13 * size * size);
    }
    free(curve);
  }
}

/* Where nothing is rounded, exactly. */
static void lines_of_whole_numbers_are_exact(void **state)
{
  (void)state;
  const set s = {5, {-2, -1, 1, 2, 6}, {7, 4.5, -0.5, -3, -13}}; /* y = 2 - 2.5 x */
  for (int between = 0; between < 3; between++) {
    pawl_curve *curve = make(&s, (pawl_between)between, PAWL_STRAIGHT);
    for (double x = -8; x < 16; x += 0.25) {
      double out[3];
      pawl_curve_at(curve, x, out);
      assert_true(out[0] == 2 - 2.5 * x && out[1] == -2.5 && out[2] == 0);
    }
    free(curve);
  }
}

/* Even spacing: Akima's slopes are then those of the parabola, also at the ends. */
static void akima_reproduces_parabolas(void **state)
{
  (void)state;
  set s = {.count = 9};
  for (int i = 0; i < s.count; i++) {
    s.x[i] = -1 + 0.25 * i;
    s.y[i] = 2 - 3 * s.x[i] + 5 * s.x[i] * s.x[i];
  }
  pawl_curve *curve = make(&s, PAWL_AKIMA, PAWL_STRAIGHT);
  for (double x = -1; x < 1; x += 0.01)
    check_at(curve, x, 2 - 3 * x + 5 * x * x, -3 + 10 * x, 10);
  check_at(curve, 2, 10 - 6 + 0 + 7, 7, 0); /* y(1) = 4, y'(1) = 7 */
  check_at(curve, -1.5, 10 + 0.5 * 13, -13, 0);
  free(curve);
}

/* Chords 0 1 2 0, with -2 -1 before and -2 -4 behind; so the slopes are -1/2, 1/2, 4/3, 4/3, -1. Halfway between two
 * points y is their mean plus h (d_i - d_i+1)/8. */
static void akima_by_hand(void **state)
{
  (void)state;
  const set s = {5, {0, 1, 2, 3, 4}, {0, 0, 1, 3, 3}};
  pawl_curve *curve = make(&s, PAWL_AKIMA, PAWL_HOLD);
  const double slopes[] = {-0.5, 0.5, 4.0 / 3, 4.0 / 3}, halfway[] = {-0.125, 19.0 / 48, 2, 79.0 / 24};
  double out[3];
  for (int i = 0; i < 4; i++) {
    pawl_curve_at(curve, i, out);
    near(out[0], s.y[i], 0);
    near(out[1], slopes[i], 1e-15);
    pawl_curve_at(curve, i + 0.5, out);
    near(out[0], halfway[i], 1e-15);
  }
  pawl_curve_at_piece(curve, 4, 4, out); /* from the left */
  near(out[0], 3, 1e-15);
  near(out[1], -1, 1e-14);
  check_at(curve, 4, 3, 0, 0); /* from the right it is held */
  check_at(curve, 9, 3, 0, 0);
  check_at(curve, -9, 0, 0, 0);
  near(pawl_curve_integral(curve, 9) - pawl_curve_integral(curve, 4), 15, 1e-14);
  free(curve);
}

/* Where two straight lines meet, both weights are 0: the mean, also when decimals leave rounding in the chords. */
static void akima_takes_the_mean_at_a_corner(void **state)
{
  (void)state;
  for (int n = 0; n < 100; n++) {
    set s = {.count = 5};
    double offset = 0.1 * n, step = 0.1 + 0.01 * n;
    for (int i = 0; i < s.count; i++) {
      s.x[i] = offset + step * i;
      s.y[i] = 100.3 + 0.7 * fabs(step * (i - 2)) + 0.3 * step * i;
    }
    pawl_curve *curve = make(&s, PAWL_AKIMA, PAWL_STRAIGHT);
    double out[3];
    pawl_curve_at(curve, s.x[2], out);
    near(out[1], 0.3, 1e-12);
    free(curve);
  }
}

/* d1 = 1/((7/12)/1 + (5/12)/2) = 24/19; at the ends, parabolas through three points. */
static void monotone_by_hand(void **state)
{
  (void)state;
  const set s = {3, {0, 1, 4}, {0, 1, 7}};
  pawl_curve *curve = make(&s, PAWL_MONOTONE, PAWL_STRAIGHT);
  double out[3];
  pawl_curve_at(curve, 1, out);
  near(out[1], 24.0 / 19, 1e-15);
  pawl_curve_at(curve, 0.5, out);
  near(out[0], 0.5 + (0.75 - 24.0 / 19) / 8, 1e-15);
  check_at(curve, 5, 7 + 2.75, 2.75, 0);
  check_at(curve, -1, -0.75, 0.75, 0);
  free(curve);
  const set peak = {3, {0, 1, 2}, {0, 1, -9}}; /* the parabola's 6.5 would overshoot: 3 times the chord */
  curve = make(&peak, PAWL_MONOTONE, PAWL_STRAIGHT);
  check_at(curve, -1, -3, 3, 0);
  pawl_curve_at(curve, 1, out);
  near(out[1], 0, 0);
  free(curve);
}

static void monotone_stays_monotone(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  int flat = 0;
  for (int n = 0; n < SETS; n++) {
    set s = roll(&seed, true);
    double sign = n & 1 ? -1 : 1, least = INFINITY, steepest = 0;
    for (int i = 0; i < s.count; i++)
      s.y[i] *= sign;
    pawl_curve *curve = make(&s, PAWL_MONOTONE, PAWL_STRAIGHT);
    for (int i = 0; i + 1 < s.count; i++) {
      double low = fmin(s.y[i], s.y[i + 1]), high = fmax(s.y[i], s.y[i + 1]),
             slack = 1e-14 * (1 + fabs(high));
      for (int k = 0; k <= 40; k++) {
        double out[3];
        pawl_curve_at_piece(curve, s.x[i] + k / 40.0 * (s.x[i + 1] - s.x[i]), i + 1, out);
        least = fmin(least, sign * out[1]);
        steepest = fmax(steepest, fabs(out[1]));
        assert_true(out[0] >= low - slack && out[0] <= high + slack);
      }
      flat += low == high;
    }
    assert_true(least >= -1e-14 * (1 + steepest));
    free(curve);
  }
  assert_true(flat > 100);
}

/* Over each piece by three points, exact for its cubic; also backwards, before the first point. */
static double quadrature(const pawl_curve *curve, double from, double to)
{
  static const double at[] = {-0.77459666924148338, 0, 0.77459666924148338},
                      weight[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double sum = 0, out[3];
  for (int i = 0; i < 3; i++) {
    pawl_curve_at(curve, 0.5 * (from + to) + 0.5 * at[i] * (to - from), out);
    sum += weight[i] * out[0] * (to - from);
  }
  return sum;
}

static void the_integral_is_exact(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int n = 0; n < SETS; n++) {
    set s = roll(&seed, false);
    pawl_curve *curve = make(&s, (pawl_between)(n % 3), (pawl_beyond)(n % 2));
    double first = s.x[0], last = s.x[s.count - 1], size = 3 * (last - first + 2), sum = 0;
    near(pawl_curve_integral(curve, first), 0, 0);
    near(pawl_curve_integral(curve, first - 1), quadrature(curve, first, first - 1), 1e-13 * size);
    for (int i = 0; i + 1 < s.count; i++) {
      double x = s.x[i] + 0.3 * (s.x[i + 1] - s.x[i]);
      near(pawl_curve_integral(curve, x), sum + quadrature(curve, s.x[i], x), 1e-13 * size);
      sum += quadrature(curve, s.x[i], s.x[i + 1]);
      near(pawl_curve_integral(curve, s.x[i + 1]), sum, 1e-13 * size);
    }
    near(pawl_curve_integral(curve, last + 1), sum + quadrature(curve, last, last + 1), 1e-13 * size);
    free(curve);
  }
}

/* The size of the terms of a cubic at u, whose rounding is in its value. */
static double terms(const double c[4], double u)
{
  return fabs(c[0]) + u * (fabs(c[1]) + u * (fabs(c[2]) + u * fabs(c[3])));
}

/* y everywhere, y' of Akima and monotone pieces; of all at straight ends. */
static void pieces_join(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  for (int n = 0; n < SETS; n++) {
    set s = roll(&seed, false);
    pawl_between between = (pawl_between)(n % 3);
    pawl_curve *curve = make(&s, between, PAWL_STRAIGHT);
    for (int i = 0; i < s.count; i++) {
      double left[3], right[3];
      pawl_curve_at_piece(curve, s.x[i], i, left);
      pawl_curve_at_piece(curve, s.x[i], i + 1, right);
      near(right[0], s.y[i], 0);
      near(left[0], right[0], 1e-15 * terms(curve->piece[i].c, s.x[i] - curve->piece[i].from));
      if (between != PAWL_LINEAR || i == 0 || i == s.count - 1)
        near(left[1], right[1], 1e-12 * (1 + fabs(right[1])));
    }
    free(curve);
  }
}

static void derivatives_are_those_of_the_value(void **state)
{
  (void)state;
  unsigned long long seed = 9;
  for (int n = 0; n < 300; n++) {
    set s = roll(&seed, false);
    pawl_curve *curve = make(&s, (pawl_between)(n % 3), PAWL_STRAIGHT);
    int piece = n % (s.count + 1);
    double x = s.x[piece > 0 ? piece - 1 : 0] + 0.3, h = 1e-3, out[3][3];
    for (int i = 0; i < 3; i++)
      pawl_curve_at_piece(curve, x + (i - 1) * h, piece, out[i]);
    double size = 1 + fabs(curve->piece[piece].c[3]) + fabs(out[1][0]) + fabs(out[1][2]);
    near((out[2][0] - out[0][0]) / (2 * h), out[1][1], 2e-6 * size);
    near((out[2][1] - out[0][1]) / (2 * h), out[1][2], 2e-6 * size);
    free(curve);
  }
}

static void knots_are_found(void **state)
{
  (void)state;
  const set s = {4, {-1, 0, 2, 5}, {0, 1, 0, 1}};
  pawl_curve *curve = make(&s, PAWL_LINEAR, PAWL_STRAIGHT);
  const struct {
    double x;
    int piece;
    double next;
  } cases[] = {{-2, 0, -1}, {-1, 1, 0}, {-0.5, 1, 0},     {0, 2, 2},          {1.9, 2, 2},
               {2, 3, 5},   {4, 3, 5},  {5, 4, INFINITY}, {1e9, 4, INFINITY}, {-1e9, 0, -1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(pawl_curve_piece(curve, cases[i].x), cases[i].piece);
    assert_true(pawl_curve_next(curve, cases[i].x) == cases[i].next);
  }
  free(curve);
}

static void what_numbers_cannot_hold_is_refused(void **state)
{
  (void)state;
  pawl_curve *curve = malloc(pawl_curve_size(3));
  assert_non_null(curve);
  for (int between = 0; between < 3; between++) {
    const double x[] = {0, 1, 1 + 1e-15}, steep[] = {0, 0, 1e300}, wide[] = {0, 1e300, 2e300},
                 y[] = {0, 1, 1e300};
    assert_int_equal(pawl_curve_make(curve, 3, x, steep, between, PAWL_HOLD) != 0, true);
    assert_int_equal(pawl_curve_make(curve, 3, wide, y, between, PAWL_HOLD) != 0, true);
  }
  free(curve);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_are_reproduced),
      cmocka_unit_test(lines_of_whole_numbers_are_exact),
      cmocka_unit_test(akima_reproduces_parabolas),
      cmocka_unit_test(akima_by_hand),
      cmocka_unit_test(akima_takes_the_mean_at_a_corner),
      cmocka_unit_test(monotone_by_hand),
      cmocka_unit_test(monotone_stays_monotone),
      cmocka_unit_test(the_integral_is_exact),
      cmocka_unit_test(pieces_join),
      cmocka_unit_test(derivatives_are_those_of_the_value),
      cmocka_unit_test(knots_are_found),
      cmocka_unit_test(what_numbers_cannot_hold_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
