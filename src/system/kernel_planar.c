/* The planar kernel: world-aligned vectors at each link's own origin, one angle, 4-number rigid inertia
 * {m, m c, I0}, 6-number articulated inertia.      theory.md, 2.2 */
#include "base/trig.h"
#include "base/vectors.h"
#include "system/algebra_planar.h"
#include "system/kernel.h"

typedef struct {
  double x, y; /* the origin; angles, their sines and cosines are in rows of their own */
} pose;

typedef struct {
  int parent, dof, dofs;
  pawl_mobility mobility;
  bool plain;            /* turns, carries no rows; its only child, if any, is the next link and plain */
  double angle;          /* from the parent's axes to the joint's first frame                    */
  double ax, ay, ux, uy; /* arm and sliding axis in the parent's axes                            */
  double m, mx, my, I;
} constants;

#include "system/pass_types.h"

static void set_constants(pawl_kernel *k)
{
  k->cosine[0] = 1;
  for (int i = 0; i < k->tree->link_count; i++) {
    const pawl_link *l = k->tree->links + i;
    pawl_vec u = pawl_turn(
        &l->turn, l->mobility == PAWL_FLOATS || l->mobility == PAWL_DRIFTS ? pawl_v(1, 0, 0) : l->axis);
    k->constant[i] = (constants){.parent = l->parent,
                                 .dof = l->dof,
                                 .dofs = l->dofs,
                                 .mobility = l->mobility,
                                 .plain = l->mobility == PAWL_TURNS && k->tree->block_count == 0 &&
                                          !(k->tree->added && k->tree->added[l->dof] != 0),
                                 .angle = l->angle,
                                 .ax = l->arm.x,
                                 .ay = l->arm.y,
                                 .ux = u.x,
                                 .uy = u.y,
                                 .m = l->mass,
                                 .mx = l->first.x,
                                 .my = l->first.y,
                                 .I = l->inertia[2]};
    for (int d = l->dof; d < l->dof + l->dofs; d++)
      k->dofs[d].S = (motion){l->mobility != PAWL_SPINS, 0, 0}; /* of turning dofs, for good */
  }
  for (int i = k->tree->link_count - 1; i > 1; i--)
    if (!k->constant[i].plain || k->constant[i].parent != i - 1)
      k->constant[k->constant[i].parent].plain = false;
}

/* Inertia and centrifugal force of a link that is placed. */
PAWL_INTO void set_inertia(const pawl_kernel *k, int i, link *l)
{
  const constants *c = k->constant + i;
  double cosine = k->cosine[i], sine = k->sine[i], ww = l->v.w * l->v.w;
  double mx = cosine * c->mx - sine * c->my, my = sine * c->mx + cosine * c->my;
  l->I = (inertia){c->I, -my, mx, c->m, 0, c->m};
  l->p = (force){0, -ww * mx, -ww * my};
}

/* All angles first, then their sines and cosines at once: they are the dearest part of a placing. */
PAWL_INTO void turn_links(pawl_kernel *k, const double *q)
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
  /* up to a multiple of four: the rows have room, and a vector costs as much as a single one */
  pawl_sincos_many((k->tree->link_count + 2) & ~3, k->angle + 1, k->sine + 1, k->cosine + 1);
}

/* A hinge alone: r = R_p arm,  c = -w_p² r; of the inertia only what turns with the link is written. */
PAWL_INTO void set_turn(pawl_kernel *k, int i, double rate)
{
  const constants *c = k->constant + i;
  const link *up = k->links + c->parent;
  link *l = k->links + i;
  double pc = k->cosine[c->parent], ps = k->sine[c->parent], cosine = k->cosine[i], sine = k->sine[i];
  double rx = pc * c->ax - ps * c->ay, ry = ps * c->ax + pc * c->ay, w = up->v.w, ww = -w * w, own = w + rate;
  double mx = cosine * c->mx - sine * c->my, my = sine * c->mx + cosine * c->my, oo = -own * own;
  l->r = (arm){rx, ry};
  l->at = (pose){up->at.x + rx, up->at.y + ry};
  l->v = (motion){own, up->v.x - w * ry, up->v.y + w * rx};
  l->c = (motion){0, ww * rx, ww * ry};
  l->I.tx = -my;
  l->I.ty = mx;
  l->p = (force){0, oo * mx, oo * my};
  k->dofs[c->dof].tau = 0;
}

