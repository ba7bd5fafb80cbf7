/* look = { color, width, layer, visible, shape, length, height, extra }: on any part, and on planar and spatial as the
 * default of all parts. */
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"

/* Whether the table on top of the stack has that field. */
static bool has(lua_State *L, const char *name)
{
  lua_pushstring(L, name);
  bool there = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return there;
}

static void take_color(lua_State *L, const char *who, pawl_look *look)
{
  char shown[64];
  look->color = look->color_text ? pawl_color_read(look->color_text) : PAWL_NO_COLOR;
  if (look->color != PAWL_NO_COLOR || !look->color_text)
    return;
  pawl_shown(look->color_text, shown);
  const char *best = shown[0] == '#' ? NULL : pawl_color_nearest(shown);
  if (best)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: unknown color '%s'; did you mean '%s'?", who, shown, best);
  pawl_raise(L, PAWL_BAD_MODEL, "%s: 'color' must be \"#rrggbb\" or a name such as \"steelblue\", not '%s'",
             who, shown);
}

static void check_sizes(lua_State *L, const char *who, const pawl_look *look)
{
  const char *zero = look->width == 0    ? "width"
                     : look->length == 0 ? "length"
                     : look->height == 0 ? "height"
                                         : NULL;
  if (zero)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: '%s' must be more than 0 m", who, zero);
}

const pawl_look *pawl_look_take(lua_State *L, int index, const char *who)
{
  char whose[192];
  lua_pushliteral(L, "look");
  if (lua_rawget(L, index) == LUA_TNIL) {
    lua_pop(L, 1);
    return NULL;
  }
  snprintf(whose, sizeof whose, "%s, look", who);
  pawl_look *look = pawl_side_take(L, sizeof *look);
  pawl_fields_take(L, lua_gettop(L), pawl_look_fields, PAWL_BOTH_WORLDS, whose, look);
  look->layer_given = has(L, "layer");
  look->visible_given = has(L, "visible");
  look->shape = has(L, "shape") ? look->shape + PAWL_SHAPE_BOX : PAWL_SHAPE_OWN;
  take_color(L, whose, look);
  check_sizes(L, whose, look);
  lua_pop(L, 1);
  return look;
}
