/* Advice on the stiffness of a law of contact: how deep and how long a blow is.            theory.md, 7.7
 * E(δ) = ½ m v²,   and about 3 δ/v for the way in and out (π δ/v of a linear spring, 2.94 δ/v of δ^(3/2)) */
#include "parts/law_advice.h"

#include <stdio.h>

static double stored(const pawl_value *law, const pawl_blow *blow, double depth)
{
  pawl_press x = {.depth = depth, .approach = blow->speed, .curvature = blow->curvature};
  pawl_push out = {0};
  if (law->kind->piece)
    x.piece = law->kind->piece(law->fields, &x);
  law->kind->press(law->fields, &x, &out);
  return out.energy;
}

/* The depth at which it has taken up the blow; bisected in the exponent. Infinite: it never does. */
static double deepest(const pawl_value *law, const pawl_blow *blow)
{
  double energy = 0.5 * blow->mass * blow->speed * blow->speed;
  double low = 1e-18 * blow->length, high = 1e6 * blow->length;
  if (!(stored(law, blow, high) >= energy))
    return INFINITY;
  while (high > 1.001 * low) {
    double middle = sqrt(low) * sqrt(high);
    if (stored(law, blow, middle) >= energy)
      high = middle;
    else
      low = middle;
  }
  return high;
}

const char *pawl_law_advice(const pawl_value *law, const pawl_blow *blow, char text[PAWL_ADVICE])
{
  if (!(blow->mass > 0 && blow->speed > 0 && blow->length > 0) || isinf(blow->mass) ||
      !(stored(law, blow, blow->length) > 0))
    return NULL;
  double energy = 0.5 * blow->mass * blow->speed * blow->speed, wanted = 0.01 * blow->length;
  double depth = deepest(law, blow), time = 3 * depth / blow->speed;
  double stiffer = energy / stored(law, blow, wanted);
  if (depth > 0.1 * blow->length)
    snprintf(text, PAWL_ADVICE,
             "%s is too soft: %.3g kg at %.3g m/s sink %.2g m deep, in a model of %.3g m; "
             "%.2g times as stiff it would be %.2g m",
             law->kind->name, blow->mass, blow->speed, depth, blow->length, stiffer, wanted);
  else if (time < 1e-9 * blow->time)
    snprintf(text, PAWL_ADVICE,
             "%s is too stiff: a blow of %.3g kg at %.3g m/s lasts %.2g s, in a model of %.3g s; "
             "%.2g times as stiff it would sink %.2g m deep",
             law->kind->name, blow->mass, blow->speed, time, blow->time, stiffer, wanted);
  else
    return NULL;
  return text;
}

const char *pawl_law_refuses(const pawl_value *law, double curvature)
{
  pawl_press x = {.depth = 1, .approach = 1, .curvature = curvature};
  pawl_push out = {0};
  law->kind->press(law->fields, &x, &out);
  return isnan(out.energy)
             ? "the shapes meet at a corner, or where flat or hollow pieces fit: the law needs its "
               "'radius' there, or a 'stiffness'"
             : NULL;
}
