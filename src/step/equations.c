/* The equations as the integrators see them: y' = f(t, y) with y = (q, v, work), and how errors are weighed.
 *                                                                                              theory.md, 6.1 */
#include <string.h>

#include "step/run.h"
#include "system/units.h"

/* What counts of an error off the constraints. With 0 some steps of Andrews' mechanism err by 30 tolerances. */
#define OFF_SHARE 0.3

/* Near a singular position: the stage on the constraints. */
static const double *stage_on_constraints(pawl_run *r, double t, const double *y)
{
  int n = r->system.tree.dof_count;
  memcpy(r->room.on, y, sizeof(double) * (size_t)(2 * n));
  r->system.at.work = y + 2 * n;
  return pawl_project(&r->system, t, r->room.on, r->room.on + n, r->base) == PAWL_OK ? r->room.on : NULL;
}

static int rhs(void *context, double t, const double *y, double *dy)
{
  pawl_run *r = context;
  int n = r->system.tree.dof_count;
  r->books.rhs++;
  r->room.filter_ready = false;
  const double *work = y + 2 * n;
  if (r->singular.near)
    y = stage_on_constraints(r, t, y);
  if (!y)
    return 1;
  if (pawl_system_motion(&r->system, &(pawl_request){t, y, y + n, r->base, work}, dy + n, dy + 2 * n) !=
      PAWL_OK)
    return 1;
  pawl_system_chart_rates(&r->system, y, y + n, dy);
  return 0;
}

/* Errors off the constraints are removed by projection, so those along them count, and a share of the others: with
 * one degree of freedom the error along it is one number that may pass through zero while the step is bad. Near a
 * singular position nothing off the constraints means anything. */
static void filter(void *context, double t, const double *y, double *error)
{
  pawl_run *r = context;
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  if (!r->room.filter_ready) {
    s->at.work = y + 2 * n;
    if (pawl_system_rows(s, t, y, NULL, r->base) != PAWL_OK)
      return;
    s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
    s->at.factors++;
    r->room.filter_ready = true;
  }
  memcpy(r->room.on, error, sizeof(double) * (size_t)(2 * n));
  pawl_project_tangent(s, error);
  pawl_project_tangent(s, error + n);
  for (int i = 0; !r->singular.near && !r->singular.crossing && i < 2 * n; i++)
    error[i] += OFF_SHARE * (r->room.on[i] - error[i]);
}

/* Lengths and energies are measured against the model's own and their own size; angles against 1 alone. */
static void set_error_scales(pawl_run *r)
{
  const pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double T = s->scale.time, V = s->scale.length / T;
  for (int d = 0; d < n; d++) {
    bool slides = s->dof.slides[d];
    r->room.scale[d] = s->dof.unit[d];
    r->room.relative[d] = slides ? 1 : 0;
    r->room.scale[n + d] = r->room.scale[d] / T;
    r->room.relative[n + d] = 1;
  }
  for (int i = 2 * n; i < r->n; i++) {
    bool work = i < 2 * n + s->extra.works, turn = !work && i < 2 * n + s->extra.works + s->extra.turns;
    r->room.scale[i] = work ? s->scale.mass * V * V : 1;
    r->room.relative[i] = turn ? 0 : 1;
  }
  pawl_state_scales(s, r->room.scale + 2 * n + s->extra.works + s->extra.turns);
}

void pawl_run_equations(pawl_run *r)
{
  set_error_scales(r);
  r->ode =
      (pawl_ode){r->n, r, rhs, r->system.tree.row_count ? filter : NULL, r->room.scale, r->room.relative};
}
