/* The parts that hang on the tree: constraint blocks, loads, servos, spins, rotors, lumped masses.      theory.md, 4.4,
 * 4.8 and 4.9 */
#include "base/error.h"
#include "system/builder.h"
#include "system/contacts.h"

const pawl_rotor *pawl_rotor_of(const pawl_part *part)
{
  const pawl_rotor *rotor = pawl_rotor_in(part->kind, part->fields);
  return rotor && rotor->inertia > 0 && rotor->ratio != 0 ? rotor : NULL;
}

int pawl_joint_fields(const pawl_part *part, int joint[PAWL_JOINTS])
{
  int n = 0;
  for (const pawl_field *f = part->kind->fields; f->name && n < PAWL_JOINTS; f++)
    if (f->type == PAWL_JOINT && *(const int *)((const char *)part->fields + f->where) >= 0)
      joint[n++] = *(const int *)((const char *)part->fields + f->where);
  return n;
}

static const pawl_signal *given_signal(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    const pawl_signal *x = (const pawl_signal *)((const char *)part->fields + f->where);
    if (f->type == PAWL_SIGNAL && pawl_signal_given(x))
      return x;
  }
  return NULL;
}

void pawl_frames_of(const pawl_builder *b, const pawl_part *part, pawl_place *first, pawl_place *second)
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
  s->index.block[use->part] = s->tree.block_count++;
  s->tree.row_count += rows;
  return plan;
}

void pawl_add_rows_block(pawl_builder *b, int part, int joint, const pawl_rail_ends *rail)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  int rows = p->kind->constraint && p->kind->constraint->count_rows
                 ? p->kind->constraint->count_rows(p->fields)
                 : pawl_rows_of(s, p->kind);
  if (rows == 0)
    return;
  pawl_block_use use = {.kind = PAWL_BLOCK_ROWS, .part = part, .contact = -1, .spin = -1, .work = -1};
  if (rail) {
    use.contact = rail->index;
    use.a = rail->place[0];
    use.b = rail->place[1];
  } else
    pawl_frames_of(b, p, &use.a, &use.b);
  if (p->kind->spin)
    use.spin = s->index.joint[part];
  pawl_block_plan *plan = new_block(b, &use, rows);
  plan->end[plan->end_count++] = end_on(use.a.link, -1);
  plan->end[plan->end_count++] = end_on(use.b.link, -1);
  if (p->kind->spin) {
    int link = s->joint.use[use.spin].link;
    plan->end[plan->end_count++] = end_on(link, s->tree.links[link].dof);
  }
  plan->soft = pawl_lumps(p->kind);
  if (joint >= 0)
    s->joint.use[joint].block = s->tree.block_count - 1;
}

/* The ends of a row on coordinates: the dof of a joint in the tree, the two frames of a cut one. */
static void add_coordinate_ends(const pawl_system *s, const pawl_block_use *use, pawl_block_plan *plan)
{
  for (int i = 0; i < use->joint_count; i++) {
    const pawl_joint_use *j = s->joint.use + use->joint[i];
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
  *count = pawl_joint_fields(p, joint);
  for (int i = 0; i < *count; i++)
    joint[i] = b->s->index.joint[joint[i]];
}

static void add_drive_block(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  pawl_block_use use = {.kind = PAWL_BLOCK_DRIVE,
                        .part = part,
                        .spin = -1,
                        .coefficient = {1},
                        .mode = p->kind->drive->mode(p->fields),
                        .signal = given_signal(p),
                        .work = b->s->extra.works++};
  use_joints_of(b, p, &use.joint_count, use.joint);
  use.joint_count = 1;
  add_coordinate_ends(b->s, &use, new_block(b, &use, 1));
}

static void add_coupling_block(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  pawl_block_use use = {
      .kind = PAWL_BLOCK_COUPLING, .part = part, .spin = -1, .mode = PAWL_POSITION, .work = -1};
  use_joints_of(b, p, &use.joint_count, use.joint);
  p->kind->constraint->couple(p->fields, use.coefficient);
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
    use->joint[0] = s->index.joint[channel->part];
    use->joint_count = 1;
    return part->kind->spin || pawl_has_one(part->kind);
  }
  const pawl_sensor_table *sensor = part->kind->sensor;
  if (part->kind->family != PAWL_BODY && !(sensor && sensor->in_world && sensor->in_world(part->fields)))
    return false;
  use->b = part->kind->family == PAWL_BODY ? s->place.body[part->body] : s->place.second[channel->part];
  use->a = s->place.body[0];
  use->along =
      pawl_v(at == PAWL_SEEN(r.x) || at == PAWL_SEEN(v.x), at == PAWL_SEEN(r.y) || at == PAWL_SEEN(v.y),
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
    return pawl_fail(b->error, PAWL_BAD_MODEL, p->where, "servo \"%s\": there is no channel '%s'%s%s%s",
                     p->name, name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  if (!set_condition(b, s->channel.list + channel, &use))
    return pawl_fail(b->error, PAWL_BAD_MODEL, p->where,
                     "servo \"%s\" cannot keep '%s': it can keep the angle, position or speed of a joint of "
                     "one coordinate, and the "
                     "place, turn or velocity of a body or marker",
                     p->name, name);
  use.work = s->extra.works++;
  pawl_block_plan *plan = new_block(b, &use, 1);
  add_coordinate_ends(s, &use, plan);
  if (use.joint_count == 0) {
    plan->end[plan->end_count++] = end_on(use.a.link, -1);
    plan->end[plan->end_count++] = end_on(use.b.link, -1);
  }
  s->servo.count++;
  return PAWL_OK;
}

static void add_load(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  s->index.load[part] = s->load.count;
  pawl_load_use *use = s->load.use + s->load.count++;
  *use = (pawl_load_use){.part = part,
                         .contact = -1,
                         .spin = -1,
                         .state = s->extra.states,
                         .state_count = p->kind->force->state_count,
                         .work = s->extra.works++};
  s->extra.states += use->state_count;
  if (p->kind->force->load)
    pawl_frames_of(b, p, &use->a, &use->b);
  else
    use_joints_of(b, p, &use->joint_count, use->joint);
  if (p->kind->spin)
    use->spin = s->index.joint[part];
  use->first_signal = b->signal_count;
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_SIGNAL && pawl_in_world(f->worlds, s->worlds))
      s->load.signals[use->first_signal + use->signal_count++] =
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
    if (!pawl_lumps(p->kind))
      continue;
    p->kind->constraint->lump(p->fields, mass, mass + 1);
    pawl_frames_of(b, p, at, at + 1);
    for (int k = 0; k < 2; k++)
      if (at[k].link > 0)
        pawl_add_point_mass(b->s->tree.links + at[k].link, mass[k], at[k].at);
  }
}

