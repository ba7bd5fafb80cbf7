/* Touches followed: against closed forms, over joints and corners, held beyond ends, straight on straight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/plane.h"
#include "geometry/shapes_test.h"
#include "geometry/touch.h"

#define MOST 32

static const pawl_profile *circle(double r, bool hole)
{
  unsigned long long seed = 1;
  return shape_random(shape_arena(), SHAPE_CIRCLE, &seed, r, 0, hole);
}

static const pawl_profile *box(double w, double h)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.closed = true};
  pawl_xy p[4] = {{-w, -h}, {w, -h}, {w, h}, {-w, h}};
  for (int i = 0; i < 4; i++)
    pawl_outline_line(o, p[i], p[(i + 1) % 4], i, i + 1);
  return pawl_outline_close(o, &end);
}

/* Material below. */
static const pawl_profile *table(double x0, double x1, bool bare)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.bare_ends = bare};
  pawl_outline_line(o, (pawl_xy){x1, 0}, (pawl_xy){x0, 0}, 0, x1 - x0);
  return pawl_outline_close(o, &end);
}

static int find(const pawl_profile *a, const pawl_profile *b, const pawl_placing *p, double interest,
                const pawl_touch *before, int count, pawl_touch *touch)
{
  pawl_search_note note;
  pawl_search_work *work = pawl_search_room(shape_arena(), a, b, MOST);
  return pawl_search(a, b, p, interest, before, count, touch, MOST, work, &note);
}

static void circles_have_a_closed_form(void **state)
{
  (void)state;
  double leaves[2];
  for (int inside = 0; inside < 2; inside++) {
    const pawl_profile *a = circle(2, inside), *b = circle(0.5, false);
    pawl_touch t[MOST];
    pawl_placing p = shape_placed((pawl_xy){inside ? 0.7 : 3, 0.2}, 0);
    assert_int_equal(find(a, b, &p, 10, NULL, 0, t), 1);
    for (int i = 0; i < 2000; i++) {
      double x = (inside ? 0.7 : 3) + 0.3 * sin(0.01 * i), y = 0.3 * cos(0.013 * i), d = hypot(x, y);
      p = shape_placed((pawl_xy){x, y}, 0.02 * i);
      assert_int_equal(pawl_track(a, b, &p, false, &t[0], leaves), PAWL_TRACKED);
      assert_true(fabs(t[0].gap - (inside ? 1.5 - d : d - 2.5)) < 2e-15);
      assert_true(hypot(t[0].n.x - (inside ? -x : x) / d, t[0].n.y - (inside ? -y : y) / d) < 4e-15);
      assert_true(t[0].D > 0 && t[0].s[1] >= 0 && t[0].s[1] <= 1);
    }
  }
}

/* An ellipse over a plane: its lowest point is at -sqrt(a² sin² + b² cos²). */
static void an_ellipse_turns_on_a_plane(void **state)
{
  (void)state;
  static const double axes[2] = {2, 0.7};
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.closed = true};
  pawl_outline_function(o, shape_ellipse_at, axes, 0, 2 * SHAPE_PI);
  const pawl_profile *plane = table(-9, 9, true), *ellipse = pawl_outline_close(o, &end);
  pawl_touch t[MOST];
  pawl_placing p = shape_placed((pawl_xy){0, 2}, 0);
  assert_int_equal(find(plane, ellipse, &p, 10, NULL, 0, t), 1);
  double worst = 0, leaves[2];
  for (int i = 0; i < 3000; i++) {
    double s, c, angle = 0.005 * i;
    pawl_sincos(angle, &s, &c);
    p = shape_placed((pawl_xy){sin(angle), 2}, angle);
    assert_int_equal(pawl_track(plane, ellipse, &p, false, &t[0], leaves), PAWL_TRACKED);
    worst = fmax(worst, fabs(t[0].gap - (2 - sqrt(4 * s * s + 0.49 * c * c))));
  }
  print_message("ellipse on a plane: %.1e\n", worst);
  assert_true(worst < 3e-15);
}

