/* Friction that sticks in joints of closed loops, of which one is cut, against closed forms.      theory.md, 9.1 */
#include "base/chance.h"
#include "step/brakes_test.h"

/* Two cranks of length 0.5 that a coupler joins, J = 2 (0.1 + 0.25²) + 2 0.5² about either: every joint turns as fast as the crank. */
static const char parallelogram[] =
    "planar {}\nlocal t = 40*deg\nlocal a = body 'a' { mass = 1, inertia = 0.1, com = {0.25, 0} }\n"
    "local b = body 'b' { mass = 2, inertia = 0.05, com = {0.5, 0}, x = 0.5*math.cos(t), y = 0.5*math.sin(t) "
    "}\n"
    "local c = body 'c' { mass = 1, inertia = 0.1, com = {0.25, 0} }\n"
    "revolute 'j0' { ground, a, angle = t, speed = %d }\nrevolute 'j1' { a:at{0.5, 0}, b }\n"
    "revolute 'j2' { b:at{1, 0}, c:at{0.5, 0} }\nrevolute 'j3' { ground:at{1, 0}, c, angle = t }\n"
    "ramp 'r' { from = 0, to = %d, start = 3, duration = 10 }\ntorque 'load' { a, tz = 'r' }\n"
    "for i = 0, 3 do motor('m'..i) { 'j'..i, torque = 0 } end\n"
    "brake 'pads' { 'j%d', capacity = 0.4125 }\nsimulate { duration = 100 }\n";

static bool is_cut(session s, const char *name)
{
  return s.run->system.joint.use[s.run->system.index.joint[pawl_model_find(s.model, name)]].link < 0;
}

/* The same brake does the same on any of its joints. Where all have a motor, one is cut that has one. */
static void brakes_in_a_loop_of_hinges(void **state)
{
  (void)state;
  static const int turns[] = {1, -1, 1, 1}; /* of each joint while the crank turns on */
  int cut = 0;
  for (int i = 0; i < 8; i++) {
    int joint = i / 2, way = i % 2 ? -1 : 1;
    char text[TEXT], name[8];
    record r;
    snprintf(text, sizeof text, parallelogram, way, 1, joint);
    snprintf(name, sizeof name, "j%d", joint);
    session s = listen(text, &r);
    cut += is_cut(s, name);
    go(s, 1);
    close_to(see(s, "pads", -1, "effort"), -way * turns[joint] * 0.4125, 1e-10);
    go(s, 7);
    close_to(see(s, "j0", -1, "angle"), 40 * 3.14159265358979323846 / 180 + way * 0.5 * 2, 1e-9);
    close_to(see(s, "pads", -1, "effort"), -turns[joint] * 0.4, 1e-9);
    go(s, 8);
    assert_int_equal(r.count, 2);
    happens(&r, 0, 2, "sticking"); /* J/0.4125 */
    happens(&r, 1, 7.125, turns[joint] > 0 ? "sliding +" : "sliding -");
    close_to(see(s, "j0", -1, "speed"), (0.05 * (25 - 4.125 * 4.125) - 0.4125 * 0.875) / 0.825, 1e-9);
    assert_true(s.run->books.worst_ledger < 1e-9);
    leave(s);
  }
  assert_int_equal(cut, 2);
}

/* A rod of length 1 whose ends slide on two axes, I = 1.35 about where it turns, wherever it is. The friction F of a guide stops it after
 * ½ I/F of that guide's own way. */
static void brakes_in_a_loop_of_guides(void **state)
{
  (void)state;
  static const struct {
    const char *joint, *channel;
    double capacity;
  } cases[] = {{"gx", "position", 2}, {"gy", "position", 2}, {"px", "angle", 1.35}, {"py", "angle", 1.35}};
  /* A joint that is written last is cut: a pin, or a guide. */
  static const char guide[] = "prismatic 'gy' { ground, sy, axis = {0, 1}, position = y }\n";
  int cut = 0;
  for (int i = 0; i < 8; i++) {
    char text[TEXT];
    record r;
    snprintf(
        text, sizeof text,
        "planar {}\nlocal t = 30*deg\nlocal x, y = math.cos(t), math.sin(t)\n"
        "local sx = body 'sx' { mass = 1, inertia = 0.1 }\nlocal sy = body 'sy' { mass = 1, inertia = 0.1 }\n"
        "local rod = body 'rod' { mass = 1, inertia = 0.1, x = x/2, y = y/2, angle = -t }\n"
        "prismatic 'gx' { ground, sx, axis = {1, 0}, position = x, speed = -y }\n"
        "%srevolute 'px' { sx, rod:at{0.5, 0} }\nrevolute 'py' { sy, rod:at{-0.5, 0} }\n%s"
        "motor 'm0' { 'gx', force = 0 }\nmotor 'm1' { 'gy', force = 0 }\n"
        "motor 'm2' { 'px', torque = 0 }\nmotor 'm3' { 'py', torque = 0 }\n"
        "joint_friction 'f' { '%s', limit = function(t) return %g end }\nsimulate { duration = 50 }\n",
        i < 4 ? guide : "", i < 4 ? "" : guide, cases[i % 4].joint, cases[i % 4].capacity);
    session s = listen(text, &r);
    cut += is_cut(s, cases[i % 4].joint);
    double begin = see(s, cases[i % 4].joint, -1, cases[i % 4].channel);
    go(s, 3);
    assert_int_equal(r.count, 1);
    assert_string_equal(r.to[0], "sticking");
    double end = see(s, cases[i % 4].joint, -1, cases[i % 4].channel), effort = see(s, "f", -1, "effort");
    close_to(fabs(end - begin), 0.5 * 1.35 / cases[i % 4].capacity, 1e-9);
    close_to(effort, 0, 1e-9);
    close_to(see(s, "f", -1, "work"), -0.5 * 1.35, 1e-9);
    go(s, 50);
    close_to(see(s, cases[i % 4].joint, -1, cases[i % 4].channel), end, 1e-12);
    leave(s);
  }
  assert_int_equal(cut, 2);
}

