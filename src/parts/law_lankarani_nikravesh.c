/* Lankarani and Nikravesh's law.   F = K δ^n (1 + ¾ (1 - e²) δ'/v)                          theory.md, 7.7
 * Its damping is right for e near 1 only: e = 0.5 gives back 0.725. */
#include "parts/law.h"

static const pawl_field fields[] = {PAWL_LAW_STIFFNESS(pawl_rebound, stiffness),
                                    PAWL_LAW_EXPONENT(pawl_rebound, exponent),
                                    {"restitution", "", PAWL_REAL, offsetof(pawl_rebound, restitution),
                                     PAWL_REQUIRED, 0, 1, "e, nominally; 0.5 gives back 0.725"},
                                    PAWL_LAW_LEAST_SPEED(pawl_rebound, least_speed),
                                    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  pawl_rebound *p = value;
  p->x = 0.75 * (1 - p->restitution * p->restitution);
  return p->stiffness > 0 ? NULL : "'stiffness' must be more than 0";
}

const pawl_kind pawl_law_lankarani_nikravesh = {
    .name = "lankarani_nikravesh",
    .family = PAWL_LAW_VALUE,
    .doc = "Lankarani and Nikravesh's law, for comparison. Its restitution is nominal: see 'restitution'.",
    .equations = "F = K δ^n (1 + 3/4 (1 - e²) δ'/v),   never pulling;   v = δ' when they met\n"
                 "E = K δ^(n+1)/(n+1)\n",
    .example = PAWL_LAW_EXAMPLE("lankarani_nikravesh { stiffness = 1e7, restitution = 0.9 }"),
    .size = sizeof(pawl_rebound),
    .fields = fields,
    .check = check,
    .law = &(const pawl_law_table){.press = pawl_rebound_press}};
