/* Values without a name (characteristic, point), points, signals and joints by name: what is read of them, and the
 * sentences of wrong ones, word for word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/curve.h"
#include "model/lua_side.h"
#include "model/parse_test.h"

#define PLANE "planar { gravity = {0, -9.81} }\n"
#define CAM PLANE "local cam = body 'cam' { mass = 1, inertia = 2 }\n"

/* ---- a probe: one field of each new type, in a model with a signal, a wheel, a hinge and a body ---- */

typedef struct {
  pawl_signal signal;
  int joint;
  pawl_points points;
  const pawl_curve *curve;
} probe;

static const pawl_field probe_fields[] = {
    {"signal", "N", PAWL_SIGNAL, offsetof(probe, signal), PAWL_UNSET, 0, 10, "a signal", 0, 0},
    {"joint", "", PAWL_JOINT, offsetof(probe, joint), PAWL_UNSET, 0, 0, "a joint", 0, 0},
    {"points", "m", PAWL_POINTS, offsetof(probe, points), PAWL_UNSET, 2, 4, "some points", 0, 0},
    {"curve", "N", PAWL_CURVE, offsetof(probe, curve), PAWL_UNSET, 0, 0, "a curve", 0, 0},
    {0}};

static const pawl_field no_fields[] = {{0}};
static const pawl_kind signal_kind = {.name = "ramp",
                                      .family = PAWL_SIGNAL_KIND,
                                      .size = 1,
                                      .fields = no_fields,
                                      .signal = &(const pawl_signal_table){0}};
static const pawl_kind wheel_kind = {
    .name = "wheel", .family = PAWL_LINK, .size = 1, .fields = no_fields, .spin = &(const pawl_member){0}};
static const pawl_kind probe_kind = {
    .name = "probe", .family = PAWL_FORCE, .size = sizeof(probe), .fields = probe_fields};

typedef struct {
  pawl_model *model;
  pawl_part parts[3]; /* signal, wheel, probe */
  probe *to;
  unsigned worlds;
} scene;

static void open_scene(scene *x, probe *to, unsigned worlds)
{
  bool plane = worlds == PAWL_PLANAR;
  x->model = parse(plane ? "planar {}  revolute 'hinge' { ground, body 'cam' { mass = 1 } }"
                         : "spatial {}  revolute 'hinge' { ground, body 'cam' { mass = 1 } }");
  x->parts[0] = (pawl_part){.kind = &signal_kind, .name = "push", .where = "x:1"};
  x->parts[1] = (pawl_part){.kind = &wheel_kind, .name = "tyre", .where = "x:2"};
  x->parts[2] = (pawl_part){.kind = &probe_kind, .name = "p", .where = "x:3", .fields = to};
  for (int i = 0; i < 3; i++)
    assert_true(pawl_model_add_part(x->model, x->parts + i));
  x->to = to;
  x->worlds = worlds;
  *to = (probe){0};
}

/* Runs the text, which returns the table of the probe; then `more`, which gets the probe as `p`. Argument 1: all that. */
typedef struct {
  scene *x;
  const char *text, *more;
} script;

static int run_script(lua_State *L)
{
  const script *s = lua_touserdata(L, 1);
  pawl_side *side = pawl_side_of(L);
  for (int i = 0; i < 2; i++) {
    pawl_part_push(L, s->x->parts + i);
    lua_setglobal(L, i == 0 ? "push" : "tyre");
  }
  pawl_files_load(L, s->text, strlen(s->text), side->sources);
  lua_call(L, 0, 1);
  pawl_fields_take(L, lua_gettop(L), probe_fields, s->x->worlds, "probe \"p\"", s->x->to);
  if (s->more) {
    pawl_part_push(L, s->x->parts + 2);
    lua_setglobal(L, "p");
    pawl_files_load(L, s->more, strlen(s->more), side->sources);
    lua_call(L, 0, 0);
  }
  return 0;
}

static pawl_status take(scene *x, const char *text, const char *more, pawl_error *e)
{
  pawl_side *side = pawl_side_of(x->model->lua);
  script s = {x, text, more};
  side->reading = true;
  lua_pushcfunction(side->L, run_script);
  lua_pushlightuserdata(side->L, &s);
  pawl_status status = pawl_side_call(side, 1, 0, 10000000, e);
  side->reading = false;
  return status;
}

static void take_well(scene *x, const char *text, const char *more)
{
  pawl_error e = {0};
  if (take(x, text, more, &e) != PAWL_OK)
    fail_msg("%s: %s: %s", text, e.where, e.text);
}

