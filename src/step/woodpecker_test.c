/* The woodpecker toy, by its own equations and built from bodies: its cycle, the order of what happens in it, what must be
 * conserved, where it jams, and what its start may be. */
#include "step/sessions_test.h"

enum { LOGGED = 2000 };

typedef struct {
  double time, y, velocity[3], rate_before, rate_after, energy_lost;
  char part[8], from[12], to[12], reason[24];
} entry;

typedef struct {
  pawl_run *run;
  int count;
  entry at[LOGGED];
} event_log;

static void keep(void *context, const pawl_event *event)
{
  event_log *log = context;
  if (log->count == LOGGED)
    return;
  entry *e = log->at + log->count++;
  *e = (entry){.time = event->time,
               .y = log->run->y[0],
               .rate_before = event->rate_before,
               .rate_after = event->rate_after,
               .energy_lost = event->energy_lost};
  memcpy(e->velocity, log->run->y + log->run->system.tree.dof_count, sizeof e->velocity);
  snprintf(e->part, sizeof e->part, "%s", event->part);
  snprintf(e->from, sizeof e->from, "%s", event->from);
  snprintf(e->to, sizeof e->to, "%s", event->to);
  snprintf(e->reason, sizeof e->reason, "%s", event->reason);
}

static void listen(session s, event_log *log)
{
  log->run = s.run;
  log->count = 0;
  s.run->tells.on_event = keep;
  s.run->tells.listener = log;
}

static bool is_impact(const entry *e, const char *part)
{
  return strcmp(e->part, part) == 0 && strcmp(e->reason, "impact") == 0;
}

/* The mean period and drop between impacts of the beak, over the last n of them. */
static void last_cycles(const event_log *log, int n, double *period, double *drop)
{
  int last = log->count - 1, first;
  while (!is_impact(log->at + last, "beak"))
    last--;
  first = last;
  for (int k = 0; k < n; k++)
    do
      assert_true(--first >= 0);
    while (!is_impact(log->at + first, "beak"));
  *period = (log->at[last].time - log->at[first].time) / n;
  *drop = (log->at[first].y - log->at[last].y) / n;
}

/* ---- the cycle ---- */

/* The period is 0.14597607 s; by shooting, apart from Pawl, 0.1459760651438 s and 19.445379285 mm. What is left of the
 * start shrinks by -0.839 in each cycle, so that an even number of late ones is meant. */
static void the_cycle(void **state)
{
  (void)state;
  static event_log log;
  session s = open_file("models/woodpecker", NULL, NULL, NULL);
  double period, drop;
  listen(s, &log);
  go(s, 16);
  double values[256];
  pawl_error error = {0};
  assert_true(pawl_run_channel_count(s.run) <= 256);
  assert_int_equal(pawl_run_output(s.run, s.run->t, values, &error), PAWL_OK);
  last_cycles(&log, 10, &period, &drop);
  print_message("period %.13f s, drop %.9f mm, ledger %.1e\n", period, 1e3 * drop, s.run->books.worst_ledger);
  assert_true(fabs(period - 0.14597607) < 1e-8);
  assert_true(fabs(period - 0.1459760651438) < 1e-11);
  assert_true(fabs(drop - 19.4454e-3) < 1e-6);
  assert_true(fabs(drop - 19.445379285e-3) < 1e-10);
  assert_true(s.run->books.worst_ledger < 1e-11);
  leave(s);
}

/* In each of the cycles of 16 s the same nine events, no more, in the same order. */
static void nine_events_in_order(void **state)
{
  (void)state;
  static const char *const cycle[9][4] = {{"lower", "sliding -", "sticking", "no longer slides"},
                                          {"lower", "sticking", "sliding -", "limit of friction"},
                                          {"lower", "sliding -", "open", "would pull"},
                                          {"upper", "open", "open", "impact"},
                                          {"beak", "open", "open", "impact"},
                                          {"upper", "open", "sliding +", "impact"},
                                          {"upper", "sliding +", "open", "would pull"},
                                          {"lower", "open", "open", "impact"},
                                          {"lower", "open", "sliding -", "impact"}};
  static event_log log;
  session s = open_file("models/woodpecker", NULL, NULL, NULL);
  listen(s, &log);
  go(s, 16);
  assert_true(log.count >= 9 * 109);
  for (int i = 0; i < log.count; i++) {
    const entry *e = log.at + i;
    const char *const *want = cycle[i % 9];
    if (strcmp(e->part, want[0]) != 0 || strcmp(e->from, want[1]) != 0 || strcmp(e->to, want[2]) != 0 ||
        strcmp(e->reason, want[3]) != 0)
      fail_msg("event %d, t = %.9g: %s %s -> %s, %s", i, e->time, e->part, e->from, e->to, e->reason);
    if (is_impact(e, "beak"))
      assert_true(fabs(e->rate_after / e->rate_before + 0.5) < 1e-13);
  }
  leave(s);
}

