/* Steps of BDF, where the model is stiff: when it begins and ends, and what it leaves to explicit steps.      theory.md, 6.2 */
#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/advance.h"

static int project_state(void *context, double t, double *y)
{
  pawl_run *r = context;
  r->room.filter_ready = false;
  r->system.at.work = y + 2 * r->system.tree.dof_count;
  int n = r->system.tree.dof_count;
  if (r->system.contact->holds && pawl_held_project(&r->system, t, y, y + n, r->base, NULL) != PAWL_OK)
    return 1;
  return pawl_project(&r->system, t, y, y + n, r->base) != PAWL_OK;
}

/* From here on by BDF. Its steps see the model at their ends alone, so none is longer than what has to be looked at. */
bool pawl_run_go_stiff(pawl_run *r)
{
  r->way = &pawl_way_bdf;
  r->stiffness.started = false;
  r->books.stiff_since = r->stiffness.rung_t = r->t;
  r->stiffness.rung_steps = r->stiffness.rung_looks = 0;
  return pawl_stiff_open(r->stiff, &r->ode, r->plan.tolerance,
                         r->plan.has_functions ? r->plan.row_spacing : INFINITY, r->chatter.count == 0,
                         r->system.tree.row_count || r->system.contact->holds ? project_state : NULL);
}

/* The charts stay where they are while CVODE's history needs them, up to a quarter of a turn. */
static bool charts_worn(const pawl_run *r)
{
  const pawl_tree *tree = &r->system.tree;
  for (int i = 1; tree->quat_count && i < tree->link_count; i++) {
    const pawl_link *l = tree->links + i;
    for (int d = l->dof + l->dofs - 3; l->quat >= 0 && d < l->dof + l->dofs; d++)
      if (fabs(r->y[d]) > 1.5)
        return true;
  }
  return false;
}

/* From BDF back to explicit steps; before a step, because rows inside the last one are still to be asked of it. */
void pawl_bdf_leave(pawl_run *r)
{
  r->way = &pawl_way_explicit;
  r->stiffness.rings_end = false;
  r->stiffness.hits = r->stiffness.mild_hits = 0;
  r->books.stiff_since = NAN;
}

/* Order 2 takes short steps where something else moves: then the edge of stability was no hindrance, and next time it has to be met twice
 * as often. An explicit step evaluates twelve times and is often made twice, one of BDF evaluates twice. What rings down has
 * 4096 steps to do so. */
static void watch_rings(pawl_run *r, double way)
{
  enum { SOON = 2, PATIENCE = 16, MOST_HITS = 60 };
  double enough = r->stiffness.rung_looks >= PATIENCE ? 1.0 / 8
                  : r->stiffness.rung_looks >= SOON   ? 1.0 / 40
                                                      : 0;
  if (!(way < enough * r->stiffness.rung_h))
    return;
  r->steps.h = r->stiffness.rung_h;
  r->stiffness.rings_end = true;
  r->stiffness.ring_hits =
      r->stiffness.ring_hits < MOST_HITS ? 2 * r->stiffness.ring_hits : r->stiffness.ring_hits;
}

/* What has looked damped may ring: at orders above 2 that goes on for good, in steps that cost more than the explicit ones. */
static void watch_damped(pawl_run *r, double way)
{
  if (!(way < r->stiffness.rung_h / 6))
    return;
  r->stiffness.rings = r->stiffness.ends = true;
  r->stiffness.rung_looks = 0;
}

/* Every 256 steps, how long they are in the mean. */
static void watch_pace(pawl_run *r)
{
  enum { LOOK = 256 };
  if (!r->plan.method->adapts || ++r->stiffness.rung_steps % LOOK != 0)
    return;
  double way = (r->t - r->stiffness.rung_t) / LOOK;
  r->stiffness.rung_looks++;
  r->stiffness.rung_t = r->t;
  if (r->stiffness.rings)
    watch_rings(r, way);
  else
    watch_damped(r, way);
}

/* What comes is not what was: what rang is looked at anew, and what begins to ring is followed. */
void pawl_bdf_end_rings(pawl_run *r)
{
  if (r->way->stiff && r->stiffness.rings && r->plan.method->adapts) {
    r->stiffness.rings_end = true;
    r->steps.h = 0;
  }
}

/* BDF makes no step, or steps that do not change the time. */
static pawl_status fail_stiff(pawl_run *r, double h, pawl_error *error)
{
  if (r->plan.tolerance >= PAWL_BDF_SHARP || r->system.error.status != PAWL_OK ||
      r->singular.verdict.status != PAWL_OK)
    return pawl_run_fail_step(r, h, error);
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, r->model->path,
      "by BDF no step meets the tolerance of %.3g at t = %.9g s, where rounding is more than that; "
      "take a larger one, or another method",
      r->plan.tolerance, r->t);
}

