/* A massless picture on a frame: only looks, no mechanics. */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame b;
  int shape;
  double length, width, height, extra;
} picture;

/* clang-format off */
static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(picture, b), PAWL_REQUIRED, 0, 0, "where its middle is: a body, the ground, or a place on them"},
    {"shape", "", PAWL_CHOICE, offsetof(picture, shape), 0, 0, 0, "what it is", PAWL_SHAPE_WORDS},
    {"length", "m", PAWL_REAL, offsetof(picture, length), PAWL_UNSET, 0, INFINITY,
     "along the frame's x axis; in a plane a cylinder, pipe or cone without one is seen along its axis"},
    {"width", "m", PAWL_REAL, offsetof(picture, width), PAWL_UNSET, 0, INFINITY, "along its y axis; the diameter of what is round"},
    {"height", "m", PAWL_REAL, offsetof(picture, height), PAWL_UNSET, 0, INFINITY, "along its z axis", 0, PAWL_SPATIAL},
    {"extra", "", PAWL_REAL, offsetof(picture, extra), PAWL_UNSET, -PAWL_MOST_WINDINGS, PAWL_MOST_WINDINGS,
     "teeth of a gearwheel (negative: inside a ring), windings of a spring, inner by outer diameter of a pipe, small by large end of a cone"},
    {0}};
/* clang-format on */

static const char *check(void *part, unsigned worlds)
{
  const picture *p = part;
  if (p->length == 0)
    return "'length' must be more than 0";
  if (p->width == 0)
    return "'width' must be more than 0";
  return p->height == 0 && worlds == PAWL_SPATIAL ? "'height' must be more than 0" : NULL;
}

static double given(double value, double fallback)
{
  return isnan(value) ? fallback : value;
}

static void draw(const void *part, pawl_pen *pen)
{
  const picture *p = part;
  pawl_look look = pen->look;
  if (look.shape == PAWL_SHAPE_OWN)
    look.shape = p->shape + PAWL_SHAPE_BOX;
  look.length = given(p->length, look.length);
  look.width = given(p->width, look.width);
  look.height = given(pen->worlds == PAWL_SPATIAL ? p->height : NAN, look.height);
  look.extra = given(p->extra, look.extra);
  pawl_pen_shape(pen, &p->b, &look);
}

const pawl_kind pawl_drawing_picture = {
    .name = "drawing",
    .family = PAWL_DRAWING,
    .doc = "A picture without mass: a box, sphere, cylinder, pipe, cone, beam, gearwheel or spring that "
           "moves with a frame.",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local rotor = body \"rotor\" { mass = 1, inertia = 0.01 }\n"
               "revolute \"axle\" { ground, rotor, speed = 2 }\n"
               "drawing \"wheel\" { rotor, shape = \"gearwheel\", width = 0.2, extra = 24 }\n"
               "drawing \"case\" { ground, shape = \"box\", length = 0.4, width = 0.3, look = { color = "
               "\"silver\", layer = -1 } }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(picture),
    .fields = fields,
    .check = check,
    .draw = draw};
