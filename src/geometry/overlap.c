/* Overlaps, looked for without the touches that a run follows: the check on them.      theory.md, 7.12
 *
 *   - Discs that hold the profiles are apart: no overlap.
 *   - A straight line parts them: with a unit vector e, max e·x over the first is not more than min e·x over the second. Any
 *     e will do: the last one, that of a touch, the way between the discs.
 *   - Profiles of straight pieces: the parts of every edge that lie in the material of the other one, and the distance from there
 *     to its outline.
 *   - A single point against a curve that is not closed has no inside: it has passed if its way since the last look crosses the
 *     curve from the front.
 *   - Curved profiles: the search of 7.2 from its root. */
#include "geometry/overlap.h"

#include "geometry/search.h"

enum { CROSSINGS = 64, SAMPLES = 5 };

/* ---- a line between them ---- */

/* The largest e·x of a profile, from above: of curved pieces that of the discs that hold them. */
static double support(const pawl_profile *profile, const pawl_placing *place, pawl_xy e)
{
  double most = -INFINITY;
  if (place) /* seen from the profile */
    e = (pawl_xy){place->c * e.x + place->s * e.y, place->c * e.y - place->s * e.x};
  if (profile->lines)
    for (int i = 0; i < profile->stretch_count; i++) {
      const pawl_stretch *w = profile->stretch + i;
      if (w->form == PAWL_BY_POINT)
        most = greater(most, xy_dot(e, w->centre));
      else
        most = greater(most, greater(xy_dot(e, w->end[0].x), xy_dot(e, w->end[1].x)));
    }
  else
    for (int i = 0; i < profile->node_count; i++) {
      const pawl_node *node = profile->node + i;
      if (node->left < 0)
        most = greater(most, xy_dot(e, node->centre) + node->r + node->R);
    }
  return most;
}

static bool parts(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double limit,
                  pawl_xy e)
{
  double shift = xy_dot(e, place->r);
  return support(a, NULL, e) <= shift - support(b, place, xy_back(e)) + limit;
}

/* ---- edges ---- */

typedef struct {
  pawl_xy p, q;
} edge;

/* The i-th stretch in the frame of the first profile; false: a vertex, which its edges hold already. Of a closed profile it ends
 * where the next one begins, to the last bit: a ray must not slip through between them. */
static bool edge_of(const pawl_profile *profile, const pawl_placing *place, int i, edge *e)
{
  const pawl_stretch *w = profile->stretch + i;
  int next = i;
  if (w->form == PAWL_BY_POINT)
    return false;
  do
    next = next + 1 < profile->stretch_count ? next + 1 : 0;
  while (profile->stretch[next].form == PAWL_BY_POINT);
  *e = (edge){w->end[0].x, profile->closed ? profile->stretch[next].end[0].x : w->end[1].x};
  if (place)
    *e = (edge){pawl_place_point(place, e->p), pawl_place_point(place, e->q)};
  return true;
}

static double distance_to(const edge *e, pawl_xy x)
{
  pawl_xy d = xy_sub(e->q, e->p), r = xy_sub(x, e->p);
  double t = xy_dot(r, d) / xy_dot(d, d);
  return xy_norm(xy_along(r, -lesser(1, greater(0, t)), d));
}

/* Distance to the outline, and whether the point lies in the material: how often a ray to the right crosses it. */
static double outline_distance(const pawl_profile *profile, const pawl_placing *place, pawl_xy x,
                               bool *material)
{
  double least = INFINITY;
  bool inside = false;
  edge e;
  for (int i = 0; i < profile->stretch_count; i++) {
    if (!edge_of(profile, place, i, &e))
      continue;
    least = lesser(least, distance_to(&e, x));
    if ((e.p.y > x.y) != (e.q.y > x.y) && x.x < e.p.x + (x.y - e.p.y) / (e.q.y - e.p.y) * (e.q.x - e.p.x))
      inside = !inside;
  }
  *material = inside == profile->solid;
  return least;
}

/* Where other edges cross this one, as parts of it, in order. */
static int crossings(const edge *e, const pawl_profile *other, const pawl_placing *place, double *t)
{
  int n = 0;
  edge f;
  pawl_xy d = xy_sub(e->q, e->p);
  for (int i = 0; i < other->stretch_count && n < CROSSINGS; i++) {
    if (!edge_of(other, place, i, &f))
      continue;
    pawl_xy g = xy_sub(f.q, f.p), r = xy_sub(f.p, e->p);
    double det = xy_cross(d, g);
    if (det == 0)
      continue;
    double at = xy_cross(r, g) / det, u = xy_cross(r, d) / det;
    if (!(at > 0 && at < 1 && u >= -1e-9 && u <= 1 + 1e-9))
      continue;
    int k = n++;
    for (; k > 0 && t[k - 1] > at; k--)
      t[k] = t[k - 1];
    t[k] = at;
  }
  return n;
}

