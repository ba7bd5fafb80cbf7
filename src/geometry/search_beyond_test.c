/* The certificate of the search: on random motions, no touch that was not listed closes before the motion
 * exceeds `beyond`. Stronger: one that was not listed has at least the gap that is left of it. Touches that
 * were listed are tracked; a motion ends where one of them is lost (then a new search is due) or overlaps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/oracle_test.h"
#include "geometry/plane.h"
#include "geometry/shapes_test.h"
#include "geometry/touch.h"

#define MOST 64
#ifdef __SANITIZE_ADDRESS__
#define CASES 100
#else
#define CASES 1000
#endif

typedef struct {
  const pawl_profile *a, *b;
  pawl_placing place;
  pawl_search_work *work;
  pawl_touch listed[MOST];
  int count;
  double beyond;
  oracle_chain points; /* of b */
  bool floor;          /* b is much larger: motion is measured over a */
} scene;

typedef struct {
  long cases, checks, broken, bounded;
} tally;

/* Turned about the centre of b by `turn`, then moved; about that of a where that is measured. */
static pawl_placing moved(const scene *x, pawl_xy by, double turn)
{
  pawl_xy centre;
  double radius, s, c;
  pawl_profile_disc(x->floor ? x->a : x->b, &centre, &radius);
  if (!x->floor)
    centre = oracle_place(&x->place, centre);
  pawl_sincos(turn, &s, &c);
  pawl_xy o = xy_sub(x->place.r, centre);
  return (pawl_placing){.r = {centre.x + c * o.x - s * o.y + by.x, centre.y + s * o.x + c * o.y + by.y},
                        .c = c * x->place.c - s * x->place.s,
                        .s = s * x->place.c + c * x->place.s};
}

/* The way of the point that has moved most between two placings: of b, or of the disc about a in which what comes nearer must be. */
static double way_of(const scene *x, const pawl_placing *from, const pawl_placing *to)
{
  double most = 0, radius, dc = to->c - from->c, ds = to->s - from->s;
  pawl_xy a;
  pawl_profile_disc(x->a, &a, &radius);
  if (x->floor) {
    pawl_xy arm = xy_sub(a, from->r),
            in = {from->c * arm.x + from->s * arm.y, from->c * arm.y - from->s * arm.x};
    return xy_distance(a, oracle_place(to, in)) + (radius + x->beyond) * sqrt(dc * dc + ds * ds);
  }
  for (int i = 0; i < x->points.count; i++)
    most = fmax(
        most, xy_distance(oracle_place(from, x->points.point[i].x), oracle_place(to, x->points.point[i].x)));
  return most;
}

static bool is_known(const pawl_touch *touch, const pawl_touch *tracked, int count)
{
  for (int i = 0; i < count; i++)
    if (xy_distance(touch->x[0], tracked[i].x[0]) + xy_distance(touch->x[1], tracked[i].x[1]) < 1e-6)
      return true;
  return false;
}

/* On the continuation of a wall beyond a concave corner, because something has sunk into the other one. */
static bool is_sunk(const scene *x, const pawl_touch *touch)
{
  for (int side = 0; side < 2; side++) {
    pawl_profile_part part;
    pawl_profile_feature(side ? x->b : x->a, touch->feature[side], &part);
    if (touch->s[side] < part.s0 || touch->s[side] > part.s1)
      return true;
  }
  return false;
}

static void move_and_look(const scene *x, unsigned long long *seed, tally *sum)
{
  pawl_touch tracked[MOST], now[MOST];
  memcpy(tracked, x->listed, sizeof tracked);
  pawl_xy v = shape_polar(shape_range(seed, 0, 1), shape_range(seed, 0, 6.28));
  double w = 3 * pawl_chance(seed), way = 0, leaves[2];
  pawl_placing last = x->place;
  for (int i = 1; i <= 40; i++) {
    pawl_placing p = moved(x, xy_times(i / 40.0, v), w * i / 40.0);
    pawl_search_note note;
    way += way_of(x, &last, &p);
    last = p;
    if (way >= x->beyond)
      return;
    for (int j = 0; j < x->count; j++)
      if (pawl_track(x->a, x->b, &p, false, &tracked[j], leaves) == PAWL_LOST || tracked[j].gap < -1e-4)
        return;
    int n = pawl_search(x->a, x->b, &p, INFINITY, tracked, x->count, now, MOST, x->work, &note);
    sum->checks++;
    for (int j = 0; j < n; j++)
      sum->broken += now[j].gap < x->beyond - way - 1e-9 && now[j].gap > -0.05 && !is_sunk(x, &now[j]) &&
                     !(now[j].straight && now[j].gap > 0) && !is_known(&now[j], tracked, x->count);
  }
}

