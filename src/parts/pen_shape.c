/* Shapes with sizes: polygons and circles in a plane, solids in space. */
#include <stdlib.h>
#include <string.h>

#include "base/trig.h"
#include "parts/look.h"

#define PI 3.14159265358979323846

static bool plane(const pawl_pen *pen)
{
  return pen->worlds == PAWL_PLANAR;
}

static double given(double value, double fallback)
{
  return isnan(value) ? fallback : value;
}

/* Length along x, width along y, height along z of the frame. */
static void solid(pawl_pen *pen, const pawl_frame *frame, pawl_shape shape, double length, double width,
                  double height, double extra)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_SOLID, frame);
  p.shape = shape;
  p.length = length;
  p.width = width;
  p.height = height;
  p.extra = given(extra, 0);
  pen->emit(pen->context, &p);
}

/* ---- boxes, discs ---- */

/* Four corners about the origin: half lengths, half widths at the left and right. */
static void trapezium(pawl_pen *pen, const pawl_frame *frame, double length, double left, double right)
{
  double l = length / 2;
  const pawl_vec point[] = {{-l, -left / 2, 0}, {l, -right / 2, 0}, {l, right / 2, 0}, {-l, left / 2, 0}};
  pawl_pen_polygon(pen, frame, point, 4);
}

void pawl_pen_box(pawl_pen *pen, const pawl_frame *frame, double length, double width, double height)
{
  if (plane(pen))
    trapezium(pen, frame, length, width, width);
  else
    solid(pen, frame, PAWL_SHAPE_BOX, length, width, height, 0);
}

void pawl_pen_plate(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count,
                    double thickness)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_POLYGON, frame);
  p.point = point;
  p.count = count;
  p.height = thickness > 0 && !plane(pen) ? thickness : 0;
  pen->emit(pen->context, &p);
}

void pawl_pen_ball(pawl_pen *pen, const pawl_frame *frame, double radius)
{
  if (plane(pen))
    pawl_pen_circle(pen, frame, radius, true);
  else
    solid(pen, frame, PAWL_SHAPE_SPHERE, 2 * radius, 2 * radius, 2 * radius, 0);
}

void pawl_pen_disc(pawl_pen *pen, const pawl_frame *frame, double radius, double thickness, bool spoke)
{
  if (!plane(pen)) {
    pawl_frame along = pawl_frame_along(frame, pawl_v(0, 0, 1));
    double length = thickness > 0 ? thickness : 0.2 * radius;
    solid(pen, &along, PAWL_SHAPE_CYLINDER, length, 2 * radius, 2 * radius, spoke);
    return;
  }
  const pawl_vec point[] = {{0, 0, 0}, {radius, 0, 0}};
  pawl_pen_circle(pen, frame, radius, true);
  if (spoke)
    pawl_pen_polyline(pen, frame, point, 2, 0);
}

/* ---- rounded hulls ---- */

