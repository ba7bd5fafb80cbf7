/* Coulomb's friction as it is: a set at rest.   |R| <= μ_s N where v = 0,  R = -μ N sgn v else   theory.md, 9
 * `friction = 0.3` is short for coulomb { mu = 0.3 }. */
#include "parts/friction.h"

static const pawl_field fields[] = {
    {"mu", "", PAWL_REAL, offsetof(pawl_coulomb, mu), PAWL_REQUIRED, 0, INFINITY, "coefficient of sliding"},
    {"mu_static", "", PAWL_REAL, offsetof(pawl_coulomb, mu_static), PAWL_UNSET, 0, INFINITY,
     "coefficient of sticking; 'mu' unless given"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const pawl_coulomb *p = value;
  return p->mu_static < p->mu ? "'mu_static' must be at least 'mu'" : NULL;
}

const pawl_kind pawl_friction_coulomb = {
    .name = "coulomb",
    .family = PAWL_FRICTION_VALUE,
    .doc = "Dry friction that really sticks: at rest it holds whatever is below its limit, and a latch does "
           "not creep. A number "
           "alone means this: friction = 0.3.",
    .equations = "at rest, v = 0: |R| <= μ_s N;   else R = -μ N sgn v;   P = R v\n",
    .example = PAWL_FRICTION_EXAMPLE("coulomb { mu = 0.3, mu_static = 0.4 }"),
    .size = sizeof(pawl_coulomb),
    .fields = fields,
    .check = check,
    .coulomb = 1};
