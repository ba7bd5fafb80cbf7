/* Motions that functions of the model prescribe: neither place nor speed may jump, which would take an infinite effort.
 *   v(b) - v(a) = ∫ v' dt, by Simpson's rule, to 1e-3 of the speeds, x(b) - x(a) = ∫ v dt likewise; what is not so is met in ever
 *   shorter steps, and does not become so.      theory.md, 5.4, 6.6 */
#include <float.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/run.h"

/* Of the model's time: what changes within that jumps, and not only its acceleration, which a step so short takes for nothing. */

typedef enum { SMOOTH, SPEED_JUMPS, PLACE_JUMPS } pawl_kink;

static double simpson(double h, double a, double b, double c)
{
  return h / 6 * (a + 4 * b + c);
}

/* How a prescribed place goes on from a to b; `unit`: its natural speed. */
static pawl_kink kink_of(pawl_run *r, const pawl_signal *signal, int part, double b, double unit)
{
  pawl_system *s = &r->system;
  const double h = b - r->t, at[3] = {r->t, r->t + 0.5 * h, b};
  pawl_jet u[3];
  for (int i = 0; i < 3; i++) {
    s->at.t = at[i];
    pawl_signals_forget(s);
    if (pawl_signals_jet(s, signal, part, u + i) != PAWL_OK)
      return SMOOTH; /* the equations say so themselves */
  }
  double speed = u[2].d - u[0].d - simpson(h, u[0].dd, u[1].dd, u[2].dd);
  double place = u[2].v - u[0].v - simpson(h, u[0].d, u[1].d, u[2].d);
  double size = fabs(u[0].d) + fabs(u[2].d) + unit, span = fmin(h, s->scale.time);
  double rounding =
      4 * DBL_EPSILON * (fabs(u[0].v) + fabs(u[2].v) + fabs(b) * size); /* of values, and of time */
  if (fabs(speed) <= PAWL_KINK_SPEEDS * size && fabs(place) <= PAWL_KINK_SPEEDS * span * size + rounding)
    return SMOOTH;
  return fabs(place) > 2 * h * size ? PLACE_JUMPS : SPEED_JUMPS; /* no speed leads so far */
}

/* False: not smooth; what will never be is said. */
static bool is_smooth(pawl_run *r, const pawl_signal *signal, int index, double end, double unit)
{
  pawl_system *s = &r->system;
  if (signal->function <= 0)
    return true;
  pawl_kink kink = kink_of(r, signal, index, end, unit);
  const pawl_part *part = s->model->parts[index];
  if (kink != SMOOTH && end - r->t < fmax(PAWL_KINK * s->scale.time, 64 * DBL_EPSILON * fabs(end)))
    pawl_fail(&s->error, PAWL_BAD_MODEL, part->where,
              "%s \"%s\" prescribes a position %s at t = %.9g s, which would take an infinite effort; "
              "smooth the function",
              part->kind->name, part->name, kink == PLACE_JUMPS ? "that jumps" : "whose speed jumps", r->t);
  return kink == SMOOTH;
}

bool pawl_kinks_none(pawl_run *r, double end)
{
  pawl_system *s = &r->system;
  const double length = s->scale.length / s->scale.time, turn = 1 / s->scale.time;
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (!use->signal || use->mode != PAWL_POSITION)
      continue;
    bool slides = use->joint_count && pawl_slides(s->model->parts[s->joint.use[use->joint[0]].part]->kind);
    if (!is_smooth(r, use->signal, use->part, end, slides ? length : turn))
      return false;
  }
  for (int i = 0; i < s->base.count; i++) {
    const pawl_base *b = s->model->parts[s->base.use[i].part]->fields;
    const pawl_signal *signal[4] = {&b->x, &b->y, &b->angle, &b->z};
    for (int k = 0; k < (s->worlds == PAWL_SPATIAL ? 4 : 3); k++)
      if (!is_smooth(r, signal[k], s->base.use[i].part, end, k == 2 ? turn : length))
        return false;
  }
  return true;
}
