/* Sensors: rates against differences of the channels that they are rates of, everything against formulas from other
 * channels, in a plane and in space, in any size. The worst case of every row is printed. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "step/sessions_test.h"

#define PI 3.14159265358979323846

static const pawl_run_options tight = {NULL, 1e-12, -1};
static const pawl_run_options through_space = {&pawl_kernel_spatial, 1e-12, -1};

/* A double pendulum with a motor in its elbow; lengths in units of `size`. */
static session open_pendulum(double size, const pawl_run_options *options)
{
  char text[4096];
  snprintf(
      text, sizeof text,
      "local L = %.17g\n"
      "planar { gravity = {0, -9.81*L} }\n"
      "local a = body 'a' { mass = 1, inertia = 0.1*L^2, com = {1*L, 0} }\n"
      "local b = body 'b' { mass = 0.4, inertia = 0.02*L^2, com = {0.4*L, 0} }\n"
      "revolute 'h' { ground:at{3*L, -2*L}, a, angle = 0.3, speed = 2 }\n"
      "revolute 'k' { a:at{1*L, 0}, b:at{0, 0.05*L, angle = 0.2}, angle = 7, speed = -1 }\n"
      "motor 'm' { 'k', torque = function(t) return 0.3*L^2*math.sin(5*t) end }\n"
      "torsion 'spring' { 'k', stiffness = 0.5*L^2, damping = 0.02*L^2 }\n"
      "marker 'world' { b:at{0.4*L, 0.1*L, angle = 0.5} }\n"
      "marker 'own' { b:at{0.4*L, 0.1*L, angle = 0.5}, axes = 'own' }\n"
      "relative 'rw' { a:at{0.2*L, 0.1*L, angle = -1}, b:at{0.4*L, 0.1*L, angle = 0.5} }\n"
      "relative 'ra' { a:at{0.2*L, 0.1*L, angle = -1}, b:at{0.4*L, 0.1*L, angle = 0.5}, axes = 'a' }\n"
      "relative 'rb' { a:at{0.2*L, 0.1*L, angle = -1}, b:at{0.4*L, 0.1*L, angle = 0.5}, axes = 'b' }\n"
      "relative 'rg' { ground, b:at{0.4*L, 0.1*L, angle = 0.5}, axes = 'a' }\n"
      "distance 'd' { a:at{0.2*L, 0.1*L}, b:at{0.4*L, 0.1*L} }\n"
      "cut_force 'cw' { 'k' }\n cut_force 'ca' { 'k', axes = 'a' }\n cut_force 'cb' { 'k', axes = 'b' }\n"
      "power_sensor 'p' { 'k' }\n counter 'n' { 'k' }\n"
      "simulate { duration = 2 }\n",
      size);
  return open_text(text, options);
}

/* ---- differences ---- */

enum { CHANNELS = 400, AROUND = 7 };

/* All channels at t + (i - 3) h; steps end there, so that nothing is interpolated. */
static void fill(session s, double t, double h, double values[AROUND][CHANNELS])
{
  pawl_error error = {0};
  for (int i = 0; i < AROUND; i++) {
    double at = t + (i - 3) * h;
    while (s.run->t < at)
      assert_int_equal(pawl_run_step(s.run, at, &error), PAWL_OK);
    assert_int_equal(pawl_run_output(s.run, at, values[i], &error), PAWL_OK);
  }
}

/* Slope at the middle, of order 6. */
static double slope(double values[AROUND][CHANNELS], int c, double h)
{
  return (45 * (values[4][c] - values[2][c]) - 9 * (values[5][c] - values[1][c]) +
          (values[6][c] - values[0][c])) /
         (60 * h);
}

static int channel(session s, const char *part, const char *name)
{
  char full[64];
  snprintf(full, sizeof full, "%s.%s", part, name);
  int i = pawl_run_find(s.run, full);
  if (i < 0)
    fail_msg("there is no channel %s", full);
  return i;
}

typedef struct {
  const char *part, *of, *rate;
} pairing;

static double rates_off(session s, const pairing *pairs, int count, double size)
{
  static double values[AROUND][CHANNELS];
  double worst = 0, h = 1e-3;
  assert_true(pawl_run_channel_count(s.run) <= CHANNELS);
  for (double t = 0.1; t < 1.3; t += 0.23) {
    fill(s, t, h, values);
    for (int i = 0; i < count; i++) {
      const pairing *p = pairs + i;
      double unit = strstr("angle omega alpha w e0", p->of) ? 1 : size;
      double wanted = slope(values, channel(s, p->part, p->of), h),
             found = values[3][channel(s, p->part, p->rate)];
      double off = fabs(found - wanted) / (unit + fabs(wanted));
      if (!(off <= 1e-8))
        fail_msg("%s.%s is %.12g at t = %g, by differences %.12g", p->part, p->rate, found, t, wanted);
      worst = fmax(worst, off);
    }
  }
  return worst;
}

