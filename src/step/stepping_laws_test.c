/* Every law that gives way comes by stepping to the motion that events have, with steps that are short enough: its knots, where it would pull,
 * and its friction.      theory.md, 10.1 */
#include "step/sessions_test.h"

/* Of the body of a law's example, when it has bounced. */
typedef struct {
  double x, y, vx, vy, omega;
} motion;

/* The example, as it is or by steps of h; it falls while it turns. */
static motion run_example(const pawl_kind *kind, const char *friction, double h)
{
  char text[2048], law[512] = "";
  const char *begin = strstr(kind->example, "law = ");
  assert_non_null(begin);
  int depth = 0, n = 0;
  for (const char *c = begin + 6; *c && n < (int)sizeof law - 1; c++) {
    law[n++] = *c;
    depth += *c == '{' ? 1 : *c == '}' ? -1 : 0;
    if (*c == '}' && depth == 0)
      break;
  }
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local b = body \"b\" { mass = 1, inertia = 1e-3, y = 0.075, angle = 0.4, vx = 0.5, omega = 2 }\n"
           "local f = shape \"f\" { ground, line { {2, 0}, {-2, 0} } }\n"
           "local s = shape \"s\" { b, ellipse { a = 0.06, b = 0.05 } }\n"
           "contact \"c\" { f, s, law = %s%s }\n"
           "simulate { duration = 0.12, tolerance = 1e-10 }\n",
           law, friction);
  if (h > 0)
    snprintf(strrchr(text, '}'), 64, ", method = \"stepping\", step = %g }\n", h);
  session s = open_text(text, NULL);
  go(s, 0.12);
  motion m = {see(s, "b", -1, "x"), see(s, "b", -1, "y"), see(s, "b", -1, "vx"), see(s, "b", -1, "vy"),
              see(s, "b", -1, "omega")};
  leave(s);
  return m;
}

static double apart(motion a, motion b)
{
  double v = fmax(fabs(a.vx - b.vx), fmax(fabs(a.vy - b.vy), 0.05 * fabs(a.omega - b.omega)));
  return fmax(v, 10 * fmax(fabs(a.x - b.x), fabs(a.y - b.y)));
}

static void laws_converge(void **state)
{
  (void)state;
  static const char *const frictions[] = {"", ", friction = regularised { mu = 0.3, stick_speed = 0.1 }"};
  int laws = 0;
  for (int i = 0; pawl_kinds[i]; i++) {
    const pawl_kind *kind = pawl_kinds[i];
    if (!kind->law || !kind->law->press)
      continue;
    laws++;
    for (int k = 0; k < 2; k++) {
      motion exact = run_example(kind, frictions[k], 0);
      double coarse = apart(run_example(kind, frictions[k], 2e-5), exact),
             fine = apart(run_example(kind, frictions[k], 4e-6), exact);
      print_message("%s%s: %.1e m/s by steps of 20 us, %.1e by 4 us\n", kind->name, frictions[k], coarse,
                    fine);
      assert_true(fine < 1e-3 && fine < fmax(0.5 * coarse, 1e-5));
    }
  }
  assert_true(laws >= 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(laws_converge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
