/* What rows say between and over them. A record is the cubic through the four rows around; two rows of one time stand for a jump,
 * across which nothing is drawn. */
#ifndef PAWL_RESULT_BETWEEN_H
#define PAWL_RESULT_BETWEEN_H

#include <stddef.h>

/* y at time x between rows i and i + 1, of different times. */
double pawl_between(const double *t, const double *y, size_t i, size_t rows, double x);
/* At any time; NaN outside of them. Of two rows of that time the later one. */
double pawl_between_at(const double *t, const double *y, size_t rows, double x);
/* The integral of y^n, n = 1 or 2, over all rows. */
double pawl_between_integral(const double *t, const double *y, size_t rows, int n);
/* How far the straight lines between rows are from that, as a share of the integral of |y|^n. */
double pawl_between_rough(const double *t, const double *y, size_t rows, int n);
/* The time of crossing number n of a level: from below (way 1), from above (-1) or both (0); n < 0 counts from the end. NaN: there is none.
 * *count is how many there are. */
double pawl_between_crossing(const double *t, const double *y, size_t rows, double level, int way, double n,
                             size_t *count);

#endif
