/* What can be seen of a part: the motion of bodies and markers, coordinates and reactions of joints, loads.
 * Reactions of tree joints are what the sweep of `transmitted` leaves, less the efforts along the coordinate;
 * reactions of cut joints are their rows times their multipliers.      theory.md, 4.6 */
#include <string.h>

#include "system/contacts.h"
#include "system/own.h"

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
  see_place(s, s->place.body + body, level, seen);
  see_place(s, s->place.com + body, level, &com);
  seen->com_r = com.r;
  seen->com_v = com.v;
  seen->com_acc = com.acc;
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

/* What the mass lumped at a pin takes of the force there. */
static pawl_vec lump_force(const pawl_system *s, const pawl_place *pin, double mass, pawl_vec field)
{
  pawl_vec acc, alpha, g = s->model->world.gravity;
  s->ops->acceleration(s->kernel, pin, g, &acc, &alpha);
  return pawl_times(mass, pawl_sub(acc, pawl_add(g, field)));
}

/* Reaction of a constraint block on its frames: rows times multipliers, less what the mass lumped there needs. */
static void see_block(pawl_system *s, int block, pawl_seen *seen)
{
  const pawl_block_use *use = s->blocks + block;
  const pawl_part *part = s->model->parts[use->part];
  const pawl_block_plan *plan = s->tree.blocks + block;
  pawl_row row[PAWL_ROWS] = {0};
  pawl_pair x;
  pawl_system_pair(s, &use->a, &use->b, use->spin, -1, &x);
  x.memory = use->remembers ? use->memory : NULL;
  pawl_touching touch;
  x.touch = &touch;
  if (use->contact >= 0 && !s->contact_ops->rail(s, use->contact, &touch))
    return;
  part->kind->constraint->rows(part->fields, &x, row);
  for (int r = 0; r < plan->rows; r++) {
    bool turning = row[r].f.x == 0 && row[r].f.y == 0 && row[r].f.z == 0;
    double lambda = s->row.lambda[plan->row + r];
    seen->f = pawl_add(seen->f, pawl_times(lambda, row[r].f));
    seen->t = pawl_add(seen->t, pawl_times(lambda * (turning ? s->scale.length : 1), row[r].t));
  }
  seen->effort = s->row.lambda[plan->row];
  if (use->contact >= 0)
    s->contact_ops->see_rail(s, use->contact, &touch, seen);
  seen->back = pawl_times(-1, seen->f);
  if (!pawl_lumps(part->kind))
    return;
  double mass[2], unused;
  part->kind->constraint->lump(part->fields, mass, mass + 1);
  pawl_vec field = pawl_system_field(s, pawl_centre_between(x.a.r, x.b.r, mass), &unused);
  seen->f = pawl_sub(seen->f, lump_force(s, &use->b, mass[1], field));
  seen->back = pawl_sub(seen->back, lump_force(s, &use->a, mass[0], field));
}

static void see_tree_reaction(const pawl_system *s, const pawl_joint_use *use, const pawl_pair *x,
                              pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[use->part];
  const pawl_freedoms *freedoms = pawl_freedoms_of(part->kind);
  pawl_row row[PAWL_NAMED] = {0};
  pawl_vec f = s->passed.joint_f[use->link], t = s->passed.joint_t[use->link];
  if (use->sign < 0) { /* the tree's wrench is on a, about a */
    f = pawl_times(-1, f);
    t = pawl_sub(pawl_cross(pawl_sub(x->a.r, x->b.r), f), t);
  }
  if (freedoms->named)
    freedoms->read(part->fields, x, row);
  double effort = s->passed.joint_effort[s->index.joint[use->part]];
  seen->t = pawl_sub(t, pawl_times(effort, row->t));
  seen->f = pawl_sub(f, pawl_times(effort, row->f));
}

