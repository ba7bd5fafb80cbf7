/* Overlaps. Opposite normals and r along them can also belong to points on the far sides of two profiles. A
 * touch with a negative gap counts if
 *
 *   - the way from x1 to x2 lies inside of both: neither profile crosses it, and its middle is in the
 *     material (from a corner a way may leave without crossing anything);
 *   - it does not vanish when the second profile is moved out along the normal of a shallower overlap of
 *     another direction, nor is its vertex on the surface there. (Two boxes that overlap a little at their
 *     faces overlap much along them.) */
#include <float.h>

#include "geometry/search.h"

typedef struct {
  const pawl_profile *profile;
  const pawl_placing *place;
  pawl_xy p, d; /* p + t d, 0 < t < 1 */
  double length;
  double trim; /* loose ends of the profile are shorter by this */
} way;

/* Well between the ends of a way: those are as far off as a place so far from the origin is rounded. */
static bool is_between(const way *w, double t)
{
  double end = 1e-6 + 16 * DBL_EPSILON * xy_norm(w->p) / w->length;
  return t > end && t < 1 - end;
}

/* Whether a disc meets the way. */
static bool near_way(const way *w, pawl_xy centre, double r)
{
  pawl_xy q = xy_sub(centre, w->p);
  double t = lesser(1, greater(0, xy_dot(q, w->d) / (w->length * w->length)));
  return xy_norm(xy_along(q, -t, w->d)) <= r;
}

/* An edge that leaves the end of the way almost along it crosses it there, as far as rounding can tell. */
static bool meets_line(const way *w, pawl_xy a, pawl_xy b)
{
  pawl_xy e = xy_sub(b, a), q = xy_sub(a, w->p);
  double det = xy_cross(w->d, e);
  if (fabs(det) < 1e-12 * w->length * xy_norm(e))
    return false;
  double t = xy_cross(q, e) / det, u = xy_cross(q, w->d) / det;
  double rounding = 1e-14 * (xy_norm(e) + xy_norm(w->p)) * xy_norm(e) / fabs(det);
  return is_between(w, t) && t > rounding && t < 1 - rounding && u >= 0 && u <= 1;
}

static bool meets_arc(const way *w, const pawl_stretch *arc)
{
  pawl_xy c = w->place ? pawl_place_point(w->place, arc->centre) : arc->centre, q = xy_sub(w->p, c);
  double a = w->length * w->length, b = xy_dot(q, w->d),
         disc = b * b - a * (xy_dot(q, q) - arc->radius * arc->radius);
  if (disc <= 0)
    return false;
  for (int i = -1; i <= 1; i += 2) {
    double t = (-b + i * sqrt(disc)) / a;
    pawl_xy n = xy_times(1 / arc->radius, xy_along(q, t, w->d));
    if (w->place)
      n = (pawl_xy){w->place->c * n.x + w->place->s * n.y, w->place->c * n.y - w->place->s * n.x};
    double s = pawl_stretch_s_of_normal(arc, n);
    if (is_between(w, t) && (arc->sector.full || (s >= arc->s0 && s <= arc->s1)))
      return true;
  }
  return false;
}

/* A cell that bends one way and is nowhere parallel to the way crosses its line once, if its ends lie on
 * both sides. */
static bool meets_cell(const way *w, const pawl_cell *cell, int depth)
{
  double r = pawl_cell_radius(cell);
  if (!near_way(w, pawl_cell_centre(cell), r))
    return false;
  double f0 = xy_cross(w->d, xy_sub(cell->p0, w->p)), f1 = xy_cross(w->d, xy_sub(cell->p1, w->p));
  double a = xy_dot(cell->n0, w->d), b = xy_dot(cell->n1, w->d);
  bool across = cell->bends && a * b > 0;
  if (across && f0 * f1 > 0)
    return false;
  if (depth == 0 || r < 1e-6 * w->length) {
    double u = f0 == f1 ? 0.5 : f0 / (f0 - f1);
    pawl_xy x = xy_along(cell->p0, u, xy_sub(cell->p1, cell->p0));
    return f0 * f1 <= 0 && is_between(w, xy_dot(xy_sub(x, w->p), w->d) / (w->length * w->length));
  }
  pawl_cell half[2];
  pawl_cell_halve(cell, half);
  return meets_cell(w, &half[0], depth - 1) || meets_cell(w, &half[1], depth - 1);
}

