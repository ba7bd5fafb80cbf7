/* pawl run: rows, channels, expects, results, restarts, failures, exit statuses. */
#define _XOPEN_SOURCE 700
#include <math.h>

#include "trial.h"

/* Falls freely: y = -g t²/2 exactly for any integrator of order 2 or more. */
static const char falling[] =
    "-- A ball that falls.\n"
    "planar { gravity = {0, -10} }\n"
    "local k = parameter \"heft\" { 2, unit = \"kg\" }\n"
    "local b = body \"ball\" { mass = k, inertia = 1, vx = 3 }\n"
    "marker \"top\" { b:at{0, 1} }\n"
    "simulate { duration = 1, output = 0.3 }\n"
    "expect { \"ball.y\", at = 0.5, value = -1.25, tolerance = 1e-12, source = \"g t^2/2\" }\n"
    "expect { \"ball.x\", value = 3, tolerance = 1e-12 }\n";

static const char pendulum[] = "planar { gravity = {0, -9.81} }\n"
                               "local a = body \"a\" { mass = 1, com = {1, 0} }\n"
                               "local b = body \"b\" { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
                               "revolute \"one\" { ground, a }\n"
                               "revolute \"two\" { b, a:at{1, 0} }\n"
                               "torsion \"damper\" { \"two\", stiffness = 1, damping = 0.2 }\n"
                               "simulate { duration = 4 }\n";

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "falling.lua", falling);
  write_file(*state, "pendulum.lua", pendulum);
  return 0;
}

/* ---- the summary ---- */

static void summary_says_what_was_done(void **state)
{
  static trial t;
  try_pawl(state, &t, "run falling.lua");
  assert_int_equal(t.status, 0);
  assert_string_equal(t.err, "");
  assert_has(t.out, "falling.lua\n");
  assert_has(t.out, "t = 0 to 1 s");
  assert_has(t.out, "expect        ball.y at t = 0.5 s: -1.2");
  assert_has(t.out, "good (g t^2/2)");
  assert_lacks(t.out, "constraints");
  const char *hash = strstr(t.out, "state         ");
  assert_non_null(hash);
  assert_int_equal(strspn(hash + 14, "0123456789abcdef"), 16);
}

static void quiet_says_nothing(void **state)
{
  static trial t;
  try_pawl(state, &t, "run falling.lua --quiet");
  assert_int_equal(t.status, 0);
  assert_string_equal(t.out, "");
  assert_string_equal(t.err, "");
}

static void json_has_every_key(void **state)
{
  static const char *const keys[] = {"model",
                                     "time",
                                     "method",
                                     "tolerance",
                                     "steps",
                                     "rejected",
                                     "rhs",
                                     "factorizations",
                                     "ledger_worst",
                                     "residual_position",
                                     "residual_velocity",
                                     "state_hash",
                                     "wall_seconds",
                                     "out",
                                     "expects",
                                     "channel",
                                     "at",
                                     "value",
                                     "got",
                                     "difference",
                                     "ok",
                                     "source",
                                     "status"};
  static trial t;
  try_pawl(state, &t, "run falling.lua --json --tolerance 1e-6 --method dopri5");
  assert_int_equal(t.status, 0);
  assert_json(t.out);
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", keys[i]);
    assert_has(t.out, quoted);
  }
  assert_has(t.out, "\"method\": \"dopri5\"");
  assert_true(json_number(t.out, "tolerance") == 1e-6);
  assert_true(json_number(t.out, "time") == 1);
  assert_lacks(t.out, "\"error\"");
}

static void the_same_call_gives_the_same_hash(void **state)
{
  static trial t, again;
  try_pawl(state, &t, "run pendulum.lua --json");
  try_pawl(state, &again, "run pendulum.lua --json --output 0.5 --channels a.x --out x.csv");
  const char *a = strstr(t.out, "state_hash"), *b = strstr(again.out, "state_hash");
  assert_non_null(a);
  assert_non_null(b);
  assert_memory_equal(a, b, 32); /* outputs do not touch the state */
}

/* ---- rows ---- */

/* Times and second columns of a CSV file. */
static int read_rows(void **state, const char *name, double *t, double *x, int most)
{
  static char text[1 << 18];
  int n = 0;
  read_back(*state, name, text, sizeof text);
  for (char *line = strchr(text, '\n'); line && line[1] && n < most; line = strchr(line + 1, '\n'), n++) {
    char *end;
    t[n] = strtod(line + 1, &end);
    x[n] = *end == ',' ? strtod(end + 1, NULL) : NAN;
  }
  return n;
}

