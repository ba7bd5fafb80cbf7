/* Overlaps against brute force: points by the hundred on every edge of random polygons, convex, concave, with holes, open, or single
 * points; curved shapes by fine polygons. Each also mirrored, in other frames, and with the two exchanged. */
#include "geometry/overlap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "geometry/shapes_test.h"

enum { CORNERS = 24, FINE = 3000, MOST_TOUCHES = 16, SAMPLED = 200 };

typedef struct {
  int count;
  bool closed, hole;
  pawl_xy p[CORNERS];
} figure;

/* Two of them, and where the second is seen from the first. */
typedef struct {
  figure a, b;
  pawl_xy r;
  double angle;
} couple;

/* ---- figures ---- */

static pawl_xy turned(pawl_xy p, double angle)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  return (pawl_xy){c * p.x - s * p.y, s * p.x + c * p.y};
}

static pawl_xy plus(pawl_xy a, pawl_xy b)
{
  return (pawl_xy){a.x + b.x, a.y + b.y};
}

static void turn_round(figure *f)
{
  for (int i = 0; i < f->count / 2; i++) {
    pawl_xy p = f->p[i];
    f->p[i] = f->p[f->count - 1 - i];
    f->p[f->count - 1 - i] = p;
  }
}

typedef enum { CONVEX, CONCAVE, HOLE, OPEN, POINT, FIGURES } figure_kind;

static figure random_figure(unsigned long long *seed, figure_kind kind, double size)
{
  figure f = {3 + shape_pick(seed, 8), kind < OPEN, kind == HOLE};
  double flat = shape_range(seed, 0.2, 1), at = shape_range(seed, 0, 6);
  if (kind == POINT) {
    f.count = 1;
    f.p[0] = (pawl_xy){size * shape_range(seed, -1, 1), size * shape_range(seed, -1, 1)};
    return f;
  }
  if (kind == OPEN) {
    f.p[0] = (pawl_xy){-size, 0};
    for (int i = 1; i < f.count; i++)
      f.p[i] =
          plus(f.p[i - 1], shape_polar(size * shape_range(seed, 0.2, 0.8), shape_range(seed, -1.2, 1.2)));
    if (shape_pick(seed, 2))
      turn_round(&f);
    return f;
  }
  for (int i = 0; i < f.count; i++) {
    at += 2 * SHAPE_PI / f.count * shape_range(seed, 0.6, 1.0);
    f.p[i] = shape_polar(size * (kind == CONCAVE ? shape_range(seed, 0.3, 1) : 1), at);
    if (kind != CONCAVE)
      f.p[i].y *= flat;
  }
  if (kind == HOLE)
    turn_round(&f);
  return f;
}

static const pawl_profile *profile_of(const figure *f)
{
  pawl_outline *o = pawl_outline_open(shape_arena());
  pawl_outline_end end = {.closed = f->closed};
  if (f->count == 1)
    pawl_outline_vertex(o, f->p[0]);
  for (int i = 0; i + !f->closed < f->count && f->count > 1; i++)
    pawl_outline_line(o, f->p[i], f->p[(i + 1) % f->count], i, i + 1);
  const pawl_profile *profile = pawl_outline_close(o, &end);
  assert_non_null(profile);
  return profile;
}

static double depth_of(const couple *c, double limit, pawl_xy guess, pawl_parting *last)
{
  const pawl_profile *a = profile_of(&c->a), *b = profile_of(&c->b);
  pawl_placing place = shape_placed(c->r, c->angle);
  return pawl_overlap_depth(a, b, &place, limit, guess, last,
                            pawl_search_room(shape_arena(), a, b, MOST_TOUCHES));
}

/* ---- by force ---- */

