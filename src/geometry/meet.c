/* Touches of two stretches by their shapes. n is the outward normal of the first, r = x2 - x1, the gap g =
 * r·n:
 *
 *   round and round        n = ± d/|d|, d from centre to centre, g = d·n - ρ1 - ρ2, D = k1 k2 d·n
 *   round and straight     n is the line's; the foot of the centre on the line
 *   round and curved       one equation, q·d = 0, q from the centre to the curve; slope v² + b (d x q)/v²
 *   straight and curved    one equation, n·d = 0, n the line's; slope b (d x n)/v²
 *   curved and curved      two, F = (d1 x d2, r·d2) = 0: n1·t2 = 0 and r·t2 = 0; by ds1/v1² and ds2/v2²
 *
 *        J = [ -b1 d1·d2      b2 d1·d2          ]
 *            [ -v1² d1·d2     v2⁴ + b2 (d2 x r) ]       det J ~ D = k1 + k2 + g k1 k2,
 *
 *     which is regular at g = 0, where the equations r·t1 = r·t2 = 0 are not.
 *
 * d = c', v² = d·d, b = c' x c'', so that b/v² across d is what c'' has across it: how fast the parameters
 * run does not matter, and yet divisions and roots, for unit vectors and curvatures, are left to the end. */
#include "geometry/meet.h"

#define ITERATIONS 8

static const pawl_placing *placing_of(const pawl_pair *pair, int side)
{
  return side ? pair->place : NULL;
}

static pawl_xy centre_of(const pawl_pair *pair, int side)
{
  return side ? pawl_place_point(pair->place, pair->w[1]->centre) : pair->w[0]->centre;
}

/* A direction of the first frame, in the frame of the stretch. */
static pawl_xy turned_back(const pawl_pair *pair, int side, pawl_xy d)
{
  const pawl_placing *p = pair->place;
  return side ? (pawl_xy){p->c * d.x + p->s * d.y, p->c * d.y - p->s * d.x} : d;
}

static pawl_xy brought_back(const pawl_pair *pair, int side, pawl_xy x)
{
  return side ? turned_back(pair, 1, xy_sub(x, pair->place->r)) : x;
}

/* The factor of D that stands for the curvature of a round stretch. */
static double bent(const pawl_stretch *w)
{
  return w->form == PAWL_BY_POINT ? 1 : w->k;
}

/* The point of a round stretch whose normal is n, and its parameter. */
static void put_round(const pawl_pair *pair, int side, pawl_xy centre, pawl_xy n, pawl_touch *touch)
{
  const pawl_stretch *w = pair->w[side];
  touch->x[side] = xy_along(centre, w->radius, n);
  touch->k[side] = w->k;
  touch->s[side] = pawl_stretch_s_of_normal(w, turned_back(pair, side, n));
}

static bool round_round(const pawl_pair *pair, pawl_touch *touch)
{
  const pawl_stretch *a = pair->w[0], *b = pair->w[1];
  pawl_xy c1 = centre_of(pair, 0), c2 = centre_of(pair, 1), d = xy_sub(c2, c1);
  double e = xy_norm(d);
  bool points = a->form == PAWL_BY_POINT && b->form == PAWL_BY_POINT;
  if (e > 1e-15 * pair->size) {
    /* Two points overlap when they have passed each other: the normal stays, the gap becomes negative. */
    double way = points ? xy_dot(d, touch->n) : bent(a) * bent(b);
    touch->n = xy_times(way < 0 ? -1 / e : 1 / e, d);
  } else if (!points)
    return false;
  put_round(pair, 0, c1, touch->n, touch);
  put_round(pair, 1, c2, xy_back(touch->n), touch);
  touch->gap = xy_dot(d, touch->n) - a->radius - b->radius;
  touch->D = points ? 1 : bent(a) * bent(b) * xy_dot(d, touch->n);
  return true;
}

static void round_straight(const pawl_pair *pair, int round, pawl_touch *touch)
{
  const pawl_stretch *line = pair->w[1 - round];
  pawl_station at;
  pawl_stretch_placed(line, placing_of(pair, 1 - round), line->s0, &at);
  pawl_xy c = centre_of(pair, round), q = xy_sub(c, at.x);
  double high = xy_dot(q, at.n);
  touch->x[1 - round] = xy_along(c, -high, at.n);
  touch->s[1 - round] = pawl_stretch_s_of_point(line, brought_back(pair, 1 - round, touch->x[1 - round]));
  touch->k[1 - round] = 0;
  touch->n = round ? at.n : xy_back(at.n);
  put_round(pair, round, c, xy_back(at.n), touch);
  touch->gap = high - pair->w[round]->radius;
  touch->D = bent(pair->w[round]);
}

