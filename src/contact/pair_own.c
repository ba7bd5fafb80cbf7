/* Gaps and constraints of own equations: g(q, t), w_N, w_T as the part says; a constraint is φ(q, t) as it was when it began to hold,
 * both ways. Both are there while when > 0.      theory.md, 5.14, 9.1 */
#include <string.h>

#include "base/error.h"
#include "contact/lay_out.h"
#include "contact/pair.h"
#include "system/own.h"

static void follow(pawl_system *s, const pawl_contact_pair *pair, const pawl_shape_motion *m,
                   pawl_contact_point *p, bool held)
{
  (void)m, (void)held;
  double along = 0;
  pawl_pair_begin(s, p);
  const pawl_gap_seen *seen = pawl_gap_look(s, pair->part);
  if (!seen)
    return;
  p->track.now.gap = seen->gap - pair->limit;
  p->row.gap_rate = seen->gap_rate;
  p->row.when = seen->when;
  for (int a = 0; a < PAWL_TANGENTS; a++) {
    double own = 0;
    for (int i = 0; a < seen->tangents && s->at.v && i < seen->n; i++)
      own += seen->tangent[a][i] * s->at.v[seen->dof + i];
    p->row.slide[a] = seen->slide[a];
    p->row.drift[a] = seen->slide[a] - own;
  }
  for (int i = 0; s->at.v && i < seen->n; i++)
    along += seen->normal[i] * s->at.v[seen->dof + i];
  p->row.climb = s->at.v ? seen->gap_rate - along : 0;
  pawl_pair_end(p);
}

static bool directions(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p,
                       double *const w[PAWL_DIMENSIONS])
{
  (void)p;
  const pawl_gap_seen *seen = pawl_gap_look(s, pair->part);
  if (!seen)
    return false;
  memcpy(w[PAWL_N] + seen->dof, seen->normal, sizeof(double) * (size_t)seen->n);
  for (int a = 0; a < seen->tangents; a++)
    memcpy(w[PAWL_T + a] + seen->dof, seen->tangent[a], sizeof(double) * (size_t)seen->n);
  return true;
}

static void rates(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, const double *a,
                  double *rate)
{
  (void)p;
  const pawl_gap_seen *seen = pawl_gap_look(s, pair->part);
  for (int k = 0; k < pair->dim; k++)
    rate[k] = NAN;
  if (!seen)
    return;
  rate[PAWL_N] = seen->bend_n;
  for (int i = 0; i < seen->n; i++)
    rate[PAWL_N] += seen->normal[i] * a[seen->dof + i];
  for (int k = 0; k < pair->dim - 1; k++) {
    rate[PAWL_T + k] = seen->bend_t[k];
    for (int i = 0; k < seen->tangents && i < seen->n; i++)
      rate[PAWL_T + k] += seen->tangent[k][i] * a[seen->dof + i];
  }
}

static void load(pawl_system *s, const pawl_contact_pair *pair, const pawl_contact_point *p, double normal,
                 const double friction[PAWL_TANGENTS])
{
  (void)p;
  const pawl_own_gap_use *use = s->own.gaps + s->index.own[pair->part];
  pawl_own_use *own = s->own.use + use->own;
  const pawl_gap_seen *seen = pawl_gap_look(s, pair->part);
  if (!seen)
    return;
  for (int i = 0; i < seen->n; i++)
    own->spare[i] = seen->normal[i] * normal + (seen->tangents > 0 ? seen->tangent[0][i] * friction[0] : 0);
  for (int i = 0; seen->tangents > 1 && i < seen->n; i++)
    own->spare[i] += seen->tangent[1][i] * friction[1];
  if (pawl_own_respond(s, use->own, own->spare, own->spare) != PAWL_OK)
    return;
  for (int i = 0; i < seen->n; i++)
    s->ops->effort(s->kernel, seen->dof + i, own->spare[i]);
}

static void respond(pawl_system *s, const pawl_contact_pair *pair, int along, const double *w, double *x)
{
  int dof = s->own.use[s->own.gaps[s->index.own[pair->part]].own].dof;
  pawl_gap_respond(s, pair->part, along, w + dof, x + dof);
}

/* ---- gaps ---- */

static bool is_gap(const pawl_part *part)
{
  return part->kind->family == PAWL_GAP;
}

static pawl_status add_gap(pawl_builder *b, int part)
{
  const pawl_gap *gap = b->model->parts[part]->fields;
  pawl_lay_pair(b, part, &pawl_pair_gap)->dim = pawl_gap_tangents(gap) == 2 ? 3 : 2;
  return pawl_lay_load(b, part, &gap->law, &gap->friction);
}

static bool gap_is_said(const pawl_system *s, const pawl_contact_pair *pair)
{
  const pawl_gap *gap = s->model->parts[pair->part]->fields;
  return gap->gap.function > 0 || gap->when > 0;
}

/* Exact fits, and forces that are not unique, are looked for in the plane only (9.7): what needs that is not there. */
static pawl_status check_gap(pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  for (int k = 0; pair->dim == 3 && k < s->contact->count; k++) {
    const pawl_contact_pair *other = s->contact->pair + k;
    bool holds =
        other->fields && (pawl_rigid_of(&other->fields->law) || pawl_is_dry(&other->fields->friction));
    if (holds && other->kind != &pawl_pair_gap && other->kind != &pawl_pair_constraint)
      return pawl_fail(error, PAWL_BAD_MODEL, s->model->parts[pair->part]->where,
                       "gap \"%s\" slides along two tangents, which is not possible beside what is rigid or "
                       "rubs in the plane, "
                       "like %s \"%s\"",
                       s->model->parts[pair->part]->name, s->model->parts[other->part]->kind->name,
                       s->model->parts[other->part]->name);
  }
  return PAWL_OK;
}

const pawl_pair_kind pawl_pair_gap = {.may_jump = true,
                                      .is_switched = true,
                                      .is = is_gap,
                                      .add = add_gap,
                                      .check = check_gap,
                                      .is_said = gap_is_said,
                                      .follow = follow,
                                      .directions = directions,
                                      .rates = rates,
                                      .respond = respond,
                                      .load = load};

/* ---- constraints: held like a rigid contact, both ways ---- */

static bool is_condition(const pawl_part *part)
{
  return part->kind->family == PAWL_CONDITION;
}

static pawl_status add_condition(pawl_builder *b, int part)
{
  static const pawl_rigid plastic = {0};
  const pawl_value law = {pawl_kind_find("rigid"), &plastic, b->model->parts[part]->where};
  pawl_lay_pair(b, part, &pawl_pair_constraint);
  return pawl_lay_load(b, part, &law, NULL);
}

static bool condition_is_said(const pawl_system *s, const pawl_contact_pair *pair)
{
  return ((const pawl_condition *)s->model->parts[pair->part]->fields)->when > 0;
}

const pawl_pair_kind pawl_pair_constraint = {.both_ways = true,
                                             .is = is_condition,
                                             .add = add_condition,
                                             .is_said = condition_is_said,
                                             .follow = follow,
                                             .directions = directions,
                                             .rates = rates,
                                             .respond = respond,
                                             .load = load};
