/* Projection in the mass metric.      theory.md, 4.3
 *   position:  q -= M^-1 J^T (J M^-1 J^T)^+ phi  by Newton until phi is rounding
 *   velocity:  v -= M^-1 J^T (J M^-1 J^T)^+ (J v + phi_t)
 * The metric makes the correction the smallest in kinetic energy, so that it costs the method no order. */
#include "system/project.h"

#include <string.h>

double pawl_largest(const double *x, int n, int *at)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= most)) {
      most = fabs(x[i]);
      if (at)
        *at = i;
    }
  return most;
}

double pawl_residual_position(const pawl_system *s, int *row)
{
  return pawl_largest(s->row.phi, s->tree.row_count, row) / s->scale.length;
}

double pawl_residual_velocity(const pawl_system *s)
{
  return pawl_largest(s->row.rate, s->tree.row_count, NULL) * s->scale.time / s->scale.length;
}

int pawl_block_of_row(const pawl_system *s, int row)
{
  int block = 0;
  while (block + 1 < s->tree.block_count && s->tree.blocks[block + 1].row <= row)
    block++;
  return block;
}

/* Whether a row on coordinates is in metres. */
static bool is_of_lengths(const pawl_system *s, int block)
{
  const pawl_block_use *use = s->blocks + block;
  if (use->joint_count == 0)
    return use->about.z == 0;
  return pawl_slides(s->model->parts[s->joint.use[use->joint[0]].part]->kind);
}

/* The size of what is left of a row's block, in metres or radians. */
double pawl_gap_of(const pawl_system *s, int block, int row, const double *left, char unit[8])
{
  const pawl_block_plan *b = s->tree.blocks + block;
  bool drive = s->blocks[block].kind != PAWL_BLOCK_ROWS;
  bool turning = drive ? !is_of_lengths(s, block) : s->row.turning[row];
  double sum = 0;
  for (int r = b->row; r < b->row + b->rows; r++)
    if (drive || s->row.turning[r] == s->row.turning[row])
      sum += left[r] * left[r];
  strcpy(unit, turning ? "rad" : "m");
  return sqrt(sum) / (turning && !drive ? s->scale.length : 1);
}

/* Solves J x = -residual for the smallest x; factorises. */
void pawl_correct(pawl_system *s, const double *residual)
{
  for (int r = 0; r < s->tree.row_count; r++)
    s->row.beta[r] = -residual[r];
  s->row.dropped = s->ops->solve_plain(s->kernel, NULL, s->row.beta, s->room.correction, s->row.lambda, true);
  s->at.factors++;
}

void pawl_move(const pawl_system *s, double *q, const double *x, double *scratch)
{
  pawl_system_chart_rates(s, q, x, scratch);
  for (int d = 0; d < s->tree.dof_count; d++)
    q[d] += scratch[d];
}

pawl_status pawl_project(pawl_system *s, double t, double *q, double *v, const pawl_quat *base)
{
  if (s->tree.row_count == 0)
    return PAWL_OK;
  /* Near a singular position the mechanism tells its branches apart by what is left: rounding alone may be. */
  const double enough = s->row.delicate ? 3e-16 : 4e-15;
  double before = INFINITY;
  for (int i = 0; i < 6; i++) {
    if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
      return s->error.status;
    double now = pawl_residual_position(s, NULL);
    if (now <= enough || (i > 1 && now > 0.5 * before)) /* rounding, or no longer getting better */
      break;
    before = now;
    pawl_correct(s, s->row.phi);
    pawl_move(s, q, s->room.correction, s->room.scratch);
  }
  if (pawl_system_rows(s, t, q, v, base) != PAWL_OK)
    return s->error.status;
  pawl_correct(s, s->row.rate);
  for (int d = 0; d < s->tree.dof_count; d++)
    v[d] += s->room.correction[d];
  pawl_system_rates(s, v);
  return PAWL_OK;
}

pawl_status pawl_project_jump(pawl_system *s, double t, const double *q, const pawl_quat *base,
                              pawl_error *error)
{
  int row = 0;
  char unit[8];
  if (pawl_system_rows(s, t, q, NULL, base) != PAWL_OK)
    return s->error.status;
  pawl_residual_position(s, &row);
  int block = pawl_block_of_row(s, row);
  double gap = pawl_gap_of(s, block, row, s->row.phi, unit);
  const pawl_part *part = s->model->parts[s->blocks[block].part];
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where, "%s \"%s\" jumps by %.6g %s at t = %.9g s",
                   part->kind->name, part->name, gap, unit, t);
}

/* A row that was dropped as dependent may still be violated: drives against each other, a limit of the mechanism. */
pawl_status pawl_project_verdict(pawl_system *s, double t, pawl_error *error)
{
  int row = 0;
  bool placed = pawl_residual_position(s, &row) <= 1e-10;
  if (placed && pawl_residual_velocity(s) <= 1e-6)
    return PAWL_OK;
  if (placed)
    pawl_largest(s->row.rate, s->tree.row_count, &row);
  int block = pawl_block_of_row(s, row);
  const pawl_part *part = s->model->parts[s->blocks[block].part];
  char unit[8];
  double left = pawl_gap_of(s, block, row, placed ? s->row.rate : s->row.phi, unit);
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "%s \"%s\" cannot be met any longer at t = %.9g s: %.6g %s%s are left; the other constraints, or the "
      "reach of the mechanism, do not allow it",
      part->kind->name, part->name, t, left, unit, placed ? "/s" : "");
}

void pawl_project_tangent(pawl_system *s, double *x)
{
  if (s->tree.row_count == 0)
    return;
  s->ops->rates(s->kernel, x, s->row.rate);
  for (int r = 0; r < s->tree.row_count; r++)
    s->row.beta[r] = s->tree.soft[r] != 0 ? 0 : -s->row.rate[r];
  s->ops->solve_plain(s->kernel, NULL, s->row.beta, s->room.correction, s->row.lambda, false);
  for (int d = 0; d < s->tree.dof_count; d++)
    x[d] += s->room.correction[d];
}
