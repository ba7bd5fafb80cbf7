/* Curves with axes, one panel under the other. */
#ifndef PAWL_RESULT_PLOT_H
#define PAWL_RESULT_PLOT_H

#include "result/paper.h"

typedef struct {
  const char *name;    /* for the legend                                              */
  const double *value; /* one for each row; what is not finite leaves a gap           */
  int color;           /* 0xrrggbb; PAWL_NO_INK: chosen by its place in the panel     */
} pawl_plot_line;

typedef struct {
  const double *x;             /* one for each row                                                      */
  const char *x_name, *x_unit; /* of two panels over the same x, only the lower one has numbers there   */
  bool over_time;              /* x never decreases, and events are marked                              */
  const char *unit;            /* of all lines                                                          */
  const pawl_plot_line *line;  /* drawn one over the other, the first below                             */
  int line_count;
  const double
      *time; /* NULL, or: where two rows have the same, what is not over time jumps, and no line joins them */
} pawl_plot_panel;

typedef struct {
  const char *title;
  double width, height; /* px; height 0: by the number of panels */
  double zoom;          /* of PNG: dots per pixel                */
  int background;       /* 0xrrggbb, or PAWL_NO_INK              */
  bool dark;            /* greys are turned from dark to light   */
  const double *event;  /* times that are marked                 */
  int event_count;
  const size_t *mark; /* rows that are numbered on all curves  */
  int mark_count;
} pawl_plot_options;

pawl_status pawl_plot_write(FILE *to, const pawl_paper_kind *kind, size_t rows, const pawl_plot_panel *panel,
                            int panel_count, const pawl_plot_options *options, pawl_error *error);

#endif
