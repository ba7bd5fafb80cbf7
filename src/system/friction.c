/* Friction at a touch: dry, with one coefficient that holds and one that slides, or by a formula.
 *
 *     |R| <= μ_s N at rest,   R = -μ N σ of what slides with the sign σ;   R = rub(N, slide)      theory.md, 7.8, 9.1 */
#include "system/friction.h"

double pawl_friction_slides(const pawl_contact_pair *pair)
{
  return pawl_coulomb_of(&pair->fields->friction)->mu;
}

double pawl_friction_holds(const pawl_contact_pair *pair)
{
  const pawl_coulomb *dry = pawl_coulomb_of(&pair->fields->friction);
  return isnan(dry->mu_static) ? dry->mu : dry->mu_static;
}

double pawl_friction_drags(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                           double normal, double *rate)
{
  const pawl_value *friction = &pair->fields->friction;
  int states = friction->kind->state_count, first = pair->state + states * (int)(p - pair->point);
  pawl_drag drag = {0};
  const pawl_rub rub = {normal, p->row.slide, states ? pawl_system_states(s) + first : NULL};
  friction->kind->rub(friction->fields, &rub, &drag);
  for (int i = 0; rate && i < states; i++)
    rate[first + i] = drag.state_rate[i];
  return drag.force;
}
