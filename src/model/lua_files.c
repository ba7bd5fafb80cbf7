/* Files of a model: the model itself, and what it reads with include and read_table. A model reads only below its
 * own folder; links that lead out of it are refused as well. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/lua_side.h"

enum { LARGEST = 64 << 20 }; /* bytes of the model's own file */

/* ---- the model's file ---- */

/* All of a file, in a block of `*room` bytes. */
static char *read_all(const pawl_memory *memory, FILE *file, size_t *length, size_t *room, bool *starved)
{
  char *text = NULL;
  *length = *room = 0;
  do {
    size_t more = *room ? 2 * *room : 65536;
    char *larger = memory->resize(memory->context, text, *room, more);
    *starved = !larger;
    if (*starved)
      break;
    text = larger;
    *room = more;
    *length += fread(text + *length, 1, *room - *length, file);
  } while (*length == *room && *length <= LARGEST);
  return text;
}

static pawl_status fail_file(pawl_error *error, const char *path, const char *why)
{
  return pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot read %s: %s", path, why);
}

/* model->source = the text of the file, which is closed. */
static pawl_status keep_text(pawl_model *model, const char *path, FILE *file, pawl_error *error)
{
  const pawl_memory *memory = &model->arena.memory;
  size_t length, room;
  bool starved;
  char *text = read_all(memory, file, &length, &room, &starved);
  int code = ferror(file) ? errno : 0;
  fclose(file);
  pawl_status status = PAWL_OK;
  char *copy = NULL;
  if (code)
    status = fail_file(error, path, strerror(code));
  else if (!starved && length > LARGEST)
    status = fail_file(error, path, "larger than 64 MiB");
  else if (starved || !(copy = pawl_arena_take(&model->arena, length + 1, 1)))
    status = pawl_fail_memory(error);
  else if (memchr(text, 0, length))
    status = pawl_fail(error, PAWL_BAD_MODEL, path, "the file contains a zero byte: a model must be text");
  if (status == PAWL_OK)
    model->source = memcpy(copy, text, length);
  if (text)
    memory->resize(memory->context, text, room, 0);
  return status;
}

/* Where files can be read from: side->folder as written, side->root and side->real without links. */
void pawl_files_root(pawl_side *side, const char *path)
{
  pawl_arena *arena = &side->model->arena;
  const char *slash = strrchr(path, '/');
  char *folder = pawl_arena_text(arena, path);
  char real[PATH_MAX];
  if (!folder)
    return;
  folder[slash ? slash - path + 1 : 0] = 0;
  side->folder = folder;
  if (side->stored)
    return;
  if (realpath(*folder ? folder : ".", real))
    side->root = pawl_arena_text(arena, strcmp(real, "/") == 0 ? "" : real);
  if (realpath(path, real))
    side->real = pawl_arena_text(arena, real);
}

pawl_status pawl_files_read(pawl_side *side, const char *path, pawl_error *error)
{
  pawl_model *model = side->model;
  struct stat about;
  if (stat(path, &about) != 0)
    return fail_file(error, path, strerror(errno));
  bool folder = S_ISDIR(about.st_mode);
  size_t size = strlen(path);
  char *full = pawl_arena_take(&model->arena, size + 16, 1);
  if (!full)
    return pawl_fail_memory(error);
  snprintf(full, size + 16, "%s%s", path,
           !folder                         ? ""
           : size && path[size - 1] == '/' ? "model.lua"
                                           : "/model.lua");
  model->path = full;
  FILE *file = fopen(full, "rb");
  if (!file)
    return fail_file(error, full, strerror(errno));
  pawl_status status = keep_text(model, full, file, error);
  pawl_files_root(side, full);
  return status == PAWL_OK && model->arena.failed ? pawl_fail_memory(error) : status;
}

/* ---- files below the folder ---- */

