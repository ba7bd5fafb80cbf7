/* LuGre friction: bristles that bend and slip.   z' = v - s₀ |v| z/g(v),   R = -N (s₀ z + s₁(v) z' + b v)
 *                                                                                           theory.md, 7.8
 * z is the mean deflection of the bristles, the law's own state; |z| <= μ_s/s₀ once it is. Steady sliding has
 * s₀ z = g sign v: Stribeck's curve. With 4 β = s₁ |v|/g the power that is lost under a constant N,
 *   s₁ z'² + s₁ (|v|/g) z' s₀ z + (|v|/g) (s₀ z)² + b v²,
 * is positive definite as long as β < 1, so s₁(v) = s₁/√(1 + (s₁ v/(4 μ))²) never drives, at any speed. */
#include "parts/friction.h"

typedef struct {
  pawl_stribeck curve;
  double s0, s1;
} lugre;

static const pawl_field fields[] = {
    PAWL_STRIBECK_FIELDS(lugre, curve),
    {"stiffness", "1/m", PAWL_REAL, offsetof(lugre, s0), PAWL_REQUIRED, 0, INFINITY,
     "of the bristles, per newton of normal force: 'mu' by the distance at which it begins to slip"},
    {"damping", "s/m", PAWL_REAL, offsetof(lugre, s1), 0, 0, INFINITY,
     "of the bristles, per newton of normal force; less at high speed, so that it never drives"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const lugre *p = value;
  if (!(p->s0 > 0) || !(p->curve.mu > 0))
    return "'stiffness' and 'mu' must be more than 0";
  return pawl_stribeck_check(&p->curve);
}

static void rub(const void *value, const pawl_rub *x, pawl_drag *out)
{
  const lugre *p = value;
  double v = x->speed, z = x->state[0], g = pawl_stribeck_at(&p->curve, v), w = p->s1 * v / (4 * p->curve.mu);
  double rate = v - p->s0 * fabs(v) * z / g, s1 = p->s1 / sqrt(1 + w * w);
  out->state_rate[0] = rate;
  out->force = -x->normal * (p->s0 * z + s1 * rate + p->curve.viscous * v);
}

const pawl_kind pawl_friction_lugre = {
    .name = "lugre",
    .family = PAWL_FRICTION_VALUE,
    .doc = "LuGre friction: bristles that bend before they slip, with Stribeck's curve when they do. It "
           "holds at rest, "
           "but drifts a little when the load trembles.",
    .equations = "z' = v - s₀ |v| z/g(v),   g(v) = μ + (μ_s - μ) exp(-(v/v_s)²)\n"
                 "R = -N (s₀ z + s₁ z'/√(1 + (s₁ v/(4 μ))²) + b v),   v the speed of sliding, b 'viscous';   "
                 "P = R v\n",
    .example = PAWL_FRICTION_EXAMPLE(
        "lugre { mu = 0.2, mu_static = 0.3, stribeck_speed = 0.05, stiffness = 3000, damping = 5 }"),
    .size = sizeof(lugre),
    .fields = fields,
    .check = check,
    .friction = &(const pawl_friction_table){.rub = rub, .state_count = 1}};
