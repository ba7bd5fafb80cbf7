/* Collects the primitives of all parts. A counting pass first, then the same again into an array of that size. */
#include "model/drawing.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/drawing_shapes.h"

typedef struct {
  const pawl_model *model;
  pawl_drawing *drawing;
  pawl_arena *arena, scratch;
  pawl_places places;
  pawl_shapes shapes;
  bool counting, arrows_only;
  int total, part, order;
  pawl_look look;
} collector;

/* ---- what parts emit ---- */

static bool good_frame(const collector *c, const pawl_frame *f)
{
  const double *x = &f->at.x, *R = &f->turn.x.x;
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += 0 * x[i];
  for (int i = 0; i < 9; i++)
    sum += 0 * R[i];
  return sum == 0 && f->body >= 0 && f->body <= c->model->body_count;
}

/* 0 x is 0 for every finite x, and NaN for all others. */
static bool is_good(const collector *c, const pawl_primitive *p)
{
  double sum = 0 * p->width + 0 * p->radius + 0 * p->windings + 0 * p->length + 0 * p->height + 0 * p->extra +
               0 * p->direction.x + 0 * p->direction.y + 0 * p->direction.z;
  for (int i = 0; i < p->count; i++)
    sum += 0 * p->point[i].x + 0 * p->point[i].y + 0 * p->point[i].z;
  return sum == 0 && good_frame(c, &p->a) && (p->b.body < 0 || good_frame(c, &p->b));
}

static void keep(void *context, const pawl_primitive *p)
{
  collector *c = context;
  bool nowhere = p->a.body < 0; /* on a joint without a place, such as a shaft */
  if (nowhere || (c->arrows_only && p->draw != PAWL_DRAW_ARROW))
    return;
  if (!is_good(c, p)) {
    c->drawing->left_out += c->counting;
    return;
  }
  if (c->counting) {
    c->total++;
    return;
  }
  pawl_drawn *item = &c->drawing->item[c->drawing->count++];
  *item = (pawl_drawn){c->part, *p, c->look, c->order++};
  pawl_vec *point = p->count > 0 ? PAWL_TAKE(c->arena, p->count, pawl_vec) : NULL;
  if (point)
    memcpy(point, p->point, (size_t)p->count * sizeof *point);
  else
    item->primitive.count = 0;
  item->primitive.point = point;
}

/* ---- one part ---- */

static pawl_role role_of(pawl_family family)
{
  switch (family) {
  case PAWL_BODY:
  case PAWL_BASE:
  case PAWL_SHAPE_KIND:
    return PAWL_ROLE_BODY;
  case PAWL_JOINT_KIND:
    return PAWL_ROLE_JOINT;
  case PAWL_LINK:
  case PAWL_ROPE_KIND:
  case PAWL_COUPLING:
    return PAWL_ROLE_LINK;
  case PAWL_FORCE:
  case PAWL_JOINT_FORCE:
    return PAWL_ROLE_FORCE;
  case PAWL_DRIVE:
  case PAWL_SERVO:
    return PAWL_ROLE_DRIVE;
  case PAWL_DRAWING:
    return PAWL_ROLE_PICTURE;
  default:
    return PAWL_ROLE_SENSOR;
  }
}

/* The n-th frame that a part is connected to; NULL: it has no such. */
static const pawl_frame *frame_of(const pawl_model *model, const pawl_part *part, int n)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_FRAME && pawl_in_world(f->worlds, model->worlds)) {
      const pawl_frame *frame = (const void *)((const char *)part->fields + f->where);
      if (frame->body >= 0 && n-- == 0)
        return frame;
    }
  return NULL;
}

static pawl_pen_joint joint_of(const pawl_model *model, int index)
{
  pawl_pen_joint out = {{.body = -1}, {.body = -1}, {0, 0, 1}, PAWL_NOT_A_TREE_JOINT};
  if (index < 0 || index >= model->part_count)
    return out;
  const pawl_part *part = model->parts[index];
  const pawl_frame *a = frame_of(model, part, 0), *b = frame_of(model, part, 1);
  out.mobility = pawl_mobility_of(part->kind);
  if (a) {
    out.a = *a;
    out.b = b ? *b : *a;
  }
  if (pawl_freedoms_of(part->kind)->named)
    out.axis = ((const pawl_joint *)part->fields)->axis;
  return out;
}

static void find_joints(const pawl_model *model, const pawl_part *part, pawl_pen *pen)
{
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT && pawl_in_world(f->worlds, model->worlds) && pen->joint_count < PAWL_JOINTS)
      pen->joint[pen->joint_count++] =
          joint_of(model, *(const int *)(const void *)((const char *)part->fields + f->where));
}

/* The look's shape where the part's own drawing would be; its arrows stay. */
static void draw_shape(collector *c, const pawl_part *part, pawl_pen *pen)
{
  const pawl_frame *a = frame_of(c->model, part, 0), *b = frame_of(c->model, part, 1);
  if (part->body >= 0)
    pawl_draw_body_shape(part->fields, pen);
  else if (a && b)
    pawl_pen_shape_between(pen, a, b, &pen->look);
  else if (a || pen->joint_count > 0)
    pawl_pen_shape(pen, a ? a : &pen->joint[0].b, &pen->look);
  c->arrows_only = true;
  part->kind->draw(part->fields, pen);
  c->arrows_only = false;
}

