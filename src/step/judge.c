/* What holds in every run, checked apart from what should make it hold: rigid shapes do not overlap.      theory.md, 9.9 */
#include "base/error.h"
#include "step/run.h"

/* Of the model's length: what a run by events may overlap at the end of a step or event. */
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

pawl_status pawl_judge_overlaps(pawl_run *r, pawl_error *error)
{
  pawl_system *s = &r->system;
  for (int k = 0; k < s->contact_count; k++) {
    pawl_contact_pair *pair = s->contacts + k;
    pawl_shape_motion m;
    if (!pawl_pair_is_searched(pair) || !pawl_rigid_of(&pair->fields->law))
      continue;
    pawl_contact_motion(s, pair, &m);
    double depth =
        pawl_overlap_depth(pair->profile[0], pair->profile[1], &m.place, MOST_OVERLAP * s->scale.length,
                           likely_axis(pair), &pair->parting, pair->room);
    if (depth > 0)
      return say_overlap(r, pair, depth, error);
  }
  return PAWL_OK;
}
