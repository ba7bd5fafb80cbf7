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
                  "local low = shape \"low\" { ball:at{0, -0.0105}, circle { radius = 0.05 } }\n"
                  "contact \"deep\" { floor, low, law = linear { stiffness = 1e5, damping = 10 },\n"
                  "  friction = regularised { mu = 0.3, stick_speed = 1e-3 } }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "check ball.lua")->status, 0);
  assert_has(
      t.out,
      "  contacts\n"
      "    contact \"hit\": rim on floor, linear, no friction; 10 mm apart\n"
      "    contact \"deep\": low on floor, linear, regularised friction; starts pressed by 500 um: 50 N\n");
  assert_lacks(t.out, "advice");
  assert_int_equal(try_pawl(state, &t, "run ball.lua")->status, 0);
  assert_has(t.out, "  warning       contact \"deep\" starts pressed by 500 um: 50 N\n");
  assert_lacks(t.out, "\"hit\" starts");
  assert_int_equal(try_pawl(state, &t, "check ball.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"law\": \"linear\",\n      \"friction\": null,\n      \"gap\": 0.0");
  assert_int_equal(try_pawl(state, &t, "run ball.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"start_force\": ");
}

/* A ball that a spring presses onto a floor of 1e5 N/m, as deep as that holds it: nothing to warn of, also where the spring alone is
 * somewhat more or less. Deeper than that, it is an overlap by mistake. */
static void intended_preload_is_no_warning(void **state)
{
  static const struct {
    double pull, depth; /* N; m */
    int warned;
  } cases[] = {{99.019, 1e-3, 0}, {60, 1e-3, 0}, {200, 1e-3, 0}, {0, 9.81e-6, 0},
               {30, 1e-3, 1},     {0, 1e-3, 1},  {-50, 1e-3, 1}};
  static trial t;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[900];
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -9.81} }\n"
        "local ball = body \"ball\" { mass = 0.1, inertia = 1e-4, y = 0.05 - %.17g }\n"
        "local floor = shape \"floor\" { ground, line { {0.2, 0}, {-0.2, 0} } }\n"
        "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
        "prismatic \"guide\" { ground, ball, axis = {0, 1} }\n"
        "spring \"push\" { ground:at{0, 0.3}, ball, stiffness = 1, length = 0.25 + %.17g, preload = %.17g }\n"
        "contact \"seat\" { floor, rim, law = linear { stiffness = 1e5 } }\nsimulate { duration = 1e-4 }\n",
        cases[i].depth, cases[i].depth, -cases[i].pull);
    write_file(*state, "seat.lua", text);
    assert_int_equal(try_pawl(state, &t, "run seat.lua")->status, 0);
    if (!strstr(t.out, "\"seat\" starts pressed by") != !cases[i].warned)
      fail_msg("pulled by %g N, %g m deep:\n%s", cases[i].pull, cases[i].depth, t.out);
    assert_int_equal(try_pawl(state, &t, "check seat.lua")->status, 0);
    assert_has(t.out, "floor, linear, no friction; starts pressed by");
  }
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
      "linear is too stiff: an impact of 1 kg at 0.443 m/s would last 3e-12 s, in a model of 0.01 s; "
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
             BALL "local bow = shape \"bow\" { ball:at{0, 5}, polyline { {0, 0}, {2, 2}, {2, 0}, {0, 2} } }\n"
                  "contact \"hit\" { floor, bow, law = linear { stiffness = 1e5 } }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "run bow.lua")->status, 0);
  assert_has(t.out,
             "  warning       bow.lua:5: shape \"bow\" crosses itself at {1, 1}, where s is 1.41421 and ");
}