void pawl_meet_end(const pawl_pair *pair, int e, int j, pawl_touch *touch)
{
  const pawl_stretch *w = pair->w[e];
  pawl_stretch point = {.form = PAWL_BY_POINT, .shape = PAWL_ROUND, .k = INFINITY, .centre = w->end[j].x};
  point.s0 = j ? w->s1 : w->s0;
  pawl_pair other = *pair;
  other.w[e] = &point;
  round_straight(&other, e, touch);
}

typedef struct {
  pawl_xy x, d;
  double v2, b;
} place;

/* Newton's iteration on one curve: where it is, where it was, and the step between. */
typedef struct {
  const pawl_stretch *w;
  const pawl_placing *place;
  double s, ds;
  int now; /* which of the two is where it is */
  place at[2];
} runner;

static inline const place *look(runner *r)
{
  place *at = &r->at[r->now ^= 1];
  pawl_course c;
  pawl_stretch_course(r->w, r->s, &c);
  at->v2 = xy_dot(c.d, c.d);
  at->b = xy_cross(c.d, c.e);
  at->x = r->place ? pawl_place_point(r->place, c.x) : c.x;
  at->d = r->place ? pawl_place_direction(r->place, c.d) : c.d;
  return at;
}

/* Cut to half a stretch. */
static inline void step(runner *r, double ds)
{
  double most = 0.5 * (r->w->s1 - r->w->s0);
  r->s += greater(-most, lesser(most, ds));
  r->ds = ds;
}

/* Whether a step is the last. Steps become squares of each other: after one of 1e-8, counted in the size and
 * in the radius of curvature, the rest is 1e-16. The curvature then needs a step before. Or steps have
 * stopped becoming smaller. */
static inline bool is_last(const runner *r, double ds, double size)
{
  const place *at = &r->at[r->now];
  double v2 = at->v2, arc2 = ds * ds * v2, size2 = size * size;
  if (fabs(at->b * ds) <= 1e-8 * v2 && arc2 <= (r->ds != 0 ? 1e-16 : 1e-26) * size2)
    return true;
  return arc2 <= 1e-18 * size2 && r->ds != 0 && ds * ds >= 0.0625 * r->ds * r->ds;
}

static inline double curvature(const place *at)
{
  return at->b / (at->v2 * sqrt(at->v2));
}

/* The station that a last step by a tiny ds leads to, without evaluating the curve again. Its curvature
 * changes as it did in the step before. */
static void settle(runner *r, double ds, pawl_station *at)
{
  const place *here = &r->at[r->now];
  double side = r->w->side, v = sqrt(here->v2), arc = ds * v, k = side * curvature(here);
  double rate = r->ds != 0 ? (k - side * curvature(&r->at[1 - r->now])) / r->ds : 0;
  pawl_xy t = xy_times(1 / v, here->d), n = xy_times(side, xy_right(t));
  double turn = k * arc;
  at->x = xy_along(xy_along(here->x, arc, t), -0.5 * turn * arc, n);
  at->t = xy_along(xy_along(t, -turn, n), -0.5 * turn * turn, t);
  at->n = xy_along(xy_along(n, turn, t), -0.5 * turn * turn, n);
  at->k = k + rate * ds;
  at->speed = v;
  r->s += ds;
}

static void put_curved(int side, const runner *r, const pawl_station *at, pawl_touch *touch)
{
  touch->s[side] = r->s;
  touch->x[side] = at->x;
  touch->k[side] = at->k;
}

/* What is not set is not read before it is looked at; to clear it would take as long as looking. */
static inline void start(const pawl_pair *pair, int side, const pawl_touch *touch, runner *r)
{
  r->w = pair->w[side];
  r->place = placing_of(pair, side);
  r->s = touch->s[side];
  r->ds = 0;
  r->now = 0;
}

