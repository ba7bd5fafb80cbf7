/* Box, its own frame in the middle.   I_zz = m (w² + h²)/12,  I_xx = m (h² + d²)/12,  I_yy = m (w² + d²)/12 */
#include "parts/body_channels.h"
#include "parts/look.h"

typedef struct {
  pawl_body body;
  double mass, density, width, height, depth;
} box;

/* clang-format off */
static const pawl_field fields[] = {
    {"mass", "kg", PAWL_REAL, offsetof(box, mass), PAWL_UNSET, 0, INFINITY, "mass; or give its density"},
    {"density", "kg/m^3", PAWL_REAL, offsetof(box, density), PAWL_UNSET, 0, INFINITY, "mass per volume"},
    {"width", "m", PAWL_REAL, offsetof(box, width), PAWL_REQUIRED, 0, INFINITY, "length of its edges along x"},
    {"height", "m", PAWL_REAL, offsetof(box, height), PAWL_REQUIRED, 0, INFINITY, "along y"},
    {"depth", "m", PAWL_REAL, offsetof(box, depth), PAWL_UNSET, 0, INFINITY, "along z; needed in space and with a density"},
    PAWL_START_FIELDS,
    {0}};
/* clang-format on */

static const char *check(void *part, unsigned worlds)
{
  box *p = part;
  double ww = p->width * p->width, hh = p->height * p->height, dd = p->depth * p->depth;
  if (isnan(p->depth) && worlds == PAWL_SPATIAL)
    return "'depth' is required in a spatial model (m: length of its edges along z)";
  if (isnan(p->depth) && !isnan(p->density))
    return "'density' needs the 'depth' of the box";
  const char *no_mass = pawl_set_mass(&p->body, p->mass, p->density, p->width * p->height * p->depth);
  double m = p->body.mass / 12;
  const char *no_inertia = pawl_set_inertia(&p->body, worlds, m * (hh + dd), m * (ww + dd), m * (ww + hh), 0);
  return pawl_body_wrong(&p->body, worlds, no_mass, no_inertia);
}

/* An edge of no length is drawn as a thin one. */
static void draw(const void *part, pawl_pen *pen)
{
  const box *p = part;
  double least = 0.3 * pen->size;
  pawl_frame own = pawl_frame_at_point(pen->body, pawl_v(0, 0, 0));
  pawl_pen_box(pen, &own, fmax(p->width, least), fmax(p->height, least), fmax(p->depth, least));
  pawl_pen_mass(pen, &own);
}

const pawl_kind pawl_body_box = {
    .name = "box",
    .family = PAWL_BODY,
    .doc =
        "A solid box; its own frame is in the middle, along its edges. Width 0 or height 0 makes a thin rod.",
    .equations = "m given, or density width height depth;   w, h, d its edges\n"
                 "I_zz = m (w² + h²)/12,   I_xx = m (h² + d²)/12,   I_yy = m (w² + d²)/12\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "box \"crate\" { mass = 3, width = 0.4, height = 0.2, y = 0.3, angle = 20*deg, omega = 2 }\n"
               "simulate { duration = 0.4 }\n",
    .size = sizeof(box),
    .fields = fields,
    .channels = pawl_body_channels,
    .check = check,
    .body = &(const pawl_body_table){.alone = PAWL_FLOATS},
    .draw = draw};
