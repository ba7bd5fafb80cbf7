/* Dry friction over a tangent vector of k numbers, one in the plane and two in space: what there is to ask of its law.
 *
 *     |λ_T| <= most  where y_T = 0,        λ_T = -most y_T/|y_T|  where it is not
 *
 * The forces are a disc; in the plane it is an interval, and the directions of y_T are plus and minus. u and v are forces and rates of
 * one kind (natural units).      theory.md, 8.3, 8.10 */
#ifndef PAWL_CONTACT_DISC_H
#define PAWL_CONTACT_DISC_H

#include <math.h>
#include <stdbool.h>

/* The most that friction is: while it slides, and at rest. */
typedef struct {
  double slides, holds;
} pawl_disc;

static inline double pawl_tangent_length(const double *x, int k)
{
  return k == 1 ? fabs(x[0]) : sqrt(x[0] * x[0] + x[1] * x[1]);
}

static inline double pawl_tangent_dot(const double *a, const double *b, int k)
{
  return k == 1 ? a[0] * b[0] : a[0] * b[0] + a[1] * b[1];
}

/* The direction of x; the first tangent where it has none. Of one number the second is left alone. */
static inline void pawl_tangent_direction(double *d, const double *x, int k)
{
  double length = pawl_tangent_length(x, k);
  for (int i = 0; i < k; i++)
    d[i] = length > 0 ? x[i] / length : i == 0;
}

/* The nearest force of the disc. */
static inline void pawl_disc_project(double *force, const double *x, double most, int k)
{
  double length = pawl_tangent_length(x, k);
  for (int i = 0; i < k; i++)
    force[i] = length > most ? most * (x[i] / length) : x[i];
}

/* How far u and v are from sticking, … */
static inline double pawl_disc_off_stick(const double *u, const double *v, pawl_disc most, int k)
{
  double moves = pawl_tangent_length(v, k), beyond = pawl_tangent_length(u, k) - most.holds;
  return moves > beyond ? moves : beyond;
}

/* … and from sliding along a direction; `is_free`: v may be anything. */
static inline double pawl_disc_off_slide(const double *u, const double *v, const double *way, pawl_disc most,
                                         bool is_free, int k)
{
  double off[2] = {0}, beside[2] = {0}, along = pawl_tangent_dot(v, way, k);
  for (int i = 0; i < k; i++) {
    off[i] = u[i] + most.slides * way[i];
    beside[i] = along > 0 ? v[i] - along * way[i] : v[i];
  }
  double force = pawl_tangent_length(off, k), rate = is_free ? 0 : pawl_tangent_length(beside, k);
  return force > rate ? force : rate;
}

/* The same along the direction that fits best: in space what u and v show together, both along it when they are what sliding asks,
 * whichever of them is 0; or what u shows. */
static inline double pawl_disc_off_any_slide(const double *u, const double *v, pawl_disc most, int k)
{
  double way[2] = {1, 0}, other[2] = {-1, 0};
  if (k > 1) {
    const double back[2] = {-u[0], -u[1]}, both[2] = {v[0] - u[0], v[1] - u[1]};
    pawl_tangent_direction(way, both, k);
    pawl_tangent_direction(other, back, k);
  }
  double one = pawl_disc_off_slide(u, v, way, most, false, k),
         two = pawl_disc_off_slide(u, v, other, most, false, k);
  return one < two ? one : two;
}

/* The natural map, u less what u - v becomes in the disc; where both bounds differ, the distance from the nearest branch. */
static inline double pawl_disc_residual(const double *u, const double *v, pawl_disc most, int k)
{
  double x[2] = {0}, near[2] = {0};
  if (most.holds == most.slides) {
    for (int i = 0; i < k; i++)
      x[i] = u[i] - v[i];
    pawl_disc_project(near, x, most.slides, k);
    for (int i = 0; i < k; i++)
      x[i] = u[i] - near[i];
    return pawl_tangent_length(x, k);
  }
  double stick = pawl_disc_off_stick(u, v, most, k), slide = pawl_disc_off_any_slide(u, v, most, k);
  return stick < slide ? stick : slide;
}

#endif
