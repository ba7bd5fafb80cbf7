/* The engine against closed forms, and the promises of rk.h:
 * counts of evaluations, failures, same bits under powers of two and for any number of components. */
#include "step/rk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const pawl_rk_table *const tables[] = {&pawl_rk_dopri5, &pawl_rk_dop853};

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

/* Kepler's problem in units of its own: y_i is 2^power_i and time 2^tick times the usual. */
typedef struct {
  int power[4], tick;
  long calls, fail_at;
  double fail_with; /* 0: the call fails; else it returns this */
  int spoil_at;     /* the call of `spoil` that breaks down */
} orbit;

static int kepler(void *context, double t, const double *y, double *dy)
{
  (void)t;
  orbit *o = context;
  double x[4], d[4];
  for (int i = 0; i < 4; i++)
    x[i] = ldexp(y[i], -o->power[i]);
  double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * sqrt(r2);
  d[0] = x[2];
  d[1] = x[3];
  d[2] = -x[0] / r3;
  d[3] = -x[1] / r3;
  for (int i = 0; i < 4; i++)
    dy[i] = ldexp(d[i], o->power[i] - o->tick);
  if (++o->calls == o->fail_at) {
    dy[1] = o->fail_with;
    return o->fail_with == 0;
  }
  return 0;
}

static const double perihelion[4] = {0.5, 0, 0, 1.7320508075688772};
static const double ones[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const double zeros[32] = {0};

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

/* One step from t = 0: its estimate, and the largest error of its dense output. */
static double leap(const pawl_rk_table *table, double h, double *estimate)
{
  pawl_arena arena;
  pawl_rk rk;
  pawl_ode ode = {2, NULL, bent, NULL, ones, zeros};
  double y[2] = {1, 1}, y1[2], x[2], worst = 0;
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, 1e-6, &arena));
  assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
  *estimate = pawl_rk_try(&rk, 0, h, y, y1);
  assert_int_equal(pawl_rk_dense_prepare(&rk), 0);
  for (double theta = 0.0625; theta < 1; theta += 0.0625) {
    pawl_rk_dense(&rk, theta, x);
    worst = fmax(worst, bent_error(theta * h, x));
  }
  pawl_arena_close(&arena);
  return worst;
}

static void test_measured_orders(void **state)
{
  (void)state;
  const int steps[] = {64, 24};
  const double h[] = {0.0625, 0.125};
  for (int i = 0; i < 2; i++) {
    double e1, e2, d1 = leap(tables[i], h[i], &e1), d2 = leap(tables[i], h[i] / 2, &e2);
    double global = log2(march(tables[i], steps[i]) / march(tables[i], 2 * steps[i]));
    print_message("%s: order %.2f, dense %.2f, estimate %.2f\n", tables[i]->name, global, log2(d1 / d2) - 1,
                  log2(e1 / e2) - 1);
    assert_true(global > tables[i]->order - 0.3);
    assert_true(log2(d1 / d2) - 1 > tables[i]->dense_order - 0.2);
    assert_true(fabs(log2(e1 / e2) - 1 - tables[i]->error_order) < 0.5);
  }
}

static void test_kepler_error_follows_tolerance(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    double error[2];
    for (int j = 0; j < 2; j++) {
      orbit o = {0};
      course c = fly(tables[i], j ? 1e-10 : 1e-6, 2, &o);
      double miss[4];
      for (int k = 0; k < 4; k++)
        miss[k] = c.y[k] - perihelion[k];
      error[j] = magnitude(miss, 4);
      print_message("%s: tolerance %g, error %.2e, %d steps, %d rejected, %ld evaluations\n", tables[i]->name,
                    j ? 1e-10 : 1e-6, error[j], c.steps, c.rejections, o.calls);
    }
    assert_true(error[0] < 1e-6 * 300 && error[1] < 1e-10 * 300);
    assert_true(error[0] / error[1] > 1e3 && error[0] / error[1] < 1e5);
  }
}

/* ---- same bits ---- */

