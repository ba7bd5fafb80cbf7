/* The touches at an event as a problem in numbers: W, rates, limits, and which modes are barred.      theory.md, 9.4 */
#include <float.h>

#include "contact/impact.h"

pawl_status pawl_switch_look(pawl_system *s, pawl_switching *x)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if (s->contact->hold[i].given) /* its friction is looked for: none of it yet */
      s->contact->pair[s->contact->hold[i].pair].point[s->contact->hold[i].point].mode.tangent =
          PAWL_RUB_NONE;
  pawl_request free = {x->t, x->q, x->v, x->base, x->work, .held = PAWL_HELD_OFF};
  pawl_status status = pawl_system_motion(s, &free, x->a, x->power);
  if (status != PAWL_OK)
    return status;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS;
  if (!pawl_held_coefficients(s, false))
    return s->error.status;
  pawl_held_free(s, x->a);
  pawl_held_respond(s);
  pawl_held_servos(s);
  pawl_held_condense(s);
  return pawl_switch_room_couple(x->room, s) ? PAWL_OK : s->error.status;
}

int pawl_switch_mode_before(const pawl_held *h, const pawl_contact_point *p, int dim)
{
  if (p->mode.was_normal == PAWL_OPEN || (p->mode.was_normal == PAWL_RELEASED && !h->given))
    return PAWL_MODE_OPEN;
  if (h->locked)
    return h->given ? PAWL_MODE_OPEN : PAWL_MODE_PRESSED;
  if (h->by_formula)
    return (int)pawl_slip_of(pawl_held_kind(h), false);
  if (p->mode.was_tangent == PAWL_RUB_SLIDE)
    return (int)pawl_slip_along(dim, p->mode.was_way, h->given);
  if (p->mode.was_tangent == PAWL_RUB_STICK)
    return h->given ? PAWL_MODE_HELD_STICK : PAWL_MODE_STICK;
  return h->given ? PAWL_MODE_OPEN : PAWL_MODE_PRESSED;
}

/* Whether nothing moves it along its normal, as where that runs through the hinge that bears it. */
static bool stands(const pawl_held *h)
{
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++)
      if (h->w[PAWL_N][d] != 0)
        return false;
  return h->blocked;
}

void pawl_switch_set(const pawl_system *s, const pawl_switching *x, int i, double still)
{
  pawl_switch_room *o = x->room;
  const pawl_held *h = s->contact->hold + i;
  const pawl_contact_point *p = point_of(s, i);
  const int d = o->solver.dim, k = h->dim - 1;
  double speed = pawl_tangent_length(h->velocity + PAWL_T, k), way[PAWL_TANGENTS] = {0};
  /* along two tangents nothing comes to rest to the last bit; several that end together end one by one but for that */
  double none = k == 1 ? still : fmax(still, PAWL_DRIFT);
  double slow = fmax(none * speed_of(s, i), pawl_tangent_length(p->row.blur + PAWL_T, k));
  bool slips = p->mode.barred & 1 << PAWL_MODE_STICK; /* to the side that friction holds it back from */
  for (int a = 0; a < k; a++)
    way[a] = slips ? -p->mode.torn[a] : h->velocity[PAWL_T + a];
  bool stuck = p->mode.was_tangent == PAWL_RUB_STICK && !x->struck; /* an impact may tear it off */
  bool ends = p->mode.barred && k == 1;                             /* else it may only have turned */
  bool rests = !slips && (ends || speed <= slow || stuck);
  o->kind[i] = (unsigned char)(!h->rubs || h->locked ? PAWL_FRICTIONLESS
                               : rests               ? PAWL_AT_REST
                                                     : pawl_kind_along(d, way));
  if (h->by_formula && !h->locked)
    o->kind[i] = (unsigned char)pawl_held_kind(h);
  o->kind[i] |= h->given ? PAWL_GIVEN : 0;
  pawl_switch_room_rub(o, i, h->slides, h->holds, 1);
  o->floor[i] = h->given ? h->force[PAWL_N] : 0;
  if (h->given && h->holds.own > 0) /* it is there under next to nothing, too: only what is open has none */
    o->floor[i] = fmax(o->floor[i], DBL_MIN);
  o->barred[i] = p->mode.barred;
  o->mode[i] = (unsigned char)pawl_switch_mode_before(h, p, d);
  if (slips)
    o->mode[i] = (unsigned char)pawl_slip_along(d, way, h->given);
  if (d == 3)
    pawl_tangent_direction(o->way + 2 * i, way, PAWL_TANGENTS);
  for (int a = 0; a < d; a++) {
    /* where many begin; along two tangents what comes to rest begins away from its limit, where forces are not unique */
    o->force[d * i + a] = a > 0 && k == 2 && rests && !stuck ? 0 : p->mode.rest[a];
    o->b[d * i + a] = a < h->dim ? h->free[a] : 0;
  }
  o->b[d * i] = stands(h) ? fmax(h->free[PAWL_N], 0) : h->free[PAWL_N]; /* rounding is no approach */
}

pawl_problem pawl_switch_problem(const pawl_system *s, const pawl_switching *x, double still)
{
  pawl_switch_room *o = x->room;
  for (int i = 0; i < s->contact->hold_count; i++)
    pawl_switch_set(s, x, i, still);
  pawl_problem problem = pawl_switch_room_problem(o, s->contact->hold_count, o->b);
  pawl_switch_room_rest(o, &problem);
  problem.barred = o->barred;
  return problem;
}

bool pawl_switch_is_fulfilled(pawl_switch_room *o, const pawl_problem *problem, const unsigned char *mode)
{
  size_t mark = o->scratch.used;
  double *unit = PAWL_LEND(&o->scratch, o->solver.dim * problem->n, double);
  pawl_problem_units(unit, problem);
  double misfit = pawl_problem_misfit(o->solver.rate, problem, unit, o->force, mode);
  o->scratch.used = mark;
  return misfit <= PAWL_PROBLEM_SOLVED;
}
