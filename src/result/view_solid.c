/* Solids in space. All but the sphere are an outline that is carried along an axis, and grows or shrinks on the way:
 *   box, beam      an outline in x-y along z         cylinder, pipe, cone, gearwheel    an outline in y-z along x
 * Faces that look away are left out, the others are drawn from the farthest on; the end that looks to the eye hides what
 * is behind it and comes last. Faces are lighter the more they look up. */
#include <stdlib.h>

#include "base/trig.h"
#include "result/view_parts.h"

#define PI 3.14159265358979323846

enum { ROUND = 40, TEETH = 100, MOST = 4 * TEETH + ROUND };

/* An outline at both ends, in the world; points from `hole` on are the edge of a hole. */
typedef struct {
  pawl_vec near[MOST], far[MOST];
  int count, hole;
} hull;

typedef struct {
  int from, to; /* points of the outline */
  pawl_vec normal;
  double depth;
} face;

static int shade(int color, pawl_vec normal)
{
  double up = 0.75 * normal.z + 0.3 * normal.x - 0.2 * normal.y;
  return up > 0 ? pawl_ink_mix(color, 0xffffff, 0.3 * up) : pawl_ink_mix(color, 0x101418, -0.3 * up);
}

/* ---- faces ---- */

/* Neighbours on the same outline. */
static int next_point(const hull *h, int i)
{
  bool inner = h->hole > 0 && i >= h->hole;
  int begin = inner ? h->hole : 0, end = h->hole > 0 && !inner ? h->hole : h->count;
  return i + 1 < end ? i + 1 : begin;
}

static int last_point(const hull *h, int i)
{
  bool inner = h->hole > 0 && i >= h->hole;
  int begin = inner ? h->hole : 0, end = h->hole > 0 && !inner ? h->hole : h->count;
  return i > begin ? i - 1 : end - 1;
}

/* Outlines go counter-clockwise about the axis from far to near, holes clockwise: so this looks out. */
static pawl_vec normal_of(const hull *h, int i)
{
  int j = next_point(h, i);
  pawl_vec along = pawl_sub(pawl_add(h->far[j], h->near[j]), pawl_add(h->far[i], h->near[i]));
  pawl_vec across = pawl_sub(pawl_add(h->near[i], h->near[j]), pawl_add(h->far[i], h->far[j]));
  pawl_vec n = pawl_cross(along, across);
  double length = pawl_norm(n);
  return length > 0 ? pawl_times(1 / length, n) : pawl_v(0, 0, 0);
}

static int nearer(const void *a, const void *b)
{
  const face *x = a, *y = b;
  return x->depth != y->depth ? (x->depth < y->depth ? -1 : 1) : x->from - y->from;
}

static int find_faces(const pawl_view *view, const hull *h, face *all)
{
  int n = 0;
  for (int i = 0; i < h->count; i++) {
    face f = {i, next_point(h, i), normal_of(h, i), 0};
    f.depth = pawl_dot(view->eye.z, pawl_add(pawl_add(h->near[f.from], h->near[f.to]),
                                             pawl_add(h->far[f.from], h->far[f.to])));
    if (pawl_dot(f.normal, view->eye.z) > 1e-9)
      all[n++] = f;
  }
  qsort(all, (size_t)n, sizeof *all, nearer);
  return n;
}

static void put_line(pawl_view *view, pawl_vec a, pawl_vec b, int color)
{
  pawl_ink ink = pawl_ink_line(color, view->thin, 0);
  pawl_canvas_begin(&view->canvas);
  pawl_canvas_point(&view->canvas, pawl_view_spot(view, a), &ink);
  pawl_canvas_point(&view->canvas, pawl_view_spot(view, b), &ink);
  pawl_canvas_end(&view->canvas, &ink);
}

/* Is the edge between a face and its neighbour seen: a bend of more than 30 degrees, or the end of what is seen? */
static bool is_edge(const pawl_view *view, const face *f, pawl_vec neighbour)
{
  return pawl_dot(neighbour, view->eye.z) <= 1e-9 || pawl_dot(neighbour, f->normal) < 0.86;
}

