/* Motions that functions of the model prescribe: their speed must not jump, which would take an infinite effort.
 *   v(b) - v(a) = ∫ v' dt, by Simpson's rule, to 1e-3 of the speeds; what is not so is met in ever shorter steps, and does not
 *   become so.      theory.md, 5.4, 6.6 */
#include "base/error.h"
#include "step/run.h"

#define ENOUGH 1e-3
#define SHORTEST 1e-9 /* of the model's time: what changes within that jumps */

/* Whether a prescribed place is smooth from a to b. */
static bool is_smooth(pawl_system *s, const pawl_signal *signal, int part, double a, double b, double unit)
{
  const double at[3] = {a, a + 0.5 * (b - a), b};
  pawl_jet u[3];
  for (int i = 0; i < 3; i++) {
    s->now = at[i];
    pawl_signals_forget(s);
    if (pawl_signals_jet(s, signal, part, u + i) != PAWL_OK)
      return true; /* the equations say so themselves */
  }
  double change = (b - a) / 6 * (u[0].dd + 4 * u[1].dd + u[2].dd), size = fabs(u[0].d) + fabs(u[2].d) + unit;
  return fabs(u[2].d - u[0].d - change) <= ENOUGH * size;
}

bool pawl_kinks_none(pawl_run *r, double end)
{
  pawl_system *s = &r->system;
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (!use->signal || use->signal->function <= 0 || use->mode != PAWL_POSITION)
      continue;
    const pawl_part *part = s->model->parts[use->part];
    bool slides =
        use->joint_count && s->model->parts[s->joints[use->joint[0]].part]->kind->mobility == PAWL_SLIDES;
    double unit = (slides ? s->scale.length : 1) / s->scale.time;
    if (is_smooth(s, use->signal, use->part, r->t, end, unit))
      continue;
    if (end - r->t < SHORTEST * s->scale.time)
      pawl_fail(
          &s->error, PAWL_BAD_MODEL, part->where,
          "%s \"%s\" prescribes a position whose speed jumps at t = %.9g s, which would take an infinite "
          "effort; smooth the function",
          part->kind->name, part->name, r->t);
    return false;
  }
  return true;
}
