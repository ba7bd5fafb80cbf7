/* A wheel that rolls on a straight line without slipping and without leaving it, seen from the side.
 *   phi_1 = y_a·d - r,   phi_2 = x_a·d + r (phi_b - phi_a) - const,      d = r_b - r_a      theory.md, 4.10 */
#include "parts/look.h"
#include "parts/part.h"
#include "parts/rows.h"

typedef struct {
  pawl_frame line, wheel;
  double radius;
} rolling;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(rolling, line), PAWL_REQUIRED, 0, 0,
     "the line: the frame's x axis; the wheel is on the side of its y axis"},
    {"2", "", PAWL_FRAME, offsetof(rolling, wheel), PAWL_REQUIRED, 0, 0, "the centre of the wheel"},
    {"radius", "m", PAWL_REAL, offsetof(rolling, radius), PAWL_REQUIRED, 0, INFINITY, "radius of the wheel"},
    {0}};

static const pawl_channel_def channels[] = {
    {"position", "m", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION,
     "place of the point of contact along the line"},
    {"speed", "m/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "its rate"},
    {"normal_force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
     "force on the wheel away from the line; less than 0 where a real wheel would lift off"},
    {"friction_force", "N", PAWL_SEEN(across), PAWL_AT_ACCELERATION, "force on the wheel along the line"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the wheel, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the wheel, along the world's y"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const rolling *)part)->radius > 0 ? NULL : "'radius' must be more than 0";
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const rolling *p = part;
  pawl_row_plane(x, x->a.R.y, row);
  row[0].phi -= p->radius;
  pawl_row_plane(x, x->a.R.x, row + 1);
  row[1].phi += p->radius * (x->b.angle - x->a.angle) - (x->memory ? x->memory[0] : 0);
  row[1].t = pawl_v(0, 0, p->radius);
  row[1].speed_only = x->memory == NULL;
}

static const char *remember(const void *part, const pawl_pair *x, double *memory)
{
  const rolling *p = part;
  memory[0] = pawl_dot(x->a.R.x, pawl_sub(x->b.r, x->a.r)) + p->radius * (x->b.angle - x->a.angle);
  return NULL;
}

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  pawl_vec d = pawl_sub(x->b.r, x->a.r), v = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
  out->coordinate[0] = pawl_dot(x->a.R.x, d);
  out->speed[0] = pawl_dot(x->a.R.x, v);
  out->effort = pawl_dot(x->a.R.y, out->f);
  out->across = pawl_dot(x->a.R.x, out->f);
}

static void draw(const void *part, pawl_pen *pen)
{
  const rolling *p = part;
  double half = isnan(pen->look.length) ? 2 * p->radius : pen->look.length / 2;
  const pawl_vec line[] = {{-half, 0, 0}, {half, 0, 0}};
  pawl_pen_polyline(pen, &p->line, line, 2, 0);
  pawl_pen_disc(pen, &p->wheel, p->radius, 0, true);
  pawl_pen_reaction(pen, &p->wheel);
}

const pawl_kind pawl_link_rolling = {
    .name = "rolling",
    .family = PAWL_LINK,
    .doc = "A wheel seen from the side that rolls on a straight line without slipping; it cannot lift off.",
    .equations = "φ₁ = y_a·d - r,   φ₂ = x_a·d + r (angle_b - angle_a) - what it is at the start\n"
                 "λ₁ is the normal force, λ₂ the friction\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local wheel = cylinder \"wheel\" { mass = 10, radius = 0.3 }\n"
               "rolling \"tyre\" { ground:at{0, 0, angle = -10*deg}, wheel, radius = 0.3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(rolling),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 0}, .rows = rows, .remember = remember},
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
