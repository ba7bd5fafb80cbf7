/* Numbers that are asked of a run and of files: against closed forms, dense runs, what the summary says; plots and columns of expressions. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdbool.h>

#include "trial.h"

/* A ball thrown up at 5 m/s, g = 10: y = 5 t - 5 t², at the top after 0.5 s. And a pendulum without gravity: angle = 2 t. */
static const char thrown[] =
    "planar { gravity = {0, -10} }\n"
    "local b = body 'ball' { mass = 2, inertia = 1, vy = 5, vx = 3 }\n"
    "output 'speed' { 'hypot(ball.vx, ball.vy)' }\n"
    "output 'twice' { '2*speed.value', unit = 'knots' }\n"
    "output 'own' { function(t, s) return s['ball.x'] end, unit = 'm' }\n"
    "output 'top' { 'max(ball.y)' }\n"
    "simulate { duration = 1 }\n"
    "expect { measure = 'top', value = 1.25, tolerance = 1e-9 }\n"
    "expect { measure = 'cross(ball.vy, 0)', value = 0.5, tolerance = 1e-12, source = 'v/g' }\n";

/* A ball on a stiff floor: README's. */
static const char soft[] = "planar { gravity = {0, -9.81} }\n"
                           "local floor = shape 'floor' { ground, line { {0.5, 0}, {-0.5, 0} } }\n"
                           "local ball = body 'ball' { mass = 0.2, inertia = 1e-4, y = 0.5 }\n"
                           "local rim = shape 'rim' { ball, circle { radius = 50*mm } }\n"
                           "contact 'hit' { floor, rim, law = restitution { e = 0.7, stiffness = 1e7 } }\n"
                           "simulate { duration = 1 }\n";

/* The same, rigid. */
static const char rigid[] = "planar { gravity = {0, -9.81} }\n"
                            "local floor = shape 'floor' { ground, line { {0.5, 0}, {-0.5, 0} } }\n"
                            "local ball = body 'ball' { mass = 0.2, inertia = 1e-4, y = 0.55, vx = parameter "
                            "'vx' { 0.1, unit = 'm/s' } }\n"
                            "local rim = shape 'rim' { ball, circle { radius = 50*mm } }\n"
                            "contact 'hit' { floor, rim, law = rigid { restitution = 0.5 } }\n"
                            "simulate { duration = 0.8 }\n";

static int set_up(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "thrown.lua", thrown);
  write_file(*state, "soft.lua", soft);
  write_file(*state, "rigid.lua", rigid);
  return 0;
}

/* The value of the measure of that text in an object of --json. */
static double measured(const char *json, const char *text)
{
  char line[256];
  snprintf(line, sizeof line, "\"measure\": \"%s\"", text);
  const char *at = strstr(json, line);
  if (!at)
    fail_msg("no %s in:\n%s", line, json);
  const char *value = strstr(at, "\"value\": ");
  return strncmp(value + 9, "null", 4) == 0 ? NAN : strtod(value + 9, NULL);
}

static double ask(void **state, const char *model, const char *expression)
{
  static trial t;
  char line[512];
  snprintf(line, sizeof line, "run %s --json --measure '%s'", model, expression);
  if (try_pawl(state, &t, line)->status != 0)
    fail_msg("%s", t.err);
  assert_json(t.out);
  return measured(t.out, expression);
}

/* ---- runs ---- */

static void measures_have_their_closed_forms(void **state)
{
  static const struct {
    const char *text;
    double value, error;
  } cases[] = {{"max(ball.y)", 1.25, 1e-12},
               {"final(ball.y)", 0, 1e-12},
               {"mean(ball.y)", 5.0 / 2 - 5.0 / 3, 1e-12},
               {"rms(ball.vy)", 2.886751345948129, 1e-12},
               {"integral(ball.y)", 5.0 / 6, 1e-12},
               {"cross(ball.y, 0.8*m)", 0.2, 1e-12},
               {"cross(ball.y, 0.8*m, 2)", 0.8, 1e-12},
               {"fall(ball.y, 80*cm)", 0.8, 1e-12},
               {"rise(ball.y, 0.8*m, 2)", NAN, 0},
               {"time_of_max(ball.y)", 0.5, 1e-9},
               {"max(ball.vx*t)/m", 3, 1e-12},
               {"max(speed.value)", 5.830951894845301, 1e-12},
               {"max(twice.value)", 11.661903789690601, 1e-12},
               {"max(energy.kinetic)", 34, 1e-9},
               {"at(ball.vy, 0.25*s)", 2.5, 1e-12},
               {"max(own.value - ball.x)", 0, 1e-12}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double got = ask(state, "thrown.lua", cases[i].text);
    if (!(fabs(got - cases[i].value) <= cases[i].error) && !(isnan(got) && isnan(cases[i].value)))
      fail_msg("%s is %.17g", cases[i].text, got);
  }
}

