/* Spring and damper along a joint's own coordinate.   tau = -k (q - q0) - c q'      theory.md, 5.2 */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  int joint;
  double k, c, q0;
} torsion;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(torsion, joint), PAWL_REQUIRED, 0, 0, "the revolute joint it sits on"},
    {"stiffness", "N m/rad", PAWL_REAL, offsetof(torsion, k), PAWL_REQUIRED, 0, INFINITY, "spring rate"},
    {"damping", "N m s/rad", PAWL_REAL, offsetof(torsion, c), 0, 0, INFINITY, "viscous rate"},
    {"angle", "rad", PAWL_REAL, offsetof(torsion, q0), 0, -INFINITY, INFINITY, "angle without torque"},
    {0}};

static const pawl_channel_def channels[] = {
    {"torque", "N m", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque on the joint's second body"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const torsion *p = part;
  double twist = x->q[0] - p->q0;
  out->effort = -p->k * twist - p->c * x->v[0];
  out->energy = 0.5 * p->k * twist * twist;
  out->power = -p->c * x->v[0] * x->v[0];
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  const pawl_pen_joint *j = &pen->joint[0];
  pawl_frame across = pawl_frame_across(&j->a, j->axis);
  pawl_pen_spiral(pen, &across, 2.5 * pen->size);
  pawl_pen_effort(pen, &j->a, j->axis, true, "torque");
}

const pawl_kind pawl_force_torsion = {
    .name = "torsion",
    .family = PAWL_JOINT_FORCE,
    .doc = "A torsion spring with a damper in parallel, on a revolute joint.",
    .example = "torsion \"hairspring\" { hinge, stiffness = 2, damping = 0.01 }",
    .size = sizeof(torsion),
    .fields = fields,
    .channels = channels,
    .joint_load = joint_load,
    .draw = draw};
