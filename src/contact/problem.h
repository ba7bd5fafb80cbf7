/* Contact problems: numbers, no mechanics.
 *
 * n contacts with a normal (N) and a tangent (T) each; rows and columns are N0 T0 N1 T1 …; in space with two tangents, that are
 * perpendicular and of one length: N0 T0 T0' N1 …
 *
 *     y = W λ + b                                    rates: accelerations or velocities after an impact
 *     0 <= λ_N - floor  complementary to  y_N >= 0
 *     |λ_T| <= μ_s λ_N + c_s where y_T = 0,   λ_T = -(μ λ_N + c) sgn(y_T) where it is not
 *
 * and for a contact that slides already λ_T = -σ (μ λ_N + c) with its σ known; what is open has none of it. In space λ_T and y_T are
 * vectors of two numbers, the sign of one is its direction, and so is σ. A set of modes, one for each
 * contact, makes this a linear system with inequalities. Every solver is judged by one residual.
 *      theory.md, 8 */
#ifndef PAWL_CONTACT_PROBLEM_H
#define PAWL_CONTACT_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/tolerances.h"
#include "contact/lcp.h"

enum { PAWL_DIMENSIONS = 3 }; /* of one contact, at most: a normal, and tangents */
enum { PAWL_TANGENTS = PAWL_DIMENSIONS - 1 };

/* A sparse W: block rows of blocks {NN, NT, TN, TT}, in space of 3 x 3 by rows, columns rising, the diagonal always there. */
typedef struct {
  const int *start;    /* n + 1: where the row's blocks begin */
  const int *column;   /* contact of each block               */
  const double *value; /* 4 for each block, in space 9        */
} pawl_block_rows;

/* What is known of a contact beforehand. */
typedef enum {
  PAWL_AT_REST,                         /* γ_T = 0: it may stick or slip either way           */
  PAWL_FRICTIONLESS,                    /* λ_T = 0                                            */
  PAWL_SLIDES_PLUS,                     /* γ_T > 0: λ_T = -μ λ_N, y_T may be anything         */
  PAWL_SLIDES_MINUS,                    /* γ_T < 0: λ_T = +μ λ_N                              */
  PAWL_SLIDES_ALONG = PAWL_SLIDES_PLUS, /* in space, along `way`                  */
  PAWL_GIVEN = 4                        /* added to one of these: λ_N is `floor`, y_N anything */
} pawl_contact_kind;

/* The n numbers of mu_stick, own, own_stick, kind, floor, barred may be absent (NULL): mu, 0, own, all at rest, 0, none. */
typedef struct {
  int n;
  int dim;                     /* rows of each contact: 2 (or 0, the same), or 3: space; below d */
  const double *W;             /* dn x dn by rows; or NULL and */
  const pawl_block_rows *rows; /* the same as blocks           */
  const double *b;             /* dn */
  const double *mu;            /* n, sliding */
  const double *mu_stick;      /* n, at least mu */
  const double *own;           /* n, c: friction that is not of the normal force; sliding */
  const double *own_stick;     /* n, c_s: at least own */
  const unsigned char *kind;   /* n, pawl_contact_kind */
  const double *floor;         /* n, least normal force; the normal force of a given one */
  const unsigned char
      *barred; /* n, sets of modes that are not wanted: 1 << mode; in space a slip where plus and minus are */
  const double
      *way; /* 2n, in space: unit vectors, of what slides already the direction of its speed; else anything */
} pawl_problem;

static inline int pawl_problem_dim(const pawl_problem *problem)
{
  return problem->dim == 3 ? 3 : 2;
}

/* Bit 0: pressed, y_N = 0; else held at the floor. Bits 1 and 2: no friction, stick, y_T >= 0, y_T <= 0; in space the third is any
 * direction, which forces and rates show, and there is no fourth. Held modes with friction exist only where the floor is not 0. */
typedef enum {
  PAWL_MODE_OPEN,
  PAWL_MODE_PRESSED, /* of a contact without friction */
  PAWL_MODE_HELD_STICK,
  PAWL_MODE_STICK,
  PAWL_MODE_HELD_PLUS,
  PAWL_MODE_PLUS,
  PAWL_MODE_HELD_MINUS,
  PAWL_MODE_MINUS,
  PAWL_MODE_HELD_SLIP = PAWL_MODE_HELD_PLUS, /* in space */
  PAWL_MODE_SLIP = PAWL_MODE_PLUS
} pawl_contact_mode;