/* BDF cannot see through the rounding of friction that several touches share; an explicit step, which asks for no slopes, can. */
static pawl_status step_instead(pawl_run *r, double limit, double h, pawl_error *error)
{
  if (!r->plan.method->adapts || !r->system.contact->holds || r->system.error.status != PAWL_OK ||
      r->singular.verdict.status != PAWL_OK)
    return fail_stiff(r, h, error);
  memcpy(r->y, r->y1, sizeof(double) * (size_t)r->n);
  memcpy(r->base, r->last_base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  pawl_bdf_leave(r);
  r->steps.h = 0;
  r->steps.still = 0;
  r->room.seen = r->steps.slope_known = r->steps.unchanged = false;
  return pawl_explicit_step(r, limit, error);
}

/* s: the shortest flight that ended with an impact at this very instant, of a row that gets less; INFINITY: there is none. */
static double last_flight(const pawl_run *r)
{
  const pawl_system *s = &r->system;
  double shortest = INFINITY;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++) {
      const pawl_touch_log *log = &s->contact->pair[k].point[i].log;
      if (log->impacts > 1 && log->last == r->t && log->flight > 0)
        shortest = fmin(shortest, log->flight);
    }
  return shortest;
}

/* BDF begins anew after an impact, with order 1, and does not see how high a bounce is that is lower than the tolerance: the row would end
 * too soon. The next flight is shorter than the last: if one explicit step makes all of it, it does. */
static bool can_fly(pawl_run *r, double limit, pawl_error *error)
{
  double h = r->system.contact->holds ? last_flight(r) : INFINITY;
  if (!(h < limit - r->t) || !pawl_explicit_can(r, h, error))
    return false;
  r->steps.h = h;
  return true;
}

pawl_status pawl_bdf_step(pawl_run *r, double limit, pawl_error *error)
{
  if (r->stiffness.started && (r->stiffness.ends || charts_worn(r))) {
    pawl_system_rebase(&r->system, r->y, r->base);
    r->stiffness.started = false;
  }
  if (!r->stiffness.started && can_fly(r, limit, error))
    return pawl_explicit_step(r, limit, error);
  if (!r->stiffness.started &&
      !pawl_stiff_start(r->stiff, r->t, r->y, r->steps.h < limit - r->t ? r->steps.h : 0, r->stiffness.rings))
    return pawl_run_fail_step(r, 0, error);
  if (!r->stiffness.started)
    r->stiffness.rejected = r->books.rejected;
  r->stiffness.started = true;
  r->stiffness.ends = false;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  double t = r->t;
  memcpy(r->y1, r->y, sizeof(double) * (size_t)r->n);
  if (!pawl_stiff_step(r->stiff, limit, &t, r->y))
    return step_instead(r, limit, pawl_stiff_last_step(r->stiff), error);
  r->steps.still = t - r->t > 4 * DBL_EPSILON * fabs(t) ? 0 : r->steps.still + 1;
  if (r->steps.still > 1000)
    return step_instead(r, limit, t - r->t, error);
  int n = r->system.tree.dof_count;
  r->event.at = false;
  if (r->system.contact->count) {
    double event = pawl_events_first(r, r->t, r->y1, t, r->y);
    r->event.at = event < INFINITY;
    if (event < t) {
      t = event;
      if (!pawl_stiff_dense(r->stiff, t, r->y) || project_state(r, t, r->y) != 0)
        return pawl_run_fail_step(r, pawl_stiff_last_step(r->stiff), error);
    }
  }
  pawl_status status = pawl_chatter_watch(r, r->y1, t, r->y, error);
  if (status != PAWL_OK)
    return status;
  r->t = t >= limit * (1 - PAWL_TIME_ROUNDING) && t > 0 ? limit : t;
  r->singular.verdict = (pawl_error){0};
  r->system.at.work = r->y + 2 * n;
  if (pawl_system_rows(&r->system, r->t, r->y, r->y + n, r->base) != PAWL_OK ||
      pawl_project_verdict(&r->system, r->t, &r->singular.verdict) != PAWL_OK)
    return pawl_run_fail_step(r, 0, error);
  r->steps.h = pawl_stiff_last_step(r->stiff);
  r->books.steps++;
  r->books.rejected = r->stiffness.rejected + pawl_stiff_failures(r->stiff);
  r->room.seen = r->steps.slope_known = r->steps.unchanged = false;
  watch_pace(r);
  return PAWL_OK;
}

/* Right after an impact the step may have been an explicit one. */
bool pawl_bdf_dense(pawl_run *r, double time, double *y)
{
  return r->stiffness.started ? pawl_stiff_dense(r->stiff, time, y) : pawl_explicit_dense(r, time, y);
}
