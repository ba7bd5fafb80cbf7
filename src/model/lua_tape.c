/* Which functions are recorded (tape.h), and their tapes.
 *
 * A function is recorded while it runs once with jets. Comparisons by < and <= and whatever else looks into a number spoil the
 * recording (lua_jet.c). That a number and a jet are compared by == or ~= Lua tells nobody: a function is not recorded where
 * these stand in its lines, or in those of a function that it calls.      theory.md, 5.14 */
#include "model/lua_tape.h"

#include <string.h>

/* Whether lines first … last hold == or ~=, if only in a comment. */
static bool compares(const char *text, int first, int last)
{
  int line = 1;
  for (const char *c = text; *c && line <= last; c++) {
    if (line >= first && (c[0] == '=' || c[0] == '~') && c[1] == '=')
      return true;
    if (c[0] == '\r' && c[1] != '\n') /* Lua counts lines by it, most others do not */
      return true;
    line += *c == '\n';
  }
  return false;
}

void pawl_tape_visit(lua_State *L, lua_Debug *at)
{
  const pawl_side *side = pawl_side_of(L);
  lua_getinfo(L, "S", at);
  if (!side->recorder || strcmp(at->what, "C") == 0)
    return;
  const pawl_source *source = pawl_side_source(side, at->source);
  if (!source || !source->text || compares(source->text, at->linedefined, at->lastlinedefined))
    side->recorder->spoiled = true;
}

/* Functions are known before the first is called; one that comes later is not recorded. */
pawl_taped *pawl_taped_at(pawl_side *side, int function)
{
  pawl_arena *arena = &side->model->arena;
  if (!side->taped) {
    side->taped_count = (int)lua_rawlen(side->L, LUA_REGISTRYINDEX) + 1;
    side->taped = PAWL_TAKE(arena, side->taped_count, pawl_taped);
    if (!side->taped)
      side->taped_count = 0;
  }
  return function < side->taped_count ? side->taped + function : NULL;
}

pawl_recorder *pawl_recorder_open(pawl_side *side, int inputs)
{
  pawl_recorder *r = side->recorder_room;
  if (!r)
    r = side->recorder_room = PAWL_TAKE(&side->model->arena, 1, pawl_recorder);
  if (!r)
    return NULL;
  r->spoiled = inputs > PAWL_TAPE_MOST;
  r->serial++;
  r->inputs = r->count = inputs;
  return r;
}
