/* How fast shapes may move inside a step, beyond what the speeds at two instants tell.      theory.md, 6.6, 7.9
 *
 * A base is moved by time alone: it may strike and leave while it rests at both ends of an interval. Where its motion has a known
 * form its speed is bounded by P, its turning by W (pawl_signals_pace), and a shape on it at a distance r from its origin moves
 *   by no more than (|v| + P + (|w| + W) r) dt
 * beyond the others, v and w being the speeds now. Where a function of the model says it, or a gap or `when`, or where a rope hangs
 * on a base, no bound is known: these are looked at no farther from each other than rows. What is in the state moves as the stages have seen: where one of them was
 * faster than both ends, intervals are a quarter or a sixteenth of the step. */
#include "base/tolerances.h"
#include "step/scan.h"

/* The bounds of a base from a to b: its speed, its turning. NaN: not known. */
static void bound_base(const pawl_system *s, int i, double a, double b, double pace[2])
{
  const pawl_base *base = s->model->parts[s->base.use[i].part]->fields;
  double x = pawl_signals_pace(s, &base->x, a, b), y = pawl_signals_pace(s, &base->y, a, b);
  pace[0] = sqrt(x * x + y * y);
  pace[1] = pawl_signals_pace(s, &base->angle, a, b);
}

bool pawl_pace_open(pawl_run *r)
{
  const pawl_system *s = &r->system;
  r->scan.carried = PAWL_TAKE(&r->arena, 2 * s->contact->count + 1, int);
  r->scan.base_pace = PAWL_TAKE(&r->arena, 2 * s->base.count + 1, double);
  r->scan.slack = PAWL_TAKE(&r->arena, s->contact->count + 1, double);
  r->scan.probe = PAWL_TAKE(&r->arena, s->contact->count + 1, double);
  if (r->arena.failed)
    return false;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    r->plan.blind |= pair->kind->is_said && pair->kind->is_said(s, pair);
    r->plan.has_shapes |= pair->kind->searched;
    for (int i = 0; i < 2; i++)
      r->scan.carried[2 * k + i] = pair->kind->shapes ? pawl_base_below(s, pair->place[i].link) : -1;
    if (r->scan.carried[2 * k] == r->scan.carried[2 * k + 1] && pair->place[0].link == pair->place[1].link)
      r->scan.carried[2 * k] = r->scan.carried[2 * k + 1] = -1;
    for (int i = 0; i < 2; i++) {
      double pace[2] = {0, 0};
      if (r->scan.carried[2 * k + i] >= 0)
        bound_base(s, r->scan.carried[2 * k + i], 0, 0, pace);
      r->plan.blind |= isnan(pace[0]) || isnan(pace[1]);
    }
  }
  return true;
}

/* In how many parts a step is looked through because some stage was faster than both ends. Gaps that are not of shapes tell
 * their own rates, with which a dip between two instants is found. */
static int parts_of(const pawl_run *r, const double *first, const double *last)
{
  const pawl_rk *rk = &r->rk;
  const pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double most = 0, spare = r->plan.has_shapes ? 1.25 : 4;
  for (int d = 0; d < n && !pawl_run_by_bdf(r); d++) {
    double ends = fmax(fabs(first[n + d]), fabs(last[n + d])),
           least = PAWL_LEAST_SPEED * s->dof.unit[d] / s->scale.time;
    for (int k = 0; k < rk->known && k < rk->table->stages; k++)
      if (fabs(rk->k[k][d]) > spare * ends + least)
        most = fmax(most, fabs(rk->k[k][d]) / (ends + least));
  }
  return most > 8 ? 16 : most > 0 ? 4 : 1;
}

double pawl_pace_begin(pawl_run *r, double begin, const double *first, double end, const double *last)
{
  for (int i = 0; i < r->system.base.count; i++)
    bound_base(&r->system, i, begin, end, r->scan.base_pace + 2 * i);
  double most = r->plan.blind ? r->plan.row_spacing : INFINITY;
  int parts = parts_of(r, first, last);
  return parts > 1 ? fmin(most, (end - begin) / parts) : most;
}

/* By how much the shape of one side may be faster than now. */
static double slack_of(const pawl_run *r, int k, int side)
{
  const pawl_system *s = &r->system;
  int i = r->scan.carried[2 * k + side];
  const double *pace = r->scan.base_pace + 2 * i;
  pawl_place origin = {.link = s->base.use[i].link, .turn = pawl_unit_mat()};
  pawl_end base, shape;
  pawl_xy c;
  double radius;
  if (isnan(pace[0]) || isnan(pace[1]))
    return 0;
  s->ops->end(s->kernel, &origin, &base);
  double v = pawl_norm(base.v), w = fabs(base.w.z);
  if (!(pace[0] > 1.25 * v || pace[1] > 1.25 * w)) /* what is looked at with some to spare */
    return 0;
  s->ops->end(s->kernel, &s->contact->pair[k].place[side], &shape);
  pawl_profile_disc(s->contact->pair[k].profile[side], &c, &radius);
  double far = pawl_norm(pawl_sub(shape.r, base.r)) + sqrt(c.x * c.x + c.y * c.y) + radius;
  return v + pace[0] + (w + pace[1]) * far;
}

void pawl_pace_note(pawl_run *r)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    r->scan.slack[k] = 0;
    for (int i = 0; i < 2; i++)
      if (r->scan.carried[2 * k + i] >= 0)
        r->scan.slack[k] += slack_of(r, k, i);
  }
}
