/* Runs by time-stepping: continued from stored states, also of another method; their problems as files; their peaks; a ledger
 * that does not close. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdbool.h>

#include "trial.h"

#define BRICKS                                                                                               \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local below = shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"                                     \
  "for i = 1, 2 do\n"                                                                                        \
  "  local b = body(\"b\" .. i) { mass = 1, inertia = 2e-3, y = 0.11*i - 0.05, x = 1e-3*i }\n"               \
  "  local o = shape(\"o\" .. i) { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } "   \
  "}\n"                                                                                                      \
  "  contact(\"c\" .. i) { below, o, law = rigid { restitution = 0.2 }, friction = 0.5 }\n"                  \
  "  below = o\n"                                                                                            \
  "end\n"

/* The line "  state         …". */
static void copy_state(char to[64], const char *out)
{
  const char *at = strstr(out, "  state  ");
  assert_non_null(at);
  snprintf(to, 64, "%.*s", (int)strcspn(at, "\n"), at);
}

static void states_are_continued(void **state)
{
  static trial t;
  char whole[64], rest[64];
  write_file(*state, "bricks.lua",
             BRICKS "simulate { duration = 0.3, method = \"stepping\", step = 1*ms }\n");
  assert_int_equal(try_pawl(state, &t, "run bricks.lua --out whole.h5")->status, 0);
  copy_state(whole, t.out);
  for (int i = 0; i < 3; i++) {
    static const char *const lines[] = {"run bricks.lua --from whole.h5@0.02",
                                        "run bricks.lua --from whole.h5@0.06",
                                        "run bricks.lua --from whole.h5@0.2"};
    assert_int_equal(try_pawl(state, &t, lines[i])->status, 0);
    copy_state(rest, t.out);
    assert_string_equal(rest, whole);
  }
}

