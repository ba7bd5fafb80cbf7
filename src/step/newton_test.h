/* Newton's and Euler's laws of bodies cut free, from what is seen of a run alone:
 *   m a = Σ f,   d(I w)/dt = Σ t   about the centre of mass */
#ifndef PAWL_STEP_NEWTON_TEST_H
#define PAWL_STEP_NEWTON_TEST_H

#include "base/trig.h"
#include "step/run.h"

/* All that can be seen of a part: its channels are numbers of it. */
static inline void read_part(pawl_run *r, int part, pawl_seen *seen)
{
  pawl_system_see(&r->system, part, PAWL_AT_ACCELERATION, seen);
}

typedef struct {
  pawl_vec r;
  pawl_mat R;
} pose;

/* A body cut free: what acts on it about its centre of mass, and how large the single contributions are. */
typedef struct {
  pose own;
  pawl_vec com, f, t;
  double force, torque, force_left, torque_left;
} cut;

static inline void act(cut *c, pawl_vec at, double sign, pawl_vec f, pawl_vec t)
{
  pawl_vec arm = pawl_sub(at, c->com);
  c->f = pawl_add(c->f, pawl_times(sign, f));
  c->t = pawl_add(c->t, pawl_times(sign, pawl_add(t, pawl_cross(arm, f))));
  c->force = fmax(c->force, pawl_norm(f));
  c->torque = fmax(c->torque, fmax(pawl_norm(t), pawl_norm(arm) * pawl_norm(f)));
}

static inline pose pose_of_body(const pawl_seen *seen, unsigned world)
{
  double s, c;
  pawl_sincos(seen->angle, &s, &c);
  pawl_mat R = {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  return (pose){seen->r, world == PAWL_PLANAR ? R : pawl_quat_mat(seen->e)};
}

static inline pose place_of(const cut *cuts, const pawl_frame *f)
{
  const pose *own = &cuts[f->body].own;
  return (pose){pawl_add(own->r, pawl_turn(&own->R, f->at)), pawl_mat_mul(&own->R, &f->turn)};
}

static inline const void *field_of(const pawl_part *part, pawl_type type, int n)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == type && n-- == 0)
      return (const char *)part->fields + f->where;
  return NULL;
}

/* A part between frames: on the second at its origin, the opposite on the first on the same line. A link with mass of
 * its own says what it gives to the first. */
static inline void act_between(cut *cuts, const pawl_part *part, const pawl_seen *seen)
{
  static const pawl_frame ground = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const pawl_frame *a = field_of(part, PAWL_FRAME, 0), *b = field_of(part, PAWL_FRAME, 1);
  if (!a) /* a shaft */
    return;
  b = b ? b : a;
  a = a == b ? &ground : a;
  pawl_vec at = place_of(cuts, b).r, zero = {0, 0, 0};
  act(cuts + b->body, at, 1, seen->f, seen->t);
  if (pawl_lumps(part->kind))
    act(cuts + a->body, place_of(cuts, a).r, 1, seen->back, zero);
  else
    act(cuts + a->body, at, -1, seen->f, seen->t);
}

/* A rope through rings: its tension along each of its straight pieces. */
static inline void act_rope(cut *cuts, const pawl_part *part, const pawl_seen *seen)
{
  const pawl_rope *p = part->fields;
  const pawl_frame *from = &p->a;
  pawl_vec none = {0, 0, 0};
  for (int i = 0; i <= p->over.count; i++) {
    const pawl_frame *to = i < p->over.count ? p->over.frame + i : &p->b;
    pawl_vec at = place_of(cuts, from).r, d = pawl_sub(place_of(cuts, to).r, at);
    pawl_vec pull = pawl_times(seen->effort / pawl_norm(d), d);
    act(cuts + from->body, at, 1, pull, none);
    act(cuts + to->body, place_of(cuts, to).r, -1, pull, none);
    from = to;
  }
}

/* An effort along the coordinate of a joint: about or along its axis. What spins turns no body. */
static inline void act_on_joint(cut *cuts, const pawl_model *model, int joint, double effort)
{
  const pawl_part *on = model->parts[joint];
  if (on->kind->spin)
    return;
  const pawl_joint *j = on->fields;
  pose a = place_of(cuts, &j->a);
  pawl_vec at = place_of(cuts, &j->b).r, w = pawl_times(effort, pawl_turn(&a.R, j->axis)), none = {0, 0, 0};
  bool slides = pawl_slides(on->kind);
  act(cuts + j->b.body, at, 1, slides ? w : none, slides ? none : w);
  act(cuts + j->a.body, at, -1, slides ? w : none, slides ? none : w);
}

/* Two shapes that push each other: on each about the frame of its shape. */
static inline void act_touching(cut *cuts, const pawl_model *model, const pawl_part *part,
                                const pawl_seen *seen)
{
  const pawl_contact *c = part->fields;
  const pawl_shape_part *a = model->parts[c->shape[0]]->fields, *b = model->parts[c->shape[1]]->fields;
  act(cuts + b->frame.body, place_of(cuts, &b->frame).r, 1, seen->f, seen->t);
  act(cuts + a->frame.body, place_of(cuts, &a->frame).r, -1, seen->f, pawl_times(-1, seen->back_t));
}

