/* Spring and damper in series along a joint's coordinate.   tau = -k s,   s' = q' - k s/c      theory.md, 5.10
 * The state is the deflection s of the spring, as in force_series.c. */
#include "parts/force_pen.h"

typedef struct {
  int joint;
  double k, c, stretch;
} series;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(series, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"stiffness", "N m/rad or N/m", PAWL_REAL, offsetof(series, k), PAWL_REQUIRED, 0, INFINITY,
     "rate of the spring"},
    {"damping", "N m s/rad or N s/m", PAWL_REAL, offsetof(series, c), PAWL_REQUIRED, 0, INFINITY,
     "viscous rate of the damper"},
    {"stretch", "rad or m", PAWL_REAL, offsetof(series, stretch), 0, -INFINITY, INFINITY,
     "of the spring at the start; positive drives the coordinate back"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"stretch", "rad or m", PAWL_SEEN(state[0]), PAWL_AT_POSITION, "stretch of the spring"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "energy stored in the spring"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const series *)part)->c > 0 ? NULL
                                       : "'damping' must be more than 0, or the spring hangs on nothing";
}

static void start(const void *part, const pawl_pair *x, const pawl_signal_at *at, double *state)
{
  (void)x;
  (void)at;
  state[0] = ((const series *)part)->stretch;
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const series *p = part;
  double pull = p->k * x->state[0];
  out->effort = -pull;
  out->energy = 0.5 * pull * x->state[0];
  out->power = -pull * pull / p->c;
  out->state_rate[0] = x->v[0] - pull / p->c;
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
    .state_count = 1,
    .start = start,
    .joint_load = joint_load,
    .draw = draw};
