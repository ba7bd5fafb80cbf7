/* Motor on a joint: gives an effort, or prescribes a speed or a position and reports the effort it takes.
 * Prescribed:  q' = u(t)  or  q = u(t)  as a constraint on the joint's coordinate, its multiplier the effort.
 * With `rise` it starts from rest, by the quintic p(s) = s³(10 - 15s + 6s²), s = t/rise:
 *   q' = p u   or   q = q0 + p (u - q0),  q0 where the joint is at the start      theory.md, 5.4 */
#include "parts/force_pen.h"
#include "parts/part.h"
#include "parts/signal_channels.h"

typedef struct {
  int joint;
  pawl_signal torque, force, speed, angle, position;
  double rise;
  pawl_rotor rotor;
} motor;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(motor, joint), PAWL_REQUIRED, 0, 0,
     "the revolute or prismatic joint it drives"},
    {"torque", "N m", PAWL_SIGNAL, offsetof(motor, torque), PAWL_UNSET, -INFINITY, INFINITY,
     "torque on a revolute joint's second body"},
    {"force", "N", PAWL_SIGNAL, offsetof(motor, force), PAWL_UNSET, -INFINITY, INFINITY,
     "force on a prismatic joint's second body"},
    {"speed", "rad/s or m/s", PAWL_SIGNAL, offsetof(motor, speed), PAWL_UNSET, -INFINITY, INFINITY,
     "prescribed speed"},
    {"angle", "rad", PAWL_SIGNAL, offsetof(motor, angle), PAWL_UNSET, -INFINITY, INFINITY,
     "prescribed angle of a revolute joint"},
    {"position", "m", PAWL_SIGNAL, offsetof(motor, position), PAWL_UNSET, -INFINITY, INFINITY,
     "prescribed position of a prismatic joint"},
    {"rise", "s", PAWL_REAL, offsetof(motor, rise), PAWL_UNSET, 0, INFINITY,
     "over this time a prescribed motion grows smoothly, from rest where the "
     "joint stands at the start; at once unless given"},
    {"inertia", "kg m^2", PAWL_REAL, offsetof(motor, rotor.inertia), 0, 0, INFINITY,
     "inertia of the rotor about its own axis"},
    {"ratio", "", PAWL_REAL, offsetof(motor, rotor.ratio), 1, -INFINITY, INFINITY,
     "turns of the rotor per turn of the joint, or radians per metre; torque and "
     "force are those at the joint"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "torque or force of the motor at the joint; its rotor takes part of it to speed up"},
    {"passed", "N m or N", PAWL_SEEN(passed), PAWL_AT_ACCELERATION,
     "what of it passes on to the joint's second body"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};

static pawl_drive_mode mode(const void *part)
{
  const motor *p = part;
  if (pawl_signal_given(&p->speed))
    return PAWL_SPEED;
  return pawl_signal_given(&p->angle) || pawl_signal_given(&p->position) ? PAWL_POSITION : PAWL_EFFORT;
}

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const motor *p = part;
  int n = pawl_signal_given(&p->torque) + pawl_signal_given(&p->force) + pawl_signal_given(&p->speed) +
          pawl_signal_given(&p->angle) + pawl_signal_given(&p->position);
  if (n != 1)
    return "needs exactly one of 'torque', 'force', 'speed', 'angle' and 'position'";
  return p->rise > 0 && mode(part) == PAWL_EFFORT
             ? "'rise' goes with a prescribed speed, angle or position; let a torque or force follow a 'step'"
             : NULL;
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const motor *p = part;
  out->effort = pawl_signal_given(&p->torque) ? signal[0] : signal[1];
  out->power = out->effort * x->v[0];
}

static void begin(const void *part, double t, double start, pawl_jet *jet)
{
  const motor *p = part;
  if (!(t < p->rise)) /* over, or none */
    return;
  double q0 = mode(part) == PAWL_POSITION ? start : 0, T = p->rise;
  pawl_jet s = pawl_rise(5, t / T), u = {jet->v - q0, jet->d, jet->dd};
  s = (pawl_jet){s.v, s.d / T, s.dd / T / T};
  *jet = (pawl_jet){q0 + s.v * u.v, s.d * u.v + s.v * u.d, s.dd * u.v + 2 * s.d * u.d + s.v * u.dd};
}

const pawl_kind pawl_drive_motor = {
    .name = "motor",
    .family = PAWL_DRIVE,
    .doc = "Drives a joint by a torque or force, or prescribes its speed or position and "
           "reports the effort that takes.",
    .equations = "torque, force:   τ = σ(t, channels),   P = τ q'\n"
                 "speed:           q' = σ(t)             with the effort τ = λ,   P = λ q'\n"
                 "angle, position: q = σ(t)              with the effort τ = λ,   P = λ q'\n"
                 "with a rise:     q' = p σ,  q = q₀ + p (σ - q₀),   p = s³ (10 - 15 s + 6 s²), s = t/rise\n"
                 "rotor:           turns with w_a + ratio q';   on a joint of the ground it adds ½ inertia "
                 "ratio² q'² to E_kin\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local crank = body \"crank\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, crank }\n"
               "motor \"drive\" { \"hinge\", speed = 60*rpm, rise = 0.2 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(motor),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load},
    .drive = &(const pawl_drive_table){.mode = mode, .begin = begin, .rotor = PAWL_MEMBER(motor, rotor)},
    .draw = pawl_draw_drive};
