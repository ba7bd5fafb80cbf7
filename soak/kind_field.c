/* A body flies through a narrow field: a triangle of force over its place, by a spring, a lookup, or a Lua function.
 *
 * Its way is integrated here, by the classical method of fourth order in steps that end at the corners of the field. */
#include <math.h>
#include <stdio.h>

#include "kinds.h"

typedef struct {
  double from, wide, peak; /* m, m, m/s² */
} field;

static double pull(const field *f, double x)
{
  double s = (x - f->from) / f->wide;
  return s <= 0 || s >= 1 ? 0 : f->peak * (s < 0.5 ? 2 * s : 2 - 2 * s);
}

/* Through one half of the field in steps of place, dt/dx = 1/v, v dv/dx = a: both corners are ends of steps. */
static double half_time(const field *f, double x, double end, double *v2)
{
  enum { STEPS = 2000 };
  double h = (end - x) / STEPS, time = 0, before = *v2;
  for (int i = 0; i < STEPS; i++) {
    /* work over the step is exact, as the force is linear; the time by Simpson's rule */
    double a = pull(f, x + 1e-12 * h), m = pull(f, x + h / 2), b = pull(f, x + h - 1e-12 * h);
    double half2 = before + h / 2 * (a + m), after = before + h * (a + 4 * m + b) / 3;
    time += h / 6 * (1 / sqrt(before) + 4 / sqrt(half2) + 1 / sqrt(after));
    before = after;
    x += h;
  }
  *v2 = before;
  return time;
}

static void tell(soak_brief *b, soak_lot *lot)
{
  int how = soak_whole(lot, 0, 2);
  double begin;
  soak_draw_moment(b, lot, how == 2, &begin);
  double T = b->duration, v = soak_over_powers(lot, 1e-2, 10), mass = soak_over_powers(lot, 0.1, 10);
  field f = {begin * v, b->width * v, 0};
  /* the work is up to 0.4 of the kinetic energy, either way */
  f.peak = soak_between(lot, 0.1, 0.4) * v * v / f.wide;
  if (!soak_likely(lot, 0.5))
    f.peak = -f.peak;
  double v2 = v * v, inside = half_time(&f, f.from, f.from + f.wide / 2, &v2);
  inside += half_time(&f, f.from + f.wide / 2, f.from + f.wide, &v2);
  double left = T - begin - inside;
  if (left < 0) { /* it is still inside: the run ends with the field */
    T = b->duration = begin + inside;
    left = 0;
  }
  b->value = f.from + f.wide + sqrt(v2) * left;
  b->effect = b->value - v * T;
  soak_say(b, "planar {}\nlocal b = body \"b\" { mass = %.17g }\n", mass);
  soak_say(b, "local j = prismatic \"j\" { ground, b, position = 0, speed = %.17g }\n", v);
  double corner[3] = {f.from, f.from + f.wide / 2, f.from + f.wide}, force = mass * f.peak;
  if (how == 0)
    soak_say(b,
             "joint_spring \"s\" { j, force = characteristic { {%.17g, 0}, {%.17g, %.17g}, {%.17g, 0}, "
             "beyond = \"hold\" } }\n",
             corner[0], corner[1], -force, corner[2]);
  else if (how == 1)
    soak_say(b,
             "lookup \"s\" { of = \"j.position\", curve = characteristic { {%.17g, 0}, {%.17g, %.17g}, "
             "{%.17g, 0}, beyond = \"hold\" } }\n"
             "motor \"m\" { j, force = \"s\" }\n",
             corner[0], corner[1], force, corner[2]);
  else
    soak_say(b,
             "motor \"m\" { j, force = function(t, s) local u = (s[\"j.position\"] - %.17g)/%.17g\n"
             "  if u <= 0 or u >= 1 then return 0 end return %.17g*(1 - math.abs(2*u - 1)) end }\n",
             f.from, f.wide, force);
  b->allowed = 1e-4;
  snprintf(b->channel, sizeof b->channel, "j.position");
}

const soak_kind soak_kind_field = {"field", "a narrow field", NULL, tell};
