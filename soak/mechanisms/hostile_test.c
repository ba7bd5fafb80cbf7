/* Bad input, generated from the tables: in the example of every kind every field is given what it cannot bear, one after
 * the other: no number, no end, the wrong sort of thing, a size out of all proportion. Each gives a sentence with file
 * and line, or a run of 0.05 s in which all channels are finite; never a crash, a hang, or silence.
 * `test_mechanisms_hostile KIND FIELD VALUE` prints the text of one. */
#define _XOPEN_SOURCE 700 /* fmemopen */
#include <ctype.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "base/soak_test.h"
#include "mechanisms/random.h"
#include "model/model.h"
#include "step/run.h"

/* Of so many cases one is tried: in `make soak`, in `make test`, and with sanitizers. */
#define EVERY soak_or(1, 3, 10)
enum { ROOM = 4096, MOST_SHOWN = 40 };
/* Right-hand sides, looks and searches, some for each of 32,768 steps, after which a run says that it would not end. What
 * hangs inside a step is ended by ctest. */
static const long MOST_WORK = 3000000;
static const double DURATION = 0.05; /* s of the model */

static const char *const values[] = {"0/0",
                                     "1/0",
                                     "-1/0",
                                     "-1",
                                     "0",
                                     "1e300",
                                     "-1e300",
                                     "1e-300",
                                     "1e3",
                                     "0.5",
                                     "true",
                                     "false",
                                     "\"x\"",
                                     "\"\"",
                                     "\"some.x\"",
                                     "\"0/0\"",
                                     "{}",
                                     "{0/0}",
                                     "{0, 0}",
                                     "{1, 2, 3, 4, 5, 6, 7}",
                                     "{1e300, 1e300}",
                                     "{ {0, 0}, {1, 0/0} }",
                                     "{ {0, 0}, {1, 0}, {0, 1e-300} }",
                                     "{ x = 1 }",
                                     "characteristic { {0, 0}, {1, 1} }",
                                     "characteristic { {0, -1e300}, {1, 1e300} }",
                                     "characteristic { {0, 1}, {1e-300, -1}, beyond = \"hold\" }",
                                     "function() end",
                                     "function(t) return 0/0 end",
                                     "function(t) return \"x\" end",
                                     "function(t) return 1e300*t end",
                                     "function(t, s) return s[\"nobody.x\"] end",
                                     "function(t, s) return s[\"some.x\"] end",
                                     "function(t) error(\"no such number\") end",
                                     "ground",
                                     "some",
                                     "some:at{0/0, 0}",
                                     "some:at{1e300, 0}",
                                     "print",
                                     "math"};
enum { VALUES = sizeof values / sizeof *values };

static const double numbers[] = {NAN, INFINITY, -INFINITY, -1, 0, 1e300, -1e300, 1e-300};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

typedef struct {
  int cases, refused, ran, failed;
  int seed, most_steps; /* of a mechanism; 0: as many as it takes */
  long most_work;
  const char *kind, *field; /* of the case in hand */
  char value[96];
} study;

