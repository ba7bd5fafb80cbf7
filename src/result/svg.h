/* Pictures: a drawing at an instant as SVG. A plane is seen from the front, x to the right and y up; space obliquely from
 * the front and above, z up, without perspective. */
#ifndef PAWL_RESULT_SVG_H
#define PAWL_RESULT_SVG_H

#include <stdio.h>

#include "model/drawing.h"

/* What a picture needs to know of an instant: channels of parts, by their names in the tables; NaN where there is none.
 * Bodies are put where their x, y, angle say, in space x, y, z, e0 … e3. */
typedef struct {
  double (*read)(void *context, int part, const char *channel);
  void *context;
} pawl_instant;

typedef struct {
  const char *title;
  double width, height;    /* px: the most; the picture is as large as fits into it                     */
  double margin;           /* px                                                                        */
  double arrow;            /* length of the longest arrow of forces, and of torques; in drawing->size   */
  unsigned arrows;         /* 1u << role of the arrows that are drawn                                   */
  int background;          /* 0xrrggbb, or PAWL_NO_COLOR                                                */
  const pawl_kind *accent; /* parts of other kinds are pale; NULL: none are                          */
} pawl_svg_options;

/* 640 by 480 on white, arrows of forces and drives. */
pawl_svg_options pawl_svg_usual(void);

pawl_status pawl_svg_write(FILE *to, const pawl_drawing *drawing, const pawl_instant *instant,
                           const pawl_svg_options *options, pawl_error *error);
/* The diagonal of all that is drawn but arrows, m; 0: nothing is. */
double pawl_svg_extent(const pawl_drawing *drawing, const pawl_instant *instant);

#endif
