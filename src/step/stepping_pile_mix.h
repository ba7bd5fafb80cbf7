/* Mechanisms in a pile: stepping_pile_mix.c. */
#ifndef PAWL_STEP_STEPPING_PILE_MIX_H
#define PAWL_STEP_STEPPING_PILE_MIX_H

#include "step/run.h"
#include "step/stepping_pile.h"

/* What joints, drives and prescribed motions hold. Its bodies that are in groups are those of pile->joined. */
typedef struct {
  pawl_pile *pile;
  bool *free;            /* per body of the model: it moves freely                                 */
  bool *flies;           /* per degree of freedom: it is one of a body that does                   */
  int dofs, *dof;        /* the others                                                             */
  double *w, *Y;         /* over these, per body and direction: J_k, S⁻¹ M⁻¹ J_kᵀ                  */
  double *multiplier;    /* what a unit wrench adds to those of rows                               */
  double *wrench, *lift; /* of the step, 3 to a body                                               */
  double *impulse;       /* per row                                                                */
} pawl_pile_mix;

/* Which bodies are free; which of the others are in contact, once the pile has its shapes. False: no memory. */
bool pawl_pile_mix_find(pawl_pile_mix *mix, const pawl_system *system, pawl_pile *pile, pawl_arena *arena);
bool pawl_pile_mix_open(pawl_pile_mix *mix, pawl_system *system, pawl_arena *arena);
/* At the begin of a step, when run->stepping->u is v⁺ without touches: where its bodies are at q_m, how fast, and what moves them. */
pawl_status pawl_pile_mix_place(pawl_run *run, const pawl_pile_mix *mix, double h);
/* At its end: what touches have done to `u`; */
void pawl_pile_mix_push(pawl_run *run, pawl_pile_mix *mix, double h);
/* and to positions in run->y, where those by `u` are already; the energy of that way is added. */
pawl_status pawl_pile_mix_lift(pawl_run *run, pawl_pile_mix *mix, double h, double *gained);

#endif