static void rates_in_a_plane(void **state)
{
  (void)state;
  static const double sizes[] = {1, 1e-3, 1e3, 1};
  static const char *const parts[] = {"world", "rw", "ra", "rb", "rg"};
  pairing pairs[40];
  int n = 0;
  for (int i = 0; i < 5; i++) {
    pairs[n++] = (pairing){parts[i], "x", "vx"};
    pairs[n++] = (pairing){parts[i], "y", "vy"};
    pairs[n++] = (pairing){parts[i], "angle", "omega"};
    pairs[n++] = (pairing){parts[i], "vx", "ax"};
    pairs[n++] = (pairing){parts[i], "vy", "ay"};
    pairs[n++] = (pairing){parts[i], "omega", "alpha"};
  }
  pairs[n++] = (pairing){"d", "length", "rate"};
  pairs[n++] = (pairing){"d", "rate", "second"};
  double worst = 0;
  for (int i = 0; i < 4; i++) {
    session s = open_pendulum(sizes[i], i == 3 ? &through_space : &tight);
    worst = fmax(worst, rates_off(s, pairs, n, sizes[i]));
    leave(s);
  }
  print_message("  rates in a plane: off by %.1e of 1e-8\n", worst);
}

static session open_spatial(void)
{
  return open_text(
      "spatial { gravity = {0, 0, -9.81} }\n"
      "local a = body 'a' { mass = 1, inertia = {0.1, 0.2, 0.3}, com = {0.5, 0.1, 0} }\n"
      "local b = body 'b' { mass = 0.4, inertia = {0.02, 0.03, 0.01}, com = {0.2, 0, 0.1} }\n"
      "spherical 's' { ground, a, wx = 1, wy = -2, wz = 0.5 }\n"
      "revolute 'k' { a:at{1, 0, 0}, b, axis = {0, 1, 1}, speed = 3 }\n"
      "motor 'm' { 'k', torque = 0.2 }\n"
      "marker 'world' { b:at{0.4, 0.1, 0} }\n marker 'own' { b:at{0.4, 0.1, 0}, axes = 'own' }\n"
      "relative 'rw' { a:at{0.2, 0, 0.1}, b:at{0.4, 0.1, 0} }\n"
      "relative 'ra' { a:at{0.2, 0, 0.1}, b:at{0.4, 0.1, 0}, axes = 'a' }\n"
      "relative 'rb' { a:at{0.2, 0, 0.1}, b:at{0.4, 0.1, 0}, axes = 'b' }\n"
      "distance 'd' { a, b:at{0.4, 0.1, 0} }\n"
      "cut_force 'cw' { 'k' }\n cut_force 'ca' { 'k', axes = 'a' }\n cut_force 'cb' { 'k', axes = 'b' }\n"
      "power_sensor 'p' { 'k' }\n simulate { duration = 2 }\n",
      &tight);
}

static void rates_in_space(void **state)
{
  (void)state;
  static const char *const parts[] = {"world", "rw", "ra", "rb"};
  static const char *const of[] = {"x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz"};
  static const char *const rate[] = {"vx", "vy", "vz", "ax", "ay", "az", "alphax", "alphay", "alphaz"};
  pairing pairs[40];
  int n = 0;
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 9; k++)
      pairs[n++] = (pairing){parts[i], of[k], rate[k]};
  pairs[n++] = (pairing){"d", "length", "rate"};
  pairs[n++] = (pairing){"d", "rate", "second"};
  session s = open_spatial();
  double worst = rates_off(s, pairs, n, 1);
  leave(s);
  print_message("  rates in space: off by %.1e of 1e-8\n", worst);
}

/* ---- formulas ---- */

static void agree(session s, const char *part, const char *name, double wanted, double unit, double *worst)
{
  double off = fabs(pawl_run_read(s.run, channel(s, part, name)) - wanted) / (unit + fabs(wanted));
  if (!(off <= 1e-11))
    fail_msg("%s.%s is %.15g, not %.15g", part, name, see(s, part, -1, name), wanted);
  *worst = fmax(*worst, off);
}

