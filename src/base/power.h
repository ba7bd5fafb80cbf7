/* Powers, exponentials and logarithms with the same bits on every processor and compiler: the C library's
 * differ by a last bit between processors, as its sines do (base/trig.h).
 *
 *   log x = k ln 2 + 2 artanh s,   x = 2^k m,  s = (m - 1)/(m + 1),  by its series, in pairs of doubles
 *   exp x = 2^k exp r,             |r| <= ln 2/2,  by its series
 *   x^n   = exp(n log x),          with the pair of the logarithm
 *
 * Errors are below 0.7 units in the last place (log1p: 0.8, tanh: 3), but for results below 1e-308. */
#ifndef PAWL_BASE_POWER_H
#define PAWL_BASE_POWER_H

double pawl_exp(double x);
/* x > 0 */
double pawl_log(double x);
/* log(1 + x), x > -1 */
double pawl_log1p(double x);
double pawl_tanh(double x);
/* x^n for x >= 0. n = 1/2, 1, 3/2, 2, 5/2 and 3 by products and a root alone. */
double pawl_pow(double x, double n);

#endif
