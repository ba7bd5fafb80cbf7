/* Touches where D vanishes, or all but: flat spots (x^4 on a line), two flat spots on each other. Newton's
 * slope vanishes with D, so signs decide. Along the curve of one side, x being its point and m the outward
 * normal of the other side at the foot of x,
 *
 *     G = t·m = d gap/d arc,        dG/d arc = D/(1 + gap k),    k of the other side,
 *
 * rises through zero at every local minimum, however flat. It is followed to both sides of the start, over
 * smooth joints, until it is out of the noise; the zero lies between. */
#include "geometry/walk.h"

#define NOISE 1e-14 /* of G */
#define FOLD 1e-8   /* of G: where it turns back by more, there is no way to go on */

/* A place on one side. */
typedef struct {
  int at;
  double s;
  pawl_station x;
} place;

typedef struct {
  const pawl_walk *walk;
  bool held;  /* features are not left */
  int lead;   /* side whose curve is followed */
  place on;   /* there */
  place foot; /* on the other side: x.n is m */
  double G, D;
} spot;

static const pawl_stretch *stretch_of(const pawl_walk *walk, int side, const place *p)
{
  return &walk->profile[side]->stretch[p->at];
}

static void evaluate(const pawl_walk *walk, int side, place *p)
{
  pawl_stretch_placed(stretch_of(walk, side, p), side ? walk->place : NULL, p->s, &p->x);
}

/* Onto the neighbour where a smooth joint was passed. */
static void pass_joint(const pawl_walk *walk, bool held, int side, place *p)
{
  for (int i = 0; i < 4; i++) {
    const pawl_stretch *w = stretch_of(walk, side, p);
    int end = p->s > w->mid, next = w->next[end];
    double beyond = end ? p->s - w->s1 : w->s0 - p->s;
    if (beyond <= 0 || next < 0)
      return;
    const pawl_stretch *to = &walk->profile[side]->stretch[next];
    if (to->form == PAWL_BY_POINT || (held && to->feature != w->feature))
      return;
    beyond *= w->end[end].speed / to->end[1 - end].speed;
    p->at = next;
    p->s = end ? to->s0 + beyond : to->s1 - beyond;
  }
}

/* ---- the foot of a point on the other side ---- */

static bool foot_on_curve(const pawl_walk *walk, bool held, int side, pawl_xy x, place *p)
{
  for (int i = 0; i < 20; i++) {
    evaluate(walk, side, p);
    pawl_xy r = xy_sub(p->x.x, x);
    double slope = 1 - p->x.k * xy_dot(r, p->x.n), arc = -xy_dot(r, p->x.t) / slope;
    if (!(slope > 1e-6))
      return false;
    const pawl_stretch *w = stretch_of(walk, side, p);
    double ds = arc / p->x.speed, most = 0.5 * (w->s1 - w->s0);
    p->s += greater(-most, lesser(most, ds));
    pass_joint(walk, held, side, p);
    if (fabs(arc) <= 1e-9 * walk->size) { /* Newton's next step would be its square */
      evaluate(walk, side, p);
      return true;
    }
  }
  return false;
}

static void foot_on_straight(const pawl_walk *walk, int side, pawl_xy x, place *p)
{
  const pawl_stretch *line = stretch_of(walk, side, p);
  p->s = line->s0;
  evaluate(walk, side, p);
  p->x.x = xy_along(x, -xy_dot(xy_sub(x, p->x.x), p->x.n), p->x.n);
}

static bool foot_on_round(const pawl_walk *walk, int side, pawl_xy x, place *p)
{
  const pawl_stretch *w = stretch_of(walk, side, p);
  pawl_xy c = side ? pawl_place_point(walk->place, w->centre) : w->centre, q = xy_sub(x, c);
  double far = xy_norm(q), way = w->radius < 0 ? -1 : 1;
  if (!(far > 1e-12 * walk->size))
    return false;
  p->x.n = xy_times(way / far, q);
  p->x.x = xy_along(c, w->radius, p->x.n);
  p->x.k = w->k;
  return true;
}

static bool see(spot *o)
{
  const pawl_walk *walk = o->walk;
  int other = 1 - o->lead;
  pass_joint(walk, o->held, o->lead, &o->on);
  evaluate(walk, o->lead, &o->on);
  pawl_shape shape = stretch_of(walk, other, &o->foot)->shape;
  bool good = true;
  if (shape == PAWL_CURVED)
    good = foot_on_curve(walk, o->held, other, o->on.x.x, &o->foot);
  else if (shape == PAWL_STRAIGHT)
    foot_on_straight(walk, other, o->on.x.x, &o->foot);
  else
    good = foot_on_round(walk, other, o->on.x.x, &o->foot);
  pawl_station *x = &o->on.x, *y = &o->foot.x;
  double gap = xy_dot(xy_sub(x->x, y->x), y->n);
  o->G = xy_dot(x->t, y->n);
  o->D = isinf(y->k) ? 1 + gap * x->k : x->k + y->k + gap * x->k * y->k;
  return good && xy_dot(x->n, y->n) < -0.5 && isfinite(o->G);
}

