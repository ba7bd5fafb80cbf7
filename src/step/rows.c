/* Which rows of a run are kept.      theory.md, 6.4
 *
 *   - An even grid: t = n DT, and exactly the end.
 *   - Where something jumps, at the very instant: what led there and what follows.
 *   - Peaks: where a force, a torque or a depth has been larger than in the rows on either side. Candidates are the ends of steps, and the
 *     peaks of contacts that peaks.c has found inside of them. Of each channel the largest between two rows is kept, if it stands out: by
 *     PAWL_ROW_STANDS of the largest so far, or because the run has had none as large. */
#include "step/rows.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/stepping.h"
#include "step/swings.h"

enum { SPARE = 32 }; /* instants between two rows that are kept for as long as they may be peaks */

typedef struct {
  double time, *values;
  int uses; /* channels whose largest it is */
  bool stands;
} spare;

enum { KINDS = 3 };

/* A channel, to one side of zero: what is pushed and pulled has peaks of both. */
typedef struct {
  int channel, kind;
  double sign;
  double row;     /* of the last row, 0 if it is of the other sign        */
  double most;    /* in all rows                                          */
  double between; /* the largest since the last row, and which spare it is */
  int at;
} watched;

struct pawl_rows {
  pawl_run *run;
  pawl_rows_plan plan;
  int channels;
  double next, last; /* numbers of the grid's rows */
  double done;       /* s: rows are written up to here */
  double *values, *peak;
  watched *watch;
  int watch_count;
  double largest[KINDS]; /* of all forces, torques, depths so far, or the model's own unit */
  spare spare[SPARE];
  pawl_swings *swings;
  long events; /* of the run, when it was last looked at */
  long count[PAWL_ROW_WHYS];
  bool begun;
};

/* ---- peaks ---- */

/* Forces, torques and how deep shapes are in each other; -1: it is none of these. */
static int kind_of(const pawl_run *r, int channel)
{
  const char *unit = pawl_run_channel_unit(r, channel), *name = pawl_run_channel_name(r, channel),
             *dot = strrchr(name, '.');
  bool force = unit && strcmp(unit, "N") == 0, torque = unit && strcmp(unit, "N m") == 0,
       depth = dot && strcmp(dot, ".penetration") == 0;
  return force ? 0 : torque ? 1 : depth ? 2 : -1;
}

static double size_of(const watched *c, const double *values)
{
  return fmax(c->sign * values[c->channel], 0);
}

static void forget(pawl_rows *x)
{
  for (int i = 0; i < SPARE; i++)
    x->spare[i].uses = x->spare[i].stands = 0;
  for (int w = 0; w < x->watch_count; w++) {
    x->watch[w].at = -1;
    x->watch[w].between = x->watch[w].row;
  }
}

static int find_spare(const pawl_rows *x)
{
  for (int i = 0; i < SPARE; i++)
    if (x->spare[i].uses == 0)
      return i;
  return -1;
}

/* An instant that may be a peak of some channel. */
static void consider(pawl_rows *x, double t, const double *values)
{
  int at = -1;
  for (int w = 0; w < x->watch_count; w++) {
    watched *c = x->watch + w;
    double now = size_of(c, values);
    if (!(now > c->between))
      continue;
    if (at < 0 && (at = find_spare(x)) >= 0) {
      x->spare[at].time = t;
      memcpy(x->spare[at].values, values, sizeof *values * (size_t)x->channels);
    }
    if (at < 0)
      return;
    if (c->at >= 0)
      x->spare[c->at].uses--;
    c->at = at;
    c->between = now;
    x->spare[at].uses++;
  }
}

static bool stands_out(const pawl_rows *x, const watched *c, double next)
{
  double most = fmax(c->row, next);
  bool higher = c->between - most > PAWL_ROW_STANDS * fmax(c->between, c->most),
       larger = c->between > most && c->between > (1 + PAWL_ROW_LARGER) * c->most;
  return c->at >= 0 && (higher || larger) && c->between > PAWL_ROW_NONE * x->largest[c->kind];
}

/* ---- writing ---- */

static pawl_status put(pawl_rows *x, double t, const double *values, pawl_row_why why)
{
  for (int w = 0; w < x->watch_count; w++) {
    watched *c = x->watch + w;
    c->row = size_of(c, values);
    c->most = fmax(c->most, c->row);
    x->largest[c->kind] = fmax(x->largest[c->kind], c->row);
  }
  x->count[why]++;
  x->done = t;
  return x->plan.put(x->plan.context, t, values, why);
}

