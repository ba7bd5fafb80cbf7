/* Bodies that compute their own mass and inertia, and bases: against closed forms, and the sentences of wrong ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "model/parse_test.h"

#define PLANE "planar { gravity = {0, -9.81} }\n"

static const struct {
  const char *text, *where, *sentence;
} wrong_models[] = {
    {PLANE "box 'b' { width = 1, height = 1 }", "m.lua:2", "box \"b\": needs either 'mass' or 'density'"},
    {PLANE "box 'b' { mass = 1, density = 1, width = 1, height = 1, depth = 1 }", "m.lua:2",
     "box \"b\": needs either 'mass' or 'density'"},
    {PLANE "box 'b' { mass = 1, height = 1 }", "m.lua:2",
     "box \"b\": 'width' is required (m: length of its edges along x)"},
    {PLANE "box 'b' { mass = 1, width = -1, height = 1 }", "m.lua:2",
     "box \"b\": 'width' must be at least 0 m, not -1"},
    {PLANE "box 'b' { density = 1, width = 1, height = 1 }", "m.lua:2",
     "box \"b\": 'density' needs the 'depth' of the box"},
    {PLANE "box 'b' { density = 1e99, width = 1e99, height = 1e99, depth = 1e99 }", "m.lua:2",
     "box \"b\": its mass or its inertia is too large a number"},
    {"spatial {}\nbox 'b' { mass = 1, width = 1, height = 1 }", "m.lua:2",
     "box \"b\": 'depth' is required in a spatial model (m: length of its edges along z)"},
    {"spatial {}\nbox 'b' { mass = 1, width = 1, height = 1, depth = 1, e0 = 1 }", "m.lua:2",
     "box \"b\": 'e0', 'e1', 'e2', 'e3' must be given together and have length 1"},
    {PLANE "cylinder 'c' { density = 1, radius = 1 }", "m.lua:2",
     "cylinder \"c\": 'density' needs the 'length' of the cylinder"},
    {"spatial {}\ncylinder 'c' { mass = 1, radius = 1 }", "m.lua:2",
     "cylinder \"c\": 'length' is required in a spatial model (m: length along z)"},
    {PLANE "plate 'p' { mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' is required (m: its outline in the order of a walk around it, either way; in "
     "space all "
     "with one z)"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 0}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' must have at least 3 points {x, y}, not 2"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 0}, {0, 1}} }", "m.lua:2",
     "plate \"p\": needs exactly one of 'mass', 'density' and 'area_density'"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 0}, {0, 1}}, density = 1 }", "m.lua:2",
     "plate \"p\": 'density' needs the 'thickness' of the plate"},
    {PLANE "plate 'p' { points = {{0, 0}, {0.1, 0.3}, {0.2, 0.6}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' enclose no area"},
    {PLANE "plate 'p' { points = {{1, 2}, {1, 2}, {1, 2}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' enclose no area"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' cross or touch themselves: the edges that begin at points 1 and 3"},
    {PLANE "plate 'p' { points = {{0, 0}, {2, 0}, {2, 2}, {1, 0}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' cross or touch themselves: the edges that begin at points 1 and 4"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 0}, {3, 0}, {1, 0}, {0, 1}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' cross or touch themselves: the edges that begin at points 2 and 3"},
    {PLANE "plate 'p' { points = {{0, 0}, {1, 0}, {1, 3}, {1, 1}, {0, 1}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' cross or touch themselves: the edges that begin at points 2 and 3"},
    {PLANE "local t = {} for i = 1, 1001 do t[i] = {math.cos(i), math.sin(i)} end plate 'p' { points = t, "
           "mass = 1 }",
     "m.lua:2", "plate \"p\": 'points' must have at most 1000 points {x, y}, not 1001"},
    {"spatial {}\nplate 'p' { points = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, mass = 1 }", "m.lua:2",
     "plate \"p\": 'points' must all have the same z: a plate is flat"},
    {PLANE "point_mass 'p' { }", "m.lua:2", "point_mass \"p\": 'mass' is required (kg: mass)"},
    {PLANE "point_mass 'p' { mass = 1, inertia = 1 }", "m.lua:2",
     "point_mass \"p\": unknown field 'inertia'"},
    {PLANE "base 'table' { mass = 1 }", "m.lua:2", "base \"table\": unknown field 'mass'"},
    {PLANE "base 'table' { axis = {0, 0, 1} }", "m.lua:2",
     "base \"table\": unknown field 'axis': it exists only in a spatial model"},
    {"spatial {}\nbase 'table' { axis = {0, 0, 0} }", "m.lua:2", "base \"table\": 'axis' must not be zero"},
    {PLANE "local b = base 'table' {}  revolute 'h' { b, b:at{1, 0} }", "m.lua:2",
     "revolute \"h\": connects body 'table' with itself"},
};

static void wrong_models_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof wrong_models / sizeof *wrong_models; i++) {
    pawl_error e = {0};
    pawl_model *model = (pawl_model *)&e; /* must become NULL */
    assert_int_equal(pawl_model_parse(&model, wrong_models[i].text, "m.lua", NULL, &e), PAWL_BAD_MODEL);
    assert_null(model);
    check_error(&e, PAWL_BAD_MODEL, wrong_models[i].where, wrong_models[i].sentence);
  }
}

