/* A scene's text is parsed, run step by step, and looked at after every step and in every row.
 *
 * Poses come from the rows; overlap and energy are computed from them alone. */
#include "trial.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/power.h"
#include "contact/problem.h"
#include "outline.h"
#include "step/run.h"

enum { TEXT = 1 << 16 };

static const double DEEPEST = 1e-6; /* of the scene's length */
static const double FARTHEST = 1e6; /* lengths from the start */
static const double DEPTH = 1.01;   /* of what the energy at hand presses a law in by */
static const double SUNK = 0.1;     /* of an edge: deeper, its far end may be below before it is known */
static const double ENERGY = 1e-6;  /* of what was turned over, or a thousand tolerances */

typedef struct {
  soak_trial *trial;
  const soak_scene *scene;
  pawl_run *run;
  double *values;
  int channel[SOAK_BODIES][6], ledger, work[SOAK_CONTACTS]; /* work: of laws that give way; -1: rigid */
  bool soft;                                                /* some law gives way */
  soak_outline outline[SOAK_SHAPES];
  bool off[SOAK_CONTACTS]; /* it has left the way */
  double sunk;             /* the deepest overlap so far, of the shortest edge of the two */
  bool conservative;
  double energy_before, energy_begun, turned_over, work_before[SOAK_CONTACTS];
  soak_pose now[SOAK_BODIES];
  /* the contact problem that was solved last; n 0: there is none, or a large one */
  int n;
  double W[4 * PAWL_ENUMERATE_MOST * PAWL_ENUMERATE_MOST], b[2 * PAWL_ENUMERATE_MOST],
      mu[2][PAWL_ENUMERATE_MOST], floor[PAWL_ENUMERATE_MOST];
  unsigned char kind[PAWL_ENUMERATE_MOST];
} watch;

static void complain(watch *w, soak_verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void complain(watch *w, soak_verdict verdict, const char *format, ...)
{
  va_list arguments;
  if (w->trial->verdict != SOAK_GOOD)
    return;
  w->trial->verdict = verdict;
  va_start(arguments, format);
  vsnprintf(w->trial->why, sizeof w->trial->why, format, arguments);
  va_end(arguments);
}

static void hear(void *listener, const pawl_event *e)
{
  const watch *w = listener;
  soak_trial *trial = w->trial;
  bool closes = w->soft && strcmp(e->from, "open") == 0;
  trial->events++;
  if (trial->event_count < SOAK_EVENTS)
    trial->event[trial->event_count++] = (soak_event){e->time, closes || !isnan(e->impulse) || e->count > 0};
}

static double first_doubt(const pawl_system *s)
{
  static const pawl_doubt doubts[] = {PAWL_DOUBT_MOTION, PAWL_DOUBT_CLAMP, PAWL_DOUBT_CORNER,
                                      PAWL_DOUBT_SEVERAL};
  double first = INFINITY;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < 4; i++)
      if (s->contact->pair[k].log.doubt[doubts[i]])
        first = fmin(first, s->contact->pair[k].log.doubt_time[doubts[i]]);
  return first;
}

/* ---- whether there is a mode at all ---- */

static void keep_problem(void *listener, double time, const pawl_problem *p, const char *what)
{
  watch *w = listener;
  (void)time;
  w->n = p->n <= PAWL_ENUMERATE_MOST && p->W && strcmp(what, "acceleration") == 0 ? p->n : 0;
  if (w->n)
    memcpy(w->W, p->W, (size_t)(4 * w->n * w->n) * sizeof *w->W);
  for (int i = 0; i < w->n; i++) {
    w->b[2 * i] = p->b[2 * i];
    w->b[2 * i + 1] = p->b[2 * i + 1];
    w->mu[0][i] = pawl_problem_mu(p, i);
    w->mu[1][i] = pawl_problem_mu_stick(p, i);
    w->kind[i] = p->kind ? p->kind[i] : PAWL_AT_REST;
    w->floor[i] = p->floor ? p->floor[i] : 0;
  }
}

static bool has_no_mode(const watch *w)
{
  pawl_problem problem = {.n = w->n,
                          .W = w->W,
                          .b = w->b,
                          .mu = w->mu[0],
                          .mu_stick = w->mu[1],
                          .kind = w->kind,
                          .floor = w->floor};
  pawl_motion motion;
  pawl_solver solver;
  void *memory = w->n ? malloc(pawl_solver_bytes(w->n)) : NULL;
  if (!memory)
    return false;
  pawl_solver_place(&solver, w->n, memory);
  int motions = pawl_enumerate(&motion, 1, &problem, &solver).motions;
  free(memory);
  return motions == 0;
}

