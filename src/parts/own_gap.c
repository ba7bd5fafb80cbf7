/* A distance in own coordinates, which must not become negative, and the sliding there:
 *   g(q, t) >= 0,   w_N = ∂g/∂q,   slide = w_T·q' + drift,   Q = w_N N + w_T R,   while when(q, q', t) > 0       theory.md, 5.14 */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_OWN, offsetof(pawl_gap, own), PAWL_REQUIRED, 0, 0,
     "the lagrangian whose coordinates it is about"},
    {"gap", "m", PAWL_ARRAY, offsetof(pawl_gap, gap), PAWL_REQUIRED, 0, 0,
     "g: function(q, t); or a number c beside a 'normal' of numbers, g = c + normal·q"},
    {"normal", "", PAWL_ARRAY, offsetof(pawl_gap, normal), PAWL_UNSET, 0, 0,
     "w_N: numbers, or function(q, t) that returns them; of a function 'gap' the derivative unless given"},
    {"tangent", "", PAWL_ARRAY, offsetof(pawl_gap, tangent), PAWL_UNSET, 0, 0,
     "w_T: numbers, or function(q, t) that returns them; nothing slides unless given. Two rows of them, "
     "square to each other: it "
     "slides along both, and friction is a vector within a disc"},
    {"tangents", "", PAWL_COUNT, offsetof(pawl_gap, tangents), 1, 1, 2,
     "how many rows a function 'tangent' returns"},
    {"drift", "m/s", PAWL_ARRAY, offsetof(pawl_gap, drift), PAWL_UNSET, 0, 0,
     "what is added to w_T·q', a number or function(q, t), of two tangents two: of surfaces that move by "
     "themselves; 0 unless "
     "given"},
    {"law", "", PAWL_VALUE, offsetof(pawl_gap, law), PAWL_REQUIRED, 0, 0,
     "of the normal force, as of a contact: rigid {} or another of the laws", "law"},
    {"friction", "", PAWL_VALUE, offsetof(pawl_gap, friction), PAWL_UNSET, 0, 0,
     "a number, Coulomb's coefficient, or one of the frictions, as of a contact; none unless given",
     "friction"},
    {"when", "", PAWL_FUNCTION, offsetof(pawl_gap, when), PAWL_UNSET, 0, 0,
     "function(q, v, t): it is there while this is positive, and nothing holds what has come in while it was "
     "not; always unless given"},
    {0}};

static const pawl_channel_def channels[] = {
    {"gap", "m", PAWL_SEEN(length), PAWL_AT_POSITION, "the distance"},
    {"gap_rate", "m/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "its rate"},
    {"penetration", "m", PAWL_SEEN(depth), PAWL_AT_POSITION, "how deep it is negative; 0 when apart"},
    {"slide", "m/s", PAWL_SEEN(slip), PAWL_AT_VELOCITY, "w_T·q' + drift"},
    {"normal_force", "N", PAWL_SEEN(effort), PAWL_AT_FORCE, "what pushes apart, along w_N"},
    {"friction_force", "N", PAWL_SEEN(across), PAWL_AT_FORCE, "along w_T"},
    {"slide2", "m/s", PAWL_SEEN(aside), PAWL_AT_VELOCITY, "the same along a second tangent"},
    {"friction_force2", "N", PAWL_SEEN(aside_force), PAWL_AT_FORCE, "along that"},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_POSITION, "what the law stores"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "of damping and friction (negative: lost)"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "work of damping, friction and impacts since the start"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE,
     "0 open, 1 in touch; with dry friction 2 sticks, 3 slides + (of two tangents: slides), 4 slides -"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_gap *p = part;
  if (p->gap.number && p->gap.rows * p->gap.columns != 1)
    return "'gap' must be a number or a function";
  if (p->gap.number && !p->normal.number)
    return "a 'gap' that is a number needs a 'normal' of numbers: g = gap + normal·q";
  if (p->drift.number && p->drift.rows != 1)
    return "'drift' must be a number for each tangent, or a function";
  if (p->tangent.number && p->tangent.rows > 2)
    return "'tangent' must be one row of numbers or two, square to each other";
  if (pawl_array_given(&p->drift) && !pawl_array_given(&p->tangent))
    return "'drift' needs a 'tangent'";
  if (p->friction.kind && !pawl_array_given(&p->tangent))
    return "'friction' needs a 'tangent'";
  const pawl_rigid *law = pawl_rigid_of(&p->law);
  if (pawl_gap_tangents(p) == 2 && !law)
    return "two tangents need a law without compliance, rigid {}";
  if (pawl_gap_tangents(p) == 2 && law->e_t != 0)
    return "with two tangents nothing of a tangential impulse comes back: 'tangential' must be 0";
  if (pawl_gap_tangents(p) == 2 && p->friction.kind && !pawl_is_dry(&p->friction))
    return "two tangents need dry friction, coulomb {} or a number";
  return NULL;
}

const pawl_kind pawl_own_gap = {
    .name = "gap",
    .family = PAWL_GAP,
    .doc = "A distance in the coordinates of a lagrangian that must not become negative: what a contact is "
           "between shapes.",
    .equations = "g(q, t) >= 0,   g' = w_N·q' + ∂g/∂t,   slide = w_T·q' + drift;   Q = w_N N + w_T R "
                 "while when(q, q', t) > 0\n",
    .example = "planar {}\n"
               "local ball = lagrangian \"ball\" { coordinates = {\"x\", \"y\"}, units = {\"m\", \"m\"}, "
               "start = {0, 0.1},\n"
               "  speed = {0.3, 0}, mass = { {1, 0}, {0, 1} }, force = {0, -9.81} }\n"
               "gap \"floor\" { ball, gap = 0, normal = {0, 1}, tangent = {1, 0},\n"
               "  law = linear { stiffness = 1e6, damping = 100 } }\n"
               "simulate { duration = 0.1 }\n",
    .size = sizeof(pawl_gap),
    .fields = fields,
    .channels = channels,
    .check = check};
