/* An impact in a run: which laws take part, what it does to velocities, who gives energy, and what is told of it. impact_solve.c finds the
 * impulses.      theory.md, 9.3 */
#include "contact/impact.h"

#include <float.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"

bool pawl_impact_due(const pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    double still = point_of(s, i)->mode.was_normal == PAWL_PRESSED ? PAWL_DRIFT : PAWL_STILL;
    if (!s->contact->hold[i].given && s->contact->hold[i].velocity[PAWL_N] < -still * speed_of(s, i))
      return true;
  }
  return false;
}

pawl_status pawl_impact_restitution(pawl_system *s, const pawl_held *h, const pawl_rigid *law, double *e)
{
  const pawl_contact_pair *pair = s->contact->pair + h->pair;
  const pawl_part *part = s->model->parts[pair->part];
  const double speeds[2] = {fmax(-h->velocity[PAWL_N], 0),
                            h->dim == 3 ? pawl_tangent_length(h->velocity + PAWL_T, 2) : h->velocity[PAWL_T]};
  if (pawl_function_value(s->model, law->function, speeds, 2, e, &s->error) != PAWL_OK)
    return s->error.status;
  if (*e >= 0 && *e <= 1)
    return PAWL_OK;
  return pawl_fail(&s->error, PAWL_BAD_NUMBERS, pair->fields->law.where,
                   "%s \"%s\": 'restitution_of' gave %g for a speed of %g m/s; it must be from 0 to 1",
                   part->kind->name, part->name, *e, speeds[0]);
}

/* Whether touches that are hit in turn have come to the end of that row. */
static bool row_ends(const pawl_system *s)
{
  bool ends = false;
  for (int i = 0; i < s->contact->hold_count; i++)
    ends |= point_of(s, i)->log.ends;
  return ends;
}

pawl_status pawl_impact_laws(pawl_system *s, const pawl_switching *x)
{
  pawl_switch_room *o = x->room;
  bool ends = row_ends(s);
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    const pawl_rigid *law = x->plastic || ends ? NULL : pawl_rigid_of(&s->contact->pair[h->pair].fields->law);
    o->mu[i] = h->given ? 0 : h->slides.share; /* a finite force does nothing in an instant */
    o->kind[i] = h->given                ? PAWL_FRICTIONLESS | PAWL_GIVEN
                 : !h->rubs || h->locked ? PAWL_FRICTIONLESS
                                         : PAWL_AT_REST;
    o->e[i] = law ? law->e : 0;
    o->e_t[i] = law ? law->e_t : 0;
    if (law && law->function && pawl_impact_restitution(s, h, law, o->e + i) != PAWL_OK)
      return s->error.status;
    for (int a = 0; a < o->solver.dim; a++)
      o->before[o->solver.dim * i + a] = a < h->dim ? h->velocity[a] : 0;
  }
  return PAWL_OK;
}

/* Impacts in a row, each weaker than the last. */
static void count_hit(const pawl_system *s, pawl_contact_point *p, double speed)
{
  bool goes_on = p->log.impacts > 0 && speed < p->log.speed;
  p->log.flight = goes_on ? s->at.t - p->log.last : 0;
  p->log.impacts = goes_on ? p->log.impacts + 1 : 1;
  p->log.first = goes_on ? p->log.first : s->at.t;
  p->log.last = s->at.t;
  p->log.speed = speed;
}

/* The change of a touch at this instant; one that is hit twice, since friction jams right after, has both in it. */
static pawl_contact_change *change_of(pawl_switching *x, const pawl_held *h, const pawl_switch_room *o, int i)
{
  pawl_contact_change *c = pawl_change_find(x, h->pair, h->point);
  if (c)
    return c;
  c = pawl_change_add(x, h->pair, h->point);
  memcpy(c->before, o->before + o->solver.dim * i, sizeof *c->before * (size_t)o->solver.dim);
  return c;
}

/* Whether sliding begins, ends or turns round; what there is by errors is none. */
static bool reverses(const pawl_system *s, int i, const double *before, const double *after)
{
  double still = PAWL_DRIFT * speed_of(s, i);
  const int k = s->contact->hold[i].dim - 1;
  bool slid = pawl_tangent_length(before, k) > still, slides = pawl_tangent_length(after, k) > still;
  return slid != slides || (slid && pawl_tangent_dot(before, after, k) < 0);
}

/* At the end of a row what it leaves of sliding is the sum of all that is not followed any more. Where touches stick in impacts, or turn round, it
 * is not known: that is told. */
