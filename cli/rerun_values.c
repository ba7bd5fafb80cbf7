/* What is set when a model is run again: values of the command, of the sliders, and of the file itself. */
#include <math.h>
#include <string.h>

#include "base/expression.h"
#include "rerun.h"

static const char *find(const pawl_settings *set, const char *name)
{
  for (int i = set->count - 1; i >= 0; i--)
    if (strcmp(set->items[i].name, name) == 0)
      return set->items[i].value;
  return NULL;
}

static bool room_for(pawl_settings *set, int count, pawl_arena *arena)
{
  *set = (pawl_settings){PAWL_TAKE(arena, count + 1, pawl_setting), 0};
  return set->items != NULL;
}

static bool add(pawl_settings *set, const char *name, const char *value, pawl_arena *arena)
{
  pawl_setting item = {pawl_arena_text(arena, name), pawl_arena_text(arena, value)};
  if (!item.name || !item.value)
    return false;
  set->items[set->count++] = item;
  return true;
}

bool pawl_settings_join(pawl_settings *sum, const pawl_settings *some, const pawl_settings *more,
                        pawl_arena *arena)
{
  bool ok = room_for(sum, some->count + more->count, arena);
  for (int i = 0; ok && i < some->count; i++)
    if (!find(more, some->items[i].name))
      ok = add(sum, some->items[i].name, some->items[i].value, arena);
  for (int i = 0; ok && i < more->count; i++)
    ok = add(sum, more->items[i].name, more->items[i].value, arena);
  return ok;
}

bool pawl_settings_copy(pawl_settings *copy, const pawl_settings *from, pawl_arena *arena)
{
  const pawl_settings none = {0};
  return pawl_settings_join(copy, from, &none, arena);
}

bool pawl_settings_own(pawl_settings *own, const pawl_model *model, pawl_arena *arena)
{
  char digits[32];
  bool ok = room_for(own, model->parameter_count, arena);
  for (int i = 0; ok && i < model->parameter_count; i++) {
    const pawl_parameter *p = model->parameters + i;
    ok = add(own, p->name, p->text ? p->text : pawl_digits(p->value, digits), arena);
  }
  return ok;
}

/* ---- what a model can still take ---- */

static bool takes_text(const pawl_parameter *p, const char *value)
{
  for (int i = 0; i < p->choice_count; i++)
    if (strcmp(p->choices[i], value) == 0)
      return true;
  return p->choice_count == 0;
}

static bool takes(pawl_model *model, const char *name, const char *value)
{
  double x;
  char why[PAWL_WHY];
  for (int i = 0; i < model->parameter_count; i++) {
    const pawl_parameter *p = model->parameters + i;
    if (strcmp(p->name, name) != 0)
      continue;
    return p->text ? takes_text(p, value)
                   : pawl_quantity_read(value, p->unit, &x, why) && x >= p->min && x <= p->max;
  }
  const pawl_field *field;
  return pawl_model_number(model, name, &field) != NULL;
}

static bool was_edited(const pawl_settings *before, const pawl_settings *own, const char *name)
{
  const char *then = find(before, name), *now = find(own, name);
  return then && now && strcmp(then, now) != 0;
}

bool pawl_settings_keep(pawl_settings *kept, const pawl_settings *wanted, const pawl_settings *before,
                        const pawl_settings *own, pawl_model *model, pawl_arena *arena)
{
  bool ok = room_for(kept, wanted->count, arena);
  for (int i = 0; ok && i < wanted->count; i++) {
    const pawl_setting *item = wanted->items + i;
    if (takes(model, item->name, item->value) && !was_edited(before, own, item->name))
      ok = add(kept, item->name, item->value, arena);
  }
  return ok;
}

bool pawl_rerun_files(const char ***files, int *count, const pawl_model *model, pawl_arena *arena)
{
  const char *slash = strrchr(model->path, '/');
  int folder = slash ? (int)(slash - model->path) + 1 : 0;
  *files = PAWL_TAKE(arena, model->file_count + 1, const char *);
  *count = 0;
  if (*files)
    (*files)[(*count)++] = pawl_arena_text(arena, model->path);
  for (int i = 0; *files && i < model->file_count; i++)
    (*files)[(*count)++] = pawl_format(arena, "%.*s%s", folder, model->path, model->files[i].name);
  return !arena->failed;
}

/* ---- the model of a result ---- */

bool pawl_rerun_possible(const pawl_recording *result)
{
  const char *from = pawl_result_meta(result->result, "from");
  return result->model && result->result->model.source && !(from && *from);
}

static double meta_number(const pawl_result *result, const char *name, double otherwise)
{
  const char *text = pawl_result_meta(result, name);
  double x;
  return text && pawl_number_of(text, &x) ? x : otherwise;
}

static bool stored_settings(pawl_settings *then, const pawl_stored_model *stored, pawl_arena *arena)
{
  bool ok = room_for(then, stored->setting_count, arena);
  for (int i = 0; ok && i < stored->setting_count; i++)
    ok = add(then, stored->settings[i].name, stored->settings[i].value, arena);
  return ok;
}

/* Over the same time, with as many rows, as exactly: so that what changes comes from the parameter moved. */
bool pawl_rerun_words(const pawl_rerun_source *source, const pawl_settings *more, pawl_arena *arena,
                      pawl_show_words *words)
{
  *words = source->show;
  if (!source->result)
    return pawl_settings_join(&words->set, &source->show.set, more, arena);
  const pawl_result *result = source->result->result;
  pawl_settings then;
  words->until = meta_number(result, "end", NAN);
  words->output = pawl_result_meta(result, "output");
  words->tolerance = meta_number(result, "tolerance", NAN);
  return stored_settings(&then, &result->model, arena) && pawl_settings_join(&words->set, &then, more, arena);
}
