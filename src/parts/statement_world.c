/* The two worlds a model can live in. */
#include "parts/part.h"

static const pawl_field fields[] = {{"gravity", "m/s^2", PAWL_VECTOR, offsetof(pawl_world, gravity), 0,
                                     -INFINITY, INFINITY, "acceleration of free fall"},
                                    {0}};

const pawl_kind pawl_statement_planar = {
    .name = "planar",
    .family = PAWL_STATEMENT,
    .doc = "The model moves in the x-y plane; angles are counter-clockwise. Comes first.",
    .example = "planar { gravity = {0, -9.81} }",
    .size = sizeof(pawl_world),
    .fields = fields};

const pawl_kind pawl_statement_spatial = {.name = "spatial",
                                          .family = PAWL_STATEMENT,
                                          .doc = "The model moves in space. Comes first.",
                                          .example = "spatial { gravity = {0, 0, -9.81} }",
                                          .size = sizeof(pawl_world),
                                          .fields = fields};
