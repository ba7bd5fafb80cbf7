/* Signals during a run: calls the model's functions, f(t, s) for a value and f(t) for a value with derivatives. */
#include <stdio.h>

#include "model/lua_side.h"

/* s["hinge.speed"]: the argument 1 is `s`, which holds nothing: all is in the side. */
static int read_channel(lua_State *L)
{
  const pawl_side *side = pawl_side_of(L);
  if (!side->reader)
    pawl_raise(L, PAWL_BAD_MODEL, "a prescribed motion is a function of time alone");
  if (lua_type(L, 2) != LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "the name of a channel must be a string, not a %s", luaL_typename(L, 2));
  double value = 0;
  pawl_error wrong;
  pawl_error_clear(&wrong);
  if (side->reader->read(side->reader->context, lua_tostring(L, 2), &value, &wrong)) {
    pawl_status status = wrong.status ? wrong.status : PAWL_BAD_MODEL;
    if (wrong.where[0])
      pawl_raise_at(L, status, wrong.where, "%s", wrong.text);
    pawl_raise(L, status, "%s", wrong.text[0] ? wrong.text : "a channel cannot be read");
  }
  lua_pushnumber(L, value);
  return 1;
}

static int refuse_writing(lua_State *L)
{
  pawl_raise(L, PAWL_BAD_MODEL, "channels can be read, not written");
}

void pawl_signal_open(lua_State *L)
{
  static const luaL_Reg methods[] = {{"__index", read_channel}, {"__newindex", refuse_writing}, {NULL, NULL}};
  lua_newuserdatauv(L, 1, 0);
  luaL_newlib(L, methods);
  lua_setmetatable(L, -2);
  pawl_side_of(L)->channels = luaL_ref(L, LUA_REGISTRYINDEX);
}

void pawl_function_place(const pawl_side *side, int function, char where[PAWL_WHERE])
{
  lua_Debug at;
  lua_rawgeti(side->L, LUA_REGISTRYINDEX, function);
  lua_getinfo(side->L, ">S", &at);
  where[0] = 0;
  if (at.linedefined >= 0) /* not a function of Lua's own, as math.sqrt */
    pawl_side_place(pawl_side_source(side, at.source), at.linedefined, where);
}

/* What was asked of a function, for the sentence about its answer. */
typedef struct {
  const pawl_model *model;
  int function;
  char of; /* its only argument: 't', 'u'; 0: as many as `count` */
  const double *argument;
  int count;
} question;

static void say_arguments(const question *q, char text[96])
{
  if (q->of == 't')
    snprintf(text, 96, " at t = %.9g s", q->argument[0]);
  else if (q->of)
    snprintf(text, 96, " at %c = %.9g", q->of, q->argument[0]);
  else
    snprintf(text, 96, q->count > 1 ? " for (%.6g, %.6g)" : " for %.6g", q->argument[0] + 0.0,
             q->argument[q->count - 1] + 0.0);
}

/* What is wrong with what the function returned, at the line where it begins. */
static pawl_status refuse(const question *q, int derivative, const char *value, pawl_error *error)
{
  static const char *const before[] = {"", "the derivative of ", "the second derivative of "};
  char where[PAWL_WHERE], arguments[96];
  pawl_blame blame;
  pawl_function_place(pawl_side_of(q->model->lua), q->function, where);
  pawl_function_blame(q->model, q->function, &blame);
  say_arguments(q, arguments);
  return pawl_fail(error, PAWL_BAD_MODEL, where[0] || !blame.where ? where : blame.where, "%s%s%s %s %s%s",
                   q->of == 'u' ? "" : blame.owner, before[derivative],
                   q->of == 'u' ? "the function" : blame.field, derivative ? "is" : "returned", value,
                   arguments);
}

/* The result at the top of the stack as a jet; it is taken off. */
static pawl_status take_result(const question *q, double jet[3], pawl_error *error)
{
  lua_State *L = q->model->lua;
  const pawl_jet *result = pawl_jet_at(L, -1);
  bool number = lua_type(L, -1) == LUA_TNUMBER;
  jet[0] = result ? result->v : lua_tonumber(L, -1);
  jet[1] = result ? result->d : 0;
  jet[2] = result ? result->dd : 0;
  char type[64];
  const char *wrong = result || number ? NULL : pawl_what(L, -1, type);
  lua_pop(L, 1);
  if (wrong)
    return refuse(q, 0, wrong, error);
  for (int i = 0; i < 3; i++)
    if ((wrong = pawl_number_useless(jet[i], type)))
      return refuse(q, i, wrong, error);
  return PAWL_OK;
}

