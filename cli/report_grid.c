/* --grid k=1e5:1e6:9: the runs for all combinations of the values of some parameters, or numbers by path. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/expression.h"
#include "report.h"

enum { MOST_CELLS = 1000 };

/* ---- the values ---- */

static pawl_status bad_values(pawl_call *call, const pawl_setting *s)
{
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                   "--grid %s=%s: wants FROM:TO:COUNT, FROM:TO:COUNT:log, or values A,B,C", s->name,
                   s->value);
}

/* The next number of a text, up to one of `ends`, in the unit of what it is for; *text is moved behind it. */
static bool take_number(pawl_call *call, const char **text, char end, const char *unit, double *x)
{
  char why[PAWL_WHY];
  size_t length = pawl_expression_end(*text, end);
  char *word = pawl_format(&call->arena, "%.*s", (int)length, *text);
  *text += length;
  return word && *word && (pawl_number_of(word, x) || pawl_quantity_read(word, unit, x, why));
}

static pawl_status read_list(pawl_call *call, const pawl_setting *s, const char *unit, pawl_page_axis *axis)
{
  double *value = PAWL_TAKE(&call->arena, strlen(s->value) + 1, double);
  const char *text = s->value;
  int count = 0;
  if (!value)
    return pawl_fail_memory(&call->error);
  for (bool more = true; more; count++) {
    if (!take_number(call, &text, 0, unit, value + count) ||
        (count > 0 && !(value[count] > value[count - 1])))
      return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                       "--grid %s=%s: values must be numbers that increase%s%s", s->name, s->value,
                       *unit ? ", in " : "", unit);
    more = *text == ',';
    text += more;
  }
  *axis = (pawl_page_axis){s->name, unit, value, count};
  return PAWL_OK;
}

/* 0.3, not 0.30000000000000004: it is shown. */
static double tidy(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.12g", x);
  return strtod(text, NULL);
}

static pawl_status read_span(pawl_call *call, const pawl_setting *s, const char *unit, pawl_page_axis *axis)
{
  const char *text = s->value;
  double from, to, count;
  if (!take_number(call, &text, ':', unit, &from) || *text++ != ':' ||
      !take_number(call, &text, ':', unit, &to) || *text++ != ':' ||
      !take_number(call, &text, ':', "", &count))
    return bad_values(call, s);
  bool ratio = strcmp(text, ":log") == 0;
  if (*text && !ratio)
    return bad_values(call, s);
  if (!(count >= 2 && count <= MOST_CELLS && count == floor(count)) || !(from < to) || (ratio && !(from > 0)))
    return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                     "--grid %s=%s: COUNT must be 2 to %d, FROM less than TO%s", s->name, s->value,
                     MOST_CELLS, ratio ? ", and both positive" : "");
  double *value = PAWL_TAKE(&call->arena, count, double);
  if (!value)
    return pawl_fail_memory(&call->error);
  for (int i = 0; i < (int)count; i++) {
    double part = i / (count - 1);
    value[i] =
        i == (int)count - 1 ? to : tidy(ratio ? from * pow(to / from, part) : from + part * (to - from));
  }
  *axis = (pawl_page_axis){s->name, unit, value, (int)count};
  return PAWL_OK;
}

/* ---- the model's own values ---- */

/* The unit of a parameter, or of a number by path. */
static pawl_status find_unit(pawl_call *call, pawl_model *model, const char *option, const char *name,
                             const char **unit)
{
  for (int i = 0; i < model->parameter_count; i++)
    if (strcmp(name, model->parameters[i].name) == 0) {
      *unit = model->parameters[i].unit ? pawl_arena_text(&call->arena, model->parameters[i].unit) : "";
      if (!model->parameters[i].text)
        return *unit ? PAWL_OK : pawl_fail_memory(&call->error);
      return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                       "%s: parameter '%s' of %s is a text, and %s numbers", option, name, model->path,
                       strcmp(option, "--grid") == 0 ? "a grid is made of" : "it wants");
    }
  *unit = pawl_model_unit(model, name);
  return *unit ? PAWL_OK : pawl_model_set(model, name, 0, &call->error);
}

pawl_status pawl_number_unit(pawl_call *call, const char *path, const pawl_settings *set, const char *option,
                             const char *name, const char **unit)
{
  pawl_model *model = NULL;
  pawl_status status = pawl_call_model(call, path, set, &model);
  if (status == PAWL_OK)
    status = find_unit(call, model, option, name, unit);
  pawl_model_free(model);
  return status;
}

/* The index of the value nearest to the model's own; 0: it has none. */
static int nearest(pawl_model *model, const pawl_page_axis *axis)
{
  const double *number = NULL;
  int best = 0;
  for (int i = 0; i < model->parameter_count; i++)
    if (strcmp(model->parameters[i].name, axis->name) == 0)
      number = &model->parameters[i].value;
  number = number ? number : pawl_model_number(model, axis->name, NULL);
  for (int k = 1; number && k < axis->count; k++)
    if (fabs(axis->value[k] - *number) < fabs(axis->value[best] - *number))
      best = k;
  return best;
}

