/* contact { …, start = "touching" }: shapes are brought together, or it is said why not. */
#include "base/chance.h"
#include "step/sessions_test.h"

#define FLOOR                                                                                                \
  "planar { gravity = {0, -9.81} }\nlocal floor = shape 'floor' { ground, line { {5, 0}, {-5, 0} } }\n"

static const char *const laws[] = {"rigid {}", "linear { stiffness = 1e5 }", "hertz { stiffness = 1e7 }"};
static const char *const methods[] = {"auto", "stepping"};

static double channel(pawl_run *run, const char *name)
{
  int i = pawl_run_find(run, name);
  assert_true(i >= 0);
  return pawl_run_read(run, i);
}

static pawl_run *open_run(const char *text, pawl_model **model)
{
  pawl_error e = {0};
  pawl_run *run;
  if (pawl_model_parse(model, text, "m.lua", NULL, &e) != PAWL_OK)
    fail_msg("%s\n%s", e.text, text);
  if (pawl_run_open(&run, *model, NULL, &e) != PAWL_OK)
    fail_msg("%s\n%s", e.text, text);
  return run;
}

static void shut(pawl_run *run, pawl_model *model)
{
  pawl_run_free(run);
  pawl_model_free(model);
}

/* Above the floor, in it, and far from it; by any law and method. */
static void a_ball_comes_to_the_floor(void **state)
{
  (void)state;
  static const char *const heights[] = {"3", "0.1", "0.06", "0.1 + 1e-7"};
  for (int i = 0; i < 24; i++) {
    char text[800];
    pawl_model *model;
    const char *format = FLOOR "local b = body 'b' { mass = 2, inertia = 0.01, x = 0.3, y = ";
    snprintf(text, sizeof text,
             "%s%s }\nlocal rim = shape 'rim' { b, circle { radius = 0.1 } }\n"
             "contact 'c' { floor, rim, law = %s, start = 'touching' }\nsimulate { duration = 1, method = "
             "'%s'%s }\n",
             format, heights[i % 4], laws[i / 4 % 3], methods[i / 12], i / 12 ? ", step = 1e-4" : "");
    pawl_run *run = open_run(text, &model);
    if (fabs(channel(run, "b.y") - 0.1) > 1e-12 || fabs(channel(run, "b.x") - 0.3) > 1e-15 ||
        fabs(channel(run, "c.gap")) > 1e-12)
      fail_msg("y = %.17g, gap %g\n%s", channel(run, "b.y"), channel(run, "c.gap"), text);
    shut(run, model);
  }
}

/* Ellipses and polygons at random, each on a ramp of its own and all in a row on the next one: the gaps close together. */
static void shapes_at_random_touch(void **state)
{
  (void)state;
  unsigned long long chance = 4;
  for (int round = 0; round < 40; round++) {
    char text[2000];
    double tilt = 0.5 * pawl_chance(&chance), turn = 3 * pawl_chance(&chance),
           high = 1 + pawl_chance(&chance);
    double a = 0.2 + 0.1 * pawl_chance(&chance), b = 0.2 + 0.1 * pawl_chance(&chance);
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\n"
             "local floor = shape 'floor' { ground:at{0, 0, angle = %.17g}, line { {5, 0}, {-5, 0} } }\n"
             "local one = body 'one' { mass = 1, inertia = 0.02, x = 0.1, y = %.17g, angle = %.17g }\n"
             "local two = body 'two' { mass = 3, inertia = 0.05, x = 0.3, y = 1 + %.17g, angle = 1 }\n"
             "local s1 = shape 's1' { one, ellipse { a = %.17g, b = %.17g } }\n"
             "local s2 = shape 's2' { two, %s }\n"
             "contact 'low' { floor, s1, law = %s, start = 'touching' }\n"
             "contact 'high' { s1, s2, law = %s, start = 'touching' }\nsimulate { duration = 1 }\n",
             tilt, high, turn, high, a, b,
             round % 2 ? "circle { radius = 0.15 }" : "ellipse { a = 0.2, b = 0.1 }", laws[round % 3],
             laws[round / 3 % 3]);
    pawl_model *model;
    pawl_run *run = open_run(text, &model);
    if (fabs(channel(run, "low.gap")) > 1e-11 || fabs(channel(run, "high.gap")) > 1e-11)
      fail_msg("gaps %g, %g\n%s", channel(run, "low.gap"), channel(run, "high.gap"), text);
    shut(run, model);
  }
}

