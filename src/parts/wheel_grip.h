/* The friction of a wheel over its slip: up to the coefficient of adhesion, then down to that of sliding.
 *   mu(s) = muA S(s/vA)                                           up to vA,   S(z) = 3/2 z - 1/2 z^3
 *           (muA + muS)/2 + (muS - muA)/2 S((2 s - vA - vS)/(vS - vA))      up to vS,   then muS
 * Forces use mu(s)/s, which has a limit at s = 0: no direction is needed there.      theory.md, 5.12 */
#ifndef PAWL_PARTS_WHEEL_GRIP_H
#define PAWL_PARTS_WHEEL_GRIP_H

#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  double mu_a, mu_s, v_a, v_s;
} pawl_grip;

/* mu(s)/s for s >= 0. */
static inline double pawl_grip_over_slip(const pawl_grip *g, double s)
{
  double z = s / g->v_a;
  if (s <= g->v_a)
    return g->mu_a / g->v_a * (1.5 - 0.5 * z * z);
  if (s >= g->v_s)
    return g->mu_s / s;
  z = (2 * s - g->v_a - g->v_s) / (g->v_s - g->v_a);
  return (0.5 * (g->mu_a + g->mu_s) + 0.5 * (g->mu_s - g->mu_a) * z * (1.5 - 0.5 * z * z)) / s;
}

/* A wheel seen from above, its friction and its spin: kinds differ in where vA and vS come from. */
typedef struct {
  pawl_frame at;
  double radius;
  pawl_spin spin;
  pawl_signal load;
  pawl_grip grip;
  double slip_a, slip_s, added;
} pawl_rubber;

/* The slip is the velocity of the point of contact, (e_x·v - r Omega, e_y·v); the force is against it. */
static inline void pawl_rubber_load(const pawl_rubber *p, const pawl_grip *grip, const pawl_pair *x,
                                    double load, pawl_load *out)
{
  double along = pawl_dot(x->b.R.x, x->b.v) - p->radius * x->spin_speed, side = pawl_dot(x->b.R.y, x->b.v);
  double slip = sqrt(along * along + side * side);
  double over = fmax(load, 0) * pawl_grip_over_slip(grip, slip + p->added);
  out->slip = slip;
  out->effort = -over * along;
  out->f = pawl_add(pawl_times(out->effort, x->b.R.x), pawl_times(-over * side, x->b.R.y));
  out->spin = p->radius * over * along;
  out->power = -over * slip * slip;
}

static inline void pawl_rubber_sense(const void *part, const pawl_pair *x, const pawl_vec acc[2],
                                     const pawl_vec alpha[2], pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  out->across = pawl_dot(x->b.R.y, out->f);
}

static inline void pawl_rubber_draw(const void *part, pawl_pen *pen)
{
  const pawl_rubber *p = part;
  pawl_pen_box(pen, &p->at, 2 * p->radius, 0.5 * p->radius, 2 * p->radius);
  pawl_pen_force(pen, &p->at, PAWL_ROLE_FORCE, "fx", "fy", NULL);
}

/* clang-format off */
#define PAWL_RUBBER_FIELDS \
  {"1", "", PAWL_FRAME, offsetof(pawl_rubber, at), PAWL_REQUIRED, 0, 0, \
   "where it stands on the ground; its x axis is the direction of rolling"}, \
  {"radius", "m", PAWL_REAL, offsetof(pawl_rubber, radius), PAWL_REQUIRED, 0, INFINITY, "radius"}, \
  {"inertia", "kg m^2", PAWL_REAL, offsetof(pawl_rubber, spin.inertia), PAWL_REQUIRED, 0, INFINITY, \
   "about its own axle"}, \
  {"load", "N", PAWL_SIGNAL, offsetof(pawl_rubber, load), PAWL_REQUIRED, -INFINITY, INFINITY, \
   "force that presses it onto the ground; less than 0 counts as 0"}, \
  {"adhesion", "", PAWL_REAL, offsetof(pawl_rubber, grip.mu_a), PAWL_REQUIRED, 0, INFINITY, \
   "greatest coefficient of friction, at the end of adhesion"}, \
  {"sliding", "", PAWL_REAL, offsetof(pawl_rubber, grip.mu_s), PAWL_REQUIRED, 0, INFINITY, \
   "coefficient of friction of a wheel that slides"}

#define PAWL_RUBBER_START \
  {"angle", "rad", PAWL_REAL, offsetof(pawl_rubber, spin.angle), PAWL_UNSET, -INFINITY, INFINITY, \
   "angle of rolling at the start"}, \
  {"speed", "rad/s", PAWL_REAL, offsetof(pawl_rubber, spin.speed), PAWL_UNSET, -INFINITY, INFINITY, \
   "speed of rolling at the start; positive rolls along the x axis"}, \
  {"added_slip", "m/s", PAWL_REAL, offsetof(pawl_rubber, added), 0, 0, INFINITY, \
   "added to the slip before its friction is looked up, as some libraries do"}

#define PAWL_RUBBER_CHANNELS \
  {"angle", "rad", PAWL_SEEN(spin), PAWL_AT_POSITION, "angle of rolling"}, \
  {"speed", "rad/s", PAWL_SEEN(spin_speed), PAWL_AT_VELOCITY, "its rate"}, \
  {"acceleration", "rad/s^2", PAWL_SEEN(spin_acceleration), PAWL_AT_ACCELERATION, "its second rate"}, \
  {"slip", "m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY, "speed of the point of contact over the ground"}, \
  {"driving_force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "force of the ground along the x axis"}, \
  {"side_force", "N", PAWL_SEEN(across), PAWL_AT_FORCE, "force of the ground along the y axis"}, \
  {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "force of the ground, along the world's x"}, \
  {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "force of the ground, along the world's y"}, \
  {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power of the friction (negative: lost)"}, \
  {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the friction since the start"}
/* clang-format on */

#endif
