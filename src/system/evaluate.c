/* The equations at an instant: rows, loads, accelerations, multipliers.      theory.md, 2.1, 4.1 and 5 */
#include "base/error.h"
#include "system/system.h"

/* ---- constraint rows --------------------------------------------------------------------------------------- */

/* Turning rows are pure numbers; times the model's length they compare with the others. */
static void set_rows_block(pawl_system *s, int n, const pawl_pair *x)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_part *part = s->model->parts[s->blocks[n].part];
  pawl_row row[PAWL_ROWS];
  part->kind->rows(part->fields, x, row);
  for (int r = 0; r < plan->rows; r++) {
    bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
    double size = turning ? s->scale.length : 1;
    s->ops->row(s->kernel, n, r, x->b.r, row[r].f, pawl_times(size, row[r].t));
    s->turning[plan->row + r] = turning;
    s->phi[plan->row + r] = size * row[r].phi;
    s->beta[plan->row + r] = -size * row[r].gamma;
  }
}

#define TURN 6.28318530717958647693

/* The axis of a joint that is not in the tree, and its coordinate between the two frames. */
static void cut_coordinate(const pawl_system *s, const pawl_joint_use *use, const pawl_pair *x,
                           pawl_vec *axis, double *coordinate)
{
  const pawl_part *part = s->model->parts[use->part];
  const pawl_joint *j = part->fields;
  *axis = pawl_turn(&x->a.R, j->axis);
  if (part->kind->mobility == PAWL_SLIDES)
    *coordinate = pawl_dot(*axis, pawl_sub(x->b.r, x->a.r));
  else if (s->worlds == PAWL_PLANAR)
    *coordinate = x->b.angle - x->a.angle;
  else {
    pawl_mat At = pawl_mat_transposed(&x->a.R), R = pawl_mat_mul(&At, &x->b.R);
    pawl_quat q = pawl_mat_quat(&R);
    *coordinate = 2 * atan2(pawl_dot(j->axis, pawl_v(q.x, q.y, q.z)), q.w);
    /* The pose tells the angle, the integrated angle only how many whole turns it has made. */
    double turns = s->work_now && use->turn >= 0 ? s->work_now[s->work_count + use->turn] : *coordinate;
    *coordinate += TURN * round((turns - *coordinate) / TURN);
  }
}

/* A drive: q = u(t) or q' = u(t), on the dof itself or on the axis of a cut joint. */
static pawl_status set_drive_block(pawl_system *s, int n, const pawl_pair *x, const double *q,
                                   const double *v, double *offset)
{
  const pawl_block_plan *plan = s->tree.blocks + n;
  const pawl_block_use *use = s->blocks + n;
  const pawl_joint_use *joint = s->joints + use->joint;
  double jet[3], coordinate, gamma = 0;
  if (pawl_signal_jet(s->model, use->signal, s->now, jet, &s->error) != PAWL_OK)
    return s->error.status;
  double first = use->mode == PAWL_POSITION ? jet[1] : jet[0],
         second = use->mode == PAWL_POSITION ? jet[2] : jet[1];
  if (plan->direct >= 0) {
    coordinate = q[plan->direct];
    first *= joint->sign;
    second *= joint->sign;
    jet[0] *= joint->sign;
  } else {
    pawl_vec axis, zero = {0, 0, 0};
    cut_coordinate(s, joint, x, &axis, &coordinate);
    bool slides = s->model->parts[joint->part]->kind->mobility == PAWL_SLIDES;
    pawl_row row = {.t = axis};
    if (slides) {
      pawl_vec d = pawl_sub(x->b.r, x->a.r), dv = pawl_sub(x->b.v, x->a.v);
      pawl_vec u = pawl_sub(dv, pawl_cross(x->a.w, d));
      gamma = pawl_dot(pawl_cross(x->a.w, axis), u) +
              pawl_dot(axis, pawl_sub(pawl_sub(x->b.zeta, x->a.zeta), pawl_cross(x->a.w, dv)));
    } else
      gamma = pawl_dot(pawl_cross(x->a.w, axis), pawl_sub(x->b.w, x->a.w));
    s->ops->row(s->kernel, n, 0, x->b.r, slides ? axis : zero, slides ? zero : row.t);
  }
  (void)v;
  s->phi[plan->row] = use->mode == PAWL_POSITION ? coordinate - jet[0] : 0;
  s->beta[plan->row] = second - gamma;
  *offset = -first;
  return PAWL_OK;
}

static pawl_status set_rows(pawl_system *s, const double *q, const double *v)
{
  pawl_pair x = {.worlds = (int)s->worlds, .t = s->now};
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (s->tree.blocks[n].direct < 0) {
      s->ops->end(s->kernel, &use->a, &x.a);
      s->ops->end(s->kernel, &use->b, &x.b);
    }
    double offset = 0;
    if (use->kind == PAWL_BLOCK_ROWS)
      set_rows_block(s, n, &x);
    else if (set_drive_block(s, n, &x, q, v, &offset) != PAWL_OK)
      return s->error.status;
    for (int r = 0; r < s->tree.blocks[n].rows; r++)
      s->offset[s->tree.blocks[n].row + r] = offset;
  }
  return PAWL_OK;
}

