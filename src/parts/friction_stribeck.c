/* Stribeck's friction made smooth at rest.   R = -N (g(v) tanh(v/v_k) + b v)                theory.md, 7.8
 * g falls from μ_s to μ, so that sliding may excite itself. Nothing holds at v = 0: it creeps as
 * regularised friction. */
#include "parts/friction.h"

typedef struct {
  pawl_stribeck curve;
  double stick_speed;
} stribeck;

static const pawl_field fields[] = {
    PAWL_STRIBECK_FIELDS(stribeck, curve),
    {"stick_speed", "m/s", PAWL_REAL, offsetof(stribeck, stick_speed), PAWL_REQUIRED, 0, INFINITY,
     "where friction is 76 % of its full value: what seems to stick creeps with up to this"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const stribeck *p = value;
  if (!(p->stick_speed > 0))
    return "'stick_speed' must be more than 0";
  if (p->stick_speed > 0.5 * p->curve.speed)
    return "'stick_speed' must be at most half of 'stribeck_speed', or friction never comes near 'mu_static'";
  return pawl_stribeck_check(&p->curve);
}

static void rub(const void *value, const pawl_rub *x, pawl_drag *out)
{
  const stribeck *p = value;
  double g = pawl_stribeck_at(&p->curve, x->speed);
  out->force = -x->normal * (g * pawl_tanh(x->speed / p->stick_speed) + p->curve.viscous * x->speed);
}

const pawl_kind pawl_friction_stribeck = {
    .name = "stribeck",
    .family = PAWL_FRICTION_VALUE,
    .doc = "Friction that falls from a static to a sliding coefficient and grows again with the speed, made "
           "smooth at "
           "rest. It never sticks: what a latch or a clamp holds creeps away.",
    .equations = "R = -N (g(v) tanh(v/v_k) + b v),   g(v) = μ + (μ_s - μ) exp(-(v/v_s)²);   P = R v\n"
                 "v the speed of sliding, v_k 'stick_speed', v_s 'stribeck_speed', b 'viscous'\n",
    .example = PAWL_FRICTION_EXAMPLE(
        "stribeck { mu = 0.2, mu_static = 0.3, stribeck_speed = 0.05, stick_speed = 1e-3 }"),
    .size = sizeof(stribeck),
    .fields = fields,
    .check = check,
    .friction = &(const pawl_friction_table){.rub = rub}};
