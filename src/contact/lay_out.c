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
  const pawl_model *model = b->model;
  s->contact = PAWL_TAKE(s->arena, 1, pawl_contact_set);
  if (!s->contact)
    return pawl_fail_memory(b->error);
  if (pawl_groups_plan(b, loads) != PAWL_OK)
    return b->error->status;
  s->contact->pair =
      PAWL_TAKE(s->arena,
                *loads + pawl_count_family(model, PAWL_CONTACT) + pawl_count_family(model, PAWL_CURVE_JOINT) +
                    pawl_count_family(model, PAWL_GAP) + pawl_count_family(model, PAWL_CONDITION) +
                    pawl_count_family(model, PAWL_ROPE_KIND) + 2 * pawl_count_family(model, PAWL_JOINT_FORCE),
                pawl_contact_pair);
  return PAWL_OK;
}

bool pawl_contacts_open(pawl_system *s)
{
  pawl_contact_set *set = s->contact;
  for (int k = 0; k < set->count; k++) {
    const pawl_contact *fields = set->pair[k].fields;
    set->holds |= fields && (pawl_rigid_of(&fields->law) || pawl_coulomb_of(&fields->friction));
  }
  if (!set->holds)
    return true;
  set->move = PAWL_TAKE(s->arena, s->tree.dof_count + 1, double);
  set->power = PAWL_TAKE(s->arena, pawl_system_extras(s) + 1, double);
  return !s->arena->failed && pawl_held_room(s, PAWL_HELD);
}

/* ---- pairs ---- */

