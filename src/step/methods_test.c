/* What every method owes, over the list: errors that go with the tolerance, rows inside of steps as good as their ends, events at
 * their instants, energy that comes from nowhere by no more than the tolerance. Stepping has no tolerance: three_ways_test.c. */
#include "step/sessions_test.h"

/* A pendulum with a spring: no constraints; a four-bar: constraints; a body in space: charts. */
static const char *const smooth[] = {
    "planar { gravity = {0, -9.81} }\n"
    "local a = body 'a' { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
    "local b = body 'b' { mass = 0.5, inertia = 0.05, com = {0.3, 0} }\n"
    "revolute 'p' { ground, a, angle = 0.4 }\n"
    "revolute 'q' { a:at{1, 0}, b, angle = 0.3 }\n"
    "spring 's' { ground:at{1, 1}, b:at{0.6, 0}, stiffness = 30, length = 1, damping = 0.5 }\n",
    "planar { gravity = {0, -9.81} }\n"
    "local a = body 'a' { mass = 1, inertia = 0.02, com = {0.1, 0} }\n"
    "local b = body 'b' { mass = 2, inertia = 0.1, com = {0.4, 0} }\n"
    "local c = body 'c' { mass = 1, inertia = 0.1, com = {0.3, 0} }\n"
    "revolute 'p' { ground, a, angle = 1, speed = 3 }\n"
    "revolute 'q' { a:at{0.2, 0}, b }\n"
    "revolute 'r' { ground:at{0.7, 0}, c, angle = 1.4 }\n"
    "revolute 't' { b:at{0.8, 0}, c:at{0.6, 0} }\n",
    "spatial { gravity = {0, 0, -9.81} }\n"
    "local a = body 'a' { mass = 1, inertia = {0.1, 0.2, 0.25}, wx = 1, wy = 5, wz = 0.3 }\n"
    "spring 's' { ground:at{0, 0, 1}, a:at{0.2, 0.1, 0.3}, stiffness = 40, length = 0.5 }\n"};
enum { SMOOTH = sizeof smooth / sizeof *smooth, ROWS = 37, MOST = 64 };

static session opened_by(const char *model, const pawl_method *method, double tolerance)
{
  char text[2000];
  snprintf(text, sizeof text, "%ssimulate { duration = 2, tolerance = %g, method = '%s' }\n", model,
           tolerance, method->name);
  return open_text(text, NULL);
}

/* The rows of a run at times that are no ends of steps. */
static int record(const char *model, const pawl_method *method, double tolerance, double (*rows)[MOST],
                  long *rhs)
{
  session s = opened_by(model, method, tolerance);
  pawl_error error = {0};
  int row = 0, count = 2 * s.run->system.tree.dof_count;
  double values[1000];
  assert_true(count <= MOST && pawl_run_channel_count(s.run) < 1000);
  while (row < ROWS) {
    if (pawl_run_step(s.run, 2, &error) != PAWL_OK)
      fail_msg("%s: %s", method->name, error.text);
    for (; row < ROWS && 2.0 * (row + 0.5) / ROWS <= s.run->t; row++) {
      if (pawl_run_output(s.run, 2.0 * (row + 0.5) / ROWS, values, &error) != PAWL_OK)
        fail_msg("%s: %s", method->name, error.text);
      memcpy(rows[row], values, sizeof rows[row]);
    }
  }
  assert_true(s.run->books.worst_ledger <= fmax(100 * tolerance, 1e-11));
  *rhs = s.run->books.rhs;
  leave(s);
  return count;
}

static double apart(double (*a)[MOST], double (*b)[MOST], int count)
{
  double most = 0;
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < count; k++)
      most = fmax(most, fabs(a[i][k] - b[i][k]) / (1 + fabs(b[i][k])));
  return most;
}

