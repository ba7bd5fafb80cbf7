/* What an engine offers to be measured. Each engine is linked with worker.c into a process of its own. */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_VALUES = 1024 };

/* What one piece of work did and where it ended. */
typedef struct {
  long evaluations; /* of accelerations                                   */
  long steps, rejected;
  long operations; /* Pawl: block operations of one factorisation        */
  int count;
  double values[BENCH_VALUES]; /* forward: accelerations of the last state; motion: angles at the end, rad */
} bench_result;

typedef struct bench_job bench_job;
struct bench_job {
  void (*reset)(bench_job *job); /* back to the start; not timed */
  void (*work)(bench_job *job);  /* timed                        */
  void (*report)(bench_job *job, bench_result *result);
  void (*close)(bench_job *job);
};

typedef struct {
  const char *name, *version;
  const char *settings;                         /* one line: what was chosen for the engine */
  bench_job *(*open)(const bench_scene *scene); /* NULL: it has no such scene or method */
} bench_engine;

extern const bench_engine bench_this_engine;

/* CPU time of this process in s. */
double bench_cpu(void);

#ifdef __cplusplus
}
#endif
#endif