static int compare(const void *a, const void *b)
{
  const pawl_vec *p = a, *q = b;
  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double side(pawl_vec a, pawl_vec b, pawl_vec c)
{
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The convex hull of sorted points, counter-clockwise, by Andrew's monotone chain; `hull` has room for 2 count. */
static int find_hull(const pawl_vec *point, int count, pawl_vec *hull)
{
  int n = 0;
  for (int i = 0; i < count; i++) { /* below */
    while (n >= 2 && side(hull[n - 2], hull[n - 1], point[i]) <= 0)
      n--;
    hull[n++] = point[i];
  }
  int below = n + 1;
  for (int i = count - 2; i >= 0; i--) { /* above */
    while (n >= below && side(hull[n - 2], hull[n - 1], point[i]) <= 0)
      n--;
    hull[n++] = point[i];
  }
  return n > 1 ? n - 1 : n; /* the first point came again */
}

enum { CORNER = 10 }; /* most points at one corner */

/* The arc round a corner between its two edges: out = corner + radius (normal of the edges, turning). */
static int round_corner(pawl_vec before, pawl_vec corner, pawl_vec after, double radius, pawl_vec *out)
{
  double first = atan2(corner.y - before.y, corner.x - before.x) - PI / 2;
  double turn = remainder(atan2(after.y - corner.y, after.x - corner.x) - PI / 2 - first, 2 * PI);
  if (!isfinite(turn))
    return 0;
  turn = fabs(turn);
  int steps = (int)ceil(8 * turn / PI + 1e-9);
  for (int i = 0; i <= steps; i++) {
    double s, c;
    pawl_sincos(first + turn * i / steps, &s, &c);
    out[i] = pawl_v(corner.x + radius * c, corner.y + radius * s, 0);
  }
  return steps + 1;
}

void pawl_pen_rounded(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count, double radius)
{
  pawl_vec *sorted = PAWL_TAKE(pen->arena, count, pawl_vec);
  pawl_vec *hull = PAWL_TAKE(pen->arena, 2 * count, pawl_vec);
  pawl_vec *edge = PAWL_TAKE(pen->arena, 4 * count + 20, pawl_vec);
  int different = 0, total = 0, room = 4 * count + 20;
  if (!sorted || !hull || !edge || count < 1)
    return;
  memcpy(sorted, point, (size_t)count * sizeof *point);
  qsort(sorted, (size_t)count, sizeof *sorted, compare);
  for (int i = 0; i < count; i++)
    if (different == 0 || compare(&sorted[i], &sorted[different - 1]) != 0)
      sorted[different++] = sorted[i];
  int n = find_hull(sorted, different, hull);
  if (n == 1) {
    pawl_frame there = pawl_frame_on(frame, hull[0]);
    pawl_pen_circle(pen, &there, radius, true);
    return;
  }
  /* all corners together turn once and need 16 + 2 n points; more come of numbers that overflowed */
  for (int i = 0; i < n && total + CORNER <= room; i++)
    total += round_corner(hull[(i + n - 1) % n], hull[i], hull[(i + 1) % n], radius, edge + total);
  pawl_pen_polygon(pen, frame, edge, total);
}

void pawl_pen_bar(pawl_pen *pen, const pawl_frame *frame, pawl_vec p, pawl_vec q, double width)
{
  const pawl_vec ends[] = {p, q};
  pawl_vec d = pawl_sub(q, p);
  if (plane(pen)) {
    pawl_pen_rounded(pen, frame, ends, 2, width / 2);
    return;
  }
  if (!(pawl_norm(d) > 0))
    return;
  pawl_frame middle = pawl_frame_on(frame, pawl_times(0.5, pawl_add(p, q))),
             along = pawl_frame_along(&middle, d);
  solid(pen, &along, PAWL_SHAPE_BEAM, pawl_norm(d), width, width, 0);
}

/* ---- gears ---- */

/* Teeth as trapezia about the pitch circle, module m = 2 r / n: tips at r + m, roots at r - 1.25 m. `inside` has them
 * the other way round. Four points a tooth. */
static int put_teeth(pawl_vec *point, double radius, int teeth, bool inside)
{
  static const double angle[] = {-0.29, -0.14, 0.14, 0.29};
  double m = 2 * radius / teeth * (inside ? -1 : 1), tip = radius + m, root = radius - 1.25 * m;
  for (int i = 0; i < 4 * teeth; i++) {
    double s, c, r = i % 4 == 1 || i % 4 == 2 ? tip : root;
    pawl_sincos(2 * PI * (i / 4 + angle[i % 4]) / teeth, &s, &c);
    point[i] = pawl_v(r * c, r * s, 0);
  }
  return 4 * teeth;
}

static int put_circle(pawl_vec *point, double radius)
{
  enum { STEPS = 64 };
  for (int i = 0; i < STEPS; i++) {
    double s, c;
    pawl_sincos(2 * PI * i / STEPS, &s, &c);
    point[i] = pawl_v(radius * c, radius * s, 0);
  }
  return STEPS;
}

/* A polygon of `count` points whose last ones, from `hole` on, are the edge of a hole. */
static void put_ring(pawl_pen *pen, const pawl_frame *frame, const pawl_vec *point, int count, int hole)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_POLYGON, frame);
  p.point = point;
  p.count = count;
  p.hole = hole;
  pen->emit(pen->context, &p);
}

/* Seen along its axis. */
static void draw_teeth(pawl_pen *pen, const pawl_frame *frame, double radius, int teeth)
{
  int most = PAWL_MOST_WINDINGS, n = teeth > most || teeth < -most ? most : abs(teeth);
  pawl_vec point[4 * PAWL_MOST_WINDINGS + 64];
  if (n < 4)
    pawl_pen_disc(pen, frame, radius, 0, true);
  else if (teeth > 0)
    pawl_pen_polygon(pen, frame, point, put_teeth(point, radius, n, false));
  else {
    int hole = put_circle(point, radius + 7 * radius / n);
    put_ring(pen, frame, point, hole + put_teeth(point + hole, radius, n, true), hole);
  }
}

void pawl_pen_gear(pawl_pen *pen, const pawl_frame *frame, double radius, int teeth, double thickness)
{
  if (plane(pen)) {
    draw_teeth(pen, frame, radius, teeth);
    return;
  }
  pawl_frame along = pawl_frame_along(frame, pawl_v(0, 0, 1));
  double length = thickness > 0 ? thickness : 0.2 * radius;
  solid(pen, &along, PAWL_SHAPE_GEARWHEEL, length, 2 * radius, 2 * radius, teeth);
}

/* ---- shapes of looks ---- */

