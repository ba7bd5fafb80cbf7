/* How accurate runs are: the models against exact motions, published numbers and references in long double, each
 * also on generated siblings of other size, orientation, parameters and start. The worst case of every row is
 * printed. */
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

#include "base/references_test.h"
#include "base/soak_test.h"
#include "step/references_test.h"
#include "step/sessions_test.h"
#include "step/siblings_test.h"

/* All, in `make test`, and with sanitizers. */
#define SIBLINGS soak_or(50, 15, 6)

/* ---- pendulum ---- */

static swing swing_of_pendulum(const machine *m)
{
  const test_body *b = m->body + 1;
  long double J = b->inertia + (long double)b->mass * b->cx * b->cx;
  return (swing){0, -(long double)m->gravity * b->mass * b->cx / J};
}

static void exact_pendulum(const machine *m, long double start_error, long double y[2])
{
  swing x = swing_of_pendulum(m);
  y[0] = m->pin[0].angle + start_error;
  y[1] = m->pin[0].speed + start_error;
  integrate(swing_slope, &x, y, 2, m->duration, 100, 1e-14);
}

/* What a start wrong by 1 makes of the end: hundreds near the motion that ends upright. */
static double pendulum_sensitivity(const machine *m)
{
  long double y[2], other[2];
  exact_pendulum(m, 0, y);
  exact_pendulum(m, 1e-8L, other);
  return fabs((double)(other[0] - y[0])) / 1e-8;
}

/* Place of the centre of mass against the exact one, over the arm. */
static double pendulum_error(const machine *m, const test_units *u)
{
  long double y[2];
  exact_pendulum(m, 0, y);
  session s = open_machine(m, u, NULL);
  go(s, m->duration * u->time);
  double px = see(s, "b", 1, "com.x"), py = see(s, "b", 1, "com.y"), arm_length = m->body[1].cx * u->length;
  double dx = px / arm_length - (double)cosl(y[0] + u->turn),
         dy = py / arm_length - (double)sinl(y[0] + u->turn);
  leave(s);
  return fmax(fabs(dx), fabs(dy));
}

static void pendulum(void **state)
{
  (void)state;
  session s = open_file("models/pendulum", NULL, NULL, NULL);
  go(s, 5);
  double five = fabs(see(s, "bob", -1, "x") + 0.942305435043758); /* IFToMM benchmark A01 */
  go(s, 10);
  double ten = fmax(fabs(see(s, "bob", -1, "x") + 0.275087462576119),
                    fabs(see(s, "bob", -1, "y") + 0.961419205099125));
  leave(s);
  machine plain = pendulum_machine();
  double own = pendulum_error(&plain, &as_written), worst = 0;
  int which = 0, above = 0;
  machine hardest = plain;
  unsigned long long seed = 1;
  for (int i = 0; i < SIBLINGS; i++) {
    machine m = random_pendulum(&seed);
    test_units u = random_units(&seed);
    double error = pendulum_error(&m, &u);
    above += error > 1e-10;
    hardest = error > worst ? m : hardest;
    note(&worst, &which, error, i);
  }
  print_message("  pendulum: x(5) off by %.1e, x(10) by %.1e (published), %.1e (own); siblings %.1e (number "
                "%d; a start "
                "off by 1 ends off by %.2g, the model's by %.2g); allowed 1e-10, %d siblings above\n",
                five, ten, own, worst, which, pendulum_sensitivity(&hardest), pendulum_sensitivity(&plain),
                above);
  assert_true(fmax(fmax(five, ten), fmax(own, worst)) <= 1e-10);
}

/* ---- order of the methods, through the run's own right-hand side ---- */

static double fixed_steps_error(session s, const pawl_rk_table *table, int steps, double T, double exact)
{
  pawl_rk rk;
  pawl_arena arena;
  pawl_arena_open(&arena, &s.model->arena.memory);
  assert_true(pawl_rk_open(&rk, table, &s.run->ode, 1, &arena));
  double y[2] = {s.run->y[0], s.run->y[1]}, next[2], h = T / steps;
  assert_int_equal(s.run->n, 2);
  for (int i = 0; i < steps; i++) {
    assert_int_equal(pawl_rk_slope(&rk, i * h, y), 0);
    pawl_rk_try(&rk, i * h, h, y, next);
    memcpy(y, next, sizeof y);
  }
  pawl_arena_close(&arena);
  return fabs(y[0] - exact);
}

