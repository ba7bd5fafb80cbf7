/* The primitives of a view that are flat: lines, polygons, circles, coils, texts. */
#include "base/trig.h"
#include "result/view_parts.h"

#define PI 3.14159265358979323846

/* ---- colors ---- */

int pawl_view_color(const pawl_view *view, const pawl_drawn *item)
{
  const pawl_kind *accent = view->options->accent;
  bool pale = accent && (item->part < 0 || view->drawing->model->parts[item->part]->kind != accent);
  return pale ? pawl_ink_mix(item->look.color, 0xffffff, 0.6) : item->look.color;
}

int pawl_view_dark(int color)
{
  return pawl_ink_mix(color, 0x101418, 0.4);
}

/* ---- flat primitives ---- */

static pawl_ink line_ink(const pawl_view *view, int color, double width)
{
  return pawl_ink_line(color, view->thin, width);
}

/* Gears and wheels lie over the bodies that they belong to: these are seen through them. */
static pawl_ink fill_ink(const pawl_view *view, const pawl_primitive *p, int color)
{
  pawl_ink ink = pawl_ink_fill(color, pawl_view_dark(color), view->thin);
  ink.glass = p->role == PAWL_ROLE_LINK || p->role == PAWL_ROLE_FORCE;
  return ink;
}

void pawl_view_path(pawl_view *view, const pawl_pose *pose, const pawl_vec *point, int count, int hole,
                    const pawl_ink *ink)
{
  pawl_canvas_begin(&view->canvas);
  for (int i = 0; i < count; i++) {
    if (hole > 0 && i == hole)
      pawl_canvas_move(&view->canvas, ink);
    pawl_vec at = pawl_add(pose->r, pawl_turn(&pose->R, point[i]));
    pawl_canvas_point(&view->canvas, pawl_view_spot(view, at), ink);
  }
  pawl_canvas_end(&view->canvas, ink);
}

/* Along n with n (b - a) = r_a - r_b, and across z. */
void pawl_view_touch(const pawl_primitive *p, pawl_pose *a, pawl_pose *b)
{
  pawl_vec d = pawl_sub(b->r, a->r);
  double length = pawl_norm(d), s = (p->touch[0] - p->touch[1]) / length;
  if (!(length > 0) || !(fabs(s) < 1)) /* one circle is in the other */
    return;
  d = pawl_times(1 / length, d);
  pawl_vec n = pawl_add(pawl_times(s, d), pawl_times(sqrt(1 - s * s), pawl_cross(a->R.z, d)));
  a->r = pawl_add(a->r, pawl_times(p->touch[0], n));
  b->r = pawl_add(b->r, pawl_times(p->touch[1], n));
}

static void draw_line(pawl_view *view, const pawl_primitive *p, int color)
{
  pawl_pose a = pawl_view_pose(view, &p->a), b = pawl_view_pose(view, &p->b);
  pawl_view_touch(p, &a, &b);
  const pawl_pose world = {{0, 0, 0}, pawl_unit_mat()};
  pawl_vec d = pawl_sub(b.r, a.r);
  const pawl_vec ends[] = {pawl_add(a.r, pawl_times(p->from, d)), pawl_add(a.r, pawl_times(p->to, d))};
  bool edged = p->width > 0; /* a bar has edges: a dark line, and a lighter one on it */
  pawl_ink ink = line_ink(view, edged ? pawl_view_dark(color) : color, p->width);
  ink.butt = p->from > 0 || p->to < 1;
  pawl_view_path(view, &world, ends, 2, 0, &ink);
  if (!edged || !view->canvas.paper)
    return;
  ink.wide = fmax(p->width - 2 * view->thin / view->canvas.scale, 0);
  ink.stroke = color;
  pawl_view_path(view, &world, ends, 2, 0, &ink);
}

static void draw_circle(pawl_view *view, const pawl_primitive *p, int color)
{
  enum { STEPS = 48 };
  pawl_pose pose = pawl_view_pose(view, &p->a);
  pawl_ink ink = p->fill ? fill_ink(view, p, color) : line_ink(view, pawl_view_dark(color), 0);
  pawl_vec point[STEPS];
  ink.open = false;
  if (pawl_view_is_flat(view)) {
    pawl_canvas_circle(&view->canvas, pawl_view_spot(view, pose.r), p->radius, &ink);
    return;
  }
  for (int i = 0; i < STEPS; i++) {
    double s, c;
    pawl_sincos(2 * PI * i / STEPS, &s, &c);
    point[i] = pawl_v(p->radius * c, p->radius * s, 0);
  }
  pawl_view_path(view, &pose, point, STEPS, 0, &ink);
}

