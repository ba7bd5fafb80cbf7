/* A sheet for pictures. Everything is drawn twice: without a file it is only measured, so that it can be placed; then
 * it is written as SVG. Spots are counted in metres, y upwards; widths of lines in pixels. */
#ifndef PAWL_RESULT_CANVAS_H
#define PAWL_RESULT_CANVAS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct {
  double x, y;
} pawl_spot;

typedef struct {
  FILE *to;                      /* NULL: measuring                       */
  double left, right, low, high; /* of all that was drawn, m */
  double scale, margin;          /* px per m; px      */
  int points;                    /* of the path so far */
} pawl_canvas;

enum { PAWL_NO_INK = -1 };

typedef struct {
  int fill, stroke; /* 0xrrggbb, or PAWL_NO_INK                                    */
  double thin;      /* width of the line, px                                       */
  double wide;      /* the same in m, on paper as in the world; the greater counts */
  bool open;        /* the path does not return to its first point                 */
  bool butt;        /* its ends are cut off, not round                             */
  bool glass;       /* what is below is seen through the fill                      */
} pawl_ink;

static inline pawl_ink pawl_ink_line(int color, double thin, double wide)
{
  return (pawl_ink){.fill = PAWL_NO_INK, .stroke = color, .thin = thin, .wide = wide, .open = true};
}

static inline pawl_ink pawl_ink_fill(int color, int edge, double thin)
{
  return (pawl_ink){.fill = color, .stroke = edge, .thin = thin};
}

/* Opens a canvas that measures. */
void pawl_canvas_open(pawl_canvas *canvas);
/* Ends measuring: the picture fits into width by height pixels, and is as large as it can be. */
void pawl_canvas_place(pawl_canvas *canvas, FILE *to, double width, double height, double margin);

/* The size of the picture, px. */
pawl_spot pawl_canvas_size(const pawl_canvas *canvas);
/* <svg …> with a background, and what ends it. */
void pawl_canvas_head(pawl_canvas *canvas, const char *title, int background);
void pawl_canvas_foot(pawl_canvas *canvas);

/* A path: begin, its points, end. `move` begins another outline of the same path: a hole. */
void pawl_canvas_begin(pawl_canvas *canvas);
void pawl_canvas_move(pawl_canvas *canvas, const pawl_ink *ink);
void pawl_canvas_point(pawl_canvas *canvas, pawl_spot at, const pawl_ink *ink);
void pawl_canvas_end(pawl_canvas *canvas, const pawl_ink *ink);

void pawl_canvas_circle(pawl_canvas *canvas, pawl_spot at, double radius, const pawl_ink *ink);
/* A text with its left end and the middle of its height at the spot. */
void pawl_canvas_text(pawl_canvas *canvas, pawl_spot at, double height, const char *text, int color);

/* A color on the way to another, 0 to 1. */
int pawl_ink_mix(int color, int other, double part);

#endif
