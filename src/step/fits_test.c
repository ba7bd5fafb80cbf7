/* Exact fits: a block in a slot of its own height and its siblings move as with no preload, which is the limit of a clearance that
 * vanishes; forces go from side to side without impacts, and it is said. */
#include "step/sessions_test.h"

static const pawl_run_options sharp = {NULL, 1e-10, -1};

static void close_to(double got, double wanted, double tolerance)
{
  if (!(fabs(got - wanted) <= tolerance))
    fail_msg("%.17g is not %.17g, off by %.3g of %.3g", got, wanted, fabs(got - wanted), tolerance);
}

static bool doubts(session s, pawl_doubt doubt)
{
  bool any = false;
  for (int i = 0; i < s.run->system.contact->count; i++)
    any |= s.run->system.contact->pair[i].log.doubt[doubt];
  return any;
}

/* A block of size l in a slot with a clearance c; `more` is added. */
static session slot(double l, double m, double mu, double vx, double g, double c, const char *more)
{
  char text[2000];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, %.17g} }\nlocal l, m, mu, c = %.17g, %.17g, %.17g, %.17g\n"
      "local b = box \"b\" { mass = m, width = 2*l, height = l, y = l/2, vx = %.17g }\n"
      "local rim = shape \"rim\" { b, polygon { {-l, -l/2}, {l, -l/2}, {l, l/2}, {-l, l/2} } }\n"
      "contact \"floor\" { shape \"f\" { ground, line { {99*l, 0}, {-99*l, 0} } }, rim, law = rigid {}, "
      "friction = mu }\n"
      "contact \"ceil\" { shape \"c\" { ground, line { {-99*l, l + c}, {99*l, l + c} } }, rim, law = rigid "
      "{}, friction = mu }\n%s\nsimulate { duration = 100 }\n",
      g, l, m, mu, c, vx, more);
  return open_text(text, &sharp);
}

static void blocks_stop_by_their_weight(void **state)
{
  (void)state;
  static const double size[] = {1e-6, 1e-3, 0.1, 1e3};
  for (int i = 0; i < 16; i++) {
    double l = size[i % 4], mu = 0.1 + 0.05 * i, m = 0.3 + i, v = (i & 1 ? -1 : 1) * sqrt(l);
    double g = i & 4 ? 9.81 : -9.81, t = fabs(v) / (mu * 9.81);
    session s = slot(l, m, mu, v, g, 0, "");
    go(s, 0.5 * t);
    close_to(see(s, "b", -1, "ax"), -(v > 0 ? 1 : -1) * mu * 9.81, 1e-9);
    close_to(see(s, "floor", -1, "normal_force"), g < 0 ? m * 9.81 : 0, 1e-9 * m);
    close_to(see(s, "ceil", -1, "normal_force"), g > 0 ? m * 9.81 : 0, 1e-9 * m);
    go(s, 2 * t);
    close_to(see(s, "b", -1, "x"), 0.5 * v * t, 1e-9 * l);
    close_to(see(s, "b", -1, "y"), l / 2, 1e-12 * l);
    assert_true(doubts(s, PAWL_DOUBT_CLAMP));
    assert_false(doubts(s, PAWL_DOUBT_MOTION));
    assert_in_range(s.run->books.events, 1, 4);
    assert_true(s.run->books.steps < 50);
    leave(s);
  }
}

/* With a torque both sides bear: N₁ - N₂ = m g, and moments of both with their friction. */
static void a_torque_presses_both_sides(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    double way = i ? -1 : 1, mu = 0.3, g = 9.81, l = 0.1, tau = 2 * way;
    /* it slides to the right and turns about z by tau: the floor bears at the corner x = way l, the ceiling at x = -way l;
     * way l N1 + way l N2 + tau - mu l/2 N1 + mu l/2 N2 = 0 with N1 = N2 + g has no positive N2 unless |tau| is large */
    double a = -way * l, N2 = (-tau - g * (a - mu * l / 2)) / (a - mu * l / 2 + a + mu * l / 2);
    session s = slot(l, 1, mu, 1, -g, 0, i ? "torque \"t\" { b, tz = -2 }" : "torque \"t\" { b, tz = 2 }");
    go(s, 0.05);
    close_to(see(s, "ceil", -1, "normal_force"), N2, 1e-9);
    close_to(see(s, "floor", -1, "normal_force"), N2 + g, 1e-9);
    close_to(see(s, "b", -1, "ax"), -mu * (2 * N2 + g), 1e-9);
    leave(s);
  }
}

