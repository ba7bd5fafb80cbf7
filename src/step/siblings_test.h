/* Planar machines as plain numbers, for tests: written as a model in any size, mass, time and orientation, varied
 * at random, and integrated in long double by methods of their own (references_test.h). */
#ifndef PAWL_STEP_SIBLINGS_TEST_H
#define PAWL_STEP_SIBLINGS_TEST_H

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { BODIES = 20, PINS = 30, TEXT = 16384 };

/* A body with its own frame at one of its pins, a pin between places on two bodies (0: the ground). */
typedef struct {
  double mass, inertia, cx, cy;
} test_body;

typedef struct {
  int a, b;
  double ax, ay, bx, by;
  bool given; /* angle and speed are written; not for pins that close a loop */
  double angle, speed;
} test_pin;

typedef struct {
  int bodies, pins;
  test_body body[BODIES + 1];
  test_pin pin[PINS];
  double gravity, duration;
  double stiffness, free_length; /* one spring; none when stiffness is 0 */
  int spring_b;
  double spring_ax, spring_ay, spring_bx, spring_by;
  double torque; /* on pin 0 */
} machine;

/* How many metres, kilograms and seconds the machine's own are; how far everything is turned, gravity too. */
typedef struct {
  double length, mass, time, turn;
} test_units;

static const test_units as_written = {1, 1, 1, 0};

/* ---- random numbers: the same on every machine ---- */

static inline double uniform(unsigned long long *seed, double from, double to)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return from + (to - from) * ((double)(*seed >> 11) / 9007199254740992.0);
}

static inline double decades(unsigned long long *seed, double width)
{
  return pow(10, uniform(seed, -width, width));
}

static inline double vary(unsigned long long *seed, double x)
{
  return x * uniform(seed, 0.8, 1.2);
}

static inline test_units random_units(unsigned long long *seed)
{
  test_units u = {decades(seed, 3), decades(seed, 3), decades(seed, 3), uniform(seed, -3, 3)};
  return u;
}

/* ---- the machines ---- */

static inline void add_body(machine *m, double mass, double inertia, double cx, double cy)
{
  m->body[++m->bodies] = (test_body){mass, inertia, cx, cy};
}

static inline void add_pin(machine *m, int a, double ax, double ay, int b, double angle, double speed)
{
  m->pin[m->pins++] = (test_pin){a, b, ax, ay, 0, 0, true, angle, speed};
}

static inline void close_pin(machine *m, int a, double ax, double ay, int b, double bx, double by)
{
  m->pin[m->pins++] = (test_pin){a, b, ax, ay, bx, by, false, 0, 0};
}

/* models/pendulum */
static inline machine pendulum_machine(void)
{
  machine m = {.gravity = 9.81, .duration = 10};
  add_body(&m, 1, 0, 1, 0);
  add_pin(&m, 0, 0, 0, 1, 3.14159265358979323846, 0);
  return m;
}

/* models/chain; the length of link i is where its next pin is. */
static inline machine chain_machine(int n)
{
  machine m = {.gravity = 9.81, .duration = 1};
  for (int i = 1; i <= n; i++) {
    add_body(&m, 1, 1.0 / 12, 0.5, 0);
    add_pin(&m, i - 1, i > 1, 0, i, 0, 0);
  }
  return m;
}

/* models/n-four-bar: rods of one length at any angle, couplers of any width; body 1 + 2 i is rod i. */
static inline machine four_bar_machine(int n, double length, double width, double angle, double speed)
{
  machine m = {.gravity = 9.81, .duration = 10};
  for (int i = 0; i <= n; i++) {
    if (i > 0)
      add_body(&m, 1, width * width / 12, 0.5 * width, 0);
    add_body(&m, 1, length * length / 12, 0.5 * length, 0);
    add_pin(&m, 0, i * width, 0, 1 + 2 * i, angle, speed);
    if (i > 0) {
      add_pin(&m, 2 * i - 1, length, 0, 2 * i, -angle, -speed);
      close_pin(&m, 2 * i, width, 0, 2 * i + 1, length, 0);
    }
  }
  return m;
}

