/* Parts and frames as Lua values. A part shows its fields; a body and a frame have `at`, a place further on:
 *   at: r = r0 + R0 x,  R = R0 S        with x and S as the user wrote them */
#include <stdio.h>
#include <string.h>

#include "base/trig.h"
#include "model/lua_side.h"

const pawl_part *pawl_part_at(lua_State *L, int index)
{
  const pawl_part **part =
      lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_PART_TYPE) : NULL;
  return part ? *part : NULL;
}

const pawl_frame *pawl_frame_at(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_FRAME_TYPE) : NULL;
}

pawl_frame pawl_frame_of(const pawl_part *body)
{
  return (pawl_frame){.body = body->body, .turn = pawl_unit_mat()};
}

void pawl_part_push(lua_State *L, const pawl_part *part)
{
  const pawl_part **value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = part;
  luaL_setmetatable(L, PAWL_PART_TYPE);
}

static void push_frame(lua_State *L, pawl_frame frame)
{
  pawl_frame *value = lua_newuserdatauv(L, sizeof *value, 0);
  *value = frame;
  luaL_setmetatable(L, PAWL_FRAME_TYPE);
}

static const pawl_part *body_of(lua_State *L, const pawl_frame *frame)
{
  const pawl_side *side = pawl_side_of(L);
  return frame->body == 0 ? &side->ground : side->model->parts[side->model->body_part[frame->body]];
}

const char *pawl_what(lua_State *L, int index, char what[64])
{
  const pawl_part *part = pawl_part_at(L, index);
  if (part && part == &pawl_side_of(L)->ground)
    return "the ground";
  if (lua_isnoneornil(L, index))
    return "nil";
  const pawl_kind *word = pawl_constructor_at(L, index);
  if (word) {
    bool named = word->family != PAWL_STATEMENT && !pawl_value_family(word);
    snprintf(what, 64, "the word %s without its %s{ … }", word->name, named ? "\"name\" " : "");
    return what;
  }
  const pawl_value *made = pawl_nameless_at(L, index);
  bool value = lua_type(L, index) == LUA_TUSERDATA && !part && !made;
  if (value && luaL_getmetafield(L, index, "__name") == LUA_TNIL)
    return "the channels";
  const char *name = part    ? part->kind->name
                     : made  ? made->kind->name
                     : value ? lua_tostring(L, -1)
                             : luaL_typename(L, index);
  if (value)
    lua_pop(L, 1); /* the name of a type is kept by its table */
  snprintf(what, 64, "%s %s", strchr("aeiou", name[0]) ? "an" : "a", name);
  return what;
}

/* ---- at ---- */

typedef struct {
  double at[3], angle, turn[4], quaternion[4];
  pawl_vec axis;
} place;

#define ANY -INFINITY, INFINITY
static const pawl_field place_fields[] = {
    {"1", "m", PAWL_REAL, offsetof(place, at[0]), PAWL_UNSET, ANY, "x", 0, 0},
    {"2", "m", PAWL_REAL, offsetof(place, at[1]), PAWL_UNSET, ANY, "y", 0, 0},
    {"3", "m", PAWL_REAL, offsetof(place, at[2]), PAWL_UNSET, ANY, "z", 0, PAWL_SPATIAL},
    {"angle", "rad", PAWL_REAL, offsetof(place, angle), 0, ANY, "turn, counter-clockwise", 0, PAWL_PLANAR},
    {"axis", "", PAWL_VECTOR, offsetof(place, axis), PAWL_UNSET, ANY, "direction of its z axis", 0,
     PAWL_SPATIAL},
    {"turn", "", (pawl_type)PAWL_FOUR, offsetof(place, turn), PAWL_UNSET, ANY, "axis x, y, z and angle", 0,
     PAWL_SPATIAL},
    {"quaternion", "", (pawl_type)PAWL_FOUR, offsetof(place, quaternion), PAWL_UNSET, ANY,
     "unit quaternion, scalar first", 0, PAWL_SPATIAL},
    {0}};

static pawl_vec unit(lua_State *L, const char *who, const char *field, pawl_vec v)
{
  double length = pawl_norm(v);
  if (!(length > 0 && length < INFINITY))
    pawl_raise(L, PAWL_BAD_MODEL, "%s: '%s' must have a direction", who, field);
  return pawl_times(1 / length, v);
}