static void check_body(const pawl_model *model, const char *name, double mass, const double inertia[6],
                       double x, double y, double z)
{
  const pawl_body *b = fields_of(model, name);
  near(b->mass, mass);
  for (int i = 0; i < 6; i++)
    near(b->inertia[i], inertia[i]);
  near(b->com.x, x);
  near(b->com.y, y);
  near(b->com.z, z);
}

#define PI 3.14159265358979323846

static void solids_have_their_inertia(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}\n"
                            "box 'a' { mass = 6, width = 2, height = 3, x = 4, omega = 5 }\n"
                            "box 'b' { density = 10, width = 2, height = 3, depth = 0.5 }\n"
                            "cylinder 'c' { mass = 6, radius = 2 }\n"
                            "cylinder 'd' { density = 10, radius = 2, length = 3 }\n"
                            "point_mass 'e' { mass = 6, vx = 7 }");
  check_body(model, "a", 6, (double[]){0, 0, 6.5, 0, 0, 0}, 0, 0, 0);
  check_body(model, "b", 30, (double[]){0, 0, 32.5, 0, 0, 0}, 0, 0, 0);
  check_body(model, "c", 6, (double[]){0, 0, 12, 0, 0, 0}, 0, 0, 0);
  check_body(model, "d", 120 * PI, (double[]){0, 0, 240 * PI, 0, 0, 0}, 0, 0, 0);
  check_body(model, "e", 6, (double[]){0, 0, 0, 0, 0, 0}, 0, 0, 0);
  const pawl_body *a = fields_of(model, "a"), *e = fields_of(model, "e");
  assert_true(a->start[0] == 4 && isnan(a->start[1]) && a->speed[2] == 5 && isnan(a->speed[0]));
  assert_true(e->speed[0] == 7 && isnan(e->start[2]));
  pawl_model_free(model);
  model =
      parse("spatial {}\n"
            "box 'a' { mass = 12, width = 2, height = 3, depth = 4, e0 = 0.6, e1 = 0, e2 = 0, e3 = 0.8 }\n"
            "cylinder 'c' { mass = 12, radius = 2, length = 3 }\n"
            "point_mass 'e' { mass = 6 }");
  check_body(model, "a", 12, (double[]){25, 20, 13, 0, 0, 0}, 0, 0, 0);
  check_body(model, "c", 12, (double[]){21, 21, 24, 0, 0, 0}, 0, 0, 0);
  check_body(model, "e", 6, (double[]){0, 0, 0, 0, 0, 0}, 0, 0, 0);
  near(((const pawl_body *)fields_of(model, "a"))->start[6], 0.8);
  pawl_model_free(model);
}

/* A triangle: m (a² + b² + c²)/36 with its sides; the L by adding two rectangles, either way around. A point may be
 * said twice, as the first one often is at the end. */
