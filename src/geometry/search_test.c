/* The search against dense sampling on ten thousand random pairs, and on cases with known answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "geometry/campaign_test.h"
#include "geometry/plane.h"
#include "geometry/touch.h"

#define MOST 64
#ifdef __SANITIZE_ADDRESS__
#define PAIRS 1500
#else
#define PAIRS 10000
#endif

static int search(const pawl_profile *a, const pawl_profile *b, pawl_placing place, double interest,
                  pawl_touch *touch, pawl_search_note *note)
{
  return pawl_search(a, b, &place, interest, NULL, 0, touch, MOST,
                     pawl_search_room(shape_arena(), a, b, MOST), note);
}

static const pawl_profile *circle(double r, bool hole)
{
  unsigned long long seed = 1;
  return shape_random(shape_arena(), SHAPE_CIRCLE, &seed, r, 0, hole);
}

static const pawl_profile *polygon(const pawl_xy *p, int n)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.closed = true};
  for (int i = 0; i < n; i++)
    pawl_outline_line(o, p[i], p[(i + 1) % n], i, i + 1);
  return pawl_outline_close(o, &end);
}

static const pawl_profile *box(double w, double h)
{
  return polygon((pawl_xy[]){{-w, -h}, {w, -h}, {w, h}, {-w, h}}, 4);
}

static void random_pairs_have_no_other_minima(void **state)
{
  (void)state;
  campaign sum = {.first = -1};
  for (int i = 0; i < PAIRS; i++)
    campaign_pair((unsigned long long)i, &sum);
  print_message(
      "%ld pairs, %ld touches, %ld overlap: %ld missed, %ld wrong, %ld untrue, %ld other; r·t to %.1e\n",
      sum.pairs, sum.touches, sum.overlaps, sum.missed, sum.wrong, sum.untrue, sum.other, sum.worst);
  assert_int_equal(sum.first, -1);
  assert_true(sum.pairs > PAIRS * 0.99 && sum.worst < 1e-14);
}

/* ---- circles ---- */

static void a_pin_in_a_ring(void **state)
{
  (void)state;
  const pawl_profile *ring = circle(1, true), *pin = circle(0.9, false);
  pawl_touch t[MOST];
  pawl_search_note note;
  assert_int_equal(search(ring, pin, shape_placed((pawl_xy){0.03, 0.04}, 1), 1, t, &note), 1);
  assert_true(fabs(t[0].gap - 0.05) < 1e-15);
  assert_true(hypot(t[0].n.x + 0.6, t[0].n.y + 0.8) < 1e-14);
  assert_false(note.conformal);
  /* One centre: no touch is better than another, and none closes before the pin has crossed the clearance. */
  assert_int_equal(search(ring, pin, shape_placed((pawl_xy){0, 0}, 1), 1, t, &note), 0);
  assert_true(fabs(note.beyond - 0.1) < 1e-12 && !note.conformal);
  /* Pressed through the wall. */
  assert_int_equal(search(ring, pin, shape_placed((pawl_xy){0.2, 0}, 1), 1, t, &note), 1);
  assert_true(fabs(t[0].gap + 0.1) < 1e-15);
}

