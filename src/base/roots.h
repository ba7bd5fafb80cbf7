/* Things that belong together, as trees of parents: at first each is its own. The lowest of a set is its root, so that sets come in the
 * order of their first members. */
#ifndef PAWL_BASE_ROOTS_H
#define PAWL_BASE_ROOTS_H

/* Ways are halved as they are gone. */
static inline int pawl_root_of(int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static inline void pawl_roots_join(int *parent, int i, int j)
{
  int a = pawl_root_of(parent, i), b = pawl_root_of(parent, j);
  parent[a > b ? a : b] = a > b ? b : a;
}

#endif
