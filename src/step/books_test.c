/* The books of every run: residuals of constraints and the energy ledger at all outputs, for the models and
 * generated siblings, at loose and tight tolerances. The worst case of every row is printed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "step/sessions_test.h"
#include "step/siblings_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { SIBLINGS = 8 };
#else
enum { SIBLINGS = 50 };
#endif

typedef struct {
  double position, ledger; /* over the model's length; over 10 tolerances */
} upkeep;

/* Runs to the end with outputs as a result file would have them. */
static upkeep keep_up(session s)
{
  double end = s.model->plan.duration,
         every = isnan(s.model->plan.output) ? end / 1000 : s.model->plan.output;
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  pawl_error error = {0};
  assert_non_null(values);
  for (int i = 0; i * every <= end * (1 + 1e-9); i++) {
    double t = fmin(i * every, end);
    while (s.run->t < t)
      if (pawl_run_step(s.run, end, &error) != PAWL_OK)
        fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
    assert_int_equal(pawl_run_output(s.run, t, values, &error), PAWL_OK);
  }
  free(values);
  return (upkeep){s.run->books.worst_position, s.run->books.worst_ledger / (10 * s.run->plan.tolerance)};
}

static const double tolerances[] = {1e-5, 1e-8, 1e-12};

static void books_of_models(void **state)
{
  (void)state;
  static const struct {
    const char *path, *name, *value;
    double position;
  } models[] = {
      {"models/pendulum", NULL, NULL, 1e-12},         {"models/chain", NULL, NULL, 1e-12},
      {"models/n-four-bar", "start", "hang", 1e-12},  {"models/n-four-bar", "start", "upright", 1e-11},
      {"models/n-four-bar", "n", "9", 1e-11},         {"models/andrews", NULL, NULL, 1e-12},
      {"models/adams-revolute", NULL, NULL, 1e-12},   {"models/adams-spherical", NULL, NULL, 1e-12},
      {"models/adams-prismatic", NULL, NULL, 1e-12},  {"models/adams-rot-spring", NULL, NULL, 1e-12},
      {"models/adams-tran-spring", NULL, NULL, 1e-12}};
  double position = 0, ledger = 0;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    upkeep worst = {0, 0};
    for (int k = 0; k < 3; k++) {
      pawl_run_options options = {NULL, tolerances[k], -1};
      session s = open_file(models[i].path, models[i].name, models[i].value, &options);
      upkeep x = keep_up(s);
      worst = (upkeep){fmax(worst.position, x.position), fmax(worst.ledger, x.ledger)};
      leave(s);
    }
    print_message("  %s %s: residual %.1e of %.0e, ledger %.2g of what is allowed\n", models[i].path,
                  models[i].value ? models[i].value : "", worst.position, models[i].position, worst.ledger);
    position = fmax(position, worst.position / models[i].position);
    ledger = fmax(ledger, worst.ledger);
  }
  assert_true(position <= 1);
  assert_true(ledger <= 1);
}

static void books_of_siblings(void **state)
{
  (void)state;
  upkeep worst = {0, 0};
  int which_position = 0, which_ledger = 0;
  unsigned long long seed = 5;
  for (int i = 0; i < SIBLINGS; i++) {
    machine m = random_machine(&seed, i, false);
    test_units u = random_units(&seed);
    for (int k = 0; k < 3; k++) {
      pawl_run_options options = {NULL, tolerances[k], -1};
      session s = open_machine(&m, &u, &options);
      upkeep x = keep_up(s);
      note(&worst.position, &which_position, i % 4 == 2 ? x.position / 10 : x.position,
           i); /* four-bars lie flat: 1e-11 */
      note(&worst.ledger, &which_ledger, x.ledger, 3 * i + k);
      leave(s);
    }
  }
  print_message(
      "  siblings: residual %.1e of 1e-12 (number %d), ledger %.2g of what is allowed (number %d at %.0e)\n",
      worst.position, which_position, worst.ledger, which_ledger / 3, tolerances[which_ledger % 3]);
  assert_true(worst.position <= 1e-12);
  assert_true(worst.ledger <= 1);
}

static void count_jams(void *context, const pawl_event *event)
{
  *(int *)context += strcmp(event->reason, "jammed") == 0;
}

/* An impact after which there are no modes: friction jams at the same instant, and what both took is booked. */
static void impacts_that_jam_are_booked(void **state)
{
  (void)state;
  int jams = 0;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\nlocal s = { shape 'floor' { ground, line { {30, 0}, {-30, 0} } } }\n"
      "local function box(m, J, x, y, vx, a, h)\n"
      "  local b = body('b'..#s) { mass = m, inertia = J, x = x, y = y, vx = vx }\n"
      "  s[#s + 1] = shape('s'..#s) { b, polygon { {-a, -h}, {a, -h}, {a, h}, {-a, h} } }\nend\n"
      "box(1.0733996604661242, 0.0014203733417742818, -0.0062542160963937636, 0.035370693802820465, 0,\n"
      "  0.052140735601519585, 0.035370693802820465)\n"
      "box(0.01516667399799179, 1.2440535171030736e-05, 0.01034150309278606, 0.10584223463709318, 0,\n"
      "  0.035052739505577565, 0.035100847031452248)\n"
      "box(1.6708155587870197, 0.00079477235231717057, 0.011004794575989763, 0.17117817311478439, 0,\n"
      "  0.022646790141928285, 0.030235091446238982)\n"
      "box(0.9653243549987458, 0.00042738383692231204, 0.0027530635937081599, 0.23007636798871672,\n"
      "  0.64836452868687089, 0.022508542401336467, 0.028663103427693341)\n"
      "for j = 2, #s do for i = 1, j - 1 do contact('c'..i..j) { s[i], s[j], friction = 0.525,\n"
      "  law = rigid { restitution = 0.38689181802251127 } } end end\n"
      "simulate { duration = 0.06, tolerance = 1e-10 }\n",
      NULL);
  s.run->tells.on_event = count_jams;
  s.run->tells.listener = &jams;
  go(s, 0.06);
  assert_true(jams > 0 && s.run->books.worst_ledger < 1e-8);
  leave(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(books_of_models), cmocka_unit_test(books_of_siblings),
                                     cmocka_unit_test(impacts_that_jam_are_booked)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
