/* Motion of one frame against another, along the axes of the world or of either frame.      theory.md, 4.12
 *   world:     d = r_b - r_a,  its rates the differences of velocities and accelerations
 *   of F = a, b:  what an observer sees who moves with F: rates of the components of d along F's axes
 *     R^T d,   R^T (d' - w×d),   R^T (d'' - w'×d - 2 w×d' + w×(w×d)),      R, w of F
 *     and of the relative turn W = w_b - w_a:   R^T W,   R^T (W' - w×W) */
#include "parts/look.h"
#include "parts/part.h"

enum { AXES_WORLD, AXES_A, AXES_B };

typedef struct {
  pawl_frame a, b;
  int axes;
} relative;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(relative, a), PAWL_REQUIRED, 0, 0, "the frame it is seen from"},
    {"2", "", PAWL_FRAME, offsetof(relative, b), PAWL_REQUIRED, 0, 0, "the frame that is seen"},
    {"axes", "", PAWL_CHOICE, offsetof(relative, axes), 0, 0, 0,
     "axes of the world, or of the first or second frame; then rates are seen from it, turning with it",
     "world a b"},
    {0}};

static const pawl_channel_def channels[] = {
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_POSITION, "place of the second origin from the first, x"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_POSITION, "y"},
    {"z", "m", PAWL_SEEN(r.z), PAWL_AT_POSITION, "z", PAWL_SPATIAL},
    {"angle", "rad", PAWL_SEEN(angle), PAWL_AT_POSITION, "turn of the second against the first, not wrapped",
     PAWL_PLANAR},
    {"e0", "", PAWL_SEEN(e.w), PAWL_AT_POSITION,
     "orientation of the second in the first: unit quaternion, scalar part", PAWL_SPATIAL},
    {"e1", "", PAWL_SEEN(e.x), PAWL_AT_POSITION, "its first component", PAWL_SPATIAL},
    {"e2", "", PAWL_SEEN(e.y), PAWL_AT_POSITION, "its second component", PAWL_SPATIAL},
    {"e3", "", PAWL_SEEN(e.z), PAWL_AT_POSITION, "its third component", PAWL_SPATIAL},
    {"vx", "m/s", PAWL_SEEN(v.x), PAWL_AT_VELOCITY, "rate of x"},
    {"vy", "m/s", PAWL_SEEN(v.y), PAWL_AT_VELOCITY, "rate of y"},
    {"vz", "m/s", PAWL_SEEN(v.z), PAWL_AT_VELOCITY, "rate of z", PAWL_SPATIAL},
    {"omega", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "rate of the angle", PAWL_PLANAR},
    {"wx", "rad/s", PAWL_SEEN(w.x), PAWL_AT_VELOCITY, "relative rate of turn, x", PAWL_SPATIAL},
    {"wy", "rad/s", PAWL_SEEN(w.y), PAWL_AT_VELOCITY, "y", PAWL_SPATIAL},
    {"wz", "rad/s", PAWL_SEEN(w.z), PAWL_AT_VELOCITY, "z", PAWL_SPATIAL},
    {"ax", "m/s^2", PAWL_SEEN(acc.x), PAWL_AT_ACCELERATION, "second rate of x"},
    {"ay", "m/s^2", PAWL_SEEN(acc.y), PAWL_AT_ACCELERATION, "second rate of y"},
    {"az", "m/s^2", PAWL_SEEN(acc.z), PAWL_AT_ACCELERATION, "second rate of z", PAWL_SPATIAL},
    {"alpha", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "second rate of the angle", PAWL_PLANAR},
    {"alphax", "rad/s^2", PAWL_SEEN(alpha.x), PAWL_AT_ACCELERATION, "rate of wx", PAWL_SPATIAL},
    {"alphay", "rad/s^2", PAWL_SEEN(alpha.y), PAWL_AT_ACCELERATION, "rate of wy", PAWL_SPATIAL},
    {"alphaz", "rad/s^2", PAWL_SEEN(alpha.z), PAWL_AT_ACCELERATION, "rate of wz", PAWL_SPATIAL},
    {0}};

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  const relative *p = part;
  bool world = p->axes == AXES_WORLD;
  const pawl_end *from = p->axes == AXES_B ? &x->b : &x->a;
  pawl_mat R = world ? pawl_unit_mat() : from->R, back = pawl_mat_transposed(&x->a.R);
  pawl_mat turned = pawl_mat_mul(&back, &x->b.R);
  pawl_vec w = world ? pawl_v(0, 0, 0) : from->w, W = pawl_sub(x->b.w, x->a.w);
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v), seen = pawl_sub(u, pawl_cross(w, d));
  out->r = pawl_turn_back(&R, d);
  out->v = pawl_turn_back(&R, seen);
  out->w = pawl_turn_back(&R, W);
  out->angle = x->b.angle - x->a.angle;
  out->e = pawl_mat_quat(&turned);
  if (!acc)
    return;
  pawl_vec spin = world ? w : alpha[p->axes == AXES_B], du = pawl_sub(acc[1], acc[0]);
  /* d'' - w'×d - w×d' - w×(d' - w×d) */
  pawl_vec turning = pawl_add(pawl_cross(spin, d), pawl_cross(w, pawl_add(u, seen)));
  out->acc = pawl_turn_back(&R, pawl_sub(du, turning));
  out->alpha = pawl_turn_back(&R, pawl_sub(pawl_sub(alpha[1], alpha[0]), pawl_cross(w, W)));
}

static void draw(const void *part, pawl_pen *pen)
{
  const relative *p = part;
  pawl_pen_line(pen, &p->a, &p->b, 0);
  pawl_pen_cross(pen, &p->b, 0.8 * pen->size);
}

const pawl_kind pawl_sensor_relative = {
    .name = "relative",
    .family = PAWL_SENSOR,
    .doc = "How one frame moves against another, along the axes of the world or as seen from either frame.",
    .equations = "axes of the world:  d = r_b - r_a, d', d''\n"
                 "axes R of a or b:   Rᵀ d,   Rᵀ (d' - w×d),   Rᵀ (d'' - w'×d - 2 w×d' + w×(w×d));   R and w "
                 "of that frame\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local upper = body \"upper\" { mass = 1, inertia = 0.01, com = {0.15, 0} }\n"
               "local lower = body \"lower\" { mass = 1, inertia = 0.01, com = {0.15, 0} }\n"
               "revolute \"shoulder\" { ground, upper, angle = -30*deg }\n"
               "revolute \"elbow\" { upper:at{0.3, 0}, lower, angle = -60*deg }\n"
               "relative \"hand\" { upper, lower:at{0.3, 0}, axes = \"a\" }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(relative),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
