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
  const size_t d = (size_t)r->system.contact->dim;
  double **y = PAWL_TAKE(arena, d * m, double *);
  for (size_t i = 0; y && i < d * m; i++)
    y[i] = i < d * (size_t)x->most ? x->y[i] : PAWL_TAKE(arena, n + 1, double);
  double *reach = PAWL_TAKE(arena, m, double);
  bool *fast = PAWL_TAKE(arena, m, bool);
  double *Z = PAWL_TAKE(arena, d * m * (size_t)x->bound.count, double);
  if (arena->failed)
    return false;
  x->y = y;
  x->landing.reach = reach;
  x->landing.fast = fast;
  x->bound.Z = Z;
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
  x->landing.ahead = PAWL_TAKE(arena, touches, double);
  x->meant = PAWL_TAKE(arena, touches, bool);
  x->hidden = PAWL_TAKE(arena, touches, unsigned char);
  const int d = r->system.contact->dim;
  x->block = PAWL_TAKE(arena, d * d * H * H, double);
  x->block_at = PAWL_TAKE(arena, H * H + H + 1, int);
  x->sparse = pawl_arena_take(arena, 1, d == 3 ? pawl_space_bytes(H, H) : pawl_sparse_bytes(H, H));
  size_t bounds = (size_t)(x->bound.count = pawl_stepping_count_bounds(&r->system));
  if (bounds) {
    x->bound.K = PAWL_TAKE(arena, bounds * bounds, double);
    x->bound.K_room = PAWL_TAKE(arena, 2 * bounds * bounds + 4 * bounds, double);
    x->bound.impulse = PAWL_TAKE(arena, bounds, double);
  }
  return !arena->failed && (!r->system.contact->holds || pawl_stepping_fit(x, r, H));
}

/* In a pile, mechanisms; else all. */
static void take_slopes(pawl_stepping *x, pawl_run *r)
{
  pawl_arena *arena = &r->arena;
  int n = r->system.tree.dof_count;
  x->S.dof = PAWL_TAKE(arena, n + 1, int);
  for (int d = 0; x->S.dof && d < n; d++)
    if (!x->pile || !pawl_pile_run_is_free(x->pile, d))
      x->S.dof[x->S.count++] = d;
  x->S.count = x->S.count <= MOST_IMPLICIT ? x->S.count : 0;
  size_t m = (size_t)x->S.count;
  x->S.inverse = PAWL_TAKE(arena, m * m + 1, double);
  x->S.work = PAWL_TAKE(arena, 2 * m * m + 1, double);
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
  double **of[] = {&x->a, &x->a1, &x->u, &x->c, &x->q1, &x->mean, &x->trial, &x->landing.at};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    *of[i] = PAWL_TAKE(arena, n + 1, double);
  x->last = PAWL_TAKE(arena, r->n + 1, double);
  x->power = PAWL_TAKE(arena, extras + 1, double);
  x->power1 = PAWL_TAKE(arena, extras + 1, double);
  if (r->system.contact->piles && !(x->pile = pawl_pile_run_new(r, x->theta, x->projects)))
    return NULL;
  take_slopes(x, r);
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
    if (pawl_stepping_residual(r, x->u, h, x->trial) != PAWL_OK)
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
    x->S.worn = x->S.worn || round >= 8; /* slow: S is too old for the next step */
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
    pawl_stepping_advance(r, r->stepping->u, h, r->stepping->landing.at);
  for (bool more = *lands; more; more = status == PAWL_OK && pawl_stepping_strike(r)) {
    r->system.contact->hold_count = held;
    status = find_velocities(r, h);
  }
  r->system.contact->hold_count = held;
  return status;
}

void pawl_stepping_add_extras(pawl_run *r, double h)
{
  pawl_stepping *x = r->stepping;
  double *extra = r->y + 2 * r->system.tree.dof_count;
  for (int i = 0; i < pawl_system_extras(&r->system); i++)
    extra[i] += h * (x->theta * x->power1[i] + (1 - x->theta) * x->power[i]);
}

