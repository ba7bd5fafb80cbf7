/* The run as a whole: linear cost, exact counters, no allocation while stepping, every failing allocation survived,
 * restart bit for bit, changes between steps, stiff models, equilibria, singular positions, both assemblies. */
#include "step/run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct {
  long calls, alive, fail_at;
} meter;

static void *metered(void *context, void *old, size_t old_size, size_t size)
{
  meter *m = context;
  (void)old_size;
  if (size == 0) {
    m->alive -= old != NULL;
    free(old);
    return NULL;
  }
  m->calls++;
  if (m->fail_at > 0 && m->calls == m->fail_at)
    return NULL;
  m->alive += old == NULL;
  return realloc(old, size);
}

static pawl_run *start_with(const char *path, const char *text, const pawl_setting *settings, int count,
                            const pawl_memory *memory, pawl_model **model)
{
  pawl_error e = {0};
  pawl_run *run = NULL;
  pawl_reading how = {settings, count, memory};
  pawl_status status =
      text ? pawl_model_parse(model, text, "test", &how, &e) : pawl_model_read(model, path, &how, &e);
  if (status == PAWL_OK)
    status = pawl_run_new(&run, *model, &e);
  if (status != PAWL_OK)
    print_message("%s: %s\n", e.where, e.text);
  assert_int_equal(status, PAWL_OK);
  return run;
}

static void end(pawl_run *run, pawl_model *model)
{
  pawl_run_free(run);
  pawl_model_free(model);
}

static double channel(pawl_run *run, const char *name)
{
  int i = pawl_run_find(run, name);
  assert_true(i >= 0);
  return pawl_run_read(run, i);
}

static void run_to(pawl_run *run, double t)
{
  pawl_error e = {0};
  if (pawl_run_until(run, t, &e) != PAWL_OK)
    print_message("%s: %s\n", e.where, e.text);
  assert_int_equal(e.status, PAWL_OK);
}

/* ---- cost ---------------------------------------------------------------------------------------------------- */

static long operations(const char *path, const char *text, int n)
{
  char value[16];
  snprintf(value, sizeof value, "%d", n);
  pawl_setting set = {"n", value};
  pawl_model *model = NULL;
  pawl_run *run = start_with(path, text, &set, 1, NULL, &model);
  long count = run->system.tree.operations;
  end(run, model);
  return count;
}

/* Four-bars standing on each other's couplers: every loop ends at another link, and M^-1 is full. */
static const char tower[] =
    "planar { gravity = {0, -9.81} }\n"
    "local n = parameter 'n' { 2 }\n"
    "local base = ground\n"
    "for i = 1, n do\n"
    "  local function bar(name) return body(name .. i) { mass = 1, inertia = 1/12, com = {0.5, 0} } end\n"
    "  local l, r, c = bar 'left', bar 'right', bar 'coupler'\n"
    "  revolute('A' .. i) { base, l, angle = 80*deg }\n"
    "  revolute('B' .. i) { base:at{1, 0}, r, angle = 80*deg }\n"
    "  revolute('C' .. i) { l:at{1, 0}, c, angle = -80*deg }\n"
    "  revolute('D' .. i) { c:at{1, 0}, r:at{1, 0} }\n"
    "  base = c\n"
    "end\n"
    "simulate { duration = 0.1 }\n";

/* N windows on a platform that hangs on a chain of n links itself. */
static const char platform[] =
    "planar { gravity = {0, -9.81} }\n"
    "local n = parameter 'n' { 2 }\n"
    "local base = ground\n"
    "local function bar(name) return body(name) { mass = 1, inertia = 1/12, com = {0.5, 0} } end\n"
    "for i = 1, n do local link = bar('link' .. i); revolute('J' .. i) { base, link, angle = 5*deg }; base = "
    "link:at{1, 0} end\n"
    "local last\n"
    "for i = 0, n do\n"
    "  local rod = bar('rod' .. i)\n"
    "  revolute('A' .. i) { base:at{i, 0}, rod, angle = 90*deg }\n"
    "  if last then\n"
    "    local c = bar('coupler' .. i)\n"
    "    revolute('L' .. i) { last:at{1, 0}, c, angle = -90*deg }\n"
    "    revolute('R' .. i) { c:at{1, 0}, rod:at{1, 0} }\n"
    "  end\n"
    "  last = rod\n"
    "end\n"
    "simulate { duration = 0.1 }\n";