static void the_summary_says_them(void **state)
{
  static trial t;
  try_pawl(state, &t,
           "run thrown.lua --measure 'cross(ball.y, 0.8*m, 2)' --measure 'rise(ball.y, 0.8*m, 2)'");
  assert_int_equal(t.status, 0);
  assert_has(t.out, "  measure       top: max(ball.y) = 1.25 m\n"
                    "  measure       cross(ball.y, 0.8*m, 2) = 0.8 s\n"
                    "  measure       rise(ball.y, 0.8*m, 2) = none\n"
                    "  expect        top: 1.25, off by ");
  assert_has(t.out, "  expect        cross(ball.vy, 0): 0.5");
  assert_has(t.out, "good (v/g)\n");
}

/* README's ball: what the summary calls the peak force, though no row need be at it. */
static void peaks_are_those_of_the_summary(void **state)
{
  static trial t;
  try_pawl(
      state, &t,
      "run soft.lua --json --measure 'max(hit.normal_force)' --measure 'max(hit.penetration)' --out soft.h5");
  assert_int_equal(t.status, 0);
  double peak = json_number(t.out, "peak_force"), depth = json_number(t.out, "deepest");
  assert_true(peak > 500 && depth > 0);
  assert_true(measured(t.out, "max(hit.normal_force)") == peak);
  assert_true(measured(t.out, "max(hit.penetration)") == depth);
  try_pawl(state, &t, "report soft.h5 -o soft.html"); /* the page says what was asked */
  assert_int_equal(shell(*state, "grep -q '\"measure max(hit.normal_force)\": \"[0-9.]* N\"' soft.html"), 0);
  try_pawl(state, &t, "measure soft.h5 'max(hit.normal_force)' --json");
  assert_int_equal(t.status, 0);
  assert_true(measured(t.out, "max(hit.normal_force)") == peak);
}

/* A press of 0.3 ms has three rows: their integral is called rough, and that of the run is right. */
static void presses_are_integrated_over_steps(void **state)
{
  static trial t;
  try_pawl(state, &t,
           "run soft.lua --json --out p.h5 --measure 'integral(hit.normal_force)' --measure 'impulse(hit)' "
           "--measure 'mean(hit.normal_force*2)' --measure 'rms(ball.vy)'");
  assert_int_equal(t.status, 0);
  double impulse = measured(t.out, "impulse(hit)");
  assert_true(fabs(measured(t.out, "integral(hit.normal_force)") - impulse) < 1e-12 * impulse);
  assert_true(fabs(measured(t.out, "mean(hit.normal_force*2)") - 2 * impulse) <
              1e-12 * impulse); /* of one second */
  assert_int_equal(try_pawl(state, &t, "measure p.h5 'integral(hit.normal_force)' 'mean(ball.y)'")->status,
                   0);
  assert_has(
      t.out,
      " N s  (rough: rows are too far apart; pawl run --measure takes it from the run)\nmean(ball.y) = ");
  assert_lacks(strstr(t.out, "mean"), "rough");
}

