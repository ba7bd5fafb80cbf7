/* ODE: bodies and hinges in maximal coordinates. It has no evaluation of accelerations by itself: in its
 * place stands one dWorldStep, which changes the state by itself. Plane: x to the right, z up, hinges about
 * y. */
#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

typedef struct {
  bench_job job;
  bench_scene scene;
  dWorldID world;
  dBodyID *bars;
  int bar_count;
  long steps;
  double angle; /* of the first bar, followed beyond half a turn */
} ode_job;

static dBodyID add_bar(ode_job *p, double x, double z, double angle, double speed)
{
  dMass mass;
  dMassSetZero(&mass);
  mass.mass = 1;
  mass.I[0] = 0.01;
  mass.I[5] = mass.I[10] = 1. / 12;
  dBodyID b = dBodyCreate(p->world);
  dBodySetMass(b, &mass);
  dMatrix3 turn;
  dRFromAxisAndAngle(turn, 0, -1, 0, angle);
  dBodySetRotation(b, turn);
  dBodySetPosition(b, x + 0.5 * cos(angle), 0, z + 0.5 * sin(angle));
  dBodySetLinearVel(b, -0.5 * speed * sin(angle), 0, 0.5 * speed * cos(angle));
  dBodySetAngularVel(b, 0, -speed, 0);
  dBodySetGyroscopicMode(b, 0);
  return p->bars[p->bar_count++] = b;
}

static void add_hinge(ode_job *p, dBodyID a, dBodyID b, double x, double z)
{
  dJointID j = dJointCreateHinge(p->world, NULL);
  dJointAttach(j, a, b);
  dJointSetHingeAnchor(j, x, 0, z);
  dJointSetHingeAxis(j, 0, 1, 0);
}

static void build_chain(ode_job *p)
{
  for (int i = 0; i < p->scene.n; i++) {
    dBodyID last = i ? p->bars[i - 1] : NULL;
    add_hinge(p, add_bar(p, i, 0, 0, 0), last, i, 0);
  }
}

/* Hanging rods: bars 0, 2, 4 …; the coupler to the right of rod i - 1 is bar 2 i - 1. */
static void build_fourbar(ode_job *p)
{
  dBodyID last = NULL;
  for (int i = 0; i <= p->scene.n; i++) {
    dBodyID coupler = i ? add_bar(p, i - 1, -1, 0, 0) : NULL;
    if (i)
      dBodySetLinearVel(coupler, BENCH_FOURBAR_SPEED, 0, 0);
    dBodyID rod = add_bar(p, i, 0, -BENCH_PI / 2, BENCH_FOURBAR_SPEED);
    add_hinge(p, rod, NULL, i, 0);
    if (i) {
      add_hinge(p, coupler, last, i - 1, -1);
      add_hinge(p, coupler, rod, i, -1);
    }
    last = rod;
  }
}

static void reset(bench_job *job)
{
  ode_job *p = (ode_job *)job;
  if (p->world)
    dWorldDestroy(p->world);
  p->world = dWorldCreate();
  dWorldSetGravity(p->world, 0, 0, -BENCH_GRAVITY);
  dWorldSetQuickStepNumIterations(p->world, 20);
  p->bar_count = 0;
  if (p->scene.kind == BENCH_FOURBAR)
    build_fourbar(p);
  else
    build_chain(p);
  p->angle = p->scene.kind == BENCH_FOURBAR ? -BENCH_PI / 2 : 0;
}

static double angle_of(dBodyID bar)
{
  const dReal *turn = dBodyGetRotation(bar);
  return atan2(turn[8], turn[0]);
}

static void step(ode_job *p)
{
  if (strcmp(p->scene.method, "quick") == 0)
    dWorldQuickStep(p->world, p->scene.setting);
  else
    dWorldStep(p->world, p->scene.setting);
}

static void motion_work(bench_job *job)
{
  ode_job *p = (ode_job *)job;
  double end = p->scene.kind == BENCH_CHAIN ? BENCH_CHAIN_TIME : BENCH_FOURBAR_TIME;
  p->steps = lround(end / p->scene.setting);
  for (long i = 0; i < p->steps; i++) {
    step(p);
    if (i % 16 == 0)
      p->angle += remainder(angle_of(p->bars[0]) - p->angle, 2 * BENCH_PI);
  }
}

static void forward_work(bench_job *job)
{
  ode_job *p = (ode_job *)job;
  p->steps = BENCH_STATES;
  for (long i = 0; i < p->steps; i++)
    step(p);
}

static void report(bench_job *job, bench_result *out)
{
  ode_job *p = (ode_job *)job;
  out->steps = out->evaluations = p->steps;
  if (p->scene.kind == BENCH_CHAIN_FORWARD)
    return;
  out->count = p->scene.kind == BENCH_FOURBAR ? 1 : p->scene.n;
  for (int i = 0; i < out->count; i++)
    out->values[i] = angle_of(p->bars[i]);
  if (p->scene.kind == BENCH_FOURBAR)
    out->values[0] = p->angle + remainder(out->values[0] - p->angle, 2 * BENCH_PI);
}

static void close_job(bench_job *job)
{
  ode_job *p = (ode_job *)job;
  if (p->world)
    dWorldDestroy(p->world);
  free(p->bars);
  free(p);
}

/* dWorldStep costs n³: beyond 32 links it would take most of the time of the whole comparison. */
static bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind > BENCH_CHAIN_FORWARD || (scene->kind == BENCH_CHAIN_FORWARD && scene->n > 32))
    return NULL;
  if (!dInitODE2(0))
    return NULL;
  ode_job *p = calloc(1, sizeof *p);
  p->scene = *scene;
  p->bars = calloc(2 * (size_t)scene->n + 1, sizeof *p->bars);
  p->job =
      (bench_job){reset, scene->kind == BENCH_CHAIN_FORWARD ? forward_work : motion_work, report, close_job};
  return &p->job;
}

const bench_engine bench_this_engine = {"ODE", BENCH_VERSION,
                                        "hinges in double precision, default ERP and CFM; world: dWorldStep, "
                                        "quick: dWorldQuickStep with 20 iterations, at "
                                        "the step listed; in place of accelerations one dWorldStep",
                                        open_job};
