/* Friction that jams: forces of what slides grow without bound.      theory.md, 9.3
 *
 * With frozen modes A u = a; where det A comes to zero forces grow like 1/(t* - t) along z, A z = 0, and so do their impulses, like a
 * logarithm. Normal rates do not change by z, speeds of sliding do, and kinetic energy gets less: in the limit there is an impact
 * along z at t*, until the first of the touches no longer slides. Solved for, that is the impact after which this touch sticks,
 *
 *     γ_N = 0 of all that are pressed,   γ_T = 0 of those that stick and of this one,   P_T = -μ σ P_N of the others. */
#include <string.h>

#include "base/error.h"
#include "contact/advice.h"
#include "contact/strike.h"

#define BEYOND 0.01 /* of the cone: what the direction may be off by, so near to t* */

static bool may_stop(const pawl_system *s, int i)
{
  const pawl_held *h = s->hold + i;
  const pawl_contact_point *p = point_of(s, i);
  return h->rubs && !h->given && !h->by_formula && !h->locked &&
         (p->rub == PAWL_RUB_PLUS || p->rub == PAWL_RUB_MINUS);
}

/* The touch that forces in their present direction stop first; -1: none. */
static int first_to_stop(const pawl_system *s)
{
  double soonest = INFINITY;
  int first = -1;
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    double way = point_of(s, i)->rub == PAWL_RUB_PLUS ? 1 : -1, speed = way * h->velocity[PAWL_T],
           slower = -way * (h->rate[PAWL_T] - h->free[PAWL_T]);
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
  const pawl_held *h = s->hold + stops;
  double most = 0;
  for (int i = 0; i < s->hold_count; i++)
    most = fmax(most, s->hold[i].given ? 0 : s->hold[i].force[PAWL_N]);
  for (int i = 0; i < s->hold_count; i++) {
    double way = point_of(s, i)->rub == PAWL_RUB_PLUS ? 1 : -1, before = s->hold[i].velocity[PAWL_T];
    if ((!s->hold[i].given && s->hold[i].force[PAWL_N] < -BEYOND * most) ||
        (i != stops && may_stop(s, i) && way * s->hold[i].rate[PAWL_T] < -BEYOND * fabs(before)))
      return false;
  }
  return most > 0 && fabs(h->force[PAWL_T]) <= (1 + BEYOND) * h->mu_static * h->force[PAWL_N];
}

static pawl_status say_unbounded(const pawl_system *s, const pawl_switching *x, pawl_error *error)
{
  char names[PAWL_NAMES];
  if (pawl_contacts_roll(s, x->t, error) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_held_names(s, names);
  return pawl_fail(error, PAWL_BAD_NUMBERS, s->model->parts[s->contacts[s->hold[0].pair].part]->where,
                   "friction jams %s at t = %.9g s: their forces grow without bound, and no impact ends it",
                   names, x->t);
}

pawl_status pawl_jam_strike(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  pawl_held_forces(s);
  int stops = first_to_stop(s);
  if (stops < 0)
    return say_unbounded(s, x, error);
  point_of(s, stops)->rub = PAWL_RUB_STICK;
  for (int i = 0; i < s->hold_count; i++)
    for (int a = 0; a < 2; a++) {
      s->hold[i].force[a] = 0;
      s->hold[i].free[a] = o->before[2 * i + a] = s->hold[i].velocity[a];
    }
  pawl_held_forces(s);
  if (!is_sound(s, stops))
    return say_unbounded(s, x, error);
  for (int i = 0; i < s->hold_count; i++)
    for (int a = 0; a < 2; a++) {
      o->total[2 * i + a] = s->hold[i].force[a];
      o->rate[2 * i + a] = s->hold[i].rate[a];
    }
  return pawl_strike_deal(s, x, "jammed", error);
}
