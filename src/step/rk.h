/* Explicit one-step integrators with error estimate and dense output: those of parts/methods.h, each a table in a file of its own.
 *
 * One step, in the order in which a run makes its calls, k_0 = f(t, y) being known from pawl_rk_slope:
 *   error = pawl_rk_try(rk, t, h, y, y1);             accepted when error <= 1
 *   h *= pawl_rk_factor(rk, error, after_rejection);  for the next try, of this step or of the one to follow
 *   pawl_rk_dense_prepare(rk), pawl_rk_dense(...)     only when a time inside the step is asked for
 *   pawl_rk_keep_last_slope(rk)                       when the next step starts from y1 as it is, or
 *   pawl_rk_slope(rk, t + h, y1)                      when projection or an event has changed y1
 * The new slope waits in a row of its own until the next try: dense output of the step stays valid till then.
 *
 * Same bits everywhere: every sum runs in the order of the table, for each component by itself, and what the
 * C library may round differently (pow) is rounded to float. No constant has a dimension: when y and scale
 * are multiplied by powers of two, each component by its own, and time by another, all mantissas stay. */
#ifndef PAWL_STEP_RK_H
#define PAWL_STEP_RK_H

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "parts/methods.h"
#include "step/ode.h"

enum { PAWL_RK_STAGES = 16, PAWL_RK_TERMS = 12, PAWL_RK_DENSE = 7 };

/* One sum of slopes without its zeros: sum_m a[m] k[stage[m]]. */
typedef struct {
  int count;
  int stage[PAWL_RK_TERMS];
  double a[PAWL_RK_TERMS];
} pawl_rk_row;

/* A method. Stage number `stages` is f(t + h, y1), which can be the first slope of the next step. */
typedef struct {
  const char *name;
  int order, error_order, dense_order;
  int stages;                    /* that make up y1 */
  int extra;                     /* that follow f(t + h, y1), for dense output only */
  bool last_in_error;            /* f(t + h, y1) takes part in the error estimate */
  double c[PAWL_RK_STAGES];      /* stage s is evaluated at t + c_s h */
  pawl_rk_row a[PAWL_RK_STAGES]; /* and y + h sum_j a_sj k_j; row `stages` holds the weights of y1 */
  int errors;                    /* one estimate h sum_j e_j k_j, or two that are blended */
  pawl_rk_row error[2];
  int dense; /* rows of dense output beyond the cubic through both ends */
  pawl_rk_row d[PAWL_RK_DENSE - 3];
  double exponent;    /* factor of the step size = 0.9 (1 / error)^exponent, */
  bool remembers;     /* or 0.9 (last_error^(1/4) / error)^exponent, */
  double least, most; /* within these limits */
  double edge; /* of h times a rate that is damped: beyond it the method is not stable                  */
  double
      ring_edge; /* and of a spring that rings: its error is not small against the amplitude   theory.md, 6.2 */
  double gap; /* where a singular position may lie in a step: in the widest gap of its c   theory.md, 4.5 */
  double
      auto_above; /* a tolerance: the method `auto` takes the first of the list that is made for its own; INFINITY: never */
} pawl_rk_table;

/* All of them, as the list of methods has them. */
#define PAWL_RK_NONE(id, word, doc)
#define PAWL_RK_DECLARED(id, word, doc) extern const pawl_rk_table pawl_rk_##word;
PAWL_METHODS(PAWL_RK_NONE, PAWL_RK_DECLARED, PAWL_RK_NONE)
#define PAWL_RK_NUMBER(id, word, doc) PAWL_RK_##id,
enum { PAWL_METHODS(PAWL_RK_NONE, PAWL_RK_NUMBER, PAWL_RK_NONE) PAWL_RK_COUNT };
extern const pawl_rk_table *const pawl_rk_tables[PAWL_RK_COUNT];

