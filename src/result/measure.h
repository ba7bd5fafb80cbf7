/* Numbers that are asked of a result: expressions (base/expression.h) over its channels, rows and events. docs/measures.md */
#ifndef PAWL_RESULT_MEASURE_H
#define PAWL_RESULT_MEASURE_H

#include "base/expression.h"
#include "result/result.h"

/* What names an expression can use: of a result, or of a run that has not been made yet. */
typedef struct {
  const pawl_channel *channels;
  int count;
  bool units; /* some channel has one: else nobody knows them */
  const char **parts;
  int part_count;
  bool events; /* parts have events and books; false: the file is CSV */
  bool logged; /* events are logged: not by stepping                  */
  pawl_arena *arena;
} pawl_measure_names;

pawl_status pawl_measure_names_of(pawl_measure_names *names, const pawl_result *result, pawl_arena *arena,
                                  pawl_error *error);
/* Reads an expression with these names. */
pawl_status pawl_measure_read(pawl_expression **expression, const char *text, const char *who,
                              const pawl_measure_names *names, pawl_error *error);
/* The same of one that must be a number of the whole run. */
pawl_status pawl_measure_read_one(pawl_expression **expression, const char *text, const char *who,
                                  const pawl_measure_names *names, pawl_error *error);
/* Marks the channels that it reads. */
void pawl_measure_mark(const pawl_expression *expression, bool *marked);

/* What it is computed from: the rows, events and books of `result`, whose column of channel i of the names is columns[i]. */
typedef struct {
  const pawl_result *result;
  const pawl_measure_names *names;
  double *const *columns;
  const char *who;
  pawl_arena *arena;
  pawl_error *error;
  /* What is known better than by rows: the value of a node. NULL: nothing is. */
  bool (*known)(const void *context, const pawl_node *node, double *value);
  const void *context;
  bool *rough; /* set where rows are too far apart for an integral; NULL: nobody asks */
} pawl_measuring;

/* NaN: there is no such number. */
pawl_status pawl_measure_value(const pawl_measuring *of, const pawl_expression *expression, double *value);
pawl_status pawl_measure_column(const pawl_measuring *of, const pawl_expression *expression, double **column);

/* measure_events.c */
/* Whether an event is of a kind, "impact"; NULL: of any. */
bool pawl_event_is(const pawl_event *event, const char *kind);
extern const char *const pawl_event_kinds[]; /* ends with NULL */
/* count, when, impulse, lost */
pawl_status pawl_measure_events(const pawl_measuring *of, const char *text, pawl_node *node);

/* In a result the largest force and depth of a contact that its run has seen between rows are texts about it, named so. */
#define PAWL_PEAK_META "peak."
/* What the force of a contact has given over time, N s, where a run was asked. */
#define PAWL_PRESSED_META "pressed."
/* And what was asked of its run. */
#define PAWL_MEASURE_META "measure "

#endif
