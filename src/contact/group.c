/* Groups of shapes: by events each pair of shapes on two bodies is a contact of its own; where nothing else is in contact and the method
 * is stepping, the group stays one thing, and step/stepping_pile.c looks for its touches. */
#include "contact/group.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/lay_out.h"
#include "contact/pair.h"

static bool is_shape(const pawl_model *model, int part)
{
  return model->parts[part]->kind->family == PAWL_SHAPE_KIND;
}

static int body_of(const pawl_model *model, int shape)
{
  return ((const pawl_shape_part *)model->parts[shape]->fields)->frame.body;
}

bool pawl_group_holds(const pawl_model *model, const pawl_contacts *group, int shape)
{
  if (!is_shape(model, shape) || group->shapes.count == 0)
    return is_shape(model, shape);
  for (int i = 0; i < group->shapes.count; i++)
    if (strcmp(group->shapes.word[i], model->parts[shape]->name) == 0)
      return true;
  return false;
}

/* ---- whether it stays one thing ---- */

/* Bodies, what joins them, forces between them, and what has no equations: nothing else is in contact, and there are no equations of the
 * user's own. */
static bool may_pile(const pawl_part *p)
{
  switch (p->kind->family) {
  case PAWL_STATEMENT:
  case PAWL_BODY:
  case PAWL_BASE:
  case PAWL_JOINT_KIND:
  case PAWL_LINK:
  case PAWL_COUPLING:
  case PAWL_FORCE:
  case PAWL_JOINT_FORCE:
  case PAWL_DRIVE:
  case PAWL_SIGNAL_KIND:
  case PAWL_SENSOR:
  case PAWL_SHAPE_KIND:
  case PAWL_DRAWING:
  case PAWL_COMPOSITE:
    return !p->kind->spin && !pawl_pair_kind_of(p);
  default:
    return p->kind->family == PAWL_CONTACT_GROUP;
  }
}

/* A disc or straight pieces; of a body that moves, a convex polygon. Concave corners have no vertices. */
static bool is_plain(const pawl_profile *profile, bool moves)
{
  int straight = 0, corners = 0, n = pawl_profile_features(profile);
  pawl_profile_part part;
  pawl_profile_point p;
  double from, to;
  pawl_profile_range(profile, &from, &to);
  pawl_profile_at(profile, from, true, &p);
  pawl_profile_feature(profile, 0, &part);
  if (n == 1 && pawl_profile_closed(profile) && p.k > 0) {
    for (int i = 1; i < 16; i++) {
      pawl_profile_point q;
      pawl_profile_at(profile, from + (to - from) * i / 16, true, &q);
      if (fabs(q.k - p.k) > PAWL_ROUND_CURVE * p.k)
        return false;
    }
    return true;
  }
  for (int i = 0; i < n; i++) {
    pawl_profile_feature(profile, i, &part);
    if (!part.vertex && !part.straight)
      return false;
    straight += part.straight, corners += part.vertex;
  }
  return straight > 0 && n <= 500 && (!moves || (pawl_profile_closed(profile) && corners == straight));
}

/* One number says all of it. */
static bool is_simple_friction(const pawl_value *friction)
{
  if (!pawl_is_dry(friction) || pawl_friction_bends(friction))
    return false;
  const pawl_slip rest = {0};
  pawl_bound slides = friction->kind->friction->slides(friction->fields, &rest),
             holds = friction->kind->friction->holds(friction->fields, &rest);
  return holds.share <= slides.share && holds.own == 0 && slides.own == 0;
}

static bool is_simple_law(const pawl_contacts *g)
{
  const pawl_rigid *law = pawl_rigid_of(&g->law);
  return law && law->function <= 0 && law->e_t == 0 &&
         (!g->friction.kind || is_simple_friction(&g->friction));
}

/* The ground and bases may have open and concave shapes, whose edges are looked at one by one. */
static bool moves(const pawl_model *model, int body)
{
  return body > 0 && model->parts[model->body_part[body]]->kind->family == PAWL_BODY;
}

static pawl_status decide(pawl_builder *b, bool *piles)
{
  int groups = 0;
  *piles = false;
  if (b->model->worlds != PAWL_PLANAR || b->model->plan.method != PAWL_METHOD_STEPPING)
    return PAWL_OK;
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    if (!may_pile(p))
      return PAWL_OK;
    if (p->kind->family == PAWL_CONTACT_GROUP && (!is_simple_law(p->fields) || ++groups > 64))
      return PAWL_OK;
  }
  for (int i = 0; groups && i < b->model->part_count; i++) {
    if (!is_shape(b->model, i))
      continue;
    const pawl_profile *profile = pawl_shape_profile(b->model, i, &b->scratch, b->error);
    if (!profile)
      return b->error->status;
    if (!is_plain(profile, moves(b->model, body_of(b->model, i))))
      return PAWL_OK;
  }
  *piles = groups > 0;
  return PAWL_OK;
}