enum {
  PAWL_TANGENT_NONE, /* mode >> 1 */
  PAWL_TANGENT_STICK,
  PAWL_TANGENT_PLUS,
  PAWL_TANGENT_MINUS,
  PAWL_TANGENT_SLIP = PAWL_TANGENT_PLUS /* in space */
};

/* problem.c */

/* The modes that a contact can have, as a set of bits 1 << mode, those barred left out. */
unsigned pawl_problem_modes(const pawl_problem *problem, int contact);
/* The friction coefficients, 0 without friction. */
double pawl_problem_mu(const pawl_problem *problem, int contact);
double pawl_problem_mu_stick(const pawl_problem *problem, int contact);
double pawl_problem_own(const pawl_problem *problem, int contact);
double pawl_problem_own_stick(const pawl_problem *problem, int contact);
/* NULL, or the sentence that says what is wrong: negative μ, c or diagonal, not finite, μ_s < μ, c_s < c. */
const char *pawl_problem_fault(const pawl_problem *problem);
/* y = W λ + b. */
void pawl_problem_rates(double *rate, const pawl_problem *problem, const double *force);
/* Natural units: s = 1/√W_ii, forces λ/s and rates y s are of one kind; both tangents of space have the same, of their mean. dn numbers. */
void pawl_problem_units(double *unit, const pawl_problem *problem);
/* What residuals and ties are measured by: the largest of b and floor in natural units, and 1e-5 of the
 * forces. */
double pawl_problem_size(const pawl_problem *problem, const double *unit, const double *force);
/* Its natural map at one contact, of λ and y as given: absolute values, natural units. */
void pawl_problem_map(double out[2], const pawl_problem *problem, int contact, const double *unit,
                      const double *force, const double *rate);
/* The natural map's largest component over that size; rates are computed anew into `rate` (dn). */
double pawl_problem_residual(double *rate, const pawl_problem *problem, const double *unit,
                             const double *force);
/* How far forces are from what their modes ask, over that size: no less than the residual, but for rounding. A mode that a contact cannot
 * have, or that is barred: infinite. This is what a solution is judged by. */
double pawl_problem_misfit(double *rate, const pawl_problem *problem, const double *unit, const double *force,
                           const unsigned char *mode);
/* The same of one contact and one mode, not over the size. */
double pawl_problem_mode_misfit(const pawl_problem *problem, int contact, int mode, const double *unit,
                                const double *force, const double *rate);
/* The modes that fit λ and y best, however badly; `tie` (or NULL): 1 where another mode fits as well. */
void pawl_problem_read_modes(unsigned char *mode, unsigned char *tie, const pawl_problem *problem,
                             const double *unit, const double *force, const double *rate);

/* How an answer was found. */
typedef enum {
  PAWL_BY_MODES,       /* those given are still right   */
  PAWL_BY_LEMKE,       /* polished by its modes         */
  PAWL_BY_ENUMERATION, /* all modes were tried          */
  PAWL_BY_ITERATION,   /* Gauss–Seidel and Newton       */
  PAWL_NO_SOLUTION,    /* all modes but those barred fail */
  PAWL_NOT_FOUND       /* which proves nothing          */
} pawl_solved_by;

static inline bool pawl_is_solved(pawl_solved_by by)
{
  return by != PAWL_NO_SOLUTION && by != PAWL_NOT_FOUND;
}

typedef struct {
  pawl_solved_by by;
  int motions;      /* different solutions, when they were counted; else -1                       */
  int sets;         /* of modes that give these, when counted; else -1                             */
  bool continuum;   /* infinitely many, when counted                                               */
  bool forces_free; /* the motion's forces are not unique (redundant contacts), when counted       */
  bool slight;      /* rounding beside other islands: nothing is told of it                         */
  double residual;
  int chosen; /* of the list, when counted                                                         */
  int island; /* without a solution; else the first with several motions, of which the list is; else 0 */
} pawl_solution;

