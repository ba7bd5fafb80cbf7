/* The spanning tree: a maximum one by the number of rows a joint would need when cut (so the joint with the fewest is
 * cut), driven joints first, then by depth. What hangs together and reaches no ground floats by the body of which most is
 * written. Where its loops are long and many, one of shorter loops (ears.c).
 *                                                                                              theory.md, 2.1 */
#include "parts/frames.h"
#include "system/builder.h"
#include "system/ears.h"

/* Mass, first moment and inertia about the link's origin in the link's axes. */
static void set_mass(pawl_link *l, const pawl_body *body, const pawl_frame *socket)
{
  pawl_mat Rt = pawl_mat_transposed(&socket->turn);
  pawl_vec c = pawl_turn(&Rt, pawl_sub(body->com, socket->at));
  const double *I = body->inertia;
  pawl_vec x = pawl_turn(&Rt, pawl_v(I[0], I[3], I[4])), y = pawl_turn(&Rt, pawl_v(I[3], I[1], I[5])),
           z = pawl_turn(&Rt, pawl_v(I[4], I[5], I[2])); /* columns of R^T I */
  pawl_mat A = {x, y, z}, Q = pawl_mat_mul(&A, &socket->turn);
  double m = body->mass, cc = pawl_dot(c, c);
  l->mass = m;
  l->first = pawl_times(m, c);
  l->inertia[0] = Q.x.x + m * (cc - c.x * c.x);
  l->inertia[1] = Q.y.y + m * (cc - c.y * c.y);
  l->inertia[2] = Q.z.z + m * (cc - c.z * c.z);
  l->inertia[3] = 0.5 * (Q.y.x + Q.x.y) - m * c.x * c.y;
  l->inertia[4] = 0.5 * (Q.z.x + Q.x.z) - m * c.x * c.z;
  l->inertia[5] = 0.5 * (Q.z.y + Q.y.z) - m * c.y * c.z;
}

void pawl_add_point_mass(pawl_link *l, double m, pawl_vec at)
{
  double cc = pawl_dot(at, at);
  l->mass += m;
  l->first = pawl_add(l->first, pawl_times(m, at));
  l->inertia[0] += m * (cc - at.x * at.x);
  l->inertia[1] += m * (cc - at.y * at.y);
  l->inertia[2] += m * (cc - at.z * at.z);
  l->inertia[3] -= m * at.x * at.y;
  l->inertia[4] -= m * at.x * at.z;
  l->inertia[5] -= m * at.y * at.z;
}

pawl_frame pawl_own_frame(int body)
{
  return (pawl_frame){.body = body, .turn = pawl_unit_mat()};
}

/* A frame of the model as a place on its link. */
pawl_place pawl_place_of(const pawl_builder *b, const pawl_frame *f)
{
  const pawl_frame *socket = b->socket + f->body;
  pawl_mat Rt = pawl_mat_transposed(&socket->turn);
  return (pawl_place){b->link_of[f->body], pawl_turn(&Rt, pawl_sub(f->at, socket->at)),
                      pawl_mat_mul(&Rt, &f->turn), f->angle - socket->angle};
}

pawl_link *pawl_new_link(pawl_builder *b, int parent, int body, int joint, pawl_mobility mobility)
{
  pawl_tree *tree = &b->s->tree;
  const pawl_freedoms *freedoms =
      mobility == PAWL_MOVES ? pawl_freedoms_of(b->model->parts[joint]->kind) : pawl_freedoms_by + mobility;
  pawl_link *l = tree->links + tree->link_count++;
  *l = (pawl_link){.parent = parent,
                   .body = body,
                   .joint = joint,
                   .mobility = mobility,
                   .freedoms = freedoms,
                   .dof = tree->dof_count,
                   .dofs = freedoms->dofs[b->s->worlds],
                   .quat = -1,
                   .turn = pawl_unit_mat(),
                   .axis = {0, 0, 1}};
  tree->dof_count += l->dofs;
  if (freedoms->chart[b->s->worlds])
    l->quat = tree->quat_count++;
  return l;
}

/* A planar free joint in the spatial kernel: two slides without mass, then a hinge; the same coordinates. Of a point
 * that only drifts, the second slide is its own. */
