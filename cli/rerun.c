/* The worker: waits for a run, makes it, rings. */
#define _GNU_SOURCE
#include "rerun.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "watch_file.h"

struct pawl_worker {
  pawl_rerun_source source; /* the thread's own */
  pthread_t thread;
  int bell; /* an eventfd */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* Under the lock: */
  pawl_rerun *next, *over;
  bool cancel, end, ended;
  double part, time;
};

pawl_rerun *pawl_rerun_new(void)
{
  pawl_rerun *run = calloc(1, sizeof *run);
  if (run)
    pawl_arena_open(&run->call.arena, NULL);
  return run;
}

void pawl_rerun_free(pawl_rerun *run)
{
  if (!run)
    return;
  free(run->bytes);
  pawl_arena_close(&run->call.arena);
  free(run);
}

/* ---- one run ---- */

static bool goes_on(void *context, double part, double time)
{
  pawl_worker *worker = context;
  pthread_mutex_lock(&worker->lock);
  worker->part = fmin(fmax(part, 0), 1);
  worker->time = time;
  bool on = !worker->cancel;
  pthread_mutex_unlock(&worker->lock);
  return on;
}

static bool is_cancelled(pawl_worker *worker)
{
  pthread_mutex_lock(&worker->lock);
  bool cancel = worker->cancel;
  pthread_mutex_unlock(&worker->lock);
  return cancel;
}

static bool starve(pawl_rerun *run)
{
  pawl_fail_memory(&run->call.error);
  return false;
}

/* The file's own values, and which of the wanted ones it still takes. */
static bool look_first(pawl_worker *worker, pawl_rerun *run)
{
  pawl_model *model = NULL;
  pawl_arena *arena = &run->call.arena;
  const pawl_show_words *words = &worker->source.show;
  bool good = pawl_call_model(&run->call, words->what, &words->set, &model) == PAWL_OK;
  if (good)
    good = pawl_settings_own(&run->own, model, arena) || starve(run);
  if (good && run->from_file)
    good = pawl_settings_keep(&run->kept, &run->wanted, &run->before, &run->own, model, arena) || starve(run);
  pawl_model_free(model);
  return good;
}

static bool keep(pawl_worker *worker, pawl_rerun *run, const pawl_recording *recording)
{
  run->can_run = !worker->source.result || pawl_rerun_possible(worker->source.result);
  pawl_status status =
      pawl_page_message(recording, run->number, run->can_run, &run->bytes, &run->size, &run->call.error);
  if (status != PAWL_OK || worker->source.result)
    return status == PAWL_OK;
  return pawl_rerun_files(&run->files, &run->file_count, recording->model, &run->call.arena) || starve(run);
}

/* A pipe in the place of the model would be waited for without end. */
static bool is_model(pawl_rerun *run, const char *path)
{
  struct stat about;
  if (stat(path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode))
    return true; /* what is not there is said by whoever reads it */
  pawl_fail(&run->call.error, PAWL_BAD_FILE, NULL, "cannot read %s: it is not a file", path);
  return false;
}

static bool make_run(pawl_worker *worker, pawl_rerun *run)
{
  const pawl_rerun_source *source = &worker->source;
  const pawl_watch watch = {goes_on, worker};
  pawl_show_words words;
  pawl_recording *recording = NULL;
  if (!source->result && !is_model(run, source->show.what))
    return false;
  if (run->first_look && !look_first(worker, run))
    return false;
  if (!run->from_file)
    run->kept = run->wanted;
  if (!pawl_rerun_words(source, &run->kept, &run->call.arena, &words))
    return starve(run);
  int status = source->result ? pawl_show_restored(&run->call, &words, &source->result->result->model, &watch,
                                                   &recording)
                              : pawl_show_open(&run->call, &words, &watch, &recording);
  bool good = status == 0 && keep(worker, run, recording);
  pawl_recording_free(recording);
  return good;
}

/* A result that was written anew. */
static bool read_again(pawl_worker *worker, pawl_rerun *run)
{
  pawl_recording *recording = NULL, *old = worker->source.result;
  if (pawl_show_open(&run->call, &worker->source.show, NULL, &recording) != 0)
    return false;
  worker->source.result = recording;
  bool good = keep(worker, run, recording);
  pawl_recording_free(good ? old : recording);
  worker->source.result = good ? recording : old;
  return good;
}

static void make(pawl_worker *worker, pawl_rerun *run)
{
  run->begun = pawl_watch_files_date();
  run->good = worker->source.result && run->from_file ? read_again(worker, run) : make_run(worker, run);
  run->cancelled = !run->good && is_cancelled(worker);
}