/* ---- the zero ---- */

/* From a place where way G is not above the noise to one where it is; false: there is none without a fold
 * before it. */
static bool go_out(const spot *start, double way, spot *end)
{
  double length = start->walk->profile[start->lead]->length, best = way * start->G, step = 1e-8 * length;
  *end = *start;
  for (int i = 0; i < 60 && way * end->G <= NOISE; i++) {
    spot last = *end;
    end->on.s += way * step / end->on.x.speed;
    if (step < 0.25 * length && see(end)) {
      if (way * end->G < best - FOLD)
        return false;
      best = greater(best, way * end->G);
      step *= 2;
    } else { /* too far */
      *end = last;
      step *= 0.2;
    }
  }
  return way * end->G > NOISE;
}

/* Between two spots: in the middle, or at the end of the stretch of the first one. */
static bool see_between(const spot *lo, const spot *hi, double part, spot *x)
{
  *x = *lo;
  if (lo->on.at == hi->on.at && lo->on.s <= hi->on.s)
    x->on.s += part * (hi->on.s - lo->on.s);
  else {
    const pawl_stretch *w = stretch_of(lo->walk, lo->lead, &lo->on);
    if (lo->on.s >= w->s1) {
      x->on.at = w->next[1];
      x->on.s = lo->walk->profile[lo->lead]->stretch[x->on.at].s0;
    } else
      x->on.s = w->s1;
  }
  return see(x);
}

/* G is negative at one spot, positive at the other. */
static bool narrow(spot lo, spot hi, spot *root)
{
  for (int i = 0; i < 150; i++) {
    double part = i % 3 ? lo.G / (lo.G - hi.G) : 0.5;
    if (!see_between(&lo, &hi, part, root))
      return false;
    bool same = root->on.at == lo.on.at && root->on.at == hi.on.at;
    if (fabs(root->G) <= 1e-16 || (same && (root->on.s <= lo.on.s || root->on.s >= hi.on.s)))
      return true;
    *(root->G < 0 ? &lo : &hi) = *root;
  }
  return true;
}

static void fill(const spot *o, pawl_walk *walk, pawl_touch *touch)
{
  int c = o->lead, f = 1 - c;
  const pawl_stretch *w = stretch_of(walk, f, &o->foot);
  walk->at[c] = o->on.at;
  walk->at[f] = o->foot.at;
  touch->s[c] = o->on.s;
  touch->x[c] = o->on.x.x;
  touch->x[f] = o->foot.x.x;
  touch->k[c] = o->on.x.k;
  touch->k[f] = o->foot.x.k;
  touch->n = c ? o->foot.x.n : xy_back(o->foot.x.n);
  touch->gap = xy_dot(xy_sub(touch->x[c], touch->x[f]), o->foot.x.n);
  touch->D = greater(o->D, 1e-300);
  if (w->shape == PAWL_CURVED) {
    touch->s[f] = o->foot.s;
    return;
  }
  pawl_xy x = touch->x[f], m = o->foot.x.n;
  if (f) {
    const pawl_placing *p = walk->place;
    pawl_xy d = xy_sub(x, p->r);
    x = (pawl_xy){p->c * d.x + p->s * d.y, p->c * d.y - p->s * d.x};
    m = (pawl_xy){p->c * m.x + p->s * m.y, p->c * m.y - p->s * m.x};
  }
  touch->s[f] = w->shape == PAWL_STRAIGHT ? pawl_stretch_s_of_point(w, x) : pawl_stretch_s_of_normal(w, m);
}

/* The flatter one of two curves takes the feet; else the curve leads. */
static int leader(const pawl_walk *walk, const pawl_touch *touch)
{
  const pawl_stretch *a = pawl_walk_stretch(walk, 0), *b = pawl_walk_stretch(walk, 1);
  if (a->shape != PAWL_CURVED || b->shape != PAWL_CURVED)
    return a->shape == PAWL_CURVED ? 0 : 1;
  pawl_station x, y;
  pawl_stretch_at(a, touch->s[0], &x);
  pawl_stretch_at(b, touch->s[1], &y);
  return fabs(x.k) >= fabs(y.k) ? 0 : 1;
}

bool pawl_walk_flat(pawl_walk *walk, bool held, pawl_touch *touch)
{
  if (pawl_walk_stretch(walk, 0)->shape != PAWL_CURVED && pawl_walk_stretch(walk, 1)->shape != PAWL_CURVED)
    return false;
  int c = leader(walk, touch);
  spot start = {.walk = walk,
                .held = held,
                .lead = c,
                .on = {walk->at[c], touch->s[c], {{0}}},
                .foot = {walk->at[1 - c], touch->s[1 - c], {{0}}}};
  spot lo, hi, root = start;
  if (!see(&start) || !go_out(&start, -1, &lo) || !go_out(&start, 1, &hi))
    return false;
  if (fabs(start.G) <= NOISE) /* it stays where it was */
    root = start;
  else if (!narrow(lo, hi, &root))
    return false;
  fill(&root, walk, touch);
  return true;
}