static int planar_slide_in_space(pawl_builder *b, const pawl_place *a, int joint)
{
  pawl_link *x = pawl_new_link(b, a->link, -1, joint, PAWL_SLIDES);
  x->arm = a->at;
  x->turn = a->turn;
  x->angle = a->angle;
  x->axis = pawl_v(1, 0, 0);
  return b->s->tree.link_count - 1;
}

static int planar_float_in_space(pawl_builder *b, const pawl_place *a, int joint)
{
  int index = planar_slide_in_space(b, a, joint);
  pawl_link *y = pawl_new_link(b, index, -1, joint, PAWL_SLIDES);
  y->axis = pawl_v(0, 1, 0);
  return index + 1;
}

/* Hangs a body on the tree: `near` is the frame on the side of the tree, `far` the one on the new body. */
static void hang(pawl_builder *b, int joint, const pawl_frame *near, const pawl_frame *far,
                 pawl_mobility mobility, pawl_vec axis)
{
  pawl_system *s = b->s;
  pawl_place a = pawl_place_of(b, near);
  int part = joint >= 0 ? s->joint.use[joint].part : -1;
  if (mobility == PAWL_FLOATS && s->worlds == PAWL_PLANAR && s->ops->worlds == PAWL_SPATIAL) {
    a = (pawl_place){planar_float_in_space(b, &a, part), {0, 0, 0}, pawl_unit_mat(), 0};
    mobility = PAWL_TURNS;
    axis = pawl_v(0, 0, 1);
  } else if (mobility == PAWL_DRIFTS && s->worlds == PAWL_PLANAR && s->ops->worlds == PAWL_SPATIAL) {
    a = (pawl_place){planar_slide_in_space(b, &a, part), {0, 0, 0}, pawl_unit_mat(), 0};
    mobility = PAWL_SLIDES;
    axis = pawl_v(0, 1, 0);
  }
  pawl_link *l = pawl_new_link(b, a.link, far->body, part, mobility);
  l->arm = a.at;
  l->turn = a.turn;
  l->angle = a.angle;
  l->axis = axis;
  set_mass(l, b->model->parts[b->model->body_part[far->body]]->fields, far);
  b->link_of[far->body] = s->tree.link_count - 1;
  b->socket[far->body] = *far;
}

double pawl_joint_worth(const pawl_builder *b, int joint)
{
  double rows = pawl_rows_of(b->s, pawl_joint_kind(b, joint));
  const pawl_joint *j = pawl_joint_def(b, joint);
  const pawl_kind *kind = pawl_joint_kind(b, joint); /* start values say something of coordinates */
  bool started = pawl_is_written(kind, j->start) || pawl_is_written(kind, j->speed);
  return rows + (j->prefer ? 8 : 0) + (b->driven[joint] ? 0.5 : 0) + (started ? 0.25 : 0);
}

/* Joints by body. */
static void list_joints(pawl_builder *b)
{
  int bodies = b->model->body_count + 1;
  for (int i = 0; i < b->real_joints; i++) {
    b->first_joint[pawl_joint_def(b, i)->a.body + 1]++;
    b->first_joint[pawl_joint_def(b, i)->b.body + 1]++;
  }
  for (int i = 0; i < bodies; i++)
    b->first_joint[i + 1] += b->first_joint[i];
  for (int i = b->real_joints - 1; i >= 0; i--) {
    b->joint_at[--b->first_joint[pawl_joint_def(b, i)->a.body + 1]] = i;
    b->joint_at[--b->first_joint[pawl_joint_def(b, i)->b.body + 1]] = i;
  }
  for (int i = 0; i < bodies; i++)
    b->first_joint[i] = b->first_joint[i + 1];
  b->first_joint[bodies] = 2 * b->real_joints;
}

/* ---- the tree by the worth of joints ------------------------------------------------------------------------- */

void pawl_spanning_add(pawl_spanning *tree, int body, int near, int joint)
{
  tree->order[tree->count++] = body;
  tree->near[body] = near;
  tree->by[body] = joint;
  tree->depth[body] = tree->depth[near] + 1;
}

