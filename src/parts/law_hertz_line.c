/* Discs that touch along a line.   δ = φ (ln(4 D/φ) - 1),   φ = F_el/(π E* L);   F = F_el (1 + a δ')
 *                                                                                         theory.md, 7.7
 *
 * With y = ln(4 D/φ) - 1 it reads y - ln y = ln(4 D/(e δ)), which Newton solves for y > 1; then φ = δ/y,
 * and E = π E* L φ² (y/2 - 1/4). Deeper than y = 2, at 0.4 D, where discs are no half spaces any more, F
 * goes on along the tangent, whose slope there is π E* L: the knot between the two pieces. */
#include "parts/law_material.h"

typedef struct {
  double size, thickness, a;
  pawl_material material;
  double slope, deep; /* π E* L and the depth of the knot, by `check` */
} hertz_line;

enum { ROUND, TANGENT }; /* pieces: before and beyond the knot */

#define PI 3.14159265358979323846
#define E_CUBED 20.085536923187667741

static const pawl_field fields[] = {
    PAWL_MATERIAL_FIELDS(hertz_line, material, PAWL_REQUIRED),
    {"thickness", "m", PAWL_REAL, offsetof(hertz_line, thickness), PAWL_REQUIRED, 0, INFINITY,
     "L: length of the line, across the plane"},
    {"size", "m", PAWL_REAL, offsetof(hertz_line, size), PAWL_REQUIRED, 0, INFINITY,
     "D: of two discs the sum of their radii, of a disc on a plate 2/3 of the plate's height"},
    PAWL_LAW_DAMPING(hertz_line, a),
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  hertz_line *p = value;
  if (!(p->material.E1 > 0) || p->material.E2 <= 0 || !(p->thickness > 0) || !(p->size > 0))
    return "'modulus', 'modulus2', 'thickness' and 'size' must be more than 0";
  p->slope = PI * pawl_contact_modulus(&p->material) * p->thickness;
  p->deep = 8 / E_CUBED * p->size;
  return NULL;
}

/* y - ln y = L. Begins above the root of this convex function, so every step comes nearer from above, at
 * most by 0.2, 1e-2, 3e-5, 2e-10. L is at least 1.3 but for steps beyond the knot, which do not go to y =
 * 1, where there is no slope. */
static double solve(double L)
{
  L = fmax(L, 1.1);
  double y = L + pawl_log(L) + 0.6;
  for (int i = 0; i < 5; i++)
    y -= (y - pawl_log(y) - L) * y / (y - 1);
  return y;
}

static void push_round(const hertz_line *p, double depth, pawl_push *out)
{
  double size = fabs(depth);
  if (size < 1e-200) /* the logarithm makes nothing of it that could be felt */
    return;
  double y = solve(pawl_log(4 * p->size / size) - 1), phi = size / y;
  out->elastic = copysign(p->slope * phi, depth);
  out->energy = p->slope * phi * phi * (0.5 * y - 0.25);
}

static void push_tangent(const hertz_line *p, double depth, pawl_push *out)
{
  double phi = 0.5 * p->deep, more = depth - p->deep;
  out->elastic = p->slope * (phi + more);
  out->energy = p->slope * (0.75 * phi * phi + phi * more + 0.5 * more * more);
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const hertz_line *p = value;
  (x->piece == TANGENT ? push_tangent : push_round)(p, x->depth, out);
  out->force = out->elastic * (1 + p->a * x->rate);
}

static void knots(const void *value, const pawl_press *x, double *knot)
{
  knot[0] = x->depth - ((const hertz_line *)value)->deep;
}

const pawl_kind pawl_law_hertz_line = {
    .name = "hertz_line",
    .family = PAWL_LAW_VALUE,
    .doc = "Hertz's law for discs and cams that touch along a line across the plane: nearly linear.",
    .equations = "F = F₀ (1 + a δ'),   never pulling;   δ = φ (ln(4 D/φ) - 1),   φ = F₀/(π E* L)\n"
                 "1/E* = (1 - ν₁²)/E₁ + (1 - ν₂²)/E₂;   E = ∫ F₀ dδ;   beyond δ = 0.4 D the tangent\n",
    .example = PAWL_LAW_EXAMPLE("hertz_line { modulus = 3e9, thickness = 0.02, size = 0.1, damping = 0.2 }"),
    .size = sizeof(hertz_line),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = press, .knot_count = 1, .knots = knots}};
