/* Stiff integration: CVODE's BDF. Newton's equations are solved by elimination in small models, by GMRES in large ones, so that nothing is
 * dense in these. */
#ifndef PAWL_STEP_STIFF_H
#define PAWL_STEP_STIFF_H

#include <stdbool.h>

#include "base/arena.h"
#include "step/ode.h"

typedef struct pawl_stiff pawl_stiff;

pawl_stiff *pawl_stiff_new(pawl_arena *arena);
/* `smooth`: f has no functions that may jump, over which a difference would be a slope. `project` brings y onto the constraints at time t (NULL: there are none); nonzero: impossible. SUNDIALS takes its
 * memory here. No step is longer than `longest`. False: it has none. */
bool pawl_stiff_open(pawl_stiff *stiff, const pawl_ode *ode, double tolerance, double longest, bool smooth,
                     int (*project)(void *context, double t, double *y));
void pawl_stiff_close(pawl_stiff *stiff);

/* Starts anew from (t, y); `h` a first step's length, 0 when there is no idea of one. `rings`: what is stiff oscillates, unseen. */
bool pawl_stiff_start(pawl_stiff *stiff, double t, const double *y, double h, bool rings);
/* One step of the method's own length, not beyond `limit`. False: it failed. */
bool pawl_stiff_step(pawl_stiff *stiff, double limit, double *t, double *y);
/* The solution at a time inside the last step. */
bool pawl_stiff_dense(const pawl_stiff *stiff, double t, double *y);
long pawl_stiff_failures(const pawl_stiff *stiff); /* error-test and convergence failures so far */
double pawl_stiff_last_step(const pawl_stiff *stiff);

#endif
