/* The two scalar constraints that all joints are made of.      theory.md, 4.1 */
#ifndef PAWL_PARTS_ROWS_H
#define PAWL_PARTS_ROWS_H

#include "parts/part.h"

/* The origin of b stays in the plane through the origin of a with normal n, n fixed in a:
 *   phi = n·d,  d = r_b - r_a,   rate = n·u,  u = v_b - v_a - w_a x d */
static inline void pawl_row_plane(const pawl_pair *x, pawl_vec n, pawl_row *row)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), dv = pawl_sub(x->b.v, x->a.v);
  pawl_vec u = pawl_sub(dv, pawl_cross(x->a.w, d));
  row->phi = pawl_dot(n, d);
  row->f = n;
  row->t = pawl_v(0, 0, 0);
  row->gamma = pawl_dot(pawl_cross(x->a.w, n), u) +
               pawl_dot(n, pawl_sub(pawl_sub(x->b.zeta, x->a.zeta), pawl_cross(x->a.w, dv)));
}

/* A direction p of a stays square to a direction s of b:  phi = p·s,  rate = (s x p)·(w_b - w_a) */
static inline void pawl_row_square(const pawl_pair *x, pawl_vec p, pawl_vec s, pawl_row *row)
{
  pawl_vec w = pawl_sub(x->b.w, x->a.w);
  row->phi = pawl_dot(p, s);
  row->t = pawl_cross(s, p);
  row->f = pawl_v(0, 0, 0);
  pawl_vec turning = pawl_add(pawl_cross(pawl_cross(x->b.w, s), p), pawl_cross(s, pawl_cross(x->a.w, p)));
  row->gamma = pawl_dot(turning, w);
}

/* The rate of a row between two frames: t·(w_b - w_a) + f·u */
static inline double pawl_row_rate(const pawl_pair *x, const pawl_row *row)
{
  pawl_vec u = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, pawl_sub(x->b.r, x->a.r)));
  return pawl_dot(row->t, pawl_sub(x->b.w, x->a.w)) + pawl_dot(row->f, u);
}

/* The angle of b against a about an axis that both share, up to whole turns in space; as a row whose rate is its speed. */
static inline void pawl_row_turn(const pawl_pair *x, pawl_vec own_axis, pawl_row *row)
{
  pawl_vec axis = pawl_turn(&x->a.R, own_axis);
  *row = (pawl_row){.t = axis, .gamma = pawl_dot(pawl_cross(x->a.w, axis), pawl_sub(x->b.w, x->a.w))};
  if (x->worlds == PAWL_PLANAR)
    row->phi = x->b.angle - x->a.angle;
  else {
    pawl_mat At = pawl_mat_transposed(&x->a.R), R = pawl_mat_mul(&At, &x->b.R);
    pawl_quat q = pawl_mat_quat(&R);
    row->phi = 2 * atan2(pawl_dot(own_axis, pawl_v(q.x, q.y, q.z)), q.w);
  }
}

/* Planar: b turns with a, up to whole turns:  phi = angle_b - angle_a */
static inline void pawl_row_angle(const pawl_pair *x, pawl_row *row)
{
  *row = (pawl_row){.phi = remainder(x->b.angle - x->a.angle, 2 * 3.14159265358979323846), .t = {0, 0, 1}};
}

/* The origins coincide: 2 rows in a plane, 3 in space, along the axes of a. Returns their number. */
static inline int pawl_rows_point(const pawl_pair *x, pawl_row *row)
{
  pawl_row_plane(x, x->a.R.x, row);
  pawl_row_plane(x, x->a.R.y, row + 1);
  if (x->worlds == PAWL_PLANAR)
    return 2;
  pawl_row_plane(x, x->a.R.z, row + 2);
  return 3;
}

/* The axes stay parallel: 1 row in a plane, 3 in space. */
static inline int pawl_rows_parallel(const pawl_pair *x, pawl_row *row)
{
  if (x->worlds == PAWL_PLANAR) {
    pawl_row_angle(x, row);
    return 1;
  }
  pawl_row_square(x, x->a.R.x, x->b.R.y, row);
  pawl_row_square(x, x->a.R.y, x->b.R.z, row + 1);
  pawl_row_square(x, x->a.R.z, x->b.R.x, row + 2);
  return 3;
}

/* Makes a direction a unit vector; false when it has none. */
static inline bool pawl_make_unit(pawl_vec *n)
{
  double most = fmax(fabs(n->x), fmax(fabs(n->y), fabs(n->z)));
  if (!(most > 0))
    return false;
  *n = pawl_times(1 / most, *n); /* first, so that tiny components do not underflow */
  *n = pawl_times(1 / pawl_norm(*n), *n);
  return true;
}

/* An axis, `own` unless it is given, becomes a unit vector; a sentence when it is none. */
static inline const char *pawl_axis_wrong(pawl_vec *axis, pawl_vec own)
{
  if (isnan(axis->x))
    *axis = own;
  return pawl_make_unit(axis) ? NULL : "'axis' must not be zero";
}

/* Makes a start orientation an exact unit quaternion, or leaves it all NaN; false when only some of it is given, or
 * when it is none. */
static inline bool pawl_make_quaternion(double e[4])
{
  int missing = isnan(e[0]) + isnan(e[1]) + isnan(e[2]) + isnan(e[3]);
  if (missing == 4)
    return true;
  double length = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  if (missing > 0 || !(fabs(length - 1) < 1e-6)) /* digits of a unit quaternion as people print them */
    return false;
  pawl_quat q = pawl_quat_unit((pawl_quat){e[0], e[1], e[2], e[3]});
  e[0] = q.w, e[1] = q.x, e[2] = q.y, e[3] = q.z;
  return true;
}

/* Two unit vectors square to the unit vector n and to each other. */
static inline void pawl_square_to(pawl_vec n, pawl_vec *p, pawl_vec *q)
{
  pawl_mat R = pawl_mat_with_z(n);
  *p = R.x;
  *q = R.y;
}

#endif
