/* What is foreseen of contacts before a run: masses and speeds against closed forms, depths against the run itself,
 * advice only where it is needed, at sizes from 1e-3 to 1e3. */
#define _XOPEN_SOURCE 700
#include "contact/advice.h"

#include "base/chance.h"
#include "step/sessions_test.h"

static pawl_outlook look(session *s, pawl_arena *arena)
{
  pawl_run *r = s->run;
  int n = r->system.tree.dof_count;
  const pawl_request at = {r->t, r->y, r->y + n, r->base, r->y + 2 * n};
  pawl_outlook out;
  assert_int_equal(pawl_contact_outlook(&r->system, r->system.contact->pair, &at, arena, &out), PAWL_OK);
  return out;
}

static const char *advice(const session *s, const pawl_outlook *out, char text[PAWL_ADVICE])
{
  pawl_impact impact = out->impact;
  impact.deep = 0.1;
  impact.brief = 1e-7;
  return pawl_law_advice(&s->run->system.contact->pair[0].fields->law, &impact, text);
}

/* A ball of radius L/10 that falls by L/2; `law` begins it, but for its stiffness. */
static session drop(double L, double m, const char *law, double K)
{
  char text[768];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local b = body 'b' { mass = %.17g, inertia = %.17g, y = %.17g }\n"
           "contact 'hit' { shape 'floor' { ground, line { {%g, 0}, {%g, 0} } },\n"
           "  shape 'rim' { b, circle { radius = %.17g } }, law = %s, stiffness = %.17g } }\n"
           "simulate { duration = %.17g }\n",
           m, 0.004 * m * L * L, 0.6 * L, 5 * L, -5 * L, 0.1 * L, law, K, 0.6 * sqrt(L));
  return open_text(text, NULL);
}

/* The same by steps. */
static session drop_by_steps(double L, double m, const char *law, double K, double step)
{
  char text[768];
  snprintf(text, sizeof text,
           "planar { gravity = {0, -9.81} }\n"
           "local b = body 'b' { mass = %.17g, inertia = %.17g, y = %.17g }\n"
           "contact 'hit' { shape 'floor' { ground, line { {%g, 0}, {%g, 0} } },\n"
           "  shape 'rim' { b, circle { radius = %.17g } }, law = %s, stiffness = %.17g } }\n"
           "simulate { duration = %.17g, method = 'stepping', step = %.17g }\n",
           m, 0.004 * m * L * L, 0.6 * L, 5 * L, -5 * L, 0.1 * L, law, K, 0.6 * sqrt(L), step);
  return open_text(text, NULL);
}

static bool closes_books(session s, double until)
{
  pawl_error error = {0};
  while (error.status == PAWL_OK && s.run->t < until)
    if (pawl_run_step(s.run, until, &error) == PAWL_OK)
      pawl_run_output(s.run, s.run->t, s.run->room.values, &error);
  return error.status == PAWL_OK && s.run->books.worst_ledger <= pawl_judge_share(s.run);
}

static bool near(double x, double wanted)
{
  return fabs(x - wanted) <= 1e-12 * fabs(wanted);
}