static void test_powers_of_two_leave_the_bits(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    orbit plain = {0}, scaled = {.power = {-9, 14, 3, -30}, .tick = 7};
    course a = fly(tables[i], 1e-7, 3, &plain), b = fly(tables[i], 1e-7, 3, &scaled);
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
  const uint64_t golden[] = {0xa924d77758ebc7ecu, 0xbd33a2d7d0633343u};
  for (int i = 0; i < 2; i++) {
    orbit o = {0};
    course c = fly(tables[i], 1e-8, 5, &o);
    if (c.hash != golden[i])
      fail_msg("%s: hash 0x%016llx", tables[i]->name, (unsigned long long)c.hash);
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
  for (int j = 0; j < 4; j++) {
    const pawl_rk_table *table = tables[j / 2];
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
  for (int j = 0; j < 4; j++)
    for (int bad = 0; bad < CROWD; bad++)
      assert_true(part(tables[j / 2], j % 2, CROWD, 0, bad, y1, middle) == INFINITY);
}

/* ---- one step at a time ---- */

typedef struct {
  pawl_arena arena;
  pawl_rk rk;
  orbit o;
  pawl_ode ode;
  double y[4], y1[4];
} bench;

static void open_bench(bench *b, const pawl_rk_table *table)
{
  memset(b, 0, sizeof *b);
  b->ode = (pawl_ode){4, &b->o, kepler, NULL, ones, ones};
  memcpy(b->y, perihelion, sizeof b->y);
  pawl_arena_open(&b->arena, NULL);
  assert_true(pawl_rk_open(&b->rk, table, &b->ode, 1e-6, &b->arena));
  assert_int_equal(pawl_rk_slope(&b->rk, 0, b->y), 0);
}

static void test_counts(void **state)
{
  (void)state;
  /* after slope, first step, two tries, dense output twice, last slope; then a try and its last slope */
  const long expected[2][7] = {{1, 2, 8, 14, 14, 14, 14}, {1, 2, 13, 24, 28, 28, 28}};
  const long next[2][2] = {{20, 20}, {39, 40}};
  for (int i = 0; i < 2; i++) {
    bench b;
    open_bench(&b, tables[i]);
    const long *e = expected[i];
    assert_int_equal(b.rk.rhs_count, e[0]);
    pawl_rk_first_step(&b.rk, 0, b.y, 1);
    assert_int_equal(b.rk.rhs_count, e[1]);
    pawl_rk_try(&b.rk, 0, 0.1, b.y, b.y1);
    assert_int_equal(b.rk.rhs_count, e[2]);
    pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1);
    assert_int_equal(b.rk.rhs_count, e[3]);
    pawl_rk_dense_prepare(&b.rk);
    assert_int_equal(b.rk.rhs_count, e[4]);
    pawl_rk_dense_prepare(&b.rk);
    assert_int_equal(b.rk.rhs_count, e[5]);
    pawl_rk_keep_last_slope(&b.rk);
    assert_int_equal(b.rk.rhs_count, e[6]);
    pawl_rk_try(&b.rk, 0.05, 0.05, b.y1, b.y);
    assert_int_equal(b.rk.rhs_count, next[i][0]);
    pawl_rk_keep_last_slope(&b.rk);
    assert_int_equal(b.rk.rhs_count, next[i][1]);
    assert_int_equal(b.rk.rhs_count, b.o.calls);
    pawl_arena_close(&b.arena);
  }
}

/* Whatever stage fails, by refusal or by a number that is none: INFINITY, and the step can be tried again. */
static void test_failures(void **state)
{
  (void)state;
  const double with[] = {0, NAN, INFINITY};
  for (int i = 0; i < 2; i++)
    for (int w = 0; w < 3; w++) {
      int evaluations = tables[i]->stages - 1 + tables[i]->last_in_error;
      for (int s = 1; s <= evaluations; s++) {
        bench b;
        double good[4];
        open_bench(&b, tables[i]);
        double error = pawl_rk_try(&b.rk, 0, 0.05, b.y, good);
        b.o.fail_at = b.o.calls + s;
        b.o.fail_with = with[w];
        assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) == INFINITY);
        assert_true(pawl_rk_dense_prepare(&b.rk) && pawl_rk_keep_last_slope(&b.rk));
        assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) == error);
        assert_memory_equal(b.y1, good, sizeof good);
        pawl_arena_close(&b.arena);
      }
    }
}

