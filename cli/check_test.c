/* pawl check and pawl models: what they say of models whose structure is known. */
#define _XOPEN_SOURCE 700
#include "trial.h"

static const char four_bar[] = "-- A four-bar linkage.\n"
                               "planar { gravity = {0, -9.81} }\n"
                               "local a = body \"crank\" { mass = 1, inertia = 0.1 }\n"
                               "local b = body \"coupler\" { mass = 2, inertia = 0.3 }\n"
                               "local c = body \"rocker\" { mass = 1.5, inertia = 0.2 }\n"
                               "revolute \"A\" { ground, a, angle = 60*deg, speed = 2 }\n"
                               "revolute \"B\" { a:at{1, 0}, b }\n"
                               "revolute \"C\" { b:at{2, 0}, c:at{1.5, 0} }\n"
                               "revolute \"D\" { ground:at{2, 0}, c }\n";

/* Two bars are a parallelogram; the third adds nothing, and at 0 degrees all is in one line. */
static const char parallelogram[] = "planar {}\n"
                                    "local angle = parameter \"angle\" { 1 }\n"
                                    "local p = body \"plate\" { mass = 2, inertia = 0.3 }\n"
                                    "for i = 1, 3 do\n"
                                    "  local bar = body(\"bar\" .. i) { mass = 1, inertia = 0.1 }\n"
                                    "  revolute(\"low\" .. i) { ground:at{i, 0}, bar, angle = angle }\n"
                                    "  revolute(\"high\" .. i) { bar:at{1, 0}, p:at{i, 0} }\n"
                                    "end\n";

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "fourbar.lua", four_bar);
  write_file(*state, "parallel.lua", parallelogram);
  return 0;
}

/* Two ways to close: said by check and run, unless a start value tells; the same whichever frame is first. */
static void two_assemblies_are_told(void **state)
{
  static trial t;
  static const char two[] = "the loops close in 2 ways, and no start value says which: ";
  assert_int_equal(try_pawl(state, &t, "check fourbar.lua")->status, 0);
  assert_has(t.out, two);
  assert_has(t.out, ": not written, as the constraints have it\n");
  assert_int_equal(try_pawl(state, &t, "run fourbar.lua --until 0.1")->status, 0);
  assert_has(t.out, two);
  assert_int_equal(try_pawl(state, &t, "check fourbar.lua --json")->status, 0);
  assert_has(t.out, "\"assembly\": {");
  assert_has(t.out, "\"ways\": 2");
  write_file(*state, "told.lua",
             "planar {}\n"
             "local a = body \"a\" { mass = 1, inertia = 0.1 }\n"
             "local b = body \"b\" { mass = 2, inertia = 0.3 }\n"
             "local c = body \"c\" { mass = 1.5, inertia = 0.2 }\n"
             "revolute \"A\" { ground, a, angle = 60*deg }\n"
             "revolute \"B\" { a:at{1, 0}, b }\n"
             "revolute \"C\" { b:at{2, 0}, c:at{1.5, 0} }\n"
             "revolute \"D\" { ground:at{2, 0}, c, angle = 80*deg }\n");
  assert_int_equal(try_pawl(state, &t, "check told.lua")->status, 0);
  assert_has(t.out, "the loops close in 2 ways, and start values as written are nearest to this one: ");
  assert_int_equal(try_pawl(state, &t, "run told.lua --until 0.1")->status, 0);
  assert_null(strstr(t.out, "the loops close"));
}

static void loops_are_counted_and_named(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "check fourbar.lua")->status, 0);
  assert_has(t.out, "fourbar.lua: planar, 3 bodies, 4 joints\n");
  assert_has(t.out, "1: 3 coordinates of the tree, less 2 independent of 2 equations\n");
  assert_has(t.out, "closes a loop: 2 equations\n");
  assert_lacks(t.out, "dependent equations\n");
  assert_has(t.out, "A.angle");
  assert_has(t.out, "scales              length 2 m, mass 2 kg");
}

static void json_holds_the_same(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "check fourbar.lua --json")->status, 0);
  assert_json(t.out);
  assert_true(json_number(t.out, "coordinates") == 3);
  assert_true(json_number(t.out, "equations") == 2);
  assert_true(json_number(t.out, "rank") == 2);
  assert_true(json_number(t.out, "degrees_of_freedom") == 1);
  double angle = json_number(t.out, "A.angle");
  assert_true(angle > 1.047197 && angle < 1.047198); /* as given: the loop leaves it */
  assert_true(json_number(t.out, "status") == 0);
}

static void redundant_equations_are_named(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "check parallel.lua")->status, 0);
  assert_has(t.out, "1: 4 coordinates of the tree, less 3 independent of 4 equations\n");
  assert_has(t.out,
             "1 of 2 equations follows from the others: redundant. Reactions are not unique; the motion is "
             "not affected\n");
  assert_lacks(t.out, "singular");
  assert_has(t.out, "angle = 1");
}

