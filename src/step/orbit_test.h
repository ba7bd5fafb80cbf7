/* Kepler's problem, for the tests of rk.h. */
#ifndef PAWL_STEP_ORBIT_TEST_H
#define PAWL_STEP_ORBIT_TEST_H

#include <math.h>

#include "step/rk.h"

/* Kepler's problem in units of its own: y_i is 2^power_i and time 2^tick times the usual. */
typedef struct {
  int power[4], tick;
  long calls, fail_at;
  double fail_with; /* 0: the call fails; else it returns this */
  int spoil_at;     /* the call of `spoil` that breaks down */
} orbit;

static inline int kepler(void *context, double t, const double *y, double *dy)
{
  (void)t;
  orbit *o = context;
  double x[4], d[4];
  for (int i = 0; i < 4; i++)
    x[i] = ldexp(y[i], -o->power[i]);
  double r2 = x[0] * x[0] + x[1] * x[1], r3 = r2 * sqrt(r2);
  d[0] = x[2];
  d[1] = x[3];
  d[2] = -x[0] / r3;
  d[3] = -x[1] / r3;
  for (int i = 0; i < 4; i++)
    dy[i] = ldexp(d[i], o->power[i] - o->tick);
  if (++o->calls == o->fail_at) {
    dy[1] = o->fail_with;
    return o->fail_with == 0;
  }
  return 0;
}

static const double perihelion[4] = {0.5, 0, 0, 1.7320508075688772};
static const double ones[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

#endif
