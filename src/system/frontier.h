/* The joints between the tree and the rest of the model, best first: a heap.      theory.md, 2.1 */
#ifndef PAWL_SYSTEM_FRONTIER_H
#define PAWL_SYSTEM_FRONTIER_H

#include "base/arena.h"

typedef struct {
  double worth;
  int joint;
} pawl_candidate;

typedef struct {
  pawl_candidate *heap;
  int count;
} pawl_frontier;

/* Room for each joint twice: once from either side. */
bool pawl_frontier_open(pawl_frontier *frontier, int joints, pawl_arena *arena);
void pawl_frontier_add(pawl_frontier *frontier, int joint, double worth);
/* The joint of the most worth, of equals the one written first; -1 when there is none. */
int pawl_frontier_take(pawl_frontier *frontier);

#endif
