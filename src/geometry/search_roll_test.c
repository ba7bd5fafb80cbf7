/* The certificate of the search while something rolls on a law: a polygon with bent sides comes down on a block, sinks in by 1e-4 … 1e-2 of its
 * size, and rolls over its blunt corners. Touches are watched as a run does it: what is listed is tracked, and the search is repeated where
 * more was moved than was certain, where a touch is lost, and where one closes beside an edge whose far end is not listed. Then no corner may
 * ever be below the surface that is not watched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/meet.h"
#include "geometry/shapes_test.h"
#include "geometry/touch.h"

#define MOST 32
#define HALF 4.0 /* of the block's width */
#define STEPS 1500
#ifdef __SANITIZE_ADDRESS__
#define CASES 40
#else
#define CASES 400
#endif

typedef struct {
  const pawl_profile *block, *body;
  pawl_search_work *work;
  pawl_xy corner[16]; /* of the body */
  int corners;
  double size, interest;
  pawl_placing place;
  double angle;
  pawl_touch listed[MOST];
  int count;
  double beyond, way;
  long searches, pressed, missed;
} scene;

static const pawl_profile *polygon(pawl_arena *arena, const pawl_xy *p, int n)
{
  pawl_outline *o = pawl_outline_open(arena);
  pawl_outline_end end = {.closed = true};
  for (int i = 0; i < n; i++)
    pawl_outline_line(o, p[i], p[(i + 1) % n], i, i + 1);
  const pawl_profile *profile = pawl_outline_close(o, &end);
  assert_non_null(profile);
  return profile;
}

