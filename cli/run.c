/* pawl run: simulates a model, records rows at t0, t0 + DT, … and exactly at the end, checks what the model
 * expects. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "job.h"

/* ---- what is to be done ---- */

static pawl_status open_run(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  pawl_run_options how = {.tolerance = words->tolerance, .method = words->method};
  pawl_status status = pawl_call_model(job->call, words->model, &words->set, &job->model);
  if (status == PAWL_OK)
    status = pawl_run_open(&job->run, job->model, &how, &job->call->error);
  return status;
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
  if (pawl_result_state(&state, path, t, NULL, error) != PAWL_OK)
    return error->status;
  if (state->size != pawl_run_state_size(job->run))
    pawl_fail(error, PAWL_BAD_CALL, NULL,
              "a state in %s has %zu numbers, one of %s has %zu: they are different models", path,
              state->size, job->model->path, pawl_run_state_size(job->run));
  else
    pawl_run_set_state(job->run, state->y, error);
  pawl_saved_state_free(state);
  return error->status;
}

/* From when to when, and how often. An interval that does not divide the time leaves a shorter one at the end,
 * but none of less than 1e-6 of it, which is rounding. */
static pawl_status plan(pawl_job *job)
{
  const pawl_run_words *words = job->words;
  const pawl_plan *given = &job->model->plan;
  pawl_error *error = &job->call->error;
  job->begin = pawl_run_time(job->run);
  job->end = isnan(words->until) ? given->duration : words->until;
  if (words->from ? job->begin >= job->end : job->begin > job->end)
    return pawl_fail(error, PAWL_BAD_CALL, NULL,
                     "the run begins at t = %.9g s and ends at t = %.9g s; see --until", job->begin,
                     job->end);
  job->interval = !isnan(words->output)   ? words->output
                  : !isnan(given->output) ? given->output
                  : given->duration > 0   ? given->duration / 1000
                                          : job->end / 1000;
  if (job->end == job->begin)
    return PAWL_OK;
  double count = job->end / job->interval;
  if (!(count < 1e9) && !isnan(words->output))
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--output %g: too many rows", words->output);
  if (!(count < 1e9))
    return pawl_fail(error, PAWL_BAD_MODEL, job->model->plan_where, "simulate: 'output' gives too many rows");
  job->last_row = fmax(ceil(count - 1e-6), 1);
  job->next_row = ceil(job->begin / job->interval);
  job->next_row += job->next_row * job->interval < job->begin;
  job->next_row = fmin(job->next_row, job->last_row);
  return PAWL_OK;
}

static pawl_status prepare(pawl_job *job)
{
  pawl_status status = open_run(job);
  if (status == PAWL_OK)
    status = restore(job);
  if (status == PAWL_OK)
    status = plan(job);
  if (status == PAWL_OK)
    status = pawl_record_choose(job);
  if (status == PAWL_OK)
    status = pawl_expect_collect(job);
  if (status != PAWL_OK)
    return status;
  job->values = PAWL_TAKE(&job->call->arena, pawl_run_channel_count(job->run), double);
  return job->values ? pawl_record_open(job) : pawl_fail_memory(&job->call->error);
}

/* ---- doing it ---- */

/* Times are computed from their numbers, not added up, so that the thousandth is as exact as the first. */
static double row_time(const pawl_job *job, double row)
{
  return row >= job->last_row ? job->end : row * job->interval;
}

/* The rows that the last step has passed. */
static pawl_status put_rows(pawl_job *job)
{
  pawl_error *error = &job->call->error;
  while (job->next_row <= job->last_row && row_time(job, job->next_row) <= pawl_run_time(job->run)) {
    double t = row_time(job, job->next_row++);
    if (pawl_run_output(job->run, t, job->values, error) != PAWL_OK || pawl_record_row(job, t) != PAWL_OK)
      return error->status;
  }
  return PAWL_OK;
}

/* The last row comes last, so that `values` are those of the end. */
static pawl_status put_outputs(pawl_job *job)
{
  pawl_status status = pawl_expect_meet(job);
  if (status == PAWL_OK)
    status = put_rows(job);
  return status == PAWL_OK ? pawl_record_state(job) : status;
}

/* Energy that came from nowhere, far more than the tolerance explains: numbers that must not be used. */
static pawl_status judge_ledger(pawl_job *job)
{
  const pawl_run *run = job->run;
  double off = run->books.worst_ledger;
  if (off <= 1e4 * run->tolerance || off <= 1e-6)
    return PAWL_OK;
  return pawl_fail(
      &job->call->error, PAWL_BAD_NUMBERS, job->model->path,
      "the energy ledger does not close: %.2g of the model's energy came from nowhere; try a smaller "
      "tolerance",
      off);
}

static pawl_status simulate(pawl_job *job)
{
  pawl_progress bar;
  pawl_run *run = job->run;
  double began = pawl_clock();
  pawl_interrupt_catch();
  pawl_progress_begin(&bar, job->words->quiet);
  pawl_status status = put_outputs(job);
  while (status == PAWL_OK && pawl_run_time(run) < job->end && !pawl_interrupt_seen()) {
    status = pawl_run_step(run, job->end, &job->call->error);
    if (status == PAWL_OK)
      status = put_outputs(job);
    pawl_progress_show(&bar, (pawl_run_time(run) - job->begin) / (job->end - job->begin), pawl_run_time(run));
  }
  pawl_progress_end(&bar);
  job->wall = pawl_clock() - began;
  job->finished = status == PAWL_OK && pawl_run_time(run) >= job->end;
  return job->finished ? judge_ledger(job) : status;
}

