/* Arrows of forces, along, and of torques, round. The longest of each has the length that is asked for; others are shorter
 * in proportion. What is not known is left out, or has that length, too. */
#include "base/trig.h"
#include "result/view_parts.h"

#define PI 3.14159265358979323846

static double value(const pawl_view *view, const pawl_drawn *item, int i)
{
  const char *channel = item->primitive.channel[i];
  return channel ? view->instant->read(view->instant->context, item->part, channel) : 0;
}

/* In the world: components, or one number along a direction or along the line of two frames. */
static pawl_vec vector(const pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  double length, x = value(view, item, 0);
  if (p->channel[1])
    return pawl_v(x, value(view, item, 1), value(view, item, 2));
  if (isnan(x) && view->options->guess)
    x = 1;
  if (p->b.body >= 0)
    return pawl_times(x, pawl_view_between(view, p, &length).R.x);
  pawl_pose pose = pawl_view_pose(view, &p->a);
  return pawl_times(x, pawl_turn(&pose.R, p->direction));
}

double pawl_view_arrow_size(const pawl_view *view, const pawl_drawn *item)
{
  return isnan(value(view, item, 0)) ? NAN : pawl_norm(vector(view, item));
}

/* A triangle with its tip at `tip` that points along d, of length 1 on the sheet. */
static void draw_head(pawl_view *view, pawl_spot tip, pawl_spot d, double size, int color)
{
  pawl_ink ink = pawl_ink_fill(color, color, view->thin);
  const pawl_spot point[] = {tip,
                             {tip.x - size * d.x - 0.4 * size * d.y, tip.y - size * d.y + 0.4 * size * d.x},
                             {tip.x - size * d.x + 0.4 * size * d.y, tip.y - size * d.y - 0.4 * size * d.x}};
  pawl_canvas_begin(&view->canvas);
  for (int i = 0; i < 3; i++)
    pawl_canvas_point(&view->canvas, point[i], &ink);
  pawl_canvas_end(&view->canvas, &ink);
}

/* The line ends inside the head, so that its end does not blunt the tip. */
static void draw_along(pawl_view *view, pawl_vec from, pawl_vec to, int color)
{
  double size = view->drawing->size;
  pawl_spot a = pawl_view_spot(view, from), b = pawl_view_spot(view, to);
  double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
  if (!(length > 1e-3 * size)) /* towards the eye */
    return;
  pawl_spot d = {dx / length, dy / length};
  double head = fmin(1.8 * size, 0.7 * length);
  pawl_ink ink = pawl_ink_line(color, view->thin, 0.35 * size);
  pawl_canvas_begin(&view->canvas);
  pawl_canvas_point(&view->canvas, a, &ink);
  pawl_canvas_point(&view->canvas, (pawl_spot){b.x - 0.6 * head * d.x, b.y - 0.6 * head * d.y}, &ink);
  pawl_canvas_end(&view->canvas, &ink);
  draw_head(view, b, d, head, color);
}

/* An arc about the axis n, counter-clockwise seen against it, from the lower right on; up to three quarters of a turn. */
static void draw_round(pawl_view *view, pawl_vec centre, pawl_vec n, double part, int color)
{
  enum { STEPS = 32 };
  double size = view->drawing->size, radius = 0.35 * view->options->arrow * size, head = 1.8 * size;
  double first = -0.25 * PI, last = first + fmax(1.5 * PI * part, 0.9), s, c;
  pawl_ink ink = pawl_ink_line(color, view->thin, 0.35 * size);
  pawl_mat R = pawl_mat_with_z(n);
  pawl_spot at[2] = {{0, 0}, {0, 0}}; /* where the head begins, and its tip */
  pawl_canvas_begin(&view->canvas);
  for (int i = 0; i <= STEPS + 1; i++) { /* the last one is the tip */
    double angle = i > STEPS ? last : first + (last - head / radius - first) * i / STEPS;
    pawl_sincos(angle, &s, &c);
    pawl_vec arm = pawl_turn(&R, pawl_v(radius * c, radius * s, 0));
    at[i > STEPS] = pawl_view_spot(view, pawl_add(centre, arm));
    if (i <= STEPS)
      pawl_canvas_point(&view->canvas, at[0], &ink);
  }
  pawl_canvas_end(&view->canvas, &ink);
  double dx = at[1].x - at[0].x, dy = at[1].y - at[0].y, d = sqrt(dx * dx + dy * dy);
  if (d > 0)
    draw_head(view, at[1], (pawl_spot){dx / d, dy / d}, d, color);
}

void pawl_view_arrow(pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  pawl_vec v = vector(view, item);
  double size = pawl_norm(v), largest = p->turning ? view->torque : view->force;
  if (!(size > 0) || !isfinite(size))
    return;
  double part = isnan(value(view, item, 0)) || !(largest > 0) ? 1 : size / largest;
  pawl_vec n = pawl_times(1 / size, v), at = pawl_view_pose(view, p->b.body >= 0 ? &p->b : &p->a).r;
  if (part < 0.03) /* not to be seen */
    return;
  if (p->turning)
    draw_round(view, at, n, part, pawl_view_color(view, item));
  else
    draw_along(view, at, pawl_add(at, pawl_times(part * view->options->arrow * view->drawing->size, n)),
               pawl_view_color(view, item));
}
