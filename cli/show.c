/* A motion to show: a model that is run, its rows kept in memory, or a result that is read. */
#include "show.h"

#include <math.h>
#include <string.h>

#include "job.h"

bool pawl_show_is_result(const char *path)
{
  return pawl_result_is(path);
}

/* ---- a run ---- */

/* The motion so far, and why it ends there, if there is any. */
static void keep_partial(pawl_job *job, const char *path, pawl_recording **recording)
{
  pawl_result *result = NULL;
  pawl_error unheard = {0};
  pawl_model *model = job->model;
  if (pawl_record_result(job, &result) != PAWL_OK)
    return;
  if (result->rows == 0) {
    pawl_result_free(result);
    return;
  }
  pawl_run_free(job->run);
  job->run = NULL;
  job->model = NULL;
  pawl_recording_make(recording, result, model, path, &unheard);
}

static int keep_whole(pawl_job *job, const char *path, pawl_recording **recording)
{
  pawl_result *result = NULL;
  pawl_model *model = job->model;
  if (pawl_record_result(job, &result) != PAWL_OK)
    return pawl_exit_of(job->call->error.status);
  pawl_run_free(job->run);
  job->run = NULL;
  job->model = NULL;
  return pawl_exit_of(pawl_recording_make(recording, result, model, path, &job->call->error));
}

static int run_model(pawl_call *call, const pawl_show_words *words, const pawl_stored_model *stored,
                     const pawl_watch *watch, pawl_recording **recording)
{
  const pawl_run_words run = {.model = words->what,
                              .set = words->set,
                              .until = words->until,
                              .output = words->output,
                              .tolerance = words->tolerance,
                              .method = words->method};
  pawl_job job = {.call = call, .words = &run, .stored = stored, .in_memory = true};
  const char *path = stored && stored->path ? stored->path : words->what;
  *recording = NULL;
  int status = pawl_exit_of(pawl_job_prepare(&job));
  if (status == 0) {
    pawl_status failed = pawl_job_simulate(&job, watch);
    if (failed == PAWL_OK && !job.finished)
      status = pawl_job_interrupted(&job);
    else if (failed != PAWL_OK)
      status = pawl_exit_of(failed);
    if (status == 0)
      status = keep_whole(&job, path, recording);
    else if (words->partial)
      keep_partial(&job, path, recording);
  }
  pawl_job_free(&job);
  return status;
}

/* ---- a result ---- */

static pawl_status refuse_run_options(pawl_call *call, const pawl_show_words *words)
{
  const char *wrong = words->set.count && !words->model ? "--set"
                      : !isnan(words->until)            ? "--until"
                      : words->output                   ? "--output"
                      : !isnan(words->tolerance)        ? "--tolerance"
                      : words->method >= 0              ? "--method"
                                                        : NULL;
  if (!wrong)
    return PAWL_OK;
  return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "%s is for a model that is run, and %s is a result",
                   wrong, words->what);
}

static int read_result(pawl_call *call, const pawl_show_words *words, pawl_recording **recording)
{
  pawl_reading how = {.settings = words->set.items, .setting_count = words->set.count};
  pawl_status status = refuse_run_options(call, words);
  if (status == PAWL_OK)
    status = pawl_probe_result(call, words->what);
  if (status == PAWL_OK)
    status = pawl_recording_read(recording, words->what, words->model, &how, &call->error);
  return pawl_exit_of(status);
}

int pawl_show_open(pawl_call *call, const pawl_show_words *words, const pawl_watch *watch,
                   pawl_recording **recording)
{
  *recording = NULL;
  if (pawl_show_is_result(words->what))
    return read_result(call, words, recording);
  if (words->model)
    return pawl_fail(&call->error, PAWL_BAD_CALL, NULL, "--model is for a result in CSV, and %s is a model",
                     words->what);
  return run_model(call, words, NULL, watch, recording);
}

int pawl_show_restored(pawl_call *call, const pawl_show_words *words, const pawl_stored_model *stored,
                       const pawl_watch *watch, pawl_recording **recording)
{
  return run_model(call, words, stored, watch, recording);
}