/* large.c: an island of many contacts, W by blocks. Room for so many contacts and blocks, laid out by pawl_large_place. */
typedef struct {
  int most, blocks;
  int *start, *column, *number; /* most + 1, blocks; of each contact in the whole: its place in the island */
  double *value;                /* 4 blocks; space: 9 */
  double *best, *trial;         /* d most each: forces */
  unsigned char *mode, *before; /* most each */
  double *mu, *own;             /* most each: of less friction */
  void *sparse;                 /* of pawl_sparse_solve, for */
  int fill;
  bool planned; /* there, of the island at hand */
} pawl_large;
size_t pawl_large_bytes(int dim, int most, int blocks);
void pawl_large_place(pawl_large *large, int dim, int most, int blocks, void *memory);

/* modes.c: a set of modes as a linear system */

/* Memory for up to `most` contacts with a dense W; every solver below but the sparse ones works in it. */
typedef struct {
  int dim; /* d: rows of a contact */
  int most;
  int dense;     /* of these, how many may be coupled and are solved with a dense W */
  double *unit;  /* d most          */
  double *table; /* pivoting; mode systems */
  double *x;     /* unknowns        */
  double *rate;  /* for residuals   */
  double *try_force, *try_rate;
  double *fixed; /* forces that modes hold */
  int *basis, *other;
  unsigned char *list; /* which unknowns are basic */
  /* of the last problem that the driver solved */
  int islands;
  int *island;              /* most: of each contact, numbered by their first ones          */
  pawl_solution *of;        /* most: what was found of each; not reached: zeros             */
  double *own;              /* one island as a problem: 4 dense² + 11 most; space: 9 dense² + 16 most */
  double *flat;             /* space: what slides as a planar problem, 4 dense² + 6 most              */
  unsigned char *own_bytes; /* 4 most                                                       */
  pawl_large *large;        /* for islands of more than `dense`; NULL: there are none       */
} pawl_solver;

size_t pawl_solver_bytes(int most);
void pawl_solver_place(pawl_solver *solver, int most, void *memory);
/* The same of 2 or 3 rows, where no more than `dense` of them are coupled, or the others are left to `large`. */
size_t pawl_solver_bytes_of(int dim, int most, int dense);
void pawl_solver_place_of(pawl_solver *solver, int dim, int most, int dense, void *memory);

/* The forces of a set of modes, by one LU; false: singular, or an inequality fails by more than a tie. */
bool pawl_modes_check(double *force, double *rate, const pawl_problem *problem, const unsigned char *mode,
                      pawl_solver *solver);

/* Its parts: the system in solver->table, its unknowns in solver->basis, forces held in solver->fixed;
 * returns the number of unknowns. Forces of unknowns x, with those held or (NULL) without. */
int pawl_modes_build(const pawl_problem *problem, const unsigned char *mode, pawl_solver *solver);
void pawl_modes_spread(double *force, const pawl_problem *problem, const unsigned char *mode,
                       const double *fixed, const double *x, int k, const pawl_solver *solver);

/* What margins of forces and of rates are divided by; `pivot`: the least of the elimination. */
typedef struct {
  double force, rate;
} pawl_margin_sizes;
pawl_margin_sizes pawl_modes_sizes(const pawl_problem *problem, const double *unit, const double *force,
                                   double pivot);

/* family.c: the same where the system may be singular */

typedef struct {
  int freedom;   /* of the forces: 0 when they are unique            */
  bool moves;    /* that freedom changes rates, too                  */
  double margin; /* the least inequality, in units of the problem: -TIE … TIE is a tie */
  /* Given: where one inequality cannot be helped, the others are to be as far from their limits as can be, too. */
  bool each;
  /* Given: what is at its limit whatever is free is left out of that. */
  bool beside_idle;
  /* NULL, or given by the caller: the group of each touch, and whether the sum of forces of its group is not unique */
  const int *group;
  bool *loose;
  bool *normal; /* NULL, or: whether the normal force of this touch alone is not unique */
} pawl_mode_family;

/* The forces whose least inequality is largest, of all that solve the system; with `each`, of these those whose next one is, and so
 * on. False: there are none. */
bool pawl_modes_solve(double *force, double *rate, pawl_mode_family *family, const pawl_problem *problem,
                      const unsigned char *mode, pawl_solver *solver);