bool pawl_spanning_begin(pawl_builder *b, pawl_spanning *tree)
{
  const pawl_model *model = b->model;
  int bodies = model->body_count + 1;
  *tree = (pawl_spanning){0,
                          PAWL_TAKE(&b->scratch, bodies, int),
                          PAWL_TAKE(&b->scratch, bodies, int),
                          PAWL_TAKE(&b->scratch, bodies, int),
                          PAWL_TAKE(&b->scratch, bodies, int),
                          PAWL_TAKE(&b->scratch, bodies, bool)};
  if (b->scratch.failed)
    return false;
  for (int i = 1; i < bodies; i++)
    tree->near[i] = -1;
  for (int i = 1; i < bodies; i++)
    if (model->parts[model->body_part[i]]->kind->family == PAWL_BASE)
      pawl_spanning_add(tree, i, 0, -1);
  for (int i = 1; i < bodies; i++)
    if (tree->near[i] < 0 && ((const pawl_body *)model->parts[model->body_part[i]]->fields)->prefer)
      pawl_spanning_add(tree, i, 0, -1);
  return true;
}

/* How much is written of where a body starts, and, of equals, of how fast. */
static int written_of(const pawl_builder *b, int body)
{
  const pawl_body *p = b->model->parts[b->model->body_part[body]]->fields;
  int places = 0, speeds = 0;
  for (int k = 0; k < (b->s->worlds == PAWL_PLANAR ? 3 : 7); k++)
    places += !isnan(p->start[k]);
  for (int k = 0; k < (b->s->worlds == PAWL_PLANAR ? 3 : 6); k++)
    speeds += !isnan(p->speed[k]) && p->speed[k] != 0; /* 0 is allowed of any body */
  return 8 * places + speeds;
}

int pawl_spanning_root(const pawl_builder *b, pawl_spanning *tree, int body)
{
  int *reached = tree->order + tree->count, n = 0, best = body, most = written_of(b, body);
  tree->seen[body] = true;
  reached[n++] = body;
  for (int i = 0; i < n; i++)
    for (int e = b->first_joint[reached[i]]; e < b->first_joint[reached[i] + 1]; e++) {
      int next = pawl_across(b, b->joint_at[e], reached[i]);
      if (tree->seen[next])
        continue;
      tree->seen[next] = true;
      reached[n++] = next;
      int written = written_of(b, next);
      if (written > most || (written == most && next < best)) {
        best = next;
        most = written;
      }
    }
  return best;
}

/* The joints of a body that is in the tree now become candidates, of equals those nearer to the ground. */
static void reach_from(pawl_builder *b, int body)
{
  for (int e = b->first_joint[body]; e < b->first_joint[body + 1]; e++) {
    int i = b->joint_at[e];
    pawl_frontier_add(&b->frontier, i, pawl_joint_worth(b, i) - 1e-7 * b->grown.depth[body]);
  }
}

/* Adds the next body; -1: no joint reaches one. */
static int add_next(pawl_builder *b)
{
  pawl_spanning *tree = &b->grown;
  for (int i = pawl_frontier_take(&b->frontier); i >= 0; i = pawl_frontier_take(&b->frontier)) {
    const pawl_joint *j = pawl_joint_def(b, i);
    bool forwards = tree->near[j->a.body] >= 0;
    if (forwards == (tree->near[j->b.body] >= 0))
      continue;
    int near = forwards ? j->a.body : j->b.body;
    pawl_spanning_add(tree, pawl_across(b, i, near), near, i);
    return tree->order[tree->count - 1];
  }
  return -1;
}

/* Prim's method. Of bodies that no joint reaches one floats. */
static bool grow_by_worth(pawl_builder *b)
{
  pawl_spanning *tree = &b->grown;
  if (!pawl_spanning_begin(b, tree))
    return false;
  reach_from(b, 0);
  for (int i = 0; i < tree->count; i++)
    reach_from(b, tree->order[i]);
  for (int body = 1; tree->count < b->model->body_count;) {
    int next = add_next(b);
    if (next < 0) {
      while (tree->near[body] >= 0)
        body++;
      pawl_spanning_add(tree, next = pawl_spanning_root(b, tree, body), 0, -1);
    }
    reach_from(b, next);
  }
  return true;
}

