/* What the files of pawl report share. */
#ifndef PAWL_CLI_REPORT_H
#define PAWL_CLI_REPORT_H

#include "result/page_run.h"
#include "show.h"

typedef struct {
  pawl_show_words show;
  const char *out;
  pawl_settings grid;
  double rows;
  bool quiet;
} pawl_report_words;

/* Runs for all combinations of the values of some parameters. */
typedef struct {
  pawl_page_axis *axis;
  int axis_count;
  pawl_recording **cell; /* the last axis fastest; NULL: failed */
  pawl_error *failure;
  int cell_count;
  int own; /* the cell nearest to the model's own values */
} pawl_grid;

/* report_grid.c: returns the exit status. */
int pawl_grid_run(pawl_call *call, const pawl_report_words *words, pawl_grid *grid);
/* A line when some runs have failed. */
void pawl_grid_say_failed(const pawl_grid *grid);
void pawl_grid_free(pawl_grid *grid);

#endif
