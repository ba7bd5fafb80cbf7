/* Plans the elimination of the constraint blocks: which links carry them, which blocks meet, in which order their
 * multipliers go, and where the fill is. Everything that does not depend on numbers.      theory.md, 4.4 */
#ifndef PAWL_SYSTEM_ORDER_H
#define PAWL_SYSTEM_ORDER_H

#include "base/arena.h"
#include "system/tree.h"

/* Needs links and, of each block, rows and ends (link, dof). False: out of memory. */
bool pawl_tree_order(pawl_tree *tree, pawl_arena *arena);

#endif
