/* Contacts are laid out: pairs, the loads that they are, room for what can be held.      theory.md, 7.6, 9.1 */
#include "contact/lay_out.h"

#include "base/error.h"
#include "contact/group.h"
#include "contact/held.h"
#include "contact/pieces.h"

/* ---- memory ---- */

pawl_status pawl_contacts_plan(pawl_builder *b, int *loads)
{
  pawl_system *s = b->s;
  s->contact = PAWL_TAKE(s->arena, 1, pawl_contact_set);
  if (!s->contact)
    return pawl_fail_memory(b->error);
  if (pawl_groups_plan(b, loads) != PAWL_OK)
    return b->error->status;
  s->contact->most = *loads;
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_pair_kind *kind = pawl_pair_kind_of(b->model->parts[i]);
    s->contact->most += !kind ? 0 : kind->most ? kind->most : 1;
  }
  s->contact->pair = PAWL_TAKE(s->arena, s->contact->most + 1, pawl_contact_pair);
  return PAWL_OK;
}

bool pawl_contacts_open(pawl_system *s)
{
  pawl_contact_set *set = s->contact;
  set->dim = 2;
  for (int k = 0; k < set->count; k++) {
    set->dim = set->pair[k].dim > set->dim ? set->pair[k].dim : set->dim;
    const pawl_contact *fields = set->pair[k].fields;
    set->holds |= fields && (pawl_rigid_of(&fields->law) || pawl_is_dry(&fields->friction));
  }
  if (!set->holds)
    return true;
  set->move = PAWL_TAKE(s->arena, s->tree.dof_count + 1, double);
  set->power = PAWL_TAKE(s->arena, pawl_system_extras(s) + 1, double);
  return !s->arena->failed && pawl_held_room(s, PAWL_HELD_FEW);
}

/* ---- pairs ---- */

/* Beyond `most` there is one more, so that a kind that says too few is told, below, and not a fault of memory. */
static pawl_contact_pair *new_pair(pawl_system *s)
{
  if (s->contact->count == s->contact->most)
    s->contact->over = true;
  else
    s->contact->count++;
  return s->contact->pair + s->contact->count - !s->contact->over;
}

/* Two shapes: their profiles and frames. */
pawl_status pawl_lay_shapes(pawl_builder *b, int part, const int shape[2])
{
  pawl_system *s = b->s;
  pawl_contact_pair *pair = new_pair(s);
  *pair = (pawl_contact_pair){.kind = &pawl_pair_shapes, .part = part, .dim = 2, .log.lifts = NAN};
  for (int i = 0; i < 2; i++) {
    pair->place[i] = pawl_place_of(b, &((const pawl_shape_part *)b->model->parts[shape[i]]->fields)->frame);
    const pawl_signal *surface = &((const pawl_shape_part *)b->model->parts[shape[i]]->fields)->surface_speed;
    if (surface->function || surface->part || surface->channel || surface->value != 0)
      pair->surface[i] = surface;
  }
  for (int i = 0; i < 2; i++) {
    pair->profile[i] = pawl_piece_profile(b, shape[i], shape[1 - i]);
    if (!pair->profile[i])
      return b->error->status;
  }
  pair->search.room = pawl_search_room(s->arena, pair->profile[0], pair->profile[1], PAWL_TOUCHES);
  return pair->search.room ? PAWL_OK : pawl_fail_memory(b->error);
}

/* The pairs from the first on as one load, with a law and friction. */
static void lay_load(pawl_builder *b, int part, int first, const pawl_contact *contact)
{
  pawl_system *s = b->s;
  pawl_contact_pair *pair = s->contact->pair + first;
  s->index.load[part] = s->load.count;
  pawl_load_use *use = s->load.use + s->load.count++;
  *use = (pawl_load_use){.part = part,
                         .contact = first,
                         .is_set = !pair->kind->shapes,
                         .a = pair->place[0],
                         .b = pair->place[1],
                         .spin = -1,
                         .state = s->extra.states,
                         .state_count = pawl_contact_states(contact),
                         .first_signal = b->signal_count,
                         .work = s->extra.works++};
  s->extra.states += use->state_count;
  for (int k = first; k < s->contact->count; k++) {
    s->contact->pair[k].load = s->index.load[part];
    s->contact->pair[k].fields = contact;
    s->contact->pair[k].state = use->state;
  }
}

/* A contact is a load between the frames of its two shapes. */
pawl_status pawl_lay_contact(pawl_builder *b, int part, const pawl_contact *contact)
{
  if (pawl_lay_shapes(b, part, contact->shape) != PAWL_OK)
    return b->error->status;
  lay_load(b, part, b->s->contact->count - 1, contact);
  return pawl_pair_check(b->s, b->s->contact->pair + b->s->contact->count - 1, b->error);
}

/* One without shapes: of two places, or along coordinates. */
pawl_contact_pair *pawl_lay_pair(pawl_builder *b, int part, const pawl_pair_kind *kind)
{
  pawl_frame ground = pawl_own_frame(0);
  pawl_place place = pawl_place_of(b, &ground);
  pawl_contact_pair *pair = new_pair(b->s);
  *pair = (pawl_contact_pair){.part = part,
                              .dim = 2,
                              .log.lifts = NAN,
                              .place = {place, place},
                              .kind = kind,
                              .joint = -1,
                              .second = -1};
  return pair;
}

pawl_status pawl_lay_load(pawl_builder *b, int part, const pawl_value *law, const pawl_value *friction)
{
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  *contact = (pawl_contact){.shape = {-1, -1}, .law = *law};
  if (friction)
    contact->friction = *friction;
  int first = b->s->contact->count - 1;
  while (first > 0 && b->s->contact->pair[first - 1].part == part)
    first--;
  lay_load(b, part, first, contact);
  return PAWL_OK;
}

pawl_status pawl_contacts_add(pawl_builder *b, int part, bool *is_contact)
{
  const pawl_pair_kind *kind = pawl_pair_kind_of(b->model->parts[part]);
  *is_contact = kind != NULL;
  if (!kind)
    return PAWL_OK;
  pawl_status status = kind->add(b, part);
  if (status == PAWL_OK && b->s->contact->over)
    return pawl_fail(b->error, PAWL_BAD_MODEL, b->model->parts[part]->where,
                     "%s \"%s\" is more pairs than 'most' of its kind says",
                     b->model->parts[part]->kind->name, b->model->parts[part]->name);
  return status;
}
