/* Random profiles for tests and benchmarks: the same on every machine. */
#ifndef PAWL_GEOMETRY_SHAPES_TEST_H
#define PAWL_GEOMETRY_SHAPES_TEST_H

#include <math.h>

#include "base/chance.h"
#include "base/trig.h"
#include "geometry/touch.h"

#define SHAPE_PI 3.14159265358979323846

typedef enum {
  SHAPE_SPLINE,  /* closed cubic spline, uniform knots */
  SHAPE_NURBS,   /* closed, of any degree, with weights */
  SHAPE_CORNERS, /* closed, some knots of full multiplicity */
  SHAPE_POLYGON, /* lines */
  SHAPE_ROUNDED, /* lines and arcs */
  SHAPE_CIRCLE,
  SHAPE_ELLIPSE, /* a function */
  SHAPE_STROKE,  /* an open spline with end vertices */
  SHAPE_KINDS
} shape_kind;

static inline double shape_range(unsigned long long *seed, double lo, double hi)
{
  return lo + 0.5 * (1 + pawl_chance(seed)) * (hi - lo);
}

static inline int shape_pick(unsigned long long *seed, int n)
{
  int i = (int)(0.5 * (1 + pawl_chance(seed)) * n);
  return i < n ? i : n - 1;
}

static inline pawl_xy shape_polar(double r, double angle)
{
  double s, c;
  pawl_sincos(angle, &s, &c);
  return (pawl_xy){r * c, r * s};
}

/* Points around the origin, at radii between 1 - wave and 1 + wave times `size`. */
static inline void shape_ring(unsigned long long *seed, double size, double wave, pawl_xy *p, int n)
{
  int lobes = 1 + shape_pick(seed, 4);
  double phase = shape_range(seed, 0, 6);
  for (int i = 0; i < n; i++) {
    double angle = 2 * SHAPE_PI * i / n, s, c;
    pawl_sincos(lobes * angle + phase, &s, &c);
    p[i] = shape_polar(size * (1 + wave * (0.6 * s + 0.4 * pawl_chance(seed))), angle);
  }
}

/* A closed NURBS of uniform knots: the first `degree` points again at the end. */
static inline void shape_closed_nurbs(pawl_outline *o, int degree, pawl_xy *p, double *weight, int n)
{
  double knot[80];
  for (int i = 0; i < degree; i++) {
    p[n + i] = p[i];
    if (weight)
      weight[n + i] = weight[i];
  }
  for (int i = 0; i <= n + 2 * degree; i++)
    knot[i] = i - degree;
  pawl_outline_nurbs(o, degree, p, weight, n + degree, knot);
}

/* Cubic pieces between random corners; the tangents at the corners are free. */
static inline void shape_with_corners(pawl_outline *o, unsigned long long *seed, double size, double wave)
{
  pawl_xy p[64];
  int corners = 3 + shape_pick(seed, 4), n = 3 * corners;
  double knot[80];
  shape_ring(seed, size, wave, p, n);
  p[n] = p[0];
  for (int i = 0; i < n + 5; i++)
    knot[i] = i == 0 ? 0 : i == n + 4 ? n / 3 : (i - 1) / 3;
  pawl_outline_nurbs(o, 3, p, NULL, n + 1, knot);
}

static inline void shape_polygon(pawl_outline *o, unsigned long long *seed, double size, double wave)
{
  pawl_xy p[16];
  int n = 3 + shape_pick(seed, 6);
  shape_ring(seed, size, wave, p, n);
  for (int i = 0; i < n; i++)
    pawl_outline_line(o, p[i], p[(i + 1) % n], i, i + 1);
}

/* A rectangle with rounded corners. */
static inline void shape_rounded(pawl_outline *o, unsigned long long *seed, double size)
{
  double a = size * shape_range(seed, 0.3, 1), b = size * shape_range(seed, 0.3, 1);
  double r = fmin(a, b) * shape_range(seed, 0.1, 0.9), u = 0;
  for (int i = 0; i < 4; i++) {
    double w = i % 2 ? a : b, h = i % 2 ? b : a; /* this side lies at distance w, and is 2 h long */
    pawl_xy out = shape_polar(1, (i - 1) * SHAPE_PI / 2), on = shape_polar(1, i * SHAPE_PI / 2);
    pawl_xy from = {w * out.x - (h - r) * on.x, w * out.y - (h - r) * on.y};
    pawl_xy to = {w * out.x + (h - r) * on.x, w * out.y + (h - r) * on.y};
    pawl_xy centre = {to.x - r * out.x, to.y - r * out.y};
    pawl_outline_line(o, from, to, u, u + 2 * (h - r));
    u += 2 * (h - r);
    pawl_outline_arc(o, centre, r, (i - 1) * SHAPE_PI / 2, SHAPE_PI / 2, u, u + r * SHAPE_PI / 2);
    u += r * SHAPE_PI / 2;
  }
}

