/* Marker: a point on a body that publishes its motion in the world. Rates may be given along its own axes: the same
 * vectors, R^T v, R^T a, as instruments on the body show them (without gravity). */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame b;
  int axes;
} marker;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(marker, b), PAWL_REQUIRED, 0, 0, "the place it marks"},
    {"axes", "", PAWL_CHOICE, offsetof(marker, axes), 0, 0, 0,
     "along whose axes velocities and accelerations are given: the world's, or the frame's own", "world own"},
    {0}};

static const pawl_channel_def channels[] = {
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "place in the world, x"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "place in the world, y"},
    {"z", "m", PAWL_SEEN(r.z), PAWL_AT_POSITION, "place in the world, z", PAWL_SPATIAL},
    {"angle", "rad", PAWL_SEEN(angle), PAWL_AT_POSITION, "turn in the world, not wrapped", PAWL_PLANAR},
    {"vx", "m/s", PAWL_SEEN(v.x), PAWL_AT_VELOCITY, "velocity, x"},
    {"vy", "m/s", PAWL_SEEN(v.y), PAWL_AT_VELOCITY, "velocity, y"},
    {"vz", "m/s", PAWL_SEEN(v.z), PAWL_AT_VELOCITY, "velocity, z", PAWL_SPATIAL},
    {"omega", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "rate of turn", PAWL_PLANAR},
    {"wx", "rad/s", PAWL_SEEN(w.x), PAWL_AT_VELOCITY, "rate of turn, x", PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_SEEN(w.y), PAWL_AT_VELOCITY, "rate of turn, y", PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "rate of turn, z", PAWL_SPATIAL},
    {"ax", "m/s^2", PAWL_SEEN(acc.x), PAWL_AT_ACCELERATION, "acceleration, x"},
    {"ay", "m/s^2", PAWL_SEEN(acc.y), PAWL_AT_ACCELERATION, "acceleration, y"},
    {"az", "m/s^2", PAWL_SEEN(acc.z), PAWL_AT_ACCELERATION, "acceleration, z", PAWL_SPATIAL},
    {"alpha", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "angular acceleration", PAWL_PLANAR},
    {"alphax", "rad/s^2", PAWL_SEEN(alpha.x), PAWL_AT_ACCELERATION, "angular acceleration, x", PAWL_SPATIAL},
    {"alphay", "rad/s^2", PAWL_SEEN(alpha.y), PAWL_AT_ACCELERATION, "angular acceleration, y", PAWL_SPATIAL},
    {"alphaz", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "angular acceleration, z", PAWL_SPATIAL},
    {0}};

static bool in_world(const void *part)
{
  return ((const marker *)part)->axes == 0;
}

/* The first end is the ground's own frame. */
static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  pawl_mat R = in_world(part) ? pawl_unit_mat() : x->b.R;
  out->r = pawl_sub(x->b.r, x->a.r);
  out->v = pawl_turn_back(&R, x->b.v);
  out->w = pawl_turn_back(&R, x->b.w);
  out->angle = x->b.angle;
  if (!acc)
    return;
  out->acc = pawl_turn_back(&R, acc[1]);
  out->alpha = pawl_turn_back(&R, alpha[1]);
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_cross(pen, &((const marker *)part)->b, 0.8 * pen->size);
}

const pawl_kind pawl_sensor_marker = {
    .name = "marker",
    .family = PAWL_SENSOR,
    .doc = "A point on a body that publishes its motion.",
    .equations = "r = r_body + R at,   r' = v + w×R at,   and its acceleration\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "marker \"tip\" { arm:at{0.5, 0} }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(marker),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense, .in_world = in_world},
    .draw = draw};
