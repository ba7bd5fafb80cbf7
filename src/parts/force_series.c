/* Spring and damper in series between two points.   f = -k s   along the line,   s' = l' - k s/c      theory.md, 5.10 */
#include "parts/force_laws.h"
#include "parts/force_line.h"
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_series law;
} series;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(series, a), PAWL_REQUIRED, 0, 0, "where it starts"},
    {"2", "", PAWL_FRAME, offsetof(series, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"stiffness", "N/m", PAWL_REAL, offsetof(series, law.k), PAWL_REQUIRED, 0, INFINITY,
     "rate of the spring"},
    {"damping", "N s/m", PAWL_REAL, offsetof(series, law.c), PAWL_REQUIRED, 0, INFINITY,
     "viscous rate of the damper"},
    {"stretch", "m", PAWL_REAL, offsetof(series, law.stretch), 0, -INFINITY, INFINITY,
     "of the spring at the start; positive pulls the ends together"},
    {0}};

static const pawl_channel_def channels[] = {PAWL_LINE_CHANNELS, PAWL_SERIES_CHANNELS("m"), {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return pawl_series_wrong(&((const series *)part)->law);
}

static void start(const void *part, double *state)
{
  state[0] = ((const series *)part)->law.stretch;
}

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  (void)signal;
  const series *p = part;
  pawl_line line = pawl_line_between(x);
  pawl_line_load(&line, -pawl_series_at(&p->law, x->state[0], line.rate, out), out);
}

static void draw(const void *part, pawl_pen *pen)
{
  const series *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_series(pen, &p->a, &p->b);
  pawl_pen_push(pen, &p->a, &p->b, PAWL_ROLE_FORCE, "force");
}

const pawl_kind pawl_force_series = {
    .name = "series",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc = "A spring and a damper one behind the other, along the line of two points: stiff against fast "
           "motions, "
           "yielding to slow ones.",
    .equations = "f = -k s n,   s' = l' - k s/c;   s the stretch of the spring, l = |d|, n = d/l\n"
                 "E = ½ k s²,   P = -(k s)²/c\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local load = body \"load\" { mass = 2, inertia = 1e-3, y = -0.3 }\n"
               "series \"mount\" { ground, load, stiffness = 2000, damping = 300, stretch = 5*mm }\n"
               "simulate { duration = 0.5 }\n",
    .size = sizeof(series),
    .fields = fields,
    .channels = channels,
    .check = check,
    .force = &(const pawl_force_table){.load = load, .state_count = 1, .start = start},
    .draw = draw};
