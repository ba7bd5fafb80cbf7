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
#include "step/stepping_pile_run.h"

#define ROUNDS 25
#define TOUCHES 1e-12     /* of the length: what rests is not open by rounding */
#define MOST_IMPLICIT 200 /* degrees of freedom up to which differences are taken; beyond, S = I */

struct pawl_stepping {
  double h, theta;
  bool projects;
  bool plastic; /* nothing comes back, whatever the laws say: for passing an accumulation */
  double *last; /* the state at the begin of the step                        */
  double last_t;
  double *a, *a1, *power, *power1;
  double *u, *c, *q1, *mean, *trial;
  double *inverse, *work; /* S⁻¹; its elimination                                      */
  bool known;             /* S⁻¹ is                                                    */
  double known_h;
  int warm;                 /* touches whose modes are known from the last round */
  double *y[2 * PAWL_HELD]; /* S⁻¹ M⁻¹ w                                               */
  pawl_pile_run *pile;      /* NULL, or many free bodies                               */
};

pawl_stepping *pawl_stepping_new(pawl_run *r)
{
  pawl_arena *arena = &r->arena;
  pawl_stepping *x = PAWL_TAKE(arena, 1, pawl_stepping);
  size_t n = (size_t)r->system.tree.dof_count, extras = (size_t)pawl_system_extras(&r->system);
  if (!x)
    return NULL;
  *x = (pawl_stepping){
      .h = r->model->plan.step, .theta = r->model->plan.theta, .projects = r->model->plan.projection};
  double **of[] = {&x->a, &x->a1, &x->u, &x->c, &x->q1, &x->mean, &x->trial};
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    *of[i] = PAWL_TAKE(arena, n + 1, double);
  x->last = PAWL_TAKE(arena, r->n + 1, double);
  x->power = PAWL_TAKE(arena, extras + 1, double);
  x->power1 = PAWL_TAKE(arena, extras + 1, double);
  if (r->system.piles)
    return (x->pile = pawl_pile_run_new(r, x->theta, x->projects)) && !arena->failed ? x : NULL;
  size_t m = n <= MOST_IMPLICIT ? n : 0;
  x->inverse = PAWL_TAKE(arena, m * m + 1, double);
  x->work = PAWL_TAKE(arena, 2 * m * m + 1, double);
  for (int i = 0; r->system.holds && i < 2 * PAWL_HELD; i++)
    x->y[i] = PAWL_TAKE(arena, n + 1, double);
  return arena->failed ? NULL : x;
}

const pawl_pile *pawl_stepping_pile(const pawl_run *r)
{
  return r->stepping && r->stepping->pile ? pawl_pile_run_pile(r->stepping->pile) : NULL;
}

void pawl_stepping_dense(const pawl_run *r, double t, double *y)
{
  const pawl_stepping *x = r->stepping;
  double share = r->t > x->last_t ? (t - x->last_t) / (r->t - x->last_t) : 1;
  for (int i = 0; i < r->n; i++)
    y[i] = x->last[i] + share * (r->y[i] - x->last[i]);
}

/* ---- forces ---- */

static pawl_status accelerate(pawl_run *r, double t, const double *q, const double *v, double *a,
                              double *power)
{
  pawl_system *s = &r->system;
  s->hold_off = true;
  pawl_status status = pawl_system_motion(s, t, q, v, r->base, r->y + 2 * s->tree.dof_count, a, power);
  s->hold_off = false;
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
  pawl_move(s, q1, x->mean, s->scratch);
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
    double kept = x->u[j], size = s->unit[j] / s->scale.time, step = 1e-6 * fmax(size, fabs(kept));
    x->u[j] = kept + step;
    if (residual(r, x->u, h, moved) != PAWL_OK)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    step = x->u[j] - kept;
    for (int i = 0; i < n; i++)
      S[i * n + j] = (moved[i] - base[i]) / step;
    x->u[j] = kept;
  }
  x->known = invert(S, x->inverse, n);
  x->known_h = h;
  return PAWL_OK;
}

