/* No compliance: shapes do not enter each other. While they touch, gap = 0 is a constraint whose force pushes; when they
 * meet, velocities jump.      theory.md, 9 */
#include "parts/law.h"

static const pawl_field fields[] = {
    {"restitution", "", PAWL_REAL, offsetof(pawl_rigid, e), 0, 0, 1,
     "what comes back: of the normal impulse (poisson) or of the speed of approach (newton)"},
    {"tangential", "", PAWL_REAL, offsetof(pawl_rigid, e_t), 0, 0, 1,
     "what comes back of the tangential impulse: a rubber ball turns round"},
    {"impact", "", PAWL_CHOICE, offsetof(pawl_rigid, law), PAWL_POISSON, 0, 1,
     "what 'restitution' is about: impulses of compression and expansion, or speeds before and after",
     "poisson newton"},
    {"restitution_of", "", PAWL_FUNCTION, offsetof(pawl_rigid, function), PAWL_UNSET, 0, 0,
     "function(speed, slide) that returns the restitution for a speed of approach and one of sliding, m/s, "
     "instead of a "
     "number"},
    {0}};

const pawl_kind pawl_law_rigid = {
    .name = "rigid",
    .family = PAWL_LAW_VALUE,
    .doc = "Contact without compliance: the shapes do not enter each other, impacts take no time, and what "
           "touches rests, "
           "slides or sticks until its force would pull.",
    .equations =
        "apart: g > 0, F = 0;   in touch: g = 0, F >= 0 as the equations of motion need it\n"
        "impact, Poisson: compression ends with g' >= 0 and impulse P_C, expansion gives back e P_C or more\n"
        "impact, Newton: g'(after) >= -e g'(before), P >= 0, one of both with equality\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local ball = body \"ball\" { mass = 1, inertia = 1e-3, y = 0.25, vx = 0.5 }\n"
               "local floor = shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"
               "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
               "contact \"hit\" { floor, rim, law = rigid { restitution = 0.6 }, friction = 0.3 }\n"
               "simulate { duration = 1.5 }\n",
    .size = sizeof(pawl_rigid),
    .fields = fields,
    .law = &(const pawl_law_table){.rigid = true}};
