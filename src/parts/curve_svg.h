/* Outlines in SVG files: where an element is, and what it draws. */
#ifndef PAWL_PARTS_CURVE_SVG_H
#define PAWL_PARTS_CURVE_SVG_H

#include "parts/curve_draft.h"

/* Data between two places of a text. */
typedef struct {
  const char *from, *to;
} pawl_svg_data;

/* What the outline with that id draws, or the number-th (from 1; 0: not chosen), or the only one: a path or a basic shape, with
 * the transforms around it. A text without tags is the data of a path. `scale` is the length of the drawing's unit; y
 * downwards becomes y upwards. Returns a sentence, or NULL. */
typedef struct {
  const char *id;
  int number;
  double scale;
} pawl_svg_wanted;
const char *pawl_svg_file(const pawl_text *file, const pawl_svg_wanted *wanted,
                          const pawl_functions *functions, pawl_draft *draft);

/* Reads M L H V C S Q T A Z, absolute and relative. */
const char *pawl_svg_read(pawl_svg_data data, const pawl_affine *map, const pawl_functions *functions,
                          pawl_draft *draft);

/* The number at *at, after blanks and a comma, and moves on; NaN: there is none. */
double pawl_svg_number(const char **at, const char *end);

/* Basic shapes: rect, circle, ellipse, line, polyline, polygon. `attribute` gives the text of one, or an empty one. */
typedef pawl_svg_data pawl_svg_attribute(const void *tag, const char *name);
bool pawl_svg_is_shape(pawl_svg_data name);
const char *pawl_svg_shape(pawl_svg_data name, pawl_svg_attribute *attribute, const void *tag,
                           const pawl_affine *map, const pawl_functions *functions, pawl_draft *draft);

/* map = map after the list of transforms; false: it is not one. */
bool pawl_svg_transform(pawl_svg_data text, pawl_affine *map);

typedef struct {
  double rx, ry, turn; /* half axes, angle of the first                                         */
  bool large, rising;  /* the larger of two arcs; the one along which the angle grows */
} pawl_svg_arc;
void pawl_svg_add_arc(pawl_draft *draft, pawl_arena *arena, pawl_xy from, pawl_xy to, const pawl_svg_arc *p);

#endif
