/* Which touches of a pair are followed, and how long that is enough.
 *
 * A search finds all touches nearer than a distance of interest and says how far everything else is apart at least
 * (`beyond`). Relative motion, |v| + |w| ρ for the disc that holds the second shape, uses that up: as long as less was used,
 * nothing else can touch.      theory.md, 7.5 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/contact.h"
#include "geometry/plane.h"

static pawl_contact_point *point_of(pawl_contact_pair *pair, int id)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].track.touch.id == id)
      return pair->point + i;
  return NULL;
}

/* A touch from now on: where it is and how its parameters move. */
static void keep(const pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                 pawl_contact_point *point, const pawl_touch *touch)
{
  pawl_touch_rates rates;
  if (pair->kind->keep)
    pair->kind->keep(pair, point);
  if (!pair->kind->shapes) /* it is where it is */
    return;
  pawl_touch_rate(pair->profile[0], pair->profile[1], &m->place, touch, m->v, m->w, &rates);
  point->track.touch = point->track.now = *touch;
  point->track.time = s->at.t;
  /* on a flat spot the parameters move on at a rate that holds for no time at all */
  bool flat = touch->D * pawl_contact_size(pair) < PAWL_FLAT_SPOT;
  for (int i = 0; i < 2; i++)
    point->track.s_rate[i] = isfinite(rates.s_rate[i]) && !flat ? rates.s_rate[i] : 0;
}

/* A place in the list: a free one, that of an open touch that is over, or that of the open one with the widest gap if it is
 * wider than this. `beyond`: what is not watched then. */
static pawl_contact_point *make_room(pawl_contact_pair *pair, double gap, double *beyond)
{
  pawl_contact_point *widest = NULL;
  if (pair->count < PAWL_TOUCHES)
    return pair->point + pair->count++;
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *p = pair->point + i;
    if (p->mode.normal == PAWL_OPEN && (p->track.gone || p->track.found == PAWL_LOST))
      return p;
    if (p->mode.normal == PAWL_OPEN && (!widest || p->track.now.gap > widest->track.now.gap))
      widest = p;
  }
  bool gives_way = widest && widest->track.now.gap > gap;
  *beyond = fmin(*beyond, fmax(gives_way ? widest->track.now.gap : gap, 0));
  return gives_way ? widest : NULL;
}

/* What comes out from behind the end of a line, or is seen through the material beside a wall, is inside at once. A rigid contact cannot stop
 * it without throwing it: it is left alone. Where the shapes really are in each other the run ends (step/judge.c); of a law the summary
 * says so. */
void pawl_contact_look_away(const pawl_system *s, pawl_contact_pair *pair, pawl_contact_point *point)
{
  point->mode.armed[PAWL_MARGIN_GAP] = false;
  point->mode.slack[PAWL_MARGIN_GAP] = INFINITY;
  if (pawl_rigid_of(&pair->fields->law) || -point->track.now.gap <= pair->log.late)
    return;
  pair->log.late_time = s->at.t;
  pair->log.late = -point->track.now.gap;
}

/* A touch that is deep when it is found may begin so, beside another one that is pressed: it counts at once. */
static void arm_found(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m,
                      pawl_contact_point *point)
{
  pawl_contact_follow(s, pair, m, point, false);
  pawl_contact_arm(s, pair, m, point);
  bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
  if (rigid && point->track.now.gap < -PAWL_BEHIND * s->scale.length)
    pawl_contact_look_away(s, pair, point);
  else if (pawl_contact_is_deep(s, point))
    point->mode.armed[PAWL_MARGIN_GAP] = true;
}

static void add(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m, const pawl_touch *touch,
                double *beyond)
{
  pawl_contact_point *point = make_room(pair, touch->gap, beyond);
  if (!point)
    return;
  *point = (pawl_contact_point){.mode.normal = PAWL_OPEN,
                                .log.impacts = pair->log.past.impacts,
                                .log.first = pair->log.past.first,
                                .log.last = pair->log.past.last,
                                .log.speed = pair->log.past.speed};
  pair->log.past.impacts = 0;
  keep(s, pair, m, point, touch);
  arm_found(s, pair, m, point);
}

/* Whether the search has handed the identity of an open touch to one elsewhere: a corner beside a blunt concave one faces both walls, and is
 * followed on one of them. */
static bool has_moved(const pawl_system *s, const pawl_contact_point *p, const pawl_touch *found)
{
  return p->mode.normal == PAWL_OPEN && p->track.found != PAWL_LOST &&
         xy_distance(p->track.now.x[0], found->x[0]) + xy_distance(p->track.now.x[1], found->x[1]) >
             PAWL_SAME_TOUCH * s->scale.length;
}

