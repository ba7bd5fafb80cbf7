/* Curves as values of the language: where they can stand, what can be read and set of them, and every sentence about wrong
 * ones, word for word. */
#include <stdlib.h>

#include "geometry/profile.h"
#include "model/drawing.h"
#include "model/parse_test.h"
#include "model/shape.h"

#define HEAD "planar {}\nlocal b = body 'b' { mass = 1, inertia = 1 }\n"

/* ---- values ---- */

static void values_can_be_kept_and_used_again(void **state)
{
  (void)state;
  pawl_model *model =
      parse(HEAD "local disc = circle { radius = 2 }\n"
                 "shape 'one' { b, disc }\nlocal two = shape 'two' { b:at{1, 0}, disc, flip = true }\n"
                 "assert(disc.radius == 2 and disc.at[2] == 0 and tostring(disc) == 'circle')\n"
                 "assert(two[2].radius == 2 and two.flip and type(disc) == 'userdata')\n"
                 "local n = nurbs { points = { {1, 0}, {0, 1, w = 2}, {-1, 0}, {0, -1} }, closed = true }\n"
                 "assert(#n.points == 4 and n.points[2].w == 2 and n.points[1].w == 1 and #n.knots == 0)\n"
                 "local c = chain { segment { {0, 0}, {1, 0} }, segment { {1, 0}, {2, 2} } }\n"
                 "assert(#c[1] == 2 and tostring(c[1][2]) == 'segment' and c[1][2][2][1] == 2)\n"
                 "local f = curve { function(u) return u, u^2 end }\nassert(f[1](3) == 3)\n"
                 "assert(path { data = 'M 0 0', scale = 1 }.file == nil)\n");
  const pawl_shape_part *one = fields_of(model, "one"), *two = fields_of(model, "two");
  assert_string_equal(one->curve.kind->name, "circle");
  assert_string_equal(one->curve.where, "m.lua:3");
  assert_true(one->curve.fields != two->curve.fields); /* each its own */
  assert_true(!one->flip && two->flip && two->frame.at.x == 1);
  pawl_model_free(model);
}

static void points_come_by_position_or_as_a_table(void **state)
{
  (void)state;
  static const char *const texts[] = {
      "polygon { {0, 0}, {2, 0}, {0, 1} }",
      "polygon { {0, 0}, {2, 0}, {0, 1}, rounding = 0 }",
      "polygon { { {0, 0}, {2, 0}, {0, 1} }, rounding = 0 }",
      "polygon({ {0, 0}, {2, 0}, {0, 1}, header = {'x', 'y'} })",
      "polygon { { {0, 0}, {2, 0}, {0, 1}, header = {'x', 'y'} } }",
      "chain { { segment { {0, 0}, {2, 0} }, segment { {2, 0}, {0, 1} }, segment { {0, 1}, {0, 0} } }, "
      "closed = true }",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char text[300];
    pawl_error e = {0};
    pawl_arena arena;
    snprintf(text, sizeof text, HEAD "shape 'c' { b, %s }", texts[i]);
    pawl_model *model = parse(text);
    pawl_arena_open(&arena, &model->arena.memory);
    const pawl_profile *profile = pawl_shape_profile(model, pawl_model_find(model, "c"), &arena, &e);
    assert_non_null(profile);
    near(pawl_profile_length(profile), 3 + sqrt(5));
    pawl_arena_close(&arena);
    pawl_model_free(model);
  }
}

static void shapes_are_looked_at(void **state)
{
  (void)state;
  static const struct {
    const char *curve;
    bool closed, hole, crosses;
  } shapes[] = {
      {"circle { radius = 1 }", true, false, false},
      {"circle { radius = 1 }, flip = true", true, true, false},
      {"polygon { {0, 0}, {0, 1}, {1, 0} }", true, true, false},
      {"polygon { {0, 0}, {0, 1}, {1, 0} }, flip = true", true, false, false},
      {"gear_profile { teeth = 50, module = 1*mm, internal = true }", true, true, false},
      {"gear_profile { teeth = 50, module = 1*mm }", true, false, false},
      {"arc { radius = 1, from = 0, to = 5 }", false, false, false},
      {"vertex {}", false, false, false},
      {"polyline { {0, 0}, {2, 2}, {2, 0}, {0, 2} }", false, false, true},
      {"curve { function(u) return math.sin(2*u), math.sin(u) end, to = 2*pi, closed = true }", true, false,
       true},
  };
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    char text[300];
    pawl_arena arena;
    pawl_shape_note note;
    snprintf(text, sizeof text, HEAD "shape 'c' { b, %s }", shapes[i].curve);
    pawl_model *model = parse(text);
    pawl_arena_open(&arena, &model->arena.memory);
    pawl_shape_look(pawl_shape_profile(model, pawl_model_find(model, "c"), &arena, NULL), &note);
    if (note.closed != shapes[i].closed || note.crosses != shapes[i].crosses ||
        (note.hole != shapes[i].hole && !note.crosses))
      fail_msg("%s: closed %d, hole %d, crosses itself %d", shapes[i].curve, note.closed, note.hole,
               note.crosses);
    pawl_arena_close(&arena);
    pawl_model_free(model);
  }
}

