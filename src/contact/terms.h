/* What the solvers ask about one contact of a problem. Only problem.c and the solvers include this. */
#ifndef PAWL_CONTACT_TERMS_H
#define PAWL_CONTACT_TERMS_H

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
  return kind == PAWL_AT_REST && p->mu[i] == 0 && !(p->mu_stick && p->mu_stick[i] > 0) ? PAWL_FRICTIONLESS
                                                                                       : kind;
}

static inline bool is_given(const pawl_problem *p, int i)
{
  return p->kind && p->kind[i] & PAWL_GIVEN;
}

static inline double floor_of(const pawl_problem *p, int i)
{
  return p->floor ? p->floor[i] : 0;
}

/* λ_T = lean λ_N in a sliding mode. */
static inline double lean_of(const pawl_problem *p, int i, int mode)
{
  int tangent = mode >> 1;
  return tangent == PAWL_TANGENT_PLUS    ? -pawl_problem_mu(p, i)
         : tangent == PAWL_TANGENT_MINUS ? pawl_problem_mu(p, i)
                                         : 0;
}

#endif
