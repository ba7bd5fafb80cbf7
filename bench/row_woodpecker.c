/* The woodpecker: events against time-stepping, at equal error of the period. A step of Moreau-Jean costs little, but its
 * error falls only with h; between events the motion is smooth and few long steps do. */
#include <math.h>

#include "rows.h"
#include "woodpecker.h"

enum { MOST = 4 };

/* One way through the model: from coarse to fine. */
typedef struct {
  const char *name, *method, *unit;
  int engine, count;
  double setting[MOST];
  bench_point *points[MOST];
} way;

static const double wanted = 1e-4; /* of the period */

static void print_way(bench_session *s, way *w, int rounds)
{
  for (int i = 0; i < w->count; i++) {
    bench_point *p = w->points[i];
    double cycles = BENCH_WOODPECKER_TIME / BENCH_WOODPECKER_PERIOD;
    if (p->job < 0)
      continue;
    bench_spread x = bench_scaled(p, rounds, 1e6 / cycles);
    p->error = fabs(p->result.values[0] / BENCH_WOODPECKER_PERIOD - 1);
    if (isnan(p->error)) /* it has come to rest */
      p->error = INFINITY;
    printf("  %-24s %s %.0e: period off by %.1e, us per cycle ", w->name, w->unit, p->scene.setting,
           p->error);
    bench_cell(x, 28);
    printf("%.0f steps", (double)p->result.steps / cycles);
    if (p->result.evaluations)
      printf(", %.0f right-hand sides", (double)p->result.evaluations / cycles);
    printf("\n");
    bench_csv(s, "woodpecker", w->name, &p->scene, "CPU per cycle", "us", x, rounds);
  }
}

/* Seconds of a whole run, in a round, with the cheapest setting that comes to the error wanted, as all finer ones do. */
static double cost_of(const way *w, int round)
{
  bench_line line = {.count = 0};
  double least = NAN;
  for (int i = 0; i < w->count; i++)
    bench_line_add(&line, w->points[i]);
  bench_line_finish(&line);
  for (int i = 0; i < line.count; i++)
    if (line.error[i] <= wanted)
      least = fmin(least, line.points[i]->seconds[round]);
  return least;
}

static void judge(bench_session *s, const way *ours, const way *peer, int rounds)
{
  double x[BENCH_ROUNDS];
  for (int r = 0; r < rounds; r++)
    x[r] = cost_of(peer, r) / cost_of(ours, r);
  bench_spread ratio = bench_spread_of(x, rounds);
  bench_csv(s, "woodpecker", "Siconos", NULL, "Moreau-Jean over events at equal error", "1", ratio, rounds);
  bench_judge(s, "woodpecker, period to 1e-4: Siconos Moreau-Jean / Pawl", 500, false, &ratio);
}

void bench_woodpecker(bench_session *s)
{
  way events = {"Pawl, events", "events", "tolerance", BENCH_PAWL, 4, {3e-2, 1e-2, 1e-3, 1e-10}, {0}};
  way steps = {"Pawl, Moreau-Jean", "stepping", "step", BENCH_PAWL, 3, {1e-5, 5e-6, 2e-6}, {0}};
  way peer = {"Siconos, Moreau-Jean", "nsgs", "step", BENCH_SICONOS, 4, {1e-5, 7e-6, 5e-6, 2e-6}, {0}};
  way *all[] = {&events, &steps, &peer};
  int count = 0;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < all[i]->count; k++)
      all[i]->points[k] = bench_add(s->points, &count, all[i]->engine, BENCH_WOODPECKER, 1, all[i]->method,
                                    all[i]->setting[k]);
  int rounds = bench_session_measure(s, count);
  printf("\nwoodpecker: models/woodpecker to %g s, median [10 %%, 90 %%] of %d rounds\n",
         BENCH_WOODPECKER_TIME, rounds);
  for (int i = 0; i < 3; i++)
    print_way(s, all[i], rounds);
  judge(s, &events, &peer, rounds);
}
