/* Drawings: every kind that draws does so soundly, every model of the repository can be drawn, and the JSON is JSON. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "model/drawing.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "geometry/profile.h"
#include "model/json_test.h"
#include "model/sheet_test.h"
#include "parts/examples_test.h"

static void the_checker_refuses(void **state)
{
  (void)state;
  static const char *const good[] = {"{}", "[]", " {\"a\": [1, -2.5e-3, \"x\\\"\\u00e4\", true, null]} "};
  static const char *const bad[] = {"",        "{",       "[1,]",        "{\"a\" 1}", "[nan]",     "[1 2]",
                                    "[01]",    "[inf]",   "[1,5,]",      "\"a",       "[\"\\x\"]", "{a: 1}",
                                    "[1] [2]", "[\"<\"]", "[\"\\u12\"]", "[1.]",      "[1e]",      "[-]"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_true(is_json(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (is_json(bad[i]))
      fail_msg("taken for JSON: %s", bad[i]);
}

/* ---- sane ---- */

static bool finite_vec(pawl_vec v)
{
  return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static bool has_channel(const pawl_kind *kind, unsigned world, const char *name)
{
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    if (pawl_in_world(c->worlds, world) && strcmp(c->name, name) == 0)
      return true;
  return false;
}

static void check_arrow(const pawl_primitive *p, const pawl_kind *kind, unsigned world)
{
  int count = 0;
  for (; count < 3 && p->channel[count]; count++)
    if (!has_channel(kind, world, p->channel[count]))
      fail_msg("%s: an arrow of the channel '%s', which it does not have", kind->name, p->channel[count]);
  bool line = p->b.body >= 0;
  if (count == 0 || (count > 1 && count != (world == PAWL_PLANAR ? 2 : 3)) || (count > 1 && line) ||
      (count == 1 && !line && !(fabs(pawl_norm(p->direction) - 1) < 1e-9)))
    fail_msg("%s: an arrow of %d channels without a direction", kind->name, count);
}

static bool good_turn(const pawl_mat *R)
{
  pawl_vec z = pawl_cross(R->x, R->y);
  return fabs(pawl_norm(R->x) - 1) < 1e-9 && fabs(pawl_norm(R->y) - 1) < 1e-9 &&
         fabs(pawl_dot(R->x, R->y)) < 1e-9 && pawl_norm(pawl_sub(z, R->z)) < 1e-9;
}

static void check_numbers(const pawl_primitive *p, const pawl_kind *kind, unsigned world)
{
  bool filled = p->draw == PAWL_DRAW_POLYGON, points = filled || p->draw == PAWL_DRAW_POLYLINE;
  bool round = p->draw == PAWL_DRAW_CIRCLE || p->draw == PAWL_DRAW_COIL;
  bool good = finite_vec(p->a.at) && good_turn(&p->a.turn) && isfinite(p->width) && p->width >= 0;
  good = good && (p->b.body < 0 || (finite_vec(p->b.at) && good_turn(&p->b.turn)));
  good = good && points == (p->count > 0) && (!points || p->count - p->hole >= (filled ? 3 : 2));
  good = good && p->hole >= 0 && (p->hole == 0 || p->hole >= 3);
  good = good && (!round || p->radius > 0) && (p->draw != PAWL_DRAW_COIL || p->windings > 0);
  good = good && (p->draw != PAWL_DRAW_SOLID || (world == PAWL_SPATIAL && p->width > 0 && p->height > 0 &&
                                                 (p->b.body >= 0 || p->length > 0)));
  good = good && (p->draw != PAWL_DRAW_TEXT || (p->text && p->text[0] && p->height > 0));
  good = good && p->from >= 0 && p->from < p->to && p->to <= 1;
  for (int i = 0; i < p->count; i++)
    good = good && finite_vec(p->point[i]) && (world == PAWL_SPATIAL || p->point[i].z == 0);
  if (!good)
    fail_msg("%s: draws something unsound (%d)", kind ? kind->name : "the world", p->draw);
  if (p->draw == PAWL_DRAW_ARROW)
    check_arrow(p, kind, world);
}

static void check_item(const pawl_drawing *drawing, const pawl_drawn *item)
{
  const pawl_model *model = drawing->model;
  const pawl_kind *kind = item->part < 0 ? NULL : model->parts[item->part]->kind;
  check_numbers(&item->primitive, kind, model->worlds);
  if (item->primitive.a.body < 0 || item->primitive.a.body > model->body_count ||
      item->primitive.b.body > model->body_count)
    fail_msg("%s: draws on a body that is not there", kind ? kind->name : "the world");
  if (item->look.color < 0 || item->look.color > 0xffffff || !(item->look.width > 0))
    fail_msg("%s: has no color or width", kind ? kind->name : "the world");
}

static void check_drawing(const pawl_drawing *drawing)
{
  assert_true(isfinite(drawing->size) && drawing->size > 0);
  assert_int_equal(drawing->left_out, 0);
  for (int i = 0; i < drawing->count; i++) {
    check_item(drawing, &drawing->item[i]);
    if (i > 0)
      assert_true(drawing->item[i - 1].look.layer <= drawing->item[i].look.layer);
  }
}

/* How far a point of a body is from the nearest place that parts use there, and from the body's centre of mass. */
static double stray(const pawl_model *model, int body, pawl_vec at)
{
  double nearest = body == 0 ? pawl_norm(at) : INFINITY;
  if (body > 0) {
    const pawl_body *b = model->parts[model->body_part[body]]->fields;
    nearest = pawl_norm(pawl_sub(at, b->com));
  }
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_field *f = model->parts[i]->kind->fields; f->name; f++)
      if (f->type == PAWL_FRAME && pawl_in_world(f->worlds, model->worlds)) {
        const pawl_frame *frame = (const void *)((const char *)model->parts[i]->fields + f->where);
        if (frame->body == body)
          nearest = fmin(nearest, pawl_norm(pawl_sub(at, frame->at)));
      }
  return nearest;
}

