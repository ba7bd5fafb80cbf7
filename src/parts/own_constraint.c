/* A constraint in own coordinates, of positions or of velocities only, that may hold for a time:
 *   φ(q, t) = 0,  w = ∂φ/∂q   |   w(q, t)·q' + drift = 0;   Q = w λ, while when(q, q', t) > 0       theory.md, 5.14 */
#include "parts/part.h"

static const pawl_field fields[] = {
    {"1", "", PAWL_OWN, offsetof(pawl_condition, own), PAWL_REQUIRED, 0, 0,
     "the lagrangian whose coordinates it is about"},
    {"equation", "", PAWL_ARRAY, offsetof(pawl_condition, equation), PAWL_UNSET, 0, 0,
     "φ: function(q, t); or a number c beside 'rate' of numbers, φ = c + rate·q"},
    {"rate", "", PAWL_ARRAY, offsetof(pawl_condition, row), PAWL_UNSET, 0, 0,
     "w: numbers, or function(q, t) that returns them; alone it constrains velocities: rate·q' + drift = 0"},
    {"drift", "", PAWL_ARRAY, offsetof(pawl_condition, drift), PAWL_UNSET, 0, 0,
     "what is added to rate·q', a number or function(q, t); 0 unless given"},
    {"when", "", PAWL_FUNCTION, offsetof(pawl_condition, when), PAWL_UNSET, 0, 0,
     "function(q, v, t): it holds while this is positive; always unless given"},
    {0}};

static const pawl_channel_def channels[] = {
    {"residual", "m or rad", PAWL_SEEN(length), PAWL_AT_POSITION,
     "φ; 0 where only velocities are constrained"},
    {"rate", "m/s or rad/s", PAWL_SEEN(rate), PAWL_AT_VELOCITY, "w·q' + what time adds"},
    {"force", "N or N m", PAWL_SEEN(effort), PAWL_AT_FORCE, "λ, along w; 0 while it does not hold"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "what it gives to the coordinates"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "the same since the start"},
    {"mode", "1", PAWL_SEEN(mode), PAWL_AT_FORCE, "1 while it holds, else 0"},
    {0}};

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_condition *p = part;
  if (!pawl_array_given(&p->equation) && !pawl_array_given(&p->row))
    return "needs an 'equation' for positions or a 'rate' for velocities";
  if (p->equation.function > 0 && pawl_array_given(&p->row))
    return "takes 'equation' as a function or 'rate', not both: the rate of an equation follows from it";
  if (p->equation.number && (p->equation.rows * p->equation.columns != 1 || !p->row.number))
    return "an 'equation' that is a number needs a 'rate' of numbers: φ = equation + rate·q";
  if (p->drift.number && p->drift.rows * p->drift.columns != 1)
    return "'drift' must be a number or a function";
  if (pawl_array_given(&p->drift) && pawl_array_given(&p->equation))
    return "'drift' is for velocities: it does not go with 'equation'";
  return NULL;
}

const pawl_kind pawl_own_constraint = {
    .name = "constraint",
    .family = PAWL_CONDITION,
    .doc = "A constraint of your own in the coordinates of a lagrangian: of positions, or of velocities "
           "only. It may hold "
           "for a time and then let go.",
    .equations =
        "φ(q, t) = 0,   w = ∂φ/∂q;   or w(q, t)·q' + drift = 0;   Q = w λ while when(q, q', t) > 0\n",
    .example = "planar {}\n"
               "local skate = lagrangian \"skate\" { coordinates = {\"x\", \"y\", \"phi\"}, units = {\"m\", "
               "\"m\", \"rad\"},\n"
               "  speed = {1, 0, 1}, mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1} } }\n"
               "constraint \"blade\" { skate, rate = function(q) return {math.sin(q.phi), -math.cos(q.phi), "
               "0} end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_condition),
    .fields = fields,
    .channels = channels,
    .check = check};
