/* Numbers of a model by path: "return.stiffness", "cam.com.x", "rim.curve.radius", "simulate.duration", or "u" for an
 * input. */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/lua_side.h"
#include "model/shape.h"

/* A number in a part or a statement, or in a value in it. */
typedef struct {
  const pawl_kind *kind; /* of the part, and of the value that the number is in */
  const char *name, *where;
  void *fields;
  pawl_value inner;
  size_t prefix;           /* of the path: how much of it names the inner value */
  const pawl_field *field; /* NULL: the part is there, a number of that name is not */
  const pawl_field *range; /* what the number may be */
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
    *at = (spot){.kind = p->kind, .name = p->name, .where = p->where, .fields = p->fields};
    return true;
  }
  const char *world = model->worlds == PAWL_PLANAR ? "planar" : "spatial";
  if (strcmp(name, world) == 0)
    *at = (spot){.kind = pawl_kind_find(world), .where = model->world_where, .fields = &model->world};
  else if (strcmp(name, "simulate") == 0)
    *at = (spot){.kind = pawl_kind_find("simulate"), .where = model->plan_where, .fields = &model->plan};
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
  if (field->type == PAWL_REAL || field->type == PAWL_COUNT || field->type == PAWL_SIGNAL ||
      field->type == PAWL_GRAPH)
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

/* The number at a field, or NULL: a signal that is a function, a part or a channel is none, nor is a graph that bends. */
static void *number_at(const pawl_field *field, void *fields, unsigned worlds, const char *name)
{
  char *base = (char *)fields + field->where;
  int i = component(field, worlds, name);
  if (i < 0 || (field->type == PAWL_SIGNAL && !is_number((const pawl_signal *)base)) ||
      (field->type == PAWL_GRAPH && pawl_graph_bends((const pawl_graph *)base)))
    return NULL;
  if (field->type == PAWL_GRAPH)
    return &((pawl_graph *)base)->value;
  return field->type == PAWL_SIGNAL ? (void *)&((pawl_signal *)base)->value
                                    : base + (size_t)i * sizeof(double);
}

/* ---- lists and values ---- */

static const pawl_field any_length = {"", "m", PAWL_REAL, 0, 0, -INFINITY, INFINITY, "", 0, 0},
                        any_number = {"", "", PAWL_REAL, 0, 0, -INFINITY, INFINITY, "", 0, 0},
                        a_weight = {"", "", PAWL_REAL, 0, 0, 0, INFINITY, "", 0, 0};

/* The word that *path begins with as a number from 1 to count, less 1; *path goes on behind it. -1: it is none. */
static int take_index(const char **path, int count)
{
  char *end;
  if (!(**path >= '1' && **path <= '9'))
    return -1;
  long i = strtol(*path, &end, 10);
  if ((*end && *end != '.') || i > count)
    return -1;
  *path = end + (*end == '.');
  return (int)i - 1;
}

/* "2" of a table of numbers, "2.3" of a table of such tables, "" of a number. */
static void *number_in_array(const pawl_array *array, const char *path)
{
  int row = array->rows > 1 ? take_index(&path, array->rows) : 0;
  int column = array->columns > 1 ? take_index(&path, array->columns) : 0;
  bool there = array->number && row >= 0 && column >= 0 && !*path;
  return there ? (void *)(array->number + row * array->columns + column) : NULL;
}

/* "3.x" of points, "4" of numbers. */
static void *number_in_list(const pawl_field *field, void *base, unsigned worlds, const char *path, spot *at)
{
  if (field->type == PAWL_NUMBERS) {
    const pawl_numbers *list = base;
    int i = take_index(&path, list->count);
    at->range = &any_number;
    return i >= 0 && !*path ? (void *)(list->number + i) : NULL;
  }
  if (field->type == PAWL_ARRAY) {
    at->range = &any_number;
    return number_in_array(base, path);
  }
  bool control = field->type == PAWL_CONTROL, plane = worlds == PAWL_PLANAR || control;
  const pawl_points *list = base;
  int i = take_index(&path, list->count);
  if (i < 0 || strlen(path) != 1)
    return NULL;
  int k = *path == 'x'                                            ? 0
          : *path == 'y'                                          ? 1
          : *path == (control ? 'w' : 'z') && (control || !plane) ? 2
                                                                  : -1;
  at->range = control && k == 2 ? &a_weight : &any_length;
  return k >= 0 ? (void *)(&list->point[i].x + k) : NULL;
}

static void find_number(spot *at, unsigned worlds, const char *whole, const char *path);

/* The rest of the path is about a value. */
static void enter(spot *at, unsigned worlds, const char *whole, const char *path, const pawl_value *value)
{
  if (!value->kind)
    return;
  at->inner = *value;
  at->prefix = (size_t)(path - whole);
  find_number(at, worlds, whole, path);
}

