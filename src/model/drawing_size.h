/* The places that parts use on each body, and the size that symbols should have beside them. */
#ifndef PAWL_MODEL_DRAWING_SIZE_H
#define PAWL_MODEL_DRAWING_SIZE_H

#include "model/model.h"

typedef struct {
  int *first; /* body_count + 2: of the places on body i, in `frame` */
  pawl_frame *frame;
  double shapes[2]; /* diameters of the largest shapes: on bodies that move, on the ground */
} pawl_places;

/* False: no memory. */
bool pawl_places_find(pawl_places *places, const pawl_model *model, pawl_arena *arena);
/* The places on body 0 (the ground), 1, 2 … */
const pawl_frame *pawl_places_on(const pawl_places *places, int body, int *count);
/* 3 % of the largest thing in the model: of a moving body's places, or a part's length; where bodies are points, of the
 * places on the ground or where bodies start; never 0. */
double pawl_places_size(const pawl_places *places, const pawl_model *model);

#endif
