/* What must not change the motion: the kernel a planar model runs through, the units of length, mass and time,
 * how many runs a process has made, and what lies elsewhere. The worst case of every row is printed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/error.h"
#include "step/sessions_test.h"
#include "step/siblings_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { VARIANTS = 4, BESIDE = 8 };
#else
enum { VARIANTS = 50, BESIDE = 40 };
#endif

enum { DOFS = 64 };

/* ---- similar machines ---- */

static machine similar_machine(int kind)
{
  switch (kind) {
  case 0:
    return pendulum_machine();
  case 1:
    return chain_machine(8);
  case 2:
    return four_bar_machine(3, 1, 1, -1.5, 3);
  default:
    return andrews_machine();
  }
}

static const char *const similar_names[] = {"pendulum", "chain", "four-bars", "andrews"};

/* What a component of the state is multiplied by when the units are. */
static double factor_of(const pawl_run *r, int i, const test_units *u)
{
  int n = r->system.tree.dof_count;
  if (i >= 2 * n)
    return u->mass * u->length * u->length / (u->time * u->time);
  double size = r->system.dof.slides[i % n] ? u->length : 1;
  return i < n ? size : size / u->time;
}

typedef struct {
  double apart; /* relative */
  int bits;     /* components that are not exactly the same */
} likeness;

static likeness compare_units(const machine *m, const test_units *u)
{
  likeness worst = {0, 0};
  session a = open_machine(m, &as_written, NULL), b = open_machine(m, u, NULL);
  go(a, m->duration);
  go(b, m->duration * u->time);
  assert_int_equal(a.run->n, b.run->n);
  for (int i = 0; i < a.run->n; i++) {
    double scaled = b.run->y[i] / factor_of(a.run, i, u), own = a.run->y[i];
    worst.bits += scaled != own;
    worst.apart = fmax(worst.apart, fabs(scaled - own) / fmax(fabs(own), a.run->room.scale[i]));
  }
  worst.bits += a.run->books.steps != b.run->books.steps || a.run->books.rejected != b.run->books.rejected;
  leave(a);
  leave(b);
  return worst;
}

static void powers_of_two(void **state)
{
  (void)state;
  const double tiny = 1.0 / 1024;
  const test_units units[] = {
      {tiny, tiny, tiny, 0}, {tiny, 1, 1, 0}, {1, tiny, 1, 0}, {1, 1, tiny, 0}, {1024, 4096, 1 / 64.0, 0}};
  for (int kind = 0; kind < 4; kind++) {
    machine m = similar_machine(kind);
    int different = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
      different += compare_units(&m, units + i).bits;
    print_message("  similar by powers of two, %s: %d components of the state differ in a bit\n",
                  similar_names[kind], different);
    assert_int_equal(different, 0);
  }
}

static void other_units(void **state)
{
  (void)state;
  const test_units units = {10, 1000, sqrt(10), 0};
  unsigned long long seed = 6;
  for (int kind = 0; kind < 4; kind++) {
    machine m = similar_machine(kind);
    double apart = compare_units(&m, &units).apart, worst = 0;
    for (int i = 0; i < VARIANTS / 4; i++) {
      test_units u = random_units(&seed);
      u.turn = 0;
      worst = fmax(worst, compare_units(&m, &u).apart);
    }
    print_message(
        "  similar by 10, 1000, root of 10, %s: apart by %.1e; by any factors to 1000: %.1e; allowed 1e-9\n",
        similar_names[kind], apart, worst);
    assert_true(fmax(apart, worst) <= 1e-9);
  }
}

static void similar_siblings(void **state)
{
  (void)state;
  const test_units small = {1.0 / 1024, 1.0 / 1024, 1.0 / 1024, 0}, large = {10, 1000, sqrt(10), 0};
  int different = 0, which = 0;
  double worst = 0;
  unsigned long long seed = 8;
  for (int i = 0; i < VARIANTS; i++) {
    machine m = random_machine(&seed, i, true);
    different += compare_units(&m, &small).bits;
    note(&worst, &which, compare_units(&m, &large).apart, i);
  }
  print_message(
      "  similar siblings: by powers of two %d components differ in a bit; by 10, 1000, root of 10 apart by "
      "%.1e (number %d), allowed 1e-9\n",
      different, worst, which);
  assert_int_equal(different, 0);
  assert_true(worst <= 1e-9);
}

/* ---- runs in one process ---- */

static unsigned long long end_hash(const char *path)
{
  session s = open_file(path, NULL, NULL, NULL);
  go(s, s.model->plan.duration);
  unsigned long long hash = pawl_run_hash(s.run);
  leave(s);
  return hash;
}

