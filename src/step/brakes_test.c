/* Brakes and friction of joints that stick, pressed by numbers and signals, against closed forms: when they come to rest, hold, and let
 * go.      theory.md, 5.11, 9.1 */
#include "step/brakes_test.h"

#include "base/soak_test.h"

/* ---- one joint ---- */

/* Inertia 0.01 of each, on or about an axis; the body may be the first of the two. */
static const char *const joints[] = {
    "local w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { ground, w",
    "local w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { w, ground",
    "local w = body 'w' { mass = 0.01, inertia = 1 }\nprismatic 'j' { ground, w, axis = {0.6, 0.8}",
    "local w = body 'w' { mass = 0.01, inertia = 1 }\nprismatic 'j' { w, ground, axis = {0.6, 0.8}"};
enum { JOINTS = 4 };

static const char *const sticks[] = {
    "brake 'pads' { 'j', capacity = 0.4, static_ratio = 1.25 }\n",
    "joint_friction 'pads' { 'j', limit = 0.4, limit_static = 0.5 }\n",
    "joint_friction 'pads' { 'j', limit = 0.4, static_ratio = 1.25 }\n",
    "constant 'p' { 0.4 }\nbrake 'pads' { 'j', capacity = 'p', static_ratio = 1.25 }\n"};

/* J w' = -T to J w/T; at rest until the drive is the static limit, 0.5 at t = 6; then J w' = drive - T. */
static double flywheel(int joint, const char *pads, int way, int drives)
{
  char text[TEXT];
  record r;
  snprintf(text, sizeof text,
           "planar {}\n%s, speed = %g }\nramp 'load' { from = 0, to = %g, start = 1, duration = 10 }\n"
           "motor 'drive' { 'j', %s = 'load' }\n%ssimulate { duration = 8 }\n",
           joints[joint], 20.0 * way, 1.0 * drives, joint < 2 ? "torque" : "force", pads);
  session s = listen(text, &r);
  go(s, 0.3);
  close_to(see(s, "pads", -1, "effort"), -0.4 * way, 1e-12);
  close_to(see(s, "pads", -1, "mode"), way > 0 ? 3 : 4, 0);
  go(s, 0.75);
  double at = see(s, "j", -1, joint < 2 ? "angle" : "position");
  close_to(at, 5 * way, 1e-10);
  go(s, 5.5);
  close_to(see(s, "pads", -1, "effort"), -0.45 * drives, 1e-10);
  close_to(see(s, "pads", -1, "mode"), 2, 0);
  assert_true(see(s, "j", -1, joint < 2 ? "angle" : "position") == at && see(s, "j", -1, "speed") == 0);
  go(s, 8);
  assert_int_equal(r.count, 2);
  happens(&r, 0, 0.5, "sticking");
  happens(&r, 1, 6, drives > 0 ? "sliding +" : "sliding -");
  double speed = see(s, "j", -1, "speed");
  close_to(speed, drives * (0.05 * (49 - 25) - 0.4 * 2) / 0.01, 1e-8);
  assert_true(s.run->books.worst_ledger < 1e-12);
  leave(s);
  return speed;
}

static void a_flywheel_stops_stays_and_is_torn_off(void **state)
{
  (void)state;
  for (int joint = 0; joint < JOINTS; joint++)
    for (size_t k = 0; k < sizeof sticks / sizeof *sticks; k++) {
      double on = flywheel(joint, sticks[k], 1, 1), back = flywheel(joint, sticks[k], 1, -1);
      assert_true(flywheel(joint, sticks[k], -1, -1) == -on); /* its mirror image, to the last bit */
      assert_true(flywheel(joint, sticks[k], -1, 1) == -back);
    }
}

