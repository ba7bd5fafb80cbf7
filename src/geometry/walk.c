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
  const pawl_stretch *wall = &walk->profile[side]->stretch[w->wall[end]];
  pawl_xy corner = w->end[end].x, n = wall->end[1 - end].n;
  if (side) {
    corner = pawl_place_point(walk->place, corner);
    n = pawl_place_direction(walk->place, n);
  }
  return xy_dot(xy_sub(touch->x[1 - side], corner), n) < 1e-9 * walk->size;
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