static void remember(pawl_system *s, double t, const double *q, const double *v)
{
  s->now = t;
  s->q_now = q;
  s->v_now = v;
}

pawl_status pawl_system_rows(pawl_system *s, double t, const double *q, const double *v,
                             const pawl_quat *base)
{
  s->ops->place(s->kernel, q, v, base);
  remember(s, t, q, v);
  pawl_status status = set_rows(s, q, v);
  if (status == PAWL_OK && v) {
    s->ops->rates(s->kernel, v, s->rate);
    for (int r = 0; r < s->tree.row_count; r++)
      s->rate[r] += s->offset[r];
  }
  return status;
}

/* ---- loads --------------------------------------------------------------------------------------------------- */

void pawl_system_coordinate(const pawl_system *s, int joint, double *coordinate, double *speed)
{
  const pawl_joint_use *use = s->joints + joint;
  if (use->link >= 0) {
    int d = s->tree.links[use->link].dof;
    *coordinate = use->sign * s->q_now[d];
    *speed = s->v_now ? use->sign * s->v_now[d] : 0;
    return;
  }
  pawl_pair x = {.worlds = (int)s->worlds};
  pawl_vec axis;
  s->ops->end(s->kernel, &use->a, &x.a);
  s->ops->end(s->kernel, &use->b, &x.b);
  cut_coordinate(s, use, &x, &axis, coordinate);
  bool slides = s->model->parts[use->part]->kind->mobility == PAWL_SLIDES;
  pawl_vec d = pawl_sub(x.b.r, x.a.r);
  pawl_vec u = pawl_sub(pawl_sub(x.b.v, x.a.v), pawl_cross(x.a.w, d));
  *speed = pawl_dot(axis, slides ? u : pawl_sub(x.b.w, x.a.w));
}

/* An effort along a joint's coordinate: on the dof, or as opposite wrenches about the axis of a cut joint. */
static void add_joint_effort(pawl_system *s, int joint, double effort)
{
  const pawl_joint_use *use = s->joints + joint;
  if (use->link >= 0) {
    s->ops->effort(s->kernel, s->tree.links[use->link].dof, use->sign * effort);
    return;
  }
  pawl_pair x = {.worlds = (int)s->worlds};
  pawl_vec axis, zero = {0, 0, 0};
  double coordinate;
  s->ops->end(s->kernel, &use->a, &x.a);
  s->ops->end(s->kernel, &use->b, &x.b);
  cut_coordinate(s, use, &x, &axis, &coordinate);
  bool slides = s->model->parts[use->part]->kind->mobility == PAWL_SLIDES;
  pawl_vec w = pawl_times(effort, axis), back = pawl_times(-effort, axis);
  s->ops->load(s->kernel, use->b.link, x.b.r, slides ? w : zero, slides ? zero : w);
  s->ops->load(s->kernel, use->a.link, x.b.r, slides ? back : zero, slides ? zero : back);
}

static pawl_status read_signals(pawl_system *s, const pawl_load_use *use)
{
  for (int i = use->first_signal; i < use->first_signal + use->signal_count; i++)
    if (pawl_signal_value(s->model, s->signals[i], s->now, &s->reader, s->signal_values + i, &s->error) !=
        PAWL_OK)
      return s->error.status;
  return PAWL_OK;
}

static pawl_status set_loads(pawl_system *s, double *power)
{
  for (int i = 0; i < s->load_count; i++) {
    const pawl_load_use *use = s->loads + i;
    const pawl_part *part = s->model->parts[use->part];
    pawl_load *out = s->last_load + i;
    *out = (pawl_load){0};
    if (use->signal_count && read_signals(s, use) != PAWL_OK)
      return s->error.status;
    if (use->joint >= 0) {
      double coordinate, speed;
      pawl_system_coordinate(s, use->joint, &coordinate, &speed);
      part->kind->joint_load(part->fields, coordinate, speed, s->signal_values + use->first_signal, out);
      add_joint_effort(s, use->joint, out->effort);
    } else {
      pawl_pair x = {.worlds = (int)s->worlds, .t = s->now};
      s->ops->end(s->kernel, &use->a, &x.a);
      s->ops->end(s->kernel, &use->b, &x.b);
      part->kind->load(part->fields, &x, s->signal_values + use->first_signal, out);
      s->ops->load(s->kernel, use->b.link, x.b.r, out->f, out->t);
      s->ops->load(s->kernel, use->a.link, x.b.r, pawl_times(-1, out->f), pawl_times(-1, out->t));
    }
    if (power)
      power[use->work] = out->power;
  }
  return PAWL_OK;
}

/* ---- motion ---------------------------------------------------------------------------------------------------- */