/* A four-bar's coupler meets a stop: the loop stays closed. */
static void loops_stay_closed(void **state)
{
  (void)state;
  pawl_model *model;
  pawl_run *run = open_run(
      "planar {}\nlocal function bar(n, l) return body(n) { mass = 1, inertia = 0.01, com = {l/2, 0} } end\n"
      "local a, b, c = bar('a', 0.2), bar('b', 0.5), bar('c', 0.4)\n"
      "revolute 'O' { ground, a, angle = 60*deg }\nrevolute 'A' { a:at{0.2, 0}, b }\n"
      "revolute 'C' { ground:at{0.5, 0}, c, angle = 100*deg }\nrevolute 'B' { b:at{0.5, 0}, c:at{0.4, 0} }\n"
      "local wall = shape 'wall' { ground, line { {2, 0.43}, {-2, 0.43} }, flip = true }\n"
      "local knob = shape 'knob' { b:at{0.25, 0.1}, circle { radius = 0.05 } }\n"
      "contact 'k' { wall, knob, law = rigid {}, start = 'touching' }\nsimulate { duration = 0.1 }\n",
      &model);
  assert_true(fabs(channel(run, "k.gap")) < 1e-11);
  assert_true(pawl_residual_position(&run->system, NULL) < 1e-10);
  shut(run, model);
}

static void what_cannot_touch_is_said(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {FLOOR "local b = body 'b' { mass = 1, inertia = 1 }\nweld 'w' { ground:at{0, 1}, b }\n"
             "local rim = shape 'rim' { b, circle { radius = 0.1 } }\n",
       "contact \"c\": start = \"touching\": its shapes are apart by 900 mm, and nothing can move them: "
       "joints, and what is "
       "prescribed, hold both"},
      {FLOOR "local b = body 'b' { mass = 1, inertia = 1 }\nlocal j = revolute 'j' { ground:at{0, 2}, b }\n"
             "local rim = shape 'rim' { b:at{0.5, 0}, circle { radius = 0.1 } }\n",
       "contact \"c\": start = \"touching\": its shapes are apart by "},
      {FLOOR "local b = body 'b' { mass = 1, inertia = 1, y = 1 }\nlocal low = shape 'low' { b, circle { "
             "radius = 0.1 } }\n"
             "local rim = shape 'rim' { b:at{0, -0.3}, circle { radius = 0.1 } } contact 'd' { floor, low, "
             "law = rigid {}, "
             "start = 'touching' }\n",
       "contact \"c\": start = \"touching\": its shapes "},
  };
  for (size_t i = 0; i < 3; i++) {
    char text[1000];
    pawl_model *model;
    pawl_run *run;
    pawl_error e = {0};
    snprintf(text, sizeof text, "%scontact 'c' { floor, rim, law = rigid {}, start = 'touching' }\n",
             cases[i][0]);
    assert_int_equal(pawl_model_parse(&model, text, "m.lua", NULL, &e), PAWL_OK);
    assert_int_equal(pawl_run_open(&run, model, NULL, &e), PAWL_BAD_MODEL);
    if (strncmp(e.text, cases[i][1], strlen(cases[i][1])) != 0)
      fail_msg("%s\n  expected %s\n  got      %s", text, cases[i][1], e.text);
    assert_string_equal(e.where, "m.lua:6");
    shut(run, model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ball_comes_to_the_floor), cmocka_unit_test(shapes_at_random_touch),
      cmocka_unit_test(loops_stay_closed), cmocka_unit_test(what_cannot_touch_is_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
