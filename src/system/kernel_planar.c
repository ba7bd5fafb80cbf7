/* The planar kernel: world-aligned vectors at each link's own origin, one angle, 4-number rigid inertia
 * {m, m c, I0}, 6-number articulated inertia.      theory.md, 2.2 */
#include "system/kernel.h"

#include "base/trig.h"
#include "system/algebra_planar.h"

typedef struct {
  double angle, c, s, x, y;
} pose;

typedef struct {
  int parent, dof, dofs;
  pawl_mobility mobility;
  double angle;          /* from the parent's axes to the joint's first frame */
  double ax, ay, ux, uy; /* arm and sliding axis in the parent's axes         */
  double vx, vy;         /* second axis of a floating link                    */
  double m, mx, my, I;
} constants;

#include "system/pass_types.h"

static void set_constants(pawl_kernel *k)
{
  k->links[0].at.c = 1;
  for (int i = 0; i < k->tree->link_count; i++) {
    const pawl_link *l = k->tree->links + i;
    pawl_vec u = pawl_turn(&l->turn, l->mobility == PAWL_FLOATS ? pawl_v(1, 0, 0) : l->axis);
    k->constant[i] = (constants){.parent = l->parent,
                                 .dof = l->dof,
                                 .dofs = l->dofs,
                                 .mobility = l->mobility,
                                 .angle = l->angle,
                                 .ax = l->arm.x,
                                 .ay = l->arm.y,
                                 .ux = u.x,
                                 .uy = u.y,
                                 .vx = -u.y,
                                 .vy = u.x,
                                 .m = l->mass,
                                 .mx = l->first.x,
                                 .my = l->first.y,
                                 .I = l->inertia[2]};
  }
}

/* Inertia and centrifugal force of a link that is placed. */
static inline void set_inertia(link *l, const constants *c)
{
  double mx = l->at.c * c->mx - l->at.s * c->my, my = l->at.s * c->mx + l->at.c * c->my;
  double ww = l->v.w * l->v.w;
  l->I = (inertia){c->I, -my, mx, c->m, 0, c->m};
  l->p = (force){0, -ww * mx, -ww * my};
}

/* r = R_p (arm + u q + v q2),  c = -w_p² r + 2 w_p x (sliding velocity) */
static inline void set_place(pawl_kernel *k, int i, const double *q, const double *v, const pawl_quat *base)
{
  (void)base;
  const constants *c = k->constant + i;
  const link *up = k->links + c->parent;
  link *l = k->links + i;
  dof *x = k->dofs + c->dof;
  const double pc = up->at.c, ps = up->at.s, w = up->v.w;
  double rx = pc * c->ax - ps * c->ay, ry = ps * c->ax + pc * c->ay;
  double angle = up->at.angle + c->angle, rate = 0, sx = 0, sy = 0; /* sliding velocity */
  if (c->mobility == PAWL_TURNS) {
    angle += q[c->dof];
    rate = v ? v[c->dof] : 0;
    x->S = (motion){1, 0, 0};
    x->tau = 0;
  } else if (c->mobility == PAWL_SLIDES) {
    double ex = pc * c->ux - ps * c->uy, ey = ps * c->ux + pc * c->uy, speed = v ? v[c->dof] : 0;
    rx += ex * q[c->dof];
    ry += ey * q[c->dof];
    sx = ex * speed;
    sy = ey * speed;
    x->S = (motion){0, ex, ey};
    x->tau = 0;
  } else if (c->mobility == PAWL_FLOATS) {
    double ex = pc * c->ux - ps * c->uy, ey = ps * c->ux + pc * c->uy;
    double v0 = v ? v[c->dof] : 0, v1 = v ? v[c->dof + 1] : 0;
    rx += ex * q[c->dof] - ey * q[c->dof + 1];
    ry += ey * q[c->dof] + ex * q[c->dof + 1];
    sx = ex * v0 - ey * v1;
    sy = ey * v0 + ex * v1;
    angle += q[c->dof + 2];
    rate = v ? v[c->dof + 2] : 0;
    x[0].S = (motion){0, ex, ey};
    x[1].S = (motion){0, -ey, ex};
    x[2].S = (motion){1, 0, 0};
    x[0].tau = x[1].tau = x[2].tau = 0;
  }
  l->r = (arm){rx, ry};
  l->at.angle = angle;
  l->at.x = up->at.x + rx;
  l->at.y = up->at.y + ry;
  l->v = (motion){w + rate, up->v.x - w * ry + sx, up->v.y + w * rx + sy};
  l->c = (motion){0, -w * w * rx - 2 * w * sy, -w * w * ry + 2 * w * sx};
  pawl_sincos(angle, &l->at.s, &l->at.c);
  set_inertia(l, c);
}

