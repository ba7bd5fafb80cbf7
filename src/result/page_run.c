/* The description of one run: what viewer/DATA.md asks for. */
#define _XOPEN_SOURCE 700
#include "result/page_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_FILE = 1 << 18, MOST_WORKS = 24 };

/* ---- rows and arrays ---- */

double pawl_page_numbers(const pawl_recording *recording, size_t rows)
{
  size_t n = recording->result->rows;
  return (double)(rows && n > rows ? rows : n) * (recording->result->count + 1);
}

static bool is_event_row(const pawl_result *r, size_t i)
{
  return (i > 0 && r->time[i] == r->time[i - 1]) || (i + 1 < r->rows && r->time[i] == r->time[i + 1]);
}

static size_t count_event_rows(const pawl_result *r)
{
  size_t n = 0;
  for (size_t i = 0; i < r->rows; i++)
    n += is_event_row(r, i);
  return n;
}

/* Evenly thinned, with the first, the last, and both rows of every event. */
static bool choose_rows(pawl_page_run *run, size_t most, pawl_arena *arena)
{
  const pawl_result *r = run->recording->result;
  run->rows = r->rows;
  if (most < 2 || r->rows <= most)
    return true;
  size_t *row = PAWL_TAKE(arena, r->rows, size_t), count = 0;
  if (!row)
    return false;
  double every = (double)(r->rows - 1) / (double)(most - 1), next = 0;
  bool few = count_event_rows(r) <= most; /* else they are no events */
  for (size_t i = 0; i < r->rows; i++) {
    bool event = few && is_event_row(r, i);
    bool wanted = (double)i >= next - 1e-9 || i + 1 == r->rows;
    if (wanted)
      next += every;
    if (wanted || event)
      row[count++] = i;
  }
  run->row = row;
  run->rows = count;
  return true;
}

static bool is_constant(const double *x, size_t rows)
{
  for (size_t i = 1; i < rows; i++)
    if (memcmp(x + i, x, sizeof *x) != 0)
      return false;
  return true;
}

static bool make_drawing(pawl_page_run *run)
{
  const pawl_recording *r = run->recording;
  FILE *to = open_memstream(&run->drawing, &run->drawing_size);
  if (!to)
    return false;
  if (r->model)
    pawl_drawing_json(&r->drawing, to, NULL);
  else
    fputs("{\"world\": \"planar\", \"size\": 1, \"bodies\": [\"ground\"], \"parts\": [], \"items\": []}", to);
  bool good = !ferror(to);
  return fclose(to) == 0 && good;
}

bool pawl_page_run_plan(pawl_page_run *run, const pawl_recording *recording, size_t rows, bool narrow,
                        pawl_page_block *block)
{
  const pawl_result *r = recording->result;
  *run = (pawl_page_run){.recording = recording, .narrow = narrow};
  run->channel = PAWL_TAKE(&block->arena, r->count + 1, int);
  if (!run->channel || !choose_rows(run, rows, &block->arena) || !make_drawing(run))
    return false;
  run->time = pawl_block_add(block, r->time, run->row, run->rows, false);
  for (int i = 0; i < r->count; i++) {
    bool constant = is_constant(r->columns[i], r->rows);
    run->channel[i] =
        pawl_block_add(block, r->columns[i], run->row, constant ? 1 : run->rows, narrow && !constant);
  }
  return !block->arena.failed;
}

void pawl_page_run_free(pawl_page_run *run)
{
  free(run->drawing);
  run->drawing = NULL;
}

/* ---- the model ---- */

static void put_file(pawl_json *json, const char *folder, size_t folder_size, const char *name,
                     const char *text, size_t size)
{
  char path[4096], note[64];
  snprintf(path, sizeof path, "%.*s%s", (int)folder_size, folder, name);
  snprintf(note, sizeof note, "(%zu bytes, not shown here)", size);
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "path", path);
  pawl_json_text(json, "text", size > LONGEST_FILE ? note : text);
  pawl_json_close(json, '}');
}

static void put_files(pawl_json *json, const pawl_stored_model *model)
{
  const char *path = model->path ? model->path : "", *slash = strrchr(path, '/');
  size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
  pawl_json_open(json, "files", '[');
  if (model->source)
    put_file(json, "", 0, path, model->source, strlen(model->source));
  for (int i = 0; i < model->file_count; i++)
    put_file(json, path, folder, model->files[i].name, model->files[i].text, model->files[i].size);
  pawl_json_close(json, ']');
}

