/* pawl picture --plot: channels and expressions over time, a panel for each unit, and over each other (Y:X), a panel for each X
 * and unit. */
#include <math.h>
#include <string.h>

#include "channels.h"
#include "picture.h"
#include "result/display.h"
#include "result/plot.h"

enum { MOST_LINES = 64 };

/* A line before it has its panel. */
typedef struct {
  const char *name, *unit, *x_name, *x_unit;
  const double *x, *y;
} curve;

typedef struct {
  pawl_call *call;
  const pawl_picture_words *words;
  const pawl_recording *recording;
  curve curve[MOST_LINES];
  int curve_count;
  pawl_measure_names names;
  const double *time;
  const char *time_unit;
  size_t first, rows; /* those in the window */
} plotting;

/* ---- the window ---- */

static pawl_status open_window(plotting *p)
{
  const pawl_result *r = p->recording->result;
  double since = p->words->since, until = p->words->show.until;
  double span = r->rows ? r->time[r->rows - 1] - r->time[0] : 0;
  p->rows = r->rows;
  while (!isnan(since) && p->rows > 0 && r->time[p->first] < since - 1e-9 * span) {
    p->first++;
    p->rows--;
  }
  while (!isnan(until) && p->rows > 0 && r->time[p->first + p->rows - 1] > until + 1e-9 * span)
    p->rows--;
  if (p->rows > 0 || r->rows == 0)
    return PAWL_OK;
  bool late = !isnan(since);
  return pawl_fail(&p->call->error, PAWL_BAD_CALL, NULL, "%s %.9g: the motion is from t = %.9g to %.9g s%s",
                   late ? "--since" : "--until", late ? since : until, r->time[0], r->time[r->rows - 1],
                   late && !isnan(until) ? ", and has no row up to --until" : "");
}

/* ---- numbers in the units that are wanted ---- */

/* Those in the window. */
static const double *convert(plotting *p, const double *value, const char *unit, const char **shown)
{
  double factor = pawl_display_factor(p->words->units, unit ? unit : "", shown);
  double *out = factor == 1 ? NULL : PAWL_TAKE(&p->call->arena, p->rows, double);
  for (size_t i = 0; out && i < p->rows; i++)
    out[i] = factor * value[p->first + i];
  return out ? out : value + p->first;
}

static curve over_time(plotting *p, int column)
{
  const pawl_result *r = p->recording->result;
  curve c = {.name = r->channels[column].name, .x_name = "t", .x = p->time, .x_unit = p->time_unit};
  c.y = convert(p, r->columns[column], r->channels[column].unit, &c.unit);
  return c;
}

static pawl_status add(plotting *p, curve c)
{
  if (p->curve_count == MOST_LINES)
    return pawl_fail(&p->call->error, PAWL_BAD_CALL, NULL, "--plot: more than %d curves", MOST_LINES);
  p->curve[p->curve_count++] = c;
  return PAWL_OK;
}

/* ---- words ---- */

/* The curves that a word means, over time: of an expression, or of channels. */
typedef struct {
  curve *curve;
  int count;
} meaning;

static pawl_status compute(plotting *p, pawl_expression *expression, meaning *m)
{
  const pawl_result *r = p->recording->result;
  const pawl_measuring of = {r, &p->names, r->columns, "--plot", &p->call->arena, &p->call->error};
  double *column;
  pawl_status status = pawl_measure_column(&of, expression, &column);
  curve c = {.name = expression->text, .x_name = "t", .x = p->time, .x_unit = p->time_unit};
  if (status != PAWL_OK)
    return status;
  c.y = convert(p, column, expression->unit, &c.unit);
  m->curve[m->count++] = c;
  return PAWL_OK;
}

static pawl_status mean(plotting *p, const char *word, size_t length, meaning *m)
{
  const pawl_result *r = p->recording->result;
  pawl_expression *expression = NULL;
  pawl_choice choice;
  *m = (meaning){PAWL_TAKE(&p->call->arena, r->count + 1, curve), 0};
  if (!m->curve)
    return pawl_fail_memory(&p->call->error);
  pawl_status status = pawl_choice_expression(p->call, &p->names, "--plot", word, length, &expression);
  if (status != PAWL_OK || expression)
    return expression ? compute(p, expression, m) : status;
  status = pawl_choice_open(p->call, &choice, r->channels, r->count);
  if (status == PAWL_OK)
    status = pawl_choice_add(p->call, &choice, "--plot", word, length);
  for (int i = 0; status == PAWL_OK && i < choice.chosen_count; i++)
    m->curve[m->count++] = over_time(p, choice.chosen[i]);
  return status;
}

static pawl_status add_word(plotting *p, const char *word, size_t length)
{
  size_t first = pawl_expression_end(word, ':');
  first = first < length ? first : length;
  meaning y, x = {0};
  pawl_status status = mean(p, word, first, &y);
  if (status == PAWL_OK && first < length)
    status = mean(p, word + first + 1, length - first - 1, &x);
  if (status == PAWL_OK && first < length && x.count != 1)
    status = pawl_fail(&p->call->error, PAWL_BAD_CALL, NULL,
                       "--plot %.*s: what stands after the colon means %d channels, not one", (int)length,
                       word, x.count);
  for (int i = 0; status == PAWL_OK && i < y.count; i++) {
    curve c = y.curve[i];
    if (x.count) {
      c.x_name = x.curve[0].name;
      c.x = x.curve[0].y;
      c.x_unit = x.curve[0].unit;
    }
    status = add(p, c);
  }
  return status;
}