static pawl_status no_inertia(pawl_system *s, int dof)
{
  for (int i = 1; i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (dof < l->dof || dof >= l->dof + l->dofs)
      continue;
    const pawl_part *joint = l->joint >= 0 ? s->model->parts[l->joint] : NULL;
    const pawl_part *body = l->body > 0 ? s->model->parts[s->model->body_part[l->body]] : joint;
    if (joint)
      return pawl_fail(&s->error, PAWL_BAD_MODEL, body->where,
                       "body \"%s\" and what hangs on it have no inertia against the motion of joint \"%s\"; "
                       "give mass or inertia, or use a rod for a massless link",
                       body->name, joint->name);
    return pawl_fail(&s->error, PAWL_BAD_MODEL, body->where,
                     "body \"%s\" moves freely but has no %s; give it one, or weld it to something",
                     body->name, dof - l->dof < (s->worlds == PAWL_PLANAR ? 2 : 3) ? "mass" : "inertia");
  }
  return PAWL_BAD_MODEL;
}

/* A trial step may have gone anywhere; that says nothing against the model. */
static bool is_somewhere(const pawl_system *s, const double *q, const double *v)
{
  double sum = 0;
  for (int d = 0; d < s->tree.dof_count; d++)
    sum += 0 * q[d] + 0 * v[d];
  return sum == 0;
}

static void set_drive_powers(pawl_system *s, double *power)
{
  for (int n = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_DRIVE)
      power[s->blocks[n].work] = -s->lambda[s->tree.blocks[n].row] * s->offset[s->tree.blocks[n].row];
}

pawl_status pawl_system_motion(pawl_system *s, double t, const double *q, const double *v,
                               const pawl_quat *base, const double *work, double *a, double *power)
{
  s->ops->place(s->kernel, q, v, base);
  remember(s, t, q, v);
  s->work_now = work;
  if (s->load_count && set_loads(s, power) != PAWL_OK)
    return s->error.status;
  if (s->tree.block_count && set_rows(s, q, v) != PAWL_OK)
    return s->error.status;
  s->dropped = s->ops->solve(s->kernel, s->model->world.gravity, s->beta, a, s->lambda);
  s->factor_count++;
  if (s->dropped < 0)
    return is_somewhere(s, q, v) ? no_inertia(s, -1 - s->dropped) : PAWL_BAD_NUMBERS;
  if (power && s->tree.block_count)
    set_drive_powers(s, power);
  for (int i = 0; power && s->turn_count && i < s->joint_count; i++) {
    double coordinate;
    if (s->joints[i].turn >= 0)
      pawl_system_coordinate(s, i, &coordinate, power + s->work_count + s->joints[i].turn);
  }
  return PAWL_OK;
}

void pawl_system_chart_rates(const pawl_system *s, const double *q, const double *v, double *rates)
{
  for (int d = 0; d < s->tree.dof_count; d++)
    rates[d] = v[d];
  for (int i = 1; s->tree.quat_count && i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (l->quat < 0)
      continue;
    int d = l->dof + l->dofs - 3;
    pawl_vec x = pawl_chart_rate(pawl_v(q[d], q[d + 1], q[d + 2]), pawl_v(v[d], v[d + 1], v[d + 2]));
    rates[d] = x.x, rates[d + 1] = x.y, rates[d + 2] = x.z;
  }
}

void pawl_system_rebase(const pawl_system *s, double *q, pawl_quat *base)
{
  for (int i = 1; s->tree.quat_count && i < s->tree.link_count; i++) {
    const pawl_link *l = s->tree.links + i;
    if (l->quat < 0)
      continue;
    int d = l->dof + l->dofs - 3;
    pawl_quat turn = pawl_quat_exp(pawl_v(q[d], q[d + 1], q[d + 2]));
    base[l->quat] = pawl_quat_unit(pawl_quat_mul(base[l->quat], turn));
    q[d] = q[d + 1] = q[d + 2] = 0;
  }
}

double pawl_system_energy(pawl_system *s, double *kinetic, double *gravity, double *stored)
{
  s->ops->energy(s->kernel, s->model->world.gravity, kinetic, gravity);
  for (int i = 1; i < s->tree.link_count; i++)
    *gravity -= s->tree.links[i].mass * pawl_dot(s->model->world.gravity, s->origin);
  *stored = 0;
  for (int i = 0; i < s->load_count; i++)
    *stored += s->last_load[i].energy;
  return *kinetic + *gravity + *stored;
}

void pawl_system_start_turns(pawl_system *s, double *turns)
{
  if (s->turn_count == 0 || pawl_system_rows(s, 0, s->q_start, s->v_start, s->base_start) != PAWL_OK)
    return;
  s->work_now = NULL;
  for (int i = 0; i < s->joint_count; i++) {
    const pawl_joint_use *use = s->joints + i;
    double speed, *turn = turns + use->turn;
    if (use->turn < 0)
      continue;
    pawl_system_coordinate(s, i, turn, &speed);
    double given = ((const pawl_joint *)s->model->parts[use->part]->fields)->start[0];
    *turn += isnan(given) ? 0 : TURN * round((given - *turn) / TURN);
  }
}