/* The order between two numbers of steps over 1 s. */
static double order_of(session s, const pawl_rk_table *table, int steps, double exact)
{
  double one = fixed_steps_error(s, table, steps, 1, exact),
         two = fixed_steps_error(s, table, 2 * steps, 1, exact);
  return log2(one / two);
}

static void orders(void **state)
{
  (void)state;
  machine m = pendulum_machine();
  long double y[2];
  m.duration = 1;
  exact_pendulum(&m, 0, y);
  session s = open_file("models/pendulum", NULL, NULL, NULL);
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    const pawl_rk_table *table = pawl_rk_tables[i];
    double order = order_of(s, table, table->order > 5 ? 10 : 40, (double)y[0]),
           least = fmin(0.96 * table->order, 7.5);
    print_message("  order on the pendulum: %s %.2f (at least %.2f)\n", table->name, order, least);
    assert_true(order >= least);
  }
  leave(s);
}

/* ---- n four-bars ---- */

/* phi'' = -(V g / J) cos phi for the rods' angle: couplers do not turn. */
static swing swing_of_four_bar(const machine *m, int n, double length)
{
  long double J = 0, V = 0;
  for (int i = 0; i <= n; i++) {
    const test_body *rod = m->body + 1 + 2 * i;
    J += rod->inertia + (long double)rod->mass * rod->cx * rod->cx;
    V += (long double)rod->mass * rod->cx;
  }
  for (int i = 1; i <= n; i++) {
    J += (long double)m->body[2 * i].mass * length * length;
    V += (long double)m->body[2 * i].mass * length;
  }
  return (swing){0, -V * m->gravity / J};
}

static double whole_turns_off(double angle)
{
  return fabs(remainder(angle, 2 * 3.14159265358979323846));
}

/* How far the rods are from parallel, and the couplers from the ground's direction. */
static double skew(session s, int n)
{
  double worst = 0, first = see(s, "p", 0, "angle");
  for (int i = 1, pin = 1; i <= n; i++, pin += 3) {
    worst = fmax(worst, whole_turns_off(see(s, "p", pin, "angle") - first));
    worst = fmax(worst, whole_turns_off(see(s, "p", pin + 1, "angle") +
                                        (i > 1 ? see(s, "p", pin - 3, "angle") : first)));
  }
  return worst;
}

typedef struct {
  double place, skew;
} four_bar_error;

/* B0 against the exact motion at ten instants, over the length of the rods. */
static four_bar_error follow_four_bar(const machine *m, int n, double length, const test_units *u)
{
  swing x = swing_of_four_bar(m, n, length);
  long double y[2] = {m->pin[0].angle, m->pin[0].speed};
  four_bar_error worst = {0, 0};
  session s = open_machine(m, u, NULL);
  for (int i = 1; i <= 10; i++) {
    integrate(swing_slope, &x, y, 2, m->duration / 10, 16, 1e-13);
    go(s, m->duration * u->time * i / 10);
    double angle = see(s, "p", 0, "angle"), dx = cos(angle) - (double)cosl(y[0]),
           dy = sin(angle) - (double)sinl(y[0]);
    worst.place = fmax(worst.place, fmax(fabs(dx), fabs(dy)));
    worst.skew = fmax(worst.skew, skew(s, n));
  }
  leave(s);
  return worst;
}

/* models/n-four-bar as it stands: B0 at every full second. */
static double four_bar_file_error(const char *n_text, int n)
{
  swing x = {((n + 1) / 2.0L + n) * 9.81L / ((n + 1) / 3.0L + n), 0};
  long double y[2] = {0, 1}; /* from the vertical, clockwise */
  session s = open_file("models/n-four-bar", "n", n_text, NULL);
  double worst = 0;
  for (int i = 1; i <= 10; i++) {
    integrate(swing_slope, &x, y, 2, 1, 16, 1e-13);
    go(s, i);
    worst = fmax(worst, fmax(fabs(see(s, "B", 0, "x") - (double)sinl(y[0])),
                             fabs(see(s, "B", 0, "y") - (double)cosl(y[0]))));
    double last = see(s, "A", n, "angle") - see(s, "A", 0, "angle");
    assert_true(whole_turns_off(last) < 1e-6);
  }
  leave(s);
  return worst;
}

