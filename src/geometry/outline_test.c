/* Outlines and the profiles that come of them: features, vertices, sides, faults, polygons, crossings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "geometry/plane.h"
#include "geometry/profile.h"
#include "geometry/shapes_test.h"

static const pawl_profile *polygon(const pawl_xy *p, int n, pawl_outline_end end)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  for (int i = 0; i < (end.closed ? n : n - 1); i++)
    pawl_outline_line(o, p[i], p[(i + 1) % n], i, i + 1);
  return pawl_outline_close(o, &end);
}

static int vertices_of(const pawl_profile *profile)
{
  int count = 0;
  for (int i = 0; i < pawl_profile_features(profile); i++) {
    pawl_profile_part part;
    pawl_profile_feature(profile, i, &part);
    count += part.vertex;
  }
  return count;
}

static void assert_xy(pawl_xy a, double x, double y)
{
  assert_true(hypot(a.x - x, a.y - y) < 1e-12);
}

static void corners_are_vertices_where_they_are_convex(void **state)
{
  (void)state;
  pawl_xy box[4] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}};
  pawl_xy ell[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const pawl_profile *p = polygon(box, 4, (pawl_outline_end){.closed = true});
  assert_int_equal(pawl_profile_features(p), 8);
  assert_int_equal(vertices_of(p), 4);
  assert_true(fabs(pawl_profile_length(p) - 6) < 1e-12);
  assert_true(fabs(pawl_profile_size(p) - sqrt(5)) < 1e-12);
  pawl_profile_point at;
  pawl_profile_at(p, 1, false, &at);
  assert_xy(at.n, 0, -1);
  pawl_profile_at(p, 1, true, &at);
  assert_xy(at.n, 1, 0);
  assert_xy(at.p, 2, 0);
  pawl_profile_at(p, 4, true, &at); /* s begins again */
  assert_xy(at.n, 0, -1);
  pawl_profile_at(p, -0.5, true, &at);
  assert_xy(at.p, 0, 0.5);
  p = polygon(ell, 6, (pawl_outline_end){.closed = true});
  assert_int_equal(vertices_of(p), 5);
  p = polygon(ell, 6, (pawl_outline_end){.closed = true, .flip = true});
  assert_int_equal(vertices_of(p), 1);
}

static void open_curves_have_ends(void **state)
{
  (void)state;
  pawl_xy line[2] = {{-1, 0}, {1, 0}};
  assert_int_equal(pawl_profile_features(polygon(line, 2, (pawl_outline_end){0})), 3);
  assert_int_equal(pawl_profile_features(polygon(line, 2, (pawl_outline_end){.bare_ends = true})), 1);
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_vertex(o, (pawl_xy){3, 4});
  pawl_outline_end end = {.closed = true};
  const pawl_profile *p = pawl_outline_close(o, &end);
  assert_int_equal(pawl_profile_features(p), 1);
  assert_false(pawl_profile_closed(p));
  assert_true(pawl_profile_size(p) == 0);
}

static void features_end_where_the_curvature_jumps(void **state)
{
  (void)state;
  unsigned long long seed = 1;
  assert_int_equal(pawl_profile_features(shape_random(shape_arena(), SHAPE_ROUNDED, &seed, 1, 0, false)), 8);
  assert_int_equal(pawl_profile_features(shape_random(shape_arena(), SHAPE_SPLINE, &seed, 1, 0.2, false)), 1);
  assert_int_equal(pawl_profile_features(shape_random(shape_arena(), SHAPE_ELLIPSE, &seed, 1, 0.2, false)),
                   1);
  pawl_outline *o = pawl_outline_open(shape_arena()); /* a circle of three arcs is one feature */
  for (int i = 0; i < 3; i++)
    pawl_outline_arc(o, (pawl_xy){1, 1}, 2, i * 2 * SHAPE_PI / 3, 2 * SHAPE_PI / 3, i, i + 1);
  pawl_outline_end end = {.closed = true};
  const pawl_profile *p = pawl_outline_close(o, &end);
  assert_int_equal(pawl_profile_features(p), 1);
  assert_true(fabs(pawl_profile_length(p) - 4 * SHAPE_PI) < 1e-11);
  /* Quadratic splines are C1 only: each knot ends a feature. */
  pawl_xy q[12];
  shape_ring(&seed, 1, 0.1, q, 8);
  o = pawl_outline_open(shape_arena());
  shape_closed_nurbs(o, 2, q, NULL, 8);
  assert_int_equal(pawl_profile_features(pawl_outline_close(o, &end)), 8);
}

