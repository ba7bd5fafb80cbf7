/* Which touches that are held act on each other: those that share a body, or a tree of bodies. W between the others is zero and is not
 * computed; touches that others do not join, either, are islands with forces of their own.      theory.md, 9.1 */
#ifndef PAWL_CONTACT_HELD_NET_H
#define PAWL_CONTACT_HELD_NET_H

#include "base/band.h"
#include "contact/held.h"

/* A force that is looked for; its row is of the same. */
typedef struct {
  int held, along;
  double lean[PAWL_TANGENTS]; /* λ_T of a sliding one goes with it: lean λ_N */
  double unit;                /* 1/√W_ii */
} pawl_held_unknown;

/* The bodies of an island of many touches, for each degree of freedom. Written by held_many.c. */
typedef struct {
  int *place, *seen,
      *queue; /* where it stands in the band; branches that have been met, and are next; the ends of the factors' columns */
  int *pivot;
  double *placed; /* a displacement, in that order */
} pawl_held_bodies;

/* Constraints that are engaged at once, and their matrix. Written by held.c. */
typedef struct {
  int count;
  double *rate, *unit, *K;
} pawl_held_bounds;

/* Of the last evaluation, for up to `most` touches. */
struct pawl_held_room {
  int most;
  /* W as block rows {NN, NT, TN, TT}, columns rising: by pawl_held_couple */
  int *start, *column; /* most + 1; for `blocks` of them */
  double *value;       /* d x d for each column, d = 2 or 3 rows of all touches */
  int blocks;
  int *head, *tail; /* per degree of freedom: the touches of the branch that begins there, as a list */
  int *next;        /* 2 for each touch */
  /* islands, numbered by their first touches */
  int islands, *island;
  int *member, *begin_of; /* its touches, rising: member[begin_of[k]] …; most, most + 1 */
  int *number;            /* for counting */
  /* their unknowns, one island after the other: by pawl_held_list */
  int *first; /* most + 1 */
  pawl_held_unknown *unknown;
  int *index; /* d for each touch: its place among the unknowns of its island, or -1 */
  /* the system of one island: by held_forces.c and held_solve.c, `numbers` each, and d most */
  double *A, *M;
  size_t numbers;
  double *b, *x, *begin, *left, *possible;
  int *row;
  double soft; /* M holds the factors of A + soft; NaN: of something else */
  pawl_held_bodies body;
  pawl_held_bounds bound;
};

/* What rows, own equations or ropes over pulleys join may be moved by everything. */
bool pawl_held_is_whole(const pawl_system *system);
/* held.c: what is locked and blocked, once responses are whole. */
void pawl_held_mark_locked(pawl_system *system);
/* Touches that share a branch of the tree, W between them, and the islands that they make; without `all`, W of those with few touches
 * only. False: no memory, as system->error says. */
bool pawl_held_couple(pawl_system *system, bool all);
/* The unknowns of all islands; friction that slides goes with its normal force if it `leans`. */
void pawl_held_list(pawl_system *system, bool leans);
/* A and b of one island, in natural units. */
pawl_band pawl_held_system(pawl_system *system, int island);
/* y along (i, a) with the forces there are, where W is known. */
double pawl_held_rate(const pawl_system *system, int i, int a);
/* Room for so many numbers of A and of M. */
bool pawl_held_fit_numbers(pawl_system *system, size_t need);

/* held_many.c */
bool pawl_held_is_many(const struct pawl_held_room *room, int island);
/* The forces x of an island, in natural units, nearest to `begin`, which make the rates `free` of its unknowns 0; with `shares` friction is
 * shared as held_shares.c says, and what is in `begin` is lost. False: no memory. */
bool pawl_held_solve_many(pawl_system *system, int island, bool shares, double *begin, double *x);

/* held_shares.c: of an island whose forces are not unique, those that are taken, in room->x; A may be laid out anew. */
void pawl_held_share(pawl_system *system, pawl_band *A, pawl_held_unknown *u, int island);
/* Forces near x of n unknowns in which friction keeps its share of normal forces. False: none need. */
bool pawl_held_keep_shares(const pawl_system *system, const pawl_held_unknown *u, int n, const double *x,
                           double *begin);
/* Which face touch i of the list is of, once the directions of those before it are known. */
void pawl_held_find_face(const pawl_system *system, int i);
/* The same friction of each flat face, shared in proportion to what its touches can hold, so that they come to their limits at once. False:
 * no two touches share any. */
bool pawl_held_even_faces(const pawl_system *system, const pawl_held_unknown *u, int n, const double *x,
                          double *even);

/* held_solve.c: A of one island; what M holds is forgotten with another A. */

/* x = A⁻¹ b in x; false: A is singular. */
bool pawl_held_is_solved(struct pawl_held_room *room, const pawl_band *A, const double *b, double *x);
/* A x = b, singular but solvable: the x nearest to `begin`. */
void pawl_held_near(struct pawl_held_room *room, const pawl_band *A, const double *b, const double *begin,
                    double *x);
/* The same where `begin` is wanted, and solves it as it is but for rounding, or nearly. */
void pawl_held_move_to(struct pawl_held_room *room, const pawl_band *A, const double *b, const double *begin,
                       double *x);
/* A small correction in b, of A x = b; where forces are not unique, the smallest. False: there is none that makes b less by half. */
bool pawl_held_correction(struct pawl_held_room *room, const pawl_band *A, double *b, bool unique);

#endif
