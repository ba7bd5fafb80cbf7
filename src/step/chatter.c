/* Functions of the model that jump where the motion is held: "-1 where the speed is positive, 1 where it is not" is dry friction by
 * hand. At rest such equations have no solution; steps shrink to where the jump times the step is below the tolerance, and never
 * grow again.
 *
 * Of every 1024 steps 32 are looked at. One has a jump in it when a function's values at its ends differ, and the difference stays
 * where the way between them is halved again and again. What crosses a jump does so once, and its steps have grown again before the
 * next. What has one in three steps of eight is held there; so is what has one in, right before or right behind eight of 32 that are together
 * short (BDF solves for ends on one side). That twice in a row, and once more, is said.      theory.md, 6.6 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/run.h"
#include "system/own.h"

enum { EVERY = 1024, IN_A_ROW = 32, FIRST = 8, MANY = 3, MANY_NEAR = 8, ROUNDS = 2, HALVINGS = 40, READ = 8 };

typedef struct pawl_suspect {
  int part;
  const pawl_signal *signal; /* NULL: the acceleration y'[at] of own equations */
  int at;
} pawl_suspect;

/* A step, or what was to be one. */
typedef struct {
  double t[2];
  const double *y[2];
} stretch;

/* Channels that a function reads, at both ends. */
typedef struct {
  pawl_reader real;
  int count, end;
  char name[READ][48];
  double value[READ][2];
} spy;

static int count(const pawl_system *s, pawl_suspect *list)
{
  const pawl_model *m = s->model;
  int n = 0;
  for (int i = 0; i < m->part_count; i++) {
    const pawl_kind *kind = m->parts[i]->kind;
    bool moves = kind->family == PAWL_BASE || kind->family == PAWL_STATEMENT;
    for (const pawl_field *f = kind->fields; f && f->name && !moves; f++) {
      const pawl_signal *signal = (const void *)((const char *)m->parts[i]->fields + f->where);
      if (f->type != PAWL_SIGNAL || !pawl_in_world(f->worlds, s->worlds) || signal->function <= 0)
        continue;
      if (list)
        list[n] = (pawl_suspect){i, signal, 0};
      n++;
    }
  }
  for (int i = 0; i < s->own.count; i++)
    for (int d = 0; d < s->own.use[i].n; d++, n++)
      if (list)
        list[n] = (pawl_suspect){s->own.use[i].part, NULL, s->tree.dof_count + s->own.use[i].dof + d};
  return n;
}

bool pawl_chatter_open(pawl_run *r)
{
  r->chatter.count = count(&r->system, NULL);
  r->chatter.suspects = PAWL_TAKE(&r->arena, r->chatter.count + 1, pawl_suspect);
  if (!r->chatter.suspects)
    return false;
  count(&r->system, r->chatter.suspects);
  return true;
}

/* At the share `theta` of the stretch; NaN: none. */
static double value_at(pawl_run *r, const pawl_suspect *p, const stretch *w, double theta)
{
  pawl_system *s = &r->system;
  const int n = s->tree.dof_count;
  double t = w->t[0] + theta * (w->t[1] - w->t[0]), value = NAN, *y = r->room.look_y;
  for (int i = 0; i < r->n; i++)
    y[i] = theta == 1 ? w->y[1][i] : w->y[0][i] + theta * (w->y[1][i] - w->y[0][i]);
  pawl_error kept = s->error;
  r->room.filter_ready = false;
  s->at.work = y + 2 * n;
  if (!p->signal)
    value = r->ode.rhs(r->ode.context, t, y, r->room.look_f) == 0 ? r->room.look_f[p->at] : NAN;
  else if (pawl_system_rows(s, t, y, y + n, r->base) != PAWL_OK ||
           pawl_signals_read(s, p->signal, &value) != PAWL_OK)
    value = NAN;
  s->error = kept;
  return value;
}

/* Whether a function jumps on the way, or `more` of its length before and behind it; by what. */
static bool jumps(pawl_run *r, const pawl_suspect *p, const stretch *w, double more, double value[2])
{
  double a = -more, b = 1 + more, at_a = value_at(r, p, w, a), at_b = value_at(r, p, w, b);
  const double rise = fabs(at_b - at_a);
  if (!(rise > PAWL_CHATTER_RISE * (fabs(at_a) + fabs(at_b))))
    return false;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (a + b), at = value_at(r, p, w, middle);
    if (!(fmax(fabs(at - at_a), fabs(at_b - at)) > 0.5 * rise))
      return false;
    bool first = fabs(at - at_a) > fabs(at_b - at);
    *(first ? &b : &a) = middle;
    *(first ? &at_b : &at_a) = at;
  }
  value[0] = at_a;
  value[1] = at_b;
  return true;
}