/* As many results at the top of the stack; they are taken off. */
static pawl_status take_results(const question *q, pawl_jet *jets, int count, pawl_error *error)
{
  pawl_status status = PAWL_OK;
  for (int i = count - 1; i >= 0; i--) {
    double jet[3] = {0};
    if (status == PAWL_OK)
      status = take_result(q, jet, error);
    else
      lua_pop(q->model->lua, 1);
    jets[i] = (pawl_jet){jet[0], jet[1], jet[2], jet[1]};
  }
  return status;
}

/* The function's argument is replaced by its jet: made in here, where a lack of memory is caught. Leaves as many results
 * as the last argument says. */
static int call_with_jet(lua_State *L)
{
  int count = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  pawl_jet_push(L, (pawl_jet){lua_tonumber(L, 2), 1, 0, 1});
  lua_replace(L, 2);
  lua_call(L, lua_gettop(L) - 1, count);
  return count;
}

/* Leaves the results of f(t, s), or without a reader of f(t) with derivatives; `s` is there all the same, to say that it
 * cannot be read. */
static pawl_status call(pawl_side *side, int function, double t, const pawl_reader *reader, pawl_error *error)
{
  lua_State *L = side->L;
  const pawl_reader *outer = side->reader;
  if (!lua_checkstack(L, 8))
    return pawl_fail_memory(error);
  side->reader = reader;
  if (!reader)
    lua_pushcfunction(L, call_with_jet);
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_pushnumber(L, t);
  lua_rawgeti(L, LUA_REGISTRYINDEX, side->channels);
  if (!reader)
    lua_pushinteger(L, 1);
  pawl_status status = pawl_side_call(side, reader ? 2 : 4, 1, PAWL_CALL_BUDGET, error);
  side->reader = outer;
  return status;
}

static pawl_status call_one(const pawl_model *model, int function, double t, const pawl_reader *reader,
                            double jet[3], pawl_error *error)
{
  pawl_side *side = pawl_side_of(model->lua);
  pawl_status status = call(side, function, t, reader, error);
  return status == PAWL_OK ? take_result(&(question){model, function, 't', &t, 1}, jet, error) : status;
}

pawl_status pawl_signal_value(const pawl_model *model, const pawl_signal *signal, double t,
                              const pawl_reader *reader, double *value, pawl_error *error)
{
  static const pawl_reader none = {0};
  if (signal->function <= 0) {
    *value = signal->value;
    return PAWL_OK;
  }
  double jet[3];
  pawl_status status = call_one(model, signal->function, t, reader ? reader : &none, jet, error);
  if (status == PAWL_OK)
    *value = jet[0];
  return status;
}

pawl_status pawl_signal_jet(const pawl_model *model, const pawl_signal *signal, double t, double jet[3],
                            pawl_error *error)
{
  if (signal->function > 0)
    return call_one(model, signal->function, t, NULL, jet, error);
  jet[0] = signal->value;
  jet[1] = jet[2] = 0;
  return PAWL_OK;
}

pawl_status pawl_function_jets(const pawl_model *model, int function, double u, pawl_jet *jets, int count,
                               pawl_error *error)
{
  pawl_side *side = pawl_side_of(model->lua);
  if (!lua_checkstack(side->L, 8 + count))
    return pawl_fail_memory(error);
  lua_pushcfunction(side->L, call_with_jet);
  lua_rawgeti(side->L, LUA_REGISTRYINDEX, function);
  lua_pushnumber(side->L, u);
  lua_pushinteger(side->L, count);
  pawl_status status = pawl_side_call(side, 3, count, PAWL_CALL_BUDGET, error);
  return status == PAWL_OK ? take_results(&(question){model, function, 'u', &u, 1}, jets, count, error)
                           : status;
}

pawl_status pawl_function_value(const pawl_model *model, int function, const double *argument, int count,
                                double *value, pawl_error *error)
{
  pawl_side *side = pawl_side_of(model->lua);
  double jet[3];
  if (!lua_checkstack(side->L, 8 + count))
    return pawl_fail_memory(error);
  lua_rawgeti(side->L, LUA_REGISTRYINDEX, function);
  for (int i = 0; i < count; i++)
    lua_pushnumber(side->L, argument[i]);
  pawl_status status = pawl_side_call(side, count, 1, PAWL_CALL_BUDGET, error);
  if (status == PAWL_OK)
    status = take_result(&(question){model, function, 0, argument, count}, jet, error);
  if (status == PAWL_OK)
    *value = jet[0];
  return status;
}