static void assert_header_of(void **state, const char *options, const char *header)
{
  static trial t;
  char line[256], text[1 << 14];
  snprintf(line, sizeof line, "run falling.lua --channels ball.y --out c.csv %s", options);
  assert_int_equal(try_pawl(state, &t, line)->status, 0);
  read_back(*state, "c.csv", text, sizeof text);
  text[strcspn(text, "\n")] = 0;
  assert_string_equal(text, header);
}

static void the_last_row_is_at_the_end(void **state)
{
  static trial t;
  double time[20], y[20];
  try_pawl(state, &t, "run falling.lua --out rows.csv --channels ball.y");
  assert_int_equal(t.status, 0);
  assert_int_equal(read_rows(state, "rows.csv", time, y, 20), 5);
  for (int i = 0; i < 5; i++) {
    assert_true(time[i] == (i < 4 ? i * 0.3 : 1));
    assert_true(fabs(y[i] + 5 * time[i] * time[i]) < 1e-13);
  }
}

static void intervals_that_divide_leave_no_crumb(void **state)
{
  static const char *const intervals[] = {"0.1", "0.01", "0.007", "0.3333333333333333", "1", "7"};
  static const int rows[] = {11, 101, 144, 4, 2, 2};
  static double time[300], y[300];
  static trial t;
  for (int i = 0; i < 6; i++) {
    char line[128];
    snprintf(line, sizeof line, "run falling.lua --out rows.csv --output %s", intervals[i]);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    int n = read_rows(state, "rows.csv", time, y, 300);
    assert_int_equal(n, rows[i]);
    assert_true(time[0] == 0 && time[n - 1] == 1);
    assert_true(time[n - 1] - time[n - 2] > 1e-3);
  }
}

static void a_run_of_no_length_has_one_row(void **state)
{
  static trial t;
  double time[4], y[4];
  assert_int_equal(try_pawl(state, &t, "run falling.lua --until 0 --out rows.csv")->status, 0);
  assert_int_equal(read_rows(state, "rows.csv", time, y, 4), 1);
}

static void too_many_rows_are_refused(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run falling.lua --output 1e-20")->status, 2);
  assert_string_equal(t.err, "pawl: --output 1e-20: too many rows\n");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --output 0")->status, 2);
  assert_string_equal(t.err, "pawl: --output 0: must be more than 0\n");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --output evn")->status, 2);
  assert_string_equal(t.err,
                      "pawl: --output wants seconds between rows, 'even' for no other rows, or both as in "
                      "1e-3,even, not 'evn'\n");
  assert_header_of(state, "--output even", "time [s],ball.y [m]");
  assert_header_of(state, "--output 0.5,even", "time [s],ball.y [m]");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --set simulate.output=0")->status, 2);
  assert_string_equal(t.err, "falling.lua:6: simulate: 'output' must be more than 0 s\n");
}

/* ---- channels ---- */

static void assert_header(void **state, const char *choice, const char *header)
{
  static trial t;
  char line[256], text[512];
  snprintf(line, sizeof line, "run falling.lua --out c.csv --channels '%s'", choice);
  assert_int_equal(try_pawl(state, &t, line)->status, 0);
  read_back(*state, "c.csv", text, sizeof text);
  text[strcspn(text, "\n")] = 0;
  assert_string_equal(text, header);
}

static void channels_come_in_the_order_asked_for(void **state)
{
  assert_header(state, "ball.y,ball.x", "time [s],ball.y [m],ball.x [m],row.why");
  assert_header(state, "top",
                "time [s],top.x [m],top.y [m],top.angle [rad],top.vx [m/s],top.vy [m/s],top.omega [rad/s],"
                "top.ax [m/s^2],top.ay [m/s^2],top.alpha [rad/s^2],row.why");
  assert_header(state, "top.v*,top.x,top.vx", "time [s],top.vx [m/s],top.vy [m/s],top.x [m],row.why");
  assert_header(
      state, "energy.*",
      "time [s],energy.kinetic [J],energy.gravity [J],energy.stored [J],energy.work [J],energy.total [J],"
      "energy.ledger [J],row.why");
}

static void unknown_channels_are_refused(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run falling.lua --channels ball.y,top.yy")->status, 2);
  assert_string_equal(t.err,
                      "pawl: --channels: there is no channel or part 'top.yy'; did you mean 'top.y'?\n");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --channels bal")->status, 2);
  assert_has(t.err, "did you mean 'ball'?");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --channels 'zz*'")->status, 2);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --channels ball.x,")->status, 2);
}

/* ---- expects ---- */

