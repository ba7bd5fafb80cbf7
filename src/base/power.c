/* Powers by pairs of doubles: a number is high + low, with |low| at most half a last place of high. No fused
 * multiply-add: exact products are put together from halves of 26 bits (Dekker). */
#include "base/power.h"

#include "base/trig.h"

typedef struct {
  double high, low;
} pair;

/* ln 2 in 33 + 33 + 53 bits: products of the first two with an exponent are exact. */
static const double LN2_HIGH = 0x1.62e42fefp-1, LN2_MIDDLE = 0x1.473de6afp-34,
                    LN2_LOW = 0x1.3c7673007e5edp-69;

/* ---- pairs ---- */

static pair add(double a, double b)
{
  double sum = a + b, of_b = sum - a;
  return (pair){sum, (a - (sum - of_b)) + (b - of_b)};
}

/* |a| >= |b| */
static pair add_smaller(double a, double b)
{
  double sum = a + b;
  return (pair){sum, (a - sum) + b};
}

static pair split(double a)
{
  double c = 134217729.0 * a, high = c - (c - a); /* 2^27 + 1 */
  return (pair){high, a - high};
}

static pair multiply(double a, double b)
{
  pair x = split(a), y = split(b);
  double p = a * b;
  return (pair){p, ((x.high * y.high - p) + x.high * y.low + x.low * y.high) + x.low * y.low};
}

static pair multiply_pairs(pair a, pair b)
{
  pair p = multiply(a.high, b.high);
  return add_smaller(p.high, p.low + (a.high * b.low + a.low * b.high));
}

/* ---- logarithms ---- */

/* Σ c[i] x^i over four chains, which processors work on at the same time. n is a multiple of 4. */
static double polynomial(const double *c, int n, double x)
{
  double x2 = x * x, x4 = x2 * x2, sum[4] = {c[n - 4], c[n - 3], c[n - 2], c[n - 1]};
  for (int i = n - 8; i >= 0; i -= 4)
    for (int j = 0; j < 4; j++)
      sum[j] = c[i + j] + x4 * sum[j];
  return (sum[0] + x * sum[1]) + x2 * (sum[2] + x * sum[3]);
}

/* artanh(s)/s - 1 = s²/3 + s⁴/5 + …, |s| < 0.172: what is left out is below 2^-67. */
static pair artanh_excess(pair s)
{
  static const double odd[] = {1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                               1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25, 1.0 / 27};
  pair z = multiply_pairs(s, s);
  pair sum = add_smaller(0x1.5555555555555p-2, z.high * polynomial(odd, 12, z.high));
  sum.low += 0x1.5555555555555p-56; /* the rest of 1/3 */
  return multiply_pairs(z, sum);
}

/* a/(b.high + b.low) */
static pair divide(double a, pair b)
{
  double q = a / b.high;
  pair p = multiply(q, b.high);
  return add_smaller(q, (((a - p.high) - p.low) - q * b.low) / b.high);
}

/* 2 artanh s = log m of s = (m - 1)/(m + 1). */
static pair twice_artanh(pair s)
{
  pair t = multiply_pairs(s, artanh_excess(s));
  pair sum = add_smaller(s.high, t.high);
  sum = add_smaller(sum.high, sum.low + (t.low + s.low));
  return (pair){2 * sum.high, 2 * sum.low};
}

/* x is positive and finite. */
static pair log_pair(double x)
{
  int k = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    k = -54;
  }
  uint64_t bits = pawl_bits(x);
  k += (int)(bits >> 52) - 1023;
  double m = pawl_from_bits((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    k++;
  }
  pair small = twice_artanh(divide(m - 1, add(1, m)));
  if (k == 0)
    return small;
  pair sum = add_smaller(k * LN2_HIGH, k * LN2_MIDDLE);
  pair all = add_smaller(sum.high, small.high);
  return add_smaller(all.high, all.low + (sum.low + (small.low + k * LN2_LOW)));
}

double pawl_log(double x)
{
  if (!(x > 0))
    return x == 0 ? -INFINITY : NAN;
  return isinf(x) ? x : log_pair(x).high;
}

double pawl_log1p(double x)
{
  if (!(x > -1) || isinf(x))
    return x == -1 ? -INFINITY : x > 0 ? x : NAN;
  if (x > -0.29 && x < 0.41) /* 1 + x is between the roots of 1/2 and 2 */
    return x == 0 ? x : twice_artanh(divide(x, add(2, x))).high;
  pair one = add(1, x), log = log_pair(one.high);
  return log.high + (log.low + one.low / one.high);
}

/* ---- exponentials ---- */

/* exp(y + ye) - 1 - y, |y| <= 0.35, |ye| a last place of it: what is left out is below 1e-19. */
static double exp_excess(double y, double ye)
{
  static const double factorial[] = {1.0 / 6,        1.0 / 24,        1.0 / 120,        1.0 / 720,
                                     1.0 / 5040,     1.0 / 40320,     1.0 / 362880,     1.0 / 3628800,
                                     1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800, 1.0 / 87178291200};
  return ye * (1 + y) + (0.5 * (y * y) + y * y * y * polynomial(factorial, 12, y));
}

static double times_power_of_two(double x, int k)
{
  for (; k > 1023; k -= 1023)
    x *= 0x1p1023;
  for (; k < -1000; k += 1000) /* so that the last of them alone rounds */
    x *= 0x1p-1000;
  return x * pawl_from_bits((uint64_t)(k + 1023) << 52);
}

static double exp_pair(pair x)
{
  const double shift = 6755399441055744.0; /* 1.5 * 2^52: adding it rounds to an integer */
  if (!(x.high < 709.8))
    return isnan(x.high) ? x.high : INFINITY;
  if (x.high < -745.2)
    return 0;
  double k = (x.high * 1.4426950408889634 + shift) - shift;
  double a = x.high - k * LN2_HIGH, b = k * LN2_MIDDLE, r = a - b;
  double e = (((a - r) - b) - k * LN2_LOW) + x.low;
  double y = r + e, ye = (r - y) + e;
  pair one = add_smaller(1, y);
  return times_power_of_two(one.high + (one.low + exp_excess(y, ye)), (int)k);
}

double pawl_exp(double x)
{
  return exp_pair((pair){x, 0});
}

double pawl_tanh(double x)
{
  double a = 2 * fabs(x);
  double less_one = a < 0.35 ? a + exp_excess(a, 0) : pawl_exp(fmin(a, 50)) - 1;
  return isnan(x) ? x : copysign(less_one / (less_one + 2), x);
}

/* ---- powers ---- */

/* n log x, beyond the range of exp without its tail. */
static pair times_log(double n, double x)
{
  pair log = log_pair(x);
  double about = n * log.high;
  if (!(fabs(about) < 800))
    return (pair){about, 0};
  pair p = multiply(n, log.high);
  return add_smaller(p.high, p.low + n * log.low);
}

double pawl_pow(double x, double n)
{
  double twice = 2 * n;
  if (twice == 1)
    return sqrt(x);
  if (twice == 2)
    return x;
  if (twice == 3)
    return x * sqrt(x);
  if (twice == 4)
    return x * x;
  if (twice == 5)
    return x * x * sqrt(x);
  if (twice == 6)
    return x * x * x;
  if (x == 0 || isinf(x) || n == 0)
    return n == 0 ? 1 : (x == 0) == (n > 0) ? 0 : INFINITY;
  return x > 0 ? exp_pair(times_log(n, x)) : NAN;
}