/* A lever on a hinge that turns a flywheel by gears: the mass that the floor feels is all of it. */
static void masses_are_those_of_the_mechanism(void **state)
{
  (void)state;
  pawl_arena arena;
  pawl_arena_open(&arena, NULL);
  session s = open_text("planar { gravity = {0, -9.81} }\n"
                        "local arm = body 'arm' { mass = 2, inertia = 0.01, com = {0.3, 0} }\n"
                        "local wheel = body 'wheel' { mass = 1, inertia = 0.5 }\n"
                        "local A = revolute 'A' { ground, arm, angle = 0, speed = -1 }\n"
                        "local B = revolute 'B' { ground:at{0, 1}, wheel }\n"
                        "coupling 'c' { A, B, ratio = 3 }\n"
                        "local floor = shape 'floor' { ground, line { {2, -0.1}, {-2, -0.1} } }\n"
                        "contact 'hit' { floor, shape 'tip' { arm:at{0.8, 0}, circle { radius = 0.05 } },\n"
                        "  law = linear { stiffness = 1e5 } }\n",
                        NULL);
  unsigned long long before = pawl_run_hash(s.run);
  long factors = s.run->system.at.factors;
  pawl_outlook out = look(&s, &arena);
  double inertia = 0.01 + 2 * 0.3 * 0.3 + 0.5 / 9, mass = inertia / (0.8 * 0.8),
         fall = 0.8 * 2 * 9.81 * 0.3 / inertia;
  assert_true(out.met && near(out.gap, 0.05) && out.force == 0);
  assert_true(near(out.impact.mass, mass) && near(out.impact.load, mass * fall));
  assert_true(near(out.impact.speed, sqrt(0.8 * 0.8 + 2 * fall * 0.05)));
  assert_true(pawl_run_hash(s.run) == before &&
              s.run->system.at.factors == factors); /* looking changes nothing */
  leave(s);
  pawl_arena_close(&arena);
}

/* 60 siblings: what is foreseen is what the run does; too soft is said below the stiffness at which it is, and nothing
 * above; the value that is named is good. */
static void advice_holds_at_every_size(void **state)
{
  (void)state;
  static const char *const laws[] = {"linear { damping = 0", "hunt_crossley { damping = 0",
                                     "impact { exponent = 2.2, damping = 0, depth = 1"};
  static const double exponent[] = {1, 1.5, 2.2};
  pawl_arena arena;
  char text[PAWL_ADVICE];
  double worst = 0;
  int soft = 0;
  unsigned long long seed = 5;
  pawl_arena_open(&arena, NULL);
  for (int i = 0; i < 60; i++) {
    double L = pow(10, 3 * pawl_chance(&seed)), m = 500 * pow(0.1 * L, 3) * pow(4, pawl_chance(&seed)),
           n = exponent[i % 3];
    /* so stiff that it sinks by a part of the ball's diameter, 0.2 L */
    double part = pow(10, -2 + 2 * pawl_chance(&seed)), depth = part * 0.2 * L;
    double K = m * 9.81 * (0.5 * L + depth) * (n + 1) / pow(depth, n + 1);
    session s = drop(L, m, laws[i % 3], K);
    pawl_outlook out = look(&s, &arena);
    const char *says = advice(&s, &out, text);
    if ((says != NULL) != (part > 0.1))
      fail_msg("sibling %d of %g m sinks by %g of its size: %s", i, L, part, says ? says : "no advice");
    soft += says != NULL;
    go(s, 0.6 * sqrt(L));
    worst = fmax(worst, fabs(s.run->system.contact->pair[0].log.deepest / depth - 1));
    leave(s);
    double better =
        says && strstr(says, "with stiffness = ") ? strtod(strstr(says, "with stiffness = ") + 17, NULL) : K;
    s = drop(L, m, laws[i % 3], better);
    out = look(&s, &arena);
    assert_null(advice(&s, &out, text));
    leave(s);
  }
  pawl_arena_close(&arena);
  print_message("%d of 60 too soft; deepest penetration as foreseen to %.1e\n", soft, worst);
  assert_true(soft >= 10 && soft <= 50 &&
              worst < 2e-2); /* accepted steps only come near the deepest instant */
}

/* Impacts that steps can hardly resolve. */
static void what_is_too_stiff_is_said(void **state)
{
  (void)state;
  pawl_arena arena;
  char text[PAWL_ADVICE];
  pawl_arena_open(&arena, NULL);
  for (int i = -3; i <= 3; i++) {
    double L = pow(10, i), m = 0.5 * pow(L, 3), weight = m * 9.81 / L;
    static const double factor[] = {1e5, 1e10, 1e18};
    for (int k = 0; k < 3; k++) {
      session s = drop(L, m, "linear { damping = 0", factor[k] * weight);
      pawl_outlook out = look(&s, &arena);
      const char *says = advice(&s, &out, text);
      if (k < 2)
        assert_null(says);
      else
        assert_true(says && strncmp(says, "linear is too stiff: an impact of ", 31) == 0);
      leave(s);
    }
  }
  pawl_arena_close(&arena);
}

