/* An ellipse in a hole of nearly its own size: where no certificate is had, what comes unseen is looked for at the end of longer intervals, so
 * that a run is not made of searches.      theory.md, 7.5 */
#include "step/sessions_test.h"

#define PI 3.14159265358979323846

static session open_hole(double d, double L)
{
  char text[1200];
  snprintf(text, sizeof text,
           "local L, d = %.17g, %.17g\nplanar { gravity = {0, -9.81*L} }\n"
           "local b = body 'b' { mass = 1, inertia = 0.002*L^2, omega = 0.5, y = -d/2 }\n"
           "local hole = shape 'hole' { ground, ellipse { a = 0.12*L, b = 0.08*L }, flip = true }\n"
           "local e = shape 'e' { b, ellipse { a = 0.12*L - d, b = 0.08*L - d } }\n"
           "contact 'c' { hole, e, law = rigid {}, friction = 0.2 }\nsimulate { duration = 1 }\n",
           L, d * L);
  return open_text(text, NULL);
}

/* How far the ellipse comes out of its hole, over the hole's size. */
static double outside(session s, double d, double L)
{
  double x = see(s, "b", -1, "x") / L, y = see(s, "b", -1, "y") / L, angle = see(s, "b", -1, "angle"),
         most = -1;
  for (int k = 0; k < 3600; k++) {
    double u = 2 * PI * k / 3600, a = (0.12 - d) * cos(u), b = (0.08 - d) * sin(u);
    most = fmax(most, hypot((x + cos(angle) * a - sin(angle) * b) / 0.12,
                            (y + sin(angle) * a + cos(angle) * b) / 0.08) -
                          1);
  }
  return most;
}

static void few_searches(void **state)
{
  (void)state;
  static const double play[] = {1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5}, sizes[] = {1, 1e-3, 1e3};
  for (int i = 0; i < 18; i++) {
    double d = play[i % 6], L = sizes[i / 6], end = i < 6 ? 0.1 : 0.04;
    session s = open_hole(d, L);
    for (int k = 1; k <= 10; k++) {
      go(s, end * k / 10);
      assert_true(outside(s, d, L) < 1e-6);
    }
    print_message("play %g, size %g: %ld steps, %ld events, %ld looks, %ld searches\n", d, L,
                  s.run->books.steps, s.run->books.events, s.run->books.looks, s.run->books.searches);
    assert_true(s.run->books.searches < 4000 && s.run->books.looks < 12000);
    assert_true(s.run->books.worst_ledger < 1e-8);
    leave(s);
  }
}

/* It comes to lie on two places, 1 cm apart, between which it stands off by 1e-10 m: a touch that goes on to the fold between them,
 * because the other one was not seen, ends the run there. */
static void second_touches_are_found(void **state)
{
  (void)state;
  static const double play[] = {1e-4, 5e-5};
  for (int i = 0; i < 2; i++) {
    session s = open_hole(play[i], 1);
    for (int k = 1; k <= 16; k++) {
      go(s, 0.01 * k);
      assert_true(outside(s, play[i], 1) < 1e-9);
    }
    assert_true(s.run->books.worst_ledger < 1e-8);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(few_searches),
                                     cmocka_unit_test(second_touches_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
