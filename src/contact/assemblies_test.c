/* Starts that do not depend on the order of parts and frames: random four-bars, sliders and two loops, written in other orders,
 * with frames exchanged; starts that leave freedom; what is said of several ways to close. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/chance.h"
#include "contact/contact.h"
#include "model/model.h"
#include "system/system.h"

enum { MOST_BODIES = 5, MOST_JOINTS = 7 };

/* A frame: which body, 0 the ground, and where. */
typedef struct {
  int body;
  double x, y, angle;
} frame;

typedef struct {
  bool slides;
  frame a, b;
  double start; /* NaN: not written */
} joint;

typedef struct {
  int bodies, joints;
  double mass[MOST_BODIES], angle[MOST_BODIES]; /* angle as written on the body, or NaN */
  joint joint[MOST_JOINTS];
} mechanism;

static double roll(unsigned long long *seed, double from, double to)
{
  return from + (to - from) * 0.5 * (1 + pawl_chance(seed));
}

static void shuffle(int *order, int n, unsigned long long *seed)
{
  for (int i = 0; i < n; i++)
    order[i] = i;
  for (int i = n - 1; i > 0; i--) {
    int j = (int)roll(seed, 0, i + 0.999), k = order[i];
    order[i] = order[j];
    order[j] = k;
  }
}

/* Of values that contradict each other the one written last gives way: joint 0 stays before joint 3. */
static void keep_first(int *order, int n)
{
  int at[2] = {0, 0};
  for (int i = 0; i < n; i++) {
    at[0] = order[i] == 0 ? i : at[0];
    at[1] = order[i] == 3 ? i : at[1];
  }
  if (at[0] > at[1]) {
    order[at[0]] = 3;
    order[at[1]] = 0;
  }
}

static int put_frame(char *to, size_t size, const frame *f)
{
  char body[16] = "ground";
  if (f->body)
    snprintf(body, sizeof body, "b%d", f->body);
  return snprintf(to, size, "%s:at{%.17g, %.17g, angle = %.17g}", body, f->x, f->y, f->angle);
}

/* As text; `seed` 0: as it stands, else in another order and with frames exchanged. */
static void write(char *to, size_t size, const mechanism *m, unsigned long long seed)
{
  int bodies[MOST_BODIES] = {0, 1, 2, 3, 4}, joints[MOST_JOINTS] = {0, 1, 2, 3, 4, 5, 6}, at = 0;
  bool mixed = seed != 0;
  if (mixed) {
    shuffle(bodies, m->bodies, &seed);
    shuffle(joints, m->joints, &seed);
    keep_first(joints, m->joints);
  }
  at += snprintf(to + at, size - (size_t)at, "planar { gravity = {0, -9.81} }\n");
  for (int i = 0; i < m->bodies; i++) {
    int k = bodies[i];
    at += snprintf(to + at, size - (size_t)at, "local b%d = body \"b%d\" { mass = %.17g, inertia = %.17g",
                   k + 1, k + 1, m->mass[k], 0.02 * m->mass[k]);
    if (!isnan(m->angle[k]))
      at += snprintf(to + at, size - (size_t)at, ", angle = %.17g", m->angle[k]);
    at += snprintf(to + at, size - (size_t)at, " }\n");
  }
  for (int i = 0; i < m->joints; i++) {
    const joint *j = m->joint + joints[i];
    bool exchanged = mixed && pawl_chance(&seed) > 0;
    at += snprintf(to + at, size - (size_t)at, "%s \"j%d\" { ", j->slides ? "prismatic" : "revolute",
                   joints[i]);
    at += put_frame(to + at, size - (size_t)at, exchanged ? &j->b : &j->a);
    at += snprintf(to + at, size - (size_t)at, ", ");
    at += put_frame(to + at, size - (size_t)at, exchanged ? &j->a : &j->b);
    if (!isnan(
            j->start)) /* along the axis of the first frame, which is that of the second: one does not turn in the other */
      at += snprintf(to + at, size - (size_t)at, ", %s = %.17g", j->slides ? "position" : "angle",
                     exchanged ? -j->start : j->start);
    at += snprintf(to + at, size - (size_t)at, " }\n");
  }
  snprintf(to + at, size - (size_t)at, "simulate { duration = 1 }\n");
}

