/* The page docs/parts.md: every kind, field and channel of the tables, in their order. */
#include <ctype.h>

#include "parts.h"
#include "step/run.h"

/* A cell of a table: a bar would end it. */
static void put_cell(FILE *to, const char *text)
{
  fputs(" ", to);
  for (; *text; text++) {
    if (*text == '|')
      fputc('\\', to);
    fputc(*text, to);
  }
  fputs(" |", to);
}

static void put_doc(FILE *to, const char *doc, unsigned worlds)
{
  fputs(" ", to);
  for (; *doc; doc++)
    fprintf(to, *doc == '|' ? "\\%c" : "%c", *doc);
  if (*pawl_world_note(worlds))
    fprintf(to, " *(%s)*", pawl_world_note(worlds));
  fputs(" |\n", to);
}

static void put_fields(pawl_arena *arena, FILE *to, const pawl_kind *kind)
{
  if (!kind->fields->name)
    return;
  fputs("| field | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n", to);
  for (const pawl_field *f = kind->fields; f->name; f++) {
    const char *cells[4] = {pawl_field_type(arena, f), f->unit, pawl_field_default(arena, f),
                            pawl_field_range(arena, f)};
    if (isdigit((unsigned char)*f->name))
      fprintf(to, "| %s, by position |", f->name);
    else
      fprintf(to, "| `%s` |", f->name);
    for (int i = 0; i < 4; i++)
      put_cell(to, cells[i] ? cells[i] : "");
    put_doc(to, f->doc, f->worlds);
  }
  fputc('\n', to);
}

static void put_channel(FILE *to, const pawl_channel_def *c)
{
  static const char *const level[] = {"position", "velocity", "force", "acceleration"};
  fprintf(to, "| `%s` |", c->name);
  put_cell(to, c->unit);
  put_cell(to, level[c->level]);
  put_doc(to, c->doc, c->worlds);
}

static void put_channels_head(FILE *to)
{
  fputs("| channel | unit | level | meaning |\n|---|---|---|---|\n", to);
}

static void put_kind(pawl_arena *arena, FILE *to, const pawl_kind *kind)
{
  fprintf(to, "### %s\n\n%s", kind->name, kind->doc);
  if (*pawl_world_note(kind->worlds))
    fprintf(to, " *(%s)*", pawl_world_note(kind->worlds));
  fprintf(to, "\n\n```lua\n%s\n```\n\n", kind->example);
  put_fields(arena, to, kind);
  if (!kind->channels || !kind->channels->name)
    return;
  put_channels_head(to);
  for (const pawl_channel_def *c = kind->channels; c->name; c++)
    put_channel(to, c);
  fputc('\n', to);
}

static void put_contents(FILE *to)
{
  for (int f = 0; f < PAWL_FAMILIES; f++) {
    int n = 0;
    for (int i = 0; pawl_kinds[i]; i++) {
      if (pawl_kinds[i]->family != pawl_families[f].family)
        continue;
      if (n++ == 0)
        fprintf(to, "- %s: ", pawl_families[f].title);
      fprintf(to, "%s[%s](#%s)", n > 1 ? ", " : "", pawl_kinds[i]->name, pawl_kinds[i]->name);
    }
    if (n)
      fputc('\n', to);
  }
  fputs("- Every model: [energy](#energy)\n\n", to);
}

static void put_energy(FILE *to)
{
  fputs("## Every model\n\n### energy\n\nWhat every run publishes beside the channels of its parts.\n\n", to);
  put_channels_head(to);
  for (int i = 0; i < PAWL_ENERGY_CHANNELS; i++)
    put_channel(to, pawl_run_energy_channel(i));
}

void pawl_parts_page(pawl_arena *arena, FILE *to)
{
  fputs("# Parts\n\n"
        "Written by `pawl parts --markdown` from the tables of the parts; `make docs` renews it.\n\n"
        "A part is written `kind \"name\" { … }`, a statement `kind { … }`. Fields by position come first. "
        "Units "
        "are SI;\na field without a default may be left out. A channel of a part is called `name.channel`; "
        "a function in a model can\nread those at the levels of position and velocity.\n\n",
        to);
  put_contents(to);
  for (int f = 0; f < PAWL_FAMILIES; f++) {
    bool titled = false;
    for (int i = 0; pawl_kinds[i]; i++) {
      if (pawl_kinds[i]->family != pawl_families[f].family)
        continue;
      if (!titled)
        fprintf(to, "## %s\n\n", pawl_families[f].title);
      titled = true;
      put_kind(arena, to, pawl_kinds[i]);
    }
  }
  put_energy(to);
}
