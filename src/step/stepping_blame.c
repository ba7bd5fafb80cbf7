/* Why a step cannot be made: forces that answer within a small part of it, most often those of a law of contact.      theory.md, 10.1 */
#include "base/error.h"
#include "contact/advice.h"
#include "step/stepping_inner.h"

/* The pair whose impact is the shortest, and that impact; -1: none is known. The state is that of the begin of the step. */
static int find_stiffest(pawl_run *r, pawl_impact *impact)
{
  pawl_system *s = &r->system;
  int n = s->tree.dof_count, found = -1;
  const pawl_request at = {r->t, r->y, r->y + n, r->base, r->y + 2 * n};
  double least = INFINITY;
  for (int k = 0; k < s->contact->count; k++) {
    pawl_outlook out;
    pawl_contact_pair *pair = s->contact->pair + k;
    if (!pair->kind->searched || pawl_rigid_of(&pair->fields->law) ||
        pawl_contact_outlook(s, pair, &at, &r->arena, &out) != PAWL_OK || !out.met)
      continue;
    double time = pawl_law_impact_time(&pair->fields->law, &out.impact);
    if (!(time < least))
      continue;
    found = k;
    least = time;
    *impact = out.impact;
  }
  s->error = (pawl_error){0}; /* of a look that failed: the step's own is what counts */
  return found;
}

pawl_status pawl_stepping_blame(pawl_run *r, pawl_error *error)
{
  char why[PAWL_ADVICE];
  pawl_impact impact = {0};
  double h = r->stepping->h;
  r->system.contact->hold_count = 0;
  int k = find_stiffest(r, &impact);
  const pawl_contact_pair *pair = r->system.contact->pair + (k < 0 ? 0 : k);
  impact.step = h;
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  if (k < 0 || !pawl_law_step_advice(&pair->fields->law, &impact, why))
    return pawl_fail(error, PAWL_BAD_NUMBERS, r->model->path,
                     "the step of %.3g s from t = %.9g s cannot be made; try a smaller one", h, r->t);
  const pawl_part *part = r->model->parts[pair->part];
  return pawl_fail(error, PAWL_BAD_NUMBERS, pair->fields->law.where,
                   "%s \"%s\": the step of %.3g s from t = %.9g s cannot be made: %s", part->kind->name,
                   part->name, h, r->t, why);
}