/* (x, y) turned back by an angle. */
static void turned(double angle, double x, double y, double out[2])
{
  out[0] = cos(angle) * x + sin(angle) * y;
  out[1] = cos(angle) * y - sin(angle) * x;
}

static void formulas_in_a_plane(void **state)
{
  (void)state;
  static const double sizes[] = {1, 1e-3, 1e3, 1};
  double worst = 0, v[2];
  for (int i = 0; i < 4; i++) {
    double L = sizes[i];
    session s = open_pendulum(L, i == 3 ? &through_space : &tight);
    for (double t = 0; t < 2; t += 0.37) {
      go(s, t);
#define S(part, name) see(s, part, -1, name)
      /* own axes: the same vectors */
      double turn = S("b", "angle") + 0.5;
      agree(s, "world", "angle", turn, 1, &worst);
      static const char *const pair[][2] = {{"vx", "vy"}, {"ax", "ay"}};
      agree(s, "own", "x", S("world", "x"), L, &worst);
      for (int k = 0; k < 2; k++) {
        turned(turn, S("world", pair[k][0]), S("world", pair[k][1]), v);
        agree(s, "own", pair[k][0], v[0], 100 * L, &worst);
        agree(s, "own", pair[k][1], v[1], 100 * L, &worst);
      }
      agree(s, "own", "alpha", S("b", "alpha"), 1, &worst);
      /* relative: plain differences, turned */
      double ca = cos(S("a", "angle")), sa = sin(S("a", "angle"));
      double x = S("world", "x") - S("a", "x") - (0.2 * ca - 0.1 * sa) * L,
             y = S("world", "y") - S("a", "y") - (0.2 * sa + 0.1 * ca) * L;
      agree(s, "rw", "x", x, L, &worst);
      agree(s, "rw", "y", y, L, &worst);
      turned(S("a", "angle") - 1, x, y, v);
      agree(s, "ra", "x", v[0], L, &worst);
      agree(s, "ra", "y", v[1], L, &worst);
      turned(turn, x, y, v);
      agree(s, "rb", "x", v[0], L, &worst);
      agree(s, "rb", "y", v[1], L, &worst);
      agree(s, "ra", "angle", turn - S("a", "angle") + 1, 1, &worst);
      agree(s, "rg", "vx", S("world", "vx"), L, &worst);
      agree(s, "d", "length", hypot(x, y), L, &worst);
      /* all forces on b are its joint's and gravity: Newton and Euler about the joint's second frame */
      double m = 0.4, J = 0.02 * L * L, g = 9.81 * L, b = S("b", "angle");
      double fx = m * S("b", "com.ax"), fy = m * (S("b", "com.ay") + g);
      double rx = (cos(b) * 0.4 - sin(b) * -0.05) * L, ry = (sin(b) * 0.4 + cos(b) * -0.05) * L;
      double tz = J * S("b", "alpha") + rx * fy - ry * fx, unit = m * g + 1e-300;
      agree(s, "cw", "fx", fx, unit, &worst);
      agree(s, "cw", "fy", fy, unit, &worst);
      agree(s, "cw", "tz", tz, unit * L, &worst);
      agree(s, "cw", "tz", S("m", "effort") + S("spring", "torque"), unit * L, &worst);
      turned(S("a", "angle"), fx, fy, v);
      agree(s, "ca", "fx", v[0], unit, &worst);
      agree(s, "ca", "fy", v[1], unit, &worst);
      turned(b + 0.2, fx, fy, v);
      agree(s, "cb", "fx", v[0], unit, &worst);
      agree(s, "cb", "fy", v[1], unit, &worst);
      agree(s, "cb", "tz", tz, unit * L, &worst);
      /* the power through the joint is what the energy of b grows by */
      double P = m * (S("b", "com.vx") * S("b", "com.ax") + S("b", "com.vy") * (S("b", "com.ay") + g)) +
                 J * S("b", "omega") * S("b", "alpha");
      agree(s, "p", "power", P, unit * L, &worst);
      agree(s, "n", "revolutions", S("k", "angle") / (2 * PI), 1, &worst);
      agree(s, "n", "turns", trunc(S("k", "angle") / (2 * PI)), 1, &worst);
      agree(s, "n", "speed", S("k", "speed") / (2 * PI), 1, &worst);
    }
    leave(s);
  }
  print_message("  formulas in a plane: off by %.1e of 1e-11\n", worst);
}