static motion carried_velocity(const pawl_kernel *k, int i)
{
  const pawl_jet *x = k->carried + 4 * i;
  return (motion){x[3].d, x[0].d, x[1].d};
}

/* The turn of a base is what its first frame has against the ground. */
static void set_carried_angle(pawl_kernel *k, int i, double angle)
{
  k->constant[i].angle = angle;
}

/* A base: r, v and c are its motion. */
static void set_carried_place(pawl_kernel *k, int i, bool moving)
{
  const pawl_jet *x = k->carried + 4 * i;
  link *l = k->links + i;
  motion zero = {0};
  l->r = (arm){k->constant[i].ax + x[0].v, k->constant[i].ay + x[1].v};
  l->at = (pose){l->r.x, l->r.y};
  l->v = moving ? carried_velocity(k, i) : zero;
  l->c = moving ? (motion){x[3].dd, x[0].dd, x[1].dd} : zero;
  set_inertia(k, i, l);
}

/* r = R_p (arm + u q + v q2),  c = -w_p² r + 2 w_p x (sliding velocity) */
PAWL_INTO void set_place(pawl_kernel *k, int i, const double *q, const double *v, const pawl_quat *base)
{
  (void)base;
  const constants *c = k->constant + i;
  if (c->plain) {
    set_turn(k, i, v ? v[c->dof] : 0);
    return;
  }
  if (c->mobility == PAWL_CARRIED) {
    set_carried_place(k, i, v != NULL);
    return;
  }
  const link *up = k->links + c->parent;
  link *l = k->links + i;
  dof *x = k->dofs + c->dof;
  const double pc = k->cosine[c->parent], ps = k->sine[c->parent], w = up->v.w;
  double rx = pc * c->ax - ps * c->ay, ry = ps * c->ax + pc * c->ay;
  double rate = 0, sx = 0, sy = 0; /* sliding velocity */
  if (c->mobility == PAWL_TURNS)
    rate = v ? v[c->dof] : 0;
  else if (c->mobility == PAWL_SLIDES) {
    double ex = pc * c->ux - ps * c->uy, ey = ps * c->ux + pc * c->uy, speed = v ? v[c->dof] : 0;
    rx += ex * q[c->dof];
    ry += ey * q[c->dof];
    sx = ex * speed;
    sy = ey * speed;
    x->S = (motion){0, ex, ey};
  } else if (c->mobility == PAWL_FLOATS || c->mobility == PAWL_DRIFTS) {
    double ex = pc * c->ux - ps * c->uy, ey = ps * c->ux + pc * c->uy;
    double v0 = v ? v[c->dof] : 0, v1 = v ? v[c->dof + 1] : 0;
    rx += ex * q[c->dof] - ey * q[c->dof + 1];
    ry += ey * q[c->dof] + ex * q[c->dof + 1];
    sx = ex * v0 - ey * v1;
    sy = ey * v0 + ex * v1;
    rate = v && c->mobility == PAWL_FLOATS ? v[c->dof + 2] : 0;
    x[0].S = (motion){0, ex, ey};
    x[1].S = (motion){0, -ey, ex};
  }
  for (int d = 0; d < c->dofs; d++)
    x[d].tau = 0;
  l->r = (arm){rx, ry};
  l->at = (pose){up->at.x + rx, up->at.y + ry};
  l->v = (motion){w + rate, up->v.x - w * ry + sx, up->v.y + w * rx + sy};
  l->c = (motion){0, -w * w * rx - 2 * w * sy, -w * w * ry + 2 * w * sx};
  set_inertia(k, i, l);
}

#define HAS_FAST_TURN
/* A plain link: S = (1, 0, 0), so U = (tt, tx, ty) and the first row and column of I - U U^T/tt vanish. What comes in
 * from the next link and goes out to the one before stays in registers, and formulas are arranged so that little
 * waits for the division: with n square to r, the next tt is n·M n - (n·U)²/tt. The dof keeps U/tt, n·U/tt in the
 * place of U, and (tau - S·p)/tt in that of u.      theory.md, 2.2 */
