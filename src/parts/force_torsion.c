/* Spring and damper along a joint's own coordinate.   tau = -F(q - q0) - p - c q'      theory.md, 5.2
 * F(s) is k s or a characteristic, p the preload. Once with the words of hinges, once for any joint. */
#include "parts/force_laws.h"
#include "parts/force_pen.h"

typedef struct {
  int joint;
  pawl_pull pull;
  double c, q0;
} torsion;

static const pawl_field torsion_fields[] = {
    {"1", "", PAWL_JOINT, offsetof(torsion, joint), PAWL_REQUIRED, 0, 0, "the revolute joint it sits on"},
    {"stiffness", "N m/rad", PAWL_REAL, offsetof(torsion, pull.k), PAWL_UNSET, 0, INFINITY, "spring rate"},
    {"torque", "N m", PAWL_CURVE, offsetof(torsion, pull.curve), PAWL_UNSET, 0, 0,
     "in place of 'stiffness': characteristic of the torque back against the twist, joint's angle - 'angle'"},
    {"damping", "N m s/rad", PAWL_REAL, offsetof(torsion, c), 0, 0, INFINITY, "viscous rate"},
    {"angle", "rad", PAWL_REAL, offsetof(torsion, q0), 0, -INFINITY, INFINITY,
     "angle without torque, but for the preload"},
    {"preload", "N m", PAWL_REAL, offsetof(torsion, pull.preload), 0, -INFINITY, INFINITY,
     "torque at 'angle'; positive turns the angle back"},
    {0}};

static const pawl_field joint_fields[] = {
    {"1", "", PAWL_JOINT, offsetof(torsion, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"stiffness", "N m/rad or N/m", PAWL_REAL, offsetof(torsion, pull.k), PAWL_UNSET, 0, INFINITY,
     "spring rate"},
    {"force", "N m or N", PAWL_CURVE, offsetof(torsion, pull.curve), PAWL_UNSET, 0, 0,
     "in place of 'stiffness': characteristic of the effort back against the joint's coordinate - 'rest'"},
    {"damping", "N m s/rad or N s/m", PAWL_REAL, offsetof(torsion, c), 0, 0, INFINITY, "viscous rate"},
    {"rest", "rad or m", PAWL_REAL, offsetof(torsion, q0), 0, -INFINITY, INFINITY,
     "coordinate without effort, but for the preload"},
    {"preload", "N m or N", PAWL_REAL, offsetof(torsion, pull.preload), 0, -INFINITY, INFINITY,
     "effort at 'rest'; positive drives the coordinate back"},
    {0}};

static const pawl_channel_def torsion_channels[] = {
    {"torque", "N m", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque on the joint's second body"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy, counted from 'angle'"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static const pawl_channel_def joint_channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy, counted from 'rest'"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static bool is_given_once(const torsion *p)
{
  return !isnan(p->pull.k) != (p->pull.curve != NULL);
}

static const char *check_torsion(void *part, unsigned worlds)
{
  (void)worlds;
  return is_given_once(part) ? NULL : "needs either 'stiffness' or 'torque'";
}

static const char *check_joint_spring(void *part, unsigned worlds)
{
  (void)worlds;
  return is_given_once(part) ? NULL : "needs either 'stiffness' or 'force'";
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const torsion *p = part;
  out->effort = -pawl_pull_at(&p->pull, x->q[0] - p->q0, &out->energy) - p->c * x->v[0];
  out->power = -p->c * x->v[0] * x->v[0];
}

static pawl_corners corners(const void *part)
{
  const torsion *p = part;
  return (pawl_corners){.curve = p->pull.curve, .shift = p->q0};
}

static void draw_torsion(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_spring(pen, pen->joint);
  pawl_pen_joint_effort(pen, pen->joint, "torque");
}

static void draw_joint_spring(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_spring(pen, pen->joint);
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

const pawl_kind pawl_force_torsion = {
    .name = "torsion",
    .family = PAWL_JOINT_FORCE,
    .doc = "A torsion spring with a damper in parallel, on a revolute joint: linear, or by a characteristic.",
    .equations = "τ = -F(q - q₀) - preload - c q';   F(s) = k s or a characteristic\n"
                 "E = ∫ F ds + preload (q - q₀),   P = -c q'²\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 0.1, radius = 50*mm }\n"
               "revolute \"staff\" { ground, wheel, angle = 90*deg }\n"
               "torsion \"hairspring\" { \"staff\", stiffness = 0.02, damping = 1e-5 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(torsion),
    .fields = torsion_fields,
    .channels = torsion_channels,
    .check = check_torsion,
    .force = &(const pawl_force_table){.joint_load = joint_load, .corners = corners},
    .draw = draw_torsion};

const pawl_kind pawl_force_joint_spring = {
    .name = "joint_spring",
    .family = PAWL_JOINT_FORCE,
    .doc =
        "A spring with a damper in parallel along the coordinate of any joint that has one: linear, or by a "
        "characteristic.",
    .equations = "τ = -F(q - rest) - preload - c q';   F(s) = k s or a characteristic\n"
                 "E = ∫ F ds + preload (q - rest),   P = -c q'²\n",
    .example = "planar {}\n"
               "local slider = box \"slider\" { mass = 2, width = 80*mm, height = 40*mm }\n"
               "prismatic \"guide\" { ground, slider, position = 0.3 }\n"
               "joint_spring \"return\" { \"guide\", stiffness = 400, damping = 5, rest = 0.1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(torsion),
    .fields = joint_fields,
    .channels = joint_channels,
    .check = check_joint_spring,
    .force = &(const pawl_force_table){.joint_load = joint_load, .corners = corners},
    .draw = draw_joint_spring};
