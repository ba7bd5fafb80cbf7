/* pawl measure: numbers that are asked of a result. */
#include "result/measure.h"

#include <math.h>

#include "measures.h"

typedef struct {
  const char *file;
  pawl_arguments measures;
  bool json;
} words;

pawl_status pawl_measures_take(pawl_call *call, const pawl_result *result, const char *who,
                               const pawl_arguments *texts, pawl_taken *taken)
{
  pawl_measure_names names;
  pawl_arena *arena = &call->arena;
  pawl_error *error = &call->error;
  pawl_status status = pawl_measure_names_of(&names, result, arena, error);
  pawl_measuring of = {result, &names, result->columns, who, arena, error};
  for (int i = 0; i < texts->count && status == PAWL_OK; i++) {
    of.rough = &taken[i].rough;
    status = pawl_measure_read_one(&taken[i].expression, texts->items[i], who, &names, error);
    if (status == PAWL_OK)
      status = pawl_measure_value(&of, taken[i].expression, &taken[i].value);
  }
  return status;
}

void pawl_put_measure(FILE *to, double value, const char *unit)
{
  if (isnan(value))
    fputs("none", to);
  else
    fprintf(to, "%.10g%s%s", value, *unit ? " " : "", unit);
}

void pawl_put_measure_json(pawl_json *json, const char *name, const pawl_expression *e, double value)
{
  pawl_json_open(json, NULL, '{');
  if (name)
    pawl_json_text(json, "name", name);
  pawl_json_text(json, "measure", e->text);
  pawl_json_number(json, "value", value);
  pawl_json_text(json, "unit", e->unit);
  pawl_json_close(json, '}');
}

static void put_text(const words *o, const pawl_taken *taken)
{
  for (int i = 0; i < o->measures.count; i++) {
    printf("%s = ", taken[i].expression->text);
    pawl_put_measure(stdout, taken[i].value, taken[i].expression->unit);
    puts(taken[i].rough ? "  (rough: rows are too far apart; pawl run --measure takes it from the run)" : "");
  }
}

static void put_json(pawl_call *call, const words *o, const pawl_taken *taken)
{
  pawl_json json = {.to = stdout};
  pawl_json_open(&json, NULL, '{');
  pawl_json_text(&json, "result", o->file);
  pawl_json_open(&json, "measures", '[');
  for (int i = 0; i < o->measures.count; i++)
    pawl_put_measure_json(&json, NULL, taken[i].expression, taken[i].value);
  pawl_json_close(&json, ']');
  pawl_json_outcome(&json, 0, &call->error);
  pawl_json_close(&json, '}');
  call->answered = true;
}

static int run(pawl_call *call, const void *options)
{
  const words *o = options;
  pawl_result *result = NULL;
  char *who = pawl_format(&call->arena, "%s:", o->file);
  pawl_taken *taken = PAWL_TAKE(&call->arena, o->measures.count, pawl_taken);
  pawl_status status = who && taken ? pawl_probe_result(call, o->file) : pawl_fail_memory(&call->error);
  if (status == PAWL_OK)
    status = pawl_result_read(&result, o->file, NULL, &call->error);
  if (status == PAWL_OK)
    status = pawl_measures_take(call, result, who, &o->measures, taken);
  if (status == PAWL_OK && o->json)
    put_json(call, o, taken);
  else if (status == PAWL_OK)
    put_text(o, taken);
  pawl_result_free(result);
  return pawl_exit_of(status);
}

static const pawl_option options[] = {
    {"RESULT", NULL, PAWL_ARGUMENT, offsetof(words, file), 0, 0, "a result: .csv or .h5"},
    {"EXPR", NULL, PAWL_ARGUMENTS, offsetof(words, measures), 0, 0,
     "numbers of it: max(hit.normal_force), cross(hinge.angle, 0), one or more; see pawl help expressions"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(words, json), 0, 0, "prints one JSON object"},
    {0}};

const pawl_command pawl_command_measure = {
    .name = "measure",
    .doc = "Computes numbers from a result, by expressions over its channels and events.",
    .about = "A number that is not there, the third crossing of two, is none. Events, and peaks between "
             "rows, are in .h5 alone. "
             "Of a model: pawl run MODEL --measure EXPR.",
    .size = sizeof(words),
    .options = options,
    .run = run};