/* A roller around a box: over sides and corners, eight hand-overs in a turn. */
static void a_roller_goes_around_corners(void **state)
{
  (void)state;
  const pawl_profile *a = box(1, 0.5), *b = circle(0.2, false);
  pawl_touch t[MOST];
  pawl_placing p = shape_placed((pawl_xy){2, 0}, 0);
  assert_int_equal(find(a, b, &p, 10, NULL, 0, t), 1);
  int handed = 0;
  double leaves[2];
  for (int i = 0; i <= 1000; i++) {
    double s, c;
    pawl_sincos(2 * SHAPE_PI * i / 1000, &s, &c);
    p = shape_placed((pawl_xy){2 * c, 2 * s}, i * 0.1);
    pawl_tracking how = pawl_track(a, b, &p, false, &t[0], leaves);
    assert_int_not_equal(how, PAWL_LOST);
    handed += how == PAWL_HANDED_OVER;
    double dx = fmax(0, fabs(2 * c) - 1), dy = fmax(0, fabs(2 * s) - 0.5);
    assert_true(fabs(t[0].gap - (hypot(dx, dy) - 0.2)) < 1e-14);
  }
  assert_int_equal(handed, 8);
}

static void held_features_go_on(void **state)
{
  (void)state;
  const pawl_profile *a = box(1, 0.5), *b = circle(0.2, false);
  pawl_touch t[MOST];
  pawl_placing p = shape_placed((pawl_xy){0.9, 1}, 0);
  double leaves[2];
  assert_int_equal(find(a, b, &p, 10, NULL, 0, t), 1);
  p = shape_placed((pawl_xy){1.3, 1}, 0); /* over the corner: the side goes on */
  pawl_touch held = t[0];
  assert_int_equal(pawl_track(a, b, &p, true, &held, leaves), PAWL_TRACKED);
  assert_int_equal(held.feature[0], t[0].feature[0]);
  assert_true(fabs(held.gap - 0.3) < 1e-14);
  assert_true(fabs(leaves[0] - 0.15) < 1e-14 && leaves[1] == 0); /* 0.3 of a side 2 long */
  assert_int_equal(pawl_track(a, b, &p, false, &t[0], leaves), PAWL_HANDED_OVER);
  held = t[0]; /* now on the vertex, held while the roller goes back over the side */
  p = shape_placed((pawl_xy){0.9, 1}, 0);
  assert_int_equal(pawl_track(a, b, &p, true, &held, leaves), PAWL_TRACKED);
  assert_true(leaves[0] > 0.1);
  assert_true(fabs(held.gap - (hypot(0.1, 0.5) - 0.2)) < 1e-14);
}

/* Random pairs on random ways: wherever tracking leads, the search finds the same. */
static void tracking_and_search_agree(void **state)
{
  (void)state;
  unsigned long long seed = 17;
  long tracked = 0, lost = 0, handed = 0;
  for (int i = 0; i < 300; i++) {
    shape_kind ka = (shape_kind)shape_pick(&seed, SHAPE_KINDS),
               kb = (shape_kind)shape_pick(&seed, SHAPE_KINDS);
    const pawl_profile *a = shape_random(shape_arena(), ka, &seed, 1, 0.3, false);
    const pawl_profile *b = shape_random(shape_arena(), kb, &seed, 0.7, 0.3, false);
    pawl_touch t[MOST], now[MOST];
    double angle = shape_range(&seed, 0, 6), way = shape_range(&seed, 0, 6), leaves[2];
    pawl_xy at = shape_polar(2.6, angle), v = shape_polar(0.01, way);
    pawl_placing p = shape_placed((pawl_xy){at.x, at.y}, angle);
    int n = find(a, b, &p, 3, NULL, 0, t);
    for (int j = 1; j <= 40; j++) {
      p = shape_placed((pawl_xy){at.x + v.x * j, at.y + v.y * j}, angle + 0.02 * j);
      int m = find(a, b, &p, 6, t, n, now);
      for (int k = 0; k < n; k++) {
        pawl_tracking how = pawl_track(a, b, &p, false, &t[k], leaves);
        if (how == PAWL_LOST || t[k].straight) {
          lost += how == PAWL_LOST;
          t[k--] = t[--n];
          continue;
        }
        bool found = t[k].gap < 0; /* overlaps may be dropped */
        for (int l = 0; l < m; l++)
          found =
              found || (xy_distance(now[l].x[0], t[k].x[0]) + xy_distance(now[l].x[1], t[k].x[1]) < 1e-9 &&
                        now[l].id == t[k].id);
        assert_true(found);
        tracked++;
        handed += how == PAWL_HANDED_OVER;
      }
    }
  }
  print_message("tracked %ld, handed over %ld, lost %ld\n", tracked, handed, lost);
  assert_true(tracked > 5000 && handed > 100 && lost < tracked / 50);
}

