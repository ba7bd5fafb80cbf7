/* A belt that does not slip or stretch, over two pulleys.      theory.md, 4.10
 *   phi = r_a (phi_a - psi) - r_b (phi_b - psi) - const,   crossed: + r_b
 * psi is the turn of the line of centres. Its multiplier is the difference of the two tensions; what their
 * sum pulls along the line of centres is the bearings' own affair and not computed. */
#include "parts/link_wheels.h"
#include "parts/look.h"

typedef struct {
  pawl_wheels wheels;
  double r_a, r_b;
  bool crossed;
} belt;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(belt, wheels.a), PAWL_REQUIRED, 0, 0, "the centre of one pulley"},
    {"2", "", PAWL_FRAME, offsetof(belt, wheels.b), PAWL_REQUIRED, 0, 0, "the centre of the other pulley"},
    {"radius_a", "m", PAWL_REAL, offsetof(belt, r_a), PAWL_REQUIRED, 0, INFINITY,
     "radius of the first pulley"},
    {"radius_b", "m", PAWL_REAL, offsetof(belt, r_b), PAWL_REQUIRED, 0, INFINITY,
     "radius of the second pulley"},
    {"crossed", "", PAWL_FLAG, offsetof(belt, crossed), 0, 0, 1,
     "whether the belt crosses itself, so that the pulleys turn against each other"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_WHEEL_CHANNELS("difference of the two tensions; positive turns the first pulley counter-clockwise",
                        "speed of the belt against the line of centres; positive: the first pulley turns "
                        "counter-clockwise"),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  belt *p = part;
  p->wheels.shares = (pawl_shares){p->r_a, p->crossed ? p->r_b : -p->r_b, 1e-3 * (p->r_a + p->r_b)};
  return p->r_a > 0 && p->r_b > 0 ? NULL : "'radius_a' and 'radius_b' must be more than 0";
}

static const char *remember(const void *part, const pawl_pair *x, double *memory)
{
  const belt *p = part;
  double apart = pawl_norm(pawl_sub(x->b.r, x->a.r)),
         least = p->crossed ? p->r_a + p->r_b : fabs(p->r_a - p->r_b);
  memory[0] = pawl_wheels_phase(&p->wheels, x);
  return apart > least ? NULL : "has its pulleys on each other: their centres must be further apart";
}

static void draw(const void *part, pawl_pen *pen)
{
  const belt *p = part;
  pawl_pen_disc(pen, &p->wheels.a, p->r_a, 0, true);
  pawl_pen_disc(pen, &p->wheels.b, p->r_b, 0, true);
  for (int side = -1; side <= 1; side += 2) {
    pawl_primitive line = pawl_pen_primitive(pen, PAWL_DRAW_LINE, &p->wheels.a);
    line.b = p->wheels.b;
    line.width = 0.3 * pen->size;
    line.touch[0] = side * p->r_a;
    line.touch[1] = side * (p->crossed ? -p->r_b : p->r_b);
    pen->emit(pen->context, &line);
  }
}

const pawl_kind pawl_link_belt = {
    .name = "belt",
    .family = PAWL_LINK,
    .doc = "A belt or chain over two pulleys, open or crossed, that neither slips nor stretches. Bearings "
           "must keep the "
           "pulleys' centres apart.",
    .equations =
        "φ = r_a (angle_a - ψ) ∓ r_b (angle_b - ψ) - what it is at the start;   + when it is crossed\n"
        "λ is the difference of the two tensions;   ψ the turn of the line of centres\n",
    .example = "planar {}\n"
               "local large = cylinder \"large\" { mass = 1, radius = 0.1 }\n"
               "local small = cylinder \"small\" { mass = 0.2, radius = 40*mm }\n"
               "revolute \"a\" { ground, large, speed = 6 }\n"
               "revolute \"b\" { ground:at{0.3, 0}, small }\n"
               "belt \"chain\" { large, small, radius_a = 0.1, radius_b = 40*mm }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(belt),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check,
    .constraint =
        &(const pawl_constraint_table){
            .row_count = {0, 1, 0},
            .rows = pawl_wheels_rows,
            .remember = remember,
        },
    .sensor = &(const pawl_sensor_table){.sense = pawl_wheels_sense},
    .draw = draw};
