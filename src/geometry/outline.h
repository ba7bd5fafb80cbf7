/* How an outline becomes a profile, for the files outline*.c. */
#ifndef PAWL_GEOMETRY_OUTLINE_H
#define PAWL_GEOMETRY_OUTLINE_H

#include "geometry/stretch.h"

typedef struct pawl_outline_piece pawl_outline_piece;
struct pawl_outline_piece {
  pawl_stretch w;
  pawl_outline_piece *after;
};

struct pawl_outline {
  pawl_arena *arena;
  pawl_outline_piece *first, *last;
  int count, added;
  pawl_outline_fault fault;
  pawl_xy at;
  int piece;
};

/* The first fault stays. */
void pawl_outline_blame(pawl_outline *o, pawl_outline_fault fault, pawl_xy at, int piece);

/* Splits all stretches into leaves and builds the tree over them. false: o->fault says why not. */
bool pawl_outline_leaves(pawl_outline *o, pawl_profile *profile);
bool pawl_outline_tree(pawl_outline *o, pawl_profile *profile);

#endif