/* The farthest that a primitive goes from the places of its body. A bar has its places at its ends. */
static double reach(const pawl_model *model, const pawl_primitive *p)
{
  bool bar = p->draw == PAWL_DRAW_SOLID && p->shape == PAWL_SHAPE_BEAM;
  double far = bar ? 0 : stray(model, p->a.body, p->a.at) + p->radius;
  for (int i = -1; i <= 1 && bar; i += 2) {
    pawl_frame end = pawl_frame_on(&p->a, pawl_v(i * p->length / 2, 0, 0));
    far = fmax(far, stray(model, end.body, end.at));
  }
  if (p->b.body >= 0)
    far = fmax(far, stray(model, p->b.body, p->b.at));
  for (int i = 0; i < p->count; i++) {
    pawl_frame at = pawl_frame_on(&p->a, p->point[i]);
    far = fmax(far, stray(model, at.body, at.at));
  }
  return far;
}

/* Shapes with sizes of their own may be larger: a box of 1 m has one place in its middle, a look may have a length. */
static double largest_field(const pawl_model *model, const pawl_part *part)
{
  double largest = part->look && part->look->length > 0 ? part->look->length : 0;
  if (part->kind->family == PAWL_SHAPE_KIND) {
    pawl_arena arena;
    pawl_arena_open(&arena, &model->arena.memory);
    largest = pawl_profile_size(pawl_shape_profile(model, part->index, &arena, NULL));
    pawl_arena_close(&arena);
  }
  for (const pawl_field *f = part->kind->fields; f->name; f++) {
    const void *at = (const char *)part->fields + f->where;
    if (f->type == PAWL_REAL && strcmp(f->unit, "m") == 0)
      largest = fmax(largest, fabs(*(const double *)at));
    if (f->type == PAWL_POINTS)
      for (int i = 0; i < ((const pawl_points *)at)->count; i++)
        largest = fmax(largest, pawl_norm(((const pawl_points *)at)->point[i]));
  }
  return largest;
}

