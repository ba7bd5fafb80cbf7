/* Start values for a tree of ears. The user's values stand at joints; those of a joint that this tree cuts would be lost,
 * and where the tree runs through a joint that the tree by worth would have cut, there may be no value. So every body is
 * placed, and moved, by the start values along the tree by worth; where two bodies are, and how they move, gives the
 * coordinates of the joint between them. If what the user wrote closes the loops, it is the same start by either tree;
 * if not, assembly begins with the same gaps.      theory.md, 4.3 */
#include "parts/rows.h"
#include "system/ears.h"

/* Of a body, or of a frame on it: place, axes, angle in a plane, velocity and turning, in the world. */
typedef struct {
  pawl_vec r;
  pawl_mat R;
  double angle;
  pawl_vec v, w;
} pose;

static pose at_frame(const pose *body, const pawl_frame *f)
{
  pawl_vec arm = pawl_turn(&body->R, f->at);
  return (pose){pawl_add(body->r, arm), pawl_mat_mul(&body->R, &f->turn), body->angle + f->angle,
                pawl_add(body->v, pawl_cross(body->w, arm)), body->w};
}

static pose of_body(const pose *frame, const pawl_frame *f)
{
  pawl_mat back = pawl_mat_transposed(&f->turn);
  pose body = {.R = pawl_mat_mul(&frame->R, &back), .angle = frame->angle - f->angle, .w = frame->w};
  pawl_vec arm = pawl_turn(&body.R, f->at);
  body.r = pawl_sub(frame->r, arm);
  body.v = pawl_sub(frame->v, pawl_cross(frame->w, arm));
  return body;
}

static double or_zero(double x)
{
  return isnan(x) ? 0 : x;
}

/* The same of a joint that names its coordinates. */
static pose named_motion(const pawl_freedoms *freedoms, const pawl_joint *j, bool plane)
{
  double q[PAWL_NAMED], u[PAWL_NAMED];
  pawl_joint_way m;
  for (int k = 0; k < freedoms->named; k++) {
    q[k] = or_zero(j->start[k]);
    u[k] = or_zero(j->speed[k]);
  }
  pawl_joint_motion(freedoms, j, false, q, u, &m);
  pose own = {.r = m.r, .R = m.R, .angle = plane && !(freedoms->lengths[PAWL_PLANAR] & 1) ? q[0] : 0};
  for (int k = 0; k < freedoms->named; k++) {
    own.v = pawl_add(own.v, pawl_times(u[k], m.slide[k]));
    own.w = pawl_add(own.w, pawl_times(u[k], m.turn[k]));
  }
  return own;
}

/* What a joint does between its first frame and its second, by its start values: as a pose in the first. */
static pose own_motion(const pawl_builder *b, int joint)
{
  const pawl_joint *j = pawl_joint_def(b, joint);
  pose own = {.R = pawl_unit_mat()};
  bool plane = b->s->worlds == PAWL_PLANAR;
  pawl_mobility mobility = pawl_mobility_of(pawl_joint_kind(b, joint));
  int q = mobility == PAWL_FLOATS ? 3 : 0;
  const double *x = j->start, *u = j->speed;
  const pawl_freedoms *freedoms = pawl_freedoms_of(pawl_joint_kind(b, joint));
  if (freedoms->named)
    return named_motion(freedoms, j, plane);
  if (mobility == PAWL_FLOATS && plane) {
    own.r = pawl_v(or_zero(x[0]), or_zero(x[1]), 0);
    own.R = pawl_mat_about(pawl_v(0, 0, 1), own.angle = or_zero(x[2]));
    own.v = pawl_v(or_zero(u[0]), or_zero(u[1]), 0);
    own.w = pawl_v(0, 0, or_zero(u[2]));
  } else if (mobility == PAWL_FLOATS || mobility == PAWL_SWIVELS) {
    if (q)
      own.r = pawl_v(or_zero(x[0]), or_zero(x[1]), or_zero(x[2]));
    if (q)
      own.v = pawl_v(or_zero(u[0]), or_zero(u[1]), or_zero(u[2]));
    if (!isnan(x[q]))
      own.R = pawl_quat_mat((pawl_quat){x[q], x[q + 1], x[q + 2], x[q + 3]});
    own.w = pawl_turn(&own.R, pawl_v(or_zero(u[q]), or_zero(u[q + 1]), or_zero(u[q + 2])));
  }
  return own;
}

/* The pose of the first frame seen from the second. */
static pose reversed(const pose *own)
{
  pose back = {.R = pawl_mat_transposed(&own->R), .angle = -own->angle};
  back.r = pawl_times(-1, pawl_turn(&back.R, own->r));
  back.v = pawl_times(-1, pawl_turn(&back.R, pawl_sub(own->v, pawl_cross(own->w, own->r))));
  back.w = pawl_times(-1, pawl_turn(&back.R, own->w));
  return back;
}

/* From the pose of a frame to that of the one on the other side of the joint. */
static pose passed_on(const pose *from, const pose *own)
{
  pawl_vec d = pawl_turn(&from->R, own->r);
  return (pose){pawl_add(from->r, d), pawl_mat_mul(&from->R, &own->R), from->angle + own->angle,
                pawl_add(pawl_add(from->v, pawl_cross(from->w, d)), pawl_turn(&from->R, own->v)),
                pawl_add(from->w, pawl_turn(&from->R, own->w))};
}

