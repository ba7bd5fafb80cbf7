/* What is installed beside the command, from the tables of its commands and options. */
#ifndef PAWL_CLI_MANUAL_H
#define PAWL_CLI_MANUAL_H

#include "cli.h"

/* pawl.1 and a pawl-COMMAND.1 for each command, into a folder that is there. */
pawl_status pawl_manual_write(pawl_call *call, const char *folder);
/* For bash: commands, options, the words of choices, names of parts. */
void pawl_completion_put(FILE *to);

#endif
