/* One simulation: from when to when, steps, and rows at t0, t0 + DT, … and exactly at the end. */
#include "job.h"

#include <math.h>
#include <string.h>

#include "step/stepping.h"

/* ---- what is to be done ---- */

static pawl_status open_run(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  pawl_run_options how = {.tolerance = words->tolerance, .method = words->method};
  pawl_reading reading = {.settings = words->set.items, .setting_count = words->set.count};
  pawl_error *error = &job->call->error;
  pawl_status status = job->stored ? pawl_model_restore(&job->model, job->stored, &reading, error)
                                   : pawl_model_read(&job->model, words->model, &reading, error);
  if (status == PAWL_OK)
    status = pawl_run_open(&job->run, job->model, &how, error);
  if (status == PAWL_OK) {
    job->run->tells.on_event = pawl_events_note;
    job->run->tells.listener = job;
  }
  return status;
}

/* A state may come from another method: stepping's own numbers are then left out, or not known (0). */
static pawl_status set_state(pawl_job *job, const pawl_saved_state *state)
{
  size_t own = pawl_run_state_size(job->run);
  if (state->size >= own)
    return pawl_run_set_state(job->run, state->y, &job->call->error);
  double *whole = PAWL_TAKE(&job->call->arena, own, double);
  if (!whole)
    return pawl_fail_memory(&job->call->error);
  memset(whole, 0, own * sizeof *whole);
  memcpy(whole, state->y, state->size * sizeof *whole);
  return pawl_run_set_state(job->run, whole, &job->call->error);
}

static bool fits(const pawl_run *run, size_t size)
{
  size_t shared = pawl_run_state_shared(run);
  return size == shared || size == shared + pawl_stepping_memory_size(run);
}

/* --from RESULT.h5@t: the last state stored at or before t; without t, the last. */
static pawl_status restore(pawl_job *job)
{
  pawl_error *error = &job->call->error;
  const char *from = job->words->from, *at = from ? strrchr(from, '@') : NULL;
  double t = INFINITY;
  pawl_saved_state *state = NULL;
  if (!from)
    return PAWL_OK;
  if (at && !pawl_number_of(at + 1, &t))
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "--from wants RESULT.h5@t, with a time after the @, not '%s'", from);
  char *path = pawl_format(&job->call->arena, "%.*s", (int)(at ? at - from : (long)strlen(from)), from);
  if (!path)
    return pawl_fail_memory(error);
  if (pawl_probe_result(job->call, path) != PAWL_OK)
    return error->status;
  if (pawl_result_state(&state, path, t, NULL, error) != PAWL_OK)
    return error->status;
  if (!fits(job->run, state->size))
    pawl_fail(error, PAWL_BAD_CALL, NULL,
              "a state in %s has %zu numbers, one of %s has %zu: they are different models", path,
              state->size, job->model->path, pawl_run_state_size(job->run));
  else
    set_state(job, state);
  pawl_saved_state_free(state);
  return error->status;
}

/* --output: seconds between rows, or "even", or both with a comma. */
static pawl_status read_output(pawl_job *job, double *interval)
{
  const char *text = job->words->output, *comma = text ? strrchr(text, ',') : NULL;
  pawl_error *error = &job->call->error;
  *interval = (double)NAN;
  if (!text)
    return PAWL_OK;
  const char *last = comma ? comma + 1 : text;
  job->even = strcmp(last, "even") == 0;
  if (job->even && !comma)
    return PAWL_OK;
  char *number =
      pawl_format(&job->call->arena, "%.*s", (int)(job->even ? comma - text : (long)strlen(text)), text);
  if (!number)
    return pawl_fail_memory(error);
  if (!pawl_number_of(number, interval))
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "--output wants seconds between rows, 'even' for no other rows, or both as in "
                     "1e-3,even, not '%s'",
                     text);
  if (!(*interval > 0 && *interval < (double)INFINITY))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--output %s: must be more than 0", text);
  return PAWL_OK;
}

