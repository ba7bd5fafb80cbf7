/* Models as text: what is read from them, and the sentences of wrong ones, word for word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "model/parse_test.h"

#define PLANE "planar { gravity = {0, -9.81} }\n"
#define CAM PLANE "local cam = body 'cam' { mass = 1, inertia = 2 }\n"
#define HINGE CAM "local hinge = revolute 'hinge' { ground, cam }\n"
#define SPACE "spatial {}\nlocal b = body 'b' { mass = 1 }\n"

static const struct {
  const char *text, *where, *sentence;
} broken[] = {
    /* fields */
    {CAM "spring 'return' { ground, cam, length = 1 }", "m.lua:3",
     "spring \"return\": needs either 'stiffness' or 'force'"},
    {CAM "spring 'return' { ground, cam, stifness = 1 }", "m.lua:3",
     "spring \"return\": unknown field 'stifness'; did you mean 'stiffness'?"},
    {CAM "spring 'return' { ground, cam, zzz = 1, qqqqqqqq = 2 }", "m.lua:3",
     "spring \"return\": unknown field 'qqqqqqqq'"},
    {PLANE "body 'cam' { mass = -1 }", "m.lua:2", "body \"cam\": 'mass' must be at least 0 kg, not -1"},
    {PLANE "body 'b' { mass = 0/0 }", "m.lua:2", "body \"b\": 'mass' must be a finite number, not nan"},
    {PLANE "body 'b' { mass = 1/0 }", "m.lua:2", "body \"b\": 'mass' must be a finite number, not inf"},
    {CAM "simulate { tolerance = 0.5 }", "m.lua:3", "simulate: 'tolerance' must be at most 0.1, not 0.5"},
    {CAM "revolute 'h' { ground, cam, angle = '1' }", "m.lua:3",
     "revolute \"h\": 'angle' must be a number in rad, not a string"},
    {CAM "revolute 'h' { ground, cam, angle = function() end }", "m.lua:3",
     "revolute \"h\": 'angle' must be a number in rad, not a function"},
    {CAM "revolute 'h' { ground, nil }", "m.lua:3",
     "revolute \"h\": the 2nd thing it connects must be a body or a frame, not nil: it is "
     "missing, or a variable without a value"},
    {CAM "revolute 'h' { ground, 5 }", "m.lua:3",
     "revolute \"h\": the 2nd thing it connects must be a body or a frame, not a number"},
    {CAM "revolute 'h' { ground, 'com' }", "m.lua:3",
     "revolute \"h\": no body is called 'com'; did you mean 'cam'?"},
    {CAM "revolute 'h' { ground, 'xxxxxx' }", "m.lua:3", "revolute \"h\": no body is called 'xxxxxx'"},
    {HINGE "revolute 'h' { ground, 'hinge' }", "m.lua:4",
     "revolute \"h\": the 2nd thing it connects must be a body; 'hinge' is a revolute"},
    {CAM "revolute 'h' { ground, cam, cam }", "m.lua:3",
     "revolute \"h\": takes 2 things by position, 3 given"},
    {CAM "body 'h' { 5, mass = 1 }", "m.lua:3", "body \"h\": takes nothing by position, 1 given"},
    {CAM "output 'h' { 1, 2 }", "m.lua:3", "output \"h\": takes 1 value by position, 2 given"},
    {CAM "revolute 'h' { cam:at{1, 0}, cam }", "m.lua:3", "revolute \"h\": connects body 'cam' with itself"},
    {CAM "revolute 'h' { 'ground', ground:at{1, 0} }", "m.lua:3",
     "revolute \"h\": connects the ground with itself"},
    {CAM "spherical 'ball' { ground, cam }", "m.lua:3",
     "spherical \"ball\": not available in a planar model"},
    {PLANE "body 'b' { mass = 1, z = 1 }", "m.lua:2",
     "body \"b\": unknown field 'z': it exists only in a spatial model"},
    {SPACE "body 'c' { mass = 1, angle = 1 }", "m.lua:3",
     "body \"c\": unknown field 'angle': it exists only in a planar model"},
    {PLANE "body 'b' { mass = 1, [1.5] = 2 }", "m.lua:2",
     "body \"b\": the name of a field must be a string, not a number"},
    {PLANE "body 'b' { mass = 1, ['mass\\0'] = 2 }", "m.lua:2",
     "body \"b\": the name of a field must not contain a zero byte"},
    {PLANE "body 'b' { mass = 1, com = 5 }", "m.lua:2",
     "body \"b\": 'com' must be {x, y} in m, not a number"},
    {PLANE "body 'b' { mass = 1, com = {1} }", "m.lua:2",
     "body \"b\": 'com' must be {x, y} in a planar model, not 1 number"},
    {PLANE "body 'b' { mass = 1, com = {1, 2, 3} }", "m.lua:2",
     "body \"b\": 'com' must be {x, y} in a planar model, not 3 numbers"},
    {PLANE "body 'b' { mass = 1, com = {x = 1, y = 2} }", "m.lua:2",
     "body \"b\": 'com' must be {x, y}, numbers and nothing else"},
    {PLANE "body 'b' { mass = 1, com = {1, 'a'} }", "m.lua:2",
     "body \"b\": 'com' must be a table of numbers, not with a string at place 2"},
    {PLANE "body 'b' { mass = 1, com = {1, 1/0} }", "m.lua:2",
     "body \"b\": 'com' at place 2 must be a finite number, not inf"},
    {PLANE "body 'b' { mass = 1, inertia = {1, 2, 3} }", "m.lua:2",
     "body \"b\": 'inertia' must be a number in kg m^2, not a table"},
    {PLANE "body 'b' { mass = 1, inertia = -1 }", "m.lua:2", "body \"b\": 'inertia' must not be negative"},
    {SPACE "body 'c' { mass = 1, inertia = 1 }", "m.lua:3",
     "body \"c\": 'inertia' must be {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in kg m^2, not a number"},
    {SPACE "body 'c' { mass = 1, inertia = {1, 2} }", "m.lua:3",
     "body \"c\": 'inertia' must be {xx, yy, zz} or {xx, yy, zz, xy, xz, yz} in a spatial model, not 2 "
     "numbers"},
    {SPACE "body 'c' { mass = 1, inertia = {1, 1, 1, 0, 0/0, 0} }", "m.lua:3",
     "body \"c\": 'inertia' at place 5 must be a finite number, not nan"},
    {CAM "force 'f' { cam, axes = 'bod' }", "m.lua:3",
     "force \"f\": 'axes' must be world or body, not 'bod'"},
    {CAM "force 'f' { cam, axes = 5 }", "m.lua:3", "force \"f\": 'axes' must be world or body, not a number"},
    {CAM "force 'f' { cam, fx = 'x' }", "m.lua:3",
     "force \"f\": 'fx' must be a number in N, a function, a signal, or the name of a signal or a channel; "
     "no "
     "signal is called 'x'"},
    {CAM "expect {}", "m.lua:3", "expect: 'value' is required (what it must be)"},
    {CAM "expect { value = 1, tolerance = 1 }", "m.lua:3", "expect: a channel or a 'measure' must be given"},
    {CAM "expect { 'cam.x', measure = 'max(cam.x)', value = 1, tolerance = 1 }", "m.lua:3",
     "expect: it is about a channel or a 'measure', not both"},
    {CAM "expect { measure = 'max(cam.x)', at = 1, value = 1, tolerance = 1 }", "m.lua:3",
     "expect: a 'measure' is of the whole run: it has no 'at'"},
    {CAM "expect { 'a\\0b', value = 1, tolerance = 1 }", "m.lua:3",
     "expect: the 1st value must not contain a zero byte"},
    /* joints */
    {HINGE "motor 'd' { cam, torque = 1 }", "m.lua:4",
     "motor \"d\": the 1st thing it connects must be a joint, not a body"},
    {HINGE "motor 'd' { ground, torque = 1 }", "m.lua:4",
     "motor \"d\": the 1st thing it connects must be a joint, not the ground"},
    {HINGE "motor 'd' { cam:at{0, 0}, torque = 1 }", "m.lua:4",
     "motor \"d\": the 1st thing it connects must be a joint, not a frame"},
    {HINGE "motor 'd' { 'cam', torque = 1 }", "m.lua:4",
     "motor \"d\": the 1st thing it connects must be a joint; 'cam' is a body"},
    {HINGE "motor 'd' { 'hing', torque = 1 }", "m.lua:4",
     "motor \"d\": no joint is called 'hing'; did you mean 'hinge'?"},
    {HINGE "motor 'd' { hinge }", "m.lua:4",
     "motor \"d\": needs exactly one of 'torque', 'force', 'speed', 'angle' and 'position'"},
    /* names */
    {CAM "\n\nbody 'cam' { mass = 2 }", "m.lua:5", "body \"cam\": the name is already used, see m.lua:2"},
    {PLANE "body 'a b' { mass = 1 }", "m.lua:2",
     "body \"a b\": a name is made of 1 to 60 letters, digits, _ and -"},
    {PLANE "body '' { mass = 1 }", "m.lua:2",
     "body \"\": a name is made of 1 to 60 letters, digits, _ and -"},
    {PLANE "body 'a\\0b' { mass = 1 }", "m.lua:2",
     "body \"a\": a name is made of 1 to 60 letters, digits, _ and -"},
    {PLANE "body 'ground' { mass = 1 }", "m.lua:2", "body \"ground\": the name is taken by Pawl itself"},
    {PLANE "body 'energy' { mass = 1 }", "m.lua:2", "body \"energy\": the name is taken by Pawl itself"},
    {PLANE "body { mass = 1 }", "m.lua:2", "body: needs a name: body \"name\" { … }"},
    {PLANE "body(5) { mass = 1 }", "m.lua:2", "body: a name must be a string, not a number"},
    {PLANE "body 'b'", "m.lua:2", "body \"b\": its table { … } is missing"},
    {PLANE "body 'b' (5)", "m.lua:2", "body \"b\": needs a table { … }, not a number"},
    /* statements */
    {"planar {}\n\nspatial {}", "m.lua:3", "spatial: the model is already planar, see m.lua:1"},
    {"planar {}\nplanar {}", "m.lua:2", "planar: the model is already planar, see m.lua:1"},
    {"planar 'x' {}", "m.lua:1", "planar: takes no name: planar { … }"},
    {"planar()", "m.lua:1", "planar: needs a table { … }, not nil"},
    {"planar { gravity = {0, 0, 1} }", "m.lua:1",
     "planar: 'gravity' must be {x, y} in a planar model, not 3 numbers"},
    {"body 'b' { mass = 1 }", "m.lua:1", "body \"b\": a model begins with planar { … } or spatial { … }"},
    {"simulate {}", "m.lua:1", "simulate: a model begins with planar { … } or spatial { … }"},
    {"ground:at{0, 0}", "m.lua:1", "ground:at: a model begins with planar { … } or spatial { … }"},
    {"", "m.lua", "a model begins with planar { … } or spatial { … }"},
    {"planar {}", "m.lua", "the model has no bodies"},
    {CAM "simulate {}\nsimulate {}", "m.lua:4", "simulate: already said, see m.lua:3"},
    {CAM "simulate { method = 'bfd' }", "m.lua:3",
     "simulate: 'method' must be auto, bs3, dopri5, dop853, bdf or stepping, not 'bfd'"},
    /* frames */
    {CAM "cam:at{1}", "m.lua:3", "cam:at: a point has 2 coordinates in a planar model, 1 given"},
    {CAM "cam:at{1, 2, 3}", "m.lua:3", "cam:at: takes 2 values by position, 3 given"},
    {CAM "cam:at{1, 2, angel = 3}", "m.lua:3", "cam:at: unknown field 'angel'; did you mean 'angle'?"},
    {CAM "cam:at{1, 2, axis = {0, 0, 1}}", "m.lua:3",
     "cam:at: unknown field 'axis': it exists only in a spatial model"},
    {CAM "cam:at{1, 'a'}", "m.lua:3", "cam:at: the 2nd value must be a number in m, not a string"},
    {CAM "cam:at(1, 2)", "m.lua:3", "cam:at: needs a table { … }, not a number"},
    {CAM "cam.at{1, 2}", "m.lua:3", "at is written with a colon: body:at{…}"},
    {SPACE "b:at{1, 2}", "m.lua:3", "b:at: a point has 3 coordinates in a spatial model, 2 given"},
    {SPACE "b:at{axis = {0, 0, 1}, turn = {0, 0, 1, 1}}", "m.lua:3",
     "b:at: takes only one of 'axis', 'turn' and 'quaternion'"},
    {SPACE "b:at{axis = {0, 0, 0}}", "m.lua:3", "b:at: 'axis' must have a direction"},
    {SPACE "b:at{turn = {0, 0, 0, 1}}", "m.lua:3", "b:at: 'turn' must have a direction"},
    {SPACE "b:at{turn = {0, 0, 1}}", "m.lua:3",
     "b:at: 'turn' must be a table of 4 numbers in a spatial model, not 3 numbers"},
    {SPACE "b:at{quaternion = {2, 0, 0, 0}}", "m.lua:3", "b:at: 'quaternion' must have length 1, not 2"},
    /* parts as values */
    {HINGE "hinge.angle = 1", "m.lua:4", "revolute \"hinge\": a part cannot be changed after it was made"},
    {HINGE "local x = hinge.angel", "m.lua:4",
     "revolute \"hinge\": unknown field 'angel'; did you mean 'angle'?"},
    {HINGE "local x = cam:at{0, 0}.x", "m.lua:4", "a frame has no field 'x'"},
    {HINGE "local f = cam:at{0, 0} f.x = 1", "m.lua:4", "a frame cannot be changed after it was made"},
    {HINGE "local x = ground.mass", "m.lua:4", "the ground has no fields"},
    {HINGE "local x = hinge + 1", "m.lua:4", "attempt to perform arithmetic on a part value (local 'hinge')"},
    /* parameters */
    {CAM "parameter 'k' {}", "m.lua:3", "parameter \"k\": the 1st value must be a number, not nil"},
    {CAM "parameter 'k' { true }", "m.lua:3",
     "parameter \"k\": the 1st value must be a number, not a boolean"},
    {CAM "parameter 'k' { 1, units = 'm' }", "m.lua:3",
     "parameter \"k\": unknown field 'units'; did you mean 'unit'?"},
    {CAM "parameter 'k' { -1, unit = 'N/m', min = 0 }", "m.lua:3",
     "parameter \"k\": must be at least 0 N/m, not -1"},
    {CAM "parameter 'k' { 1 }\nparameter 'k' { 2 }", "m.lua:4",
     "parameter \"k\": the name is already used, see m.lua:3"},
    {CAM "parameter 'k k' { 1 }", "m.lua:3",
     "parameter \"k k\": a name is made of 1 to 60 letters, digits, _ and -"},
    {CAM "parameter { 1 }", "m.lua:3", "parameter: needs a name: parameter \"name\" { … }"},
    {CAM "local k = parameter 'k'", "m.lua:3", "parameter \"k\": its table { … } is missing"},
    {CAM "parameter 'p' { 'down', choices = {'up', 'hang'} }", "m.lua:3",
     "parameter \"p\": 'down' is none of its choices"},
    {CAM "parameter 'p' { 'down', choices = {1} }", "m.lua:3",
     "parameter \"p\": 'choices' must be a table of strings"},
    /* Lua's own */
    {"planar {}\nx = = 1", "m.lua:2", "unexpected symbol near '='"},
    {"planar { gravity = 1\n", "m.lua:2", "'}' expected (to close '{' at line 1) near <eof>"},
    {"local t = {}\nt.x.y = 1", "m.lua:2", "attempt to index a nil value (field 'x')"},
    {"error('one\\ntwo')", "m.lua:1", "one two"},
    {"local function f() error('caller', 2) end\n\nf()", "m.lua:3", "caller"},
    {"error('file7:3: x', 0)", "m.lua:1", "file7:3: x"},
    {"error()", "m.lua:1", "error with a nil instead of a string"},
    {"error({})", "m.lua:1", "error with a table instead of a string"},
    {"error('')", "m.lua:1", "an error without a sentence"},
    {"error(42)", "m.lua:1", "42"},
    {"assert(false)", "m.lua:1", "assertion failed!"},
    {"assert(nil, 'must hold')", "m.lua:1", "must hold"},
    {"\n\nrevolut 'x' {}", "m.lua:3", "unknown name 'revolut'; did you mean 'revolute'?"},
    {"mine = 1\nlocal x = mime", "m.lua:2", "unknown name 'mime'; did you mean 'mine'?"},
    {"local x = math.sinn(1)", "m.lua:1", "unknown name 'math.sinn'; did you mean 'math.sin'?"},
};