static double way_to(pawl_xy p, pawl_xy a, pawl_xy b)
{
  double dx = b.x - a.x, dy = b.y - a.y, t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  t = fmin(1, fmax(0, t));
  return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/* How deep a point is in the material inside (or, of a hole, outside) of a polygon; not in it: 0. */
static double deep_in(pawl_xy p, const pawl_xy *c, int n, bool hole)
{
  double least = INFINITY, around = 0;
  for (int i = 0; i < n; i++) {
    pawl_xy a = c[i], b = c[(i + 1) % n];
    least = fmin(least, way_to(p, a, b));
    double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    around += a.y <= p.y && b.y > p.y && cross > 0 ? 1 : a.y > p.y && b.y <= p.y && cross < 0 ? -1 : 0;
  }
  return (around != 0) != hole ? least : 0;
}

/* The deepest of many points along the edges of one in the other. */
static double deepest(const pawl_xy *p, int n, bool closed, const pawl_xy *into, int m, bool hole)
{
  double most = 0;
  for (int i = 0; i + !closed < n; i++)
    for (int k = 0; k <= SAMPLED; k++) {
      double u = (double)k / SAMPLED;
      pawl_xy a = p[i], b = p[(i + 1) % n], x = {a.x + u * (b.x - a.x), a.y + u * (b.y - a.y)};
      most = fmax(most, deep_in(x, into, m, hole));
    }
  return n == 1 ? deep_in(p[0], into, m, hole) : most;
}

static figure placed_second(const couple *c)
{
  figure b = c->b;
  for (int i = 0; i < b.count; i++)
    b.p[i] = plus(c->r, turned(b.p[i], c->angle));
  return b;
}

static double brute(const couple *c)
{
  figure b = placed_second(c);
  double in_a = c->a.closed ? deepest(b.p, b.count, b.closed, c->a.p, c->a.count, c->a.hole) : 0;
  double in_b = b.closed ? deepest(c->a.p, c->a.count, c->a.closed, b.p, b.count, b.hole) : 0;
  return fmax(in_a, in_b);
}

/* ---- polygons ---- */

static couple random_couple(unsigned long long *seed, figure_kind first, figure_kind second, double size)
{
  couple c = {random_figure(seed, first, size),
              random_figure(seed, second, size * (first == HOLE ? shape_range(seed, 0.2, 0.5) : 1))};
  c.angle = shape_range(seed, -3, 3);
  c.r = shape_polar(size * shape_range(seed, 0, first == HOLE ? 0.8 : 2), shape_range(seed, -3, 3));
  return c;
}

static couple mirrored(const couple *c)
{
  couple d = *c;
  figure *f[] = {&d.a, &d.b};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < f[k]->count; i++)
      f[k]->p[i].x = -f[k]->p[i].x;
    turn_round(f[k]);
  }
  d.r.x = -d.r.x;
  d.angle = -d.angle;
  return d;
}

/* The first in a frame that is turned by u and lies at o, the second in one that is turned by v. */
static couple in_other_frames(const couple *c, double u, pawl_xy o, double v)
{
  couple d = *c;
  for (int i = 0; i < d.a.count; i++)
    d.a.p[i] = turned(plus(c->a.p[i], (pawl_xy){-o.x, -o.y}), -u);
  for (int i = 0; i < d.b.count; i++)
    d.b.p[i] = turned(c->b.p[i], -v);
  d.r = turned(plus(c->r, (pawl_xy){-o.x, -o.y}), -u);
  d.angle = c->angle + v - u;
  return d;
}

static couple exchanged(const couple *c)
{
  pawl_xy r = turned(c->r, -c->angle);
  return (couple){c->b, c->a, {-r.x, -r.y}, -c->angle};
}

typedef struct {
  long pairs, overlaps;
  double least, most; /* depth over what brute force says */
  double views;
} tally;

static void compare(const couple *c, double limit, double size, unsigned long long *seed, tally *sum)
{
  pawl_parting fresh = {0};
  pawl_xy guess = shape_polar(1, shape_range(seed, -3, 3));
  double wanted = brute(c), got = depth_of(c, limit, guess, &fresh), step = 4 * size / SAMPLED;
  if ((got == 0 && wanted > limit * (1 + 1e-9)) || (got > 0 && got > wanted + step))
    fail_msg("%.9g, by brute force %.9g, limit %.3g", got, wanted, limit);
  sum->pairs++;
  if (got > 0 && wanted > 0) {
    sum->overlaps++;
    sum->least = fmin(sum->least, got / wanted);
    sum->most = fmax(sum->most, got / wanted);
  }
  couple view[] = {mirrored(c), exchanged(c),
                   in_other_frames(c, shape_range(seed, -3, 3), shape_polar(size, shape_range(seed, -3, 3)),
                                   shape_range(seed, -3, 3))};
  for (int i = 0; i < 3; i++) {
    fresh = (pawl_parting){0};
    double other = depth_of(view + i, limit, guess, &fresh);
    if (fabs(other - got) > 1e-9 * size && fmax(other, got) > limit * (1 + 1e-6))
      fail_msg("view %d: %.12g, not %.12g (brute force %.12g)", i, other, got, wanted);
    if (other > 0 && got > 0)
      sum->views = fmax(sum->views, fabs(other - got) / size);
  }
}

