/* The tables of the methods against the order conditions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "step/rk.h"

enum { S = PAWL_RK_STAGES, TREES = 17 };

static const pawl_rk_table *const tables[] = {&pawl_rk_dopri5, &pawl_rk_dop853};

static double magnitude(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fmax(most, fabs(x[i]));
  return most;
}

/* ---- order conditions ---- */

static void spread(const pawl_rk_row *row, double factor, double w[S])
{
  for (int m = 0; m < row->count; m++)
    w[row->stage[m]] += factor * row->a[m];
}

/* z = A x */
static void apply(const pawl_rk_table *table, const double *x, double *z)
{
  for (int s = 0; s < S; s++) {
    z[s] = 0;
    for (int m = 0; m < table->a[s].count; m++)
      z[s] += table->a[s].a[m] * x[table->a[s].stage[m]];
  }
}

static void times(const double *x, const double *y, double *z)
{
  for (int s = 0; s < S; s++)
    z[s] = x[s] * y[s];
}

/* The rooted trees up to order 5: their elementary weights without b, their densities and orders. */
static const double density[TREES] = {1, 2, 3, 6, 4, 8, 12, 24, 5, 10, 15, 30, 20, 20, 40, 60, 120};
static const int order[TREES] = {1, 2, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5};

static void grow(const pawl_rk_table *table, double tree[TREES][S])
{
  for (int s = 0; s < S; s++)
    tree[0][s] = 1;
  memcpy(tree[1], table->c, sizeof tree[1]);
  times(tree[1], tree[1], tree[2]); /* c^2 */
  apply(table, tree[1], tree[3]);   /* A c */
  times(tree[2], tree[1], tree[4]);
  times(tree[1], tree[3], tree[5]);
  apply(table, tree[2], tree[6]);
  apply(table, tree[3], tree[7]);
  times(tree[4], tree[1], tree[8]);
  times(tree[2], tree[3], tree[9]);
  times(tree[1], tree[6], tree[10]);
  times(tree[1], tree[7], tree[11]);
  times(tree[3], tree[3], tree[12]);
  apply(table, tree[4], tree[13]);
  apply(table, tree[5], tree[14]);
  apply(table, tree[6], tree[15]);
  apply(table, tree[7], tree[16]);
}

/* Largest residual of the conditions of one order: sum_s w_s tree_s = theta^order / density. */
static double residual(const pawl_rk_table *table, const double w[S], int p, double theta)
{
  double tree[TREES][S], worst = 0;
  grow(table, tree);
  for (int i = 0; i < TREES; i++) {
    if (order[i] != p)
      continue;
    double sum = -pow(theta, p) / density[i];
    for (int s = 0; s < S; s++)
      sum += w[s] * tree[i][s];
    worst = fmax(worst, fabs(sum));
  }
  return worst;
}

static double quadrature_residual(const pawl_rk_table *table, const double w[S], int p, double theta)
{
  double sum = -pow(theta, p) / p;
  for (int s = 0; s < S; s++)
    sum += w[s] * pow(table->c[s], p - 1);
  return fabs(sum);
}

/* Dense output as weights of the slopes: y(theta) = y + h sum_j w_j k_j. */
static void dense_weights(const pawl_rk_table *table, double theta, double w[S])
{
  double f[PAWL_RK_DENSE][S] = {{0}};
  const pawl_rk_row *b = &table->a[table->stages];
  spread(b, 1, f[0]);
  spread(b, -1, f[1]);
  f[1][0] += 1;
  spread(b, 2, f[2]);
  f[2][0] -= 1;
  f[2][table->stages] -= 1;
  for (int r = 0; r < table->dense; r++)
    spread(&table->d[r], 1, f[3 + r]);
  memset(w, 0, S * sizeof *w);
  for (int r = 2 + table->dense; r >= 0; r--)
    for (int s = 0; s < S; s++)
      w[s] = (w[s] + f[r][s]) * (r % 2 ? 1 - theta : theta);
}

static void test_rows_sum_to_c(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++)
    for (int s = 0; s <= tables[i]->stages + tables[i]->extra; s++) {
      const pawl_rk_row *row = &tables[i]->a[s];
      double sum = -tables[i]->c[s];
      for (int m = 0; m < row->count; m++) {
        assert_true(row->stage[m] < s && row->a[m] != 0 && (m == 0 || row->stage[m] > row->stage[m - 1]));
        sum += row->a[m];
      }
      assert_true(fabs(sum) < 2e-15);
    }
}