static void a_missed_expect_is_status_3(void **state)
{
  static trial t;
  write_file(*state, "missed.lua",
             "planar { gravity = {0, -10} }\n"
             "body \"ball\" { mass = 1, inertia = 1 }\n"
             "expect { \"ball.y\", at = 0.5, value = -1.2501, tolerance = 1e-6, source = \"a guess\" }\n"
             "expect { \"ball.y\", value = -5, tolerance = 1e-6 }\n");
  try_pawl(state, &t, "run missed.lua --out m.csv");
  assert_int_equal(t.status, 3);
  assert_string_equal(t.err, "missed.lua:3: expect ball.y at t = 0.5 s: got -1.25, wanted -1.2501 ± 1e-06: "
                             "off by 0.0001 (a guess)\n");
  assert_has(t.out, "FAILED (a guess)");
  assert_int_equal(shell(*state, "test -s m.csv"), 0); /* the run itself is complete */
  try_pawl(state, &t, "run missed.lua --json");
  assert_int_equal(t.status, 3);
  assert_json(t.out);
  assert_has(t.out, "\"ok\": false");
  assert_true(json_number(t.out, "status") == 3);
}

static void an_expect_of_an_unknown_channel_is_a_wrong_model(void **state)
{
  static trial t;
  write_file(*state, "unknown.lua",
             "planar {}\n"
             "body \"ball\" { mass = 1, inertia = 1, vx = 1 }\n"
             "expect { \"bal.x\", value = 1, tolerance = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "run unknown.lua")->status, 1);
  assert_string_equal(t.err, "unknown.lua:3: expect: there is no channel 'bal.x'; did you mean 'ball.x'?\n");
}

static void an_expect_after_the_end_is_a_wrong_model(void **state)
{
  static trial t;
  write_file(*state, "late.lua",
             "planar {}\n"
             "body \"ball\" { mass = 1, inertia = 1, vx = 1 }\n"
             "simulate { duration = 2 }\n"
             "expect { \"ball.x\", at = 3, value = 3, tolerance = 1e-9 }\n");
  assert_int_equal(try_pawl(state, &t, "run late.lua")->status, 1);
  assert_string_equal(t.err, "late.lua:4: expect ball.x at t = 3 s: the run ends before, at t = 2 s\n");
  assert_int_equal(try_pawl(state, &t, "run late.lua --until 1")->status, 0);
  assert_has(t.out, "ball.x at t = 3 s: not reached");
  assert_int_equal(try_pawl(state, &t, "run late.lua --until 4")->status, 0);
  assert_has(t.out, "ball.x at t = 3 s: 3");
  try_pawl(state, &t, "run falling.lua --until 0.7");
  assert_int_equal(t.status, 0);
  assert_has(t.out, "ball.x at t = 1 s: not reached");
}

/* ---- results ---- */

static void a_run_continues_bit_for_bit(void **state)
{
  static trial whole, rest;
  assert_int_equal(try_pawl(state, &whole, "run pendulum.lua --json --out whole.h5")->status, 0);
  assert_int_equal(
      try_pawl(state, &rest, "run pendulum.lua --json --out rest.h5 --from whole.h5@2.5")->status, 0);
  double begin = json_number(rest.out, "begin");
  assert_true(begin > 2 && begin <= 2.5);
  assert_memory_equal(strstr(whole.out, "state_hash"), strstr(rest.out, "state_hash"), 32);
  assert_int_equal(try_pawl(state, &rest, "compare rest.h5 whole.h5")->status, 0);
  assert_has(rest.out, "they agree: 0 of ");
}

static void what_cannot_be_continued_says_so(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run pendulum.lua --quiet --out whole.h5")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --from whole.h5@1")->status, 2);
  assert_has(t.err, "they are different models");
  assert_int_equal(try_pawl(state, &t, "run pendulum.lua --from whole.h5")->status, 2);
  assert_string_equal(t.err, "pawl: the run begins at t = 4 s and ends at t = 4 s; see --until\n");
  assert_int_equal(try_pawl(state, &t, "run pendulum.lua --from whole.h5 --until 4.5")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run pendulum.lua --from whole.h5@x")->status, 2);
  assert_int_equal(try_pawl(state, &t, "run pendulum.lua --from nothing.h5@1")->status, 4);
}

