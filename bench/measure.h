/* Engines as processes, measured in interleaved rounds: A B C A B C … so that what else the machine does
 * hits all alike, and ratios are taken within a round. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "engine.h"

enum { BENCH_ROUNDS = 64, BENCH_POINTS = 128 };
enum {
  BENCH_PAWL,
  BENCH_MUJOCO,
  BENCH_SIMBODY,
  BENCH_BULLET,
  BENCH_ODE,
  BENCH_SISL,
  BENCH_SICONOS,
  BENCH_BOX2D,
  BENCH_CHIPMUNK,
  BENCH_ENGINES
};

typedef struct {
  const char *program;
  bool here;       /* built, started */
  char about[512]; /* name, version, settings */
  pid_t pid;
  FILE *to, *from;
} bench_worker;

/* One scene with one engine. */
typedef struct {
  int engine;
  bench_scene scene;
  int job;                      /* the worker's number for it; -1: it has no such thing */
  double seconds[BENCH_ROUNDS]; /* CPU time of one piece of work */
  double error;                 /* for the caller */
  bench_result result;          /* of the last round */
} bench_point;

typedef struct {
  double median, low, high; /* 50, 10 and 90 % */
} bench_spread;

typedef struct bench_session bench_session;

void bench_start_workers(bench_worker *workers, const char *folder);
void bench_stop_workers(bench_worker *workers);

/* Appends a point; opens nothing yet. */
bench_point *bench_add(bench_point *points, int *count, int engine, bench_kind kind, int n,
                       const char *method, double setting);

/* Opens all points, measures `most` rounds, or `least` when more would take longer than `budget` seconds of
 * wall time, and closes them. A point that the engine lacks keeps job = -1. Returns the number of rounds. */
int bench_measure(bench_worker *workers, bench_point *points, int count, int most, int least, double slice,
                  double budget);

bench_spread bench_spread_of(const double *x, int count);

/* Seconds of one dependent multiplication and addition: what this core does today. */
double bench_calibrate(void);

#endif
