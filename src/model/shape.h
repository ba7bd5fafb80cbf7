/* The profile of a shape: from the curve that the user wrote to what contact needs of it. */
#ifndef PAWL_MODEL_SHAPE_H
#define PAWL_MODEL_SHAPE_H

#include "geometry/profile.h"
#include "model/model.h"

/* Whether there is one: pawl_shape_profile of model.h, with its sentence. */
pawl_status pawl_shape_check(const pawl_model *model, const pawl_part *part, pawl_error *error);

/* Whether a closed profile has its material around it. */
bool pawl_shape_hole(const pawl_profile *profile);

/* What is worth knowing of it. */
typedef struct {
  bool closed, hole; /* hole: closed, with the material around it */
  double length, size;
  int features;
  bool crosses; /* it crosses itself, at parameters s */
  pawl_xy at;
  double s[2];
} pawl_shape_note;
void pawl_shape_look(const pawl_profile *profile, pawl_shape_note *note);

/* The profile of a shape beside others of its body: `next` as of pawl_outline_end. Else as pawl_shape_profile of model.h. */
const pawl_profile *pawl_shape_joined(const pawl_model *model, int part, pawl_neighbour_function *next,
                                      void *context, pawl_arena *arena, pawl_error *error);

#endif
