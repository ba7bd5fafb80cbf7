/* Spring and damper between two points.   f = -F(l - l0) - p - c l'   along the line      theory.md, 5.1
 * F(s) is k s or a characteristic, p the preload: what pulls the ends together at l = l0. */
#include "parts/force_laws.h"
#include "parts/force_line.h"
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_pull pull;
  double c, l0;
} spring;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(spring, a), PAWL_REQUIRED, 0, 0, "where it starts"},
    {"2", "", PAWL_FRAME, offsetof(spring, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"stiffness", "N/m", PAWL_REAL, offsetof(spring, pull.k), PAWL_UNSET, 0, INFINITY, "spring rate"},
    {"force", "N", PAWL_CURVE, offsetof(spring, pull.curve), PAWL_UNSET, 0, 0,
     "in place of 'stiffness': characteristic of the pull against the stretch, length - 'length'"},
    {"damping", "N s/m", PAWL_REAL, offsetof(spring, c), 0, 0, INFINITY, "viscous rate"},
    {"length", "m", PAWL_REAL, offsetof(spring, l0), PAWL_REQUIRED, 0, INFINITY,
     "length without force, but for the preload"},
    {"preload", "N", PAWL_REAL, offsetof(spring, pull.preload), 0, -INFINITY, INFINITY,
     "pull at 'length'; negative pushes"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_LINE_CHANNELS,
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "stored energy, counted from 'length'"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE,
     "power of the damper (negative: taken from the mechanism)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of the damper since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const spring *p = part;
  return !isnan(p->pull.k) != (p->pull.curve != NULL) ? NULL : "needs either 'stiffness' or 'force'";
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const spring *p = part;
  pawl_line line = pawl_line_between(x);
  double pull = pawl_pull_at(&p->pull, line.length - p->l0, &out->energy);
  pawl_line_load(&line, -pull - p->c * line.rate, out);
  out->power = -p->c * line.rate * line.rate;
}

static void draw(const void *part, pawl_pen *pen)
{
  const spring *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_coil(pen, &p->a, &p->b);
  if (p->c > 0)
    pawl_pen_damper(pen, &p->a, &p->b);
  pawl_pen_push(pen, &p->a, &p->b, PAWL_ROLE_FORCE, "force");
}

static pawl_corners corners(const void *part)
{
  const spring *p = part;
  return (pawl_corners){.curve = p->pull.curve, .shift = p->l0};
}

const pawl_kind pawl_force_spring = {
    .name = "spring",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc =
        "A spring with a damper in parallel, along the line of two points: linear, or by a characteristic.",
    .equations = "f = -(F(l - l₀) + preload + c l') n,   l = |d|, n = d/l;   F(s) = k s or a characteristic\n"
                 "E = ∫ F ds + preload (l - l₀),   P = -c l'²\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local bob = body \"bob\" { mass = 1, inertia = 1e-3, x = 50*mm, y = -0.2 }\n"
               "spring \"coil\" { ground, bob, stiffness = 150, length = 0.1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(spring),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.load = load, .corners = corners},
    .draw = draw};
