/* A result kept in memory: blocks of rows in the order they came, turned into columns at the end. */
#include <string.h>

#include "base/error.h"
#include "result/format.h"

typedef struct chunk {
  struct chunk *next;
  int rows;
  double *time, *values; /* rows; rows x channels */
} chunk;

typedef struct {
  pawl_arena blocks; /* of the chunks: they go when the columns are there */
  chunk *first, **end;
  size_t rows;
  pawl_result *result;
  pawl_event *events;
  size_t event_count, event_room;
  pawl_meta *meta;
  int meta_count, meta_room;
} sink;

static bool starved(pawl_writer *writer)
{
  pawl_fail_memory(&writer->error);
  return false;
}

static bool open_memory(pawl_writer *writer)
{
  sink *s = PAWL_TAKE(&writer->arena, 1, sink);
  pawl_result *result = PAWL_TAKE(&writer->arena, 1, pawl_result);
  if (!s || !result)
    return starved(writer);
  s->result = result;
  s->end = &s->first;
  pawl_arena_open(&s->blocks, &writer->arena.memory);
  writer->sink = s;
  return true;
}

static bool keep_rows(pawl_writer *writer)
{
  sink *s = writer->sink;
  size_t n = (size_t)writer->filled, width = (size_t)writer->count;
  if (n == 0)
    return true;
  chunk *c = PAWL_TAKE(&s->blocks, 1, chunk);
  double *time = PAWL_TAKE(&s->blocks, n, double), *values = PAWL_TAKE(&s->blocks, n * width, double);
  if (s->blocks.failed)
    return starved(writer);
  memcpy(time, writer->time, n * sizeof *time);
  memcpy(values, writer->values, n * width * sizeof *values);
  *c = (chunk){NULL, writer->filled, time, values};
  *s->end = c;
  s->end = &c->next;
  s->rows += n;
  return true;
}

static const char *keep(pawl_writer *writer, const char *text)
{
  return pawl_arena_text(&writer->arena, text ? text : "");
}

static bool keep_files(pawl_writer *writer, const pawl_stored_model *from, pawl_stored_model *to)
{
  pawl_file *files = PAWL_TAKE(&writer->arena, from->file_count, pawl_file);
  for (int i = 0; files && i < from->file_count; i++) {
    const pawl_file *f = from->files + i;
    char *text = PAWL_TAKE(&writer->arena, f->size + 1, char);
    if (text)
      memcpy(text, f->text, f->size);
    files[i] = (pawl_file){keep(writer, f->name), text, f->size};
  }
  to->files = files;
  to->file_count = from->file_count;
  return !writer->arena.failed;
}

static bool keep_model(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                       const pawl_result_parameter *parameters, int count)
{
  (void)drawing; /* whoever has the model can make it */
  pawl_result *r = ((sink *)writer->sink)->result;
  pawl_setting *settings = PAWL_TAKE(&writer->arena, model->setting_count, pawl_setting);
  pawl_result_parameter *list = PAWL_TAKE(&writer->arena, count, pawl_result_parameter);
  if (writer->arena.failed || !keep_files(writer, model, &r->model))
    return starved(writer);
  for (int i = 0; i < model->setting_count; i++)
    settings[i] =
        (pawl_setting){keep(writer, model->settings[i].name), keep(writer, model->settings[i].value)};
  for (int i = 0; i < count; i++)
    list[i] = (pawl_result_parameter){keep(writer, parameters[i].name), parameters[i].value,
                                      keep(writer, parameters[i].unit), keep(writer, parameters[i].doc)};
  r->model.path = keep(writer, model->path);
  r->model.source = keep(writer, model->source);
  r->model.settings = settings;
  r->model.setting_count = model->setting_count;
  r->parameters = list;
  r->parameter_count = count;
  return !writer->arena.failed || starved(writer);
}

/* A list that doubles; the old ones stay in the arena. */
static void *grow(pawl_writer *writer, void *list, size_t count, size_t *room, size_t size)
{
  if (count < *room)
    return list;
  size_t larger = *room ? 2 * *room : 16;
  void *to = pawl_arena_take(&writer->arena, larger, size);
  if (to && count)
    memcpy(to, list, count * size);
  *room = larger;
  return to;
}

