/* What two shapes can be to each other, whatever their places: a circle in a hole of its own size, or a roller in a
 * fillet of its own radius, touches it everywhere at once; where only points, corners and straight pieces meet there is no
 * radius 1/(k1 + k2). */
#include <stdio.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/pair.h"
#include "parts/law_advice.h"

/* The curvature of a round feature, the same all along; else NaN. */
static double round_by(const pawl_profile *profile, int feature)
{
  enum { SAMPLES = 7 };
  pawl_profile_part part;
  double first = NAN;
  pawl_profile_feature(profile, feature, &part);
  if (part.vertex || part.straight)
    return NAN;
  for (int i = 0; i < SAMPLES; i++) {
    pawl_profile_point p;
    pawl_profile_at(profile, part.s0 + (part.s1 - part.s0) * (i + 0.37) / SAMPLES, true, &p);
    if (i == 0)
      first = p.k;
    else if (!(fabs(p.k - first) <= PAWL_SAME_RADIUS * fabs(first)))
      return NAN;
  }
  return first;
}

static bool is_circle(const pawl_profile *profile)
{
  return pawl_profile_closed(profile) && pawl_profile_features(profile) == 1 && !isnan(round_by(profile, 0));
}

/* Round pieces, one hollow, of the same radius: where they meet, they lie on each other. Two roundings hardly ever do; a
 * circle does wherever it comes to. */
static bool fit(const pawl_contact_pair *pair, double *k)
{
  const pawl_profile *a = pair->profile[0], *b = pair->profile[1];
  int m = pawl_profile_features(a), n = pawl_profile_features(b);
  if (!is_circle(a) && !is_circle(b))
    return false;
  for (int i = 0; i < n; i++)
    k[i] = round_by(b, i);
  for (int i = 0; i < m; i++) {
    double own = round_by(a, i);
    for (int j = 0; !isnan(own) && j < n; j++)
      if (fabs(own + k[j]) <= PAWL_SAME_RADIUS * fabs(own))
        return true;
  }
  return false;
}

/* What a touch on this profile can be like. */
static void forms_of(const pawl_profile *profile, bool *smooth, bool *round)
{
  *smooth = *round = false;
  for (int i = 0; i < pawl_profile_features(profile); i++) {
    pawl_profile_part part;
    pawl_profile_feature(profile, i, &part);
    *smooth = *smooth || !part.vertex;
    *round = *round || (!part.vertex && !part.straight);
  }
}

/* Whether the sum of curvatures can be a positive number anywhere. */
static bool can_be_round(const pawl_contact_pair *pair)
{
  bool smooth[2], round[2];
  for (int i = 0; i < 2; i++)
    forms_of(pair->profile[i], smooth + i, round + i);
  return smooth[0] && smooth[1] && (round[0] || round[1]);
}

/* ---- sentences ---- */

static pawl_status say(const pawl_system *s, const pawl_contact_pair *pair, const char *what,
                       pawl_error *error)
{
  const pawl_part *part = s->model->parts[pair->part], *const *parts =
                                                           (const pawl_part *const *)s->model->parts;
  const int *shape = pair->fields ? pair->fields->shape : ((const pawl_curve_joint *)part->fields)->shape;
  return pawl_fail(error, PAWL_BAD_MODEL, part->where, "%s \"%s\": shapes \"%s\" and \"%s\" %s",
                   part->kind->name, part->name, parts[shape[0]]->name, parts[shape[1]]->name, what);
}

pawl_status pawl_pair_fits(const pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  return say(s, pair,
             "fit into each other: the point where they touch is not unique; make one a "
             "little smaller",
             error);
}

/* A single point. Two of them have no side on which they could be: their distance is never negative, whatever they pass. */
static bool is_point(const pawl_profile *profile)
{
  pawl_profile_part part;
  pawl_profile_feature(profile, 0, &part);
  return pawl_profile_features(profile) == 1 && part.vertex;
}

static bool is_copy(const pawl_contact_pair *a, const pawl_contact_pair *b)
{
  if (!a->fields || !b->fields || !pawl_rigid_of(&a->fields->law) || !pawl_rigid_of(&b->fields->law))
    return false;
  const int *x = a->fields->shape, *y = b->fields->shape;
  return (x[0] == y[0] && x[1] == y[1]) || (x[0] == y[1] && x[1] == y[0]);
}

/* Two rigid contacts of the same shapes: nothing says which carries the force. */
static pawl_status check_copies(const pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  for (const pawl_contact_pair *other = s->contact->pair; other < pair; other++)
    if (is_copy(other, pair)) {
      char what[160];
      const pawl_part *part = s->model->parts[other->part];
      snprintf(what, sizeof what,
               "cannot pass through each other already, by %s \"%.64s\": one of the two is enough",
               part->kind->name, part->name);
      return say(s, pair, what, error);
    }
  return PAWL_OK;
}

pawl_status pawl_pair_check(const pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  if (is_point(pair->profile[0]) && is_point(pair->profile[1]))
    return say(s, pair,
               "are single points: without any size they would pass through each other; make one of them a "
               "circle { radius = … }",
               error);
  if (check_copies(s, pair, error) != PAWL_OK)
    return error->status;
  double *k = PAWL_TAKE(s->arena, pawl_profile_features(pair->profile[1]), double);
  if (!k)
    return pawl_fail_memory(error);
  if (fit(pair, k))
    return pawl_pair_fits(s, pair, error);
  if (pair->fields && pawl_law_refuses(&pair->fields->law, INFINITY) && !can_be_round(pair))
    return say(s, pair,
               "have no radius where they can touch, only points, corners and straight pieces: the law needs "
               "its 'radius', or a 'stiffness'",
               error);
  return PAWL_OK;
}
