/* Servos, inverse dynamics and prescribed motions: against reference numbers, and against the forward motion that the
 * reported efforts make. The worst case of every row is printed. */
#define _XOPEN_SOURCE 700 /* fmemopen */
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

static const pawl_run_options tight = {NULL, 1e-10, -1};
static const pawl_run_options through_space = {&pawl_kernel_spatial, 1e-10, -1};

/* ---- servo: the crab whose load is led upright ---- */

#define CRAB                                                                                                 \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local cart = body 'cart' { mass = 1, inertia = 0.1 }\n"                                                   \
  "local load = body 'load' { mass = 0.5, inertia = 0.1, com = {0, 1} }\n"                                   \
  "prismatic 'x' { ground, cart, position = 0, speed = 0 }\n"                                                \
  "revolute 'h' { cart, load, angle = -0.5, speed = 0 }\n"                                                   \
  "marker 'top' { load:at{0, 1} }\n"

enum { ROWS = 3000 };

typedef struct {
  int count;
  double t[ROWS + 8], y[ROWS + 8];
} table;

static void write_table(FILE *out, const char *name, const table *r)
{
  fprintf(out, "lookup '%s' { curve = characteristic { between = 'akima', ", name);
  for (int i = 0; i < r->count; i++)
    fprintf(out, "{%.17g, %.17g}, ", r->t[i], r->y[i]);
  fprintf(out, "} }\n");
}

/* A channel between two times, right behind the first and right before the second, where it may jump. */
static void record(session s, const char *channel, double from, double to, int rows, table *r)
{
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  int c = pawl_run_find(s.run, channel);
  pawl_error error = {0};
  assert_true(values && c >= 0 && rows <= ROWS);
  r->count = 0;
  for (int i = 0; i <= rows; i++) {
    double t = from + (to - from) * i / rows;
    t = i == rows ? to - 1e-13 * (to - from) : t;
    while (s.run->t < t)
      if (pawl_run_step(s.run, to, &error) != PAWL_OK)
        fail_msg("%s", error.text);
    assert_int_equal(pawl_run_output(s.run, t, values, &error), PAWL_OK);
    r->t[r->count] = t;
    r->y[r->count++] = values[c];
  }
  free(values);
  go(s, to);
}

static void inverted_crab(void **state)
{
  (void)state;
  static table before, after;
  const struct {
    const char *channel;
    double t, value;
  } rows[] = {{"x.position", 0.3, 0.4934360884895928},     {"x.speed", 0.3, 2.591000083858204},
              {"x.acceleration", 0.3, 3.60557818747119},   {"force.effort", 0.3, 5.038922580143109},
              {"h.angle", 0.3, -0.2950212931632136},       {"force.effort", 0.5, -11.60794649304355},
              {"x.acceleration", 0.5, -11.00057550801401}, {"x.position", 1, 2.144763124804207},
              {"x.speed", 1, 1.949790383682445},           {"force.effort", 1, -0.0771550768788394},
              {"x.position", 3, 6.030332307582972},        {"x.speed", 3, 1.942415865515111}};
  const char *text =
      CRAB "lag 'phi' { ramp 'r' { from = -0.5, to = 0, duration = 0.5 }, time = 0.1 }\n"
           "servo 'force' { 'x', keeps = 'h.angle', at = 'phi' }\n simulate { duration = 3 }\n";
  double worst = 0, apart = 0;
  for (int kernel = 0; kernel < 2; kernel++) {
    session s = open_text(text, kernel ? &through_space : &tight);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      go(s, rows[i].t);
      agree(s, rows[i].channel, rows[i].value, 1e-9, &worst);
    }
    assert_true(s.run->books.worst_ledger <= 1e-9);
    assert_true(s.run->books.worst_position <= 1e-12);
    leave(s);
  }
  session s = open_text(text, &tight);
  record(s, "force.effort", 0, 0.5, 1500, &before);
  record(s, "force.effort", 0.5, 1, 1500, &after);
  size_t room = 1 << 20;
  char *forward = malloc(room);
  FILE *out = fmemopen(forward, room, "w");
  assert_non_null(out);
  fputs(CRAB, out);
  write_table(out, "early", &before);
  write_table(out, "late", &after);
  fputs("sum 'f' { product 'f1' { 'early', step 'off' { from = 1, to = 0, start = 0.5 } },\n"
        "  product 'f2' { 'late', step 'on' { from = 0, to = 1, start = 0.5 } } }\n"
        "motor 'm' { 'x', force = 'f' }\n simulate { duration = 1 }\n",
        out);
  fclose(out);
  session f = open_text(forward, &tight);
  go(f, 1);
  static const char *const channel[] = {"x.position", "x.speed", "h.angle", "h.speed"};
  for (int i = 0; i < 4; i++)
    apart = fmax(apart, fabs(pawl_run_read(f.run, pawl_run_find(f.run, channel[i])) -
                             pawl_run_read(s.run, pawl_run_find(s.run, channel[i]))));
  print_message("  inverted crane crab: %.2g of 1e-9; the forward run is apart by %.1e of 1e-8\n", worst,
                apart);
  assert_true(apart <= 1e-8);
  leave(f);
  leave(s);
  free(forward);
}

