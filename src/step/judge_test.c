/* The judge judged: states that nobody could have come to end a run, with the sentence for what is wrong with them.
 *                                                                                              theory.md, 9.9 */
#include "base/chance.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

/* Two coordinates, place and height, and an angle: a free body above or on a floor. */
static const char box_on_floor[] =
    "planar { gravity = {0, -9.81} }\n"
    "local L = %.17g\n"
    "local b = box 'b' { mass = 1, width = 0.2*L, height = 0.1*L, x = 0.3*L, y = %.17g*L, angle = %.17g, vx "
    "= 0.2*L }\n"
    "local s = shape 's' { b, %s }\n"
    "contact 'c' { shape 'f' { ground, %s }, s, law = rigid { restitution = 0.5 }, friction = 0.2 }\n"
    "simulate { duration = 1000 }\n";

static const char *const rims[] = {
    "polygon { {-0.1*L, -0.05*L}, {0.1*L, -0.05*L}, {0.1*L, 0.05*L}, {-0.1*L, 0.05*L} }",
    "circle { radius = 0.05*L }"};
static const char *const floors[] = {"polygon { {-400*L, -1*L}, {400*L, -1*L}, {400*L, 0}, {-400*L, 0} }",
                                     "line { {400*L, 0}, {-400*L, 0} }"};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static session on_floor(double L, double y, double angle, const char *rim, const char *floor)
{
  char text[TEXT];
  snprintf(text, sizeof text, box_on_floor, L, y, angle, rim, floor);
  return open_text(text, NULL);
}
#pragma GCC diagnostic pop

/* Steps until it ends: how many, and with which status; at most so many. */
static pawl_status step_on(session s, int most, int *steps, pawl_error *error)
{
  pawl_status status = PAWL_OK;
  *error = (pawl_error){0};
  for (*steps = 0; *steps < most && status == PAWL_OK; ++*steps)
    status = pawl_run_step(s.run, 1000, error);
  return status;
}

/* ---- overlaps ---- */

typedef enum { BY_STATE, BY_HAND, WAYS } way;

/* Moves the body by `dy` between two steps. The method's own memory of the state stays, as after a mistake of ours. */
static void push_down(session s, double dy, way by)
{
  pawl_error error = {0};
  if (by == BY_HAND) {
    s.run->y[1] += dy;
    s.run->plan.energy0 += 9.81 * dy; /* that it is not the ledger that tells */
    s.run->accounts.known = false;
    s.run->steps.slope_known = s.run->steps.unchanged = false;
    return;
  }
  size_t size = pawl_run_state_size(s.run);
  double *state = malloc(size * sizeof *state);
  assert_non_null(state);
  pawl_run_get_state(s.run, state);
  size_t at = 0;
  while (at < size && memcmp(state + at, s.run->y, sizeof(double) * (size_t)s.run->n) != 0)
    at++;
  assert_true(at < size);
  state[at + 1] += dy;
  assert_int_equal(pawl_run_set_state(s.run, state, &error), PAWL_OK);
  free(state);
}

static void overlaps_end_a_run(void **state)
{
  (void)state;
  for (int k = 0; k < 2 * 2 * 3 * WAYS; k++) {
    double L = (const double[]){1, 1e-3, 1e2}[k / 4 % 3];
    way by = (way)(k / 12);
    session s = on_floor(L, 0.5, 0.1, rims[k % 2], floors[k / 2 % 2]);
    pawl_error error;
    int steps;
    while (see(s, "b", -1, "y") > 0.2 * L) /* in flight */
      assert_int_equal(step_on(s, 1, &steps, &error), PAWL_OK);
    double low = see(s, "b", -1, "y");
    push_down(s, -low + 0.03 * L, by);
    pawl_status status = step_on(s, 3, &steps, &error);
    if (status != PAWL_BAD_NUMBERS || !strstr(error.text, "contact \"c\": its shapes overlap by ") ||
        strncmp(error.where, "test:", 5) != 0 || steps > 1)
      fail_msg("case %d: status %d after %d steps: %s", k, (int)status, steps, error.text);
    assert_true(error.time == s.run->t);
    leave(s);
  }
}

/* What is allowed is not told, ten times as much is. */
static void the_limit_is_a_millionth(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    session s = on_floor(1, 0.5, 0, rims[k], floors[0]);
    pawl_error error = {0};
    int steps;
    double length = s.run->system.scale.length;
    assert_int_equal(step_on(s, 1, &steps, &error), PAWL_OK);
    s.run->y[1] += 0.05 - 0.5e-6 * length - see(s, "b", -1, "y");
    pawl_scan_place(s.run, s.run->t, s.run->y);
    assert_int_equal(pawl_judge_contacts(s.run, &error), PAWL_OK);
    s.run->y[1] -= 9.5e-6 * length;
    pawl_scan_place(s.run, s.run->t, s.run->y);
    assert_int_equal(pawl_judge_contacts(s.run, &error), PAWL_BAD_NUMBERS);
    assert_non_null(strstr(error.text, "its shapes overlap by "));
    leave(s);
  }
}

/* ---- energy ---- */

