/* A spanning tree with short loops, for models whose tree by worth has long ones.      theory.md, 2.1 */
#ifndef PAWL_SYSTEM_EARS_H
#define PAWL_SYSTEM_EARS_H

#include "system/builder.h"

/* Chooses between the tree by worth and trees of ears: builder->tree. False: no memory. */
bool pawl_ears_choose(pawl_builder *b);

/* Grows builder->eared by ears; `by_worth`: their least joint is cut, wherever it is. False: no memory, or more work
 * than it is worth. */
bool pawl_ears_grow(pawl_builder *b, bool by_worth);

/* Where a tree of ears is used: start values that the other tree would have had, as guesses. Needs places for the
 * coordinates. False: no memory. */
bool pawl_ears_start(pawl_builder *b);

#endif
