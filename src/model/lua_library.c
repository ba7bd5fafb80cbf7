/* Functions in place of Lua's own: pairs and sort with an order that is the same in every run, tostring without
 * addresses, and guards that count the work of library functions before they do it. */
#include <math.h>
#include <string.h>

#include "model/lua_side.h"

/* ---- sorting: stable, by merging runs of 1, 2, 4 … ---- */

typedef bool (*in_front)(lua_State *L); /* of the two values at the top, does the lower come first? */

static bool less(lua_State *L)
{
  return lua_compare(L, -2, -1, LUA_OPLT);
}

static bool less_by_function(lua_State *L)
{
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, -3);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

static bool first_before_second(lua_State *L, int table, lua_Integer first, lua_Integer second,
                                in_front before)
{
  lua_rawgeti(L, table, first);
  lua_rawgeti(L, table, second);
  bool answer = before(L);
  lua_pop(L, 2);
  return answer;
}

/* to[low … high) = the sorted runs from[low … middle) and from[middle … high). */
static void merge(lua_State *L, int from, int to, const lua_Integer end[3], in_front before)
{
  lua_Integer i = end[0], j = end[1];
  for (lua_Integer k = end[0]; k < end[2]; k++) {
    bool right = i >= end[1] || (j < end[2] && first_before_second(L, from, j, i, before));
    lua_rawgeti(L, from, right ? j++ : i++);
    lua_rawseti(L, to, k);
  }
}

/* Sorts elements 1 … n of the table at `table`. */
static void sort(lua_State *L, int table, lua_Integer n, in_front before)
{
  pawl_side_spend(L, (double)n);
  lua_createtable(L, (int)n, 0);
  int from = table, to = lua_gettop(L);
  for (lua_Integer run = 1; run < n; run *= 2) {
    pawl_side_spend(L, (double)n);
    for (lua_Integer low = 1; low <= n; low += 2 * run) {
      lua_Integer middle = low + run <= n ? low + run : n + 1,
                  high = low + 2 * run <= n ? low + 2 * run : n + 1;
      merge(L, from, to, (lua_Integer[3]){low, middle, high}, before);
    }
    int swap = from;
    from = to;
    to = swap;
  }
  for (lua_Integer i = 1; from != table && i <= n; i++) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, table, i);
  }
  lua_settop(L, table > 2 ? table : 2);
}

static int table_sort(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  if (!lua_isnoneornil(L, 2))
    luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_settop(L, 2);
  sort(L, 1, (lua_Integer)lua_rawlen(L, 1), lua_isnil(L, 2) ? less : less_by_function);
  return 0;
}

/* ---- pairs: numbers first, then strings ---- */

static bool key_less(lua_State *L)
{
  int a = lua_type(L, -2), b = lua_type(L, -1);
  if (a != b)
    return a < b; /* LUA_TBOOLEAN < LUA_TNUMBER < LUA_TSTRING */
  return a == LUA_TBOOLEAN ? lua_toboolean(L, -2) < lua_toboolean(L, -1) : lua_compare(L, -2, -1, LUA_OPLT);
}

/* Upvalues: the table, its keys, the number of the last key. A key that has lost its value is left out. */
static int next_pair(lua_State *L)
{
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
  do {
    lua_settop(L, 0);
    lua_rawgeti(L, lua_upvalueindex(2), ++i);
    if (lua_isnil(L, 1))
      return 1;
    lua_pushvalue(L, 1);
    lua_rawget(L, lua_upvalueindex(1));
  } while (lua_isnil(L, 2));
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(3));
  return 2;
}

/* pairs(t): also when a name of a part or a value of a field comes from it, the model is the same in every run. */
static int sorted_pairs(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushnil(L);
  lua_newtable(L);
  lua_Integer n = 0;
  bool sorted = true;
  for (lua_pushnil(L); lua_next(L, 1);) {
    lua_pop(L, 1);
    int type = lua_type(L, -1);
    if (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN)
      pawl_raise(L, PAWL_BAD_MODEL, "pairs: keys that are not numbers or strings have no order");
    lua_pushvalue(L, -1);
    lua_rawseti(L, 3, ++n);
    sorted = sorted && (n == 1 || first_before_second(L, 3, n - 1, n, key_less));
  }
  pawl_side_spend(L, (double)n);
  if (!sorted)
    sort(L, 3, n, key_less);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, next_pair, 3);
  return 1;
}

/* ---- values as text, and their types ---- */

static int tostring_without_address(lua_State *L)
{
  luaL_checkany(L, 1);
  int type = lua_type(L, 1);
  if (type == LUA_TTABLE || type == LUA_TFUNCTION)
    lua_pushstring(L, luaL_typename(L, 1));
  else
    luaL_tolstring(L, 1, NULL);
  return 1;
}

static int type_of(lua_State *L)
{
  luaL_checkany(L, 1);
  lua_pushstring(L, pawl_jet_at(L, 1) ? "number" : luaL_typename(L, 1));
  return 1;
}

/* Upvalue: Lua's own. */
static int to_number(lua_State *L)
{
  if (!pawl_jet_at(L, 1))
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
  lua_settop(L, 1);
  return 1;
}

