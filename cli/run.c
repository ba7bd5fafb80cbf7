/* pawl run: simulates a model, records its channels, checks what the model expects. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "job.h"

/* A run that was interrupted can be continued from where it was. */
static int fail_interrupted(pawl_job *job)
{
  job->next_state = -INFINITY;
  pawl_record_state(job);
  return pawl_job_interrupted(job);
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
  if (job->call->error.status == PAWL_BAD_NUMBERS && !words->json &&
      !strstr(job->call->error.text, " is too stiff for steps of ")) /* it is said already */
    pawl_put_law_warnings(stderr, "", job->run, job->contacts);
  if (job->finished && !words->json && pawl_job_plot(job, job->to_stdout ? stderr : stdout) != PAWL_OK)
    status = pawl_exit_of(job->call->error.status);
  pawl_expect_put_missed(job, stderr);
  pawl_ask_put_wrong(job);
  return status;
}

static int run(pawl_call *call, const void *options)
{
  const pawl_run_words *words = options;
  if (words->bisect.count)
    return pawl_bisect(call, words);
  pawl_job job = {.call = call, .words = words};
  int status = pawl_exit_of(pawl_job_prepare(&job));
  if (status == 0) {
    pawl_status failed = pawl_job_simulate(&job, NULL);
    status = failed != PAWL_OK ? pawl_exit_of(failed) : job.finished ? 0 : fail_interrupted(&job);
    failed = pawl_events_close(&job);
    pawl_status closed = pawl_record_close(&job, status == 0 && failed == PAWL_OK);
    failed = failed == PAWL_OK ? closed : failed;
    if (status == 0 && failed != PAWL_OK) {
      job.finished = false;
      status = pawl_exit_of(failed);
    }
    if (status == 0 && !pawl_expect_all_met(&job))
      status = PAWL_BAD_NUMBERS;
    if (status == 0 && !pawl_ask_all_answered(&job))
      status = PAWL_BAD_CALL;
    status = report(&job, status);
  }
  pawl_job_free(&job);
  return status;
}

static const pawl_option options[] = {
    {"MODEL", NULL, PAWL_ARGUMENT, offsetof(pawl_run_words, model), 0, 0,
     "a folder with model.lua, or a file"},
    {"--set", "NAME=VALUE", PAWL_OPTION_SETTINGS, offsetof(pawl_run_words, set), 0, 0,
     "sets a parameter, or a number of a part by path (return.stiffness=950); numbers may have units, "
     "l=50*cm; may be "
     "repeated"},
    {"--until", "T", PAWL_OPTION_NUMBER, offsetof(pawl_run_words, until), 0, INFINITY,
     "ends the run at T seconds instead of the model's duration"},
    {"--until-event", "NAME[:KIND]", PAWL_OPTION_TEXT, offsetof(pawl_run_words, until_event), 0, 0,
     "ends the run at the first event of that part, hit, or of that part and kind, hit:impact, hit:open"},
    {"--bisect", "NAME=FROM:TO", PAWL_OPTION_SETTINGS, offsetof(pawl_run_words, bisect), 0, 0,
     "makes runs to find the value of a parameter, or of a number by path, at which the one --measure "
     "changes its sign, "
     "or from zero"},
    {"--output", "DT", PAWL_OPTION_TEXT, offsetof(pawl_run_words, output), 0, 0,
     "seconds between rows; 'even', or DT,even, leaves out the rows at events and peaks"},
    {"--tolerance", "X", PAWL_OPTION_NUMBER, offsetof(pawl_run_words, tolerance), 1e-15, 0.1,
     "what a run may err over the model's own time, relative to its own length"},
    {"--method", PAWL_METHOD_WORDS, PAWL_OPTION_CHOICE, offsetof(pawl_run_words, method), 0, 0,
     "integrator. " PAWL_METHOD_DOCS},
    {"--channels", "A,B,…", PAWL_OPTION_TEXT, offsetof(pawl_run_words, channels), 0, 0,
     "the channels to record, all unless given: names, parts (all of theirs), beginnings of names with *, or "
     "expressions, hit.fx*ball.vx"},
    {"--out", "FILE", PAWL_OPTION_TEXT, offsetof(pawl_run_words, out), 0, 0,
     "where the result goes: FILE.csv holds time and channels, FILE.h5 everything"},
    {"-o", "FILE", PAWL_OPTION_TEXT, offsetof(pawl_run_words, out), 0, 0, "the same as --out"},
    {"--events", "FILE", PAWL_OPTION_TEXT, offsetof(pawl_run_words, events), 0, 0,
     "writes the log of modes and impacts as CSV, each line when it happens"},
    {"--measure", "EXPR", PAWL_OPTION_TEXTS, offsetof(pawl_run_words, measures), 0, 0,
     "says this number of the run, max(hit.normal_force), cross(hinge.angle, 0); may be repeated; see pawl "
     "help "
     "expressions"},
    {"--plot", "A,B,…", PAWL_OPTION_TEXT, offsetof(pawl_run_words, plot), 0, 0,
     "draws these channels or expressions in the terminal when the run is complete"},
    {"--from", "RESULT.h5@T", PAWL_OPTION_TEXT, offsetof(pawl_run_words, from), 0, 0,
     "continues from the last state stored in a result at or before T; without @T, from its last state"},
    {"--dump-problems", "DIR", PAWL_OPTION_TEXT, offsetof(pawl_run_words, problems), 0, 0,
     "stores every contact problem of the run as a file in DIR, for pawl problem"},
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
        "interrupted are in FILE.part. The log of --events is written line by line, whatever happens later. "
        "An expect that is not met gives exit status 3, an interruption 128 "
        "and the signal's number.",
    .size = sizeof(pawl_run_words),
    .options = options,
    .run = run};
