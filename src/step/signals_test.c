/* Signals: on an oscillator against the convolution integral, alone against closed forms; a controller against
 * reference numbers. The worst case of every row is printed. */
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

#include "step/agree_test.h"

#define PI 3.14159265358979323846

static const pawl_run_options tight = {NULL, 1e-10, -1};
static const pawl_run_options through_space = {&pawl_kernel_spatial, 1e-10, -1};

/* ---- excitations that this file knows by itself ---- */

enum { PIECES = 64 };

/* A torque as a function of time, smooth between `corner`s; `t` is never asked for at a corner. */
typedef struct {
  const char *text; /* the signal "u" of the model */
  double (*at)(double t);
  double corner[PIECES];
  int corners;
} excitation;

static double pulse_at(double t) /* amplitude 5, period 0.3, width 0.3, start 0.1, offset -1 */
{
  double k = floor((t - 0.1) / 0.3);
  return t > 0.1 && t - 0.1 - 0.3 * k < 0.09 ? 4 : -1;
}

static double slanted_pulse_at(double t) /* the same with rise 0.04 */
{
  double k = floor((t - 0.1) / 0.3), x = t - 0.1 - 0.3 * k;
  if (t < 0.1 || x > 0.13)
    return -1;
  return -1 + 5 * (x < 0.04 ? x / 0.04 : x < 0.09 ? 1 : 1 - (x - 0.09) / 0.04);
}

static double ramp_at(double t)
{
  return t < 0.37 ? -1 : t > 1.24 ? 2 : -1 + 3 * (t - 0.37) / 0.87;
}

static double jump_at(double t)
{
  return t < 0.61 ? 1.5 : -2;
}

static double cubic_at(double t)
{
  double s = fmin(fmax((t - 0.4) / 0.5, 0), 1);
  return 0.5 + 2.5 * s * s * (3 - 2 * s);
}

static double quintic_at(double t)
{
  double s = fmin(fmax((t - 0.4) / 0.5, 0), 1);
  return 0.5 + 2.5 * s * s * s * (10 - 15 * s + 6 * s * s);
}

static double sine_at(double t)
{
  return t < 0.33 ? 0.5 : 0.5 + 2 * sin(2 * PI * 3 * (t - 0.33) + 0.7);
}

static double table_at(double t) /* {0.2, 1} {0.5, 3} {0.8, -1} {1.3, 2}, straight on */
{
  return t < 0.5 ? 1 + (t - 0.2) * 2 / 0.3 : t < 0.8 ? 3 - (t - 0.5) * 4 / 0.3 : -1 + (t - 0.8) * 3 / 0.5;
}

static double saw_at(double t) /* {0, 0} {0.1, 2} {0.17, 1}, again and again: jumps back by 1 */
{
  double x = t - 0.17 * floor(t / 0.17);
  return x < 0.1 ? 20 * x : 2 - (x - 0.1) / 0.07;
}

static double sum_at(double t)
{
  return 0.5 * ramp_at(t) - 2 * pulse_at(t) + 0.25 * sine_at(t) + 3;
}

static double product_at(double t)
{
  return cubic_at(t) * pulse_at(t);
}

/* Corners of all excitations between 0 and 2; those that one does not have do no harm to the quadrature. */
static void set_corners(excitation *e)
{
  static const double single[] = {0.37, 1.24, 0.61, 0.4, 0.9, 0.33, 0.2, 0.5, 0.8, 1.3};
  for (size_t i = 0; i < sizeof single / sizeof *single; i++)
    e->corner[e->corners++] = single[i];
  for (int k = 0; k < 7; k++) {
    const double within[] = {0, 0.04, 0.09, 0.13};
    for (int c = 0; c < 4; c++)
      e->corner[e->corners++] = 0.1 + 0.3 * k + within[c];
  }
  for (int k = 0; k < 12; k++) {
    e->corner[e->corners++] = 0.17 * k;
    e->corner[e->corners++] = 0.17 * k + 0.1;
  }
  for (int i = 1; i < e->corners; i++)
    for (int j = i; j > 0 && e->corner[j] < e->corner[j - 1]; j--) {
      double x = e->corner[j];
      e->corner[j] = e->corner[j - 1];
      e->corner[j - 1] = x;
    }
}

