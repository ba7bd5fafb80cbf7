/* SISL, SINTEF's spline library: s1955, the closest points of two curves. An oracle and a measure, in a
 * program of its own. */
#include <math.h>
#include <sisl.h>
#include <stdlib.h>

#include "contacts_pair.h"
#include "engine.h"

typedef struct {
  bench_job job;
  SISLCurve *a, *b;
  double least;
} sisl_job;

static SISLCurve *curve_of(bench_pair *p, double pole[BENCH_POLES][2])
{
  return newCurve(BENCH_POLES, 4, p->knot, pole[0], 1, 2, 1);
}

static double distance_at(const sisl_job *j, double s, double t)
{
  double p[2], q[2];
  int left = 0, right = 0, status = 0;
  s1227(j->a, 0, s, &left, p, &status);
  s1227(j->b, 0, t, &right, q, &status);
  return hypot(p[0] - q[0], p[1] - q[1]);
}

static void reset(bench_job *job)
{
  (void)job;
}

static void work(bench_job *job)
{
  sisl_job *j = (sisl_job *)job;
  SISLIntcurve **curves = NULL;
  double *s = NULL, *t = NULL;
  int points = 0, count = 0, status = 0;
  s1955(j->a, j->b, 1e-12, 1e-10, &points, &s, &t, &count, &curves, &status);
  j->least = INFINITY;
  for (int i = 0; i < points; i++)
    j->least = fmin(j->least, distance_at(j, s[i], t[i]));
  if (curves)
    freeIntcrvlist(curves, count);
  free(s);
  free(t);
}

static void report(bench_job *job, bench_result *out)
{
  out->evaluations = 1;
  out->count = 1;
  out->values[0] = ((sisl_job *)job)->least;
}

static void close_job(bench_job *job)
{
  sisl_job *j = (sisl_job *)job;
  freeCurve(j->a);
  freeCurve(j->b);
  free(j);
}

static bench_job *open_job(const bench_scene *scene)
{
  sisl_job *j = scene->kind == BENCH_SEARCH ? calloc(1, sizeof *j) : NULL;
  if (!j)
    return NULL;
  bench_pair p;
  bench_pair_make(&p, scene->method, scene->n);
  j->job = (bench_job){reset, work, report, close_job};
  j->a = curve_of(&p, p.pole[0]);
  j->b = curve_of(&p, p.placed);
  return &j->job;
}

const bench_engine bench_this_engine = {"SISL", BENCH_VERSION, "s1955, geometry resolution 1e-10", open_job};
