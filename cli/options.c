/* The words of a call → a command's struct, by its table of options: --name value, --name=value, and arguments
 * by position; everything after -- is an argument. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct {
  const pawl_command *command;
  pawl_call *call;
  char **words;
  int count, at; /* of words; the next one to read */
  void *options; /* the command's struct           */
  bool only_arguments;
} reading;

static bool is_argument(const pawl_option *o)
{
  return o->type == PAWL_ARGUMENT || o->type == PAWL_OPTIONAL_ARGUMENT || o->type == PAWL_ARGUMENTS;
}

static void *slot(const reading *r, const pawl_option *o)
{
  return (char *)r->options + o->where;
}

bool pawl_number_of(const char *text, double *number)
{
  char *end;
  if (!*text || strspn(text, "0123456789+-.eE") != strlen(text))
    return false;
  *number = strtod(text, &end);
  return *end == 0 && isfinite(*number);
}

/* What is not given: no text, no choice, not a number. */
static void set_defaults(const reading *r)
{
  memset(r->options, 0, r->command->size);
  for (const pawl_option *o = r->command->options; o->name; o++) {
    if (o->type == PAWL_OPTION_NUMBER)
      *(double *)slot(r, o) = NAN;
    if (o->type == PAWL_OPTION_CHOICE)
      *(int *)slot(r, o) = -1;
  }
}

static pawl_status unknown(const reading *r, const char *word, size_t length)
{
  const char *names[32], *shown = pawl_format(&r->call->arena, "%.*s", (int)length, word);
  int n = 0;
  for (const pawl_option *o = r->command->options; o->name && n < 31; o++)
    if (!is_argument(o))
      names[n++] = o->name;
  names[n++] = "--help";
  const char *near = shown ? pawl_nearest(shown, names, n) : NULL;
  return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s has no option %.*s%s%s%s", r->command->name,
                   (int)length, word, near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

static pawl_status read_number(const reading *r, const pawl_option *o, const char *text)
{
  double *x = slot(r, o);
  pawl_error *error = &r->call->error;
  if (!pawl_number_of(text, x))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s wants a number, not '%s'", o->name, text);
  if (*x < o->min)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s must be at least %g, not %s", o->name, o->min, text);
  if (*x > o->max)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "%s must be at most %g, not %s", o->name, o->max, text);
  return PAWL_OK;
}

static pawl_status read_choice(const reading *r, const pawl_option *o, const char *text)
{
  const char *word = o->value;
  for (int i = 0; *word; i++) {
    size_t length = strcspn(word, " ");
    if (strlen(text) == length && strncmp(word, text, length) == 0) {
      *(int *)slot(r, o) = i;
      return PAWL_OK;
    }
    word += length + (word[length] == ' ');
  }
  return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s wants one of %s, not '%s'", o->name, o->value,
                   text);
}

static pawl_status read_setting(const reading *r, const pawl_option *o, const char *text)
{
  pawl_settings *set = slot(r, o);
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s wants name=value, not '%s'", o->name, text);
  if (!set->items)
    set->items = PAWL_TAKE(&r->call->arena, r->count, pawl_setting);
  char *name = pawl_format(&r->call->arena, "%.*s", (int)(equals - text), text);
  if (!set->items || !name)
    return pawl_fail_memory(&r->call->error);
  set->items[set->count++] = (pawl_setting){name, equals + 1};
  return PAWL_OK;
}

static pawl_status read_one_more(const reading *r, const pawl_option *o, const char *text)
{
  pawl_arguments *list = slot(r, o);
  if (!list->items)
    list->items = PAWL_TAKE(&r->call->arena, r->count, const char *);
  if (!list->items)
    return pawl_fail_memory(&r->call->error);
  list->items[list->count++] = text;
  return PAWL_OK;
}

static pawl_status read_value(const reading *r, const pawl_option *o, const char *text)
{
  switch (o->type) {
  case PAWL_OPTION_NUMBER:
    return read_number(r, o, text);
  case PAWL_OPTION_CHOICE:
    return read_choice(r, o, text);
  case PAWL_OPTION_SETTINGS:
    return read_setting(r, o, text);
  case PAWL_ARGUMENTS:
  case PAWL_OPTION_TEXTS:
    return read_one_more(r, o, text);
  default:
    *(const char **)slot(r, o) = text;
    return PAWL_OK;
  }
}

static pawl_status read_option(reading *r, const char *word)
{
  size_t length = strcspn(word, "=");
  const char *value = word[length] ? word + length + 1 : NULL;
  const pawl_option *o = r->command->options;
  while (o->name && (strlen(o->name) != length || strncmp(o->name, word, length) != 0 || is_argument(o)))
    o++;
  if (!o->name)
    return unknown(r, word, length);
  if (o->type == PAWL_OPTION_FLAG) {
    if (value)
      return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s takes no value", o->name);
    *(bool *)slot(r, o) = true;
    return PAWL_OK;
  }
  if (!value && r->at == r->count)
    return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s wants a value: %s %s", o->name, o->name,
                     o->value);
  return read_value(r, o, value ? value : r->words[r->at++]);
}

static pawl_status read_argument(const reading *r, const char *word)
{
  const pawl_option *o = r->command->options;
  while (o->name && (!is_argument(o) || (o->type != PAWL_ARGUMENTS && *(const char **)slot(r, o))))
    o++;
  if (!o->name)
    return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s: '%s' is one argument too many",
                     r->command->name, word);
  return read_value(r, o, word);
}

static pawl_status check_arguments(const reading *r)
{
  for (const pawl_option *o = r->command->options; o->name; o++)
    if (o->type == PAWL_ARGUMENT ? !*(const char **)slot(r, o)
                                 : o->type == PAWL_ARGUMENTS && !((pawl_arguments *)slot(r, o))->count)
      return pawl_fail(&r->call->error, PAWL_BAD_CALL, NULL, "%s: %s is missing; see pawl help %s",
                       r->command->name, o->name, r->command->name);
  return PAWL_OK;
}

pawl_status pawl_options_read(const pawl_command *command, pawl_call *call, char **words, int count,
                              void *options)
{
  reading r = {.command = command, .call = call, .words = words, .count = count, .options = options};
  set_defaults(&r);
  while (r.at < r.count) {
    const char *word = r.words[r.at++];
    pawl_status status = PAWL_OK;
    if (!r.only_arguments && strcmp(word, "--") == 0)
      r.only_arguments = true;
    else if (!r.only_arguments && word[0] == '-' && word[1])
      status = read_option(&r, word);
    else
      status = read_argument(&r, word);
    if (status != PAWL_OK)
      return status;
  }
  return check_arguments(&r);
}
