/* Fields that are lists: points, control points, numbers; and characteristics, which are made of points. */
#include "model/lua_side.h"

/* The field's range is that of how many. */
static void check_count(const pawl_taking *x, int count, const char *noun)
{
  bool few = count < x->field->min;
  if (few || (x->field->max > 0 && count > x->field->max))
    pawl_value_wrong(x, "must have at %s %g %s, not %d", few ? "least" : "most",
                     few ? x->field->min : x->field->max, noun, count);
}

void pawl_points_take(const pawl_taking *x, int index, void *to)
{
  char who[256];
  bool plane = x->worlds == PAWL_PLANAR;
  if (lua_type(x->L, index) != LUA_TTABLE)
    pawl_value_wrong_type(x, index, plane ? "a table of points {x, y}" : "a table of points {x, y, z}", "");
  pawl_points points = pawl_points_read(x->L, index, plane ? 2 : 3, pawl_value_who(x, who, sizeof who));
  check_count(x, points.count, plane ? "points {x, y}" : "points {x, y, z}");
  *(pawl_points *)to = points;
}

void pawl_control_take(const pawl_taking *x, int index, void *to)
{
  char who[256];
  if (lua_type(x->L, index) != LUA_TTABLE)
    pawl_value_wrong_type(x, index, "a table of points {x, y} or {x, y, w = weight}", "");
  pawl_points points = pawl_control_read(x->L, index, pawl_value_who(x, who, sizeof who));
  check_count(x, points.count, "points {x, y}");
  *(pawl_points *)to = points;
}

void pawl_numbers_take(const pawl_taking *x, int index, void *to)
{
  lua_State *L = x->L;
  char what[64], sentence[128];
  const pawl_field any = {.min = -INFINITY, .max = INFINITY};
  if (lua_type(L, index) != LUA_TTABLE)
    pawl_value_wrong_type(x, index, "a table of numbers", "");
  int count = (int)lua_rawlen(L, index), keys = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    keys++;
  if (keys != count)
    pawl_value_wrong(x, "must be a table of numbers and nothing else");
  pawl_side_spend(L, count);
  check_count(x, count, "numbers");
  double *number = pawl_side_take(L, (size_t)count * sizeof *number);
  for (int i = 0; i < count; i++, lua_pop(L, 1)) {
    if (lua_rawgeti(L, index, i + 1) != LUA_TNUMBER)
      pawl_value_wrong(x, "must be a table of numbers, not with %s at place %d", pawl_what(L, -1, what),
                       i + 1);
    number[i] = lua_tonumber(L, -1);
    if (pawl_number_wrong(&any, number[i], sentence, sizeof sentence))
      pawl_value_wrong(x, "at place %d %s", i + 1, sentence);
  }
  *(pawl_numbers *)to = (pawl_numbers){count, number};
}

void pawl_curve_take(const pawl_taking *x, int index, void *to)
{
  char who[256];
  const pawl_curve *curve = pawl_curve_given(x->L, index);
  if (!curve && lua_type(x->L, index) != LUA_TTABLE) {
    char what[64];
    pawl_value_wrong(x, "must be characteristic { {x, y}, … } or a table of points, not %s",
                     pawl_what(x->L, index, what));
  }
  *(const pawl_curve **)to = curve ? curve : pawl_curve_read(x->L, index, pawl_value_who(x, who, sizeof who));
}
