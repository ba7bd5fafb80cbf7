/* Contact problems whose answers are known in closed form. */
#include "contact/problem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/chance.h"

enum { MOST = 8, ROOM = 8 };

typedef struct {
  pawl_solver solver;
  double memory[20000];
  double force[2 * MOST], rate[2 * MOST];
  unsigned char mode[MOST];
  pawl_motion motion[ROOM];
  pawl_solution found;
} bench;

static bench *solve(const pawl_problem *p, bool warm)
{
  static bench b;
  assert_true(pawl_solver_bytes(MOST) <= sizeof b.memory);
  assert_null(pawl_problem_fault(p));
  pawl_solver_place(&b.solver, MOST, b.memory);
  pawl_solve_options options = {.warm = warm, .count = true, .motion = b.motion, .room = ROOM};
  b.found = pawl_problem_solve(b.force, b.rate, b.mode, p, &options, &b.solver);
  return &b;
}

/* A rod of half length l that slides on its tip, m = 1: p λ + b = a_N. */
static void rod(double W[4], double theta, double l)
{
  double J = l * l / 3, x = -l * cos(theta), y = -l * sin(theta);
  W[0] = 1 + x * x / J;
  W[1] = W[2] = -x * y / J;
  W[3] = 1 + y * y / J;
}

/* p > 0, b < 0: it stays; p > 0, b > 0: it lifts off; p < 0, b < 0: nothing can be; p < 0, b > 0: both
 * can. */
static void painleve_rod(void **state)
{
  (void)state;
  double W[4], g = 9.81, theta = atan(2), l = 0.5;
  rod(W, theta, l);
  for (int steep = 0; steep < 2; steep++)
    for (int fast = 0; fast < 2; fast++) {
      double mu = 4.0 / 3 + (steep ? 1e-6 : -1e-6), w2 = fast ? 2 * g / (l * sin(theta)) : 0;
      double b[2] = {l * sin(theta) * w2 - g, l * cos(theta) * w2};
      double p = 1 + 3 * cos(theta) * (cos(theta) - mu * sin(theta));
      unsigned char kind = PAWL_SLIDES_MINUS;
      pawl_problem rod_problem = {.n = 1, .W = W, .b = b, .mu = &mu, .kind = &kind};
      assert_true(steep == (p < 0) && fast == (b[0] > 0));
      bench *s = solve(&rod_problem, false);
      assert_int_equal(s->found.motions, steep ? (fast ? 2 : 0) : 1);
      if (steep && !fast) {
        assert_int_equal(s->found.by, PAWL_NO_SOLUTION);
        continue;
      }
      for (int i = 0; i < s->found.motions; i++) {
        const pawl_motion *m = s->motion + i;
        double expected = m->mode[0] == PAWL_MODE_OPEN ? 0 : -b[0] / p;
        assert_true(fabs(m->force[0] - expected) <= 1e-9 * fabs(expected));
        assert_true(m->mode[0] == (m->force[0] > 0 ? PAWL_MODE_MINUS : PAWL_MODE_OPEN));
      }
    }
}

/* A block of mass 1 pushed by f: it sticks up to μ_s, slides beyond with μ, and between both can be. */
static void two_coefficients(void **state)
{
  (void)state;
  const double W[4] = {1, 0, 0, 1}, mu = 0.3, mu_stick = 0.5;
  const struct {
    double push;
    int motions;
    double acceleration; /* of the one that sticks if it can */
  } cases[] = {{0.2, 1, 0}, {0.4, 2, 0}, {0.6, 1, 0.3}, {-0.4, 2, 0}, {-0.9, 1, -0.6}};
  for (int i = 0; i < 5; i++) {
    double b[2] = {-1, cases[i].push};
    pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu, .mu_stick = &mu_stick};
    bench *s = solve(&p, false);
    assert_int_equal(s->found.motions, cases[i].motions);
    assert_true(fabs(s->rate[1] - cases[i].acceleration) < 1e-14);
    unsigned char barred = 1 << PAWL_MODE_STICK;
    p.barred = &barred;
    s = solve(&p, false);
    assert_int_equal(s->found.motions, fabs(b[1]) > mu);
    if (fabs(b[1]) > mu)
      assert_true(fabs(fabs(s->rate[1]) - (fabs(b[1]) - mu)) < 1e-14);
  }
}

