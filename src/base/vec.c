/* The few functions of vec.h that are not one-liners. */
#include "base/vec.h"

#include "base/trig.h"

pawl_quat pawl_mat_quat(const pawl_mat *R)
{
  double t = R->x.x + R->y.y + R->z.z;
  pawl_quat q;
  if (t >= R->x.x && t >= R->y.y && t >= R->z.z)
    q = (pawl_quat){1 + t, R->y.z - R->z.y, R->z.x - R->x.z, R->x.y - R->y.x};
  else if (R->x.x >= R->y.y && R->x.x >= R->z.z)
    q = (pawl_quat){R->y.z - R->z.y, 1 + R->x.x - R->y.y - R->z.z, R->x.y + R->y.x, R->x.z + R->z.x};
  else if (R->y.y >= R->z.z)
    q = (pawl_quat){R->z.x - R->x.z, R->x.y + R->y.x, 1 + R->y.y - R->x.x - R->z.z, R->y.z + R->z.y};
  else
    q = (pawl_quat){R->x.y - R->y.x, R->x.z + R->z.x, R->y.z + R->z.y, 1 + R->z.z - R->x.x - R->y.y};
  q = pawl_quat_unit(q);
  return q.w < 0 ? (pawl_quat){-q.w, -q.x, -q.y, -q.z} : q;
}

pawl_mat pawl_mat_with_z(pawl_vec n)
{
  if (n.z < -0.9999999) /* straight down: half a turn about x */
    return (pawl_mat){{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  pawl_quat q = pawl_quat_unit((pawl_quat){1 + n.z, -n.y, n.x, 0});
  pawl_mat R = pawl_quat_mat(q);
  R.z = n;
  return R;
}

pawl_quat pawl_quat_exp(pawl_vec theta)
{
  double a = pawl_norm(theta), s, c;
  pawl_sincos(0.5 * a, &s, &c);
  double f = a > 1e-3 ? s / a : 0.5 - a * a * (1.0 / 48 - a * a / 3840);
  return pawl_quat_unit((pawl_quat){c, f * theta.x, f * theta.y, f * theta.z});
}

pawl_mat pawl_mat_about(pawl_vec axis, double angle)
{
  double s, c;
  pawl_sincos(0.5 * angle, &s, &c);
  return pawl_quat_mat((pawl_quat){c, s * axis.x, s * axis.y, s * axis.z});
}

pawl_vec pawl_chart_rate(pawl_vec theta, pawl_vec w)
{
  double aa = pawl_dot(theta, theta), s, c, f;
  if (aa > 1e-4) {
    double a = sqrt(aa);
    pawl_sincos(0.5 * a, &s, &c);
    f = (1 - 0.5 * a * c / s) / aa;
  } else
    f = 1.0 / 12 + aa * (1.0 / 720 + aa / 30240);
  pawl_vec tw = pawl_cross(theta, w);
  return pawl_add(pawl_add(w, pawl_times(0.5, tw)), pawl_times(f, pawl_cross(theta, tw)));
}
