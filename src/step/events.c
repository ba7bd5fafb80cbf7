/* Events that have come: modes change, what happened is told and booked, and the run goes on from there. scan.c finds
 * them.      theory.md, 7.9 */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/advice.h"
#include "step/run.h"
#include "step/scan.h"
#include "step/stepping.h"

#define MOST_CUTS 100 /* steps in a row that end because too many searches were needed */

static void tell(pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_change *change)
{
  pawl_event_record event = pawl_event_blank;
  event.time = r->t;
  event.part = r->model->parts[pair->part]->name;
  event.from = change->from;
  event.to = change->to;
  event.reason = change->reason;
  event.energy_lost = change->energy_lost;
  event.point = change->point;
  if (pair->kind->shapes) {
    event.shape1 = pawl_contact_shape(&r->system, pair, 0);
    event.shape2 = pawl_contact_shape(&r->system, pair, 1);
  }
  if (pawl_contact_switches(pair)) {
    event.impulse = change->impulse[0];
    event.impulse_t = change->impulse[1];
    event.rate_before = change->before[0];
    event.rate_after = change->after[0];
    event.slide_before = change->before[1];
    event.slide_after = change->after[1];
    event.first = change->first;
    event.limit = change->limit;
    event.count = change->count;
    event.modes = change->modes;
  }
  r->books.events++;
  if (r->tells.on_event)
    r->tells.on_event(r->tells.listener, &event);
}

/* Whether a margin comes to zero at this very instant. */
static bool is_now(const pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_point *p, int margin,
                   const pawl_margin *m)
{
  double soon = PAWL_SAME_INSTANT * (fabs(r->t) + fabs(r->t - r->steps.last_t));
  double none = p->mode.armed[margin] ? 2 * pawl_contact_allowance(&r->system, pair, p, margin) : 0;
  return m->value < none || (m->rate < 0 && m->value < -m->rate * soon);
}

/* Bristles of friction are straight when a touch begins. */
static void straighten(pawl_run *r, const pawl_contact_pair *pair, int i)
{
  const pawl_system *s = &r->system;
  int states = !pair->kind->is_rail ? pawl_friction_states(&pair->fields->friction) : 0;
  double *own = r->y + 2 * s->tree.dof_count + s->extra.works + s->extra.turns + pair->state + i * states;
  for (int j = 0; j < states; j++)
    own[j] = 0;
}

/* What the law still held is gone with the touch: lost, like what damping takes. */
static void book(pawl_run *r, const pawl_contact_pair *pair, const pawl_contact_change *change)
{
  const pawl_system *s = &r->system;
  if (!pair->kind->is_rail)
    r->y[2 * s->tree.dof_count + pawl_pair_work(s, pair)] += change->given - change->energy_lost;
}

/* Whether an edge comes to lie flat: its other end may be on another piece of the same two bodies, or on this one and not be listed. */
typedef enum { TILTED, FLAT_BESIDE, FLAT_HERE } flatness;

/* It does so by turning: what slides along has been flat before. */
static bool turns(const pawl_system *s, const pawl_shape_motion *m)
{
  return fabs(m->w) * s->scale.time > PAWL_LEAST_TURN;
}

static flatness flatness_of(const pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                            const pawl_touch *touch)
{
  if (pawl_contact_lies_flat(s, pair, m, touch))
    return FLAT_HERE;
  return pawl_contact_is_parallel(pair, m, touch) && turns(s, m) ? FLAT_BESIDE : TILTED;
}

/* The margin of a touch whose zero ends the step; -1: it is not this touch. */
static int meant_at(const pawl_run *r, int k, int i)
{
  return k == r->event.pair && i == r->event.point ? r->event.margin : -1;
}

