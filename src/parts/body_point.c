/* Point mass: no inertia about itself. */
#include "parts/body_channels.h"
#include "parts/look.h"

static const pawl_field fields[] = {
    {"mass", "kg", PAWL_REAL, offsetof(pawl_body, mass), PAWL_REQUIRED, 0, INFINITY, "mass"},
    PAWL_START_FIELDS,
    {0}};

static const char *check(void *part, unsigned worlds)
{
  return pawl_start_wrong(part, worlds);
}

const pawl_kind pawl_body_point = {.name = "point_mass",
                                   .family = PAWL_BODY,
                                   .doc = "A mass in the origin of its own frame, without inertia about it.",
                                   .equations = "m (r'' - g) = Σ f\n",
                                   .example =
                                       "planar { gravity = {0, -9.81} }\n"
                                       "local bob = point_mass \"bob\" { mass = 0.5, x = 0.3, y = -0.4 }\n"
                                       "rod \"string\" { ground, bob, length = 0.5 }\n"
                                       "simulate { duration = 1 }\n",
                                   .size = sizeof(pawl_body),
                                   .fields = fields,
                                   .channels = pawl_body_channels,
                                   .check = check,
                                   .body = &(const pawl_body_table){.alone = PAWL_DRIFTS},
                                   .draw = pawl_draw_body};
