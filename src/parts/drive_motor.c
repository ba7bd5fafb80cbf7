/* Motor on a joint: gives an effort, or prescribes a speed or a position and reports the effort it takes.
 * Prescribed:  q' = u(t)  or  q = u(t)  as a constraint on the joint's coordinate, its multiplier the effort.
 *                                                                                              theory.md, 5.4 */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  int joint;
  pawl_signal torque, force, speed, angle, position;
} motor;

static const pawl_field fields[] = {{"1", "", PAWL_JOINT, offsetof(motor, joint), PAWL_REQUIRED, 0, 0,
                                     "the revolute or prismatic joint it drives"},
                                    {"torque", "N m", PAWL_SIGNAL, offsetof(motor, torque), PAWL_UNSET,
                                     -INFINITY, INFINITY, "torque on a revolute joint's second body"},
                                    {"force", "N", PAWL_SIGNAL, offsetof(motor, force), PAWL_UNSET, -INFINITY,
                                     INFINITY, "force on a prismatic joint's second body"},
                                    {"speed", "rad/s or m/s", PAWL_SIGNAL, offsetof(motor, speed), PAWL_UNSET,
                                     -INFINITY, INFINITY, "prescribed speed"},
                                    {"angle", "rad", PAWL_SIGNAL, offsetof(motor, angle), PAWL_UNSET,
                                     -INFINITY, INFINITY, "prescribed angle of a revolute joint"},
                                    {"position", "m", PAWL_SIGNAL, offsetof(motor, position), PAWL_UNSET,
                                     -INFINITY, INFINITY, "prescribed position of a prismatic joint"},
                                    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "torque or force on the joint's second body"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const motor *p = part;
  int n = pawl_signal_given(&p->torque) + pawl_signal_given(&p->force) + pawl_signal_given(&p->speed) +
          pawl_signal_given(&p->angle) + pawl_signal_given(&p->position);
  return n == 1 ? NULL : "needs exactly one of 'torque', 'force', 'speed', 'angle' and 'position'";
}

static pawl_drive_mode mode(const void *part)
{
  const motor *p = part;
  if (pawl_signal_given(&p->speed))
    return PAWL_SPEED;
  return pawl_signal_given(&p->angle) || pawl_signal_given(&p->position) ? PAWL_POSITION : PAWL_EFFORT;
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  const motor *p = part;
  out->effort = pawl_signal_given(&p->torque) ? signal[0] : signal[1];
  out->power = out->effort * x->v[0];
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  const pawl_pen_joint *j = &pen->joint[0];
  bool turning = j->mobility != PAWL_SLIDES;
  pawl_frame across =
      pawl_frame_across(&j->b, turning || pen->worlds == PAWL_SPATIAL ? j->axis : pawl_v(0, 0, 1));
  pawl_pen_circle(pen, &across, 1.6 * pen->size, false);
  pawl_pen_effort(pen, turning ? &j->a : &j->b, j->axis, turning, "effort");
}

const pawl_kind pawl_drive_motor = {
    .name = "motor",
    .family = PAWL_DRIVE,
    .doc = "Drives a joint by a torque or force, or prescribes its speed or position and "
           "reports the effort that takes.",
    .example = "motor \"drive\" { hinge, speed = 2*rpm }",
    .size = sizeof(motor),
    .fields = fields,
    .channels = channels,
    .check = check,
    .joint_load = joint_load,
    .mode = mode,
    .draw = draw};
