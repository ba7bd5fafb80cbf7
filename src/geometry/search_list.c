/* The list of touches found: which count, which are the same, whose identities they continue. */
#include "geometry/search.h"

/* Cosine of the angle by which the normals of one touch may differ. What is near with another normal is on another wall: taken for
 * the same, it would not be watched. */
#define SAME_NORMAL 0.995
#define NEXT_NORMAL 0.97 /* the same of two edges that both face a wall */

/* Within the ranges of its stretches, up to rounding. */
static bool is_within(const pawl_walk *walk, const pawl_touch *found)
{
  pawl_touch here = *found;
  const pawl_touch *touch = &here;
  if (found->straight)
    pawl_walk_unwrap(walk, &here);
  for (int side = 0; side < 2; side++) {
    const pawl_stretch *w = pawl_walk_stretch(walk, side);
    int end;
    double tolerance = w->form == PAWL_BY_POINT ? 1e-9 : 1e-9 * (w->s1 - w->s0);
    if (isinf(touch->k[side]) && w->form != PAWL_BY_POINT)
      continue; /* an end of a straight stretch */
    if (pawl_walk_beyond(walk, touch, side, &end) > tolerance && !pawl_walk_sunk(walk, touch, side, end))
      return false;
  }
  return true;
}

/* Whether a profile runs along the straight way between its points of two touches. */
static bool is_level(const pawl_search_work *work, const pawl_touch *a, const pawl_touch *b, int side)
{
  const pawl_profile *p = work->walk.profile[side];
  double period = p->s1 - p->s0, way = b->s[side] - a->s[side];
  if (p->closed && fabs(way) > 0.5 * period)
    way += way > 0 ? -period : period;
  for (int i = 1; i < 8; i++) {
    double s = pawl_profile_wrap(p, a->s[side] + i / 8.0 * way);
    const pawl_stretch *w = &p->stretch[pawl_profile_stretch(p, s, false)];
    pawl_station at;
    pawl_stretch_placed(w, side ? work->walk.place : NULL, s, &at);
    if (fabs(xy_dot(xy_sub(at.x, a->x[side]), a->n)) > 1e-12 * work->walk.size)
      return false;
  }
  return true;
}

/* A touch where D vanishes has no place of its own: it can be anywhere on what is level there. */
static bool share_a_level(const pawl_search_work *work, const pawl_touch *a, const pawl_touch *b,
                          double apart)
{
  double size = work->walk.size;
  if (a->straight || b->straight || !isfinite(a->k[0] + a->k[1] + b->k[0] + b->k[1]) ||
      xy_dot(a->n, b->n) < 0.995 || fabs(a->gap - b->gap) > 1e-12 * size ||
      greater(a->D, b->D) * apart * apart > 1e-12 * size)
    return false;
  return is_level(work, a, b, 0) && is_level(work, a, b, 1);
}

static bool are_same(const pawl_search_work *work, const pawl_touch *a, const pawl_touch *b)
{
  double apart = greater(xy_distance(a->x[0], b->x[0]), xy_distance(a->x[1], b->x[1]));
  return (apart < work->nearby && xy_dot(a->n, b->n) > SAME_NORMAL) || share_a_level(work, a, b, apart);
}

/* The touch an end of an overlap shares with others has all their marks. */
static void merge(pawl_found *old, const pawl_found *new)
{
  int ends = old->touch.ends | new->touch.ends;
  bool needs = old->needs && new->needs;
  int beside = new->beside < 0 ? -1 : old->beside; /* it is not only beside something */
  if (new->touch.straight && !old->touch.straight)
    *old = *new;
  else if (new->touch.straight) {
    old->also[0] = new->at[0];
    old->also[1] = new->at[1];
  }
  old->touch.ends = ends;
  old->needs = needs;
  old->beside = beside < 0 ? -1 : old->beside;
}

