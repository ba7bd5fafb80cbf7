/* Constraints of own equations by time-stepping: kept both ways, on positions and on velocities, also while a function says so;
 * they come to the event-driven motion with order one.      theory.md, 10.1 */
#include "step/sessions_test.h"
#include "step/stepping.h"

#define PARTICLE                                                                                             \
  "planar {}\nlocal p = lagrangian \"p\" { coordinates = {\"x\", \"y\"}, units = {\"m\", \"m\"}, "

typedef struct {
  const char *name, *text, *channel, *force;
  double duration;
} one;

static const one all[] = {
    {"skate",
     "planar {}\nlocal s = lagrangian \"p\" { coordinates = {\"x\", \"y\", \"phi\"}, units = {\"m\", \"m\", "
     "\"rad\"},\n"
     "  speed = {1, 0, 1}, mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1} } }\n"
     "constraint \"c\" { s, rate = function(q) return {math.sin(q.phi), -math.cos(q.phi), 0} end }\n",
     "p.y", "c.force", 1},
    {"pendulum",
     PARTICLE "start = {1, 0}, speed = {0, 0.5}, mass = { {1, 0}, {0, 1} }, force = {0, -9.81} }\n"
              "constraint \"c\" { p, equation = function(q) return q.x^2 + q.y^2 - 1 end }\n",
     "p.x", "c.force", 0.9},
    {"clamp",
     PARTICLE
     "speed = {1, 0}, mass = { {1, 0.3}, {0.3, 1} }, force = function(q) return {-10*q.x, -q.y} end }\n"
     "constraint \"c\" { p, equation = function(q) return q.x end,\n"
     "  when = function(q, v, t) return math.sin(7*t) - 0.3 end }\n",
     "p.y", "c.force", 2},
    {"clamp and wall",
     PARTICLE
     "start = {0, 0.3}, speed = {1, 0}, mass = { {1, 0}, {0, 1} }, force = {0, -9.81} }\n"
     "gap \"g\" { p, gap = 0, normal = {0, 1}, tangent = {1, 0}, law = rigid { restitution = 0.5 }, friction "
     "= 0.2 }\n"
     "constraint \"c\" { p, rate = {1, -1}, when = function(q, v, t) return t - 0.4 end }\n",
     "p.x", "p.y", 0.41}};

static double end_of(const one *m, double step, const char *channel)
{
  char text[1200], method[100] = "";
  if (step > 0)
    snprintf(method, sizeof method, ", method = \"stepping\", step = %.9g", step);
  snprintf(text, sizeof text, "%ssimulate { duration = %g%s }\n", m->text, m->duration, method);
  session s = open_text(text, NULL);
  go(s, m->duration);
  pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
  double value = pawl_run_read(s.run, pawl_run_find(s.run, channel));
  if (step > 0)
    assert_true(s.run->books.worst_ledger < 1e-3);
  leave(s);
  return value;
}

static void they_come_to_the_same_motion(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    double exact = end_of(all + i, 0, all[i].channel), off[3];
    for (int k = 0; k < 3; k++)
      off[k] = fabs(end_of(all + i, 4e-3 * pow(0.25, k), all[i].channel) - exact);
    double order = log(off[0] / off[2]) / log(16);
    print_message("%s: off by %.1e, %.1e, %.1e, order %.2f\n", all[i].name, off[0], off[1], off[2], order);
    for (int k = 0; k < 3; k++) /* a clamp closes up to a step late */
      assert_true(off[k] < 1.5 * 4e-3 * pow(0.25, k));
    assert_true(order > 0.8 || i >= 2);
  }
}

static void their_forces_are_shown(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    double exact = end_of(all + i, 0, all[i].force), off = fabs(end_of(all + i, 1e-4, all[i].force) - exact);
    print_message("%s: force %.6g, off by %.1e\n", all[i].name, exact, off);
    assert_true(fabs(exact) > 0.1);
    if (i == 1)
      assert_true(off < 2e-3 * fabs(exact));
  }
}