/* How deep an edge goes into the material of a closed profile of edges. */
static double edge_depth(const edge *e, const pawl_profile *into, const pawl_placing *place, double limit)
{
  double t[CROSSINGS + 2], most = 0, length = xy_distance(e->p, e->q);
  int n = crossings(e, into, place, t + 1);
  t[0] = 0;
  t[n + 1] = 1;
  for (int i = 0; i <= n; i++) {
    if (!((t[i + 1] - t[i]) * length > limit))
      continue;
    for (int k = 0; k < SAMPLES; k++) {
      bool material;
      double at = t[i] + (t[i + 1] - t[i]) * k / (SAMPLES - 1),
             deep = outline_distance(into, place, xy_along(e->p, at, xy_sub(e->q, e->p)), &material);
      if (material)
        most = greater(most, deep);
    }
  }
  return most;
}

static double edges_depth(const pawl_profile *of, const pawl_placing *of_place, const pawl_profile *into,
                          const pawl_placing *into_place, double limit)
{
  double most = 0;
  edge e;
  pawl_xy centre = into_place ? pawl_place_point(into_place, into->centre) : into->centre;
  for (int i = 0; i < of->stretch_count; i++) {
    if (!edge_of(of, of_place, i, &e) || (into->solid && distance_to(&e, centre) > 0.5 * into->size))
      continue;
    most = greater(most, edge_depth(&e, into, into_place, limit));
  }
  return most;
}

/* Two curves that are not closed: of edges that cross, the end that is behind the other by less. */
static double open_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place)
{
  double most = 0;
  edge e, f;
  for (int i = 0; i < a->stretch_count; i++)
    for (int j = 0; j < b->stretch_count; j++) {
      if (!edge_of(a, NULL, i, &e) || !edge_of(b, place, j, &f))
        continue;
      pawl_xy n = a->stretch[i].end[0].n, m = pawl_place_direction(place, b->stretch[j].end[0].n);
      double p = xy_dot(n, xy_sub(f.p, e.p)), q = xy_dot(n, xy_sub(f.q, e.p));
      double r = xy_dot(m, xy_sub(e.p, f.p)), s = xy_dot(m, xy_sub(e.q, f.p));
      if ((p < 0) != (q < 0) && (r < 0) != (s < 0))
        most = greater(most, lesser(-lesser(p, q), -lesser(r, s)));
    }
  return most;
}

/* ---- single points ---- */

static bool is_point(const pawl_profile *profile)
{
  return profile->stretch_count == 1 && profile->stretch[0].form == PAWL_BY_POINT;
}

/* From where a point was to where it is: how far behind the edge that it has crossed from the front. */
static double passed_by(const pawl_profile *curve, pawl_xy from, pawl_xy to, double limit)
{
  double most = 0;
  for (int i = 0; i < curve->stretch_count; i++) {
    const pawl_stretch *w = curve->stretch + i;
    if (w->form == PAWL_BY_POINT)
      continue;
    pawl_xy d = xy_sub(w->end[1].x, w->end[0].x), n = w->end[0].n;
    double before = xy_dot(n, xy_sub(from, w->end[0].x)), now = xy_dot(n, xy_sub(to, w->end[0].x));
    if (before < -limit || now >= -limit)
      continue;
    double share = before <= 0 ? 0 : before / (before - now);
    double u = xy_dot(d, xy_sub(xy_along(from, share, xy_sub(to, from)), w->end[0].x)) / xy_dot(d, d);
    if (u > 0 && u < 1)
      most = greater(most, -now);
  }
  return most;
}

static pawl_xy seen_back(const pawl_placing *place, pawl_xy x)
{
  pawl_xy d = xy_sub(x, place->r);
  return (pawl_xy){place->c * d.x + place->s * d.y, place->c * d.y - place->s * d.x};
}

static double point_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          double limit, const pawl_parting *last)
{
  bool first = is_point(a), material;
  const pawl_profile *curve = first ? b : a;
  if (is_point(curve))
    return 0;
  pawl_xy c = first ? a->stretch[0].centre : b->stretch[0].centre,
          to = first ? seen_back(place, c) : pawl_place_point(place, c);
  if (curve->closed) {
    double deep = outline_distance(curve, NULL, to, &material);
    return material ? deep : 0;
  }
  if (!last->known)
    return 0;
  return passed_by(curve, first ? seen_back(&last->place, c) : pawl_place_point(&last->place, c), to, limit);
}

