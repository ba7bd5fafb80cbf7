/* The problem of a step: impulses of touches that are closed.      theory.md, 10.1
 *
 *     γ = w·(c + y P) + what time adds,    W = w·y,    y = S⁻¹ M⁻¹ w with constraints kept
 *     0 <= P_N complementary to γ_N + e γ_N(v) >= 0,    Coulomb's law between P_T and γ_T + e_T γ_T(v) */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/impact.h"
#include "step/stepping_inner.h"

#define LEAST 0.1 /* of the model's acceleration: what is pressed in faster than that is squeezed */

/* ---- what stays the same in all rounds ---- */

/* Two sides that both move as they are told. */
static pawl_status check_blocked(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int i = 0; i < r->stepping->touches; i++) {
    const pawl_part *part = r->model->parts[s->contact->pair[s->contact->hold[i].pair].part];
    if (s->contact->hold[i].blocked &&
        s->contact->hold[i].velocity[PAWL_N] < -PAWL_STILL_IN_STEPS * s->scale.length / s->scale.time)
      return pawl_fail(
          &s->error, PAWL_BAD_NUMBERS, part->where,
          "%s \"%s\" cannot be kept at t = %.9g s: drives and constraints press its two sides into "
          "each other, and no force can stop them",
          part->kind->name, part->name, r->t);
  }
  return PAWL_OK;
}

static void respond(pawl_run *r)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  const int rows = s->contact->dim;
  for (int j = 0; j < rows * s->contact->hold_count; j++) {
    const pawl_held *h = s->contact->hold + j / rows;
    bool none = j % rows >= h->dim ? true : j % rows == PAWL_N ? h->given : !h->rubs;
    if (none)
      memset(x->y[j], 0, sizeof(double) * (size_t)s->tree.dof_count);
    else
      pawl_stepping_apply(r, h->x[j % rows], x->y[j]);
  }
}

/* A normal along which nothing but rounding moves. */
static bool is_fixed(const pawl_system *s, int row)
{
  return row % s->contact->dim == PAWL_N && s->contact->hold[row / s->contact->dim].blocked;
}

static void set_matrix(pawl_run *r)
{
  const pawl_system *s = &r->system;
  const pawl_stepping *x = r->stepping;
  const int rows = s->contact->dim, m = rows * x->touches, n = s->tree.dof_count;
  r->event.room.W = r->event.room.dense.W;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int d = 0; d < n; d++)
        sum += is_fixed(s, i) || is_fixed(s, j) ? 0 : s->contact->hold[i / rows].w[i % rows][d] * x->y[j][d];
      r->event.room.W[i * m + j] = sum == 0 && i == j ? 1 : sum;
    }
}

/* Of many touches, by blocks: returns whether there is anything in this one. */
static bool set_block(const pawl_run *r, int i, int j, double *value)
{
  const pawl_held *h = r->system.contact->hold + i;
  bool any = false;
  const int rows = r->system.contact->dim;
  for (int a = 0; a < rows * rows; a++) {
    const double *w = h->w[a / rows], *y = r->stepping->y[rows * j + a % rows];
    double sum = 0;
    for (int side = 0; side < 2; side++)
      for (int d = h->from[side]; d < h->to[side]; d++)
        sum += w[d] * y[d];
    value[a] = sum == 0 && i == j && a % (rows + 1) == 0 ? 1 : sum;
    any |= value[a] != 0;
  }
  return any;
}

static bool set_blocks(pawl_run *r)
{
  pawl_switch_room *o = &r->event.room;
  int n = r->stepping->touches, count = 0;
  o->start[0] = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      if (!pawl_switch_room_fit_blocks(o, &r->arena, count + 1))
        return false;
      o->column[count] = j;
      count += set_block(r, i, j, o->value + o->solver.dim * o->solver.dim * (ptrdiff_t)count);
    }
    o->start[i + 1] = count;
  }
  pawl_switch_room_use_blocks(o);
  return true;
}

