/* Whether views agree: rows mapped back, up to the third impact, and where everything has come to rest. */
#include "judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double AGREE = 1e-7;     /* of the scene's length, or of the way gone */
static const double SAME_REST = 1e-5; /* of the scene's length                     */
static const double NUDGE = 1e-10;    /* of what is usual for speeds               */
static const double SHARE = 0.01;     /* of a difference: what goes so far astray by itself is sensitive */
enum { IMPACTS = 3, MOVES = 8 };

/* What is compared with the plain run. */
typedef struct {
  const soak_scene *scene;
  const soak_trial *plain, *other;
  const soak_view *view;
} pair;

/* When the third impact is, in the scene's own time, or when the motion was not unique for the first time. */
static double comparable(const soak_trial *r, double time, bool *not_unique)
{
  int impacts = 0;
  double last = -INFINITY, end = r->ended;
  for (int i = 0; i < r->event_count; i++) {
    const soak_event *e = r->event + i;
    if (e->time >= r->doubted) {
      *not_unique = true;
      return r->doubted / time;
    }
    if (e->impact && e->time - last > 1e-9 * end) {
      last = e->time;
      if (++impacts == IMPACTS)
        return e->time / time;
    }
  }
  return r->event_count == SOAK_EVENTS ? r->event[SOAK_EVENTS - 1].time / time : r->doubted / time;
}

static bool near_event(const soak_trial *r, double t)
{
  for (int i = 0; i < r->event_count; i++)
    if (fabs(r->event[i].time - t) < 1e-6 * r->ended)
      return true;
  return false;
}

/* How far a row is off, over the length and the way gone. At an event velocities jump: there places alone. */
static double row_off(const pair *x, int row)
{
  const soak_scene *s = x->scene;
  double t = x->plain->time[row], worst = 0;
  bool jump = near_event(x->plain, t);
  for (int i = 0; i < s->body_count; i++) {
    soak_pose a = x->plain->pose[row][i];
    soak_pose b = soak_view_back(x->view, x->other->pose[row][x->view->body[i]], x->other->time[row]);
    double size = s->body[i].driven ? s->length : s->body[i].size;
    double way = s->length + soak_norm(soak_sub(a.place, s->body[i].place));
    double rate = soak_norm(a.velocity) + fabs(a.spin) * size + s->length / s->duration;
    worst = fmax(worst, soak_norm(soak_sub(a.place, b.place)) / way);
    worst = fmax(worst, size * fabs(a.angle - b.angle) / way);
    if (!jump) {
      worst = fmax(worst, 0.1 * soak_norm(soak_sub(a.velocity, b.velocity)) / rate);
      worst = fmax(worst, 0.1 * size * fabs(a.spin - b.spin) / rate);
    }
  }
  return worst;
}

/* The first row that is off by more than `allowed`; -1: none. */
static int first_off(const pair *x, double until, double allowed, double *off)
{
  for (int i = 0; i < x->plain->row_count && i < x->other->row_count; i++) {
    if (x->plain->time[i] >= until - 1e-6 * x->scene->duration)
      return -1;
    *off = row_off(x, i);
    if (!(*off <= allowed))
      return i;
  }
  return -1;
}

/* Whether nothing has moved over the last tenth of the run, faster than this in lengths per run. */
static bool is_at_rest(const soak_trial *r, const soak_scene *s, const soak_view *v, double slow)
{
  for (int row = SOAK_ROWS - SOAK_ROWS / 10; row <= SOAK_ROWS; row++)
    for (int i = 0; i < s->body_count; i++) {
      soak_pose a = soak_view_back(v, r->pose[row][v->body[i]], r->time[row]);
      if (!s->body[i].driven &&
          soak_norm(a.velocity) + fabs(a.spin) * s->body[i].size > slow * s->length / s->duration)
        return false;
    }
  return true;
}

static double rest_off(const pair *x)
{
  double worst = 0;
  for (int i = 0; i < x->scene->body_count; i++) {
    soak_pose a = x->plain->pose[SOAK_ROWS][i];
    soak_pose b =
        soak_view_back(x->view, x->other->pose[SOAK_ROWS][x->view->body[i]], x->other->time[SOAK_ROWS]);
    worst = fmax(worst,
                 (soak_norm(soak_sub(a.place, b.place)) + x->scene->body[i].size * fabs(a.angle - b.angle)) /
                     x->scene->length);
  }
  return worst;
}

