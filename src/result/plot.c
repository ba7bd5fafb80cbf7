/* Curves with axes on paper. Above each panel stand the unit of its axis and the names of its lines; numbers left of it
 * and below. A curve has at most four points in half a pixel of width: the first, the least, the greatest and the last. */
#include "result/plot.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "result/axis.h"

static const double letter = 12, line = 18, margin = 12; /* px */
static const int dark = 0x50565e, grid = 0xe3e6ea, edge = 0x9aa0a8;

typedef struct {
  const pawl_plot_panel *is;
  size_t rows;
  pawl_axis x, y;
  double left, right, top, bottom; /* of the rectangle of curves, px      */
  double legend;                   /* how many rows the legend needs      */
  bool numbered;                   /* it has numbers below                */
} panel;

/* ---- where things are ---- */

static int color_of(const pawl_plot_line *l, int i)
{
  static const int colors[] = {0x2f6fad, 0xc8553d, 0x3f8f58, 0x8a5fb0,
                               0xb8860b, 0x2a9d9d, 0xc2498a, 0x6b7683};
  return l->color != PAWL_NO_INK ? l->color : colors[i % 8];
}

static bool has_numbers(const pawl_plot_line *l, size_t rows)
{
  for (size_t i = 0; i < rows; i++)
    if (isfinite(l->value[i]))
      return true;
  return false;
}

static const char *legend_text(const panel *p, const pawl_plot_line *l, char text[256])
{
  snprintf(text, 256, "%s%s", l->name, has_numbers(l, p->rows) ? "" : " (no numbers)");
  return text;
}

/* The name and the sample of its line. */
static double legend_width(const panel *p, const pawl_plot_line *l)
{
  char text[256];
  return pawl_text_width(legend_text(p, l, text), letter) + 34;
}

static double legend_rows(const panel *p)
{
  double at = p->left, rows = 1;
  for (int i = 0; i < p->is->line_count; i++) {
    double wide = legend_width(p, &p->is->line[i]);
    if (at > p->left && at + wide > p->right) {
      at = p->left;
      rows++;
    }
    at += wide;
  }
  return rows;
}

static pawl_axis axis_y(const panel *p, double height)
{
  double least = INFINITY, most = -INFINITY;
  for (int i = 0; i < p->is->line_count; i++)
    pawl_axis_reach(&least, &most, p->is->line[i].value, p->rows);
  return pawl_axis_of(least, most, p->is->unit, 0.06, height / 36);
}

static pawl_axis axis_x(const panel *p)
{
  double least = INFINITY, most = -INFINITY;
  pawl_axis_reach(&least, &most, p->is->x, p->rows);
  return pawl_axis_of(least, most, p->is->x_unit, p->is->over_time ? 0 : 0.04, (p->right - p->left) / 72);
}

/* What the numbers and the unit left of a panel need. */
static double gutter(const pawl_axis *y)
{
  char text[32];
  double wide = pawl_text_width(y->label, letter);
  for (int i = 0; i < y->count; i++)
    wide = fmax(wide, pawl_text_width(pawl_axis_text(y, i, text), letter));
  return wide;
}

static bool same_x(const pawl_plot_panel *a, const pawl_plot_panel *b)
{
  return a->x == b->x && strcmp(a->x_name, b->x_name) == 0;
}

static double below(const panel *p)
{
  return p->numbered ? 2.2 * line : 0.4 * line;
}

/* Panels share the height that legends and numbers leave. Their left edges are one line. */
static void arrange(panel *all, int count, const pawl_plot_options *o, double height)
{
  double left = 0, taken = 2 * margin;
  for (int i = 0; i < count; i++) {
    all[i].numbered = i + 1 == count || !same_x(all[i].is, all[i + 1].is);
    all[i].y = axis_y(&all[i], height / count - 2 * line);
    left = fmax(left, gutter(&all[i].y));
  }
  for (int i = 0; i < count; i++) {
    all[i].left = fmin(margin + left + 6, 0.6 * o->width);
    all[i].right = o->width - margin - 10;
    all[i].legend = legend_rows(&all[i]);
    taken += all[i].legend * line + 4 + below(&all[i]);
  }
  double each = fmax((height - taken) / count, 24), at = margin;
  for (int i = 0; i < count; i++) {
    panel *p = &all[i];
    p->top = at + p->legend * line + 4;
    p->bottom = p->top + each;
    p->x = axis_x(p);
    p->y = axis_y(p, each);
    at = p->bottom + below(p);
  }
}

/* ---- the frame ---- */

static double x_of(const panel *p, double value)
{
  return p->left + (p->right - p->left) * pawl_axis_part(&p->x, value);
}

static double y_of(const panel *p, double value)
{
  return p->bottom - (p->bottom - p->top) * pawl_axis_part(&p->y, value);
}

