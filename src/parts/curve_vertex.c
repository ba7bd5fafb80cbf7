/* A vertex: a single point with all directions as its normals. A knife edge, or a point on a curve. */
#include "parts/curve.h"

typedef struct {
  pawl_vec at;
} vertex;

static const pawl_field fields[] = {
    {"1", "m", PAWL_VECTOR, offsetof(vertex, at), 0, -INFINITY, INFINITY, "where it is"}, {0}};

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  (void)functions;
  const vertex *v = value;
  pawl_outline_vertex(o, pawl_xy_of(v->at));
  *closed = false;
  return NULL;
}

const pawl_kind pawl_curve_vertex = {
    .name = "vertex",
    .family = PAWL_CURVE_VALUE,
    .doc = "A single point, with every direction as its normal: a knife edge.",
    .equations = "p = at;   n is any direction\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local needle = body \"needle\" { mass = 1, inertia = 1e-3, com = {0, -0.1} }\n"
               "revolute \"axle\" { ground, needle, speed = 1 }\n"
               "shape \"tip\" { needle:at{0, -0.2}, vertex {} }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(vertex),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .curve = &(const pawl_curve_table){.outline = outline, .is_point = true}};
