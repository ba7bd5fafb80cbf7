/* The help, from the tables of commands and options. */
#include <string.h>

#include "cli.h"

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

void pawl_help_all(FILE *to)
{
  fprintf(to, "pawl %s: dynamics of mechanisms\n\n", pawl_version());
  for (const pawl_command *const *c = pawl_commands; *c; c++) {
    fprintf(to, "  pawl %-11s", (*c)->name);
    put_wrapped(to, (*c)->doc, 18);
  }
  fputs("\n"
        "pawl help COMMAND says more.\n"
        "Exit status: 0 good, 1 the model is wrong, 2 the call is wrong, 3 the numbers failed or an expect "
        "did,\n"
        "             4 a file failed.\n",
        to);
}