static void check_kind(const pawl_kind *kind)
{
  sheet s;
  pawl_error e;
  char *text = NULL;
  bool good = false;
  for (int slides = 0; slides < 2 && !good; slides++) {
    size_t size;
    free(text);
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    pawl_example_model(to, kind, slides ? "prismatic" : "revolute");
    fclose(to);
    good = open_sheet(&s, text, &e);
    if (!good)
      close_sheet(&s);
  }
  if (!good)
    fail_msg("the example of %s: %s: %s\n%s", kind->name, e.where, e.text, text);
  check_drawing(&s.drawing);
  int drawn = 0;
  for (int i = 0; i < s.drawing.count; i++) {
    const pawl_drawn *item = &s.drawing.item[i];
    const pawl_part *part = item->part < 0 ? NULL : s.model->parts[item->part];
    if (!part || part->kind != kind)
      continue;
    drawn++;
    if (!(reach(s.model, &item->primitive) <= 10 * s.drawing.size + 2 * largest_field(s.model, part)))
      fail_msg("%s: draws far from its places: %g sizes", kind->name,
               reach(s.model, &item->primitive) / s.drawing.size);
  }
  if (drawn == 0)
    fail_msg("%s: has a draw slot and draws nothing", kind->name);
  free(write_json(&s.drawing));
  close_sheet(&s);
  free(text);
}

static void every_kind_draws_soundly(void **state)
{
  (void)state;
  int count = 0;
  for (int i = 0; pawl_kinds[i]; i++)
    if (pawl_kinds[i]->draw) {
      check_kind(pawl_kinds[i]);
      count++;
    }
  assert_true(count >= 12);
}

/* Bodies, joints and links that nobody sees are a mistake; what has no place need not draw. */
static void kinds_with_places_draw(void **state)
{
  (void)state;
  for (int i = 0; pawl_kinds[i]; i++) {
    const pawl_kind *kind = pawl_kinds[i];
    bool body = kind->body;
    bool joint = kind->joint && pawl_mobility_of(kind) != PAWL_FLOATS, place = false;
    for (const pawl_field *f = kind->fields; f->name; f++)
      place = place || f->type == PAWL_FRAME;
    bool between = place && (kind->family == PAWL_LINK || kind->family == PAWL_FORCE);
    if ((body || joint || between) && !kind->draw)
      fail_msg("%s: has no draw slot", kind->name);
  }
}

static const char *const in_space =
    "spatial { labels = true }\n"
    "local a = body 'a' { mass = 1, inertia = {1, 1, 1}, com = {0.1, 0, 0} }\n"
    "local b = body 'b' { mass = 1, inertia = {1, 1, 1} }\n"
    "local c = body 'c' { mass = 1, inertia = {1, 1, 1} }\n"
    "local d = body 'd' { mass = 1, inertia = {1, 1, 1} }\n"
    "local e = body 'e' { mass = 1, inertia = {1, 1, 1} }\n"
    "local h = revolute 'h' { ground:at{0, 0, 1}, a, axis = {0, 1, 1} }\n"
    "local p = prismatic 'p' { a:at{1, 0, 0}, b, axis = {1, 2, 3} }\n"
    "spherical 'ball' { b:at{0, 0.5, 0}, c:at{0, -0.5, 0} }\n"
    "weld 'w' { c:at{0, 0.5, 0.5}, d }\n"
    "free 'f' { ground, e }\n"
    "rod 'r' { ground:at{1, 1, 1}, d:at{0.2, 0, 0}, length = 1 }\n"
    "spring 's' { ground, e, stiffness = 1, length = 1, damping = 1 }\n"
    "torsion 't' { h, stiffness = 1 }\n"
    "force 'push' { e, fx = 1 }\n"
    "torque 'twist' { e, tz = 1 }\n"
    "motor 'm' { h, torque = 1 }\n"
    "motor 'n' { p, force = 1 }\n"
    "marker 'tip' { e:at{1, 0, 0} }\n";

static void space_is_drawn_soundly(void **state)
{
  (void)state;
  sheet s = draw(in_space);
  check_drawing(&s.drawing);
  int solids = 0, texts = 0;
  bool seen[64] = {false};
  for (int i = 0; i < s.drawing.count; i++) {
    const pawl_drawn *item = &s.drawing.item[i];
    solids += item->primitive.draw == PAWL_DRAW_SOLID;
    texts += item->primitive.draw == PAWL_DRAW_TEXT;
    if (item->part >= 0)
      seen[item->part] = true;
    if (!(reach(s.model, &item->primitive) <= 10 * s.drawing.size))
      fail_msg("%s strays", s.model->parts[item->part]->name);
  }
  for (int i = 0; i < s.model->part_count; i++)
    assert_int_equal(seen[i], s.model->parts[i]->kind->draw != NULL);
  assert_true(solids >= 10);
  assert_int_equal(texts, 3 + s.model->part_count - 1); /* three axes; all parts but the free joint */
  free(write_json(&s.drawing));
  close_sheet(&s);
}

