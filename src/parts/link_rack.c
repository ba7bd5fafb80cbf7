/* A wheel in mesh with a rack.      phi = s + side r (phi_w - phi_r) - const      theory.md, 4.10
 * s is the place of the wheel's centre along the rack's x axis, which is the pitch line; `side` is +1 when
 * the wheel is on the side of the rack's y axis. With h the height of the centre over the pitch line
 *   rate = -x_r·u + (h - side r) (w_r - w_w):   the force acts along the pitch line, as h = side r. */
#include "parts/link_rate.h"
#include "parts/link_wheels.h"
#include "parts/look.h"

typedef struct {
  pawl_frame wheel, rack;
  double radius;
} rack;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(rack, wheel), PAWL_REQUIRED, 0, 0, "the centre of the wheel"},
    {"2", "", PAWL_FRAME, offsetof(rack, rack), PAWL_REQUIRED, 0, 0,
     "the rack: its x axis is the pitch line"},
    {"radius", "m", PAWL_REAL, offsetof(rack, radius), PAWL_REQUIRED, 0, INFINITY,
     "pitch radius of the wheel"},
    {0}};

static const pawl_channel_def channels[] = {
    {"force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION, "tooth force on the rack, along its x axis"},
    {"speed", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY,
     "speed of the rack past the wheel's centre, along its x axis"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION,
     "power passed on to the rack, seen from the wheel's centre"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the rack, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the rack, along the world's y"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const rack *)part)->radius > 0 ? NULL : "'radius' must be more than 0";
}

static double height(const pawl_pair *x)
{
  return pawl_dot(x->b.R.y, pawl_sub(x->a.r, x->b.r));
}

static double place(const rack *p, const pawl_pair *x, double side)
{
  return pawl_dot(x->b.R.x, pawl_sub(x->a.r, x->b.r)) + side * p->radius * (x->a.angle - x->b.angle);
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const rack *p = part;
  pawl_vec d = pawl_sub(x->b.r, x->a.r), v = pawl_sub(x->b.v, x->a.v);
  double h = height(x), side = x->memory ? x->memory[1] : h < 0 ? -1 : 1;
  double h_rate = x->b.w.z * pawl_dot(x->b.R.x, d) - pawl_dot(x->b.R.y, v);
  row->speed_only = x->memory == NULL;
  row->phi = place(p, x, side) - (x->memory ? x->memory[0] : 0);
  row->f = pawl_times(-1, x->b.R.x);
  row->t = pawl_v(0, 0, h - side * p->radius);
  row->gamma = pawl_row_gamma(x, row, pawl_times(-x->b.w.z, x->b.R.y), pawl_v(0, 0, h_rate));
}

static const char *remember(const void *part, const pawl_pair *x, double *memory)
{
  const rack *p = part;
  double h = height(x);
  memory[1] = h < 0 ? -1 : 1;
  memory[0] = place(p, x, memory[1]);
  return pawl_wheels_fit("the distance of the wheel's centre from the pitch line", fabs(h), p->radius);
}

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  pawl_vec v = pawl_sub(x->b.v, x->a.v), turning = pawl_cross(x->b.w, pawl_sub(x->b.r, x->a.r));
  out->effort = pawl_dot(x->b.R.x, out->f);
  out->rate = pawl_dot(x->b.R.x, pawl_sub(v, turning));
  out->power = out->effort * out->rate;
}

static void draw(const void *part, pawl_pen *pen)
{
  const rack *p = part;
  double half = isnan(pen->look.length) ? 2 * p->radius : pen->look.length / 2;
  const pawl_vec line[] = {{-half, 0, 0}, {half, 0, 0}};
  pawl_pen_gear(pen, &p->wheel, p->radius, 20, 0);
  pawl_pen_polyline(pen, &p->rack, line, 2, 0);
  pawl_pen_reaction(pen, &p->rack);
}

const pawl_kind pawl_link_rack = {
    .name = "rack",
    .family = PAWL_LINK,
    .doc = "A gear wheel in mesh with a rack, on either side of it. Bearings "
           "and guides must keep the wheel's centre at "
           "its radius from the pitch line; the force acts along that line.",
    .equations = "φ = s ± r (angle_wheel - angle_rack) - what it is at the start\n"
                 "s the place of the wheel's centre along the rack's x axis; + when it is on the side of the "
                 "rack's y axis\n",
    .example = "planar {}\n"
               "local pinion = cylinder \"pinion\" { mass = 0.2, radius = 20*mm }\n"
               "local bar = body \"bar\" { mass = 0.5, inertia = 1e-3 }\n"
               "revolute \"axle\" { ground:at{0, 20*mm}, pinion, speed = 5 }\n"
               "prismatic \"guide\" { ground, bar }\n"
               "rack \"steering\" { pinion, bar, radius = 20*mm }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(rack),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 1, 0}, .rows = rows, .remember = remember},
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