/* A box whose sides are bent outwards by 0.004 to 0.15 rad, somewhere in their middle. */
static void bent_box(scene *x, unsigned long long *seed)
{
  double w = shape_range(seed, 0.4, 1), h = shape_range(seed, 0.4, 1);
  pawl_xy box[4] = {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
  x->corners = 0;
  for (int i = 0; i < 4; i++) {
    pawl_xy side = xy_sub(box[(i + 1) % 4], box[i]), out = {side.y, -side.x};
    double part = shape_range(seed, 0.3, 0.7), some = shape_range(seed, 0.3, 1),
           bend = 0.15 * some * some * some * part * (1 - part);
    x->corner[x->corners++] = box[i];
    if (shape_pick(seed, 4))
      x->corner[x->corners++] = xy_along(xy_along(box[i], part, side), bend, out);
  }
  x->size = 2 * (w > h ? w : h);
}

static void search(scene *x)
{
  pawl_touch found[MOST];
  pawl_search_note note;
  x->count = pawl_search(x->block, x->body, &x->place, x->interest, x->listed, x->count, found, MOST, x->work,
                         &note);
  memcpy(x->listed, found, sizeof found);
  x->beyond = note.beyond;
  for (int i = 0; i < x->count; i++)
    x->beyond = fmin(x->beyond, pawl_track_level(x->block, x->body, &x->place, x->listed + i));
  x->beyond = fmax(x->beyond, 1e-6 * x->size);
  x->way = 0;
  x->searches++;
}

/* Whether another search is due after moving here. */
static bool follow(scene *x)
{
  bool due = x->way >= x->beyond, closes = false;
  double leaves[2];
  for (int i = 0; i < x->count; i++) {
    pawl_touch *touch = x->listed + i, before = *touch;
    if (pawl_track(x->block, x->body, &x->place, false, touch, leaves) == PAWL_LOST) {
      *touch = before;
      return true;
    }
    closes |= before.gap > 0 && touch->gap <= 0;
  }
  for (int i = 0; i < x->count; i++)
    due = due || (closes && x->listed[i].gap <= 0 &&
                  pawl_track_lacks_end(x->block, x->body, &x->place, x->listed + i, x->listed, x->count));
  return due;
}

static bool is_watched(const scene *x, int side, pawl_xy p)
{
  for (int i = 0; i < x->count; i++)
    if (xy_distance(x->listed[i].x[side], p) < 1e-6)
      return true;
  return false;
}

/* How deep the block's corner is in the body, if an edge faces the block; 0: it is outside. */
static double depth_in_body(const scene *x, pawl_xy p)
{
  double least = INFINITY;
  bool faces = false;
  for (int i = 0; i < x->corners; i++) {
    pawl_xy a = pawl_place_point(&x->place, x->corner[i]),
            b = pawl_place_point(&x->place, x->corner[(i + 1) % x->corners]), t = xy_unit(xy_sub(b, a));
    double depth = xy_cross(t, xy_sub(p, a));
    if (depth < least)
      faces = t.x > 0.995;
    least = fmin(least, depth);
  }
  return faces && least > 0 ? least : 0;
}

static void count_missed(scene *x)
{
  pawl_xy end = {HALF, 0};
  for (int i = 0; i < x->corners; i++) {
    pawl_xy p = pawl_place_point(&x->place, x->corner[i]);
    if (p.y < -1e-9 && p.x < HALF - 1e-6 && p.x > -HALF + 1e-6) {
      x->pressed++;
      x->missed += !is_watched(x, 1, p);
    }
  }
  if (depth_in_body(x, end) > 1e-9) {
    x->pressed++;
    x->missed += !is_watched(x, 0, end);
  }
}

/* To where the lowest corner over the block has a height, after turning about it. */
static void move_to(scene *x, double turn, double slide, double height)
{
  int low = 0;
  pawl_xy was[16];
  for (int i = 0; i < x->corners; i++) {
    was[i] = pawl_place_point(&x->place, x->corner[i]);
    low = was[i].y < was[low].y ? i : low;
  }
  x->angle += turn;
  pawl_sincos(x->angle, &x->place.s, &x->place.c);
  pawl_xy off = xy_sub(was[low], pawl_place_point(&x->place, x->corner[low]));
  x->place.r = xy_add(x->place.r, xy_add(off, (pawl_xy){slide, 0}));
  double lowest = INFINITY, most = 0;
  for (int i = 0; i < x->corners; i++)
    lowest = fmin(lowest, pawl_place_point(&x->place, x->corner[i]).y);
  x->place.r.y += height - lowest;
  for (int i = 0; i < x->corners; i++)
    most = fmax(most, xy_distance(was[i], pawl_place_point(&x->place, x->corner[i])));
  x->way += most;
}

static void watch(scene *x)
{
  if (follow(x))
    search(x);
  count_missed(x);
}

/* Down from where it is, partly beside the block or over it, and then to and fro over its corners. */
static void roll(scene *x, unsigned long long *seed)
{
  static const double deepest[] = {2e-4, 4e-3, 1e-2};
  double sunk = x->size * deepest[shape_pick(seed, 3)] * shape_range(seed, 0.5, 1), height = 0.5,
         slide = shape_range(seed, -1.5, 1.5) / 200, pace = shape_range(seed, 2e-4, 1e-3),
         beat = shape_range(seed, 0.003, 0.02), phase = shape_range(seed, 0, 6);
  move_to(x, 0, 0, height);
  x->way = 0;
  search(x);
  for (int i = 1; i <= 200; i++) {
    move_to(x, 0, slide, height * (1 - i / 200.0));
    watch(x);
  }
  for (int i = 0; i < STEPS; i++) {
    double down = i < 50 ? i / 50.0 : 1, s, c;
    pawl_sincos(beat * i + phase, &s, &c);
    move_to(x, pace * s, 0, -sunk * down * (0.6 + 0.4 * c));
    watch(x);
  }
}

static void no_corner_sinks_in_unseen(void **state)
{
  (void)state;
  long searches = 0, pressed = 0, missed = 0;
  for (int i = 0; i < CASES; i++) {
    unsigned long long seed = 4711 + 7919 * (unsigned long long)i;
    pawl_arena arena;
    pawl_memory memory = pawl_memory_default();
    pawl_arena_open(&arena, &memory);
    const pawl_xy block[4] = {{-HALF, -2}, {HALF, -2}, {HALF, 0}, {-HALF, 0}};
    scene x = {.block = polygon(&arena, block, 4)};
    bent_box(&x, &seed);
    x.body = polygon(&arena, x.corner, x.corners);
    x.work = pawl_search_room(&arena, x.block, x.body, MOST);
    x.interest = x.size * shape_range(&seed, 0.05, 1);
    x.angle = 0.5 * SHAPE_PI * shape_pick(&seed, 4) + shape_range(&seed, -0.12, 0.12);
    x.place.r = (pawl_xy){shape_pick(&seed, 2) ? HALF + shape_range(&seed, -1, 2) : 0, 3};
    roll(&x, &seed);
    searches += x.searches;
    pressed += x.pressed;
    missed += x.missed;
    pawl_arena_close(&arena);
  }
  print_message("%d rolls: %ld corners pressed, %ld of them unseen; %ld searches\n", CASES, pressed, missed,
                searches);
  assert_true(pressed > 1000L * CASES);
  assert_int_equal(missed, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_corner_sinks_in_unseen)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
