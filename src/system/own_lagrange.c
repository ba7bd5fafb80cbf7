/* Equations from L = T - U, by derivatives along two directions d and e of (q, v, t): ∇L·d, ∇L·e and d·H e come out of one call.
 *   M_kj = ∂²L/∂v_k∂v_j,   h_k = ∂L/∂q_k - d/dt(∂L/∂v_k) at a = 0                                theory.md, 5.14
 * Nothing is a difference of larger things: d·H e from squares, ((d + e)·H(d + e) - d·H d - e·H e)/2, loses what the squares have
 * more, and where a square is 0 but for rounding no scale of d and e repairs that. */
#include "system/own_instant.h"

/* The scalar functions of the part, their signs in L and how many arguments they name. */
typedef struct {
  int count, function[2], arguments;
  double sign[2];
  const char *field[2];
} scalar;

static void add_function(const pawl_own_instant *x, scalar *f, int function, double sign, const char *field)
{
  if (function <= 0)
    return;
  int arguments = pawl_function_arguments(x->s->model, function);
  f->arguments = arguments > f->arguments ? arguments : f->arguments;
  f->function[f->count] = function;
  f->sign[f->count] = sign;
  f->field[f->count++] = field;
}

static scalar scalar_of(const pawl_own_instant *x)
{
  scalar f = {0};
  add_function(x, &f, x->p->lagrangian, 1, "lagrangian");
  add_function(x, &f, x->p->kinetic, 1, "kinetic");
  add_function(x, &f, x->p->potential, -1, "potential");
  return f;
}

/* L along two directions. */
static pawl_status evaluate(pawl_own_instant *x, const scalar *f, pawl_own_direction d, pawl_own_direction e,
                            pawl_jet *out)
{
  *out = (pawl_jet){0, 0, 0, 0};
  pawl_own_point_both(x, d, e);
  for (int i = 0; i < f->count; i++) {
    pawl_jet y;
    double sign = f->sign[i];
    if (pawl_own_call(x->s->model, f->function[i], f->field[i], &x->at, NULL, 1, 1, &y, &x->s->error) !=
        PAWL_OK)
      return x->s->error.status;
    *out = (pawl_jet){out->v + sign * y.v, out->d + sign * y.d, out->dd + sign * y.dd, out->e + sign * y.e};
  }
  return PAWL_OK;
}

/* Adds ∂²L/∂v∂v to M; `slope`: ∂L/∂v. */
static pawl_status add_inertia(pawl_own_instant *x, const scalar *f, double *slope)
{
  int n = x->n;
  double *M = x->own->M;
  for (int k = 0; k < n; k++)
    for (int j = 0; j <= k; j++) {
      pawl_jet y;
      if (evaluate(x, f, PAWL_BY_SPEED(k), PAWL_BY_SPEED(j), &y) != PAWL_OK)
        return x->s->error.status;
      slope[k] = y.d;
      M[k * n + j] += y.dd;
      if (j < k)
        M[j * n + k] += y.dd;
    }
  return PAWL_OK;
}

/* Subtracts d/dt(∂L/∂v) at a = 0 from h: what ∂L/∂v changes by along the motion. `rate`: L' along it. */
static pawl_status subtract_drift(pawl_own_instant *x, const scalar *f, double *h, double *rate)
{
  for (int k = 0; k < x->n; k++) {
    pawl_jet y;
    if (evaluate(x, f, PAWL_BY_SPEED(k), PAWL_ALONG, &y) != PAWL_OK)
      return x->s->error.status;
    h[k] -= y.dd;
    *rate = y.e;
  }
  return PAWL_OK;
}

/* What L adds to M and h, and to the books: E = v·∂L/∂v - L changes by -∂L/∂t. */
pawl_status pawl_own_add_lagrangian(pawl_own_instant *x, double *h)
{
  scalar f = scalar_of(x);
  double *slope = x->own->spare + x->n, rest = 0, rate = 0;
  pawl_jet y = {0, 0, 0, 0};
  if (f.count == 0)
    return PAWL_OK;
  memset(slope, 0, sizeof(double) * (size_t)x->n);
  if (f.arguments > 1 && (add_inertia(x, &f, slope) != PAWL_OK || subtract_drift(x, &f, h, &rate) != PAWL_OK))
    return x->s->error.status;
  for (int k = 0; k < x->n; k++) {
    if (evaluate(x, &f, PAWL_BY(k), PAWL_BY(k), &y) != PAWL_OK)
      return x->s->error.status;
    h[k] += y.d;
    rest += y.d * x->v[k];
    x->own->stored += slope[k] * x->v[k];
  }
  x->own->stored -= y.v;
  if (f.arguments > 2) /* else L does not know the time */
    x->own->power -= rate - rest;
  return PAWL_OK;
}

pawl_status pawl_own_add_inertia(pawl_own_instant *x)
{
  scalar f = scalar_of(x);
  return f.arguments > 1 ? add_inertia(x, &f, x->own->spare + x->n) : PAWL_OK;
}