/* lcp_enumerate.c */
size_t pawl_lcp_solve_bytes(int n);
/* Lemke's method from several covering vectors, then all bases: that there is no solution is said where n
 * allows it. */
pawl_solved_by pawl_lcp_solve(double *z, double *w, const double *M, const double *q, int n, void *memory);

/* condense.c: the friction problem as an LCP of size n_N + 2 n_T, and Lemke on it */
int pawl_condensed_size(const pawl_problem *problem);
/* A and q, both with rows `width` apart, in natural units over the problem's size, which is returned;
 * `lean` (n) is λ_T/λ_N at the lower limit. */
double pawl_condense(double *A, double *q, int width, double *lean, const pawl_problem *problem,
                     const double *unit);
/* PAWL_LCP_LIMIT also where the path's end does not solve the problem: rounding, or μ_s > μ. `attempt`
 * chooses the covering vector. */
pawl_lcp_end pawl_problem_lemke(double *force, double *rate, unsigned char *mode, const pawl_problem *problem,
                                int attempt, pawl_solver *solver);

/* enumerate.c: all modes of up to PAWL_ENUMERATE_MOST contacts */
enum { PAWL_ENUMERATE_MOST = 4, PAWL_ENUMERATE_LAST = 16, PAWL_ENUMERATE_SETS = 65536 };

typedef struct {
  unsigned char mode[PAWL_ENUMERATE_LAST];
  double force[2 * PAWL_ENUMERATE_LAST], rate[2 * PAWL_ENUMERATE_LAST];
  int sets;            /* of modes that give these rates    */
  bool tie;            /* only by equality somewhere        */
  bool family;         /* its forces are not unique         */
  bool moves;          /* nor are its rates: a continuum    */
  double margin, load; /* the least inequality; the square of its forces, natural units */
} pawl_motion;

typedef struct {
  int sets;    /* valid sets of modes                                     */
  int motions; /* different rates; 0: there is no solution, that is proven; -1: too many contacts */
  int tried, singular;
  bool continuum; /* infinitely many motions */
} pawl_enumeration;

/* Every solution of different rates, up to `room` of them (more are counted); the clearest first: that farthest from its limits, of
 * equals the one of least forces. */
pawl_enumeration pawl_enumerate(pawl_motion *motion, int room, const pawl_problem *problem,
                                pawl_solver *solver);

/* Of up to PAWL_ENUMERATE_LAST contacts those that Lemke's method comes to on several paths: at least so many there are. */
pawl_enumeration pawl_enumerate_paths(pawl_motion *motion, int room, const pawl_problem *problem,
                                      pawl_solver *solver);

/* Of more contacts, where nothing else has found anything: the first clear solution, or the clearest of ties. "No solution" is proven,
 * "not found": there are too many sets. 16,384 of eight contacts take 50 ms. */
pawl_solved_by pawl_enumerate_clear(double *force, double *rate, unsigned char *mode,
                                    const pawl_problem *problem, pawl_solver *solver);

/* disc.c: one contact by itself, rates b of all others' forces, W its own block: λ_N, λ_T in closed form, in space but for one number.
 * False: it has no solution, or (space) none was found; the nearest forces were taken. */
bool pawl_contact_solve(double *force, const pawl_problem *problem, int contact, const double *W,
                        const double *b);

/* gauss_seidel.c: for large sparse W; no memory beyond λ */

/* `sweeps` sweeps, forth and back in turn; returns the largest change of the last one, in natural units. */
double pawl_gauss_seidel(double *force, const pawl_problem *problem, const double *unit, int sweeps);

/* newton.c: semismooth Newton by modes, with Gauss–Seidel where it does not help */
typedef struct {
  double tolerance; /* of the residual; 0: PAWL_PROBLEM_SOLVED */
  int sweeps;       /* of Gauss–Seidel at most; 0: 2000        */
  int fill;         /* as in pawl_sparse_bytes                 */
  double enough;    /* a residual below this will do where rounds do not help any more; 0: all rounds */
  double soft;      /* the compliance of the first round; 0: PAWL_SOFT_NEWTON */
  bool planned;     /* the factors' plan of the last call in this memory is of the same pattern */
} pawl_sparse_options;

