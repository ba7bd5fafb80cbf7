/* What a profile is made of, for the files of this folder.
 *
 * - A *stretch* has one formula: a line, an arc, a Bézier piece, a function, or a vertex. By shape it is
 *   round (arcs, and vertices as arcs of radius 0: x = centre + radius n), straight or curved; most pairs
 *   of shapes have closed solutions.
 * - A *feature* is a row of stretches between which the curvature is continuous.
 * - A *leaf* is a part of a stretch short enough for bounds: it turns by less than 30° and one way only.
 * - *Nodes* are the binary tree over the leaves in the order of s.
 *
 * `side` is 1, or -1 when the profile is flipped: n = side (t_y, -t_x), k = side (c' x c'')/|c'|^3, so that
 * dn/da = k t and dt/da = -k n by arc length a in either case. */
#ifndef PAWL_GEOMETRY_STRETCH_H
#define PAWL_GEOMETRY_STRETCH_H

#include "geometry/nurbs.h"
#include "geometry/plane.h"
#include "geometry/touch.h"

typedef enum { PAWL_BY_LINE, PAWL_BY_ARC, PAWL_BY_POWERS, PAWL_BY_FUNCTION, PAWL_BY_POINT } pawl_form;
typedef enum { PAWL_ROUND, PAWL_STRAIGHT, PAWL_CURVED } pawl_shape;

/* A point of a stretch: t points where s grows, n outwards. */
typedef struct {
  pawl_xy x, t, n;
  double k, speed;
} pawl_station;

/* Point and derivatives by s. */
typedef struct {
  pawl_xy x, d, e;
} pawl_course;

/* Directions from `lo` counterclockwise to `hi`. */
typedef struct {
  pawl_xy lo, hi, mid;
  bool reflex, full; /* more than half a turn; all */
} pawl_sector;

typedef struct {
  pawl_form form;
  pawl_shape shape;
  int feature;
  int next[2];    /* the stretches before and after it; -1: none, an end or a concave corner */
  int wall[2];    /* at a concave corner, the stretch on its other side; else -1 */
  double more[2]; /* how far it goes on there, in s, for what has sunk into that wall */
  int circle;     /* arcs: the first stretch on the same circle */
  int added;      /* which of the pieces added to the outline */
  bool joined;    /* a vertex at which another profile goes on */
  bool hidden;    /* another profile lies all along it: nothing touches it */
  double side;    /* of the profile */
  double s0, s1;
  double mid, rate;   /* z = (s - mid) rate, from -1 to 1 */
  pawl_xy centre;     /* round: centre; straight: the point at z = 0 */
  pawl_xy reach;      /* straight: from z = 0 to z = 1, if the speed is constant */
  double radius, k;   /* round: signed, k = 1/radius; a vertex 0, INFINITY */
  double angle, turn; /* arcs: the angle at z = 0, d angle/ds */
  pawl_sector sector; /* round: its normals */
  const pawl_powers *powers;
  const pawl_bezier *bezier; /* the same, for bounds */
  pawl_plane_function *at;
  const void *context;
  double offset; /* at(context, s - offset) */
  pawl_station end[2];
} pawl_stretch;

typedef struct {
  int stretch;
  bool stop; /* only a place where a touch can appear or vanish: an end, a concave corner, a jump of k */
  int bends; /* 1: k >= 0 everywhere, -1: k <= 0, 0: not known */
  double s0, s1;
  pawl_xy p0, p1, n0, n1;
  double ka, kb;  /* curvature at the ends */
  double k0, k1;  /* least and largest curvature */
  double k_slope; /* |dk/ds| is nowhere larger */
} pawl_leaf;

/* All normals lie within the half angle of `axis` that has cosine `ch` and sine `sh`; ch = -1: no bound.
 * All points lie within r of the centre; or on a circle of radius R about it (then r = 0). */
typedef struct {
  pawl_xy centre;
  double r, R;
  pawl_xy axis;
  double ch, sh;
  double k0, k1;
  int left, right; /* nodes; a leaf has left = -1 - leaf */
  bool lines;      /* one of its leaves is straight */
  bool spikes;     /* one is a vertex with little more than a right angle of material, or less */
} pawl_node;

typedef struct {
  double s0, s1;
  int first, last; /* stretches */
  bool vertex, straight;
} pawl_feature;

struct pawl_profile {
  bool closed;
  bool solid; /* closed, and its material is inside; else it is a hole */
  bool tells; /* its disc tells where overlaps can be: a solid without others beside it, of many leaves */
  bool lines; /* all its stretches are straight, or vertices */
  double side, s0, s1, length, size;
  double width; /* two of its points are at least this far apart */
  pawl_xy centre;
  int stretch_count, feature_count, leaf_count, node_count, depth;
  const pawl_stretch *stretch;
  const pawl_feature *feature;
  const pawl_leaf *leaf;
  const pawl_node *node; /* node[0] is the root */
};

/* A curve continues smoothly beyond the ends of a stretch; a vertex has t = n = 0. */
void pawl_stretch_at(const pawl_stretch *w, double s, pawl_station *at);
/* Of curved stretches only: what is needed of it and no more. */
void pawl_stretch_course(const pawl_stretch *w, double s, pawl_course *at);
/* With the derivatives by s. */
void pawl_stretch_jet(const pawl_stretch *w, double s, pawl_plane_jet *jet);
/* s of an arc whose normal is n, the one nearest to the middle; s of the point of a straight stretch
 * nearest to x. */
double pawl_stretch_s_of_normal(const pawl_stretch *w, pawl_xy n);
double pawl_stretch_s_of_point(const pawl_stretch *w, pawl_xy x);
/* How far n is outside, as a sine (0: inside; 1: a right angle or more). */
double pawl_sector_outside(const pawl_sector *sector, pawl_xy n);
/* The angle of a vector, in (-pi, pi], with the same bits everywhere. */
double pawl_angle(pawl_xy a);
/* The stretch that s lies in: at a joint the one that ends there, or begins (`after`). Vertices are passed
 * over. */
int pawl_profile_stretch(const pawl_profile *profile, double s, bool after);
/* s moved by periods into the range, if closed. */
double pawl_profile_wrap(const pawl_profile *profile, double s);

static inline pawl_xy pawl_place_point(const pawl_placing *place, pawl_xy p)
{
  return (pawl_xy){place->r.x + place->c * p.x - place->s * p.y,
                   place->r.y + place->s * p.x + place->c * p.y};
}

static inline pawl_xy pawl_place_direction(const pawl_placing *place, pawl_xy d)
{
  return (pawl_xy){place->c * d.x - place->s * d.y, place->s * d.x + place->c * d.y};
}

/* place NULL: as it is. */
static inline void pawl_stretch_placed(const pawl_stretch *w, const pawl_placing *place, double s,
                                       pawl_station *at)
{
  pawl_stretch_at(w, s, at);
  if (place) {
    at->x = pawl_place_point(place, at->x);
    at->t = pawl_place_direction(place, at->t);
    at->n = pawl_place_direction(place, at->n);
  }
}

#endif
