/* A force along the line of two points: a signal, or a characteristic of their distance.      theory.md, 5.1
 *   signal:          f = F(t),   P = F l'
 *   characteristic:  f = F(l),   E = -∫ F dl */
#include "parts/force_laws.h"
#include "parts/force_line.h"
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_signal force;
  const pawl_curve *law;
} line_force;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(line_force, a), PAWL_REQUIRED, 0, 0, "where it starts"},
    {"2", "", PAWL_FRAME, offsetof(line_force, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"force", "N", PAWL_SIGNAL, offsetof(line_force, force), PAWL_UNSET, -INFINITY, INFINITY,
     "what pushes the ends apart"},
    {"law", "N", PAWL_CURVE, offsetof(line_force, law), PAWL_UNSET, 0, 0,
     "in place of 'force': characteristic of it against the distance of the ends"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_LINE_CHANNELS,
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION,
     "energy stored by a force against distance, counted from the first point of 'law'"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power given to the mechanism beyond it"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "its work since the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const line_force *p = part;
  return pawl_signal_given(&p->force) != (p->law != NULL) ? NULL : "needs either 'force' or 'law'";
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const line_force *p = part;
  pawl_line line = pawl_line_between(x);
  double F[3] = {signal[0]};
  if (p->law) {
    pawl_curve_at(p->law, line.length, F);
    out->energy = -pawl_curve_integral(p->law, line.length);
  } else
    out->power = F[0] * line.rate;
  pawl_line_load(&line, F[0], out);
}

static void draw(const void *part, pawl_pen *pen)
{
  const line_force *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_line(pen, &p->a, &p->b, 0);
  pawl_pen_push(pen, &p->a, &p->b, PAWL_ROLE_FORCE, "force");
}

static pawl_corners corners(const void *part)
{
  const line_force *p = part;
  return (pawl_corners){.curve = p->law};
}

const pawl_kind pawl_force_line_force = {
    .name = "line_force",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc = "A force along the line of two points, as a signal or as a characteristic of their distance: a "
           "cylinder, a "
           "gas spring, a rope winch.",
    .equations = "f = F n,   n = d/|d|;   F(t): P = F l',   F(l): E = -∫ F dl\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local boom = body \"boom\" { mass = 20, inertia = 2, com = {0.5, 0} }\n"
               "revolute \"foot\" { ground, boom, angle = 20*deg }\n"
               "line_force \"cylinder\" { ground:at{0.4, -0.3}, boom:at{0.6, 0}, force = 600 }\n"
               "simulate { duration = 0.3 }\n",
    .size = sizeof(line_force),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.load = load, .corners = corners},
    .draw = draw};
