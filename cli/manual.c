/* Manual pages, in the macros of man(7). */
#define _XOPEN_SOURCE 700
#include "manual.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A dot or a quote at the begin of a line is a request, a backslash an escape, and a hyphen must stay one. */
static void put_text(FILE *to, const char *text)
{
  for (bool begins = true; *text; begins = *text == '\n', text++) {
    if (begins && (*text == '.' || *text == '\''))
      fputs("\\&", to);
    if (*text == '\\')
      fputs("\\e", to);
    else if (*text == '-')
      fputs("\\-", to);
    else
      fputc(*text, to);
  }
}

static void put_head(FILE *to, const char *title, const char *about)
{
  fputs(".\\\" made by pawl help --man\n.TH ", to);
  for (const char *c = title; *c; c++)
    fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, to);
  fprintf(to, " 1 \"\" \"pawl %s\" \"Pawl\"\n.SH NAME\n", pawl_version());
  put_text(to, title);
  fputs(" \\- ", to);
  put_text(to, about);
  fputc('\n', to);
}

static void put_exits(FILE *to)
{
  static const char *const exits[] = {"good", "the model is wrong", "the call is wrong",
                                      "the numbers failed, or an expect did", "a file failed"};
  fputs(".SH EXIT STATUS\n", to);
  for (int i = 0; i < 5; i++)
    fprintf(to, ".TP\n%d\n%s\n", i, exits[i]);
  fputs(".TP\n128 + N\nsignal N ended a run, whose rows are kept\n", to);
}

static bool is_argument(const pawl_option *o)
{
  return o->type == PAWL_ARGUMENT || o->type == PAWL_OPTIONAL_ARGUMENT || o->type == PAWL_ARGUMENTS;
}

static void put_synopsis(FILE *to, const pawl_command *command)
{
  fprintf(to, ".SH SYNOPSIS\n.B pawl %s\n", command->name);
  for (const pawl_option *o = command->options; o->name; o++)
    if (is_argument(o)) {
      fputs(o->type == PAWL_OPTIONAL_ARGUMENT ? "[\\fI" : "\\fI", to);
      put_text(to, o->name);
      fputs(o->type == PAWL_OPTIONAL_ARGUMENT ? "\\fR]\n"
            : o->type == PAWL_ARGUMENTS       ? "\\fR ...\n"
                                              : "\\fR\n",
            to);
    }
  fputs("[\\fIoptions\\fR]\n", to);
}

static void put_option(FILE *to, const pawl_option *o)
{
  fputs(is_argument(o) ? ".TP\n\\fI" : ".TP\n\\fB", to);
  put_text(to, o->name);
  fputs("\\fR", to);
  if (o->value) {
    fputs(" \\fI", to);
    for (const char *c = o->value; *c; c++)
      put_text(to, *c == ' ' ? "|" : (char[]){*c, 0});
    fputs("\\fR", to);
  }
  fputc('\n', to);
  put_text(to, o->doc);
  fputc('\n', to);
}

static void put_options(FILE *to, const pawl_command *command, bool arguments)
{
  bool titled = false;
  for (const pawl_option *o = command->options; o->name; o++) {
    if (is_argument(o) != arguments)
      continue;
    if (!titled)
      fputs(arguments ? ".SH ARGUMENTS\n" : ".SH OPTIONS\n", to);
    titled = true;
    put_option(to, o);
  }
}

static void put_command(FILE *to, const pawl_command *command)
{
  char title[64];
  snprintf(title, sizeof title, "pawl-%s", command->name);
  put_head(to, title, command->doc);
  put_synopsis(to, command);
  fputs(".SH DESCRIPTION\n", to);
  put_text(to, command->doc);
  fputc('\n', to);
  put_options(to, command, true);
  put_options(to, command, false);
  if (command->about) {
    fputs(".SH NOTES\n", to);
    put_text(to, command->about);
    fputc('\n', to);
  }
  put_exits(to);
  fputs(".SH SEE ALSO\n.BR pawl (1)\n", to);
}

static void put_all(FILE *to)
{
  put_head(to, "pawl", "dynamics of mechanisms with contact");
  fputs(".SH SYNOPSIS\n.B pawl\n\\fIcommand\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]\n.SH COMMANDS\n", to);
  for (const pawl_command *const *c = pawl_commands; *c; c++) {
    fprintf(to, ".TP\n.BR pawl\\-%s (1)\n", (*c)->name);
    put_text(to, (*c)->doc);
    fputc('\n', to);
  }
  fputs(".TP\n\\fBpawl help\\fR [\\fIcommand\\fR]\nthe same in short\n.TP\n\\fBpawl \\-\\-version\\fR\nthe "
        "version\n",
        to);
  put_exits(to);
}

/* What `pawl help expressions` says, as it is. */
static void put_expressions(FILE *to)
{
  char *text = NULL;
  size_t size = 0;
  FILE *from = open_memstream(&text, &size);
  if (from) {
    pawl_help_expressions(from);
    fclose(from);
  }
  put_head(to, "pawl-expressions", "how numbers and curves of a run are asked for");
  fputs(".SH DESCRIPTION\n.nf\n", to);
  put_text(to, text ? text : "");
  fputs(".fi\n.SH SEE ALSO\n.BR pawl (1),\n.BR pawl\\-run (1)\n", to);
  free(text);
}

static pawl_status fail(pawl_call *call, const char *path, int code)
{
  return pawl_fail(&call->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", path,
                   code ? strerror(code) : "not everything arrived");
}

/* pawl.1 without a name; of a command, or else of expressions. */
static pawl_status write_page(pawl_call *call, const char *folder, const char *name,
                              const pawl_command *command)
{
  const char *path = pawl_format(&call->arena, "%s/pawl%s%s.1", folder, name ? "-" : "", name ? name : "");
  if (!path)
    return pawl_fail_memory(&call->error);
  errno = 0;
  FILE *to = fopen(path, "w");
  if (!to)
    return fail(call, path, errno);
  if (command)
    put_command(to, command);
  else if (name)
    put_expressions(to);
  else
    put_all(to);
  bool wrong = ferror(to);
  return fclose(to) != 0 || wrong ? fail(call, path, errno) : PAWL_OK;
}

pawl_status pawl_manual_write(pawl_call *call, const char *folder)
{
  pawl_status status = write_page(call, folder, NULL, NULL);
  for (const pawl_command *const *c = pawl_commands; *c && status == PAWL_OK; c++)
    status = write_page(call, folder, (*c)->name, *c);
  return status == PAWL_OK ? write_page(call, folder, "expressions", NULL) : status;
}
