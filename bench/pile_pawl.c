/* models/box-pile by time-stepping, as a run of the model's own file. */
#include "pile_pawl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pile_scene.h"
#include "step/stepping_pile_run.h"

typedef struct {
  bench_job job;
  pawl_model *model;
  pawl_run *run;
  double values[BENCH_PILE_VALUES];
} pile_job;

static void advance(pile_job *p, int steps)
{
  pawl_error e = {0};
  if (pawl_run_until(p->run, pawl_run_time(p->run) + steps * BENCH_PILE_STEP, &e) == PAWL_OK)
    return;
  fprintf(stderr, "bench-pawl: %s: %s\n", e.where, e.text);
  exit(1);
}

/* The pile has settled once and for all; it lies still. */
static void reset(bench_job *job)
{
  (void)job;
}

static void work(bench_job *job)
{
  advance((pile_job *)job, BENCH_PILE_STEPS);
}

static void report(bench_job *job, bench_result *out)
{
  const pile_job *p = (pile_job *)job;
  out->steps = BENCH_PILE_STEPS;
  out->count = BENCH_PILE_VALUES;
  memcpy(out->values, p->values, sizeof p->values);
}

static void close_job(bench_job *job)
{
  pile_job *p = (pile_job *)job;
  pawl_run_free(p->run);
  pawl_model_free(p->model);
  free(p);
}

static void look(pile_job *p)
{
  const pawl_pile *pile = pawl_stepping_pile(p->run);
  double iterations = 0, newtons = 0, speed = 0;
  for (int k = 0; k < BENCH_PILE_STEPS; k++) {
    advance(p, 1);
    iterations += pile->report.sweeps / BENCH_PILE_STEPS;
    newtons += (double)pile->report.newtons / BENCH_PILE_STEPS;
  }
  for (int i = 1; i < pile->bodies; i++)
    speed +=
        sqrt(pile->speed[i].x * pile->speed[i].x + pile->speed[i].y * pile->speed[i].y) / (pile->bodies - 1);
  p->values[BENCH_PILE_TOUCHES] = pile->report.pushing;
  p->values[BENCH_PILE_MEAN] = pile->report.mean;
  p->values[BENCH_PILE_DEEPEST] = pile->report.deepest;
  p->values[BENCH_PILE_SPEED] = speed;
  p->values[BENCH_PILE_ITERATIONS] = iterations;
  p->values[BENCH_PILE_NEWTONS] = newtons;
}

bench_job *bench_open_pile(const bench_scene *scene)
{
  char count[16];
  snprintf(count, sizeof count, "%d", scene->n);
  const pawl_setting settings[] = {{"n", count}, {"tilt", "0"}};
  pawl_reading how = {settings, 2, NULL};
  pawl_error e = {0};
  pile_job *p = calloc(1, sizeof *p);
  if (!p || pawl_model_read(&p->model, BENCH_MODELS "/box-pile", &how, &e) != PAWL_OK ||
      pawl_run_new(&p->run, p->model, &e) != PAWL_OK) {
    fprintf(stderr, "bench-pawl: %s: %s\n", e.where, e.text);
    exit(1);
  }
  p->job = (bench_job){reset, work, report, close_job};
  advance(p, BENCH_PILE_SETTLING);
  look(p);
  return &p->job;
}
