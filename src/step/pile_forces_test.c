/* Many free bodies by stepping under forces beside gravity: their accelerations are those of the equations, and what presses
 * a brick is what lies under it bears.      theory.md, 10.3 */
#include "step/sessions_test.h"

#define BRICK "polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"

/* Nothing touches: its centre of mass is beside its origin, it turns, and a spring and a gravity with a centre pull. By steps
 * it comes to the motion of the equations with order one. */
static void in_flight(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = point { at = {0, -3}, mu = 20 } }\n"
      "local b = body \"b\" { mass = 1.3, inertia = 5e-2, com = {0.04, 0.02}, y = 0.5, vx = 0.3, omega = 4 "
      "}\n"
      "local c = body \"c\" { mass = 0.7, inertia = 2e-3, x = 2, omega = -1 }\n"
      "spring \"s\" { ground:at{0.2, 1.5}, b:at{-0.05, 0.03}, stiffness = 60, damping = 0.4, length = 0.6 }\n"
      "shape \"sb\" { b, " BRICK "shape \"sc\" { c, " BRICK "contacts \"all\" { law = rigid {} }\n"
      "simulate { duration = 0.5%s }\n";
  static const char *const channel[] = {"x", "y", "angle"};
  double exact[3], off[2];
  for (int how = 0; how < 3; how++) {
    char all[1500], method[80] = "";
    if (how)
      snprintf(method, sizeof method, ", method = \"stepping\", step = %g", 1e-3 / how);
    snprintf(all, sizeof all, text, method);
    session s = open_text(all, NULL);
    go(s, 0.5);
    for (int i = 0; i < 3; i++) {
      double is = see(s, "b", -1, channel[i]);
      if (how == 0)
        exact[i] = is;
      else
        off[how - 1] = fmax(i ? off[how - 1] : 0, fabs(is - exact[i]));
    }
    leave(s);
  }
  print_message("off by %.1e with steps of 1 ms, by %.1e with half of it\n", off[0], off[1]);
  assert_true(off[0] < 5e-3 && off[1] < 0.6 * off[0]);
}

/* Two bricks on a floor, the upper one pressed down by a spring of 50 N. */
static void pressed_down(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -9.81} }\nshape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"
                "local a = body \"a\" { mass = 1, inertia = 2e-3, y = 0.05 }\n"
                "local b = body \"b\" { mass = 2, inertia = 4e-3, y = 0.15 }\n"
                "shape \"sa\" { a, " BRICK "shape \"sb\" { b, " BRICK
                "contacts \"all\" { law = rigid {}, friction = 0.5 }\n"
                "spring \"s\" { ground:at{0, 1.15}, b, stiffness = 100, length = 1.5 }\n"
                "simulate { duration = 0.3, method = \"stepping\", step = 2*ms }\n",
                NULL);
  go(s, 0.3);
  pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
  double wanted = 9.81 * (1 + 2) + 50 + 9.81 * 2 + 50; /* of the floor, and between them */
  assert_true(fabs(see(s, "all", -1, "normal_force") - wanted) < 1e-6 * wanted);
  assert_true(fabs(see(s, "b", -1, "y") - 0.15) < 1e-6);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_flight), cmocka_unit_test(pressed_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
