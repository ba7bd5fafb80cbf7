/* Equations from L = T - U, by derivatives along directions d of (q, v, t): f' = ∇f·d and f'' = d·H d come out of one call.
 *   M_kj = ∂²L/∂v_k∂v_j,   h_k = ∂L/∂q_k - d/dt(∂L/∂v_k) at a = 0
 * Mixed ones are x·H y = ((x + y)·H(x + y) - x·H x - y·H y)/2, with x and y scaled so that the last two are of one size.
 *                                                                                              theory.md, 5.14 */
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

/* L along a direction. */
static pawl_status evaluate(pawl_own_instant *x, const scalar *f, pawl_own_direction d, pawl_jet *out)
{
  *out = (pawl_jet){0, 0, 0};
  pawl_own_point(x, d);
  for (int i = 0; i < f->count; i++) {
    pawl_jet y;
    if (pawl_own_call(x->s->model, f->function[i], f->field[i], &x->at, NULL, 1, 1, &y, &x->s->error) !=
        PAWL_OK)
      return x->s->error.status;
    *out = (pawl_jet){out->v + f->sign[i] * y.v, out->d + f->sign[i] * y.d, out->dd + f->sign[i] * y.dd};
  }
  return PAWL_OK;
}

/* A factor of the second direction that makes its square as large as that of the first. */
static double balance(double first, double second)
{
  double ratio = sqrt(fabs(first) / fabs(second));
  return isfinite(ratio) && ratio > 0 ? ratio : 1;
}

/* Adds ∂²L/∂v∂v to M; `slope`: ∂L/∂v; `square`: its diagonal. */
static pawl_status add_inertia(pawl_own_instant *x, const scalar *f, double *slope, double *square)
{
  int n = x->n;
  double *M = x->own->M;
  pawl_jet y;
  for (int k = 0; k < n; k++) {
    if (evaluate(x, f, (pawl_own_direction){.q = -1, .v = k, .w = -1, .by_v = 1}, &y) != PAWL_OK)
      return x->s->error.status;
    slope[k] = y.d;
    square[k] = y.dd;
    M[k * n + k] += y.dd;
  }
  for (int k = 0; k < n; k++)
    for (int j = 0; j < k; j++) {
      double b = balance(square[k], square[j]);
      if (evaluate(x, f, (pawl_own_direction){.q = -1, .v = k, .w = j, .by_v = 1, .by_w = b}, &y) != PAWL_OK)
        return x->s->error.status;
      double mixed = (y.dd - square[k] - b * b * square[j]) / (2 * b);
      M[k * n + j] += mixed;
      M[j * n + k] += mixed;
    }
  return PAWL_OK;
}

/* Subtracts d/dt(∂L/∂v) at a = 0 from h: what ∂L/∂v changes by along the motion, on which L is `along`. */
static pawl_status subtract_drift(pawl_own_instant *x, const scalar *f, const double *square, pawl_jet along,
                                  double *h)
{
  pawl_jet y;
  for (int k = 0; k < x->n; k++) {
    double b = balance(along.dd, square[k]);
    if (evaluate(x, f, (pawl_own_direction){.q = -1, .v = k, .w = -1, .by_v = b, .along = true}, &y) !=
        PAWL_OK)
      return x->s->error.status;
    h[k] -= (y.dd - along.dd - b * b * square[k]) / (2 * b);
  }
  return PAWL_OK;
}

/* What L adds to M and h, and to the books: E = v·∂L/∂v - L changes by -∂L/∂t. */
pawl_status pawl_own_add_lagrangian(pawl_own_instant *x, double *h)
{
  scalar f = scalar_of(x);
  double *slope = x->own->spare + x->n, *square = slope + x->n, rest = 0;
  pawl_jet along = {0, 0, 0}, y = {0, 0, 0};
  if (f.count == 0)
    return PAWL_OK;
  memset(slope, 0, sizeof(double) * (size_t)x->n);
  if (f.arguments > 1 &&
      (evaluate(x, &f, PAWL_ALONG, &along) != PAWL_OK || add_inertia(x, &f, slope, square) != PAWL_OK ||
       subtract_drift(x, &f, square, along, h) != PAWL_OK))
    return x->s->error.status;
  for (int k = 0; k < x->n; k++) {
    if (evaluate(x, &f, PAWL_BY(k), &y) != PAWL_OK)
      return x->s->error.status;
    h[k] += y.d;
    rest += y.d * x->v[k];
    x->own->stored += slope[k] * x->v[k];
  }
  x->own->stored -= y.v;
  if (f.arguments > 2) /* else L does not know the time */
    x->own->power -= along.d - rest;
  return PAWL_OK;
}

pawl_status pawl_own_add_inertia(pawl_own_instant *x)
{
  scalar f = scalar_of(x);
  double *slope = x->own->spare + x->n, *square = slope + x->n;
  return f.arguments > 1 ? add_inertia(x, &f, slope, square) : PAWL_OK;
}
