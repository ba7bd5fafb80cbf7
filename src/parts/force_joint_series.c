/* Spring and damper in series along a joint's coordinate.   tau = -k s,   s' = q' - k s/c      theory.md, 5.10 */
#include "parts/force_laws.h"
#include "parts/force_pen.h"

typedef struct {
  int joint;
  pawl_series law;
} series;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(series, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"stiffness", "N m/rad or N/m", PAWL_REAL, offsetof(series, law.k), PAWL_REQUIRED, 0, INFINITY,
     "rate of the spring"},
    {"damping", "N m s/rad or N s/m", PAWL_REAL, offsetof(series, law.c), PAWL_REQUIRED, 0, INFINITY,
     "viscous rate of the damper"},
    {"stretch", "rad or m", PAWL_REAL, offsetof(series, law.stretch), 0, -INFINITY, INFINITY,
     "of the spring at the start; positive drives the coordinate back"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    PAWL_SERIES_CHANNELS("rad or m"),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_series_wrong(&((const series *)part)->law);
}

static void start(const void *part, double *state)
{
  state[0] = ((const series *)part)->law.stretch;
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const series *p = part;
  out->effort = -pawl_series_at(&p->law, x->state[0], x->v[0], out);
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  const pawl_pen_joint *j = pen->joint;
  if (j->mobility == PAWL_SLIDES) {
    pawl_pen_series(pen, &j->a, &j->b);
  } else {
    pawl_pen_joint_spring(pen, j);
    pawl_pen_joint_damper(pen, j);
  }
  pawl_pen_joint_effort(pen, j, "effort");
}

const pawl_kind pawl_force_joint_series = {
    .name = "joint_series",
    .family = PAWL_JOINT_FORCE,
    .doc = "A spring and a damper one behind the other along the coordinate of a joint: stiff against fast "
           "motions, "
           "yielding to slow ones.",
    .equations = "τ = -k s,   s' = q' - k s/c;   s the deflection of the spring\n"
                 "E = ½ k s²,   P = -(k s)²/c\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local lever = body \"lever\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, lever }\n"
               "joint_series \"mount\" { \"hinge\", stiffness = 90, damping = 3, stretch = -1*deg }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(series),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .state_count = 1, .start = start},
    .draw = draw};