pawl_source *pawl_files_add(lua_State *L, const char *shown, const char *real)
{
  pawl_side *side = pawl_side_of(L);
  for (pawl_source *known = side->sources; known && real; known = known->next)
    if (known->real && strcmp(known->real, real) == 0)
      return known;
  pawl_source *source = pawl_side_take(L, sizeof *source);
  source->shown = pawl_side_keep(L, shown);
  source->real = real ? pawl_side_keep(L, real) : NULL;
  source->number = side->sources ? side->sources->number + 1 : 1;
  source->next = side->sources;
  side->sources = source;
  return source;
}

static bool leads_up(const char *path)
{
  for (const char *part = path; part; part = strchr(part, '/')) {
    part += *part == '/';
    if (strncmp(part, "..", 2) == 0 && (part[2] == 0 || part[2] == '/'))
      return true;
  }
  return path[0] == '/';
}

/* The name at `index`, if it can be the name of a file below the folder. */
static const char *name_of(lua_State *L, int index, const char *who)
{
  char shown[64], what[64];
  size_t length;
  pawl_only_reading(L, who);
  if (lua_type(L, index) != LUA_TSTRING)
    pawl_raise(L, PAWL_BAD_MODEL, "%s: the name of a file must be a string, not %s", who,
               pawl_what(L, index, what));
  const char *path = lua_tolstring(L, index, &length);
  pawl_shown(path, shown);
  if (!pawl_side_of(L)->root && !pawl_side_of(L)->stored)
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": a model that is not a file has no folder to read from", who,
               shown);
  if (strlen(path) != length || length == 0)
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": not the name of a file", who, shown);
  if (leads_up(path))
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": only files below the model's own folder can be read", who,
               shown);
  return path;
}

/* The path without links of a file below the folder. */
static void resolve(lua_State *L, const char *who, const char *path, char real[PATH_MAX], struct stat *about)
{
  pawl_side *side = pawl_side_of(L);
  char shown[64];
  pawl_shown(path, shown);
  const char *full = lua_pushfstring(L, "%s/%s", side->root, path);
  if (!realpath(full, real) || stat(real, about) != 0)
    pawl_raise(L, PAWL_BAD_FILE, "%s: cannot read %s%s: %s", who, side->folder, shown, strerror(errno));
  size_t root = strlen(side->root);
  if (strncmp(real, side->root, root) != 0 || real[root] != '/')
    pawl_raise(L, PAWL_BAD_MODEL, "%s \"%s\": only files below the model's own folder can be read", who,
               shown);
  if (!S_ISREG(about->st_mode))
    pawl_raise(L, PAWL_BAD_FILE, "%s: cannot read %s%s: not a file", who, side->folder, shown);
  lua_pop(L, 1);
}

static const pawl_file *find_file(const pawl_file *files, int count, const char *name)
{
  for (int i = 0; i < count; i++)
    if (strcmp(files[i].name, name) == 0)
      return files + i;
  return NULL;
}

/* Between opening and closing nothing can jump away: the memory comes first. */
static pawl_file read_file(lua_State *L, const char *who, const char *name, const char *real, size_t size)
{
  pawl_side_spend(L, (double)size / 64);
  char *text = pawl_side_take(L, size + 1);
  FILE *file = fopen(real, "rb");
  int code = file ? 0 : errno;
  size = file ? fread(text, 1, size, file) : 0;
  if (file) {
    code = ferror(file) ? errno : 0;
    fclose(file);
  }
  if (code)
    pawl_raise(L, PAWL_BAD_FILE, "%s: cannot read %s%s: %s", who, pawl_side_of(L)->folder, name,
               strerror(code));
  return (pawl_file){pawl_side_keep(L, name), text, size};
}

