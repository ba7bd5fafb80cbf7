/* The channels of a model: every part's, by name; and how Lua functions read them during an evaluation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/system.h"

static int by_name(const void *a, const void *b)
{
  return strcmp((*(const pawl_channel_use *const *)a)->name, (*(const pawl_channel_use *const *)b)->name);
}

static int count_channels(const pawl_model *model)
{
  int n = 0;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_channel_def *c = model->parts[i]->kind->channels; c && c->name; c++)
      n += pawl_in_world(c->worlds, model->worlds);
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
  for (const pawl_field *f = part->kind->fields; part->kind->family == PAWL_SIGNAL_KIND && f->name; f++) {
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
      if (s->model->parts[joint]->kind->mobility == PAWL_SLIDES)
        return or +4;
      char *first = PAWL_TAKE(s->arena, or -unit + 1, char);
      return first ? memcpy(first, unit, (size_t)(or -unit)) : unit;
    }
  return unit;
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
  const pawl_channel_use *c = s->channels + i;
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
  pawl_seen seen;
  pawl_system_see(s, c->part, PAWL_AT_VELOCITY, &seen);
  *value = pawl_seen_number(&seen, c->def);
  return 0;
}

bool pawl_channels_build(pawl_system *s)
{
  const pawl_model *model = s->model;
  int n = count_channels(model);
  s->channels = PAWL_TAKE(s->arena, n + 1, pawl_channel_use);
  s->sorted = PAWL_TAKE(s->arena, n + 1, const pawl_channel_use *);
  if (s->arena->failed)
    return false;
  for (int i = 0; i < model->part_count; i++)
    for (const pawl_channel_def *c = model->parts[i]->kind->channels; c && c->name; c++) {
      if (!pawl_in_world(c->worlds, model->worlds))
        continue;
      pawl_channel_use *use = s->channels + s->channel_count;
      *use = (pawl_channel_use){full_name(s, model->parts[i]->name, c->name), i, c,
                                unit_of(s, model->parts[i], c->unit)};
      s->sorted[s->channel_count++] = use;
      if (!use->name)
        return false;
    }
  qsort(s->sorted, (size_t)s->channel_count, sizeof *s->sorted, by_name);
  s->reader = (pawl_reader){s, read_for_lua};
  return true;
}

int pawl_channel_find(const pawl_system *s, const char *name)
{
  pawl_channel_use key = {name, 0, NULL, NULL};
  const pawl_channel_use *at = &key;
  const pawl_channel_use *const *found =
      bsearch(&at, s->sorted, (size_t)s->channel_count, sizeof *s->sorted, by_name);
  return found ? (int)(*found - s->channels) : -1;
}

const char *pawl_channel_near(const pawl_system *s, const char *name)
{
  const char *best = NULL;
  for (int i = 0; i < s->channel_count; i++) {
    const char *pair[2] = {s->channels[i].name, best};
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
  for (int i = 0; i < s->channel_count; i++) {
    const pawl_channel_use *c = s->channels + i;
    if (c->part != part)
      pawl_system_see(s, part = c->part, PAWL_AT_ACCELERATION, &seen);
    values[i] = pawl_seen_number(&seen, c->def);
  }
}
