/* A pinion inside a ring gear.      phi = r_p phi_p - r_r phi_r + (r_r - r_p) psi - const      theory.md, 4.10
 * psi is the turn of the line of centres. The force acts along the tangent at the pitch point, on the line
 * of centres beyond the pinion. */
#include "parts/link_wheels.h"
#include "parts/look.h"

typedef struct {
  pawl_wheels wheels;
  double r_p, r_r;
} internal_gear;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(internal_gear, wheels.a), PAWL_REQUIRED, 0, 0, "the centre of the pinion"},
    {"2", "", PAWL_FRAME, offsetof(internal_gear, wheels.b), PAWL_REQUIRED, 0, 0, "the centre of the ring"},
    {"radius_pinion", "m", PAWL_REAL, offsetof(internal_gear, r_p), PAWL_REQUIRED, 0, INFINITY,
     "pitch radius of the pinion"},
    {"radius_ring", "m", PAWL_REAL, offsetof(internal_gear, r_r), PAWL_REQUIRED, 0, INFINITY,
     "pitch radius of the ring"},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_WHEEL_CHANNELS(
        "tooth force along the tangent; positive turns the pinion counter-clockwise, the ring clockwise",
        "speed of the pitch circles against the line of centres; positive: both turn "
        "counter-clockwise"),
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  internal_gear *p = part;
  p->wheels.shares = (pawl_shares){p->r_p, -p->r_r, 1e-3 * (p->r_r - p->r_p)};
  return p->r_p > 0 && p->r_r > p->r_p
             ? NULL
             : "'radius_ring' must be more than 'radius_pinion', and both more than 0";
}

static const char *remember(const void *part, const pawl_pair *x, double *memory)
{
  const internal_gear *p = part;
  memory[0] = pawl_wheels_phase(&p->wheels, x);
  return pawl_wheels_fit("the distance of the centres", pawl_norm(pawl_sub(x->b.r, x->a.r)), p->r_r - p->r_p);
}

static void draw(const void *part, pawl_pen *pen)
{
  const internal_gear *p = part;
  pawl_pen_gear(pen, &p->wheels.a, p->r_p, 20, 0);
  pawl_pen_gear(pen, &p->wheels.b, p->r_r, -(int)fmin(20 * p->r_r / p->r_p, 500), 0);
}

const pawl_kind pawl_link_internal_gear = {
    .name = "internal_gear",
    .family = PAWL_LINK,
    .doc = "A pinion in mesh with a ring gear around it, given by the frames at their centres. Bearings, or "
           "a carrier, "
           "must keep the centres apart.",
    .equations = "φ = r_p angle_p - r_r angle_r + (r_r - r_p) ψ - what it is at the start;   ψ the turn of "
                 "the line of centres\n"
                 "the tooth force λ acts along the tangent at the pitch point, beyond the pinion\n",
    .example = "planar {}\n"
               "local pinion = cylinder \"pinion\" { mass = 0.5, radius = 0.1 }\n"
               "local ring = body \"ring\" { mass = 2, inertia = 0.2 }\n"
               "revolute \"a\" { ground:at{0.2, 0}, pinion, speed = 10 }\n"
               "revolute \"b\" { ground, ring }\n"
               "internal_gear \"mesh\" { pinion, ring, radius_pinion = 0.1, radius_ring = 0.3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(internal_gear),
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