/* m x'' = -k x - F sgn x': each half swing is 2 F/k shorter than the last, until the spring pulls with less than the static limit. */
static void swings_die_out_and_end(void **state)
{
  (void)state;
  for (int way = -1; way <= 1; way += 2) {
    char text[TEXT];
    record r;
    snprintf(text, sizeof text,
             "planar {}\nlocal m = body 'm' { mass = 2, inertia = 1 }\n"
             "prismatic 'way' { ground, m, axis = {1, 0}, position = %g }\njoint_spring 'k' { 'way', "
             "stiffness = 2 }\n"
             "brake 'b' { 'way', capacity = 2, static_ratio = 1.5 }\nsimulate { duration = 30 }\n",
             10.5 * way);
    session s = listen(text, &r);
    go(s, 30);
    assert_int_equal(r.count, 5); /* it turns four times, and stays */
    for (int i = 1; i < 6; i++)
      happens(&r, i - 1, i * 3.14159265358979323846,
              i == 5                     ? "sticking"
              : (i % 2 ? way : -way) > 0 ? "sliding +"
                                         : "sliding -");
    close_to(see(s, "way", -1, "position"), -0.5 * way, 1e-10);
    close_to(see(s, "b", -1, "effort"), -1.0 * way, 1e-9);
    close_to(see(s, "b", -1, "work"), 0.25 - 10.5 * 10.5, 1e-8);
    leave(s);
  }
}

/* A load of 0.3 hangs on a brake that is let go: with static_ratio 1.5 it slips when the capacity is 0.2. */
static void a_brake_is_let_go(void **state)
{
  (void)state;
  static const char *const falls[] = {
      "ramp 'c' { from = 1, to = 0, start = 1, duration = 2 }\nbrake 'b' { 'j', capacity = 'c'",
      "brake 'b' { 'j', capacity = function(t) return math.max(0, math.min(1, 1.5 - 0.5*t)) end"};
  for (int i = 0; i < 2; i++) {
    char text[TEXT];
    record r;
    snprintf(text, sizeof text,
             "planar {}\nlocal w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { ground, w }\n"
             "motor 'drive' { 'j', torque = 0.3 }\n%s, static_ratio = 1.5 }\nsimulate { duration = 5 }\n",
             falls[i]);
    session s = listen(text, &r);
    go(s, 2.599);
    assert_true(see(s, "j", -1, "angle") == 0);
    go(s, 5);
    assert_int_equal(r.count, 1);
    happens(&r, 0, 2.6, "sliding +");
    close_to(see(s, "j", -1, "speed"), (0.3 * 2.4 - 0.5 * 0.4 * 0.2) / 0.01, 1e-8);
    leave(s);
  }
}

/* ---- signals, drives, other ways ---- */

/* What a drive turns, turns on; the drive gives what the brake takes. */
static void a_drive_against_a_brake(void **state)
{
  (void)state;
  session s = open_text(
      "planar {}\nlocal w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { ground, w }\n"
      "motor 'm' { 'j', speed = 20 }\nbrake 'b' { 'j', capacity = function(t) return 0.4 + t end }\n"
      "simulate { duration = 1 }\n",
      &sharp);
  go(s, 1);
  close_to(see(s, "m", -1, "effort"), 1.4, 1e-12);
  close_to(see(s, "m", -1, "work"), 20 * 0.9, 1e-9);
  close_to(see(s, "b", -1, "work"), -20 * 0.9, 1e-9);
  leave(s);
}

/* A pedal that falls onto its stop presses a brake: steps look beyond the stop, where the capacity would be negative. */
static void what_steps_look_at_is_not_told(void **state)
{
  (void)state;
  static const char *const plans[] = {"duration = 2", "duration = 2, method = 'stepping', step = 1e-3"};
  for (int i = 0; i < 2; i++) {
    char text[TEXT];
    snprintf(
        text, sizeof text,
        "planar {}\nlocal p = body 'p' { mass = 1, inertia = 1 }\nprismatic 'pedal' { ground, p, axis = {1, "
        "0}, position = 1, speed = -1 }\n"
        "stop 'rest' { 'pedal', min = 0 }\nlocal w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { "
        "ground, w, speed = 20 }\n"
        "brake 'b' { 'j', capacity = function(t, s) return 0.1*s['pedal.position'] end }\nsimulate { %s }\n",
        plans[i]);
    session s = open_text(text, &sharp);
    go(s, 2);
    close_to(see(s, "j", -1, "speed"), 20 - 0.05 / 0.01, i ? 1e-2 : 1e-9);
    leave(s);
  }
}