/* x, y, angle of each body at the start; false: it cannot be assembled. */
static bool start_of(const char *text, int bodies, double *pose, pawl_assembly *assembly)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_arena arena;
  pawl_system s = {0};
  pawl_arena_open(&arena, NULL);
  if (pawl_model_parse(&model, text, "test", NULL, &error) != PAWL_OK ||
      pawl_system_build(&s, model, NULL, &pawl_contact_layer, &arena, &error) != PAWL_OK)
    fail_msg("%s: %s\n%s", error.where, error.text, text);
  bool good = pawl_system_start(&s, &error) == PAWL_OK;
  if (good)
    assert_int_equal(pawl_system_rows(&s, 0, s.start.q, NULL, s.start.base), PAWL_OK);
  for (int i = 0; good && i < bodies; i++) {
    char name[16];
    pawl_end end;
    snprintf(name, sizeof name, "b%d", i + 1);
    int body = model->parts[pawl_model_find(model, name)]->body;
    s.ops->end(s.kernel, s.place.body + body, &end);
    pose[3 * i] = end.r.x + s.origin.x;
    pose[3 * i + 1] = end.r.y + s.origin.y;
    pose[3 * i + 2] = end.angle;
  }
  *assembly = s.start.assembly;
  pawl_arena_close(&arena);
  pawl_model_free(model);
  return good;
}

/* Mechanisms that can be closed: four-bars, slider-cranks, and a four-bar that drives a slider. */
static mechanism random_mechanism(unsigned long long *seed, int kind)
{
  mechanism m = {.bodies = 3, .joints = 4};
  double d = roll(seed, 0.3, 0.9), crank = roll(seed, 0.1, 0.3) * d, coupler = roll(seed, 0.7, 1.3) * d,
         rocker = roll(seed, 0.7, 1.3) * d, x = roll(seed, -1, 1), y = roll(seed, -1, 1),
         turned = roll(seed, -3, 3);
  for (int i = 0; i < MOST_BODIES; i++) {
    m.mass[i] = roll(seed, 0.2, 2);
    m.angle[i] = NAN;
  }
  double c = cos(turned), s = sin(turned);
  m.joint[0] = (joint){false, {0, x, y, turned}, {1, 0, 0, 0}, roll(seed, -3, 3)};
  m.joint[1] = (joint){false, {1, crank, 0, roll(seed, -1, 1)}, {2, 0, 0, 0}, NAN};
  if (kind == 1) { /* slider */
    m.joint[2] = (joint){false, {2, coupler, 0, 0}, {3, 0, 0, 0}, NAN};
    m.joint[3] = (joint){true, {0, x, y, turned}, {3, 0, 0, 0}, NAN};
    return m;
  }
  m.joint[2] = (joint){false, {0, x + d * c, y + d * s, turned}, {3, 0, 0, 0}, NAN};
  m.joint[3] = (joint){false, {2, coupler, 0, 0}, {3, rocker, 0, 0}, NAN};
  if (kind == 2) { /* its rocker drives a slider across */
    m.bodies = 5;
    m.joints = 7;
    m.joint[4] = (joint){false, {3, rocker, 0, 0}, {4, 0, 0, 0}, NAN};
    m.joint[5] = (joint){false, {4, 3 * d, 0, 0}, {5, 0, 0, 0}, NAN};
    m.joint[6] = (joint){true, {0, x, y, turned}, {5, 0, 0, 0}, NAN};
  }
  return m;
}

/* Sometimes more is written, exactly or roughly: at another joint, or on a body. */
static void write_more(mechanism *m, unsigned long long *seed)
{
  double u = pawl_chance(seed);
  if (u > 0.6)
    m->joint[3].start = m->joint[3].slides ? roll(seed, -0.5, 0.5) : roll(seed, -2, 2);
  else if (u > 0.3)
    m->angle[1] = roll(seed, -2, 2);
}