static void put_face(pawl_view *view, const hull *h, const face *f, int color)
{
  int fill = shade(color, f->normal), edge = pawl_view_dark(color);
  const pawl_vec corner[] = {h->near[f->from], h->near[f->to], h->far[f->to], h->far[f->from]};
  pawl_ink ink = pawl_ink_fill(fill, fill, view->thin);
  pawl_canvas_begin(&view->canvas);
  for (int i = 0; i < 4; i++)
    pawl_canvas_point(&view->canvas, pawl_view_spot(view, corner[i]), &ink);
  pawl_canvas_end(&view->canvas, &ink);
  if (is_edge(view, f, normal_of(h, f->to)))
    put_line(view, h->near[f->to], h->far[f->to], edge);
  if (is_edge(view, f, normal_of(h, last_point(h, f->from))))
    put_line(view, h->near[f->from], h->far[f->from], edge);
  put_line(view, h->near[f->from], h->near[f->to], edge);
  put_line(view, h->far[f->from], h->far[f->to], edge);
}

static void put_end(pawl_view *view, const pawl_vec *point, const hull *h, pawl_vec normal, int color)
{
  const pawl_pose world = {{0, 0, 0}, pawl_unit_mat()};
  pawl_ink ink = pawl_ink_fill(shade(color, normal), pawl_view_dark(color), view->thin);
  if (pawl_dot(normal, view->eye.z) > 1e-9)
    pawl_view_path(view, &world, point, h->count, h->hole, &ink);
}

static void put_hull(pawl_view *view, const hull *h, pawl_vec axis, int color)
{
  face all[MOST];
  int n = find_faces(view, h, all);
  for (int i = 0; i < n; i++)
    put_face(view, h, &all[i], color);
  put_end(view, h->near, h, axis, color);
  put_end(view, h->far, h, pawl_times(-1, axis), color);
}

/* ---- outlines, counter-clockwise ---- */

static int put_round(pawl_vec *out, double y, double z, bool back)
{
  for (int i = 0; i < ROUND; i++) {
    double s, c;
    pawl_sincos(2 * PI * (back ? -i : i) / ROUND, &s, &c);
    out[i] = pawl_v(0, y * c, z * s);
  }
  return ROUND;
}

static int put_teeth(pawl_vec *out, double radius, int teeth, bool inside)
{
  static const double angle[] = {-0.29, -0.14, 0.14, 0.29};
  double m = 2 * radius / teeth * (inside ? -1 : 1);
  for (int i = 0; i < 4 * teeth; i++) {
    double s, c, r = i % 4 == 1 || i % 4 == 2 ? radius + m : radius - 1.25 * m;
    pawl_sincos(2 * PI * (i / 4 + angle[i % 4]) / teeth * (inside ? -1 : 1), &s, &c);
    out[i] = pawl_v(0, r * c, r * s);
  }
  return 4 * teeth;
}

/* In y-z, about x. */
static void outline_of(hull *h, const pawl_primitive *p)
{
  int teeth = p->extra == 0 ? 20 : (int)fmin(fmax(fabs(p->extra), 4), TEETH);
  double y = 0.5 * p->width, z = 0.5 * p->height, inner = p->extra > 0 ? fmin(p->extra, 1) : 0.7;
  if (p->shape == PAWL_SHAPE_GEARWHEEL && p->extra >= 0)
    h->count = put_teeth(h->near, y, teeth, false);
  else
    h->count = put_round(h->near, y, z, false);
  if (p->shape == PAWL_SHAPE_GEARWHEEL && p->extra < 0) {
    put_round(h->near, y * (1 + 7.0 / teeth), y * (1 + 7.0 / teeth), false);
    h->hole = h->count;
    h->count += put_teeth(h->near + h->hole, y, teeth, true);
  } else if (p->shape == PAWL_SHAPE_PIPE) {
    h->hole = h->count;
    h->count += put_round(h->near + h->hole, inner * y, inner * z, true);
  }
}

/* A bar with round ends, in x-y: its places are the middles of the ends. */
static void put_beam(hull *h, double length, double radius)
{
  for (int i = 0; i < ROUND; i++) {
    double s, c;
    pawl_sincos(2 * PI * (i + 0.5) / ROUND, &s, &c);
    h->near[i] = pawl_v((c > 0 ? 0.5 : -0.5) * length + radius * c, radius * s, 0);
  }
  h->count = ROUND;
}

