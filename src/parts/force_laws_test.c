/* The laws of springs, dampers and brakes by themselves: pull = dE/ds for every sort of characteristic, a resistance
 * never drives and is nothing at rest, the S-curve is smooth where it ends. */
#include "parts/force_laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

enum { SETS = 1000, POINTS = 6 };

static double uniform(unsigned long long *seed, double from, double to)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return from + (to - from) * ((double)(*seed >> 11) / 9007199254740992.0);
}

typedef union {
  pawl_curve curve;
  char room[sizeof(pawl_curve) + (POINTS + 1) * sizeof(pawl_piece)];
} curve_room;

/* Random points, x from `from` on; y of any sign, or of that of x. */
static const pawl_curve *random_curve(unsigned long long *seed, curve_room *to, double from, bool resists)
{
  double x[POINTS], y[POINTS];
  assert_true(pawl_curve_size(POINTS) <= sizeof *to);
  for (int i = 0; i < POINTS; i++) {
    x[i] = i ? x[i - 1] + uniform(seed, 0.1, 1) : from;
    y[i] =
        resists ? uniform(seed, 0, 2) * (x[i] > 0) - uniform(seed, 0, 2) * (x[i] < 0) : uniform(seed, -2, 2);
  }
  pawl_between between = (pawl_between)uniform(seed, 0, 3);
  assert_int_equal(pawl_curve_make(&to->curve, POINTS, x, y, between,
                                   uniform(seed, 0, 1) < 0.5 ? PAWL_STRAIGHT : PAWL_HOLD),
                   0);
  return &to->curve;
}

/* Five-point differences; a kink between the points makes them wrong by h at most. */
static void pull_is_the_slope_of_energy(void **state)
{
  (void)state;
  unsigned long long seed = 1;
  double worst = 0, h = 1e-3;
  for (int i = 0; i < SETS; i++) {
    curve_room room;
    pawl_pull p = {uniform(&seed, 0, 3), uniform(&seed, -2, 2), NULL};
    if (i % 4)
      p = (pawl_pull){NAN, p.preload, random_curve(&seed, &room, -2, false)};
    double s = uniform(&seed, -4, 4), E[5], unused;
    for (int k = 0; k < 5; k++)
      pawl_pull_at(&p, s + (k - 2) * h, E + k);
    if (p.curve && pawl_curve_piece(p.curve, s - 2 * h) != pawl_curve_piece(p.curve, s + 2 * h))
      continue;
    double slope = (8 * (E[3] - E[1]) - (E[4] - E[0])) / (12 * h);
    worst = fmax(worst, fabs(slope - pawl_pull_at(&p, s, &unused)));
  }
  print_message("  pull and slope of the energy: apart by %.1e of 1e-10\n", worst);
  assert_true(worst <= 1e-10);
}

static void energy_begins_at_no_stretch(void **state)
{
  (void)state;
  unsigned long long seed = 2;
  for (int i = 0; i < SETS; i++) {
    curve_room room;
    pawl_pull p = {NAN, uniform(&seed, -2, 2), random_curve(&seed, &room, uniform(&seed, -3, 1), false)};
    double E;
    pawl_pull_at(&p, 0, &E);
    assert_true(E == 0);
  }
}

/* Power never positive, wherever the curve goes; the other direction is the mirror image of curves from 0 on. */
static void resistance_never_drives(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  double jump = 0;
  int accepted = 0;
  for (int i = 0; i < SETS; i++) {
    curve_room room;
    pawl_resistance r = {NAN, random_curve(&seed, &room, 0, true)};
    double v = uniform(&seed, -8, 8), F = pawl_resistance_at(&r, v);
    assert_true(F * v >= 0);
    assert_true(pawl_resistance_at(&r, -v) == -F);
    accepted += pawl_resists(r.curve);
    jump = fmax(jump, fabs(pawl_resistance_at(&r, 1e-12)));
  }
  assert_int_equal(accepted, SETS);
  print_message("  resistance at a rate of 1e-12: %.1e of 1e-10\n", jump);
  assert_true(jump <= 1e-10);
  assert_true(pawl_resistance_at(&(pawl_resistance){2, NULL}, -3) == -6);
}

static bool resists(int count, const double *x, const double *y)
{
  curve_room room;
  assert_int_equal(pawl_curve_make(&room.curve, count, x, y, PAWL_LINEAR, PAWL_STRAIGHT), 0);
  return pawl_resists(&room.curve);
}

static void what_drives_is_told(void **state)
{
  (void)state;
  assert_true(resists(2, (double[]){-1, 2}, (double[]){-1, 2}));
  assert_true(resists(2, (double[]){-0.3, 0.1}, (double[]){-0.9, 0.3}));
  assert_false(resists(2, (double[]){0, 1}, (double[]){0, -1}));
  assert_false(resists(2, (double[]){-1, 1}, (double[]){-1, 3})); /* 1 at rest */
  assert_false(resists(2, (double[]){1, 2}, (double[]){1, 1}));
  assert_false(resists(3, (double[]){-1, 0, 1}, (double[]){1, 0, 1}));
}

static void s_curve(void **state)
{
  (void)state;
  for (int i = -300; i <= 300; i++) {
    double x = i / 100.0, h = 1e-6, slope = (pawl_s_curve(x + h) - pawl_s_curve(x - h)) / (2 * h);
    assert_true(pawl_s_curve(-x) == -pawl_s_curve(x));
    assert_true(fabs(slope - fmax(0, 1.5 - 1.5 * x * x)) < 2e-6);
  }
  assert_true(pawl_s_curve(1) == 1 && pawl_s_curve(0.5) == 0.6875 && pawl_s_curve(7) == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pull_is_the_slope_of_energy),
                                     cmocka_unit_test(energy_begins_at_no_stretch),
                                     cmocka_unit_test(resistance_never_drives),
                                     cmocka_unit_test(what_drives_is_told), cmocka_unit_test(s_curve)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
