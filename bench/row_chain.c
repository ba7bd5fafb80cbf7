/* Work against precision: a chain of four links, 1 s. The error is the largest of the links' absolute
 * angles at the end. */
#include <math.h>

#include "reference.h"
#include "rows.h"

enum { LINKS = 4 };

static const struct {
  int engine;
  const char *method;
  double settings[12]; /* from coarse to fine */
  double errors[3];    /* at which to compare; ODE is of first order */
  double target;       /* 0: for information */
} lines[] = {
    {BENCH_PAWL, "planar", {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12}, {0}, 0},
    {BENCH_MUJOCO, "rk4", {1e-2, 5e-3, 2e-3, 1e-3, 5e-4}, {1e-6, 1e-8}, 15},
    {BENCH_SIMBODY, "rkm", {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}, {1e-6, 1e-8}, 50},
    {BENCH_BULLET, "rk4", {1e-2, 5e-3, 2e-3, 1e-3, 5e-4}, {1e-6, 1e-8}, 0},
    {BENCH_ODE, "world", {2e-3, 5e-4, 2e-4}, {1e-3}, 0},
};
enum { LINES = sizeof lines / sizeof *lines };

static double error_of(const bench_result *r, const double *reference)
{
  double worst = 0;
  for (int i = 0; i < LINKS; i++)
    worst = fmax(worst, fabs(remainder(r->values[i] - reference[i], 2 * BENCH_PI)));
  return worst;
}

static void print_point(bench_session *s, const bench_point *p, int rounds)
{
  bench_spread x = bench_scaled(p, rounds, 1e6);
  printf("  %-8s %-7s %7.0e   %8.1e   ", bench_engine_names[p->engine], p->scene.method, p->scene.setting,
         p->error);
  bench_cell(x, 26);
  printf("%8ld %8ld %6ld\n", p->result.evaluations, p->result.steps, p->result.rejected);
  bench_csv(s, "chain", bench_engine_names[p->engine], &p->scene, "time of 1 s", "us", x, rounds);
  bench_csv(s, "chain", bench_engine_names[p->engine], &p->scene, "error", "rad",
            (bench_spread){p->error, p->error, p->error}, rounds);
}

static void compare(bench_session *s, const bench_line *own, const bench_line *peer, int l, double error,
                    int rounds)
{
  double x[BENCH_ROUNDS];
  int engine = lines[l].engine;
  for (int r = 0; r < rounds; r++)
    x[r] = bench_line_cost(peer, error, r) / bench_line_cost(own, error, r);
  bench_spread ratio = isnan(x[0]) ? (bench_spread){NAN, NAN, NAN} : bench_spread_of(x, rounds);
  char row[96];
  snprintf(row, sizeof row, "chain n = 4 to %.0e rad: %s / Pawl", error, bench_engine_names[engine]);
  printf("  %-40s ", row);
  bench_cell(ratio, 24);
  printf("\n");
  bench_scene scene = {.n = LINKS, .setting = error};
  bench_csv(s, "chain", bench_engine_names[engine], &scene, "ratio at equal error", "1", ratio, rounds);
  if (lines[l].target > 0)
    bench_judge(s, row, lines[l].target, false, &ratio);
}

void bench_chain(bench_session *s)
{
  double reference[LINKS];
  double change = bench_reference_chain(LINKS, reference);
  int count = 0;
  for (int l = 0; l < LINES; l++)
    for (int i = 0; lines[l].settings[i] > 0; i++)
      bench_add(s->points, &count, lines[l].engine, BENCH_CHAIN, LINKS, lines[l].method,
                lines[l].settings[i]);
  int rounds = bench_session_measure(s, count);
  printf("\nchain: four links let go, 1 s; error of angles in rad; us, median [10 %%, 90 %%] of %d rounds\n",
         rounds);
  printf("  reference: long double, order 18; half its step changes it by %.0e\n", change);
  printf("  %-8s %-7s %7s   %8s   %-26s%8s %8s %6s\n", "engine", "method", "setting", "error", "us", "evals",
         "steps", "again");
  bench_line line[BENCH_ENGINES] = {0};
  for (int i = 0; i < count; i++) {
    bench_point *p = s->points + i;
    if (p->job < 0)
      continue;
    p->error = error_of(&p->result, reference);
    bench_line_add(line + p->engine, p);
    print_point(s, p, rounds);
  }
  for (int e = 0; e < BENCH_ENGINES; e++)
    bench_line_finish(line + e);
  for (int l = 1; l < LINES; l++)
    for (int k = 0; lines[l].errors[k] > 0; k++)
      compare(s, line, line + lines[l].engine, l, lines[l].errors[k], rounds);
}
