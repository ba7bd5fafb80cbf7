/* Vectors, rotation matrices and unit quaternions in space. Planar things are the same with z = 0. */
#ifndef PAWL_BASE_VEC_H
#define PAWL_BASE_VEC_H

#include <math.h>

typedef struct {
  double x, y, z;
} pawl_vec;

/* A rotation matrix by columns: the axes of the turned frame seen from outside. */
typedef struct {
  pawl_vec x, y, z;
} pawl_mat;

typedef struct {
  double w, x, y, z; /* scalar first */
} pawl_quat;

static inline pawl_vec pawl_v(double x, double y, double z)
{
  return (pawl_vec){x, y, z};
}

static inline pawl_vec pawl_add(pawl_vec a, pawl_vec b)
{
  return (pawl_vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline pawl_vec pawl_sub(pawl_vec a, pawl_vec b)
{
  return (pawl_vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline pawl_vec pawl_times(double s, pawl_vec a)
{
  return (pawl_vec){s * a.x, s * a.y, s * a.z};
}

static inline double pawl_dot(pawl_vec a, pawl_vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline pawl_vec pawl_cross(pawl_vec a, pawl_vec b)
{
  return (pawl_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double pawl_norm(pawl_vec a)
{
  return sqrt(pawl_dot(a, a));
}

static inline pawl_mat pawl_unit_mat(void)
{
  return (pawl_mat){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
}

/* R v: from the turned frame to outside. */
static inline pawl_vec pawl_turn(const pawl_mat *R, pawl_vec v)
{
  return (pawl_vec){R->x.x * v.x + R->y.x * v.y + R->z.x * v.z, R->x.y * v.x + R->y.y * v.y + R->z.y * v.z,
                    R->x.z * v.x + R->y.z * v.y + R->z.z * v.z};
}

/* R^T v: from outside into the turned frame. */
static inline pawl_vec pawl_turn_back(const pawl_mat *R, pawl_vec v)
{
  return (pawl_vec){pawl_dot(R->x, v), pawl_dot(R->y, v), pawl_dot(R->z, v)};
}

static inline pawl_mat pawl_mat_mul(const pawl_mat *A, const pawl_mat *B)
{
  return (pawl_mat){pawl_turn(A, B->x), pawl_turn(A, B->y), pawl_turn(A, B->z)};
}

static inline pawl_mat pawl_mat_transposed(const pawl_mat *A)
{
  return (pawl_mat){{A->x.x, A->y.x, A->z.x}, {A->x.y, A->y.y, A->z.y}, {A->x.z, A->y.z, A->z.z}};
}

static inline pawl_quat pawl_quat_mul(pawl_quat a, pawl_quat b)
{
  return (pawl_quat){
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline pawl_quat pawl_quat_unit(pawl_quat q)
{
  double s = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return (pawl_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

static inline pawl_mat pawl_quat_mat(pawl_quat q)
{
  double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return (pawl_mat){{1 - 2 * (yy + zz), 2 * (xy + wz), 2 * (xz - wy)},
                    {2 * (xy - wz), 1 - 2 * (xx + zz), 2 * (yz + wx)},
                    {2 * (xz + wy), 2 * (yz - wx), 1 - 2 * (xx + yy)}};
}

/* The quaternion of a rotation matrix, w >= 0; the largest component is found first, so nothing cancels. */
pawl_quat pawl_mat_quat(const pawl_mat *R);

/* Some frame whose z axis is `axis` (unit), by the least turn from the world's. */
pawl_mat pawl_mat_with_z(pawl_vec axis);

/* The unit quaternion exp(theta/2) of a rotation vector. */
pawl_quat pawl_quat_exp(pawl_vec theta);

/* A turn about a unit axis. */
pawl_mat pawl_mat_about(pawl_vec axis, double angle);

/* theta' of the chart Q = Q0 exp(theta) when the body turns with w (body axes):
 * theta' = w + 1/2 theta x w + (1 - (a/2) cot(a/2))/a^2 theta x (theta x w), a = |theta|    theory.md, 3.3 */
pawl_vec pawl_chart_rate(pawl_vec theta, pawl_vec w);

#endif