static pawl_status set_directions(pawl_run *r)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  x->touches = 0;
  if (!pawl_held_gather(s, PAWL_GATHER_ALL) || !pawl_stepping_fit(x, r, s->contact->hold_count) ||
      !pawl_switch_room_fit(&r->event.room, &r->arena, s->contact->dim, s->contact->hold_count))
    return pawl_fail_memory(&s->error);
  while (x->touches < s->contact->hold_count &&
         !s->contact->pair[s->contact->hold[x->touches].pair].kind->both_ways)
    x->touches++;
  if (s->contact->hold_count == 0)
    return PAWL_OK;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS;
  if (!pawl_held_coefficients(s, false))
    return s->error.status;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
  s->at.factors++;
  pawl_held_respond(s);
  respond(r);
  pawl_stepping_condense(r);
  if (check_blocked(r) != PAWL_OK)
    return s->error.status;
  if (x->touches > PAWL_HELD_FEW)
    return set_blocks(r) ? PAWL_OK : pawl_fail_memory(&s->error);
  set_matrix(r);
  return PAWL_OK;
}

/* As of an impact of an event-driven run; what hardly approaches makes none. */
static pawl_status restitution_of(pawl_run *r, const pawl_held *c, const pawl_rigid *law, double *e)
{
  pawl_system *s = &r->system;
  bool slow = fmax(-c->velocity[PAWL_N], 0) <= PAWL_STILL_IN_STEPS * s->scale.length / s->scale.time;
  return slow ? PAWL_OK : pawl_impact_restitution(s, c, law, e);
}

static pawl_status set_law(pawl_run *r, int i, double h)
{
  pawl_system *s = &r->system;
  pawl_switch_room *o = &r->event.room;
  const pawl_held *c = s->contact->hold + i;
  const pawl_rigid *law = pawl_rigid_of(&s->contact->pair[c->pair].fields->law);
  int n = s->tree.dof_count;
  pawl_switch_room_rub(o, i, c->slides, c->holds, h);
  o->e[i] = law && !r->stepping->plastic ? law->e : 0;
  o->e_t[i] = law && !r->stepping->plastic ? law->e_t : 0;
  if (law && law->function && !r->stepping->plastic && restitution_of(r, c, law, o->e + i) != PAWL_OK)
    return s->error.status;
  o->floor[i] = c->given ? h * c->force[PAWL_N] : 0;
  o->kind[i] = (unsigned char)(!c->rubs         ? PAWL_FRICTIONLESS
                               : !c->by_formula ? PAWL_AT_REST
                                                : pawl_held_kind(c));
  o->kind[i] |= c->given ? PAWL_GIVEN : 0;
  for (int a = 0; a < o->solver.dim; a++) { /* what velocities of the contact have that v does not make */
    double own = 0;
    o->first[o->solver.dim * i + a] = o->before[o->solver.dim * i + a] = 0;
    if (a >= c->dim)
      continue;
    for (int d = 0; d < n; d++)
      own += c->w[a][d] * r->y[n + d];
    o->first[o->solver.dim * i + a] = c->velocity[a] - own;
    o->before[o->solver.dim * i + a] = c->velocity[a];
  }
  return PAWL_OK;
}

/* γ_N⁺ >= -g/(hθ) of what is still apart, by g: it may come as far as that, and nothing is thrown back. */
static void look_ahead(pawl_run *r, int i, double h)
{
  const pawl_held *c = r->system.contact->hold + i;
  double ahead = r->stepping->landing.ahead[c->pair * PAWL_TOUCHES + c->point];
  if (ahead > 0)
    r->event.room.e[i] = r->event.room.e_t[i] = 0;
  r->stepping->landing.reach[i] = fmax(ahead, 0) / (h * r->stepping->theta);
  r->stepping->landing.fast[i] = c->velocity[PAWL_N] < -2 * pawl_stepping_fall(&r->system, h);
}

pawl_status pawl_stepping_set(pawl_run *r, double h)
{
  pawl_status status = set_directions(r);
  for (int i = 0; status == PAWL_OK && i < r->system.contact->hold_count; i++)
    if ((status = set_law(r, i, h)) == PAWL_OK)
      look_ahead(r, i, h);
  return status;
}

/* ---- a round ---- */

static void tell_problem(pawl_run *r, const pawl_problem *problem)
{
  size_t mark = r->event.room.scratch.used;
  const char **names = PAWL_LEND(&r->event.room.scratch, problem->n, const char *);
  for (int i = 0; i < problem->n; i++)
    names[i] = r->model->parts[r->system.contact->pair[r->system.contact->hold[i].pair].part]->name;
  r->tells.problem_names = names;
  r->tells.on_problem(r->tells.listener, r->t, problem, "step");
  r->tells.problem_names = NULL;
  r->event.room.scratch.used = mark;
}

