/* Starts and laws that once went wrong, each as a model that carries the number it must meet: dead centres, speeds that
 * contradict each other, rotors, bases, telescopes, feedback of signals, fields of a point, strong damping, rest on
 * contacts. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "step/sessions_test.h"

typedef struct {
  const char *text, *channel;
  double at, value, tolerance;
} wanted;

#define TWO "local a = body 'a' { mass = 1, inertia = 1 } local b = body 'b' { mass = 1, inertia = 1 }\n"
#define TELESCOPE(angle)                                                                                     \
  "planar { gravity = {0, -9.81} } local b = body 'b' { mass = 5, inertia = 0.1, com = {0.3, 0} }\n"         \
  "revolute 'piv' { ground, b, angle = " angle ", speed = 1 }\n"                                             \
  "telescope 'ram' { ground:at{0.1, -0.2}, b:at{0.781, 0}, barrel_mass = 2, barrel_com = 0.2,\n"             \
  "  barrel_inertia = 0.01, rod_mass = 1, rod_com = 0.15, rod_inertia = 0.02 } simulate { duration = 0.1 "   \
  "}\n"
#define CRANK(angle, place)                                                                                  \
  "planar {} local c = body 'c' { mass = 1, inertia = 1e-3 } local s = body 's' { mass = 1, inertia = 1e-3 " \
  "}\n"                                                                                                      \
  "local r = body 'r' { mass = 1, inertia = 1e-3, com = {0.15, 0} } revolute 'O' { ground, c, angle "        \
  "= " angle " }\n"                                                                                          \
  "revolute 'A' { c:at{0.1, 0}, r } prismatic 'G' { ground, s, position = " place " }\n"                     \
  "revolute 'B' { r:at{0.3, 0}, s } simulate { duration = 0.1 }\n"

#define PLANK                                                                                                \
  "planar { gravity = {0, -9.81} } local b = body 'b' { mass = 4, inertia = 0.3, com = {0.1, 0}, y = 0.2 "   \
  "}\n"                                                                                                      \
  "local floor, law = shape 'floor' { ground, line { {1, 0}, {-1, 0} } }, linear { stiffness = 1e6 }\n"      \
  "contact 'left' { floor, shape 'a' { b:at{-0.5, 0}, circle { radius = 0.1 } }, law = law }\n"              \
  "contact 'right' { floor, shape 'c' { b:at{0.5, 0}, circle { radius = 0.1 } }, law = law }\n"              \
  "simulate { duration = 1, start = 'equilibrium' }\n"

static const wanted all[] = {
    {CRANK("0", "-0.2"), "G.position", 0, -0.2, 1e-12},
    {CRANK("0", "0.4"), "G.position", 0, 0.4, 1e-12},
    {CRANK("180*deg", "0.2"), "G.position", 0, 0.2, 1e-12},
    {"planar {}" TWO "revolute 'H1' { ground, a } revolute 'H2' { a, b, speed = 1 }\n"
     "motor 'm' { 'H2', torque = 0, inertia = 1e-2, ratio = 100 } simulate { duration = 1 }",
     "H1.speed", 0, 0, 1e-12},
    {"planar {} shaft 'a' { inertia = 1, speed = 1 } shaft 'b' { inertia = 1 }\n"
     "coupling 'c' { 'b', 'a', ratio = 1000 } simulate { duration = 1 }",
     "b.speed", 1, 1000, 1e-8},
    {"planar {} local t = base 't' { x = function(t) return 2 + 0.1*math.sin(t) end, angle = 0.3 }\n"
     "local b = body 'b' { mass = 1, inertia = 1, x = 3, y = 0, angle = 1.2 } revolute 'hinge' { t, b:at{-1, "
     "0} }\n"
     "simulate { duration = 1 }",
     "hinge.angle", 0, 0.9, 1e-12},
    {"planar { gravity = point { at = {0, 0}, mu = 4 } }" TWO
     "prismatic 'A' { ground:at{2, 0}, a, position = 0 }\n"
     "prismatic 'B' { ground:at{3, 0}, b, position = 0 } rod_with_mass 'r' { a, b, length = 1, mass = 3, com "
     "= 0.5 }\n"
     "motor 'm' { 'A', position = 0 } simulate { duration = 0.1 }",
     "m.effort", 0.1, 1 + 4 / 9.0 + 3 * 4 / 6.25, 1e-9},
    {"planar {}" TWO "revolute 'H1' { ground, a } weld 'w' { a, b } sum 'e' { 1, 'y.value', k2 = -1 }\n"
     "lag 'y' { 'e', time = 0.1, gain = 4, start = 0 } motor 'm' { 'H1', torque = 'y' } simulate { duration "
     "= 0.1 }",
     "y.value", 0.1, 0.8 * (1 - 0.006737946999085467), 1e-7}, /* 0.8 (1 - e^-5) */
    {TELESCOPE("2.4469"), "ram.slide.position", 0, 0.98992, 1e-4},
    /* at rest on what it presses: k δ^1.5 = m g;   a plank with its mass off the middle, on two round feet */
    {"planar { gravity = {0, -9.81} } local b = body 'b' { mass = 1, inertia = 1e-3, y = 0.15 }\n"
     "prismatic 'g' { ground, b, axis = {0, 1}, position = 0.15 }\n"
     "contact 'hit' { shape 'floor' { ground, line { {1, 0}, {-1, 0} } }, shape 'rim' { b, circle { radius = "
     "0.1 } },\n"
     "  law = restitution { e = 0.8, stiffness = 1e6, exponent = 1.5 } }\n"
     "simulate { duration = 1, start = 'equilibrium' }",
     "g.position", 1, 0.1 - 4.5826076e-4, 1e-10},
    {PLANK, "left.normal_force", 1, 0.4 * 4 * 9.81, 1e-7},
    {PLANK, "right.normal_force", 1, 0.6 * 4 * 9.81, 1e-7},
};