static void flipping_changes_normal_and_curvature(void **state)
{
  (void)state;
  for (int flip = 0; flip < 2; flip++) {
    unsigned long long seed = 5;
    const pawl_profile *p = shape_random(shape_arena(), SHAPE_CIRCLE, &seed, 2, 0, flip);
    pawl_profile_point at;
    pawl_profile_at(p, 0.25, false, &at);
    assert_xy(at.p, 0, 2);
    assert_xy(at.t, -1, 0);
    assert_xy(at.n, 0, flip ? -1 : 1);
    assert_true(fabs(at.k - (flip ? -0.5 : 0.5)) < 1e-15);
    assert_true(fabs(at.speed - 4 * SHAPE_PI) < 1e-12);
  }
}

static void parameters_run_on(void **state)
{
  (void)state;
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {0};
  pawl_outline_line(o, (pawl_xy){0, 0}, (pawl_xy){1, 0}, 5, 6);
  pawl_outline_line(o, (pawl_xy){1, 0}, (pawl_xy){1, 1}, 0, 2); /* begins again at 0: moved */
  const pawl_profile *p = pawl_outline_close(o, &end);
  double s0, s1;
  pawl_profile_range(p, &s0, &s1);
  assert_true(s0 == 5 && s1 == 8);
  pawl_profile_point at;
  pawl_profile_at(p, 7, false, &at);
  assert_xy(at.p, 1, 0.5);
}

/* ---- faults ---- */

static pawl_outline_end closed_as(pawl_outline *o, bool closed)
{
  pawl_outline_end end = {.closed = closed};
  assert_true((pawl_outline_close(o, &end) == NULL) == (end.fault != PAWL_OUTLINE_GOOD));
  return end;
}

static void standing(const void *context, double u, pawl_plane_jet *jet)
{
  (void)context;
  *jet = (pawl_plane_jet){{u * u * u, 0}, {3 * u * u, 0}, {6 * u, 0}, {6, 0}};
}

static void wild(const void *context, double u, pawl_plane_jet *jet)
{
  (void)context;
  *jet = (pawl_plane_jet){{u > 0.5 ? NAN : u, 0}, {1, 0}, {0, 0}, {0, 0}};
}

