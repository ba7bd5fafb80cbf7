/* Many free bodies in a plane that touch: time-stepping after Moreau and Jean.      theory.md, 10.3
 *
 *     q_m = q + h (1 - θ) v,     gaps g, normals and tangents at q_m
 *     M (v⁺ - v) = h f + Σ J_Nᵀ P_N + J_Tᵀ P_T
 *     g <= 0:  0 <= γ_N⁺ + e γ_N  complementary to  P_N >= 0,       Coulomb's friction on γ_T⁺
 *     g > 0:   0 <= γ_N⁺ + g/h  complementary to  P_N >= 0          what would meet within a step lands
 *     q⁺ = q_m + h θ v⁺ + Δq,    Δq = M⁻¹ J_Nᵀ Λ,  0 <= g⁺ + J_N Δq  complementary to  Λ >= 0
 *
 * The second line of contact conditions is what keeps a pile from sinking: the plain scheme sees a touch
 * only when it is half a step deep, up to h v. (Looking ahead by h θ instead of h leaves the penetration
 * of half a step.) What bounces waits for its gap to close. What comes fast and does not bounce is struck
 * at once (stepping_pile_strike.c). Bodies are coupled by touches alone, so the mass matrix is
 * diagonal. */
#ifndef PAWL_STEP_STEPPING_PILE_H
#define PAWL_STEP_STEPPING_PILE_H

#include "base/tolerances.h"
#include "contact/broad.h"
#include "contact/problem.h"

/* Place or speed of a centre of mass and angle. Padded: it never lies across two lines of the cache. */
typedef struct {
  double x, y, w, none;
} pawl_pile_move;

/* Of one set of contacts. */
typedef struct {
  double mu, restitution;
} pawl_pile_law;

/* A touch as the sweeps see it, with all that they need of its bodies but their speeds. */
typedef struct {
  int body[2];
  double n[2];          /* normal of the first body; the tangent is (-n_y, n_x)       */
  double arm[2][2];     /* of both bodies: r x n, r x t                               */
  double mobile[2][2];  /* of both bodies: 1/m, 1/I                                   */
  double W[3], inverse; /* of its own: NN, NT, TT; 1/det, 0 when that vanishes        */
  double bound;         /* γ_N⁺ is not less                                           */
  double mu;
  double push[2]; /* P_N, P_T: N s                                              */
} pawl_pile_touch;

/* And what else is known of it. */
typedef struct {
  double gap;       /* at q_m; after the speeds are known, what is expected a step later */
  double lift;      /* Λ                                                          */
  double before[2]; /* γ_N, γ_T at the begin of the step                          */
  int pair, slot, set;
  unsigned char fate; /* of what is apart and comes fast: stepping_pile_strike.c; else 0 */
  double keeps;       /* γ_N that it keeps while it waits */
  double belt;        /* what belts add to γ_T            */
} pawl_pile_note;

typedef struct {
  int begin, end; /* of its touches in the order of solving */
  bool sleeps;    /* all of its bodies do                   */
  bool again;     /* its bounds have changed                */
  bool joined;    /* there are mechanisms in it, or belts   */
} pawl_island;

typedef struct {
  double theta;
  double tolerance; /* sweeps end when none changes a rate by more than this part of what the step's
                       acceleration changes                                        */
  int sweeps;       /* of Gauss–Seidel, at most                                    */
  int lifts;        /* of the correction of positions, at most                     */
  int polish;       /* islands of up to this many touches are finished by Newton's method; 0: none */
  double sleep;     /* s: what has not moved for so long is left alone; 0: never   */
  double skin;      /* m: closer than this is in touch: PAWL_SKIN                  */
} pawl_pile_options;

/* Of the last step, but for `gained`. */
typedef struct {
  int touches, pushing, islands, largest;
  double sweeps;        /* of an average touch                                     */
  int lifts, newtons;   /* most sweeps of the correction; Newton steps             */
  double deepest, mean; /* m: of penetrations at q_m; the mean is over those that penetrate */
  int unsolved;         /* islands whose sweeps did not come to the tolerance      */
  int repaired;         /* islands whose pushes would have given energy            */
  double gained;        /* J: by the correction of positions, since the start      */
  int asleep;           /* bodies                                                  */
} pawl_pile_report;

/* Per body: what does not move. Written by stepping_pile_sleep.c. */
typedef struct {
  bool *asleep;
  double *quiet;                 /* s: for how long it has stayed by its anchor */
  pawl_pile_move *anchor, *load; /* accelerations when it fell asleep           */
} pawl_pile_rest;

/* Which touches act on each other. Written by stepping_pile_touch.c. */
typedef struct {
  int *spare;
  int *order, *root, *of; /* touches island by island; per body */
  int steps;              /* made so far */
  int *polished;          /* per body: the step in which its island was last finished by Newton's method */
  pawl_island *island;
  int count;
} pawl_pile_net;

/* Bodies that are not free: a push on one moves all of its mechanism. Laid out and written by stepping_pile_mix.c, but for `ahead`. */
typedef struct {
  int count;
  int *of;          /* per body of the pile: its index here; -1: it is free                      */
  int *body;        /* and back                                                                  */
  int *begin, *end; /* which of these are of its mechanism                                       */
  double *R;        /* count x count blocks of 3 x 3: the motion of one that a unit wrench on another makes */
  pawl_xy *turn;    /* cosine and sine of its angle                                              */
  double *ahead;    /* 3 each, N s: what pushes for positions were more than those for speeds    */
  double *belt;     /* m/s, per shape: how fast its surface runs along it; NULL: none does       */
} pawl_pile_joined;