/* A touch that is rigid or rubs: what ends is noted, and what follows is asked of all together. */
static flatness end_modes(pawl_run *r, int k, int i, int meant, const pawl_shape_motion *m)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_contact_point *p = pair->point + i;
  pawl_margin margin[PAWL_MARGINS];
  pawl_contact_change change;
  bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
  flatness flat = TILTED;
  pawl_contact_margins(s, pair, m, p, margin);
  for (int j = 0; j < PAWL_MARGINS; j++) {
    bool open = p->mode.normal == PAWL_OPEN;
    if (j != meant && !is_now(r, pair, p, j, margin + j))
      continue;
    if (rigid && open && j == PAWL_MARGIN_GAP)
      flat = flatness_of(s, pair, m, &p->track.now);
    if (rigid && j == PAWL_MARGIN_FEATURE &&
        turns(s, m)) /* a corner was rolled over, or a fillet: an edge may begin */
      flat = FLAT_HERE;
    if (rigid && j == PAWL_MARGIN_FEATURE)
      pawl_contact_pass(s, pair, m, p, j, &change);
    if (rigid || j == PAWL_MARGIN_RUB) {
      pawl_contact_end(pair, p, j);
      if (j == PAWL_MARGIN_FEATURE && (p->track.gone || pair->kind->is_switched))
        p->mode.cause = change.reason;
    } else if (pawl_contact_pass(s, pair, m, p, j, &change)) {
      p->mode.cause = change.reason;
      book(r, pair, &change);
      if (open)
        straighten(r, pair, i);
      break;
    }
  }
  return flat;
}

/* A pair of which a touch was lost: what is there in its place. Of an edge that comes to lie flat: its other end. That is not listed
 * before the two nearly face each other, and what is certain lasts until both ends close, so that rounding would tell whether
 * they do so at once. */
static void search_again(pawl_run *r, int k, bool flat, const pawl_shape_motion *m)
{
  pawl_contact_pair *pair = r->system.contact->pair + k;
  bool lost = flat;
  for (int i = 0; i < pair->count; i++)
    lost |= pair->point[i].track.gone || pair->point[i].track.found == PAWL_LOST;
  if (!lost || !pawl_rigid_of(&pair->fields->law))
    return;
  pawl_contact_search(&r->system, pair, m, pawl_contact_interest(pair, 0));
  r->books.searches++;
}

/* Under a law that gives way: where a pressed touch was lost at this very instant the shapes overlap, and what overlaps in its place
 * presses at the same instant. And where a corner begins to sink in, the far end of an edge beside it can come down before the edge is flat.
 * Returns whether there was a search for it. */
static bool search_in_place(pawl_run *r, int k, const pawl_shape_motion *m)
{
  pawl_contact_pair *pair = r->system.contact->pair + k;
  if (!pair->kind->searched || pawl_rigid_of(&pair->fields->law) ||
      (pair->lost.time != r->system.at.t && !pawl_contact_lacks_end(pair, m)))
    return false;
  pawl_contact_search(&r->system, pair, m, pawl_contact_interest(pair, 0));
  pawl_contact_look_again(pair);
  r->books.searches++;
  return true;
}

static bool waits_to_press(const pawl_system *s, const pawl_contact_point *p)
{
  return p->mode.normal == PAWL_OPEN && !p->track.gone && p->track.found != PAWL_LOST &&
         p->mode.armed[PAWL_MARGIN_GAP] && pawl_contact_is_deep(s, p);
}

static flatness end_pair(pawl_run *r, int k)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_shape_motion m;
  pawl_contact_change change;
  flatness flat = TILTED;
  pawl_contact_motion(s, pair, &m);
  pawl_scan_follow_closed(s, pair, &m);
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *p = pair->point + i;
    pawl_scan_follow(s, pair, &m, p);
    if (p->track.found != PAWL_LOST) {
      flatness here = end_modes(r, k, i, meant_at(r, k, i), &m);
      flat = here > flat ? here : flat;
    } else if (p->mode.normal != PAWL_OPEN) {
      pawl_contact_pass(s, pair, &m, p, PAWL_MARGIN_FEATURE, &change);
      p->mode.cause = change.reason;
      book(r, pair, &change);
    }
  }
  search_again(r, k, flat == FLAT_HERE, &m);
  for (int pass = search_in_place(r, k, &m) ? 2 : 0; pass > 0; pass--) {
    for (int i = 0; i < pair->count; i++)
      if (waits_to_press(s, pair->point + i))
        end_modes(r, k, i, -1, &m);
    pawl_contact_look_again(pair); /* if none has pressed */
  }
  return flat;
}

