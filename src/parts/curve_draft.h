/* What is drawn in files: lines, arcs of circles and Bézier curves, end to end. SVG and DXF are read into these. */
#ifndef PAWL_PARTS_CURVE_DRAFT_H
#define PAWL_PARTS_CURVE_DRAFT_H

#include "geometry/nurbs.h"
#include "parts/curve.h"

/* A Bézier curve of p[0 … degree], of degree 1 a line; or, when `round`, an arc from p[0] to p[1], turning by `angle`. */
typedef struct {
  bool round, rational;
  int degree;
  double share; /* of the piece of the file that it is a part of: 1, or 1/n */
  pawl_xy p[PAWL_MOST_DEGREE + 1];
  double w[PAWL_MOST_DEGREE + 1]; /* when rational */
  pawl_xy centre;                 /* of arcs, as the next three */
  double radius, from, angle;
} pawl_draft_piece;

typedef struct {
  pawl_draft_piece *piece;
  int count, room;
  bool closed, starved; /* starved: memory has run out */
} pawl_draft;

/* x' = m[0] x + m[2] y + m[4],  y' = m[1] x + m[3] y + m[5] */
typedef struct {
  double m[6];
} pawl_affine;

pawl_affine pawl_affine_after(const pawl_affine *outer, const pawl_affine *inner);
pawl_xy pawl_affine_at(const pawl_affine *map, pawl_xy p);

pawl_draft_piece pawl_draft_line(pawl_xy from, pawl_xy to);
pawl_draft_piece pawl_draft_bezier(int degree, const pawl_xy *point, const double *weight);
pawl_draft_piece pawl_draft_arc(pawl_xy centre, double radius, double from, double angle);
/* The arc between two points that turns by `angle`, |angle| < 2 pi. */
pawl_draft_piece pawl_draft_bulge(pawl_xy from, pawl_xy to, double angle);

/* centre + a cos u + b sin u, from u = `from` by `angle`: where the half axes a, b are equal and square to each other an arc
 * of a circle, else rational quadratics of up to 90°. */
typedef struct {
  pawl_xy centre, a, b;
  double from, angle;
} pawl_draft_ellipse;
/* Begins and ends exactly at those points; NULL: where it computes them. */
void pawl_draft_add_ellipse(pawl_draft *draft, pawl_arena *arena, const pawl_draft_ellipse *e,
                            const pawl_xy ends[2]);
void pawl_draft_add(pawl_draft *draft, pawl_arena *arena, const pawl_draft_piece *piece);
/* As it is after the map. */
void pawl_draft_add_mapped(pawl_draft *draft, pawl_arena *arena, const pawl_draft_piece *piece,
                           const pawl_affine *map);

pawl_xy pawl_draft_begin(const pawl_draft *draft);
pawl_xy pawl_draft_end(const pawl_draft *draft);
void pawl_draft_reverse(pawl_draft *draft);
double pawl_draft_extent(const pawl_draft *draft);
/* Twice the area that it goes round, counterclockwise, about: for its sign. */
double pawl_draft_turns(const pawl_draft *draft);
/* Leaves out pieces up to `tolerance` long; neighbours begin where the last one that stayed has ended. */
void pawl_draft_tidy(pawl_draft *draft, double tolerance);
void pawl_draft_draw(const pawl_draft *draft, pawl_outline *outline);

#endif