#define PULSE "amplitude = 5, period = 0.3, width = 0.3, start = 0.1, offset = -1"
#define RAMP "from = -1, to = 2, start = 0.37, duration = 0.87"
#define SINE "amplitude = 2, frequency = 3, phase = 0.7, offset = 0.5, start = 0.33"
#define STEP "from = 0.5, to = 3, start = 0.4, duration = 0.5"

static excitation excitations[] = {
    {"pulse 'u' { " PULSE " }", pulse_at, {0}, 0},
    {"pulse 'u' { " PULSE ", rise = 0.04 }", slanted_pulse_at, {0}, 0},
    {"ramp 'u' { " RAMP " }", ramp_at, {0}, 0},
    {"step 'u' { from = 1.5, to = -2, start = 0.61 }", jump_at, {0}, 0},
    {"ramp 'u' { from = 1.5, to = -2, start = 0.61, duration = 0 }", jump_at, {0}, 0},
    {"step 'u' { " STEP " }", cubic_at, {0}, 0},
    {"step 'u' { " STEP ", order = 5 }", quintic_at, {0}, 0},
    {"sine 'u' { " SINE " }", sine_at, {0}, 0},
    {"lookup 'u' { curve = characteristic { {0.2, 1}, {0.5, 3}, {0.8, -1}, {1.3, 2} } }", table_at, {0}, 0},
    {"lookup 'u' { curve = characteristic { {0, 0}, {0.1, 2}, {0.17, 1} }, periodic = true }",
     saw_at,
     {0},
     0},
    {"sum 'u' { ramp 'a' { " RAMP " }, pulse 'b' { " PULSE " }, sine 'c' { " SINE
     " }, 3, k1 = 0.5, k2 = -2, k3 = 0.25 }",
     sum_at,
     {0},
     0},
    {"product 'u' { step 'a' { " STEP " }, pulse 'b' { " PULSE " } }", product_at, {0}, 0},
};

enum { EXCITATIONS = sizeof excitations / sizeof *excitations };

/* ---- an oscillator under a torque ---- */

/* x = ∫ u(τ) sin(w (t - τ)) dτ / (J w), and x': Gauss's rule on pieces between corners. */
static void convolve(const excitation *e, double J, double w, double t, double out[2])
{
  static const double node[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                 0.9602898564975363};
  static const double weight[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                   0.1012285362903763};
  double from = 0;
  out[0] = out[1] = 0;
  for (int i = 0; i <= e->corners && from < t; i++) {
    double to = i < e->corners ? fmin(e->corner[i], t) : t;
    for (int part = 0; part < 4 && to > from; part++) {
      double h = (to - from) / 8, middle = from + (2 * part + 1) * h;
      for (int k = 0; k < 8; k++) {
        double x = middle + (k < 4 ? -h : h) * node[k & 3], f = weight[k & 3] * h * e->at(x);
        out[0] += f * sin(w * (t - x)) / (J * w);
        out[1] += f * cos(w * (t - x)) / J;
      }
    }
    from = fmax(from, to);
  }
}

typedef struct {
  double off; /* of the angle, and of the speed over w */
  double ledger;
  long steps, rejected, breaks;
} oscillation;

/* The model in other units of inertia: J and the torque times `size`. */
static oscillation oscillate(const excitation *e, double w, double size, const pawl_run_options *options)
{
  char text[TEXT];
  snprintf(text, sizeof text,
           "planar { gravity = {0, 0} }\n"
           "local b = body 'disc' { mass = 1, inertia = %.17g }\n"
           "revolute 'h' { ground, b, angle = 0, speed = 0 }\n"
           "torsion 'k' { 'h', stiffness = %.17g }\n"
           "%s\n"
           "motor 'm' { 'h', torque = gain 'g' { 'u', gain = %.17g } }\n"
           "simulate { duration = 2 }\n",
           2 * size, 2 * size * w * w, e->text, size);
  session s = open_text(text, options);
  oscillation o = {0};
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  pawl_error error = {0};
  int angle = pawl_run_find(s.run, "h.angle"), speed = pawl_run_find(s.run, "h.speed"),
      value = pawl_run_find(s.run, "u.value");
  assert_non_null(values);
  for (int i = 0; i <= 200; i++) {
    double t = 0.01 * i + 0.00037, exact[2];
    t = fmin(t, 2);
    while (s.run->t < t)
      assert_int_equal(pawl_run_step(s.run, 2, &error), PAWL_OK);
    assert_int_equal(pawl_run_output(s.run, t, values, &error), PAWL_OK);
    convolve(e, 2, w, t, exact);
    o.off = fmax(o.off, fmax(fabs(values[angle] - exact[0]), fabs(values[speed] - exact[1]) / w));
    if (!(fabs(values[value] - e->at(t)) <= 1e-12))
      fail_msg("%s: says %.17g at t = %g, not %.17g", e->text, values[value], t, e->at(t));
  }
  o.ledger = s.run->books.worst_ledger;
  o.steps = s.run->books.steps;
  o.rejected = s.run->books.rejected;
  for (double t = pawl_signals_next_break(&s.run->system, 0); t < 2;
       t = pawl_signals_next_break(&s.run->system, t))
    o.breaks++;
  free(values);
  leave(s);
  return o;
}

