/* Touches that are held: rigid ones that are in touch, and those of compliant contacts that stick. Between events their
 * modes are frozen, and their forces are linear:
 *
 *     y = W λ + b,   W = w^T M^-1 w (loops kept),   b without held forces
 *     y_N = 0 of what is held,   y_T = 0 of what sticks,   λ_T = -σ (μ λ_N + c) of what slides      theory.md, 9.1 */
#ifndef PAWL_CONTACT_HELD_H
#define PAWL_CONTACT_HELD_H

#include "contact/pair.h"

/* Touches that there is room for from the start, and up to which W is one dense matrix. When more are gathered there is room for twice as
 * many, and W is kept by blocks. */
enum { PAWL_HELD_FEW = 48 };

/* One of them at an instant; [0] along the normal, [1] along the tangent, in space [2] along another one. */
struct pawl_held {
  int pair, point;
  int face;        /* the first of the list that has its row of the tangent, too: touches of one flat face */
  int dim;         /* its rows: 2 or 3; a touch of 2 has none of the others in problems of 3 */
  bool given;      /* the normal force is that of a law                                      */
  bool rubs;       /* there is friction */
  bool by_formula; /* λ_T = lean λ_N, whatever the mode is: a friction that is smooth */
  double lean;
  double way[PAWL_TANGENTS];  /* of what slides in its mode: the direction, of its speed now */
  double drag[PAWL_TANGENTS]; /* of λ_T, of what slides: what friction has of its own */
  bool locked,
      blocked; /* forces along the tangent, or the normal, move nothing: prescribed motions on both sides */
  pawl_bound slides, holds; /* while it slides as its mode says; at rest */
  double *w[PAWL_DIMENSIONS],
      *x[PAWL_DIMENSIONS]; /* over the degrees of freedom: a unit force, and the acceleration it makes */
  int link[2],
      branch[2];      /* of its two sides: a link, and the first degree of freedom of its branch; -1: none */
  int from[2], to[2]; /* w is not zero only there, */
  int first[2], last[2]; /* and x only there          */
  double *
      multiplier[PAWL_DIMENSIONS]; /* what it adds to the multipliers of rows                               */
  double
      velocity[PAWL_DIMENSIONS]; /* gap rate, speed of sliding                                             */
  double free[PAWL_DIMENSIONS];  /* their rates without held forces                                        */
  double force[PAWL_DIMENSIONS], rate[PAWL_DIMENSIONS];
};

/* Which of what is closed: all; what is held, so that nothing slides by a law's normal force; gaps that are kept, with what has stood still
 * in a step of stepping; gaps alone. */
typedef enum { PAWL_GATHER_ALL, PAWL_GATHER_HELD, PAWL_GATHER_STILL, PAWL_GATHER_GAPS } pawl_gathered;

/* False: no memory, as system->error says. */
bool pawl_held_gather(pawl_system *system, pawl_gathered which);
/* Whether it would list any of what is held. */
bool pawl_held_any(const pawl_system *system);
/* Their directions and velocities at the instant that is placed; false: one cannot be followed. */
bool pawl_held_directions(pawl_system *system);
/* After that, their coefficients of dry friction: `frozen`, of speeds in the directions of their modes, which may have ended; else of those
 * that they have. False: system->error says why. */
bool pawl_held_coefficients(pawl_system *system, bool frozen);
/* After a solve of motion that gave a: the rates of their velocities without held forces. */
void pawl_held_free(pawl_system *system, const double *a);
/* After a factorisation: what unit forces make of the motion. */
void pawl_held_respond(pawl_system *system);
/* The same with servos at work, which otherwise are not in it. */
void pawl_held_servos(pawl_system *system);
/* Constraints are eliminated from the others' responses and free rates, and hidden from the list. */
void pawl_held_condense(pawl_system *system);
/* The impulses, one for each of the list, that make constraints hold at once. */
void pawl_held_engage(pawl_system *system, double *impulse);
/* W between two of them. */
static inline double pawl_held_W(const pawl_system *s, int i, int a, int j, int b)
{
  const pawl_held *h = s->contact->hold + i, *o = s->contact->hold + j;
  const double *w = h->w[a], *x = o->x[b];
  double sum = 0;
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++)
      sum += w[d] * x[d];
  return sum;
}
/* The forces that make the given rates of what is held and sticks 0, from b = `free`: accelerations, or velocities. False: no memory. */
bool pawl_held_forces(pawl_system *system);
/* A x = b, dense n by n, singular but solvable: the x nearest to `begin`. */
void pawl_held_approach(pawl_system *system, double *A, const double *b, const double *begin, double *x,
                        int n);
/* Room for so many touches, laid out anew; false: no memory. */
bool pawl_held_room(pawl_system *system, int most);
int pawl_held_most(const pawl_system *system);
/* A dense n by n, for what asks pawl_held_approach; NULL: no memory. */
double *pawl_held_matrix(pawl_system *system, int n);
/* Adds what the forces do to x (accelerations, velocities) and to the multipliers, if not NULL. */
void pawl_held_add(const pawl_system *system, double *x, double *multipliers);
/* Forces on the touches themselves: what is seen of them. */
void pawl_held_note(pawl_system *system);

/* After a solve of motion without held forces: with them. `power` may be NULL. */
pawl_status pawl_held_motion(pawl_system *system, double *a, double *power);
/* Adds what they give to the powers of their contacts; the forces as loads, for a solve that needs them. */
void pawl_held_powers(pawl_system *system, double *power);
void pawl_held_load(pawl_system *system);
/* Brings gaps of what is held to 0, then gap rates, and speeds of what sticks; `work` (or NULL) gets what that takes.      theory.md, 9.2 */
pawl_status pawl_held_project(pawl_system *system, double t, double *q, double *v, const pawl_quat *base,
                              double *work);

/* Shapes that overlap at the start, or after a step of stepping, are moved apart; the largest gap or overlap that is left, over the model's
 * length, or NaN. */
double pawl_held_part(pawl_system *system, pawl_gathered which, double t, double *q, double *v,
                      const pawl_quat *base);

#endif
