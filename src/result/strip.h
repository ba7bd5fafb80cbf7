/* Pictures of a drawing at several instants, all seen alike: side by side, or one over the other. And films of it. */
#ifndef PAWL_RESULT_STRIP_H
#define PAWL_RESULT_STRIP_H

#include "result/view.h"

typedef struct {
  pawl_instant now;
  double time;
  const char *label; /* below it; NULL: none */
} pawl_snapshot;

/* The path of a point through the world; in pictures of many instants what is still to come is pale. */
typedef struct {
  const pawl_vec *point; /* count, NaN where it is nowhere */
  const double *time;    /* count                          */
  size_t count;
  int color;
} pawl_trace;

typedef struct {
  const char *title;
  const char *caption;          /* below everything; NULL: none                                     */
  double width, height, margin; /* px: the most                                                     */
  double zoom;                  /* of PNG and frames: dots per pixel                                */
  int columns;                  /* 0: as it fits best                                               */
  bool overlay;                 /* one over the other, the earlier the paler                        */
  bool dark;                    /* greys are turned from dark to light                              */
  int background;               /* 0xrrggbb, or PAWL_NO_INK                                         */
  pawl_view_options view;
  const pawl_trace *trace;
  int trace_count;
} pawl_strip_options;

/* 640 by 480 on white. */
pawl_strip_options pawl_strip_usual(void);

pawl_status pawl_strip_write(FILE *to, const pawl_paper_kind *kind, const pawl_drawing *drawing,
                             const pawl_snapshot *snapshot, int count, const pawl_strip_options *options,
                             pawl_error *error);

/* Finds the scale of arrows and what there is to be seen at these instants; the view still measures. */
void pawl_strip_measure(pawl_view *view, const pawl_snapshot *snapshot, int count,
                        const pawl_strip_options *options);
/* An instant and the paths, as far as they have come at its time when `going`; else all of them. */
void pawl_strip_draw(pawl_view *view, const pawl_snapshot *snapshot, const pawl_strip_options *options,
                     bool going);

typedef struct {
  pawl_view view;
  pawl_paper paper;
  const pawl_strip_options *options;
  pawl_arena arena;
} pawl_film;

/* A film that holds all that is to be seen at the sample instants: width by height, or as high as they ask for where it
 * is 0; even numbers. To be closed, also after a failure. */
pawl_status pawl_film_open(pawl_film *film, const pawl_drawing *drawing, const pawl_snapshot *sample,
                           int count, const pawl_strip_options *options, pawl_error *error);
/* The dots of a frame: film->paper.rows of row_bytes, each blue, green, red, nothing. Its label is in the corner. */
const unsigned char *pawl_film_frame(pawl_film *film, const pawl_snapshot *snapshot);
void pawl_film_close(pawl_film *film);

#endif
