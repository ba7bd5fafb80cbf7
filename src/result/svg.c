/* A drawing as SVG: the poses of the bodies, the order of drawing, and the flat primitives. */
#include "result/svg.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/trig.h"
#include "result/svg_view.h"

#define PI 3.14159265358979323846

pawl_svg_options pawl_svg_usual(void)
{
  return (pawl_svg_options){.title = "mechanism",
                            .width = 640,
                            .height = 480,
                            .margin = 12,
                            .arrow = 10,
                            .arrows = 1u << PAWL_ROLE_FORCE | 1u << PAWL_ROLE_DRIVE,
                            .background = 0xffffff};
}

/* ---- where things are ---- */

static bool flat(const pawl_view *view)
{
  return view->drawing->model->worlds == PAWL_PLANAR;
}

static double read_channel(const pawl_view *view, int part, const char *channel, double fallback)
{
  double x = view->instant->read(view->instant->context, part, channel);
  return isfinite(x) ? x : fallback;
}

static pawl_pose read_pose(const pawl_view *view, int part)
{
  pawl_pose pose = {{0, 0, 0}, pawl_unit_mat()};
  pose.r.x = read_channel(view, part, "x", 0);
  pose.r.y = read_channel(view, part, "y", 0);
  if (flat(view)) {
    double s, c;
    pawl_sincos(read_channel(view, part, "angle", 0), &s, &c);
    pose.R = (pawl_mat){{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
    return pose;
  }
  pose.r.z = read_channel(view, part, "z", 0);
  pawl_quat e = {read_channel(view, part, "e0", 1), read_channel(view, part, "e1", 0),
                 read_channel(view, part, "e2", 0), read_channel(view, part, "e3", 0)};
  pose.R = pawl_quat_mat(pawl_quat_unit(e));
  return pose;
}

static const pawl_pose *read_poses(const pawl_view *view, pawl_arena *arena)
{
  const pawl_model *model = view->drawing->model;
  pawl_pose *pose = PAWL_TAKE(arena, model->body_count + 1, pawl_pose);
  if (!pose)
    return NULL;
  pose[0] = (pawl_pose){{0, 0, 0}, pawl_unit_mat()};
  for (int i = 1; i <= model->body_count; i++)
    pose[i] = read_pose(view, model->body_part[i]);
  return pose;
}

pawl_pose pawl_view_pose(const pawl_view *view, const pawl_frame *frame)
{
  const pawl_pose *body = &view->body[frame->body];
  return (pawl_pose){pawl_add(body->r, pawl_turn(&body->R, frame->at)), pawl_mat_mul(&body->R, &frame->turn)};
}

pawl_pose pawl_view_between(const pawl_view *view, const pawl_primitive *p, double *length)
{
  pawl_pose a = pawl_view_pose(view, &p->a), b = pawl_view_pose(view, &p->b);
  pawl_vec d = pawl_sub(b.r, a.r), x = pawl_v(1, 0, 0);
  *length = pawl_norm(d);
  if (*length > 0)
    x = pawl_times(1 / *length, d);
  pawl_vec y = pawl_cross(fabs(x.z) < 0.9 ? pawl_v(0, 0, 1) : pawl_v(1, 0, 0), x);
  y = pawl_times(1 / pawl_norm(y), y);
  return (pawl_pose){a.r, {x, y, pawl_cross(x, y)}};
}

/* ---- how they are seen ---- */

/* From the front and the right, and from above. */
static pawl_mat eye_of(const pawl_view *view)
{
  const double aside = 0.55, above = 0.45;
  double s, c, u, v;
  if (flat(view))
    return pawl_unit_mat();
  pawl_sincos(aside, &s, &c);
  pawl_sincos(above, &u, &v);
  return (pawl_mat){{c, s, 0}, {-s * u, c * u, v}, {s * v, -c * v, u}};
}

pawl_spot pawl_view_spot(const pawl_view *view, pawl_vec at)
{
  return (pawl_spot){pawl_dot(view->eye.x, at), pawl_dot(view->eye.y, at)};
}

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

static void draw_line(pawl_view *view, const pawl_primitive *p, int color)
{
  pawl_pose a = pawl_view_pose(view, &p->a), b = pawl_view_pose(view, &p->b);
  const pawl_pose world = {{0, 0, 0}, pawl_unit_mat()};
  pawl_vec d = pawl_sub(b.r, a.r);
  const pawl_vec ends[] = {pawl_add(a.r, pawl_times(p->from, d)), pawl_add(a.r, pawl_times(p->to, d))};
  bool edged = p->width > 0; /* a bar has edges: a dark line, and a lighter one on it */
  pawl_ink ink = line_ink(view, edged ? pawl_view_dark(color) : color, p->width);
  ink.butt = p->from > 0 || p->to < 1;
  pawl_view_path(view, &world, ends, 2, 0, &ink);
  if (!edged || !view->canvas.to)
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
  if (flat(view)) {
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

/* Straight at both ends, an eighth of the length each; between them a zigzag in a plane, a helix in space. */
static void draw_coil(pawl_view *view, const pawl_primitive *p, int color)
{
  double length, s, c, turns = fmin(fmax(round(p->windings), 1), PAWL_MOST_WINDINGS);
  pawl_pose pose = pawl_view_between(view, p, &length);
  int steps = flat(view) ? 2 : 16, n = steps * (int)turns; /* of one winding, of all */
  pawl_ink ink = line_ink(view, color, 0.15 * p->radius);
  if (!(length > 0))
    return;
  pawl_canvas_begin(&view->canvas);
  for (int i = -2; i < n + 2; i++) {
    pawl_vec at = {i == -2 ? 0 : i < 0 ? 0.125 * length : i == n ? 0.875 * length : length, 0, 0};
    if (i >= 0 && i < n) {
      pawl_sincos(2 * PI * (i + 0.5) / steps, &s, &c);
      at = pawl_v((0.125 + 0.75 * (i + 0.5) / n) * length, p->radius * s, flat(view) ? 0 : p->radius * c);
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

static void draw_item(pawl_view *view, const pawl_drawn *item)
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
  case PAWL_DRAW_SOLID:
    pawl_view_solid(view, item);
    break;
  case PAWL_DRAWS:
    break;
  }
}

/* ---- the order ---- */

typedef struct {
  const pawl_drawn *item;
  int group;    /* behind everything, things, on top of them */
  double depth; /* of things in space: towards the eye       */
  int order;
} place;

static int group_of(const pawl_primitive *p)
{
  bool above = p->draw == PAWL_DRAW_ARROW || p->draw == PAWL_DRAW_TEXT || p->role == PAWL_ROLE_MASS;
  return p->role == PAWL_ROLE_AXES ? 0 : above ? 2 : 1;
}

/* The middle of a primitive. Joints are a little nearer: they sit in the ends of bodies whose middles are elsewhere. */
static double depth_of(const pawl_view *view, const pawl_primitive *p)
{
  pawl_vec at = pawl_view_pose(view, &p->a).r;
  if (p->b.body >= 0)
    at = pawl_times(0.5, pawl_add(at, pawl_view_pose(view, &p->b).r));
  return pawl_dot(view->eye.z, at) + (p->role == PAWL_ROLE_JOINT ? 2 * view->drawing->size : 0);
}

static int compare(const void *a, const void *b)
{
  const place *x = a, *y = b;
  if (x->item->look.layer != y->item->look.layer)
    return x->item->look.layer < y->item->look.layer ? -1 : 1;
  if (x->group != y->group)
    return x->group - y->group;
  return x->depth != y->depth ? (x->depth < y->depth ? -1 : 1) : x->order - y->order;
}

/* In a plane as the drawing says; in space what is nearer comes later. */
static place *arrange(const pawl_view *view, pawl_arena *arena)
{
  int n = view->drawing->count;
  place *all = PAWL_TAKE(arena, n > 0 ? n : 1, place);
  for (int i = 0; all && i < n; i++) {
    const pawl_drawn *item = &view->drawing->item[i];
    all[i] = (place){item, 0, 0, i};
    if (!flat(view)) {
      all[i].group = group_of(&item->primitive);
      all[i].depth = depth_of(view, &item->primitive);
    }
  }
  if (all)
    qsort(all, (size_t)n, sizeof *all, compare);
  return all;
}

/* ---- the whole ---- */

static bool is_shown(const pawl_view *view, const pawl_drawn *item)
{
  return item->primitive.draw != PAWL_DRAW_ARROW || view->options->arrows >> item->primitive.role & 1;
}

static void find_largest(pawl_view *view)
{
  for (int i = 0; i < view->drawing->count; i++) {
    const pawl_drawn *item = &view->drawing->item[i];
    if (item->primitive.draw != PAWL_DRAW_ARROW || !is_shown(view, item))
      continue;
    double *largest = item->primitive.turning ? &view->torque : &view->force;
    *largest = fmax(*largest, pawl_view_arrow_size(view, item)); /* fmax leaves out NaN */
  }
}

static void draw_all(pawl_view *view, const place *all)
{
  for (int i = 0; i < view->drawing->count; i++)
    if (is_shown(view, all[i].item))
      draw_item(view, all[i].item);
}

/* Finds where everything is and how large that is. NULL: no memory. */
static place *measure(pawl_view *view, pawl_arena *arena)
{
  view->body = read_poses(view, arena);
  view->eye = eye_of(view);
  place *all = view->body ? arrange(view, arena) : NULL;
  if (!all)
    return NULL;
  find_largest(view);
  pawl_canvas_open(&view->canvas);
  draw_all(view, all);
  return all;
}

static pawl_status write_view(pawl_view *view, FILE *to, pawl_arena *arena, pawl_error *error)
{
  const pawl_svg_options *o = view->options;
  place *all = measure(view, arena);
  if (!all)
    return pawl_fail_memory(error);
  pawl_canvas_place(&view->canvas, to, o->width, o->height, o->margin);
  view->thin = fmin(fmax(0.15 * view->drawing->size * view->canvas.scale, 0.8), 1.6);
  pawl_canvas_head(&view->canvas, o->title, o->background == PAWL_NO_COLOR ? PAWL_NO_INK : o->background);
  draw_all(view, all);
  pawl_canvas_foot(&view->canvas);
  return ferror(to) ? pawl_fail(error, PAWL_BAD_FILE, NULL, "the picture could not be written") : PAWL_OK;
}

pawl_status pawl_svg_write(FILE *to, const pawl_drawing *drawing, const pawl_instant *instant,
                           const pawl_svg_options *options, pawl_error *error)
{
  pawl_view view = {.drawing = drawing, .instant = instant, .options = options};
  pawl_arena arena;
  pawl_arena_open(&arena, &drawing->model->arena.memory);
  pawl_status status = write_view(&view, to, &arena, error);
  pawl_arena_close(&arena);
  return status;
}

double pawl_svg_extent(const pawl_drawing *drawing, const pawl_instant *instant)
{
  pawl_svg_options options = pawl_svg_usual();
  pawl_view view = {.drawing = drawing, .instant = instant, .options = &options};
  pawl_arena arena;
  options.arrows = 0;
  pawl_arena_open(&arena, &drawing->model->arena.memory);
  bool found = measure(&view, &arena) != NULL;
  pawl_arena_close(&arena);
  double x = view.canvas.right - view.canvas.left, y = view.canvas.high - view.canvas.low,
         both = sqrt(x * x + y * y);
  return found && isfinite(both) ? both : 0;
}
