#include "contacts_pair.h"

#include <math.h>
#include <string.h>

#include "scene.h"

/* A ring of poles about the origin with some waves. */
static void make_ring(double pole[BENCH_POLES][2], double size, int number)
{
  double x[BENCH_SEGMENTS + 3];
  bench_random(x, BENCH_SEGMENTS + 3, 1, number);
  double wave = 0.15 * (1 + x[BENCH_SEGMENTS]), phase = 3 * x[BENCH_SEGMENTS + 1];
  int lobes = 1 + (int)(2 * (1 + x[BENCH_SEGMENTS + 2]));
  for (int i = 0; i < BENCH_POLES; i++) {
    int k = i % BENCH_SEGMENTS;
    double angle = 2 * BENCH_PI * k / BENCH_SEGMENTS;
    double r = size * (1 + wave * (0.6 * sin(lobes * angle + phase) + 0.4 * x[k]));
    pole[i][0] = r * cos(angle);
    pole[i][1] = r * sin(angle);
  }
}

/* A point of a uniform cubic spline: segment i, 0 <= u < 1. */
static void point_of(const double pole[BENCH_POLES][2], int i, double u, double x[2])
{
  double v = 1 - u, b[4] = {v * v * v / 6, (3 * u * u * u - 6 * u * u + 4) / 6,
                            (3 * v * v * v - 6 * v * v + 4) / 6, u * u * u / 6};
  for (int q = 0; q < 2; q++)
    x[q] = b[0] * pole[i][q] + b[1] * pole[i + 1][q] + b[2] * pole[i + 2][q] + b[3] * pole[i + 3][q];
}

static void place(bench_pair *p)
{
  for (int i = 0; i < BENCH_POLES; i++) {
    const double *q = p->pole[1][i];
    p->placed[i][0] = p->x + p->c * q[0] - p->s * q[1];
    p->placed[i][1] = p->y + p->s * q[0] + p->c * q[1];
  }
}

/* Between sampled points: good enough to bring two curves near to each other. */
static double apart(const bench_pair *p)
{
  double least = INFINITY, x[2], y[2];
  for (int i = 0; i < 8 * BENCH_SEGMENTS; i++) {
    point_of(p->pole[0], i / 8, i % 8 / 8.0, x);
    for (int k = 0; k < 8 * BENCH_SEGMENTS; k++) {
      point_of(p->placed, k / 8, k % 8 / 8.0, y);
      least = fmin(least, hypot(x[0] - y[0], x[1] - y[1]));
    }
  }
  return least;
}

void bench_pair_make(bench_pair *p, const char *how, int number)
{
  double x[2];
  bool near = strcmp(how, "near") == 0;
  bench_random(x, 2, BENCH_PI, 5000 + number);
  for (int i = 0; i < BENCH_KNOTS; i++)
    p->knot[i] = i - 3;
  make_ring(p->pole[0], 1, 1000 + number);
  make_ring(p->pole[1], 0.6, 3000 + number);
  p->c = cos(x[1]);
  p->s = sin(x[1]);
  double far = near ? 3 : strcmp(how, "far") == 0 ? 5 : 1.2;
  for (int i = 0; i < 40; i++) {
    p->x = far * cos(x[0]);
    p->y = far * sin(x[0]);
    place(p);
    if (!near)
      return;
    far -= 0.7 * (apart(p) - 0.05);
  }
}
