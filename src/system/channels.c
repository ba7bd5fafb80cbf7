/* The channels of a model: every part's, by name; and how Lua functions read them during an evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/own.h"

static int by_name(const void *a, const void *b)
{
  return strcmp((*(const pawl_channel_use *const *)a)->name, (*(const pawl_channel_use *const *)b)->name);
}

/* Of coordinates there are as many as the part has; of a number of the whole run there is none. */
static int repeats(const pawl_part *part, const pawl_channel_def *c)
{
  if (pawl_output_measure(part))
    return 0;
  return c->each ? ((const pawl_lagrangian *)part->fields)->coordinates.count : 1;
}

static int count_channels(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_channel_def *c = model->parts[i]->kind->channels; c && c->name; c++)
      n += pawl_in_world(c->worlds, model->worlds) ? repeats(model->parts[i], c) : 0;
  return n;
}

static const char *full_name(pawl_system *s, const char *part, const char *channel)
{
  size_t size = strlen(part) + strlen(channel) + 2;
  char *name = PAWL_TAKE(s->arena, size, char);
  if (name)
    snprintf(name, size, "%s.%s", part, channel);
  return name;
}

/* "N m or N" is the first on a hinge and the second on a guide; signals have the unit that the user wrote. */
static const char *unit_of(pawl_system *s, const pawl_part *part, const char *unit)
{
  const char * or = strstr(unit, " or ");
  bool own_unit = part->kind->signal || part->kind == pawl_kind_find("output");
  for (const pawl_field *f = part->kind->fields; own_unit && f->name; f++) {
    const char *own =
        f->type == PAWL_TEXT ? *(const char *const *)((const char *)part->fields + f->where) : NULL;
    if (own && strcmp(f->name, "unit") == 0 && *own && !*unit)
      return own;
  }
  if (! or)
    return unit;
  for (const pawl_field *f = part->kind->fields; f->name; f++)
    if (f->type == PAWL_JOINT) {
      int joint = *(const int *)((const char *)part->fields + f->where);
      if (pawl_slides(s->model->parts[joint]->kind))
        return or +4;
      char *first = PAWL_TAKE(s->arena, or -unit + 1, char);
      return first ? memcpy(first, unit, (size_t)(or -unit)) : unit;
    }
  return unit;
}

/* NAME_speed of "bird", in rad: "bird_speed", in rad/s. */
static bool name_after(pawl_system *s, const pawl_part *part, int coordinate, pawl_channel_use *use)
{
  const pawl_lagrangian *p = part->fields;
  const char *name = p->coordinates.word[coordinate], *unit = pawl_own_unit(p, coordinate),
             *suffix = use->def->name + 4;
  const char *per = use->def->level == PAWL_AT_POSITION   ? ""
                    : use->def->level == PAWL_AT_VELOCITY ? "/s"
                                                          : "/s^2";
  size_t size = strlen(part->name) + strlen(name) + strlen(suffix) + 2, room = strlen(unit) + strlen(per) + 1;
  char *text = PAWL_TAKE(s->arena, size, char), *full = PAWL_TAKE(s->arena, room, char);
  if (!text || !full)
    return false;
  snprintf(text, size, "%s.%s%s", part->name, name, suffix);
  snprintf(full, room, "%s%s", unit, per);
  use->name = text;
  use->unit = full;
  use->dof = s->own.use[pawl_own_of_part(s, part->index)].dof + coordinate;
  return true;
}

/* A coordinate of own equations as it is. */
static double own_number(const pawl_system *s, const pawl_channel_use *c)
{
  if (c->def->level == PAWL_AT_POSITION)
    return s->at.q[c->dof];
  if (c->def->level == PAWL_AT_VELOCITY)
    return s->at.v ? s->at.v[c->dof] : 0;
  return s->at.a[c->dof];
}

