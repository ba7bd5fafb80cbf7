/* Laws of friction: against the sliding and odd, smooth at rest; bristles: Stribeck's curve when steady,
 * and never a source of energy, whatever the motion. */
#include "base/chance.h"
#include "parts/value_test.h"

static const pawl_value *sample(made *m, int i)
{
  switch (i) {
  case 0:
    return make(m, "regularised", "mu", 0.3, "stick_speed", 1e-3, NULL);
  case 1:
    return make(m, "stribeck", "mu", 0.2, "mu_static", 0.35, "stribeck_speed", 0.04, "viscous", 0.02,
                "stick_speed", 1e-3, NULL);
  case 2:
    return make(m, "stribeck", "mu", 0.2, "stick_speed", 1e-3, NULL);
  case 3:
    return make(m, "lugre", "mu", 0.2, "mu_static", 0.35, "stribeck_speed", 0.04, "viscous", 0.02,
                "stiffness", 4e3, "damping", 7.0, NULL);
  case 4:
    return make(m, "lugre", "mu", 0.01, "mu_static", 0.3, "stribeck_speed", 0.01, "stiffness", 1e5, "damping",
                300.0, NULL);
  }
  return NULL;
}

static void friction_is_odd_and_takes(void **state)
{
  (void)state;
  made m;
  for (int i = 0; i < 5; i++) {
    const pawl_value *f = sample(&m, i);
    assert_null(m.wrong);
    for (double v = 1e-9; v < 1e3; v *= 1.3) {
      double z = f->kind->friction->state_count ? 1e-6 * v / (1 + v) : 0;
      pawl_drag there = rub(f, 50, v, z), back = rub(f, 50, -v, -z);
      assert_true(back.force == -there.force && back.state_rate[0] == -there.state_rate[0]);
      assert_true((there.force < 0 || f->kind->friction->state_count) && isfinite(there.force));
      assert_true(rub(f, 0, v, z).force == 0);
      assert_near(rub(f, 100, v, z).force, 2 * there.force, 1e-15 * fabs(there.force), f->kind->name);
    }
    assert_true(rub(f, 50, 0, 0).force == 0);
  }
}

/* The slope by differences over ±h against twice as far: a kink would show by its own size. */
static void friction_is_smooth_at_rest(void **state)
{
  (void)state;
  made m;
  for (int i = 0; i < 3; i++) {
    const pawl_value *f = sample(&m, i);
    double h = 1e-7, slope = rub(f, 1, h, 0).force / h;
    assert_near(rub(f, 1, 2 * h, 0).force / (2 * h), slope, 1e-7 * fabs(slope), f->kind->name);
  }
}

static double stribeck(double v)
{
  double x = v / 0.04;
  return 0.2 + (0.35 - 0.2) * exp(-x * x) + 0.02 * v;
}

static void values_are_those_of_the_formulas(void **state)
{
  (void)state;
  made m;
  const pawl_value *f = sample(&m, 0);
  for (double v = 1e-5; v < 10; v *= 1.7) {
    assert_near(rub(f, 10, v, 0).force, -3 * tanh(v / 1e-3), 1e-14, "regularised");
    /* it creeps under a load */
    double load = 3 * tanh(v / 1e-3);
    if (load < 2.9)
      assert_near(rub(f, 10, 1e-3 * atanh(load / 3), 0).force, -load, 1e-13, "creep");
  }
  f = sample(&m, 1);
  for (double v = 0.02; v < 10; v *= 1.7)
    assert_near(rub(f, 10, v, 0).force, -10 * stribeck(v), 1e-13, "stribeck");
}

/* ---- bristles ---- */

/* One step of the classical method of order 4, of z and of the energy that friction took (per newton). */
static void step(const pawl_value *f, const double v[3], double h, double *z, double *taken)
{
  double k[4], p[4], at = *z;
  const int stage[4] = {0, 1, 1, 2};
  for (int s = 0; s < 4; s++) {
    pawl_drag d = rub(f, 1, v[stage[s]], at);
    k[s] = d.state_rate[0];
    p[s] = -d.force * v[stage[s]];
    at = *z + h * (s < 2 ? 0.5 : 1) * k[s];
  }
  *z += h / 6 * (k[0] + 2 * k[1] + 2 * k[2] + k[3]);
  *taken += h / 6 * (p[0] + 2 * p[1] + 2 * p[2] + p[3]);
}

