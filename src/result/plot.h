/* Curves over time as SVG. */
#ifndef PAWL_RESULT_PLOT_H
#define PAWL_RESULT_PLOT_H

#include <stdio.h>

#include "pawl.h"

typedef struct {
  const char *name;
  const double *value; /* one for each time */
  int color;
} pawl_plot_line;

typedef struct {
  const char *title;
  double width, height, margin; /* px */
  int background;               /* 0xrrggbb, or -1 */
} pawl_plot_options;

/* Lines are drawn one over the other, the first below. */
pawl_status pawl_plot_write(FILE *to, const double *time, int count, const pawl_plot_line *lines,
                            int line_count, const pawl_plot_options *options, pawl_error *error);

#endif