/* ---- what is seen at an instant ---- */

static void see_poses(watch *w, double t)
{
  for (int i = 0; i < w->scene->body_count; i++) {
    const soak_body *b = w->scene->body + i;
    const int *c = w->channel[i];
    const double *x = w->values;
    if (b->driven)
      w->now[i] = (soak_pose){soak_add(b->place, soak_times(t, b->velocity)), b->velocity,
                              b->angle + b->spin * t, b->spin};
    else
      w->now[i] = (soak_pose){{x[c[0]], x[c[1]]}, {x[c[2]], x[c[3]]}, x[c[4]], x[c[5]]};
  }
}

static void judge_places(watch *w, double t)
{
  for (int i = 0; i < w->scene->body_count; i++) {
    const soak_pose *p = w->now + i;
    soak_xy way = soak_sub(p->place, w->scene->body[i].place);
    if (!isfinite(p->place.x + p->place.y + p->velocity.x + p->velocity.y + p->angle + p->spin))
      complain(w, SOAK_GARBAGE, "at t = %.9g of %.6g body b%d is not finite", t, w->scene->duration, i);
    else if (soak_norm(way) > FARTHEST * w->scene->length)
      complain(w, SOAK_GARBAGE, "at t = %.9g of %.6g body b%d is %.3g lengths away", t, w->scene->duration, i,
               soak_norm(way) / w->scene->length);
  }
}

/* Two points on one line: how far they have passed through each other. */
static double passed_through(const soak_scene *s, int k, soak_xy a, soak_xy b)
{
  const soak_shape *x = s->shape + s->contact[k].a, *y = s->shape + s->contact[k].b;
  if (x->body == SOAK_GROUND || y->body == SOAK_GROUND)
    return 0;
  soak_xy way = soak_sub(soak_there(s->body + y->body, y->at), soak_there(s->body + x->body, x->at));
  return -soak_dot(soak_sub(b, a), way) / soak_norm(way);
}

/* Kinetic and potential energy from poses alone. */
static double own_energy(const watch *w, double *kinetic)
{
  double sum = 0;
  *kinetic = 0;
  for (int i = 0; i < w->scene->body_count; i++) {
    const soak_body *b = w->scene->body + i;
    const soak_pose *p = w->now + i;
    if (b->driven)
      continue;
    *kinetic += 0.5 * b->mass * soak_dot(p->velocity, p->velocity) + 0.5 * b->inertia * p->spin * p->spin;
    sum -= b->mass * soak_dot(w->scene->gravity, soak_sub(p->place, b->place));
  }
  return sum + *kinetic;
}

/* How deep the energy that has gone from motion and height presses a law in, if nothing else has taken of it. What moves the ground gives
 * more than is known. */
static double deepest(const watch *w, const soak_contact *c)
{
  double kinetic, n = c->exponent + 1;
  if (c->law == SOAK_RIGID)
    return DEEPEST * w->scene->length;
  if (!w->conservative)
    return INFINITY;
  double stored = w->energy_begun - own_energy(w, &kinetic) + ENERGY * w->turned_over;
  return DEPTH * pawl_pow(n * fmax(stored, 0) / c->stiffness, 1 / n) + DEEPEST * w->scene->length;
}

/* INFINITY: it is no polygon. */
static double shortest_edge(const soak_shape *s)
{
  double least = INFINITY;
  for (int i = 0; s->curve == SOAK_POLYGON && i < s->count; i++)
    least = fmin(least, soak_norm(soak_sub(s->point[(i + 1) % s->count], s->point[i])));
  return least;
}

static bool is_way(const soak_shape *shape)
{
  return shape->curve == SOAK_POLYLINE && !shape->part;
}

