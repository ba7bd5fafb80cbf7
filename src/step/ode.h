/* An ordinary differential equation y' = f(t, y) as the integrators see it. */
#ifndef PAWL_STEP_ODE_H
#define PAWL_STEP_ODE_H

typedef struct {
  int n;
  void *context;
  /* dy = f(t, y). Nonzero: not to be evaluated here (a Lua error, a value that is not finite). */
  int (*rhs)(void *context, double t, const double *y, double *dy);
  /* Removes from a local error estimate at (t, y) what projection onto the constraints removes anyway; may be NULL. */
  void (*filter)(void *context, double t, const double *y, double *error);
  const double *scale;    /* n: the natural size of each component, from the model's length, mass and time */
  const double *relative; /* n: 1 where the error is also measured against |y_i|, 0 where not (angles)     */
} pawl_ode;

#endif
