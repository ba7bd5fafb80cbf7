/* Contacts that have nothing to do with each other. Where W falls apart into blocks, in some order of its contacts,
 *
 *     W = diag(W₁, W₂, …)
 *
 * so does the problem: every other condition is of one contact alone. Each island is solved by itself, which allows to try all modes of
 * each, and whatever is said of one names its contacts only.      theory.md, 8.9 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/roots.h"
#include "base/tolerances.h"
#include "contact/problem.h"

/* Both ways: what is given or locked has rows without columns. */
static bool is_coupled(const pawl_problem *p, const double *unit, int i, int j)
{
  int d = pawl_problem_dim(p);
  ptrdiff_t m = d * (ptrdiff_t)p->n;
  for (int r = d * i; r < d * i + d; r++)
    for (int c = d * j; c < d * j + d; c++)
      if (!((fabs(p->W[r * m + c]) + fabs(p->W[c * m + r])) * unit[r] * unit[c] <= PAWL_PROBLEM_APART))
        return true;
  return false;
}

/* The same of one block; the other way round is a block of its own. */
static bool is_coupled_by(const double *w, const double *of, const double *to, int d)
{
  for (int a = 0; a < d * d; a++)
    if (!(fabs(w[a]) * of[a / d] * to[a % d] <= PAWL_PROBLEM_APART))
      return true;
  return false;
}

/* Of blocks, numbered by their first contacts, too. */
static int find_by_blocks(const pawl_problem *p, pawl_solver *s)
{
  int count = 0, *parent = s->basis, d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++)
    parent[i] = i;
  for (int i = 0; i < p->n; i++)
    for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
      int j = p->rows->column[k];
      if (j == i ||
          !is_coupled_by(p->rows->value + d * d * (ptrdiff_t)k, s->unit + d * i, s->unit + d * j, d))
        continue;
      pawl_roots_join(parent, i, j);
    }
  for (int i = 0; i < p->n; i++) {
    int root = pawl_root_of(parent, i);
    s->island[i] = root == i ? count++ : s->island[root];
  }
  return count;
}

/* Returns how many there are. */
static int find_islands(const pawl_problem *p, pawl_solver *s)
{
  int count = 0, *reached = s->basis;
  if (!p->W)
    return find_by_blocks(p, s);
  for (int i = 0; i < p->n; i++)
    s->island[i] = -1;
  for (int first = 0; first < p->n; first++) {
    if (s->island[first] >= 0)
      continue;
    int left = 0;
    reached[left++] = first;
    s->island[first] = count;
    while (left > 0)
      for (int i = reached[--left], j = 0; j < p->n; j++)
        if (s->island[j] < 0 && is_coupled(p, s->unit, i, j)) {
          s->island[j] = count;
          reached[left++] = j;
        }
    count++;
  }
  return count;
}

int pawl_island_size(const pawl_solver *s, int n, int island)
{
  int size = 0;
  for (int i = 0; i < n; i++)
    size += s->island[i] == island;
  return size;
}

bool pawl_is_large(const pawl_solver *s, const pawl_problem *p, int island)
{
  return !p->W && pawl_island_size(s, p->n, island) > s->dense;
}

static pawl_problem_island place(const pawl_problem *p, const pawl_solver *s, int n, bool many)
{
  int d = pawl_problem_dim(p);
  pawl_problem_island l = {.W = many ? NULL : s->own, .kind = s->own_bytes};
  l.b = s->own + (many ? 0 : d * d * (ptrdiff_t)n * n);
  l.mu = l.b + d * n;
  l.mu_stick = l.mu + n;
  l.own = l.mu_stick + n;
  l.own_stick = l.own + n;
  l.floor = l.own_stick + n;
  l.force = l.floor + n;
  l.rate = l.force + d * n;
  l.way = l.rate + d * n;
  l.barred = l.kind + n;
  l.mode = l.barred + n;
  l.p = (pawl_problem){.n = n,
                       .dim = p->dim,
                       .W = l.W,
                       .b = l.b,
                       .mu = l.mu,
                       .mu_stick = p->mu_stick ? l.mu_stick : NULL,
                       .own = p->own ? l.own : NULL,
                       .own_stick = p->own_stick ? l.own_stick : NULL,
                       .kind = p->kind ? l.kind : NULL,
                       .floor = p->floor ? l.floor : NULL,
                       .barred = p->barred ? l.barred : NULL,
                       .way = p->way ? l.way : NULL};
  return l;
}

