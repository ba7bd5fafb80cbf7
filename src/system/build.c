/* Model → equations: joints, places of frames on links, memory.      theory.md, 2.1 */
#include <string.h>

#include "base/error.h"
#include "system/builder.h"
#include "system/contacts.h"
#include "system/ears.h"
#include "system/order.h"
#include "system/own.h"

/* ---- counting and finding ---------------------------------------------------------------------------------- */

/* Everything with a coordinate: joints, spins, rotors. */
static int count_joints(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    n += model->parts[i]->kind->joint || model->parts[i]->kind->spin || pawl_rotor_of(model->parts[i]);
  return n;
}

static bool has_added_inertia(const pawl_model *model)
{
  for (int i = 0; i < model->part_count; i++)
    if (model->parts[i]->kind->spin || pawl_rotor_of(model->parts[i]) ||
        model->parts[i]->kind->family == PAWL_EQUATIONS)
      return true;
  return false;
}

/* Whether a number with this unit is of turning ("N m", "rad/s"), of sliding ("N", "m/s"), or of either ("s"). */
static pawl_mobility mobility_of_unit(const char *unit)
{
  if (strstr(unit, " or "))
    return PAWL_NOT_A_TREE_JOINT;
  if (strncmp(unit, "rad", 3) == 0 || strncmp(unit, "N m", 3) == 0)
    return PAWL_TURNS;
  return *unit == 'N' || *unit == 'm' ? PAWL_SLIDES : PAWL_NOT_A_TREE_JOINT;
}

static bool is_given(const pawl_part *part, const pawl_field *f)
{
  const char *at = (const char *)part->fields + f->where;
  if (f->type == PAWL_SIGNAL)
    return pawl_signal_given((const pawl_signal *)at);
  return f->type == PAWL_REAL && !isnan(*(const double *)at);
}

/* A part whose table says that its joint is an angle. */
static bool turns_only(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT && mobility_of_unit(f->unit) == PAWL_TURNS)
      return true;
  return false;
}

/* A drive or spring along a joint's coordinate needs a joint that has just one, and of its own kind. */
static pawl_status check_joint_of(pawl_builder *b, const pawl_part *part, const pawl_part *joint)
{
  pawl_mobility has = !joint->kind->spin && pawl_slides(joint->kind) ? PAWL_SLIDES : PAWL_TURNS;
  const pawl_freedoms *freedoms = pawl_freedoms_of(joint->kind);
  if (!joint->kind->spin && freedoms->named == 2)
    return pawl_fail(
        b->error, PAWL_BAD_MODEL, part->where,
        "%s \"%s\" needs a joint of one coordinate; %s \"%s\" has two, '%s' and '%s': build it of two "
        "joints with a body without mass between them",
        part->kind->name, part->name, joint->kind->name, joint->name, freedoms->name[0], freedoms->name[1]);
  if (!joint->kind->spin && !pawl_has_one(joint->kind))
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" needs a revolute or prismatic joint; \"%s\" is of kind '%s'",
                     part->kind->name, part->name, joint->name, joint->kind->name);
  if (turns_only(part) && has != PAWL_TURNS)
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" needs a joint that turns; \"%s\" is of kind '%s'", part->kind->name,
                     part->name, joint->name, joint->kind->name);
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
  s->index.joint[part] = s->joint.count;
  s->joint.use[s->joint.count++] =
      (pawl_joint_use){.part = part, .link = -1, .sign = 1, .block = -1, .turn = -1};
}