/* Without what goes on beyond a concave corner. */
static pawl_cell proper_part(const pawl_leaf *leaf, const pawl_stretch *stretch, const pawl_placing *place)
{
  pawl_cell cell = pawl_cell_of(leaf, stretch, place);
  pawl_station at;
  if (leaf->s0 < stretch->s0) {
    pawl_stretch_placed(stretch, place, cell.s0 = stretch->s0, &at);
    cell.p0 = at.x;
    cell.n0 = at.n;
  }
  if (leaf->s1 > stretch->s1) {
    pawl_stretch_placed(stretch, place, cell.s1 = stretch->s1, &at);
    cell.p1 = at.x;
    cell.n1 = at.n;
  }
  return cell;
}

/* Whether an open curve ends there. */
static bool is_loose(const pawl_profile *profile, const pawl_stretch *stretch, int end)
{
  int next = stretch->next[end];
  return next < 0 || (profile->stretch[next].form == PAWL_BY_POINT && profile->stretch[next].next[end] < 0);
}

static bool meets_straight(const way *w, const pawl_leaf *leaf, const pawl_stretch *stretch, pawl_xy a,
                           pawl_xy b)
{
  pawl_xy in = xy_times(w->trim / greater(xy_distance(a, b), 2 * w->trim), xy_sub(b, a));
  if (w->trim > 0 && leaf->s0 <= stretch->s0 && is_loose(w->profile, stretch, 0))
    a = xy_add(a, in);
  if (w->trim > 0 && leaf->s1 >= stretch->s1 && is_loose(w->profile, stretch, 1))
    b = xy_sub(b, in);
  return meets_line(w, a, b);
}

static bool meets_leaf(const way *w, const pawl_leaf *leaf)
{
  const pawl_stretch *stretch = &w->profile->stretch[leaf->stretch];
  if (leaf->stop || stretch->form == PAWL_BY_POINT)
    return false;
  if (stretch->shape == PAWL_ROUND)
    return meets_arc(w, stretch);
  pawl_cell cell = proper_part(leaf, stretch, w->place);
  return stretch->shape == PAWL_STRAIGHT ? meets_straight(w, leaf, stretch, cell.p0, cell.p1)
                                         : meets_cell(w, &cell, 40);
}

static bool meets(const way *w, int index)
{
  const pawl_node *node = &w->profile->node[index];
  pawl_xy centre = w->place ? pawl_place_point(w->place, node->centre) : node->centre;
  if (!near_way(w, centre, node->r + node->R))
    return false;
  if (node->left < 0)
    return meets_leaf(w, &w->profile->leaf[-1 - node->left]);
  return meets(w, node->left) || meets(w, node->right);
}

/* A way as short as rounding crosses nothing that could be told from its ends. */
static bool crosses_profile(const pawl_profile *profile, const pawl_placing *place, pawl_xy from, pawl_xy d)
{
  way w = {profile, place, from, d, xy_norm(d), 0};
  return w.length > 1e-8 * (profile->node[0].r + profile->node[0].R) && meets(&w, 0);
}

static bool crosses(const pawl_search_work *work, int side, pawl_xy from, pawl_xy d)
{
  return crosses_profile(work->walk.profile[side], side ? work->walk.place : NULL, from, d);
}

/* ---- inside or outside ---- */

static double angle_seen(pawl_xy from, pawl_xy to)
{
  return pawl_angle((pawl_xy){xy_dot(from, to), xy_cross(from, to)});
}

/* How far a part of a stretch leads around p, in radians. Whatever lies in a disc that does not hold p is
 * seen like the chord between its ends. */
static double part_around(const pawl_stretch *w, pawl_xy p, double s0, double s1, int depth)
{
  pawl_station a, b;
  pawl_stretch_at(w, s0, &a);
  pawl_stretch_at(w, s1, &b);
  bool wide = w->shape == PAWL_ROUND && fabs(w->turn) * (s1 - s0) > 1.5;
  double r = 0.5 * xy_distance(a.x, b.x);
  if (depth == 0 || (!wide && xy_distance(p, xy_between(a.x, b.x)) > 1.01 * r))
    return angle_seen(xy_sub(a.x, p), xy_sub(b.x, p));
  double middle = 0.5 * (s0 + s1);
  return part_around(w, p, s0, middle, depth - 1) + part_around(w, p, middle, s1, depth - 1);
}

