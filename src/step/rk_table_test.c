/* The tables of the methods against the order conditions. */
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "step/rk.h"

enum { S = PAWL_RK_STAGES, TREES = 17, HIGHEST = 5 };

static int up_to(int order)
{
  return order < HIGHEST ? order : HIGHEST;
}

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

/* The rooted trees up to order HIGHEST: their elementary weights without b, their densities and orders. */
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
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (int s = 0; s <= pawl_rk_tables[i]->stages + pawl_rk_tables[i]->extra; s++) {
      const pawl_rk_row *row = &pawl_rk_tables[i]->a[s];
      double sum = -pawl_rk_tables[i]->c[s];
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
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    double b[S] = {0};
    spread(&pawl_rk_tables[i]->a[pawl_rk_tables[i]->stages], 1, b);
    for (int p = 1; p <= up_to(pawl_rk_tables[i]->order); p++)
      assert_true(residual(pawl_rk_tables[i], b, p, 1) < 2e-15);
    for (int p = 1; p <= pawl_rk_tables[i]->order; p++)
      assert_true(quadrature_residual(pawl_rk_tables[i], b, p, 1) < 2e-15);
    assert_true(quadrature_residual(pawl_rk_tables[i], b, pawl_rk_tables[i]->order + 1, 1) > 1e-5);
  }
}

/* The order of an estimate: that of the table, or 5 and 3, whose blend n5^2/n3 has the table's 7. */
static int order_of_estimate(const pawl_rk_table *table, int e)
{
  return table->errors == 1 ? table->error_order : e == 0 ? 5 : 3;
}

/* The estimates vanish up to their order and not beyond: theta = 0 makes the right sides zero. */
static void test_estimate_conditions(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (int e = 0; e < pawl_rk_tables[i]->errors; e++) {
      double w[S] = {0};
      int most = order_of_estimate(pawl_rk_tables[i], e);
      spread(&pawl_rk_tables[i]->error[e], 1, w);
      for (int p = 1; p <= most; p++)
        assert_true(residual(pawl_rk_tables[i], w, p, 0) < 2e-15);
      double beyond = most < HIGHEST ? residual(pawl_rk_tables[i], w, most + 1, 0) : 1;
      assert_true(beyond > 1e-5);
    }
}

static void test_dense_conditions(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++)
    for (double theta = 0.125; theta <= 1; theta += 0.125) {
      double w[S];
      dense_weights(pawl_rk_tables[i], theta, w);
      for (int p = 1; p <= up_to(pawl_rk_tables[i]->dense_order); p++)
        assert_true(residual(pawl_rk_tables[i], w, p, theta) < 5e-15);
      for (int p = 1; p <= pawl_rk_tables[i]->dense_order; p++)
        assert_true(quadrature_residual(pawl_rk_tables[i], w, p, theta) < 5e-15);
    }
}

/* At theta = 0 and 1 the weights are 0 and b, and their slopes in theta those of f at both ends. */
static void test_dense_ends(void **state)
{
  (void)state;
  const double e = 1e-6;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    double w[S], b[S] = {0}, near_start[S], near_end[S];
    spread(&pawl_rk_tables[i]->a[pawl_rk_tables[i]->stages], 1, b);
    dense_weights(pawl_rk_tables[i], 0, w);
    assert_true(magnitude(w, S) == 0);
    dense_weights(pawl_rk_tables[i], e, near_start);
    dense_weights(pawl_rk_tables[i], 1 - e, near_end);
    dense_weights(pawl_rk_tables[i], 1, w);
    for (int s = 0; s < S; s++) {
      assert_true(fabs(w[s] - b[s]) < 1e-15);
      assert_true(fabs(near_start[s] / e - (s == 0)) < 2e-3);
      assert_true(fabs((b[s] - near_end[s]) / e - (s == pawl_rk_tables[i]->stages)) < 2e-3);
    }
  }
}

/* A step is laid so that a singular position has no stage nearer than a tenth of it, and beside its begin none either. */
static void test_gap(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    const pawl_rk_table *table = pawl_rk_tables[i];
    double nearest = 1;
    for (int s = 0; s <= table->stages; s++)
      nearest = fmin(nearest, fabs(table->c[s] - table->gap));
    assert_true(nearest > 0.1);
    for (int s = 1; s < table->stages; s++)
      assert_true(table->c[s] > 0.05);
  }
}

/* |R(z)|, the growth of y' = λ y in a step, z = h λ. */
static double growth(const pawl_rk_table *table, double complex z)
{
  double complex stage[S], y = 1;
  for (int s = 0; s <= table->stages; s++) {
    double complex sum = 0;
    for (int m = 0; m < table->a[s].count; m++)
      sum += table->a[s].a[m] * stage[table->a[s].stage[m]];
    y = stage[s] = 1 + z * sum;
  }
  return cabs(y);
}

/* The edge is where the method ends to be stable on the negative real axis, less up to a tenth; where springs ring it grows by
 * no more than an eighth in a step of the other edge. */
static void test_edges(void **state)
{
  (void)state;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    const pawl_rk_table *table = pawl_rk_tables[i];
    double end = 1;
    while (growth(table, -end) <= 1)
      end += 1e-3;
    print_message("%s: stable up to %.2f, edge %.2f; at %.2f i it grows by %.3f\n", table->name, end,
                  table->edge, table->ring_edge, growth(table, table->ring_edge * I));
    assert_true(table->edge <= end && table->edge > 0.9 * end);
    assert_true(fabs(growth(table, table->ring_edge * I) - 1) < 0.125);
  }
}

/* Of every tolerance there is one that `auto` takes. */
static void test_auto(void **state)
{
  (void)state;
  double least = INFINITY;
  for (int i = 0; i < PAWL_RK_COUNT; i++) {
    if (isinf(pawl_rk_tables[i]->auto_above))
      continue;
    assert_true(pawl_rk_tables[i]->auto_above < least);
    least = pawl_rk_tables[i]->auto_above;
  }
  assert_true(least == 0);
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
      cmocka_unit_test(test_rows_sum_to_c),
      cmocka_unit_test(test_solution_conditions),
      cmocka_unit_test(test_estimate_conditions),
      cmocka_unit_test(test_dense_conditions),
      cmocka_unit_test(test_dense_ends),
      cmocka_unit_test(test_dopri5_interpolant),
      cmocka_unit_test(test_gap),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_auto),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
