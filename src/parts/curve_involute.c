/* One flank of an involute tooth. */
#include "parts/curve_involute.h"

typedef struct {
  double base, from, to, angle;
  bool mirror;
} flank;

static const pawl_field fields[] = {
    {"base", "m", PAWL_REAL, offsetof(flank, base), PAWL_REQUIRED, 0, INFINITY, "radius of its base circle"},
    {"from", "m", PAWL_REAL, offsetof(flank, from), PAWL_REQUIRED, 0, INFINITY,
     "radius at which it begins, more than the base: at the base circle it has no radius of curvature"},
    {"to", "m", PAWL_REAL, offsetof(flank, to), PAWL_REQUIRED, 0, INFINITY, "radius at which it ends"},
    {"angle", "rad", PAWL_REAL, offsetof(flank, angle), 0, -INFINITY, INFINITY,
     "the place on the base circle that it comes from, from the x axis"},
    {"mirror", "", PAWL_FLAG, offsetof(flank, mirror), 0, 0, 0,
     "the other flank of a tooth: bends clockwise and runs inwards"},
    {0}};

static const char *check(void *value, unsigned worlds)
{
  (void)worlds;
  const flank *f = value;
  if (!(f->base > 0))
    return "'base' must be more than 0";
  if (!(f->from > f->base))
    return "'from' must be more than 'base'";
  if (!(f->to <= 10 * f->base)) /* it would go round and round */
    return "'to' must be at most 10 times 'base'";
  return f->to > f->from ? NULL : "'to' must be more than 'from'";
}

void pawl_involute_at(const void *involute, double u, pawl_plane_jet *jet)
{
  const pawl_involute *v = involute;
  double roll = v->low + v->rate * (u - v->from), s, c, r = v->base, k = v->rate;
  pawl_sincos(roll + v->angle, &s, &c);
  jet->p = (pawl_xy){r * (c + roll * s), r * (s - roll * c)};
  jet->d1 = (pawl_xy){r * k * roll * c, r * k * roll * s};
  jet->d2 = (pawl_xy){r * k * k * (c - roll * s), r * k * k * (s + roll * c)};
  jet->d3 = (pawl_xy){r * k * k * k * (-2 * s - roll * c), r * k * k * k * (2 * c - roll * s)};
}

static const char *outline(const void *value, pawl_outline *o, const pawl_functions *functions, bool *closed)
{
  const flank *f = value;
  double low = pawl_roll_of(f->base, f->from), high = pawl_roll_of(f->base, f->to);
  pawl_involute *kept = PAWL_TAKE(functions->arena, 1, pawl_involute);
  *closed = false;
  if (!kept)
    return "out of memory";
  *kept = (pawl_involute){f->base, f->angle, 0, 0, 1};
  pawl_outline_function(o, pawl_involute_at, kept, f->mirror ? -high : low, f->mirror ? -low : high);
  return NULL;
}

const pawl_kind pawl_curve_involute = {
    .name = "involute",
    .family = PAWL_CURVE_VALUE,
    .doc =
        "One flank of an involute tooth, run outwards with the tooth on its left; or mirrored, run inwards.",
    .equations =
        "p(s) = base (cos s + s sin s, sin s - s cos s), turned by angle;   radius = base √(1 + s²)\n"
        "s is the roll angle, in rad; of the mirrored flank it is negative\n",
    .example = PAWL_CURVE_EXAMPLE("involute { base = 40*mm, from = 41*mm, to = 60*mm }"),
    .size = sizeof(flank),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .curve = &(const pawl_curve_table){.outline = outline}};
