/* A push for a short while on something at rest, moving, or lying on a floor.
 *
 * A push that is the same before and after its middle t_m gives the momentum P and, at the end, the way
 *     x = v T + P/m (T - t_m);
 * against friction mu m g < F it first gains u = (F/m - mu g) w, and then comes to rest over u²/(2 mu g). */
#include <math.h>
#include <stdio.h>

#include "kinds.h"

typedef enum { BLOCK, SMOOTH, PULSE, LOOKUP, FORMS } form;

/* Writes the signal as a field, and returns P/(F w). */
static double say_push(soak_brief *b, form f, double begin, double force)
{
  double w = b->width;
  if (f == BLOCK)
    soak_say(b, "local push = function(t) if t > %.17g and t < %.17g then return %.17g end return 0 end\n",
             begin, begin + w, force);
  else if (f == SMOOTH)
    soak_say(b,
             "local push = function(t) if t > %.17g and t < %.17g then return %.17g*math.sin(pi*(t - "
             "%.17g)/%.17g)^2 end "
             "return 0 end\n",
             begin, begin + w, force, begin, w);
  else if (f == PULSE)
    soak_say(b,
             "pulse \"tap\" { amplitude = %.17g, start = %.17g, period = %.17g, width = %.17g }\nlocal push "
             "= \"tap\"\n",
             force, begin, 4 * b->duration, w / (4 * b->duration));
  else
    soak_say(b,
             "lookup \"tap\" { curve = characteristic { {%.17g, 0}, {%.17g, %.17g}, {%.17g, 0}, beyond = "
             "\"hold\" } }\n"
             "local push = \"tap\"\n",
             begin, begin + w / 2, force, begin + w);
  return f == BLOCK || f == PULSE ? 1 : 0.5;
}

static void tell(soak_brief *b, soak_lot *lot)
{
  int where = soak_whole(lot, 0, 3); /* on a guide, free, lying without friction, with */
  form f = (form)soak_whole(lot, 0, where == 3 ? 1 : FORMS - 1);
  if (where == 3)
    f = f == SMOOTH ? PULSE : BLOCK;
  double begin, mass = soak_over_powers(lot, 0.1, 10), mu = where == 3 ? soak_between(lot, 0.1, 0.8) : 0,
                g = 9.81;
  soak_draw_moment(b, lot, f == BLOCK || f == SMOOTH, &begin);
  double T = b->duration, speed = where == 3 || soak_likely(lot, 0.5) ? 0 : soak_between(lot, -2, 2) / T;
  double force = mass * soak_between(lot, 0.5, 2) / (b->width * T);
  if (!soak_likely(lot, 0.5))
    force = -force;
  soak_say(b, "planar { gravity = {0, %.17g} }\n", where >= 2 ? -g : 0);
  if (mu > 0)
    force += (force > 0 ? 1 : -1) * mu * mass * g;
  double share = say_push(b, f, begin, force);
  if (where == 0) {
    soak_say(b,
             "local b = body \"b\" { mass = %.17g }\nlocal j = prismatic \"j\" { ground, b, position = 0, "
             "speed = %.17g }\n",
             mass, speed);
    soak_say(b, "motor \"m\" { j, force = push }\n");
  } else {
    soak_say(b, "local b = body \"b\" { mass = %.17g, inertia = %.17g, x = 0, y = 0.1, vx = %.17g }\n", mass,
             mass, speed);
    /* where the push and the friction at the base turn nothing */
    soak_say(b, "force \"m\" { b:at{0, %.17g}, fx = push }\n", -0.1 * mu * mass * g / fabs(force));
  }
  if (where >= 2) {
    soak_say(b, "local floor = shape \"floor\" { ground, line { {1000, 0}, {-1000, 0} } }\n");
    soak_say(
        b,
        "local rim = shape \"rim\" { b, polygon { {-0.3, -0.1}, {0.3, -0.1}, {0.3, 0.1}, {-0.3, 0.1} } }\n");
    soak_say(b, "contact \"c\" { floor, rim, law = rigid {}%s", mu > 0 ? "" : " }\n");
    if (mu > 0)
      soak_say(b, ", friction = %.17g }\n", mu);
  }
  double P = share * force * b->width;
  b->value = speed * T + P / mass * (T - begin - b->width / 2);
  if (mu > 0) {
    double gain = fabs(force) / mass - mu * g, u = gain * b->width, left = T - begin - b->width,
           slide = fmin(left, u / (mu * g));
    b->value = copysign(u * b->width / 2 + u * slide - mu * g * slide * slide / 2, force);
  }
  b->effect = b->value - speed * T;
  b->allowed = f == BLOCK ? 1e-4 : 1e-5;
  b->steps = true;
  snprintf(b->channel, sizeof b->channel, where == 0 ? "j.position" : "b.x");
}

const soak_kind soak_kind_push = {"push", "a short push", NULL, tell};