/* models/andrews: k1, k2 … are bodies 1, 2 …; pins beta, Theta, gamma, delta, Phi, epsilon, Omega, then E. */
static inline machine andrews_machine(void)
{
  machine m = {.duration = 0.03,
               .torque = 0.033,
               .stiffness = 4530,
               .free_length = 0.07785,
               .spring_b = 3,
               .spring_ax = 0.014,
               .spring_ay = 0.072,
               .spring_bx = 0.02,
               .spring_by = -0.018};
  add_body(&m, 0.04325, 2.194e-6, 0.00092, 0);
  add_body(&m, 0.00365, 4.410e-7, -0.0115, 0);
  add_body(&m, 0.02373, 5.255e-6, 0.01874, -0.01043);
  add_body(&m, 0.00706, 5.667e-7, 0, 0.01421 - 0.02);
  add_body(&m, 0.07050, 1.169e-5, 0.02308, -0.00916);
  add_body(&m, 0.00706, 5.667e-7, 0.02 - 0.01421, 0);
  add_body(&m, 0.05498, 1.912e-5, 0.01228, -0.00449);
  add_pin(&m, 0, 0, 0, 1, -0.0617138900142764496, 0);
  add_pin(&m, 1, 0.007, 0, 2, 0, 0);
  add_pin(&m, 0, -0.03635, 0.03273, 3, 0.455279819163070380, 0);
  add_pin(&m, 0, -0.06934, -0.00227, 5, 0.487364979543842550, 0);
  add_pin(&m, 5, 0.04, 0, 4, 0.222668390165885885, 0);
  add_pin(&m, 0, -0.06934, -0.00227, 7, 1.23054744454982119, 0);
  add_pin(&m, 7, 0, -0.04, 6, -0.222668390165885885, 0);
  close_pin(&m, 2, -0.028, 0, 3, 0, -0.035);
  close_pin(&m, 2, -0.028, 0, 4, 0, -0.02);
  close_pin(&m, 2, -0.028, 0, 6, 0.02, 0);
  return m;
}

/* ---- their siblings: parameters within 20 %, any start ---- */

static inline machine random_pendulum(unsigned long long *seed)
{
  machine m = pendulum_machine();
  test_body *b = m.body + 1;
  m.gravity = vary(seed, m.gravity);
  b->mass = vary(seed, b->mass);
  b->cx = vary(seed, b->cx);
  b->inertia = uniform(seed, 0, 0.2) * b->mass * b->cx * b->cx;
  m.pin[0].angle = uniform(seed, -3.1, 3.1);
  m.pin[0].speed = uniform(seed, -3, 3);
  return m;
}

/* Links at angles within a radian of the horizontal, turning at up to 2 rad/s. */
static inline machine random_chain(unsigned long long *seed, int n)
{
  machine m = chain_machine(n);
  double angle = 0, speed = 0;
  m.gravity = vary(seed, m.gravity);
  for (int i = 0; i < n; i++) {
    test_body *b = m.body + i + 1;
    b->mass = vary(seed, b->mass);
    b->inertia = vary(seed, b->inertia);
    b->cx = vary(seed, b->cx);
    m.pin[i].ax = vary(seed, m.pin[i].ax);
    double next_angle = uniform(seed, -1, 1), next_speed = uniform(seed, -2, 2);
    m.pin[i].angle = next_angle - angle;
    m.pin[i].speed = next_speed - speed;
    angle = next_angle;
    speed = next_speed;
  }
  return m;
}

