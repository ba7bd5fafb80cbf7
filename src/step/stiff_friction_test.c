/* Boxes on stiff laws with dry friction. Two corners that stick side by side, one deeper than the other by a hair, make
 * neither events nor energy. */
#include "base/dense.h"
#include "step/sessions_test.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {

      cmocka_unit_test(corners_stick_side_by_side),

      cmocka_unit_test(small_pivots_hide_rank),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