static void polygons_as_deep_as_by_force(void **state)
{
  (void)state;
  static const figure_kind kinds[][2] = {{CONVEX, CONVEX}, {CONVEX, CONCAVE}, {CONCAVE, CONCAVE},
                                         {HOLE, CONVEX},   {HOLE, CONCAVE},   {CONVEX, OPEN},
                                         {OPEN, CONCAVE},  {HOLE, OPEN},      {POINT, CONVEX},
                                         {CONCAVE, POINT}, {HOLE, POINT}};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    unsigned long long seed = 17 + k;
    tally sum = {.least = INFINITY};
    for (int i = 0; i < soak_or(5000, 300, 60); i++) {
      double size = i % 3 ? 1 : pow(10, shape_range(&seed, -6, 3));
      couple c = random_couple(&seed, kinds[k][0], kinds[k][1], size);
      compare(&c, (i % 2 ? 1e-6 : 1e-3) * size, size, &seed, &sum);
      shape_close(NULL);
      shape_open(NULL);
    }
    print_message("kinds %d and %d: %ld of %ld overlap, %.3f to %.3f of brute force, views apart by %.1e\n",
                  (int)kinds[k][0], (int)kinds[k][1], sum.overlaps, sum.pairs, sum.least, sum.most,
                  sum.views);
    assert_true(sum.overlaps > sum.pairs / 60 && sum.overlaps < sum.pairs);
    if (kinds[k][1] == POINT || kinds[k][0] == POINT)
      assert_true(sum.least > 1 - 1e-9 && sum.most < 1 + 1e-9);
    else if (kinds[k][0] == CONVEX && kinds[k][1] == CONVEX)
      assert_true(sum.least > 0.74); /* of a concave function, at the best of three places */
  }
}

/* ---- what a line parts ---- */

/* The overlap of the two along e: what parts them goes at least so far. */
static double overlap_along(const couple *c, pawl_xy e)
{
  figure b = placed_second(c);
  double high = -INFINITY, low = INFINITY;
  for (int i = 0; i < c->a.count; i++)
    high = fmax(high, e.x * c->a.p[i].x + e.y * c->a.p[i].y);
  for (int i = 0; i < b.count; i++)
    low = fmin(low, e.x * b.p[i].x + e.y * b.p[i].y);
  return high - low;
}

/* Pairs that move: the line of the last look never hides that they have come into each other, whatever is guessed. */
static void lines_never_part_what_overlaps(void **state)
{
  (void)state;
  unsigned long long seed = 29;
  long parted = 0, kept = 0;
  for (int i = 0; i < soak_or(3000, 150, 30); i++) {
    figure_kind kind[] = {(figure_kind)shape_pick(&seed, 2), (figure_kind)shape_pick(&seed, 2)};
    couple c = random_couple(&seed, kind[0], kind[1], 1);
    pawl_parting last = {0};
    pawl_xy way = shape_polar(0.1, shape_range(&seed, -3, 3));
    double spin = shape_range(&seed, -0.2, 0.2), limit = 1e-6;
    c.r = (pawl_xy){-15 * way.x + 0.3 * way.y, -15 * way.y - 0.3 * way.x};
    for (int k = 0; k < 30; k++) {
      pawl_xy guess = shape_polar(1, shape_range(&seed, -3, 3)), before = last.axis;
      double got = depth_of(&c, limit, guess, &last), wanted = brute(&c);
      if (got == 0 && wanted > limit * (1 + 1e-9))
        fail_msg("pair %d, look %d: %.9g deep, and nothing is said", i, k, wanted);
      /* where the new line is not the old one it was found to part them, unless discs did */
      if (got == 0 && (last.axis.x != before.x || last.axis.y != before.y) && k > 0) {
        assert_true(overlap_along(&c, last.axis) <= limit * (1 + 1e-9));
        parted++;
      }
      kept += got == 0 && last.axis.x == before.x && last.axis.y == before.y;
      c.r = plus(c.r, way);
      c.angle += spin;
    }
    shape_close(NULL);
    shape_open(NULL);
  }
  print_message("%ld new lines, %ld times the last one will do\n", parted, kept);
  assert_true(parted > 10 && kept > 100);
}

