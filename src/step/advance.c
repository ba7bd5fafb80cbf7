/* One step after another: try h, smaller on too large an error, project onto the constraints, next h; across
 * singular positions with care, and by BDF where the model is stiff.      theory.md, 6.1, 6.2 and 4.5 */
#include <float.h>
#include <string.h>

#include "base/error.h"
#include "contact/advice.h"
#include "step/run.h"
#include "step/stepping.h"

/* Root of the smallest pivot below which stages are brought onto the constraints before they are evaluated: off them
 * accelerations err by the residual over the distance squared. A folding kite of four bars at tolerance 1e-12 ends
 * 5e-7 wrong without it, 1e-10 with it. theory.md, 4.5 */
#define NEAR_SINGULAR 0.1
/* Of a step: what lies so soon after its begin is before its second stage, at 0.053 or 0.2, by half. */
#define BESIDE 0.025

static int project_state(void *context, double t, double *y)
{
  pawl_run *r = context;
  r->filter_ready = false;
  r->system.work_now = y + 2 * r->system.tree.dof_count;
  int n = r->system.tree.dof_count;
  if (r->system.holds && pawl_held_project(&r->system, t, y, y + n, r->base, NULL) != PAWL_OK)
    return 1;
  return pawl_project(&r->system, t, y, y + n, r->base) != PAWL_OK;
}

/* From here on by BDF. Its steps see the model at their ends alone, so none is longer than what has to be looked at. */
bool pawl_run_go_stiff(pawl_run *r)
{
  r->is_stiff = true;
  r->stiff_started = false;
  r->books.stiff_since = r->rung_t = r->t;
  r->rung_h = r->h;
  r->rung_steps = 0;
  return pawl_stiff_open(r->stiff, &r->ode, r->tolerance, r->looks ? r->row_spacing : INFINITY,
                         r->suspect_count == 0,
                         r->system.tree.row_count || r->system.holds ? project_state : NULL);
}

/* ---- stepping ------------------------------------------------------------------------------------------------ */

pawl_status pawl_run_fail_step(pawl_run *r, double h, pawl_error *error)
{
  if (r->system.error.status == PAWL_OK && r->verdict.status != PAWL_OK) {
    if (error)
      *error = r->verdict;
    return r->verdict.status;
  }
  if (r->system.error.status != PAWL_OK) {
    if (error) {
      *error = r->system.error;
      error->time = r->system.now;
    }
    return r->system.error.status;
  }
  bool singular = r->system.tree.row_count > 0 && r->apart < NEAR_SINGULAR;
  const pawl_part *part = singular ? r->model->parts[r->system.blocks[r->weakest].part] : NULL;
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
  if (pawl_contacts_roll(&r->system, r->t, error) != PAWL_OK ||
      pawl_contacts_share(&r->system, r->t, r->tolerance, error) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  return pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
                   "no step of %.3g s or more meets the tolerance at t = %.9g s", h, r->t);
}

/* The slope the next step starts with; evaluated only when a next step is made. Then energies are known there, too. */
static pawl_status prepare_slope(pawl_run *r, pawl_error *error)
{
  if (r->slope_known)
    return PAWL_OK;
  r->slope_known = true;
  int failed = r->unchanged ? pawl_rk_keep_last_slope(&r->rk) : pawl_rk_slope(&r->rk, r->t, r->y);
  if (failed)
    return pawl_run_fail_step(r, 0, error);
  return r->unchanged || !r->system.contact_count ? PAWL_OK : pawl_judge_energy(r, r->t, r->y, error);
}

static void watch_singularity(pawl_run *r, double h)
{
  double pivot = r->system.ops->smallest_pivot(r->system.kernel, &r->weakest);
  r->books.smallest_pivot = fmin(r->books.smallest_pivot, pivot);
  r->last_apart = r->apart;
  r->apart = pivot < 1 ? sqrt(pivot) : 1; /* no rows kept: infinite */
  r->last_h = h;
  r->usual_h = fmax(h, 0.95 * r->usual_h);
  /* near, and on the way to it or from it: some mechanisms stay at a small pivot for good. Measured by the usual
   * step, because the last ones may have been shortened by the singular position itself. */
  double moved = fabs(r->apart - r->last_apart) * r->usual_h / h;
  r->near_singular = r->apart < NEAR_SINGULAR && r->apart < 4 * moved;
  r->system.delicate = r->apart < PAWL_DELICATE;
}

