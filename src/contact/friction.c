/* Friction at a touch: dry, with a coefficient that holds and one that slides, or by a formula.
 *
 *     |R| <= μ_s N at rest,   R = -μ(s) N σ of what slides with the speed s and the sign σ;   R = rub(N, slide)
 *     μ(s) = 2 μ(0) - μ(-s) for s < 0                                                          theory.md, 7.8, 9.1 */
#include "contact/friction.h"

#include "base/error.h"

/* ---- dry ---- */

/* A function of the model. A trial step may have gone anywhere, which says nothing against it. */
static double call(void *context, int function, double speed)
{
  pawl_system *s = context;
  double value = NAN;
  if (!isfinite(speed) || pawl_function_value(s->model, function, &speed, 1, &value, &s->error) != PAWL_OK)
    return NAN;
  return value;
}

static pawl_bound bound_at(pawl_system *s, const pawl_value *friction, double speed)
{
  const pawl_slip x = {.speed = speed, .call = call, .context = s};
  return friction->kind->friction->slides(friction->fields, &x);
}

/* Beyond the end of sliding it goes on as smooth as it was: 2 at rest less that of the speed. */
pawl_bound pawl_friction_slides(pawl_system *s, const pawl_contact_pair *pair, double speed)
{
  const pawl_value *friction = &pair->fields->friction;
  if (speed >= 0 || !pawl_friction_bends(friction))
    return bound_at(s, friction, speed >= 0 ? speed : 0);
  pawl_bound rest = bound_at(s, friction, 0), same = bound_at(s, friction, -speed);
  return (pawl_bound){2 * rest.share - same.share, 2 * rest.own - same.own};
}

pawl_bound pawl_friction_holds(pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_value *friction = &pair->fields->friction;
  const pawl_slip x = {.speed = 0, .call = call, .context = s};
  return friction->kind->friction->holds(friction->fields, &x);
}

bool pawl_friction_rubs(pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_value *friction = &pair->fields->friction;
  if (!pawl_is_dry(friction))
    return false;
  pawl_bound most = pawl_friction_bends(friction) ? (pawl_bound){1, 1} : pawl_friction_holds(s, pair);
  return most.share > 0 || most.own > 0;
}

pawl_status pawl_friction_check(pawl_system *s, const pawl_contact_pair *pair, double speed)
{
  const pawl_part *part = s->model->parts[pair->part];
  pawl_bound bound = pawl_friction_slides(s, pair, speed), most = pawl_friction_holds(s, pair);
  if (isnan(bound.share + bound.own) || isnan(most.share + most.own))
    return s->error.status != PAWL_OK ? s->error.status : PAWL_BAD_NUMBERS;
  bool normal = bound.share < 0;
  if (normal || bound.own < 0)
    return pawl_fail(&s->error, PAWL_BAD_NUMBERS, pair->fields->friction.where,
                     "%s \"%s\": '%s' is %.6g where it slides with %.6g m/s; it must not be negative",
                     part->kind->name, part->name, normal ? "mu" : "cohesion",
                     normal ? bound.share : bound.own, speed);
  if (speed == 0 && bound.share > most.share)
    return pawl_fail(&s->error, PAWL_BAD_MODEL, pair->fields->friction.where,
                     "%s \"%s\": 'mu_static' must be at least 'mu' at rest, which is %.6g", part->kind->name,
                     part->name, bound.share);
  return PAWL_OK;
}

/* Pairs of a group share their friction. */
static bool is_next(const pawl_system *s, int k)
{
  const pawl_contact_pair *pair = s->contact->pair + k;
  return pair->fields && pawl_is_dry(&pair->fields->friction) && (k == 0 || pair[-1].fields != pair->fields);
}

/* Where a rigid touch is about to be lifted off by friction that lasts, it has that friction or, open, none; and often neither is a motion.
 *      theory.md, 8.2 */
static pawl_status check_rigid(pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_part *part = s->model->parts[pair->part];
  if (!pawl_pair_lasts(pair) || !pawl_rigid_of(&pair->fields->law))
    return PAWL_OK;
  return pawl_fail(
      &s->error, PAWL_BAD_MODEL, pair->fields->friction.where,
      "%s \"%s\": friction that is not a share of the normal force ('cohesion', 'viscous') needs a "
      "law that gives way: what it lifts off a rigid touch often has no motion at all",
      part->kind->name, part->name);
}

pawl_status pawl_friction_try(pawl_system *s)
{
  double unit = s->scale.length / s->scale.time;
  for (int k = 0; k < s->contact->count; k++) {
    if (!is_next(s, k))
      continue;
    const pawl_contact_pair *pair = s->contact->pair + k;
    if (pawl_friction_check(s, pair, 0) != PAWL_OK || check_rigid(s, pair) != PAWL_OK)
      return s->error.status;
    for (double share = 1e-3; share < 2 && pawl_pair_bends(pair); share *= 10) {
      pawl_bound bound = pawl_friction_slides(s, pair, share * unit);
      if (isnan(bound.share + bound.own))
        return s->error.status != PAWL_OK ? s->error.status : PAWL_BAD_NUMBERS;
    }
  }
  return PAWL_OK;
}

/* ---- by a formula ---- */

void pawl_rub_direction(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                        double way[PAWL_TANGENTS])
{
  way[0] = way[1] = 0;
  if (p->mode.tangent != PAWL_RUB_SLIDE)
    return;
  if (pair->dim == 2) {
    way[0] = pawl_rub_way(&p->mode);
    return;
  }
  double still = PAWL_STILL * pawl_pair_unit(s, pair) / s->scale.time, x[PAWL_TANGENTS];
  double sign = pawl_tangent_dot(p->row.slide, p->mode.way, PAWL_TANGENTS) < 0 ? -1 : 1;
  for (int a = 0; a < PAWL_TANGENTS; a++)
    x[a] = sign * p->row.slide[a] + still * p->mode.way[a];
  pawl_tangent_direction(way, x, PAWL_TANGENTS);
}

double pawl_friction_drags(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                           double normal, double *rate)
{
  const pawl_value *friction = &pair->fields->friction;
  int states = friction->kind->friction->state_count, first = pair->state + states * (int)(p - pair->point);
  pawl_drag drag = {0};
  const pawl_rub rub = {normal, p->row.slide[0], states ? pawl_system_states(s) + first : NULL};
  friction->kind->friction->rub(friction->fields, &rub, &drag);
  for (int i = 0; rate && i < states; i++)
    rate[first + i] = drag.state_rate[i];
  return drag.force;
}