static void every_model_can_be_drawn(void **state)
{
  (void)state;
  DIR *folder = opendir("models");
  assert_non_null(folder);
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    char path[512];
    snprintf(path, sizeof path, "models/%s/model.lua", entry->d_name);
    FILE *there = fopen(path, "r");
    if (!there)
      continue;
    fclose(there);
    sheet s = {0};
    pawl_error e = {0};
    pawl_arena_open(&s.arena, NULL);
    if (pawl_model_read(&s.model, path, NULL, &e) != PAWL_OK ||
        pawl_drawing_collect(s.model, &s.arena, &s.drawing, &e) != PAWL_OK)
      fail_msg("%s: %s: %s", path, e.where, e.text);
    check_drawing(&s.drawing);
    assert_true(s.drawing.count > 0);
    free(write_json(&s.drawing));
    close_sheet(&s);
    count++;
  }
  closedir(folder);
  assert_true(count >= 9);
}

/* ---- what is drawn ---- */

#define BAR                                                                                                  \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local bar = body 'bar' { mass = 1, inertia = 1, com = {0.5, 0} }\n"                                       \
  "revolute 'hinge' { ground, bar }\n"

static void a_link_joins_its_places(void **state)
{
  (void)state;
  sheet s = draw(BAR "marker 'tip' { bar:at{2, 0} }\n");
  const pawl_primitive *p = &find(&s, "bar", PAWL_DRAW_POLYGON, 0)->primitive;
  assert_float_equal(s.drawing.size, 0.03 * 2, 1e-15);
  for (int i = 0; i < p->count; i++)
    assert_float_equal(to_segment(p->point[i], pawl_v(0, 0, 0), pawl_v(2, 0, 0)), s.drawing.size, 1e-12);
  double u = s.drawing.size, whole = 2 * u * 2 + 3.14159265 * u * u;
  assert_in_range((uint64_t)(1e6 * area(p->point, p->count) / whole), 980000, 1000000);
  const pawl_primitive *mass = &find(&s, "bar", PAWL_DRAW_CIRCLE, 0)->primitive;
  assert_float_equal(mass->a.at.x, 0.5, 0);
  assert_int_equal(mass->role, PAWL_ROLE_MASS);
  close_sheet(&s);
  /* three places: the triangle and its band. A + u L + pi u², less a little for the corners */
  s = draw(
      BAR "marker 'p' { bar:at{2, 0} }\nmarker 'q' { bar:at{0, 1.5} }\nmarker 'inside' { bar:at{0.4, 0.4} }");
  p = &find(&s, "bar", PAWL_DRAW_POLYGON, 0)->primitive;
  u = s.drawing.size;
  assert_float_equal(u, 0.03 * 2.5, 1e-15);
  whole = 1.5 + 6 * u + 3.14159265 * u * u;
  assert_float_equal(area(p->point, p->count) / whole, 1, 1e-3);
  close_sheet(&s);
}

static void a_ground_sign_stands_where_the_ground_is(void **state)
{
  (void)state;
  sheet s = draw(BAR "local b = body 'b' { mass = 1, inertia = 1 }\nrevolute 'other' { bar:at{1, 0}, b }\n"
                     "prismatic 'guide' { ground:at{3, 4, angle = 1}, b:at{1, 1} }");
  int ground = 0;
  for (int i = 0; i < s.drawing.count; i++)
    if (s.drawing.item[i].primitive.role == PAWL_ROLE_GROUND) {
      const char *name = s.model->parts[s.drawing.item[i].part]->name;
      assert_true(strcmp(name, "hinge") == 0 || strcmp(name, "guide") == 0);
      assert_int_equal(s.drawing.item[i].primitive.a.body, 0);
      ground++;
    }
  assert_int_equal(ground, 4);
  const pawl_primitive *p = &find(&s, "other", PAWL_DRAW_ARROW, 0)->primitive;
  assert_int_equal(p->role, PAWL_ROLE_REACTION);
  assert_string_equal(p->channel[0], "fx");
  assert_string_equal(p->channel[1], "fy");
  assert_null(p->channel[2]);
  /* the slider lies along the guide, and the line goes to it */
  p = &find(&s, "guide", PAWL_DRAW_LINE, 0)->primitive;
  assert_true(p->a.body == 0 && p->b.body == 2 && p->b.at.x == 1);
  close_sheet(&s);
}