static void plates_have_their_inertia(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}\n"
                            "plate 'triangle' { points = {{1, 1}, {4, 1}, {4, 1}, {1, 5}}, mass = 36 }\n"
                            "local l = {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 4}, {0, 4}}\n"
                            "plate 'l' { points = l, area_density = 2 }\n"
                            "local back = {} for i = 1, 6 do back[i] = l[7 - i] end  back[7] = l[6]\n"
                            "plate 'back' { points = back, density = 20, thickness = 0.1 }\n");
  check_body(model, "triangle", 36, (double[]){0, 0, 9 + 16 + 25, 0, 0, 0}, 2, 1 + 4.0 / 3, 0);
  /* 6 kg each: 3 x 1 about (1.5, 0.5), 1 x 3 about (0.5, 2.5) */
  double cx = 1, cy = 1.5, zz = 2 * 6 * (10.0 / 12 + 0.25 + 1);
  check_body(model, "l", 12, (double[]){0, 0, zz, 0, 0, 0}, cx, cy, 0);
  check_body(model, "back", 12, (double[]){0, 0, zz, 0, 0, 0}, cx, cy, 0);
  pawl_model_free(model);
  model = parse(
      "spatial {}\n"
      "plate 'l' { points = {{0, 0, 7}, {3, 0, 7}, {3, 1, 7}, {1, 1, 7}, {1, 4, 7}, {0, 4, 7}}, mass = 12,\n"
      "  thickness = 2 }\n"
      "plate 'square' { points = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, mass = 12 }");
  double xx = 6 * (1.0 / 12 + 1) + 6 * (9.0 / 12 + 1) + 12 * 4.0 / 12;
  double yy = 6 * (9.0 / 12 + 0.25) + 6 * (1.0 / 12 + 0.25) + 12 * 4.0 / 12;
  double xy = -6 * (0.5 * -1) - 6 * (-0.5 * 1);
  check_body(model, "l", 12, (double[]){xx, yy, zz, xy, 0, 0}, cx, cy, 7);
  check_body(model, "square", 12, (double[]){4, 4, 8, 0, 0, 0}, 0, 0, 0);
  pawl_model_free(model);
}

/* Far from the origin of its frame, and in any orientation, a plate is the same plate. */
static void plates_can_be_far_away(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}\n"
                            "local near, far = {}, {}\n"
                            "for i = 1, 1000 do\n"
                            "  local a, r = i*2*pi/1000, 1 + 0.3*math.sin(i*2*pi/1000*7)\n"
                            "  near[i] = {r*math.cos(a), r*math.sin(a)}\n"
                            "  far[i] = {near[i][1] + 1e4, near[i][2] - 2e4}\n"
                            "end\n"
                            "plate 'near' { points = near, mass = 1 }\n"
                            "plate 'far' { points = far, mass = 1 }\n");
  const pawl_body *a = fields_of(model, "near"), *b = fields_of(model, "far");
  assert_true(fabs(b->inertia[2] - a->inertia[2]) < 1e-11);
  assert_true(fabs(b->com.x - a->com.x - 1e4) < 1e-11 && fabs(b->com.y - a->com.y + 2e4) < 1e-11);
  /* r = 1 + e sin 7a: area pi (1 + e²/2), the mean of r² is (1/4) mean(r⁴)/((1/2) mean(r²)) */
  double e = 0.3, mean = 0.5 * (1 + 3 * e * e + 0.375 * e * e * e * e) / (1 + 0.5 * e * e);
  assert_true(fabs(a->inertia[2] - mean) < 3e-4);
  pawl_model_free(model);
}

/* Random simple polygons: star-shaped about a point, cut into triangles from it. */
static void plates_are_sums_of_triangles(void **state)
{
  (void)state;
  unsigned long long seed = 2;
  for (int n = 0; n < 200; n++) {
    enum { CORNERS = 9 };
    double x[CORNERS], y[CORNERS], area = 0, sx = 0, sy = 0, polar = 0;
    double ox = 5 * pawl_chance(&seed), oy = 5 * pawl_chance(&seed);
    char text[1024];
    size_t at = (size_t)snprintf(text, sizeof text, "planar {} plate 'p' { area_density = 3, points = {");
    for (int i = 0; i < CORNERS; i++) {
      double a = (n & 1 ? -1 : 1) * 2 * PI * (i + 0.4 * pawl_chance(&seed)) / CORNERS,
             r = 1.2 + pawl_chance(&seed);
      x[i] = ox + r * cos(a);
      y[i] = oy + r * sin(a);
      at += (size_t)snprintf(text + at, sizeof text - at, "{%.17g, %.17g},", x[i], y[i]);
    }
    snprintf(text + at, sizeof text - at, "} }");
    for (int i = 0; i < CORNERS; i++) {
      int j = (i + 1) % CORNERS;
      double ax = x[i] - ox, ay = y[i] - oy, bx = x[j] - ox, by = y[j] - oy,
             a = 0.5 * fabs(ax * by - ay * bx);
      double cx = (ax + bx) / 3, cy = (ay + by) / 3, dx = bx - ax, dy = by - ay;
      double sides = ax * ax + ay * ay + bx * bx + by * by + dx * dx + dy * dy;
      area += a;
      sx += a * cx;
      sy += a * cy;
      polar += a * (sides / 36 + cx * cx + cy * cy);
    }
    pawl_model *model = parse(text);
    double zz = 3 * (polar - (sx * sx + sy * sy) / area);
    check_body(model, "p", 3 * area, (double[]){0, 0, zz, 0, 0, 0}, ox + sx / area, oy + sy / area, 0);
    pawl_model_free(model);
  }
}