/* Pulled harder and harder it sticks until F = mu m g, as if there were no ceiling. */
static void it_slides_at_the_limit_of_its_weight(void **state)
{
  (void)state;
  session s = slot(0.1, 1, 0.3, 0, -9.81, 0, "force \"p\" { b, fx = function(t) return 5*t end, fy = 0 }");
  double begin = 0.3 * 9.81 / 5, t = 1 - begin;
  go(s, 1);
  close_to(see(s, "b", -1, "x"), 5 * t * t * t / 6, 1e-9);
  assert_true(doubts(s, PAWL_DOUBT_FIT));
  leave(s);
}

/* The load goes from the floor to the ceiling and back; there are no impacts. */
static void sides_take_over_from_each_other(void **state)
{
  (void)state;
  static const char *const loads[] = {
      "force \"p\" { b, fx = 0, fy = function(t) return 20*t end }",
      "force \"p\" { b, fx = 0, fy = function(t) return 9.81 + 15*math.sin(20*t) end }",
      "torque \"t\" { b, tz = function(t) return 3*math.sin(9*t) end }",
  };
  for (int i = 0; i < 3; i++) {
    double x[2];
    for (int c = 0; c < 2; c++) {
      session s = slot(0.1, 1, 0.3, 6, -9.81, c * 1e-8, loads[i]);
      go(s, 0.9);
      x[c] = see(s, "b", -1, "x");
      if (c == 0) {
        assert_true(s.run->books.events < 60);
        assert_true(fabs(see(s, "b", -1, "y") - 0.05) < 1e-12);
      }
      leave(s);
    }
    print_message("load %d: %.3e m from the motion with a clearance of 1e-8 m\n", i, fabs(x[0] - x[1]));
    close_to(x[0], x[1], 1e-6);
  }
}

