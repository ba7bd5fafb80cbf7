/* Rods and boxes that hit a rough floor with a corner, by time-stepping, wherever in a step that happens: the motion goes to
 * that of events with Newton's restitution like the step, also where an impact changes from sliding to sticking. Each is
 * started from many heights; what counts is the worst. The same for the scheme of many bodies.
 *                                                                                  theory.md, 10.1, 10.3; validation.md */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

enum { LEVELS = 4, SEEN = 6 };
static const double longest = 1e-3, end = 0.06,
                    margin = 3e-3; /* s: the longest step; when errors are looked at */

static const char *const channels[SEEN] = {"x", "y", "angle", "vx", "vy", "omega"};

typedef struct {
  double a, b, angle, vx, vy, omega, mu, e, gravity;
} thrown;

static thrown throw_one(unsigned long long *seed, bool rod, double e)
{
  thrown t = {.a = uniform(seed, 0.1, 0.2),
              .angle = uniform(seed, 0.2, 1.3),
              .vx = uniform(seed, -1.5, 1.5),
              .vy = uniform(seed, -2, -1),
              .omega = uniform(seed, -4, 4),
              .mu = uniform(seed, 0.05, 0.5),
              .e = e,
              .gravity = uniform(seed, 0, 1) < 0.5 ? 0 : 9.81};
  t.b = rod ? 0.01 * t.a : uniform(seed, 0.3, 1) * t.a;
  return t;
}

/* How far below the centre the lowest corner is, and how far to the left. */
static void find_corner(const thrown *t, double *down, double *left)
{
  *down = t->a * sin(t->angle) + t->b * cos(t->angle);
  *left = t->a * cos(t->angle) - t->b * sin(t->angle);
}

static double approach(const thrown *t)
{
  double down, left;
  find_corner(t, &down, &left);
  return -t->vy + t->omega * left;
}

enum { BY_EVENTS, BY_STEPS, AS_PILE };

static void see_all(session s, double out[SEEN])
{
  for (int k = 0; k < SEEN; k++)
    out[k] = see(s, "box", -1, channels[k]);
}

static session fly(const thrown *t, double high, int way, double step)
{
  char text[1500], how[80] = "", contact[200];
  double down, left;
  find_corner(t, &down, &left);
  if (way != BY_EVENTS)
    snprintf(how, sizeof how, ", method = 'stepping', step = %.17g", step);
  snprintf(contact, sizeof contact, "law = rigid { restitution = %g%s }, friction = %.17g }", t->e,
           way == AS_PILE ? "" : ", impact = 'newton'", t->mu);
  snprintf(text, sizeof text,
           "planar { gravity = {0, %g} } local a, b = %.17g, %.17g\n"
           "local box = body 'box' { mass = 1, inertia = (a*a + b*b)/3, y = %.17g, angle = %.17g,\n"
           "  vx = %.17g, vy = %.17g, omega = %.17g }\n"
           "local floor = shape 'floor' { ground, line { {3, 0}, {-3, 0} } }\n"
           "local rim = shape 'rim' { box, polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } }\n"
           "%s%s\nsimulate { duration = 1, tolerance = 1e-10%s }\n",
           -t->gravity, t->a, t->b, down + high, t->angle, t->vx, t->vy, t->omega,
           way == AS_PILE ? "contacts 'c' { " : "contact 'c' { floor, rim, ", contact, how);
  return open_text(text, NULL);
}

static double difference(const double *x, const double *y)
{
  static const double size[SEEN] = {0.2, 0.2, 1, 1.5, 1.5, 7.5};
  double most = 0;
  for (int k = 0; k < SEEN; k++)
    most = fmax(most, fabs(x[k] - y[k]) / size[k]);
  return most;
}

/* By events; false: another impact is so near to the end that in a step it may lie on the other side of it. */
static bool find_exact(const thrown *t, double high, double out[SEEN])
{
  double before[SEEN], after[SEEN];
  session s = fly(t, high, BY_EVENTS, 0);
  go(s, end - margin);
  see_all(s, before);
  go(s, end);
  see_all(s, out);
  go(s, end + margin);
  see_all(s, after);
  leave(s);
  return difference(before, after) < 0.2;
}

/* The worst of all heights, per step length. */
static void measure(const thrown *t, int way, int phases, unsigned long long *seed, double worst[LEVELS])
{
  for (int i = 0; i < phases; i++) {
    double high = approach(t) * (0.02 + longest * (i + uniform(seed, 0, 1)) / phases), exact[SEEN], is[SEEN];
    if (!find_exact(t, high, exact))
      continue;
    for (int k = 0; k < LEVELS; k++) {
      session s = fly(t, high, way, longest / (1 << k));
      go(s, end);
      see_all(s, is);
      leave(s);
      worst[k] = fmax(worst[k], difference(is, exact));
    }
  }
}

static void impacts_go_like_the_step(int way)
{
  static const double restitution[] = {0, 0.3, 0.8};
  unsigned long long seed = 19;
  int phases = soak_or(50, 24, 6), bodies = soak_or(40, 16, 4);
  for (int r = 0; r < 3; r++) {
    double worst[LEVELS] = {0};
    for (int i = 0; i < bodies; i++) {
      thrown t = throw_one(&seed, i % 2, restitution[r]);
      while (approach(&t) < 0.7)
        t = throw_one(&seed, i % 2, restitution[r]);
      measure(&t, way, phases, &seed, worst);
    }
    double order = log2(worst[0] / worst[LEVELS - 1]) / (LEVELS - 1);
    print_message(
        "%s, restitution %.1f: worst of %d bodies from %d heights %.1e %.1e %.1e %.1e, order %.2f\n",
        way == AS_PILE ? "many bodies" : "stepping", restitution[r], bodies, phases, worst[0], worst[1],
        worst[2], worst[3], order);
    assert_true(order > 0.85 && worst[LEVELS - 1] < 8e-3);
  }
}

static void by_steps(void **state)
{
  (void)state;
  impacts_go_like_the_step(BY_STEPS);
}

static void as_one_of_many(void **state)
{
  (void)state;
  impacts_go_like_the_step(AS_PILE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(by_steps), cmocka_unit_test(as_one_of_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
