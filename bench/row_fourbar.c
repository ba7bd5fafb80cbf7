/* Work against precision with loops: n hanging windows, 5 s. The error is that of the rods' angle at the
 * end. MuJoCo's constraints are soft: its error falls with the square of the step only. So peers are
 * compared at the errors that they reach: each of their settings against what Pawl costs at that error. The
 * setting that suits the peer best counts. */
#include <math.h>
#include <string.h>

#include "reference.h"
#include "rows.h"

enum { SIZES = 3 };

static const int sizes[SIZES] = {1, 8, 32};

static const struct {
  int engine;
  const char *method;
  int largest; /* windows */
  double settings[10];
} lines[] = {
    {BENCH_PAWL, "planar", 32, {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11}},
    {BENCH_MUJOCO, "rk4", 32, {2e-2, 1e-2, 5e-3, 2e-3, 1e-3}},
    {BENCH_SIMBODY, "rkm", 32, {1e-4, 1e-5, 1e-7}},
    {BENCH_ODE, "world", 8, {2e-3}},
    {BENCH_ODE, "quick", 32, {2e-3}},
};
enum { LINES = sizeof lines / sizeof *lines };

static void print_point(bench_session *s, const bench_point *p, int rounds)
{
  bench_spread x = bench_scaled(p, rounds, 1e3);
  printf("  %3d  %-8s %-7s %7.0e   %8.1e   ", p->scene.n, bench_engine_names[p->engine], p->scene.method,
         p->scene.setting, p->error);
  bench_cell(x, 26);
  printf("%8ld %8ld %6ld", p->result.evaluations, p->result.steps, p->result.rejected);
  bench_csv(s, "fourbar", bench_engine_names[p->engine], &p->scene, "time of 5 s", "ms", x, rounds);
  bench_csv(s, "fourbar", bench_engine_names[p->engine], &p->scene, "error", "rad",
            (bench_spread){p->error, p->error, p->error}, rounds);
}

/* Time of the peer over Pawl's at the same error. */
static bench_spread ratio_at(const bench_point *peer, const bench_line *own, int rounds)
{
  double x[BENCH_ROUNDS];
  for (int r = 0; r < rounds; r++)
    x[r] = peer->seconds[r] / bench_line_cost(own, peer->error, r);
  return isnan(x[0]) ? (bench_spread){NAN, NAN, NAN} : bench_spread_of(x, rounds);
}

static void judge(bench_session *s, int engine, int n, const bench_spread *worst)
{
  char row[96];
  snprintf(row, sizeof row, "four-bar n = %d at equal error: %s / Pawl", n, bench_engine_names[engine]);
  if (engine == BENCH_MUJOCO || engine == BENCH_SIMBODY)
    bench_judge(s, row, 5, false, worst);
}

static void compare_size(bench_session *s, int n, int count, int rounds)
{
  bench_line own = {0};
  double change, reference = bench_reference_fourbar(n, &change);
  bench_spread worst[BENCH_ENGINES];
  for (int e = 0; e < BENCH_ENGINES; e++)
    worst[e] = (bench_spread){NAN, NAN, NAN};
  for (int i = 0; i < count; i++)
    if (s->points[i].scene.n == n && s->points[i].job >= 0) {
      s->points[i].error = fabs(s->points[i].result.values[0] - reference);
      if (s->points[i].engine == BENCH_PAWL)
        bench_line_add(&own, s->points + i);
    }
  bench_line_finish(&own);
  for (int i = 0; i < count; i++) {
    const bench_point *p = s->points + i;
    if (p->scene.n != n || p->job < 0)
      continue;
    print_point(s, p, rounds);
    if (p->engine != BENCH_PAWL) {
      bench_spread x = ratio_at(p, &own, rounds);
      printf("   ");
      bench_cell(x, 20);
      bench_csv(s, "fourbar", bench_engine_names[p->engine], &p->scene, "ratio at equal error", "1", x,
                rounds);
      if (!(x.median >= worst[p->engine].median))
        worst[p->engine] = x;
    }
    printf("\n");
  }
  for (int e = 1; e < BENCH_ENGINES; e++)
    judge(s, e, n, worst + e);
}

void bench_fourbar(bench_session *s)
{
  printf("\nfourbar: n hanging windows thrown at 3 m/s, 5 s; error of the rods' angle in rad; ms, median [10 "
         "%%, 90 %%]\n");
  printf("  %3s  %-8s %-7s %7s   %8s   %-26s%8s %8s %6s   %s\n", "n", "engine", "method", "setting", "error",
         "ms", "evals", "steps", "again", "over Pawl at that error");
  for (int k = 0; k < SIZES; k++) {
    int count = 0;
    for (int l = 0; l < LINES; l++)
      for (int i = 0; sizes[k] <= lines[l].largest && lines[l].settings[i] > 0; i++)
        bench_add(s->points, &count, lines[l].engine, BENCH_FOURBAR, sizes[k], lines[l].method,
                  lines[l].settings[i]);
    int rounds = bench_session_measure(s, count);
    compare_size(s, sizes[k], count, rounds);
  }
}
