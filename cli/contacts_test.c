/* pawl check lists contacts and curve joints with what they start with; runs warn of what is worth knowing. */
#define _XOPEN_SOURCE 700
#include "trial.h"

#define BALL                                                                                                 \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local ball = body \"ball\" { mass = 1, inertia = 1e-3, y = 0.06 }\n"                                      \
  "local floor = shape \"floor\" { ground, line { {0.2, 0}, {-0.2, 0} } }\n"                                 \
  "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
#define SHORT "simulate { duration = 0.01 }\n"

static void contacts_are_listed_with_their_distance(void **state)
{
  static trial t;
  write_file(*state, "ball.lua",
             BALL "contact \"hit\" { floor, rim, law = linear { stiffness = 1e5 } }\n"
                  "local low = shape \"low\" { ball:at{0, -0.0101}, circle { radius = 0.05 } }\n"
                  "contact \"deep\" { floor, low, law = linear { stiffness = 1e5, damping = 10 },\n"
                  "  friction = regularised { mu = 0.3, stick_speed = 1e-3 } }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "check ball.lua")->status, 0);
  assert_has(
      t.out,
      "  contacts\n"
      "    contact \"hit\": rim on floor, linear, no friction; 10 mm apart\n"
      "    contact \"deep\": low on floor, linear, regularised friction; starts pressed by 100 um: 10 N\n");
  assert_lacks(t.out, "advice");
  assert_int_equal(try_pawl(state, &t, "run ball.lua")->status, 0);
  assert_has(t.out, "  warning       contact \"deep\" starts pressed by 100 um: 10 N\n");
  assert_lacks(t.out, "\"hit\" starts");
  assert_int_equal(try_pawl(state, &t, "check ball.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"law\": \"linear\",\n      \"friction\": null,\n      \"gap\": 0.0");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"start_force\": 10.");
}

/* The same ball on a law that is a hundred times too soft, one that is right, one that is too stiff for any step. */
static void absurd_laws_get_advice(void **state)
{
  static trial t;
  static const char model[] =
      BALL "local k = parameter \"k\" { 1e6 }\n"
           "contact \"hit\" { floor, rim, law = linear { stiffness = k, damping = 1 } }\n" SHORT;
  static const char soft[] =
      "linear is too soft: a load of 9.81 N would sink 0.21 m deep into a shape of 0.1 m; with "
      "stiffness = 2.2e+05 it would be 0.001 m\n";
  static const char stiff[] =
      "linear is too stiff: a blow of 1 kg at 0.443 m/s would last 3e-12 s, in a model of 0.01 s; "
      "with stiffness = 2e+09 it would sink 1e-05 m deep and last 6.8e-05 s\n";
  char line[512];
  write_file(*state, "soft.lua", model);
  assert_int_equal(try_pawl(state, &t, "check soft.lua")->status, 0);
  assert_lacks(t.out, "advice");
  assert_int_equal(try_pawl(state, &t, "check soft.lua --set k=100")->status, 0);
  snprintf(line, sizeof line, "      advice, soft.lua:6: %s", soft);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run soft.lua --set k=100")->status, 0);
  snprintf(line, sizeof line, "  warning       soft.lua:6: contact \"hit\": %s", soft);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run soft.lua --set k=600")->status,
                   0); /* check says it, a run does not */
  assert_lacks(t.out, "warning");
  assert_int_equal(try_pawl(state, &t, "check soft.lua --set k=600")->status, 0);
  assert_has(t.out, "advice, soft.lua:6: linear is too soft");
  assert_int_equal(try_pawl(state, &t, "check soft.lua --set k=1e24")->status, 0);
  snprintf(line, sizeof line, "      advice, soft.lua:6: %s", stiff);
  assert_has(t.out, line);
}

