/* Angles that were written in degrees: more than a turn, and a number that somebody has typed, as 90 or 22.5. What is computed from pi
 * has more digits. */
#include "model/misprints.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979323846

void pawl_misprints_add(pawl_misprints *list, const char *where, const char *format, ...)
{
  if (list->count < list->most) {
    pawl_misprint *one = list->list + list->count;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(one->text, sizeof one->text, format, arguments);
    va_end(arguments);
    snprintf(one->where, sizeof one->where, "%s", where);
  }
  list->count++;
}

static bool was_typed(double angle)
{
  return fabs(angle) > 2 * PI && fabs(angle) < 1e5 && 1000 * angle == round(1000 * angle);
}

/* Whose angle it is, for sentences. */
typedef struct {
  pawl_misprints *list;
  const pawl_model *model;
  const char *kind, *name, *where;
} owner;

static void judge(const owner *o, const char *field, double angle)
{
  char name[80] = "";
  if (!was_typed(angle))
    return;
  if (o->name)
    snprintf(name, sizeof name, " \"%.60s\"", o->name);
  pawl_misprints_add(o->list, o->where, "%s%s: '%s' is %.7g rad, which is %.3g turns: is %.7g*deg meant?",
                     o->kind, name, field, angle, fabs(angle) / (2 * PI), angle);
}

/* "rad or m": of the joint that comes before it in the table. */
static bool is_angle(const owner *o, const pawl_field *fields, const pawl_field *field, const char *values)
{
  if (strcmp(field->unit, "rad") == 0)
    return true;
  if (strcmp(field->unit, "rad or m") != 0)
    return false;
  for (; fields != field; fields++)
    if (fields->type == PAWL_JOINT) {
      int joint = *(const int *)(values + fields->where);
      return joint >= 0 && !pawl_slides(o->model->parts[joint]->kind);
    }
  return false;
}

static void look(const owner *o, const pawl_field *fields, const void *values);

static void look_inside(const owner *o, const pawl_value *value)
{
  owner inner = *o;
  if (!value->kind || !value->fields)
    return;
  inner.kind = value->kind->name;
  inner.name = NULL;
  inner.where = value->where ? value->where : o->where;
  look(&inner, value->kind->fields, value->fields);
}

static void look(const owner *o, const pawl_field *fields, const void *values)
{
  for (const pawl_field *f = fields; f && f->name; f++) {
    const char *at = (const char *)values + f->where;
    if (f->worlds && !(f->worlds & o->model->worlds))
      continue;
    if (f->type == PAWL_REAL && is_angle(o, fields, f, values))
      judge(o, f->name, *(const double *)at);
    else if (f->type == PAWL_SIGNAL && is_angle(o, fields, f, values)) {
      const pawl_signal *signal = (const pawl_signal *)at;
      if (signal->function == 0 && signal->part == 0 && !signal->channel)
        judge(o, f->name, signal->value);
    } else if (f->type == PAWL_FRAME && o->model->worlds == PAWL_PLANAR)
      judge(o, "angle", ((const pawl_frame *)at)->angle);
    else if (f->type == PAWL_VALUE)
      look_inside(o, (const pawl_value *)at);
    else if (f->type == PAWL_VALUES)
      for (int i = 0; i < ((const pawl_values *)at)->count; i++)
        look_inside(o, ((const pawl_values *)at)->value + i);
  }
}

int pawl_misprints_find(const pawl_model *model, pawl_misprint *found, int most)
{
  pawl_misprints list = {found, 0, most};
  for (int i = 0; i < model->part_count; i++) {
    const pawl_part *p = model->parts[i];
    const owner o = {&list, model, p->kind->name, p->name, p->where};
    if (!p->whole)
      look(&o, p->kind->fields, p->fields);
  }
  if (model->source)
    pawl_misprints_read(&list, model->path, model->source, strlen(model->source));
  for (int i = 0; i < model->file_count; i++) {
    const char *name = model->files[i].name, *slash = strrchr(model->path, '/');
    size_t n = strlen(name);
    char path[240];
    snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - model->path + 1) : 0, model->path, name);
    if (n > 4 && strcmp(name + n - 4, ".lua") == 0)
      pawl_misprints_read(&list, path, model->files[i].text, model->files[i].size);
  }
  return list.count;
}
