/* What is to be expected of contacts before anything moves: with which mass and speed two shapes will meet.
 *
 *     1/m = d gap''/dF of a force F on both at the touch, all constraints kept;      theory.md, 7.7
 *     v² = gap'² + 2 a gap,   a = -gap'' without the contact;   L = m a, what goes on pressing
 *
 * And what cannot be: points of contact that are not unique, laws without an answer. */
#include "contact/advice.h"

#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"

/* ---- a force that probes ---- */

typedef struct {
  double force;
} probe;

static void press(const void *value, const pawl_press *x, pawl_push *out)
{
  (void)x;
  out->force = ((const probe *)value)->force;
}

static const pawl_kind probe_kind = {
    .name = "probe", .family = PAWL_LAW_VALUE, .law = &(const pawl_law_table){.press = press}};

/* ---- the nearest points ---- */

static double size_of(const pawl_contact_pair *pair)
{
  double a = pawl_profile_size(pair->profile[0]), b = pawl_profile_size(pair->profile[1]);
  return a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
}

static bool find_nearest(const pawl_contact_pair *pair, const pawl_shape_motion *m, pawl_touch *nearest,
                         bool *conformal)
{
  pawl_touch touch[PAWL_TOUCHES];
  pawl_search_note note = {0};
  double reach = fmax(pawl_contact_apart(pair, m), 0) + pawl_profile_size(pair->profile[0]) +
                 pawl_profile_size(pair->profile[1]);
  int n = pawl_search(pair->profile[0], pair->profile[1], &m->place, reach, NULL, 0, touch, PAWL_TOUCHES,
                      pair->search.room, &note);
  *conformal = note.conformal;
  if (n > 0)
    *nearest = touch[0];
  return n > 0;
}

/* ---- mass and speed ---- */

/* The rate of the gap when the mechanism moves with these velocities. */
static pawl_status gap_rate(pawl_system *s, pawl_contact_pair *pair, const pawl_request *at, const double *v,
                            double *rate)
{
  pawl_shape_motion m;
  pawl_status status = pawl_system_rows(s, at->t, at->q, v, at->base);
  if (status != PAWL_OK)
    return status;
  pawl_contact_motion(s, pair, &m);
  pawl_contact_follow(s, pair, &m, pair->point, true);
  *rate = pair->point->row.gap_rate;
  return PAWL_OK;
}

static pawl_status accelerate(pawl_system *s, const pawl_request *at, probe *by, double force, double *a,
                              double *power)
{
  by->force = force;
  return pawl_system_motion(s, at, a, power);
}

/* With the pair's law replaced by the probe. */
static pawl_status feel(pawl_system *s, pawl_contact_pair *pair, const pawl_request *at, probe *by,
                        pawl_arena *arena, pawl_impact *impact)
{
  int n = s->tree.dof_count;
  double *a = PAWL_TAKE(arena, n, double), *b = PAWL_TAKE(arena, n, double);
  double *power = PAWL_TAKE(arena, s->extra.works + 1, double), rate = 0, fall = 0, yield = 0;
  double force = s->scale.mass * s->scale.length / (s->scale.time * s->scale.time);
  if (!a || !b || !power)
    return PAWL_NO_MEMORY;
  pawl_status status = accelerate(s, at, by, 0, a, power);
  if (status == PAWL_OK)
    status = accelerate(s, at, by, force, b, power);
  for (int i = 0; i < n; i++)
    b[i] -= a[i];
  if (status == PAWL_OK)
    status = gap_rate(s, pair, at, at->v, &rate);
  if (status == PAWL_OK)
    status = gap_rate(s, pair, at, a, &fall);
  if (status == PAWL_OK)
    status = gap_rate(s, pair, at, b, &yield);
  if (status != PAWL_OK)
    return status;
  double gap = fmax(pair->point->track.now.gap, 0), pull = fmax(-fall, 0);
  bool held = !(yield > PAWL_YIELDS * force / s->scale.mass); /* by constraints, but for rounding */
  impact->mass = held ? INFINITY : force / yield;
  impact->speed = pull > 0 || rate < 0 ? sqrt(rate * rate + 2 * pull * gap) : 0;
  impact->load = isinf(impact->mass) ? 0 : impact->mass * pull;
  return PAWL_OK;
}

/* ---- all of it ---- */

