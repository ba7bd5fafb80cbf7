/* Boxes that come to rest on stiff laws with dry friction, by BDF: they rest with the weight they have, in steps that grow. And what BDF
 * says of tolerances below rounding. */
#include "step/sessions_test.h"

static session open_boxes(double k, double mu)
{
  char text[2048];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local function box(name, x, y)\n"
      "  local b = body(name) { mass = 1, inertia = 0.01, x = x, y = y }\n"
      "  return shape(name .. 's') { b, polygon { {-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1} } }\n"
      "end\n"
      "local floor = shape 'floor' { ground, line { {3, 0}, {-3, 0} } }\n"
      "local a, b = box('a', 0, 0.1), box('b', 0.02, 0.3)\n"
      "contact 'low' { floor, a, law = linear { stiffness = %g, damping = 1e3 }, friction = %g }\n"
      "contact 'mid' { a, b, law = linear { stiffness = %g, damping = 1e3 }, friction = %g }\n"
      "simulate { duration = 1, method = 'bdf' }\n",
      k, mu, k, mu);
  return open_text(text, NULL);
}

static void boxes_come_to_rest(void **state)
{
  (void)state;
  for (int i = 0; i < 6; i++) {
    double k = pow(10, 6 + i % 3), mu = i < 3 ? 0 : 0.3;
    session s = open_boxes(k, mu);
    go(s, 1);
    print_message("k = %g, mu = %g: %ld steps, %ld right-hand sides\n", k, mu, s.run->books.steps,
                  s.run->books.rhs);
    assert_true(fabs(see(s, "low", -1, "normal_force") - 2 * 9.81) < 1e-4);
    assert_true(fabs(see(s, "mid", -1, "normal_force") - 9.81) < 1e-4);
    assert_true(s.run->books.steps < 8000);
    leave(s);
  }
}

/* A tolerance below rounding: BDF ends well, or says that it is; it does not stand still, nor blame the mechanism. */
static void tolerances_below_rounding(void **state)
{
  (void)state;
  static const double tolerances[] = {1e-14, 3e-14, 1e-13};
  int refused = 0;
  for (int i = 0; i < 6; i++) {
    pawl_run_options options = {NULL, tolerances[i / 2], PAWL_METHOD_BDF};
    pawl_error error = {0};
    session s =
        open_file("models/two-loop-mechanism/model.lua", "joints", i % 2 ? "plain" : "rods", &options);
    pawl_status status = pawl_run_until(s.run, 2, &error);
    if (status != PAWL_OK && !strstr(error.text, "by BDF no step meets the tolerance of"))
      fail_msg("tolerance %g: %s", tolerances[i / 2], error.text);
    refused += status != PAWL_OK;
    leave(s);
  }
  assert_true(refused >= 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_come_to_rest),
                                     cmocka_unit_test(tolerances_below_rounding)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
