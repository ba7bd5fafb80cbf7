/* The start of a model: the order and units of coordinates, the scales, and the size that each constraint's S has in this model (for
 * decisions of rank); values, assembly, what rows remember.      theory.md, 1.3 and 4.5 */
#include <string.h>

#include "base/chance.h"
#include "base/error.h"
#include "system/contacts.h"
#include "system/equilibrium.h"
#include "system/own.h"
#include "system/project.h"

/* Joints in the order of the model, then the free joints that nobody wrote: a bucket sort of links by part. */
static bool set_writing_order(pawl_system *s)
{
  int parts = s->model->part_count, *place = PAWL_TAKE(s->arena, parts + 2, int);
  if (!place)
    return false;
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    place[(l->joint >= 0 ? l->joint : parts) + 1] += l->dofs;
  }
  for (int p = 1; p <= parts; p++)
    place[p] += place[p - 1];
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    int *at = place + (l->joint >= 0 ? l->joint : parts);
    for (int d = 0; d < l->dofs; d++)
      s->start.written[(*at)++] = l->dof + d;
  }
  return true;
}

static void set_units(pawl_system *s)
{
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    for (int d = 0; d < l->dofs; d++) {
      bool length = l->freedoms->lengths[s->worlds] >> d & 1;
      s->dof.slides[l->dof + d] = length;
      s->dof.unit[l->dof + d] = length ? s->scale.length : 1;
    }
  }
}

