/* Corners that meet while shapes have sunk into each other.      theory.md, 7.9
 *
 * What lies on a law, or has come in by a part of a step, is lower than it would be if it were rigid: it would meet the side of the
 * next tile, which is of the same height. So the shapes are first moved out of all touches that are closed between the two
 * bodies, by the least displacement that does it,
 *
 *     n_i·d + φ (p_i - p)×n_i = δ_i,
 *
 * and then to where the gap of the touch is 0. There the rules for corners of rigid shapes hold. */
#include "base/tolerances.h"
#include "contact/impact.h"

/* Of turning beside moving: what moving alone parts is hardly turned, and touches side by side, whose normals differ by as little as
 * one of them has sunk deeper, do not move it along. */
#define STIFF 3

/* Normal equations of the displacement about a place: d.x, d.y, and the turn times the length `ρ`. */
typedef struct {
  pawl_vec about;
  double rho;
  double A[3][3], b[3];
  int count;
} outward;

static void add_touch(outward *x, const pawl_contact_point *p, double sign)
{
  pawl_vec r = pawl_sub(p->track.at, x->about);
  const double a[3] = {sign * p->track.n.x, sign * p->track.n.y,
                       sign * (r.x * p->track.n.y - r.y * p->track.n.x) / x->rho};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      x->A[i][j] += a[i] * a[j];
    x->b[i] += a[i] * -p->track.now.gap;
  }
  x->count++;
}

/* All closed touches of the link with the other one, or with any if that is negative. */
static void add_touches(pawl_system *s, int link, int other, outward *x)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched || pair->place[0].link == pair->place[1].link)
      continue;
    int side = pair->place[1].link == link ? 1 : pair->place[0].link == link ? 0 : -1;
    if (side < 0 || (other >= 0 && pair->place[1 - side].link != other) || !pair->count)
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point p = pair->point[i];
      if (p.mode.normal == PAWL_OPEN || p.track.gone)
        continue;
      pawl_contact_follow(s, pair, &m, &p, true);
      if (p.track.found != PAWL_LOST && p.track.now.gap < 0)
        add_touch(x, &p, side ? 1 : -1);
    }
  }
}

/* (A + ε) x = b by elimination: A is a sum of squares, and ε makes the solution the least one. */
static pawl_vec solve(outward *x)
{
  double least = PAWL_PIVOT_CORNER * (x->A[0][0] + x->A[1][1] + x->A[2][2]);
  for (int i = 0; i < 3; i++)
    x->A[i][i] += least;
  for (int k = 0; k < 3; k++)
    for (int i = k + 1; i < 3; i++) {
      double f = x->A[i][k] / x->A[k][k];
      for (int j = k; j < 3; j++)
        x->A[i][j] -= f * x->A[k][j];
      x->b[i] -= f * x->b[k];
    }
  double turn = x->b[2] / x->A[2][2], dy = (x->b[1] - x->A[1][2] * turn) / x->A[1][1];
  return pawl_v((x->b[0] - x->A[0][1] * dy - x->A[0][2] * turn) / x->A[0][0], dy, 0);
}

static pawl_vec displace(pawl_system *s, int link, int other, pawl_vec about, double size, int *count)
{
  outward x = {.about = about, .rho = STIFF * size};
  if (link != 0)
    add_touches(s, link, other, &x);
  *count = x.count;
  return x.count ? solve(&x) : pawl_v(0, 0, 0);
}

/* By how much the second body is to be moved beside the first, at a place, so that nothing overlaps: out of the touches between
 * them, or, if there are none, both out of all others. */
static pawl_xy out_of_touches(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                              const pawl_touch *touch)
{
  const pawl_xy *x = touch->x;
  pawl_vec middle = {0.5 * (x[0].x + x[1].x), 0.5 * (x[0].y + x[1].y), 0},
           at = pawl_add(m->a.r, pawl_turn(&m->a.R, middle));
  double sizes[2] = {pawl_profile_size(pair->profile[0]), pawl_profile_size(pair->profile[1])},
         size = sizes[0] > 0 && sizes[1] > 0 ? fmin(sizes[0], sizes[1]) : fmax(sizes[0], sizes[1]);
  int a = pair->place[0].link, b = pair->place[1].link, count;
  bool back = b == 0; /* the ground is not moved */
  pawl_vec d =
      back ? pawl_times(-1, displace(s, a, b, at, size, &count)) : displace(s, b, a, at, size, &count);
  if (!count)
    d = pawl_sub(displace(s, b, -1, at, size, &count), displace(s, a, -1, at, size, &count));
  return (pawl_xy){pawl_dot(m->a.R.x, d), pawl_dot(m->a.R.y, d)};
}

static double along(pawl_xy n, pawl_xy u)
{
  return n.x * u.x + n.y * u.y;
}

double pawl_contact_sunk(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         const pawl_touch *touch)
{
  return along(touch->n, out_of_touches(s, pair, m, touch));
}

