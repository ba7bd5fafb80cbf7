/* The involute of a circle, as flanks of teeth use it.
 *   p(u) = r_b (t + u n),   t = (cos u, sin u),   n = (sin u, -cos u)
 * u is the roll angle: the thread is tangent to the base circle at the angle u, r_b u long, and points along n, which is the
 * outward normal of a tooth that lies on the left. Radius √(1 + u²) r_b, polar angle u - atan u. For u < 0 it is the
 * mirrored flank, run from tip to root. The curvature is 1/(r_b |u|): at the base circle there is none. */
#ifndef PAWL_PARTS_CURVE_INVOLUTE_H
#define PAWL_PARTS_CURVE_INVOLUTE_H

#include "parts/curve.h"

/* The roll angle is low + rate (u - from). */
typedef struct {
  double base, angle; /* radius of the base circle; the polar angle at which the involute leaves it */
  double from, low, rate;
} pawl_involute;

/* A pawl_plane_function. */
void pawl_involute_at(const void *involute, double u, pawl_plane_jet *jet);

/* The roll angle at a radius, not less than the base. */
static inline double pawl_roll_of(double base, double radius)
{
  return sqrt((radius - base) * (radius + base)) / base;
}

#endif
