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

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_as_good_as_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
