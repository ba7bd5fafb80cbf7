/* Linear complementarity by Lemke's method:   w = M z + q,   0 <= w complementary to z >= 0.
 *
 * With an artificial z0 along a covering vector d > 0, w = M z + d z0 + q is feasible for large z0;
 * complementary pivots then lead along a path until z0 leaves, or to a ray. The table is a dictionary,
 * basic variables by the others, so that a pivot costs n² and not 2n². Ties of the ratio test are broken
 * as if q were q + (ε, ε², …): the rows of the inverse basis, which stand in the columns of the w that are
 * not basic, decide. So no basis comes twice.      theory.md, 8 */
#include "contact/lcp.h"

#include <math.h>
#include <stdint.h>

#include "base/tolerances.h"
#include "base/vectors.h"
#include "contact/terms.h"

enum { NONE = -1 };

/* x_row = Σ a_j x_j + … solved for x_at, and put into the other rows. */
PAWL_VECTORS static void pivot(double *table, int rows, int width, int row, int at)
{
  double *restrict a = table + (ptrdiff_t)row * width, inverse = 1 / a[at];
  for (int j = 0; j < width; j++)
    a[j] *= -inverse;
  a[at] = inverse;
  for (int r = 0; r < rows; r++) {
    double *restrict b = table + (ptrdiff_t)r * width;
    double factor = b[at];
    if (r == row || factor == 0)
      continue;
    b[at] = 0;
    for (int j = 0; j < width; j++)
      b[j] += factor * a[j];
  }
}

/* What is compiled for several processors is not for export. */
void pawl_pivot(double *table, int rows, int width, int row, int at)
{
  pivot(table, rows, width, row, at);
}

static void exchange(pawl_lemke *l, int row, int at)
{
  pawl_pivot(l->table, l->n, l->width, row, at);
  int swap = l->basis[row];
  l->basis[row] = l->other[at];
  l->other[at] = swap;
  l->where[l->basis[row]] = NONE;
  l->where[swap] = at;
  l->pivots++;
}

static int partner(const pawl_lemke *l, int variable)
{
  return variable < l->n ? variable + l->n : variable - l->n;
}

/* Of two rows that stop the entering variable at the same length: the one whose perturbed ratio is less. A
 * row of the inverse basis has 1 at its own w when that is basic, and else minus the column of each w that
 * is not. */
static bool before(const pawl_lemke *l, int one, int two, int at)
{
  const double *a = l->table + (ptrdiff_t)one * l->width, *b = l->table + (ptrdiff_t)two * l->width;
  for (int j = 0; j < l->n; j++) {
    int c = l->where[j];
    double x = c == NONE ? l->basis[one] == j : -a[c], y = c == NONE ? l->basis[two] == j : -b[c];
    if (x == 0 && y == 0)
      continue;
    x *= -b[at];
    y *= -a[at];
    if (fabs(x - y) > PAWL_LEMKE_TIE * larger(fabs(x), fabs(y)) + PAWL_LEMKE_ROUNDING * a[at] * b[at])
      return x < y;
  }
  return one < two;
}

/* The length at which a first row stops the variable of a column as it rises; slopes below `flat` are
 * rounding. */
static double length_of(const pawl_lemke *l, int at, double *flat)
{
  int last = l->width - 1;
  double steep = 0, least = INFINITY;
  for (int r = 0; r < l->n; r++) {
    double slope = l->table[(ptrdiff_t)r * l->width + at];
    steep = larger(steep, slope < 0 ? -slope : slope);
  }
  *flat = PAWL_PIVOT_LEMKE * steep;
  for (int r = 0; r < l->n; r++) {
    const double *a = l->table + (ptrdiff_t)r * l->width;
    if (-a[at] > *flat && a[last] < -a[at] * least)
      least = larger(a[last], 0) / -a[at];
  }
  return least;
}