/* The proper end of a leaf, which does not go on beyond a concave corner. */
static pawl_xy end_of(const pawl_profile *profile, int leaf, int j)
{
  const pawl_leaf *l = &profile->leaf[leaf];
  const pawl_stretch *w = &profile->stretch[l->stretch];
  if (j ? l->s1 > w->s1 : l->s0 < w->s0)
    return w->end[j].x;
  return j ? l->p1 : l->p0;
}

static int last_leaf(const pawl_profile *profile, int node, bool first)
{
  const pawl_node *all = profile->node;
  while (all[node].left >= 0)
    node = first ? all[node].left : all[node].right;
  return -1 - all[node].left;
}

static double way_around(const pawl_profile *profile, pawl_xy p, int index)
{
  const pawl_node *node = &profile->node[index];
  bool holds = xy_distance(p, node->centre) <= 1.01 * node->r;
  if (node->left >= 0 && holds)
    return way_around(profile, p, node->left) + way_around(profile, p, node->right);
  if (node->left >= 0)
    return angle_seen(xy_sub(end_of(profile, last_leaf(profile, index, true), 0), p),
                      xy_sub(end_of(profile, last_leaf(profile, index, false), 1), p));
  const pawl_leaf *leaf = &profile->leaf[-1 - node->left];
  const pawl_stretch *w = &profile->stretch[leaf->stretch];
  if (leaf->stop || w->form == PAWL_BY_POINT)
    return 0;
  return part_around(w, p, greater(leaf->s0, w->s0), lesser(leaf->s1, w->s1), 60);
}

/* Whether a point is in the material of a closed profile; place NULL: as it is. */
static bool is_material(const pawl_profile *profile, const pawl_placing *place, pawl_xy x)
{
  if (!profile->closed)
    return true;
  if (place) {
    pawl_xy d = xy_sub(x, place->r);
    x = (pawl_xy){place->c * d.x + place->s * d.y, place->c * d.y - place->s * d.x};
  }
  return (fabs(way_around(profile, x, 0)) > 3) == profile->solid;
}

/* On both sides of a way, so that one along the outline does not count. */
static bool is_material_beside(const pawl_profile *profile, const pawl_placing *place, pawl_xy x, pawl_xy d)
{
  double size = 1e-7 * profile->size / xy_norm(d);
  pawl_xy across = {-size * d.y, size * d.x};
  return is_material(profile, place, xy_add(x, across)) && is_material(profile, place, xy_sub(x, across));
}

/* Two corners that have passed each other by little: then their edges cross, and both tips may be in the open beyond the other's
 * far edge. They overlap along all normals that they have in common. */
static bool are_crossed_corners(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                                const pawl_touch *touch)
{
  pawl_walk walk;
  pawl_touch least = *touch;
  int side, end;
  pawl_walk_begin(&walk, a, b, place);
  double edge = pawl_walk_to_corners(&walk, touch);
  pawl_xy r = pawl_walk_between(&walk);
  double far = xy_norm(r);
  return far < 0.05 * edge && pawl_walk_outermost(&walk, r, touch->n, &least, &side, &end) &&
         xy_dot(least.n, r) < -1e-9 * far;
}

/* ---- through an open curve ---- */

enum { CHORDS = 8 }; /* of a curved stretch */
static const double ON =
    1e-5; /* of a way, beyond both of its ends: what crosses where two ways meet crosses one of them */

static bool stretch_leads_through(const pawl_stretch *of, const pawl_placing *place, pawl_xy out, way *w)
{
  pawl_station from, to;
  int n = of->form == PAWL_BY_POINT ? 0 : of->shape == PAWL_STRAIGHT ? 1 : CHORDS;
  pawl_stretch_placed(of, place, of->s0, &from);
  for (int j = 1; j <= n; j++, from = to) {
    pawl_stretch_placed(of, place, of->s0 + (of->s1 - of->s0) * j / n, &to);
    pawl_xy d = xy_sub(to.x, from.x);
    w->p = xy_add(xy_along(from.x, -ON, d), out);
    w->d = xy_times(1 + 2 * ON, d);
    w->length = xy_norm(w->d);
    if (meets(w, 0))
      return true;
  }
  return false;
}

/* A curve that is not closed has no inside: a corner of a closed profile, the one on `side`, that is behind it has come through it only if
 * the outline crosses it, when the closed one is moved by `out`; not at a loose end, which the outline may touch there. */
