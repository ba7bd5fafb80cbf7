/* Many boxes that stand and slide side by side without touching each other: more touches than W has room for as one matrix, in islands
 * of two, each with the motion that its own force asks for.      theory.md, 8.9 and 9.1 */
#include "step/sessions_test.h"

enum { BOXES = 30 };

/* Pushed as strongly as 0 to 1 times their weight, with friction 0.45, at the height of the floor, so that both ends bear half. */
static void each_goes_its_own_way(void **state)
{
  (void)state;
  for (int by_steps = 0; by_steps < 2; by_steps++) {
    char text[1200];
    double worst = 0, force = 0;
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -10} }\nlocal floor = shape \"floor\" { ground, line { {50, 0}, {-50, 0} } "
        "}\n"
        "for i = 1, %d do\n"
        "  local b = body(\"b\" .. i) { mass = 2, inertia = 0.1, x = 3*(i - 15), y = 0.2 }\n"
        "  local edge = segment { {-0.5, -0.2}, {0.5, -0.2} }\n"
        "  contact(\"c\" .. i) { floor, shape(\"s\" .. i) { b, edge }, law = rigid {}, friction = 0.45 }\n"
        "  force(\"f\" .. i) { b:at{0, -0.2}, fx = 20*(i - 1)/%d }\n"
        "end\nsimulate { duration = 0.4%s }\n",
        BOXES, BOXES - 1, by_steps ? ", method = \"stepping\", step = 1e-3, theta = 0.5" : "");
    session s = open_text(text, NULL);
    go(s, 0.4);
    pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
    for (int i = 1; i <= BOXES; i++) {
      double a = fmax(10.0 * (i - 1) / (BOXES - 1) - 4.5, 0);
      worst = fmax(worst, fabs(see(s, "b", i, "x") - 3 * (i - 15) - 0.5 * a * 0.16));
      force = fmax(force, fabs(see(s, "c", i, "normal_force") - 20));
    }
    print_message("%s: places off by %.1e m, forces by %.1e N\n", by_steps ? "steps" : "events", worst,
                  force);
    assert_true(worst < 1e-9 && force < 1e-7);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_goes_its_own_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