static void judge_overlaps(watch *w, double t)
{
  const soak_scene *s = w->scene;
  static const soak_pose still;
  soak_outline a, b;
  for (int k = 0; k < s->contact_count && w->trial->verdict == SOAK_GOOD; k++) {
    int i = s->contact[k].a, j = s->contact[k].b, on_a = s->shape[i].body, on_b = s->shape[j].body;
    if (w->off[k])
      continue;
    soak_outline_place(&a, w->outline + i, on_a == SOAK_GROUND ? &still : w->now + on_a);
    soak_outline_place(&b, w->outline + j, on_b == SOAK_GROUND ? &still : w->now + on_b);
    w->off[k] = (is_way(s->shape + i) && soak_off_the_way(&a, &b)) ||
                (is_way(s->shape + j) && soak_off_the_way(&b, &a));
    double depth = w->off[k] ? 0 : soak_overlap(&a, &b);
    if (s->shape[i].curve == SOAK_VERTEX && s->shape[j].curve == SOAK_VERTEX)
      depth = fmax(depth, passed_through(s, k, a.point[0], b.point[0]));
    w->sunk = fmax(w->sunk, depth / fmin(shortest_edge(s->shape + i), shortest_edge(s->shape + j)));
    if (depth > deepest(w, s->contact + k))
      complain(w, SOAK_OVERLAP, "at t = %.9g of %.6g contact c%d overlaps by %.3g lengths", t, s->duration, k,
               depth / s->length);
  }
}

/* What was turned over so far: the largest kinetic energy until now, and of what had none a fall by one length. */
static void judge_energy(watch *w, double t)
{
  const soak_scene *s = w->scene;
  double kinetic, total = own_energy(w, &kinetic), allowed = fmax(ENERGY, 1e3 * s->tolerance), over;
  over = allowed * fmax(w->turned_over, kinetic);
  w->turned_over = fmax(w->turned_over, kinetic);
  if (!(fabs(w->values[w->ledger]) <= over))
    complain(w, SOAK_LEDGER, "at t = %.9g of %.6g the ledger is off by %.3g of the energy turned over", t,
             s->duration, fabs(w->values[w->ledger]) / w->turned_over);
  else if (w->conservative && !(total <= (w->soft ? w->energy_begun : w->energy_before) + over))
    complain(w, SOAK_LEDGER, "at t = %.9g of %.6g the energy rises by %.3g of that turned over", t,
             s->duration, (total - w->energy_before) / w->turned_over);
  w->energy_before = fmin(total, w->energy_before);
  for (int k = 0; k < s->contact_count; k++)
    if (w->work[k] >= 0) {
      double work = w->values[w->work[k]];
      if (!(work <= w->work_before[k] + over))
        complain(w, SOAK_LEDGER,
                 "at t = %.9g of %.6g contact c%d has given back %.3g of the energy turned over", t,
                 s->duration, k, (work - w->work_before[k]) / w->turned_over);
      w->work_before[k] = fmin(work, w->work_before[k]);
    }
}

static bool look(watch *w, double t)
{
  pawl_error error = {0};
  if (pawl_run_output(w->run, t, w->values, &error) != PAWL_OK) {
    complain(w, SOAK_REFUSED, "%s", error.text);
    return false;
  }
  see_poses(w, t);
  if (isinf(w->energy_begun)) {
    double kinetic;
    w->energy_begun = own_energy(w, &kinetic);
  }
  judge_places(w, t);
  if (w->trial->verdict == SOAK_GOOD)
    judge_overlaps(w, t);
  if (w->trial->verdict == SOAK_GOOD)
    judge_energy(w, t);
  return w->trial->verdict == SOAK_GOOD;
}

/* ---- the run ---- */

static double row_time(const soak_scene *s, int row)
{
  return row == SOAK_ROWS ? s->duration : s->duration * row / SOAK_ROWS;
}

static bool put_rows(watch *w)
{
  soak_trial *r = w->trial;
  double now = pawl_run_time(w->run);
  while (r->row_count <= SOAK_ROWS && row_time(w->scene, r->row_count) <= now) {
    double t = row_time(w->scene, r->row_count);
    if (!look(w, t))
      return false;
    r->time[r->row_count] = t;
    memcpy(r->pose[r->row_count++], w->now, sizeof w->now);
  }
  return look(w, now);
}

static void refuse(watch *w, const pawl_error *error)
{
  bool none = strstr(error->text, "no mode") && has_no_mode(w),
       sunk = strstr(error->text, "keeps its shapes farther out") && w->soft && w->sunk > SUNK;
  complain(w, none ? SOAK_NONE : sunk ? SOAK_SUNK : SOAK_REFUSED, "%s", error->text);
}

