/* characteristic { {x, y}, …, between = "akima" }: a curve through points, as a Lua value; and tables of points.
 * What read_table returns is such a table, too: characteristic(read_table "x.csv"), or with more said,
 * characteristic { read_table "x.csv", between = "akima" }. */
#include <string.h>

#include "base/curve.h"
#include "model/lua_side.h"

typedef struct {
  int between, beyond;
} shape;

static const pawl_field shape_fields[] = {{"between", "", PAWL_CHOICE, offsetof(shape, between), PAWL_LINEAR,
                                           0, 0, "how points are joined", "linear akima monotone", 0},
                                          {"beyond", "", PAWL_CHOICE, offsetof(shape, beyond), PAWL_STRAIGHT,
                                           0, 0, "how it goes on at the ends", "straight hold", 0},
                                          {0}};

/* ---- points ---- */

typedef struct {
  lua_State *L;
  const char *who;
  int index, size; /* the table; coordinates of a point */
  bool weighted;   /* points may have a weight           */
} reading;

static const char *form(const reading *x)
{
  if (x->weighted)
    return "{x, y} or {x, y, w = weight}";
  return x->size == 2 ? "{x, y}" : "{x, y, z}";
}

/* Is the key at that index a whole number from 1 on? */
static bool is_place(lua_State *L, int index)
{
  return lua_isinteger(L, index) && lua_tointeger(L, index) > 0;
}

/* Entries that are not there by name. */
static int count_points(const reading *x)
{
  int count = 0;
  for (lua_pushnil(x->L); lua_next(x->L, x->index); lua_pop(x->L, 1))
    count += is_place(x->L, -2); /* memory for 2^31 is never given */
  pawl_side_spend(x->L, count);
  return count;
}

static double read_number(const reading *x, int i, const char *name, const pawl_field *range)
{
  char what[64], sentence[128];
  if (lua_type(x->L, -1) != LUA_TNUMBER)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: %s of point %d must be a number, not %s", x->who, name, i,
               pawl_what(x->L, -1, what));
  double value = lua_tonumber(x->L, -1);
  if (pawl_number_wrong(range, value, sentence, sizeof sentence))
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: %s of point %d %s", x->who, name, i, sentence);
  return value;
}

/* The weight of the point at the top, or 1; `given`: it is there. */
static double read_weight(const reading *x, int i, bool *given)
{
  const pawl_field any = {.min = -INFINITY, .max = INFINITY};
  char text[32];
  lua_pushliteral(x->L, "w");
  *given = lua_rawget(x->L, -2) != LUA_TNIL;
  double w = *given ? read_number(x, i, "w", &any) : 1;
  if (!(w > 0))
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: w of point %d must be more than 0, not %s", x->who, i,
               pawl_number_text(w, text));
  lua_pop(x->L, 1);
  return w;
}

/* The table at the top is point number i. */
static void read_point(const reading *x, int i, double *to)
{
  static const char *const names[] = {"x", "y", "z"};
  const pawl_field any = {.min = -INFINITY, .max = INFINITY};
  lua_State *L = x->L;
  char what[64];
  bool weight = false;
  if (lua_type(L, -1) != LUA_TTABLE)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: point %d must be %s, not %s", x->who, i, form(x),
               pawl_what(L, -1, what));
  if (x->weighted)
    to[2] = read_weight(x, i, &weight);
  int count = 0, most = x->size + weight;
  for (lua_pushnil(L); count <= most && lua_next(L, -2); lua_pop(L, 1))
    count++;
  if (count > most)
    lua_pop(L, 1);
  if (count != most || lua_rawlen(L, -1) != (lua_Unsigned)x->size)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: point %d must be %s, %d numbers and nothing else", x->who, i, form(x),
               x->size);
  for (int k = 0; k < x->size; k++, lua_pop(L, 1)) {
    lua_rawgeti(L, -1, k + 1);
    to[k] = read_number(x, i, names[k], &any);
  }
}

/* Coordinate k of point i goes to to[k * across + i * along]. */
static void read_points(const reading *x, int count, double *to, size_t along, size_t across)
{
  for (int i = 0; i < count; i++) {
    double point[3];
    lua_rawgeti(x->L, x->index, i + 1); /* nil where one is left out */
    read_point(x, i + 1, point);
    lua_pop(x->L, 1);
    for (int k = 0; k < x->size + x->weighted; k++)
      to[(size_t)k * across + (size_t)i * along] = point[k];
  }
}

/* Only the header that read_table makes may stand beside the points. Of several other names the first by alphabet, so
 * that the sentence is always the same. */
static void refuse_names(const reading *x)
{
  lua_State *L = x->L;
  const char *unknown = NULL;
  char shown[64];
  for (lua_pushnil(L); lua_next(L, x->index); lua_pop(L, 1)) {
    bool text = lua_type(L, -2) == LUA_TSTRING;
    if (!text && !is_place(L, -2))
      pawl_raise(L, PAWL_BAD_MODEL, "%s: a table of points %s can have nothing else", x->who, form(x));
    const char *name = text ? lua_tostring(L, -2) : "header";
    if (strcmp(name, "header") != 0 && (!unknown || strcmp(name, unknown) < 0))
      unknown = name;
  }
  if (unknown)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: a table of points %s can have nothing else, not '%s'", x->who, form(x),
               pawl_shown(unknown, shown));
}

