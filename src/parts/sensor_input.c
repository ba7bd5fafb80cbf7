/* Input: a number that the embedding program sets between steps. */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_REAL, offsetof(pawl_input, value), 0, -INFINITY, INFINITY, "its value until it is set"},
    {0}};

static const pawl_channel_def channels[] = {
    {"value", "", PAWL_SEEN(value), PAWL_AT_POSITION, "the number as it stands"}, {0}};

const pawl_kind pawl_sensor_input = {
    .name = "input",
    .family = PAWL_SENSOR,
    .doc = "A number that a C program sets between steps; functions read it as "
           "`s[\"name.value\"]`.",
    .equations = "value = what was set last\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "input \"throttle\" { 0.5 }\n"
               "motor \"drive\" { \"axle\", torque = function(t, s) return s[\"throttle.value\"] end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_input),
    .fields = fields,
    .channels = channels};
