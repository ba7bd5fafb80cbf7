/* What is between heavy bodies, or prescribed motions: it stays where it is held; what is pressed together gets a sentence with names,
 * time and what to do, by events and by stepping. */
#include "base/soak_test.h"
#include "step/sessions_test.h"

static void stops(const char *text, const char *names, const char *why)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  if (pawl_model_parse(&model, text, "test", NULL, &error) != PAWL_OK ||
      pawl_run_open(&run, model, NULL, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  assert_int_equal(pawl_run_until(run, 2, &error), PAWL_BAD_NUMBERS);
  if (!strstr(error.text, names) || !strstr(error.text, why) ||
      !strstr(error.text, "let a spring or a force drive it"))
    fail_msg("%s", error.text);
  assert_true(strncmp(error.where, "test:", 5) == 0 && fabs(run->t - 1) < 0.02);
  pawl_run_free(run);
  pawl_model_free(model);
}

static void a_disc_between_plates(void **state)
{
  (void)state;
  static const char *const uppers[] = {
      "local top = base 'top' { y = function(t) return %.17g*(0.3 - 0.1*t) end }\n",
      "local top = body 'top' { mass = 1, inertia = 1 }\n"
      "local slide = prismatic 'slide' { ground, top, axis = {0, 1}, position = %.17g*0.3 }\n"
      "motor 'press' { slide, speed = -0.1*%.17g }\n"};
  static const char *const plans[] = {"", ", method = 'stepping'"};
  for (int k = 0; k < 16; k++) {
    char upper[512], text[2048];
    double size = k & 8 ? 1e-3 : 1;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(upper, sizeof upper, uppers[k & 1], size, size);
#pragma GCC diagnostic pop
    snprintf(text, sizeof text,
             "planar {}\nlocal L = %.17g\n%s"
             "local disc = body 'disc' { mass = 1, inertia = 0.01*L^2, y = 0.1*L }\n"
             "local a = shape 'a' { ground, line { {L, 0}, {-L, 0} } }\n"
             "local c = shape 'c' { top, line { {-L, 0}, {L, 0} } }\n"
             "local d = shape 'd' { disc, circle { radius = 0.1*L } }\n"
             "contact 'under' { a, d, law = rigid {}, friction = %s }\n"
             "contact 'over' { c, d, law = rigid {}, friction = %s }\n"
             "simulate { duration = 2%s }\n",
             size, upper, k & 2 ? "0.3" : "0", k & 2 ? "0.3" : "0", plans[k >> 2 & 1]);
    stops(text, "contacts \"under\", \"over\" cannot be kept at t = ", "press together what is between them");
  }
}

/* A box that falls over a corner on a table, of the ground or far lighter than the box. */
static session fall(double ratio, double side, double size)
{
  char text[2048];
  snprintf(text, sizeof text,
           "local L, side, ratio = %.17g, %.17g, %.17g\n"
           "planar { gravity = {0, -9.81*L} }\n"
           "local table = ratio > 0 and body 'table' { mass = 1, inertia = 6e-4*L^2, y = 0.02*L } or ground\n"
           "local m, y = ratio > 0 and ratio or 1, ratio > 0 and 0.02*L or 0.04*L\n"
           "local c, s = math.cos(0.5), math.sin(0.5)\n"
           "local box = body 'box' { mass = m, inertia = m*0.005*L^2/3, angle = side*0.5,\n"
           "  x = side*(c*0.1 - s*0.05 + 0.01)*L, y = (0.04 + s*0.1 + c*0.05)*L }\n"
           "local floor = shape 'floor' { ground, line { {L, 0}, {-L, 0} } }\n"
           "local top = shape 'top' { table, polygon { {-0.04*L, y - 0.04*L}, {0.04*L, y - 0.04*L},\n"
           "  {0.04*L, y}, {-0.04*L, y} } }\n"
           "local rim = shape 'rim' { box, polygon { {-0.1*L, -0.05*L}, {0.1*L, -0.05*L}, {0.1*L, 0.05*L},\n"
           "  {-0.1*L, 0.05*L} } }\n"
           "if ratio > 0 then contact 'under' { floor, top, law = rigid {}, friction = 2 } end\n"
           "contact 'over' { top, rim, law = rigid {}, friction = 2 }\n"
           "simulate { duration = 0.1, tolerance = 1e-10 }\n",
           size, side, ratio);
  return open_text(text, NULL);
}

/* The table does not notice that it is light. */
static void heavy_turns_on_light(void **state)
{
  (void)state;
  for (int k = 0; k < 16; k += soak_or(1, 1, 5)) {
    double side = k & 1 ? -1 : 1, size = k & 2 ? 1e-3 : 10;
    session on_ground = fall(0, side, size), s = fall(pow(10, 2 + 1.5 * (k >> 2)), side, size);
    go(on_ground, 0.1);
    go(s, 0.1);
    assert_true(fabs(see(s, "box", -1, "angle") - see(on_ground, "box", -1, "angle")) < 1e-8);
    assert_true(fabs(see(s, "box", -1, "angle") - 0.5 * side) > 0.01);
    assert_true(fabs(see(s, "table", -1, "y") - 0.02 * size) < 1e-11 * size);
    assert_true(fabs(see(s, "table", -1, "ay")) < 1e-8 * 9.81 * size);
    assert_true(s.run->books.steps < 60);
    leave(on_ground);
    leave(s);
  }
}

/* A heavy box that has come down flat on a light plate, both without friction: four feet, of which two are too many, and two touches above
 * them. Nothing moves, in a few steps. */
static void flat_on_flat(void **state)
{
  (void)state;
  for (int k = 0; k < 16; k++) {
    char text[2048];
    double size = k & 1 ? 1e-3 : 10, side = k & 2 ? -1 : 1, ratio = pow(10, 3 + (k >> 2));
    snprintf(
        text, sizeof text,
        "local L, side, ratio = %.17g, %.17g, %.17g\n"
        "planar { gravity = {0, -9.81*L} }\n"
        "local plate = body 'plate' { mass = 1.9, inertia = 8e-5*L^2, y = 0.006*L }\n"
        "local box = body 'box' { mass = 1.9*ratio, inertia = 1e-3*ratio*L^2, x = side*0.004*L, y = 0.0421*L "
        "}\n"
        "local floor = shape 'floor' { ground, line { {L, 0}, {-L, 0} } }\n"
        "local under = shape 'under' { plate, polygon { {-0.01*L, -0.006*L}, {-0.004*L, -0.006*L},\n"
        "  {-0.004*L, -0.002*L}, {0.004*L, -0.002*L}, {0.004*L, -0.006*L}, {0.01*L, -0.006*L},\n"
        "  {0.01*L, 0.006*L}, {-0.01*L, 0.006*L} } }\n"
        "local rim = shape 'rim' { box, polygon { {-0.05*L, -0.03*L}, {0.05*L, -0.03*L}, {0.05*L, 0.03*L},\n"
        "  {-0.05*L, 0.03*L} } }\n"
        "contact 'feet' { floor, under, law = rigid {} }\n"
        "contact 'top' { under, rim, law = rigid {} }\n"
        "simulate { duration = 0.4, tolerance = 1e-11 }\n",
        size, side, ratio);
    session s = open_text(text, NULL);
    go(s, 0.4);
    assert_true(fabs(see(s, "box", -1, "y") - 0.042 * size) < 1e-11 * size);
    assert_true(fabs(see(s, "box", -1, "alpha")) < 1e-9);
    assert_true(s.run->books.steps < 300);
    leave(s);
  }
}

/* A heavy slider crosses a light plate on two feet, with the same friction above and below. All three touches are next to their limits, by the
 * plate's own weight, while the load goes from foot to foot: the plate stays, and the slider stops by μ g. */
static void over_two_feet(void **state)
{
  (void)state;
  for (int k = 0; k < 16; k++) {
    char text[2048];
    double size = k & 1 ? 1e-3 : 10, side = k & 2 ? -1 : 1, ratio = pow(10, 3 + (k >> 2)), mu = 0.2;
    snprintf(text, sizeof text,
             "local L, side, ratio, mu = %.17g, %.17g, %.17g, %.17g\n"
             "planar { gravity = {0, -9.81*L} }\n"
             "local plate = body 'plate' { mass = 1, inertia = 1e-3*L^2, y = 0.01*L }\n"
             "local box = body 'box' { mass = ratio, inertia = 1e6*ratio*L^2, x = -side*0.07*L, y = 0.03*L,\n"
             "  vx = side*0.45*L }\n"
             "local floor = shape 'floor' { ground, line { {L, 0}, {-L, 0} } }\n"
             "local under = shape 'under' { plate, polygon { {-0.1*L, -0.01*L}, {0.1*L, -0.01*L},\n"
             "  {0.1*L, 0.01*L}, {-0.1*L, 0.01*L} } }\n"
             "local runner = shape 'runner' { box, circle { radius = 0.01*L } }\n"
             "contact 'feet' { floor, under, law = rigid {}, friction = mu }\n"
             "contact 'top' { under, runner, law = rigid {}, friction = mu }\n"
             "simulate { duration = 0.2, tolerance = 1e-9 }\n",
             size, side, ratio, mu);
    session s = open_text(text, NULL);
    go(s, 0.2);
    double way = 0.45 * 0.2 - 0.5 * mu * 9.81 * 0.04;
    assert_true(fabs(see(s, "box", -1, "x") - side * (way - 0.07) * size) < 1e-6 * size);
    assert_true(fabs(see(s, "plate", -1, "x")) < 1e-9 * size);
    assert_true(s.run->books.steps < 100);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_disc_between_plates),
                                     cmocka_unit_test(heavy_turns_on_light), cmocka_unit_test(flat_on_flat),
                                     cmocka_unit_test(over_two_feet)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
