/* models/woodpecker by events, at a tolerance, and by Pawl's own time-stepping, at a step. */
#include "woodpecker_pawl.h"

#include <stdlib.h>
#include <string.h>

#include "step/run.h"
#include "woodpecker.h"

enum { BIRD = 2 }; /* of the toy's coordinates */

typedef struct {
  bench_job job;
  bool stepping;
  double setting;
  pawl_model *model;
  pawl_run *run;
  pawl_books fresh, done;
  bench_cycles cycles;
} woodpecker_job;

static void stop(const pawl_error *e)
{
  fprintf(stderr, "pawl: %s: %s\n", e->where, e->text);
  exit(1);
}

/* By events, a cycle begins where the beak hits the pole. */
static void hear(void *context, const pawl_event *event)
{
  woodpecker_job *p = context;
  if (strcmp(event->part, "beak") == 0 && strcmp(event->reason, "impact") == 0)
    bench_cycles_note(&p->cycles, event->time);
}

static void open_run(woodpecker_job *p)
{
  pawl_error e = {0};
  pawl_run_options options = {NULL, p->stepping ? NAN : p->setting, p->stepping ? PAWL_METHOD_STEPPING : -1};
  pawl_run_free(p->run);
  p->run = NULL;
  if (p->stepping)
    p->model->plan.step = p->setting;
  if (pawl_run_open(&p->run, p->model, &options, &e) != PAWL_OK)
    stop(&e);
  p->run->tells.on_event = p->stepping ? NULL : hear;
  p->run->tells.listener = p;
}

static void reset(bench_job *job)
{
  woodpecker_job *p = (woodpecker_job *)job;
  open_run(p);
  p->fresh = p->run->books;
  bench_cycles_clear(&p->cycles);
}

/* By steps, it begins where the bird's angle rises through zero, as with the peer. */
static pawl_status step(woodpecker_job *p, pawl_error *e)
{
  pawl_run *r = p->run;
  while (r->t < BENCH_WOODPECKER_TIME) {
    double t = r->t, before = r->y[BIRD];
    pawl_status status = pawl_run_step(r, BENCH_WOODPECKER_TIME, e);
    if (status != PAWL_OK)
      return status;
    if (before < 0 && r->y[BIRD] >= 0)
      bench_cycles_note(&p->cycles, t - before / (r->y[BIRD] - before) * (r->t - t));
  }
  return PAWL_OK;
}

static void work(bench_job *job)
{
  woodpecker_job *p = (woodpecker_job *)job;
  pawl_error e = {0};
  if ((p->stepping ? step(p, &e) : pawl_run_until(p->run, BENCH_WOODPECKER_TIME, &e)) != PAWL_OK)
    stop(&e);
  p->done = p->run->books;
  p->done.rhs -= p->fresh.rhs;
}

static void report(bench_job *job, bench_result *out)
{
  const woodpecker_job *p = (const woodpecker_job *)job;
  out->evaluations = p->done.rhs;
  out->steps = p->done.steps;
  out->rejected = p->done.rejected;
  out->count = 3;
  out->values[0] = bench_cycles_period(&p->cycles);
  out->values[1] = (double)p->done.events;
  out->values[2] = (double)p->done.looks;
}

static void close_job(bench_job *job)
{
  woodpecker_job *p = (woodpecker_job *)job;
  pawl_run_free(p->run);
  pawl_model_free(p->model);
  free(p);
}

bench_job *bench_open_woodpecker(const bench_scene *scene)
{
  woodpecker_job *p = calloc(1, sizeof *p);
  pawl_error e = {0};
  if (!p)
    exit(1);
  p->job = (bench_job){reset, work, report, close_job};
  p->stepping = strcmp(scene->method, "stepping") == 0;
  p->setting = scene->setting;
  if (pawl_model_read(&p->model, BENCH_MODELS "/woodpecker", NULL, &e) != PAWL_OK)
    stop(&e);
  return &p->job;
}
