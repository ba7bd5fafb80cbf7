/* The spatial kernel: world-aligned vectors at each link's own origin, unit quaternions in local charts,
 * 10-number rigid inertia {m, m c, I0}, 21-number articulated inertia.      theory.md, 2.3 and 3.3 */
#include "base/trig.h"
#include "base/vectors.h"
#include "system/algebra_spatial.h"
#include "system/kernel.h"

typedef struct {
  pawl_mat R;
  pawl_vec r;
} pose;

typedef struct {
  int parent, dof, dofs, quat;
  pawl_mobility mobility;
} constants;

#include "system/pass_types.h"

static void set_constants(pawl_kernel *k)
{
  k->links[0].at.R = pawl_unit_mat();
  for (int i = 0; i < k->tree->link_count; i++) {
    const pawl_link *l = k->tree->links + i;
    k->constant[i] = (constants){l->parent, l->dof, l->dofs, l->quat, l->mobility};
  }
}

/* R I R^T of a symmetric I by its columns. */
static symmetric turned(const pawl_mat *R, const double I[6])
{
  symmetric S = {I[0], I[1], I[2], I[3], I[4], I[5]};
  /* rows of R as vectors: e_i in link axes */
  pawl_mat Rt = pawl_mat_transposed(R);
  pawl_vec x = symmetric_times(&S, Rt.x), y = symmetric_times(&S, Rt.y), z = symmetric_times(&S, Rt.z);
  return (symmetric){pawl_dot(Rt.x, x), pawl_dot(Rt.y, y), pawl_dot(Rt.z, z),
                     pawl_dot(Rt.x, y), pawl_dot(Rt.x, z), pawl_dot(Rt.y, z)};
}

/* t = I w' + mc x v' + w x I w,   f = m v' - mc x w' + w x (w x mc) */
static inline void set_inertia(link *l, const pawl_link *c)
{
  pawl_vec h = pawl_turn(&l->at.R, c->first), w = l->v.w;
  l->I.I = turned(&l->at.R, c->inertia);
  l->I.M = (symmetric){c->mass, c->mass, c->mass, 0, 0, 0};
  l->I.H = (pawl_mat){{0, h.z, -h.y}, {-h.z, 0, h.x}, {h.y, -h.x, 0}};
  l->p = (force){pawl_cross(w, symmetric_times(&l->I.I, w)), pawl_cross(w, pawl_cross(w, h))};
}

/* A turn by q about the unit axis n: Rodrigues' formula, by columns. */
static pawl_mat turn_about(pawl_vec n, double q)
{
  double s, c;
  pawl_sincos(q, &s, &c);
  double d = 1 - c;
  return (pawl_mat){{c + d * n.x * n.x, d * n.x * n.y + s * n.z, d * n.x * n.z - s * n.y},
                    {d * n.x * n.y - s * n.z, c + d * n.y * n.y, d * n.y * n.z + s * n.x},
                    {d * n.x * n.z + s * n.y, d * n.y * n.z - s * n.x, c + d * n.z * n.z}};
}

/* Total angles as the planar kernel has them, for planar models that run through this one. */
static inline void turn_links(pawl_kernel *k, const double *q)
{
  for (int i = 1; i < k->tree->link_count; i++) {
    const constants *c = k->constant + i;
    k->angle[i] = k->angle[c->parent] + k->tree->links[i].angle +
                  (c->mobility == PAWL_TURNS ? q[c->dof] : 0) +
                  (c->mobility == PAWL_CARRIED ? k->carried[4 * i + 3].v : 0);
  }
}

/* What a joint does between its two frames, in world axes: to the link's place, turn and axes S. */
typedef struct {
  const constants *c;
  dof *x;
  const double *q, *v; /* of the link; v NULL: at rest */
  const pawl_quat *base;
  const pawl_link *geometry;
  pawl_vec r, turning, sliding;
  motion bias; /* what speeds of the joint alone make */
} own_motion;

