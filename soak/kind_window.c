/* A constraint that holds for a while, or in a place: what moves is stopped, and after a while goes on from rest.
 *
 * With the acceleration a, from rest: y = a t1²/2 + a (T - t2)²/2; a window in place stops it at its begin, for good. */
#include <math.h>
#include <stdio.h>

#include "kinds.h"

static void tell(soak_brief *b, soak_lot *lot)
{
  bool place = soak_likely(lot, 0.5);
  double begin;
  soak_draw_moment(b, lot, true, &begin);
  double T = b->duration, w = b->width, v = soak_over_powers(lot, 1e-2, 10), a = v / T;
  soak_say(b, "planar {}\n");
  if (place) {
    double middle = v * (begin + w / 2), half = v * w / 2;
    soak_say(b,
             "local b = lagrangian \"b\" { coordinates = {\"y\"}, units = {\"m\"}, speed = {%.17g}, mass = { "
             "{1} } }\n",
             v);
    soak_say(
        b,
        "constraint \"c\" { b, rate = {1}, when = function(q, v, t) return %.17g - (q.y - %.17g)^2 end }\n",
        half * half, middle);
    b->value = middle - half;
    b->effect = v * T - b->value;
  } else {
    soak_say(b,
             "local b = lagrangian \"b\" { coordinates = {\"y\"}, units = {\"m\"}, speed = {0}, mass = { {1} "
             "}, force = function(q, v, t) "
             "return {%.17g} end }\n",
             a);
    soak_say(
        b, "constraint \"c\" { b, rate = {1}, when = function(q, v, t) return %.17g - (t - %.17g)^2 end }\n",
        w * w / 4, begin + w / 2);
    double left = T - begin - w;
    b->value = a * (begin * begin + left * left) / 2;
    b->effect = a * T * T / 2 - b->value;
  }
  b->allowed = 1e-5;
  snprintf(b->channel, sizeof b->channel, "b.y");
}

const soak_kind soak_kind_window = {"window", "a constraint that holds for a while", NULL, tell};
