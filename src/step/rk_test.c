/* The methods over whole runs: measured orders against closed forms, and the same bits under powers of two and for
 * any number of components. */
#include "step/rk.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "step/orbit_test.h"

static const double zeros[32] = {0};

static double magnitude(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* ---- problems ---- */

/* Coupled and nonlinear, with the solution (exp(sin 2t), cos t). */
static int bent(void *context, double t, const double *y, double *dy)
{
  (void)context;
  dy[0] = 2 * y[0] * (2 * y[1] * y[1] - 1);
  dy[1] = -sin(t) + (log(y[0]) - 2 * sin(t) * y[1]) * y[1];
  return 0;
}

static double bent_error(double t, const double *y)
{
  return fmax(fabs(y[0] - exp(sin(2 * t))), fabs(y[1] - cos(t)));
}

typedef struct {
  double y[4], middle[4]; /* at the end, and half-way through the last step */
  double first_h;
  int steps, rejections;
  uint64_t hash; /* of all mantissas on the way */
} course;

static void mix(uint64_t *hash, const double *x, int n)
{
  for (int i = 0; i < n; i++) {
    int exponent;
    double m = frexp(x[i], &exponent);
    uint64_t bits;
    memcpy(&bits, &m, sizeof bits);
    *hash = (*hash ^ bits) * 1099511628211u;
  }
}

/* The loop of a run without events: `turns` times 2 pi from the perihelion, eccentricity 1/2. */
static course fly(const pawl_rk_table *table, double tolerance, double turns, orbit *o)
{
  pawl_arena arena;
  pawl_rk rk;
  double scale[4], y[4], y1[4], t = 0, end = ldexp(turns * 6.283185307179586, o->tick);
  course c = {.hash = 1469598103934665603u};
  for (int i = 0; i < 4; i++) {
    scale[i] = ldexp(1, o->power[i]);
    y[i] = ldexp(perihelion[i], o->power[i]);
  }
  pawl_ode ode = {4, o, kepler, NULL, scale, ones};
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, tolerance, &arena));
  assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
  double h = c.first_h = pawl_rk_first_step(&rk, 0, y, end);
  for (bool rejected = false; t < end; c.steps++) {
    bool last = h >= end - t;
    double error = pawl_rk_try(&rk, t, last ? end - t : h, y, y1);
    h = rk.h * pawl_rk_factor(&rk, error, rejected);
    rejected = error > 1;
    c.rejections += rejected;
    if (rejected)
      continue;
    assert_int_equal(pawl_rk_keep_last_slope(&rk), 0);
    assert_int_equal(pawl_rk_dense_prepare(&rk), 0);
    pawl_rk_dense(&rk, 0.5, c.middle);
    t = last ? end : t + rk.h;
    memcpy(y, y1, sizeof y);
    mix(&c.hash, y, 4);
    mix(&c.hash, c.middle, 4);
  }
  assert_int_equal(rk.rhs_count, o->calls);
  memcpy(c.y, y, sizeof y);
  pawl_arena_close(&arena);
  return c;
}

/* ---- measured orders ---- */

/* Largest error up to t = 2 with n equal steps. */
static double march(const pawl_rk_table *table, int n)
{
  pawl_arena arena;
  pawl_rk rk;
  pawl_ode ode = {2, NULL, bent, NULL, ones, zeros};
  double y[2] = {1, 1}, y1[2], h = 2.0 / n, worst = 0;
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, 1e-6, &arena));
  assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
  for (int i = 0; i < n; i++) {
    assert_true(pawl_rk_try(&rk, i * h, h, y, y1) < INFINITY);
    assert_int_equal(pawl_rk_keep_last_slope(&rk), 0);
    memcpy(y, y1, sizeof y);
    worst = fmax(worst, bent_error((i + 1) * h, y));
  }
  pawl_arena_close(&arena);
  return worst;
}

/* One step from t = 0.1, where no estimate vanishes: its estimate, and the largest error of its dense output. */
static double leap(const pawl_rk_table *table, double h, double *estimate)
{
  pawl_arena arena;
  pawl_rk rk;
  pawl_ode ode = {2, NULL, bent, NULL, ones, zeros};
  const double t = 0.1;
  double y[2] = {exp(sin(2 * t)), cos(t)}, y1[2], x[2], worst = 0;
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, 1e-6, &arena));
  assert_int_equal(pawl_rk_slope(&rk, t, y), 0);
  *estimate = pawl_rk_try(&rk, t, h, y, y1);
  assert_int_equal(pawl_rk_dense_prepare(&rk), 0);
  for (double theta = 0.0625; theta < 1; theta += 0.0625) {
    pawl_rk_dense(&rk, theta, x);
    worst = fmax(worst, bent_error(t + theta * h, x));
  }
  pawl_arena_close(&arena);
  return worst;
}

static void test_measured_orders(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    bool high = pawl_rk_tables[i]->order > 5; /* short steps would show rounding */
    int steps = high ? 24 : 64;
    double h = high ? 0.125 : 0.0625;
    double e1, e2, d1 = leap(pawl_rk_tables[i], h, &e1), d2 = leap(pawl_rk_tables[i], h / 2, &e2);
    double global = log2(march(pawl_rk_tables[i], steps) / march(pawl_rk_tables[i], 2 * steps));
    print_message("%s: order %.2f, dense %.2f, estimate %.2f\n", pawl_rk_tables[i]->name, global,
                  log2(d1 / d2) - 1, log2(e1 / e2) - 1);
    assert_true(global > pawl_rk_tables[i]->order - 0.3);
    assert_true(log2(d1 / d2) - 1 > pawl_rk_tables[i]->dense_order - 0.2);
    assert_true(fabs(log2(e1 / e2) - 1 - pawl_rk_tables[i]->error_order) < 0.5);
  }
}

