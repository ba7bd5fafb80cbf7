/* Overlaps are looked for only where the discs of both profiles are: a search that looks everywhere finds the same touches, bit by bit, and is
 * certain of no more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/shapes_test.h"
#include "geometry/stretch.h"

#define MOST 64
#define TEETH 20
#ifdef __SANITIZE_ADDRESS__
#define CASES 400
#else
#define CASES 4000
#endif

typedef struct {
  const pawl_profile *profile[2], *anywhere[2];
  pawl_search_work *work;
  long pairs[2], touches, overlaps;
} scene;

/* The same profile, whose disc tells something or not, however many leaves it has. */
static const pawl_profile *copied(pawl_arena *arena, const pawl_profile *profile, bool tells)
{
  pawl_profile *copy = PAWL_TAKE(arena, 1, pawl_profile);
  *copy = *profile;
  copy->tells = tells && profile->solid;
  return copy;
}

static void set_scene(scene *x, pawl_arena *arena, const pawl_profile *a, const pawl_profile *b)
{
  for (int i = 0; i < 2; i++) {
    x->profile[i] = copied(arena, i ? b : a, true);
    x->anywhere[i] = copied(arena, i ? b : a, false);
  }
  x->work = pawl_search_room(arena, a, b, MOST);
}

static void assert_same(scene *x, const pawl_placing *place, double interest)
{
  pawl_touch now[MOST], all[MOST];
  pawl_search_note near, far;
  memset(now, 0, sizeof now);
  memset(all, 0, sizeof all);
  int n = pawl_search(x->profile[0], x->profile[1], place, interest, NULL, 0, now, MOST, x->work, &near);
  int m = pawl_search(x->anywhere[0], x->anywhere[1], place, interest, NULL, 0, all, MOST, x->work, &far);
  assert_int_equal(n, m);
  for (int i = 0; i < n; i++) {
    assert_int_equal(now[i].id, all[i].id);
    assert_memory_equal(&now[i].gap, &all[i].gap, sizeof now[i].gap);
    assert_memory_equal(now[i].s, all[i].s, sizeof now[i].s);
    assert_memory_equal(now[i].feature, all[i].feature, sizeof now[i].feature);
    x->overlaps += now[i].gap < -interest;
  }
  assert_true(near.beyond >= far.beyond);
  x->touches += n;
  x->pairs[0] += near.pairs;
  x->pairs[1] += far.pairs;
}

/* Random shapes at all distances: apart, a little and far in each other. */
static void overlaps_are_the_same(void **state)
{
  (void)state;
  scene x = {0};
  for (int i = 0; i < CASES; i++) {
    unsigned long long seed = 17 + 7919 * (unsigned long long)i;
    shape_kind kind[2] = {(shape_kind)shape_pick(&seed, SHAPE_KINDS),
                          (shape_kind)shape_pick(&seed, SHAPE_KINDS)};
    double size = shape_range(&seed, 0.2, 1.5), wave = shape_range(&seed, 0, 0.6);
    pawl_arena arena;
    pawl_memory memory = pawl_memory_default();
    pawl_arena_open(&arena, &memory);
    const pawl_profile *a = shape_random(&arena, kind[0], &seed, 1, wave, false);
    const pawl_profile *b = shape_random(&arena, kind[1], &seed, size, wave, i % 8 == 0);
    set_scene(&x, &arena, a, b);
    for (int j = 0; j < 8; j++) {
      pawl_xy r = shape_polar((1 + size) * shape_range(&seed, 0.3, 1.1), shape_range(&seed, 0, 6.28));
      pawl_placing place = shape_placed(r, shape_range(&seed, 0, 6.28));
      assert_same(&x, &place, (j % 2 ? 0.05 : 0.01) * size);
    }
    pawl_arena_close(&arena);
  }
  print_message("%ld touches, %ld of them deep overlaps; %ld pairs of cells instead of %ld\n", x.touches,
                x.overlaps, x.pairs[0], x.pairs[1]);
  assert_true(x.overlaps > 100);
}

/* The side of a tooth, bulging by a little towards the next one. */
static void flank(pawl_outline *o, double from, double to, double r, double R, double u)
{
  double out = (r > R ? 0.02 : -0.02) * 2 * SHAPE_PI / TEETH;
  pawl_xy p[3] = {shape_polar(r, from), shape_polar(0.5 * (r + R), 0.5 * (from + to) + out),
                  shape_polar(R, to)};
  pawl_outline_bezier(o, 2, p, NULL, u, u + 0.25);
}

/* Teeth with sides that bulge between arcs at their tips and feet. */
static const pawl_profile *toothed(pawl_arena *arena, double size)
{
  pawl_outline *o = pawl_outline_open(arena);
  pawl_outline_end end = {.closed = true};
  double pitch = 2 * SHAPE_PI / TEETH, r = 0.9 * size, R = 1.1 * size;
  for (int i = 0; i < TEETH; i++) {
    double at = pitch * i;
    pawl_outline_arc(o, (pawl_xy){0, 0}, R, at - 0.1 * pitch, 0.2 * pitch, i, i + 0.25);
    flank(o, at + 0.1 * pitch, at + 0.3 * pitch, R, r, i + 0.25);
    pawl_outline_arc(o, (pawl_xy){0, 0}, r, at + 0.3 * pitch, 0.4 * pitch, i + 0.5, i + 0.75);
    flank(o, at + 0.7 * pitch, at + 0.9 * pitch, r, R, i + 0.75);
  }
  return pawl_outline_close(o, &end);
}

/* Two toothed wheels in mesh: only the teeth there are looked at, a tenth of the pairs. */
static void wheels_cost_little(void **state)
{
  (void)state;
  scene x = {0};
  pawl_arena arena;
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&arena, &memory);
  set_scene(&x, &arena, toothed(&arena, 1), toothed(&arena, 1));
  for (int i = 0; i < 200; i++) {
    pawl_placing place = shape_placed((pawl_xy){2.08, 0.001 * i}, 0.01 * i);
    assert_same(&x, &place, 0.1);
  }
  print_message("wheels of %d teeth: %ld pairs of cells in a search instead of %ld\n", TEETH,
                x.pairs[0] / 200, x.pairs[1] / 200);
  assert_true(10 * x.pairs[0] < x.pairs[1]);
  pawl_arena_close(&arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(overlaps_are_the_same),
                                     cmocka_unit_test(wheels_cost_little)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
