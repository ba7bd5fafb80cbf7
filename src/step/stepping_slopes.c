/* Forces at the end of a step, and S = ∂(residual)/∂u by differences, inverted.      theory.md, 10 */
#include <string.h>

#include "base/tolerances.h"
#include "step/stepping_inner.h"

pawl_status pawl_stepping_accelerate(pawl_run *r, double t, const double *q, const double *v, double *a,
                                     double *power)
{
  pawl_system *s = &r->system;
  pawl_request free = {t, q, v, r->base, r->y + 2 * s->tree.dof_count, .held = PAWL_HELD_OFF};
  pawl_status status = pawl_system_motion(s, &free, a, power);
  r->books.rhs++;
  return status;
}

void pawl_stepping_advance(pawl_run *r, const double *u, double h, double *q1)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  for (int d = 0; d < n; d++)
    x->mean[d] = h * (x->theta * u[d] + (1 - x->theta) * r->y[n + d]);
  memcpy(q1, r->y, sizeof(double) * (size_t)n);
  pawl_move(s, q1, x->mean, s->room.scratch);
}

pawl_status pawl_stepping_residual(pawl_run *r, const double *u, double h, double *out)
{
  pawl_stepping *x = r->stepping;
  int n = r->system.tree.dof_count;
  pawl_stepping_advance(r, u, h, x->q1);
  pawl_status status = pawl_stepping_accelerate(r, r->t + h, x->q1, u, x->a1, NULL);
  for (int d = 0; status == PAWL_OK && d < n; d++)
    out[d] = u[d] - r->y[n + d] - h * (x->theta * x->a1[d] + (1 - x->theta) * x->a[d]);
  return status;
}

pawl_status pawl_stepping_place(pawl_run *r, double time)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  for (int d = 0; d < n; d++)
    x->mean[d] = time * r->y[n + d];
  memcpy(x->q1, r->y, sizeof(double) * (size_t)n);
  pawl_move(s, x->q1, x->mean, s->room.scratch);
  s->at.work = r->y + 2 * n;
  return pawl_system_rows(s, r->t + time, x->q1, r->y + n, r->base);
}

pawl_status pawl_stepping_half_way(pawl_run *r, double h)
{
  return pawl_stepping_place(r, 0.5 * h);
}

static bool invert(double *A, double *inverse, int n)
{
  memset(inverse, 0, sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < n; i++)
    inverse[i * n + i] = 1;
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      p = fabs(A[i * n + k]) > fabs(A[p * n + k]) ? i : p;
    if (!(fabs(A[p * n + k]) > 0))
      return false;
    for (int j = 0; p != k && j < n; j++) {
      double x = A[k * n + j], y = inverse[k * n + j];
      A[k * n + j] = A[p * n + j], A[p * n + j] = x;
      inverse[k * n + j] = inverse[p * n + j], inverse[p * n + j] = y;
    }
    double f = 1 / A[k * n + k];
    for (int j = 0; j < n; j++)
      A[k * n + j] *= f, inverse[k * n + j] *= f;
    for (int i = 0; i < n; i++) {
      double g = A[i * n + k];
      for (int j = 0; i != k && g != 0 && j < n; j++)
        A[i * n + j] -= g * A[k * n + j], inverse[i * n + j] -= g * inverse[k * n + j];
    }
  }
  return true;
}

pawl_status pawl_stepping_renew(pawl_run *r, double h)
{
  pawl_stepping *x = r->stepping;
  const pawl_system *s = &r->system;
  int n = x->S.count;
  const int *dof = x->S.dof;
  double *S = x->S.work, *base = x->c, *moved = x->trial;
  memcpy(x->u, r->y + s->tree.dof_count, sizeof(double) * (size_t)s->tree.dof_count);
  if (pawl_stepping_residual(r, x->u, h, base) != PAWL_OK)
    return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
  for (int j = 0; j < n; j++) {
    double kept = x->u[dof[j]], size = s->dof.unit[dof[j]] / s->scale.time,
           step = PAWL_STEPPING_CHANGE * fmax(size, fabs(kept));
    x->u[dof[j]] = kept + step;
    if (pawl_stepping_residual(r, x->u, h, moved) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    step = x->u[dof[j]] - kept;
    for (int i = 0; i < n; i++)
      S[i * n + j] = (moved[dof[i]] - base[dof[i]]) / step;
    x->u[dof[j]] = kept;
  }
  x->S.known = invert(S, x->S.inverse, n);
  x->S.worn = false;
  x->S.h = h;
  return PAWL_OK;
}

void pawl_stepping_apply(const pawl_run *r, const double *in, double *out)
{
  const pawl_stepping *x = r->stepping;
  int n = x->S.known ? x->S.count : 0;
  if (n < r->system.tree.dof_count)
    memcpy(out, in, sizeof(double) * (size_t)r->system.tree.dof_count);
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++)
      sum += x->S.inverse[i * n + j] * in[x->S.dof[j]];
    out[x->S.dof[i]] = sum;
  }
}
