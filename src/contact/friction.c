/* Friction at a touch: dry, with a coefficient that holds and one that slides, or by a formula.
 *
 *     |R| <= μ_s N at rest,   R = -μ(s) N σ of what slides with the speed s and the sign σ;   R = rub(N, slide)
 *     μ(s) = 2 μ(0) - μ(-s) for s < 0                                                          theory.md, 7.8, 9.1 */
#include "contact/friction.h"

#include "base/curve.h"
#include "base/error.h"

/* ---- dry ---- */

/* A trial step may have gone anywhere, which says nothing against the function. */
static double value_at(pawl_system *s, const pawl_graph *g, double x)
{
  double y[3] = {g->value};
  if (g->curve)
    pawl_curve_at(g->curve, x, y);
  else if (g->function > 0 && !isfinite(x))
    return NAN;
  else if (g->function > 0 && pawl_function_value(s->model, g->function, &x, 1, y, &s->error) != PAWL_OK)
    return NAN;
  return y[0];
}

double pawl_friction_slides(pawl_system *s, const pawl_contact_pair *pair, double speed)
{
  const pawl_graph *mu = &pawl_coulomb_of(&pair->fields->friction)->mu;
  if (!pawl_graph_bends(mu) || speed >= 0)
    return value_at(s, mu, speed);
  return 2 * value_at(s, mu, 0) - value_at(s, mu, -speed);
}

double pawl_friction_holds(pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_coulomb *dry = pawl_coulomb_of(&pair->fields->friction);
  return isnan(dry->mu_static) ? value_at(s, &dry->mu, 0) : dry->mu_static;
}

pawl_status pawl_friction_check(pawl_system *s, const pawl_contact_pair *pair, double speed)
{
  const pawl_part *part = s->model->parts[pair->part];
  double mu = pawl_friction_slides(s, pair, speed), most = pawl_friction_holds(s, pair);
  if (isnan(mu) || isnan(most))
    return s->error.status != PAWL_OK ? s->error.status : PAWL_BAD_NUMBERS;
  if (mu < 0)
    return pawl_fail(&s->error, PAWL_BAD_NUMBERS, pair->fields->friction.where,
                     "%s \"%s\": 'mu' is %.6g where it slides with %.6g m/s; it must not be negative",
                     part->kind->name, part->name, mu, speed);
  if (speed == 0 && mu > most)
    return pawl_fail(&s->error, PAWL_BAD_MODEL, pair->fields->friction.where,
                     "%s \"%s\": 'mu_static' must be at least 'mu' at rest, which is %.6g", part->kind->name,
                     part->name, mu);
  return PAWL_OK;
}

/* Pairs of a group share their friction. */
static bool is_next(const pawl_system *s, int k)
{
  return pawl_friction_bends(s->contact->pair + k) &&
         (k == 0 || s->contact->pair[k - 1].fields != s->contact->pair[k].fields);
}

pawl_status pawl_friction_try(pawl_system *s)
{
  double unit = s->scale.length / s->scale.time;
  for (int k = 0; k < s->contact->count; k++) {
    if (!is_next(s, k))
      continue;
    if (pawl_friction_check(s, s->contact->pair + k, 0) != PAWL_OK)
      return s->error.status;
    for (double share = 1e-3; share < 2; share *= 10)
      if (isnan(pawl_friction_slides(s, s->contact->pair + k, share * unit)))
        return s->error.status;
  }
  return PAWL_OK;
}

/* ---- by a formula ---- */

double pawl_friction_drags(const pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                           double normal, double *rate)
{
  const pawl_value *friction = &pair->fields->friction;
  int states = friction->kind->friction->state_count, first = pair->state + states * (int)(p - pair->point);
  pawl_drag drag = {0};
  const pawl_rub rub = {normal, p->row.slide, states ? pawl_system_states(s) + first : NULL};
  friction->kind->friction->rub(friction->fields, &rub, &drag);
  for (int i = 0; rate && i < states; i++)
    rate[first + i] = drag.state_rate[i];
  return drag.force;
}