/* Conditions on a place and on speeds. */
static void other_conditions(void **state)
{
  (void)state;
  double worst = 0;
  session s = open_text(
      CRAB "servo 'force' { 'x', keeps = 'top.x', at = function(t) return 0.2*t*t + math.sin(0.5) end }\n"
           "simulate { duration = 0.5 }\n",
      &tight);
  go(s, 0.5);
  agree(s, "top.x", 0.2 * 0.25 + sin(0.5), 1e-12, &worst);
  agree(s, "top.vx", 0.2, 1e-12, &worst);
  agree(s, "top.ax", 0.4, 1e-11, &worst);
  assert_true(s.run->books.worst_ledger <= 1e-9);
  leave(s);
  s = open_text(CRAB "servo 'force' { 'x', keeps = 'h.speed', at = step 'u' { to = 2, duration = 0.3 } }\n"
                     "simulate { duration = 0.5 }\n",
                &tight);
  go(s, 0.5);
  agree(s, "h.speed", 2, 1e-12, &worst);
  agree(s, "h.angle", -0.5 + 2 * (0.5 - 0.15), 1e-9, &worst);
  leave(s);
  s = open_text(CRAB "servo 'force' { 'x', keeps = 'top.vx', at = 0 }\n simulate { duration = 0.5 }\n",
                &tight);
  go(s, 0.5);
  agree(s, "top.vx", 0, 1e-12, &worst);
  agree(s, "top.x", sin(0.5), 1e-9, &worst);
  leave(s);
  print_message("  servos on a place and on speeds: %.2g of what is allowed\n", worst);
}

/* Two drives at once: the loads of both are led by the two guides. */
static void two_servos(void **state)
{
  (void)state;
  double worst = 0;
  session s = open_text(
      "planar { gravity = {0, -9.81} }\n"
      "local x = body 'bx' { mass = 1 , inertia = 1 }\n local y = body 'by' { mass = 2, inertia = 1 }\n"
      "local p = body 'p' { mass = 0.5, inertia = 0.1, com = {0, -1} }\n"
      "prismatic 'x' { ground, x }\n prismatic 'y' { x, y, axis = {0, 1} }\n"
      "revolute 'h' { y, p, angle = 0.1 }\n marker 'tip' { p:at{0, -1} }\n"
      "servo 'sx' { 'x', keeps = 'tip.x', at = function(t) return 0.1*math.cos(t) end }\n"
      "servo 'sy' { 'y', keeps = 'tip.y', at = function(t) return -1 + 0.1*math.sin(t) end }\n"
      "simulate { duration = 1 }\n",
      &tight);
  go(s, 1);
  agree(s, "tip.x", 0.1 * cos(1), 1e-12, &worst);
  agree(s, "tip.y", -1 + 0.1 * sin(1), 1e-12, &worst);
  agree(s, "tip.ax", -0.1 * cos(1), 1e-10, &worst);
  assert_true(s.run->books.worst_ledger <= 1e-9);
  leave(s);
}

/* ---- inverse and forward ---- */

