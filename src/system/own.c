/* Own equations at an instant: M, h, accelerations, and what their energy changes by.
 *   M of the user and ∂²L/∂v∂v,   h = Q + what L and a changing M give,   Q = force + Σ F_i·∂r_i/∂q        theory.md, 5.14 */
#include "system/own.h"

#include "base/error.h"
#include "system/own_instant.h"

/* ---- the matrix M ------------------------------------------------------------------------------------------- */

static pawl_status call_mass(pawl_own_instant *x, pawl_own_direction d)
{
  const pawl_own_at at = x->at;
  pawl_own_point(x, d);
  x->at.v = NULL;
  pawl_status status = pawl_own_call(x->s->model, x->p->mass.function, "mass", &x->at, NULL, x->n, x->n,
                                     x->own->answer, &x->s->error);
  x->at = at;
  return status;
}

static pawl_status not_symmetric(const pawl_own_instant *x, int i, int j, double a, double b)
{
  const pawl_part *part = x->at.part;
  return pawl_fail(
      &x->s->error, PAWL_BAD_MODEL, part->where,
      "lagrangian \"%s\": 'mass' must be symmetric, but at t = %.9g s it has %.9g in row %d, column %d "
      "and %.9g in row %d, column %d",
      part->name, x->t, a, i + 1, j + 1, b, j + 1, i + 1);
}

/* M as the user gives it. Rounding may make it unsymmetric: half of both. */
static pawl_status add_mass(pawl_own_instant *x)
{
  int n = x->n;
  double *M = x->own->M;
  const pawl_jet *y = x->own->answer;
  for (int i = 0; x->p->mass.number && i < n * n; i++)
    x->own->answer[i].v = x->p->mass.number[i];
  if (!pawl_array_given(&x->p->mass))
    return PAWL_OK;
  if (x->p->mass.function > 0 && call_mass(x, PAWL_NOWHERE) != PAWL_OK)
    return x->s->error.status;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double a = y[i * n + j].v, b = y[j * n + i].v;
      if (fabs(a - b) > 1e-9 * sqrt(fabs(y[i * n + i].v * y[j * n + j].v)))
        return not_symmetric(x, i, j, a, b);
      M[i * n + j] += 0.5 * (a + b);
      M[j * n + i] = M[i * n + j];
    }
  return PAWL_OK;
}

/* v·A v with A the derivatives of the last answer; `out` A v. */
static double squared_by(const pawl_own_instant *x, double *out)
{
  double sum = 0;
  for (int i = 0; i < x->n; i++) {
    double row = 0;
    for (int j = 0; j < x->n; j++)
      row += 0.5 * (x->own->answer[i * x->n + j].d + x->own->answer[j * x->n + i].d) * x->v[j];
    sum += x->v[i] * row;
    if (out)
      out[i] = row;
  }
  return sum;
}

/* What follows from an M that changes. Along the motion v·M v/2 gets v·M' v/2 beside v·h; Christoffel's terms are
 *   M' v - ∂(v·M v/2)/∂q,   which leave it -v·∂M/∂t v/2. */
static pawl_status add_change_of_mass(pawl_own_instant *x, double *h)
{
  bool christoffel = x->p->christoffel || x->p->potential > 0;
  double *rate = x->own->spare + x->n, sum;
  if (x->p->mass.function <= 0)
    return PAWL_OK;
  if (call_mass(x, PAWL_ALONG) != PAWL_OK)
    return x->s->error.status;
  sum = 0.5 * squared_by(x, rate);
  if (!christoffel) {
    x->own->power += sum;
    return PAWL_OK;
  }
  double in_place = 0;
  for (int k = 0; k < x->n; k++) {
    if (call_mass(x, PAWL_BY(k)) != PAWL_OK)
      return x->s->error.status;
    double bend = 0.5 * squared_by(x, NULL);
    h[k] -= rate[k] - bend;
    in_place += bend * x->v[k];
  }
  if (pawl_function_arguments(x->s->model, x->p->mass.function) > 1)
    x->own->power -= sum - in_place;
  return PAWL_OK;
}

static pawl_status not_definite(const pawl_own_instant *x, int k)
{
  const pawl_part *part = x->at.part;
  bool own = pawl_array_given(&x->p->mass);
  return pawl_fail(
      &x->s->error, PAWL_BAD_MODEL, part->where,
      "lagrangian \"%s\": %s positive definite at t = %.9g s: nothing resists the motion of coordinate '%s'",
      part->name, own ? "'mass' is not" : "the second derivatives of the kinetic energy by speeds are not",
      x->t, x->p->coordinates.word[k]);
}