/* What rows and couplings hold on to of the assembled start. */
static pawl_status remember_start(pawl_system *s, pawl_error *error)
{
  if (s->tree.block_count && pawl_system_rows(s, 0, s->start.q, s->start.v, s->start.base) != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  for (int n = 0; n < s->tree.block_count; n++) {
    pawl_block_use *use = s->blocks + n;
    const pawl_part *part = s->model->parts[use->part];
    pawl_pair x;
    const char *wrong = NULL;
    if (use->kind == PAWL_BLOCK_COUPLING || (use->kind == PAWL_BLOCK_DRIVE && part->kind->drive->begin)) {
      for (int i = 0; i < use->joint_count; i++) {
        double coordinate, speed;
        pawl_system_coordinate(s, use->joint[i], &coordinate, &speed);
        use->memory[0] += use->coefficient[i] * coordinate;
      }
      use->remembers = true;
    } else if (use->kind == PAWL_BLOCK_ROWS && pawl_remembers(part->kind)) {
      pawl_system_pair(s, &use->a, &use->b, use->spin, -1, &x);
      wrong = part->kind->constraint->remember(part->fields, &x, use->memory);
      use->remembers = true;
    }
    if (wrong)
      return pawl_fail(error, PAWL_BAD_MODEL, part->where, "%s \"%s\" %s", part->kind->name, part->name,
                       wrong);
  }
  return PAWL_OK;
}

/* ---- references of rank ---------------------------------------------------------------------------------- */

/* What S is at most when a row has no S at all: joints in parallel leave each other's rows nothing but rounding. */
static double rounding_of(const pawl_system *s, int block)
{
  const pawl_block_use *use = s->blocks + block;
  bool turns = use->joint_count ? !pawl_slides(s->model->parts[s->joint.use[use->joint[0]].part]->kind)
                                : use->about.z != 0;
  double length = turns ? s->scale.length : 1;
  return 1e-14 / (s->scale.mass * length * length);
}

/* S without coupling at a few poses that the joints allow, whether or not loops close there. A row that has none
 * anywhere is dependent for good; until more is known a pivot counts when it is above rounding, 1e-13 of that. */
static pawl_status set_first_weights(pawl_system *s)
{
  int rows = s->tree.row_count;
  unsigned long long seed = 1;
  for (int r = 0; r < rows; r++)
    s->row.size[r] = s->tree.weight[r] = 0; /* all rows left out: the tree alone */
  for (int sample = 0; sample < 8 && rows > 0; sample++) {
    for (int d = 0; d < s->tree.dof_count; d++)
      s->room.trial[d] = 3 * pawl_chance(&seed) * s->dof.unit[d];
    if (pawl_system_rows(s, 0, s->room.trial, NULL, s->start.base) != PAWL_OK)
      return s->error.status;
    int status = s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
    if (status < 0)
      return pawl_system_motion(s, &(pawl_request){0, s->room.trial, s->room.correction, s->start.base},
                                s->room.scratch, NULL);
    s->ops->uncoupled(s->kernel, s->row.least);
    for (int r = 0; r < rows; r++)
      if (isfinite(s->row.least[r]) && s->row.least[r] > s->row.size[r])
        s->row.size[r] = s->row.least[r];
  }
  for (int n = 0; n < s->tree.block_count; n++)
    for (int r = s->tree.blocks[n].row; r < s->tree.blocks[n].row + s->tree.blocks[n].rows; r++)
      s->tree.weight[r] = s->row.size[r] > rounding_of(s, n) ? 1 / (1e-5 * s->row.size[r]) : 0;
  return PAWL_OK;
}

/* The smallest pivots that rows have when loops close, at the start and at poses around it, are the references from
 * then on: light and heavy bodies side by side make them smaller than S without coupling by the ratio of their masses.
 * Rows that are dependent at all these poses are so by design; for them it stays S without coupling. */
static void set_weights(pawl_system *s)
{
  int rows = s->tree.row_count, n = s->tree.dof_count;
  unsigned long long seed = 5;
  for (int r = 0; r < rows; r++)
    s->row.least[r] = INFINITY;
  for (int sample = 0; sample < 7 && rows > 0; sample++) {
    for (int d = 0; d < n; d++)
      s->room.first[d] =
          s->start.q[d] + (sample == 0 ? 0 : 0.15 * sample * pawl_chance(&seed) * s->dof.unit[d]);
    if (!pawl_close_loops(s, 0, s->room.first, s->start.base))
      continue;
    for (int r = 0; r < rows; r++) {
      double pivot = s->ops->pivots(s->kernel)[r];
      if (pivot > 0 && pivot < s->row.least[r])
        s->row.least[r] = pivot;
    }
  }
  for (int r = 0; r < rows; r++)
    if (s->tree.weight[r] > 0)
      s->tree.weight[r] =
          1 / (s->row.least[r] < INFINITY ? fmax(s->row.least[r], 1e-5 * s->row.size[r]) : s->row.size[r]);
  s->error = (pawl_error){0};
}

pawl_status pawl_system_start(pawl_system *s, pawl_error *error)
{
  if (pawl_system_scales(s, error) != PAWL_OK)
    return error->status;
  if (!set_writing_order(s))
    return pawl_fail_memory(error);
  set_units(s);
  if (pawl_start_values(s, error) != PAWL_OK)
    return error->status;
  pawl_own_start(s);
  if (pawl_own_check(s) != PAWL_OK || s->contact_ops->try_laws(s) != PAWL_OK ||
      set_first_weights(s) != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  pawl_status status = pawl_assemble_positions(s, 0, s->start.q, s->start.base, error);
  if (status != PAWL_OK)
    return status;
  if (remember_start(s, error) != PAWL_OK)
    return error->status;
  set_weights(s);
  s->contact_ops->forget_rails(s); /* weights are found at other poses */
  status = pawl_assemble_velocities(s, 0, s->start.q, s->start.v, s->start.base, error);
  if (status == PAWL_OK && s->model->plan.start == 1)
    status = pawl_equilibrium(s, 0, s->start.q, s->start.v, s->start.base, error);
  if (status == PAWL_OK && s->extra.states == 0 && s->signal.count == 0)
    s->start.assembled = true;
  if (status != PAWL_OK || s->start.assembled)
    return status;
  status = pawl_system_rows(s, 0, s->start.q, s->start.v, s->start.base);
  if (status == PAWL_OK)
    status = pawl_signals_start(s);
  if (status != PAWL_OK)
    *error = s->error;
  return status;
}
