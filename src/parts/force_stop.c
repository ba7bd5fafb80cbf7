/* Limits of a joint's coordinate, rigid or as springs. Rigid ones are held and hit as contacts are (9).   tau = ∓ k δ (1 + d δ'), never pulling      theory.md, 5.11
 * δ is how deep the coordinate is beyond `max` (upper sign) or below `min`. The damping grows with δ, so that the
 * effort does not jump when the stop is met. E = k δ²/2; what the effort gives beyond it is P. */
#include "parts/force_pen.h"

typedef pawl_stop stop;

static const pawl_field fields[] = {
    {"1", "", PAWL_JOINT, offsetof(stop, joint), PAWL_REQUIRED, 0, 0, "the joint it sits on"},
    {"min", "rad or m", PAWL_REAL, offsetof(stop, min), PAWL_UNSET, -INFINITY, INFINITY,
     "least coordinate; none unless given"},
    {"max", "rad or m", PAWL_REAL, offsetof(stop, max), PAWL_UNSET, -INFINITY, INFINITY,
     "largest coordinate; none unless given"},
    {"stiffness", "N m/rad or N/m", PAWL_REAL, offsetof(stop, k), PAWL_UNSET, 0, INFINITY,
     "spring rate beyond the limits; unless given, the stop does not give way"},
    {"damping", "s/rad or s/m", PAWL_REAL, offsetof(stop, d), 0, 0, INFINITY,
     "by how much the effort grows with the speed into the stop: by the factor 1 + damping*speed"},
    {"restitution", "", PAWL_REAL, offsetof(stop, rigid.e), PAWL_UNSET, 0, 1,
     "of a stop that does not give way: what comes back of the speed; 0 unless given"},
    {0}};

static const pawl_channel_def channels[] = {
    {"effort", "N m or N", PAWL_SEEN(effort), PAWL_AT_FORCE, "torque or force on the joint's second body"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE, "of a stop that does not give way: 0 open, 1 in touch"},
    {"depth", "rad or m", PAWL_SEEN(length), PAWL_AT_POSITION, "how far beyond a limit; 0 between them"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damping (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damping since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  stop *p = part;
  if (isnan(p->rigid.e))
    p->rigid.e = 0;
  if (isnan(p->min) && isnan(p->max))
    return "needs 'min' or 'max', or both";
  if (isnan(p->k) && p->d != 0)
    return "'damping' needs 'stiffness'";
  if (!isnan(p->k) && p->rigid.e != 0)
    return "'restitution' is of a stop without 'stiffness'";
  return p->min > p->max ? "'min' must not be more than 'max'" : NULL;
}

static bool is_stop(const void *part)
{
  return isnan(((const stop *)part)->k);
}

static void joint_load(const void *part, const pawl_coordinates *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const stop *p = part;
  double q = x->q[0], out_of = q > p->max ? 1 : q < p->min ? -1 : 0;
  if (out_of == 0)
    return;
  double depth = out_of > 0 ? q - p->max : p->min - q, rate = out_of * x->v[0];
  double push = p->k * depth * fmax(0, 1 + p->d * rate);
  out->length = depth;
  out->rate = rate;
  out->effort = -out_of * push;
  out->energy = 0.5 * p->k * depth * depth;
  out->power = (p->k * depth - push) * rate;
}

static void draw(const void *part, pawl_pen *pen)
{
  (void)part;
  pawl_pen_joint_effort(pen, pen->joint, "effort");
}

const pawl_kind pawl_force_stop = {
    .name = "stop",
    .family = PAWL_JOINT_FORCE,
    .doc = "Limits of a joint: a spring that pushes back beyond them, with damping that never pulls; without "
           "stiffness a wall, "
           "with restitution.",
    .equations = "beyond max: δ = q - max, τ = -k δ max(0, 1 + d δ');   below min: δ = min - q, τ = k δ "
                 "max(0, 1 + d δ')\n"
                 "E = ½ k δ²,   P = what τ q' takes beyond it\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = 30*deg }\n"
               "stop \"buffer\" { \"hinge\", min = -40*deg, max = 28*deg, stiffness = 500, damping = 0.5 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(stop),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.joint_load = joint_load, .is_stop = is_stop},
    .draw = draw};