/* An open brake or clutch is none. */
static void what_is_open_does_nothing(void **state)
{
  (void)state;
  double angle[2];
  for (int i = 0; i < 2; i++) {
    char text[TEXT];
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -9.81} }\nlocal a = body 'a' { mass = 1, inertia = 0.02, com = {0.25, 0} }\n"
        "local w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'h' { ground, a }\nrevolute 'j' { "
        "ground:at{1, 0}, w }\n%ssimulate { duration = 10 }\n",
        i ? "brake 'b' { 'h', capacity = 0 }\nclutch 'c' { 'h', 'j', capacity = 0 }\nbrake 'd' { 'j', "
            "capacity = 0 }\n"
          : "");
    session s = open_text(text, &sharp);
    go(s, 10);
    angle[i] = see(s, "h", -1, "angle");
    assert_true(see(s, "j", -1, "speed") == 0);
    assert_true(s.run->books.events < 30); /* two for each turning point */
    leave(s);
  }
  close_to(angle[1], angle[0], 1e-8);
}

/* ---- what is refused ---- */

static void sentences(void **state)
{
  (void)state;
  static const char *const wrong[][2] = {
      {"brake 'b' { 'j', capacity = -1 }", "brake \"b\": 'capacity' must be at least 0 N m or N, not -1"},
      {"brake 'b' { 'j', capacity = 1, static_ratio = 0.9 }",
       "brake \"b\": 'static_ratio' must be at least 1, not 0.9"},
      {"brake 'b' { 'j', capacity = 1, static_ratio = 2, speed = 1 }",
       "brake \"b\": 'static_ratio' is of what sticks: leave out 'speed'"},
      {"joint_friction 'b' { 'j', limit = 1, limit_static = 0.9 }",
       "joint_friction \"b\": 'limit_static' must be at least 'limit'"},
      {"joint_friction 'b' { 'j', limit = 1, limit_static = 2, static_ratio = 2 }",
       "joint_friction \"b\": 'limit_static' and 'static_ratio' say the same: give one of them"},
      {"joint_friction 'b' { 'j', limit = function(t) return 1 end, limit_static = 2 }",
       "joint_friction \"b\": 'limit_static' needs a 'limit' that is a number; 'static_ratio' goes with a "
       "signal"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[TEXT];
    pawl_model *model = NULL;
    pawl_error error = {0};
    snprintf(text, sizeof text,
             "planar {}\nlocal w = cylinder 'w' { mass = 2, radius = 0.1 }\nrevolute 'j' { ground, w }\n%s\n",
             wrong[i][0]);
    assert_int_equal(pawl_model_parse(&model, text, "test", NULL, &error), PAWL_BAD_MODEL);
    assert_string_equal(error.text, wrong[i][1]);
    assert_string_equal(error.where, "test:4");
    pawl_model_free(model);
  }
}

static void what_presses_is_not_negative(void **state)
{
  (void)state;
  static const char *const wrong[][2] = {
      {"brake 'b' { 'j', capacity = function(t) return 0.1 - t end }",
       "brake \"b\" is pressed by a negative force: its capacity is -"},
      {"clutch 'b' { 'k', 'j', capacity = function(t) return 0.1 - t end }",
       "clutch \"b\" is pressed by a negative force: its capacity is -"},
      {"joint_friction 'b' { 'j', limit = function(t) return 0.1 - t end }",
       "joint_friction \"b\" is pressed by a negative force: its limit is -"},
      {"brake 'b' { 'j', capacity = function(t) return t > 0.1 and 0/0 or 1 end }",
       "brake \"b\": 'capacity' returned"}};
  for (size_t i = 0; i < 2 * sizeof wrong / sizeof *wrong; i++) {
    char text[TEXT];
    pawl_error error = {0};
    snprintf(text, sizeof text,
             "planar {}\nlocal w = cylinder 'w' { mass = 2, radius = 0.1 }\nlocal v = cylinder 'v' { mass = "
             "2, radius = 0.1 }\n"
             "revolute 'j' { ground, w, speed = 20 }\nrevolute 'k' { ground, v }\n%s\nsimulate { duration = "
             "1%s }\n",
             wrong[i / 2][0], i % 2 ? ", method = 'stepping', step = 1e-3" : "");
    session s = open_text(text, &sharp);
    assert_int_not_equal(pawl_run_until(s.run, 1, &error), PAWL_OK);
    if (strncmp(error.text, wrong[i / 2][1], strlen(wrong[i / 2][1])) != 0)
      fail_msg("%s", error.text);
    assert_string_equal(error.where, "test:6");
    assert_true(i / 2 == 3 || s.run->t < 0.11);
    leave(s);
  }
}

/* An arm that leans on its stop and is pulled at, with a brake or clutches that come to hold nothing, for a moment or for long. How they share
 * the load is not unique; that the arm rests is, whatever it takes to find the shares. */
static void beside_a_stop(void **state)
{
  (void)state;
  static const char *const capacities[] = {"function(t) return c*(1 + math.cos(w*t)) end",
                                           "function(t) return math.sin(w*t) > 0 and c or 0 end",
                                           "function(t) return c*math.abs(math.sin(w*t)) end", "0"};
  static const char *const parts[] = {
      "brake 'b' { h, capacity = %s, static_ratio = r }\n",
      "local m = body 'other' { mass = 0.3, inertia = 0.02, com = {0.1, 0} }\n"
      "local o = revolute 'o' { ground:at{1, 0}, m }\nstop 'so' { o, min = 0 }\n"
      "clutch 'b' { h, o, capacity = %s, static_ratio = r }\n",
      "brake 'b' { h, capacity = %s, static_ratio = r }\nbrake 'b2' { h, capacity = 0.2 }\n",
      "joint_friction 'b' { h, limit = 0.1 }\nbrake 'b2' { h, capacity = %s, static_ratio = r }\n"};
  unsigned long long seed = 3;
  long most = 0;
  int scenes = soak_or(320, 32, 16);
  for (int i = 0; i < scenes; i++) {
    char part[512], text[TEXT];
    record r;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(part, sizeof part, parts[i / 4 % 4], capacities[i % 4]);
#pragma GCC diagnostic pop
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\nlocal c, w, r = %.17g, %.17g, %.17g\n"
             "local arm = body 'arm' { mass = 1, inertia = 0.02, com = {0.2, 0} }\n"
             "local h = revolute 'h' { ground, arm }\nstop 's' { h, min = 0 }\n"
             "motor 'm' { h, torque = function(t) return -%.17g*math.sin(%.17g*t) end }\n"
             "%ssimulate { duration = 1 }\n",
             uniform(&seed, 0.05, 2), uniform(&seed, 5, 40), uniform(&seed, 1, 2), uniform(&seed, 0.1, 1),
             uniform(&seed, 3, 20), part);
    session s = listen(text, &r);
    go(s, 1);
    assert_true(fabs(see(s, "h", -1, "angle")) < 1e-14 && fabs(see(s, "h", -1, "speed")) < 1e-14);
    most = s.run->books.steps > most ? s.run->books.steps : most;
    if (r.count > 0 || s.run->books.steps > 200)
      fail_msg("%d events, %ld steps:\n%s", r.count, s.run->books.steps, text);
    leave(s);
  }
  print_message("%d arms on stops, at most %ld steps\n", scenes, most);
}

