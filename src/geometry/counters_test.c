/* What searching and following cost, in numbers that are the same on every machine: pairs of cells looked at,
 * Newton solutions, evaluations of curves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "geometry/campaign_test.h"

#define PAIRS 100

/* Closed splines of 16 cubic segments. */
static const pawl_profile *spline(pawl_arena *arena, unsigned long long *seed, double size)
{
  pawl_xy p[32];
  pawl_outline *o = pawl_outline_open(arena);
  pawl_outline_end end = {.closed = true};
  shape_ring(seed, size, shape_range(seed, 0, 0.3), p, 16);
  shape_closed_nurbs(o, 3, p, NULL, 16);
  return pawl_outline_close(o, &end);
}

/* Sums over pairs that lie a distance apart, all touches being looked for. */
static void count_searches(double far, long *pairs, long *newtons)
{
  static pawl_touch t[CAMPAIGN_MOST];
  *pairs = *newtons = 0;
  for (int i = 0; i < PAIRS; i++) {
    unsigned long long seed = 99 + 7919 * (unsigned long long)i;
    pawl_arena arena;
    pawl_memory memory = pawl_memory_default();
    pawl_search_note note;
    pawl_arena_open(&arena, &memory);
    campaign_case x = {.a = spline(&arena, &seed, 1), .b = spline(&arena, &seed, 0.6), .size = 2};
    campaign_place(&x, shape_polar(far, shape_range(&seed, 0, 6)), shape_range(&seed, 0, 6));
    pawl_search_work *work = pawl_search_room(&arena, x.a, x.b, CAMPAIGN_MOST);
    pawl_search(x.a, x.b, &x.place, INFINITY, NULL, 0, t, CAMPAIGN_MOST, work, &note);
    *pairs += note.pairs;
    *newtons += note.newtons;
    pawl_arena_close(&arena);
  }
}

static void searches_are_short(void **state)
{
  (void)state;
  static const double far[3] = {5, 2.2, 1.2};
  static const long most[3] = {35, 50, 125}; /* of 256 pairs of segments */
  for (int i = 0; i < 3; i++) {
    long pairs, newtons;
    count_searches(far[i], &pairs, &newtons);
    print_message(
        "splines of 16 segments at a distance of %g: %.1f pairs of cells, %.2f Newton solutions each\n",
        far[i], (double)pairs / PAIRS, (double)newtons / PAIRS);
    assert_true(pairs <= most[i] * PAIRS && newtons <= 1.2 * PAIRS);
  }
}

typedef struct {
  double axes[2];
  long *calls;
} counted;

static void counted_at(const void *context, double u, pawl_plane_jet *jet)
{
  const counted *e = context;
  ++*e->calls;
  shape_ellipse_at(e->axes, u, jet);
}

/* Two ellipses that roll by: with rates as predictions, two iterations and no more; without, three. */
static void followed_in_few_iterations(void **state)
{
  (void)state;
  long calls[2] = {0, 0};
  const counted form[2] = {{{1, 0.6}, &calls[0]}, {{0.8, 0.3}, &calls[1]}};
  const pawl_profile *p[2];
  pawl_arena arena;
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&arena, &memory);
  for (int i = 0; i < 2; i++) {
    pawl_outline *o = pawl_outline_open(&arena);
    pawl_outline_end end = {.closed = true};
    pawl_outline_function(o, counted_at, &form[i], 0, 2 * SHAPE_PI);
    p[i] = pawl_outline_close(o, &end);
  }
  for (int predicted = 0; predicted < 2; predicted++) {
    pawl_touch t[4];
    pawl_search_note note;
    pawl_search_work *work = pawl_search_room(&arena, p[0], p[1], 4);
    pawl_placing place = {{2, 0.1}, 1, 0};
    double leaves[2], step = 1e-3;
    assert_true(pawl_search(p[0], p[1], &place, INFINITY, NULL, 0, t, 4, work, &note) >= 1);
    long evaluations = 0;
    for (int i = 1; i <= 1000; i++) {
      pawl_touch_rates rates;
      pawl_touch_rate(p[0], p[1], &place, &t[0], (pawl_xy){0, 0}, 1, &rates);
      for (int j = 0; j < 2 && predicted; j++)
        t[0].s[j] += step * rates.s_rate[j];
      pawl_sincos(step * i, &place.s, &place.c);
      calls[0] = calls[1] = 0;
      assert_true(pawl_track(p[0], p[1], &place, false, &t[0], leaves) == PAWL_TRACKED);
      evaluations += calls[0] + calls[1];
    }
    print_message("%.3f evaluations of each curve per touch followed, %s\n", 0.5e-3 * (double)evaluations,
                  predicted ? "predicted" : "not predicted");
    assert_true(evaluations <= (predicted ? 2.02 : 3.02) * 2000);
  }
  pawl_arena_close(&arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(searches_are_short),
                                     cmocka_unit_test(followed_in_few_iterations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
