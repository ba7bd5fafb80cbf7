/* The table that a user wrote → the fields of a part, by the part's table of fields. Spelling comes before what is
 * missing: a misspelt field is usually the missing one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/lua_side.h"
#include "parts/synonyms.h"

bool pawl_field_positional(const pawl_field *field)
{
  return field->name[0] >= '0' && field->name[0] <= '9';
}

const pawl_field *pawl_field_find(const pawl_field *fields, unsigned worlds, const char *name)
{
  for (; fields->name; fields++)
    if (pawl_in_world(fields->worlds, worlds) && strcmp(fields->name, name) == 0)
      return fields;
  return NULL;
}

/* ---- numbers ---- */

const char *pawl_number_text(double value, char text[32])
{
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, 32, "%.*g", digits, value);
    if (strtod(text, NULL) == value)
      break;
  }
  return text;
}

const char *pawl_number_wrong(const pawl_field *field, double value, char *sentence, size_t size)
{
  char limit[32], given[32];
  const char *unit = field->unit ? field->unit : "", *blank = *unit ? " " : "";
  if (!isfinite(value)) {
    snprintf(sentence, size, "must be a finite number, not %s",
             isnan(value) ? "nan"
             : value > 0  ? "inf"
                          : "-inf");
    return sentence;
  }
  if (value >= field->min && value <= field->max) {
    bool large = fabs(value) > PAWL_MOST_NUMBER;
    if (!large && !(field->min >= 0 && value > 0 && value < PAWL_LEAST_NUMBER))
      return NULL;
    snprintf(sentence, size, "is too %s to compute with: %s%s%s", large ? "large" : "small",
             pawl_number_text(value, given), blank, unit);
    return sentence;
  }
  bool low = value < field->min;
  snprintf(sentence, size, "must be at %s %s%s%s, not %s", low ? "least" : "most",
           pawl_number_text(low ? field->min : field->max, limit), blank, unit,
           pawl_number_text(value, given));
  return sentence;
}

const char *pawl_number_useless(double value, char text[64])
{
  char given[32];
  if (fabs(value) <= PAWL_MOST_NUMBER)
    return NULL;
  if (!isfinite(value))
    return isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
  snprintf(text, 64, "%s (too large to compute with)", pawl_number_text(value, given));
  return text;
}

/* ---- defaults ---- */

/* The components of a vector that exist in a world; the others are 0. */
static void fill(double *to, int count, double value)
{
  for (int i = 0; i < count; i++)
    to[i] = value;
}

static void set_default(const pawl_field *field, unsigned worlds, void *to)
{
  double value = field->fallback == PAWL_REQUIRED ? PAWL_UNSET : field->fallback;
  bool plane = worlds == PAWL_PLANAR;
  switch ((int)field->type) {
  case PAWL_REAL:
    *(double *)to = value;
    break;
  case PAWL_COUNT:
  case PAWL_CHOICE:
    *(int *)to = isnan(value) ? 0 : (int)value;
    break;
  case PAWL_FLAG:
    *(bool *)to = value > 0;
    break;
  case PAWL_TEXT:
    *(const char **)to = NULL;
    break;
  case PAWL_VECTOR:
    *(pawl_vec *)to = (pawl_vec){value, value, plane ? 0 : value};
    break;
  case PAWL_INERTIA:
    fill(to, 6, 0);
    fill((double *)to + (plane ? 2 : 0), plane ? 1 : 3, value);
    break;
  case PAWL_SIGNAL:
    *(pawl_signal *)to = (pawl_signal){value, 0};
    break;
  case PAWL_FRAME:
    *(pawl_frame *)to = (pawl_frame){.body = isnan(value) ? -1 : 0, .turn = pawl_unit_mat()};
    break;
  case PAWL_FRAMES:
    *(pawl_frames *)to = (pawl_frames){0, NULL};
    break;
  case PAWL_JOINT:
  case PAWL_PROFILE:
  case PAWL_OWN:
    *(int *)to = -1;
    break;
  case PAWL_POINTS:
  case PAWL_CONTROL:
    *(pawl_points *)to = (pawl_points){0, NULL};
    break;
  case PAWL_CURVE:
    *(const pawl_curve **)to = NULL;
    break;
  case PAWL_NUMBERS:
    *(pawl_numbers *)to = (pawl_numbers){0, NULL};
    break;
  case PAWL_VALUE:
    *(pawl_value *)to = (pawl_value){NULL, NULL, NULL};
    break;
  case PAWL_VALUES:
    *(pawl_values *)to = (pawl_values){0, NULL};
    break;
  case PAWL_FUNCTION:
    *(int *)to = 0;
    break;
  case PAWL_GRAPH:
    *(pawl_graph *)to = (pawl_graph){.value = value};
    break;
  case PAWL_FILE:
    *(const pawl_text **)to = NULL;
    break;
  case PAWL_GRAVITY:
    pawl_gravity_set(to, (pawl_vec){value, value, plane ? 0 : value});
    break;
  case PAWL_WORDS:
    *(pawl_words *)to = (pawl_words){NULL, 0};
    break;
  case PAWL_ARRAY:
    *(pawl_array *)to = (pawl_array){0};
    break;
  case PAWL_POINT_FORCES:
    *(pawl_point_forces *)to = (pawl_point_forces){0, NULL};
    break;
  case PAWL_FOUR:
    fill(to, 4, value);
    break;
  }
}

