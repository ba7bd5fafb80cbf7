/* Friction that jams: forces of what slides grow without bound.      theory.md, 9.3
 *
 * With frozen modes A u = a; where det A comes to zero forces grow like 1/(t* - t) along z, A z = 0, and so do their impulses, like a
 * logarithm. Normal rates do not change by z, speeds of sliding do, and kinetic energy gets less: in the limit there is an impact
 * along z at t*, until the first of the touches no longer slides. Solved for, that is the impact after which this touch sticks,
 *
 *     γ_N = 0 of all that are pressed,   γ_T = 0 of those that stick and of this one,   P_T = -μ σ P_N of the others. */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "contact/friction.h"
#include "contact/impact.h"

#define BEYOND 0.01 /* of the cone: what the direction may be off by, so near to t* */

static bool may_stop(const pawl_system *s, int i)
{
  const pawl_held *h = s->contact->hold + i;
  const pawl_contact_point *p = point_of(s, i);
  return h->rubs && !h->given && !h->by_formula && !h->locked && p->mode.tangent == PAWL_RUB_SLIDE;
}

/* The touch that forces in their present direction stop first; -1: none. */
static int first_to_stop(const pawl_system *s)
{
  double soonest = INFINITY;
  int first = -1;
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    const int k = h->dim - 1;
    double speed = pawl_tangent_dot(h->way, h->velocity + PAWL_T, k),
           slower = -(pawl_tangent_dot(h->way, h->rate + PAWL_T, k) -
                      pawl_tangent_dot(h->way, h->free + PAWL_T, k));
    if (may_stop(s, i) && slower > 0 && fmax(speed, 0) < soonest * slower) {
      soonest = fmax(speed, 0) / slower;
      first = i;
    }
  }
  return first;
}

/* Impulses push, the one that stops is within its cone, and the others go on as they slid. */
static bool is_sound(const pawl_system *s, int stops)
{
  const pawl_held *h = s->contact->hold + stops;
  double most = 0;
  for (int i = 0; i < s->contact->hold_count; i++)
    most = fmax(most, s->contact->hold[i].given ? 0 : s->contact->hold[i].force[PAWL_N]);
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *other = s->contact->hold + i;
    const int k = other->dim - 1;
    double before = pawl_tangent_length(other->velocity + PAWL_T, k);
    if ((!other->given && other->force[PAWL_N] < -BEYOND * most) ||
        (i != stops && may_stop(s, i) &&
         pawl_tangent_dot(other->way, other->rate + PAWL_T, k) < -BEYOND * before))
      return false;
  }
  return most > 0 && pawl_tangent_length(h->force + PAWL_T, h->dim - 1) <=
                         (1 + BEYOND) * h->holds.share * h->force[PAWL_N];
}

static pawl_status say_unbounded(const pawl_system *s, const pawl_switching *x, pawl_error *error)
{
  char names[PAWL_NAMES];
  if (pawl_contacts_roll(s, x->t, error) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_held_names(s, names);
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, s->model->parts[s->contact->pair[s->contact->hold[0].pair].part]->where,
      "friction jams %s at t = %.9g s: their forces grow without bound, and no impact ends it", names, x->t);
}

pawl_status pawl_jam_impact(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  if (!pawl_held_forces(s))
    return s->error.status;
  int stops = first_to_stop(s);
  if (stops < 0)
    return say_unbounded(s, x, error);
  point_of(s, stops)->mode.tangent = PAWL_RUB_STICK;
  memset(s->contact->hold[stops].way, 0, sizeof s->contact->hold[stops].way);
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = 0; a < s->contact->hold[i].dim; a++) {
      s->contact->hold[i].force[a] = 0;
      s->contact->hold[i].free[a] = o->before[o->solver.dim * i + a] = s->contact->hold[i].velocity[a];
    }
  if (!pawl_held_forces(s))
    return s->error.status;
  if (!is_sound(s, stops))
    return say_unbounded(s, x, error);
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = 0; a < o->solver.dim; a++) {
      o->total[o->solver.dim * i + a] = s->contact->hold[i].force[a];
      o->rate[o->solver.dim * i + a] = s->contact->hold[i].rate[a];
    }
  return pawl_impact_deal(s, x, "jammed", error);
}

/* Velocities a moment later without forces of what is held, and (`now`) those of this instant, of touches that neither approach nor
 * part. False: nothing slides. */
static bool foresee(const pawl_system *s, const double *unit, double *now, double *soon)
{
  double speed = 0, rate = 0;
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = 0; a < 2; a++) { /* of the plane */
      int r = 2 * i + a;
      now[r] = a == PAWL_T && s->contact->hold[i].rubs ? s->contact->hold[i].velocity[a] : 0;
      soon[r] = s->contact->hold[i].free[a];
      speed = fmax(speed, unit[r] * fabs(now[r]));
      rate = fmax(rate, unit[r] * fabs(soon[r]));
    }
  for (int r = 0; r < 2 * s->contact->hold_count; r++)
    soon[r] = now[r] + PAWL_JAM_SOON * speed / rate * soon[r];
  return speed > 0 && rate > 0;
}

/* Whether impulses change more than the moment does that they were looked for with. */
static bool jumps(const double *now, const double *after, const double *unit, int n)
{
  double speed = 0, change = 0;
  for (int r = 0; r < n; r++) {
    speed = fmax(speed, unit[r] * fabs(now[r]));
    change = fmax(change, unit[r] * fabs(after[r] - now[r]));
  }
  return change > 100 * PAWL_JAM_SOON * speed;
}

static pawl_status strike_instead(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  int n = 2 * s->contact->hold_count;
  double *now = PAWL_LEND(&o->scratch, n, double), *soon = PAWL_LEND(&o->scratch, n, double),
         *unit = PAWL_LEND(&o->scratch, n, double);
  pawl_mode_family family = {0};
  const pawl_problem problem = pawl_switch_room_problem(o, s->contact->hold_count, now);
  if (!problem.W || o->solver.dim == 3) /* sets of modes as linear systems are of the plane */
    return error->status;
  pawl_problem_units(unit, &problem);
  if (pawl_impact_laws(s, x) != PAWL_OK || !foresee(s, unit, now, soon) || !pawl_impact_plastic(s, x, soon) ||
      !pawl_modes_solve(o->total, o->rate, &family, &problem, o->mode, &o->solver) ||
      !(pawl_problem_misfit(o->rate, &problem, unit, o->total, o->mode) <= PAWL_PROBLEM_SOLVED) ||
      !jumps(now, o->rate, unit, n))
    return error->status;
  for (int r = 0; r < n; r++)
    o->rate[r] = pawl_switch_room_add(o, s->contact->hold_count, r, o->before[r], o->total);
  *error = (pawl_error){0};
  x->unsolved = false;
  return pawl_impact_deal(s, x, "jammed", error);
}

pawl_status pawl_jam_instead(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  size_t mark = x->room->scratch.used;
  pawl_status status = strike_instead(s, x, error);
  x->room->scratch.used = mark;
  return status;
}