/* What ends a run of rigid shapes is said before it. */
static void flat_spots_get_advice(void **state)
{
  static trial t;
  static const char words[] =
      "s is flat at s2 = 1.5708: should it roll over that on a straight piece of floor";
  for (int i = 0; i < 4; i++) {
    char text[600];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 1, inertia = 0.02, y = 0.2 }\n"
             "local floor = shape 'floor' { ground, line { {3, 0}, {-3, 0} } }\n"
             "local s = shape 's' { b, %s { a = 0.2, b = 0.1%s } }\n"
             "contact 'c' { floor, s, law = %s }\nsimulate { duration = 1%s }\n",
             i == 1 ? "ellipse" : "superellipse", i == 1 ? "" : ", exponent = 4",
             i == 2 ? "linear { stiffness = 1e5 }" : "rigid {}", i == 3 ? ", method = 'stepping'" : "");
    write_file(*state, "flat.lua", text);
    assert_int_equal(try_pawl(state, &t, "check flat.lua")->status, 0);
    assert_true((strstr(t.out, words) != NULL) == (i == 0));
  }
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

/* Rigid contacts: what they start as, and what was moved apart. */
static void modes_at_the_start_are_listed(void **state)
{
  static trial t;
  write_file(*state, "rigid.lua",
             "planar { gravity = {0, -9.81} }\n"
             "local block = box \"block\" { mass = 1, width = 0.2, height = 0.1, y = 0.05 }\n"
             "local ball = body \"ball\" { mass = 1, inertia = 1e-3, x = 1, y = 0.05, vx = 1 }\n"
             "local floor = shape \"floor\" { ground, line { {9, 0}, {-9, 0} } }\n"
             "local feet = shape \"feet\" { block, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, "
             "{-0.1, 0.05} } }\n"
             "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
             "local tread = shape \"tread\" { ball, circle { radius = 0.05 } }\n"
             "local high = shape \"high\" { ball, circle { radius = 0.04 } }\n"
             "contact \"rests\" { floor, feet, law = rigid {}, friction = 0.3 }\n"
             "contact \"slides\" { floor, rim, law = rigid {}, friction = 0.3 }\n"
             "contact \"smooth\" { floor, tread, law = rigid {} }\n"
             "contact \"away\" { floor, high, law = rigid {} }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "check rigid.lua")->status, 0);
  assert_has(
      t.out,
      "    contact \"rests\": feet on floor, rigid, coulomb friction; just touches: sticking, sticking\n");
  assert_has(t.out,
             "    contact \"slides\": rim on floor, rigid, coulomb friction; just touches: sliding -\n");
  assert_has(t.out, "    contact \"smooth\": tread on floor, rigid, no friction; just touches: pressed\n");
  assert_has(t.out, "    contact \"away\": high on floor, rigid, no friction; 10 mm apart: open\n");
  assert_int_equal(try_pawl(state, &t, "check rigid.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"modes\": [\n        \"sticking\",\n        \"sticking\"\n      ]");
}

static void forces_that_are_not_unique_are_told(void **state)
{
  static trial t;
  static const char sentence[] =
      "contact \"c1\", \"c2\", \"c3\" and \"c4\": their forces are not unique from t = 0 s on, "
      "which does not change the motion: shown are those farthest from their limits\n";
  char line[300];
  write_file(*state, "table.lua",
             "planar { gravity = {0, -9.81} }\nlocal b = box \"b\" { mass = 1, width = 0.4, height = 0.05, y "
             "= 0.1 }\n"
             "shape \"floor\" { ground, line { {9, 0}, {-9, 0} } }\n"
             "local count = parameter \"count\" { 4 }\n"
             "for i = 1, count do\n  shape(\"leg\"..i) { b:at{-0.15 + 0.1*(i - 1), -0.1}, vertex {} }\n"
             "  contact(\"c\"..i) { \"floor\", \"leg\"..i, law = rigid {} }\nend\n"
             "simulate { duration = 0.1 }\n");
  assert_int_equal(try_pawl(state, &t, "check table.lua")->status, 0);
  snprintf(line, sizeof line, "    warning, %s", sentence);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run table.lua")->status, 0);
  snprintf(line, sizeof line, "  warning       %s", sentence);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "check table.lua --set count=2")->status, 0);
  assert_null(strstr(t.out, "not unique"));
}

