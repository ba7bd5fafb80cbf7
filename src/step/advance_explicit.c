/* Explicit steps: try h, smaller on too large an error, project onto the constraints, land on the first event, next h; across
 * singular positions with care.      theory.md, 6.1 and 4.5 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "step/advance.h"

/* Root of the smallest pivot below which stages are brought onto the constraints before they are evaluated: off them
 * accelerations err by the residual over the distance squared. A folding kite of four bars at tolerance 1e-12 ends
 * 5e-7 wrong without it, 1e-10 with it. theory.md, 4.5 */
#define NEAR_SINGULAR 0.1
/* Of a step: what lies so soon after its begin is before its second stage, at 0.053 or 0.2, by half. */
#define BESIDE 0.025
/* Methods of this order and more have so many stages that fewer are worth an attempt. */
#define MANY_STAGES 8

pawl_status pawl_run_fail_step(pawl_run *r, double h, pawl_error *error)
{
  if (r->system.error.status == PAWL_OK && r->singular.verdict.status != PAWL_OK) {
    if (error)
      *error = r->singular.verdict;
    return r->singular.verdict.status;
  }
  if (r->system.error.status != PAWL_OK) {
    if (error) {
      *error = r->system.error;
      error->time = r->system.at.t;
    }
    return r->system.error.status;
  }
  bool singular = r->system.tree.row_count > 0 && r->singular.apart < NEAR_SINGULAR;
  const pawl_part *part = singular ? r->model->parts[r->system.blocks[r->singular.weakest].part] : NULL;
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  if (singular)
    return pawl_fail(
        error, PAWL_BAD_NUMBERS, part->where,
        "no step of %.3g s or more meets the tolerance at t = %.9g s: the mechanism is at the end of its "
        "reach or in a singular position, where %s \"%s\" loses a direction",
        h, r->t, part->kind->name, part->name);
  if (pawl_chatter_explain(r, error) != PAWL_OK)
    return PAWL_BAD_MODEL;
  if (pawl_contacts_explain(&r->system, error) != PAWL_OK ||
      pawl_contacts_roll(&r->system, r->t, error) != PAWL_OK ||
      pawl_contacts_share(&r->system, r->t, r->plan.tolerance, error) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  return pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
                   "no step of %.3g s or more meets the tolerance at t = %.9g s", h, r->t);
}

/* The slope the next step starts with; evaluated only when a next step is made. Then energies are known there, too. */
static pawl_status prepare_slope(pawl_run *r, pawl_error *error)
{
  if (r->steps.slope_known)
    return PAWL_OK;
  r->steps.slope_known = true;
  int failed = r->steps.unchanged ? pawl_rk_keep_last_slope(&r->rk) : pawl_rk_slope(&r->rk, r->t, r->y);
  if (failed)
    return pawl_run_fail_step(r, 0, error);
  return r->steps.unchanged || !r->system.contact->count ? PAWL_OK : pawl_judge_energy(r, r->t, r->y, error);
}

static void watch_singularity(pawl_run *r, double h)
{
  double pivot = r->system.ops->smallest_pivot(r->system.kernel, &r->singular.weakest);
  r->books.smallest_pivot = fmin(r->books.smallest_pivot, pivot);
  r->singular.last_apart = r->singular.apart;
  r->singular.apart = pivot < 1 ? sqrt(pivot) : 1; /* no rows kept: infinite */
  r->steps.last_h = h;
  r->steps.usual_h = fmax(h, 0.95 * r->steps.usual_h);
  /* near, and on the way to it or from it: some mechanisms stay at a small pivot for good. Measured by the usual
   * step, because the last ones may have been shortened by the singular position itself. */
  double moved = fabs(r->singular.apart - r->singular.last_apart) * r->steps.usual_h / h;
  r->singular.near = r->singular.apart < NEAR_SINGULAR && r->singular.apart < 4 * moved;
  r->system.row.delicate = r->singular.apart < PAWL_DELICATE;
}

/* How far projection has moved the end of the step, in the model's units. */
static double moved(const pawl_run *r)
{
  double most = 0;
  for (int d = 0; d < r->system.tree.dof_count; d++)
    most = fmax(most, fabs(r->y1[d] - r->room.on[d]) / r->system.dof.unit[d]);
  return most;
}

