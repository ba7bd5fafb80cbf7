/* The global search, for the files search*.c. */
#ifndef PAWL_GEOMETRY_SEARCH_H
#define PAWL_GEOMETRY_SEARCH_H

#include "geometry/walk.h"

/* A touch found, and the stretches it is on. */
typedef struct {
  pawl_touch touch;
  int at[2], leaf[2];
  int also[2]; /* the other overlap of straight stretches that it is an end of, or -1 */
  bool kept;   /* continues one from before */
  bool needs;  /* counts only if the other end of the overlap of two straight stretches does */
  /* Where that end is no touch by itself, because the outline goes on to where it is lower: the vertex there (-1: it is not so), of which side,
   * and how far things move in turning before this one could close. */
  int beside, side;
  double turn;
} pawl_found;

/* A part of a curved stretch, placed in the first frame. */
typedef struct {
  const pawl_stretch *w;
  const pawl_placing *place;
  double s0, s1;
  pawl_xy p0, p1, n0, n1;
  double ka, kb, k0, k1, k_slope;
  int bends;
  double R; /* for certificates: a long arc stands for its circle, about p0 = p1 */
} pawl_cell;

/* Where a touch could appear, unless there is one already on the same two leaves (next to a stop) or
 * circles. */
typedef struct {
  double margin; /* how far things must move for that */
  int at[2], leaf[2];
  bool stop, circles;
  bool whole; /* cannot be halved */
  pawl_cell cell[2];
} pawl_patch;

#define PAWL_PATCHES 256
#define PAWL_SPLITS 4000 /* cells of curves looked at in one search, besides the trees */
#define PAWL_REFINED 60  /* patches halved for the certificate */
#define PAWL_HALVES 8    /* times that Newton's iteration is tried on cells that hold one touch */

struct pawl_search_work {
  pawl_walk walk; /* profiles and placing; stretches of the pair at hand */
  int leaf[2];    /* and its leaves */
  double interest, depth;
  double limit;      /* margins are found up to here */
  double width;      /* a turn moves one of two points this far apart */
  double nearby;     /* two touches are the same below this distance */
  bool discs;        /* overlaps are only where the discs of both profiles are: */
  pawl_xy middle[2]; /* their centres */
  double reach[2];   /* and radii */
  pawl_search_note *note;
  /* of the touches that are recorded now, as in pawl_found */
  bool needs;
  int beside, side;
  double turn;
  bool crossed; /* overlaps were found, even if they do not count */
  int splits;
  int patch_count;
  double reached; /* the certificate is not larger */
  int heap[PAWL_PATCHES + 1];
  pawl_patch patch[PAWL_PATCHES];
  pawl_found *found;
  int count, room;
  void *stack;
};

pawl_cell pawl_cell_of(const pawl_leaf *leaf, const pawl_stretch *w, const pawl_placing *place);
void pawl_cell_halve(const pawl_cell *cell, pawl_cell half[2]);
/* The distance of two cells, from below: of their discs, or along their normals. */
double pawl_cells_apart(const pawl_cell *a, const pawl_cell *b);
/* x·n over the points x within r of d and the normals n between n0 and n1, less than a right angle apart. */
void pawl_heights(pawl_xy n0, pawl_xy n1, pawl_xy d, double r, double *least, double *most);
static inline pawl_xy pawl_cell_centre(const pawl_cell *cell)
{
  return xy_between(cell->p0, cell->p1);
}
static inline double pawl_cell_radius(const pawl_cell *cell)
{
  return 0.5 * xy_distance(cell->p0, cell->p1);
}

/* Two leaves that may touch; walk->at are their stretches. */
void pawl_search_leaves(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b);
void pawl_search_curves(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b);

/* Takes a touch of the stretches walk->at, if it is one: within their ranges, close enough, not deeper than
 * can be. */
void pawl_search_record(pawl_search_work *work, const pawl_touch *touch);
/* Looks for a touch near these parameters where Newton's iteration has not come to one: D vanishes. */
void pawl_search_flat(pawl_search_work *work, const pawl_touch *near);
void pawl_search_drop(pawl_search_work *work, int i);
/* Order, identities, and what does not count after all. */
void pawl_search_finish(pawl_search_work *work, const pawl_touch *before, int before_count);
/* Drops overlaps that are not there: whose points are not inside of each other, or that vanish with a
 * smaller one. */
void pawl_search_overlaps(pawl_search_work *work);

/* The smallest gap at which a touch of curvatures k1 and k2 can appear: D = 0 for R - r, a convex radius r
 * in a concave R. INFINITY: never. */
double pawl_fold_gap(double a0, double a1, double b0, double b1);
/* A touch can appear on this pair of leaves once things have moved by `margin`, at least. */
void pawl_search_doubt(pawl_search_work *work, const pawl_leaf *a, const pawl_leaf *b, double margin);
double pawl_search_beyond(pawl_search_work *work);

#endif