static void exact_fits_are_told(void **state)
{
  static trial t;
  static const char slides[] =
      "contact \"floor\" and \"ceil\": an exact fit from t = 0 s on: how hard it is clamped is not known, so "
      "neither their forces nor, with friction, the motion are unique: taken is the motion without preload\n";
  static const char sticks[] =
      "contact \"floor\" and \"ceil\": an exact fit from t = 0 s on: how hard it is clamped is not known, so "
      "their forces are not unique, and whether friction holds may depend on it: taken are those without "
      "preload\n";
  char line[400];
  write_file(
      *state, "fit.lua",
      "planar { gravity = {0, -9.81} }\n"
      "local v, c = parameter \"v\" { 1 }, parameter \"c\" { 0 }\n"
      "local mu = parameter \"mu\" { 0.3 }\n"
      "local b = box \"b\" { mass = 1, width = 0.2, height = 0.1, y = 0.05, vx = v }\n"
      "shape \"rim\" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
      "contact \"floor\" { shape \"f\" { ground, line { {9, 0}, {-9, 0} } }, \"rim\", law = rigid {}, "
      "friction = mu }\n"
      "contact \"ceil\" { shape \"c\" { ground, line { {-9, 0.1 + c}, {9, 0.1 + c} } }, \"rim\", law = "
      "rigid {}, friction = mu }\n"
      "simulate { duration = 0.1 }\n"
      "expect { \"b.ax\", at = 0.1, value = v == 0 and 0 or -mu*9.81, tolerance = 1e-9 }\n");
  assert_int_equal(try_pawl(state, &t, "check fit.lua")->status, 0);
  snprintf(line, sizeof line, "    warning, %s", slides);
  assert_has(t.out, line);
  assert_null(strstr(t.out, "does not change the motion"));
  assert_int_equal(try_pawl(state, &t, "run fit.lua")->status, 0);
  snprintf(line, sizeof line, "  warning       %s", slides);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run fit.lua --set v=0")->status, 0);
  snprintf(line, sizeof line, "  warning       %s", sticks);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run fit.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"doubt\": \"clamp\"");
  assert_int_equal(try_pawl(state, &t, "run fit.lua --set c=1e-6")->status, 0);
  assert_null(strstr(t.out, "exact fit"));
  assert_int_equal(try_pawl(state, &t, "run fit.lua --set mu=0")->status,
                   0); /* the motion is unique, so that is said */
  assert_null(strstr(t.out, "exact fit"));
  assert_has(t.out, "does not change the motion");
}

/* What rests on many legs and is pushed while it is struck: what says less is not said of the same contacts since the same time. */
static void the_stronger_doubt_is_told(void **state)
{
  static trial t;
  write_file(*state, "fit0.lua",
             "planar { gravity = {0, -9.81} }\n"
             "local b = box \"b\" { mass = 1, width = 0.4, height = 0.05, y = 0.1, vx = 1, vy = -1 }\n"
             "shape \"floor\" { ground, line { {9, 0}, {-9, 0} } }\n"
             "for i = 1, 4 do\n  shape(\"leg\"..i) { b:at{-0.15 + 0.1*(i - 1), -0.1}, vertex {} }\n"
             "  contact(\"c\"..i) { \"floor\", \"leg\"..i, law = rigid { restitution = 0.1*i }, friction = "
             "0.3 }\nend\n"
             "simulate { duration = 0.1 }\n");
  assert_int_equal(try_pawl(state, &t, "check fit0.lua")->status, 0);
  assert_has(t.out, "neither their forces nor, with friction, the motion are unique from t = 0 s on");
  assert_null(strstr(t.out, "does not change the motion"));
}

