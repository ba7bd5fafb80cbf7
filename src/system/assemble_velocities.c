/* Assembly of velocities: those that meet every constraint, from those that were given.      theory.md, 4.3 */
#include <string.h>

#include "base/error.h"
#include "system/project.h"

/* One correction of v with the first `held` given speeds held; false when the system cannot be evaluated. */
static bool correct_velocities(pawl_system *s, double t, const double *q, double *v, const pawl_quat *base,
                               int held)
{
  if (held > 0)
    pawl_hold_given(s, s->start.v_given, held);
  bool good = pawl_system_rows(s, t, q, v, base) == PAWL_OK;
  if (good)
    pawl_correct(s, s->row.rate);
  s->ops->hold(s->kernel, NULL);
  for (int d = 0; good && d < s->tree.dof_count; d++)
    v[d] += s->room.correction[d];
  return good && pawl_system_rows(s, t, q, v, base) == PAWL_OK;
}

/* What is heavy kept its speed, but for rounding. */
static bool speeds_held(const pawl_system *s, const double *v)
{
  for (int d = 0; d < s->tree.dof_count; d++) {
    double size = s->dof.unit[d] / s->scale.time + fabs(s->room.first[d]);
    if (s->room.heavy[d] > 0 && !(fabs(v[d] - s->room.first[d]) <= 1e-11 * size))
      return false;
  }
  return true;
}

/* As with positions: given speeds are held, those written last give way first; then the nearest in kinetic energy. */
pawl_status pawl_assemble_velocities(pawl_system *s, double t, const double *q, double *v,
                                     const pawl_quat *base, pawl_error *error)
{
  int n = s->tree.dof_count, held = pawl_count_given(s, s->start.v_given);
  if (s->tree.row_count == 0)
    return PAWL_OK;
  memcpy(s->room.first, v, sizeof(double) * (size_t)n);
  for (int attempt = 0; held >= 0; attempt++, held = held ? pawl_hold_fewer(held, attempt) : -1) {
    memcpy(v, s->room.first, sizeof(double) * (size_t)n);
    for (int round = 0; round < 3; round++)
      if (!correct_velocities(s, t, q, v, base, held)) {
        *error = s->error;
        return s->error.status;
      }
    if (!(pawl_residual_velocity(s) < 1e-11) || (held > 0 && !speeds_held(s, v)))
      continue;
    for (int d = 0; held > 0 && d < n; d++)
      v[d] = s->room.heavy[d] > 0 ? s->room.first[d] : v[d];
    return PAWL_OK;
  }
  int row = 0;
  char unit[8];
  pawl_largest(s->row.rate, s->tree.row_count, &row);
  int block = pawl_block_of_row(s, row);
  const pawl_part *part = s->model->parts[s->blocks[block].part];
  double left = pawl_gap_of(s, block, row, s->row.rate, unit);
  return pawl_fail(error, PAWL_BAD_MODEL, part->where,
                   "%s \"%s\": no velocity meets it together with the other constraints; %.6g %s/s are left",
                   part->kind->name, part->name, left, unit);
}
