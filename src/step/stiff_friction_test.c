/* Boxes on stiff laws with dry friction, by `auto`: what rings is followed, then BDF takes over, and they come to where they should. Two
 * corners that stick side by side, one deeper than the other by a hair, make neither events nor energy. */
#include "base/chance.h"
#include "base/dense.h"
#include "base/soak_test.h"
#include "step/sessions_test.h"

#define G 9.81

static session open_two(double k, double mu, double damping, const char *method, double tolerance)
{
  char text[2048];
  snprintf(
      text, sizeof text,
      "planar { gravity = {0, -9.81} }\n"
      "local function box(name, x, y)\n"
      "  local b = body(name) { mass = 1, inertia = 0.01, x = x, y = y }\n"
      "  return shape(name .. 's') { b, polygon { {-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1} } }\n"
      "end\n"
      "local floor = shape 'floor' { ground, line { {3, 0}, {-3, 0} } }\n"
      "local a, b = box('a', 0, 0.1), box('b', 0.02, 0.3)\n"
      "contact 'low' { floor, a, law = linear { stiffness = %g, damping = %g }, friction = %g }\n"
      "contact 'mid' { a, b, law = linear { stiffness = %g, damping = %g }, friction = %g }\n"
      "simulate { duration = 1, method = '%s', tolerance = %g }\n",
      k, damping, mu, k, damping, mu, method, tolerance);
  return open_text(text, NULL);
}

/* They rest with the weight they have, in few steps. Explicit ones alone take 0.3, 1.2 and 5 million evaluations. */
static void two_boxes_rest(void **state)
{
  (void)state;
  static const long most[] = {20000, 40000, 60000, 120000, 240000};
  for (int i = 0; i < soak_or(5, 5, 2); i++) {
    double k = pow(10, 7 + i);
    session s = open_two(k, 0.3, 1e3, "auto", 1e-8);
    go(s, 1);
    print_message("k = %g: %ld steps, %ld right-hand sides, by BDF since %g s\n", k, s.run->books.steps,
                  s.run->books.rhs, s.run->books.stiff_since);
    assert_true(fabs(see(s, "low", -1, "normal_force") - 2 * G) < 1e-4);
    assert_true(fabs(see(s, "mid", -1, "normal_force") - G) < 1e-4);
    assert_true(fabs(see(s, "a", -1, "y") - 0.1 + G / k) < 1e-8 && fabs(see(s, "b", -1, "x") - 0.02) < 1e-6);
    assert_true(s.run->way->stiff && s.run->books.rhs < most[i]);
    leave(s);
  }
}

/* One to three boxes, of any size and mass, on one floor or over the seam of two, level or on a slope, some of which slide at first. Steep slopes,
 * and slides of several boxes or over a seam, feed a flutter for as long as they last, at any tolerance: here they are gentle, and short. */
typedef struct {
  double L, M, k, c, mu, tilt, v, inertia, at[3];
  int boxes;
  bool seam;
} stack;

static double between(unsigned long long *seed, double a, double b)
{
  return a + (b - a) * 0.5 * (1 + pawl_chance(seed));
}

static stack draw_stack(unsigned long long *seed)
{
  static const double sizes[] = {1, 1, 1, 1e-3, 0.1, 10, 100}, masses[] = {1, 1, 1, 1e-4, 0.1, 100, 1e5};
  stack x = {.boxes = 1 + (int)between(seed, 0, 3),
             .L = sizes[(int)between(seed, 0, 7)],
             .M = masses[(int)between(seed, 0, 7)],
             .seam = between(seed, 0, 1) < 0.3};
  double how = between(seed, 0, 1), side = between(seed, 0, 1) < 0.5 ? -1 : 1;
  bool alone = x.boxes == 1 && !x.seam;
  x.k = pow(10, between(seed, 9.5, 11.5)) * x.M / x.L;
  x.c = pow(10, between(seed, 2, 4)) * x.M / sqrt(x.L);
  x.mu = between(seed, 0.1, 0.6);
  if (how < 0.25)
    x.tilt = side * 0.2 * atan(x.mu) * between(seed, 0, 1);
  else if (how < 0.5)
    x.v = side * between(seed, 0.02, 0.3) * (alone ? 1 : 0.02) * sqrt(x.L);
  x.mu = x.v != 0 ? fmin(x.mu, 0.6 / x.boxes) : x.mu;
  x.inertia = how < 0.5 ? 1.0 / 150 : between(seed, 0.006, 0.01);
  for (int i = 1; i < x.boxes; i++)
    x.at[i] = x.at[i - 1] + between(seed, -0.08, 0.08) / x.boxes;
  return x;
}