static void complain(study *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(study *s, const char *format, ...)
{
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (s->failed++ < MOST_SHOWN)
    print_error("%s { %s = %s }: %s\n", s->kind, s->field, s->value, text);
}

/* ---- what happens ---------------------------------------------------------------------------------------------- */

/* A sentence: something to read, in one line, with the place. */
static void check_refusal(study *s, const pawl_error *e)
{
  s->refused++;
  if (e->status != PAWL_BAD_MODEL && e->status != PAWL_BAD_NUMBERS)
    complain(s, "status %d: %s", e->status, e->text);
  if (strlen(e->text) < 10 || strchr(e->text, '\n'))
    complain(s, "no sentence: '%s'", e->text);
  const char *line = strrchr(e->where, ':');
  if (e->status == PAWL_BAD_MODEL && (!line || !isdigit((unsigned char)line[1])))
    complain(s, "no line: '%s': %s", e->where, e->text);
  for (const char *c = e->text; *c; c++)
    if ((unsigned char)*c < ' ')
      complain(s, "a control character in: %s", e->text);
}

/* The channels, or a sentence why there are none. */
static pawl_status look(study *s, pawl_run *run, pawl_error *e)
{
  pawl_status status = pawl_run_output(run, run->t, run->room.values, e);
  for (int i = 0; status == PAWL_OK && i < pawl_run_channel_count(run); i++)
    if (!isfinite(run->room.values[i])) {
      complain(s, "%s is not finite at t = %g, and nobody says so", pawl_run_channel_name(run, i), run->t);
      break;
    }
  return status;
}

static long work_of(const pawl_run *run)
{
  return run->books.rhs + run->books.looks + run->books.searches;
}

static pawl_status go(study *s, pawl_run *run, pawl_error *e)
{
  pawl_status status = look(s, run, e);
  while (status == PAWL_OK && run->t < DURATION && (s->most_steps == 0 || run->books.steps < s->most_steps)) {
    status = pawl_run_step(run, DURATION, e);
    if (work_of(run) > MOST_WORK) {
      complain(s, "no end of it: t = %g after %ld steps", run->t, run->books.steps);
      return PAWL_OK;
    }
  }
  s->most_work = s->most_work > work_of(run) ? s->most_work : work_of(run);
  if (status == PAWL_OK)
    status = look(s, run, e);
  s->ran += status == PAWL_OK;
  return status;
}

/* `path`: a number of the model is set by its path; NULL: it is as written. */
static void examine(study *s, const char *text, const char *path, double number)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error e = {0};
  pawl_status status = pawl_model_parse(&model, text, "hostile", NULL, &e);
  s->cases++;
  if (status == PAWL_OK && path) {
    status = pawl_model_set(model, path, number, &e);
    if (status == PAWL_BAD_CALL && strlen(e.text) > 10)
      e.status = status = PAWL_BAD_NUMBERS; /* the caller's mistake, not the model's */
  }
  if (status == PAWL_OK)
    status = pawl_run_new(&run, model, &e);
  if (status == PAWL_OK)
    status = go(s, run, &e);
  if (status != PAWL_OK) {
    if (status != e.status)
      complain(s, "returns %d, says %d", status, e.status);
    check_refusal(s, &e);
  }
  pawl_run_free(run);
  pawl_model_free(model);
}

/* ---- examples with another value -------------------------------------------------------------------------------- */

static size_t word_length(const char *s)
{
  return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
}

/* Where the part itself is in its example, which is a whole model: `kind "name" {` or `kind {`. */
static const char *part_of(const pawl_kind *kind)
{
  size_t n = strlen(kind->name);
  for (const char *at = strstr(kind->example, kind->name); at; at = strstr(at + 1, kind->name)) {
    bool begins = at == kind->example || strchr(" \n{", at[-1]);
    if (begins && at[n] == ' ' && (at[n + 1] == '"' || at[n + 1] == '{'))
      return at;
  }
  return NULL;
}

/* Its table: from the brace to the one that closes it. */
static const char *table_of(const pawl_kind *kind, const char **end)
{
  const char *at = part_of(kind);
  int depth = 0;
  at = at ? strchr(at, '{') : NULL;
  for (*end = at; at && **end; ++*end) {
    depth += (**end == '{') - (**end == '}');
    if (depth == 0)
      return at;
  }
  return NULL;
}

/* The end of an entry of the table: the comma or brace that follows. */
static const char *entry_end(const char *at, const char *end)
{
  int depth = 0;
  bool quoted = false;
  for (; at < end && (depth > 0 || quoted || *at != ','); at++) {
    quoted = quoted != (*at == '"');
    depth += quoted ? 0 : (*at == '{' || *at == '(') - (*at == '}' || *at == ')');
  }
  return at;
}

/* Is the entry `name = …`? Entries without a name have that of their place. */
static bool is_entry(const char *at, const char *end, const char *name, int place)
{
  size_t n = word_length(at), blank = strspn(at + n, " ");
  bool named = at + n + blank < end && at[n + blank] == '=' && at[n + blank + 1] != '=';
  if (!named)
    return strtol(name, NULL, 10) == place;
  return strlen(name) == n && strncmp(at, name, n) == 0;
}

