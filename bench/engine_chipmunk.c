/* Chipmunk: boxes in a bin. Its friction of two shapes is a product; the ground is made of thick segments. */
#include <chipmunk/chipmunk.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "pile_scene.h"

typedef struct {
  bench_job job;
  int n;
  cpSpace *space;
  cpBody **body;
  double values[BENCH_PILE_VALUES];
} chipmunk_job;

static void add_ground(chipmunk_job *p, double wide)
{
  const double thick = 1;
  cpVect corner[] = {
      {-wide / 2, BENCH_PILE_WALL}, {-wide / 2, 0}, {wide / 2, 0}, {wide / 2, BENCH_PILE_WALL}};
  for (int i = 0; i < 3; i++) {
    cpVect out = cpvmult(cpvrperp(cpvnormalize(cpvsub(corner[i + 1], corner[i]))), thick);
    cpShape *s = cpSegmentShapeNew(cpSpaceGetStaticBody(p->space), cpvadd(corner[i], out),
                                   cpvadd(corner[i + 1], out), thick);
    cpShapeSetFriction(cpSpaceAddShape(p->space, s), sqrt(BENCH_PILE_FRICTION));
  }
}

static void add_boxes(chipmunk_job *p)
{
  unsigned long long seed = 1;
  for (int i = 0; i < p->n; i++) {
    bench_box b = bench_pile_box(i, p->n, &seed);
    double mass = 4 * b.half * b.half;
    p->body[i] = cpSpaceAddBody(p->space, cpBodyNew(mass, cpMomentForBox(mass, 2 * b.half, 2 * b.half)));
    cpBodySetPosition(p->body[i], cpv(b.x, b.y));
    cpShape *s = cpSpaceAddShape(p->space, cpBoxShapeNew(p->body[i], 2 * b.half, 2 * b.half, 0));
    cpShapeSetFriction(s, sqrt(BENCH_PILE_FRICTION));
  }
}

/* Every pair of bodies is met at both, each time with the body that is asked as the first: once is enough. */
static void see_touch(cpBody *body, cpArbiter *touch, void *to)
{
  double *v = to;
  cpBody *a, *b;
  cpArbiterGetBodies(touch, &a, &b);
  bool ground = cpBodyGetType(a) == CP_BODY_TYPE_STATIC || cpBodyGetType(b) == CP_BODY_TYPE_STATIC;
  (void)body;
  if (!ground && a > b)
    return;
  for (int i = 0; i < cpArbiterGetCount(touch); i++) {
    double depth = -cpArbiterGetDepth(touch, i);
    v[BENCH_PILE_TOUCHES] += 1;
    v[BENCH_PILE_MEAN] += depth > 0 ? depth : 0;
    v[BENCH_PILE_VALUES] += depth > 0;
    v[BENCH_PILE_DEEPEST] = fmax(v[BENCH_PILE_DEEPEST], depth);
  }
}

static void look(chipmunk_job *p)
{
  double v[BENCH_PILE_VALUES + 1] = {0};
  for (int i = 0; i < p->n; i++) {
    cpBodyEachArbiter(p->body[i], see_touch, v);
    v[BENCH_PILE_SPEED] += cpvlength(cpBodyGetVelocity(p->body[i])) / p->n;
  }
  v[BENCH_PILE_MEAN] /= v[BENCH_PILE_VALUES];
  v[BENCH_PILE_ITERATIONS] = cpSpaceGetIterations(p->space);
  memcpy(p->values, v, sizeof p->values);
}

static void reset(bench_job *job)
{
  (void)job;
}

static void work(bench_job *job)
{
  chipmunk_job *p = (chipmunk_job *)job;
  for (int k = 0; k < BENCH_PILE_STEPS; k++)
    cpSpaceStep(p->space, BENCH_PILE_STEP);
}

static void report(bench_job *job, bench_result *out)
{
  const chipmunk_job *p = (chipmunk_job *)job;
  out->steps = BENCH_PILE_STEPS;
  out->count = BENCH_PILE_VALUES;
  memcpy(out->values, p->values, sizeof p->values);
}

static void close_job(bench_job *job)
{
  chipmunk_job *p = (chipmunk_job *)job;
  free(p->body); /* the space goes with the process */
  free(p);
}

static bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind != BENCH_PILE)
    return NULL;
  chipmunk_job *p = calloc(1, sizeof *p);
  p->n = scene->n;
  p->body = calloc((size_t)p->n, sizeof *p->body);
  p->space = cpSpaceNew();
  cpSpaceSetGravity(p->space, cpv(0, -BENCH_GRAVITY));
  cpSpaceSetIterations(p->space, (int)scene->setting);
  cpSpaceSetCollisionSlop(p->space, 0.005);
  cpSpaceUseSpatialHash(p->space, 0.25, 20 * p->n);
  add_ground(p, bench_pile_wide(p->n));
  add_boxes(p);
  for (int k = 0; k < BENCH_PILE_SETTLING; k++)
    cpSpaceStep(p->space, BENCH_PILE_STEP);
  look(p);
  p->job = (bench_job){reset, work, report, close_job};
  return &p->job;
}

const bench_engine bench_this_engine = {
    "Chipmunk", BENCH_VERSION, "default 10 iterations, collision slop 5 mm, spatial hash, no sleeping",
    open_job};