static session open_stack(const stack *x, double seam)
{
  char text[4096];
  int used = snprintf(
      text, sizeof text,
      "local L, M, seam = %.17g, %.17g, %.17g\n"
      "planar { gravity = {%.17g, %.17g} }\n"
      "local function box(i, x)\n"
      "  local b = body('b' .. i) { mass = M, inertia = %.17g*M*L^2, x = x*L, y = (0.1 + 0.2*i)*L, vx = "
      "%.17g }\n"
      "  return shape('s' .. i) { b, polygon { {-0.1*L, -0.1*L}, {0.1*L, -0.1*L}, {0.1*L, 0.1*L}, {-0.1*L, "
      "0.1*L} } }\n"
      "end\n"
      "local law = linear { stiffness = %.17g, damping = %.17g }\n"
      "local function touch(name, a, b) contact(name) { a, b, law = law, friction = %.17g } end\n"
      "local under, over = shape 'f' { ground, line { {3*L, 0}, {seam*L, 0} } }, box(0, 0)\n"
      "touch('c0', under, over)\n",
      x->L, x->M, x->seam ? seam : -3, -G * sin(x->tilt), -G * cos(x->tilt), x->inertia, x->v, x->k, x->c,
      x->mu);
  if (x->seam)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "touch('beside', shape 'g' { ground, line { {seam*L, 0}, {-3*L, 0} } }, over)\n");
  for (int i = 1; i < x->boxes; i++)
    used += snprintf(text + used, sizeof text - (size_t)used,
                     "under, over = over, box(%d, %.17g)\ntouch('c%d', under, over)\n", i, x->at[i], i);
  snprintf(text + used, sizeof text - (size_t)used, "simulate { duration = %.17g, tolerance = 1e-8 }\n",
           sqrt(x->L));
  return open_text(text, NULL);
}

/* What seems to be given back by damping and friction, of the energy turned over: a ten-thousandth would end the run. */
static double most_given(const pawl_run *r)
{
  double most = 0;
  for (int i = 0; i < r->system.extra.works; i++)
    most = fmax(most, (r->y[2 * r->system.tree.dof_count + i] - r->accounts.least[i]) / pawl_judge_scale(r));
  return most;
}

static void stacks_rest(void **state)
{
  (void)state;
  unsigned long long seed = 1;
  double worst[3] = {0};
  int which[3] = {0};
  for (int k = 0; k < soak_or(400, 4, 1); k++) {
    const stack x = draw_stack(&seed);
    session s = open_stack(&x, between(&seed, -0.03, 0.03));
    double weight = x.M * G * cos(x.tilt);
    for (int i = 1; i <= 20; i++) {
      go(s, sqrt(x.L) * i / 20);
      note(worst, which, most_given(s.run), k);
    }
    note(worst + 1, which + 1, s.run->books.worst_ledger, k);
    note(worst + 2, which + 2, (double)s.run->books.rhs, k);
    for (int i = x.seam; i < x.boxes; i++)
      assert_true(fabs(see(s, "c", i, "normal_force") - (x.boxes - i) * weight) < 1e-4 * weight);
    for (int i = 0; i < x.boxes; i++)
      assert_true(fabs(see(s, "b", i, "vx")) < 1e-5 * sqrt(x.L));
    leave(s);
  }
  print_message("given back: %.1e (%d); ledger: %.1e (%d); right-hand sides: %.0f (%d)\n", worst[0], which[0],
                worst[1], which[1], worst[2], which[2]);
  assert_true(worst[0] < 1e-6 && worst[1] < 1e-6 && worst[2] < 3e6);
}

/* The same events at every tolerance, but for the last that hardly slide. */
static void corners_stick_side_by_side(void **state)
{
  (void)state;
  for (int i = 0; i < 12; i++) {
    double k = pow(10, 7 + i / 4), tolerance = pow(10, -7 - i % 4);
    session s = open_two(k, 0.3, 1e3, "dop853", tolerance);
    go(s, 0.02);
    print_message("k = %g, tolerance %g: %ld steps, %ld right-hand sides, %ld events\n", k, tolerance,
                  s.run->books.steps, s.run->books.rhs, s.run->books.events);
    assert_true(s.run->books.events < 130 && s.run->books.rhs < 25000);
    leave(s);
  }
}