/* ---- panels ---- */

static bool belongs(const pawl_plot_panel *panel, const curve *c)
{
  return strcmp(panel->unit, c->unit) == 0 && strcmp(panel->x_name, c->x_name) == 0;
}

/* Panels in the order of their first curves; each with all curves of its unit. */
static pawl_plot_panel *make_panels(plotting *p, int *count)
{
  pawl_arena *arena = &p->call->arena;
  pawl_plot_panel *panel = PAWL_TAKE(arena, p->curve_count, pawl_plot_panel);
  for (int i = 0; panel && i < p->curve_count; i++) {
    const curve *c = &p->curve[i];
    int k = 0;
    while (k < *count && !belongs(&panel[k], c))
      k++;
    if (k < *count)
      continue;
    pawl_plot_line *line = PAWL_TAKE(arena, p->curve_count, pawl_plot_line);
    panel[k] = (pawl_plot_panel){c->x, c->x_name, c->x_unit, c->x == p->time, c->unit, line, 0, p->time};
    (*count)++;
    for (int n = i; line && n < p->curve_count; n++)
      if (belongs(&panel[k], &p->curve[n]))
        line[panel[k].line_count++] = (pawl_plot_line){p->curve[n].name, p->curve[n].y, PAWL_NO_INK};
  }
  return arena->failed ? NULL : panel;
}

static const double *event_times(plotting *p, int *count)
{
  const pawl_result *r = p->recording->result;
  const char *unit;
  double factor = pawl_display_factor(p->words->units, "s", &unit);
  double *time = PAWL_TAKE(&p->call->arena, r->event_count + 1, double);
  *count = 0;
  for (size_t i = 0; time && p->rows > 0 && i < r->event_count; i++)
    if (r->events[i].time >= r->time[p->first] && r->events[i].time <= r->time[p->first + p->rows - 1])
      time[(*count)++] = factor * r->events[i].time;
  return time;
}

/* The last row that is not after t, of those in the window; -1: it is outside. */
static long row_at(const plotting *p, double t)
{
  const double *time = p->recording->result->time + p->first;
  if (p->rows == 0 || !(t >= time[0] && t <= time[p->rows - 1]))
    return -1;
  size_t row = 0;
  while (row + 1 < p->rows && time[row + 1] <= t)
    row++;
  return (long)row;
}

static pawl_status find_marks(plotting *p, pawl_plot_options *o)
{
  const char *word = p->words->mark;
  pawl_error *error = &p->call->error;
  size_t *mark = word ? PAWL_TAKE(&p->call->arena, strlen(word) + 1, size_t) : NULL;
  if (word && !mark)
    return pawl_fail_memory(error);
  for (size_t length; word; word = word[length] ? word + length + 1 : NULL) {
    double t;
    length = strcspn(word, ",");
    char *number = pawl_format(&p->call->arena, "%.*s", (int)length, word);
    if (!number || !pawl_number_of(number, &t))
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "--mark wants times with commas between them, not '%.*s'",
                       (int)length, word);
    long row = row_at(p, t);
    if (row < 0)
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "--mark %s: the plot has no row then", number);
    mark[o->mark_count++] = (size_t)row;
  }
  o->mark = mark;
  return PAWL_OK;
}

static pawl_status write_plot(plotting *p, const pawl_paper_kind *kind, FILE *to)
{
  const pawl_picture_words *words = p->words;
  int count = 0;
  pawl_plot_options o = {.title = pawl_scene_title(p->call, p->recording->path),
                         .width = isnan(words->scene.width) ? 720 : words->scene.width,
                         .height = isnan(words->scene.height) ? 0 : words->scene.height,
                         .zoom = isnan(words->scale) ? 1 : words->scale};
  o.event = event_times(p, &o.event_count);
  pawl_theme(words->scene.theme, &o.background, &o.dark);
  pawl_plot_panel *panel = make_panels(p, &count);
  if (!panel || !o.event)
    return pawl_fail_memory(&p->call->error);
  if (find_marks(p, &o) != PAWL_OK)
    return p->call->error.status;
  bool portrait = count > 0 && !panel[0].over_time;
  if (portrait && isnan(words->scene.width))
    o.width = 480;
  return pawl_plot_write(to, kind, p->rows, panel, count, &o, &p->call->error);
}

pawl_status pawl_picture_plot(pawl_call *call, const pawl_picture_words *words,
                              const pawl_recording *recording, const pawl_paper_kind *kind, FILE *to)
{
  plotting p = {.call = call, .words = words, .recording = recording};
  pawl_status status = pawl_display_check(words->units, &call->error);
  if (status == PAWL_OK)
    status = open_window(&p);
  if (status == PAWL_OK)
    p.time = convert(&p, recording->result->time, "s", &p.time_unit);
  if (status == PAWL_OK)
    status = pawl_measure_names_of(&p.names, recording->result, &call->arena, &call->error);
  const char *word = words->plot;
  for (size_t length; status == PAWL_OK && word; word = word[length] ? word + length + 1 : NULL) {
    length = pawl_expression_end(word, 0);
    status = add_word(&p, word, length);
  }
  if (status == PAWL_OK && call->arena.failed)
    status = pawl_fail_memory(&call->error);
  return status == PAWL_OK ? write_plot(&p, kind, to) : status;
}
