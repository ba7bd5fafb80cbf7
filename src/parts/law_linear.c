/* A linear spring and damper.   F = k δ + c δ',   E = ½ k δ²                               theory.md, 7.7 */
#include "parts/law.h"

typedef struct {
  double k, c;
} linear;

static const pawl_field fields[] = {
    {"stiffness", "N/m", PAWL_REAL, offsetof(linear, k), PAWL_REQUIRED, 0, INFINITY, "spring rate"},
    {"damping", "N s/m", PAWL_REAL, offsetof(linear, c), 0, 0, INFINITY,
     "viscous rate: the force begins with damping times the speed of approach"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  return ((linear *)value)->k > 0 ? NULL : "'stiffness' must be more than 0";
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const linear *p = value;
  out->elastic = p->k * x->depth;
  out->energy = 0.5 * p->k * x->depth * x->depth;
  out->force = out->elastic + p->c * x->rate;
}

const pawl_kind pawl_law_linear = {.name = "linear",
                                   .family = PAWL_LAW_VALUE,
                                   .doc = "A linear spring and damper. With damping its force jumps when "
                                          "shapes meet; the other laws begin at 0.",
                                   .equations =
                                       "F = k δ + c δ',   never pulling;   E = ½ k δ²\n"
                                       "restitution of a mass m, with ζ = c/(2 √(k m)) < 1, s = √(1 - ζ²): "
                                       "e = exp(-(ζ/s) atan2(2 ζ s, 2 ζ² - 1))\n",
                                   .example = PAWL_LAW_EXAMPLE("linear { stiffness = 1e5, damping = 100 }"),
                                   .size = sizeof(linear),
                                   .fields = fields,
                                   .check = check,
                                   .law = &(const pawl_law_table){.press = press}};
