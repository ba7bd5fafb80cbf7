/* Two claims of the planar catalogue. Rods with mass in place of bodies with plain joints: fewer unknowns, less time for
 * the same motion. Many loops: a right-hand side costs in proportion to the size, and 500 bodies load in a second. */
#include <math.h>

#include "rows.h"

static void two_loops(bench_session *s, const bench_point *plain, const bench_point *rods, int rounds)
{
  bench_spread ratio = bench_ratio(plain, rods, rounds, 1);
  printf("  two-loop mechanism to 2 s, tolerance %.0e: plain joints %g coordinates and %g equations, ",
         plain->scene.setting, plain->result.values[1], plain->result.values[2]);
  bench_cell(bench_scaled(plain, rounds, 1e6), 22);
  printf("us\n  %41s rods with mass %g coordinates and %g equations, ", "", rods->result.values[1],
         rods->result.values[2]);
  bench_cell(bench_scaled(rods, rounds, 1e6), 22);
  printf("us; apart by %.1e rad\n", fabs(plain->result.values[0] - rods->result.values[0]));
  bench_csv(s, "catalogue", "Pawl", &rods->scene, "plain joints over rods with mass", "1", ratio, rounds);
  bench_judge(s, "two-loop mechanism: plain joints / rods with mass, time", 1, false, &ratio);
  double off = fabs(plain->result.values[0] - rods->result.values[0]);
  bench_judge(s, "two-loop mechanism: apart after 2 s, in 1e-9 rad", 1, true,
              &(bench_spread){1e9 * off, 1e9 * off, 1e9 * off});
}

static void ladders(bench_session *s, const bench_point *small, const bench_point *large, int rounds)
{
  double scale = (double)small->result.evaluations * small->scene.n /
                 ((double)large->result.evaluations * large->scene.n);
  bench_spread ratio = bench_ratio(large, small, rounds, scale);
  const bench_point *both[] = {small, large};
  for (int i = 0; i < 2; i++) {
    printf("  ladder, %d bodies, %d loops: us per right-hand side in a run ", 5 * both[i]->scene.n,
           both[i]->scene.n);
    bench_cell(bench_scaled(both[i], rounds, 1e6 / (double)both[i]->result.evaluations), 22);
    printf("%ld block operations\n", both[i]->result.operations);
  }
  bench_csv(s, "catalogue", "Pawl", &large->scene, "time per loop over that of 25 loops", "1", ratio, rounds);
  bench_judge(s, "ladder: time per loop at n = 100 / at n = 25", 1.4, true, &ratio);
}

void bench_catalogue(bench_session *s)
{
  int count = 0;
  bench_point *plain = bench_add(s->points, &count, BENCH_PAWL, BENCH_TWO_LOOP, 1, "plain", 1e-10);
  bench_point *rods = bench_add(s->points, &count, BENCH_PAWL, BENCH_TWO_LOOP, 1, "rods", 1e-10);
  bench_point *small = bench_add(s->points, &count, BENCH_PAWL, BENCH_LADDER, 25, "planar", 1e-8);
  bench_point *large = bench_add(s->points, &count, BENCH_PAWL, BENCH_LADDER, 100, "planar", 1e-8);
  bench_point *load = bench_add(s->points, &count, BENCH_PAWL, BENCH_LADDER_LOAD, 100, "planar", 0);
  int rounds = bench_session_measure(s, count);
  printf("\ncatalogue: Pawl alone, median [10 %%, 90 %%] of %d rounds\n", rounds);
  two_loops(s, plain, rods, rounds);
  ladders(s, small, large, rounds);
  bench_spread seconds = bench_scaled(load, rounds, 1);
  bench_judge(s, "ladder, 500 bodies, 100 loops: seconds from file to run", 1, true, &seconds);
}
