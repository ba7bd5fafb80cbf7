/* Pictures: every primitive in a plane and in space gives sound SVG inside its frame; places, sizes, order and arrows
 * are those of the model. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "result/view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/sheet_test.h"
#include "result/strip.h"
#include "result/svg_test.h"

/* ---- is it SVG? ---- */

static void the_checker_refuses(void **state)
{
  (void)state;
  assert_true(is_svg("<svg a=\"1\"><g><path d=\"M1 2\"/></g></svg>"));
  static const char *const bad[] = {"<svg>",         "<svg></g>",        "<svg a=\"1></svg>",
                                    "<svg>&x</svg>", "<svg d=\"nan\"/>", "</g>"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_false(is_svg(bad[i]));
}

/* ---- pictures of models ---- */

/* What a test says of an instant: names of channels and their values, the same for all parts but where `part` says. */
typedef struct {
  const char *channel;
  double value;
  int part; /* -1: any */
} said;

static double read_said(void *context, int part, const char *channel)
{
  for (const said *s = context; s->channel; s++)
    if (strcmp(s->channel, channel) == 0 && (s->part < 0 || s->part == part))
      return s->value;
  return NAN;
}

static char *picture(const char *model, const said *all, const pawl_strip_options *options)
{
  static const said none[] = {{0}};
  sheet s = draw(model);
  pawl_error e = {0};
  char *text = NULL;
  size_t size;
  pawl_strip_options usual = pawl_strip_usual();
  usual.view.guess = true;
  pawl_snapshot now = {.now = {read_said, (void *)(uintptr_t)(all ? all : none)}};
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  assert_int_equal(pawl_strip_write(to, &pawl_paper_svg, &s.drawing, &now, 1, options ? options : &usual, &e),
                   PAWL_OK);
  fclose(to);
  if (!is_svg(text))
    fail_msg("not SVG:\n%s", text);
  close_sheet(&s);
  return text;
}

static const char *const plane = "planar { labels = true }\n"
                                 "local a = body 'a' { mass = 1, inertia = 1, com = {0.5, 0} }\n"
                                 "local b = plate 'b' { points = {{0, 0}, {1, 0}, {0, 1}}, mass = 1 }\n"
                                 "local h = revolute 'h' { ground, a }\n"
                                 "prismatic 'p' { a:at{1, 0}, b }\n"
                                 "spring 's' { ground:at{0, 1}, b, stiffness = 1, length = 1, damping = 1 }\n"
                                 "motor 'm' { h, torque = 1 }\n"
                                 "force 'push' { b, fx = 1 }\n"
                                 "torque 'twist' { b, tz = 1 }\n"
                                 "marker 'tip' { b:at{1, 0} }\n"
                                 "drawing 'ring' { ground, shape = 'pipe', width = 0.5 }\n";

static const char *const space =
    "spatial { labels = true, look = { width = 0.1 } }\n"
    "local a = body 'a' { mass = 1, inertia = {1, 1, 1}, com = {0.5, 0, 0} }\n"
    "local b = plate 'b' { points = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}, mass = 1, thickness = 0.2 }\n"
    "local h = revolute 'h' { ground, a, axis = {0, 1, 1} }\n"
    "spherical 'p' { a:at{1, 0, 0}, b }\n"
    "spring 's' { ground:at{0, 1, 0}, b, stiffness = 1, length = 1, damping = 1 }\n"
    "motor 'm' { h, torque = 1 }\n"
    "force 'push' { b, fx = 1 }\n"
    "torque 'twist' { b, tz = 1 }\n"
    "drawing 'd1' { ground, shape = 'box' }  drawing 'd2' { ground, shape = 'sphere' }\n"
    "drawing 'd3' { ground, shape = 'cylinder' }  drawing 'd4' { ground, shape = 'pipe', extra = 0.5 }\n"
    "drawing 'd5' { ground, shape = 'cone' }  drawing 'd6' { ground, shape = 'beam' }\n"
    "drawing 'd7' { ground, shape = 'gearwheel', extra = 12 }  drawing 'd8' { ground, shape = 'spring' }\n"
    "drawing 'd9' { ground, shape = 'gearwheel', extra = -30 }\n";

static void everything_can_be_drawn(void **state)
{
  (void)state;
  static const said turned[] = {{"angle", 0.7, -1}, {"x", 0.3, -1}, {"e0", 0.6, -1},   {"e1", 0.8, -1},
                                {"e2", 0, -1},      {"e3", 0, -1},  {"fx", 2, -1},     {"fy", 1, -1},
                                {"fz", -1, -1},     {"tz", -3, -1}, {"effort", 2, -1}, {0}};
  const char *const models[] = {plane, space};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++) {
      char *text = picture(models[i], k ? turned : NULL, NULL),
           *again = picture(models[i], k ? turned : NULL, NULL);
      assert_string_equal(text, again);
      check_inside(text);
      assert_true(count(text, "<path") > 20);
      free(text);
      free(again);
    }
}

