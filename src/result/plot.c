/* Curves over time in a rectangle with a grid at round numbers, on the canvas of pictures: the rectangle is `wide` by 1,
 * values are carried to 0 … 1. */
#include "result/plot.h"

#include <math.h>
#include <stdbool.h>

#include "base/error.h"
#include "result/canvas.h"

typedef struct {
  double from, to;    /* values at the ends of an axis */
  double first, step; /* of the grid                  */
} scale;

typedef struct {
  pawl_canvas canvas;
  scale x, y;
  double wide, letter; /* the rectangle; height of letters */
  const double *time;
  int count;
} plot;

/* 1, 2 or 5 times a power of ten, so that there are three to seven steps. */
static double round_step(double range)
{
  double power = pow(10, floor(log10(range / 3)));
  double part = range / 3 / power;
  return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

static scale scale_of(double least, double most, double room)
{
  scale s = {least, most, 0, 0};
  if (!(most > least)) { /* a constant: a range about it */
    double around = least == 0 ? 1 : 0.5 * fabs(least);
    s.from -= around;
    s.to += around;
  }
  double range = s.to - s.from;
  s.from -= room * range;
  s.to += room * range;
  s.step = round_step(s.to - s.from);
  s.first = ceil(s.from / s.step - 1e-9) * s.step;
  return s;
}

static pawl_spot spot(const plot *p, double x, double y)
{
  return (pawl_spot){p->wide * (x - p->x.from) / (p->x.to - p->x.from),
                     (y - p->y.from) / (p->y.to - p->y.from)};
}

static void put_line(plot *p, pawl_spot a, pawl_spot b, int color, double width)
{
  pawl_ink ink = pawl_ink_line(color, width, 0);
  pawl_canvas_begin(&p->canvas);
  pawl_canvas_point(&p->canvas, a, &ink);
  pawl_canvas_point(&p->canvas, b, &ink);
  pawl_canvas_end(&p->canvas, &ink);
}

/* A number, centred at the spot or with its right end there. */
static void put_label(plot *p, pawl_spot at, double value, bool centred)
{
  char text[32];
  int n = snprintf(text, sizeof text, "%.4g", value);
  at.x -= 0.6 * p->letter * (centred ? 0.5 : 1) * n;
  pawl_canvas_text(&p->canvas, at, p->letter, text, 0x50565e);
}

/* The i-th number of a grid; 0 is 0, not 1e-17. */
static double grid_at(const scale *s, int i)
{
  double x = s->first + i * s->step;
  return fabs(x) < 1e-9 * s->step ? 0 : x;
}

static void put_grid(plot *p)
{
  const int grid = 0xe3e6ea, axis = 0x9aa0a8;
  for (int i = 0; grid_at(&p->x, i) <= p->x.to + 1e-9 * p->x.step; i++) {
    pawl_spot low = spot(p, grid_at(&p->x, i), p->y.from);
    put_line(p, low, spot(p, grid_at(&p->x, i), p->y.to), grid, 1);
    put_label(p, (pawl_spot){low.x, low.y - p->letter}, grid_at(&p->x, i), true);
  }
  for (int i = 0; grid_at(&p->y, i) <= p->y.to + 1e-9 * p->y.step; i++) {
    double y = grid_at(&p->y, i);
    pawl_spot left = spot(p, p->x.from, y);
    put_line(p, left, spot(p, p->x.to, y), y == 0 ? axis : grid, 1);
    put_label(p, (pawl_spot){left.x - 0.5 * p->letter, left.y}, y, false);
  }
  pawl_canvas_text(&p->canvas, (pawl_spot){p->wide + 0.5 * p->letter, 0}, p->letter, "t, s", 0x50565e);
}

static void put_curve(plot *p, const pawl_plot_line *line)
{
  pawl_ink ink = pawl_ink_line(line->color, 2, 0);
  pawl_canvas_begin(&p->canvas);
  for (int i = 0; i < p->count; i++)
    pawl_canvas_point(&p->canvas, spot(p, p->time[i], line->value[i]), &ink);
  pawl_canvas_end(&p->canvas, &ink);
}

static void put_all(plot *p, const pawl_plot_line *lines, int line_count)
{
  put_grid(p);
  for (int i = 0; i < line_count; i++) {
    put_curve(p, &lines[i]);
    pawl_spot at = {0.5 * p->letter + i * 0.32 * p->wide, 1 + p->letter};
    pawl_canvas_text(&p->canvas, at, p->letter, lines[i].name, lines[i].color);
  }
}

pawl_status pawl_plot_write(FILE *to, const double *time, int count, const pawl_plot_line *lines,
                            int line_count, const pawl_plot_options *options, pawl_error *error)
{
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < line_count; i++)
    for (int k = 0; k < count; k++) {
      least = fmin(least, lines[i].value[k]);
      most = fmax(most, lines[i].value[k]);
    }
  if (count < 2 || !isfinite(least) || !isfinite(most))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "a plot needs finite numbers at two times or more");
  plot p = {.wide = options->width / options->height * 1.2, .time = time, .count = count};
  p.letter = 13 / options->height * 1.3;
  p.x = scale_of(time[0], time[count - 1], 0);
  p.y = scale_of(least, most, 0.05);
  pawl_canvas_open(&p.canvas);
  put_all(&p, lines, line_count);
  pawl_canvas_place(&p.canvas, to, options->width, options->height, options->margin);
  pawl_canvas_head(&p.canvas, options->title, options->background);
  put_all(&p, lines, line_count);
  pawl_canvas_foot(&p.canvas);
  return ferror(to) ? pawl_fail(error, PAWL_BAD_FILE, NULL, "the plot could not be written") : PAWL_OK;
}
