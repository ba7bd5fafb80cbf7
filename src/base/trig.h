/* Sine and cosine with the same bits on every processor and compiler: the C library's differ by a last bit
 * between processors (it chooses fused instructions at run time), and cost a call.
 *
 * x = k pi/2 + r with |r| <= pi/4 by a three-part pi/2 (31 + 31 + 53 bits), then the Taylor polynomials of
 * degree 17 and 16, whose remainders are 8e-20 and 2e-18 there. Error below 0.9 units in the last place for
 * |x| < 2^22; beyond that (half a million turns) the C library answers. Sums are paired (Estrin's scheme) and
 * the quadrant is chosen by masks, so that a loop over many angles needs no branches. */
#ifndef PAWL_BASE_TRIG_H
#define PAWL_BASE_TRIG_H

#include <math.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t pawl_bits(double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

static inline double pawl_from_bits(uint64_t bits)
{
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define PAWL_SINCOS_RANGE 4194304.0

/* |x| < PAWL_SINCOS_RANGE */
static inline void pawl_sincos_near(double x, double *sine, double *cosine)
{
  const double shift = 6755399441055744.0; /* 1.5 * 2^52: adding it rounds to an integer, in the low bits */
  double shifted = x * 0.6366197723675813430755 + shift, k = shifted - shift;
  /* k < 2^22 and the first two parts have 31 bits: both products are exact. */
  double a = x - k * 0x1.921fb544p+0;
  double b = k * 0x1.0b4611a4p-34;
  double r = a - b;
  double e = ((a - r) - b) - k * 0x1.13198a2e037p-65;
  double y = r + e, ye = (r - y) + e; /* the reduced angle y + ye */
  double z = y * y, z2 = z * z, z4 = z2 * z2;
  double s = ((-1.0 / 6 + z * (1.0 / 120)) + z2 * (-1.0 / 5040 + z * (1.0 / 362880))) +
             z4 * ((-1.0 / 39916800 + z * (1.0 / 6227020800)) +
                   z2 * (-1.0 / 1307674368000 + z * (1.0 / 355687428096000)));
  double c = ((1.0 / 24 + z * (-1.0 / 720)) + z2 * (1.0 / 40320 + z * (-1.0 / 3628800))) +
             z4 * ((1.0 / 479001600 + z * (-1.0 / 87178291200)) + z2 * (1.0 / 20922789888000));
  double half = 0.5 * z, one = 1 - half;
  s = y + (y * z * s + ye * one);
  c = one + (((1 - one) - half) + (z2 * c - y * ye));
  uint64_t quarter = pawl_bits(shifted), odd = -(quarter & 1), sb = pawl_bits(s), cb = pawl_bits(c);
  uint64_t change = (sb ^ cb) & odd;
  *sine = pawl_from_bits(sb ^ change ^ ((quarter & 2) << 62));
  *cosine = pawl_from_bits(cb ^ change ^ (((quarter + 1) & 2) << 62));
}

static inline void pawl_sincos(double x, double *sine, double *cosine)
{
  if (fabs(x) < PAWL_SINCOS_RANGE)
    pawl_sincos_near(x, sine, cosine);
  else {
    *sine = sin(x);
    *cosine = cos(x);
  }
}

/* Of n angles at once; the same bits as one by one. */
void pawl_sincos_many(int n, const double *restrict x, double *restrict sine, double *restrict cosine);

#endif
