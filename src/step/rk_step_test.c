/* The methods one step at a time, and the promises of rk.h: counts of evaluations, failures, dense output, the error
 * norm, the controller, the first step. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "step/orbit_test.h"
#include "step/rk.h"

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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    bench b;
    open_bench(&b, pawl_rk_tables[i]);
    const pawl_rk_table *table = pawl_rk_tables[i];
    const long a_try = table->stages - 1 + table->last_in_error, end = !table->last_in_error;
    const long dense = 2 + 2 * a_try + end + table->extra;
    const long e[] = {1,     2,     2 + a_try,     2 + 2 * a_try,      dense,
                      dense, dense, dense + a_try, dense + a_try + end};
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
    assert_int_equal(b.rk.rhs_count, e[7]);
    pawl_rk_keep_last_slope(&b.rk);
    assert_int_equal(b.rk.rhs_count, e[8]);
    assert_int_equal(b.rk.rhs_count, b.o.calls);
    pawl_arena_close(&b.arena);
  }
}

/* Whatever stage fails, by refusal or by a number that is none: INFINITY, and the step can be tried again. */
static void test_failures(void **state)
{
  (void)state;
  const double with[] = {0, NAN, INFINITY};
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (int w = 0; w < 3; w++) {
      int evaluations = pawl_rk_tables[i]->stages - 1 + pawl_rk_tables[i]->last_in_error;
      for (int s = 1; s <= evaluations; s++) {
        bench b;
        double good[4];
        open_bench(&b, pawl_rk_tables[i]);
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
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (int w = 0; w < 3; w++) {
      bench b;
      double good[4], y2[4] = {1, 1, 1, 1};
      open_bench(&b, pawl_rk_tables[i]);
      double error = pawl_rk_try(&b.rk, 0, 0.05, b.y, good);
      b.o.fail_at = b.o.calls + 1;
      b.o.fail_with = with[w];
      assert_int_equal(pawl_rk_slope(&b.rk, 0.05, y2), 1);
      assert_true(pawl_rk_try(&b.rk, 0, 0.05, b.y, b.y1) == error);
      assert_memory_equal(b.y1, good, sizeof good);
      if (!pawl_rk_tables[i]->last_in_error && with[w] == 0) {
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    bench b;
    double x[4], before[4], projected[4];
    open_bench(&b, pawl_rk_tables[i]);
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    bench b;
    double kept[4], fresh[4];
    open_bench(&b, pawl_rk_tables[i]);
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
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (int call = 1; call <= pawl_rk_tables[i]->errors; call++) {
      bench b;
      open_bench(&b, pawl_rk_tables[i]);
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    bench b;
    open_bench(&b, pawl_rk_tables[i]);
    assert_true(pawl_rk_factor(&b.rk, INFINITY, false) == pawl_rk_tables[i]->least);
    assert_true(pawl_rk_factor(&b.rk, 1e30, true) == pawl_rk_tables[i]->least);
    double repeat = pawl_rk_factor(&b.rk, 2, false);
    assert_true(fabs(repeat / (0.9 * pow(2, -pawl_rk_tables[i]->exponent)) - 1) < 1e-7);
    assert_true(pawl_rk_factor(&b.rk, 0, false) == pawl_rk_tables[i]->most);
    assert_true(pawl_rk_factor(&b.rk, 1e-20, true) == 1);
    double steady = pawl_rk_factor(&b.rk, 0.5, false), again = pawl_rk_factor(&b.rk, 0.5, false);
    assert_true((again > steady) == pawl_rk_tables[i]->remembers); /* the error before was less */
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    pawl_arena arena;
    pawl_rk rk;
    ramp r = {2.3, 0.17, 0};
    pawl_ode ode = {1, &r, climb, NULL, ones, ones};
    pawl_arena_open(&arena, NULL);
    assert_true(pawl_rk_open(&rk, pawl_rk_tables[i], &ode, 1e-6, &arena));
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    double part_of = pow(1e-6, 1.0 / pawl_rk_tables[i]->order);
    assert_true(first_of_ramp(pawl_rk_tables[i], (ramp){0, 0, 0}, 3) == 3); /* at rest: the limit */
    assert_true(first_of_ramp(pawl_rk_tables[i], (ramp){1, 0, NAN}, 3) == 0.01 * 0.01);
    assert_true(first_of_ramp(pawl_rk_tables[i], (ramp){1, 0, INFINITY}, 3) == 0.01 * 0.01);
    assert_true(fabs(first_of_ramp(pawl_rk_tables[i], (ramp){2, 0, 0}, 3) / (part_of / 2) - 1) < 1e-6);
    double h = first_of_ramp(pawl_rk_tables[i], (ramp){1, 1e6, 0}, 3);
    assert_true(fabs(h / (part_of / 100) - 1) < 1e-6);
    assert_true(first_of_ramp(pawl_rk_tables[i], (ramp){1.0 / 32, 1e6 / 32768, 0}, 96) == 32 * h);
    assert_true(first_of_ramp(pawl_rk_tables[i], (ramp){1, 1e6, 0}, h / 8) == h / 8);
    bench b;
    open_bench(&b, pawl_rk_tables[i]);
    double error = pawl_rk_try(&b.rk, 0, pawl_rk_first_step(&b.rk, 0, b.y, 1e9), b.y, b.y1);
    assert_true(error < 0.1 && error > 1e-6); /* accepted, and not far too short */
    pawl_arena_close(&b.arena);
  }
}

/* A spring far from the origin, so hard that places inside of a step differ by rounding. */
static int spring(void *context, double t, const double *y, double *dy)
{
  (void)context;
  (void)t;
  dy[0] = y[1];
  dy[1] = -1e12 * (y[0] - 1);
  return 0;
}

static void test_frequency_below_rounding(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    pawl_arena arena;
    pawl_rk rk;
    double y[2] = {1 + 1e-14, 0}, y1[2], rings;
    pawl_ode ode = {2, NULL, spring, NULL, ones, ones};
    pawl_arena_open(&arena, NULL);
    assert_true(pawl_rk_open(&rk, pawl_rk_tables[i], &ode, 1e-6, &arena));
    assert_int_equal(pawl_rk_slope(&rk, 0, y), 0);
    assert_true(pawl_rk_try(&rk, 0, 1e-6, y, y1) < INFINITY);
    pawl_rk_stiffness(&rk, 1, 0, 0, &rings);
    assert_true(isnan(rings)); /* nothing was refused: not asked for */
    pawl_rk_stiffness(&rk, 1, 0, 2e-6, &rings);
    assert_true(fabs(rings - 2) < 1e-3);
    assert_int_equal(pawl_rk_dense_prepare(&rk), 0);
    pawl_arena_close(&arena);
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
      cmocka_unit_test(test_frequency_below_rounding),
      cmocka_unit_test(test_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