static void same_hash(void **state)
{
  (void)state;
  static const char *const paths[] = {"models/pendulum",        "models/chain",
                                      "models/n-four-bar",      "models/andrews",
                                      "models/adams-spherical", "models/adams-tran-spring"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    unsigned long long alone = end_hash(paths[i]);
    session a = open_file(paths[i], NULL, NULL, NULL), b = open_file(paths[i], NULL, NULL, NULL);
    double end = a.model->plan.duration;
    pawl_error error = {0};
    while (a.run->t < end || b.run->t < end) { /* in turns */
      assert_int_equal(pawl_run_step(a.run, end, &error), PAWL_OK);
      assert_int_equal(pawl_run_step(b.run, end, &error), PAWL_OK);
    }
    assert_true(pawl_run_hash(a.run) == alone && pawl_run_hash(b.run) == alone);
    leave(a);
    leave(b);
  }
  print_message("  two runs in turns and one alone: the same state hash on %zu models\n",
                sizeof paths / sizeof *paths);
}

/* The same of one model; and what one run is set to is not seen by the other. */
static void one_model(void **state)
{
  (void)state;
  static const char *const paths[] = {
      "models/pendulum-excited", "models/woodpecker", "models/friction-oscillator",
      "models/bowed-string",     "models/hoist",      "models/bouncing-cams"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    unsigned long long alone = end_hash(paths[i]);
    session a = open_file(paths[i], NULL, NULL, NULL);
    pawl_run *b = NULL;
    pawl_error error = {0};
    assert_int_equal(pawl_run_new(&b, a.model, &error), PAWL_OK);
    double end = a.model->plan.duration;
    while (a.run->t < end || b->t < end) {
      assert_int_equal(pawl_run_step(a.run, end, &error), PAWL_OK);
      assert_int_equal(pawl_run_step(b, end, &error), PAWL_OK);
    }
    assert_true(pawl_run_hash(a.run) == alone && pawl_run_hash(b) == alone);
    pawl_run_free(b);
    leave(a);
  }
  session a = open_text("planar { gravity = {0, 0} }\n"
                        "local m = body 'm' { mass = 1, inertia = 1, x = 1 }\n"
                        "prismatic 'g' { ground, m }\n"
                        "spring 's' { ground, m, stiffness = 4, length = 0 }\n"
                        "simulate { duration = 1, tolerance = 1e-12 }\n",
                        NULL);
  pawl_run *b = NULL;
  assert_int_equal(pawl_run_new(&b, a.model, NULL), PAWL_OK);
  assert_int_equal(pawl_run_set(b, "s.stiffness", 9, NULL), PAWL_OK);
  assert_int_equal(pawl_run_until(a.run, 1, NULL), PAWL_OK);
  assert_int_equal(pawl_run_until(b, 1, NULL), PAWL_OK);
  assert_float_equal(pawl_run_read(a.run, pawl_run_find(a.run, "m.x")), cos(2), 1e-10);
  assert_float_equal(pawl_run_read(b, pawl_run_find(b, "m.x")), cos(3), 1e-10);
  pawl_run_free(b);
  leave(a);
}

/* ---- what lies elsewhere ---- */

/* A box falls into a groove, with boxes at rest far from it: its impulses are one of many, whatever else touches. */
static session groove(unsigned long long seed, int beside)
{
  char text[3000];
  double x[6];
  for (int i = 0; i < 6; i++)
    x[i] = uniform(&seed, 0, 1);
  int n = snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local v = shape \"v\" { ground, polygon { {-3,-1}, {9,-1}, {9,0}, {4,0}, {3,1}, {1,1}, {0,0}, "
      "{-1,1}, {-3,1} } }\n"
      "local b = body \"b\" { mass = 1, inertia = %.17g, x = %.17g, y = 0.9, vx = %.17g, omega = %.17g }\n"
      "local s = shape \"s\" { b, polygon { {-0.3,-0.3}, {0.3,-0.3}, {0.3,0.3}, {-0.3,0.3} } }\n"
      "contact \"c\" { v, s, law = rigid { restitution = %.17g }, friction = %.17g }\n",
      0.03 + 0.05 * x[0], 0.1 * (x[1] - 0.5), x[2] - 0.5, 4 * (x[3] - 0.5), 0.1 + 0.5 * x[4],
      0.3 + 0.6 * x[5]);
  for (int i = 0; i < beside; i++)
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "local a = box \"a%d\" { mass = 1, width = 0.4, height = 0.4, x = %d, y = 0.2 }\n"
                  "contact \"d%d\" { v, shape \"t%d\" { a, polygon { {-0.2,-0.2}, {0.2,-0.2}, {0.2,0.2}, "
                  "{-0.2,0.2} } }, law = rigid {}, friction = 0.5 }\n",
                  i, 5 + i, i, i);
  snprintf(text + n, sizeof text - (size_t)n, "simulate { duration = 1.5, tolerance = 1e-10 }\n");
  return open_text(text, NULL);
}

