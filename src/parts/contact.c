/* A contact of two shapes: its touches are found by geometry/, pressed by the law, rubbed by the friction.
 *   f = F n + R t at each touch, on the second body; the opposite on the first    theory.md, 7.6 */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_PROFILE, offsetof(pawl_contact, shape[0]), PAWL_REQUIRED, 0, 0, "a shape"},
    {"2", "", PAWL_PROFILE, offsetof(pawl_contact, shape[1]), PAWL_REQUIRED, 0, 0, "a shape on another body"},
    {"law", "", PAWL_VALUE, offsetof(pawl_contact, law), PAWL_REQUIRED, 0, 0,
     "of the normal force: rigid {} does not give way; restitution { … }, hertz { … } and others do", "law"},
    {"friction", "", PAWL_VALUE, offsetof(pawl_contact, friction), PAWL_UNSET, 0, 0,
     "a number, Coulomb's coefficient, or one of the frictions: coulomb { … }, regularised { … } …; none "
     "unless given",
     "friction"},
    {"start", "", PAWL_CHOICE, offsetof(pawl_contact, start), 0, 0, 0,
     "touching: the shapes are moved until they just touch, as little as their masses allow, whatever the "
     "start values were",
     "given touching"},
    {0}};

/* Of one touch, theory.md, 7.6, but for forces, torques, power and energy, which are sums over all. */
static const pawl_channel_def channels[] = {
    {"gap", "m", PAWL_SEEN(length), PAWL_AT_POSITION,
     "distance of the shapes; negative where they are pressed"},
    {"gap_rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},
    {"penetration", "m", PAWL_SEEN(depth), PAWL_AT_POSITION, "how deep they are pressed; 0 when apart"},
    {"slide", "m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY,
     "speed of the second over the first, to the left of the first's normal; of the most loaded touch"},
    {"x", "m", PAWL_SEEN(r.x), PAWL_AT_FORCE,
     "the touch, or half-way between the nearest points; of several that are pressed, their centre of "
     "pressure"},
    {"y", "m", PAWL_SEEN(r.y), PAWL_AT_FORCE,
     "the touch, or half-way between the nearest points; of several that are pressed, their centre of "
     "pressure"},
    {"s1", "1", PAWL_SEEN(parameter[0]), PAWL_AT_POSITION,
     "parameter of the first curve at the most loaded touch, or the nearest"},
    {"s2", "1", PAWL_SEEN(parameter[1]), PAWL_AT_POSITION, "parameter of the second curve there"},
    {"normal_force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "what pushes them apart, over all touches"},
    {"friction_force", "N", PAWL_SEEN(across), PAWL_AT_FORCE,
     "friction on the second, along 'slide', over all touches"},
    {"fx", "N", PAWL_SEEN(f.x), PAWL_AT_FORCE, "force on the second body, along the world's x"},
    {"fy", "N", PAWL_SEEN(f.y), PAWL_AT_FORCE, "force on the second body, along the world's y"},
    {"torque1", "N m", PAWL_SEEN(back_t.z), PAWL_AT_FORCE,
     "torque on the first body, about the frame of its shape"},
    {"torque2", "N m", PAWL_SEEN(t.z), PAWL_AT_FORCE,
     "torque on the second body, about the frame of its shape"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "what the law stores"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "of damping and friction (negative: lost)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of damping and friction since the start"},
    {"count", "1", PAWL_SEEN(count), PAWL_AT_FORCE, "how many touches are pressed"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE,
     "0 open, 1 pressed; with dry friction 2 sticks, 3 slides +, 4 slides -; of the most loaded touch"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_contact *p = part;
  return p->shape[0] == p->shape[1] ? "a shape cannot touch itself: two shapes are needed" : NULL;
}

const pawl_kind pawl_contact_shapes = {
    .name = "contact",
    .family = PAWL_CONTACT,
    .doc = "Two shapes that do not pass through each other. Wherever they touch, a law answers how deep they "
           "are pressed, "
           "and friction how they slide.",
    .equations =
        "f = F n + R t on the second body at each touch, -f on the first;   n normal of the first, t to its "
        "left\n"
        "F = law(δ, δ'), never pulling, δ = -gap;   R = friction(F, slide);   P = (F_el - F) δ' + R slide\n",
    .example = "planar { gravity = {0, -9.81} }\n"
               "local ball = body \"ball\" { mass = 1, inertia = 1e-3, y = 0.06, vx = 0.3 }\n"
               "local floor = shape \"floor\" { ground, line { {0.2, 0}, {-0.2, 0} } }\n"
               "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
               "contact \"hit\" { floor, rim, law = restitution { e = 0.7, stiffness = 1e7 },\n"
               "  friction = regularised { mu = 0.3, stick_speed = 1e-3 } }\n"
               "simulate { duration = 0.3 }\n",
    .size = sizeof(pawl_contact),
    .fields = fields,
    .channels = channels,
    .worlds = PAWL_PLANAR,
    .check = check};