static void on_an_oscillator(void **state)
{
  (void)state;
  static const double frequencies[] = {1.3, 9, 40}, sizes[] = {1, 1e-3, 1e3};
  for (int i = 0; i < EXCITATIONS; i++) {
    oscillation worst = {0};
    set_corners(excitations + i);
    for (int k = 0; k < 4; k++) {
      const pawl_run_options *options = k == 3 ? &through_space : &tight;
      oscillation o = oscillate(excitations + i, frequencies[k % 3], sizes[k % 3], options);
      worst.off = fmax(worst.off, o.off);
      worst.ledger = fmax(worst.ledger, o.ledger);
      worst.rejected = o.rejected > worst.rejected ? o.rejected : worst.rejected;
      worst.breaks = o.breaks;
      assert_true(o.rejected <= 2 + 2 * o.breaks + o.steps / 8);
    }
    print_message("  %.24s …: off by %.1e of 1e-10, ledger %.1e, %ld steps rejected, %ld breaks\n",
                  excitations[i].text, worst.off, worst.ledger, worst.rejected, worst.breaks);
    assert_true(worst.off <= 1e-10);
    assert_true(worst.ledger <= 1e-9);
  }
}

/* Under a force alone a method of order 8 makes no error between jumps: only missed ones would show. */
static void on_a_mass(void **state)
{
  (void)state;
  double worst = 0;
  const struct {
    double amplitude, period, width, start, mass;
  } sets[] = {{5, 0.3, 0.3, 0.1, 2},  {1e-3, 1e-3, 0.5, 0, 1e-3},        {1e3, 0.37, 1, 0.2, 1e3},
              {-2, 0.1, 0.01, 0, 1},  {3, 1.0 / 3, 1.0 / 3, 1.0 / 3, 1}, {1, 0.7, 0, 0, 1},
              {2, 0.1, 0.7, -0.23, 5}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    char text[1024];
    double A = sets[i].amplitude, T = sets[i].period, w = sets[i].width, t0 = sets[i].start, m = sets[i].mass,
           end = 9.6 * T;
    snprintf(text, sizeof text,
             "planar { gravity = {0, 0} }\nlocal b = body 'b' { mass = %.17g, inertia = 1 }\n"
             "prismatic 'x' { ground, b, position = 0, speed = 0 }\n"
             "motor 'm' { 'x', force = pulse 'u' { amplitude = %.17g, period = %.17g, width = %.17g, "
             "start = %.17g } }\nsimulate { duration = %.17g }\n",
             m, A, T, w, t0, end);
    session s = open_text(text, &tight);
    go(s, end);
    double x = 0, v = 0;
    for (int k = 0; k < 14; k++) {
      double up = fmax(t0 + k * T, 0), down = fmin(t0 + k * T + w * T, end);
      if (down <= up)
        continue;
      v += A / m * (down - up);
      x += A / m * (down - up) * (end - 0.5 * (up + down));
    }
    double size = fabs(A) / m * end;
    worst = fmax(worst, fabs(see(s, "x", -1, "speed") - v) / size);
    worst = fmax(worst, fabs(see(s, "x", -1, "position") - x) / size / end);
    assert_true(s.run->books.rejected <= 2);
    leave(s);
  }
  print_message("  pulses on a mass: off by %.1e of 1e-12\n", worst);
  assert_true(worst <= 1e-12);
}