/* A rod that slides on its tip where friction has two answers. */
static void several_motions_are_told(void **state)
{
  static trial t;
  static const char sentence[] =
      "contact \"c\": 2 motions are possible at t = 0 s, open; or sliding +: taken is "
      "open, as it was before\n";
  char line[300];
  write_file(
      *state, "rod.lua",
      "planar { gravity = {0, -9.81} }\nlocal th, w = math.atan(2), 4\n"
      "local c, s = math.cos(th), math.sin(th)\n"
      "local rod = body \"rod\" { mass = 1, inertia = 1/3, x = c, y = s, angle = th, vx = -1 - w*s, vy = "
      "w*c, omega = w }\n"
      "contact \"c\" { shape \"floor\" { ground, line { {50, 0}, {-50, 0} } }, shape \"tip\" { rod:at{-1, "
      "0}, "
      "vertex {} }, law = rigid {}, friction = parameter \"mu\" { 1.4 } }\n"
      "simulate { duration = 1e-3 }\n");
  assert_int_equal(try_pawl(state, &t, "check rod.lua")->status, 0);
  snprintf(line, sizeof line, "    warning, %s", sentence);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run rod.lua --events log.csv --dump-problems two")->status, 0);
  snprintf(line, sizeof line, "  warning       %s", sentence);
  assert_has(t.out, line);
  assert_has(t.out, "  problems      1 in two\n");
  assert_int_equal(shell(*state, "grep -q '^0,c,open,open,several motions,.*,2,,,,0,floor,tip,m$' log.csv"),
                   0);
  assert_int_equal(try_pawl(state, &t, "problem two/000001-acceleration.txt")->status, 0);
  assert_has(t.out, "; 2 motions by 2 sets of modes\n");
  assert_int_equal(try_pawl(state, &t, "run rod.lua --set mu=0.3 --dump-problems one")->status, 0);
  assert_null(strstr(t.out, "motions are possible"));
}

/* A wall strikes the side of a box on a floor: impulses of friction at the side are one of many, and with them the motion. */
static void a_continuum_is_told(void **state)
{
  static trial t;
  static const char under[] = "\"under\" sliding -, \"under\" sliding -",
                    side[] = "\"side\" open, \"side\" open";
  char line[600];
  write_file(
      *state, "wall.lua",
      "planar { gravity = {0, -9.81} }\nlocal a, b, back = 0.03, 0.03, parameter \"back\" { 0 }\n"
      "local box = body \"box\" { mass = 1, inertia = (a*a + b*b)/3, x = a + 0.01, y = b }\n"
      "local ram = base \"ram\" { x = function(t) return t end, y = 0.032 }\n"
      "local fs = shape \"fs\" { ground, line { {9, 0}, {-9, 0} } }\n"
      "local rs = shape \"rs\" { ram, polygon { {-0.1, -0.02}, {0, -0.02}, {0, 0.02}, {-0.1, 0.02} } }\n"
      "local bs = shape \"bs\" { box, polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } }\n"
      "local list = { {\"under\", fs}, {\"side\", rs} }\n"
      "for i = 1, 2 do\n  local k = list[back > 0 and 3 - i or i]\n"
      "  contact(k[1]) { k[2], bs, law = rigid { restitution = 0.4 }, friction = 0.3 }\nend\n"
      "simulate { duration = 0.011 }\n");
  for (int back = 0; back < 2; back++) {
    const char *one = back ? side : under, *two = back ? under : side;
    snprintf(line, sizeof line, "run wall.lua --set back=%d", back);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    assert_has(t.out, ": infinitely many motions are possible at t = 0.01 s, ");
    snprintf(line, sizeof line, ": taken is %s, %s, which is farthest from its limits\n", one, two);
    assert_has(t.out, line);
  }
}

static void corners_that_rest_on_corners_are_told(void **state)
{
  static trial t;
  static const char sentence[] =
      "contact \"c\": a corner rests exactly on a corner at t = 0 s: the direction of their force is not "
      "decided, and a hair to either side gives another motion\n";
  char line[300];
  write_file(
      *state, "corners.lua",
      "planar { gravity = {0, -9.81} }\nlocal x = parameter \"x\" { 0 }\n"
      "local b = body \"b\" { mass = 1, inertia = 1e-2, y = 0.1, x = x, vx = parameter \"v\" { 0 } }\n"
      "local diamond = polygon { {0, -0.1}, {0.1, 0}, {0, 0.1}, {-0.1, 0} }\n"
      "local square = polygon { {-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1} }\n"
      "local below = { diamond, square }\n"
      "contact \"c\" { shape \"low\" { ground:at{0, -0.1}, below[parameter \"low\" { 1 }] }, shape \"high\" "
      "{ b, diamond }, law = rigid {}, friction = 0.3 }\n"
      "simulate { duration = 1e-3 }\n");
  assert_int_equal(try_pawl(state, &t, "check corners.lua")->status, 0);
  snprintf(line, sizeof line, "    warning, %s", sentence);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run corners.lua")->status, 0);
  snprintf(line, sizeof line, "  warning       %s", sentence);
  assert_has(t.out, line);
  /* a corner on an edge is decided, and so are corners that move */
  assert_int_equal(try_pawl(state, &t, "check corners.lua --set low=2")->status, 0);
  assert_null(strstr(t.out, "exactly on a corner"));
  assert_int_equal(try_pawl(state, &t, "check corners.lua --set v=0.1")->status, 0);
  assert_null(strstr(t.out, "exactly on a corner"));
}

