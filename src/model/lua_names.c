/* The names that a model can use: safe functions of Lua, units, and what the other files of this folder add.
 * Every other name is a sentence: why it is not there, or what may have been meant. */
#include <lualib.h>
#include <math.h>
#include <string.h>

#include "base/dimension.h"
#include "model/lua_side.h"
#include "parts/synonyms.h"

/* What is taken from Lua's libraries, by blanks. Not there: what reaches outside the model, what could catch an
 * error, and what has a different answer in every run (random numbers, addresses, the order of `next`). */
static const struct {
  const char *library, *names;
  lua_CFunction open;
} libraries[] = {
    {"", "assert error ipairs select tonumber tostring type", luaopen_base},
    {"math",
     "abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad sin "
     "sqrt tan "
     "tointeger type ult",
     luaopen_math},
    {"string", "byte char find format gmatch gsub len lower match rep reverse sub upper", luaopen_string},
    {"table", "concat insert move pack remove sort unpack", luaopen_table},
    {"utf8", "char charpattern codepoint codes len offset", luaopen_utf8},
};

#define FILES "read_table and include read files below the model's folder"
#define PARTS "a model makes parts, not metatables"
#define SAME "the same model must give the same motion in every run"

static const struct {
  const char *name, *why;
} refused[] = {
    {"io", FILES},
    {"os", FILES},
    {"require", FILES},
    {"package", FILES},
    {"dofile", FILES},
    {"loadfile", FILES},
    {"load", FILES},
    {"print", "record values with output \"name\" { function(t, s) … end }"},
    {"warn", "stop with error(\"…\")"},
    {"pcall", "an error ends the reading of a model"},
    {"xpcall", "an error ends the reading of a model"},
    {"coroutine", "a model is read from top to bottom"},
    {"debug", "a model sees parts, not the program"},
    {"collectgarbage", "memory is looked after"},
    {"setmetatable", PARTS},
    {"getmetatable", PARTS},
    {"rawget", PARTS},
    {"rawset", PARTS},
    {"rawequal", PARTS},
    {"rawlen", PARTS},
    {"next", "its order changes from run to run; pairs goes by sorted keys"},
    {"_G", "global names can be used as they are"},
    {"friction", "of a joint it is joint_friction \"name\" { … }, of a contact the field friction = …"},
    {"math.random", SAME},
    {"math.randomseed", SAME},
    {"string.dump", "functions cannot be stored"},
    {"string.pack", "numbers are written as text"},
    {"string.unpack", "numbers are written as text"},
    {"string.packsize", "numbers are written as text"},
};

const char *pawl_nearer(const char *word, const char *best, const char *other)
{
  if (strlen(word) < 3 || !other)
    return best;
  const char *pair[2] = {best ? best : other, other};
  if (best && strcmp(other, best) < 0) { /* of equally near ones the first by alphabet */
    pair[0] = other;
    pair[1] = best;
  }
  return pawl_nearest(word, pair, 2);
}

const char *pawl_shown(const char *text, char shown[64])
{
  size_t n = 0;
  for (; text[n] && n < 40; n++)
    shown[n] = (unsigned char)text[n] < ' ' || text[n] == 127 ? '?' : text[n];
  while (text[n] && n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
    n--; /* not in the middle of a letter */
  strcpy(shown + n, text[n] ? "..." : "");
  return shown;
}

/* __index of the globals and of the libraries: table, key. Upvalue: "" or "math". */
static int unknown(lua_State *L)
{
  const char *library = lua_tostring(L, lua_upvalueindex(1)), *dot = *library ? "." : "";
  if (lua_type(L, 2) != LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "names are strings, not %ss", luaL_typename(L, 2));
  char shown[64];
  const char *name = pawl_shown(lua_tostring(L, 2), shown), *best = NULL;
  const char *full = lua_pushfstring(L, "%s%s%s", library, dot, name);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
    if (strcmp(refused[i].name, full) == 0)
      pawl_raise(L, PAWL_BAD_MODEL, "'%s' is not available in a model: %s", full, refused[i].why);
  const char *meant = *library ? NULL : pawl_kind_meant(name, pawl_side_of(L)->model->worlds);
  if (meant)
    pawl_raise(L, PAWL_BAD_MODEL, "unknown name '%s'; did you mean '%s'?", full, meant);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING)
      best = pawl_nearer(name, best, lua_tostring(L, -1));
  }
  if (best)
    pawl_raise(L, PAWL_BAD_MODEL, "unknown name '%s'; did you mean '%s%s%s'?", full, library, dot, best);
  pawl_raise(L, PAWL_BAD_MODEL, "unknown name '%s'", full);
}

/* Makes reading a name that is not in the table at the top an error. */
static void guard_names(lua_State *L, const char *library)
{
  lua_createtable(L, 0, 1);
  lua_pushstring(L, library);
  lua_pushcclosure(L, unknown, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

/* Copies the fields named in `names` from the table at `from` to that at `to`. */
static void copy(lua_State *L, int from, int to, const char *names)
{
  while (*names) {
    size_t length = strcspn(names, " ");
    lua_pushlstring(L, names, length);
    lua_pushvalue(L, -1);
    lua_rawget(L, from);
    lua_rawset(L, to);
    names += length + (names[length] == ' ');
  }
}

/* Strings find their functions in the table at the top, and "10" + 1 is an error. */
static void set_string_methods(lua_State *L)
{
  lua_pushliteral(L, "");
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

static void open_libraries(lua_State *L, int globals)
{
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    const char *name = libraries[i].library;
    lua_pushcfunction(L, libraries[i].open);
    lua_pushstring(L, name);
    lua_call(L, 1, 1);
    if (!*name) {
      copy(L, lua_gettop(L), globals, libraries[i].names);
      lua_pop(L, 1);
      continue;
    }
    lua_newtable(L);
    copy(L, lua_gettop(L) - 1, lua_gettop(L), libraries[i].names);
    if (strcmp(name, "string") == 0)
      set_string_methods(L);
    if (strcmp(name, "math") == 0)
      pawl_jet_open(L, lua_gettop(L));
    guard_names(L, name);
    lua_setfield(L, globals, name);
    lua_pop(L, 1);
  }
}

void pawl_names_open(lua_State *L)
{
  lua_newtable(L);
  int globals = lua_gettop(L);
  open_libraries(L, globals);
  pawl_library_open(L, globals);
  for (const pawl_unit *unit = pawl_unit_names; unit->name; unit++) {
    lua_pushnumber(L, unit->factor);
    lua_setfield(L, globals, unit->name);
  }
  lua_pushnumber(L, 3.14159265358979323846);
  lua_setfield(L, globals, "pi");
  pawl_part_open(L, globals);
  pawl_nameless_open(L);
  pawl_build_open(L, globals);
  pawl_parameter_open(L, globals);
  pawl_characteristic_open(L, globals);
  pawl_gravity_open(L, globals);
  pawl_files_open(L, globals);
  pawl_signal_open(L);
  pawl_own_open(L);
  lua_settop(L, globals);
  guard_names(L, "");
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}
