/* Numbers with their derivatives as Lua values, so that a prescribed motion needs no derivatives by hand.
 * Models compute with them as with numbers. Comparisons see the value; floor, ceil and // give plain numbers. What is computed
 * may be recorded on the way (tape.h).      theory.md, 5.4 */
#include <math.h>

#include "model/lua_side.h"

/* A jet as Lua has it; its node counts only in the recording with that serial number. */
typedef struct {
  pawl_jet x;
  int serial, node;
} numeral;

pawl_jet *pawl_jet_at(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_JET_TYPE) : NULL;
}

static void push(lua_State *L, pawl_jet x, int serial, int node)
{
  numeral *to = lua_newuserdatauv(L, sizeof *to, 0);
  *to = (numeral){x, serial, node};
  luaL_setmetatable(L, PAWL_JET_TYPE);
}

void pawl_jet_push(lua_State *L, pawl_jet x)
{
  push(L, x, 0, 0);
}

static pawl_jet take(lua_State *L, int index)
{
  const pawl_jet *jet = pawl_jet_at(L, index);
  return jet ? *jet : (pawl_jet){luaL_checknumber(L, index), 0, 0, 0};
}

/* An operand: other things than numbers give Lua's own sentence. */
static pawl_jet operand(lua_State *L, int index)
{
  if (!pawl_jet_at(L, index) && lua_type(L, index) != LUA_TNUMBER)
    luaL_error(L, "attempt to perform arithmetic on a %s value", luaL_typename(L, index));
  return take(L, index);
}

static int give(lua_State *L, pawl_jet x)
{
  pawl_jet_push(L, x);
  return 1;
}

/* ---- recording ---- */

/* What is done from here on depends on more than operations. */
static void spoil(lua_State *L)
{
  pawl_recorder *recorder = pawl_side_of(L)->recorder;
  if (recorder)
    recorder->spoiled = true;
}

void pawl_jet_push_input(lua_State *L, pawl_jet x, int node)
{
  const pawl_recorder *recorder = pawl_side_of(L)->recorder;
  push(L, x, recorder ? recorder->serial : 0, node);
}

int pawl_jet_node(lua_State *L, int index)
{
  pawl_recorder *recorder = pawl_side_of(L)->recorder;
  const numeral *jet = (const numeral *)pawl_jet_at(L, index);
  if (!jet)
    return pawl_record_constant(recorder, lua_tonumber(L, index));
  if (jet->serial != recorder->serial)
    recorder->spoiled = true;
  return jet->node;
}

/* The result of an operation on the values at `a` and `b`; b 0: on one. */
static int operate(lua_State *L, pawl_op op, pawl_jet x, int a, int b)
{
  pawl_recorder *recorder = pawl_side_of(L)->recorder;
  if (!recorder)
    return give(L, x);
  int first = pawl_jet_node(L, a), second = b ? pawl_jet_node(L, b) : first;
  push(L, x, recorder->serial, pawl_record(recorder, op, first, second));
  return 1;
}

/* ---- operators ---- */

/* a - n b for a whole number n that stays the same nearby. */
static pawl_jet rest(pawl_jet a, double n, pawl_jet b, double value)
{
  return (pawl_jet){value, a.d - n * b.d, a.dd - n * b.dd, a.e - n * b.e};
}

static int binary(lua_State *L, pawl_op op)
{
  return operate(L, op, pawl_op_jet(op, operand(L, 1), operand(L, 2)), 1, 2);
}

static int add(lua_State *L)
{
  return binary(L, PAWL_OP_ADD);
}

static int subtract(lua_State *L)
{
  return binary(L, PAWL_OP_SUBTRACT);
}

static int multiply(lua_State *L)
{
  return binary(L, PAWL_OP_MULTIPLY);
}

static int divide(lua_State *L)
{
  return binary(L, PAWL_OP_DIVIDE);
}

static int power(lua_State *L)
{
  return binary(L, PAWL_OP_POWER);
}

static int negate(lua_State *L)
{
  pawl_jet a = operand(L, 1);
  return operate(L, PAWL_OP_NEGATE, pawl_op_jet(PAWL_OP_NEGATE, a, a), 1, 0);
}

static int divide_down(lua_State *L)
{
  spoil(L);
  lua_pushnumber(L, floor(operand(L, 1).v / operand(L, 2).v));
  return 1;
}

static int modulo(lua_State *L)
{
  pawl_jet a = operand(L, 1), b = operand(L, 2);
  double r = fmod(a.v, b.v);
  spoil(L);
  if (r * b.v < 0)
    r += b.v; /* Lua's remainder has the sign of the divisor */
  return give(L, rest(a, floor(a.v / b.v), b, r));
}

static int equal(lua_State *L)
{
  const pawl_jet *a = pawl_jet_at(L, 1), *b = pawl_jet_at(L, 2);
  spoil(L);
  lua_pushboolean(L, a && b && a->v == b->v);
  return 1;
}

static int less(lua_State *L)
{
  spoil(L);
  lua_pushboolean(L, operand(L, 1).v < operand(L, 2).v);
  return 1;
}

static int at_most(lua_State *L)
{
  spoil(L);
  lua_pushboolean(L, operand(L, 1).v <= operand(L, 2).v);
  return 1;
}

static int as_text(lua_State *L)
{
  spoil(L);
  lua_pushnumber(L, take(L, 1).v);
  luaL_tolstring(L, -1, NULL);
  return 1;
}

/* ---- functions of one number ---- */

