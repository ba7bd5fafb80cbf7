/* For tests: random contact problems of a few contacts.
 *
 * W = J Jᵀ of random rows J on a random number of coordinates: fewer than rows, and contacts are
 * redundant; b = J a for what a mechanism at rest can have, or anything. */
#ifndef PAWL_CONTACT_RANDOM_TEST_H
#define PAWL_CONTACT_RANDOM_TEST_H

#include <math.h>
#include <string.h>

#include "base/chance.h"
#include "contact/problem.h"

enum { TEST_MOST = 8, TEST_COORDINATES = 20 };

typedef enum { GENERIC, NEAR, REDUNDANT, STEEP, MIXED, COHESIVE, CLASSES } test_class;

typedef struct {
  pawl_problem p;
  double W[4 * TEST_MOST * TEST_MOST], b[2 * TEST_MOST], mu[TEST_MOST], mu_stick[TEST_MOST], floor[TEST_MOST];
  double own[TEST_MOST], own_stick[TEST_MOST];
  unsigned char kind[TEST_MOST];
} test_problem;

static inline int test_choose(unsigned long long *seed, int count)
{
  return (int)((pawl_chance(seed) + 1) / 2 * count);
}

/* W and b of n contacts on `d` coordinates; `possible`: b in the range of J. */
static inline void test_mechanism(test_problem *t, int n, int d, bool possible, bool scaled,
                                  unsigned long long *seed)
{
  double J[2 * TEST_MOST][TEST_COORDINATES], a[TEST_COORDINATES];
  for (int k = 0; k < d; k++)
    a[k] = pawl_chance(seed);
  for (int r = 0; r < 2 * n; r++) {
    double scale = scaled ? exp(4 * pawl_chance(seed)) : 1;
    for (int k = 0; k < d; k++)
      J[r][k] = scale * pawl_chance(seed);
    t->b[r] = possible ? 0 : scale * pawl_chance(seed);
    for (int k = 0; possible && k < d; k++)
      t->b[r] += J[r][k] * a[k];
  }
  for (int r = 0; r < 2 * n; r++)
    for (int c = 0; c < 2 * n; c++) {
      double sum = 0;
      for (int k = 0; k < d; k++)
        sum += J[r][k] * J[c][k];
      t->W[r * 2 * n + c] = sum;
    }
}

/* Every kind of contact, floors and two coefficients of friction. */
static inline void test_mix(test_problem *t, unsigned long long *seed)
{
  for (int i = 0; i < t->p.n; i++) {
    t->kind[i] = (unsigned char)test_choose(seed, 4);
    t->floor[i] = test_choose(seed, 3) == 0 ? fabs(pawl_chance(seed)) : 0;
    if (t->floor[i] > 0 && test_choose(seed, 3) == 0)
      t->kind[i] |= PAWL_GIVEN;
  }
  t->p.kind = t->kind;
  t->p.floor = t->floor;
  if (test_choose(seed, 2))
    t->p.mu_stick = t->mu_stick;
}

/* Friction that is not of the normal force, beside it or alone. */
static inline void test_cohere(test_problem *t, unsigned long long *seed)
{
  for (int i = 0; i < t->p.n; i++) {
    t->own[i] = test_choose(seed, 4) ? 0.5 * fabs(pawl_chance(seed)) : 0;
    t->own_stick[i] = t->own[i] * (1 + fabs(pawl_chance(seed)));
    if (test_choose(seed, 4) == 0)
      t->mu[i] = t->mu_stick[i] = 0;
  }
  t->p.own = t->own;
  if (test_choose(seed, 2))
    t->p.own_stick = t->own_stick;
}

/* A solution exactly at its limits, then moved by about 1e-9: random forces on the cone make b. */
static inline void test_graze(test_problem *t, unsigned long long *seed)
{
  int m = 2 * t->p.n;
  double force[2 * TEST_MOST], rate[2 * TEST_MOST];
  for (int i = 0; i < t->p.n; i++) {
    int what = test_choose(seed, 5);
    double normal = what ? 0.1 + fabs(pawl_chance(seed)) : 0;
    force[2 * i] = normal;
    force[2 * i + 1] = t->mu[i] * normal *
                       (what == 1   ? -1
                        : what == 2 ? 1
                        : what == 3 ? 0.5 * pawl_chance(seed)
                                    : -1);
    rate[2 * i] = 0;
    rate[2 * i + 1] = what == 4 ? fabs(pawl_chance(seed)) : 0;
  }
  static const double sizes[] = {0, 1e-13, 1e-9, 1e-6};
  double size = sizes[test_choose(seed, 4)];
  for (int r = 0; r < m; r++) {
    t->b[r] = rate[r] + size * pawl_chance(seed);
    for (int c = 0; c < m; c++)
      t->b[r] -= t->W[r * m + c] * force[c];
  }
}

static inline void test_random(test_problem *t, test_class class, int n, unsigned long long *seed)
{
  memset(t, 0, sizeof *t);
  t->p = (pawl_problem){.n = n, .W = t->W, .b = t->b, .mu = t->mu};
  int d = class == REDUNDANT ? 1 + test_choose(seed, 2 * n) : 2 * n + test_choose(seed, 3);
  test_mechanism(t, n, d, class == REDUNDANT && test_choose(seed, 8) > 0, class != REDUNDANT, seed);
  for (int i = 0; i < n; i++)
    t->mu[i] = fabs(pawl_chance(seed)) * (class == STEEP ? 8 : 0.8);
  for (int i = 0; i < n; i++)
    t->mu_stick[i] = t->mu[i] * (1 + fabs(pawl_chance(seed)));
  if (class == COHESIVE)
    test_cohere(t, seed);
  if (class == MIXED || (class == COHESIVE && test_choose(seed, 2)) ||
      (class == STEEP && test_choose(seed, 2)))
    test_mix(t, seed);
  if (class == NEAR)
    test_graze(t, seed);
}

#endif
