/* Gauss elimination with row pivots, for the few equations of servos and of touches that are held. */
#include "base/dense.h"

#include <math.h>

int pawl_eliminate(double *A, double *b, int n, double least)
{
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int r = c + 1; r < n; r++)
      if (fabs(A[r * n + c]) > fabs(A[best * n + c]))
        best = r;
    if (!(fabs(A[best * n + c]) > least))
      return c;
    for (int k = 0; best != c && k < n; k++) {
      double x = A[c * n + k];
      A[c * n + k] = A[best * n + k];
      A[best * n + k] = x;
    }
    double x = b[c];
    b[c] = b[best];
    b[best] = x;
    for (int r = c + 1; r < n; r++) {
      double f = A[r * n + c] / A[c * n + c];
      for (int k = c; k < n; k++)
        A[r * n + k] -= f * A[c * n + k];
      b[r] -= f * b[c];
    }
  }
  for (int r = n - 1; r >= 0; r--) {
    for (int k = r + 1; k < n; k++)
      b[r] -= A[r * n + k] * b[k];
    b[r] /= A[r * n + r];
  }
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
