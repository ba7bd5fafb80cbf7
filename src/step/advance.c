/* One step after another, by the method that the model needs, and what follows each: events, jams, verdicts.      theory.md, 6 and 9 */
#include "step/advance.h"

#include <string.h>

#include "base/error.h"
#include "step/stepping.h"

/* A run that would never end says so: at the pace of its last 32,768 steps it would take more than a thousand million. */
static pawl_status keep_pace(pawl_run *r, pawl_error *error)
{
  enum { WINDOW = 32768 };
  if (++r->steps.paced % WINDOW != 0)
    return PAWL_OK;
  double mean = (r->t - r->steps.pace_t) / WINDOW, left = r->model->plan.duration - r->t;
  r->steps.pace_t = r->t;
  if (!(left > 1e9 * mean))
    return PAWL_OK;
  if (r->way->fixed)
    return pawl_stepping_judge_step(r, r->model->plan.duration, error);
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, r->model->path,
      "steps of %.3g s at t = %.9g s would take more than 1e9 of them to the end: something moves or "
      "changes far faster than the run is long",
      mean, r->t);
}

/* A storm that goes on is passed without a step of its own between. */
static pawl_status go_on(pawl_run *r, bool *gone, pawl_error *error)
{
  pawl_status status = pawl_storm_go_on(r, gone, error);
  if (status != PAWL_OK || !*gone)
    return status;
  r->event.at = true;
  r->steps.h = 0;
  r->stiffness.ends = true;
  r->steps.unchanged = r->steps.slope_known = r->room.seen = false;
  status = keep_pace(r, error);
  return status == PAWL_OK ? pawl_judge_contacts(r, error) : status;
}

/* A signal that has jumped acts from now on: what it presses, loads and lets go is not left to the next step. */
static pawl_status pass_jump(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  double since = s->at.since;
  s->at.since = r->t;
  pawl_signals_forget(s);
  pawl_status status = pawl_judge_pressed(r, error);
  if (status == PAWL_OK)
    status = pawl_events_jump(r, error);
  s->at.since = since;
  pawl_signals_forget(s);
  return status;
}

pawl_status pawl_run_step(pawl_run *r, double limit, pawl_error *error)
{
  if (!(limit > r->t))
    return PAWL_OK;
  r->steps.limit = limit;
  r->event.jumped = false;
  r->system.at.since = r->steps.last_t = r->t;
  if (r->tells.untold || r->tells.start_problems)
    pawl_events_tell_start(r);
  if (r->way->fixed) {
    pawl_status status = r->way->step(r, limit, error);
    return status == PAWL_OK ? keep_pace(r, error) : status;
  }
  double jump = r->system.signal.count ? pawl_signals_next_break(&r->system, r->t) : INFINITY;
  limit = fmin(limit, jump);
  if (r->storm.left > 0 && isinf(jump)) {
    bool gone;
    pawl_status status = go_on(r, &gone, error);
    if (status != PAWL_OK || gone)
      return status;
  }
  if (r->stiffness.rings_end)
    pawl_bdf_leave(r);
  if (!r->way->stiff && r->stiffness.hits >= (r->stiffness.rings ? r->stiffness.ring_hits : 15) &&
      !pawl_run_go_stiff(r))
    return pawl_fail_memory(error);
  long events = r->books.events;
  pawl_status status = r->way->step(r, limit, error);
  if (status == PAWL_BAD_NUMBERS && !r->way->stiff && pawl_jam_is_near(r)) /* rounding allows no step more */
    return pawl_jam_pass_here(r, error);
  if (status == PAWL_OK)
    status = keep_pace(r, error);
  if (status == PAWL_OK && r->system.contact->count)
    status = r->event.at ? pawl_events_pass(r, error) : pawl_events_accept(r);
  if (status == PAWL_OK && r->system.contact->holds && pawl_jam_due(r))
    status = pawl_jam_pass(r, error);
  if (status == PAWL_OK && r->system.contact->count)
    status = pawl_judge_contacts(r, error);
  if (status == PAWL_OK && r->system.contact->count)
    status = pawl_judge_works(r, error);
  if (status == PAWL_OK && r->system.contact->count)
    status = pawl_run_watch_rails(r, error);
  if (r->t >= jump || r->books.events != events)
    pawl_bdf_end_rings(r);
  if (status != PAWL_OK || r->t < jump)
    return status;
  r->event.jumped = true;
  r->steps.unchanged = r->steps.slope_known = false; /* what comes is not what was */
  r->stiffness.ends = true;
  r->system.at.work = r->y + 2 * r->system.tree.dof_count;
  status = pawl_signals_join(&r->system, r->t, r->steps.last_t);
  return status == PAWL_OK ? pass_jump(r, error) : pawl_run_fail_step(r, 0, error);
}

pawl_status pawl_run_until(pawl_run *r, double time, pawl_error *error)
{
  if (!isfinite(time) || time < r->t)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "cannot run to t = %g s: the run is at t = %g s", time,
                     r->t);
  while (r->t < time) {
    pawl_status status = pawl_run_step(r, time, error);
    if (status != PAWL_OK)
      return status;
  }
  return PAWL_OK;
}
