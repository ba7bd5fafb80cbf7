/* Stretches are split into leaves. Arcs, lines and vertices are leaves as they are. Curves are split at
 * inflections, and halved until they turn by less than 30° and their curvature is known to a fifth. A leaf
 * whose tangents lie within a right angle has two properties on which the search rests: it lies in the disc
 * whose diameter is its chord (Thales), and, if it bends one way only, its normals lie between those of its
 * ends.
 *
 * Stops are leaves of their own: places where a touch can appear or vanish without another one in the
 * neighbourhood. They are the ends of curves, concave corners, the far sides of the cones of end vertices,
 * and jumps of curvature. */
#include "geometry/bend.h"
#include "geometry/outline.h"

#define TURN 0.5 /* sine of the largest turn of a leaf */

/* Where leaves go: into chunks, until it is known how many there are. */
typedef struct chunk chunk;
struct chunk {
  pawl_leaf leaf[32];
  chunk *after;
};

typedef struct {
  pawl_arena *arena;
  chunk *first, *last;
  int count;
  double size; /* of the profile, about */
  bool full;   /* no memory */
  bool stands; /* a part of a curve could not be bounded: its derivative vanishes */
  pawl_xy at;
} sink;

static void put(sink *out, pawl_leaf leaf)
{
  int place = out->count % 32;
  if (place == 0 && !out->full) {
    chunk *next = PAWL_TAKE(out->arena, 1, chunk);
    out->full = !next;
    if (out->last && next)
      out->last->after = next;
    else if (next)
      out->first = next;
    out->last = next;
  }
  if (out->full)
    return;
  out->last->leaf[place] = leaf;
  out->count++;
}

static pawl_leaf between(const pawl_stretch *w, int index, double s0, double s1)
{
  pawl_station from, to;
  pawl_leaf leaf = {.stretch = index, .s0 = s0, .s1 = s1};
  pawl_stretch_at(w, s0, &from);
  pawl_stretch_at(w, s1, &to);
  leaf.p0 = from.x;
  leaf.p1 = to.x;
  leaf.n0 = from.n;
  leaf.n1 = to.n;
  leaf.ka = from.k;
  leaf.kb = to.k;
  return leaf;
}

/* The first place where the curvature changes its sign, by 16 samples and bisection; s1 if there is none. */
static double inflection(const pawl_stretch *w, double s0, double s1)
{
  pawl_station at;
  pawl_stretch_at(w, s0, &at);
  double last = at.k, a = s0;
  for (int i = 1; i <= 16; i++) {
    double b = i == 16 ? s1 : s0 + i * (s1 - s0) / 16;
    pawl_stretch_at(w, b, &at);
    if (last * at.k < 0) {
      for (int j = 0; j < 60 && a < b; j++) {
        double m = 0.5 * (a + b);
        pawl_stretch_at(w, m, &at);
        if (last * at.k > 0)
          a = m;
        else
          b = m;
      }
      return 0.5 * (a + b);
    }
    last = at.k != 0 ? at.k : last;
    a = b;
  }
  return s1;
}

/* At a flat spot the sign of the curvature is noise, or it is bounded too roughly to have one. Where that
 * raises or lowers the curve by next to nothing, it bends as its ends say, and is convex if they say
 * nothing. */
static void decide_noise(pawl_bend *bend, const pawl_leaf *leaf, double side, double height)
{
  double most = fmax(fabs(bend->k0), fabs(bend->k1)), chord = xy_distance(leaf->p0, leaf->p1);
  if (!bend->bounded || most * chord * chord > 8 * height)
    return;
  bend->bends = side * xy_cross(leaf->n0, leaf->n1) < -1e-12 ? -1 : 1;
  *(bend->bends > 0 ? &bend->k0 : &bend->k1) = 0;
  if (bend->bends > 0 ? bend->k1 < 0 : bend->k0 > 0)
    bend->k0 = bend->k1 = 0;
}

static bool short_enough(const pawl_bend *bend, const pawl_leaf *leaf)
{
  double most = fmax(fabs(bend->k0), fabs(bend->k1)), chord = xy_distance(leaf->p0, leaf->p1);
  return bend->bounded && bend->bends != 0 && fabs(xy_cross(leaf->n0, leaf->n1)) <= TURN &&
         xy_dot(leaf->n0, leaf->n1) > 0 && (bend->slack <= 0.2 * most || bend->slack * chord <= 0.02);
}