/* ---- blocks with states, in closed form ---- */

static void blocks(void **state)
{
  (void)state;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\n"
      "local b = body 'b' { mass = 1, inertia = 0, com = {1, 0} }\n revolute 'h' { ground, b, angle = -2 }\n"
      "ramp 'r' { from = -0.5, to = 0, duration = 0.5 }\n lag 'lag' { 'r', time = 0.1 }\n"
      "lag 'decay' { 0, time = 0.3, start = 2 }\n lag 'gained' { 2, time = 0.3, gain = 5, start = 0 }\n"
      "step 'e' { to = 2, start = 0.25 }\n second_order 'swing' { 'e', omega = 12, damping = 0.2, gain = 3 "
      "}\n"
      "second_order 'creep' { 'e', omega = 12, damping = 2 }\n second_order 'critical' { 'e', omega = 12 }\n"
      "integrator 'way' { 'h.speed', start = -2 }\n integrator 'half' { 'e', gain = 0.5, start = 1 }\n"
      "derivative 'rate' { 'r', time = 0.05, gain = 2 }\n derivative 'd2' { 'h.angle', time = 1e-3 }\n"
      "limit 'most' { 'h.angle', max = -1.9 }\n gain 'deg' { 'h.angle', gain = 180/math.pi, offset = 1 }\n"
      "formula 'f' { function(t, s) return s['lag.value'] + 2*s['h.angle'] + t end }\n"
      "lookup 'l' { curve = characteristic { {-3, 9}, {-2, 4}, {-1, 1}, {0, 0} }, of = 'h.angle' }\n"
      "simulate { duration = 2 }\n",
      &tight);
  double worst = 0;
  for (double t = 0.1; t < 2; t += 0.3) {
    go(s, t);
    double E = exp(-10 * t),
           L = t <= 0.5 ? -0.5 + t - 0.1 * (1 - E) : -0.1 * (1 - exp(-5)) * exp(-10 * (t - 0.5));
    agree(s, "lag.value", L, 1e-10, &worst);
    agree(s, "decay.value", 2 * exp(-t / 0.3), 1e-10, &worst);
    agree(s, "gained.value", 10 * (1 - exp(-t / 0.3)), 1e-10, &worst);
    double x = fmax(t - 0.25, 0), D = 0.2, w = 12, a = D * w, b = w * sqrt(1 - D * D);
    agree(s, "swing.value", 6 * (1 - exp(-a * x) * (cos(b * x) + a / b * sin(b * x))), 1e-9, &worst);
    double p = -w * (2 - sqrt(3)), q = -w * (2 + sqrt(3));
    agree(s, "creep.value", 2 * (1 + (q * exp(p * x) - p * exp(q * x)) / (p - q)), 1e-10, &worst);
    agree(s, "critical.value", 2 * (1 - exp(-w * x) * (1 + w * x)), 1e-10, &worst);
    double angle = see(s, "h", -1, "angle");
    agree(s, "way.value", angle, 1e-10, &worst);
    agree(s, "half.value", 1 + x, 1e-10, &worst);
    double up = 2 * (1 - exp(-20 * fmin(t, 0.5)));
    agree(s, "rate.value", t < 0.5 ? up : up * exp(-20 * (t - 0.5)), 1e-9, &worst);
    agree(s, "d2.value", see(s, "h", -1, "speed"), 0.02, &worst);
    agree(s, "most.value", fmin(angle, -1.9), 1e-14, &worst);
    agree(s, "deg.value", angle * 180 / PI + 1, 1e-14, &worst);
    agree(s, "f.value", see(s, "lag", -1, "value") + 2 * angle + t, 1e-14, &worst);
    agree(s, "l.value",
          angle < -2   ? 4 - 5 * (angle + 2)
          : angle < -1 ? 1 - 3 * (angle + 1)
                       : -angle,
          1e-13, &worst);
  }
  leave(s);
  print_message("  lags, integrals and the like: %.2g of what is allowed\n", worst);
}

