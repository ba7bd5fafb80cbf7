/* Model → equations: places of frames on links, constraint blocks, loads, memory.      theory.md, 2.1 and 4.4 */
#include <string.h>

#include "base/error.h"
#include "system/builder.h"
#include "system/order.h"

/* ---- counting and finding ---------------------------------------------------------------------------------- */

static const pawl_rotor *rotor_of(const pawl_part *part)
{
  if (!part->kind->rotor)
    return NULL;
  const pawl_rotor *rotor = (const pawl_rotor *)((const char *)part->fields + part->kind->rotor - 1);
  return rotor->inertia > 0 && rotor->ratio != 0 ? rotor : NULL;
}

/* Everything with a coordinate: joints, spins, rotors. */
static int count_joints(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    n += model->parts[i]->kind->family == PAWL_JOINT_KIND || model->parts[i]->kind->spin ||
         rotor_of(model->parts[i]);
  return n;
}

static bool has_added_inertia(const pawl_model *model)
{
  for (int i = 0; i < model->part_count; i++)
    if (model->parts[i]->kind->spin || rotor_of(model->parts[i]))
      return true;
  return false;
}

/* The joints that a part sits on; returns their number. */
static int joint_fields(const pawl_part *part, int joint[PAWL_JOINTS])
{
  int n = 0;
  for (const pawl_field *f = part->kind->fields; f->name && n < PAWL_JOINTS; f++)
    if (f->type == PAWL_JOINT && *(const int *)((const char *)part->fields + f->where) >= 0)
      joint[n++] = *(const int *)((const char *)part->fields + f->where);
  return n;
}

/* Whether a number with this unit is of turning ("N m", "rad/s"), of sliding ("N", "m/s"), or of either. */
static pawl_mobility mobility_of_unit(const char *unit)
{
  if (strstr(unit, " or ") || !*unit)
    return PAWL_NOT_A_TREE_JOINT;
  return strstr(unit, "rad") || strncmp(unit, "N m", 3) == 0 ? PAWL_TURNS : PAWL_SLIDES;
}

static bool is_given(const pawl_part *part, const pawl_field *f)
{
  const char *at = (const char *)part->fields + f->where;
  if (f->type == PAWL_SIGNAL)
    return pawl_signal_given((const pawl_signal *)at);
  return f->type == PAWL_REAL && !isnan(*(const double *)at);
}

/* A drive or spring along a joint's coordinate needs a joint that has just one, and of its own kind. */
static pawl_status check_joint_of(pawl_builder *b, const pawl_part *part, const pawl_part *joint)
{
  pawl_mobility has = joint->kind->spin ? PAWL_TURNS : joint->kind->mobility;
  if (has != PAWL_TURNS && has != PAWL_SLIDES)
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" needs a revolute or prismatic joint; \"%s\" is of kind '%s'",
                     part->kind->name, part->name, joint->name, joint->kind->name);
  if (part->kind->family == PAWL_COUPLING || part->kind->family == PAWL_SENSOR)
    return PAWL_OK;
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    pawl_mobility wants = mobility_of_unit(f->unit);
    if (wants != PAWL_NOT_A_TREE_JOINT && wants != has && is_given(part, f))
      return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                       "%s \"%s\": '%s' (%s) does not go with joint \"%s\", which is %s", part->kind->name,
                       part->name, f->name, f->unit, joint->name, joint->kind->name);
  }
  return PAWL_OK;
}

static void add_joint(pawl_system *s, int part)
{
  s->joint_of_part[part] = s->joint_count;
  s->joints[s->joint_count++] =
      (pawl_joint_use){.part = part, .link = -1, .sign = 1, .block = -1, .turn = -1};
}

