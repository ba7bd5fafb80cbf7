/* models/geneva-drive, ratchet-and-pawl, gear-pair, latch: what closed forms and statics say of them,
 * beyond what each model expects of itself. All of them with all of their numbers by ±20 % too: they do
 * what they must, or say why not. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "base/soak_test.h"
#include "model/model.h"
#include "step/sessions_test.h"

/* All, in `make test`, and with sanitizers. */
#define VARIATIONS soak_or(6, 1, 0)

enum { SETTINGS = 16, EVENTS = 4000 };

static const double pi = 3.14159265358979323846;

/* ---- one run ---- */

static session open_with(const char *path, const pawl_setting *setting, int count, double tolerance)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_reading how = {setting, count, NULL};
  pawl_run_options options = {NULL, tolerance, -1};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, &options);
}

static void step(session s)
{
  pawl_error error = {0};
  if (pawl_run_step(s.run, s.model->plan.duration, &error) != PAWL_OK)
    fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
}

static double parameter_of(session s, const char *name)
{
  for (int i = 0; i < s.model->parameter_count; i++)
    if (strcmp(s.model->parameters[i].name, name) == 0)
      return s.model->parameters[i].value;
  fail_msg("no parameter %s", name);
  return NAN;
}

/* ---- geneva-drive ---- */

/* How far the wheel is off the closed form while the pin is in a slot, but for the very ends. */
static double off_geneva(const char *clearance, const char *steel)
{
  const pawl_setting setting[] = {{"clearance", clearance}, {"steel", steel}};
  session s = open_with("models/geneva-drive", setting, 2, NAN);
  double half = pi / parameter_of(s, "slots"), lambda = 1 / sin(half), worst = 0;
  while (see(s, "axle", -1, "angle") < 2 * pi + 0.9 * (pi / 2 - half)) {
    step(s);
    double a = see(s, "axle", -1, "angle") - 2 * pi;
    if (a > -0.9 * (pi / 2 - half))
      worst = fmax(worst, fabs(see(s, "staff", -1, "angle") + half + atan2(sin(a), lambda - cos(a))));
  }
  leave(s);
  return worst;
}

static void geneva_comes_to_the_closed_form(void **state)
{
  (void)state;
  static const char *const clearance[] = {"200e-6", "100e-6", "50e-6"};
  static const char *const steel[] = {"1e10", "2.8e10", "8e10"}; /* pressed by half each time, too */
  double before = INFINITY;
  for (int i = 0; i < 3; i++) {
    double off = off_geneva(clearance[i], steel[i]);
    print_message("  clearance %s m: off by %.3e rad at most\n", clearance[i], off);
    assert_true(off < 0.6 * before);
    before = off;
  }
}

/* ---- ratchet-and-pawl ---- */

static void ratchet_never_goes_back_a_tooth(void **state)
{
  (void)state;
  session s = open_with("models/ratchet-and-pawl", NULL, 0, NAN);
  double pitch = 2 * pi / parameter_of(s, "teeth"), highest = 0, back = 0, most = 0;
  double swing = parameter_of(s, "swing");
  while (s.run->t < s.model->plan.duration) {
    step(s);
    double angle = see(s, "axle", -1, "angle");
    double hold = see(s, "hold_contact", -1, "normal_force"),
           drive = see(s, "push_contact", -1, "normal_force");
    assert_true(isfinite(hold) && isfinite(drive) && hold >= 0 && drive >= 0);
    highest = fmax(highest, angle);
    back = fmax(back, highest - angle);
    most = fmax(most, fmax(hold, drive));
  }
  print_message("  %.4f teeth; goes back by %.3f of one; forces up to %.0f N; ledger %.1e\n",
                see(s, "axle", -1, "angle") / pitch, back / pitch, most, s.run->books.worst_ledger);
  assert_true(fabs(see(s, "axle", -1, "angle") / pitch - 2) < 0.002);
  assert_true(back <
              ((swing - 1) / 2 + 0.02) * pitch); /* by what the lever went too far, and what steel gives */
  assert_true(s.run->books.worst_ledger <= s.run->plan.tolerance);
  leave(s);
}

/* ---- gear-pair ---- */

typedef struct {
  double alpha, base1, base2, tip1, tip2, distance, pitch; /* pitch: along the line of action */
} gears;

