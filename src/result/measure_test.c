/* Numbers over rows: every function of the table against its closed form over generated rows, even and uneven; events, books, files that
 * lack them; and what the order of the record's interpolation is. */
#include "result/measure.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "result/between.h"

enum { MOST = 20001 };

/* A result in the test's own memory: x is a sine with an offset, v its rate, c a cubic of the time, j jumps. */
typedef struct {
  pawl_result result;
  pawl_channel channels[4];
  double *columns[4], numbers[4][MOST], time[MOST];
  pawl_arena arena;
  pawl_measure_names names;
  pawl_error error;
} hand;

#define SIZE 2.0
#define OFFSET 0.25
#define RATE 3.0
#define END 4.0

static double cubic(double t)
{
  return 1 - 2 * t + 0.5 * t * t * t;
}

static void open_names(hand *h)
{
  pawl_arena_open(&h->arena, NULL);
  h->error = (pawl_error){0};
  assert_int_equal(pawl_measure_names_of(&h->names, &h->result, &h->arena, &h->error), PAWL_OK);
}

/* `uneven`: their distances are between half and one and a half. */
static hand *make(size_t rows, bool uneven)
{
  static hand h;
  unsigned long long seed = rows;
  h = (hand){
      .channels = {
          {"p.x", "m", "p", ""}, {"p.v", "m/s", "p", ""}, {"p.c", "", "p", ""}, {"p.j", "N", "p", ""}}};
  for (size_t i = 0; i < rows; i++) {
    double t = END * ((double)i + (uneven && i > 0 && i + 1 < rows ? 0.25 * pawl_chance(&seed) : 0)) /
               (double)(rows - 1);
    h.time[i] = t;
    h.numbers[0][i] = OFFSET + SIZE * sin(RATE * t);
    h.numbers[1][i] = SIZE * RATE * cos(RATE * t);
    h.numbers[2][i] = cubic(t);
    h.numbers[3][i] = i < rows / 2 ? 1 : 3;
  }
  if (rows > 10) /* two rows of one time: a jump */
    h.time[rows / 2] = h.time[rows / 2 - 1];
  for (int i = 0; i < 4; i++)
    h.columns[i] = h.numbers[i];
  if (rows > 10)
    for (int i = 0; i < 3; i++)
      h.numbers[i][rows / 2] = h.numbers[i][rows / 2 - 1];
  h.result =
      (pawl_result){.count = 4, .rows = rows, .time = h.time, .channels = h.channels, .columns = h.columns};
  open_names(&h);
  return &h;
}

static pawl_status measure(hand *h, const char *text, double *value, const char **unit)
{
  pawl_expression *e;
  const pawl_measuring of = {&h->result, &h->names, h->result.columns, "--measure", &h->arena, &h->error};
  pawl_status status = pawl_measure_read_one(&e, text, "--measure", &h->names, &h->error);
  if (status != PAWL_OK)
    return status;
  if (unit)
    *unit = e->unit;
  return pawl_measure_value(&of, e, value);
}

static double number(hand *h, const char *text)
{
  double x = NAN;
  if (measure(h, text, &x, NULL) != PAWL_OK)
    fail_msg("%s", h->error.text);
  return x;
}

/* ---- functions of rows ---- */

/* ∫x dt and ∫x² dt from 0 to END. */
#define INTEGRAL (OFFSET * END + SIZE / RATE * (1 - cos(RATE * END)))
#define SQUARES                                                                                              \
  (OFFSET * OFFSET * END + 2 * OFFSET * SIZE / RATE * (1 - cos(RATE * END)) +                                \
   SIZE * SIZE * (END / 2 - sin(2 * RATE * END) / (4 * RATE)))
/* x = OFFSET first where the sine is 0: t = k π / RATE, k = 1, 2, 3. */
#define HALF (3.14159265358979323846 / RATE)

typedef struct {
  const char *text;
  double value, order; /* how the error goes down with the distance of rows; 0: it is exact */
  const char *unit;
} closed_form;