pawl_corner_fate pawl_contact_corner(pawl_system *s, const pawl_contact_pair *pair,
                                     const pawl_shape_motion *m, double way, double blur, pawl_touch *touch)
{
  const pawl_profile *a = pair->profile[0], *b = pair->profile[1];
  double still = PAWL_STILL * speed_unit(s), leaves[2];
  pawl_xy arm = {touch->x[1].x - m->place.r.x, touch->x[1].y - m->place.r.y};
  pawl_xy u = {m->v.x - m->w * arm.y, m->v.y + m->w * arm.x};
  double speed = sqrt(along(u, u)), size = fmin(pawl_profile_size(a), pawl_profile_size(b));
  if (!(speed > still) || isnan(pawl_track_apart(a, b, &m->place, 0.05 * size + way, touch)))
    return PAWL_MEET_NOT;
  pawl_xy d = out_of_touches(s, pair, m, touch);
  double sunk = sqrt(along(d, d)), near = PAWL_CORNER * s->scale.length + blur + sunk, far = way + 2 * near,
         rate = along(touch->n, u), gap = touch->gap + along(touch->n, d),
         time = fabs(rate) > still ? -gap / rate : 0;
  if (fabs(time) * speed > far || (time == 0 && fabs(gap) > near))
    return PAWL_MEET_NOT;
  pawl_placing met = m->place;
  met.r.x += d.x + u.x * time;
  met.r.y += d.y + u.y * time;
  pawl_touch turned = *touch;
  double apart = pawl_track_apart(a, b, &met, 2 * near, touch);
  if (!(apart >= -near))
    return PAWL_MEET_NOT;
  rate = pawl_track_corners(a, b, &met, 2 * near, u, &turned);
  if (isnan(rate) || pawl_track(a, b, &m->place, true, &turned, leaves) == PAWL_LOST)
    return PAWL_MEET_NOT;
  if (rate > still && !(turned.gap < 0 && along(turned.n, d) > -0.5 * turned.gap)) /* not pressed out */
    return along(turned.n, touch->n) > 0.99 ? PAWL_MEET_LIFTS : PAWL_MEET_PARTS;
  if (along(turned.n, touch->n) > 0.99) /* this is the edge on which they meet */
    return PAWL_MEET_NOT;
  turned.id = touch->id;
  *touch = turned;
  return PAWL_MEET_TURNS;
}

static double sine(pawl_xy a, pawl_xy b)
{
  return fabs(a.x * b.y - a.y * b.x);
}

/* The normals of both before and behind the touch; returns the sine by which two of them miss each other least. */
static double tilt_at(const pawl_contact_pair *pair, const pawl_shape_motion *m, const pawl_touch *touch,
                      pawl_profile_point a[2], pawl_profile_point b[2])
{
  double tilt = INFINITY;
  for (int after = 0; after < 2; after++) {
    pawl_profile_at(pair->profile[0], touch->s[0], after, a + after);
    pawl_profile_at(pair->profile[1], touch->s[1], after, b + after);
  }
  for (int i = 0; i < 4; i++) {
    pawl_xy n = b[i % 2].n,
            placed = {m->place.c * n.x - m->place.s * n.y, m->place.s * n.x + m->place.c * n.y};
    tilt = fmin(tilt, sine(a[i / 2].n, placed));
  }
  return tilt;
}

bool pawl_contact_is_parallel(const pawl_contact_pair *pair, const pawl_shape_motion *m,
                              const pawl_touch *touch)
{
  pawl_profile_point a[2], b[2];
  return touch->straight && tilt_at(pair, m, touch, a, b) <= PAWL_SAME_DIRECTION;
}

/* Whether an open curve has its end at s: that is a corner, whatever its normals are. */
static bool is_loose_end(const pawl_profile *p, double s)
{
  double s0, s1;
  pawl_profile_range(p, &s0, &s1);
  return !pawl_profile_closed(p) &&
         (fabs(s - s0) <= PAWL_SAME_DIRECTION * (s1 - s0) || fabs(s - s1) <= PAWL_SAME_DIRECTION * (s1 - s0));
}

bool pawl_contact_is_false_end(const pawl_contact_pair *pair, const pawl_shape_motion *m,
                               const pawl_contact_point *p)
{
  pawl_profile_point a[2], b[2];
  if (!p->track.now.straight || !(isinf(p->track.now.k[0]) || isinf(p->track.now.k[1])))
    return false;
  double tilt = tilt_at(pair, m, &p->track.now, a, b);
  int side = isinf(p->track.now.k[1]);
  const pawl_profile_point *end = side ? b : a;
  if (is_loose_end(pair->profile[side], p->track.now.s[side]))
    return false;
  return sine(end[0].n, end[1].n) <= PAWL_SAME_DIRECTION && tilt > PAWL_SAME_DIRECTION; /* no corner */
}

bool pawl_contact_lies_flat(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                            const pawl_touch *touch)
{
  const pawl_profile *p = pair->profile[0], *q = pair->profile[1];
  pawl_profile_point a[2], b[2];
  if (!p || touch->straight || pawl_profile_size(p) == 0 || pawl_profile_size(q) == 0)
    return false;
  if (!isinf(touch->k[0]) && !isinf(touch->k[1])) /* no corner: the end of a fillet */
    return pawl_track_at_edge(p, q, &m->place, touch, PAWL_SAME_DIRECTION);
  bool corners = !isnan(pawl_track_apart(p, q, &m->place, PAWL_CORNER * s->scale.length, touch));
  return !corners && tilt_at(pair, m, touch, a, b) <
                         PAWL_SAME_DIRECTION; /* edges of two corners only go on in one line */
}