static bool is_required(const pawl_kind *kind, const char *at)
{
  size_t n = word_length(at);
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (strlen(f->name) == n && strncmp(f->name, at, n) == 0)
      return f->fallback == PAWL_REQUIRED;
  return true;
}

/* The example with the field as given, and beside it the other fields or (`alone`) only those that must be there. */
static bool write_example(FILE *out, const pawl_kind *kind, const char *field, const char *value, bool alone)
{
  const char *end, *begin = table_of(kind, &end);
  bool positional = isdigit((unsigned char)field[0]);
  int place = 0;
  if (!begin)
    return false;
  fprintf(out, "%.*s{ ", (int)(begin - kind->example), kind->example);
  for (const char *at = begin + 1 + strspn(begin + 1, " "); at < end;) {
    const char *next = entry_end(at, end);
    size_t n = word_length(at), blank = strspn(at + n, " ");
    bool named = at[n + blank] == '=';
    place += !named;
    bool this = is_entry(at, next, field, place);
    if (this && positional)
      fprintf(out, "%s%s", value, next < end ? ", " : "");
    else if (!this && !(named && alone && !is_required(kind, at)))
      fprintf(out, "%.*s, ", (int)(next - at), at);
    at = next + (next < end);
    at += strspn(at, " ");
  }
  if (!positional)
    fprintf(out, "%s = %s", field, value);
  fprintf(out, " %s\n", end);
  return true;
}

/* With a body "some" beside it, behind the first line, for values to name. */
static bool write_case(char text[ROOM], const pawl_kind *kind, const char *field, const char *value,
                       bool alone)
{
  char whole[ROOM / 2];
  FILE *out = fmemopen(whole, sizeof whole, "w");
  assert_non_null(out);
  bool good = write_example(out, kind, field, value, alone),
       space = strncmp(kind->example, "spatial", 7) == 0;
  assert_int_equal(fclose(out), 0);
  const char *second = good && strchr(whole, '\n') ? strchr(whole, '\n') + 1 : whole;
  snprintf(text, ROOM, "%.*slocal some = body \"some\" { mass = 1, inertia = %s }\n%s", (int)(second - whole),
           whole, space ? "{1, 1, 1}" : "1", second);
  return good;
}

static bool skipped(study *s)
{
  static unsigned long long dice = 1;
  (void)s;
  dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
  return (dice >> 33) % (unsigned)EVERY != 0;
}

static void try_values(study *s, const pawl_kind *kind, const pawl_field *f)
{
  char text[ROOM];
  for (int v = 0; v < VALUES; v++)
    for (int alone = 0; alone < 2; alone++) {
      if (skipped(s))
        continue;
      snprintf(s->value, sizeof s->value, "%s", values[v]);
      if (!write_case(text, kind, f->name, values[v], alone))
        fail_msg("%s: no table is found in its example: %s", kind->name, kind->example);
      examine(s, text, NULL, 0);
    }
}

/* The same numbers set from outside, by path. */
static void try_numbers(study *s, const pawl_kind *kind, const pawl_field *f)
{
  char text[ROOM], path[256];
  const char *name = part_of(kind) + strlen(kind->name) + 1;
  bool named = *name == '"';
  snprintf(text, ROOM, "%s", kind->example);
  snprintf(path, sizeof path, "%.*s.%s%s", named ? (int)word_length(name + 1) : (int)strlen(kind->name),
           named ? name + 1 : kind->name, f->name, f->type == PAWL_VECTOR ? ".x" : "");
  for (int v = 0; v < NUMBERS; v++) {
    snprintf(s->value, sizeof s->value, "%g by path", numbers[v]);
    if (!skipped(s))
      examine(s, text, path, numbers[v]);
  }
}