/* Block by block, for what has no exact solution that could be found: Gauss–Seidel and Newton. */
static double iterate(pawl_run *r, const pawl_problem *problem)
{
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->event.room;
  const int n = problem->n, d = pawl_problem_dim(problem), m = d * n;
  pawl_sparse_report report;
  memset(o->total, 0, sizeof(double) * (size_t)m);
  if (!problem->W) {
    const pawl_sparse_options many = {.fill = o->solver.large->fill};
    pawl_sparse_solve(o->total, o->rate, o->mode, &report, problem, &many, o->solver.large->sparse);
    return report.residual;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int a = 0; a < d * d; a++)
        x->block[d * d * (i * n + j) + a] = o->W[(d * i + a / d) * m + d * j + a % d];
  for (int i = 0; i <= n; i++)
    x->block_at[i] = i * n;
  for (int i = 0; i < n * n; i++)
    x->block_at[n + 1 + i] = i % n;
  const pawl_block_rows rows = {x->block_at, x->block_at + n + 1, x->block};
  pawl_problem sparse = *problem;
  sparse.W = NULL;
  sparse.rows = &rows;
  const pawl_sparse_options options = {.fill = PAWL_HELD_FEW};
  pawl_sparse_solve(o->total, o->rate, o->mode, &report, &sparse, &options, x->sparse);
  return report.residual;
}

static pawl_status say_none(pawl_run *r)
{
  pawl_system *s = &r->system;
  char names[PAWL_NAMES];
  int all = s->contact->hold_count;
  s->contact->hold_count = r->stepping->touches;
  pawl_held_names(s, names);
  s->contact->hold_count = all;
  if (pawl_impact_prescribed(s))
    return pawl_fail(
        &s->error, PAWL_BAD_NUMBERS, r->model->parts[s->contact->pair[s->contact->hold[0].pair].part]->where,
        PAWL_CANNOT_KEEP, names, r->t,
        pawl_impact_squeezed(&r->event.room, r->event.room.b, r->stepping->touches) ? PAWL_SQUEEZED
                                                                                    : PAWL_JAMMED);
  return pawl_fail(&s->error, PAWL_BAD_NUMBERS,
                   r->model->parts[s->contact->pair[s->contact->hold[0].pair].part]->where,
                   "no impulses of %s were found for the step from t = %.9g s", names, r->t);
}

/* As if each touch were soft by this share of the diagonal of W. Returns by how much one yields at most; INFINITY: no impulses are found. */
static double yield_by(pawl_run *r, const pawl_problem *problem, double soft)
{
  pawl_switch_room *o = &r->event.room;
  const pawl_solve_options options = {0};
  size_t mark = o->scratch.used;
  int m = o->solver.dim * problem->n;
  double *keep = PAWL_LEND(&o->scratch, m, double), most = 0;
  for (int i = 0; i < m; i++) {
    keep[i] = *pawl_switch_room_own(o, problem->n, i);
    *pawl_switch_room_own(o, problem->n, i) *= 1 + soft;
  }
  pawl_solution found = pawl_problem_solve(o->total, o->rate, o->mode, problem, &options, &o->solver);
  for (int i = 0; i < m; i++) {
    double way = soft * keep[i] * o->total[i];
    *pawl_switch_room_own(o, problem->n, i) = keep[i];
    o->rate[i] -= way;
    most = fmax(most, fabs(way));
  }
  o->scratch.used = mark;
  return pawl_is_solved(found.by) ? most : INFINITY;
}

/* What is wedged between two walls has more conditions than ways to move, and those of a step agree only to the square of it. Then each
 * yields a little, by a small part of the velocity that a step makes.      theory.md, 10.1 */
static bool give_way(pawl_run *r, const pawl_problem *problem)
{
  double T = r->system.scale.time, most = LEAST * r->stepping->h * r->system.scale.length / (T * T);
  for (double soft = PAWL_SOFTEST_PUSH; soft > PAWL_LEAST_SOFT; soft *= 0.1)
    if (yield_by(r, problem, soft) <= most)
      return true;
  return false;
}