static void operations_grow_in_proportion(void **state)
{
  (void)state;
  for (int n = 1; n <= 256; n *= 4) {
    assert_int_equal(operations("models/chain", NULL, n), n);
    assert_int_equal(operations("models/n-four-bar", NULL, n), 16 * n - 2);
    assert_int_equal(operations(NULL, tower, n), 15 * n - 1);
  }
  long a = operations(NULL, platform, 16), b = operations(NULL, platform, 32),
       c = operations(NULL, platform, 64);
  assert_int_equal(c - b, 2 * (b - a));
}

typedef struct {
  const char *path;
  long steps, rejected, rhs, factors;
} count;

static void counters_are_exact(void **state)
{
  (void)state;
  const count expected[] = {{"models/pendulum", 408, 16, 5073, 5074},
                            {"models/chain", 239, 5, 2924, 2925},
                            {"models/n-four-bar", 437, 50, 5905, 7147},
                            {"models/andrews", 332, 13, 4211, 4937}};
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    pawl_model *model = NULL;
    pawl_run *run = start_with(expected[i].path, NULL, NULL, 0, NULL, &model);
    run_to(run, pawl_run_duration(run));
    const pawl_books *b = &run->books;
    print_message("%s: %ld steps, %ld rejected, %ld right-hand sides, %ld factorisations\n", expected[i].path,
                  b->steps, b->rejected, b->rhs, run->system.at.factors);
    assert_int_equal(b->steps, expected[i].steps);
    assert_int_equal(b->rejected, expected[i].rejected);
    assert_int_equal(b->rhs, expected[i].rhs);
    assert_int_equal(run->system.at.factors, expected[i].factors);
    end(run, model);
  }
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static const char four_bar[] =
    "planar { gravity = {0, -9.81} }\n"
    "local function bar(name, l) return body(name) { mass = l, inertia = l^3/12, com = {l/2, 0} } end\n"
    "local a, b, c = bar('a', 0.3), bar('b', 1.1), bar('c', 0.9)\n"
    "local A = revolute 'A' { ground, a, angle = 60*deg, speed = 4 }\n"
    "revolute 'B' { a:at{0.3, 0}, b, angle = -30*deg }\n"
    "local C = revolute 'C' { ground:at{1, 0}, c, angle = 100*deg }\n"
    "revolute 'D' { b:at{1.1, 0}, c:at{0.9, 0} }\n"
    "spring 'S' { ground:at{0.5, 1}, b:at{0.5, 0}, stiffness = 20, length = 0.4, damping = 0.1 }\n"
    "torsion 'T' { C, stiffness = 3, damping = 0.02, angle = 90*deg }\n"
    "input 'u' { 0 }\n"
    "motor 'M' { A, torque = 0.3 }\n"
    "simulate { duration = 20, tolerance = 1e-9 }\n";

static void stepping_allocates_nothing(void **state)
{
  (void)state;
  meter m = {0};
  pawl_memory memory = {metered, &m};
  pawl_model *model = NULL;
  pawl_run *run = start_with(NULL, four_bar, NULL, 0, &memory, &model);
  long before = m.calls;
  while (run->books.steps < 1000) {
    assert_int_equal(pawl_run_step(run, 1e9, NULL), PAWL_OK);
    if (run->books.steps % 10 == 0)
      channel(run, "A.angle");
  }
  assert_int_equal(m.calls - before, 0);
  end(run, model);
  assert_int_equal(m.alive, 0);
}

static void every_failing_allocation_is_survived(void **state)
{
  (void)state;
  int failures = 0;
  for (long n = 1;; n++) {
    meter m = {.fail_at = n};
    pawl_memory memory = {metered, &m};
    pawl_reading how = {NULL, 0, &memory};
    pawl_error e = {0};
    pawl_model *model = NULL;
    pawl_run *run = NULL;
    pawl_status status = pawl_model_parse(&model, four_bar, "test", &how, &e);
    if (status == PAWL_OK)
      status = pawl_run_new(&run, model, &e);
    if (status == PAWL_OK)
      status = pawl_run_until(run, 0.01, &e);
    if (status != PAWL_OK) {
      failures++;
      assert_int_equal(status, PAWL_NO_MEMORY);
      assert_int_equal(e.status, PAWL_NO_MEMORY);
      assert_string_equal(e.text, "out of memory");
    }
    end(run, model);
    assert_int_equal(m.alive, 0);
    if (status == PAWL_OK && m.calls < n)
      break;
  }
  print_message("%d allocations failed, one at a time\n", failures);
  assert_true(failures > 10);
}

