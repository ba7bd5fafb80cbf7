/* Axes of plots: round numbers, how they are written, and the unit that goes with them. */
#ifndef PAWL_RESULT_AXIS_H
#define PAWL_RESULT_AXIS_H

#include <stddef.h>

typedef struct {
  double from, to;    /* values at its ends                                       */
  double first, step; /* of the round numbers                                     */
  int count;          /* of them                                                  */
  double unit;        /* what is written is the value divided by this power of 10 */
  int decimals;
  char label[64]; /* the unit: "mm", "10⁶ N m"; "" : none                         */
} pawl_axis;

/* An axis for values from least to most (which may be the same, or infinite: no values), with about `marks` round
 * numbers: 1, 2 or 5 times a power of ten apart. `room`: this part of the range is added at both ends. */
pawl_axis pawl_axis_of(double least, double most, const char *unit, double room, double marks);
/* The i-th round number; 0 is 0, not 1e-17. */
double pawl_axis_mark(const pawl_axis *axis, int i);
/* The same as it is written. */
const char *pawl_axis_text(const pawl_axis *axis, int i, char text[32]);
/* Where a value is, 0 to 1. */
double pawl_axis_part(const pawl_axis *axis, double value);

/* Extends least and most by the finite ones of some values. */
void pawl_axis_reach(double *least, double *most, const double *value, size_t count);

#endif
