/* What laws of friction share: Stribeck's curve.   g(v) = μ + (μ_s - μ) exp(-(v/v_s)²)      theory.md, 7.8
 * Friction is proportional to the normal force N; all else is per newton of it. */
#ifndef PAWL_PARTS_FRICTION_H
#define PAWL_PARTS_FRICTION_H

#include "base/power.h"
#include "parts/part.h"

typedef struct {
  double mu, mu_static, speed, viscous;
} pawl_stribeck;

/* clang-format off */
#define PAWL_STRIBECK_FIELDS(type, member) \
  {"mu", "", PAWL_REAL, offsetof(type, member.mu), PAWL_REQUIRED, 0, INFINITY, "coefficient of sliding"}, \
  {"mu_static", "", PAWL_REAL, offsetof(type, member.mu_static), PAWL_UNSET, 0, INFINITY, \
   "greatest coefficient, where sliding begins; 'mu' unless given"}, \
  {"stribeck_speed", "m/s", PAWL_REAL, offsetof(type, member.speed), PAWL_UNSET, 0, INFINITY, \
   "where it has fallen from 'mu_static' to 'mu' but for 37 %; needed with 'mu_static'"}, \
  {"viscous", "s/m", PAWL_REAL, offsetof(type, member.viscous), 0, 0, INFINITY, \
   "growth with the speed of sliding, per newton of normal force"}
/* clang-format on */

static inline double pawl_stribeck_at(const pawl_stribeck *p, double v)
{
  if (isnan(p->mu_static))
    return p->mu;
  double x = v / p->speed;
  return p->mu + (p->mu_static - p->mu) * pawl_exp(-x * x);
}

static inline const char *pawl_stribeck_check(const pawl_stribeck *p)
{
  if (isnan(p->mu_static) != isnan(p->speed))
    return "needs 'mu_static' and 'stribeck_speed', or neither";
  if (p->mu_static < p->mu)
    return "'mu_static' must be at least 'mu'";
  return p->speed <= 0 ? "'stribeck_speed' must be more than 0" : NULL;
}

/* A block that slides on the ground, pressed on it by its weight. */
#define PAWL_FRICTION_EXAMPLE(friction)                                                                      \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local block = box \"block\" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = 0.5 }\n"                \
  "local floor = shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"                                     \
  "local foot = shape \"foot\" { block:at{0, -0.05}, line { {-0.1, 0}, {0.1, 0} } }\n"                       \
  "contact \"sole\" { floor, foot, law = linear { stiffness = 1e5, damping = 300 },\n  friction = " friction \
  " }\n"                                                                                                     \
  "simulate { duration = 0.3 }\n"

#endif
