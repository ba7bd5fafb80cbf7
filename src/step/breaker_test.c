/* models/circuit-breaker: it closes and latches with every spring 20 % softer and stiffer, one at a time, all
 * together, and in all corners of the three large ones; no contact ever pulls; half the tolerance changes neither
 * the order of events nor the closing time; the ledger closes; the work is counted. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/soak_test.h"
#include "model/model.h"
#include "step/sessions_test.h"

/* Of runs with one spring or a few changed, one of so many is tried: all, in `make test`, and with sanitizers. */
#define EVERY soak_or(1, 5, 100)

enum { EVENTS = 2000, SETTINGS = 16, ROWS = 500, CONTACTS = 32 };

static const char model_path[] = "models/circuit-breaker";
static const double allowed_shift = 1e-5; /* of the closing time, by half the tolerance */
static const double allowed_pull = 1e-9;  /* N: rounding, where a contact lets go */

/* A touch that begins or ends; other events change no topology. */
typedef struct {
  char part[32];
  bool begins;
  double time;
} change;

typedef struct {
  int count;
  change list[EVENTS];
} story;

typedef struct {
  story events;
  double closing;     /* from the coil to the first touch of the contacts, s             */
  double latching;    /* when the roller comes down on the main latch for good, s        */
  double least, most; /* force of any contact, N; NaN when one was not finite         */
  int contacts, used; /* how many there are, and how many have ever pressed           */
  double ledger, tolerance;
  double force, latch, angle, speed, cam; /* at the end                               */
} outcome;

/* ---- one run ---- */

static bool is_open(const char *mode)
{
  return strcmp(mode, "open") == 0;
}

static void listen(void *context, const pawl_event *event)
{
  story *s = context;
  if (is_open(event->from) == is_open(event->to))
    return;
  assert_true(s->count < EVENTS);
  change *c = s->list + s->count++;
  snprintf(c->part, sizeof c->part, "%s", event->part);
  c->begins = is_open(event->from);
  c->time = event->time;
}

static session open_breaker(const pawl_setting *setting, int count, double tolerance)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_reading how = {setting, count, NULL};
  pawl_run_options options = {NULL, tolerance, -1};
  if (pawl_model_read(&model, model_path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, &options);
}

static int list_forces(session s, int *channel)
{
  int n = 0;
  for (int i = 0; i < s.model->part_count; i++) {
    char name[80];
    if (strcmp(s.model->parts[i]->kind->name, "contact") != 0)
      continue;
    assert_true(n < CONTACTS);
    snprintf(name, sizeof name, "%.60s.normal_force", s.model->parts[i]->name);
    channel[n++] = pawl_run_find(s.run, name);
  }
  return n;
}

static void look_at_forces(session s, double t, const int *channel, bool *used, outcome *o)
{
  double *value = calloc((size_t)pawl_run_channel_count(s.run), sizeof *value);
  pawl_error error = {0};
  assert_non_null(value);
  assert_int_equal(pawl_run_output(s.run, t, value, &error), PAWL_OK);
  for (int i = 0; i < o->contacts; i++) {
    double force = value[channel[i]];
    used[i] = used[i] || force > 0;
    o->least = isfinite(force) ? fmin(o->least, force) : NAN;
    o->most = fmax(o->most, force);
  }
  free(value);
}

/* To the end, with a look at all forces at the end of every step and between. */
static void follow(session s, outcome *o)
{
  int channel[CONTACTS];
  bool used[CONTACTS] = {false};
  double end = s.model->plan.duration;
  pawl_error error = {0};
  o->contacts = list_forces(s, channel);
  for (int row = 0; row <= ROWS; row++) {
    double t = row == ROWS ? end : row * end / ROWS;
    while (s.run->t < t) {
      if (pawl_run_step(s.run, end, &error) != PAWL_OK)
        fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
      look_at_forces(s, s.run->t, channel, used, o);
    }
    look_at_forces(s, t, channel, used, o);
  }
  for (int i = 0; i < o->contacts; i++)
    o->used += used[i];
}

static double parameter_of(session s, const char *name)
{
  for (int i = 0; i < s.model->parameter_count; i++)
    if (strcmp(s.model->parameters[i].name, name) == 0)
      return s.model->parameters[i].value;
  fail_msg("no parameter %s", name);
  return NAN;
}