PAWL_INTO bool eliminate_turn(const constants *c, link *l, dof *x, handed *h, bool taken, bool factorise)
{
  double px = l->p.x, py = l->p.y, pt = l->p.t, rx = l->r.x, ry = l->r.y;
  if (taken) {
    px += h->p.x;
    py += h->p.y;
    pt += h->p.t;
  }
  if (factorise) {
    double tt = c->I, xx = c->m, xy = 0, yy = c->m, ux = l->I.tx, uy = l->I.ty;
    if (taken) {
      tt += h->I.tt;
      ux += h->I.tx;
      uy += h->I.ty;
      xx += h->I.xx;
      xy = h->I.xy;
      yy += h->I.yy;
    }
    if (!(tt > 0))
      return false;
    double D = 1 / tt, bx = ux * D, by = uy * D;
    double nx = rx * xy - ry * xx, ny = rx * yy - ry * xy, nu = rx * uy - ry * ux, bn = nu * D;
    x->D = D;
    x->U = (force){bn, bx, by};
    h->I.tt = (rx * ny - ry * nx) - bn * nu;
    h->I.tx = nx - bn * ux;
    h->I.ty = ny - bn * uy;
    l->I.xx = h->I.xx = xx - bx * ux;
    l->I.xy = h->I.xy = xy - bx * uy;
    l->I.yy = h->I.yy = yy - by * uy;
  }
  double u = x->tau - pt;
  x->u = x->D * u;
  px += x->U.x * u + (l->I.xx * l->c.x + l->I.xy * l->c.y);
  py += x->U.y * u + (l->I.xy * l->c.x + l->I.yy * l->c.y);
  h->p = (force){x->tau + rx * py - ry * px, px, py};
  return true;
}

/* Outwards through a plain link: w = (u - U·a)/tt, because S·U = tt; returns q''. */
PAWL_INTO double reach_turn(const link *up, link *l, const dof *x)
{
  double w = up->a.w, ax = up->a.x + l->c.x, ay = up->a.y + l->c.y;
  double own = (x->u - (x->U.x * ax + x->U.y * ay)) - w * x->U.t;
  l->a = (motion){own, ax - w * l->r.y, ay + w * l->r.x};
  return own - w;
}

#include "system/pass.h"

static inertia rigid_inertia(const pawl_kernel *k, int i)
{
  link l = k->links[i];
  set_inertia(k, i, &l);
  return l.I;
}

static pawl_vec first_moment(const pawl_kernel *k, int i)
{
  const constants *c = k->constant + i;
  double cosine = k->cosine[i], sine = k->sine[i];
  return pawl_v(cosine * c->mx - sine * c->my, sine * c->mx + cosine * c->my, 0);
}

static pawl_vec origin_of(const link *l)
{
  return pawl_v(l->at.x, l->at.y, 0);
}

static void place_end(const pawl_kernel *k, const pawl_place *place, pawl_end *out)
{
  const link *l = k->links + place->link;
  double c = k->cosine[place->link], s = k->sine[place->link], w = l->v.w;
  double x = c * place->at.x - s * place->at.y, y = s * place->at.x + c * place->at.y;
  double fc = c * place->turn.x.x - s * place->turn.x.y, fs = s * place->turn.x.x + c * place->turn.x.y;
  out->r = pawl_v(l->at.x + x, l->at.y + y, 0);
  out->v = pawl_v(l->v.x - w * y, l->v.y + w * x, 0);
  out->w = pawl_v(0, 0, w);
  out->R = (pawl_mat){{fc, fs, 0}, {-fs, fc, 0}, {0, 0, 1}};
  out->angle = k->angle[place->link] + place->angle;
  out->zeta = pawl_v(-w * w * x, -w * w * y, 0);
}

#include "system/offer.h"

const pawl_kernel_ops pawl_kernel_planar = {.name = "planar", .worlds = PAWL_PLANAR, KERNEL_OFFERS};
