/* Output: a channel of the user's own, a function of time and of channels. */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_SIGNAL, offsetof(pawl_output, value), PAWL_REQUIRED, -INFINITY, INFINITY,
     "a function(t, s) of time and channels; or an expression over channels, "
     "\"drive.effort*hinge.speed\"; or over the "
     "whole run, \"max(hit.normal_force)\": a number that every run reports",
     "expression"},
    {"unit", "", PAWL_TEXT, offsetof(pawl_output, unit), PAWL_UNSET, 0, 0,
     "unit of the value; that of an expression unless given, or one that its values are converted to"},
    {0}};

static const pawl_channel_def channels[] = {
    {"value", "", PAWL_SEEN(value), PAWL_AT_FORCE,
     "what the function returns, or the expression is; of a number of the whole run there is none"},
    {0}};

const pawl_kind pawl_sensor_output = {
    .name = "output",
    .family = PAWL_SENSOR,
    .doc = "A channel of one's own, computed by a function or an expression, published as `name.value`; or a "
           "number of the whole run.",
    .equations = "value = f(t, channels)\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "output \"degrees\" { function(t, s) return s[\"hinge.angle\"]/deg end }\n"
               "output \"pull\" { \"hypot(hinge.fx, hinge.fy)\" }\n"
               "output \"hardest\" { \"max(hypot(hinge.fx, hinge.fy))\" }\n"
               "simulate { duration = 2 }\n",
    .size = sizeof(pawl_output),
    .fields = fields,
    .channels = channels};