static double share(unsigned long long *seed)
{
  return 0.5 + 0.5 * pawl_chance(seed);
}

/* Wheels in a row of gears of which one is held, by less than its friction bears: all stay where they are for 1e5 s, whatever the joint, the
 * wheels' sizes and the tolerance. Errors of steps would move them by as much as grows with the square of the time. */
static void what_is_held_through_gears_stays(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  for (int i = 0; i < 24; i++) {
    char text[TEXT];
    int wheels = 2 + i % 3, n = 0, held = (int)(wheels * share(&seed));
    double size = pow(10, -6.5 * share(&seed)), turns[4] = {1}, load = 0;
    n += snprintf(text + n, TEXT - (size_t)n, "planar {}\n");
    for (int k = 0; k < wheels; k++) {
      double ratio = (k % 2 ? -1 : 1) * (0.3 + 2 * share(&seed));
      double torque = 2 * share(&seed) - 1;
      turns[k] = k == 0 ? 1 : turns[k - 1] * ratio;
      load += torque * turns[k];
      n += snprintf(
          text + n, TEXT - (size_t)n,
          "local b%d = body 'b%d' { mass = 1, inertia = %g }\nrevolute 'j%d' { ground:at{%d, 0}, b%d }\n"
          "motor 'm%d' { 'j%d', torque = %.17g }\n",
          k, k, size * (0.1 + share(&seed)), k, k, k, k, k, torque);
      if (k > 0)
        n += snprintf(text + n, TEXT - (size_t)n, "coupling 'g%d' { 'j%d', 'j%d', ratio = %.17g }\n", k, k,
                      k - 1, ratio);
    }
    n += snprintf(text + n, TEXT - (size_t)n,
                  "joint_friction 'f' { 'j%d', limit = %.17g }\nsimulate { duration = 1e5 }\n", held,
                  fabs(load / turns[held]) * (1.05 + 2 * share(&seed)));
    pawl_run_options options = {NULL, pow(10, -6 - 6 * share(&seed)), -1};
    session s = open_text(text, &options);
    go(s, 1e5);
    for (int k = 0; k < wheels; k++) {
      char joint[8];
      snprintf(joint, sizeof joint, "j%d", k);
      if (!(fabs(see(s, joint, -1, "angle")) <= 1e-14))
        fail_msg("%s at %g:\n%s", joint, see(s, joint, -1, "angle"), text);
    }
    leave(s);
  }
}

/* The same of a loop, held on any of its joints while its load comes and goes. */
static void what_is_held_in_a_loop_stays(void **state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    char text[TEXT];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -1} }\nlocal t = 40*deg\nlocal a = body 'a' { mass = 1, inertia = 0.1, "
             "com = {0.25, 0} }\n"
             "local b = body 'b' { mass = 2, inertia = 0.05, com = {0.5, 0}, x = 0.5*math.cos(t), y = "
             "0.5*math.sin(t) }\n"
             "local c = body 'c' { mass = 1, inertia = 0.1, com = {0.25, 0} }\n"
             "revolute 'j0' { ground, a, angle = t }\nrevolute 'j1' { a:at{0.5, 0}, b }\n"
             "revolute 'j2' { b:at{1, 0}, c:at{0.5, 0} }\nrevolute 'j3' { ground:at{1, 0}, c, angle = t }\n"
             "sine 's' { amplitude = 0.5, frequency = 1e-3 }\ntorque 'load' { a, tz = 's' }\n"
             "torsion 'twist' { 'j3', stiffness = 0.3 }\n"
             "brake 'pads' { 'j%d', capacity = 3 }\nsimulate { duration = 1e5 }\n",
             i);
    session s = open_text(text, NULL);
    double begin = see(s, "j0", -1, "angle"), beside = see(s, "j2", -1, "angle");
    go(s, 1e5);
    close_to(see(s, "j0", -1, "angle"), begin, 1e-14);
    close_to(see(s, "j2", -1, "angle"), beside, 1e-14);
    assert_true(s.run->books.worst_ledger < 1e-9);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(brakes_in_a_loop_of_hinges), cmocka_unit_test(brakes_in_a_loop_of_guides),
      cmocka_unit_test(what_is_held_through_gears_stays), cmocka_unit_test(what_is_held_in_a_loop_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
