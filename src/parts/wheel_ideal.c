/* An ideal wheel seen from above: it rolls along its x axis and does not slide sideways.      theory.md, 4.11
 *   e_x·v - r Omega = 0,   e_y·v = 0      of velocities only; Omega is the speed of its own spin
 * The spin turns about an axis in the plane: it does not touch the turning of the frame. */
#include "parts/link_rate.h"
#include "parts/look.h"

typedef struct {
  pawl_frame at;
  double radius;
  pawl_spin spin;
} wheel;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(wheel, at), PAWL_REQUIRED, 0, 0,
     "where it stands on the ground; its x axis is the direction of rolling"},
    {"radius", "m", PAWL_REAL, offsetof(wheel, radius), PAWL_REQUIRED, 0, INFINITY, "radius"},
    {"inertia", "kg m^2", PAWL_REAL, offsetof(wheel, spin.inertia), PAWL_REQUIRED, 0, INFINITY,
     "about its own axle"},
    {"angle", "rad", PAWL_REAL, offsetof(wheel, spin.angle), PAWL_UNSET, -INFINITY, INFINITY,
     "angle of rolling at the start"},
    {"speed", "rad/s", PAWL_REAL, offsetof(wheel, spin.speed), PAWL_UNSET, -INFINITY, INFINITY,
     "speed of rolling at the start; positive rolls along the x axis"},
    {0}};

static const pawl_channel_def channels[] = {
    {"angle", "rad", PAWL_SEEN(spin), PAWL_AT_POSITION, "angle of rolling"},
    {"speed", "rad/s", PAWL_SEEN(spin_speed), PAWL_AT_VELOCITY, "its rate"},
    {"acceleration", "rad/s^2", PAWL_SEEN(spin_acceleration), PAWL_AT_ACCELERATION, "its second rate"},
    {"driving_force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION, "force of the ground along the x axis"},
    {"side_force", "N", PAWL_SEEN(across), PAWL_AT_ACCELERATION, "force of the ground along the y axis"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force of the ground, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force of the ground, along the world's y"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const wheel *p = part;
  return p->radius > 0 && p->spin.inertia > 0 ? NULL : "'radius' and 'inertia' must be more than 0";
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const wheel *p = part;
  const pawl_vec axis[2] = {x->b.R.x, x->b.R.y}, zero = {0, 0, 0};
  for (int r = 0; r < 2; r++) {
    row[r].speed_only = true;
    row[r].f = axis[r];
    row[r].gamma = pawl_row_gamma(x, row + r, pawl_cross(x->b.w, axis[r]), zero);
  }
  row[0].spin = -p->radius;
}

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  out->effort = pawl_dot(x->b.R.x, out->f);
  out->across = pawl_dot(x->b.R.y, out->f);
}

static void draw(const void *part, pawl_pen *pen)
{
  const wheel *p = part;
  pawl_pen_box(pen, &p->at, 2 * p->radius, 0.5 * p->radius, 2 * p->radius);
  pawl_pen_reaction(pen, &p->at);
}

const pawl_kind pawl_wheel_ideal = {
    .name = "wheel",
    .family = PAWL_LINK,
    .doc = "An ideal wheel on the ground seen from above: rolls without "
           "slipping and never slides sideways. A motor may "
           "drive it like a joint.",
    .equations = "e_x·v - r Ω = 0,   e_y·v = 0;   e_x the direction of rolling, Ω the speed of its spin\n"
                 "inertia Ω' = Σ τ - r driving_force\n",
    .example = "planar {}\n"
               "local arm = body \"arm\" { mass = 10, inertia = 1, com = {0.5, 0} }\n"
               "revolute \"post\" { ground, arm }\n"
               "wheel \"tyre\" { arm:at{1, 0, angle = 90*deg}, radius = 0.2, inertia = 0.1 }\n"
               "motor \"drive\" { \"tyre\", torque = 2 }\n"
               "simulate { duration = 2 }\n",
    .size = sizeof(wheel),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 0}, .rows = rows},
    .spin = PAWL_MEMBER(wheel, spin),
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
