/* Parameters: numbers or strings that can be set from outside. parameter "k" { 2e5, unit = "N/m", min = 0 } is the
 * number, the one given or the one set. What is set and is no parameter must be a numeric field by its path. */
#include <stdio.h>
#include <string.h>

#include "base/expression.h"
#include "model/lua_side.h"

typedef struct {
  double value, min, max;
  const char *text, *unit, *doc;
  pawl_words choices;
} parameter;

static const pawl_field number_fields[] = {
    {"1", "", PAWL_REAL, offsetof(parameter, value), PAWL_REQUIRED, -INFINITY, INFINITY, "its value", 0, 0},
    {"unit", "", PAWL_TEXT, offsetof(parameter, unit), PAWL_UNSET, 0, 0, "its unit", 0, 0},
    {"min", "", PAWL_REAL, offsetof(parameter, min), PAWL_UNSET, -INFINITY, INFINITY, "least value", 0, 0},
    {"max", "", PAWL_REAL, offsetof(parameter, max), PAWL_UNSET, -INFINITY, INFINITY, "greatest value", 0, 0},
    {"doc", "", PAWL_TEXT, offsetof(parameter, doc), PAWL_UNSET, 0, 0, "what it is", 0, 0},
    {0}};

static const pawl_field text_fields[] = {
    {"1", "", PAWL_TEXT, offsetof(parameter, text), PAWL_REQUIRED, 0, 0, "its value", 0, 0},
    {"choices", "", PAWL_WORDS, offsetof(parameter, choices), PAWL_UNSET, 0, 0, "what it can be", 0, 0},
    {"doc", "", PAWL_TEXT, offsetof(parameter, doc), PAWL_UNSET, 0, 0, "what it is", 0, 0},
    {0}};

bool pawl_number_read(lua_State *L, const char *text, double *value)
{
  if (strspn(text, "0123456789+-.eE") != strlen(text) || !lua_stringtonumber(L, text))
    return false;
  *value = lua_tonumber(L, -1);
  lua_pop(L, 1);
  return isfinite(*value);
}

/* The last setting of that name, or NULL; all of them count as applied. */
static const char *setting(pawl_side *side, const char *name)
{
  const char *value = NULL;
  for (int i = 0; i < side->setting_count; i++)
    if (strcmp(side->settings[i].name, name) == 0) {
      value = side->settings[i].value;
      side->applied[i] = true;
    }
  return value;
}

static void check_number(lua_State *L, const char *who, const parameter *p, double value, pawl_status status)
{
  char sentence[128];
  pawl_field range = {.unit = p->unit, .min = p->min, .max = p->max};
  if (pawl_number_wrong(&range, value, sentence, sizeof sentence))
    pawl_raise(L, status, "%s: %s", who, sentence);
}

static void check_text(lua_State *L, const char *who, const parameter *p, const char *text,
                       pawl_status status)
{
  char shown[64];
  const char *best = NULL;
  for (int i = 0; i < p->choices.count; i++) {
    if (strcmp(p->choices.word[i], text) == 0)
      return;
    best = pawl_nearer(pawl_shown(text, shown), best, p->choices.word[i]);
  }
  if (best)
    pawl_raise(L, status, "%s: '%s' is none of its choices; did you mean '%s'?", who, pawl_shown(text, shown),
               best);
  if (p->choices.count > 0)
    pawl_raise(L, status, "%s: '%s' is none of its choices", who, pawl_shown(text, shown));
}

/* A number, or an expression of numbers and units, "50*cm": in `unit`. False: what is wrong with it is in `why`, if more can be said. */
static bool read_setting(lua_State *L, const char *text, const char *unit, double *value, char why[PAWL_WHY])
{
  char shown[64], reason[PAWL_WHY] = "";
  if (pawl_number_read(L, text, value))
    return true;
  bool expression = pawl_expression_is(text, strlen(text)) || strcmp(text, "pi") == 0;
  if (expression && pawl_quantity_read(text, unit, value, reason))
    return true;
  snprintf(why, PAWL_WHY, "must be a number, not '%s'%s%.160s", pawl_shown(text, shown), *reason ? ": " : "",
           reason);
  return false;
}

