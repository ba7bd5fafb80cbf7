/* A run ends exactly where it was asked to, also right before and behind an event; every row lies in the piece of motion that
 * made it, also where many events are passed by a step of time-stepping. */
#include "base/chance.h"
#include "step/sessions_test.h"

/* A ball with restitution 0.8 falls from 1 m; limits lie around its impacts, down to roundings of time. */
static void no_end_is_overrun(void **state)
{
  (void)state;
  static const char text[] = "planar { gravity = {0, -9.81} }\n"
                             "local b = body \"b\" { mass = 1, inertia = 1, y = 1.1 }\n"
                             "contact \"c\" { shape \"f\" { ground, line { {1, 0}, {-1, 0} } }, shape \"r\" "
                             "{ b, circle { radius = 0.1 } },\n"
                             "  law = rigid { restitution = 0.8 } }\n"
                             "simulate { duration = 3, tolerance = 1e-4 }\n";
  const double fall = sqrt(2 / 9.81);
  unsigned long long seed = 3;
  for (int i = 0; i < 200; i++) {
    session s = open_text(text, NULL);
    double at = fall, way = pow(10, -15 * fabs(pawl_chance(&seed))) * (pawl_chance(&seed) > 0 ? 1 : -1);
    for (int n = 0; n < i % 5; n++)
      at += 2 * fall * pow(0.8, n + 1);
    double end = fmax(at + 0.3 * way, 1e-3), v = 9.81 * fall, t = end, y;
    go(s, end);
    assert_true(s.run->t == end);
    if (t > fall)
      for (t -= fall, v *= 0.8; t > 2 * v / 9.81; v *= 0.8)
        t -= 2 * v / 9.81;
    y = end > fall ? v * t - 0.5 * 9.81 * t * t : 1 - 0.5 * 9.81 * t * t;
    if (!(fabs(see(s, "b", -1, "y") - 0.1 - y) < 1e-6))
      fail_msg("at %.17g: %.9g, wanted %.9g", end, see(s, "b", -1, "y") - 0.1, y);
    leave(s);
  }
}

/* A light ball under a heavy one that is let go at 10 s: hundreds of impacts, the last of which are passed. It stays on the floor. */
static void rows_stay_where_they_are_made(void **state)
{
  (void)state;
  static const char text[] =
      "planar { gravity = {0, -9.81} }\n"
      "local floor = shape \"floor\" { ground, line { {1, 0}, {-1, 0} } }\n"
      "local a = cylinder \"a\" { mass = 1e-3, radius = 0.01, y = 0.01 }\n"
      "local b = cylinder \"b\" { mass = 0.1, radius = 0.1, y = 0.22, x = 0.001 }\n"
      "local sa, sb = shape \"sa\" { a, circle { radius = 0.01 } }, shape \"sb\" { b, circle { radius = 0.1 "
      "} }\n"
      "contact \"fa\" { floor, sa, law = rigid { restitution = 0.5 }, friction = 0.3 }\n"
      "contact \"ab\" { sa, sb, law = rigid { restitution = 0.5 }, friction = 0.3 }\n"
      "step \"hold\" { from = 0.981, to = 0, start = 10 }\n"
      "force \"crane\" { b, fy = \"hold.value\" }\n"
      "simulate { duration = 10.432, output = 1e-3, tolerance = 1e-6 }\n";
  session s = open_text(text, NULL);
  double end = s.model->plan.duration, least = INFINITY, most = -INFINITY;
  pawl_error error = {0};
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  int y = pawl_run_find(s.run, "a.y");
  assert_non_null(values);
  for (long row = 0; s.run->t < end;) {
    if (pawl_run_step(s.run, end, &error) != PAWL_OK)
      fail_msg("%s", error.text);
    assert_true(s.run->books.steps < 100000);
    for (; (double)row * 1e-3 <= s.run->t; row++) {
      assert_int_equal(pawl_run_output(s.run, (double)row * 1e-3, values, &error), PAWL_OK);
      least = fmin(least, values[y]);
      most = fmax(most, values[y]);
    }
  }
  assert_true(s.run->t == end);
  print_message("the light ball is between %.9g and %.9g m, %ld events\n", least, most, s.run->books.events);
  assert_true(least > 0.01 - 1e-6 && most < 0.03);
  free(values);
  leave(s);
}

/* Discs that spin fast come down on a floor of either kind and off its ends, the pair written in the order that measures their motion over
 * the floor. */
static void discs_spin_off_ends(void **state)
{
  (void)state;
  static const char *const floors[] = {"polyline { {4, 0}, {0.1, 0}, {0.1, -0.15}, {-4, -0.15} }",
                                       "segment { {4, 0}, {-4, 0} }"};
  unsigned long long seed = 11;
  for (int i = 0; i < 40; i++) {
    char text[1024];
    double radius = pow(10, 0.9 * pawl_chance(&seed) - 0.4);
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\nshape 'floor' { ground, %s }\n"
             "local b = body 'b' { mass = %g, inertia = %g, x = %g, y = %g, vx = %g, omega = %g }\n"
             "shape 'disc' { b, circle { radius = %g } }\n"
             "contact 'c' { 'disc', 'floor', law = rigid { restitution = 0, impact = 'poisson' }, friction = "
             "0.1 }\n"
             "simulate { duration = 1.5, tolerance = 1e-9 }\n",
             floors[i % 2], pow(10, 1 + pawl_chance(&seed)), pow(10, 1 + pawl_chance(&seed)),
             3.9 * pawl_chance(&seed), radius + 0.5 + 0.49 * pawl_chance(&seed), 6 * pawl_chance(&seed),
             300 * pawl_chance(&seed), radius);
    session s = open_text(text, NULL);
    go(s, 1.5);
    assert_true(s.run->books.worst_ledger < 1e-7);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_end_is_overrun),
                                     cmocka_unit_test(rows_stay_where_they_are_made),
                                     cmocka_unit_test(discs_spin_off_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
