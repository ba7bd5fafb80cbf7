/* Every folder of models/ that has a model.lua: it meets all that it expects, in each of its choices; ledger and
 * constraints hold; a planar model runs through the spatial kernel alike; it assembles and runs with each length and
 * mass 20 % smaller and larger. The worst of every row is printed with its model. */
#include <dirent.h>
#include <limits.h>
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

/* All, in `make test`, and with sanitizers. */
#define OUTPUTS soak_or(100, 100, 10)
#define MOST_STEPS soak_or(INT_MAX, INT_MAX, 300) /* of a run                                        */
#define MOST_IN_SPACE soak_or(INT_MAX, 4000, 100) /* of a planar model through the spatial kernel      */
#define SIBLING_SHARE (soak_or(50, 20, 2) * 1e-3) /* of the duration, that a model with another number runs */

enum { MODELS = 200, NAME = 64, PATH = 128, EVENTS = 40000 };

static const double allowed_apart = 1e-9;     /* the two kernels, over the largest value of that unit */
static const double allowed_position = 1e-11; /* constraints, over the model's length                 */

typedef struct {
  double value;
  char where[PATH];
} worst_case;

static void worse(worst_case *worst, double value, const char *model, const char *what)
{
  if (value <= worst->value) /* NaN is the largest */
    return;
  worst->value = value;
  snprintf(worst->where, sizeof worst->where, "%.60s, %.60s", model, what);
}

/* ---- the folder ---- */

static int by_name(const void *a, const void *b)
{
  return strcmp(a, b);
}

static bool is_model(const char *name)
{
  char path[2 * PATH];
  snprintf(path, sizeof path, "models/%.60s/model.lua", name);
  FILE *file = fopen(path, "r");
  if (file)
    fclose(file);
  return file && name[0] != '.';
}

static int list_models(char names[MODELS][NAME])
{
  int n = 0;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));)
    if (is_model(entry->d_name)) {
      assert_true(n < MODELS);
      snprintf(names[n++], NAME, "%.60s", entry->d_name);
    }
  closedir(folder);
  qsort(names, (size_t)n, NAME, by_name);
  return n;
}

static session open_model(const char *name, const char *parameter, const char *value,
                          const pawl_run_options *options)
{
  char path[2 * PATH];
  snprintf(path, sizeof path, "models/%.60s", name);
  return open_file(path, parameter, value, options);
}

/* ---- one run ---- */

typedef struct {
  int count, channels; /* rows of outputs, as large as the run has channels */
  double *value;
  int event_count;
  double event[EVENTS]; /* their times */
} record;

static void note_event(void *context, const pawl_event *e)
{
  record *r = context;
  if (r->event_count < EVENTS)
    r->event[r->event_count++] = e->time;
}

/* A row at the very instant of an event shows what was before or what comes after. */
static bool is_beside_event(const record *r, double t, double end)
{
  for (int i = 0; i < r->event_count; i++)
    if (fabs(r->event[i] - t) <= 1e-9 * end)
      return true;
  return false;
}

typedef struct {
  worst_case expect, ledger, position, apart;
  int expects, runs;
} figures;

static void step_to(session s, double t, const char *model)
{
  pawl_error error = {0};
  while (s.run->t < t)
    if (pawl_run_step(s.run, s.model->plan.duration, &error) != PAWL_OK)
      fail_msg("%s: t = %g: %s: %s", model, s.run->t, error.where, error.text);
}

/* The expects between the step before and now. */
static void meet(session s, double after, const char *model, figures *f)
{
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  double end = s.model->plan.duration;
  pawl_error error = {0};
  assert_non_null(values);
  for (int i = 0; i < s.model->part_count; i++) {
    if (strcmp(s.model->parts[i]->kind->name, "expect") != 0)
      continue;
    const pawl_expect *e = s.model->parts[i]->fields;
    double at = isnan(e->at) || fabs(e->at - end) <= 1e-12 * end ? end : e->at;
    if (at <= after || at > s.run->t || !e->channel) /* of the whole run: cli/ */
      continue;
    int channel = pawl_run_find(s.run, e->channel);
    if (channel < 0)
      fail_msg("%s expects %s, which it does not have", model, e->channel);
    assert_int_equal(pawl_run_output(s.run, at, values, &error), PAWL_OK);
    worse(&f->expect, fabs(values[channel] - e->value) / e->tolerance, model, e->channel);
    f->expects++;
  }
  free(values);
}

