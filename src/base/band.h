/* Linear systems whose rows reach no farther than `reach` to either side of the diagonal. The arithmetic is that of dense.c, number by
 * number, with what is zero left out: of touches in a row each meets its neighbours only. */
#ifndef PAWL_BASE_BAND_H
#define PAWL_BASE_BAND_H

#include <stddef.h>

/* Where `reach` is small, only what lies beside the diagonal is stored, with the room that exchanged rows need; else all n n. */
typedef struct {
  int n, reach;
  int stride; /* numbers of a row */
  int shift;  /* 1: each row begins one column farther on than the last */
  double *value;
} pawl_band;

/* A band of zeros in `value`, which has room for n n. */
pawl_band pawl_band_lay(double *value, int n, int reach);
/* The band that a dense n by n is, in place. */
pawl_band pawl_band_of(double *A, int n);
/* The same band, its numbers copied to `value`. */
pawl_band pawl_band_copy(const pawl_band *band, double *value);
/* It becomes its factors, by elimination with row pivots; `row` (n) says which rows were exchanged. Returns -1, or the first column
 * whose pivots are all `least` or less. */
int pawl_band_factorise(pawl_band *band, int *row, double least);
/* x in place of b, with the factors. */
void pawl_band_substitute(const pawl_band *band, const int *row, double *b);

/* For many right-hand sides: what is below the diagonal of the factors once more, by columns (n `reach` numbers), so that all that one number
 * changes lies side by side, and where the rows above it end (n). */
void pawl_band_turn(const pawl_band *band, double *column, int *end);
/* x in place of b, with these: the same bits. */
void pawl_band_substitute_turned(const pawl_band *band, const int *row, const double *column, const int *end,
                                 double *b);

/* Entry (r, c) is [c] of this. */
static inline double *pawl_band_row(const pawl_band *b, int r)
{
  return b->value + (ptrdiff_t)r * (b->stride - b->shift) + b->shift * b->reach;
}

static inline int pawl_band_from(const pawl_band *b, int r)
{
  return r > b->reach ? r - b->reach : 0;
}

static inline int pawl_band_to(const pawl_band *b, int r)
{
  return b->n - r > b->reach ? r + b->reach + 1 : b->n;
}

#endif
