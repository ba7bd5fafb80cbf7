/* What can be seen of a part: the motion of bodies and markers, coordinates and reactions of joints, loads.
 * Reactions of tree joints are what the sweep of `transmitted` leaves, less the efforts along the coordinate;
 * reactions of cut joints are their rows times their multipliers.      theory.md, 4.6 */
#include <string.h>

#include "system/system.h"

static void see_place(pawl_system *s, const pawl_place *place, pawl_level level, pawl_seen *seen)
{
  pawl_end e;
  s->ops->end(s->kernel, place, &e);
  seen->r = pawl_add(e.r, s->origin);
  seen->v = e.v;
  seen->w = e.w;
  seen->angle = e.angle;
  seen->e = pawl_mat_quat(&e.R);
  if (level >= PAWL_AT_ACCELERATION)
    s->ops->acceleration(s->kernel, place, s->model->world.gravity, &seen->acc, &seen->alpha);
}

static void see_body(pawl_system *s, int body, pawl_level level, pawl_seen *seen)
{
  pawl_seen com = {0};
  see_place(s, s->body_place + body, level, seen);
  see_place(s, s->com_place + body, level, &com);
  seen->com_r = com.r;
  seen->com_v = com.v;
  seen->com_acc = com.acc;
}

static void pair_of(const pawl_system *s, const pawl_joint_use *use, pawl_pair *x)
{
  *x = (pawl_pair){.worlds = (int)s->worlds, .t = s->now};
  s->ops->end(s->kernel, &use->a, &x->a);
  s->ops->end(s->kernel, &use->b, &x->b);
}

/* Place, turn and rates of b in a, for joints with several dofs. */
static void see_many_coordinates(const pawl_system *s, const pawl_pair *x, pawl_mobility mobility,
                                 pawl_seen *seen)
{
  pawl_vec d = pawl_sub(x->b.r, x->a.r), w = pawl_sub(x->b.w, x->a.w);
  pawl_vec u = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
  pawl_vec place = pawl_turn_back(&x->a.R, d), speed = pawl_turn_back(&x->a.R, u),
           own = pawl_turn_back(&x->b.R, w);
  pawl_mat back = pawl_mat_transposed(&x->a.R), R = pawl_mat_mul(&back, &x->b.R);
  pawl_quat q = pawl_mat_quat(&R);
  if (s->worlds == PAWL_PLANAR) {
    const double c[3] = {place.x, place.y, x->b.angle - x->a.angle}, r[3] = {speed.x, speed.y, w.z};
    memcpy(seen->coordinate, c, sizeof c);
    memcpy(seen->speed, r, sizeof r);
    return;
  }
  const double c[7] = {place.x, place.y, place.z, q.w, q.x, q.y, q.z};
  const double r[6] = {speed.x, speed.y, speed.z, own.x, own.y, own.z};
  int first = mobility == PAWL_SWIVELS ? 3 : 0;
  memcpy(seen->coordinate, c + first, sizeof(double) * (size_t)(7 - first));
  memcpy(seen->speed, r + first, sizeof(double) * (size_t)(6 - first));
}

/* The second rate of a joint's one coordinate. */
static double joint_acceleration(const pawl_system *s, const pawl_joint_use *use, const pawl_pair *x,
                                 bool slides)
{
  if (use->link >= 0)
    return use->sign * s->a_now[s->tree.links[use->link].dof];
  pawl_vec la, aa, lb, ab, zero = {0, 0, 0};
  const pawl_joint *j = s->model->parts[use->part]->fields;
  pawl_vec axis = pawl_turn(&x->a.R, j->axis);
  s->ops->acceleration(s->kernel, &use->a, zero, &la, &aa);
  s->ops->acceleration(s->kernel, &use->b, zero, &lb, &ab);
  pawl_vec turning = pawl_cross(x->a.w, axis);
  if (!slides)
    return pawl_dot(axis, pawl_sub(ab, aa)) + pawl_dot(turning, pawl_sub(x->b.w, x->a.w));
  pawl_vec d = pawl_sub(x->b.r, x->a.r), dv = pawl_sub(x->b.v, x->a.v);
  pawl_vec u = pawl_sub(dv, pawl_cross(x->a.w, d));
  pawl_vec du = pawl_sub(pawl_sub(pawl_sub(lb, la), pawl_cross(aa, d)), pawl_cross(x->a.w, dv));
  return pawl_dot(turning, u) + pawl_dot(axis, du);
}

