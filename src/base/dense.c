/* Gauss elimination with row pivots, for the few equations of servos and of touches that are held. What is zero is passed over: of
 * touches in a row each meets its neighbours only. And with full pivots, where the rank is asked for. */
#include "base/dense.h"

#include <math.h>

static void swap(double *a, double *b)
{
  double x = *a;
  *a = *b;
  *b = x;
}

/* One column; multipliers stay in it. Returns the row that was taken for it, or -1. */
static int eliminate_column(double *A, int n, int c, double least)
{
  int best = c, end = n;
  for (int r = c + 1; r < n; r++)
    if (fabs(A[r * n + c]) > fabs(A[best * n + c]))
      best = r;
  if (!(fabs(A[best * n + c]) > least))
    return -1;
  for (int k = 0; best != c && k < n; k++)
    swap(A + c * n + k, A + best * n + k);
  while (A[c * n + end - 1] == 0)
    end--;
  for (int r = c + 1; r < n; r++) {
    if (A[r * n + c] == 0)
      continue;
    double f = A[r * n + c] /= A[c * n + c];
    for (int k = c + 1; k < end; k++)
      A[r * n + k] -= f * A[c * n + k];
  }
  return best;
}

static void reduce(const double *A, double *b, int n, int c)
{
  for (int r = c + 1; r < n; r++)
    if (A[r * n + c] != 0)
      b[r] -= A[r * n + c] * b[c];
}

static void substitute_back(const double *A, double *b, int n)
{
  for (int r = n - 1; r >= 0; r--) {
    for (int k = r + 1; k < n; k++)
      b[r] -= A[r * n + k] * b[k];
    b[r] /= A[r * n + r];
  }
}

int pawl_eliminate(double *A, double *b, int n, double least)
{
  for (int c = 0; c < n; c++) {
    int row = eliminate_column(A, n, c, least);
    if (row < 0)
      return c;
    swap(b + c, b + row);
    reduce(A, b, n, c);
  }
  substitute_back(A, b, n);
  return -1;
}

/* The largest entry from (c, c) on, brought there. */
static double bring_largest(double *A, int n, int c)
{
  int row = c, column = c;
  for (int r = c; r < n; r++)
    for (int k = c; k < n; k++)
      if (fabs(A[r * n + k]) > fabs(A[row * n + column])) {
        row = r;
        column = k;
      }
  for (int k = 0; k < n; k++) {
    double x = A[c * n + k];
    A[c * n + k] = A[row * n + k];
    A[row * n + k] = x;
  }
  for (int r = 0; r < n; r++) {
    double x = A[r * n + c];
    A[r * n + c] = A[r * n + column];
    A[r * n + column] = x;
  }
  return fabs(A[c * n + c]);
}

bool pawl_is_singular(double *A, int n, double least)
{
  for (int c = 0; c < n; c++) {
    if (!(bring_largest(A, n, c) > least))
      return true;
    for (int r = c + 1; r < n; r++) {
      double f = A[r * n + c] / A[c * n + c];
      for (int k = c; k < n; k++)
        A[r * n + k] -= f * A[c * n + k];
    }
  }
  return false;
}

int pawl_factorise(double *A, int *row, int n, double least)
{
  for (int c = 0; c < n; c++)
    if ((row[c] = eliminate_column(A, n, c, least)) < 0)
      return c;
  return -1;
}

void pawl_substitute(const double *A, const int *row, double *b, int n)
{
  for (int c = 0; c < n; c++)
    swap(b + c, b + row[c]);
  for (int c = 0; c < n; c++)
    reduce(A, b, n, c);
  substitute_back(A, b, n);
}

int pawl_reduce(double *table, int *column, int k, double tiny, double *least)
{
  *least = 1;
  for (int j = 0; j < k; j++)
    column[j] = j;
  for (int j = 0; j < k; j++) {
    int row = j, at = j;
    for (int r = j; r < k; r++)
      for (int c = j; c < k; c++)
        if (fabs(table[r * (k + 1) + column[c]]) > fabs(table[row * (k + 1) + column[at]]))
          row = r, at = c;
    double *a = table + j * (k + 1), *other = table + row * (k + 1);
    int pivot = column[at];
    if (fabs(other[pivot]) <= tiny)
      return j;
    *least = fmin(*least, fabs(other[pivot]));
    column[at] = column[j];
    column[j] = pivot;
    double inverse = 1 / other[pivot];
    for (int q = 0; q <= k; q++) {
      double value = other[q] * inverse;
      other[q] = a[q];
      a[q] = value;
    }
    for (int r = 0; r < k; r++) {
      double *b = table + r * (k + 1), factor = r == j ? 0 : b[pivot];
      for (int q = 0; factor != 0 && q <= k; q++)
        b[q] -= factor * a[q];
    }
  }
  return k;
}
