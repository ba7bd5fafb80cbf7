/* Dry friction of a joint that is pressed together by a given force: it really sticks.      theory.md, 9.1
 *   |τ| <= τ_s where q' = 0,   τ = -τ_0 sgn q' else;   τ_0 = μ N r of a bearing, μ N of a guide */
#include "parts/force_pen.h"
#include "parts/joint_friction.h"

typedef struct {
  pawl_joint_friction dry;
  double limit_static;
} joint_friction;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(joint_friction, dry.joint), PAWL_REQUIRED, 0, 0, "the joint it sits in"},
    {"limit", "N m or N", PAWL_SIGNAL, offsetof(joint_friction, dry.limit), PAWL_REQUIRED, 0, INFINITY,
     "effort against which it slides, a number or signal, not negative: coefficient times preload, times the "
     "radius of a bearing"},
    {"limit_static", "N m or N", PAWL_REAL, offsetof(joint_friction, limit_static), PAWL_UNSET, 0, INFINITY,
     "effort at which it begins to slide, beside a 'limit' that is a number; 'limit' unless given"},
    PAWL_STATIC_RATIO(joint_friction, dry.static_ratio),
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE, "2 sticks, 3 slides forward, 4 backward"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the friction (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  joint_friction *p = part;
  const pawl_signal *limit = &p->dry.limit;
  p->dry.second = -1;
  pawl_joint_friction_set(&p->dry);
  if (isnan(p->limit_static))
    return NULL;
  if (limit->function || limit->part || limit->channel)
    return "'limit_static' needs a 'limit' that is a number; 'static_ratio' goes with a signal";
  if (p->dry.static_ratio != 1)
    return "'limit_static' and 'static_ratio' say the same: give one of them";
  if (p->limit_static < limit->value)
    return "'limit_static' must be at least 'limit'";
  p->dry.fixed = p->limit_static;
  p->dry.dry.mu.value = p->limit_static > 0 ? limit->value / p->limit_static : 1;
  return NULL;
}

static bool is_friction(const void *part)
{
  (void)part;
  return true;
}

/* Friction is held, not computed: pair_joint.c. */
static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)part, (void)x, (void)signal, (void)out;
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  (void)value;
  out->force = out->elastic = x->pressed;
}

const pawl_kind pawl_law_preload = {
    .name = "preload", .family = PAWL_LAW_VALUE, .law = &(const pawl_law_table){.press = press}};

const pawl_kind pawl_force_joint_friction = {
    .name = "joint_friction",
    .family = PAWL_JOINT_FORCE,
    .doc = "Dry friction in a guide or bearing that is pressed together by a given force. It really sticks: "
           "what is below its "
           "limit does not move it. The limit may be a signal: a bearing whose load is known.",
    .equations =
        "at rest, q' = 0: |τ| <= limit_static = static_ratio limit;   else τ = -limit sgn q';   P = τ q'\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = 30*deg }\n"
               "joint_friction \"bearing\" { \"hinge\", limit = 0.2*200*10*mm }\n"
               "simulate { duration = 4 }\n",
    .size = sizeof(joint_friction),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .is_friction = is_friction},
    .draw = draw};
