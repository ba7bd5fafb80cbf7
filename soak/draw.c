/* Bodies of all forms, drawn by lot.
 *
 * Masses are drawn, inertia is that of a plate of the same outline: positive, and of the right size whatever the form. The
 * frame is in the plate's centre. */
#include "draw.h"

#include <math.h>

#include "base/power.h"
#include "base/trig.h"

static const double PI = 3.14159265358979323846;

double soak_over_powers(soak_lot *lot, double from, double to)
{
  return pawl_exp(soak_between(lot, pawl_log(from), pawl_log(to)));
}

double soak_restitution(soak_lot *lot)
{
  double what = soak_between(lot, 0, 1);
  return what < 0.5 ? 0 : what < 0.55 ? 1 : soak_between(lot, 0, 0.9);
}

double soak_friction(soak_lot *lot)
{
  double what = soak_between(lot, 0, 1);
  return what < 0.3 ? 0 : what < 0.85 ? soak_between(lot, 0.05, 0.7) : soak_between(lot, 0.7, 1.5);
}

double soak_slides_with(soak_lot *lot, bool from_the_start)
{
  double mu = soak_friction(lot);
  return from_the_start && mu > 0.9 ? 0.9 : mu;
}

soak_form soak_draw_form(soak_lot *lot, soak_form last)
{
  if (last > SOAK_CORNERED && soak_likely(lot, 0.6))
    last = SOAK_CORNERED;
  return (soak_form)soak_whole(lot, 0, (int)last);
}

void soak_corners(soak_xy corner[4], double a, double b)
{
  corner[0] = soak_v(-a, -b);
  corner[1] = soak_v(a, -b);
  corner[2] = soak_v(a, b);
  corner[3] = soak_v(-a, b);
}

/* ---- outlines ---- */

static soak_xy polar(double r, double angle)
{
  return soak_turn(soak_v(r, 0), angle);
}

/* On an ellipse, so that it is convex. Corners are not nearer to each other than a quarter of the even share. */
static int convex(soak_xy *p, soak_lot *lot, double size)
{
  int n = soak_whole(lot, 3, 8);
  double flat = soak_between(lot, 0.4, 1), begin = soak_between(lot, 0, 2 * PI);
  for (int i = 0; i < n; i++) {
    soak_xy q = polar(size, begin + 2 * PI * (i + 0.75 * soak_between(lot, -0.5, 0.5)) / n);
    p[i] = soak_v(q.x, flat * q.y);
  }
  return n;
}

/* An L, a T, a U, or a star. */
static int concave(soak_xy *p, soak_lot *lot, double size)
{
  double a = 0.7 * size, b = 0.7 * size * soak_between(lot, 0.5, 1), c = a * soak_between(lot, 0.2, 0.7),
         d = b * soak_between(lot, -0.5, 0.5);
  int form = soak_whole(lot, 0, 3), n = 0;
  if (form == 0) {
    const soak_xy l[] = {{-a, -b}, {a, -b}, {a, d}, {-a + c, d}, {-a + c, b}, {-a, b}};
    for (n = 0; n < 6; n++)
      p[n] = l[n];
  } else if (form == 1) {
    const soak_xy t[] = {{-c, -b}, {c, -b}, {c, d}, {a, d}, {a, b}, {-a, b}, {-a, d}, {-c, d}};
    for (n = 0; n < 8; n++)
      p[n] = t[n];
  } else if (form == 2) {
    const soak_xy u[] = {{-a, -b}, {a, -b}, {a, b}, {c, b}, {c, d}, {-c, d}, {-c, b}, {-a, b}};
    for (n = 0; n < 8; n++)
      p[n] = u[n];
  } else {
    int points = soak_whole(lot, 3, 6);
    double begin = soak_between(lot, 0, 2 * PI), inner = soak_between(lot, 0.3, 0.7) * size;
    for (n = 0; n < 2 * points; n++)
      p[n] = polar(n % 2 ? inner : size, begin + PI * n / points);
  }
  return n;
}

/* Smooth, and mostly convex. */
static int blob(soak_xy *p, soak_lot *lot, double size)
{
  int n = soak_whole(lot, 5, 9);
  double begin = soak_between(lot, 0, 2 * PI);
  for (int i = 0; i < n; i++)
    p[i] = polar(size * soak_between(lot, 0.65, 0.95), begin + 2 * PI * i / n);
  return n;
}

/* Brings the centre to the origin; returns the square of the radius of gyration about it. */
static double centre(soak_xy *p, int n)
{
  double area = 0, square = 0;
  soak_xy sum = {0, 0};
  for (int i = 0; i < n; i++) {
    soak_xy a = p[i], b = p[(i + 1) % n];
    double twice = soak_cross(a, b);
    area += twice / 2;
    sum = soak_add(sum, soak_times(twice / 6, soak_add(a, b)));
    square += twice / 12 * (soak_dot(a, a) + soak_dot(a, b) + soak_dot(b, b));
  }
  soak_xy middle = soak_times(1 / area, sum);
  for (int i = 0; i < n; i++)
    p[i] = soak_sub(p[i], middle);
  return square / area - soak_dot(middle, middle);
}