static pawl_mat turn_of_quaternion(lua_State *L, const char *who, const double e[4])
{
  double length = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
  char text[32];
  if (!(fabs(length - 1) < 1e-3))
    pawl_raise(L, PAWL_BAD_MODEL, "%s: 'quaternion' must have length 1, not %s", who,
               pawl_number_text(length, text));
  return pawl_quat_mat(pawl_quat_unit((pawl_quat){e[0], e[1], e[2], e[3]}));
}

/* The axes of the new frame seen from the old one. */
static pawl_mat turn_of(lua_State *L, const char *who, const place *p, unsigned worlds)
{
  if (worlds == PAWL_PLANAR) {
    double s, c;
    pawl_sincos(p->angle, &s, &c);
    return (pawl_mat){{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
  }
  bool axis = !isnan(p->axis.x), turn = !isnan(p->turn[0]), quaternion = !isnan(p->quaternion[0]);
  if (axis + turn + quaternion > 1)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: takes only one of 'axis', 'turn' and 'quaternion'", who);
  if (axis)
    return pawl_mat_with_z(unit(L, who, "axis", p->axis));
  if (quaternion)
    return turn_of_quaternion(L, who, p->quaternion);
  if (!turn)
    return pawl_unit_mat();
  pawl_vec n = unit(L, who, "turn", pawl_v(p->turn[0], p->turn[1], p->turn[2]));
  return pawl_quat_mat(pawl_quat_exp(pawl_times(p->turn[3], n)));
}

static pawl_vec point_of(lua_State *L, const char *who, const place *p, unsigned worlds)
{
  int size = worlds == PAWL_PLANAR ? 2 : 3, given = 0;
  for (int i = 0; i < size; i++)
    given += !isnan(p->at[i]);
  if (given == 0)
    return pawl_v(0, 0, 0);
  if (given < size)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: a point has %d coordinates in a %s model, %d given", who, size,
               worlds == PAWL_PLANAR ? "planar" : "spatial", given);
  return pawl_v(p->at[0], p->at[1], size == 3 ? p->at[2] : 0);
}

/* body:at{…}, frame:at{…} */
static int at(lua_State *L)
{
  unsigned worlds = pawl_side_of(L)->model->worlds;
  const pawl_part *part = pawl_part_at(L, 1);
  const pawl_frame *frame = pawl_frame_at(L, 1);
  if (!frame && !(part && part->body >= 0))
    pawl_raise(L, PAWL_BAD_MODEL, "at is written with a colon: body:at{…}");
  char who[96];
  snprintf(who, sizeof who, "%.80s:at", part ? part->name : "frame");
  pawl_only_reading(L, who);
  if (!worlds)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: a model begins with planar { … } or spatial { … }", who);
  pawl_frame from = frame ? *frame : pawl_frame_of(part);
  place p = {0};
  pawl_fields_take(L, 2, place_fields, worlds, who, &p);
  pawl_mat turn = turn_of(L, who, &p, worlds);
  pawl_frame to = {.body = from.body, .turn = pawl_mat_mul(&from.turn, &turn)};
  to.at = pawl_add(from.at, pawl_turn(&from.turn, point_of(L, who, &p, worlds)));
  to.angle = worlds == PAWL_PLANAR ? from.angle + p.angle : 0;
  push_frame(L, to);
  return 1;
}

/* ---- fields of parts ---- */

static void push_numbers(lua_State *L, const double *x, int count)
{
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_pushnumber(L, x[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_real(lua_State *L, double x)
{
  if (isnan(x))
    lua_pushnil(L); /* not given */
  else
    lua_pushnumber(L, x);
}

static void push_choice(lua_State *L, const char *words, int number)
{
  for (; number > 0; number--)
    words += strcspn(words, " ") + 1;
  lua_pushlstring(L, words, strcspn(words, " "));
}

static void push_signal(lua_State *L, const pawl_signal *signal)
{
  if (signal->function > 0)
    lua_rawgeti(L, LUA_REGISTRYINDEX, signal->function);
  else if (signal->part > 0)
    pawl_part_push(L, pawl_side_of(L)->model->parts[signal->part - 1]);
  else if (signal->channel)
    lua_pushstring(L, signal->channel);
  else
    push_real(L, signal->value);
}

static void push_points(lua_State *L, const pawl_points *points, int size)
{
  lua_createtable(L, points->count, 0);
  for (int i = 0; i < points->count; i++) {
    push_numbers(L, &points->point[i].x, size);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_frames(lua_State *L, const pawl_frames *frames)
{
  lua_createtable(L, frames->count, 0);
  for (int i = 0; i < frames->count; i++) {
    push_frame(L, frames->frame[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_joint(lua_State *L, int index)
{
  if (index < 0)
    lua_pushnil(L); /* not given */
  else
    pawl_part_push(L, pawl_side_of(L)->model->parts[index]);
}

static void push_curve(lua_State *L, const pawl_curve *curve)
{
  if (curve)
    pawl_curve_push(L, curve);
  else
    lua_pushnil(L);
}

static void push_control(lua_State *L, const pawl_points *points)
{
  push_points(L, points, 2);
  for (int i = 0; i < points->count; i++) {
    lua_rawgeti(L, -1, i + 1);
    lua_pushnumber(L, points->point[i].z);
    lua_setfield(L, -2, "w");
    lua_pop(L, 1);
  }
}

static void push_value(lua_State *L, const pawl_value *value)
{
  if (value->kind)
    pawl_nameless_push(L, value);
  else
    lua_pushnil(L); /* not given */
}

static void push_values(lua_State *L, const pawl_values *values)
{
  lua_createtable(L, values->count, 0);
  for (int i = 0; i < values->count; i++) {
    pawl_nameless_push(L, values->value + i);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_function(lua_State *L, int function)
{
  if (function > 0)
    lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  else
    lua_pushnil(L); /* not given */
}

static void push_graph(lua_State *L, const pawl_graph *graph)
{
  if (graph->function > 0)
    push_function(L, graph->function);
  else if (graph->curve)
    push_curve(L, graph->curve);
  else
    push_real(L, graph->value);
}

static void push_words(lua_State *L, const pawl_words *words)
{
  lua_createtable(L, words->count, 0);
  for (int i = 0; i < words->count; i++) {
    lua_pushstring(L, words->word[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void pawl_field_push(lua_State *L, const pawl_field *field, const void *from)
{
  const pawl_model *model = pawl_side_of(L)->model;
  bool plane = model->worlds == PAWL_PLANAR;
  switch (field->type) {
  case PAWL_REAL:
    push_real(L, *(const double *)from);
    break;
  case PAWL_COUNT:
    lua_pushinteger(L, *(const int *)from);
    break;
  case PAWL_FLAG:
    lua_pushboolean(L, *(const bool *)from);
    break;
  case PAWL_TEXT:
    lua_pushstring(L, *(const char *const *)from);
    break;
  case PAWL_CHOICE:
    push_choice(L, field->choices, *(const int *)from);
    break;
  case PAWL_VECTOR:
    push_numbers(L, from, plane ? 2 : 3);
    break;
  case PAWL_INERTIA:
    if (plane)
      lua_pushnumber(L, ((const double *)from)[2]);
    else
      push_numbers(L, from, 6);
    break;
  case PAWL_SIGNAL:
    push_signal(L, from);
    break;
  case PAWL_FRAME:
    push_frame(L, *(const pawl_frame *)from);
    break;
  case PAWL_FRAMES:
    push_frames(L, from);
    break;
  case PAWL_JOINT:
  case PAWL_PROFILE:
  case PAWL_OWN:
    push_joint(L, *(const int *)from);
    break;
  case PAWL_POINTS:
    push_points(L, from, plane ? 2 : 3);
    break;
  case PAWL_CURVE:
    push_curve(L, *(const pawl_curve *const *)from);
    break;
  case PAWL_NUMBERS:
    push_numbers(L, ((const pawl_numbers *)from)->number, ((const pawl_numbers *)from)->count);
    break;
  case PAWL_CONTROL:
    push_control(L, from);
    break;
  case PAWL_VALUE:
    push_value(L, from);
    break;
  case PAWL_VALUES:
    push_values(L, from);
    break;
  case PAWL_FUNCTION:
    push_function(L, *(const int *)from);
    break;
  case PAWL_GRAPH:
    push_graph(L, from);
    break;
  case PAWL_FILE: {
    const pawl_text *file = *(const pawl_text *const *)from;
    lua_pushstring(L, file ? file->name : NULL);
    break;
  }
  case PAWL_WORDS:
    push_words(L, from);
    break;
  case PAWL_ARRAY:
    pawl_array_push(L, from);
    break;
  case PAWL_POINT_FORCES:
  case PAWL_GRAVITY: /* of statements, which are no values */
    lua_pushnil(L);
    break;
  }
}

static _Noreturn void refuse_field(lua_State *L, const pawl_part *part, const char *name)
{
  char shown[64];
  pawl_shown(name, shown);
  const char *best = pawl_field_nearest(part->kind->fields, pawl_side_of(L)->model->worlds, shown);
  if (best)
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": unknown field '%s'; did you mean '%s'?", part->kind->name,
               part->name, shown, best);
  pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": unknown field '%s'", part->kind->name, part->name, shown);
}

/* part.field, part[1] */
static int part_field(lua_State *L)
{
  const pawl_part *part = *(const pawl_part **)luaL_checkudata(L, 1, PAWL_PART_TYPE);
  const char *name = luaL_tolstring(L, 2, NULL);
  if (strcmp(name, "at") == 0 && part->body >= 0)
    lua_pushcfunction(L, at);
  else if (strcmp(name, "name") == 0)
    lua_pushstring(L, part->name);
  else {
    const pawl_field *field = pawl_field_find(part->kind->fields, pawl_side_of(L)->model->worlds, name);
    if (!part->fields)
      pawl_raise(L, PAWL_BAD_MODEL, "the ground has no fields");
    if (!field)
      refuse_field(L, part, name);
    pawl_field_push(L, field, (const char *)part->fields + field->where);
  }
  return 1;
}

static int part_is_fixed(lua_State *L)
{
  const pawl_part *part = *(const pawl_part **)luaL_checkudata(L, 1, PAWL_PART_TYPE);
  pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": a part cannot be changed after it was made", part->kind->name,
             part->name);
}

static int part_text(lua_State *L)
{
  const pawl_part *part = *(const pawl_part **)luaL_checkudata(L, 1, PAWL_PART_TYPE);
  if (part == &pawl_side_of(L)->ground)
    lua_pushliteral(L, "ground");
  else
    lua_pushfstring(L, "%s \"%s\"", part->kind->name, part->name);
  return 1;
}

static int part_equal(lua_State *L)
{
  const pawl_part *a = pawl_part_at(L, 1), *b = pawl_part_at(L, 2);
  lua_pushboolean(L, a && a == b);
  return 1;
}

static int frame_text(lua_State *L)
{
  const pawl_frame *frame = luaL_checkudata(L, 1, PAWL_FRAME_TYPE);
  lua_pushfstring(L, "frame on %s", body_of(L, frame)->name);
  return 1;
}

static int frame_field(lua_State *L)
{
  char shown[64];
  const char *name = luaL_tolstring(L, 2, NULL);
  if (strcmp(name, "at") != 0)
    pawl_raise(L, PAWL_BAD_MODEL, "a frame has no field '%s'", pawl_shown(name, shown));
  lua_pushcfunction(L, at);
  return 1;
}

static int frame_is_fixed(lua_State *L)
{
  pawl_raise(L, PAWL_BAD_MODEL, "a frame cannot be changed after it was made");
}

void pawl_part_open(lua_State *L, int globals)
{
  static const luaL_Reg part[] = {{"__index", part_field},
                                  {"__newindex", part_is_fixed},
                                  {"__tostring", part_text},
                                  {"__eq", part_equal},
                                  {NULL, NULL}};
  static const luaL_Reg frame[] = {
      {"__index", frame_field}, {"__newindex", frame_is_fixed}, {"__tostring", frame_text}, {NULL, NULL}};
  luaL_newmetatable(L, PAWL_PART_TYPE);
  luaL_setfuncs(L, part, 0);
  luaL_newmetatable(L, PAWL_FRAME_TYPE);
  luaL_setfuncs(L, frame, 0);
  lua_pop(L, 2);
  pawl_side *side = pawl_side_of(L);
  side->ground = (pawl_part){.kind = pawl_kind_find("body"), .name = "ground", .where = "", .index = -1};
  pawl_part_push(L, &side->ground);
  lua_setfield(L, globals, "ground");
}
