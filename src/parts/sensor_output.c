/* Output: a channel of the user's own, a function of time and of channels. */
#include "parts/part.h"

static const pawl_field fields[] = {{"1", "", PAWL_SIGNAL, offsetof(pawl_output, value), PAWL_REQUIRED,
                                     -INFINITY, INFINITY, "a function(t, s) of time and channels"},
                                    {0}};

static const pawl_channel_def channels[] = {
    {"value", "", PAWL_SEEN(value), PAWL_AT_FORCE, "what the function returns"}, {0}};

const pawl_kind pawl_sensor_output = {
    .name = "output",
    .family = PAWL_SENSOR,
    .doc = "A channel of one's own, computed by a function; published as `name.value`.",
    .equations = "value = f(t, channels)\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "output \"degrees\" { function(t, s) return s[\"hinge.angle\"]/deg end }\n"
               "simulate { duration = 2 }\n",
    .size = sizeof(pawl_output),
    .fields = fields,
    .channels = channels};
