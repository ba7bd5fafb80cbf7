/* Pawl: the models of models/chain and models/n-four-bar as they are, through the calls that a run makes. */
#include <stdlib.h>
#include <string.h>

#include "contacts_pawl.h"
#include "engine.h"
#include "pile_pawl.h"
#include "step/run.h"
#include "woodpecker_pawl.h"

typedef struct {
  bench_job job;
  bench_scene scene;
  pawl_model *model;
  pawl_run *run;
  double read, assemble; /* s, of the last load */

  /* motion */
  double *start;    /* the state at t = 0 */
  pawl_books fresh; /* the books then */
  pawl_books done;  /* what the last piece of work wrote into them */

  /* accelerations */
  int dofs;
  double *q, *v; /* BENCH_STATES rows of dofs */
  double *a, *power;
  int *dof;     /* joints of the tree, in the order written → dof */
  double *sign; /* and the sense in which the tree runs through them */

  /* the integrator alone */
  pawl_arena arena;
  pawl_ode ode;
  pawl_rk rk;
  double y[20], y1[20], scale[20];
} pawl_job;

static void stop(const pawl_error *e)
{
  fprintf(stderr, "pawl: %s: %s\n", e->where, e->text);
  exit(1);
}

static void load(pawl_job *p)
{
  bool chain = p->scene.kind == BENCH_CHAIN || p->scene.kind == BENCH_CHAIN_FORWARD ||
               p->scene.kind == BENCH_CHAIN_LOAD;
  char count[16], speed[32];
  snprintf(count, sizeof count, "%d", p->scene.n);
  snprintf(speed, sizeof speed, "%.17g", BENCH_FOURBAR_SPEED);
  bool ladder = p->scene.kind == BENCH_LADDER || p->scene.kind == BENCH_LADDER_LOAD;
  bool loops = p->scene.kind == BENCH_TWO_LOOP, breaker = p->scene.kind == BENCH_BREAKER;
  const pawl_setting settings[] = {{"n", count}, {"start", "hang"}, {"speed", speed}};
  const pawl_setting joints = {"joints", p->scene.method};
  pawl_reading how = {loops ? &joints : settings, breaker ? 0 : chain || ladder || loops ? 1 : 3, NULL};
  const char *path = chain     ? BENCH_MODELS "/chain"
                     : ladder  ? BENCH_MODELS "/ladder"
                     : loops   ? BENCH_MODELS "/two-loop-mechanism"
                     : breaker ? BENCH_MODELS "/circuit-breaker"
                               : BENCH_MODELS "/n-four-bar";
  pawl_run_options options = {NULL, p->scene.setting > 0 ? p->scene.setting : NAN, -1};
  if (strcmp(p->scene.method, "spatial") == 0)
    options.kernel = &pawl_kernel_spatial;
  pawl_error e = {0};
  double start = bench_cpu();
  if (pawl_model_read(&p->model, path, &how, &e) != PAWL_OK)
    stop(&e);
  double middle = bench_cpu();
  if (pawl_run_open(&p->run, p->model, &options, &e) != PAWL_OK)
    stop(&e);
  p->read = middle - start;
  p->assemble = bench_cpu() - middle;
}

static void unload(pawl_job *p)
{
  pawl_run_free(p->run);
  pawl_model_free(p->model);
  p->run = NULL;
  p->model = NULL;
}

static void close_job(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  unload(p);
  if (p->scene.kind == BENCH_STEPS)
    pawl_arena_close(&p->arena);
  free(p->start);
  free(p->q);
  free(p->a);
  free(p->dof);
  free(p);
}

/* ---- motion ----------------------------------------------------------------------------------------- */

static void motion_reset(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  pawl_error e = {0};
  if (pawl_run_set_state(p->run, p->start, &e) != PAWL_OK)
    stop(&e);
  p->run->books = p->fresh;
}

static void motion_work(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  pawl_error e = {0};
  double time = p->scene.kind == BENCH_CHAIN      ? BENCH_CHAIN_TIME
                : p->scene.kind == BENCH_TWO_LOOP ? BENCH_TWO_LOOP_TIME
                : p->scene.kind == BENCH_LADDER   ? BENCH_LADDER_TIME
                : p->scene.kind == BENCH_BREAKER  ? BENCH_BREAKER_TIME
                                                  : BENCH_FOURBAR_TIME;
  if (pawl_run_until(p->run, time, &e) != PAWL_OK)
    stop(&e);
  p->done = p->run->books;
}

