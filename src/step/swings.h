/* Whether rows are coarser than the motion: what moves to and fro with few rows for a period.      theory.md, 6.4 */
#ifndef PAWL_STEP_SWINGS_H
#define PAWL_STEP_SWINGS_H

#include "step/run.h"

typedef struct pawl_swings pawl_swings;

/* NULL: no memory. */
pawl_swings *pawl_swings_open(const pawl_run *run, double interval, pawl_arena *arena);
/* A state of the run, in the order of time. */
void pawl_swings_look(pawl_swings *swings, double time, const double *y);
/* Speeds jump here: what turns round now does not swing. */
void pawl_swings_break(pawl_swings *swings);
/* What has gone to and fro with less than PAWL_ROWS_ENOUGH rows for a period: that with the shortest; NULL: nothing. */
const char *pawl_swings_coarse(const pawl_swings *swings);

#endif
