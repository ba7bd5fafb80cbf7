/* How long an interval may be so that nothing touches in it that is not watched, and whether it was.      theory.md, 7.9 */
#include "base/tolerances.h"
#include "step/scan.h"

/* Speeds may grow inside an interval; what they have grown to is checked at its end. */
#define SPARE 1.25

/* Whether an open touch could not be followed to here: where it has gone only a search can tell. */
static bool has_lost(const pawl_contact_pair *pair)
{
  for (int i = 0; i < pair->count; i++)
    if (pair->point[i].mode.normal == PAWL_OPEN && pair->point[i].track.found == PAWL_LOST &&
        !pair->point[i].track.gone)
      return true;
  return false;
}

/* Where far less was certain than the least distance of interest, to ask farther is in vain. */
static double way_asked(const pawl_contact_pair *pair, double way)
{
  return pair->search.beyond < 0.2 * pawl_contact_interest(pair, 0) ? 0 : way;
}

double pawl_watch_time(pawl_run *r, double step)
{
  pawl_system *s = &r->system;
  double time = INFINITY;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched)
      continue;
    pawl_contact_motion(s, pair, &m);
    double now = pawl_contact_speed(pair, &m), speed = fmax(SPARE * now, now + r->scan.slack[k]);
    double interest = pawl_contact_interest(pair, way_asked(pair, speed * step));
    double rest = fmax(pair->search.beyond - pair->search.moved, pawl_contact_apart(pair, &m));
    if (has_lost(pair) || rest < 0.5 * fmin(interest, speed * step)) {
      pawl_contact_search(s, pair, &m, interest);
      r->books.searches++;
    }
    r->scan.probe[k] = pawl_contact_probe(s, pair, &m);
    time = fmin(time, fmax(pawl_contact_reach(pair, &m) / speed, r->scan.probe[k]));
  }
  return time;
}

void pawl_watch_begin(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    pawl_contact_motion(s, pair, &m);
    if (pair->kind->searched && pair->count)
      pawl_contact_refresh(s, pair, &m);
    r->scan.speed[k] = pawl_contact_speed(pair, &m);
    r->scan.place[k] = m.place;
    r->scan.reach[k] = fmax(pawl_contact_reach(pair, &m), 1.5 * r->scan.speed[k] * r->scan.probe[k]);
  }
}

/* m: what the shapes may have moved since. Where they have come farther than the speeds at both ends tell, they were faster between: a
 * base that rests, strikes out and is seen at its farthest place. */
static double moved_by(const pawl_run *r, int k, double dt)
{
  const pawl_contact_pair *pair = r->system.contact->pair + k;
  pawl_shape_motion m;
  pawl_contact_motion(&r->system, pair, &m);
  double moved = dt * fmax(r->scan.speed[k] + r->scan.slack[k], pawl_contact_speed(pair, &m));
  double way = pair->kind->shapes ? pawl_contact_way(pair, r->scan.place + k, &m.place) : 0;
  return way > SPARE * moved ? way : moved;
}

bool pawl_watch_goes_far(const pawl_run *r, double dt)
{
  for (int k = 0; k < r->system.contact->count; k++)
    if (r->system.contact->pair[k].kind->searched && moved_by(r, k, dt) > r->scan.reach[k])
      return true;
  return false;
}

void pawl_watch_count(pawl_run *r, double dt)
{
  for (int k = 0; k < r->system.contact->count; k++)
    r->system.contact->pair[k].search.moved += moved_by(r, k, dt);
}

/* What turns round at its highest place is slow at one end only. */
bool pawl_watch_loses(pawl_run *r, double dt)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    for (int i = 0; i < pair->count; i++) {
      pawl_shape_motion m;
      if (!pair->kind->searched || pair->point[i].mode.normal != PAWL_OPEN ||
          pair->point[i].track.found != PAWL_LOST)
        continue;
      pawl_contact_motion(s, pair, &m);
      double gap = r->scan.margin[0][(k * PAWL_TOUCHES + i) * PAWL_MARGINS].value,
             way = 1.25 * dt * fmax(r->scan.speed[k], pawl_contact_speed(pair, &m));
      if (gap < way && way > PAWL_GAP_NONE * s->scale.length)
        return true;
    }
  }
  return false;
}

bool pawl_watch_hides(pawl_run *r, double dt)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched || r->scan.probe[k] == 0)
      continue;
    pawl_contact_motion(s, pair, &m);
    if (dt * r->scan.speed[k] <= pawl_contact_reach(pair, &m))
      continue;
    r->books.searches++;
    if (pawl_contact_hides(s, pair, &m))
      return true;
  }
  return false;
}
