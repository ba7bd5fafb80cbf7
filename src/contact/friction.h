/* What is asked of the friction of a touch, whatever its law: how far it holds, what it is while it slides.      theory.md, 7.8, 9.1 */
#ifndef PAWL_CONTACT_FRICTION_H
#define PAWL_CONTACT_FRICTION_H

#include "contact/pair.h"

/* The sign of sliding that a mode stands for; 0: it does not slide. */
static inline int pawl_rub_way(pawl_rub_mode mode)
{
  return mode == PAWL_RUB_PLUS ? 1 : mode == PAWL_RUB_MINUS ? -1 : 0;
}

/* Whether there is dry friction at all. */
static inline bool pawl_friction_rubs(const pawl_coulomb *dry)
{
  return dry && (pawl_graph_bends(&dry->mu) || dry->mu.value > 0 || dry->mu_static > 0);
}

/* Whether it is dry, with a coefficient that depends on the speed. */
static inline bool pawl_friction_bends(const pawl_contact_pair *pair)
{
  const pawl_coulomb *dry = pair->fields ? pawl_coulomb_of(&pair->fields->friction) : NULL;
  return dry && pawl_graph_bends(&dry->mu);
}

/* Dry friction: what it is over the normal force while it slides with a speed, negative beyond the end of sliding, and up to which share of
 * that it holds. NaN: a function of the model has failed, and system->error says how. */
double pawl_friction_slides(pawl_system *system, const pawl_contact_pair *pair, double speed);
double pawl_friction_holds(pawl_system *system, const pawl_contact_pair *pair);
/* Whether dry friction at a speed of the motion is what it can be. */
pawl_status pawl_friction_check(pawl_system *system, const pawl_contact_pair *pair, double speed);
/* The same at rest, and that it has an answer at others of the model's speeds: before the motion. */
pawl_status pawl_friction_try(pawl_system *system);
/* Friction by a formula: its force under a normal force, at the speed that the touch slides with. The rates of its states go to `rate`, which
 * may be NULL. */
double pawl_friction_drags(const pawl_system *system, const pawl_contact_pair *pair,
                           const pawl_contact_point *point, double normal, double *rate);

#endif
