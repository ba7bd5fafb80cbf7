/* A base strikes a body at rest, or in flight past it, or lying on a floor, and withdraws or stays.
 *
 * The face moves by A p(s), s = (t - t0)/w: p = sin²(pi s) there and back, or p = s³ (10 - 15 s + 6 s²) to stay. In the first half of
 * the way it gains speed: what it meets there without restitution it takes along to the middle, x = A/2, and lets go; what
 * it meets later flies off with (1 + e) times its speed. */
#include <math.h>
#include <stdio.h>

#include "base/trig.h"
#include "kinds.h"

static const double PI = 3.14159265358979323846;

static double way(bool back, double s, double *rate)
{
  double sine, cosine;
  pawl_sincos(PI * s, &sine, &cosine);
  *rate = back ? 2 * PI * sine * cosine : 30 * s * s * (1 - s) * (1 - s);
  return back ? sine * sine : s * s * s * (10 - 15 * s + 6 * s * s);
}

static void tell(soak_brief *b, soak_lot *lot)
{
  bool back = soak_likely(lot, 0.6), late = soak_likely(lot, 0.5);
  int where = soak_whole(lot, 0, 3); /* on a guide, free, in flight, lying */
  double begin, size = soak_over_powers(lot, 1e-2, 10), A = size * soak_between(lot, 0.1, 1), r = 0.2 * size;
  soak_draw_moment(b, lot, back, &begin);
  double T = b->duration, w = b->width, e = late ? soak_between(lot, 0, 1) : 0, rate;
  double share = late ? soak_between(lot, 0.55, 0.95) : soak_between(lot, 0.02, 0.45), gap = A * share;
  double low = 0, high = back ? 0.5 : 1;
  for (int i = 0; i < 100; i++) {
    double middle = (low + high) / 2;
    if (way(back, middle, &rate) < share)
      low = middle;
    else
      high = middle;
  }
  double s = late ? low : back ? 0.25 : 0.5, from = late ? gap : A / 2;
  way(back, s, &rate);
  double u = (1 + e) * rate * A / w, fly = T - begin - s * w;
  b->value = from + r + u * fly;
  b->effect = b->value - (gap + r);
  soak_say(b, "planar { gravity = {0, %g} }\n", where == 3 ? -9.81 : 0);
  if (back)
    soak_say(b,
             "local face = base \"face\" { x = function(t) if t > %.17g and t < %.17g then return "
             "%.17g*math.sin(pi*(t - "
             "%.17g)/%.17g)^2 end return 0 end }\n",
             begin, begin + w, A, begin, w);
  else
    soak_say(b,
             "step \"go\" { to = %.17g, start = %.17g, duration = %.17g, order = 5 }\nlocal face = base "
             "\"face\" { x = \"go\" }\n",
             A, begin, w);
  double fall = where == 2 ? soak_between(lot, -1, 1) * size / T : 0, mass = soak_over_powers(lot, 0.01, 100);
  if (where == 0)
    soak_say(b, "local b = body \"b\" { mass = %.17g }\nprismatic \"j\" { ground, b, position = %.17g }\n",
             mass, gap + r);
  else
    soak_say(b, "local b = body \"b\" { mass = %.17g, inertia = %.17g, x = %.17g, y = 0, vy = %.17g }\n",
             mass, mass * r * r / 2, gap + r, fall);
  soak_say(b, "local front = shape \"front\" { face, segment { {0, %.17g}, {0, %.17g} } }\n", -3 * size,
           3 * size);
  soak_say(b, "local rim = shape \"rim\" { b, circle { radius = %.17g } }\n", r);
  soak_say(b, "contact \"c\" { front, rim, law = rigid { restitution = %.17g } }\n", e);
  if (where == 3)
    soak_say(b,
             "contact \"f\" { shape \"floor\" { ground, line { {%.17g, %.17g}, {%.17g, %.17g} } }, rim, law "
             "= rigid {} }\n",
             2 * b->value + size, -r, -size, -r);
  b->allowed = 1e-5;
  /* by steps nothing bounces that is slower than weight makes it in two of them (theory.md, 10.1) */
  b->steps = where != 3 || rate * A / w > 3 * 9.81 * soak_brief_step(b);
  snprintf(b->channel, sizeof b->channel, "b.x");
}

const soak_kind soak_kind_stroke = {"stroke", "a base that strikes", NULL, tell};