/* What a contact gives is what moves the ball: m (v - v0) + m g T, of a law over 0.3 ms, of impacts and rest, and by stepping. */
static void impulses_are_those_of_the_momentum(void **state)
{
  static const struct {
    const char *run;
    double off;
  } cases[] = {{"soft.lua --tolerance 1e-11", 1e-10},
               {"soft.lua", 1e-8},
               {"soft.lua --method bdf --tolerance 1e-10", 1e-7},
               {"rigid.lua --until 0.8", 1e-12},
               {"rigid.lua --until 2", 1e-6},
               {"rigid.lua --method stepping", 1e-9}};
  static trial t;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[512];
    snprintf(line, sizeof line,
             "run %s --json --out i.h5 --measure 'impulse(hit) - 0.2*kg*(final(ball.vy) - first(ball.vy) + "
             "9.81*m/s^2*final(t))' --measure 'impulse(hit)'",
             cases[i].run);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    double off = measured(t.out,
                          "impulse(hit) - 0.2*kg*(final(ball.vy) - first(ball.vy) + 9.81*m/s^2*final(t))"),
           all = measured(t.out, "impulse(hit)");
    if (!(fabs(off) <= cases[i].off && all > 0.5))
      fail_msg("%s: off by %.3g of %.9g", cases[i].run, off, all);
    assert_int_equal(try_pawl(state, &t, "measure i.h5 'impulse(hit)' --json")->status, 0);
    assert_true(measured(t.out, "impulse(hit)") == all); /* a file keeps what was added up */
  }
}

/* Dropped from h = 0.5 m, e = 1/2: impacts at T, 2 T, 2.5 T …, T = √(2 h/g); impulses (1 + e) m v, v, v/2 …; m g h (1 - e^(2 n)) is lost. */
static void events_have_their_closed_forms(void **state)
{
  double T = sqrt(2 * 0.5 / 9.81), v = 9.81 * T;
  assert_true(ask(state, "rigid.lua", "count(hit:impact)") == 3);
  assert_true(fabs(ask(state, "rigid.lua", "when(hit:impact)") - T) < 1e-9);
  assert_true(fabs(ask(state, "rigid.lua", "when(hit:impact, 2)") - 2 * T) < 1e-9);
  assert_true(fabs(ask(state, "rigid.lua", "when(hit:impact, -1)") - 2.5 * T) < 1e-9);
  assert_true(isnan(ask(state, "rigid.lua", "when(hit:impact, 4)")));
  assert_true(fabs(ask(state, "rigid.lua", "impulse(hit)") - 1.5 * 0.2 * v * 1.75) < 1e-9);
  assert_true(fabs(ask(state, "rigid.lua", "lost(hit)") - 0.2 * 9.81 * 0.5 * (1 - pow(0.5, 6))) < 1e-9);
  assert_true(ask(state, "rigid.lua", "count(hit:sticking)") == 0);
}

/* Swung from the horizontal: at the bottom the hinge bears 3 m g, which an output reads though no function could. Of what is smooth, integrals
 * and crossings over 1,001 rows agree with those over ten times as many. */
static void outputs_read_forces_and_rows_are_dense_enough(void **state)
{
  static const char *const smooth[] = {"cross(hinge.angle, -90*deg)",
                                       "cross(hinge.angle, -90*deg, 2)",
                                       "mean(pull.value)",
                                       "rms(hinge.speed)",
                                       "integral(bob.com.y*hinge.speed)",
                                       "at(pull.value, 1.23456*s)",
                                       "rise(hinge.speed, -1*rad/s, -1)"};
  static trial t;
  char line[1024];
  double coarse[sizeof smooth / sizeof *smooth];
  write_file(*state, "swing.lua",
             "planar { gravity = {0, -9.81} }\n"
             "local b = body 'bob' { mass = 2, com = {1, 0} }\n"
             "revolute 'hinge' { ground, b, angle = 0 }\n"
             "output 'pull' { 'hypot(hinge.fx, hinge.fy)' }\n"
             "simulate { duration = 2, tolerance = 1e-12 }\n"
             "expect { 'pull.value', at = 0, value = 0, tolerance = 1e-9 }\n");
  assert_true(fabs(ask(state, "swing.lua", "max(pull.value)") - 3 * 2 * 9.81) < 1e-3);
  for (int k = 0; k < 2; k++) {
    int used = snprintf(line, sizeof line, "run swing.lua --json --output %s", k ? "2e-4" : "2e-3");
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++)
      used += snprintf(line + used, sizeof line - (size_t)used, " --measure '%s'", smooth[i]);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    for (size_t i = 0; i < sizeof smooth / sizeof *smooth; i++) {
      double x = measured(t.out, smooth[i]);
      if (k && !(fabs(x - coarse[i]) <= 2e-9 * fmax(1, fabs(x))))
        fail_msg("%s is %.15g, and %.15g", smooth[i], x, coarse[i]);
      coarse[i] = x;
    }
  }
}

