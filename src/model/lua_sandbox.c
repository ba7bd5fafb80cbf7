/* The Lua state of a model. Memory and instructions are counted; every error leaves as one sentence with file:line.
 *
 * Memory that a model has ever asked for also counts as time (64 bytes an instruction): the functions of Lua's
 * libraries that do much work in one call, where no instruction is counted, do it by making large strings. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/lua_side.h"

#define TOO_DEEP "functions call each other too deeply: an endless recursion?"
#define NESTED "tables, parentheses, functions or operators are nested in each other too deeply"

enum { MEMORY_LIMIT = 256 << 20, READ_BUDGET = 200000000, COUNT_STEP = 10000, BYTES_PER_INSTRUCTION = 64 };

pawl_side *pawl_side_of(lua_State *L)
{
  void *side;
  lua_getallocf(L, &side);
  return side;
}

/* ---- where ---- */

/* The digits at *text as a number, *text moved behind them; -1: none, or too many. */
static int read_digits(const char **text)
{
  int value = 0, count = 0;
  for (; **text >= '0' && **text <= '9' && count < 9; count++)
    value = 10 * value + *(*text)++ - '0';
  return count > 0 ? value : -1;
}

/* "file3…" → the third file, *text moved behind the digits. */
static const pawl_source *read_source(const pawl_side *side, const char **text)
{
  if (strncmp(*text, "file", 4) != 0)
    return NULL;
  *text += 4;
  int number = read_digits(text);
  const pawl_source *source = side->sources;
  while (source && source->number != number)
    source = source->next;
  return source;
}

const pawl_source *pawl_side_source(const pawl_side *side, const char *chunk)
{
  chunk++; /* after the @ */
  return read_source(side, &chunk);
}

/* The end of a long path says more than its beginning, and the line must not be cut off. */
void pawl_side_place(const pawl_source *source, int line, char where[PAWL_WHERE])
{
  enum { ROOM = PAWL_WHERE - 20 };
  const char *path = source ? source->shown : "model";
  size_t length = strlen(path);
  if (length > ROOM)
    snprintf(where, PAWL_WHERE, "...%s:%d", path + length - ROOM, line);
  else
    snprintf(where, PAWL_WHERE, "%s:%d", path, line);
}

void pawl_side_where(lua_State *L, char where[PAWL_WHERE])
{
  lua_Debug at;
  where[0] = 0;
  for (int level = 0; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0) {
      pawl_side_place(pawl_side_source(pawl_side_of(L), at.source), at.currentline, where);
      return;
    }
  }
}

/* ---- errors ---- */

/* The sentence is in side->error; the value thrown only says so. Models cannot make light userdata. */
static _Noreturn void leave(lua_State *L)
{
  lua_pushlightuserdata(L, pawl_side_of(L));
  lua_error(L);
  __builtin_unreachable();
}

/* One line, whatever a user put into an error. */
static void flatten(char *text)
{
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == 127)
      *text = ' ';
}

static _Noreturn void raise(lua_State *L, pawl_status status, const char *where, char *text)
{
  flatten(text);
  pawl_fail(pawl_side_of(L)->error, status, where, "%s", text);
  leave(L);
}

