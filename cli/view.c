/* pawl view: the page, served to this machine, with sliders that run the model again. One thread waits for the
 * page, for saved files, for runs that are over and for Ctrl-C; another one makes the runs. */
#define _GNU_SOURCE
#include "view.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  pawl_show_words show;
  double port;
  bool no_open;
} view_words;

/* ---- what is shown first ---- */

/* The page without a run. */
static pawl_status make_page(pawl_viewing *view)
{
  pawl_error *error = &view->call->error;
  pawl_page_frame frame = pawl_page_built_in();
  char *html = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&html, &size);
  if (!to)
    return pawl_fail_memory(error);
  pawl_status status = pawl_page_write_live(to, &frame, error);
  if (fclose(to) != 0 && status == PAWL_OK)
    status = pawl_fail_memory(error);
  if (status == PAWL_OK)
    view->page = pawl_content_new(html, size, "text/html; charset=utf-8");
  else
    free(html);
  return status == PAWL_OK && !view->page ? pawl_fail_memory(error) : status;
}

/* A path that leads nowhere is a slip of the command, not a model to be repaired. */
static pawl_status find_model(pawl_viewing *view, const char *what, const char **path)
{
  struct stat about;
  bool folder = stat(what, &about) == 0 && S_ISDIR(about.st_mode);
  size_t length = strlen(what);
  *path = folder ? pawl_format(&view->call->arena, "%s%smodel.lua", what,
                               length && what[length - 1] == '/' ? "" : "/")
                 : what;
  if (!*path)
    return pawl_fail_memory(&view->call->error);
  if (access(*path, R_OK) != 0)
    return pawl_fail(&view->call->error, PAWL_BAD_FILE, NULL, "cannot read %s: %s", *path, strerror(errno));
  return PAWL_OK;
}

/* The first run is made by the worker, so that a model that is wrong can be repaired with the page open. */
static int show_model(pawl_viewing *view, const char *what)
{
  const char *path;
  double now = pawl_watch_files_date();
  if (find_model(view, what, &path) != PAWL_OK)
    return pawl_exit_of(view->call->error.status);
  view->can_run = view->stale = true;
  pawl_watch_files_set(view->files, &path, 1, now);
  return 0;
}

static pawl_status keep_first(pawl_viewing *view, const pawl_recording *recording)
{
  char *bytes;
  size_t size;
  if (pawl_page_message(recording, 1, view->can_run, &bytes, &size, &view->call->error) != PAWL_OK)
    return view->call->error.status;
  view->last = pawl_content_new(bytes, size, "application/octet-stream");
  view->run = 1;
  view->settled = true;
  return view->last ? PAWL_OK : pawl_fail_memory(&view->call->error);
}

/* With --model the result is shown first, and the file of the model from then on. */
static pawl_status follow_model(pawl_viewing *view, const pawl_recording *recording,
                                pawl_rerun_source *source)
{
  const char **files;
  int count;
  const pawl_settings none = {0};
  pawl_settings own;
  source->show.what = source->show.model;
  source->show.model = NULL;
  if (!pawl_rerun_files(&files, &count, recording->model, &view->call->arena) ||
      !pawl_settings_own(&own, recording->model, &view->call->arena) ||
      !pawl_watch_files_set(view->files, files, count, pawl_watch_files_date()))
    return pawl_fail_memory(&view->call->error);
  pawl_viewing_remember(view, &none, &own);
  return PAWL_OK;
}

static int show_result(pawl_viewing *view, pawl_rerun_source *source)
{
  pawl_recording *recording;
  bool with_model = source->show.model != NULL;
  double now = pawl_watch_files_date();
  int status = pawl_show_open(view->call, &source->show, NULL, &recording);
  if (status != 0)
    return status;
  view->of_result = !with_model;
  view->can_run = with_model || pawl_rerun_possible(recording);
  pawl_status failed = keep_first(view, recording);
  if (failed == PAWL_OK && with_model)
    failed = follow_model(view, recording, source);
  else if (failed == PAWL_OK && !pawl_watch_files_set(view->files, &source->show.what, 1, now))
    failed = pawl_fail_memory(&view->call->error);
  if (failed == PAWL_OK && !with_model)
    source->result = recording;
  else
    pawl_recording_free(recording);
  return pawl_exit_of(failed);
}

/* ---- opening and closing ---- */

static int open_view(pawl_viewing *view, const view_words *words)
{
  pawl_error *error = &view->call->error;
  pawl_rerun_source source = {.show = words->show};
  int port = isnan(words->port) ? 0 : (int)words->port;
  if (!isnan(words->port) && port != words->port)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "--port must be a whole number, not %g", words->port);
  pawl_arena_open(&view->memory, NULL);
  view->files = pawl_watch_files_open(false);
  if (!view->files)
    return pawl_exit_of(pawl_fail_memory(error));
  int status = pawl_exit_of(make_page(view));
  if (status == 0)
    status = pawl_show_is_result(words->show.what) ? show_result(view, &source)
                                                   : show_model(view, words->show.what);
  if (status == 0)
    status = pawl_exit_of(pawl_server_open(&view->server, port, pawl_viewing_calls, view, error));
  if (status == 0)
    return pawl_exit_of(pawl_worker_open(&view->worker, &source, error));
  pawl_recording_free(source.result);
  return status;
}