void pawl_fields_default(const pawl_field *fields, unsigned worlds, void *to)
{
  for (; fields->name; fields++)
    if (pawl_in_world(fields->worlds, worlds))
      set_default(fields, worlds, (char *)to + fields->where);
}

/* ---- the keys of the table ---- */

const char *pawl_field_nearest(const pawl_field *fields, unsigned worlds, const char *name)
{
  const char *best = pawl_field_meant(name, fields, worlds);
  if (best)
    return best;
  for (; fields->name; fields++)
    if (pawl_in_world(fields->worlds, worlds) && !pawl_field_positional(fields))
      best = pawl_nearer(name, best, fields->name);
  return best;
}

static _Noreturn void refuse_name(const pawl_taking *x, const pawl_field *fields, const char *name)
{
  char shown[64];
  pawl_shown(name, shown);
  bool plane = x->worlds == PAWL_PLANAR;
  if (pawl_field_find(fields, PAWL_BOTH_WORLDS, name) && !(name[0] >= '0' && name[0] <= '9'))
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: unknown field '%s': it exists only in a %s model", x->who, shown,
               plane ? "spatial" : "planar");
  const char *same = pawl_field_meant(shown, fields, x->worlds);
  const char *best = same ? same : pawl_nearer(shown, pawl_field_nearest(fields, x->worlds, shown), x->also);
  if (best)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: unknown field '%s'; did you mean '%s'?", x->who, shown, best);
  pawl_raise(x->L, PAWL_BAD_MODEL, "%s: unknown field '%s'", x->who, shown);
}

static _Noreturn void refuse_count(const pawl_taking *x, const pawl_field *fields, int places,
                                   lua_Integer given)
{
  bool things = fields->type == PAWL_FRAME || fields->type == PAWL_JOINT || fields->type == PAWL_PROFILE ||
                fields->type == PAWL_OWN;
  const char *noun = things ? (places == 1 ? "thing" : "things") : (places == 1 ? "value" : "values");
  if (places == 0)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: takes nothing by position, %lld given", x->who, (long long)given);
  pawl_raise(x->L, PAWL_BAD_MODEL, "%s: takes %d %s by position, %lld given", x->who, places, noun,
             (long long)given);
}

/* What read_table returns may be the whole table: then its header is there, too. */
static bool is_header(const pawl_field *fields, const char *name)
{
  return pawl_takes_all(fields) && fields->type != PAWL_VALUES && strcmp(name, "header") == 0;
}