/* One that slides on a floor and stops at v²/(2 μ g), whatever the law is, but for the ringing of its weight. */
static void boxes_slide_and_stop(void **state)
{
  (void)state;
  unsigned long long seed = 7;
  for (int i = 0; i < 16; i++) {
    double k = pow(10, 10 + pawl_chance(&seed)), m = pow(10, pawl_chance(&seed)),
           mu = 0.4 + 0.2 * pawl_chance(&seed), v = (1 + 0.6 * pawl_chance(&seed)) * (i % 2 ? 1 : -1),
           zeta = 0.3 * pow(10, pawl_chance(&seed) - 0.5), stop = v * v / (2 * mu * G);
    char text[2048];
    snprintf(
        text, sizeof text,
        "planar { gravity = {0, -9.81} }\n"
        "local b = body 'b' { mass = %.17g, inertia = %.17g, y = 0.1, vx = %.17g }\n"
        "local floor = shape 'floor' { ground, line { {3, 0}, {-3, 0} } }\n"
        "local s = shape 's' { b, polygon { {-0.2, -0.1}, {0.2, -0.1}, {0.2, 0.1}, {-0.2, 0.1} } }\n"
        "contact 'c' { floor, s, law = linear { stiffness = %.17g, damping = %.17g }, friction = %.17g }\n"
        "simulate { duration = 2 }\n",
        m, 0.02 * m, v, k, zeta * sqrt(2 * k * m), mu);
    session s = open_text(text, NULL);
    go(s, 2);
    double off = fabs(see(s, "b", -1, "x")) - stop;
    print_message("k = %.3g, m = %.3g, mu = %.3g, v = %.3g, zeta = %.3g: off by %.2g of %.3g m; %ld steps, "
                  "%ld right-hand "
                  "sides, %ld events\n",
                  k, m, mu, v, zeta, off, stop, s.run->books.steps, s.run->books.rhs, s.run->books.events);
    assert_true(fabs(off) < 1e-7 * (1 + stop));
    assert_true(fabs(see(s, "c", -1, "normal_force") - m * G) < 1e-4 * m * G);
    assert_true(s.run->way->stiff && s.run->books.rhs < 40000);
    leave(s);
  }
}

/* Pivots of columns are 1, 1e-8, 1e-8 where the determinant is nothing but rounding. */
static void small_pivots_hide_rank(void **state)
{
  (void)state;
  const double hidden[9] = {1, 1, -7e-9, 1, 1, -2e-8, -7e-9, -2e-8, 1};
  const double regular[9] = {1, 1, 0, 1, 1, 1e-3, 0, 1e-3, 1e-6 + 1e-8};
  double A[9], b[3] = {1, 1, 1};
  memcpy(A, hidden, sizeof A);
  assert_int_equal(pawl_eliminate(A, b, 3, 1e-9), -1);
  memcpy(A, hidden, sizeof A);
  assert_true(pawl_is_singular(A, 3, 1e-9));
  memcpy(A, regular, sizeof A);
  assert_false(pawl_is_singular(A, 3, 1e-9));
}

/* A shaft under a torque, with friction that jumps: steps of BDF are long before the jump and begin anew behind it. */
static void bdf_passes_jumps(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  for (int i = 0; i < 400; i++) {
    char text[1024];
    double J = i ? pow(10, 3 * pawl_chance(&seed) - 2) : 0.00011959129290559652;
    snprintf(text, sizeof text,
             "planar {}\nlocal b = body 'b' { mass = %.17g, inertia = %.17g }\n"
             "revolute 'j' { b, ground, speed = 10 }\n"
             "step 'load' { from = %.17g, to = 0, start = %.17g }\nmotor 'm' { 'j', torque = 'load' }\n"
             "step 'limit' { from = %.17g, to = %.17g, start = 2.7182818 }\n%s"
             "simulate { duration = 10, output = 1, method = 'bdf' }\n",
             J, J, i ? 0.4 * pawl_chance(&seed) : 0.36215651470471855,
             i ? 4.75 + 4.25 * pawl_chance(&seed) : 7.894451244751675,
             i ? 0.5 + 0.45 * pawl_chance(&seed) : 0.2824762316077519,
             i ? 0.5 + 0.45 * pawl_chance(&seed) : 0.7148357702757625,
             i % 4 != 3 ? "joint_friction 'f' { 'j', limit = 'limit' }\n" : "");
    session s = open_text(text, NULL);
    go(s, 10);
    leave(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_boxes_rest),
      cmocka_unit_test(stacks_rest),
      cmocka_unit_test(corners_stick_side_by_side),
      cmocka_unit_test(boxes_slide_and_stop),
      cmocka_unit_test(small_pivots_hide_rank),
      cmocka_unit_test(bdf_passes_jumps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