static void four_bars(void **state)
{
  (void)state;
  double two = four_bar_file_error("2", 2), forty = four_bar_file_error("40", 40), starts = 0, worst = 0,
         crooked = 0;
  int which_start = 0, which = 0;
  unsigned long long seed = 2;
  for (int i = 0; i < 12; i++) {
    double angle = uniform(&seed, 0.3, 2.8), speed = uniform(&seed, -5, 5);
    machine m = four_bar_machine(2, 1, 1, i % 2 ? angle : -angle, speed);
    four_bar_error e = follow_four_bar(&m, 2, 1, &as_written);
    note(&starts, &which_start, e.place, i);
    crooked = fmax(crooked, e.skew);
  }
  for (int i = 0; i < SIBLINGS; i++) {
    double length;
    int n = 1 + i % 8;
    machine m = random_four_bar(&seed, n, false, &length);
    test_units u = random_units(&seed);
    four_bar_error e = follow_four_bar(&m, n, length, &u);
    note(&worst, &which, n <= 2 ? e.place / 0.3 : e.place, i);
    crooked = fmax(crooked, e.skew);
  }
  print_message(
      "  n-four-bar: n = 2 %.1e, other starts %.1e (number %d), allowed 3e-8; n = 40 %.1e, siblings %.1e "
      "(number %d), allowed 1e-7; out of parallel %.1e\n",
      two, starts, which_start, forty, worst, which, crooked);
  assert_true(fmax(two, starts) <= 3e-8);
  assert_true(fmax(forty, worst) <= 1e-7);
  assert_true(crooked <= 1e-6);
}

/* ---- Andrews' squeezer ---- */

typedef struct {
  double q, v; /* radians; relative */
} andrews_error;

/* Absolute coordinates of the run in the machine's own units and orientation, as the reference takes them. */
static void absolute_state(session s, const machine *m, const test_units *u, long double *y)
{
  double c = cos(u->turn), d = sin(u->turn);
  int n = 3 * m->bodies;
  for (int i = 1; i <= m->bodies; i++) {
    double x = see(s, "b", i, "com.x") / u->length, z = see(s, "b", i, "com.y") / u->length;
    double vx = see(s, "b", i, "com.vx") * u->time / u->length,
           vz = see(s, "b", i, "com.vy") * u->time / u->length;
    y[3 * i - 3] = c * x + d * z;
    y[3 * i - 2] = c * z - d * x;
    y[3 * i - 1] = see(s, "b", i, "angle") - u->turn;
    y[n + 3 * i - 3] = c * vx + d * vz;
    y[n + 3 * i - 2] = c * vz - d * vx;
    y[n + 3 * i - 1] = see(s, "b", i, "omega") * u->time;
  }
}

/* The seven angles and rates at the end against the reference from the same start. */
static andrews_error follow_andrews(const machine *m, const test_units *u)
{
  long double y[STATES];
  int n = 3 * m->bodies;
  andrews_error worst = {0, 0};
  session s = open_machine(m, u, NULL);
  absolute_state(s, m, u, y);
  polish(m, y);
  assert_true(integrate(pins_slope, m, y, 2 * n, m->duration, 60, 1e-11) <= 1e-11);
  go(s, m->duration * u->time);
  for (int i = 0; i < 7; i++) {
    int a = m->pin[i].a, b = m->pin[i].b;
    double q = (double)(y[3 * b - 1] - (a ? y[3 * a - 1] : 0)),
           v = (double)(y[n + 3 * b - 1] - (a ? y[n + 3 * a - 1] : 0));
    worst.q = fmax(worst.q, fabs(see(s, "p", i, "angle") - q));
    worst.v = fmax(worst.v, fabs(see(s, "p", i, "speed") * u->time / v - 1));
  }
  leave(s);
  return worst;
}

