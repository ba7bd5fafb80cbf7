/* Brake on a joint.   tau = -capacity s(q'/v0),  s the S-curve 1.5 x - 0.5 x³ between ±1      theory.md, 5.11
 * Below the speed v0 it behaves like a damper: what it holds creeps on by about 2/3 v0 load/capacity. */
#include "parts/force_laws.h"
#include "parts/force_pen.h"

typedef struct {
  int joint;
  pawl_signal capacity;
  double speed;
} brake;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(brake, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"capacity", "N m or N", PAWL_SIGNAL, offsetof(brake, capacity), PAWL_REQUIRED, 0, INFINITY,
     "torque or force while it slips; below 0 it counts as 0"},
    {"speed", "rad/s or m/s", PAWL_REAL, offsetof(brake, speed), PAWL_REQUIRED, 0, INFINITY,
     "where it slips fully; below, what it holds creeps"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const brake *)part)->speed > 0 ? NULL : "'speed' must be more than 0";
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const brake *p = part;
  out->effort = -fmax(signal[0], 0) * pawl_s_curve(x->v[0] / p->speed);
  out->power = out->effort * x->v[0];
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_damper(pen, pen->joint);
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

const pawl_kind pawl_force_brake = {
    .name = "brake",
    .family = PAWL_JOINT_FORCE,
    .doc = "A brake on a joint, pressed by a number or signal. It does not "
           "stick: what it holds creeps, slowly as "
           "`speed` is small.",
    .equations = "τ = -capacity S(q'/speed),   S(z) = 1.5 z - 0.5 z³ between ±1, ±1 beyond;   P = τ q'\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel, speed = 20 }\n"
               "brake \"pads\" { \"axle\", capacity = 0.4, speed = 0.1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(brake),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint_load = joint_load,
    .draw = draw};