/* Force that would lift it off a one-sided contact. */
static void they_pull(void **state)
{
  (void)state;
  session s = open_text(PARTICLE "mass = { {1, 0}, {0, 1} }, force = {1, 9.81} }\n"
                                 "constraint \"c\" { p, equation = function(q) return q.y end }\n"
                                 "simulate { duration = 1, method = \"stepping\", step = 0.01 }\n",
                        NULL);
  go(s, 1);
  assert_true(fabs(see(s, "p", -1, "x") - 0.5) < 1e-12);
  assert_true(fabs(see(s, "p", -1, "y")) < 1e-12);
  assert_true(fabs(see(s, "c", -1, "force") + 9.81) < 1e-9);
  leave(s);
}

/* The step that passes an accumulation of an event-driven run keeps them as well: in flight, and beside a touch that is pressed. */
static void a_passage_keeps_them(void **state)
{
  (void)state;
  for (int flies = 0; flies < 2; flies++) {
    char text[1000];
    pawl_error error = {0};
    snprintf(
        text, sizeof text,
        PARTICLE
        "start = {1, 1}, speed = {-1, -1}, mass = { {1, 0}, {0, 1} }, force = {-9.81, 3} }\n"
        "gap \"g\" { p, gap = -1, normal = {1, 0}, tangent = {0, 1}, law = rigid { restitution = %g } }\n"
        "constraint \"c\" { p, equation = function(q) return q.y - q.x end }\n"
        "simulate { duration = 1 }\n",
        0.5 * flies);
    session s = open_text(text, NULL);
    for (int i = 0; i < 20; i++) {
      if (pawl_stepping_pass(s.run, 1e-3, &error) != PAWL_OK)
        fail_msg("%s", error.text);
      pawl_run_output(s.run, s.run->t, s.run->room.values, &error);
      assert_true(fabs(see(s, "p", -1, "x") - see(s, "p", -1, "y")) < 1e-12);
      assert_true(fabs(see(s, "c", -1, "rate")) < 1e-12);
      assert_true(see(s, "c", -1, "mode") == 1 && see(s, "g", -1, "mode") == !flies);
    }
    assert_true(flies ? see(s, "p", -1, "x") > 1.009 : fabs(see(s, "p", -1, "x") - 1) < 1e-12);
    leave(s);
  }
}

/* Beside a touch that slides, whose normal and tangent both move the constraint. With the rows n = (1, 0, 0), t = (0, 1, 0) and
 * c = (-1, -1, 1), and x at rest:   N = 10 + λ,   a = 5 - 0.3 N - λ = 1 + λ,   so λ = 1/2.3. */
static void touches_know_of_them(void **state)
{
  (void)state;
  for (int by_steps = 0; by_steps < 2; by_steps++) {
    char text[1000];
    snprintf(
        text, sizeof text,
        "planar {}\nlocal p = lagrangian \"p\" { coordinates = {\"x\", \"y\", \"z\"}, units = {\"m\", \"m\", "
        "\"m\"},\n"
        "  mass = { {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, force = {-10, 5, 1} }\n"
        "gap \"g\" { p, gap = 0, normal = {1, 0, 0}, tangent = {0, 1, 0}, law = rigid {}, friction = 0.3 }\n"
        "constraint \"c\" { p, equation = function(q) return q.z - q.y - q.x end }\n"
        "simulate { duration = 1%s }\n",
        by_steps ? ", method = \"stepping\", step = 1e-3" : "");
    session s = open_text(text, NULL);
    go(s, 1);
    pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
    double force = 1 / 2.3, N = see(s, "g", -1, "normal_force"), F = see(s, "c", -1, "force");
    assert_true(fabs(N - 10 - force) < 1e-9 && fabs(F - force) < 1e-9);
    assert_true(fabs(see(s, "p", -1, "x")) < 1e-12);
    assert_true(fabs(see(s, "p", -1, "y") - 0.5 * (1 + force)) < 1e-9);
    assert_true(fabs(see(s, "p", -1, "z") - see(s, "p", -1, "y")) < 1e-9);
    leave(s);
  }
}

