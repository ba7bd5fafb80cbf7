/* Which touches that are held act on each other, W between them, and the unknowns of each island.      theory.md, 9.1 */
#include "contact/held_net.h"

#include <limits.h>
#include <string.h>

#include "base/error.h"
#include "contact/friction.h"

static size_t count_bounds(const pawl_system *s)
{
  size_t bounds = 0;
  for (int k = 0; k < s->contact->count; k++)
    bounds += s->contact->pair[k].kind->both_ways;
  return bounds;
}

/* Blocks of W that are known stay. */
static bool fit_blocks(pawl_system *s, struct pawl_held_room *o, size_t need)
{
  size_t now = (size_t)o->blocks, to = need > 2 * now ? need : 2 * now;
  if (need <= now)
    return true;
  int *column = PAWL_TAKE(s->arena, to, int);
  const size_t block = (size_t)(s->contact->dim * s->contact->dim);
  double *value = PAWL_TAKE(s->arena, block * to, double);
  if (s->arena->failed || to > INT_MAX / block)
    return false;
  if (now)
    memcpy(column, o->column, sizeof *column * now);
  o->column = column;
  o->value = value;
  o->blocks = (int)to;
  return true;
}

static bool fit_numbers(pawl_system *s, struct pawl_held_room *o, size_t need)
{
  size_t to = need > 2 * o->numbers ? need : 2 * o->numbers;
  if (need <= o->numbers)
    return true;
  double *A = PAWL_TAKE(s->arena, 2 * to, double);
  if (s->arena->failed)
    return false;
  o->A = A;
  o->M = A + to;
  o->numbers = to;
  return true;
}

bool pawl_held_room(pawl_system *s, int most)
{
  pawl_arena *arena = s->arena;
  size_t m = (size_t)most, d = (size_t)s->contact->dim, dofs = (size_t)s->tree.dof_count,
         rows = (size_t)s->tree.row_count;
  struct pawl_held_room *o = PAWL_TAKE(arena, 1, struct pawl_held_room);
  pawl_held *hold = PAWL_TAKE(arena, m, pawl_held);
  double *all = PAWL_TAKE(arena, m * d * (2 * dofs + rows + 1), double);
  int *numbers = PAWL_TAKE(arena, (9 + 2 * d) * m + 3 + 6 * dofs, int);
  double *each = PAWL_TAKE(arena, 5 * d * m + dofs, double);
  size_t bounds = count_bounds(s);
  double *bound = PAWL_TAKE(arena, 2 * bounds + bounds * bounds, double);
  pawl_held_unknown *unknown = PAWL_TAKE(arena, d * m, pawl_held_unknown);
  if (arena->failed)
    return false;
  for (size_t i = 0; i < m; i++)
    for (size_t a = 0; a < d; a++) {
      hold[i].w[a] = all;
      hold[i].x[a] = all + dofs;
      hold[i].multiplier[a] = all + 2 * dofs;
      all += 2 * dofs + rows;
    }
  const struct pawl_held_room none = {0}, *before = s->contact->room ? s->contact->room : &none;
  *o = (struct pawl_held_room){.most = most,
                               .unknown = unknown,
                               .column = before->column,
                               .value = before->value,
                               .blocks = before->blocks,
                               .A = before->A,
                               .M = before->M,
                               .numbers = before->numbers,
                               .soft = NAN,
                               .bound = {(int)bounds, bound, bound + bounds, bound + 2 * bounds}};
  const struct {
    int **to;
    size_t count;
  } lists[] = {{&o->start, m + 1},    {&o->head, dofs},       {&o->tail, dofs},      {&o->next, 2 * m},
               {&o->island, m},       {&o->member, m},        {&o->begin_of, m + 1}, {&o->number, m},
               {&o->first, m + 1},    {&o->index, d * m},     {&o->row, d * m},      {&o->body.place, dofs},
               {&o->body.seen, dofs}, {&o->body.queue, dofs}, {&o->body.pivot, dofs}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; numbers += lists[i++].count)
    *lists[i].to = numbers;
  double **once[] = {&o->b, &o->x, &o->begin, &o->left, &o->possible};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++, each += d * m)
    *once[i] = each;
  o->body.placed = each;
  size_t few = m < PAWL_HELD_FEW ? m : PAWL_HELD_FEW;
  if (!fit_blocks(s, o, few * few) || !fit_numbers(s, o, d * d * few * few) ||
      !fit_numbers(s, o, bounds * bounds))
    return false;
  s->contact->room = o;
  s->contact->hold = hold;
  return true;
}

bool pawl_held_fit_numbers(pawl_system *s, size_t need)
{
  return fit_numbers(s, s->contact->room, need) || (pawl_fail_memory(&s->error), false);
}

int pawl_held_most(const pawl_system *s)
{
  return s->contact->room ? s->contact->room->most : 0;
}

double *pawl_held_matrix(pawl_system *s, int n)
{
  return fit_numbers(s, s->contact->room, (size_t)n * (size_t)n) ? s->contact->room->A : NULL;
}

/* ---- coupling ---- */