/* A run that does not begin has kept its problems. */
static void refuse_start(watch *w, const pawl_error *error)
{
  if (w->run) {
    w->run->tells.on_problem = keep_problem;
    w->run->tells.listener = w;
    pawl_start_tell(w->run);
  }
  refuse(w, error);
}

static void go(watch *w, const soak_patience *patience)
{
  soak_trial *r = w->trial;
  pawl_error error = {0};
  bool good = put_rows(w);
  while (good && pawl_run_time(w->run) < w->scene->duration) {
    double before = pawl_run_time(w->run);
    if (pawl_run_step(w->run, w->scene->duration, &error) != PAWL_OK) {
      refuse(w, &error);
      break;
    }
    r->ended = pawl_run_time(w->run);
    if (r->ended < before)
      complain(w, SOAK_GARBAGE, "time goes back from %.17g to %.17g", before, r->ended);
    good = put_rows(w);
    if (++r->steps > patience->steps || r->events > patience->events) {
      complain(w, SOAK_STORM, "%ld steps and %ld events until t = %.9g of %.6g", r->steps, r->events,
               r->ended, w->scene->duration);
      break;
    }
  }
  r->rhs = w->run->books.rhs;
  r->doubted = first_doubt(&w->run->system);
  if (r->verdict == SOAK_GOOD && (r->row_count != SOAK_ROWS + 1 || r->ended != w->scene->duration))
    complain(w, SOAK_GARBAGE, "ends at t = %.17g instead of %.17g", r->ended, w->scene->duration);
}

static void find_channels(watch *w)
{
  static const char *const names[6] = {"x", "y", "vx", "vy", "angle", "omega"};
  char name[32];
  for (int i = 0; i < w->scene->body_count; i++)
    for (int k = 0; k < 6; k++) {
      snprintf(name, sizeof name, "b%d.%s", i, names[k]);
      w->channel[i][k] = pawl_run_find(w->run, name);
      if (w->channel[i][k] < 0)
        complain(w, SOAK_GARBAGE, "there is no channel %s", name);
    }
  w->ledger = pawl_run_find(w->run, "energy.ledger");
  for (int k = 0; k < w->scene->contact_count; k++) {
    bool soft = w->scene->contact[k].law != SOAK_RIGID;
    snprintf(name, sizeof name, "c%d.work", k);
    w->work[k] = soft ? pawl_run_find(w->run, name) : -1;
    w->soft = w->soft || soft;
    w->work_before[k] = INFINITY;
    if (soft && w->work[k] < 0)
      complain(w, SOAK_GARBAGE, "there is no channel %s", name);
  }
}

static void begin(watch *w)
{
  const soak_scene *s = w->scene;
  double g = soak_norm(s->gravity), mass = 0;
  w->conservative = !s->stands;
  for (int i = 0; i < s->body_count; i++) {
    w->conservative = w->conservative && !s->body[i].driven;
    mass = fmax(mass, s->body[i].driven ? 0 : s->body[i].mass);
  }
  w->turned_over = mass * g * s->length;
  w->energy_before = w->energy_begun = INFINITY;
  for (int i = 0; i < s->shape_count; i++)
    soak_outline_make(w->outline + i, s->shape[i].part ? &s->whole : s->shape + i);
  find_channels(w);
}

void soak_try(soak_trial *trial, const soak_scene *scene, const soak_patience *patience)
{
  static char text[TEXT];
  watch *w = calloc(1, sizeof *w);
  pawl_model *model = NULL;
  pawl_error error = {0};
  *trial = (soak_trial){0};
  if (!w)
    return;
  w->trial = trial;
  w->scene = scene;
  if (soak_write(scene, text, sizeof text) >= sizeof text)
    complain(w, SOAK_GARBAGE, "the text is too long");
  else if (pawl_model_parse(&model, text, "scene", NULL, &error) != PAWL_OK)
    complain(w, SOAK_REFUSED, "%s", error.text);
  else if (pawl_run_new(&w->run, model, &error) != PAWL_OK)
    refuse_start(w, &error);
  else if (!(w->values = calloc((size_t)pawl_run_channel_count(w->run), sizeof *w->values)))
    complain(w, SOAK_GARBAGE, "no memory");
  else {
    begin(w);
    w->run->tells.on_event = hear;
    w->run->tells.on_problem = keep_problem;
    w->run->tells.listener = w;
    go(w, patience);
  }
  pawl_run_free(w->run);
  pawl_model_free(model);
  free(w->values);
  free(w);
}
