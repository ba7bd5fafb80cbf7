/* Accelerations of a chain at random states: ns per degree of freedom and evaluation.
 * Engines must agree on the accelerations: a fast wrong answer is no answer. */
#include <math.h>
#include <stdlib.h>

#include "rows.h"

enum { SIZES = 6, COLUMNS = 6 };

static const int sizes[SIZES] = {1, 4, 10, 32, 64, 256};

static const struct {
  int engine;
  const char *method, *title;
} columns[COLUMNS] = {
    {BENCH_PAWL, "planar", "Pawl planar"}, {BENCH_PAWL, "spatial", "Pawl spatial"},
    {BENCH_MUJOCO, "forward", "MuJoCo"},   {BENCH_SIMBODY, "realize", "Simbody"},
    {BENCH_BULLET, "forward", "Bullet"},   {BENCH_ODE, "world", "ODE (one step)"},
};

/* Largest difference over largest acceleration. */
static double disagreement(const bench_result *a, const bench_result *b)
{
  double worst = 0, size = 0;
  for (int i = 0; i < a->count; i++) {
    worst = fmax(worst, fabs(a->values[i] - b->values[i]));
    size = fmax(size, fabs(a->values[i]));
  }
  return worst / size;
}

static void check_agreement(bench_point *table[SIZES][COLUMNS])
{
  double worst = 0;
  for (int i = 0; i < SIZES; i++)
    for (int c = 1; c < COLUMNS; c++)
      if (columns[c].engine != BENCH_ODE && table[i][c]->job >= 0)
        worst = fmax(worst, disagreement(&table[i][0]->result, &table[i][c]->result));
  printf("all engines but ODE agree on the accelerations to %.1e of the largest\n", worst);
  if (!(worst < 1e-8)) {
    fprintf(stderr, "bench: the engines do not compute the same accelerations\n");
    exit(2);
  }
}

static double per_dof(const bench_point *p)
{
  return p->result.evaluations ? 1e9 / (double)p->result.evaluations / p->scene.n : NAN;
}

static void print_times(bench_session *s, bench_point *table[SIZES][COLUMNS], int rounds)
{
  printf("%5s", "n");
  for (int c = 0; c < COLUMNS; c++)
    printf("  %-20s", columns[c].title);
  for (int i = 0; i < SIZES; i++) {
    printf("\n%5d", sizes[i]);
    for (int c = 0; c < COLUMNS; c++) {
      const bench_point *p = table[i][c];
      bench_spread x = bench_scaled(p, rounds, per_dof(p));
      printf("  ");
      bench_cell(x, 20);
      bench_csv(s, "forward", bench_engine_names[p->engine], &p->scene, "time per dof", "ns", x, rounds);
    }
  }
  printf("\n");
}

static void print_ratios(bench_session *s, bench_point *table[SIZES][COLUMNS], int rounds)
{
  printf("over Pawl planar, per evaluation:\n");
  for (int i = 0; i < SIZES; i++) {
    printf("%5d  %-20s", sizes[i], "1");
    for (int c = 1; c < COLUMNS; c++) {
      const bench_point *p = table[i][c], *own = table[i][0];
      bench_spread x = bench_ratio(p, own, rounds, per_dof(p) / per_dof(own));
      printf("  ");
      bench_cell(x, 20);
      bench_csv(s, "forward", bench_engine_names[p->engine], &p->scene, "ratio to Pawl planar", "1", x,
                rounds);
      if (p->engine == BENCH_MUJOCO && sizes[i] == 10)
        bench_judge(s, "forward dynamics, chain n = 10: mj_forward / Pawl", 10, false, &x);
    }
    printf("\n");
  }
}

void bench_forward(bench_session *s)
{
  bench_point *table[SIZES][COLUMNS];
  int count = 0;
  for (int i = 0; i < SIZES; i++)
    for (int c = 0; c < COLUMNS; c++)
      table[i][c] = bench_add(s->points, &count, columns[c].engine, BENCH_CHAIN_FORWARD, sizes[i],
                              columns[c].method, columns[c].engine == BENCH_ODE ? 1e-3 : 0);
  int rounds = bench_session_measure(s, count);
  printf("\nforward: accelerations of a chain of n links, ns per degree of freedom, median [10 %%, 90 %%] of "
         "%d rounds\n",
         rounds);
  print_times(s, table, rounds);
  print_ratios(s, table, rounds);
  check_agreement(table);
  bench_point *ten = table[2][0], *many = table[5][0];
  bench_spread flat = bench_ratio(many, ten, rounds, per_dof(many) / per_dof(ten));
  bench_judge(s, "forward dynamics, Pawl: time per dof at n = 256 / at n = 10", 1.4, true, &flat);
}
