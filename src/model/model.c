/* A model as a list of parts: names, numbers by path, and the two ways to read one. */
#include "model/model.h"

#include <assert.h>
#include <lua.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
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

/* ---- numbers by path ---- */

/* A number in a part or a statement. */
typedef struct {
  const pawl_kind *kind;
  const char *name, *where;
  void *fields;
  const pawl_field *field; /* NULL: the part is there, a number of that name is not */
  void *number;
} spot;

/* The part or statement that the first `length` letters of a path name. */
static bool find_owner(pawl_model *model, const char *path, size_t length, spot *at)
{
  char name[64];
  if (length >= sizeof name)
    return false;
  snprintf(name, sizeof name, "%.*s", (int)length, path);
  int part = pawl_model_find(model, name);
  if (part >= 0) {
    const pawl_part *p = model->parts[part];
    *at = (spot){p->kind, p->name, p->where, p->fields, NULL, NULL};
    return true;
  }
  const char *world = model->worlds == PAWL_PLANAR ? "planar" : "spatial";
  if (strcmp(name, world) == 0)
    *at = (spot){pawl_kind_find(world), NULL, model->world_where, &model->world, NULL, NULL};
  else if (strcmp(name, "simulate") == 0)
    *at = (spot){pawl_kind_find("simulate"), NULL, model->plan_where, &model->plan, NULL, NULL};
  else
    return false;
  return at->kind != NULL;
}

/* Which component "xx", "y" … of a field is; 0 without one for plain numbers; -1: none of it. */
static int component(const pawl_field *field, unsigned worlds, const char *name)
{
  static const char *const vector[] = {"x", "y", "z"}, *const inertia[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
  bool plane = worlds == PAWL_PLANAR;
  if (field->type == PAWL_REAL || field->type == PAWL_COUNT || field->type == PAWL_SIGNAL)
    return *name ? -1 : 0;
  if (field->type == PAWL_INERTIA && plane)
    return *name ? -1 : 2;
  int count = field->type == PAWL_VECTOR ? (plane ? 2 : 3) : field->type == PAWL_INERTIA ? 6 : 0;
  for (int i = 0; i < count; i++)
    if (strcmp(name, field->type == PAWL_VECTOR ? vector[i] : inertia[i]) == 0)
      return i;
  return -1;
}

/* The number at a field, or NULL: a function is none. */
static void *number_at(const pawl_field *field, void *fields, unsigned worlds, const char *name)
{
  char *base = (char *)fields + field->where;
  int i = component(field, worlds, name);
  if (i < 0 || (field->type == PAWL_SIGNAL && ((pawl_signal *)base)->function > 0))
    return NULL;
  return field->type == PAWL_SIGNAL ? (void *)&((pawl_signal *)base)->value : base + (size_t)i * sizeof(double);
}

/* "return.stiffness", "cam.com.x", "u". False: no part is called so. */
static bool locate(pawl_model *model, const char *path, spot *at)
{
  size_t owner = strcspn(path, ".");
  if (!find_owner(model, path, owner, at))
    return false;
  const char *name = path[owner] ? path + owner + 1 : "1";
  size_t length = strcspn(name, ".");
  for (const pawl_field *f = at->kind->fields; f->name && !at->number; f++)
    if (pawl_in_world(f->worlds, model->worlds) && strlen(f->name) == length && strncmp(f->name, name, length) == 0) {
      at->number = number_at(f, at->fields, model->worlds, name[length] ? name + length + 1 : "");
      at->field = at->number ? f : NULL;
    }
  return true;
}

bool pawl_model_has(pawl_model *model, const char *path)
{
  spot at;
  return locate(model, path, &at) && at.field;
}

double *pawl_model_number(pawl_model *model, const char *path, const pawl_field **field)
{
  spot at;
  if (!locate(model, path, &at) || !at.field || at.field->type == PAWL_COUNT)
    return NULL;
  if (field)
    *field = at.field;
  return at.number;
}

/* ---- setting them ---- */

enum { LARGEST_PART = 256 }; /* in doubles */

/* The part is there, the number is not: the nearest that is. */
static pawl_status fail_field(pawl_model *model, const spot *at, const char *path, pawl_error *error)
{
  char shown[64];
  const char *dot = strchr(path, '.'), *name = pawl_shown(dot ? dot + 1 : "", shown), *best = NULL;
  const char *owner = at->name ? at->name : at->kind->name;
  for (const pawl_field *f = at->kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, model->worlds) && !pawl_field_positional(f) &&
        number_at(f, at->fields, model->worlds, ""))
      best = pawl_nearer(name, best, f->name);
  if (best)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' has no number '%s'; did you mean '%s.%s'?", owner, name, owner,
                     best);
  if (!dot)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' is not a number: name one of its fields", owner);
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' has no number '%s'", owner, name);
}

/* No part is called so: the nearest name of a part, with the rest of the path, or of a parameter. */
static pawl_status fail_name(const pawl_model *model, const char *path, pawl_error *error)
{
  char shown[64], owner[64];
  size_t length = strcspn(path, ".");
  const char *best = NULL;
  snprintf(owner, sizeof owner, "%.*s", (int)(length < 40 ? length : 40), path);
  for (int i = 0; i < model->parameter_count && !path[length]; i++)
    best = pawl_nearer(owner, best, model->parameters[i].name);
  for (int i = 0; i < model->part_count; i++)
    if (has_name(model->parts[i]))
      best = pawl_nearer(owner, best, model->parts[i]->name);
  if (best)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "no parameter or field is called '%s'; did you mean '%s%.60s'?",
                     pawl_shown(path, shown), best, path + length);
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "no parameter or field is called '%s'", pawl_shown(path, shown));
}

/* The sentence that refuses a value begins like those about the model. */
static pawl_status fail_value(const spot *at, const char *field, const char *wrong, pawl_error *error)
{
  const char *blank = at->name ? " \"" : "", *name = at->name ? at->name : "", *end = at->name ? "\"" : "";
  if (field)
    return pawl_fail(error, PAWL_BAD_CALL, at->where, "%s%s%s%s: '%s' %s", at->kind->name, blank, name, end, field,
                     wrong);
  return pawl_fail(error, PAWL_BAD_CALL, at->where, "%s%s%s%s: %s", at->kind->name, blank, name, end, wrong);
}

static void write_number(const spot *at, double value)
{
  if (at->field->type == PAWL_COUNT)
    *(int *)at->number = (int)value;
  else
    *(double *)at->number = value;
}

pawl_status pawl_model_set(pawl_model *model, const char *path, double value, pawl_error *error)
{
  spot at;
  char sentence[128];
  if (!locate(model, path, &at))
    return fail_name(model, path, error);
  if (!at.field)
    return fail_field(model, &at, path, error);
  const char *dot = strchr(path, '.');
  const char *wrong = pawl_number_wrong(at.field, value, sentence, sizeof sentence);
  if (!wrong && at.field->type == PAWL_COUNT && (value != floor(value) || fabs(value) > INT32_MAX))
    wrong = "must be a whole number";
  if (wrong)
    return fail_value(&at, dot ? dot + 1 : "value", wrong, error);
  double old[LARGEST_PART];
  assert(at.kind->size <= sizeof old);
  memcpy(old, at.fields, at.kind->size);
  write_number(&at, value);
  wrong = at.kind->check ? at.kind->check(at.fields, model->worlds) : NULL;
  if (!wrong)
    return PAWL_OK;
  memcpy(at.fields, old, at.kind->size); /* a check may also complete and normalise fields */
  return fail_value(&at, NULL, wrong, error);
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