/* Whether the path begins with the field's name; then *rest is what follows. What is given by position is also called by
 * the word for it, "curve", and lists by their places. */
static bool names(const pawl_field *f, const char *path, const char **rest)
{
  size_t length = strcspn(path, ".");
  bool by_position = f->name[0] >= '0' && f->name[0] <= '9';
  const char *word = by_position && f->type == PAWL_VALUE ? f->choices : f->name;
  if (pawl_takes_all(f) && *path >= '1' && *path <= '9') {
    *rest = path;
    return true;
  }
  *rest = path + length + (path[length] == '.');
  return (strlen(word) == length && strncmp(word, path, length) == 0) ||
         (strlen(f->name) == length && strncmp(f->name, path, length) == 0);
}

static void find_number(spot *at, unsigned worlds, const char *whole, const char *path)
{
  const pawl_value inside = at->inner;
  for (const pawl_field *f = inside.kind->fields; f->name && !at->number; f++) {
    const char *rest;
    char *base = (char *)inside.fields + f->where;
    if (!pawl_in_world(f->worlds, worlds) || !names(f, path, &rest))
      continue;
    if (f->type == PAWL_VALUE)
      enter(at, worlds, whole, rest, (const pawl_value *)(void *)base);
    else if (f->type == PAWL_VALUES) {
      const pawl_values *list = (const pawl_values *)(void *)base;
      int i = take_index(&rest, list->count);
      if (i >= 0)
        enter(at, worlds, whole, rest, list->value + i);
    } else {
      bool list = f->type == PAWL_POINTS || f->type == PAWL_CONTROL || f->type == PAWL_NUMBERS ||
                  f->type == PAWL_ARRAY;
      at->range = f;
      at->number = list ? number_in_list(f, base, worlds, rest, at)
                        : number_at(f, (void *)inside.fields, worlds, rest);
      at->field = at->number ? f : NULL;
    }
  }
}

/* "return.stiffness", "cam.com.x", "rim.curve.radius", "u". False: no part is called so. */
static bool locate(pawl_model *model, const char *path, spot *at)
{
  size_t owner = strcspn(path, ".");
  if (!find_owner(model, path, owner, at))
    return false;
  const char *name = path[owner] ? path + owner + 1 : "1";
  at->inner = (pawl_value){at->kind, at->fields, at->where};
  at->prefix = path[owner] ? owner + 1 : owner;
  find_number(at, model->worlds, path[owner] ? path : name, name);
  if (!path[owner])
    at->prefix = owner;
  return true;
}

const char *pawl_model_unit(pawl_model *model, const char *path)
{
  spot at;
  if (!locate(model, path, &at) || !at.field)
    return NULL;
  if (at.field->type != PAWL_GRAVITY)
    return at.range->unit;
  const char *name = path + at.prefix + strcspn(path + at.prefix, ".");
  return strcmp(name, ".mu") == 0 ? "m^3/s^2" : strncmp(name, ".at.", 4) == 0 ? "m" : at.range->unit;
}

double *pawl_model_number(pawl_model *model, const char *path, const pawl_field **field)
{
  spot at;
  if (!locate(model, path, &at) || !at.field || at.field->type == PAWL_COUNT)
    return NULL;
  if (field)
    *field = at.range;
  return at.number;
}

/* ---- setting them ---- */

/* It is a part or a value: the first of the numbers that are in it. */
static pawl_status fail_whole(const pawl_model *model, const spot *at, const char *owner, pawl_error *error)
{
  const pawl_kind *kind = at->inner.kind;
  for (const pawl_field *f = kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, model->worlds) && !pawl_field_positional(f) &&
        number_at(f, (void *)at->inner.fields, model->worlds, ""))
      return pawl_fail(error, PAWL_BAD_CALL, NULL,
                       "'%s' is %s %s, not a number: name one of its fields, as '%s.%s'", owner,
                       strchr("aeiou", kind->name[0]) ? "an" : "a", kind->name, owner, f->name);
  return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' is not a number: name one of its fields", owner);
}

/* The part is there, the number is not: the nearest that is. */
static pawl_status fail_field(pawl_model *model, const spot *at, const char *path, pawl_error *error)
{
  char shown[64], owner[64];
  bool dot = path[at->prefix] != 0;
  const char *name = pawl_shown(path + at->prefix, shown), *best = NULL;
  snprintf(owner, sizeof owner, "%.*s", (int)at->prefix - dot, path);
  const pawl_field *field = pawl_field_find(at->inner.kind->fields, model->worlds, dot ? name : "1");
  if (field && field->type == PAWL_SIGNAL) {
    const pawl_signal *given = (const void *)((const char *)at->inner.fields + field->where);
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s%s%s' is %s, not a number", owner, dot ? "." : "", name,
                     given->function > 0 ? "a function"
                     : given->part > 0   ? "a signal"
                                         : "a channel");
  }
  if (field && field->type == PAWL_GRAPH) {
    const pawl_graph *given = (const void *)((const char *)at->inner.fields + field->where);
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s%s%s' is a %s, not a number", owner, dot ? "." : "",
                     name, given->function > 0 ? "function" : "characteristic");
  }
  for (const pawl_field *f = at->inner.kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, model->worlds) && !pawl_field_positional(f) &&
        number_at(f, (void *)at->inner.fields, model->worlds, ""))
      best = pawl_nearer(name, best, f->name);
  if (best)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "'%s' has no number '%s'; did you mean '%s.%s'?", owner,
                     name, owner, best);
  if (!dot)
    return fail_whole(model, at, owner, error);
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