/* The end of the step on the constraints; false when it cannot be brought there, or only by a jump. */
static bool settle(pawl_run *r, double t)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  r->singular.verdict = (pawl_error){0};
  s->at.work = r->y1 + 2 * n;
  if (s->contact->holds && pawl_held_project(s, t, r->y1, r->y1 + n, r->base, r->y1 + 2 * n) != PAWL_OK)
    return false;
  if (s->tree.row_count == 0)
    return true;
  memcpy(r->room.on, r->y1, sizeof(double) * (size_t)n);
  if (pawl_project(s, t, r->y1, r->y1 + n, r->base) != PAWL_OK ||
      pawl_project_verdict(s, t, &r->singular.verdict) != PAWL_OK)
    return false;
  return moved(r) < 0.01 || pawl_project_jump(s, t, r->room.on, r->base, &r->singular.verdict) == PAWL_OK;
}

/* Steps that have become tiny for good, beside a singular position: a drive that pushes a mechanism into the end of its
 * reach gets there in ever shorter steps. */
static bool creeps(pawl_run *r, double h)
{
  bool tiny =
      r->system.tree.row_count && r->singular.apart < 0.05 && h < PAWL_STEP_CREEPS * r->system.scale.time;
  r->steps.tiny = tiny ? r->steps.tiny + 1 : 0;
  return r->steps.tiny > 2000;
}

static void accept(pawl_run *r, double h, double t)
{
  pawl_system *s = &r->system;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  memcpy(r->y, r->y1, sizeof(double) * (size_t)r->n);
  r->t = t;
  r->steps.slope_known = false;
  r->room.seen = false;
  r->steps.unchanged = s->tree.row_count == 0 && s->tree.quat_count == 0;
  r->books.steps++;
  pawl_system_rebase(s, r->y, r->base);
  if (s->tree.row_count)
    watch_singularity(r, h);
}

/* Near a singular position accelerations off the constraints are rounding over distance squared, so no stage may
 * fall there: the step is laid so that the position lies in the widest gap between the stages.   theory.md, 4.5 */
static double across_singularity(pawl_run *r, double h, bool again)
{
  double closing = (r->singular.last_apart - r->singular.apart) / r->steps.last_h;
  r->singular.crossing = false;
  if (!(closing > 0) || r->singular.apart > 0.5)
    return h;
  /* So near that a step with the position in that gap would have all its stages beside it: a usual one has it before its
   * second stage. */
  if (r->singular.apart / closing < BESIDE * fmax(h, again ? 0 : r->steps.usual_h)) {
    r->singular.crossing = true;
    return again ? h : fmax(h, r->steps.usual_h);
  }
  double away = r->singular.apart / closing, gap = r->rk.table->gap;
  r->singular.crossing = away <= (1 + gap) * h;
  if (away <= gap * h)
    return away / gap;
  return r->singular.crossing ? away - 0.96 * gap * h : h;
}

/* Stiff when the step has stood at the edge of stability 15 times, not counting short relief (Hairer's rule). Where a spring rings the
 * edge is not the end of stability, but where the error of a step is 5e-3 of the amplitude: what is followed so is some tolerances at the
 * most.      theory.md, 6.2 */
static void watch_stiffness(pawl_run *r, double refused)
{
  const pawl_rk_table *table = r->rk.table;
  double rings;
  if (!r->plan.method->adapts || (r->books.steps % 4 != 0 && r->stiffness.hits == 0))
    return;
  bool damped = pawl_rk_stiffness(&r->rk, r->system.tree.dof_count, r->system.extra.states, refused, &rings) >
                table->edge;
  if (r->system.tree.row_count && r->singular.apart < NEAR_SINGULAR) /* rows are stiff there, not springs */
    rings = 0;
  if (damped || rings > table->ring_edge) {
    r->stiffness.rings = !damped;
    r->stiffness.mild_hits = 0;
    r->stiffness.rung_h = r->stiffness.hits ? fmax(r->stiffness.rung_h, r->rk.h)
                                            : r->rk.h; /* right after an event they are short */
    r->stiffness.hits++;
  } else if (!(r->stiffness.rings && isnan(rings)) && ++r->stiffness.mild_hits >= 6) {
    r->stiffness.hits = 0;
    r->stiffness.rings = false;
  }
}

