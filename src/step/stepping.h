/* Moreau–Jean time-stepping: a fixed step, contacts as constraints on velocities at its end.      theory.md, 10
 *
 *     q⁺ = q + h (θ v⁺ + (1-θ) v)
 *     v⁺ = v + h (θ a(q⁺, v⁺) + (1-θ) a(q, v)) + M⁻¹ w P
 *     0 <= P_N complementary to γ_N⁺ + e γ_N >= 0,   Coulomb on γ_T⁺      where the gap at q + h v/2 is closed */
#ifndef PAWL_STEP_STEPPING_H
#define PAWL_STEP_STEPPING_H

#include "step/run.h"

typedef struct pawl_stepping pawl_stepping;

/* Room for it; NULL: no memory. */
pawl_stepping *pawl_stepping_new(pawl_run *run);
/* Whether steps of the length that the model says get to `end`: not more than 1e9, and none longer than the model's duration. */
pawl_status pawl_stepping_judge_step(const pawl_run *run, double end, pawl_error *error);
/* One step, not beyond `limit`. */
pawl_status pawl_stepping_step(pawl_run *run, double limit, pawl_error *error);
/* One plastic step of an event-driven run across more events than can be followed; */
pawl_status pawl_stepping_pass(pawl_run *run, double h, pawl_error *error);
/* it is kept, and modes are chosen anew; */
pawl_status pawl_stepping_passed(pawl_run *run, pawl_error *error);
/* or the state is as it was before, but for the contacts. */
void pawl_stepping_undo(pawl_run *run);
/* The state at a time of the step just made: on the straight line between its ends. */
bool pawl_stepping_dense(pawl_run *run, double t, double *y);
/* Whether a time before the run's lies in what was passed so at the end of the step just taken. */
bool pawl_stepping_has_passed(const pawl_run *run, double t);
/* When what was passed so began; the run's time, if nothing was. */
double pawl_stepping_passed_from(const pawl_run *run);

/* After an evaluation: the friction that the step has found, on laws' normal forces. */
void pawl_stepping_show(pawl_run *run);

/* stepping_memory.c: what it remembers beside the state, as plain numbers; all 0: nothing. */
size_t pawl_stepping_memory_size(const pawl_run *run);
void pawl_stepping_get(const pawl_run *run, double *memory);
/* False: these are not numbers of such a run. */
bool pawl_stepping_put(pawl_run *run, const double *memory);

#endif