/* The sentence that refuses a value begins like those about the model: with the part, or with the value inside it. */
static pawl_status fail_value(const spot *at, bool inside, const char *field, const char *wrong,
                              pawl_error *error)
{
  bool named = at->name && !inside;
  const char *blank = named ? " \"" : "", *name = named ? at->name : "", *end = named ? "\"" : "";
  const char *kind = inside ? at->inner.kind->name : at->kind->name,
             *where = inside ? at->inner.where : at->where;
  if (field)
    return pawl_fail(error, PAWL_BAD_CALL, where, "%s%s%s%s: '%s' %s", kind, blank, name, end, field, wrong);
  return pawl_fail(error, PAWL_BAD_CALL, where, "%s%s%s%s: %s", kind, blank, name, end, wrong);
}

static bool is_inside(const spot *at)
{
  return at->inner.fields != at->fields;
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
  bool weight = at->range == &a_weight && value <= 0;
  const char *wrong =
      weight ? "must be more than 0" : pawl_number_wrong(at->range, value, sentence, sizeof sentence);
  if (!wrong && at->field->type == PAWL_COUNT && (value != floor(value) || fabs(value) > INT32_MAX))
    wrong = "must be a whole number";
  if (wrong)
    return fail_value(at, is_inside(at), path[at->prefix] ? path + at->prefix : "value", wrong, error);
  write_number(at, value);
  return PAWL_OK;
}

/* ---- checks ---- */

/* The value's own, then the part's, then whether what is made of it can be made. */
static pawl_status check(pawl_model *model, const spot *at, pawl_error *error)
{
  const pawl_kind *inner = at->inner.kind;
  bool inside = is_inside(at);
  const char *wrong = inside && inner->check ? inner->check((void *)at->inner.fields, model->worlds) : NULL;
  if (wrong)
    return fail_value(at, true, NULL, wrong, error);
  wrong = at->kind->check ? at->kind->check(at->fields, model->worlds) : NULL;
  if (wrong)
    return fail_value(at, false, NULL, wrong, error);
  int part = at->kind->expand || at->kind->family == PAWL_SHAPE_KIND ? pawl_model_find(model, at->name) : -1;
  if (part >= 0 && !at->kind->expand) {
    pawl_error unfit = {0};
    pawl_status status = pawl_shape_check(model, model->parts[part], &unfit);
    bool by_call = status == PAWL_BAD_MODEL; /* the model was right before */
    return status == PAWL_OK
               ? PAWL_OK
               : pawl_fail(error, by_call ? PAWL_BAD_CALL : status, unfit.where, "%s", unfit.text);
  }
  return part < 0 || pawl_model_expand(model, model->parts[part]) ? PAWL_OK : pawl_fail_memory(error);
}

/* What a check may also complete and normalise: the fields of the part and of the value inside it. */
enum { LARGEST_PART = 256 }; /* in doubles */
typedef struct {
  double part[LARGEST_PART], inner[LARGEST_PART], number;
} memory;

static void remember(const spot *at, memory *old)
{
  assert(at->kind->size <= sizeof old->part && at->inner.kind->size <= sizeof old->inner);
  memcpy(old->part, at->fields, at->kind->size);
  memcpy(old->inner, at->inner.fields, at->inner.kind->size);
  if (at->number && at->field->type != PAWL_COUNT)
    old->number = *(double *)at->number;
}

/* The number may be in a list, which no fields hold. */
static void restore(const spot *at, const memory *old)
{
  if (at->number && at->field->type != PAWL_COUNT)
    *(double *)at->number = old->number;
  memcpy((void *)at->inner.fields, old->inner, at->inner.kind->size);
  memcpy(at->fields, old->part, at->kind->size);
}

pawl_status pawl_model_set(pawl_model *model, const char *path, double value, pawl_error *error)
{
  spot at;
  memory old;
  bool known = locate(model, path, &at);
  if (known)
    remember(&at, &old);
  pawl_status status = put(model, path, value, &at, error);
  if (status == PAWL_OK)
    status = check(model, &at, error);
  if (known && status != PAWL_OK)
    restore(&at, &old);
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
