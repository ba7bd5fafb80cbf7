/* Moreau–Jean time-stepping of any model.      theory.md, 10
 *
 * The forces at the end of the step are implicit. With S = I - hθ ∂a/∂v - h²θ² ∂a/∂q, from differences and kept as long as it
 * serves, each round takes
 *
 *     c = u - S⁻¹ (u - v - h (θ a(u) + (1-θ) a)),   v⁺ = c + S⁻¹ M⁻¹ w P
 *
 * and solves for P; u is the v⁺ of the last round. What it comes to does not depend on S. */
#include "step/stepping.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "step/stepping_inner.h"

#define ROUNDS 25
#define MOST_IMPLICIT 200 /* degrees of freedom up to which differences are taken; beyond, S = I */
#define MOST_PASSING 64 /* and in a step that passes a storm, which is short: there S hardly differs from I */

bool pawl_stepping_fit(pawl_stepping *x, pawl_run *r, int need)
{
  pawl_arena *arena = &r->arena;
  size_t n = (size_t)r->system.tree.dof_count, m = (size_t)(need > 2 * x->most ? need : 2 * x->most);
  if (need <= x->most)
    return true;
  double **y = PAWL_TAKE(arena, 2 * m, double *);
  for (size_t i = 0; y && i < 2 * m; i++)
    y[i] = (int)i < 2 * x->most ? x->y[i] : PAWL_TAKE(arena, n + 1, double);
  double *reach = PAWL_TAKE(arena, m, double);
  bool *fast = PAWL_TAKE(arena, m, bool);
  double *Z = PAWL_TAKE(arena, 2 * m * (size_t)x->bounds, double);
  if (arena->failed)
    return false;
  x->y = y;
  x->reach = reach;
  x->fast = fast;
  x->Z = Z;
  x->most = (int)m;
  x->warm = 0;
  return true;
}

static bool take_contacts(pawl_stepping *x, pawl_run *r)
{
  enum { H = PAWL_HELD_FEW };
  pawl_arena *arena = &r->arena;
  size_t touches = (size_t)r->system.contact->count * PAWL_TOUCHES;
  x->rubs = PAWL_TAKE(arena, touches, double);
  x->ahead = PAWL_TAKE(arena, touches, double);
  x->meant = PAWL_TAKE(arena, touches, bool);
  x->hidden = PAWL_TAKE(arena, touches, unsigned char);
  x->block = PAWL_TAKE(arena, 4 * H * H, double);
  x->block_at = PAWL_TAKE(arena, H * H + H + 1, int);
  x->sparse = pawl_arena_take(arena, 1, pawl_sparse_bytes(H, H));
  size_t bounds = (size_t)(x->bounds = pawl_stepping_count_bounds(&r->system));
  if (bounds) {
    x->K = PAWL_TAKE(arena, bounds * bounds, double);
    x->K_room = PAWL_TAKE(arena, 2 * bounds * bounds + 4 * bounds, double);
    x->bound = PAWL_TAKE(arena, bounds, double);
  }
  return !arena->failed && (!r->system.contact->holds || pawl_stepping_fit(x, r, H));
}

pawl_stepping *pawl_stepping_new(pawl_run *r)
{
  pawl_arena *arena = &r->arena;
  pawl_stepping *x = PAWL_TAKE(arena, 1, pawl_stepping);
  size_t n = (size_t)r->system.tree.dof_count, extras = (size_t)pawl_system_extras(&r->system);
  if (!x)
    return NULL;
  *x = (pawl_stepping){.h = r->model->plan.step,
                       .theta = r->model->plan.theta,
                       .projects = r->model->plan.projection,
                       .judged_t = NAN};
  double **of[] = {&x->a, &x->a1, &x->u, &x->c, &x->q1, &x->mean, &x->trial, &x->landed};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    *of[i] = PAWL_TAKE(arena, n + 1, double);
  x->last = PAWL_TAKE(arena, r->n + 1, double);
  x->power = PAWL_TAKE(arena, extras + 1, double);
  x->power1 = PAWL_TAKE(arena, extras + 1, double);
  if (r->system.contact->piles)
    return (x->pile = pawl_pile_run_new(r, x->theta, x->projects)) && !arena->failed ? x : NULL;
  size_t m = n <= MOST_IMPLICIT ? n : 0;
  x->inverse = PAWL_TAKE(arena, m * m + 1, double);
  x->work = PAWL_TAKE(arena, 2 * m * m + 1, double);
  if (r->system.contact->count && !take_contacts(x, r))
    return NULL;
  return arena->failed ? NULL : x;
}