static void test_solution_conditions(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++) {
    double b[S] = {0};
    spread(&tables[i]->a[tables[i]->stages], 1, b);
    for (int p = 1; p <= 5; p++)
      assert_true(residual(tables[i], b, p, 1) < 2e-15);
    for (int p = 1; p <= tables[i]->order; p++)
      assert_true(quadrature_residual(tables[i], b, p, 1) < 2e-15);
    assert_true(quadrature_residual(tables[i], b, tables[i]->order + 1, 1) > 1e-5);
  }
}

/* The estimates vanish up to their order and not beyond: theta = 0 makes the right sides zero. */
static void test_estimate_conditions(void **state)
{
  (void)state;
  const int orders[2][2] = {{4, 0}, {5, 3}};
  for (int i = 0; i < 2; i++)
    for (int e = 0; e < tables[i]->errors; e++) {
      double w[S] = {0};
      spread(&tables[i]->error[e], 1, w);
      for (int p = 1; p <= orders[i][e]; p++)
        assert_true(residual(tables[i], w, p, 0) < 2e-15);
      double beyond = orders[i][e] < 5 ? residual(tables[i], w, orders[i][e] + 1, 0) : 1;
      assert_true(beyond > 1e-5);
    }
}

static void test_dense_conditions(void **state)
{
  (void)state;
  for (int i = 0; i < 2; i++)
    for (double theta = 0.125; theta <= 1; theta += 0.125) {
      double w[S];
      dense_weights(tables[i], theta, w);
      for (int p = 1; p <= (i == 0 ? 4 : 5); p++)
        assert_true(residual(tables[i], w, p, theta) < 5e-15);
      for (int p = 1; p <= tables[i]->dense_order; p++)
        assert_true(quadrature_residual(tables[i], w, p, theta) < 5e-15);
    }
}

/* At theta = 0 and 1 the weights are 0 and b, and their slopes in theta those of f at both ends. */
static void test_dense_ends(void **state)
{
  (void)state;
  const double e = 1e-6;
  for (int i = 0; i < 2; i++) {
    double w[S], b[S] = {0}, near_start[S], near_end[S];
    spread(&tables[i]->a[tables[i]->stages], 1, b);
    dense_weights(tables[i], 0, w);
    assert_true(magnitude(w, S) == 0);
    dense_weights(tables[i], e, near_start);
    dense_weights(tables[i], 1 - e, near_end);
    dense_weights(tables[i], 1, w);
    for (int s = 0; s < S; s++) {
      assert_true(fabs(w[s] - b[s]) < 1e-15);
      assert_true(fabs(near_start[s] / e - (s == 0)) < 2e-3);
      assert_true(fabs((b[s] - near_end[s]) / e - (s == tables[i]->stages)) < 2e-3);
    }
  }
}

/* Shampine's interpolant as published in powers of theta. */
static void test_dopri5_interpolant(void **state)
{
  (void)state;
  static const double p[7][4] = {
      {1, -8048581381.0 / 2820520608, 8663915743.0 / 2820520608, -12715105075.0 / 11282082432},
      {0, 0, 0, 0},
      {0, 131558114200.0 / 32700410799, -68118460800.0 / 10900136933, 87487479700.0 / 32700410799},
      {0, -1754552775.0 / 470086768, 14199869525.0 / 1410260304, -10690763975.0 / 1880347072},
      {0, 127303824393.0 / 49829197408, -318862633887.0 / 49829197408, 701980252875.0 / 199316789632},
      {0, -282668133.0 / 205662961, 2019193451.0 / 616988883, -1453857185.0 / 822651844},
      {0, 40617522.0 / 29380423, -110615467.0 / 29380423, 69997945.0 / 29380423}};
  for (double x = 0; x <= 1; x += 0.125) {
    double w[S];
    dense_weights(&pawl_rk_dopri5, x, w);
    for (int s = 0; s < 7; s++)
      assert_true(fabs(w[s] - x * (p[s][0] + x * (p[s][1] + x * (p[s][2] + x * p[s][3])))) < 1e-14);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows_sum_to_c),       cmocka_unit_test(test_solution_conditions),
      cmocka_unit_test(test_estimate_conditions), cmocka_unit_test(test_dense_conditions),
      cmocka_unit_test(test_dense_ends),          cmocka_unit_test(test_dopri5_interpolant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
