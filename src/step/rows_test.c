/* What a result keeps, of every model: the even grid, to the last bit; both sides of every event, at its very time, with places as they were
 * and closed books; the largest force that the books know; and the same motion whoever looks. Then a ball
 * on a stiff floor, whose force is far shorter than the grid, at random: the closed form. */
#include "step/rows.h"

#include <dirent.h>
#include <unistd.h>

#include "base/soak_test.h"
#include "step/sessions_test.h"
#include "step/stepping.h"

/* Of steps of one model, in `make test`, and with sanitizers. */
#define MOST_STEPS soak_or(1000000, 600, 60)

enum { EVENTS = 1 << 14, MODELS = 200 };

typedef struct {
  pawl_run *run;
  pawl_event event[EVENTS];
  int event_count;
  double last, interval; /* time of the last row */
  long next;             /* of the grid */
  pawl_row_why last_why;
  long count[PAWL_ROW_WHYS];
  double *before; /* the last row of that kind, of all channels, and */
  double before_t;
  int met;                /* events whose two sides have come */
  double largest[MODELS]; /* of the contacts, in their order */
  double worst_place, worst_energy;
  const char *model;
} witness;

static void hear(void *context, const pawl_event *e)
{
  witness *w = context;
  if (w->event_count < EVENTS)
    w->event[w->event_count++] = *e;
}

static int channel_of(const pawl_run *r, const char *part, const char *channel)
{
  char name[160];
  snprintf(name, sizeof name, "%.100s.%s", part, channel);
  return pawl_run_find(r, name);
}

/* Places are the same on both sides, and what kinetic energy loses the books have. */
static void compare_sides(witness *w, double t, const double *after)
{
  const pawl_run *r = w->run;
  double size;
  int kinetic = pawl_run_find(r, "energy.kinetic"), work = pawl_run_find(r, "energy.work"),
      total = pawl_run_find(r, "energy.total");
  for (int i = 0; i < w->event_count; i++)
    w->met += w->event[i].time == t;
  for (int i = 0; i < r->system.channel.count; i++)
    if (r->system.channel.list[i].def->level == PAWL_AT_POSITION &&
        strcmp(pawl_run_channel_unit(r, i), "m") == 0)
      w->worst_place = fmax(w->worst_place, fabs(after[i] - w->before[i]) / r->system.scale.length);
  size = fmax(fmax(fabs(w->before[kinetic]), fabs(w->before[total])), pawl_judge_scale(r));
  w->worst_energy =
      fmax(w->worst_energy, fabs((after[total] - after[work]) - (w->before[total] - w->before[work])) / size);
}

static pawl_status take(void *context, double t, const double *values, pawl_row_why why)
{
  witness *w = context;
  const pawl_run *r = w->run;
  assert_true(t >= w->last);
  if (why == PAWL_ROW_EVEN && t < w->run->model->plan.duration)
    assert_true(t == (double)w->next++ * w->interval);
  if (why == PAWL_ROW_BEFORE) {
    memcpy(w->before, values, sizeof *values * (size_t)pawl_run_channel_count(r));
    w->before_t = t;
  }
  if (why == PAWL_ROW_AFTER && w->before_t == t)
    compare_sides(w, t, values);
  for (int k = 0; k < r->system.contact->count && k < MODELS; k++) {
    int i = channel_of(r, r->model->parts[r->system.contact->pair[k].part]->name, "normal_force");
    if (i >= 0)
      w->largest[k] = fmax(w->largest[k], values[i]);
  }
  w->count[why]++;
  w->last = t;
  w->last_why = why;
  return PAWL_OK;
}

static bool is_alone(const pawl_contact_set *set, int k)
{
  for (int i = 0; i < set->count; i++)
    if (i != k && set->pair[i].part == set->pair[k].part)
      return false;
  return true;
}

/* What the books call the peak is in a row. */
static void check_peaks(const witness *w)
{
  const pawl_contact_set *set = w->run->system.contact;
  for (int k = 0; k < set->count && k < MODELS; k++) {
    const char *name = w->run->model->parts[set->pair[k].part]->name;
    double peak = pawl_pair_peak(set->pair + k);
    if (channel_of(w->run, name, "normal_force") < 0 || !is_alone(set, k) || !(peak > 0))
      continue;
    if (fabs(w->largest[k] - peak) > 1e-6 * peak)
      fail_msg("%s: \"%s\" has a peak of %.9g N, and %.9g N in its rows", w->model, name, peak,
               w->largest[k]);
  }
}

