/* One touch followed from a prediction: the pair of stretches is solved (meet.c), and where a parameter
 * leaves its stretch, or a normal the cone of a vertex, the touch goes on to the neighbour. */
#include "geometry/walk.h"

#define HOPS 12

/* How far a touch is beyond an end of its stretch; 0 where that is rounding, or sunk into the wall there. */
static double left_by(const pawl_walk *walk, const pawl_touch *touch, int side, int *end)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side);
  double tolerance = w->form == PAWL_BY_POINT ? 1e-12 : 1e-11 * (w->s1 - w->s0);
  double beyond = pawl_walk_beyond(walk, touch, side, end);
  return beyond > tolerance && !pawl_walk_sunk(walk, touch, side, *end) ? beyond : 0;
}

/* The side, if any, on which the touch has left its stretch, and the end it has left by. */
static int leaving(const pawl_walk *walk, const pawl_touch *touch, int *end, double *beyond)
{
  for (int side = 0; side < 2; side++)
    if ((*beyond = left_by(walk, touch, side, end)) > 0)
      return side;
  return -1;
}

/* On to the neighbour beyond an end; false: there is none. */
static bool leap(pawl_walk *walk, pawl_touch *touch, int side, int end)
{
  int next = pawl_walk_stretch(walk, side)->next[end];
  if (next < 0)
    return false;
  walk->at[side] = next;
  const pawl_stretch *to = pawl_walk_stretch(walk, side);
  touch->s[side] = end ? to->s0 : to->s1;
  return true;
}

static bool two_straights(const pawl_walk *walk)
{
  return pawl_walk_stretch(walk, 0)->shape == PAWL_STRAIGHT &&
         pawl_walk_stretch(walk, 1)->shape == PAWL_STRAIGHT;
}

static pawl_tracking judged(const pawl_touch *touch, const pawl_touch *before)
{
  bool same = touch->feature[0] == before->feature[0] && touch->feature[1] == before->feature[1];
  return same ? PAWL_TRACKED : PAWL_HANDED_OVER;
}

/* From one corner to the other, where that is farther than rounding. */
static bool face(const pawl_walk *walk, pawl_touch *touch)
{
  pawl_xy r = pawl_walk_between(walk);
  double far = xy_norm(r);
  if (far > 1e-15 * walk->size)
    touch->n = xy_times(1 / far, r);
  return far > 1e-15 * walk->size;
}

/* Whether a touch that left by this end and came from there is only on the other side of a rounding error. */
static bool is_on_joint(const pawl_walk *walk, int side, double beyond)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side);
  return beyond <= (w->form == PAWL_BY_POINT ? 1e-7 : 1e-7 * (w->s1 - w->s0));
}

/* An end of an overlap is none any more when the two straight stretches are no longer nearly parallel. */
static void forget(const pawl_walk *walk, pawl_touch *touch)
{
  int e = pawl_walk_stretch(walk, 0)->shape != PAWL_STRAIGHT ? 0 : 1;
  const pawl_stretch *w = pawl_walk_stretch(walk, e);
  for (int which = 1; which <= 2 && touch->ends; which++) {
    int next = w->next[which - 1];
    if (pawl_walk_stretch(walk, 1 - e)->shape != PAWL_STRAIGHT || next < 0 ||
        walk->profile[e]->stretch[next].shape != PAWL_STRAIGHT) {
      touch->ends &= ~which;
      continue;
    }
    pawl_xy n = walk->profile[e]->stretch[next].end[0].n;
    if (fabs(xy_cross(e ? pawl_place_direction(walk->place, n) : n, touch->n)) > PAWL_TILT)
      touch->ends &= ~which;
  }
  touch->straight = touch->straight && touch->ends;
}

static pawl_tracking arrive(const pawl_walk *walk, bool met, const pawl_touch *before, pawl_touch *touch)
{
  if (!met)
    return PAWL_LOST;
  if (touch->ends)
    forget(walk, touch);
  pawl_walk_finish(walk, touch);
  return judged(touch, before);
}

/* From the end of a straight stretch onto it, the other being straight too: this is the end of their
 * overlap if the stretch's other end is followed too. */