pawl_status pawl_stepping_judge_step(const pawl_run *r, double end, pawl_error *error)
{
  const pawl_model *model = r->model;
  const char *where = model->plan_where ? model->plan_where : model->path;
  double step = model->plan.step, whole = model->plan.duration;
  if (!r->stepping)
    return PAWL_OK;
  if (whole > 0 && step > whole * (1 + PAWL_ZERO_NEAR))
    return pawl_fail(error, PAWL_BAD_MODEL, where,
                     "simulate: 'step' is %.3g s, longer than the run of %.3g s", step, whole);
  if (end - r->t <= 1e9 * step)
    return PAWL_OK;
  return pawl_fail(error, PAWL_BAD_NUMBERS, where,
                   "simulate: 'step' is %.3g s, of which the run would take more than 1e9", step);
}

const pawl_pile *pawl_stepping_pile(const pawl_run *r)
{
  return r->stepping && r->stepping->pile ? pawl_pile_run_pile(r->stepping->pile) : NULL;
}

bool pawl_stepping_dense(pawl_run *r, double t, double *y)
{
  const pawl_stepping *x = r->stepping ? r->stepping : r->passage;
  double share = r->t > x->last_t ? (t - x->last_t) / (r->t - x->last_t) : 1;
  for (int i = 0; i < r->n; i++)
    y[i] = x->last[i] + share * (r->y[i] - x->last[i]);
  return true;
}

bool pawl_stepping_has_passed(const pawl_run *r, double t)
{
  return !r->stepping && r->passage && r->storm.passed_h > 0 && r->storm.passed_t == r->t &&
         t > r->passage->last_t;
}

/* ---- forces ---- */

static pawl_status accelerate(pawl_run *r, double t, const double *q, const double *v, double *a,
                              double *power)
{
  pawl_system *s = &r->system;
  pawl_request free = {t, q, v, r->base, r->y + 2 * s->tree.dof_count, .held = PAWL_HELD_OFF};
  pawl_status status = pawl_system_motion(s, &free, a, power);
  r->books.rhs++;
  return status;
}

/* q⁺ of v⁺ = u. */
static void advance_positions(pawl_run *r, const double *u, double h, double *q1)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  for (int d = 0; d < n; d++)
    x->mean[d] = h * (x->theta * u[d] + (1 - x->theta) * r->y[n + d]);
  memcpy(q1, r->y, sizeof(double) * (size_t)n);
  pawl_move(s, q1, x->mean, s->room.scratch);
}

/* u - v - h (θ a(u) + (1-θ) a) */
static pawl_status residual(pawl_run *r, const double *u, double h, double *out)
{
  pawl_stepping *x = r->stepping;
  int n = r->system.tree.dof_count;
  advance_positions(r, u, h, x->q1);
  pawl_status status = accelerate(r, r->t + h, x->q1, u, x->a1, NULL);
  for (int d = 0; status == PAWL_OK && d < n; d++)
    out[d] = u[d] - r->y[n + d] - h * (x->theta * x->a1[d] + (1 - x->theta) * x->a[d]);
  return status;
}

/* ---- S ---- */

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

