/* Taylor series about a point, cut off after the fourth power: exact derivatives of what is put together from few
 * functions.   f(u + e) = Σ c_k e^k,   c_k = f^(k)(u)/k! */
#ifndef PAWL_PARTS_CURVE_SERIES_H
#define PAWL_PARTS_CURVE_SERIES_H

#include <math.h>

#include "base/trig.h"
#include "geometry/profile.h"

enum { PAWL_SERIES = 5 };

typedef struct {
  double c[PAWL_SERIES];
} pawl_series;

static inline pawl_series pawl_series_number(double x)
{
  return (pawl_series){{x}};
}

static inline pawl_series pawl_series_add(pawl_series a, pawl_series b)
{
  for (int k = 0; k < PAWL_SERIES; k++)
    a.c[k] += b.c[k];
  return a;
}

static inline pawl_series pawl_series_scale(double x, pawl_series a)
{
  for (int k = 0; k < PAWL_SERIES; k++)
    a.c[k] *= x;
  return a;
}

static inline pawl_series pawl_series_times(pawl_series a, pawl_series b)
{
  pawl_series out = {{0}};
  for (int k = 0; k < PAWL_SERIES; k++)
    for (int i = 0; i <= k; i++)
      out.c[k] += a.c[i] * b.c[k - i];
  return out;
}

/* 1/√a: with y = a^p, y' a = p a' y, so k a_0 y_k = Σ_{i=1..k} (p i - (k - i)) a_i y_{k-i}. */
static inline pawl_series pawl_series_inverse_root(pawl_series a)
{
  const double p = -0.5;
  pawl_series y = {{1 / sqrt(a.c[0])}};
  for (int k = 1; k < PAWL_SERIES; k++) {
    for (int i = 1; i <= k; i++)
      y.c[k] += (p * i - (k - i)) * a.c[i] * y.c[k - i];
    y.c[k] /= k * a.c[0];
  }
  return y;
}

/* f' of a series; its last term is not known and 0. */
static inline pawl_series pawl_series_slope(pawl_series a)
{
  pawl_series out = {{0}};
  for (int k = 1; k < PAWL_SERIES; k++)
    out.c[k - 1] = k * a.c[k];
  return out;
}

/* sin(n u + phase) and cos(n u + phase) about u. */
static inline void pawl_series_sincos(double n, double u, double phase, pawl_series *sine,
                                      pawl_series *cosine)
{
  double s, c, power = 1;
  pawl_sincos(n * u + phase, &s, &c);
  for (int k = 0; k < PAWL_SERIES; k++) {
    sine->c[k] = power * s;
    cosine->c[k] = power * c;
    double next = c; /* sin' = cos, cos' = -sin */
    c = -s;
    s = next;
    power *= n / (k + 1);
  }
}

static inline void pawl_series_jet(pawl_series x, pawl_series y, pawl_plane_jet *jet)
{
  jet->p = (pawl_xy){x.c[0], y.c[0]};
  jet->d1 = (pawl_xy){x.c[1], y.c[1]};
  jet->d2 = (pawl_xy){2 * x.c[2], 2 * y.c[2]};
  jet->d3 = (pawl_xy){6 * x.c[3], 6 * y.c[3]};
}

#endif