static void a_failed_run_leaves_the_result_that_was_there(void **state)
{
  static trial t;
  char before[64];
  write_file(*state, "fails.lua",
             "planar {}\n"
             "local b = body \"ball\" { mass = 1, inertia = 1, vx = 1 }\n"
             "force \"push\" { b, fx = function(t)\n"
             "  if t > 0.5 then error('too late') end\n"
             "  return 1\n"
             "end }\n");
  write_file(*state, "fails.csv", "earlier\n");
  assert_int_equal(try_pawl(state, &t, "run fails.lua --json --out fails.csv --output 0.1")->status, 1);
  assert_json(t.out);
  assert_true(json_number(t.out, "status") == 1);
  assert_has(t.out, "\"out\": \"fails.csv.part\"");
  assert_has(t.err, "fails.lua:4: ");
  assert_has(t.err, "; the rows up to t = ");
  assert_has(t.err, " s are in fails.csv.part");
  read_back(*state, "fails.csv", before, sizeof before);
  assert_string_equal(before, "earlier\n");
  assert_int_equal(shell(*state, "grep -q '^0,' fails.csv.part"), 0);
}

/* The handler is there when the first rows are. */
static void an_interrupted_run_keeps_its_rows(void **state)
{
  char text[4096];
  int status = shell(
      *state, "{ \"$PAWL\" run pendulum.lua --until 1e5 --output 0.001 --out long.h5 2>.err & p=$!;"
              " for i in $(seq 2400); do [ -s long.h5.part ] || ! kill -0 $p && break; sleep 0.05; done;"
              " sleep 0.8; kill -TERM $p; wait $p; }");
  read_back(*state, ".err", text, sizeof text);
  assert_int_equal(status, 143);
  assert_has(text, "pawl: interrupted at t = ");
  assert_has(text, "s are in long.h5.part\n");
  assert_lacks(text, "\r"); /* no progress bar in a file */
  assert_int_equal(
      shell(*state, "test ! -e long.h5 && \"$PAWL\" compare long.h5.part long.h5.part >/dev/null"), 0);
  double left_at = strtod(strstr(text, "t = ") + 4, NULL);
  static trial t;
  char line[128];
  snprintf(line, sizeof line, "run pendulum.lua --json --from long.h5.part --until %.9g", left_at + 1);
  assert_int_equal(try_pawl(state, &t, line)->status, 0);
  assert_true(fabs(json_number(t.out, "begin") - left_at) < 1e-8 * left_at);
  assert_int_equal(shell(*state, "rm long.h5.part"), 0);
}

/* A pin that nearly fits its hole may touch it anywhere: each step needs many searches. */
static void a_run_that_searches_long_can_be_ended(void **state)
{
  char text[4096];
  write_file(
      *state, "fit.lua",
      "planar { gravity = {0, -9.81} }\n"
      "local plug = body 'plug' { mass = 1, inertia = 1e-3, vx = 0.1, omega = 0.5 }\n"
      "local hole = shape 'hole' { ground, superellipse { a = 0.05, b = 0.04, exponent = 2.5 }, flip = true "
      "}\n"
      "local pin = shape 'pin' { plug, superellipse { a = 0.0499999, b = 0.0399999, exponent = 2.5 } }\n"
      "contact 'fit' { hole, pin, law = linear { stiffness = 1e7, damping = 100 } }\n"
      "simulate { duration = 10 }\n");
  int status =
      shell(*state, "{ \"$PAWL\" run fit.lua --output 1e-5 --out fit.h5 2>.err & p=$!;"
                    " for i in $(seq 2400); do [ -s fit.h5.part ] || ! kill -0 $p && break; sleep 0.05; done;"
                    " sleep 0.8; kill -TERM $p; wait $p; }");
  read_back(*state, ".err", text, sizeof text);
  assert_int_equal(status, 143);
  assert_has(text, "pawl: interrupted at t = ");
  assert_has(text, "s are in fit.h5.part\n");
  assert_int_equal(
      shell(*state,
            "test ! -e fit.h5 && \"$PAWL\" compare fit.h5.part fit.h5.part >/dev/null && rm fit.h5.part"),
      0);
}

