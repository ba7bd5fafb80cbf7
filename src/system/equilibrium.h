/* The equilibrium nearest to the start values: where all accelerations at rest vanish. */
#ifndef PAWL_SYSTEM_EQUILIBRIUM_H
#define PAWL_SYSTEM_EQUILIBRIUM_H

#include "system/system.h"

/* Moves q (on the constraints) to rest in an equilibrium at time t and makes v the slowest that drives allow. */
pawl_status pawl_equilibrium(pawl_system *system, double t, double *q, double *v, const pawl_quat *base,
                             pawl_error *error);

#endif
