/* Paths of SVG files: where the data of a path is, and what it draws. */
#ifndef PAWL_PARTS_CURVE_SVG_H
#define PAWL_PARTS_CURVE_SVG_H

#include "parts/curve.h"

/* Data between two places of a text. */
typedef struct {
  const char *from, *to;
} pawl_svg_data;

/* The `d` of the path with that id, or of the only one; a text without tags is such data itself. Returns a sentence, or
 * NULL. */
const char *pawl_svg_find(const pawl_text *file, const char *id, const pawl_functions *functions,
                          pawl_svg_data *data);

typedef enum { PAWL_SVG_LINE, PAWL_SVG_QUADRATIC, PAWL_SVG_CUBIC, PAWL_SVG_ARC } pawl_svg_shape;

/* Points in the model's axes: begins at p[0], ends at p[1], p[2] or p[3], of arcs at p[1]. */
typedef struct {
  pawl_svg_shape shape;
  pawl_xy p[4];
  double rx, ry, turn; /* of arcs: half axes, angle of the first                 */
  bool large, left;    /* the larger of two arcs; the one that turns to the left */
} pawl_svg_piece;

typedef struct {
  pawl_svg_piece *piece;
  int count, room;
  bool closed;
} pawl_svg_path;

/* Reads M L H V C S Q T A Z, absolute and relative; y downwards becomes y upwards. Pieces up to `tolerance` long are left
 * out and their neighbours joined. */
const char *pawl_svg_read(pawl_svg_data data, double scale, double tolerance, const pawl_functions *functions,
                          pawl_svg_path *path);

static inline int pawl_svg_last(pawl_svg_shape shape)
{
  return shape == PAWL_SVG_CUBIC ? 3 : shape == PAWL_SVG_QUADRATIC ? 2 : 1;
}

#endif
