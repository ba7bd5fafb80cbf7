/* Runs that end at an event, and the value at which a number changes, against closed forms. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "trial.h"

/* A throw at an angle: y(1 s) = v sin a - 5 = 0 at v = 5/sin a; its top is v² sin² a/20. */
static const char thrown[] =
    "planar { gravity = {0, -10} }\n"
    "local a = parameter 'a' { 30, unit = 'deg' }\n"
    "local v = parameter 'v' { 5, unit = 'm/s', max = 50 }\n"
    "local b = body 'ball' { mass = 1, inertia = 1, vx = v*math.cos(a*deg), vy = v*math.sin(a*deg) }\n"
    "simulate { duration = 1 }\n"
    "expect { measure = 'max(ball.vx)', value = -7, tolerance = 1 }\n";

/* A weight on a table that is shaken, y = A sin(w t): it lifts off when A w² > g. */
static const char shaken[] =
    "planar { gravity = {0, -9.81} }\n"
    "local w = parameter 'w' { 10, unit = 'rad/s' }\n"
    "local table = base 'table' { y = function(t) return 0.01*(1 - math.cos(w*t)) end }\n"
    "local top = shape 'top' { table, line { {1, 0}, {-1, 0} } }\n"
    "local weight = box 'weight' { mass = 2, width = 0.1, height = 0.1, y = 0.05 }\n"
    "local rim = shape 'rim' { weight, circle { radius = 0.05 } }\n"
    "contact 'stands' { top, rim, law = rigid {} }\n"
    "simulate { duration = 0.3 }\n";

static const char ball[] = "planar { gravity = {0, -9.81} }\n"
                           "local floor = shape 'floor' { ground, line { {0.5, 0}, {-0.5, 0} } }\n"
                           "local ball = body 'ball' { mass = 0.2, inertia = 1e-4, y = 0.55 }\n"
                           "local rim = shape 'rim' { ball, circle { radius = 50*mm } }\n"
                           "contact 'hit' { floor, rim, law = rigid { restitution = 0.5 } }\n"
                           "simulate { duration = 0.8 }\n"
                           "expect { measure = 'count(hit)', value = 3, tolerance = 0 }\n"
                           "expect { 'ball.y', at = 0.8, value = 7, tolerance = 0 }\n";

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "thrown.lua", thrown);
  write_file(*state, "shaken.lua", shaken);
  write_file(*state, "ball.lua", ball);
  return 0;
}

/* ---- bisections ---- */

static void a_change_of_sign_is_found(void **state)
{
  static trial t;
  assert_int_equal(
      try_pawl(state, &t, "run thrown.lua --bisect v=1:20 --measure 'final(ball.y)' --json")->status, 0);
  assert_json(t.out);
  assert_true(fabs(json_number(t.out, "found") - 10) < 1e-8);
  assert_true(json_number(t.out, "runs") < 10); /* it is linear in v */
  assert_int_equal(
      try_pawl(state, &t, "run thrown.lua --bisect v=20:1 --measure 'max(ball.y) - 1.8*m' --json")->status,
      0);
  assert_true(fabs(json_number(t.out, "found") - 12) < 1e-8); /* at the top at 0.6 s, which is a row */
  assert_true(json_number(t.out, "runs") < 25);
  assert_int_equal(
      try_pawl(state, &t, "run thrown.lua --bisect 'a=0.1*rad:80*deg' --set v=10 --measure 'final(ball.y)'")
          ->status,
      0);
  assert_has(t.out, "thrown.lua\n  bisected      a from 5.72957795 to 80 deg, in ");
  assert_has(t.out, "\n  found         a = 30 deg\n");
  try_pawl(state, &t, "run thrown.lua --bisect planar.gravity.y=-20:-1 --measure 'final(ball.y)' --json");
  assert_int_equal(t.status, 0);
  assert_true(fabs(json_number(t.out, "found") + 5) < 1e-8);
}

/* The speed at which the weight lifts off: √(g/A). Its steps from 0 to some events, and from none to a time, are found, too. */
static void the_speed_of_lifting_off_is_found(void **state)
{
  static trial t;
  double right = sqrt(9.81 / 0.01);
  assert_int_equal(
      try_pawl(state, &t, "run shaken.lua --bisect w=10:60 --measure 'count(stands:open)' --json")->status,
      0);
  assert_json(t.out);
  if (!(fabs(json_number(t.out, "found") - right) < 1e-5 * right))
    fail_msg("%.12g, not %.12g", json_number(t.out, "found"), right);
  assert_int_equal(
      try_pawl(state, &t, "run shaken.lua --bisect w=10:60 --measure 'when(stands:open)'")->status, 0);
  assert_has(t.out, "when(stands:open) is none at w = ");
}