static void watch(witness *w, session s, const char *model, bool even, pawl_arena *arena)
{
  int n = pawl_run_channel_count(s.run);
  int *all = PAWL_TAKE(arena, n, int);
  double *before = PAWL_TAKE(arena, n, double);
  const pawl_plan *plan = &s.model->plan;
  double interval = isnan(plan->output) ? plan->duration / 1000 : plan->output;
  *w = (witness){.run = s.run, .interval = interval, .before = before, .before_t = -1, .model = model};
  for (int i = 0; i < n; i++)
    all[i] = i;
  s.run->tells.on_event = hear;
  s.run->tells.listener = w;
  pawl_rows_plan rows_plan = {0, plan->duration, interval, even, all, n, take, w};
  pawl_rows *rows = pawl_rows_open(s.run, &rows_plan, arena);
  pawl_error error = {0};
  assert_non_null(rows);
  pawl_status status = pawl_rows_pass(rows, &error);
  long most = MOST_STEPS;
  while (status == PAWL_OK && s.run->t < plan->duration && s.run->books.steps < most) {
    status = pawl_run_step(s.run, plan->duration, &error);
    status = status == PAWL_OK ? pawl_rows_pass(rows, &error) : status;
  }
  if (status != PAWL_OK)
    fail_msg("%s: %s: %s", model, error.where, error.text);
  if (s.run->t < plan->duration) /* what is no row yet may be a peak */
    pawl_rows_end(rows);
  for (int i = 0; i < PAWL_ROW_WHYS; i++)
    assert_int_equal(w->count[i], pawl_rows_count(rows, (pawl_row_why)i));
}

static void try_model(const char *name)
{
  static witness w, plain;
  char path[300];
  pawl_arena arena;
  pawl_arena_open(&arena, NULL);
  snprintf(path, sizeof path, "models/%.200s", name);
  session s = open_file(path, NULL, NULL, NULL);
  watch(&w, s, name, false, &arena);
  unsigned long long hash = pawl_run_hash(s.run);
  double ledger = s.run->books.worst_ledger;
  bool judged = s.run->way->fixed || s.run->system.contact->count > 0; /* else at every row */
  int events = 0;
  for (int i = 0; i < w.event_count; i++)
    events += w.event[i].time > 0; /* what there is before the start nobody knows */
  if (!s.run->way->fixed && w.met < events)
    fail_msg("%s: %d of %d events have two sides", name, w.met, events);
  if (!(w.worst_place < 1e-9) || !(w.worst_energy < 1e-7))
    fail_msg("%s: places are off by %.1e across an event, books by %.1e", name, w.worst_place,
             w.worst_energy);
  check_peaks(&w);
  leave(s);
  session t = open_file(path, NULL, NULL, NULL);
  watch(&plain, t, name, true, &arena);
  assert_true(pawl_run_hash(t.run) == hash);
  assert_true(!judged || t.run->books.worst_ledger == ledger);
  assert_int_equal(plain.count[PAWL_ROW_EVEN], w.count[PAWL_ROW_EVEN]);
  assert_int_equal(plain.count[PAWL_ROW_BEFORE] + plain.count[PAWL_ROW_AFTER] + plain.count[PAWL_ROW_PEAK],
                   0);
  leave(t);
  pawl_arena_close(&arena);
}

static void every_model(void **state)
{
  (void)state;
  DIR *folder = opendir("models");
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder));) {
    char path[300];
    snprintf(path, sizeof path, "models/%.200s/model.lua", e->d_name);
    if (e->d_name[0] == '.' || access(path, R_OK) != 0)
      continue;
    try_model(e->d_name);
    count++;
  }
  closedir(folder);
  assert_true(count > 60);
}

/* A ball falls on a floor of stiffness k without damping: F = m g + √((m g)² + 2 k m g h), for π/√(k/m) and a little, in rows a hundred times as
 * far apart. */
static void short_impacts(void **state)
{
  (void)state;
  static witness w;
  unsigned long long seed = 5;
  for (int i = 0; i < 40; i++) {
    char text[600];
    pawl_arena arena;
    double unit = pow(10, floor(uniform(&seed, -3, 4))), m = uniform(&seed, 0.1, 10),
           k = m * pow(10, uniform(&seed, 4, 9)), h = unit * uniform(&seed, 0.2, 2), g = 9.81 * unit;
    snprintf(text, sizeof text,
             "planar { gravity = {0, %.17g} }\nlocal b = point_mass 'ball' { mass = %.17g, y = %.17g }\n"
             "contact 'hit' { shape 'floor' { ground, line { {%.17g, 0}, {%.17g, 0} } }, shape 'tip' { b, "
             "vertex {} },\n"
             "  law = linear { stiffness = %.17g } }\nsimulate { duration = 3, output = 0.03, tolerance = "
             "1e-10 }\n",
             -g, m, h, unit, -unit, k);
    session s = open_text(text, NULL);
    pawl_arena_open(&arena, NULL);
    watch(&w, s, "ball", false, &arena);
    double force = m * g + sqrt(m * g * m * g + 2 * k * m * g * h);
    if (!(fabs(w.largest[0] - force) < 1e-6 * force))
      fail_msg("ball %d: %.9g N in its rows, %.9g N in truth", i, w.largest[0], force);
    check_peaks(&w);
    assert_true(w.count[PAWL_ROW_BEFORE] >= 2 && w.count[PAWL_ROW_PEAK] >= 1);
    leave(s);
    pawl_arena_close(&arena);
  }
}

