/* An island as a problem {n, W, b, μ} for Newton's method (contact/newton.c).
 *
 * W is made of the bodies that touches share: the block of two touches on one body i is ± (J_a M_i⁻¹
 * J_bᵀ). */
#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "geometry/plane.h"
#include "step/stepping_pile.h"

enum { FILL = 30 };

typedef struct pawl_pile_polish {
  int most;   /* touches that there is room for             */
  int blocks; /* of W                                       */
  int *start, *column, *first, *next, *mark;
  double *value, *b, *mu, *force, *rate;
  unsigned char *mode;
  void *memory;
} polish;

static int *ints(pawl_pile *p, int n)
{
  return PAWL_TAKE(p->arena, n, int);
}

static double *doubles(pawl_pile *p, int n)
{
  return PAWL_TAKE(p->arena, n, double);
}

static polish *room_for(pawl_pile *p, int count)
{
  polish *x = p->polish;
  if (x && x->most >= count)
    return x;
  if (!x && !(x = PAWL_TAKE(p->arena, 1, polish)))
    return NULL;
  x->most = 2 * count < p->options.polish ? 2 * count : p->options.polish;
  x->start = ints(p, x->most + 1);
  x->next = ints(p, 2 * x->most);
  x->mark = ints(p, x->most);
  x->b = doubles(p, 2 * x->most);
  x->mu = doubles(p, x->most);
  x->force = doubles(p, 2 * x->most);
  x->rate = doubles(p, 2 * x->most);
  x->mode = PAWL_TAKE(p->arena, x->most, unsigned char);
  x->memory = PAWL_TAKE(p->arena, pawl_sparse_bytes(x->most, FILL), char);
  if (!x->first)
    x->first = ints(p, p->bodies);
  return p->arena->failed ? NULL : (p->polish = x);
}

static const pawl_pile_touch *touch_of(const pawl_pile *p, const pawl_island *l, int i)
{
  return p->touch + p->net.order[l->begin + i];
}

/* Chains of the touches of each body; end 2 i + k is side k of touch i. */
static void chain(polish *x, const pawl_pile *p, const pawl_island *l)
{
  int n = l->end - l->begin;
  for (int e = 0; e < 2 * n; e++)
    x->first[pawl_pile_lead(p, touch_of(p, l, e / 2)->body[e & 1])] = -1;
  for (int e = 2 * n - 1; e >= 0; e--) {
    int *first = x->first + pawl_pile_lead(p, touch_of(p, l, e / 2)->body[e & 1]);
    x->next[e] = *first;
    *first = e;
  }
}

/* w += the part of the block of touches a and b that comes from the body at their sides i and j. */
static void add_block(double *w, const pawl_pile *p, const pawl_pile_touch *a, int i,
                      const pawl_pile_touch *b, int j)
{
  if (pawl_pile_is_joined(p, a->body[i])) {
    pawl_pile_block_joined(w, p, a, i, b, j);
    return;
  }
  double sign = i == j ? 1 : -1, m = sign * p->inverse_mass[a->body[i]],
         I = sign * p->inverse_inertia[a->body[i]];
  double along = a->n[0] * b->n[0] + a->n[1] * b->n[1], across = a->n[0] * b->n[1] - a->n[1] * b->n[0];
  w[0] += m * along + I * a->arm[i][0] * b->arm[j][0];
  w[1] += -m * across + I * a->arm[i][0] * b->arm[j][1];
  w[2] += m * across + I * a->arm[i][1] * b->arm[j][0];
  w[3] += m * along + I * a->arm[i][1] * b->arm[j][1];
}

static int sort_in(int *column, int begin, int end, int j)
{
  int k = end;
  for (; k > begin && column[k - 1] > j; k--)
    column[k] = column[k - 1];
  column[k] = j;
  return end + 1;
}

