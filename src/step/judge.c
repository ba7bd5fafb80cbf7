/* What holds in every run, checked apart from what should make it hold: rigid shapes do not overlap.      theory.md, 9.9 */
#include "base/error.h"
#include "step/stepping_inner.h"

/* Of the model's length: what a run by events may overlap at the end of a step or event, and one by steps beside its way in a step. */
#define MOST_OVERLAP 1e-6

/* The normal of its nearest touch is the likeliest direction to part two shapes; whether it does is checked. */
static pawl_xy likely_axis(const pawl_contact_pair *pair)
{
  const pawl_contact_point *nearest = NULL;
  for (int i = 0; i < pair->count; i++)
    if (!nearest || pair->point[i].now.gap < nearest->now.gap)
      nearest = pair->point + i;
  return nearest ? nearest->now.n : (pawl_xy){1, 0};
}

static pawl_status say_overlap(const pawl_run *r, const pawl_contact_pair *pair, double depth,
                               pawl_error *error)
{
  const pawl_part *part = r->model->parts[pair->part];
  if (error && error->status == PAWL_OK)
    error->time = r->t;
  return pawl_fail(
      error, PAWL_BAD_NUMBERS, part->where,
      "%s \"%s\": its shapes overlap by %.6g m at t = %.9g s, which rigid shapes must not; results "
      "from here on would be wrong",
      part->kind->name, part->name, depth, r->t);
}

/* How far any point of the second shape has come beside the first since the last look, what projection moved included. */
static double way_since(const pawl_contact_pair *pair, const pawl_placing *now)
{
  const pawl_placing *last = &pair->parting.place;
  pawl_xy c;
  double radius;
  if (!pair->parting.known) /* this is the first look: it only tells where they are */
    return INFINITY;
  pawl_profile_disc(pair->profile[1], &c, &radius);
  double dc = now->c - last->c, ds = now->s - last->s, x = now->r.x - last->r.x + dc * c.x - ds * c.y,
         y = now->r.y - last->r.y + ds * c.x + dc * c.y;
  return sqrt(x * x + y * y) + radius * sqrt(dc * dc + ds * ds);
}

/* By steps shapes come in by what they move in a step at most. Where nothing moves them out, they stay as deep as the run says they
 * are. */
static double allowed_by_steps(const pawl_contact_pair *pair, const pawl_placing *now, bool projects)
{
  double way = fmax(pair->moved, way_since(pair, now));
  return projects ? way : way + fmax(pair->deepest, pair->start_depth);
}

pawl_status pawl_judge_overlaps(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (!pawl_pair_is_searched(pair) || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    double limit = MOST_OVERLAP * s->scale.length;
    if (r->stepping)
      limit += allowed_by_steps(pair, &m.place, r->stepping->projects);
    double depth = pawl_overlap_depth(pair->profile[0], pair->profile[1], &m.place, limit, likely_axis(pair),
                                      &pair->parting, pair->room);
    if (depth > 0)
      return say_overlap(r, pair, depth, error);
  }
  return PAWL_OK;
}
