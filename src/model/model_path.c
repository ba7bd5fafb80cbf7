/* Numbers of a model by path: "return.stiffness", "cam.com.x", "simulate.duration", or "u" for an input. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"

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

/* The numbers of a gravity, counted in doubles: "y", "mu", "at.x". */
static int component_of_gravity(unsigned worlds, const char *name)
{
  static const struct {
    const char *name;
    size_t where;
  } all[] = {{"x", offsetof(pawl_world, gravity.x)}, {"y", offsetof(pawl_world, gravity.y)},
             {"mu", offsetof(pawl_world, mu)},       {"at.x", offsetof(pawl_world, at.x)},
             {"at.y", offsetof(pawl_world, at.y)},   {"z", offsetof(pawl_world, gravity.z)},
             {"at.z", offsetof(pawl_world, at.z)}};
  int count = worlds == PAWL_PLANAR ? 5 : 7;
  for (int i = 0; i < count; i++)
    if (strcmp(name, all[i].name) == 0)
      return (int)(all[i].where / sizeof(double));
  return -1;
}

/* Which component "xx", "y" … of a field is; 0 without one for plain numbers; -1: none of it. */
static int component(const pawl_field *field, unsigned worlds, const char *name)
{
  static const char *const vector[] = {"x", "y", "z"}, *const inertia[] = {"xx", "yy", "zz",
                                                                           "xy", "xz", "yz"};
  bool plane = worlds == PAWL_PLANAR;
  if (field->type == PAWL_REAL || field->type == PAWL_COUNT || field->type == PAWL_SIGNAL)
    return *name ? -1 : 0;
  if (field->type == PAWL_INERTIA && plane)
    return *name ? -1 : 2;
  if (field->type == PAWL_GRAVITY)
    return component_of_gravity(worlds, name);
  int count = field->type == PAWL_VECTOR ? (plane ? 2 : 3) : field->type == PAWL_INERTIA ? 6 : 0;
  for (int i = 0; i < count; i++)
    if (strcmp(name, field->type == PAWL_VECTOR ? vector[i] : inertia[i]) == 0)
      return i;
  return -1;
}

static bool is_number(const pawl_signal *s)
{
  return s->function <= 0 && s->part <= 0 && !s->channel;
}

/* The number at a field, or NULL: a signal that is a function, a part or a channel is none. */
static void *number_at(const pawl_field *field, void *fields, unsigned worlds, const char *name)
{
  char *base = (char *)fields + field->where;
  int i = component(field, worlds, name);
  if (i < 0 || (field->type == PAWL_SIGNAL && !is_number((const pawl_signal *)base)))
    return NULL;
  return field->type == PAWL_SIGNAL ? (void *)&((pawl_signal *)base)->value
                                    : base + (size_t)i * sizeof(double);
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
    if (pawl_in_world(f->worlds, model->worlds) && strlen(f->name) == length &&
        strncmp(f->name, name, length) == 0) {
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
  const pawl_field *field = pawl_field_find(at->kind->fields, model->worlds, dot ? name : "1");
  if (field && field->type == PAWL_SIGNAL) {
    const pawl_signal *given = (const void *)((const char *)at->fields + field->where);
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s%s%s' is %s, not a number", owner, dot ? "." : "", name,
                     given->function > 0 ? "a function"
                     : given->part > 0   ? "a signal"
                                         : "a channel");
  }
  for (const pawl_field *f = at->kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, model->worlds) && !pawl_field_positional(f) &&
        number_at(f, at->fields, model->worlds, ""))
      best = pawl_nearer(name, best, f->name);
  if (best)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' has no number '%s'; did you mean '%s.%s'?", owner,
                     name, owner, best);
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
    if (model->parts[i]->kind->family != PAWL_STATEMENT)
      best = pawl_nearer(owner, best, model->parts[i]->name);
  if (best)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "no parameter or field is called '%s'; did you mean '%s%.60s'?", pawl_shown(path, shown),
                     best, path + length);
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "no parameter or field is called '%s'",
                   pawl_shown(path, shown));
}

/* The sentence that refuses a value begins like those about the model. */
static pawl_status fail_value(const spot *at, const char *field, const char *wrong, pawl_error *error)
{
  const char *blank = at->name ? " \"" : "", *name = at->name ? at->name : "", *end = at->name ? "\"" : "";
  if (field)
    return pawl_fail(error, PAWL_BAD_CALL, at->where, "%s%s%s%s: '%s' %s", at->kind->name, blank, name, end,
                     field, wrong);
  return pawl_fail(error, PAWL_BAD_CALL, at->where, "%s%s%s%s: %s", at->kind->name, blank, name, end, wrong);
}

static void write_number(const spot *at, double value)
{
  if (at->field->type == PAWL_COUNT)
    *(int *)at->number = (int)value;
  else
    *(double *)at->number = value;
}

/* Finds the number and writes it, with the checks of its field. */
static pawl_status put(pawl_model *model, const char *path, double value, spot *at, pawl_error *error)
{
  char sentence[128];
  if (!locate(model, path, at))
    return fail_name(model, path, error);
  if (!at->field)
    return fail_field(model, at, path, error);
  const char *dot = strchr(path, '.');
  const char *wrong = pawl_number_wrong(at->field, value, sentence, sizeof sentence);
  if (!wrong && at->field->type == PAWL_COUNT && (value != floor(value) || fabs(value) > INT32_MAX))
    wrong = "must be a whole number";
  if (wrong)
    return fail_value(at, dot ? dot + 1 : "value", wrong, error);
  write_number(at, value);
  return PAWL_OK;
}

static pawl_status check(pawl_model *model, const spot *at, pawl_error *error)
{
  const char *wrong = at->kind->check ? at->kind->check(at->fields, model->worlds) : NULL;
  if (wrong)
    return fail_value(at, NULL, wrong, error);
  int part = at->kind->expand ? pawl_model_find(model, at->name) : -1;
  return part < 0 || pawl_model_expand(model, model->parts[part]) ? PAWL_OK : pawl_fail_memory(error);
}

pawl_status pawl_model_set(pawl_model *model, const char *path, double value, pawl_error *error)
{
  spot at;
  double old[LARGEST_PART];
  bool known = locate(model, path, &at);
  assert(!known || at.kind->size <= sizeof old);
  if (known)
    memcpy(old, at.fields, at.kind->size);
  pawl_status status = put(model, path, value, &at, error);
  if (status == PAWL_OK)
    status = check(model, &at, error);
  if (known && status != PAWL_OK)
    memcpy(at.fields, old, at.kind->size); /* all: a check may also complete and normalise fields */
  return status;
}

pawl_status pawl_model_put(pawl_model *model, const char *path, double value, pawl_error *error)
{
  spot at;
  return put(model, path, value, &at, error);
}

pawl_status pawl_model_check(pawl_model *model, const char *path, pawl_error *error)
{
  spot at;
  return locate(model, path, &at) ? check(model, &at, error) : PAWL_OK;
}