/* The first touch of an island; paths are halved on the way. */
static int root_of(int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

static void join(int *parent, int i, int j)
{
  int a = root_of(parent, i), b = root_of(parent, j);
  parent[a > b ? a : b] = a > b ? b : a;
}

/* Touches by the branches that they act on; those of one branch are one island. */
static void list_branches(const pawl_system *s, struct pawl_held_room *o)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int side = 0; side < 2; side++)
      if (s->contact->hold[i].branch[side] >= 0)
        o->head[s->contact->hold[i].branch[side]] = -1;
  for (int i = 0; i < s->contact->hold_count; i++) {
    o->island[i] = i;
    for (int side = 0; side < 2; side++) {
      int branch = s->contact->hold[i].branch[side], entry = 2 * i + side;
      o->next[entry] = -1;
      if (branch < 0)
        continue;
      if (o->head[branch] < 0)
        o->head[branch] = entry;
      else {
        o->next[o->tail[branch]] = entry;
        join(o->island, o->tail[branch] / 2, i);
      }
      o->tail[branch] = entry;
    }
  }
}

/* Both lists of touch i as one, rising; it is in them itself. */
static int merge_row(const pawl_system *s, const struct pawl_held_room *o, int i, int *column)
{
  int n = 0, at[2];
  for (int side = 0; side < 2; side++)
    at[side] = s->contact->hold[i].branch[side] < 0 ? -1 : o->head[s->contact->hold[i].branch[side]];
  while (at[0] >= 0 || at[1] >= 0) {
    int side = at[0] < 0 || (at[1] >= 0 && at[1] / 2 < at[0] / 2), touch = at[side] / 2;
    if (n == 0 || column[n - 1] != touch)
      column[n++] = touch;
    at[side] = o->next[at[side]];
  }
  if (n == 0)
    column[n++] = i;
  return n;
}

/* Members of each island, from their roots. */
static void number_islands(struct pawl_held_room *o, int n)
{
  int *begin = o->begin_of;
  o->islands = 0;
  for (int i = 0; i < n; i++) {
    int root = root_of(o->island, i);
    o->number[i] = root == i ? o->islands++ : o->number[root];
  }
  memset(begin, 0, sizeof(int) * (size_t)(o->islands + 1));
  for (int i = 0; i < n; i++)
    begin[(o->island[i] = o->number[i]) + 1]++;
  for (int k = 0; k < o->islands; k++)
    begin[k + 1] += begin[k];
  for (int i = 0; i < n; i++)
    o->member[begin[o->island[i]]++] = i;
  memmove(begin + 1, begin, sizeof(int) * (size_t)o->islands); /* each has come to the begin of the next */
  begin[0] = 0;
}

/* ---- W ---- */

/* How many touches of its own island lie between two that share a branch, at most, makes the band. */
static size_t band_of(const struct pawl_held_room *o, int island, size_t d)
{
  int from = o->begin_of[island], to = o->begin_of[island + 1], far = 0;
  for (int m = from; m < to; m++)
    o->number[o->member[m]] = m;
  for (int m = from; m < to; m++)
    for (int i = o->member[m], k = o->start[i]; k < o->start[i + 1]; k++)
      far = o->number[o->column[k]] - m > far ? o->number[o->column[k]] - m : far;
  size_t n = d * (size_t)(to - from), wide = 3 * (d * (size_t)far + d - 1) + 1;
  return n * (wide < n ? wide : n);
}

/* A block of W; what a touch does not have is 0 in it. */
static inline void couple_pair(const pawl_system *s, double *value, int i, int j)
{
  const int d = s->contact->dim, rows = s->contact->hold[i].dim, columns = s->contact->hold[j].dim;
  if (d == 2) {
    value[0] = pawl_held_W(s, i, PAWL_N, j, PAWL_N);
    value[1] = pawl_held_W(s, i, PAWL_N, j, PAWL_T);
    value[2] = pawl_held_W(s, i, PAWL_T, j, PAWL_N);
    value[3] = pawl_held_W(s, i, PAWL_T, j, PAWL_T);
    return;
  }
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++)
      value[d * a + b] = a < rows && b < columns ? pawl_held_W(s, i, a, j, b) : 0;
}

/* One touch is an island; there is always room for it. */
static void couple_one(pawl_system *s)
{
  struct pawl_held_room *o = s->contact->room;
  o->islands = 1;
  o->island[0] = o->member[0] = o->begin_of[0] = o->start[0] = o->column[0] = 0;
  o->begin_of[1] = o->start[1] = 1;
  couple_pair(s, o->value, 0, 0);
}

