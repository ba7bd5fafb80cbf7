/* Start values by mobility: where the second frame of a joint is by its coordinates, and coordinates from where a body is to be.      theory.md, 1.3 */
#include "system/start_values.h"

static void place_turn(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  own->angle = q[0];
  own->R = s->worlds == PAWL_PLANAR ? pawl_planar_turn(q[0])
                                    : pawl_quat_mat(pawl_quat_exp(pawl_times(q[0], l->axis)));
}

static void place_slide(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  (void)s;
  own->r = pawl_times(q[0], l->axis);
}

static void place_ball(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  pawl_mat R = pawl_quat_mat(s->start.base[l->quat]),
           more = pawl_quat_mat(pawl_quat_exp(pawl_v(q[0], q[1], q[2])));
  own->R = pawl_mat_mul(&R, &more);
}

static void place_point(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  (void)l;
  own->r = pawl_v(q[0], q[1], s->worlds == PAWL_PLANAR ? 0 : q[2]);
}

static void place_free(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  place_point(s, l, q, own);
  if (s->worlds == PAWL_PLANAR)
    own->R = pawl_planar_turn(own->angle = q[2]);
  else
    place_ball(s, l, q + 3, own);
}

static void place_base(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  (void)q;
  *own = pawl_base_pose(s, l->body);
}

static void start_turn(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  if (!to->turn || s->start.q_given[l->dof])
    return;
  if (s->worlds == PAWL_PLANAR) {
    s->start.q[l->dof] = to->b.angle - to->joint.angle;
    return;
  }
  pawl_mat back = pawl_mat_transposed(&to->joint.R), R = pawl_mat_mul(&back, &to->b.R);
  pawl_quat q = pawl_mat_quat(&R);
  s->start.q[l->dof] = 2 * atan2(pawl_dot(l->axis, pawl_v(q.x, q.y, q.z)), q.w);
}

static void start_slide(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  pawl_vec d = to->d;
  if (!to->place || s->start.q_given[l->dof])
    return;
  if (!to->turn) { /* it is turned as what it slides on */
    pawl_vec at = s->place.body[l->body].at;
    pawl_vec r = pawl_add(to->b.r, pawl_sub(pawl_turn(&to->b.R, at), pawl_turn(&to->joint.R, at)));
    d = pawl_turn_back(&to->joint.R, pawl_sub(r, to->joint.r));
  }
  s->start.q[l->dof] = pawl_dot(l->axis, d);
}

static void start_ball(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  int first = l->dof + l->dofs - 3;
  if (!to->turn || s->start.q_given[first + 2])
    return;
  pawl_mat back = pawl_mat_transposed(&to->joint.R), R = pawl_mat_mul(&back, &to->b.R);
  s->start.base[l->quat] = pawl_mat_quat(&R);
  for (int k = 0; k < 3; k++)
    s->start.q_given[first + k] = true;
}

static void start_free(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  bool plane = s->worlds == PAWL_PLANAR;
  if ((to->place || to->turn) && !s->start.q_given[l->dof]) {
    pawl_start_give(s, l->dof, to->d.x);
    pawl_start_give(s, l->dof + 1, to->d.y);
    pawl_start_give(s, l->dof + 2, plane ? to->b.angle - to->joint.angle : to->d.z);
  }
  if (!plane)
    start_ball(s, l, to);
}

static void start_point(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  const double d[3] = {to->d.x, to->d.y, to->d.z};
  for (int k = 0; to->place && k < l->dofs; k++)
    pawl_start_give(s, l->dof + k, d[k]);
}

static void place_own(const pawl_system *s, const pawl_link *l, const double *q, pawl_pose *own)
{
  (void)s;
  pawl_joint_way m;
  pawl_joint_motion(l->freedoms, l->def, l->backwards, q, NULL, &m);
  own->r = m.r;
  own->R = m.R;
}

/* Coordinates between the frames as they were written; without a turn of its own the body is turned as what it hangs on. */
static void start_own(pawl_system *s, const pawl_link *l, const pawl_wanted *to)
{
  pawl_vec at = s->place.body[l->body].at, r = to->b.r;
  if (!to->turn)
    r = pawl_add(r, pawl_sub(pawl_turn(&to->b.R, at), pawl_turn(&to->joint.R, at)));
  pawl_end near = {.r = to->joint.r, .R = to->joint.R}, far = {.r = r, .R = to->turn ? to->b.R : to->joint.R};
  pawl_pair x = {.worlds = (int)s->worlds, .a = l->backwards ? far : near, .b = l->backwards ? near : far};
  pawl_row row[PAWL_NAMED];
  l->freedoms->read(l->def, &x, row);
  for (int k = 0; k < l->dofs; k++)
    if (!s->start.q_given[l->dof + k] && (l->freedoms->lengths[s->worlds] >> k & 1 ? to->place : to->turn))
      s->start.q[l->dof + k] = l->backwards ? -row[k].phi : row[k].phi;
}

const pawl_start_mobility pawl_start_by_mobility[PAWL_MOBILITIES] = {
    [PAWL_TURNS] = {place_turn, start_turn},    [PAWL_SLIDES] = {place_slide, start_slide},
    [PAWL_SWIVELS] = {place_ball, start_ball},  [PAWL_FLOATS] = {place_free, start_free},
    [PAWL_DRIFTS] = {place_point, start_point}, [PAWL_CARRIED] = {place_base, NULL},
    [PAWL_MOVES] = {place_own, start_own}};