/* A disc of radius 1 at (3, 4) beside one at the origin: 5 wide, 6 high, and where they are. */
static void places_are_those_of_the_bodies(void **state)
{
  (void)state;
  static const said there[] = {{"x", 3, 0}, {"y", 4, 0}, {"x", 0, 1}, {"y", 0, 1}, {0}};
  pawl_strip_options o = pawl_strip_usual();
  o.width = 1000;
  o.height = 620;
  o.margin = 10;
  char *text = picture("planar { axes = false }\n"
                       "cylinder 'a' { mass = 1, radius = 1, look = { color = '#ff0000' } }\n"
                       "cylinder 'b' { mass = 1, radius = 1, look = { color = '#00ff00' } }\n",
                       there, &o);
  assert_true(number_after(text, "width=\"") == 520 && number_after(text, " height=\"") == 620);
  const char *a = strstr(text, "#ff0000"), *b = strstr(text, "#00ff00");
  assert_non_null(a);
  assert_non_null(b);
  assert_non_null(strstr(text, "<circle cx=\"410\" cy=\"110\" r=\"100\" fill=\"#ff0000\""));
  assert_non_null(strstr(text, "<circle cx=\"110\" cy=\"510\" r=\"100\" fill=\"#00ff00\""));
  assert_true(a < b);
  free(text);
}

static void layers_decide_the_order(void **state)
{
  (void)state;
  for (int up = -1; up <= 1; up += 2) {
    char model[256];
    snprintf(model, sizeof model,
             "%s {}\ndrawing 'a' { ground, shape = 'sphere', width = 1, look = { color = '#ff0000', layer = "
             "%d } }\n"
             "drawing 'b' { ground, shape = 'sphere', width = 1, look = { color = '#00ff00' } }\nbody 'c' { "
             "mass = 1 }\n",
             up < 0 ? "planar" : "spatial", up);
    char *text = picture(model, NULL, NULL);
    assert_true((strstr(text, "#ff0000") > strstr(text, "#00ff00")) == (up > 0));
    free(text);
  }
}

/* Of two balls in space the one nearer to the eye, at negative y, comes later. */
static void what_is_nearer_hides(void **state)
{
  (void)state;
  for (int side = -1; side <= 1; side += 2) {
    char model[256];
    snprintf(model, sizeof model,
             "spatial {}\ndrawing 'a' { ground:at{0, %d, 0}, shape = 'sphere', width = 1, look = { color = "
             "'#ff0000' } }\n"
             "drawing 'b' { ground, shape = 'sphere', width = 1, look = { color = '#00ff00' } }\nbody 'c' { "
             "mass = 1 }\n",
             side);
    char *text = picture(model, NULL, NULL);
    assert_true((strstr(text, "#ff0000") > strstr(text, "#00ff00")) == (side < 0));
    free(text);
  }
}

/* The length of the path with a color, px: of an arrow's line, which ends inside the head. */
static double arrow_length(const char *text, const char *color)
{
  char key[64];
  snprintf(key, sizeof key, "fill=\"none\" stroke=\"%s\"", color);
  const char *end = strstr(text, key), *s = end;
  if (!end)
    return 0;
  while (*s != 'M')
    s--;
  char *next;
  double x = strtod(s + 1, &next), y = strtod(next, &next), u = strtod(next, &next), v = strtod(next, &next);
  return hypot(u - x, v - y);
}

static void arrows_are_in_proportion(void **state)
{
  (void)state;
  const char *model = "planar { axes = false }\nlocal b = box 'b' { mass = 1, width = 1, height = 1 }\n"
                      "force 'f' { b, fx = 1, look = { color = '#ff0000' } }\n"
                      "force 'g' { b, fx = 1, look = { color = '#00ff00' } }\n";
  const said values[] = {{"fx", 100, 1}, {"fy", 0, 1}, {"fx", 0, 2}, {"fy", -25, 2}, {0}};
  char *text = picture(model, values, NULL);
  double f = arrow_length(text, "#ff0000"), g = arrow_length(text, "#00ff00");
  assert_true(f > 30);
  assert_true(g > 0.1 * f && g < 0.3 * f); /* the head of the shorter one is a larger part of it */
  free(text);
  pawl_strip_options o = pawl_strip_usual();
  o.view.arrows = 0;
  text = picture(model, values, &o);
  assert_null(strstr(text, "#ff0000"));
  free(text);
  const said nothing[] = {{"fx", 0, -1}, {"fy", 0, -1}, {0}};
  text = picture(model, nothing, NULL);
  assert_null(strstr(text, "#ff0000"));
  free(text);
}