pawl_status pawl_contacts_glance(pawl_system *s, const pawl_request *at, pawl_arena *arena)
{
  long factors = s->at.factors;
  double *power = PAWL_TAKE(arena, s->extra.works + s->tree.dof_count + 1, double);
  pawl_status status = power ? pawl_system_motion(s, at, power + s->extra.works, power) : PAWL_NO_MEMORY;
  s->at.factors = factors;
  return status;
}

void pawl_contact_glance(pawl_system *s, pawl_contact_pair *pair, pawl_outlook *out)
{
  pawl_shape_motion m;
  pawl_touch nearest;
  pawl_seen seen = {0};
  bool conformal, shapes = pair->kind->shapes; /* a gap of own equations has none */
  *out =
      (pawl_outlook){.impact = {.length = shapes ? size_of(pair) : s->scale.length, .time = s->scale.time}};
  pawl_contact_see(s, pair, PAWL_AT_FORCE, &seen);
  pawl_contact_motion(s, pair, &m);
  out->gap = seen.length;
  out->force = seen.effort;
  out->s[0] = seen.parameter[0];
  out->s[1] = seen.parameter[1];
  out->met = shapes && find_nearest(pair, &m, &nearest, &conformal);
}

pawl_status pawl_contact_outlook(pawl_system *s, pawl_contact_pair *pair, const pawl_request *at,
                                 pawl_arena *arena, pawl_outlook *out)
{
  pawl_shape_motion m;
  pawl_touch nearest;
  bool conformal;
  long factors = s->at.factors;
  pawl_contact_pair *kept = PAWL_TAKE(arena, 1, pawl_contact_pair);
  if (!kept)
    return PAWL_NO_MEMORY;
  pawl_status status = pawl_contacts_glance(s, at, arena);
  if (status != PAWL_OK)
    return status;
  pawl_contact_glance(s, pair, out);
  pawl_contact_motion(s, pair, &m);
  if (out->met && find_nearest(pair, &m, &nearest, &conformal)) {
    probe by = {0};
    const pawl_contact trial = {.shape = {pair->fields->shape[0], pair->fields->shape[1]},
                                .law = {&probe_kind, &by, ""}};
    *kept = *pair;
    pair->fields = &trial;
    pair->count = 1;
    pair->point[0] =
        (pawl_contact_point){.track.touch = nearest, .track.time = at->t, .mode.normal = PAWL_PRESSED};
    status = feel(s, pair, at, &by, arena, &out->impact);
    out->impact.curvature = nearest.k[0] + nearest.k[1];
    *pair = *kept;
    if (status == PAWL_OK)
      status = pawl_contacts_glance(s, at, arena); /* as it was */
  }
  s->at.factors = factors;
  return status;
}

pawl_status pawl_contact_opening(pawl_system *s, pawl_contact_pair *pair, const pawl_request *at,
                                 pawl_arena *arena, double *way, pawl_opening *out)
{
  int n = s->tree.dof_count;
  pawl_shape_motion m;
  pawl_touch nearest;
  bool conformal;
  double force = s->scale.mass * s->scale.length / (s->scale.time * s->scale.time);
  double *power = PAWL_TAKE(arena, s->extra.works + n + 1, double), *bare = power + s->extra.works + 1;
  pawl_contact_pair *kept = PAWL_TAKE(arena, 1, pawl_contact_pair);
  *out = (pawl_opening){false, NAN, 0};
  if (!power || !kept)
    return PAWL_NO_MEMORY;
  pawl_status status = pawl_system_rows(s, at->t, at->q, at->v, at->base);
  pawl_contact_motion(s, pair, &m);
  if (status != PAWL_OK || !find_nearest(pair, &m, &nearest, &conformal))
    return status;
  out->met = true;
  out->gap = nearest.gap;
  if (!way)
    return PAWL_OK;
  probe by = {0};
  const pawl_contact trial = {.shape = {pair->fields->shape[0], pair->fields->shape[1]},
                              .law = {&probe_kind, &by, ""}};
  *kept = *pair;
  pair->fields = &trial;
  pair->count = 1;
  pair->point[0] = (pawl_contact_point){
      .track.touch = nearest, .track.now = nearest, .track.time = at->t, .mode.normal = PAWL_PRESSED};
  status = accelerate(s, at, &by, 0, bare, power);
  status = status == PAWL_OK ? accelerate(s, at, &by, force, way, power) : status;
  for (int i = 0; i < n; i++)
    way[i] -= bare[i];
  status = status == PAWL_OK ? gap_rate(s, pair, at, way, &out->rate) : status;
  if (!(out->rate > PAWL_YIELDS * force / s->scale.mass)) /* by constraints, but for rounding */
    out->rate = 0;
  *pair = *kept;
  return status;
}