/* The start moved a little: speeds, since places may touch. */
static void nudge(soak_scene *s, double by)
{
  double rate = 0;
  for (int i = 0; i < s->body_count; i++)
    rate = fmax(rate, soak_norm(s->body[i].velocity) + fabs(s->body[i].spin) * s->length);
  rate = fmax(rate, sqrt(soak_norm(s->gravity) * s->length));
  for (int i = 0; i < s->body_count; i++) {
    if (s->body[i].driven)
      continue;
    s->body[i].velocity.x += by * rate * (1 + 0.1 * i);
    s->body[i].velocity.y += by * rate * (0.7 - 0.2 * i);
    s->body[i].spin += by * rate / s->length * (0.6 + 0.1 * i);
  }
}

/* How far the run itself goes astray when its start is moved, by so much or less: of what comes to one of two places a few moves come to
 * both. Linked bodies cannot be moved one by one: then by the tolerance instead. */
static double goes_astray(const pair *x, int row, bool rest, double enough, const soak_patience *patience)
{
  static const double move[] = {-1, 1, 0.5, -0.5, 0.25, -0.25, 0.125, -0.125},
                      finer[] = {0.5, 0.25, 0.7, 0.35, 0.6, 0.3, 0.8, 0.4};
  soak_scene moved;
  soak_trial *trial = calloc(1, sizeof *trial);
  soak_view none = soak_view_none();
  double worst = 0;
  for (int k = 0; trial && k < MOVES && !(worst > enough); k++) {
    moved = *x->scene;
    if (moved.link_count)
      moved.tolerance *= finer[k];
    else
      nudge(&moved, move[k] * NUDGE);
    soak_try(trial, &moved, patience);
    pair p = {x->scene, x->plain, trial, &none};
    bool ended = rest ? trial->row_count == SOAK_ROWS + 1 && is_at_rest(trial, x->scene, &none, 1e-7)
                      : trial->row_count > row;
    if (!ended && k < 2)
      worst = INFINITY;
    else if (!ended)
      continue;
    else if (rest)
      worst = fmax(worst, rest_off(&p));
    else
      for (int i = 0; i <= row; i++)
        worst = fmax(worst, row_off(&p, i));
  }
  free(trial);
  return worst;
}

/* Whether views that are coarse agree once both are finer by a factor of a hundred, to the same share of that tolerance. */
static bool agrees_when_finer(const pair *x, double until, const soak_patience *patience)
{
  soak_scene finer[2] = {*x->scene};
  soak_trial *trial = calloc(2, sizeof *trial);
  double off = 0, tolerance = 0.01 * x->scene->tolerance;
  if (!trial || 30 * x->scene->tolerance <= AGREE) {
    free(trial);
    return false;
  }
  finer[0].tolerance = tolerance;
  soak_view view = *x->view;
  soak_view_apply(&view, finer, finer + 1);
  for (int i = 0; i < 2; i++)
    soak_try(trial + i, finer + i, patience);
  pair p = {finer, trial, trial + 1, x->view};
  bool agrees = trial[0].verdict == SOAK_GOOD && trial[1].verdict == SOAK_GOOD &&
                first_off(&p, until, fmax(AGREE, 30 * tolerance), &off) < 0;
  free(trial);
  return agrees;
}