/* ---- mistakes ---- */

static void mistakes_are_told_before_the_run(void **state)
{
  static const char *const cases[][2] = {
      {"run thrown.lua --out keep.csv --measure 'max(ball.z)'",
       "pawl: --measure 'max(ball.z)', column 5: there is no channel 'ball.z'; did you mean 'ball.x'?\n"},
      {"run thrown.lua --measure 'ball.y'", "pawl: --measure 'ball.y', column 1: this has a value in each "
                                            "row, and a measure is one number: max(…), final(…), "
                                            "mean(…) …\n"},
      {"run thrown.lua --plot 'ball.y,sinus(ball.y)'",
       "pawl: --plot 'sinus(ball.y)', column 1: there is no function 'sinus'; did you mean 'sin'?\n"},
      {"run thrown.lua --channels 'ball.y+'",
       "pawl: --channels 'ball.y+', column 8: something is missing at the end\n"},
      {"run thrown.lua --channels 'max(ball.y)'", "pawl: --channels 'max(ball.y)', column 1: what is in it "
                                                  "is known when the run is over, and rows are written "
                                                  "before\n"},
      {"run rigid.lua --measure '1 + count(ball:open)'",
       "pawl: --measure '1 + count(ball:open)', column 5: 'ball' is a body, which has no events: contacts, "
       "stops and ropes "
       "have\n"},
      {"run thrown.lua --method stepping --measure 'count(ball)'",
       "pawl: --measure 'count(ball)', column 7: count is not known here: stepping keeps no log of "
       "events\n"}};
  static trial t;
  write_file(*state, "keep.csv", "time,a\n0,1\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(try_pawl(state, &t, cases[i][0])->status, 2);
    assert_string_equal(t.err, cases[i][1]);
    assert_string_equal(t.out, "");
  }
  assert_int_equal(shell(*state, "printf 'time,a\\n0,1\\n' | cmp -s - keep.csv && test ! -e keep.csv.part"),
                   0);
}

/* What stepping cannot tell is not held against it. */
static void stepping_leaves_events_out(void **state)
{
  static trial t;
  char text[2048];
  snprintf(text, sizeof text,
           "%soutput 'hits' { 'count(hit)' }\nexpect { measure = 'hits', value = 3, tolerance = 0 }\n"
           "expect { measure = 'count(hit:impact)', value = 3, tolerance = 0 }\n",
           rigid);
  write_file(*state, "both.lua", text);
  assert_int_equal(try_pawl(state, &t, "run both.lua")->status, 0);
  assert_has(t.out, "  measure       hits: count(hit) = 3\n");
  assert_int_equal(try_pawl(state, &t, "run both.lua --method stepping --measure 'lost(hit)'")->status, 0);
  assert_has(t.out, "  expect        hits: stepping keeps no log of events\n");
  assert_has(t.out, "  expect        count(hit:impact): stepping keeps no log of events\n");
  assert_lacks(t.out, "hits: count");
  assert_int_equal(try_pawl(state, &t, "run both.lua --method stepping --json")->status, 0);
  assert_json(t.out);
}

/* The sentences of the manual, and its calls: of README's ball. */
static void the_manual_is_right(void **state)
{
  static trial t;
  char line[512], call[1024];
  int mistakes = 0, calls = 0;
  write_file(*state, "ball.lua", soft);
  assert_int_equal(try_pawl(state, &t, "run ball.lua --quiet --out ball.h5")->status, 0);
  FILE *manual = fopen("docs/measures.md", "r");
  assert_non_null(manual);
  while (fgets(line, sizeof line, manual)) {
    static const char before[] = "pawl: --measure '";
    if (strncmp(line, before, strlen(before)) == 0) {
      int length = (int)(strstr(line, "', column") - line - (int)strlen(before));
      snprintf(call, sizeof call, "run ball.lua --measure '%.*s'", length, line + strlen(before));
      assert_int_equal(try_pawl(state, &t, call)->status, 2);
      assert_string_equal(t.err, line);
      mistakes++;
    } else if (strncmp(line, "pawl run ball.lua", 17) == 0 ||
               strncmp(line, "pawl measure ball.h5", 20) == 0) {
      line[strcspn(line, "\n")] = 0;
      if (try_pawl(state, &t, line + 5)->status != 0)
        fail_msg("%s: %s", line, t.err);
      calls++;
    }
  }
  fclose(manual);
  assert_true(mistakes == 4 && calls == 3);
}