/* ∂(residual)/∂u by differences, inverted. */
static pawl_status renew(pawl_run *r, double h)
{
  pawl_stepping *x = r->stepping;
  const pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  double *S = x->work, *base = x->c, *moved = x->trial;
  memcpy(x->u, r->y + n, sizeof(double) * (size_t)n);
  if (residual(r, x->u, h, base) != PAWL_OK)
    return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
  for (int j = 0; j < n; j++) {
    double kept = x->u[j], size = s->dof.unit[j] / s->scale.time,
           step = PAWL_STEPPING_CHANGE * fmax(size, fabs(kept));
    x->u[j] = kept + step;
    if (residual(r, x->u, h, moved) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    step = x->u[j] - kept;
    for (int i = 0; i < n; i++)
      S[i * n + j] = (moved[i] - base[i]) / step;
    x->u[j] = kept;
  }
  x->known = invert(S, x->inverse, n);
  x->worn = false;
  x->known_h = h;
  return PAWL_OK;
}

/* out = S⁻¹ in */
void pawl_stepping_apply(const pawl_run *r, const double *in, double *out)
{
  const pawl_stepping *x = r->stepping;
  int n = r->system.tree.dof_count;
  for (int i = 0; i < n; i++) {
    double sum = x->known ? 0 : in[i];
    for (int j = 0; x->known && j < n; j++)
      sum += x->inverse[i * n + j] * in[j];
    out[i] = sum;
  }
}

/* ---- the step ---- */

static pawl_status fail(pawl_run *r, pawl_error *error)
{
  if (r->system.error.status == PAWL_OK)
    return pawl_stepping_blame(r, error);
  bool said = strstr(r->system.error.text, PAWL_SHAPES_BEHIND) != NULL; /* by a judge */
  *error = r->system.error;
  if (!said)
    pawl_judge_hint(r, error);
  return error->status;
}

static double largest_change(const pawl_run *r, const double *a, const double *b)
{
  double most = 0;
  for (int d = 0; d < r->system.tree.dof_count; d++)
    most = fmax(most, fabs(a[d] - b[d]) * r->system.scale.time / r->system.dof.unit[d] /
                          (1 + fabs(a[d]) * r->system.scale.time / r->system.dof.unit[d]));
  return most;
}

/* v⁺ in x->u. */
static pawl_status find_velocities(pawl_run *r, double h)
{
  pawl_stepping *x = r->stepping;
  int n = r->system.tree.dof_count;
  memcpy(x->u, r->y + n, sizeof(double) * (size_t)n);
  double before = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    if (residual(r, x->u, h, x->trial) != PAWL_OK)
      return r->system.error.status ? r->system.error.status : PAWL_BAD_NUMBERS;
    pawl_stepping_apply(r, x->trial, x->c);
    for (int d = 0; d < n; d++)
      x->c[d] = x->u[d] - x->c[d];
    if (r->system.contact->hold_count) {
      if (pawl_stepping_push(r, round == 0) != PAWL_OK)
        return r->system.error.status;
    } else
      memcpy(x->trial, x->c, sizeof(double) * (size_t)n);
    double change = largest_change(r, x->trial, x->u);
    memcpy(x->u, x->trial, sizeof(double) * (size_t)n);
    if (change <= 4 * DBL_EPSILON || (round > 1 && change < PAWL_STEPPING_LEFT && change > 0.5 * before))
      return PAWL_OK;
    x->worn = x->worn || round >= 8; /* slow: S is too old for the next step */
    before = change;
  }
  return PAWL_OK;
}

/* The same of a step in which something lands: found once for where it comes to, and again for how fast it is then. */
static pawl_status find_landing(pawl_run *r, double h, bool *lands)
{
  int held = r->system.contact->hold_count;
  pawl_status status = find_velocities(r, h);
  *lands = status == PAWL_OK && pawl_stepping_strike(r);
  if (*lands)
    advance_positions(r, r->stepping->u, h, r->stepping->landed);
  for (bool more = *lands; more; more = status == PAWL_OK && pawl_stepping_strike(r)) {
    r->system.contact->hold_count = held;
    status = find_velocities(r, h);
  }
  r->system.contact->hold_count = held;
  return status;
}

static void add_extras(pawl_run *r, double h)
{
  pawl_stepping *x = r->stepping;
  double *extra = r->y + 2 * r->system.tree.dof_count;
  for (int i = 0; i < pawl_system_extras(&r->system); i++)
    extra[i] += h * (x->theta * x->power1[i] + (1 - x->theta) * x->power[i]);
}

