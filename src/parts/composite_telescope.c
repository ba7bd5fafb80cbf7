/* Telescope: a barrel pinned to one frame and a rod pinned to another that slides in it, each with mass: a hydraulic
 * cylinder, a gas spring, a line force with two masses. Made of two bodies and three joints.      theory.md, 4.9
 *   name.barrel, name.rod   bodies, x along the line from the first frame to the second
 *   name.foot, name.head    the pins (revolute), name.slide the guide: its position is the distance of the pins */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame a, b;
  double barrel_mass, barrel_com, barrel_inertia, rod_mass, rod_com, rod_inertia;
  double angle, length, speed;
} telescope;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(telescope, a), PAWL_REQUIRED, 0, 0, "where the barrel is pinned"},
    {"2", "", PAWL_FRAME, offsetof(telescope, b), PAWL_REQUIRED, 0, 0, "where the rod is pinned"},
    {"barrel_mass", "kg", PAWL_REAL, offsetof(telescope, barrel_mass), PAWL_REQUIRED, 0, INFINITY,
     "mass of the barrel"},
    {"barrel_com", "m", PAWL_REAL, offsetof(telescope, barrel_com), 0, -INFINITY, INFINITY,
     "its centre of mass, from its pin towards the other"},
    {"barrel_inertia", "kg m^2", PAWL_REAL, offsetof(telescope, barrel_inertia), 0, 0, INFINITY,
     "its inertia about the centre of mass"},
    {"rod_mass", "kg", PAWL_REAL, offsetof(telescope, rod_mass), PAWL_REQUIRED, 0, INFINITY,
     "mass of the rod"},
    {"rod_com", "m", PAWL_REAL, offsetof(telescope, rod_com), 0, -INFINITY, INFINITY,
     "its centre of mass, from its pin towards the other"},
    {"rod_inertia", "kg m^2", PAWL_REAL, offsetof(telescope, rod_inertia), 0, 0, INFINITY,
     "its inertia about the centre of mass"},
    {"angle", "rad", PAWL_REAL, offsetof(telescope, angle), PAWL_UNSET, -1e6, 1e6,
     "direction at the start, against the first frame; about right is enough"},
    {"length", "m", PAWL_REAL, offsetof(telescope, length), PAWL_UNSET, 0, INFINITY,
     "distance of the pins at the start; about right is enough"},
    {"speed", "m/s", PAWL_REAL, offsetof(telescope, speed), PAWL_UNSET, -INFINITY, INFINITY,
     "its rate at the start"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const telescope *p = part;
  return p->barrel_mass + p->rod_mass > 0
             ? NULL
             : "'barrel_mass' and 'rod_mass' must not both be 0: use a line_force";
}

static void nothing_given(double *start, int n)
{
  for (int i = 0; i < n; i++)
    start[i] = NAN;
}

static pawl_body body_of(double mass, double com, double inertia)
{
  pawl_body body = {.mass = mass, .inertia = {0, 0, inertia, 0, 0, 0}, .com = {com, 0, 0}};
  nothing_given(body.start, 7);
  nothing_given(body.speed, 6);
  return body;
}

static pawl_joint joint_of(pawl_frame a, pawl_frame b, double start, double speed)
{
  pawl_joint joint = {.a = a, .b = b, .axis = {NAN, NAN, NAN}};
  nothing_given(joint.start, 7);
  nothing_given(joint.speed, 6);
  joint.start[0] = start;
  joint.speed[0] = speed;
  return joint;
}

extern const pawl_kind pawl_body_rigid, pawl_joint_revolute, pawl_joint_prismatic;

static bool expand(const void *part, pawl_maker *maker)
{
  const telescope *p = part;
  pawl_body barrel = body_of(p->barrel_mass, p->barrel_com, p->barrel_inertia);
  pawl_body rod = body_of(p->rod_mass, -p->rod_com, p->rod_inertia);
  pawl_frame own = {.turn = pawl_unit_mat()}, other = own;
  own.body = maker->make(maker, &pawl_body_rigid, "barrel", &barrel);
  other.body = maker->make(maker, &pawl_body_rigid, "rod", &rod);
  if (own.body < 0 || other.body < 0)
    return false;
  pawl_joint foot = joint_of(p->a, own, p->angle, NAN), slide = joint_of(own, other, p->length, p->speed),
             head = joint_of(p->b, other, NAN, NAN);
  slide.positive = true;
  return maker->make(maker, &pawl_joint_revolute, "foot", &foot) == 0 &&
         maker->make(maker, &pawl_joint_prismatic, "slide", &slide) == 0 &&
         maker->make(maker, &pawl_joint_revolute, "head", &head) == 0;
}

/* The rod, and over it the barrel; each is three quarters as long as the pins are apart at the start. */
static void draw(const void *part, pawl_pen *pen)
{
  const telescope *p = part;
  double u = pen->size, length = 0.75 * (p->length > 0 ? p->length : 2 * (p->barrel_com + p->rod_com));
  if (pen->body < 0)
    return;
  pawl_frame rod = pawl_frame_at_point(pen->body + 1, pawl_v(-0.5 * length, 0, 0)),
             barrel = pawl_frame_at_point(pen->body, pawl_v(0.5 * length, 0, 0));
  pen->role = PAWL_ROLE_LINK;
  pawl_pen_box(pen, &rod, length, 0.9 * u, 0);
  pawl_pen_box(pen, &barrel, length, 2.2 * u, 0);
  pawl_pen_ground(pen, &p->a);
  pawl_pen_ground(pen, &p->b);
  pen->role = PAWL_ROLE_JOINT;
  pawl_pen_pin(pen, &p->a, pawl_v(0, 0, 1));
  pawl_pen_pin(pen, &p->b, pawl_v(0, 0, 1));
}

const pawl_kind pawl_composite_telescope = {
    .name = "telescope",
    .family = PAWL_COMPOSITE,
    .doc = "A barrel and a rod that slides in it, each with mass and a pin at its end: a hydraulic cylinder. "
           "A motor or "
           "spring drives it at its guide, `\"name.slide\"`.",
    .equations = "name.barrel and name.rod are bodies; the pins name.foot and name.head and the guide "
                 "name.slide are joints\n"
                 "the position of name.slide is the distance of the pins\n",
    .example =
        "planar { gravity = {0, -9.81} }\n"
        "local boom = body \"boom\" { mass = 20, inertia = 2, com = {0.5, 0} }\n"
        "revolute \"foot\" { ground, boom, angle = 20*deg }\n"
        "telescope \"ram\" { ground:at{0.4, -0.3}, boom:at{0.6, 0}, barrel_mass = 4, barrel_com = 0.15,\n"
        "  rod_mass = 2, rod_com = 0.15, length = 0.53, angle = 72*deg }\n"
        "motor \"oil\" { \"ram.slide\", force = 600 }\n"
        "simulate { duration = 0.3 }\n",
    .size = sizeof(telescope),
    .fields = fields,
    .worlds = PAWL_PLANAR,
    .check = check,
    .expand = expand,
    .draw = draw};