/* b is brought to a small gap; false: the two overlap. */
static bool bring_together(scene *x, double gap)
{
  pawl_search_note note;
  for (int i = 0; i < 40; i++) {
    int n = pawl_search(x->a, x->b, &x->place, INFINITY, NULL, 0, x->listed, MOST, x->work, &note);
    if (n == 0 || fabs(x->listed[0].gap - gap) < 1e-6)
      break;
    x->place.r = xy_along(x->place.r, -0.7 * (x->listed[0].gap - gap), x->listed[0].n);
  }
  oracle_chain a = oracle_sample(x->a, 200);
  bool apart = x->floor ? x->listed[0].gap > -1e-6 : !oracle_overlap(&a, &x->points, &x->place);
  free(a.point);
  return apart;
}

/* Steps up and down in the middle of a floor of so many metres to either side. */
static const pawl_profile *random_floor(pawl_arena *arena, unsigned long long *seed, double far)
{
  pawl_outline *o = pawl_outline_open(arena);
  pawl_outline_end end = {.closed = false};
  pawl_xy from = {far, 0};
  for (int i = 0; i < 8; i++) {
    pawl_xy to = i == 7 ? (pawl_xy){-far, from.y}
                        : (pawl_xy){3 - i + 0.3 * pawl_chance(seed), shape_range(seed, -0.7, 0.7)};
    pawl_outline_line(o, from, to, i, i + 1);
    from = to;
  }
  const pawl_profile *profile = pawl_outline_close(o, &end);
  assert_non_null(profile);
  return profile;
}

static void look_at(unsigned long long number, double floor, tally *sum)
{
  unsigned long long seed = 99 + 7919 * number;
  pawl_arena arena;
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&arena, &memory);
  bool hole = shape_pick(&seed, 3) == 0 && floor == 0;
  shape_kind ka = (shape_kind)shape_pick(&seed, SHAPE_KINDS), kb = (shape_kind)shape_pick(&seed, SHAPE_KINDS);
  scene x = {.a = shape_random(&arena, ka, &seed, 1, shape_range(&seed, 0, 0.5), hole)};
  double size = hole ? shape_range(&seed, 0.2, 0.9) : shape_range(&seed, 0.2, 1.5);
  x.b = floor > 0 ? random_floor(&arena, &seed, floor)
                  : shape_random(&arena, kb, &seed, size, shape_range(&seed, 0, 0.5), false);
  x.floor = floor > 0;
  x.work = pawl_search_room(&arena, x.a, x.b, MOST);
  x.points = oracle_sample(x.b, 100);
  x.place = shape_placed(shape_polar(hole ? 0 : 3, floor > 0 ? -0.5 * SHAPE_PI : shape_range(&seed, 0, 6.28)),
                         floor > 0 ? 0 : shape_range(&seed, 0, 6.28));
  double gap = shape_pick(&seed, 3) ? shape_range(&seed, 0, 0.3) : 0,
         interest = shape_range(&seed, 0.05, 0.5);
  if (bring_together(&x, gap)) {
    pawl_search_note note;
    x.count = pawl_search(x.a, x.b, &x.place, interest, NULL, 0, x.listed, MOST, x.work, &note);
    x.beyond = fmin(note.beyond, 2);
    sum->cases++;
    sum->bounded += note.beyond >= 0.3 * interest;
    for (int i = 0; i < 6; i++)
      move_and_look(&x, &seed, sum);
  }
  free(x.points.point);
  pawl_arena_close(&arena);
}

static void check(double floor)
{
  tally sum = {0};
  for (int i = 0; i < CASES; i++)
    look_at((unsigned long long)i, floor, &sum);
  print_message("%ld cases, %ld moments, %ld broken; at least 0.3 of the interest in %ld\n", sum.cases,
                sum.checks, sum.broken, sum.bounded);
  assert_int_equal(sum.broken, 0);
  assert_true(sum.cases > CASES / 2 && sum.bounded > sum.cases * 0.75);
}

static void nothing_closes_before(void **state)
{
  (void)state;
  check(0);
}

static void nothing_closes_before_on_a_floor(void **state)
{
  (void)state;
  check(500);
  check(5); /* the ends come into it */
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_closes_before),
                                     cmocka_unit_test(nothing_closes_before_on_a_floor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