/* A slope that cannot be evaluated leaves the old one in place, so that the step can be repeated. */
static void test_failing_slopes(void **state)
{
  (void)state;
  const double with[] = {0, NAN, INFINITY};
  for (int i = 0; i < 2; i++)
    for (int w = 0; w < 3; w++) {
      bench b;
      double good[4], y2[4] = {1, 1, 1, 1};
      open_bench(&b, tables[i]);
      double error = pawl_rk_try(&b.rk, 0, 0.05, b.y, good);
      b.o.fail_at = b.o.calls + 1;
      b.o.fail_with = with[w];
      assert_int_equal(pawl_rk_slope(&b.rk, 0.05, y2), 1);
      assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) == error);
      assert_memory_equal(b.y1, good, sizeof good);
      if (!tables[i]->last_in_error && with[w] == 0) {
        b.o.fail_at = b.o.calls + 1;
        assert_int_equal(pawl_rk_keep_last_slope(&b.rk), 1);
        assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) == error);
      }
      pawl_arena_close(&b.arena);
    }
}

/* The same polynomial after the state was changed and the new slope taken. */
static void test_dense_survives_projection(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    bench b;
    double x[4], before[4], projected[4];
    open_bench(&b, tables[i]);
    assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) < INFINITY);
    assert_int_equal(pawl_rk_dense_prepare(&b.rk), 0);
    pawl_rk_dense(&b.rk, 0.3, before);
    for (int k = 0; k < 4; k++)
      projected[k] = b.y1[k] + 0.01;
    assert_int_equal(pawl_rk_slope(&b.rk, 0.05, projected), 0);
    pawl_rk_first_step(&b.rk, 0.05, projected, 1);
    pawl_rk_dense(&b.rk, 0.3, x);
    assert_memory_equal(x, before, sizeof x);
    b.rk.dense_ready = false; /* even when it is prepared only now */
    assert_int_equal(pawl_rk_dense_prepare(&b.rk), 0);
    pawl_rk_dense(&b.rk, 0.3, x);
    assert_memory_equal(x, before, sizeof x);
    assert_true(pawl_rk_try(&b.rk, 0.05, 0.05, projected, b.y1) < INFINITY && !b.rk.dense_ready);
    pawl_arena_close(&b.arena);
  }
}

/* The slope kept is the slope evaluated. */
static void test_kept_slope(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    bench b;
    double kept[4], fresh[4];
    open_bench(&b, tables[i]);
    pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1);
    pawl_rk_keep_last_slope(&b.rk);
    pawl_rk_try(&b.rk, 0.05, 0.07, b.y1, kept);
    assert_int_equal(pawl_rk_slope(&b.rk, 0.05, b.y1), 0);
    pawl_rk_try(&b.rk, 0.05, 0.07, b.y1, fresh);
    assert_memory_equal(kept, fresh, sizeof kept);
    pawl_arena_close(&b.arena);
  }
}

/* ---- error norm and controller ---- */

static int straight(void *context, double t, const double *y, double *dy)
{
  (void)context;
  (void)y;
  dy[0] = t * t * t * t;
  dy[1] = 8 * t * t * t * t;
  return 0;
}

/* Leaves the first component only, and checks where it was asked to. */
static void keep_first(void *context, double t, const double *y, double *error)
{
  ++*(int *)context;
  assert_true(t == 1 && fabs(y[0] - 0.2) < 1e-15 && fabs(y[1] - 1.6) < 1e-14);
  error[1] = 0;
}

static void keep_last(void *context, double t, const double *y, double *error)
{
  (void)context;
  (void)t;
  (void)y;
  error[0] = error[1] = error[2] = 0;
}