/* What stays the same in all rounds: forces at its begin, S, and what is held. */
static pawl_status begin(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  if (s->contact->count &&
      (pawl_stepping_switch_bounds(r) != PAWL_OK || pawl_stepping_close(r, h) != PAWL_OK))
    return PAWL_BAD_NUMBERS;
  if (pawl_stepping_accelerate(r, r->t, r->y, r->y + n, x->a, x->power) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_stepping_note_laws(s);
  x->S.known = x->S.known && !x->S.worn;
  if (x->S.count && n <= (x->plastic ? MOST_PASSING : n) &&
      (!x->S.known || fabs(h - x->S.h) > PAWL_STEPPING_SAME * h) && pawl_stepping_renew(r, h) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  s->contact->hold_count = 0;
  if (!s->contact->holds)
    return PAWL_OK;
  pawl_status status = pawl_stepping_half_way(r, h); /* directions are those of half a step on */
  return status == PAWL_OK ? pawl_stepping_set(r, h) : status;
}

/* From the begin of the step to its end, and the books. */
static pawl_status move(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count, held = s->contact->hold_count;
  bool lands = false;
  if (find_landing(r, h, &lands) != PAWL_OK || pawl_stepping_book_bases(r, h) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_stepping_advance(r, x->u, h, x->q1);
  if (pawl_stepping_accelerate(r, r->t + h, x->q1, x->u, x->a1, x->power1) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_stepping_add_extras(r, h);
  s->contact->hold_count = held;
  pawl_stepping_book(r);
  pawl_stepping_note(r, h);
  memcpy(r->y, x->q1, sizeof(double) * (size_t)n);
  memcpy(r->y + n, x->u, sizeof(double) * (size_t)n);
  return lands ? pawl_stepping_land(r, h) : PAWL_OK;
}

/* What touches do to mechanisms is found without rounds, from what v⁺ would be without them. */
static pawl_status move_pile(pawl_run *r, double h, bool falls)
{
  if (!falls && pawl_pile_run_mixes(r->stepping->pile) && find_velocities(r, h) != PAWL_OK)
    return r->system.error.status ? r->system.error.status : PAWL_BAD_NUMBERS;
  return pawl_pile_run_step(r, r->stepping->pile, h);
}

/* Where it has come to is brought onto what holds, and out of what overlaps. */
static pawl_status settle(pawl_run *r, double h, int held, bool last)
{
  pawl_system *s = &r->system;
  const pawl_stepping *x = r->stepping;
  if (s->tree.row_count && pawl_project(s, r->t, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  if (held && pawl_stepping_project_bounds(r, h) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  if (x->projects && held && pawl_stepping_lift(r) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_stepping_show_pressed(r);
  if (last && !x->plastic && pawl_stepping_judge(r) != PAWL_OK)
    return PAWL_BAD_NUMBERS;
  pawl_system_rebase(s, r->y, r->base);
  return PAWL_OK;
}

pawl_status pawl_stepping_step(pawl_run *r, double limit, pawl_error *error)
{
  pawl_stepping *x = r->stepping;
  bool last = x->h >= (limit - r->t) * (1 - PAWL_ZERO_NEAR);
  double h = last ? limit - r->t : x->h, end = last ? limit : r->t + h;
  memcpy(x->last, r->y, sizeof(double) * (size_t)r->n);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  x->last_t = r->t;
  bool falls = x->pile && pawl_pile_run_falls(x->pile); /* free bodies, and gravity alone */
  if (!falls && begin(r, h) != PAWL_OK)
    return fail(r, error);
  int held = r->system.contact->hold_count;
  if ((x->pile ? move_pile(r, h, falls) : move(r, h)) != PAWL_OK)
    return fail(r, error);
  r->t = end;
  if (!falls && settle(r, h, held, last) != PAWL_OK)
    return fail(r, error);
  r->books.steps++;
  r->room.seen = r->steps.slope_known = r->steps.unchanged = false;
  return PAWL_OK;
}
