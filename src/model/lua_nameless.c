/* Values: what has a kind but no name, kind { … }: curves, laws, friction, stretches of lift. A value can be kept in a
 * local and used in many places; each place gets a copy of its own, so that a number of one can be set by its path. */
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"

/* ---- families ---- */

static const struct {
  pawl_family family;
  const char *word;
} families[] = {{PAWL_CURVE_VALUE, "curve"},
                {PAWL_LAW_VALUE, "law"},
                {PAWL_FRICTION_VALUE, "friction"},
                {PAWL_LIFT_VALUE, "lift"}};

const char *pawl_value_family(const pawl_kind *kind)
{
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (families[i].family == kind->family)
      return families[i].word;
  return NULL;
}

/* The first of the list with that word, for "such as". */
static const char *sample_of(const char *word)
{
  for (int i = 0; pawl_kinds[i]; i++) {
    const char *its = pawl_value_family(pawl_kinds[i]);
    if (its && strcmp(its, word) == 0)
      return pawl_kinds[i]->name;
  }
  return word;
}

/* ---- copies ---- */

static const void *copy_block(lua_State *L, const void *from, size_t size)
{
  return from && size ? memcpy(pawl_side_take(L, size), from, size) : from;
}

/* What a field of a copied struct points to is copied as well, as far as its numbers have paths. */
static void copy_field(lua_State *L, pawl_type type, void *at)
{
  if (type == PAWL_POINTS || type == PAWL_CONTROL) {
    pawl_points *p = at;
    p->point = copy_block(L, p->point, (size_t)p->count * sizeof *p->point);
  } else if (type == PAWL_NUMBERS) {
    pawl_numbers *n = at;
    n->number = copy_block(L, n->number, (size_t)n->count * sizeof *n->number);
  } else if (type == PAWL_VALUE && ((pawl_value *)at)->kind)
    *(pawl_value *)at = pawl_nameless_copy(L, at);
  else if (type == PAWL_VALUES) {
    pawl_values *v = at;
    pawl_value *copy = pawl_side_take(L, (size_t)v->count * sizeof *copy);
    for (int i = 0; i < v->count; i++)
      copy[i] = pawl_nameless_copy(L, v->value + i);
    v->value = copy;
  }
}

pawl_value pawl_nameless_copy(lua_State *L, const pawl_value *value)
{
  unsigned worlds = pawl_side_of(L)->model->worlds;
  void *fields = pawl_side_take(L, value->kind->size);
  memcpy(fields, value->fields, value->kind->size);
  for (const pawl_field *f = value->kind->fields; f->name; f++)
    if (pawl_in_world(f->worlds, worlds))
      copy_field(L, f->type, (char *)fields + f->where);
  return (pawl_value){value->kind, fields, value->where};
}

/* ---- as fields ---- */

/* The kind that a word without its table, or in quotes, means: one that suits, or NULL. */
static const pawl_kind *meant_at(const pawl_taking *x, int index)
{
  const pawl_kind *kind = pawl_constructor_at(x->L, index);
  if (lua_type(x->L, index) == LUA_TSTRING)
    kind = pawl_kind_find(lua_tostring(x->L, index));
  const char *family = kind ? pawl_value_family(kind) : NULL;
  return family && strcmp(family, x->field->choices) == 0 ? kind : NULL;
}

/* "rigid { }", "linear { stiffness = … }": what must be given. */
static void say_written(const pawl_taking *x, const pawl_kind *kind, char text[160])
{
  unsigned worlds = pawl_side_of(x->L)->model->worlds;
  void *fields = pawl_side_take(x->L, kind->size);
  int used = snprintf(text, 160, "%s {", kind->name);
  const char *comma = "";
  for (const pawl_field *f = kind->fields; f->name && used < 120; f++)
    if (f->fallback == PAWL_REQUIRED && pawl_in_world(f->worlds, worlds)) {
      bool named = !pawl_field_positional(f);
      used += snprintf(text + used, (size_t)(160 - used), "%s %s%s…", comma, named ? f->name : "",
                       named ? " = " : "");
      comma = ",";
    }
  memset(fields, 0, kind->size);
  pawl_fields_default(kind->fields, worlds, fields);
  bool more = !*comma && kind->check && kind->check(fields, worlds); /* one of several */
  snprintf(text + used, (size_t)(160 - used), more ? " … }" : " }");
}

static _Noreturn void refuse(const pawl_taking *x, const char *which, int index)
{
  const pawl_value *given = pawl_nameless_at(x->L, index);
  const char *word = x->field->choices, *sample = sample_of(word),
             *also = strcmp(word, "friction") == 0 ? "a number or " : "";
  char what[64], written[160];
  const char *name = lua_isnoneornil(x->L, index) ? "nil" : pawl_what(x->L, index, what);
  const pawl_kind *meant = meant_at(x, index);
  if (meant) {
    say_written(x, meant, written);
    pawl_value_wrong(x, "%smust be %sa %s: write %s, not %s", which, also, word, written, name);
  }
  if (given)
    pawl_value_wrong(x, "%smust be %sa %s such as %s { … }, not %s, which is a %s", which, also, word, sample,
                     name, pawl_value_family(given->kind));
  pawl_value_wrong(x, "%smust be %sa %s such as %s { … }, not %s", which, also, word, sample, name);
}

