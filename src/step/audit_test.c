/* Restitution beside friction: by events and by stepping no impact raises energy, both come to the same motion, and a switch leaves
 * restitution as written. */
#include "base/chance.h"
#include "step/sessions_test.h"

static session open_bar(unsigned long long seed, double e, const char *plan)
{
  char text[1024];
  double u[4];
  for (int i = 0; i < 4; i++)
    u[i] = pawl_chance(&seed);
  snprintf(
      text, sizeof text,
      "planar {}\n"
      "local b = body 'b' { mass = 1, inertia = 0.01, y = 1, angle = %.17g, vx = %.17g, vy = -3, omega = "
      "%.17g }\n"
      "local floor = shape 'floor' { ground, line { {30, 0}, {-30, 0} } }\n"
      "local s = shape 's' { b, polygon { {-0.4, -0.05}, {0.4, -0.05}, {0.4, 0.05}, {-0.4, 0.05} } }\n"
      "contact 'hit' { floor, s, law = rigid { restitution = %g, impact = 'newton' }, friction = %.17g }\n"
      "simulate { duration = 0.6, %s }\n",
      0.6 * u[0], 3 * u[1], 6 * u[2], e, 0.4 + 0.3 * u[3], plan);
  return open_text(text, NULL);
}

/* The largest kinetic energy that is seen, over the first. */
static double most_energy(session s)
{
  double first = see(s, "energy", -1, "kinetic"), most = first;
  for (int i = 1; i <= 30; i++) {
    go(s, 0.02 * i);
    most = fmax(most, see(s, "energy", -1, "kinetic"));
  }
  return most / first;
}

static void energy_does_not_rise(void **state)
{
  (void)state;
  int raised[2] = {0, 0}, near = 0;
  for (unsigned long long k = 1; k <= 30; k++) {
    double e = k % 3 ? 1 : 0.8;
    session events = open_bar(k * 0x9E3779B97F4A7C15ULL, e, "audit = true"),
            steps = open_bar(k * 0x9E3779B97F4A7C15ULL, e, "method = 'stepping', step = 2e-4"),
            free[2] = {
                open_bar(k * 0x9E3779B97F4A7C15ULL, e, "audit = false"),
                open_bar(k * 0x9E3779B97F4A7C15ULL, e, "audit = false, method = 'stepping', step = 2e-4")};
    double by_events = most_energy(events), by_steps = most_energy(steps);
    if (!(by_events < 1 + 1e-10 && by_steps < 1 + 1e-9))
      fail_msg("bar %llu: %.12g by events, %.12g by stepping", k, by_events, by_steps);
    near += fabs(see(events, "energy", -1, "kinetic") - see(steps, "energy", -1, "kinetic")) <
            0.02 * see(events, "energy", -1, "kinetic");
    for (int i = 0; i < 2; i++) {
      raised[i] += most_energy(free[i]) > 1 + 1e-3;
      leave(free[i]);
    }
    leave(events);
    leave(steps);
  }
  print_message("as written %d of 30 gain by events, %d by stepping; audited %d agree\n", raised[0],
                raised[1], near);
  assert_true(raised[0] >= 3 && raised[1] >= 3 && near >= 25);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_does_not_rise)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
