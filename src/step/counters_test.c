/* What a cycle of the woodpecker costs, counted: right-hand sides and instants looked at for events. That it keeps to its
 * contacts however loose the tolerance is, and does the same again when it is set back. */
#include "step/sessions_test.h"

#define PERIOD 0.1459760651438

static session woodpecker(double tolerance)
{
  return open_file("models/woodpecker", NULL, NULL, &(pawl_run_options){NULL, tolerance, -1});
}

/* Of 20 cycles: nine events each, however loose the tolerance. */
static void a_cycle_is_cheap(void **state)
{
  (void)state;
  static const struct {
    double tolerance, rhs, looks, events;
  } most[] = {{1e-2, 300, 222, 9.1}, {1e-6, 760, 232, 9.1}, {1e-10, 1700, 422, 9.1}};
  for (int i = 0; i < 3; i++) {
    session s = woodpecker(most[i].tolerance);
    go(s, 20 * PERIOD);
    const pawl_books *b = &s.run->books;
    print_message("tolerance %.0e, in each cycle: %.1f right-hand sides, %.1f of them at rows, %.1f looks, "
                  "%.2f events\n",
                  most[i].tolerance, (double)b->rhs / 20, (double)b->row_rhs / 20, (double)b->looks / 20,
                  (double)b->events / 20);
    assert_true((double)(b->rhs - b->row_rhs) < 20 * most[i].rhs);
    assert_true(b->row_rhs == 0); /* its force is linear */
    assert_true((double)b->looks < 20 * most[i].looks);
    assert_true((double)b->events < 20 * most[i].events);
    leave(s);
  }
}

/* However loose the tolerance, the sleeve stays outside the pole: an impact counts also where the step has landed behind it. */
static void nothing_falls_through(void **state)
{
  (void)state;
  static const double tolerance[] = {1, 1e-1, 3e-2, 1e-2};
  for (int i = 0; i < 4; i++) {
    session s = woodpecker(tolerance[i]);
    double deepest = 0;
    pawl_error error = {0};
    while (s.run->t < 4) {
      assert_int_equal(pawl_run_step(s.run, 4, &error), PAWL_OK);
      deepest = fmax(deepest, 0.0058 * fabs(s.run->y[1]) - 0.0006);
    }
    print_message("tolerance %g: %.1e m deep at most, %ld events\n", tolerance[i], deepest,
                  s.run->books.events);
    assert_true(deepest < 1e-5);
    assert_true(s.run->books.events > 8 * 27);
    leave(s);
  }
}

/* Hundreds of events lie between the times that a run was at before. */
static void set_back_it_does_the_same(void **state)
{
  (void)state;
  session s = woodpecker(1e-4);
  double *start = calloc(pawl_run_state_size(s.run), sizeof(double));
  pawl_error error = {0};
  unsigned long long hash = 0;
  long rhs = 0;
  assert_non_null(start);
  pawl_run_get_state(s.run, start);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(pawl_run_set_state(s.run, start, &error), PAWL_OK);
    s.run->books.looks = 0;
    go(s, 2);
    assert_true(i == 0 || pawl_run_hash(s.run) == hash);
    assert_true(i == 0 || s.run->books.rhs == rhs);
    hash = pawl_run_hash(s.run);
    rhs = s.run->books.rhs;
  }
  free(start);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_cycle_is_cheap),
                                     cmocka_unit_test(nothing_falls_through),
                                     cmocka_unit_test(set_back_it_does_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
