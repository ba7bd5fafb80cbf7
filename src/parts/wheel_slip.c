/* A wheel whose friction is a curve over relative slip, seen from above: as friction_wheel, with
 *   vA = max(sA |r Omega|, vA0),   vS = max(sS |r Omega|, vS0)                            theory.md, 5.12 */
#include "parts/wheel_grip.h"

static const pawl_field fields[] = {
    PAWL_RUBBER_FIELDS,
    {"adhesion_slip", "", PAWL_REAL, offsetof(pawl_rubber, slip_a), PAWL_REQUIRED, 0, INFINITY,
     "slip over speed of rolling at which friction is greatest"},
    {"sliding_slip", "", PAWL_REAL, offsetof(pawl_rubber, slip_s), PAWL_REQUIRED, 0, INFINITY,
     "slip over speed of rolling from which on it slides"},
    {"adhesion_speed", "m/s", PAWL_REAL, offsetof(pawl_rubber, grip.v_a), PAWL_REQUIRED, 0, INFINITY,
     "the same as a speed: the least, for wheels that hardly roll"},
    {"sliding_speed", "m/s", PAWL_REAL, offsetof(pawl_rubber, grip.v_s), PAWL_REQUIRED, 0, INFINITY,
     "the same as a speed: the least, for wheels that hardly roll"},
    PAWL_RUBBER_START,
    {0}};

static const pawl_channel_def channels[] = {PAWL_RUBBER_CHANNELS, {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_rubber *p = part;
  if (!(p->radius > 0 && p->spin.inertia > 0))
    return "'radius' and 'inertia' must be more than 0";
  if (!(p->grip.v_a > 0 && p->grip.v_s > p->grip.v_a))
    return "'sliding_speed' must be more than 'adhesion_speed', and that more than 0";
  return p->slip_a > 0 && p->slip_s > p->slip_a
             ? NULL
             : "'sliding_slip' must be more than 'adhesion_slip', and that more than 0";
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const pawl_rubber *p = part;
  double rolling = fabs(p->radius * x->spin_speed);
  pawl_grip grip = p->grip;
  grip.v_a = fmax(p->slip_a * rolling, grip.v_a);
  grip.v_s = fmax(p->slip_s * rolling, grip.v_s);
  pawl_rubber_load(p, &grip, x, signal[0], out);
}

const pawl_kind pawl_wheel_slip = {
    .name = "slip_wheel",
    .family = PAWL_FORCE,
    .doc = "A wheel on the ground seen from above, with friction that depends on slip relative to the speed "
           "of rolling, "
           "as tyres have it.",
    .equations =
        "as friction_wheel, with\n"
        "v_a = max(adhesion_slip |r Ω|, adhesion_speed),   v_s = max(sliding_slip |r Ω|, sliding_speed)\n",
    .example = "planar {}\n"
               "local cart = box \"cart\" { mass = 10, width = 1, height = 0.5, vx = 5, vy = 0.5 }\n"
               "slip_wheel \"rear\" { cart:at{-0.4, 0}, radius = 0.15, inertia = 0.1, speed = 20, load = "
               "100, adhesion = 0.8,\n"
               "  sliding = 0.4, adhesion_slip = 0.04, sliding_slip = 0.12, adhesion_speed = 0.05, "
               "sliding_speed = 0.15 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_rubber),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .force = &(const pawl_force_table){.load = load},
    .spin = PAWL_MEMBER(pawl_rubber, spin),
    .sensor = &(const pawl_sensor_table){.sense = pawl_rubber_sense},
    .draw = pawl_rubber_draw};