/* What is closed comes first: an open touch that has come to the same place does not take its identity. */
static void list_before(const pawl_contact_pair *pair, pawl_touch *before)
{
  int n = 0;
  for (int open = 0; open < 2; open++)
    for (int i = 0; i < pair->count; i++) {
      const pawl_contact_point *p = pair->point + i;
      if ((p->mode.normal == PAWL_OPEN) == open) /* of a lost one only the last place means anything */
        before[n++] = p->track.found == PAWL_LOST ? p->track.touch : p->track.now;
    }
}

void pawl_contact_search(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m, double interest)
{
  pawl_touch before[PAWL_TOUCHES], found[PAWL_TOUCHES];
  pawl_search_note note;
  bool let_go[PAWL_TOUCHES] = {false}; /* by a law: not watched any more */
  list_before(pair, before);
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *point = pair->point + i;
    let_go[i] = point->track.gone && isinf(point->mode.slack[PAWL_MARGIN_GAP]);
    pair->point[i].track.gone = point->mode.normal == PAWL_OPEN;
  }
  double far = pawl_contact_apart(pair, m);
  bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
  int n = 0;
  note.beyond = far;
  if (far < interest)
    n = pawl_search(pair->profile[0], pair->profile[1], &m->place, interest, before, pair->count, found,
                    PAWL_TOUCHES, pair->search.room, &note);
  /* an edge that comes to lie on what its corner has sunk into is below it at once, unless its other end is known before */
  for (int i = 0; i < n && !rigid; i++)
    note.beyond =
        fmin(note.beyond, pawl_track_level(pair->profile[0], pair->profile[1], &m->place, found + i));
  for (int i = 0; i < n; i++) {
    pawl_contact_point *known = point_of(pair, found[i].id);
    double passed = fabs(found[i].gap);
    if (known) {
      known->track.gone = false;
      if ((!rigid && let_go[known - pair->point]) || has_moved(s, known, found + i)) {
        keep(s, pair, m, known, found + i);
        arm_found(s, pair, m, known);
      } else if (known->mode.normal == PAWL_OPEN &&
                 known->track.found == PAWL_LOST) { /* from here on it can be followed again */
        keep(s, pair, m, known, found + i);
        pawl_contact_follow(s, pair, m, known, false);
      }
    } else if (rigid || found[i].gap > PAWL_CORNER * s->scale.length ||
               !pawl_contact_passes_corner(s, pair, m, 0, 0, found + i))
      add(s, pair, m, found + i, &note.beyond);
    else /* what it passes to may be seen only behind the corner */
      note.beyond = fmin(note.beyond, fmax(passed, PAWL_CORNER * s->scale.length));
  }
  pair->search.beyond = fmin(note.beyond, pawl_contact_worth(pair));
  pair->search.moved = 0;
}

/* Whether a pressed touch is at a corner that sinks in beside an edge whose other end is not watched. */
bool pawl_contact_lacks_end(const pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  pawl_touch listed[PAWL_TOUCHES];
  int n = 0;
  for (int i = 0; i < pair->count; i++)
    if (!pair->point[i].track.gone && pair->point[i].track.found != PAWL_LOST)
      listed[n++] = pair->point[i].track.now;
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal != PAWL_OPEN && pair->point[i].track.found != PAWL_LOST &&
        pawl_track_lacks_end(pair->profile[0], pair->profile[1], &m->place, &pair->point[i].track.now, listed,
                             n))
      return true;
  return false;
}

void pawl_contact_refresh(pawl_system *s, pawl_contact_pair *pair, const pawl_shape_motion *m)
{
  pair->search.pace = pawl_contact_speed(pair, m);
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *point = pair->point + i;
    if (point->mode.normal == PAWL_OPEN && point->track.found != PAWL_LOST) {
      pawl_touch touch = point->track.now;
      keep(s, pair, m, point, &touch);
    }
  }
}

/* ---- start and accepted instants ---- */