static void functions_are_called_with_numbers(void **state)
{
  (void)state;
  pawl_model *model = parse(HEAD "shape 'c' { b, curve { function(u, v) return u, v or u^2 end } }");
  const pawl_shape_part *shape = fields_of(model, "c");
  int function = *(const int *)shape->curve.fields;
  pawl_jet jets[2];
  double value;
  pawl_error e = {0};
  assert_int_equal(pawl_function_jets(model, function, 3, jets, 2, &e), PAWL_OK);
  assert_true(jets[0].v == 3 && jets[0].d == 1 && jets[0].dd == 0);
  assert_true(jets[1].v == 9 && jets[1].d == 6 && jets[1].dd == 2);
  assert_int_equal(pawl_function_value(model, function, (const double[]){5, 7}, 2, &value, &e), PAWL_OK);
  assert_true(value == 5);
  assert_int_equal(pawl_function_value(model, function, NULL, 0, &value, &e), PAWL_BAD_MODEL);
  assert_string_equal(e.where, "m.lua:3");
  pawl_model_free(model);
}

/* ---- sentences ---- */

/* `text` begins on line 3. */
static const struct {
  const char *text, *where, *sentence;
} wrong[] = {
    {"circle 'x' { radius = 1 }", "m.lua:3", "circle: takes no name: circle { … }"},
    {"shape { b, circle { radius = 1 } }", "m.lua:3", "shape: needs a name: shape \"name\" { … }"},
    {"shape 'c' { b }", "m.lua:3",
     "shape \"c\": the 2nd value must be a curve such as circle { … }, not nil"},
    {"shape 'c' { b, 5 }", "m.lua:3",
     "shape \"c\": the 2nd value must be a curve such as circle { … }, not a number"},
    {"shape 'c' { b, { radius = 1 } }", "m.lua:3",
     "shape \"c\": the 2nd value must be a curve such as circle { … }, not a table"},
    {"shape 'c' { b, dwell { 1 } }", "m.lua:3",
     "shape \"c\": the 2nd value must be a curve such as circle { … }, not a dwell, which is a lift"},
    {"shape 'c' { b, b }", "m.lua:3",
     "shape \"c\": the 2nd value must be a curve such as circle { … }, not a body"},
    {"shape 'c' { b, circle { radius = 1 }, 3 }", "m.lua:3",
     "shape \"c\": takes 2 things by position, 3 given"},
    {"circle { radius = 1, look = {} }", "m.lua:3", "circle: unknown field 'look'"},
    {"circle { radios = 1 }", "m.lua:3", "circle: unknown field 'radios'; did you mean 'radius'?"},
    {"circle {}", "m.lua:3", "circle: 'radius' is required (m: its radius)"},
    {"circle { radius = 0 }", "m.lua:3", "circle: 'radius' must be more than 0; a point is vertex { … }"},
    {"circle { radius = -1 }", "m.lua:3", "circle: 'radius' must be at least 0 m, not -1"},
    {"circle { radius = 1, at = {1} }", "m.lua:3",
     "circle: 'at' must be {x, y} in a planar model, not 1 number"},
    {"local c = circle { radius = 1 }\nc.radius = 2", "m.lua:4",
     "circle: cannot be changed after it was made"},
    {"local c = circle { radius = 1 }\nreturn c.radios", "m.lua:4",
     "circle: unknown field 'radios'; did you mean 'radius'?"},
    {"return circle { radius = 1 } + 1", "m.lua:3", "attempt to perform arithmetic on a value value"},
    {"line { {0, 0} }", "m.lua:3", "line: the 2nd value must be {x, y} in m, not nil"},
    {"line { {0, 0}, {0, 0} }", "m.lua:3", "line: its two points are the same"},
    {"line { {0, 0}, {1, 0}, {2, 0} }", "m.lua:3", "line: takes 2 values by position, 3 given"},
    {"arc { radius = 1, from = 1, to = 1 }", "m.lua:3", "arc: 'from' and 'to' must be different"},
    {"arc { radius = 1, from = 0, to = 7 }", "m.lua:3",
     "arc: turns less than once: a whole one is circle { … }"},
    {"ellipse { a = 1, b = 0 }", "m.lua:3", "ellipse: 'a' and 'b' must be more than 0"},
    {"superellipse { a = 1, b = 1, exponent = 1 }", "m.lua:3",
     "superellipse: 'exponent' must be at least 2, not 1"},
    {"sinus_ellipse { a = 2, b = 1, amplitude = 1, waves = 3 }", "m.lua:3",
     "sinus_ellipse: 'amplitude' must be less than 'a' and 'b'"},
    {"polygon { {0, 0}, {1, 0} }", "m.lua:3", "polygon: must have at least 3 points {x, y}, not 2"},
    {"polygon {}", "m.lua:3", "polygon: must have at least 3 points {x, y}, not 0"},
    {"polygon { {0, 0}, {1, 0}, 5 }", "m.lua:3", "polygon: point 3 must be {x, y}, not a number"},
    {"polygon { {0, 0}, nil, {1, 0}, {1, 1} }", "m.lua:3", "polygon: point 2 must be {x, y}, not nil"},
    {"polygon { { {0, 0}, {1, 0}, {1, 1} }, {2, 2} }", "m.lua:3",
     "polygon: takes one table of points, or points; not both"},
    {"shape 'c' { b,\npolygon { {0, 0}, {1, 0}, {1, 0}, {1, 1} } }", "m.lua:4",
     "polygon: points 2 and 3 are the same"},
    {"shape 'c' { b,\npolygon { {0, 0}, {1, 0}, {1, 1}, {0, 0} } }", "m.lua:4",
     "polygon: points 4 and 1 are the same"},
    {"shape 'c' { b,\npolygon { {0, 0}, {1, 0}, {0, 1}, rounding = 0.4 } }", "m.lua:4",
     "polygon: the rounding does not fit between points 1 and 2: at most 292.9 mm"},
    {"spline { {0, 0} }", "m.lua:3", "spline: must have at least 2 points {x, y}, not 1"},
    {"spline { {0, 0}, {1, 0}, closed = true }", "m.lua:3", "spline: a closed one needs at least 3 points"},
    {"spline { {0, 0}, {1, 0}, {1, 1}, closed = true, start = {1, 0} }", "m.lua:3",
     "spline: a closed one has neither 'start' nor 'finish'"},
    {"spline { {0, 0}, {1, 0}, finish = {0, 0} }", "m.lua:3", "spline: 'finish' must have a direction"},
    {"shape 'c' { b,\nspline { {0, 0}, {1, 0}, {1, 0} } }", "m.lua:4", "spline: points 2 and 3 are the same"},
    {"shape 'c' { b,\nnurbs { points = { {0, 0}, {1, 0}, {1, 1} } } }", "m.lua:4",
     "nurbs: needs at least 4 points for degree 3, not 3"},
    {"nurbs { points = { {0, 0}, {1, 0}, {1, 1, w = 0} } }", "m.lua:3",
     "nurbs: 'points': w of point 3 must be more than 0, not 0"},
    {"nurbs { points = { {0, 0}, {1, 0, w = -2}, {1, 1} } }", "m.lua:3",
     "nurbs: 'points': w of point 2 must be more than 0, not -2"},
    {"nurbs { points = { {0, 0}, {1, 0, w = 'a'}, {1, 1} } }", "m.lua:3",
     "nurbs: 'points': w of point 2 must be a number, not a string"},
    {"nurbs { points = { {0, 0}, {1, 0, 2} } }", "m.lua:3",
     "nurbs: 'points': point 2 must be {x, y} or {x, y, w = weight}, 2 numbers and nothing else"},
    {"nurbs { points = { {0, 0}, {1, 0, v = 2} } }", "m.lua:3",
     "nurbs: 'points': point 2 must be {x, y} or {x, y, w = weight}, 2 numbers and nothing else"},
    {"nurbs { points = 5 }", "m.lua:3",
     "nurbs: 'points' must be a table of points {x, y} or {x, y, w = weight} in m, not a number"},
    {"nurbs { degree = 10, points = { {0, 0}, {1, 0} } }", "m.lua:3",
     "nurbs: 'degree' must be at most 9, not 10"},
    {"nurbs { degree = 1, points = { {0, 0}, {1, 0} }, knots = {0, 'a', 1, 1} }", "m.lua:3",
     "nurbs: 'knots' must be a table of numbers, not with a string at place 2"},
    {"nurbs { degree = 1, points = { {0, 0}, {1, 0} }, knots = {0, 0, 1, x = 1} }", "m.lua:3",
     "nurbs: 'knots' must be a table of numbers and nothing else"},
    {"nurbs { degree = 1, points = { {0, 0}, {1, 0} }, knots = {0, 0, 1/0, 1} }", "m.lua:3",
     "nurbs: 'knots' at place 3 must be a finite number, not inf"},
    {"shape 'c' { b,\nnurbs { degree = 2, points = { {0, 0}, {1, 0}, {1, 1} }, knots = {0, 0, 0, 1, 1} } }",
     "m.lua:4", "nurbs: 'knots' must have 6 numbers (points + degree + 1), not 5"},
    {"shape 'c' { b,\nnurbs { degree = 2, closed = true, points = { {0, 0}, {1, 0}, {1, 1} }, knots = {0, 0, "
     "0, 1, 1} } }",
     "m.lua:4", "nurbs: 'knots' must have 4 numbers (points + 1) or 6 (points + degree + 1), not 5"},
    {"shape 'c' { b,\nnurbs { degree = 1, points = { {0, 0}, {1, 0}, {2, 1} }, knots = {0, 0, 0.5, 0.2, 1} } "
     "}",
     "m.lua:4", "nurbs: 'knots' must rise: number 4 is 0.2 after 0.5"},
    {"shape 'c' { b,\nnurbs { degree = 1, points = { {0, 0}, {1, 0}, {2, 0}, {3, 1} }, knots = {0, 0, 1, 1, "
     "2, 2} } }",
     "m.lua:4", "nurbs: 'knots' has 1 2 times: at most 1 there"},
    {"shape 'c' { b,\nnurbs { closed = true, points = { {0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0} } } }",
     "m.lua:4", "nurbs: the last point repeats the first: a closed one comes back by itself"},
    {"shape 'c' { b,\nnurbs { degree = 1, closed = true, points = { {0, 0}, {1, 0}, {1, 1} }, knots = {0, 0, "
     "1, 2, 2} } }",
     "m.lua:4", "nurbs: does not close: it does not come back to where it began; it ends at {1, 1}"},
    {"shape 'c' { b,\nnurbs { degree = 3, points = { {0, 0}, {0, 0}, {0, 0}, {0, 0} } } }", "m.lua:4",
     "nurbs: piece 1 has no length, at {0, 0}"},
    {"shape 'c' { b,\nnurbs { degree = 2, points = { {0, 0}, {1, 0}, {0, 0} } } }", "m.lua:4",
     "nurbs: stands still at {0.5, 0}: its derivative is zero there"},
    {"involute { base = 1, from = 1, to = 2 }", "m.lua:3", "involute: 'from' must be more than 'base'"},
    {"involute { base = 1, from = 3, to = 2 }", "m.lua:3", "involute: 'to' must be more than 'from'"},
    {"involute { base = 1, from = 3, to = 20 }", "m.lua:3", "involute: 'to' must be at most 10 times 'base'"},
    {"gear_profile { teeth = 20 }", "m.lua:3",
     "gear_profile: needs either 'module' or 'radius', more than 0"},
    {"gear_profile { teeth = 20, module = 1, radius = 1 }", "m.lua:3",
     "gear_profile: needs either 'module' or 'radius', more than 0"},
    {"gear_profile { teeth = 2, module = 1 }", "m.lua:3", "gear_profile: 'teeth' must be at least 4, not 2"},
    {"gear_profile { teeth = 20, module = 1, backlash = 1.6 }", "m.lua:3",
     "gear_profile: 'backlash' leaves nothing of the teeth"},
    {"shape 'c' { b,\ngear_profile { teeth = 20, module = 1, addendum = 3 } }", "m.lua:4",
     "gear_profile: its teeth come to a point: make 'addendum' smaller"},
    {"shape 'c' { b,\ngear_profile { teeth = 6, module = 1, dedendum = 3 } }", "m.lua:4",
     "gear_profile: its gaps reach the centre: make 'dedendum' smaller"},
    {"shape 'c' { b,\ngear_profile { teeth = 20, module = 1*mm, fillet = 1*mm } }", "m.lua:4",
     "gear_profile: 'fillet' does not fit in its gaps: at most 0.5891 mm"},
    {"shape 'c' { b,\ngear_profile { teeth = 20, module = 1*mm, internal = true } }", "m.lua:4",
     "gear_profile: its teeth reach inside the base circle: 'addendum' is at most 0.6031 mm for 20 teeth"},
    {"rise { 1, 0 }", "m.lua:3", "rise: its lift must be more than 0; without one it is dwell { … }"},
    {"rise { 7, 1 }", "m.lua:3", "rise: the 1st value must be at most 6.283185307179586 rad, not 7"},
    {"rise { 1, 1, law = 'sine' }", "m.lua:3",
     "rise: 'law' must be cycloidal, 3-4-5 or modified_sine, not 'sine'"},
    {"dwell { 0 }", "m.lua:3", "dwell: its angle must be more than 0"},
    {"cam { base = 1 }", "m.lua:3", "cam: must have at least 1 lift, not 0"},
    {"cam { dwell { 1 }, 5, base = 1 }", "m.lua:3",
     "cam: at place 2 must be a lift such as rise { … }, not a number"},
    {"cam { dwell { 1 }, circle { radius = 1 }, base = 1 }", "m.lua:3",
     "cam: at place 2 must be a lift such as rise { … }, not a circle, which is a curve"},
    {"cam { dwell { 1 }, base = 1, follower = 'roller' }", "m.lua:3",
     "cam: a roller needs its radius, 'roller', more than 0"},
    {"cam { dwell { 1 }, base = 1, roller = 1 }", "m.lua:3", "cam: 'roller' is for follower = \"roller\""},
    {"cam { dwell { 1 }, base = 1, offset = 1 }", "m.lua:3",
     "cam: 'offset' makes no difference to a flat follower"},
    {"cam { dwell { 1 }, base = 1, offset = 1, follower = 'knife' }", "m.lua:3",
     "cam: 'offset' must be less than the base"},
    {"shape 'c' { b,\ncam { base = 1, rise { 90*deg, 1 }, fall { 90*deg, 1 } } }", "m.lua:4",
     "cam: its stretches turn by 180° altogether, not by 360°"},
    {"shape 'c' { b,\ncam { base = 1, rise { 180*deg, 1 }, fall { 180*deg, 0.5 } } }", "m.lua:4",
     "cam: its lift is 500 mm after a turn, not 0"},
    {"shape 'c' { b,\ncam { base = 1, fall { 180*deg, 0.5 }, rise { 180*deg, 0.5 } } }", "m.lua:4",
     "cam: falls below its base: the lift is -500 mm after stretch 1"},
    {"shape 'c' { b,\ncam { base = 20*mm, rise { 60*deg, 10*mm }, fall { 60*deg, 10*mm }, dwell { 240*deg } "
     "} }",
     "m.lua:4",
     "cam: has a cusp under a flat follower: base + h + h'' is -28.23 mm at 44.76°; 'base' must be more than "
     "48.23 mm"},
    {"shape 'c' { b,\ncam { base = 20*mm, follower = 'roller', roller = 30*mm, rise { 60*deg, 20*mm }, fall "
     "{ 60*deg, 20*mm }, "
     "dwell { 240*deg } } }",
     "m.lua:4",
     "cam: its roller of 30 mm undercuts it: at 45.6° the path of the roller's centre has a radius of 26.88 "
     "mm"},
    {"path { scale = 1 }", "m.lua:3", "path: needs either 'file' or 'data'"},
    {"path { scale = 1, file = 5 }", "m.lua:3", "path: 'file' must be the name of a file, not a number"},
    {"path { scale = 1, file = 'x.svg' }", "m.lua:3",
     "path \"x.svg\": a model that is not a file has no folder to read from"},
    {"path { scale = 1, data = 'M 0 0', id = 'x' }", "m.lua:3", "path: 'id' is for a file"},
    {"path { scale = 0, data = 'M 0 0' }", "m.lua:3", "path: 'scale' must be more than 0"},
    {"curve { 5 }", "m.lua:3", "curve: the 1st value must be a function in m, not a number"},
    {"curve { function(u) return u, u end, from = 1 }", "m.lua:3", "curve: 'to' must be more than 'from'"},
    {"shape 'c' { b,\ncurve {\nfunction(u) return u end } }", "m.lua:5",
     "curve: the function returned nil at u = 0"},
    {"shape 'c' { b,\ncurve { function(u)\nreturn u, math.sqrt(u - 0.5) end } }", "m.lua:4",
     "curve: the function returned nan at u = 0"},
    {"shape 'c' { b,\ncurve { function(u)\nreturn u, math.sqrt(u) end } }", "m.lua:4",
     "curve: the derivative of the function is inf at u = 0"},
    {"shape 'c' { b,\ncurve { function(u)\nreturn u, u.x end } }", "m.lua:5",
     "curve: attempt to index a number value (local 'u')"},
    {"shape 'c' { b,\ncurve { function(u)\nbody 'x' { mass = 1 } end } }", "m.lua:5",
     "curve: body: only possible while the model is read, not in a function during a run"},
    {"shape 'c' { b,\ncurve { function(u) return u, math.abs(u - 0.3) end } }", "m.lua:4",
     "curve: is not smooth near u = 0.3: curves with corners or jumps of curvature are made of smooth ones "
     "with chain { … "
     "}"},
    {"shape 'c' { b,\ncurve { function(u) return u, math.max(u - 0.3, 0)^2 end } }", "m.lua:4",
     "curve: is not smooth near u = 0.3: curves with corners or jumps of curvature are made of smooth ones "
     "with chain { … "
     "}"},
    {"shape 'c' { b,\ncurve { function(u) return math.cos(u), math.sin(u) end, to = 6, closed = true } }",
     "m.lua:4",
     "curve: does not close: it does not come back to where it began; it ends at {0.96017, -0.279415}"},
    {"shape 'c' { b,\ncurve { function(u) return 1, 2 end } }", "m.lua:4",
     "curve: piece 1 has no length, at {1, 2}"},
    {"shape 'c' { b,\ncurve { function(u) return u^2, u^4 end, from = -1 } }", "m.lua:4",
     "curve: stands still at {0, 0}: its derivative is zero there"},
    {"chain {}", "m.lua:3", "chain: must have at least 1 curve, not 0"},
    {"chain { circle { radius = 1 }, 5 }", "m.lua:3",
     "chain: at place 2 must be a curve such as circle { … }, not a number"},
    {"shape 'c' { b,\nchain { circle { radius = 1 } } }", "m.lua:4",
     "circle: is number 1 of a chain, but closed"},
    {"shape 'c' { b,\nchain { line { {0, 0}, {1, 0} },\nvertex {} } }", "m.lua:5",
     "vertex: is number 2 of a chain, but a point"},
    {"shape 'c' { b,\nchain { line { {0, 0}, {1, 0} },\nline { {1, 0.002}, {1, 1} } } }", "m.lua:4",
     "chain: curve 1 ends at {1, 0}, curve 2 begins at {1, 0.002}, 2 mm away"},
    {"shape 'c' { b,\nchain { line { {0, 0}, {1, 0} },\nline { {1, 0}, {1, 1} }, closed = true } }",
     "m.lua:4", "chain: curve 2 ends at {1, 1}, curve 1 begins at {0, 0}, 1.414 m away"},
    {"shape 'c' { b,\nchain { line { {0, 0}, {1, 0} },\npolyline { {1, 0}, {1, 0} } } }", "m.lua:5",
     "polyline: points 1 and 2 are the same"},
};

