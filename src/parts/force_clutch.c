/* Clutch between two joints.   tau = -capacity s((v_a - i v_b)/v0) on a,  -i tau on b      theory.md, 5.11
 * s is the S-curve of the brake; a closed clutch creeps as a brake does. P = tau (v_a - i v_b) is what heats it. */
#include "parts/force_laws.h"
#include "parts/force_pen.h"

typedef struct {
  int a, b;
  pawl_signal capacity;
  double speed, ratio;
} clutch;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(clutch, a), PAWL_REQUIRED, 0, 0, "the first joint"},
    {"2", "", PAWL_JOINT, offsetof(clutch, b), PAWL_REQUIRED, 0, 0, "the second joint"},
    {"capacity", "N m or N", PAWL_SIGNAL, offsetof(clutch, capacity), PAWL_REQUIRED, 0, INFINITY,
     "torque or force on the first joint while it slips; below 0 it counts as 0"},
    {"speed", "rad/s or m/s", PAWL_REAL, offsetof(clutch, speed), PAWL_REQUIRED, 0, INFINITY,
     "where it slips fully; below, a closed clutch creeps"},
    {"ratio", "", PAWL_REAL, offsetof(clutch, ratio), 1, -INFINITY, INFINITY,
     "speed of the first joint over that of the second when nothing slips"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE,
     "torque or force on the first joint's second body"},
    {"slip", "rad/s or m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY,
     "speed of the first joint less 'ratio' times that of the second"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const clutch *p = part;
  if (p->a == p->b)
    return "couples a joint with itself";
  return p->speed > 0 ? NULL : "'speed' must be more than 0";
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const clutch *p = part;
  out->slip = x->v[0] - p->ratio * x->v[1];
  out->effort = -fmax(signal[0], 0) * pawl_s_curve(out->slip / p->speed);
  out->efforts[0] = out->effort;
  out->efforts[1] = -p->ratio * out->effort;
  out->power = out->effort * out->slip;
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_damper(pen, pen->joint);
  pawl_pen_joint_damper(pen, pen->joint + 1);
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

const pawl_kind pawl_force_clutch = {
    .name = "clutch",
    .family = PAWL_JOINT_FORCE,
    .doc = "A clutch between two joints, pressed by a number or signal, "
           "with a ratio between them. It does not stick: "
           "closed, it creeps, slowly as `speed` is small.",
    .equations =
        "slip = q_a' - ratio q_b';   τ_a = -capacity S(slip/speed),   τ_b = -ratio τ_a;   P = τ_a slip\n"
        "S(z) = 1.5 z - 0.5 z³ between ±1, ±1 beyond\n",
    .example = "planar {}\n"
               "local engine = cylinder \"engine\" { mass = 2, radius = 0.1 }\n"
               "local load = cylinder \"load\" { mass = 2, radius = 0.1 }\n"
               "revolute \"a\" { ground, engine, speed = 20 }\n"
               "revolute \"b\" { ground:at{0.3, 0}, load }\n"
               "clutch \"plates\" { \"a\", \"b\", capacity = 0.2, speed = 0.1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(clutch),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint_load = joint_load,
    .draw = draw};