/* ---- what is taken ---- */

static void curves_are_taken(void **state)
{
  (void)state;
  scene x;
  probe p;
  double out[3];
  open_scene(&x, &p, PAWL_PLANAR);
  take_well(&x, "return { curve = characteristic { {0, 1}, {2, 5} } }",
            "assert(tostring(p.curve) == 'characteristic' and p.signal == nil and p.joint == nil)");
  assert_int_equal(p.curve->count, 2);
  assert_int_equal(p.curve->between, PAWL_LINEAR);
  assert_int_equal(p.curve->beyond, PAWL_STRAIGHT);
  pawl_curve_at(p.curve, 1, out);
  assert_true(out[0] == 3 && out[1] == 2);
  take_well(&x,
            "return { curve = characteristic { {0, 0}, {1, 0}, {2, 1}, {3, 3}, {4, 3}, between = 'akima', "
            "beyond = 'hold' } }",
            NULL);
  pawl_curve_at(p.curve, 1.5, out);
  near(out[0], 19.0 / 48);
  assert_int_equal(p.curve->beyond, PAWL_HOLD);
  /* as read_table returns it: alone, or with something said; and without the word */
  take_well(&x, "return { curve = characteristic { {0, 0}, {1, 7}, header = {'x', 'y'} } }", NULL);
  assert_int_equal(p.curve->count, 2);
  take_well(&x,
            "local t = { {0, 0}, {1, 7}, {2, 8}, header = {'x', 'y'} }\n"
            "return { curve = characteristic { t, between = 'monotone' } }",
            NULL);
  assert_int_equal(p.curve->count, 3);
  assert_int_equal(p.curve->between, PAWL_MONOTONE);
  take_well(&x, "return { curve = { {0, 0}, {1, 7}, {2, 9}, {3, 9} } }", NULL);
  assert_int_equal(p.curve->count, 4);
  take_well(&x, "return {}", "assert(p.curve == nil and #p.points == 0)");
  assert_null(p.curve);
  assert_int_equal(p.joint, -1);
  assert_false(pawl_signal_given(&p.signal));
  take_well(&x, "local t = {} for i = 1, 20000 do t[i] = {i, i*i} end  return { curve = characteristic(t) }",
            NULL);
  pawl_curve_at(p.curve, 15000.5, out);
  near(out[0], 15000.5 * 15000.5 + 0.25);
  pawl_model_free(x.model);
}

static void points_are_taken(void **state)
{
  (void)state;
  scene x;
  probe p;
  open_scene(&x, &p, PAWL_PLANAR);
  take_well(&x, "return { points = { {0, 1}, {2, 5}, {7, -1}, header = {'x', 'y'} } }",
            "assert(#p.points == 3 and p.points[3][1] == 7 and p.points[3][2] == -1 and #p.points[3] == 2)");
  assert_int_equal(p.points.count, 3);
  assert_true(p.points.point[1].x == 2 && p.points.point[1].y == 5 && p.points.point[1].z == 0);
  pawl_model_free(x.model);
  open_scene(&x, &p, PAWL_SPATIAL);
  take_well(&x, "return { points = { {0, 1, 2}, {2, 5, 6} } }", "assert(p.points[2][3] == 6)");
  assert_true(p.points.point[1].x == 2 && p.points.point[1].z == 6);
  pawl_model_free(x.model);
}