/* Laws and sizes by steps: what is called good closes the books, and what is called too stiff does with the step that is named. */
static void what_is_too_stiff_for_a_step_is_said(void **state)
{
  (void)state;
  static const char *const laws[] = {"linear { damping = 0", "hunt_crossley { damping = 0",
                                     "restitution { e = 0.8"};
  static const double exponent[] = {1, 1.5, 1.5};
  pawl_arena arena;
  char text[PAWL_ADVICE];
  int said = 0, cases = 0;
  pawl_arena_open(&arena, NULL);
  for (int i = 0; i < 63; i++) {
    double L = pow(10, i % 7 - 3), m = 0.5 * pow(L, 3), n = exponent[i % 3], step = 1e-3 * sqrt(L);
    double depth = pow(10, -1.5 - i / 9) * L, K = m * 9.81 * 0.5 * L * (n + 1) / pow(depth, n + 1);
    session s = drop_by_steps(L, m, laws[i % 3], K, step);
    pawl_outlook out = look(&s, &arena);
    out.impact.step = step;
    const char *says = pawl_law_step_advice(&s.run->system.contact->pair[0].fields->law, &out.impact, text);
    bool closes = closes_books(s, 0.6 * sqrt(L));
    leave(s);
    if (!says && !closes)
      fail_msg("sibling %d of %g m, %g m deep: the books do not close, and nothing is said", i, L, depth);
    const char *at = says ? strstr(says, "; take step = ") : NULL;
    assert_true(!says || at);
    cases++;
    said += says != NULL;
    if (!at || i / 9 > 2) /* shorter ones take long */
      continue;
    s = drop_by_steps(L, m, laws[i % 3], K, strtod(at + 14, NULL));
    assert_true(closes_books(s, 0.6 * sqrt(L)));
    leave(s);
  }
  pawl_arena_close(&arena);
  print_message("%d of %d too stiff for their steps\n", said, cases);
  assert_true(said > 20 && said < cases);
}

/* A point mass with a vertex at its centre slides down an incline with friction: a = g (sin - mu cos). */
static void point_masses_touch_with_a_vertex(void **state)
{
  (void)state;
  session s = open_text(
      "planar { gravity = {0, -10} }\n"
      "local bead = point_mass 'bead' { mass = 2, x = 0, y = 1e-3 }\n"
      "local floor = shape 'floor' { ground:at{0, 0, angle = -math.atan(0.75)}, line { {50, 0}, {-5, 0} } }\n"
      "contact 'hit' { floor, shape 'tip' { bead, vertex {} },\n"
      "  law = linear { stiffness = 1e5, damping = 600 },\n"
      "  friction = regularised { mu = 0.25, stick_speed = 1e-4 } }\n"
      "simulate { duration = 1.5, tolerance = 1e-9 }\n",
      NULL);
  go(s, 0.5);
  double v = see(s, "bead", -1, "vx");
  go(s, 1.5);
  double a = see(s, "bead", -1, "vx") - v;
  leave(s);
  assert_true(fabs(a - 10 * (0.6 - 0.25 * 0.8) * 0.8) < 1e-6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(masses_are_those_of_the_mechanism),
      cmocka_unit_test(advice_holds_at_every_size),
      cmocka_unit_test(what_is_too_stiff_is_said),
      cmocka_unit_test(what_is_too_stiff_for_a_step_is_said),
      cmocka_unit_test(point_masses_touch_with_a_vertex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