/* ---- straight on straight ---- */

static double end_gap(double tilt, double x)
{
  double s, c;
  pawl_sincos(tilt, &s, &c);
  return x * s - 0.5 * c + 0.6;
}

/* A box rocks on a table: its two lower corners are two touches, whichever is lower, with lasting
 * identities. */
static void a_box_rocks_on_a_table(void **state)
{
  (void)state;
  const pawl_profile *a = table(-5, 5, false), *b = box(1, 0.5);
  static const double tilts[] = {0.05, 0.01, 1e-9, 0, -1e-12, -0.02, -0.09, 0};
  pawl_touch t[MOST], again[MOST];
  double leaves[2];
  int n = 0, left = 0;
  for (int i = 0; i < 8; i++) {
    pawl_placing p = shape_placed((pawl_xy){0, 0.6}, tilts[i]);
    for (int k = 0; k < n; k++) {
      assert_int_not_equal(pawl_track(a, b, &p, false, &t[k], leaves), PAWL_LOST);
      assert_true(fabs(t[k].gap - end_gap(tilts[i], t[k].id == left ? -1 : 1)) < 1e-14);
    }
    int m = find(a, b, &p, 0.5, t, n, again);
    assert_int_equal(m, 2);
    for (int k = 0; k < 2; k++) {
      if (i == 0 && again[k].x[1].x < 0)
        left = again[k].id;
      assert_true(again[k].straight);
      assert_true(fabs(again[k].gap - end_gap(tilts[i], again[k].id == left ? -1 : 1)) < 1e-14);
    }
    assert_true(again[0].id != again[1].id);
    memcpy(t, again, sizeof t);
    n = m;
  }
}

/* It slides over the edge of the table: the end of the overlap passes from its corner to the table's. */
static void a_box_slides_over_an_edge(void **state)
{
  (void)state;
  const pawl_profile *a = box(3, 0.5), *b = box(1, 0.5); /* the table is a box too */
  pawl_touch t[MOST];
  double leaves[2], tilt = 0.003;
  pawl_placing p = shape_placed((pawl_xy){1.5, 1.1}, tilt);
  int n = find(a, b, &p, 0.5, NULL, 0, t), right = t[0].x[1].x > t[1].x[1].x ? 0 : 1, handed = 0;
  assert_int_equal(n, 2);
  for (int i = 0; i <= 100; i++) {
    p = shape_placed((pawl_xy){1.5 + 0.02 * i, 1.1}, tilt);
    for (int k = 0; k < 2; k++) {
      pawl_tracking how = pawl_track(a, b, &p, false, &t[k], leaves);
      assert_int_not_equal(how, PAWL_LOST);
      assert_true(t[k].straight);
      handed += how == PAWL_HANDED_OVER;
    }
    double end = fmin(3, p.r.x + p.c + 0.5 * p.s); /* the right end of the overlap */
    assert_true(fabs(t[right].x[0].x - end) < 1e-3);
  }
  assert_int_equal(handed, 1);
}

/* A rounded box: the flat part's ends are touches on its flanks when these are lower, on its ends when
 * higher. */