/* ---- speeds that come to rest within a step ---- */

/* J w' = d - C, C = d (3 - t): w would be w0 + d/J (t²/2 - 2 t), less than 0 for a while and 2 w0 J/d above -4 again at t = 3, which is one
 * step. It comes to rest on the way down, and is torn off where ρ C = d. */
static void dips(int joint, const char *pads, double ratio, double start, int way)
{
  char text[TEXT];
  record r;
  snprintf(text, sizeof text,
           "planar {}\n%s, speed = %.17g }\nramp 'p' { from = 0.3, to = 0, duration = 3 }\n"
           "motor 'drive' { 'j', %s = %g }\n%s = 'p', static_ratio = %g }\nsimulate { duration = 3 }\n",
           joints[joint], 10 * way * start, joint < 2 ? "torque" : "force", 0.1 * way, pads, ratio);
  session s = listen(text, &r);
  go(s, 3);
  double off = 3 - 1 / ratio;
  assert_int_equal(r.count, 2);
  happens(&r, 0, 2 - sqrt(4 - 2 * start), "sticking");
  happens(&r, 1, off, way > 0 ? "sliding +" : "sliding -");
  close_to(see(s, "j", -1, "speed"), 5 * way * (1 - (off - 2) * (off - 2)), 1e-9);
  assert_true(s.run->books.worst_ledger < 1e-12);
  leave(s);
}

