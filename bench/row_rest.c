/* For information: what the integrator costs beside the right-hand side, what a run costs beside both,
 * loading. */
#include "rows.h"

static void overhead(bench_session *s, const bench_point *p, const bench_point *bare, int rounds)
{
  double x[BENCH_ROUNDS];
  for (int r = 0; r < rounds; r++)
    x[r] = 1e9 * (p->seconds[r] / (double)p->result.evaluations -
                  bare->seconds[r] / (double)bare->result.evaluations);
  bench_spread spread = bench_spread_of(x, rounds);
  printf("  %s, 20 states, tolerance %.0e: ns per right-hand side beside it ", p->scene.method,
         p->scene.setting);
  bench_cell(spread, 22);
  printf("%ld steps, %ld right-hand sides\n", p->result.steps, p->result.evaluations);
  bench_csv(s, "rest", "Pawl", &p->scene, "integrator beside a right-hand side", "ns", spread, rounds);
}

/* A run of a chain against as many accelerations at random states. */
static void run_overhead(bench_session *s, const bench_point *run, const bench_point *forward, int rounds)
{
  double scale = (double)forward->result.evaluations / (double)run->result.evaluations;
  bench_spread x = bench_ratio(run, forward, rounds, scale);
  printf("  a run of a chain of %d links, tolerance %.0e, over its %ld evaluations at random states ",
         run->scene.n, run->scene.setting, run->result.evaluations);
  bench_cell(x, 22);
  printf("\n");
  bench_csv(s, "rest", "Pawl", &run->scene, "run over its evaluations", "1", x, rounds);
}

static void loading(bench_session *s, const bench_point *p, const char *model, int rounds)
{
  bench_spread x = bench_scaled(p, rounds, 1e3);
  printf("  from file to run, %s: ms ", model);
  bench_cell(x, 22);
  printf("(reading %.2f, assembling %.2f in the last round)\n", 1e3 * p->result.values[0],
         1e3 * p->result.values[1]);
  bench_csv(s, "rest", "Pawl", &p->scene, "load", "ms", x, rounds);
}

void bench_rest(bench_session *s)
{
  int count = 0;
  bench_point *bare = bench_add(s->points, &count, BENCH_PAWL, BENCH_STEPS, 20, "bare", 1);
  bench_point *fifth = bench_add(s->points, &count, BENCH_PAWL, BENCH_STEPS, 20, "dopri5", 1e-6);
  bench_point *eighth = bench_add(s->points, &count, BENCH_PAWL, BENCH_STEPS, 20, "dop853", 1e-10);
  bench_point *run = bench_add(s->points, &count, BENCH_PAWL, BENCH_CHAIN, 10, "planar", 1e-9);
  bench_point *forward = bench_add(s->points, &count, BENCH_PAWL, BENCH_CHAIN_FORWARD, 10, "planar", 0);
  bench_point *chain = bench_add(s->points, &count, BENCH_PAWL, BENCH_CHAIN_LOAD, 1000, "planar", 0);
  bench_point *fourbar = bench_add(s->points, &count, BENCH_PAWL, BENCH_FOURBAR_LOAD, 256, "planar", 0);
  int rounds = bench_session_measure(s, count);
  printf("\nrest: for information, Pawl, median [10 %%, 90 %%] of %d rounds\n", rounds);
  overhead(s, fifth, bare, rounds);
  overhead(s, eighth, bare, rounds);
  run_overhead(s, run, forward, rounds);
  loading(s, chain, "models/chain n = 1000", rounds);
  loading(s, fourbar, "models/n-four-bar n = 256", rounds);
}