/* Reaction of a constraint block on its second frame: rows times multipliers. */
static void see_block(const pawl_system *s, int block, const pawl_pair *x, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[s->blocks[block].part];
  const pawl_block_plan *plan = s->tree.blocks + block;
  pawl_row row[PAWL_ROWS];
  part->kind->rows(part->fields, x, row);
  for (int r = 0; r < plan->rows; r++) {
    bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
    double lambda = s->lambda[plan->row + r];
    seen->f = pawl_add(seen->f, pawl_times(lambda, row[r].f));
    seen->t = pawl_add(seen->t, pawl_times(lambda * (turning ? s->scale.length : 1), row[r].t));
  }
  seen->effort = s->lambda[plan->row];
}

static void see_tree_reaction(const pawl_system *s, const pawl_joint_use *use, const pawl_pair *x,
                              pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[use->part];
  const pawl_joint *j = part->fields;
  pawl_vec f = s->joint_f[use->link], t = s->joint_t[use->link];
  if (use->sign < 0) { /* the tree's wrench is on a, about a */
    f = pawl_times(-1, f);
    t = pawl_sub(pawl_cross(pawl_sub(x->a.r, x->b.r), f), t);
  }
  pawl_vec effort = pawl_times(s->joint_effort[s->joint_of_part[use->part]], pawl_turn(&x->a.R, j->axis));
  bool turns = part->kind->mobility == PAWL_TURNS, slides = part->kind->mobility == PAWL_SLIDES;
  seen->t = turns ? pawl_sub(t, effort) : t;
  seen->f = slides ? pawl_sub(f, effort) : f;
}

static void see_joint(pawl_system *s, int joint, pawl_level level, pawl_seen *seen)
{
  const pawl_joint_use *use = s->joints + joint;
  pawl_mobility mobility = s->model->parts[use->part]->kind->mobility;
  pawl_pair x;
  pair_of(s, use, &x);
  if (mobility == PAWL_TURNS || mobility == PAWL_SLIDES)
    pawl_system_coordinate(s, joint, seen->coordinate, seen->speed);
  else
    see_many_coordinates(s, &x, mobility, seen);
  if (level < PAWL_AT_ACCELERATION)
    return;
  if (mobility == PAWL_TURNS || mobility == PAWL_SLIDES)
    seen->acceleration[0] = joint_acceleration(s, use, &x, mobility == PAWL_SLIDES);
  if (use->link >= 0)
    see_tree_reaction(s, use, &x, seen);
  else if (use->block >= 0)
    see_block(s, use->block, &x, seen);
}

/* Before forces are evaluated: what place and velocity alone say of a load. */
static void fresh_load(pawl_system *s, const pawl_load_use *use, pawl_load *load)
{
  const pawl_part *part = s->model->parts[use->part];
  const double *signal = s->signal_values + use->first_signal;
  if (use->joint >= 0) {
    double coordinate, speed;
    pawl_system_coordinate(s, use->joint, &coordinate, &speed);
    part->kind->joint_load(part->fields, coordinate, speed, signal, load);
    return;
  }
  pawl_pair x = {.worlds = (int)s->worlds, .t = s->now};
  s->ops->end(s->kernel, &use->a, &x.a);
  s->ops->end(s->kernel, &use->b, &x.b);
  part->kind->load(part->fields, &x, signal, load);
}

