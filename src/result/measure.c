/* Expressions over rows: what needs all rows is computed first, from the inside; then the rest in each row. */
#include "result/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/between.h"

/* ---- names ---- */

static int find_channel(void *context, const char *name, size_t length, const char **unit)
{
  const pawl_measure_names *names = context;
  for (int i = 0; i < names->count; i++)
    if (strncmp(names->channels[i].name, name, length) == 0 && !names->channels[i].name[length]) {
      *unit = names->units ? names->channels[i].unit : NULL;
      return i;
    }
  return -1;
}

static const char *find_part(void *context, const char *name, size_t length)
{
  const pawl_measure_names *names = context;
  for (int i = 0; i < names->part_count; i++)
    if (strncmp(names->parts[i], name, length) == 0 && !names->parts[i][length])
      return names->parts[i];
  return NULL;
}

static const char *find_near(void *context, const char *name, bool part)
{
  const pawl_measure_names *names = context;
  const char **list = PAWL_TAKE(names->arena, names->count + 1, const char *);
  if (part)
    return pawl_nearest(name, names->parts, names->part_count);
  for (int i = 0; list && i < names->count; i++)
    list[i] = names->channels[i].name;
  return list ? pawl_nearest(name, list, names->count) : NULL;
}

static void add_part(pawl_measure_names *names, const char *name, size_t length)
{
  if (length == 0 || find_part(names, name, length))
    return;
  char *own = PAWL_TAKE(names->arena, length + 1, char);
  if (own)
    names->parts[names->part_count++] = memcpy(own, name, length);
}

pawl_status pawl_measure_names_of(pawl_measure_names *names, const pawl_result *result, pawl_arena *arena,
                                  pawl_error *error)
{
  const char *method = pawl_result_meta(result, "method");
  *names = (pawl_measure_names){.channels = result->channels,
                                .count = result->count,
                                .events = !result->plain,
                                .logged = !method || strcmp(method, "stepping") != 0,
                                .arena = arena};
  size_t most = (size_t)result->count + result->event_count + (size_t)result->ledger_count;
  names->parts = PAWL_TAKE(arena, most + 1, const char *);
  if (!names->parts)
    return pawl_fail_memory(error);
  for (int i = 0; i < result->count; i++) {
    const char *part = result->channels[i].part, *unit = result->channels[i].unit;
    names->units = names->units || (unit && *unit);
    if (part && strcmp(part, "energy") != 0)
      add_part(names, part, strlen(part));
  }
  for (size_t i = 0; i < result->event_count; i++)
    if (i == 0 || strcmp(result->events[i].part, result->events[i - 1].part) != 0)
      add_part(names, result->events[i].part, strlen(result->events[i].part));
  for (int i = 0; i < result->ledger_count; i++)
    if (strncmp(result->ledger[i].name, "energy.", 7) != 0)
      add_part(names, result->ledger[i].name, strcspn(result->ledger[i].name, "."));
  return arena->failed ? pawl_fail_memory(error) : PAWL_OK;
}

pawl_status pawl_measure_read(pawl_expression **expression, const char *text, const char *who,
                              const pawl_measure_names *names, pawl_error *error)
{
  pawl_vocabulary words = {.find = find_channel,
                           .near = find_near,
                           .part = names->events ? find_part : NULL,
                           .kinds = names->logged ? pawl_event_kinds : NULL,
                           .context = (void *)names};
  return pawl_expression_read(expression, text, who, &words, names->arena, error);
}

pawl_status pawl_measure_read_one(pawl_expression **expression, const char *text, const char *who,
                                  const pawl_measure_names *names, pawl_error *error)
{
  pawl_status status = pawl_measure_read(expression, text, who, names, error);
  if (status != PAWL_OK || !(*expression)->root->varies)
    return status;
  return pawl_expression_fail(
      error, who, text, 1,
      "this has a value in each row, and a measure is one number: max(…), final(…), mean(…) …");
}

static void mark(const pawl_node *node, bool *marked)
{
  if (node->kind == PAWL_NODE_CHANNEL)
    marked[node->channel] = true;
  for (int i = 0; i < node->count; i++)
    mark(node->argument[i], marked);
}

void pawl_measure_mark(const pawl_expression *expression, bool *marked)
{
  mark(expression->root, marked);
}

/* ---- over the run ---- */

/* Its value in all rows. NULL: no memory. */
static const double *values_of(const pawl_measuring *of, const pawl_node *node)
{
  const pawl_result *r = of->result;
  if (node->kind == PAWL_NODE_CHANNEL && node->factor == 1)
    return of->columns[node->channel];
  double *y = PAWL_TAKE(of->arena, r->rows + 1, double);
  for (size_t i = 0; y && i < r->rows; i++) {
    const pawl_row_of row = {.time = r->time[i], .columns = of->columns, .row = i};
    y[i] = pawl_node_value(node, &row);
  }
  return y;
}

static size_t extreme(const double *y, size_t rows, bool largest)
{
  size_t best = 0;
  for (size_t i = 1; i < rows; i++)
    if (isnan(y[best]) || (largest ? y[i] > y[best] : y[i] < y[best]))
      best = i;
  return best;
}

