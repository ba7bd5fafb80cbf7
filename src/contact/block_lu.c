/* Sparse LU of blocks:  A = L D U,  eliminated step by step,  A_ij -= A_ik A_kk⁻¹ A_kj. */
#include "contact/block_lu.h"

#include <math.h>
#include <string.h>

#include "base/tolerances.h"
#include "base/vectors.h"

static size_t numbers(int size)
{
  return (size_t)size * (size_t)size;
}

size_t pawl_block_lu_bytes(int size, int n, int room)
{
  size_t m = (size_t)n, r = (size_t)room;
  return numbers(size) * (m + 2 * r) * sizeof(double) + (3 * m + 1 + r + 8 * m + 2 * r + 8) * sizeof(int);
}

void pawl_block_lu_place(pawl_block_lu *lu, int size, int n, int room, void *memory)
{
  double *at = memory;
  size_t of = numbers(size);
  lu->size = size;
  lu->n = n;
  lu->room = room;
  lu->diagonal = at, at += of * (size_t)n;
  lu->upper = at, at += of * (size_t)room;
  lu->lower = at, at += of * (size_t)room;
  int *whole = (int *)at;
  lu->order = whole, whole += n;
  lu->position = whole, whole += n;
  lu->start = whole, whole += n + 1;
  lu->list = whole, whole += room;
  lu->scratch = whole;
}

/* The graph while it is eliminated. A row that is gone stands for all pairs of those it reached: its list. */
typedef struct {
  const int *start, *column; /* of the matrix        */
  pawl_block_lu *lu;
  int *degree, *mark, *first;  /* first: of the lists that a row is in, as a chain */
  int *head, *next, *previous; /* rows by degree      */
  int *gone, *merged;          /* rows that are gone, lists that later ones contain */
  int *chain, *link;           /* step of a list, next of the chain */
  int links, stamp;
} graph;

static void unhook(graph *g, int i)
{
  if (g->previous[i] >= 0)
    g->next[g->previous[i]] = g->next[i];
  else
    g->head[g->degree[i]] = g->next[i];
  if (g->next[i] >= 0)
    g->previous[g->next[i]] = g->previous[i];
}

static void hook(graph *g, int i)
{
  g->previous[i] = -1;
  g->next[i] = g->head[g->degree[i]];
  if (g->next[i] >= 0)
    g->previous[g->next[i]] = i;
  g->head[g->degree[i]] = i;
}

/* The rows that row i reaches, in `out` (or counted only); -1: more than `room`. */
static int reach(graph *g, int i, int *out, int room)
{
  int count = 0, stamp = ++g->stamp;
  g->mark[i] = stamp;
  for (int e = g->start[i]; e < g->start[i + 1]; e++) {
    int j = g->column[e];
    if (g->gone[j] || g->mark[j] == stamp)
      continue;
    g->mark[j] = stamp;
    if (out && count == room)
      return -1;
    if (out)
      out[count] = j;
    count++;
  }
  for (int c = g->first[i]; c >= 0; c = g->link[c])
    for (int e = g->lu->start[g->chain[c]]; e < g->lu->start[g->chain[c] + 1]; e++) {
      int j = g->lu->list[e];
      if (g->gone[j] || g->mark[j] == stamp)
        continue;
      g->mark[j] = stamp;
      if (out && count == room)
        return -1;
      if (out)
        out[count] = j;
      count++;
    }
  return count;
}

/* Lists that the new one contains are dropped from a row's chain, which begins with the new one. */
static void rechain(graph *g, int i, int step)
{
  int *at = &g->first[i];
  while (*at >= 0)
    if (g->merged[g->chain[*at]])
      *at = g->link[*at];
    else
      at = &g->link[*at];
  g->chain[g->links] = step;
  g->link[g->links] = g->first[i];
  g->first[i] = g->links++;
}

static void open_graph(graph *g, pawl_block_lu *lu, const int *start, const int *column)
{
  int n = lu->n, *at = lu->scratch,
      **rows[] = {&g->degree, &g->mark, &g->first, &g->next, &g->previous, &g->gone, &g->merged, &g->head};
  *g = (graph){.start = start, .column = column, .lu = lu};
  for (int i = 0; i < 8; i++, at += n)
    *rows[i] = at;
  g->chain = at + 1, at += 1 + lu->room;
  g->link = at;
  for (int i = 0; i < n; i++) {
    g->mark[i] = g->gone[i] = g->merged[i] = 0;
    g->first[i] = g->head[i] = -1;
  }
  for (int i = n - 1; i >= 0; i--) {
    g->degree[i] = reach(g, i, NULL, 0);
    hook(g, i);
  }
}

/* Steps in place of rows, rising: by insertion. */
static void sort_list(int *list, int count, const int *position)
{
  for (int i = 0; i < count; i++) {
    int step = position[list[i]], j = i;
    for (; j > 0 && list[j - 1] > step; j--)
      list[j] = list[j - 1];
    list[j] = step;
  }
}