static gears measure_gears(session s)
{
  double m = parameter_of(s, "module"), r1 = m * parameter_of(s, "z1") / 2,
         r2 = m * parameter_of(s, "z2") / 2;
  double alpha = parameter_of(s, "pressure_angle");
  return (gears){alpha, r1 * cos(alpha), r2 * cos(alpha), r1 + m, r2 + m, r1 + r2, pi * m * cos(alpha)};
}

/* While one pair carries, without friction: the touch is on the line of action through the pitch point,
 * and the force is along it. */
static void gears_touch_on_the_line_of_action(void **state)
{
  (void)state;
  const pawl_setting setting[] = {{"mu", "0"}};
  session s = open_with("models/gear-pair", setting, 1, NAN);
  gears g = measure_gears(s);
  double turn = 2 * pi / parameter_of(s, "speed"), off = 0, turned = 0;
  double pitch_point = g.base1 / cos(g.alpha);
  int looks = 0, sides[2] = {0, 0};
  while (s.run->t < 0.35 * turn) {
    step(s);
    if (see(s, "mesh", -1, "count") != 1)
      continue;
    double fx = see(s, "mesh", -1, "fx"), fy = see(s, "mesh", -1, "fy"), force = hypot(fx, fy);
    if (force < 1) /* just met, or just parting: its direction is rounding */
      continue;
    int side = fx * fy < 0; /* which flanks */
    double dx = sin(g.alpha), dy = side ? -cos(g.alpha) : cos(g.alpha);
    double x = see(s, "mesh", -1, "x") - pitch_point, y = see(s, "mesh", -1, "y");
    off = fmax(off, fabs(x * dy - y * dx));
    turned = fmax(turned, fabs(fx * dy - fy * dx) / force);
    sides[side]++;
    looks++;
  }
  print_message("  %d looks at one pair of teeth (%d and %d): off the line by %.1e m, force by %.1e rad\n",
                looks, sides[0], sides[1], off, turned);
  assert_true(sides[0] > 100 && sides[1] > 100);
  assert_true(off < 1e-6 * g.distance && turned < 1e-6);
  leave(s);
}

/* How many pairs carry in the mean, over teeth of a whole turn, and by how much the wheel turns in it. */
static void gears_have_their_ratios(void **state)
{
  (void)state;
  session s = open_with("models/gear-pair", NULL, 0, NAN);
  gears g = measure_gears(s);
  double turn = 2 * pi / parameter_of(s, "speed"), z1 = parameter_of(s, "z1"), z2 = parameter_of(s, "z2");
  double formula = (sqrt(g.tip1 * g.tip1 - g.base1 * g.base1) + sqrt(g.tip2 * g.tip2 - g.base2 * g.base2) -
                    g.distance * sin(g.alpha)) /
                   g.pitch;
  go(s, 0.19 * turn);
  double before = see(s, "axle", -1, "angle");
  go(s, 0.95 * turn);
  double sum = 0, start = s.run->t, last = start;
  while (last < start + 4 * turn / z1) { /* four teeth */
    double count = see(s, "mesh", -1, "count");
    step(s);
    double now = fmin(s.run->t, start + 4 * turn / z1);
    sum += count * (now - last);
    last = now;
  }
  double ratio = sum / (4 * turn / z1);
  session again = open_with("models/gear-pair", NULL, 0, NAN);
  go(again, 1.19 * turn);
  double off = (see(again, "axle", -1, "angle") - before) / (-2 * pi * z1 / z2) - 1;
  print_message("  %.4f pairs carry in the mean, the formula says %.4f; ratio of speeds off by %.1e\n", ratio,
                formula, off);
  assert_true(fabs(ratio - formula) < 0.02 * formula);
  assert_true(fabs(off) < 1e-8);
  leave(again);
  leave(s);
}

/* The wheel is never off by more than half the backlash and what teeth give; and it knocks: it has been on
 * both sides. */
static void gears_stay_within_the_backlash(void **state)
{
  (void)state;
  session s = open_with("models/gear-pair", NULL, 0, NAN);
  double r2 = parameter_of(s, "module") * parameter_of(s, "z2") / 2,
         ratio = parameter_of(s, "z1") / parameter_of(s, "z2");
  double first = pi / parameter_of(s, "z2"), half = parameter_of(s, "backlash") / 2, least = 0, most = 0;
  while (s.run->t < s.model->plan.duration) {
    step(s);
    double error = r2 * (see(s, "axle", -1, "angle") - first + ratio * see(s, "shaft", -1, "angle"));
    least = fmin(least, error);
    most = fmax(most, error);
  }
  print_message("  transmission error from %.3f to %.3f um, half the backlash is %.0f um\n", 1e6 * least,
                1e6 * most, 1e6 * half);
  assert_true(least < -half && least > -1.25 * half);
  assert_true(most > half && most < 1.25 * half);
  leave(s);
}