/* The first touch of a part, or its last. */
static double touch_of(const story *s, const char *part, bool last)
{
  double t = NAN;
  for (int i = 0; i < s->count; i++)
    if (s->list[i].begins && strcmp(s->list[i].part, part) == 0 && (last || isnan(t)))
      t = s->list[i].time;
  return t;
}

static void close_breaker(const pawl_setting *setting, int count, double tolerance, outcome *o)
{
  memset(o, 0, sizeof *o);
  session s = open_breaker(setting, count, tolerance);
  s.run->tells.on_event = listen;
  s.run->tells.listener = &o->events;
  follow(s, o);
  o->closing = touch_of(&o->events, "contacts", false) - parameter_of(s, "release");
  o->latching = touch_of(&o->events, "main_latch", true);
  o->ledger = s.run->books.worst_ledger;
  o->tolerance = s.run->plan.tolerance;
  o->force = see(s, "contacts", -1, "normal_force");
  o->latch = see(s, "main_latch", -1, "normal_force");
  o->cam = see(s, "cam", -1, "normal_force");
  o->angle = see(s, "main_axle", -1, "angle");
  o->speed = fmax(fabs(see(s, "main_axle", -1, "speed")), fabs(see(s, "cam_axle", -1, "speed")));
  leave(s);
}

/* At rest on its latch, the cam gone, the contacts pressed together. */
static bool is_latched(const outcome *o)
{
  return o->latch > 500 && o->cam == 0 && o->force > 1000 && o->speed < 0.01 &&
         fabs(o->angle + 0.4345) < 1e-3;
}

/* ---- as it is ---- */

static void closes_and_latches(void **state)
{
  (void)state;
  static outcome o;
  close_breaker(NULL, 0, NAN, &o);
  print_message("  closes in %.6f ms, latched at %.3f ms, %d touches and partings; %d of %d contacts used\n",
                1e3 * o.closing, 1e3 * o.latching, o.events.count, o.used, o.contacts);
  print_message("  at the end: contacts %.1f N, main latch %.1f N, main shaft at %.6f rad\n", o.force,
                o.latch, o.angle);
  print_message("  forces from %g to %.0f N; ledger %.1e\n", o.least, o.most, o.ledger);
  assert_true(o.contacts >= 10);
  assert_int_equal(o.used, o.contacts);
  assert_true(o.closing > 0.03 && o.closing < 0.1);
  assert_true(is_latched(&o));
  assert_true(o.least >= -allowed_pull && isfinite(o.most));
  assert_true(o.ledger <= o.tolerance);
}

/* A quarter more than it takes: 10,458 steps, 168,833 right-hand sides, 62,742 looks, 428 searches. */
static void takes_little_work(void **state)
{
  (void)state;
  session s = open_breaker(NULL, 0, NAN);
  const pawl_books *b = &s.run->books;
  go(s, s.model->plan.duration);
  print_message("  %ld steps, %ld rejected, %ld right-hand sides, %ld factors, %ld looks, %ld searches\n",
                b->steps, b->rejected, b->rhs, b->factors, b->looks, b->searches);
  assert_true(b->steps < 13000 && b->rhs < 210000 && b->looks < 78000 && b->searches < 530);
  leave(s);
}

/* ---- half the tolerance ---- */

static int first_difference(const story *a, const story *b, double until)
{
  int i = 0;
  while (i < a->count && a->list[i].time <= until) {
    if (i >= b->count || strcmp(a->list[i].part, b->list[i].part) != 0 ||
        a->list[i].begins != b->list[i].begins)
      return i;
    i++;
  }
  return -1;
}

static void order_of_events(void **state)
{
  (void)state;
  static const double tolerance[] = {1e-7, 1e-8, 1e-9, 1e-10};
  static outcome coarse, fine;
  for (int i = 0; i < soak_or(4, 2, 1); i++) {
    close_breaker(NULL, 0, tolerance[i], &coarse);
    close_breaker(NULL, 0, 0.5 * tolerance[i], &fine);
    int other = first_difference(&coarse.events, &fine.events, coarse.latching);
    double shift = fabs(fine.closing / coarse.closing - 1);
    print_message(
        "  tolerance %.0e and half of it: closing time shifts by %.1e of itself, latching by %.1e s, %s\n",
        tolerance[i], shift, fabs(fine.latching - coarse.latching),
        other < 0 ? "same events" : coarse.events.list[other].part);
    assert_int_equal(other, -1);
    assert_true(shift < allowed_shift);
  }
}