static inline void act_at_touch(cut *cuts, const pawl_model *model, const pawl_part *part,
                                const pawl_seen *seen)
{
  const pawl_curve_joint *j = part->fields;
  const pawl_shape_part *a = model->parts[j->shape[0]]->fields, *b = model->parts[j->shape[1]]->fields;
  pawl_vec none = {0, 0, 0};
  act(cuts + b->frame.body, seen->r, 1, seen->f, none);
  act(cuts + a->frame.body, seen->r, -1, seen->f, none);
}

/* Efforts of motors, springs, couplings and servos on each of their joints. */
static inline void act_along(cut *cuts, const pawl_run *r, int index, const pawl_seen *seen)
{
  const pawl_part *part = r->model->parts[index];
  int load = r->system.index.load[index], n = 0;
  double share[PAWL_JOINTS] = {1, 0, 0};
  if (part->kind->constraint && part->kind->constraint->couple)
    part->kind->constraint->couple(part->fields, share);
  if (pawl_is_joint_friction(part->kind, part->fields)) /* of a clutch the second has its share */
    share[1] = -((const pawl_joint_friction *)part->fields)->ratio;
  for (int i = 0; n < PAWL_JOINTS && field_of(part, PAWL_JOINT, i); i++) {
    int joint = *(const int *)field_of(part, PAWL_JOINT, i);
    if (joint < 0)
      continue;
    double effort = load >= 0 && r->system.load.use[load].contact < 0 ? r->system.load.last[load].efforts[n]
                                                                      : share[n] * seen->effort;
    act_on_joint(cuts, r->model, joint, effort);
    n++;
  }
}

/* The rotor of a drive, J and n, on a joint with the axis e on body a. On a moving body it turns about e with
 *   L = J (e·w + n q') e,   its gear pulls by λ = J (e·w' + n q''):   -L' on a,  -n λ along the joint
 * On the ground and where the joint slides it turns no body, and λ = J n q''. */
static inline void act_rotor(cut *cuts, pawl_run *r, const pawl_part *part)
{
  const pawl_rotor *rotor = pawl_rotor_in(part->kind, part->fields);
  int index = *(const int *)field_of(part, PAWL_JOINT, 0), joint = r->system.index.joint[index];
  const pawl_part *on = r->model->parts[index];
  const pawl_joint *j = on->fields;
  if (!(rotor->inertia > 0) || rotor->ratio == 0 || on->kind->spin)
    return;
  bool turns = pawl_mobility_of(on->kind) == PAWL_TURNS && j->a.body != 0;
  double q, v, a = pawl_system_coordinate_acceleration(&r->system, joint, r->room.acceleration);
  pawl_system_coordinate(&r->system, joint, &q, &v);
  double n = rotor->ratio, J = rotor->inertia;
  if (turns) {
    pawl_seen body;
    read_part(r, r->model->body_part[j->a.body], &body);
    pose at = place_of(cuts, &j->a);
    pawl_vec e = pawl_turn(&at.R, j->axis), zero = {0, 0, 0};
    double lambda = J * (pawl_dot(e, body.alpha) + n * a), spin = J * (pawl_dot(e, body.w) + n * v);
    pawl_vec rate = pawl_add(pawl_times(lambda, e), pawl_times(spin, pawl_cross(body.w, e)));
    act(cuts + j->a.body, at.r, -1, zero, rate);
    act_on_joint(cuts, r->model, index, -n * lambda);
  } else
    act_on_joint(cuts, r->model, index, -J * n * n * a);
}

static inline pawl_vec times_inertia(const double I[6], const pawl_mat *R, pawl_vec w)
{
  pawl_vec x = pawl_turn_back(R, w);
  pawl_vec y = {I[0] * x.x + I[3] * x.y + I[4] * x.z, I[3] * x.x + I[1] * x.y + I[5] * x.z,
                I[4] * x.x + I[5] * x.y + I[2] * x.z};
  return pawl_turn(R, y);
}

/* What is left of m (a - g) - Σ f and d(I w)/dt - Σ t; of a base, of what it gives and what acts on it. */
static inline void close_balance(pawl_run *r, int index, cut *c)
{
  const pawl_part *part = r->model->parts[index];
  const pawl_body *b = part->fields;
  pawl_seen seen;
  read_part(r, index, &seen);
  if (part->kind->family == PAWL_BASE) {
    c->force_left = pawl_norm(pawl_add(c->f, seen.f));
    c->torque_left = pawl_norm(pawl_add(c->t, seen.t));
    return;
  }
  pawl_vec weight = pawl_times(b->mass, r->model->world.gravity), inertia = pawl_times(b->mass, seen.com_acc);
  pawl_vec spin = times_inertia(b->inertia, &c->own.R, seen.alpha);
  pawl_vec whirl = pawl_cross(seen.w, times_inertia(b->inertia, &c->own.R, seen.w));
  c->force = fmax(c->force, fmax(pawl_norm(weight), pawl_norm(inertia)));
  c->torque = fmax(c->torque, fmax(pawl_norm(spin), pawl_norm(whirl)));
  c->force_left = pawl_norm(pawl_sub(pawl_sub(inertia, weight), c->f));
  c->torque_left = pawl_norm(pawl_sub(pawl_add(spin, whirl), c->t));
}

#endif