static void wrong_models_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
    pawl_error e = {0};
    pawl_model *model = (pawl_model *)&e; /* must become NULL */
    assert_int_equal(pawl_model_parse(&model, broken[i].text, "m.lua", NULL, &e), PAWL_BAD_MODEL);
    assert_null(model);
    check_error(&e, PAWL_BAD_MODEL, broken[i].where, broken[i].sentence);
  }
}

static void an_error_is_not_required(void **state)
{
  (void)state;
  pawl_model *model;
  assert_int_equal(pawl_model_parse(&model, "planar {}", NULL, NULL, NULL), PAWL_BAD_MODEL);
  pawl_model_free(NULL);
  pawl_error e = {0};
  assert_int_equal(pawl_model_parse(&model, NULL, NULL, NULL, &e), PAWL_BAD_CALL);
  assert_string_equal(e.text, "no text to read");
  assert_int_equal(pawl_model_read(&model, NULL, NULL, NULL), PAWL_BAD_CALL);
  pawl_setting half = {"k", NULL};
  pawl_reading how = {.settings = &half, .setting_count = 1};
  assert_int_equal(pawl_model_parse(&model, "planar {}", NULL, &how, NULL), PAWL_BAD_CALL);
}

/* ---- what is read ---- */

static void parts_keep_what_was_written(void **state)
{
  (void)state;
  pawl_model *model = parse("planar { gravity = {0, -9.81} }\n"
                            "local cam = body 'cam' { mass = 800*g, inertia = 2e-3, com = {10*mm, 0} }\n"
                            "body 'plate' { mass = 0.3, vx = 2 }\n"
                            "revolute 'hinge' { ground:at{0, 1}, cam, angle = 30*deg,\n"
                            "  speed = 60*rpm }\n"
                            "prismatic 'guide' { 'ground', 'plate' }\n"
                            "motor 'drive' { 'hinge', torque = function(t) return t end }\n"
                            "force 'push' { 'plate', fx = 5, axes = 'body' }\n"
                            "simulate { duration = 2, method = 'bdf' }\n"
                            "expect { 'cam.x', at = 0.5, value = 1, tolerance = 1e-6, source = 'paper' }\n");
  assert_int_equal(model->worlds, PAWL_PLANAR);
  assert_true(model->world.gravity.y == -9.81 && model->world.gravity.z == 0);
  assert_string_equal(model->world_where, "m.lua:1");
  assert_int_equal(model->body_count, 2);
  assert_int_equal(model->part_count, 7);
  assert_int_equal(pawl_model_find(model, "none"), -1);
  assert_int_equal(pawl_model_find(model, "expect"), -1);
  const pawl_body *cam = fields_of(model, "cam");
  assert_true(cam->mass == 800 * 1e-3 && cam->com.x == 10 * 1e-3 && cam->com.y == 0);
  assert_true(cam->inertia[2] == 2e-3 && cam->inertia[0] == 0);
  assert_true(isnan(cam->start[0]) && isnan(cam->speed[2]));
  const pawl_joint *hinge = fields_of(model, "hinge");
  assert_int_equal(hinge->a.body, 0);
  assert_int_equal(hinge->b.body, 1);
  assert_true(hinge->a.at.y == 1 && hinge->a.turn.x.x == 1);
  assert_true(fabs(hinge->start[0] - 0.52359877559829887) < 1e-15);
  assert_true(fabs(hinge->speed[0] - 6.2831853071795865) < 1e-14);
  const pawl_part *part = model->parts[pawl_model_find(model, "hinge")];
  assert_string_equal(part->where, "m.lua:4");
  assert_int_equal(part->body, -1);
  assert_int_equal(model->parts[model->body_part[2]]->index, pawl_model_find(model, "plate"));
  assert_int_equal(*(const int *)fields_of(model, "drive"), pawl_model_find(model, "hinge"));
  assert_true(model->uses_functions);
  assert_true(model->plan.duration == 2 && model->plan.tolerance == 1e-8 && isnan(model->plan.output));
  assert_int_equal(model->plan.method, PAWL_METHOD_BDF);
  const pawl_part *last = model->parts[6];
  const pawl_expect *expect = last->fields;
  assert_string_equal(last->name, "expect");
  assert_string_equal(expect->channel, "cam.x");
  assert_string_equal(expect->source, "paper");
  pawl_model_free(model);
}