/* In space the force through the elbow carries b, whatever its torques are; its torque about the axis is the motor's. */
static void formulas_in_space(void **state)
{
  (void)state;
  double worst = 0;
  session s = open_spatial();
  for (double t = 0; t < 2; t += 0.37) {
    go(s, t);
    double m = 0.4, fx = m * S("b", "com.ax"), fy = m * S("b", "com.ay"), fz = m * (S("b", "com.az") + 9.81);
    agree(s, "cw", "fx", fx, 1, &worst);
    agree(s, "cw", "fy", fy, 1, &worst);
    agree(s, "cw", "fz", fz, 1, &worst);
    double r = sqrt(0.5);
    agree(s, "ca", "ty", 0.2 / r - S("ca", "tz"), 1, &worst);
    agree(s, "cb", "ty", 0.2 / r - S("cb", "tz"), 1, &worst);
    double force = sqrt(fx * fx + fy * fy + fz * fz);
    agree(
        s, "cb", "fx",
        copysign(sqrt(fmax(force * force - S("cb", "fy") * S("cb", "fy") - S("cb", "fz") * S("cb", "fz"), 0)),
                 S("cb", "fx")),
        1e2, &worst);
    agree(s, "p", "power",
          fx * S("b", "vx") + fy * S("b", "vy") + fz * S("b", "vz") + S("cw", "tx") * S("b", "wx") +
              S("cw", "ty") * S("b", "wy") + S("cw", "tz") * S("b", "wz"),
          1, &worst);
    double speed = sqrt(pow(S("world", "vx"), 2) + pow(S("world", "vy"), 2) + pow(S("world", "vz"), 2));
    agree(s, "own", "vx",
          copysign(sqrt(fmax(speed * speed - pow(S("own", "vy"), 2) - pow(S("own", "vz"), 2), 0)),
                   S("own", "vx")),
          1e2, &worst);
    agree(s, "d", "length",
          sqrt(pow(S("world", "x") - S("a", "x"), 2) + pow(S("world", "y") - S("a", "y"), 2) +
               pow(S("world", "z") - S("a", "z"), 2)),
          1, &worst);
  }
  leave(s);
  print_message("  formulas in space: off by %.1e of 1e-11\n", worst);
}

/* ---- loops: what passes through every joint of a slider-crank, whichever of them was cut ---- */

static void loop_forces(void **state)
{
  (void)state;
  double worst = 0;
  for (int kernel = 0; kernel < 2; kernel++) {
    session s = open_text(
        "planar { gravity = {0, -9.81} }\n"
        "local a = body 'a' { mass = 1, inertia = 0.1, com = {0.15, 0} }\n"
        "local c = body 'c' { mass = 2, inertia = 0.2, com = {0.4, 0} }\n"
        "local p = body 'p' { mass = 3, inertia = 1 }\n revolute 'h' { ground, a, angle = 0.5, speed = 4 }\n"
        "revolute 'k' { a:at{0.3, 0}, c, angle = -0.68 }\n revolute 'l' { c:at{0.8, 0}, p }\n"
        "prismatic 'x' { ground:at{0, 0, angle = 30*deg}, p:at{0.1, 0.2} }\n"
        "motor 'm' { 'h', torque = 2 }\n torsion 's1' { 'l', stiffness = 3 }\n torsion 's2' { 'k', stiffness "
        "= 2 }\n"
        "motor 'f' { 'x', force = -5 }\n"
        "cut_force 'ch' { 'h' }\n cut_force 'ck' { 'k' }\n cut_force 'cl' { 'l' }\n cut_force 'cx' { 'x' }\n"
        "power_sensor 'ph' { 'h' }\n power_sensor 'pk' { 'k' }\n power_sensor 'pl' { 'l' }\n power_sensor "
        "'px' { 'x' }\n"
        "simulate { duration = 1 }\n",
        kernel ? &through_space : &tight);
    for (double t = 0; t < 1; t += 0.19) {
      go(s, t);
      double g = 9.81;
      /* forces on each body */
      agree(s, "ch", "fx", S("ck", "fx") + S("a", "com.ax"), 10, &worst);
      agree(s, "ch", "fy", S("ck", "fy") + S("a", "com.ay") + g, 10, &worst);
      agree(s, "ck", "fx", S("cl", "fx") + 2 * S("c", "com.ax"), 10, &worst);
      agree(s, "ck", "fy", S("cl", "fy") + 2 * (S("c", "com.ay") + g), 10, &worst);
      agree(s, "cl", "fx", 3 * S("p", "ax") - S("cx", "fx"), 10, &worst);
      agree(s, "cl", "fy", 3 * (S("p", "ay") + g) - S("cx", "fy"), 10, &worst);
      /* along the guide only the motor pushes */
      agree(s, "cx", "fx", (-5 + sin(PI / 6) * -S("cx", "fy")) / cos(PI / 6), 10, &worst);
      /* torques on the crank about its pin: the elbow takes what it gives to the rod */
      double ca = cos(S("h", "angle")), sa = sin(S("h", "angle"));
      double tz =
          S("ch", "tz") - S("ck", "tz") - 0.3 * (ca * S("ck", "fy") - sa * S("ck", "fx")) - 0.15 * ca * g;
      agree(s, "ch", "tz", 2, 10, &worst);
      agree(s, "a", "alpha", tz / (0.1 + 0.15 * 0.15), 10, &worst);
      agree(s, "ck", "tz", S("s2", "torque"), 10, &worst);
      agree(s, "cl", "tz", S("s1", "torque"), 10, &worst);
      /* powers */
      agree(s, "ph", "power", 2 * S("h", "speed"), 10, &worst);
      agree(s, "px", "power", -5 * S("x", "speed"), 10, &worst);
    }
    leave(s);
  }
  print_message("  what passes through the joints of a loop: off by %.1e of 1e-11\n", worst);
}