/* y' = t^4: the estimate of DOPRI5 is h^5 sum_j e_j c_j^4, known in closed form. */
static void test_error_norm(void **state)
{
  (void)state;
  int calls = 0;
  const double scale[] = {1, 2}, relative[] = {0, 1}, y[2] = {0, 0};
  double y1[2], e = 0;
  const pawl_rk_row *row = &pawl_rk_dopri5.error[0];
  for (int m = 0; m < row->count; m++)
    e += row->a[m] * pow(pawl_rk_dopri5.c[row->stage[m]], 4);
  for (int filtered = 0; filtered < 2; filtered++) {
    pawl_arena arena;
    pawl_rk rk;
    pawl_ode ode = {2, &calls, straight, filtered ? keep_first : NULL, scale, relative};
    pawl_arena_open(&arena, NULL);
    assert_true(pawl_rk_open(&rk, &pawl_rk_dopri5, &ode, 1e-3, &arena));
    assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
    double expected = filtered ? fabs(e) / 1e-3 : 8 * fabs(e) / (1e-3 * (2 + 1.6));
    assert_true(fabs(pawl_rk_try(&rk, 0, 1, y, y1) / expected - 1) < 1e-10);
    assert_true(pawl_rk_open(&rk, &pawl_rk_dop853, &ode, 1e-3, &arena));
    assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
    assert_true(pawl_rk_try(&rk, 0, 1, y, y1) < 1e-9);
    pawl_arena_close(&arena);
  }
  assert_int_equal(calls, 3);
}

/* The same step with a tolerance and with none to speak of: four units in the last place are granted. */
static void test_rounding_is_tolerated(void **state)
{
  (void)state;
  const double tolerance[] = {1e-6, 1e-40};
  double error[2], most = 0;
  for (int j = 0; j < 2; j++) {
    bench b;
    open_bench(&b, &pawl_rk_dopri5);
    b.ode.filter = keep_last;
    assert_true(pawl_rk_open(&b.rk, &pawl_rk_dopri5, &b.ode, tolerance[j], &b.arena));
    assert_int_equal(pawl_rk_slope(&b.rk, 0, b.y), 0);
    error[j] = pawl_rk_try(&b.rk, 0, 0.01, b.y, b.y1);
    most = fmax(fabs(b.y[3]), fabs(b.y1[3]));
    pawl_arena_close(&b.arena);
  }
  double expected = error[0] * 1e-6 * (1 + most) / (4 * DBL_EPSILON * most);
  assert_true(fabs(error[1] / expected - 1) < 1e-6);
}

/* A filter that breaks down makes the step fail, be it in the second estimate only. */
static void spoil(void *context, double t, const double *y, double *error)
{
  (void)t;
  (void)y;
  orbit *o = context;
  if (--o->spoil_at == 0)
    error[2] = NAN;
}

static void test_failing_filter(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++)
    for (int call = 1; call <= tables[i]->errors; call++) {
      bench b;
      open_bench(&b, tables[i]);
      b.ode.filter = spoil;
      b.o.spoil_at = call;
      assert_true(pawl_rk_try(&b.rk, 0, 0.01, b.y, b.y1) == INFINITY);
      assert_true(pawl_rk_try(&b.rk, 0, 0.01, b.y, b.y1) < INFINITY);
      pawl_arena_close(&b.arena);
    }
}

static void test_factor(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    bench b;
    open_bench(&b, tables[i]);
    assert_true(pawl_rk_factor(&b.rk, INFINITY, false) == tables[i]->least);
    assert_true(pawl_rk_factor(&b.rk, 1e30, true) == tables[i]->least);
    double repeat = pawl_rk_factor(&b.rk, 2, false);
    assert_true(fabs(repeat / (0.9 * pow(2, -tables[i]->exponent)) - 1) < 1e-7);
    assert_true(pawl_rk_factor(&b.rk, 0, false) == tables[i]->most);
    assert_true(pawl_rk_factor(&b.rk, 1e-20, true) == 1);
    double steady = pawl_rk_factor(&b.rk, 0.5, false), again = pawl_rk_factor(&b.rk, 0.5, false);
    assert_true((again > steady) == tables[i]->remembers); /* the error before was less */
    assert_true(again == (double)(float)again && again < 1.1 && again > 0.8);
    pawl_arena_close(&b.arena);
  }
}

/* y' = a + b t^2; after the start also plus `end`, or no value when that is NaN. */
typedef struct {
  double a, b, end;
} ramp;

static int climb(void *context, double t, const double *y, double *dy)
{
  const ramp *r = context;
  (void)y;
  dy[0] = r->a + r->b * t * t + (t > 0 ? r->end : 0);
  return t > 0 && isnan(r->end);
}