/* Rows lie inside of steps, so this is about dense output, too. */
static void errors_go_with_the_tolerance(void **state)
{
  (void)state;
  static double exact[ROWS][MOST], rows[ROWS][MOST];
  long rhs;
  for (int m = 0; m < SMOOTH; m++) {
    record(smooth[m], pawl_methods + PAWL_METHOD_DOP853, 1e-13, exact, &rhs);
    for (int k = 0; k < PAWL_METHOD_COUNT; k++) {
      const pawl_method *method = pawl_methods + k;
      if (method->way->fixed)
        continue;
      for (double tolerance = 1e-3; tolerance > 1e-9; tolerance *= 1e-2) {
        int count = record(smooth[m], method, tolerance, rows, &rhs);
        double error = apart(rows, exact, count);
        print_message("  model %d by %s at %.0e: %.1e, %ld evaluations\n", m, method->name, tolerance, error,
                      rhs);
        /* errors of BDF add up where nothing is stiff: 130 tolerances in the four-bar */
        assert_true(error <= (method->way->stiff ? 300 : 10) * tolerance);
      }
    }
  }
}

typedef struct {
  double time[8];
  int count;
} impacts;

static void hear(void *context, const pawl_event *event)
{
  impacts *heard = context;
  if (heard->count < 8 && event->impulse > 0)
    heard->time[heard->count++] = event->time;
}

/* A ball in free flight is a parabola, exact by every order: impacts are where they are. With a spring it is not, and they err by
 * the tolerance. */
static const char *const bouncing =
    "planar { gravity = {0, -9.81} }\n"
    "local ball = body 'ball' { mass = 1, inertia = 0.1, y = 1 }\n"
    "contact 'hit' { shape 'floor' { ground, line { {9, 0}, {-9, 0} } }, shape 'point' { ball, vertex {} },\n"
    "  law = rigid { restitution = 0.8 } }\n";

static impacts listen(const char *more, const pawl_method *method, double tolerance)
{
  char model[1000];
  impacts heard = {{0}, 0};
  snprintf(model, sizeof model, "%s%s", bouncing, more);
  session s = opened_by(model, method, tolerance);
  s.run->tells.on_event = hear;
  s.run->tells.listener = &heard;
  go(s, 1.9);
  assert_true(s.run->books.worst_ledger <= fmax(100 * tolerance, 1e-11));
  leave(s);
  return heard;
}

static void events_are_where_they_are(void **state)
{
  (void)state;
  const char *spring = "spring 's' { ground:at{0, 2}, ball, stiffness = 3, length = 0.5, damping = 0.1 }\n";
  impacts exact = listen(spring, pawl_methods + PAWL_METHOD_DOP853, 1e-13);
  assert_true(exact.count >= 2);
  for (int k = 0; k < PAWL_METHOD_COUNT; k++) {
    const pawl_method *method = pawl_methods + k;
    if (method->way->fixed)
      continue;
    for (double tolerance = 1e-3; tolerance > 1e-10; tolerance *= 1e-3) {
      impacts fall = listen("", method, tolerance), pulled = listen(spring, method, tolerance);
      double first = sqrt(2 / 9.81), t = first, off = 0, worst = 0;
      for (int i = 0; i < fall.count; i++, t += 2 * first * pow(0.8, i))
        off = fmax(off, fabs(fall.time[i] - t));
      assert_int_equal(pulled.count, exact.count);
      for (int i = 0; i < exact.count; i++)
        worst = fmax(worst, fabs(pulled.time[i] - exact.time[i]));
      print_message("  impacts by %s at %.0e: of %d off by %.1e, with a spring of %d by %.1e\n", method->name,
                    tolerance, fall.count, off, pulled.count, worst);
      assert_true(fall.count >= 3);
      assert_true(off <= (method->way->stiff ? 20 * tolerance : 1e-12));
      assert_true(worst <= 20 * tolerance);
    }
  }
}

/* `auto` takes what the tables say, and the run tells its name. */
static void names(void **state)
{
  (void)state;
  for (int k = 0; k < PAWL_METHOD_COUNT; k++) {
    const pawl_method *method = pawl_methods + k;
    for (double tolerance = 1e-2; tolerance > 1e-6; tolerance *= 1e-1) {
      session s = opened_by(smooth[0], method, tolerance);
      const char *chosen = tolerance > 1e-4 ? "dopri5" : "dop853";
      assert_string_equal(pawl_run_method(s.run), method->adapts ? chosen : method->name);
      leave(s);
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(errors_go_with_the_tolerance),
                                     cmocka_unit_test(events_are_where_they_are), cmocka_unit_test(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
