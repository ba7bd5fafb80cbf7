/* Events that have come: modes change, what happened is told and booked, and the run goes on from there. scan.c finds
 * them.      theory.md, 7.9 */
#include "step/events.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "contact/disc.h"
#include "step/scan.h"

#define MOST_CUTS 100 /* steps in a row that end because too many searches were needed */

/* Along the tangent; of two the length. */
static double along_tangents(const pawl_contact_pair *pair, const double *row)
{
  return pair->dim == 2 ? row[PAWL_T] : pawl_tangent_length(row + PAWL_T, PAWL_TANGENTS);
}

void pawl_events_tell(pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_change *change)
{
  pawl_event event = pawl_event_blank;
  event.time = r->t;
  event.part = r->model->parts[pair->part]->name;
  event.from = change->from;
  event.to = change->to;
  event.reason = change->reason;
  event.energy_lost = change->energy_lost;
  event.point = change->point;
  event.unit = pawl_contact_unit(&r->system, pair);
  if (pair->kind->shapes) {
    event.shape1 = pawl_contact_shape(&r->system, pair, 0);
    event.shape2 = pawl_contact_shape(&r->system, pair, 1);
  }
  if (pawl_contact_switches(pair)) {
    event.impulse = change->impulse[0];
    event.impulse_t = along_tangents(pair, change->impulse);
    event.rate_before = change->before[0];
    event.rate_after = change->after[0];
    event.slide_before = along_tangents(pair, change->before);
    event.slide_after = along_tangents(pair, change->after);
    event.first = change->first;
    event.limit = change->limit;
    event.count = change->count;
    event.modes = change->modes;
  }
  r->books.events++;
  if (r->tells.on_event)
    r->tells.on_event(r->tells.listener, &event);
}

void pawl_events_book(pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_change *change)
{
  const pawl_system *s = &r->system;
  if (!pair->kind->is_rail)
    r->y[2 * s->tree.dof_count + pawl_pair_work(s, pair)] += change->given - change->energy_lost;
}

static void name_modes(const pawl_system *s, pawl_contact_change *change)
{
  const pawl_contact_pair *pair = s->contact->pair + change->pair;
  const pawl_contact_point *p = pair->point + change->point;
  change->from = pawl_contact_word(pair, p->mode.was_normal, p->mode.was_tangent, p->mode.was_way, pair->dim);
  change->to = pawl_contact_word(pair, p->mode.normal, p->mode.tangent, p->mode.way, pair->dim);
}

/* What all touches that are rigid or rub do from here on. */
pawl_status pawl_events_switch(pawl_run *r, pawl_occasion occasion, pawl_error *error)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count;
  pawl_switching x = {.t = r->t,
                      .q = r->y,
                      .v = r->y + n,
                      .base = r->base,
                      .work = r->y + 2 * n,
                      .a = r->room.acceleration,
                      .power = r->room.power,
                      .room = &r->event.room,
                      .given = r->event.given,
                      .jammed = occasion == PAWL_AT_JAM,
                      .plastic = occasion == PAWL_AFTER_PASSING,
                      .on_problem = r->tells.starting ? pawl_start_keep : r->tells.on_problem,
                      .listener = r->tells.starting ? r : r->tells.listener};
  memset(r->event.given, 0, sizeof(double) * (size_t)s->extra.works);
  pawl_status status = pawl_contacts_switch(s, &x, error);
  for (int i = 0; i < s->extra.works; i++)
    r->y[2 * n + i] += r->event.given[i];
  r->event.unsolved = status != PAWL_OK && x.unsolved;
  r->tells.untold = r->books.steps == 0 ? x.change_count : 0; /* nobody listens yet */
  for (int i = 0; (status == PAWL_OK || r->event.unsolved) && i < x.change_count; i++) {
    pawl_contact_change *change = r->event.room.change + i;
    if (r->event.unsolved) /* what follows is not known yet, but velocities have jumped */
      name_modes(s, change);
    if (!r->tells.untold)
      pawl_events_tell(r, s->contact->pair + change->pair, change);
    pawl_events_book(r, s->contact->pair + change->pair, change);
    pawl_storm_note(r, change);
  }
  return status;
}

