/* point { at = {0, 0}, mu = 3.986e14 } as a gravity:  a = -mu (r - at)/|r - at|³. It is written before the world is known
 * that it is for: how many coordinates its place has is checked when it is taken. */
#include "model/lua_side.h"

typedef struct {
  pawl_vec at;
  double mu;
  unsigned worlds; /* those that its place can be in */
} centre;

static const pawl_field fields[] = {{"at", "m", PAWL_VECTOR, offsetof(centre, at), 0, -INFINITY, INFINITY,
                                     "the place that everything falls to", 0, 0},
                                    {"mu", "m^3/s^2", PAWL_REAL, offsetof(centre, mu), PAWL_REQUIRED, 0,
                                     INFINITY, "constant of gravity times mass", 0, 0},
                                    {0}};

/* By the number of coordinates at the table's `at`. */
static unsigned worlds_of(lua_State *L, int index)
{
  if (lua_type(L, index) != LUA_TTABLE)
    return PAWL_BOTH_WORLDS;
  lua_pushliteral(L, "at");
  int type = lua_rawget(L, index);
  lua_Unsigned length = type == LUA_TTABLE ? lua_rawlen(L, -1) : 0;
  lua_pop(L, 1);
  return type == LUA_TNIL ? PAWL_BOTH_WORLDS : length == 3 ? PAWL_SPATIAL : PAWL_PLANAR;
}

static int construct(lua_State *L)
{
  pawl_only_reading(L, "point");
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING)
    pawl_raise(
        L, PAWL_BAD_MODEL,
        "point: takes no name: point { … } is gravity with a centre; a body is a point_mass \"name\" { … }");
  centre *value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = (centre){.worlds = worlds_of(L, 1)};
  pawl_fields_take(L, 1, fields, value->worlds, "point", value);
  luaL_setmetatable(L, PAWL_POINT_TYPE);
  return 1;
}

bool pawl_gravity_take(lua_State *L, int index, unsigned worlds, const char *who, pawl_world *to)
{
  const centre *given =
      lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_POINT_TYPE) : NULL;
  if (!given)
    return false;
  bool plane = worlds == PAWL_PLANAR;
  if (!(given->worlds & worlds))
    pawl_raise(L, PAWL_BAD_MODEL, "%s: 'at' of its gravity must be %s in a %s model", who,
               plane ? "{x, y}" : "{x, y, z}", plane ? "planar" : "spatial");
  to->gravity = pawl_v(0, 0, 0);
  to->at = given->at;
  to->mu = given->mu;
  return true;
}

static int show(lua_State *L)
{
  lua_pushliteral(L, "point");
  return 1;
}

void pawl_gravity_open(lua_State *L, int globals)
{
  luaL_newmetatable(L, PAWL_POINT_TYPE);
  lua_pushcfunction(L, show);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
  lua_pushcfunction(L, construct);
  lua_setfield(L, globals, "point");
}