/* ---- all together ---- */

static double straight_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                             double limit, const pawl_parting *last)
{
  if (is_point(a) || is_point(b))
    return point_depth(a, b, place, limit, last);
  if (!a->closed && !b->closed)
    return open_depth(a, b, place);
  double in_a = a->closed ? edges_depth(b, place, a, NULL, limit) : 0,
         in_b = b->closed ? edges_depth(a, NULL, b, place, limit) : 0;
  return greater(in_a, in_b);
}

static double curved_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                           double limit, pawl_search_work *work)
{
  pawl_search_note note;
  pawl_touch found[4];
  int n = pawl_search(a, b, place, limit, NULL, 0, found, 4, work, &note);
  return n && found[0].gap < 0 ? -found[0].gap : 0;
}

static bool is_hole(const pawl_profile *profile)
{
  return profile->closed && !profile->solid;
}

static bool are_parted(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, double limit,
                       pawl_xy guess, pawl_parting *last)
{
  if (is_hole(a) || is_hole(b)) /* what is beside a hole is in its material */
    return false;
  pawl_xy between = xy_sub(pawl_place_point(place, b->centre), a->centre);
  double far = xy_norm(between);
  if (far > 0.5 * (a->size + b->size))
    return true;
  pawl_xy axis[] = {last->known ? last->axis : guess, guess, xy_times(1 / greater(far, 1e-300), between)};
  for (int i = 0; i < 3; i++)
    if (parts(a, b, place, limit, axis[i])) {
      last->axis = axis[i];
      return true;
    }
  return false;
}

double pawl_overlap_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          double limit, pawl_xy guess, pawl_parting *last, pawl_search_work *work)
{
  double deep = 0;
  if (!are_parted(a, b, place, limit, guess, last))
    deep = a->lines && b->lines ? straight_depth(a, b, place, limit, last)
                                : curved_depth(a, b, place, limit, work);
  if (!last->known)
    last->axis = guess;
  last->known = true;
  last->place = *place;
  return deep > limit ? deep : 0;
}

/* ---- one in the other ---- */

enum { CHORDS = 32, POINTS = 8 }; /* per curved stretch; per stretch */

static pawl_xy on_stretch(const pawl_stretch *w, int j, int n)
{
  pawl_station at;
  if (w->form == PAWL_BY_POINT)
    return w->centre;
  pawl_stretch_at(w, w->s0 + (w->s1 - w->s0) * j / n, &at);
  return at.x;
}

static bool is_crossed(pawl_xy p, pawl_xy q, pawl_xy x)
{
  return (p.y > x.y) != (q.y > x.y) && x.x < p.x + (x.y - p.y) / (q.y - p.y) * (q.x - p.x);
}

/* By how often a ray crosses the outline, of which curves are chords; each begins where the last one ended, to the last bit. How far
 * it is to them. */
static bool is_in_material(const pawl_profile *profile, pawl_xy x, double *far)
{
  bool inside = false;
  *far = INFINITY;
  pawl_xy first = on_stretch(profile->stretch, 0, 1), p = first;
  for (int i = 0; i < profile->stretch_count; i++) {
    const pawl_stretch *w = profile->stretch + i;
    int n = w->form == PAWL_BY_POINT ? 0 : w->shape == PAWL_STRAIGHT ? 1 : CHORDS;
    for (int j = 1; j <= n; j++) {
      pawl_xy q = on_stretch(w, j, n);
      inside ^= is_crossed(p, q, x);
      *far = lesser(*far, distance_to(&(edge){p, q}, x));
      p = q;
    }
  }
  inside ^= is_crossed(p, first, x);
  return inside == profile->solid;
}

/* What lies along the outline, as a piece of floor does under a box, is not in it. */
static bool is_all_in(const pawl_profile *into, const pawl_profile *of, const pawl_placing *place, bool back)
{
  double far, farthest = 0;
  for (int i = 0; i < of->stretch_count; i++)
    for (int j = 0; j <= POINTS; j++) {
      pawl_xy x = on_stretch(of->stretch + i, j, POINTS);
      if (!is_in_material(into, back ? seen_back(place, x) : pawl_place_point(place, x), &far))
        return false;
      farthest = greater(farthest, far);
    }
  return farthest > 1e-9 * greater(into->size, of->size);
}

int pawl_overlap_buried(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place)
{
  return a->closed && is_all_in(a, b, place, false) ? 1 : b->closed && is_all_in(b, a, place, true) ? 0 : -1;
}