/* out = S⁻¹ in */
static void apply(const pawl_run *r, const double *in, double *out)
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

/* ---- contacts ---- */

/* Places the system half a step on with the speeds of its begin. */
static pawl_status place_half_way(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  int n = s->tree.dof_count;
  for (int d = 0; d < n; d++)
    x->mean[d] = 0.5 * h * r->y[n + d];
  memcpy(x->q1, r->y, sizeof(double) * (size_t)n);
  pawl_move(s, x->q1, x->mean, s->scratch);
  s->work_now = r->y + 2 * n;
  return pawl_system_rows(s, r->t + 0.5 * h, x->q1, r->y + n, r->base);
}

/* Touches whose gap is closed half a step on are pressed, all others open. */
static pawl_status close_touches(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  if (place_half_way(r, h) != PAWL_OK)
    return s->error.status;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (pair->rail)
      continue;
    bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
    pawl_contact_motion(s, pair, &m);
    if (pair->profile[0]) {
      pawl_contact_search(s, pair, &m, pawl_contact_interest(pair, 0));
      r->books.searches++;
    }
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      if (pair->profile[0] && p->gone)
        p->mode = PAWL_OPEN;
      pawl_contact_follow(s, pair, &m, p, false);
      bool rests = pair->profile[0] && rigid && p->normal > 0 && pawl_rigid_of(&pair->fields->law)->e == 0;
      double near = rests ? 0.05 * h * h * s->scale.length / (s->scale.time * s->scale.time) : 0;
      bool closed = p->found != PAWL_LOST && !p->gone && p->now.gap <= fmax(near, TOUCHES * s->scale.length);
      if (!closed)
        p->normal = p->friction = 0;
      if (closed && p->mode == PAWL_OPEN) {
        p->approach = fmax(-p->gap_rate, 0);
        p->curvature = p->now.k[0] + p->now.k[1];
      }
      if (p->found != PAWL_LOST)
        pawl_contact_settle(s, p);
      p->mode = closed ? PAWL_PRESSED : PAWL_OPEN;
      p->rub = closed && !rigid && pawl_coulomb_of(&pair->fields->friction) ? PAWL_RUB_STICK : PAWL_RUB_NONE;
    }
  }
  return PAWL_OK;
}

/* What stays the same in all rounds of a step: directions, S⁻¹ M⁻¹ w, W. */
static pawl_status set_contacts(pawl_run *r)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->switch_room;
  if (!pawl_held_gather(s, true))
    return pawl_fail(&s->error, PAWL_BAD_NUMBERS, r->model->path,
                     "more than %d touches are closed at once at t = %.9g s, in a model with joints",
                     PAWL_HELD, r->t);
  if (s->hold_count == 0)
    return PAWL_OK;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->correction, NULL, true);
  s->factor_count++;
  pawl_held_respond(s);
  for (int i = 0; i < s->hold_count; i++) { /* two sides that both move as they are told */
    const pawl_part *part = r->model->parts[s->contacts[s->hold[i].pair].part];
    if (s->hold[i].blocked && s->hold[i].velocity[PAWL_N] < -1e-9 * s->scale.length / s->scale.time)
      return pawl_fail(
          &s->error, PAWL_BAD_NUMBERS, part->where,
          "%s \"%s\" cannot be kept at t = %.9g s: drives and constraints press its two sides into "
          "each other, and no force can stop them",
          part->kind->name, part->name, r->t);
  }
  int m = 2 * s->hold_count, n = s->tree.dof_count;
  for (int j = 0; j < m; j++) {
    const pawl_held *h = s->hold + j / 2;
    bool none = j % 2 == PAWL_N ? h->given : !h->rubs;
    if (none)
      memset(x->y[j], 0, sizeof(double) * (size_t)n);
    else
      apply(r, h->x[j % 2], x->y[j]);
  }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++) {
      double sum = 0;
      for (int d = 0; d < n; d++)
        sum += s->hold[i / 2].w[i % 2][d] * x->y[j][d];
      o->W[i * m + j] = sum == 0 && i == j ? 1 : sum;
    }
  return PAWL_OK;
}