/* Those that stand out between the last row and the one that comes, in the order of time. */
static pawl_status put_peaks(pawl_rows *x, const double *next)
{
  for (int w = 0; w < x->watch_count; w++)
    if (stands_out(x, x->watch + w, size_of(x->watch + w, next)))
      x->spare[x->watch[w].at].stands = true;
  for (;;) {
    spare *first = NULL;
    for (int i = 0; i < SPARE; i++)
      if (x->spare[i].stands && (!first || x->spare[i].time < first->time))
        first = x->spare + i;
    if (!first)
      return PAWL_OK;
    first->stands = false;
    pawl_status status = put(x, first->time, first->values, PAWL_ROW_PEAK);
    if (status != PAWL_OK)
      return status;
  }
}

static pawl_status put_row(pawl_rows *x, double t, const double *values, pawl_row_why why)
{
  pawl_status status = put_peaks(x, values);
  if (status == PAWL_OK)
    status = put(x, t, values, why);
  forget(x);
  return status;
}

/* ---- the step just taken ---- */

/* Times are computed from their numbers, not added up, so that the thousandth is as exact as the first. */
static double grid_time(const pawl_rows *x, double row)
{
  return row >= x->last ? x->plan.end : row * x->plan.interval;
}

static pawl_status put_grid(pawl_rows *x, double to, pawl_error *error)
{
  while (x->next <= x->last && grid_time(x, x->next) <= to) {
    double t = grid_time(x, x->next++);
    if (pawl_run_output(x->run, t, x->values, error) != PAWL_OK)
      return error->status;
    if (t < x->run->t)
      pawl_swings_look(x->swings, t, x->run->room.out);
    pawl_status status = put_row(x, t, x->values, PAWL_ROW_EVEN);
    if (status != PAWL_OK)
      return status;
  }
  return PAWL_OK;
}

/* The first peak of a contact that was found in the step after t and before `to`; INFINITY: there is none. */
static double next_peak(const pawl_rows *x, double t, double to)
{
  const pawl_contact_set *set = x->run->system.contact;
  double first = (double)INFINITY;
  for (int k = 0; k < set->count; k++)
    for (int i = 0; i < 2; i++) {
      double at = set->pair[k].log.peak_time[i];
      if (at > t && at < first && at < to)
        first = at;
    }
  return first;
}

static pawl_status pass_inside(pawl_rows *x, double to, pawl_error *error)
{
  double t = x->run->steps.last_t;
  while (x->watch_count > 0 && (t = next_peak(x, t, to)) < to) {
    pawl_status status = put_grid(x, t, error);
    if (status == PAWL_OK && t > x->done) {
      status = pawl_run_output(x->run, t, x->peak, error);
      if (status == PAWL_OK)
        consider(x, t, x->peak);
    }
    if (status != PAWL_OK)
      return status;
  }
  return PAWL_OK;
}

/* Both sides of the instant at which the step has ended, or at which what follows was passed by stepping. */
static pawl_status put_sides(pawl_rows *x, double t, pawl_error *error)
{
  pawl_run *r = x->run;
  bool passed = t < r->t;
  pawl_status status = PAWL_OK;
  if (t > r->steps.last_t) {
    status = pawl_run_output_before(r, t, x->values, error);
    if (status == PAWL_OK)
      status = put_row(x, t, x->values, PAWL_ROW_BEFORE);
  }
  if (status == PAWL_OK)
    status = pawl_run_output(r, passed ? nextafter(t, r->t) : t, x->values, error);
  return status == PAWL_OK ? put_row(x, t, x->values, PAWL_ROW_AFTER) : status;
}

static pawl_status look_at_end(pawl_rows *x, pawl_error *error)
{
  pawl_run *r = x->run;
  if (x->watch_count == 0 || x->done >= r->t)
    return PAWL_OK;
  /* as of the step that leads there: its books are judged as they are without anybody who looks */
  pawl_status status = pawl_run_output_before(r, r->t, x->values, error);
  if (status == PAWL_OK)
    consider(x, r->t, x->values);
  return status;
}

