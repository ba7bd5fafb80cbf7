/* Rows of bounces by BDF, which begins anew after every impact: random polygons that are dropped come to where the explicit methods bring
 * them, also beside a stiff damper for which a run goes over to BDF by itself.      theory.md, 6.2, 9.3 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  double x, y, angle;
} place;

/* From 0 to 1. */
static double share(unsigned long long *seed)
{
  return 0.5 + 0.5 * pawl_chance(seed);
}

static place drop(unsigned long long seed, const char *method, double tolerance, bool damper)
{
  char text[2048];
  int n = 0, corners = 3 + (int)(3 * share(&seed));
  double e = 0.2 + 0.5 * share(&seed), angle = 6 * share(&seed), vx = share(&seed) - 0.5,
         omega = 8 * share(&seed) - 4, inertia = 2e-4 + 4e-3 * pow(share(&seed), 3),
         mu = fmax(0, 1.5 * share(&seed) - 0.5);
  n += snprintf(text + n, sizeof text - (size_t)n,
                "planar { gravity = {0, -9.81} }\n"
                "local b = body \"b\" { mass = 1, inertia = %.17g, y = 0.2, angle = %.17g, vx = %.17g, omega "
                "= %.17g }\n"
                "local s = shape \"s\" { b, polygon { ",
                inertia, angle, vx, omega);
  for (int i = 0; i < corners; i++) {
    double a = 6.283185307179586 * (i + 0.6 * share(&seed)) / corners;
    n += snprintf(text + n, sizeof text - (size_t)n, "{%.17g, %.17g}, ", 0.1 * cos(a), 0.1 * sin(a));
  }
  snprintf(text + n, sizeof text - (size_t)n,
           "} }\nlocal f = shape \"f\" { ground, line { {3, 0}, {-3, 0} } }\n"
           "contact \"c\" { f, s, law = rigid { restitution = %.17g }, friction = %.17g }\n%s"
           "simulate { duration = 1, tolerance = %g, method = \"%s\" }\n",
           e, mu,
           damper ? "local d = body \"d\" { mass = 1, inertia = 1 }\n"
                    "local j = prismatic \"j\" { ground:at{1, 1}, d, position = 0.1 }\n"
                    "joint_damper \"stiff\" { j, damping = 1e5 }\n"
                  : "",
           tolerance, method);
  session s = open_text(text, NULL);
  go(s, 1);
  place p = {see(s, "b", -1, "x"), see(s, "b", -1, "y"), see(s, "b", -1, "angle")};
  leave(s);
  return p;
}

static double apart(place a, place b)
{
  return fmax(fmax(fabs(a.x - b.x), fabs(a.y - b.y)), 0.1 * fabs(a.angle - b.angle));
}

static void polygons_bounce_alike(void **state)
{
  (void)state;
  double worst = 0;
  int sensitive = 0, scenes = soak_or(400, 40, 6);
  for (int i = 0; i < scenes; i++) {
    place exact = drop((unsigned long long)i, "dop853", 1e-10, false),
          coarse = drop((unsigned long long)i, "dop853", 1e-8, false);
    bool damper = i % 3 == 0;
    place bdf = drop((unsigned long long)i, damper ? "auto" : "bdf", 1e-8, damper);
    if (apart(exact, coarse) > 1e-7) {
      sensitive++;
      continue;
    }
    if (apart(exact, bdf) > 1e-5)
      print_message("seed %d: %g apart\n", i, apart(exact, bdf));
    worst = fmax(worst, apart(exact, bdf));
  }
  print_message("%d polygons, %d sensitive: by BDF %.1e m from the explicit methods\n", scenes, sensitive,
                worst);
  assert_true(worst < 1e-5 && sensitive <= scenes / 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(polygons_bounce_alike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