/* ---- latch ---- */

/* Where the bolt is after a while of pulling. */
static double pulled_bolt(double pull, double *angle)
{
  char text[40];
  const pawl_setting setting[] = {{"mu", "0.05"}, {"draft", "0.115"}, {"pull", text}};
  snprintf(text, sizeof text, "%.17g", pull);
  session s = open_with("models/latch", setting, 3, NAN);
  go(s, 1.45);
  double position = see(s, "guide", -1, "position");
  *angle = see(s, "hinge", -1, "angle");
  leave(s);
  return position;
}

/* A slippery bolt with a steep back begins to give way when N sin d = S + mu N cos d; since its spring
 * grows stronger with its way, it opens only when the same holds where the bolt leaves the keeper. Pulled
 * at 1.3 times that, the bolt rests where friction can hold it: from 0.3 of the squeeze on, and no load
 * that comes at once moves it twice as far. */
static void latch_gives_way_by_statics(void **state)
{
  (void)state;
  const double mu = 0.05, d = 0.115, rate = 600, squeeze = 0.010, handle = 0.26;
  const double reach = 0.3 + 2.5e-3 + 1e-3 * (1 - sin(d));
  double normal = rate * squeeze / (sin(d) - mu * cos(d)), angle;
  double limit = normal * (cos(d) + mu * sin(d)) * reach / handle;
  double below = pulled_bolt(0.95 * limit, &angle), above = pulled_bolt(1.3 * limit, &angle);
  double twice = (pulled_bolt(2.2 * limit, &angle), angle);
  print_message("  gives way from %.1f N on the handle: below it by %.3f mm, at 1.3 times by %.2f mm, at 2.2 "
                "times the door is open by %.2f rad\n",
                limit, -1e3 * below, -1e3 * above, twice);
  assert_true(fabs(below) < 0.1e-3);
  assert_true(-above > 0.29 * squeeze && -above < 0.6 * squeeze);
  assert_true(twice > 0.1);
}

/* ---- half the tolerance ---- */

typedef struct {
  int count;
  struct {
    char part[24];
    bool begins;
  } list[EVENTS];
} story;

static void listen(void *context, const pawl_event *event)
{
  story *s = context;
  bool from = strcmp(event->from, "open") == 0, to = strcmp(event->to, "open") == 0;
  if (from == to)
    return;
  assert_true(s->count < EVENTS);
  snprintf(s->list[s->count].part, sizeof s->list[0].part, "%s", event->part);
  s->list[s->count++].begins = from;
}

static void tell_story(const char *model, double until, double tolerance, story *to)
{
  session s = open_with(model, NULL, 0, tolerance);
  memset(to, 0, sizeof *to);
  s.run->tells.on_event = listen;
  s.run->tells.listener = to;
  go(s, until);
  leave(s);
}

static void order_of_events(void **state)
{
  (void)state;
  static const struct {
    const char *model;
    double until;
  } cases[] = {{"models/geneva-drive", 0.6},
               {"models/ratchet-and-pawl", 0.3},
               {"models/gear-pair", 0.03},
               {"models/latch", 0.3}};
  static story coarse, fine;
  for (int i = 0; i < 4; i++) {
    tell_story(cases[i].model, cases[i].until, 1e-9, &coarse);
    tell_story(cases[i].model, cases[i].until, 5e-10, &fine);
    print_message("  %s: %d touches and partings, %d with half the tolerance\n", cases[i].model, coarse.count,
                  fine.count);
    assert_true(coarse.count > 2);
    assert_int_equal(coarse.count, fine.count);
    assert_memory_equal(coarse.list, fine.list, sizeof coarse.list[0] * (size_t)coarse.count);
  }
}

/* ---- other numbers ---- */

typedef struct {
  char name[SETTINGS][32], value[SETTINGS][40];
  pawl_setting setting[SETTINGS];
  int count;
} numbers;

static bool is_whole(const char *name)
{
  return strcmp(name, "slots") == 0 || strcmp(name, "teeth") == 0 || strcmp(name, "z1") == 0 ||
         strcmp(name, "z2") == 0;
}