static void start(pawl_system *s, pawl_contact_pair *pair)
{
  pawl_shape_motion m;
  if (pair->kind->is_rail) {
    pawl_contact_motion(s, pair, &m);
    pawl_contact_follow(s, pair, &m, pair->point, false);
    pawl_touch touch = pair->point->track.now;
    keep(s, pair, &m, pair->point, &touch);
    pawl_contact_arm(s, pair, &m, pair->point);
    return;
  }
  pair->count = pair->log.past.impacts = 0;
  pair->log.peak_force = pair->log.deepest = pair->log.late = 0;
  pair->lost.time = NAN;
  pawl_contact_motion(s, pair, &m);
  if (pair->kind->shapes)
    pawl_contact_search(s, pair, &m,
                        pair->begins_shut ? pawl_contact_apart(pair, &m) + 2 * pawl_contact_size(pair)
                                          : pawl_contact_interest(pair, 0));
  else {
    pair->count = 1;
    pair->search.beyond = INFINITY;
    pair->point[0] = (pawl_contact_point){.mode.normal = PAWL_OPEN};
    pair->limit = pair->kind->both_ways ? 0 : pair->limit;
    if (pair->kind->begin)
      pair->kind->begin(pair);
    pawl_contact_follow(s, pair, &m, pair->point, false);
    if (pair->kind->keep)
      pair->kind->keep(pair, pair->point);
    if (pair->kind->both_ways && pair->point[0].row.when > 0)
      pair->point[0].mode.normal = PAWL_PRESSED;
    if (pair->kind->is_switched)
      pair->point[0].mode.side[PAWL_MARGIN_FEATURE] = pair->point[0].row.when > 0 ? 1 : -1;
  }
  bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
  pair->log.start_depth = 0;
  for (int i = 0; i < pair->count; i++) {
    pawl_contact_point *point = pair->point + i;
    bool off = pawl_touch_is_off(pair, point);
    if (rigid && !off)
      pair->log.start_depth = pair->kind->both_ways ? 0 : fmax(pair->log.start_depth, -point->track.now.gap);
    else if (!rigid && !off && point->track.now.gap < 0) {
      point->mode.normal = PAWL_PRESSED;
      point->mode.approach = 0;
      point->mode.curvature = point->track.now.k[0] + point->track.now.k[1];
    }
    pawl_contact_arm(s, pair, &m, point);
  }
}

void pawl_contacts_start(pawl_system *s)
{
  for (int i = 0; i < s->contact->count; i++)
    start(s, s->contact->pair + i);
}

static void drop(pawl_contact_pair *pair, int i)
{
  const pawl_contact_point *p = pair->point + i;
  if (p->log.impacts > 0) {
    pair->log.past.impacts = p->log.impacts;
    pair->log.past.first = p->log.first;
    pair->log.past.last = p->log.last;
    pair->log.past.speed = p->log.speed;
  }
  pair->count--;
  /* states of friction belong to places in the list, so the others stay where they are: the last open one moves up */
  pair->point[i] = pair->point[pair->count];
}

/* Only what has no states behind it may change its place. */
static bool movable(const pawl_contact_pair *pair)
{
  return !pawl_friction_states(&pair->fields->friction) ||
         pair->point[pair->count - 1].mode.normal == PAWL_OPEN;
}

/* What nothing else holds any more counts after all. */
void pawl_contact_look_again(pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal != PAWL_OPEN)
      return;
  for (int i = 0; i < pair->count; i++)
    if (!pair->point[i].track.gone && isinf(pair->point[i].mode.slack[PAWL_MARGIN_GAP]) &&
        pair->point[i].track.now.gap < 0) {
      pair->point[i].mode.slack[PAWL_MARGIN_GAP] = 0;
      pair->point[i].mode.armed[PAWL_MARGIN_GAP] = true;
    }
}

void pawl_contacts_accept(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    double force = 0;
    if (pair->count) {
      pawl_contact_motion(s, pair, &m);
      pair->search.pace = pawl_contact_speed(pair, &m);
    }
    for (int i = pair->count - 1; i >= 0; i--) {
      pawl_contact_point *point = pair->point + i;
      bool closed = point->mode.normal != PAWL_OPEN;
      pawl_contact_follow(s, pair, &m, point, closed);
      if (point->track.found != PAWL_LOST) {
        pawl_touch touch = point->track.now;
        keep(s, pair, &m, point, &touch);
        if (pair->dim == 3 &&
            point->mode.tangent == PAWL_RUB_SLIDE) /* from here on its end is that of this direction */
          pawl_rub_direction(s, pair, point, point->mode.way);
        pawl_contact_rearm(s, pair, &m, point);
        if (!pawl_contact_looks_away(point) && !pawl_touch_is_off(pair, point))
          pair->log.deepest = fmax(pair->log.deepest, -touch.gap);
      } else
        point->track.gone = !closed;
      if (closed && !pair->kind->is_rail)
        force += point->row.normal;
      if (!closed && pair->kind->shapes &&
          (point->track.gone || point->track.now.gap > 4 * pawl_contact_interest(pair, 0)) && movable(pair)) {
        double left = point->track.found == PAWL_LOST ? 0 : fmax(point->track.now.gap, 0);
        pair->search.beyond =
            fmin(pair->search.beyond, pair->search.moved + left); /* it is watched no longer */
        drop(pair, i);
      }
    }
    if (!pair->kind->is_rail)
      pair->log.peak_force = fmax(pair->log.peak_force, force);
    if (pair->kind->searched && !pawl_rigid_of(&pair->fields->law))
      pawl_contact_look_again(pair);
  }
}
