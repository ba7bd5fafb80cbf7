/* A curve y(x) through points: linear, Akima's or monotone pieces, with two derivatives and the integral in closed
 * form. Piece 0 lies before the first point, piece i behind the i-th one: each is a cubic,
 *   y = c0 + c1 u + c2 u² + c3 u³,   u = x - from.
 * At a point itself the piece behind it counts; pawl_curve_at_piece answers for any piece, also outside it, so that
 * equations can stay smooth until an event has been located. */
#ifndef PAWL_BASE_CURVE_H
#define PAWL_BASE_CURVE_H

#include <stddef.h>

typedef enum { PAWL_LINEAR, PAWL_AKIMA, PAWL_MONOTONE } pawl_between;
/* Before the first and after the last point: on with the slope there, or with the value there. */
typedef enum { PAWL_STRAIGHT, PAWL_HOLD } pawl_beyond;

typedef struct {
  double from, c[4];
  double area; /* the integral from the first point to `from` */
} pawl_piece;

typedef struct pawl_curve {
  int count; /* of points, at least 2: x is piece[1 … count].from, y is c[0] there */
  pawl_between between;
  pawl_beyond beyond;
  pawl_piece piece[]; /* count + 1 */
} pawl_curve;

/* Bytes that a curve through `count` points takes. */
size_t pawl_curve_size(int count);
/* Fills a curve; x increases. Returns 0, or the number of the first piece whose coefficients are not finite. */
int pawl_curve_make(pawl_curve *curve, int count, const double *x, const double *y, pawl_between between,
                    pawl_beyond beyond);

/* The piece that x lies in. */
int pawl_curve_piece(const pawl_curve *curve, double x);
/* y, y', y'' of a piece. */
void pawl_curve_at_piece(const pawl_curve *curve, double x, int piece, double out[3]);
void pawl_curve_at(const pawl_curve *curve, double x, double out[3]);
/* The integral of y from the first point to x. */
double pawl_curve_integral(const pawl_curve *curve, double x);
/* x of the first point after x, where a derivative can jump; INFINITY: none. */
double pawl_curve_next(const pawl_curve *curve, double x);

#endif
