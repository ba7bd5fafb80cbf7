/* The pictures of the page of parts: the mechanism of the example at the start, other parts in pale colors; of signals and
 * what else has no looks, what it says over time. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "parts.h"
#include "result/plot.h"
#include "result/strip.h"
#include "step/run.h"

enum { TIMES = 240, LINES = 3 };

typedef struct {
  pawl_call *call;
  const pawl_kind *kind;
  pawl_model *model;
  pawl_run *run;
} example;

/* ---- a mechanism ---- */

static double read_channel(void *context, int part, const char *channel)
{
  example *x = context;
  char name[128];
  snprintf(name, sizeof name, "%s.%s", x->model->parts[part]->name, channel);
  return pawl_run_read(x->run, pawl_run_find(x->run, name));
}

/* A kind that draws nothing has no color to set off from others. */
static bool draws(const pawl_drawing *drawing, const pawl_kind *kind)
{
  for (int i = 0; i < drawing->count; i++)
    if (drawing->item[i].part >= 0 && drawing->model->parts[drawing->item[i].part]->kind == kind)
      return true;
  return false;
}

static pawl_status draw_mechanism(example *x, FILE *to)
{
  pawl_drawing drawing;
  pawl_strip_options options = pawl_strip_usual();
  const pawl_snapshot start = {.now = {read_channel, x}};
  pawl_error *error = &x->call->error;
  if (pawl_view_collect(x->model, &start.now, 1, &x->call->arena, &drawing, error) != PAWL_OK)
    return error->status;
  options.title = x->kind->name;
  options.width = 420;
  options.height = 260;
  options.view.guess = true;
  options.view.accent = draws(&drawing, x->kind) ? x->kind : NULL;
  return pawl_strip_write(to, &pawl_paper_svg, &drawing, &start, 1, &options, error);
}

/* ---- a channel over time ---- */

/* What a kind says over time: its value, or the first channel of what has no looks. NULL: it is better drawn. */
static const char *channel_of(const pawl_kind *kind)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    if (strcmp(c->name, "value") == 0)
      return c->name;
  bool shown = kind->draw || kind->joint || !kind->channels;
  const pawl_channel_def *first = kind->channels;
  while (first && first->each) /* called by a coordinate of the part */
    first++;
  return shown ? NULL : first->name;
}

/* The parts with that channel, those of the kind last: on top. */
static int choose(const example *x, const char *channel, int *part)
{
  int n = 0;
  for (int own = 0; own < 2; own++)
    for (int i = 0; i < x->model->part_count && n < LINES; i++) {
      const pawl_kind *kind = x->model->parts[i]->kind;
      const char *its = channel_of(kind);
      if ((kind == x->kind) == own && its && strcmp(its, channel) == 0)
        part[n++] = i;
    }
  return n;
}

/* To the end of the example, with values[i] of part[i]. */
static pawl_status record(example *x, const char *channel, const int *part, int n, double *time,
                          double *values[])
{
  pawl_status status = PAWL_OK;
  for (int k = 0; k < TIMES && status == PAWL_OK; k++) {
    time[k] = pawl_run_duration(x->run) * k / (TIMES - 1);
    status = pawl_run_until(x->run, time[k], &x->call->error);
    for (int i = 0; i < n; i++)
      values[i][k] = read_channel(x, part[i], channel);
  }
  return status;
}

static const char *unit_of(const pawl_kind *kind, const char *channel)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    if (strcmp(c->name, channel) == 0 && c->unit)
      return c->unit;
  return "";
}

static pawl_status draw_curves(example *x, const char *channel, FILE *to)
{
  static const int colors[] = {0xb0b5bb, 0x8fb4d4};
  pawl_arena *arena = &x->call->arena;
  double *time = PAWL_TAKE(arena, TIMES, double), *value[LINES];
  int part[LINES], n = choose(x, channel, part);
  pawl_plot_line lines[LINES];
  pawl_plot_options options = {.title = x->kind->name, .width = 420, .height = 220, .background = 0xffffff};
  for (int i = 0; i < n; i++) {
    const pawl_part *p = x->model->parts[part[i]];
    value[i] = PAWL_TAKE(arena, TIMES, double);
    lines[i] = (pawl_plot_line){pawl_format(arena, "%s.%s", p->name, channel), value[i],
                                p->kind == x->kind ? 0xa03c8c : colors[i % 2]};
  }
  if (arena->failed)
    return pawl_fail_memory(&x->call->error);
  pawl_status status = record(x, channel, part, n, time, value);
  const pawl_plot_panel panel = {time, "t", "s", true, unit_of(x->kind, channel), lines, n};
  if (status != PAWL_OK)
    return status;
  return pawl_plot_write(to, &pawl_paper_svg, TIMES, &panel, 1, &options, &x->call->error);
}

/* ---- all of them ---- */

static pawl_status draw_example(example *x, FILE *to)
{
  const char *channel = channel_of(x->kind);
  pawl_status status = pawl_model_parse(&x->model, x->kind->example, x->kind->name, NULL, &x->call->error);
  if (status == PAWL_OK)
    status = pawl_run_new(&x->run, x->model, &x->call->error);
  if (status == PAWL_OK)
    status = channel ? draw_curves(x, channel, to) : draw_mechanism(x, to);
  pawl_run_free(x->run);
  pawl_model_free(x->model);
  return status;
}

static pawl_status draw_kind(pawl_call *call, const pawl_kind *kind, const char *folder)
{
  const char *path = pawl_format(&call->arena, "%s/%s.svg", folder, kind->name);
  FILE *file = path ? fopen(path, "w") : NULL;
  example x = {.call = call, .kind = kind};
  if (!file)
    return pawl_fail(&call->error, PAWL_BAD_FILE, path, "cannot be written: %s", strerror(errno));
  pawl_status status = draw_example(&x, file);
  if (fclose(file) != 0 && status == PAWL_OK)
    status = pawl_fail(&call->error, PAWL_BAD_FILE, path, "could not be written: %s", strerror(errno));
  return status;
}

pawl_status pawl_parts_pictures(pawl_call *call, const char *folder)
{
  pawl_status status = PAWL_OK;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST)
    return pawl_fail(&call->error, PAWL_BAD_FILE, folder, "cannot be made: %s", strerror(errno));
  for (int i = 0; pawl_kinds[i] && status == PAWL_OK; i++)
    status = draw_kind(call, pawl_kinds[i], folder);
  return status;
}
