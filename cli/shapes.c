/* What is worth knowing of a model's shapes; a warning where one crosses itself. */
#include "cli.h"
#include "model/shape.h"

static bool is_shape(const pawl_model *model, int part)
{
  return model->parts[part]->kind->family == PAWL_SHAPE_KIND;
}

/* False: no memory. */
static bool look_at(const pawl_model *model, int part, pawl_arena *arena, pawl_shape_note *note)
{
  const pawl_profile *profile = pawl_shape_profile(model, part, arena, NULL);
  if (profile)
    pawl_shape_look(profile, note);
  return profile != NULL;
}

static const char *kind_of(const pawl_part *part)
{
  return ((const pawl_shape_part *)part->fields)->curve.kind->name;
}

void pawl_put_shapes(FILE *to, const pawl_model *model, pawl_arena *arena)
{
  pawl_shape_note note;
  for (int i = 0, n = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    if (!is_shape(model, i) || !look_at(model, i, arena, &note))
      continue;
    if (n++ == 0)
      fputs("  shapes\n", to);
    fprintf(to, "    shape \"%s\": %s, ", part->name, kind_of(part));
    if (!(note.length > 0))
      fputs("a point\n", to);
    else
      fprintf(to, "%.6g m long, %s\n", note.length,
              note.hole     ? "a hole: its material is around it"
              : note.closed ? "closed"
                            : "open");
    if (note.crosses)
      fprintf(to, "      warning, %s: it crosses itself at {%.6g, %.6g}, where s is %.6g and %.6g\n",
              part->where, note.at.x, note.at.y, note.s[0], note.s[1]);
  }
}

void pawl_put_shapes_json(pawl_json *json, const pawl_model *model, pawl_arena *arena)
{
  pawl_shape_note note;
  pawl_json_open(json, "shapes", '[');
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *part = model->parts[i];
    if (!is_shape(model, i) || !look_at(model, i, arena, &note))
      continue;
    pawl_json_open(json, NULL, '{');
    pawl_json_text(json, "part", part->name);
    pawl_json_text(json, "curve", kind_of(part));
    pawl_json_text(json, "where", part->where);
    pawl_json_number(json, "length", note.length);
    pawl_json_flag(json, "closed", note.closed);
    pawl_json_flag(json, "hole", note.hole);
    pawl_json_count(json, "features", note.features);
    pawl_json_flag(json, "crosses_itself", note.crosses);
    if (note.crosses) {
      pawl_json_number(json, "x", note.at.x);
      pawl_json_number(json, "y", note.at.y);
    }
    pawl_json_close(json, '}');
  }
  pawl_json_close(json, ']');
}