typedef struct {
  const pawl_rk_table *table;
  const pawl_ode *ode;
  double tolerance;
  int n, width;                  /* components; the same rounded up to fours: rows are padded with zeros */
  bool wide;                     /* sums take four components at a time: the same bits, sooner */
  double t, h;                   /* of the last step tried */
  int known;                     /* its stages k[0 .. known - 1] are evaluated; 0: it failed */
  int start;                     /* k[start] is the slope with which the step to come will start */
  bool dense_ready;              /* the rows `dense` belong to the last step tried */
  double memory;                 /* last_error^(-1/4) */
  long rhs_count;                /* calls of ode->rhs */
  double *k[PAWL_RK_STAGES + 1]; /* slopes of the stages; the last row waits for the step to come */
  double *from, *to;             /* y and y1 of the last step tried */
  double *argument, *error;      /* y of a stage; an error estimate */
  double *absolute, *relative;   /* an error of absolute_i + relative_i max(|y_i|, |y1_i|) is tolerable */
  double *weight;                /* 1 / that */
  double *zero;
  double *dense[PAWL_RK_DENSE];
} pawl_rk;

/* Takes all memory and reads scale and relative of the ode. False: out of memory. */
bool pawl_rk_open(pawl_rk *rk, const pawl_rk_table *table, const pawl_ode *ode, double tolerance,
                  pawl_arena *arena);

/* rk_combine.c: out = base + h sum_m a_m k_m. False: not finite. Whether this machine sums four components at a time. */
bool pawl_rk_combine(const pawl_rk *rk, double *out, const double *base, double h, const pawl_rk_row *row);
bool pawl_rk_has_wide_registers(void);
/* The sum of what is finite is finite, save beyond 1e307, where no state has any business. */
static inline bool pawl_rk_is_finite(double sum)
{
  return fabs(sum) <= DBL_MAX;
}

/* Evaluates f(t, y), with which the next step will start. Nonzero: impossible or not finite; the step tried
 * last can still be repeated then. */
int pawl_rk_slope(pawl_rk *rk, double t, const double *y);

/* The same for f(t + h, y1) of the accepted step: no evaluation where it takes part in the error estimate; else one, unless
 * dense output has made it already. */
int pawl_rk_keep_last_slope(pawl_rk *rk);

/* y1 of the accepted step at t + h + dt instead, along its last slope; returns what this leaves out against the tolerance, as
 * an error of the step: dt^2/2 y'', with y'' from the slopes at both ends. Above 1 or so the step is better made anew. */
double pawl_rk_shift(pawl_rk *rk, double dt, double *y1);

/* A length for the first step from y after pawl_rk_slope(rk, t, y), at most `limit`, which is positive and
 * finite. One evaluation. The controller forgets the steps before. */
double pawl_rk_first_step(pawl_rk *rk, double t, const double *y, double limit);

/* One step of length h from y to y1; returns its error in units of the tolerance. INFINITY: a stage cannot be
 * evaluated or is not finite; y1 then means nothing. */
double pawl_rk_try(pawl_rk *rk, double t, double h, const double *y, double *y1);

/* What to multiply h with after a try with this error. Call once per try. */
double pawl_rk_factor(pawl_rk *rk, double error, bool after_rejection);

/* h times the largest rate that the accepted step has met (Hairer and Wanner, IV.2): where it stays at the edge of
 * the method's stability the model is stiff. May cost an evaluation;
 * negative when that is impossible. `rings` gets h times the frequency of a spring that is hardly damped, 0: there is none;
 * where differences of places are rounding it is asked for anew if a step of the length `refused` was just tried in vain, and NaN if none was. */
double pawl_rk_stiffness(pawl_rk *rk, int dofs, int states, double refused, double *rings);

/* Evaluates what dense output of the accepted step needs, at its first call. Nonzero: impossible. */
int pawl_rk_dense_prepare(pawl_rk *rk);

/* The solution at t + theta h of that step: exactly y at theta = 0, exactly y1 at theta = 1. */
void pawl_rk_dense(const pawl_rk *rk, double theta, double *out);
/* And its derivative by time. */
void pawl_rk_dense_rate(const pawl_rk *rk, double theta, double *out);

#endif
