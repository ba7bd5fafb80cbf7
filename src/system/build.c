/* Model → equations: places of frames on links, constraint blocks, loads, memory.      theory.md, 2.1 and 4.4 */
#include <string.h>

#include "base/error.h"
#include "system/builder.h"
#include "system/order.h"

/* ---- counting and finding ---------------------------------------------------------------------------------- */

static int count_family(const pawl_model *model, pawl_family family)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    n += model->parts[i]->kind->family == family;
  return n;
}

static int joint_field(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT)
      return *(const int *)((const char *)part->fields + f->where);
  return -1;
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
    return ((const pawl_signal *)at)->function > 0 || !isnan(((const pawl_signal *)at)->value);
  return f->type == PAWL_REAL && !isnan(*(const double *)at);
}

/* A drive or spring along a joint's coordinate needs a joint that has just one, and of its own kind. */
static pawl_status check_joint_of(pawl_builder *b, const pawl_part *part, const pawl_part *joint)
{
  pawl_mobility has = joint->kind->mobility;
  if (has != PAWL_TURNS && has != PAWL_SLIDES)
    return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                     "%s \"%s\" needs a revolute or prismatic joint; \"%s\" is of kind '%s'",
                     part->kind->name, part->name, joint->name, joint->kind->name);
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    pawl_mobility wants = mobility_of_unit(f->unit);
    if (wants != PAWL_NOT_A_TREE_JOINT && wants != has && is_given(part, f))
      return pawl_fail(b->error, PAWL_BAD_MODEL, part->where,
                       "%s \"%s\": '%s' (%s) does not go with joint \"%s\", which is %s", part->kind->name,
                       part->name, f->name, f->unit, joint->name, joint->kind->name);
  }
  return PAWL_OK;
}

static pawl_status collect_joints(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = 0; i < b->model->part_count; i++) {
    s->joint_of_part[i] = -1;
    if (b->model->parts[i]->kind->family == PAWL_JOINT_KIND) {
      s->joint_of_part[i] = s->joint_count;
      s->joints[s->joint_count++] =
          (pawl_joint_use){.part = i, .link = -1, .sign = 1, .block = -1, .turn = -1};
    }
  }
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *part = b->model->parts[i];
    int joint = joint_field(part);
    if (joint < 0)
      continue;
    if (check_joint_of(b, part, b->model->parts[joint]) != PAWL_OK)
      return b->error->status;
    b->driven[s->joint_of_part[joint]] = true;
  }
  return PAWL_OK;
}

/* ---- constraint blocks and loads ------------------------------------------------------------------------------ */

static const pawl_signal *given_signal(const pawl_part *part)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    const pawl_signal *x = (const pawl_signal *)((const char *)part->fields + f->where);
    if (f->type == PAWL_SIGNAL && (x->function > 0 || !isnan(x->value)))
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

static void add_rows_block(pawl_builder *b, int part, int joint)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  int rows = pawl_rows_of(s, p->kind);
  if (rows == 0)
    return;
  pawl_block_use *use = s->blocks + s->tree.block_count;
  *use = (pawl_block_use){.kind = PAWL_BLOCK_ROWS, .part = part, .joint = joint, .work = -1};
  frames_of(b, p, &use->a, &use->b);
  s->tree.blocks[s->tree.block_count] = (pawl_block_plan){
      .rows = rows, .row = s->tree.row_count, .link_a = use->a.link, .link_b = use->b.link, .direct = -1};
  if (joint >= 0)
    s->joints[joint].block = s->tree.block_count;
  s->tree.block_count++;
  s->tree.row_count += rows;
}

static void add_drive_block(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  int joint = s->joint_of_part[joint_field(p)];
  const pawl_joint_use *j = s->joints + joint;
  pawl_block_use *use = s->blocks + s->tree.block_count;
  *use = (pawl_block_use){.kind = PAWL_BLOCK_DRIVE,
                          .part = part,
                          .joint = joint,
                          .mode = p->kind->mode(p->fields),
                          .signal = given_signal(p),
                          .work = s->work_count++};
  pawl_block_plan *plan = s->tree.blocks + s->tree.block_count;
  *plan = (pawl_block_plan){.rows = 1, .row = s->tree.row_count, .link_a = -1, .direct = -1};
  use->a = j->a;
  use->b = j->b;
  if (j->link >= 0) {
    plan->link_b = j->link;
    plan->link_a = s->tree.links[j->link].parent;
    plan->direct = s->tree.links[j->link].dof;
  } else {
    plan->link_a = j->a.link;
    plan->link_b = j->b.link;
  }
  s->tree.block_count++;
  s->tree.row_count++;
}