static double read(session s, const char *channel)
{
  return pawl_run_read(s.run, pawl_run_find(s.run, channel));
}

static void every_start_is_met(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    session s = open_text(all[i].text, NULL);
    go(s, all[i].at);
    double is = read(s, all[i].channel), off = fabs(is - all[i].value);
    print_message("  %-20s %.12g, off by %.1e of %.0e\n", all[i].channel, is, off, all[i].tolerance);
    assert_true(off <= all[i].tolerance);
    assert_true(s.run->books.worst_velocity <= 1e-10);
    leave(s);
  }
}

static void telescopes_have_positive_lengths(void **state)
{
  (void)state;
  static const char *const texts[] = {TELESCOPE("0"),  TELESCOPE("1"),  TELESCOPE("2"), TELESCOPE("3"),
                                      TELESCOPE("-1"), TELESCOPE("-2"), TELESCOPE("-3")};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    session s = open_text(texts[i], NULL);
    assert_true(read(s, "ram.slide.position") > 0);
    leave(s);
  }
}

/* Damping that nothing but BDF gets through: by steps, not by time. */
static void strong_damping_is_stiff(void **state)
{
  (void)state;
  static const char *const damping[] = {"1e3", "1e4", "1e6"};
  for (int i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "planar {} local w = cylinder 'w' { mass = 0.1, radius = 0.05 } revolute 's' { ground, w, angle "
             "= 1.5 }\n"
             "torsion 'h' { 's', stiffness = 0.02, damping = %s } simulate { duration = 1 }",
             damping[i]);
    session s = open_text(text, NULL);
    go(s, 1);
    print_message("  damping %s: %ld steps\n", damping[i], s.run->books.steps);
    assert_true(s.run->books.steps < 200);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_start_is_met),
                                     cmocka_unit_test(telescopes_have_positive_lengths),
                                     cmocka_unit_test(strong_damping_is_stiff)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