/* In a picture of a recording there is no arrow of which nothing was recorded. */
static void unknown_arrows_are_left_out(void **state)
{
  (void)state;
  const char *model = "planar { axes = false }\nlocal b = box 'b' { mass = 1, width = 1, height = 1 }\n"
                      "local h = revolute 'h' { ground, b }\n"
                      "motor 'm' { h, torque = 1, look = { color = '#ff0000' } }\n";
  for (int guess = 0; guess < 2; guess++) {
    pawl_strip_options o = pawl_strip_usual();
    o.view.guess = guess;
    char *text = picture(model, NULL, &o);
    assert_true((strstr(text, "fill=\"#ff0000\"") != NULL) == guess);
    free(text);
  }
}

/* From the front x is seen, from the side y, from above both. */
static void the_eye_goes_round(void **state)
{
  (void)state;
  static const double eyes[][2] = {{0, 0}, {1.5707963267948966, 0}, {0, 1.5707963267948966}};
  static const double wide[] = {300, 200, 300}, high[] = {100, 100, 200};
  for (int i = 0; i < 3; i++) {
    pawl_strip_options o = pawl_strip_usual();
    o.view.aside = eyes[i][0];
    o.view.above = eyes[i][1];
    o.width = wide[i] + 20;
    o.height = high[i] + 20;
    o.margin = 10;
    char *text = picture("spatial { axes = false }\nbody 'a' { mass = 1, look = { visible = false } }\n"
                         "drawing 'd' { ground, shape = 'box', length = 3, width = 2, height = 1 }\n",
                         NULL, &o);
    assert_true(number_after(text, "width=\"") == wide[i] + 20);
    assert_true(number_after(text, " height=\"") == high[i] + 20);
    free(text);
  }
}

/* A ball joint in the end of a bar that comes towards the eye is not hidden by it. */
static void joints_are_before_their_bodies(void **state)
{
  (void)state;
  char *text = picture(
      "spatial { axes = false }\n"
      "local bar = body 'bar' { mass = 1, inertia = {1, 1, 1}, com = {0, -5, 0}, look = { color = "
      "'#ff0000' } }\n"
      "spherical 's' { ground, bar, look = { color = '#00ff00' } }\nmarker 'm' { bar:at{0, -10, 0} }\n",
      NULL, NULL);
  const char *last = NULL;
  for (const char *s = strstr(text, "fill=\"#f"); s; s = strstr(s + 1, "fill=\"#f"))
    last = s;
  assert_non_null(last);
  assert_non_null(strstr(text, "fill=\"#00ff00\""));
  assert_true(strstr(text, "fill=\"#00ff00\"") > last);
  free(text);
}

/* The n-th line of a color: its ends. */
static void line_ends(const char *text, const char *color, int n, double end[4])
{
  char key[64], *next;
  snprintf(key, sizeof key, "fill=\"none\" stroke=\"%s\"", color);
  const char *s = strstr(text, key);
  while (s && n-- > 0)
    s = strstr(s + 1, key);
  if (!s)
    fail_msg("there is no such line of color %s", color);
  while (*s != 'M')
    s--;
  next = (char *)(uintptr_t)(s + 1);
  for (int i = 0; i < 4; i++)
    end[i] = strtod(next, &next);
}

/* Pulleys of radius 2 and 1, 5 m apart: the lines touch both, on one side or, crossed, on both. */
static void belts_touch_their_pulleys(void **state)
{
  (void)state;
  const said apart[] = {{"x", 0, 0}, {"x", 5, 1}, {0}};
  for (int crossed = 0; crossed < 2; crossed++) {
    char model[512];
    snprintf(model, sizeof model,
             "planar { axes = false }\nlocal a = cylinder 'a' { mass = 1, radius = 2, look = { color = "
             "'#ff0000' } }\n"
             "local b = cylinder 'b' { mass = 1, radius = 1, look = { color = '#00ff00' } }\n"
             "belt 'c' { a, b, radius_a = 2, radius_b = 1, crossed = %s, look = { color = '#0000ff' } }\n",
             crossed ? "true" : "false");
    char *text = picture(model, apart, NULL);
    const char *a = strstr(text, "<circle"), *b = strstr(text, "fill=\"#00ff00\"");
    while (*b != '<')
      b--;
    double unit = number_after(b, " r=\""), ax = number_after(a, "cx=\""), ay = number_after(a, "cy=\""),
           bx = number_after(b, "cx=\""), by = number_after(b, "cy=\"");
    for (int i = 0; i < 2; i++) {
      double e[4], length, side[2];
      line_ends(text, "#0000ff", i, e);
      length = hypot(e[2] - e[0], e[3] - e[1]);
      side[0] = ((ax - e[0]) * (e[3] - e[1]) - (ay - e[1]) * (e[2] - e[0])) / length / unit;
      side[1] = ((bx - e[0]) * (e[3] - e[1]) - (by - e[1]) * (e[2] - e[0])) / length / unit;
      assert_float_equal(fabs(side[0]), 2, 0.01);
      assert_float_equal(fabs(side[1]), 1, 0.01);
      assert_true((side[0] * side[1] < 0) == crossed);
    }
    free(text);
  }
}