static void gears_have_their_teeth(void **state)
{
  (void)state;
  sheet s = draw(BAR "drawing 'wheel' { bar, shape = 'gearwheel', width = 0.4, extra = 30 }\n"
                     "drawing 'ring' { bar, shape = 'gearwheel', width = 0.4, extra = -30 }\n"
                     "drawing 'pipe' { bar, shape = 'pipe', width = 0.4, extra = 0.5 }\n");
  const pawl_primitive *p = &find(&s, "wheel", PAWL_DRAW_POLYGON, 0)->primitive;
  double m = 0.4 / 30, low = 1, high = 0;
  assert_int_equal(p->count, 120);
  for (int i = 0; i < p->count; i++) {
    low = fmin(low, pawl_norm(p->point[i]));
    high = fmax(high, pawl_norm(p->point[i]));
  }
  assert_float_equal(high, 0.2 + m, 1e-12);
  assert_float_equal(low, 0.2 - 1.25 * m, 1e-12);
  p = &find(&s, "ring", PAWL_DRAW_POLYGON, 0)->primitive;
  assert_true(p->hole > 0);
  assert_int_equal(p->count - p->hole, 120);
  assert_true(pawl_norm(p->point[0]) > 0.2 + 1.25 * m);
  p = &find(&s, "pipe", PAWL_DRAW_POLYGON, 0)->primitive;
  assert_float_equal(pawl_norm(p->point[p->hole]), 0.1, 1e-12);
  close_sheet(&s);
}

static const pawl_drawn *item_of(const sheet *s, const char *name, pawl_draw draw)
{
  int part = pawl_model_find(s->model, name);
  for (int i = 0; i < s->drawing.count; i++)
    if (s->drawing.item[i].part == part && s->drawing.item[i].primitive.draw == draw)
      return s->drawing.item + i;
  return NULL;
}

/* Solid ones are filled in the color of their body, and are its picture when they reach over all of it. */
static void profiles_are_drawn(void **state)
{
  (void)state;
  sheet s = draw("planar {}\nlocal a, c = body 'a' { mass = 1 }, body 'c' { mass = 1 }\n"
                 "revolute 'r' { ground, a:at{0.1, 0} }\nmarker 'k' { c:at{3, 0} }\n"
                 "shape 'disc' { a:at{0.1, 0}, circle { radius = 0.5 } }\nshape 'pin' { c:at{3, 0}, circle { "
                 "radius = 0.1 } }\n"
                 "shape 'hole' { c, circle { radius = 0.2 }, flip = true }\nshape 'tip' { c, vertex {} }\n"
                 "shape 'floor' { ground, line { {1, 0}, {-1, 0} } }\n");
  const pawl_drawn *disc = item_of(&s, "disc", PAWL_DRAW_POLYGON),
                   *pin = item_of(&s, "pin", PAWL_DRAW_POLYGON);
  const pawl_drawn *hole = item_of(&s, "hole", PAWL_DRAW_POLYLINE),
                   *floor = item_of(&s, "floor", PAWL_DRAW_POLYLINE);
  assert_true(disc && pin && hole && floor && item_of(&s, "tip", PAWL_DRAW_CIRCLE));
  assert_null(item_of(&s, "a", PAWL_DRAW_POLYGON));
  assert_non_null(item_of(&s, "c", PAWL_DRAW_POLYGON)); /* its pin does not show where the body is */
  for (int i = 0; i < disc->primitive.count; i++)
    assert_true(fabs(pawl_norm(disc->primitive.point[i]) - 0.5) < 1e-3);
  assert_true(disc->primitive.count >= 24 && disc->primitive.role == PAWL_ROLE_BODY);
  assert_true(disc->look.color != pin->look.color && pin->look.color == hole->look.color);
  assert_true(floor->look.color != hole->look.color);
  double below = 0, above = 0; /* hatches are where the material is */
  for (int i = 0; i < floor->primitive.count; i++) {
    below = fmin(below, floor->primitive.point[i].y);
    above = fmax(above, floor->primitive.point[i].y);
  }
  assert_true(below < 0 && above == 0);
  for (int i = 0; i < hole->primitive.count; i++)
    assert_true(pawl_norm(hole->primitive.point[i]) > 0.199);
  close_sheet(&s);
}