static void motion_report(bench_job *job, bench_result *out)
{
  pawl_job *p = (pawl_job *)job;
  out->evaluations = p->done.rhs;
  out->steps = p->done.steps;
  out->rejected = p->done.rejected;
  out->operations = p->run->system.tree.operations;
  const pawl_tree *tree = &p->run->system.tree;
  if (p->scene.kind == BENCH_BREAKER) {
    out->count = 3;
    out->values[0] = (double)p->done.events;
    out->values[1] = (double)p->done.searches;
    out->values[2] = (double)p->done.looks;
    return;
  }
  if (p->scene.kind == BENCH_TWO_LOOP || p->scene.kind == BENCH_LADDER) {
    out->count = 3;
    out->values[0] =
        pawl_run_read(p->run, pawl_run_find(p->run, p->scene.kind == BENCH_LADDER ? "A1.angle" : "A0.angle"));
    out->values[1] = tree->dof_count;
    out->values[2] = tree->row_count;
    for (int r = 0; r < tree->row_count; r++)
      out->values[2] -= tree->soft[r] != 0;
    return;
  }
  if (p->scene.kind == BENCH_FOURBAR) {
    out->count = 1;
    out->values[0] = pawl_run_read(p->run, pawl_run_find(p->run, "A0.angle"));
    return;
  }
  out->count = p->scene.n;
  for (int i = 0; i < p->scene.n; i++) {
    char name[32];
    snprintf(name, sizeof name, "joint%d.angle", i + 1);
    out->values[i] = (i ? out->values[i - 1] : 0) + pawl_run_read(p->run, pawl_run_find(p->run, name));
  }
}

static bench_job *open_motion(pawl_job *p)
{
  p->job = (bench_job){motion_reset, motion_work, motion_report, close_job};
  load(p);
  p->start = calloc(pawl_run_state_size(p->run), sizeof(double));
  pawl_run_get_state(p->run, p->start);
  p->fresh = p->run->books;
  return &p->job;
}

/* ---- accelerations ---------------------------------------------------------------------------------- */

static void forward_reset(bench_job *job)
{
  (void)job;
}

static void forward_work(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  pawl_system *s = &p->run->system;
  int count = bench_evaluations(p->dofs);
  for (int i = 0; i < count; i++) {
    size_t at = (size_t)(i % BENCH_STATES) * (size_t)p->dofs;
    if (pawl_system_motion(s, &(pawl_request){0, p->q + at, p->v + at, p->run->base}, p->a, p->power) !=
        PAWL_OK)
      stop(&s->error);
  }
}

static void forward_report(bench_job *job, bench_result *out)
{
  pawl_job *p = (pawl_job *)job;
  out->evaluations = bench_evaluations(p->dofs);
  out->operations = p->run->system.tree.operations;
  out->count = p->dofs;
  for (int i = 0; i < p->dofs; i++)
    out->values[i] = p->sign[i] * p->a[p->dof[i]];
}

/* A chain may be anywhere. A window stays a parallelogram: rods at phi, couplers level, so that a joint
 * from a rod to a coupler stands at -phi and all others at phi. */
static void set_state(pawl_job *p, int k)
{
  const pawl_system *s = &p->run->system;
  double *q = p->q + (size_t)k * (size_t)p->dofs, *v = p->v + (size_t)k * (size_t)p->dofs;
  double x[BENCH_VALUES], u[BENCH_VALUES];
  bool chain = p->scene.kind == BENCH_CHAIN_FORWARD;
  bench_random(x, chain ? p->dofs : 1, chain ? BENCH_PI : 0.5, k);
  bench_random(u, chain ? p->dofs : 1, 2, k + BENCH_STATES);
  int i = 0;
  for (int j = 0; j < s->joint.count; j++) {
    const pawl_joint_use *use = s->joint.use + j;
    if (use->link < 0)
      continue;
    bool left = strncmp(p->model->parts[use->part]->name, "left", 4) == 0;
    double phi = chain ? x[i] : left ? BENCH_PI / 2 - x[0] : x[0] - BENCH_PI / 2;
    int d = p->dof[i] = s->tree.links[use->link].dof;
    p->sign[i] = use->sign;
    q[d] = use->sign * phi;
    v[d] = use->sign * (chain ? u[i] : left ? -u[0] : u[0]);
    i++;
  }
}

static bench_job *open_forward(pawl_job *p)
{
  p->job = (bench_job){forward_reset, forward_work, forward_report, close_job};
  load(p);
  p->dofs = p->run->system.tree.dof_count;
  size_t room = BENCH_STATES * (size_t)p->dofs;
  p->q = calloc(2 * room, sizeof(double));
  p->v = p->q + room;
  p->a = calloc(3 * (size_t)p->dofs, sizeof(double));
  p->power = p->a + p->dofs;
  p->sign = p->power + p->dofs;
  p->dof = calloc((size_t)p->dofs, sizeof(int));
  for (int k = 0; k < BENCH_STATES; k++)
    set_state(p, k);
  return &p->job;
}