static void put_x_axis(const panel *p, pawl_paper *paper)
{
  char text[32], label[160];
  double last = -INFINITY;
  for (int i = 0; i < p->x.count; i++) {
    double x = x_of(p, pawl_axis_mark(&p->x, i)),
           half = 0.5 * pawl_text_width(pawl_axis_text(&p->x, i, text), letter);
    pawl_paper_line(paper, (pawl_spot){x, p->top}, (pawl_spot){x, p->bottom}, grid, 1);
    if (!p->numbered || x - half < last + 6)
      continue;
    last = x + half;
    pawl_paper_text(paper, (pawl_spot){x, p->bottom + 0.6 * line}, letter, PAWL_TEXT_MIDDLE, text, dark);
  }
  snprintf(label, sizeof label, "%s%s%s", p->is->x_name, *p->x.label ? ", " : "", p->x.label);
  if (p->numbered)
    pawl_paper_text(paper, (pawl_spot){0.5 * (p->left + p->right), p->bottom + 1.55 * line}, letter,
                    PAWL_TEXT_MIDDLE, label, dark);
}

static void put_y_axis(const panel *p, pawl_paper *paper)
{
  char text[32];
  for (int i = 0; i < p->y.count; i++) {
    double value = pawl_axis_mark(&p->y, i), y = y_of(p, value);
    pawl_paper_line(paper, (pawl_spot){p->left, y}, (pawl_spot){p->right, y}, value == 0 ? edge : grid, 1);
    pawl_paper_text(paper, (pawl_spot){p->left - 6, y}, letter, PAWL_TEXT_RIGHT,
                    pawl_axis_text(&p->y, i, text), dark);
  }
  pawl_paper_text(paper, (pawl_spot){p->left - 6, p->top - 4 - (p->legend - 0.5) * line}, letter,
                  PAWL_TEXT_RIGHT, p->y.label, dark);
  pawl_paper_line(paper, (pawl_spot){p->left, p->top}, (pawl_spot){p->left, p->bottom}, edge, 1);
  pawl_paper_line(paper, (pawl_spot){p->left, p->bottom}, (pawl_spot){p->right, p->bottom}, edge, 1);
}

static void put_legend(const panel *p, pawl_paper *paper)
{
  pawl_spot at = {p->left, p->top - 4 - (p->legend - 0.5) * line};
  char text[256];
  for (int i = 0; i < p->is->line_count; i++) {
    const pawl_plot_line *l = &p->is->line[i];
    if (at.x > p->left && at.x + legend_width(p, l) > p->right)
      at = (pawl_spot){p->left, at.y + line};
    pawl_paper_line(paper, (pawl_spot){at.x + 2, at.y}, (pawl_spot){at.x + 16, at.y}, color_of(l, i), 2.5);
    pawl_paper_text(paper, (pawl_spot){at.x + 20, at.y}, letter, PAWL_TEXT_LEFT, legend_text(p, l, text),
                    dark);
    at.x += legend_width(p, l);
  }
}

/* Marks that would touch are one. */
static void put_events(const panel *p, pawl_paper *paper, const pawl_plot_options *o)
{
  pawl_ink ink = pawl_ink_line(0xb9a3c9, 1, 0);
  double last = -INFINITY;
  ink.dash = 3;
  ink.butt = true;
  for (int i = 0; i < o->event_count && p->is->over_time; i++) {
    double x = x_of(p, o->event[i]);
    if (!(x >= p->left - 0.5 && x <= p->right + 0.5) || fabs(x - last) < 3)
      continue;
    last = x;
    paper->kind->begin(paper);
    paper->kind->point(paper, (pawl_spot){x, p->top}, true);
    paper->kind->point(paper, (pawl_spot){x, p->bottom}, false);
    paper->kind->end(paper, &ink);
  }
}

/* ---- curves ---- */

/* The points of half a pixel: the first, the lowest, the highest, the last. */
typedef struct {
  pawl_spot point[4];
  size_t at[4];
  bool any;
} bundle;

typedef struct {
  pawl_paper *paper;
  bundle held;
  pawl_spot last;
  int drawn; /* points since the last gap */
} pencil;

static void put_point(pencil *q, pawl_spot at)
{
  if (q->drawn > 0 && fabs(at.x - q->last.x) < 0.01 && fabs(at.y - q->last.y) < 0.01)
    return;
  q->paper->kind->point(q->paper, at, q->drawn++ == 0);
  q->last = at;
}

static void empty(pencil *q)
{
  bundle *b = &q->held;
  bool low_first = b->at[1] <= b->at[2];
  if (!b->any)
    return;
  put_point(q, b->point[0]);
  put_point(q, b->point[low_first ? 1 : 2]);
  put_point(q, b->point[low_first ? 2 : 1]);
  put_point(q, b->point[3]);
  b->any = false;
}

static void take(pencil *q, pawl_spot at, size_t i)
{
  bundle *b = &q->held;
  if (b->any && floor(2 * at.x) != floor(2 * b->point[0].x))
    empty(q);
  for (int k = 0; k < 4; k++) {
    bool better = k == 3 || (k == 1 && at.y > b->point[1].y) || (k == 2 && at.y < b->point[2].y);
    if (!b->any || better) {
      b->point[k] = at;
      b->at[k] = i;
    }
  }
  b->any = true;
}

