/* Static equilibrium without any matrix: first the mechanism falls with its velocity taken away whenever it moves
 * uphill, which finds a stable place; then Newton's method with conjugate gradients, which finds it exactly.
 * Near an equilibrium a = -A dq with A = M^-1 K self-adjoint in the mass metric, and A p is a difference of
 * accelerations.      theory.md, 6.3 */
#include "system/equilibrium.h"

#include <string.h>

#include "base/error.h"
#include "system/contacts.h"
#include "system/project.h"

typedef struct {
  pawl_system *s;
  double t;
  const pawl_quat *base;
  int n;
  double largest;           /* acceleration seen, in the model's units */
  double *q, *a, *v, *zero; /* place, acceleration at rest, fictitious velocity    */
  double *d, *r, *p, *Ap, *trial, *moved;
} search;

/* q onto the constraints, then the acceleration at rest. */
static bool accelerate(search *x, double *q, double *a)
{
  memset(x->zero, 0, sizeof(double) * (size_t)x->n);
  if (pawl_project(x->s, x->t, q, x->zero, x->base) != PAWL_OK)
    return false;
  if (x->s->contact_ops->any(x->s)) {
    if (pawl_system_rows(x->s, x->t, q, x->zero, x->base) != PAWL_OK)
      return false;
    x->s->contact_ops->lie(x->s);
  }
  return pawl_system_motion(x->s, &(pawl_request){x->t, q, x->zero, x->base}, a, NULL) == PAWL_OK;
}

/* <a, b> in the mass metric at the place that was evaluated last: (T(a + b) - T(a - b))/2 of kinetic energies. */
static double product(search *x, const double *q, const double *a, const double *b)
{
  double plus, minus, unused;
  for (int side = 0; side < 2; side++) {
    for (int d = 0; d < x->n; d++)
      x->trial[d] = a[d] + (side ? -b[d] : b[d]);
    x->s->ops->place(x->s->kernel, q, x->trial, x->base);
    x->s->at.v = x->trial;
    pawl_system_energy(x->s, side ? &minus : &plus, &unused, &unused);
  }
  return 0.5 * (plus - minus);
}

/* Largest acceleration in the model's units. */
static double size(const search *x, const double *a)
{
  double most = 0, T = x->s->scale.time;
  for (int d = 0; d < x->n; d++)
    most = fmax(most, fabs(a[d]) * T * T / x->s->dof.unit[d]);
  return most;
}

/* Falls downhill, and stops where the motion turns against the force. Turns after a few steps only mean that the step
 * is too long for the fastest part of the mechanism: it is shortened for good. */
static bool settle(search *x)
{
  double T = x->s->scale.time, dt = 0.05 * T, longest = 0.2 * T;
  int since = 0; /* steps since the last stop */
  memset(x->v, 0, sizeof(double) * (size_t)x->n);
  for (int i = 0; i < 20000; i++, since++) {
    if (!accelerate(x, x->q, x->a))
      return false;
    x->largest = fmax(x->largest, size(x, x->a));
    if (size(x, x->a) < 1e-6)
      return true;
    if (product(x, x->q, x->a, x->v) < 0) {
      memset(x->v, 0, sizeof(double) * (size_t)x->n);
      longest = since < 8 ? fmin(longest, 0.7 * dt) : longest;
      since = 0;
    }
    dt = fmin(1.1 * dt, longest);
    for (int d = 0; d < x->n; d++)
      x->v[d] += dt * x->a[d];
    pawl_system_chart_rates(x->s, x->q, x->v, x->moved);
    double cap = 1;
    for (int d = 0; d < x->n; d++)
      cap = fmin(cap, 0.1 * x->s->dof.unit[d] / fmax(dt * fabs(x->moved[d]), 1e-300));
    for (int d = 0; d < x->n; d++) {
      x->v[d] *= cap;
      x->q[d] += cap * dt * x->moved[d];
    }
  }
  return true;
}

/* out = A p by a central difference of accelerations; p is a velocity, moved along in the charts of q. */
static bool apply(search *x, const double *p, double *out)
{
  double most = 0;
  for (int d = 0; d < x->n; d++)
    most = fmax(most, fabs(p[d]) / x->s->dof.unit[d]);
  double e =
      most > 0 ? (x->s->contact_ops->any(x->s) ? 1e-8 : 1e-5) / most : 0; /* less than touches are deep */
  for (int side = 0; side < 2; side++) {
    pawl_system_chart_rates(x->s, x->q, p, x->moved);
    for (int d = 0; d < x->n; d++)
      x->trial[d] = x->q[d] + (side ? e : -e) * x->moved[d];
    if (!accelerate(x, x->trial, side ? x->v : out))
      return false;
  }
  for (int d = 0; d < x->n; d++)
    out[d] = e > 0 ? (out[d] - x->v[d]) / (2 * e) : 0;
  return true;
}