static void andrews(void **state)
{
  (void)state;
  /* Test set for initial value problem solvers: as many of its digits as its own constraints confirm. */
  static const struct {
    const char *joint;
    double q, v;
  } published[] = {
      {"beta", 15.81077119629904, 1139.920302151208},    {"Theta", -15.75637105984298, -1424.379294994111},
      {"gamma", 0.04082224013073101, 11.03291221937134}, {"Phi", -0.5347301163226948, 19.29337464421385},
      {"delta", 0.5244099658805304, 0.5735699284790808}, {"Omega", 0.5347301163226948, -19.29337464421385},
      {"epsilon", 1.048080741042263, 0.3231791658026955}};
  andrews_error file = {0, 0}, worst = {0, 0};
  int which_q = 0, which_v = 0;
  session s = open_file("models/andrews", NULL, NULL, NULL);
  go(s, 0.03);
  for (int i = 0; i < 7; i++) {
    file.q = fmax(file.q, fabs(see(s, published[i].joint, -1, "angle") - published[i].q));
    file.v = fmax(file.v, fabs(see(s, published[i].joint, -1, "speed") / published[i].v - 1));
  }
  leave(s);
  machine plain = andrews_machine();
  andrews_error own = follow_andrews(&plain, &as_written);
  unsigned long long seed = 3;
  for (int i = 0; i < SIBLINGS; i++) {
    machine m = random_andrews(&seed);
    test_units u = random_units(&seed);
    andrews_error e = follow_andrews(&m, &u);
    note(&worst.q, &which_q, e.q, i);
    note(&worst.v, &which_v, e.v, i);
  }
  print_message("  andrews: q off by %.1e, v by %.1e (published), %.1e and %.1e (own); siblings %.1e (number "
                "%d) and %.1e "
                "(number %d); allowed 5e-9 and 1e-7\n",
                file.q, file.v, own.q, own.v, worst.q, which_q, worst.v, which_v);
  assert_true(fmax(file.q, fmax(own.q, worst.q)) <= 5e-9);
  assert_true(fmax(file.v, fmax(own.v, worst.v)) <= 1e-7);
}

/* ---- chain ---- */

/* Largest difference of absolute angles at the end from a table of angles and rates. */
static double chain_file_error(int n)
{
  char path[300], number[8];
  snprintf(path, sizeof path, "%s/../bench-peers/ref_%d_1.txt", references(), n);
  snprintf(number, sizeof number, "%d", n);
  FILE *in = fopen(path, "r");
  if (!in)
    return NAN;
  session s = open_file("models/chain", "n", number, NULL);
  go(s, 1);
  double worst = 0, angle = 0, exact, rate;
  for (int i = 1; i <= n; i++) {
    angle += see(s, "joint", i, "angle");
    assert_int_equal(fscanf(in, "%lf %lf", &exact, &rate), 2);
    worst = fmax(worst, fabs(angle - exact));
  }
  fclose(in);
  leave(s);
  return worst;
}

/* Absolute angles and rates at the end, by the reference. */
static double follow_chain(const machine *m, long double *y)
{
  chain x = chain_of(m);
  int n = m->bodies;
  for (int i = 0; i < n; i++) {
    y[i] = (i ? y[i - 1] : 0) + m->pin[i].angle;
    y[n + i] = (i ? y[n + i - 1] : 0) + m->pin[i].speed;
  }
  return integrate(chain_slope, &x, y, 2 * n, m->duration, 20, 1e-13);
}

static double chain_error(const machine *m, const test_units *u)
{
  long double y[2 * BODIES];
  double worst = follow_chain(m, y), angle = 0;
  session s = open_machine(m, u, NULL);
  go(s, m->duration * u->time);
  for (int i = 0; i < m->bodies; i++) {
    angle += see(s, "p", i, "angle");
    worst = fmax(worst, fabs(angle - (double)y[i]));
  }
  leave(s);
  return worst;
}

static void chains(void **state)
{
  (void)state;
  static const int lengths[] = {1, 4, 16, 64};
  double file[4], own = 0, worst = 0;
  int which_own = 0, which = 0;
  for (int i = 0; i < 4; i++)
    file[i] = chain_file_error(lengths[i]);
  for (int n = 1; n <= 8; n++) {
    machine m = chain_machine(n);
    note(&own, &which_own, chain_error(&m, &as_written), n);
  }
  unsigned long long seed = 4;
  for (int i = 0; i < SIBLINGS; i++) {
    machine m = random_chain(&seed, 1 + i % 8);
    test_units u = random_units(&seed);
    note(&worst, &which, chain_error(&m, &u), i);
  }
  if (isnan(file[0]))
    print_message("  %s/../bench-peers is not there: chains only against the own reference\n", references());
  print_message("  chain: n = 1 %.1e, 4 %.1e, 16 %.1e, 64 %.1e (reference file), up to 8 %.1e (own), "
                "siblings %.1e (number "
                "%d); allowed 1e-11\n",
                file[0], file[1], file[2], file[3], own, worst, which);
  for (int i = 0; i < 4; i++)
    assert_false(file[i] > 1e-11);
  assert_true(fmax(own, worst) <= 1e-11);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(orders),
                                     cmocka_unit_test(four_bars), cmocka_unit_test(andrews),
                                     cmocka_unit_test(chains)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
