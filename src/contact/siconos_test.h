/* For tests: Siconos' text files of complementarity and friction problems, read from ../shared/references
 * when that folder is there. A matrix is dense, by columns, or sparse, in blocks. */
#ifndef PAWL_CONTACT_SICONOS_TEST_H
#define PAWL_CONTACT_SICONOS_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contact/problem.h"

static inline int siconos_whole(FILE *file)
{
  int value = 0;
  return fscanf(file, "%d", &value) == 1 && value >= 0 ? value : 0;
}

static inline double siconos_real(FILE *file)
{
  double value = 0;
  return fscanf(file, "%lf", &value) == 1 ? value : 0;
}

/* Blocks: their number, block rows and columns with the sums of their sizes, and a list of rows and
 * columns. */
static inline void siconos_blocks(FILE *file, double *M, int n)
{
  int blocks = siconos_whole(file), rows = siconos_whole(file), columns = siconos_whole(file);
  int *bottom = calloc((size_t)rows + 1, sizeof(int)), *right = calloc((size_t)columns + 1, sizeof(int));
  for (int i = 0; i < rows; i++)
    bottom[i + 1] = siconos_whole(file);
  for (int i = 0; i < columns; i++)
    right[i + 1] = siconos_whole(file);
  int starts = siconos_whole(file), count = siconos_whole(file);
  int *start = calloc((size_t)starts, sizeof(int)), *column = calloc((size_t)count, sizeof(int));
  for (int i = 0; i < starts; i++)
    start[i] = siconos_whole(file);
  for (int i = 0; i < count; i++)
    column[i] = siconos_whole(file);
  for (int k = 0, row = 0; k < blocks; k++) {
    siconos_whole(file);
    while (k >= start[row + 1])
      row++;
    for (int c = right[column[k]]; c < right[column[k] + 1]; c++)
      for (int r = bottom[row]; r < bottom[row + 1]; r++)
        M[(size_t)r * n + c] = siconos_real(file);
  }
  free(bottom), free(right), free(start), free(column);
}

/* A square matrix, by rows; NULL: of a kind not known here. */
static inline double *siconos_matrix(FILE *file, int n)
{
  int storage = siconos_whole(file), rows = siconos_whole(file), columns = siconos_whole(file);
  if (rows != n || columns != n || storage > 1)
    return NULL;
  double *M = calloc((size_t)n * (size_t)n, sizeof *M);
  if (storage == 1) {
    siconos_blocks(file, M, n);
    return M;
  }
  siconos_whole(file), siconos_whole(file);
  for (int c = 0; c < n; c++)
    for (int r = 0; r < n; r++)
      M[(size_t)r * n + c] = siconos_real(file);
  return M;
}

static inline double *siconos_vector(FILE *file, int n)
{
  double *x = calloc((size_t)n, sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = siconos_real(file);
  return x;
}

/* n of w = M z + q; 0: the file is not there. */
static inline int siconos_lcp(const char *name, double **M, double **q)
{
  char path[256];
  snprintf(path, sizeof path, "../shared/references/lcp/%s.dat", name);
  FILE *file = fopen(path, "r");
  if (!file)
    return 0;
  int n = siconos_whole(file);
  *M = siconos_matrix(file, n);
  *q = siconos_vector(file, n);
  fclose(file);
  return n;
}

/* A planar friction problem with dense W, everything in memory of its own: free W, b, mu. n = 0: it is not
 * there. */
static inline pawl_problem siconos_friction(const char *name)
{
  char path[256];
  snprintf(path, sizeof path, "../shared/references/friction/%s.dat", name);
  FILE *file = fopen(path, "r");
  pawl_problem p = {0};
  if (!file)
    return p;
  if (siconos_whole(file) == 2) {
    int n = siconos_whole(file);
    p.W = siconos_matrix(file, 2 * n);
    p.b = siconos_vector(file, 2 * n);
    p.mu = siconos_vector(file, n);
    p.n = n;
  }
  fclose(file);
  return p;
}

#endif
