/* Touches of two stretches by their shapes. n is the outward normal of the first, r = x2 - x1, the gap g =
 * r·n:
 *
 *   round and round        n = ± d/|d|, d from centre to centre, g = d·n - ρ1 - ρ2, D = k1 k2 d·n
 *   round and straight     n is the line's; the foot of the centre on the line
 *   round and curved       one equation, q·t = 0, q from the centre to the curve; slope 1 - k q·n by arc
 *   straight and curved    one equation, n_line·t = 0, slope k
 *   curved and curved      two, F = (n1·t2, r·t2); by arc lengths (dn = k t da, dt = -k n da)
 *
 *        J = [ k1 t1·t2     -k2 n1·n2   ]
 *            [ -t1·t2       1 - k2 r·n2 ]       det J = ± D,  D = k1 + k2 + g k1 k2,
 *
 *     which is regular at g = 0, where the equations r·t1 = r·t2 = 0 are not.
 *
 * All equations are taken at points, tangents and normals of unit length, so that they do not depend on how
 * fast the parameters run. */
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

/* Newton's iteration on one curve: where it is, and the step before. */
typedef struct {
  const pawl_stretch *w;
  const pawl_placing *place;
  double s, arc, k; /* k: curvature before that step */
  pawl_station at;
} runner;

/* Steps by an arc, cut to half a stretch. */
static void step(runner *r, double arc)
{
  double ds = arc / r->at.speed, most = 0.5 * (r->w->s1 - r->w->s0);
  r->s += greater(-most, lesser(most, ds));
  r->arc = arc;
  r->k = r->at.k;
}

/* The last step, by a tiny arc: without evaluating the curve again. Its curvature changes as it did in the
 * step before. */
static void last_step(runner *r, double arc)
{
  pawl_station *at = &r->at;
  pawl_xy t = at->t, n = at->n;
  double turn = at->k * arc, rate = r->arc != 0 ? (at->k - r->k) / r->arc : 0;
  at->x = xy_along(xy_along(at->x, arc, t), -0.5 * turn * arc, n);
  at->t = xy_along(xy_along(t, -turn, n), -0.5 * turn * turn, t);
  at->n = xy_along(xy_along(n, turn, t), -0.5 * turn * turn, n);
  at->k += rate * arc;
  r->s += arc / at->speed;
}

/* Whether a step is the last. Steps become squares of each other: after one of 1e-8, counted in the radius
 * of curvature, the rest is 1e-16. The curvature then needs a step before. Or steps have stopped becoming
 * smaller. */
static bool is_last(const runner *r, double arc, double size)
{
  double unit = fabs(arc) * greater(1 / size, fabs(r->at.k));
  return unit <= 1e-13 || (unit <= 1e-8 && (r->arc != 0 || fabs(arc) <= 1e-13 * size)) ||
         (fabs(arc) <= 1e-9 * size && r->arc != 0 && fabs(arc) >= 0.25 * fabs(r->arc));
}

static void put_curved(int side, const runner *r, pawl_touch *touch)
{
  touch->s[side] = r->s;
  touch->x[side] = r->at.x;
  touch->k[side] = r->at.k;
}

static runner start(const pawl_pair *pair, int side, const pawl_touch *touch)
{
  return (runner){
      pair->w[side], placing_of(pair, side), touch->s[side], 0, 0, {{0, 0}, {0, 0}, {0, 0}, 0, 1}};
}

static bool round_curved(const pawl_pair *pair, int round, pawl_touch *touch)
{
  int curved = 1 - round;
  pawl_xy c = centre_of(pair, round), q;
  runner r = start(pair, curved, touch);
  double slope = 0;
  bool done = false;
  for (int i = 0; i < ITERATIONS && !done; i++) {
    pawl_stretch_placed(r.w, r.place, r.s, &r.at);
    q = xy_sub(r.at.x, c);
    slope = 1 - r.at.k * xy_dot(q, r.at.n);
    double arc = -xy_dot(q, r.at.t) / slope;
    if (!isfinite(arc))
      return false;
    done = is_last(&r, arc, pair->size);
    if (done)
      last_step(&r, arc);
    else
      step(&r, arc);
  }
  put_curved(curved, &r, touch);
  q = xy_sub(r.at.x, c);
  touch->n = curved ? xy_back(r.at.n) : r.at.n;
  put_round(pair, round, c, xy_back(r.at.n), touch);
  touch->gap = -xy_dot(q, r.at.n) - pair->w[round]->radius;
  touch->D = bent(pair->w[round]) * (1 - r.at.k * xy_dot(q, r.at.n));
  return done;
}

static bool straight_curved(const pawl_pair *pair, int straight, pawl_touch *touch)
{
  int curved = 1 - straight;
  const pawl_stretch *line = pair->w[straight];
  pawl_station wall;
  pawl_stretch_placed(line, placing_of(pair, straight), line->s0, &wall);
  runner r = start(pair, curved, touch);
  bool done = false;
  for (int i = 0; i < ITERATIONS && !done; i++) {
    pawl_stretch_placed(r.w, r.place, r.s, &r.at);
    double arc = xy_dot(wall.n, r.at.t) / (r.at.k * xy_dot(wall.n, r.at.n));
    if (!isfinite(arc))
      return false;
    done = is_last(&r, arc, pair->size);
    if (done)
      last_step(&r, arc);
    else
      step(&r, arc);
  }
  double high = xy_dot(xy_sub(r.at.x, wall.x), wall.n);
  put_curved(curved, &r, touch);
  touch->x[straight] = xy_along(r.at.x, -high, wall.n);
  touch->s[straight] = pawl_stretch_s_of_point(line, brought_back(pair, straight, touch->x[straight]));
  touch->k[straight] = 0;
  touch->n = straight ? xy_back(wall.n) : wall.n;
  touch->gap = high;
  touch->D = r.at.k;
  return done && xy_dot(wall.n, r.at.n) < 0;
}

static bool curved_curved(const pawl_pair *pair, pawl_touch *touch)
{
  runner a = start(pair, 0, touch), b = start(pair, 1, touch);
  bool done = false;
  for (int i = 0; i < ITERATIONS && !done; i++) {
    pawl_stretch_at(a.w, a.s, &a.at);
    pawl_stretch_placed(b.w, b.place, b.s, &b.at);
    pawl_xy r = xy_sub(b.at.x, a.at.x);
    double F1 = xy_dot(a.at.n, b.at.t), F2 = xy_dot(r, b.at.t), tt = xy_dot(a.at.t, b.at.t);
    double J12 = -b.at.k * xy_dot(a.at.n, b.at.n), J22 = 1 - b.at.k * xy_dot(r, b.at.n);
    double det = 1 / (tt * (a.at.k * J22 + J12));
    double da = (J12 * F2 - J22 * F1) * det, db = -tt * (F1 + a.at.k * F2) * det;
    if (!isfinite(da) || !isfinite(db))
      return false;
    done = is_last(&a, da, pair->size) && is_last(&b, db, pair->size);
    if (done) {
      last_step(&a, da);
      last_step(&b, db);
    } else {
      step(&a, da);
      step(&b, db);
    }
  }
  put_curved(0, &a, touch);
  put_curved(1, &b, touch);
  touch->n = a.at.n;
  touch->gap = xy_dot(xy_sub(b.at.x, a.at.x), a.at.n);
  touch->D = a.at.k + b.at.k + touch->gap * a.at.k * b.at.k;
  return done && xy_dot(a.at.n, b.at.n) < 0;
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