/* ---- state ---------------------------------------------------------------------------------------------------- */

static void a_restored_state_continues_bit_for_bit(void **state)
{
  (void)state;
  double saved[160];
  pawl_model *model = NULL, *other = NULL;
  pawl_run *run = start_with(NULL, four_bar, NULL, 0, NULL, &model);
  while (pawl_run_time(run) < 2)
    assert_int_equal(pawl_run_step(run, 5, NULL), PAWL_OK);
  assert_true(pawl_run_state_size(run) <= 128);
  pawl_run_get_state(run, saved);
  run_to(run, 5);
  pawl_run *again = start_with(NULL, four_bar, NULL, 0, NULL, &other);
  assert_int_equal(pawl_run_set_state(again, saved, NULL), PAWL_OK);
  run_to(again, 5);
  assert_true(pawl_run_hash(run) == pawl_run_hash(again));
  saved[3] = NAN;
  assert_int_equal(pawl_run_set_state(again, saved, NULL), PAWL_BAD_CALL);
  end(run, model);
  end(again, other);
}

static void numbers_can_change_between_steps(void **state)
{
  (void)state;
  pawl_error e = {0};
  pawl_model *model = NULL;
  pawl_run *run = start_with(NULL, four_bar, NULL, 0, NULL, &model);
  run_to(run, 1);
  assert_int_equal(pawl_run_set(run, "S.stiffness", 40, &e), PAWL_OK);
  assert_int_equal(pawl_run_set(run, "u", 2.5, &e), PAWL_OK);
  assert_true(channel(run, "u.value") == 2.5);
  run_to(run, 2);
  channel(run, "A.angle");
  assert_true(run->books.worst_ledger < 1e-8);
  assert_int_equal(pawl_run_set(run, "a.mass", 2, &e), PAWL_BAD_CALL);
  e = (pawl_error){0};
  assert_int_equal(pawl_run_set(run, "S.stiffness", -1, &e), PAWL_BAD_CALL);
  e = (pawl_error){0};
  assert_int_equal(pawl_run_set(run, "nothing.there", 1, &e), PAWL_BAD_CALL);
  end(run, model);
}

/* ---- behaviour ------------------------------------------------------------------------------------------------- */

/* A nearly rigid hinge: as it stiffens the motion tends to that of the welded pendulum. */
static void stiff_models_go_over_to_bdf(void **state)
{
  (void)state;
  const char *text = "planar { gravity = {0, -9.81} }\n"
                     "local k = parameter 'k' { 1e8 }\n"
                     "local a = body 'a' { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
                     "local b = body 'b' { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
                     "revolute 'h' { ground, a, angle = 0.3 }\n"
                     "local g = k > 0 and revolute 'g' { a:at{1, 0}, b } or weld 'g' { a:at{1, 0}, b }\n"
                     "if k > 0 then torsion 't' { g, stiffness = k, damping = k/100 } end\n"
                     "simulate { duration = 3, tolerance = 1e-8 }\n";
  pawl_setting rigid = {"k", "0"};
  pawl_model *model = NULL, *welded = NULL;
  pawl_run *run = start_with(NULL, text, NULL, 0, NULL, &model);
  pawl_run *weld = start_with(NULL, text, &rigid, 1, NULL, &welded);
  run_to(run, 3);
  run_to(weld, 3);
  assert_false(isnan(run->books.stiff_since));
  assert_true(isnan(weld->books.stiff_since));
  assert_true(run->books.rhs < 20000); /* an explicit method needs 3 s * sqrt(k)-ish / 3 steps: millions */
  print_message("stiff: %ld right-hand sides, off by %g\n", run->books.rhs,
                channel(run, "h.angle") - channel(weld, "h.angle"));
  assert_true(fabs(channel(run, "h.angle") - channel(weld, "h.angle")) < 1e-6);
  end(run, model);
  end(weld, welded);
}

