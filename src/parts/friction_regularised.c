/* Coulomb's friction made smooth.   R = -μ N tanh(v/v_s)                                    theory.md, 7.8
 * Nothing holds at v = 0: under a load R the contact creeps with v_s artanh(R/(μ N)). */
#include "parts/friction.h"

typedef struct {
  double mu, speed;
} regularised;

static const pawl_field fields[] = {
    {"mu", "", PAWL_REAL, offsetof(regularised, mu), PAWL_REQUIRED, 0, INFINITY, "coefficient of friction"},
    {"stick_speed", "m/s", PAWL_REAL, offsetof(regularised, speed), PAWL_REQUIRED, 0, INFINITY,
     "where friction is 76 % of its full value: what seems to stick creeps with up to this"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  return ((regularised *)value)->speed > 0 ? NULL : "'stick_speed' must be more than 0";
}

static void rub(const void *value, const pawl_rub *x, pawl_drag *out)
{
  const regularised *p = value;
  out->force = -p->mu * x->normal * pawl_tanh(x->speed / p->speed);
}

const pawl_kind pawl_friction_regularised = {
    .name = "regularised",
    .family = PAWL_FRICTION_VALUE,
    .doc =
        "Coulomb's friction made smooth at rest. It never sticks: what a latch or a clamp holds creeps away.",
    .equations = "R = -μ N tanh(v/v_s),   v the speed of sliding;   P = R v\n"
                 "a load R < μ N makes it creep with v_s artanh(R/(μ N))\n",
    .example = PAWL_FRICTION_EXAMPLE("regularised { mu = 0.3, stick_speed = 1e-3 }"),
    .size = sizeof(regularised),
    .fields = fields,
    .check = check,
    .friction = &(const pawl_friction_table){.rub = rub}};
