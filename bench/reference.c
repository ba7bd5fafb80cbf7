/* Reference motions by Gragg's extrapolated midpoint rule of order 2 K in long double.
 *
 * Chain in absolute angles, with c_ij = n - 1 - max(i, j) + 1/2, or + 1/3 when i = j:
 *   sum_j c_ij cos(a_i - a_j) a_j'' = - sum_j c_ij sin(a_i - a_j) a_j'^2 - g (n - 1 - i + 1/2) cos a_i
 * Windows: all rods at phi, couplers level, hence one degree of freedom:
 *   ((n + 1) / 3 + n) phi'' = - g ((n + 1) / 2 + n) cos phi */
#include "reference.h"

#include <math.h>
#include <string.h>

#include "scene.h"

enum { K = 9, SIZE = 2 * BENCH_REFERENCE_LINKS };

typedef long double real;

typedef struct {
  int n;    /* bodies or windows */
  int size; /* of y = (angles, speeds) */
  void (*slope)(int n, const real *y, real *dy);
} equations;

/* Gaussian elimination without pivoting: M is positive definite. x: right-hand side, then solution. */
static void solve(int n, real M[][BENCH_REFERENCE_LINKS], real *x)
{
  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      real f = M[i][k] / M[k][k];
      for (int j = k; j < n; j++)
        M[i][j] -= f * M[k][j];
      x[i] -= f * x[k];
    }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      x[i] -= M[i][j] * x[j];
    x[i] /= M[i][i];
  }
}

static void chain_slope(int n, const real *y, real *dy)
{
  real M[BENCH_REFERENCE_LINKS][BENCH_REFERENCE_LINKS];
  for (int i = 0; i < n; i++) {
    dy[i] = y[n + i];
    dy[n + i] = -(real)BENCH_GRAVITY * (n - 1 - i + 0.5L) * cosl(y[i]);
    for (int j = 0; j < n; j++) {
      real c = n - 1 - (i > j ? i : j) + (i == j ? 1 / 3.0L : 0.5L);
      M[i][j] = c * cosl(y[i] - y[j]);
      dy[n + i] -= c * sinl(y[i] - y[j]) * y[n + j] * y[n + j];
    }
  }
  solve(n, M, dy + n);
}

static void fourbar_slope(int n, const real *y, real *dy)
{
  dy[0] = y[1];
  dy[1] = -(real)BENCH_GRAVITY * ((n + 1) / 2.0L + n) / ((n + 1) / 3.0L + n) * cosl(y[0]);
}

/* From y over H by the midpoint rule with an even number of parts, into out. */
static void midpoint(const equations *e, const real *y, real H, int parts, real *out)
{
  real before[SIZE], now[SIZE], dy[SIZE], h = H / parts;
  memcpy(before, y, sizeof before);
  e->slope(e->n, y, dy);
  for (int i = 0; i < e->size; i++)
    now[i] = y[i] + h * dy[i];
  for (int s = 1; s < parts; s++) {
    e->slope(e->n, now, dy);
    for (int i = 0; i < e->size; i++) {
      real next = before[i] + 2 * h * dy[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  e->slope(e->n, now, dy);
  for (int i = 0; i < e->size; i++)
    out[i] = (before[i] + now[i] + h * dy[i]) / 2;
}

/* Aitken-Neville in h²: row k starts with 2 (k + 1) parts. */
static void step(const equations *e, real *y, real H)
{
  real row[K][SIZE];
  for (int k = 0; k < K; k++) {
    midpoint(e, y, H, 2 * (k + 1), row[k]);
    for (int j = k - 1; j >= 0; j--) {
      real ratio = (real)(k + 1) / (j + 1);
      for (int i = 0; i < e->size; i++)
        row[j][i] = row[j + 1][i] + (row[j + 1][i] - row[j][i]) / (ratio * ratio - 1);
    }
  }
  memcpy(y, row[0], sizeof row[0]);
}

static void integrate(const equations *e, real *y, double T, int steps)
{
  for (int i = 0; i < steps; i++)
    step(e, y, (real)T / steps);
}

/* Twice, with a step and its half; returns the largest difference of the first `count` components. */
static double integrate_twice(const equations *e, real *y, double T, int steps, int count)
{
  real coarse[SIZE];
  double change = 0;
  memcpy(coarse, y, sizeof coarse);
  integrate(e, coarse, T, steps);
  integrate(e, y, T, 2 * steps);
  for (int i = 0; i < count; i++)
    change = fmax(change, (double)fabsl(y[i] - coarse[i]));
  return change;
}

double bench_reference_chain(int n, double *angles)
{
  real y[SIZE] = {0};
  equations e = {n, 2 * n, chain_slope};
  double change = integrate_twice(&e, y, BENCH_CHAIN_TIME, 100, n);
  for (int i = 0; i < n; i++)
    angles[i] = (double)y[i];
  return change;
}

double bench_reference_fourbar(int n, double *change)
{
  real y[SIZE] = {-3.14159265358979323846264338327950288L / 2, BENCH_FOURBAR_SPEED};
  equations e = {n, 2, fourbar_slope};
  *change = integrate_twice(&e, y, BENCH_FOURBAR_TIME, 200, 1);
  return (double)y[0];
}