static void methods_may_change_at_a_state(void **state)
{
  static trial t;
  write_file(*state, "bricks.lua",
             BRICKS "simulate { duration = 0.3, method = \"stepping\", step = 1*ms }\n");
  assert_int_equal(try_pawl(state, &t, "run bricks.lua --method auto --out events.h5")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run bricks.lua --from events.h5@0.1 --out steps.h5")->status, 0);
  assert_has(t.out, ", by stepping with steps of 0.001 s\n");
  assert_int_equal(try_pawl(state, &t, "run bricks.lua --method auto --from steps.h5@0.2")->status, 0);
  assert_has(t.out, ", by dop853 with tolerance 1e-08\n");
  write_file(*state, "other.lua",
             "planar {}\nbody \"b1\" { mass = 1, inertia = 1 }\nsimulate { duration = 1 }\n");
  assert_int_equal(try_pawl(state, &t, "run other.lua --from steps.h5")->status, 2);
  assert_has(t.err, ": they are different models");
}

static void problems_are_written(void **state)
{
  static trial t;
  write_file(*state, "bricks.lua",
             BRICKS "simulate { duration = 0.3, method = \"stepping\", step = 1*ms }\n");
  assert_int_equal(try_pawl(state, &t, "run bricks.lua --dump-problems problems")->status, 0);
  assert_has(t.out, " in problems\n");
  assert_lacks(t.out, "  problems      0 in");
  assert_int_equal(try_pawl(state, &t, "problem problems/000001-step.txt")->status, 0);
}

/* Far too long a step: the wheel goes on, but not as it should. */
static void a_ledger_that_does_not_close_is_refused(void **state)
{
  static trial t;
  write_file(
      *state, "swing.lua",
      "planar { gravity = {0, -9.81} }\nlocal b = body \"b\" { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
      "revolute \"h\" { ground, b }\nlocal h = parameter \"h\" { 1e-3 }\n"
      "simulate { duration = 2, method = \"stepping\", step = h }\n");
  assert_int_equal(try_pawl(state, &t, "run swing.lua")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run swing.lua --set h=0.1")->status, 3);
  assert_has(t.err, "swing.lua: the energy ledger does not close: ");
  assert_has(t.err, " of the energy turned over came from nowhere; try a smaller step");
}

/* The largest of a column of r.csv. */
static double most_of(void **state, const char *channel)
{
  static char rows[1 << 20];
  double most = 0;
  int column = 0;
  read_back(*state, "r.csv", rows, sizeof rows);
  const char *head = strstr(rows, channel);
  assert_non_null(head);
  for (const char *at = head; at > rows && at[-1] != '\n'; at--)
    column += at[-1] == ',';
  for (const char *line = strchr(head, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
    const char *cell = line + 1;
    for (int i = 0; i < column; i++)
      cell = strchr(cell, ',') + 1;
    most = fmax(most, strtod(cell, NULL));
  }
  return most;
}

/* The number after `words` in the summary. */
static double told(const trial *t, const char *words)
{
  const char *at = strstr(t->out, words);
  assert_non_null(at);
  return strtod(at + strlen(words), NULL);
}

/* A ball that falls on the floor, and one that begins in it: whoever finds the touches, and whether or not they give way. */
static void peaks_are_those_of_the_rows(void **state)
{
  static trial t;
  static const char *const laws[] = {"linear { stiffness = 1e5 }", "linear { stiffness = 1e4, damping = 20 }",
                                     "linear { stiffness = 1e5 }, friction = 0.3", "rigid {}"};
  static const char *const contacts[] = {"contact 'c' { floor, rim,", "contacts 'c' {"};
  for (int i = 0; i < 15; i++) {
    char text[1024];
    bool rigid = i / 4 == 3, inside = i % 2;
    if (rigid && inside)
      continue;
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\n"
             "local ball = body 'ball' { mass = 1, inertia = 1e-3, y = %g }\n"
             "local floor = shape 'floor' { ground, line { {0.2, 0}, {-0.2, 0} } }\n"
             "local rim = shape 'rim' { ball, circle { radius = 0.05 } }\n%s law = %s }\n"
             "simulate { duration = 0.2, method = \"stepping\", step = 1*ms, output = 1*ms }\n",
             inside ? 0.047 : 0.06, contacts[i / 2 % 2], laws[i / 4]);
    write_file(*state, "peak.lua", text);
    assert_int_equal(try_pawl(state, &t, "run peak.lua --out r.csv")->status, 0);
    double force = most_of(state, "c.normal_force"), depth = most_of(state, "c.penetration");
    assert_true(force > 5 && (rigid || depth > 1e-4));
    assert_true(fabs(told(&t, ": peak force ") / force - 1) < 1e-3);
    assert_true(rigid || fabs(told(&t, "deepest penetration ") / depth - 1) < 1e-3);
    assert_true(!rigid || told(&t, "deepest penetration ") < 1e-3);
    try_pawl(state, &t, "run peak.lua --json");
    assert_true(fabs(told(&t, "\"peak_force\": ") / force - 1) < 1e-9);
  }
}

#define BALL                                                                                                 \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local ball = body \"ball\" { mass = 0.1, inertia = 1e-4, y = 0.55 }\n"                                    \
  "local floor = shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"                                     \
  "local rim = shape \"rim\" { ball, circle { radius = 50*mm } }\n"

/* Before the run, and where it ends: which contact, and what helps. */
static void laws_too_stiff_for_the_step_are_named(void **state)
{
  static trial t;
  const char *says =
      "restitution is too stiff for steps of 0.001 s: an impact of 0.1 kg at 3.13 m/s would last ";
  write_file(*state, "ball.lua",
             BALL "contact \"hit\" { floor, rim, law = restitution { e = 0.8, stiffness = 1e9 } }\n"
                  "simulate { duration = 1, method = \"stepping\" }\n");
  assert_int_equal(try_pawl(state, &t, "check ball.lua")->status, 0);
  assert_has(t.out, "advice, ball.lua:5: ");
  assert_has(t.out, says);
  assert_int_equal(try_pawl(state, &t, "run ball.lua --until 0.1")->status, 0);
  assert_has(t.out, "warning       ball.lua:5: contact \"hit\": ");
  assert_has(t.out, says);
  assert_int_equal(try_pawl(state, &t, "run ball.lua")->status, 3);
  assert_has(
      t.err,
      "ball.lua:5: contact \"hit\": the step of 0.001 s from t = 0.32 s cannot be made: restitution is "
      "too stiff for steps of 0.001 s: an impact of 0.1 kg at ");
  assert_has(t.err, "or law = rigid { }\n");
  assert_int_equal(try_pawl(state, &t, "check ball.lua --set simulate.step=1e-6")->status, 0);
  assert_lacks(t.out, "too stiff");
}

/* There are no events by steps; and by events there are no steps. */
static void what_has_no_effect_is_said(void **state)
{
  static trial t;
  const char *says =
      "b.lua:6: simulate: 'step' and 'theta': of method = \"stepping\" only, and without effect by ";
  write_file(*state, "b.lua",
             BALL "contact \"hit\" { floor, rim, law = rigid {} }\n"
                  "simulate { duration = 0.1, step = 1*ms, theta = 0.5 }\n");
  assert_int_equal(try_pawl(state, &t, "check b.lua")->status, 0);
  assert_has(t.out, says);
  assert_int_equal(try_pawl(state, &t, "run b.lua --events log.csv")->status, 0);
  assert_has(t.out, says);
  assert_has(t.out, "  events        0, in log.csv\n");
  assert_int_equal(try_pawl(state, &t, "run b.lua --method stepping --events log.csv")->status, 0);
  assert_lacks(t.out, "without effect");
  assert_has(t.out, "  events        stepping keeps no log: log.csv has only its head\n");
  assert_int_equal(try_pawl(state, &t, "run b.lua --method stepping")->status, 0);
  assert_has(t.out, "  events        stepping keeps no log\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_are_continued),
      cmocka_unit_test(methods_may_change_at_a_state),
      cmocka_unit_test(problems_are_written),
      cmocka_unit_test(peaks_are_those_of_the_rows),
      cmocka_unit_test(what_has_no_effect_is_said),
      cmocka_unit_test(laws_too_stiff_for_the_step_are_named),
      cmocka_unit_test(a_ledger_that_does_not_close_is_refused),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
