/* A part of a sheet that shows a piece of the world. Everything is drawn twice: without paper it is only measured, so that
 * it can be placed; then it is drawn. Spots are counted in metres, y upwards; widths of lines in pixels. */
#ifndef PAWL_RESULT_CANVAS_H
#define PAWL_RESULT_CANVAS_H

#include "result/paper.h"

typedef struct {
  pawl_paper *paper;             /* NULL: measuring                          */
  double left, right, low, high; /* of all that was drawn, m                 */
  double scale;                  /* px per m                                 */
  pawl_spot corner;              /* where left and high are on the paper, px */
  bool first;                    /* the next point begins an outline         */
} pawl_canvas;

/* Opens a canvas that measures. */
void pawl_canvas_open(pawl_canvas *canvas);
/* Ends measuring: all of it is to fit into width by height pixels, and be as large as it can be. */
void pawl_canvas_fit(pawl_canvas *canvas, double width, double height);
/* From now on it draws on the paper, with the upper left corner there. */
void pawl_canvas_lay(pawl_canvas *canvas, pawl_paper *paper, pawl_spot corner);
/* What it takes of the paper, px. */
pawl_spot pawl_canvas_size(const pawl_canvas *canvas);

/* A path: begin, its points, end. `move` begins another outline of the same path: a hole. */
void pawl_canvas_begin(pawl_canvas *canvas);
void pawl_canvas_move(pawl_canvas *canvas, const pawl_ink *ink);
void pawl_canvas_point(pawl_canvas *canvas, pawl_spot at, const pawl_ink *ink);
void pawl_canvas_end(pawl_canvas *canvas, const pawl_ink *ink);

void pawl_canvas_circle(pawl_canvas *canvas, pawl_spot at, double radius, const pawl_ink *ink);
/* A text with its left end and the middle of its height at the spot. */
void pawl_canvas_text(pawl_canvas *canvas, pawl_spot at, double height, const char *text, int color);

#endif