/* Three dofs of turning with the body's own rates, from dof x on; returns their angular velocity. */
static pawl_vec set_swivel(link *l, const constants *c, dof *x, const double *q, const double *v,
                           const pawl_quat *base)
{
  pawl_quat Q = pawl_quat_mul(base[c->quat], pawl_quat_exp(pawl_v(q[0], q[1], q[2])));
  pawl_mat own = pawl_quat_mat(Q);
  l->at.R = pawl_mat_mul(&l->at.R, &own);
  pawl_vec zero = {0, 0, 0};
  x[0].S = (motion){l->at.R.x, zero};
  x[1].S = (motion){l->at.R.y, zero};
  x[2].S = (motion){l->at.R.z, zero};
  return v ? pawl_turn(&l->at.R, pawl_v(v[0], v[1], v[2])) : zero;
}

static motion carried_velocity(const pawl_kernel *k, int i)
{
  const pawl_jet *x = k->carried + 4 * i;
  return (motion){pawl_times(x[3].d, k->tree->links[i].axis), pawl_v(x[0].d, x[1].d, x[2].d)};
}

static void set_carried_angle(pawl_kernel *k, int i, double angle)
{
  (void)k, (void)i, (void)angle; /* total angles are counted by turn_links */
}

/* A base: r, v and c are its motion. */
static void set_carried_place(pawl_kernel *k, int i, bool moving)
{
  const pawl_jet *x = k->carried + 4 * i;
  const pawl_link *geometry = k->tree->links + i;
  link *l = k->links + i;
  motion zero = {0};
  l->r = l->at.r = pawl_add(geometry->arm, pawl_v(x[0].v, x[1].v, x[2].v));
  l->at.R = turn_about(geometry->axis, x[3].v);
  l->v = moving ? carried_velocity(k, i) : zero;
  l->c = moving ? (motion){pawl_times(x[3].dd, geometry->axis), pawl_v(x[0].dd, x[1].dd, x[2].dd)} : zero;
  set_inertia(l, geometry);
}

static void place_ball(link *l, own_motion *m)
{
  m->turning = set_swivel(l, m->c, m->x, m->q, m->v, m->base);
}

static void place_spin(link *l, own_motion *m)
{
  (void)l;
  m->x->S = (motion){{0, 0, 0}, {0, 0, 0}};
}

static void place_point(link *l, own_motion *m)
{
  const double *q = m->q, *v = m->v;
  pawl_vec zero = {0, 0, 0};
  m->r = pawl_add(m->r, pawl_turn(&l->at.R, pawl_v(q[0], q[1], q[2])));
  m->x[0].S = (motion){zero, l->at.R.x};
  m->x[1].S = (motion){zero, l->at.R.y};
  m->x[2].S = (motion){zero, l->at.R.z};
  m->sliding = v ? pawl_turn(&l->at.R, pawl_v(v[0], v[1], v[2])) : zero;
}

static void place_free(link *l, own_motion *m)
{
  place_point(l, m);
  m->turning = set_swivel(l, m->c, m->x + 3, m->q + 3, m->v ? m->v + 3 : NULL, m->base);
}

static void place_weld(link *l, own_motion *m)
{
  (void)l, (void)m;
}

/* As the joint's own table says. */
static void place_own(link *l, own_motion *m)
{
  const pawl_link *g = m->geometry;
  const pawl_mat near = l->at.R;
  pawl_joint_way own;
  pawl_joint_motion(g->freedoms, g->def, g->backwards, m->q, m->v, &own);
  m->r = pawl_add(m->r, pawl_turn(&near, own.r));
  l->at.R = pawl_mat_mul(&near, &own.R);
  for (int d = 0; d < m->c->dofs; d++) {
    motion S = {pawl_turn(&near, own.turn[d]), pawl_turn(&near, own.slide[d])};
    double speed = m->v ? m->v[d] : 0;
    m->x[d].S = S;
    m->turning = pawl_add(m->turning, pawl_times(speed, S.w));
    m->sliding = pawl_add(m->sliding, pawl_times(speed, S.v));
  }
  m->bias = (motion){pawl_turn(&near, own.turn_bias), pawl_turn(&near, own.slide_bias)};
}