/* What a shape measures when the look does not say: length, width in sizes. */
static void guess(const pawl_pen *pen, const pawl_look *look, double *length, double *width, double *height)
{
  bool round = look->shape == PAWL_SHAPE_SPHERE || look->shape == PAWL_SHAPE_GEARWHEEL;
  double usual = look->shape == PAWL_SHAPE_GEARWHEEL ? 10 : round ? 4 : 2;
  *width = given(look->width, usual * pen->size);
  *length = given(look->length, look->shape == PAWL_SHAPE_GEARWHEEL ? 0.2 * *width
                                : round                             ? *width
                                                                    : fmax(6 * pen->size, 2 * *width));
  *height = given(look->height, *width);
}

static void draw_spring(pawl_pen *pen, const pawl_frame *frame, double length, double width, double extra)
{
  pawl_primitive p = pawl_pen_primitive(pen, PAWL_DRAW_COIL, frame);
  p.a = pawl_frame_on(frame, pawl_v(-length / 2, 0, 0));
  p.b = pawl_frame_on(frame, pawl_v(length / 2, 0, 0));
  p.radius = width / 2;
  p.windings = extra > 0 ? extra : 8;
  pen->emit(pen->context, &p);
}

/* A pipe is a box with its two inner walls; seen along its axis it is a ring. */
static void draw_pipe(pawl_pen *pen, const pawl_frame *frame, const pawl_look *look, double length,
                      double width)
{
  double inner = width * fmin(fmax(given(look->extra, 0.7), 0), 1), l = length / 2, r = inner / 2;
  pawl_vec ring[128];
  if (isnan(look->length)) {
    int hole = put_circle(ring, width / 2);
    put_ring(pen, frame, ring, hole + put_circle(ring + hole, r), hole);
    return;
  }
  const pawl_vec low[] = {{-l, -r, 0}, {l, -r, 0}}, high[] = {{-l, r, 0}, {l, r, 0}};
  trapezium(pen, frame, length, width, width);
  pawl_pen_polyline(pen, frame, low, 2, 0);
  pawl_pen_polyline(pen, frame, high, 2, 0);
}

static void draw_flat(pawl_pen *pen, const pawl_frame *frame, const pawl_look *look, double length,
                      double width)
{
  bool end_on = isnan(look->length); /* seen along its axis */
  double extra = given(look->extra, 0), r = width / 2;
  switch ((pawl_shape)look->shape) {
  case PAWL_SHAPE_SPHERE:
    pawl_pen_circle(pen, frame, r, true);
    break;
  case PAWL_SHAPE_CYLINDER:
    if (end_on)
      pawl_pen_disc(pen, frame, r, 0, extra > 0);
    else
      trapezium(pen, frame, length, width, width);
    break;
  case PAWL_SHAPE_PIPE:
    draw_pipe(pen, frame, look, length, width);
    break;
  case PAWL_SHAPE_CONE:
    if (end_on)
      pawl_pen_disc(pen, frame, r, 0, false);
    else
      trapezium(pen, frame, length, width, width * fmin(fmax(extra, 0), 1));
    break;
  case PAWL_SHAPE_BEAM:
    pawl_pen_bar(pen, frame, pawl_v(-length / 2, 0, 0), pawl_v(length / 2, 0, 0), width);
    break;
  case PAWL_SHAPE_GEARWHEEL:
    draw_teeth(pen, frame, r, (int)given(look->extra, 20));
    break;
  default:
    trapezium(pen, frame, length, width, width);
    break;
  }
}

void pawl_pen_shape(pawl_pen *pen, const pawl_frame *frame, const pawl_look *look)
{
  double length, width, height;
  guess(pen, look, &length, &width, &height);
  if (look->shape == PAWL_SHAPE_SPRING)
    draw_spring(pen, frame, length, width, look->extra);
  else if (plane(pen))
    draw_flat(pen, frame, look, length, width);
  else
    solid(pen, frame, (pawl_shape)look->shape, length, width, height, look->extra);
}

void pawl_pen_shape_between(pawl_pen *pen, const pawl_frame *a, const pawl_frame *b, const pawl_look *look)
{
  double length, width, height;
  guess(pen, look, &length, &width, &height);
  bool coil = look->shape == PAWL_SHAPE_SPRING;
  pawl_primitive p = pawl_pen_primitive(pen, coil ? PAWL_DRAW_COIL : PAWL_DRAW_SOLID, a);
  p.b = *b;
  p.width = width;
  if (coil) {
    p.radius = width / 2;
    p.windings = look->extra > 0 ? look->extra : 8;
    p.width = 0;
  } else if (plane(pen))
    p.draw = PAWL_DRAW_LINE;
  else {
    p.shape = (pawl_shape)look->shape;
    p.height = height;
    p.extra = given(look->extra, 0);
  }
  pen->emit(pen->context, &p);
}