void pawl_search_record(pawl_search_work *work, const pawl_touch *touch)
{
  pawl_found new = {.touch = *touch,
                    .at = {work->walk.at[0], work->walk.at[1]},
                    .leaf = {work->leaf[0], work->leaf[1]},
                    .also = {-1, -1},
                    .needs = work->needs,
                    .beside = work->beside,
                    .side = work->side,
                    .turn = work->turn};
  if (!is_within(&work->walk, touch))
    return;
  if (touch->gap >= work->interest) {
    work->note->beyond = lesser(work->note->beyond, touch->gap);
    return;
  }
  /* Overlapping, it must have been a local minimum at the moment of touching too. */
  if (touch->gap < -work->depth || !(touch->gap >= 0 || touch->k[0] + touch->k[1] >= 0))
    return;
  if (!touch->straight)
    pawl_walk_finish(&work->walk, &new.touch);
  for (int i = 0; i < work->count; i++)
    if (are_same(work, &work->found[i].touch, touch)) {
      merge(&work->found[i], &new);
      return;
    }
  int place = work->count;
  if (work->count == work->room) { /* the widest gap gives way */
    for (int i = place = 0; i < work->count; i++)
      place = work->found[i].touch.gap > work->found[place].touch.gap ? i : place;
    work->note->full = true;
    work->note->beyond = lesser(work->note->beyond, greater(touch->gap, work->found[place].touch.gap));
    if (work->found[place].touch.gap <= touch->gap)
      return;
  } else
    work->count++;
  work->found[place] = new;
}

void pawl_search_flat(pawl_search_work *work, const pawl_touch *near)
{
  pawl_touch touch = *near;
  pawl_walk before = work->walk;
  work->note->newtons++;
  if (pawl_walk_flat(&work->walk, false, &touch))
    pawl_search_record(work, &touch);
  work->walk = before;
}

void pawl_search_drop(pawl_search_work *work, int i)
{
  for (work->count--; i < work->count; i++)
    work->found[i] = work->found[i + 1];
}

/* ---- partners of the ends of overlaps ---- */

static int feature_of(const pawl_search_work *work, const pawl_found *found, int side)
{
  return work->walk.profile[side]->stretch[found->at[side]].feature;
}

/* Whether two ends belong to the same overlap of straight features. */
static bool share_overlap(const pawl_search_work *work, const pawl_found *a, const pawl_found *b)
{
  for (int i = 0; i < 4; i++) {
    const int *v = i & 1 ? a->also : a->at, *w = i & 2 ? b->also : b->at;
    bool same = v[0] >= 0 && w[0] >= 0;
    for (int side = 0; side < 2 && same; side++) {
      const pawl_stretch *all = work->walk.profile[side]->stretch;
      same = all[v[side]].feature == all[w[side]].feature;
    }
    if (same)
      return true;
  }
  return false;
}

/* Whether a touch on what goes on smoothly behind a straight stretch stands for the other end of this
 * overlap. */
static bool is_partner(pawl_search_work *work, const pawl_found *end, pawl_found *other)
{
  for (int e = 0; e < 2; e++) {
    if (feature_of(work, other, 1 - e) != feature_of(work, end, 1 - e))
      continue;
    const pawl_feature *line = &work->walk.profile[e]->feature[feature_of(work, end, e)];
    for (int j = 0; j < 2; j++) {
      int next = work->walk.profile[e]->stretch[j ? line->last : line->first].next[j];
      if (next < 0 || next != other->at[e] || xy_dot(end->touch.n, other->touch.n) < 0.99)
        continue;
      other->touch.ends |= j ? 1 : 2; /* seen from the neighbour, the line lies on the other side */
      return true;
    }
  }
  return false;
}

/* Marks the neighbours' touches too. */
static bool has_partner(pawl_search_work *work, int i)
{
  bool found = false;
  const pawl_found *end = &work->found[i];
  for (int m = 0; m < work->count; m++) {
    pawl_found *other = &work->found[m];
    if (m == i)
      continue;
    if (other->touch.straight)
      found = found || share_overlap(work, end, other);
    else
      found = is_partner(work, end, other) || found;
  }
  return found;
}

/* Whether the vertex beside, at which the outline goes on to where it is lower, is listed there: by itself, as the end of another overlap,
 * or because it has closed. Before that, what lies beyond it cannot close. */
static bool is_beside_listed(const pawl_search_work *work, const pawl_found *end)
{
  int side = end->side;
  pawl_xy corner = work->walk.profile[side]->stretch[end->beside].centre;
  if (side)
    corner = pawl_place_point(work->walk.place, corner);
  for (int i = 0; i < work->count; i++) {
    const pawl_found *other = &work->found[i];
    if (other != end && isinf(other->touch.k[side]) &&
        xy_distance(other->touch.x[side], corner) < work->nearby &&
        xy_dot(other->touch.n, end->touch.n) > NEXT_NORMAL &&
        (other->beside < 0 || other->touch.gap <= work->nearby))
      return true;
  }
  return false;
}