static bool round_curved(const pawl_pair *pair, int round, pawl_touch *touch)
{
  int curved = 1 - round;
  pawl_xy c = centre_of(pair, round), q;
  runner r;
  pawl_station at;
  bool done = false;
  double ds = 0;
  start(pair, curved, touch, &r);
  for (int i = 0; i < ITERATIONS && !done; i++) {
    if (i)
      step(&r, ds);
    const place *on = look(&r);
    q = xy_sub(on->x, c);
    ds = -xy_dot(q, on->d) * on->v2 / (on->v2 * on->v2 + on->b * xy_cross(on->d, q));
    if (!isfinite(ds))
      return false;
    done = is_last(&r, ds, pair->size);
  }
  settle(&r, done ? ds : 0, &at);
  put_curved(curved, &r, &at, touch);
  q = xy_sub(at.x, c);
  touch->n = curved ? xy_back(at.n) : at.n;
  put_round(pair, round, c, xy_back(at.n), touch);
  touch->gap = -xy_dot(q, at.n) - pair->w[round]->radius;
  touch->D = bent(pair->w[round]) * (1 - at.k * xy_dot(q, at.n));
  return done;
}

static bool straight_curved(const pawl_pair *pair, int straight, pawl_touch *touch)
{
  int curved = 1 - straight;
  const pawl_stretch *line = pair->w[straight];
  pawl_station wall, at;
  pawl_stretch_placed(line, placing_of(pair, straight), line->s0, &wall);
  runner r;
  bool done = false;
  double ds = 0;
  start(pair, curved, touch, &r);
  for (int i = 0; i < ITERATIONS && !done; i++) {
    if (i)
      step(&r, ds);
    const place *on = look(&r);
    ds = -xy_dot(wall.n, on->d) * on->v2 / (on->b * xy_cross(on->d, wall.n));
    if (!isfinite(ds))
      return false;
    done = is_last(&r, ds, pair->size);
  }
  settle(&r, done ? ds : 0, &at);
  double high = xy_dot(xy_sub(at.x, wall.x), wall.n);
  put_curved(curved, &r, &at, touch);
  touch->x[straight] = xy_along(at.x, -high, wall.n);
  touch->s[straight] = pawl_stretch_s_of_point(line, brought_back(pair, straight, touch->x[straight]));
  touch->k[straight] = 0;
  touch->n = straight ? xy_back(wall.n) : wall.n;
  touch->gap = high;
  touch->D = at.k;
  return done && xy_dot(wall.n, at.n) < 0;
}

static bool curved_curved(const pawl_pair *pair, pawl_touch *touch)
{
  runner a, b;
  pawl_station on, to;
  bool done = false;
  double da = 0, db = 0;
  start(pair, 0, touch, &a);
  start(pair, 1, touch, &b);
  for (int i = 0; i < ITERATIONS && !done; i++) {
    if (i) {
      step(&a, da);
      step(&b, db);
    }
    const place *x = look(&a), *y = look(&b);
    pawl_xy r = xy_sub(y->x, x->x);
    double F1 = xy_cross(x->d, y->d), F2 = xy_dot(r, y->d), c = xy_dot(x->d, y->d);
    double J22 = y->v2 * y->v2 + y->b * xy_cross(y->d, r);
    double det = 1 / (c * (x->v2 * y->b * c - x->b * J22));
    da = (y->b * c * F2 - J22 * F1) * det * x->v2;
    db = c * (x->b * F2 - x->v2 * F1) * det * y->v2;
    if (!isfinite(da) || !isfinite(db))
      return false;
    done = is_last(&a, da, pair->size) && is_last(&b, db, pair->size);
  }
  settle(&a, done ? da : 0, &on);
  settle(&b, done ? db : 0, &to);
  put_curved(0, &a, &on, touch);
  put_curved(1, &b, &to, touch);
  touch->n = on.n;
  touch->gap = xy_dot(xy_sub(to.x, on.x), on.n);
  touch->D = on.k + to.k + touch->gap * on.k * to.k;
  return done && xy_dot(on.n, to.n) < 0;
}

bool pawl_meet(const pawl_pair *pair, pawl_touch *touch)
{
  pawl_shape a = pair->w[0]->shape, b = pair->w[1]->shape;
  bool good = false;
  if (a == PAWL_CURVED && b == PAWL_CURVED)
    good = curved_curved(pair, touch);
  else if (a == PAWL_ROUND && b == PAWL_ROUND)
    good = round_round(pair, touch);
  else if (a == PAWL_ROUND && b == PAWL_STRAIGHT)
    round_straight(pair, 0, touch), good = true;
  else if (a == PAWL_STRAIGHT && b == PAWL_ROUND)
    round_straight(pair, 1, touch), good = true;
  else if (a == PAWL_ROUND || b == PAWL_ROUND)
    good = round_curved(pair, a == PAWL_ROUND ? 0 : 1, touch);
  else if (a != b)
    good = straight_curved(pair, a == PAWL_STRAIGHT ? 0 : 1, touch);
  return good && touch->D > 0;
}