/* From when to when, and how often. */
static pawl_status plan(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  const pawl_plan *given = &job->model->plan;
  pawl_error *error = &job->call->error;
  double asked;
  job->begin = pawl_run_time(job->run);
  job->end = isnan(words->until) ? given->duration : words->until;
  if (words->from ? job->begin >= job->end : job->begin > job->end)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "the run begins at t = %.9g s and ends at t = %.9g s; see --until", job->begin,
                     job->end);
  if (read_output(job, &asked) != PAWL_OK)
    return error->status;
  job->interval = !isnan(asked) ? asked : !isnan(given->output) ? given->output : job->end / 1000;
  if (job->end == job->begin)
    return PAWL_OK;
  double count = job->end / job->interval;
  if (!(count < 1e9) && !isnan(asked))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--output %s: too many rows", words->output);
  if (!(count < 1e9))
    return pawl_fail(error, PAWL_BAD_MODEL, job->model->plan_where, "simulate: 'output' gives too many rows");
  return pawl_stepping_judge_step(job->run, job->end, error);
}

pawl_status pawl_job_plan(pawl_job *job)
{
  pawl_status status = plan(job);
  if (status == PAWL_OK)
    status = pawl_record_choose(job);
  return status == PAWL_OK ? pawl_expect_collect(job) : status;
}

static pawl_status put_row(void *context, double time, const double *values, pawl_row_why why)
{
  pawl_job *job = context;
  memcpy(job->values, values, sizeof *values * (size_t)pawl_run_channel_count(job->run));
  return pawl_record_row(job, time, why);
}

/* Channels whose peaks have rows: those that are written or kept. */
static int *list_watched(pawl_job *job, int *count)
{
  int *list = PAWL_TAKE(&job->call->arena, job->channel_count + 1, int);
  bool *is = PAWL_TAKE(&job->call->arena, job->channel_count + 1, bool);
  *count = 0;
  if (!list || !is)
    return NULL;
  for (int i = 0; job->ask.keeper && i < job->channel_count; i++)
    is[i] = job->ask.marked[i];
  for (int i = 0; job->writer && i < job->chosen_count; i++)
    if (job->chosen[i] < job->channel_count)
      is[job->chosen[i]] = true;
  for (int i = 0; i < job->channel_count; i++)
    if (is[i])
      list[(*count)++] = i;
  return list;
}

static pawl_status open_rows(pawl_job *job)
{
  bool kept = job->writer || job->ask.keeper;
  int watched;
  int *watch = list_watched(job, &watched);
  pawl_rows_plan rows = {.begin = job->begin,
                         .end = job->end,
                         .interval = job->interval,
                         .even = job->even || !kept,
                         .watch = watch,
                         .watch_count = watched,
                         .put = put_row,
                         .context = job};
  job->rows = watch ? pawl_rows_open(job->run, &rows, &job->call->arena) : NULL;
  return job->rows ? PAWL_OK : pawl_fail_memory(&job->call->error);
}

pawl_status pawl_job_prepare(pawl_job *job)
{
  pawl_status status = open_run(job);
  if (status == PAWL_OK && !job->words->from)
    job->contacts = pawl_contacts_look(job->run, false, &job->call->arena);
  if (status == PAWL_OK)
    status = restore(job);
  if (status == PAWL_OK)
    status = pawl_job_plan(job);
  if (status != PAWL_OK)
    return status;
  job->values = PAWL_TAKE(&job->call->arena, job->channel_count + job->computed_count, double);
  if (pawl_until_open(job) != PAWL_OK)
    return job->call->error.status;
  status = job->values ? pawl_record_open(job) : pawl_fail_memory(&job->call->error);
  if (status == PAWL_OK)
    status = open_rows(job);
  if (status == PAWL_OK)
    status = pawl_events_open(job);
  return status == PAWL_OK ? pawl_dump_open(job) : status;
}

