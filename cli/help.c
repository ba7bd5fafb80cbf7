/* The help, from the tables of commands and options. */
#include <string.h>

#include "cli.h"
#include "result/measure.h"

enum { INDENT = 24, WIDE = 100 };

static bool is_argument(const pawl_option *o)
{
  return o->type == PAWL_ARGUMENT || o->type == PAWL_OPTIONAL_ARGUMENT || o->type == PAWL_ARGUMENTS;
}

/* Words wrapped at WIDE; the first line begins at `indent` as the others do. */
static void put_wrapped(FILE *to, const char *text, int indent)
{
  int column = indent;
  while (*text) {
    int length = (int)strcspn(text, " ");
    if (column > indent && column + 1 + length > WIDE) {
      fprintf(to, "\n%*s", indent, "");
      column = indent;
    }
    column += fprintf(to, column > indent ? " %.*s" : "%.*s", length, text);
    text += length;
    text += *text == ' ';
  }
  fputc('\n', to);
}

/* "--method auto|dopri5|…"; returns its width. */
static int put_name(FILE *to, const pawl_option *o)
{
  fprintf(to, o->value ? "%s " : "%s", o->name);
  for (const char *c = o->value; c && *c; c++)
    fputc(*c == ' ' ? '|' : *c, to);
  return pawl_width(o->name) + (o->value ? 1 + pawl_width(o->value) : 0);
}

static void put_option(FILE *to, const pawl_option *o)
{
  fputs("  ", to);
  int length = 2 + put_name(to, o);
  if (length > INDENT - 2) {
    fprintf(to, "\n%*s", INDENT, "");
  } else {
    fprintf(to, "%*s", INDENT - length, "");
  }
  put_wrapped(to, o->doc, INDENT);
}

static void put_usage(FILE *to, const pawl_command *command)
{
  bool options = false;
  fprintf(to, "usage: pawl %s", command->name);
  for (const pawl_option *o = command->options; o->name; o++) {
    if (is_argument(o))
      fprintf(to, o->type == PAWL_OPTIONAL_ARGUMENT ? " [%s]" : " %s", o->name);
    options = options || !is_argument(o);
  }
  fputs(options ? " [options]\n" : "\n", to);
}

void pawl_help_command(FILE *to, const pawl_command *command)
{
  put_usage(to, command);
  fputc('\n', to);
  put_wrapped(to, command->doc, 0);
  fputc('\n', to);
  for (const pawl_option *o = command->options; o->name; o++)
    put_option(to, o);
  if (!command->about)
    return;
  fputc('\n', to);
  put_wrapped(to, command->about, 0);
}

static void put_functions(FILE *to, const char *title, const pawl_function *list)
{
  fprintf(to, "\n%s\n", title);
  for (; list->name; list++) {
    char call[64];
    snprintf(call, sizeof call, "%s(%s)", list->name, list->arguments);
    fputs("  ", to);
    pawl_pad(to, call, INDENT - 2);
    put_wrapped(to, list->doc, INDENT);
  }
}

static void put_words(FILE *to, const char *title, const char *const *words)
{
  int column = INDENT;
  fprintf(to, "\n");
  pawl_pad(to, title, INDENT);
  for (; *words; words++) {
    if (column + 1 + pawl_width(*words) > WIDE) {
      fprintf(to, "\n%*s", INDENT, "");
      column = INDENT;
    }
    column += fprintf(to, "%s ", *words);
  }
  fputc('\n', to);
}

void pawl_help_expressions(FILE *to)
{
  const char *units[64];
  int count = 0;
  for (const pawl_unit *u = pawl_unit_names; u->name && count < 63; u++)
    if (strcmp(u->name, "t") != 0) /* which is the time here */
      units[count++] = u->name;
  units[count] = NULL;
  fputs("Expressions say which numbers and curves are wanted: in --measure, --plot and --channels, in pawl "
        "measure, and\n"
        "in output and expect of a model. docs/measures.md says more.\n\n"
        "  expression = term { (\"+\" | \"-\") term }\n"
        "  term       = factor { (\"*\" | \"/\") factor }\n"
        "  factor     = (\"+\" | \"-\") factor | power\n"
        "  power      = value [ \"^\" factor ]\n"
        "  value      = number | name | function \"(\" [ argument { \",\" argument } ] \")\" | \"(\" "
        "expression \")\"\n"
        "  argument   = expression | part [ \":\" kind ]\n\n"
        "Names are channels, hit.normal_force, and t or time; others stand in quotes. Units follow, and must "
        "fit.\n",
        to);
  put_functions(to, "In each row:", pawl_functions);
  put_functions(to, "Over the run, one number:", pawl_reductions);
  put_words(to, "Kinds of events:", pawl_event_kinds);
  put_words(to, "Units, and pi:", units);
  fputs("\nExamples:\n"
        "  pawl run ball.lua --measure 'max(hit.normal_force)' --measure 'count(hit:impact)'\n"
        "  pawl run ball.lua --plot 'hypot(ball.vx, ball.vy)'\n"
        "  pawl measure ball.h5 'cross(ball.y, 20*cm, 2)' 'at(ball.vy, when(hit:impact, -1))'\n"
        "  pawl run cam.lua --bisect speed=50:400 --measure 'count(follower:open)'\n",
        to);
}

void pawl_help_all(FILE *to)
{
  fprintf(to, "pawl %s: dynamics of mechanisms\n\n", pawl_version());
  for (const pawl_command *const *c = pawl_commands; *c; c++) {
    fprintf(to, "  pawl %-11s", (*c)->name);
    put_wrapped(to, (*c)->doc, 18);
  }
  fputs("\n"
        "pawl help COMMAND says more, pawl help expressions how numbers are asked for.\n"
        "pawl help --man FOLDER writes manual pages, pawl help --completion what bash completes by.\n"
        "Exit status: 0 good, 1 the model is wrong, 2 the call is wrong, 3 the numbers failed or an expect "
        "did,\n"
        "             4 a file failed.\n",
        to);
}