/* Whoever still waits is told; a run that does not end when it is told to is left to the system. */
static void close_view(pawl_viewing *view)
{
  if (!pawl_worker_close(view->worker, 0.8)) {
    fflush(stdout);
    _exit(0);
  }
  if (view->asker)
    pawl_request_say(view->asker, 503, "the server ends");
  if (view->server)
    pawl_server_serve(view->server, &(pawl_ready){.largest = -1}, pawl_clock());
  pawl_server_close(view->server);
  pawl_rerun_free(view->next);
  pawl_content_drop(view->last);
  pawl_content_drop(view->page);
  pawl_watch_files_close(view->files);
  pawl_arena_close(&view->memory);
}

/* ---- the loop ---- */

static bool announce(pawl_viewing *view, const view_words *words)
{
  printf("%s\nThis address shows %s in a browser on this machine; Ctrl-C ends the server.\n",
         pawl_server_address(view->server), words->show.what);
  if (fflush(stdout) != 0)
    return false; /* nobody would know the address */
  if (!words->no_open)
    view->browser = pawl_browser_open(pawl_server_address(view->server));
  return true;
}

static void add(pawl_ready *ready, int descriptor)
{
  if (descriptor < 0 || descriptor >= FD_SETSIZE)
    return; /* then it is looked at once a second */
  FD_SET(descriptor, &ready->read);
  ready->largest = descriptor > ready->largest ? descriptor : ready->largest;
}

/* Ctrl-C is let through only here: then nothing is half done. */
static void await(const pawl_viewing *view, double now, const sigset_t *signals, pawl_ready *ready)
{
  *ready = (pawl_ready){.largest = -1};
  double wait = pawl_server_await(view->server, ready);
  add(ready, pawl_worker_descriptor(view->worker));
  add(ready, pawl_watch_files_descriptor(view->files));
  wait = fmin(wait, pawl_watch_files_next(view->files) - now);
  wait = view->again > 0 ? fmin(wait, view->again - now) : wait;
  struct timespec most = {0, (long)(1e9 * fmin(fmax(wait, 0), 0.999))};
  if (pselect(ready->largest + 1, &ready->read, &ready->write, &ready->except, &most, signals) < 0)
    *ready = (pawl_ready){.largest = -1}; /* a signal: nothing is known to be ready */
}

/* A first run that takes long is shown on its way, after a second. */
static int serve(pawl_viewing *view, const view_words *words, const sigset_t *signals)
{
  double begun = pawl_clock();
  bool announced = false;
  pawl_ready ready = {.largest = -1};
  while (!pawl_interrupt_seen()) {
    double now = pawl_clock();
    pawl_viewing_finish(view, now);
    if (view->wrong)
      return pawl_exit_of(view->call->error.status);
    pawl_server_serve(view->server, &ready, now);
    if (pawl_watch_files_look(view->files, now))
      pawl_viewing_saved(view);
    pawl_viewing_begin(view, now);
    if (!announced && (view->settled || now > begun + 1)) {
      announced = true;
      if (!announce(view, words))
        return PAWL_BAD_FILE;
    }
    if (view->browser > 0 && waitpid(view->browser, NULL, WNOHANG) != 0)
      view->browser = 0;
    await(view, now, signals, &ready);
  }
  return 0;
}

static int run(pawl_call *call, const void *options)
{
  pawl_viewing view = {.call = call};
  sigset_t ends, before;
  pawl_interrupt_catch();
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ends, &before);
  int status = open_view(&view, options);
  if (status == 0)
    status = serve(&view, options, &before);
  pthread_sigmask(SIG_SETMASK, &before, NULL); /* a second Ctrl-C need not wait */
  close_view(&view);
  return status;
}

static const pawl_option options[] = {
    PAWL_SHOW_OPTIONS(view_words),
    {"--port", "N", PAWL_OPTION_NUMBER, offsetof(view_words, port), 0, 65535,
     "the port of the server; any that is free unless given"},
    {"--no-open", NULL, PAWL_OPTION_FLAG, offsetof(view_words, no_open), 0, 0, "opens no browser"},
    {0}};

const pawl_command pawl_command_view = {
    .name = "view",
    .doc = "Shows a motion in the browser; sliders run the model again, and so does saving it.",
    .about = "The page is served to this machine alone, at an address with a secret token, which is printed; "
             "where "
             "there is a screen, the browser opens. A model that is wrong is shown as its sentence, and the "
             "last good "
             "motion stays; repaired and saved, it moves again. A result in HDF5 holds its model and can be "
             "run again; "
             "one in CSV can with --model. Ctrl-C ends the server.",
    .size = sizeof(view_words),
    .options = options,
    .run = run};