/* ---- what cannot be ---- */

pawl_status pawl_contacts_allowed(pawl_system *s, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    pawl_shape_motion m;
    pawl_touch nearest;
    bool conformal;
    if (!s->contact->pair[k].kind->shapes)
      continue;
    pawl_contact_motion(s, s->contact->pair + k, &m);
    bool met = find_nearest(s->contact->pair + k, &m, &nearest, &conformal);
    s->contact->pair[k].log.behind =
        !met && !s->contact->pair[k].kind->is_rail && pawl_contact_apart(s->contact->pair + k, &m) <= 0;
    if (conformal)
      return pawl_pair_fits(s, s->contact->pair + k, error);
  }
  return pawl_contacts_answer(s, error);
}

pawl_status pawl_contacts_answer(const pawl_system *s, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const pawl_part *part = s->model->parts[pair->part];
    for (int i = 0; !pair->kind->is_rail && i < pair->count; i++) {
      const char *wrong = pair->point[i].mode.normal == PAWL_PRESSED
                              ? pawl_law_refuses(&pair->fields->law, pair->point[i].mode.curvature)
                              : NULL;
      if (wrong)
        return pawl_fail(error, s->at.t > 0 ? PAWL_BAD_NUMBERS : PAWL_BAD_MODEL, part->where,
                         "%s \"%s\" at t = %.9g s: %s", part->kind->name, part->name, s->at.t, wrong);
    }
  }
  return PAWL_OK;
}

pawl_status pawl_contacts_roll(const pawl_system *s, double time, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    if (!pair->kind->searched || !pawl_rigid_of(&pair->fields->law))
      continue;
    for (int i = 0; i < pair->count; i++) {
      const pawl_touch *touch = &pair->point[i].track.touch;
      double bent = fmax(fabs(touch->k[0]), fabs(touch->k[1])) * size_of(pair);
      const pawl_part *part = s->model->parts[pair->part];
      if (pair->point[i].mode.normal == PAWL_PRESSED && !touch->straight && bent < PAWL_FLAT_SPOT)
        return pawl_fail(
            error, PAWL_BAD_NUMBERS, part->where,
            "%s \"%s\" at t = %.9g s: one shape rolls over the other where neither is curved (at s1 = "
            "%.6g, s2 = %.6g), which takes an infinite force for an instant if both are rigid; give it "
            "a law such as linear, or run it by method = \"stepping\"",
            part->kind->name, part->name, time, touch->s[0], touch->s[1]);
    }
  }
  return PAWL_OK;
}

pawl_status pawl_contacts_share(const pawl_system *s, double time, double tolerance, pawl_error *error)
{
  for (int k = 0; k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    const pawl_part *part = s->model->parts[pair->part];
    int stuck = 0;
    for (int i = 0; pair->kind->searched && i < pair->count; i++)
      stuck += pair->point[i].mode.normal == PAWL_PRESSED && pair->point[i].mode.tangent == PAWL_RUB_STICK;
    if (stuck > 1 && !pawl_rigid_of(&pair->fields->law))
      return pawl_fail(error, PAWL_BAD_NUMBERS, part->where,
                       "%s \"%s\" sticks at %d touches at t = %.9g s, and rounding, which tells how they "
                       "share its friction, does not let any step meet the "
                       "tolerance of %.3g; take a larger one, or friction = regularised { }",
                       part->kind->name, part->name, stuck, time, tolerance);
  }
  return PAWL_OK;
}

pawl_status pawl_contacts_explain(pawl_system *s, pawl_error *error)
{
  pawl_status status = PAWL_OK;
  for (int k = 0; status == PAWL_OK && k < s->contact->count; k++) {
    const pawl_contact_pair *pair = s->contact->pair + k;
    status = pair->kind->explain ? pair->kind->explain(s, pair, error) : PAWL_OK;
  }
  return status;
}