static void equilibrium_is_at_rest(void **state)
{
  (void)state;
  /* One bar on a torsion spring: m g (l/2) cos q = k (q0 - q). */
  const char *text = "planar { gravity = {0, -9.81} }\n"
                     "local b = body 'b' { mass = 2, inertia = 0.2, com = {0.5, 0} }\n"
                     "local h = revolute 'h' { ground, b, angle = 0.5 }\n"
                     "torsion 't' { h, stiffness = 20, angle = 0.3 }\n"
                     "simulate { duration = 1, start = 'equilibrium', tolerance = 1e-10 }\n";
  double q = 0;
  for (int i = 0; i < 100; i++)
    q = q - (20 * (q - 0.3) + 9.81 * cos(q)) / (20 - 9.81 * sin(q));
  pawl_model *model = NULL;
  pawl_run *run = start_with(NULL, text, NULL, 0, NULL, &model);
  assert_true(fabs(channel(run, "h.angle") - q) < 1e-11);
  run_to(run, 1);
  assert_true(fabs(channel(run, "h.angle") - q) < 1e-10);
  assert_true(fabs(channel(run, "h.speed")) < 1e-10);
  end(run, model);
}

/* A kite folds through positions where its branches cross; energy tells whether it passed them well. */
static void a_folding_kite_keeps_its_energy(void **state)
{
  (void)state;
  const char *text =
      "planar { gravity = {0, -9.81} }\n"
      "local function bar(name, l) return body(name) { mass = l, inertia = l^3/12, com = {l/2, 0} } end\n"
      "local a, b, c = bar('a', 0.5), bar('b', 0.5), bar('c', 1)\n"
      "revolute 'A' { ground, a, angle = 60*deg, speed = -3 }\n"
      "revolute 'B' { a:at{0.5, 0}, b, angle = 5*deg }\n"
      "revolute 'C' { ground:at{1, 0}, c, angle = 125*deg }\n"
      "revolute 'D' { b:at{0.5, 0}, c:at{1, 0} }\n"
      "simulate { duration = 5 }\n";
  const double tolerances[] = {1e-6, 1e-8, 1e-10, 1e-12};
  for (int i = 0; i < 4; i++) {
    pawl_model *model = NULL;
    pawl_run *run = NULL;
    pawl_run_options options = {NULL, tolerances[i], -1};
    assert_int_equal(pawl_model_parse(&model, text, "kite", NULL, NULL), PAWL_OK);
    assert_int_equal(pawl_run_open(&run, model, &options, NULL), PAWL_OK);
    run_to(run, 5);
    channel(run, "A.angle");
    assert_true(run->books.worst_ledger < 10 * tolerances[i]);
    assert_true(run->books.worst_position < 1e-12);
    end(run, model);
  }
}

static void both_assemblies_can_be_reached(void **state)
{
  (void)state;
  const char *text =
      "planar {}\n"
      "local side = parameter 'side' { 80 }\n"
      "local function bar(name, l) return body(name) { mass = 1, inertia = 0.1, com = {l/2, 0} } end\n"
      "local a, b, c = bar('a', 1), bar('b', 2), bar('c', 2)\n"
      "revolute 'A' { ground, a, angle = 90*deg }\n"
      "revolute 'B' { a:at{1, 0}, b }\n"
      "revolute 'C' { ground:at{2, 0}, c, angle = side*deg }\n"
      "revolute 'D' { b:at{2, 0}, c:at{2, 0} }\n";
  const pawl_setting sides[2] = {{"side", "80"}, {"side", "250"}};
  double found[2];
  for (int i = 0; i < 2; i++) {
    pawl_model *model = NULL;
    pawl_run *run = start_with(NULL, text, sides + i, 1, NULL, &model);
    /* What was written first is held; what was written last gives way. */
    assert_true(fabs(channel(run, "A.angle") - 1.5707963267948966) < 1e-9);
    found[i] = channel(run, "C.angle");
    assert_true(run->books.worst_position < 1e-13);
    end(run, model);
  }
  assert_true(fabs(found[0] - found[1]) > 1);
}

/* Runs a model that must fail on the way, with these words about this line. */
static void fails_on_the_way(const char *text, const char *where, const char *words)
{
  pawl_error e = {0};
  pawl_model *model = NULL;
  pawl_run *run = start_with(NULL, text, NULL, 0, NULL, &model);
  assert_int_equal(pawl_run_until(run, pawl_run_duration(run), &e), PAWL_BAD_NUMBERS);
  assert_string_equal(e.where, where);
  if (!strstr(e.text, words))
    print_message("%s\n", e.text);
  assert_non_null(strstr(e.text, words));
  end(run, model);
}

