/* Sines and cosines of many angles: the loop has no branches, so that the compiler makes vectors of it. */
#include "base/trig.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__)
#define PAWL_VECTORS __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define PAWL_VECTORS
#endif

#if defined(__clang__)
#undef PAWL_VECTORS
#define PAWL_VECTORS __attribute__((target_clones("avx2", "default")))
#endif

PAWL_VECTORS
static void all_near(int n, const double *restrict x, double *restrict sine, double *restrict cosine)
{
  for (int i = 0; i < n; i++)
    pawl_sincos_near(x[i], sine + i, cosine + i);
}

void pawl_sincos_many(int n, const double *restrict x, double *restrict sine, double *restrict cosine)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fabs(x[i]) > most ? fabs(x[i]) : most + 0 * x[i]; /* a NaN stays */
  if (most < PAWL_SINCOS_RANGE)
    all_near(n, x, sine, cosine);
  else
    for (int i = 0; i < n; i++)
      pawl_sincos(x[i], sine + i, cosine + i);
}
