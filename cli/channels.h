/* Which channels the words of a user mean. */
#ifndef PAWL_CLI_CHANNELS_H
#define PAWL_CLI_CHANNELS_H

#include "cli.h"
#include "result/measure.h"

typedef struct {
  const pawl_channel *list;
  int count;
  int *chosen; /* their numbers in the list, in the order asked for, each once */
  int chosen_count;
  bool *taken;
} pawl_choice;

/* Nothing is chosen yet. */
pawl_status pawl_choice_open(pawl_call *call, pawl_choice *choice, const pawl_channel *list, int count);
/* Chooses all that a word means: a name, a part (all of its channels), "part.*", or the beginning of names and "*".
 * `option` is named when there are none. */
pawl_status pawl_choice_add(pawl_call *call, pawl_choice *choice, const char *option, const char *word,
                            size_t length);
/* The expression that a word is, if it is more than the name of a channel, a part or the beginning of names; else NULL. */
pawl_status pawl_choice_expression(pawl_call *call, const pawl_measure_names *names, const char *option,
                                   const char *word, size_t length, pawl_expression **expression);
/* The known name nearest to a misspelt one, or NULL. */
const char *pawl_choice_near(pawl_call *call, const char *name, const pawl_channel *list, int count);

#endif
