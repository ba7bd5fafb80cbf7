/* Ropes: a straight line, or a parabola that hangs down and is as long as the piece of rope. */
#include "result/view_parts.h"

enum { STEPS = 24 };

/* Points from a to b that hang by `deep` in the middle; returns how long the line through them is. */
static double hang(pawl_vec a, pawl_vec b, pawl_vec down, double deep, pawl_vec point[STEPS + 1])
{
  double length = 0;
  for (int i = 0; i <= STEPS; i++) {
    double u = (double)i / STEPS;
    point[i] =
        pawl_add(pawl_add(pawl_times(1 - u, a), pawl_times(u, b)), pawl_times(4 * deep * u * (1 - u), down));
    length += i > 0 ? pawl_norm(pawl_sub(point[i], point[i - 1])) : 0;
  }
  return length;
}

static void find_hang(pawl_vec a, pawl_vec b, pawl_vec down, double slack, pawl_vec point[STEPS + 1])
{
  double length = pawl_norm(pawl_sub(b, a)) + slack, low = 0, high = length;
  for (int i = 0; i < 40; i++) {
    double middle = 0.5 * (low + high);
    if (hang(a, b, down, middle, point) < length)
      low = middle;
    else
      high = middle;
  }
  hang(a, b, down, slack > 0 ? low : 0, point);
}

void pawl_view_rope(pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  const pawl_pose world = {{0, 0, 0}, pawl_unit_mat()};
  pawl_pose a = pawl_view_pose(view, &p->a), b = pawl_view_pose(view, &p->b);
  pawl_vec point[STEPS + 1], down = pawl_view_is_flat(view) ? pawl_v(0, -1, 0) : pawl_v(0, 0, -1);
  double slack = p->channel[0] ? view->instant->read(view->instant->context, item->part, p->channel[0]) : 0;
  pawl_ink ink = pawl_ink_line(pawl_view_dark(pawl_view_color(view, item)), view->thin, p->width);
  pawl_view_touch(p, &a, &b);
  find_hang(a.r, b.r, down, isnan(slack) ? 0 : fmax(slack, 0), point);
  pawl_view_path(view, &world, point, STEPS + 1, 0, &ink);
}