/* A helix with straight ends: in a plane it is seen a little from the side, so that its windings are loops. */
static void draw_coil(pawl_view *view, const pawl_primitive *p, int color)
{
  enum { STEPS = 16 }; /* of a winding */
  double length, s, c, turns = fmin(fmax(round(p->windings), 1), PAWL_MOST_WINDINGS);
  pawl_pose pose = pawl_view_between(view, p, &length);
  pose.r = pawl_add(pose.r, pawl_times(p->from * length, pose.R.x));
  length *= p->to - p->from;
  double end = fmin(0.12 * length, p->radius), inside = length - 2 * end,
         lean = fmin(fmax(0.45 * p->radius, 0.35 * inside / turns), p->radius);
  pawl_ink ink = line_ink(view, color, 0.15 * p->radius);
  int n = STEPS * (int)turns;
  if (!(length > 0))
    return;
  pawl_canvas_begin(&view->canvas);
  for (int i = -1; i <= n + 1; i++) {
    double part = (double)i / n, grow = fmin(fmin(1, 4 * turns * part), 4 * turns * (1 - part));
    pawl_vec at = {i < 0 ? 0 : length, 0, 0};
    pawl_sincos(2 * PI * turns * part, &s, &c);
    if (i >= 0 && i <= n) {
      at = pawl_v(end + inside * part, grow * p->radius * s, grow * p->radius * c);
      if (pawl_view_is_flat(view))
        at = pawl_v(at.x + lean * grow * c, at.y, 0);
    }
    pawl_canvas_point(&view->canvas, pawl_view_spot(view, pawl_add(pose.r, pawl_turn(&pose.R, at))), &ink);
  }
  pawl_canvas_end(&view->canvas, &ink);
}

static void draw_text(pawl_view *view, const pawl_primitive *p, int color)
{
  pawl_spot at = pawl_view_spot(view, pawl_view_pose(view, &p->a).r);
  double away = sqrt(at.x * at.x + at.y * at.y);
  if (p->role != PAWL_ROLE_AXES) { /* beside what it names */
    at.x += 0.6 * p->height;
    at.y += 0.6 * p->height;
  } else if (away > 0) { /* beyond the end of the axis */
    at.x += 0.3 * p->height * (at.x / away - 1);
    at.y += 0.3 * p->height * at.y / away;
  }
  pawl_canvas_text(&view->canvas, at, p->height, p->text, color);
}

/* Lines on a fill are a little darker than it; so is the outline of what is not filled. */
static bool lies_on_fill(const pawl_primitive *p)
{
  return p->role == PAWL_ROLE_BODY || p->role == PAWL_ROLE_LINK || p->role == PAWL_ROLE_PICTURE;
}

void pawl_view_item(pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  int color = pawl_view_color(view, item);
  pawl_pose pose = pawl_view_pose(view, &p->a);
  pawl_ink ink = fill_ink(view, p, color),
           line = line_ink(view, lies_on_fill(p) ? pawl_view_dark(color) : color, p->width);
  switch (p->draw) {
  case PAWL_DRAW_LINE:
    draw_line(view, p, color);
    break;
  case PAWL_DRAW_POLYLINE:
    pawl_view_path(view, &pose, p->point, p->count, 0, &line);
    break;
  case PAWL_DRAW_POLYGON:
    if (p->height > 0)
      pawl_view_plate(view, item);
    else
      pawl_view_path(view, &pose, p->point, p->count, p->hole, &ink);
    break;
  case PAWL_DRAW_CIRCLE:
    draw_circle(view, p, color);
    break;
  case PAWL_DRAW_COIL:
    draw_coil(view, p, color);
    break;
  case PAWL_DRAW_ARROW:
    pawl_view_arrow(view, item);
    break;
  case PAWL_DRAW_TEXT:
    draw_text(view, p, color);
    break;
  case PAWL_DRAW_ROPE:
    pawl_view_rope(view, item);
    break;
  case PAWL_DRAW_SOLID:
    pawl_view_solid(view, item);
    break;
  case PAWL_DRAWS:
    break;
  }
}
