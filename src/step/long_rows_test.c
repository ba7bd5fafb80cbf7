/* Long rows of blows: blocks that rock for long, balls that lose almost nothing. Nothing falls through, and every row that
 * has an end comes to it. */
#include "step/sessions_test.h"

static session open_with(const char *path, const char *const *names, const double *value, int count)
{
  pawl_setting set[8];
  char number[8][32];
  pawl_model *model = NULL;
  pawl_error error = {0};
  for (int i = 0; i < count; i++) {
    snprintf(number[i], sizeof number[i], "%.17g", value[i]);
    set[i] = (pawl_setting){names[i], number[i]};
  }
  pawl_reading how = {set, count, NULL};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, NULL);
}

/* A corner that was high up while the other one stayed on the floor is found again when it comes down. */
static void blocks_stay_above_the_floor(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "mu", "tilt", "width", "height"};
  static const double mu[] = {0, 0.05, 0.3, 1, 3}, first[] = {0.8, 0, 0.958311069, 1.18299873, 0.479694898};
  unsigned long long seed = 11;
  double deepest = 0, ledger = 0;
  for (int i = 0; i < 60; i++) {
    const double other[] = {0.2 * (i % 6), mu[i % 5], uniform(&seed, 0.01, 1.1), uniform(&seed, 0.1, 2),
                            uniform(&seed, 0.1, 2)};
    double values[256];
    pawl_error error = {0};
    session s = open_with("models/rocking-block", names, i ? other : first, 5);
    assert_true(pawl_run_channel_count(s.run) <= 256);
    go(s, 2);
    assert_int_equal(pawl_run_output(s.run, s.run->t, values, &error), PAWL_OK);
    deepest = fmax(deepest, s.run->system.contact->pair[0].log.deepest);
    ledger = fmax(ledger, s.run->books.worst_ledger);
    leave(s);
  }
  print_message("60 blocks: at most %.1e m deep, ledger %.1e\n", deepest, ledger);
  assert_true(deepest < 1e-10 && ledger < 1e-10);
}

typedef struct {
  long blows;
  pawl_event_record last;
} row;

static void keep(void *context, const pawl_event_record *event)
{
  row *r = context;
  r->blows++;
  r->last = *event;
}

/* With e = 0.999 there are 15,000 blows, most of which come at once after each other: each step ends at one.
 */
static void rows_that_lose_little_end(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "height"};
  static const double cases[][2] = {{0.99, 1e-4}, {0.999, 1e-4}, {0.999, 1}};
  for (int i = 0; i < 3; i++) {
    double t1 = sqrt(2 * cases[i][1] / 9.81), limit = t1 * (1 + cases[i][0]) / (1 - cases[i][0]);
    row r = {0};
    session s = open_with("models/bouncing-ball", names, cases[i], 2);
    s.run->tells.on_event = keep;
    s.run->tells.listener = &r;
    go(s, 1.01 * limit);
    print_message("e = %g, %g m: %ld blows, limit off by %.1e of itself\n", cases[i][0], cases[i][1], r.blows,
                  fabs(r.last.limit / limit - 1));
    assert_string_equal(r.last.reason, "accumulation");
    assert_true(r.last.count == r.blows && fabs(r.last.limit / limit - 1) < 1e-7);
    assert_true(fabs(see(s, "ball", -1, "y")) < 1e-12 * cases[i][1]);
    leave(s);
  }
}

/* What loses nothing goes on for ever, and as high. */
static void rows_that_lose_nothing_do_not(void **state)
{
  (void)state;
  static const char *const names[] = {"e", "height"};
  static const double one[] = {1, 1e-4};
  row r = {0};
  session s = open_with("models/bouncing-ball", names, one, 2);
  s.run->tells.on_event = keep;
  s.run->tells.listener = &r;
  go(s, 50);
  assert_int_equal(r.blows, (long)floor((50 / sqrt(2e-4 / 9.81) + 1) / 2));
  assert_true(fabs(r.last.rate_after / sqrt(2 * 9.81 * 1e-4) - 1) < 1e-9);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_stay_above_the_floor),
      cmocka_unit_test(rows_that_lose_little_end),
      cmocka_unit_test(rows_that_lose_nothing_do_not),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
