/* A curve of the user's own: x and y as a Lua function of the parameter. Derivatives come from the function by forward
 * differentiation; a run sees polynomials of it and calls no Lua. */
#include "parts/curve_sampled.h"

typedef struct {
  int function;
  double from, to;
  bool closed;
} own;

static const pawl_field fields[] = {
    {"1", "m", PAWL_FUNCTION, offsetof(own, function), PAWL_REQUIRED, 0, 0,
     "function(u) return x, y end, smooth"},
    {"from", "", PAWL_REAL, offsetof(own, from), 0, -INFINITY, INFINITY, "its parameter where it begins"},
    {"to", "", PAWL_REAL, offsetof(own, to), 1, -INFINITY, INFINITY, "its parameter where it ends"},
    {"closed", "", PAWL_FLAG, offsetof(own, closed), 0, 0, 0, "whether it comes back to where it began"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const own *c = value;
  return c->to > c->from ? NULL : "'to' must be more than 'from'";
}

typedef struct {
  int function;
  const pawl_functions *functions;
} call;

static bool at(void *context, double u, pawl_plane_jet *jet)
{
  const call *c = context;
  return c->functions->at(c->functions->context, c->function, u, jet);
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const own *c = value;
  call its = {c->function, functions};
  pawl_sampling how = {.strict = true};
  const pawl_sampled *piece = pawl_sample(functions->arena, at, &its, c->from, c->to, &how);
  *closed = c->closed;
  if (piece)
    pawl_outline_function(o, pawl_sampled_at, piece, c->from, c->to);
  double step = 1e-3 * (c->to - c->from); /* a round number is enough */
  if (!piece && !how.failed)
    return pawl_sentence(
        functions,
        "is not smooth near u = %.6g: curves with corners or jumps of curvature are made of smooth ones "
        "with chain { … }",
        rint(how.rough / step) * step + 0.0);
  return piece ? NULL : "";
}

const pawl_kind pawl_curve_function = {
    .name = "curve",
    .family = PAWL_CURVE_VALUE,
    .doc = "A curve of your own: a function of the parameter that returns x and y. It must be smooth; "
           "math.sin, powers "
           "and all of math can be used.",
    .equations = "p(s) = function(s),   from ≤ s ≤ to; its derivatives are found in the function itself\n",
    .example =
        PAWL_CURVE_EXAMPLE("curve { function(u) return 50*mm*math.cos(u), 30*mm*math.sin(u) end, to = 2*pi, "
                           "closed = true }"),
    .size = sizeof(own),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
