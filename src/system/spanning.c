/* The spanning tree: a maximum one by the number of rows a joint would need when cut (so the joint with the fewest is
 * cut), driven joints first, then by depth: the shallowest tree gives the shortest loops.      theory.md, 2.1 */
#include "system/builder.h"

static int dofs_of(pawl_mobility mobility, unsigned worlds)
{
  switch (mobility) {
  case PAWL_TURNS:
  case PAWL_SLIDES:
  case PAWL_SPINS:
    return 1;
  case PAWL_DRIFTS:
    return worlds == PAWL_PLANAR ? 2 : 3;
  case PAWL_SWIVELS:
    return 3;
  case PAWL_FLOATS:
    return worlds == PAWL_PLANAR ? 3 : 6;
  default:
    return 0;
  }
}

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
  pawl_link *l = tree->links + tree->link_count++;
  *l = (pawl_link){.parent = parent,
                   .body = body,
                   .joint = joint,
                   .mobility = mobility,
                   .dof = tree->dof_count,
                   .dofs = dofs_of(mobility, b->s->worlds),
                   .quat = -1,
                   .turn = pawl_unit_mat(),
                   .axis = {0, 0, 1}};
  tree->dof_count += l->dofs;
  if (mobility == PAWL_SWIVELS || (mobility == PAWL_FLOATS && b->s->worlds == PAWL_SPATIAL))
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
  int part = joint >= 0 ? s->joints[joint].part : -1;
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
  b->depth[far->body] = b->depth[near->body] + 1;
}

/* The joints of a body that is in the tree now become candidates: worth more the more rows they would need when
 * cut, when driven, and the nearer to the ground. */
static void reach_from(pawl_builder *b, int body)
{
  for (int e = b->first_joint[body]; e < b->first_joint[body + 1]; e++) {
    int i = b->joint_at[e];
    double rows = pawl_rows_of(b->s, pawl_joint_kind(b, i));
    const pawl_joint *j = pawl_joint_def(b, i);
    bool started = !isnan(j->start[0]) || !isnan(j->speed[0]); /* start values say something of coordinates */
    pawl_frontier_add(&b->frontier, i,
                      rows + (j->prefer ? 8 : 0) + (b->driven[i] ? 0.5 : 0) + (started ? 0.25 : 0) -
                          1e-7 * b->depth[body]);
  }
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

/* Hangs the next body on the tree; false when no joint reaches one. */
static bool hang_next(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int i = pawl_frontier_take(&b->frontier); i >= 0; i = pawl_frontier_take(&b->frontier)) {
    const pawl_joint *j = pawl_joint_def(b, i);
    bool forwards = b->link_of[j->a.body] >= 0;
    if (forwards == (b->link_of[j->b.body] >= 0))
      continue;
    const pawl_frame *near = forwards ? &j->a : &j->b, *far = forwards ? &j->b : &j->a;
    s->joints[i].sign = forwards ? 1 : -1;
    hang(b, i, near, far, pawl_joint_kind(b, i)->mobility, j->axis);
    s->joints[i].link = s->tree.link_count - 1;
    reach_from(b, far->body);
    return true;
  }
  return false;
}

/* A point mass on which forces act at the point alone needs no turn of its own. */
static bool is_point(const pawl_builder *b, int body)
{
  const pawl_model *model = b->model;
  const pawl_part *part = model->parts[model->body_part[body]];
  const pawl_body *p = part->fields;
  if (!part->kind->is_point || !(p->mass > 0))
    return false;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++) {
      const pawl_kind *kind = model->parts[i]->kind;
      const pawl_frame *x = (const pawl_frame *)((const char *)model->parts[i]->fields + f->where);
      if (f->type != PAWL_FRAME || x->body != body || kind->family == PAWL_SENSOR ||
          kind->family == PAWL_DRAWING)
        continue;
      if (!kind->at_points || x->at.x != p->com.x || x->at.y != p->com.y || x->at.z != p->com.z)
        return false;
    }
  return true;
}

/* Bases hang on the ground by their motion. */
static int hang_bases(pawl_builder *b)
{
  pawl_system *s = b->s;
  for (int body = 1; body <= b->model->body_count; body++) {
    int part = b->model->body_part[body];
    if (b->model->parts[part]->kind->family != PAWL_BASE)
      continue;
    pawl_link *l = pawl_new_link(b, 0, body, -1, PAWL_CARRIED);
    l->arm = pawl_times(-1, s->origin);
    l->axis = ((const pawl_base *)b->model->parts[part]->fields)->axis;
    b->link_of[body] = s->tree.link_count - 1;
    b->socket[body] = pawl_own_frame(body);
    b->depth[body] = 1;
    s->tree.carried_count++;
    s->bases[s->base_count++] = (pawl_base_use){part, b->link_of[body], s->work_count++};
    reach_from(b, body);
  }
  return s->base_count;
}

/* By a free joint that nobody wrote. */
static void float_body(pawl_builder *b, int body)
{
  pawl_frame ground = pawl_own_frame(0), own = pawl_own_frame(body);
  bool point = is_point(b, body);
  if (point)
    own.at = ((const pawl_body *)b->model->parts[b->model->body_part[body]]->fields)->com;
  hang(b, -1, &ground, &own, point ? PAWL_DRIFTS : PAWL_FLOATS, pawl_v(0, 0, 1));
  reach_from(b, body);
}

void pawl_grow_tree(pawl_builder *b)
{
  int body = 1;
  list_joints(b);
  reach_from(b, 0);
  int left = b->model->body_count - hang_bases(b);
  for (int i = 1; i <= b->model->body_count; i++)
    if (b->link_of[i] < 0 && ((const pawl_body *)b->model->parts[b->model->body_part[i]]->fields)->prefer) {
      float_body(b, i);
      left--;
    }
  for (; left > 0; left--) {
    if (hang_next(b))
      continue;
    while (b->link_of[body] >= 0)
      body++;
    float_body(b, body);
  }
}
