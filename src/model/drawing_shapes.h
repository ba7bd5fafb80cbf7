/* What a drawing needs of the shapes: their profiles, and which bodies they show. */
#ifndef PAWL_MODEL_DRAWING_SHAPES_H
#define PAWL_MODEL_DRAWING_SHAPES_H

#include "geometry/profile.h"
#include "model/drawing_size.h"

typedef struct {
  const pawl_profile **profile; /* by part; NULL: no shape                                        */
  bool *solid;                  /* by part: closed, with the material inside                       */
  bool *covered;                /* by body: one solid shape reaches over all places on it          */
} pawl_shapes;

pawl_status pawl_shapes_find(pawl_shapes *shapes, const pawl_model *model, pawl_arena *arena,
                             pawl_error *error);
/* Which bodies are covered. */
void pawl_shapes_cover(pawl_shapes *shapes, const pawl_model *model, const pawl_places *places);
/* The diameter of the largest on a body that moves, or on the ground. */
double pawl_shapes_extent(const pawl_shapes *shapes, const pawl_model *model, bool ground);

#endif