/* Rods of one length, which the caller needs; not started flat. Hanging: never flat afterwards either. */
static inline machine random_four_bar(unsigned long long *seed, int n, bool hanging, double *length)
{
  double angle = uniform(seed, 0.3, 2.8), side = uniform(seed, -1, 1), speed = uniform(seed, -3, 3);
  angle = hanging ? -1.57 + 0.4 * side : side < 0 ? -angle : angle;
  *length = uniform(seed, 0.8, 1.2);
  machine m = four_bar_machine(n, *length, uniform(seed, 0.8, 1.2), angle, hanging ? 0.5 * speed : speed);
  m.gravity = vary(seed, m.gravity);
  for (int i = 1; i <= m.bodies; i++) {
    m.body[i].mass = vary(seed, m.body[i].mass);
    m.body[i].inertia = vary(seed, m.body[i].inertia);
    m.body[i].cx = vary(seed, m.body[i].cx);
  }
  return m;
}

/* Rods started upright or nearly so and pushed to either side: within 1 s most lie flat once or more often. */
static inline machine random_upright_four_bar(unsigned long long *seed, int n)
{
  double length;
  machine m = random_four_bar(seed, n, false, &length);
  double tilt = uniform(seed, -0.2, 0.2), push = 0.3 * decades(seed, 1);
  double angle = 1.57079632679489661923 + (uniform(seed, -1, 1) < 0 ? 0 : tilt),
         speed = uniform(seed, -1, 1) < 0 ? -push : push;
  for (int i = 0; i < m.pins; i++)
    if (m.pin[i].given) {
      double sign = m.pin[i].a == 0 ? 1 : -1; /* couplers do not turn */
      m.pin[i].angle = sign * angle;
      m.pin[i].speed = sign * speed;
    }
  return m;
}

static inline void vary_place(unsigned long long *seed, double *x, double *y)
{
  *x = vary(seed, *x);
  *y = vary(seed, *y);
}

/* Andrews' mechanism with other lengths: k5 and k7 keep the pin that they share, so do the four bars at E. */
static inline machine other_andrews(unsigned long long *seed)
{
  machine m = andrews_machine();
  for (int i = 1; i <= m.bodies; i++) {
    m.body[i].mass = vary(seed, m.body[i].mass);
    m.body[i].inertia = vary(seed, m.body[i].inertia);
    vary_place(seed, &m.body[i].cx, &m.body[i].cy);
  }
  for (int i = 0; i < m.pins; i++) {
    vary_place(seed, &m.pin[i].ax, &m.pin[i].ay);
    vary_place(seed, &m.pin[i].bx, &m.pin[i].by);
  }
  m.pin[5].ax = m.pin[3].ax;
  m.pin[5].ay = m.pin[3].ay;
  m.pin[8].ax = m.pin[9].ax = m.pin[7].ax;
  vary_place(seed, &m.spring_ax, &m.spring_ay);
  vary_place(seed, &m.spring_bx, &m.spring_by);
  m.torque = vary(seed, m.torque);
  m.stiffness = vary(seed, m.stiffness);
  m.free_length = vary(seed, m.free_length);
  m.pin[0].angle += uniform(seed, -0.3, 0.3);
  m.pin[0].speed = uniform(seed, -50, 50);
  return m;
}

/* Whether two bars span a distance, and that not quite stretched or folded. */
static inline bool span(double distance, double one, double two)
{
  one = fabs(one);
  two = fabs(two);
  return distance < 0.99 * (one + two) && distance > 1.01 * fabs(one - two);
}

/* E is where the bars from the crank's tip and from B meet; two more pairs of bars have to reach it from A. */
static inline bool closes(const machine *m)
{
  const test_pin *p = m->pin;
  double x = p[1].ax * cos(p[0].angle), y = p[1].ax * sin(p[0].angle), dx = p[2].ax - x, dy = p[2].ay - y,
         far = hypot(dx, dy), bar = p[7].ax, other = p[7].by;
  if (!span(far, bar, other))
    return false;
  double along = (far * far + bar * bar - other * other) / (2 * far), aside = sqrt(bar * bar - along * along);
  for (int side = -1; side <= 1; side += 2) {
    double ex = x + (along * dx - side * aside * dy) / far, ey = y + (along * dy + side * aside * dx) / far,
           away = hypot(ex - p[3].ax, ey - p[3].ay);
    if (span(away, p[4].ax, p[8].by) && span(away, p[6].ay, p[9].bx))
      return true;
  }
  return false;
}