static pawl_status pass_step(pawl_rows *x, pawl_error *error)
{
  pawl_run *r = x->run;
  double t = pawl_stepping_passed_from(r);
  bool jumps =
      r->event.jumped || (r->event.at && r->books.events != x->events); /* else they were of the start */
  pawl_status status = pass_inside(x, t, error);
  if (status == PAWL_OK)
    status = put_grid(x, jumps ? nextafter(t, -(double)INFINITY) : r->t, error);
  if (status == PAWL_OK && jumps && !r->way->fixed)
    status = put_sides(x, t, error);
  return status == PAWL_OK ? put_grid(x, r->t, error) : status;
}

pawl_status pawl_rows_pass(pawl_rows *x, pawl_error *error)
{
  pawl_status status = PAWL_OK;
  if (x->begun && !x->plan.even)
    status = pass_step(x, error);
  if (status == PAWL_OK)
    status = put_grid(x, x->run->t, error);
  if (status == PAWL_OK && x->begun && !x->plan.even)
    status = look_at_end(x, error);
  pawl_swings_look(x->swings, x->run->t, x->run->y);
  if (x->run->event.jumped || x->run->books.events != x->events)
    pawl_swings_break(x->swings);
  x->events = x->run->books.events;
  x->begun = true;
  return status;
}

pawl_status pawl_rows_stop(pawl_rows *x, pawl_error *error)
{
  x->plan.end = x->run->t;
  x->last = x->next - 1;
  if (x->done >= x->run->t)
    return PAWL_OK;
  if (pawl_run_output(x->run, x->run->t, x->values, error) != PAWL_OK)
    return error->status;
  return put_row(x, x->run->t, x->values, PAWL_ROW_EVEN);
}

void pawl_rows_end(pawl_rows *x)
{
  pawl_error unheard = {0}, *own = &x->run->system.error, said = *own;
  *own = unheard; /* what has failed may be beyond the run's time */
  if (x->run->t > x->done && pawl_run_output(x->run, x->run->t, x->values, &unheard) == PAWL_OK)
    put_row(x, x->run->t, x->values, PAWL_ROW_LAST);
  *own = said;
}

/* ---- opening ---- */

static void choose_watched(pawl_rows *x)
{
  for (int i = 0; x->watch && !x->plan.even && i < x->plan.watch_count; i++) {
    int channel = x->plan.watch[i], kind = kind_of(x->run, channel);
    for (int side = 1; kind >= 0 && side >= -1; side -= 2)
      x->watch[x->watch_count++] = (watched){.channel = channel, .kind = kind, .sign = side, .at = -1};
  }
}

/* An interval that does not divide the time leaves a shorter one at the end, but none of less than 1e-6 of it, which is rounding. */
static void number_rows(pawl_rows *x)
{
  const pawl_rows_plan *p = &x->plan;
  x->last = fmax(ceil(p->end / p->interval - 1e-6), p->end > p->begin);
  x->next = ceil(p->begin / p->interval);
  x->next += x->next * p->interval < p->begin;
  x->next = fmin(x->next, x->last);
}

pawl_rows *pawl_rows_open(pawl_run *run, const pawl_rows_plan *plan, pawl_arena *arena)
{
  int n = pawl_run_channel_count(run);
  pawl_rows *x = PAWL_TAKE(arena, 1, pawl_rows);
  if (!x)
    return NULL;
  *x = (pawl_rows){.run = run, .plan = *plan, .channels = n, .done = -(double)INFINITY};
  x->values = PAWL_TAKE(arena, n, double);
  x->peak = PAWL_TAKE(arena, n, double);
  x->watch = PAWL_TAKE(arena, 2 * (size_t)plan->watch_count, watched);
  x->swings = pawl_swings_open(run, plan->interval, arena);
  choose_watched(x);
  for (int i = 0; x->watch_count > 0 && i < SPARE; i++)
    x->spare[i].values = PAWL_TAKE(arena, n, double);
  const pawl_scales *unit = &run->system.scale;
  x->largest[0] = unit->mass * unit->length / (unit->time * unit->time);
  x->largest[1] = x->largest[0] * unit->length;
  number_rows(x);
  forget(x);
  return arena->failed ? NULL : x;
}

long pawl_rows_count(const pawl_rows *x, pawl_row_why why)
{
  return x->count[why];
}

const char *pawl_rows_coarse(const pawl_rows *x)
{
  return pawl_swings_coarse(x->swings);
}