/* Points that pass through each other, and start on each other at rest. */
static void no_distance(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, 0} }\n"
                "local a = body 'a' { mass = 1, inertia = 1 }\n prismatic 'x' { ground, a, speed = -2 }\n"
                "local b = body 'b' { mass = 1, inertia = 1 }\n prismatic 'y' { ground, b, speed = 0 }\n"
                "distance 'd' { ground, a }\n distance 'e' { ground, b }\n simulate { duration = 1 }\n",
                &tight);
  double worst = 0;
  agree(s, "d", "length", 0, 1, &worst);
  agree(s, "d", "rate", 2, 1, &worst);
  agree(s, "d", "second", 0, 1, &worst);
  agree(s, "e", "rate", 0, 1, &worst);
  go(s, 1);
  agree(s, "d", "rate", 2, 1, &worst);
  leave(s);
}

static void many_turns(void **state)
{
  (void)state;
  double worst = 0;
  for (int i = 0; i < 2; i++) {
    session s =
        open_text("planar { gravity = {0, 0} }\n"
                  "local a = body 'a' { mass = 1, inertia = 1 }\n revolute 'h' { ground, a, speed = -300 }\n"
                  "counter 'n' { 'h' }\n simulate { duration = 1 }\n",
                  i ? &through_space : &tight);
    go(s, 1);
    agree(s, "n", "revolutions", -300 / (2 * PI), 1, &worst);
    agree(s, "n", "turns", -47, 1, &worst);
    leave(s);
  }
}

static void sentences(void **state)
{
  (void)state;
  static const struct {
    const char *text, *sentence;
  } bad[] = {{"counter 'n' { 'x' }", "needs a joint that turns; \"x\" is of kind 'prismatic'"},
             {"counter 'n' {}", "counter"},
             {"relative 'r' { ground }", "relative"},
             {"relative 'r' { ground, b, axes = 'c' }", "axes"},
             {"marker 'r' { b, axes = 'body' }", "axes"},
             {"cut_force 'c' { b }", "joint"},
             {"power_sensor 'c' { 'y' }", "'y'"},
             {"distance 'd' { b, 3 }", "distance"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[512];
    pawl_model *model = NULL;
    pawl_run *run = NULL;
    pawl_error error = {0};
    snprintf(text, sizeof text,
             "planar {}\nlocal b = body 'b' { mass = 2, inertia = 0.3 }\nprismatic 'x' { ground, b }\n%s\n"
             "simulate { duration = 1 }\n",
             bad[i].text);
    pawl_status status = pawl_model_parse(&model, text, "test", NULL, &error);
    if (status == PAWL_OK)
      status = pawl_run_open(&run, model, NULL, &error);
    if (status == PAWL_OK || !strstr(error.text, bad[i].sentence) || strncmp(error.where, "test:4", 6) != 0)
      fail_msg("%s\nsays '%s: %s', not '%s'", text, error.where, error.text, bad[i].sentence);
    pawl_run_free(run);
    pawl_model_free(model);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_in_a_plane),    cmocka_unit_test(rates_in_space),
      cmocka_unit_test(formulas_in_a_plane), cmocka_unit_test(formulas_in_space),
      cmocka_unit_test(loop_forces),         cmocka_unit_test(no_distance),
      cmocka_unit_test(many_turns),          cmocka_unit_test(sentences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
