/* Rank at the assembled start and at neighbouring poses: what depends here only is a singular position, what
 * depends everywhere is a redundant design.      theory.md, 4.7 */
#include "system/inspect.h"

#include <string.h>

#include "base/chance.h"
#include "base/error.h"
#include "system/project.h"

static int count_family(const pawl_model *model, pawl_family family)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    n += model->parts[i]->kind->family == family;
  return n;
}

/* Dependent rows at q; fills `dropped` per block. */
static int dependent_rows(pawl_system *s, const double *q, const pawl_quat *base, int *dropped)
{
  if (pawl_system_rows(s, 0, q, NULL, base) != PAWL_OK)
    return -1;
  int n = s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
  for (int i = 0; i < s->tree.block_count; i++)
    dropped[i] = s->ops->dropped_rows(s->kernel, i);
  return n;
}

/* A pose near q on the constraints. */
static void nearby(pawl_system *s, const double *q, const pawl_quat *base, double *near, double *rest,
                   unsigned long long *seed)
{
  for (int d = 0; d < s->tree.dof_count; d++) {
    near[d] = q[d] + 1e-2 * s->dof.unit[d] * pawl_chance(seed);
    rest[d] = 0;
  }
  pawl_project(s, 0, near, rest, base);
}

static void look_nearby(pawl_system *s, pawl_inspection *out, int *here, int *there, double *near,
                        double *rest)
{
  unsigned long long seed = 11;
  for (int sample = 0; sample < 3; sample++) {
    nearby(s, s->start.q, s->start.base, near, rest, &seed);
    int n = dependent_rows(s, near, s->start.base, there);
    if (n < 0 || n >= out->rows - out->rank)
      continue;
    out->singular = true;
    for (int i = 0; i < out->dependence_count; i++)
      for (int b = 0; b < s->tree.block_count; b++)
        if (s->blocks[b].part == out->dependences[i].part && there[b] < here[b])
          out->dependences[i].here_only = true;
  }
}