static pawl_status collect_joints(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = 0; i < b->model->part_count; i++) {
    s->joint_of_part[i] = -1;
    if (b->model->parts[i]->kind->family == PAWL_JOINT_KIND)
      add_joint(s, i);
  }
  b->real_joints = s->joint_count;
  for (int i = 0; i < b->model->part_count; i++)
    if (b->model->parts[i]->kind->spin)
      add_joint(s, i);
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *part = b->model->parts[i];
    int joint[PAWL_JOINTS], n = joint_fields(part, joint);
    for (int j = 0; j < n; j++) {
      if (part->kind->family == PAWL_SENSOR)
        continue;
      if (check_joint_of(b, part, b->model->parts[joint[j]]) != PAWL_OK)
        return b->error->status;
      for (int k = 0; k < j; k++)
        if (joint[k] == joint[j])
          return pawl_fail(b->error, PAWL_BAD_MODEL, part->where, "%s \"%s\" names joint \"%s\" twice",
                           part->kind->name, part->name, b->model->parts[joint[j]]->name);
      b->driven[s->joint_of_part[joint[j]]] = true;
    }
  }
  return PAWL_OK;
}

/* ---- constraint blocks and loads ------------------------------------------------------------------------------ */

static const pawl_signal *given_signal(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    const pawl_signal *x = (const pawl_signal *)((const char *)part->fields + f->where);
    if (f->type == PAWL_SIGNAL && pawl_signal_given(x))
      return x;
  }
  return NULL;
}

static void frames_of(const pawl_builder *b, const pawl_part *part, pawl_place *first, pawl_place *second)
{
  pawl_frame ground = pawl_own_frame(0);
  const pawl_frame *found[2] = {NULL, NULL};
  int n = 0;
  for (const pawl_field *f = part->kind->fields; f->name && n < 2; f++)
    if (f->type == PAWL_FRAME)
      found[n++] = (const pawl_frame *)((const char *)part->fields + f->where);
  *first = pawl_place_of(b, n == 2 ? found[0] : &ground);
  *second = pawl_place_of(b, n == 0 ? &ground : found[n - 1]);
}

static pawl_block_end end_on(int link, int dof)
{
  return (pawl_block_end){.link = link, .dof = dof, .carry = -1};
}

static pawl_block_plan *new_block(pawl_builder *b, const pawl_block_use *use, int rows)
{
  pawl_system *s = b->s;
  pawl_block_plan *plan = s->tree.blocks + s->tree.block_count;
  *plan = (pawl_block_plan){.rows = rows, .row = s->tree.row_count};
  s->blocks[s->tree.block_count] = *use;
  s->block_of_part[use->part] = s->tree.block_count++;
  s->tree.row_count += rows;
  return plan;
}

static void add_rows_block(pawl_builder *b, int part, int joint)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  int rows = pawl_rows_of(s, p->kind);
  if (rows == 0)
    return;
  pawl_block_use use = {.kind = PAWL_BLOCK_ROWS, .part = part, .spin = -1, .work = -1};
  frames_of(b, p, &use.a, &use.b);
  if (p->kind->spin)
    use.spin = s->joint_of_part[part];
  pawl_block_plan *plan = new_block(b, &use, rows);
  plan->end[plan->end_count++] = end_on(use.a.link, -1);
  plan->end[plan->end_count++] = end_on(use.b.link, -1);
  if (p->kind->spin) {
    int link = s->joints[use.spin].link;
    plan->end[plan->end_count++] = end_on(link, s->tree.links[link].dof);
  }
  plan->soft = p->kind->lump != NULL;
  if (joint >= 0)
    s->joints[joint].block = s->tree.block_count - 1;
}

/* The ends of a row on coordinates: the dof of a joint in the tree, the two frames of a cut one. */
static void add_coordinate_ends(const pawl_system *s, const pawl_block_use *use, pawl_block_plan *plan)
{
  for (int i = 0; i < use->joint_count; i++) {
    const pawl_joint_use *j = s->joints + use->joint[i];
    if (j->link >= 0)
      plan->end[plan->end_count++] = end_on(j->link, s->tree.links[j->link].dof);
    else {
      plan->end[plan->end_count++] = end_on(j->a.link, -1);
      plan->end[plan->end_count++] = end_on(j->b.link, -1);
    }
  }
}