/* The other pairs of the two bodies between which an edge comes to lie flat. */
static void search_beside(pawl_run *r, int flat)
{
  const pawl_contact_pair *lies = r->system.contact->pair + flat;
  int a = lies->place[0].link, b = lies->place[1].link;
  for (int k = 0; k < r->system.contact->count; k++) {
    pawl_contact_pair *pair = r->system.contact->pair + k;
    pawl_shape_motion m;
    int c = pair->place[0].link, d = pair->place[1].link;
    if (k == flat || !pair->kind->searched || !((a == c && b == d) || (a == d && b == c)))
      continue;
    pawl_contact_motion(&r->system, pair, &m);
    search_again(r, k, true, &m);
  }
}

static void name_modes(const pawl_system *s, pawl_contact_change *change)
{
  const pawl_contact_pair *pair = s->contact->pair + change->pair;
  const pawl_contact_point *p = pair->point + change->point;
  change->from = pawl_contact_word(pair, p->mode.was_normal, p->mode.was_tangent);
  change->to = pawl_contact_word(pair, p->mode.normal, p->mode.tangent);
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
      tell(r, s->contact->pair + change->pair, change);
    book(r, s->contact->pair + change->pair, change);
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
      tell(r, r->system.contact->pair + change->pair, change);
  }
  r->tells.untold = 0;
  pawl_start_tell(r);
}

/* One touch of a law without dry friction. */
static void pass_touch(pawl_run *r, int k, int i, int meant, const pawl_shape_motion *m)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_contact_point *p = pair->point + i;
  pawl_margin margin[PAWL_MARGINS];
  pawl_contact_change change;
  if (p->track.found == PAWL_LOST && p->mode.normal != PAWL_OPEN) {
    bool passed = pawl_contact_pass(s, pair, m, p, PAWL_MARGIN_FEATURE, &change);
    change.point = i;
    if (passed && !pair->kind->is_rail)
      tell(r, pair, &change);
    book(r, pair, &change);
    return;
  }
  if (p->track.found == PAWL_LOST)
    return;
  pawl_contact_margins(s, pair, m, p, margin);
  for (int j = 0; j < PAWL_MARGINS; j++) {
    bool open = p->mode.normal == PAWL_OPEN;
    if ((j == meant || is_now(r, pair, p, j, margin + j)) && pawl_contact_pass(s, pair, m, p, j, &change)) {
      change.point = i;
      if (!pair->kind->is_rail) /* the next piece of a curve is no event to users */
        tell(r, pair, &change);
      book(r, pair, &change);
      if (open)
        straighten(r, pair, i);
      break;
    }
  }
}

static void pass_pair(pawl_run *r, int k)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_shape_motion m;
  pawl_contact_motion(s, pair, &m);
  pawl_scan_follow_closed(s, pair, &m); /* what is open may be one with it */
  for (int i = 0; i < pair->count; i++) {
    pawl_scan_follow(s, pair, &m, pair->point + i);
    pass_touch(r, k, i, meant_at(r, k, i), &m);
  }
  for (int pass = search_in_place(r, k, &m) ? 2 : 0; pass > 0; pass--) {
    for (int i = 0; i < pair->count; i++)
      if (waits_to_press(s, pair->point + i))
        pass_touch(r, k, i, -1, &m);
    pawl_contact_look_again(pair); /* if none has pressed */
  }
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

/* A curve joint whose curves touch no longer: one of them has ended, or they are bent so that they cannot. */
static pawl_status derail(const pawl_run *r, const pawl_contact_pair *pair, pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  const pawl_curve_joint *joint = part->fields;
  const pawl_contact_point *p = pair->point;
  int end = p->track.leaves[0] > 0 ? 0 : p->track.leaves[1] > 0 ? 1 : -1;
  if (end < 0)
    return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                     "curve joint \"%s\": its curves do not fit where they touch at t = %.9g s", part->name,
                     r->t);
  return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                   "curve joint \"%s\": its touch runs off the end of shape \"%s\" at t = %.9g s", part->name,
                   r->model->parts[joint->shape[end]]->name, r->t);
}

