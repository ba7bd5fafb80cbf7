/* Damper along a joint's coordinate.   tau = -F(q'),  F(v) = c v or a characteristic      theory.md, 5.2 */
#include "parts/force_laws.h"
#include "parts/force_pen.h"

typedef struct {
  int joint;
  pawl_resistance law;
} damper;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(damper, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"damping", "N m s/rad or N s/m", PAWL_REAL, offsetof(damper, law.c), PAWL_UNSET, 0, INFINITY,
     "viscous rate"},
    {"force", "N m or N", PAWL_CURVE, offsetof(damper, law.curve), PAWL_UNSET, 0, 0,
     "in place of 'damping': characteristic of the torque or force against the speed; given from speed 0 on, "
     "it "
     "holds in both directions"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const damper *p = part;
  if (!isnan(p->law.c) == (p->law.curve != NULL))
    return "needs either 'damping' or 'force'";
  if (p->law.curve && !pawl_resists(p->law.curve))
    return "'force' must be 0 at rest, not negative at positive speeds, not positive at negative ones";
  return NULL;
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const damper *p = part;
  out->effort = -pawl_resistance_at(&p->law, x->v[0]);
  out->power = out->effort * x->v[0];
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_damper(pen, pen->joint);
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

static pawl_corners corners(const void *part)
{
  const damper *p = part;
  return (pawl_corners){.curve = p->law.curve, .of_rate = true};
}

const pawl_kind pawl_force_joint_damper = {
    .name = "joint_damper",
    .family = PAWL_JOINT_FORCE,
    .doc = "A damper along the coordinate of a joint: linear, or by a characteristic.",
    .equations = "τ = -F(q');   F(v) = c v or a characteristic;   P = -F(q') q'\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg, speed = -3 }\n"
               "joint_damper \"oil\" { \"hinge\", damping = 0.2 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(damper),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .corners = corners},
    .draw = draw};
