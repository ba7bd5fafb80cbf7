/* What the solvers ask about one contact of a problem. Only problem.c and the solvers include this. */
#ifndef PAWL_CONTACT_TERMS_H
#define PAWL_CONTACT_TERMS_H

#include <math.h>

#include "contact/problem.h"

/* Of numbers that are numbers: fmax and fmin are calls. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
  return a < b ? a : b;
}

static inline pawl_contact_kind kind_of(const pawl_problem *p, int i)
{
  pawl_contact_kind kind = p->kind ? (pawl_contact_kind)(p->kind[i] & 3) : PAWL_AT_REST;
  bool none = p->mu[i] == 0 && !(p->mu_stick && p->mu_stick[i] > 0) && !(p->own && p->own[i] > 0) &&
              !(p->own_stick && p->own_stick[i] > 0);
  return kind == PAWL_AT_REST && none ? PAWL_FRICTIONLESS : kind;
}

static inline bool is_given(const pawl_problem *p, int i)
{
  return p->kind && p->kind[i] & PAWL_GIVEN;
}

static inline double floor_of(const pawl_problem *p, int i)
{
  return p->floor ? p->floor[i] : 0;
}

/* λ_T = lean λ_N + drag in a sliding mode. */
static inline double lean_of(const pawl_problem *p, int i, int mode)
{
  int tangent = mode >> 1;
  return tangent == PAWL_TANGENT_PLUS    ? -pawl_problem_mu(p, i)
         : tangent == PAWL_TANGENT_MINUS ? pawl_problem_mu(p, i)
                                         : 0;
}

static inline double drag_of(const pawl_problem *p, int i, int mode)
{
  int tangent = mode >> 1;
  return !p->own                         ? 0
         : tangent == PAWL_TANGENT_PLUS  ? -p->own[i]
         : tangent == PAWL_TANGENT_MINUS ? p->own[i]
                                         : 0;
}

/* The mode that u - v shows. */
static inline unsigned char shown_mode(const pawl_problem *p, int i, const double *s, const double *f,
                                       const double *y)
{
  pawl_contact_kind kind = kind_of(p, i);
  double floor = floor_of(p, i), normal = f[0] - y[0] * s[0] * s[0];
  bool pressed = !is_given(p, i) && normal > floor;
  int way = kind == PAWL_FRICTIONLESS   ? PAWL_TANGENT_NONE
            : kind == PAWL_SLIDES_MINUS ? PAWL_TANGENT_MINUS
                                        : PAWL_TANGENT_PLUS;
  if (kind == PAWL_AT_REST) {
    double pull = f[1] - y[1] * s[1] * s[1],
           limit = pawl_problem_mu_stick(p, i) * fmax(f[0], floor) + pawl_problem_own_stick(p, i);
    way = fabs(pull) <= limit ? PAWL_TANGENT_STICK : pull < 0 ? PAWL_TANGENT_PLUS : PAWL_TANGENT_MINUS;
  }
  if (!pressed && floor == 0)
    way = PAWL_TANGENT_NONE;
  return (unsigned char)(way << 1 | pressed);
}

/* Of m numbers: a·b, and a += factor b. */
static inline double dot(const double *a, const double *b, int m)
{
  double sum = 0;
  for (int i = 0; i < m; i++)
    sum += a[i] * b[i];
  return sum;
}

static inline void add(double *a, double factor, const double *b, int m)
{
  for (int i = 0; i < m; i++)
    a[i] += factor * b[i];
}

#endif