/* ---- hanging bodies ------------------------------------------------------------------------------------------- */

static void hang_by_joint(pawl_builder *b, int joint, int near_body)
{
  const pawl_joint *j = pawl_joint_def(b, joint);
  bool forwards = j->a.body == near_body;
  b->s->joint.use[joint].sign = forwards ? 1 : -1;
  hang(b, joint, forwards ? &j->a : &j->b, forwards ? &j->b : &j->a,
       pawl_mobility_of(pawl_joint_kind(b, joint)), j->axis);
  b->s->joint.use[joint].link = b->s->tree.link_count - 1;
  pawl_link *l = b->s->tree.links + b->s->joint.use[joint].link;
  l->def = j;
  l->backwards = !forwards;
}

/* A vertex in the centre of a point mass touches without turning it. */
static bool is_vertex_at(const pawl_part *part, pawl_vec centre)
{
  if (part->kind->family != PAWL_SHAPE_KIND)
    return false;
  const pawl_shape_part *shape = part->fields;
  const pawl_kind *curve = shape->curve.kind;
  if (!curve->curve->is_point)
    return false;
  const pawl_vec *own = (const pawl_vec *)((const char *)shape->curve.fields + curve->fields[0].where);
  pawl_vec at = pawl_add(shape->frame.at, pawl_turn(&shape->frame.turn, *own));
  return at.x == centre.x && at.y == centre.y;
}

/* A point mass on which forces act at the point alone needs no turn of its own. */
static bool is_point(const pawl_builder *b, int body)
{
  const pawl_model *model = b->model;
  const pawl_part *part = model->parts[model->body_part[body]];
  const pawl_body *p = part->fields;
  if (!pawl_is_point(part->kind) || !(p->mass > 0))
    return false;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      const pawl_kind *kind = model->parts[i]->kind;
      const pawl_frame *x;
      int n = pawl_frames_in(f, model->parts[i]->fields, &x);
      for (; n > 0; n--, x++) {
        if (x->body != body || kind->family == PAWL_SENSOR || kind->family == PAWL_DRAWING ||
            is_vertex_at(model->parts[i], p->com))
          continue;
        if (!kind->at_points || x->at.x != p->com.x || x->at.y != p->com.y || x->at.z != p->com.z)
          return false;
      }
    }
  return true;
}

/* Bases hang on the ground by their motion. */
static void hang_base(pawl_builder *b, int body)
{
  pawl_system *s = b->s;
  int part = b->model->body_part[body];
  pawl_link *l = pawl_new_link(b, 0, body, -1, PAWL_CARRIED);
  l->arm = pawl_times(-1, s->origin);
  l->axis = ((const pawl_base *)b->model->parts[part]->fields)->axis;
  b->link_of[body] = s->tree.link_count - 1;
  b->socket[body] = pawl_own_frame(body);
  s->tree.carried_count++;
  s->base.use[s->base.count++] = (pawl_base_use){part, b->link_of[body], s->extra.works++, {0}};
}

/* By a free joint that nobody wrote. */
static void float_body(pawl_builder *b, int body)
{
  pawl_frame ground = pawl_own_frame(0), own = pawl_own_frame(body);
  bool point = is_point(b, body);
  if (point)
    own.at = ((const pawl_body *)b->model->parts[b->model->body_part[body]]->fields)->com;
  hang(b, -1, &ground, &own, point ? PAWL_DRIFTS : PAWL_FLOATS, pawl_v(0, 0, 1));
}

bool pawl_grow_tree(pawl_builder *b)
{
  list_joints(b);
  if (!grow_by_worth(b) || !pawl_carry_light(b) || !pawl_ears_choose(b))
    return false;
  for (int i = 0; i < b->tree->count; i++) {
    int body = b->tree->order[i];
    if (b->tree->by[body] >= 0)
      hang_by_joint(b, b->tree->by[body], b->tree->near[body]);
    else if (b->model->parts[b->model->body_part[body]]->kind->family == PAWL_BASE)
      hang_base(b, body);
    else
      float_body(b, body);
  }
  return true;
}