static void draw_label(collector *c, const pawl_part *part, pawl_pen *pen)
{
  const pawl_frame *a = frame_of(c->model, part, 0), *b = frame_of(c->model, part, 1);
  pawl_frame frame = pawl_frame_at_point(part->body, pawl_v(0, 0, 0));
  if (part->body >= 0)
    frame.at = ((const pawl_body *)part->fields)->com;
  else if (a)
    frame = b ? *b : *a;
  else if (pen->joint_count > 0)
    frame = pen->joint[0].b;
  else
    return;
  pen->role = PAWL_ROLE_LABEL;
  pawl_pen_text(pen, &frame, part->name);
}

static int color_of(pawl_role role, int body)
{
  static const int bodies[] = {0x5b8db8, 0xd98c4a, 0x7aa65a, 0xb8697d,
                               0x8a7cb8, 0xc2a83e, 0x5aa6a0, 0x9a8478};
  static const int others[PAWL_ROLES] = {
      [PAWL_ROLE_BODY] = 0x9a8478,     [PAWL_ROLE_JOINT] = 0x4a4f57,   [PAWL_ROLE_LINK] = 0x6b7683,
      [PAWL_ROLE_FORCE] = 0x2e8b57,    [PAWL_ROLE_DRIVE] = 0xb2442e,   [PAWL_ROLE_SENSOR] = 0xa03c8c,
      [PAWL_ROLE_REACTION] = 0x8a5a2b, [PAWL_ROLE_MASS] = 0x22262b,    [PAWL_ROLE_GROUND] = 0x7f868f,
      [PAWL_ROLE_GUIDE] = 0x8f969f,    [PAWL_ROLE_PICTURE] = 0xb0b5bb, [PAWL_ROLE_AXES] = 0x8f969f,
      [PAWL_ROLE_LABEL] = 0x22262b};
  if (role == PAWL_ROLE_BODY && body > 0)
    return bodies[(body - 1) % 8];
  return others[role];
}

static pawl_look default_look(const pawl_model *model)
{
  pawl_look none = pawl_look_empty();
  return pawl_look_over(model->look, &none);
}

/* A shape that the whole model has by default is that of bodies. */
static pawl_look look_of(const pawl_model *model, const pawl_part *part)
{
  pawl_look usual = default_look(model);
  if (part->body < 0) {
    usual.shape = PAWL_SHAPE_OWN;
    usual.length = usual.height = usual.extra = NAN;
  }
  return pawl_look_over(part->look, &usual);
}

static pawl_pen new_pen(collector *c, const pawl_part *part, pawl_look look)
{
  pawl_pen pen = {.worlds = c->model->worlds,
                  .size = c->drawing->size,
                  .look = look,
                  .body = -1,
                  .arena = &c->scratch,
                  .emit = keep,
                  .context = c};
  bool shaped = look.shape != PAWL_SHAPE_OWN || (part && part->kind->family == PAWL_DRAWING);
  if (!isnan(look.width) && !shaped)
    pen.size = look.width / 2;
  c->look = look;
  c->look.width = isnan(look.width) ? 2 * pen.size : look.width;
  return pen;
}

/* Of a composite: the first body that it made, or -1. */
static int first_body(const pawl_model *model, const pawl_part *composite)
{
  for (int i = 1; i <= model->body_count; i++)
    if (model->parts[model->body_part[i]]->whole == composite)
      return i;
  return -1;
}

static void draw_part(collector *c, const pawl_part *part)
{
  pawl_look look = look_of(c->model, part);
  if (!part->kind->draw || !look.visible)
    return;
  pawl_pen pen = new_pen(c, part, look);
  pen.role = role_of(part->kind->family);
  if (part->kind->family == PAWL_COMPOSITE)
    pen.body = first_body(c->model, part);
  if (part->body >= 0) {
    pen.body = part->body;
    pen.frame = pawl_places_on(&c->places, part->body, &pen.frame_count);
    pen.covered = c->shapes.covered[part->body];
  }
  pen.profile = c->shapes.profile[part->index];
  pen.solid = c->shapes.solid[part->index];
  find_joints(c->model, part, &pen);
  c->part = part->index;
  if (part->whole && part->whole->kind->draw) { /* the composite shows what it looks like */
    c->arrows_only = true;
    part->kind->draw(part->fields, &pen);
    c->arrows_only = false;
    return;
  }
  if (look.shape != PAWL_SHAPE_OWN && part->kind->family != PAWL_DRAWING)
    draw_shape(c, part, &pen);
  else
    part->kind->draw(part->fields, &pen);
  if (c->model->world.labels)
    draw_label(c, part, &pen);
}

/* ---- the world ---- */