#define HAS_FAST_TURN
/* A revolute link without rows: S = (1, 0, 0), so U = (tt, tx, ty) and the first row and column vanish. */
static inline bool eliminate_turn(link *l, dof *x, link *up, bool factorise)
{
  inertia *I = &l->I;
  if (factorise) {
    if (!(I->tt > 0))
      return false;
    x->D = 1 / I->tt;
    x->U = (force){I->tt, I->tx, I->ty};
  }
  x->u = x->tau - l->p.t;
  double bx = x->U.x * x->D, by = x->U.y * x->D, rx = l->r.x, ry = l->r.y;
  double xx = I->xx, xy = I->xy, yy = I->yy;
  if (factorise) {
    I->xx = xx -= bx * x->U.x;
    I->xy = xy -= bx * x->U.y;
    I->yy = yy -= by * x->U.y;
    double tx = -ry * xx + rx * xy, ty = -ry * xy + rx * yy;
    up->I.tt += -ry * tx + rx * ty;
    up->I.tx += tx;
    up->I.ty += ty;
    up->I.xx += xx;
    up->I.xy += xy;
    up->I.yy += yy;
  }
  double px = l->p.x + bx * x->u + xx * l->c.x + xy * l->c.y;
  double py = l->p.y + by * x->u + xy * l->c.x + yy * l->c.y;
  up->p.t += x->tau + rx * py - ry * px;
  up->p.x += px;
  up->p.y += py;
  return true;
}

#include "system/pass.h"

static inertia rigid_inertia(const pawl_kernel *k, int i)
{
  link l = k->links[i];
  set_inertia(&l, k->constant + i);
  return l.I;
}

static pawl_vec first_moment(const pawl_kernel *k, int i)
{
  const constants *c = k->constant + i;
  const pose *at = &k->links[i].at;
  return pawl_v(at->c * c->mx - at->s * c->my, at->s * c->mx + at->c * c->my, 0);
}

static pawl_vec origin_of(const link *l)
{
  return pawl_v(l->at.x, l->at.y, 0);
}

static void place_end(const pawl_kernel *k, const pawl_place *place, pawl_end *out)
{
  const link *l = k->links + place->link;
  double c = l->at.c, s = l->at.s, w = l->v.w;
  double x = c * place->at.x - s * place->at.y, y = s * place->at.x + c * place->at.y;
  double fc = c * place->turn.x.x - s * place->turn.x.y, fs = s * place->turn.x.x + c * place->turn.x.y;
  out->r = pawl_v(l->at.x + x, l->at.y + y, 0);
  out->v = pawl_v(l->v.x - w * y, l->v.y + w * x, 0);
  out->w = pawl_v(0, 0, w);
  out->R = (pawl_mat){{fc, fs, 0}, {-fs, fc, 0}, {0, 0, 1}};
  out->angle = l->at.angle + place->angle;
  out->zeta = pawl_v(-w * w * x, -w * w * y, 0);
}

#include "system/offer.h"

const pawl_kernel_ops pawl_kernel_planar = {.name = "planar",
                                            .worlds = PAWL_PLANAR,
                                            .open = open_kernel,
                                            .place = place,
                                            .end = place_end,
                                            .acceleration = place_acceleration,
                                            .load = add_load,
                                            .effort = add_effort,
                                            .row = set_row,
                                            .solve = solve,
                                            .solve_plain = solve_plain,
                                            .rates = row_rates,
                                            .size_of_block = size_of_block,
                                            .smallest_pivot = smallest_pivot,
                                            .energy = energy,
                                            .dropped_rows = dropped_rows,
                                            .hold = set_hold,
                                            .keep = set_keep,
                                            .transmitted = transmitted};