static void put_parameter(pawl_json *json, const pawl_parameter *p)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "name", p->name);
  if (p->text)
    pawl_json_text(json, "text", p->text);
  else
    pawl_json_number(json, "value", p->value);
  if (p->choices) {
    pawl_json_open(json, "choices", '[');
    for (int i = 0; i < p->choice_count; i++)
      pawl_json_text(json, NULL, p->choices[i]);
    pawl_json_close(json, ']');
  }
  if (!p->text) {
    pawl_json_text(json, "unit", p->unit ? p->unit : "");
    pawl_json_number(json, "min", p->min);
    pawl_json_number(json, "max", p->max);
  }
  pawl_json_text(json, "doc", p->doc ? p->doc : "");
  pawl_json_close(json, '}');
}

static bool has_parameter(const pawl_recording *r, const char *name)
{
  for (int i = 0; r->model && i < r->model->parameter_count; i++)
    if (strcmp(r->model->parameters[i].name, name) == 0)
      return true;
  return false;
}

/* What a grid moves by its path has a slider as parameters have. */
static void put_moved(pawl_json *json, const pawl_page_run *run)
{
  for (int i = 0; run->recording->model && i < run->axis_count; i++) {
    const pawl_page_axis *axis = run->axis + i;
    const double *number = pawl_model_number(run->recording->model, axis->name, NULL);
    if (number && !has_parameter(run->recording, axis->name))
      put_parameter(json, &(pawl_parameter){.name = axis->name,
                                            .value = *number,
                                            .unit = axis->unit,
                                            .doc = "",
                                            .min = -INFINITY,
                                            .max = INFINITY});
  }
}

static void put_parameters(pawl_json *json, const pawl_page_run *run)
{
  const pawl_recording *r = run->recording;
  pawl_json_open(json, "parameters", '[');
  for (int i = 0; r->model && i < r->model->parameter_count; i++)
    put_parameter(json, r->model->parameters + i);
  for (int i = 0; !r->model && i < r->result->parameter_count; i++) {
    const pawl_result_parameter *p = r->result->parameters + i;
    put_parameter(json, &(pawl_parameter){.name = p->name,
                                          .value = p->value,
                                          .unit = p->unit,
                                          .doc = p->doc,
                                          .min = -INFINITY,
                                          .max = INFINITY});
  }
  put_moved(json, run);
  pawl_json_close(json, ']');
}

/* What the page shows elsewhere, or nobody asks for. */
static bool is_option(const char *name, const char *text)
{
  static const char *const others[] = {"state_hash", "program_version", "schema_version", "warnings"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(name, others[i]) == 0)
      return false;
  return *text && strncmp(name, "parameter.", 10) != 0 && strncmp(name, "peak.", 5) != 0 &&
         strncmp(name, "pressed.", 8) != 0;
}

static void put_option(pawl_json *json, const char *name, const char *text)
{
  char *end;
  double x = strtod(text, &end);
  if (end != text && *end == 0 && isfinite(x))
    pawl_json_number(json, name, x);
  else
    pawl_json_text(json, name, text);
}

static void put_warnings(pawl_json *json, const pawl_page_run *run)
{
  const pawl_recording *r = run->recording;
  char note[160];
  pawl_json_open(json, "warnings", '[');
  for (int i = 0; i < r->warning_count; i++)
    pawl_json_text(json, NULL, r->warning[i]);
  if (run->row) {
    snprintf(note, sizeof note, "The page holds %zu of the %zu rows of the result.", run->rows,
             r->result->rows);
    pawl_json_text(json, NULL, note);
  }
  if (run->narrow)
    pawl_json_text(json, NULL, "The page holds its numbers with seven digits, because there are so many.");
  pawl_json_close(json, ']');
}

/* The source is the same for all runs of a grid. */
static void put_model(pawl_json *json, const pawl_page_run *run, bool whole)
{
  const pawl_recording *r = run->recording;
  const pawl_result *result = r->result;
  pawl_json_open(json, "model", '{');
  if (whole) {
    pawl_json_text(json, "path", result->model.path && *result->model.path ? result->model.path : r->path);
    put_files(json, &result->model);
  }
  put_parameters(json, run);
  pawl_json_open(json, "options", '{');
  for (int i = 0; i < result->meta_count; i++)
    if (is_option(result->meta[i].name, result->meta[i].text) &&
        pawl_result_meta(result, result->meta[i].name) == result->meta[i].text)
      put_option(json, result->meta[i].name, result->meta[i].text);
  pawl_json_close(json, '}');
  const char *hash = pawl_result_meta(result, "state_hash");
  pawl_json_text(json, "hash", hash ? hash : "");
  put_warnings(json, run);
  pawl_json_close(json, '}');
}

