/* Shapes: the profile of what the user wrote, with a sentence for every fault. */
#include "model/shape.h"

#include "base/error.h"
#include "parts/curve.h"

/* ---- functions of the model ---- */

typedef struct {
  const pawl_model *model;
  pawl_error error; /* of the function that failed */
} calling;

static bool call_function(void *context, int function, double u, pawl_plane_jet *jet)
{
  calling *x = context;
  pawl_jet out[2];
  if (pawl_function_jets(x->model, function, u, out, 2, &x->error) != PAWL_OK)
    return false;
  jet->p = (pawl_xy){out[0].v, out[1].v};
  jet->d1 = (pawl_xy){out[0].d, out[1].d};
  jet->d2 = (pawl_xy){out[0].dd, out[1].dd};
  return true;
}

/* ---- profiles ---- */

static const pawl_profile *build(const pawl_model *model, const pawl_part *part,
                                 pawl_neighbour_function *next, void *context, pawl_arena *arena,
                                 pawl_error *error)
{
  const pawl_shape_part *shape = part->fields;
  const pawl_value *about = &shape->curve;
  const char *wrong;
  calling calls = {.model = model};
  pawl_functions functions = {arena, call_function, &calls, &about};
  const pawl_profile *profile =
      pawl_curve_profile(&shape->curve, &functions, shape->flip, next, context, &wrong);
  if (arena->failed || calls.error.status == PAWL_NO_MEMORY)
    pawl_fail_memory(error);
  else if (calls.error.status != PAWL_OK)
    pawl_fail(error, calls.error.status, calls.error.where[0] ? calls.error.where : about->where, "%s: %s",
              about->kind->name, calls.error.text);
  else if (!profile)
    pawl_fail(error, PAWL_BAD_MODEL, about->where, "%s: %s", about->kind->name, wrong);
  return arena->failed ? NULL : profile;
}

const pawl_profile *pawl_shape_profile(const pawl_model *model, int part, pawl_arena *arena,
                                       pawl_error *error)
{
  return build(model, model->parts[part], NULL, NULL, arena, error);
}

const pawl_profile *pawl_shape_joined(const pawl_model *model, int part, pawl_neighbour_function *next,
                                      void *context, pawl_arena *arena, pawl_error *error)
{
  return build(model, model->parts[part], next, context, arena, error);
}

pawl_status pawl_shape_check(const pawl_model *model, const pawl_part *part, pawl_error *error)
{
  pawl_arena scratch;
  pawl_error wrong = {0};
  pawl_arena_open(&scratch, &model->arena.memory);
  bool good = build(model, part, NULL, NULL, &scratch, &wrong) != NULL;
  pawl_arena_close(&scratch);
  return good ? PAWL_OK : pawl_fail(error, wrong.status, wrong.where, "%s", wrong.text);
}

/* ---- what is worth knowing ---- */

/* Where it reaches furthest to the right, a solid looks there. */
bool pawl_shape_hole(const pawl_profile *profile)
{
  enum { SAMPLES = 512 };
  double from, to, furthest = -INFINITY, looks = 1;
  pawl_profile_range(profile, &from, &to);
  for (int i = 0; i < SAMPLES; i++) {
    pawl_profile_point before, after;
    double s = from + (to - from) * (i + 0.5) / SAMPLES;
    pawl_profile_at(profile, s, false, &before);
    pawl_profile_at(profile, s, true, &after);
    if (before.p.x > furthest) {
      furthest = before.p.x;
      looks = before.n.x + after.n.x;
    }
  }
  return looks < 0;
}

void pawl_shape_look(const pawl_profile *profile, pawl_shape_note *note)
{
  *note = (pawl_shape_note){.closed = pawl_profile_closed(profile),
                            .length = pawl_profile_length(profile),
                            .size = pawl_profile_size(profile),
                            .features = pawl_profile_features(profile)};
  note->hole = note->closed && pawl_shape_hole(profile);
  note->crosses = pawl_profile_crosses_itself(profile, &note->at, note->s);
}
