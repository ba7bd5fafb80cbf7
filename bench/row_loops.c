/* Does the cost of loops stay linear? Accelerations and multipliers of n windows (2 n + 1 degrees of
 * freedom in the tree, 2 n constraint rows) at random positions: ns per degree of freedom, and the block
 * operations of one factorisation. (Ends save work: one window needs 4.7 operations per degree of freedom,
 * many need 8.) */
#include <math.h>

#include "rows.h"

enum { SIZES = 5 };

static const int sizes[SIZES] = {1, 4, 16, 64, 256};

static int dofs(int n)
{
  return 2 * n + 1;
}

static double per_dof(const bench_point *p)
{
  return 1e9 / (double)p->result.evaluations / dofs(p->scene.n);
}

/* The dearest over the cheapest, per degree of freedom. */
static bench_spread flatness(const bench_point *points, int rounds)
{
  double x[BENCH_ROUNDS];
  for (int r = 0; r < rounds; r++) {
    double low = INFINITY, high = 0;
    for (int i = 0; i < SIZES; i++) {
      double t = points[i].seconds[r] * per_dof(points + i);
      low = fmin(low, t);
      high = fmax(high, t);
    }
    x[r] = high / low;
  }
  return bench_spread_of(x, rounds);
}

void bench_loops(bench_session *s)
{
  int count = 0;
  for (int i = 0; i < SIZES; i++)
    bench_add(s->points, &count, BENCH_PAWL, BENCH_FOURBAR_FORWARD, sizes[i], "planar", 0);
  int rounds = bench_session_measure(s, count);
  printf("\nloops: accelerations of n windows, Pawl, median [10 %%, 90 %%] of %d rounds\n", rounds);
  printf("  %4s %6s  %-26s%-26s%10s %12s\n", "n", "dofs", "us per evaluation", "ns per dof", "block ops",
         "per window");
  for (int i = 0; i < SIZES; i++) {
    const bench_point *p = s->points + i;
    bench_spread x = bench_scaled(p, rounds, per_dof(p));
    printf("  %4d %6d  ", p->scene.n, dofs(p->scene.n));
    bench_cell(bench_scaled(p, rounds, 1e6 / (double)p->result.evaluations), 26);
    bench_cell(x, 26);
    printf("%10ld %12.2f\n", p->result.operations, (double)p->result.operations / p->scene.n);
    bench_csv(s, "loops", "Pawl", &p->scene, "time per dof", "ns", x, rounds);
    double operations = (double)p->result.operations;
    bench_csv(s, "loops", "Pawl", &p->scene, "block operations", "1",
              (bench_spread){operations, operations, operations}, rounds);
  }
  bench_spread flat = flatness(s->points, rounds);
  bench_judge(s, "four-bar, Pawl: time per dof, most / least, n = 1 to 256", 1.4, true, &flat);
}