bool pawl_held_couple(pawl_system *s, bool all)
{
  struct pawl_held_room *o = s->contact->room;
  bool good = true;
  if (s->contact->hold_count == 1) {
    couple_one(s);
    return true;
  }
  list_branches(s, o);
  number_islands(o, s->contact->hold_count);
  o->start[0] = 0;
  for (int i = 0; good && i < s->contact->hold_count; i++) {
    o->start[i + 1] = o->start[i];
    if (!all && pawl_held_is_many(o, o->island[i]))
      continue;
    good = fit_blocks(s, o, (size_t)o->start[i] + (size_t)s->contact->hold_count);
    o->start[i + 1] = good ? o->start[i] + merge_row(s, o, i, o->column + o->start[i]) : 0;
  }
  for (int k = 0; good && k < o->islands; k++)
    good = pawl_held_is_many(o, k) || fit_numbers(s, o, band_of(o, k, (size_t)s->contact->dim));
  if (!good) {
    pawl_fail_memory(&s->error);
    return false;
  }
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int k = o->start[i]; k < o->start[i + 1]; k++)
      couple_pair(s, o->value + s->contact->dim * s->contact->dim * (ptrdiff_t)k, i, o->column[k]);
  return true;
}

double pawl_held_rate(const pawl_system *s, int i, int a)
{
  const struct pawl_held_room *o = s->contact->room;
  const int d = s->contact->dim;
  double y = s->contact->hold[i].free[a];
  for (int k = o->start[i]; k < o->start[i + 1]; k++) {
    const pawl_held *h = s->contact->hold + o->column[k];
    const double *W = o->value + d * d * (ptrdiff_t)k + d * a;
    if (!h->given && h->force[PAWL_N] != 0)
      y += W[PAWL_N] * h->force[PAWL_N];
    for (int b = PAWL_T; h->rubs && b < h->dim; b++)
      if (h->force[b] != 0)
        y += W[b] * h->force[b];
  }
  return y;
}

/* ---- unknowns ---- */

static double lean_of(const pawl_held *h, int a)
{
  if (!h->rubs || a >= h->dim - 1)
    return 0;
  return h->by_formula ? h->lean : h->way[a] == 0 ? 0 : -h->way[a] * h->slides.share;
}

static bool is_unknown(const pawl_system *s, int i, int a)
{
  const pawl_held *h = s->contact->hold + i;
  if (a == PAWL_N)
    return !h->given && !h->blocked;
  return h->rubs && !h->by_formula && !h->locked &&
         s->contact->pair[h->pair].point[h->point].mode.tangent == PAWL_RUB_STICK;
}

void pawl_held_list(pawl_system *s, bool leans)
{
  struct pawl_held_room *o = s->contact->room;
  int n = 0;
  for (int k = 0; k < o->islands; k++) {
    o->first[k] = n;
    for (int m = o->begin_of[k]; m < o->begin_of[k + 1]; m++)
      for (int i = o->member[m], a = 0; a < s->contact->dim; a++) {
        const pawl_held *h = s->contact->hold + i;
        bool known = a >= h->dim || !is_unknown(s, i, a);
        o->index[s->contact->dim * i + a] = known ? -1 : n;
        if (known)
          continue;
        double unit = 1 / sqrt(pawl_held_W(s, i, a, i, a));
        pawl_held_unknown u = {i, a, .unit = isfinite(unit) ? unit : 0};
        for (int b = 0; leans && a == PAWL_N && b < PAWL_TANGENTS; b++)
          u.lean[b] = lean_of(h, b);
        o->unknown[n++] = u;
      }
  }
  o->first[o->islands] = n;
}

/* How far from its diagonal the system of an island has entries. */
static int reach_of(const struct pawl_held_room *o, const pawl_held_unknown *u, int n, int first, int d)
{
  int reach = 0;
  for (int r = 0; r < n; r++)
    for (int k = o->start[u[r].held]; k < o->start[u[r].held + 1]; k++)
      for (int b = 0; b < d; b++) {
        int at = o->index[d * o->column[k] + b], far = at < 0 ? 0 : at - first - r;
        reach = far > reach ? far : -far > reach ? -far : reach;
      }
  return reach;
}

/* Written once for two rows of each touch and for three. */
static inline pawl_band system_of(pawl_system *s, int island, const int d)
{
  struct pawl_held_room *o = s->contact->room;
  int first = o->first[island], n = o->first[island + 1] - first;
  const pawl_held_unknown *u = o->unknown + first;
  pawl_band A = pawl_band_lay(o->A, n, reach_of(o, u, n, first, d));
  for (int r = 0; r < n; r++) {
    double *row = pawl_band_row(&A, r);
    for (int k = o->start[u[r].held]; k < o->start[u[r].held + 1]; k++)
      for (int b = 0; b < d; b++) {
        int at = o->index[d * o->column[k] + b];
        if (at < 0)
          continue;
        const pawl_held_unknown *of = o->unknown + at;
        const double *value = o->value + d * d * (ptrdiff_t)k + d * u[r].along;
        double W = value[b];
        for (int t = 0; t < d - 1; t++)
          if (of->lean[t] != 0)
            W += of->lean[t] * value[PAWL_T + t];
        row[at - first] = u[r].unit * W * of->unit;
      }
    o->b[r] = -u[r].unit * s->contact->hold[u[r].held].free[u[r].along];
  }
  o->soft = NAN;
  return A;
}

pawl_band pawl_held_system(pawl_system *s, int island)
{
  return s->contact->dim == 2 ? system_of(s, island, 2) : system_of(s, island, 3);
}
