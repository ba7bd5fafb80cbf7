/* Sparse LU of matrices of blocks, 2 x 2 or 3 x 3, with a symmetric pattern, in memory handed in.
 *
 * The order is that of least degree: the row with the fewest neighbours is eliminated first. Structure
 * once, numbers often; no rows are exchanged, so the matrix must be safe that way (a compliance on the
 * diagonal makes it so). */
#ifndef PAWL_CONTACT_BLOCK_LU_H
#define PAWL_CONTACT_BLOCK_LU_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  int size;              /* of a block: 2 or 3 */
  int n, room;           /* rows; blocks right of the diagonal that there is memory for */
  int *order, *position; /* row of a step, step of a row                                */
  int *start, *list;     /* n + 1; steps of the rows that a step reaches, rising        */
  double *diagonal;      /* inverse, size² each */
  double *upper, *lower; /* size² each, along `list` */
  int *scratch; /* 8 n + 2 room; after the plan: places of blocks, of which there are n + 2 room at most */
} pawl_block_lu;

size_t pawl_block_lu_bytes(int size, int n, int room);
void pawl_block_lu_place(pawl_block_lu *lu, int size, int n, int room, void *memory);
/* The order and the fill of a pattern of block rows; false: more than there is room for. */
bool pawl_block_lu_plan(pawl_block_lu *lu, const int *start, const int *column);
/* All blocks 0; then each block of the matrix once; then the factors. */
void pawl_block_lu_clear(pawl_block_lu *lu);
void pawl_block_lu_set(pawl_block_lu *lu, int row, int column, const double *block);
/* The same for block e of the planned pattern, whose place is known. */
void pawl_block_lu_put(pawl_block_lu *lu, int e, const double *block);
void pawl_block_lu_factor(pawl_block_lu *lu);
/* x = A⁻¹ x, size n numbers; `spare` as many. */
void pawl_block_lu_solve(double *x, double *spare, const pawl_block_lu *lu);

#endif