static void those_that_cannot_be_kept_are_named(void **state)
{
  (void)state;
  pawl_error error = {0};
  session s = open_text(PARTICLE "mass = { {1, 0}, {0, 1} } }\n"
                                 "constraint \"c\" { p, equation = function(q, t) return q.x - t^2 end }\n"
                                 "constraint \"d\" { p, equation = function(q) return q.x end }\n"
                                 "simulate { duration = 1, method = \"stepping\", step = 0.01 }\n",
                        NULL);
  assert_int_equal(pawl_run_until(s.run, 1, &error), PAWL_BAD_NUMBERS);
  assert_non_null(strstr(error.text, "constraint \"c\" cannot be kept at t = 0.01 s: "));
  assert_string_equal(error.where, "test:3");
  leave(s);
}

/* Continued from a stored state: what it has been held at is part of it, by events and by stepping. */
static void a_clamp_goes_on_where_it_was(void **state)
{
  (void)state;
  for (int stepping = 0; stepping < 2; stepping++) {
    char text[1200];
    pawl_error error = {0};
    snprintf(text, sizeof text, "%ssimulate { duration = 2%s }\n", all[2].text,
             stepping ? ", method = \"stepping\", step = 1e-3" : "");
    session s = open_text(text, NULL), again = open_text(text, NULL);
    go(s, 1.0);
    assert_true(see(s, "c", -1, "mode") == 1 && fabs(see(s, "p", -1, "x")) > 1e-3);
    double *kept = malloc(sizeof(double) * pawl_run_state_size(s.run));
    pawl_run_get_state(s.run, kept);
    assert_int_equal(pawl_run_set_state(again.run, kept, &error), PAWL_OK);
    free(kept);
    go(s, 2);
    go(again, 2);
    assert_true(pawl_run_hash(s.run) == pawl_run_hash(again.run));
    leave(s);
    leave(again);
  }
}

/* A disc falls into a corner of a square drum that turns: with friction above 1 it is wedged and carried along, by two touches with four conditions
 * on three ways to move, which agree only to the square of a step. */
static void what_is_wedged_is_carried(void **state)
{
  (void)state;
  for (int i = 0; i < 12; i++) {
    double l = i % 3 == 0   ? 1e-4
               : i % 3 == 1 ? 0.3
                            : 100,
           T = sqrt(l / 0.3), way = i % 2 ? -1 : 1, begin = way * -2.9332259542109838,
           rate = way * -0.36055960173425028 / T, time = 0.6 * T, radius = 0.06159959275616899 / 0.3 * l,
           r = l - 1.4142135623730951 * radius;
    char text[1500];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\nlocal l = %.17g\n"
             "local drum = base \"drum\" { angle = function(t) return %.17g + %.17g*t end }\n"
             "local b = body \"b\" { mass = 1, inertia = %.17g, vx = %.17g, y = 0.018*l }\n"
             "contact \"c\" { shape \"s\" { drum, polygon { {l, 0}, {0, -l}, {-l, 0}, {0, l} } },\n"
             "  shape \"r\" { b, circle { radius = %.17g } }, law = rigid { restitution = 0.09 }, friction = "
             "1.0834846599490797 }\n"
             "simulate { duration = 1, method = \"stepping\", step = %.17g }\n",
             l, begin, rate, 0.5 * radius * radius, way * 0.068549897238361024 * sqrt(l / 0.3), radius,
             time / (250 << i % 3));
    session s = open_text(text, NULL);
    go(s, time);
    pawl_run_output(s.run, s.run->t, s.run->room.values, NULL);
    double turned = begin + rate * time + 1.5707963267948966; /* to the corner that is lowest */
    assert_true(fabs(see(s, "b", -1, "x") - r * cos(turned)) < 1e-6 * l);
    assert_true(fabs(see(s, "b", -1, "y") - r * sin(turned)) < 1e-6 * l);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_come_to_the_same_motion),
                                     cmocka_unit_test(their_forces_are_shown),
                                     cmocka_unit_test(they_pull),
                                     cmocka_unit_test(a_passage_keeps_them),
                                     cmocka_unit_test(touches_know_of_them),
                                     cmocka_unit_test(those_that_cannot_be_kept_are_named),
                                     cmocka_unit_test(a_clamp_goes_on_where_it_was),
                                     cmocka_unit_test(what_is_wedged_is_carried)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