/* A point between two gaps is a dot. */
static void lift(pencil *q)
{
  empty(q);
  if (q->drawn == 1)
    q->paper->kind->point(q->paper, (pawl_spot){q->last.x + 0.01, q->last.y}, false);
  q->drawn = 0;
}

static void put_curve(const panel *p, pawl_paper *paper, const pawl_plot_line *l, int color)
{
  pawl_ink ink = pawl_ink_line(color, 1.8, 0);
  pencil q = {.paper = paper};
  bool near = false;
  paper->kind->begin(paper);
  for (size_t i = 0; i < p->rows; i++) {
    if (!p->is->over_time && p->is->time && i > 0 && p->is->time[i] == p->is->time[i - 1])
      lift(&q);
    if (!isfinite(l->value[i]) || !isfinite(p->is->x[i])) {
      lift(&q);
      continue;
    }
    pawl_spot at = {x_of(p, p->is->x[i]), y_of(p, l->value[i])};
    near = q.drawn > 0 && fabs(at.x - q.last.x) < 0.3 && fabs(at.y - q.last.y) < 0.3;
    if (p->is->over_time)
      take(&q, at, i);
    else if (!near)
      put_point(&q, at);
  }
  lift(&q);
  paper->kind->end(paper, &ink);
}

/* Dots on the curves, numbered from 1; the numbers stand off the middle of the panel, where there is more room. */
static pawl_spot mark_spot(const panel *p, const pawl_plot_line *l, size_t row)
{
  return (pawl_spot){x_of(p, p->is->x[row]), y_of(p, l->value[row])};
}

static bool one_place(pawl_spot a, pawl_spot b)
{
  return fabs(a.x - b.x) < 6 && fabs(a.y - b.y) < 6;
}

/* Dots that would cover each other have their numbers in one text, at the first of them. */
static void put_mark(const panel *p, pawl_paper *paper, const pawl_plot_line *l, const pawl_plot_options *o,
                     int k)
{
  pawl_ink ink = pawl_ink_fill(dark, PAWL_NO_INK, 0);
  pawl_spot at = mark_spot(p, l, o->mark[k]);
  double side = at.x < 0.5 * (p->left + p->right) && at.x > p->left + 40 ? -1 : 1;
  char text[64];
  int length = 0;
  if (!isfinite(at.x) || !isfinite(at.y))
    return;
  paper->kind->circle(paper, at, 3, &ink);
  for (int i = 0; i < o->mark_count && length < 48; i++) {
    bool here = one_place(mark_spot(p, l, o->mark[i]), at);
    if (here && i < k)
      return;
    if (here)
      length += snprintf(text + length, sizeof text - (size_t)length, "%s%d", length ? "," : "", i + 1);
  }
  pawl_paper_text(paper, (pawl_spot){at.x + 6 * side, at.y - 9}, letter,
                  side < 0 ? PAWL_TEXT_RIGHT : PAWL_TEXT_LEFT, text, dark);
}

/* ---- all ---- */

static void draw(const panel *p, pawl_paper *paper, const pawl_plot_options *o)
{
  put_x_axis(p, paper);
  put_y_axis(p, paper);
  put_events(p, paper, o);
  for (int i = 0; i < p->is->line_count; i++)
    if (has_numbers(&p->is->line[i], p->rows))
      put_curve(p, paper, &p->is->line[i], color_of(&p->is->line[i], i));
  for (int i = 0; i < p->is->line_count; i++)
    for (int k = 0; k < o->mark_count; k++)
      put_mark(p, paper, &p->is->line[i], o, k);
  put_legend(p, paper);
}

static double usual_height(const pawl_plot_panel *all, int count)
{
  double sum = 2 * margin + 2 * line;
  for (int i = 0; i < count; i++)
    sum += all[i].over_time ? (count > 1 ? 150 : 220) : 360;
  return sum;
}

pawl_status pawl_plot_write(FILE *to, const pawl_paper_kind *kind, size_t rows, const pawl_plot_panel *all,
                            int count, const pawl_plot_options *o, pawl_error *error)
{
  enum { MOST = 32 };
  panel list[MOST];
  pawl_paper paper;
  if (rows == 0)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "a plot needs a row of numbers at least");
  if (count > MOST)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "a plot has at most %d panels, not %d", MOST, count);
  for (int i = 0; i < count; i++)
    list[i] = (panel){.is = &all[i], .rows = rows};
  double height = o->height > 0 ? o->height : usual_height(all, count);
  arrange(list, count, o, height);
  height = fmax(height, ceil(list[count - 1].bottom + below(&list[count - 1]) + margin));
  pawl_paper_size size = {o->title, ceil(o->width), ceil(height), o->zoom, o->background, o->dark};
  pawl_status status = pawl_paper_open(&paper, kind, to, &size, error);
  if (status != PAWL_OK)
    return status;
  for (int i = 0; i < count; i++)
    draw(&list[i], &paper, o);
  return pawl_paper_finish(&paper, error);
}