static void couple_rotor(pawl_builder *b, int part, int rotor, int joint, double ratio)
{
  pawl_system *s = b->s;
  int own = s->index.block[part];
  pawl_block_use use = {.kind = PAWL_BLOCK_COUPLING,
                        .part = part,
                        .spin = -1,
                        .mode = PAWL_POSITION,
                        .joint_count = 2,
                        .joint = {rotor, joint},
                        .coefficient = {1, -ratio},
                        .work = -1};
  add_coordinate_ends(s, &use, new_block(b, &use, 1));
  s->index.block[part] = own; /* what is seen of the part is its drive */
}

/* The rotor of a drive. On a joint of the ground its inertia is felt as J n² along the coordinate. Elsewhere it rides on
 * the joint's first body and turns about the joint's axis n times as fast.      theory.md, 5.6 */
static void add_rotor(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_rotor *rotor = pawl_rotor_of(b->model->parts[part]);
  int of[PAWL_JOINTS];
  pawl_joint_fields(b->model->parts[part], of);
  int joint = s->index.joint[of[0]];
  const pawl_kind *kind = b->model->parts[of[0]]->kind;
  const pawl_joint *j = kind->spin ? NULL : b->model->parts[of[0]]->fields;
  bool turns = j && pawl_mobility_of(kind) == PAWL_TURNS && j->a.body != 0;
  if (s->joint.use[joint].link >= 0 && !turns) {
    s->tree.added[s->tree.links[s->joint.use[joint].link].dof] +=
        rotor->inertia * rotor->ratio * rotor->ratio;
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
  s->joint.use[s->joint.count++] =
      (pawl_joint_use){.part = part, .link = s->tree.link_count - 1, .sign = 1, .block = -1, .turn = -1};
  couple_rotor(b, part, s->joint.count - 1, joint, rotor->ratio);
}

/* A coordinate of its own beside the body it sits on. */
static void add_spin_link(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  pawl_place a, at;
  pawl_frames_of(b, p, &a, &at);
  pawl_link *l = pawl_new_link(b, at.link, -1, part, PAWL_SPINS);
  l->arm = at.at;
  s->joint.use[s->index.joint[part]].link = s->tree.link_count - 1;
  s->tree.added[l->dof] = pawl_spin_of(p->kind, p->fields)->inertia;
}

pawl_status pawl_build_blocks(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = 0; i < s->joint.count; i++) {
    pawl_frames_of(b, b->model->parts[s->joint.use[i].part], &s->joint.use[i].a, &s->joint.use[i].b);
    if (s->joint.use[i].link >= 0)
      continue;
    pawl_add_rows_block(b, s->joint.use[i].part, i, NULL);
    const pawl_freedoms *freedoms = pawl_freedoms_of(pawl_joint_kind(b, i));
    for (int k = 0; s->worlds == PAWL_SPATIAL && k < freedoms->named; k++)
      if (!(freedoms->lengths[PAWL_SPATIAL] >> k & 1)) {
        s->joint.use[i].turn = s->joint.use[i].turn < 0 ? s->extra.turns : s->joint.use[i].turn;
        s->extra.turns++;
      }
  }
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    bool is_contact;
    if (p->kind->family == PAWL_LINK)
      pawl_add_rows_block(b, i, -1, NULL);
    else if (p->kind->family == PAWL_COUPLING)
      add_coupling_block(b, i);
    else if (p->kind->family == PAWL_SERVO && add_servo_block(b, i) != PAWL_OK)
      return b->error->status;
    else if (pawl_prescribes(p->kind, p->fields))
      add_drive_block(b, i);
    else if (s->contact_ops->add(b, i, &is_contact) != PAWL_OK)
      return b->error->status;
    else if (!is_contact && p->kind->force)
      add_load(b, i);
    if (pawl_rotor_of(p))
      add_rotor(b, i);
  }
  return PAWL_OK;
}

void pawl_build_links(pawl_builder *b)
{
  for (int i = 0; i < b->model->part_count; i++) {
    b->s->index.load[i] = b->s->index.block[i] = -1;
    if (b->model->parts[i]->kind->spin)
      add_spin_link(b, i);
  }
  add_lumps(b);
}