void pawl_raise(lua_State *L, pawl_status status, const char *format, ...)
{
  char where[PAWL_WHERE], text[PAWL_SENTENCE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  pawl_side_where(L, where);
  raise(L, status, where, text);
}

void pawl_raise_at(lua_State *L, pawl_status status, const char *where, const char *format, ...)
{
  char text[PAWL_SENTENCE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  raise(L, status, where, text);
}

static const char *too_long(const pawl_side *side)
{
  return side->reading
             ? "the model ran for more than 200 million instructions: an endless loop?"
             : "a function of the model ran for more than 10 million instructions: an endless loop?";
}

/* Lua says only that it got no memory; side->refusal says why. */
static void explain_memory(const pawl_side *side, pawl_error *error)
{
  if (side->refusal == PAWL_REFUSED_SIZE)
    pawl_fail(error, PAWL_BAD_MODEL, side->refused_at, "the model used more than %d MiB of memory",
              MEMORY_LIMIT >> 20);
  else if (side->refusal == PAWL_REFUSED_TIME)
    pawl_fail(error, PAWL_BAD_MODEL, side->refused_at, "%s", too_long(side));
  else
    pawl_fail_memory(error);
}

void pawl_raise_memory(lua_State *L)
{
  pawl_side *side = pawl_side_of(L);
  explain_memory(side, side->error);
  leave(L);
}

/* "file1:12: text" → the place, and the text after it. */
static const char *split(const pawl_side *side, const char *message, char where[PAWL_WHERE])
{
  const char *text = message;
  const pawl_source *source = read_source(side, &text);
  if (!source || *text++ != ':')
    return message;
  int line = read_digits(&text);
  if (line < 0 || text[0] != ':' || text[1] != ' ')
    return message;
  pawl_side_place(source, line, where);
  return text + 2;
}

/* The message handler: makes a sentence of what Lua or a model throws. It allocates nothing, so that it also works
 * when memory or the stack is used up. */
static int explain(lua_State *L)
{
  pawl_side *side = pawl_side_of(L);
  if (lua_touserdata(L, 1) == side)
    return 1;
  char where[PAWL_WHERE], text[PAWL_SENTENCE];
  pawl_side_where(L, where);
  if (lua_type(L, 1) == LUA_TSTRING) {
    const char *message = split(side, lua_tostring(L, 1), where);
    bool deep = strcmp(message, "stack overflow") == 0 || strcmp(message, "C stack overflow") == 0;
    if (deep && side->loading) /* of the text, where Lua gives no place */
      pawl_side_place(side->loading, side->loaded_line, where);
    snprintf(text, sizeof text, "%s", !deep ? message : side->loading ? NESTED : TOO_DEEP);
  } else if (lua_type(L, 1) == LUA_TNUMBER)
    snprintf(text, sizeof text, "%.14g", lua_tonumber(L, 1));
  else
    snprintf(text, sizeof text, "error with a %s instead of a string", luaL_typename(L, 1));
  flatten(text);
  pawl_fail(side->error, PAWL_BAD_MODEL, where, "%s", text[0] ? text : "an error without a sentence");
  lua_pushlightuserdata(L, side);
  return 1;
}

static pawl_status hand_over(pawl_error *error, const pawl_error *mine)
{
  return pawl_fail(error, mine->status, mine->where, "%s", mine->text);
}

pawl_status pawl_side_call(pawl_side *side, int arguments, int results, int64_t budget, pawl_error *error)
{
  lua_State *L = side->L;
  pawl_error mine, *outer = side->error;
  pawl_error_clear(&mine);
  int handler = lua_gettop(L) - arguments;
  lua_pushcfunction(L, explain);
  lua_insert(L, handler);
  if (!outer) /* a function that reads another one through a channel shares its budget */
    side->left = budget;
  side->error = &mine;
  int status = lua_pcall(L, arguments, results, handler);
  side->error = outer;
  lua_remove(L, handler);
  if (status == LUA_OK)
    return PAWL_OK;
  lua_settop(L, handler - 1);
  if (status == LUA_ERRMEM)
    explain_memory(side, &mine);
  pawl_fail(&mine, PAWL_BAD_MODEL, NULL, TOO_DEEP);
  return hand_over(error, &mine);
}

/* ---- limits ---- */

void pawl_side_spend(lua_State *L, double cost)
{
  pawl_side *side = pawl_side_of(L);
  if (cost > (double)side->left)
    pawl_raise(L, PAWL_BAD_MODEL, "%s", too_long(side));
  side->left -= (int64_t)cost;
}

static void watch(lua_State *L, lua_Debug *at)
{
  if (at->event == LUA_HOOKCOUNT)
    pawl_side_spend(L, COUNT_STEP);
  else
    pawl_tape_visit(L, at);
}

void pawl_side_watch(pawl_side *side, bool calls)
{
  lua_sethook(side->L, watch, calls ? LUA_MASKCOUNT | LUA_MASKCALL : LUA_MASKCOUNT, COUNT_STEP);
}

/* After a refusal Lua collects garbage and asks again. Refusals in short succession mean that there is little to
 * collect: then no more is given, lest a model spends its life collecting. */
static bool affords(pawl_side *side, size_t size)
{
  side->taken += size;
  side->left -= (int64_t)(size / BYTES_PER_INSTRUCTION);
  if (side->left >= 0 && side->refusals < 16 && size <= MEMORY_LIMIT && side->used <= MEMORY_LIMIT - size)
    return true;
  side->refusal = side->left < 0 ? PAWL_REFUSED_TIME : PAWL_REFUSED_SIZE;
  side->refusals = side->taken - side->refused < MEMORY_LIMIT / 16 ? side->refusals + 1 : 0;
  side->refused = side->taken;
  if (side->L)
    pawl_side_where(side->L, side->refused_at);
  return false;
}

static void *allocate(void *context, void *old, size_t old_size, size_t size)
{
  pawl_side *side = context;
  const pawl_memory *memory = &side->model->arena.memory;
  if (!old)
    old_size = 0; /* Lua passes a type there */
  if (size == 0) {
    if (old)
      memory->resize(memory->context, old, old_size, 0);
    side->used -= old_size;
    return NULL;
  }
  if (size > old_size && !affords(side, size - old_size))
    return NULL;
  void *block = memory->resize(memory->context, old, old_size, size);
  if (block)
    side->used += size - old_size; /* modulo 2^64: also when it shrinks */
  else
    side->refusal = PAWL_REFUSED_BY_SYSTEM;
  return block;
}

void *pawl_side_take(lua_State *L, size_t size)
{
  pawl_side *side = pawl_side_of(L);
  size_t whole = (size + 63) / 64 * 64; /* what the arena takes */
  if (!affords(side, whole))
    pawl_raise_memory(L);
  void *block = pawl_arena_take(&side->model->arena, size, 1);
  if (!block) {
    side->refusal = PAWL_REFUSED_BY_SYSTEM;
    pawl_raise_memory(L);
  }
  side->used += whole;
  return block;
}

const char *pawl_side_keep(lua_State *L, const char *text)
{
  size_t size = strlen(text) + 1;
  return memcpy(pawl_side_take(L, size), text, size);
}

/* ---- reading ---- */

static int read_model(lua_State *L)
{
  pawl_side *side = pawl_side_of(L);
  const char *text = lua_touserdata(L, 1);
  pawl_names_open(L);
  side->applied = pawl_side_take(L, (size_t)side->setting_count * sizeof(bool));
  pawl_source *source = pawl_files_add(L, side->model->path, side->real);
  source->open = true;
  pawl_files_load(L, text, strlen(text), source);
  lua_call(L, 0, 0);
  source->open = false;
  pawl_build_finish(L);
  pawl_parameter_finish(L);
  return 0;
}

pawl_status pawl_side_open(pawl_side *side, pawl_error *error)
{
  side->left = READ_BUDGET;
  side->model->lua = lua_newstate(allocate, side);
  if (!side->model->lua)
    return pawl_fail_memory(error);
  side->L = side->model->lua;
  pawl_side_watch(side, false);
  side->reading = true;
  lua_pushcfunction(side->L, read_model);
  lua_pushlightuserdata(side->L, (void *)side->model->source);
  pawl_status status = pawl_side_call(side, 1, 0, READ_BUDGET, error);
  side->reading = false;
  return status;
}
