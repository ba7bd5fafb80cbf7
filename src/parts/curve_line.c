/* Straight from one point to another.   p(s) = a + s t,   t = (b - a)/|b - a|
 * A line has bare ends: what slides off it is not held by a corner. A segment's ends are corners. */
#include "parts/curve.h"

typedef struct {
  pawl_vec from, to;
} line;

static const pawl_field fields[] = {
    {"1", "m", PAWL_VECTOR, offsetof(line, from), PAWL_REQUIRED, -INFINITY, INFINITY, "where it begins"},
    {"2", "m", PAWL_VECTOR, offsetof(line, to), PAWL_REQUIRED, -INFINITY, INFINITY,
     "where it ends; material is on the left of the way there"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const line *l = value;
  return l->from.x == l->to.x && l->from.y == l->to.y ? "its two points are the same" : NULL;
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  (void)functions;
  const line *l = value;
  pawl_xy a = pawl_xy_of(l->from), b = pawl_xy_of(l->to);
  pawl_outline_line(o, a, b, 0, pawl_xy_distance(a, b));
  *closed = false;
  return NULL;
}

#define EQUATIONS "p(s) = a + s t,   t = (b - a)/|b - a|;   s is the way from a, in m\n"

const pawl_kind pawl_curve_line = {
    .name = "line",
    .family = PAWL_CURVE_VALUE,
    .doc =
        "A straight face from one point to another, with bare ends: what slides off it is let go. Seen from "
        "outside, it runs from right to left: a floor is line { {1, 0}, {-1, 0} }.",
    .equations = EQUATIONS,
    .example = PAWL_CURVE_EXAMPLE("line { {-40*mm, 20*mm}, {40*mm, 20*mm} }"),
    .size = sizeof(line),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline, .bare_ends = true}};

const pawl_kind pawl_curve_segment = {
    .name = "segment",
    .family = PAWL_CURVE_VALUE,
    .doc =
        "A straight face from one point to another, whose ends are corners; where another open curve of the "
        "body goes on, the two meet as in one.",
    .equations = EQUATIONS,
    .example = PAWL_CURVE_EXAMPLE("segment { {-40*mm, 20*mm}, {40*mm, 20*mm} }"),
    .size = sizeof(line),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