/* context: the two half axes. */
static inline void shape_ellipse_at(const void *context, double u, pawl_plane_jet *jet)
{
  const double *axes = context;
  double s, c;
  pawl_sincos(u, &s, &c);
  jet->p = (pawl_xy){axes[0] * c, axes[1] * s};
  jet->d1 = (pawl_xy){-axes[0] * s, axes[1] * c};
  jet->d2 = (pawl_xy){-axes[0] * c, -axes[1] * s};
  jet->d3 = (pawl_xy){axes[0] * s, -axes[1] * c};
}

static inline void shape_stroke(pawl_outline *o, unsigned long long *seed, double size)
{
  pawl_xy p[12];
  double knot[20];
  int n = 5 + shape_pick(seed, 5);
  for (int i = 0; i < n; i++)
    p[i] = (pawl_xy){size * (2.0 * i / (n - 1) - 1), size * 0.4 * pawl_chance(seed)};
  for (int i = 0; i < n + 4; i++)
    knot[i] = i < 4 ? 0 : i > n - 1 ? n - 3 : i - 3;
  pawl_outline_nurbs(o, 3, p, NULL, n, knot);
}

static inline const pawl_profile *shape_random(pawl_arena *arena, shape_kind kind, unsigned long long *seed,
                                               double size, double wave, bool flip)
{
  pawl_outline *o = pawl_outline_open(arena);
  pawl_outline_end end = {.closed = kind != SHAPE_STROKE, .flip = flip};
  pawl_xy p[64];
  double weight[64];
  int n = 6 + shape_pick(seed, 11), degree = 1 + shape_pick(seed, 6);
  switch (kind) {
  case SHAPE_SPLINE:
    shape_ring(seed, size, wave, p, n);
    shape_closed_nurbs(o, 3, p, NULL, n);
    break;
  case SHAPE_NURBS:
    shape_ring(seed, size, wave, p, n);
    for (int i = 0; i < n; i++)
      weight[i] = shape_range(seed, 0.4, 2.5);
    shape_closed_nurbs(o, degree, p, weight, n);
    break;
  case SHAPE_CORNERS:
    shape_with_corners(o, seed, size, wave);
    break;
  case SHAPE_POLYGON:
    shape_polygon(o, seed, size, wave);
    break;
  case SHAPE_ROUNDED:
    shape_rounded(o, seed, size);
    break;
  case SHAPE_CIRCLE:
    pawl_outline_arc(o, (pawl_xy){0, 0}, size, 0, 2 * SHAPE_PI, 0, 1);
    break;
  case SHAPE_ELLIPSE: {
    double *axes = PAWL_TAKE(arena, 2, double);
    axes[0] = size;
    axes[1] = size * shape_range(seed, 0.3, 1);
    pawl_outline_function(o, shape_ellipse_at, axes, 0, 2 * SHAPE_PI);
    break;
  }
  default:
    shape_stroke(o, seed, size);
    break;
  }
  return pawl_outline_close(o, &end);
}

/* Where the second profile is, seen from the first. */
static inline pawl_placing shape_placed(pawl_xy r, double angle)
{
  pawl_placing p = {.r = r};
  pawl_sincos(angle, &p.s, &p.c);
  return p;
}

/* The memory of all profiles of a group of tests, and its begin and end. */
static inline pawl_arena *shape_arena(void)
{
  static pawl_arena arena;
  return &arena;
}

static inline int shape_open(void **state)
{
  (void)state;
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(shape_arena(), &memory);
  return 0;
}

static inline int shape_close(void **state)
{
  (void)state;
  pawl_arena_close(shape_arena());
  return 0;
}

#endif