static void use_joints_of(const pawl_builder *b, const pawl_part *p, int *count, int joint[PAWL_JOINTS])
{
  *count = joint_fields(p, joint);
  for (int i = 0; i < *count; i++)
    joint[i] = b->s->joint_of_part[joint[i]];
}

static void add_drive_block(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  pawl_block_use use = {.kind = PAWL_BLOCK_DRIVE,
                        .part = part,
                        .spin = -1,
                        .coefficient = {1},
                        .mode = p->kind->mode(p->fields),
                        .signal = given_signal(p),
                        .work = b->s->work_count++};
  use_joints_of(b, p, &use.joint_count, use.joint);
  use.joint_count = 1;
  add_coordinate_ends(b->s, &use, new_block(b, &use, 1));
}

static void add_coupling_block(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  pawl_block_use use = {.kind = PAWL_BLOCK_COUPLING, .part = part, .spin = -1, .mode = PAWL_POSITION, .work = -1};
  use_joints_of(b, p, &use.joint_count, use.joint);
  p->kind->couple(p->fields, use.coefficient);
  add_coordinate_ends(b->s, &use, new_block(b, &use, 1));
}

/* What a channel is as a condition: a coordinate of a joint, or a direction of a place. False: neither. */
static bool set_condition(pawl_builder *b, const pawl_channel_use *channel, pawl_block_use *use)
{
  pawl_system *s = b->s;
  size_t at = channel->def->where;
  const pawl_part *part = b->model->parts[channel->part];
  bool speed = at == PAWL_SEEN(speed[0]) || at == PAWL_SEEN(spin_speed);
  use->mode = channel->def->level == PAWL_AT_VELOCITY ? PAWL_SPEED : PAWL_POSITION;
  if (speed || at == PAWL_SEEN(coordinate[0]) || at == PAWL_SEEN(spin)) {
    use->joint[0] = s->joint_of_part[channel->part];
    use->joint_count = 1;
    pawl_mobility has = part->kind->mobility;
    return part->kind->spin || has == PAWL_TURNS || has == PAWL_SLIDES;
  }
  if (part->kind->family != PAWL_BODY && !(part->kind->family == PAWL_SENSOR && !part->kind->sense))
    return false;
  use->b = part->kind->family == PAWL_BODY ? s->body_place[part->body] : s->part_place[channel->part];
  use->a = s->body_place[0];
  use->along = pawl_v(at == PAWL_SEEN(r.x) || at == PAWL_SEEN(v.x), at == PAWL_SEEN(r.y) || at == PAWL_SEEN(v.y),
                      at == PAWL_SEEN(r.z) || at == PAWL_SEEN(v.z));
  use->about = pawl_v(0, 0, at == PAWL_SEEN(angle) || (at == PAWL_SEEN(w.z) && s->worlds == PAWL_PLANAR));
  return use->along.x + use->along.y + use->along.z + use->about.z == 1;
}

