/* Which shapes of many are near enough to be looked at: boxes along the axes, swept along the longer side
 * of the whole. Boxes are kept with a margin, so that at rest nothing is to be done. */
#ifndef PAWL_CONTACT_BROAD_H
#define PAWL_CONTACT_BROAD_H

#include "contact/narrow.h"

typedef struct {
  double low[2], high[2];
} pawl_bounds;

/* Two shapes, the one with the lower index first, and what is known of their touches. */
typedef struct {
  int a, b;
  int count; /* points of the last step that pushed */
  struct {
    pawl_xy arm; /* from the first body's centre of mass */
    pawl_xy n;
    double push[2]; /* N s: along the normal and the tangent (-n_y, n_x) on the second body */
  } point[PAWL_NEAR_MOST];
} pawl_near_pair;

typedef struct {
  int count;
  pawl_bounds *fat;
  pawl_bounds *tight; /* of the shapes themselves, as the caller has placed them */
  int *order, *where; /* shapes sorted by fat.low[axis]; scratch */
  int axis;
  pawl_near_pair *pair, *other; /* sorted by a, then b; the others are scratch */
  int pairs, room;
  long rebuilds;
} pawl_broad;

bool pawl_broad_open(pawl_broad *broad, int shapes, pawl_arena *arena);
/* Tells where shape i is now, with all that it can reach; true: it has left its fat box, which is new. */
bool pawl_broad_move(pawl_broad *broad, int i, const pawl_bounds *now, double margin);
/* Finds all pairs of shapes on different bodies that share a set; what is known of those that stay is kept.
 * False: no memory. */
bool pawl_broad_pairs(pawl_broad *broad, const pawl_convex *shape, pawl_arena *arena);

#endif
