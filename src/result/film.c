/* Films: one view for all frames, which are drawn one after the other on the same paper. */
#include <math.h>

#include "base/error.h"
#include "result/strip.h"

static const double line = 20; /* px: left below the mechanism for the time */

static double even(double x)
{
  return 2 * fmax(round(0.5 * x), 1);
}

/* As high as what there is to be seen asks for, within reason. Videos have even numbers of dots. */
static double height_of(const pawl_film *film)
{
  const pawl_strip_options *o = film->options;
  const pawl_canvas *c = &film->view.canvas;
  double wide = c->right - c->left, high = c->high - c->low, width = o->width - 2 * o->margin;
  double best = width * high / wide + 2 * o->margin + line;
  if (o->height > 0)
    return even(o->height);
  return even(isfinite(best) ? fmin(fmax(best, 0.3 * o->width), 1.1 * o->width) : 0.75 * o->width);
}

/* The mechanism in the middle. */
static void place(pawl_film *film)
{
  const pawl_strip_options *o = film->options;
  const pawl_paper_size *sheet = &film->paper.size;
  double high = sheet->height - 2 * o->margin - line;
  pawl_view_fit(&film->view, fmax(sheet->width - 2 * o->margin, 8), fmax(high, 8));
  pawl_spot size = pawl_canvas_size(&film->view.canvas);
  pawl_spot corner = {0.5 * (sheet->width - size.x), o->margin + 0.5 * (high - size.y)};
  pawl_canvas_lay(&film->view.canvas, &film->paper, corner);
}

pawl_status pawl_film_open(pawl_film *film, const pawl_drawing *drawing, const pawl_snapshot *sample,
                           int count, const pawl_strip_options *options, pawl_error *error)
{
  *film = (pawl_film){.options = options};
  pawl_arena_open(&film->arena, &drawing->model->arena.memory);
  pawl_status status = pawl_view_open(&film->view, drawing, &options->view, &film->arena, error);
  if (status != PAWL_OK)
    return status;
  pawl_strip_measure(&film->view, sample, count, options);
  pawl_paper_size size = {.width = even(options->width),
                          .height = height_of(film),
                          .zoom = options->zoom,
                          .background = options->background,
                          .dark = options->dark};
  status = pawl_paper_open(&film->paper, &pawl_paper_frames, NULL, &size, error);
  if (status == PAWL_OK)
    place(film);
  return status;
}

const unsigned char *pawl_film_frame(pawl_film *film, const pawl_snapshot *snapshot)
{
  const pawl_strip_options *o = film->options;
  pawl_paper_clean(&film->paper);
  pawl_strip_draw(&film->view, snapshot, o, true);
  pawl_spot at = {o->margin, film->paper.size.height - o->margin - 4};
  if (snapshot->label)
    pawl_paper_text(&film->paper, at, 14, PAWL_TEXT_LEFT, snapshot->label, 0x50565e);
  return pawl_paper_frame(&film->paper);
}

void pawl_film_close(pawl_film *film)
{
  if (film->paper.sheet)
    pawl_paper_finish(&film->paper, NULL);
  pawl_arena_close(&film->arena);
}
