/* A model as one run sees it: numbers that the run may change are its own, all else is shared with the model, which stays as it was read. So
 * several runs of one model can be at work in turns. They share its Lua state, too: they are not for several threads. */
#include <string.h>

#include "model/model.h"

static pawl_part *copy_part(const pawl_part *part, pawl_arena *arena)
{
  pawl_part *own = PAWL_TAKE(arena, 1, pawl_part);
  void *fields = pawl_arena_take(arena, 1, part->kind->size);
  if (!own || !fields)
    return NULL;
  *own = *part;
  own->fields = memcpy(fields, part->fields, part->kind->size);
  return own;
}

pawl_model *pawl_model_copy(const pawl_model *model, bool (*can_change)(const pawl_part *part),
                            pawl_arena *arena)
{
  pawl_model *own = PAWL_TAKE(arena, 1, pawl_model);
  pawl_part **parts = PAWL_TAKE(arena, model->part_count + 1, pawl_part *);
  if (!own || !parts)
    return NULL;
  *own = *model;
  own->parts = parts;
  for (int i = 0; i < model->part_count; i++) {
    parts[i] = can_change(model->parts[i]) ? copy_part(model->parts[i], arena) : model->parts[i];
    if (!parts[i])
      return NULL;
  }
  return own;
}
