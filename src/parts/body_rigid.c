/* Rigid body: mass, centre of mass and inertia about it, in the body's own frame. */
#include "parts/part.h"
#include "parts/rows.h"

/* clang-format off */
static const pawl_field fields[] = {
    {"mass", "kg", PAWL_REAL, offsetof(pawl_body, mass), PAWL_REQUIRED, 0, INFINITY, "mass"},
    {"inertia", "kg m^2", PAWL_INERTIA, offsetof(pawl_body, inertia), 0, -INFINITY, INFINITY,
     "moment of inertia about the centre of mass: a number in a plane, {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in space"},
    {"com", "m", PAWL_VECTOR, offsetof(pawl_body, com), 0, -INFINITY, INFINITY, "centre of mass in the body's own frame"},
    {"x", "m", PAWL_REAL, offsetof(pawl_body, start[0]), PAWL_UNSET, -INFINITY, INFINITY, "where its own frame starts: x in the world"},
    {"y", "m", PAWL_REAL, offsetof(pawl_body, start[1]), PAWL_UNSET, -INFINITY, INFINITY, "y in the world"},
    {"angle", "rad", PAWL_REAL, offsetof(pawl_body, start[2]), PAWL_UNSET, -INFINITY, INFINITY, "turn at the start", 0, PAWL_PLANAR},
    {"z", "m", PAWL_REAL, offsetof(pawl_body, start[2]), PAWL_UNSET, -INFINITY, INFINITY, "z in the world", 0, PAWL_SPATIAL},
    {"e0", "", PAWL_REAL, offsetof(pawl_body, start[3]), PAWL_UNSET, -1, 1, "orientation at the start: unit quaternion, scalar part", 0, PAWL_SPATIAL},
    {"e1", "", PAWL_REAL, offsetof(pawl_body, start[4]), PAWL_UNSET, -1, 1, "its first component", 0, PAWL_SPATIAL},
    {"e2", "", PAWL_REAL, offsetof(pawl_body, start[5]), PAWL_UNSET, -1, 1, "its second component", 0, PAWL_SPATIAL},
    {"e3", "", PAWL_REAL, offsetof(pawl_body, start[6]), PAWL_UNSET, -1, 1, "its third component", 0, PAWL_SPATIAL},
    {"vx", "m/s", PAWL_REAL, offsetof(pawl_body, speed[0]), PAWL_UNSET, -INFINITY, INFINITY, "velocity of its own frame at the start: x"},
    {"vy", "m/s", PAWL_REAL, offsetof(pawl_body, speed[1]), PAWL_UNSET, -INFINITY, INFINITY, "y"},
    {"omega", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[2]), PAWL_UNSET, -INFINITY, INFINITY, "rate of turn at the start", 0, PAWL_PLANAR},
    {"vz", "m/s", PAWL_REAL, offsetof(pawl_body, speed[2]), PAWL_UNSET, -INFINITY, INFINITY, "z", 0, PAWL_SPATIAL},
    {"wx", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[3]), PAWL_UNSET, -INFINITY, INFINITY, "rate of turn at the start about the body's own x axis", 0, PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[4]), PAWL_UNSET, -INFINITY, INFINITY, "about its y axis", 0, PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_REAL, offsetof(pawl_body, speed[5]), PAWL_UNSET, -INFINITY, INFINITY, "about its z axis", 0, PAWL_SPATIAL},
    {0}};

static const pawl_channel_def channels[] = {
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "origin of the body's own frame in the world, x"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "y"},
    {"z", "m", PAWL_SEEN(r.z), PAWL_AT_POSITION, "z", PAWL_SPATIAL},
    {"angle", "rad", PAWL_SEEN(angle), PAWL_AT_POSITION, "turn in the world, not wrapped", PAWL_PLANAR},
    {"e0", "", PAWL_SEEN(e.w), PAWL_AT_POSITION, "orientation in the world: unit quaternion, scalar part", PAWL_SPATIAL},
    {"e1", "", PAWL_SEEN(e.x), PAWL_AT_POSITION, "its first component", PAWL_SPATIAL},
    {"e2", "", PAWL_SEEN(e.y), PAWL_AT_POSITION, "its second component", PAWL_SPATIAL},
    {"e3", "", PAWL_SEEN(e.z), PAWL_AT_POSITION, "its third component", PAWL_SPATIAL},
    {"vx", "m/s", PAWL_SEEN(v.x), PAWL_AT_VELOCITY, "velocity of the origin, x"},
    {"vy", "m/s", PAWL_SEEN(v.y), PAWL_AT_VELOCITY, "y"},
    {"vz", "m/s", PAWL_SEEN(v.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL},
    {"omega", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "rate of turn", PAWL_PLANAR},
    {"wx", "rad/s", PAWL_SEEN(w.x), PAWL_AT_VELOCITY, "rate of turn, world axes, x", PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_SEEN(w.y), PAWL_AT_VELOCITY, "y", PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL},
    {"ax", "m/s^2", PAWL_SEEN(acc.x), PAWL_AT_ACCELERATION, "acceleration of the origin, x"},
    {"ay", "m/s^2", PAWL_SEEN(acc.y), PAWL_AT_ACCELERATION, "y"},
    {"az", "m/s^2", PAWL_SEEN(acc.z), PAWL_AT_ACCELERATION, "z", PAWL_SPATIAL},
    {"alpha", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "angular acceleration", PAWL_PLANAR},
    {"alphax", "rad/s^2", PAWL_SEEN(alpha.x), PAWL_AT_ACCELERATION, "angular acceleration, world axes, x", PAWL_SPATIAL},
    {"alphay", "rad/s^2", PAWL_SEEN(alpha.y), PAWL_AT_ACCELERATION, "y", PAWL_SPATIAL},
    {"alphaz", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "z", PAWL_SPATIAL},
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
  if (!pawl_make_quaternion(p->start + 3))
    return "'e0', 'e1', 'e2', 'e3' must be given together and have length 1";
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
    .example = "body \"crank\" { mass = 0.8, inertia = 2e-3, com = {10*mm, 0} }",
    .size = sizeof(pawl_body),
    .fields = fields,
    .channels = channels,
    .check = check};
