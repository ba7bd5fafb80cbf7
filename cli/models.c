/* pawl models: the models below a folder, each with the first comment of its model.lua. */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

typedef struct {
  const char *folder;
  bool json;
} words;

typedef struct {
  const char *path, *about;
} entry;

typedef struct {
  pawl_arena *arena;
  entry *items;
  int count, room;
} list;

/* The first line that begins with --, without it. */
static char *first_comment(pawl_arena *arena, FILE *file)
{
  char line[512];
  while (fgets(line, sizeof line, file)) {
    char *text = line + strspn(line, " \t");
    if (strncmp(text, "--", 2) != 0)
      continue;
    text += strspn(text, "-[ \t");
    text[strcspn(text, "\r\n")] = 0;
    if (*text)
      return pawl_arena_text(arena, text);
  }
  return pawl_arena_text(arena, "");
}

static bool add(list *l, const char *path, char *about)
{
  if (l->count == l->room) {
    int room = l->room ? 2 * l->room : 32;
    entry *larger = PAWL_TAKE(l->arena, room, entry);
    if (!larger)
      return false;
    if (l->count)
      memcpy(larger, l->items, sizeof *larger * (size_t)l->count);
    l->items = larger;
    l->room = room;
  }
  l->items[l->count++] = (entry){path, about};
  return path && about;
}

static bool add_folder(list *l, const char *folder, const char *name)
{
  char *path = pawl_format(l->arena, "%s/%s", folder, name);
  char *file_name = pawl_format(l->arena, "%s/%s/model.lua", folder, name);
  if (!path || !file_name)
    return false;
  FILE *file = name[0] == '.' ? NULL : fopen(file_name, "r");
  if (!file)
    return true;
  bool ok = add(l, path, first_comment(l->arena, file));
  fclose(file);
  return ok;
}

static int by_path(const void *a, const void *b)
{
  return strcmp(((const entry *)a)->path, ((const entry *)b)->path);
}

static void put(const list *l)
{
  int width = 0;
  for (int i = 0; i < l->count; i++)
    width = pawl_width(l->items[i].path) > width ? pawl_width(l->items[i].path) : width;
  for (int i = 0; i < l->count; i++) {
    pawl_pad(stdout, l->items[i].path, width + 2);
    puts(l->items[i].about);
  }
}

static void put_json(const list *l)
{
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_open(&json, "models", '[');
  for (int i = 0; i < l->count; i++) {
    pawl_json_open(&json, NULL, '{');
    pawl_json_text(&json, "path", l->items[i].path);
    pawl_json_text(&json, "about", l->items[i].about);
    pawl_json_close(&json, '}');
  }
  pawl_json_close(&json, ']');
  pawl_json_count(&json, "status", 0);
  pawl_json_close(&json, '}');
}

/* models, or where there is none the folder of those that were installed with this program: ../share/pawl/models. */
static const char *here_or_installed(pawl_arena *arena)
{
  char own[1024];
  ssize_t length = access("models", F_OK) == 0 ? -1 : readlink("/proc/self/exe", own, sizeof own - 1);
  if (length < 0)
    return "models";
  own[length] = 0;
  for (int i = 0; i < 2 && strrchr(own, '/'); i++)
    *strrchr(own, '/') = 0;
  const char *installed = pawl_format(arena, "%s/share/pawl/models", own);
  return installed && access(installed, F_OK) == 0 ? installed : "models";
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  const char *name = o->folder ? o->folder : here_or_installed(&call->arena);
  size_t length = strlen(name);
  list l = {.arena = &call->arena};
  DIR *folder = opendir(name);
  if (!folder)
    return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "cannot read the folder %s: %s", name,
                     strerror(errno));
  while (length > 1 && name[length - 1] == '/')
    length--;
  const char *shown = pawl_format(&call->arena, "%.*s", (int)length, name);
  bool ok = shown != NULL;
  for (const struct dirent *d; ok && (d = readdir(folder));)
    ok = add_folder(&l, shown, d->d_name);
  closedir(folder);
  if (!ok)
    return pawl_exit_of(pawl_fail_memory(&call->error));
  if (l.count)
    qsort(l.items, (size_t)l.count, sizeof *l.items, by_path);
  else
    pawl_say(NULL, "there are no models in %s: a model is a folder with a model.lua", name);
  if (o->json)
    put_json(&l);
  else
    put(&l);
  return 0;
}

static const pawl_option options[] = {
    {"DIR", NULL, PAWL_OPTIONAL_ARGUMENT, offsetof(words, folder), 0, 0,
     "the folder to look in; models unless given, or where there is none the models that were installed"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {0}};

const pawl_command pawl_command_models = {.name = "models",
                                          .doc = "Lists the models below a folder.",
                                          .size = sizeof(words),
                                          .options = options,
                                          .run = run};