/* What the error of a step across a singular position may be: not less than rounding makes it there. Shorter steps come
 * nearer to the position, where rounding is more, and in the end none is good. */
static double crossing_error(const pawl_run *r)
{
  return fmax(1, PAWL_CROSSING / (pawl_run_local_share(r->plan.tolerance) * r->plan.tolerance));
}

/* What is left to an event is so little that the last slope leads there. False: it is not, and nothing has changed. A correction that
 * leaves as much as there was, because a margin jumps or hardly changes, is taken back. */
static bool slide_onto(pawl_run *r, double miss, double limit, double *end)
{
  const double from = *end, most = 2 * fabs(miss);
  double *kept = r->room.out;
  bool good = true, helps = true;
  memcpy(kept, r->y1, sizeof(double) * (size_t)r->n);
  for (int i = 0; i < 4; i++) {
    double to = *end + miss;
    good = to > r->t && to <= limit && fabs(to - from) <= most &&
           pawl_rk_shift(&r->rk, miss, r->y1) <= 0.01 && settle(r, to);
    if (!good)
      break;
    *end = to;
    double next = pawl_events_miss(r, to);
    bool done = fabs(next) <= 2 * DBL_EPSILON * fabs(to), less = fabs(next) < 0.5 * fabs(miss);
    helps = i > 0 || done || less;
    if (done || !less)
      break;
    miss = next;
  }
  if (!good || !helps) {
    memcpy(r->y1, kept, sizeof(double) * (size_t)r->n);
    *end = from;
  }
  return good;
}

/* A step of length h to `end`, on the constraints; false: it is not good. */
static bool make_step(pawl_run *r, double h, double end)
{
  double e = pawl_rk_try(&r->rk, r->t, h, r->y, r->y1);
  if (e <= (r->singular.crossing ? crossing_error(r) : 1) && settle(r, end))
    return true;
  pawl_events_undo(r);
  return false;
}

/* A good step is made anew to end at the first event in it. One correction removes the error of the dense output on which
 * the event was found; where it leads beyond the limit, the event is not in this step. False: the shorter step is not good. */
static bool land(pawl_run *r, double limit, double *h, double *end)
{
  double event = pawl_events_first(r, r->t, r->y, *end, r->y1), whole = *h, last = 0, last_miss = 0;
  r->event.at = event < INFINITY;
  if (!r->event.at)
    return true;
  for (int tries = 0; tries < 4; tries++) {
    if (event <= r->t)
      event = r->t;
    if (event > limit) {
      *h = limit - r->t;
      *end = limit;
      r->event.at = false;
      return make_step(r, *h, limit);
    }
    *h = event - r->t;
    *end = event;
    if (*h <= 0) {
      memcpy(r->y1, r->y, sizeof(double) * (size_t)r->n);
      return true;
    }
    if (!make_step(r, *h, *end))
      return false;
    double miss = pawl_events_miss(r, *end);
    if (fabs(miss) <= 2 * DBL_EPSILON * fabs(*end) || fabs(miss) > fmin(PAWL_SLOPE_WAY * whole, 0.1 * *h))
      break; /* none, or what a margin that hardly changes makes of rounding */
    if (slide_onto(r, miss, limit, end)) {
      *h = *end - r->t;
      break;
    }
    bool worse = tries > 0 && fabs(miss) > 10 * fabs(last_miss); /* by a slope that both tell, then */
    double next = worse ? event - miss * (event - last) / (miss - last_miss) : event + miss;
    last = event;
    last_miss = miss;
    event = next;
  }
  /* rows inside the step are asked for later, when modes have changed */
  return pawl_run_dense_prepare(r);
}

static bool is_brief(const pawl_run *r)
{
  return r->rk.table != pawl_method_table(r->plan.method, r->plan.tolerance);
}

/* The first step after an event. Where the last flight was short the next one is likely to be, and to end in an event before a step of high
 * order has come anywhere: three stages do for that. It is as long as these may be for the tolerance, by the rule of the first step. */
static void begin_flight(pawl_run *r, double limit)
{
  r->steps.h = pawl_rk_first_step(&r->rk, r->t, r->y, limit - r->t);
  double by = 1 / 3.0 - 1.0 / r->rk.table->order, brief = r->steps.h * (float)pow(r->rk.tolerance, by);
  if (!r->system.contact->holds || r->system.tree.row_count || r->steps.flown > 0 || r->plan.timed ||
      !(r->steps.flight > 0 && r->steps.flight < brief) || r->rk.table->order < MANY_STAGES)
    return;
  r->rk.table = &pawl_rk_bs3;
  r->steps.h = brief;
}