static pawl_tracking arrive_on_straight(const pawl_walk *walk, int side, int end, const pawl_touch *before,
                                        pawl_touch *touch)
{
  if (!(touch->ends & (end ? 2 : 1)))
    return PAWL_LOST;
  pawl_walk_end(walk, side, 1 - end, touch);
  touch->ends |= before->ends;
  return judged(touch, before);
}

/* Newton's iteration, and where D vanishes the slow way. */
static bool meet(pawl_walk *walk, bool held, pawl_touch *touch)
{
  pawl_pair pair = pawl_walk_pair(walk);
  double s[2] = {touch->s[0], touch->s[1]};
  if (pawl_meet(&pair, touch))
    return true;
  pawl_touch flat = *touch;
  flat.s[0] = s[0];
  flat.s[1] = s[1];
  if (!pawl_walk_flat(walk, held, &flat))
    return false;
  *touch = flat;
  return true;
}

static pawl_tracking follow(pawl_walk *walk, pawl_touch *touch)
{
  pawl_touch before = *touch;
  int last = -1, last_end = -1;
  for (int i = 0; i < HOPS; i++) {
    int end = 0;
    double beyond;
    pawl_xy normal = touch->n;
    bool corners = pawl_walk_at_corners(walk), apart = !corners || face(walk, touch),
         met = meet(walk, false, touch);
    int side = leaving(walk, touch, &end, &beyond);
    bool turned = corners && (side >= 0 || !apart) &&
                  pawl_walk_outermost(walk, pawl_walk_between(walk), normal, touch, &side, &end);
    bool back = side == last && end != last_end;
    if (side < 0 || (back && !turned && met && is_on_joint(walk, side, beyond)))
      return arrive(walk, met, &before, touch);
    if (back && turned && leap(walk, touch, side, end)) /* it had not left, but for rounding */
      return arrive(walk, meet(walk, false, touch), &before, touch);
    if (back || !leap(walk, touch, side, end))
      return PAWL_LOST;
    if (two_straights(walk))
      return arrive_on_straight(walk, side, end, &before, touch);
    last = side;
    last_end = end;
  }
  return PAWL_LOST;
}

/* The same without leaving the features: only stretches of the same feature follow each other. */
static pawl_tracking hold(pawl_walk *walk, pawl_touch *touch, double leaves[2])
{
  for (int i = 0; i < HOPS; i++) {
    bool moved = false;
    bool met = meet(walk, true, touch);
    for (int side = 0; side < 2; side++) {
      int end;
      leaves[side] = left_by(walk, touch, side, &end);
      const pawl_stretch *w = pawl_walk_stretch(walk, side);
      int next = w->next[end];
      if (leaves[side] > 1e-7 * (w->s1 - w->s0) && next >= 0 &&
          walk->profile[side]->stretch[next].feature == w->feature)
        moved = leap(walk, touch, side, end);
    }
    if (!moved)
      return met ? PAWL_TRACKED : PAWL_LOST;
  }
  return PAWL_LOST;
}

/* ---- ends of the overlap of two straight stretches ---- */

/* Which end of the stretch on side e the touch is at. Bit 1 says that the stretch lies before the touch, so
 * that it is its last point; at a concave corner, where two meet, the parameter tells. */
static int end_at(const pawl_walk *walk, const pawl_touch *touch, int e)
{
  return touch->ends == 3 ? touch->s[e] > pawl_walk_stretch(walk, e)->mid : touch->ends == 1;
}

/* The straight stretch that ends at the touch, on side e, and its end; `which` of the two, if there are
 * two. */
static int straight_at(const pawl_walk *walk, const pawl_touch *touch, int e, int which, int *j)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, e);
  *j = which == 1;
  if (!(touch->ends & which) || (w->form != PAWL_BY_POINT && *j != end_at(walk, touch, e)))
    return -1;
  return w->form == PAWL_BY_POINT ? w->next[which == 1 ? 0 : 1] : walk->at[e];
}

/* Whether the line of side e that ends with j lies back over the other, which was left by its end. Tangents
 * point along s, so they may be with or against each other. */
