/* Sums of slopes:   out = base + h sum_m a_m k_m,   what explicit Runge-Kutta methods do beside evaluating f.      theory.md, 6.1
 *
 * They are what a step costs beside f, so their registers are spelled out: compilers leave such loops scalar below -O3, at half the speed.
 * Each component is still summed by itself, in the table's order, and multiplications are not fused with additions: the bits do not depend
 * on the width of a register. */
#include <float.h>
#include <math.h>

#include "step/rk.h"

typedef double pair __attribute__((vector_size(16), may_alias));
typedef double quad __attribute__((vector_size(32), may_alias));

/* out = base + h sum_m a_m k_m. False: not finite. */
static bool combine_pairs(const pawl_rk *rk, double *restrict out, const double *restrict base, double h,
                          const pawl_rk_row *row)
{
  pair check = {0, 0};
  int i = 0;
  for (; i + 8 <= rk->width; i += 8) {
    const pair *b = (const pair *)(base + i);
    pair *o = (pair *)(out + i), s0 = {0, 0}, s1 = s0, s2 = s0, s3 = s0;
    for (int m = 0; m < row->count; m++) {
      const pair *k = (const pair *)(rk->k[row->stage[m]] + i);
      pair a = {row->a[m], row->a[m]};
      s0 += a * k[0];
      s1 += a * k[1];
      s2 += a * k[2];
      s3 += a * k[3];
    }
    o[0] = s0 = b[0] + h * s0;
    o[1] = s1 = b[1] + h * s1;
    o[2] = s2 = b[2] + h * s2;
    o[3] = s3 = b[3] + h * s3;
    check += (s0 + s1) + (s2 + s3);
  }
  if (i < rk->width) {
    const pair *b = (const pair *)(base + i);
    pair *o = (pair *)(out + i), s0 = {0, 0}, s1 = s0;
    for (int m = 0; m < row->count; m++) {
      const pair *k = (const pair *)(rk->k[row->stage[m]] + i);
      pair a = {row->a[m], row->a[m]};
      s0 += a * k[0];
      s1 += a * k[1];
    }
    o[0] = s0 = b[0] + h * s0;
    o[1] = s1 = b[1] + h * s1;
    check += s0 + s1;
  }
  return pawl_rk_is_finite(check[0] + check[1]);
}

#ifdef __x86_64__
bool pawl_rk_has_wide_registers(void)
{
  return __builtin_cpu_supports("avx");
}

/* The same in a third less time from 12 components on. (With fewer it takes more: what f has just stored, one
 * double at a time, cannot be loaded four at a time so soon.) */
__attribute__((target("avx"))) static bool combine_quads(const pawl_rk *rk, double *restrict out,
                                                         const double *restrict base, double h,
                                                         const pawl_rk_row *row)
{
  quad check = {0, 0, 0, 0};
  int i = 0;
  for (; i + 8 <= rk->width; i += 8) {
    const quad *b = (const quad *)(base + i);
    quad *o = (quad *)(out + i), s0 = {0, 0, 0, 0}, s1 = s0;
    for (int m = 0; m < row->count; m++) {
      const quad *k = (const quad *)(rk->k[row->stage[m]] + i);
      s0 += row->a[m] * k[0];
      s1 += row->a[m] * k[1];
    }
    o[0] = s0 = b[0] + h * s0;
    o[1] = s1 = b[1] + h * s1;
    check += s0 + s1;
  }
  if (i < rk->width) {
    quad s = {0, 0, 0, 0};
    for (int m = 0; m < row->count; m++)
      s += row->a[m] * *(const quad *)(rk->k[row->stage[m]] + i);
    s = *(const quad *)(base + i) + h * s;
    *(quad *)(out + i) = s;
    check += s;
  }
  double sum = (check[0] + check[1]) + (check[2] + check[3]);
  __builtin_ia32_vzeroupper(); /* compilers forget it at times, and then all of f runs at half its speed */
  return pawl_rk_is_finite(sum);
}
#else
bool pawl_rk_has_wide_registers(void)
{
  return false;
}

static bool combine_quads(const pawl_rk *rk, double *out, const double *base, double h,
                          const pawl_rk_row *row)
{
  return combine_pairs(rk, out, base, h, row);
}
#endif

bool pawl_rk_combine(const pawl_rk *rk, double *out, const double *base, double h, const pawl_rk_row *row)
{
  return (rk->wide ? combine_quads : combine_pairs)(rk, out, base, h, row);
}