typedef struct {
  pawl_arena *arena;
  pawl_pile_options options;
  int bodies; /* 0 is the ground and does not move */
  double *mass, *inertia, *inverse_mass, *inverse_inertia;
  pawl_pile_move *at, *speed, *rate; /* rate: accelerations by all but contacts                     */
  pawl_pile_move *before, *shift;    /* speeds at the begin of the step; Δq                        */
  double *sine, *cosine, *angle;
  pawl_pile_rest rest;
  pawl_convex *shape;
  int shapes;
  double *reach; /* m, per shape: how far it can come in a step          */
  const pawl_pile_law *law;
  double *work; /* J, per set: what its contacts gave, since the start  */
  pawl_broad broad;
  pawl_pile_touch *touch;
  pawl_pile_note *note;
  int touches, room;
  pawl_pile_net net;
  pawl_pile_joined joined;
  struct pawl_pile_polish *polish; /* of Newton's method: stepping_pile_polish.c */
  pawl_pile_report report;
} pawl_pile;

/* Memory for bodies 1 … bodies; masses, places, shapes, laws are filled in by the caller before the first
 * step. */
bool pawl_pile_open(pawl_pile *pile, int bodies, int shapes, pawl_arena *arena);
/* False: no memory. */
bool pawl_pile_step(pawl_pile *pile, double h);

/* stepping_pile_touch.c: the touches at the places in `at`, sorted into islands. False: no memory. */
bool pawl_pile_look(pawl_pile *pile, double h);
/* stepping_pile_solve.c: P of all islands; speeds go along. */
bool pawl_pile_solve(pawl_pile *pile, double h);
/* … and of those whose bounds have changed, from the pushes as they are. */
bool pawl_pile_solve_again(pawl_pile *pile, double h);
/* stepping_pile_strike.c: γ_N⁺ of what is apart and comes fast, with `rate` if nothing stops it, is not less; a bound of
 * positions. */
double pawl_pile_bound_fast(const pawl_pile *pile, pawl_pile_note *note, double rate, double h);
/* The speeds of what comes fast, and the way that is not made by them. False: no memory. */
bool pawl_pile_strike(pawl_pile *pile, double h);
/* stepping_pile_lift.c: positions out of each other. */
void pawl_pile_lift(pawl_pile *pile);
/* stepping_pile_sleep.c: which islands sleep, when touches are known; and which bodies fall asleep at the end of a step. */
void pawl_pile_rouse(pawl_pile *pile);
void pawl_pile_doze(pawl_pile *pile, double h);
/* stepping_pile_polish.c: Newton's method from the pushes as they are. */
bool pawl_pile_polish_island(pawl_pile *pile, const pawl_island *island);

/* stepping_pile_joined.c: the same as pawl_pile_push for a touch of an island with mechanisms. */
void pawl_pile_push_joined(const pawl_pile *pile, pawl_pile_move *v, const pawl_pile_touch *t, double N,
                           double T);
/* Adds to w = NN, NT, TN, TT what a push of touch b on its body j does to the rates of touch a at its body i. */
void pawl_pile_block_joined(double w[4], const pawl_pile *pile, const pawl_pile_touch *a, int i,
                            const pawl_pile_touch *b, int j);
/* What its joined bodies add to its own W; false: a push along its normal moves nothing. */
bool pawl_pile_own_joined(const pawl_pile *pile, pawl_pile_touch *t);
/* Wrenches, 3 to a joined body, about its centre of mass: of all pushes as they are, or (`lifts`) of the correction; adds that of one
 * touch. */
void pawl_pile_wrenches(const pawl_pile *pile, bool lifts, double *wrench);
void pawl_pile_add_wrench(const pawl_pile *pile, const pawl_pile_touch *t, double N, double T,
                          double *wrench);

static inline bool pawl_pile_is_joined(const pawl_pile *p, int body)
{
  return p->joined.count && p->joined.of[body] >= 0;
}

/* The body that stands for all that it moves with. */
static inline int pawl_pile_lead(const pawl_pile *p, int body)
{
  return pawl_pile_is_joined(p, body) ? p->joined.body[p->joined.begin[p->joined.of[body]]] : body;
}

/* γ of a touch of some motion. */
static inline void pawl_pile_rates(double rate[2], const pawl_pile_touch *t, const pawl_pile_move *v)
{
  const pawl_pile_move *a = v + t->body[0], *b = v + t->body[1];
  double x = b->x - a->x, y = b->y - a->y;
  rate[0] = t->n[0] * x + t->n[1] * y + (t->arm[1][0] * b->w - t->arm[0][0] * a->w);
  rate[1] = t->n[0] * y - t->n[1] * x + (t->arm[1][1] * b->w - t->arm[0][1] * a->w);
}

/* What a push along normal and tangent changes. */
static inline void pawl_pile_push(pawl_pile_move *v, const pawl_pile_touch *t, double N, double T)
{
  double x = t->n[0] * N - t->n[1] * T, y = t->n[1] * N + t->n[0] * T;
  pawl_pile_move *a = v + t->body[0], *b = v + t->body[1];
  a->x -= t->mobile[0][0] * x;
  a->y -= t->mobile[0][0] * y;
  a->w -= t->mobile[0][1] * (t->arm[0][0] * N + t->arm[0][1] * T);
  b->x += t->mobile[1][0] * x;
  b->y += t->mobile[1][0] * y;
  b->w += t->mobile[1][1] * (t->arm[1][0] * N + t->arm[1][1] * T);
}

#endif
