/* Hunt and Crossley's law.   F = K δ^n (1 + a δ'),  a given, or a = 3/2 (1 - e)/v          theory.md, 7.7
 * v is the speed of approach. What it really gives back is told by the closed form of theory.md, 7.7. */
#include "parts/law.h"

typedef struct {
  pawl_rebound r;
  double a;
} hunt_crossley;

static const pawl_field fields[] = {PAWL_LAW_STIFFNESS(hunt_crossley, r.stiffness),
                                    PAWL_LAW_EXPONENT(hunt_crossley, r.exponent),
                                    {"damping", "s/m", PAWL_REAL, offsetof(hunt_crossley, a), PAWL_UNSET, 0,
                                     INFINITY, "a: the force grows by the factor 1 + damping*speed"},
                                    {"restitution", "", PAWL_REAL, offsetof(hunt_crossley, r.restitution),
                                     PAWL_UNSET, 0, 1,
                                     "in place of 'damping': e, nominally; 0.5 gives back 0.663"},
                                    PAWL_LAW_LEAST_SPEED(hunt_crossley, r.least_speed),
                                    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  hunt_crossley *p = value;
  p->r.x = 1.5 * (1 - p->r.restitution);
  if (!(p->r.stiffness > 0))
    return "'stiffness' must be more than 0";
  return isnan(p->a) == isnan(p->r.restitution) ? "needs 'damping' or 'restitution', and not both" : NULL;
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  const hunt_crossley *p = value;
  if (!isnan(p->r.restitution)) {
    pawl_rebound_press(&p->r, x, out);
    return;
  }
  pawl_push_power(p->r.stiffness, p->r.exponent, x->depth, out);
  out->force = out->elastic * (1 + p->a * x->rate);
}

const pawl_kind pawl_law_hunt_crossley = {
    .name = "hunt_crossley",
    .family = PAWL_LAW_VALUE,
    .doc = "Hunt and Crossley's law: damping that grows with the depth. Its restitution is nominal: see "
           "'restitution'.",
    .equations = "F = K δ^n (1 + a δ'),   never pulling;   E = K δ^(n+1)/(n+1)\n"
                 "a as given, or 3/2 (1 - e)/v, v = δ' when they met\n"
                 "gives back e', from x (1 + e') = ln((1 + x)/(1 - e' x)), x = a v\n",
    .example = PAWL_LAW_EXAMPLE("hunt_crossley { stiffness = 1e7, damping = 0.5 }"),
    .size = sizeof(hunt_crossley),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = press}};
