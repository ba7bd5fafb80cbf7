/* Stretches of the lift of a cam, h over the angle θ: x = (θ - θ_0)/over runs from 0 to 1 and h = h_0 ± by f(x).
 *   cycloidal      f = x - sin(2πx)/(2π)
 *   3-4-5          f = 10 x³ - 15 x⁴ + 6 x⁵
 *   modified sine  f'' ~ sin(4πx) up to x = 1/8, then sin((4πx + π)/3), and from 7/8 sin(4πx) again
 * All begin and end without velocity and acceleration. */
#ifndef PAWL_PARTS_CURVE_LIFT_H
#define PAWL_PARTS_CURVE_LIFT_H

#include "parts/curve_series.h"
#include "parts/part.h"

typedef enum { PAWL_CYCLOIDAL, PAWL_345, PAWL_MODIFIED_SINE } pawl_lift_law;

/* What `rise`, `fall` and `dwell` have in common. */
typedef struct {
  double over, by; /* rad; m */
  int law;         /* pawl_lift_law */
  int way;         /* 1, -1, 0      */
} pawl_lift;

/* How many smooth pieces it has; x where piece i ends, 0 for i = -1. */
int pawl_lift_pieces(const pawl_lift *lift);
double pawl_lift_end(const pawl_lift *lift, int piece);
/* ± by f(x) of that piece as a series in the angle. */
pawl_series pawl_lift_at(const pawl_lift *lift, int piece, double x);

#endif
