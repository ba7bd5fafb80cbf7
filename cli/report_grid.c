/* --grid k=1e5:1e6:9: the runs for all combinations of the values of some parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

enum { MOST_CELLS = 1000 };

/* ---- the values ---- */

static pawl_status bad_values(pawl_call *call, const pawl_setting *s)
{
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                   "--grid %s=%s: wants FROM:TO:COUNT, FROM:TO:COUNT:log, or values A,B,C", s->name,
                   s->value);
}

/* The next number of a text, up to one of `ends`; *text is moved behind it. */
static bool take_number(const char **text, const char *ends, double *x)
{
  char word[64];
  size_t length = strcspn(*text, ends);
  if (length == 0 || length >= sizeof word)
    return false;
  memcpy(word, *text, length);
  word[length] = 0;
  *text += length;
  return pawl_number_of(word, x);
}

static pawl_status read_list(pawl_call *call, const pawl_setting *s, pawl_page_axis *axis)
{
  int count = 1;
  for (const char *c = s->value; *c; c++)
    count += *c == ',';
  double *value = PAWL_TAKE(&call->arena, count, double);
  if (!value)
    return pawl_fail_memory(&call->error);
  const char *text = s->value;
  for (int i = 0; i < count; i++) {
    if (!take_number(&text, ",", value + i) || (i > 0 && !(value[i] > value[i - 1])))
      return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                       "--grid %s=%s: values must be numbers that increase", s->name, s->value);
    text += *text == ',';
  }
  *axis = (pawl_page_axis){s->name, value, count};
  return PAWL_OK;
}

/* 0.3, not 0.30000000000000004: it is shown. */
static double tidy(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.12g", x);
  return strtod(text, NULL);
}

static pawl_status read_span(pawl_call *call, const pawl_setting *s, pawl_page_axis *axis)
{
  const char *text = s->value;
  double from, to, count;
  if (!take_number(&text, ":", &from) || *text++ != ':' || !take_number(&text, ":", &to) || *text++ != ':' ||
      !take_number(&text, ":", &count))
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
  *axis = (pawl_page_axis){s->name, value, (int)count};
  return PAWL_OK;
}

static pawl_status read_axes(pawl_call *call, const pawl_settings *given, pawl_grid *grid)
{
  double cells = 1;
  grid->axis = PAWL_TAKE(&call->arena, given->count, pawl_page_axis);
  if (!grid->axis)
    return pawl_fail_memory(&call->error);
  for (int i = 0; i < given->count; i++) {
    const pawl_setting *s = given->items + i;
    pawl_status status = (strchr(s->value, ':') ? read_span : read_list)(call, s, grid->axis + i);
    if (status != PAWL_OK)
      return status;
    for (int k = 0; k < i; k++)
      if (strcmp(given->items[k].name, s->name) == 0)
        return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "--grid: '%s' is given twice", s->name);
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

/* ---- the model's own values ---- */

static pawl_status no_parameter(pawl_call *call, const pawl_model *model, const char *name)
{
  const char **names = PAWL_TAKE(&call->arena, model->parameter_count + 1, const char *);
  for (int i = 0; names && i < model->parameter_count; i++) {
    names[i] = model->parameters[i].name;
    if (strcmp(name, names[i]) == 0)
      return pawl_fail(&call->error, PAWL_BAD_CALL, NULL,
                       "--grid: parameter '%s' of %s is a text, and a grid is made of numbers", name,
                       model->path);
  }
  const char *near = names ? pawl_nearest(name, names, model->parameter_count) : NULL;
  return pawl_fail(
      &call->error, PAWL_BAD_CALL, NULL,
      "--grid: %s has no parameter '%s' (a line of it like parameter \"k\" { 200 } makes one)%s%s%s",
      model->path, name, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* The index of the value nearest to the model's own, or -1. */
static int nearest(const pawl_model *model, const pawl_page_axis *axis)
{
  for (int i = 0; i < model->parameter_count; i++) {
    const pawl_parameter *p = model->parameters + i;
    if (strcmp(p->name, axis->name) != 0 || p->text)
      continue;
    int best = 0;
    for (int k = 1; k < axis->count; k++)
      if (fabs(axis->value[k] - p->value) < fabs(axis->value[best] - p->value))
        best = k;
    return best;
  }
  return -1;
}

static pawl_status find_own(pawl_call *call, const pawl_report_words *words, pawl_grid *grid)
{
  pawl_model *model = NULL;
  pawl_status status = pawl_call_model(call, words->show.what, &words->show.set, &model);
  for (int i = 0; status == PAWL_OK && i < grid->axis_count; i++) {
    int at = nearest(model, grid->axis + i);
    if (at < 0)
      status = no_parameter(call, model, grid->axis[i].name);
    grid->own = grid->own * grid->axis[i].count + at;
  }
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
    status = read_axes(call, &words->grid, grid);
  if (status == PAWL_OK)
    status = find_own(call, words, grid);
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

void pawl_grid_say_failed(const pawl_grid *grid)
{
  int failed = 0, first = -1;
  for (int i = 0; i < grid->cell_count; i++) {
    failed += !grid->cell[i];
    first = first < 0 && !grid->cell[i] ? i : first;
  }
  if (failed)
    pawl_say(grid->failure[first].where, "%d of %d runs of the grid failed, the first because: %s", failed,
             grid->cell_count, grid->failure[first].text);
}

void pawl_grid_free(pawl_grid *grid)
{
  for (int i = 0; grid->cell && i < grid->cell_count; i++)
    pawl_recording_free(grid->cell[i]);
}