static void starts_that_were_moved_apart_are_told(void **state)
{
  static trial t;
  static const char moved[] = "moved.lua:5: contact \"hit\" overlapped by 10 um at the start as written; ";
  char line[256];
  write_file(*state, "moved.lua",
             BALL "contact \"hit\" { floor, rim, law = rigid {} }\n"
                  "local how = parameter \"how\" { \"auto\" }\n"
                  "local lifts = parameter \"lifts\" { 1 }\n"
                  "simulate { duration = 0.01, method = how, projection = lifts > 0 }\n");
  assert_int_equal(try_pawl(state, &t, "check moved.lua --set ball.y=0.04999")->status, 0);
  snprintf(line, sizeof line, "just touches: pressed\n      warning, %sit was moved to just touch\n", moved);
  assert_has(t.out, line);
  assert_int_equal(try_pawl(state, &t, "run moved.lua --set ball.y=0.04999")->status, 0);
  snprintf(line, sizeof line, "  warning       %sit was moved to just touch\n", moved);
  assert_has(t.out, line);
  assert_lacks(t.out, "starts pressed");
  assert_lacks(t.out, "deep when it was first seen");
  assert_int_equal(try_pawl(state, &t, "run moved.lua --set ball.y=0.04999 --set how=stepping")->status, 0);
  assert_has(t.out, line);
  assert_lacks(t.out, "deep when it was first seen");
  assert_int_equal(
      try_pawl(state, &t, "run moved.lua --set ball.y=0.04999 --set how=stepping --set lifts=0")->status, 0);
  snprintf(line, sizeof line, "  warning       %sstepping goes on from there\n", moved);
  assert_has(t.out, line);
  assert_lacks(t.out, "deep when it was first seen");
  assert_int_equal(try_pawl(state, &t, "run moved.lua")->status, 0);
  assert_lacks(t.out, "warning");
}