static void put_rectangle(hull *h, double length, double width)
{
  static const double x[] = {0.5, 0.5, -0.5, -0.5}, y[] = {-0.5, 0.5, 0.5, -0.5};
  for (int i = 0; i < 4; i++)
    h->near[i] = pawl_v(length * x[i], width * y[i], 0);
  h->count = 4;
}

/* ---- solids ---- */

/* From the outline in the frame to both ends in the world. */
static void stretch(hull *h, const pawl_pose *pose, pawl_vec half, double narrow)
{
  for (int i = 0; i < h->count; i++) {
    pawl_vec p = h->near[i];
    h->near[i] = pawl_add(pose->r, pawl_turn(&pose->R, pawl_add(pawl_times(narrow, p), half)));
    h->far[i] = pawl_add(pose->r, pawl_turn(&pose->R, pawl_sub(p, half)));
  }
}

static void draw_ball(pawl_view *view, pawl_vec at, double radius, int color)
{
  pawl_spot spot = pawl_view_spot(view, at), shine = {spot.x - 0.3 * radius, spot.y + 0.35 * radius};
  int light = pawl_ink_mix(color, 0xffffff, 0.35);
  pawl_ink ink = pawl_ink_fill(color, pawl_view_dark(color), view->thin),
           spark = pawl_ink_fill(light, PAWL_NO_INK, 0);
  pawl_canvas_circle(&view->canvas, spot, radius, &ink);
  pawl_canvas_circle(&view->canvas, shine, 0.35 * radius, &spark);
}

void pawl_view_solid(pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  int color = pawl_view_color(view, item);
  double length = p->length, narrow = 1;
  pawl_pose pose = pawl_view_pose(view, &p->a);
  hull h = {.count = 0};
  if (p->b.body >= 0) {
    pose = pawl_view_between(view, p, &length);
    pose.r = pawl_add(pose.r, pawl_times(0.5 * length, pose.R.x));
  }
  bool upright = p->shape == PAWL_SHAPE_BOX || p->shape == PAWL_SHAPE_BEAM;
  if (p->shape == PAWL_SHAPE_SPHERE) {
    draw_ball(view, pose.r, 0.5 * p->width, color);
    return;
  }
  if (p->shape == PAWL_SHAPE_BOX)
    put_rectangle(&h, length, p->width);
  else if (p->shape == PAWL_SHAPE_BEAM)
    put_beam(&h, length, 0.5 * p->width);
  else
    outline_of(&h, p);
  if (p->shape == PAWL_SHAPE_CONE)
    narrow = fmin(fmax(p->extra, 0), 1);
  stretch(&h, &pose, upright ? pawl_v(0, 0, 0.5 * p->height) : pawl_v(0.5 * length, 0, 0), narrow);
  put_hull(view, &h, upright ? pose.R.z : pose.R.x, color);
}

static double area(const pawl_vec *point, int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++) {
    pawl_vec a = point[i], b = point[i + 1 < count ? i + 1 : 0];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum;
}

void pawl_view_plate(pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  pawl_pose pose = pawl_view_pose(view, &p->a);
  int outer = p->hole > 0 ? p->hole : p->count, inner = p->count - outer;
  bool back = area(p->point, outer)<0, inner_back = area(p->point + outer, inner)> 0;
  hull h = {.count = p->count, .hole = p->hole};
  if (p->count > MOST) { /* so many corners that its thickness is not drawn */
    pawl_ink ink = pawl_ink_fill(item->look.color, pawl_view_dark(item->look.color), view->thin);
    pawl_view_path(view, &pose, p->point, p->count, p->hole, &ink);
    return;
  }
  for (int i = 0; i < outer; i++)
    h.near[i] = p->point[back ? outer - 1 - i : i];
  for (int i = 0; i < inner; i++)
    h.near[outer + i] = p->point[inner_back ? p->count - 1 - i : outer + i];
  stretch(&h, &pose, pawl_v(0, 0, 0.5 * p->height), 1);
  put_hull(view, &h, pose.R.z, pawl_view_color(view, item));
}
