/* Where a touch is on its stretches, and what lies beyond their ends. */
#include "geometry/walk.h"

void pawl_walk_begin(pawl_walk *walk, const pawl_profile *a, const pawl_profile *b, const pawl_placing *place)
{
  *walk = (pawl_walk){{a, b}, place, greater(a->size, b->size), {0, 0}};
}

const pawl_stretch *pawl_walk_stretch(const pawl_walk *walk, int side)
{
  return &walk->profile[side]->stretch[walk->at[side]];
}

pawl_pair pawl_walk_pair(const pawl_walk *walk)
{
  return (pawl_pair){{pawl_walk_stretch(walk, 0), pawl_walk_stretch(walk, 1)}, walk->place, walk->size};
}

/* s moved by periods as near as can be to the middle of lo … hi. */
static double near_range(const pawl_profile *p, double s, double lo, double hi)
{
  double period = p->s1 - p->s0, middle = 0.5 * (lo + hi);
  if (!p->closed || fabs(s - middle) <= 0.5 * period)
    return s;
  return s - period * floor((s - middle) / period + 0.5);
}

void pawl_walk_unwrap(const pawl_walk *walk, pawl_touch *touch)
{
  for (int side = 0; side < 2; side++) {
    const pawl_stretch *w = pawl_walk_stretch(walk, side);
    touch->s[side] = near_range(walk->profile[side], touch->s[side], w->s0, w->s1);
  }
}

void pawl_walk_locate(pawl_walk *walk, pawl_touch *touch)
{
  for (int side = 0; side < 2; side++) {
    const pawl_profile *p = walk->profile[side];
    const pawl_feature *f = &p->feature[touch->feature[side]];
    int at = f->first;
    if (f->first != f->last) {
      double s = near_range(p, touch->s[side], f->s0, f->s1);
      bool round = p->stretch[f->first].next[0] == f->last && p->feature_count == 1; /* no ends */
      if (!round && s >= f->s1)
        at = f->last;
      else if (round || s > f->s0)
        at = pawl_profile_stretch(p, pawl_profile_wrap(p, s), false);
    }
    walk->at[side] = at;
    touch->s[side] = near_range(p, touch->s[side], p->stretch[at].s0, p->stretch[at].s1);
  }
}

/* The normal of a touch on a side, in the frame of that profile. */
static pawl_xy normal_on(const pawl_walk *walk, const pawl_touch *touch, int side)
{
  pawl_xy n = touch->n;
  const pawl_placing *p = walk->place;
  return side ? (pawl_xy){-(p->c * n.x + p->s * n.y), -(p->c * n.y - p->s * n.x)} : n;
}

double pawl_walk_beyond(const pawl_walk *walk, const pawl_touch *touch, int side, int *end)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side);
  if (w->form == PAWL_BY_POINT) {
    pawl_xy n = normal_on(walk, touch, side);
    bool high = xy_dot(n, w->sector.hi) > xy_dot(n, w->sector.lo);
    *end = high == (w->side > 0);
    return pawl_sector_outside(&w->sector, n);
  }
  *end = touch->s[side] > w->mid;
  if (w->shape == PAWL_ROUND && w->sector.full)
    return 0;
  return greater(0, *end ? touch->s[side] - w->s1 : w->s0 - touch->s[side]);
}

bool pawl_walk_sunk(const pawl_walk *walk, const pawl_touch *touch, int side, int end)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side);
  int unused;
  if (w->wall[end] < 0 || pawl_walk_beyond(walk, touch, side, &unused) > w->more[end] ||
      touch->gap < -2 * w->more[end] * w->end[end].speed)
    return false;
  return true;
}

void pawl_walk_finish(const pawl_walk *walk, pawl_touch *touch)
{
  for (int side = 0; side < 2; side++) {
    touch->feature[side] = pawl_walk_stretch(walk, side)->feature;
    touch->s[side] = pawl_profile_wrap(walk->profile[side], touch->s[side]);
  }
}