static void defaults_come_from_the_tables(void **state)
{
  (void)state;
  pawl_model *model = parse("spatial {}  body 'b' { mass = 1 }  revolute 'h' { ground, 'b' }");
  assert_true(model->plan.duration == 1 && model->plan.tolerance == 1e-8 && isnan(model->plan.output));
  assert_null(model->plan_where);
  assert_false(model->uses_functions);
  const pawl_joint *hinge = fields_of(model, "h");
  assert_true(hinge->axis.x == 0 && hinge->axis.z == 1 && isnan(hinge->start[0]));
  assert_true(hinge->a.turn.z.z == 1);
  pawl_model_free(model);
}

static void check_frame(const pawl_model *model, const char *marker, const double at[3], const double x[3])
{
  const pawl_frame *f = fields_of(model, marker);
  const double *r = &f->at.x, *e = &f->turn.x.x;
  for (int i = 0; i < 3; i++) {
    assert_true(fabs(r[i] - at[i]) < 1e-15);
    assert_true(fabs(e[i] - x[i]) < 1e-15);
  }
}

static void frames_compose(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}  local b = body 'b' { mass = 1 }\n"
                            "marker 'p' { b:at{1, 2, angle = 90*deg}:at{3, 0, angle = 360*deg} }\n"
                            "marker 'q' { b:at{angle = 90*deg} }");
  check_frame(model, "p", (double[]){1, 5, 0}, (double[]){0, 1, 0});
  check_frame(model, "q", (double[]){0, 0, 0}, (double[]){0, 1, 0});
  assert_true(fabs(((const pawl_frame *)fields_of(model, "p"))->angle - 2.5 * 3.14159265358979) < 1e-13);
  pawl_model_free(model);
  model = parse("spatial {}  local b = body 'b' { mass = 1 }\n"
                "marker 'turn' { b:at{1, 2, 3, turn = {0, 0, 2, 90*deg}}:at{1, 0, 0} }\n"
                "marker 'axis' { b:at{0, 0, 0, axis = {5, 0, 0}} }\n"
                "marker 'e' { b:at{quaternion = {0.5, 0.5, 0.5, 0.5}}:at{0, 0, 1} }\n");
  check_frame(model, "turn", (double[]){1, 3, 3}, (double[]){0, 1, 0});
  check_frame(model, "axis", (double[]){0, 0, 0}, (double[]){0, 0, -1});
  check_frame(model, "e", (double[]){1, 0, 0}, (double[]){0, 1, 0});
  pawl_model_free(model);
}

