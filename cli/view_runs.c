/* Which run is next: one that the page has asked for goes before one of a file that was saved, and a save ends the
 * run under way, which is of a file that is no more. A run that fails leaves what is shown as it is. */
#include <stdlib.h>
#include <string.h>

#include "view.h"

/* ---- wishes ---- */

/* Ends the run under way for something newer. */
static void supersede(pawl_viewing *view)
{
  if (!view->running)
    return;
  view->running->superseded = true;
  pawl_worker_cancel(view->worker);
}

void pawl_viewing_ask(pawl_viewing *view, pawl_rerun *run, pawl_request *asker)
{
  if (view->asker) {
    pawl_request_say(asker, 409, "another run is under way");
    pawl_rerun_free(run);
    return;
  }
  supersede(view);
  view->next = run;
  view->asker = asker;
}

void pawl_viewing_cancel(pawl_viewing *view)
{
  if (view->next) {
    pawl_request_say(view->asker, 409, "the run was cancelled");
    view->asker = NULL;
    pawl_rerun_free(view->next);
    view->next = NULL;
  }
  supersede(view);
  if (view->running)
    view->running->superseded = false;
}

void pawl_viewing_saved(pawl_viewing *view)
{
  view->stale = true;
  if (!view->next)
    supersede(view);
}

void pawl_viewing_remember(pawl_viewing *view, const pawl_settings *wanted, const pawl_settings *own)
{
  pawl_arena fresh;
  pawl_settings new_wanted, new_own;
  pawl_arena_open(&fresh, NULL);
  if (!pawl_settings_copy(&new_wanted, wanted, &fresh) || !pawl_settings_copy(&new_own, own, &fresh)) {
    pawl_arena_close(&fresh); /* without memory the old ones stay */
    return;
  }
  pawl_arena_close(&view->memory);
  view->memory = fresh;
  view->wanted = new_wanted;
  view->own = new_own;
}

/* ---- beginning ---- */

static pawl_rerun *run_of_file(const pawl_viewing *view)
{
  pawl_rerun *run = pawl_rerun_new();
  if (!run)
    return NULL;
  run->from_file = true;
  if (pawl_settings_copy(&run->wanted, &view->wanted, &run->call.arena) &&
      pawl_settings_copy(&run->before, &view->own, &run->call.arena))
    return run;
  pawl_rerun_free(run);
  return NULL;
}

void pawl_viewing_begin(pawl_viewing *view, double now)
{
  if (view->again > 0 && now >= view->again) {
    view->again = 0;
    view->stale = true;
  }
  if (view->running || (!view->next && !view->stale))
    return;
  pawl_rerun *run = view->next ? view->next : run_of_file(view);
  if (!run)
    return; /* no memory now; tried again at the next turn */
  view->next = NULL;
  view->covers = view->stale && (run->from_file || !view->of_result);
  view->stale = view->stale && !view->covers;
  view->running = run;
  run->first_look = view->covers && !view->of_result;
  run->number = view->run + 1;
  run->call.argc = view->call->argc;
  run->call.argv = view->call->argv;
  pawl_worker_begin(view->worker, run);
}

/* ---- what becomes of it ---- */

static void accept(pawl_viewing *view, pawl_rerun *run, pawl_request *asker)
{
  pawl_content *content = pawl_content_new(run->bytes, run->size, "application/octet-stream");
  run->bytes = NULL;
  if (content) {
    pawl_content_drop(view->last);
    view->last = content;
    view->run = run->number;
    view->can_run = run->can_run;
    view->error = (pawl_error){0};
    pawl_viewing_remember(view, &run->kept, run->first_look ? &run->own : &view->own);
    if (run->file_count > 0)
      pawl_watch_files_set(view->files, run->files, run->file_count, run->begun);
  }
  if (asker)
    pawl_request_give(asker, 200, content);
}

static void drop_cancelled(pawl_viewing *view, const pawl_rerun *run, pawl_request *asker)
{
  if (asker)
    pawl_request_say(asker, 409, "the run was cancelled");
  if (asker && run->superseded) /* the file was saved meanwhile: then with what was asked for */
    pawl_viewing_remember(view, &run->wanted, &view->own);
  view->stale = view->stale || (view->covers && (asker || run->superseded));
  if (run->from_file && !run->superseded && !view->last)
    pawl_fail(&view->error, PAWL_BAD_NUMBERS, NULL, "the run was cancelled; saving the model begins it anew");
}

/* The file with the mistake may be one that was not read before. */
static void watch_mistake(pawl_viewing *view, const pawl_rerun *run)
{
  char path[sizeof run->call.error.where];
  strcpy(path, run->call.error.where);
  char *colon = strrchr(path, ':');
  if (!colon)
    return;
  *colon = 0;
  pawl_watch_files_add(view->files, path, run->begun);
}

static bool is_same(const pawl_error *a, const pawl_error *b)
{
  return strcmp(a->text, b->text) == 0 && strcmp(a->where, b->where) == 0;
}

/* A file that could not be read may appear anywhere: it is tried again. */
static void report(pawl_viewing *view, const pawl_rerun *run, double now)
{
  const pawl_error *error = &run->call.error;
  if (!view->settled && error->status == PAWL_BAD_CALL) {
    view->wrong = true;
    view->call->error = *error;
    return;
  }
  if (!is_same(&view->error, error))
    pawl_say(error->where, "%s", error->text);
  view->error = *error;
  view->again = error->status == PAWL_BAD_FILE ? now + 1 : 0;
  watch_mistake(view, run);
}

static void fail(pawl_viewing *view, const pawl_rerun *run, pawl_request *asker, double now)
{
  if (run->from_file) {
    report(view, run, now);
    return;
  }
  view->stale = view->stale || view->covers;
  pawl_request_fail(asker, 422, &run->call.error);
}

void pawl_viewing_finish(pawl_viewing *view, double now)
{
  pawl_rerun *run = pawl_worker_take(view->worker);
  if (!run)
    return;
  pawl_request *asker = run->from_file ? NULL : view->asker;
  if (asker)
    view->asker = NULL;
  view->running = NULL;
  if (run->good)
    accept(view, run, asker);
  else if (run->cancelled)
    drop_cancelled(view, run, asker);
  else
    fail(view, run, asker, now);
  view->settled = view->settled || !run->superseded;
  pawl_rerun_free(run);
}
