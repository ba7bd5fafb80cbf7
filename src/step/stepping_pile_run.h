/* A run's state as a pile of bodies: stepping_pile_run.c. */
#ifndef PAWL_STEP_STEPPING_PILE_RUN_H
#define PAWL_STEP_STEPPING_PILE_RUN_H

#include "step/run.h"
#include "step/stepping_pile.h"

typedef struct pawl_pile_run pawl_pile_run;

/* Of a system whose groups are left to stepping (system->piles). NULL: no memory. */
pawl_pile_run *pawl_pile_run_new(pawl_run *run, double theta, bool projects);
/* Whether there is nothing but free bodies and gravity; whether there are mechanisms; whether a degree of freedom is that of a free body. */
bool pawl_pile_run_falls(const pawl_pile_run *pile);
bool pawl_pile_run_mixes(const pawl_pile_run *pile);
bool pawl_pile_run_is_free(const pawl_pile_run *pile, int dof);
/* The state in run->y by a step of h, with v⁺ of mechanisms as it would be without touches; works are booked. */
pawl_status pawl_pile_run_step(pawl_run *run, pawl_pile_run *pile, double h);
const pawl_pile *pawl_pile_run_pile(const pawl_pile_run *pile);
/* stepping.c: of a run that has one, else NULL. */
const pawl_pile *pawl_stepping_pile(const pawl_run *run);

#endif