static void note_end(pawl_system *s, const pawl_switching *x)
{
  const pawl_switch_room *o = x->room;
  bool ends = row_ends(s);
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      if (s->contact->pair[k].point[i].log.blurs)
        pawl_doubt_note(s->contact->pair + k, PAWL_DOUBT_MOTION, x->t);
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_contact_point *p = point_of(s, i);
    if (ends && p->log.reverses && o->mu[i] > 0)
      pawl_doubt_note(s->contact->pair + s->contact->hold[i].pair, PAWL_DOUBT_MOTION, x->t);
    p->log.reverses = reverses(s, i, o->before + o->solver.dim * i + 1, o->rate + o->solver.dim * i + 1);
  }
}

static void note_impact(pawl_system *s, pawl_switching *x, int i, const char *reason)
{
  pawl_switch_room *o = x->room;
  pawl_contact_point *p = point_of(s, i);
  pawl_contact_change *c = change_of(x, s->contact->hold + i, o, i);
  for (int a = 0; a < o->solver.dim; a++) {
    double impulse = o->total[o->solver.dim * i + a];
    c->impulse[a] += impulse;
    c->after[a] = o->rate[o->solver.dim * i + a];
    c->energy_lost -= 0.5 * impulse * (o->before[o->solver.dim * i + a] + c->after[a]);
    c->given -= impulse * pawl_row_given(p, a);
  }
  c->reason = reason;
}

/* A row of bounces that is spent: how many, since when, and when the last would have been. */
static void note_row(pawl_system *s, const pawl_switching *x, int i, double up, double fall,
                     pawl_contact_change *c)
{
  pawl_contact_point *p = point_of(s, i);
  const double e = x->room->e[i], next = 2 * up / fall;
  double ratio = p->log.flight > next ? next / p->log.flight : e;
  if (fabs(ratio - e) < PAWL_RATIO_BLURRED) /* times of short flights are blurred */
    ratio = e;
  c->reason = "accumulation";
  c->count = p->log.impacts;
  c->first = p->log.first;
  c->limit = x->t + next / (1 - fmin(ratio, 1 - PAWL_RATIO_MOST));
  p->log.impacts = 0;
}

/* What prescribed motions give in an impact: drives their impulse times speed, and bases the rest of what kinetic energy gains
 * beyond the work at the touches, or servos where there are no bases. Returns what nothing has given. */
static double note_givers(pawl_system *s, pawl_switching *x, double kinetic_before)
{
  const int d = x->room->solver.dim;
  double kinetic, gravity, stored, rest;
  pawl_system_rows(s, x->t, x->q, x->v, x->base);
  pawl_system_energy(s, &kinetic, &gravity, &stored);
  rest = kinetic - kinetic_before;
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = 0; a < d; a++)
      rest -= x->room->total[d * i + a] * (0.5 * (x->room->before[d * i + a] + x->room->rate[d * i + a]) -
                                           pawl_row_given(point_of(s, i), a));
  for (int n = 0; n < s->tree.block_count; n++) {
    double impulse = 0;
    for (int i = 0; i < s->contact->hold_count; i++)
      for (int a = 0; a < s->contact->hold[i].dim; a++)
        impulse += s->contact->hold[i].multiplier[a][s->tree.blocks[n].row] * x->room->total[d * i + a];
    if (s->blocks[n].kind != PAWL_BLOCK_DRIVE)
      continue;
    double gives = -impulse * s->row.offset[s->tree.blocks[n].row];
    if (x->given)
      x->given[s->blocks[n].work] += gives;
    rest -= gives;
  }
  int giver = s->base.count ? s->base.use[0].work : -1;
  for (int n = 0; giver < 0 && n < s->tree.block_count; n++)
    giver = s->blocks[n].kind == PAWL_BLOCK_SERVO ? s->blocks[n].work : -1;
  if (giver < 0)
    return rest;
  if (x->given)
    x->given[giver] += rest;
  return 0;
}

/* Impulses give what velocities gain, in every impact by itself; `rest` is what nothing gave. */
static pawl_status check_energy(const pawl_system *s, const pawl_switching *x, double rest, double kinetic,
                                pawl_error *error)
{
  const pawl_switch_room *o = x->room;
  double through = 0;
  char names[PAWL_NAMES];
  for (int i = 0; i < o->solver.dim * s->contact->hold_count; i++)
    through += 0.5 * fabs(o->total[i]) * (fabs(o->before[i]) + fabs(o->rate[i]));
  if (fabs(rest) <= PAWL_IMPACT_MADE * through + PAWL_IMPACT_ROUNDING * kinetic)
    return PAWL_OK;
  pawl_held_names(s, names);
  const char *where = s->model->parts[s->contact->pair[s->contact->hold[0].pair].part]->where;
  if (!isfinite(rest) || !isfinite(through))
    return pawl_fail(error, PAWL_BAD_NUMBERS, where,
                     "the energy of the impact of %s at t = %.9g s is not a finite number: some number of "
                     "the model is far out of scale",
                     names, x->t);
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, where,
      "the impact of %s at t = %.9g s made %.3g J out of nothing, of %.3g J that went through it", names,
      x->t, rest, through);
}

