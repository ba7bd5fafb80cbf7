/* A shaft with a flywheel: one angle of its own, that moves no body.      theory.md, 2.5
 * Couplings, motors and springs along joints take it where they take a revolute joint. */
#include "parts/part.h"

typedef struct {
  pawl_spin spin;
} shaft;

static const pawl_field fields[] = {
    {"inertia", "kg m^2", PAWL_REAL, offsetof(shaft, spin.inertia), PAWL_REQUIRED, 0, INFINITY,
     "about its axis"},
    {"angle", "rad", PAWL_REAL, offsetof(shaft, spin.angle), PAWL_UNSET, -INFINITY, INFINITY,
     "angle at the start; approximate where a loop decides"},
    {"speed", "rad/s", PAWL_REAL, offsetof(shaft, spin.speed), PAWL_UNSET, -INFINITY, INFINITY,
     "speed at the start; approximate where a loop decides"},
    {0}};

static const pawl_channel_def channels[] = {
    {"angle", "rad", PAWL_SEEN(spin), PAWL_AT_POSITION, "its angle"},
    {"speed", "rad/s", PAWL_SEEN(spin_speed), PAWL_AT_VELOCITY, "its rate"},
    {"acceleration", "rad/s^2", PAWL_SEEN(spin_acceleration), PAWL_AT_ACCELERATION, "its second rate"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const shaft *)part)->spin.inertia > 0 ? NULL : "'inertia' must be more than 0";
}

const pawl_kind pawl_link_shaft = {
    .name = "shaft",
    .family = PAWL_LINK,
    .doc = "A turning shaft with inertia that moves no body: one angle, for "
           "drive trains. It stands wherever a revolute "
           "joint may: motors, springs and couplings take it.",
    .equations = "inertia q'' = Σ τ\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local cabin = box \"cabin\" { mass = 5, width = 0.2, height = 0.25 }\n"
               "prismatic \"lift\" { ground, cabin, axis = {0, 1} }\n"
               "shaft \"engine\" { inertia = 0.2 }\n"
               "coupling \"winch\" { \"engine\", \"lift\", ratio = 20 }\n"
               "motor \"fuel\" { \"engine\", torque = 3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(shaft),
    .fields = fields,
    .channels = channels,
    .check = check,
    .spin = PAWL_MEMBER(shaft, spin)};
