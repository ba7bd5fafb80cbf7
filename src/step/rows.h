/* Which rows of a run are kept: an even grid, both sides of every event, and peaks between.      theory.md, 6.4 */
#ifndef PAWL_STEP_ROWS_H
#define PAWL_STEP_ROWS_H

#include "step/run.h"

/* Why a row is there. Numbers in results: they stay. */
typedef enum {
  PAWL_ROW_EVEN,   /* it is one of the grid                                              */
  PAWL_ROW_BEFORE, /* an event, or a signal that jumps: what led there                   */
  PAWL_ROW_AFTER,  /* … and what follows, at the same time                               */
  PAWL_ROW_PEAK,   /* a force, torque or depth is larger than in the rows on either side */
  PAWL_ROW_LAST,   /* a run that failed came so far                                      */
  PAWL_ROW_WHYS
} pawl_row_why;

typedef struct {
  double begin, end, interval; /* s: rows of the grid stand at whole numbers of intervals and at the end */
  bool even;                   /* no others                                                              */
  const int *watch; /* channels that may have peaks: those of them that are forces, torques, depths      */
  int watch_count;
  /* Every row, in the order of time; a failure ends the run. `values`: all channels, valid until the next. */
  pawl_status (*put)(void *context, double time, const double *values, pawl_row_why why);
  void *context;
} pawl_rows_plan;

typedef struct pawl_rows pawl_rows;

/* Before the first step; in the arena. NULL: no memory. */
pawl_rows *pawl_rows_open(pawl_run *run, const pawl_rows_plan *plan, pawl_arena *arena);
/* The rows up to where the run is: at its begin, and after each step. */
pawl_status pawl_rows_pass(pawl_rows *rows, pawl_error *error);
/* The run ends where it is, before its time: with a last row, if there is none of this instant. */
pawl_status pawl_rows_stop(pawl_rows *rows, pawl_error *error);
/* Where a step has failed: a row of the last instant that there is, if it can be had. */
void pawl_rows_end(pawl_rows *rows);
/* How many there were of a kind. */
long pawl_rows_count(const pawl_rows *rows, pawl_row_why why);
/* The joint or body that has gone to and fro with less than so many rows of the grid for a period; NULL: none has. */
#define PAWL_ROWS_ENOUGH 8
const char *pawl_rows_coarse(const pawl_rows *rows);

#endif