/* How far projection has moved the end of the step, in the model's units. */
static double moved(const pawl_run *r)
{
  double most = 0;
  for (int d = 0; d < r->system.tree.dof_count; d++)
    most = fmax(most, fabs(r->y1[d] - r->on[d]) / r->system.unit[d]);
  return most;
}

static double energy_at_end(pawl_run *r, double t)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double kinetic, gravity, stored;
  s->work_now = r->y1 + 2 * n;
  return pawl_system_rows(s, t, r->y1, r->y1 + n, r->base) == PAWL_OK
             ? pawl_system_energy(s, &kinetic, &gravity, &stored)
             : 0;
}

/* A joint that its friction holds through the step has not moved: rounding, and the error of long steps, would let it creep. The
 * energy that it crept by is the friction's. */
static void keep_stuck(pawl_run *r, double t)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    const pawl_contact_pair *pair = s->contacts + k;
    if (pair->single != PAWL_SINGLE_FRICTION || pair->point[0].mode.tangent != PAWL_RUB_STICK ||
        s->joints[pair->joint].link < 0)
      continue;
    int d = s->tree.links[s->joints[pair->joint].link].dof;
    if (r->y1[d] == r->y[d])
      continue;
    double before = energy_at_end(r, t);
    r->y1[d] = r->y[d];
    r->y1[2 * s->tree.dof_count + pawl_pair_work(s, pair)] += energy_at_end(r, t) - before;
  }
}

/* The end of the step on the constraints; false when it cannot be brought there, or only by a jump. */
static bool settle(pawl_run *r, double t)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  r->verdict = (pawl_error){0};
  keep_stuck(r, t);
  if (s->holds && pawl_held_project(s, t, r->y1, r->y1 + n, r->base, r->y1 + 2 * n) != PAWL_OK)
    return false;
  if (s->tree.row_count == 0)
    return true;
  memcpy(r->on, r->y1, sizeof(double) * (size_t)n);
  s->work_now = r->y1 + 2 * n;
  if (pawl_project(s, t, r->y1, r->y1 + n, r->base) != PAWL_OK ||
      pawl_project_verdict(s, t, &r->verdict) != PAWL_OK)
    return false;
  return moved(r) < 0.01 || pawl_project_jump(s, t, r->on, r->base, &r->verdict) == PAWL_OK;
}

/* Steps that have become tiny for good, beside a singular position: a drive that pushes a mechanism into the end of its
 * reach gets there in ever shorter steps. */
static bool creeps(pawl_run *r, double h)
{
  bool tiny = r->system.tree.row_count && r->apart < 0.05 && h < 1e-6 * r->system.scale.time;
  r->tiny_steps = tiny ? r->tiny_steps + 1 : 0;
  return r->tiny_steps > 2000;
}

static void accept(pawl_run *r, double h, double t)
{
  pawl_system *s = &r->system;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  memcpy(r->y, r->y1, sizeof(double) * (size_t)r->n);
  r->t = t;
  r->slope_known = false;
  r->seen = false;
  r->unchanged = s->tree.row_count == 0 && s->tree.quat_count == 0;
  r->books.steps++;
  pawl_system_rebase(s, r->y, r->base);
  if (s->tree.row_count)
    watch_singularity(r, h);
}

/* Near a singular position accelerations off the constraints are rounding over distance squared, so no stage may
 * fall there: the step is laid so that the position lies in the widest gap between the stages.   theory.md, 4.5 */
