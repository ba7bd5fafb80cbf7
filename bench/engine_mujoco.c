/* MuJoCo: hinge bodies without geoms; windows closed by `connect` equalities. The models are written as
 * MJCF files into the current folder. Planes: x to the right, z up, hinges about -y, so that angles count
 * as in Pawl. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

typedef struct {
  bench_job job;
  bench_scene scene;
  mjModel *model;
  mjData *data;
  double *q, *v; /* BENCH_STATES rows of n */
  long steps;
} mujoco_job;

static const char inertial[] = "<inertial pos='0.5 0 0' mass='1' diaginertia='0.01 0.083333333333333329 "
                               "0.083333333333333329'/><joint type='hinge' axis='0 -1 0'/>";

static void write_chain(FILE *f, int n)
{
  for (int i = 0; i < n; i++)
    fprintf(f, "<body pos='%d 0 0'>%s\n", i > 0, inertial);
  for (int i = 0; i < n; i++)
    fprintf(f, "</body>");
  fprintf(f, "</worldbody>");
}

/* Soft constraints are made as hard as the step allows: time constant 2 dt, critically damped, impedance
 * 0.9999. */
static void write_fourbar(FILE *f, int n, double dt)
{
  for (int i = 0; i <= n; i++) {
    fprintf(f, "<body name='rod%d' pos='%d 0 0' euler='0 %.17g 0'>%s\n", i, i, BENCH_PI / 2, inertial);
    if (i < n)
      fprintf(f, "<body name='coupler%d' pos='1 0 0' euler='0 %.17g 0'>%s</body>\n", i + 1, -BENCH_PI / 2,
              inertial);
    fprintf(f, "</body>\n");
  }
  fprintf(f, "</worldbody><equality>\n");
  for (int i = 1; i <= n; i++)
    fprintf(f,
            "<connect body1='coupler%d' body2='rod%d' anchor='1 0 0' solref='%.17g 1' solimp='0.9999 0.9999 "
            "0.001'/>\n",
            i, i, 2 * dt);
  fprintf(f, "</equality>");
}

static mjModel *build(const bench_scene *scene)
{
  bool loops = scene->kind == BENCH_FOURBAR;
  const char *name = loops ? "mujoco-fourbar.xml" : "mujoco-chain.xml";
  FILE *f = fopen(name, "w");
  if (!f)
    return NULL;
  fprintf(f,
          "<mujoco><compiler angle='radian'/><size njmax='%d' nconmax='1'/><option gravity='0 0 -9.81' "
          "solver='Newton' tolerance='1e-12'/><worldbody>\n",
          loops ? 3 * scene->n + 1 : 1);
  if (loops)
    write_fourbar(f, scene->n, scene->setting);
  else
    write_chain(f, scene->n);
  fprintf(f, "</mujoco>\n");
  fclose(f);
  char text[400] = "";
  mjModel *m = mj_loadXML(name, NULL, text, sizeof text);
  if (!m) {
    fprintf(stderr, "mujoco: n = %d: %s\n", scene->n, text);
    return NULL;
  }
  m->opt.integrator = strcmp(scene->method, "euler") == 0 ? mjINT_EULER : mjINT_RK4;
  m->opt.timestep = scene->setting > 0 ? scene->setting : 1e-3;
  /* Whatever the scene does not need is off. */
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT | mjDSBL_CONTACT | mjDSBL_PASSIVE |
                        mjDSBL_ACTUATION | mjDSBL_SENSOR |
                        (loops ? 0 : mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_WARMSTART);
  return m;
}

static void close_job(bench_job *job)
{
  mujoco_job *p = (mujoco_job *)job;
  mj_deleteData(p->data);
  mj_deleteModel(p->model);
  free(p->q);
  free(p);
}

static void motion_reset(bench_job *job)
{
  mujoco_job *p = (mujoco_job *)job;
  mj_resetData(p->model, p->data);
  /* Rods are the even hinges, couplers the odd ones; the last rod carries no coupler. */
  for (int i = 0; p->scene.kind == BENCH_FOURBAR && i < p->model->nv; i++)
    p->data->qvel[i] = i % 2 ? -BENCH_FOURBAR_SPEED : BENCH_FOURBAR_SPEED;
}

static void motion_work(bench_job *job)
{
  mujoco_job *p = (mujoco_job *)job;
  double end = p->scene.kind == BENCH_CHAIN ? BENCH_CHAIN_TIME : BENCH_FOURBAR_TIME;
  p->steps = lround(end / p->model->opt.timestep);
  for (long i = 0; i < p->steps; i++)
    mj_step(p->model, p->data);
}

static void motion_report(bench_job *job, bench_result *out)
{
  mujoco_job *p = (mujoco_job *)job;
  out->steps = p->steps;
  out->evaluations = p->steps * (p->model->opt.integrator == mjINT_RK4 ? 4 : 1);
  out->count = p->scene.kind == BENCH_CHAIN ? p->scene.n : 1;
  for (int i = 0; i < out->count; i++)
    out->values[i] = (i ? out->values[i - 1] : 0) + p->data->qpos[i];
  if (p->scene.kind == BENCH_FOURBAR)
    out->values[0] -= BENCH_PI / 2;
}

static void forward_reset(bench_job *job)
{
  (void)job;
}

static void forward_work(bench_job *job)
{
  mujoco_job *p = (mujoco_job *)job;
  int n = p->scene.n, count = bench_evaluations(n);
  for (int i = 0; i < count; i++) {
    size_t at = (size_t)(i % BENCH_STATES) * (size_t)n;
    memcpy(p->data->qpos, p->q + at, sizeof(double) * (size_t)n);
    memcpy(p->data->qvel, p->v + at, sizeof(double) * (size_t)n);
    mj_forward(p->model, p->data);
  }
}

static void forward_report(bench_job *job, bench_result *out)
{
  mujoco_job *p = (mujoco_job *)job;
  out->evaluations = bench_evaluations(p->scene.n);
  out->count = p->scene.n;
  memcpy(out->values, p->data->qacc, sizeof(double) * (size_t)out->count);
}

static void set_states(mujoco_job *p)
{
  size_t n = (size_t)p->scene.n;
  p->q = calloc(2 * BENCH_STATES * n, sizeof(double));
  p->v = p->q + BENCH_STATES * n;
  for (int k = 0; k < BENCH_STATES; k++) {
    bench_random(p->q + (size_t)k * n, (int)n, BENCH_PI, k);
    bench_random(p->v + (size_t)k * n, (int)n, 2, k + BENCH_STATES);
  }
}

/* Its reader of XML nests 100 deep, so that longer chains cannot be written. */
static bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind > BENCH_CHAIN_FORWARD || (scene->kind != BENCH_FOURBAR && scene->n > 96))
    return NULL;
  mjModel *model = build(scene);
  if (!model)
    return NULL;
  mujoco_job *p = calloc(1, sizeof *p);
  p->scene = *scene;
  p->model = model;
  p->data = mj_makeData(model);
  p->job = (bench_job){motion_reset, motion_work, motion_report, close_job};
  if (scene->kind == BENCH_CHAIN_FORWARD) {
    p->job = (bench_job){forward_reset, forward_work, forward_report, close_job};
    set_states(p);
  }
  return &p->job;
}

const bench_engine bench_this_engine = {
    "MuJoCo", BENCH_VERSION,
    "hinges without geoms; contact, limits, friction, passive and actuator forces, sensors off, and the "
    "constraint "
    "solver too where there are no loops; loops by connect, solref (2 dt, 1), solimp 0.9999, Newton to 1e-12",
    open_job};
