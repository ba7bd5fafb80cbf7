/* A force on a body, in world axes or turning with the frame it acts on; numbers or functions.
 * Its power f·v goes into the ledger as work done on the mechanism.      theory.md, 5.3 */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame b;
  pawl_signal fx, fy, fz;
  int axes;
} force;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(force, b), PAWL_REQUIRED, 0, 0, "where it acts"},
    {"fx", "N", PAWL_SIGNAL, offsetof(force, fx), 0, -INFINITY, INFINITY, "component along x"},
    {"fy", "N", PAWL_SIGNAL, offsetof(force, fy), 0, -INFINITY, INFINITY, "component along y"},
    {"fz", "N", PAWL_SIGNAL, offsetof(force, fz), 0, -INFINITY, INFINITY, "component along z", 0,
     PAWL_SPATIAL},
    {"axes", "", PAWL_CHOICE, offsetof(force, axes), 0, 0, 0, "whose axes: the world's, or the frame's own",
     "world body", 0},
    {0}};

static const pawl_channel_def channels[] = {
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "component along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "component along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_FORCE, "component along the world's z", PAWL_SPATIAL},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const force *p = part;
  pawl_vec f = {signal[0], signal[1], x->worlds == PAWL_SPATIAL ? signal[2] : 0};
  out->f = p->axes == 0 ? f : pawl_turn(&x->b.R, f);
  out->power = pawl_dot(out->f, x->b.v);
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_force(pen, &((const force *)part)->b, PAWL_ROLE_FORCE, "fx", "fy", "fz");
}

const pawl_kind pawl_force_force = {
    .name = "force",
    .family = PAWL_FORCE,
    .at_points = true,
    .doc = "A force on a body, constant or as a function of time and channels.",
    .equations = "f = (fx, fy, fz)(t, channels) along the axes of the world or of the frame;   P = f·v\n",
    .example = "planar {}\n"
               "local cart = box \"cart\" { mass = 2, width = 0.3, height = 0.1 }\n"
               "prismatic \"track\" { ground, cart }\n"
               "force \"push\" { cart:at{0.15, 0}, fx = function(t) return 5*math.cos(3*t) end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(force),
    .fields = fields,
    .channels = channels,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