static const closed_form *forms(size_t *count)
{
  static closed_form all[32];
  const closed_form list[] = {{"first(p.x)", OFFSET, 0, "m"},
                              {"final(p.x)", OFFSET + SIZE * sin(RATE * END), 0, "m"},
                              {"at(p.x, 1.2345*s)", OFFSET + SIZE * sin(RATE * 1.2345), 4, "m"},
                              {"at(p.c, 1.2345*s)", cubic(1.2345), 0, ""},
                              {"min(p.x)", OFFSET - SIZE, 2, "m"},
                              {"max(p.x)", OFFSET + SIZE, 2, "m"},
                              {"max(p.x)-min(p.x)", 2 * SIZE, 2, "m"},
                              {"time_of_max(p.x)", HALF / 2, 1, "s"},
                              {"time_of_min(p.x)", HALF * 1.5, 1, "s"},
                              {"mean(p.x)", INTEGRAL / END, 4, "m"},
                              {"rms(p.x)", sqrt(SQUARES / END), 4, "m"},
                              {"integral(p.x)", INTEGRAL, 4, "m s"},
                              {"integral(p.v)", SIZE * sin(RATE * END), 4, "m"},
                              {"integral(p.c)", END - END * END + END * END * END * END / 8, 0, "s"},
                              {"integral(p.x^2)", SQUARES, 4, "m^2 s"},
                              {"cross(p.x, 0.25*m)", HALF, 4, "s"},
                              {"cross(p.x, 0.25*m, 3)", 3 * HALF, 4, "s"},
                              {"cross(p.x, 0.25*m, -1)", 3 * HALF, 4, "s"},
                              {"rise(p.x, 0.25*m)", 2 * HALF, 4, "s"},
                              {"fall(p.x, 0.25*m, 2)", 3 * HALF, 4, "s"},
                              {"fall(p.x, 0.25*m, 3)", NAN, 0, "s"},
                              {"crossings(p.x, 0.25*m)", 3, 0, ""},
                              {"crossings(p.x, 5*m)", 0, 0, ""},
                              {"max(p.x - mean(p.x))", OFFSET + SIZE - INTEGRAL / END, 2, "m"},
                              {"at(p.v, cross(p.x, 0.25*m))", -SIZE * RATE, 4, "m/s"}};
  *count = sizeof list / sizeof *list;
  memcpy(all, list, sizeof list);
  return all;
}

static double error_of(const closed_form *f, size_t rows, bool uneven)
{
  hand *h = make(rows, uneven);
  const char *unit = NULL;
  double x = NAN;
  if (measure(h, f->text, &x, &unit) != PAWL_OK)
    fail_msg("%s", h->error.text);
  assert_string_equal(unit, f->unit);
  pawl_arena_close(&h->arena);
  return isnan(x) && isnan(f->value) ? 0 : fabs(x - f->value);
}

/* Dense rows: to 1e-9 what is of fourth order. */
static void functions_have_their_closed_forms(void **state)
{
  (void)state;
  size_t count;
  const closed_form *f = forms(&count);
  for (size_t i = 0; i < count; i++)
    for (int uneven = 0; uneven < 2; uneven++) {
      double h = 2 * END / 10000; /* the longest */
      double most = f[i].order == 4 ? 1e-9 : f[i].order == 2 ? 18 * h * h / 8 : f[i].order == 1 ? h : 1e-12;
      double off = error_of(f + i, 10001, uneven);
      if (!(off <= most))
        fail_msg("%s is off by %.3g", f[i].text, off);
    }
}

/* Ten times as many rows: 10,000 times as exact, until rounding is left. */
static void integrals_and_crossings_are_of_fourth_order(void **state)
{
  (void)state;
  size_t count;
  const closed_form *f = forms(&count);
  for (size_t i = 0; i < count; i++) {
    double coarse = 0, fine = 0; /* the worst of several: where in an interval something falls is chance */
    for (size_t k = 0; k < 10; k++) {
      coarse = fmax(coarse, error_of(f + i, 101 + k, true));
      fine = fmax(fine, error_of(f + i, 1001 + 10 * k, true));
    }
    if (f[i].order == 4 && !(fine <= coarse / 1000 + 1e-13))
      fail_msg("%s: %.3g, then %.3g", f[i].text, coarse, fine);
  }
}