static const pawl_contact_pair *first_pair(session s)
{
  return s.run->system.contact->pair;
}

static void boxes_beside_change_nothing(void **state)
{
  (void)state;
  int told = 0, differ = 0;
  double worst = 0;
  for (int i = 0; i < BESIDE; i++) {
    session alone = groove(100 + (unsigned)i, 0), beside = groove(100 + (unsigned)i, 1 + i % 3);
    go(alone, 1.5);
    go(beside, 1.5);
    const pawl_contact_pair *a = first_pair(alone), *b = first_pair(beside);
    told += a->log.doubt[PAWL_DOUBT_MOTION];
    differ += a->log.doubt[PAWL_DOUBT_MOTION] != b->log.doubt[PAWL_DOUBT_MOTION] ||
              (a->log.doubt[PAWL_DOUBT_MOTION] &&
               !(fabs(a->log.doubt_time[PAWL_DOUBT_MOTION] - b->log.doubt_time[PAWL_DOUBT_MOTION]) < 1e-6));
    static const char *const channels[] = {"x", "y", "angle"};
    for (int k = 0; k < 3; k++)
      worst = fmax(worst, fabs(see(alone, "b", -1, channels[k]) - see(beside, "b", -1, channels[k])));
    leave(alone);
    leave(beside);
  }
  print_message("  boxes at rest beside: %d of %d grooves have impulses that decide the motion, %d say it "
                "otherwise; apart by %.1e\n",
                told, BESIDE, differ, worst);
  assert_true(told > BESIDE / 4);
  assert_int_equal(differ, 0);
  assert_true(worst < 1e-7);
}

/* A chain with a stop in radians, joint friction and a tip on a floor, in lengths of u: what is closed, parts and slides in them must not
 * depend on u. */
static void stops_in_radians_know_no_length(void **state)
{
  (void)state;
  static const double units[] = {1, 1e3, 1e-3, 0x1p-10, 10};
  double angle[2] = {0};
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    char text[TEXT];
    double u = units[k];
    snprintf(text, sizeof text,
             "planar {}\nlocal u = %.17g\n"
             "local a = body 'a' { mass = 1.08, inertia = 0.0042*u^2, com = {0.108*u, 0} }\n"
             "local b = body 'b' { mass = 2.67, inertia = 0.032*u^2, com = {0.19*u, 0} }\n"
             "local c = body 'c' { mass = 2.91, inertia = 0.028*u^2, com = {0.17*u, 0} }\n"
             "revolute 'ja' { ground, a, angle = 0.91, speed = -4.7 }\n"
             "revolute 'jb' { a:at{0.2165*u, 0}, b, angle = -0.243 }\n"
             "revolute 'jc' { b:at{0.38*u, 0}, c, angle = 1.1155, speed = -0.572 }\n"
             "joint_friction 'e' { 'ja', limit = 0.2*u^2 }\nstop 's' { 'jc', min = -2.0965, max = 1.717 }\n"
             "shape 'top' { ground, line { {10*u, -0.67*u}, {-10*u, -0.67*u} } }\n"
             "shape 'tip' { c:at{0.3414*u, 0}, circle { radius = 0.03*u } }\n"
             "contact 'hit' { 'top', 'tip', law = rigid { impact = 'newton', restitution = 0.3 }, friction = "
             "0.8 }\n"
             "simulate { duration = 1 }\n",
             u);
    session s = open_text(text, NULL);
    go(s, 1);
    for (int j = 0; j < 2; j++) {
      double now = see(s, j ? "jb" : "ja", -1, "angle");
      angle[j] = k == 0 ? now : angle[j];
      assert_true(fabs(now - angle[j]) < 1e-9);
    }
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(powers_of_two),
                                     cmocka_unit_test(other_units),
                                     cmocka_unit_test(similar_siblings),
                                     cmocka_unit_test(same_hash),
                                     cmocka_unit_test(one_model),
                                     cmocka_unit_test(boxes_beside_change_nothing),
                                     cmocka_unit_test(stops_in_radians_know_no_length)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