static bool keep_meta(pawl_writer *writer, const char *name, const char *text)
{
  sink *s = writer->sink;
  size_t room = (size_t)s->meta_room;
  s->meta = grow(writer, s->meta, (size_t)s->meta_count, &room, sizeof *s->meta);
  s->meta_room = (int)room;
  pawl_meta entry = {keep(writer, name), keep(writer, text)};
  if (writer->arena.failed)
    return starved(writer);
  s->meta[s->meta_count++] = entry;
  return true;
}

static bool keep_event(pawl_writer *writer, const pawl_event *event)
{
  sink *s = writer->sink;
  s->events = grow(writer, s->events, s->event_count, &s->event_room, sizeof *s->events);
  pawl_event own = *event;
  own.part = keep(writer, event->part);
  own.from = keep(writer, event->from);
  own.to = keep(writer, event->to);
  own.reason = keep(writer, event->reason);
  own.shape1 = keep(writer, event->shape1);
  own.shape2 = keep(writer, event->shape2);
  own.unit = keep(writer, event->unit);
  if (writer->arena.failed)
    return starved(writer);
  s->events[s->event_count++] = own;
  return true;
}

static bool keep_ledger(pawl_writer *writer, const pawl_ledger_entry *entries, int count)
{
  pawl_result *r = ((sink *)writer->sink)->result;
  pawl_ledger_entry *list = PAWL_TAKE(&writer->arena, count, pawl_ledger_entry);
  for (int i = 0; list && i < count; i++)
    list[i] = (pawl_ledger_entry){keep(writer, entries[i].name), entries[i].value};
  if (writer->arena.failed)
    return starved(writer);
  r->ledger = list;
  r->ledger_count = count;
  return true;
}

static bool close_memory(pawl_writer *writer)
{
  sink *s = writer->sink;
  if (s)
    pawl_arena_close(&s->blocks);
  return true;
}

static void fill_columns(const sink *s, double *time, double *const *columns, int count)
{
  size_t at = 0;
  for (const chunk *c = s->first; c; at += (size_t)c->rows, c = c->next) {
    memcpy(time + at, c->time, (size_t)c->rows * sizeof *time);
    for (int i = 0; i < count; i++)
      for (int r = 0; r < c->rows; r++)
        columns[i][at + (size_t)r] = c->values[(size_t)r * (size_t)count + (size_t)i];
  }
}

/* The result lives in the writer's own arena. */
static bool gather(pawl_writer *writer)
{
  sink *s = writer->sink;
  pawl_result *r = s->result;
  double *time = PAWL_TAKE(&writer->arena, s->rows + 1, double);
  double *numbers = PAWL_TAKE(&writer->arena, s->rows * (size_t)writer->count + 1, double);
  double **columns = PAWL_TAKE(&writer->arena, writer->count + 1, double *);
  if (writer->arena.failed)
    return starved(writer);
  for (int i = 0; i < writer->count; i++)
    columns[i] = numbers + (size_t)i * s->rows;
  fill_columns(s, time, columns, writer->count);
  r->count = writer->count;
  r->rows = s->rows;
  r->time = time;
  r->channels = writer->channels;
  r->columns = columns;
  r->events = s->events;
  r->event_count = s->event_count;
  r->meta = s->meta;
  r->meta_count = s->meta_count;
  return true;
}

pawl_status pawl_writer_result(pawl_writer *writer, pawl_result **result, pawl_error *error)
{
  *result = NULL;
  bool ok = pawl_writer_flush(writer, error) == PAWL_OK && gather(writer);
  close_memory(writer);
  if (!ok && error && error->status == PAWL_OK)
    *error = writer->error;
  pawl_status status = writer->error.status;
  pawl_result *r = ((sink *)writer->sink)->result;
  r->arena = writer->arena;
  if (ok)
    *result = r;
  else
    pawl_result_free(r);
  return status;
}

const pawl_format pawl_format_memory = {.open = open_memory,
                                        .rows = keep_rows,
                                        .model = keep_model,
                                        .meta = keep_meta,
                                        .event = keep_event,
                                        .ledger = keep_ledger,
                                        .close = close_memory};
