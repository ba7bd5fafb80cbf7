/* What an event ends at each touch, and what is looked for in its place.      theory.md, 7.9 */
#include "base/tolerances.h"
#include "step/events.h"
#include "step/scan.h"

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
  if (p->track.found == PAWL_LOST) {
    if (p->mode.normal == PAWL_OPEN)
      return TILTED;
    pawl_contact_pass(s, pair, m, p, PAWL_MARGIN_FEATURE, &change);
    p->mode.cause = change.reason;
    pawl_events_book(r, pair, &change);
    return TILTED;
  }
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
      pawl_events_book(r, pair, &change);
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

/* One touch of a law without dry friction. */
static flatness pass_touch(pawl_run *r, int k, int i, int meant, const pawl_shape_motion *m)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_contact_point *p = pair->point + i;
  pawl_margin margin[PAWL_MARGINS];
  pawl_contact_change change;
  if (p->track.found == PAWL_LOST) {
    if (p->mode.normal == PAWL_OPEN)
      return TILTED;
    bool passed = pawl_contact_pass(s, pair, m, p, PAWL_MARGIN_FEATURE, &change);
    change.point = i;
    if (passed && !pair->kind->is_rail)
      pawl_events_tell(r, pair, &change);
    pawl_events_book(r, pair, &change);
    return TILTED;
  }
  pawl_contact_margins(s, pair, m, p, margin);
  for (int j = 0; j < PAWL_MARGINS; j++) {
    bool open = p->mode.normal == PAWL_OPEN;
    if ((j == meant || is_now(r, pair, p, j, margin + j)) && pawl_contact_pass(s, pair, m, p, j, &change)) {
      change.point = i;
      if (!pair->kind->is_rail) /* the next piece of a curve is no event to users */
        pawl_events_tell(r, pair, &change);
      pawl_events_book(r, pair, &change);
      if (open)
        straighten(r, pair, i);
      break;
    }
  }
  return TILTED;
}

static flatness end_pair(pawl_run *r, int k)
{
  pawl_system *s = &r->system;
  pawl_contact_pair *pair = s->contact->pair + k;
  pawl_shape_motion m;
  flatness flat = TILTED;
  bool switches = pawl_contact_switches(pair);
  flatness (*end)(pawl_run *, int, int, int, const pawl_shape_motion *) = switches ? end_modes : pass_touch;
  pawl_contact_motion(s, pair, &m);
  pawl_scan_follow_closed(s, pair, &m); /* what is open may be one with it */
  for (int i = 0; i < pair->count; i++) {
    pawl_scan_follow(s, pair, &m, pair->point + i);
    flatness here = end(r, k, i, meant_at(r, k, i), &m);
    flat = here > flat ? here : flat;
  }
  if (switches)
    search_again(r, k, flat == FLAT_HERE, &m);
  for (int pass = search_in_place(r, k, &m) ? 2 : 0; pass > 0; pass--) {
    for (int i = 0; i < pair->count; i++)
      if (waits_to_press(s, pair->point + i))
        end(r, k, i, -1, &m);
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

void pawl_events_end_modes(pawl_run *r)
{
  for (int k = 0; k < r->system.contact->count; k++)
    if (r->system.contact->pair[k].count && end_pair(r, k) != TILTED)
      search_beside(r, k);
}
