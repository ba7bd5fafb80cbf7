/* Advice on the stiffness of a law of contact: how deep and how long a blow is.            theory.md, 7.7
 * E(δ) = ½ m v² + L δ,   and about 3 δ/v for the way in and out (π δ/v of a linear spring, 2.94 δ/v of δ^(3/2)) */
#include "parts/law_advice.h"

#include <stdio.h>
#include <string.h>

#include "parts/law.h"

/* In a blow that is followed: with ten the ledger is off by 1e-2, with forty by 3e-3 at most. */
#define FEWEST_STEPS 20
#define GOOD_STEPS 40

static double stored(const pawl_value *law, const pawl_blow *blow, double depth)
{
  pawl_press x = {.depth = depth, .approach = blow->speed, .curvature = blow->curvature};
  pawl_push out = {0};
  x.piece = pawl_law_piece(law, &x);
  law->kind->law->press(law->fields, &x, &out);
  return out.energy;
}

/* What a blow brings with it on the way to a depth. */
static double brought(const pawl_blow *blow, double depth)
{
  return 0.5 * blow->mass * blow->speed * blow->speed + blow->load * depth;
}

/* The depth at which it has taken up the blow; bisected in the exponent. Infinite: it never does. */
static double deepest(const pawl_value *law, const pawl_blow *blow)
{
  double low = 1e-18 * blow->length, high = 1e6 * blow->length;
  if (!(stored(law, blow, high) >= brought(blow, high)))
    return INFINITY;
  while (high > 1.001 * low) {
    double middle = sqrt(low) * sqrt(high);
    if (stored(law, blow, middle) >= brought(blow, middle))
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
static void cause(const pawl_blow *blow, double depth, char *text, size_t size)
{
  bool pressed = !(blow->load * depth < 0.5 * blow->mass * blow->speed * blow->speed);
  if (pressed)
    snprintf(text, size, "a load of %.3g N", blow->load);
  else
    snprintf(text, size, "%.3g kg at %.3g m/s", blow->mass, blow->speed);
}

/* Whether there is a blow, and the law, which is not rigid, says what it stores of it. */
static bool is_judged(const pawl_value *law, const pawl_blow *blow)
{
  return law->kind->law->press && blow->mass > 0 && !isinf(blow->mass) && blow->length > 0 &&
         (blow->speed > 0 || blow->load > 0) && stored(law, blow, blow->length) > 0;
}

/* Of a spring that stores as much at that depth: π sqrt(m/k), k = 2 E/δ². */
double pawl_law_blow_time(const pawl_value *law, const pawl_blow *blow)
{
  if (!is_judged(law, blow))
    return NAN;
  double depth = deepest(law, blow);
  return isinf(depth) ? INFINITY : 3 * depth * sqrt(blow->mass / (2 * brought(blow, depth)));
}

const char *pawl_law_step_advice(const pawl_value *law, const pawl_blow *blow, char text[PAWL_ADVICE])
{
  char what[64];
  double time = pawl_law_blow_time(law, blow);
  if (!(time < FEWEST_STEPS * blow->step))
    return NULL;
  cause(blow, deepest(law, blow), what, sizeof what);
  snprintf(
      text, PAWL_ADVICE,
      "%s is too stiff for steps of %.3g s: a blow of %s would last %.2g s; take step = %.2g or less, or "
      "law = rigid { }",
      law->kind->name, blow->step, what, time, time / GOOD_STEPS);
  return text;
}

const char *pawl_law_advice(const pawl_value *law, const pawl_blow *blow, char text[PAWL_ADVICE])
{
  char what[64], value[64], far[64];
  if (!is_judged(law, blow))
    return NULL;
  double depth = deepest(law, blow), time = blow->speed > 0 ? 3 * depth / blow->speed : INFINITY;
  bool soft = depth > blow->deep * blow->length, stiff = time < blow->brief * blow->time;
  double wanted = (soft ? 0.01 : 1e-4) * blow->length;
  better(law, brought(blow, wanted) / stored(law, blow, wanted), value, sizeof value);
  cause(blow, soft && isfinite(depth) ? depth : wanted, what, sizeof what);
  if (isinf(depth))
    snprintf(far, sizeof far, "right through");
  else
    snprintf(far, sizeof far, "%.2g m deep into", depth);
  if (soft)
    snprintf(text, PAWL_ADVICE, "%s is too soft: %s would sink %s a shape of %.3g m; %s it would be %.2g m",
             law->kind->name, what, far, blow->length, value, wanted);
  else if (stiff)
    snprintf(text, PAWL_ADVICE,
             "%s is too stiff: a blow of %s would last %.2g s, in a model of %.3g s; %s it would sink %.2g m "
             "deep and last %.2g s",
             law->kind->name, what, time, blow->time, value, wanted, 3 * wanted / blow->speed);
  return soft || stiff ? text : pawl_law_step_advice(law, blow, text);
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