/* ---- the thread ---- */

static void ring(const pawl_worker *worker)
{
  const unsigned long long once = 1;
  while (write(worker->bell, &once, sizeof once) < 0 && errno == EINTR)
    ;
}

static void *work(void *context)
{
  pawl_worker *worker = context;
  pthread_mutex_lock(&worker->lock);
  for (;;) {
    while (!worker->end && !worker->next)
      pthread_cond_wait(&worker->changed, &worker->lock);
    pawl_rerun *run = worker->next;
    if (!run)
      break;
    pthread_mutex_unlock(&worker->lock);
    make(worker, run);
    pthread_mutex_lock(&worker->lock);
    worker->next = NULL;
    worker->over = run;
    ring(worker);
  }
  worker->ended = true;
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  return NULL;
}

static void free_worker(pawl_worker *worker)
{
  pawl_rerun_free(worker->next);
  pawl_rerun_free(worker->over);
  pawl_recording_free(worker->source.result);
  pthread_mutex_destroy(&worker->lock);
  pthread_cond_destroy(&worker->changed);
  if (worker->bell >= 0)
    close(worker->bell);
  free(worker);
}

/* Waits are measured by the clock that nobody sets. */
static void open_condition(pthread_cond_t *condition)
{
  pthread_condattr_t how;
  pthread_condattr_init(&how);
  pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &how);
  pthread_condattr_destroy(&how);
}

pawl_status pawl_worker_open(pawl_worker **worker, const pawl_rerun_source *source, pawl_error *error)
{
  pawl_worker *w = *worker = calloc(1, sizeof *w);
  if (!w) {
    pawl_recording_free(source->result);
    return pawl_fail_memory(error);
  }
  w->source = *source;
  w->part = w->time = NAN;
  pthread_mutex_init(&w->lock, NULL);
  open_condition(&w->changed);
  w->bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  int code = w->bell < 0 ? errno : pthread_create(&w->thread, NULL, work, w);
  if (code == 0)
    return PAWL_OK;
  free_worker(w);
  *worker = NULL;
  return pawl_fail(error, PAWL_BAD_FILE, NULL, "cannot start a thread: %s", strerror(code));
}

/* ---- its face ---- */

int pawl_worker_descriptor(const pawl_worker *worker)
{
  return worker->bell;
}

void pawl_worker_begin(pawl_worker *worker, pawl_rerun *run)
{
  pthread_mutex_lock(&worker->lock);
  worker->next = run;
  worker->cancel = false;
  worker->part = worker->time = NAN;
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
}

void pawl_worker_cancel(pawl_worker *worker)
{
  pthread_mutex_lock(&worker->lock);
  worker->cancel = true;
  pthread_mutex_unlock(&worker->lock);
}

void pawl_worker_progress(pawl_worker *worker, double *part, double *time)
{
  pthread_mutex_lock(&worker->lock);
  *part = worker->part;
  *time = worker->time;
  pthread_mutex_unlock(&worker->lock);
}

pawl_rerun *pawl_worker_take(pawl_worker *worker)
{
  unsigned long long rung;
  while (read(worker->bell, &rung, sizeof rung) < 0 && errno == EINTR)
    ;
  pthread_mutex_lock(&worker->lock);
  pawl_rerun *run = worker->over;
  worker->over = NULL;
  pthread_mutex_unlock(&worker->lock);
  return run;
}

/* True: the thread has come to its end in time. */
static bool await_end(pawl_worker *worker, double patience)
{
  struct timespec until;
  int code = 0;
  clock_gettime(CLOCK_MONOTONIC, &until);
  double nanoseconds = (double)until.tv_nsec + 1e9 * patience;
  until.tv_sec += (time_t)(nanoseconds / 1e9);
  until.tv_nsec = (long)fmod(nanoseconds, 1e9);
  while (!worker->ended && code == 0)
    code = pthread_cond_timedwait(&worker->changed, &worker->lock, &until);
  return worker->ended;
}

bool pawl_worker_close(pawl_worker *worker, double patience)
{
  if (!worker)
    return true;
  pthread_mutex_lock(&worker->lock);
  worker->end = worker->cancel = true;
  pthread_cond_broadcast(&worker->changed);
  bool ended = await_end(worker, patience);
  pthread_mutex_unlock(&worker->lock);
  if (!ended)
    return false;
  pthread_join(worker->thread, NULL);
  free_worker(worker);
  return true;
}