/* ---- other springs ---- */

typedef struct {
  char name[SETTINGS][32], value[SETTINGS][40];
  double nominal[SETTINGS];
  int count;
} springs;

static void list_springs(springs *k)
{
  session s = open_breaker(NULL, 0, NAN);
  k->count = 0;
  for (int i = 0; i < s.model->parameter_count; i++) {
    const pawl_parameter *p = s.model->parameters + i;
    if (!p->unit || (strcmp(p->unit, "N/m") != 0 && strcmp(p->unit, "N m/rad") != 0))
      continue;
    assert_true(k->count < SETTINGS);
    snprintf(k->name[k->count], sizeof k->name[0], "%s", p->name);
    k->nominal[k->count++] = p->value;
  }
  leave(s);
}

typedef struct {
  double first, last; /* closing times, s */
  double least, most, ledger;
  int runs;
} range;

/* Each spring times its factor. */
static void try_springs(springs *k, const double *factor, range *all)
{
  static outcome o;
  pawl_setting setting[SETTINGS];
  char text[40 * SETTINGS] = "";
  for (int i = 0; i < k->count; i++) {
    size_t used = strlen(text);
    snprintf(k->value[i], sizeof k->value[i], "%.17g", factor[i] * k->nominal[i]);
    setting[i] = (pawl_setting){k->name[i], k->value[i]};
    if (factor[i] != 1)
      snprintf(text + used, sizeof text - used, " %s %.1f", k->name[i], factor[i]);
  }
  close_breaker(setting, k->count, 1e-8, &o);
  if (!is_latched(&o))
    fail_msg("not latched with%s: contacts %g N, latch %g N, cam %g N, angle %g, speed %g", text, o.force,
             o.latch, o.cam, o.angle, o.speed);
  assert_true(o.closing > 0.03 && o.closing < 0.1);
  assert_true(o.least >= -allowed_pull && isfinite(o.most));
  assert_true(o.ledger <= o.tolerance);
  all->first = fmin(all->first, o.closing);
  all->last = fmax(all->last, o.closing);
  all->least = fmin(all->least, o.least);
  all->most = fmax(all->most, o.most);
  all->ledger = fmax(all->ledger, o.ledger);
  all->runs++;
}

static void fill(double *factor, int count, double value)
{
  for (int i = 0; i < count; i++)
    factor[i] = value;
}

static void other_springs(void **state)
{
  (void)state;
  springs k;
  double factor[SETTINGS];
  range all = {INFINITY, 0, INFINITY, 0, 0, 0};
  list_springs(&k);
  assert_true(k.count >= 8);
  for (int up = 0; up < soak_or(2, 2, 1); up++) { /* together */
    fill(factor, k.count, up ? 1.2 : 0.8);
    try_springs(&k, factor, &all);
  }
  for (int i = 0; i < 2 * k.count; i += EVERY) { /* one at a time */
    fill(factor, k.count, 1);
    factor[i / 2] = i % 2 ? 1.2 : 0.8;
    try_springs(&k, factor, &all);
  }
  for (int corner = 0; corner < 8; corner += EVERY) { /* of closing, opening and contact spring */
    fill(factor, k.count, 1);
    for (int i = 0; i < 3; i++)
      factor[i] = corner >> i & 1 ? 1.2 : 0.8;
    try_springs(&k, factor, &all);
  }
  print_message("  %d runs with %d springs by ±20 %%: all latched, closed in %.1f to %.1f ms\n", all.runs,
                k.count, 1e3 * all.first, 1e3 * all.last);
  print_message("  forces from %.1g to %.0f N; ledger %.1e\n", all.least, all.most, all.ledger);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(closes_and_latches),
                                     cmocka_unit_test(takes_little_work), cmocka_unit_test(order_of_events),
                                     cmocka_unit_test(other_springs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
