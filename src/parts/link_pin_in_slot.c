/* A pin in a straight slot.      phi = y_a·d,  d = r_b - r_a      theory.md, 4.1
 * The slot is the x axis of the first frame and has no ends: a stop makes them. */
#include "parts/link_rate.h"
#include "parts/look.h"
#include "parts/rows.h"

typedef struct {
  pawl_frame slot, pin;
} pin_in_slot;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(pin_in_slot, slot), PAWL_REQUIRED, 0, 0, "the slot: the frame's x axis"},
    {"2", "", PAWL_FRAME, offsetof(pin_in_slot, pin), PAWL_REQUIRED, 0, 0, "the pin: the frame's origin"},
    {0}};

static const pawl_channel_def channels[] = {
    {"position", "m", PAWL_SEEN(coordinate[0]), PAWL_AT_POSITION, "place of the pin along the slot"},
    {"speed", "m/s", PAWL_SEEN(speed[0]), PAWL_AT_VELOCITY, "its rate"},
    {"force", "N", PAWL_SEEN(effort), PAWL_AT_ACCELERATION, "force on the pin, along the slot's y axis"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force on the pin, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force on the pin, along the world's y"},
    {0}};

static void rows(const void *part, const pawl_pair *x, pawl_row *row)
{
  (void)part;
  pawl_row_plane(x, x->a.R.y, row);
}

static void sense(const void *part, const pawl_pair *x, const pawl_vec acc[2], const pawl_vec alpha[2],
                  pawl_seen *out)
{
  (void)part, (void)acc, (void)alpha;
  out->coordinate[0] = pawl_dot(x->a.R.x, pawl_sub(x->b.r, x->a.r));
  out->speed[0] = pawl_dot(x->a.R.x, pawl_seen_from_a(x));
}

static void draw(const void *part, pawl_pen *pen)
{
  const pin_in_slot *p = part;
  double half = isnan(pen->look.length) ? 6 * pen->size : pen->look.length / 2, r = pen->size;
  const pawl_vec above[] = {{-half, r, 0}, {half, r, 0}}, below[] = {{-half, -r, 0}, {half, -r, 0}};
  pawl_pen_ground(pen, &p->slot);
  pawl_pen_polyline(pen, &p->slot, above, 2, 0);
  pawl_pen_polyline(pen, &p->slot, below, 2, 0);
  pawl_pen_ball(pen, &p->pin, r);
  pawl_pen_reaction(pen, &p->pin);
}

const pawl_kind pawl_link_pin_in_slot = {
    .name = "pin_in_slot",
    .family = PAWL_LINK,
    .doc =
        "A pin that slides in a straight slot of another body and turns in it freely. The slot has no ends.",
    .equations = "φ = y_a·d,   d = r_b - r_a;   the slot is the x axis of a\n",
    .example =
        "planar {}\n"
        "local crank = body \"crank\" { mass = 0.5, inertia = 1e-3 }\n"
        "local fork = body \"fork\" { mass = 1, inertia = 0.01 }\n"
        "revolute \"hinge\" { ground, crank, angle = 30*deg, speed = 10 }\n"
        "prismatic \"guide\" { ground, fork }\n"
        "pin_in_slot \"yoke\" { fork:at{0, 0, angle = 90*deg}, crank:at{0.1, 0}, look = { length = 0.25 } }\n"
        "simulate { duration = 1 }\n",
    .size = sizeof(pin_in_slot),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .constraint = &(const pawl_constraint_table){.row_count = {0, 1, 0}, .rows = rows},
    .sensor = &(const pawl_sensor_table){.sense = sense},
    .draw = draw};
