/* The user's start values as coordinates of the tree: of joints, of bodies where no joint says otherwise, of bases, spins and
 * rotors; before assembly makes them consistent.      theory.md, 1.3 */
#include "system/start_values.h"

#include "base/error.h"
#include "system/own.h"
#include "system/project.h"

/* Where bases are at the start. */
static pawl_status place_bases(pawl_system *s)
{
  s->at.t = s->at.since = 0;
  pawl_signals_forget(s);
  for (int i = 0; i < s->base.count; i++) {
    const pawl_base *b = s->model->parts[s->base.use[i].part]->fields;
    const pawl_signal *signal[4] = {&b->x, &b->y, &b->z, &b->angle};
    for (int k = 0; k < 4; k++) {
      pawl_jet jet = {0, 0, 0};
      if ((k != 2 || s->worlds == PAWL_SPATIAL) &&
          pawl_signals_jet(s, signal[k], s->base.use[i].part, &jet) != PAWL_OK)
        return s->error.status;
      s->base.use[i].start[k] = jet.v;
    }
  }
  return PAWL_OK;
}

pawl_pose pawl_base_pose(const pawl_system *s, int body)
{
  pawl_pose own = {.R = pawl_unit_mat()};
  for (int i = 0; i < s->base.count; i++) {
    const pawl_base_use *use = s->base.use + i;
    if (s->model->parts[use->part]->body != body)
      continue;
    pawl_vec axis = ((const pawl_base *)s->model->parts[use->part]->fields)->axis;
    own.r = pawl_v(use->start[0], use->start[1], use->start[2]);
    own.angle = use->start[3];
    own.R = s->worlds == PAWL_PLANAR ? pawl_planar_turn(own.angle)
                                     : pawl_quat_mat(pawl_quat_exp(pawl_times(own.angle, axis)));
  }
  return own;
}

/* The pawl_pose of a link's own frame in the world, if the user gave its body's; NaN where not. */
static pawl_pose given_pose(const pawl_system *s, int link, bool *has_place, bool *has_turn)
{
  int body = s->tree.links[link].body;
  pawl_pose own = {.R = pawl_unit_mat()};
  bool base = body > 0 && s->model->parts[s->model->body_part[body]]->kind->family == PAWL_BASE;
  *has_place = *has_turn = body == 0 || base;
  if (base)
    own = pawl_base_pose(s, body);
  else if (body > 0) {
    const pawl_body *b = s->model->parts[s->model->body_part[body]]->fields;
    bool plane = s->worlds == PAWL_PLANAR;
    *has_place = !isnan(b->start[0]) || !isnan(b->start[1]) || (!plane && !isnan(b->start[2]));
    *has_turn = !isnan(b->start[plane ? 2 : 3]);
    own.r = pawl_v(isnan(b->start[0]) ? 0 : b->start[0], isnan(b->start[1]) ? 0 : b->start[1],
                   plane || isnan(b->start[2]) ? 0 : b->start[2]);
    if (*has_turn && plane)
      own.R = pawl_planar_turn(own.angle = b->start[2]);
    else if (*has_turn)
      own.R = pawl_quat_mat((pawl_quat){b->start[3], b->start[4], b->start[5], b->start[6]});
  }
  own.r = pawl_sub(own.r, s->origin);
  /* From the body's own frame to the link's: the inverse of body_place. */
  const pawl_place *p = s->place.body + (body > 0 ? body : 0);
  pawl_mat back = pawl_mat_transposed(&p->turn);
  pawl_pose l = {.R = pawl_mat_mul(&own.R, &back), .angle = own.angle - p->angle};
  l.r = pawl_sub(own.r, pawl_turn(&l.R, p->at));
  return l;
}

/* ---- of all links ------------------------------------------------------------------------------------------- */

