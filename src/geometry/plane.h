/* Vectors in the plane, and directions between two others. */
#ifndef PAWL_GEOMETRY_PLANE_H
#define PAWL_GEOMETRY_PLANE_H

#include <math.h>

#include "geometry/profile.h"

/* fmin and fmax are calls to the C library, for the sake of NaNs. */
static inline double lesser(double a, double b)
{
  return a < b ? a : b;
}

static inline double greater(double a, double b)
{
  return a > b ? a : b;
}

static inline pawl_xy xy_add(pawl_xy a, pawl_xy b)
{
  return (pawl_xy){a.x + b.x, a.y + b.y};
}

static inline pawl_xy xy_sub(pawl_xy a, pawl_xy b)
{
  return (pawl_xy){a.x - b.x, a.y - b.y};
}

static inline pawl_xy xy_times(double s, pawl_xy a)
{
  return (pawl_xy){s * a.x, s * a.y};
}

/* a + s b */
static inline pawl_xy xy_along(pawl_xy a, double s, pawl_xy b)
{
  return (pawl_xy){a.x + s * b.x, a.y + s * b.y};
}

static inline pawl_xy xy_between(pawl_xy a, pawl_xy b)
{
  return (pawl_xy){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
}

static inline double xy_dot(pawl_xy a, pawl_xy b)
{
  return a.x * b.x + a.y * b.y;
}

static inline double xy_cross(pawl_xy a, pawl_xy b)
{
  return a.x * b.y - a.y * b.x;
}

static inline double xy_norm(pawl_xy a)
{
  return sqrt(a.x * a.x + a.y * a.y);
}

static inline double xy_distance(pawl_xy a, pawl_xy b)
{
  return xy_norm(xy_sub(a, b));
}

static inline pawl_xy xy_unit(pawl_xy a)
{
  return xy_times(1 / xy_norm(a), a);
}

/* A quarter turn to the left, and to the right. */
static inline pawl_xy xy_left(pawl_xy a)
{
  return (pawl_xy){-a.y, a.x};
}

static inline pawl_xy xy_right(pawl_xy a)
{
  return (pawl_xy){a.y, -a.x};
}

static inline pawl_xy xy_back(pawl_xy a)
{
  return (pawl_xy){-a.x, -a.y};
}

static inline bool xy_finite(pawl_xy a)
{
  return isfinite(a.x) && isfinite(a.y);
}

#endif