/* A bearing with a given load sticks up to μ times that, wherever its normal goes. */
static void given_normal_force(void **state)
{
  (void)state;
  const double W[4] = {2, 0, 0, 2}, mu = 0.25, load = 8;
  const unsigned char kind = PAWL_GIVEN | PAWL_AT_REST;
  const double push[] = {3.9, 4.1, -5}, left[] = {0, 0.1, -1};
  for (int i = 0; i < 3; i++) {
    double b[2] = {-1000, push[i]};
    pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu, .kind = &kind, .floor = &load};
    bench *s = solve(&p, false);
    assert_int_equal(s->found.motions, 1);
    assert_int_equal(s->mode[0], i == 0   ? PAWL_MODE_HELD_STICK
                                 : i == 1 ? PAWL_MODE_HELD_PLUS
                                          : PAWL_MODE_HELD_MINUS);
    assert_true(s->force[0] == load && fabs(s->rate[1] - left[i]) < 1e-13);
  }
}

/* Newton's impact of n equal balls, e = 1: the first leaves with (2 - n)/n, the others with 2/n. */
static void simultaneous_impact(void **state)
{
  (void)state;
  for (int balls = 2; balls <= 5; balls++) {
    int n = balls - 1;
    double W[4 * MOST * MOST] = {0}, b[2 * MOST] = {-2}, mu[MOST] = {0};
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        W[2 * i * 2 * n + 2 * j] = i == j ? 2 : abs(i - j) == 1 ? -1 : 0;
    pawl_problem p = {.n = n, .W = W, .b = b, .mu = mu};
    bench *s = solve(&p, false);
    assert_true(s->found.residual < 1e-15);
    assert_true(fabs(1 - s->force[0] - (2.0 - balls) / balls) < 1e-14);
    for (int i = 1; i < balls; i++) {
      double v = s->force[2 * (i - 1)] - (i < n ? s->force[2 * i] : 0);
      assert_true(fabs(v - 2.0 / balls) < 1e-14);
    }
  }
}

/* Poisson's two phases at one contact: what compression stored comes back e times, friction within the
 * cone. */
static void poisson_expansion(void **state)
{
  (void)state;
  const double W[4] = {2, 0.3, 0.3, 3}, mu = 0.4, e = 0.6;
  const double before[2] = {-1, 2};
  pawl_problem p = {.n = 1, .W = W, .b = before, .mu = &mu};
  bench *s = solve(&p, false);
  double P_N = s->force[0], middle[2] = {s->rate[0], s->rate[1]}, floor = e * P_N;
  assert_true(s->mode[0] == PAWL_MODE_PLUS && fabs(middle[0]) < 1e-15);
  p.b = middle;
  p.floor = &floor;
  s = solve(&p, false);
  assert_int_equal(s->found.motions, 1);
  assert_int_equal(s->mode[0], PAWL_MODE_HELD_PLUS);
  assert_true(s->force[0] == floor && fabs(s->force[1] + mu * floor) < 1e-15);
  assert_true(fabs(s->rate[0] - (W[0] - mu * W[1]) * floor) < 1e-15 && s->rate[1] > 0);
  /* A neighbour that presses again: more than what was stored is needed. */
  double pressed[2] = {-2, 0.1};
  p.b = pressed;
  s = solve(&p, false);
  assert_true(s->mode[0] == PAWL_MODE_STICK && s->force[0] > floor && s->found.residual < 1e-15);
}

/* A stop of a joint has no tangent: whatever W holds there is no measure of how easily it turns. Powers of two, so that units change nothing
 * but exponents. */
