/* pawl matrices: the equations that it writes out hold among each other, and against a closed form. */
#define _XOPEN_SOURCE 700
#include "matrices.h"

#include <math.h>

#include "trial.h"

/* Two uniform bars of length 1 and mass m each, as a double pendulum: M is known. */
static const char double_pendulum[] = "planar { gravity = {0, -9.81} }\n"
                                      "local a = body \"a\" { mass = 2, inertia = 2/12, com = {0.5, 0} }\n"
                                      "local b = body \"b\" { mass = 2, inertia = 2/12, com = {0.5, 0} }\n"
                                      "revolute \"one\" { ground, a, angle = 0.3, speed = 1 }\n"
                                      "revolute \"two\" { b, a:at{1, 0}, angle = -0.7, speed = 2 }\n";

/* A driven four-bar with a rod and a spring beside it. */
static const char planar_loops[] =
    "planar { gravity = {0, -9.81} }\n"
    "local a = body \"a\" { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
    "local b = body \"b\" { mass = 2, inertia = 0.3, com = {1, 0.1} }\n"
    "local c = body \"c\" { mass = 1.5, inertia = 0.2, com = {0.75, 0} }\n"
    "local d = body \"d\" { mass = 1, inertia = 0.1 , x = 1, y = 3 }\n"
    "revolute \"A\" { ground, a, angle = 1 }\n"
    "revolute \"B\" { b, a:at{1, 0} }\n"
    "revolute \"C\" { b:at{2, 0}, c:at{1.5, 0} }\n"
    "revolute \"D\" { ground:at{2, 0}, c }\n"
    "rod \"R\" { b:at{1, 1}, d:at{0.1, 0}, length = 1.2 }\n"
    "spring \"S\" { a:at{1, 0}, c, stiffness = 10, length = 1, damping = 0.3 }\n"
    "motor \"M\" { \"A\", angle = function(t) return 1 + t + 0.3*t*t end }\n";

/* All joints of the loop are driven, so that a driven one is cut: C, a hinge or a slide. */
#define CUT_DRIVE(joint, drive)                                                                              \
  "planar { gravity = {0, -9.81} }\n"                                                                        \
  "local a = body \"a\" { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"                                       \
  "local b = body \"b\" { mass = 2, inertia = 0.3, com = {1, 0.1} }\n"                                       \
  "local c = body \"c\" { mass = 1.5, inertia = 0.2, com = {0.75, 0} }\n"                                    \
  "revolute \"A\" { ground, a, angle = 1.2 }\n"                                                              \
  "revolute \"B\" { a:at{1, 0}, b }\n"                                                                       \
  "revolute \"D\" { ground:at{2, 0}, c }\n" joint "for _, j in ipairs { \"A\", \"B\", \"D\" } do\n"          \
  "  torsion(\"spring\" .. j) { j, stiffness = 3, damping = 0.1 }\n"                                         \
  "end\n" drive

static const char cut_hinge[] = CUT_DRIVE("revolute \"C\" { b:at{2, 0}, c:at{1.5, 0} }\n",
                                          "motor \"M\" { \"C\", speed = function(t) return 0.3 + t end }\n");
static const char cut_slide[] =
    CUT_DRIVE("prismatic \"C\" { b:at{0.5, 0}, c:at{0.5, 0} }\n", "motor \"M\" { \"C\", force = 0 }\n");
static const char driven_slide[] = CUT_DRIVE("prismatic \"C\" { b:at{0.5, 0}, c:at{0.5, 0} }\n",
                                             "motor \"M\" { \"C\", speed = function(t) return 0.2*t end }\n");

/* A closed chain in space: a hinge about a slanted axis, two balls, a slide; and a body that floats. */
static const char spatial_loops[] =
    "spatial { gravity = {0, 0, -9.81} }\n"
    "local a = body \"a\" { mass = 1, inertia = {0.1, 0.2, 0.25}, com = {0.5, 0, 0} }\n"
    "local b = body \"b\" { mass = 2, inertia = {0.3, 0.4, 0.5, 0.01, 0.02, 0.03}, com = {1, 0, 0.1} }\n"
    "local c = body \"c\" { mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
    "body \"far\" { mass = 1, inertia = {1, 2, 2.5}, x = 9, wx = 1, wy = 0.4 }\n"
    "revolute \"A\" { ground, a, angle = 0.4, speed = 1, axis = {0, 0.6, 0.8} }\n"
    "spherical \"B\" { a:at{1, 0, 0}, b, wx = 0.3 }\n"
    "spherical \"C\" { c, b:at{2, 0, 0} }\n"
    "prismatic \"P\" { ground:at{3, 0, 0}, c, axis = {1, 0, 0.2} }\n";

