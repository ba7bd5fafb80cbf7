/* Completion for bash: what can come next, from the tables. Where nothing is known, bash offers files. */
#include <string.h>

#include "manual.h"

static void put_commands(FILE *to)
{
  for (const pawl_command *const *c = pawl_commands; *c; c++)
    fprintf(to, "%s ", (*c)->name);
}

/* What comes behind an option: the words of a choice; nothing that could be offered of a number or a setting. */
static void put_values(FILE *to, const pawl_command *command)
{
  fputs("      case $before in\n", to);
  for (const pawl_option *o = command->options; o->name; o++)
    if (o->type == PAWL_OPTION_CHOICE)
      fprintf(to, "        %s) values=\"%s\" ;;\n", o->name, o->value);
    else if (o->type == PAWL_OPTION_NUMBER || o->type == PAWL_OPTION_SETTINGS)
      fprintf(to, "        %s) none=1 ;;\n", o->name);
  fputs("        *) ;;\n      esac", to);
}

static void put_command(FILE *to, const pawl_command *command)
{
  fprintf(to, "    %s)\n      options=\"", command->name);
  for (const pawl_option *o = command->options; o->name; o++)
    if (o->name[0] == '-')
      fprintf(to, "%s ", o->name);
  fputs("--help\"\n", to);
  if (strcmp(command->name, "parts") == 0) {
    fputs("      values=\"", to);
    for (const pawl_kind *const *k = pawl_kinds; *k; k++)
      fprintf(to, "%s ", (*k)->name);
    fputs("\"\n", to);
  }
  put_values(to, command);
  fputs(" ;;\n", to);
}

void pawl_completion_put(FILE *to)
{
  fputs("# Completion of pawl for bash, made by pawl help --completion.\n"
        "_pawl()\n"
        "{\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options= values= none=\n"
        "  COMPREPLY=()\n"
        "  if [ \"$word\" = = ]; then word=; elif [ \"$before\" = = ]; then "
        "before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
        "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
        "    values=\"",
        to);
  put_commands(to);
  fputs("help --help --version\"\n"
        "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
        "    return\n"
        "  fi\n"
        "  case ${COMP_WORDS[1]} in\n",
        to);
  for (const pawl_command *const *c = pawl_commands; *c; c++)
    put_command(to, *c);
  fputs("    help) values=\"", to);
  put_commands(to);
  fputs("expressions\" ;;\n"
        "    *) ;;\n"
        "  esac\n"
        "  if [ -n \"$none\" ]; then\n"
        "    compopt +o default 2>/dev/null\n"
        "  elif [[ $word == -* ]]; then\n"
        "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
        "  elif [ -n \"$values\" ]; then\n"
        "    COMPREPLY=($(compgen -W \"$values\" -- \"$word\"))\n"
        "  fi\n"
        "}\n"
        "complete -o default -F _pawl pawl\n",
        to);
}