/* Coordinates of a link from the user's start values of its joint (sign -1: the tree runs backwards through it). */
static void start_from_joint(pawl_system *s, const pawl_link *l, const pawl_joint *j, double sign)
{
  bool plane = s->worlds == PAWL_PLANAR;
  for (int d = 0; d < l->freedoms->named; d++) {
    if (!isnan(j->start[d]))
      pawl_start_give(s, l->dof + d, sign * j->start[d]);
    if (!isnan(j->speed[d])) {
      s->start.v[l->dof + d] = sign * j->speed[d];
      s->start.v_given[l->dof + d] = true;
    }
  }
  if (l->freedoms->named)
    return;
  int turning = l->mobility == PAWL_FLOATS ? (plane ? 2 : 3) : 0;
  pawl_pose own = {.R = pawl_unit_mat()};
  pawl_vec v = {0, 0, 0}, w = {0, 0, 0};
  double x[3] = {0}, u[6] = {0};
  for (int d = 0; d < turning; d++)
    x[d] = isnan(j->start[d]) ? 0 : j->start[d];
  for (int d = 0; d < l->dofs; d++)
    u[d] = isnan(j->speed[d]) ? 0 : j->speed[d];
  own.r = pawl_v(x[0], x[1], plane ? 0 : x[2]);
  if (plane && !isnan(j->start[2]))
    own.R = pawl_planar_turn(own.angle = j->start[2]);
  else if (!plane && !isnan(j->start[turning]))
    own.R = pawl_quat_mat(
        (pawl_quat){j->start[turning], j->start[turning + 1], j->start[turning + 2], j->start[turning + 3]});
  v = plane ? pawl_v(u[0], u[1], 0) : l->mobility == PAWL_FLOATS ? pawl_v(u[0], u[1], u[2]) : v;
  w = plane ? pawl_v(0, 0, u[2]) : pawl_v(u[turning], u[turning + 1], u[turning + 2]);
  if (sign < 0) { /* the motion of a seen from b */
    pawl_vec turned = pawl_turn(&own.R, w);
    pawl_mat back = pawl_mat_transposed(&own.R);
    v = pawl_times(-1, pawl_turn(&back, pawl_sub(v, pawl_cross(turned, own.r))));
    w = pawl_times(-1, turned);
    own.r = pawl_times(-1, pawl_turn(&back, own.r));
    own.R = back;
    own.angle = -own.angle;
  }
  double place[3] = {own.r.x, own.r.y, plane ? own.angle : own.r.z};
  double speed[6] = {v.x, v.y, plane ? w.z : v.z, w.x, w.y, w.z};
  for (int d = 0; d < l->dofs; d++) {
    int k = l->mobility == PAWL_SWIVELS ? d + 3 : d;
    bool q_given = !isnan(j->start[d < turning || plane ? d : turning]);
    if (k < 3 && q_given)
      s->start.q[l->dof + d] = place[k];
    s->start.q_given[l->dof + d] = q_given;
    s->start.v_given[l->dof + d] = !isnan(j->speed[d]);
    s->start.v[l->dof + d] = speed[k];
  }
  if (l->quat >= 0)
    s->start.base[l->quat] = pawl_mat_quat(&own.R);
}

/* Where a link is by its start coordinates, from where its parent is. */
static pawl_pose start_pose(const pawl_system *s, int link, const pawl_pose *placed)
{
  const pawl_link *l = s->tree.links + link;
  pawl_pose to = pawl_pose_chain(placed[l->parent], l->arm, &l->turn, l->angle), own = {.R = pawl_unit_mat()};
  if (pawl_start_by_mobility[l->mobility].place)
    pawl_start_by_mobility[l->mobility].place(s, l, s->start.q + l->dof, &own);
  return pawl_pose_chain(to, own.r, &own.R, own.angle);
}

/* Coordinates that no joint gave, from the place of the body that the user gave, and from that of the one it hangs on: as
 * given, else where the coordinates put it. */
static void start_from_bodies(pawl_system *s, const pawl_link *l, int index, const pawl_pose *placed)
{
  bool place_a, turn_a, place_b, turn_b;
  pawl_pose a = given_pose(s, l->parent, &place_a, &turn_a), b = given_pose(s, index, &place_b, &turn_b);
  if (s->tree.links[l->parent].body < 0 || l->body < 0)
    return;
  if (!turn_a || (!place_a && l->mobility != PAWL_TURNS))
    a = placed[l->parent];
  pawl_wanted to = {
      .joint = pawl_pose_chain(a, l->arm, &l->turn, l->angle), .b = b, .place = place_b, .turn = turn_b};
  to.d = pawl_turn_back(&to.joint.R, pawl_sub(b.r, to.joint.r));
  if (pawl_start_by_mobility[l->mobility].start)
    pawl_start_by_mobility[l->mobility].start(s, l, &to);
}

/* The user's velocity of a body that hangs on the ground by a free joint nobody wrote. */
static void speed_from_body(pawl_system *s, const pawl_link *l)
{
  if ((l->mobility != PAWL_FLOATS && l->mobility != PAWL_DRIFTS) || l->joint >= 0 || l->body <= 0)
    return;
  const pawl_body *b = s->model->parts[s->model->body_part[l->body]]->fields;
  for (int d = 0; d < l->dofs; d++)
    if (!isnan(b->speed[d])) {
      s->start.v[l->dof + d] = b->speed[d];
      s->start.v_given[l->dof + d] = true;
    }
}

