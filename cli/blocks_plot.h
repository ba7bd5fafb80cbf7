/* Plots in the terminal, drawn with the dots of Braille, or with ASCII where there is nothing else. */
#ifndef PAWL_CLI_BLOCKS_PLOT_H
#define PAWL_CLI_BLOCKS_PLOT_H

#include "cli.h"

typedef struct {
  const char *name, *unit; /* the unit may be NULL                               */
  const double *value;     /* one for each time; what is not finite leaves a gap */
} pawl_blocks_curve;

typedef struct {
  int width;  /* characters, with the numbers at the side */
  int height; /* lines of each curve                      */
  bool ascii;
} pawl_blocks_size;

/* What the terminal can show: as wide as $COLUMNS or the window, else 80; ASCII where the language is not UTF-8 or the
 * terminal is dumb. */
pawl_blocks_size pawl_blocks_usual(FILE *to);

/* Curves one under the other, each with its name, its greatest and least value; below the last, the time. */
pawl_status pawl_blocks_plot(FILE *to, const double *time, size_t rows, const pawl_blocks_curve *curves,
                             int count, const pawl_blocks_size *size, pawl_arena *arena, pawl_error *error);

#endif
