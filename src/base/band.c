/* Gauss elimination with row pivots in a band. A row that is exchanged brings up to `reach` more columns along, so that factors reach
 * twice as far to the right. */
#include "base/band.h"

#include <math.h>
#include <string.h>

#include "base/vectors.h"

pawl_band pawl_band_lay(double *value, int n, int reach)
{
  int wide = 3 * reach + 1;
  pawl_band b = {.n = n, .reach = reach, .stride = wide < n ? wide : n, .shift = wide < n, .value = value};
  memset(value, 0, sizeof(double) * (size_t)n * (size_t)b.stride);
  return b;
}

pawl_band pawl_band_of(double *A, int n)
{
  int reach = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++)
      if (A[r * n + c] != 0)
        reach = c - r > reach ? c - r : r - c > reach ? r - c : reach;
  return (pawl_band){.n = n, .reach = reach, .stride = n, .value = A};
}

pawl_band pawl_band_copy(const pawl_band *band, double *value)
{
  pawl_band b = *band;
  b.value = value;
  memcpy(value, band->value, sizeof(double) * (size_t)b.n * (size_t)b.stride);
  return b;
}

/* The columns of a row of the factors end here. */
static int end_of(const pawl_band *b, int r)
{
  return b->n - r > 2 * b->reach ? r + 2 * b->reach + 1 : b->n;
}

/* One column; multipliers stay in it. Returns the row that was taken for it, or -1. */
static int eliminate_column(pawl_band *b, int c, double least)
{
  int best = c, end = end_of(b, c), below = pawl_band_to(b, c);
  double *p = pawl_band_row(b, c), most = fabs(p[c]);
  for (int r = c + 1; r < below; r++) {
    double size = fabs(pawl_band_row(b, r)[c]);
    if (size > most) {
      best = r;
      most = size;
    }
  }
  if (!(most > least))
    return -1;
  double *q = pawl_band_row(b, best);
  for (int k = c; best != c && k < end; k++) {
    double x = p[k];
    p[k] = q[k];
    q[k] = x;
  }
  while (p[end - 1] == 0)
    end--;
  for (int r = c + 1; r < below; r++) {
    double *to = pawl_band_row(b, r);
    if (to[c] == 0)
      continue;
    double f = to[c] /= p[c];
    for (int k = c + 1; k < end; k++)
      to[k] -= f * p[k];
  }
  return best;
}

int pawl_band_factorise(pawl_band *b, int *row, double least)
{
  for (int c = 0; c < b->n; c++)
    if ((row[c] = eliminate_column(b, c, least)) < 0)
      return c;
  return -1;
}

void pawl_band_substitute(const pawl_band *band, const int *row, double *b)
{
  for (int c = 0; c < band->n; c++) {
    double x = b[row[c]];
    b[row[c]] = b[c];
    b[c] = x;
    for (int r = c + 1, below = pawl_band_to(band, c); r < below; r++) {
      double f = pawl_band_row(band, r)[c];
      if (f != 0)
        b[r] -= f * x;
    }
  }
  for (int r = band->n - 1; r >= 0; r--) {
    const double *p = pawl_band_row(band, r);
    for (int k = r + 1, end = end_of(band, r); k < end; k++)
      b[r] -= p[k] * b[k];
    b[r] /= p[r];
  }
}

void pawl_band_turn(const pawl_band *band, double *column, int *end)
{
  for (int r = 0; r < band->n; r++) {
    const double *p = pawl_band_row(band, r);
    for (int c = pawl_band_from(band, r); c < r; c++)
      column[(ptrdiff_t)c * band->reach + r - c - 1] = p[c];
    for (end[r] = end_of(band, r); end[r] > r + 1 && p[end[r] - 1] == 0;)
      end[r]--;
  }
}

PAWL_VECTORS
static void subtract(double *restrict b, const double *restrict a, double x, int n)
{
  for (int i = 0; i < n; i++)
    b[i] -= a[i] * x;
}

void pawl_band_substitute_turned(const pawl_band *band, const int *row, const double *column, const int *end,
                                 double *b)
{
  for (int c = 0; c < band->n; c++) {
    double x = b[row[c]];
    b[row[c]] = b[c];
    b[c] = x;
    subtract(b + c + 1, column + (ptrdiff_t)c * band->reach, x, pawl_band_to(band, c) - c - 1);
  }
  for (int r = band->n - 1; r >= 0; r--) {
    const double *p = pawl_band_row(band, r);
    double sum = b[r];
    for (int k = r + 1; k < end[r]; k++)
      sum -= p[k] * b[k];
    b[r] = sum / p[r];
  }
}
