/* Gives back exactly e.   F = K δ^n (1 + x S(δ'/v)),   x from   x - ln(1 + x) = -e x - ln(1 - e x)
 *                                                                                         theory.md, 7.7
 *
 * v is the speed of approach. A mass m loses speed by m v dv = -F dδ = -K δ^n (1 + x v/v₀) dδ, so
 * ∫ v dv/(1 + x v/v₀) is the same on the way in, from v₀ to 0, and on the way out, from 0 to -e v₀: the equation for
 * x, in which neither K, n, m nor v₀ appears.
 *
 * Alone, two bodies are never faster than when they met. What touches softly and is then pushed may be:
 * S(r) = r up to r = 1 and 1 + tanh(r - 1) beyond keeps a soft touch from turning into a wall. */
#include "parts/law.h"

static const pawl_field fields[] = {
    {"e", "", PAWL_REAL, offsetof(pawl_rebound, restitution), PAWL_REQUIRED, 0, 1,
     "restitution: speed of parting by speed of approach, when nothing else acts"},
    PAWL_LAW_STIFFNESS(pawl_rebound, stiffness),
    PAWL_LAW_EXPONENT(pawl_rebound, exponent),
    PAWL_LAW_LEAST_SPEED(pawl_rebound, least_speed),
    {0}};

/* x - ln(1 + x), which is x²/2 for small x: with ln(1 + x) = 2 artanh s, s = x/(2 + x), nothing cancels. */
static double loss(double x)
{
  double s = x / (2 + x), z = s * s, sum = 0;
  if (fabs(s) > 0.1)
    return x - pawl_log1p(x);
  for (int i = 19; i >= 3; i -= 2)
    sum = 1.0 / i + z * sum;
  return 2 * z * (1 / (1 - s) - s * sum);
}

/* What the way in takes less what the way out takes: positive below the root, and -∞ at 1/e. */
static double solve(double e)
{
  double low = 0, high = 1 / e;
  for (int i = 0; i < 2000; i++) {
    double x = low + 0.5 * (high - low);
    if (x <= low || x >= high)
      break;
    if (e * x < 1 && loss(x) > loss(-e * x))
      low = x;
    else
      high = x;
  }
  return low;
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const pawl_rebound *p = value;
  double r = pawl_rebound_slowness(p, x) * x->rate;
  pawl_push_power(p->stiffness, p->exponent, x->depth, out);
  out->force = out->elastic * (1 + p->x * (r > 1 ? 1 + pawl_tanh(r - 1) : r));
}

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  pawl_rebound *p = value;
  if (!(p->stiffness > 0))
    return "'stiffness' must be more than 0";
  if (!(p->restitution > 1e-100))
    return "'e' must be more than 0: a spring with a damper always gives something back";
  p->x = p->restitution < 1 ? solve(p->restitution) : 0;
  return NULL;
}

const pawl_kind pawl_law_restitution = {
    .name = "restitution",
    .family = PAWL_LAW_VALUE,
    .doc = "Damping that gives back exactly the restitution e of two shapes that meet while nothing else "
           "acts on them, "
           "whatever their masses, their speed and the stiffness.",
    .equations = "F = K δ^n (1 + x S(δ'/v)),   never pulling;   v = δ' when they met;   S(r) = r up to 1, "
                 "then 1 + tanh(r - 1)\n"
                 "x from x (1 + e) = ln((1 + x)/(1 - e x));   E = K δ^(n+1)/(n+1)\n",
    .example = PAWL_LAW_EXAMPLE("restitution { e = 0.5, stiffness = 1e7 }"),
    .size = sizeof(pawl_rebound),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = press}};