/* ---- saying it ---- */

/* A run that was interrupted can be continued from where it was. */
static int fail_interrupted(pawl_job *job)
{
  job->next_state = -INFINITY;
  pawl_record_state(job);
  pawl_fail(&job->call->error, PAWL_BAD_NUMBERS, NULL, "interrupted at t = %.9g s", pawl_run_time(job->run));
  job->call->error.time = pawl_run_time(job->run);
  return PAWL_INTERRUPTED + pawl_interrupt_seen();
}

/* The sentence of a failure also says where its rows are. */
static void add_partial(pawl_job *job)
{
  pawl_error *error = &job->call->error;
  size_t used = strlen(error->text);
  if (!job->partial || error->status == PAWL_OK || access(job->partial, F_OK) != 0)
    return;
  if (error->status == PAWL_BAD_FILE)
    snprintf(error->text + used, sizeof error->text - used, "; what was written before is in %s",
             job->partial);
  else
    snprintf(error->text + used, sizeof error->text - used, "; the rows up to t = %.9g s are in %s",
             job->row_time, job->partial);
}

static int report(pawl_job *job, int status)
{
  const pawl_run_words *words = job->words;
  add_partial(job);
  if (words->json)
    pawl_summary_json(job, status);
  else if (job->finished && !words->quiet)
    pawl_summary_text(job, job->to_stdout ? stderr : stdout);
  pawl_expect_say_missed(job);
  return status;
}

static int run(pawl_call *call, const void *options)
{
  pawl_job job = {.call = call, .words = options};
  int status = pawl_exit_of(prepare(&job));
  if (status == 0) {
    pawl_status failed = simulate(&job);
    status = failed != PAWL_OK ? pawl_exit_of(failed) : job.finished ? 0 : fail_interrupted(&job);
    failed = pawl_record_close(&job, status == 0);
    if (status == 0 && failed != PAWL_OK) {
      job.finished = false;
      status = pawl_exit_of(failed);
    }
    if (status == 0 && !pawl_expect_all_met(&job))
      status = PAWL_BAD_NUMBERS;
    status = report(&job, status);
  }
  pawl_record_close(&job, false);
  pawl_run_free(job.run);
  pawl_model_free(job.model);
  return status;
}

static const pawl_option options[] = {
    {"MODEL", NULL, PAWL_ARGUMENT, offsetof(pawl_run_words, model), 0, 0,
     "a folder with model.lua, or a file"},
    {"--set", "NAME=VALUE", PAWL_OPTION_SETTINGS, offsetof(pawl_run_words, set), 0, 0,
     "sets a parameter, or a number of a part by path (return.stiffness=950); may be repeated"},
    {"--until", "T", PAWL_OPTION_NUMBER, offsetof(pawl_run_words, until), 0, INFINITY,
     "ends the run at T seconds instead of the model's duration"},
    {"--output", "DT", PAWL_OPTION_NUMBER, offsetof(pawl_run_words, output), 0, INFINITY,
     "seconds between rows"},
    {"--tolerance", "X", PAWL_OPTION_NUMBER, offsetof(pawl_run_words, tolerance), 1e-15, 0.1,
     "what a run may err over the model's own time, relative to its own length"},
    {"--method", "auto dopri5 dop853 bdf", PAWL_OPTION_CHOICE, offsetof(pawl_run_words, method), 0, 0,
     "integrator"},
    {"--channels", "A,B,…", PAWL_OPTION_TEXT, offsetof(pawl_run_words, channels), 0, 0,
     "the channels to record, all unless given: names, parts (all of theirs), or beginnings of names with *"},
    {"--out", "FILE", PAWL_OPTION_TEXT, offsetof(pawl_run_words, out), 0, 0,
     "where the result goes: FILE.csv holds time and channels, FILE.h5 everything"},
    {"--from", "RESULT.h5@T", PAWL_OPTION_TEXT, offsetof(pawl_run_words, from), 0, 0,
     "continues from the last state stored in a result at or before T; without @T, from its last state"},
    {"--json", NULL, PAWL_OPTION_FLAG, offsetof(pawl_run_words, json), 0, 0,
     "prints the summary as one JSON object"},
    {"--quiet", NULL, PAWL_OPTION_FLAG, offsetof(pawl_run_words, quiet), 0, 0,
     "prints no summary and no progress bar"},
    {0}};

const pawl_command pawl_command_run = {
    .name = "run",
    .doc = "Simulates a model, records its channels, and checks the numbers it expects.",
    .about =
        "A result replaces an earlier one only when the run is complete; the rows of one that failed or was "
        "interrupted are in FILE.part. An expect that is not met gives exit status 3, an interruption 128 "
        "and the signal's number.",
    .size = sizeof(pawl_run_words),
    .options = options,
    .run = run};