static int read_for_lua(void *context, const char *name, double *value, pawl_error *error)
{
  pawl_system *s = context;
  int i = pawl_channel_find(s, name);
  if (i < 0) {
    const char *near = pawl_channel_near(s, name);
    if (near)
      pawl_fail(error, PAWL_BAD_MODEL, NULL, "there is no channel '%s'; did you mean '%s'?", name, near);
    else
      pawl_fail(error, PAWL_BAD_MODEL, NULL, "there is no channel '%s'", name);
    return 1;
  }
  const pawl_channel_use *c = s->channel.list + i;
  if (s->model->parts[c->part]->kind->family == PAWL_SENSOR && c->def->level > PAWL_AT_VELOCITY &&
      s->model->parts[c->part]->kind->fields->type == PAWL_SIGNAL) {
    pawl_fail(error, PAWL_BAD_MODEL, NULL,
              "a function cannot read '%s': outputs are computed from channels of parts, not from each other",
              name);
    return 1;
  }
  if (c->def->level > PAWL_AT_VELOCITY) {
    pawl_fail(error, PAWL_BAD_MODEL, NULL,
              "a function cannot read '%s': it follows from forces, and they from the function (an algebraic "
              "loop); "
              "positions and velocities can be read",
              name);
    return 1;
  }
  if (c->dof >= 0) {
    *value = own_number(s, c);
    return 0;
  }
  pawl_seen seen;
  pawl_system_see(s, c->part, PAWL_AT_VELOCITY, &seen);
  *value = pawl_seen_number(&seen, c->def);
  return 0;
}

static bool add_channel(pawl_system *s, int part, const pawl_channel_def *c, int coordinate)
{
  const pawl_part *p = s->model->parts[part];
  pawl_channel_use *use = s->channel.list + s->channel.count;
  *use = (pawl_channel_use){.part = part, .def = c, .dof = -1};
  s->channel.sorted[s->channel.count++] = use;
  if (c->each)
    return name_after(s, p, coordinate, use);
  use->name = full_name(s, p->name, c->name);
  use->unit = unit_of(s, p, c->unit);
  return use->name != NULL;
}

bool pawl_channels_build(pawl_system *s)
{
  const pawl_model *model = s->model;
  int n = count_channels(model);
  s->channel.list = PAWL_TAKE(s->arena, n + 1, pawl_channel_use);
  s->channel.sorted = PAWL_TAKE(s->arena, n + 1, const pawl_channel_use *);
  if (s->arena->failed)
    return false;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_channel_def *c = model->parts[i]->kind->channels; c && c->name; c++) {
      if (!pawl_in_world(c->worlds, model->worlds))
        continue;
      for (int k = 0; k < repeats(model->parts[i], c); k++)
        if (!add_channel(s, i, c, k))
          return false;
    }
  qsort(s->channel.sorted, (size_t)s->channel.count, sizeof *s->channel.sorted, by_name);
  s->channel.reader = (pawl_reader){s, read_for_lua};
  return true;
}

int pawl_channel_find(const pawl_system *s, const char *name)
{
  pawl_channel_use key = {.name = name};
  const pawl_channel_use *at = &key;
  const pawl_channel_use *const *found =
      bsearch(&at, s->channel.sorted, (size_t)s->channel.count, sizeof *s->channel.sorted, by_name);
  return found ? (int)(*found - s->channel.list) : -1;
}

const char *pawl_channel_near(const pawl_system *s, const char *name)
{
  const char *best = NULL;
  for (int i = 0; i < s->channel.count; i++) {
    const char *pair[2] = {s->channel.list[i].name, best};
    best = pawl_nearest(name, pair, best ? 2 : 1);
    best = best ? best : pair[1];
  }
  return best;
}

/* All channels of the last full evaluation. */
void pawl_channels_read(pawl_system *s, double *values)
{
  pawl_seen seen;
  int part = -1;
  for (int i = 0; i < s->channel.count; i++) {
    const pawl_channel_use *c = s->channel.list + i;
    if (c->part != part)
      pawl_system_see(s, part = c->part, PAWL_AT_ACCELERATION, &seen);
    values[i] = c->dof >= 0 ? own_number(s, c) : pawl_seen_number(&seen, c->def);
  }
  pawl_formulas_read(s, values);
}