pawl_status pawl_stepping_step(pawl_run *r, double limit, pawl_error *error)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  bool last = x->h >= (limit - r->t) * (1 - PAWL_ZERO_NEAR);
  double h = last ? limit - r->t : x->h;
  memcpy(x->last, r->y, sizeof(double) * (size_t)r->n);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  x->last_t = r->t;
  if (x->pile) {
    if (pawl_pile_run_step(r, x->pile, h, error) != PAWL_OK)
      return error->status;
    r->t = last ? limit : r->t + h;
    r->books.steps++;
    r->room.seen = r->steps.slope_known = r->steps.unchanged = false;
    return PAWL_OK;
  }
  if (s->contact->count &&
      (pawl_stepping_switch_bounds(r) != PAWL_OK || pawl_stepping_close(r, h) != PAWL_OK))
    return fail(r, error);
  if (accelerate(r, r->t, r->y, r->y + n, x->a, x->power) != PAWL_OK)
    return fail(r, error);
  pawl_stepping_note_laws(s);
  x->known = x->known && !x->worn;
  if (n <= (x->plastic ? MOST_PASSING : MOST_IMPLICIT) &&
      (!x->known || fabs(h - x->known_h) > PAWL_STEPPING_SAME * h) && renew(r, h) != PAWL_OK)
    return fail(r, error);
  s->contact->hold_count = 0;
  if (s->contact->holds) { /* directions are those of half a step on */
    if (pawl_stepping_half_way(r, h) != PAWL_OK || pawl_stepping_set(r, h) != PAWL_OK)
      return fail(r, error);
  }
  int held = s->contact->hold_count;
  bool lands = false;
  if (find_landing(r, h, &lands) != PAWL_OK || pawl_stepping_book_bases(r, h) != PAWL_OK)
    return fail(r, error);
  advance_positions(r, x->u, h, x->q1);
  if (accelerate(r, r->t + h, x->q1, x->u, x->a1, x->power1) != PAWL_OK)
    return fail(r, error);
  add_extras(r, h);
  s->contact->hold_count = held;
  pawl_stepping_book(r);
  pawl_stepping_note(r, h);
  memcpy(r->y, x->q1, sizeof(double) * (size_t)n);
  memcpy(r->y + n, x->u, sizeof(double) * (size_t)n);
  if (lands && pawl_stepping_land(r, h) != PAWL_OK)
    return fail(r, error);
  r->t = last ? limit : r->t + h;
  if (s->tree.row_count && pawl_project(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return fail(r, error);
  if (held && pawl_stepping_project_bounds(r, h) != PAWL_OK)
    return fail(r, error);
  if (x->projects && held && pawl_stepping_lift(r) != PAWL_OK)
    return fail(r, error);
  pawl_stepping_show_pressed(r);
  if (last && !x->plastic && pawl_stepping_judge(r) != PAWL_OK)
    return fail(r, error);
  pawl_system_rebase(s, r->y, r->base);
  r->books.steps++;
  r->room.seen = r->steps.slope_known = r->steps.unchanged = false;
  return PAWL_OK;
}

/* ---- passing an accumulation ---- */

/* Touches are looked for anew, and none is held yet: a step has left out those that pass a corner in it. */
static void open_all(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (pair->kind->searched) {
      pawl_contact_motion(s, pair, &m);
      pawl_contact_search(s, pair, &m, pawl_contact_interest(pair, 0));
      r->books.searches++;
    }
    bool touches = pawl_contact_switches(pair) && !pair->kind->both_ways;
    for (int i = 0; touches && i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
      p->mode.normal = rigid ? PAWL_OPEN : p->mode.normal;
      p->mode.tangent = PAWL_RUB_NONE;
      p->mode.cause = "passed by time-stepping";
      p->log.impacts = 0;
    }
  }
}

pawl_status pawl_stepping_pass(pawl_run *r, double h, pawl_error *error)
{
  r->passage->h = h;
  r->passage->theta = 1;
  r->passage->projects = r->passage->plastic = true;
  r->passage->known = false;
  r->passage->warm = 0;
  pawl_contacts_mark(&r->system);
  r->stepping = r->passage;
  pawl_status status = pawl_stepping_step(r, r->t + h, error);
  r->stepping = NULL;
  if (status == PAWL_OK && !pawl_scan_place(r, r->t, r->y))
    status = pawl_run_fail_step(r, h, error);
  if (status != PAWL_OK)
    return status;
  pawl_stepping_press_laws(r);
  return pawl_scan_place(r, r->t, r->y) ? PAWL_OK : pawl_run_fail_step(r, h, error);
}

pawl_status pawl_stepping_passed(pawl_run *r, pawl_error *error)
{
  open_all(r);
  return pawl_events_switch(r, PAWL_AFTER_PASSING, error);
}

void pawl_stepping_undo(pawl_run *r)
{
  memcpy(r->y, r->passage->last, sizeof(double) * (size_t)r->n);
  memcpy(r->base, r->last_base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  r->t = r->passage->last_t;
}
