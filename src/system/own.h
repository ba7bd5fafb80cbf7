/* Equations of the user's own as part of the system: their coordinates are degrees of freedom of the tree with inertia 1
 * and the effort M^-1 h, so that the kernel returns their accelerations as they are.      theory.md, 5.14 */
#ifndef PAWL_SYSTEM_OWN_H
#define PAWL_SYSTEM_OWN_H

#include "system/builder.h"

/* Instants whose accelerations are kept: a step asks again for its ends, to look for events and to go on. */
enum { PAWL_OWN_KEPT = 8 };

/* A lagrangian part. Arrays have n or n x n entries. */
typedef struct pawl_own_use {
  int part, n;
  int dof;                  /* its first                                                         */
  int work;                 /* its energy in the state                                           */
  long stamp;               /* of the evaluation that M and its factor belong to                 */
  bool steady;              /* M is of numbers: it and its factor are set once                */
  bool repeats;             /* steady, and forces are of (q, v, t) alone                      */
  bool factored;            /* M and factor are set, where steady                             */
  int kept_next;            /* the place in `kept` that is written next                       */
  double *kept;             /* PAWL_OWN_KEPT times t; then as often q, v, a, power            */
  double *M, *factor;       /* L of M = L L^T, with 1/L_ii in its diagonal               */
  double *h, *a;            /* of the last evaluation, a = M^-1 h                        */
  double stored, power;     /* v·∂L/∂v - L less v·M v/2; what changes it and v·M v/2     */
  double *spare;            /* 6 n                                                       */
  pawl_jet *q, *v, *answer; /* arguments and results of functions; n, n, n x n           */
} pawl_own_use;

/* What a gap or a constraint is at the instant that is placed:
 *   gap'' = normal·a + bend_n,   slide' = tangent·a + bend_t of each tangent,   a the accelerations of the n coordinates */
typedef struct {
  int own, n, dof;          /* whose coordinates: their first and how many                          */
  double gap, gap_rate;     /* of a constraint its residual (0: of velocities only) and its rate       */
  int tangents;             /* how many: 0, 1 or 2                                                  */
  double slide[2];          /* 0 without a tangent                                                  */
  double when;              /* it holds while this is positive; INFINITY: always                    */
  const double *normal;     /* n each, until the next look at the same part                         */
  const double *tangent[2]; /* NULL: there is none                                               */
  double bend_n, bend_t[2];
} pawl_gap_seen;

/* A gap or constraint, room for its rows, and what was seen at the last look: it is asked for several times at an instant. */
typedef struct pawl_own_gap_use {
  int part, own;
  double *normal, *tangent; /* n, 2 n                                      */
  double *response[3];      /* M⁻¹ w of each where both are of numbers: n; else NULL */
  bool responds[3];         /* and it is known                             */
  pawl_gap_seen last;       /* at the evaluation `stamp`; -1: not known    */
  long stamp;
  double t; /* and there, */
  const double *q, *v;
} pawl_own_gap_use;

/* Which of the system's own equations a part is; -1: none. */
int pawl_own_of_part(const pawl_system *system, int part);
/* x = M^-1 w at the instant that is placed. Both have n entries, and may be the same. */
pawl_status pawl_own_respond(pawl_system *system, int own, const double *w, double *x);

/* Looks at a gap or a constraint; rates are those of the speeds that are placed. NULL: system->error says why. */
const pawl_gap_seen *pawl_gap_look(pawl_system *system, int part);
/* x = M^-1 w of its normal, or of its tangent: w, as it was seen. */
void pawl_gap_respond(pawl_system *system, int part, int along, const double *w, double *x);

/* ---- for the files that build and evaluate the system ---- */
/* An argument that changes at a rate along the one direction that is differentiated along. */
static inline pawl_jet pawl_own_along(double value, double rate)
{
  return (pawl_jet){value, rate, 0, rate};
}

/* Numbers of coordinates, of own equations, of gaps and constraints. */
void pawl_own_count(const pawl_model *model, int *coordinates, int *owns, int *gaps);
/* Links with their coordinates; checks of sizes. */
pawl_status pawl_own_links(pawl_builder *builder);
/* Sets start values. */
void pawl_own_start(pawl_system *system);
/* Of a gap that is a function: the normal that is given, and its derivative. */
pawl_status pawl_gap_normals(pawl_system *system, const pawl_own_gap_use *use, double t, const double *q,
                             double *given, double *found);
/* Whether normals are the derivatives of their gaps, at the start and at places around it. */
pawl_status pawl_own_check(pawl_system *system);
/* Sizes that the equations have at the start: widens what is there. `rate2` is 1/T². */
pawl_status pawl_own_sizes(pawl_system *system, double *length, double *mass, double *moment);
pawl_status pawl_own_rates(pawl_system *system, double length, double *rate2);
/* Efforts and powers at the instant that is placed. `power` NULL: nobody asks. */
pawl_status pawl_own_motion(pawl_system *system, double *power);
/* The same accelerations where there is nothing else. */
pawl_status pawl_own_alone(pawl_system *system, double *a, double *power);
/* Adds what the last evaluation left, with the speeds that are placed. */
void pawl_own_energy(const pawl_system *system, double *kinetic, double *stored);
void pawl_own_see(pawl_system *system, int part, pawl_level level, pawl_seen *seen);
/* "m", "rad" or "1" of a coordinate of own equations. */
const char *pawl_own_unit(const pawl_lagrangian *fields, int coordinate);

#endif
