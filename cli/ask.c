/* What is asked of a run beside its result: numbers and curves, by expressions. Of all channels those that they need are kept in memory. */
#include <math.h>
#include <string.h>

#include "channels.h"
#include "job.h"
#include "measures.h"

/* ---- before the run ---- */

static pawl_status list_names(pawl_job *job)
{
  const pawl_model *model = job->model;
  job->ask.names = (pawl_measure_names){.channels = job->channels,
                                        .count = job->channel_count,
                                        .units = true,
                                        .events = true,
                                        .logged = !job->run->way->fixed,
                                        .arena = &job->call->arena};
  job->ask.names.parts = PAWL_TAKE(&job->call->arena, model->part_count + 1, const char *);
  job->ask.marked = PAWL_TAKE(&job->call->arena, job->channel_count + 1, bool);
  job->ask.list =
      PAWL_TAKE(&job->call->arena, model->part_count + job->words->measures.count + 1, pawl_asked);
  if (job->call->arena.failed)
    return pawl_fail_memory(&job->call->error);
  for (int i = 0; i < model->part_count; i++)
    if (model->parts[i]->name && model->parts[i]->kind->family != PAWL_STATEMENT)
      job->ask.names.parts[job->ask.names.part_count++] = model->parts[i]->name;
  return PAWL_OK;
}

bool pawl_ask_has_events(const pawl_job *job, const char *part)
{
  const pawl_system *s = &job->run->system;
  for (int i = 0; i < s->contact->count; i++)
    if (strcmp(job->model->parts[s->contact->pair[i].part]->name, part) == 0)
      return true;
  for (int g = 0; g < s->contact->group_count; g++)
    if (strcmp(job->model->parts[s->contact->groups[g].part]->name, part) == 0)
      return true;
  return false;
}

/* How often something happens to what nothing can happen to is no number, but a mistake. */
static pawl_status judge_events(pawl_job *job, const pawl_node *node, const char *who, const char *text)
{
  if (node->part && strcmp(node->function->name, "lost") != 0 && !pawl_ask_has_events(job, node->part)) {
    const pawl_part *part = job->model->parts[pawl_model_find(job->model, node->part)];
    return pawl_expression_fail(&job->call->error, who, text, node->column,
                                "'%s' is a %s, which has no events: contacts, stops and ropes have",
                                node->part, part->kind->name);
  }
  for (int i = 0; i < node->count; i++)
    if (judge_events(job, node->argument[i], who, text) != PAWL_OK)
      return job->call->error.status;
  return PAWL_OK;
}

pawl_status pawl_ask_read(pawl_job *job, const char *text, const char *who, pawl_expression **expression)
{
  pawl_status status = pawl_measure_read_one(expression, text, who, &job->ask.names, &job->call->error);
  if (status == PAWL_OK)
    status = judge_events(job, (*expression)->root, who, text);
  if (status == PAWL_OK)
    status = pawl_sums_watch(job, (*expression)->root);
  if (status == PAWL_OK)
    pawl_measure_mark(*expression, job->ask.marked);
  return status;
}

bool pawl_ask_unlogged(pawl_job *job, const char *text)
{
  pawl_measure_names logged = job->ask.names;
  pawl_error unheard = {0}, no_log = {0};
  pawl_expression *e;
  logged.logged = true;
  return !job->ask.names.logged && pawl_measure_read_one(&e, text, "", &job->ask.names, &no_log) != PAWL_OK &&
         pawl_measure_read_one(&e, text, "", &logged, &unheard) == PAWL_OK;
}

static pawl_status add(pawl_job *job, const char *name, const char *text, const char *who)
{
  pawl_expression *expression;
  pawl_status status = pawl_ask_read(job, text, who, &expression);
  if (status == PAWL_OK)
    job->ask.list[job->ask.count++] = (pawl_asked){name, expression, NAN};
  return status;
}

/* output "peak" { "max(hit.normal_force)" } */
static pawl_status add_outputs(pawl_job *job)
{
  for (int i = 0; i < job->model->part_count; i++) {
    const pawl_part *part = job->model->parts[i];
    const char *text = pawl_output_measure(part);
    char *who = text ? pawl_format(&job->call->arena, "output \"%s\":", part->name) : NULL;
    if (text && pawl_ask_unlogged(job, text))
      continue;
    if (text && add(job, part->name, text, who) != PAWL_OK) {
      job->call->error.status = PAWL_BAD_MODEL;
      pawl_fail_place(&job->call->error, part->where);
      return PAWL_BAD_MODEL;
    }
  }
  return PAWL_OK;
}

static pawl_status draw_word(pawl_job *job, const char *word, size_t length, pawl_choice *choice)
{
  pawl_expression *expression;
  pawl_status status =
      pawl_choice_expression(job->call, &job->ask.names, "--plot", word, length, &expression);
  if (status != PAWL_OK)
    return status;
  if (expression) {
    pawl_measure_mark(expression, job->ask.marked);
    job->ask.drawn[job->ask.drawn_count++] = (pawl_curve_asked){-1, expression};
    return PAWL_OK;
  }
  int before = choice->chosen_count;
  status = pawl_choice_add(job->call, choice, "--plot", word, length);
  for (int i = before; i < choice->chosen_count; i++) {
    job->ask.marked[choice->chosen[i]] = true;
    job->ask.drawn[job->ask.drawn_count++] = (pawl_curve_asked){choice->chosen[i], NULL};
  }
  return status;
}