static double first_of_ramp(const pawl_rk_table *table, ramp r, double limit)
{
  pawl_arena arena;
  pawl_rk rk;
  const double y[1] = {0};
  pawl_ode ode = {1, &r, climb, NULL, ones, ones};
  pawl_arena_open(&arena, NULL);
  assert_true(pawl_rk_open(&rk, table, &ode, 1e-6, &arena));
  assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
  double h = pawl_rk_first_step(&rk, 0, y, limit);
  pawl_arena_close(&arena);
  return h;
}

/* Also where y changes its sign and rounding is at its worst. */
static void test_dense_meets_both_ends(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    pawl_arena arena;
    pawl_rk rk;
    ramp r = {2.3, 0.17, 0};
    pawl_ode ode = {1, &r, climb, NULL, ones, ones};
    pawl_arena_open(&arena, NULL);
    assert_true(pawl_rk_open(&rk, tables[i], &ode, 1e-6, &arena));
    for (double y = -1.2; y < 0; y += 0.013) {
      double y1, x;
      assert_int_equal(pawl_rk_slope(&rk, 0, &y), 0);
      assert_true(pawl_rk_try(&rk, 0, 1, &y, &y1) < INFINITY);
      assert_int_equal(pawl_rk_dense_prepare(&rk), 0);
      pawl_rk_dense(&rk, 0, &x);
      assert_true(x == y);
      pawl_rk_dense(&rk, 1, &x);
      assert_true(x == y1);
    }
    pawl_arena_close(&arena);
  }
}

static void test_first_step(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    double part_of = pow(1e-6, 1.0 / tables[i]->order);
    assert_true(first_of_ramp(tables[i], (ramp){0, 0, 0}, 3) == 3); /* at rest: the limit */
    assert_true(first_of_ramp(tables[i], (ramp){1, 0, NAN}, 3) == 0.01 * 0.01);
    assert_true(first_of_ramp(tables[i], (ramp){1, 0, INFINITY}, 3) == 0.01 * 0.01);
    assert_true(fabs(first_of_ramp(tables[i], (ramp){2, 0, 0}, 3) / (part_of / 2) - 1) < 1e-6);
    double h = first_of_ramp(tables[i], (ramp){1, 1e6, 0}, 3);
    assert_true(fabs(h / (part_of / 100) - 1) < 1e-6);
    assert_true(first_of_ramp(tables[i], (ramp){1.0 / 32, 1e6 / 32768, 0}, 96) == 32 * h);
    assert_true(first_of_ramp(tables[i], (ramp){1, 1e6, 0}, h / 8) == h / 8);
    bench b;
    open_bench(&b, tables[i]);
    double error = pawl_rk_try(&b.rk, 0, pawl_rk_first_step(&b.rk, 0, b.y, 1e9), b.y, b.y1);
    assert_true(error < 0.1 && error > 1e-6); /* accepted, and not far too short */
    pawl_arena_close(&b.arena);
  }
}

static void *refuse(void *context, void *old, size_t old_size, size_t size)
{
  (void)context;
  (void)old_size;
  if (size == 0)
    free(old);
  return NULL;
}

static void test_no_memory(void **state)
{
  (void)state;
  pawl_arena arena;
  pawl_rk rk;
  orbit o = {0};
  pawl_ode ode = {4, &o, kepler, NULL, ones, ones};
  pawl_memory none = {refuse, NULL};
  pawl_arena_open(&arena, &none);
  assert_false(pawl_rk_open(&rk, &pawl_rk_dopri5, &ode, 1e-6, &arena));
  pawl_arena_close(&arena);
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
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_failures),
      cmocka_unit_test(test_failing_slopes),
      cmocka_unit_test(test_dense_survives_projection),
      cmocka_unit_test(test_kept_slope),
      cmocka_unit_test(test_error_norm),
      cmocka_unit_test(test_rounding_is_tolerated),
      cmocka_unit_test(test_failing_filter),
      cmocka_unit_test(test_factor),
      cmocka_unit_test(test_dense_meets_both_ends),
      cmocka_unit_test(test_first_step),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
