/* A step in place of events that do not end: what accumulates is passed.      theory.md, 9.3 and 10 */
#include <string.h>

#include "step/stepping_inner.h"

bool pawl_stepping_has_passed(const pawl_run *r, double t)
{
  return !r->stepping && r->passage && r->storm.passed_h > 0 && r->storm.passed_t == r->t &&
         t > r->passage->last_t;
}

double pawl_stepping_passed_from(const pawl_run *r)
{
  return pawl_stepping_has_passed(r, r->t) ? r->passage->last_t : r->t;
}

/* Touches are looked for anew, and none is held yet: a step has left out those that pass a corner in it. */
static void open_all(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (pair->kind->searched) {
      pawl_contact_motion(s, pair, &m);
      pawl_contact_search(s, pair, &m, pawl_contact_interest(pair, 0));
      r->books.searches++;
    }
    bool touches = pawl_contact_switches(pair) && !pair->kind->both_ways;
    for (int i = 0; touches && i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      bool rigid = pawl_rigid_of(&pair->fields->law) != NULL;
      p->mode.normal = rigid ? PAWL_OPEN : p->mode.normal;
      p->mode.tangent = PAWL_RUB_NONE;
      p->mode.cause = "passed by time-stepping";
      p->log.impacts = 0;
    }
  }
}

/* After a step that events follow: what a law presses is what overlaps now, not what half a step ago was to. */
static void press_laws(pawl_run *r)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pair->kind->searched || pawl_rigid_of(&pair->fields->law) || !pair->count)
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      bool was_open = p->mode.normal == PAWL_OPEN;
      pawl_contact_follow(s, pair, &m, p, !was_open);
      if (p->track.gone || p->track.found == PAWL_LOST || pawl_contact_looks_away(p))
        continue;
      bool closed = p->track.now.gap < 0;
      if (closed && was_open) {
        p->mode.approach = fmax(-p->row.gap_rate, 0);
        p->mode.curvature = p->track.now.k[0] + p->track.now.k[1];
      }
      p->mode.normal = closed ? PAWL_PRESSED : PAWL_OPEN;
      if (closed)
        pawl_stepping_choose_law(s, pair, &m, p);
      else
        p->mode.tangent = PAWL_RUB_NONE;
    }
  }
}

pawl_status pawl_stepping_pass(pawl_run *r, double h, pawl_error *error)
{
  r->passage->h = h;
  r->passage->theta = 1;
  r->passage->projects = r->passage->plastic = true;
  r->passage->S.known = false;
  r->passage->warm = 0;
  pawl_contacts_mark(&r->system);
  r->stepping = r->passage;
  pawl_status status = pawl_stepping_step(r, r->t + h, error);
  r->stepping = NULL;
  if (status == PAWL_OK && !pawl_scan_place(r, r->t, r->y))
    status = pawl_run_fail_step(r, h, error);
  if (status != PAWL_OK)
    return status;
  press_laws(r);
  return pawl_scan_place(r, r->t, r->y) ? PAWL_OK : pawl_run_fail_step(r, h, error);
}

pawl_status pawl_stepping_passed(pawl_run *r, pawl_error *error)
{
  open_all(r);
  return pawl_events_switch(r, PAWL_AFTER_PASSING, error);
}

void pawl_stepping_undo(pawl_run *r)
{
  memcpy(r->y, r->passage->last, sizeof(double) * (size_t)r->n);
  memcpy(r->base, r->last_base, sizeof(pawl_quat) * (size_t)r->system.tree.quat_count);
  r->t = r->passage->last_t;
}