/* Splits by halves; at most 40 deep, where only a point without a derivative can remain. */
static void split(const pawl_stretch *w, int index, double s0, double s1, int depth, sink *out)
{
  pawl_bend bend;
  pawl_leaf leaf = between(w, index, s0, s1);
  pawl_bend_of(w, s0, s1, &bend);
  decide_noise(&bend, &leaf, w->side, 1e-12 * out->size);
  if (depth >= 12 && bend.bends == 0)
    decide_noise(&bend, &leaf, w->side, 1e-9 * out->size);
  if (short_enough(&bend, &leaf) || (depth >= 12 && bend.bounded)) {
    leaf.bends = bend.bends;
    leaf.k0 = bend.k0;
    leaf.k1 = bend.k1;
    leaf.k_slope = bend.k_slope;
    put(out, leaf);
    return;
  }
  if (depth >= 40) {
    out->stands = true;
    out->at = leaf.p0;
    return;
  }
  double middle = 0.5 * (s0 + s1), bent = inflection(w, s0, s1), margin = 1e-6 * (s1 - s0);
  if (bent > s0 + margin && bent < s1 - margin)
    middle = bent;
  split(w, index, s0, middle, depth + 1, out);
  if (!out->stands)
    split(w, index, middle, s1, depth + 1, out);
}

static void put_stop(sink *out, int index, double s, pawl_xy at, pawl_xy n, double k0, double k1)
{
  put(out, (pawl_leaf){.stretch = index,
                       .stop = true,
                       .s0 = s,
                       .s1 = s,
                       .p0 = at,
                       .p1 = at,
                       .n0 = n,
                       .n1 = n,
                       .k0 = k0,
                       .k1 = k1});
}

/* The stops at the end j of a stretch: nothing follows, or the curvature jumps there (a vertex has an
 * infinite one). */
static void put_stops(const pawl_stretch *all, int index, int j, sink *out)
{
  const pawl_stretch *w = &all[index];
  int next = w->next[j];
  double s = j ? w->s1 : w->s0;
  if (w->hidden)
    return;
  if (w->form == PAWL_BY_POINT) {
    if (next < 0 && !w->sector.full) /* the side of the cone that no stretch continues */
      put_stop(out, index, s, w->centre, (j == 1) == (w->side > 0) ? w->sector.hi : w->sector.lo, -INFINITY,
               INFINITY);
  } else if (next < 0)
    put_stop(out, index, s, w->end[j].x, w->end[j].n, -INFINITY, INFINITY);
  else if (all[next].form == PAWL_BY_POINT)
    put_stop(out, index, s, w->end[j].x, w->end[j].n, w->end[j].k, INFINITY);
  else if (j == 1 && all[next].feature != w->feature)
    put_stop(out, index, s, w->end[1].x, w->end[1].n, fmin(w->end[1].k, all[next].end[0].k),
             fmax(w->end[1].k, all[next].end[0].k));
}

static void put_leaves(const pawl_stretch *all, int index, sink *out)
{
  const pawl_stretch *w = &all[index];
  double s0 = w->s0 - w->more[0], s1 = w->s1 + w->more[1];
  put_stops(all, index, 0, out);
  if (w->shape == PAWL_CURVED)
    split(w, index, s0, s1, 0, out);
  else {
    pawl_leaf leaf = between(w, index, s0, s1);
    leaf.k0 = leaf.k1 = w->k;
    leaf.bends = w->k >= 0 ? 1 : -1;
    put(out, leaf);
  }
  put_stops(all, index, 1, out);
}

bool pawl_outline_leaves(pawl_outline *o, pawl_profile *profile)
{
  sink out = {.arena = o->arena, .size = profile->size};
  for (int i = 0; i < profile->stretch_count && !out.full; i++) {
    put_leaves(profile->stretch, i, &out);
    if (out.stands) {
      pawl_outline_blame(o, PAWL_OUTLINE_STANDS, out.at, profile->stretch[i].added);
      return false;
    }
  }
  pawl_leaf *leaf = out.full ? NULL : PAWL_TAKE(o->arena, out.count, pawl_leaf);
  if (!leaf) {
    pawl_outline_blame(o, PAWL_OUTLINE_NO_MEMORY, (pawl_xy){0, 0}, 0);
    return false;
  }
  int n = 0;
  for (const chunk *c = out.first; c; c = c->after)
    for (int i = 0; i < 32 && n < out.count; i++)
      leaf[n++] = c->leaf[i];
  profile->leaf = leaf;
  profile->leaf_count = out.count;
  return true;
}
