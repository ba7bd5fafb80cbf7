/* Profiles: plane curves on a body, as contact needs them.
 *
 * A profile is a list of features in the order of its parameter s: smooth pieces, and vertices where the
 * tangent jumps. Material lies to the left of the direction in which s grows, and the outward normal is to
 * the right of it: t = c'/|c'|, n = (t_y, -t_x). So a closed profile that runs counterclockwise is a solid,
 * a clockwise one a hole. Curvature k is positive where the material is convex (d n/d arc = k t). `flip`
 * exchanges the two sides: s and t stay, n and k change their signs. */
#ifndef PAWL_GEOMETRY_PROFILE_H
#define PAWL_GEOMETRY_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct {
  double x, y;
} pawl_xy;

/* A point of a curve and its derivatives by the parameter. */
typedef struct {
  pawl_xy p, d1, d2, d3;
} pawl_plane_jet;

/* A smooth piece given by a function; context must live as long as the profile. */
typedef void pawl_plane_function(const void *context, double u, pawl_plane_jet *jet);

typedef struct pawl_profile pawl_profile; /* immutable when built; profile_*.c */

/* ---- building: pieces in order, each beginning where the last one ended (within 1e-9 of the size) ---- */

typedef struct pawl_outline pawl_outline;

/* From the arena; NULL without memory. */
pawl_outline *pawl_outline_open(pawl_arena *arena);
/* The parameter runs from u0 to u1 along the piece (increasing): what channels s1 and s2 show. */
void pawl_outline_line(pawl_outline *o, pawl_xy from, pawl_xy to, double u0, double u1);
/* Turning by `angle` (negative: clockwise) about the centre, beginning at `from`, an angle. */
void pawl_outline_arc(pawl_outline *o, pawl_xy centre, double radius, double from, double angle, double u0,
                      double u1);
/* A rational Bézier piece of a degree 1 to 9; weight NULL: all 1. */
void pawl_outline_bezier(pawl_outline *o, int degree, const pawl_xy *point, const double *weight, double u0,
                         double u1);
/* Any NURBS: n control points, n + degree + 1 knots; split into Bézier pieces by knot insertion. */
void pawl_outline_nurbs(pawl_outline *o, int degree, const pawl_xy *point, const double *weight, int n,
                        const double *knot);
/* A function of u on [u0, u1], smooth there (C3). Split so that bounds of it can be found. */
void pawl_outline_function(pawl_outline *o, pawl_plane_function *at, const void *context, double u0,
                           double u1);
/* A single point with the full cone of normals (knife edge, point on curve). */
void pawl_outline_vertex(pawl_outline *o, pawl_xy at);

/* What can be wrong with an outline, for the sentence of the part that draws it. */
typedef enum {
  PAWL_OUTLINE_GOOD,
  PAWL_OUTLINE_EMPTY,
  PAWL_OUTLINE_NOT_FINITE,
  PAWL_OUTLINE_GAP,       /* pieces do not meet; `at` where */
  PAWL_OUTLINE_OPEN,      /* was said to be closed, but is not */
  PAWL_OUTLINE_NO_LENGTH, /* a piece without length */
  PAWL_OUTLINE_STANDS,    /* the derivative vanishes inside a piece */
  PAWL_OUTLINE_NO_MEMORY
} pawl_outline_fault;

/* What other profiles of the same body do where a piece of this one ends at a corner or at a loose end. */
typedef struct {
  enum {
    PAWL_NEXT_OWN,    /* nothing: the corner is its own                                                */
    PAWL_NEXT_OTHER,  /* another one is what comes next, through the open, from the front of the piece */
    PAWL_NEXT_COVERED /* another one lies on the piece                                                 */
  } what;
  pawl_xy normal; /* PAWL_NEXT_OTHER: its outward normal there  */
  double ahead;   /* the same: how far its material goes on straight ahead of the piece */
  double covered; /* PAWL_NEXT_COVERED: how far along the piece */
} pawl_neighbour;
/* `out`: the way off the end of the piece, `n`: its outward normal. */
typedef pawl_neighbour pawl_neighbour_function(void *context, pawl_xy at, pawl_xy out, pawl_xy n);

typedef struct {
  bool closed;
  bool flip;
  bool bare_ends;                /* an open curve has no vertices at its ends */
  pawl_neighbour_function *next; /* NULL: there are no others                 */
  void *context;
  pawl_outline_fault fault; /* out */
  pawl_xy at;               /* out: where */
  int piece;                /* out: which of those added */
} pawl_outline_end;
/* The profile, from the same arena; NULL: see end->fault. */
const pawl_profile *pawl_outline_close(pawl_outline *o, pawl_outline_end *end);

/* ---- looking at a profile ---- */

bool pawl_profile_closed(const pawl_profile *profile);
void pawl_profile_range(const pawl_profile *profile, double *s0, double *s1); /* of the parameter */
double pawl_profile_length(const pawl_profile *profile);
double pawl_profile_size(const pawl_profile *profile); /* diameter of a disc that holds it */
void pawl_profile_disc(const pawl_profile *profile, pawl_xy *centre, double *radius);
/* Features are numbered from 0 in the order of s. Between the stretches of one feature the curvature is
 * continuous. */
int pawl_profile_features(const pawl_profile *profile);
typedef struct {
  double s0, s1; /* a feature that goes on over the place where s begins again has s1 beyond the range */
  bool vertex, straight;
} pawl_profile_part;
void pawl_profile_feature(const pawl_profile *profile, int feature, pawl_profile_part *part);
/* The point, unit tangent, outward normal and curvature at s; at a corner, of the piece that ends there
 * (`after`: begins). */
typedef struct {
  pawl_xy p, t, n;
  double k, speed; /* speed = |dc/ds| */
  int feature;
} pawl_profile_point;
void pawl_profile_at(const pawl_profile *profile, double s, bool after, pawl_profile_point *point);
/* The ways along it from a point that lies on it, nearer than `near`: two from within a piece, one from each end. Inside of pieces that are
 * neither straight nor round none are found. Returns how many, at most `most`. */
typedef struct {
  pawl_xy along, n; /* away from the point; the outward normal there */
  double straight;  /* so far; 0: it is not                          */
} pawl_profile_way;
int pawl_profile_ways(const pawl_profile *profile, pawl_xy x, double near, pawl_profile_way *way, int most);
/* How far it is from a point on it, or near it, in a direction to where it is crossed; INFINITY: nowhere. Of curves, about. */
double pawl_profile_ahead(const pawl_profile *profile, pawl_xy x, pawl_xy along);
/* Points along it such that the polygon is nowhere further than `error` from it: for drawing. Returns how
 * many, at most `most`; the last equals the first when closed. */
int pawl_profile_polygon(const pawl_profile *profile, double error, pawl_xy *point, int most);
/* The first place inside of a convex curve where the curvature vanishes, so that it is flat there without being straight; false: there is
 * none. */
bool pawl_profile_flat_spot(const pawl_profile *profile, double *s);
/* The first place where it crosses itself; false: it does not. */
bool pawl_profile_crosses_itself(const pawl_profile *profile, pawl_xy *at, double s[2]);

#endif