static void no_order_counts(void **state)
{
  (void)state;
  unsigned long long seed = 41;
  int compared = 0, several = 0;
  for (int k = 0; k < 120; k++) {
    mechanism m = random_mechanism(&seed, k % 3);
    char text[4096], other[4096];
    double pose[3 * MOST_BODIES], second[3 * MOST_BODIES];
    pawl_assembly a, b;
    if (k % 2)
      write_more(&m, &seed);
    write(text, sizeof text, &m, 0);
    bool closes = start_of(text, m.bodies, pose, &a);
    for (int i = 1; i <= 3; i++) {
      write(other, sizeof other, &m, (unsigned long long)(1000 * k + i));
      assert_int_equal(start_of(other, m.bodies, second, &b), closes);
      for (int j = 0; closes && j < 3 * m.bodies; j++) {
        double off =
            j % 3 == 2 ? remainder(second[j] - pose[j], 2 * 3.14159265358979323846) : second[j] - pose[j];
        if (!(fabs(off) < 1e-9))
          fail_msg("mechanism %d: %.9g and %.9g of body %d\n%s\n%s", k, pose[j], second[j], j / 3 + 1, text,
                   other);
      }
      compared += closes;
      if (closes && k % 3 < 2)
        assert_int_equal(a.count, b.count);
    }
    several += a.count > 1;
  }
  printf("  %d starts compared, %d of 120 mechanisms close in several ways\n", compared, several);
  assert_true(compared > 250 && several > 100);
}

/* What no constraint asks to move, stays. */
static void freedom_stays(void **state)
{
  (void)state;
  double pose[6];
  pawl_assembly a;
  for (int k = 0; k < 12; k++) {
    double r = 1e-3 * pow(10, k % 4), angle = 0.5 * k - 2;
    char text[1024];
    snprintf(text, sizeof text,
             "planar { gravity = {0, -9.81} }\n"
             "local b1 = body \"b1\" { mass = 1, inertia = 0.1 }\nrolling \"roll\" { ground, b1, radius = "
             "%.17g }\n"
             "local b2 = body \"b2\" { mass = %g, inertia = 0.2, com = {1, 0} }\n"
             "revolute \"r\" { b1, b2, angle = %.17g }\nsimulate { duration = 0.1 }\n",
             r, k < 6 ? 2.0 : 500.0, angle);
    assert_true(start_of(text, 2, pose, &a));
    if (!(pose[0] == 0 && fabs(pose[1] - r) < 1e-12 && pose[2] == 0 && fabs(pose[5] - angle) < 1e-12))
      fail_msg("radius %g: x = %.9g, y = %.9g, angle = %.9g, arm at %.9g", r, pose[0], pose[1], pose[2],
               pose[5]);
  }
}

/* The mirror image of a mechanism that is its own: neither is nearer, the higher one is taken. */
static void ties_go_up(void **state)
{
  (void)state;
  static const char text[] =
      "planar {}\n"
      "local b1 = body \"b1\" { mass = 1, inertia = 0.1, com = {0.1, 0} }\n"
      "local b2 = body \"b2\" { mass = 1, inertia = 0.1, com = {0.1, 0} }\n"
      "local b3 = body \"b3\" { mass = 1, inertia = 0.1, com = {0.1, 0} }\n"
      "%s\nrevolute \"j2\" { b1:at{0.2, 0}, b2 }\nrevolute \"j3\" { ground:at{0.7, 0}, b3 }\n"
      "%s\nsimulate { duration = 1 }\n";
  static const char *const first[] = {"revolute \"j1\" { ground, b1, angle = 0 }",
                                      "revolute \"j1\" { b1, ground, angle = 0 }"};
  static const char *const last[] = {"revolute \"j4\" { b2:at{0.5, 0}, b3:at{0.4, 0} }",
                                     "revolute \"j4\" { b3:at{0.4, 0}, b2:at{0.5, 0} }"};
  for (int k = 0; k < 4; k++) {
    char full[2048];
    double pose[9];
    pawl_assembly a;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(full, sizeof full, text, first[k / 2], last[k % 2]);
#pragma GCC diagnostic pop
    assert_true(start_of(full, 3, pose, &a));
    assert_int_equal(a.count, 2);
    assert_false(a.told);
    assert_true(sin(pose[5]) > 0.1 && fabs(pose[5] - acos((0.5 * 0.5 + 0.5 * 0.5 - 0.4 * 0.4) / 0.5)) < 1e-9);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_order_counts),
      cmocka_unit_test(freedom_stays),
      cmocka_unit_test(ties_go_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
