/* Functions of own coordinates during a run: f(q, v, t, s) and f(q, t), with derivatives along two directions of (q, v, t).
 * `q` and `v` are read by place or by name, q[1] or q.bird, and only while the function runs. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "model/lua_tape.h"

/* What stands behind `q` or `v`; `value` NULL: no function runs. */
struct pawl_listed {
  const pawl_jet *value;
  const pawl_own_at *at;
};

static const pawl_jet *find(lua_State *L, const struct pawl_listed *list)
{
  const pawl_words *names = list->at->names;
  const char *best = NULL;
  char what[64];
  if (lua_isinteger(L, 2)) {
    lua_Integer i = lua_tointeger(L, 2);
    return i >= 1 && i <= names->count ? list->value + i - 1 : NULL;
  }
  if (lua_type(L, 2) != LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "a coordinate is read by its place or its name, not by %s",
               pawl_what(L, 2, what));
  for (int i = 0; i < names->count; i++)
    if (strcmp(lua_tostring(L, 2), names->word[i]) == 0)
      return list->value + i;
  const char *name = pawl_shown(lua_tostring(L, 2), what);
  for (int i = 0; i < names->count; i++)
    best = pawl_nearer(name, best, names->word[i]);
  if (best)
    pawl_raise(L, PAWL_BAD_MODEL, "there is no coordinate '%s'; did you mean '%s'?", name, best);
  pawl_raise(L, PAWL_BAD_MODEL, "there is no coordinate '%s'", name);
}

static const struct pawl_listed *list_at(lua_State *L)
{
  const struct pawl_listed *list = lua_touserdata(L, 1);
  if (!list || !list->value)
    pawl_raise(L, PAWL_BAD_MODEL, "coordinates can be read only by the function that was given them");
  return list;
}

/* Its number among the arguments q, v, t of a recorded function. */
static int node_of(lua_State *L, const struct pawl_listed *list, const pawl_jet *x)
{
  bool speed = list == pawl_side_of(L)->lists[1];
  return (int)(x - list->value) + (speed ? list->at->names->count : 0);
}

/* nil beyond the end, so that ipairs ends. */
static int read_one(lua_State *L)
{
  const struct pawl_listed *list = list_at(L);
  const pawl_jet *x = find(L, list);
  if (!x)
    lua_pushnil(L);
  else if (list->at->plain)
    lua_pushnumber(L, x->v);
  else
    pawl_jet_push_input(L, *x, node_of(L, list, x));
  return 1;
}

static int count(lua_State *L)
{
  lua_pushinteger(L, list_at(L)->at->names->count);
  return 1;
}

static int refuse_writing(lua_State *L)
{
  pawl_raise(L, PAWL_BAD_MODEL, "coordinates can be read, not written");
}

