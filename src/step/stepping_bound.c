/* Constraints of own equations in a step: kept both ways.      theory.md, 10.1
 *
 *     w_C·v⁺ + what time adds = 0,    v⁺ = c + y P + y_C P_C,    y = S⁻¹ M⁻¹ w
 *
 * They are eliminated from the problem of the touches: with K = w_C y_C
 *
 *     c - y_C K⁻¹ (w_C·c + …)  for c,    y - y_C K⁻¹ w_C·y  for y,    P_C = -K⁻¹ (w_C·(c + y P) + …)
 *
 * Constraints that say the same make K singular; then the least impulses are taken. */
#include <string.h>

#include "base/dense.h"
#include "base/error.h"
#include "base/tolerances.h"
#include "step/stepping_inner.h"

int pawl_stepping_count_bounds(const pawl_system *s)
{
  int count = 0;
  for (int k = 0; k < s->contact->count; k++)
    count += s->contact->pair[k].kind->both_ways;
  return count;
}

/* Where it begins to hold it is from then on where it is. */
pawl_status pawl_stepping_switch_bounds(pawl_run *r)
{
  pawl_system *s = &r->system;
  if (pawl_stepping_count_bounds(s) == 0)
    return PAWL_OK;
  s->at.work = r->y + 2 * s->tree.dof_count;
  if (pawl_system_rows(s, r->t, r->y, r->y + s->tree.dof_count, r->base) != PAWL_OK)
    return s->error.status;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_contact_point *p = pair->point;
    pawl_shape_motion m = {0};
    if (!pair->kind->both_ways)
      continue;
    pawl_contact_follow(s, pair, &m, p, false);
    if (p->track.found == PAWL_LOST)
      return s->error.status ? s->error.status : PAWL_BAD_NUMBERS;
    if (r->stepping->plastic) /* an event-driven run knows its modes */
      continue;
    if (p->mode.normal == PAWL_OPEN && p->row.when > 0)
      pair->limit += p->track.now.gap;
    p->mode.normal = p->row.when > 0 ? PAWL_PRESSED : PAWL_OPEN;
    if (p->mode.normal == PAWL_OPEN)
      p->row.normal = 0;
  }
  return PAWL_OK;
}

/* K c = r, in place; in natural units. */
static void solve(pawl_system *s, const pawl_stepping *x, double *r, int m)
{
  double *A = x->bound.K_room, *copy = A + m * m, *unit = copy + m * m, *b = unit + m, *begin = b + m;
  memset(begin, 0, sizeof(double) * (size_t)m);
  for (int i = 0; i < m; i++)
    unit[i] = x->bound.K[i * m + i] > 0 ? 1 / sqrt(x->bound.K[i * m + i]) : 0;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] = unit[i] * x->bound.K[i * m + j] * unit[j];
    b[i] = r[i] = unit[i] * r[i];
  }
  memcpy(copy, A, sizeof(double) * (size_t)(m * m));
  if (pawl_eliminate(copy, r, m, PAWL_PROBLEM_RANK) >= 0)
    pawl_held_approach(s, A, b, begin, r, m);
  for (int i = 0; i < m; i++)
    r[i] *= unit[i];
}

static double along(const pawl_run *r, int i, const double *v)
{
  const double *w = r->system.contact->hold[i].w[PAWL_N];
  double sum = 0;
  for (int d = 0; d < r->system.tree.dof_count; d++)
    sum += w[d] * v[d];
  return sum;
}

/* y of touch column j, and of what is left of it how much: next to nothing moves where constraints hold it. */
static bool condense(pawl_run *r, int j, int m)
{
  pawl_stepping *x = r->stepping;
  int n = r->system.tree.dof_count, first = x->touches, rows = r->system.contact->dim, wide = rows * x->most;
  double *c = x->bound.impulse, before = 0, after = 0;
  const double *w = r->system.contact->hold[j / rows].w[j % rows];
  for (int i = 0; i < m; i++)
    c[i] = along(r, first + i, x->y[j]);
  solve(&r->system, x, c, m);
  for (int i = 0; i < m; i++)
    x->bound.Z[i * wide + j] = c[i];
  for (int d = 0; d < n; d++) {
    before += w[d] * x->y[j][d];
    for (int i = 0; i < m; i++)
      x->y[j][d] -= x->y[rows * (first + i)][d] * c[i];
    after += w[d] * x->y[j][d];
  }
  bool yields = after > PAWL_UNMOVED * before;
  if (!yields) {
    memset(x->y[j], 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < m; i++)
      x->bound.Z[i * wide + j] = 0;
  }
  return yields;
}

