/* Sine and cosine with the same bits on every processor and compiler: the C library's differ by a last bit
 * between processors (it chooses fused instructions at run time), and cost a call.
 *
 * x = k pi/2 + r with |r| <= pi/4 by a three-part pi/2 (31 + 31 + 53 bits), then the Taylor polynomials of
 * degree 17 and 16, whose remainders are 8e-20 and 2e-18 there. Error below 0.8 units in the last place for
 * |x| < 2^22; beyond that (half a million turns) the C library answers. */
#ifndef PAWL_BASE_TRIG_H
#define PAWL_BASE_TRIG_H

#include <math.h>
#include <stdint.h>

static inline void pawl_sincos(double x, double *sine, double *cosine)
{
  const double shift = 6755399441055744.0; /* 1.5 * 2^52: adding it rounds to an integer */
  if (!(fabs(x) < 4194304.0)) {
    *sine = sin(x);
    *cosine = cos(x);
    return;
  }
  double k = (x * 0.6366197723675813430755 + shift) - shift;
  /* k < 2^22 and the first two parts have 31 bits or fewer: both products are exact. */
  double a = x - k * 0x1.921fb544p+0;
  double b = k * 0x1.0b4611a4p-34;
  double r = a - b;
  double e = ((a - r) - b) - k * 0x1.13198a2e037p-65;
  double y = r + e, ye = (r - y) + e; /* the reduced angle y + ye */
  double z = y * y;
  double s = z * (-1.0 / 6 +
                  z * (1.0 / 120 +
                       z * (-1.0 / 5040 +
                            z * (1.0 / 362880 +
                                 z * (-1.0 / 39916800 +
                                      z * (1.0 / 6227020800 +
                                           z * (-1.0 / 1307674368000 + z * (1.0 / 355687428096000))))))));
  double c = z * z *
             (1.0 / 24 +
              z * (-1.0 / 720 +
                   z * (1.0 / 40320 +
                        z * (-1.0 / 3628800 +
                             z * (1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000)))))));
  double half = 0.5 * z, one = 1 - half;
  s = y + (y * s + ye * one);
  c = one + (((1 - one) - half) + (c - y * ye));
  int64_t quarter = (int64_t)k;
  double p = quarter & 1 ? c : s, q = quarter & 1 ? s : c;
  *sine = quarter & 2 ? -p : p;
  *cosine = (quarter + 1) & 2 ? -q : q;
}

#endif