static pawl_status add_servo_block(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  const char *name;
  int n, joint[PAWL_JOINTS];
  pawl_block_use use = {.kind = PAWL_BLOCK_SERVO, .part = part, .spin = -1, .coefficient = {1}};
  p->kind->keep(p->fields, &name, &use.signal);
  use_joints_of(b, p, &n, joint);
  use.actor = joint[0];
  int channel = pawl_channel_find(s, name);
  const char *near = channel < 0 ? pawl_channel_near(s, name) : NULL;
  if (channel < 0)
    return pawl_fail(b->error, PAWL_BAD_MODEL, p->where, "servo \"%s\": there is no channel '%s'%s%s%s", p->name,
                     name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  if (!set_condition(b, s->channels + channel, &use))
    return pawl_fail(b->error, PAWL_BAD_MODEL, p->where,
                     "servo \"%s\" cannot keep '%s': it can keep the angle, position or speed of a joint, and the "
                     "place, turn or velocity of a body or marker",
                     p->name, name);
  use.work = s->work_count++;
  pawl_block_plan *plan = new_block(b, &use, 1);
  add_coordinate_ends(s, &use, plan);
  if (use.joint_count == 0) {
    plan->end[plan->end_count++] = end_on(use.a.link, -1);
    plan->end[plan->end_count++] = end_on(use.b.link, -1);
  }
  s->servo_count++;
  return PAWL_OK;
}

static void add_load(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  s->load_of_part[part] = s->load_count;
  pawl_load_use *use = s->loads + s->load_count++;
  *use = (pawl_load_use){.part = part, .spin = -1, .state = s->state_count, .work = s->work_count++};
  s->state_count += p->kind->state_count;
  if (p->kind->family == PAWL_FORCE)
    frames_of(b, p, &use->a, &use->b);
  else
    use_joints_of(b, p, &use->joint_count, use->joint);
  if (p->kind->spin)
    use->spin = s->joint_of_part[part];
  use->first_signal = b->signal_count;
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_SIGNAL && pawl_in_world(f->worlds, s->worlds))
      s->signals[use->first_signal + use->signal_count++] =
          (const pawl_signal *)((const char *)p->fields + f->where);
  b->signal_count += use->signal_count;
}

/* Mass that belongs to the pins of a link sits on the bodies there. */
static void add_lumps(pawl_builder *b)
{
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    double mass[2];
    pawl_place at[2];
    if (!p->kind->lump)
      continue;
    p->kind->lump(p->fields, mass, mass + 1);
    frames_of(b, p, at, at + 1);
    for (int k = 0; k < 2; k++)
      if (at[k].link > 0)
        pawl_add_point_mass(b->s->tree.links + at[k].link, mass[k], at[k].at);
  }
}

static void couple_rotor(pawl_builder *b, int part, int rotor, int joint, double ratio)
{
  pawl_system *s = b->s;
  int own = s->block_of_part[part];
  pawl_block_use use = {.kind = PAWL_BLOCK_COUPLING,
                        .part = part,
                        .spin = -1,
                        .mode = PAWL_POSITION,
                        .joint_count = 2,
                        .joint = {rotor, joint},
                        .coefficient = {1, -ratio},
                        .work = -1};
  add_coordinate_ends(s, &use, new_block(b, &use, 1));
  s->block_of_part[part] = own; /* what is seen of the part is its drive */
}

/* The rotor of a drive. On a joint of the ground its inertia is felt as J n² along the coordinate. Elsewhere it rides on
 * the joint's first body and turns about the joint's axis n times as fast.      theory.md, 5.6 */
static void add_rotor(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_rotor *rotor = rotor_of(b->model->parts[part]);
  int of[PAWL_JOINTS];
  joint_fields(b->model->parts[part], of);
  int joint = s->joint_of_part[of[0]];
  const pawl_kind *kind = b->model->parts[of[0]]->kind;
  const pawl_joint *j = kind->spin ? NULL : b->model->parts[of[0]]->fields;
  bool turns = j && kind->mobility == PAWL_TURNS && j->a.body != 0;
  if (s->joints[joint].link >= 0 && !turns) {
    s->tree.added[s->tree.links[s->joints[joint].link].dof] += rotor->inertia * rotor->ratio * rotor->ratio;
    return;
  }
  pawl_place a = j ? pawl_place_of(b, &j->a) : (pawl_place){.turn = pawl_unit_mat()};
  pawl_link *l = pawl_new_link(b, a.link, -1, -1, turns ? PAWL_TURNS : PAWL_SPINS);
  l->arm = a.at;
  l->turn = a.turn;
  l->angle = a.angle;
  if (turns) {
    const pawl_vec n = l->axis = j->axis;
    const double I[6] = {n.x * n.x, n.y * n.y, n.z * n.z, n.x * n.y, n.x * n.z, n.y * n.z};
    for (int k = 0; k < 6; k++)
      l->inertia[k] = rotor->inertia * I[k];
  } else
    s->tree.added[l->dof] = rotor->inertia;
  s->joints[s->joint_count++] = (pawl_joint_use){
      .part = part, .link = s->tree.link_count - 1, .sign = 1, .block = -1, .turn = -1};
  couple_rotor(b, part, s->joint_count - 1, joint, rotor->ratio);
}