static void a_rounded_box_rocks(void **state)
{
  (void)state;
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.closed = true};
  double r = 0.2, u = 0;
  static const pawl_xy c[4] = {{-0.8, -0.3}, {0.8, -0.3}, {0.8, 0.3}, {-0.8, 0.3}};
  for (int i = 0; i < 4; i++) {
    pawl_xy out = shape_polar(r, (i - 1) * SHAPE_PI / 2), from = xy_add(c[i], out),
            to = xy_add(c[(i + 1) % 4], out);
    pawl_outline_line(o, from, to, u, u + 1);
    pawl_outline_arc(o, c[(i + 1) % 4], r, (i - 1) * SHAPE_PI / 2, SHAPE_PI / 2, u + 1, u + 2);
    u += 2;
  }
  const pawl_profile *a = table(-5, 5, false), *b = pawl_outline_close(o, &end);
  pawl_touch t[MOST], again[MOST];
  double leaves[2];
  int n = 0;
  for (int i = 0; i <= 40; i++) {
    double tilt = 0.08 - 0.004 * i, s, cosine;
    pawl_sincos(tilt, &s, &cosine);
    pawl_placing p = shape_placed((pawl_xy){0, 0.6}, tilt);
    for (int k = 0; k < n; k++)
      assert_int_not_equal(pawl_track(a, b, &p, false, &t[k], leaves), PAWL_LOST);
    int m = find(a, b, &p, 0.5, t, n, again);
    assert_int_equal(m, 2);
    for (int k = 0; k < m; k++) {
      double x = again[k].x[1].x < 0 ? -0.8 : 0.8; /* a flank if lower, else the end of the flat part */
      double flank = 0.6 + x * s - 0.3 * cosine - r, flat = 0.6 + x * s - 0.5 * cosine;
      assert_true(fabs(again[k].gap - (x * tilt < 0 ? flank : flat)) < 1e-14);
      bool known = n == 0;
      for (int l = 0; l < n; l++)
        known = known || (t[l].id == again[k].id && fabs(t[l].gap - again[k].gap) < 1e-14);
      assert_true(known);
    }
    memcpy(t, again, sizeof t);
    n = m;
  }
}

/* A corner beside the tip of a spike, whose edge leans as the flank does, by less than 0.1: when it has come past the tip both are touches. Until
 * then one is listed, and it is certain that there is no other for no longer than that takes. */
static void edges_that_pass_each_other_are_foreseen(void **state)
{
  (void)state;
  for (int k = 0; k < 200; k++) {
    double lean = 0.3 + 0.005 * k, tilt = 0.09 * sin(k), high = 0.05 + 0.01 * (k % 7),
           past = 0.02 * (1 + k % 5);
    pawl_outline *o = pawl_outline_open(shape_arena());
    pawl_outline_end end = {.closed = true};
    pawl_xy spike[3] = {{0, 0}, {-10 * cos(lean), -10 * sin(lean)}, {8, -10}};
    for (int i = 0; i < 3; i++)
      pawl_outline_line(o, spike[i], spike[(i + 1) % 3], i, i + 1);
    const pawl_profile *a = pawl_outline_close(o, &end), *b = box(1, 0.3);
    /* the lower left corner of the box, whose bottom runs along the flank, to the right */
    pawl_xy along = {cos(lean), sin(lean)}, up = {-sin(lean), cos(lean)};
    pawl_xy corner = xy_add(xy_times(past, along), xy_times(high, up));
    pawl_placing turned = shape_placed((pawl_xy){0, 0}, lean + tilt);
    pawl_xy to = {turned.c * -1 - turned.s * -0.3, turned.s * -1 + turned.c * -0.3};
    pawl_placing p = shape_placed(xy_sub(corner, to), lean + tilt);
    pawl_touch t[MOST];
    assert_int_equal(find(a, b, &p, 1, NULL, 0, t), 1);
    double certain = pawl_track_level(a, b, &p, t);
    assert_true(certain > 0 && certain <= 1.2 * (past + high));
    p.r = xy_add(p.r, xy_times(-(past + 0.01), along));
    assert_int_equal(find(a, b, &p, 1, NULL, 0, t), 2);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circles_have_a_closed_form),
      cmocka_unit_test(an_ellipse_turns_on_a_plane),
      cmocka_unit_test(a_roller_goes_around_corners),
      cmocka_unit_test(held_features_go_on),
      cmocka_unit_test(tracking_and_search_agree),
      cmocka_unit_test(a_box_rocks_on_a_table),
      cmocka_unit_test(a_box_slides_over_an_edge),
      cmocka_unit_test(a_rounded_box_rocks),
      cmocka_unit_test(edges_that_pass_each_other_are_foreseen),
  };
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
