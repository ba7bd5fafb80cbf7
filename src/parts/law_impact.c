/* Adams' IMPACT: a power of the depth, and damping that a cubic step switches on over the first `depth`.
 *   F = k δ^n + c S(δ/d) δ',   S(s) = s²(3 - 2 s) up to s = 1, then 1;   E = k δ^(n+1)/(n+1)
 *                                                                                         theory.md, 7.7
 * S has a jump in its second derivative at s = 1: the knot between the two pieces of the law. */
#include "parts/law.h"

typedef struct {
  double k, n, c, depth;
} impact;

enum { RAMP, FULL }; /* pieces: before and beyond the knot */

static const pawl_field fields[] = {
    {"stiffness", "N/m^n", PAWL_REAL, offsetof(impact, k), PAWL_REQUIRED, 0, INFINITY,
     "k: force at a depth of 1 m"},
    {"exponent", "", PAWL_REAL, offsetof(impact, n), PAWL_REQUIRED, 1, 10, "n, of the depth"},
    {"damping", "N s/m", PAWL_REAL, offsetof(impact, c), PAWL_REQUIRED, 0, INFINITY,
     "greatest viscous rate: cmax"},
    {"depth", "m", PAWL_REAL, offsetof(impact, depth), PAWL_REQUIRED, 0, INFINITY,
     "where the viscous rate is at its greatest: d"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const impact *p = value;
  return p->k > 0 && p->depth > 0 ? NULL : "'stiffness' and 'depth' must be more than 0";
}

/* Beyond the knot a step sees the cubic go on, but not to where it turns the damping round. */
static double ramp(double s)
{
  s = fmax(-0.25, fmin(s, 1.25));
  return s * s * (3 - 2 * s);
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const impact *p = value;
  pawl_push_power(p->k, p->n, x->depth, out);
  out->force = out->elastic + p->c * (x->piece == FULL ? 1 : ramp(x->depth / p->depth)) * x->rate;
}

static void knots(const void *value, const pawl_press *x, double *knot)
{
  knot[0] = x->depth - ((const impact *)value)->depth;
}

const pawl_kind pawl_law_impact = {
    .name = "impact",
    .family = PAWL_LAW_VALUE,
    .doc = "The IMPACT function of Adams: a power of the depth, and a viscous damper that a cubic step "
           "switches on.",
    .equations = "F = k δ^n + c S(δ/d) δ',   never pulling;   S(s) = s² (3 - 2 s) up to s = 1, then 1\n"
                 "E = k δ^(n+1)/(n+1)\n",
    .example = PAWL_LAW_EXAMPLE("impact { stiffness = 1e7, exponent = 1.5, damping = 100, depth = 1e-4 }"),
    .size = sizeof(impact),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = press, .knot_count = 1, .knots = knots}};
