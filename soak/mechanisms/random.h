/* Random mechanisms as model text, made from the part tables: a new part joins by virtue of its table.
 *
 * Bodies get poses first; the frames of every joint, in the tree or closing a loop, follow from the poses of its
 * two bodies and random coordinates, so that all is closed at the start. The same seed gives the same text. */
#ifndef PAWL_MECHANISMS_RANDOM_H
#define PAWL_MECHANISMS_RANDOM_H

#include <stdbool.h>

#include "base/arena.h"

typedef struct {
  unsigned world; /* PAWL_PLANAR or PAWL_SPATIAL; 0: either                    */
  int bodies;     /* 0: 1 to 12                                                */
  bool redundant; /* some joints twice: equations that follow from the others  */
  bool contacts;  /* a planar one with contacts and curve joints               */
} pawl_random_wish;

/* The text, or NULL: out of memory. `wish` may be NULL. */
const char *pawl_random_model(unsigned long long seed, const pawl_random_wish *wish, pawl_arena *arena);

#endif