static void violated_constraints_stop_the_run(void **state)
{
  (void)state;
  /* Two drives that agree at the start only. */
  fails_on_the_way("planar {}\n"
                   "local a = body 'a' { mass = 1, inertia = 1 }\n"
                   "local j = revolute 'j' { ground, a }\n"
                   "motor 'slow' { j, angle = function(t) return t^2 end }\n"
                   "motor 'fast' { j, angle = function(t) return 2*t^2 end }\n",
                   "test:5", "motor \"fast\" cannot be met any longer");
  /* A rocker driven to where its bars no longer reach. */
  fails_on_the_way(
      "planar {}\n"
      "local function bar(name, l) return body(name) { mass = l, inertia = l^3/12, com = {l/2, 0} } end\n"
      "local a, b, c = bar('a', 0.3), bar('b', 1), bar('c', 0.8)\n"
      "revolute 'A' { ground, a, angle = 60*deg }\n"
      "revolute 'B' { a:at{0.3, 0}, b, angle = -30*deg }\n"
      "local C = revolute 'C' { ground:at{1, 0}, c, angle = 100*deg }\n"
      "revolute 'D' { b:at{1, 0}, c:at{0.8, 0} }\n"
      "motor 'drive' { C, speed = -2 }\n"
      "simulate { duration = 3 }\n",
      "test:8", "at the end of its reach or in a singular position");
}

/* Two hinges on one axis, each with a spring: one is cut, and must count its turns as the other does. */
static void cut_hinges_count_their_turns(void **state)
{
  (void)state;
  const char *text = "spatial {}\n"
                     "local door = body 'door' { mass = 1, inertia = {1, 1, 1} }\n"
                     "revolute 'h1' { ground, door, angle = 3, speed = 20 }\n"
                     "revolute 'h2' { ground:at{0, 0, 1}, door:at{0, 0, 1} }\n"
                     "torsion 't1' { 'h1', stiffness = 0.1 }\n"
                     "torsion 't2' { 'h2', stiffness = 0.1 }\n"
                     "simulate { duration = 1, tolerance = 1e-10 }\n";
  pawl_model *model = NULL;
  pawl_run *run = start_with(NULL, text, NULL, 0, NULL, &model);
  run_to(run, 1);
  double w = sqrt(0.2), exact = 3 * cos(w) + 20 * sin(w) / w;
  assert_true(fabs(channel(run, "h1.angle") - exact) < 1e-9);
  assert_true(fabs(channel(run, "h2.angle") - exact) < 1e-9);
  assert_true(run->books.worst_ledger < 1e-10);
  end(run, model);
}

/* Principal moments 0, 3, 3 along (1, 1, 1) are a thin rod's; 1, 1, 4 are nobody's. */
static void inertias_are_those_of_bodies(void **state)
{
  (void)state;
  const char *rod = "spatial {}\nlocal b = body 'b' { mass = 1, inertia = {2, 2, 2, -1, -1, -1} }\nweld 'w' "
                    "{ ground, b }\n";
  const char *none =
      "spatial {}\nlocal b = body 'b' { mass = 1, inertia = {2, 2, 2, 1, 1, 1} }\nweld 'w' { ground, b }\n";
  pawl_model *model = NULL;
  assert_int_equal(pawl_model_parse(&model, rod, "rod", NULL, NULL), PAWL_OK);
  pawl_model_free(model);
  model = NULL;
  assert_int_equal(pawl_model_parse(&model, none, "none", NULL, NULL), PAWL_BAD_MODEL);
  pawl_model_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(operations_grow_in_proportion),
                                     cmocka_unit_test(counters_are_exact),
                                     cmocka_unit_test(stepping_allocates_nothing),
                                     cmocka_unit_test(every_failing_allocation_is_survived),
                                     cmocka_unit_test(a_restored_state_continues_bit_for_bit),
                                     cmocka_unit_test(numbers_can_change_between_steps),
                                     cmocka_unit_test(stiff_models_go_over_to_bdf),
                                     cmocka_unit_test(equilibrium_is_at_rest),
                                     cmocka_unit_test(a_folding_kite_keeps_its_energy),
                                     cmocka_unit_test(both_assemblies_can_be_reached),
                                     cmocka_unit_test(violated_constraints_stop_the_run),
                                     cmocka_unit_test(inertias_are_those_of_bodies),
                                     cmocka_unit_test(cut_hinges_count_their_turns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