static pawl_file restore_file(lua_State *L, const char *who, const char *name)
{
  const pawl_stored_model *stored = pawl_side_of(L)->stored;
  const pawl_file *found = find_file(stored->files, stored->file_count, name);
  char shown[64];
  if (!found)
    pawl_raise(L, PAWL_BAD_FILE, "%s \"%s\": the result does not hold this file", who,
               pawl_shown(name, shown));
  pawl_side_spend(L, (double)found->size / 64);
  char *text = pawl_side_take(L, found->size + 1);
  if (found->size)
    memcpy(text, found->text, found->size);
  return (pawl_file){pawl_side_keep(L, name), text, found->size};
}

/* Every file is read once and kept, so that a result can hold it. */
const char *pawl_files_text(lua_State *L, int index, const char *who, size_t *size, pawl_source **source)
{
  pawl_side *side = pawl_side_of(L);
  pawl_model *model = side->model;
  char real[PATH_MAX];
  struct stat about;
  const char *name = name_of(L, index, who);
  if (!side->stored)
    resolve(L, who, name, real, &about);
  lua_pushfstring(L, "%s%s", side->folder ? side->folder : "", name);
  *source = pawl_files_add(L, lua_tostring(L, -1), side->stored ? name : real);
  const pawl_file *known = find_file(model->files, model->file_count, name);
  pawl_file file = known          ? *known
                   : side->stored ? restore_file(L, who, name)
                                  : read_file(L, who, name, real, (size_t)about.st_size);
  if (!known && !pawl_model_add_file(model, &file))
    pawl_raise_memory(L);
  *size = file.size;
  return file.text;
}

typedef struct {
  const char *next, *end;
} lines;

/* Line by line, so that it is known where Lua gives up when it does not say. */
static const char *hand_line(lua_State *L, void *context, size_t *size)
{
  lines *left = context;
  const char *line = left->next;
  size_t most = (size_t)(left->end - line);
  const char *stop = most ? memchr(line, '\n', most) : NULL;
  *size = stop ? (size_t)(stop - line) + 1 : most;
  left->next += *size;
  pawl_side_of(L)->loaded_line++;
  return line;
}

static int load_lines(lua_State *L, lines text, const pawl_source *source)
{
  char chunk[32];
  pawl_side *side = pawl_side_of(L);
  snprintf(chunk, sizeof chunk, "@file%d", source->number);
  side->loading = source;
  side->loaded_line = 0;
  int status = lua_load(L, hand_line, &text, chunk, "t"); /* never jumps away */
  side->loading = NULL;
  return status;
}

void pawl_files_load(lua_State *L, const char *text, size_t size, pawl_source *source)
{
  char where[PAWL_WHERE];
  source->text = text; /* lives as long as the model */
  pawl_side_place(source, 1, where);
  size_t skip = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; /* byte order mark */
  if (skip < size && text[skip] == '#')                                    /* "#!/usr/bin/env pawl" */
    skip += strcspn(text + skip, "\n");
  if (skip < size && text[skip] == LUA_SIGNATURE[0])
    pawl_raise_at(L, PAWL_BAD_MODEL, where, "compiled Lua: a model must be text");
  int status = load_lines(L, (lines){text + skip, text + size}, source);
  if (status == LUA_ERRMEM)
    pawl_raise_memory(L);
  if (status != LUA_OK)
    lua_error(L);
}

/* include "x.lua": runs it, returns what it returns. */
static int include(lua_State *L)
{
  size_t size;
  pawl_source *source;
  const char *text = (lua_settop(L, 1), pawl_files_text(L, 1, "include", &size, &source));
  if (source->open)
    pawl_raise(L, PAWL_BAD_MODEL, "include: %s is being read already: files include each other in a circle",
               source->shown);
  int base = lua_gettop(L);
  source->open = true;
  pawl_files_load(L, text, size, source);
  lua_call(L, 0, LUA_MULTRET);
  source->open = false;
  return lua_gettop(L) - base;
}

void pawl_files_open(lua_State *L, int globals)
{
  lua_pushcfunction(L, include);
  lua_setfield(L, globals, "include");
  lua_pushcfunction(L, pawl_read_table);
  lua_setfield(L, globals, "read_table");
}