static bool lies_over(const pawl_walk *walk, int e, int j, int end)
{
  pawl_xy mine = pawl_walk_stretch(walk, e)->end[0].t, its = pawl_walk_stretch(walk, 1 - e)->end[0].t;
  if (e)
    mine = pawl_place_direction(walk->place, mine);
  else
    its = pawl_place_direction(walk->place, its);
  return (xy_dot(mine, its) > 0) == (end == j);
}

/* Of lines that are tilted and have sunk into each other, the foot of one's end on the other and that of the other's on the one are not
 * at their ends at once: between them lies the depth times the tilt, in which a touch changes its role though its foot is beyond. */
static double sunk_beyond(const pawl_walk *walk, const pawl_touch *touch, int side)
{
  return touch->gap < 0 ? -PAWL_TILT * touch->gap / pawl_walk_stretch(walk, side)->end[0].speed : 0;
}

/* The foot has left the other line by `end`: now that one ends here, over the line of side e that lies back
 * over it. */
static bool change_roles(pawl_walk *walk, pawl_touch *touch, int e, int end)
{
  pawl_touch before = *touch;
  int point = walk->at[e];
  for (int which = 1; which <= 2; which++) {
    int j;
    walk->at[e] = point;
    int line = straight_at(walk, &before, e, which, &j);
    if (line < 0)
      continue;
    walk->at[e] = line;
    const pawl_stretch *w = pawl_walk_stretch(walk, e), *other = pawl_walk_stretch(walk, 1 - e);
    if (!lies_over(walk, e, j, end))
      continue;
    *touch = before;
    if (pawl_walk_end(walk, 1 - e, end, touch) > 1e-11 * (w->s1 - w->s0) + sunk_beyond(walk, touch, e))
      continue;
    int vertex = other->next[end];
    if (vertex >= 0 && walk->profile[1 - e]->stretch[vertex].form == PAWL_BY_POINT)
      walk->at[1 - e] = vertex;
    return true;
  }
  return false;
}

/* Whether the normal belongs to what goes on smoothly beyond the end j of a line: the sine of how far it leans, else 0. */
static double belongs_beyond(const pawl_walk *walk, const pawl_touch *touch, int e, int j)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, e);
  int next = w->next[j];
  if (next < 0 || walk->profile[e]->stretch[next].end[1 - j].k <= 0)
    return 0;
  pawl_xy t = w->end[j].t;
  if (e)
    t = pawl_place_direction(walk->place, t);
  double along = (e ? -1 : 1) * xy_dot(touch->n, t);
  along = j ? along : -along;
  return along > 1e-12 ? along : 0;
}

/* Still an end? At a vertex: on the side of a straight stretch that ends here the normal may leave the
 * cone. */
static pawl_tracking settle(pawl_walk *walk, pawl_touch *touch, const pawl_touch *before, int e, int j)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, e);
  int end;
  bool leaves = false;
  if (w->form == PAWL_BY_POINT) {
    double beyond = pawl_walk_beyond(walk, touch, e, &end);
    if (beyond > PAWL_TILT)
      return PAWL_LOST;
    leaves = beyond > 1e-12 && !(touch->ends & (end ? 2 : 1));
    if (!leaves)
      forget(walk, touch);
  } else if (belongs_beyond(walk, touch, e, j) > 0) {
    walk->at[e] = w->next[j];
    touch->s[e] = j ? pawl_walk_stretch(walk, e)->s0 : pawl_walk_stretch(walk, e)->s1;
    leaves = true;
  }
  if (leaves) {
    touch->straight = false;
    pawl_tracking how = follow(walk, touch);
    return how == PAWL_LOST ? how : judged(touch, before);
  }
  pawl_walk_finish(walk, touch);
  return judged(touch, before);
}

/* One straight stretch behind another. */
static bool goes_on_straight(const pawl_walk *walk, int side, int end)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side);
  return w->next[end] >= 0 && walk->profile[side]->stretch[w->next[end]].feature == w->feature;
}