/* The upper end of an overlap is no touch without the lower one. */
static bool is_lone(pawl_search_work *work, int i)
{
  const pawl_found *end = &work->found[i];
  bool partner = end->touch.straight && has_partner(work, i);
  return end->touch.straight && end->needs && !partner && !(end->beside >= 0 && is_beside_listed(work, end));
}

static void drop_lone_ends(pawl_search_work *work)
{
  for (int i = work->count - 1; i >= 0; i--) {
    const pawl_found *end = &work->found[i];
    if (!is_lone(work, i))
      continue;
    if (end->beside >= 0 && end->touch.gap > 0) /* else they are far sides, seen through the material */
      work->note->beyond = lesser(work->note->beyond, greater(end->turn, end->touch.gap));
    pawl_search_drop(work, i);
    i = work->count; /* others may have needed it */
  }
}

/* ---- order and identity ---- */

static bool comes_before(const pawl_touch *a, const pawl_touch *b)
{
  if (a->gap != b->gap)
    return a->gap < b->gap;
  if (a->feature[0] != b->feature[0])
    return a->feature[0] < b->feature[0];
  return a->feature[1] != b->feature[1] ? a->feature[1] < b->feature[1] : a->s[0] < b->s[0];
}

static void sort(pawl_search_work *work)
{
  for (int i = 1; i < work->count; i++) {
    pawl_found x = work->found[i];
    int j = i;
    for (; j > 0 && comes_before(&x.touch, &work->found[j - 1].touch); j--)
      work->found[j] = work->found[j - 1];
    work->found[j] = x;
  }
}

/* How far two touches are apart along the profiles, if not more than `most`. */
static double way_between(const pawl_search_work *work, const pawl_touch *a, const pawl_touch *b)
{
  double sum = 0;
  for (int side = 0; side < 2; side++) {
    const pawl_profile *p = work->walk.profile[side];
    double range = p->s1 - p->s0, ds = fabs(a->s[side] - b->s[side]);
    if (p->closed && ds > 0.5 * range)
      ds = fabs(range - ds);
    sum += range > 0 ? p->length * ds / range : 0;
  }
  return sum;
}

/* The touch that one from before has become: where tracking leads, else the nearest one not far from it. */
static int heir(const pawl_search_work *work, const pawl_touch *before, bool tracked)
{
  double leaves[2], least = 0.05 * work->depth;
  pawl_touch now = *before;
  int best = -1;
  if (tracked && pawl_track(work->walk.profile[0], work->walk.profile[1], work->walk.place, false, &now,
                            leaves) == PAWL_LOST)
    return -1;
  for (int i = 0; i < work->count; i++) {
    const pawl_touch *touch = &work->found[i].touch;
    if (touch->id >= 0 || xy_dot(touch->n, now.n) < SAME_NORMAL)
      continue;
    double far = tracked ? (xy_distance(touch->x[0], now.x[0]) + xy_distance(touch->x[1], now.x[1])) * 1e4
                         : way_between(work, touch, before);
    if (far < least) {
      least = far;
      best = i;
    }
  }
  return best;
}

static bool is_used(const pawl_search_work *work, const pawl_touch *before, int count, int id)
{
  for (int i = 0; i < count; i++)
    if (before[i].id == id)
      return true;
  for (int i = 0; i < work->count; i++)
    if (work->found[i].touch.id == id)
      return true;
  return false;
}

static void inherit(pawl_search_work *work, const pawl_touch *before, int count)
{
  for (int i = 0; i < work->count; i++)
    work->found[i].touch.id = -1;
  for (int pass = 1; pass >= 0; pass--)
    for (int i = 0; i < count; i++) {
      bool taken = false;
      for (int m = 0; m < work->count; m++)
        taken = taken || work->found[m].touch.id == before[i].id;
      int best = taken ? -1 : heir(work, &before[i], pass);
      if (best >= 0) {
        work->found[best].touch.id = before[i].id;
        work->found[best].kept = true;
      }
    }
}

void pawl_search_finish(pawl_search_work *work, const pawl_touch *before, int before_count)
{
  drop_lone_ends(work);
  sort(work);
  inherit(work, before, before_count);
  pawl_search_overlaps(work);
  drop_lone_ends(work);
  int id = 0;
  for (int i = 0; i < work->count; i++) {
    if (work->found[i].touch.id >= 0)
      continue;
    while (is_used(work, before, before_count, id))
      id++;
    work->found[i].touch.id = id;
  }
}
