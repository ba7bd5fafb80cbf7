/* Circles and arcs.   p = c + r (cos a, sin a);   s is the angle a on a circle, and on an arc the way along it, as on the
 * lines that it may stand between in a chain: parameters of one size keep their digits. */
#include "parts/curve.h"

typedef struct {
  double radius;
  pawl_vec at;
  double from, to; /* of arcs */
} circle;

#define RADIUS "m", PAWL_REAL, offsetof(circle, radius), PAWL_REQUIRED, 0, INFINITY, "its radius"
#define AT "m", PAWL_VECTOR, offsetof(circle, at), 0, -INFINITY, INFINITY, "its centre"
static const pawl_field circle_fields[] = {{"radius", RADIUS}, {"at", AT}, {0}};
static const pawl_field arc_fields[] = {
    {"radius", RADIUS},
    {"from", "rad", PAWL_REAL, offsetof(circle, from), PAWL_REQUIRED, -INFINITY, INFINITY,
     "angle from the x axis at which it begins"},
    {"to", "rad", PAWL_REAL, offsetof(circle, to), PAWL_REQUIRED, -INFINITY, INFINITY,
     "angle at which it ends; less than 'from': it runs clockwise, with the material outside"},
    {"at", AT},
    {0}};

static const char *check_circle(void *value, unsigned worlds)
{
  (void)worlds;
  return ((const circle *)value)->radius > 0 ? NULL : "'radius' must be more than 0; a point is vertex { … }";
}

static const char *check_arc(void *value, unsigned worlds)
{
  const circle *c = value;
  double turn = fabs(c->to - c->from);
  if (turn == 0)
    return "'from' and 'to' must be different";
  return turn < 2 * PAWL_PI ? check_circle(value, worlds)
                            : "turns less than once: a whole one is circle { … }";
}

static const char *outline_circle(const void *value, pawl_outline *o, const pawl_functions *functions,
                                  bool *closed)
{
  (void)functions;
  const circle *c = value;
  pawl_outline_arc(o, pawl_xy_of(c->at), c->radius, 0, 2 * PAWL_PI, 0, 2 * PAWL_PI);
  *closed = true;
  return NULL;
}

static const char *outline_arc(const void *value, pawl_outline *o, const pawl_functions *functions,
                               bool *closed)
{
  (void)functions;
  const circle *c = value;
  double turn = c->to - c->from;
  pawl_outline_arc(o, pawl_xy_of(c->at), c->radius, c->from, turn, 0, c->radius * fabs(turn));
  *closed = false;
  return NULL;
}

const pawl_kind pawl_curve_circle = {.name = "circle",
                                     .family = PAWL_CURVE_VALUE,
                                     .doc = "A circle: a disc, or with flip on its shape a round hole.",
                                     .equations = "p(s) = at + radius (cos s, sin s),   0 ≤ s ≤ 2π\n",
                                     .example = PAWL_CURVE_EXAMPLE("circle { radius = 50*mm }"),
                                     .size = sizeof(circle),
                                     .fields = circle_fields,
                                     .worlds = PAWL_PLANAR,
                                     .check = check_circle,
                                     .curve = &(const pawl_curve_table){.outline = outline_circle}};

const pawl_kind pawl_curve_arc = {
    .name = "arc",
    .family = PAWL_CURVE_VALUE,
    .doc = "A part of a circle, whose ends are corners. Counterclockwise it is convex, clockwise hollow.",
    .equations = "p(s) = at + radius (cos a, sin a),   a = from ± s/radius;   s is the way along it, in m\n",
    .example = PAWL_CURVE_EXAMPLE("arc { radius = 50*mm, from = 30*deg, to = 150*deg }"),
    .size = sizeof(circle),
    .fields = arc_fields,
    .worlds = PAWL_PLANAR,
    .check = check_arc,
    .curve = &(const pawl_curve_table){.outline = outline_arc}};
