/* The shapes of a drawing. A body that a solid shape covers needs no picture of its own. */
#include "model/drawing_shapes.h"

#include "base/error.h"
#include "model/shape.h"

pawl_status pawl_shapes_find(pawl_shapes *shapes, const pawl_model *model, pawl_arena *arena,
                             pawl_error *error)
{
  shapes->profile = PAWL_TAKE(arena, model->part_count + 1, const pawl_profile *);
  shapes->solid = PAWL_TAKE(arena, model->part_count + 1, bool);
  shapes->covered = PAWL_TAKE(arena, model->body_count + 1, bool);
  if (!shapes->profile || !shapes->solid || !shapes->covered)
    return pawl_fail_memory(error);
  for (int i = 0; i < model->part_count; i++) {
    if (model->parts[i]->kind->family != PAWL_SHAPE_KIND)
      continue;
    pawl_error wrong = {0};
    shapes->profile[i] = pawl_shape_profile(model, i, arena, &wrong);
    if (!shapes->profile[i])
      return pawl_fail(error, wrong.status, wrong.where, "%s", wrong.text);
    shapes->solid[i] = pawl_profile_closed(shapes->profile[i]) && !pawl_shape_hole(shapes->profile[i]);
  }
  return PAWL_OK;
}

/* The disc around the shape, a little enlarged, holds all places on the body and its centre of mass. */
static bool covers(const pawl_profile *profile, const pawl_frame *frame, const pawl_model *model,
                   const pawl_places *places)
{
  pawl_xy middle;
  double radius;
  int count, body = frame->body;
  const pawl_frame *place = pawl_places_on(places, body, &count);
  const pawl_body *its = model->parts[model->body_part[body]]->fields;
  pawl_profile_disc(profile, &middle, &radius);
  pawl_vec centre = pawl_add(frame->at, pawl_turn(&frame->turn, pawl_v(middle.x, middle.y, 0)));
  bool all = pawl_norm(pawl_sub(its->com, centre)) <= 1.05 * radius;
  for (int i = 0; i < count && all; i++)
    all = pawl_norm(pawl_sub(place[i].at, centre)) <= 1.05 * radius;
  return all;
}

void pawl_shapes_cover(pawl_shapes *shapes, const pawl_model *model, const pawl_places *places)
{
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    const pawl_frame *frame = shapes->solid[i] ? &((const pawl_shape_part *)part->fields)->frame : NULL;
    bool hidden = part->look && part->look->visible_given && !part->look->visible;
    if (frame && frame->body > 0 && !hidden && covers(shapes->profile[i], frame, model, places))
      shapes->covered[frame->body] = true;
  }
}

double pawl_shapes_extent(const pawl_shapes *shapes, const pawl_model *model, bool ground)
{
  double largest = 0;
  for (int i = 0; i < model->part_count; i++)
    if (shapes->profile[i] && (((const pawl_shape_part *)model->parts[i]->fields)->frame.body == 0) == ground)
      largest = fmax(largest, pawl_profile_size(shapes->profile[i]));
  return largest;
}
