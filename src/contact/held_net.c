/* Which touches that are held act on each other, W between them, and the unknowns of each island.      theory.md, 9.1 */
#include "contact/held_net.h"

#include <string.h>

#include "contact/friction.h"

bool pawl_held_room(pawl_system *s, int most)
{
  pawl_arena *arena = s->arena;
  size_t m = (size_t)most, dofs = (size_t)s->tree.dof_count, rows = (size_t)s->tree.row_count;
  struct pawl_held_room *o = PAWL_TAKE(arena, 1, struct pawl_held_room);
  pawl_held *hold = PAWL_TAKE(arena, m, pawl_held);
  double *all = PAWL_TAKE(arena, m * 2 * (2 * dofs + rows + 1), double);
  int *numbers = PAWL_TAKE(arena, 13 * m + 3 + 2 * dofs + m * m, int);
  double *each = PAWL_TAKE(arena, 10 * m + 12 * m * m, double);
  pawl_held_unknown *unknown = PAWL_TAKE(arena, 2 * m, pawl_held_unknown);
  if (arena->failed)
    return false;
  for (size_t i = 0; i < m; i++)
    for (int a = 0; a < 2; a++) {
      hold[i].w[a] = all;
      hold[i].x[a] = all + dofs;
      hold[i].multiplier[a] = all + 2 * dofs;
      all += 2 * dofs + rows;
    }
  *o = (struct pawl_held_room){.most = most, .unknown = unknown};
  const struct {
    int **to;
    size_t count;
  } lists[] = {{&o->start, m + 1}, {&o->column, m * m}, {&o->head, dofs},   {&o->tail, dofs},
               {&o->next, 2 * m},  {&o->island, m},     {&o->member, m},    {&o->begin_of, m + 1},
               {&o->number, m},    {&o->first, m + 1},  {&o->index, 2 * m}, {&o->row, 2 * m}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; numbers += lists[i++].count)
    *lists[i].to = numbers;
  double **square[] = {&o->value, &o->A, &o->M}, **once[] = {&o->b, &o->x, &o->begin, &o->left, &o->possible};
  for (size_t i = 0; i < sizeof square / sizeof *square; i++, each += 4 * m * m)
    *square[i] = each;
  for (size_t i = 0; i < sizeof once / sizeof *once; i++, each += 2 * m)
    *once[i] = each;
  s->contact->room = o;
  s->contact->hold = hold;
  return true;
}

double *pawl_held_matrix(pawl_system *s)
{
  return s->contact->room->A;
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

void pawl_held_couple(pawl_system *s)
{
  struct pawl_held_room *o = s->contact->room;
  list_branches(s, o);
  number_islands(o, s->contact->hold_count);
  o->start[0] = 0;
  for (int i = 0; i < s->contact->hold_count; i++)
    o->start[i + 1] = o->start[i] + merge_row(s, o, i, o->column + o->start[i]);
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int k = o->start[i]; k < o->start[i + 1]; k++)
      for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
          o->value[4 * k + 2 * a + b] = pawl_held_W(s, i, a, o->column[k], b);
}

/* W of (i, a) with itself. */
double pawl_held_own_W(const struct pawl_held_room *o, int i, int a)
{
  int k = o->start[i];
  while (o->column[k] != i)
    k++;
  return o->value[4 * k + 3 * a];
}

double pawl_held_rate(const pawl_system *s, int i, int a)
{
  const struct pawl_held_room *o = s->contact->room;
  double y = s->contact->hold[i].free[a];
  for (int k = o->start[i]; k < o->start[i + 1]; k++) {
    const pawl_held *h = s->contact->hold + o->column[k];
    if (!h->given && h->force[PAWL_N] != 0)
      y += o->value[4 * k + 2 * a + PAWL_N] * h->force[PAWL_N];
    if (h->rubs && h->force[PAWL_T] != 0)
      y += o->value[4 * k + 2 * a + PAWL_T] * h->force[PAWL_T];
  }
  return y;
}

/* ---- unknowns ---- */

static double lean_of(const pawl_held *h, const pawl_contact_point *p)
{
  if (!h->rubs)
    return 0;
  return h->by_formula ? h->lean : -pawl_rub_way(p->mode.tangent) * h->mu;
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
      for (int i = o->member[m], a = 0; a < 2; a++) {
        const pawl_held *h = s->contact->hold + i;
        bool known = !is_unknown(s, i, a);
        o->index[2 * i + a] = known ? -1 : n;
        if (known)
          continue;
        double unit = 1 / sqrt(pawl_held_own_W(o, i, a));
        double lean = leans && a == PAWL_N ? lean_of(h, s->contact->pair[h->pair].point + h->point) : 0;
        o->unknown[n++] = (pawl_held_unknown){i, a, lean, isfinite(unit) ? unit : 0};
      }
  }
  o->first[o->islands] = n;
}

/* How far from its diagonal the system of an island has entries. */
static int reach_of(const struct pawl_held_room *o, const pawl_held_unknown *u, int n, int first)
{
  int reach = 0;
  for (int r = 0; r < n; r++)
    for (int k = o->start[u[r].held]; k < o->start[u[r].held + 1]; k++)
      for (int b = 0; b < 2; b++) {
        int at = o->index[2 * o->column[k] + b], far = at < 0 ? 0 : at - first - r;
        reach = far > reach ? far : -far > reach ? -far : reach;
      }
  return reach;
}

pawl_band pawl_held_system(pawl_system *s, int island)
{
  struct pawl_held_room *o = s->contact->room;
  int first = o->first[island], n = o->first[island + 1] - first;
  const pawl_held_unknown *u = o->unknown + first;
  pawl_band A = pawl_band_lay(o->A, n, reach_of(o, u, n, first));
  for (int r = 0; r < n; r++) {
    double *row = pawl_band_row(&A, r);
    for (int k = o->start[u[r].held]; k < o->start[u[r].held + 1]; k++)
      for (int b = 0; b < 2; b++) {
        int at = o->index[2 * o->column[k] + b];
        if (at < 0)
          continue;
        const pawl_held_unknown *of = o->unknown + at;
        double W = o->value[4 * k + 2 * u[r].along + b];
        if (of->lean != 0)
          W += of->lean * o->value[4 * k + 2 * u[r].along + PAWL_T];
        row[at - first] = u[r].unit * W * of->unit;
      }
    o->b[r] = -u[r].unit * s->contact->hold[u[r].held].free[u[r].along];
  }
  o->soft = NAN;
  return A;
}