static void heavy_without_friction(void **state)
{
  (void)state;
  for (int power = -160; power <= 160; power += 20)
    for (int given = 0; given < 2; given++) {
      const double heavy = ldexp(1, power), e = 0.5, b[4] = {-1, 0, 0, 0}, still[4] = {0}, mu[2] = {0};
      double W[16] = {1 / heavy, 0,      0, 0, /**/ 0, 1, 0, 0, /**/ 0, 0, given ? 1 : 1 / heavy,
                      0,         /**/ 0, 0, 0, 1};
      const unsigned char kind[2] = {
          PAWL_FRICTIONLESS, (unsigned char)(given ? PAWL_FRICTIONLESS | PAWL_GIVEN : PAWL_FRICTIONLESS)};
      pawl_problem p = {.n = 2, .W = W, .b = b, .mu = mu, .kind = kind};
      bench *s = solve(&p, false);
      assert_int_equal(s->found.motions, 1);
      assert_true(s->force[0] == heavy && s->rate[0] == 0);
      const double floor[2] = {e * heavy, 0};
      p.b = still;
      p.floor = floor;
      s = solve(&p, false);
      assert_int_equal(s->found.motions, 1);
      assert_true(s->force[0] == e * heavy && s->rate[0] == e && !s->found.forces_free);
    }
}

/* A beam on four supports: forces are not unique, that it rests is. */
static void redundant_supports(void **state)
{
  (void)state;
  double W[64] = {0}, b[8] = {0}, mu[4] = {0};
  const double x[4] = {-1, -0.4, 0.3, 1};
  for (int i = 0; i < 4; i++) {
    b[2 * i] = -9.81;
    for (int j = 0; j < 4; j++)
      W[2 * i * 8 + 2 * j] = 1 + 3 * x[i] * x[j];
  }
  pawl_problem p = {.n = 4, .W = W, .b = b, .mu = mu};
  bench *s = solve(&p, false);
  assert_true(s->found.motions == 1 && s->found.forces_free && !s->found.continuum);
  double sum = 0, moment = 0;
  for (int i = 0; i < 4; i++) {
    assert_true(fabs(s->rate[2 * i]) < 1e-13 && s->motion[0].force[2 * i] > 0.5);
    sum += s->motion[0].force[2 * i];
    moment += x[i] * s->motion[0].force[2 * i];
  }
  assert_true(fabs(sum - 9.81) < 1e-12 && fabs(moment) < 1e-12);
}

/* The rows of a touch at (x, y) of a body's own, in a world turned by the angle: unit forces along its normal and tangent. */
static void row(double *J, double x, double y, double angle, double sign)
{
  double c = cos(angle), s = sin(angle), X = c * x - s * y, Y = s * x + c * y;
  const double n[2] = {-s, c}, t[2] = {-c, -s};
  for (int i = 0; i < 2; i++) {
    J[i] = sign * n[i];
    J[6 + i] = sign * t[i];
  }
  J[2] = sign * (X * n[1] - Y * n[0]);
  J[8] = sign * (X * t[1] - Y * t[0]);
}

/* A flat body on four feet, and a far heavier one flat on it: twelve forces for six degrees of freedom. All of it rests, whatever the
 * masses and however it is turned. */
static void heavy_on_light_rests(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  for (int tries = 0; tries < 2000; tries++) {
    double a = 0.02 + 0.01 * pawl_chance(&seed), h = 0.01 + 0.005 * pawl_chance(&seed),
           in = a * (0.5 + 0.4 * pawl_chance(&seed)), wide = 0.05 + 0.02 * pawl_chance(&seed),
           beside = 0.5 * a * pawl_chance(&seed), ratio = pow(10, 3 + 2.9 * pawl_chance(&seed)),
           angle = 3 * pawl_chance(&seed), friction = 0.8 + 0.75 * pawl_chance(&seed);
    double inverse[6] = {1, 1, 3 / (a * a + h * h), 1 / ratio, 1 / ratio, 3 / (2 * wide * wide * ratio)};
    double J[12][6] = {{0}}, W[144], b[12], mu[6];
    const double x[4] = {-a, -in, in, a},
                 g[6] = {9.81 * sin(angle), -9.81 * cos(angle), 0, 9.81 * sin(angle), -9.81 * cos(angle), 0};
    for (int i = 0; i < 4; i++)
      row(J[2 * i], x[i], -h, angle, 1);
    for (int i = 0; i < 2; i++) {
      row(J[8 + 2 * i], i ? a : -a, h, angle, -1);
      row(J[8 + 2 * i] + 3, (i ? a : -a) - beside, -wide, angle, 1);
    }
    for (int r = 0; r < 12; r++) {
      b[r] = 0;
      mu[r / 2] = friction;
      for (int k = 0; k < 6; k++)
        b[r] += J[r][k] * g[k];
      for (int c = 0; c < 12; c++) {
        W[12 * r + c] = 0;
        for (int k = 0; k < 6; k++)
          W[12 * r + c] += J[r][k] * inverse[k] * J[c][k];
      }
    }
    pawl_problem p = {.n = 6, .W = W, .b = b, .mu = mu};
    bench *s = solve(&p, false);
    assert_true(s->found.by != PAWL_NOT_FOUND && s->found.residual < PAWL_PROBLEM_SOLVED);
  }
}