/* To the end, or for so many steps, with all expects on the way. */
static void follow(session s, const char *model, int most_steps, figures *f, record *r)
{
  double end = s.model->plan.duration, before = -1;
  pawl_error error = {0};
  *r = (record){.count = OUTPUTS + 1, .channels = pawl_run_channel_count(s.run)};
  s.run->tells.on_event = note_event;
  s.run->tells.listener = r;
  r->value = calloc((size_t)(r->count * r->channels), sizeof *r->value);
  assert_non_null(r->value);
  for (int i = 0; i < r->count; i++) {
    double t = i == OUTPUTS ? end : i * end / OUTPUTS;
    do {
      meet(s, before, model, f);
      before = s.run->t;
      if (s.run->t < t && pawl_run_step(s.run, end, &error) != PAWL_OK)
        fail_msg("%s: t = %g: %s: %s", model, s.run->t, error.where, error.text);
    } while (s.run->t < t && s.run->books.steps < most_steps);
    if (s.run->t < t)
      r->count = i;
    else
      assert_int_equal(pawl_run_output(s.run, t, r->value + i * r->channels, &error), PAWL_OK);
  }
  meet(s, before, model, f);
  f->runs++;
}

static void note_books(session s, const char *model, const char *what, figures *f)
{
  /* undiluted by time, and in the middle of impacts with a law, too */
  worse(&f->ledger, s.run->books.worst_ledger / (20 * s.run->plan.tolerance), model, what);
  worse(&f->position, s.run->books.worst_position, model, what);
}

/* ---- through both kernels ---- */

/* The largest value of all channels with a unit, at least 1; torques can be as large as forces on a lever are. */
static double size_of(session s, const record *r, const char *unit)
{
  double size = strcmp(unit, "N m") == 0 ? s.run->system.scale.length * size_of(s, r, "N") : 1;
  for (int c = 0; c < r->channels; c++)
    for (int i = 0; strcmp(pawl_run_channel_unit(s.run, c), unit) == 0 && i < r->count; i++)
      size = fmax(size, fabs(r->value[i * r->channels + c]));
  return size;
}

/* The four-bar lies flat in passing, where reactions are not unique; next to that they are known to fewer digits. Every impact of
 * a contact multiplies rounding. */
static double digits_lost(session s, const char *model, const char *unit)
{
  return (strcmp(model, "n-four-bar") == 0 && unit[0] == 'N') || s.run->system.contact->count ? 10 : 1;
}

static bool is_rigid(const pawl_part *part)
{
  return part->kind->family == PAWL_CONTACT
             ? pawl_rigid_of(&((const pawl_contact *)part->fields)->law) != NULL
         : part->kind->family == PAWL_CONTACT_GROUP
             ? pawl_rigid_of(&((const pawl_contacts *)part->fields)->law) != NULL
             : false;
}

/* Where rigid contacts have several touches their forces, and with them reactions, need not be unique; motion is. */
static bool is_shared(session s, const record *r, int i)
{
  double touches = 0;
  for (int c = 0; c < s.run->system.channel.count; c++) {
    const pawl_channel_use *use = s.run->system.channel.list + c;
    const pawl_part *part = s.model->parts[use->part];
    if (strcmp(use->def->name, "count") == 0 && is_rigid(part))
      touches += r->value[i * r->channels + c];
  }
  return touches > 1;
}

static bool is_of_forces(session s, int c)
{
  bool part = c < s.run->system.channel.count;
  return pawl_run_channel_unit(s.run, c)[0] == 'N' ||
         (part && s.run->system.channel.list[c].def->level == PAWL_AT_FORCE);
}

/* Two records, channel by channel. The ledger is an error itself. */
static void compare(session s, const record *a, const record *b, const char *model, figures *f)
{
  assert_int_equal(a->channels, b->channels);
  for (int c = 0; c < a->channels; c++) {
    const char *name = pawl_run_channel_name(s.run, c);
    const char *unit = pawl_run_channel_unit(s.run, c);
    double size = size_of(s, a, unit) * digits_lost(s, model, unit);
    double end = s.model->plan.duration;
    for (int i = 0; i < a->count && i < b->count && strcmp(name, "energy.ledger") != 0; i++)
      if (!is_beside_event(a, i * end / OUTPUTS, end) && !is_beside_event(b, i * end / OUTPUTS, end) &&
          !(is_of_forces(s, c) && is_shared(s, a, i)))
        worse(&f->apart, fabs(a->value[i * a->channels + c] - b->value[i * a->channels + c]) / size, model,
              name);
  }
}