void pawl_stepping_condense(pawl_run *r)
{
  pawl_stepping *x = r->stepping;
  pawl_system *s = &r->system;
  const int m = s->contact->hold_count - x->touches, rows = s->contact->dim;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      x->bound.K[i * m + j] = along(r, x->touches + i, x->y[rows * (x->touches + j)]);
  for (int j = 0; m && j < rows * x->touches; j++) {
    pawl_held *h = s->contact->hold + j / rows;
    bool acts = j % rows >= h->dim ? false : j % rows == PAWL_N ? !h->given : h->rubs;
    if (acts && !condense(r, j, m)) {
      h->blocked = h->blocked || j % rows == PAWL_N;
      h->locked = h->locked || (j % rows == PAWL_T && h->dim == 2);
    }
  }
}

void pawl_stepping_keep(pawl_run *r, double *c)
{
  pawl_stepping *x = r->stepping;
  const int first = x->touches, m = r->system.contact->hold_count - first, rows = r->system.contact->dim;
  for (int i = 0; i < m; i++)
    x->bound.impulse[i] = -along(r, first + i, c) - r->event.room.first[rows * (first + i)];
  if (m)
    solve(&r->system, x, x->bound.impulse, m);
  for (int i = 0; i < m; i++)
    for (int d = 0; d < r->system.tree.dof_count; d++)
      c[d] += x->y[rows * (first + i)][d] * x->bound.impulse[i];
}

void pawl_stepping_keep_touches(pawl_run *r, double *P)
{
  const pawl_stepping *x = r->stepping;
  const int first = x->touches, m = r->system.contact->hold_count - first, rows = r->system.contact->dim;
  for (int i = 0; i < m; i++) {
    double sum = x->bound.impulse[i];
    for (int j = 0; j < rows * first; j++)
      sum -= P[j] == 0 ? 0 : x->bound.Z[i * rows * x->most + j] * P[j];
    memset(P + rows * (first + i), 0, sizeof *P * (size_t)rows);
    P[rows * (first + i)] = sum;
  }
}

/* ---- the end of a step ---- */

static pawl_status judge(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    const pawl_contact_point *p = pair->point;
    const pawl_part *part = r->model->parts[pair->part];
    pawl_shape_motion m = {0};
    if (!pair->kind->both_ways || p->mode.normal != PAWL_PRESSED)
      continue;
    pawl_contact_follow(s, pair, &m, pair->point, false);
    if (!(fabs(p->track.now.gap) <= PAWL_STRAYED * s->scale.length &&
          fabs(p->row.gap_rate) * s->scale.time <= PAWL_STRAYED * s->scale.length))
      return pawl_fail(&s->error, PAWL_BAD_NUMBERS, part->where,
                       "%s \"%s\" cannot be kept at t = %.9g s: %g of it is left, and %g of its rate",
                       part->kind->name, part->name, r->t, p->track.now.gap, p->row.gap_rate);
  }
  return PAWL_OK;
}

/* What is not a constraint is hidden, or shown again. */
static void hide(pawl_system *s, unsigned char *mode)
{
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < PAWL_TOUCHES && !s->contact->pair[k].kind->both_ways; i++) {
      mode[k * PAWL_TOUCHES + i] = (unsigned char)s->contact->pair[k].point[i].mode.normal;
      s->contact->pair[k].point[i].mode.normal = PAWL_OPEN;
    }
}

static void show(pawl_system *s, const unsigned char *mode)
{
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < PAWL_TOUCHES && !s->contact->pair[k].kind->both_ways; i++)
      s->contact->pair[k].point[i].mode.normal = (pawl_touch_mode)mode[k * PAWL_TOUCHES + i];
}

static int first_bound(const pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->both_ways && s->contact->pair[k].point->mode.normal == PAWL_PRESSED)
      return k;
  return -1;
}

/* Velocities turn with the constraint while positions go on: that impulse is part of its force. */
static void add_forces(pawl_system *s, double h)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    s->contact->pair[s->contact->hold[i].pair].point->row.normal += s->contact->hold[i].force[PAWL_N] / h;
}

/* What that takes is booked to the first of them. */
pawl_status pawl_stepping_project_bounds(pawl_run *r, double h)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count, first = first_bound(s);
  double kinetic, gravity, stored;
  if (first < 0)
    return PAWL_OK;
  if (pawl_system_rows(s, r->t, r->y, r->y + n, r->base) != PAWL_OK)
    return s->error.status;
  double before = pawl_system_energy(s, &kinetic, &gravity, &stored);
  hide(s, r->stepping->hidden);
  pawl_status status = pawl_held_project(s, r->t, r->y, r->y + n, r->base, NULL);
  show(s, r->stepping->hidden);
  if (status == PAWL_OK)
    add_forces(s, h);
  if (status == PAWL_OK)
    status = pawl_system_rows(s, r->t, r->y, r->y + n, r->base);
  if (status != PAWL_OK)
    return status;
  r->y[2 * n + pawl_pair_work(s, s->contact->pair + first)] +=
      pawl_system_energy(s, &kinetic, &gravity, &stored) - before;
  return judge(r);
}
