/* Contacts: searches for the touches of two curves beside SISL's, the following of touches, a whole mechanism
 * with eighteen contacts; and by the million, whether all of it is right. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>

#include "rows.h"

enum { PAIRS = 16, WAYS = 3, SHAPES = 5 };
static const char *const ways[WAYS] = {"near", "far", "crossing"};
static const char *const shapes[SHAPES] = {"spline", "nurbs", "circle", "line", "function"};

static int by_size(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* The median over pairs, in one round. */
static double median_of(bench_point *const *points, int count, int round)
{
  double x[2 * PAIRS];
  for (int i = 0; i < count; i++)
    x[i] = points[i]->seconds[round];
  qsort(x, (size_t)count, sizeof *x, by_size);
  return 0.5 * (x[(count - 1) / 2] + x[count / 2]);
}

static void print_searches(bench_session *s, bench_point *ours[WAYS][PAIRS], bench_point *theirs[WAYS][PAIRS],
                           int rounds)
{
  bool peer = theirs[0][0]->job >= 0;
  printf("  global search, 16 x 16 cubic segments, all touches at any distance, median over %d pairs: us\n",
         PAIRS);
  for (int w = 0; w < WAYS; w++) {
    double x[BENCH_ROUNDS], y[BENCH_ROUNDS];
    for (int r = 0; r < rounds; r++) {
      x[r] = 1e6 * median_of(ours[w], PAIRS, r);
      y[r] = peer ? 1e6 * median_of(theirs[w], PAIRS, r) : NAN;
    }
    bench_spread mine = bench_spread_of(x, rounds);
    printf("    %-10s Pawl ", ways[w]);
    bench_cell(mine, 22);
    if (peer) {
      printf("SISL s1955 ");
      bench_cell(bench_spread_of(y, rounds), 22);
    }
    printf("\n");
    bench_csv(s, "contacts", "Pawl", &ours[w][0]->scene, "global search", "us", mine, rounds);
  }
}

/* Near and far together; crossing curves have a distance of 0 for SISL. */
static void judge_searches(bench_session *s, bench_point *ours[WAYS][PAIRS], bench_point *theirs[WAYS][PAIRS],
                           int rounds)
{
  bool peer = theirs[0][0]->job >= 0;
  double mine[BENCH_ROUNDS], ratio[BENCH_ROUNDS], worst = 0;
  for (int r = 0; r < rounds; r++) {
    double own = median_of(ours[0], 2 * PAIRS, r);
    mine[r] = 1e6 * own;
    ratio[r] = peer ? median_of(theirs[0], 2 * PAIRS, r) / own : NAN;
  }
  for (int i = 0; i < 2 * PAIRS; i++)
    worst = fmax(worst, fabs(ours[i / PAIRS][i % PAIRS]->result.values[0] -
                             theirs[i / PAIRS][i % PAIRS]->result.values[0]));
  bench_spread time = bench_spread_of(mine, rounds), times = bench_spread_of(ratio, rounds);
  bench_judge(s, "global search, 16 x 16 cubic segments, near and far: us", 10, true, &time);
  bench_judge(s, "global search, near and far: SISL s1955 / Pawl, time", 80, false, peer ? &times : NULL);
  worst *= 1e9;
  bench_judge(s, "global search: least distance off from SISL's, in 1e-9", 1, true,
              peer ? &(bench_spread){worst, worst, worst} : NULL);
}

static void tracking(bench_session *s, bench_point *const *points, int rounds)
{
  printf("  one touch followed by 1e-3 rad without prediction, a spline and: ns\n");
  for (int i = 0; i < SHAPES; i++) {
    bench_spread x = bench_scaled(points[i], rounds, 1e9 / (double)points[i]->result.evaluations);
    printf("    %-10s ", shapes[i]);
    bench_cell(x, 22);
    printf("lost %g times\n", points[i]->result.values[1]);
    bench_csv(s, "contacts", "Pawl", &points[i]->scene, "tracking", "ns", x, rounds);
    if (i == 0)
      bench_judge(s, "tracking, spline on spline: ns per contact", 200, true, &x);
  }
}

