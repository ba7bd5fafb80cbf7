/* Small dense systems. */
#ifndef PAWL_BASE_DENSE_H
#define PAWL_BASE_DENSE_H

#include <stdbool.h>

/* A x = b in place, n by n by rows, by elimination with row pivots; x is left in b. Returns -1, or the first column whose
 * pivots are all `least` or less. */
int pawl_eliminate(double *A, double *b, int n, double least);
/* Whether a pivot is `least` or less when each is the largest entry that is left. A is lost. */
bool pawl_is_singular(double *A, int n, double least);
/* The same in two, for several b: A becomes its factors, `row` (n) says which rows were exchanged. */
int pawl_factorise(double *A, int *row, int n, double least);
void pawl_substitute(const double *A, const int *row, double *b, int n);
/* Table k x (k + 1) to x_column[j] = a_j - Σ free, by Gauss and Jordan with the largest pivots; those that are `tiny` or less are none.
 * Returns the rank, in `column` the order of columns, pivots first, and the least of them, or 1. */
int pawl_reduce(double *table, int *column, int k, double tiny, double *least);

#endif
