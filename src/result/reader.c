/* Results read back, of whichever kind. */
#include <string.h>

#include "base/error.h"
#include "result/format.h"

bool pawl_result_is(const char *path)
{
  return pawl_format_find(path) != NULL;
}

static const pawl_format *find(const char *path, pawl_error *error)
{
  const pawl_format *format = path ? pawl_format_find(path) : NULL;
  if (!format)
    pawl_fail(error, PAWL_BAD_CALL, NULL, "cannot tell how to read '%s': a result ends in .csv, .h5 or .hdf5",
              path ? path : "");
  return format;
}

pawl_status pawl_result_read(pawl_result **result, const char *path, const pawl_memory *memory,
                             pawl_error *error)
{
  *result = NULL;
  const pawl_format *format = find(path, error);
  if (!format)
    return PAWL_BAD_CALL;
  pawl_arena arena;
  pawl_arena_open(&arena, memory);
  pawl_result *r = PAWL_TAKE(&arena, 1, pawl_result);
  if (!r)
    return pawl_fail_memory(error);
  r->arena = arena;
  pawl_status status = format->read(r, path, error);
  if (status == PAWL_OK)
    *result = r;
  else
    pawl_result_free(r);
  return status;
}

const double *pawl_result_column(const pawl_result *result, const char *name)
{
  for (int i = 0; i < result->count; i++)
    if (strcmp(result->channels[i].name, name) == 0)
      return result->columns[i];
  return NULL;
}

const char *pawl_result_meta(const pawl_result *result, const char *name)
{
  for (int i = result->meta_count - 1; i >= 0; i--) /* the last of one name counts */
    if (strcmp(result->meta[i].name, name) == 0)
      return result->meta[i].text;
  return NULL;
}

void pawl_result_free(pawl_result *result)
{
  if (!result)
    return;
  pawl_arena arena = result->arena;
  pawl_arena_close(&arena);
}

pawl_status pawl_result_state(pawl_saved_state **state, const char *path, double t, const pawl_memory *memory,
                              pawl_error *error)
{
  *state = NULL;
  const pawl_format *format = find(path, error);
  if (!format)
    return PAWL_BAD_CALL;
  pawl_arena arena;
  pawl_arena_open(&arena, memory);
  pawl_saved_state *s = PAWL_TAKE(&arena, 1, pawl_saved_state);
  if (!s)
    return pawl_fail_memory(error);
  s->arena = arena;
  pawl_status status = format->read_state(s, path, t, error);
  if (status == PAWL_OK)
    *state = s;
  else
    pawl_saved_state_free(s);
  return status;
}

void pawl_saved_state_free(pawl_saved_state *state)
{
  if (!state)
    return;
  pawl_arena arena = state->arena;
  pawl_arena_close(&arena);
}