/* Exactly at the limit of sticking: two modes, one motion. */
static void tie(void **state)
{
  (void)state;
  const double W[4] = {1, 0, 0, 1}, mu = 0.5, b[2] = {-1, 0.5};
  pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu};
  bench *s = solve(&p, false);
  assert_int_equal(s->found.motions, 1);
  assert_true(s->motion[0].sets == 2 && s->motion[0].tie);
  unsigned char is_tie = 0, mode;
  pawl_problem_read_modes(&mode, &is_tie, &p, s->solver.unit, s->force, s->rate);
  assert_true(is_tie && mode == PAWL_MODE_STICK);
}

/* Modes that are still right are found at once; others lead on. */
static void warm_modes(void **state)
{
  (void)state;
  const double W[4] = {1, 0, 0, 1}, mu = 0.5;
  double b[2] = {-1, 0.2};
  pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu};
  bench *s = solve(&p, false);
  assert_int_equal(s->found.by, PAWL_BY_LEMKE);
  s = solve(&p, true);
  assert_int_equal(s->found.by, PAWL_BY_MODES);
  b[1] = -0.7;
  s = solve(&p, true);
  assert_int_equal(s->found.by, PAWL_BY_LEMKE);
  assert_int_equal(s->mode[0], PAWL_MODE_MINUS);
}

/* The residual sees a wrong force in the problem's own scale, and what is not a number. */
static void residual_judges(void **state)
{
  (void)state;
  const double W[4] = {1e-6, 0, 0, 4e-6}, mu = 0.5, b[2] = {-1e3, 1e2};
  pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu};
  double unit[2], rate[2], force[2] = {1e9, -25e6}, step = 1e-6 * force[0];
  pawl_problem_units(unit, &p);
  assert_true(pawl_problem_residual(rate, &p, unit, force) < 1e-15);
  force[0] += step;
  double off = pawl_problem_residual(rate, &p, unit, force);
  assert_true(off > 0.9e-6 && off < 1.1e-6);
  force[0] = NAN;
  assert_true(isinf(pawl_problem_residual(rate, &p, unit, force)));
}

static void faults_have_sentences(void **state)
{
  (void)state;
  double W[4] = {1, 0, 0, 1}, mu = -1, mu_stick = 0.1, b[2] = {0, 0}, floor = 0;
  pawl_problem p = {.n = 1, .W = W, .b = b, .mu = &mu, .floor = &floor};
  assert_string_equal(pawl_problem_fault(&p), "a coefficient of friction is negative or not a number");
  mu = 0.2;
  p.mu_stick = &mu_stick;
  assert_string_equal(pawl_problem_fault(&p), "a coefficient of sticking is less than that of sliding");
  mu_stick = 0.2;
  b[1] = NAN;
  assert_string_equal(pawl_problem_fault(&p), "a rate or a floor is not a number");
  b[1] = 0;
  floor = -1;
  assert_string_equal(pawl_problem_fault(&p), "a floor is negative");
  floor = 0;
  W[3] = -1;
  assert_string_equal(pawl_problem_fault(&p), "the diagonal of W has a negative number or none");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(painleve_rod),
      cmocka_unit_test(two_coefficients),
      cmocka_unit_test(given_normal_force),
      cmocka_unit_test(simultaneous_impact),
      cmocka_unit_test(poisson_expansion),
      cmocka_unit_test(heavy_without_friction),
      cmocka_unit_test(redundant_supports),
      cmocka_unit_test(heavy_on_light_rests),
      cmocka_unit_test(tie),
      cmocka_unit_test(warm_modes),
      cmocka_unit_test(residual_judges),
      cmocka_unit_test(faults_have_sentences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
