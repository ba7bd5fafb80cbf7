/* All kinds of pairs: a line each. The first that says that a part is such lays it out. */
#include "contact/pair.h"

const pawl_pair_kind *const pawl_pair_kinds[] = {
    &pawl_pair_shapes,     &pawl_pair_group, &pawl_pair_lifting,  &pawl_pair_rail, &pawl_pair_gap,
    &pawl_pair_constraint, &pawl_pair_limit, &pawl_pair_friction, &pawl_pair_rope, NULL,
};