/* What the user wrote of a body itself. */
static pose own_start(const pawl_builder *b, int body)
{
  const pawl_body *p = b->model->parts[b->model->body_part[body]]->fields;
  pose x = {.R = pawl_unit_mat()};
  const double *q = p->start, *u = p->speed;
  bool plane = b->s->worlds == PAWL_PLANAR;
  x.r = pawl_v(or_zero(q[0]), or_zero(q[1]), plane ? 0 : or_zero(q[2]));
  x.v = pawl_v(or_zero(u[0]), or_zero(u[1]), plane ? 0 : or_zero(u[2]));
  if (plane) {
    x.R = pawl_mat_about(pawl_v(0, 0, 1), x.angle = or_zero(q[2]));
    x.w = pawl_v(0, 0, or_zero(u[2]));
  } else {
    if (!isnan(q[3]))
      x.R = pawl_quat_mat((pawl_quat){q[3], q[4], q[5], q[6]});
    x.w = pawl_turn(&x.R, pawl_v(or_zero(u[3]), or_zero(u[4]), or_zero(u[5])));
  }
  return x;
}

static bool has_start(const pawl_builder *b, int joint)
{
  return !isnan(pawl_joint_def(b, joint)->start[0]);
}

/* A hinge without a value between bodies whose turns were given: the turn of the second is as given. */
static void turn_as_given(const pawl_builder *b, int body, const pawl_frame *f, pose *frame)
{
  const pawl_body *p = b->model->parts[b->model->body_part[body]]->fields;
  bool plane = b->s->worlds == PAWL_PLANAR;
  if (isnan(p->start[plane ? 2 : 3]))
    return;
  pose own = own_start(b, body);
  frame->R = pawl_mat_mul(&own.R, &f->turn);
  frame->angle = own.angle + f->angle;
}

static void place_body(const pawl_builder *b, int body, pose *all)
{
  int joint = b->grown.by[body], near_body = b->grown.near[body];
  if (joint < 0) {
    all[body] = own_start(b, body);
    return;
  }
  const pawl_joint *j = pawl_joint_def(b, joint);
  bool forwards = j->a.body == near_body;
  const pawl_frame *near = forwards ? &j->a : &j->b, *far = forwards ? &j->b : &j->a;
  pose own = own_motion(b, joint), back = reversed(&own), from = at_frame(all + near_body, near);
  pose to = passed_on(&from, forwards ? &own : &back);
  if (!has_start(b, joint) && pawl_mobility_of(pawl_joint_kind(b, joint)) == PAWL_TURNS)
    turn_as_given(b, body, far, &to);
  all[body] = of_body(&to, far);
}

/* Coordinates and speeds of a joint from its two frames; what the user gave is written over them later. */
static void guess_link(pawl_system *s, const pawl_link *l, const pose *near, const pose *far)
{
  pawl_mat back = pawl_mat_transposed(&near->R), R = pawl_mat_mul(&back, &far->R);
  pawl_quat q = pawl_mat_quat(&R);
  const pose *a = l->backwards ? far : near, *b = l->backwards ? near : far;
  if (l->freedoms->named) {
    pawl_pair x = {.worlds = (int)s->worlds,
                   .a = {.r = a->r, .v = a->v, .w = a->w, .R = a->R, .angle = a->angle},
                   .b = {.r = b->r, .v = b->v, .w = b->w, .R = b->R, .angle = b->angle}};
    pawl_row row[PAWL_NAMED];
    l->freedoms->read(l->def, &x, row);
    for (int k = 0; k < l->freedoms->named; k++) {
      s->start.q[l->dof + k] = l->backwards ? -row[k].phi : row[k].phi;
      s->start.v[l->dof + k] = l->backwards ? -pawl_row_rate(&x, row + k) : pawl_row_rate(&x, row + k);
    }
  } else if (l->mobility == PAWL_SWIVELS) {
    double sine = pawl_norm(pawl_v(q.x, q.y, q.z)), angle = 2 * atan2(sine, q.w);
    pawl_vec theta = pawl_times(sine > 0 ? angle / sine : 0, pawl_v(q.x, q.y, q.z));
    s->start.q[l->dof] = theta.x;
    s->start.q[l->dof + 1] = theta.y;
    s->start.q[l->dof + 2] = theta.z;
  }
}

/* Then its base quaternion will say all of it. */
static bool is_ball_started(const pawl_builder *b, int joint, int body)
{
  const pawl_body *p = b->model->parts[b->model->body_part[body]]->fields;
  return pawl_mobility_of(pawl_joint_kind(b, joint)) == PAWL_SWIVELS &&
         (has_start(b, joint) || !isnan(p->start[3]));
}

bool pawl_ears_start(pawl_builder *b)
{
  if (b->tree == &b->grown)
    return true;
  pose *all = PAWL_TAKE(&b->scratch, b->model->body_count + 1, pose);
  if (!all)
    return false;
  all[0].R = pawl_unit_mat();
  for (int i = 0; i < b->grown.count; i++)
    place_body(b, b->grown.order[i], all);
  for (int i = 0; i < b->tree->count; i++) {
    int body = b->tree->order[i], joint = b->tree->by[body];
    if (joint < 0 || is_ball_started(b, joint, body))
      continue;
    const pawl_joint *j = pawl_joint_def(b, joint);
    bool forwards = j->a.body == b->tree->near[body];
    pose near = at_frame(all + b->tree->near[body], forwards ? &j->a : &j->b),
         far = at_frame(all + body, forwards ? &j->b : &j->a);
    guess_link(b->s, b->s->tree.links + b->link_of[body], &near, &far);
  }
  return true;
}
