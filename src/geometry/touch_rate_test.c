/* Rates against differences of the gap along smooth motions, for all pairs of shapes, vertices and flipped
 * sides among them: gap', gap'' = n·a + bend, and the speeds of the parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "geometry/plane.h"
#include "geometry/shapes_test.h"
#include "geometry/touch.h"

#define MOST 32

/* r(t) and the angle are polynomials of degree 3. */
typedef struct {
  pawl_xy r[4];
  double angle[4];
} motion;

static double value(const double c[4], double t, int derivative)
{
  return derivative == 0   ? c[0] + t * (c[1] + t * (c[2] + t * c[3]))
         : derivative == 1 ? c[1] + t * (2 * c[2] + 3 * t * c[3])
                           : 2 * c[2] + 6 * t * c[3];
}

static pawl_xy place_of(const motion *m, double t, int derivative)
{
  double x[4], y[4];
  for (int i = 0; i < 4; i++) {
    x[i] = m->r[i].x;
    y[i] = m->r[i].y;
  }
  return (pawl_xy){value(x, t, derivative), value(y, t, derivative)};
}

static pawl_placing at_time(const motion *m, double t)
{
  pawl_placing p = {.r = place_of(m, t, 0)};
  pawl_sincos(value(m->angle, t, 0), &p.s, &p.c);
  return p;
}

typedef struct {
  double gap_rate, curve, s_rate;
  long tried, count, vertices;
} misses;

typedef struct {
  double rate, curve, s[2];
} differences;

/* From five touches around t = 0; false: handed over on the way, where the second derivative jumps. */
static bool differ(const pawl_profile *a, const pawl_profile *b, const motion *m, const pawl_touch *at,
                   double h, differences *d)
{
  pawl_touch t[5];
  double leaves[2];
  for (int i = 0; i < 5; i++) {
    pawl_placing p = at_time(m, (i - 2) * h);
    t[i] = *at;
    if (pawl_track(a, b, &p, false, &t[i], leaves) != PAWL_TRACKED)
      return false;
  }
  d->rate = (t[0].gap - t[4].gap + 8 * (t[3].gap - t[1].gap)) / (12 * h);
  d->curve = (16 * (t[1].gap + t[3].gap) - t[0].gap - t[4].gap - 30 * t[2].gap) / (12 * h * h);
  for (int i = 0; i < 2; i++)
    d->s[i] = (t[0].s[i] - t[4].s[i] + 8 * (t[3].s[i] - t[1].s[i])) / (12 * h);
  return true;
}

static void compare(const pawl_profile *a, const pawl_profile *b, const motion *m, const pawl_touch *at,
                    misses *worst)
{
  differences d, e;
  worst->tried++;
  /* Differences that are not settled (near a fold, over a knot, over the place where s begins again) say
   * nothing. */
  if (!differ(a, b, m, at, 1e-3, &d) || !differ(a, b, m, at, 5e-4, &e) || fabs(d.curve - e.curve) > 1e-7 ||
      fabs(d.s[0] - e.s[0]) + fabs(d.s[1] - e.s[1]) > 1e-7)
    return;
  pawl_placing p = at_time(m, 0);
  pawl_touch_rates r;
  double w = value(m->angle, 0, 1), turn = value(m->angle, 0, 2);
  pawl_touch_rate(a, b, &p, at, place_of(m, 0, 1), w, &r);
  pawl_xy arm = xy_sub(at->x[1], p.r);
  pawl_xy acceleration = xy_along(xy_along(place_of(m, 0, 2), turn, xy_left(arm)), -w * w, arm);
  worst->gap_rate = fmax(worst->gap_rate, fabs(e.rate - r.gap_rate));
  worst->curve = fmax(worst->curve, fabs(e.curve - xy_dot(at->n, acceleration) - r.bend));
  for (int side = 0; side < 2; side++)
    worst->s_rate = fmax(worst->s_rate, fabs(e.s[side] - r.s_rate[side]));
  worst->count++;
  worst->vertices += isinf(at->k[0]) || isinf(at->k[1]);
}

static void rates_are_those_of_differences(void **state)
{
  (void)state;
  unsigned long long seed = 23;
  misses worst = {0};
  for (int i = 0; i < 2000; i++) {
    pawl_arena arena;
    pawl_memory memory = pawl_memory_default();
    pawl_arena_open(&arena, &memory);
    bool hole = i % 4 == 0;
    shape_kind ka = (shape_kind)shape_pick(&seed, SHAPE_KINDS),
               kb = (shape_kind)shape_pick(&seed, SHAPE_KINDS);
    const pawl_profile *a = shape_random(&arena, ka, &seed, 1, 0.2, hole);
    const pawl_profile *b = shape_random(&arena, kb, &seed, hole ? 0.4 : 0.7, 0.2, false);
    motion m;
    for (int j = 0; j < 4; j++) {
      m.r[j] = (pawl_xy){pawl_chance(&seed), pawl_chance(&seed)};
      m.angle[j] = pawl_chance(&seed);
    }
    m.r[0] = shape_polar(hole ? 0.3 : 2.2, shape_range(&seed, 0, 6));
    pawl_touch t[MOST];
    pawl_search_note note;
    pawl_placing p = at_time(&m, 0);
    int n = pawl_search(a, b, &p, 2, NULL, 0, t, MOST, pawl_search_room(&arena, a, b, MOST), &note);
    for (int j = 0; j < n; j++)
      compare(a, b, &m, &t[j], &worst);
    pawl_arena_close(&arena);
  }
  print_message("%ld touches of %ld, %ld with a vertex: gap' to %.1e, gap'' to %.1e, s' to %.1e\n",
                worst.count, worst.tried, worst.vertices, worst.gap_rate, worst.curve, worst.s_rate);
  assert_true(worst.count > 1000 && worst.vertices > 300);
  assert_true(worst.gap_rate < 1e-9);
  assert_true(worst.curve < 1e-7);
  assert_true(worst.s_rate < 1e-7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rates_are_those_of_differences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