static void set_laws(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  pawl_switch_room *o = &r->switch_room;
  int n = s->tree.dof_count;
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *c = s->hold + i;
    const pawl_rigid *law = pawl_rigid_of(&s->contacts[c->pair].fields->law);
    o->mu[i] = c->mu;
    o->mu_static[i] = c->mu_static;
    o->e[i] = law && !r->stepping->plastic ? law->e : 0;
    o->e_t[i] = law && !r->stepping->plastic ? law->e_t : 0;
    o->floor[i] = c->given ? h * c->force[PAWL_N] : 0;
    o->kind[i] = (unsigned char)(!c->rubs         ? PAWL_FRICTIONLESS
                                 : !c->by_formula ? PAWL_AT_REST
                                 : c->lean > 0    ? PAWL_SLIDES_MINUS
                                                  : PAWL_SLIDES_PLUS);
    o->kind[i] |= c->given ? PAWL_GIVEN : 0;
    for (int a = 0; a < 2; a++) { /* what velocities of the contact have that v does not make */
      double own = 0;
      for (int d = 0; d < n; d++)
        own += c->w[a][d] * r->y[n + d];
      o->first[2 * i + a] = c->velocity[a] - own;
      o->before[2 * i + a] = c->velocity[a];
    }
  }
}

/* v⁺ = c + S⁻¹ M⁻¹ w P */
static bool push(pawl_run *r, const double *c, double *out)
{
  pawl_system *s = &r->system;
  pawl_stepping *x = r->stepping;
  pawl_switch_room *o = &r->switch_room;
  int n = s->tree.dof_count, m = 2 * s->hold_count;
  memcpy(out, c, sizeof(double) * (size_t)n);
  for (int i = 0; i < m; i++) {
    const double *w = s->hold[i / 2].w[i % 2];
    o->b[i] = o->first[i] + (i % 2 == PAWL_N ? o->e[i / 2] : o->e_t[i / 2]) * o->before[i];
    for (int d = 0; d < n; d++)
      o->b[i] += w[d] * c[d];
  }
  const pawl_problem problem = {.n = s->hold_count,
                                .W = o->W,
                                .b = o->b,
                                .mu = o->mu,
                                .mu_stick = o->mu_static,
                                .kind = o->kind,
                                .floor = o->floor};
  const pawl_solve_options options = {.warm = x->warm == s->hold_count};
  pawl_solution found = pawl_problem_solve(o->total, o->rate, o->mode, &problem, &options, &o->solver);
  x->warm = found.by == PAWL_NO_SOLUTION || found.by == PAWL_NOT_FOUND ? 0 : s->hold_count;
  if (x->warm == 0)
    return false;
  for (int j = 0; j < m; j++)
    for (int d = 0; o->total[j] != 0 && !(j % 2 == PAWL_N && s->hold[j / 2].given) && d < n; d++)
      out[d] += x->y[j][d] * o->total[j];
  return true;
}

/* ---- books ---- */