static void a_shape_replaces_the_drawing(void **state)
{
  (void)state;
  static const char *const words[] = {"box",  "sphere", "cylinder",  "pipe",
                                      "cone", "beam",   "gearwheel", "spring"};
  for (int world = PAWL_PLANAR; world <= PAWL_SPATIAL; world++)
    for (int i = 0; i < 8; i++)
      for (int sized = 0; sized < 2; sized++) {
        char text[1024];
        const char *size = sized ? "length = 0.5, width = 0.2, height = 0.1" : "";
        bool plane = world == PAWL_PLANAR;
        snprintf(text, sizeof text,
                 "%s {}\nlocal a = body 'a' { mass = 1, com = {0, 1%s}, look = { shape = '%s', %s } }\n"
                 "spring 's' { ground, a, stiffness = 1, length = 1, look = { shape = '%s', %s } }\n"
                 "force 'f' { a, fx = 1, look = { shape = '%s', %s } }\n"
                 "drawing 'd' { a, shape = '%s' }\n",
                 plane ? "planar" : "spatial", plane ? "" : ", 0", words[i], size, words[i], size, words[i],
                 size, words[i]);
        sheet s = draw(text);
        check_drawing(&s.drawing);
        assert_null(find(&s, "a", PAWL_DRAW_TEXT, 0));
        for (int j = 0; j < s.drawing.count; j++)
          assert_true(s.drawing.item[j].primitive.role != PAWL_ROLE_MASS);
        assert_non_null(find(&s, "s", PAWL_DRAW_ARROW, 0)); /* arrows stay */
        assert_non_null(find(&s, "f", PAWL_DRAW_ARROW, 0));
        if (strcmp(words[i], "spring") == 0)
          assert_non_null(find(&s, "s", PAWL_DRAW_COIL, 0));
        else
          assert_non_null(find(&s, "s", plane ? PAWL_DRAW_LINE : PAWL_DRAW_SOLID, 0));
        free(write_json(&s.drawing));
        close_sheet(&s);
      }
}

/* ---- what must not break it ---- */

static void strange_names_are_escaped(void **state)
{
  (void)state;
  pawl_model *model = NULL;
  pawl_error e = {0};
  pawl_arena arena;
  pawl_drawing drawing;
  pawl_arena_open(&arena, NULL);
  assert_int_equal(pawl_model_parse(&model, BAR, "a\"b\\c\n</script>\xff\xc3\xa4.lua", NULL, &e), PAWL_OK);
  assert_int_equal(pawl_drawing_collect(model, &arena, &drawing, &e), PAWL_OK);
  char *text = write_json(&drawing);
  assert_non_null(strstr(text, "a\\\"b\\\\c"));
  assert_non_null(strstr(text, "\\u003c/script\\u003e\\ufffd\xc3\xa4"));
  free(text);
  pawl_arena_close(&arena);
  pawl_model_free(model);
}

/* Numbers near the end of the range give fewer primitives, never one that is not finite. */
static void huge_and_tiny_models_stay_finite(void **state)
{
  (void)state;
  static const char *const at[] = {"1e100", "9e99", "1e-200", "1e-308", "1e77"};
  static const char *const width[] = {"1e100", "9e99", "1e-100", "1e-100", "1e77"};
  for (int i = 0; i < 5; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             BAR
             "marker 'p' { bar:at{%s, 0} }\nmarker 'q' { bar:at{-%s, %s} }\nmarker 'r' { bar:at{%s, %s} }\n"
             "marker 'k' { bar:at{-%s, -%s} }\ndrawing 'd' { bar, shape = 'gearwheel', width = %s }\n"
             "body 'w' { mass = 1, inertia = 1, look = { width = %s, shape = 'beam', length = %s } }",
             at[i], at[i], at[i], at[i], at[i], at[i], at[i], width[i], width[i], width[i]);
    sheet s = draw(text);
    for (int j = 0; j < s.drawing.count; j++)
      for (int k = 0; k < s.drawing.item[j].primitive.count; k++)
        assert_true(finite_vec(s.drawing.item[j].primitive.point[k]));
    free(write_json(&s.drawing));
    close_sheet(&s);
  }
}