static const pawl_joint_use *use_of(const pawl_system *s, const pawl_link *l)
{
  return l->joint >= 0 ? s->joint.use + s->index.joint[l->joint] : NULL;
}

/* A planar free joint that the spatial kernel has as two slides and a hinge (build.c): as one again, which begins at the
 * link `first`. */
static pawl_link whole_link(const pawl_system *s, int i, int *first)
{
  pawl_link l = s->tree.links[i];
  *first = i;
  if (i < 2 || s->tree.links[l.parent].body >= 0)
    return l;
  bool point = l.mobility == PAWL_SLIDES;
  *first = point ? i - 1 : i - 2;
  l = s->tree.links[*first];
  l.mobility = point ? PAWL_DRIFTS : PAWL_FLOATS;
  l.freedoms = pawl_freedoms_by + l.mobility;
  l.dofs = l.freedoms->dofs[PAWL_PLANAR];
  l.body = s->tree.links[i].body;
  return l;
}

/* A velocity written on a body that a joint holds says nothing that the joint would not say better. */
static pawl_status refuse_speeds(const pawl_system *s, const pawl_link *l, pawl_error *error)
{
  const pawl_part *part = s->model->parts[s->model->body_part[l->body]];
  const pawl_body *b = part->fields;
  for (int d = 0; l->joint >= 0 && d < 6; d++)
    if (b->speed[d] == b->speed[d] && b->speed[d] != 0)
      return pawl_fail(
          error, PAWL_BAD_MODEL, part->where,
          "body \"%s\" has a velocity at the start, but hangs on %s \"%s\": give the joint's speed instead",
          part->name, s->model->parts[l->joint]->kind->name, s->model->parts[l->joint]->name);
  return PAWL_OK;
}

/* A coordinate of its own starts where its part says. */
static void start_spin(pawl_system *s, const pawl_link *l)
{
  if (l->joint < 0) /* a rotor: its coupling says */
    return;
  const pawl_part *part = s->model->parts[l->joint];
  const pawl_spin *spin = pawl_spin_of(part->kind, part->fields);
  if (!spin) /* of own equations */
    return;
  if (!isnan(spin->angle))
    pawl_start_give(s, l->dof, spin->angle);
  if (!isnan(spin->speed)) {
    s->start.v[l->dof] = spin->speed;
    s->start.v_given[l->dof] = true;
  }
}

static pawl_status set_start(pawl_system *s, pawl_error *error)
{
  pawl_pose *placed = PAWL_TAKE(s->arena, s->tree.link_count, pawl_pose);
  int first, next = 1; /* the link to be placed next */
  if (!placed)
    return pawl_fail_memory(error);
  placed[0].R = pawl_unit_mat();
  for (int i = 0; i < s->tree.quat_count; i++)
    s->start.base[i] = (pawl_quat){1, 0, 0, 0};
  for (int i = 1; i < s->tree.link_count; i++) {
    if (s->tree.links[i].mobility == PAWL_SPINS)
      start_spin(s, s->tree.links + i);
    if (s->tree.links[i].body < 0 || s->tree.links[i].mobility == PAWL_CARRIED)
      continue;
    pawl_link l = whole_link(s, i, &first);
    for (; next < first; next++)
      placed[next] = start_pose(s, next, placed);
    const pawl_joint_use *use = use_of(s, &l);
    if (use)
      start_from_joint(s, &l, s->model->parts[use->part]->fields, use->sign);
    start_from_bodies(s, &l, i, placed);
    speed_from_body(s, &l);
    if (refuse_speeds(s, &l, error) != PAWL_OK)
      return error->status;
  }
  return PAWL_OK;
}

/* A rotor starts as its joint does. */
static void start_rotors(pawl_system *s)
{
  for (int n = 0; n < s->tree.block_count; n++) {
    const pawl_block_use *use = s->blocks + n;
    if (use->kind != PAWL_BLOCK_COUPLING || !s->model->parts[use->part]->kind->drive)
      continue;
    const pawl_joint_use *joint = s->joint.use + use->joint[1];
    int rotor = s->tree.links[s->joint.use[use->joint[0]].link].dof;
    if (joint->link < 0)
      continue;
    int d = s->tree.links[joint->link].dof;
    s->start.v[rotor] = -use->coefficient[1] * joint->sign * s->start.v[d];
    s->start.v_given[rotor] = s->start.v_given[d];
  }
}

pawl_status pawl_start_values(pawl_system *s, pawl_error *error)
{
  if (s->base.count && place_bases(s) != PAWL_OK) {
    *error = s->error;
    return error->status;
  }
  if (set_start(s, error) != PAWL_OK)
    return error->status;
  start_rotors(s);
  return PAWL_OK;
}