/* ---- doing it ---- */

/* What the run was to wait for has happened: it ends here, and has its last row. */
static pawl_status end_here(pawl_job *job)
{
  double t = pawl_run_time(job->run);
  if (!job->until.part || isnan(job->until.time) || t >= job->end)
    return PAWL_OK;
  job->end = t;
  return pawl_rows_stop(job->rows, &job->call->error);
}

/* The last row comes last, so that `values` are those of the end. */
static pawl_status put_outputs(pawl_job *job)
{
  pawl_status status = job->call->error.status; /* of what was told during the step */
  if (status == PAWL_OK)
    status = pawl_sums_pass(job);
  if (status == PAWL_OK)
    status = pawl_expect_meet(job);
  if (status == PAWL_OK)
    status = pawl_rows_pass(job->rows, &job->call->error);
  if (status == PAWL_OK)
    status = end_here(job);
  return status == PAWL_OK ? pawl_record_state(job) : status;
}

/* Energy that came from nowhere, far more than the tolerance explains: numbers that must not be used. */
static pawl_status judge_ledger(pawl_job *job)
{
  const pawl_run *run = job->run;
  double off = run->books.worst_ledger;
  if (off <= pawl_judge_share(run))
    return PAWL_OK;
  pawl_fail(
      &job->call->error, PAWL_BAD_NUMBERS, job->model->path,
      "the energy ledger does not close: %.2g of the energy turned over came from nowhere; try a smaller %s",
      off, run->way->set_by);
  pawl_judge_hint(run, &job->call->error);
  return PAWL_BAD_NUMBERS;
}

/* Steps until the end, or until `watch` or the person at the terminal has seen enough. */
static pawl_status make_steps(pawl_job *job, const pawl_watch *watch)
{
  pawl_run *run = job->run;
  pawl_status status = put_outputs(job);
  double span = job->end - job->begin;
  while (status == PAWL_OK && pawl_run_time(run) < job->end) {
    if (!watch->goes_on(watch->context, (pawl_run_time(run) - job->begin) / span, pawl_run_time(run)))
      break;
    status = pawl_run_step(run, job->end, &job->call->error);
    if (status == PAWL_OK)
      status = put_outputs(job);
    else
      pawl_rows_end(job->rows);
  }
  return status;
}

static bool ask_terminal(void *context, double part, double time)
{
  pawl_progress_show(context, part, time);
  return !pawl_interrupt_seen();
}

pawl_status pawl_job_simulate(pawl_job *job, const pawl_watch *watch)
{
  pawl_progress bar;
  const pawl_watch terminal = {ask_terminal, &bar};
  double began = pawl_clock();
  if (!watch) {
    pawl_interrupt_catch();
    pawl_progress_begin(&bar, job->words->quiet);
  }
  pawl_status status = make_steps(job, watch ? watch : &terminal);
  if (!watch)
    pawl_progress_end(&bar);
  job->wall = pawl_clock() - began;
  job->finished = status == PAWL_OK && pawl_run_time(job->run) >= job->end;
  if (!job->finished)
    return status;
  status = judge_ledger(job);
  return status == PAWL_OK ? pawl_ask_answer(job) : status;
}

int pawl_job_interrupted(pawl_job *job)
{
  pawl_fail(&job->call->error, PAWL_BAD_NUMBERS, NULL, "interrupted at t = %.9g s", pawl_run_time(job->run));
  job->call->error.time = pawl_run_time(job->run);
  return PAWL_INTERRUPTED + pawl_interrupt_seen();
}

void pawl_job_free(pawl_job *job)
{
  pawl_record_close(job, false);
  pawl_events_close(job);
  pawl_ask_free(job);
  pawl_run_free(job->run);
  pawl_model_free(job->model);
  job->run = NULL;
  job->model = NULL;
}
