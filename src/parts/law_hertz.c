/* Hertz's law for bodies that touch at a point.   F = K δ^(3/2) (1 + a δ'),   K = 4/3 E* √R
 *                                                                                         theory.md, 7.7
 * K as given, or by the materials; 1/R = κ₁ + κ₂ is where the shapes met, unless R is given. In a plane
 * that is the contact of balls: across the plane they are as round as in it. */
#include "parts/law_material.h"

typedef struct {
  double K, a, radius;
  pawl_material material;
  double modulus; /* E*, by `check` */
} hertz;

static const pawl_field fields[] = {
    {"stiffness", "N/m^1.5", PAWL_REAL, offsetof(hertz, K), PAWL_UNSET, 0, INFINITY,
     "K; or 'modulus' instead"},
    PAWL_MATERIAL_FIELDS(hertz, material, PAWL_UNSET),
    {"radius", "m", PAWL_REAL, offsetof(hertz, radius), PAWL_UNSET, 0, INFINITY,
     "R, with 'modulus': 1/R is the sum of both curvatures where they met unless given; needed at corners"},
    PAWL_LAW_DAMPING(hertz, a),
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  hertz *p = value;
  bool material = !isnan(p->material.E1), second = !isnan(p->material.E2) || !isnan(p->material.nu2);
  if (material == !isnan(p->K))
    return "needs 'stiffness' or 'modulus', and not both";
  if (!material && (second || !isnan(p->radius)))
    return "'modulus2', 'poisson2' and 'radius' belong to 'modulus', not to 'stiffness'";
  if (p->K <= 0 || p->material.E1 <= 0 || p->material.E2 <= 0 || p->radius <= 0)
    return "'stiffness', 'modulus', 'modulus2' and 'radius' must be more than 0";
  p->modulus = pawl_contact_modulus(&p->material);
  return NULL;
}

/* Not a number where a corner or flat pieces meet and no radius is given: no force would be right there. */
static double stiffness(const hertz *p, double curvature)
{
  double radius = curvature > 0 && !isinf(curvature) ? 1 / curvature : NAN;
  return 4.0 / 3 * p->modulus * sqrt(isnan(p->radius) ? radius : p->radius);
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const hertz *p = value;
  pawl_push_power(isnan(p->K) ? stiffness(p, x->curvature) : p->K, 1.5, x->depth, out);
  out->force = out->elastic * (1 + p->a * x->rate);
}

const pawl_kind pawl_law_hertz = {
    .name = "hertz",
    .family = PAWL_LAW_VALUE,
    .doc = "Hertz's law for bodies that touch at a point, as balls do. For discs that touch along a line "
           "there is "
           "hertz_line.",
    .equations =
        "F = K δ^(3/2) (1 + a δ'),   never pulling;   E = 2/5 K δ^(5/2)\n"
        "K as given, or 4/3 E* √R,   1/E* = (1 - ν₁²)/E₁ + (1 - ν₂²)/E₂,   1/R = κ₁ + κ₂ where they met\n",
    .example = PAWL_LAW_EXAMPLE("hertz { modulus = 2.1e11, damping = 0.2 }"),
    .size = sizeof(hertz),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = press}};
