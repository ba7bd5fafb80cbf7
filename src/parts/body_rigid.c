/* Rigid body: mass, centre of mass and inertia about it, in the body's own frame. */
#include "parts/body_channels.h"
#include "parts/look.h"

/* clang-format off */
static const pawl_field fields[] = {
    {"mass", "kg", PAWL_REAL, offsetof(pawl_body, mass), PAWL_REQUIRED, 0, INFINITY, "mass"},
    {"inertia", "kg m^2", PAWL_INERTIA, offsetof(pawl_body, inertia), 0, -INFINITY, INFINITY,
     "moment of inertia about the centre of mass: a number in a plane, {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in space"},
    {"com", "m", PAWL_VECTOR, offsetof(pawl_body, com), 0, -INFINITY, INFINITY, "centre of mass in the body's own frame"},
    PAWL_START_FIELDS,
    {0}};

const pawl_channel_def pawl_body_channels[] = {
    PAWL_MOTION_CHANNELS,
    {"com.x", "m", PAWL_SEEN(com_r.x), PAWL_AT_POSITION, "centre of mass in the world, x"},
    {"com.y", "m", PAWL_SEEN(com_r.y), PAWL_AT_POSITION, "y"},
    {"com.z", "m", PAWL_SEEN(com_r.z), PAWL_AT_POSITION, "z", PAWL_SPATIAL},
    {"com.vx", "m/s", PAWL_SEEN(com_v.x), PAWL_AT_VELOCITY, "velocity of the centre of mass, x"},
    {"com.vy", "m/s", PAWL_SEEN(com_v.y), PAWL_AT_VELOCITY, "y"},
    {"com.vz", "m/s", PAWL_SEEN(com_v.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL},
    {"com.ax", "m/s^2", PAWL_SEEN(com_acc.x), PAWL_AT_ACCELERATION, "acceleration of the centre of mass, x"},
    {"com.ay", "m/s^2", PAWL_SEEN(com_acc.y), PAWL_AT_ACCELERATION, "y"},
    {"com.az", "m/s^2", PAWL_SEEN(com_acc.z), PAWL_AT_ACCELERATION, "z", PAWL_SPATIAL},
    {0}};
/* clang-format on */

/* A mass distribution has principal moments that obey the triangle inequality: (tr I)/2 1 - I is positive, with the
 * off-diagonals -I[3], -I[4], -I[5]. */
static const char *check(void *part, unsigned worlds)
{
  pawl_body *p = part;
  const double *I = p->inertia;
  if (worlds == PAWL_PLANAR)
    return I[2] < 0 ? "'inertia' must not be negative" : NULL;
  const char *wrong = pawl_start_wrong(p, worlds);
  if (wrong)
    return wrong;
  double h = 0.5 * (I[0] + I[1] + I[2]), slack = 1e-9 * h;
  double a = h - I[0] + slack, b = h - I[1] + slack, c = h - I[2] + slack;
  double minor = a * b - I[3] * I[3];
  double det = c * minor - I[5] * (a * I[5] + I[3] * I[4]) - I[4] * (I[3] * I[5] + b * I[4]);
  if (h == 0 && I[3] == 0 && I[4] == 0 && I[5] == 0)
    return NULL;
  if (!(a > 0 && b > 0 && c > 0 && minor > -slack * slack && det > -slack * slack * slack))
    return "'inertia' is not that of any body: each principal moment must be at most the sum of the other "
           "two";
  return NULL;
}

const pawl_kind pawl_body_rigid = {
    .name = "body",
    .family = PAWL_BODY,
    .doc = "A rigid body with its own frame; `body:at{…}` is a place on it. `ground` is "
           "there already.",
    .equations = "m (r_com'' - g) = Σ f                 planar:  I w' = Σ t about the centre of mass\n"
                 "                                      spatial: I w' + w×I w = Σ t\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local crank = body \"crank\" { mass = 0.8, inertia = 2e-3, com = {50*mm, 0} }\n"
               "revolute \"pivot\" { ground, crank, angle = 30*deg }\n"
               "marker \"pin\" { crank:at{100*mm, 0} }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_body),
    .fields = fields,
    .channels = pawl_body_channels,
    .check = check,
    .body = &(const pawl_body_table){.alone = PAWL_FLOATS},
    .draw = pawl_draw_body};
