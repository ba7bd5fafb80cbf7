/* What the equations ask of contacts, answered over their pairs.      theory.md, 7.6, 7.10, 9.1 */
#include "base/error.h"
#include "contact/contact.h"
#include "contact/friction.h"
#include "contact/group.h"
#include "contact/lay_out.h"
#include "system/contacts.h"

static bool any(const pawl_system *s)
{
  return s->contact->count > 0;
}

static bool is_rigid_gap(const pawl_system *s, int contact)
{
  const pawl_contact_pair *pair = s->contact->pair + contact;
  return !pair->kind->shapes && pawl_rigid_of(&pair->fields->law);
}

/* ---- the start ---- */

static void measure(const pawl_system *s, double *large, double *small)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    if (!pair->kind->shapes)
      continue;
    double size[2] = {pawl_profile_size(pair->profile[0]), pawl_profile_size(pair->profile[1])};
    *large = fmax(*large, fmax(size[0], size[1]));
    *small = fmax(*small, fmin(size[0], size[1]));
  }
}

static pawl_status can_rest(const pawl_system *s, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const pawl_part *part = s->model->parts[pair->part];
    if (!pair->kind->is_rail && pawl_rigid_of(&pair->fields->law))
      return pawl_fail(
          error, PAWL_BAD_MODEL, part->where,
          "%s \"%s\" does not give way, and an equilibrium cannot be looked for with it: start = "
          "\"equilibrium\" needs laws with stiffness",
          part->kind->name, part->name);
  }
  return PAWL_OK;
}

/* ---- curve joints ---- */

static bool has_rails(const pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->is_rail)
      return true;
  return false;
}

static void forget_rails(pawl_system *s)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->is_rail)
      s->contact->pair[k].count = 0;
}

static int lost_rail(const pawl_system *s)
{
  int lost = -1;
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->is_rail && s->contact->pair[k].search.guessed)
      lost = s->contact->pair[k].part;
  return lost;
}

static bool rail(pawl_system *s, int contact, pawl_touching *touch)
{
  return pawl_rail_touch(s, s->contact->pair + contact, touch);
}

static void see_rail(const pawl_system *s, int contact, const pawl_touching *touch, pawl_seen *seen)
{
  const pawl_contact_point *p = s->contact->pair[contact].point;
  seen->r = pawl_add(touch->at, s->origin);
  seen->length = touch->gap;
  seen->parameter[0] = p->track.now.s[0];
  seen->parameter[1] = p->track.now.s[1];
  seen->slip = p->row.slide[0];
  seen->across = touch->n.x * seen->f.y - touch->n.y * seen->f.x;
}

/* ---- forces ---- */

static bool load(pawl_system *s, int contact, pawl_load *out)
{
  return pawl_contact_load(s, s->contact->pair + contact, out);
}

static pawl_status hold(pawl_system *s, double *a, double *power, bool *any_held)
{
  if (!s->contact->holds)
    return PAWL_OK;
  pawl_status status = pawl_held_motion(s, a, power);
  *any_held = s->contact->hold_count > 0;
  return status;
}

static void push(pawl_system *s)
{
  pawl_held_load(s);
  for (int i = 0; i < s->contact->wrenches; i++) {
    const pawl_group_wrench *w = s->contact->wrench + i;
    pawl_end e;
    s->ops->end(s->kernel, s->place.com + w->body, &e);
    s->ops->load(s->kernel, s->place.com[w->body].link, e.r, w->f, w->t);
  }
}

static void book(pawl_system *s, double *power)
{
  pawl_held_note(s);
  pawl_held_powers(s, power);
}

/* ---- what is seen ---- */

/* Those of one part follow each other. */
static int pairs_of(const pawl_system *s, int first)
{
  int count = 1;
  while (first + count < s->contact->count &&
         s->contact->pair[first + count].part == s->contact->pair[first].part)
    count++;
  return count;
}

static void see(pawl_system *s, int part, pawl_level level, pawl_seen *seen)
{
  if (s->model->parts[part]->kind->family == PAWL_CONTACT_GROUP) {
    pawl_group_see(s, part, seen);
    return;
  }
  const pawl_load_use *use = s->load.use + s->index.load[part];
  const pawl_contact_pair *pair = s->contact->pair + use->contact;
  if (pair->kind->see)
    pair->kind->see(s, pair, pairs_of(s, use->contact), level, seen);
  else
    pawl_contact_see(s, pair, level, seen);
  seen->work = s->at.work ? s->at.work[use->work] : 0;
}

static void efforts(const pawl_system *s, double *effort)
{
  for (int k = 0; k < s->contact->count; k++)
    if (s->contact->pair[k].kind->efforts)
      s->contact->pair[k].kind->efforts(s->contact->pair + k, effort);
}

const pawl_contact_ops pawl_contact_layer = {.plan = pawl_contacts_plan,
                                             .add = pawl_contacts_add,
                                             .open = pawl_contacts_open,
                                             .any = any,
                                             .is_rigid_gap = is_rigid_gap,
                                             .measure = measure,
                                             .try_laws = pawl_friction_try,
                                             .can_rest = can_rest,
                                             .lie = pawl_contacts_lie,
                                             .forget = pawl_contacts_forget,
                                             .has_rails = has_rails,
                                             .forget_rails = forget_rails,
                                             .lost_rail = lost_rail,
                                             .rail = rail,
                                             .see_rail = see_rail,
                                             .load = load,
                                             .hold = hold,
                                             .push = push,
                                             .book = book,
                                             .see = see,
                                             .efforts = efforts};