/* A prescribed position that a state makes, of a function that a torque follows, too. */
static void prescribed_by_states(void **state)
{
  (void)state;
  session s =
      open_text("planar { gravity = {0, -9.81} }\n"
                "local b = body 'b' { mass = 2, inertia = 1, com = {0.5, 0} }\n"
                "local c = body 'c' { mass = 1, inertia = 1, com = {0.5, 0} }\n"
                "revolute 'h' { ground, b }\n revolute 'k' { b:at{1, 0}, c }\n"
                "formula 'f' { function(t) return 3*t*t end }\n motor 'n' { 'k', torque = 'f' }\n"
                "motor 'm' { 'h', angle = lag 's' { 'f', time = 0.1 } }\n simulate { duration = 1 }\n",
                &tight);
  double worst = 0;
  go(s, 1);
  agree(s, "h.angle", 3 - 0.6 + 0.06 * (1 - exp(-10)), 1e-9, &worst);
  agree(s, "n.effort", 3, 1e-14, &worst);
  assert_true(s.run->books.worst_ledger <= 1e-9);
  assert_true(s.run->books.worst_position <= 1e-12);
  leave(s);
  print_message("  a position that a state prescribes: %.2g of what is allowed\n", worst);
}

/* ---- controller: a crane crab that balances its load (reference: minimal coordinates, two methods) ---- */

static void controlled_crab(void **state)
{
  (void)state;
  static const struct {
    const char *start;
    double t, value[4];
  } rows[] = {
      {", error = 0", 0.1, {0.3871848405970686, 4.645416795002107, -0.2090429182461595, 1.642008326611377}},
      {", error = 0", 1, {1.364856089257975, -0.06079247830949428, 0.00908888572068766, -0.1303719920811664}},
      {", error = 0",
       3,
       {1.928659300627135, 0.2995984956381477, -9.419715341959556e-5, 7.292182889416545e-5}},
      {"", 0.1, {0.09332386545978289, 1.743678405563464, -0.3205485141203165, 0.5268924429434663}},
      {"", 1, {1.887490107883553, 0.8606476646055519, 0.02722678300732668, -0.07775565660249973}},
      {"", 3, {3.86100742553679, 1.02143750769597, 1.491231695198164e-5, -0.0004250877350280191}}};
  static const char *const channel[] = {"x.position", "x.speed", "h.angle", "h.speed"};
  double worst = 0;
  for (int i = 0; i < 12; i++) {
    char text[1024];
    /* the library's controller is fed with the angle, ours with target - input: the gain changes its sign */
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -9.81} }\n"
        "local cart = body 'cart' { mass = 250, inertia = 0 }\n"
        "local load = body 'load' { mass = 70, inertia = 0, com = {0, 2.5} }\n"
        "prismatic 'x' { ground, cart }\n revolute 'h' { cart, load, angle = -20*deg }\n"
        "pid 'c' { input = 'h.angle', gain = 320*9.81*5, integral_time = 1e9, derivative_time = 0.2%s }\n"
        "motor 'm' { 'x', force = 'c' }\n simulate { duration = 3 }\n",
        rows[i % 6].start);
    session s = open_text(text, i < 6 ? &tight : &through_space);
    go(s, rows[i % 6].t);
    for (int k = 0; k < 4; k++)
      agree(s, channel[k], rows[i % 6].value[k], 1e-10, &worst);
    assert_true(s.run->books.worst_ledger <= 1e-8);
    leave(s);
  }
  print_message("  controlled crane crab: %.2g of 1e-10\n", worst);
}

/* The output stands at its limit; the integral does not run away: it settles where I' = 0. */
static void limited_controller(void **state)
{
  (void)state;
  double worst = 0;
  session s = open_text("planar {}\n body 'some' { mass = 1, inertia = 1 }\n pid 'c' { input = step 'u' { "
                        "from = 1, to = -1, start = 5 }, target = 0, gain = 4, "
                        "integral_time = 0.5, min = -2, max = 3 }\n simulate { duration = 5 }\n",
                        &tight);
  go(s, 4.9);
  agree(s, "c.value", -2, 1e-14, &worst);
  /* e = -1, y = -2:  0.5 I' = e + (y - 4 (e + I))/3.6 */
  agree(s, "c.integral", -0.4 * (1 - exp(-4.9 * 4 / 1.8)), 1e-9, &worst);
  leave(s);
}

/* ---- BDF ---- */

