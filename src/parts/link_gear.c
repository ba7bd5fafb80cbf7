/* Two spur gears in mesh.      phi = r_a phi_a + r_b phi_b - (r_a + r_b) psi - const      theory.md, 4.10
 * psi is the turn of the line of centres, so that the wheels may ride on a carrier. The force acts along the
 * tangent at the pitch point, which divides the line of centres as the radii do: bearings feel it. */
#include "parts/link_wheels.h"
#include "parts/look.h"

typedef struct {
  pawl_wheels wheels;
  double radius_a, radius_b, module;
  int teeth_a, teeth_b;
  double r_a, r_b; /* from the radii or the teeth */
} gear;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(gear, wheels.a), PAWL_REQUIRED, 0, 0, "the centre of one wheel"},
    {"2", "", PAWL_FRAME, offsetof(gear, wheels.b), PAWL_REQUIRED, 0, 0, "the centre of the other wheel"},
    {"radius_a", "m", PAWL_REAL, offsetof(gear, radius_a), PAWL_UNSET, 0, INFINITY,
     "pitch radius of the first wheel"},
    {"radius_b", "m", PAWL_REAL, offsetof(gear, radius_b), PAWL_UNSET, 0, INFINITY,
     "pitch radius of the second wheel"},
    {"teeth_a", "", PAWL_COUNT, offsetof(gear, teeth_a), 0, 0, INFINITY,
     "teeth of the first wheel, instead of its radius; with 'module'"},
    {"teeth_b", "", PAWL_COUNT, offsetof(gear, teeth_b), 0, 0, INFINITY, "teeth of the second wheel"},
    {"module", "m", PAWL_REAL, offsetof(gear, module), PAWL_UNSET, 0, INFINITY, "pitch diameter over teeth"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_WHEEL_CHANNELS(
        "tooth force along the tangent; positive turns both wheels counter-clockwise",
        "speed of the pitch circles against the line of centres; positive: the first wheel turns "
        "counter-clockwise"),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  gear *p = part;
  bool radii = p->radius_a > 0 && p->radius_b > 0, teeth = p->teeth_a > 0 && p->teeth_b > 0 && p->module > 0;
  bool some_radius = !isnan(p->radius_a) || !isnan(p->radius_b);
  bool some_teeth = p->teeth_a > 0 || p->teeth_b > 0 || !isnan(p->module);
  if (!(radii && !some_teeth) && !(teeth && !some_radius))
    return "needs either 'radius_a' and 'radius_b', or 'teeth_a', 'teeth_b' and 'module', all more than 0";
  p->r_a = radii ? p->radius_a : 0.5 * p->module * p->teeth_a;
  p->r_b = radii ? p->radius_b : 0.5 * p->module * p->teeth_b;
  p->wheels.shares = (pawl_shares){p->r_a, p->r_b, 1e-3 * (p->r_a + p->r_b)};
  return NULL;
}

static const char *remember(const void *part, const pawl_pair *x, double *memory)
{
  const gear *p = part;
  memory[0] = pawl_wheels_phase(&p->wheels, x);
  return pawl_wheels_fit("the distance of the centres", pawl_norm(pawl_sub(x->b.r, x->a.r)), p->r_a + p->r_b);
}

static void draw(const void *part, pawl_pen *pen)
{
  const gear *p = part;
  bool teeth = p->teeth_a > 0;
  double least = fmin(p->r_a, p->r_b); /* else as many as look well */
  pawl_pen_gear(pen, &p->wheels.a, p->r_a, teeth ? p->teeth_a : (int)fmin(20 * p->r_a / least, 500), 0);
  pawl_pen_gear(pen, &p->wheels.b, p->r_b, teeth ? p->teeth_b : (int)fmin(20 * p->r_b / least, 500), 0);
}

const pawl_kind pawl_link_gear = {
    .name = "gear",
    .family = PAWL_LINK,
    .doc = "Two spur gears in mesh, given by the frames at their centres. Bearings, or a carrier, must keep "
           "the centres "
           "apart; the force acts along the tangent at the pitch point.",
    .equations = "φ = r_a angle_a + r_b angle_b - (r_a + r_b) ψ - what it is at the start;   ψ the turn of "
                 "the line of centres\n"
                 "the tooth force λ acts along the tangent at the pitch point\n",
    .example = "planar {}\n"
               "local small = cylinder \"small\" { mass = 1, radius = 0.1 }\n"
               "local large = cylinder \"large\" { mass = 4, radius = 0.2 }\n"
               "revolute \"a\" { ground, small, speed = 10 }\n"
               "revolute \"b\" { ground:at{0.3, 0}, large }\n"
               "gear \"mesh\" { small, large, radius_a = 0.1, radius_b = 0.2 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(gear),
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