static void settings_change_the_inertia(void **state)
{
  (void)state;
  const pawl_setting set[] = {{"b.width", "4"}, {"b.density", "20"}, {"p.thickness", "0.2"}, {"b.x", "3"}};
  const char *text =
      "planar {}  box 'b' { density = 10, width = 2, height = 3, depth = 0.5 }\n"
      "plate 'p' { points = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}, density = 60, thickness = 0.1 }\n";
  pawl_model *model = parse_with(text, set, 4);
  check_body(model, "b", 120, (double[]){0, 0, 250, 0, 0, 0}, 0, 0, 0);
  check_body(model, "p", 12, (double[]){0, 0, 2, 0, 0, 0}, 0.5, 0.5, 0);
  assert_true(((const pawl_body *)fields_of(model, "b"))->start[0] == 3);
  assert_int_equal(pawl_model_set(model, "b.density", 2, NULL), PAWL_OK);
  check_body(model, "b", 12, (double[]){0, 0, 25, 0, 0, 0}, 0, 0, 0);
  pawl_error e = {0};
  assert_int_equal(pawl_model_set(model, "b.mass", 2, &e), PAWL_BAD_CALL); /* it has a density */
  check_error(&e, PAWL_BAD_CALL, "m.lua:1", "box \"b\": needs either 'mass' or 'density'");
  check_body(model, "b", 12, (double[]){0, 0, 25, 0, 0, 0}, 0, 0, 0);
  e = (pawl_error){0};
  assert_int_equal(pawl_model_set(model, "b.width", 1e200, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "m.lua:1", "box \"b\": 'width' is too large to compute with: 1e+200 m");
  assert_null(pawl_model_number(model, "p.points", NULL));
  pawl_model_free(model);
}

static void a_base_counts_as_a_body(void **state)
{
  (void)state;
  pawl_model *model =
      parse("planar {}\n"
            "body 'a' { mass = 1 }\n"
            "local t = base 'table' { y = function(t) return t end, angle = 'a.angle', x = 2 }\n"
            "box 'c' { mass = 1, width = 1, height = 1 }\n"
            "marker 'm' { t:at{1, 2} }\n"
            "revolute 'h' { 'table', 'c' }\n"
            "assert(t.x == 2 and t.angle == 'a.angle' and tostring(t) == 'base \"table\"')");
  assert_int_equal(model->body_count, 3);
  int part = pawl_model_find(model, "table");
  assert_int_equal(model->parts[part]->body, 2);
  assert_int_equal(model->body_part[2], part);
  assert_int_equal(((const pawl_frame *)fields_of(model, "m"))->body, 2);
  assert_int_equal(((const pawl_joint *)fields_of(model, "h"))->a.body, 2);
  assert_int_equal(((const pawl_joint *)fields_of(model, "h"))->b.body, 3);
  const pawl_base *b = fields_of(model, "table");
  assert_true(b->body.mass == 0 && b->body.inertia[2] == 0 && isnan(b->body.start[0]) &&
              isnan(b->body.speed[5]));
  assert_true(b->x.value == 2 && b->y.function > 0 && b->axis.z == 1);
  assert_string_equal(b->angle.channel, "a.angle");
  assert_int_equal(pawl_model_set(model, "table.x", 3, NULL), PAWL_OK);
  assert_true(b->x.value == 3);
  pawl_error e = {0};
  assert_int_equal(pawl_model_set(model, "table.y", 3, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "", "'table.y' is a function, not a number");
  pawl_model_free(model);
  model = parse("spatial {}  base 'table' { axis = {3, 0, 4}, z = 1 }");
  b = fields_of(model, "table");
  near(b->axis.x, 0.6);
  assert_true(b->z.value == 1 && b->angle.value == 0 && b->angle.function == 0);
  pawl_model_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_models_get_their_sentence), cmocka_unit_test(solids_have_their_inertia),
      cmocka_unit_test(plates_have_their_inertia),       cmocka_unit_test(plates_can_be_far_away),
      cmocka_unit_test(plates_are_sums_of_triangles),    cmocka_unit_test(settings_change_the_inertia),
      cmocka_unit_test(a_base_counts_as_a_body),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