/* The same log bit for bit. */
static void the_same_bits(void **state)
{
  (void)state;
  static event_log first, second;
  session s = open_file("models/woodpecker", NULL, NULL, NULL), other;
  listen(s, &first);
  go(s, 3);
  other = open_file("models/woodpecker", NULL, NULL, NULL);
  listen(other, &second);
  go(other, 3);
  assert_int_equal(first.count, second.count);
  for (int i = 0; i < first.count; i++)
    assert_memory_equal(&first.at[i].time, &second.at[i].time, offsetof(entry, part));
  assert_true(pawl_run_hash(s.run) == pawl_run_hash(other.run));
  leave(other);
  leave(s);
}

/* ---- what is conserved ---- */

/* Without friction nothing acts upwards: of (mS + mM) y' + mS lM φM' + mS lG φS' only gravity takes, through every impact. */
static void momentum_without_friction(void **state)
{
  (void)state;
  static event_log log;
  const double mass = 0.0048, of_sleeve = 0.0045 * 0.010, of_bird = 0.0045 * 0.015;
  session s = open_file("models/woodpecker", "mu", "0", NULL);
  double before = mass * -0.3411 + of_bird * -7.4583, worst = 0;
  int impacts = 0;
  listen(s, &log);
  go(s, 3);
  for (int i = 0; i < log.count; i++) {
    const double *v = log.at[i].velocity;
    double p = mass * v[0] + of_sleeve * v[1] + of_bird * v[2];
    worst = fmax(worst, fabs(p - before + mass * 9.81 * log.at[i].time));
    impacts += strcmp(log.at[i].reason, "impact") == 0;
  }
  print_message("mu = 0: %d impacts, momentum off by %.1e kg m/s\n", impacts, worst);
  assert_true(impacts > 20);
  assert_true(worst < 1e-11);
  leave(s);
}

/* Of all contacts together: one may give to another what both have. */
static double most_gained(const event_log *log)
{
  double most = 0;
  for (int i = 0, k; i < log->count; i = k) {
    double gained = 0;
    for (k = i; k < log->count && log->at[k].time == log->at[i].time; k++)
      gained -= log->at[k].energy_lost;
    most = fmax(most, gained);
  }
  return most;
}

/* Other friction, restitution and springs: the ledger closes, and no impact gives energy. */
static void siblings_keep_the_ledger(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  double worst = 0, gain = 0;
  int events = 0;
  for (int i = 0; i < 40; i++) {
    static event_log log;
    char number[3][32];
    snprintf(number[0], 32, "%.17g", uniform(&seed, 0, 1));
    snprintf(number[1], 32, "%.17g", uniform(&seed, 0, 1));
    snprintf(number[2], 32, "%.17g", 0.0056 * decades(&seed, 0.5));
    pawl_setting set[] = {{"mu", number[0]}, {"e1", number[1]}, {"c", number[2]}};
    pawl_reading how = {set, 3, NULL};
    pawl_model *model = NULL;
    pawl_error error = {0};
    const char *path = i % 2 ? "models/woodpecker-bodies" : "models/woodpecker";
    assert_int_equal(pawl_model_read(&model, path, &how, &error), PAWL_OK);
    session s = opened(model, NULL);
    listen(s, &log);
    double values[256];
    assert_true(pawl_run_channel_count(s.run) <= 256);
    for (int k = 1; k <= 20; k++) {
      go(s, 0.05 * k);
      assert_int_equal(pawl_run_output(s.run, s.run->t, values, &error), PAWL_OK);
    }
    gain = fmax(gain, most_gained(&log));
    worst = fmax(worst, s.run->books.worst_ledger);
    events += log.count;
    leave(s);
  }
  print_message("siblings: %d events, ledger %.1e, the most that an impact gave %.1e J\n", events, worst,
                gain);
  assert_true(worst < 1e-9);
  assert_true(gain < 1e-16);
}

/* ---- jamming ---- */

/* At rest the lower edge holds everything: λ_T = (mS + mM) g, and about the pole hM λ_N = mS g (lG + lM) - rM λ_T. So it
 * jams from mu = (mS + mM) hM/(mS (lG + lM) - rM (mS + mM)) = 0.285187 on. A toy that moves can stick for a while below
 * that, as its bird presses harder when it swings, but never stays. */
