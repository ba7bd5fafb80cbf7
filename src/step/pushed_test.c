/* Two tilted blocks that a ram drags over a floor, six touches: friction is never beyond its limit, and the motion is that of
 * stepping.      theory.md, 8.7 and 9.6 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

static session pushed(double mu, double begin, double second, const char *method)
{
  char text[4000];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local mu, begin, m = %.17g, %.17g, %.17g\n"
      "local ram = base 'ram' { x = function(t) return -0.12144 - 0.0785603*math.cos(5.17587*(t + begin)) + "
      "0.0785603*(math.cos(5.17587*begin) - math.cos(5.17587*0.6)) end,\n"
      "  y = 0.0352198, angle = -0.1 }\n"
      "local v = 0.0785603*5.17587*math.sin(5.17587*begin)\n"
      "local k0 = body 'k0' { mass = 0.6950674270386071, inertia = 0.0008058020410318629, angle = -0.1,\n"
      "  x = -0.001636769378060645, y = 0.047200541732479964, vx = v }\n"
      "local k1 = body 'k1' { mass = m, inertia = m*0.0008022722, angle = -0.1,\n"
      "  x = 0.06307815146522337, y = 0.044613955659403376, vx = v }\n"
      "local function block(name, k, a, b)\n"
      "  return shape(name) { k, polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } }\n"
      "end\n"
      "local floor = shape 'floor' { ground, line { {20, 0}, {-20, 0} } }\n"
      "local rs = shape 'rs' { ram, polygon { {-0.1, -0.02}, {0, -0.02}, {0, 0.02}, {-0.1, 0.02} } }\n"
      "local s0 = block('s0', k0, 0.0398916556341163, 0.04343501561398047)\n"
      "local s1 = block('s1', k1, 0.02475818788571488, 0.04235385402734701)\n"
      "contact 'c0' { floor, s0, law = rigid {}, friction = mu }\n"
      "contact 'c1' { rs, s0, law = rigid {} }\n"
      "contact 'c2' { floor, s1, law = rigid {}, friction = mu }\n"
      "contact 'c4' { s0, s1, law = rigid {} }\n"
      "simulate { duration = 0.1, tolerance = 1e-9%s }\n",
      mu, begin, second, method);
  return open_text(text, NULL);
}

/* The largest |T|/(μ N) of what rubs, over some time. */
static double worst_share(session s, double mu, double end)
{
  static const char *const names[] = {"c0", "c2"};
  double worst = 0;
  for (int i = 1; i <= 60; i++) {
    go(s, end * i / 60);
    for (int k = 0; k < 2; k++) {
      double normal = see(s, names[k], -1, "normal_force"), friction = see(s, names[k], -1, "friction_force");
      worst = fmax(worst, normal > 1e-6 ? fabs(friction) / (mu * normal) : 0);
    }
  }
  return worst;
}

static void friction_stays_within_its_limit(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  double worst = 0;
  for (int i = 0; i < soak_or(400, 100, 20); i++) {
    double mu = i ? uniform(&seed, 0.6, 1) : 0.9, begin = i ? uniform(&seed, 0.55, 0.65) : 0.6;
    session s = pushed(mu, begin, i ? uniform(&seed, 0.5, 6) : 4.254796069165263, "");
    worst = fmax(worst, worst_share(s, mu, 0.03));
    leave(s);
  }
  print_message("  friction of pushed blocks: at most %.9f of its limit\n", worst);
  assert_true(worst <= 1 + 1e-7);
}

static void the_motion_is_that_of_stepping(void **state)
{
  (void)state;
  session events = pushed(0.9, 0.6, 4.254796069165263, ""),
          steps = pushed(0.9, 0.6, 4.254796069165263, ", method = 'stepping', step = 1e-5");
  go(events, 0.021);
  go(steps, 0.021);
  double one = see(events, "k0", -1, "omega"), two = see(steps, "k0", -1, "omega");
  print_message("  omega of the first block: %.6f 1/s by events, %.6f by stepping\n", one, two);
  assert_true(fabs(one - two) < 2e-3);
  leave(events);
  leave(steps);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(friction_stays_within_its_limit),
                                     cmocka_unit_test(the_motion_is_that_of_stepping)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