static void two_contacts_of_two_shapes_are_told(void **state)
{
  static trial t;
  write_file(*state, "twice.lua",
             BALL "contact \"hit\" { floor, rim, law = linear { stiffness = 1e5 } }\n"
                  "contact \"again\" { rim, floor, law = linear { stiffness = 1e5 } }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "run twice.lua")->status, 0);
  assert_has(t.out,
             "  warning       twice.lua:6: contact \"again\": its shapes touch in contact \"hit\", too: both "
             "forces act\n");
}

static void shapes_that_cross_themselves_are_told(void **state)
{
  static trial t;
  write_file(*state, "bow.lua",
             BALL "local bow = shape \"bow\" { ball:at{0, 5}, polygon { {0, 0}, {2, 2}, {2, 0}, {0, 2} } }\n"
                  "contact \"hit\" { floor, bow, law = linear { stiffness = 1e5 } }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "run bow.lua")->status, 0);
  assert_has(t.out,
             "  warning       bow.lua:5: shape \"bow\" crosses itself at {1, 1}, where s is 1.41421 and ");
}

/* A roller on an ellipse may be above or below it. */
static void curve_joints_have_other_assemblies(void **state)
{
  static trial t;
  char line[64];
  static const char model[] = "planar { gravity = {0, -9.81} }\n"
                              "local cam = body \"cam\" { mass = 1, inertia = 1e-3 }\n"
                              "revolute \"shaft\" { ground, cam, angle = 0, speed = 2 }\n"
                              "local rod = body \"rod\" { mass = 0.2, inertia = 1e-4 }\n"
                              "prismatic \"guide\" { ground, rod, axis = {0, 1}, position = 40*mm }\n"
                              "local rim = shape \"rim\" { cam, ellipse { a = 40*mm, b = 20*mm } }\n"
                              "local foot = shape \"foot\" { rod, circle { radius = 5*mm } }\n"
                              "curve_joint \"follower\" { rim, foot, ";
  static char text[1024];
  snprintf(text, sizeof text, "%s }\n", model);
  write_file(*state, "cam.lua", text);
  assert_int_equal(try_pawl(state, &t, "check cam.lua")->status, 0);
  assert_has(t.out, "    curve_joint \"follower\": rim at s1 = 1.5708, foot at s2 = 4.71239; pushes with ");
  assert_has(t.out, "      another assembly: near = { 4.712, 1.571 }\n");
  assert_true(strtod(strstr(t.out, "guide.position") + 14, NULL) > 0.0249999);
  snprintf(text, sizeof text, "%snear = { 4.712, 1.571 } }\n", model);
  write_file(*state, "under.lua", text);
  assert_int_equal(try_pawl(state, &t, "check under.lua")->status, 0);
  assert_has(t.out, "    curve_joint \"follower\": rim at s1 = 4.71239, foot at s2 = 1.5708; pulls with ");
  assert_has(t.out, "      another assembly: near = { 1.571, 4.712 }\n");
  assert_true(strtod(strstr(t.out, "guide.position") + 14, NULL) < -0.0249999);
  assert_int_equal(try_pawl(state, &t, "check cam.lua --json")->status, 0);
  assert_json(t.out);
  snprintf(line, sizeof line, "\"other_assemblies\": [\n        {\n          \"s1\": 4.71238");
  assert_has(t.out, line);
}

/* The models that come with the command start as they should. */
static void our_models_get_no_advice(void **state)
{
  assert_int_equal(
      shell(".", "for m in models/*/model.lua; do \"$PAWL\" check $m; done >.contacts-out 2>.contacts-err"),
      0);
  static char text[1 << 19];
  read_back(".", ".contacts-out", text, sizeof text);
  assert_lacks(text, "advice");
  assert_has(text,
             "contact \"main_latch\": latch_roller on prop_outline, impact, regularised friction; 1.79");
  (void)state;
  assert_int_equal(shell(".", "rm -f .contacts-out .contacts-err"), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_are_listed_with_their_distance),
      cmocka_unit_test(absurd_laws_get_advice),
      cmocka_unit_test(two_contacts_of_two_shapes_are_told),
      cmocka_unit_test(shapes_that_cross_themselves_are_told),
      cmocka_unit_test(curve_joints_have_other_assemblies),
      cmocka_unit_test(our_models_get_no_advice),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