/* q moved along d, by half as long as accelerations do not become less. */
static bool take_step(search *x)
{
  double before = size(x, x->a), step = 1;
  memcpy(x->p, x->q, sizeof(double) * (size_t)x->n);
  pawl_system_chart_rates(x->s, x->q, x->d, x->r);
  for (int halved = 0; halved < 8; halved++, step *= 0.5) {
    for (int d = 0; d < x->n; d++)
      x->q[d] = x->p[d] + step * x->r[d];
    if (!accelerate(x, x->q, x->a))
      return false;
    if (size(x, x->a) < before)
      break;
  }
  return true;
}

/* Solves A d = a by conjugate gradients in the mass metric; stops where A is not positive. */
static bool newton_step(search *x)
{
  int n = x->n;
  memset(x->d, 0, sizeof(double) * (size_t)n);
  memcpy(x->r, x->a, sizeof(double) * (size_t)n);
  memcpy(x->p, x->a, sizeof(double) * (size_t)n);
  double rr = product(x, x->q, x->r, x->r), first = rr;
  for (int i = 0; i < 2 * n + 10 && rr > 1e-12 * first; i++) {
    if (!apply(x, x->p, x->Ap))
      return false;
    double curvature = product(x, x->q, x->p, x->Ap);
    if (!(curvature > 0))
      break;
    double alpha = rr / curvature;
    for (int d = 0; d < n; d++) {
      x->d[d] += alpha * x->p[d];
      x->r[d] -= alpha * x->Ap[d];
    }
    double next = product(x, x->q, x->r, x->r);
    for (int d = 0; d < n; d++)
      x->p[d] = x->r[d] + next / rr * x->p[d];
    rr = next;
  }
  return take_step(x);
}

static bool find(search *x)
{
  if (!settle(x))
    return false;
  for (int i = 0; i < 30; i++) {
    if (!accelerate(x, x->q, x->a))
      return false;
    if (size(x, x->a) < 1e-12)
      break;
    if (!newton_step(x))
      return false;
  }
  return accelerate(x, x->q, x->a);
}

/* Names the joint that still moves most. */
static pawl_status not_found(const search *x, pawl_error *error)
{
  const pawl_system *s = x->s;
  int worst = 0, i = 1;
  for (int d = 0; d < x->n; d++)
    if (!(fabs(x->a[d]) / s->dof.unit[d] <= fabs(x->a[worst]) / s->dof.unit[worst]))
      worst = d;
  while (worst >= s->tree.links[i].dof + s->tree.links[i].dofs)
    i++;
  int joint = s->tree.links[i].joint;
  const pawl_part *part = s->model->parts[joint >= 0 ? joint : s->model->body_part[s->tree.links[i].body]];
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "no equilibrium found near the start values: %s \"%s\" keeps an acceleration of %.3g %s",
                   part->kind->name, part->name, fabs(x->a[worst]),
                   s->dof.slides[worst] ? "m/s^2" : "rad/s^2");
}

pawl_status pawl_equilibrium(pawl_system *s, double t, double *q, double *v, const pawl_quat *base,
                             pawl_error *error)
{
  pawl_arena scratch;
  if (s->contact_ops->can_rest(s, error) != PAWL_OK)
    return error->status;
  pawl_arena_open(&scratch, &s->arena->memory);
  search x = {.s = s, .t = t, .base = base, .n = s->tree.dof_count, .q = q};
  double **rows[] = {&x.a, &x.v, &x.zero, &x.d, &x.r, &x.p, &x.Ap, &x.trial, &x.moved};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    *rows[i] = PAWL_TAKE(&scratch, x.n + 1, double);
  pawl_status status = scratch.failed ? pawl_fail_memory(error) : PAWL_OK;
  if (status == PAWL_OK && !find(&x)) {
    *error = s->error;
    status = error->status ? error->status : PAWL_BAD_NUMBERS;
  }
  if (status == PAWL_OK && !(size(&x, x.a) < 1e-9 * fmax(1, x.largest)))
    status = not_found(&x, error);
  if (status == PAWL_OK)
    memcpy(v, x.zero, sizeof(double) * (size_t)x.n);
  s->contact_ops->forget(s);
  pawl_arena_close(&scratch);
  return status;
}