double pawl_walk_end(const pawl_walk *walk, int e, int j, pawl_touch *touch)
{
  pawl_pair pair = pawl_walk_pair(walk);
  pawl_meet_end(&pair, e, j, touch);
  int end;
  double beyond = pawl_walk_beyond(walk, touch, 1 - e, &end);
  if (pawl_walk_sunk(walk, touch, 1 - e, end))
    beyond = 0;
  touch->straight = true;
  touch->ends = j ? 1 : 2;
  pawl_walk_finish(walk, touch);
  int vertex = pair.w[e]->next[j];
  if (vertex >= 0 && walk->profile[e]->stretch[vertex].form == PAWL_BY_POINT)
    touch->feature[e] = walk->profile[e]->stretch[vertex].feature;
  return beyond;
}

/* ---- two corners ---- */

bool pawl_walk_at_corners(const pawl_walk *walk)
{
  return pawl_walk_stretch(walk, 0)->form == PAWL_BY_POINT &&
         pawl_walk_stretch(walk, 1)->form == PAWL_BY_POINT;
}

pawl_xy pawl_walk_between(const pawl_walk *walk)
{
  return xy_sub(pawl_place_point(walk->place, pawl_walk_stretch(walk, 1)->centre),
                pawl_walk_stretch(walk, 0)->centre);
}

/* The corner of a feature that is nearest to x, in the frame of its profile; -1: it has none, or only a point without edges. */
static int corner_near(const pawl_profile *profile, int feature, pawl_xy x)
{
  const pawl_feature *f = &profile->feature[feature];
  const pawl_stretch *w = profile->stretch;
  const int at[2] = {f->vertex ? f->first : w[f->first].next[0], f->vertex ? -1 : w[f->last].next[1]};
  int best = -1;
  for (int i = 0; i < 2; i++)
    if (at[i] >= 0 && w[at[i]].form == PAWL_BY_POINT && (w[at[i]].next[0] >= 0 || w[at[i]].next[1] >= 0) &&
        (best < 0 || xy_distance(w[at[i]].centre, x) < xy_distance(w[best].centre, x)))
      best = at[i];
  return best;
}

double pawl_walk_to_corners(pawl_walk *walk, const pawl_touch *touch)
{
  double least = INFINITY;
  const pawl_placing *p = walk->place;
  pawl_xy d = xy_sub(touch->x[1], p->r),
          x[2] = {touch->x[0], {p->c * d.x + p->s * d.y, p->c * d.y - p->s * d.x}};
  if (!walk->profile[0]->feature[touch->feature[0]].vertex &&
      !walk->profile[1]->feature[touch->feature[1]].vertex)
    return 0;
  for (int side = 0; side < 2; side++) {
    const pawl_stretch *w = walk->profile[side]->stretch;
    walk->at[side] = corner_near(walk->profile[side], touch->feature[side], x[side]);
    for (int end = 0; end < 2 && walk->at[side] >= 0; end++) {
      int next = w[walk->at[side]].next[end]; /* none: the loose end of a line */
      if (next >= 0)
        least = lesser(least, xy_distance(w[next].end[0].x, w[next].end[1].x));
    }
    if (walk->at[side] < 0)
      least = walk->at[side] = 0;
  }
  return least;
}

/* A normal of the first, outwards, that ends the cone of a corner, and how much of a way is along it. */
typedef struct {
  double along;
  pawl_xy n;
  int side, end;
} outermost;

/* The ends of the cone of one corner, as far as they lie in the other's. */
static void try_ends(const pawl_walk *walk, int side, pawl_xy way, pawl_xy before, outermost *best)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side), *other = pawl_walk_stretch(walk, 1 - side);
  for (int end = 0; end < 2 && !w->sector.full; end++) {
    pawl_xy own = (end == 1) == (w->side > 0) ? w->sector.hi : w->sector.lo;
    pawl_touch touch = {.n = side ? xy_back(pawl_place_direction(walk->place, own)) : own};
    double along = xy_dot(touch.n, way) + 1e-15 * walk->size * xy_dot(touch.n, before);
    if (pawl_sector_outside(&other->sector, normal_on(walk, &touch, 1 - side)) < 1e-12 && along > best->along)
      *best = (outermost){along, touch.n, side, end};
  }
}

bool pawl_walk_outermost(const pawl_walk *walk, pawl_xy way, pawl_xy before, pawl_touch *touch, int *side,
                         int *end)
{
  outermost best = {.along = -INFINITY};
  for (int i = 0; i < 2; i++)
    try_ends(walk, i, way, before, &best);
  if (!isfinite(best.along))
    return false;
  touch->n = best.n;
  *side = best.side;
  *end = best.end;
  return true;
}
