/* Massless rod with a pin at each end: one distance.      phi = |r_b - r_a| - l      theory.md, 4.2 */
#include "parts/link_rod.h"

#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  double length;
} rod;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(rod, a), PAWL_REQUIRED, 0, 0, "the pin at one end"},
    {"2", "", PAWL_FRAME, offsetof(rod, b), PAWL_REQUIRED, 0, 0, "the pin at the other end"},
    {"length", "m", PAWL_REAL, offsetof(rod, length), PAWL_REQUIRED, 0, INFINITY, "distance of the pins"},
    {0}};

static const pawl_channel_def channels[] = {{"force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION,
                                             "force along the rod; positive pushes the ends apart"},
                                            PAWL_PIN_CHANNELS,
                                            {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  return ((const rod *)part)->length > 0
             ? NULL
             : "'length' must be more than 0: pins on each other are a revolute joint";
}

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  pawl_row_distance(x, ((const rod *)part)->length, row);
}

static void draw(const void *part, pawl_pen *pen)
{
  const rod *p = part;
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pawl_pen_line(pen, &p->a, &p->b, 0.7 * pen->size);
  pawl_pen_ball(pen, &p->a, 0.6 * pen->size);
  pawl_pen_ball(pen, &p->b, 0.6 * pen->size);
  pawl_pen_reaction(pen, &p->b);
}

const pawl_kind pawl_link_rod = {
    .name = "rod",
    .family = PAWL_LINK,
    .at_points = true,
    .doc = "A massless rod with a pin at each end: one distance equation instead of a body "
           "and two joints.",
    .equations = "φ = |d| - length,   d = r_b - r_a;   the force on b is λ n, n = d/|d|\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local crank = body \"crank\" { mass = 0.5, inertia = 1e-3, com = {0.05, 0} }\n"
               "local rocker = body \"rocker\" { mass = 0.5, inertia = 1e-3, com = {0.1, 0} }\n"
               "revolute \"A\" { ground, crank, angle = 60*deg, speed = 5 }\n"
               "revolute \"B\" { ground:at{0.3, 0}, rocker, angle = 80*deg }\n"
               "rod \"coupler\" { crank:at{0.1, 0}, rocker:at{0.2, 0}, length = 0.3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(rod),
    .fields = fields,
    .channels = channels,
    .check = check,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 1, 1}, .rows = rows},
    .draw = draw};