/* What passes through a joint in all: its reaction and the efforts along its coordinate. */
static void add_joint_effort(const pawl_system *s, int part, const pawl_pair *x, pawl_seen *seen)
{
  const pawl_part *joint = s->model->parts[part];
  if (!joint->kind->joint)
    return;
  const pawl_freedoms *freedoms = pawl_freedoms_of(joint->kind);
  pawl_row row[PAWL_NAMED] = {0};
  if (freedoms->named)
    freedoms->read(joint->fields, x, row);
  double effort = s->passed.joint_effort[s->index.joint[part]];
  seen->t = pawl_add(seen->t, pawl_times(effort, row->t));
  seen->f = pawl_add(seen->f, pawl_times(effort, row->f));
}

static void see_joint(pawl_system *s, int joint, pawl_level level, pawl_seen *seen)
{
  const pawl_joint_use *use = s->joint.use + joint;
  const pawl_kind *kind = s->model->parts[use->part]->kind;
  int named = pawl_freedoms_of(kind)->named;
  pawl_pair x;
  pawl_system_pair(s, &use->a, &use->b, -1, -1, &x);
  if (named)
    pawl_system_coordinates(s, joint, named, seen->coordinate, seen->speed);
  else
    see_many_coordinates(s, &x, pawl_mobility_of(kind), seen);
  if (level < PAWL_AT_ACCELERATION)
    return;
  if (named)
    pawl_system_coordinate_accelerations(s, joint, named, s->at.a, seen->acceleration);
  if (use->link >= 0)
    see_tree_reaction(s, use, &x, seen);
  else if (use->block >= 0)
    see_block(s, use->block, seen);
}

/* Before forces are evaluated: what place and velocity alone say of a load. */
static void see_load(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_load_use *use = s->load.use + index;
  pawl_load fresh, *load = s->load.last + index;
  if (level < PAWL_AT_FORCE)
    pawl_system_load(s, use, load = &fresh);
  seen->f = load->f;
  seen->t = load->t;
  seen->length = load->length;
  seen->rate = load->rate;
  seen->effort = load->effort;
  seen->power = load->power;
  seen->energy = load->energy;
  seen->slip = load->slip;
  seen->work = s->at.work ? s->at.work[use->work] : 0;
  for (int k = 0; k < s->model->parts[use->part]->kind->force->state_count; k++)
    seen->state[k] = pawl_system_states(s)[use->state + k];
}

/* A drive, coupling or servo. */
static void see_coordinates(const pawl_system *s, int block, pawl_seen *seen)
{
  const pawl_block_use *use = s->blocks + block;
  int row = s->tree.blocks[block].row;
  seen->effort = s->row.lambda[row];
  seen->power = use->kind == PAWL_BLOCK_DRIVE ? -s->row.lambda[row] * s->row.offset[row] : 0;
  seen->work = s->at.work && use->work >= 0 ? s->at.work[use->work] : 0;
  if (use->kind != PAWL_BLOCK_SERVO)
    return;
  double coordinate, speed;
  int servo = 0;
  for (int n = 0; n < block; n++)
    servo += s->blocks[n].kind == PAWL_BLOCK_SERVO;
  pawl_system_coordinate(s, use->actor, &coordinate, &speed);
  seen->effort = s->servo.effort[servo];
  seen->power = seen->effort * speed;
}

static void see_spin(const pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  int joint = s->index.joint[index];
  pawl_system_coordinate(s, joint, &seen->spin, &seen->spin_speed);
  if (level >= PAWL_AT_ACCELERATION)
    seen->spin_acceleration = pawl_system_coordinate_acceleration(s, joint, s->at.a);
}

static void see_base(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  see_place(s, s->place.body + s->model->parts[index]->body, level, seen);
  for (int i = 0; i < s->base.count; i++)
    if (s->base.use[i].part == index) {
      seen->work = s->at.work ? s->at.work[s->base.use[i].work] : 0;
      if (level >= PAWL_AT_ACCELERATION) {
        seen->f = s->base.f[i];
        seen->t = s->base.t[i];
        seen->power = s->base.power[i];
      }
    }
}

