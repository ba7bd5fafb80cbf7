/* Snapshots in rows and columns. All have the same scale and show the same piece of the world; the number of columns is
 * the one that makes them largest. */
#include "result/strip.h"

#include <math.h>

#include "base/error.h"

static const double letter = 13, line = 24, gap = 16; /* px: of labels, their rows, and between pictures */

typedef struct {
  const pawl_strip_options *options;
  const pawl_snapshot *snapshot;
  int count;
  int columns, rows;
  pawl_spot cell;    /* what a snapshot takes, without its label, px */
  double label;      /* the height of a label, px; 0: there are none */
  double label_wide; /* of the longest                               */
} layout;

pawl_strip_options pawl_strip_usual(void)
{
  return (pawl_strip_options){.title = "mechanism",
                              .width = 640,
                              .height = 480,
                              .margin = 12,
                              .background = 0xffffff,
                              .view = pawl_view_usual()};
}

/* ---- what is seen ---- */

/* How many points of a path there are up to a time. */
static size_t points_before(const pawl_trace *trace, double time)
{
  size_t low = 0, high = trace->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (trace->time[middle] <= time)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void draw_traces(pawl_view *view, double time, const pawl_strip_options *options, bool going)
{
  for (int i = 0; i < options->trace_count; i++) {
    const pawl_trace *t = &options->trace[i];
    int pale =
        pawl_ink_mix(t->color, options->background == PAWL_NO_INK ? 0xffffff : options->background, 0.7);
    pawl_ink ink = pawl_ink_line(going ? pale : t->color, going ? 1.2 : 1.8, 0);
    pawl_view_trace(view, t->point, t->count, &ink);
    ink = pawl_ink_line(t->color, 1.8, 0);
    if (going && view->canvas.paper)
      pawl_view_trace(view, t->point, points_before(t, time), &ink);
  }
}

void pawl_strip_draw(pawl_view *view, const pawl_snapshot *snapshot, const pawl_strip_options *options,
                     bool going)
{
  pawl_view_draw(view, &snapshot->now);
  draw_traces(view, snapshot->time, options, going);
}

void pawl_strip_measure(pawl_view *view, const pawl_snapshot *snapshot, int count,
                        const pawl_strip_options *options)
{
  for (int i = 0; i < count; i++)
    pawl_view_weigh(view, &snapshot[i].now);
  if (count > 0)
    draw_traces(view, INFINITY, options, false);
  for (int i = 0; i < count; i++)
    pawl_view_draw(view, &snapshot[i].now);
}

/* ---- where it goes ---- */

/* The room for the pictures when there are so many columns. */
static pawl_spot cell_of(const layout *l, int columns)
{
  const pawl_strip_options *o = l->options;
  int rows = (l->count + columns - 1) / columns;
  double caption = o->caption ? line : 0;
  return (pawl_spot){(o->width - 2 * o->margin - (columns - 1) * gap) / columns,
                     (o->height - 2 * o->margin - caption - (rows - 1) * gap) / rows - l->label};
}

/* How large a metre becomes; each row more counts against it, so that a strip stays a strip where it can be read. */
static double merit(const layout *l, const pawl_canvas *canvas, int columns)
{
  double wide = canvas->right - canvas->left, high = canvas->high - canvas->low;
  pawl_spot cell = cell_of(l, columns);
  int rows = (l->count + columns - 1) / columns;
  if (columns > 1 && cell.x < l->label_wide)
    return 0;
  return fmin(cell.x / wide, cell.y / high) / pow(rows, 0.45);
}

static void choose_columns(layout *l, const pawl_canvas *canvas)
{
  double best = -1;
  int wanted = l->options->columns;
  if (wanted > 0) {
    l->columns = wanted < l->count ? wanted : l->count;
  } else {
    for (int c = l->count; c >= 1; c--)
      if (merit(l, canvas, c) > best) {
        best = merit(l, canvas, c);
        l->columns = c;
      }
  }
  l->rows = (l->count + l->columns - 1) / l->columns;
}

static void arrange(layout *l, pawl_view *view)
{
  const pawl_strip_options *o = l->options;
  for (int i = 0; i < l->count && !o->overlay; i++)
    if (l->snapshot[i].label) {
      l->label = line;
      l->label_wide = fmax(l->label_wide, pawl_text_width(l->snapshot[i].label, letter));
    }
  l->columns = l->rows = 1;
  if (!o->overlay && l->count > 1)
    choose_columns(l, &view->canvas);
  pawl_spot room = cell_of(l, l->columns);
  if (o->overlay)
    room.y = o->height - 2 * o->margin - (o->caption ? line : 0);
  pawl_view_fit(view, fmax(room.x, 16), fmax(room.y, 16));
  l->cell = pawl_canvas_size(&view->canvas);
  l->cell.x = fmax(l->cell.x, l->label_wide);
}

/* Whole pixels; a millionth more is rounding. */
static pawl_paper_size size_of(const layout *l)
{
  const pawl_strip_options *o = l->options;
  double wide = l->columns * l->cell.x + (l->columns - 1) * gap,
         high = l->rows * (l->cell.y + l->label) + (l->rows - 1) * gap;
  if (o->caption) {
    high += line;
    wide = fmax(wide, pawl_text_width(o->caption, letter));
  }
  return (pawl_paper_size){.title = o->title,
                           .width = fmax(ceil(wide + 2 * o->margin - 1e-6), 1),
                           .height = fmax(ceil(high + 2 * o->margin - 1e-6), 1),
                           .zoom = o->zoom,
                           .background = o->background,
                           .dark = o->dark};
}

/* ---- drawing ---- */

static const int text_color = 0x50565e;

static void draw_overlay(const layout *l, pawl_view *view, pawl_paper *paper)
{
  const pawl_strip_options *o = l->options;
  pawl_spot corner = {0.5 * (paper->size.width - pawl_canvas_size(&view->canvas).x), o->margin};
  pawl_canvas_lay(&view->canvas, paper, corner);
  for (int i = 0; i < l->count; i++) {
    bool last = i + 1 == l->count;
    if (!last)
      paper->kind->fade(paper, 0.15 + 0.45 * i / fmax(l->count - 1, 1));
    view->moving = !last; /* the others' ground is under the last one's */
    pawl_view_draw(view, &l->snapshot[i].now);
    if (!last)
      paper->kind->whole(paper);
  }
  draw_traces(view, INFINITY, o, false);
}

/* The upper left corner of a cell; a row that is not full is in the middle. */
static pawl_spot corner_of(const layout *l, const pawl_paper *paper, int i)
{
  int row = i / l->columns, first = row * l->columns;
  int here = l->count - first < l->columns ? l->count - first : l->columns;
  double wide = here * l->cell.x + (here - 1) * gap;
  return (pawl_spot){0.5 * (paper->size.width - wide) + (i - first) * (l->cell.x + gap),
                     l->options->margin + row * (l->cell.y + l->label + gap)};
}

static void draw_cells(const layout *l, pawl_view *view, pawl_paper *paper)
{
  double inside = 0.5 * (l->cell.x - pawl_canvas_size(&view->canvas).x);
  for (int i = 0; i < l->count; i++) {
    pawl_spot at = corner_of(l, paper, i), below = {at.x + 0.5 * l->cell.x, at.y + l->cell.y + 0.65 * line};
    pawl_canvas_lay(&view->canvas, paper, (pawl_spot){at.x + inside, at.y});
    pawl_strip_draw(view, &l->snapshot[i], l->options, l->count > 1);
    if (l->snapshot[i].label)
      pawl_paper_text(paper, below, letter, PAWL_TEXT_MIDDLE, l->snapshot[i].label, text_color);
  }
}

static void draw_caption(pawl_paper *paper, const pawl_strip_options *o)
{
  pawl_spot at = {0.5 * paper->size.width, paper->size.height - o->margin - 0.4 * line};
  if (o->caption)
    pawl_paper_text(paper, at, letter, PAWL_TEXT_MIDDLE, o->caption, text_color);
}

static pawl_status write_strip(FILE *to, const pawl_paper_kind *kind, layout *l, pawl_view *view,
                               pawl_error *error)
{
  pawl_paper paper;
  pawl_strip_measure(view, l->snapshot, l->count, l->options);
  arrange(l, view);
  pawl_paper_size size = size_of(l);
  pawl_status status = pawl_paper_open(&paper, kind, to, &size, error);
  if (status != PAWL_OK)
    return status;
  if (l->options->overlay)
    draw_overlay(l, view, &paper);
  else
    draw_cells(l, view, &paper);
  draw_caption(&paper, l->options);
  return pawl_paper_finish(&paper, error);
}

pawl_status pawl_strip_write(FILE *to, const pawl_paper_kind *kind, const pawl_drawing *drawing,
                             const pawl_snapshot *snapshot, int count, const pawl_strip_options *options,
                             pawl_error *error)
{
  layout l = {.options = options, .snapshot = snapshot, .count = count};
  pawl_view view;
  pawl_arena arena;
  pawl_arena_open(&arena, &drawing->model->arena.memory);
  pawl_status status = pawl_view_open(&view, drawing, &options->view, &arena, error);
  if (status == PAWL_OK)
    status = write_strip(to, kind, &l, &view, error);
  pawl_arena_close(&arena);
  return status;
}
