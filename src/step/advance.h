/* The steps that a run is made of: advance.c takes one after another. */
#ifndef PAWL_STEP_ADVANCE_H
#define PAWL_STEP_ADVANCE_H

#include "step/run.h"

/* advance_explicit.c: one explicit step, not beyond the limit, to the first event in it at the most. */
pawl_status pawl_explicit_step(pawl_run *run, double limit, pawl_error *error);
/* The state inside the step just made, in the charts of its begin. False: there is none. */
bool pawl_explicit_dense(pawl_run *run, double time, double *y);
/* Whether one of just this length would do. */
bool pawl_explicit_can(pawl_run *run, double h, pawl_error *error);

/* advance_bdf.c: one step of BDF. */
pawl_status pawl_bdf_step(pawl_run *run, double limit, pawl_error *error);
bool pawl_bdf_dense(pawl_run *run, double time, double *y);
/* From here on by explicit steps; before a step, because rows inside the last one are still to be asked of it. */
void pawl_bdf_leave(pawl_run *run);
/* What comes is not what was: what rang is looked at anew, and what begins to ring is followed. */
void pawl_bdf_end_rings(pawl_run *run);

#endif
