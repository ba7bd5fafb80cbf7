/* Boxes that slide over the end of a table: they tip where they must, and their fillets strike nothing. Tips that meet the ends of walls.      theory.md, 7.9 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

/* All, in `make test`, and with sanitizers. */
#define SEEDS soak_or(150, 40, 8)

static void add_loss(void *listener, const pawl_event *e)
{
  *(double *)listener += isnan(e->energy_lost) ? 0 : fabs(e->energy_lost);
}

/* A box drops tilted on a table, lies flat, and slides without friction over the end: from where its middle has passed it, whatever was
 * before, it tips about the corner. How flat it lies is a matter of rounding. */
static void boxes_tip_over_the_end(void **state)
{
  (void)state;
  for (int k = 0; k < SEEDS; k++) {
    char text[1024];
    double side = k & 1 ? -1 : 1, tilt = 0.003 * (k / 2) + 0.02, size = k % 3 ? 1 : 1e-3;
    snprintf(
        text, sizeof text,
        "local L, m = %g, %g\n"
        "planar { gravity = {0, -9.81*L} }\n"
        "local top = shape 'top' { ground, polygon { {-L, -0.5*L}, {L, -0.5*L}, {L, 0}, {-L, 0} } }\n"
        "local b = body 'b' { mass = 1, inertia = 4e-3*L^2, y = 0.1*L, angle = %.17g, vx = 2*m*L }\n"
        "local s = shape 's' { b, polygon { {-0.1*L, -0.05*L}, {0.1*L, -0.05*L}, {0.1*L, 0.05*L}, {-0.1*L, "
        "0.05*L} } }\n"
        "contact 'c' { top, s, law = rigid {} }\n"
        "simulate { duration = 0.6 }\n",
        size, side, (k % 4 < 2 ? 1 : -1) * tilt);
    session s = open_text(text, NULL);
    go(s, 0.6);
    double angle = see(s, "b", -1, "angle");
    if (!(fabs(side * angle + 0.1340332012708) < 1e-8))
      fail_msg("tilt %g, side %g, size %g: angle %.12g", tilt, side, size, angle);
    leave(s);
  }
}

/* A rounded box tips over the end of a table: where its edge goes over into the fillet nothing strikes. */
static void fillets_do_not_strike(void **state)
{
  (void)state;
  static const double tolerances[] = {1e-6, 1e-8, 1e-10};
  for (int k = 0; k < SEEDS; k++) {
    char text[1024];
    double side = k & 1 ? -1 : 1, angle[3];
    for (int i = 0; i < 3; i++) {
      snprintf(text, sizeof text,
               "local m = %g\n"
               "planar { gravity = {0, -9.81} }\n"
               "local top = shape 'top' { ground, polygon { {-1, -0.5}, {1, -0.5}, {1, 0}, {-1, 0} } }\n"
               "local b = body 'b' { mass = 1, inertia = 5e-3, x = m*%.17g, y = 0.05, vx = m*%.17g }\n"
               "local s = shape 's' { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05}, "
               "rounding = %g } }\n"
               "contact 'c' { top, s, law = rigid {} }\n"
               "simulate { duration = 0.3, tolerance = %g }\n",
               side, 1.02 + 5e-4 * (k / 2 % 40), 0.5 + 0.031 * (k % 7), k % 3 ? 0.01 : 0.03, tolerances[i]);
      double lost = 0;
      session s = open_text(text, NULL);
      s.run->tells.on_event = add_loss;
      s.run->tells.listener = &lost;
      go(s, 0.3);
      angle[i] = see(s, "b", -1, "angle");
      if (!(lost < 1e-15))
        fail_msg("%s: %g J lost", text, lost);
      leave(s);
    }
    assert_true(fabs(angle[0] - angle[2]) < 1e-5 && fabs(angle[1] - angle[2]) < 1e-7);
    assert_true(side * angle[2] < -0.1);
  }
}

/* A tip slides down one wall of a V and meets the other at its end: without restitution and friction it goes on up with v cos 2a, however the two
 * walls are drawn: also where the side of a slim tip approaches the end more slowly than a steep wall. */
static void tips_meet_the_ends_of_walls(void **state)
{
  (void)state;
  static const char *const walls[] = {"polyline { A, O, B }", "segment { A, O }, segment { O, B }",
                                      "line { A, O }, line { O, B }",
                                      "segment { A, {-0.5*c, -0.5*s} }, segment { {0.5*c, -0.5*s}, B }"},
                           *const tips[] = {"vertex {}", "polygon { {0, 0}, {0.05, 0.4}, {-0.05, 0.4} }",
                                            "polygon { {0, 0}, {0.02, 0.4}, {-0.12, 0.4} }"};
  double worst = 0;
  for (int i = 0; i < 144; i += soak_or(1, 1, 7)) {
    char text[1000];
    double a = 0.15 + 0.1 * (i / 24), m = i / 12 % 2 ? -1 : 1;
    snprintf(text, sizeof text,
             "planar {}\nlocal a, m = %.17g, %g\nlocal c, s = math.cos(a), math.sin(a)\n"
             "local A, O, B = {4*c, 4*s}, {0, 0}, {-4*c, 4*s}\n"
             "local b = body 'b' { mass = 1, inertia = 0.1, x = -m*c, y = s, vx = m*c, vy = -s }\n"
             "local tip = shape 'tip' { b, %s }\n"
             "for i, w in ipairs { %s } do\n  contact('c' .. i) { shape('w' .. i) { ground, w }, tip, law = "
             "rigid {} "
             "}\nend\nsimulate { duration = 2 }\n",
             a, m, tips[i % 3], walls[i / 3 % 4]);
    session s = open_text(text, NULL);
    go(s, 2);
    double off = fabs(see(s, "b", -1, "x") - m * cos(2 * a) * cos(a));
    if (!(off < 1e-9))
      fail_msg("%s: off by %g", text, off);
    worst = fmax(worst, off);
    leave(s);
  }
  print_message("tips that meet ends of walls: off by %.1e\n", worst);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_tip_over_the_end),
                                     cmocka_unit_test(fillets_do_not_strike),
                                     cmocka_unit_test(tips_meet_the_ends_of_walls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
