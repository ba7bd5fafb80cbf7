/* The pile of models/box-pile with tilt = 0, for engines that do not read it: where boxes start and how large they are.
 *
 * n boxes in rows above a bin that is `wide` wide, friction 0.5, no restitution; after 10 s the pile lies still, and
 * 48 steps of 1/240 s are timed. */
#ifndef BENCH_PILE_SCENE_H
#define BENCH_PILE_SCENE_H

#include <math.h>

#define BENCH_PILE_STEP (1. / 240)
#define BENCH_PILE_FRICTION 0.5
#define BENCH_PILE_WALL 40.0
enum { BENCH_PILE_SETTLING = 2400, BENCH_PILE_STEPS = 48 };

typedef struct {
  double x, y, half;
} bench_box;

/* What is reported: touches that push, mean and deepest penetration of those that overlap (m), mean speed (m/s),
 * iterations and Newton steps per step. */
enum {
  BENCH_PILE_TOUCHES,
  BENCH_PILE_MEAN,
  BENCH_PILE_DEEPEST,
  BENCH_PILE_SPEED,
  BENCH_PILE_ITERATIONS,
  BENCH_PILE_NEWTONS,
  BENCH_PILE_VALUES
};

static inline double bench_pile_wide(int n)
{
  return 8 * sqrt(n / 1000.);
}

static inline double bench_pile_chance(unsigned long long *seed)
{
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Box i; to be asked for in order, from seed 1. */
static inline bench_box bench_pile_box(int i, int n, unsigned long long *seed)
{
  double wide = bench_pile_wide(n), pitch = 0.26, aside = bench_pile_chance(seed),
         size = bench_pile_chance(seed);
  int columns = (int)((wide - 0.3) / pitch);
  bench_box box = {-wide / 2 + 0.25 + (i % columns) * pitch + 0.01 * (aside - 0.5),
                   0.2 + (i / columns) * pitch, 0.08 + 0.04 * size};
  return box;
}

#endif
