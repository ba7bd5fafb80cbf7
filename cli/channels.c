/* Channels by name, by part, by the beginning of their names. */
#include "channels.h"

#include <string.h>

pawl_status pawl_choice_open(pawl_call *call, pawl_choice *choice, const pawl_channel *list, int count)
{
  *choice = (pawl_choice){.list = list, .count = count};
  choice->chosen = PAWL_TAKE(&call->arena, count + 1, int);
  choice->taken = PAWL_TAKE(&call->arena, count + 1, bool);
  return choice->chosen && choice->taken ? PAWL_OK : pawl_fail_memory(&call->error);
}

/* A file in CSV names no parts: there a part is what a name begins with. */
static bool is_of_part(const char *word, size_t length, const pawl_channel *c)
{
  if (c->part && *c->part)
    return strlen(c->part) == length && strncmp(c->part, word, length) == 0;
  return length > 0 && strncmp(c->name, word, length) == 0 && c->name[length] == '.';
}

static bool means(const char *word, size_t length, const pawl_channel *c)
{
  if (length && word[length - 1] == '*')
    return strncmp(c->name, word, length - 1) == 0;
  return (strlen(c->name) == length && strncmp(c->name, word, length) == 0) || is_of_part(word, length, c);
}

/* ---- what was meant ---- */

/* The part of a channel; of one in CSV, what stands before the last point. */
static const char *part_of(pawl_call *call, const pawl_channel *c)
{
  const char *dot = strrchr(c->name, '.');
  if (c->part && *c->part)
    return c->part;
  return dot ? pawl_format(&call->arena, "%.*s", (int)(dot - c->name), c->name) : c->name;
}

const char *pawl_choice_near(pawl_call *call, const char *name, const pawl_channel *list, int count)
{
  const char **names = PAWL_TAKE(&call->arena, 2 * count + 1, const char *), *last = "";
  int n = 0;
  for (int i = 0; names && i < count; i++) {
    const char *part = part_of(call, &list[i]);
    if (!part)
      return NULL;
    names[n++] = list[i].name;
    if (strcmp(part, last) != 0)
      names[n++] = last = part;
  }
  return names ? pawl_nearest(name, names, n) : NULL;
}

static pawl_status no_channel(pawl_call *call, const pawl_choice *choice, const char *option,
                              const char *word, size_t length)
{
  char *name = pawl_format(&call->arena, "%.*s", (int)length, word);
  const char *near = name ? pawl_choice_near(call, name, choice->list, choice->count) : NULL;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s: there is no channel or part '%.*s'%s%s%s", option,
                   (int)length, word, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* ---- choosing ---- */

pawl_status pawl_choice_add(pawl_call *call, pawl_choice *choice, const char *option, const char *word,
                            size_t length)
{
  bool any = false;
  for (int i = 0; i < choice->count; i++) {
    if (!means(word, length, &choice->list[i]))
      continue;
    any = true;
    if (!choice->taken[i])
      choice->chosen[choice->chosen_count++] = i;
    choice->taken[i] = true;
  }
  return any ? PAWL_OK : no_channel(call, choice, option, word, length);
}

pawl_status pawl_choice_expression(pawl_call *call, const pawl_measure_names *names, const char *option,
                                   const char *word, size_t length, pawl_expression **expression)
{
  *expression = NULL;
  for (int i = 0; i < names->count; i++)
    if (means(word, length, &names->channels[i]))
      return PAWL_OK;
  bool time = (length == 1 && *word == 't') || (length == 4 && strncmp(word, "time", 4) == 0);
  if (!time && !pawl_expression_is(word, length) && !memchr(word, '-', length))
    return PAWL_OK;
  for (; length > 0 && *word == ' '; length--)
    word++;
  while (length > 0 && word[length - 1] == ' ')
    length--;
  char *text = pawl_format(&call->arena, "%.*s", (int)length, word);
  return text ? pawl_measure_read(expression, text, option, names, &call->error)
              : pawl_fail_memory(&call->error);
}