static void wrong_curves_get_their_sentence(void **state)
{
  (void)state;
  int failed = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[1000];
    pawl_error e = {0};
    pawl_model *model;
    snprintf(text, sizeof text, HEAD "%s", wrong[i].text);
    pawl_status status = pawl_model_parse(&model, text, "m.lua", NULL, &e);
    if (status != PAWL_BAD_MODEL || strcmp(e.where, wrong[i].where) != 0 ||
        strcmp(e.text, wrong[i].sentence) != 0) {
      print_error("%s\n  expected %s: %s\n  got      %s: %s (%d)\n", wrong[i].text, wrong[i].where,
                  wrong[i].sentence, e.where, e.text, status);
      failed++;
    }
    pawl_model_free(model);
  }
  assert_int_equal(failed, 0);
}

static void curves_are_plane(void **state)
{
  (void)state;
  static const char *const texts[][2] = {
      {"spatial {}\ncircle { radius = 1 }", "circle: not available in a spatial model"},
      {"circle { radius = 1 }", "circle: a model begins with planar { … } or spatial { … }"},
      {"spatial {}\nshape 'c' { ground }", "shape \"c\": not available in a spatial model"},
  };
  for (int i = 0; i < 3; i++) {
    pawl_error e = {0};
    pawl_model *model;
    assert_int_equal(pawl_model_parse(&model, texts[i][0], "m.lua", NULL, &e), PAWL_BAD_MODEL);
    assert_string_equal(e.text, texts[i][1]);
  }
}