/* Shapes between which a touch can appear at any instant: the pair that can move least before that. */
static pawl_status too_close(const pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  int closest = 0;
  for (int k = 1; k < s->contact->count; k++)
    if (s->contact->pair[closest].kind->is_rail ||
        (!s->contact->pair[k].kind->is_rail &&
         s->contact->pair[k].search.beyond < s->contact->pair[closest].search.beyond))
      closest = k;
  const pawl_part *part = r->model->parts[s->contact->pair[closest].part];
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "contact \"%s\": its shapes fit each other so closely at t = %.9g s that its touches cannot be told "
      "apart: another could be there after every %.2g m; give them more play, or one of them fewer teeth or "
      "corners",
      part->name, r->t, s->contact->pair[closest].search.beyond);
}

/* What a touch of the pair held that was lost at this instant. */
static double given_up(const pawl_contact_pair *pair, double t)
{
  return fabs(t - pair->lost.time) <= PAWL_SAME_INSTANT * fabs(t) ? pair->lost.energy : 0;
}

static pawl_status say_late(const pawl_run *r, const pawl_contact_pair *pair, double energy,
                            pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  const char *bare = pair->log.behind ? NULL : pawl_judge_bare(r, pair);
  char advice[PAWL_NAMES + 80] = "";
  if (bare)
    snprintf(advice, sizeof advice,
             "; shape \"%s\" is a line, over whose bare ends they come in unseen: segment has corners there",
             bare);
  else if (!pair->log.behind)
    snprintf(advice, sizeof advice, "; law = rigid { } keeps them out");
  pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
            "contact \"%s\": its shapes are %.6g m in each other at t = %.9g s where they did not "
            "touch before, and its law would throw them apart with %.3g J from nowhere%s",
            part->name, pair->log.late, r->t, energy, advice);
  pawl_judge_hint(r, error);
  return PAWL_BAD_NUMBERS;
}

static pawl_status check_depths(const pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    for (int i = 0; pair->log.late > r->event.before[k].log.late && i < pair->count; i++)
      if (pair->point[i].mode.normal == PAWL_PRESSED && -pair->point[i].track.now.gap == pair->log.late &&
          pair->point[i].row.energy > PAWL_FROM_NOWHERE * pawl_judge_scale(r) + given_up(pair, r->t))
        return say_late(r, pair, pair->point[i].row.energy, error);
  }
  return PAWL_OK;
}

static pawl_status pass_here(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  if (!pawl_scan_place(r, r->t, r->y))
    return s->error.status;
  if (s->contact->holds)
    pawl_contacts_mark(s);
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].count && pawl_contact_switches(s->contact->pair + k)) {
      if (end_pair(r, k) != TILTED)
        search_beside(r, k);
    } else if (s->contact->pair[k].count)
      pass_pair(r, k);
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->is_rail && s->contact->pair[k].point[0].track.gone)
      return derail(r, s->contact->pair + k, error);
  if (check_depths(r, error) != PAWL_OK)
    return error->status;
  if (pawl_contacts_answer(s, error) != PAWL_OK)
    return error->status;
  if (s->contact->holds && !r->scan.cut && pawl_events_switch(r, PAWL_AT_EVENT, error) != PAWL_OK &&
      (!r->event.unsolved || pawl_storm_instead(r, error) != PAWL_OK))
    return error->status;
  pawl_contacts_accept(s);
  r->steps.h = 0;
  r->stiffness.ends = true;
  r->steps.unchanged = r->steps.slope_known = false; /* what comes is not what was */
  if (r->scan.cut)
    return ++r->scan.cuts < MOST_CUTS ? PAWL_OK : too_close(r, error);
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
  memcpy(r->event.before, r->system.contact->pair,
         sizeof *r->system.contact->pair * (size_t)r->system.contact->count);
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
