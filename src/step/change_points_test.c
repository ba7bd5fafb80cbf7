/* Parallelograms turn through their change points, where all bars lie on one line and the loop loses a direction.
 *                                                                                              theory.md, 4.5 */
#include "base/chance.h"
#include "step/sessions_test.h"

static double even(unsigned long long *seed, double low, double high)
{
  return low + (high - low) * (0.5 + 0.5 * pawl_chance(seed));
}

typedef struct {
  double bar, frame, angle, speed, mass, off, tolerance;
} linkage;

/* No gravity: the coupler does not turn, so that the bars turn evenly, whatever the masses. */
static void write_linkage(char text[TEXT], const linkage *x)
{
  snprintf(text, TEXT,
           "planar { gravity = {0, 0} }\nlocal l, f, th, m, y = %.17g, %.17g, %.17g, %.17g, %.17g\n"
           "local a = body 'a' { mass = 1, inertia = 0.2*l^2, com = {l/2, y} }\n"
           "local c = body 'c' { mass = m, inertia = m*f^2/9, com = {f/2, y} }\n"
           "local b = body 'b' { mass = 1, inertia = 0.2*l^2, com = {l/2, -y} }\n"
           "revolute 'O' { ground, a, angle = th, speed = %.17g }\n"
           "revolute 'A' { a:at{l, 0}, c, angle = -th }\n"
           "revolute 'C' { ground:at{f, 0}, b, angle = th }\n"
           "revolute 'B' { c:at{f, 0}, b:at{l, 0} }\n"
           "simulate { duration = 5, tolerance = %.17g }\n",
           x->bar, x->frame, x->angle, x->mass, x->off, x->speed, x->tolerance);
}

/* The worst row, and the end. */
static void turn(const linkage *x, double *rows, double *last)
{
  char text[TEXT];
  pawl_error error = {0};
  write_linkage(text, x);
  session s = open_text(text, NULL);
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  int angle = pawl_run_find(s.run, "O.angle");
  assert_non_null(values);
  *rows = *last = 0;
  for (int row = 0; s.run->t < 5;) {
    if (pawl_run_step(s.run, 5, &error) != PAWL_OK)
      fail_msg("t = %.9g: %s\n%s", s.run->t, error.text, text);
    for (; row * 0.005 <= s.run->t; row++) {
      double t = row * 0.005;
      if (pawl_run_output(s.run, t, values, &error) != PAWL_OK)
        fail_msg("row at %.9g: %s\n%s", t, error.text, text);
      *last = fabs(values[angle] - x->angle - x->speed * t);
      *rows = fmax(*rows, *last);
    }
  }
  free(values);
  leave(s);
}

/* Rows inside of steps are as good as their ends. */
static void rows_are_as_good_as_ends(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  double worst = 0;
  for (int i = 0; i < 40; i++) {
    linkage x = {0.2, 0.6, 0.5, 5, 2, 0, i == 0 ? 1e-6 : 1e-8};
    if (i > 1) {
      x.bar = pow(10, even(&seed, -1.5, 1));
      x.frame = x.bar * even(&seed, 1.2, 5);
      x.angle = even(&seed, -3, 3);
      x.speed = even(&seed, -8, 8);
      x.mass = pow(10, even(&seed, -1, 2));
      x.off = x.bar * even(&seed, -0.3, 0.3);
      x.tolerance = pow(10, even(&seed, -10, -6));
    }
    double rows, last;
    turn(&x, &rows, &last);
    if (!(rows <= 30 * fmax(last, x.tolerance)))
      fail_msg("%d: %g m by %g m at %g rad/s, %g kg, tolerance %.2g: rows err by %.2g, the end by %.2g", i,
               x.bar, x.frame, x.speed, x.mass, x.tolerance, rows, last);
    worst = fmax(worst, rows / fmax(last, x.tolerance));
  }
  print_message("rows of 40 parallelograms err by %.2g of the end's error or tolerance, at most\n", worst);
}

