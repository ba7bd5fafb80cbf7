/* Paths of SVG drawings: every command against what it draws, files, and what is refused. */
#include "model/drawings_test.h"

static drawn draw_path(const char *data)
{
  char text[2048];
  snprintf(text, sizeof text, "path { scale = 1, data = '%s' }", data);
  return draw(text);
}

/* ---- commands ---- */

static void arcs_are_exact_circles(void **state)
{
  (void)state;
  /* On the page, where y points down: sweep 0 is counterclockwise. Here y points up. */
  drawn d = draw_path("M 5 0 A 5 5 0 0 0 -5 0 A 5 5 0 0 0 5 0 Z");
  double area, length;
  assert_true(pawl_profile_closed(d.profile));
  for (int i = 0; i < 200; i++) {
    pawl_profile_point p = point_at(&d, i * 0.01);
    point_close_to(p.p, 5 * cos(PI * i * 0.01), 5 * sin(PI * i * 0.01), 1e-14, "the point");
    close_to(p.k, 0.2, 1e-15, "the curvature");
  }
  measure(&d, &area, &length);
  close_to(area, 25 * PI, 1e-11, "the area");
  leave(&d);
  /* the four arcs from one point to another */
  static const struct {
    int large, sweep;
    double x, y, turn; /* the centre, and by how much it turns */
  } arcs[] = {{0, 0, 0, -3, 2 * 0.92729521800161219},
              {0, 1, 0, 3, -2 * 0.92729521800161219},
              {1, 0, 0, 3, 2 * PI - 2 * 0.92729521800161219},
              {1, 1, 0, -3, 2 * 0.92729521800161219 - 2 * PI}};
  for (int i = 0; i < 4; i++) {
    char text[80];
    snprintf(text, sizeof text, "M 4 0 A 5 5 0 %d %d -4 0", arcs[i].large, arcs[i].sweep);
    d = draw_path(text);
    close_to(pawl_profile_length(d.profile), 5 * fabs(arcs[i].turn), 1e-12, "the length");
    for (int k = 0; k <= 20; k++) {
      pawl_xy p = point_at(&d, k * 0.05).p;
      close_to(hypot(p.x - arcs[i].x, p.y - arcs[i].y), 5, 2e-15, "the radius");
    }
    point_close_to(point_at(&d, 0).p, 4, 0, 2e-15, "the first point");
    close_to(point_at(&d, 0.5).k, arcs[i].turn > 0 ? 0.2 : -0.2, 1e-15, "the curvature");
    leave(&d);
  }
}

/* In the axes of the ellipse, u²/81 + v²/25 = a u + b v + k for all points: three of them give a, b and k, the others
 * must agree, and the half axes follow. */
static void arcs_of_ellipses_are_exact(void **state)
{
  (void)state;
  drawn d = draw_path("M 8 1 A 9 5 30 1 0 -1 3");
  double c = cos(-PI / 6), s = sin(-PI / 6), u[5], v[5], q[5];
  point_close_to(point_at(&d, 0).p, 8, -1, 1e-14, "the first point");
  pawl_profile_point end;
  pawl_profile_at(d.profile, 1, false, &end);
  point_close_to(end.p, -1, -3, 1e-14, "the last point");
  for (int i = 0; i < 5; i++) {
    pawl_xy p = point_at(&d, 0.05 + 0.2 * i).p;
    u[i] = c * p.x + s * p.y;
    v[i] = -s * p.x + c * p.y;
    q[i] = u[i] * u[i] / 81 + v[i] * v[i] / 25;
  }
  double det = (u[0] - u[1]) * (v[0] - v[2]) - (v[0] - v[1]) * (u[0] - u[2]);
  double a = ((q[0] - q[1]) * (v[0] - v[2]) - (v[0] - v[1]) * (q[0] - q[2])) / det;
  double b = ((u[0] - u[1]) * (q[0] - q[2]) - (q[0] - q[1]) * (u[0] - u[2])) / det,
         k = q[0] - a * u[0] - b * v[0];
  for (int i = 3; i < 5; i++)
    close_to(q[i], a * u[i] + b * v[i] + k, 1e-13, "the equation of the ellipse");
  close_to(k + a * a * 81 / 4 + b * b * 25 / 4, 1, 1e-13, "its half axes");
  assert_true(point_at(&d, 0.5).k > 0 &&
              pawl_profile_length(d.profile) > 22); /* the large one, to the left */
  leave(&d);
  /* radii that are too small grow: half a circle of the chord */
  d = draw_path("M 3 0 A 1 1 0 0 0 -3 0");
  for (int i = 0; i <= 10; i++)
    close_to(hypot(point_at(&d, 0.1 * i).p.x, point_at(&d, 0.1 * i).p.y), 3, 1e-14, "the radius that fits");
  leave(&d);
}