static void steady_bristles_are_stribecks_curve(void **state)
{
  (void)state;
  made m;
  const pawl_value *f = sample(&m, 3);
  for (double v = 1e-4; v < 10; v *= 2.3)
    for (int back = 0; back < 2; back++) {
      double z = 0, taken = 0, speed = back ? -v : v, three[3] = {speed, speed, speed};
      for (int i = 0; i < 4000; i++) /* 40 times the distance over which they bend */
        step(f, three, 0.01 * 0.35 / (4e3 * v), &z, &taken);
      double R = rub(f, 10, speed, z).force;
      assert_near(back ? -R : R, -10 * stribeck(v), 1e-11, "lugre");
    }
}

/* Sums of sines, slow and fast, small and large. */
static double motion(const double wave[12], double t)
{
  double v = 0;
  for (int i = 0; i < 4; i++)
    v += wave[3 * i] * sin(wave[3 * i + 1] * t + wave[3 * i + 2]);
  return v;
}

/* The power that is taken is more than what bending the bristles stores, s0 z z', at any speed and bend
 * they can have. */
static void bristles_never_drive(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  made m;
  for (int i = 0; i < 300000; i++) {
    const pawl_value *f = sample(&m, 3 + i % 2);
    double s0 = *field_of(&m, "stiffness"), top = *field_of(&m, "mu_static");
    double v = pow(10, 4 * pawl_chance(&seed)) * pawl_chance(&seed), z = top / s0 * pawl_chance(&seed);
    pawl_drag d = rub(f, 1, v, z);
    if (-d.force * v - s0 * z * d.state_rate[0] < 0)
      fail_msg("lugre drives at %g m/s, bent by %g m", v, z);
  }
}

/* Along random motions: what is taken is at least what the bristles hold, s0 z²/2, and they bend no further
 * than they can. */
static void bristles_hold_what_they_took(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  made m;
  for (int run = 0; run < 100; run++) {
    const pawl_value *f = sample(&m, 3 + run % 2);
    double s0 = *field_of(&m, "stiffness"), top = *field_of(&m, "mu_static"), wave[12], z = 0, taken = 0;
    double size = pow(10, -3 + 4 * fabs(pawl_chance(&seed))), h = fmin(2e-6, 1e-3 * top / (s0 * size));
    for (int i = 0; i < 4; i++) {
      wave[3 * i] = size * pawl_chance(&seed);
      wave[3 * i + 1] = pow(10, 3 + 2 * pawl_chance(&seed));
      wave[3 * i + 2] = 3 * pawl_chance(&seed);
    }
    for (int i = 0; i < 10000; i++) {
      double v[3] = {motion(wave, h * i), motion(wave, h * (i + 0.5)), motion(wave, h * (i + 1))};
      step(f, v, h, &z, &taken);
      assert_true(s0 * fabs(z) < top * (1 + 1e-9));
      assert_true(taken >= 0.5 * s0 * z * z - 1e-12 * top * top / s0);
    }
  }
}

/* ---- sentences ---- */

static void what_makes_no_sense_is_refused(void **state)
{
  (void)state;
  made m;
  make(&m, "regularised", "mu", 0.3, "stick_speed", 0.0, NULL);
  assert_wrong(&m, "'stick_speed' must be more than 0");
  make(&m, "stribeck", "mu", 0.3, "mu_static", 0.4, "stick_speed", 1e-3, NULL);
  assert_wrong(&m, "needs 'mu_static' and 'stribeck_speed', or neither");
  make(&m, "stribeck", "mu", 0.3, "mu_static", 0.2, "stribeck_speed", 0.1, "stick_speed", 1e-3, NULL);
  assert_wrong(&m, "'mu_static' must be at least 'mu'");
  make(&m, "stribeck", "mu", 0.3, "mu_static", 0.4, "stribeck_speed", 0.001, "stick_speed", 1e-3, NULL);
  assert_wrong(
      &m, "'stick_speed' must be at most half of 'stribeck_speed', or friction never comes near 'mu_static'");
  make(&m, "lugre", "mu", 0.3, "mu_static", 0.4, "stribeck_speed", 0.0, "stiffness", 1e4, NULL);
  assert_wrong(&m, "'stribeck_speed' must be more than 0");
  make(&m, "lugre", "mu", 0.0, "stiffness", 1e4, NULL);
  assert_wrong(&m, "'stiffness' and 'mu' must be more than 0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_is_odd_and_takes),
      cmocka_unit_test(friction_is_smooth_at_rest),
      cmocka_unit_test(values_are_those_of_the_formulas),
      cmocka_unit_test(steady_bristles_are_stribecks_curve),
      cmocka_unit_test(bristles_never_drive),
      cmocka_unit_test(bristles_hold_what_they_took),
      cmocka_unit_test(what_makes_no_sense_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