static void it_jams_from_there_on(void **state)
{
  (void)state;
  const double limit = 0.0048 * 0.0058 / (0.0045 * 0.025 - 0.0031 * 0.0048), jam = 0.0006 / 0.0058;
  assert_true(fabs(limit - 0.285187) < 1e-6);
  for (int i = 0; i < 2; i++) {
    char text[2048];
    snprintf(
        text, sizeof text,
        "planar {}\nlocal mM, mS, grav, c = 0.0003, 0.0045, 9.81, 0.0056\n"
        "local rM, hM, lM, lG = 0.0031, 0.0058, 0.01, 0.015\n"
        "local toy = lagrangian 'toy' { coordinates = {'y', 'sleeve', 'bird'}, units = {'m', 'rad', 'rad'},\n"
        "  start = {0, %.17g, %.17g - mS*grav*lG/c},\n"
        "  mass = { {mS + mM, mS*lM, mS*lG}, {mS*lM, 5e-9 + mS*lM^2, mS*lM*lG}, {mS*lG, mS*lM*lG, 7e-7 + "
        "mS*lG^2} },\n"
        "  force = function(q) return { -(mS + mM)*grav, -c*(q[2] - q[3]) - mS*grav*lM,\n"
        "    -c*(q[3] - q[2]) - mS*grav*lG } end }\n"
        "gap 'lower' { toy, gap = 0.0006, normal = {0, hM, 0}, tangent = {1, rM, 0}, law = rigid {}, "
        "friction = %.17g }\nsimulate { duration = 100, tolerance = 1e-10 }\n",
        -jam, -jam, limit * (i ? 1 + 1e-9 : 1 - 1e-9));
    session s = open_text(text, NULL);
    go(s, i ? 100 : 10);
    double y = see(s, "toy", -1, "y");
    print_message("%s mu = %.9f it is at %.3g m after %g s\n", i ? "above" : "below", limit, y, s.run->t);
    assert_true(i ? fabs(y) < 1e-12 : y < -1e-8);
    assert_true(i || see(s, "toy", -1, "y_speed") < 0);
    leave(s);
  }
}

/* ---- starts ---- */

/* The start as published is 0.88 um inside the pole: it is moved to just touch, and its depth kept for a warning. */
static void a_start_inside_is_moved(void **state)
{
  (void)state;
  session s = open_file("models/woodpecker", NULL, NULL, NULL);
  const pawl_contact_pair *lower = s.run->system.contact->pair + 1;
  assert_string_equal(s.model->parts[lower->part]->name, "lower");
  assert_true(fabs(lower->log.start_depth - 8.8e-7) < 1e-15);
  assert_true(fabs(see(s, "lower", -1, "gap")) < 1e-17);
  assert_true(fabs(see(s, "toy", -1, "sleeve") + 6.0 / 58) < 1e-14);
  leave(s);
}

static void a_deep_start_is_refused(void **state)
{
  (void)state;
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  assert_int_equal(
      pawl_model_parse(
          &model,
          "planar {}\nlocal ball = lagrangian 'ball' { coordinates = {'y'}, units = {'m'},\n"
          "  start = {-0.01}, mass = { {1} }, force = {-9.81} }\n"
          "gap 'floor' { ball, gap = 0, normal = {1}, law = rigid {} }\n"
          "gap 'roof' { ball, gap = 1, normal = {-1}, law = rigid {} }\nsimulate { duration = 1 }\n",
          "test", NULL, &error),
      PAWL_OK);
  assert_int_equal(pawl_run_new(&run, model, &error), PAWL_BAD_MODEL);
  assert_string_equal(error.where, "test:4");
  assert_string_equal(error.text,
                      "gap \"floor\": it overlaps by 10 mm at the start; a rigid contact may not, "
                      "but for a thousandth of the model's length, 10 um");
  pawl_run_free(run);
  pawl_model_free(model);
}

/* ---- bodies ---- */