static pawl_tracking follow_end(pawl_walk *walk, bool held, pawl_touch *touch, double leaves[2])
{
  pawl_touch before = *touch;
  int e = isinf(touch->k[0]) ? 0 : 1, end;
  bool turned = false;
  if (pawl_walk_stretch(walk, 1 - e)->shape != PAWL_STRAIGHT)
    return PAWL_LOST;
  for (int i = 0; i < HOPS; i++) {
    int j = end_at(walk, touch, e);
    pawl_pair pair = pawl_walk_pair(walk);
    pawl_meet_end(&pair, e, j, touch);
    if (held) {
      const pawl_stretch *w = pawl_walk_stretch(walk, e);
      leaves[1 - e] = left_by(walk, touch, 1 - e, &end);
      if (w->form != PAWL_BY_POINT)
        leaves[e] = belongs_beyond(walk, touch, e, j) * (w->s1 - w->s0);
      else if (pawl_walk_beyond(walk, touch, e, &end) <=
               1e-12) /* from here on the cone of its vertex counts */
        forget(walk, touch);
      return PAWL_TRACKED;
    }
    double beyond = left_by(walk, touch, 1 - e, &end);
    if (beyond == 0 || (turned && beyond <= sunk_beyond(walk, touch, 1 - e)))
      return settle(walk, touch, &before, e, j);
    if (goes_on_straight(walk, 1 - e, end))
      leap(walk, touch, 1 - e, end);
    else if (change_roles(walk, touch, e, end))
      e = 1 - e, turned = true;
    else
      return PAWL_LOST;
  }
  return PAWL_LOST;
}

pawl_tracking pawl_track(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, bool held,
                         pawl_touch *touch, double leaves[2])
{
  pawl_walk walk;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, touch);
  leaves[0] = leaves[1] = 0;
  if (touch->straight)
    return follow_end(&walk, held, touch, leaves);
  return held ? hold(&walk, touch, leaves) : follow(&walk, touch);
}

/* Whether both corners have a normal of this direction. */
static bool is_common(const pawl_walk *walk, pawl_xy way)
{
  pawl_touch touch = {.n = xy_unit(way)};
  int end;
  return pawl_walk_beyond(walk, &touch, 0, &end) == 0 && pawl_walk_beyond(walk, &touch, 1, &end) == 0;
}

double pawl_track_apart(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double near,
                        const pawl_touch *touch)
{
  pawl_walk walk;
  pawl_touch most = *touch;
  int side, end;
  pawl_walk_begin(&walk, a, b, place);
  bool corners = pawl_walk_to_corners(&walk, touch) > 0;
  pawl_xy r = pawl_walk_between(&walk);
  if (!corners || xy_norm(r) > near)
    return NAN;
  if (xy_norm(r) > 0 && is_common(&walk, r))
    return xy_norm(r);
  return pawl_walk_outermost(&walk, r, (pawl_xy){0, 0}, &most, &side, &end) ? xy_dot(most.n, r) : NAN;
}

double pawl_track_corners(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          double near, pawl_xy u, pawl_touch *touch)
{
  pawl_walk walk;
  pawl_touch turned = *touch;
  int side, end;
  pawl_walk_begin(&walk, a, b, place);
  if (!(pawl_walk_to_corners(&walk, touch) > near) || xy_norm(pawl_walk_between(&walk)) > near)
    return NAN;
  if (xy_norm(u) > 0 && is_common(&walk, u))
    return xy_norm(u);
  if (!pawl_walk_outermost(&walk, u, (pawl_xy){0, 0}, &turned, &side, &end))
    return NAN;
  double rate = xy_dot(turned.n, u);
  bool elsewhere = pawl_walk_stretch(&walk, side)
                       ->joined; /* the edge that begins there is another curve's, and decided there */
  if (!leap(&walk, &turned, side, end))
    return elsewhere ? INFINITY : rate > 0 ? rate : NAN; /* past a loose end no edge begins */
  if (!meet(&walk, true, &turned))
    return rate > 0 ? rate : NAN;
  turned.straight = false;
  turned.ends = 0;
  pawl_walk_finish(&walk, &turned);
  *touch = turned;
  return xy_dot(turned.n, u);
}