/* A flight without an event goes on by the method of the run. */
static void count_flight(pawl_run *r, double h)
{
  r->steps.flown += h;
  if (r->event.at) { /* one that was cut off says nothing of the next */
    r->steps.flight = r->scan.cut ? 0 : r->steps.flown;
    r->steps.flown = 0;
  } else if (is_brief(r))
    r->steps.h = 0;
}

pawl_status pawl_explicit_step(pawl_run *r, double limit, pawl_error *error)
{
  pawl_status status = prepare_slope(r, error);
  if (status != PAWL_OK)
    return status;
  r->rk.table = pawl_method_table(r->plan.method, r->plan.tolerance);
  if (r->steps.h == 0)
    begin_flight(r, limit);
  double least = 16 * DBL_EPSILON * fmax(fabs(r->t), fabs(limit) * DBL_EPSILON);
  r->steps.h = fmax(r->steps.h, 2 * least); /* a limit right after an event left next to nothing */
  double refused = 0;
  for (int tries = 0;; tries++) {
    double wanted = r->singular.last_apart > 0 ? across_singularity(r, r->steps.h, tries > 0) : r->steps.h;
    if (tries > 2 && r->singular.apart < 0.5) /* what cannot be predicted shows itself by rejections */
      r->singular.crossing = r->singular.near = true;
    bool last = wanted >= (limit - r->t) * (1 - PAWL_SAME_INSTANT);
    double h = last ? limit - r->t : wanted;
    if (h < least && !last)
      return pawl_run_fail_step(r, least, error);
    double e = pawl_rk_try(&r->rk, r->t, h, r->y, r->y1);
    if (r->system.error.status != PAWL_OK)
      return pawl_run_fail_step(r, h, error);
    double factor = pawl_rk_factor(&r->rk, e, tries > 0), end = last ? limit : r->t + h;
    bool good = e <= (r->singular.crossing ? crossing_error(r) : 1);
    if (good && !is_brief(r))
      watch_stiffness(r, refused);
    bool whole = good && pawl_kinks_none(r, end) && settle(r, end) &&
                 (!r->system.contact->count || land(r, limit, &h, &end));
    double denied = whole ? fmin(pawl_looks_first(r, end), pawl_corners_first(r, end)) : INFINITY;
    if (whole && !(denied < end)) {
      /* A step cut short says nothing against the longer one. */
      r->steps.h = h < r->steps.h && h * factor < r->steps.h ? r->steps.h : h * factor;
      status = pawl_chatter_watch(r, r->y, end, r->y1, error);
      accept(r, h, end);
      count_flight(r, h);
      if (status != PAWL_OK)
        return status;
      return creeps(r, h) ? pawl_run_fail_step(r, PAWL_STEP_CREEPS * r->system.scale.time, error) : PAWL_OK;
    }
    if (r->system.error.status != PAWL_OK || (good && tries > 40))
      return pawl_run_fail_step(r, h, error);
    r->books.rejected++;
    refused = fmax(refused, h);
    if (whole && r->system.contact->count)
      pawl_events_undo(r);
    r->steps.h = whole ? denied - r->t : good ? 0.25 * h : h * factor;
  }
}

bool pawl_explicit_can(pawl_run *r, double h, pawl_error *error)
{
  pawl_status status = prepare_slope(r, error);
  r->rk.table = pawl_method_table(r->plan.method, r->plan.tolerance);
  return status == PAWL_OK && pawl_rk_try(&r->rk, r->t, h, r->y, r->y1) <= 1;
}

/* The further stages of the step are evaluated in the charts of its begin, too. */
bool pawl_explicit_dense(pawl_run *r, double time, double *y)
{
  pawl_quat *now = r->base;
  r->base = r->last_base;
  r->system.at.since = r->steps.last_t;
  bool good = pawl_run_dense_prepare(r);
  r->base = now;
  if (good)
    pawl_rk_dense(&r->rk, (time - r->rk.t) / r->rk.h, y);
  return good;
}