static void what_sits_in_joints_is_listed(void **state)
{
  static trial t;
  write_file(*state, "joints.lua",
             "planar { gravity = {0, -9.81} }\n"
             "local arm = body \"arm\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
             "revolute \"hinge\" { ground, arm, angle = -0.5 }\n"
             "stop \"end\" { \"hinge\", min = -0.5, max = 1 }\n"
             "joint_friction \"bearing\" { \"hinge\", limit = 0.1 }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "check joints.lua")->status, 0);
  assert_has(t.out, "    stop \"end\": joint \"hinge\", min -0.5 rad, just touches: pressed\n"
                    "    stop \"end\": joint \"hinge\", max 1 rad, 1.5 rad away: open\n"
                    "    joint_friction \"bearing\": joint \"hinge\": sticking\n");
  assert_int_equal(try_pawl(state, &t, "run joints.lua")->status, 0);
  assert_has(t.out, "  stop          end: peak effort 2.");
  assert_has(t.out, " N m\n  events ");
  assert_has(t.out, "  warning       stop \"end\" and joint_friction \"bearing\": their forces are not "
                    "unique from t = 0 s on");
  assert_lacks(t.out, "penetration");
}

/* Stepping has a step in place of a tolerance. */
static void stepping_says_its_step(void **state)
{
  static trial t;
  write_file(*state, "step.lua",
             BALL "contact \"hit\" { floor, rim, law = rigid {} }\n"
                  "simulate { duration = 0.1, method = \"stepping\", step = 1e-4 }\n");
  assert_int_equal(try_pawl(state, &t, "run step.lua")->status, 0);
  assert_has(t.out, ", by stepping with steps of 0.0001 s\n");
  assert_lacks(t.out, "tolerance");
  assert_int_equal(try_pawl(state, &t, "check step.lua")->status, 0);
  assert_has(t.out, "  method              stepping, steps of 0.0001 s, for 0.1 s\n");
  assert_has(t.out, "    contact \"hit\": rim on floor, rigid, no friction; 10 mm apart\n");
  assert_int_equal(try_pawl(state, &t, "run step.lua --json")->status, 0);
  assert_json(t.out);
  assert_has(t.out, "\"tolerance\": null,\n  \"step\": 0.0001,\n");
  assert_int_equal(try_pawl(state, &t, "run step.lua --method dop853")->status, 0);
  assert_has(t.out, ", by dop853 with tolerance 1e-08\n");
  write_file(*state, "events.lua", BALL "contact \"hit\" { floor, rim, law = rigid {} }\n" SHORT);
  assert_int_equal(try_pawl(state, &t, "run events.lua --method stepping")->status, 0);
  assert_has(t.out, ", by stepping with steps of 0.001 s\n");
}

/* A floor that is drawn the other way round: whatever ends the run also says that. */
static void wrong_ways_round_are_told_where_a_run_ends(void **state)
{
  static trial t;
  static const struct {
    const char *floor, *law, *how, *ends;
  } runs[] = {
      {"polyline { {-0.42, -0.2}, {-0.21, 0}, {0.07, 0}, {0.15, -0.2} }", "rigid {}", "",
       ": its shapes overlap by "},
      {"line { {-1, 0}, {0.05, 0} }", "linear { stiffness = 1e5, damping = 10 }", "",
       " from nowhere; at the start "},
      {"line { {-1, 0}, {1, 0} }", "linear { stiffness = 1e4, damping = 10 }", ", method = \"stepping\"",
       " came from nowhere; "},
      {"line { {-1, 0}, {1, 0} }", "rigid {}", ", method = \"stepping\"", " deep when it was first seen, "},
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\n"
             "local ball = body \"ball\" { mass = 1, inertia = 1e-3, y = 0.12, x = 0.02 }\n"
             "local floor = shape \"floor\" { ground, %s }\n"
             "local rim = shape \"rim\" { ball, circle { radius = 0.05 } }\n"
             "contact \"c\" { floor, rim, law = %s }\n"
             "simulate { duration = 1%s }\n",
             runs[i].floor, runs[i].law, runs[i].how);
    write_file(*state, "wrong.lua", text);
    assert_int_equal(try_pawl(state, &t, "run wrong.lua")->status, 3);
    assert_has(t.err, runs[i].ends);
    assert_has(
        t.err,
        "; at the start the shapes of contact \"c\" are nowhere opposite each other: is a curve drawn the "
        "other way round? flip = true changes its sides\n");
    assert_lacks(t.err, "law = rigid");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contacts_are_listed_with_their_distance),
      cmocka_unit_test(intended_preload_is_no_warning),
      cmocka_unit_test(absurd_laws_get_advice),
      cmocka_unit_test(wrong_ways_round_are_told_where_a_run_ends),
      cmocka_unit_test(two_contacts_of_two_shapes_are_told),
      cmocka_unit_test(shapes_that_cross_themselves_are_told),
      cmocka_unit_test(flat_spots_get_advice),
      cmocka_unit_test(curve_joints_have_other_assemblies),
      cmocka_unit_test(our_models_get_no_advice),
      cmocka_unit_test(modes_at_the_start_are_listed),
      cmocka_unit_test(forces_that_are_not_unique_are_told),
      cmocka_unit_test(exact_fits_are_told),
      cmocka_unit_test(the_stronger_doubt_is_told),
      cmocka_unit_test(several_motions_are_told),
      cmocka_unit_test(a_continuum_is_told),
      cmocka_unit_test(corners_that_rest_on_corners_are_told),
      cmocka_unit_test(starts_that_were_moved_apart_are_told),
      cmocka_unit_test(what_sits_in_joints_is_listed),
      cmocka_unit_test(stepping_says_its_step),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
