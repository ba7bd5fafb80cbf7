/* A rope without mass that does not stretch: the way from end to end, over pulleys without friction, is not longer than it.
 *     gap = length - L >= 0,   tension >= 0      theory.md, 4.13, 9.1 */
#include "parts/look.h"
#include "parts/part.h"

typedef pawl_rope rope;

static const pawl_field fields[] = {
    {"1", "", PAWL_FRAME, offsetof(rope, a), PAWL_REQUIRED, 0, 0, "one end"},
    {"2", "", PAWL_FRAME, offsetof(rope, b), PAWL_REQUIRED, 0, 0, "the other end"},
    {"length", "m", PAWL_REAL, offsetof(rope, length), PAWL_REQUIRED, 0, INFINITY,
     "how long it is; the way from end to end is not longer"},
    {"over", "", PAWL_FRAMES, offsetof(rope, over), PAWL_UNSET, 0, PAWL_PULLEYS,
     "the pulleys over which it runs without friction, from the first end to the second: their centres; "
     "straight from end to end unless given"},
    {"radius", "m", PAWL_NUMBERS, offsetof(rope, radius), PAWL_UNSET, 0, PAWL_PULLEYS,
     "radii of the pulleys: positive where it goes counter-clockwise round one, negative clockwise; 0: a "
     "ring "
     "that it runs through. Rings unless given",
     NULL, PAWL_PLANAR},
    {"restitution", "", PAWL_REAL, offsetof(rope, rigid.e), 0, 0, 1,
     "what comes back of the speed with which it comes taut"},
    {0}};

static const pawl_channel_def channels[] = {
    {"length", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "the way from end to end"},
    {"rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},
    {"slack", "m", PAWL_SEEN(value), PAWL_AT_POSITION, "how much longer the rope is"},
    {"tension", "N", PAWL_SEEN(effort), PAWL_AT_FORCE,
     "the force in it, the same along all of it; 0 while slack"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE, "0 slack, 1 taut"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION,
     "its work since the start: what it lost when it came taut"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "force on the second end, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "force on the second end, along the world's y"},
    {"fz", "N", PAWL_SEEN(f.z), PAWL_AT_FORCE, "force on the second end, along the world's z", PAWL_SPATIAL},
    {0}};

/* The n-th place on its way: an end, a pulley, the other end. */
static const pawl_frame *stop_at(const rope *p, int n)
{
  return n == 0 ? &p->a : n <= p->over.count ? p->over.frame + n - 1 : &p->b;
}

static double radius_at(const rope *p, int n)
{
  return n > 0 && n <= p->radius.count ? p->radius.number[n - 1] : 0;
}

/* Whether two places are always one, whatever moves. */
static bool is_one_place(const pawl_frame *a, const pawl_frame *b)
{
  return a->body == b->body && a->at.x == b->at.x && a->at.y == b->at.y && a->at.z == b->at.z;
}

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const rope *p = part;
  if (!(p->length > 0))
    return "'length' must be more than 0";
  if (p->radius.count > 0 && p->radius.count != p->over.count)
    return "'radius' needs one number for each of the pulleys under 'over'";
  if (p->over.count == 0 && is_one_place(&p->a, &p->b))
    return "has both ends at one point";
  for (int i = 0; i <= p->over.count && p->over.count > 0; i++)
    if (is_one_place(stop_at(p, i), stop_at(p, i + 1)))
      return i == 0 || i == p->over.count ? "has an end at the centre of the pulley next to it"
                                          : "has two pulleys that follow each other at one point";
  return NULL;
}

static void draw(const void *part, pawl_pen *pen)
{
  const rope *p = part;
  for (int i = 0; i < p->over.count + 2; i++)
    if (radius_at(p, i) != 0)
      pawl_pen_circle(pen, stop_at(p, i), fabs(radius_at(p, i)), false);
    else
      pawl_pen_ball(pen, stop_at(p, i), 0.3 * pen->size);
  for (int i = 0; i <= p->over.count; i++) {
    pawl_primitive line = pawl_pen_primitive(pen, PAWL_DRAW_ROPE, stop_at(p, i));
    line.b = *stop_at(p, i + 1);
    line.width = 0.15 * pen->size;
    line.touch[0] = -radius_at(p, i);
    line.touch[1] = -radius_at(p, i + 1);
    line.channel[0] = i < p->over.count ? NULL : "slack"; /* all that is slack hangs in the last piece */
    pen->emit(pen->context, &line);
  }
  pawl_pen_force(pen, &p->b, PAWL_ROLE_REACTION, "fx", "fy", "fz");
}

const pawl_kind pawl_rope_rope = {
    .name = "rope",
    .family = PAWL_ROPE_KIND,
    .at_points = true,
    .doc = "A rope without mass that does not stretch, over pulleys without friction: it pulls when it is "
           "taut, and "
           "never pushes.",
    .equations =
        "length - L >= 0,   tension >= 0,   one of them 0;   L' = Σ u·(v_j - v_i) over its straight pieces\n"
        "taut with the rate L': after it, L'⁺ = -restitution L'\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local ball = point_mass \"ball\" { mass = 1, x = 0.3, y = 0 }\n"
               "rope \"line\" { ground, ball, length = 0.5, restitution = 0.3 }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(rope),
    .fields = fields,
    .channels = channels,
    .check = check,
    .draw = draw};