/* ---- open curves ---- */

/* Of edges that cross, the end that is behind the other by less; counted by ends, not by signs. */
static double brute_open(const couple *c)
{
  figure b = placed_second(c);
  double most = 0;
  for (int i = 0; i + 1 < c->a.count; i++)
    for (int j = 0; j + 1 < b.count; j++) {
      pawl_xy p = c->a.p[i], q = c->a.p[i + 1], r = b.p[j], s = b.p[j + 1];
      double det = (q.x - p.x) * (s.y - r.y) - (q.y - p.y) * (s.x - r.x);
      double t = ((r.x - p.x) * (s.y - r.y) - (r.y - p.y) * (s.x - r.x)) / det,
             u = ((r.x - p.x) * (q.y - p.y) - (r.y - p.y) * (q.x - p.x)) / det;
      if (!(t >= 0 && t <= 1 && u >= 0 && u <= 1))
        continue;
      double sine = fabs(det) / (hypot(q.x - p.x, q.y - p.y) * hypot(s.x - r.x, s.y - r.y));
      /* material is on the left: of each, the end that lies there */
      double behind_a = det > 0 ? 1 - u : u, behind_b = det > 0 ? t : 1 - t;
      most = fmax(
          most, sine * fmin(behind_a * hypot(s.x - r.x, s.y - r.y), behind_b * hypot(q.x - p.x, q.y - p.y)));
    }
  return most;
}

static void open_curves_that_cross(void **state)
{
  (void)state;
  unsigned long long seed = 31;
  int crossed = 0, tries = soak_or(20000, 2000, 300);
  for (int i = 0; i < tries; i++) {
    couple c = random_couple(&seed, OPEN, OPEN, 1);
    pawl_parting last = {0};
    double limit = 1e-4, got = depth_of(&c, limit, (pawl_xy){1, 0}, &last), wanted = brute_open(&c);
    if (fabs(got - (wanted > limit ? wanted : 0)) > 1e-9 && fabs(wanted - limit) > 1e-9)
      fail_msg("%d: %.9g, by brute force %.9g", i, got, wanted);
    crossed += got > 0;
    shape_close(NULL);
    shape_open(NULL);
  }
  print_message("%d of %d open curves cross\n", crossed, tries);
  assert_true(crossed > tries / 10 && crossed < tries * 9 / 10);
}

/* Whether no line parts a point from a figure: seen from it, corners are on all sides. */
static bool is_among(pawl_xy x, const figure *f)
{
  for (int i = 0; i < f->count; i++) {
    pawl_xy e = {f->p[i].x - x.x, f->p[i].y - x.y};
    double most = -INFINITY, least = INFINITY;
    for (int k = 0; k < f->count; k++) {
      double cross = e.x * (f->p[k].y - x.y) - e.y * (f->p[k].x - x.x);
      most = fmax(most, cross);
      least = fmin(least, cross);
    }
    if (most <= 1e-6 || least >= -1e-6)
      return false;
  }
  return true;
}

/* A point that crosses an open curve from the front, which is on the right of its way, has passed; from behind it comes back. It is
 * not told where a line parts them by then, and never where it has not passed. */
