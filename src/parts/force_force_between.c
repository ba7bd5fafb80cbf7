/* A force between two frames: b gets f at its origin, a the opposite on the same line.      theory.md, 5.3
 * P = f·v_ab, with the velocity of b seen from a: what turns with a does no work on the line. */
#include "parts/look.h"

typedef struct {
  pawl_frame a, b;
  pawl_signal fx, fy, fz;
  int axes;
} force;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(force, a), PAWL_REQUIRED, 0, 0, "the body that gets the opposite force"},
    {"2", "", PAWL_FRAME, offsetof(force, b), PAWL_REQUIRED, 0, 0, "where it acts"},
    {"fx", "N", PAWL_SIGNAL, offsetof(force, fx), 0, -INFINITY, INFINITY, "component along x"},
    {"fy", "N", PAWL_SIGNAL, offsetof(force, fy), 0, -INFINITY, INFINITY, "component along y"},
    {"fz", "N", PAWL_SIGNAL, offsetof(force, fz), 0, -INFINITY, INFINITY, "component along z", 0,
     PAWL_SPATIAL},
    {"axes", "", PAWL_CHOICE, offsetof(force, axes), 0, 0, 0,
     "whose axes: the world's, or those of the first or second frame", "world first second", 0},
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
  pawl_vec d = pawl_sub(x->b.r, x->a.r);
  pawl_vec u = pawl_sub(pawl_sub(x->b.v, x->a.v), pawl_cross(x->a.w, d));
  out->f = p->axes == 0 ? f : pawl_turn(p->axes == 1 ? &x->a.R : &x->b.R, f);
  out->power = pawl_dot(out->f, u);
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_pen_force(pen, &((const force *)part)->b, PAWL_ROLE_FORCE, "fx", "fy", "fz");
}

const pawl_kind pawl_force_force_between = {
    .name = "force_between",
    .family = PAWL_FORCE,
    .doc = "A force on one body from another, which gets the opposite on the same line; constant or as a "
           "function of "
           "time and channels.",
    .equations =
        "b gets f at its origin, a gets -f on the same line;   P = f·v_ab,   v_ab = v_b - v_a - w_a×d\n",
    .example = "planar {}\n"
               "local ship = box \"ship\" { mass = 10, width = 0.6, height = 0.2 }\n"
               "local ball = cylinder \"ball\" { mass = 1, radius = 0.08, x = 0.4 }\n"
               "force_between \"gun\" { ship:at{0.3, 0}, ball, fx = 20, axes = \"first\" }\n"
               "simulate { duration = 0.3 }\n",
    .size = sizeof(force),
    .fields = fields,
    .channels = channels,
    .force = &(const pawl_force_table){.load = load},
    .draw = draw};
