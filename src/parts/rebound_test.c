/* What an isolated mass really gets back from the laws of contact, and the energy that is stored and lost.
 * The mass is followed by a Runge–Kutta method of this file, with the law as its only force. */
#include "parts/law.h"
#include "parts/value_test.h"

/* ---- a mass that meets a wall ---- */

typedef struct {
  const pawl_value *law;
  double mass, approach, curvature;
} wall;

enum { DEPTH, SPEED, LOST, SIZE };

static void slope(const wall *w, int piece, const double y[SIZE], double dy[SIZE])
{
  const pawl_press x = {.depth = y[DEPTH],
                        .rate = y[SPEED],
                        .approach = w->approach,
                        .curvature = w->curvature,
                        .piece = piece};
  pawl_push F = press(w->law, &x);
  dy[DEPTH] = y[SPEED];
  dy[SPEED] = -F.force / w->mass;
  dy[LOST] = (F.force - F.elastic) * y[SPEED];
}

/* A step of Dormand and Prince's method of order 5; returns its error by that of order 4, relative to
 * `scale`. */
static double step(const wall *w, int piece, const double y[SIZE], double h, const double scale[SIZE],
                   double to[SIZE])
{
  static const double a[7][6] = {{0},
                                 {1.0 / 5},
                                 {3.0 / 40, 9.0 / 40},
                                 {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                 {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                 {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                 {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static const double b[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                              -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  double k[7][SIZE], error = 0;
  for (int s = 0; s < 7; s++) {
    for (int i = 0; i < SIZE; i++) {
      to[i] = y[i];
      for (int j = 0; j < s; j++)
        to[i] += h * a[s][j] * k[j][i];
    }
    slope(w, piece, to, k[s]);
  }
  for (int i = 0; i < SIZE; i++) {
    double e = 0;
    for (int s = 0; s < 7; s++)
      e += h * b[s] * k[s][i];
    error = fmax(error, fabs(e) / scale[i]);
  }
  return error;
}

/* What ends a piece of the motion, as a function that falls through 0: they part, the force ends, or a knot
 * is met. */
static double margin(const wall *w, int piece, bool by_force, const double y[SIZE])
{
  const pawl_press x = {.depth = y[DEPTH], .rate = y[SPEED], .approach = w->approach, .piece = piece};
  double knot, end = by_force && y[SPEED] < 0 ? press(w->law, &x).force : y[DEPTH];
  if (y[SPEED] >= 0)
    end = INFINITY;
  if (w->law->kind->law->knot_count) {
    w->law->kind->law->knots(w->law->fields, &x, &knot);
    double along = knot * (piece ? 1 : -1);
    end = fmin(end, along);
  }
  return end;
}

/* From y to the end of the step in which `margin` falls through 0, and back to that instant. */
static void follow_piece(const wall *w, int piece, bool by_force, double y[SIZE], double *h,
                         const double scale[SIZE], double tolerance)
{
  double next[SIZE];
  for (;;) {
    double error = step(w, piece, y, *h, scale, next) / tolerance;
    double factor = fmin(4, fmax(0.2, 0.9 * pow(fmax(error, 1e-10), -0.2)));
    if (error > 1) {
      *h *= factor;
      continue;
    }
    if (margin(w, piece, by_force, next) <= 0)
      break;
    memcpy(y, next, sizeof next);
    *h *= factor;
  }
  double low = 0, high = *h;
  for (int i = 0; i < 60; i++) {
    double middle = 0.5 * (low + high);
    step(w, piece, y, middle, scale, next);
    *(margin(w, piece, by_force, next) > 0 ? &low : &high) = middle;
  }
  step(w, piece, y, high, scale, next);
  memcpy(y, next, sizeof next);
}

typedef struct {
  double restitution, ledger; /* what is missing of the energy, relative */
} rebound;

/* The depth and time that an impact has, for steps and errors. */
static double depth_of(const wall *w)
{
  double energy = 0.5 * w->mass * w->approach * w->approach, depth = 1;
  for (int i = 0; i < 400; i++) {
    pawl_press x = {.depth = depth, .approach = w->approach, .curvature = w->curvature};
    x.piece = pawl_law_piece(w->law, &x);
    depth *= press(w->law, &x).energy > energy ? 0.8 : 1 / 0.83;
  }
  return depth;
}

static rebound meet(const wall *w, bool by_force, double tolerance)
{
  const pawl_kind *kind = w->law->kind;
  double v = w->approach, depth = depth_of(w), energy = 0.5 * w->mass * v * v;
  double y[SIZE] = {0, v, 0}, scale[SIZE] = {depth, v, energy}, h = 1e-3 * depth / v;
  for (int pieces = 0; pieces < 10; pieces++) {
    pawl_press x = {.depth = y[DEPTH], .rate = y[SPEED], .approach = v, .curvature = w->curvature};
    x.piece = pawl_law_piece(w->law, &x);
    follow_piece(w, x.piece, by_force, y, &h, scale, tolerance);
    x = (pawl_press){
        .depth = y[DEPTH], .rate = y[SPEED], .approach = v, .curvature = w->curvature, .piece = x.piece};
    pawl_push F = press(w->law, &x);
    if (y[SPEED] < 0 && (y[DEPTH] <= 1e-9 * depth || (by_force && F.force <= 1e-9 * energy / depth))) {
      double now = 0.5 * w->mass * y[SPEED] * y[SPEED] + F.energy + y[LOST];
      return (rebound){-y[SPEED] / v, now / energy - 1};
    }
    h = fmax(h, 1e-6 * depth / v);
  }
  fail_msg("%s: does not part", kind->name);
  return (rebound){0};
}

/* ---- restitution ---- */

/* e' of x(1 + e') = ln[(1 + x)/(1 - e' x)], by bisection: the left side is the larger one below the root. */
static double closed_form(double x)
{
  double low = 0, high = fmin(1, 1 / x);
  for (int i = 0; i < 200; i++) {
    double e = 0.5 * (low + high);
    *(x * (1 + e) > log1p(x) - log1p(-e * x) ? &low : &high) = e;
  }
  return 0.5 * (low + high);
}

/* The worst of several impacts. */
typedef struct {
  double e, ledger;
} worst;

static void compare(worst *most, const wall *w, double e)
{
  rebound r = meet(w, false, 1e-11);
  most->e = fmax(most->e, fabs(r.restitution - e));
  most->ledger = fmax(most->ledger, fabs(r.ledger));
}

static void assert_worst(worst *most, double e, double ledger, const char *what)
{
  print_message("%s: restitution to %.1e, energy to %.1e\n", what, most->e, most->ledger);
  assert_true(most->e < e && most->ledger < ledger);
  *most = (worst){0};
}

static void restitution_is_what_was_typed(void **state)
{
  (void)state;
  const double all[] = {0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.9999, 1 - 1e-7, 1};
  const double stiffness[] = {1e2, 1e6, 1e12}, mass[] = {1e-3, 1, 1e3}, speed[] = {1e-3, 1, 1e2},
               exponent[] = {1, 1.5, 2.2};
  worst most = {0};
  made m;
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    for (int j = 0; j < 81; j++) {
      const pawl_value *law = make(&m, "restitution", "e", all[i], "stiffness", stiffness[j % 3], "exponent",
                                   exponent[j / 27], NULL);
      assert_null(m.wrong);
      const wall w = {law, mass[j / 3 % 3], speed[j / 9 % 3], 0};
      compare(&most, &w, all[i]);
    }
  assert_worst(&most, 1e-7, 1e-8, "restitution");
}

/* Soft touches: exact while alone, and no wall when pushed. */
static void soft_touches_do_not_become_walls(void **state)
{
  (void)state;
  made m;
  const pawl_value *law = make(&m, "restitution", "e", 0.5, "stiffness", 1e6, NULL);
  pawl_press x = {.depth = 1e-3, .rate = 1, .approach = 1e-9};
  double elastic = 1e6 * sqrt(1e-9);
  assert_near(press(law, &x).force, elastic * (1 + 2 * 1.43275053327), 1e-5 * elastic, "a pushed touch");
  x.approach = 0;
  assert_near(press(law, &x).force, elastic, 1e-12 * elastic, "a touch at the start");
  *field_of(&m, "least_speed") = 2;
  assert_near(press(again(&m), &x).force, elastic * (1 + 0.5 * 1.43275053327), 1e-7 * elastic,
              "the least speed");
}

static void hunt_crossley_family_follows_the_closed_form(void **state)
{
  (void)state;
  worst most = {0};
  made m;
  for (double x = 1e-3; x < 30; x *= 3.1)
    for (int j = 0; j < 9; j++) {
      double speed = j < 5 ? 0.03 : 7;
      const pawl_value *law = make(&m, "hunt_crossley", "stiffness", j % 2 ? 1e4 : 1e9, "exponent",
                                   1 + 0.3 * (j % 5), "damping", x / speed, NULL);
      assert_null(m.wrong);
      compare(&most, &(wall){law, 0.2 + j, speed, 0}, closed_form(x));
    }
  assert_worst(&most, 1e-7, 1e-8, "hunt_crossley, damping");
  for (double e = 0.05; e < 0.99; e += 0.0931) {
    compare(&most, &(wall){make(&m, "hunt_crossley", "stiffness", 1e6, "restitution", e, NULL), 2, 3, 0},
            closed_form(1.5 * (1 - e)));
    compare(&most,
            &(wall){make(&m, "lankarani_nikravesh", "stiffness", 1e6, "restitution", e, NULL), 2, 3, 0},
            closed_form(0.75 * (1 - e * e)));
    compare(&most, &(wall){make(&m, "flores", "stiffness", 1e6, "restitution", e, NULL), 2, 3, 0},
            closed_form(1.6 * (1 - e) / e));
  }
  assert_worst(&most, 1e-7, 1e-8, "the named laws");
}

/* The nominal e = 0.5 of the named laws, as published: shared by many papers that compare them. */
static void nominal_restitutions_are_those_published(void **state)
{
  (void)state;
  made m;
  assert_near(
      meet(&(wall){make(&m, "lankarani_nikravesh", "stiffness", 1e7, "restitution", 0.5, NULL), 1, 1, 0},
           false, 1e-10)
          .restitution,
      0.7252, 5e-5, "lankarani_nikravesh");
  assert_near(meet(&(wall){make(&m, "hunt_crossley", "stiffness", 1e7, "restitution", 0.5, NULL), 1, 1, 0},
                   false, 1e-10)
                  .restitution,
              0.6630, 5e-5, "hunt_crossley");
  assert_near(
      meet(&(wall){make(&m, "flores", "stiffness", 1e7, "restitution", 0.5, NULL), 1, 1, 0}, false, 1e-10)
          .restitution,
      0.4704, 5e-5, "flores");
}

/* A linear spring and damper leaves when it would pull. */
static void linear_follows_its_closed_form(void **state)
{
  (void)state;
  made m;
  for (double zeta = 0.01; zeta < 0.99; zeta += 0.07) {
    double s = sqrt(1 - zeta * zeta), k = 3e5, mass = 0.7, c = 2 * zeta * sqrt(k * mass);
    rebound r =
        meet(&(wall){make(&m, "linear", "stiffness", k, "damping", c, NULL), mass, 1.3, 0}, true, 1e-12);
    assert_near(r.restitution, exp(-zeta / s * atan2(2 * zeta * s, 2 * zeta * zeta - 1)), 1e-8, "linear");
    assert_near(r.ledger, 0, 1e-9, "its energy");
  }
}

static void what_is_elastic_gives_all_back(void **state)
{
  (void)state;
  worst most = {0};
  made m;
  compare(&most, &(wall){make(&m, "hertz", "stiffness", 1e9, NULL), 1, 2, 0}, 1);
  compare(&most, &(wall){make(&m, "hertz", "modulus", 2.1e11, NULL), 1, 2, 20}, 1);
  compare(&most,
          &(wall){make(&m, "hertz_line", "modulus", 3e9, "thickness", 0.02, "size", 0.1, NULL), 1, 2, 0}, 1);
  compare(&most,
          &(wall){make(&m, "hertz_line", "modulus", 1e4, "thickness", 0.02, "size", 0.1, NULL), 10, 2, 0}, 1);
  compare(&most,
          &(wall){make(&m, "impact", "stiffness", 1e6, "exponent", 2.2, "damping", 0.0, "depth", 1e-3, NULL),
                  1, 2, 0},
          1);
  assert_worst(&most, 1e-8, 1e-8, "elastic laws");
  compare(
      &most,
      &(wall){make(&m, "hertz_line", "modulus", 3e9, "thickness", 0.02, "size", 0.1, "damping", 0.4, NULL), 1,
              2, 0},
      closed_form(0.8));
  assert_worst(&most, 1e-7, 1e-8, "hertz_line, damped");
  rebound r = meet(
      &(wall){make(&m, "impact", "stiffness", 1e6, "exponent", 1.5, "damping", 300.0, "depth", 1e-4, NULL), 1,
              2, 0},
      true, 1e-11);
  assert_true(r.restitution > 0.1 && r.restitution < 0.9);
  assert_near(r.ledger, 0, 1e-8, "impact, over its knot");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(restitution_is_what_was_typed),
      cmocka_unit_test(soft_touches_do_not_become_walls),
      cmocka_unit_test(hunt_crossley_family_follows_the_closed_form),
      cmocka_unit_test(nominal_restitutions_are_those_published),
      cmocka_unit_test(linear_follows_its_closed_form),
      cmocka_unit_test(what_is_elastic_gives_all_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