static void singular_positions_are_told_from_redundant_designs(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "check parallel.lua --set angle=0 --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"singular\": true");
  assert_has(t.out, "\"here_only\": true");
  try_pawl(state, &t, "check parallel.lua --set angle=0");
  assert_has(t.out, "The start is a singular position: the rank is larger nearby\n");
}

static void drives_and_free_bodies_are_shown(void **state)
{
  static trial t;
  write_file(*state, "driven.lua",
             "spatial {}\n"
             "local a = body \"rotor\" { mass = 1, inertia = {1, 1, 1} }\n"
             "body \"drone\" { mass = 1, inertia = {1, 1, 1}, z = 3 }\n"
             "revolute \"axle\" { ground, a }\n"
             "motor \"drive\" { \"axle\", speed = 2 }\n"
             "simulate { tolerance = 1e-3 }\n");
  assert_int_equal(try_pawl(state, &t, "check driven.lua")->status, 0);
  assert_has(t.out, "spatial, 2 bodies, 1 joint\n");
  assert_has(t.out, "6: 7 coordinates of the tree, less 1 independent of 1 equation\n");
  assert_has(t.out, "motor \"drive\" prescribes a motion: 1 equation\n");
  assert_has(t.out, "drone.z");
  assert_lacks(t.out, "drone.com");
  assert_has(t.out, "dopri5, tolerance 0.001");
}

/* A driven cam meets a follower at rest: all that is shown is of the instant after. */
static void an_impact_at_the_start_is_told(void **state)
{
  static trial t;
  write_file(*state, "cam.lua",
             "planar {}\n"
             "local cam = body \"cam\" { mass = 1, inertia = 1e-3 }\n"
             "local axle = revolute \"axle\" { ground, cam, angle = 0 }\n"
             "motor \"drive\" { axle, speed = 2 }\n"
             "local rod = body \"rod\" { mass = 0.5, inertia = 1e-3 }\n"
             "local guide = prismatic \"guide\" { ground:at{0, 0, angle = 90*deg}, rod, position = 0.04 }\n"
             "local rim = shape \"rim\" { cam:at{0.03, 0}, circle { radius = 0.05 } }\n"
             "contact \"touch\" { rim, shape \"tip\" { rod, vertex {} }, law = rigid { restitution = "
             "parameter \"e\" { 0 } } }\n");
  assert_int_equal(try_pawl(state, &t, "check cam.lua")->status, 0);
  assert_has(t.out, "  at the start, after its impacts\n");
  assert_has(t.out, "guide.speed                     0.06 m/s\n");
  assert_has(t.out, "    contact \"touch\": an impact at 0.048 m/s; 0.00");
  assert_has(t.out, "energy              kinetic 0.0029 J,"); /* 1/2 1e-3 2^2 + 1/2 0.5 0.06^2 */
  assert_int_equal(try_pawl(state, &t, "check cam.lua --set e=0.5")->status, 0);
  assert_has(t.out, "an impact at 0.048 m/s, which sends it back at 0.024 m/s; ");
  assert_int_equal(try_pawl(state, &t, "check cam.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"start_impacts\": [");
}

static void wrong_models_are_status_1(void **state)
{
  static trial t;
  write_file(*state, "gap.lua",
             "planar {}\n"
             "local a = body \"a\" { mass = 1, inertia = 1 }\n"
             "revolute \"A\" { ground, a }\n"
             "revolute \"B\" { ground:at{5, 0}, a:at{1, 0} }\n");
  assert_int_equal(try_pawl(state, &t, "check gap.lua")->status, 1);
  assert_memory_equal(t.err, "gap.lua:4: revolute \"B\"", 23);
  write_file(*state, "syntax.lua", "planar {\n");
  assert_int_equal(try_pawl(state, &t, "check syntax.lua --json")->status, 1);
  assert_memory_equal(t.err, "syntax.lua:", 11);
  assert_json(t.out);
}

static void models_are_listed_with_their_first_comment(void **state)
{
  static trial t;
  assert_int_equal(shell(*state,
                         "mkdir -p models/b models/a models/empty && cp fourbar.lua models/b/model.lua &&"
                         " printf 'planar {}\\n-- Second line.\\n' >models/a/model.lua"),
                   0);
  assert_int_equal(try_pawl(state, &t, "models")->status, 0);
  assert_string_equal(t.out, "models/a  Second line.\nmodels/b  A four-bar linkage.\n");
  assert_int_equal(try_pawl(state, &t, "models models/")->status, 0);
  assert_has(t.out, "models/a  ");
  assert_int_equal(try_pawl(state, &t, "models none")->status, 4);
  assert_has(t.err, "pawl: cannot read the folder none: ");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_are_counted_and_named),
      cmocka_unit_test(two_assemblies_are_told),
      cmocka_unit_test(json_holds_the_same),
      cmocka_unit_test(redundant_equations_are_named),
      cmocka_unit_test(singular_positions_are_told_from_redundant_designs),
      cmocka_unit_test(drives_and_free_bodies_are_shown),
      cmocka_unit_test(an_impact_at_the_start_is_told),
      cmocka_unit_test(wrong_models_are_status_1),
      cmocka_unit_test(models_are_listed_with_their_first_comment),
  };
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