/* Puts in what was set from outside, or keeps the default. */
static void settle(lua_State *L, const char *who, const char *name, parameter *p)
{
  char why[PAWL_WHY];
  const char *set = setting(pawl_side_of(L), name);
  if (p->text) {
    check_text(L, who, p, p->text, PAWL_BAD_MODEL);
    if (set)
      check_text(L, who, p, p->text = pawl_side_keep(L, set), PAWL_BAD_CALL);
    lua_pushstring(L, p->text);
    return;
  }
  p->min = isnan(p->min) ? -INFINITY : p->min;
  p->max = isnan(p->max) ? INFINITY : p->max;
  check_number(L, who, p, p->value, PAWL_BAD_MODEL);
  if (set && !read_setting(L, set, p->unit, &p->value, why))
    pawl_raise(L, PAWL_BAD_CALL, "%s: %s", who, why);
  check_number(L, who, p, p->value, PAWL_BAD_CALL);
  lua_pushnumber(L, p->value);
}

static void add(lua_State *L, const char *who, const pawl_pending *pending, const parameter *p)
{
  pawl_model *model = pawl_side_of(L)->model;
  pawl_side_spend(L, model->parameter_count);
  for (int i = 0; i < model->parameter_count; i++)
    if (strcmp(model->parameters[i].name, pending->name) == 0)
      pawl_raise(L, PAWL_BAD_MODEL, "%s: the name is already used, see %s", who, model->parameters[i].where);
  pawl_parameter full = {.name = pending->name,
                         .unit = p->unit ? p->unit : "",
                         .doc = p->doc ? p->doc : "",
                         .where = pending->where,
                         .value = p->value,
                         .min = p->min,
                         .max = p->max,
                         .text = p->text,
                         .choices = p->choices.word,
                         .choice_count = p->choices.count};
  if (!pawl_model_add_parameter(model, &full)) {
    pawl_side_of(L)->refusal = PAWL_REFUSED_BY_SYSTEM;
    pawl_raise_memory(L);
  }
}

/* { … } after parameter "name". */
static int finish_parameter(lua_State *L)
{
  pawl_pending *pending = lua_touserdata(L, lua_upvalueindex(1));
  char who[96];
  snprintf(who, sizeof who, "parameter \"%s\"", pending->name);
  pawl_only_reading(L, who);
  lua_settop(L, 1);
  bool text = lua_type(L, 1) == LUA_TTABLE && lua_rawgeti(L, 1, 1) == LUA_TSTRING;
  lua_settop(L, 1);
  parameter p = {.min = PAWL_UNSET, .max = PAWL_UNSET};
  pawl_fields_take(L, 1, text ? text_fields : number_fields, PAWL_BOTH_WORLDS, who, &p);
  settle(L, who, pending->name, &p);
  add(L, who, pending, &p);
  pending->done = true;
  return 1;
}

static int construct_parameter(lua_State *L)
{
  pawl_only_reading(L, "parameter");
  lua_settop(L, 1);
  pawl_build_later(L, NULL, finish_parameter);
  return 1;
}

void pawl_parameter_open(lua_State *L, int globals)
{
  lua_pushcfunction(L, construct_parameter);
  lua_setfield(L, globals, "parameter");
}

static void put(lua_State *L, const pawl_setting *set)
{
  pawl_model *model = pawl_side_of(L)->model;
  char name[64], why[PAWL_WHY];
  double value = 0;
  pawl_error wrong = {0};
  const char *unit = pawl_model_unit(model, set->name);
  if (!read_setting(L, set->value, unit, &value, why) && unit)
    pawl_raise_at(L, PAWL_BAD_CALL, NULL, "%s %s", pawl_shown(set->name, name), why);
  if (pawl_model_put(model, set->name, value, &wrong) != PAWL_OK)
    pawl_raise_at(L, wrong.status, wrong.where, "%s", wrong.text);
}

/* Settings that named no parameter are fields by path. All are written before the parts are checked. */
void pawl_parameter_finish(lua_State *L)
{
  pawl_side *side = pawl_side_of(L);
  pawl_error wrong = {0};
  for (int i = 0; i < side->setting_count; i++)
    if (!side->applied[i])
      put(L, &side->settings[i]);
  for (int i = 0; i < side->setting_count; i++)
    if (!side->applied[i] && pawl_model_check(side->model, side->settings[i].name, &wrong) != PAWL_OK)
      pawl_raise_at(L, wrong.status, wrong.where, "%s", wrong.text);
}