static void without_a_change_there_is_a_sentence(void **state)
{
  static const struct {
    const char *call;
    int status;
    const char *says;
  } cases[] = {
      {"run thrown.lua --bisect v=1:2 --measure 'final(ball.y)'", 2,
       "pawl: --bisect: final(ball.y) does not change its sign, nor from zero: it is -4.5 m at v = 1, and -4 "
       "m at 2\n"},
      {"run ball.lua --bisect ball.mass=1:2 --measure 'count(hit)'", 2,
       "pawl: --bisect: count(hit) does not change its sign, nor from zero: it is 3 at ball.mass = 1, and 3 "
       "at 2\n"},
      {"run thrown.lua --bisect v=1:2", 2,
       "pawl: --bisect wants one --measure, which says what is to change\n"},
      {"run thrown.lua --bisect v=1:2 --measure 'final(t)' --measure 'final(t)'", 2,
       "pawl: --bisect wants one --measure, not several\n"},
      {"run thrown.lua --bisect v=1:2 --bisect a=1:2 --measure 'final(t)'", 2,
       "pawl: --bisect takes one parameter\n"},
      {"run thrown.lua --bisect v=1 --measure 'final(t)'", 2,
       "pawl: --bisect v=1: wants NAME=FROM:TO, two different numbers in m/s\n"},
      {"run thrown.lua --bisect v=1:1*s --measure 'final(t)'", 2,
       "pawl: --bisect v=1:1*s: wants NAME=FROM:TO, two different numbers in m/s\n"},
      {"run thrown.lua --bisect w=1:2 --measure 'final(t)'", 2,
       "pawl: no parameter or field is called 'w'\n"},
      {"run thrown.lua --bisect v=1:2 --measure 'final(ball.z)'", 2,
       "pawl: --measure 'final(ball.z)', column 7: there is no channel 'ball.z'; did you mean 'ball.x'?\n"},
      {"run thrown.lua --bisect v=1:60 --measure 'final(ball.y)'", 2,
       "thrown.lua:3: --bisect, with v = 60: parameter \"v\": must be at most 50 m/s, not 60\n"},
      {"run thrown.lua --bisect v=1:20 --measure 'final(ball.y)' --out keep.csv", 2,
       "pawl: --bisect makes many runs and keeps none: --out goes with one, --set v=VALUE\n"}};
  static trial t;
  write_file(*state, "keep.csv", "kept");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(try_pawl(state, &t, cases[i].call)->status, cases[i].status);
    assert_string_equal(t.err, cases[i].says);
    assert_string_equal(t.out, "");
  }
  assert_int_equal(shell(*state, "test `cat keep.csv` = kept"), 0);
}

/* ---- until an event ---- */

static void a_run_ends_at_an_event(void **state)
{
  static trial t;
  char text[1 << 16];
  double T = sqrt(2 * 0.5 / 9.81);
  assert_int_equal(
      try_pawl(state, &t,
               "run ball.lua --until-event hit:impact --json --out u.csv --channels ball.y --output 0.1,even")
          ->status,
      0);
  assert_json(t.out);
  assert_true(fabs(json_number(t.out, "time") - T) < 1e-9); /* the end of the run */
  assert_has(t.out, "\"event\": \"hit:impact\"");
  assert_true(json_number(t.out, "rows") == 5);
  read_back(*state, "u.csv", text, sizeof text);
  assert_has(text, "\n0.319");
  try_pawl(state, &t,
           "run ball.lua --until-event hit:impact --quiet --out u.csv --channels ball.vy --output 0.1");
  read_back(*state, "u.csv", text, sizeof text); /* both sides of it, and no third row */
  const char *side = strstr(text, "0.3192");
  assert_true(side && strstr(side, ",1\n0.3192") && !strchr(strstr(side, ",2\n") + 3, '\n'));
  assert_int_equal(try_pawl(state, &t, "run ball.lua --until-event hit --measure 'final(t)'")->status, 0);
  assert_has(t.out, "  until         hit: at t = 0.3192");
  assert_has(t.out, "  expect        count(hit): not reached\n"); /* it is of the whole run */
  assert_has(t.out, "  expect        ball.y at t = 0.8 s: not reached\n");
  /* what is at a row has one row */
  assert_int_equal(
      try_pawl(state, &t, "run ball.lua --until-event hit:accumulation --output 0.1,even --json --out u.csv")
          ->status,
      3);
  assert_has(t.out, "\"time\": null");
  assert_true(json_number(t.out, "rows") == 9);
}

static void wrong_events_are_refused(void **state)
{
  static const char *const cases[][2] = {
      {"hot", "pawl: --until-event: there is no part 'hot'; did you mean 'hit'?\n"},
      {"hit:impakt",
       "pawl: --until-event: there are no events of the kind 'impakt'; did you mean 'impact'?\n"},
      {"ball",
       "pawl: --until-event: 'ball' is a body, which has no events: contacts, stops and ropes have\n"},
      {"hit:", "pawl: --until-event: there are no events of the kind ''\n"},
      {"hit --method stepping", "pawl: --until-event hit: stepping keeps no log of events\n"}};
  static trial t;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[128];
    snprintf(line, sizeof line, "run ball.lua --until-event %s", cases[i][0]);
    assert_int_equal(try_pawl(state, &t, line)->status, 2);
    assert_string_equal(t.err, cases[i][1]);
  }
}

static void the_help_has_the_language(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "help expressions")->status, 0);
  assert_has(t.out, "  value      = number | name | function");
  assert_has(t.out, "  cross(x, level, n)    when it crosses the level");
  assert_has(t.out, "Kinds of events:        impact accumulation open ");
  assert_int_equal(try_pawl(state, &t, "run --help")->status, 0);
  assert_has(t.out, "--bisect NAME=FROM:TO");
  assert_has(t.out, "--until-event NAME[:KIND]");
  assert_has(t.out, "--measure EXPR");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_change_of_sign_is_found),
                                     cmocka_unit_test(the_speed_of_lifting_off_is_found),
                                     cmocka_unit_test(without_a_change_there_is_a_sentence),
                                     cmocka_unit_test(a_run_ends_at_an_event),
                                     cmocka_unit_test(wrong_events_are_refused),
                                     cmocka_unit_test(the_help_has_the_language)};
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
