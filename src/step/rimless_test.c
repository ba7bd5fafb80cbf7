/* A rimless wheel with less and less moment of inertia walks down its slope: the motion comes to that of a point mass, and the
 * rates after each impact, in which large impulses cancel, are not read more exactly than they are known. */
#include "step/sessions_test.h"

static const char text[] =
    "planar { gravity = {0, -9.81} }\n"
    "local n, l, slope, J, w0, m = 8, 1, 0.08, %.17g, 1.095462875625624, %g\n"
    "local th = slope - pi/n\n"
    "local hub = body 'hub' { mass = 1, inertia = J, x = m*l*math.sin(th), y = l*math.cos(th), angle = "
    "-m*th,\n"
    "  omega = -m*w0, vx = m*l*math.cos(th)*w0, vy = -l*math.sin(th)*w0 }\n"
    "local pts = {}\n"
    "for i = 0, n - 1 do local a = -pi/2 + 2*pi/n*i; pts[i + 1] = {l*math.cos(a), l*math.sin(a)} end\n"
    "local tips = shape 'tips' { hub, polygon(pts) }\n"
    "local floor = shape 'floor' { ground:at{0, 0, angle = -m*slope}, line { {100, 0}, {-100, 0} } }\n"
    "contact 'foot' { floor, tips, law = rigid {}, friction = 5 }\n"
    "simulate { duration = 4, tolerance = %g }\n";

static void walk(double J, double side, double tolerance)
{
  double limit =
      2.580189; /* of x for J = 0, to some 1e-6; and rates after an impact are rounded by eps m l²/J */
  char model[2048];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  snprintf(model, sizeof model, text, J, side, tolerance);
#pragma GCC diagnostic pop
  session s = open_text(model, NULL);
  go(s, 4);
  double x = see(s, "hub", -1, "x");
  if (!(fabs(side * x - limit) < 7 * J + 3e-6 + 8.9e-16 / J) || s.run->books.events != 6 ||
      s.run->books.steps > 150)
    fail_msg("J = %g to side %g at %g: x = %.9g after %ld events and %ld steps", J, side, tolerance, x,
             s.run->books.events, s.run->books.steps);
  leave(s);
}

static void it_walks(void **state)
{
  (void)state;
  const double tolerance[] = {1e-8, 1e-9, 1e-11};
  for (int k = 2; k <= 9; k++)
    for (int i = 0; i < 3; i++)
      for (int side = -1; side <= 1; side += 2)
        walk(pow(10, -k), side, tolerance[i]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_walks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
