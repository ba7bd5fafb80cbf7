/* What is asked of the friction of a touch, whatever its law: how far it holds, what it is while it slides.      theory.md, 7.8, 9.1 */
#ifndef PAWL_SYSTEM_FRICTION_H
#define PAWL_SYSTEM_FRICTION_H

#include "system/pair.h"

/* The sign of sliding that a mode stands for; 0: it does not slide. */
static inline int pawl_rub_way(pawl_rub_mode mode)
{
  return mode == PAWL_RUB_PLUS ? 1 : mode == PAWL_RUB_MINUS ? -1 : 0;
}

/* Dry friction: what it is over the normal force while it slides, and up to which share of that it holds. */
double pawl_friction_slides(const pawl_contact_pair *pair);
double pawl_friction_holds(const pawl_contact_pair *pair);
/* Friction by a formula: its force under a normal force, at the speed that the touch slides with. The rates of its states go to `rate`, which
 * may be NULL. */
double pawl_friction_drags(const pawl_system *system, const pawl_contact_pair *pair,
                           const pawl_contact_point *point, double normal, double *rate);

#endif