/* Each line is an assertion of Lua: parts show what they hold. */
static void parts_can_be_read_in_lua(void **state)
{
  (void)state;
  pawl_model *model =
      parse(HINGE "assert(hinge.name == 'hinge' and tostring(hinge) == 'revolute \"hinge\"')\n"
                  "assert(tostring(ground) == 'ground' and tostring(cam:at{0,0}) == 'frame on cam')\n"
                  "assert(cam.mass == 1 and cam.inertia == 2 and cam.com[2] == 0 and cam.x == nil)\n"
                  "assert(hinge[2]:at{0,0} and hinge == hinge and hinge ~= cam)\n"
                  "local f = force 'f' { cam, fx = 3, fy = function(t) return 2*t end, axes = 'body' }\n"
                  "assert(f.fx == 3 and f.fy(4) == 8 and f.axes == 'body')\n"
                  "local m = motor 'm' { hinge, speed = 1 }\n"
                  "assert(m[1] == hinge and m.torque == nil)\n");
  pawl_model_free(model);
}

static void many_names_are_found(void **state)
{
  (void)state;
  pawl_model *model = parse("planar {}  for i = 1, 2000 do body('b' .. i) { mass = i } end");
  assert_int_equal(model->body_count, 2000);
  char name[16];
  for (int i = 1; i <= 2000; i++) {
    snprintf(name, sizeof name, "b%d", i);
    assert_true(((const pawl_body *)fields_of(model, name))->mass == i);
    assert_int_equal(model->body_part[i], i - 1);
  }
  assert_int_equal(pawl_model_find(model, "b2001"), -1);
  pawl_model_free(model);
}

