/* Drag of air or water at a point of a body.   f = -½ ρ c A |v| v,   v = v_b - wind      theory.md, 5.3
 * Along a direction of the frame only, when there is one:   f = -½ ρ c A |n·v| (n·v) n */
#include "parts/look.h"

typedef struct {
  pawl_frame b;
  double area, coefficient, density;
  pawl_vec wind, direction;
} drag;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(drag, b), PAWL_REQUIRED, 0, 0, "where it acts"},
    {"area", "m^2", PAWL_REAL, offsetof(drag, area), PAWL_REQUIRED, 0, INFINITY, "area across the stream"},
    {"coefficient", "", PAWL_REAL, offsetof(drag, coefficient), PAWL_REQUIRED, 0, INFINITY,
     "drag coefficient"},
    {"density", "kg/m^3", PAWL_REAL, offsetof(drag, density), 1.18, 0, INFINITY,
     "of what streams; air at 25 °C unless given"},
    {"wind", "m/s", PAWL_VECTOR, offsetof(drag, wind), 0, -INFINITY, INFINITY, "its velocity, in world axes"},
    {"direction", "", PAWL_VECTOR, offsetof(drag, direction), PAWL_UNSET, -INFINITY, INFINITY,
     "along this direction of the frame only; against the stream unless given"},
    {0}};

static const pawl_channel_def channels[] = {
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "component along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "component along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_FORCE, "component along the world's z", PAWL_SPATIAL},
    {"force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "size of the force"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "its power (negative: taken from the mechanism; wind may give some)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const drag *p = part;
  return pawl_norm(p->direction) == 0 ? "'direction' must not be zero" : NULL;
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const drag *p = part;
  pawl_vec v = pawl_sub(x->b.v, p->wind);
  if (!isnan(p->direction.x)) {
    pawl_vec n = pawl_times(1 / pawl_norm(p->direction), pawl_turn(&x->b.R, p->direction));
    v = pawl_times(pawl_dot(n, v), n);
  }
  double speed = pawl_norm(v), rate = 0.5 * p->density * p->coefficient * p->area * speed;
  out->f = pawl_times(-rate, v);
  out->effort = rate * speed;
  out->power = pawl_dot(out->f, x->b.v);
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_force(pen, &((const drag *)part)->b, PAWL_ROLE_FORCE, "fx", "fy", "fz");
}

const pawl_kind pawl_force_drag = {
    .name = "drag",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc =
        "The drag of air or water at a point of a body, by the square of its speed; with wind, or along one "
        "direction of the body only.",
    .equations = "f = -½ ρ c A |v| v,   v = v_b - wind;   along a direction n only: f = -½ ρ c A |n·v| (n·v) "
                 "n;   P = f·v_b\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local ball = cylinder \"ball\" { mass = 0.4, radius = 0.11, vx = 20, vy = 10 }\n"
               "drag \"air\" { ball, area = 0.038, coefficient = 0.45 }\n"
               "simulate { duration = 2 }\n",
    .size = sizeof(drag),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
