/* Rows of constraints at an instant: of joints that are cut, links, curve joints; of drives, couplings and servos on coordinates.
 *      theory.md, 4.1, 4.9 */
#include "base/error.h"
#include "system/contacts.h"
#include "system/evaluate.h"

/* Turning rows are pure numbers; times the model's length they compare with the others. */
static pawl_status set_rows_block(pawl_system *s, int n)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_block_use *use = s->blocks + n;
  const pawl_part *part = s->model->parts[use->part];
  pawl_row row[PAWL_ROWS];
  pawl_pair x;
  for (int r = 0; r < plan->rows; r++)
    row[r] = (pawl_row){0};
  pawl_touching touch;
  pawl_system_pair(s, &use->a, &use->b, use->spin, -1, &x);
  x.memory = use->remembers ? use->memory : NULL;
  x.touch = &touch;
  if (use->contact >= 0 && !s->contact_ops->rail(s, use->contact, &touch))
    return PAWL_BAD_NUMBERS; /* a shorter step will do */
  part->kind->constraint->rows(part->fields, &x, row);
  for (int r = 0; r < plan->rows; r++) {
    bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
    double size = turning ? s->scale.length : 1;
    pawl_vec at_a = row[r].inertia != 0 ? x.a.r : x.b.r;
    s->ops->row(s->kernel, n, r, 0, at_a, x.b.r, row[r].f, pawl_times(size, row[r].t));
    if (use->spin >= 0)
      s->ops->share(s->kernel, n, r, 2, size * row[r].spin);
    bool free = row[r].speed_only || row[r].inertia != 0;
    s->row.turning[plan->row + r] = turning;
    s->row.loose[plan->row + r] = row[r].speed_only;
    s->tree.soft[plan->row + r] = row[r].inertia != 0 ? size * size / row[r].inertia : 0;
    s->row.phi[plan->row + r] = free ? 0 : size * row[r].phi;
    s->row.beta[plan->row + r] = -size * row[r].gamma;
  }
  return PAWL_OK;
}

/* What the coordinates of a block's row come to. */
typedef struct {
  double value, gamma;
} coordinate_sum;

/* Adds c times a joint's coordinate to the only row of a block, from its end `e` on; returns the next end. */
static int add_coordinate(pawl_system *s, int n, int e, int joint, double c, coordinate_sum *sum)
{
  const pawl_joint_use *use = s->joint.use + joint;
  if (use->link >= 0) {
    s->ops->share(s->kernel, n, 0, e, c * use->sign);
    sum->value += c * use->sign * s->at.q[s->tree.links[use->link].dof];
    return e + 1;
  }
  pawl_pair x;
  pawl_row row[PAWL_NAMED];
  pawl_cut_coordinates(s, use, &x, row);
  sum->gamma += c * row->gamma;
  s->ops->row(s->kernel, n, 0, e, x.b.r, x.b.r, pawl_times(c, row->f), pawl_times(c, row->t));
  sum->value += c * row->phi;
  return e + 2;
}

/* The condition of a servo on a place: its x, y, z or turn in the world. */
static void add_direction(pawl_system *s, int n, const pawl_block_use *use, coordinate_sum *sum)
{
  pawl_pair x;
  pawl_system_pair(s, &use->a, &use->b, -1, -1, &x);
  s->ops->row(s->kernel, n, 0, 0, x.b.r, x.b.r, use->along, use->about);
  sum->value += pawl_dot(use->along, pawl_add(x.b.r, s->origin)) + (use->about.z != 0 ? x.b.angle : 0);
  sum->gamma += pawl_dot(use->along, x.b.zeta);
}

/* A drive, coupling or servo: Σ c q = u(t) or its rate, u what it was at the start for couplings. */
static pawl_status set_coordinates_block(pawl_system *s, int n, double *offset)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_block_use *use = s->blocks + n;
  pawl_jet u = {use->memory[0], 0, 0};
  coordinate_sum sum = {0, 0};
  int e = 0;
  if (use->signal && pawl_signals_jet(s, use->signal, use->part, &u) != PAWL_OK)
    return s->error.status;
  const pawl_part *part = s->model->parts[use->part];
  if (use->kind == PAWL_BLOCK_DRIVE && part->kind->drive->begin)
    part->kind->drive->begin(part->fields, s->at.t, use->remembers ? use->memory[0] : NAN, &u);
  bool known = use->mode == PAWL_POSITION && (use->signal || use->remembers) && !isnan(u.v);
  if (isnan(u.v)) /* it begins at the start, which is being looked for */
    u = (pawl_jet){0, 0, 0};
  for (int i = 0; i < use->joint_count; i++)
    e = add_coordinate(s, n, e, use->joint[i], use->coefficient[i], &sum);
  if (use->joint_count == 0)
    add_direction(s, n, use, &sum);
  s->blocks[n].wanted = use->mode == PAWL_POSITION ? u.dd : u.d;
  s->row.loose[plan->row] = !known;
  s->row.phi[plan->row] = known ? sum.value - u.v : 0;
  s->row.beta[plan->row] = (use->mode == PAWL_POSITION ? u.dd : u.d) - sum.gamma;
  *offset = -(use->mode == PAWL_POSITION ? u.d : u.v);
  return PAWL_OK;
}

pawl_status pawl_evaluate_rows(pawl_system *s)
{
  for (int n = 0; n < s->tree.block_count; n++) {
    double offset = 0;
    pawl_status status =
        s->blocks[n].kind == PAWL_BLOCK_ROWS ? set_rows_block(s, n) : set_coordinates_block(s, n, &offset);
    if (status != PAWL_OK)
      return status;
    for (int r = 0; r < s->tree.blocks[n].rows; r++)
      s->row.offset[s->tree.blocks[n].row + r] = offset;
  }
  return PAWL_OK;
}

/* rate = J v + what time adds; inertias are not constrained and have none. */
void pawl_system_rates(pawl_system *s, const double *v)
{
  s->ops->rates(s->kernel, v, s->row.rate);
  for (int r = 0; r < s->tree.row_count; r++) {
    s->row.rate[r] += s->row.offset[r];
    if (s->base.count)
      s->row.rate[r] += s->row.drift[r];
    if (s->tree.soft[r] != 0)
      s->row.rate[r] = 0;
  }
}

pawl_status pawl_system_rows(pawl_system *s, double t, const double *q, const double *v,
                             const pawl_quat *base)
{
  if (pawl_evaluate_place(s, t, q, v, base, !s->own_only) != PAWL_OK)
    return s->error.status;
  pawl_status status = pawl_evaluate_rows(s);
  if (status == PAWL_OK && v) {
    if (s->base.count)
      s->ops->rates(s->kernel, NULL, s->row.drift);
    pawl_system_rates(s, v);
  }
  return status;
}