static void settings_reach_the_model_and_the_result(void **state)
{
  static trial t;
  assert_int_equal(
      try_pawl(state, &t, "run falling.lua --set heft=4 --set ball.vx=5 --json --until 0.8")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --set heft=4 --set=ball.vx=5 --out s.h5")->status, 3);
  assert_has(t.err, "got 5, wanted 3");
  assert_int_equal(shell(*state, "h5dump -d /model/settings s.h5 2>/dev/null | grep -q '\"ball.vx\"' ||"
                                 " ! command -v h5dump >/dev/null"),
                   0);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --set kheft=4")->status, 2);
  assert_has(t.err, "did you mean 'heft'?");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --set heft")->status, 2);
  assert_string_equal(t.err, "pawl: --set wants name=value, not 'heft'\n");
}

static void channels_are_plotted_in_the_terminal(void **state)
{
  static trial t;
  assert_int_equal(
      try_pawl(state, &t, "run falling.lua --quiet --plot ball.vx,energy.total --until 0.5")->status, 0);
  assert_has(t.out, "ball.vx, m/s");
  assert_has(t.out, "energy.total, J");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --plot ball.vxx")->status, 2);
  assert_has(t.err, "--plot: there is no channel or part 'ball.vxx'; did you mean 'ball.vx'?");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --plot ball.vx --json")->status, 2);
  assert_has(t.err, "--json and --plot both want the standard output");
  assert_int_equal(
      try_pawl(state, &t, "run falling.lua --until 0.8 --quiet --plot ball.vx --out /dev/stdout >x.csv")
          ->status,
      0);
  assert_has(t.err, "ball.vx, m/s"); /* the rows stand alone */
}

/* ---- files that fail ---- */

static void output_that_does_not_arrive_is_status_4(void **state)
{
  if (access("/dev/full", W_OK) != 0)
    skip();
  assert_int_equal(shell(*state, "\"$PAWL\" run falling.lua >/dev/full 2>.err"), 4);
  assert_int_equal(shell(*state, "\"$PAWL\" run falling.lua >&- 2>.err"), 4);
  assert_int_equal(shell(*state, "\"$PAWL\" run falling.lua --quiet >&- 2>.err"), 0);
  assert_int_equal(
      shell(*state, "\"$PAWL\" run falling.lua --out full.csv >&- 2>.err; head -c 4 full.csv >.out"), 0);
  char text[64];
  read_back(*state, ".out", text, sizeof text);
  assert_string_equal(text, "time"); /* the summary did not go into the file */
  assert_int_equal(shell(*state, "\"$PAWL\" run falling.lua --out /dev/full 2>.err"), 4);
  read_back(*state, ".err", text, sizeof text);
  assert_has(text, "pawl: cannot write /dev/full: ");
}

static void rows_on_the_standard_output_stand_alone(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out /dev/stdout --channels ball.y")->status, 0);
  assert_memory_equal(t.out, "time [s],ball.y [m],row.why\n0,0,0\n", 34);
  assert_lacks(t.out, "simulated");
  assert_has(t.err, "simulated");
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out /dev/stdout --json")->status, 2);
}

static void wrong_files_and_models_have_their_status(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out x.dat")->status, 2);
  assert_int_equal(try_pawl(state, &t, "run falling.lua --out none/x.csv")->status, 4);
  assert_int_equal(try_pawl(state, &t, "run none.lua")->status, 4);
  write_file(*state, "wrong.lua", "planar {}\nbody \"b\" { mas = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "run wrong.lua --json")->status, 1);
  assert_memory_equal(t.err, "wrong.lua:2: ", 13);
  assert_json(t.out);
  assert_has(t.out, "\"where\": \"wrong.lua:2\"");
  assert_int_equal(shell(*state, "mkdir -p folder && cp falling.lua folder/model.lua"), 0);
  assert_int_equal(try_pawl(state, &t, "run folder")->status, 0);
  assert_has(t.out, "folder/model.lua\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(summary_says_what_was_done),
      cmocka_unit_test(quiet_says_nothing),
      cmocka_unit_test(json_has_every_key),
      cmocka_unit_test(the_same_call_gives_the_same_hash),
      cmocka_unit_test(the_last_row_is_at_the_end),
      cmocka_unit_test(intervals_that_divide_leave_no_crumb),
      cmocka_unit_test(a_run_of_no_length_has_one_row),
      cmocka_unit_test(too_many_rows_are_refused),
      cmocka_unit_test(channels_come_in_the_order_asked_for),
      cmocka_unit_test(unknown_channels_are_refused),
      cmocka_unit_test(a_missed_expect_is_status_3),
      cmocka_unit_test(an_expect_of_an_unknown_channel_is_a_wrong_model),
      cmocka_unit_test(an_expect_after_the_end_is_a_wrong_model),
      cmocka_unit_test(a_run_continues_bit_for_bit),
      cmocka_unit_test(what_cannot_be_continued_says_so),
      cmocka_unit_test(a_failed_run_leaves_the_result_that_was_there),
      cmocka_unit_test(an_interrupted_run_keeps_its_rows),
      cmocka_unit_test(a_run_that_searches_long_can_be_ended),
      cmocka_unit_test(settings_reach_the_model_and_the_result),
      cmocka_unit_test(channels_are_plotted_in_the_terminal),
      cmocka_unit_test(output_that_does_not_arrive_is_status_4),
      cmocka_unit_test(rows_on_the_standard_output_stand_alone),
      cmocka_unit_test(wrong_files_and_models_have_their_status),
  };
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