static pawl_status collect_joints(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = 0; i < b->model->part_count; i++) {
    s->index.joint[i] = -1;
    if (b->model->parts[i]->kind->joint)
      add_joint(s, i);
  }
  b->real_joints = s->joint.count;
  for (int i = 0; i < b->model->part_count; i++)
    if (b->model->parts[i]->kind->spin)
      add_joint(s, i);
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *part = b->model->parts[i];
    int joint[PAWL_JOINTS], n = pawl_joint_fields(part, joint);
    for (int j = 0; j < n; j++) {
      if (part->kind->family == PAWL_SENSOR && !turns_only(part))
        continue;
      if (check_joint_of(b, part, b->model->parts[joint[j]]) != PAWL_OK)
        return b->error->status;
      for (int k = 0; k < j; k++)
        if (joint[k] == joint[j])
          return pawl_fail(b->error, PAWL_BAD_MODEL, part->where, "%s \"%s\" names joint \"%s\" twice",
                           part->kind->name, part->name, b->model->parts[joint[j]]->name);
      b->driven[s->index.joint[joint[j]]] |= part->kind->family != PAWL_SENSOR;
    }
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

int pawl_count_family(const pawl_model *model, pawl_family family)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    n += model->parts[i]->kind->family == family;
  return n;
}

static bool take_memory(pawl_builder *b)
{
  pawl_system *s = b->s;
  pawl_arena *arena = s->arena, *scratch = &b->scratch;
  int bodies = b->model->body_count + 1, parts = b->model->part_count + 1;
  int joints = count_joints(b->model) + 1, coordinates, owns, gaps;
  pawl_own_count(b->model, &coordinates, &owns, &gaps);
  b->link_of = PAWL_TAKE(scratch, bodies, int);
  b->socket = PAWL_TAKE(scratch, bodies, pawl_frame);
  b->driven = PAWL_TAKE(scratch, joints, bool);
  b->first_joint = PAWL_TAKE(scratch, bodies + 1, int);
  b->joint_at = PAWL_TAKE(scratch, 2 * joints, int);
  if (!pawl_frontier_open(&b->frontier, joints, scratch))
    return false;
  s->joint.use = PAWL_TAKE(arena, joints, pawl_joint_use);
  s->index.joint = PAWL_TAKE(arena, parts, int);
  s->own.use = PAWL_TAKE(arena, owns + 1, pawl_own_use);
  s->own.gaps = PAWL_TAKE(arena, gaps + 1, pawl_own_gap_use);
  s->index.own = PAWL_TAKE(arena, parts, int);
  s->tree.links = PAWL_TAKE(arena, 3 * bodies + parts + coordinates, pawl_link);
  s->tree.blocks = PAWL_TAKE(arena, parts + joints, pawl_block_plan);
  s->tree.added =
      has_added_inertia(b->model) ? PAWL_TAKE(arena, 6 * bodies + parts + coordinates, double) : NULL;
  s->index.load = PAWL_TAKE(arena, parts, int);
  s->index.block = PAWL_TAKE(arena, parts, int);
  s->index.signal = PAWL_TAKE(arena, parts, int);
  s->signal.parts = PAWL_TAKE(arena, parts, pawl_signal_use);
  s->base.use = PAWL_TAKE(arena, bodies, pawl_base_use);
  s->blocks = PAWL_TAKE(arena, parts + joints, pawl_block_use);
  int pairs;
  if (s->contact_ops->plan(b, &pairs) != PAWL_OK)
    return false;
  s->load.use = PAWL_TAKE(arena, parts + pairs, pawl_load_use);
  s->load.last = PAWL_TAKE(arena, parts + pairs, pawl_load);
  s->load.signals = PAWL_TAKE(arena, count_signals(b->model) + 1, const pawl_signal *);
  s->load.values = PAWL_TAKE(arena, count_signals(b->model) + 1, double);
  s->place.first = PAWL_TAKE(arena, parts, pawl_place);
  s->place.second = PAWL_TAKE(arena, parts, pawl_place);
  s->base.f = PAWL_TAKE(arena, bodies, pawl_vec);
  s->base.t = PAWL_TAKE(arena, bodies, pawl_vec);
  s->base.power = PAWL_TAKE(arena, bodies, double);
  s->place.body = PAWL_TAKE(arena, bodies, pawl_place);
  s->place.com = PAWL_TAKE(arena, bodies, pawl_place);
  return !arena->failed && !scratch->failed;
}

