/* What the pieces of time-stepping share.      theory.md, 10 */
#ifndef PAWL_STEP_STEPPING_INNER_H
#define PAWL_STEP_STEPPING_INNER_H

#include "step/stepping.h"
#include "step/stepping_pile_run.h"

/* S⁻¹, from differences, kept as long as it serves. Written by stepping_slopes.c. */
typedef struct {
  double *inverse, *work; /* its elimination                   */
  int *dof, count;        /* the degrees of freedom that are in it; for all others S = 1 */
  bool known;
  bool worn; /* and too old for the next step     */
  double h;  /* s: of the step that it was made for */
} pawl_stepping_slopes;

/* Constraints of own equations. Written by stepping_bound.c. */
typedef struct {
  int count;
  double *K, *K_room; /* w_C S⁻¹ M⁻¹ w_C, and its elimination            */
  double *Z;          /* K⁻¹ w_C y, 2 most to a row: a column for each of y */
  double *impulse;
} pawl_stepping_bounds;

/* What may meet within the step. Written by stepping_touch.c, stepping_push.c and stepping_land.c. */
typedef struct {
  double *ahead; /* m, per pair and touch: gaps of those that may, else 0 */
  double *reach; /* m/s: how fast these may come: most                    */
  bool *fast;    /* they come faster than weight would make them          */
  double *at;    /* positions that end where they touch                   */
  int struck;    /* the pair of one of them                               */
} pawl_stepping_landing;

struct pawl_stepping {
  double h, theta;
  bool projects;
  bool plastic;            /* nothing comes back, whatever the laws say: for passing an accumulation */
  double *last;            /* the state at the begin of the step                        */
  double last_t, judged_t; /* s: where the step began; where overlaps were last looked for */
  double *a, *a1, *power, *power1;
  double *u, *c, *q1, *mean, *trial;
  pawl_stepping_slopes S;
  pawl_stepping_bounds bound;
  pawl_stepping_landing landing;
  int warm;      /* touches whose modes are known from the last round */
  int most;      /* touches that there is room for                    */
  double **y;    /* S⁻¹ M⁻¹ w: 2 most                                 */
  double *rubs;  /* N: friction of the step, per pair and touch       */
  int touches;   /* of what is held, the first are touches, the others constraints */
  double *block; /* W once more, for iteration                        */
  int *block_at;
  void *sparse;
  bool *meant;           /* touches that were closed in the step, per pair and touch */
  unsigned char *hidden; /* modes of touches while constraints are projected */
  pawl_pile_run *pile;   /* NULL, or many free bodies                               */
};

/* stepping_slopes.c: accelerations without forces of touches. */
pawl_status pawl_stepping_accelerate(pawl_run *run, double t, const double *q, const double *v, double *a,
                                     double *power);
/* q⁺ of v⁺ = u. */
void pawl_stepping_advance(pawl_run *run, const double *u, double h, double *q1);
/* Places the system as far on as it comes in that time with the speeds of its begin; half a step on. */
pawl_status pawl_stepping_place(pawl_run *run, double time);
pawl_status pawl_stepping_half_way(pawl_run *run, double h);
/* u - v - h (θ a(u) + (1-θ) a) */
pawl_status pawl_stepping_residual(pawl_run *run, const double *u, double h, double *out);
/* S⁻¹ at the begin of the step. */
pawl_status pawl_stepping_renew(pawl_run *run, double h);
/* out = S⁻¹ in */
void pawl_stepping_apply(const pawl_run *run, const double *in, double *out);

/* stepping.c: the works of loads, from their powers at both ends. */
void pawl_stepping_add_extras(pawl_run *run, double h);

/* stepping.c: room for so many touches; false: no memory. */
bool pawl_stepping_fit(pawl_stepping *stepping, pawl_run *run, int need);

/* stepping_touch.c: touches that are closed half a step on are pressed, all others open. */
pawl_status pawl_stepping_close(pawl_run *run, double h);
/* Steps have no events: neither at knots of a law, nor where it begins to pull. */
void pawl_stepping_choose_law(pawl_system *system, const pawl_contact_pair *pair,
                              const pawl_shape_motion *motion, pawl_contact_point *point);
/* Whether shapes overlap where the step has come to. Each step looks at where it begins: for the last one before a limit. */
pawl_status pawl_stepping_judge(pawl_run *run);

/* stepping_push.c: what stays the same in all rounds of a step: directions, S⁻¹ M⁻¹ w, W; laws. */
pawl_status pawl_stepping_set(pawl_run *run, double h);
/* v⁺ = c + S⁻¹ M⁻¹ w P into x->trial; c is changed. `tell`: the problem is shown to who listens. */
pawl_status pawl_stepping_push(pawl_run *run, bool tell);

/* m/s: what the model's own acceleration adds to speeds in a step. */
static inline double pawl_stepping_fall(const pawl_system *s, double h)
{
  return h * s->scale.length / (s->scale.time * s->scale.time);
}

/* stepping_land.c: what came fast and was stopped at its touch may not come on. False: there is nothing new of that kind. */
bool pawl_stepping_strike(pawl_run *run);
/* From the positions of the step's own velocities to those that landed; what that does to the energy is booked to a touch. */
pawl_status pawl_stepping_land(pawl_run *run, double h);

/* stepping_bound.c: constraints of own equations, kept both ways. */
int pawl_stepping_count_bounds(const pawl_system *system);
/* Which of them hold: `when` is looked at at the begin of the step. */
pawl_status pawl_stepping_switch_bounds(pawl_run *run);
/* Takes them out of the responses of the touches. */
void pawl_stepping_condense(pawl_run *run);
/* Impulses of theirs that make c keep them, and then what touches with impulses P add. */
void pawl_stepping_keep(pawl_run *run, double *c);
void pawl_stepping_keep_touches(pawl_run *run, double *P);
/* At the end of the step: positions and velocities are brought onto them. */
pawl_status pawl_stepping_project_bounds(pawl_run *run, double h);

/* stepping_blame.c: a step cannot be made: by which contact, and what helps. */
pawl_status pawl_stepping_blame(pawl_run *run, pawl_error *error);

/* stepping_books.c */
/* Before the end of the step is evaluated: it evaluates half a step on. */
pawl_status pawl_stepping_book_bases(pawl_run *run, double h);
void pawl_stepping_book(pawl_run *run);
/* What drives give, by the impulses in their rows. */
void pawl_stepping_book_drives(pawl_run *run, const double *impulse);
void pawl_stepping_note(pawl_run *run, double h);
/* Peaks of what gives way, at the instant that was evaluated last. */
void pawl_stepping_note_laws(pawl_system *system);
/* Positions of what is closed and still overlaps are brought back: only outwards. */
pawl_status pawl_stepping_lift(pawl_run *run);
/* What was pushed in the step is shown as pressed, also where it was lifted out, or ended at a gap of 0. */
void pawl_stepping_show_pressed(pawl_run *run);

#endif
