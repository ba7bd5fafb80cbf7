/* What must not change the motion: the kernel a planar model runs through, the units of length, mass and time,
 * and how many runs a process has made. The worst case of every row is printed. */
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
enum { SAMPLES = 100, VARIANTS = 4 };
#else
enum { SAMPLES = 1000, VARIANTS = 50 };
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
  double size = r->system.slides[i % n] ? u->length : 1;
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
    worst.apart = fmax(worst.apart, fabs(scaled - own) / fmax(fabs(own), a.run->scale[i]));
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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(powers_of_two), cmocka_unit_test(other_units),
                                     cmocka_unit_test(similar_siblings), cmocka_unit_test(same_hash)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