/* A coordinate of its own beside the body it sits on. */
static void add_spin_link(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  pawl_place a, at;
  frames_of(b, p, &a, &at);
  pawl_link *l = pawl_new_link(b, at.link, -1, part, PAWL_SPINS);
  l->arm = at.at;
  s->joints[s->joint_of_part[part]].link = s->tree.link_count - 1;
  s->tree.added[l->dof] = ((const pawl_spin *)((const char *)p->fields + p->kind->spin - 1))->inertia;
}

static pawl_status add_constraints_and_loads(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = 0; i < s->joint_count; i++) {
    frames_of(b, b->model->parts[s->joints[i].part], &s->joints[i].a, &s->joints[i].b);
    if (s->joints[i].link >= 0)
      continue;
    add_rows_block(b, s->joints[i].part, i);
    if (s->worlds == PAWL_SPATIAL && pawl_joint_kind(b, i)->mobility == PAWL_TURNS)
      s->joints[i].turn = s->turn_count++;
  }
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    if (p->kind->family == PAWL_LINK)
      add_rows_block(b, i, -1);
    else if (p->kind->family == PAWL_COUPLING)
      add_coupling_block(b, i);
    else if (p->kind->family == PAWL_SERVO && add_servo_block(b, i) != PAWL_OK)
      return b->error->status;
    else if (p->kind->family == PAWL_DRIVE && p->kind->mode(p->fields) != PAWL_EFFORT)
      add_drive_block(b, i);
    else if (p->kind->family == PAWL_FORCE || p->kind->family == PAWL_JOINT_FORCE ||
             p->kind->family == PAWL_DRIVE)
      add_load(b, i);
    if (rotor_of(p))
      add_rotor(b, i);
  }
  return PAWL_OK;
}

/* ---- memory and order -------------------------------------------------------------------------------------- */

static int count_signals(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++)
      n += f->type == PAWL_SIGNAL;
  return n;
}

static bool take_memory(pawl_builder *b)
{
  pawl_system *s = b->s;
  pawl_arena *arena = s->arena, *scratch = &b->scratch;
  int bodies = b->model->body_count + 1, parts = b->model->part_count + 1;
  int joints = count_joints(b->model) + 1;
  b->link_of = PAWL_TAKE(scratch, bodies, int);
  b->socket = PAWL_TAKE(scratch, bodies, pawl_frame);
  b->depth = PAWL_TAKE(scratch, bodies, int);
  b->driven = PAWL_TAKE(scratch, joints, bool);
  b->first_joint = PAWL_TAKE(scratch, bodies + 1, int);
  b->joint_at = PAWL_TAKE(scratch, 2 * joints, int);
  if (!pawl_frontier_open(&b->frontier, joints, scratch))
    return false;
  s->joints = PAWL_TAKE(arena, joints, pawl_joint_use);
  s->joint_of_part = PAWL_TAKE(arena, parts, int);
  s->tree.links = PAWL_TAKE(arena, 3 * bodies + parts, pawl_link);
  s->tree.blocks = PAWL_TAKE(arena, parts + joints, pawl_block_plan);
  s->tree.added = has_added_inertia(b->model) ? PAWL_TAKE(arena, 6 * bodies + parts, double) : NULL;
  s->load_of_part = PAWL_TAKE(arena, parts, int);
  s->block_of_part = PAWL_TAKE(arena, parts, int);
  s->signal_of_part = PAWL_TAKE(arena, parts, int);
  s->signal_parts = PAWL_TAKE(arena, parts, pawl_signal_use);
  s->bases = PAWL_TAKE(arena, bodies, pawl_base_use);
  s->blocks = PAWL_TAKE(arena, parts + joints, pawl_block_use);
  s->loads = PAWL_TAKE(arena, parts, pawl_load_use);
  s->last_load = PAWL_TAKE(arena, parts, pawl_load);
  s->signals = PAWL_TAKE(arena, count_signals(b->model) + 1, const pawl_signal *);
  s->signal_values = PAWL_TAKE(arena, count_signals(b->model) + 1, double);
  s->part_place = PAWL_TAKE(arena, parts, pawl_place);
  s->second_place = PAWL_TAKE(arena, parts, pawl_place);
  s->base_f = PAWL_TAKE(arena, bodies, pawl_vec);
  s->base_t = PAWL_TAKE(arena, bodies, pawl_vec);
  s->base_power = PAWL_TAKE(arena, bodies, double);
  s->body_place = PAWL_TAKE(arena, bodies, pawl_place);
  s->com_place = PAWL_TAKE(arena, bodies, pawl_place);
  return !arena->failed && !scratch->failed;
}

