/* The event, on one page.      theory.md, 9.3 and 9.4
 *
 *     close      which open touches are shut, beside those that are pressed; the others' modes have ended or go on
 *     engage     constraints that begin to hold
 *     impact     velocities jump, where something approaches or friction jams
 *     release    what parts is open
 *     choose     the modes of what stays shut, by the contact problem of section 8
 *     project    positions and velocities are brought onto what is held
 *     arm        the signs that margins have from here on, and what is told */
#include "base/error.h"
#include "contact/impact.h"

/* What has opened an instant before a jam parts. Touches that close at once are so far from each other as a run can tell: of many, rows of W that
 * depend on each other would do so only nearly. */
static pawl_status close(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  x->change_count = x->motions = 0;
  if (!x->jammed && pawl_contacts_close(s, error) != PAWL_OK)
    return error->status;
  if (!pawl_held_gather(s, PAWL_GATHER_GAPS))
    return pawl_fail_memory(error);
  if (s->contact->hold_count > PAWL_HELD_FEW)
    pawl_held_part(s, PAWL_GATHER_GAPS, x->t, x->q, x->v, x->base);
  if (!pawl_held_gather(s, PAWL_GATHER_ALL) ||
      !pawl_switch_room_fit(x->room, s->arena, s->contact->dim, s->contact->hold_count))
    return pawl_fail_memory(error);
  for (int i = 0; i < s->contact->hold_count; i++)
    memset(point_of(s, i)->row.blur, 0, sizeof point_of(s, i)->row.blur);
  return PAWL_OK;
}

static pawl_status engage(pawl_system *s, pawl_switching *x)
{
  pawl_status status = pawl_impact_engage(s, x);
  return status == PAWL_OK ? pawl_switch_look(s, x) : status;
}

static pawl_status impact(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  if (!x->jammed && !pawl_impact_due(s))
    return PAWL_OK;
  pawl_status status = x->jammed ? pawl_jam_impact(s, x, error) : pawl_impact_pass(s, x, error);
  return status == PAWL_OK ? pawl_switch_look(s, x) : status;
}

/* Where there are no forces for several of those that stay, impulses may stop what slides; and again, for what goes on to slide. One by
 * itself, Painlevé's rod, is refused. */
static pawl_status release_and_choose(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_status status = PAWL_OK;
  for (int round = 0; status == PAWL_OK; round++) {
    x->modeless = false;
    pawl_switch_release(s, x);
    pawl_held_gather(s, PAWL_GATHER_ALL);
    if (!s->contact->hold_count)
      break;
    status = pawl_switch_look(s, x); /* without constraints, which are condensed */
    status = status == PAWL_OK ? pawl_switch_choose(s, x, error) : status;
    if (status == PAWL_OK || !x->modeless || round == s->contact->hold_count)
      break;
    status = pawl_jam_instead(s, x, error);
    status = status == PAWL_OK ? pawl_switch_look(s, x) : status;
  }
  return status;
}

static pawl_status arm(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  const pawl_request now = {x->t, x->q, x->v, x->base, x->work};
  pawl_status status = pawl_system_motion(s, &now, x->a, x->power);
  if (status == PAWL_OK)
    pawl_changes_finish(s, x);
  else
    *error = s->error;
  return status;
}

static pawl_status say_why(const pawl_system *s, const pawl_switching *x, pawl_error *error)
{
  if (error->status == PAWL_OK && s->error.status != PAWL_OK)
    *error = s->error;
  return error->status == PAWL_OK ? pawl_fail(error, PAWL_BAD_NUMBERS, s->model->path,
                                              "touches cannot be followed at t = %.9g s", x->t)
                                  : error->status;
}

pawl_status pawl_contacts_switch(pawl_system *s, pawl_switching *x, pawl_error *error)
{
  pawl_status status = close(s, x, error);
  if (status != PAWL_OK)
    return status;
  if (s->contact->hold_count) {
    status = engage(s, x);
    status = status == PAWL_OK ? impact(s, x, error) : status;
    status = status == PAWL_OK ? release_and_choose(s, x, error) : status;
    status = status == PAWL_OK ? pawl_held_project(s, x->t, x->q, x->v, x->base, x->given) : status;
    if (status != PAWL_OK)
      return say_why(s, x, error);
  }
  return arm(s, x, error);
}
