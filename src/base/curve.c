/* Curves through points (x_i, y_i), from the slopes d_i at them:
 *   c1 = d_i,   c2 = (3 m - 2 d_i - d_i+1)/h,   c3 = (d_i + d_i+1 - 2 m)/h²      h = x_i+1 - x_i,  m = (y_i+1 - y_i)/h
 * Akima (1970): d = (|m4 - m3| m2 + |m2 - m1| m3)/(|m4 - m3| + |m2 - m1|), of the two chords on either side.
 * Monotone (Fritsch and Butland 1984): d is a weighted harmonic mean of the two chords, 0 where they differ in sign. */
#include "base/curve.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>

typedef struct {
  int count;
  const double *x, *y;
} points;

size_t pawl_curve_size(int count)
{
  return sizeof(pawl_curve) + ((size_t)count + 1) * sizeof(pawl_piece);
}

static double gap(const points *p, int i)
{
  return p->x[i + 1] - p->x[i];
}

static double chord(const points *p, int i)
{
  return (p->y[i + 1] - p->y[i]) / gap(p, i);
}

/* ---- Akima ---- */

/* Chord i; two are added at either end, on the straight line through the last two. */
static double chord_beyond(const points *p, int i)
{
  int last = p->count - 2;
  if (last == 0)
    return chord(p, 0);
  if (i < 0)
    return chord(p, 0) + i * (chord(p, 1) - chord(p, 0));
  if (i > last)
    return chord(p, last) + (i - last) * (chord(p, last) - chord(p, last - 1));
  return chord(p, i);
}

/* How far rounding of the points can shift that chord. */
static double noise(const points *p, int i)
{
  int last = p->count - 2, j = i < 0 ? 0 : i > last ? last : i;
  double x = fabs(p->x[j]) + fabs(p->x[j + 1]), y = fabs(p->y[j]) + fabs(p->y[j + 1]);
  return (i == j ? 1 : 3) * DBL_EPSILON * (y + fabs(chord(p, j)) * x) / gap(p, j);
}

/* Where both weights are nothing but rounding, two straight lines meet: the mean. */
static double akima(const points *p, int i)
{
  double m1 = chord_beyond(p, i - 2), m2 = chord_beyond(p, i - 1), m3 = chord_beyond(p, i),
         m4 = chord_beyond(p, i + 1);
  double left = fabs(m2 - m1), right = fabs(m4 - m3);
  double least = noise(p, i - 2) + noise(p, i - 1) + noise(p, i) + noise(p, i + 1);
  if (left + right <= least)
    return 0.5 * (m2 + m3);
  double weight = right / (left + right);
  return weight * m2 + (1 - weight) * m3;
}

/* ---- monotone ---- */

/* At an end: the slope of the parabola through three points, kept to the side and size that preserve the shape.
 * h and m belong to the last chord, g and n to the one before. */
static double end_slope(double h, double m, double g, double n)
{
  double d = m + h / (h + g) * (m - n);
  if (!(d * m > 0))
    return 0;
  return fabs(d) > 3 * fabs(m) ? 3 * m : d;
}

static double monotone(const points *p, int i)
{
  int last = p->count - 2;
  if (last == 0)
    return chord(p, 0);
  if (i == 0)
    return end_slope(gap(p, 0), chord(p, 0), gap(p, 1), chord(p, 1));
  if (i > last)
    return end_slope(gap(p, last), chord(p, last), gap(p, last - 1), chord(p, last - 1));
  double g = gap(p, i - 1), h = gap(p, i), m = chord(p, i - 1), n = chord(p, i);
  if (!((m > 0 && n > 0) || (m < 0 && n < 0)))
    return 0;
  double weight = (2 * h + g) / (3 * (g + h));
  return 1 / (weight / m + (1 - weight) / n);
}

/* ---- the whole curve ---- */

static double slope(const points *p, pawl_between between, int i)
{
  return between == PAWL_AKIMA ? akima(p, i) : monotone(p, i);
}

static double area_to(const pawl_piece *piece, double x)
{
  double u = x - piece->from;
  const double *c = piece->c;
  return piece->area + u * (c[0] + u * (c[1] / 2 + u * (c[2] / 3 + u * (c[3] / 4))));
}

/* Between points i and i + 1. */
static pawl_piece piece_of(const points *p, pawl_between between, int i)
{
  double h = gap(p, i), m = chord(p, i);
  if (between == PAWL_LINEAR)
    return (pawl_piece){p->x[i], {p->y[i], m, 0, 0}, 0};
  double a = slope(p, between, i), b = slope(p, between, i + 1);
  return (pawl_piece){
      p->x[i], {p->y[i], a, ((m - a) + (m - a) + (m - b)) / h, ((a - m) + (b - m)) / h / h}, 0};
}

static bool is_finite(const pawl_piece *p)
{
  return isfinite(p->from) && isfinite(p->area) && isfinite(p->c[0]) && isfinite(p->c[1]) &&
         isfinite(p->c[2]) && isfinite(p->c[3]);
}

int pawl_curve_make(pawl_curve *curve, int count, const double *x, const double *y, pawl_between between,
                    pawl_beyond beyond)
{
  assert(count >= 2);
  points p = {count, x, y};
  int n = count - 1;
  *curve = (pawl_curve){.count = count, .between = between, .beyond = beyond};
  pawl_piece *piece = curve->piece;
  for (int i = 0; i < n; i++) {
    assert(x[i] < x[i + 1]);
    piece[i + 1] = piece_of(&p, between, i);
    piece[i + 1].area = i > 0 ? area_to(piece + i, x[i]) : 0;
  }
  double last = between == PAWL_LINEAR ? chord(&p, n - 1) : slope(&p, between, n);
  bool on = beyond == PAWL_STRAIGHT;
  piece[0] = (pawl_piece){x[0], {y[0], on ? piece[1].c[1] : 0, 0, 0}, 0};
  piece[count] = (pawl_piece){x[n], {y[n], on ? last : 0, 0, 0}, area_to(piece + n, x[n])};
  for (int i = 1; i <= count; i++)
    if (!is_finite(piece + i))
      return i;
  return 0;
}

int pawl_curve_piece(const pawl_curve *curve, double x)
{
  int low = 0, high = curve->count + 1; /* the answer is in low … high - 1 */
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (x >= curve->piece[middle].from)
      low = middle;
    else
      high = middle;
  }
  return low;
}

void pawl_curve_at_piece(const pawl_curve *curve, double x, int piece, double out[3])
{
  const double *c = curve->piece[piece].c, u = x - curve->piece[piece].from;
  out[0] = c[0] + u * (c[1] + u * (c[2] + u * c[3]));
  out[1] = c[1] + u * (2 * c[2] + u * (3 * c[3]));
  out[2] = 2 * c[2] + u * (6 * c[3]);
}

void pawl_curve_at(const pawl_curve *curve, double x, double out[3])
{
  pawl_curve_at_piece(curve, x, pawl_curve_piece(curve, x), out);
}

double pawl_curve_integral(const pawl_curve *curve, double x)
{
  return area_to(curve->piece + pawl_curve_piece(curve, x), x);
}

double pawl_curve_next(const pawl_curve *curve, double x)
{
  int piece = pawl_curve_piece(curve, x);
  return piece < curve->count ? curve->piece[piece + 1].from : INFINITY;
}