static pawl_status solve(pawl_run *r, bool tell)
{
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->event.room;
  pawl_problem problem = pawl_switch_room_problem(o, x->touches, o->b);
  pawl_switch_room_rest(o, &problem);
  const pawl_solve_options options = {.warm = x->warm == x->touches};
  if (tell && r->tells.on_problem)
    tell_problem(r, &problem);
  pawl_solution found = pawl_problem_solve(o->total, o->rate, o->mode, &problem, &options, &o->solver);
  bool none = !pawl_is_solved(found.by);
  x->warm = none ? 0 : x->touches;
  double residual = none ? iterate(r, &problem) : 0;
  return residual <= PAWL_PROBLEM_PUSHED || give_way(r, &problem) ? PAWL_OK : say_none(r);
}

/* e γ of the begin. What parts has nothing to give back; without projection the scheme is left as it is written. */
static double returned(const pawl_run *r, int row, double share)
{
  const pawl_switch_room *o = &r->event.room;
  const int d = o->solver.dim;
  if (row % d != PAWL_N)
    return share * o->e_t[row / d] * o->before[row];
  return share * o->e[row / d] * (r->stepping->projects ? fmin(o->before[row], 0) : o->before[row]);
}

/* Impulses with that share of what is given back. */
static pawl_status push_by(pawl_run *r, double share, bool tell)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->event.room;
  int n = s->tree.dof_count;
  for (int i = 0; i < o->solver.dim * x->touches; i++) {
    const pawl_held *h = s->contact->hold + i / o->solver.dim;
    const double *w = h->w[i % o->solver.dim];
    o->b[i] = o->first[i] + returned(r, i, share) +
              (i % o->solver.dim == PAWL_N ? x->landing.reach[i / o->solver.dim] : 0);
    for (int d = 0; i % o->solver.dim < h->dim && d < n; d++)
      o->b[i] += w[d] * x->c[d];
  }
  return solve(r, tell);
}

/* What the touches add to kinetic energy, P·(γ⁺ + γ⁻)/2, beyond what is rounding of it. */
static double gain(const pawl_run *r, double share)
{
  const pawl_stepping *x = r->stepping;
  const pawl_switch_room *o = &r->event.room;
  double sum = 0, size = 0;
  for (int i = 0; i < o->solver.dim * x->touches; i++) {
    if (i % o->solver.dim == PAWL_N && r->system.contact->hold[i / o->solver.dim].given)
      continue;
    double after = o->rate[i] - returned(r, i, share) -
                   (i % o->solver.dim == PAWL_N ? x->landing.reach[i / o->solver.dim] : 0);
    sum += 0.5 * o->total[i] * (after + o->before[i]);
    size += fabs(o->total[i] * o->before[i]);
  }
  return sum - PAWL_PUSH_GAIN * size;
}

static bool gives_back(const pawl_run *r)
{
  bool any = false;
  for (int i = 0; i < r->event.room.solver.dim * r->stepping->touches; i++)
    any |= returned(r, i, 1) != 0;
  return any;
}

/* As the audit of an impact: where energy would rise, all give back as much less as it takes. Without projection the scheme is left as
 * it is written.      theory.md, 9.3 */
static pawl_status push(pawl_run *r, bool tell)
{
  double low = 0, high = 1;
  if (push_by(r, 1, tell) != PAWL_OK)
    return r->system.error.status;
  if (!r->model->plan.audit || !r->stepping->projects || !gives_back(r) || gain(r, 1) <= 0)
    return PAWL_OK;
  for (int i = 0; i < 40; i++) {
    double share = 0.5 * (low + high);
    if (push_by(r, share, false) != PAWL_OK)
      return r->system.error.status;
    *(gain(r, share) <= 0 ? &low : &high) = share;
  }
  return push_by(r, low, false);
}

pawl_status pawl_stepping_push(pawl_run *r, bool tell)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->event.room;
  int n = s->tree.dof_count, m = o->solver.dim * x->touches;
  pawl_stepping_keep(r, x->c);
  memcpy(x->trial, x->c, sizeof(double) * (size_t)n);
  if (x->touches && push(r, tell) != PAWL_OK)
    return s->error.status;
  for (int j = 0; j < m; j++)
    for (int d = 0; o->total[j] != 0 &&
                    !(j % o->solver.dim == PAWL_N && s->contact->hold[j / o->solver.dim].given) && d < n;
         d++)
      x->trial[d] += x->y[j][d] * o->total[j];
  pawl_stepping_keep_touches(r, o->total);
  return PAWL_OK;
}