static void breaker(bench_session *s, const bench_point *p, int rounds)
{
  bench_spread x = bench_scaled(p, rounds, 1 / BENCH_BREAKER_TIME); /* ms of CPU per simulated ms */
  const double *counter = p->result.values;
  printf("  models/circuit-breaker, 18 contacts, tolerance %.0e: CPU ms per simulated ms ", p->scene.setting);
  bench_cell(x, 22);
  printf("\n    %ld steps, %ld right-hand sides, %g events, %g searches, %g instants looked at\n",
         p->result.steps, p->result.evaluations, counter[0], counter[1], counter[2]);
  bench_csv(s, "contacts", "Pawl", &p->scene, "circuit breaker, CPU per simulated time", "1", x, rounds);
  bench_judge(s, "circuit breaker: CPU ms per simulated ms", 33, true, &x);
  double searches = counter[1] / (double)p->result.steps, looks = counter[2] / (double)p->result.steps;
  bench_judge(s, "circuit breaker: searches per step", 0.1, true,
              &(bench_spread){searches, searches, searches});
  bench_judge(s, "circuit breaker: instants looked at, per step", 10, true,
              &(bench_spread){looks, looks, looks});
}

void bench_contacts(bench_session *s)
{
  int count = 0;
  bench_point *ours[WAYS][PAIRS], *theirs[WAYS][PAIRS], *followed[SHAPES];
  for (int w = 0; w < WAYS; w++)
    for (int i = 0; i < PAIRS; i++) {
      ours[w][i] = bench_add(s->points, &count, BENCH_PAWL, BENCH_SEARCH, i, ways[w], 0);
      theirs[w][i] = bench_add(s->points, &count, BENCH_SISL, BENCH_SEARCH, i, ways[w], 0);
    }
  for (int i = 0; i < SHAPES; i++)
    followed[i] = bench_add(s->points, &count, BENCH_PAWL, BENCH_TRACK, 0, shapes[i], 0);
  bench_point *whole = bench_add(s->points, &count, BENCH_PAWL, BENCH_BREAKER, 0, "planar", 1e-8);
  int rounds = bench_session_measure(s, count);
  printf("\ncontacts: median [10 %%, 90 %%] of %d rounds\n", rounds);
  print_searches(s, ours, theirs, rounds);
  judge_searches(s, ours, theirs, rounds);
  tracking(s, followed, rounds);
  breaker(s, whole, rounds);
}

/* Another program says how many of its pairs were wrong. */
void bench_closest(bench_session *s)
{
  long pairs = s->rounds < 31 ? 20000 : 1000000, n = 0, touches, overlaps, missed, wrong, untrue, other,
       first;
  double worst;
  char command[64];
  snprintf(command, sizeof command, "./bench-campaign %ld", pairs);
  FILE *f = popen(command, "r");
  bool good = f && fscanf(f, "%ld %ld %ld %ld %ld %ld %ld %ld %lf", &n, &touches, &overlaps, &missed, &wrong,
                          &untrue, &other, &first, &worst) == 9;
  if (f)
    pclose(f);
  if (!good) {
    bench_judge(s, "closest points against dense sampling: wrong", 0, true, NULL);
    return;
  }
  printf("\nclosest: %ld random pairs against dense sampling, near, far, crossing, in holes, nearly fitting\n"
         "  %ld touches, %ld pairs overlap; r.t to %.1e of the size\n"
         "  missed local minima %ld, wrong global minima %ld, touches off their equations %ld, touches that "
         "depend on the\n"
         "  distance of interest %ld",
         n, touches, overlaps, worst, missed, wrong, untrue, other);
  if (first >= 0)
    printf("; the first bad pair is number %ld", first);
  printf("\n");
  double bad = (double)(missed + wrong + untrue + other);
  bench_judge(s, "closest points against dense sampling: wrong or missed", 0, true,
              &(bench_spread){bad, bad, bad});
}