static void bear_anything(void **state)
{
  (void)state;
  study s = {0};
  for (int i = 0; pawl_kinds[i]; i++)
    for (const pawl_field *f = pawl_kinds[i]->fields; f->name; f++) {
      bool space = strncmp(pawl_kinds[i]->example, "spatial", 7) == 0;
      s.kind = pawl_kinds[i]->name;
      s.field = f->name;
      if (!pawl_in_world(f->worlds, space ? PAWL_SPATIAL : PAWL_PLANAR))
        continue;
      try_values(&s, pawl_kinds[i], f);
      if (f->type == PAWL_REAL || f->type == PAWL_VECTOR || f->type == PAWL_SIGNAL || f->type == PAWL_COUNT)
        try_numbers(&s, pawl_kinds[i], f);
    }
  print_message(
      "%d cases: %d refused with a sentence, %d ran; up to %ld right-hand sides, looks and searches\n",
      s.cases, s.refused, s.ran, s.most_work);
  assert_int_equal(s.failed, 0);
  assert_true(s.refused > s.cases / 4 && s.ran > s.cases / 20);
}

/* ---- random mechanisms with one number out of all proportion ------------------------------------------------------ */

/* A number of a random part of the model, by path; false: this one has none. */
static bool roll_path(const pawl_model *model, unsigned long long *seed, char path[256], study *s)
{
  const pawl_part *part =
      model->parts[(int)(0.5 * (1 + pawl_chance(seed)) * model->part_count) % model->part_count];
  const pawl_field *found = NULL;
  int count = 0;
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if ((f->type == PAWL_REAL || f->type == PAWL_VECTOR || f->type == PAWL_SIGNAL || f->type == PAWL_COUNT) &&
        pawl_in_world(f->worlds, model->worlds) && (int)(0.5 * (1 + pawl_chance(seed)) * ++count) == 0)
      found = f;
  if (!found || part->kind->family == PAWL_STATEMENT)
    return false;
  snprintf(path, 256, "%s.%s%s", part->name, found->name, found->type == PAWL_VECTOR ? ".y" : "");
  s->kind = part->kind->name;
  s->field = found->name;
  return true;
}

static void spoil(study *s, const char *text, unsigned long long *seed)
{
  pawl_model *model = NULL;
  pawl_error e = {0};
  char path[256];
  assert_int_equal(pawl_model_parse(&model, text, "hostile", NULL, &e), PAWL_OK);
  bool found = roll_path(model, seed, path, s);
  pawl_model_free(model);
  double number = numbers[(int)(0.5 * (1 + pawl_chance(seed)) * NUMBERS) % NUMBERS];
  snprintf(s->value, sizeof s->value, "%g in mechanism %d", number, s->seed);
  if (found)
    examine(s, text, path, number);
}

static void bear_it_in_mechanisms(void **state)
{
  (void)state;
  study s = {.most_steps = 300};
  unsigned long long dice = 1;
  for (s.seed = 1; s.seed <= 1000 / EVERY; s.seed++) {
    pawl_memory memory = pawl_memory_default();
    pawl_arena arena;
    pawl_arena_open(&arena, &memory);
    pawl_random_wish wish = {.bodies = 1 + s.seed % 5};
    const char *text = pawl_random_model((unsigned long long)s.seed, &wish, &arena);
    assert_non_null(text);
    spoil(&s, text, &dice);
    pawl_arena_close(&arena);
  }
  print_message(
      "%d cases: %d refused with a sentence, %d ran; up to %ld right-hand sides, looks and searches\n",
      s.cases, s.refused, s.ran, s.most_work);
  assert_int_equal(s.failed, 0);
  assert_true(s.refused > s.cases / 10 && s.ran > s.cases / 10);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(bear_anything),
                                     cmocka_unit_test(bear_it_in_mechanisms)};
  char text[ROOM];
  const pawl_kind *kind = argc > 3 ? pawl_kind_find(argv[1]) : NULL;
  if (kind && write_case(text, kind, argv[2], argv[3], argc > 4)) {
    printf("%s", text);
    return 0;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