/* Two shapes: their profiles and frames. */
static pawl_status add_pair(pawl_builder *b, int part, const int shape[2])
{
  pawl_system *s = b->s;
  pawl_contact_pair *pair = s->contact->pair + s->contact->count++;
  *pair = (pawl_contact_pair){.kind = &pawl_pair_shapes, .part = part, .log.lifts = NAN};
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

/* The last pair as a load, with a law and friction. */
static void add_pair_load(pawl_builder *b, int part, const pawl_contact *contact)
{
  pawl_system *s = b->s;
  pawl_contact_pair *pair = s->contact->pair + s->contact->count - 1;
  s->index.load[part] = pair->load = s->load.count;
  pawl_load_use *use = s->load.use + s->load.count++;
  *use = (pawl_load_use){.part = part,
                         .contact = s->contact->count - 1,
                         .is_set = !pair->kind->shapes,
                         .a = pair->place[0],
                         .b = pair->place[1],
                         .spin = -1,
                         .state = s->extra.states,
                         .state_count = pawl_contact_states(contact),
                         .first_signal = b->signal_count,
                         .work = s->extra.works++};
  s->extra.states += use->state_count;
  pair->fields = contact;
  pair->state = use->state;
}

/* A contact is a load between the frames of its two shapes. */
pawl_status pawl_build_pair(pawl_builder *b, int part, const pawl_contact *contact)
{
  if (add_pair(b, part, contact->shape) != PAWL_OK)
    return b->error->status;
  add_pair_load(b, part, contact);
  return pawl_pair_check(b->s, b->s->contact->pair + b->s->contact->count - 1, b->error);
}

/* A gap of own equations: a pair without shapes. */
static pawl_status add_gap(pawl_builder *b, int part)
{
  const pawl_gap *gap = b->model->parts[part]->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  pawl_frame ground = pawl_own_frame(0);
  pawl_place place = pawl_place_of(b, &ground);
  *contact = (pawl_contact){.shape = {-1, -1}, .law = gap->law, .friction = gap->friction};
  b->s->contact->pair[b->s->contact->count++] =
      (pawl_contact_pair){.part = part, .log.lifts = NAN, .place = {place, place}, .kind = &pawl_pair_gap};
  add_pair_load(b, part, contact);
  return PAWL_OK;
}

/* A constraint in own coordinates: held like a rigid contact, both ways. */
static pawl_status add_condition(pawl_builder *b, int part)
{
  static const pawl_rigid plastic = {0};
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  pawl_frame ground = pawl_own_frame(0);
  pawl_place place = pawl_place_of(b, &ground);
  *contact = (pawl_contact){.shape = {-1, -1},
                            .law = {pawl_kind_find("rigid"), &plastic, b->model->parts[part]->where}};
  b->s->contact->pair[b->s->contact->count++] = (pawl_contact_pair){
      .part = part, .log.lifts = NAN, .place = {place, place}, .kind = &pawl_pair_constraint};
  add_pair_load(b, part, contact);
  return PAWL_OK;
}

/* A rope: a rigid contact of its length, which is not exceeded. */
static pawl_status add_rope(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_rope *rope = p->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  pawl_rope_way *way = PAWL_TAKE(b->s->arena, 1, pawl_rope_way);
  if (!contact || !way)
    return pawl_fail_memory(b->error);
  *contact = (pawl_contact){.shape = {-1, -1}, .law = {pawl_kind_find("rigid"), &rope->rigid, p->where}};
  *way = (pawl_rope_way){.pulleys = rope->over.count};
  for (int i = 0; i < way->pulleys; i++)
    way->pulley[i] = pawl_place_of(b, rope->over.frame + i);
  b->s->contact->pair[b->s->contact->count++] =
      (pawl_contact_pair){.part = part,
                          .log.lifts = NAN,
                          .place = {pawl_place_of(b, &rope->a), pawl_place_of(b, &rope->b)},
                          .kind = &pawl_pair_rope,
                          .second = -1,
                          .limit = rope->length,
                          .rope = way};
  b->s->contact->pulleys += way->pulleys;
  add_pair_load(b, part, contact);
  return PAWL_OK;
}

/* A limit or the friction of a joint, with the law and friction given. */
static void add_single(pawl_builder *b, int part, const pawl_pair_kind *kind, int joint, double way,
                       double limit)
{
  pawl_frame ground = pawl_own_frame(0);
  pawl_place place = pawl_place_of(b, &ground);
  b->s->contact->pair[b->s->contact->count++] = (pawl_contact_pair){.part = part,
                                                                    .log.lifts = NAN,
                                                                    .place = {place, place},
                                                                    .kind = kind,
                                                                    .joint = b->s->index.joint[joint],
                                                                    .second = -1,
                                                                    .way = way,
                                                                    .limit = limit};
}

static pawl_status add_stop(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_stop *stop = p->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  *contact = (pawl_contact){.shape = {-1, -1}, .law = {pawl_kind_find("rigid"), &stop->rigid, p->where}};
  int first = b->s->contact->count;
  if (!isnan(stop->min))
    add_single(b, part, &pawl_pair_limit, stop->joint, 1, stop->min);
  if (!isnan(stop->max))
    add_single(b, part, &pawl_pair_limit, stop->joint, -1, stop->max);
  add_pair_load(b, part, contact);
  b->s->load.use[b->s->load.count - 1].contact = first;
  for (int k = first; k < b->s->contact->count; k++)
    b->s->contact->pair[k].fields = contact;
  return PAWL_OK;
}

static pawl_status add_joint_friction(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_joint_friction *friction = p->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  *contact = (pawl_contact){.shape = {-1, -1},
                            .law = {&pawl_law_preload, friction, p->where},
                            .friction = {pawl_kind_find("coulomb"), &friction->dry, p->where}};
  add_single(b, part, &pawl_pair_friction, friction->joint, 0, 0);
  if (friction->second >= 0) {
    b->s->contact->pair[b->s->contact->count - 1].second = b->s->index.joint[friction->second];
    b->s->contact->pair[b->s->contact->count - 1].way = -friction->ratio;
  }
  add_pair_load(b, part, contact);
  return PAWL_OK;
}

/* A curve joint that may lift off is a rigid contact whose shapes touch at the start. */
static pawl_status add_curve_contact(pawl_builder *b, int part)
{
  const pawl_part *p = b->model->parts[part];
  const pawl_curve_joint *joint = p->fields;
  pawl_contact *contact = PAWL_TAKE(b->s->arena, 1, pawl_contact);
  if (!contact)
    return pawl_fail_memory(b->error);
  if (add_pair(b, part, joint->shape) != PAWL_OK)
    return b->error->status;
  *contact = (pawl_contact){.shape = {joint->shape[0], joint->shape[1]},
                            .law = {pawl_kind_find("rigid"), &joint->rigid, p->where},
                            .friction = joint->friction};
  add_pair_load(b, part, contact);
  b->s->contact->pair[b->s->contact->count - 1].begins_shut = true;
  return pawl_pair_check(b->s, b->s->contact->pair + b->s->contact->count - 1, b->error);
}

/* A curve joint is a row or two on the touch of its shapes. */
static pawl_status add_curve_joint(pawl_builder *b, int part)
{
  const pawl_curve_joint *joint = b->model->parts[part]->fields;
  if (joint->unilateral)
    return add_curve_contact(b, part);
  if (add_pair(b, part, joint->shape) != PAWL_OK)
    return b->error->status;
  int index = b->s->contact->count - 1;
  pawl_contact_pair *pair = b->s->contact->pair + index;
  const pawl_rail_ends ends = {index, {pair->place[0], pair->place[1]}};
  pair->kind = &pawl_pair_rail;
  pawl_add_rows_block(b, part, -1, &ends);
  return pawl_pair_check(b->s, b->s->contact->pair + b->s->contact->count - 1, b->error);
}

pawl_status pawl_contacts_add(pawl_builder *b, int part, bool *is_contact)
{
  const pawl_part *p = b->model->parts[part];
  *is_contact = true;
  switch (p->kind->family) {
  case PAWL_CONDITION:
    return add_condition(b, part);
  case PAWL_GAP:
    return add_gap(b, part);
  case PAWL_ROPE_KIND:
    return add_rope(b, part);
  case PAWL_CONTACT:
    return pawl_build_pair(b, part, p->fields);
  case PAWL_CONTACT_GROUP:
    return pawl_add_group(b, part);
  case PAWL_CURVE_JOINT:
    return add_curve_joint(b, part);
  default:
    break;
  }
  if (pawl_is_hard_stop(p->kind, p->fields))
    return add_stop(b, part);
  if (pawl_is_joint_friction(p->kind, p->fields))
    return add_joint_friction(b, part);
  *is_contact = false;
  return PAWL_OK;
}