/* ---- pairs ---- */

static pawl_status check_names(pawl_builder *b, const pawl_part *part)
{
  const pawl_contacts *g = part->fields;
  for (int i = 0; i < g->shapes.count; i++) {
    int found = pawl_model_find(b->model, g->shapes.word[i]);
    if (found < 0 || !is_shape(b->model, found))
      return pawl_fail(b->error, PAWL_BAD_MODEL, part->where, "contacts \"%s\": there is no shape \"%s\"",
                       part->name, g->shapes.word[i]);
  }
  return PAWL_OK;
}

static long count_pairs(const pawl_model *model, const pawl_contacts *group)
{
  long n = 0;
  for (int i = 0; i < model->part_count; i++)
    for (int j = 0; j < i && pawl_group_holds(model, group, i); j++)
      n += is_shape(model, j) && body_of(model, i) != body_of(model, j) && pawl_group_holds(model, group, j);
  return n;
}

pawl_status pawl_groups_plan(pawl_builder *b, int *pairs)
{
  int groups = 0;
  *pairs = 0;
  for (int i = 0; i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    if (p->kind->family != PAWL_CONTACT_GROUP)
      continue;
    groups++;
    if (check_names(b, p) != PAWL_OK)
      return b->error->status;
  }
  if (groups == 0)
    return PAWL_OK;
  b->s->contact->groups = PAWL_TAKE(b->s->arena, groups, pawl_group_use);
  if (!b->s->contact->groups)
    return pawl_fail_memory(b->error);
  if (decide(b, &b->s->contact->piles) != PAWL_OK)
    return b->error->status;
  for (int i = 0; !b->s->contact->piles && i < b->model->part_count; i++) {
    const pawl_part *p = b->model->parts[i];
    long more = p->kind->family == PAWL_CONTACT_GROUP ? count_pairs(b->model, p->fields) : 0;
    if (*pairs + more > PAWL_GROUP_PAIRS)
      return pawl_fail(
          b->error, PAWL_BAD_MODEL, p->where,
          "contacts \"%s\" makes %ld pairs of shapes, which are too many to watch; %d can be, and "
          "more with method = \"stepping\", rigid law, discs and convex polygons, where nothing else is in "
          "contact",
          p->name, more, PAWL_GROUP_PAIRS);
    *pairs += (int)more;
  }
  return PAWL_OK;
}

static pawl_status add(pawl_builder *b, int part)
{
  pawl_system *s = b->s;
  const pawl_model *model = b->model;
  const pawl_contacts *group = model->parts[part]->fields;
  pawl_group_use *use = s->contact->groups + s->contact->group_count++;
  *use = (pawl_group_use){.part = part, .work = s->contact->piles ? s->extra.works++ : -1};
  for (int i = 0; !s->contact->piles && i < model->part_count; i++)
    for (int j = 0; j < i && pawl_group_holds(model, group, i); j++) {
      if (!is_shape(model, j) || body_of(model, i) == body_of(model, j) || !pawl_group_holds(model, group, j))
        continue;
      pawl_contact *contact = PAWL_TAKE(s->arena, 1, pawl_contact);
      if (!contact)
        return pawl_fail_memory(b->error);
      *contact = (pawl_contact){.shape = {j, i}, .law = group->law, .friction = group->friction};
      if (pawl_lay_contact(b, part, contact) != PAWL_OK)
        return b->error->status;
    }
  s->index.load[part] = -1; /* it is many */
  return PAWL_OK;
}

/* ---- what is seen ---- */

void pawl_group_see(const pawl_system *s, int part, pawl_seen *seen)
{
  for (int g = 0; g < s->contact->group_count; g++) {
    const pawl_group_use *use = s->contact->groups + g;
    if (use->part != part || use->work < 0)
      continue;
    seen->count = use->count;
    seen->depth = use->depth;
    seen->effort = use->force;
    seen->work = s->at.work ? s->at.work[use->work] : 0;
    return;
  }
  for (int i = 0; i < s->load.count; i++) {
    if (s->load.use[i].part != part || s->load.use[i].contact < 0)
      continue;
    const pawl_contact_pair *pair = s->contact->pair + s->load.use[i].contact;
    for (int k = 0; k < pair->count; k++) {
      const pawl_contact_point *p = pair->point + k;
      if (p->mode.normal != PAWL_PRESSED)
        continue;
      seen->count += 1;
      seen->effort += fmax(p->row.normal, 0);
      seen->depth = fmax(seen->depth, -p->track.now.gap);
    }
    seen->energy += s->load.last[i].energy;
    seen->work += s->at.work ? s->at.work[s->load.use[i].work] : 0;
  }
}

static bool is(const pawl_part *part)
{
  return part->kind->family == PAWL_CONTACT_GROUP;
}

/* Its pairs are of two shapes. */
const pawl_pair_kind pawl_pair_group = {.is = is, .add = add};
