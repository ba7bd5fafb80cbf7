/* Dips of forces below their limits: none is missed because something else happens in the same step. */
#include "step/sessions_test.h"

static const double RATE = 10; /* of the oscillation, rad/s */

/* A foot is pulled to and fro by a mass on a spring, and slips where the pull is largest, for a moment. A ball lands meanwhile. */
static session open_scene(double side, double over, double lands, double tolerance)
{
  char text[1024];
  snprintf(text, sizeof text,
           "local side, over, lands, w = %.17g, %.17g, %.17g, %.17g\nplanar { gravity = {0, -10} }\n"
           "local a, b = body 'a' { mass = 1, inertia = 1, y = 0.1 }, body 'b' { mass = 1, inertia = 1 }\n"
           "local ball = body 'ball' { mass = 1, inertia = 1, x = 5, y = 0.1 + 5*lands^2 }\n"
           "prismatic 'rail' { ground, b, position = 1, speed = side*0.1*w }\n"
           "spring 'pull' { a:at{0, -0.1}, b, stiffness = w^2, length = 1 }\n"
           "local floor = shape 'floor' { ground, line { {10, 0}, {-10, 0} } }\n"
           "contact 'foot' { floor, shape 'rim' { a, circle { radius = 0.1 } }, law = rigid {},\n"
           "  friction = (1 - over)*0.01*w^2 }\n"
           "contact 'land' { floor, shape 'round' { ball, circle { radius = 0.1 } }, law = rigid {} }\n"
           "simulate { duration = 0.3, tolerance = %.17g }\n",
           side, over, lands, RATE, tolerance);
  return open_text(text, NULL);
}

static void hear(void *context, const pawl_event *event)
{
  double *first = context;
  if (strcmp(event->part, "foot") == 0 && isnan(*first))
    *first = event->time;
}

/* The pull is k X sin(ω t): it is over the limit from asin(1 - over)/ω to as much before the half of the period. */
static void a_dip_before_an_event(void **state)
{
  (void)state;
  const double tolerances[] = {1e-4, 1e-6, 1e-9}, overs[] = {1e-2, 1e-3, 1e-4};
  for (int k = 0; k < 3 * 3 * 40; k++) {
    double over = overs[k % 3], begins = asin(1 - over) / RATE, ends = acos(-1) / RATE - begins, first = NAN;
    session s = open_scene(k & 1 ? -1 : 1, over, ends + 7e-4 + 1.1e-3 * (k / 9), tolerances[k / 3 % 3]);
    s.run->tells.on_event = hear;
    s.run->tells.listener = &first;
    go(s, 0.3);
    assert_true(fabs(first - begins) < 1e-4);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_dip_before_an_event)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
