/* pawl parts: the catalogue, from the tables of the parts. */
#include "parts.h"

#include <string.h>

#include "parts/synonyms.h"

typedef struct {
  const char *name, *pictures;
  bool json, markdown;
} words;

/* ---- the list ---- */

static void put_family(const pawl_family_words *family)
{
  bool titled = false;
  for (int i = 0; pawl_kinds[i]; i++) {
    if (pawl_kinds[i]->family != family->family)
      continue;
    if (!titled)
      puts(family->title);
    titled = true;
    printf("  %-12s %s\n", pawl_kinds[i]->name, pawl_kinds[i]->doc);
  }
}

/* All of them, or of one family. */
static void put_list(const pawl_family_words *family)
{
  for (int f = 0; f < PAWL_FAMILIES; f++)
    if (!family || family == pawl_families + f)
      put_family(pawl_families + f);
  puts("\npawl parts NAME says more.");
}

/* ---- one part ---- */

enum { COLUMNS = 5 };

/* Columns as wide as their widest text. */
static void put_columns(const char *const *cells, int rows)
{
  int width[COLUMNS] = {0};
  for (int i = 0; i < rows * COLUMNS; i++)
    width[i % COLUMNS] =
        pawl_width(cells[i]) > width[i % COLUMNS] ? pawl_width(cells[i]) : width[i % COLUMNS];
  for (int i = 0; i < rows * COLUMNS; i++) {
    int c = i % COLUMNS;
    if (c == COLUMNS - 1)
      printf("  %s\n", cells[i]);
    else if (width[c]) {
      fputs(c ? "  " : "    ", stdout);
      pawl_pad(stdout, cells[i], width[c]);
    }
  }
}

static const char *sentence(pawl_arena *arena, const char *doc, unsigned worlds)
{
  const char *note = pawl_world_note(worlds);
  return *note ? pawl_format(arena, "%s (%s)", doc, note) : doc;
}

static bool put_fields(pawl_arena *arena, const pawl_kind *kind)
{
  int n = 0, i = 0;
  while (kind->fields[n].name)
    n++;
  const char **cells = PAWL_TAKE(arena, n * COLUMNS + 1, const char *);
  for (const pawl_field *f = kind->fields; cells && f->name; f++) {
    const char *range = pawl_field_range(arena, f), *type = pawl_field_type(arena, f);
    cells[i++] = f->name;
    cells[i++] = f->unit;
    cells[i++] = pawl_field_default(arena, f);
    cells[i++] = range && *range ? range : type;
    cells[i++] = sentence(arena, f->doc, f->worlds);
  }
  if (arena->failed)
    return false;
  puts("  fields: name, unit, default, range or type");
  put_columns(cells, n);
  return true;
}

static bool put_channels(pawl_arena *arena, const pawl_kind *kind)
{
  int n = 0, i = 0;
  while (kind->channels && kind->channels[n].name)
    n++;
  if (n == 0)
    return true;
  const char **cells = PAWL_TAKE(arena, n * COLUMNS, const char *);
  for (const pawl_channel_def *c = kind->channels; cells && c->name; c++) {
    cells[i++] = c->name;
    cells[i++] = c->unit;
    cells[i++] = "";
    cells[i++] = "";
    cells[i++] = sentence(arena, c->doc, c->worlds);
  }
  if (arena->failed)
    return false;
  puts("  channels");
  put_columns(cells, n);
  return true;
}

/* Lines below a title, indented. */
static void put_lines(const char *title, const char *text)
{
  if (!text)
    return;
  printf("  %s\n", title);
  for (const char *line = text; *line; line += *line == '\n') {
    int length = (int)strcspn(line, "\n");
    printf("    %.*s\n", length, line);
    line += length;
  }
}

static bool put_kind(pawl_arena *arena, const pawl_kind *kind)
{
  const char *note = pawl_world_note(kind->worlds), *family = pawl_family_name(kind->family);
  printf("%s, a %s%s%s%s\n  %s\n", kind->name, family, *note ? " (" : "", note, *note ? ")" : "", kind->doc);
  put_lines("equations", kind->equations);
  put_lines("example, a whole model", kind->example);
  return put_fields(arena, kind) && put_channels(arena, kind);
}

/* ---- the command ---- */

/* "law", "friction", "curve": a word of the fields' types that is no part itself. */
static const pawl_family_words *family_of(const char *name)
{
  for (int f = 0; f < PAWL_FAMILIES; f++)
    if (strcmp(pawl_families[f].name, name) == 0)
      return pawl_families + f;
  return NULL;
}

static int unknown(pawl_call *call, const char *name)
{
  const char *names[256], *near;
  int n = 0;
  while (pawl_kinds[n] && n < 256) {
    names[n] = pawl_kinds[n]->name;
    n++;
  }
  near = pawl_nearest(name, names, n);
  if (near)
    return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "there is no part '%s'; did you mean '%s'?", name,
                     near);
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "there is no part '%s'; pawl parts lists them", name);
}

/* The part that goes by another word elsewhere, and in space perhaps by a third. */
static const pawl_kind *meant(const char *name, bool quiet)
{
  const char *plane = pawl_kind_meant(name, PAWL_PLANAR), *space = pawl_kind_meant(name, PAWL_SPATIAL);
  if (plane && !quiet && strcmp(plane, space) != 0)
    printf("What is called %s elsewhere is %s in a plane, and %s in space.\n\n", name, plane, space);
  else if (plane && !quiet)
    printf("What is called %s elsewhere is %s here.\n\n", name, plane);
  return plane ? pawl_kind_find(plane) : NULL;
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  const pawl_kind *kind = o->name ? pawl_kind_find(o->name) : NULL;
  const pawl_family_words *family = o->name && !kind && !o->json ? family_of(o->name) : NULL;
  if (o->name && !kind && !family)
    kind = meant(o->name, o->json);
  if (o->name && !kind && !family)
    return unknown(call, o->name);
  if ((o->markdown || o->pictures) && (o->name || o->json))
    return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s is the whole page: no name and no --json",
                     o->markdown ? "--markdown" : "--pictures");
  if (o->pictures && pawl_parts_pictures(call, o->pictures) != PAWL_OK)
    return pawl_exit_of(call->error.status);
  if (o->json)
    pawl_parts_json(stdout, kind);
  else if (o->markdown)
    pawl_parts_page(&call->arena, stdout);
  else if (!kind && !o->pictures)
    put_list(family);
  else if (kind)
    put_kind(&call->arena, kind);
  call->answered = o->json;
  return call->arena.failed ? pawl_exit_of(pawl_fail_memory(&call->error)) : 0;
}

static const pawl_option options[] = {
    {"NAME", NULL, PAWL_OPTIONAL_ARGUMENT, offsetof(words, name), 0, 0,
     "a part: its equations, an example, its fields, its channels; or law, friction, joint …: those of a "
     "family"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {"--markdown", NULL, PAWL_OPTION_FLAG, offsetof(words, markdown), 0, 0, "prints the page docs/parts.md"},
    {"--pictures", "FOLDER", PAWL_OPTION_TEXT, offsetof(words, pictures), 0, 0,
     "writes the pictures of that page, NAME.svg for each part"},
    {0}};

const pawl_command pawl_command_parts = {.name = "parts",
                                         .doc = "Lists the parts that models are made of, or explains one.",
                                         .size = sizeof(words),
                                         .options = options,
                                         .run = run};