/* One line from the origin to the tip and round the arrow's head. */
static void draw_axis(pawl_pen *pen, pawl_vec e, pawl_vec n, const char *name)
{
  double u = pen->size;
  pawl_frame ground = pawl_frame_at_point(0, pawl_v(0, 0, 0)),
             end = pawl_frame_on(&ground, pawl_times(7 * u, e));
  pawl_vec tip = pawl_times(6 * u, e), back = pawl_times(5.2 * u, e), aside = pawl_times(0.4 * u, n);
  const pawl_vec point[] = {{0, 0, 0}, tip, pawl_add(back, aside), tip, pawl_sub(back, aside)};
  pawl_pen_polyline(pen, &ground, point, 5, 0);
  pawl_pen_text(pen, &end, name);
}

static void draw_axes(collector *c)
{
  pawl_pen pen = new_pen(c, NULL, pawl_look_empty());
  pen.role = PAWL_ROLE_AXES;
  c->part = -1;
  draw_axis(&pen, pawl_v(1, 0, 0), pawl_v(0, 1, 0), "x");
  draw_axis(&pen, pawl_v(0, 1, 0), pawl_v(1, 0, 0), "y");
  if (c->model->worlds == PAWL_SPATIAL)
    draw_axis(&pen, pawl_v(0, 0, 1), pawl_v(1, 0, 0), "z");
}

/* ---- all ---- */

static void draw_all(collector *c)
{
  c->order = 0;
  if (c->model->world.axes)
    draw_axes(c);
  for (int i = 0; i < c->model->part_count; i++)
    draw_part(c, c->model->parts[i]);
}

/* From below to above. */
static int rank(const pawl_drawn *item)
{
  static const int ranks[PAWL_ROLES] = {
      [PAWL_ROLE_AXES] = 0,  [PAWL_ROLE_GROUND] = 1, [PAWL_ROLE_GUIDE] = 1,  [PAWL_ROLE_PICTURE] = 2,
      [PAWL_ROLE_BODY] = 3,  [PAWL_ROLE_LINK] = 4,   [PAWL_ROLE_JOINT] = 5,  [PAWL_ROLE_FORCE] = 6,
      [PAWL_ROLE_DRIVE] = 6, [PAWL_ROLE_MASS] = 7,   [PAWL_ROLE_SENSOR] = 7, [PAWL_ROLE_REACTION] = 8,
      [PAWL_ROLE_LABEL] = 9};
  return ranks[item->primitive.role];
}

static int compare(const void *a, const void *b)
{
  const pawl_drawn *x = a, *y = b;
  if (x->look.layer != y->look.layer)
    return x->look.layer < y->look.layer ? -1 : 1;
  return rank(x) != rank(y) ? rank(x) - rank(y) : x->order - y->order;
}

/* The user's color holds for all that the part draws but the mark of its mass and the sign of the ground. */
static void fill_color(const pawl_model *model, pawl_drawn *item)
{
  pawl_role role = item->primitive.role;
  const pawl_part *part = item->part < 0 ? NULL : model->parts[item->part];
  bool shape = part && part->kind->family == PAWL_SHAPE_KIND; /* has the color of its body */
  int body = shape ? item->primitive.a.body : part ? part->body : -1;
  if (item->look.color != PAWL_NO_COLOR && role != PAWL_ROLE_MASS && role != PAWL_ROLE_GROUND)
    return;
  item->look.color_text = NULL;
  item->look.color = color_of(shape && body == 0 ? PAWL_ROLE_GROUND : role, body);
}

static pawl_status collect(collector *c, pawl_error *error)
{
  pawl_status status = pawl_shapes_find(&c->shapes, c->model, &c->scratch, error);
  if (status != PAWL_OK)
    return status;
  if (!pawl_places_find(&c->places, c->model, &c->scratch))
    return pawl_fail_memory(error);
  for (int ground = 0; ground < 2; ground++)
    c->places.shapes[ground] = pawl_shapes_extent(&c->shapes, c->model, ground);
  pawl_shapes_cover(&c->shapes, c->model, &c->places);
  pawl_look usual = default_look(c->model);
  bool shaped = usual.shape != PAWL_SHAPE_OWN;
  c->drawing->size = isnan(usual.width) || shaped ? pawl_places_size(&c->places, c->model) : usual.width / 2;
  c->counting = true;
  draw_all(c);
  c->counting = false;
  c->drawing->item = PAWL_TAKE(c->arena, c->total > 0 ? c->total : 1, pawl_drawn);
  if (!c->drawing->item || c->scratch.failed)
    return pawl_fail_memory(error);
  draw_all(c);
  if (c->arena->failed || c->scratch.failed)
    return pawl_fail_memory(error);
  qsort(c->drawing->item, (size_t)c->drawing->count, sizeof *c->drawing->item, compare);
  for (int i = 0; i < c->drawing->count; i++)
    fill_color(c->model, &c->drawing->item[i]);
  return PAWL_OK;
}

pawl_status pawl_drawing_collect(const pawl_model *model, pawl_arena *arena, pawl_drawing *drawing,
                                 pawl_error *error)
{
  collector c = {.model = model, .drawing = drawing, .arena = arena};
  *drawing = (pawl_drawing){.model = model};
  pawl_arena_open(&c.scratch, &arena->memory);
  pawl_status status = collect(&c, error);
  pawl_arena_close(&c.scratch);
  return status;
}