static void draw_numbers(const char *path, unsigned long long *seed, numbers *n)
{
  session s = open_with(path, NULL, 0, NAN);
  n->count = 0;
  for (int i = 0; i < s.model->parameter_count; i++) {
    const pawl_parameter *p = s.model->parameters + i;
    if (p->text)
      continue;
    assert_true(n->count < SETTINGS);
    double value = fmin(p->max, fmax(p->min, p->value * (1 + 0.2 * pawl_chance(seed))));
    snprintf(n->name[n->count], sizeof n->name[0], "%s", p->name);
    snprintf(n->value[n->count], sizeof n->value[0], "%.17g", is_whole(p->name) ? round(value) : value);
    n->setting[n->count] = (pawl_setting){n->name[n->count], n->value[n->count]};
    n->count++;
  }
  leave(s);
}

static void print_numbers(const numbers *n)
{
  for (int i = 0; i < n->count; i++)
    print_message(" --set %s=%s", n->name[i], n->value[i]);
  print_message("\n");
}

/* The expects between the step before and now; false: one was not met. */
static bool meets_expects(session s, double after, double *values)
{
  double end = s.model->plan.duration;
  pawl_error error = {0};
  for (int i = 0; i < s.model->part_count; i++) {
    if (strcmp(s.model->parts[i]->kind->name, "expect") != 0)
      continue;
    const pawl_expect *e = s.model->parts[i]->fields;
    double at = isnan(e->at) ? end : fmin(e->at, end);
    if (at <= after || at > s.run->t)
      continue;
    assert_int_equal(pawl_run_output(s.run, at, values, &error), PAWL_OK);
    double value = values[pawl_run_find(s.run, e->channel)];
    if (!(fabs(value - e->value) <= e->tolerance)) {
      print_message("  %s at %g: %g, wanted %g ± %g\n", e->channel, at, value, e->value, e->tolerance);
      return false;
    }
  }
  return true;
}

/* 1: it did what it must; 0: it said why it cannot; -1: it failed. */
static int try_numbers(const char *path, const numbers *n)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_reading how = {n->setting, n->count, NULL};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    return error.status == PAWL_BAD_MODEL && strlen(error.text) > 20 ? 0 : -1;
  session s = opened(model, NULL);
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values), after = 0;
  bool good = true;
  assert_non_null(values);
  while (good && s.run->t < s.model->plan.duration) {
    good = pawl_run_step(s.run, s.model->plan.duration, &error) == PAWL_OK && meets_expects(s, after, values);
    after = s.run->t;
  }
  if (error.text[0])
    print_message("  t = %g: %s\n", s.run->t, error.text);
  good = good && s.run->books.worst_ledger <= s.run->plan.tolerance;
  free(values);
  leave(s);
  return good ? 1 : -1;
}

static void other_numbers(void **state)
{
  const char *path = *state;
  unsigned long long seed = 5;
  int good = 0, refused = 0;
  static numbers n;
  for (int i = 0; i < VARIATIONS; i++) {
    draw_numbers(path, &seed, &n);
    int result = try_numbers(path, &n);
    good += result == 1;
    refused += result == 0;
    if (result < 0) {
      print_numbers(&n);
      fail_msg("%s fails with these numbers", path);
    }
  }
  print_message("  %s: %d of %d do what they must, %d say why not\n", path, good, VARIATIONS, refused);
  assert_true(good + refused == VARIATIONS && 2 * good >= VARIATIONS);
}

int main(void)
{
  static char geneva[] = "models/geneva-drive", ratchet[] = "models/ratchet-and-pawl",
              gear[] = "models/gear-pair", latch[] = "models/latch";
  const struct CMUnitTest tests[] = {cmocka_unit_test(geneva_comes_to_the_closed_form),
                                     cmocka_unit_test(gears_touch_on_the_line_of_action),
                                     cmocka_unit_test(gears_have_their_ratios),
                                     cmocka_unit_test(gears_stay_within_the_backlash),
                                     cmocka_unit_test(ratchet_never_goes_back_a_tooth),
                                     cmocka_unit_test(latch_gives_way_by_statics),
                                     cmocka_unit_test(order_of_events),
                                     cmocka_unit_test_prestate(other_numbers, geneva),
                                     cmocka_unit_test_prestate(other_numbers, ratchet),
                                     cmocka_unit_test_prestate(other_numbers, gear),
                                     cmocka_unit_test_prestate(other_numbers, latch)};
  /* with sanitizers without the long ones at the end: step/models sees the same code */
  size_t all = sizeof tests / sizeof *tests;
  return _cmocka_run_group_tests("tests", tests, VARIATIONS ? all : all - 7, NULL, NULL);
}
