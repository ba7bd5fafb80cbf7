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
                                   .is_point = true,
                                   .doc = "A mass in the origin of its own frame, without inertia about it.",
                                   .example = "point_mass \"bob\" { mass = 0.5 }",
                                   .size = sizeof(pawl_body),
                                   .fields = fields,
                                   .channels = pawl_body_channels,
                                   .check = check,
                                   .draw = pawl_draw_body};