static bool take_work_space(pawl_system *s)
{
  int rows = s->tree.row_count + 1, dofs = s->tree.dof_count + 1, links = s->tree.link_count;
  s->tree.weight = PAWL_TAKE(s->arena, rows, double);
  s->tree.soft = PAWL_TAKE(s->arena, rows, double);
  s->row.drift = PAWL_TAKE(s->arena, rows, double);
  int servos = s->servo.count;
  s->servo.effort = PAWL_TAKE(s->arena, servos + 1, double);
  s->servo.matrix = PAWL_TAKE(s->arena, servos * servos + 2 * servos + 1, double);
  s->extra.start = PAWL_TAKE(s->arena, s->extra.states + 1, double);
  s->extra.rate = PAWL_TAKE(s->arena, s->extra.states + 1, double);
  s->row.beta = PAWL_TAKE(s->arena, rows, double);
  s->row.phi = PAWL_TAKE(s->arena, rows, double);
  s->row.rate = PAWL_TAKE(s->arena, rows, double);
  s->row.offset = PAWL_TAKE(s->arena, rows, double);
  s->row.lambda = PAWL_TAKE(s->arena, rows, double);
  s->room.correction = PAWL_TAKE(s->arena, dofs, double);
  s->room.scratch = PAWL_TAKE(s->arena, dofs, double);
  s->room.trial = PAWL_TAKE(s->arena, dofs, double);
  s->room.first = PAWL_TAKE(s->arena, dofs, double);
  s->start.held = PAWL_TAKE(s->arena, dofs, bool);
  s->room.best = PAWL_TAKE(s->arena, dofs, double);
  s->room.nearest = PAWL_TAKE(s->arena, dofs, double);
  s->row.turning = PAWL_TAKE(s->arena, rows, bool);
  s->row.loose = PAWL_TAKE(s->arena, rows, bool);
  s->row.dropped_at_random = PAWL_TAKE(s->arena, s->tree.block_count + 1, int);
  s->room.heavy = PAWL_TAKE(s->arena, dofs, double);
  s->start.written = PAWL_TAKE(s->arena, dofs, int);
  s->dof.slides = PAWL_TAKE(s->arena, dofs, bool);
  s->dof.unit = PAWL_TAKE(s->arena, dofs, double);
  s->row.saved_weight = PAWL_TAKE(s->arena, rows, double);
  s->row.size = PAWL_TAKE(s->arena, rows, double);
  s->row.least = PAWL_TAKE(s->arena, rows, double);
  s->start.q = PAWL_TAKE(s->arena, dofs, double);
  s->start.v = PAWL_TAKE(s->arena, dofs, double);
  s->start.q_given = PAWL_TAKE(s->arena, dofs, bool);
  s->start.v_given = PAWL_TAKE(s->arena, dofs, bool);
  s->start.base = PAWL_TAKE(s->arena, s->tree.quat_count + 1, pawl_quat);
  s->passed.joint_effort = PAWL_TAKE(s->arena, s->joint.count + 1, double);
  s->passed.outputs = PAWL_TAKE(s->arena, s->model->part_count + 1, double);
  s->passed.joint_f = PAWL_TAKE(s->arena, links, pawl_vec);
  s->passed.joint_t = PAWL_TAKE(s->arena, links, pawl_vec);
  return !s->arena->failed && s->contact_ops->open(s);
}

