/* Calls of functions in expressions: which, of what, and of how many. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/expression_read.h"

/* ---- functions ---- */

static const pawl_function *find_function(const pawl_function *list, const char *name, size_t length)
{
  for (; list->name; list++)
    if (strlen(list->name) == length && strncmp(list->name, name, length) == 0)
      return list;
  return NULL;
}

static pawl_node *no_function(pawl_reader_of_text *r, const char *from, size_t length)
{
  const char *names[64], *near;
  char word[PAWL_NAME_MOST];
  int n = 0;
  snprintf(word, sizeof word, "%.*s", (int)length, from);
  for (const pawl_function *f = pawl_reductions; f->name && r->words && n < 32; f++)
    names[n++] = f->name;
  for (const pawl_function *f = pawl_functions; f->name && n < 64; f++)
    names[n++] = f->name;
  near = pawl_nearest(word, names, n);
  return pawl_expression_wrong(r, from, "there is no function '%s'%s%s%s", word,
                               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* ":impact" */
static bool event_kind(pawl_reader_of_text *r, pawl_node *node)
{
  size_t length = pawl_expression_word(r->at, false);
  char *event = PAWL_TAKE(r->arena, length + 1, char);
  const char *const *known = r->words->kinds, *near;
  int count = 0;
  if (!event)
    return pawl_fail_memory(r->error), false;
  memcpy(event, r->at, length);
  node->event = event;
  while (known && known[count] && strcmp(known[count], event) != 0)
    count++;
  if (r->lenient || (known && known[count])) {
    r->at += length;
    return true;
  }
  near = pawl_nearest(event, known, count);
  return pawl_expression_wrong(r, r->at, "there are no events of the kind '%s'%s%s%s", event,
                               near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* The impulse of a stop in a joint that turns is one of a torque, as its effort shows. */
static const char *unit_of_impulse(const pawl_reader_of_text *r, const char *part)
{
  char name[128];
  const char *unit = NULL;
  int length = snprintf(name, sizeof name, "%s.effort", part);
  bool found = length < (int)sizeof name && r->words->find &&
               r->words->find(r->words->context, name, (size_t)length, &unit) >= 0;
  return found && unit && strcmp(unit, "N m") == 0 ? "N m s" : NULL;
}

/* "hit:impact" */
static bool events(pawl_reader_of_text *r, pawl_node *node)
{
  const char *who = node->function->name, *near;
  pawl_expression_blanks(r);
  if (!r->words->part && !r->lenient)
    return pawl_expression_wrong(r, r->at, "%s is not known here: a file in CSV has rows alone", who);
  size_t plain = pawl_expression_word(r->at, true);
  if (plain == 0)
    return pawl_expression_wrong(r, r->at, "%s wants a part: %s(hit)", who, who);
  size_t length = r->lenient ? plain : pawl_expression_part(r, &node->part);
  if (length != plain) {
    near = pawl_expression_near(r, r->at, plain, true);
    return pawl_expression_wrong(r, r->at, "there is no part '%.*s'%s%s%s", (int)plain, r->at,
                                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  const char *from = r->at;
  r->at += length;
  if (node->part && strcmp(who, "impulse") == 0)
    node->unit = unit_of_impulse(r, node->part);
  bool of_books = strcmp(who, "lost") == 0 || (strcmp(who, "impulse") == 0 && *r->at != ':');
  if (!r->words->kinds && !r->lenient && !of_books)
    return pawl_expression_wrong(r, from, "%s is not known here: stepping keeps no log of events", who);
  if (*r->at != ':' || strcmp(who, "lost") == 0)
    return true;
  r->at++;
  return event_kind(r, node);
}

/* Up to the closing bracket; their number is left in node->value. */
static bool arguments(pawl_reader_of_text *r, pawl_node *node, bool part)
{
  const char *open = r->at++;
  int count = part;
  if (part && !events(r, node))
    return false;
  pawl_expression_blanks(r);
  while (*r->at && *r->at != ')') {
    if (count > 0 && *r->at != ',')
      return pawl_expression_wrong(r, r->at, "a ',' or ')' is missing before this");
    r->at += count > 0;
    pawl_node *argument = pawl_expression_sum(r);
    if (!argument)
      return false;
    if (node->count < PAWL_ARGUMENTS_MOST)
      node->argument[node->count++] = argument;
    count++;
    pawl_expression_blanks(r);
  }
  if (!*r->at)
    return pawl_expression_wrong(r, open, "this bracket is not closed");
  r->at++;
  node->value = count;
  return true;
}

static bool judge_count(pawl_reader_of_text *r, const char *from, const pawl_function *f, double count)
{
  const pawl_function *row = find_function(pawl_functions, f->name, strlen(f->name)),
                      *run = r->words ? find_function(pawl_reductions, f->name, strlen(f->name)) : NULL;
  int least = run ? run->least : row->least, most = row ? row->most : run->most;
  if (count >= least && count <= most)
    return true;
  if (least == most)
    pawl_expression_wrong(r, from, "%s takes %d argument%s, %s(%s), not %.0f", f->name, least,
                          least == 1 ? "" : "s", f->name, f->arguments, count);
  else
    pawl_expression_wrong(r, from, "%s takes %d to %d arguments, not %.0f", f->name, least, most, count);
  return false;
}

/* What a reduction computes with besides its first argument is one number. */
static bool judge_fixed(pawl_reader_of_text *r, const char *from, const pawl_node *node)
{
  for (int i = node->function->rule == PAWL_RULE_EVENTS ? 0 : 1; i < node->count; i++)
    if (node->argument[i]->varies)
      return pawl_expression_wrong(r, from, "the %s argument of %s is one number, not one in each row",
                                   i == 1 ? "second"
                                   : i    ? "third"
                                          : "number",
                                   node->function->name);
  return true;
}

pawl_node *pawl_expression_call(pawl_reader_of_text *r, size_t length)
{
  const char *from = r->at;
  const pawl_function *row = find_function(pawl_functions, from, length),
                      *run = r->words ? find_function(pawl_reductions, from, length) : NULL;
  pawl_node *node = pawl_expression_node(r, PAWL_NODE_CALL, from);
  if (!node)
    return NULL;
  if (!row && !run)
    return no_function(r, from, length);
  node->function = run ? run : row;
  r->at += length;
  pawl_expression_blanks(r);
  if (!arguments(r, node, run && run->rule == PAWL_RULE_EVENTS) ||
      !judge_count(r, from, node->function, node->value))
    return NULL;
  bool over_run = run && node->value >= run->least && node->value <= run->most;
  node->value = NAN;
  node->function = over_run ? run : row;
  node->kind = over_run ? PAWL_NODE_REDUCTION : PAWL_NODE_CALL;
  r->over_run |= over_run;
  return !over_run || judge_fixed(r, from, node) ? pawl_expression_finish(r, node, from) : NULL;
}