/* A jump ends its history; what is seen inside the last step before it still comes from that. */
static void jumps_of_a_stiff_run(void **state)
{
  (void)state;
  const pawl_run_options stiff = {NULL, 1e-8, PAWL_METHOD_BDF};
  session s =
      open_text("planar { gravity = {0, 0} }\nlocal b = body 'b' { mass = 2, inertia = 1 }\n"
                "prismatic 'x' { ground, b, position = 0, speed = 0.5 }\n"
                "motor 'm' { 'x', force = step 'u' { to = 4, start = 0.5 } }\nsimulate { duration = 1 }\n",
                &stiff);
  double worst = 0, *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  int x = pawl_run_find(s.run, "x.position");
  pawl_error error = {0};
  assert_non_null(values);
  for (int i = 0; i <= 100; i++) {
    double t = 0.01 * i, late = fmax(t - 0.5, 0);
    while (s.run->t < t)
      assert_int_equal(pawl_run_step(s.run, 1, &error), PAWL_OK);
    if (pawl_run_output(s.run, t, values, &error) != PAWL_OK)
      fail_msg("t = %g: %s", t, error.text);
    worst = fmax(worst, fabs(values[x] - 0.5 * t - late * late));
  }
  print_message("  a jump in a run by BDF: off by %.1e of 1e-7\n", worst);
  assert_true(worst <= 1e-7);
  free(values);
  leave(s);
}

/* ---- what is wrong ---- */

static void sentences(void **state)
{
  (void)state;
  static const struct {
    const char *text, *sentence;
  } bad[] = {
      {"ramp 'r' { to = 1 }", "'duration'"},
      {"ramp 'r' { to = 1, duration = -1 }", "duration"},
      {"step 's' { to = 1, order = 4 }", "'order' must be 3 or 5"},
      {"step 's' { to = 1, durration = 2 }", "did you mean 'duration'?"},
      {"sine 's' { amplitude = 1 }", "needs either 'frequency' or 'omega'"},
      {"sine 's' { amplitude = 1, frequency = 1, omega = 2 }", "needs either 'frequency' or 'omega'"},
      {"pulse 'p' { amplitude = 1, period = 0 }", "'period' must be more than 0"},
      {"pulse 'p' { amplitude = 1, period = 1, width = 0.1, rise = 0.2 }", "'rise' is longer than a pulse"},
      {"pulse 'p' { amplitude = 1, period = 1, width = 0.9, rise = 0.2 }", "'rise' is too long"},
      {"lookup 'l' {}", "'curve'"},
      {"lag 'l' { 1, time = 0 }", "'time' must be more than 0"},
      {"lag 'l' { 'nothing.x', time = 1 }", "'nothing.x'"},
      {"lag 'l' { 'h.angel', time = 1 }", "did you mean 'h.angle'?"},
      {"lag 'l' { 'h.acceleration', time = 1 }", "positions and velocities can be followed"},
      {"gain 'a' { 'b', gain = 2 }\n gain 'b' { 'a', gain = 2 }", "'b'"},
      {"second_order 's' { 1, omega = 0 }", "'omega' must be more than 0"},
      {"limit 'l' { 1, min = 2, max = 1 }", "'min' must not be more than 'max'"},
      {"pid 'p' { input = 'h.angle', gain = 0 }", "'gain' must not be 0"},
      {"pid 'p' { input = 'h.angle', gain = 1, integral_time = 0 }", "'integral_time' must be more than 0"},
      {"pid 'p' { input = 'h.angle', gain = 1, filter = 0 }", "'filter' must be more than 0"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "planar {}\nlocal b = body 'b' { mass = 2, inertia = 0.3, com = {0.7, 0} }\n"
             "revolute 'h' { ground, b, angle = 0 }\n%s\nsimulate { duration = 1 }\n",
             bad[i].text);
    expect_sentence(text, bad[i].sentence);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(on_an_oscillator),
                                     cmocka_unit_test(on_a_mass),
                                     cmocka_unit_test(blocks),
                                     cmocka_unit_test(prescribed_by_states),
                                     cmocka_unit_test(controlled_crab),
                                     cmocka_unit_test(limited_controller),
                                     cmocka_unit_test(jumps_of_a_stiff_run),
                                     cmocka_unit_test(sentences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