/* Of a touch with impulse P: what it gives is P·(θ γ⁺ + (1-θ) γ), which is what it takes as heat. */
static void book_contacts(pawl_run *r)
{
  pawl_system *s = &r->system;
  const pawl_stepping *x = r->stepping;
  const pawl_switch_room *o = &r->switch_room;
  int n = s->tree.dof_count;
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *h = s->hold + i;
    pawl_contact_point *p = s->contacts[h->pair].point + h->point;
    double work = 0;
    for (int a = h->given ? PAWL_T : PAWL_N; a < 2; a++) {
      double after = o->first[2 * i + a];
      for (int d = 0; d < n; d++)
        after += h->w[a][d] * x->u[d];
      double drift = a == PAWL_T ? p->drift : p->climb;
      work += o->total[2 * i + a] * (0.5 * (after + o->before[2 * i + a]) - drift);
    }
    r->y[2 * n + pawl_pair_work(s, s->contacts + h->pair)] += work;
  }
  for (int k = 0; k < s->tree.block_count && s->hold_count; k++) { /* drives give their impulse times speed */
    double impulse = 0;
    int row = s->tree.blocks[k].row;
    for (int i = 0; s->blocks[k].kind == PAWL_BLOCK_DRIVE && i < s->hold_count; i++)
      for (int a = 0; a < 2; a++)
        impulse += s->hold[i].multiplier[a][row] * o->total[2 * i + a];
    if (impulse != 0)
      r->y[2 * n + s->blocks[k].work] -= impulse * s->offset[row];
  }
}

/* Positions of what is closed and still overlaps are brought back: only outwards. */
static pawl_status lift(pawl_run *r)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return s->error.status;
  bool any = false;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (pair->rail || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      if (p->mode != PAWL_PRESSED)
        continue;
      pawl_contact_follow(s, pair, &m, p, false);
      if (p->found == PAWL_LOST || p->now.gap >= 0)
        p->mode = PAWL_OPEN;
      any |= p->mode == PAWL_PRESSED;
    }
  }
  if (!any)
    return PAWL_OK;
  double kinetic, gravity, stored, before = pawl_system_energy(s, &kinetic, &gravity, &stored);
  pawl_held_part(s, r->t, r->y, r->y + n, r->base);
  if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return s->error.status;
  double gain = pawl_system_energy(s, &kinetic, &gravity, &stored) - before;
  r->y[2 * n + pawl_pair_work(s, s->contacts + s->hold[0].pair)] += gain;
  return PAWL_OK;
}

/* What was pushed in the step is shown as pressed, also where it was lifted out, or ended at a gap of 0. */
static void show_pressed(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++)
    for (int i = 0; !s->contacts[k].rail && i < s->contacts[k].count; i++)
      if (s->contacts[k].point[i].normal > 0 && s->contacts[k].point[i].found != PAWL_LOST)
        s->contacts[k].point[i].mode = PAWL_PRESSED;
}

/* Forces of the step, as they are seen. */
static void note_forces(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  const pawl_switch_room *o = &r->switch_room;
  for (int i = 0; i < s->hold_count; i++) {
    const pawl_held *c = s->hold + i;
    pawl_contact_pair *pair = s->contacts + c->pair;
    pawl_contact_point *p = pair->point + c->point;
    if (!c->given)
      p->normal = o->total[2 * i] / h;
    p->friction = c->rubs ? o->total[2 * i + 1] / h : 0;
    pair->peak_force = fmax(pair->peak_force, p->normal);
    pair->deepest = fmax(pair->deepest, -p->now.gap);
  }
}

/* ---- the step ---- */

static pawl_status fail(pawl_run *r, pawl_error *error)
{
  if (r->system.error.status == PAWL_OK)
    return pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
                     "the step of %.3g s from t = %.9g s cannot be made", r->stepping->h, r->t);
  *error = r->system.error;
  return error->status;
}

