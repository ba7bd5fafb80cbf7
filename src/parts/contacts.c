/* Contacts of many shapes: each with every other on another body. With events they are pairs like any
 * others; in time-stepping they are looked for anew in each step.      theory.md, 10.3 */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"shapes", "", PAWL_WORDS, offsetof(pawl_contacts, shapes), PAWL_UNSET, 0, 0,
     "names of the shapes that touch each other; all shapes of the model unless given"},
    {"law", "", PAWL_VALUE, offsetof(pawl_contacts, law), PAWL_REQUIRED, 0, 0,
     "of the normal force: rigid {} does not give way; restitution { … }, hertz { … } and others do", "law"},
    {"friction", "", PAWL_VALUE, offsetof(pawl_contacts, friction), PAWL_UNSET, 0, 0,
     "a number, Coulomb's coefficient, or one of the frictions: coulomb { … }, regularised { … } …; none "
     "unless given",
     "friction"},
    {0}};

static const pawl_channel_def channels[] = {
    {"count", "1", PAWL_SEEN(count), PAWL_AT_FORCE, "how many touches push"},
    {"penetration", "m", PAWL_SEEN(depth), PAWL_AT_FORCE, "of the deepest of them; 0 when none is"},
    {"normal_force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "sum of all that pushes"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "what the law stores"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of impacts, damping and friction since the start"},
    {0}};

const pawl_kind pawl_contact_group = {
    .name = "contacts",
    .family = PAWL_CONTACT_GROUP,
    .doc = "Many shapes that do not pass through each other: each touches every other on another body. "
           "Thousands of "
           "bodies, with mechanisms among them, are for simulate { method = \"stepping\" }.",
    .equations = "as contact { … }, for all pairs\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"
               "for i = 1, 3 do\n"
               "  local brick = body(\"brick\" .. i) { mass = 1, inertia = 2e-3, y = 0.12*i - 0.05 }\n"
               "  shape(\"outline\" .. i) { brick, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, "
               "{-0.1, 0.05} } }\n"
               "end\n"
               "contacts \"all\" { law = rigid {}, friction = 0.5 }\n"
               "simulate { duration = 0.3, method = \"stepping\", step = 2*ms }\n",
    .size = sizeof(pawl_contacts),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR};
