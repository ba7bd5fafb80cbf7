/* The size of a unit in a model's own scales. */
#ifndef PAWL_SYSTEM_UNITS_H
#define PAWL_SYSTEM_UNITS_H

#include "system/system.h"

/* What a number of that unit ("N m/rad", "m/s^2"; everything after a / divides) is about; 1 for pure numbers. */
double pawl_unit_scale(const pawl_scales *scales, const char *unit);
/* What each state of signals and forces is about. */
void pawl_state_scales(const pawl_system *system, double *scale);

#endif