/* Its part of a dense W. */
static void take_dense(double *w, const pawl_problem *p, const pawl_solver *s, int which)
{
  int d = pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++)
    for (int r = d * i; s->island[i] == which && r < d * i + d; r++)
      for (int j = 0; j < p->n; j++)
        if (s->island[j] == which) {
          memcpy(w, p->W + (ptrdiff_t)r * d * p->n + d * j, (size_t)d * sizeof *w);
          w += d;
        }
}

/* Places within the island. */
static void number(const pawl_problem *p, const pawl_solver *s, int which)
{
  for (int i = 0, k = 0; i < p->n; i++)
    if (s->island[i] == which)
      s->large->number[i] = k++;
}

/* Its blocks as a dense W … */
static void take_spread(double *w, int n, const pawl_problem *p, const pawl_solver *s, int which)
{
  const int *at = s->large->number, d = pawl_problem_dim(p), block = d * d;
  memset(w, 0, (size_t)block * (size_t)n * (size_t)n * sizeof *w);
  for (int i = 0; i < p->n; i++)
    for (int k = p->rows->start[i]; s->island[i] == which && k < p->rows->start[i + 1]; k++)
      for (int a = 0; s->island[p->rows->column[k]] == which && a < block; a++)
        w[(d * (ptrdiff_t)at[i] + a / d) * d * n + d * at[p->rows->column[k]] + a % d] =
            p->rows->value[block * (ptrdiff_t)k + a];
}

/* … or as blocks. */
static void take_blocks(const pawl_problem *p, const pawl_solver *s, int which)
{
  pawl_large *l = s->large;
  int n = 0, count = 0;
  const int block = pawl_problem_dim(p) * pawl_problem_dim(p);
  for (int i = 0; i < p->n; i++) {
    if (s->island[i] != which)
      continue;
    l->start[n++] = count;
    for (int k = p->rows->start[i]; k < p->rows->start[i + 1]; k++) {
      if (s->island[p->rows->column[k]] != which)
        continue;
      l->column[count] = l->number[p->rows->column[k]];
      for (int a = 0; a < block; a++)
        l->value[block * (ptrdiff_t)count + a] = p->rows->value[block * (ptrdiff_t)k + a];
      count++;
    }
  }
  l->start[n] = count;
}

/* `many`: as blocks. */
static void take(pawl_problem_island *to, const double *force, const double *rate, const unsigned char *mode,
                 const pawl_problem *p, const pawl_solver *s, int which, bool many)
{
  int d = pawl_problem_dim(p);
  pawl_problem_island l = place(p, s, pawl_island_size(s, p->n, which), many);
  if (!p->W)
    number(p, s, which);
  if (p->W)
    take_dense(l.W, p, s, which);
  else if (l.W)
    take_spread(l.W, l.p.n, p, s, which);
  else
    take_blocks(p, s, which);
  for (int i = 0, k = 0; i < p->n; i++) {
    if (s->island[i] != which)
      continue;
    for (int r = 0; r < d; r++) {
      l.b[d * k + r] = p->b[d * i + r];
      l.force[d * k + r] = force[d * i + r];
      l.rate[d * k + r] = rate[d * i + r];
    }
    if (p->way)
      memcpy(l.way + 2 * k, p->way + 2 * i, 2 * sizeof *l.way);
    l.mu[k] = p->mu[i];
    l.mu_stick[k] = p->mu_stick ? p->mu_stick[i] : 0;
    l.own[k] = p->own ? p->own[i] : 0;
    l.own_stick[k] = p->own_stick ? p->own_stick[i] : 0;
    l.floor[k] = p->floor ? p->floor[i] : 0;
    l.kind[k] = p->kind ? p->kind[i] : 0;
    l.barred[k] = p->barred ? p->barred[i] : 0;
    l.mode[k++] = mode[i];
  }
  *to = l;
  if (l.W)
    return;
  to->rows = (pawl_block_rows){s->large->start, s->large->column, s->large->value};
  to->p.rows = &to->rows;
}

void pawl_island_take(pawl_problem_island *to, const double *force, const double *rate,
                      const unsigned char *mode, const pawl_problem *p, const pawl_solver *s, int which)
{
  take(to, force, rate, mode, p, s, which, pawl_is_large(s, p, which));
}

void pawl_island_put(double *force, double *rate, unsigned char *mode, const pawl_problem_island *l,
                     const pawl_problem *p, const pawl_solver *s, int which)
{
  int d = pawl_problem_dim(p);
  for (int i = 0, k = 0; i < p->n; i++)
    if (s->island[i] == which) {
      memcpy(force + d * i, l->force + d * k, (size_t)d * sizeof *force);
      memcpy(rate + d * i, l->rate + d * k, (size_t)d * sizeof *rate);
      mode[i] = l->mode[k++];
    }
}

