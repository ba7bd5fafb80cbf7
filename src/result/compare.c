/* Two results, channel by channel: a at its own times against b at the same times,
 *
 *     largest = max |a(t) - b(t)|,   rms = sqrt(mean (a - b)^2),   agrees = largest <= absolute + relative * range(a).
 *
 * Between its rows b is, if asked for, what result/between.c says. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "result/between.h"
#include "result/result.h"

static const double SAME_TIME = 1e-9; /* of the span */

typedef struct {
  size_t row; /* of b: at the time, or before it; SIZE_MAX when there is none */
  bool exact; /* b has a row at this time */
} partner;

static bool check_times(const pawl_result *result, const char *which, pawl_error *error)
{
  for (size_t i = 0; i < result->rows; i++) {
    if (isfinite(result->time[i]) && (i == 0 || result->time[i] >= result->time[i - 1]))
      continue;
    pawl_fail(error, PAWL_BAD_FILE, NULL, "the times of the %s result do not increase: row %zu is at %.15g",
              which, i + 1, result->time[i]);
    return false;
  }
  return true;
}

static double span(const pawl_result *result)
{
  return result->rows ? result->time[result->rows - 1] - result->time[0] : 0;
}

/* Why there is a row; 0: it is of an even grid, as all are in a result that does not say. */
static int why(const double *column, size_t row)
{
  return column ? (int)column[row] : 0;
}

/* Rows of one kind are matched one to one as far as possible: at an impact a result may have two of one time. */
static void find_partners_of(int kind, partner *partners, const pawl_result *a, const pawl_result *b,
                             bool interpolate)
{
  const double *why_a = pawl_result_column(a, PAWL_ROW_WHY), *why_b = pawl_result_column(b, PAWL_ROW_WHY);
  double near = SAME_TIME * fmax(span(a), span(b));
  size_t next = 0, last = SIZE_MAX; /* row of b that has no partner yet, and the one before of that kind */
  for (size_t i = 0; i < a->rows; i++) {
    double t = a->time[i];
    if (why(why_a, i) != kind)
      continue;
    for (; next < b->rows && (b->time[next] < t - near || why(why_b, next) != kind); next++)
      last = why(why_b, next) == kind ? next : last;
    if (next < b->rows && b->time[next] <= t + near)
      partners[i] = (partner){last = next++, true};
    else if (last != SIZE_MAX && b->time[last] >= t - near)
      partners[i] = (partner){last, true};
    else if (interpolate && kind == 0 && last != SIZE_MAX && next < b->rows)
      partners[i] = (partner){next - 1, false};
  }
}

static void find_partners(partner *partners, const pawl_result *a, const pawl_result *b, bool interpolate)
{
  enum { KINDS = 8 };
  for (size_t i = 0; i < a->rows; i++)
    partners[i] = (partner){SIZE_MAX, false};
  for (int kind = 0; kind < KINDS; kind++)
    find_partners_of(kind, partners, a, b, interpolate);
}

static double distance(double a, double b)
{
  if (a == b || (isnan(a) && isnan(b)))
    return 0;
  double d = fabs(a - b);
  return isnan(d) ? (double)INFINITY : d;
}

static double range(const double *y, size_t rows)
{
  double least = (double)INFINITY, most = -(double)INFINITY;
  for (size_t i = 0; i < rows; i++)
    if (isfinite(y[i])) {
      least = fmin(least, y[i]);
      most = fmax(most, y[i]);
    }
  return most >= least ? most - least : 0;
}

static void compare_channel(pawl_difference *difference, const pawl_result *a, const double *ya,
                            const pawl_result *b, const double *yb, const partner *partners)
{
  double sum = 0;
  size_t n = 0;
  difference->largest = -1;
  for (size_t i = 0; i < a->rows; i++) {
    partner p = partners[i];
    if (p.row == SIZE_MAX)
      continue;
    double d = distance(ya[i], p.exact ? yb[p.row] : pawl_between(b->time, yb, p.row, b->rows, a->time[i]));
    if (d > difference->largest) {
      difference->largest = d;
      difference->at = a->time[i];
    }
    sum += d * d;
    n++;
  }
  difference->rms = n ? sqrt(sum / (double)n) : 0;
  difference->largest = n ? difference->largest : 0;
  difference->range = range(ya, a->rows);
}