static void circles_that_fit_are_conformal(void **state)
{
  (void)state;
  pawl_touch t[MOST];
  pawl_search_note note;
  search(circle(1, true), circle(1, false), shape_placed((pawl_xy){0, 0}, 1), 1, t, &note);
  assert_true(note.conformal && note.beyond == 0);
  /* An ellipse in its own hole; one of the two a NURBS. */
  static const double axes[2] = {1, 0.5};
  const double w = sqrt(0.5);
  pawl_xy point[9] = {{1, 0}, {1, .5}, {0, .5}, {-1, .5}, {-1, 0}, {-1, -.5}, {0, -.5}, {1, -.5}, {1, 0}};
  double weight[9] = {1, w, 1, w, 1, w, 1, w, 1}, knot[12] = {0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
  pawl_outline *o = pawl_outline_open(shape_arena()), *p = pawl_outline_open(shape_arena());
  pawl_outline_end solid = {.closed = true}, hole = {.closed = true, .flip = true};
  pawl_outline_function(o, shape_ellipse_at, axes, 0, 2 * SHAPE_PI);
  pawl_outline_nurbs(p, 2, point, weight, 9, knot);
  const pawl_profile *a = pawl_outline_close(o, &hole), *b = pawl_outline_close(p, &solid);
  search(a, b, shape_placed((pawl_xy){0, 0}, 0), 1, t, &note);
  assert_true(note.conformal);
  int n = search(a, b, shape_placed((pawl_xy){0.01, 0.003}, 0.01), 1, t, &note);
  assert_true(n >= 1 && t[0].gap < 0 && !note.conformal);
}

static void far_and_full(void **state)
{
  (void)state;
  pawl_touch t[MOST];
  pawl_search_note note;
  const pawl_profile *a = circle(1, false), *b = circle(0.5, false);
  assert_int_equal(search(a, b, shape_placed((pawl_xy){10, 0}, 0), 1, t, &note), 0);
  assert_true(fabs(note.beyond - 8.5) < 1e-12);
  assert_int_equal(search(a, b, shape_placed((pawl_xy){10, 0}, 0), INFINITY, t, &note), 1);
  assert_true(isinf(note.beyond)); /* two convex profiles: never another one */
  /* A comb of ten teeth over a plate, room for three. */
  pawl_xy plate[4] = {{-1, -1}, {12, -1}, {12, 0}, {-1, 0}};
  pawl_outline *o = pawl_outline_open(shape_arena());
  for (int i = 0; i < 20; i++)
    pawl_outline_line(o, (pawl_xy){0.5 * i, i % 2 ? 0.1 : 1}, (pawl_xy){0.5 * i + 0.5, i % 2 ? 1 : 0.1}, i,
                      i + 1);
  pawl_outline_end end = {.bare_ends = true};
  const pawl_profile *comb = pawl_outline_close(o, &end), *p = polygon(plate, 4);
  pawl_placing here = shape_placed((pawl_xy){0, 0}, 0);
  int n = pawl_search(p, comb, &here, 0.5, NULL, 0, t, 3, pawl_search_room(shape_arena(), p, comb, 3), &note);
  assert_int_equal(n, 3);
  assert_true(note.full && note.beyond <= 0.1 + 1e-12);
  n = search(p, comb, here, 0.5, t, &note);
  assert_int_equal(n, 10);
  for (int i = 0; i < n; i++)
    assert_true(fabs(t[i].gap - 0.1) < 1e-14);
}

/* ---- corners ---- */

/* A box in the corner of a room, pressed into floor and wall: both lower ends of both overlaps. */
static void a_box_in_a_corner(void **state)
{
  (void)state;
  const pawl_profile *room = polygon((pawl_xy[]){{0, 0}, {0, 5}, {-1, 5}, {-1, -1}, {5, -1}, {5, 0}}, 6),
                     *b = box(0.5, 0.5);
  pawl_touch t[MOST];
  pawl_search_note note;
  for (int i = 0; i < 4; i++) {
    double sunk = i == 0 ? -1e-3 : i == 1 ? 1e-12 : i == 2 ? 1e-6 : 1e-3;
    int floor = 0, wall = 0,
        n = search(room, b, shape_placed((pawl_xy){0.5 - 2 * sunk, 0.5 - sunk}, 0), 0.1, t, &note);
    for (int j = 0; j < n; j++) {
      floor += t[j].n.y > 0.9 && fabs(t[j].gap + sunk) < 1e-14;
      wall += t[j].n.x > 0.9 && fabs(t[j].gap + 2 * sunk) < 1e-14;
    }
    assert_int_equal(floor, 2);
    assert_int_equal(wall, 2);
    assert_int_equal(n, 4);
  }
}

/* Two boxes that overlap a little at their faces overlap much along them: only the faces count. */
static void far_sides_do_not_touch(void **state)
{
  (void)state;
  pawl_touch t[MOST];
  pawl_search_note note;
  int n = search(box(1, 0.5), box(1, 0.5), shape_placed((pawl_xy){1.2, 0.99}, 0), 0.1, t, &note);
  assert_int_equal(n, 2);
  for (int i = 0; i < n; i++)
    assert_true(fabs(t[i].gap + 0.01) < 1e-14 && t[i].n.y > 0.99);
  /* Thin plates on each other: the outer faces are near, and opposite, and no overlap. */
  n = search(box(5, 0.05), box(5, 0.05), shape_placed((pawl_xy){0.1, 0.11}, 0), 0.3, t, &note);
  for (int i = 0; i < n; i++)
    assert_true(t[i].gap > 0);
  assert_int_equal(n, 2);
}

/* A disc that lies in a corner touches both walls, whichever side of zero rounding puts the gaps. */
static void a_disc_in_a_corner(void **state)
{
  (void)state;
  const pawl_profile *corner = polygon((pawl_xy[]){{-1, -1}, {5, -1}, {5, 0}, {0, 0}, {0, 5}, {-1, 5}}, 6);
  for (int i = 0; i < 300; i++) {
    double r = 0.3 + 0.001 * i, turn = 0.02 * i, off = 2.2e-16 * (i % 5 - 2), up = 2.2e-16 * (i % 7 - 3);
    pawl_touch t[MOST];
    pawl_search_note note;
    int n = search(corner, circle(r, false), shape_placed((pawl_xy){r * (1 + off), r * (1 + up)}, turn), 0.1,
                   t, &note);
    int both = 0;
    for (int k = 0; k < n; k++)
      both += fabs(t[k].gap) < 1e-14;
    assert_int_equal(both, 2);
  }
}

static void a_knife_over_a_corner(void **state)
{
  (void)state;
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {0};
  pawl_outline_vertex(o, (pawl_xy){0, 0});
  const pawl_profile *knife = pawl_outline_close(o, &end), *b = box(1, 1);
  pawl_touch t[MOST];
  pawl_search_note note;
  assert_int_equal(search(b, knife, shape_placed((pawl_xy){4, 5}, 0), 9, t, &note), 1);
  assert_true(fabs(t[0].gap - 5) < 1e-14 && fabs(t[0].n.x - 0.6) < 1e-15);
  assert_true(isinf(t[0].k[0]) && isinf(t[0].k[1]) && t[0].D > 0);
  assert_int_equal(search(b, knife, shape_placed((pawl_xy){0.2, 1.5}, 0), 9, t, &note), 1);
  assert_true(fabs(t[0].gap - 0.5) < 1e-15);
  int n = search(b, knife, shape_placed((pawl_xy){0.2, 0.9}, 0), 9, t,
                 &note); /* inside: the nearest faces, by depth */
  assert_true(n >= 1 && fabs(t[n - 1].gap + 0.1) < 1e-15);
}

/* The first free numbers, and those of before. */
static void identities_last(void **state)
{
  (void)state;
  const pawl_profile *a = circle(1, false), *b = box(3, 0.2);
  pawl_touch t[MOST], before[2] = {{.id = 7}, {.id = 0}};
  pawl_search_note note;
  pawl_search_work *work = pawl_search_room(shape_arena(), a, b, MOST);
  pawl_placing p = shape_placed((pawl_xy){0, 1.3}, 0.02);
  assert_int_equal(pawl_search(a, b, &p, 1, NULL, 0, t, MOST, work, &note), 1);
  assert_int_equal(t[0].id, 0);
  before[0] = t[0];
  before[0].id = 7;
  p = shape_placed((pawl_xy){0.2, 1.31}, 0.05);
  assert_int_equal(pawl_search(a, b, &p, 1, before, 1, t, MOST, work, &note), 1);
  assert_int_equal(t[0].id, 7);
  before[0].id = 0; /* one that is elsewhere keeps its number to itself */
  before[0].s[0] = 0.75;
  before[0].s[1] = 2.5;
  before[0].n = (pawl_xy){0, -1};
  before[0].feature[1] = 4;
  p = shape_placed((pawl_xy){0, 1.3}, 0.02);
  pawl_search(a, b, &p, 1, before, 1, t, MOST, work, &note);
  assert_int_equal(t[0].id, 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_pairs_have_no_other_minima),
      cmocka_unit_test(a_pin_in_a_ring),
      cmocka_unit_test(circles_that_fit_are_conformal),
      cmocka_unit_test(far_and_full),
      cmocka_unit_test(a_box_in_a_corner),
      cmocka_unit_test(far_sides_do_not_touch),
      cmocka_unit_test(a_disc_in_a_corner),
      cmocka_unit_test(a_knife_over_a_corner),
      cmocka_unit_test(identities_last),
  };
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
