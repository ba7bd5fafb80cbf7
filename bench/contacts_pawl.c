/* Pawl's searches, over the pairs that SISL gets, and the following of one touch. */
#include "contacts_pawl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contacts_pair.h"
#include "geometry/shapes_test.h"
#include "geometry/touch.h"

enum { MOST = 64, FOLLOWED = 1000 };

typedef struct {
  bench_job job;
  pawl_arena arena;
  const pawl_profile *a, *b;
  pawl_placing place;
  pawl_search_work *room;
  pawl_search_note note;
  pawl_touch touch[MOST], start;
  int count;
  long lost;
} contacts_job;

static void close_job(bench_job *job)
{
  contacts_job *j = (contacts_job *)job;
  pawl_arena_close(&j->arena);
  free(j);
}

/* ---- searching ---- */

static void search_reset(bench_job *job)
{
  (void)job;
}

/* All touches, whatever their distance. */
static void search_work(bench_job *job)
{
  contacts_job *j = (contacts_job *)job;
  j->count = pawl_search(j->a, j->b, &j->place, INFINITY, NULL, 0, j->touch, MOST, j->room, &j->note);
}

static void search_report(bench_job *job, bench_result *out)
{
  const contacts_job *j = (const contacts_job *)job;
  out->evaluations = 1;
  out->count = 3;
  out->values[0] = j->count ? j->touch[0].gap : INFINITY;
  out->values[1] = (double)j->note.pairs;
  out->values[2] = (double)j->note.newtons;
}

static const pawl_profile *profile_of(contacts_job *j, const bench_pair *p, int side)
{
  pawl_xy pole[BENCH_POLES];
  for (int i = 0; i < BENCH_POLES; i++)
    pole[i] = (pawl_xy){p->pole[side][i][0], p->pole[side][i][1]};
  pawl_outline *o = pawl_outline_open(&j->arena);
  pawl_outline_end end = {.closed = true};
  pawl_outline_nurbs(o, 3, pole, NULL, BENCH_POLES, p->knot);
  return pawl_outline_close(o, &end);
}

static void open_search(contacts_job *j, const bench_scene *scene)
{
  bench_pair p;
  bench_pair_make(&p, scene->method, scene->n);
  j->job = (bench_job){search_reset, search_work, search_report, close_job};
  j->a = profile_of(j, &p, 0);
  j->b = profile_of(j, &p, 1);
  j->place = (pawl_placing){{p.x, p.y}, p.c, p.s};
}

/* ---- following ---- */

static void place_at(contacts_job *j, int i)
{
  pawl_sincos(1e-3 * i, &j->place.s, &j->place.c);
  j->place.r = (pawl_xy){2.2 + 0.1 * j->place.s, 0};
}

static void track_reset(bench_job *job)
{
  contacts_job *j = (contacts_job *)job;
  j->touch[0] = j->start;
  j->lost = 0;
}

/* A slow turn, a thousandth of a radian at a time, without prediction. */
static void track_work(bench_job *job)
{
  contacts_job *j = (contacts_job *)job;
  double leaves[2];
  for (int i = 1; i <= FOLLOWED; i++) {
    place_at(j, i);
    j->lost += pawl_track(j->a, j->b, &j->place, false, j->touch, leaves) == PAWL_LOST;
  }
}

static void track_report(bench_job *job, bench_result *out)
{
  const contacts_job *j = (const contacts_job *)job;
  out->evaluations = FOLLOWED;
  out->count = 2;
  out->values[0] = j->touch[0].gap;
  out->values[1] = (double)j->lost;
}

static shape_kind kind_named(const char *name)
{
  return strcmp(name, "spline") == 0   ? SHAPE_SPLINE
         : strcmp(name, "nurbs") == 0  ? SHAPE_NURBS
         : strcmp(name, "circle") == 0 ? SHAPE_CIRCLE
         : strcmp(name, "line") == 0   ? SHAPE_POLYGON
                                       : SHAPE_ELLIPSE;
}

/* A spline beside a shape of the kind that is named. */
static void open_track(contacts_job *j, const bench_scene *scene)
{
  unsigned long long seed = 5;
  j->job = (bench_job){track_reset, track_work, track_report, close_job};
  j->a = shape_random(&j->arena, SHAPE_SPLINE, &seed, 1, 0.1, false);
  j->b = shape_random(&j->arena, kind_named(scene->method), &seed, 0.6, 0.05, false);
  place_at(j, 0);
}

bench_job *bench_open_contacts(const bench_scene *scene)
{
  contacts_job *j = calloc(1, sizeof *j);
  if (!j)
    exit(1);
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&j->arena, &memory);
  if (scene->kind == BENCH_SEARCH)
    open_search(j, scene);
  else
    open_track(j, scene);
  j->room = j->a && j->b ? pawl_search_room(&j->arena, j->a, j->b, MOST) : NULL;
  if (!j->room)
    exit(1);
  search_work(&j->job);
  j->start = j->touch[0];
  return &j->job;
}