/* The largest of a channel that the run itself has seen; NaN: it did not look. */
static double peak(const pawl_measuring *of, const pawl_node *node)
{
  char name[256] = PAWL_PEAK_META;
  const char *channel = node->kind == PAWL_NODE_CHANNEL ? of->names->channels[node->channel].name : "";
  if (!*channel || strlen(channel) + strlen(name) >= sizeof name)
    return (double)NAN;
  const char *text = pawl_result_meta(of->result, strcat(name, channel));
  return text ? strtod(text, NULL) : (double)NAN;
}

static const double ROUGH = 1e-2; /* by so much straight lines differ where rows show a motion but badly */

static void judge_rows(const pawl_measuring *of, const pawl_node *node, const double *y)
{
  const char *name = node->function->name;
  bool squares = strcmp(name, "rms") == 0, plain = strcmp(name, "mean") == 0 || strcmp(name, "integral") == 0;
  if (of->rough && (squares || plain))
    *of->rough |= pawl_between_rough(of->result->time, y, of->result->rows, squares ? 2 : 1) > ROUGH;
}

static double root_mean(const double *t, const double *y, size_t rows, int n)
{
  double span = t[rows - 1] - t[0];
  if (span > 0)
    return pawl_between_integral(t, y, rows, n) / span;
  return n == 2 ? y[rows - 1] * y[rows - 1] : y[rows - 1];
}

static double crossing(const pawl_node *node, const double *t, const double *y, size_t rows)
{
  const pawl_row_of none = {0};
  double level = node->count > 1 ? pawl_node_value(node->argument[1], &none) : 0;
  double n = node->count > 2 ? pawl_node_value(node->argument[2], &none) : 1;
  const char *name = node->function->name;
  int way = strcmp(name, "rise") == 0 ? 1 : strcmp(name, "fall") == 0 ? -1 : 0;
  size_t count;
  double time = pawl_between_crossing(t, y, rows, level, way, n, &count);
  return node->function->rule == PAWL_RULE_COUNT ? (double)count : time;
}

static double reduce(const pawl_measuring *of, const pawl_node *node, const double *y)
{
  const double *t = of->result->time;
  size_t rows = of->result->rows;
  const char *name = node->function->name;
  const pawl_row_of none = {0};
  if (strcmp(name, "max") == 0)
    return fmax(y[extreme(y, rows, true)], peak(of, node->argument[0]));
  if (strcmp(name, "min") == 0)
    return y[extreme(y, rows, false)];
  if (strcmp(name, "time_of_max") == 0 || strcmp(name, "time_of_min") == 0)
    return t[extreme(y, rows, strcmp(name, "time_of_max") == 0)];
  if (strcmp(name, "first") == 0)
    return y[0];
  if (strcmp(name, "final") == 0)
    return y[rows - 1];
  if (strcmp(name, "at") == 0)
    return pawl_between_at(t, y, rows, pawl_node_value(node->argument[1], &none));
  if (strcmp(name, "mean") == 0)
    return root_mean(t, y, rows, 1);
  if (strcmp(name, "rms") == 0)
    return sqrt(root_mean(t, y, rows, 2));
  if (strcmp(name, "integral") == 0)
    return pawl_between_integral(t, y, rows, 1);
  return crossing(node, t, y, rows);
}

/* What is inside comes first. */
static pawl_status fill(const pawl_measuring *of, const char *text, pawl_node *node)
{
  for (int i = 0; i < node->count; i++)
    if (fill(of, text, node->argument[i]) != PAWL_OK)
      return of->error->status;
  if (node->kind != PAWL_NODE_REDUCTION)
    return PAWL_OK;
  if (of->known && of->known(of->context, node, &node->value))
    return PAWL_OK;
  if (node->function->rule == PAWL_RULE_EVENTS)
    return pawl_measure_events(of, text, node);
  const double *y = values_of(of, node->argument[0]);
  if (!y)
    return pawl_fail_memory(of->error);
  node->value = reduce(of, node, y);
  judge_rows(of, node, y);
  return PAWL_OK;
}

static pawl_status check_rows(const pawl_measuring *of, const char *text)
{
  const pawl_result *r = of->result;
  if (r->rows == 0)
    return pawl_expression_fail(of->error, of->who, text, 1, "there are no rows");
  for (size_t i = 0; i < r->rows; i++)
    if (!isfinite(r->time[i]) || (i > 0 && r->time[i] < r->time[i - 1]))
      return pawl_fail(of->error, PAWL_BAD_FILE, NULL, "the times do not increase: row %zu is at %.15g",
                       i + 1, r->time[i]);
  return PAWL_OK;
}

pawl_status pawl_measure_value(const pawl_measuring *of, const pawl_expression *expression, double *value)
{
  const pawl_row_of none = {0};
  *value = (double)NAN;
  if (check_rows(of, expression->text) != PAWL_OK || fill(of, expression->text, expression->root) != PAWL_OK)
    return of->error->status;
  *value = pawl_node_value(expression->root, &none);
  return PAWL_OK;
}

pawl_status pawl_measure_column(const pawl_measuring *of, const pawl_expression *expression, double **column)
{
  *column = NULL;
  if (check_rows(of, expression->text) != PAWL_OK || fill(of, expression->text, expression->root) != PAWL_OK)
    return of->error->status;
  *column = (double *)values_of(of, expression->root);
  return *column ? PAWL_OK : pawl_fail_memory(of->error);
}