static void signals_are_taken(void **state)
{
  (void)state;
  scene x;
  probe p;
  open_scene(&x, &p, PAWL_PLANAR);
  take_well(&x, "return { signal = 5 }", "assert(p.signal == 5)");
  assert_true(p.signal.value == 5 && p.signal.part == 0 && !p.signal.channel && p.signal.function == 0);
  assert_non_null(pawl_model_number(x.model, "p.signal", NULL));
  assert_int_equal(pawl_model_set(x.model, "p.signal", 7, NULL), PAWL_OK);
  assert_true(p.signal.value == 7);
  for (int i = 0; i < 2; i++) {
    take_well(&x, i ? "return { signal = push }" : "return { signal = 'push' }", "assert(p.signal == push)");
    assert_int_equal(p.signal.part, x.parts[0].index + 1);
    assert_true(!p.signal.channel && p.signal.function == 0 && pawl_signal_given(&p.signal));
  }
  pawl_error e = {0};
  assert_int_equal(pawl_model_set(x.model, "p.signal", 7, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "", "'p.signal' is a signal, not a number");
  take_well(&x, "return { signal = 'later-on.com.x' }", "assert(p.signal == 'later-on.com.x')");
  assert_string_equal(p.signal.channel, "later-on.com.x");
  assert_true(p.signal.part == 0 && pawl_signal_given(&p.signal));
  assert_null(pawl_model_number(x.model, "p.signal", NULL));
  e = (pawl_error){0};
  assert_int_equal(pawl_model_set(x.model, "p.signal", 7, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "", "'p.signal' is a channel, not a number");
  take_well(&x, "return { signal = function(t) return t end }", "assert(p.signal(3) == 3)");
  assert_true(p.signal.function > 0);
  pawl_model_free(x.model);
}

static void joints_are_taken(void **state)
{
  (void)state;
  static const char *const texts[] = {"return { joint = tyre }", "return { joint = 'tyre' }",
                                      "return { joint = 'hinge' }"};
  scene x;
  probe p;
  open_scene(&x, &p, PAWL_PLANAR);
  for (int i = 0; i < 3; i++) {
    take_well(&x, texts[i], "assert(p.joint.name)");
    assert_int_equal(p.joint, pawl_model_find(x.model, i < 2 ? "tyre" : "hinge"));
  }
  pawl_model_free(x.model);
}

/* ---- what is refused ---- */

#define SIGNAL                                                                                               \
  "probe \"p\": 'signal' must be a number in N, a function, a signal, or the name of a signal or a channel"

static const struct {
  const char *text, *sentence;
} wrong_probes[] = {
    {"return { signal = 'pusch' }", SIGNAL "; no signal is called 'pusch'; did you mean 'push'?"},
    {"return { signal = 'x' }", SIGNAL "; no signal is called 'x'"},
    {"return { signal = 'hinge' }", SIGNAL "; 'hinge' is a revolute"},
    {"return { signal = '2.5' }", SIGNAL "; no signal is called '2.5'"},
    {"return { signal = '2.5 N' }", SIGNAL "; no signal is called '2.5 N'"},
    {"return { signal = '.x' }", SIGNAL "; no signal is called '.x'"},
    {"return { signal = 'hinge.' }", SIGNAL "; no signal is called 'hinge.'"},
    {"return { signal = 'a\\0b' }", SIGNAL ", not a string"},
    {"return { signal = tyre }", SIGNAL ", not a wheel"},
    {"return { signal = ground }", SIGNAL ", not the ground"},
    {"return { signal = {} }", SIGNAL ", not a table"},
    {"return { signal = characteristic { {0, 0}, {1, 1} } }", SIGNAL ", not a characteristic"},
    {"return { signal = point { mu = 1 } }", SIGNAL ", not a point"},
    {"return { signal = 11 }", "probe \"p\": 'signal' must be at most 10 N, not 11"},
    {"return { joint = 'cam' }", "probe \"p\": 'joint' must be a joint; 'cam' is a body"},
    {"return { joint = push }", "probe \"p\": 'joint' must be a joint, not a ramp"},
    {"return { joint = 'hing' }", "probe \"p\": no joint is called 'hing'; did you mean 'hinge'?"},
    {"return { joint = 'tyer' }", "probe \"p\": no joint is called 'tyer'; did you mean 'tyre'?"},
    {"return { points = 5 }", "probe \"p\": 'points' must be a table of points {x, y} in m, not a number"},
    {"return { points = {} }", "probe \"p\": 'points' must have at least 2 points {x, y}, not 0"},
    {"return { points = { {1, 2} } }", "probe \"p\": 'points' must have at least 2 points {x, y}, not 1"},
    {"return { points = { {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2} } }",
     "probe \"p\": 'points' must have at most 4 points {x, y}, not 5"},
    {"return { points = { {1, 2}, 3 } }", "probe \"p\": 'points': point 2 must be {x, y}, not a number"},
    {"return { points = { {1, 2}, nil, {3, 4} } }", "probe \"p\": 'points': point 2 must be {x, y}, not nil"},
    {"return { points = { {1, 2}, [99] = {3, 4} } }",
     "probe \"p\": 'points': point 2 must be {x, y}, not nil"},
    {"return { points = { {1, 2}, {3} } }",
     "probe \"p\": 'points': point 2 must be {x, y}, 2 numbers and nothing else"},
    {"return { points = { {1, 2}, {3, 4, 5} } }",
     "probe \"p\": 'points': point 2 must be {x, y}, 2 numbers and nothing else"},
    {"return { points = { {1, 2}, {x = 3, y = 4} } }",
     "probe \"p\": 'points': point 2 must be {x, y}, 2 numbers and nothing else"},
    {"return { points = { {1, 2}, {3, 'a'} } }",
     "probe \"p\": 'points': y of point 2 must be a number, not a string"},
    {"return { points = { {1, 2}, {0/0, 1} } }",
     "probe \"p\": 'points': x of point 2 must be a finite number, not nan"},
    {"return { points = { {1, 2}, {3, 4}, zzz = 1, closed = true } }",
     "probe \"p\": 'points': a table of points {x, y} can have nothing else, not 'closed'"},
    {"return { points = { {1, 2}, {3, 4}, [0] = {5, 6} } }",
     "probe \"p\": 'points': a table of points {x, y} can have nothing else"},
    {"return { curve = 5 }",
     "probe \"p\": 'curve' must be characteristic { {x, y}, … } or a table of points, not a number"},
    {"return { curve = point { mu = 1 } }",
     "probe \"p\": 'curve' must be characteristic { {x, y}, … } or a table of points, not a point"},
    {"return { curve = { {0, 0} } }", "probe \"p\": 'curve': needs at least 2 points {x, y}, not 1"},
    {"return { curve = { {0, 0}, {1, 1}, betwen = 'akima' } }",
     "probe \"p\": 'curve': unknown field 'betwen'; did you mean 'between'?"},
    {"characteristic 'name'", "characteristic: takes no name: characteristic { … }"},
    {"characteristic(5)", "characteristic: needs a table { … }, not a number"},
    {"characteristic()", "characteristic: needs a table { … }, not nil"},
    {"characteristic {}", "characteristic: needs at least 2 points {x, y}, not 0"},
    {"characteristic { {0, 0} }", "characteristic: needs at least 2 points {x, y}, not 1"},
    {"characteristic { 1, 2 }", "characteristic: point 1 must be {x, y}, not a number"},
    {"characteristic { {0, 0}, {1, 1}, {1, 2} }",
     "characteristic: x must increase from point to point; point 3 has 1 after 1"},
    {"characteristic { {0, 0}, {0.5, 1}, {0.25, 2} }",
     "characteristic: x must increase from point to point; point 3 has 0.25 after 0.5"},
    {"characteristic { {0, 0}, {1, 0/0} }", "characteristic: y of point 2 must be a finite number, not nan"},
    {"characteristic { {0, 0}, {1/0, 1} }", "characteristic: x of point 2 must be a finite number, not inf"},
    {"characteristic { {0, 0}, {1, 1, 1} }",
     "characteristic: point 2 must be {x, y}, 2 numbers and nothing else"},
    {"characteristic { {0, 0}, {1, 1}, between = 'spline' }",
     "characteristic: 'between' must be linear, akima or monotone, not 'spline'"},
    {"characteristic { {0, 0}, {1, 1}, beyond = 1 }",
     "characteristic: 'beyond' must be straight or hold, not a number"},
    {"characteristic { {0, 0}, {1, 1}, beyound = 'hold' }",
     "characteristic: unknown field 'beyound'; did you mean 'beyond'?"},
    {"characteristic { { {0, 0}, {1, 1}, between = 'akima' } }",
     "characteristic: a table of points {x, y} can have nothing else, not 'between'"},
    {"characteristic { { {0, 0}, {1, 1} }, {2, 2} }",
     "characteristic: takes one table of points, or points; not both"},
    {"characteristic { {0, 0}, {1e-300, 1e99} }",
     "characteristic: numbers are too large or points too near at point 1"},
    {"local c = characteristic { {0, 0}, {1, 1} }  return c.x",
     "attempt to index a characteristic value (local 'c')"},
    {"point 'earth'",
     "point: takes no name: point { … } is gravity with a centre; a body is a point_mass \"name\" { … }"},
    {"point {}", "point: 'mu' is required (m^3/s^2: constant of gravity times mass)"},
    {"point { mu = -1 }", "point: 'mu' must be at least 0 m^3/s^2, not -1"},
    {"point { mu = 1, att = {0, 0} }", "point: unknown field 'att'; did you mean 'at'?"},
    {"point { mu = 1, at = {0} }", "point: 'at' must be {x, y} in a planar model, not 1 number"},
    {"point { mu = 1, at = 0 }", "point: 'at' must be {x, y} in m, not a number"},
};

static void wrong_values_get_their_sentence(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof wrong_probes / sizeof *wrong_probes; i++) {
    scene x;
    probe p;
    pawl_error e = {0};
    char text[256];
    open_scene(&x, &p, PAWL_PLANAR);
    snprintf(text, sizeof text, "\n%s", wrong_probes[i].text);
    pawl_status status = take(&x, text, NULL, &e);
    /* the table is taken outside of the text, where no line is */
    bool returns = strncmp(wrong_probes[i].text, "return", 6) == 0 && strstr(e.text, "probe") == e.text;
    check_error(&e, status, returns ? "" : "m.lua:2", wrong_probes[i].sentence);
    assert_int_equal(status, PAWL_BAD_MODEL);
    pawl_model_free(x.model);
  }
}

static const struct {
  const char *text, *where, *sentence;
} wrong_models[] = {
    {"planar { gravity = 5 }", "m.lua:1",
     "planar: 'gravity' must be {x, y} in m/s^2, or point { … }, not a number"},
    {"planar { gravity = {0, 0, 1} }", "m.lua:1",
     "planar: 'gravity' must be {x, y} in a planar model, not 3 numbers"},
    {"planar { gravity = point { at = {0, 0, 1}, mu = 1 } }", "m.lua:1",
     "planar: 'at' of its gravity must be {x, y} in a planar model"},
    {"spatial { gravity = point { at = {0, 0}, mu = 1 } }", "m.lua:1",
     "spatial: 'at' of its gravity must be {x, y, z} in a spatial model"},
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

static void values_are_made_while_reading_only(void **state)
{
  (void)state;
  pawl_model *model =
      parse(CAM "force 'f' { cam, fx = function(t) return characteristic { {0, 0}, {1, 1} } end }");
  const pawl_field *f = pawl_field_find(pawl_kind_find("force")->fields, PAWL_PLANAR, "fx");
  const pawl_signal *fx = (const void *)((const char *)fields_of(model, "f") + f->where);
  pawl_error e = {0};
  double value;
  assert_int_equal(pawl_signal_value(model, fx, 0, NULL, &value, &e), PAWL_BAD_MODEL);
  check_error(&e, PAWL_BAD_MODEL, "m.lua:3",
              "characteristic: only possible while the model is read, not in a function during a run");
  pawl_model_free(model);
}

/* ---- gravity ---- */

static void gravity_can_have_a_centre(void **state)
{
  (void)state;
  pawl_model *model =
      parse("planar { gravity = point { at = {1, 2}, mu = 3.986e14 } }  body 'b' { mass = 1 }");
  const pawl_world *w = &model->world;
  assert_true(w->mu == 3.986e14 && w->at.x == 1 && w->at.y == 2 && w->at.z == 0);
  assert_true(w->gravity.x == 0 && w->gravity.y == 0 && w->gravity.z == 0);
  assert_int_equal(pawl_model_set(model, "planar.gravity.mu", 5, NULL), PAWL_OK);
  assert_int_equal(pawl_model_set(model, "planar.gravity.at.y", 6, NULL), PAWL_OK);
  assert_true(w->mu == 5 && w->at.y == 6);
  pawl_error e = {0};
  assert_int_equal(pawl_model_set(model, "planar.gravity.mu", -5, &e), PAWL_BAD_CALL);
  check_error(&e, PAWL_BAD_CALL, "m.lua:1", "planar: the 'mu' of its gravity must not be negative");
  assert_true(w->mu == 5);
  assert_null(pawl_model_number(model, "planar.gravity.z", NULL));
  assert_null(pawl_model_number(model, "planar.gravity.at.z", NULL));
  assert_null(pawl_model_number(model, "planar.gravity", NULL));
  pawl_model_free(model);
  const pawl_setting set[] = {{"spatial.gravity.z", "-1.62"}, {"spatial.gravity.at.z", "4"}};
  model = parse_with("spatial { gravity = {1, 2, 3} }  body 'b' { mass = 1 }", set, 2);
  assert_true(model->world.gravity.x == 1 && model->world.gravity.z == -1.62 && model->world.mu == 0);
  assert_true(model->world.at.z == 4);
  pawl_model_free(model);
  model = parse("spatial { gravity = point { mu = 2 } }  body 'b' { mass = 1 }");
  assert_true(model->world.mu == 2 && model->world.at.x == 0 && model->world.at.z == 0);
  pawl_model_free(model);
  model = parse("planar {}  body 'b' { mass = 1 }");
  assert_true(model->world.gravity.y == 0 && model->world.mu == 0);
  pawl_model_free(model);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(curves_are_taken),
      cmocka_unit_test(points_are_taken),
      cmocka_unit_test(signals_are_taken),
      cmocka_unit_test(joints_are_taken),
      cmocka_unit_test(wrong_values_get_their_sentence),
      cmocka_unit_test(wrong_models_get_their_sentence),
      cmocka_unit_test(values_are_made_while_reading_only),
      cmocka_unit_test(gravity_can_have_a_centre),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