/* Rates after an impact are sums of what all impulses do, and no better than these are rounded: of a body with next to no moment of
 * inertia they are large and nearly cancel. */
static void note_blur(const pawl_system *s, const pawl_switch_room *o)
{
  for (int r = 0; r < o->solver.dim * s->contact->hold_count; r++) {
    double sum = pawl_switch_room_size(o, s->contact->hold_count, r, o->total);
    point_of(s, r / o->solver.dim)->row.blur[r % o->solver.dim] = 64 * DBL_EPSILON * sum;
  }
}

/* Up to this an approach is none: of a normal that runs through a hinge, as near as an arm is none. */
static double no_approach(pawl_system *s, int i)
{
  const pawl_contact_pair *pair = s->contact->pair + s->contact->hold[i].pair;
  pawl_shape_motion m = {.w = 0};
  if (pair->kind->shapes)
    pawl_contact_motion(s, pair, &m);
  return fmax(PAWL_STILL * speed_of(s, i), PAWL_THROUGH_HINGE * s->scale.length * fabs(m.w));
}

/* Two sides that both move as they are told, against each other. */
static pawl_status check_blocked(pawl_system *s, const pawl_switching *x, pawl_error *error)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_part *part = s->model->parts[s->contact->pair[s->contact->hold[i].pair].part];
    if (s->contact->hold[i].blocked && s->contact->hold[i].velocity[PAWL_N] < -no_approach(s, i))
      return pawl_fail(
          error, PAWL_BAD_NUMBERS, part->where,
          "%s \"%s\" cannot be kept at t = %.9g s: drives and constraints press its two sides into each "
          "other, and no force can stop them",
          part->kind->name, part->name, x->t);
  }
  return PAWL_OK;
}

bool pawl_impact_prescribed(const pawl_system *s)
{
  bool any = s->base.count > 0;
  for (int n = 0; n < s->tree.block_count; n++)
    any |= s->blocks[n].kind == PAWL_BLOCK_DRIVE || s->blocks[n].kind == PAWL_BLOCK_SERVO;
  return any;
}

bool pawl_impact_squeezed(pawl_switch_room *o, const double *rates, int n)
{
  size_t mark = o->scratch.used;
  unsigned char *kind = PAWL_LEND(&o->scratch, n, unsigned char);
  for (int i = 0; i < n; i++)
    kind[i] = PAWL_FRICTIONLESS | (o->kind[i] & PAWL_GIVEN);
  pawl_problem smooth = pawl_switch_room_problem(o, n, rates);
  smooth.kind = kind;
  pawl_solution found = pawl_problem_solve(o->total, o->rate, o->mode, &smooth, NULL, &o->solver);
  o->scratch.used = mark;
  return !pawl_is_solved(found.by);
}

static pawl_status say_none(const pawl_system *s, const pawl_switching *x, pawl_error *error)
{
  char names[PAWL_NAMES];
  const pawl_part *part = pawl_unsolved_names(s, x->room, names);
  if (pawl_impact_prescribed(s))
    return pawl_fail(error, PAWL_BAD_NUMBERS, part->where, PAWL_CANNOT_KEEP, names, x->t,
                     pawl_impact_squeezed(x->room, x->room->before, s->contact->hold_count) ? PAWL_SQUEEZED
                                                                                            : PAWL_JAMMED);
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "no impulses of %s were found for the impact at t = %.9g s", names, x->t);
}

pawl_status pawl_impact_deal(pawl_system *s, pawl_switching *x, const char *reason, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int a = 0; a < o->solver.dim; a++)
      s->contact->hold[i].force[a] = o->total[o->solver.dim * i + a];
  double kinetic, gravity, stored;
  pawl_system_rows(s, x->t, x->q, x->v, x->base);
  pawl_system_energy(s, &kinetic, &gravity, &stored);
  pawl_held_add(s, x->v, NULL);
  x->struck = true;
  note_blur(s, o);
  double rest = note_givers(s, x, kinetic);
  if (check_energy(s, x, rest, kinetic, error) != PAWL_OK)
    return error->status;
  for (int i = 0; i < s->contact->hold_count; i++)
    point_of(s, i)->mode.barred = 0; /* what ended is another now */
  double least = PAWL_IMPULSE_NONE * s->scale.mass * speed_unit(s);
  for (int i = 0; i < s->contact->hold_count; i++)
    if (fabs(o->total[o->solver.dim * i]) > least ||
        pawl_tangent_length(o->total + o->solver.dim * i + 1, o->solver.dim - 1) > least)
      note_impact(s, x, i, reason);
  return PAWL_OK;
}