/* What turns out to have no answer when the run is over: the result is there, and the other numbers. */
static void a_measure_without_an_answer_loses_nothing(void **state)
{
  static trial t;
  try_pawl(
      state, &t,
      "run soft.lua --out kept.csv --channels ball.y --measure 'impulse(hit:impact)' --measure 'final(t)'");
  assert_int_equal(t.status, 2);
  assert_has(t.err, "pawl: --measure 'impulse(hit:impact)', column 1: the events of 'hit' have no impulses: "
                    "it gives way, and "
                    "impulse(hit) is what its force gives over time\n");
  assert_has(t.out, "  measure       impulse(hit:impact) = none\n  measure       final(t) = 1 s\n");
  assert_has(t.out, "  result        kept.csv: ");
  assert_int_equal(shell(*state, "test -s kept.csv && test ! -e kept.csv.part"), 0);
  assert_int_equal(try_pawl(state, &t, "run soft.lua --json --measure 'impulse(hit:impact)'")->status, 2);
  assert_json(t.out);
  assert_true(json_number(t.out, "status") == 2);
}

static void an_expect_that_is_not_met_fails(void **state)
{
  static trial t;
  write_file(*state, "high.lua",
             "planar {}\nlocal b = body 'ball' { mass = 1, inertia = 1, vx = 1 }\nsimulate { duration = 1 }\n"
             "expect { measure = 'max(ball.x)', value = 2, tolerance = 1e-3, source = 'nowhere' }\n"
             "expect { measure = 'cross(ball.x, 5*m)', value = 2, tolerance = 1e-3 }\n");
  assert_int_equal(try_pawl(state, &t, "run high.lua")->status, 3);
  assert_string_equal(t.err, "high.lua:4: expect max(ball.x): got 1, wanted 2 ± 0.001: off by 1 (nowhere)\n"
                             "high.lua:5: expect cross(ball.x, 5*m): there is none, wanted 2\n");
  assert_has(t.out, "expect        cross(ball.x, 5*m): there is none: FAILED\n");
}

/* ---- curves and columns ---- */

static void expressions_are_columns(void **state)
{
  static trial t;
  char text[4096];
  assert_int_equal(try_pawl(state, &t,
                            "run thrown.lua --output 0.5 --out c.csv --channels 'ball.y,2*ball.x + "
                            "1*m,max(ball.vx, ball.vy),t,speed'")
                       ->status,
                   0);
  read_back(*state, "c.csv", text, sizeof text);
  text[strcspn(text, "\n")] = 0;
  assert_string_equal(text, "time [s],ball.y [m],2*ball.x + 1*m [m],\"max(ball.vx, ball.vy) [m/s]\",t "
                            "[s],speed.value [m/s],row.why");
  try_pawl(state, &t, "measure c.csv 'final(\"2*ball.x + 1*m\")' 'final(t) - 1*s' --json");
  assert_int_equal(t.status, 0);
  assert_true(measured(t.out, "final(\\\"2*ball.x + 1*m\\\")") == 7);
  assert_int_equal(try_pawl(state, &t, "run thrown.lua --out c.h5 --channels 'ball.y/ball.x,speed'")->status,
                   0);
  assert_int_equal(try_pawl(state, &t, "measure c.h5 'final(\"ball.y/ball.x\")'")->status, 0);
}

static void expressions_are_drawn(void **state)
{
  static trial t;
  assert_int_equal(
      try_pawl(state, &t, "run thrown.lua --plot 'ball.y - mean(ball.y),hypot(ball.vx,ball.vy)'")->status, 0);
  assert_has(t.out, "ball.y - mean(ball.y), m\n");
  assert_has(t.out, "hypot(ball.vx,ball.vy), m/s\n");
  assert_int_equal(
      try_pawl(state, &t,
               "picture thrown.lua --plot 'ball.y - mean(ball.y),ball.vy*2:hypot(ball.vx,ball.vy)' -o p.svg")
          ->status,
      0);
  static char svg[1 << 18];
  read_back(*state, "p.svg", svg, sizeof svg);
  assert_has(svg, "ball.y - mean(ball.y)");
  assert_has(svg, "hypot(ball.vx,ball.vy)");
  assert_int_equal(try_pawl(state, &t, "picture thrown.lua --plot 'ball.y +' -o p.svg")->status, 2);
  assert_string_equal(t.err, "pawl: --plot 'ball.y +', column 9: something is missing at the end\n");
}

