/* Brake on a joint. It really sticks, as dry friction does (9.1): |tau| <= static_ratio capacity at rest, tau = -capacity sgn q' else.
 * With a speed v0 it is smooth instead, tau = -capacity s(q'/v0), s the S-curve 1.5 x - 0.5 x³ between ±1: below v0 a
 * damper, so that what it holds creeps on by about 2/3 v0 load/capacity.      theory.md, 5.11 */
#include "parts/force_laws.h"
#include "parts/force_pen.h"
#include "parts/joint_friction.h"

typedef struct {
  pawl_joint_friction dry;
  double speed;
} brake;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(brake, dry.joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"capacity", "N m or N", PAWL_SIGNAL, offsetof(brake, dry.limit), PAWL_REQUIRED, 0, INFINITY,
     "torque or force while it slips; not negative (of a smooth brake that counts as 0)"},
    PAWL_STATIC_RATIO(brake, dry.static_ratio),
    {"speed", "rad/s or m/s", PAWL_REAL, offsetof(brake, speed), PAWL_UNSET, 0, INFINITY,
     "of a smooth brake, which does not stick: where it slips fully; below, what it holds creeps"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE,
     "2 sticks, 3 slips forward, 4 backward; 0 of a smooth brake"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  brake *p = part;
  p->dry.second = -1;
  pawl_joint_friction_set(&p->dry);
  return pawl_smooth_friction_check(&p->dry, p->speed);
}

static bool is_friction(const void *part)
{
  return isnan(((const brake *)part)->speed);
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const brake *p = part;
  if (is_friction(part)) /* it is held, not computed: pair_joint.c */
    return;
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
    .doc = "A brake on a joint, pressed by a number or signal. It really sticks: what it holds does not "
           "move. With "
           "a `speed` it is smooth instead, and what it holds creeps, slowly as that is small.",
    .equations = "at rest, q' = 0: |τ| <= static_ratio capacity;   else τ = -capacity sgn q';   P = τ q'\n"
                 "with a speed: τ = -capacity S(q'/speed),   S(z) = 1.5 z - 0.5 z³ between ±1, ±1 beyond\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel, speed = 20 }\n"
               "brake \"pads\" { \"axle\", capacity = 0.4 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(brake),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .is_friction = is_friction},
    .draw = draw};