/* ---- parameters and settings ---- */

#define SPRING                                                                                               \
  CAM "local k = parameter 'k' { 2e5, unit = 'N/m', min = 0, max = 1e7, doc = 'stiffness' }\n"               \
      "spring 'return' { ground:at{0, 1}, cam, stiffness = k, length = 1 }\n"                                \
      "input 'u' { 3 }\n"                                                                                    \
      "output 'o' { function(t) return t end }\n"                                                            \
      "local p = parameter 'start' { 'up', choices = {'up', 'down'} }\n"                                     \
      "simulate { duration = p == 'up' and 1 or 2 }\n"

static double number(pawl_model *model, const char *path)
{
  const pawl_field *field = NULL;
  const double *x = pawl_model_number(model, path, &field);
  assert_non_null(x);
  assert_non_null(field);
  return *x;
}

static void settings_reach_parameters_and_fields(void **state)
{
  (void)state;
  pawl_model *model = parse(SPRING);
  assert_int_equal(model->parameter_count, 2);
  assert_string_equal(model->parameters[0].name, "k");
  assert_string_equal(model->parameters[0].unit, "N/m");
  assert_string_equal(model->parameters[0].doc, "stiffness");
  assert_string_equal(model->parameters[0].where, "m.lua:3");
  assert_true(model->parameters[0].value == 2e5 && model->parameters[0].max == 1e7);
  assert_null(model->parameters[0].text);
  assert_string_equal(model->parameters[1].text, "up");
  assert_int_equal(model->parameters[1].choice_count, 2);
  assert_true(number(model, "return.stiffness") == 2e5);
  pawl_model_free(model);
  const pawl_setting set[] = {
      {"k", "1"},        {"cam.com.y", "-.5"},           {"u", "7"},           {"k", "1e6"},
      {"start", "down"}, {"simulate.tolerance", "1e-6"}, {"cam.inertia", "5"}, {"planar.gravity.y", "-1.62"}};
  model = parse_with(SPRING, set, 8);
  assert_true(model->parameters[0].value == 1e6 && number(model, "return.stiffness") == 1e6);
  assert_true(number(model, "cam.com.y") == -0.5 && number(model, "u") == 7);
  assert_true(model->plan.duration == 2 && model->plan.tolerance == 1e-6);
  assert_true(((const pawl_body *)fields_of(model, "cam"))->inertia[2] == 5 &&
              model->world.gravity.y == -1.62);
  pawl_model_free(model);
  const pawl_setting quantities[] = {{"k", "2*kN/cm"},
                                     {"cam.com.y", "-50*cm"},
                                     {"u", "1/4"},
                                     {"planar.gravity.y", "-1.62*m/s^2"},
                                     {"planar.gravity.x", " 3 "},
                                     {"simulate.duration", "2*min"}};
  model = parse_with(SPRING, quantities, 6);
  assert_true(fabs(model->parameters[0].value - 2e5) < 1e-9);
  assert_true(number(model, "cam.com.y") == -0.5 && number(model, "u") == 0.25);
  assert_true(model->world.gravity.y == -1.62 && model->world.gravity.x == 3 && model->plan.duration == 120);
  pawl_model_free(model);
  const pawl_setting together[] = {{"b.inertia.xx", "3"}, {"b.inertia.yy", "4"}, {"b.inertia.zz", "5"}};
  model = parse_with(SPACE, together, 3);
  assert_true(number(model, "b.inertia.zz") == 5);
  pawl_model_free(model);
}

