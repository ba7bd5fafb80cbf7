/* A torque on a body, in world axes or turning with the frame; numbers or functions.      theory.md, 5.3 */
#include "parts/look.h"
#include "parts/part.h"

typedef struct {
  pawl_frame b;
  pawl_signal tx, ty, tz;
  int axes;
} torque;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(torque, b), PAWL_REQUIRED, 0, 0, "the body it acts on"},
    {"tx", "N m", PAWL_SIGNAL, offsetof(torque, tx), 0, -INFINITY, INFINITY, "component about x", 0,
     PAWL_SPATIAL},
    {"ty", "N m", PAWL_SIGNAL, offsetof(torque, ty), 0, -INFINITY, INFINITY, "component about y", 0,
     PAWL_SPATIAL},
    {"tz", "N m", PAWL_SIGNAL, offsetof(torque, tz), 0, -INFINITY, INFINITY, "component about z"},
    {"axes", "", PAWL_CHOICE, offsetof(torque, axes), 0, 0, 0, "whose axes: the world's, or the frame's own",
     "world body", 0},
    {0}};

static const pawl_channel_def channels[] = {
    {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_FORCE, "component about the world's x", PAWL_SPATIAL},
    {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_FORCE, "component about the world's y", PAWL_SPATIAL},
    {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_FORCE, "component about the world's z"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};

static void load(const void *part, const pawl_pair *x, const double *signal, pawl_load *out)
{
  const torque *p = part;
  pawl_vec t = {0, 0, signal[0]};
  if (x->worlds == PAWL_SPATIAL)
    t = pawl_v(signal[0], signal[1], signal[2]);
  out->t = p->axes == 0 ? t : pawl_turn(&x->b.R, t);
  out->power = pawl_dot(out->t, x->b.w);
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_torque(pen, &((const torque *)part)->b, PAWL_ROLE_FORCE, "tx", "ty", "tz");
}

const pawl_kind pawl_force_torque = {
    .name = "torque",
    .family = PAWL_FORCE,
    .doc = "A torque on a body, constant or as a function of time and channels.",
    .equations = "t = (tx, ty, tz)(t, channels) along the axes of the world or of the frame;   P = t·w\n",
    .example = "planar {}\n"
               "local wheel = cylinder \"wheel\" { mass = 2, radius = 0.1 }\n"
               "revolute \"axle\" { ground, wheel }\n"
               "torque \"load\" { wheel, tz = -0.3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(torque),
    .fields = fields,
    .channels = channels,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
