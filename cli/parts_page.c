/* The page docs/parts.md: every kind, field and channel of the tables, in their order. */
#include <ctype.h>

#include "parts.h"
#include "parts/look.h"
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

static void put_fields(pawl_arena *arena, FILE *to, const pawl_field *fields)
{
  if (!fields->name)
    return;
  fputs("| field | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n", to);
  for (const pawl_field *f = fields; f->name; f++) {
    const char *cells[4] = {pawl_field_type(arena, f), f->unit, pawl_field_default(arena, f),
                            pawl_field_range(arena, f)};
    if (isdigit((unsigned char)*f->name))
      fprintf(to, "| %s%s, by position |", f->name, pawl_takes_all(f) ? ", 2, …" : "");
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
  fprintf(to, "\n\n![%s](parts/%s.svg)\n\n", kind->name, kind->name);
  if (kind->equations)
    fprintf(to, "```text\n%s```\n\n", kind->equations);
  fprintf(to, "```lua\n%s```\n\n", kind->example);
  put_fields(arena, to, kind->fields);
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
  fputs("- Every model: [energy](#energy)\n"
        "- What fields take: [units](#units), [values](#values), [characteristic](#characteristic), [gravity "
        "of a "
        "point](#point), [look](#look)\n\n",
        to);
}

static void put_energy(FILE *to)
{
  fputs("## Every model\n\n### energy\n\nWhat every run publishes beside the channels of its parts.\n\n", to);
  put_channels_head(to);
  for (int i = 0; i < PAWL_ENERGY_CHANNELS; i++)
    put_channel(to, pawl_run_energy_channel(i));
  fputc('\n', to);
}

static void put_values(pawl_arena *arena, FILE *to)
{
  fputs("## What fields take\n\n### units\n\n"
        "Everything is in SI units, which the tables name. Other units are numbers to multiply with: `5*mm`, "
        "`30*deg`,\n`1500*rpm`, `2*kN/cm`; [language.md](language.md#units) has them all. No unit: a pure "
        "number.\n\n### values\n\n| type | what is written |\n|---|---|\n",
        to);
  for (int type = 0; type <= PAWL_GRAVITY; type++)
    fprintf(to, "| %s | %s |\n", pawl_type_name((pawl_type)type), pawl_type_about((pawl_type)type));
  fputs("\n### characteristic\n\n"
        "A curve through points, in rising order of x. `between` joins them: `\"linear\"`, `\"akima\"` "
        "(smooth) or "
        "`\"monotone\"`\n(smooth, and never beyond the points); `beyond` says how it goes on at its ends: "
        "`\"straight\"` or `\"hold\"`. The first\nword of each is the default. `read_table` gives points "
        "from a "
        "file.\n\n"
        "```lua\ncharacteristic { {-0.01, -500}, {0, 0}, {0.02, 150}, between = \"monotone\", beyond = "
        "\"hold\" }\n"
        "characteristic(read_table \"spring.csv\")\n```\n\n"
        "### point\n\nGravity towards a place, as the `gravity` of `planar` or `spatial`: `a = -μ (r - "
        "r₀)/|r - r₀|³`. "
        "`at` is r₀, the origin\nunless given; `mu` is μ in m³/s².\n\n"
        "```lua\nplanar { gravity = point { at = {0, 0}, mu = 3.986e14 } }\n```\n\n"
        "### look\n\nEvery part takes `look = { … }`: how pictures show it. In `planar` and `spatial` it is "
        "the default of "
        "all parts.\n\n```lua\nbody \"plate\" { mass = 0.3, look = { shape = \"box\", color = \"steelblue\", "
        "width = "
        "0.05, layer = 1 } }\n```\n\n",
        to);
  put_fields(arena, to, pawl_look_fields);
}

void pawl_parts_page(pawl_arena *arena, FILE *to)
{
  fputs(
      "# Parts\n\n"
      "Written by `pawl parts --markdown` from the tables of the parts; `make docs` renews it.\n\n"
      "A part is written `kind \"name\" { … }`, a statement `kind { … }`; a value, such as a curve or a law, "
      "`kind { … }`\nwhere a field takes it. Fields by position come first. A field "
      "without a\ndefault may be left out. A channel of a part is called `name.channel`; a function in a "
      "model can "
      "read those at the\nlevels of position and velocity. Every example is a whole model, which `pawl "
      "parts NAME` "
      "prints as well. Pictures show\nit as it starts, the part itself in full color; of signals, what "
      "they say over "
      "time. Symbols in equations are those of\n[notation.md](notation.md), words are fields and channels; "
      "a prime "
      "is a rate.\n\n",
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
  put_values(arena, to);
}