static void siblings(void **state)
{
  (void)state;
  static const char *const texts[] = {
      /* two blocks on each other */
      "local function rect(a, b) return polygon { {-a, -b}, {a, -b}, {a, b}, {-a, b} } end\n"
      "local b1 = box \"a\" { mass = 1, width = 0.4, height = 0.1, y = 0.05, vx = 1 }\n"
      "local b2 = box \"b\" { mass = 2, width = 0.2, height = 0.06, y = 0.13, vx = 2 }\n"
      "local r1, r2 = shape \"r1\" { b1, rect(0.2, 0.05) }, shape \"r2\" { b2, rect(0.1, 0.03) }\n"
      "contact \"floor\" { shape \"f\" { ground, line { {30, 0}, {-30, 0} } }, r1, law = rigid {}, friction "
      "= 0.3 }\n"
      "contact \"mid\" { r1, r2, law = rigid {}, friction = 0.2 }\n"
      "contact \"ceil\" { shape \"c\" { ground, line { {-30, 0.16 + c}, {30, 0.16 + c} } }, r2, law = rigid "
      "{}, friction = 0.4 }\n",
      /* a disc that spins */
      "local b = body \"b\" { mass = 1, inertia = 0.005, y = 0.1, vx = 3, omega = 5 }\n"
      "local rim = shape \"rim\" { b, circle { radius = 0.1 } }\n"
      "contact \"floor\" { shape \"f\" { ground, line { {30, 0}, {-30, 0} } }, rim, law = rigid {}, friction "
      "= 0.3 }\n"
      "contact \"ceil\" { shape \"c\" { ground, line { {-30, 0.2 + c}, {30, 0.2 + c} } }, rim, law = rigid "
      "{}, friction = 0.5 }\n",
      /* a disc that falls between two walls: friction could hold it, if it were clamped */
      "local b = body \"b\" { mass = 1, inertia = 0.005, x = 0.1, omega = 5 }\n"
      "local rim = shape \"rim\" { b, circle { radius = 0.1 } }\n"
      "contact \"left\" { shape \"f\" { ground, line { {0, -30}, {0, 30} } }, rim, law = rigid {}, friction "
      "= 0.3 }\n"
      "contact \"right\" { shape \"c\" { ground, line { {0.2 + c, 30}, {0.2 + c, -30} } }, rim, law = rigid "
      "{}, friction = 0.5 }\n",
      /* a peg that is drawn out of its hole */
      "local b = box \"b\" { mass = 1, width = 0.2, height = 0.1, y = 0.05, x = 0.1 }\n"
      "local rim = shape \"rim\" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
      "contact \"floor\" { shape \"f\" { ground, line { {3, 0}, {-3, 0} } }, rim, law = rigid {}, friction = "
      "0.3 }\n"
      "contact \"left\" { shape \"l\" { ground, line { {0, -3}, {0, 3} } }, rim, law = rigid {}, friction = "
      "0.3 }\n"
      "contact \"right\" { shape \"r\" { ground, line { {0.2 + c, 3}, {0.2 + c, -3} } }, rim, law = rigid "
      "{}, friction = 0.3 }\n"
      "force \"push\" { b, fx = 4, fy = 15 }\n",
      /* a slot on an arm that turns */
      "local arm = body \"arm\" { mass = 3, inertia = 1, com = {1, 0} }\nrevolute \"O\" { ground, arm, angle "
      "= 0.3, speed = 2 }\n"
      "local p, q = math.cos(0.3), math.sin(0.3)\n"
      "local b = box \"b\" { mass = 1, width = 0.2, height = 0.1, x = p - 0.05*q, y = q + 0.05*p, angle = "
      "0.3, "
      "vx = -2*(q + 0.05*p) + p, vy = 2*(p - 0.05*q) + q, omega = 2 }\n"
      "local rim = shape \"rim\" { b, polygon { {-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }\n"
      "contact \"floor\" { shape \"f\" { arm, line { {30, 0}, {-30, 0} } }, rim, law = rigid {}, friction = "
      "0.3 }\n"
      "contact \"ceil\" { shape \"c\" { arm, line { {-30, 0.1 + c}, {30, 0.1 + c} } }, rim, law = rigid {}, "
      "friction = 0.3 }\n",
  };
  static const double until[] = {0.15, 1, 1, 0.3, 0.9};
  for (int i = 0; i < 5; i++) {
    double at[2][3];
    for (int c = 0; c < 2; c++) {
      char text[2600];
      snprintf(text, sizeof text,
               "planar { gravity = {0, -9.81} }\nlocal c = %g\n%ssimulate { duration = 2 }\n", c * 1e-8,
               texts[i]);
      session s = open_text(text, &sharp);
      go(s, until[i]);
      at[c][0] = see(s, "b", -1, "x");
      at[c][1] = see(s, "b", -1, "y");
      at[c][2] = see(s, "b", -1, "angle");
      if (c == 0) {
        assert_true(doubts(s, PAWL_DOUBT_CLAMP));
        assert_true(s.run->books.events < 40);
      }
      leave(s);
    }
    for (int k = 0; k < 3; k++)
      close_to(at[0][k], at[1][k], 2e-6);
  }
}

/* Four corners of two feet share an impact in many ways, and give back the same share of each without friction: the box moves in one way. */
static void feet_without_friction_move_in_one_way(void **state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    double l = i < 2 ? 0.1 : 1e-3, e = 0.3 + 0.1 * i, fall = sqrt(2 * 9.81 * l);
    char text[1000];
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -9.81} }\nlocal l = %.17g\n"
        "local b = body \"b\" { mass = 1, inertia = l*l, y = 2*l, vx = %.17g }\n"
        "contact \"c\" { shape \"f\" { ground, line { {99*l, 0}, {-99*l, 0} } }, shape \"s\" { b, polygon { "
        "{-2*l, -l}, {-l, -l}, {-l, 0}, {l, 0}, {l, -l}, {2*l, -l}, {2*l, l}, {-2*l, l} } }, "
        "law = rigid { restitution = %.17g } }\nsimulate { duration = 1 }\n",
        l, fall, e);
    session s = open_text(text, &sharp);
    go(s, 1.1 * fall / 9.81);
    close_to(see(s, "b", -1, "vy"), e * fall - 0.1 * fall, 1e-9 * fall);
    close_to(see(s, "b", -1, "omega"), 0, 1e-9 * fall / l);
    assert_false(doubts(s, PAWL_DOUBT_MOTION));
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_stop_by_their_weight),
      cmocka_unit_test(a_torque_presses_both_sides),
      cmocka_unit_test(it_slides_at_the_limit_of_its_weight),
      cmocka_unit_test(sides_take_over_from_each_other),
      cmocka_unit_test(siblings),
      cmocka_unit_test(feet_without_friction_move_in_one_way),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