static void faults_are_found(void **state)
{
  (void)state;
  pawl_outline *o = pawl_outline_open(shape_arena());
  assert_int_equal(closed_as(o, true).fault, PAWL_OUTLINE_EMPTY);
  o = pawl_outline_open(shape_arena());
  pawl_outline_line(o, (pawl_xy){0, 0}, (pawl_xy){NAN, 0}, 0, 1);
  assert_int_equal(closed_as(o, false).fault, PAWL_OUTLINE_NOT_FINITE);
  o = pawl_outline_open(shape_arena());
  pawl_outline_function(o, wild, NULL, 0, 1);
  assert_int_equal(closed_as(o, false).fault, PAWL_OUTLINE_NOT_FINITE);
  o = pawl_outline_open(shape_arena());
  pawl_outline_line(o, (pawl_xy){0, 0}, (pawl_xy){1, 0}, 0, 1);
  pawl_outline_line(o, (pawl_xy){1, 0.001}, (pawl_xy){1, 1}, 1, 2);
  pawl_outline_end end = closed_as(o, false);
  assert_int_equal(end.fault, PAWL_OUTLINE_GAP);
  assert_int_equal(end.piece, 1);
  assert_xy(end.at, 1, 0);
  o = pawl_outline_open(shape_arena());
  pawl_outline_line(o, (pawl_xy){0, 0}, (pawl_xy){1, 0}, 0, 1);
  pawl_outline_line(o, (pawl_xy){1, 0}, (pawl_xy){1, 1}, 1, 2);
  assert_int_equal(closed_as(o, true).fault, PAWL_OUTLINE_OPEN);
  o = pawl_outline_open(shape_arena());
  pawl_outline_line(o, (pawl_xy){0, 0}, (pawl_xy){1, 0}, 0, 1);
  pawl_outline_line(o, (pawl_xy){1, 0}, (pawl_xy){1, 0}, 1, 2);
  end = closed_as(o, false);
  assert_int_equal(end.fault, PAWL_OUTLINE_NO_LENGTH);
  assert_int_equal(end.piece, 1);
  o = pawl_outline_open(shape_arena());
  pawl_outline_arc(o, (pawl_xy){0, 0}, 0, 0, 1, 0, 1);
  assert_int_equal(closed_as(o, false).fault, PAWL_OUTLINE_NO_LENGTH);
  o = pawl_outline_open(shape_arena());
  pawl_outline_function(o, standing, NULL, -1, 1);
  assert_int_equal(closed_as(o, false).fault, PAWL_OUTLINE_STANDS);
  o = pawl_outline_open(shape_arena());
  pawl_xy cusp[4] = {{0, 0}, {1, 1}, {0, 1}, {1, 0}}; /* its derivative vanishes in the middle */
  pawl_outline_bezier(o, 3, cusp, NULL, 0, 1);
  end = closed_as(o, false);
  assert_int_equal(end.fault, PAWL_OUTLINE_STANDS);
  assert_true(hypot(end.at.x - 0.5, end.at.y - 0.75) < 0.01);
}

/* Memory that runs out at the n-th piece. */
static void *few(void *context, void *old, size_t old_size, size_t size)
{
  int *left = context;
  (void)old_size;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return (*left)-- > 0 ? realloc(old, size) : NULL;
}

static void memory_may_run_out_anywhere(void **state)
{
  (void)state;
  for (int room = 0;; room++) {
    int left = room;
    pawl_arena small;
    pawl_memory memory = {few, &left};
    pawl_arena_open(&small, &memory);
    pawl_outline *o = pawl_outline_open(&small);
    pawl_outline_end end = {.closed = true};
    bool good = false;
    if (o) {
      unsigned long long seed = 1;
      pawl_xy p[20];
      shape_ring(&seed, 1, 0.2, p, 8);
      shape_closed_nurbs(o, 3, p, NULL, 8);
      good = pawl_outline_close(o, &end) != NULL;
      assert_true(good || end.fault == PAWL_OUTLINE_NO_MEMORY);
    }
    pawl_arena_close(&small);
    if (good) {
      assert_true(room > 0);
      return;
    }
  }
}

/* ---- pictures ---- */

static double distance_to(const pawl_xy *p, int n, pawl_xy x)
{
  double least = INFINITY;
  for (int i = 0; i + 1 < n; i++) {
    pawl_xy d = xy_sub(p[i + 1], p[i]), q = xy_sub(x, p[i]);
    double t = fmin(1, fmax(0, xy_dot(q, d) / xy_dot(d, d)));
    least = fmin(least, xy_norm(xy_along(q, -t, d)));
  }
  return least;
}