typedef struct {
  const char *text, *drive[2], *joint[2]; /* what moves, and what is driven */
  const char *motion[2];                  /* prescribed */
  const char *effort[2];                  /* and the fields for the effort */
} inverse;

static const inverse inverses[] = {
    {"local b = body 'b' { mass = 2, inertia = 0.3, com = {0.7, 0} }\n revolute 'h' { ground, b, angle = 0.4 "
     "}\n",
     {"m"},
     {"h"},
     {"angle = function(t) return 0.4 + math.sin(3*t)^2 end"},
     {"torque"}},
    {"local b = body 'b' { mass = 2, inertia = 0.3, com = {0.7, 0} }\n revolute 'h' { ground, b }\n"
     "local c = body 'c' { mass = 1, inertia = 0.1, com = {0.4, 0} }\n revolute 'k' { b:at{1, 0}, c }\n",
     {"m", "n"},
     {"h", "k"},
     {"angle = function(t) return 0.3*t^3 end", "angle = function(t) return 1 - math.cos(2*t) end"},
     {"torque", "torque"}},
    {"local a = body 'a' { mass = 1, inertia = 0.1, com = {0.15, 0} }\n"
     "local c = body 'c' { mass = 2, inertia = 0.2, com = {0.4, 0} }\n"
     "local p = body 'p' { mass = 3, inertia = 1 }\n revolute 'h' { ground, a, angle = 0.5 }\n"
     "revolute 'k' { a:at{0.3, 0}, c, angle = -0.5 - math.asin(0.3*math.sin(0.5)/0.8) }\n revolute 'l' { "
     "c:at{0.8, 0}, p }\n"
     "prismatic 'x' { ground, p }\n",
     {"m"},
     {"h"},
     {"angle = function(t) return 0.5 + 2*t^2 end"},
     {"torque"}},
};

static double forward_apart(const inverse *v, double end)
{
  static table r[2];
  size_t room = 1 << 20;
  char *text = malloc(room), plain[2048];
  int n = v->drive[1] ? 2 : 1,
      used = snprintf(plain, sizeof plain, "planar { gravity = {0, -9.81} }\n%s", v->text);
  for (int i = 0; i < n; i++)
    used += snprintf(plain + used, sizeof plain - (size_t)used, "motor '%s' { '%s', %s }\n", v->drive[i],
                     v->joint[i], v->motion[i]);
  snprintf(plain + used, sizeof plain - (size_t)used, "simulate { duration = %g }\n", end);
  session s = {0};
  for (int i = 0; i < n; i++) {
    char name[32];
    snprintf(name, sizeof name, "%s.effort", v->drive[i]);
    if (i > 0)
      leave(s);
    s = open_text(plain, &tight);
    record(s, name, 0, end, ROWS, r + i);
  }
  FILE *out = fmemopen(text, room, "w");
  assert_non_null(out);
  fprintf(out, "planar { gravity = {0, -9.81} }\n%s", v->text);
  for (int i = 0; i < n; i++) {
    char name[32];
    snprintf(name, sizeof name, "u%d", i);
    write_table(out, name, r + i);
    fprintf(out, "motor '%s' { '%s', %s = '%s' }\n", v->drive[i], v->joint[i], v->effort[i], name);
  }
  fprintf(out, "simulate { duration = %g }\n", end);
  fclose(out);
  session f = open_text(text, &tight);
  go(f, end);
  double apart = 0;
  for (int i = 0; i < n; i++) {
    apart = fmax(apart, fabs(see(f, v->joint[i], -1, "angle") - see(s, v->joint[i], -1, "angle")));
    apart = fmax(apart, fabs(see(f, v->joint[i], -1, "speed") - see(s, v->joint[i], -1, "speed")));
    apart = fmax(apart, fabs(see(f, v->drive[i], -1, "work") - see(s, v->drive[i], -1, "work")));
  }
  leave(f);
  leave(s);
  free(text);
  return apart;
}