static int read_and_note(void *context, const char *name, double *value, pawl_error *error)
{
  spy *x = context;
  int status = x->real.read(x->real.context, name, value, error), i = 0;
  while (i < x->count && strcmp(x->name[i], name) != 0)
    i++;
  if (status == 0 && i < READ && strlen(name) < sizeof x->name[i]) {
    if (i == x->count) {
      strcpy(x->name[i], name);
      x->value[i][0] = x->value[i][1] = NAN;
      x->count++;
    }
    x->value[i][x->end] = *value;
  }
  return status;
}

/* A channel the function reads that changes its sign there; "" none. */
static void find_cause(pawl_run *r, const pawl_suspect *p, const stretch *w, char cause[64])
{
  spy x = {.real = r->system.channel.reader};
  r->system.channel.reader = (pawl_reader){&x, read_and_note};
  for (x.end = 0; x.end < 2; x.end++)
    value_at(r, p, w, x.end ? 2 : -1);
  r->system.channel.reader = x.real;
  cause[0] = 0;
  for (int i = 0; i < x.count && !cause[0]; i++)
    if (!isnan(x.value[i][0] + x.value[i][1]) && (x.value[i][0] > 0) != (x.value[i][1] > 0))
      snprintf(cause, 64, "%s", x.name[i]);
}

static pawl_status tell(pawl_run *r, const pawl_suspect *p, const stretch *w, const double value[2],
                        pawl_error *error)
{
  char cause[64];
  find_cause(r, p, w, cause);
  const pawl_part *part = r->model->parts[p->part];
  if (error && error->status == PAWL_OK)
    error->time = w->t[0];
  return pawl_fail(
      error, PAWL_BAD_MODEL, part->where,
      "%s \"%s\": %s jumps between %.6g and %.6g where %s, and the motion is held there at t = %.9g s: no "
      "step is short enough for that; dry friction that holds is joint_friction on a joint, friction in a "
      "contact",
      part->kind->name, part->name, p->signal ? "its function" : "its acceleration", fmin(value[0], value[1]),
      fmax(value[0], value[1]), cause[0] ? strcat(cause, " changes its sign") : "the state crosses a limit",
      w->t[0]);
}

/* The first that jumps, or NULL. */
static const pawl_suspect *find(pawl_run *r, const stretch *w, double more, double value[2])
{
  for (int i = 0; i < r->chatter.count; i++)
    if (jumps(r, r->chatter.suspects + i, w, more, value))
      return r->chatter.suspects + i;
  return NULL;
}

pawl_status pawl_chatter_watch(pawl_run *r, const double *y0, double end, const double *y1, pawl_error *error)
{
  double value[2];
  if (r->chatter.count == 0 || !r->plan.has_looks) /* what is linear does not jump */
    return PAWL_OK;
  r->chatter.longest = fmax(r->chatter.longest, end - r->t);
  int phase = (int)(r->chatter.watched++ % EVERY);
  if (phase >= IN_A_ROW)
    return PAWL_OK;
  const stretch w = {{r->t, end}, {y0, y1}};
  long before = r->books.rhs;
  const pawl_suspect *p = find(r, &w, 1, value);
  r->books.row_rhs += r->books.rhs - before; /* for looking, not for the step */
  if (p && r->chatter.rounds >= ROUNDS)
    return tell(r, p, &w, value, error);
  if (phase == 0) {
    r->chatter.jumps_in = r->chatter.jumps_near = 0;
    r->chatter.round_t = r->t;
  }
  r->chatter.jumps_near += p != NULL;
  r->chatter.jumps_in += p && phase < FIRST && jumps(r, p, &w, 0, value);
  if (phase < IN_A_ROW - 1)
    return PAWL_OK;
  bool is_short = end - r->chatter.round_t <
                  fmax(PAWL_CHATTER_SHORT * r->chatter.longest, PAWL_CHATTER_SHORTEST * r->system.scale.time);
  bool held = r->chatter.jumps_in >= MANY || (is_short && r->chatter.jumps_near >= MANY_NEAR);
  r->chatter.rounds = held ? r->chatter.rounds + 1 : 0;
  return PAWL_OK;
}

pawl_status pawl_chatter_explain(pawl_run *r, pawl_error *error)
{
  double value[2];
  if (r->chatter.count == 0 || r->way->stiff || !r->rk.known)
    return PAWL_OK;
  const stretch w = {{r->rk.t, r->rk.t + r->rk.h}, {r->rk.from, r->rk.to}};
  const pawl_suspect *p = find(r, &w, 0, value);
  return p ? tell(r, p, &w, value, error) : PAWL_OK;
}