int soak_draw_body(soak_scene *scene, soak_lot *lot, soak_form form, double size)
{
  soak_xy p[SOAK_POINTS];
  soak_curve curve = SOAK_POLYGON;
  int n = 0;
  double mass = soak_likely(lot, 0.7) ? soak_between(lot, 0.2, 3) : soak_over_powers(lot, 1e-3, 1e2);
  double a = size, b = size, gyration2 = size * size / 2, reach = size;
  if (form == SOAK_BOX) {
    b = soak_between(lot, 0.2, 0.6) * size;
    a = soak_between(lot, 0.4, 0.9) * size;
    soak_corners(p, a, b);
    n = 4;
  } else if (form == SOAK_CONVEX) {
    n = convex(p, lot, size);
  } else if (form == SOAK_CONCAVE) {
    n = concave(p, lot, size);
  } else if (form == SOAK_BLOB) {
    n = blob(p, lot, size);
    curve = SOAK_SPLINE;
  } else if (form == SOAK_OVAL) {
    curve = SOAK_ELLIPSE;
    b = soak_between(lot, 0.3, 0.95) * size;
    gyration2 = (a * a + b * b) / 4;
  } else {
    curve = SOAK_DISC;
  }
  if (n) {
    gyration2 = centre(p, n);
    reach = 0;
    for (int i = 0; i < n; i++)
      reach = fmax(reach, soak_norm(p[i]) * (curve == SOAK_SPLINE ? 1.2 : 1));
  }
  int body = soak_add_body(scene, mass, mass * gyration2);
  int shape = soak_add_shape(scene, body, curve, p, n);
  scene->shape[shape].a = a;
  scene->shape[shape].b = b;
  scene->body[body].size = reach;
  scene->length = fmax(scene->length, 2 * reach);
  return body;
}

/* ---- places ---- */

/* How far a body reaches along -n from its place. Splines lie inside of a disc a little larger than their points'. */
static double reach_down(const soak_scene *scene, int body, soak_xy n)
{
  const soak_body *b = scene->body + body;
  double most = -INFINITY;
  for (int k = 0; k < scene->shape_count; k++) {
    const soak_shape *s = scene->shape + k;
    if (s->body != body)
      continue;
    soak_xy local = soak_turn(n, -b->angle - s->angle);
    if (s->curve == SOAK_POLYGON)
      for (int i = 0; i < s->count; i++)
        most = fmax(most, -soak_dot(local, s->point[i]));
    else if (s->curve == SOAK_SPLINE)
      most = fmax(most, b->size);
    else if (s->curve == SOAK_VERTEX)
      most = fmax(most, -soak_dot(local, s->at));
    else
      most = fmax(most, sqrt(s->a * s->a * local.x * local.x + s->b * s->b * local.y * local.y) -
                            soak_dot(soak_turn(n, -b->angle), s->at));
  }
  return most;
}

/* The angle at which an edge of a convex hull lies on the line, or just any. */
static double flat_angle(const soak_scene *scene, soak_lot *lot, int body, soak_xy n)
{
  const soak_shape *s = scene->shape + soak_shape_of(scene, body);
  double along = atan2(-n.x, n.y);
  if (s->curve != SOAK_POLYGON)
    return soak_between(lot, -PI, PI);
  int first = soak_whole(lot, 0, s->count - 1);
  for (int k = 0; k < s->count; k++) {
    int i = (first + k) % s->count;
    soak_xy edge = soak_sub(s->point[(i + 1) % s->count], s->point[i]);
    bool hull = true;
    for (int j = 0; j < s->count; j++)
      hull = hull && soak_cross(edge, soak_sub(s->point[j], s->point[i])) > -1e-12 * soak_dot(edge, edge);
    if (hull)
      return along - atan2(edge.y, edge.x);
  }
  return soak_between(lot, -PI, PI);
}

void soak_put_on(soak_scene *scene, soak_lot *lot, int body, soak_xy from, soak_xy n, double gap, bool flat)
{
  soak_body *b = scene->body + body;
  b->angle = flat ? flat_angle(scene, lot, body, n) : soak_between(lot, -PI, PI);
  b->place = soak_add(from, soak_times(gap + reach_down(scene, body, n), n));
}

void soak_bend_sides(soak_scene *scene, soak_lot *lot, int shape, double most)
{
  soak_shape *s = scene->shape + shape, old = *s;
  int n = 0;
  for (int i = 0; i < old.count; i++) {
    soak_xy a = old.point[i], side = soak_sub(old.point[(i + 1) % old.count], a),
            out = soak_v(side.y, -side.x);
    double at = soak_between(lot, 0.2, 0.8), bend = soak_between(lot, 0, most);
    s->point[n++] = a;
    if (soak_likely(lot, 0.7) && n + old.count - i < SOAK_POINTS)
      s->point[n++] = soak_add(soak_add(a, soak_times(at, side)), soak_times(at * (1 - at) * bend, out));
  }
  s->count = s->all = n;
}

/* The largest radius of which two arcs take less than 0.8 of every edge between them, or less. */
double soak_draw_rounding(const soak_shape *s, soak_lot *lot, double size)
{
  double most = 0.3 * size, half[SOAK_POINTS];
  int n = s->count;
  for (int i = 0; i < n; i++) {
    soak_xy in = soak_sub(s->point[i], s->point[(i + n - 1) % n]),
            out = soak_sub(s->point[(i + 1) % n], s->point[i]);
    half[i] = tan(0.5 * atan2(soak_cross(in, out), soak_dot(in, out)));
  }
  for (int i = 0; i < n; i++)
    most = fmin(most, 0.8 * soak_norm(soak_sub(s->point[(i + 1) % n], s->point[i])) /
                          (half[i] + half[(i + 1) % n]));
  return most * soak_over_powers(lot, 0.05, 1);
}