/* ---- paths ---- */

#define PARTS                                                                                                \
  HEAD "local disc = circle { radius = 2, at = {3, 4} }\nshape 'one' { b, disc }\nshape 'two' { b, disc }\n" \
       "shape 'n' { b, nurbs { degree = 2, points = { {1, 0}, {0, 1, w = 2}, {-1, 0}, {0, -2} },\n"          \
       " knots = {0, 0, 0, 1, 2, 2, 2} } }\n"                                                                \
       "shape 'p' { b, polygon { {0, 0}, {1, 0}, {0, 1}, rounding = 0.1 } }\n"                               \
       "shape 'ch' { b, chain { line { {0, 0}, {1, 0} }, arc { radius = 1, at = {1, 1}, from = -90*deg, to " \
       "= 0 } } }\n"                                                                                         \
       "shape 'g' { b, gear_profile { teeth = 20, module = 1*mm } }\n"                                       \
       "shape 'cam' { b, cam { base = 0.1, rise { 180*deg, 0.01 }, fall { 180*deg, 0.01 } } }\n"

static void numbers_inside_values_have_paths(void **state)
{
  (void)state;
  static const struct {
    const char *path;
    double value;
  } numbers[] = {{"one.curve.radius", 2},   {"one.2.radius", 2},        {"one.curve.at.y", 4},
                 {"n.curve.points.2.w", 2}, {"n.curve.points.4.y", -2}, {"n.curve.knots.5", 2},
                 {"p.curve.2.x", 1},        {"p.curve.rounding", 0.1},  {"ch.curve.2.radius", 1},
                 {"ch.curve.1.2.x", 1},     {"ch.curve.2.at.x", 1},     {"g.curve.module", 1e-3},
                 {"cam.curve.1.2", 0.01}};
  static const char *const none[] = {
      "one.curve",          "one.curve.radios",   "one.radius",       "n.curve.points",
      "n.curve.points.5.x", "n.curve.points.0.x", "n.curve.points.2", "n.curve.points.2.z",
      "n.curve.knots.8",    "n.curve.knots.1.x",  "p.curve.4.x",      "ch.curve.3.radius",
      "one.curve.at",       "one.curve.2",        "g.curve.teeth",    "ch.curve.1"};
  pawl_model *model = parse(PARTS);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const double *x = pawl_model_number(model, numbers[i].path, NULL);
    if (!x || *x != numbers[i].value)
      fail_msg("%s is %g, not %g", numbers[i].path, x ? *x : NAN, numbers[i].value);
  }
  for (size_t i = 0; i < sizeof none / sizeof *none; i++)
    if (pawl_model_number(model, none[i], NULL))
      fail_msg("%s should be no number", none[i]);
  pawl_model_free(model);
}

