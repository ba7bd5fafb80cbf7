/* Rows as a curve: with d the slope of the chord over t0 … t1 and c0, c1 the second differences at both ends, the parabolas of either side are
 *
 *     y0 + d (t - t0) + (t - t0) (t - t1) c0   and   the same with c1,
 *
 * and the cubic through all four rows is (1 - w) of the first and w of the second, w = (t - t₋₁) / (t₂ - t₋₁) (Neville). */
#include "result/between.h"

#include <math.h>
#include <stdbool.h>

/* Second difference of three rows from i on: half the second derivative of their parabola. NaN when the rows are
 * not there, or when two of one time stand for a jump. */
static double bend(const double *t, const double *y, size_t i, size_t rows)
{
  if (i >= rows || rows - i < 3 || t[i + 1] <= t[i] || t[i + 2] <= t[i + 1])
    return (double)NAN;
  double before = (y[i + 1] - y[i]) / (t[i + 1] - t[i]);
  double after = (y[i + 2] - y[i + 1]) / (t[i + 2] - t[i + 1]);
  return (after - before) / (t[i + 2] - t[i]);
}

/* Of an interval, what is the same at all its times. */
typedef struct {
  double t0, t1, y0, d, c0, c1, begin, span; /* w = (x - begin)/span */
} piece;

/* Where a parabola is missing on one side, the other serves for both. */
static piece piece_of(const double *t, const double *y, size_t i, size_t rows)
{
  piece p = {.t0 = t[i], .t1 = t[i + 1], .y0 = y[i], .begin = t[i], .span = 1};
  p.d = (y[i + 1] - y[i]) / (p.t1 - p.t0);
  p.c0 = i > 0 ? bend(t, y, i - 1, rows) : (double)NAN;
  p.c1 = bend(t, y, i, rows);
  if (isfinite(p.c0) && isfinite(p.c1)) {
    p.begin = t[i - 1];
    p.span = t[i + 2] - t[i - 1];
  }
  if (!isfinite(p.c0))
    p.c0 = isfinite(p.c1) ? p.c1 : 0;
  if (!isfinite(p.c1))
    p.c1 = p.c0;
  return p;
}

static double on_piece(const piece *p, double x)
{
  double w = (x - p->begin) / p->span;
  return p->y0 + p->d * (x - p->t0) + (x - p->t0) * (x - p->t1) * ((1 - w) * p->c0 + w * p->c1);
}

double pawl_between(const double *t, const double *y, size_t i, size_t rows, double x)
{
  piece p = piece_of(t, y, i, rows);
  return on_piece(&p, x);
}

double pawl_between_at(const double *t, const double *y, size_t rows, double x)
{
  size_t low = 0, high = rows;
  if (rows == 0 || !(x >= t[0]) || x > t[rows - 1])
    return (double)NAN;
  while (high - low > 1) { /* t[low] <= x */
    size_t middle = low + (high - low) / 2;
    *(t[middle] <= x ? &low : &high) = middle;
  }
  return t[low] == x || low + 1 == rows ? y[low] : pawl_between(t, y, low, rows, x);
}

/* Gauss's four points are exact for the square of a cubic. */
double pawl_between_integral(const double *t, const double *y, size_t rows, int n)
{
  static const double at[2] = {0.33998104358485626480, 0.86113631159405257522},
                      weight[2] = {0.65214515486254614263, 0.34785484513745385737};
  double sum = 0;
  for (size_t i = 0; i + 1 < rows; i++) {
    double half = 0.5 * (t[i + 1] - t[i]), middle = t[i] + half;
    if (!(half > 0))
      continue;
    piece p = piece_of(t, y, i, rows);
    double part = 0;
    for (int k = 0; k < 2; k++) {
      double a = on_piece(&p, middle - at[k] * half), b = on_piece(&p, middle + at[k] * half);
      part += weight[k] * (n == 2 ? a * a + b * b : a + b);
    }
    sum += half * part;
  }
  return sum;
}

double pawl_between_rough(const double *t, const double *y, size_t rows, int n)
{
  double lines = 0, whole = 0;
  for (size_t i = 0; i + 1 < rows; i++) {
    double h = t[i + 1] - t[i], a = y[i], b = y[i + 1];
    lines += h * (n == 2 ? (a * a + a * b + b * b) / 3 : 0.5 * (a + b));
    whole += h * (n == 2 ? (a * a + a * b + b * b) / 3 : 0.5 * (fabs(a) + fabs(b)));
  }
  double off = fabs(lines - pawl_between_integral(t, y, rows, n));
  return whole > 0 ? off / whole : 0;
}

/* ---- crossings ---- */

static int sign_of(double y, double level)
{
  return (y > level) - (y < level);
}

/* Between rows i and i + 1, which are on both sides of the level: by halving, down to rounding. */
static double root(const double *t, const double *y, size_t i, size_t rows, double level)
{
  double a = t[i], b = t[i + 1];
  if (!(b > a))
    return a;
  piece p = piece_of(t, y, i, rows);
  int side = sign_of(y[i], level);
  for (int k = 0; k < 200; k++) {
    double middle = 0.5 * (a + b);
    if (!(middle > a && middle < b))
      break;
    *(sign_of(on_piece(&p, middle), level) == side ? &a : &b) = middle;
  }
  return b;
}

/* Where the side of the level changes; the next one from row *i on. What only touches the level does not cross it; where it stays on it for
 * a while before it goes on, it crosses when it comes there. */
static bool next_crossing(const double *t, const double *y, size_t rows, double level, size_t *i, int *side,
                          double *time)
{
  double arrived = (double)NAN;
  for (; *i < rows; ++*i) {
    int here = sign_of(y[*i], level);
    if (isnan(y[*i])) {
      *side = 0;
      arrived = (double)NAN;
    } else if (here == 0) {
      arrived = isnan(arrived) ? t[*i] : arrived;
    } else if (*side != 0 && here != *side) {
      *time = !isnan(arrived) ? arrived : root(t, y, *i - 1, rows, level);
      *side = here;
      ++*i;
      return true;
    } else {
      *side = here;
      arrived = (double)NAN;
    }
  }
  return false;
}

double pawl_between_crossing(const double *t, const double *y, size_t rows, double level, int way, double n,
                             size_t *count)
{
  double time = (double)NAN, found = (double)NAN;
  *count = 0;
  for (int pass = 0; pass < 2; pass++) {
    size_t i = 0, seen = 0;
    int side = 0;
    double wanted = n > 0 ? n : (double)*count + 1 + n;
    while (next_crossing(t, y, rows, level, &i, &side, &time)) {
      if (way != 0 && side != way)
        continue;
      if ((double)++seen == wanted)
        found = time;
    }
    *count = seen;
    if (n > 0)
      break;
  }
  return found;
}
