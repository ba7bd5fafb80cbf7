/* A binary heap: the best candidate at 0, those below i at 2i + 1 and 2i + 2. */
#include "system/frontier.h"

bool pawl_frontier_open(pawl_frontier *f, int joints, pawl_arena *arena)
{
  f->count = 0;
  f->heap = PAWL_TAKE(arena, 2 * joints + 1, pawl_candidate);
  return f->heap != NULL;
}

static bool better(pawl_candidate a, pawl_candidate b)
{
  return a.worth > b.worth || (a.worth == b.worth && a.joint < b.joint);
}

void pawl_frontier_add(pawl_frontier *f, int joint, double worth)
{
  pawl_candidate x = {worth, joint};
  int i = f->count++;
  for (; i > 0 && better(x, f->heap[(i - 1) / 2]); i = (i - 1) / 2)
    f->heap[i] = f->heap[(i - 1) / 2];
  f->heap[i] = x;
}

int pawl_frontier_take(pawl_frontier *f)
{
  if (f->count == 0)
    return -1;
  int best = f->heap[0].joint, i = 0;
  pawl_candidate x = f->heap[--f->count];
  for (int below = 1; below < f->count; below = 2 * i + 1) {
    if (below + 1 < f->count && better(f->heap[below + 1], f->heap[below]))
      below++;
    if (!better(f->heap[below], x))
      break;
    f->heap[i] = f->heap[below];
    i = below;
  }
  f->heap[i] = x;
  return best;
}