/* ---- driven, in the field of gravity, with a heavy coupler: J φ'' = M(t) - g (m_x cos φ - m_y sin φ) ---- */

typedef struct {
  double bar, inertia, com[2], heavy, angle, speed, torque, rate;
} swing;

static double swing_rate(const swing *x, double t, double angle)
{
  double c = cos(angle), s = sin(angle),
         J = 2 * (x->inertia + x->com[0] * x->com[0] + x->com[1] * x->com[1]) + x->heavy * x->bar * x->bar;
  double weight = 2 * (x->com[0] * c - x->com[1] * s) + x->heavy * x->bar * c;
  return (x->torque * cos(x->rate * t) - 9.81 * weight) / J;
}

static double swing_angle(const swing *x, double end)
{
  enum { STEPS = 40000 };
  double q = x->angle, v = x->speed, h = end / STEPS;
  for (int i = 0; i < STEPS; i++) {
    double t = i * h, a = swing_rate(x, t, q), qb = q + h / 2 * v, vb = v + h / 2 * a,
           b = swing_rate(x, t + h / 2, qb), qc = q + h / 2 * vb, vc = v + h / 2 * b,
           c = swing_rate(x, t + h / 2, qc), qd = q + h * vc, vd = v + h * c, d = swing_rate(x, t + h, qd);
    q += h / 6 * (v + 2 * vb + 2 * vc + vd);
    v += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return q;
}

static void swings(const swing *x, double frame, double tolerance)
{
  char text[TEXT];
  pawl_error error = {0};
  snprintf(text, TEXT,
           "planar { gravity = {0, -9.81} }\nlocal l, f, th, m = %.17g, %.17g, %.17g, %.17g\n"
           "local bar = { mass = 1, inertia = %.17g, com = {%.17g, %.17g} }\n"
           "local a, b = body 'a' (bar), body 'b' (bar)\n"
           "local c = body 'c' { mass = m, inertia = m*f^2/12, com = {f/2, 0.1*f} }\n"
           "revolute 'O' { ground, a, angle = th, speed = %.17g }\n"
           "revolute 'A' { a:at{l, 0}, c, angle = -th }\n"
           "revolute 'C' { ground:at{f, 0}, b, angle = th }\n"
           "revolute 'B' { c:at{f, 0}, b:at{l, 0}, angle = th }\n"
           "motor 'drive' { 'O', torque = function(t) return %.17g*math.cos(%.17g*t) end }\n"
           "simulate { duration = 2, tolerance = %.17g }\n",
           x->bar, frame, x->angle, x->heavy, x->inertia, x->com[0], x->com[1], x->speed, x->torque, x->rate,
           tolerance);
  session s = open_text(text, NULL);
  if (pawl_run_until(s.run, 2, &error) != PAWL_OK)
    fail_msg("tolerance %g: %s\n%s", tolerance, error.text, text);
  double want = swing_angle(x, 2), got = see(s, "O", -1, "angle"), turned = see(s, "c", -1, "angle");
  if (!(fabs(turned) < 1e-9 && fabs(got - want) < 1e3 * tolerance + 1e-7))
    fail_msg("tolerance %g: at %.12g instead of %.12g, the coupler at %g\n%s", tolerance, got, want, turned,
             text);
  leave(s);
}

/* Wherever steps happen to end, be it close beside the position. */
static void change_points_are_passed_at_every_tolerance(void **state)
{
  (void)state;
  const swing x = {0.3938580096598542,
                   0.012927010981101815,
                   {0.1969290048299271, 0.03938580096598542},
                   511.5440086517595,
                   0.9193796166733323,
                   4.48909972364093,
                   2,
                   3};
  for (int i = 0; i <= 60; i++)
    swings(&x, 0.6550889927780452, pow(10, -5 - 7.0 * i / 60));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_as_good_as_ends),
                                     cmocka_unit_test(change_points_are_passed_at_every_tolerance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