static inline machine random_andrews(unsigned long long *seed)
{
  machine m;
  do
    m = other_andrews(seed);
  while (!closes(&m));
  return m;
}

/* One of the four kinds. */
static inline machine random_machine(unsigned long long *seed, int kind, bool hanging)
{
  double length;
  switch (kind % 4) {
  case 0:
    return random_pendulum(seed);
  case 1:
    return random_chain(seed, 1 + kind / 4 % 8);
  case 2:
    return random_four_bar(seed, 1 + kind / 4 % 8, hanging, &length);
  default:
    return random_andrews(seed);
  }
}

/* ---- as a model ---- */

__attribute__((format(printf, 2, 3))) static inline void say(char *text, const char *format, ...)
{
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, TEXT - used, format, arguments);
  va_end(arguments);
}

static inline void say_frame(char *text, int body, double x, double y, const test_units *u)
{
  if (body == 0)
    say(text, "base:at{%.17g, %.17g}", x * u->length, y * u->length);
  else
    say(text, "b%d:at{%.17g, %.17g}", body, x * u->length, y * u->length);
}

static inline void say_parts(char *text, const machine *m, const test_units *u)
{
  double inertia = u->mass * u->length * u->length;
  for (int i = 1; i <= m->bodies; i++)
    say(text, "local b%d = body 'b%d' { mass = %.17g, inertia = %.17g, com = {%.17g, %.17g} }\n", i, i,
        m->body[i].mass * u->mass, m->body[i].inertia * inertia, m->body[i].cx * u->length,
        m->body[i].cy * u->length);
  for (int i = 0; i < m->pins; i++) {
    const test_pin *p = m->pin + i;
    say(text, "local p%d = revolute 'p%d' { ", i, i);
    say_frame(text, p->a, p->ax, p->ay, u);
    say(text, ", ");
    say_frame(text, p->b, p->bx, p->by, u);
    if (p->given)
      say(text, ", angle = %.17g, speed = %.17g", p->angle, p->speed / u->time);
    say(text, " }\n");
  }
}

static inline void say_loads(char *text, const machine *m, const test_units *u)
{
  double force = u->mass * u->length / (u->time * u->time);
  if (m->stiffness > 0) {
    say(text, "spring 'spring' { ");
    say_frame(text, 0, m->spring_ax, m->spring_ay, u);
    say(text, ", ");
    say_frame(text, m->spring_b, m->spring_bx, m->spring_by, u);
    say(text, ", stiffness = %.17g, length = %.17g }\n", m->stiffness * (force / u->length),
        m->free_length * u->length);
  }
  if (m->torque != 0)
    say(text, "motor 'drive' { p0, torque = %.17g }\n", m->torque * (force * u->length));
}

static inline void write_machine(char text[TEXT], const machine *m, const test_units *u)
{
  double g = m->gravity * (u->length / (u->time * u->time));
  *text = 0;
  if (u->turn == 0) /* exactly, for the sake of equal bits */
    say(text, "planar { gravity = {0, %.17g} }\nlocal base = ground:at{0, 0}\n", -g);
  else
    say(text, "planar { gravity = {%.17g, %.17g} }\nlocal base = ground:at{0, 0, angle = %.17g}\n",
        g * sin(u->turn), -g * cos(u->turn), u->turn);
  say_parts(text, m, u);
  say_loads(text, m, u);
  say(text, "simulate { duration = %.17g, tolerance = 1e-12, output = %.17g }\n", m->duration * u->time,
      m->duration * u->time / 1024);
}

#endif
