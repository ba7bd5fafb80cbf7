/* A recording: found by names, read at any time. */
#include "result/recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { POSE = 7 };

/* ---- names ---- */

/* qsort has no way to pass the list: the names are sorted, each with its column. */
typedef struct {
  const char *name;
  int column;
} entry;

static int order(const void *a, const void *b)
{
  const entry *x = a, *y = b;
  int names = strcmp(x->name, y->name);
  return names ? names : (x->column > y->column) - (x->column < y->column);
}

static bool sort_names(pawl_recording *r)
{
  int n = r->result->count;
  entry *list = PAWL_TAKE(&r->arena, n + 1, entry);
  r->by_name = PAWL_TAKE(&r->arena, n + 1, int);
  if (r->arena.failed)
    return false;
  for (int i = 0; i < n; i++)
    list[i] = (entry){r->result->channels[i].name, i};
  qsort(list, (size_t)n, sizeof *list, order);
  for (int i = 0; i < n; i++)
    r->by_name[i] = list[i].column;
  return true;
}

int pawl_recording_find(const pawl_recording *recording, const char *channel)
{
  int low = 0, high = recording->result->count;
  while (low < high) { /* the first that is not before */
    int middle = low + (high - low) / 2;
    if (strcmp(recording->result->channels[recording->by_name[middle]].name, channel) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  int column = low < recording->result->count ? recording->by_name[low] : -1;
  return column >= 0 && strcmp(recording->result->channels[column].name, channel) == 0 ? column : -1;
}

int pawl_recording_column(const pawl_recording *recording, int part, const char *channel)
{
  char name[512];
  int length = snprintf(name, sizeof name, "%s.%s", recording->model->parts[part]->name, channel);
  return length < (int)sizeof name ? pawl_recording_find(recording, name) : -1;
}

/* ---- poses ---- */

static const char *const flat_pose[POSE] = {"x", "y", "angle"};
static const char *const space_pose[POSE] = {"x", "y", "z", "e0", "e1", "e2", "e3"};

static bool is_flat(const pawl_recording *r)
{
  return r->model->worlds == PAWL_PLANAR;
}

static bool warn(pawl_recording *r, const char *text)
{
  enum { MOST = 64 };
  if (!r->warning)
    r->warning = PAWL_TAKE(&r->arena, MOST, const char *);
  char *own = r->warning && text ? pawl_arena_text(&r->arena, text) : NULL;
  if (own && r->warning_count < MOST)
    r->warning[r->warning_count++] = own;
  return own != NULL;
}

/* A recording of only some channels may lack what the drawing needs. */
static bool find_poses(pawl_recording *r)
{
  int missing = 0, first = 0;
  r->pose = PAWL_TAKE(&r->arena, POSE * (r->model->body_count + 1), int);
  if (!r->pose)
    return false;
  for (int b = 1; b <= r->model->body_count; b++) {
    bool whole = true;
    for (int i = 0; i < POSE; i++) {
      const char *name = (is_flat(r) ? flat_pose : space_pose)[i];
      int column = name ? pawl_recording_column(r, r->model->body_part[b], name) : -1;
      r->pose[POSE * b + i] = column;
      whole = whole && (!name || column >= 0);
    }
    if (!whole && missing++ == 0)
      first = b;
  }
  char text[320];
  if (missing)
    snprintf(text, sizeof text,
             "The result does not hold the places of %d of %d bodies (\"%.100s\" is the first): they are "
             "drawn at the "
             "origin.",
             missing, r->model->body_count, r->model->parts[r->model->body_part[first]]->name);
  return !missing || warn(r, text);
}

/* ---- opening ---- */

/* Times must be numbers that never decrease. */
static pawl_status check_times(const pawl_result *result, const char *path, pawl_error *error)
{
  for (size_t i = 0; i < result->rows; i++)
    if (!isfinite(result->time[i]) || (i > 0 && result->time[i] < result->time[i - 1]))
      return pawl_fail(error, PAWL_BAD_FILE, NULL, "%s: the time of row %zu, %g, does not follow that before",
                       path, i + 1, result->time[i]);
  if (result->rows == 0)
    return pawl_fail(error, PAWL_BAD_FILE, NULL, "%s holds no rows", path);
  return PAWL_OK;
}

static bool take_warnings(pawl_recording *r)
{
  const char *text = pawl_result_meta(r->result, "warnings");
  const char *failure = pawl_result_meta(r->result, "failure");
  bool ok = !failure || !*failure || warn(r, failure);
  for (const char *line = text; ok && line && *line;) {
    size_t length = strcspn(line, "\n");
    char *own = PAWL_TAKE(&r->arena, length + 1, char);
    if (own)
      memcpy(own, line, length);
    ok = own && (length == 0 || warn(r, own));
    line += length + (line[length] == '\n');
  }
  return ok;
}

/* Symbols are to be seen beside the bodies, as they stand at the start. */
static pawl_status draw(pawl_recording *r, pawl_error *error)
{
  pawl_recorded_instant first = {r, r->result->time[0]};
  const pawl_instant instant = pawl_recording_instant(&first);
  return pawl_view_collect(r->model, &instant, 1, &r->arena, &r->drawing, error);
}

pawl_status pawl_recording_make(pawl_recording **recording, pawl_result *result, pawl_model *model,
                                const char *path, pawl_error *error)
{
  *recording = NULL;
  pawl_arena arena;
  pawl_arena_open(&arena, &result->arena.memory);
  pawl_recording *r = PAWL_TAKE(&arena, 1, pawl_recording);
  if (!r) {
    pawl_result_free(result);
    pawl_model_free(model);
    return pawl_fail_memory(error);
  }
  *r = (pawl_recording){.arena = arena, .result = result, .model = model, .drawing = {.model = model}};
  r->path = pawl_arena_text(&r->arena, path);
  pawl_status status = check_times(result, path, error);
  if (status == PAWL_OK && (!r->path || !sort_names(r) || !take_warnings(r)))
    status = pawl_fail_memory(error);
  if (status == PAWL_OK && model && !find_poses(r))
    status = pawl_fail_memory(error);
  if (status == PAWL_OK && model)
    status = draw(r, error);
  if (status == PAWL_OK)
    *recording = r;
  else
    pawl_recording_free(r);
  return status;
}

void pawl_recording_free(pawl_recording *recording)
{
  if (!recording)
    return;
  pawl_result_free(recording->result);
  pawl_model_free(recording->model);
  pawl_arena arena = recording->arena;
  pawl_arena_close(&arena);
}

/* A model that cannot be read any more takes its drawing with it, but not the numbers. */
static pawl_model *restore(const pawl_result *result, char *why, size_t size)
{
  pawl_error error = {0};
  pawl_model *model = NULL;
  pawl_reading how = {.settings = result->model.settings, .setting_count = result->model.setting_count};
  why[0] = 0;
  if (result->model.source && pawl_model_restore(&model, &result->model, &how, &error) != PAWL_OK)
    snprintf(why, size, "The model in the result cannot be read: %s%s%s", error.where,
             error.where[0] ? ": " : "", error.text);
  return model;
}

pawl_status pawl_recording_read(pawl_recording **recording, const char *path, const char *model,
                                const pawl_reading *how, pawl_error *error)
{
  *recording = NULL;
  pawl_result *result = NULL;
  pawl_model *own = NULL;
  char why[1200] = "";
  pawl_status status = pawl_result_read(&result, path, NULL, error);
  if (status == PAWL_OK && model)
    status = pawl_model_read(&own, model, how, error);
  if (status != PAWL_OK) {
    pawl_result_free(result);
    return status;
  }
  if (!model)
    own = restore(result, why, sizeof why);
  status = pawl_recording_make(recording, result, own, path, error);
  if (status == PAWL_OK && why[0] && !warn(*recording, why)) {
    pawl_recording_free(*recording);
    *recording = NULL;
    status = pawl_fail_memory(error);
  }
  return status;
}

/* ---- instants ---- */

size_t pawl_recording_row(const pawl_recording *recording, double time, double *part)
{
  const pawl_result *result = recording->result;
  size_t low = 0, high = result->rows;
  while (low < high) { /* the first that is later */
    size_t middle = low + (high - low) / 2;
    if (result->time[middle] <= time)
      low = middle + 1;
    else
      high = middle;
  }
  *part = 0;
  if (low == 0 || low == result->rows)
    return low ? low - 1 : 0;
  *part = (time - result->time[low - 1]) / (result->time[low] - result->time[low - 1]);
  return low - 1;
}

double pawl_recording_value(const pawl_recording *recording, int column, double time)
{
  double part;
  size_t row = pawl_recording_row(recording, time, &part);
  const double *x = recording->result->columns[column];
  return part > 0 ? (1 - part) * x[row] + part * x[row + 1] : x[row];
}

/* A quaternion and its negative are the same turn: between two rows the nearer of the two counts. */
static double turn_value(const pawl_recording *r, int body, int i, double time)
{
  double part, product = 0;
  size_t row = pawl_recording_row(r, time, &part);
  const int *pose = r->pose + POSE * body;
  if (!(part > 0))
    return pawl_recording_value(r, pose[i], time);
  for (int k = 3; k < POSE; k++)
    if (pose[k] >= 0)
      product += r->result->columns[pose[k]][row] * r->result->columns[pose[k]][row + 1];
  const double *x = r->result->columns[pose[i]];
  return (1 - part) * x[row] + part * (product < 0 ? -x[row + 1] : x[row + 1]);
}

static double read_pose(const pawl_recording *r, int body, const char *channel, double time, bool *is_pose)
{
  const char *const *names = is_flat(r) ? flat_pose : space_pose;
  for (int i = 0; i < POSE && names[i]; i++) {
    if (strcmp(names[i], channel) != 0)
      continue;
    *is_pose = true;
    int column = r->pose[POSE * body + i];
    if (column < 0)
      return (double)NAN;
    return !is_flat(r) && i >= 3 ? turn_value(r, body, i, time) : pawl_recording_value(r, column, time);
  }
  return (double)NAN;
}

static double read_channel(void *context, int part, const char *channel)
{
  const pawl_recorded_instant *at = context;
  const pawl_recording *r = at->recording;
  int body = r->model->parts[part]->body;
  bool is_pose = false;
  double x = body > 0 ? read_pose(r, body, channel, at->time, &is_pose) : (double)NAN;
  if (is_pose)
    return x;
  int column = pawl_recording_column(r, part, channel);
  return column < 0 ? (double)NAN : pawl_recording_value(r, column, at->time);
}

pawl_instant pawl_recording_instant(pawl_recorded_instant *at)
{
  return (pawl_instant){read_channel, at};
}