/* Where step j stands in the list of step i. */
static int find(const pawl_block_lu *lu, int i, int j)
{
  int low = lu->start[i], high = lu->start[i + 1] - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (lu->list[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Counted in blocks from `diagonal`, behind which `upper` and `lower` lie. */
static int place_of(const pawl_block_lu *lu, int row, int column)
{
  int i = lu->position[row], j = lu->position[column];
  return i == j ? i : i < j ? lu->n + find(lu, i, j) : lu->n + lu->room + find(lu, j, i);
}

bool pawl_block_lu_plan(pawl_block_lu *lu, const int *start, const int *column)
{
  graph g;
  open_graph(&g, lu, start, column);
  lu->start[0] = 0;
  for (int step = 0, least = 0; step < lu->n; step++) {
    while (g.head[least] < 0)
      least++;
    int k = g.head[least], *list = lu->list + lu->start[step];
    unhook(&g, k);
    int count = reach(&g, k, list, lu->room - lu->start[step]);
    if (count < 0)
      return false;
    lu->start[step + 1] = lu->start[step] + count;
    lu->order[step] = k;
    lu->position[k] = step;
    g.gone[k] = 1;
    for (int c = g.first[k]; c >= 0; c = g.link[c])
      g.merged[g.chain[c]] = 1;
    for (int e = 0; e < count; e++)
      rechain(&g, list[e], step);
    for (int e = 0; e < count; e++) {
      unhook(&g, list[e]);
      g.degree[list[e]] = reach(&g, list[e], NULL, 0);
      hook(&g, list[e]);
      least = g.degree[list[e]] < least ? g.degree[list[e]] : least;
    }
  }
  for (int step = 0; step < lu->n; step++)
    sort_list(lu->list + lu->start[step], lu->start[step + 1] - lu->start[step], lu->position);
  for (int i = 0; i < lu->n; i++)
    for (int e = start[i]; e < start[i + 1]; e++)
      lu->scratch[e] = place_of(lu, i, column[e]);
  return true;
}

void pawl_block_lu_clear(pawl_block_lu *lu)
{
  size_t bytes = numbers(lu->size) * sizeof(double), blocks = (size_t)lu->start[lu->n];
  memset(lu->diagonal, 0, bytes * (size_t)lu->n);
  memset(lu->upper, 0, bytes * blocks);
  memset(lu->lower, 0, bytes * blocks);
}

static void put(pawl_block_lu *lu, int place, const double *block)
{
  size_t of = numbers(lu->size);
  memcpy(lu->diagonal + of * (size_t)place, block, of * sizeof *block);
}

void pawl_block_lu_set(pawl_block_lu *lu, int row, int column, const double *block)
{
  put(lu, place_of(lu, row, column), block);
}

void pawl_block_lu_put(pawl_block_lu *lu, int e, const double *block)
{
  put(lu, lu->scratch[e], block);
}

static inline void subtract(double *c, const double *a, const double *b)
{
  c[0] -= a[0] * b[0] + a[1] * b[2];
  c[1] -= a[0] * b[1] + a[1] * b[3];
  c[2] -= a[2] * b[0] + a[3] * b[2];
  c[3] -= a[2] * b[1] + a[3] * b[3];
}

/* The same of 3 x 3. */
static inline void subtract_three(double *c, const double *a, const double *b)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      c[3 * i + j] -= a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
}

static double largest(const double *a, int count)
{
  double most = 0;
  for (int i = 0; i < count; i++)
    most = fmax(most, fabs(a[i]));
  return most;
}

/* A pivot that vanishes is taken for a large one: its unknowns stay where they are. */
static void invert(double *a)
{
  double det = a[0] * a[3] - a[1] * a[2], size = largest(a, 4);
  if (!(fabs(det) > PAWL_PIVOT_BLOCK * size * size)) {
    memset(a, 0, 4 * sizeof *a);
    return;
  }
  double b[4] = {a[3] / det, -a[1] / det, -a[2] / det, a[0] / det};
  memcpy(a, b, sizeof b);
}

static void invert_three(double *a)
{
  double b[9], det = 0, size = largest(a, 9);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3, m = (i + 1) % 3, n = (i + 2) % 3;
      b[3 * i + j] = a[3 * k + m] * a[3 * l + n] - a[3 * k + n] * a[3 * l + m];
    }
  for (int i = 0; i < 3; i++)
    det += a[i] * b[3 * i];
  bool is_regular = fabs(det) > PAWL_PIVOT_BLOCK * size * size * size;
  for (int i = 0; i < 9; i++)
    a[i] = is_regular ? b[i] / det : 0;
}

/* A block as one, and products of two blocks in two products of these: the same sums in the same order as `subtract`. */
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

#define ROWS(a, column) ((four){(a)[column], (a)[column], (a)[2 + (column)], (a)[2 + (column)]})
#define COLUMNS(b, row) ((four){(b)[2 * (row)], (b)[2 * (row) + 1], (b)[2 * (row)], (b)[2 * (row) + 1]})

/* What step k takes from the rows it reaches. */
PAWL_VECTORS
static void update(pawl_block_lu *lu, int from, int to)
{
  for (int e = from; e < to; e++) {
    int i = lu->list[e], at = lu->start[i];
    const double *l = lu->lower + 4 * (size_t)e, *u = lu->upper + 4 * (size_t)e;
    subtract(lu->diagonal + 4 * (size_t)i, l, u);
    const four l0 = ROWS(l, 0), l1 = ROWS(l, 1), u0 = COLUMNS(u, 0), u1 = COLUMNS(u, 1);
    for (int f = e + 1; f < to; f++) {
      while (lu->list[at] < lu->list[f])
        at++;
      const double *right = lu->upper + 4 * (size_t)f, *below = lu->lower + 4 * (size_t)f;
      *(four *)(lu->upper + 4 * (size_t)at) -= l0 * COLUMNS(right, 0) + l1 * COLUMNS(right, 1);
      *(four *)(lu->lower + 4 * (size_t)at) -= ROWS(below, 0) * u0 + ROWS(below, 1) * u1;
    }
  }
}

PAWL_VECTORS
static void update_three(pawl_block_lu *lu, int from, int to)
{
  for (int e = from; e < to; e++) {
    int i = lu->list[e], at = lu->start[i];
    const double *l = lu->lower + 9 * (size_t)e, *u = lu->upper + 9 * (size_t)e;
    subtract_three(lu->diagonal + 9 * (size_t)i, l, u);
    for (int f = e + 1; f < to; f++) {
      while (lu->list[at] < lu->list[f])
        at++;
      subtract_three(lu->upper + 9 * (size_t)at, l, lu->upper + 9 * (size_t)f);
      subtract_three(lu->lower + 9 * (size_t)at, lu->lower + 9 * (size_t)f, u);
    }
  }
}

static void factor_two(pawl_block_lu *lu)
{
  for (int k = 0; k < lu->n; k++) {
    double *d = lu->diagonal + 4 * (size_t)k;
    invert(d);
    for (int e = lu->start[k]; e < lu->start[k + 1]; e++) {
      double *l = lu->lower + 4 * (size_t)e, zero[4] = {0};
      double minus[4] = {-l[0], -l[1], -l[2], -l[3]};
      subtract(zero, minus, d);
      memcpy(l, zero, sizeof zero);
    }
    update(lu, lu->start[k], lu->start[k + 1]);
  }
}

static void factor_three(pawl_block_lu *lu)
{
  for (int k = 0; k < lu->n; k++) {
    double *d = lu->diagonal + 9 * (size_t)k;
    invert_three(d);
    for (int e = lu->start[k]; e < lu->start[k + 1]; e++) {
      double *l = lu->lower + 9 * (size_t)e, minus[9], zero[9] = {0};
      for (int q = 0; q < 9; q++)
        minus[q] = -l[q];
      subtract_three(zero, minus, d);
      memcpy(l, zero, sizeof zero);
    }
    update_three(lu, lu->start[k], lu->start[k + 1]);
  }
}

void pawl_block_lu_factor(pawl_block_lu *lu)
{
  (lu->size == 2 ? factor_two : factor_three)(lu);
}

/* A row of a block, of two or of three, times x. */
static inline double times(const double *a, const double *x, int size)
{
  double sum = a[0] * x[0] + a[1] * x[1];
  return size == 2 ? sum : sum + a[2] * x[2];
}

static inline void take(double *y, const double *a, const double *x, int size)
{
  for (int i = 0; i < size; i++)
    y[i] -= times(a + size * i, x, size);
}

static inline void solve(double *x, double *y, const pawl_block_lu *lu, const int size)
{
  const size_t bytes = (size_t)size * sizeof *x;
  for (int k = 0; k < lu->n; k++)
    memcpy(y + size * k, x + size * lu->order[k], bytes);
  for (int k = 0; k < lu->n; k++)
    for (int e = lu->start[k]; e < lu->start[k + 1]; e++)
      take(y + size * lu->list[e], lu->lower + numbers(size) * (size_t)e, y + size * k, size);
  for (int k = lu->n - 1; k >= 0; k--) {
    double *own = y + size * k, all[3];
    for (int e = lu->start[k]; e < lu->start[k + 1]; e++)
      take(own, lu->upper + numbers(size) * (size_t)e, y + size * lu->list[e], size);
    for (int i = 0; i < size; i++)
      all[i] = times(lu->diagonal + numbers(size) * (size_t)k + size * i, own, size);
    memcpy(own, all, bytes);
  }
  for (int k = 0; k < lu->n; k++)
    memcpy(x + size * lu->order[k], y + size * k, bytes);
}

void pawl_block_lu_solve(double *x, double *spare, const pawl_block_lu *lu)
{
  if (lu->size == 2)
    solve(x, spare, lu, 2);
  else
    solve(x, spare, lu, 3);
}