static const char pendulum[] = "planar { gravity = {0, -9.81} }\n"
                               "local b = body 'b' { mass = 1, inertia = 0.02, com = {0.5, 0} }\n"
                               "revolute 'j' { ground, b, angle = -0.3 }\n"
                               "contact 'c' { shape 'f' { ground, line { {9, -5}, {-9, -5} } }, shape 's' { "
                               "b:at{0.5, 0}, circle { radius = 0.1 } },\n"
                               "  law = rigid {} }\n"
                               "simulate { duration = 1000 }\n";

static void make_faster(session s, double factor)
{
  int n = s.run->system.tree.dof_count;
  for (int i = 0; i < n; i++)
    s.run->y[n + i] *= factor;
  s.run->steps.slope_known = s.run->steps.unchanged = false;
}

/* Energy that comes from nowhere, after so many steps. */
static void faster_after(int before, double factor)
{
  session s = open_text(pendulum, NULL);
  pawl_error error;
  int steps;
  assert_int_equal(step_on(s, before, &steps, &error), PAWL_OK);
  while (see(s, "energy", -1, "kinetic") < 0.5) /* the fastest it gets is 3 J */
    assert_int_equal(step_on(s, 1, &steps, &error), PAWL_OK);
  double t = s.run->t;
  make_faster(s, factor);
  pawl_status status = step_on(s, 3, &steps, &error);
  if (status != PAWL_BAD_NUMBERS || !strstr(error.text, "the energy ledger does not close at t = ") ||
      steps > 1)
    fail_msg("%d steps before, times %g: status %d after %d steps: %s", before, factor, (int)status, steps,
             error.text);
  assert_true(fabs(error.time - t) < 1);
  leave(s);
}

static void energy_from_nowhere_ends_a_run(void **state)
{
  (void)state;
  const double factors[] = {1.01, 0.99, 1.001, 2, 0, -3, 1e3, 1e9, 1e30};
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
    faster_after(3, factors[i]);
}

/* A long run has turned over much, which does not pay for anything. */
static void late_as_well_as_early(void **state)
{
  (void)state;
  const double factors[] = {1.01, 0.99, 1.001};
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
    faster_after(soak_or(20000, 3000, 300), factors[i]);
}

/* Again and again a little, each below what one step may be off by: the sum is told. */
static void little_by_little(void **state)
{
  (void)state;
  session s = open_text(pendulum, NULL);
  pawl_error error = {0};
  int steps = 0, n = s.run->system.tree.dof_count;
  double given = 0, share = pawl_judge_share(s.run);
  pawl_status status = PAWL_OK;
  for (int i = 0; i < 2000 && status == PAWL_OK; i++) {
    double kinetic = see(s, "energy", -1, "kinetic"), more = 1 + 0.2 * share;
    for (int k = 0; k < n; k++)
      s.run->y[n + k] *= more;
    s.run->steps.slope_known = s.run->steps.unchanged = s.run->room.seen = false;
    given += kinetic * (more * more - 1);
    status = step_on(s, 1, &steps, &error);
  }
  print_message("little by little: %.3g J of %.3g when it was told\n", given, pawl_judge_scale(s.run));
  assert_int_equal(status, PAWL_BAD_NUMBERS);
  assert_non_null(strstr(error.text, "the energy ledger does not close"));
  assert_true(given < 3 * share * pawl_judge_scale(s.run));
  leave(s);
}

/* Works that are wrong do not widen what is allowed, whatever their size and sign. */
static void garbage_pays_for_nothing(void **state)
{
  (void)state;
  static const char text[] = "planar { gravity = {0, -9.81} }\n"
                             "local b = body 'b' { mass = 1, inertia = 0.02, com = {0.5, 0} }\n"
                             "local j = revolute 'j' { ground, b, angle = -0.3 }\n"
                             "joint_damper 'd' { j, damping = 0.01 }\n"
                             "motor 'm' { j, torque = function(t) return math.sin(t) end }\n"
                             "contact 'c' { shape 'f' { ground, line { {9, -5}, {-9, -5} } }, shape 's' { "
                             "b:at{0.5, 0}, circle { radius = 0.1 } "
                             "},\n  law = rigid {} }\n"
                             "simulate { duration = 1000 }\n";
  const double sizes[] = {1e-3, 1, 1e6, 1e30, 1e150};
  for (int k = 0; k < 4 * 5; k++) {
    session s = open_text(text, NULL);
    pawl_error error;
    int steps, works = s.run->system.extra.works, n = 2 * s.run->system.tree.dof_count;
    assert_true(works >= 2);
    assert_int_equal(step_on(s, 5, &steps, &error), PAWL_OK);
    s.run->y[n + k % 2] += (k & 2 ? -1 : 1) * sizes[k / 4];
    s.run->steps.slope_known = s.run->steps.unchanged = false;
    pawl_status status = step_on(s, 2, &steps, &error);
    if (status != PAWL_BAD_NUMBERS || !strstr(error.text, "the energy ledger does not close") || steps > 1)
      fail_msg("work %d by %g: status %d after %d steps: %s", k % 2, sizes[k / 4], (int)status, steps,
               error.text);
    leave(s);
  }
}

