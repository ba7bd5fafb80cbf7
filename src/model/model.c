/* A model as a list of parts, found by their names; and the two ways to read one. */
#include "model/model.h"

#include <lua.h>
#include <stdint.h>
#include <string.h>

#include "model/lua_side.h"

/* ---- growing arrays: the old ones stay in the arena ---- */

/* Makes the array that *array points to have an element of that index. */
static bool grow(pawl_arena *arena, void *array, int *room, int index, size_t size)
{
  if (index < *room)
    return true;
  int larger = *room ? 2 * *room : 16;
  void *to = pawl_arena_take(arena, (size_t)larger, size), *from;
  if (!to)
    return false;
  memcpy(&from, array, sizeof from);
  if (*room > 0)
    memcpy(to, from, (size_t)*room * size);
  memcpy(array, &to, sizeof to);
  *room = larger;
  return true;
}

/* ---- names ---- */

static uint64_t hash(const char *name)
{
  uint64_t h = 14695981039346656037u; /* FNV-1a */
  for (; *name; name++)
    h = (h ^ (unsigned char)*name) * 1099511628211u;
  return h;
}

/* The slot of a name: where it is, or where it would go. */
static int slot_of(const pawl_model *model, const char *name)
{
  int mask = model->slot_count - 1, at = (int)(hash(name) & (uint64_t)mask);
  while (model->slots[at] && strcmp(model->parts[model->slots[at] - 1]->name, name) != 0)
    at = (at + 1) & mask;
  return at;
}

int pawl_model_find(const pawl_model *model, const char *name)
{
  return model->slot_count ? model->slots[slot_of(model, name)] - 1 : -1;
}

static bool has_name(const pawl_part *part)
{
  return part->kind->family != PAWL_STATEMENT;
}

/* Keeps at least half of the slots free. */
static bool grow_slots(pawl_model *model)
{
  if (2 * (model->part_count + 1) <= model->slot_count)
    return true;
  int count = model->slot_count ? 2 * model->slot_count : 64;
  int *slots = PAWL_TAKE(&model->arena, count, int);
  if (!slots)
    return false;
  model->slots = slots;
  model->slot_count = count;
  for (int i = 0; i < model->part_count; i++)
    if (has_name(model->parts[i]))
      slots[slot_of(model, model->parts[i]->name)] = i + 1;
  return true;
}

bool pawl_model_add_part(pawl_model *model, pawl_part *part)
{
  pawl_arena *arena = &model->arena;
  if (!grow(arena, &model->parts, &model->part_room, model->part_count, sizeof *model->parts) ||
      !grow(arena, &model->body_part, &model->body_room, model->body_count + 1, sizeof *model->body_part) ||
      !grow_slots(model))
    return false;
  part->index = model->part_count;
  part->body = -1;
  if (has_name(part))
    model->slots[slot_of(model, part->name)] = part->index + 1;
  model->parts[model->part_count++] = part;
  if (part->kind->family == PAWL_BODY) {
    part->body = ++model->body_count;
    model->body_part[part->body] = part->index;
  }
  return true;
}

bool pawl_model_add_parameter(pawl_model *model, const pawl_parameter *parameter)
{
  if (!grow(&model->arena, &model->parameters, &model->parameter_room, model->parameter_count,
            sizeof *model->parameters))
    return false;
  model->parameters[model->parameter_count++] = *parameter;
  return true;
}

/* ---- reading ---- */

static pawl_status read_or_parse(pawl_model **to, const char *path, const char *text, const char *name,
                                 const pawl_reading *how, pawl_error *error)
{
  pawl_reading none = {0};
  how = how ? how : &none;
  *to = NULL;
  pawl_memory memory = how->memory && how->memory->resize ? *how->memory : pawl_memory_default();
  pawl_model *model = memory.resize(memory.context, NULL, 0, sizeof *model);
  if (!model)
    return pawl_fail_memory(error);
  *model = (pawl_model){0};
  pawl_arena_open(&model->arena, &memory);
  pawl_side *side = PAWL_TAKE(&model->arena, 1, pawl_side);
  pawl_status status = side ? PAWL_OK : pawl_fail_memory(error);
  if (side) {
    side->model = model;
    side->settings = how->settings;
    side->setting_count = how->setting_count;
    if (path)
      status = pawl_files_read(side, path, error);
    else {
      model->source = pawl_arena_text(&model->arena, text);
      model->path = pawl_arena_text(&model->arena, name ? name : "model");
      status = model->arena.failed ? pawl_fail_memory(error) : PAWL_OK;
    }
  }
  if (status == PAWL_OK)
    status = pawl_side_open(side, error);
  if (status == PAWL_OK)
    *to = model;
  else
    pawl_model_free(model);
  return status;
}

pawl_status pawl_model_read(pawl_model **model, const char *path, const pawl_reading *how, pawl_error *error)
{
  return read_or_parse(model, path, NULL, NULL, how, error);
}

pawl_status pawl_model_parse(pawl_model **model, const char *text, const char *name, const pawl_reading *how,
                             pawl_error *error)
{
  return read_or_parse(model, NULL, text, name, how, error);
}

void pawl_model_free(pawl_model *model)
{
  if (!model)
    return;
  if (model->lua)
    lua_close(model->lua);
  pawl_memory memory = model->arena.memory;
  pawl_arena_close(&model->arena);
  memory.resize(memory.context, model, sizeof *model, 0);
}