/* What happens at the start has no row before it, and none where the first step ends. */
static void impacts_at_the_start(void **state)
{
  (void)state;
  static witness w;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\nlocal b = point_mass 'ball' { mass = 1, vy = -2 }\n"
      "contact 'hit' { shape 'floor' { ground, line { {1, 0}, {-1, 0} } }, shape 'tip' { b, vertex {} },\n"
      "  law = rigid { restitution = 0.5 } }\nsimulate { duration = 0.15, output = 0.01 }\n",
      NULL);
  pawl_arena arena;
  pawl_arena_open(&arena, NULL);
  watch(&w, s, "start", false, &arena);
  assert_int_equal(w.event_count, 1);
  assert_int_equal(w.count[PAWL_ROW_BEFORE] + w.count[PAWL_ROW_AFTER], 0);
  leave(s);
  pawl_arena_close(&arena);
}

/* A function that fails at 0.6 s: rows come as far as the run. */
static void a_run_that_fails(void **state)
{
  (void)state;
  static witness w;
  session s = open_text("planar { gravity = {0, -9.81} }\nlocal b = point_mass 'ball' { mass = 1 }\n"
                        "force 'f' { b, fy = function(t) if t > 0.6 then error('x') end return t end }\n"
                        "simulate { duration = 1, output = 0.25 }\n",
                        NULL);
  pawl_arena arena;
  pawl_arena_open(&arena, NULL);
  int none = 0;
  w = (witness){.run = s.run, .interval = 0.25, .before = PAWL_TAKE(&arena, 100, double), .before_t = -1};
  pawl_rows_plan plan = {0, 1, 0.25, false, &none, 0, take, &w};
  pawl_rows *rows = pawl_rows_open(s.run, &plan, &arena);
  pawl_error error = {0};
  pawl_status status = pawl_rows_pass(rows, &error);
  while (status == PAWL_OK && s.run->t < 1) {
    status = pawl_run_step(s.run, 1, &error);
    status = status == PAWL_OK ? pawl_rows_pass(rows, &error) : status;
  }
  assert_true(status != PAWL_OK && error.text[0]);
  pawl_rows_end(rows);
  assert_true(w.last == s.run->t && w.last > 0.25 && w.last_why == PAWL_ROW_LAST);
  leave(s);
  pawl_arena_close(&arena);
}

/* sin(ω t) by a spring: rows of a period, told where there are too few. */
static void rows_that_are_too_far_apart(void **state)
{
  (void)state;
  static witness w;
  for (int i = 0; i < 16; i++) {
    char text[400];
    double rows = 3 + i * 0.7, period = rows * 0.01, k = pow(2 * 3.14159265358979 / period, 2);
    snprintf(text, sizeof text,
             "planar { gravity = {0, 0} }\nlocal b = point_mass 'ball' { mass = 1, x = 0.3 }\n"
             "prismatic 'way' { ground, b }\nspring 'spring' { ground:at{-1, 0}, b, stiffness = %.17g, "
             "length = 1 }\n"
             "simulate { duration = 1, output = 0.01 }\n",
             k);
    session s = open_text(text, NULL);
    pawl_arena arena;
    pawl_arena_open(&arena, NULL);
    int n = pawl_run_channel_count(s.run);
    int *none = PAWL_TAKE(&arena, n, int);
    w = (witness){.run = s.run, .interval = 0.01, .before = PAWL_TAKE(&arena, n, double)};
    pawl_rows_plan plan = {0, 1, 0.01, false, none, 0, take, &w};
    pawl_rows *x = pawl_rows_open(s.run, &plan, &arena);
    pawl_error error = {0};
    while (pawl_rows_pass(x, &error) == PAWL_OK && s.run->t < 1)
      assert_int_equal(pawl_run_step(s.run, 1, &error), PAWL_OK);
    const char *name = pawl_rows_coarse(x);
    print_message("  %g rows: %s\n", rows, name ? name : "enough");
    assert_true((name != NULL) == (rows < PAWL_ROWS_ENOUGH));
    if (name)
      assert_string_equal(name, "way");
    leave(s);
    pawl_arena_close(&arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model),
      cmocka_unit_test(short_impacts),
      cmocka_unit_test(impacts_at_the_start),
      cmocka_unit_test(a_run_that_fails),
      cmocka_unit_test(rows_that_are_too_far_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
