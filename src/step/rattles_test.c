/* Boxes of little inertia that land almost flat, whose corners are hit in turn, without end: where it lies then does not depend on how the
 * scene is turned, or the run says that it is not unique.      theory.md, 9.3 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  double x, y, angle;
  bool told;
} place;

static double share(unsigned long long *seed)
{
  return 0.5 + 0.5 * pawl_chance(seed);
}

/* Turned by `turn` about the origin; what is given back is turned back. */
static place land(unsigned long long seed, double turn)
{
  char text[2048];
  double ratio = 0.002 * pow(10, share(&seed)), J = ratio * 0.0125, tilt = 0.04 * share(&seed),
         e = 0.3 + 0.4 * share(&seed), mu = 0.3 + 1.2 * share(&seed), vx = 1.5 * share(&seed),
         vy = -1 - 2 * share(&seed), omega = share(&seed) - 0.5, c = cos(turn), s = sin(turn);
  snprintf(
      text, sizeof text,
      "planar { gravity = {%.17g, %.17g} }\n"
      "local b = body \"b\" { mass = 1, inertia = %.17g, x = %.17g, y = %.17g, angle = %.17g, vx = %.17g, vy "
      "= %.17g, "
      "omega = %.17g }\n"
      "local f = shape \"f\" { ground:at{0, 0, angle = %.17g}, polygon { {-3, -0.5}, {3, -0.5}, {3, 0}, {-3, "
      "0} } }\n"
      "local s = shape \"s\" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
      "contact \"c\" { f, s, law = rigid { restitution = %.17g, impact = \"newton\" }, friction = %.17g }\n"
      "simulate { duration = 0.3 }\n",
      9.81 * s, -9.81 * c, J, -0.06 * s, 0.06 * c, tilt + turn, c * vx - s * vy, s * vx + c * vy, omega, turn,
      e, mu);
  session run = open_text(text, NULL);
  go(run, 0.3);
  double x = see(run, "b", -1, "x"), y = see(run, "b", -1, "y");
  place p = {c * x + s * y, c * y - s * x, see(run, "b", -1, "angle") - turn, false};
  for (int i = 0; i < PAWL_DOUBTS; i++)
    p.told |= run.run->system.contact->pair[0].log.doubt[i];
  leave(run);
  return p;
}

static void boxes_lie_where_they_lie(void **state)
{
  (void)state;
  static const double turns[] = {0.7, -1.3, 2.2};
  double worst = 0;
  int told = 0, scenes = soak_or(300, 30, 15);
  for (int i = 0; i < scenes; i++) {
    place plain = land((unsigned long long)i, 0);
    for (int k = 0; k < 3; k++) {
      place other = land((unsigned long long)i, turns[k]);
      double off =
          fmax(fmax(fabs(plain.x - other.x), fabs(plain.y - other.y)), 0.1 * fabs(plain.angle - other.angle));
      if (plain.told || other.told)
        told++;
      else if (off > 1e-6)
        print_message("seed %d turned by %g: %g apart\n", i, turns[k], off);
      worst = plain.told || other.told ? worst : fmax(worst, off);
    }
  }
  print_message("%d boxes in 4 views: %.1e m apart, %d of %d told\n", scenes, worst, told, 3 * scenes);
  assert_true(worst < 1e-6 && told < 2 * scenes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_lie_where_they_lie)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