/* The row that stops it; z0 leaves whenever it may. */
static int stopper(const pawl_lemke *l, int at)
{
  int last = l->width - 1, best = NONE;
  double flat, least = length_of(l, at, &flat) * (1 + PAWL_LEMKE_SAME);
  for (int r = 0; r < l->n && least < INFINITY; r++) {
    const double *a = l->table + (ptrdiff_t)r * l->width;
    if (!(-a[at] > flat) || a[last] > -a[at] * least + PAWL_LEMKE_ROUNDING)
      continue;
    if (l->basis[r] == 2 * l->n)
      return r;
    if (best == NONE || before(l, r, best, at))
      best = r;
  }
  return best;
}

/* Where z0 enters: the row with the least q/d, perturbed. */
static int first_row(const pawl_lemke *l)
{
  int best = NONE;
  double least = 0;
  for (int r = 0; r < l->n; r++) {
    const double *a = l->table + (ptrdiff_t)r * l->width;
    double ratio = a[l->n + 1] / a[l->n];
    if (a[l->n + 1] < 0 && (best == NONE || ratio <= least)) {
      least = ratio;
      best = r;
    }
  }
  return best;
}

pawl_lcp_end pawl_lemke_run(pawl_lemke *l, const double *cover, int limit)
{
  int n = l->n, row, at = n;
  l->pivots = 0;
  for (int i = 0; i <= n; i++) {
    l->other[i] = n + i;
    l->where[n + i] = i;
    if (i < n) {
      l->basis[i] = i;
      l->where[i] = NONE;
      l->table[(ptrdiff_t)i * l->width + n] = cover ? cover[i] : 1;
    }
  }
  if ((row = first_row(l)) == NONE)
    return PAWL_LCP_SOLVED;
  for (limit = limit ? limit : 100 + 20 * n; limit > 0; limit--) {
    int leaves = l->basis[row];
    exchange(l, row, at);
    if (leaves == 2 * n)
      return PAWL_LCP_SOLVED;
    at = l->where[partner(l, leaves)];
    if ((row = stopper(l, at)) == NONE)
      return PAWL_LCP_RAY;
  }
  return PAWL_LCP_LIMIT;
}

size_t pawl_lcp_bytes(int n)
{
  size_t m = (size_t)n;
  return m * (m + 2) * sizeof(double) + (4 * m + 2) * sizeof(int);
}

static void place(pawl_lemke *l, int n, void *memory)
{
  l->n = n;
  l->width = n + 2;
  l->table = memory;
  l->basis = (int *)(l->table + (ptrdiff_t)n * l->width);
  l->other = l->basis + n;
  l->where = l->other + n + 1;
}

pawl_lcp_end pawl_lcp(double *z, double *w, const double *M, const double *q, const double *cover, int n,
                      int *pivots, void *memory)
{
  pawl_lemke l;
  place(&l, n, memory);
  double size = 0;
  for (int i = 0; i < n; i++)
    size = fmax(size, fabs(q[i]));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      l.table[(ptrdiff_t)i * l.width + j] = M[(ptrdiff_t)i * n + j];
    l.table[(ptrdiff_t)i * l.width + n + 1] = size > 0 ? q[i] / size : 0;
    z[i] = w[i] = 0;
  }
  pawl_lcp_end end = pawl_lemke_run(&l, cover, n > 12 ? 0 : 1 << (n + 4));
  if (pivots)
    *pivots = l.pivots;
  for (int i = 0; i < n && end == PAWL_LCP_SOLVED; i++) {
    double value = size * fmax(l.table[(ptrdiff_t)i * l.width + n + 1], 0);
    if (l.basis[i] < 2 * n)
      *(l.basis[i] < n ? w + l.basis[i] : z + l.basis[i] - n) = value;
  }
  return end;
}

double pawl_lcp_residual(const double *z, const double *M, const double *q, int n)
{
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double w = q[i];
    for (int j = 0; j < n; j++)
      w += M[(ptrdiff_t)i * n + j] * z[j];
    worst = fmax(worst, fabs(fmin(z[i], w)));
  }
  return worst;
}
