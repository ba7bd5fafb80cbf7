/* A model as a list of parts, found by their names; and the two ways to read one. */
#include "model/model.h"

#include <lua.h>
#include <stdint.h>
#include <string.h>

#include "base/expression.h"
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

const char *pawl_output_measure(const pawl_part *part)
{
  if (part->kind->family != PAWL_SENSOR || part->kind != pawl_kind_find("output"))
    return NULL;
  const char *text = ((const pawl_output *)part->fields)->value.channel;
  return text && pawl_expression_is_measure(text) ? text : NULL;
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
  if (part->kind->body) {
    part->body = ++model->body_count;
    model->body_part[part->body] = part->index;
  }
  return true;
}

/* ---- composites ---- */

typedef struct {
  pawl_model *model;
  const pawl_part *whole;
} expanding;

/* A part of a composite: as it is found, with its fields written anew, or new. */
static int make_part(pawl_maker *maker, const pawl_kind *kind, const char *name, const void *fields)
{
  const expanding *x = maker->context;
  pawl_arena *arena = &x->model->arena;
  size_t size = strlen(x->whole->name) + strlen(name) + 2;
  char *full = PAWL_TAKE(arena, size, char);
  if (!full)
    return -1;
  snprintf(full, size, "%s.%s", x->whole->name, name);
  int found = pawl_model_find(x->model, full);
  pawl_part *part = found >= 0 ? x->model->parts[found] : PAWL_TAKE(arena, 1, pawl_part);
  if (found < 0 && part)
    *part = (pawl_part){
        .kind = kind, .name = full, .where = x->whole->where, .look = x->whole->look, .whole = x->whole};
  if (found < 0 && part)
    part->fields = PAWL_TAKE(arena, kind->size, char);
  if (!part || !part->fields)
    return -1;
  memcpy(part->fields, fields, kind->size);
  if (kind->check)
    kind->check(part->fields, x->model->worlds);
  if (found < 0 && !pawl_model_add_part(x->model, part))
    return -1;
  return part->body > 0 ? part->body : 0;
}

bool pawl_model_expand(pawl_model *model, const pawl_part *part)
{
  expanding x = {model, part};
  pawl_maker maker = {&x, model->worlds, make_part};
  return !part->kind->expand || part->kind->expand(part->fields, &maker);
}

bool pawl_model_add_parameter(pawl_model *model, const pawl_parameter *parameter)
{
  if (!grow(&model->arena, &model->parameters, &model->parameter_room, model->parameter_count,
            sizeof *model->parameters))
    return false;
  model->parameters[model->parameter_count++] = *parameter;
  return true;
}

bool pawl_model_add_file(pawl_model *model, const pawl_file *file)
{
  if (!grow(&model->arena, &model->files, &model->file_room, model->file_count, sizeof *model->files))
    return false;
  model->files[model->file_count++] = *file;
  return true;
}

/* ---- reading ---- */

static pawl_status check_call(const pawl_reading *how, const char *given, const char *wanted,
                              pawl_error *error)
{
  if (!given)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "no %s to read", wanted);
  for (int i = 0; how && i < how->setting_count; i++)
    if (!how->settings || !how->settings[i].name || !how->settings[i].value)
      return pawl_fail(error, PAWL_BAD_CALL, NULL, "a setting needs a name and a value");
  return PAWL_OK;
}

/* An empty model with its Lua side; NULL: no memory. */
static pawl_side *open_side(const pawl_reading *how)
{
  pawl_memory memory = how && how->memory && how->memory->resize ? *how->memory : pawl_memory_default();
  pawl_model *model = memory.resize(memory.context, NULL, 0, sizeof *model);
  if (!model)
    return NULL;
  *model = (pawl_model){0};
  pawl_arena_open(&model->arena, &memory);
  pawl_side *side = PAWL_TAKE(&model->arena, 1, pawl_side);
  if (!side) {
    pawl_model_free(model);
    return NULL;
  }
  side->model = model;
  side->settings = how ? how->settings : NULL;
  side->setting_count = how ? how->setting_count : 0;
  return side;
}

/* Runs the text, if there is one; hands the model over or frees it. */
static pawl_status finish(pawl_model **to, pawl_side *side, pawl_status status, pawl_error *error)
{
  if (status == PAWL_OK)
    status = pawl_side_open(side, error);
  side->settings = NULL; /* they are the caller's */
  side->stored = NULL;
  if (status == PAWL_OK)
    *to = side->model;
  else
    pawl_model_free(side->model);
  return status;
}

pawl_status pawl_model_read(pawl_model **model, const char *path, const pawl_reading *how, pawl_error *error)
{
  *model = NULL;
  pawl_status status = check_call(how, path, "path", error);
  if (status != PAWL_OK)
    return status;
  pawl_side *side = open_side(how);
  if (!side)
    return pawl_fail_memory(error);
  return finish(model, side, pawl_files_read(side, path, error), error);
}

pawl_status pawl_model_parse(pawl_model **model, const char *text, const char *name, const pawl_reading *how,
                             pawl_error *error)
{
  *model = NULL;
  pawl_status status = check_call(how, text, "text", error);
  if (status != PAWL_OK)
    return status;
  pawl_side *side = open_side(how);
  if (!side)
    return pawl_fail_memory(error);
  side->model->source = pawl_arena_text(&side->model->arena, text);
  side->model->path = pawl_arena_text(&side->model->arena, name ? name : "model");
  return finish(model, side, side->model->arena.failed ? pawl_fail_memory(error) : PAWL_OK, error);
}

pawl_status pawl_model_restore(pawl_model **model, const pawl_stored_model *stored, const pawl_reading *how,
                               pawl_error *error)
{
  *model = NULL;
  pawl_status status = check_call(how, stored->source, "text", error);
  if (status != PAWL_OK)
    return status;
  pawl_side *side = open_side(how);
  if (!side)
    return pawl_fail_memory(error);
  side->stored = stored;
  side->model->source = pawl_arena_text(&side->model->arena, stored->source);
  side->model->path = pawl_arena_text(&side->model->arena, stored->path ? stored->path : "model");
  if (side->model->path)
    pawl_files_root(side, side->model->path);
  return finish(model, side, side->model->arena.failed ? pawl_fail_memory(error) : PAWL_OK, error);
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