static bool suits(const pawl_taking *x, const pawl_value *value)
{
  return value && strcmp(pawl_value_family(value->kind), x->field->choices) == 0;
}

/* A number in place of a friction is Coulomb's coefficient. */
static bool take_coefficient(const pawl_taking *x, int index, pawl_value *to)
{
  if (lua_type(x->L, index) != LUA_TNUMBER || strcmp(x->field->choices, "friction") != 0)
    return false;
  double mu = lua_tonumber(x->L, index);
  if (!(mu >= 0 && mu < INFINITY))
    pawl_value_wrong(x, "must be a coefficient of 0 or more, not %g", isnan(mu) ? fabs(mu) : mu);
  const pawl_field range = {.unit = "", .min = 0, .max = INFINITY};
  char sentence[128];
  if (pawl_number_wrong(&range, mu, sentence, sizeof sentence))
    pawl_value_wrong(x, "%s", sentence);
  pawl_coulomb *fields = pawl_side_take(x->L, sizeof *fields);
  *fields = (pawl_coulomb){.mu.value = mu, .mu_static = NAN};
  char where[PAWL_WHERE];
  pawl_side_where(x->L, where);
  *to = (pawl_value){pawl_kind_find("coulomb"), fields, pawl_side_keep(x->L, where)};
  return true;
}

void pawl_nameless_take(const pawl_taking *x, int index, void *to)
{
  if (take_coefficient(x, index, to))
    return;
  const pawl_value *given = pawl_nameless_at(x->L, index);
  if (!suits(x, given))
    refuse(x, "", index);
  *(pawl_value *)to = pawl_nameless_copy(x->L, given);
}

/* The field's range is that of how many. */
static void check_count(const pawl_taking *x, int count)
{
  bool few = count < x->field->min;
  double limit = few ? x->field->min : x->field->max;
  if (few || (x->field->max > 0 && count > x->field->max))
    pawl_value_wrong(x, "must have at %s %g %s%s, not %d", few ? "least" : "most", limit, x->field->choices,
                     limit == 1 ? "" : "s", count);
}

void pawl_nameless_take_all(const pawl_taking *x, int index, void *to)
{
  lua_State *L = x->L;
  char which[32];
  if (lua_type(L, index) != LUA_TTABLE) {
    char what[64];
    pawl_value_wrong(x, "must be a table of %ss such as %s { … }, not %s", x->field->choices,
                     sample_of(x->field->choices), pawl_what(L, index, what));
  }
  int count = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    count++;
  check_count(x, count);
  pawl_value *value = pawl_side_take(L, (size_t)count * sizeof *value);
  for (int i = 0; i < count; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, index, i + 1); /* nil where one is left out */
    const pawl_value *given = pawl_nameless_at(L, -1);
    snprintf(which, sizeof which, "at place %d ", i + 1);
    if (!suits(x, given))
      refuse(x, which, lua_gettop(L));
    value[i] = pawl_nameless_copy(L, given);
  }
  *(pawl_values *)to = (pawl_values){count, value};
}

/* ---- as Lua values ---- */

const pawl_value *pawl_nameless_at(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_VALUE_TYPE) : NULL;
}

void pawl_nameless_push(lua_State *L, const pawl_value *value)
{
  pawl_value *kept = lua_newuserdatauv(L, sizeof *kept, 0);
  *kept = *value;
  luaL_setmetatable(L, PAWL_VALUE_TYPE);
}

/* value.field */
static int read_field(lua_State *L)
{
  const pawl_value *value = luaL_checkudata(L, 1, PAWL_VALUE_TYPE);
  unsigned worlds = pawl_side_of(L)->model->worlds;
  char shown[64];
  const char *name = pawl_shown(luaL_tolstring(L, 2, NULL), shown);
  const pawl_field *field = pawl_field_find(value->kind->fields, worlds, name);
  const char *best = pawl_field_nearest(value->kind->fields, worlds, name);
  if (!field && best)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: unknown field '%s'; did you mean '%s'?", value->kind->name, name,
               best);
  if (!field)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: unknown field '%s'", value->kind->name, name);
  pawl_field_push(L, field, (const char *)value->fields + field->where);
  return 1;
}

static int is_fixed(lua_State *L)
{
  const pawl_value *value = luaL_checkudata(L, 1, PAWL_VALUE_TYPE);
  pawl_raise(L, PAWL_BAD_MODEL, "%s: cannot be changed after it was made", value->kind->name);
}

static int show(lua_State *L)
{
  lua_pushstring(L, ((const pawl_value *)luaL_checkudata(L, 1, PAWL_VALUE_TYPE))->kind->name);
  return 1;
}

void pawl_nameless_open(lua_State *L)
{
  static const luaL_Reg methods[] = {
      {"__index", read_field}, {"__newindex", is_fixed}, {"__tostring", show}, {NULL, NULL}};
  luaL_newmetatable(L, PAWL_VALUE_TYPE);
  luaL_setfuncs(L, methods, 0);
  lua_pop(L, 1);
}
