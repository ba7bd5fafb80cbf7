/* Marks of contacts: a small cross at every touch that is pressed. Of a part that is pressed at several places only the
 * deepest has channels, and so a cross. */
#include "result/view_parts.h"

static const int ink_color = 0x1a6b3c, halo_color = 0xffffff;

static double read(const pawl_view *view, int part, const char *channel)
{
  return view->instant->read(view->instant->context, part, channel);
}

/* Curve joints are always closed, and may pull. */
static bool is_pressed(const pawl_view *view, int part)
{
  double force = read(view, part, "normal_force");
  pawl_family family = view->drawing->model->parts[part]->kind->family;
  return family == PAWL_CONTACT ? force > 0 : family == PAWL_CURVE_JOINT && isfinite(force);
}

static void stroke(pawl_view *view, pawl_spot at, double half, double rise, const pawl_ink *ink)
{
  pawl_canvas_begin(&view->canvas);
  pawl_canvas_point(&view->canvas, (pawl_spot){at.x - half, at.y - rise}, ink);
  pawl_canvas_point(&view->canvas, (pawl_spot){at.x + half, at.y + rise}, ink);
  pawl_canvas_end(&view->canvas, ink);
}

static void cross(pawl_view *view, pawl_spot at, double half, int color, double thick)
{
  const pawl_ink ink = pawl_ink_line(color, thick, 0);
  stroke(view, at, half, half, &ink);
  stroke(view, at, half, -half, &ink);
}

void pawl_view_marks(pawl_view *view)
{
  const pawl_model *model = view->drawing->model;
  for (int i = 0; i < model->part_count; i++) {
    pawl_vec at = {read(view, i, "x"), read(view, i, "y"), 0};
    if (!is_pressed(view, i) || !isfinite(at.x) || !isfinite(at.y))
      continue;
    double half = 0.45 * view->drawing->size;
    cross(view, pawl_view_spot(view, at), half, halo_color, 2.6 * fmax(view->thin, 1));
    cross(view, pawl_view_spot(view, at), half, ink_color, 1.2 * fmax(view->thin, 1));
  }
}
