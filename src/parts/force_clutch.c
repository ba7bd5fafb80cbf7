/* Clutch between two joints, tau on a, -i tau on b, slip = v_a - i v_b. It really sticks, as dry friction does (9.1):
 * |tau| <= static_ratio capacity where slip = 0, tau = -capacity sgn slip else. With a speed v0 it is smooth instead,
 * tau = -capacity s(slip/v0), s the S-curve of the brake, and creeps. P = tau slip is what heats it.      theory.md, 5.11 */
#include "parts/force_laws.h"
#include "parts/force_pen.h"
#include "parts/joint_friction.h"

typedef struct {
  pawl_joint_friction dry;
  double speed;
} clutch;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(clutch, dry.joint), PAWL_REQUIRED, 0, 0, "the first joint"},
    {"2", "", PAWL_JOINT, offsetof(clutch, dry.second), PAWL_REQUIRED, 0, 0, "the second joint"},
    {"capacity", "N m or N", PAWL_SIGNAL, offsetof(clutch, dry.limit), PAWL_REQUIRED, 0, INFINITY,
     "torque or force on the first joint while it slips; not negative (of a smooth clutch that counts as 0)"},
    PAWL_STATIC_RATIO(clutch, dry.static_ratio),
    {"speed", "rad/s or m/s", PAWL_REAL, offsetof(clutch, speed), PAWL_UNSET, 0, INFINITY,
     "of a smooth clutch, which does not stick: where it slips fully; below, a closed clutch creeps"},
    {"ratio", "", PAWL_REAL, offsetof(clutch, dry.ratio), 1, -INFINITY, INFINITY,
     "speed of the first joint over that of the second when nothing slips"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE,
     "torque or force on the first joint's second body"},
    {"slip", "rad/s or m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY,
     "speed of the first joint less 'ratio' times that of the second"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE,
     "2 sticks, 3 slips forward, 4 backward; 0 of a smooth clutch"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  clutch *p = part;
  if (p->dry.joint == p->dry.second)
    return "couples a joint with itself";
  pawl_joint_friction_set(&p->dry);
  return pawl_smooth_friction_check(&p->dry, p->speed);
}

static bool is_friction(const void *part)
{
  return isnan(((const clutch *)part)->speed);
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const clutch *p = part;
  if (is_friction(part)) /* it is held, not computed: pair_joint.c */
    return;
  out->slip = x->v[0] - p->dry.ratio * x->v[1];
  out->effort = -fmax(signal[0], 0) * pawl_s_curve(out->slip / p->speed);
  out->efforts[0] = out->effort;
  out->efforts[1] = -p->dry.ratio * out->effort;
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
           "with a ratio between them. It really sticks: closed, it does not slip. With a `speed` it is "
           "smooth instead, and creeps when closed, slowly as that is small.",
    .equations = "slip = q_a' - ratio q_b';   slip = 0: |τ_a| <= static_ratio capacity;   else τ_a = "
                 "-capacity sgn slip\n"
                 "τ_b = -ratio τ_a;   P = τ_a slip;   with a speed: τ_a = -capacity S(slip/speed)\n"
                 "S(z) = 1.5 z - 0.5 z³ between ±1, ±1 beyond\n",
    .example = "planar {}\n"
               "local engine = cylinder \"engine\" { mass = 2, radius = 0.1 }\n"
               "local load = cylinder \"load\" { mass = 2, radius = 0.1 }\n"
               "revolute \"a\" { ground, engine, speed = 20 }\n"
               "revolute \"b\" { ground:at{0.3, 0}, load }\n"
               "clutch \"plates\" { \"a\", \"b\", capacity = 0.2 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(clutch),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .is_friction = is_friction},
    .draw = draw};
