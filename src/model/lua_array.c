/* Fields of own equations: a number, a table of numbers, a table of such tables, or a function that returns one; and
 * forces at points, { at = function(q, t) … end, force = … }. */
#include <stdio.h>

#include "model/lua_side.h"

#define SHAPES "a number, a table of numbers or of such tables, or a function"
enum { MOST = 64 }; /* rows, columns, forces */

/* A table of numbers and nothing else, at the top of the stack. `row` 0: it is the whole. */
static int count_numbers(const pawl_taking *x, int row)
{
  char what[64];
  lua_State *L = x->L;
  int count = (int)lua_rawlen(L, -1), keys = 0;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    keys++;
  if (keys != count || count == 0 || count > MOST)
    pawl_value_wrong(x, "must be a table of 1 to %d numbers and nothing else%s", MOST,
                     row ? " in each row" : "");
  for (int i = 0; i < count; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, -1, i + 1);
    if (lua_type(L, -1) == LUA_TNUMBER)
      continue;
    if (row)
      pawl_value_wrong(x, "must hold numbers, not %s in row %d at place %d", pawl_what(L, -1, what), row,
                       i + 1);
    pawl_value_wrong(x, "must hold numbers, not %s at place %d", pawl_what(L, -1, what), i + 1);
  }
  return count;
}

static void copy_numbers(const pawl_taking *x, int count, double *to)
{
  const pawl_field any = {.min = -INFINITY, .max = INFINITY};
  char sentence[128];
  for (int i = 0; i < count; i++, lua_pop(x->L, 1)) {
    lua_rawgeti(x->L, -1, i + 1);
    to[i] = lua_tonumber(x->L, -1);
    if (pawl_number_wrong(&any, to[i], sentence, sizeof sentence))
      pawl_value_wrong(x, "at place %d %s", i + 1, sentence);
  }
}

/* A table of rows of equal length. */
static void take_rows(const pawl_taking *x, int index, pawl_array *to)
{
  lua_State *L = x->L;
  double *number = NULL;
  to->rows = (int)lua_rawlen(L, index);
  if (to->rows > MOST)
    pawl_value_wrong(x, "must have at most %d rows, not %d", MOST, to->rows);
  for (int row = 0; row < to->rows; row++, lua_pop(L, 1)) {
    char what[64];
    if (lua_rawgeti(L, index, row + 1) != LUA_TTABLE)
      pawl_value_wrong(x, "must be a table of rows, not with %s at place %d", pawl_what(L, -1, what),
                       row + 1);
    int columns = count_numbers(x, row + 1);
    if (row == 0) {
      to->columns = columns;
      number = pawl_side_take(L, (size_t)(to->rows * columns) * sizeof *number);
    } else if (columns != to->columns)
      pawl_value_wrong(x, "must have rows of equal length; row 1 has %d numbers, row %d has %d", to->columns,
                       row + 1, columns);
    copy_numbers(x, columns, number + row * columns);
  }
  to->number = number;
}

static void take_one_row(const pawl_taking *x, int index, pawl_array *to)
{
  lua_pushvalue(x->L, index);
  to->rows = 1;
  to->columns = count_numbers(x, 0);
  double *number = pawl_side_take(x->L, (size_t)to->columns * sizeof *number);
  copy_numbers(x, to->columns, number);
  to->number = number;
  lua_pop(x->L, 1);
}

static void take_one_number(const pawl_taking *x, int index, pawl_array *to)
{
  char sentence[128];
  const pawl_field any = {.min = -INFINITY, .max = INFINITY};
  double *number = pawl_side_take(x->L, sizeof *number);
  *number = lua_tonumber(x->L, index);
  if (pawl_number_wrong(&any, *number, sentence, sizeof sentence))
    pawl_value_wrong(x, "%s", sentence);
  *to = (pawl_array){0, 1, 1, number};
}

void pawl_array_take(const pawl_taking *x, int index, void *to)
{
  pawl_array *array = to;
  int type = lua_type(x->L, index);
  *array = (pawl_array){0};
  if (pawl_is_function(x->L, index)) {
    array->function = pawl_function_keep(x->L, index);
    return;
  }
  if (type == LUA_TNUMBER) {
    take_one_number(x, index, array);
    return;
  }
  if (type != LUA_TTABLE)
    pawl_value_wrong_type(x, index, SHAPES, "");
  bool rows = lua_rawgeti(x->L, index, 1) == LUA_TTABLE;
  lua_pop(x->L, 1);
  if (rows)
    take_rows(x, index, array);
  else
    take_one_row(x, index, array);
}

static void push_row(lua_State *L, const double *number, int count)
{
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushnumber(L, number[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void pawl_array_push(lua_State *L, const pawl_array *array)
{
  if (array->function > 0)
    lua_rawgeti(L, LUA_REGISTRYINDEX, array->function);
  else if (!array->number)
    lua_pushnil(L); /* not given */
  else if (array->rows * array->columns == 1)
    lua_pushnumber(L, *array->number);
  else if (array->rows == 1)
    push_row(L, array->number, array->columns);
  else {
    lua_createtable(L, array->rows, 0);
    for (int i = 0; i < array->rows; i++) {
      push_row(L, array->number + i * array->columns, array->columns);
      lua_rawseti(L, -2, i + 1);
    }
  }
}

static const pawl_field pull_fields[] = {
    {"at", "m", PAWL_FUNCTION, offsetof(pawl_point_force, at), PAWL_REQUIRED, 0, 0,
     "function(q, t) that returns the point {x, y}, in space {x, y, z}"},
    {"force", "N", PAWL_ARRAY, offsetof(pawl_point_force, force), PAWL_REQUIRED, 0, 0,
     "{fx, fy}, in space {fx, fy, fz}, or function(q, v, t, s) that returns it"},
    {0}};

void pawl_point_forces_take(const pawl_taking *x, int index, void *to)
{
  lua_State *L = x->L;
  char who[256], each[300];
  int count = lua_type(L, index) == LUA_TTABLE ? (int)lua_rawlen(L, index) : 0;
  int size = x->worlds == PAWL_PLANAR ? 2 : 3;
  if (count == 0 || count > MOST)
    pawl_value_wrong_type(x, index, "a table of forces { at = …, force = … }", "");
  pawl_point_force *pull = pawl_side_take(L, (size_t)count * sizeof *pull);
  for (int i = 0; i < count; i++, lua_pop(L, 1)) {
    lua_rawgeti(L, index, i + 1);
    snprintf(each, sizeof each, "%s, force %d", pawl_value_who(x, who, sizeof who), i + 1);
    pawl_fields_take(L, lua_gettop(L), pull_fields, x->worlds, each, pull + i);
    const pawl_array *force = &pull[i].force;
    if (force->number && (force->rows != 1 || force->columns != size))
      pawl_raise(L, PAWL_BAD_MODEL, "%s: 'force' must be %s in a %s model", each,
                 size == 2 ? "{fx, fy}" : "{fx, fy, fz}", size == 2 ? "planar" : "spatial");
  }
  *(pawl_point_forces *)to = (pawl_point_forces){count, pull};
}