/* Modes at the start are no events; impacts are, and that there are several motions. */
void pawl_events_tell_start(pawl_run *r)
{
  for (int i = 0; i < r->tells.untold; i++) {
    const pawl_contact_change *change = r->event.room.change + i;
    if (!isnan(change->impulse[0]) || change->modes > 1)
      pawl_events_tell(r, r->system.contact->pair + change->pair, change);
  }
  r->tells.untold = 0;
  pawl_start_tell(r);
}

static bool is_closed(const pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal != PAWL_OPEN)
      return true;
  return false;
}

/* From here on touches are followed from here: their forces may change in the last bit, so the last slope of the step is
 * not the first of the next. */
pawl_status pawl_events_accept(pawl_run *r)
{
  if (!pawl_scan_place(r, r->t, r->y))
    return r->system.error.status;
  pawl_contacts_accept(&r->system);
  for (int k = 0; r->steps.unchanged && k < r->system.contact->count; k++)
    r->steps.unchanged = !is_closed(r->system.contact->pair + k);
  r->event.here = r->scan.cuts = 0;
  return PAWL_OK;
}

static pawl_status pass_here(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  if (!pawl_scan_place(r, r->t, r->y))
    return s->error.status;
  if (s->contact->holds)
    pawl_contacts_mark(s);
  pawl_events_end_modes(r);
  if (pawl_events_judge(r, error) != PAWL_OK || pawl_contacts_answer(s, error) != PAWL_OK)
    return error->status;
  if (s->contact->holds && !r->scan.cut && pawl_events_switch(r, PAWL_AT_EVENT, error) != PAWL_OK &&
      (!r->event.unsolved || pawl_storm_instead(r, error) != PAWL_OK))
    return error->status;
  pawl_contacts_accept(s);
  r->steps.h = 0;
  r->stiffness.ends = true;
  r->steps.unchanged = r->steps.slope_known = false; /* what comes is not what was */
  if (r->scan.cut)
    return ++r->scan.cuts < MOST_CUTS ? PAWL_OK : pawl_events_too_close(r, error);
  bool passed = false;
  if (s->contact->holds && pawl_storm_pass(r, &passed, error) != PAWL_OK)
    return error->status;
  if (passed) {
    r->event.here = 0;
    return PAWL_OK;
  }
  r->scan.cuts = 0;
  if (r->t - r->steps.last_t > PAWL_TIME_GOES_ON * fabs(r->t)) /* time goes on, if only from event to event */
    r->event.here = 0;
  if (++r->event.here < 1000)
    return PAWL_OK;
  const pawl_part *part = r->model->parts[s->contact->pair[r->event.pair >= 0 ? r->event.pair : 0].part];
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "contact \"%s\" changes its mode again and again at t = %.9g s", part->name, r->t);
}

pawl_status pawl_events_pass(pawl_run *r, pawl_error *error)
{
  pawl_pairs_copy(r->event.before, r->system.contact->pair, r->system.contact->count);
  return pass_here(r, error);
}

/* Whether forces of what is held are beyond their limits here. */
static bool is_overcome(pawl_run *r)
{
  const pawl_system *s = &r->system;
  pawl_scan x = {.r = r, .begin = r->t, .end = r->t, .first = r->y, .last = r->y};
  bool any = false;
  if (!pawl_scan_look(&x, r->t, r->scan.margin[0]))
    return false;
  for (int k = 0; k < s->contact->count; k++)
    for (int i = 0; i < s->contact->pair[k].count; i++)
      for (int j = 0; j < PAWL_MARGINS; j++)
        any |= pawl_contact_allowance(s, s->contact->pair + k, s->contact->pair[k].point + i, j) > 0 &&
               r->scan.margin[0][(k * PAWL_TOUCHES + i) * PAWL_MARGINS + j].value < 0;
  return any;
}

pawl_status pawl_events_jump(pawl_run *r, pawl_error *error)
{
  if (!r->system.contact->holds || !is_overcome(r))
    return PAWL_OK;
  r->event.pair = -1;
  r->scan.cut = false;
  if (r->event.at) /* rows inside the step are of what held before it */
    return pass_here(r, error);
  if (!pawl_run_keep_dense(r))
    return pawl_run_fail_step(r, 0, error);
  r->event.at = true;
  return pawl_events_pass(r, error);
}
