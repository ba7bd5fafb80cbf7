/* Advice on the stiffness of a law of contact: how deep and how long an impact is.            theory.md, 7.7
 * E(δ) = ½ m v² + L δ,   and about 3 δ/v for the way in and out (π δ/v of a linear spring, 2.94 δ/v of δ^(3/2)) */
#include "parts/law_advice.h"

#include <stdio.h>
#include <string.h>

#include "parts/law.h"

/* In an impact that is followed: with ten the ledger is off by 1e-2, with forty by 3e-3 at most. */
#define FEWEST_STEPS 20
#define GOOD_STEPS 40

static double stored(const pawl_value *law, const pawl_impact *impact, double depth)
{
  pawl_press x = {.depth = depth, .approach = impact->speed, .curvature = impact->curvature};
  pawl_push out = {0};
  x.piece = pawl_law_piece(law, &x);
  law->kind->law->press(law->fields, &x, &out);
  return out.energy;
}

/* What an impact brings with it on the way to a depth. */
static double brought(const pawl_impact *impact, double depth)
{
  return 0.5 * impact->mass * impact->speed * impact->speed + impact->load * depth;
}

/* The depth at which it has taken up the impact; bisected in the exponent. Infinite: it never does. */
static double deepest(const pawl_value *law, const pawl_impact *impact)
{
  double low = 1e-18 * impact->length, high = 1e6 * impact->length;
  if (!(stored(law, impact, high) >= brought(impact, high)))
    return INFINITY;
  while (high > 1.001 * low) {
    double middle = sqrt(low) * sqrt(high);
    if (stored(law, impact, middle) >= brought(impact, middle))
      high = middle;
    else
      low = middle;
  }
  return high;
}

static double number_of(const pawl_value *law, const char *name)
{
  for (const pawl_field *f = law->kind->fields; f->name; f++)
    if (strcmp(f->name, name) == 0)
      return *(const double *)((const char *)law->fields + f->where);
  return NAN;
}

/* "stiffness = 7.2e+05": all laws are proportional to it. */
static void better(const pawl_value *law, double factor, char *text, size_t size)
{
  double stiffness = number_of(law, "stiffness"), modulus = number_of(law, "modulus");
  if (!isnan(stiffness))
    snprintf(text, size, "with stiffness = %.2g", factor * stiffness);
  else if (!isnan(modulus) && isnan(number_of(law, "modulus2")))
    snprintf(text, size, "with modulus = %.2g", factor * modulus);
  else
    snprintf(text, size, "%.2g times as stiff", factor);
}

/* "2 kg at 3 m/s", "2 kg under 20 N": what the depth comes from. */
static void cause(const pawl_impact *impact, double depth, char *text, size_t size)
{
  bool pressed = !(impact->load * depth < 0.5 * impact->mass * impact->speed * impact->speed);
  if (pressed)
    snprintf(text, size, "a load of %.3g N", impact->load);
  else
    snprintf(text, size, "%.3g kg at %.3g m/s", impact->mass, impact->speed);
}

/* Whether there is an impact, and the law, which is not rigid, says what it stores of it. */
static bool is_judged(const pawl_value *law, const pawl_impact *impact)
{
  return law->kind->law->press && impact->mass > 0 && !isinf(impact->mass) && impact->length > 0 &&
         (impact->speed > 0 || impact->load > 0) && stored(law, impact, impact->length) > 0;
}

/* Of a spring that stores as much at that depth: π sqrt(m/k), k = 2 E/δ². */
double pawl_law_impact_time(const pawl_value *law, const pawl_impact *impact)
{
  if (!is_judged(law, impact))
    return NAN;
  double depth = deepest(law, impact);
  return isinf(depth) ? INFINITY : 3 * depth * sqrt(impact->mass / (2 * brought(impact, depth)));
}

const char *pawl_law_step_advice(const pawl_value *law, const pawl_impact *impact, char text[PAWL_ADVICE])
{
  char what[64];
  double time = pawl_law_impact_time(law, impact);
  if (!(time < FEWEST_STEPS * impact->step))
    return NULL;
  cause(impact, deepest(law, impact), what, sizeof what);
  snprintf(
      text, PAWL_ADVICE,
      "%s is too stiff for steps of %.3g s: an impact of %s would last %.2g s; take step = %.2g or less, or "
      "law = rigid { }",
      law->kind->name, impact->step, what, time, time / GOOD_STEPS);
  return text;
}

const char *pawl_law_advice(const pawl_value *law, const pawl_impact *impact, char text[PAWL_ADVICE])
{
  char what[64], value[64], far[64];
  if (!is_judged(law, impact))
    return NULL;
  double depth = deepest(law, impact), time = impact->speed > 0 ? 3 * depth / impact->speed : INFINITY;
  bool soft = depth > impact->deep * impact->length, stiff = time < impact->brief * impact->time;
  double wanted = (soft ? 0.01 : 1e-4) * impact->length;
  better(law, brought(impact, wanted) / stored(law, impact, wanted), value, sizeof value);
  cause(impact, soft && isfinite(depth) ? depth : wanted, what, sizeof what);
  if (isinf(depth))
    snprintf(far, sizeof far, "right through");
  else
    snprintf(far, sizeof far, "%.2g m deep into", depth);
  if (soft)
    snprintf(text, PAWL_ADVICE, "%s is too soft: %s would sink %s a shape of %.3g m; %s it would be %.2g m",
             law->kind->name, what, far, impact->length, value, wanted);
  else if (stiff)
    snprintf(
        text, PAWL_ADVICE,
        "%s is too stiff: an impact of %s would last %.2g s, in a model of %.3g s; %s it would sink %.2g m "
        "deep and last %.2g s",
        law->kind->name, what, time, impact->time, value, wanted, 3 * wanted / impact->speed);
  return soft || stiff ? text : pawl_law_step_advice(law, impact, text);
}

const char *pawl_law_refuses(const pawl_value *law, double curvature)
{
  if (!law->kind->law->press) /* rigid */
    return NULL;
  pawl_press x = {.depth = 1, .approach = 1, .curvature = curvature};
  pawl_push out = {0};
  law->kind->law->press(law->fields, &x, &out);
  return isnan(out.energy)
             ? "the shapes meet at a corner, or where flat or hollow pieces fit: the law needs its "
               "'radius' there, or a 'stiffness'"
             : NULL;
}
