/* Long rows of impacts: blocks that rock for long, balls that lose almost nothing. Nothing falls through, and every row that
 * has an end comes to it. */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

static session open_with(const char *path, const char *const *names, const double *value, int count)
{
  pawl_setting set[8];
  char number[8][32];
  pawl_model *model = NULL;
  pawl_error error = {0};
  for (int i = 0; i < count; i++) {
    snprintf(number[i], sizeof number[i], "%.17g", value[i]);
    set[i] = (pawl_setting){names[i], number[i]};
  }
  pawl_reading how = {set, count, NULL};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, NULL);
}

/* A corner that was high up while the other one stayed on the floor is found again when it comes down. */
static void blocks_stay_above_the_floor(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "mu", "tilt", "width", "height"};
  static const double mu[] = {0, 0.05, 0.3, 1, 3}, first[] = {0.8, 0, 0.958311069, 1.18299873, 0.479694898};
  unsigned long long seed = 11;
  double deepest = 0, ledger = 0;
  for (int i = 0; i < 60; i++) {
    const double other[] = {0.2 * (i % 6), mu[i % 5], uniform(&seed, 0.01, 1.1), uniform(&seed, 0.1, 2),
                            uniform(&seed, 0.1, 2)};
    double values[256];
    pawl_error error = {0};
    session s = open_with("models/rocking-block", names, i ? other : first, 5);
    assert_true(pawl_run_channel_count(s.run) <= 256);
    go(s, 2);
    assert_int_equal(pawl_run_output(s.run, s.run->t, values, &error), PAWL_OK);
    deepest = fmax(deepest, s.run->system.contact->pair[0].log.deepest);
    ledger = fmax(ledger, s.run->books.worst_ledger);
    leave(s);
  }
  print_message("60 blocks: at most %.1e m deep, ledger %.1e\n", deepest, ledger);
  assert_true(deepest < 1e-10 && ledger < 1e-10);
}

typedef struct {
  long impacts;
  pawl_event last;
} row;

static void keep(void *context, const pawl_event *event)
{
  row *r = context;
  r->impacts++;
  r->last = *event;
}

/* With e = 0.999 there are 15,000 impacts, most of which come at once after each other: each step ends at one.
 */
static void rows_that_lose_little_end(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "height"};
  static const double cases[][2] = {{0.99, 1e-4}, {0.999, 1e-4}, {0.999, 1}};
  for (int i = 0; i < 3; i++) {
    double t1 = sqrt(2 * cases[i][1] / 9.81), limit = t1 * (1 + cases[i][0]) / (1 - cases[i][0]);
    row r = {0};
    session s = open_with("models/bouncing-ball", names, cases[i], 2);
    s.run->tells.on_event = keep;
    s.run->tells.listener = &r;
    go(s, 1.01 * limit);
    print_message("e = %g, %g m: %ld impacts, limit off by %.1e of itself\n", cases[i][0], cases[i][1],
                  r.impacts, fabs(r.last.limit / limit - 1));
    assert_string_equal(r.last.reason, "accumulation");
    assert_true(r.last.count == r.impacts && fabs(r.last.limit / limit - 1) < 1e-7);
    assert_true(fabs(see(s, "ball", -1, "y")) < 1e-12 * cases[i][1]);
    leave(s);
  }
}

/* What loses nothing goes on for ever, and as high. */
static void rows_that_lose_nothing_do_not(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "height"};
  static const double one[] = {1, 1e-4};
  row r = {0};
  session s = open_with("models/bouncing-ball", names, one, 2);
  s.run->tells.on_event = keep;
  s.run->tells.listener = &r;
  go(s, 50);
  assert_int_equal(r.impacts, (long)floor((50 / sqrt(2e-4 / 9.81) + 1) / 2));
  assert_true(fabs(r.last.rate_after / sqrt(2 * 9.81 * 1e-4) - 1) < 1e-9);
  leave(s);
}

/* Mass 1, driven over the way d to a wall by nothing but friction whose normal force is given, which is a: of a clutch, of a contact with a
 * belt that gives way, of a brake on a moving base. What drives them is so fast that it always slides. */