void pawl_own_open(lua_State *L)
{
  static const luaL_Reg methods[] = {
      {"__index", read_one}, {"__len", count}, {"__newindex", refuse_writing}, {NULL, NULL}};
  pawl_side *side = pawl_side_of(L);
  for (int i = 0; i < 2; i++) {
    side->lists[i] = lua_newuserdatauv(L, sizeof *side->lists[i], 0);
    *side->lists[i] = (struct pawl_listed){NULL, NULL};
    luaL_newlib(L, methods);
    lua_pushstring(L, i ? "speeds" : "coordinates");
    lua_setfield(L, -2, "__name");
    lua_setmetatable(L, -2);
    side->list_at[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
}

/* ---- calling ---- */

/* t is the last argument as a jet, made in here, where a lack of memory is caught. Arguments: the function, its own, t as
 * four numbers, and where among its own t stands. */
static int call_with_jet(lua_State *L)
{
  int place = (int)lua_tointeger(L, -1);
  pawl_jet t = {lua_tonumber(L, -5), lua_tonumber(L, -4), lua_tonumber(L, -3), lua_tonumber(L, -2)};
  const pawl_recorder *recorder = pawl_side_of(L)->recorder;
  lua_pop(L, 5);
  pawl_jet_push_input(L, t, recorder ? recorder->inputs - 1 : 0);
  lua_replace(L, place + 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

/* Leaves the result. */
static pawl_status call(pawl_side *side, int function, const pawl_own_at *at, const pawl_reader *reader,
                        pawl_error *error)
{
  lua_State *L = side->L;
  int arguments = 2 + (at->v != NULL) + (reader != NULL), place = at->v ? 3 : 2;
  if (!lua_checkstack(L, 16))
    return pawl_fail_memory(error);
  const pawl_reader *outer = side->reader; /* one function may ask for a channel that needs another one */
  const struct pawl_listed lists[2] = {*side->lists[0], *side->lists[1]};
  side->reader = reader;
  *side->lists[0] = (struct pawl_listed){at->q, at};
  *side->lists[1] = (struct pawl_listed){at->v, at};
  if (!at->plain)
    lua_pushcfunction(L, call_with_jet);
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_rawgeti(L, LUA_REGISTRYINDEX, side->list_at[0]);
  if (at->v)
    lua_rawgeti(L, LUA_REGISTRYINDEX, side->list_at[1]);
  lua_pushnumber(L, at->t.v);
  if (reader)
    lua_rawgeti(L, LUA_REGISTRYINDEX, side->channels);
  if (!at->plain) {
    lua_pushnumber(L, at->t.v);
    lua_pushnumber(L, at->t.d);
    lua_pushnumber(L, at->t.dd);
    lua_pushnumber(L, at->t.e);
    lua_pushinteger(L, place);
  }
  pawl_status status =
      pawl_side_call(side, at->plain ? arguments : arguments + 6, 1, PAWL_CALL_BUDGET, error);
  side->reader = outer;
  for (int i = 0; i < 2; i++)
    *side->lists[i] = lists[i];
  return status;
}

/* ---- results ---- */

typedef struct {
  pawl_side *side;
  int function, rows, columns;
  const pawl_own_at *at;
  const char *field;
  pawl_jet *out;
  pawl_error *error;
} answer;

/* lagrangian "toy": 'force' …, at the line of the function. */
static pawl_status wrong(const answer *a, const char *sentence, const char *more)
{
  char where[PAWL_WHERE];
  const pawl_part *part = a->at->part;
  pawl_function_place(a->side, a->function, where);
  return pawl_fail(a->error, PAWL_BAD_MODEL, where[0] ? where : part->where, "%s \"%s\": '%s' %s%s",
                   part->kind->name, part->name, a->field, sentence, more);
}

static pawl_status wrong_shape(const answer *a, int index, int given)
{
  char wanted[96], what[64], sentence[160];
  if (a->rows > 1)
    snprintf(wanted, sizeof wanted, "a table of %d rows of %d numbers", a->rows, a->columns);
  else if (a->columns > 1)
    snprintf(wanted, sizeof wanted, "a table of %d numbers", a->columns);
  else
    snprintf(wanted, sizeof wanted, "a number");
  snprintf(sentence, sizeof sentence, "must return %s, not ", wanted);
  if (given < 0)
    return wrong(a, sentence, pawl_what(a->side->L, index, what));
  snprintf(what, sizeof what, "%d", given);
  return wrong(a, sentence, what);
}

static pawl_status check_finite(const answer *a, const pawl_jet *jet)
{
  static const char *const what[] = {"returned ", "has a derivative that is ", "has a derivative that is ",
                                     "has a second derivative that is "};
  const double x[4] = {jet->v, jet->d, jet->e, jet->dd};
  char text[64], value[128];
  const char *useless;
  if (fabs(x[0]) <= PAWL_MOST_NUMBER && fabs(x[1]) <= PAWL_MOST_NUMBER && fabs(x[2]) <= PAWL_MOST_NUMBER &&
      fabs(x[3]) <= PAWL_MOST_NUMBER)
    return PAWL_OK;
  for (int i = 0; i < 4; i++)
    if ((useless = pawl_number_useless(x[i], text))) {
      snprintf(value, sizeof value, "%s at t = %.9g s", useless, a->at->t.v);
      return wrong(a, what[i], value);
    }
  return PAWL_OK;
}

/* The number at the top of the stack. */
static pawl_status take_one(const answer *a, pawl_jet *to)
{
  lua_State *L = a->side->L;
  bool plain = lua_type(L, -1) == LUA_TNUMBER;
  const pawl_jet *jet = plain ? NULL : pawl_jet_at(L, -1);
  if (!jet && !plain)
    return wrong_shape(a, -1, -1);
  *to = jet ? *jet : (pawl_jet){lua_tonumber(L, -1), 0, 0, 0};
  if (a->side->recorder)
    a->side->recorder->result[to - a->out] = pawl_jet_node(L, -1);
  return check_finite(a, to);
}

/* The row at the top of the stack. */
static pawl_status take_row(const answer *a, pawl_jet *to)
{
  lua_State *L = a->side->L;
  if (lua_type(L, -1) != LUA_TTABLE)
    return a->columns == 1 ? take_one(a, to) : wrong_shape(a, -1, -1);
  if (lua_rawlen(L, -1) != (lua_Unsigned)a->columns)
    return wrong_shape(a, -1, (int)lua_rawlen(L, -1));
  pawl_status status = PAWL_OK;
  for (int i = 0; i < a->columns && status == PAWL_OK; i++) {
    lua_rawgeti(L, -1, i + 1);
    status = take_one(a, to + i);
    lua_pop(L, 1);
  }
  return status;
}

static pawl_status take_rows(const answer *a, pawl_jet *to)
{
  lua_State *L = a->side->L;
  if (lua_type(L, -1) != LUA_TTABLE)
    return wrong_shape(a, -1, -1);
  if (lua_rawlen(L, -1) != (lua_Unsigned)a->rows)
    return wrong_shape(a, -1, (int)lua_rawlen(L, -1));
  pawl_status status = PAWL_OK;
  for (int i = 0; i < a->rows && status == PAWL_OK; i++) {
    lua_rawgeti(L, -1, i + 1);
    status = take_row(a, to + i * a->columns);
    lua_pop(L, 1);
  }
  return status;
}

/* Calls the function and takes its answer. */
static pawl_status ask(const answer *a, const pawl_reader *reader)
{
  lua_State *L = a->side->L;
  pawl_status status = call(a->side, a->function, a->at, reader, a->error);
  if (status != PAWL_OK)
    return status;
  int top = lua_gettop(L) - 1;
  /* {{m}} of one coordinate */
  if (a->rows * a->columns == 1 && lua_type(L, -1) == LUA_TTABLE && lua_rawlen(L, -1) == 1 &&
      lua_rawgeti(L, -1, 1) != LUA_TTABLE)
    lua_pop(L, 1);
  status = a->rows > 1 ? take_rows(a, a->out) : take_row(a, a->out);
  lua_settop(L, top);
  return status;
}

/* ---- functions that are recorded ---- */

static pawl_status play(const answer *a, const pawl_tape *tape)
{
  const pawl_own_at *at = a->at;
  int n = at->names->count;
  if (at->plain) {
    for (int i = 0; i < n; i++) {
      tape->number[i] = at->q[i].v;
      tape->number[n + i] = at->v ? at->v[i].v : 0;
    }
    tape->number[2 * n] = at->t.v;
    pawl_tape_numbers(tape, a->out);
  } else {
    for (int i = 0; i < n; i++) {
      tape->jet[i] = at->q[i];
      tape->jet[n + i] = at->v ? at->v[i] : (pawl_jet){0, 0, 0, 0};
    }
    tape->jet[2 * n] = at->t;
    pawl_tape_jets(tape, a->out);
  }
  pawl_status status = PAWL_OK;
  for (int i = 0; i < tape->results && status == PAWL_OK; i++)
    status = check_finite(a, a->out + i);
  return status;
}

/* Whether the tape says what the function says, to the last bit, at a place a little beside the one of the recording: a
 * function that counts its calls, say, does not. */
static bool holds(const answer *a, const pawl_tape *tape, const pawl_reader *reader)
{
  enum { MOST = PAWL_TAPE_RESULTS };
  pawl_jet q[MOST], v[MOST], out[2][MOST];
  pawl_own_at at = *a->at;
  pawl_error error;
  answer by_lua = *a, by_tape = *a;
  for (int i = 0; i < at.names->count; i++) {
    q[i] = (pawl_jet){at.q[i].v + 1e-3 * (i + 1) * (fabs(at.q[i].v) + 1e-3), 0, 0, 0};
    v[i] = (pawl_jet){at.v ? at.v[i].v + 1e-3 * (i + 2) * (fabs(at.v[i].v) + 1e-3) : 0, 0, 0, 0};
  }
  at.q = q;
  at.v = at.v ? v : NULL;
  at.t = (pawl_jet){at.t.v + 1e-3, 0, 0, 0};
  at.plain = true;
  by_lua.at = by_tape.at = &at;
  by_lua.error = by_tape.error = &error;
  by_lua.out = out[0];
  by_tape.out = out[1];
  pawl_error_clear(&error);
  return ask(&by_lua, reader) == PAWL_OK && play(&by_tape, tape) == PAWL_OK &&
         memcmp(out[0], out[1], sizeof(pawl_jet) * (size_t)tape->results) == 0;
}

/* What the function computes, written down while it runs; NULL: not of this one. */
static pawl_tape *record(const answer *a, const pawl_reader *reader)
{
  pawl_side *side = a->side;
  int n = a->at->names->count, results = a->rows * a->columns;
  pawl_own_at at = *a->at;
  pawl_jet out[PAWL_TAPE_RESULTS];
  pawl_error error;
  answer traced = *a;
  if (results > PAWL_TAPE_RESULTS || n > PAWL_TAPE_RESULTS)
    return NULL;
  pawl_recorder *recorder = pawl_recorder_open(side, 2 * n + 1);
  if (!recorder)
    return NULL;
  at.plain = false;
  traced.at = &at;
  traced.out = out;
  traced.error = &error;
  pawl_error_clear(&error);
  side->recorder = recorder;
  pawl_side_watch(side, true);
  pawl_status status = ask(&traced, reader);
  pawl_side_watch(side, false);
  side->recorder = NULL;
  if (status != PAWL_OK || recorder->spoiled)
    return NULL;
  pawl_tape *tape = pawl_tape_make(recorder, results, &side->model->arena);
  return tape && holds(a, tape, reader) ? tape : NULL;
}

static pawl_tape *tape_of(const answer *a, const pawl_reader *reader)
{
  pawl_taped *taped = pawl_taped_at(a->side, a->function);
  if (!taped)
    return NULL;
  if (!taped->tried) {
    taped->tried = true; /* functions that read channels depend on more than their arguments */
    if (!reader || pawl_function_arguments(a->side->model, a->function) <= 3)
      taped->tape = record(a, reader);
  }
  return taped->tape;
}

pawl_status pawl_own_call(const pawl_model *model, int function, const char *field, const pawl_own_at *at,
                          const pawl_reader *reader, int rows, int columns, pawl_jet *out, pawl_error *error)
{
  pawl_side *side = pawl_side_of(model->lua);
  const answer a = {side, function, rows, columns, at, field, out, error};
  const pawl_tape *tape = tape_of(&a, reader);
  pawl_status status = tape ? play(&a, tape) : ask(&a, reader);
  if (status != PAWL_OK)
    pawl_fail_place(error, at->part->where);
  return status;
}

int pawl_function_arguments(const pawl_model *model, int function)
{
  lua_State *L = pawl_side_of(model->lua)->L;
  lua_Debug at;
  if (!lua_checkstack(L, 2))
    return INT_MAX;
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_getinfo(L, ">u", &at);
  return at.isvararg ? INT_MAX : at.nparams;
}

bool pawl_function_is_linear(const pawl_model *model, int function)
{
  const pawl_taped *taped = pawl_taped_at(pawl_side_of(model->lua), function);
  return taped && taped->tape && pawl_tape_is_linear(taped->tape);
}

bool pawl_function_is_timed(const pawl_model *model, int function)
{
  const pawl_taped *taped = pawl_taped_at(pawl_side_of(model->lua), function);
  if (taped && taped->tape)
    return pawl_tape_reads(taped->tape, taped->tape->inputs - 1);
  return pawl_function_arguments(model, function) > 1;
}