static void polygons_keep_to_the_error(void **state)
{
  (void)state;
  unsigned long long seed = 1;
  static pawl_xy p[4096];
  for (int kind = 0; kind < SHAPE_KINDS; kind++) {
    const pawl_profile *profile = shape_random(shape_arena(), (shape_kind)kind, &seed, 1, 0.3, false);
    double s0, s1, worst = 0;
    pawl_profile_range(profile, &s0, &s1);
    int n = pawl_profile_polygon(profile, 1e-3, p, 4096);
    assert_true(n > 1 && n < 400);
    for (int i = 0; i < 2000; i++) {
      pawl_profile_point at;
      pawl_profile_at(profile, s0 + i * (s1 - s0) / 2000, false, &at);
      worst = fmax(worst, distance_to(p, n, at.p));
    }
    assert_true(worst < 1e-3);
    if (pawl_profile_closed(profile))
      assert_true(p[0].x == p[n - 1].x && p[0].y == p[n - 1].y);
    assert_true(pawl_profile_polygon(profile, 1e-6, p, 20) <= 20);
  }
}

static void crossings_with_itself_are_found(void **state)
{
  (void)state;
  pawl_xy eight[4] = {{0, 0}, {2, 2}, {2, 0}, {0, 2}}, at;
  double s[2];
  assert_true(pawl_profile_crosses_itself(polygon(eight, 4, (pawl_outline_end){.closed = true}), &at, s));
  assert_true(hypot(at.x - 1, at.y - 1) < 1e-9);
  assert_true(fabs(s[0] - 0.5) < 1e-9 && fabs(s[1] - 2.5) < 1e-9);
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_xy loop[4] = {{0, 0}, {3, 2}, {-2, 2}, {1, 0}};
  pawl_outline_end end = {0};
  pawl_outline_bezier(o, 3, loop, NULL, 0, 1);
  assert_true(pawl_profile_crosses_itself(pawl_outline_close(o, &end), &at, s));
  pawl_profile_point p, q;
  const pawl_profile *simple;
  o = pawl_outline_open(shape_arena());
  pawl_outline_bezier(o, 3, loop, NULL, 0, 1);
  simple = pawl_outline_close(o, &end);
  pawl_profile_at(simple, s[0], false, &p);
  pawl_profile_at(simple, s[1], false, &q);
  assert_true(xy_distance(p.p, q.p) < 1e-7);
  unsigned long long seed = 3;
  for (int kind = 0; kind < SHAPE_KINDS; kind++)
    for (int i = 0; i < 10; i++)
      assert_false(pawl_profile_crosses_itself(
          shape_random(shape_arena(), (shape_kind)kind, &seed, 1, 0.2, false), &at, s));
}

/* Ten thousand corners: a ring with one corner out of its place, and a star of spikes. */
static void crossings_among_many_corners(void **state)
{
  (void)state;
  enum { N = 10000 };
  static pawl_xy p[N];
  double s[2];
  pawl_xy at;
  for (int i = 0; i < N; i++)
    p[i] = shape_polar(1, 2 * SHAPE_PI * (i == N - 7 ? i - 3.5 : i) / N);
  assert_true(pawl_profile_crosses_itself(polygon(p, N, (pawl_outline_end){.closed = true}), &at, s));
  assert_true(fabs(s[0] - (N - 11)) <= 1 && fabs(s[1] - (N - 7)) <= 1 && fabs(hypot(at.x, at.y) - 1) < 1e-5);
  for (int i = 0; i < N; i++)
    p[i] = shape_polar(i % 2 ? 1 : 0.9, 2 * SHAPE_PI * i / N);
  assert_false(pawl_profile_crosses_itself(polygon(p, N, (pawl_outline_end){.closed = true}), &at, s));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(corners_are_vertices_where_they_are_convex),
      cmocka_unit_test(open_curves_have_ends),
      cmocka_unit_test(features_end_where_the_curvature_jumps),
      cmocka_unit_test(flipping_changes_normal_and_curvature),
      cmocka_unit_test(parameters_run_on),
      cmocka_unit_test(faults_are_found),
      cmocka_unit_test(memory_may_run_out_anywhere),
      cmocka_unit_test(polygons_keep_to_the_error),
      cmocka_unit_test(crossings_with_itself_are_found),
      cmocka_unit_test(crossings_among_many_corners),
  };
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
