/* Elliptical arcs between two points, as SVG gives them. */
#include "parts/curve_svg.h"

/* The centre of an arc from its ends (SVG's implementation notes): in the axes of the ellipse, scaled to a unit circle, the
 * ends are a chord; the centre is on one side or the other of it. Radii that are too small grow until the chord fits. */
void pawl_svg_add_arc(pawl_draft *draft, pawl_arena *arena, pawl_xy from, pawl_xy to, const pawl_svg_arc *p)
{
  double rx = p->rx, ry = p->ry, sine, cosine;
  pawl_sincos(p->turn, &sine, &cosine);
  double dx = (to.x - from.x) / 2, dy = (to.y - from.y) / 2;
  double u = (cosine * dx + sine * dy) / rx, v = (cosine * dy - sine * dx) / ry, half2 = u * u + v * v;
  if (half2 > 1) {
    rx *= sqrt(half2);
    ry *= sqrt(half2);
    u /= sqrt(half2);
    v /= sqrt(half2);
    half2 = 1;
  }
  double away = sqrt(fmax(0, (1 - half2) / half2)) * (p->large == p->rising ? -1 : 1);
  double cu = -away * v, cv = away * u; /* the centre from the middle of the chord */
  double x = rx * cu, y = ry * cv;
  pawl_draft_ellipse e = {
      .centre = {(from.x + to.x) / 2 + cosine * x - sine * y, (from.y + to.y) / 2 + sine * x + cosine * y},
      .a = {rx * cosine, rx * sine},
      .b = {-ry * sine, ry * cosine},
      .from = atan2(-v - cv, -u - cu)};
  e.angle = atan2(v - cv, u - cu) - e.from;
  if (p->rising && e.angle < 0)
    e.angle += 2 * PAWL_PI;
  if (!p->rising && e.angle > 0)
    e.angle -= 2 * PAWL_PI;
  pawl_draft_add_ellipse(draft, arena, &e, (const pawl_xy[]){from, to});
}