static void points_pass_open_curves(void **state)
{
  (void)state;
  unsigned long long seed = 37;
  int passed = 0, among = 0, tries = soak_or(20000, 2000, 300);
  for (int i = 0; i < tries; i++) {
    couple c = random_couple(&seed, OPEN, POINT, 1);
    pawl_parting last = {0};
    double limit = 1e-6, most = 0;
    bool swap = shape_pick(&seed, 2);
    couple old = c;
    c.r = plus(c.r, shape_polar(shape_range(&seed, 0, 1), shape_range(&seed, -3, 3)));
    pawl_xy from = placed_second(&old).p[0], to = placed_second(&c).p[0];
    for (int k = 0; k + 1 < c.a.count; k++) {
      pawl_xy p = c.a.p[k], q = c.a.p[k + 1];
      double length = hypot(q.x - p.x, q.y - p.y);
      double left = ((q.x - p.x) * (to.y - p.y) - (q.y - p.y) * (to.x - p.x)) / length,
             was = ((q.x - p.x) * (from.y - p.y) - (q.y - p.y) * (from.x - p.x)) / length;
      double u = left == was ? 0 : was / (was - left), x = from.x + u * (to.x - from.x),
             y = from.y + u * (to.y - from.y);
      double along = ((x - p.x) * (q.x - p.x) + (y - p.y) * (q.y - p.y)) / (length * length);
      if (was < 0 && left > limit && along > 0 && along < 1)
        most = fmax(most, left);
    }
    couple first = swap ? exchanged(&old) : old, second = swap ? exchanged(&c) : c;
    assert_true(depth_of(&first, limit, (pawl_xy){1, 0}, &last) == 0); /* a first look tells nothing */
    double got = depth_of(&second, limit, (pawl_xy){1, 0}, &last);
    if (fabs(got - most) > 1e-9 && (got > 0 || is_among(to, &c.a)))
      fail_msg("%d: %.9g, by brute force %.9g", i, got, most);
    passed += got > 0;
    among += most > 0 && is_among(to, &c.a);
    shape_close(NULL);
    shape_open(NULL);
  }
  print_message("%d of %d points pass, %d of them into bays\n", passed, tries, among);
  assert_true(passed > tries / 100 && among > tries / 200 && passed < tries / 2);
}

/* ---- curved ---- */

static double curved(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double limit)
{
  pawl_parting last = {0};
  return pawl_overlap_depth(a, b, place, limit, (pawl_xy){1, 0}, &last,
                            pawl_search_room(shape_arena(), a, b, MOST_TOUCHES));
}

static void circles_and_boxes(void **state)
{
  (void)state;
  unsigned long long seed = 41;
  double worst = 0;
  for (int i = 0; i < 300; i++) {
    double R = shape_range(&seed, 0.2, 2), r = shape_range(&seed, 0.1, 0.9) * R;
    double deep = R * pow(10, shape_range(&seed, -5, -1)) * (i % 3 ? 1 : -1),
           angle = shape_range(&seed, -3, 3);
    bool hole = i % 2;
    const pawl_profile *a = shape_random(shape_arena(), SHAPE_CIRCLE, &seed, R, 0, hole),
                       *b = shape_random(shape_arena(), SHAPE_CIRCLE, &seed, r, 0, false);
    figure box = {4, true, false, {{-r, -r}, {r, -r}, {r, r}, {-r, r}}};
    pawl_placing place = shape_placed(shape_polar(hole ? R - r + deep : R + r - deep, angle), 1);
    double got = curved(a, b, &place, 1e-6 * R);
    worst = fmax(worst, fabs(got - fmax(deep, 0)) / R);
    if (!hole) { /* a box whose face is across the way */
      place = shape_placed(shape_polar(R + r - deep, angle), angle);
      got = curved(a, profile_of(&box), &place, 1e-6 * R);
      worst = fmax(worst, fabs(got - fmax(deep, 0)) / R);
    }
    shape_close(NULL);
    shape_open(NULL);
  }
  print_message("circles: off by %.1e\n", worst);
  assert_true(worst < 1e-12);
}

