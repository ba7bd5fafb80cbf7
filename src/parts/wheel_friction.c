/* A wheel with dry friction, seen from above: its friction is a curve over the speed of slipping.
 *   f = -N mu(s)/s (slip_x e_x + slip_y e_y),   slip_x = e_x·v - r Omega,  slip_y = e_y·v,  s = |slip|
 *   torque on its spin  r N mu(s)/s slip_x                                                theory.md, 5.12 */
#include "parts/wheel_grip.h"

static const pawl_field fields[] = {PAWL_RUBBER_FIELDS,
                                    {"adhesion_speed", "m/s", PAWL_REAL, offsetof(pawl_rubber, grip.v_a),
                                     PAWL_REQUIRED, 0, INFINITY, "slip at which friction is greatest"},
                                    {"sliding_speed", "m/s", PAWL_REAL, offsetof(pawl_rubber, grip.v_s),
                                     PAWL_REQUIRED, 0, INFINITY, "slip from which on it slides"},
                                    PAWL_RUBBER_START,
                                    {0}};

static const pawl_channel_def channels[] = {PAWL_RUBBER_CHANNELS, {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_rubber *p = part;
  if (!(p->radius > 0 && p->spin.inertia > 0))
    return "'radius' and 'inertia' must be more than 0";
  return p->grip.v_a > 0 && p->grip.v_s > p->grip.v_a
             ? NULL
             : "'sliding_speed' must be more than 'adhesion_speed', and that more than 0";
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const pawl_rubber *p = part;
  pawl_rubber_load(p, &p->grip, x, signal[0], out);
}

const pawl_kind pawl_wheel_friction = {
    .name = "friction_wheel",
    .family = PAWL_FORCE,
    .doc = "A wheel on the ground seen from above, with dry friction that "
           "depends on the speed of slipping: it grips, "
           "and breaks away.",
    .equations =
        "slip = (e_x·v - r Ω, e_y·v),   s = |slip|;   e_x the direction of rolling, Ω the speed of its spin\n"
        "f = -N μ(s) slip/s,   inertia Ω' = Σ τ + r N μ(s) slip_x/s\n"
        "μ(s) rises to adhesion at s = v_a, falls to sliding at v_s;   P = -N μ(s) s\n",
    .example = "planar {}\n"
               "local cart = box \"cart\" { mass = 10, width = 1, height = 0.5, vx = 2, vy = 0.5 }\n"
               "friction_wheel \"rear\" { cart:at{-0.4, 0}, radius = 0.15, inertia = 0.1, load = 100, "
               "adhesion = 0.8, sliding = 0.4,\n"
               "  adhesion_speed = 0.1, sliding_speed = 0.3 }\n"
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