/* ---- files ---- */

static void files_are_measured_alike(void **state)
{
  static trial t;
  static const char *const measures[] = {"max(ball.y)", "rms(ball.vy)",        "cross(ball.y, 0.1*m, 2)",
                                         "count(hit)",  "when(hit:impact, 2)", "impulse(hit)",
                                         "lost(hit)",   "mean(hit.gap)"};
  char line[512];
  assert_int_equal(try_pawl(state, &t, "run rigid.lua --out r.h5 --quiet")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run rigid.lua --out r.csv --quiet")->status, 0);
  for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
    double run = ask(state, "rigid.lua", measures[i]);
    snprintf(line, sizeof line, "measure r.h5 '%s' --json", measures[i]);
    assert_int_equal(try_pawl(state, &t, line)->status, 0);
    assert_json(t.out);
    assert_true(fabs(measured(t.out, measures[i]) - run) <
                1e-11); /* integrals of a run are not those of its rows */
    snprintf(line, sizeof line, "measure r.csv '%s' --json", measures[i]);
    try_pawl(state, &t, line);
    bool of_events = i >= 3 && i < 7;
    assert_int_equal(t.status, of_events ? 2 : 0);
    if (!of_events)
      assert_true(fabs(measured(t.out, measures[i]) - run) < 1e-11);
  }
  assert_int_equal(try_pawl(state, &t, "measure r.h5 'max(ball.y)' 'count(hit:impact)'")->status, 0);
  assert_string_equal(t.out, "max(ball.y) = 0.55 m\ncount(hit:impact) = 3\n");
  assert_int_equal(try_pawl(state, &t, "measure r.csv 'max(ball.q)'")->status, 2);
  assert_string_equal(
      t.err, "pawl: r.csv: 'max(ball.q)', column 5: there is no channel 'ball.q'; did you mean 'ball.x'?\n");
}

static void two_files_are_compared(void **state)
{
  static trial t;
  assert_int_equal(try_pawl(state, &t, "run rigid.lua --out a.h5 --quiet")->status, 0);
  assert_int_equal(try_pawl(state, &t, "run rigid.lua --set vx=0.2 --out b.h5 --quiet")->status, 0);
  assert_int_equal(
      try_pawl(state, &t,
               "compare a.h5 b.h5 --measure 'final(ball.x)' --measure 'count(hit)' --tolerance 0.05")
          ->status,
      3);
  assert_has(t.out, "measure final(ball.x): 0.08 m and 0.16 m, 0.08 m apart  too far\n");
  assert_has(t.out, "measure count(hit): 3 and 3, 0 apart\n");
  assert_int_equal(
      try_pawl(state, &t, "compare a.h5 a.h5 --measure 'final(ball.x)' --measure 'when(hit,9)' --json")
          ->status,
      0);
  assert_json(t.out);
  assert_has(t.out, "\"measures\"");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(measures_have_their_closed_forms),
                                     cmocka_unit_test(the_summary_says_them),
                                     cmocka_unit_test(peaks_are_those_of_the_summary),
                                     cmocka_unit_test(events_have_their_closed_forms),
                                     cmocka_unit_test(impulses_are_those_of_the_momentum),
                                     cmocka_unit_test(presses_are_integrated_over_steps),
                                     cmocka_unit_test(outputs_read_forces_and_rows_are_dense_enough),
                                     cmocka_unit_test(mistakes_are_told_before_the_run),
                                     cmocka_unit_test(stepping_leaves_events_out),
                                     cmocka_unit_test(the_manual_is_right),
                                     cmocka_unit_test(a_measure_without_an_answer_loses_nothing),
                                     cmocka_unit_test(an_expect_that_is_not_met_fails),
                                     cmocka_unit_test(expressions_are_columns),
                                     cmocka_unit_test(expressions_are_drawn),
                                     cmocka_unit_test(files_are_measured_alike),
                                     cmocka_unit_test(two_files_are_compared)};
  return cmocka_run_group_tests(tests, set_up, remove_folder);
}
