/* A point of one body stays on a straight line of another, in a plane or in space.      theory.md, 4.1
 *   phi = p·d (and q·d in space),  d = r_b - r_a,  p, q square to the line and fixed in a */
#include "parts/link_rate.h"
#include "parts/look.h"
#include "parts/rows.h"

typedef struct {
  pawl_frame line, point;
  pawl_vec axis;
} point_on_line;

static const pawl_field fields[] = {{"1", "", PAWL_FRAME, offsetof(point_on_line, line), PAWL_REQUIRED, 0, 0,
                                     "a frame with its origin on the line"},
                                    {"2", "", PAWL_FRAME, offsetof(point_on_line, point), PAWL_REQUIRED, 0, 0,
                                     "the point: the frame's origin"},
                                    {"axis", "", PAWL_VECTOR, offsetof(point_on_line, axis), PAWL_UNSET,
                                     -INFINITY, INFINITY,
                                     "direction of the line in the first frame; its x axis unless given"},
                                    {0}};

static const pawl_channel_def channels[] = {
    {"position", "m", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION, "place of the point along the line"},
    {"speed", "m/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "its rate"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the second body, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the second body, along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "force on the second body, along the world's z",
     PAWL_SPATIAL},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_axis_wrong(&((point_on_line *)part)->axis, pawl_v(1, 0, 0));
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const point_on_line *c = part;
  pawl_vec p = pawl_v(-c->axis.y, c->axis.x, 0), q;
  if (x->worlds == PAWL_SPATIAL) {
    pawl_square_to(c->axis, &p, &q);
    pawl_row_plane(x, pawl_turn(&x->a.R, q), row + 1);
  }
  pawl_row_plane(x, pawl_turn(&x->a.R, p), row);
}

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)acc, (void)alpha;
  pawl_vec n = pawl_turn(&x->a.R, ((const point_on_line *)part)->axis);
  out->coordinate[0] = pawl_dot(n, pawl_sub(x->b.r, x->a.r));
  out->speed[0] = pawl_dot(n, pawl_seen_from_a(x));
}

static void draw(const void *part, pawl_pen *pen)
{
  const point_on_line *p = part;
  double half = isnan(pen->look.length) ? 6 * pen->size : pen->look.length / 2;
  const pawl_vec line[] = {pawl_times(-half, p->axis), pawl_times(half, p->axis)};
  pawl_pen_ground(pen, &p->line);
  pawl_pen_polyline(pen, &p->line, line, 2, 0);
  pawl_pen_ball(pen, &p->point, pen->size);
  pawl_pen_reaction(pen, &p->point);
}

const pawl_kind pawl_link_point_on_line = {
    .name = "point_on_line",
    .family = PAWL_LINK,
    .doc = "Keeps a point of one body on a straight line of another; the bodies may turn against each other "
           "freely.",
    .equations = "φ = p·d,   d = r_b - r_a,   p square to the line (in space two of them)\n",
    .example =
        "planar { gravity = {0, -9.81} }\n"
        "local ladder = body \"ladder\" { mass = 5, inertia = 0.4, x = 0.25, y = 0.43, angle = -60*deg }\n"
        "point_on_line \"floor\" { ground, ladder:at{0.5, 0}, look = { length = 1.4 } }\n"
        "point_on_line \"wall\" { ground, ladder:at{-0.5, 0}, axis = {0, 1}, look = { length = 2 } }\n"
        "simulate { duration = 0.5 }\n",
    .size = sizeof(point_on_line),
    .fields = fields,
    .channels = channels,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 1, 2}, .rows = rows},
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
