/* A drawing at an instant: the poses of the bodies, the eye, and the order of drawing. */
#include "result/view.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/trig.h"
#include "result/view_parts.h"

pawl_view_options pawl_view_usual(void)
{
  return (pawl_view_options){
      .aside = 0.55, .above = 0.45, .arrow = 10, .arrows = 1u << PAWL_ROLE_FORCE | 1u << PAWL_ROLE_DRIVE};
}

/* ---- where things are ---- */

bool pawl_view_is_flat(const pawl_view *view)
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
  if (pawl_view_is_flat(view)) {
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

static void read_poses(const pawl_view *view)
{
  const pawl_model *model = view->drawing->model;
  view->body[0] = (pawl_pose){{0, 0, 0}, pawl_unit_mat()};
  for (int i = 1; i <= model->body_count; i++)
    view->body[i] = read_pose(view, model->body_part[i]);
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

static pawl_mat eye_of(const pawl_view *view)
{
  double s, c, u, v;
  if (pawl_view_is_flat(view))
    return pawl_unit_mat();
  pawl_sincos(view->options->aside, &s, &c);
  pawl_sincos(view->options->above, &u, &v);
  return (pawl_mat){{c, s, 0}, {-s * u, c * u, v}, {s * v, -c * v, u}};
}

pawl_spot pawl_view_spot(const pawl_view *view, pawl_vec at)
{
  return (pawl_spot){pawl_dot(view->eye.x, at), pawl_dot(view->eye.y, at)};
}

/* ---- the order ---- */

struct pawl_view_place {
  const pawl_drawn *item;
  int group;    /* behind everything, things, on top of them */
  double depth; /* of things in space: towards the eye       */
  int order;
};

static int group_of(const pawl_primitive *p)
{
  bool above = p->draw == PAWL_DRAW_ARROW || p->draw == PAWL_DRAW_TEXT || p->role == PAWL_ROLE_MASS;
  return p->role == PAWL_ROLE_AXES ? 0 : above ? 2 : 1;
}

/* The middle of a primitive. */
static double middle_of(const pawl_view *view, const pawl_primitive *p)
{
  pawl_vec at = pawl_view_pose(view, &p->a).r;
  if (p->b.body >= 0)
    at = pawl_times(0.5, pawl_add(at, pawl_view_pose(view, &p->b).r));
  return pawl_dot(view->eye.z, at);
}

/* Joints sit in the ends of bodies whose middles may be much nearer: they come after them. */
static double depth_of(const pawl_view *view, const pawl_drawn *item)
{
  double depth = middle_of(view, &item->primitive);
  if (item->primitive.role != PAWL_ROLE_JOINT)
    return depth;
  const pawl_part *part = view->drawing->model->parts[item->part];
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    if (f->type != PAWL_FRAME || !pawl_in_world(f->worlds, view->drawing->model->worlds))
      continue;
    const pawl_frame *frame = (const void *)((const char *)part->fields + f->where);
    if (frame->body > 0)
      depth = fmax(depth, view->depth[frame->body]);
  }
  return depth + 2 * view->drawing->size;
}

/* The nearest middle of what each body looks like. */
static void find_depths(const pawl_view *view)
{
  const pawl_model *model = view->drawing->model;
  for (int i = 0; i <= model->body_count; i++)
    view->depth[i] = -INFINITY;
  for (int i = 0; i < view->drawing->count; i++) {
    const pawl_primitive *p = &view->drawing->item[i].primitive;
    if (p->role == PAWL_ROLE_BODY && p->a.body > 0)
      view->depth[p->a.body] = fmax(view->depth[p->a.body], middle_of(view, p));
  }
}

static int compare(const void *a, const void *b)
{
  const pawl_view_place *x = a, *y = b;
  if (x->item->look.layer != y->item->look.layer)
    return x->item->look.layer < y->item->look.layer ? -1 : 1;
  if (x->group != y->group)
    return x->group - y->group;
  return x->depth != y->depth ? (x->depth < y->depth ? -1 : 1) : x->order - y->order;
}

/* In a plane as the drawing says; in space what is nearer comes later. */
static void arrange(const pawl_view *view)
{
  int n = view->drawing->count;
  if (!pawl_view_is_flat(view))
    find_depths(view);
  for (int i = 0; i < n; i++) {
    const pawl_drawn *item = &view->drawing->item[i];
    view->place[i] = (pawl_view_place){item, 0, 0, i};
    if (!pawl_view_is_flat(view)) {
      view->place[i].group = group_of(&item->primitive);
      view->place[i].depth = depth_of(view, item);
    }
  }
  qsort(view->place, (size_t)n, sizeof *view->place, compare);
}

/* ---- the whole ---- */

pawl_status pawl_view_open(pawl_view *view, const pawl_drawing *drawing, const pawl_view_options *options,
                           pawl_arena *arena, pawl_error *error)
{
  *view = (pawl_view){.drawing = drawing, .options = options};
  view->body = PAWL_TAKE(arena, drawing->model->body_count + 1, pawl_pose);
  view->depth = PAWL_TAKE(arena, drawing->model->body_count + 1, double);
  view->place = PAWL_TAKE(arena, drawing->count + 1, pawl_view_place);
  view->eye = eye_of(view);
  pawl_canvas_open(&view->canvas);
  return arena->failed ? pawl_fail_memory(error) : PAWL_OK;
}

static bool is_shown(const pawl_view *view, const pawl_drawn *item)
{
  const pawl_primitive *p = &item->primitive;
  if (p->draw == PAWL_DRAW_ARROW)
    return view->options->arrows >> p->role & 1;
  return !view->moving || p->a.body > 0 || p->b.body > 0;
}

void pawl_view_weigh(pawl_view *view, const pawl_instant *instant)
{
  view->instant = instant;
  read_poses(view);
  for (int i = 0; i < view->drawing->count; i++) {
    const pawl_drawn *item = &view->drawing->item[i];
    if (item->primitive.draw != PAWL_DRAW_ARROW || !is_shown(view, item))
      continue;
    double *largest = item->primitive.turning ? &view->torque : &view->force;
    *largest = fmax(*largest, pawl_view_arrow_size(view, item)); /* fmax leaves out NaN */
  }
}

void pawl_view_draw(pawl_view *view, const pawl_instant *instant)
{
  view->instant = instant;
  read_poses(view);
  arrange(view);
  for (int i = 0; i < view->drawing->count; i++)
    if (is_shown(view, view->place[i].item))
      pawl_view_item(view, view->place[i].item);
  pawl_view_marks(view);
}

void pawl_view_fit(pawl_view *view, double width, double height)
{
  pawl_canvas_fit(&view->canvas, width, height);
  view->thin = fmin(fmax(0.15 * view->drawing->size * view->canvas.scale, 0.8), 1.6);
}

/* Points that fall on the last one are left out: a long run has more of them than the paper has dots. */
void pawl_view_trace(pawl_view *view, const pawl_vec *point, size_t count, const pawl_ink *ink)
{
  pawl_canvas *canvas = &view->canvas;
  pawl_spot last = {NAN, NAN};
  bool gap = true;
  double near = canvas->paper ? 0.3 / canvas->scale : 0;
  pawl_canvas_begin(canvas);
  for (size_t i = 0; i < count; i++) {
    pawl_spot at = pawl_view_spot(view, point[i]);
    double distance = fmax(fabs(at.x - last.x), fabs(at.y - last.y));
    if (!isfinite(at.x) || !isfinite(at.y)) {
      gap = true;
      continue;
    }
    if (!gap && distance < near && i + 1 < count)
      continue;
    if (gap)
      pawl_canvas_move(canvas, ink);
    pawl_canvas_point(canvas, at, ink);
    last = at;
    gap = false;
  }
  pawl_canvas_end(canvas, ink);
}

/* ---- the size of symbols ---- */

/* The largest diagonal of all that is drawn at one instant but arrows, m; 0: nothing is. */
static double extent(const pawl_drawing *drawing, const pawl_instant *instant, int count, pawl_arena *arena)
{
  pawl_view_options options = pawl_view_usual();
  pawl_view view;
  double most = 0;
  options.arrows = 0;
  if (pawl_view_open(&view, drawing, &options, arena, NULL) != PAWL_OK)
    return 0;
  for (int i = 0; i < count; i++) {
    pawl_canvas_open(&view.canvas);
    pawl_view_draw(&view, &instant[i]);
    double both = hypot(view.canvas.right - view.canvas.left, view.canvas.high - view.canvas.low);
    if (isfinite(both))
      most = fmax(most, both);
  }
  return most;
}

pawl_status pawl_view_collect(pawl_model *model, const pawl_instant *instant, int count, pawl_arena *arena,
                              pawl_drawing *drawing, pawl_error *error)
{
  /* Where there are many bodies, smaller ones keep apart. */
  const double least = 0.024 / fmax(sqrt(model->body_count / 10.0), 1);
  pawl_look look = pawl_look_empty();
  pawl_status status = pawl_drawing_collect(model, arena, drawing, error);
  double size = status == PAWL_OK ? least * extent(drawing, instant, count, arena) : 0;
  if (status != PAWL_OK || model->look || !(drawing->size < size))
    return status;
  look.width = 2 * size;
  model->look = &look;
  status = pawl_drawing_collect(model, arena, drawing, error);
  model->look = NULL;
  return status;
}
