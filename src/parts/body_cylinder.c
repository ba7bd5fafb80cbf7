/* Cylinder about its own z axis, so a disc in a plane.   I_zz = m r²/2,  I_xx = I_yy = m (3 r² + l²)/12 */
#include "parts/body_channels.h"
#include "parts/look.h"

typedef struct {
  pawl_body body;
  double mass, density, radius, length;
} cylinder;

/* clang-format off */
static const pawl_field fields[] = {
    {"mass", "kg", PAWL_REAL, offsetof(cylinder, mass), PAWL_UNSET, 0, INFINITY, "mass; or give its density"},
    {"density", "kg/m^3", PAWL_REAL, offsetof(cylinder, density), PAWL_UNSET, 0, INFINITY, "mass per volume"},
    {"radius", "m", PAWL_REAL, offsetof(cylinder, radius), PAWL_REQUIRED, 0, INFINITY, "radius"},
    {"length", "m", PAWL_REAL, offsetof(cylinder, length), PAWL_UNSET, 0, INFINITY, "length along z; needed in space and with a density"},
    PAWL_START_FIELDS,
    {0}};
/* clang-format on */

static const char *check(void *part, unsigned worlds)
{
  cylinder *p = part;
  double rr = p->radius * p->radius, ll = p->length * p->length;
  if (isnan(p->length) && worlds == PAWL_SPATIAL)
    return "'length' is required in a spatial model (m: length along z)";
  if (isnan(p->length) && !isnan(p->density))
    return "'density' needs the 'length' of the cylinder";
  double volume = 3.14159265358979323846 * rr * p->length;
  const char *no_mass = pawl_set_mass(&p->body, p->mass, p->density, volume);
  double m = p->body.mass, across = m * (3 * rr + ll) / 12;
  const char *no_inertia = pawl_set_inertia(&p->body, worlds, across, across, 0.5 * m * rr, 0);
  return pawl_body_wrong(&p->body, worlds, no_mass, no_inertia);
}

static void draw(const void *part, pawl_pen *pen)
{
  const cylinder *p = part;
  pawl_frame own = pawl_frame_at_point(pen->body, pawl_v(0, 0, 0));
  pawl_pen_disc(pen, &own, fmax(p->radius, 0.3 * pen->size), p->length, true);
  pawl_pen_mass(pen, &own);
}

const pawl_kind pawl_body_cylinder = {
    .name = "cylinder",
    .family = PAWL_BODY,
    .doc = "A solid cylinder; its own frame is in the middle, the z axis is that of the cylinder. In a plane "
           "it is a disc.",
    .equations = "m given, or density π radius² length\n"
                 "I_zz = m radius²/2,   I_xx = I_yy = m (3 radius² + length²)/12\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local wheel = cylinder \"wheel\" { density = 7850, radius = 0.1, length = 20*mm }\n"
               "rolling \"contact\" { ground:at{0, 0, angle = -10*deg}, wheel, radius = 0.1 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(cylinder),
    .fields = fields,
    .channels = pawl_body_channels,
    .check = check,
    .body = &(const pawl_body_table){.alone = PAWL_FLOATS},
    .draw = draw};