/* ---- loading ---------------------------------------------------------------------------------------- */

static void load_reset(bench_job *job)
{
  unload((pawl_job *)job);
}

static void load_work(bench_job *job)
{
  load((pawl_job *)job);
}

static void load_report(bench_job *job, bench_result *out)
{
  pawl_job *p = (pawl_job *)job;
  out->count = 2;
  out->values[0] = p->read;
  out->values[1] = p->assemble;
}

static bench_job *open_load(pawl_job *p)
{
  p->job = (bench_job){load_reset, load_work, load_report, close_job};
  return &p->job;
}

/* ---- the integrator alone: ten oscillators, q' = v, v' = -q ----------------------------------------- */

static int oscillate(void *context, double t, const double *y, double *dy)
{
  (void)context, (void)t;
  for (int i = 0; i < 10; i++) {
    dy[i] = y[10 + i];
    dy[10 + i] = -y[i];
  }
  return 0;
}

static void steps_reset(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  bench_random(p->y, 20, 1, 0);
}

static void integrate(pawl_job *p)
{
  double t = 0, h = 0.1, last = 30;
  long before = p->rk.rhs_count;
  pawl_rk_slope(&p->rk, t, p->y);
  p->done = (pawl_books){0};
  while (t < last) {
    double error = pawl_rk_try(&p->rk, t, h, p->y, p->y1);
    double taken = h;
    h *= pawl_rk_factor(&p->rk, error, false);
    if (error > 1) {
      p->done.rejected++;
      continue;
    }
    memcpy(p->y, p->y1, sizeof p->y);
    t += taken;
    p->done.steps++;
    pawl_rk_keep_last_slope(&p->rk);
  }
  p->done.rhs = p->rk.rhs_count - before;
}

/* The same right-hand side through the same pointer, without the integrator. */
static void evaluate_only(pawl_job *p)
{
  p->done.rhs = 2000;
  for (int i = 0; i < 1000; i++) {
    p->ode.rhs(NULL, 0, p->y, p->y1);
    p->ode.rhs(NULL, 0, p->y1, p->y);
  }
}

static void steps_work(bench_job *job)
{
  pawl_job *p = (pawl_job *)job;
  if (strcmp(p->scene.method, "bare") == 0)
    evaluate_only(p);
  else
    integrate(p);
}

static void steps_report(bench_job *job, bench_result *out)
{
  pawl_job *p = (pawl_job *)job;
  out->evaluations = p->done.rhs;
  out->steps = p->done.steps;
  out->rejected = p->done.rejected;
}

static bench_job *open_steps(pawl_job *p)
{
  p->job = (bench_job){steps_reset, steps_work, steps_report, close_job};
  static const double zero[20];
  for (int i = 0; i < 20; i++)
    p->scale[i] = 1;
  p->ode = (pawl_ode){20, NULL, oscillate, NULL, p->scale, zero};
  pawl_memory memory = pawl_memory_default();
  pawl_arena_open(&p->arena, &memory);
  const pawl_rk_table *table = strcmp(p->scene.method, "dopri5") == 0 ? &pawl_rk_dopri5 : &pawl_rk_dop853;
  if (!pawl_rk_open(&p->rk, table, &p->ode, p->scene.setting, &p->arena))
    exit(1);
  return &p->job;
}

static bench_job *open_job(const bench_scene *scene)
{
  if (scene->kind == BENCH_SEARCH || scene->kind == BENCH_TRACK)
    return bench_open_contacts(scene);
  if (scene->kind == BENCH_PILE)
    return bench_open_pile(scene);
  if (scene->kind == BENCH_WOODPECKER)
    return bench_open_woodpecker(scene);
  pawl_job *p = calloc(1, sizeof *p);
  if (!p)
    exit(1);
  p->scene = *scene;
  if (scene->kind == BENCH_CHAIN || scene->kind == BENCH_FOURBAR || scene->kind == BENCH_TWO_LOOP ||
      scene->kind == BENCH_LADDER || scene->kind == BENCH_BREAKER)
    return open_motion(p);
  if (scene->kind == BENCH_CHAIN_FORWARD || scene->kind == BENCH_FOURBAR_FORWARD)
    return open_forward(p);
  return scene->kind == BENCH_STEPS ? open_steps(p) : open_load(p);
}

const bench_engine bench_this_engine = {
    "Pawl", PAWL_VERSION,
    "the models' own files, error tolerance as listed, the method that Pawl chooses; accelerations by "
    "pawl_system_motion",
    open_job};
