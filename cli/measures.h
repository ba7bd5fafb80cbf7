/* Numbers that are asked of results, as commands take and show them. */
#ifndef PAWL_CLI_MEASURES_H
#define PAWL_CLI_MEASURES_H

#include "cli.h"
#include "result/measure.h"

typedef struct {
  pawl_expression *expression;
  double value; /* NaN: there is none */
  bool rough;   /* rows are too far apart for it */
} pawl_taken;

/* Each of the texts, of a result; `who` begins the sentences. */
pawl_status pawl_measures_take(pawl_call *call, const pawl_result *result, const char *who,
                               const pawl_arguments *texts, pawl_taken *taken);
/* "1.25 m", "none" */
void pawl_put_measure(FILE *to, double value, const char *unit);
void pawl_put_measure_json(pawl_json *json, const char *name, const pawl_expression *expression,
                           double value);

#endif
