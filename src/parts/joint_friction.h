/* Dry friction of joints that a given force presses together: what joint_friction, brake and clutch share.      theory.md, 9.1
 *   slip = q_a' - i q_b';   |τ| <= ρ τ_0 where slip = 0,   τ = -τ_0 sgn slip else, on a;   -i τ on b */
#ifndef PAWL_PARTS_JOINT_FRICTION_H
#define PAWL_PARTS_JOINT_FRICTION_H

#include "parts/part.h"

/* The limits over the force that presses, which is the effort at which it begins to slip. */
static inline void pawl_joint_friction_set(pawl_joint_friction *p)
{
  p->fixed = NAN;
  p->dry = (pawl_coulomb){.mu.value = 1 / p->static_ratio, .mu_static = 1};
}

/* A speed is of what is smooth. */
static inline const char *pawl_smooth_friction_check(const pawl_joint_friction *p, double speed)
{
  if (speed <= 0)
    return "'speed' must be more than 0; without it, it really sticks";
  return !isnan(speed) && p->static_ratio != 1 ? "'static_ratio' is of what sticks: leave out 'speed'" : NULL;
}

#define PAWL_STATIC_RATIO(type, member)                                                                      \
  {                                                                                                          \
    "static_ratio", "", PAWL_REAL, offsetof(type, member), 1, 1, 1000,                                       \
        "effort at which it begins to slip, over that while it slips"                                        \
  }

#endif