typedef struct {
  double residual;
  bool planned;                /* there is a plan of the factors */
  int sweeps, steps, products; /* of Gauss–Seidel, Newton, products with W in it */
} pawl_sparse_report;

/* `fill`: room for factors, in blocks for each contact; 0: none, every system is solved by iteration. A
 * wall of 20 x 20 boxes, 2,300 contacts, takes 45. */
size_t pawl_sparse_bytes(int n, int fill);
/* From the forces given: a warm start, or zeros. True: the residual is below the tolerance. */
bool pawl_sparse_solve(double *force, double *rate, unsigned char *mode, pawl_sparse_report *report,
                       const pawl_problem *problem, const pawl_sparse_options *options, void *memory);

/* newton_space.c: the same of a problem in space, which pawl_sparse_solve leaves to it; also of a dense W, whose `fill` is n. */
size_t pawl_space_bytes(int n, int fill);
bool pawl_space_newton(double *force, double *rate, unsigned char *mode, pawl_sparse_report *report,
                       const pawl_problem *problem, const pawl_sparse_options *options, void *memory);

/* solve.c: the driver, of contacts that are all coupled */

typedef struct {
  bool warm;           /* `mode` holds modes to try first                                          */
  bool count;          /* try all modes in any case, of up to PAWL_ENUMERATE_MOST coupled contacts  */
  bool clearest;       /* when they are counted: of several the clearest, not what Lemke's path comes to;
                          of more contacts, of what several paths come to                           */
  bool exhaust;        /* and of more, where nothing else answers and they are not too many        */
  pawl_motion *motion; /* where all solutions go when they are counted, the clearest first, or NULL */
  int room;            /* of these                                                                 */
} pawl_solve_options;

/* A dense problem. λ, y and modes are those found: of several motions the one that warm modes or, unless the clearest is wanted, Lemke's
 * path gave, otherwise the one farthest from all limits. */
pawl_solution pawl_island_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *problem,
                                const pawl_solve_options *options, pawl_solver *solver);
const char *pawl_solved_by_name(pawl_solved_by by);

/* solve_space.c: the same in space. Of a warm start the forces that are there count, too. */
pawl_solution pawl_space_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *problem,
                               const pawl_solve_options *options, pawl_solver *solver);

/* large.c: the same of an island of many contacts, W by blocks; forces and modes given are where it begins. */
pawl_solution pawl_large_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *problem,
                               const pawl_solve_options *options, pawl_solver *solver);
/* Where its forces are not unique, such as are away from their limits; `unlike`: whose forces are others now, and whether it moves
 * otherwise. False: none were found. */
bool pawl_large_spread(double *force, double *rate, unsigned char *mode, const pawl_problem *problem,
                       bool *unlike, bool *moves, pawl_solver *solver);

/* islands.c: the same of any contacts, those that W couples together. There are as many motions as choices
 * from the islands'; what one island has not is in no other's way. */
pawl_solution pawl_problem_solve(double *force, double *rate, unsigned char *mode,
                                 const pawl_problem *problem, const pawl_solve_options *options,
                                 pawl_solver *solver);
/* Whether it has no dense W. */
bool pawl_is_large(const pawl_solver *solver, const pawl_problem *problem, int island);
/* How many contacts an island of the last problem, of n, has. */
int pawl_island_size(const pawl_solver *solver, int n, int island);

/* Its contacts as a problem, with their forces, rates and modes. It lives in the solver, until the next is taken. */
typedef struct {
  pawl_problem p;
  double *W, *b, *mu, *mu_stick, *own, *own_stick, *floor, *force, *rate, *way;
  unsigned char *kind, *barred, *mode;
  pawl_block_rows rows; /* of many contacts, which have no dense W */
} pawl_problem_island;
void pawl_island_take(pawl_problem_island *to, const double *force, const double *rate,
                      const unsigned char *mode, const pawl_problem *problem, const pawl_solver *solver,
                      int island);
void pawl_island_put(double *force, double *rate, unsigned char *mode, const pawl_problem_island *from,
                     const pawl_problem *problem, const pawl_solver *solver, int island);
const char *pawl_mode_name(const pawl_problem *problem, pawl_contact_mode mode);

#endif