/* Refuses keys that no field has; of several the first by alphabet, so that the sentence is always the same. */
static void check_keys(const pawl_taking *x, int index, const pawl_field *fields)
{
  lua_State *L = x->L;
  const char *unknown = NULL;
  lua_Integer places = 0, highest = 0;
  for (const pawl_field *f = fields; f->name; f++)
    places += pawl_in_world(f->worlds, x->worlds) && pawl_field_positional(f);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > 0)
      highest = lua_tointeger(L, -2) > highest ? lua_tointeger(L, -2) : highest;
    else if (lua_type(L, -2) != LUA_TSTRING)
      pawl_raise(L, PAWL_BAD_MODEL, "%s: the name of a field must be a string, not a %s", x->who,
                 luaL_typename(L, -2));
    else {
      const char *name = lua_tostring(L, -2);
      const pawl_field *field = pawl_field_find(fields, x->worlds, name);
      if (strlen(name) != lua_rawlen(L, -2))
        pawl_raise(L, PAWL_BAD_MODEL, "%s: the name of a field must not contain a zero byte", x->who);
      if ((x->also && strcmp(name, x->also) == 0) || is_header(fields, name))
        continue;
      if ((!field || pawl_field_positional(field)) && (!unknown || strcmp(name, unknown) < 0))
        unknown = name;
    }
  }
  if (unknown)
    refuse_name(x, fields, unknown);
  if (highest > places && !pawl_takes_all(fields))
    refuse_count(x, fields, (int)places, highest);
}

/* ---- all fields ---- */

/* Is the table at the top a list of what the field takes, and not one of them? */
static bool is_list(const pawl_taking *x)
{
  if (lua_type(x->L, -1) != LUA_TTABLE)
    return false;
  if (x->field->type == PAWL_VALUES)
    return true;
  bool list = lua_rawgeti(x->L, -1, 1) == LUA_TTABLE;
  lua_pop(x->L, 1);
  return list;
}

/* Leaves all that is given by position, as a table of its own; or the one table that is given there. */
static void push_all(const pawl_taking *x, int index)
{
  lua_State *L = x->L;
  lua_rawgeti(L, index, 1);
  if (is_list(x)) {
    if (lua_rawgeti(L, index, 2) != LUA_TNIL)
      pawl_raise(L, PAWL_BAD_MODEL, "%s: takes one table of %s, or %s; not both", x->who,
                 x->field->type == PAWL_VALUES ? "values" : "points",
                 x->field->type == PAWL_VALUES ? "values" : "points");
    lua_pop(L, 1);
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    if (lua_isinteger(L, -2)) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
}

static void take_field(pawl_taking *x, int index, void *to)
{
  const pawl_field *field = x->field;
  if (pawl_takes_all(field))
    push_all(x, index);
  else if (pawl_field_positional(field))
    lua_rawgeti(x->L, index, strtol(field->name, NULL, 10));
  else {
    lua_pushstring(x->L, field->name);
    lua_rawget(x->L, index);
  }
  bool given = !lua_isnil(x->L, -1);
  if (given || (field->fallback == PAWL_REQUIRED && pawl_field_positional(field)))
    pawl_value_take(x, lua_gettop(x->L), to);
  else if (field->fallback == PAWL_REQUIRED)
    pawl_value_wrong(x, "is required (%s%s%s)", field->unit, *field->unit ? ": " : "", field->doc);
  else
    set_default(field, x->worlds, to);
  lua_pop(x->L, 1);
}

static void take_fields(pawl_taking *x, int index, const pawl_field *fields, void *to)
{
  char what[64];
  if (lua_type(x->L, index) != LUA_TTABLE)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: needs a table { … }, not %s", x->who, pawl_what(x->L, index, what));
  check_keys(x, index, fields);
  for (; fields->name; fields++)
    if (pawl_in_world(fields->worlds, x->worlds)) {
      x->field = fields;
      take_field(x, index, (char *)to + fields->where);
    }
}

void pawl_fields_take(lua_State *L, int index, const pawl_field *fields, unsigned worlds, const char *who,
                      void *to)
{
  pawl_taking x = {.L = L, .who = who, .worlds = worlds};
  take_fields(&x, index, fields, to);
}

void pawl_fields_take_part(lua_State *L, int index, const pawl_field *fields, unsigned worlds,
                           const char *who, void *to)
{
  pawl_taking x = {.L = L, .who = who, .worlds = worlds, .also = "look"};
  take_fields(&x, index, fields, to);
}