/* By mobility; hinges and slides, the most of all, are in set_place itself. */
static void (*const placings[PAWL_MOBILITIES])(link *, own_motion *) = {
    [PAWL_WELDED] = place_weld, [PAWL_SWIVELS] = place_ball, [PAWL_SPINS] = place_spin,
    [PAWL_FLOATS] = place_free, [PAWL_DRIFTS] = place_point, [PAWL_MOVES] = place_own};

/* w = w_p + w_rel,  v = v_p + w_p x r + v_rel,  c = (w_p x w_rel,  w_p x (w_p x r) + 2 w_p x v_rel) */
static void set_place(pawl_kernel *k, int i, const double *q, const double *v, const pawl_quat *base)
{
  const constants *c = k->constant + i;
  const pawl_link *geometry = k->tree->links + i;
  if (c->mobility == PAWL_CARRIED) {
    set_carried_place(k, i, v != NULL);
    return;
  }
  const link *up = k->links + c->parent;
  link *l = k->links + i;
  dof *x = k->dofs + c->dof;
  pawl_vec zero = {0, 0, 0}, r = pawl_turn(&up->at.R, geometry->arm), turning = zero, sliding = zero;
  pawl_vec w = up->v.w;
  motion bias = {zero, zero};
  q += c->dof;
  v = v ? v + c->dof : NULL;
  l->at.R = pawl_mat_mul(&up->at.R, &geometry->turn);
  if (c->mobility == PAWL_TURNS) {
    pawl_vec axis = pawl_turn(&l->at.R, geometry->axis);
    pawl_mat own = turn_about(geometry->axis, q[0]);
    l->at.R = pawl_mat_mul(&l->at.R, &own);
    x->S = (motion){axis, zero};
    turning = v ? pawl_times(v[0], axis) : zero;
  } else if (c->mobility == PAWL_SLIDES) {
    pawl_vec axis = pawl_turn(&l->at.R, geometry->axis);
    r = pawl_add(r, pawl_times(q[0], axis));
    x->S = (motion){zero, axis};
    sliding = v ? pawl_times(v[0], axis) : zero;
  } else {
    own_motion m = {c, x, q, v, base, geometry, r, zero, zero, {zero, zero}};
    placings[c->mobility](l, &m);
    r = m.r;
    turning = m.turning;
    sliding = m.sliding;
    bias = m.bias;
  }
  for (int d = 0; d < c->dofs; d++)
    x[d].tau = 0;
  l->r = r;
  l->at.r = pawl_add(up->at.r, r);
  l->v = (motion){pawl_add(w, turning), pawl_add(pawl_add(up->v.v, pawl_cross(w, r)), sliding)};
  l->c = (motion){pawl_cross(w, turning),
                  pawl_add(pawl_cross(w, pawl_cross(w, r)), pawl_times(2, pawl_cross(w, sliding)))};
  if (c->mobility == PAWL_MOVES)
    l->c = motion_plus(l->c, bias);
  set_inertia(l, geometry);
}

#include "system/pass.h"

static inertia rigid_inertia(const pawl_kernel *k, int i)
{
  link l = k->links[i];
  set_inertia(&l, k->tree->links + i);
  return l.I;
}

static pawl_vec first_moment(const pawl_kernel *k, int i)
{
  return pawl_turn(&k->links[i].at.R, k->tree->links[i].first);
}

static pawl_vec origin_of(const link *l)
{
  return l->at.r;
}

static void place_end(const pawl_kernel *k, const pawl_place *place, pawl_end *out)
{
  const link *l = k->links + place->link;
  pawl_vec arm_to = pawl_turn(&l->at.R, place->at), w = l->v.w, swing = pawl_cross(w, arm_to);
  out->r = pawl_add(l->at.r, arm_to);
  out->v = pawl_add(l->v.v, swing);
  out->w = w;
  out->R = pawl_mat_mul(&l->at.R, &place->turn);
  out->angle = k->angle[place->link] + place->angle;
  out->zeta = pawl_cross(w, swing);
}

#include "system/offer.h"

const pawl_kernel_ops pawl_kernel_spatial = {.name = "spatial", .worlds = PAWL_SPATIAL, KERNEL_OFFERS};
