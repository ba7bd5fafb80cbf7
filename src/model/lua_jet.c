/* Numbers with their first two derivatives by time, so that a prescribed motion needs no derivatives by hand:
 *   (f(u))' = f' u',   (f(u))'' = f'' u'² + f' u''         exact, by forward differentiation
 * Models compute with them as with numbers. Comparisons see the value; floor, ceil and // give plain numbers.      theory.md, 5.4 */
#include <math.h>

#include "base/trig.h"
#include "model/lua_side.h"

pawl_jet *pawl_jet_at(lua_State *L, int index)
{
  return lua_type(L, index) == LUA_TUSERDATA ? luaL_testudata(L, index, PAWL_JET_TYPE) : NULL;
}

void pawl_jet_push(lua_State *L, pawl_jet x)
{
  pawl_jet *jet = lua_newuserdatauv(L, sizeof *jet, 0);
  *jet = x;
  luaL_setmetatable(L, PAWL_JET_TYPE);
}

static pawl_jet take(lua_State *L, int index)
{
  const pawl_jet *jet = pawl_jet_at(L, index);
  return jet ? *jet : (pawl_jet){luaL_checknumber(L, index), 0, 0};
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

/* f(u) from f, f', f'' at u. A constant has no derivative, also where f has none. */
static pawl_jet chain(const double f[3], pawl_jet u)
{
  if (u.d == 0 && u.dd == 0)
    return (pawl_jet){f[0], 0, 0};
  return (pawl_jet){f[0], f[1] * u.d, f[2] * u.d * u.d + f[1] * u.dd};
}

/* ---- operators ---- */

static pawl_jet times(pawl_jet a, pawl_jet b)
{
  return (pawl_jet){a.v * b.v, a.d * b.v + a.v * b.d, a.dd * b.v + 2 * a.d * b.d + a.v * b.dd};
}

static pawl_jet quotient(pawl_jet a, pawl_jet b)
{
  double v = a.v / b.v, d = (a.d - v * b.d) / b.v;
  return (pawl_jet){v, d, (a.dd - 2 * d * b.d - v * b.dd) / b.v};
}

/* a - n b for a whole number n that stays the same nearby. */
static pawl_jet rest(pawl_jet a, double n, pawl_jet b, double value)
{
  return (pawl_jet){value, a.d - n * b.d, a.dd - n * b.dd};
}

static int add(lua_State *L)
{
  pawl_jet a = operand(L, 1), b = operand(L, 2);
  return give(L, (pawl_jet){a.v + b.v, a.d + b.d, a.dd + b.dd});
}

static int subtract(lua_State *L)
{
  pawl_jet a = operand(L, 1), b = operand(L, 2);
  return give(L, (pawl_jet){a.v - b.v, a.d - b.d, a.dd - b.dd});
}

static int multiply(lua_State *L)
{
  return give(L, times(operand(L, 1), operand(L, 2)));
}

static int divide(lua_State *L)
{
  return give(L, quotient(operand(L, 1), operand(L, 2)));
}

static int divide_down(lua_State *L)
{
  lua_pushnumber(L, floor(operand(L, 1).v / operand(L, 2).v));
  return 1;
}

static int modulo(lua_State *L)
{
  pawl_jet a = operand(L, 1), b = operand(L, 2);
  double r = fmod(a.v, b.v);
  if (r * b.v < 0)
    r += b.v; /* Lua's remainder has the sign of the divisor */
  return give(L, rest(a, floor(a.v / b.v), b, r));
}

static int negate(lua_State *L)
{
  pawl_jet a = operand(L, 1);
  return give(L, (pawl_jet){-a.v, -a.d, -a.dd});
}

/* n x^(n-1) without 0 * infinity when n is 0. */
static double slope(double x, double n)
{
  return n == 0 ? 0 : n * pow(x, n - 1);
}

/* a^b: by the power of a, by the exponent of a constant, else as exp(b log a). */
static int power(lua_State *L)
{
  pawl_jet a = operand(L, 1), b = operand(L, 2);
  double v = pow(a.v, b.v);
  if (b.d == 0 && b.dd == 0)
    return give(L, chain((double[]){v, slope(a.v, b.v), b.v == 0 ? 0 : b.v * slope(a.v, b.v - 1)}, a));
  if (a.v == 0 && a.d == 0 && a.dd == 0 && b.v > 0)
    return give(L, (pawl_jet){0, 0, 0});
  pawl_jet e = times(b, chain((double[]){log(a.v), 1 / a.v, -1 / (a.v * a.v)}, a));
  return give(L, chain((double[]){v, v, v}, e));
}

static int equal(lua_State *L)
{
  const pawl_jet *a = pawl_jet_at(L, 1), *b = pawl_jet_at(L, 2);
  lua_pushboolean(L, a && b && a->v == b->v);
  return 1;
}

static int less(lua_State *L)
{
  lua_pushboolean(L, operand(L, 1).v < operand(L, 2).v);
  return 1;
}

static int at_most(lua_State *L)
{
  lua_pushboolean(L, operand(L, 1).v <= operand(L, 2).v);
  return 1;
}

static int as_text(lua_State *L)
{
  lua_pushnumber(L, take(L, 1).v);
  luaL_tolstring(L, -1, NULL);
  return 1;
}

/* ---- functions of one number: value and two derivatives ---- */

static void of_sin(double x, double f[3])
{
  pawl_sincos(x, &f[0], &f[1]);
  f[2] = -f[0];
}

static void of_cos(double x, double f[3])
{
  double s;
  pawl_sincos(x, &s, &f[0]);
  f[1] = -s;
  f[2] = -f[0];
}

static void of_tan(double x, double f[3])
{
  double s, c;
  pawl_sincos(x, &s, &c);
  f[0] = s / c;
  f[1] = 1 + f[0] * f[0];
  f[2] = 2 * f[0] * f[1];
}

static void of_asin(double x, double f[3])
{
  f[0] = asin(x);
  f[1] = 1 / sqrt((1 - x) * (1 + x));
  f[2] = x * f[1] * f[1] * f[1];
}

static void of_acos(double x, double f[3])
{
  of_asin(x, f);
  f[0] = acos(x);
  f[1] = -f[1];
  f[2] = -f[2];
}

static void of_exp(double x, double f[3])
{
  f[0] = f[1] = f[2] = exp(x);
}

static void of_sqrt(double x, double f[3])
{
  f[0] = sqrt(x);
  f[1] = 0.5 / f[0];
  f[2] = -0.5 * f[1] / x;
}

static void of_abs(double x, double f[3])
{
  f[0] = fabs(x);
  f[1] = x < 0 ? -1 : 1;
  f[2] = 0;
}

static void of_deg(double x, double f[3])
{
  f[1] = 180 / 3.14159265358979323846;
  f[0] = x * f[1];
  f[2] = 0;
}

static void of_rad(double x, double f[3])
{
  f[1] = 3.14159265358979323846 / 180;
  f[0] = x * f[1];
  f[2] = 0;
}

static const struct {
  const char *name;
  void (*of)(double x, double f[3]);
  bool ours; /* also for plain numbers: the same bits on every processor */
} functions[] = {
    {"sin", of_sin, true},    {"cos", of_cos, true},  {"tan", of_tan, true},    {"asin", of_asin, false},
    {"acos", of_acos, false}, {"exp", of_exp, false}, {"sqrt", of_sqrt, false}, {"abs", of_abs, false},
    {"deg", of_deg, false},   {"rad", of_rad, false},
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
  if (!jet && !functions[i].ours)
    return original(L);
  double f[3];
  functions[i].of(jet ? jet->v : luaL_checknumber(L, 1), f);
  if (jet)
    return give(L, chain(f, *jet));
  lua_pushnumber(L, f[0]);
  return 1;
}

/* ---- the other functions of math; they see to jets, Lua's own to numbers ---- */

static int jet_atan(lua_State *L)
{
  pawl_jet y = take(L, 1), x = lua_isnoneornil(L, 2) ? (pawl_jet){1, 0, 0} : take(L, 2);
  double rr = x.v * x.v + y.v * y.v, d = (x.v * y.d - y.v * x.d) / rr;
  double dd = (x.v * y.dd - y.v * x.dd - 2 * d * (x.v * x.d + y.v * y.d)) / rr;
  return give(L, (pawl_jet){atan2(y.v, x.v), d, dd});
}

static int jet_log(lua_State *L)
{
  pawl_jet x = take(L, 1), y = chain((double[]){log(x.v), 1 / x.v, -1 / (x.v * x.v)}, x);
  if (lua_isnoneornil(L, 2))
    return give(L, y);
  pawl_jet b = take(L, 2), q = quotient(y, chain((double[]){log(b.v), 1 / b.v, -1 / (b.v * b.v)}, b));
  if (b.v == 2 || b.v == 10) /* as Lua has it */
    q.v = b.v == 2 ? log2(x.v) : log10(x.v);
  return give(L, q);
}

static int jet_fmod(lua_State *L)
{
  pawl_jet a = take(L, 1), b = take(L, 2);
  return give(L, rest(a, trunc(a.v / b.v), b, fmod(a.v, b.v)));
}

static int jet_modf(lua_State *L)
{
  pawl_jet a = take(L, 1);
  lua_pushnumber(L, trunc(a.v));
  pawl_jet_push(L, (pawl_jet){a.v - trunc(a.v), a.d, a.dd});
  return 2;
}

/* The argument of least or greatest value, itself. */
static int extreme(lua_State *L, double sign)
{
  int best = 1;
  for (int i = 1; i <= lua_gettop(L); i++)
    if (sign * take(L, i).v > sign * take(L, best).v)
      best = i;
  lua_pushvalue(L, best);
  return 1;
}

static int jet_min(lua_State *L)
{
  return extreme(L, -1);
}

static int jet_max(lua_State *L)
{
  return extreme(L, 1);
}

/* floor, ceil, tointeger, type: of the value as a plain number. */
static int by_value(lua_State *L)
{
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
  lua_pushnumber(L, pow(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
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