static void try_model(const char *model, const char *parameter, const char *choice, figures *f)
{
  const pawl_run_options spatial = {&pawl_kernel_spatial, NAN, -1};
  session s = open_model(model, parameter, choice, NULL);
  static record own, other;
  follow(s, model, MOST_STEPS, f, &own);
  note_books(s, model, choice ? choice : "as it is", f);
  if (s.model->worlds == PAWL_PLANAR) {
    session through_space = open_model(model, parameter, choice, &spatial);
    follow(through_space, model, MOST_IN_SPACE, f, &other);
    note_books(through_space, model, "in space", f);
    compare(s, &own, &other, model, f);
    leave(through_space);
    free(other.value);
  }
  free(own.value);
  leave(s);
}

static void models_as_they_are(void **state)
{
  (void)state;
  static char names[MODELS][NAME];
  figures f = {0};
  int n = list_models(names);
  assert_true(n > 0);
  for (int i = 0; i < n; i++) {
    session s = open_model(names[i], NULL, NULL, NULL);
    try_model(names[i], NULL, NULL, &f);
    for (int p = 0; p < s.model->parameter_count; p++) {
      const pawl_parameter *q = s.model->parameters + p;
      for (int c = 0; q->text && c < q->choice_count; c++)
        if (strcmp(q->choices[c], q->text) != 0)
          try_model(names[i], q->name, q->choices[c], &f);
    }
    leave(s);
  }
  print_message("  %d models, %d runs, %d numbers expected: the worst is off by %.2g of its tolerance (%s)\n",
                n, f.runs, f.expects, f.expect.value, f.expect.where);
  print_message("  ledger %.2g of what is allowed (%s)\n", f.ledger.value, f.ledger.where);
  print_message("  constraints %.1e of %.0e (%s)\n", f.position.value, allowed_position, f.position.where);
  print_message("  two kernels apart by %.1e of %.0e (%s)\n", f.apart.value, allowed_apart, f.apart.where);
  assert_true(f.expects > 100 && f.expect.value <= 1);
  assert_true(f.ledger.value <= 1);
  assert_true(f.position.value <= allowed_position);
  assert_true(f.apart.value <= allowed_apart);
}

/* ---- siblings ---- */

static bool is_length_or_mass(const pawl_parameter *p)
{
  return !p->text && p->unit &&
         (strcmp(p->unit, "m") == 0 || strcmp(p->unit, "kg") == 0 || strcmp(p->unit, "kg m^2") == 0);
}

/* With one number changed, for a part of its time; false: outside of what the model allows. */
static bool try_sibling(const char *model, const pawl_parameter *p, double factor, figures *f)
{
  double changed = factor * p->value;
  char value[40], what[PATH];
  if (changed == p->value || changed < p->min || changed > p->max)
    return false;
  snprintf(value, sizeof value, "%.17g", changed);
  snprintf(what, sizeof what, "%.40s = %s", p->name, value);
  session s = open_model(model, p->name, value, NULL);
  double end = SIBLING_SHARE * s.model->plan.duration;
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  pawl_error error = {0};
  assert_non_null(values);
  step_to(s, end, model);
  assert_int_equal(pawl_run_output(s.run, s.run->t, values, &error), PAWL_OK);
  note_books(s, model, what, f);
  free(values);
  leave(s);
  return true;
}

static void siblings_of_models(void **state)
{
  (void)state;
  static char names[MODELS][NAME];
  figures f = {0};
  int n = list_models(names), siblings = 0;
  for (int i = 0; i < n; i++) {
    session s = open_model(names[i], NULL, NULL, NULL);
    for (int p = 0; p < s.model->parameter_count; p++)
      if (is_length_or_mass(s.model->parameters + p))
        for (int k = 0; k < 2; k++)
          siblings += try_sibling(names[i], s.model->parameters + p, k ? 1.2 : 0.8, &f);
    leave(s);
  }
  print_message("  %d siblings: ledger %.2g of what is allowed (%s); constraints %.1e of %.0e (%s)\n",
                siblings, f.ledger.value, f.ledger.where, f.position.value, allowed_position,
                f.position.where);
  assert_true(siblings > 0);
  assert_true(f.ledger.value <= 1);
  assert_true(f.position.value <= allowed_position);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(models_as_they_are),
                                     cmocka_unit_test(siblings_of_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
