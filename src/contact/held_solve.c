/* The forces of one island of touches as a linear system, which may be singular.      theory.md, 9.1 */
#include <string.h>

#include "base/dense.h"
#include "base/tolerances.h"
#include "contact/held_net.h"

#define MOST_HIDING (2 * PAWL_HELD_FEW)
#define PATIENT INFINITY /* all rounds, */
#define BRIEF 0.9        /* or as long as each leaves less than this of what the last has left */
/* Of the largest rate: more than this is not rounding, and over ε it would be 1e-6 of the largest force and more. */

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fabs(x[i]) > most ? fabs(x[i]) : most;
  return most;
}

/* r = b - A x; returns the largest of its terms. */
static double residual(const pawl_band *A, const double *b, const double *x, double *r)
{
  double terms = 0;
  for (int i = 0; i < A->n; i++) {
    const double *p = pawl_band_row(A, i);
    double sum = b[i];
    for (int j = pawl_band_from(A, i), to = pawl_band_to(A, i); j < to; j++) {
      double term = p[j] * x[j];
      sum -= term;
      terms = fabs(term) > terms ? fabs(term) : terms;
    }
    r[i] = sum;
  }
  return terms;
}

/* Factors of A + ε in M. */
static bool soften(struct pawl_held_room *o, const pawl_band *A, double soft)
{
  if (o->soft == soft)
    return true;
  pawl_band M = pawl_band_copy(A, o->M);
  for (int i = 0; i < A->n; i++)
    pawl_band_row(&M, i)[i] += soft;
  bool good = pawl_band_factorise(&M, o->row, PAWL_PROBLEM_RANK) < 0;
  o->soft = good ? soft : NAN;
  return good;
}

static void substitute(const struct pawl_held_room *o, const pawl_band *A, double *b)
{
  pawl_band M = *A;
  M.value = o->M;
  pawl_band_substitute(&M, o->row, b);
}

/* (A + ε) δ = r again and again, from `begin`, comes to the solution nearest to it; returns what is left of r, which is in o->left.
 * Of a heavy body on a light one A has eigenvalues as small as the ratio of their masses; where three rounds have not come to
 * rounding, ε is made smaller than these as long as that helps. */
static double approach(struct pawl_held_room *o, const pawl_band *A, const double *b, double soft,
                       double worth, const double *begin, double *x)
{
  int n = A->n;
  double before = INFINITY, *r = o->left, size = largest(b, n);
  memcpy(x, begin, sizeof(double) * (size_t)n);
  for (int round = 0; round < 12; round++) {
    double terms = residual(A, b, x, r), most = largest(r, n);
    if (most <= PAWL_HELD_SOLVED * size)
      return 0;
    if (most > worth * before)
      return most;
    if (round >= 3 && most > PAWL_HELD_ROUNDING * (size + terms) && most < 0.95 * before)
      soft = fmax(0.1 * soft, PAWL_LEAST_SOFT);
    before = most;
    if (!soften(o, A, soft))
      return 0;
    substitute(o, A, r);
    for (int i = 0; i < n; i++)
      x[i] += r[i];
  }
  residual(A, b, x, r);
  return largest(r, n);
}

/* What is left of b after all rounds is what no forces make: a few roundings, or the acceleration of two corners that stick
 * side by side, one deeper than the other by a hair. It is not asked for: piled up over ε it would be a force. */
static void approach_possible(struct pawl_held_room *o, const pawl_band *A, const double *b, double soft,
                              double worth, const double *begin, double *x)
{
  for (int i = 0; i < A->n; i++)
    o->possible[i] = b[i] - o->left[i];
  approach(o, A, o->possible, soft, worth, begin, x);
}

void pawl_held_near(struct pawl_held_room *o, const pawl_band *A, const double *b, const double *begin,
                    double *x)
{
  if (approach(o, A, b, PAWL_SOFT, PATIENT, begin, x) > PAWL_HELD_INCONSISTENT * largest(b, A->n))
    approach_possible(o, A, b, PAWL_SOFT, PATIENT, begin, x);
}

void pawl_held_move_to(struct pawl_held_room *o, const pawl_band *A, const double *b, const double *begin,
                       double *x)
{
  double terms = residual(A, b, begin, o->left);
  if (largest(o->left, A->n) <= PAWL_HELD_ROUNDING * (largest(b, A->n) + terms))
    memcpy(x, begin, sizeof(double) * (size_t)A->n);
  else
    pawl_held_near(o, A, b, begin, x);
}

void pawl_held_approach(pawl_system *s, double *A, const double *b, const double *begin, double *x, int n)
{
  const pawl_band band = pawl_band_of(A, n);
  s->contact->room->soft = NAN;
  pawl_held_near(s->contact->room, &band, b, begin, x);
}

/* Pivots of a column may hide that A is singular: with two equal rows, and a third that differs from zero in them by 1e-8, both
 * pivots are 1e-8. So where one is that small all entries are asked for the next; of many rows it is taken for granted. */
static bool hides_none(struct pawl_held_room *o, const pawl_band *A)
{
  int n = A->n;
  if (n > MOST_HIDING)
    return false;
  memset(o->M, 0, sizeof(double) * (size_t)n * (size_t)n);
  for (int i = 0; i < n; i++)
    for (int j = pawl_band_from(A, i); j < pawl_band_to(A, i); j++)
      o->M[i * n + j] = pawl_band_row(A, i)[j];
  o->soft = NAN;
  return !pawl_is_singular(o->M, n, PAWL_PROBLEM_RANK);
}

bool pawl_held_is_solved(struct pawl_held_room *o, const pawl_band *A, const double *b, double *x)
{
  double least = INFINITY;
  pawl_band M = *A;
  M.value = o->M;
  if (!soften(o, A, 0))
    return false;
  for (int i = 0; i < A->n; i++)
    least = fmin(least, fabs(pawl_band_row(&M, i)[i]));
  memcpy(x, b, sizeof(double) * (size_t)A->n);
  substitute(o, A, x);
  return least > PAWL_PIVOT_SMALL || hides_none(o, A);
}

bool pawl_held_correction(struct pawl_held_room *o, const pawl_band *A, double *b, bool unique)
{
  int n = A->n;
  double size = largest(b, n), *none = o->begin, *x = o->x;
  if (unique) {
    bool good = soften(o, A, 0);
    if (good)
      substitute(o, A, b);
    return good;
  }
  memset(none, 0, sizeof(double) * (size_t)n);
  double left =
      approach(o, A, b, PAWL_LEAST_SOFT, BRIEF, none, x); /* ε small, so that its own rounding is nothing */
  if (!(left < 0.5 * size))
    return false;
  if (left > PAWL_HELD_INCONSISTENT * size)
    approach_possible(o, A, b, PAWL_LEAST_SOFT, BRIEF, none, x);
  memcpy(b, x, sizeof(double) * (size_t)n);
  return true;
}