static bool leads_through(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, int side,
                          pawl_xy out)
{
  const pawl_profile *of = side ? b : a, *wall = side ? a : b;
  way w = {.profile = wall, .place = side ? NULL : place, .trim = 1e-7 * greater(a->size, b->size)};
  for (int i = 0; i < of->stretch_count; i++)
    if (stretch_leads_through(of->stretch + i, side ? place : NULL, out, &w))
      return true;
  return false;
}

/* Whether the touch is of a corner of the closed profile on that side with a curve that is not closed, and the way between its points is
 * not within the closed one: past a spike that leans, or past a corner that has gone around the curve's end. */
static bool is_around(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, int side,
                      const pawl_touch *touch)
{
  pawl_xy d = xy_sub(touch->x[1], touch->x[0]), middle = xy_between(touch->x[0], touch->x[1]);
  const pawl_profile *of = side ? b : a;
  return isinf(touch->k[side]) && of->closed && !(side ? a : b)->closed &&
         !is_material_beside(of, side ? place : NULL, middle, d);
}

/* Whether the foot of the touch on a side is beyond a concave corner with another profile, in the material of that one: not deeper than
 * the hidden edge there tells that it goes. */
static bool is_in_another(const pawl_profile *profile, const pawl_placing *place, const pawl_touch *touch,
                          int side)
{
  const pawl_feature *f = &profile->feature[touch->feature[side]];
  int n = profile->stretch_count;
  for (int j = 0; j < 2; j++) {
    int at = j ? f->last : f->first;
    const pawl_stretch *w = profile->stretch + at, *beside = profile->stretch + (at + (j ? 1 : n - 1)) % n;
    pawl_station end;
    if (w->wall[j] != at || !beside->hidden)
      continue;
    pawl_stretch_placed(w, place, j ? w->s1 : w->s0, &end);
    if ((j ? 1 : -1) * xy_dot(xy_sub(touch->x[side], end.x), end.t) > 0)
      return -touch->gap < 0.5 * xy_distance(beside->end[0].x, beside->end[1].x);
  }
  return false;
}

static bool is_in_material(const pawl_profile *profile, const pawl_placing *place, const pawl_touch *touch,
                           int side)
{
  pawl_xy d = xy_sub(touch->x[1], touch->x[0]), middle = xy_between(touch->x[0], touch->x[1]);
  /* beside a corner's tip there is no material of its own: a spike that leans */
  return isinf(touch->k[side]) || is_in_another(profile, place, touch, side) ||
         is_material_beside(profile, place, middle, d);
}

bool pawl_overlap_is_real(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          const pawl_touch *touch)
{
  pawl_xy d = xy_sub(touch->x[1], touch->x[0]);
  if (are_crossed_corners(a, b, place, touch))
    return true;
  if (crosses_profile(a, NULL, touch->x[0], d) || crosses_profile(b, place, touch->x[0], d))
    return false;
  if (touch->gap > -1e-6 * greater(a->size, b->size))
    return true;
  for (int side = 0; side < 2; side++)
    if (is_around(a, b, place, side, touch) && !leads_through(a, b, place, side, (pawl_xy){0, 0}))
      return false;
  return is_in_material(a, NULL, touch, 0) && is_in_material(b, place, touch, 1);
}

/* Whether the vertex of p, or its foot, comes through a surface when the second profile is moved by `out`, or the outline beside the
 * vertex comes off the end of an open curve. */
static bool comes_out(const pawl_search_work *work, const pawl_touch *p, pawl_xy out)
{
  const pawl_profile *a = work->walk.profile[0], *b = work->walk.profile[1];
  if (crosses(work, 0, p->x[1], out) || crosses(work, 1, p->x[0], xy_back(out)))
    return true;
  for (int side = 0; side < 2; side++)
    if (is_around(a, b, work->walk.place, side, p) &&
        !leads_through(a, b, work->walk.place, side, side ? out : xy_back(out)))
      return true;
  return false;
}

/* The least way out of an overlap, a little longer than rounding; of a gap, how far one may go back. */
static double way_out(const pawl_search_work *work, const pawl_touch *q)
{
  double size = greater(work->walk.profile[0]->size, work->walk.profile[1]->size);
  return q->gap < 0 ? greater(-(1 + 1e-5) * q->gap, 1e-7 * size) : 1e-7 * size - q->gap;
}

/* Whether moving the second profile out of the overlap q, which has another direction, moves it out of p
 * too. */