/* Which of the list a change is of. */
static int index_of(const pawl_system *s, const pawl_contact_change *c)
{
  int i = 0;
  while (s->contact->hold[i].pair != c->pair || s->contact->hold[i].point != c->point)
    i++;
  return i;
}

/* In the room for calls. */
static pawl_status strike(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_switch_room *o = x->room;
  pawl_impact_report report;
  int held = s->contact->hold_count;
  double *up = PAWL_LEND(&o->scratch, held, double), *fall = PAWL_LEND(&o->scratch, held, double),
         *impact = PAWL_LEND(&o->scratch, o->solver.dim * held, double);
  if (pawl_impact_laws(s, x) != PAWL_OK)
    return s->error.status;
  if (check_blocked(s, x, error) != PAWL_OK)
    return error->status;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (!s->contact->hold[i].given && o->before[o->solver.dim * i] < -PAWL_STILL * speed_of(s, i))
      count_hit(s, point_of(s, i), -o->before[o->solver.dim * i]);
  x->unsolved = !pawl_impact_solve(s, x, &report);
  if (x->unsolved)
    return say_none(s, x, error);
  for (int i = 0; i < s->contact->hold_count; i++)
    up[i] = o->rate[o->solver.dim * i];
  memcpy(impact, o->total, sizeof(double) * (size_t)(o->solver.dim * s->contact->hold_count));
  note_end(s, x);
  pawl_spent_settle(s, x, fall);
  int first = x->change_count;
  const char *reason = x->plastic        ? "passed by time-stepping"
                       : row_ends(s)     ? "impact, end of a row"
                       : report.repaired ? "impact, restitution less"
                                         : "impact";
  if (pawl_impact_deal(s, x, reason, error) != PAWL_OK)
    return error->status;
  for (int n = first; n < x->change_count; n++) {
    pawl_contact_change *c = o->change + n;
    int i = index_of(s, c);
    /* the impulses of the impact itself: of a row that is spent `total` has in it what the loads would take away until its end */
    for (int a = 0; a < o->solver.dim; a++)
      c->impulse[a] = impact[o->solver.dim * i + a];
    if (point_of(s, i)->mode.cause && strcmp(point_of(s, i)->mode.cause, "accumulation") == 0)
      note_row(s, x, i, up[i], fall[i], c);
  }
  return PAWL_OK;
}

pawl_status pawl_impact_pass(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  size_t mark = x->room->scratch.used;
  pawl_status status = strike(s, x, error);
  x->room->scratch.used = mark;
  return status;
}

/* Constraints that begin to hold while there is motion along them: an impact that gives nothing back. */
pawl_status pawl_impact_engage(pawl_system *s, pawl_switching *x)
{
  double *impulse = x->room->total;
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_contact_pair *pair = s->contact->pair + s->contact->hold[i].pair;
    pawl_contact_point *p = pair->point + s->contact->hold[i].point;
    bool begins = pair->kind->both_ways && p->mode.was_normal == PAWL_OPEN;
    any |= begins;
    if (begins) /* from here on it is where it is */
      pair->limit += p->track.now.gap;
  }
  if (!any)
    return PAWL_OK;
  if (pawl_system_rows(s, x->t, x->q, x->v, x->base) != PAWL_OK || !pawl_held_directions(s))
    return PAWL_BAD_NUMBERS;
  s->ops->solve_plain(s->kernel, NULL, NULL, s->room.correction, NULL, true);
  pawl_held_respond(s);
  pawl_held_engage(s, impulse);
  for (int i = 0; i < s->contact->hold_count; i++) {
    memset(s->contact->hold[i].force, 0, sizeof s->contact->hold[i].force);
    s->contact->hold[i].force[PAWL_N] = impulse[i];
    if (impulse[i] == 0)
      continue;
    pawl_contact_change *c = pawl_change_add(x, s->contact->hold[i].pair, s->contact->hold[i].point);
    c->reason = "switched on";
    c->impulse[PAWL_N] = impulse[i];
    c->before[PAWL_N] = s->contact->hold[i].velocity[PAWL_N];
    c->energy_lost = -0.5 * impulse[i] * s->contact->hold[i].velocity[PAWL_N];
    c->given = -impulse[i] * point_of(s, i)->row.climb;
  }
  pawl_held_add(s, x->v, NULL);
  return PAWL_OK;
}