/* ---- guards ---- */

/* How often a pattern can be tried on a text of n letters: the ways to choose the ends of its repeated items,
 * C(n + k, k) for k of them, twice as many for each optional one. */
static double cost_of_pattern(lua_State *L, bool anchor)
{
  size_t n, length;
  luaL_checklstring(L, 1, &n);
  const char *p = luaL_checklstring(L, 2, &length);
  bool anchored = anchor && length > 0 && p[0] == '^';
  double cost = anchored ? 1 : (double)n + 1;
  int k = anchored ? 0 : 1;
  for (size_t i = 0; i < length; i++) {
    bool item = strchr("*+-", p[i]) && p[i];
    if (p[i] == '%' && i + 1 < length) /* %b and %1 look at many letters, others at one */
      item = p[i + 1] == 'b' || (p[i + 1] >= '0' && p[i + 1] <= '9'), i++;
    if (item) {
      k++;
      cost *= ((double)n + k) / k;
    }
    if (p[i] == '?')
      cost *= 2;
  }
  if (cost > 1e7)
    pawl_raise(L, PAWL_BAD_MODEL, "this pattern could take too long on a text of %zu characters", n);
  return cost / 4 + (double)length;
}

static double pattern_cost(lua_State *L)
{
  return cost_of_pattern(L, true);
}

static double gmatch_cost(lua_State *L)
{
  return cost_of_pattern(L, false); /* there ^ is a letter */
}

static double find_cost(lua_State *L)
{
  size_t n;
  luaL_checklstring(L, 1, &n);
  return lua_toboolean(L, 4) ? (double)n / 64 : pattern_cost(L);
}

static double rep_cost(lua_State *L)
{
  size_t length, separator;
  luaL_checklstring(L, 1, &length);
  luaL_optlstring(L, 3, "", &separator);
  return fmax((double)luaL_checkinteger(L, 2), 0) / 8 * (1 + (double)(length + separator) / 64);
}

/* No addresses: neither %p nor a table as %s. */
static double format_cost(lua_State *L)
{
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  for (size_t i = 0; i + 1 < length; i++)
    if (format[i] == '%') {
      i++;
      i += strspn(format + i, "-+ #0123456789.");
      if (format[i] == 'p')
        pawl_raise(L, PAWL_BAD_MODEL,
                   "string.format: '%%p' is not available in a model: addresses change from run to run");
    }
  for (int i = 2; i <= lua_gettop(L); i++) {
    int type = lua_type(L, i);
    luaL_argexpected(L, type != LUA_TTABLE && type != LUA_TFUNCTION, i, "number or string");
  }
  return (double)length;
}

/* All elements behind the place at argument 2 move. */
static double shift_cost(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  return fmax(1, (double)lua_rawlen(L, 1) - (double)luaL_checkinteger(L, 2));
}

static double insert_cost(lua_State *L)
{
  return lua_gettop(L) > 2 ? shift_cost(L) : 1;
}

static double remove_cost(lua_State *L)
{
  return lua_gettop(L) > 1 ? shift_cost(L) : 1;
}

static double move_cost(lua_State *L)
{
  return fmax(0, (double)luaL_checkinteger(L, 3) - (double)luaL_checkinteger(L, 2));
}

static double concat_cost(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TTABLE);
  double last = lua_isnoneornil(L, 4) ? (double)lua_rawlen(L, 1) : (double)luaL_checkinteger(L, 4);
  return fmax(0, last - (double)luaL_optinteger(L, 3, 1));
}

static const struct {
  const char *library, *name;
  double (*cost)(lua_State *L);
} guards[] = {
    {"string", "find", find_cost},    {"string", "match", pattern_cost}, {"string", "gmatch", gmatch_cost},
    {"string", "gsub", pattern_cost}, {"string", "rep", rep_cost},       {"string", "format", format_cost},
    {"table", "insert", insert_cost}, {"table", "remove", remove_cost},  {"table", "move", move_cost},
    {"table", "concat", concat_cost},
};

/* Upvalues: the function of Lua's library, its guard. */
static int guarded(lua_State *L)
{
  int guard = (int)lua_tointeger(L, lua_upvalueindex(2));
  pawl_side_spend(L, guards[guard].cost(L));
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static void set(lua_State *L, int globals, const char *name, lua_CFunction function)
{
  lua_pushcfunction(L, function);
  lua_setfield(L, globals, name);
}

void pawl_library_open(lua_State *L, int globals)
{
  set(L, globals, "pairs", sorted_pairs);
  set(L, globals, "tostring", tostring_without_address);
  set(L, globals, "type", type_of);
  lua_getfield(L, globals, "tonumber");
  lua_pushcclosure(L, to_number, 1);
  lua_setfield(L, globals, "tonumber");
  lua_getfield(L, globals, "table");
  set(L, lua_gettop(L), "sort", table_sort);
  lua_pop(L, 1);
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    lua_getfield(L, globals, guards[i].library);
    lua_getfield(L, -1, guards[i].name);
    lua_pushinteger(L, (lua_Integer)i);
    lua_pushcclosure(L, guarded, 2);
    lua_setfield(L, -2, guards[i].name);
    lua_pop(L, 1);
  }
}