/* ---- channels, events, the ledger ---- */

static void put_channels(pawl_json *json, const pawl_page_run *run)
{
  const pawl_result *r = run->recording->result;
  pawl_json_count(json, "time", run->time);
  pawl_json_open(json, "channels", '[');
  for (int i = 0; i < r->count; i++) {
    if (strcmp(r->channels[i].name, PAWL_ROW_WHY) == 0) /* of the rows, and not of the motion */
      continue;
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "name", r->channels[i].name);
    pawl_json_text(json, "unit", r->channels[i].unit);
    pawl_json_text(json, "part", r->channels[i].part);
    pawl_json_text(json, "doc", r->channels[i].meaning);
    pawl_json_count(json, "array", run->channel[i]);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

static void put_events(pawl_json *json, const pawl_result *r)
{
  pawl_json_open(json, "events", '[');
  for (size_t i = 0; i < r->event_count; i++) {
    const pawl_event *e = r->events + i;
    if (!isfinite(e->time))
      continue;
    pawl_json_open(json, NULL, '{');
    pawl_json_number(json, "time", e->time);
    pawl_json_text(json, "part", e->part);
    pawl_json_text(json, "from", e->from);
    pawl_json_text(json, "to", e->to);
    pawl_json_text(json, "reason", e->reason);
    for (const pawl_event_number *n = pawl_event_numbers; n->name; n++)
      if (isfinite(pawl_event_get(e, n)))
        pawl_json_number(json, n->name, pawl_event_get(e, n));
    if (e->shape1 && *e->shape1)
      pawl_json_text(json, "shape1", e->shape1);
    if (e->shape2 && *e->shape2)
      pawl_json_text(json, "shape2", e->shape2);
    if (e->unit && *e->unit)
      pawl_json_text(json, "unit", e->unit);
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}

static bool is_work(const pawl_ledger_entry *e)
{
  size_t length = strlen(e->name);
  return length > 5 && strcmp(e->name + length - 5, ".work") == 0 && strcmp(e->name, "energy.work") != 0;
}

static void put_term(pawl_json *json, const char *channel, int sign, const char *name)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "channel", channel);
  pawl_json_count(json, "sign", sign);
  pawl_json_text(json, "name", name);
  pawl_json_close(json, '}');
}

/* The works of all parts one by one, if all were recorded and they are few enough to be told apart. */
static bool put_works(pawl_json *json, const pawl_recording *r)
{
  int count = 0;
  for (int i = 0; i < r->result->ledger_count; i++) {
    if (!is_work(r->result->ledger + i))
      continue;
    if (++count > MOST_WORKS || pawl_recording_find(r, r->result->ledger[i].name) < 0)
      return false;
  }
  for (int i = 0; i < r->result->ledger_count; i++) {
    const char *name = r->result->ledger[i].name;
    char label[128];
    if (!is_work(r->result->ledger + i))
      continue;
    snprintf(label, sizeof label, "work of %.*s", (int)strlen(name) - 5, name);
    put_term(json, name, -1, label);
  }
  return true;
}

static void put_ledger(pawl_json *json, const pawl_recording *r)
{
  static const char *const stored[] = {"energy.kinetic", "energy.gravity", "energy.stored"};
  for (int i = 0; i < 3; i++)
    if (pawl_recording_find(r, stored[i]) < 0)
      return;
  pawl_json_open(json, "ledger", '{');
  pawl_json_open(json, "terms", '[');
  for (int i = 0; i < 3; i++)
    put_term(json, stored[i], 1, stored[i] + 7);
  if (!put_works(json, r) && pawl_recording_find(r, "energy.work") >= 0)
    put_term(json, "energy.work", -1, "work");
  pawl_json_close(json, ']');
  pawl_json_text(json, "residual", pawl_recording_find(r, "energy.ledger") >= 0 ? "energy.ledger" : NULL);
  pawl_json_close(json, '}');
}

static bool same_drawing(const pawl_page_run *a, const pawl_page_run *b)
{
  return a->drawing_size == b->drawing_size && memcmp(a->drawing, b->drawing, a->drawing_size) == 0;
}

void pawl_page_run_json(const pawl_page_run *run, const pawl_page_run *own, pawl_json *json)
{
  put_model(json, run, !own);
  if (!own || !same_drawing(run, own)) {
    pawl_json_raw(json, "drawing");
    fwrite(run->drawing, 1, run->drawing_size, json->to);
  }
  put_channels(json, run);
  put_events(json, run->recording->result);
  pawl_page_contacts(json, run->recording);
  put_ledger(json, run->recording);
}