/* What a link or a force of two frames says of itself beyond its wrench. */
static void see_more(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[index];
  int block = s->index.block[index], load = s->index.load[index];
  const pawl_place *a = block >= 0 ? &s->blocks[block].a : &s->load.use[load].a;
  const pawl_place *b = block >= 0 ? &s->blocks[block].b : &s->load.use[load].b;
  pawl_pair x;
  pawl_vec acc[2], alpha[2];
  bool all = level >= PAWL_AT_ACCELERATION;
  pawl_system_pair(s, a, b, block >= 0 ? s->blocks[block].spin : s->load.use[load].spin, -1, &x);
  x.memory = block >= 0 && s->blocks[block].remembers ? s->blocks[block].memory : NULL;
  for (int k = 0; all && k < 2; k++)
    s->ops->acceleration(s->kernel, k ? b : a, s->model->world.gravity, acc + k, alpha + k);
  part->kind->sensor->sense(part->fields, &x, all ? acc : NULL, all ? alpha : NULL, seen);
}

/* A sensor of two frames, or of a joint's. */
static void see_by_sensor(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[index];
  const pawl_place *a = s->place.first + index, *b = s->place.second + index;
  pawl_pair x;
  pawl_vec acc[2], alpha[2];
  bool all = level >= PAWL_AT_ACCELERATION;
  pawl_system_pair(s, a, b, -1, -1, &x);
  if (all) {
    s->ops->acceleration(s->kernel, a, s->model->world.gravity, acc, alpha);
    s->ops->acceleration(s->kernel, b, s->model->world.gravity, acc + 1, alpha + 1);
  }
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT) {
      int of = *(const int *)((const char *)part->fields + f->where);
      pawl_system_see(s, of, level, seen);
      if (all && s->index.joint[of] >= 0)
        add_joint_effort(s, of, &x, seen);
    }
  part->kind->sensor->sense(part->fields, &x, all ? acc : NULL, all ? alpha : NULL, seen);
}

static void see_sensor(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[index];
  const pawl_field *first = part->kind->fields;
  if (part->kind->sensor)
    see_by_sensor(s, index, level, seen);
  else if (first->type == PAWL_FRAME)
    see_place(s, s->place.first + index, level, seen);
  else if (first->type == PAWL_REAL)
    seen->value = *(const double *)((const char *)part->fields + first->where);
  else
    seen->value = s->passed.outputs[index];
}

/* What a signal says; a failure is told when the equations ask for it. */
static void see_signal(pawl_system *s, int index, pawl_seen *seen)
{
  pawl_jet jet = {NAN, NAN, NAN};
  const pawl_signal_use *use = s->signal.parts + s->index.signal[index];
  pawl_signals_part(s, index, &jet);
  seen->value = jet.v;
  for (int k = 0; k < s->model->parts[index]->kind->signal->state_count; k++)
    seen->state[k] = pawl_system_states(s)[use->state + k];
}

/* What the rotor of a drive takes of its effort: J n² q'' on a joint of the ground, else what couples it. */
static double rotor_effort(const pawl_system *s, int index)
{
  const pawl_part *part = s->model->parts[index];
  const pawl_rotor *rotor = pawl_rotor_in(part->kind, part->fields);
  for (int n = 0; n < s->tree.block_count; n++)
    if (s->blocks[n].part == index && s->blocks[n].kind == PAWL_BLOCK_COUPLING)
      return -s->blocks[n].coefficient[1] * s->row.lambda[s->tree.blocks[n].row];
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT && rotor->inertia > 0) {
      int joint = s->index.joint[*(const int *)((const char *)part->fields + f->where)];
      double a = pawl_system_coordinate_acceleration(s, joint, s->at.a);
      return rotor->inertia * rotor->ratio * rotor->ratio * a;
    }
  return 0;
}