/* How far a turn that makes edges parallel enough moves them, as a certificate counts it. */
static double way_to_tilt(const pawl_walk *walk, double tilt)
{
  const pawl_profile *a = walk->profile[0], *b = walk->profile[1];
  double width = b->size < PAWL_MUCH_LARGER * a->size ? b->width : lesser(a->width, b->width);
  return 0.5 * width * (tilt - PAWL_TILT);
}

/* ---- edges beside a corner on a line ---- */

/* The straight edge beyond `end` of the corner on side e; NULL: there is none. `tilt`: the sine of its angle with the line of the other side,
 * 1 if it does not face it. */
static const pawl_stretch *edge_beside(const pawl_walk *walk, const pawl_touch *touch, int e, int end,
                                       double *tilt)
{
  int next = pawl_walk_stretch(walk, e)->next[end];
  if (next < 0 || walk->profile[e]->stretch[next].shape != PAWL_STRAIGHT)
    return NULL;
  const pawl_stretch *edge = &walk->profile[e]->stretch[next];
  pawl_xy n = edge->end[end].n, up = e ? touch->n : xy_back(touch->n);
  if (e)
    n = pawl_place_direction(walk->place, n);
  *tilt = xy_dot(n, up) < 0 ? fabs(xy_cross(n, up)) : 1;
  return edge;
}

static bool is_corner_on_line(const pawl_walk *walk, int e)
{
  return pawl_walk_stretch(walk, e)->shape == PAWL_ROUND &&
         pawl_walk_stretch(walk, 1 - e)->shape == PAWL_STRAIGHT;
}

/* How high the far end of the edge beyond `end` of side e is over the line of the other side, or the edge over the end of that line if that
 * comes first; or, if that is more, how far they move in turning until both ends of an overlap are listed. */
static double level(const pawl_walk *walk, const pawl_touch *touch, int e, int end)
{
  double tilt;
  const pawl_stretch *edge = edge_beside(walk, touch, e, end, &tilt), *wall = pawl_walk_stretch(walk, 1 - e);
  if (!edge || tilt <= PAWL_TILT)
    return INFINITY;
  pawl_xy far = edge->end[end].x, up = e ? touch->n : xy_back(touch->n),
          stop[2] = {wall->end[0].x, wall->end[1].x};
  if (e)
    far = pawl_place_point(walk->place, far);
  else
    for (int j = 0; j < 2; j++)
      stop[j] = pawl_place_point(walk->place, stop[j]);
  pawl_xy foot = touch->x[1 - e], to = xy_sub(far, foot);
  double along = xy_cross(up, to), high = xy_dot(up, to), reach = 0;
  for (int j = 0; j < 2; j++)
    reach = greater(reach, (along < 0 ? -1 : 1) * xy_cross(up, xy_sub(stop[j], foot)));
  if (reach < fabs(along))
    high = touch->gap + (high - touch->gap) * reach / fabs(along);
  return greater(high, way_to_tilt(walk, tilt));
}

/* The corner on a side of the touch: its own, or that at an end of the line it is on; -1: there is none. */
static int corner_at(const pawl_walk *walk, int side, int end)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, side), *all = walk->profile[side]->stretch;
  int at = w->form == PAWL_BY_POINT ? walk->at[side] : w->shape == PAWL_STRAIGHT ? w->next[end] : -1;
  return at >= 0 && all[at].form == PAWL_BY_POINT ? at : -1;
}

/* A straight edge that begins at a corner: where, its direction from there, and its normal, seen from the first. */
typedef struct {
  pawl_xy x, along, n;
} ray;

static bool ray_from(const pawl_walk *walk, int side, int corner, int end, ray *out)
{
  const pawl_stretch *all = walk->profile[side]->stretch;
  int next = all[corner].next[end];
  if (next < 0 || all[next].shape != PAWL_STRAIGHT)
    return false;
  const pawl_station *at = &all[next].end[1 - end];
  *out = (ray){at->x, end ? at->t : xy_back(at->t), at->n};
  if (side)
    *out = (ray){pawl_place_point(walk->place, out->x), pawl_place_direction(walk->place, out->along),
                 pawl_place_direction(walk->place, out->n)};
  return true;
}