pawl_points pawl_points_read(lua_State *L, int index, int size, const char *who)
{
  reading x = {L, who, index, size, false};
  refuse_names(&x);
  int count = count_points(&x);
  pawl_vec *point = pawl_side_take(L, (size_t)count * sizeof *point);
  read_points(&x, count, &point->x, 3, 1);
  return (pawl_points){count, point};
}

pawl_points pawl_control_read(lua_State *L, int index, const char *who)
{
  reading x = {L, who, index, 2, true};
  refuse_names(&x);
  int count = count_points(&x);
  pawl_vec *point = pawl_side_take(L, (size_t)count * sizeof *point);
  read_points(&x, count, &point->x, 3, 1);
  return (pawl_points){count, point};
}

/* ---- curves ---- */

/* Leaves the table's named entries, as a table of their own. */
static void push_names(const reading *x)
{
  lua_State *L = x->L;
  lua_newtable(L);
  int names = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, x->index); lua_pop(L, 1)) {
    bool header = lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), "header") == 0;
    if (header || is_place(L, -2))
      continue;
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, names);
  }
}

/* { { {x, y}, … }, between = … }: the points are in a table of their own. Leaves it. */
static bool push_inner(const reading *x)
{
  lua_rawgeti(x->L, x->index, 1);
  if (lua_type(x->L, -1) != LUA_TTABLE || lua_rawgeti(x->L, -1, 1) != LUA_TTABLE)
    return false;
  lua_pop(x->L, 1);
  return true;
}

static void check_order(const reading *x, int count, const double *at)
{
  char before[32], here[32];
  for (int i = 1; i < count; i++)
    if (!(at[i] > at[i - 1]))
      pawl_raise(x->L, PAWL_BAD_MODEL, "%s: x must increase from point to point; point %d has %s after %s",
                 x->who, i + 1, pawl_number_text(at[i], here), pawl_number_text(at[i - 1], before));
}

static const pawl_curve *make_curve(const reading *x, const shape *s)
{
  int count = count_points(x);
  if (count < 2)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: needs at least 2 points {x, y}, not %d", x->who, count);
  double *at = lua_newuserdatauv(x->L, 2 * (size_t)count * sizeof *at, 0), *y = at + count;
  read_points(x, count, at, 1, (size_t)count);
  check_order(x, count, at);
  pawl_curve *curve = pawl_side_take(x->L, pawl_curve_size(count));
  int steep = pawl_curve_make(curve, count, at, y, (pawl_between)s->between, (pawl_beyond)s->beyond);
  if (steep)
    pawl_raise(x->L, PAWL_BAD_MODEL, "%s: numbers are too large or points too near at point %d", x->who,
               steep);
  return curve;
}

const pawl_curve *pawl_curve_read(lua_State *L, int index, const char *who)
{
  int top = lua_gettop(L);
  reading x = {L, who, index, 2, false};
  char what[64];
  shape s;
  if (lua_type(L, index) != LUA_TTABLE)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: needs a table { … }, not %s", who, pawl_what(L, index, what));
  push_names(&x);
  pawl_fields_take(L, lua_gettop(L), shape_fields, PAWL_BOTH_WORLDS, who, &s);
  if (push_inner(&x)) {
    if (count_points(&x) > 1)
      pawl_raise(L, PAWL_BAD_MODEL, "%s: takes one table of points, or points; not both", who);
    x.index = lua_gettop(L);
    refuse_names(&x);
  }
  const pawl_curve *curve = make_curve(&x, &s);
  lua_settop(L, top);
  return curve;
}

/* ---- the value ---- */

const pawl_curve *pawl_curve_given(lua_State *L, int index)
{
  const pawl_curve **curve =
      lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_CURVE_TYPE) : NULL;
  return curve ? *curve : NULL;
}

void pawl_curve_push(lua_State *L, const pawl_curve *curve)
{
  const pawl_curve **value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = curve;
  luaL_setmetatable(L, PAWL_CURVE_TYPE);
}

static int construct(lua_State *L)
{
  pawl_only_reading(L, "characteristic");
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "characteristic: takes no name: characteristic { … }");
  pawl_curve_push(L, pawl_curve_read(L, 1, "characteristic"));
  return 1;
}

static int show(lua_State *L)
{
  lua_pushliteral(L, "characteristic");
  return 1;
}

void pawl_characteristic_open(lua_State *L, int globals)
{
  luaL_newmetatable(L, PAWL_CURVE_TYPE);
  lua_pushcfunction(L, show);
  lua_setfield(L, -2, "__tostring");
  lua_pop(L, 1);
  lua_pushcfunction(L, construct);
  lua_setfield(L, globals, "characteristic");
}