/* The channel of that name, which in most cases stands at the same place. */
static int find(const pawl_result *result, const char *name, int guess)
{
  if (guess < result->count && strcmp(result->channels[guess].name, name) == 0)
    return guess;
  for (int i = 0; i < result->count; i++)
    if (strcmp(result->channels[i].name, name) == 0)
      return i;
  return -1;
}

static int list_missing(const char **names, const pawl_result *of, const pawl_result *in)
{
  int count = 0;
  for (int i = 0; i < of->count; i++)
    if (find(in, of->channels[i].name, i) < 0 && strcmp(of->channels[i].name, PAWL_ROW_WHY) != 0)
      names[count++] = of->channels[i].name;
  return count;
}

static void fill(pawl_comparison *c, const pawl_result *a, const pawl_result *b,
                 const pawl_tolerance *tolerance, partner *partners)
{
  const double *of = pawl_result_column(a, PAWL_ROW_WHY);
  find_partners(partners, a, b, tolerance->interpolate);
  for (size_t i = 0; i < a->rows; i++) {
    bool found = partners[i].row != SIZE_MAX, owed = why(of, i) == 0;
    c->first_missed = !found && owed && c->missed == 0 ? a->time[i] : c->first_missed;
    c->rows += found;
    c->missed += !found && owed;
    c->passed += !found && !owed;
  }
  c->only_a_count = list_missing(c->only_a, a, b);
  c->only_b_count = list_missing(c->only_b, b, a);
  c->agrees = c->rows > 0 && c->missed == 0;
  for (int i = 0; i < a->count; i++) {
    int j = find(b, a->channels[i].name, i);
    if (j < 0 || strcmp(a->channels[i].name, PAWL_ROW_WHY) == 0)
      continue;
    pawl_difference *d = &c->channels[c->count++];
    *d = (pawl_difference){.name = a->channels[i].name, .unit = a->channels[i].unit};
    compare_channel(d, a, a->columns[i], b, b->columns[j], partners);
    d->allowed = tolerance->absolute + tolerance->relative * d->range;
    d->agrees = d->largest <= d->allowed;
    c->agrees = c->agrees && d->agrees;
  }
  c->agrees = c->agrees && c->count > 0;
}

pawl_status pawl_compare(pawl_comparison **comparison, const pawl_result *a, const pawl_result *b,
                         const pawl_tolerance *tolerance, const pawl_memory *memory, pawl_error *error)
{
  *comparison = NULL;
  if (!check_times(a, "first", error) || !check_times(b, "second", error))
    return PAWL_BAD_FILE;
  pawl_arena arena;
  pawl_arena_open(&arena, memory);
  pawl_comparison *c = PAWL_TAKE(&arena, 1, pawl_comparison);
  pawl_difference *channels = PAWL_TAKE(&arena, a->count, pawl_difference);
  const char **only_a = PAWL_TAKE(&arena, a->count, const char *);
  const char **only_b = PAWL_TAKE(&arena, b->count, const char *);
  partner *partners = PAWL_TAKE(&arena, a->rows, partner);
  if (arena.failed) {
    pawl_arena_close(&arena);
    return pawl_fail_memory(error);
  }
  *c = (pawl_comparison){.channels = channels, .only_a = only_a, .only_b = only_b, .arena = arena};
  fill(c, a, b, tolerance, partners);
  *comparison = c;
  return PAWL_OK;
}

void pawl_comparison_free(pawl_comparison *comparison)
{
  if (!comparison)
    return;
  pawl_arena arena = comparison->arena;
  pawl_arena_close(&arena);
}