static void differ(soak_finding *f, double astray, double enough, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void differ(soak_finding *f, double astray, double enough, const char *format, ...)
{
  va_list arguments;
  f->sensitive = astray > enough;
  if (f->sensitive)
    return;
  f->verdict = SOAK_DIFFERS;
  va_start(arguments, format);
  vsnprintf(f->why, sizeof f->why, format, arguments);
  va_end(arguments);
}

static void compare(const pair *x, soak_finding *f, const soak_patience *patience)
{
  double until =
      fmin(comparable(x->plain, 1, &f->not_unique), comparable(x->other, x->view->time, &f->not_unique));
  double allowed = fmax(AGREE, 30 * x->scene->tolerance), off = 0;
  int row = first_off(x, until, allowed, &off);
  if (row >= 0 && !agrees_when_finer(x, until, patience))
    differ(f, goes_astray(x, row, false, SHARE * off, patience), SHARE * off,
           "differs from plain by %.3g at t = %.9g of %.6g, before the third impact", off,
           x->plain->time[row], x->scene->duration);
}

static bool whole(const soak_trial *r)
{
  return r->verdict == SOAK_GOOD && r->row_count == SOAK_ROWS + 1;
}

static void compare_rest(const pair *x, soak_finding *f, const soak_patience *patience)
{
  soak_view none = soak_view_none();
  double allowed = 30 * x->scene->tolerance; /* without friction what errors push goes on */
  if (!is_at_rest(x->plain, x->scene, &none, 1e-7))
    return;
  double off = is_at_rest(x->other, x->scene, x->view, fmax(1e-7, allowed)) ? rest_off(x) : 1;
  f->not_unique |= x->plain->doubted < INFINITY || x->other->doubted < INFINITY;
  if (off > fmax(SAME_REST, allowed) && !f->not_unique)
    differ(f, goes_astray(x, SOAK_ROWS, true, SHARE * off, patience), SHARE * off,
           "rests %.3g lengths from where plain does, which a moved start does not change", off);
}

static void scene_of(soak_scene *scene, soak_view *view, const soak_kind *kind, unsigned long long seed,
                     int which)
{
  soak_scene plain;
  soak_kind_scene(kind, seed, &plain);
  *view = soak_view_draw(&plain, which, seed);
  soak_view_apply(view, &plain, scene);
}

const char *soak_judge_text(const soak_kind *kind, unsigned long long seed, int which, char *text,
                            size_t room)
{
  if (kind->tell) {
    char simulate[256] = "";
    soak_brief brief;
    soak_kind_brief(kind, seed, &brief);
    const char *name = soak_brief_way(&brief, which, simulate, sizeof simulate);
    snprintf(text, room, "%s%s-- %s at the end: %.17g\n", brief.text, simulate, brief.channel, brief.value);
    return name ? name : "left-out";
  }
  soak_scene scene;
  soak_view view;
  scene_of(&scene, &view, kind, seed, which);
  soak_write(&scene, text, room);
  return view.name;
}

static void take(soak_outcome *outcome, int i, const char *name, const soak_trial *trial)
{
  soak_finding *f = outcome->view + i;
  snprintf(f->view, sizeof f->view, "%s", name);
  f->verdict = trial->verdict;
  snprintf(f->why, sizeof f->why, "%s", trial->why);
  outcome->steps = trial->steps > outcome->steps ? trial->steps : outcome->steps;
  outcome->rhs = trial->rhs > outcome->rhs ? trial->rhs : outcome->rhs;
  outcome->events += trial->events;
}

static void judge_brief(soak_outcome *outcome, const soak_kind *kind, unsigned long long seed, int views,
                        const soak_patience *patience, soak_trial *trial)
{
  soak_brief brief;
  char simulate[256];
  soak_kind_brief(kind, seed, &brief);
  outcome->view_count = views < SOAK_WAYS ? views : SOAK_WAYS;
  for (int i = 0; i < outcome->view_count; i++) {
    const char *name = soak_brief_way(&brief, i, simulate, sizeof simulate);
    soak_brief_try(trial, &brief, i, patience);
    take(outcome, i, name ? name : "left-out", trial);
  }
}

void soak_judge(soak_outcome *outcome, const soak_kind *kind, unsigned long long seed, int views,
                const soak_patience *patience)
{
  soak_scene plain, scene;
  soak_view view;
  soak_trial *first = calloc(2, sizeof *first), *other = first + 1;
  *outcome = (soak_outcome){.view_count = views};
  if (!first)
    return;
  if (kind->tell) {
    judge_brief(outcome, kind, seed, views, patience, first);
    free(first);
    return;
  }
  soak_kind_scene(kind, seed, &plain);
  for (int i = 0; i < views; i++) {
    soak_finding *f = outcome->view + i;
    soak_trial *trial = i ? other : first;
    scene_of(&scene, &view, kind, seed, i);
    soak_try(trial, &scene, patience);
    take(outcome, i, view.name, trial);
    pair x = {&plain, first, other, &view};
    if (i && whole(first) && whole(other))
      compare(&x, f, patience);
    if (i && whole(first) && whole(other) && f->verdict == SOAK_GOOD && !f->sensitive)
      compare_rest(&x, f, patience);
  }
  free(first);
}
