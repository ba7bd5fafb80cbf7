/* Worker processes, rounds, percentiles, and the calibration loop. */
#define _GNU_SOURCE
#include "measure.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *const programs[BENCH_ENGINES] = {"bench-pawl",    "bench-mujoco", "bench-simbody",
                                                    "bench-bullet",  "bench-ode",    "bench-sisl",
                                                    "bench-siconos", "bench-box2d",  "bench-chipmunk"};

static double wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- processes -------------------------------------------------------------------------------------- */

static void run_program(const char *path, int in, int out)
{
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  execl(path, path, (char *)NULL);
  _exit(127);
}

static void start(bench_worker *w, const char *folder)
{
  char path[1024];
  int there[2], back[2];
  snprintf(path, sizeof path, "%s/%s", folder, w->program);
  if (access(path, X_OK) != 0 || pipe2(there, O_CLOEXEC) != 0 || pipe2(back, O_CLOEXEC) != 0)
    return;
  w->pid = fork();
  if (w->pid == 0)
    run_program(path, there[0], back[1]);
  close(there[0]);
  close(back[1]);
  w->to = fdopen(there[1], "w");
  w->from = fdopen(back[0], "r");
  w->here = w->pid > 0 && w->to && w->from;
}

/* An engine that dies takes the measurement with it: half a comparison is none. */
static char *ask(bench_worker *w, char **line, size_t *room)
{
  fflush(w->to);
  if (getline(line, room, w->from) > 0)
    return *line;
  fprintf(stderr, "bench: %s has ended without an answer\n", w->program);
  exit(2);
}

void bench_start_workers(bench_worker *workers, const char *folder)
{
  char *line = NULL;
  size_t room = 0;
  signal(SIGPIPE, SIG_IGN); /* a worker that has died is noticed by its silence */
  for (int i = 0; i < BENCH_ENGINES; i++) {
    bench_worker *w = workers + i;
    *w = (bench_worker){.program = programs[i]};
    start(w, folder);
    if (!w->here)
      continue;
    fprintf(w->to, "hello\n");
    ask(w, &line, &room);
    line[strcspn(line, "\n")] = 0;
    snprintf(w->about, sizeof w->about, "%s", line);
  }
  free(line);
}

void bench_stop_workers(bench_worker *workers)
{
  for (int i = 0; i < BENCH_ENGINES; i++)
    if (workers[i].here) {
      fclose(workers[i].to);
      waitpid(workers[i].pid, NULL, 0);
      fclose(workers[i].from);
      workers[i].here = false;
    }
}

/* ---- rounds ----------------------------------------------------------------------------------------- */

bench_point *bench_add(bench_point *points, int *count, int engine, bench_kind kind, int n,
                       const char *method, double setting)
{
  if (*count == BENCH_POINTS)
    abort();
  bench_point *p = points + (*count)++;
  *p = (bench_point){
      .engine = engine, .scene = {.kind = kind, .n = n, .setting = setting}, .job = -1, .error = NAN};
  snprintf(p->scene.method, sizeof p->scene.method, "%s", method);
  return p;
}

static void open_point(bench_worker *w, bench_point *p, char **line, size_t *room)
{
  if (!w->here)
    return;
  fprintf(w->to, "open ");
  bench_scene_write(&p->scene, w->to);
  fprintf(w->to, "\n");
  p->job = atoi(ask(w, line, room));
}

static void read_result(const char *text, double *seconds, bench_result *r)
{
  char *at;
  *seconds = strtod(text, &at);
  r->evaluations = strtol(at, &at, 10);
  r->steps = strtol(at, &at, 10);
  r->rejected = strtol(at, &at, 10);
  r->operations = strtol(at, &at, 10);
  r->count = (int)strtol(at, &at, 10);
  for (int i = 0; i < r->count && i < BENCH_VALUES; i++)
    r->values[i] = strtod(at, &at);
}

static bool same_work(const bench_result *a, const bench_result *b)
{
  return a->evaluations == b->evaluations && a->steps == b->steps && a->count == b->count &&
         memcmp(a->values, b->values, sizeof(double) * (size_t)a->count) == 0;
}

/* Pawl promises the same bits in every run, so every round must have done the same work. Loading reports
 * times as values. */
static void check_repeats(const bench_point *p, const bench_result *before, int round)
{
  bool loads = p->scene.kind == BENCH_CHAIN_LOAD || p->scene.kind == BENCH_FOURBAR_LOAD ||
               p->scene.kind == BENCH_LADDER_LOAD;
  if (p->engine != BENCH_PAWL || loads || round == 0 || same_work(before, &p->result))
    return;
  fprintf(stderr, "bench: Pawl did not repeat itself: ");
  bench_scene_write(&p->scene, stderr);
  fprintf(stderr, ": %ld evaluations, then %ld\n", before->evaluations, p->result.evaluations);
  exit(2);
}

static void time_point(bench_worker *w, bench_point *p, int round, double slice, char **line, size_t *room)
{
  static bench_result before;
  before = p->result;
  fprintf(w->to, "time %d %.9g\n", p->job, slice);
  read_result(ask(w, line, room), p->seconds + round, &p->result);
  check_repeats(p, &before, round);
}

int bench_measure(bench_worker *workers, bench_point *points, int count, int most, int least, double slice,
                  double budget)
{
  char *line = NULL;
  size_t room = 0;
  int round = 0;
  for (int i = 0; i < count; i++)
    open_point(workers + points[i].engine, points + i, &line, &room);
  double start = wall();
  for (; round < most && (round < least || wall() - start < budget); round++)
    for (int i = 0; i < count; i++)
      if (points[i].job >= 0)
        time_point(workers + points[i].engine, points + i, round, slice, &line, &room);
  for (int i = 0; i < BENCH_ENGINES; i++)
    if (workers[i].here) {
      fprintf(workers[i].to, "close\n");
      ask(workers + i, &line, &room);
    }
  free(line);
  return round;
}

/* ---- numbers ---------------------------------------------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double percentile(const double *sorted, int count, double p)
{
  double at = p * (count - 1);
  int i = (int)at;
  return i + 1 < count ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[count - 1];
}

bench_spread bench_spread_of(const double *x, int count)
{
  double sorted[BENCH_ROUNDS];
  if (count < 1)
    return (bench_spread){NAN, NAN, NAN};
  memcpy(sorted, x, sizeof(double) * (size_t)count);
  qsort(sorted, (size_t)count, sizeof(double), ascending);
  return (bench_spread){percentile(sorted, count, 0.5), percentile(sorted, count, 0.1),
                        percentile(sorted, count, 0.9)};
}

double bench_calibrate(void)
{
  enum { OPERATIONS = 1000000 };
  struct timespec from, to;
  volatile double result, factor = 0.999999;
  double x = 1, f = factor;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int i = 0; i < OPERATIONS; i++)
    x = x * f + 1e-6;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
  result = x;
  (void)result;
  return ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / OPERATIONS;
}
