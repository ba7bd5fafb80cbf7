/* What two shapes can be to each other, whatever their places: a circle in a hole of its own size touches it
 * everywhere at once; where only points, corners and straight pieces meet there is no radius 1/(k1 + k2). */
#include "base/error.h"
#include "parts/law_advice.h"
#include "system/system.h"

/* Constant curvature all along: its value; else NaN. */
static double round_by(const pawl_profile *profile)
{
  enum { SAMPLES = 24 };
  double from, to, first = NAN;
  if (!pawl_profile_closed(profile))
    return NAN;
  pawl_profile_range(profile, &from, &to);
  for (int i = 0; i < SAMPLES; i++) {
    pawl_profile_point p;
    pawl_profile_at(profile, from + (to - from) * (i + 0.37) / SAMPLES, true, &p);
    if (i == 0)
      first = p.k;
    else if (!(fabs(p.k - first) <= 1e-9 * fabs(first)))
      return NAN;
  }
  return first;
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
             "fit into each other: the point where they touch is not unique; make one a little smaller",
             error);
}

pawl_status pawl_pair_check(const pawl_system *s, const pawl_contact_pair *pair, pawl_error *error)
{
  double k0 = round_by(pair->profile[0]), k1 = round_by(pair->profile[1]);
  if (fabs(k0 + k1) <= 1e-9 * fabs(k0))
    return pawl_pair_fits(s, pair, error);
  if (pair->fields && pawl_law_refuses(&pair->fields->law, INFINITY) && !can_be_round(pair))
    return say(s, pair,
               "have no radius where they can touch, only points, corners and straight pieces: the law needs "
               "its 'radius', or a 'stiffness'",
               error);
  return PAWL_OK;
}

pawl_status pawl_point_shape(const pawl_system *s, int body, pawl_error *error)
{
  for (int i = 0; i < s->model->part_count; i++) {
    const pawl_part *p = s->model->parts[i];
    const pawl_shape_part *shape = p->kind->family == PAWL_SHAPE_KIND ? p->fields : NULL;
    if (shape && shape->frame.body == body && !shape->curve.kind->at_points)
      return pawl_fail(
          error, PAWL_BAD_MODEL, p->where,
          "shape \"%s\": point_mass \"%s\" has no inertia, and its angle is not known: it can only "
          "have a vertex { } at its centre; anything else needs a body",
          p->name, s->model->parts[s->model->body_part[body]]->name);
  }
  return PAWL_OK;
}