/* Each function of the table is in a closed form above, or below among those of events. */
static void every_function_is_tried(void **state)
{
  (void)state;
  size_t count;
  const closed_form *f = forms(&count);
  for (const pawl_function *r = pawl_reductions; r->name; r++) {
    char call[32];
    bool tried = r->rule == PAWL_RULE_EVENTS;
    snprintf(call, sizeof call, "%s(", r->name);
    for (size_t i = 0; i < count; i++)
      tried |= strstr(f[i].text, call) != NULL;
    if (!tried)
      fail_msg("%s is not tried", r->name);
  }
}

/* Of cubics everything is exact, on rows at random, without a jump. */
static void cubics_are_exact(void **state)
{
  (void)state;
  unsigned long long seed = 3;
  for (int k = 0; k < 200; k++) {
    double t[9], y[9], a[4], sum = 0, squares = 0, from = pawl_chance(&seed);
    for (int i = 0; i < 4; i++)
      a[i] = pawl_chance(&seed);
    for (int i = 0; i < 9; i++) {
      t[i] = i ? t[i - 1] + 0.1 + 0.09 * pawl_chance(&seed) : from;
      y[i] = a[0] + t[i] * (a[1] + t[i] * (a[2] + t[i] * a[3]));
    }
    for (int i = 1; i < 8; i++) /* the first and last pieces have three rows around, and are parabolas */
      for (int n = 0; n < 4; n++) {
        sum += a[n] * (pow(t[i + 1], n + 1) - pow(t[i], n + 1)) / (n + 1) * (i < 7);
        for (int m = 0; m < 4; m++)
          squares += a[n] * a[m] * (pow(t[i + 1], n + m + 1) - pow(t[i], n + m + 1)) / (n + m + 1) * (i < 7);
      }
    double ends[2] = {0}, got[2];
    for (int n = 1; n <= 2; n++) {
      got[n - 1] = pawl_between_integral(t, y, 9, n);
      for (int end = 0; end < 2; end++) { /* the pieces at the ends by themselves */
        const double g[5] = {-0.90617984593866399280, -0.53846931010568309104, 0, 0.53846931010568309104,
                             0.90617984593866399280},
                     w[5] = {0.23692688505618908751, 0.47862867049936646804, 0.56888888888888888889,
                             0.47862867049936646804, 0.23692688505618908751};
        size_t i = end ? 7 : 0;
        for (int p = 0; p < 5; p++) {
          double x = pawl_between(t, y, i, 9, 0.5 * (t[i] + t[i + 1]) + 0.5 * (t[i + 1] - t[i]) * g[p]);
          ends[n - 1] += 0.5 * (t[i + 1] - t[i]) * w[p] * (n == 2 ? x * x : x);
        }
      }
    }
    assert_true(fabs(got[0] - ends[0] - sum) < 1e-14 && fabs(got[1] - ends[1] - squares) < 1e-14);
    double middle = 0.5 * (t[3] + t[4]), right = a[0] + middle * (a[1] + middle * (a[2] + middle * a[3]));
    assert_true(fabs(pawl_between_at(t, y, 9, middle) - right) < 1e-14);
  }
}

/* Two rows of one time stand for a jump: nothing is drawn across it. */
static void jumps_are_jumps(void **state)
{
  (void)state;
  hand *h = make(101, false);
  double at = h->time[50];
  assert_true(fabs(number(h, "mean(p.j)") - (at * 1 + (END - at) * 3) / END) < 1e-14);
  assert_true(fabs(number(h, "rms(p.j)") - sqrt((at * 1 + (END - at) * 9) / END)) < 1e-14);
  assert_true(number(h, "cross(p.j, 2*N)") == at);
  assert_true(number(h, "fall(p.j, 2*N, 1)") != number(h, "rise(p.j, 2*N)"));
  assert_true(number(h, "max(p.j)") == 3 && number(h, "min(p.j)") == 1);
  pawl_arena_close(&h->arena);
}

