/* Friction that jams: forces of what slides grow without bound, and steps become ever shorter.      theory.md, 9.3
 *
 * Near the end t* of such a mode f = c/(t* - t), so that two instants tell t* = t + h f₀/(f - f₀). Nothing else grows so: where a row of
 * steps agree on t*, and it is nearer than anything that could be seen, the impact of contact/jam.c takes the place of what is left. */
#include <string.h>

#include "base/tolerances.h"
#include "contact/friction.h"
#include "step/run.h"

#define AGREE 0.1 /* of what is left: how far two steps may differ in the end  */
#define ROW 6     /* steps that agree                                          */

/* The largest force of what is held; 0: nothing slides. */
static double largest_force(const pawl_system *s)
{
  double most = 0;
  bool slides = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_contact_point *p =
        s->contact->pair[s->contact->hold[i].pair].point + s->contact->hold[i].point;
    slides |= p->mode.tangent == PAWL_RUB_SLIDE;
    most = fmax(most, s->contact->hold[i].given ? 0 : s->contact->hold[i].force[PAWL_N]);
  }
  return slides ? most : 0;
}

bool pawl_jam_due(pawl_run *r)
{
  pawl_system *s = &r->system;
  pawl_jam *x = &r->jam, last = *x;
  double h = r->t - r->steps.last_t, T = s->scale.time;
  *x = (pawl_jam){.t = r->t};
  if (r->event.at || r->way->stiff || !(h > 0) || h > PAWL_JAM_LOOKED * T ||
      pawl_run_motion(r, r->t, r->y) != PAWL_OK)
    return false;
  x->force = largest_force(s);
  if (last.t != r->steps.last_t || !(x->force > 0.5 * last.force) || !(last.force > 0))
    return false;
  double left = h * last.force / fmax(x->force - last.force, 0);
  x->end = r->t + left;
  x->count = isfinite(left) && fabs(x->end - last.end) <= AGREE * left ? last.count + 1 : 0;
  x->known = last.known || x->count >= ROW;
  x->known_end = x->count >= ROW ? x->end : last.known_end; /* rounding may blur it later */
  double rest = x->known_end - r->t;
  return x->known && (rest < PAWL_JAM_NEAR * T || (rest < PAWL_JAM_NOISY * T && h < PAWL_JAM_SMALL * rest));
}

bool pawl_jam_is_near(const pawl_run *r)
{
  double left = r->jam.known_end - r->t;
  return r->system.contact->holds && r->jam.known && r->jam.t == r->t && left > 0 &&
         left < PAWL_JAM_NOISY * r->system.scale.time;
}

pawl_status pawl_jam_pass(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  if ((r->t > r->steps.last_t && !pawl_run_keep_dense(r)) || !pawl_scan_place(r, r->t, r->y))
    return pawl_run_fail_step(r, 0, error);
  pawl_pairs_copy(r->event.before, s->contact->pair, s->contact->count);
  pawl_contacts_mark(s);
  if (pawl_events_switch(r, PAWL_AT_JAM, error) != PAWL_OK &&
      (!r->event.unsolved || pawl_storm_instead(r, error) != PAWL_OK))
    return error->status;
  pawl_contacts_accept(s);
  r->event.at = true;
  r->steps.h = 0;
  r->stiffness.ends = true;
  r->steps.unchanged = r->steps.slope_known = false; /* what comes is not what was */
  return PAWL_OK;
}

pawl_status pawl_jam_pass_here(pawl_run *r, pawl_error *error)
{
  if (error)
    *error = (pawl_error){0};
  r->system.error = (pawl_error){0};
  r->jam = (pawl_jam){0};
  pawl_status status = pawl_jam_pass(r, error);
  return status == PAWL_OK ? pawl_judge_contacts(r, error) : status;
}
