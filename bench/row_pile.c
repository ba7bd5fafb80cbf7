/* Piles: 4,000 boxes in a bin beside Box2D and Chipmunk, by the touch and step, when they lie still. */
#include <math.h>

#include "pile_scene.h"
#include "rows.h"

enum { BOXES = 4000 };

static void print_pile(bench_session *s, const bench_point *p, int rounds)
{
  const double *v = p->result.values;
  if (p->job < 0)
    return;
  bench_spread x = bench_scaled(p, rounds, 1e9 / (BENCH_PILE_STEPS * v[BENCH_PILE_TOUCHES]));
  printf("  %-9s ", bench_engine_names[p->engine]);
  bench_cell(x, 20);
  printf("%6.0f touches, %4.1f iterations, %3.0f Newton steps of islands, penetration %8.2f um mean %8.1f um "
         "deepest, mean speed %.1e m/s\n",
         v[BENCH_PILE_TOUCHES], v[BENCH_PILE_ITERATIONS], v[BENCH_PILE_NEWTONS], 1e6 * v[BENCH_PILE_MEAN],
         1e6 * v[BENCH_PILE_DEEPEST], v[BENCH_PILE_SPEED]);
  bench_csv(s, "pile", bench_engine_names[p->engine], &p->scene, "touch and step", "ns", x, rounds);
}

void bench_pile(bench_session *s)
{
  int count = 0;
  bench_point *ours = bench_add(s->points, &count, BENCH_PAWL, BENCH_PILE, BOXES, "stepping", 0);
  bench_point *chipmunk = bench_add(s->points, &count, BENCH_CHIPMUNK, BENCH_PILE, BOXES, "default", 10);
  bench_point *box2d = bench_add(s->points, &count, BENCH_BOX2D, BENCH_PILE, BOXES, "default", 10);
  int rounds = bench_session_measure(s, count);
  printf("\npile: %d boxes after 10 s, steps of 1/240 s; ns per touch and step, median [10 %%, 90 %%] of %d "
         "rounds\n",
         BOXES, rounds);
  print_pile(s, ours, rounds);
  print_pile(s, chipmunk, rounds);
  print_pile(s, box2d, rounds);
  double touches = chipmunk->job < 0 ? NAN
                                     : chipmunk->result.values[BENCH_PILE_TOUCHES] /
                                           ours->result.values[BENCH_PILE_TOUCHES];
  bench_spread ratio = bench_ratio(ours, chipmunk, rounds, touches);
  bench_judge(s, "pile of 4,000 boxes: Pawl / Chipmunk, time per touch", 1.5, true, &ratio);
  double mean = 1e6 * ours->result.values[BENCH_PILE_MEAN];
  bench_judge(s, "pile of 4,000 boxes: mean penetration, um", 20, true, &(bench_spread){mean, mean, mean});
}
