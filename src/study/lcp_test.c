/* Linear complementarity: the stored problems of Siconos' library, degenerate problems, random ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/chance.h"
#include "base/references_test.h"
#include "study/problem_file.h"

enum { MANY = -1, UNKNOWN = -2 };

/* How many solutions there are: MANY is a continuum, UNKNOWN where n is too large to try all bases. */
static const struct {
  const char *name;
  int solutions;
} files[] = {
    {"lcp_CPS_1", MANY},
    {"lcp_CPS_2", 1},
    {"lcp_CPS_3", 3},
    {"lcp_CPS_4", 1},
    {"lcp_CPS_4bis", 1},
    {"lcp_CPS_5", 1},
    {"lcp_Pang_isolated_sol", 1},
    {"lcp_Pang_isolated_sol_perturbed", 0},
    {"lcp_deudeu", 1},
    {"lcp_deudeu_block", 1},
    {"lcp_enum_fails", 1},
    {"lcp_exp_murty", 1},
    {"lcp_exp_murty2", 1},
    {"lcp_inf_sol_perturbed", 1},
    {"lcp_mmc", UNKNOWN},
    {"lcp_ortiz", 1},
    {"lcp_ortiz_block", 1},
    {"lcp_tobenna", UNKNOWN},
    {"lcp_trivial", 1},
    {"lcp_trivial_block", 1},
};