/* M = L L^T; 1/L_ii is kept. A pivot that is rounding of its diagonal is none. */
static pawl_status factorise(const pawl_own_instant *x)
{
  int n = x->n;
  const double *M = x->own->M;
  double *L = x->own->factor;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = M[i * n + j];
      for (int k = 0; k < j; k++)
        sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 1e-14 * fabs(M[i * n + i])))
        return not_definite(x, i);
      L[i * n + j] = i == j ? 1 / sqrt(sum) : sum * L[j * n + j];
    }
  x->own->factored = x->own->steady;
  return PAWL_OK;
}

static void respond(const pawl_own_use *own, const double *w, double *x)
{
  int n = own->n;
  const double *L = own->factor;
  for (int i = 0; i < n; i++) {
    double sum = w[i];
    for (int k = 0; k < i; k++)
      sum -= L[i * n + k] * x[k];
    x[i] = sum * L[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      x[i] -= L[k * n + i] * x[k];
    x[i] *= L[i * n + i];
  }
}

/* ---- forces -------------------------------------------------------------------------------------------------- */

/* A function that may read channels, before there are any. */
static bool is_early(const pawl_own_instant *x, int function)
{
  return !x->s->at.q && pawl_function_arguments(x->s->model, function) > 3;
}

static pawl_status add_force(pawl_own_instant *x, double *h)
{
  const pawl_array *force = &x->p->force;
  for (int k = 0; force->number && k < x->n; k++)
    h[k] += force->number[k];
  if (force->function <= 0 || is_early(x, force->function))
    return PAWL_OK;
  pawl_own_point(x, PAWL_NOWHERE);
  if (pawl_own_call(x->s->model, force->function, "force", &x->at, &x->s->channel.reader, 1, x->n,
                    x->own->answer, &x->s->error) != PAWL_OK)
    return x->s->error.status;
  for (int k = 0; k < x->n; k++)
    h[k] += x->own->answer[k].v;
  return PAWL_OK;
}

/* Q_k = F·∂r/∂q_k */
static pawl_status add_pull(pawl_own_instant *x, const pawl_point_force *pull, double *h)
{
  int size = x->s->worlds == PAWL_PLANAR ? 2 : 3;
  pawl_jet F[3] = {{0}}, r[3];
  const pawl_own_at at = x->at;
  pawl_status status = PAWL_OK;
  for (int i = 0; pull->force.number && i < size; i++)
    F[i].v = pull->force.number[i];
  pawl_own_point(x, PAWL_NOWHERE);
  if (pull->force.function > 0 && !is_early(x, pull->force.function))
    status = pawl_own_call(x->s->model, pull->force.function, "force", &x->at, &x->s->channel.reader, 1, size,
                           F, &x->s->error);
  for (int k = 0; k < x->n && status == PAWL_OK; k++) {
    pawl_own_point(x, PAWL_BY(k));
    x->at.v = NULL;
    status = pawl_own_call(x->s->model, pull->at, "at", &x->at, NULL, 1, size, r, &x->s->error);
    x->at = at;
    for (int i = 0; i < size; i++)
      h[k] += F[i].v * r[i].d;
  }
  return status;
}

/* v·M v/2 */
double pawl_own_kinetic(const pawl_own_use *own, const double *v)
{
  double sum = 0;
  for (int i = 0; i < own->n; i++)
    for (int j = 0; j < own->n; j++)
      sum += 0.5 * v[i] * own->M[i * own->n + j] * v[j];
  return sum;
}

/* ---- an instant ------------------------------------------------------------------------------------------------ */

/* M and its factor alone. */
static pawl_status set_inertia(pawl_own_instant *x)
{
  if (x->own->factored)
    return PAWL_OK;
  memset(x->own->M, 0, sizeof(double) * (size_t)(x->n * x->n));
  if (add_mass(x) != PAWL_OK || pawl_own_add_inertia(x) != PAWL_OK)
    return x->s->error.status;
  return factorise(x);
}

/* M, what follows from its change, and from L. */
static pawl_status set_energies(pawl_own_instant *x)
{
  pawl_own_use *own = x->own;
  memset(own->M, 0, sizeof(double) * (size_t)(x->n * x->n));
  if (add_mass(x) != PAWL_OK)
    return x->s->error.status;
  double of_matrix = pawl_own_kinetic(own, x->v);
  if (pawl_own_add_lagrangian(x, own->h) != PAWL_OK || factorise(x) != PAWL_OK ||
      add_change_of_mass(x, own->h) != PAWL_OK)
    return x->s->error.status;
  own->stored -= pawl_own_kinetic(own, x->v) - of_matrix; /* v·∂L/∂v - L has it, too */
  return PAWL_OK;
}

/* M, h, a and the books. */
static pawl_status set_motion(pawl_own_instant *x)
{
  pawl_own_use *own = x->own;
  int n = x->n;
  double *Q = own->spare + 3 * n;
  memset(own->h, 0, sizeof(double) * (size_t)n);
  memset(Q, 0, sizeof(double) * (size_t)n);
  own->stored = own->power = 0;
  if ((own->factored ? PAWL_OK : set_energies(x)) != PAWL_OK || add_force(x, Q) != PAWL_OK)
    return x->s->error.status;
  for (int i = 0; i < x->p->forces.count; i++)
    if (add_pull(x, x->p->forces.pull + i, Q) != PAWL_OK)
      return x->s->error.status;
  for (int k = 0; k < n; k++) {
    own->h[k] += Q[k];
    own->power += Q[k] * x->v[k];
  }
  respond(own, own->h, own->a);
  return PAWL_OK;
}

/* Trial steps may go anywhere; that says nothing against the model. */
static bool is_somewhere(const pawl_own_instant *x)
{
  double sum = 0;
  for (int k = 0; k < x->n; k++)
    sum += 0 * x->q[k] + 0 * x->v[k];
  return sum == 0;
}

/* ---- instants that come again ---- */

static bool is_same(const double *kept, const double *q, const double *v, int n)
{
  size_t size = sizeof(double) * (size_t)n;
  return memcmp(kept, q, size) == 0 && memcmp(kept + n, v, size) == 0;
}

/* What an instant had that is asked for again; false: it is not kept. */
static bool recall(pawl_own_use *own, double t, const double *q, const double *v)
{
  int n = own->n;
  for (int i = 0; own->repeats && i < PAWL_OWN_KEPT; i++) {
    const double *kept = own->kept + PAWL_OWN_KEPT + i * (3 * n + 1);
    if (own->kept[i] != t || !is_same(kept, q, v, n))
      continue;
    memcpy(own->a, kept + 2 * n, sizeof(double) * (size_t)n);
    own->power = kept[3 * n];
    return true;
  }
  return false;
}

static void keep(pawl_own_use *own, double t, const double *q, const double *v)
{
  int n = own->n;
  double *kept = own->kept + PAWL_OWN_KEPT + own->kept_next * (3 * n + 1);
  if (!own->repeats)
    return;
  own->kept[own->kept_next] = t;
  memcpy(kept, q, sizeof(double) * (size_t)n);
  memcpy(kept + n, v, sizeof(double) * (size_t)n);
  memcpy(kept + 2 * n, own->a, sizeof(double) * (size_t)n);
  kept[3 * n] = own->power;
  own->kept_next = (own->kept_next + 1) % PAWL_OWN_KEPT;
}

pawl_status pawl_own_move(pawl_system *s, pawl_own_use *own, double t, const double *q, const double *v)
{
  if (recall(own, t, q, v))
    return PAWL_OK;
  pawl_own_instant x = pawl_own_begin(s, own, t, q, v);
  if (!is_somewhere(&x))
    return PAWL_BAD_NUMBERS;
  pawl_status status = set_motion(&x);
  if (status == PAWL_OK)
    keep(own, t, q, v);
  return status;
}

static pawl_status move_now(pawl_system *s, pawl_own_use *own, double *power)
{
  pawl_status status = pawl_own_move(s, own, s->at.t, s->at.q + own->dof, s->at.v + own->dof);
  if (status != PAWL_OK)
    return status;
  own->stamp = s->signal.stamp;
  if (power)
    power[own->work] = own->power;
  return PAWL_OK;
}

pawl_status pawl_own_motion(pawl_system *s, double *power)
{
  for (int i = 0; i < s->own.count; i++) {
    const pawl_own_use *own = s->own.use + i;
    pawl_status status = move_now(s, s->own.use + i, power);
    if (status != PAWL_OK)
      return status;
    for (int k = 0; k < own->n; k++)
      s->ops->effort(s->kernel, own->dof + k, own->a[k]);
  }
  return PAWL_OK;
}

pawl_status pawl_own_alone(pawl_system *s, double *a, double *power)
{
  for (int i = 0; i < s->own.count; i++) {
    const pawl_own_use *own = s->own.use + i;
    pawl_status status = move_now(s, s->own.use + i, power);
    if (status != PAWL_OK)
      return status;
    memcpy(a + own->dof, own->a, sizeof(double) * (size_t)own->n);
  }
  return PAWL_OK;
}

pawl_status pawl_own_respond(pawl_system *s, int index, const double *w, double *x)
{
  pawl_own_use *own = s->own.use + index;
  if (own->stamp != s->signal.stamp) {
    pawl_own_instant now =
        pawl_own_begin(s, own, s->at.t, s->at.q + own->dof, s->at.v ? s->at.v + own->dof : NULL);
    if (!is_somewhere(&now))
      return PAWL_BAD_NUMBERS;
    if (set_inertia(&now) != PAWL_OK)
      return s->error.status;
    own->stamp = s->signal.stamp;
  }
  respond(own, w, x);
  return PAWL_OK;
}