static const char *const driven[] = {
    "local m = body 'm' { mass = 1, inertia = L*L }\n"
    "revolute 'way' { ground, m }\n"
    "stop 'wall' { 'way', max = d, restitution = e }\n"
    "shaft 'drum' { inertia = 1e9*L*L, speed = 20 }\n"
    "clutch 'drives' { 'way', 'drum', capacity = a*L*L }\n",
    "local m = body 'm' { mass = 1, inertia = L*L }\n"
    "prismatic 'way' { ground, m }\n"
    "stop 'wall' { 'way', max = d*L, restitution = e }\n"
    "local belt = base 'belt' { x = function(t) return 20*L*t end, y = -L }\n"
    "contact 'drives' { shape 'top' { belt, line { {1e6*L, 0}, {-1e6*L, 0} } },\n"
    "  shape 'rim' { m, circle { radius = 1.001*L } }, law = linear { stiffness = 1e3 }, friction = a }\n",
    "local belt = base 'belt' { x = function(t) return 20*L*t end }\n"
    "local m = body 'm' { mass = 1, inertia = L*L }\n"
    "prismatic 'way' { belt, m, speed = -20*L }\n"
    "brake 'drives' { 'way', capacity = a*L }\n"
    "contact 'wall' { shape 'side' { ground:at{(1 + d)*L, 0}, line { {0, L}, {0, -L} } },\n"
    "  shape 'rim' { m, circle { radius = L } }, law = rigid { restitution = e } }\n"};

static void rows_that_friction_brings_back_end(void **state)
{
  (void)state;
  static const double sizes[] = {1e-3, 1, 30};
  unsigned long long seed = 5;
  double worst = 0;
  int scenes = soak_or(300, 36, 9), which = 0;
  for (int i = 0; i < scenes; i++) {
    char text[2048];
    double e = uniform(&seed, 0.2, 0.9), a = uniform(&seed, 0.3, 3), d = uniform(&seed, 0.1, 0.5),
           limit = sqrt(2 * d / a) * (1 + e) / (1 - e);
    row r = {0};
    snprintf(text, sizeof text,
             "local L, e, a, d = %.17g, %.17g, %.17g, %.17g\nplanar {}\n%ssimulate { duration = %.17g, "
             "tolerance = 1e-9 }\n",
             sizes[i / 3 % 3], e, a, d, driven[i % 3], 1.2 * limit);
    session s = open_text(text, NULL);
    s.run->tells.on_event = keep;
    s.run->tells.listener = &r;
    go(s, 1.2 * limit);
    if (r.impacts > 400 || strcmp(r.last.reason, "accumulation") != 0)
      fail_msg("%ld events, at last %s:\n%s", r.impacts, r.last.reason, text);
    note(&worst, &which, fabs(r.last.limit / limit - 1), i);
    leave(s);
  }
  print_message("%d rows, limit off by %.1e of itself (%d)\n", scenes, worst, which);
  assert_true(worst < 1e-6);
}

/* An arm on a hinge that a clutch turns against a block: in its corner gap rate and sliding are one freedom. */
static void clutched_arms_come_to_rest(void **state)
{
  (void)state;
  unsigned long long seed = 6;
  long most = 0;
  int scenes = soak_or(400, 40, 8);
  for (int i = 0; i < scenes; i++) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "planar {}\n"
        "local arm = body 'arm' { mass = 0.5, inertia = 0.002, com = {0.05, 0} }\n"
        "local as = shape 'as' { arm, polygon { {-0.1, -0.01}, {0.1, -0.01}, {0.1, 0.01}, {-0.1, 0.01} } }\n"
        "local bl = shape 'bl' { ground:at{0.08, 0.07}, polygon { {-0.02, -0.02}, {0.02, -0.02}, {0.02, "
        "0.02}, {-0.02, 0.02} } }\n"
        "local h = revolute 'h' { ground, arm, angle = 0.3, speed = %.17g }\n"
        "shaft 'd' { inertia = %.17g, speed = %.17g }\n"
        "clutch 'c' { h, 'd', capacity = %.17g }\n"
        "contact 'hit' { as, bl, law = rigid { restitution = %.17g }, friction = %.17g }\n"
        "simulate { duration = 1, tolerance = %g }\n",
        uniform(&seed, -0.4, 0.4), 0.003 * pow(10, uniform(&seed, 0, 1)), uniform(&seed, 0.5, 2),
        0.03 * pow(10, uniform(&seed, 0, 1)), uniform(&seed, 0.3, 0.9), uniform(&seed, 0, 1.5),
        pow(10, -6 - i % 5));
    session s = open_text(text, NULL);
    go(s, 1);
    most = s.run->books.events > most ? s.run->books.events : most;
    assert_true(s.run->books.worst_ledger < 1e-6);
    if (s.run->books.events > 1000)
      fail_msg("%ld events:\n%s", s.run->books.events, text);
    leave(s);
  }
  print_message("%d arms, at most %ld events\n", scenes, most);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_stay_above_the_floor),   cmocka_unit_test(rows_that_lose_little_end),
      cmocka_unit_test(rows_that_lose_nothing_do_not), cmocka_unit_test(rows_that_friction_brings_back_end),
      cmocka_unit_test(clutched_arms_come_to_rest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