/* Lagrange's equations without linearisation, written down once more; the log of both is one. */
static const char own_equations[] =
    "planar {}\n"
    "local mM, JM, mS, JS, grav, c = 0.0003, 5e-9, 0.0045, 7e-7, 9.81, 0.0056\n"
    "local rM, hM, lM, lG, hS, d, r0 = 0.0031, 0.0058, 0.01, 0.015, 0.02, -0.0051, 0.0025\n"
    "local sin, cos = math.sin, math.cos\n"
    "local jam = math.atan(hM, rM) - math.acos(r0/math.sqrt(rM^2 + hM^2))\n"
    "local toy = lagrangian 'toy' { coordinates = {'y', 'a', 'b'}, units = {'m', 'rad', 'rad'},\n"
    "  start = {0, jam, -0.2788}, speed = {-0.3411, 0, -7.4583},\n"
    "  kinetic = function(q, v)\n"
    "    local x, y = lM*sin(q.a)*v.a + lG*sin(q.b)*v.b, v.y + lM*cos(q.a)*v.a + lG*cos(q.b)*v.b\n"
    "    return (mM*v.y^2 + JM*v.a^2 + JS*v.b^2 + mS*(x^2 + y^2))/2\n"
    "  end,\n"
    "  potential = function(q)\n"
    "    return (mM + mS)*grav*q.y + mS*grav*(lM*sin(q.a) + lG*sin(q.b)) + c*(q.a - q.b)^2/2\n"
    "  end }\n"
    "gap 'beak' { toy, gap = function(q) return lM*cos(q.a) + d*cos(q.b) - hS*sin(q.b) - r0 end,\n"
    "  tangent = function(q) return {1, lM*cos(q.a), d*cos(q.b) - hS*sin(q.b)} end,\n"
    "  law = rigid { restitution = 0.5, impact = 'newton' }, friction = 0.3 }\n"
    "gap 'lower' { toy, gap = function(q) return rM*cos(q.a) + hM*sin(q.a) - r0 end,\n"
    "  tangent = function(q) return {1, rM*cos(q.a) + hM*sin(q.a), 0} end,\n"
    "  law = rigid { impact = 'newton' }, friction = 0.3 }\n"
    "gap 'upper' { toy, gap = function(q) return rM*cos(q.a) - hM*sin(q.a) - r0 end,\n"
    "  tangent = function(q) return {1, rM*cos(q.a) - hM*sin(q.a), 0} end,\n"
    "  law = rigid { impact = 'newton' }, friction = 0.3 }\n"
    "simulate { duration = 3, tolerance = 1e-11 }\n";

static void bodies_and_equations_agree(void **state)
{
  (void)state;
  static event_log bodies, equations;
  session s = open_file("models/woodpecker-bodies", NULL, NULL, NULL);
  session other = open_text(own_equations, NULL);
  double worst = 0;
  listen(s, &bodies);
  listen(other, &equations);
  go(s, 1);
  go(other, 1);
  assert_int_equal(bodies.count, equations.count);
  assert_true(bodies.count > 40);
  for (int i = 0; i < bodies.count; i++) {
    assert_string_equal(bodies.at[i].part, equations.at[i].part);
    assert_string_equal(bodies.at[i].to, equations.at[i].to);
    worst = fmax(worst, fabs(bodies.at[i].time - equations.at[i].time));
  }
  print_message("bodies against Lagrange's equations: %d events, %.1e s apart\n", bodies.count, worst);
  assert_true(worst < 1e-10);
  leave(other);
  leave(s);
}

static double period_of_bodies(const char *s_text, double until)
{
  static event_log log;
  session s = open_file("models/woodpecker-bodies", "s", s_text, NULL);
  double period, drop;
  listen(s, &log);
  go(s, until);
  last_cycles(&log, 10, &period, &drop);
  leave(s);
  return period;
}

/* 0.130747524957 s by an event-driven integration of Lagrange's equations apart from Pawl (dopri5, 1e-12). */
static void the_cycle_of_bodies(void **state)
{
  (void)state;
  double period = period_of_bodies("1", 8);
  print_message("bodies: period %.13f s\n", period);
  assert_true(fabs(period - 0.1307) < 0.01 * 0.1307);
  assert_true(fabs(period - 0.130747524957) < 1e-11);
}

/* With clearances, gravity and start made smaller angles are, too, and the period is that of small angles, to first order:
 * T = T0 + A s + B s². */
static void small_angles_are_the_limit(void **state)
{
  (void)state;
  static const char *const s[] = {"0.02", "0.01", "0.005"};
  double off[3];
  for (int i = 0; i < 3; i++)
    off[i] = period_of_bodies(s[i], 14) - 0.1459760651438;
  double order = log2(off[1] / off[2]);
  double A = (4 * off[2] - off[1]) / 0.01, coarse = (4 * off[1] - off[0]) / 0.02;
  print_message("s = 0.02, 0.01, 0.005: periods off by %.4e, %.4e, %.4e s; order %.3f, A = %.6f and %.6f s\n",
                off[0], off[1], off[2], order, coarse, A);
  assert_true(fabs(order - 1) < 0.01);
  assert_true(fabs(A - coarse) < 1e-5);
  assert_true(fabs(A) > 0.01);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_cycle),
      cmocka_unit_test(nine_events_in_order),
      cmocka_unit_test(the_same_bits),
      cmocka_unit_test(momentum_without_friction),
      cmocka_unit_test(siblings_keep_the_ledger),
      cmocka_unit_test(it_jams_from_there_on),
      cmocka_unit_test(a_start_inside_is_moved),
      cmocka_unit_test(a_deep_start_is_refused),
      cmocka_unit_test(bodies_and_equations_agree),
      cmocka_unit_test(the_cycle_of_bodies),
      cmocka_unit_test(small_angles_are_the_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
