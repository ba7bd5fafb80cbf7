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

static void swap(double *a, double *b)
{
  double x = *a;
  *a = *b;
  *b = x;
}

bool pawl_is_singular(double *A, int n, double least)
{
  for (int c = 0; c < n; c++) {
    int row = c, column = c;
    for (int i = c; i < n; i++)
      for (int j = c; j < n; j++)
        if (fabs(A[i * n + j]) > fabs(A[row * n + column]))
          row = i, column = j;
    if (!(fabs(A[row * n + column]) > least))
      return true;
    for (int k = 0; k < n; k++)
      swap(A + c * n + k, A + row * n + k);
    for (int k = 0; k < n; k++)
      swap(A + k * n + c, A + k * n + column);
    for (int i = c + 1; i < n; i++) {
      double f = A[i * n + c] / A[c * n + c];
      for (int j = c; j < n; j++)
        A[i * n + j] -= f * A[c * n + j];
    }
  }
  return false;
}
