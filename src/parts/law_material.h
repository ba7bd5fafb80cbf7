/* The two materials of a contact.   1/E* = (1 - ν₁²)/E₁ + (1 - ν₂²)/E₂                     theory.md, 7.7 */
#ifndef PAWL_PARTS_LAW_MATERIAL_H
#define PAWL_PARTS_LAW_MATERIAL_H

#include "parts/law.h"

typedef struct {
  double E1, nu1, E2, nu2;
} pawl_material;

/* The second is as the first unless given. */
static inline double pawl_contact_modulus(const pawl_material *m)
{
  double E2 = isnan(m->E2) ? m->E1 : m->E2, nu2 = isnan(m->nu2) ? m->nu1 : m->nu2;
  return 1 / ((1 - m->nu1 * m->nu1) / m->E1 + (1 - nu2 * nu2) / E2);
}

/* clang-format off */
#define PAWL_MATERIAL_FIELDS(type, member, needed) \
  {"modulus", "N/m^2", PAWL_REAL, offsetof(type, member.E1), needed, 0, INFINITY, \
   "Young's modulus of the first"}, \
  {"poisson", "", PAWL_REAL, offsetof(type, member.nu1), 0.3, -1, 0.5, "Poisson's ratio of the first"}, \
  {"modulus2", "N/m^2", PAWL_REAL, offsetof(type, member.E2), PAWL_UNSET, 0, INFINITY, \
   "of the second; as the first unless given"}, \
  {"poisson2", "", PAWL_REAL, offsetof(type, member.nu2), PAWL_UNSET, -1, 0.5, \
   "of the second; as the first unless given"}

#define PAWL_LAW_DAMPING(type, member) \
  {"damping", "s/m", PAWL_REAL, offsetof(type, member), 0, 0, INFINITY, \
   "a: the force grows by the factor 1 + damping*speed"}
/* clang-format on */

#endif