static double across_singularity(pawl_run *r, double h, bool again)
{
  double closing = (r->last_apart - r->apart) / r->last_h;
  r->crossing = false;
  if (!(closing > 0) || r->apart > 0.5)
    return h;
  /* So near that a step with the position in that gap would have all its stages beside it: a usual one has it before its
   * second stage. */
  if (r->apart / closing < BESIDE * fmax(h, again ? 0 : r->usual_h)) {
    r->crossing = true;
    return again ? h : fmax(h, r->usual_h);
  }
  double gap =
      r->rk.table == &pawl_rk_dop853 ? 0.467 : 0.55; /* between the stages at 1/3 and 0.6 | 0.3 and 0.8 */
  double away = r->apart / closing;
  r->crossing = away <= (1 + gap) * h;
  if (away <= gap * h)
    return away / gap;
  return r->crossing ? away - 0.96 * gap * h : h;
}

/* Stiff when the step has stood at the edge of stability 15 times, not counting short relief (Hairer's rule). Where a spring rings the
 * edge is not the end of stability, but where the error of a step is 5e-3 of the amplitude: what is followed so is some tolerances at the
 * most.      theory.md, 6.2 */
static void watch_stiffness(pawl_run *r, double refused)
{
  bool high = r->rk.table == &pawl_rk_dop853, due = r->books.steps % 4 == 0 || r->stiff_hits > 0;
  double edge = high ? 6.1 : 3.25, ring_edge = high ? 3 : 2, rings;
  if (r->method != PAWL_METHOD_AUTO || !due)
    return;
  bool damped =
      pawl_rk_stiffness(&r->rk, r->system.tree.dof_count, r->system.state_count, refused, &rings) > edge;
  if (r->system.tree.row_count && r->apart < NEAR_SINGULAR) /* rows are stiff there, not springs */
    rings = 0;
  if (damped || rings > ring_edge) {
    r->rings = !damped;
    r->mild_hits = 0;
    r->stiff_hits++;
  } else if (!(r->rings && isnan(rings)) && ++r->mild_hits >= 6) {
    r->stiff_hits = 0;
    r->rings = false;
  }
}

/* What the error of a step across a singular position may be: not less than rounding makes it there. Shorter steps come
 * nearer to the position, where rounding is more, and in the end none is good. */
static double crossing_error(const pawl_run *r)
{
  return fmax(1, 2e-13 / (pawl_run_local_share(r->tolerance) * r->tolerance));
}

/* What is left to an event is so little that the last slope leads there. False: it is not, and nothing has changed. A correction that
 * leaves as much as there was, because a margin jumps or hardly changes, is taken back. */
static bool slide_onto(pawl_run *r, double miss, double limit, double *end)
{
  const double from = *end, most = 2 * fabs(miss);
  double *kept = r->out;
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
  if (e <= (r->crossing ? crossing_error(r) : 1) && settle(r, end))
    return true;
  pawl_events_undo(r);
  return false;
}

/* A good step is made anew to end at the first event in it. One correction removes the error of the dense output on which
 * the event was found; where it leads beyond the limit, the event is not in this step. False: the shorter step is not good. */
