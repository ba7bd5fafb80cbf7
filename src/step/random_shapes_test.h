/* Random closed shapes for tests, inside the circle of radius 1: written in any unit, and mirrored. */
#ifndef PAWL_STEP_RANDOM_SHAPES_TEST_H
#define PAWL_STEP_RANDOM_SHAPES_TEST_H

#include "base/trig.h"
#include "step/siblings_test.h"

typedef enum {
  CIRCLE,
  ELLIPSE,
  SUPERELLIPSE,
  SINUS_ELLIPSE,
  GEAR,
  POLYGON,
  ROUNDED,
  SPLINE,
  NURBS,
  KINDS
} kind_of_shape;

enum { POINTS = 10 };

typedef struct {
  kind_of_shape kind;
  double a, b, exponent, amplitude, rounding;
  int waves, teeth, degree, count;
  double x[POINTS], y[POINTS], w[POINTS];
} test_shape;

static inline int whole(unsigned long long *seed, int from, int to)
{
  return from + (int)uniform(seed, 0, to - from + 1);
}

/* A star of points, counterclockwise. Corners stay convex or are mildly hollow; smooth curves may be
 * deeply hollow. */
static inline void roll_points(unsigned long long *seed, test_shape *s)
{
  double least = s->kind == POLYGON ? 0.6 : 0.3;
  s->count = s->kind == NURBS ? whole(seed, 5, POINTS) : whole(seed, 3, 7);
  s->degree = whole(seed, 2, s->count - 1 < 9 ? s->count - 1 : 9);
  bool weighted = uniform(seed, 0, 1) < 0.5;
  for (int i = 0; i < s->count; i++) {
    double r = uniform(seed, least, 1), sine, cosine;
    pawl_sincos(2 * 3.14159265358979323846 * i / s->count, &sine, &cosine);
    s->x[i] = r * cosine;
    s->y[i] = r * sine;
    s->w[i] = weighted ? uniform(seed, 0.3, 3) : 1;
  }
}

static inline test_shape roll_shape(unsigned long long *seed, kind_of_shape kind)
{
  test_shape s = {.kind = kind};
  s.a = uniform(seed, 0.3, 0.9);
  s.b = kind == ELLIPSE ? s.a * pow(10, uniform(seed, -2, 0)) : uniform(seed, 0.3, 0.9);
  s.exponent = uniform(seed, 2, 8);
  s.amplitude = uniform(seed, 0.01, 0.08);
  s.waves = whole(seed, 2, 7);
  s.teeth = whole(seed, 8, 24);
  s.rounding = uniform(seed, 0.005, 0.05);
  roll_points(seed, &s);
  return s;
}

/* Mirrored at the x axis, its points again counterclockwise and beginning with the same one. */
static inline test_shape mirrored(const test_shape *s)
{
  test_shape m = *s;
  m.amplitude = -s->amplitude; /* sin(-n s) */
  for (int i = 0; i < s->count; i++) {
    int from = i == 0 ? 0 : s->count - i;
    m.x[i] = s->x[from];
    m.y[i] = -s->y[from];
    m.w[i] = s->w[from];
  }
  return m;
}

static inline void say_points(char *text, const test_shape *s, double unit)
{
  for (int i = 0; i < s->count; i++) {
    say(text, "{%.17g, %.17g", s->x[i] * unit, s->y[i] * unit);
    if (s->kind == NURBS)
      say(text, ", w = %.17g", s->w[i]);
    say(text, "}, ");
  }
}

static inline void say_shape(char *text, const test_shape *s, double unit)
{
  double a = s->a * unit, b = s->b * unit;
  switch (s->kind) {
  case CIRCLE:
    say(text, "circle { radius = %.17g }", a);
    return;
  case ELLIPSE:
    say(text, "ellipse { a = %.17g, b = %.17g }", a, b);
    return;
  case SUPERELLIPSE:
    say(text, "superellipse { a = %.17g, b = %.17g, exponent = %.17g }", a, b, s->exponent);
    return;
  case SINUS_ELLIPSE:
    say(text, "sinus_ellipse { a = %.17g, b = %.17g, amplitude = %.17g, waves = %d }", a, b,
        s->amplitude * unit, s->waves);
    return;
  case GEAR:
    say(text, "gear_profile { radius = %.17g, teeth = %d }", 0.8 * a, s->teeth);
    return;
  default:
    break;
  }
  say(text, "%s { ", s->kind == SPLINE ? "spline" : s->kind == NURBS ? "nurbs" : "polygon");
  if (s->kind == NURBS)
    say(text, "degree = %d, points = { ", s->degree);
  say_points(text, s, unit);
  if (s->kind == ROUNDED)
    say(text, "rounding = %.17g", s->rounding * unit);
  say(text, "%s }", s->kind == SPLINE ? "closed = true" : s->kind == NURBS ? "}, closed = true" : "");
}

#endif
