/* Damper between two points.   f = -F(l')   along the line, F(v) = c v or a characteristic      theory.md, 5.1 */
#include "parts/force_laws.h"
#include "parts/force_line.h"
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_resistance law;
} damper;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(damper, a), PAWL_REQUIRED, 0, 0, "where it starts"},
    {"2", "", PAWL_FRAME, offsetof(damper, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"damping", "N s/m", PAWL_REAL, offsetof(damper, law.c), PAWL_UNSET, 0, INFINITY, "viscous rate"},
    {"force", "N", PAWL_CURVE, offsetof(damper, law.curve), PAWL_UNSET, 0, 0,
     "in place of 'damping': characteristic of the force against the rate of the length; given from rate 0 "
     "on, it "
     "holds in both directions"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_LINE_CHANNELS,
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "its power (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const damper *p = part;
  if (!isnan(p->law.c) == (p->law.curve != NULL))
    return "needs either 'damping' or 'force'";
  if (p->law.curve && !pawl_resists(p->law.curve))
    return "'force' must be 0 at rest, not negative where the length grows, not positive where it shrinks";
  return NULL;
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const damper *p = part;
  pawl_line line = pawl_line_between(x);
  double force = pawl_resistance_at(&p->law, line.rate);
  pawl_line_load(&line, -force, out);
  out->power = -force * line.rate;
}

static void draw(const void *part, pawl_pen *pen)
{
  const damper *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_damper(pen, &p->a, &p->b);
  pawl_pen_push(pen, &p->a, &p->b, PAWL_ROLE_FORCE, "force");
}

static pawl_corners corners(const void *part)
{
  const damper *p = part;
  return (pawl_corners){.curve = p->law.curve, .of_rate = true};
}

const pawl_kind pawl_force_damper = {
    .name = "damper",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc = "A damper along the line of two points: linear, or by a characteristic.",
    .equations = "f = -F(l') n,   l = |d|, n = d/l;   F(v) = c v or a characteristic;   P = -F(l') l'\n",
    .example = "planar {}\n"
               "local door = body \"door\" { mass = 8, inertia = 0.5, com = {0.4, 0} }\n"
               "revolute \"hinge\" { ground, door, angle = 60*deg, speed = -2 }\n"
               "damper \"closer\" { ground:at{0.4, 0}, door:at{0.5, 0}, damping = 30 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(damper),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.load = load, .corners = corners},
    .draw = draw};