/* Two edges that look at each other and run apart from their corners: once these have passed each other both corners are touches, of which
 * one alone can be followed until then. How far it is to there, or until they are parallel enough, or down. */
static double passing(const pawl_walk *walk, const ray *p, const ray *q)
{
  pawl_xy r = xy_sub(q->x, p->x);
  double apart = -xy_dot(r, p->along);
  if (!(xy_dot(p->along, q->along) < 0 && xy_dot(p->n, q->n) < 0 && apart >= 0))
    return INFINITY;
  double high = greater(xy_dot(r, p->n), -xy_dot(r, q->n)), tilt = fabs(xy_cross(p->n, q->n));
  return greater(greater(apart, high), way_to_tilt(walk, tilt));
}

/* The same for all edges beside the corners next to a touch. */
static double least_passing(const pawl_walk *walk)
{
  double least = INFINITY;
  for (int i = 0; i < 16; i++) {
    int corner[2] = {corner_at(walk, 0, i & 1), corner_at(walk, 1, i >> 1 & 1)};
    ray p, q;
    if (corner[0] >= 0 && corner[1] >= 0 && ray_from(walk, 0, corner[0], i >> 2 & 1, &p) &&
        ray_from(walk, 1, corner[1], i >> 3 & 1, &q))
      least = lesser(least, passing(walk, &p, &q));
  }
  return least;
}

double pawl_track_level(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                        const pawl_touch *touch)
{
  pawl_walk walk;
  pawl_touch here = *touch;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, &here);
  double least = least_passing(&walk);
  for (int e = 0; e < 2; e++)
    for (int end = 0; end < 2 && is_corner_on_line(&walk, e); end++)
      least = lesser(least, level(&walk, &here, e, end));
  return least;
}

/* Whether a touch is at the far end of an edge of side e, or of a corner of the other with that edge. */
static bool is_on_edge(const pawl_walk *walk, const pawl_stretch *edge, int e, int end,
                       const pawl_touch *touch)
{
  int next = edge->next[end];
  return touch->feature[e] == edge->feature ||
         (next >= 0 && touch->feature[e] == walk->profile[e]->stretch[next].feature);
}

bool pawl_track_lacks_end(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          const pawl_touch *touch, const pawl_touch *listed, int count)
{
  pawl_walk walk;
  pawl_touch here = *touch;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, &here);
  for (int i = 0; i < 4; i++) {
    int e = i / 2, end = i % 2;
    double tilt;
    const pawl_stretch *edge = is_corner_on_line(&walk, e) ? edge_beside(&walk, &here, e, end, &tilt) : NULL;
    bool found = !edge || tilt > PAWL_TILT;
    for (int k = 0; k < count && !found; k++)
      found = is_on_edge(&walk, edge, e, end, listed + k);
    if (!found)
      return true;
  }
  return false;
}

static bool begins_edge(const pawl_walk *walk, const pawl_touch *touch, int e, double sine)
{
  const pawl_stretch *w = pawl_walk_stretch(walk, e), *all = walk->profile[e]->stretch;
  if (w->shape == PAWL_STRAIGHT || w->form == PAWL_BY_POINT)
    return false;
  for (int end = 0; end < 2; end++) {
    int next = w->next[end];
    if (next < 0 || all[next].shape != PAWL_STRAIGHT)
      continue;
    pawl_xy n = all[next].end[0].n;
    if (fabs(xy_cross(e ? pawl_place_direction(walk->place, n) : n, touch->n)) <= sine)
      return true;
  }
  return false;
}

bool pawl_track_at_edge(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                        const pawl_touch *touch, double sine)
{
  pawl_walk walk;
  pawl_touch here = *touch;
  pawl_walk_begin(&walk, a, b, place);
  pawl_walk_locate(&walk, &here);
  for (int e = 0; e < 2; e++)
    if (pawl_walk_stretch(&walk, 1 - e)->shape == PAWL_STRAIGHT && begins_edge(&walk, &here, e, sine))
      return true;
  return false;
}