static void see_load(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_load_use *use = s->loads + index;
  pawl_load fresh = {0}, *load = s->last_load + index;
  if (level < PAWL_AT_FORCE)
    fresh_load(s, use, load = &fresh);
  seen->f = load->f;
  seen->t = load->t;
  seen->length = load->length;
  seen->rate = load->rate;
  seen->effort = load->effort;
  seen->power = load->power;
  seen->energy = load->energy;
  seen->work = s->work_now ? s->work_now[use->work] : 0;
}

static void see_drive(const pawl_system *s, int block, pawl_seen *seen)
{
  const pawl_block_use *use = s->blocks + block;
  int row = s->tree.blocks[block].row;
  double sign = s->tree.blocks[block].direct >= 0 ? s->joints[use->joint].sign : 1;
  seen->effort = sign * s->lambda[row];
  seen->power = -s->lambda[row] * s->offset[row];
  seen->work = s->work_now ? s->work_now[use->work] : 0;
}

static void see_block_part(pawl_system *s, int part, pawl_seen *seen)
{
  for (int n = 0; n < s->tree.block_count; n++) {
    if (s->blocks[n].part != part)
      continue;
    if (s->blocks[n].kind == PAWL_BLOCK_DRIVE) {
      see_drive(s, n, seen);
      return;
    }
    pawl_pair x = {.worlds = (int)s->worlds, .t = s->now};
    s->ops->end(s->kernel, &s->blocks[n].a, &x.a);
    s->ops->end(s->kernel, &s->blocks[n].b, &x.b);
    see_block(s, n, &x, seen);
    return;
  }
}

void pawl_system_see(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[index];
  memset(seen, 0, sizeof *seen);
  switch (part->kind->family) {
  case PAWL_BODY:
    see_body(s, part->body, level, seen);
    return;
  case PAWL_JOINT_KIND:
    see_joint(s, s->joint_of_part[index], level, seen);
    return;
  case PAWL_SENSOR:
    if (part->kind->fields->type == PAWL_FRAME)
      see_place(s, s->part_place + index, level, seen);
    else if (part->kind->fields->type == PAWL_REAL)
      seen->value = *(const double *)((const char *)part->fields + part->kind->fields->where);
    else
      seen->value = s->output_values[index];
    return;
  case PAWL_STATEMENT:
    return;
  default:
    for (int i = 0; i < s->load_count; i++)
      if (s->loads[i].part == index) {
        see_load(s, i, level, seen);
        return;
      }
    see_block_part(s, index, seen);
  }
}

/* Everything that outputs need, at one instant. */
pawl_status pawl_system_full(pawl_system *s, double t, const double *q, const double *v,
                             const pawl_quat *base, const double *work, double *a, double *power)
{
  s->ops->keep(s->kernel, true);
  pawl_status status = pawl_system_motion(s, t, q, v, base, work, a, power);
  s->ops->keep(s->kernel, false);
  if (status != PAWL_OK)
    return status;
  s->a_now = a;
  s->ops->transmitted(s->kernel, s->lambda, s->joint_f, s->joint_t);
  for (int j = 0; j < s->joint_count; j++)
    s->joint_effort[j] = 0;
  for (int i = 0; i < s->load_count; i++)
    if (s->loads[i].joint >= 0)
      s->joint_effort[s->loads[i].joint] += s->last_load[i].effort;
  for (int n = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].kind == PAWL_BLOCK_DRIVE && s->tree.blocks[n].direct >= 0)
      s->joint_effort[s->blocks[n].joint] +=
          s->joints[s->blocks[n].joint].sign * s->lambda[s->tree.blocks[n].row];
  for (int i = 0; i < s->model->part_count; i++) {
    const pawl_part *part = s->model->parts[i];
    if (part->kind->family != PAWL_SENSOR || part->kind->fields->type != PAWL_SIGNAL)
      continue;
    const pawl_signal *signal = (const pawl_signal *)((const char *)part->fields + part->kind->fields->where);
    if (pawl_signal_value(s->model, signal, t, &s->reader, s->output_values + i, &s->error) != PAWL_OK)
      return s->error.status;
  }
  return PAWL_OK;
}
