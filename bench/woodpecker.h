/* The cycles of the woodpecker: the instants at which they begin, and the period that is left when the start is forgotten. */
#ifndef BENCH_WOODPECKER_H
#define BENCH_WOODPECKER_H

#include <math.h>

/* By shooting in extended precision, apart from all engines here. */
#define BENCH_WOODPECKER_PERIOD 0.1459760651438

enum { BENCH_CYCLES = 256, BENCH_MEANT = 16 };

typedef struct {
  int count;
  double begin[BENCH_CYCLES];
} bench_cycles;

static inline void bench_cycles_clear(bench_cycles *c)
{
  c->count = 0;
}

/* A bird that comes to where a cycle begins twice within half a period has not done one. */
static inline void bench_cycles_note(bench_cycles *c, double t)
{
  if (c->count < BENCH_CYCLES &&
      (c->count == 0 || t - c->begin[c->count - 1] > 0.5 * BENCH_WOODPECKER_PERIOD))
    c->begin[c->count++] = t;
}

/* The mean of the last sixteen. What is left of the start changes its sign and shrinks by 0.839 from one to the next, so the
 * mean of an even number has next to nothing of it. NaN: there are not so many. */
static inline double bench_cycles_period(const bench_cycles *c)
{
  return c->count > BENCH_MEANT
             ? (c->begin[c->count - 1] - c->begin[c->count - 1 - BENCH_MEANT]) / BENCH_MEANT
             : NAN;
}

#endif