static void add_load(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_part *p = b->model->parts[part];
  pawl_load_use *use = s->loads + s->load_count++;
  *use = (pawl_load_use){.part = part, .joint = -1, .work = s->work_count++};
  if (p->kind->family == PAWL_FORCE)
    frames_of(b, p, &use->a, &use->b);
  else
    use->joint = s->joint_of_part[joint_field(p)];
  use->first_signal = b->signal_count;
  for (const pawl_field *f = p->kind->fields; f->name; f++)
    if (f->type == PAWL_SIGNAL && pawl_in_world(f->worlds, s->worlds))
      s->signals[use->first_signal + use->signal_count++] =
          (const pawl_signal *)((const char *)p->fields + f->where);
  b->signal_count += use->signal_count;
}

static void add_constraints_and_loads(pawl_builder *b)
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
    else if (p->kind->family == PAWL_DRIVE && p->kind->mode(p->fields) != PAWL_EFFORT)
      add_drive_block(b, i);
    else if (p->kind->family == PAWL_FORCE || p->kind->family == PAWL_JOINT_FORCE ||
             p->kind->family == PAWL_DRIVE)
      add_load(b, i);
  }
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
  int joints = count_family(b->model, PAWL_JOINT_KIND) + 1;
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
  s->tree.links = PAWL_TAKE(arena, 3 * bodies, pawl_link);
  s->tree.blocks = PAWL_TAKE(arena, parts, pawl_block_plan);
  s->blocks = PAWL_TAKE(arena, parts, pawl_block_use);
  s->loads = PAWL_TAKE(arena, parts, pawl_load_use);
  s->last_load = PAWL_TAKE(arena, parts, pawl_load);
  s->signals = PAWL_TAKE(arena, count_signals(b->model) + 1, const pawl_signal *);
  s->signal_values = PAWL_TAKE(arena, count_signals(b->model) + 1, double);
  s->part_place = PAWL_TAKE(arena, parts, pawl_place);
  s->body_place = PAWL_TAKE(arena, bodies, pawl_place);
  s->com_place = PAWL_TAKE(arena, bodies, pawl_place);
  return !arena->failed && !scratch->failed;
}

static bool take_work_space(pawl_system *s)
{
  int rows = s->tree.row_count + 1, dofs = s->tree.dof_count + 1, links = s->tree.link_count;
  s->tree.weight = PAWL_TAKE(s->arena, rows, double);
  s->beta = PAWL_TAKE(s->arena, rows, double);
  s->phi = PAWL_TAKE(s->arena, rows, double);
  s->rate = PAWL_TAKE(s->arena, rows, double);
  s->offset = PAWL_TAKE(s->arena, rows, double);
  s->lambda = PAWL_TAKE(s->arena, rows, double);
  s->correction = PAWL_TAKE(s->arena, dofs, double);
  s->scratch = PAWL_TAKE(s->arena, dofs, double);
  s->trial = PAWL_TAKE(s->arena, dofs, double);
  s->first = PAWL_TAKE(s->arena, dofs, double);
  s->best = PAWL_TAKE(s->arena, dofs, double);
  s->turning = PAWL_TAKE(s->arena, rows, bool);
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
    if (p->kind->family == PAWL_SENSOR && p->kind->fields->type == PAWL_FRAME)
      b->s->part_place[i] =
          pawl_place_of(b, (const pawl_frame *)((const char *)p->fields + p->kind->fields->where));
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
  place_bodies(b);
  add_constraints_and_loads(b);
  if (!take_work_space(s) || !pawl_channels_build(s) || !pawl_tree_order(&s->tree, s->arena))
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