/* Corners of a polygon that is nowhere farther away than `error`, and points between them. */
static int fine_polygon(const pawl_profile *profile, double error, pawl_xy *p)
{
  static pawl_xy corner[FINE];
  int n = pawl_profile_polygon(profile, error, corner, FINE), count = 0;
  double step = 0.02 * pawl_profile_size(profile);
  for (int i = 0; i + 1 < n; i++) {
    pawl_xy d = {corner[i + 1].x - corner[i].x, corner[i + 1].y - corner[i].y};
    int parts = 1 + (int)(hypot(d.x, d.y) / step);
    for (int k = 0; k < parts && count < FINE; k++)
      p[count++] = (pawl_xy){corner[i].x + d.x * k / parts, corner[i].y + d.y * k / parts};
  }
  assert_true(count < FINE);
  return count;
}

/* By polygons. `middle`: whether that of one is in the other. */
static double fine_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, bool hole,
                         double error, bool *middle)
{
  static pawl_xy p[FINE], q[FINE];
  int n = fine_polygon(a, error, p), m = fine_polygon(b, error, q);
  double most = 0;
  for (int i = 0; i < m; i++)
    q[i] = (pawl_xy){place->r.x + place->c * q[i].x - place->s * q[i].y,
                     place->r.y + place->s * q[i].x + place->c * q[i].y};
  for (int i = 0; i < m; i++)
    most = fmax(most, deep_in(q[i], p, n, hole));
  for (int i = 0; i < n; i++)
    most = fmax(most, deep_in(p[i], q, m, false));
  *middle = deep_in(place->r, p, n, hole) > 0 || (!hole && deep_in((pawl_xy){0, 0}, q, m, false) > 0);
  return most;
}

/* The search finds places where outlines are opposite to each other: not where one has come
 * into the other by half its width. */
static void curves_against_fine_polygons(void **state)
{
  (void)state;
  unsigned long long seed = 43;
  long overlaps = 0, pairs = soak_or(5000, 300, 40), near = 0, missed = 0;
  for (long i = 0; i < pairs; i++) {
    bool hole = i % 3 == 0;
    shape_kind kind[] = {(shape_kind)shape_pick(&seed, SHAPE_STROKE),
                         (shape_kind)shape_pick(&seed, SHAPE_STROKE)};
    double size = pow(10, shape_range(&seed, -3, 3)), wave = shape_range(&seed, 0, 0.4);
    const pawl_profile *a = shape_random(shape_arena(), kind[0], &seed, size, wave, hole),
                       *b = shape_random(shape_arena(), kind[1], &seed, size * (hole ? 0.4 : 0.8), wave,
                                         false);
    if (!a || !b)
      continue;
    pawl_placing place =
        shape_placed(shape_polar(size * shape_range(&seed, 0, hole ? 0.8 : 2.2), 6 * wave), 9 * wave);
    double limit = 1e-3 * size, error = 1e-4 * size, got = curved(a, b, &place, limit), wanted;
    bool middle;
    wanted = fine_depth(a, b, &place, hole, error, &middle);
    missed += got == 0 && wanted > limit + 4 * error;
    if (got == 0 && wanted > limit + 4 * error && !middle && wanted < 0.15 * size)
      fail_msg("pair %ld, kinds %d and %d: %.6g deep of %.3g, and nothing is said", i, (int)kind[0],
               (int)kind[1], wanted, size);
    if (got > limit + 4 * error && wanted == 0)
      fail_msg("pair %ld, kinds %d and %d: %.6g of %.3g, and they do not overlap", i, (int)kind[0],
               (int)kind[1], got, size);
    overlaps += got > 0;
    near += got == 0 && wanted == 0;
    shape_close(NULL);
    shape_open(NULL);
  }
  print_message("%ld of %ld curved pairs overlap, %ld do not; %ld are too deep to be seen\n", overlaps, pairs,
                near, missed);
  assert_true(overlaps > pairs / 10 && near > pairs / 10 && missed < pairs / 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(polygons_as_deep_as_by_force),
      cmocka_unit_test(lines_never_part_what_overlaps),
      cmocka_unit_test(open_curves_that_cross),
      cmocka_unit_test(points_pass_open_curves),
      cmocka_unit_test(circles_and_boxes),
      cmocka_unit_test(curves_against_fine_polygons),
  };
  return cmocka_run_group_tests(tests, shape_open, shape_close);
}
