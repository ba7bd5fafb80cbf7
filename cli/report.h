/* What the files of pawl report share. */
#ifndef PAWL_CLI_REPORT_H
#define PAWL_CLI_REPORT_H

#include "result/page_run.h"
#include "show.h"

typedef struct {
  pawl_show_words show;
  const char *out;
  pawl_settings grid;
  pawl_arguments measures;
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
/* How many runs have failed, with a line where some have. */
int pawl_grid_say_failed(const pawl_grid *grid);
/* The unit of a parameter of a model, or of a number by path: what `option` is about. */
pawl_status pawl_number_unit(pawl_call *call, const char *path, const pawl_settings *set, const char *option,
                             const char *name, const char **unit);
void pawl_grid_free(pawl_grid *grid);

/* report_measure.c: what --measure asks, of a run: `before` stands at the begin of its line; of all runs of a grid. Return the exit status. */
int pawl_report_measure(pawl_call *call, const pawl_report_words *words, const char *before,
                        const pawl_recording *recording);
int pawl_grid_measure(pawl_call *call, const pawl_report_words *words, const pawl_grid *grid);

#endif
