/* The planar kernel: world-aligned vectors at each link's own origin, one angle, 4-number rigid inertia
 * {m, m c, I0}, 6-number articulated inertia.      theory.md, 2.2 */
#include "base/trig.h"
#include "system/algebra_planar.h"
#include "system/kernel.h"

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

/* All angles first, then their sines and cosines at once: they are the dearest part of a placing. */
static inline void turn_links(pawl_kernel *k, const double *q)
{
  for (int i = 1; i < k->tree->link_count; i++) {
    const constants *c = k->constant + i;
    double angle = k->angle[c->parent] + c->angle;
    if (c->mobility == PAWL_TURNS)
      angle += q[c->dof];
    else if (c->mobility == PAWL_FLOATS)
      angle += q[c->dof + 2];
    k->angle[i] = angle;
  }
  pawl_sincos_many(k->tree->link_count - 1, k->angle + 1, k->sine + 1, k->cosine + 1);
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
  double rate = 0, sx = 0, sy = 0; /* sliding velocity */
  if (c->mobility == PAWL_TURNS) {
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
    rate = v ? v[c->dof + 2] : 0;
    x[0].S = (motion){0, ex, ey};
    x[1].S = (motion){0, -ey, ex};
    x[2].S = (motion){1, 0, 0};
    x[0].tau = x[1].tau = x[2].tau = 0;
  }
  l->r = (arm){rx, ry};
  l->at.angle = k->angle[i];
  l->at.c = k->cosine[i];
  l->at.s = k->sine[i];
  l->at.x = up->at.x + rx;
  l->at.y = up->at.y + ry;
  l->v = (motion){w + rate, up->v.x - w * ry + sx, up->v.y + w * rx + sy};
  l->c = (motion){0, -w * w * rx - 2 * w * sy, -w * w * ry + 2 * w * sx};
  set_inertia(l, c);
}

#define HAS_FAST_TURN
/* A revolute link without rows: S = (1, 0, 0), so U = (tt, tx, ty) and the first row and column vanish. What comes
 * in from the next link and goes out to the one before stays in registers: through memory it would wait. */
static inline bool eliminate_turn(link *l, dof *x, handed *h, bool taken, bool factorise)
{
  double px = l->p.x, py = l->p.y, pt = l->p.t, rx = l->r.x, ry = l->r.y;
  if (taken) {
    px += h->p.x;
    py += h->p.y;
    pt += h->p.t;
  }
  double xx = l->I.xx, xy = l->I.xy, yy = l->I.yy, D = x->D, ux = x->U.x, uy = x->U.y;
  if (factorise) {
    double tt = l->I.tt;
    ux = l->I.tx;
    uy = l->I.ty;
    if (taken) {
      tt += h->I.tt;
      ux += h->I.tx;
      uy += h->I.ty;
      xx += h->I.xx;
      xy += h->I.xy;
      yy += h->I.yy;
    }
    if (!(tt > 0))
      return false;
    x->D = D = 1 / tt;
    x->U = (force){tt, ux, uy};
  }
  double bx = ux * D, by = uy * D, u = x->tau - pt;
  if (factorise) {
    l->I.xx = xx -= bx * ux;
    l->I.xy = xy -= bx * uy;
    l->I.yy = yy -= by * uy;
    double tx = rx * xy - ry * xx, ty = rx * yy - ry * xy;
    h->I = (inertia){rx * ty - ry * tx, tx, ty, xx, xy, yy};
  }
  x->u = u;
  px += bx * u + (xx * l->c.x + xy * l->c.y);
  py += by * u + (xy * l->c.x + yy * l->c.y);
  h->p = (force){x->tau + rx * py - ry * px, px, py};
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