/* ---- impacts ---- */

typedef struct {
  session s;
  long impacts, at;
  double factor, time;
} meddler;

/* Before the impact's problem is solved, its matrix is made wrong: impulses are too large or too small. */
static void meddle(void *context, double time, const pawl_problem *problem, const char *what)
{
  meddler *m = context;
  if (strcmp(what, "impact") != 0 || m->impacts++ != m->at)
    return;
  m->time = time;
  double *W = (double *)(uintptr_t)problem->W;
  for (int i = 0; i < 4 * problem->n * problem->n; i++)
    W[i] *= m->factor;
}

static pawl_status bounce(double factor, long at, meddler *m, pawl_error *error)
{
  int steps;
  *m = (meddler){on_floor(1, 0.5, 0.3, rims[0], floors[0]), 0, at, factor, NAN};
  m->s.run->tells.on_problem = meddle;
  m->s.run->tells.listener = m;
  return step_on(m->s, 400, &steps, error);
}

/* Each impact is held against what it does to the energy, by itself and at once. */
static void wrong_impulses_are_told(void **state)
{
  (void)state;
  const double factors[] = {0.5, 0.9, 0.99, 1.01, 1.1, 2, 10};
  meddler m;
  pawl_error error;
  assert_int_equal(bounce(1, 0, &m, &error), PAWL_OK);
  long impacts = m.impacts;
  assert_true(impacts > 5);
  leave(m.s);
  for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
    for (long at = 0; at < 3; at++) {
      pawl_status status = bounce(factors[i], at, &m, &error);
      if (status != PAWL_BAD_NUMBERS || !strstr(error.text, "the impact of contact \"c\" at t = ") ||
          !strstr(error.text, " out of nothing") || fabs(m.s.run->t - m.time) > 1e-12)
        fail_msg("W times %g at impact %ld of %ld: status %d: %s", factors[i], at, m.impacts, (int)status,
                 error.text);
      leave(m.s);
    }
}

/* ---- contacts that only take ---- */

static const char *const takers[] = {
    "law = linear { stiffness = 1e5, damping = 10 }, friction = 0.3",
    "law = hunt_crossley { stiffness = 1e7, damping = 0.5 }",
    "law = restitution { e = 0.5, stiffness = 1e7 }, friction = regularised { mu "
    "= 0.3, stick_speed = 1e-3 }",
    "law = impact { stiffness = 1e5, exponent = 1, damping = 10, depth = 1e-4 }"};
static const char *const givers[] = {
    "law = contact_law { function(depth, rate) return 1e5*depth end }",
    "law = linear { stiffness = 1e5 }, friction = lugre { mu = 0.3, stiffness = 1e4 }"};

static session fallen(const char *law)
{
  char text[TEXT];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local b = box 'b' { mass = 1, width = 0.2, height = 0.1, y = 0.3, angle = 0.2, vx = 0.3 }\n"
      "contact 'c' { shape 'f' { ground, line { {9, 0}, {-9, 0} } }, shape 's' { b, polygon { {-0.1, -0.05}, "
      "{0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05} } }, %s }\n"
      "simulate { duration = 1000 }\n",
      law);
  return open_text(text, NULL);
}

/* The books of the contact are changed by so many joules, and those of the ledger with them. */
static pawl_status give(session s, double joules, pawl_error *error)
{
  const pawl_system *x = &s.run->system;
  int steps;
  while (s.run->books.events < 3)
    assert_int_equal(step_on(s, 1, &steps, error), PAWL_OK);
  s.run->y[2 * x->tree.dof_count + pawl_pair_work(x, x->contact->pair)] += joules;
  s.run->plan.energy0 -= joules;
  s.run->steps.slope_known = s.run->steps.unchanged = false;
  return step_on(s, 1, &steps, error);
}

/* Ten times what is allowed is told, a tenth is not; nor is anything of what may give. */
static void what_only_takes_does_not_give(void **state)
{
  (void)state;
  for (int k = 0; k < 4 * 2 + 2; k++) {
    bool taker = k < 8, much = k % 2 || !taker;
    session s = fallen(taker ? takers[k / 2] : givers[k - 8]);
    pawl_error error = {0};
    pawl_status status = give(s, (much ? 1e-3 : 1e-5) * 1.5 * 9.81, &error);
    if (taker && much)
      assert_non_null(strstr(error.text, "contact \"c\": at t = "));
    if (status != (taker && much ? PAWL_BAD_NUMBERS : PAWL_OK) ||
        (taker && much && !strstr(error.text, "its damping and friction have given back ")))
      fail_msg("case %d: status %d, %s", k, (int)status, error.text);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(overlaps_end_a_run),
      cmocka_unit_test(the_limit_is_a_millionth),
      cmocka_unit_test(energy_from_nowhere_ends_a_run),
      cmocka_unit_test(late_as_well_as_early),
      cmocka_unit_test(little_by_little),
      cmocka_unit_test(garbage_pays_for_nothing),
      cmocka_unit_test(wrong_impulses_are_told),
      cmocka_unit_test(what_only_takes_does_not_give),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
