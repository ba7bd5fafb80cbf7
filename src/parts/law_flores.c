/* Flores's law.   F = K δ^n (1 + 8/5 (1 - e)/e δ'/v)                                        theory.md, 7.7 */
#include "parts/law.h"

static const pawl_field fields[] = {PAWL_LAW_STIFFNESS(pawl_rebound, stiffness),
                                    PAWL_LAW_EXPONENT(pawl_rebound, exponent),
                                    {"restitution", "", PAWL_REAL, offsetof(pawl_rebound, restitution),
                                     PAWL_REQUIRED, 0, 1, "e, nominally; 0.5 gives back 0.470"},
                                    PAWL_LAW_LEAST_SPEED(pawl_rebound, least_speed),
                                    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  pawl_rebound *p = value;
  if (!(p->stiffness > 0))
    return "'stiffness' must be more than 0";
  p->x = 1.6 * (1 - p->restitution) / p->restitution;
  return p->restitution > 0 ? NULL : "'restitution' must be more than 0: the damping is 8/5 (1 - e)/e";
}

const pawl_kind pawl_law_flores = {
    .name = "flores",
    .family = PAWL_LAW_VALUE,
    .doc = "The law of Flores and others, for comparison. Its restitution is nominal: see 'restitution'.",
    .equations = "F = K δ^n (1 + 8/5 (1 - e)/e δ'/v),   never pulling;   v = δ' when they met\n"
                 "E = K δ^(n+1)/(n+1)\n",
    .example = PAWL_LAW_EXAMPLE("flores { stiffness = 1e7, restitution = 0.5 }"),
    .size = sizeof(pawl_rebound),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = pawl_rebound_press}};
