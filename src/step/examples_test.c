/* The example of every kind is a whole model of a few lines: it runs to its end, something moves, every channel is a
 * number, the constraints and the energy ledger hold, expectations are met. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include <time.h>

#include "step/sessions_test.h"

enum { LEAST = 3, MOST = 8, WIDE = 118, ROWS = 20 };

static int count_lines(const pawl_kind *kind, const char *text)
{
  int lines = 0;
  for (const char *s = text; *s; lines++) {
    size_t length = strcspn(s, "\n");
    if (length > WIDE || length == 0 || s[length] != '\n')
      fail_msg("%s: a line that is empty, longer than %d or not ended:\n%s", kind->name, WIDE, text);
    s += length + 1;
  }
  return lines;
}

/* The name of the kind where a part of it is made: followed by a name or a table. */
static bool makes(const char *text, const char *name)
{
  size_t n = strlen(name);
  for (const char *s = strstr(text, name); s; s = strstr(s + 1, name)) {
    bool word = s == text || strchr("\n ={", s[-1]);
    if (word && s[n] == ' ' && (s[n + 1] == '"' || s[n + 1] == '{'))
      return true;
  }
  return false;
}

static void examples_are_short_models(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    const pawl_kind *kind = pawl_kinds[i];
    int lines = count_lines(kind, kind->example);
    if (lines < LEAST || lines > MOST)
      fail_msg("%s: an example of %d lines", kind->name, lines);
    if (!makes(kind->example, kind->name))
      fail_msg("%s: is not in its own example:\n%s", kind->name, kind->example);
    if (strncmp(kind->example, "planar {", 8) != 0 && strncmp(kind->example, "spatial {", 9) != 0)
      fail_msg("%s: an example that does not begin with its world", kind->name);
    assert_non_null(strstr(kind->example, "simulate {"));
  }
}

/* Equations are not required of what only looks. */
static void kinds_have_equations(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    const pawl_kind *kind = pawl_kinds[i];
    if (kind->family != PAWL_DRAWING && !kind->equations)
      fail_msg("%s: has no equations", kind->name);
    if (kind->equations)
      count_lines(kind, kind->equations);
  }
}

static double read_all(session s, const char *name, double *kinetic)
{
  double sum = 0;
  for (int i = 0; i < pawl_run_channel_count(s.run); i++) {
    double x = pawl_run_read(s.run, i);
    if (!isfinite(x))
      fail_msg("%s: %s is %g at %g s", name, pawl_run_channel_name(s.run, i), x, s.run->t);
    sum += fabs(x);
  }
  *kinetic = fmax(*kinetic, pawl_run_read(s.run, pawl_run_find(s.run, "energy.kinetic")));
  return sum;
}

static void meet_expectations(session s, const char *name)
{
  for (int i = 0; i < s.model->part_count; i++) {
    const pawl_part *part = s.model->parts[i];
    const pawl_expect *wants = part->fields;
    if (strcmp(part->kind->name, "expect") != 0 || !wants->channel)
      continue;
    double got = pawl_run_read(s.run, pawl_run_find(s.run, wants->channel));
    assert_true(wants->at == s.run->t);
    if (!(fabs(got - wants->value) <= wants->tolerance))
      fail_msg("%s: %s is %.12g, not %.12g", name, wants->channel, got, wants->value);
  }
}

/* How far it is from what it must keep, as a share of what it may be: residuals of constraints, the energy ledger. */
static double upkeep(const pawl_run *run)
{
  const pawl_books *books = &run->books;
  return fmax(fmax(books->worst_position, books->worst_velocity) / 1e-9,
              books->worst_ledger / (10 * run->plan.tolerance));
}

static double run_example(const pawl_kind *kind, long *work)
{
  session s = open_text(kind->example, NULL);
  double kinetic = 0, start = read_all(s, kind->name, &kinetic), end = start;
  for (int k = 1; k <= ROWS; k++) {
    go(s, k == ROWS ? pawl_run_duration(s.run) : pawl_run_duration(s.run) * k / ROWS);
    end = read_all(s, kind->name, &kinetic);
  }
  if (!(kinetic > 0) || end == start)
    fail_msg("%s: nothing moves in its example", kind->name);
  double kept = upkeep(s.run);
  if (!(kept <= 1))
    fail_msg("%s: residuals %g, %g, ledger %g", kind->name, s.run->books.worst_position,
             s.run->books.worst_velocity, s.run->books.worst_ledger);
  meet_expectations(s, kind->name);
  *work = s.run->books.rhs + s.run->books.looks + s.run->books.searches;
  leave(s);
  return kept;
}

static void examples_run_to_their_end(void **state)
{
  (void)state;
  long work, most = 0;
  double worst = 0;
  const char *which = "";
  for (int i = 0; pawl_kinds[i]; i++) {
    worst = fmax(worst, run_example(pawl_kinds[i], &work));
    if (work > most) {
      most = work;
      which = pawl_kinds[i]->name;
    }
  }
  print_message(
      "  most work: %s, %ld right-hand sides, looks and searches; residuals and ledger up to %.2g of what "
      "they may be\n",
      which, most, worst);
  assert_true(most < 20000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(examples_are_short_models),
      cmocka_unit_test(kinds_have_equations),
      cmocka_unit_test(examples_run_to_their_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
