/* The process around one engine. It reads requests and answers each with a line:
 *
 *   hello            name, version, settings, separated by tabs
 *   open SCENE       the number of the job, or -1
 *   time JOB LEAST   CPU seconds of one piece of work, the mean over at least LEAST seconds; counters; values
 *   close            0, after closing all jobs */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine.h"

enum { JOBS = 256 };

typedef struct {
  bench_job *jobs[JOBS];
  int count;
  bench_result result;
  FILE *out;
} worker;

double bench_cpu(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_once(bench_job *job)
{
  job->reset(job);
  double start = bench_cpu();
  job->work(job);
  return bench_cpu() - start;
}

/* The first of many short runs finds the caches as the other processes left them: it does not count. */
static double time_mean(bench_job *job, double least)
{
  double sum = time_once(job);
  long runs = 1;
  if (sum < least / 2)
    sum = 0, runs = 0;
  for (; sum < least; runs++)
    sum += time_once(job);
  return sum / (double)runs;
}

static void answer_open(worker *w, const char *text)
{
  bench_scene scene;
  bench_job *job = NULL;
  if (w->count < JOBS && bench_scene_read(&scene, text))
    job = bench_this_engine.open(&scene);
  if (job)
    w->jobs[w->count++] = job;
  fprintf(w->out, "%d\n", job ? w->count - 1 : -1);
}

static void answer_time(worker *w, const char *text)
{
  int number = -1;
  double least = 0;
  if (sscanf(text, "%d %lf", &number, &least) != 2 || number < 0 || number >= w->count) {
    fprintf(w->out, "nan\n");
    return;
  }
  bench_job *job = w->jobs[number];
  bench_result *r = &w->result;
  double seconds = time_mean(job, least);
  *r = (bench_result){0};
  job->report(job, r);
  fprintf(w->out, "%.9g %ld %ld %ld %ld %d", seconds, r->evaluations, r->steps, r->rejected, r->operations,
          r->count);
  for (int i = 0; i < r->count; i++)
    fprintf(w->out, " %.17g", r->values[i]);
  fprintf(w->out, "\n");
}

static void close_jobs(worker *w)
{
  for (int i = 0; i < w->count; i++)
    w->jobs[i]->close(w->jobs[i]);
  w->count = 0;
}

static void answer(worker *w, const char *line)
{
  if (strncmp(line, "hello", 5) == 0)
    fprintf(w->out, "%s\t%s\t%s\n", bench_this_engine.name, bench_this_engine.version,
            bench_this_engine.settings);
  else if (strncmp(line, "open ", 5) == 0)
    answer_open(w, line + 5);
  else if (strncmp(line, "time ", 5) == 0)
    answer_time(w, line + 5);
  else {
    close_jobs(w);
    fprintf(w->out, "0\n");
  }
  fflush(w->out);
}

/* Some engines print: what they say goes to stderr, so that answers stay answers. */
static FILE *keep_answers_apart(void)
{
  FILE *out = fdopen(dup(STDOUT_FILENO), "w");
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return out;
}

int main(void)
{
  static worker w;
  char line[256];
  w.out = keep_answers_apart();
  if (!w.out)
    return 1;
  while (fgets(line, sizeof line, stdin))
    answer(&w, line);
  close_jobs(&w);
  return 0;
}