static const struct {
  const char *name;
  pawl_op op;
  bool ours; /* also for plain numbers: the same bits on every processor */
} functions[] = {
    {"sin", PAWL_OP_SIN, true},    {"cos", PAWL_OP_COS, true},    {"tan", PAWL_OP_TAN, true},
    {"asin", PAWL_OP_ASIN, false}, {"acos", PAWL_OP_ACOS, false}, {"exp", PAWL_OP_EXP, false},
    {"sqrt", PAWL_OP_SQRT, false}, {"abs", PAWL_OP_ABS, false},   {"deg", PAWL_OP_DEG, false},
    {"rad", PAWL_OP_RAD, false},
};

/* Lua's own function, upvalue 1. */
static int original(lua_State *L)
{
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int unary(lua_State *L)
{
  int i = (int)lua_tointeger(L, lua_upvalueindex(2));
  const pawl_jet *jet = pawl_jet_at(L, 1);
  if (jet)
    return operate(L, functions[i].op, pawl_op_jet(functions[i].op, *jet, *jet), 1, 0);
  if (!functions[i].ours)
    return original(L);
  lua_pushnumber(L, pawl_op_number(functions[i].op, luaL_checknumber(L, 1), 0));
  return 1;
}

/* ---- the other functions of math; they see to jets, Lua's own to numbers ---- */

static int jet_atan(lua_State *L)
{
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_pushnumber(L, 1);
  }
  return operate(L, PAWL_OP_ATAN, pawl_op_jet(PAWL_OP_ATAN, take(L, 1), take(L, 2)), 1, 2);
}

static int jet_log(lua_State *L)
{
  pawl_jet x = take(L, 1), y = pawl_op_jet(PAWL_OP_LOG, x, x);
  if (lua_isnoneornil(L, 2))
    return operate(L, PAWL_OP_LOG, y, 1, 0);
  pawl_jet b = take(L, 2), q = pawl_op_jet(PAWL_OP_DIVIDE, y, pawl_op_jet(PAWL_OP_LOG, b, b));
  if (b.v == 2 || b.v == 10) /* as Lua has it */
    q.v = b.v == 2 ? log2(x.v) : log10(x.v);
  spoil(L);
  return give(L, q);
}

static int jet_fmod(lua_State *L)
{
  pawl_jet a = take(L, 1), b = take(L, 2);
  spoil(L);
  return give(L, rest(a, trunc(a.v / b.v), b, fmod(a.v, b.v)));
}

static int jet_modf(lua_State *L)
{
  pawl_jet a = take(L, 1);
  spoil(L);
  lua_pushnumber(L, trunc(a.v));
  pawl_jet_push(L, (pawl_jet){a.v - trunc(a.v), a.d, a.dd, a.e});
  return 2;
}

/* The argument of least or greatest value: each in turn against the best so far, which is put in the place of argument 1. */
static int extreme(lua_State *L, pawl_op op)
{
  int count = lua_gettop(L);
  for (int i = 2; i <= count; i++) {
    operate(L, op, pawl_op_jet(op, take(L, 1), take(L, i)), 1, i);
    lua_replace(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

static int jet_min(lua_State *L)
{
  return extreme(L, PAWL_OP_MIN);
}

static int jet_max(lua_State *L)
{
  return extreme(L, PAWL_OP_MAX);
}

/* floor, ceil, tointeger, type: of the value as a plain number. */
static int by_value(lua_State *L)
{
  spoil(L);
  lua_pushnumber(L, take(L, 1).v);
  lua_replace(L, 1);
  return original(L);
}

static const struct {
  const char *name;
  lua_CFunction function;
} others[] = {{"atan", jet_atan},      {"log", jet_log},  {"fmod", jet_fmod},  {"modf", jet_modf},
              {"min", jet_min},        {"max", jet_max},  {"floor", by_value}, {"ceil", by_value},
              {"tointeger", by_value}, {"type", by_value}};

static int dispatch(lua_State *L)
{
  for (int i = 1; i <= lua_gettop(L); i++)
    if (pawl_jet_at(L, i))
      return others[lua_tointeger(L, lua_upvalueindex(2))].function(L);
  return original(L);
}

static int plain_power(lua_State *L)
{
  if (pawl_jet_at(L, 1) || pawl_jet_at(L, 2))
    return power(L);
  lua_pushnumber(L, pawl_op_number(PAWL_OP_POWER, luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
  return 1;
}

/* math[name] = function, with Lua's own as first and `number` as second upvalue. */
static void wrap(lua_State *L, int math, const char *name, lua_CFunction function, size_t number)
{
  lua_getfield(L, math, name);
  lua_pushinteger(L, (lua_Integer)number);
  lua_pushcclosure(L, function, 2);
  lua_setfield(L, math, name);
}

void pawl_jet_open(lua_State *L, int math)
{
  static const luaL_Reg operators[] = {{"__add", add},    {"__sub", subtract},     {"__mul", multiply},
                                       {"__div", divide}, {"__idiv", divide_down}, {"__mod", modulo},
                                       {"__unm", negate}, {"__pow", power},        {"__eq", equal},
                                       {"__lt", less},    {"__le", at_most},       {"__tostring", as_text},
                                       {NULL, NULL}};
  luaL_newmetatable(L, PAWL_JET_TYPE);
  luaL_setfuncs(L, operators, 0);
  lua_pop(L, 1);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    wrap(L, math, functions[i].name, unary, i);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    wrap(L, math, others[i].name, dispatch, i);
  lua_pushcfunction(L, plain_power);
  lua_setfield(L, math, "pow");
}