static void inverse_and_forward(void **state)
{
  (void)state;
  double worst = 0;
  for (size_t i = 0; i < sizeof inverses / sizeof *inverses; i++) {
    double apart = forward_apart(inverses + i, 1);
    print_message("  mechanism %zu, driven by the efforts that its drives reported: apart by %.1e of 1e-8\n",
                  i + 1, apart);
    worst = fmax(worst, apart);
  }
  assert_true(worst <= 1e-8);
}

/* ---- motors that begin from rest ---- */

static double quintic(double s)
{
  return s * s * s * (10 - 15 * s + 6 * s * s);
}

static void soft_start(void **state)
{
  (void)state;
  double worst = 0;
#define ARM                                                                                                  \
  "planar { gravity = {0, -9.81} }\nlocal b = body 'b' { mass = 2, inertia = 0.3, com = {0.7, 0} }\n"        \
  "revolute 'h' { ground, b, angle = 0.4 }\n"
  session s = open_text(ARM "motor 'm' { 'h', speed = 5, rise = 0.8 }\n simulate { duration = 2 }\n", &tight);
  agree(s, "h.speed", 0, 1e-15, &worst);
  go(s, 0.5);
  double x = 0.5 / 0.8, area = 0.8 * x * x * x * x * (2.5 - 3 * x + x * x); /* ∫ p dt */
  agree(s, "h.speed", 5 * quintic(x), 1e-12, &worst);
  agree(s, "h.angle", 0.4 + 5 * area, 1e-10, &worst);
  go(s, 2);
  agree(s, "h.angle", 0.4 + 5 * (0.4 + 1.2), 1e-10, &worst);
  assert_true(s.run->books.worst_ledger <= 1e-9);
  leave(s);
  s = open_text(
      ARM "motor 'm' { 'h', angle = function(t) return 2 + t end, rise = 0.8 }\n simulate { duration = 2 }\n",
      &tight);
  agree(s, "h.angle", 0.4, 1e-15, &worst);
  agree(s, "h.speed", 0, 1e-15, &worst);
  go(s, 0.5);
  agree(s, "h.angle", 0.4 + quintic(x) * (2.5 - 0.4), 1e-12, &worst);
  go(s, 2);
  agree(s, "h.angle", 4, 1e-12, &worst);
  agree(s, "h.speed", 1, 1e-12, &worst);
  assert_true(s.run->books.worst_ledger <= 1e-9);
  leave(s);
  print_message("  motors that begin from rest: %.2g of what is allowed\n", worst);
}

/* ---- what is wrong ---- */

static void sentences(void **state)
{
  (void)state;
  static const struct {
    const char *text, *sentence;
  } bad[] = {
      {"motor 'm' { 'h', torque = 1, rise = 1 }", "'rise' goes with a prescribed speed"},
      {"motor 'm' { 'h', angle = 'h.angle' }", "a prescribed motion is a function of time"},
      {"motor 'm' { 'h', angle = ramp 'r' { to = 2, start = 0.5, duration = 1 } }",
       "prescribes a speed that jumps at t = 0.5 s"},
      {"motor 'm' { 'h', angle = step 'r' { to = 2, start = 0.5 } }",
       "prescribes a position that jumps at t = 0.5 s"},
      {"motor 'm' { 'h', speed = pulse 'r' { amplitude = 1, period = 0.3 } }",
       "prescribes a speed that jumps at t = 0.15 s"},
      {"servo 's' { 'h', keeps = 'h.angel', at = 0 }", "did you mean 'h.angle'?"},
      {"servo 's' { 'h', keeps = 'h.fx', at = 0 }", "cannot keep 'h.fx'"},
      {"servo 's' { 'h', at = 0 }", "'keeps'"},
      {"servo 's' { 'h', keeps = 'h.angle' }", "'at'"},
      {"marker 'k' { b, axes = 'own' }\n servo 's' { 'h', keeps = 'k.vx', at = 0 }", "cannot keep 'k.vx'"},
      {"servo 's' { 'h', keeps = 'b.x', at = 0 }", "does not accelerate what it shall keep"},
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(inverted_crab), cmocka_unit_test(other_conditions),
                                     cmocka_unit_test(two_servos),    cmocka_unit_test(inverse_and_forward),
                                     cmocka_unit_test(soft_start),    cmocka_unit_test(sentences)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