/* What is no more than a residual of the whole may be, such as velocities of what rests while an impact falls elsewhere, is not judged by
 * itself: there no forces are as good as any. */
static pawl_solution solve_slight(pawl_problem_island *l, const pawl_solve_options *options, pawl_solver *s)
{
  pawl_solve_options own = *options;
  size_t m = (size_t)(pawl_problem_dim(&l->p) * l->p.n);
  own.count = own.exhaust = false;
  pawl_solution found =
      (l->W ? pawl_island_solve : pawl_large_solve)(l->force, l->rate, l->mode, &l->p, &own, s);
  if (!pawl_is_solved(found.by)) {
    memset(l->force, 0, m * sizeof *l->force);
    memcpy(l->rate, l->b, m * sizeof *l->rate);
    pawl_problem_read_modes(l->mode, NULL, &l->p, s->unit, l->force, l->rate);
    found.by = PAWL_BY_ITERATION;
  }
  found.motions = found.sets = 1;
  found.slight = true;
  return found;
}

/* One that is taken already. Where paths from limit to limit get lost in an island of some touches, what is for many may find the way. */
static pawl_solution solve_one(pawl_problem_island *l, const double *force, const double *rate,
                               const unsigned char *mode, const pawl_problem *p,
                               const pawl_solve_options *options, pawl_solver *s, int which)
{
  if (!l->W)
    return pawl_large_solve(l->force, l->rate, l->mode, &l->p, options, s);
  pawl_solution found = pawl_island_solve(l->force, l->rate, l->mode, &l->p, options, s);
  if (found.by != PAWL_NOT_FOUND || p->W)
    return found;
  take(l, force, rate, mode, p, s, which, true);
  return pawl_large_solve(l->force, l->rate, l->mode, &l->p, options, s);
}

/* The largest of b and floors of an island, in units of the whole. */
static double size_of(const pawl_problem_island *l, const pawl_problem *p, pawl_solver *s, int which)
{
  int d = pawl_problem_dim(p);
  for (int i = 0, k = 0; i < p->n; i++)
    if (s->island[i] == which)
      memcpy(s->x + d * k++, s->unit + d * i, (size_t)d * sizeof *s->x);
  return pawl_problem_size(&l->p, s->x, NULL);
}

static int times(int a, int b)
{
  if (a <= 0 || b <= 0)
    return a == 0 || b == 0 ? 0 : -1;
  return a > INT_MAX / b ? INT_MAX : a * b;
}

/* Adds what was found of one island. */
static void join(pawl_solution *whole, const pawl_solution *found)
{
  whole->by = found->by > whole->by ? found->by : whole->by;
  whole->motions = times(whole->motions, found->motions);
  whole->sets = times(whole->sets, found->sets);
  whole->continuum |= found->continuum;
  whole->forces_free |= found->forces_free;
}

static pawl_solution solve_each(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                pawl_solve_options options, pawl_solver *s)
{
  pawl_solution whole = {.by = PAWL_BY_MODES, .motions = 1, .sets = 1, .residual = INFINITY};
  double slight = PAWL_PROBLEM_SOLVED * pawl_problem_size(p, s->unit, NULL);
  bool several = false;
  memset(s->of, 0, sizeof *s->of * (size_t)s->islands);
  for (int k = 0; k < s->islands; k++) {
    pawl_problem_island l;
    pawl_island_take(&l, force, rate, mode, p, s, k);
    double size = size_of(&l, p, s, k);
    bool judged = size == 0 || size >= slight;
    s->of[k] = judged ? solve_one(&l, force, rate, mode, p, &options, s, k) : solve_slight(&l, &options, s);
    pawl_island_put(force, rate, mode, &l, p, s, k);
    pawl_problem_units(s->unit, p);
    join(&whole, s->of + k);
    if (!pawl_is_solved(s->of[k].by) || (s->of[k].motions > 1 && !several)) {
      whole.island = k;
      several = true;
      options.motion = NULL; /* the list stays */
    }
    if (!pawl_is_solved(s->of[k].by))
      return whole;
  }
  whole.residual = pawl_problem_misfit(s->rate, p, s->unit, force, mode);
  return whole;
}

pawl_solution pawl_problem_solve(double *force, double *rate, unsigned char *mode, const pawl_problem *p,
                                 const pawl_solve_options *options, pawl_solver *s)
{
  pawl_problem_units(s->unit, p);
  s->islands = find_islands(p, s);
  if (s->islands != 1 || !p->W)
    return solve_each(force, rate, mode, p, options ? *options : (pawl_solve_options){0}, s);
  return s->of[0] = pawl_island_solve(force, rate, mode, p, options, s);
}
