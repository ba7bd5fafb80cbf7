/* Rational Bézier curves of degree 1 to 9, and how any NURBS is made of them.
 *
 * A curve is c(v) = P(v)/W(v) with P = Σ B_i(v) w_i p_i and W = Σ B_i(v) w_i. Control points (w x, w y, w)
 * are kept on 0 <= v <= 1; to evaluate, P and W are written in powers of z = 2 v - 1, about the middle:
 * that is as accurate as de Casteljau's scheme on the short pieces of a profile, where the coefficients
 * fall, and takes a third of the time. */
#ifndef PAWL_GEOMETRY_NURBS_H
#define PAWL_GEOMETRY_NURBS_H

#include "geometry/profile.h"

#define PAWL_MOST_DEGREE 9

/* Homogeneous control points: c[0] is w x, c[1] is w y, c[2] is w. */
typedef struct {
  int degree;
  bool rational; /* the weights differ */
  double c[3][PAWL_MOST_DEGREE + 1];
} pawl_bezier;

/* The same in powers of z: p[0 … degree] of x, y and W interleaved. */
typedef struct {
  int degree;
  bool rational;
  double c[PAWL_MOST_DEGREE + 1][3];
} pawl_powers;

/* Weight NULL: all 1. */
void pawl_bezier_make(pawl_bezier *b, int degree, const pawl_xy *point, const double *weight);
/* The part of it between v0 and v1. */
void pawl_bezier_part(const pawl_bezier *b, double v0, double v1, pawl_bezier *part);
void pawl_bezier_powers(const pawl_bezier *b, pawl_powers *p);
/* Point and derivatives by z, -1 <= z <= 1 and a little beyond. */
void pawl_powers_jet(const pawl_powers *p, double z, pawl_plane_jet *jet);

/* A NURBS: n control points, n + degree + 1 knots; its range is knot[degree] … knot[n]. Its Bézier pieces
 * are one for each i from degree to n - 1 with knot[i] < knot[i + 1]. */
typedef struct {
  int degree, n;
  const pawl_xy *point;
  const double *weight; /* NULL: all 1 */
  const double *knot;
} pawl_nurbs;
void pawl_nurbs_bezier(const pawl_nurbs *curve, int i, pawl_bezier *b);

#endif
