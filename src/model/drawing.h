/* The drawing of a model: the primitives of all its parts, in the order in which they are to be drawn. Together with
 * the poses of the bodies and the channels at an instant it is a picture. */
#ifndef PAWL_MODEL_DRAWING_H
#define PAWL_MODEL_DRAWING_H

#include <stdio.h>

#include "model/model.h"

/* In `look`, color, width and layer are always given; color_text NULL: the color is ours, not the user's. */
typedef struct {
  int part; /* index in model->parts; -1: the axes of the world */
  pawl_primitive primitive;
  pawl_look look;
  int order; /* in which it was drawn */
} pawl_drawn;

typedef struct {
  const pawl_model *model;
  double size; /* a typical length, m: half the width of a link */
  pawl_drawn *item;
  int count;
  int left_out; /* primitives that are not finite: of a model with numbers like 1e300 */
} pawl_drawing;

/* The items are ordered by layer, then by what they are for (ground, bodies, joints, forces, marks), then by part.
 * Everything is taken from the arena; the model must live as long as the drawing. */
pawl_status pawl_drawing_collect(const pawl_model *model, pawl_arena *arena, pawl_drawing *drawing,
                                 pawl_error *error);

/* As JSON:
 *   { "world": "planar", "size": …, "bodies": ["ground", "crank", …],
 *     "parts": [{ "name", "kind", "where" }, …],
 *     "items": [{ "part": 3, "draw": "circle", "role": "joint", "layer": 0, "color": "#rrggbb", "given": false,
 *                 "a": { "body": 1, "at": [x, y], "angle": … }, … }, …] }
 * in space "at" has three numbers and "turn": [e0, e1, e2, e3] stands for "angle". What each `draw` has: look.h. */
pawl_status pawl_drawing_json(const pawl_drawing *drawing, FILE *to, pawl_error *error);

#endif
