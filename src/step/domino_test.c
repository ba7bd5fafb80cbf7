/* Dominoes that fall, lean on each other and slide: rows of impacts at many touches, forces that are not unique, storms. The run comes to its
 * end in so many steps; that shapes do not overlap and the ledger closes every run judges itself (9.6). */
#include "base/soak_test.h"
#include "step/sessions_test.h"

typedef struct {
  const char *n, *pitch;
  long steps, rhs; /* at most: twice what it takes, or more */
} row;

static void falls(const row *x)
{
  const pawl_setting settings[] = {{"n", x->n}, {"pitch", x->pitch}};
  const pawl_reading how = {.settings = settings, .setting_count = 2};
  pawl_model *model = NULL;
  pawl_error error = {0};
  if (pawl_model_read(&model, "models/domino", &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  session s = opened(model, NULL);
  if (pawl_run_until(s.run, model->plan.duration, &error) != PAWL_OK)
    fail_msg("n = %s: %s: %s", x->n, error.where, error.text);
  if (s.run->books.steps > x->steps || s.run->books.rhs > x->rhs)
    fail_msg("n = %s, pitch %s: %ld steps, %ld right-hand sides", x->n, x->pitch, s.run->books.steps,
             s.run->books.rhs);
  assert_true(s.run->books.worst_ledger < 1e-8);
  pawl_run_free(s.run);
  pawl_model_free(model);
}

static void rows_of_them_come_to_rest(void **state)
{
  (void)state;
  static const row rows[] = {
      {"8", "0.025", 2000, 60000},    {"12", "0.025", 4000, 130000},  {"9", "0.025", 2400, 80000},
      {"10", "0.025", 3000, 100000},  {"14", "0.025", 6500, 220000},  {"17", "0.025", 12000, 400000},
      {"20", "0.025", 10000, 400000}, {"16", "0.025", 14000, 540000}, {"18", "0.025", 15000, 560000}};
  const int all = sizeof rows / sizeof *rows;
  for (int i = 0; i < soak_or(all, 2, 1); i++)
    falls(rows + i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_of_them_come_to_rest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