typedef struct {
  pawl_model *model;
  pawl_run *run;
  pawl_arena arena;
  pawl_matrices all;
} instant;

static void reach(instant *x, const char *text, double t)
{
  pawl_error e = {0};
  pawl_memory memory = pawl_memory_default();
  *x = (instant){0};
  pawl_arena_open(&x->arena, &memory);
  if (pawl_model_parse(&x->model, text, "test", NULL, &e) != PAWL_OK ||
      pawl_run_new(&x->run, x->model, &e) != PAWL_OK || pawl_run_until(x->run, t, &e) != PAWL_OK ||
      pawl_matrices_compute(&x->all, x->run, &x->arena, &e) != PAWL_OK)
    fail_msg("%s: %s", e.where, e.text);
}

static void leave(instant *x)
{
  pawl_run_free(x->run);
  pawl_model_free(x->model);
  pawl_arena_close(&x->arena);
}

static const double *numbers(const instant *x, const char *name)
{
  for (int i = 0; i < PAWL_TABLES; i++)
    if (strcmp(x->all.tables[i].name, name) == 0)
      return x->all.tables[i].x;
  fail_msg("no table %s", name);
  return NULL;
}

static void assert_near(double got, double wanted, double tolerance, const char *what, int i)
{
  if (!(fabs(got - wanted) <= tolerance))
    fail_msg("%s %d: got %.17g, wanted %.17g, off by %.2g", what, i, got, wanted, fabs(got - wanted));
}

/* M a = h + J^T lambda,  J a + gamma = 0,  J v + phi_t = 0,  M = M^T. */
static void assert_equations(const instant *x)
{
  int n = x->all.n, m = x->all.m;
  const double *M = numbers(x, "M"), *J = numbers(x, "J"), *a = numbers(x, "a"), *v = numbers(x, "v");
  const double *h = numbers(x, "h"), *lambda = numbers(x, "lambda"), *gamma = numbers(x, "gamma");
  const double *phi_t = numbers(x, "phi_t");
  for (int i = 0; i < n; i++) {
    double left = 0, right = h[i], size = fabs(h[i]);
    for (int j = 0; j < n; j++) {
      left += M[i * n + j] * a[j];
      size += fabs(M[i * n + j] * a[j]);
      assert_true(M[i * n + j] == M[j * n + i]);
    }
    for (int r = 0; r < m; r++) {
      right += J[r * n + i] * lambda[r];
      size += fabs(J[r * n + i] * lambda[r]);
    }
    assert_near(left, right, 1e-12 * size + 1e-13, "M a = h + J^T lambda", i);
  }
  for (int r = 0; r < m; r++) {
    double second = gamma[r], first = phi_t[r], size = fabs(gamma[r]);
    for (int i = 0; i < n; i++) {
      second += J[r * n + i] * a[i];
      first += J[r * n + i] * v[i];
      size += fabs(J[r * n + i] * a[i]);
    }
    assert_near(second, 0, 1e-12 * size + 1e-13, "J a + gamma", r);
    assert_near(first, 0, 1e-12, "J v + phi_t", r);
  }
}

/* gamma is how fast J v + phi_t changes while v does not: central differences, extrapolated. */
static void assert_gamma(const instant *x, double tolerance)
{
  pawl_run *run = x->run;
  pawl_system *s = &run->system;
  int n = x->all.n, m = x->all.m;
  const double *gamma = numbers(x, "gamma");
  double *q = calloc((size_t)n, sizeof *q), *rate = calloc(4 * (size_t)m, sizeof *rate);
  const double steps[4] = {-2e-3, -1e-3, 1e-3, 2e-3};
  assert_true(q && rate);
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n; i++)
      q[i] = run->y[i] + steps[k] * run->y[n + i];
    assert_int_equal(pawl_system_rows(s, run->t + steps[k], q, run->y + n, run->base), PAWL_OK);
    memcpy(rate + k * m, s->row.rate, sizeof *rate * (size_t)m);
  }
  for (int r = 0; r < m; r++) {
    double near = (rate[2 * m + r] - rate[m + r]) / 2e-3, far = (rate[3 * m + r] - rate[r]) / 4e-3;
    assert_near(gamma[r], (4 * near - far) / 3, tolerance, "gamma", r);
  }
  free(q);
  free(rate);
}

