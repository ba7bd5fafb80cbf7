/* Functions of own coordinates that are recorded.      theory.md, 5.14 */
#ifndef PAWL_MODEL_LUA_TAPE_H
#define PAWL_MODEL_LUA_TAPE_H

#include "model/lua_side.h"

typedef struct pawl_taped {
  bool tried;
  pawl_tape *tape; /* NULL: not tried yet, or it cannot be recorded */
} pawl_taped;

/* NULL: a function that came late. */
pawl_taped *pawl_taped_at(pawl_side *side, int function);
/* An empty recording of a function with so many arguments; NULL: no memory. */
pawl_recorder *pawl_recorder_open(pawl_side *side, int inputs);

#endif
