/* Nothing is jumped over: instants inside a step at which the model is asked whether it moves as the step says.
 *
 * The stages of a step see the model at a few instants. What begins and ends between them, a push on something at rest, a
 * narrow field, leaves no trace in the error estimate. So the dense output u of a good step is held against the equations
 * y' = f(t, y) at the instants of the model's rows, whether these are written or not.      theory.md, 6.6 */
#include "base/tolerances.h"
#include "step/run.h"

/* Where u' and f differ by h |u' - f| > 1e3 tolerances, or 2e-7 of what is natural where that is more, and by a thousandth of
 * what f changes by in the step: the dense output of honest steps is off by 7e3 tolerances, but then by 2e-4 of that change (tyres
 * at the edge of stability); beside stiff friction at rest, where f is rounding, by all of it, but by 9e-8 of what is natural
 * (models/circuit-breaker). */
#define MANY_TOLERANCES 1e3

double pawl_run_row_spacing(const pawl_run *r)
{
  const pawl_plan *plan = &r->model->plan;
  double spacing = isnan(plan->output) ? plan->duration / 1000 : plan->output;
  return spacing > 0 ? spacing : INFINITY;
}

/* What f changes by among the stages, of one component. */
static double change(const pawl_rk *rk, int i)
{
  double least = rk->k[0][i], most = least;
  for (int s = 1; s < rk->known; s++) {
    least = fmin(least, rk->k[s][i]);
    most = fmax(most, rk->k[s][i]);
  }
  return most - least;
}

bool pawl_looks_deny(pawl_run *r, double t)
{
  pawl_rk *rk = &r->rk;
  double theta = (t - rk->t) / rk->h, most = fmax(MANY_TOLERANCES, PAWL_LOOK_NATURAL / rk->tolerance);
  pawl_rk_dense(rk, theta, r->room.look_y);
  pawl_rk_dense_rate(rk, theta, r->room.look_rate);
  if (r->ode.rhs(r->ode.context, t, r->room.look_y, r->room.look_f) != 0)
    return true;
  for (int i = 0; i < r->n; i++) {
    double off = fabs(r->room.look_rate[i] - r->room.look_f[i]);
    if (!(off * rk->h * rk->weight[i] <= most) && !(off <= PAWL_LOOK_CHANGE * change(rk, i)))
      return true;
  }
  return false;
}

double pawl_looks_first(pawl_run *r, double end)
{
  double row = r->plan.row_spacing, k = floor(r->t / row + PAWL_TOO_NEAR_TO_LOOK) + 1;
  if (!r->plan.has_looks || !(k * row < end))
    return INFINITY;
  long before = r->books.rhs;
  double denied = INFINITY;
  bool ready = pawl_run_dense_prepare(r);
  for (double t = k * row; ready && t < end && !(denied < end); t = ++k * row)
    if (pawl_looks_deny(r, t))
      denied = t;
  r->books.row_rhs += r->books.rhs - before;
  return denied;
}