static void the_double_pendulum_has_its_mass_matrix(void **state)
{
  (void)state;
  instant x;
  reach(&x, double_pendulum, 0);
  const double *M = numbers(&x, "M"), *q = numbers(&x, "q"), *v = numbers(&x, "v");
  assert_string_equal(x.all.coordinates[0], "one.angle");
  assert_string_equal(x.all.coordinates[1], "two.angle");
  assert_near(q[1], -0.7, 0, "q", 1); /* the sign of the channel, though the tree runs backwards */
  assert_near(v[1], 2, 0, "v", 1);
  double c = cos(0.7), third = 2.0 / 3; /* m l²/3 */
  assert_near(M[0], third + 2 + third + 2 * c, 1e-14, "M", 0);
  assert_near(M[1], -(third + c), 1e-14, "M", 1);
  assert_near(M[3], third, 1e-14, "M", 3);
  assert_equations(&x);
  leave(&x);
}

static void planar_equations_hold(void **state)
{
  (void)state;
  instant x;
  reach(&x, planar_loops, 0.4);
  assert_int_equal(x.all.n, 6);
  assert_int_equal(x.all.m, 4);
  assert_equations(&x);
  assert_gamma(&x, 1e-9);
  const double *prescribed = numbers(&x, "gamma_t");
  bool found = false;
  for (int r = 0; r < x.all.m; r++)
    if (strcmp(x.all.equations[r], "M.1") == 0) {
      found = true;
      assert_near(prescribed[r], -0.6, 1e-12, "gamma_t", r);
    }
  assert_true(found);
  leave(&x);
}

static void drives_on_cut_joints_hold(void **state)
{
  (void)state;
  static const char *const texts[] = {cut_hinge, cut_slide, driven_slide};
  for (int i = 0; i < 3; i++) {
    instant x;
    reach(&x, texts[i], 0.2);
    assert_int_equal(x.all.m, i == 1 ? 2 : 3);
    for (int b = 0; b < x.run->system.tree.block_count; b++)
      assert_true(x.run->system.tree.blocks[b].end[0].dof < 0);
    assert_equations(&x);
    assert_gamma(&x, 1e-9);
    leave(&x);
  }
}

static void spatial_equations_hold(void **state)
{
  (void)state;
  instant x;
  reach(&x, spatial_loops, 0.3);
  assert_true(x.all.m > 0);
  assert_equations(&x);
  assert_gamma(&x, 1e-9);
  leave(&x);
}

/* ---- through the command ---- */

static void json_and_files_are_written(void **state)
{
  static trial t;
  write_file(*state, "p.lua", planar_loops);
  assert_int_equal(try_pawl(state, &t, "matrices p.lua --at 0.25 --set a.mass=2")->status, 0);
  assert_json(t.out);
  assert_true(json_number(t.out, "time") == 0.25);
  assert_has(t.out, "\"R.1\"");
  assert_int_equal(
      shell(*state, "\"$PAWL\" matrices p.lua --at 0.25 --set a.mass=2 --out m.json && cmp .out m.json"), 0);
  assert_int_equal(try_pawl(state, &t, "matrices p.lua --at 0.25 --out m.h5")->status, 0);
  assert_int_equal(shell(*state, "test -s m.h5 && test ! -e m.h5.part"), 0);
  assert_int_equal(try_pawl(state, &t, "matrices p.lua --out m.txt")->status, 2);
  assert_int_equal(try_pawl(state, &t, "matrices p.lua --out none/m.h5")->status, 4);
  assert_has(t.err, "pawl: cannot write none/m.h5");
  assert_int_equal(try_pawl(state, &t, "matrices p.lua --out none/m.json")->status, 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_double_pendulum_has_its_mass_matrix),
      cmocka_unit_test(planar_equations_hold),
      cmocka_unit_test(drives_on_cut_joints_hold),
      cmocka_unit_test(spatial_equations_hold),
      cmocka_unit_test(json_and_files_are_written),
  };
  return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