static void a_dip_within_a_step(void **state)
{
  (void)state;
  static const char *const pressed[] = {"brake 'pads' { 'j', capacity", "joint_friction 'pads' { 'j', limit"};
  for (int joint = 0; joint < JOINTS; joint++)
    for (int k = 0; k < 2; k++)
      for (int i = 1; i < 10; i++)
        dips(joint, pressed[k], 1 + 0.1 * (i % 3), 0.2 * i, i % 2 ? 1 : -1);
}

/* The same of what a law presses by 10 N, m = 1, μ = 0.3, and a force of 1 + t along it. */
static void a_dip_on_a_law(void **state)
{
  (void)state;
  for (int i = 1; i < 10; i++) {
    char text[TEXT];
    record r;
    snprintf(text, sizeof text,
             "planar {}\nramp 'f' { from = 1, to = 4, duration = 3 }\n"
             "local b = point_mass 'b' { mass = 1, x = 0, y = -1*mm, vx = %.17g, vy = 0 }\n"
             "force 'load' { b, fx = 'f', fy = -10 }\n"
             "local floor = shape 'floor' { ground, line { {99, 0}, {-99, 0} } }\n"
             "local foot = shape 'foot' { b, vertex {} }\n"
             "contact 'c' { floor, foot, law = linear { stiffness = 1e4 }, friction = 0.3 }\n"
             "simulate { duration = 3 }\n",
             0.2 * i);
    session s = listen(text, &r);
    go(s, 3);
    happens(&r, 0, 2 - sqrt(4 - 0.4 * i), "sticking");
    happens(&r, 1, 2, "sliding -"); /* along (-n_y, n_x) */
    close_to(see(s, "b", -1, "vx"), 0.5, 1e-9);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_flywheel_stops_stays_and_is_torn_off),
                                     cmocka_unit_test(swings_die_out_and_end),
                                     cmocka_unit_test(a_brake_is_let_go),
                                     cmocka_unit_test(a_drive_against_a_brake),
                                     cmocka_unit_test(what_steps_look_at_is_not_told),
                                     cmocka_unit_test(what_is_open_does_nothing),
                                     cmocka_unit_test(sentences),
                                     cmocka_unit_test(what_presses_is_not_negative),
                                     cmocka_unit_test(beside_a_stop),
                                     cmocka_unit_test(a_dip_within_a_step),
                                     cmocka_unit_test(a_dip_on_a_law)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
