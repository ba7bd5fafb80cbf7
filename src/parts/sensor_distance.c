/* Distance of two points.   l = |d|,  l' = n·d',  l'' = n·d'' + (|d'|² - l'²)/l,   n = d/l      theory.md, 4.12
 * Points on each other have no line: its limit, the direction in which they part, takes its place. */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame a, b;
} distance;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(distance, a), PAWL_REQUIRED, 0, 0, "one point"},
    {"2", "", PAWL_FRAME, offsetof(distance, b), PAWL_REQUIRED, 0, 0, "the other point"},
    {0}};

static const pawl_channel_def channels[] = {
    {"length", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "distance of the two points"},
    {"rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},
    {"second", "m/s^2", PAWL_SEEN(second), PAWL_AT_ACCELERATION, "its second rate"},
    {0}};

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)alpha;
  pawl_vec d = pawl_sub(x->b.r, x->a.r), u = pawl_sub(x->b.v, x->a.v);
  double l = pawl_norm(d), speed = pawl_norm(u);
  pawl_vec n = l > 0 ? pawl_times(1 / l, d) : speed > 0 ? pawl_times(1 / speed, u) : pawl_v(0, 0, 0);
  pawl_vec across = pawl_sub(u, pawl_times(pawl_dot(n, u), n));
  out->length = l;
  out->rate = pawl_dot(n, u);
  if (acc)
    out->second = pawl_dot(n, pawl_sub(acc[1], acc[0])) + (l > 0 ? pawl_dot(across, across) / l : 0);
}

static void draw(const void *part, pawl_pen *pen)
{
  const distance *p = part;
  pawl_pen_line(pen, &p->a, &p->b, 0);
  pawl_pen_cross(pen, &p->b, 0.8 * pen->size);
}

const pawl_kind pawl_sensor_distance = {
    .name = "distance",
    .family = PAWL_SENSOR,
    .doc = "The distance of two points and its rates.",
    .equations = "l = |d|,   l' = n·d',   l'' = n·d'' + (|d'|² - l'²)/l;   n = d/l\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
               "revolute \"hinge\" { ground, arm, angle = -30*deg }\n"
               "distance \"stroke\" { ground:at{0.4, -0.4}, arm:at{0.5, 0} }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(distance),
    .fields = fields,
    .channels = channels,
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