static double largest_change(const pawl_run *r, const double *a, const double *b)
{
  double most = 0;
  for (int d = 0; d < r->system.tree.dof_count; d++)
    most = fmax(most, fabs(a[d] - b[d]) * r->system.scale.time / r->system.unit[d] /
                          (1 + fabs(a[d]) * r->system.scale.time / r->system.unit[d]));
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
    apply(r, x->trial, x->c);
    for (int d = 0; d < n; d++)
      x->c[d] = x->u[d] - x->c[d];
    if (r->system.hold_count) {
      if (!push(r, x->c, x->trial))
        return pawl_fail(&r->system.error, PAWL_BAD_NUMBERS, r->model->path,
                         "no impulses were found for the step from t = %.9g s", r->t);
    } else
      memcpy(x->trial, x->c, sizeof(double) * (size_t)n);
    double change = largest_change(r, x->trial, x->u);
    memcpy(x->u, x->trial, sizeof(double) * (size_t)n);
    if (change <= 4 * DBL_EPSILON || (round > 1 && change < 1e-13 && change > 0.5 * before))
      return PAWL_OK;
    x->known = x->known && round < 8; /* slow: S is too old for the next step */
    before = change;
  }
  return PAWL_OK;
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
  bool last = x->h >= (limit - r->t) * (1 - 1e-9);
  double h = last ? limit - r->t : x->h;
  memcpy(x->last, r->y, sizeof(double) * (size_t)r->n);
  memcpy(r->last_base, r->base, sizeof(pawl_quat) * (size_t)s->tree.quat_count);
  x->last_t = r->t;
  if (x->pile) {
    if (pawl_pile_run_step(r, x->pile, h, error) != PAWL_OK)
      return error->status;
    r->t = last ? limit : r->t + h;
    r->books.steps++;
    r->seen = r->slope_known = r->unchanged = false;
    return PAWL_OK;
  }
  if (s->contact_count && close_touches(r, h) != PAWL_OK)
    return fail(r, error);
  if (accelerate(r, r->t, r->y, r->y + n, x->a, x->power) != PAWL_OK)
    return fail(r, error);
  if (n <= MOST_IMPLICIT && (!x->known || fabs(h - x->known_h) > 1e-3 * h) && renew(r, h) != PAWL_OK)
    return fail(r, error);
  s->hold_count = 0;
  if (s->holds) { /* directions are those of half a step on */
    if (place_half_way(r, h) != PAWL_OK || set_contacts(r) != PAWL_OK)
      return fail(r, error);
    set_laws(r, h);
  }
  int held = s->hold_count;
  if (find_velocities(r, h) != PAWL_OK)
    return fail(r, error);
  s->hold_count = held;
  advance_positions(r, x->u, h, x->q1);
  if (accelerate(r, r->t + h, x->q1, x->u, x->a1, x->power1) != PAWL_OK)
    return fail(r, error);
  add_extras(r, h);
  s->hold_count = held;
  book_contacts(r);
  note_forces(r, h);
  memcpy(r->y, x->q1, sizeof(double) * (size_t)n);
  memcpy(r->y + n, x->u, sizeof(double) * (size_t)n);
  r->t = last ? limit : r->t + h;
  if (s->tree.row_count && pawl_project(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return fail(r, error);
  if (x->projects && held && lift(r) != PAWL_OK)
    return fail(r, error);
  show_pressed(r);
  pawl_system_rebase(s, r->y, r->base);
  r->books.steps++;
  r->seen = r->slope_known = r->unchanged = false;
  return PAWL_OK;
}

/* ---- passing an accumulation ---- */

/* Touches are looked for anew, and none is held yet. */
static void open_all(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    for (int i = 0; pawl_contact_switches(pair) && i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      bool rigid = pawl_rigid_of(&pair->fields->law) && pair->single != PAWL_SINGLE_CONSTRAINT;
      p->mode = rigid ? PAWL_OPEN : p->mode;
      p->rub = PAWL_RUB_NONE;
      p->cause = "passed by time-stepping";
      p->hits = 0;
    }
  }
}

pawl_status pawl_stepping_pass(pawl_run *r, double h, pawl_error *error)
{
  r->passage->h = h;
  r->passage->theta = 1;
  r->passage->projects = r->passage->plastic = true;
  r->passage->known = false;
  pawl_contacts_mark(&r->system);
  r->stepping = r->passage;
  pawl_status status = pawl_stepping_step(r, r->t + h, error);
  r->stepping = NULL;
  if (status != PAWL_OK)
    return status;
  open_all(r);
  return pawl_events_switch(r, error);
}