/* In a series the coil ends where the damper begins. */
static void a_series_is_one_behind_the_other(void **state)
{
  (void)state;
  const said there[] = {{"x", 8, 0}, {"y", 0, 0}, {0}};
  char *text = picture(
      "planar { axes = false }\nlocal b = cylinder 'b' { mass = 1, radius = 0.1, look = { color = "
      "'#ff0000' } }\n"
      "series 's' { ground, b, stiffness = 1, damping = 1, look = { color = '#0000ff', width = 0.2 } }\n",
      there, NULL);
  const char *ball = strstr(text, "fill=\"#ff0000\"");
  while (*ball != '<')
    ball--;
  double end = number_after(ball, "cx=\""), unit = number_after(ball, " r=\"") / 0.1, rod[4];
  line_ends(text, "#0000ff", 1, rod); /* the first is the coil */
  assert_float_equal(rod[0], end - 4 * unit, 0.02);
  assert_float_equal(rod[2], end, 0.02);
  const char *coil = strstr(text, "fill=\"none\" stroke=\"#0000ff\"");
  while (*coil != '<')
    coil--;
  for (char *next = (char *)(uintptr_t)(strchr(coil, 'M') + 1); *next != '"';) {
    double x = strtod(next, &next);
    strtod(next, &next);
    assert_true(x < end - 3.8 * unit);
  }
  free(text);
}

static void the_accent_makes_others_pale(void **state)
{
  (void)state;
  pawl_strip_options o = pawl_strip_usual();
  o.view.accent = pawl_kind_find("box");
  o.title = "a < b & c";
  char *text = picture(
      "planar {}\nlocal a = box 'a' { mass = 1, width = 1, height = 1, look = { color = '#102030' } }\n"
      "drawing 'd' { ground, shape = 'sphere', width = 1, look = { color = '#203040' } }\n",
      NULL, &o);
  assert_non_null(strstr(text, "#102030"));
  assert_null(strstr(text, "#203040"));
  assert_non_null(strstr(text, "<title>a &lt; b &amp; c</title>"));
  free(text);
}

/* Scale does not matter, and numbers near the end of what there is give no nonsense. */
static void any_size_can_be_drawn(void **state)
{
  (void)state;
  static const double size[] = {1e-300, 1e-9, 1, 1e9, 1e150, 1e300};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++)
    for (int solid = 0; solid < 2; solid++) {
      char model[512];
      double given = fmax(fmin(size[i], 1e100), 1e-100); /* a model has no others, but its channels may */
      const said values[] = {
          {"fx", size[i], -1}, {"fy", size[i], -1}, {"fz", 1, -1}, {"x", size[i], -1}, {0}};
      snprintf(model, sizeof model,
               "%s {}\nlocal b = body 'b' { mass = 1 }\nforce 'f' { b, fx = 1 }\n"
               "drawing 'd' { b, shape = 'box', length = %g, width = %g }\n"
               "spring 's' { ground:at{%g, 0%s}, b, stiffness = 1, length = %g }\n",
               solid ? "spatial" : "planar", given, given, given, solid ? ", 0" : "", given);
      char *text = picture(model, values, NULL);
      assert_true(number_after(text, "width=\"") <= 640 && number_after(text, " height=\"") <= 480);
      free(text);
    }
}

static void nothing_is_a_picture_too(void **state)
{
  (void)state;
  pawl_strip_options o = pawl_strip_usual();
  o.background = PAWL_NO_INK;
  char *text =
      picture("planar { axes = false, look = { visible = false } }\nbody 'a' { mass = 1 }\n", NULL, &o);
  assert_null(strstr(text, "<path"));
  assert_null(strstr(text, "<rect"));
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_checker_refuses),
      cmocka_unit_test(everything_can_be_drawn),
      cmocka_unit_test(places_are_those_of_the_bodies),
      cmocka_unit_test(layers_decide_the_order),
      cmocka_unit_test(what_is_nearer_hides),
      cmocka_unit_test(arrows_are_in_proportion),
      cmocka_unit_test(unknown_arrows_are_left_out),
      cmocka_unit_test(the_eye_goes_round),
      cmocka_unit_test(joints_are_before_their_bodies),
      cmocka_unit_test(belts_touch_their_pulleys),
      cmocka_unit_test(a_series_is_one_behind_the_other),
      cmocka_unit_test(the_accent_makes_others_pale),
      cmocka_unit_test(any_size_can_be_drawn),
      cmocka_unit_test(nothing_is_a_picture_too),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