static void numbers_inside_values_can_be_set(void **state)
{
  (void)state;
  pawl_model *model = parse(PARTS);
  assert_int_equal(pawl_model_set(model, "one.curve.radius", 5, NULL), PAWL_OK);
  assert_true(*pawl_model_number(model, "one.curve.radius", NULL) == 5);
  assert_true(*pawl_model_number(model, "two.curve.radius", NULL) == 2); /* another copy */
  assert_int_equal(pawl_model_set(model, "g.curve.teeth", 30, NULL), PAWL_OK);
  assert_int_equal(pawl_model_set(model, "cam.curve.base", 0.2, NULL), PAWL_OK);
  assert_int_equal(pawl_model_set(model, "n.curve.points.3.w", 3, NULL), PAWL_OK);
  pawl_model_free(model);
  const pawl_setting set[] = {
      {"one.curve.radius", "7"}, {"ch.curve.2.radius", "2"}, {"ch.curve.2.at.y", "2"}};
  model = parse_with(PARTS, set, 3); /* the last two make sense only together */
  assert_true(*pawl_model_number(model, "one.curve.radius", NULL) == 7);
  pawl_model_free(model);
}

static void wrong_settings_get_their_sentence(void **state)
{
  (void)state;
  static const struct {
    const char *path;
    double value;
    const char *where, *sentence;
  } settings[] = {
      {"one.curve.radius", -1, "m.lua:3", "circle: 'radius' must be at least 0 m, not -1"},
      {"one.curve.radius", 0, "m.lua:3", "circle: 'radius' must be more than 0; a point is vertex { … }"},
      {"one.curve.radios", 1, "", "'one.curve' has no number 'radios'; did you mean 'one.curve.radius'?"},
      {"one.curve", 1, "",
       "'one.curve' is a circle, not a number: name one of its fields, as 'one.curve.radius'"},
      {"one.radius", 1, "", "'one' has no number 'radius'"},
      {"n.curve.points.3.w", -1, "m.lua:6", "nurbs: 'points.3.w' must be more than 0"},
      {"n.curve.points.9.x", 1, "", "'n.curve' has no number 'points.9.x'"},
      {"n.curve.knots.4", 3, "m.lua:6", "nurbs: 'knots' must rise: number 5 is 2 after 3"},
      {"n.curve.degree", 4, "m.lua:6", "nurbs: needs at least 5 points for degree 4, not 4"},
      {"n.curve.degree", 1.5, "m.lua:6", "nurbs: 'degree' must be a whole number"},
      {"p.curve.rounding", 0.5, "m.lua:8",
       "polygon: the rounding does not fit between points 1 and 2: at most 292.9 mm"},
      {"ch.curve.2.radius", 2, "m.lua:9",
       "chain: curve 1 ends at {1, 0}, curve 2 begins at {1, -1}, 1 m away"},
      {"g.curve.addendum", 1, "m.lua:10", "gear_profile: its teeth come to a point: make 'addendum' smaller"},
      {"cam.curve.1.2", 0.02, "m.lua:11", "cam: its lift is 10 mm after a turn, not 0"},
  };
  pawl_model *model = parse(PARTS);
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    pawl_error e = {0};
    double *x = pawl_model_number(model, settings[i].path, NULL), before = x ? *x : 0;
    assert_int_equal(pawl_model_set(model, settings[i].path, settings[i].value, &e), PAWL_BAD_CALL);
    check_error(&e, PAWL_BAD_CALL, settings[i].where, settings[i].sentence);
    assert_true(!x || *x == before || isnan(before)); /* as it was */
  }
  pawl_model_free(model);
}