static bool take_work_space(pawl_system *s)
{
  int rows = s->tree.row_count + 1, dofs = s->tree.dof_count + 1, links = s->tree.link_count;
  s->tree.weight = PAWL_TAKE(s->arena, rows, double);
  s->tree.soft = PAWL_TAKE(s->arena, rows, double);
  s->drift = PAWL_TAKE(s->arena, rows, double);
  int servos = s->servo_count;
  s->servo_effort = PAWL_TAKE(s->arena, servos + 1, double);
  s->servo_matrix = PAWL_TAKE(s->arena, servos * servos + 2 * servos + 1, double);
  s->state_start = PAWL_TAKE(s->arena, s->state_count + 1, double);
  s->state_rate = PAWL_TAKE(s->arena, s->state_count + 1, double);
  s->beta = PAWL_TAKE(s->arena, rows, double);
  s->phi = PAWL_TAKE(s->arena, rows, double);
  s->rate = PAWL_TAKE(s->arena, rows, double);
  s->offset = PAWL_TAKE(s->arena, rows, double);
  s->lambda = PAWL_TAKE(s->arena, rows, double);
  s->correction = PAWL_TAKE(s->arena, dofs, double);
  s->scratch = PAWL_TAKE(s->arena, dofs, double);
  s->trial = PAWL_TAKE(s->arena, dofs, double);
  s->first = PAWL_TAKE(s->arena, dofs, double);
  s->held = PAWL_TAKE(s->arena, dofs, bool);
  s->best = PAWL_TAKE(s->arena, dofs, double);
  s->turning = PAWL_TAKE(s->arena, rows, bool);
  s->loose = PAWL_TAKE(s->arena, rows, bool);
  s->dropped_at_random = PAWL_TAKE(s->arena, s->tree.block_count + 1, int);
  s->heavy = PAWL_TAKE(s->arena, dofs, double);
  s->written = PAWL_TAKE(s->arena, dofs, int);
  s->slides = PAWL_TAKE(s->arena, dofs, bool);
  s->unit = PAWL_TAKE(s->arena, dofs, double);
  s->saved_weight = PAWL_TAKE(s->arena, rows, double);
  s->size = PAWL_TAKE(s->arena, rows, double);
  s->least = PAWL_TAKE(s->arena, rows, double);
  s->q_start = PAWL_TAKE(s->arena, dofs, double);
  s->v_start = PAWL_TAKE(s->arena, dofs, double);
  s->q_given = PAWL_TAKE(s->arena, dofs, bool);
  s->v_given = PAWL_TAKE(s->arena, dofs, bool);
  s->base_start = PAWL_TAKE(s->arena, s->tree.quat_count + 1, pawl_quat);
  s->joint_effort = PAWL_TAKE(s->arena, s->joint_count + 1, double);
  s->output_values = PAWL_TAKE(s->arena, s->model->part_count + 1, double);
  s->joint_f = PAWL_TAKE(s->arena, links, pawl_vec);
  s->joint_t = PAWL_TAKE(s->arena, links, pawl_vec);
  return !s->arena->failed;
}