static pawl_status draw(pawl_job *job, const char *words)
{
  pawl_choice choice;
  pawl_status status = pawl_choice_open(job->call, &choice, job->channels, job->channel_count);
  job->ask.drawn =
      PAWL_TAKE(&job->call->arena, (size_t)job->channel_count + strlen(words) + 1, pawl_curve_asked);
  if (!job->ask.drawn)
    return pawl_fail_memory(&job->call->error);
  for (size_t length; status == PAWL_OK; words += length + 1) {
    length = pawl_expression_end(words, 0);
    status = draw_word(job, words, length, &choice);
    if (!words[length])
      break;
  }
  return status;
}

pawl_status pawl_ask_collect(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  pawl_status status = list_names(job);
  if (status == PAWL_OK)
    status = add_outputs(job);
  for (int i = 0; i < words->measures.count && status == PAWL_OK; i++)
    status = add(job, NULL, words->measures.items[i], "--measure");
  if (status == PAWL_OK && words->plot)
    status = draw(job, words->plot);
  return status;
}

/* ---- while it runs ---- */

static bool is_wanted(const pawl_job *job)
{
  bool any = job->ask.count > 0 || job->ask.drawn_count > 0;
  for (int i = 0; i < job->expect_count; i++)
    any |= job->expects[i].measure != NULL;
  return any;
}

pawl_status pawl_ask_open(pawl_job *job)
{
  pawl_channel *channels = PAWL_TAKE(&job->call->arena, job->channel_count + 1, pawl_channel);
  int count = 0;
  if (!is_wanted(job))
    return PAWL_OK;
  for (int i = 0; channels && i < job->channel_count; i++)
    if (job->ask.marked[i])
      channels[count++] = job->channels[i];
  if (!channels)
    return pawl_fail_memory(&job->call->error);
  return pawl_writer_open_memory(&job->ask.keeper, channels, count, NULL, &job->call->error);
}

pawl_status pawl_ask_row(pawl_job *job, double time)
{
  int count = 0;
  if (!job->ask.keeper)
    return PAWL_OK;
  for (int i = 0; i < job->channel_count; i++)
    if (job->ask.marked[i])
      job->row[count++] = job->values[i];
  return pawl_writer_row(job->ask.keeper, time, job->row, &job->call->error);
}

/* ---- when it is over ---- */

static pawl_status keep(pawl_job *job)
{
  int count = 0;
  pawl_writer *keeper = job->ask.keeper;
  pawl_record_books(job, keeper);
  job->ask.keeper = NULL;
  pawl_status status = pawl_writer_result(keeper, &job->ask.kept, &job->call->error);
  job->ask.columns = PAWL_TAKE(&job->call->arena, job->channel_count + 1, double *);
  if (status == PAWL_OK && !job->ask.columns)
    status = pawl_fail_memory(&job->call->error);
  for (int i = 0; status == PAWL_OK && i < job->channel_count; i++)
    if (job->ask.marked[i])
      job->ask.columns[i] = job->ask.kept->columns[count++];
  return status;
}

pawl_measuring pawl_ask_measuring(pawl_job *job, const char *who)
{
  return (pawl_measuring){.result = job->ask.kept,
                          .names = &job->ask.names,
                          .columns = job->ask.columns,
                          .who = who,
                          .known = pawl_sums_know,
                          .context = job,
                          .arena = &job->call->arena,
                          .error = &job->call->error};
}

pawl_status pawl_ask_answer(pawl_job *job)
{
  pawl_status status = job->ask.keeper ? keep(job) : PAWL_OK;
  if (!job->ask.kept)
    return status;
  for (int i = 0; status == PAWL_OK && i < job->ask.count; i++) {
    pawl_asked *asked = job->ask.list + i;
    const char *who =
        asked->name ? pawl_format(&job->call->arena, "output \"%s\":", asked->name) : "--measure";
    const pawl_measuring of = pawl_ask_measuring(job, who ? who : "");
    status = pawl_measure_value(&of, asked->expression, &asked->value);
    if (status == PAWL_OK || status == PAWL_NO_MEMORY)
      continue;
    asked->wrong = pawl_arena_text(&job->call->arena, job->call->error.text);
    job->call->error = (pawl_error){0};
    status = asked->wrong ? PAWL_OK : pawl_fail_memory(&job->call->error);
  }
  return status == PAWL_OK ? pawl_expect_measure(job) : status;
}

void pawl_ask_free(pawl_job *job)
{
  pawl_error unheard = {0};
  if (job->ask.keeper)
    pawl_writer_close(job->ask.keeper, false, &unheard);
  pawl_result_free(job->ask.kept);
  job->ask.keeper = NULL;
  job->ask.kept = NULL;
}

/* ---- the summary ---- */

bool pawl_ask_all_answered(const pawl_job *job)
{
  for (int i = 0; i < job->ask.count; i++)
    if (job->ask.list[i].wrong)
      return false;
  return true;
}

void pawl_ask_put_wrong(const pawl_job *job)
{
  for (int i = 0; i < job->ask.count; i++)
    if (job->ask.list[i].wrong)
      pawl_say(NULL, "%s", job->ask.list[i].wrong);
}

void pawl_ask_put(const pawl_job *job, FILE *to)
{
  for (int i = 0; i < job->ask.count; i++) {
    const pawl_asked *a = job->ask.list + i;
    fprintf(to, "  measure       %s%s%s = ", a->name ? a->name : "", a->name ? ": " : "",
            a->expression->text);
    pawl_put_measure(to, a->value, a->expression->unit);
    fputc('\n', to);
  }
}

void pawl_ask_put_json(pawl_json *json, const pawl_job *job)
{
  pawl_json_open(json, "measures", '[');
  for (int i = 0; i < job->ask.count; i++)
    pawl_put_measure_json(json, job->ask.list[i].name, job->ask.list[i].expression, job->ask.list[i].value);
  pawl_json_close(json, ']');
}
