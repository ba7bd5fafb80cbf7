/* Events after which a run cannot go on, and why.      theory.md, 7.9 */
#include <stdio.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "step/events.h"

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

/* The pair that can move least before a touch can appear. */
pawl_status pawl_events_too_close(const pawl_run *r, pawl_error *error)
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

pawl_status pawl_events_judge(const pawl_run *r, pawl_error *error)
{
  const pawl_system *s = &r->system;
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->is_rail && s->contact->pair[k].point[0].track.gone)
      return derail(r, s->contact->pair + k, error);
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    for (int i = 0; pair->log.late > r->event.before[k].log.late && i < pair->count; i++)
      if (pair->point[i].mode.normal == PAWL_PRESSED && -pair->point[i].track.now.gap == pair->log.late &&
          pair->point[i].row.energy > PAWL_FROM_NOWHERE * pawl_judge_scale(r) + given_up(pair, r->t))
        return say_late(r, pair, pair->point[i].row.energy, error);
  }
  return PAWL_OK;
}