/* What only touches a level, or begins on it, does not cross it. */
static void touching_is_no_crossing(void **state)
{
  (void)state;
  const double t[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {0, 1, 0, 1, 0, 0, -1, 1},
               gone[] = {1, NAN, -1, NAN, 1, 1, 1, 1};
  size_t count;
  assert_true(pawl_between_crossing(t, y, 8, 0, 0, 1, &count) == 4); /* where it comes to the level */
  assert_true(pawl_between_crossing(t, y, 8, 0, 0, 2, &count) > 6);
  assert_true(isnan(pawl_between_crossing(t, y, 8, 0, 0, 3, &count)));
  assert_int_equal(count, 2);
  assert_true(isnan(pawl_between_crossing(t, gone, 8, 0, 0, -1, &count)));
  assert_int_equal(count, 0);
  assert_true(isnan(pawl_between_at(t, y, 8, -1)) && isnan(pawl_between_at(t, y, 8, 7.1)) &&
              pawl_between_at(t, y, 8, 7) == 1);
}

static void one_row_is_a_run(void **state)
{
  (void)state;
  hand *h = make(2, false);
  h->result.rows = 1;
  assert_true(number(h, "mean(p.x)") == OFFSET && number(h, "rms(-p.x)") == OFFSET &&
              number(h, "max(p.x)") == OFFSET);
  assert_true(number(h, "integral(p.x)") == 0 && number(h, "crossings(p.x)") == 0);
  pawl_arena_close(&h->arena);
  h->result.rows = 0;
  open_names(h);
  double x;
  assert_int_equal(measure(h, "max(p.x)", &x, NULL), PAWL_BAD_CALL);
  assert_string_equal(h->error.text, "--measure 'max(p.x)', column 1: there are no rows");
  pawl_arena_close(&h->arena);
}

/* ---- events ---- */

static hand *with_events(void)
{
  static pawl_event events[6];
  static const pawl_ledger_entry ledger[] = {{"energy.total", 5}, {"hit.work", -2}, {"drive.work", 7}};
  static const pawl_meta meta[] = {{"peak.p.j", "3.5"}, {"method", "dop853"}};
  static const struct {
    double time;
    const char *part, *from, *to, *reason;
    double impulse;
    int count;
  } list[] = {{0.5, "hit", "open", "open", "impact", 2, 0},
              {1, "hit", "open", "sliding +", "impact, restitution less", 0.5, 0},
              {1.5, "hit", "sliding +", "sliding -", "stops sliding", NAN, 0},
              {2, "hit", "sliding -", "sticking", "accumulation", 0.25, 3},
              {3, "soft", "open", "pressed", "gap closed", NAN, 0},
              {3.5, "soft", "pressed", "open", "gap opened", NAN, 0}};
  hand *h = make(101, false);
  for (int i = 0; i < 6; i++) {
    events[i] = pawl_event_blank;
    events[i].time = list[i].time;
    events[i].part = list[i].part;
    events[i].from = list[i].from;
    events[i].to = list[i].to;
    events[i].reason = list[i].reason;
    events[i].impulse = list[i].impulse;
    events[i].count = list[i].count;
  }
  h->result.events = events;
  h->result.event_count = 6;
  h->result.ledger = ledger;
  h->result.ledger_count = 3;
  h->result.meta = meta;
  h->result.meta_count = 2;
  pawl_arena_close(&h->arena);
  open_names(h);
  return h;
}

static void events_are_counted(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    double value;
  } cases[] = {{"count(hit)", 4},
               {"count(hit:impact)", 3},
               {"count(hit:accumulation)", 1},
               {"count(hit:sliding)", 1},
               {"count(hit:sticking)", 1},
               {"count(hit:open)", 0},
               {"count(soft:open)", 1},
               {"count(soft:pressed) + count(hit)", 5},
               {"count(p)", 0},
               {"when(hit)", 0.5},
               {"when(hit:impact, 2)", 1},
               {"when(hit:impact, -1)", 2},
               {"when(hit:impact, 4)", NAN},
               {"when(hit:impact, -4)", NAN},
               {"impulse(hit)", 2.75},
               {"impulse(hit:impact)", 2.75},
               {"impulse(p)", 0},
               {"lost(hit)", 2},
               {"lost(drive)", -7},
               {"max(p.j)", 3.5}, /* the run has seen more than its rows */
               {"max(2*p.j)", 6},
               {"min(p.j)", 1}};
  hand *h = with_events();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double x = number(h, cases[i].text);
    if (x != cases[i].value && !(isnan(x) && isnan(cases[i].value)))
      fail_msg("%s is %.17g", cases[i].text, x);
  }
  pawl_arena_close(&h->arena);
}

