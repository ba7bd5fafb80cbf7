/* What there is to see of a contact: its deepest touch, the one that carries most, and all forces together.      theory.md, 7.6 */
#include <float.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/pair.h"

bool pawl_contact_looks_away(const pawl_contact_point *point)
{
  return point->mode.normal == PAWL_OPEN && point->track.now.gap < 0 &&
         isinf(point->mode.slack[PAWL_MARGIN_GAP]);
}

/* The deepest touch that counts, an open one only where none is closed, and the first of those that are equally deep; NULL:
 * the shapes are far apart. */
static const pawl_contact_point *deepest(const pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_contact_point *best = NULL;
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    if (p->track.found == PAWL_LOST || pawl_contact_looks_away(p))
      continue;
    bool open = p->mode.normal == PAWL_OPEN, worse = best && best->mode.normal == PAWL_OPEN && !open;
    bool deeper = best && p->track.now.gap < best->track.now.gap - PAWL_GAP_NONE * s->scale.length;
    if (!best || worse || (deeper && (!open || best->mode.normal == PAWL_OPEN)))
      best = p;
  }
  return best;
}

/* Of those that are closed the one that pushes most, and the first of those that push alike but for rounding; NULL: all are
 * open. */
static const pawl_contact_point *most_loaded(const pawl_contact_pair *pair)
{
  const pawl_contact_point *best = NULL;
  for (int i = 0; i < pair->count; i++) {
    const pawl_contact_point *p = pair->point + i;
    if (p->track.found != PAWL_LOST && p->mode.normal != PAWL_OPEN &&
        (!best || p->row.normal > best->row.normal + PAWL_FORCE_TOLD * fabs(best->row.normal)))
      best = p;
  }
  return best;
}

/* Shapes that are far apart have no touch that is followed, but a distance all the same. */
static const pawl_contact_point *find_nearest(pawl_system *s, pawl_contact_pair *pair,
                                              const pawl_shape_motion *m)
{
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note note;
  double reach = fmax(pawl_contact_apart(pair, m), 0) + pawl_profile_size(pair->profile[0]) +
                 pawl_profile_size(pair->profile[1]);
  int n = pawl_search(pair->profile[0], pair->profile[1], &m->place, reach, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  if (n == 0)
    return NULL;
  pair->point[0] = (pawl_contact_point){.track.touch = touch[0], .track.time = s->at.t};
  pawl_contact_follow(s, pair, m, pair->point, false);
  return pair->point;
}

/* Forces of all touches of a copy, which are followed to the instant; `sum`: places, weighted by normal forces. */
static pawl_vec add_touches(pawl_system *s, pawl_contact_pair *own, const pawl_shape_motion *m,
                            pawl_seen *seen)
{
  pawl_end b;
  pawl_vec f = {0, 0, 0}, ta = {0, 0, 0}, tb = {0, 0, 0}, sum = {0, 0, 0};
  s->ops->end(s->kernel, &own->place[1], &b);
  for (int i = 0; i < own->count; i++) {
    pawl_contact_point *point = own->point + i;
    pawl_contact_follow(s, own, m, point, point->mode.normal != PAWL_OPEN);
    if (point->mode.normal == PAWL_OPEN || point->track.found == PAWL_LOST)
      continue;
    double held[PAWL_TANGENTS];
    memcpy(held, point->row.friction, sizeof held);
    /* the index into states is by place in the list, so the copy answers as the pair itself */
    pawl_contact_press(s, own, m, point, NULL);
    if (point->mode.tangent == PAWL_RUB_STICK) /* not the law's: as it was solved for */
      memcpy(point->row.friction, held, sizeof held);
    pawl_vec g = pawl_contact_force(point);
    f = pawl_add(f, g);
    tb = pawl_add(tb, pawl_cross(pawl_sub(point->track.at, b.r), g));
    ta = pawl_sub(ta, pawl_cross(pawl_sub(point->track.at, m->a.r), g));
    bool pulls = own->kind->both_ways; /* else at its zero it may be negative by rounding */
    seen->effort += pulls ? point->row.normal : fmax(point->row.normal, 0);
    sum = pawl_add(sum, pawl_times(fmax(point->row.normal, 0), point->track.at));
    seen->across += point->row.friction[0];
    seen->aside_force += point->row.friction[1];
    seen->power += point->row.power;
    seen->energy += point->row.energy;
    seen->count += 1;
  }
  seen->f = f;
  seen->t = tb;
  seen->back_t = ta;
  return sum;
}

void pawl_contact_see(pawl_system *s, const pawl_contact_pair *pair, pawl_level level, pawl_seen *seen)
{
  pawl_contact_pair own = *pair; /* looking changes nothing */
  pawl_shape_motion m;
  pawl_contact_motion(s, &own, &m);
  pawl_vec sum = add_touches(s, &own, &m, seen);
  const pawl_contact_point *loaded = most_loaded(&own), *best = deepest(s, &own);
  if (loaded && pawl_rigid_of(&pair->fields->law)) {
    /* what does not give way is nowhere deep: which of its gaps is the least is up to rounding. But what is read while forces
     * are not known yet must not depend on those of another instant */
    bool known = level >= PAWL_AT_FORCE;
    best = known ? loaded : best;
    loaded = best;
  }
  if (!best && !pair->kind->shapes)
    return;
  bool followed = best != NULL;
  if (!best)
    best = find_nearest(s, &own, &m);
  /* nowhere opposite each other, or one deep in the other, or seen through it */
  if (!best || (!followed && seen->count == 0 && best->track.now.gap < 0)) {
    seen->length = fmax(pawl_contact_apart(&own, &m), 0);
    return;
  }
  seen->length = best->track.now.gap;
  seen->rate = best->row.gap_rate;
  seen->depth = seen->count > 0 ? fmax(-best->track.now.gap, 0) : 0;
  best = loaded ? loaded : best;
  seen->mode = loaded ? 1 + pawl_rub_number(loaded->mode.tangent, loaded->mode.way, pair->dim) : 0;
  seen->slip = best->row.slide[0];
  seen->aside = best->row.slide[1];
  seen->parameter[0] = best->track.now.s[0];
  seen->parameter[1] = best->track.now.s[1];
  seen->r = pawl_add(seen->effort > DBL_MIN ? pawl_times(1 / seen->effort, sum) : best->track.at, s->origin);
}