/* ---- a lack of memory ---- */

typedef struct {
  long long count, fail_at, bytes;
} scarce;

static void *resize_scarce(void *context, void *old, size_t old_size, size_t size)
{
  scarce *memory = context;
  if (size == 0) {
    memory->bytes -= (long long)old_size;
    free(old);
    return NULL;
  }
  if (++memory->count >= memory->fail_at)
    return NULL;
  void *block = realloc(old, size);
  assert_non_null(block);
  memory->bytes += (long long)size - (long long)old_size;
  return block;
}

static pawl_status read_and_draw(const pawl_memory *memory, pawl_error *e)
{
  static const char text[] =
      HEAD "local c = curve { function(u) return u, u^2 end }\nshape 'f' { b, c }\n"
           "shape 'ch' { b, chain { line { {0, 0}, {1, 0} }, arc { radius = 1, at = {1, 1}, from = -90*deg, "
           "to = 0 } } }\n"
           "shape 'n' { b, nurbs { points = { {1, 0}, {0, 1, w = 2}, {-1, 0}, {0, -2} }, closed = true } }\n"
           "shape 's' { b, spline { {1, 0}, {0, 1}, {-1, 0}, {0, -2}, closed = true } }\n"
           "shape 'p' { b, path { scale = 1, data = 'M 0 0 L 1 0 A 1 2 0 0 0 2 2 Z' } }\n";
  pawl_setting set = {"n.curve.points.1.x", "1.5"};
  pawl_reading how = {.settings = &set, .setting_count = 1, .memory = memory};
  pawl_model *model = NULL;
  pawl_arena arena;
  pawl_drawing drawing;
  pawl_status status = pawl_model_parse(&model, text, "m.lua", &how, e);
  if (status != PAWL_OK)
    return status;
  pawl_arena_open(&arena, memory);
  status = pawl_drawing_collect(model, &arena, &drawing, e);
  pawl_arena_close(&arena);
  pawl_model_free(model);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  pawl_status status;
  long long n = 0;
  do {
    scarce memory = {.fail_at = ++n};
    pawl_memory use = {resize_scarce, &memory};
    pawl_error e = {0};
    status = read_and_draw(&use, &e);
    if (status != PAWL_OK && (status != PAWL_NO_MEMORY || strcmp(e.text, "out of memory") != 0))
      fail_msg("allocation %lld: %d %s: %s", n, status, e.where, e.text);
    if (memory.bytes != 0)
      fail_msg("allocation %lld: %lld bytes lost", n, memory.bytes);
  } while (status != PAWL_OK);
  assert_true(n > 500);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_can_be_kept_and_used_again),
      cmocka_unit_test(points_come_by_position_or_as_a_table),
      cmocka_unit_test(shapes_are_looked_at),
      cmocka_unit_test(functions_are_called_with_numbers),
      cmocka_unit_test(wrong_curves_get_their_sentence),
      cmocka_unit_test(curves_are_plane),
      cmocka_unit_test(numbers_inside_values_have_paths),
      cmocka_unit_test(numbers_inside_values_can_be_set),
      cmocka_unit_test(wrong_settings_get_their_sentence),
      cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