static bool land(pawl_run *r, double limit, double *h, double *end)
{
  double event = pawl_events_first(r, r->t, r->y, *end, r->y1), whole = *h, last = 0, last_miss = 0;
  r->at_event = event < INFINITY;
  if (!r->at_event)
    return true;
  for (int tries = 0; tries < 4; tries++) {
    if (event <= r->t)
      event = r->t;
    if (event > limit) {
      *h = limit - r->t;
      *end = limit;
      r->at_event = false;
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
    if (fabs(miss) <= 2 * DBL_EPSILON * fabs(*end) || fabs(miss) > fmin(1e-3 * whole, 0.1 * *h))
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

static pawl_status explicit_step(pawl_run *r, double limit, pawl_error *error)
{
  pawl_status status = prepare_slope(r, error);
  if (status != PAWL_OK)
    return status;
  if (r->h == 0)
    r->h = pawl_rk_first_step(&r->rk, r->t, r->y, limit - r->t);
  double least = 16 * DBL_EPSILON * fmax(fabs(r->t), fabs(limit) * DBL_EPSILON);
  r->h = fmax(r->h, 2 * least); /* a limit right after an event left next to nothing */
  double refused = 0;
  for (int tries = 0;; tries++) {
    double wanted = r->last_apart > 0 ? across_singularity(r, r->h, tries > 0) : r->h;
    if (tries > 2 && r->apart < 0.5) /* what cannot be predicted shows itself by rejections */
      r->crossing = r->near_singular = true;
    bool last = wanted >= (limit - r->t) * (1 - 1e-12);
    double h = last ? limit - r->t : wanted;
    if (h < least && !last)
      return pawl_run_fail_step(r, least, error);
    double e = pawl_rk_try(&r->rk, r->t, h, r->y, r->y1);
    if (r->system.error.status != PAWL_OK)
      return pawl_run_fail_step(r, h, error);
    double factor = pawl_rk_factor(&r->rk, e, tries > 0), end = last ? limit : r->t + h;
    bool good = e <= (r->crossing ? crossing_error(r) : 1);
    if (good)
      watch_stiffness(r, refused);
    bool whole = good && pawl_kinks_none(r, end) && settle(r, end) &&
                 (!r->system.contact_count || land(r, limit, &h, &end));
    double denied = whole ? fmin(pawl_looks_first(r, end), pawl_corners_first(r, end)) : INFINITY;
    if (whole && !(denied < end)) {
      /* A step cut short says nothing against the longer one. */
      r->h = h < r->h && h * factor < r->h ? r->h : h * factor;
      status = pawl_chatter_watch(r, r->y, end, r->y1, error);
      accept(r, h, end);
      if (status != PAWL_OK)
        return status;
      return creeps(r, h) ? pawl_run_fail_step(r, 1e-6 * r->system.scale.time, error) : PAWL_OK;
    }
    if (r->system.error.status != PAWL_OK || (good && tries > 40))
      return pawl_run_fail_step(r, h, error);
    r->books.rejected++;
    refused = fmax(refused, h);
    if (whole && r->system.contact_count)
      pawl_events_undo(r);
    r->h = whole ? denied - r->t : good ? 0.25 * h : h * factor;
  }
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

/* BDF is unstable beside the imaginary axis from order 3 on: what rings goes on at the tolerance, in short steps. */
static int highest_order(const pawl_run *r)
{
  return r->rings ? 2 : 5;
}

/* From BDF back to explicit steps; before a step, because rows inside the last one are still to be asked of it. */
static void go_explicit(pawl_run *r)
{
  r->is_stiff = r->rings_end = false;
  r->stiff_hits = r->mild_hits = 0;
  r->books.stiff_since = NAN;
}

/* Order 2 takes short steps where something else moves: then the edge of stability was no hindrance, and next time it has to be met twice
 * as often. An explicit step evaluates twelve times and is often made twice, one of BDF evaluates twice. What rings down has
 * 4096 steps to do so. */
static void watch_rings(pawl_run *r)
{
  enum { LOOK = 256, SOON = 2 * LOOK, PATIENCE = 16 * LOOK, MOST_HITS = 60 };
  if (!r->rings || r->method != PAWL_METHOD_AUTO || ++r->rung_steps % LOOK != 0)
    return;
  double enough = r->rung_steps >= PATIENCE ? 1.0 / 8 : r->rung_steps >= SOON ? 1.0 / 40 : 0;
  if (r->t - r->rung_t < enough * LOOK * r->rung_h) {
    r->h = r->rung_h;
    r->rings_end = true;
    r->ring_hits = r->ring_hits < MOST_HITS ? 2 * r->ring_hits : r->ring_hits;
  }
  r->rung_t = r->t;
}

/* What comes is not what was: what rang is looked at anew, and what begins to ring is followed. */
static void end_rings(pawl_run *r)
{
  if (r->is_stiff && r->rings && r->method == PAWL_METHOD_AUTO) {
    r->rings_end = true;
    r->h = 0;
  }
}

/* Below this tolerance rounding may be more than what BDF's corrector is to find. */
#define BDF_SHARP 1e-12

/* BDF makes no step, or steps that do not change the time. */
static pawl_status fail_stiff(pawl_run *r, double h, pawl_error *error)
{
  if (r->tolerance >= BDF_SHARP || r->system.error.status != PAWL_OK || r->verdict.status != PAWL_OK)
    return pawl_run_fail_step(r, h, error);
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, r->model->path,
      "by BDF no step meets the tolerance of %.3g at t = %.9g s, where rounding is more than that; "
      "take a larger one, or another method",
      r->tolerance, r->t);
}

/* BDF cannot see through the rounding of friction that several touches share; an explicit step, which asks for no slopes, can. */
static pawl_status step_instead(pawl_run *r, double limit, double h, pawl_error *error)
{
  if (r->method != PAWL_METHOD_AUTO || !r->system.holds || r->system.error.status != PAWL_OK ||
      r->verdict.status != PAWL_OK)
    return fail_stiff(r, h, error);
  memcpy(r->y, r->y1, sizeof(double) * (size_t)r->n);
  memcpy(r->base, r->last_base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  go_explicit(r);
  r->h = 0;
  r->still_steps = 0;
  r->seen = r->slope_known = r->unchanged = false;
  return explicit_step(r, limit, error);
}

/* s: the shortest flight that ended with an impact at this very instant, of a row that gets less; INFINITY: there is none. */
static double last_flight(const pawl_run *r)
{
  const pawl_system *s = &r->system;
  double shortest = INFINITY;
  for (int k = 0; k < s->contact_count; k++)
    for (int i = 0; i < s->contacts[k].count; i++) {
      const pawl_touch_log *log = &s->contacts[k].point[i].log;
      if (log->impacts > 1 && log->last == r->t && log->flight > 0)
        shortest = fmin(shortest, log->flight);
    }
  return shortest;
}

/* BDF begins anew after an impact, with order 1, and does not see how high a bounce is that is lower than the tolerance: the row would end
 * too soon. The next flight is shorter than the last: if one explicit step makes all of it, it does. */
static bool can_fly(pawl_run *r, double limit, pawl_error *error)
{
  double h = r->system.holds ? last_flight(r) : INFINITY;
  if (!(h < limit - r->t) || prepare_slope(r, error) != PAWL_OK ||
      !(pawl_rk_try(&r->rk, r->t, h, r->y, r->y1) <= 1))
    return false;
  r->h = h;
  return true;
}

static pawl_status stiff_step(pawl_run *r, double limit, pawl_error *error)
{
  if (r->stiff_started && (r->stiff_ends || charts_worn(r))) {
    pawl_system_rebase(&r->system, r->y, r->base);
    r->stiff_started = false;
  }
  if (!r->stiff_started && can_fly(r, limit, error))
    return explicit_step(r, limit, error);
  if (!r->stiff_started &&
      !pawl_stiff_start(r->stiff, r->t, r->y, r->h < limit - r->t ? r->h : 0, highest_order(r)))
    return pawl_run_fail_step(r, 0, error);
  if (!r->stiff_started)
    r->explicit_rejected = r->books.rejected;
  r->stiff_started = true;
  r->stiff_ends = false;
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  double t = r->t;
  memcpy(r->y1, r->y, sizeof(double) * (size_t)r->n);
  if (!pawl_stiff_step(r->stiff, limit, &t, r->y))
    return step_instead(r, limit, pawl_stiff_last_step(r->stiff), error);
  r->still_steps = t - r->t > 4 * DBL_EPSILON * fabs(t) ? 0 : r->still_steps + 1;
  if (r->still_steps > 1000)
    return step_instead(r, limit, t - r->t, error);
  int n = r->system.tree.dof_count;
  r->at_event = false;
  if (r->system.contact_count) {
    double event = pawl_events_first(r, r->t, r->y1, t, r->y);
    r->at_event = event < INFINITY;
    if (event < t) {
      t = event;
      if (!pawl_stiff_dense(r->stiff, t, r->y) || project_state(r, t, r->y) != 0)
        return pawl_run_fail_step(r, pawl_stiff_last_step(r->stiff), error);
    }
  }
  pawl_status status = pawl_chatter_watch(r, r->y1, t, r->y, error);
  if (status != PAWL_OK)
    return status;
  r->t = t >= limit * (1 - 1e-15) && t > 0 ? limit : t;
  r->verdict = (pawl_error){0};
  r->system.work_now = r->y + 2 * n;
  if (pawl_system_rows(&r->system, r->t, r->y, r->y + n, r->base) != PAWL_OK ||
      pawl_project_verdict(&r->system, r->t, &r->verdict) != PAWL_OK)
    return pawl_run_fail_step(r, 0, error);
  r->h = pawl_stiff_last_step(r->stiff);
  r->books.steps++;
  r->books.rejected = r->explicit_rejected + pawl_stiff_failures(r->stiff);
  r->seen = r->slope_known = r->unchanged = false;
  watch_rings(r);
  return PAWL_OK;
}

/* A run that would never end says so: at the pace of its last 32,768 steps it would take more than a thousand million. */
static pawl_status keep_pace(pawl_run *r, pawl_error *error)
{
  enum { WINDOW = 32768 };
  if (++r->paced % WINDOW != 0)
    return PAWL_OK;
  double mean = (r->t - r->pace_t) / WINDOW, left = r->model->plan.duration - r->t;
  r->pace_t = r->t;
  if (!(left > 1e9 * mean))
    return PAWL_OK;
  if (r->stepping)
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
  r->at_event = true;
  r->h = 0;
  r->stiff_ends = true;
  r->unchanged = r->slope_known = r->seen = false;
  status = keep_pace(r, error);
  return status == PAWL_OK ? pawl_judge_overlaps(r, error) : status;
}

pawl_status pawl_run_step(pawl_run *r, double limit, pawl_error *error)
{
  if (!(limit > r->t))
    return PAWL_OK;
  r->limit = limit;
  r->system.since = r->last_t = r->t;
  if (r->untold || r->start_problems)
    pawl_events_tell_start(r);
  if (r->stepping) {
    pawl_status status = pawl_stepping_step(r, limit, error);
    return status == PAWL_OK ? keep_pace(r, error) : status;
  }
  double jump = r->system.signal_part_count ? pawl_signals_next_break(&r->system, r->t) : INFINITY;
  limit = fmin(limit, jump);
  if (r->storm.left > 0 && isinf(jump)) {
    bool gone;
    pawl_status status = go_on(r, &gone, error);
    if (status != PAWL_OK || gone)
      return status;
  }
  if (r->rings_end)
    go_explicit(r);
  if (!r->is_stiff && r->stiff_hits >= (r->rings ? r->ring_hits : 15) && !pawl_run_go_stiff(r))
    return pawl_fail_memory(error);
  long events = r->books.events;
  pawl_status status = r->is_stiff ? stiff_step(r, limit, error) : explicit_step(r, limit, error);
  if (status == PAWL_BAD_NUMBERS && !r->is_stiff && pawl_jam_is_near(r)) /* rounding allows no step more */
    return pawl_jam_pass_here(r, error);
  if (status == PAWL_OK)
    status = keep_pace(r, error);
  if (status == PAWL_OK && r->system.contact_count)
    status = r->at_event ? pawl_events_pass(r, error) : pawl_events_accept(r);
  if (status == PAWL_OK && r->system.holds && pawl_jam_due(r))
    status = pawl_jam_pass(r, error);
  if (status == PAWL_OK && r->system.contact_count)
    status = pawl_judge_overlaps(r, error);
  if (status == PAWL_OK && r->system.contact_count && !r->stepping)
    status = pawl_judge_works(r, error);
  if (status == PAWL_OK && r->system.contact_count)
    status = pawl_run_watch_rails(r, error);
  if (r->t >= jump || r->books.events != events)
    end_rings(r);
  if (status != PAWL_OK || r->t < jump)
    return status;
  r->unchanged = r->slope_known = false; /* what comes is not what was */
  r->stiff_ends = true;
  r->system.work_now = r->y + 2 * r->system.tree.dof_count;
  status = pawl_signals_join(&r->system, r->t, r->last_t);
  return status == PAWL_OK ? status : pawl_run_fail_step(r, 0, error);
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