/* False: the folder is not there. */
static bool read_stored(pawl_stored_problem *p, pawl_arena *arena, const char *folder, const char *name)
{
  char path[256];
  pawl_error error = {0};
  snprintf(path, sizeof path, "%s/%s/%s.dat", references(), folder, name);
  FILE *there = fopen(path, "r");
  if (!there) {
    printf("%s is not here: the stored problems are skipped.\n", path);
    return false;
  }
  fclose(there);
  pawl_arena_open(arena, NULL);
  if (pawl_stored_read(p, arena, path, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return true;
}

static void solve_file(const pawl_stored_problem *p, int expected)
{
  double z[64] = {0}, w[64], all[16 * 64];
  int n = p->size;
  assert_true(n > 0 && n <= 64 && p->contacts.n == 0);
  void *memory = malloc(pawl_lcp_solve_bytes(n));
  pawl_solved_by by = pawl_lcp_solve(z, w, p->M, p->q, n, memory);
  if (expected == 0)
    assert_int_equal(by, PAWL_NO_SOLUTION);
  else
    assert_true((by == PAWL_BY_LEMKE || by == PAWL_BY_ENUMERATION) &&
                pawl_lcp_residual(z, p->M, p->q, n) < 1e-8);
  if (expected != UNKNOWN) {
    pawl_lcp_count count = pawl_lcp_enumerate(all, 16, p->M, p->q, n, memory);
    assert_int_equal(count.continuum, expected == MANY);
    if (expected != MANY)
      assert_int_equal(count.solutions, expected);
  }
  free(memory);
}

static void stored_problems(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    pawl_stored_problem p;
    pawl_arena arena;
    if (!read_stored(&p, &arena, "lcp", files[i].name))
      skip();
    solve_file(&p, files[i].solutions);
    pawl_arena_close(&arena);
  }
}

/* Murty's problem of the exponential path: 2ⁿ pivots, and the right end. */
static void exponential_path(void **state)
{
  (void)state;
  for (int n = 2; n <= 10; n += 2) {
    double M[100] = {0}, q[10], z[10], w[10], memory[400];
    int pivots;
    for (int r = 0; r < n; r++) {
      q[r] = 0;
      for (int c = 0; c < n; c++)
        M[r * n + c] = c == r ? 1 : c > r ? 2 : 0;
      for (int k = r + 1; k < n + 1; k++)
        q[r] -= ldexp(1, k - r) * ldexp(1, r);
    }
    assert_true(pawl_lcp_bytes(n) <= sizeof memory);
    assert_int_equal(pawl_lcp(z, w, M, q, NULL, n, &pivots, memory), PAWL_LCP_SOLVED);
    assert_int_equal(pivots, 1 << n);
    assert_true(pawl_lcp_residual(z, M, q, n) < 1e-9);
  }
}

/* Zeros and ones only, so that nearly every ratio test is a tie: the method must come to an end each time.
 * For a positive semidefinite M a ray means that there is no solution. */
static void ties_do_not_cycle(void **state)
{
  (void)state;
  unsigned long long seed = 5;
  int solved = 0, rays = 0;
  for (int i = 0; i < 20000; i++) {
    int n = 2 + i % 7;
    double G[64], M[64], q[8], z[8], w[8], memory[400], all[8];
    for (int k = 0; k < n * n; k++)
      G[k] = floor(1.5 * pawl_chance(&seed) + 0.5);
    for (int r = 0; r < n; r++) {
      q[r] = floor(1.9 * pawl_chance(&seed));
      for (int c = 0; c < n; c++) {
        M[r * n + c] = 0;
        for (int k = 0; k < n / 2; k++)
          M[r * n + c] += G[k * n + r] * G[k * n + c];
      }
    }
    pawl_lcp_end end = pawl_lcp(z, w, M, q, NULL, n, NULL, memory);
    assert_int_not_equal(end, PAWL_LCP_LIMIT);
    solved += end == PAWL_LCP_SOLVED;
    rays += end == PAWL_LCP_RAY;
    if (end == PAWL_LCP_SOLVED)
      assert_true(pawl_lcp_residual(z, M, q, n) < 1e-9);
    else if (n <= 6)
      assert_int_equal(pawl_lcp_enumerate(all, 1, M, q, n, memory).solutions, 0);
  }
  assert_true(solved > 1000 && rays > 1000);
}

/* Planar friction problems of Siconos' library. */
static void stored_friction_problems(void **state)
{
  (void)state;
  static const char *const names[] = {"FC2D_SliderCrankLagrangian00000", "FC2D_SliderCrankLagrangian00001",
                                      "FrictionContactProblem00031", "FrictionContactProblem00237"};
  for (int k = 0; k < 4; k++) {
    pawl_stored_problem stored;
    pawl_arena arena;
    if (!read_stored(&stored, &arena, "friction", names[k]))
      skip();
    const pawl_problem p = stored.contacts;
    size_t n = (size_t)p.n;
    assert_true(n > 0);
    void *memory = malloc(pawl_solver_bytes(p.n));
    double *force = calloc(2 * n, sizeof *force), *rate = calloc(2 * n, sizeof *rate);
    unsigned char *mode = calloc(n, 1);
    pawl_solver solver;
    pawl_solver_place(&solver, p.n, memory);
    pawl_solve_options options = {.count = true};
    pawl_solution found = pawl_problem_solve(force, rate, mode, &p, &options, &solver);
    assert_true(found.residual < 1e-12);
    /* one motion, or not counted: of many that hang together */
    assert_true(found.motions == 1 || (found.motions == -1 && p.n > PAWL_ENUMERATE_MOST));
    free(memory), free(force), free(rate), free(mode);
    pawl_arena_close(&arena);
  }
}

/* The natural map of the whole cone, with De Saxcé's change of variables: λ - [λ - (y + μ |y_T| n)] brought onto |λ_T| <= μ λ_N. It knows no
 * modes, and none of the units that the library measures by. */
static double off_the_cone(const double *force, const double *rate, double mu)
{
  double x[3], speed = hypot(rate[1], rate[2]);
  for (int a = 0; a < 3; a++)
    x[a] = force[a] - rate[a] - (a == 0 ? mu * speed : 0);
  double length = hypot(x[1], x[2]);
  if (length > mu * x[0]) {
    double normal = (x[0] + mu * length) / (1 + mu * mu), share = length > 0 ? mu * normal / length : 0;
    x[0] = normal > 0 ? normal : 0;
    x[1] *= normal > 0 ? share : 0;
    x[2] *= normal > 0 ? share : 0;
  }
  return sqrt((force[0] - x[0]) * (force[0] - x[0]) + (force[1] - x[1]) * (force[1] - x[1]) +
              (force[2] - x[2]) * (force[2] - x[2]));
}

/* Those of space. */
static void stored_friction_problems_in_space(void **state)
{
  (void)state;
  static const char *const names[] = {"FC3D_Example1", "FrictionContact3D_1c", "FrictionContact3D_RR_1c",
                                      "NESpheres_10_1", "NESpheres_30_1"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    pawl_stored_problem stored;
    pawl_arena arena;
    if (!read_stored(&stored, &arena, "friction", names[k]))
      skip();
    const pawl_problem p = stored.contacts;
    size_t m = 3 * (size_t)p.n;
    assert_true(p.n > 0 && p.dim == 3);
    void *memory = malloc(pawl_solver_bytes_of(3, p.n, p.n));
    double *force = calloc(m, sizeof *force), *rate = calloc(m, sizeof *rate);
    unsigned char *mode = calloc((size_t)p.n, 1);
    pawl_solver solver;
    pawl_solver_place_of(&solver, 3, p.n, p.n, memory);
    pawl_solution found = pawl_problem_solve(force, rate, mode, &p, NULL, &solver);
    assert_true(pawl_is_solved(found.by) && found.residual < 1e-12);
    pawl_problem_rates(rate, &p, force);
    for (int i = 0; i < p.n; i++)
      assert_true(off_the_cone(force + 3 * i, rate + 3 * i, p.mu[i]) < 1e-8);
    free(memory), free(force), free(rate), free(mode);
    pawl_arena_close(&arena);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stored_problems),
      cmocka_unit_test(exponential_path),
      cmocka_unit_test(ties_do_not_cycle),
      cmocka_unit_test(stored_friction_problems),
      cmocka_unit_test(stored_friction_problems_in_space),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