pawl_status pawl_inspect(pawl_system *s, pawl_inspection *out, pawl_error *error)
{
  int blocks = s->tree.block_count, dofs = s->tree.dof_count;
  *out = (pawl_inspection){.bodies = s->model->body_count,
                           .joints = count_family(s->model, PAWL_JOINT_KIND),
                           .tree_dofs = dofs,
                           .loops = blocks,
                           .rows = s->tree.row_count,
                           .operations = s->tree.operations};
  int *here = PAWL_TAKE(s->arena, blocks + 1, int), *there = PAWL_TAKE(s->arena, blocks + 1, int);
  double *near = PAWL_TAKE(s->arena, dofs + 1, double), *rest = PAWL_TAKE(s->arena, dofs + 1, double);
  out->dependences = PAWL_TAKE(s->arena, blocks + 1, pawl_dependence);
  if (s->arena->failed)
    return pawl_fail_memory(error);
  int dropped = blocks ? dependent_rows(s, s->start.q, s->start.base, here) : 0;
  if (dropped < 0) {
    *error = s->error;
    return error->status;
  }
  for (int r = 0; r < s->tree.row_count; r++)
    out->rows -= s->tree.soft[r] != 0; /* part of the mass, not of the equations */
  out->rank = out->rows - dropped;
  out->mobility = dofs - out->rank;
  out->residual = blocks ? pawl_residual_position(s, NULL) : 0;
  for (int i = 0; i < blocks; i++)
    if (here[i] > 0)
      out->dependences[out->dependence_count++] =
          (pawl_dependence){.part = s->blocks[i].part, .rows = s->tree.blocks[i].rows, .dependent = here[i]};
  if (dropped > 0)
    look_nearby(s, out, here, there, near, rest);
  if (pawl_system_motion(s, &(pawl_request){0, s->start.q, s->start.v, s->start.base}, near, NULL) !=
      PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  pawl_system_energy(s, &out->kinetic, &out->gravity, &out->stored);
  return PAWL_OK;
}

/* ---- start values that are not as written ------------------------------------------------------------------------- */

typedef struct {
  pawl_moved_start *out;
  int room, count;
} moved_list;

static void add_moved(moved_list *to, int part, const char *quantity, double written, double is)
{
  if (to->count < to->room)
    to->out[to->count] = (pawl_moved_start){part, quantity, written, is};
  to->count++;
}

static const double turn = 2 * 3.14159265358979323846;

static void look_at_joint(const pawl_system *s, int i, moved_list *to)
{
  const pawl_part *part = s->model->parts[s->joint.use[i].part];
  const pawl_joint *j = part->fields;
  const pawl_freedoms *freedoms = pawl_freedoms_of(part->kind);
  double is[PAWL_NAMED], speed[PAWL_NAMED];
  if (!freedoms->named)
    return;
  pawl_system_coordinates(s, i, freedoms->named, is, speed);
  for (int k = 0; k < freedoms->named; k++) {
    bool length = freedoms->lengths[s->worlds] >> k & 1;
    double off = is[k] - j->start[k], unit = length ? s->scale.length : 1;
    if (!length && s->joint.use[i].link < 0)
      off = remainder(off, turn); /* a cut hinge does not count whole turns */
    if (fabs(off) > 1e-6 * unit)
      add_moved(to, s->joint.use[i].part, freedoms->name[k], j->start[k], is[k]);
    if (fabs(speed[k] - j->speed[k]) > 1e-6 * (unit / s->scale.time + fabs(j->speed[k])))
      add_moved(to, s->joint.use[i].part, freedoms->speed[k], j->speed[k], speed[k]);
  }
}

/* A turn in space: by its component that is off most. */
static void look_at_turn(int part, const double *written, const pawl_mat *R, moved_list *to)
{
  static const char *const name[] = {"e0", "e1", "e2", "e3"};
  pawl_quat e = pawl_mat_quat(R);
  double is[4] = {e.w, e.x, e.y, e.z}, along = 0;
  int most = 0;
  for (int k = 0; k < 4; k++)
    along += is[k] * written[k];
  for (int k = 0; k < 4; k++)
    is[k] = along < 0 ? -is[k] : is[k];
  for (int k = 1; k < 4; k++)
    most = fabs(is[k] - written[k]) > fabs(is[most] - written[most]) ? k : most;
  if (fabs(is[most] - written[most]) > 1e-6)
    add_moved(to, part, name[most], written[most], is[most]);
}

static void look_at_body(const pawl_system *s, int i, moved_list *to)
{
  static const char *const names[2][9] = {{"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"},
                                          {"x", "y", "angle", "vx", "vy", "omega"}};
  bool plane = s->worlds == PAWL_PLANAR;
  int part = s->model->body_part[i], turns = plane ? 2 : 3;
  const pawl_body *b = s->model->parts[part]->fields;
  pawl_end own;
  s->ops->end(s->kernel, s->place.body + i, &own);
  pawl_vec r = pawl_add(own.r, s->origin), w = plane ? own.w : pawl_turn_back(&own.R, own.w);
  double place[3] = {r.x, r.y, plane ? own.angle : r.z},
         speed[6] = {own.v.x, own.v.y, own.v.z, w.x, w.y, w.z};
  if (plane)
    speed[2] = w.z;
  for (int k = 0; k < 3; k++) {
    bool angle = plane && k == 2;
    double off = place[k] - b->start[k], unit = angle ? 1 : s->scale.length;
    if (fabs(angle ? remainder(off, turn) : off) > 1e-6 * unit)
      add_moved(to, part, names[plane][k], b->start[k], place[k]);
  }
  if (!plane && !isnan(b->start[3]))
    look_at_turn(part, b->start + 3, &own.R, to);
  for (int k = 0; k < (plane ? 3 : 6); k++) {
    double size = (k < turns ? s->scale.length : 1) / s->scale.time + fabs(b->speed[k]);
    if (fabs(speed[k] - b->speed[k]) > 1e-6 * size)
      add_moved(to, part, names[plane][k + 3], b->speed[k], speed[k]);
  }
}

int pawl_moved_starts(pawl_system *s, pawl_moved_start *out, int room)
{
  moved_list to = {out, room, 0};
  if (pawl_system_rows(s, 0, s->start.q, s->start.v, s->start.base) != PAWL_OK)
    return 0;
  for (int i = 0; i < s->joint.count; i++)
    look_at_joint(s, i, &to);
  for (int i = 1; i <= s->model->body_count; i++)
    if (s->model->parts[s->model->body_part[i]]->kind->family != PAWL_BASE)
      look_at_body(s, i, &to);
  return to.count;
}

pawl_status pawl_point_shape(const pawl_system *s, int body, pawl_error *error)
{
  for (int i = 0; i < s->model->part_count; i++) {
    const pawl_part *p = s->model->parts[i];
    const pawl_shape_part *shape = p->kind->family == PAWL_SHAPE_KIND ? p->fields : NULL;
    if (shape && shape->frame.body == body && !shape->curve.kind->curve->is_point)
      return pawl_fail(
          error, PAWL_BAD_MODEL, p->where,
          "shape \"%s\": point_mass \"%s\" has no inertia, and its angle is not known: it can only "
          "have a vertex { } at its centre; anything else needs a body",
          p->name, s->model->parts[s->model->body_part[body]]->name);
  }
  return PAWL_OK;
}
