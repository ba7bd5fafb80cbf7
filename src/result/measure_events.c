/* What is asked of the events of a run, and of its books. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/between.h"
#include "result/measure.h"

const char *const pawl_event_kinds[] = {"impact",  "accumulation", "open",  "pressed", "sticking",
                                        "sliding", "released",     "slack", "taut",    NULL};

/* "sliding" is "sliding +" and "sliding -". */
static bool begins(const char *text, const char *word)
{
  size_t length = strlen(word);
  return text && strncmp(text, word, length) == 0 && (text[length] == 0 || text[length] == ' ');
}

bool pawl_event_is(const pawl_event *event, const char *kind)
{
  if (!kind)
    return true;
  if (strcmp(kind, "accumulation") == 0)
    return event->count > 0;
  if (strcmp(kind, "impact") == 0)
    return event->count > 0 || (event->reason && strncmp(event->reason, "impact", 6) == 0);
  return begins(event->to, kind) && !begins(event->from, kind);
}

static bool is_meant(const pawl_event *event, const pawl_node *node)
{
  return strcmp(event->part, node->part) == 0 && pawl_event_is(event, node->event);
}

static double count_events(const pawl_result *r, const pawl_node *node)
{
  double count = 0;
  for (size_t i = 0; i < r->event_count; i++)
    count += is_meant(&r->events[i], node);
  return count;
}

static double time_of_event(const pawl_result *r, const pawl_node *node)
{
  const pawl_row_of none = {0};
  double n = node->count > 0 ? pawl_node_value(node->argument[0], &none) : 1;
  n = n < 0 ? count_events(r, node) + 1 + n : n;
  for (size_t i = 0; i < r->event_count; i++)
    if (is_meant(&r->events[i], node) && --n == 0)
      return r->events[i].time;
  return (double)NAN;
}

/* What its force has given over time: as the run has added it up, or else from rows. False: there is no such channel. */
static bool pressed(const pawl_measuring *of, const char *part, double *sum)
{
  char name[160];
  const pawl_result *r = of->result;
  snprintf(name, sizeof name, PAWL_PRESSED_META "%s", part);
  const char *known = pawl_result_meta(r, name);
  if (known) {
    *sum = strtod(known, NULL);
    return true;
  }
  snprintf(name, sizeof name, "%s.normal_force", part);
  for (int i = 0; i < of->names->count; i++)
    if (strcmp(of->names->channels[i].name, name) == 0 && of->columns[i]) {
      *sum = pawl_between_integral(r->time, of->columns[i], r->rows, 1);
      return true;
    }
  return false;
}

/* Of a kind of events what they gave at once; of the part all that it gave. A law that gives way has no impulses: its force over time is the
 * whole. */
static pawl_status impulse(const pawl_measuring *of, const char *text, pawl_node *node)
{
  const pawl_result *r = of->result;
  bool any = false, none = false;
  node->value = 0;
  if (!node->event)
    any = pressed(of, node->part, &node->value);
  for (size_t i = 0; i < r->event_count; i++) {
    if (strcmp(r->events[i].part, node->part) != 0)
      continue;
    bool has = !isnan(r->events[i].impulse);
    any |= has;
    none |= !has;
    if (has && is_meant(&r->events[i], node))
      node->value += r->events[i].impulse;
  }
  if (any || !none)
    return PAWL_OK;
  return pawl_expression_fail(
      of->error, of->who, text, node->column, "the events of '%s' have no impulses%s%s%s", node->part,
      node->event ? ": it gives way, and impulse(" : "", node->event ? node->part : "",
      node->event ? ") is what its force gives over time" : "");
}

/* As the books have it at the end; a file that lacks them may have the channel. */
static pawl_status lost(const pawl_measuring *of, const char *text, pawl_node *node)
{
  const pawl_result *r = of->result;
  size_t length = strlen(node->part);
  bool found = false;
  node->value = 0;
  for (int i = 0; i < r->ledger_count; i++) /* a part may have several works */
    if (strncmp(r->ledger[i].name, node->part, length) == 0 &&
        strcmp(r->ledger[i].name + length, ".work") == 0) {
      node->value -= r->ledger[i].value;
      found = true;
    }
  if (found)
    return PAWL_OK;
  for (int i = 0; i < r->count && r->ledger_count == 0; i++)
    if (strncmp(r->channels[i].name, node->part, length) == 0 &&
        strcmp(r->channels[i].name + length, ".work") == 0) {
      node->value = 0 - r->columns[i][r->rows - 1];
      return PAWL_OK;
    }
  return pawl_expression_fail(of->error, of->who, text, node->column,
                              "there are no books of the work of '%s'", node->part);
}

pawl_status pawl_measure_events(const pawl_measuring *of, const char *text, pawl_node *node)
{
  const char *name = node->function->name;
  if (strcmp(name, "impulse") == 0)
    return impulse(of, text, node);
  if (strcmp(name, "lost") == 0)
    return lost(of, text, node);
  node->value = strcmp(name, "count") == 0 ? count_events(of->result, node) : time_of_event(of->result, node);
  return PAWL_OK;
}