typedef struct {
  int left;
} short_memory;

static void *resize_shortly(void *context, void *old, size_t old_size, size_t size)
{
  (void)old_size;
  short_memory *m = context;
  if (size == 0) {
    free(old);
    return NULL;
  }
  return m->left-- > 0 ? realloc(old, size) : NULL;
}

static void lack_of_memory_is_a_sentence(void **state)
{
  (void)state;
  sheet s = draw(in_space);
  pawl_status status = PAWL_NO_MEMORY;
  int n = 0;
  for (; status != PAWL_OK && n < 1000; n++) {
    short_memory m = {n};
    pawl_memory memory = {resize_shortly, &m};
    pawl_arena arena;
    pawl_drawing drawing;
    pawl_error e = {0};
    pawl_arena_open(&arena, &memory);
    status = pawl_drawing_collect(s.model, &arena, &drawing, &e);
    assert_true(status == PAWL_OK || (status == PAWL_NO_MEMORY && e.text[0]));
    pawl_arena_close(&arena);
  }
  assert_true(status == PAWL_OK && n > 2);
  close_sheet(&s);
}

/* 20,000 places on one body and as many bodies: the work grows with their number, not its square. */
static void large_models_are_drawn(void **state)
{
  (void)state;
  sheet s = draw("planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\n"
                 "for i = 1, 20000 do marker('m' .. i) { b:at{math.cos(i), math.sin(i)} } end\n"
                 "for i = 1, 20000 do body('b' .. i) { mass = 1, inertia = 1 } end");
  assert_true(s.drawing.count > 60000);
  assert_int_equal(s.drawing.left_out, 0);
  close_sheet(&s);
}

/* A telescope shows its barrel and its rod; the bodies and the guide that it is made of add arrows only. */
static void composites_draw_their_parts(void **state)
{
  (void)state;
  sheet s =
      draw("planar {}\nlocal boom = body 'boom' { mass = 1, inertia = 1, com = {0.5, 0} }\n"
           "revolute 'foot' { ground, boom }\n"
           "telescope 'ram' { ground:at{0.4, -0.3}, boom:at{0.6, 0}, barrel_mass = 1, barrel_com = 0.1, "
           "rod_mass = 1, rod_com = 0.1, length = 0.4 }\n");
  const pawl_drawn *rod = find(&s, "ram", PAWL_DRAW_POLYGON, 1),
                   *barrel = find(&s, "ram", PAWL_DRAW_POLYGON, 2); /* 0: the ground */
  assert_non_null(rod);
  assert_non_null(barrel);
  assert_int_equal(barrel->primitive.a.body, s.model->parts[pawl_model_find(s.model, "ram.barrel")]->body);
  assert_int_equal(rod->primitive.a.body, s.model->parts[pawl_model_find(s.model, "ram.rod")]->body);
  int arrows = 0;
  for (int i = 0; i < s.drawing.count; i++) {
    const pawl_drawn *item = &s.drawing.item[i];
    if (item->part < 0 || !s.model->parts[item->part]->whole)
      continue;
    assert_int_equal(item->primitive.draw, PAWL_DRAW_ARROW);
    arrows++;
  }
  assert_true(arrows >= 3);
  close_sheet(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_checker_refuses),
                                     cmocka_unit_test(composites_draw_their_parts),
                                     cmocka_unit_test(every_kind_draws_soundly),
                                     cmocka_unit_test(kinds_with_places_draw),
                                     cmocka_unit_test(space_is_drawn_soundly),
                                     cmocka_unit_test(every_model_can_be_drawn),
                                     cmocka_unit_test(a_link_joins_its_places),
                                     cmocka_unit_test(a_ground_sign_stands_where_the_ground_is),
                                     cmocka_unit_test(gears_have_their_teeth),
                                     cmocka_unit_test(a_shape_replaces_the_drawing),
                                     cmocka_unit_test(profiles_are_drawn),
                                     cmocka_unit_test(strange_names_are_escaped),
                                     cmocka_unit_test(huge_and_tiny_models_stay_finite),
                                     cmocka_unit_test(lack_of_memory_is_a_sentence),
                                     cmocka_unit_test(large_models_are_drawn)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