static void place_bodies(pawl_builder *b)
{
  for (int body = 0; body <= b->model->body_count; body++) {
    pawl_frame own = pawl_own_frame(body), com = own;
    b->s->body_place[body] = pawl_place_of(b, &own);
    if (body > 0)
      com.at = ((const pawl_body *)b->model->parts[b->model->body_part[body]]->fields)->com;
    b->s->com_place[body] = pawl_place_of(b, &com);
  }
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    int joint[PAWL_JOINTS];
    if (p->kind->family != PAWL_SENSOR)
      continue;
    if (p->kind->fields->type == PAWL_FRAME && !p->kind->sense)
      b->s->part_place[i] =
          pawl_place_of(b, (const pawl_frame *)((const char *)p->fields + p->kind->fields->where));
    else if (joint_fields(p, joint))
      frames_of(b, b->model->parts[joint[0]], b->s->part_place + i, b->s->second_place + i);
    else
      frames_of(b, p, b->s->part_place + i, b->s->second_place + i);
  }
}

/* The equations count from the first place on the ground that is used, so that a mechanism far from the world's
 * origin loses no digits. */
static pawl_vec first_ground_place(const pawl_model *model)
{
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      const pawl_frame *x = (const pawl_frame *)((const char *)model->parts[i]->fields + f->where);
      if (f->type == PAWL_FRAME && x->body == 0 && model->parts[i]->kind->family != PAWL_SENSOR)
        return x->at;
    }
  return pawl_v(0, 0, 0);
}

static pawl_status build(pawl_builder *b)
{
  pawl_system *s = b->s;
  if (!take_memory(b))
    return pawl_fail_memory(b->error);
  if (collect_joints(b) != PAWL_OK)
    return b->error->status;
  for (int i = 1; i <= b->model->body_count; i++)
    b->link_of[i] = -1;
  b->socket[0] = pawl_own_frame(0);
  s->origin = b->socket[0].at = first_ground_place(b->model);
  *s->tree.links = (pawl_link){.joint = -1, .quat = -1, .turn = pawl_unit_mat()};
  s->tree.link_count = 1;
  pawl_grow_tree(b);
  for (int i = 0; i < b->model->part_count; i++) {
    s->load_of_part[i] = s->block_of_part[i] = -1;
    if (b->model->parts[i]->kind->spin)
      add_spin_link(b, i);
  }
  add_lumps(b);
  place_bodies(b);
  if (!pawl_channels_build(s))
    return pawl_fail_memory(b->error);
  if (pawl_signals_build(s, b->error) != PAWL_OK)
    return b->error->status;
  if (add_constraints_and_loads(b) != PAWL_OK)
    return b->error->status;
  if (!take_work_space(s) || !pawl_tree_order(&s->tree, s->arena))
    return pawl_fail_memory(b->error);
  s->kernel = s->ops->open(&s->tree, s->arena);
  return s->kernel ? PAWL_OK : pawl_fail_memory(b->error);
}

pawl_status pawl_system_build(pawl_system *system, const pawl_model *model, const pawl_kernel_ops *kernel,
                              pawl_arena *arena, pawl_error *error)
{
  const pawl_kernel_ops *own = model->worlds == PAWL_PLANAR ? &pawl_kernel_planar : &pawl_kernel_spatial;
  *system =
      (pawl_system){.model = model, .arena = arena, .worlds = model->worlds, .ops = kernel ? kernel : own};
  pawl_builder b = {.s = system, .model = model, .error = error};
  pawl_arena_open(&b.scratch, &arena->memory);
  pawl_status status = build(&b);
  pawl_arena_close(&b.scratch);
  if (status == PAWL_OK)
    status = pawl_system_start(system, error);
  return status;
}