static bool vanishes_with(const pawl_search_work *work, const pawl_touch *p, const pawl_touch *q)
{
  double out = way_out(work, q);
  bool grazes =
      -p->gap < out && !isinf(p->k[0]) && !isinf(p->k[1]); /* it is no deeper than the way is long */
  return !grazes && xy_dot(p->n, q->n) <= 0.99 && comes_out(work, p, xy_times(out, q->n));
}

/* Whether two touches are of one vertex. */
static bool share_a_vertex(const pawl_search_work *work, const pawl_touch *p, const pawl_touch *q)
{
  for (int side = 0; side < 2; side++)
    if (isinf(p->k[side]) && isinf(q->k[side]) && xy_distance(p->x[side], q->x[side]) < work->nearby)
      return true;
  return false;
}

/* The same for two touches at once: a vertex below a concave corner is out of both walls only there. A way that is longer than p is
 * deep tells nothing. */
static bool vanishes_with_two(const pawl_search_work *work, const pawl_touch *p, const pawl_touch *q,
                              const pawl_touch *r)
{
  double det = xy_cross(q->n, r->n), a = way_out(work, q), b = way_out(work, r);
  if (fabs(det) < 0.01 || !share_a_vertex(work, p, q) || !share_a_vertex(work, p, r))
    return false;
  pawl_xy out = {(a * r->n.y - b * q->n.y) / det, (b * q->n.x - a * r->n.x) / det};
  return xy_norm(out) < -p->gap && comes_out(work, p, out);
}

/* Whether a point a little above the surface is in the open. A curve that is not closed has no inside: what is far behind one of its
 * walls is not, if it is on another one. */
static bool is_open_above(const pawl_profile *profile, const pawl_placing *place, pawl_xy x, bool far)
{
  return profile->closed ? !is_material(profile, place, x) : far;
}

/* Whether the vertex of the overlap p is on the surface, as the touch q of another direction says, and in the open beyond: then
 * it is not inside. One that is deep by rounding alone is on both surfaces: above the one and behind the other is the open at a convex
 * corner, but material at a concave one, where it is held by both. */
static bool lies_on(const pawl_search_work *work, const pawl_touch *p, const pawl_touch *q)
{
  const pawl_walk *walk = &work->walk;
  double size = greater(walk->profile[0]->size, walk->profile[1]->size), near = 1e-9 * size;
  if (fabs(q->gap) > near || xy_dot(p->n, q->n) > 0.99)
    return false;
  pawl_xy above = p->gap > -near ? xy_sub(q->n, p->n) : q->n;
  for (int side = 0; side < 2; side++)
    if (isinf(p->k[side]) && isinf(q->k[side]) && xy_distance(p->x[side], q->x[side]) < near &&
        is_open_above(walk->profile[1 - side], side ? NULL : walk->place,
                      xy_along(p->x[side], (side ? 1e-7 : -1e-7) * size, above), p->gap < -1e3 * near))
      return true;
  return false;
}

#define ROUNDING 1e-13 /* of the larger size: overlaps below are none */

void pawl_search_overlaps(pawl_search_work *work)
{
  pawl_found *found = work->found;
  for (int i = work->count - 1; i >= 0; i--) {
    if (found[i].touch.gap >= 0 || found[i].kept)
      continue;
    const pawl_walk *walk = &work->walk;
    bool real = pawl_overlap_is_real(walk->profile[0], walk->profile[1], walk->place, &found[i].touch);
    bool deep = found[i].touch.gap < -ROUNDING * walk->size; /* else no way out of another tells anything */
    /* They are sorted: the shallower overlaps come behind. */
    for (int j = i + 1; deep && real && j < work->count && found[j].touch.gap < 0; j++)
      real = found[j].needs || !vanishes_with(work, &found[i].touch, &found[j].touch);
    for (int j = i + 1; deep && real && j < work->count && found[j].touch.gap < 0; j++)
      for (int k = j + 1; real && k < work->count && found[k].touch.gap < -found[i].touch.gap; k++)
        real = found[j].needs || found[k].needs ||
               !vanishes_with_two(work, &found[i].touch, &found[j].touch, &found[k].touch);
    for (int j = i + 1; real && j < work->count; j++)
      real = !lies_on(work, &found[i].touch, &found[j].touch);
    if (!real) {
      work->crossed = true;
      pawl_search_drop(work, i);
    }
  }
}
