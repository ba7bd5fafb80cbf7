/* What is told of an event: which touches have changed, in words for the log, and what their margins are from here on.
 * theory.md, 9.4 */
#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/impact.h"

pawl_contact_change *pawl_change_find(const pawl_switching *x, int pair, int point)
{
  for (int n = 0; n < x->change_count; n++)
    if (x->room->change[n].pair == pair && x->room->change[n].point == point)
      return x->room->change + n;
  return NULL;
}

pawl_contact_change *pawl_change_add(pawl_switching *x, int pair, int point)
{
  pawl_contact_change *c = x->room->change + x->change_count++;
  *c = (pawl_contact_change){.pair = pair, .point = point, .first = NAN, .limit = NAN};
  return c;
}

/* One without an impact. */
static pawl_contact_change *add_mode(pawl_switching *x, int k, int i, const char *reason)
{
  pawl_contact_change *c = pawl_change_add(x, k, i);
  c->reason = reason;
  for (int a = 0; a < PAWL_DIMENSIONS; a++)
    c->impulse[a] = c->before[a] = c->after[a] = NAN;
  return c;
}

static bool changes(const pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    if (point_of(s, i)->mode.was_normal != point_of(s, i)->mode.normal ||
        pawl_rub_is_new(s->contact->pair + s->contact->hold[i].pair, point_of(s, i)))
      return true;
  return false;
}

/* Whether bringing others onto what is held has moved an open touch to below zero: it would not be seen to come there. */
static bool is_pushed_in(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                         const pawl_contact_point *p)
{
  pawl_contact_point q = *p;
  if (p->mode.normal != PAWL_OPEN || p->track.gone || !p->mode.armed[PAWL_MARGIN_GAP] ||
      !pair->kind->shapes || !pawl_rigid_of(&pair->fields->law))
    return false;
  pawl_contact_follow(s, pair, m, &q, false);
  return q.track.found != PAWL_LOST && q.track.now.gap < -PAWL_GAP_NONE * s->scale.length;
}

/* What has become of each: words for the log, and signs that margins have from here on. */
void pawl_changes_finish(pawl_system *s, pawl_switching *x)
{
  if (x->motions > 1 && x->change_count == 0 &&
      !changes(s)) /* that something else was possible is told all the same */
    add_mode(x, x->doubtful.pair, x->doubtful.point, "several motions");
  for (int k = 0; k < s->contact->count; k++) {
    pawl_contact_pair *pair = s->contact->pair + k;
    pawl_shape_motion m;
    if (!pawl_contact_switches(pair) || !pair->count)
      continue;
    pawl_contact_motion(s, pair, &m);
    for (int i = 0; i < pair->count; i++) {
      pawl_contact_point *p = pair->point + i;
      pawl_contact_change *c = pawl_change_find(x, k, i);
      bool changed = p->mode.was_normal != p->mode.normal || pawl_rub_is_new(pair, p);
      if (!pawl_touch_grips(pair, p))
        p->mode.tangent = PAWL_RUB_NONE;
      if (!c && changed && x->change_count < x->room->most)
        c = add_mode(x, k, i, p->mode.cause ? p->mode.cause : "another contact");
      if (c) {
        c->from =
            pawl_contact_word(pair, p->mode.was_normal, p->mode.was_tangent, p->mode.was_way, pair->dim);
        c->to = pawl_contact_word(pair, p->mode.normal, p->mode.tangent, p->mode.way, pair->dim);
        c->modes = x->motions;
      }
      if (changed || c || p->mode.cause || p->mode.idle || is_pushed_in(s, pair, &m, p)) {
        pawl_contact_follow(s, pair, &m, p, p->mode.normal != PAWL_OPEN);
        pawl_contact_arm(s, pair, &m, p);
      }
      if (p->mode.idle)
        p->mode.slack[PAWL_MARGIN_GAP] = PAWL_IDLE * pawl_pair_unit(s, pair);
    }
  }
}
