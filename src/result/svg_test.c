/* Pictures: every primitive in a plane and in space gives sound SVG inside its frame; places, sizes, order and arrows
 * are those of the model. */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include "result/svg.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "model/sheet_test.h"
#include "result/plot.h"

/* ---- is it SVG? ---- */

/* Tags are balanced, attributes are quoted, numbers are finite. A checker of what we write, not of XML. */
static bool is_svg(const char *text)
{
  char open[16][16];
  int depth = 0;
  for (const char *s = text; *s; s++) {
    if (*s == '&' && strncmp(s, "&lt;", 4) != 0 && strncmp(s, "&gt;", 4) != 0 && strncmp(s, "&amp;", 5) != 0)
      return false;
    if (*s != '<')
      continue;
    const char *end = strchr(s, '>');
    size_t n = strcspn(s + 1, " />");
    if (!end)
      return false;
    int quotes = 0;
    for (const char *c = s; c < end; c++)
      quotes += *c == '"';
    if (quotes % 2)
      return false;
    if (s[1] == '/') {
      n = strcspn(s + 2, ">");
      if (depth == 0 || strlen(open[depth - 1]) != n || strncmp(open[--depth], s + 2, n) != 0)
        return false;
    } else if (end[-1] != '/') {
      if (depth == 16 || n >= 16)
        return false;
      snprintf(open[depth++], 16, "%.*s", (int)n, s + 1);
    }
    s = end;
  }
  return depth == 0 && !strstr(text, "nan") && !strstr(text, "inf");
}

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

static char *picture(const char *model, const said *all, const pawl_svg_options *options)
{
  static const said none[] = {{0}};
  sheet s = draw(model);
  pawl_error e = {0};
  char *text = NULL;
  size_t size;
  pawl_svg_options usual = pawl_svg_usual();
  pawl_instant now = {read_said, (void *)(uintptr_t)(all ? all : none)};
  FILE *to = open_memstream(&text, &size);
  assert_non_null(to);
  assert_int_equal(pawl_svg_write(to, &s.drawing, &now, options ? options : &usual, &e), PAWL_OK);
  fclose(to);
  if (!is_svg(text))
    fail_msg("not SVG:\n%s", text);
  close_sheet(&s);
  return text;
}

static double number_after(const char *text, const char *key)
{
  const char *s = strstr(text, key);
  if (!s)
    fail_msg("no %s in:\n%s", key, text);
  return strtod(s + strlen(key), NULL);
}

static int count(const char *text, const char *word)
{
  int n = 0;
  for (const char *s = strstr(text, word); s; s = strstr(s + 1, word))
    n++;
  return n;
}

/* All points of paths and circles are inside the frame. */
static void check_inside(const char *text)
{
  double width = number_after(text, "width=\""), height = number_after(text, " height=\"");
  for (const char *s = strstr(text, " d=\"M"); s; s = strstr(s + 1, " d=\"M")) {
    const char *c = s + 4;
    while (*c != '"') {
      char *end;
      c += strspn(c, "Mz ");
      if (*c == '"')
        break;
      double x = strtod(c, &end), y = strtod(end, &end);
      assert_true(end > c);
      if (x < 0 || x > width || y < 0 || y > height)
        fail_msg("%g, %g is outside of %g by %g", x, y, width, height);
      c = end;
    }
  }
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
  pawl_svg_options o = pawl_svg_usual();
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
  pawl_svg_options o = pawl_svg_usual();
  o.arrows = 0;
  text = picture(model, values, &o);
  assert_null(strstr(text, "#ff0000"));
  free(text);
  const said nothing[] = {{"fx", 0, -1}, {"fy", 0, -1}, {0}};
  text = picture(model, nothing, NULL);
  assert_null(strstr(text, "#ff0000"));
  free(text);
}

static void the_accent_makes_others_pale(void **state)
{
  (void)state;
  pawl_svg_options o = pawl_svg_usual();
  o.accent = pawl_kind_find("box");
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
      const said values[] = {
          {"fx", size[i], -1}, {"fy", size[i], -1}, {"fz", 1, -1}, {"x", size[i], -1}, {0}};
      snprintf(model, sizeof model,
               "%s {}\nlocal b = body 'b' { mass = 1 }\nforce 'f' { b, fx = 1 }\n"
               "drawing 'd' { b, shape = 'box', length = %g, width = %g }\n"
               "spring 's' { ground:at{%g, 0%s}, b, stiffness = 1, length = %g }\n",
               solid ? "spatial" : "planar", size[i], size[i], size[i], solid ? ", 0" : "", size[i]);
      char *text = picture(model, values, NULL);
      assert_true(number_after(text, "width=\"") <= 640 && number_after(text, " height=\"") <= 480);
      free(text);
    }
}

static void nothing_is_a_picture_too(void **state)
{
  (void)state;
  pawl_svg_options o = pawl_svg_usual();
  o.background = PAWL_NO_COLOR;
  char *text =
      picture("planar { axes = false, look = { visible = false } }\nbody 'a' { mass = 1 }\n", NULL, &o);
  assert_null(strstr(text, "<path"));
  assert_null(strstr(text, "<rect"));
  free(text);
}

/* ---- plots ---- */

static char *plot_of(const double *time, const double *value, int n, pawl_status wanted)
{
  pawl_error e = {0};
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream(&text, &size);
  const pawl_plot_line line = {"u", value, 0x123456};
  const pawl_plot_options o = {"plot", 400, 200, 10, 0xffffff};
  assert_non_null(to);
  assert_int_equal(pawl_plot_write(to, time, n, &line, 1, &o, &e), wanted);
  fclose(to);
  return text;
}

static void plots_are_sound_at_any_scale(void **state)
{
  (void)state;
  for (int power = -200; power <= 200; power += 25) {
    double time[] = {0, 1, 2}, value[] = {-3, 5, 1}, scale = pow(10, power);
    for (int i = 0; i < 3; i++)
      value[i] *= scale, time[i] *= pow(10, power / 10);
    char *text = plot_of(time, value, 3, PAWL_OK);
    assert_true(is_svg(text));
    check_inside(text);
    assert_true(count(text, "<text") >= 8 && count(text, "<text") <= 24);
    assert_true(number_after(text, "width=\"") <= 400 && number_after(text, " height=\"") <= 200);
    free(text);
  }
}

static void plots_of_constants_and_of_nothing(void **state)
{
  (void)state;
  const double time[] = {0, 1}, still[] = {2, 2}, zero[] = {0, 0}, bad[] = {0, INFINITY};
  const double *const values[] = {still, zero};
  for (int i = 0; i < 2; i++) {
    char *text = plot_of(time, values[i], 2, PAWL_OK);
    assert_true(is_svg(text));
    check_inside(text);
    free(text);
  }
  free(plot_of(time, bad, 2, PAWL_BAD_CALL));
  free(plot_of(time, still, 1, PAWL_BAD_CALL));
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
      cmocka_unit_test(the_accent_makes_others_pale),
      cmocka_unit_test(any_size_can_be_drawn),
      cmocka_unit_test(nothing_is_a_picture_too),
      cmocka_unit_test(plots_are_sound_at_any_scale),
      cmocka_unit_test(plots_of_constants_and_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