static pawl_status read_axes(pawl_call *call, const pawl_settings *given, pawl_model *model, pawl_grid *grid)
{
  double cells = 1;
  grid->axis = PAWL_TAKE(&call->arena, given->count, pawl_page_axis);
  if (!grid->axis)
    return pawl_fail_memory(&call->error);
  for (int i = 0; i < given->count; i++) {
    const pawl_setting *s = given->items + i;
    const char *unit = "";
    bool span = s->value[pawl_expression_end(s->value, ':')] == ':';
    pawl_status status = find_unit(call, model, "--grid", s->name, &unit);
    if (status == PAWL_OK)
      status = (span ? read_span : read_list)(call, s, unit, grid->axis + i);
    if (status != PAWL_OK)
      return status;
    for (int k = 0; k < i; k++)
      if (strcmp(given->items[k].name, s->name) == 0)
        return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "--grid: '%s' is given twice", s->name);
    grid->own = grid->own * grid->axis[i].count + nearest(model, grid->axis + i);
    cells *= grid->axis[i].count;
  }
  if (cells > MOST_CELLS)
    return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "--grid: %.0f runs are too many, %d are the most",
                     cells, MOST_CELLS);
  grid->axis_count = given->count;
  grid->cell_count = (int)cells;
  grid->cell = PAWL_TAKE(&call->arena, grid->cell_count, pawl_recording *);
  grid->failure = PAWL_TAKE(&call->arena, grid->cell_count, pawl_error);
  return grid->cell && grid->failure ? PAWL_OK : pawl_fail_memory(&call->error);
}

static pawl_status plan(pawl_call *call, const pawl_report_words *words, pawl_grid *grid)
{
  pawl_model *model = NULL;
  pawl_status status = pawl_call_model(call, words->show.what, &words->show.set, &model);
  if (status == PAWL_OK)
    status = read_axes(call, &words->grid, model, grid);
  pawl_model_free(model);
  return status;
}

/* ---- the runs ---- */

/* The words of a run with the values of a cell after those of --set. */
static bool set_cell(pawl_call *call, const pawl_report_words *words, const pawl_grid *grid, int cell,
                     pawl_show_words *show)
{
  int given = words->show.set.count;
  pawl_setting *set = PAWL_TAKE(&call->arena, given + grid->axis_count, pawl_setting);
  *show = words->show;
  if (!set)
    return false;
  if (given)
    memcpy(set, words->show.set.items, (size_t)given * sizeof *set);
  for (int i = grid->axis_count - 1; i >= 0; cell /= grid->axis[i].count, i--) {
    char digits[32];
    char *text =
        pawl_arena_text(&call->arena, pawl_digits(grid->axis[i].value[cell % grid->axis[i].count], digits));
    set[given + i] = (pawl_setting){grid->axis[i].name, text};
    if (!text)
      return false;
  }
  show->set = (pawl_settings){set, given + grid->axis_count};
  return true;
}

int pawl_grid_run(pawl_call *call, const pawl_report_words *words, pawl_grid *grid)
{
  pawl_status status = PAWL_OK;
  if (pawl_show_is_result(words->show.what))
    status = pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                       "--grid is for a model that is run, and %s is a result", words->show.what);
  if (status == PAWL_OK)
    status = plan(call, words, grid);
  int first = -1; /* of those that did not fail */
  for (int i = 0; status == PAWL_OK && i < grid->cell_count; i++) {
    pawl_show_words show;
    if (!set_cell(call, words, grid, i, &show))
      return pawl_exit_of(pawl_fail_memory(&call->error));
    int failed = pawl_show_open(call, &show, NULL, grid->cell + i);
    if (pawl_interrupt_seen())
      return failed;
    grid->failure[i] = call->error;
    if (!failed && first < 0)
      first = i;
    if (i + 1 < grid->cell_count || first >= 0)
      call->error = (pawl_error){0};
  }
  if (status != PAWL_OK || first < 0)
    return pawl_exit_of(call->error.status);
  if (!grid->cell[grid->own])
    grid->own = first;
  return 0;
}

int pawl_grid_say_failed(const pawl_grid *grid)
{
  int failed = 0, first = -1;
  for (int i = 0; i < grid->cell_count; i++) {
    failed += !grid->cell[i];
    first = first < 0 && !grid->cell[i] ? i : first;
  }
  if (failed)
    pawl_say(grid->failure[first].where, "%d of %d runs of the grid failed, the first because: %s", failed,
             grid->cell_count, grid->failure[first].text);
  return failed;
}

void pawl_grid_free(pawl_grid *grid)
{
  for (int i = 0; grid->cell && i < grid->cell_count; i++)
    pawl_recording_free(grid->cell[i]);
}