static void test_kepler_error_follows_tolerance(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    double error[2];
    for (int j = 0; j < 2; j++) {
      orbit o = {0};
      course c = fly(pawl_rk_tables[i], j ? 1e-10 : 1e-6, 2, &o);
      double miss[4];
      for (int k = 0; k < 4; k++)
        miss[k] = c.y[k] - perihelion[k];
      error[j] = magnitude(miss, 4);
      print_message("%s: tolerance %g, error %.2e, %d steps, %d rejected, %ld evaluations\n",
                    pawl_rk_tables[i]->name, j ? 1e-10 : 1e-6, error[j], c.steps, c.rejections, o.calls);
    }
    assert_true(error[0] < 1e-6 * 400 && error[1] < 1e-10 * 400);
    assert_true(error[0] / error[1] > 1e3 && error[0] / error[1] < 1e5);
  }
}

/* ---- same bits ---- */

static void test_powers_of_two_leave_the_bits(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    orbit plain = {0}, scaled = {.power = {-9, 14, 3, -30}, .tick = 7};
    course a = fly(pawl_rk_tables[i], 1e-7, 3, &plain), b = fly(pawl_rk_tables[i], 1e-7, 3, &scaled);
    assert_true(a.hash == b.hash && a.rejections == b.rejections && a.steps == b.steps);
    assert_true(ldexp(a.first_h, 7) == b.first_h);
    for (int k = 0; k < 4; k++) {
      assert_true(ldexp(a.y[k], scaled.power[k]) == b.y[k]);
      assert_true(ldexp(a.middle[k], scaled.power[k]) == b.middle[k]);
    }
  }
}

/* The bits of a whole run: the same for every compiler and level of optimisation. They change with a
 * coefficient, with the order of a sum and with the controller. */
static void test_golden_bits(void **state)
{
  (void)state;
  static const uint64_t golden[PAWL_RK_COUNT] = {
      [PAWL_RK_DOPRI5] = 0xa924d77758ebc7ecu, [PAWL_RK_DOP853] = 0xbd33a2d7d0633343u};
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    orbit o = {0};
    course c = fly(pawl_rk_tables[i], 1e-8, 5, &o);
    if (golden[i] && c.hash != golden[i])
      fail_msg("%s: hash 0x%016llx", pawl_rk_tables[i]->name, (unsigned long long)c.hash);
  }
}

/* n components that know nothing of each other: y_i' = -t y_i^2, or -t with one that is not finite. */
typedef struct {
  int n, calls, bad;
} crowd;

static int part_ways(void *context, double t, const double *y, double *dy)
{
  crowd *c = context;
  for (int i = 0; i < c->n; i++)
    dy[i] = c->bad < 0 ? -t * y[i] * y[i] : -t;
  if (c->calls++ == 1 && c->bad >= 0)
    dy[c->bad] = INFINITY;
  return 0;
}

enum { CROWD = 20 };

/* Component i starts from 1 + (first + i) / 8. Returns the error of one step. */
static double part(const pawl_rk_table *table, bool narrow, int n, int first, int bad, double *y1,
                   double *middle)
{
  pawl_arena arena;
  pawl_rk rk;
  double y[CROWD];
  crowd c = {.n = n, .bad = bad};
  pawl_ode ode = {n, &c, part_ways, NULL, ones, ones};
  for (int i = 0; i < n; i++)
    y[i] = 1 + (first + i) / 8.0;
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, 1e-9, &arena));
  rk.wide = rk.wide && !narrow;
  assert_int_equal(pawl_rk_slope(&rk, 0.3, y), 0);
  double error = pawl_rk_try(&rk, 0.3, 0.4, y, y1);
  if (pawl_rk_dense_prepare(&rk) == 0)
    pawl_rk_dense(&rk, 0.7, middle);
  pawl_arena_close(&arena);
  return error;
}

/* Each component has the bits it would have alone, in wide registers or not; nothing is written beyond n. */
static void test_any_number_of_components(void **state)
{
  (void)state;
  for (int j = 0; j < 2 * PAWL_RK_COUNT; j++) {
    const pawl_rk_table *table = pawl_rk_tables[j / 2];
    double alone[CROWD + 1], alone_middle[CROWD + 1], worst = 0;
    for (int n = 1; n <= CROWD; n++) {
      double y1[CROWD + 1], middle[CROWD + 1];
      worst = fmax(worst, part(table, true, 1, n - 1, -1, alone + n - 1, alone_middle + n - 1));
      y1[n] = middle[n] = alone[n] = alone_middle[n] = 77;
      double error = part(table, j % 2, n, 0, -1, y1, middle);
      assert_true(error > 0 && (error == worst || table->errors == 2)); /* two maxima blend otherwise */
      assert_memory_equal(y1, alone, (size_t)(n + 1) * sizeof *y1);
      assert_memory_equal(middle, alone_middle, (size_t)(n + 1) * sizeof *y1);
    }
  }
}

/* A slope that is not finite is noticed in every component, even when f hides it from the stages after. */
static void test_any_component_may_fail(void **state)
{
  (void)state;
  double y1[CROWD], middle[CROWD];
  for (int j = 0; j < 2 * PAWL_RK_COUNT; j++)
    for (int bad = 0; bad < CROWD; bad++)
      assert_true(part(pawl_rk_tables[j / 2], j % 2, CROWD, 0, bad, y1, middle) == INFINITY);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_measured_orders),
      cmocka_unit_test(test_kepler_error_follows_tolerance),
      cmocka_unit_test(test_powers_of_two_leave_the_bits),
      cmocka_unit_test(test_golden_bits),
      cmocka_unit_test(test_any_number_of_components),
      cmocka_unit_test(test_any_component_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