static void place_bodies(pawl_builder *b)
{
  for (int body = 0; body <= b->model->body_count; body++) {
    pawl_frame own = pawl_own_frame(body), com = own;
    b->s->place.body[body] = pawl_place_of(b, &own);
    if (body > 0)
      com.at = ((const pawl_body *)b->model->parts[b->model->body_part[body]]->fields)->com;
    b->s->place.com[body] = pawl_place_of(b, &com);
  }
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    int joint[PAWL_JOINTS];
    if (p->kind->family != PAWL_SENSOR)
      continue;
    if (p->kind->fields->type == PAWL_FRAME && !p->kind->sensor)
      b->s->place.first[i] =
          pawl_place_of(b, (const pawl_frame *)((const char *)p->fields + p->kind->fields->where));
    else if (pawl_joint_fields(p, joint))
      pawl_frames_of(b, b->model->parts[joint[0]], b->s->place.first + i, b->s->place.second + i);
    else
      pawl_frames_of(b, p, b->s->place.first + i, b->s->place.second + i);
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

/* Whether there is nothing but own equations and rigid gaps in their coordinates. */
static bool is_own_only(const pawl_system *s)
{
  bool only = s->own.count > 0 && s->own.dofs == s->tree.dof_count && s->tree.block_count == 0 &&
              s->base.count == 0 && s->signal.count == 0 && pawl_system_extras(s) == s->extra.works &&
              s->model->world.mu == 0;
  for (int i = 0; only && i < s->load.count; i++) {
    const pawl_load_use *use = s->load.use + i;
    only = use->contact >= 0 && s->contact_ops->is_rigid_gap(s, use->contact) && use->signal_count == 0;
  }
  return only;
}

static pawl_status build(pawl_builder *b)
{
  pawl_system *s = b->s;
  if (!take_memory(b))
    return b->error->status != PAWL_OK ? b->error->status : pawl_fail_memory(b->error);
  if (collect_joints(b) != PAWL_OK)
    return b->error->status;
  for (int i = 1; i <= b->model->body_count; i++)
    b->link_of[i] = -1;
  b->socket[0] = pawl_own_frame(0);
  s->origin = b->socket[0].at = first_ground_place(b->model);
  *s->tree.links = (pawl_link){.joint = -1, .quat = -1, .turn = pawl_unit_mat()};
  s->tree.link_count = 1;
  if (!pawl_grow_tree(b))
    return pawl_fail_memory(b->error);
  pawl_build_links(b);
  if (pawl_own_links(b) != PAWL_OK)
    return b->error->status;
  place_bodies(b);
  if (!pawl_channels_build(s))
    return pawl_fail_memory(b->error);
  if (pawl_formulas_build(s, b->error) != PAWL_OK)
    return b->error->status;
  if (pawl_signals_build(s, b->error) != PAWL_OK)
    return b->error->status;
  if (pawl_build_blocks(b) != PAWL_OK)
    return b->error->status;
  if (!take_work_space(s) || !pawl_ears_start(b) || !pawl_tree_order(&s->tree, s->arena))
    return pawl_fail_memory(b->error);
  s->bare = s->load.count == 0 && s->tree.block_count == 0 && s->base.count == 0 && s->signal.count == 0 &&
            pawl_system_extras(s) == 0 && b->model->world.mu == 0 && s->own.count == 0;
  s->own_only = is_own_only(s);
  s->kernel = s->ops->open(&s->tree, s->arena);
  return s->kernel ? PAWL_OK : pawl_fail_memory(b->error);
}

pawl_status pawl_system_build(pawl_system *system, const pawl_model *model, const pawl_kernel_ops *kernel,
                              const pawl_contact_ops *contacts, pawl_arena *arena, pawl_error *error)
{
  const pawl_kernel_ops *own = model->worlds == PAWL_PLANAR ? &pawl_kernel_planar : &pawl_kernel_spatial;
  *system = (pawl_system){.model = model,
                          .arena = arena,
                          .worlds = model->worlds,
                          .ops = kernel ? kernel : own,
                          .contact_ops = contacts};
  pawl_builder b = {.s = system, .model = model, .error = error};
  pawl_arena_open(&b.scratch, &arena->memory);
  pawl_status status = build(&b);
  pawl_arena_close(&b.scratch);
  if (status == PAWL_OK)
    status = pawl_system_start(system, error);
  return status;
}
