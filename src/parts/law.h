/* What laws of contact share: a power of the depth, and damping that grows with it.        theory.md, 7.7
 * F = F_el(δ) (1 + a δ'),   F_el = K δ^n,   E = K δ^(n+1)/(n+1) Steps go a little beyond the instant at
 * which two shapes part, so F_el goes on as an odd function to δ < 0. */
#ifndef PAWL_PARTS_LAW_H
#define PAWL_PARTS_LAW_H

#include "base/power.h"
#include "parts/part.h"

static inline void pawl_push_power(double K, double n, double depth, pawl_push *out)
{
  double size = fabs(depth), F = K * pawl_pow(size, n);
  out->elastic = copysign(F, depth);
  out->energy = F * size / (n + 1);
}

/* The piece of a law outside of runs, which freeze it between events: how many knots are passed, or are just being. */
static inline int pawl_law_piece(const pawl_value *law, const pawl_press *x)
{
  double knot[PAWL_KNOTS];
  int passed = 0;
  if (law->kind->law->knot_count)
    law->kind->law->knots(law->fields, x, knot);
  for (int i = 0; i < law->kind->law->knot_count; i++)
    passed += knot[i] > 0 || (knot[i] == 0 && x->rate > 0);
  return passed;
}

/* Laws whose damping comes from a restitution: a = x/v, v the speed with which the two met. */
typedef struct {
  double stiffness, exponent, restitution, least_speed;
  double x; /* from the restitution, by `check` */
} pawl_rebound;

/* clang-format off */
#define PAWL_LAW_STIFFNESS(type, member) \
  {"stiffness", "N/m^n", PAWL_REAL, offsetof(type, member), PAWL_REQUIRED, 0, INFINITY, \
   "K: force at a depth of 1 m"}
#define PAWL_LAW_EXPONENT(type, member) \
  {"exponent", "", PAWL_REAL, offsetof(type, member), 1.5, 1, 10, \
   "n: 1.5 as of two balls; 1 is a linear spring"}
#define PAWL_LAW_LEAST_SPEED(type, member) \
  {"least_speed", "m/s", PAWL_REAL, offsetof(type, member), 0, 0, INFINITY, \
   "what meets more slowly is damped as if it met with this, and so is what touches at the start, " \
   "which is not damped if this is 0"}
/* clang-format on */

/* 1/v, or 0: no damping. */
static inline double pawl_rebound_slowness(const pawl_rebound *p, const pawl_press *x)
{
  double v = fmax(x->approach, p->least_speed);
  return v > 1e-100 ? 1 / v : 0;
}

static inline void pawl_rebound_press(const void *value, const pawl_press *x, pawl_push *out)
{
  const pawl_rebound *p = value;
  pawl_push_power(p->stiffness, p->exponent, x->depth, out);
  out->force = out->elastic * (1 + p->x * (pawl_rebound_slowness(p, x) * x->rate));
}

/* A ball that falls on the ground. */
#define PAWL_LAW_EXAMPLE(law)                                                                                \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local ball = body \"ball\" { mass = 1, inertia = 1e-3, y = 0.06 }\n"                                      \
  "local floor = shape \"floor\" { ground, line { {0.2, 0}, {-0.2, 0} } }\n"                                 \
  "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"                                           \
  "contact \"hit\" { floor, rim, law = " law " }\n"                                                          \
  "simulate { duration = 0.2 }\n"

#endif