static const struct {
  const char *name, *value, *where, *sentence;
} bad_settings[] = {
    {"k", "-1", "m.lua:3", "parameter \"k\": must be at least 0 N/m, not -1"},
    {"k", "1e8", "m.lua:3", "parameter \"k\": must be at most 1e+07 N/m, not 1e+08"},
    {"k", "abc", "m.lua:3", "parameter \"k\": must be a number, not 'abc'"},
    {"k", "0x10", "m.lua:3", "parameter \"k\": must be a number, not '0x10'"},
    {"k", "2*N/mmm", "m.lua:3",
     "parameter \"k\": must be a number, not '2*N/mmm': there is no unit 'mmm'; did you mean 'mm'?"},
    {"k", "2*s", "m.lua:3", "parameter \"k\": must be a number, not '2*s': s is not N/m"},
    {"k", "-1*N/mm", "m.lua:3", "parameter \"k\": must be at least 0 N/m, not -1000"},
    {"k", "1/0", "m.lua:3", "parameter \"k\": must be a number, not '1/0'"},
    {"k", "max(1)", "m.lua:3",
     "parameter \"k\": must be a number, not 'max(1)': max takes 2 arguments, max(x, y), not 1"},
    {"return.stiffness", "2*m", "", "return.stiffness must be a number, not '2*m': m is not N/m"},
    {"planar.gravity.y", "2*m", "", "planar.gravity.y must be a number, not '2*m': m is not m/s^2"},
    {"k", "", "m.lua:3", "parameter \"k\": must be a number, not ''"},
    {"k", "1e999", "m.lua:3", "parameter \"k\": must be a number, not '1e999': this number is too large"},
    {"k", "nan", "m.lua:3", "parameter \"k\": must be a number, not 'nan'"},
    {"start", "upp", "m.lua:7", "parameter \"start\": 'upp' is none of its choices; did you mean 'up'?"},
    {"return.stiffness", "x", "", "return.stiffness must be a number, not 'x'"},
    {"return.stiffness", "-1", "m.lua:4", "spring \"return\": 'stiffness' must be at least 0 N/m, not -1"},
    {"return.stifness", "1", "", "'return' has no number 'stifness'; did you mean 'return.stiffness'?"},
    {"retrn.stiffness", "1", "",
     "no parameter or field is called 'retrn.stiffness'; did you mean 'return.stiffness'?"},
    {"strt", "1", "", "no parameter or field is called 'strt'; did you mean 'start'?"},
    {"xyzxyz", "1", "", "no parameter or field is called 'xyzxyz'"},
    {"cam", "1", "", "'cam' is a body, not a number: name one of its fields, as 'cam.mass'"},
    {"cam.com", "1", "", "'cam' has no number 'com'"},
    {"cam.com.z", "1", "", "'cam' has no number 'com.z'"},
    {"cam.inertia", "-1", "m.lua:2", "body \"cam\": 'inertia' must not be negative"},
    {"o", "1", "", "'o' is a function, not a number"},
    {"simulate.duration", "-1", "m.lua:8", "simulate: 'duration' must be at least 0 s, not -1"},
    {"", "1", "", "no parameter or field is called ''"},
    {".", "1", "", "no parameter or field is called '.'"},
};

