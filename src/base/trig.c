/* Sines and cosines of many angles: the loop has no branches, so that the compiler makes vectors of it. */
#include "base/trig.h"

#include "base/vectors.h"

/* Computes all as if near; the top bit of the result is set when one was not (or was no number). */
PAWL_VECTORS
static uint64_t all_near(int n, const double *restrict x, double *restrict sine, double *restrict cosine)
{
  const uint64_t limit = pawl_bits(PAWL_SINCOS_RANGE) - 1;
  uint64_t far = 0;
  for (int i = 0; i < n; i++) {
    far |= limit - (pawl_bits(x[i]) & 0x7fffffffffffffff);
    pawl_sincos_near(x[i], sine + i, cosine + i);
  }
  return far;
}

void pawl_sincos_many(int n, const double *restrict x, double *restrict sine, double *restrict cosine)
{
  if (all_near(n, x, sine, cosine) >> 63)
    for (int i = 0; i < n; i++)
      pawl_sincos(x[i], sine + i, cosine + i);
}
