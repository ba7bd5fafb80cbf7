/* Boxes that slide over the end of a table: they tip where they must, and their fillets strike nothing.      theory.md, 7.9 */
#include "base/soak_test.h"
#include "step/sessions_test.h"

/* All, in `make test`, and with sanitizers. */
#define SEEDS soak_or(150, 40, 8)

static void add_loss(void *listener, const pawl_event_record *e)
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
      s.run->on_event = add_loss;
      s.run->listener = &lost;
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes_tip_over_the_end),
                                     cmocka_unit_test(fillets_do_not_strike)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