static void wrong_settings_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof bad_settings / sizeof *bad_settings; i++) {
    pawl_error e = {0};
    pawl_model *model;
    pawl_setting set = {bad_settings[i].name, bad_settings[i].value};
    pawl_reading how = {.settings = &set, .setting_count = 1};
    assert_int_equal(pawl_model_parse(&model, SPRING, "m.lua", &how, &e), PAWL_BAD_CALL);
    check_error(&e, PAWL_BAD_CALL, bad_settings[i].where, bad_settings[i].sentence);
  }
}

static void a_refused_number_changes_nothing(void **state)
{
  (void)state;
  pawl_model *model = parse(SPRING);
  pawl_error e = {0};
  assert_int_equal(pawl_model_set(model, "cam.inertia", -1, &e), PAWL_BAD_CALL);
  assert_true(number(model, "cam.inertia") == 2);
  e = (pawl_error){0};
  assert_int_equal(pawl_model_set(model, "return.length", NAN, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "m.lua:4", "spring \"return\": 'length' must be a finite number, not nan");
  assert_int_equal(pawl_model_set(model, "return.length", 3, NULL), PAWL_OK);
  assert_true(number(model, "return.length") == 3);
  assert_null(pawl_model_number(model, "o", NULL));
  assert_null(pawl_model_number(model, "return.nothing", NULL));
  pawl_model_free(model);
}

static void a_long_path_keeps_its_line(void **state)
{
  (void)state;
  char name[400];
  memset(name, 'd', sizeof name);
  memcpy(name + sizeof name - 11, "/model.lua", 11);
  pawl_model *model;
  pawl_error e = {0};
  assert_int_equal(pawl_model_parse(&model, "\nerror 'x'", name, NULL, &e), PAWL_BAD_MODEL);
  assert_non_null(strstr(e.where, "ddd/model.lua:2"));
  assert_memory_equal(e.where, "...ddd", 6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_models_get_their_sentence),
      cmocka_unit_test(an_error_is_not_required),
      cmocka_unit_test(parts_keep_what_was_written),
      cmocka_unit_test(defaults_come_from_the_tables),
      cmocka_unit_test(frames_compose),
      cmocka_unit_test(parts_can_be_read_in_lua),
      cmocka_unit_test(many_names_are_found),
      cmocka_unit_test(settings_reach_parameters_and_fields),
      cmocka_unit_test(wrong_settings_get_their_sentence),
      cmocka_unit_test(a_refused_number_changes_nothing),
      cmocka_unit_test(a_long_path_keeps_its_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
