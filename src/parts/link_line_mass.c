/* A point mass on the straight line between two places, at a fixed fraction c of the way: the mass of a
 * spring or a cylinder whose length changes.      v = (1-c) v_a + c v_b      theory.md, 4.8
 *   T = m (1-c)/2 |v_a|² + m c/2 |v_b|² - m c (1-c)/2 |v_b - v_a|²
 * Masses on the bodies at both ends, and a negative inertia along each axis of the world. */
#include "parts/link_rod.h"
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  double mass, com;
} line_mass;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(line_mass, a), PAWL_REQUIRED, 0, 0, "where the line starts"},
    {"2", "", PAWL_FRAME, offsetof(line_mass, b), PAWL_REQUIRED, 0, 0, "where it ends"},
    {"mass", "kg", PAWL_REAL, offsetof(line_mass, mass), PAWL_REQUIRED, 0, INFINITY, "mass"},
    {"com", "", PAWL_REAL, offsetof(line_mass, com), 0.5, 0, 1,
     "where the mass is, from the first place (0) to the second (1)"},
    {0}};

static const pawl_channel_def channels[] = {PAWL_PIN_CHANNELS, PAWL_FIRST_PIN_CHANNELS, {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const line_mass *)part)->mass > 0 ? NULL : "'mass' must be more than 0";
}

static void lump(const void *part, double *at_a, double *at_b)
{
  const line_mass *p = part;
  *at_a = p->mass * (1 - p->com);
  *at_b = p->mass * p->com;
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  const line_mass *p = part;
  const pawl_vec axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double less = p->mass * p->com * (1 - p->com);
  for (int r = 0; r < (x->worlds == PAWL_PLANAR ? 2 : 3); r++) {
    row[r].inertia = less != 0 ? -less : 1e-30 * p->mass; /* 0 would make it a constraint */
    row[r].f = axis[r];
    row[r].gamma = pawl_dot(axis[r], pawl_sub(x->b.zeta, x->a.zeta));
  }
}

static void draw(const void *part, pawl_pen *pen)
{
  const line_mass *p = part;
  pawl_primitive lump = pawl_pen_primitive(pen, PAWL_DRAW_LINE, &p->a);
  lump.b = p->b;
  lump.from = fmax(p->com - 0.05, 0);
  lump.to = fmin(p->com + 0.05, 1);
  lump.width = 2 * pen->size;
  pawl_pen_line(pen, &p->a, &p->b, 0);
  pen->emit(pen->context, &lump);
}

const pawl_kind pawl_link_line_mass = {
    .name = "line_mass",
    .family = PAWL_LINK,
    .at_points = true,
    .doc = "A point mass on the straight line between two places, at a fixed fraction of the way, whatever "
           "its length: the "
           "mass of a spring or a hydraulic cylinder.",
    .equations = "v = (1 - c) v_a + c v_b,   c = com\n"
                 "E_kin = ½ m (1 - c) |v_a|² + ½ m c |v_b|² - ½ m c (1 - c) |v_b - v_a|²\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local boom = body \"boom\" { mass = 20, inertia = 2, com = {0.5, 0} }\n"
               "revolute \"foot\" { ground, boom, angle = 20*deg }\n"
               "line_force \"cylinder\" { ground:at{0.4, -0.3}, boom:at{0.6, 0}, force = 600 }\n"
               "line_mass \"oil\" { ground:at{0.4, -0.3}, boom:at{0.6, 0}, mass = 3 }\n"
               "simulate { duration = 0.3 }\n",
    .size = sizeof(line_mass),
    .fields = fields,
    .channels = channels,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 2, 3}, .rows = rows, .lump = lump},
    .draw = draw};
