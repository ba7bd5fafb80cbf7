/* Boxes with rounded corners on tables that shake: a side that comes down behind a fillet lands with both ends, whatever rounding says of the
 * instant. Runs judge themselves that nothing overlaps.      theory.md, 7.9 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

static double drawn(unsigned long long *seed, double from, double to)
{
  return from + (to - from) * (0.5 + 0.5 * pawl_chance(seed));
}

static void shake(unsigned long long seed)
{
  char text[2048];
  double way = drawn(&seed, 0.02, 0.2), rate = drawn(&seed, 5, 20), phase = drawn(&seed, 0, 6.28),
         angle = drawn(&seed, -0.3, 0.3), vx = drawn(&seed, -0.5, 0.5), vy = drawn(&seed, -0.3, 0.3),
         omega = drawn(&seed, -4, 4), mu = drawn(&seed, 0.3, 2.5), e = fmax(drawn(&seed, -0.5, 0.6), 0),
         round = drawn(&seed, 0.005, 0.03);
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local tab = base 'tab' { x = function(t) return %.17g*math.sin(%.17g*t + %.17g) end }\n"
           "local b = body 'b' { mass = 1, inertia = 2e-3, y = 0.09, angle = %.17g, vx = %.17g, vy = %.17g, "
           "omega = %.17g }\n"
           "local floor = shape 'floor' { tab, polygon { {-2, -0.2}, {2, -0.2}, {2, 0}, {-2, 0} } }\n"
           "local s = shape 's' { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05}, "
           "rounding = %.17g } }\n"
           "contact 'c' { floor, s, law = rigid { restitution = %.17g }, friction = %.17g }\n"
           "simulate { duration = 0.6 }\n",
           way, rate, phase, angle, vx, vy, omega, round, e, mu);
  session s = open_text(text, NULL);
  go(s, 0.6);
  leave(s);
}

static void boxes_stay_on_shaken_tables(void **state)
{
  (void)state;
  int scenes = soak_or(600, 80, 10);
  for (int i = 0; i < scenes; i++)
    shake((unsigned long long)i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_stay_on_shaken_tables)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