static void curves_are_bezier_curves(void **state)
{
  (void)state;
  drawn d = draw_path("M 0 0 C 1 -2 3 -2 4 0 S 7 3 8 0 Q 9 -2 10 0 T 12 0");
  for (int i = 0; i <= 10; i++) {
    double t = 0.1 * i, u = 1 - t;
    if (i < 10) {
      point_close_to(point_at(&d, t).p, 3 * t * u * u + 9 * t * t * u + 4 * t * t * t, 6 * t * u, 1e-14, "C");
      point_close_to(point_at(&d, 1 + t).p, 4 * u * u * u + 15 * t * u * u + 21 * t * t * u + 8 * t * t * t,
                     -6 * t * u * u - 9 * t * t * u, 1e-14, "S");
      point_close_to(point_at(&d, 2 + t).p, 8 * u * u + 18 * t * u + 10 * t * t, 4 * t * u, 1e-14, "Q");
    }
    pawl_profile_point p;
    pawl_profile_at(d.profile, 3 + t, false, &p);
    if (i > 0)
      point_close_to(p.p, 10 * u * u + 22 * t * u + 12 * t * t, -4 * t * u, 1e-14, "T");
  }
  leave(&d);
}

static void relative_is_absolute(void **state)
{
  (void)state;
  static const char *const pairs[][2] = {
      {"M 1 2 L 4 2 H 6 V -3 Z", "m1,2 3,0h2v-5z"},
      {"M 1 2 L 4 2 L 6 2 L 6 -3 Z", "M1 2 4 2 6 2 6-3Z"},
      {"M 1 2 C 2 2 3 1 3 0 S 2 -2 1 -2 Z", "m1 2c1 0 2-1 2-2s-1-2-2-2z"},
      {"M 1 2 Q 3 2 3 0 T 1 -2 L 0 0 Z", "m1 2q2 0 2-2t-2-2l-1 2z"},
      {"M 1.5 0.5 A 2 2 0 0 0 3.5 2.5 L 0 3 Z", "m1.5.5a2 2 0 002 2L0 3Z"},
      {"M 1.5 0.5 A 2 1 10 0 1 3.5 2.5 L 0 3 Z", "m1.5.5a2 1 1e1 012 2L0 3Z"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    drawn a = draw_path(pairs[i][0]), b = draw_path(pairs[i][1]);
    assert_true(a.to == b.to);
    for (int k = 0; k < 100; k++) {
      pawl_xy p = point_at(&a, a.to * k / 100).p, q = point_at(&b, b.to * k / 100).p;
      point_close_to(p, q.x, q.y, 2e-15, pairs[i][1]);
    }
    leave(&a);
    leave(&b);
  }
}

static void short_pieces_are_left_out(void **state)
{
  (void)state;
  drawn d = draw(
      "path { scale = 1, data = 'M 0 0 L 3 0 L 3 0 L 3.0001 0.0001 L 0 4 L 0.0001 0 Z', tolerance = 1e-3 }");
  assert_true(d.to == 3 && pawl_profile_closed(d.profile)); /* a triangle */
  point_close_to(point_at(&d, 1).p, 3, 0, 0, "a corner");
  leave(&d);
  d = draw(
      "path { scale = 1, data = 'M 0.1 0.2 l 0.3 0 l 0 0.1 l -0.3 0 l 0 -0.1 z' }"); /* closes up to rounding */
  assert_true(d.to == 4);
  leave(&d);
}

/* ---- files ---- */

#define SVG                                                                                                  \
  "<?xml version='1.0'?>\n<!DOCTYPE svg>\n<!-- <path d='M 9 9 L 8 8'/> -->\n<svg xmlns='x'>\n"               \
  "<defs><path id='arrow' d='M 0 0 L 1 1'/></defs>\n<style><![CDATA[ path { } <path d='M'/> ]]></style>\n"

static const struct {
  const char *svg, *more, *sentence; /* NULL: it is good */
} files[] = {
    {SVG
     "<g><path id=\"rim\"\n style='fill:none' d=\"M 1 0 A 1 1 0 0 0 -1 0\n A 1 1 0 0 0 1 0 Z\" /></g></svg>",
     "", NULL},
    {SVG "<path d='M 1 0 L 0 1'/><path id='b' d='M 1 0 L 0 2'/></svg>", "id = 'b'", NULL},
    {SVG "<g transform='scale(2)'></g><path d='M 1 0 L 0 1'/></svg>", "", NULL},
    {"M 1 0 L 0 1 L 0 0 Z", "", NULL},
    {SVG "<path d='M 1 0 L 0 1'/></svg>", "id = 'arrow'", NULL},
    {SVG "</svg>", "",
     "path: %s/a.svg has no outline (path, rect, circle, ellipse, line, polyline, polygon)"},
    {SVG "<path d='M 1 0 L 0 1'/><path id='b' d='M 1 0 L 0 2'/></svg>", "",
     "path: %s/a.svg has 2 outlines: 'id' or 'number' names the one that is meant"},
    {SVG "<path d='M 1 0 L 0 1'/></svg>", "id = 'rim'", "path: %s/a.svg has no outline with the id 'rim'"},
    {SVG "<path d='M 1 0 L 0 1'/><path id='b' d='M 1 0 L 0 2'/></svg>", "number = 2", NULL},
    {SVG "<path d='M 1 0 L 0 1'/><path id='b' d='M 1 0 L 0 2'/></svg>", "number = 3",
     "path: %s/a.svg has no outline number 3: it has 2"},
    {SVG "<path id='rim' transform='scale(2)' d='M 1 0 L 0 1'/></svg>", "id = 'rim'", NULL},
    {SVG "<g transform='shift(2)'><g><path d='M 1 0 L 0 1'/></g></g></svg>", "",
     "path: %s/a.svg: transform \"shift(2)\" is none"},
    {SVG "<g transform='scale(2'><path d='M 1 0 L 0 1'/></g></svg>", "",
     "path: %s/a.svg: transform \"scale(2\" is none"},
    {SVG "<g transform='rotate(2 3)'><path d='M 1 0 L 0 1'/></g></svg>", "",
     "path: %s/a.svg: transform \"rotate(2 3)\" is none"},
    {SVG "<g transform='scale(2 0)'><path d='M 1 0 L 0 1'/></g></svg>", "",
     "path: %s/a.svg: its transform leaves it no width"},
    {SVG "<g style='fill:red;transform:scale(2)'><path d='M 1 0 L 0 1'/></g></svg>", "",
     "path: %s/a.svg: a transform in a style is not read: write it as an attribute of its own"},
    {SVG "<svg x='3'><path d='M 1 0 L 0 1'/></svg></svg>", "",
     "path: %s/a.svg: an svg inside of an svg is not read"},
    {SVG "<rect width='3'/></svg>", "", "path: %s/a.svg: 'height' of its rect must be more than 0"},
    {SVG "<circle r='3mm'/></svg>", "",
     "path: %s/a.svg: 'r' of its circle is '3mm': a number of the drawing's units is needed"},
    {SVG "<polygon points='1 2 3'/></svg>", "",
     "path: %s/a.svg: 'points' of its polygon: point 2 is not two numbers"},
    {SVG "<polyline points='1 2'/></svg>", "", "path: %s/a.svg: its polyline draws nothing"},
    {"M 1 0 L 0 1", "id = 'rim'", "path: %s/a.svg has no tags, so nothing has an 'id'"},
    {SVG "<path d='M 1 0 L 0'/></svg>", "",
     "path: %s/a.svg: a number is missing after 'L' in the path's data"},
    {SVG "<path d='M 1 0 L 0 1", "", NULL}, /* cut off, but all of the data is there */
    {"", "", "path: %s/a.svg: the path's data draws nothing"},
};

static void files_are_searched(void **state)
{
  const char *folder = *state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    char text[300], wanted[300] = "", path[96];
    pawl_error e = {0};
    pawl_model *model;
    snprintf(text, sizeof text,
             "planar {}\nshape 'c' { body 'b' { mass = 1 }, path { file = 'a.svg', scale = 1*mm, %s } }",
             files[i].more);
    write_file(folder, "model.lua", text, strlen(text));
    write_file(folder, "a.svg", files[i].svg, strlen(files[i].svg));
    snprintf(path, sizeof path, "%s/model.lua", folder);
    if (files[i].sentence) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
      snprintf(wanted, sizeof wanted, files[i].sentence, folder);
#pragma GCC diagnostic pop
    }
    pawl_status status = pawl_model_read(&model, path, NULL, &e);
    if (strcmp(e.text, wanted) != 0 || (status == PAWL_OK) != !files[i].sentence)
      fail_msg("file %zu:\n  expected %s\n  got      %s", i, wanted, e.text);
    if (status == PAWL_OK) { /* and again without the file */
      pawl_stored_model stored = {model->path, model->source, model->files, model->file_count, NULL, 0};
      pawl_model *again;
      write_file(folder, "a.svg", "<nothing>", 9);
      assert_int_equal(pawl_model_restore(&again, &stored, NULL, &e), PAWL_OK);
      pawl_model_free(again);
      pawl_model_free(model);
    }
  }
}