/* Which touches share a body with touch i, rising, into `column` (or counted only, with column NULL). */
static int neighbours(polish *x, const pawl_pile *p, const pawl_island *l, int i, int begin, int *column)
{
  int end = begin;
  const pawl_pile_touch *t = touch_of(p, l, i);
  for (int k = 0; k < 2; k++)
    for (int e = t->body[k] ? x->first[pawl_pile_lead(p, t->body[k])] : -1; e >= 0; e = x->next[e])
      if (x->mark[e / 2] != i) {
        x->mark[e / 2] = i;
        end = column ? sort_in(column, begin, end, e / 2) : end + 1;
      }
  return end;
}

static bool build(polish *x, pawl_pile *p, const pawl_island *l)
{
  int n = l->end - l->begin, count = 0;
  chain(x, p, l);
  memset(x->mark, -1, (size_t)n * sizeof *x->mark);
  for (int i = 0; i < n; i++)
    count = neighbours(x, p, l, i, count, NULL);
  if (count > x->blocks) {
    x->blocks = 2 * count;
    x->column = ints(p, x->blocks);
    x->value = doubles(p, 4 * x->blocks);
    if (p->arena->failed)
      return false;
  }
  memset(x->mark, -1, (size_t)n * sizeof *x->mark);
  memset(x->value, 0, 4 * (size_t)count * sizeof *x->value);
  x->start[0] = 0;
  for (int i = 0; i < n; i++) {
    const pawl_pile_touch *a = touch_of(p, l, i);
    x->start[i + 1] = neighbours(x, p, l, i, x->start[i], x->column);
    for (int e = x->start[i]; e < x->start[i + 1]; e++) {
      const pawl_pile_touch *b = touch_of(p, l, x->column[e]);
      for (int s = 0; s < 4; s++)
        if (a->body[s / 2] && pawl_pile_lead(p, a->body[s / 2]) == pawl_pile_lead(p, b->body[s % 2]))
          add_block(x->value + 4 * (size_t)e, p, a, s / 2, b, s % 2);
    }
  }
  return true;
}

bool pawl_pile_polish_island(pawl_pile *p, const pawl_island *l)
{
  int n = l->end - l->begin;
  polish *x = room_for(p, n);
  if (!x || !build(x, p, l))
    return false;
  const pawl_block_rows rows = {x->start, x->column, x->value};
  const pawl_problem problem = {.n = n, .rows = &rows, .b = x->b, .mu = x->mu};
  for (int i = 0; i < n; i++) {
    const pawl_pile_touch *t = touch_of(p, l, i);
    double *b = x->b + 2 * i;
    pawl_pile_rates(b, t, p->speed);
    b[0] = t->bound > -INFINITY ? b[0] - t->bound : 1e300;
    b[1] += p->note[p->net.order[l->begin + i]].belt;
    memcpy(x->force + 2 * i, t->push, sizeof t->push);
    x->mu[i] = t->mu;
  }
  for (int i = 0; i < n; i++) /* speeds hold the pushes already */
    for (int e = x->start[i]; e < x->start[i + 1]; e++) {
      const double *w = x->value + 4 * (size_t)e, *f = x->force + 2 * x->column[e];
      x->b[2 * i] -= w[0] * f[0] + w[1] * f[1];
      x->b[2 * i + 1] -= w[2] * f[0] + w[3] * f[1];
    }
  const pawl_sparse_options options = {.tolerance = PAWL_PROBLEM_SWEPT, .sweeps = 60, .fill = FILL};
  pawl_sparse_report report;
  bool solved = pawl_sparse_solve(x->force, x->rate, x->mode, &report, &problem, &options, x->memory);
  p->report.newtons += report.steps;
  p->report.unsolved += !solved;
  for (int i = 0; i < n; i++) {
    pawl_pile_touch *t = p->touch + p->net.order[l->begin + i];
    const double *f = x->force + 2 * i;
    if (l->joined)
      pawl_pile_push_joined(p, p->speed, t, f[0] - t->push[0], f[1] - t->push[1]);
    else
      pawl_pile_push(p->speed, t, f[0] - t->push[0], f[1] - t->push[1]);
    memcpy(t->push, f, sizeof t->push);
  }
  return true;
}