static void what_is_not_there_is_a_sentence(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"impulse(soft:open)",
       "--measure 'impulse(soft:open)', column 1: the events of 'soft' have no impulses: it gives way, and "
       "impulse(soft) is what its force gives over time"},
      {"impulse(soft)", "--measure 'impulse(soft)', column 1: the events of 'soft' have no impulses"},
      {"1 + lost(p)", "--measure '1 + lost(p)', column 3: a pure number and J cannot be added"},
      {"lost(p)", "--measure 'lost(p)', column 1: there are no books of the work of 'p'"},
      {"p.x", "--measure 'p.x', column 1: this has a value in each row, and a measure is one number: max(…), "
              "final(…), "
              "mean(…) …"},
      {"max(p.y)", "--measure 'max(p.y)', column 5: there is no channel 'p.y'; did you mean 'p.x'?"},
      {"count(hot)", "--measure 'count(hot)', column 7: there is no part 'hot'; did you mean 'hit'?"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double x;
    hand *h = with_events();
    assert_int_equal(measure(h, cases[i][0], &x, NULL), PAWL_BAD_CALL);
    assert_string_equal(h->error.text, cases[i][1]);
    pawl_arena_close(&h->arena);
  }
}

static void files_that_lack_events_say_so(void **state)
{
  (void)state;
  double x;
  hand *h = make(101, false);
  pawl_arena_close(&h->arena);
  h->result.plain = true;
  open_names(h);
  assert_int_equal(measure(h, "count(p)", &x, NULL), PAWL_BAD_CALL);
  assert_string_equal(
      h->error.text, "--measure 'count(p)', column 7: count is not known here: a file in CSV has rows alone");
  pawl_arena_close(&h->arena);
  static const pawl_meta stepping = {"method", "stepping"};
  h = with_events();
  pawl_arena_close(&h->arena);
  h->result.meta = &stepping;
  h->result.meta_count = 1;
  open_names(h);
  assert_int_equal(measure(h, "count(hit)", &x, NULL), PAWL_BAD_CALL);
  assert_string_equal(
      h->error.text,
      "--measure 'count(hit)', column 7: count is not known here: stepping keeps no log of events");
  h->error = (pawl_error){0};
  assert_true(number(h, "lost(hit)") == 2);
  pawl_arena_close(&h->arena);
}

/* A file that says no units at all: nothing is compared. */
static void unknown_units_fit(void **state)
{
  (void)state;
  hand *h = make(101, false);
  pawl_arena_close(&h->arena);
  for (int i = 0; i < 4; i++)
    h->channels[i].unit = "";
  open_names(h);
  assert_true(number(h, "max(p.x + p.v + 3)") > 0);
  assert_true(number(h, "cross(p.x, 0.25)") > 0);
  pawl_arena_close(&h->arena);
}

static void times_must_increase(void **state)
{
  (void)state;
  double x;
  hand *h = make(101, false);
  h->time[7] = 0;
  assert_int_equal(measure(h, "max(p.x)", &x, NULL), PAWL_BAD_FILE);
  assert_string_equal(h->error.text, "the times do not increase: row 8 is at 0");
  pawl_arena_close(&h->arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(functions_have_their_closed_forms),
                                     cmocka_unit_test(integrals_and_crossings_are_of_fourth_order),
                                     cmocka_unit_test(every_function_is_tried),
                                     cmocka_unit_test(cubics_are_exact),
                                     cmocka_unit_test(jumps_are_jumps),
                                     cmocka_unit_test(touching_is_no_crossing),
                                     cmocka_unit_test(one_row_is_a_run),
                                     cmocka_unit_test(events_are_counted),
                                     cmocka_unit_test(what_is_not_there_is_a_sentence),
                                     cmocka_unit_test(files_that_lack_events_say_so),
                                     cmocka_unit_test(unknown_units_fit),
                                     cmocka_unit_test(times_must_increase)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
