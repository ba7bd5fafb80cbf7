/* The paper that pictures are drawn on: SVG as text, PNG and PDF and frames of films by cairo. Everything is counted in
 * pixels from the upper left corner, y downwards. The same calls draw the same picture on every kind. */
#ifndef PAWL_RESULT_PAPER_H
#define PAWL_RESULT_PAPER_H

#include <stdbool.h>
#include <stdio.h>

#include "pawl.h"

typedef struct {
  double x, y;
} pawl_spot;

enum { PAWL_NO_INK = -1 };

typedef struct {
  int fill, stroke; /* 0xrrggbb, or PAWL_NO_INK                                    */
  double thin;      /* width of the line, px                                       */
  double wide;      /* of a canvas: the same in m, on paper as in the world; the greater counts */
  double dash;      /* px; 0: the line has no gaps                                 */
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

/* A color on the way to another, 0 to 1. */
int pawl_ink_mix(int color, int other, double part);

/* Which end of a text is at its spot. */
typedef enum { PAWL_TEXT_LEFT, PAWL_TEXT_MIDDLE, PAWL_TEXT_RIGHT } pawl_text_side;

typedef struct {
  const char *title;
  double width, height; /* px, whole numbers of at least 1                                           */
  double zoom;          /* of PNG and frames: dots per pixel; 0: 1                                   */
  int background;       /* 0xrrggbb, or PAWL_NO_INK: none                                            */
  bool dark;            /* greys change from dark to light and back, for a dark background           */
} pawl_paper_size;

typedef struct pawl_paper pawl_paper;

/* What a kind of paper does. A path: begin, its points, end; `first`: the point begins an outline; `close`: the outline so
 * far returns to its first point. The ink's width is `thin`. `fade`: what is drawn until `whole` is one sheet, seen
 * through by so much. */
typedef struct {
  const char *ending, *name; /* ".svg"; NULL: not for files */
  bool (*open)(pawl_paper *paper);
  void (*begin)(pawl_paper *paper);
  void (*point)(pawl_paper *paper, pawl_spot at, bool first);
  void (*close)(pawl_paper *paper);
  void (*end)(pawl_paper *paper, const pawl_ink *ink);
  void (*circle)(pawl_paper *paper, pawl_spot at, double radius, const pawl_ink *ink);
  void (*text)(pawl_paper *paper, pawl_spot at, double height, pawl_text_side side, const char *text,
               int color);
  void (*fade)(pawl_paper *paper, double opacity);
  void (*whole)(pawl_paper *paper);
  bool (*finish)(pawl_paper *paper);
} pawl_paper_kind;

struct pawl_paper {
  const pawl_paper_kind *kind;
  pawl_paper_size size;
  FILE *to;              /* NULL: frames                       */
  void *pen, *sheet;     /* cairo's                            */
  double opacity;        /* of what is faded                   */
  unsigned char *pixels; /* of frames: rows of blue, green, red, nothing; see pawl_paper_frame */
  int columns, rows, row_bytes;
};

extern const pawl_paper_kind pawl_paper_svg, pawl_paper_png, pawl_paper_pdf, pawl_paper_frames;

/* The kind by the ending of a file's name; NULL: there is none. */
const pawl_paper_kind *pawl_paper_find(const char *path);

/* A sheet with its background; when it is finished, it is written to `to`. After a failure there is nothing to finish. */
pawl_status pawl_paper_open(pawl_paper *paper, const pawl_paper_kind *kind, FILE *to,
                            const pawl_paper_size *size, pawl_error *error);
pawl_status pawl_paper_finish(pawl_paper *paper, pawl_error *error);
/* Of frames: the pixels as they are now; a clean sheet. */
const unsigned char *pawl_paper_frame(pawl_paper *paper);
void pawl_paper_clean(pawl_paper *paper);

/* Straight line from a to b. */
void pawl_paper_line(pawl_paper *paper, pawl_spot a, pawl_spot b, int color, double width);
/* A text with the middle of its height at the spot. */
void pawl_paper_text(pawl_paper *paper, pawl_spot at, double height, pawl_text_side side, const char *text,
                     int color);
/* How long a text may become; who draws it knows better, but not before. */
double pawl_text_width(const char *text, double height);
/* The color as it is on this paper. */
int pawl_paper_color(const pawl_paper *paper, int color);

#endif