void pawl_system_see(pawl_system *s, int index, pawl_level level, pawl_seen *seen)
{
  const pawl_part *part = s->model->parts[index];
  memset(seen, 0, sizeof *seen);
  switch (part->kind->family) {
  case PAWL_BODY:
    see_body(s, part->body, level, seen);
    return;
  case PAWL_BASE:
    see_base(s, index, level, seen);
    return;
  case PAWL_JOINT_KIND:
    see_joint(s, s->index.joint[index], level, seen);
    return;
  case PAWL_SENSOR:
    see_sensor(s, index, level, seen);
    return;
  case PAWL_SIGNAL_KIND:
    see_signal(s, index, seen);
    return;
  case PAWL_EQUATIONS:
    pawl_own_see(s, index, level, seen);
    return;
  case PAWL_CONTACT_GROUP:
    s->contact_ops->see(s, index, level, seen);
    return;
  default:
    break;
  }
  int block = s->index.block[index];
  int load = s->index.load[index];
  if (load >= 0 && s->load.use[load].contact >= 0)
    s->contact_ops->see(s, index, level, seen);
  else if (s->index.load[index] >= 0)
    see_load(s, s->index.load[index], level, seen);
  else if (block >= 0 && s->blocks[block].kind == PAWL_BLOCK_ROWS)
    see_block(s, block, seen);
  else if (block >= 0)
    see_coordinates(s, block, seen);
  if (part->kind->spin)
    see_spin(s, index, level, seen);
  if (pawl_rotor_in(part->kind, part->fields) && level >= PAWL_AT_ACCELERATION)
    seen->passed = seen->effort - rotor_effort(s, index);
  if (part->kind->sensor)
    see_more(s, index, level, seen);
}

/* Efforts along each joint's coordinate, of loads and of rows that act on dofs. */
static void sum_joint_efforts(pawl_system *s)
{
  for (int j = 0; j < s->joint.count; j++)
    s->passed.joint_effort[j] = 0;
  for (int i = 0; i < s->load.count; i++)
    for (int k = 0; k < s->load.use[i].joint_count; k++)
      s->passed.joint_effort[s->load.use[i].joint[k]] += s->load.last[i].efforts[k];
  s->contact_ops->efforts(s, s->passed.joint_effort);
  for (int j = 0; s->tree.added && j < s->joint.count; j++) {
    int link = s->joint.use[j].link, d = link >= 0 ? s->tree.links[link].dof : -1;
    if (link >= 0 && s->tree.links[link].mobility != PAWL_SPINS)
      s->passed.joint_effort[j] -= s->joint.use[j].sign * s->tree.added[d] * s->at.a[d];
  }
  for (int n = 0, servo = 0; n < s->tree.block_count; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (use->kind == PAWL_BLOCK_SERVO) {
      s->passed.joint_effort[use->actor] += s->servo.effort[servo++];
      continue;
    }
    for (int k = 0; k < use->joint_count; k++)
      s->passed.joint_effort[use->joint[k]] += use->coefficient[k] * s->row.lambda[s->tree.blocks[n].row];
  }
}

/* Everything that outputs need, at one instant. */
pawl_status pawl_system_full(pawl_system *s, const pawl_request *request, double *a, double *power)
{
  s->ops->keep(s->kernel, true);
  pawl_status status = pawl_system_motion(s, request, a, power);
  s->ops->keep(s->kernel, false);
  if (status != PAWL_OK)
    return status;
  s->at.a = a;
  for (int i = 0; i < s->base.count; i++)
    s->base.power[i] = s->ops->base(s->kernel, s->base.use[i].link, s->base.f + i, s->base.t + i);
  s->ops->transmitted(s->kernel, s->row.lambda, s->passed.joint_f, s->passed.joint_t);
  sum_joint_efforts(s);
  for (int i = 0; i < s->model->part_count; i++) {
    const pawl_part *part = s->model->parts[i];
    if (part->kind->family != PAWL_SENSOR || part->kind->fields->type != PAWL_SIGNAL)
      continue;
    const pawl_signal *signal = (const pawl_signal *)((const char *)part->fields + part->kind->fields->where);
    if (!signal->channel && pawl_signals_read(s, signal, s->passed.outputs + i) != PAWL_OK) {
      pawl_fail_place(&s->error, part->where);
      return s->error.status;
    }
  }
  return PAWL_OK;
}
