/* Base: a body whose motion is prescribed, x(t), y(t), angle(t); in space it turns about a fixed axis. It reports what
 * force and torque that takes. */
#include "parts/body_channels.h"
#include "parts/look.h"

/* clang-format off */
static const pawl_field fields[] = {
    {"x", "m", PAWL_SIGNAL, offsetof(pawl_base, x), 0, -INFINITY, INFINITY, "where its own frame is in the world: x"},
    {"y", "m", PAWL_SIGNAL, offsetof(pawl_base, y), 0, -INFINITY, INFINITY, "y"},
    {"z", "m", PAWL_SIGNAL, offsetof(pawl_base, z), 0, -INFINITY, INFINITY, "z", 0, PAWL_SPATIAL},
    {"angle", "rad", PAWL_SIGNAL, offsetof(pawl_base, angle), 0, -INFINITY, INFINITY, "its turn, counter-clockwise"},
    {"axis", "", PAWL_VECTOR, offsetof(pawl_base, axis), PAWL_UNSET, -INFINITY, INFINITY,
     "what it turns about; the world's z axis unless given", 0, PAWL_SPATIAL},
    {0}};

static const pawl_channel_def channels[] = {
    PAWL_MOTION_CHANNELS,
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_ACCELERATION, "force that it gives to the mechanism, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_ACCELERATION, "force that it gives to the mechanism, along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_ACCELERATION, "force that it gives to the mechanism, along the world's z", PAWL_SPATIAL},
    {"tx", "N m", PAWL_SEEN(t.x), PAWL_AT_ACCELERATION, "torque that it gives to the mechanism, about its origin and x", PAWL_SPATIAL},
    {"ty", "N m", PAWL_SEEN(t.y), PAWL_AT_ACCELERATION, "torque that it gives to the mechanism, about its origin and y", PAWL_SPATIAL},
    {"tz", "N m", PAWL_SEEN(t.z), PAWL_AT_ACCELERATION, "torque that it gives to the mechanism, about its origin and z"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_ACCELERATION, "power given to the mechanism"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work since the start"},
    {0}};
/* clang-format on */

static const char *check(void *part, unsigned worlds)
{
  pawl_base *p = part;
  p->body = (pawl_body){0};
  for (int i = 0; i < 7; i++)
    p->body.start[i] = PAWL_UNSET;
  for (int i = 0; i < 6; i++)
    p->body.speed[i] = PAWL_UNSET;
  if (worlds == PAWL_PLANAR)
    p->axis = pawl_v(0, 0, 1);
  return pawl_axis_wrong(&p->axis, pawl_v(0, 0, 1));
}

static void draw(const void *part, pawl_pen *pen)
{
  pawl_frame own = pawl_frame_at_point(pen->body, pawl_v(0, 0, 0));
  pawl_draw_body(part, pen);
  pawl_pen_reaction(pen, &own);
}

const pawl_kind pawl_body_base = {
    .name = "base",
    .family = PAWL_BASE,
    .doc = "A body that moves as it is told, whatever force that takes: a "
           "shaken table, a driven frame. `base:at{…}` is "
           "a place on it.",
    .equations =
        "r = (x, y)(t),   angle = angle(t);   P = F·V with the wrench F that it gives to the mechanism\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local stand = base \"stand\" { x = function(t) return 20*mm*math.sin(8*t) end }\n"
               "local bob = body \"bob\" { mass = 1, inertia = 1e-3 }\n"
               "revolute \"pivot\" { stand, bob:at{0, 0.2}, angle = 20*deg }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_base),
    .fields = fields,
    .channels = channels,
    .check = check,
    .body = &(const pawl_body_table){.alone = PAWL_CARRIED},
    .draw = draw};