/* ---- what is refused ---- */

static void wrong_data_get_their_sentence(void **state)
{
  (void)state;
  static const struct {
    const char *data, *sentence;
  } wrong[] = {
      {"", "the path\\'s data draws nothing"},
      {"M 1 2", "the path\\'s data draws nothing"},
      {"L 1 2", "the path\\'s data does not begin with M"},
      {"1 2", "the path\\'s data does not begin with M"},
      {"M 0 0 L 1 0 B 1 2", "'B' in the path\\'s data is no command"},
      {"M 0 0 L 1", "a number is missing after 'L' in the path\\'s data"},
      {"M 0 0 L 1 x", "a number is missing after 'L' in the path\\'s data"},
      {"M 0 0 C 1 2 3 4 5", "a number is missing after 'C' in the path\\'s data"},
      {"M 0 0 A 1 1 0 2 0 3 3", "a flag of an arc in the path\\'s data is neither 0 nor 1"},
      {"M 0 0 L 1 1 M 2 2 L 3 3", "the path\\'s data has more than one outline: a profile is one"},
      {"M 0 0 L 1 1 L 1 2 Z L 3 3", "the path\\'s data has more than one outline: a profile is one"},
      {"M 0 0 L 1e400 0", "'1e400' in the path\\'s data is no number"},
      {"M 0 0 L 1 . 3", "'.' in the path\\'s data is no number"},
      {"M 0 0 L 0 0", "all of the path is shorter than the tolerance"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    pawl_error e = {0};
    pawl_model *model;
    char text[300], wanted[200] = "path: ";
    snprintf(text, sizeof text,
             "planar {}\nlocal b = body 'b' { mass = 1 }\nshape 'c' { b,\npath { scale = 1, data = '%s' } }",
             wrong[i].data);
    for (const char *c = wrong[i].sentence; *c; c++) /* quotes were marked for Lua */
      if (*c != '\\')
        strncat(wanted, c, 1);
    assert_int_equal(pawl_model_parse(&model, text, "m.lua", NULL, &e), PAWL_BAD_MODEL);
    if (strcmp(e.text, wanted) != 0 || strcmp(e.where, "m.lua:4") != 0)
      fail_msg("%s\n  expected m.lua:4: %s\n  got      %s: %s", wrong[i].data, wanted, e.where, e.text);
  }
}

/* Whatever stands there: a profile or a sentence. */
static void garbage_is_survived(void **state)
{
  (void)state;
  static const char letters[] = "MmLlHhVvCcSsQqTtAaZz0123456789.-+eE, \n<>/\"=";
  uint64_t seed = 7;
  int good = 0;
  for (int i = 0; i < 3000; i++) {
    char data[64], text[256];
    int n = 0;
    for (; n < 40; n++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      data[n] = letters[(seed >> 40) % (sizeof letters - 1)];
      if (data[n] == '\n')
        data[n] = ' ';
    }
    data[n] = 0;
    pawl_error e = {0};
    pawl_model *model;
    snprintf(text, sizeof text,
             "planar {}\nshape 'c' { body 'b' { mass = 1 }, path { scale = 1, data = 'M 0 0 L 1 1 %s' } }",
             data);
    pawl_status status = pawl_model_parse(&model, text, "m.lua", NULL, &e);
    assert_true(status == PAWL_OK || (status == PAWL_BAD_MODEL && *e.text));
    good += status == PAWL_OK;
    pawl_model_free(model);
  }
  assert_true(good < 3000);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arcs_are_exact_circles),        cmocka_unit_test(arcs_of_ellipses_are_exact),
      cmocka_unit_test(curves_are_bezier_curves),      cmocka_unit_test(relative_is_absolute),
      cmocka_unit_test(short_pieces_are_left_out),     cmocka_unit_test(files_are_searched),
      cmocka_unit_test(wrong_data_get_their_sentence), cmocka_unit_test(garbage_is_survived),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
