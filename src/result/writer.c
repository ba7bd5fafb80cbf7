/* Writing a result safely: rows gather in a block of memory, the block goes to the file PATH.part, and only a
 * complete file takes the place of PATH, by rename. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/error.h"
#include "result/format.h"

enum { BLOCK_NUMBERS = 1 << 21, BLOCK_ROWS_LEAST = 16 }; /* a block of 16 MB is enough */

bool pawl_writer_broken(pawl_writer *writer, int code)
{
  pawl_fail(&writer->error, PAWL_BAD_FILE, NULL, "cannot write %s: %s", writer->path, strerror(code));
  return false;
}

/* What the caller hears: the first failure of this writer, also in all calls after it. */
static pawl_status answer(const pawl_writer *writer, pawl_error *error)
{
  if (writer->error.status != PAWL_OK && error && error->status == PAWL_OK)
    *error = writer->error;
  return writer->error.status;
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int order(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every channel needs a name of its own, and `time` is taken. */
static void check_names(pawl_writer *writer, const pawl_channel *channels)
{
  const char **names = PAWL_TAKE(&writer->arena, writer->count + 1, const char *);
  if (!names)
    return;
  for (int i = 0; i < writer->count; i++) {
    names[i] = channels[i].name ? channels[i].name : "";
    if (!*names[i])
      pawl_fail(&writer->error, PAWL_BAD_CALL, NULL, "channel %d has no name", i);
  }
  names[writer->count] = "time";
  qsort(names, (size_t)writer->count + 1, sizeof *names, order);
  for (int i = 0; i < writer->count; i++)
    if (strcmp(names[i], names[i + 1]) == 0)
      pawl_fail(&writer->error, PAWL_BAD_CALL, NULL, "two channels are named '%s'", names[i]);
}

static const char *copy(pawl_writer *writer, const char *text)
{
  return pawl_arena_text(&writer->arena, text ? text : "");
}

static void take_memory(pawl_writer *writer, const pawl_channel *channels)
{
  int n = writer->count, rows = n ? BLOCK_NUMBERS / n : PAWL_BLOCK_ROWS;
  rows = rows < BLOCK_ROWS_LEAST ? BLOCK_ROWS_LEAST : rows;
  writer->capacity = rows < PAWL_BLOCK_ROWS ? rows : PAWL_BLOCK_ROWS;
  writer->time = PAWL_TAKE(&writer->arena, writer->capacity, double);
  writer->values = PAWL_TAKE(&writer->arena, (size_t)writer->capacity * (size_t)n, double);
  pawl_channel *own = PAWL_TAKE(&writer->arena, n, pawl_channel);
  for (int i = 0; own && i < n; i++)
    own[i] = (pawl_channel){copy(writer, channels[i].name), copy(writer, channels[i].unit),
                            copy(writer, channels[i].part), copy(writer, channels[i].meaning)};
  writer->channels = own;
}

/* An open file by another name, /dev/stdout: even where it leads to a file, that file is not to be replaced. */
static bool is_stream(const char *path)
{
  return strncmp(path, "/dev/std", 8) == 0 || strncmp(path, "/dev/fd/", 8) == 0 ||
         strncmp(path, "/proc/", 6) == 0;
}

/* A symbolic link keeps pointing where it does: the file it names is the one to replace. */
static void resolve(pawl_writer *writer)
{
  char real[PATH_MAX];
  struct stat is;
  if (lstat(writer->path, &is) == 0 && S_ISLNK(is.st_mode) && realpath(writer->path, real))
    writer->target = pawl_arena_text(&writer->arena, real);
  else
    writer->target = writer->path;
}

static void choose(pawl_writer *writer)
{
  struct stat is;
  bool exists = stat(writer->path, &is) == 0;
  writer->format = pawl_format_find(writer->path);
  writer->direct = is_stream(writer->path) || (exists && !S_ISREG(is.st_mode) && !S_ISDIR(is.st_mode));
  if (writer->direct && !writer->format)
    writer->format = &pawl_format_csv;
  if (!writer->format)
    pawl_fail(&writer->error, PAWL_BAD_CALL, NULL,
              "cannot tell how to write '%s': a result ends in .csv, .h5 or .hdf5", writer->path);
  else if (writer->direct && writer->format != &pawl_format_csv)
    pawl_fail(&writer->error, PAWL_BAD_CALL, NULL, "cannot write %s: only CSV can go to a device or a pipe",
              writer->path);
  else if (exists && S_ISDIR(is.st_mode))
    pawl_writer_broken(writer, EISDIR);
  else if (exists && access(writer->path, W_OK) != 0)
    pawl_writer_broken(writer, errno);
}

/* Two runs must not write one partial file. When the other run has just renamed it, the file that was opened
 * here is its finished result, and must not be touched either. */
static bool lock(pawl_writer *writer)
{
  struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  struct stat opened, named;
  bool taken = fcntl(writer->descriptor, F_SETLK, &whole) != 0 && (errno == EACCES || errno == EAGAIN);
  if (!taken && fstat(writer->descriptor, &opened) == 0 && stat(writer->partial, &named) == 0 &&
      opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
    return true;
  pawl_fail(&writer->error, PAWL_BAD_FILE, NULL, "cannot write %s: another run is writing %s", writer->path,
            writer->partial);
  return false;
}

static bool open_file(pawl_writer *writer)
{
  if (writer->direct) {
    writer->partial = writer->path;
    writer->descriptor = open(writer->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    return writer->descriptor >= 0 || pawl_writer_broken(writer, errno);
  }
  resolve(writer);
  size_t size = writer->target ? strlen(writer->target) + sizeof ".part" : 0;
  char *partial = pawl_arena_take(&writer->arena, size, 1);
  if (writer->arena.failed)
    return pawl_fail_memory(&writer->error), false;
  snprintf(partial, size, "%s.part", writer->target);
  writer->partial = partial;
  int descriptor = open(partial, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  writer->descriptor = descriptor;
  if (descriptor < 0)
    return pawl_writer_broken(writer, errno);
  if (lock(writer))
    return ftruncate(descriptor, 0) == 0 || pawl_writer_broken(writer, errno);
  close(descriptor); /* the file is not ours: closed here, so that nobody removes it */
  writer->descriptor = -1;
  return false;
}

/* Closes what is open, in any state of the writer, and frees it. */
static void discard(pawl_writer *writer, bool remove_partial)
{
  if (remove_partial && !writer->direct && writer->descriptor >= 0)
    unlink(writer->partial);
  if (writer->descriptor >= 0)
    close(writer->descriptor);
  pawl_arena arena = writer->arena;
  pawl_arena_close(&arena);
}

/* A writer with its memory and, so far, no file. */
static pawl_writer *begin(const char *path, const pawl_channel *channels, int count, size_t state_size,
                          const pawl_memory *memory)
{
  pawl_arena arena;
  pawl_arena_open(&arena, memory);
  pawl_writer *w = PAWL_TAKE(&arena, 1, pawl_writer);
  if (!w)
    return NULL;
  *w = (pawl_writer){
      .arena = arena, .count = count, .state_size = state_size, .descriptor = -1, .flushed = now()};
  w->path = pawl_arena_text(&w->arena, path);
  check_names(w, channels);
  take_memory(w, channels);
  if (w->arena.failed)
    pawl_fail_memory(&w->error);
  return w;
}

static pawl_status hand_over(pawl_writer **to, pawl_writer *writer, pawl_error *error)
{
  pawl_status status = answer(writer, error);
  if (status == PAWL_OK)
    *to = writer;
  else
    discard(writer, true);
  return status;
}

pawl_status pawl_writer_open(pawl_writer **writer, const char *path, const pawl_channel *channels, int count,
                             size_t state_size, const pawl_memory *memory, pawl_error *error)
{
  *writer = NULL;
  if (!path || count < 0)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "a result needs a path and a number of channels");
  pawl_writer *w = begin(path, channels, count, state_size, memory);
  if (!w)
    return pawl_fail_memory(error);
  if (w->path)
    choose(w);
  if (w->error.status == PAWL_OK && open_file(w) && !w->format->open(w))
    w->format->close(w);
  return hand_over(writer, w, error);
}

pawl_status pawl_writer_open_memory(pawl_writer **writer, const pawl_channel *channels, int count,
                                    const pawl_memory *memory, pawl_error *error)
{
  *writer = NULL;
  pawl_writer *w = begin("memory", channels, count, 0, memory);
  if (!w)
    return pawl_fail_memory(error);
  w->format = &pawl_format_memory;
  w->direct = true;
  w->partial = w->path;
  if (w->error.status == PAWL_OK && !w->format->open(w))
    w->format->close(w);
  return hand_over(writer, w, error);
}

const char *pawl_writer_partial(const pawl_writer *writer)
{
  return writer->partial;
}

pawl_status pawl_writer_model(pawl_writer *writer, const pawl_stored_model *model, const char *drawing,
                              const pawl_result_parameter *parameters, int count, pawl_error *error)
{
  if (writer->begun)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "the model must come before the first row");
  if (writer->error.status == PAWL_OK && writer->format->model)
    writer->format->model(writer, model, drawing, parameters, count);
  return answer(writer, error);
}

pawl_status pawl_writer_meta(pawl_writer *writer, const char *name, const char *text, pawl_error *error)
{
  if (writer->error.status == PAWL_OK && writer->format->meta)
    writer->format->meta(writer, name, text);
  return answer(writer, error);
}

pawl_status pawl_writer_flush(pawl_writer *writer, pawl_error *error)
{
  bool something = writer->begun;
  writer->begun = true;
  if (writer->error.status == PAWL_OK && writer->format->rows(writer)) {
    writer->worth = writer->worth || something;
    writer->filled = 0;
    writer->flushed = now();
  }
  return answer(writer, error);
}

pawl_status pawl_writer_row(pawl_writer *writer, double time, const double *values, pawl_error *error)
{
  if (writer->error.status != PAWL_OK)
    return answer(writer, error);
  writer->begun = true;
  size_t n = (size_t)writer->count, row = (size_t)writer->filled++;
  writer->time[row] = time;
  if (n)
    memcpy(writer->values + row * n, values, n * sizeof *values);
  if (writer->filled == writer->capacity || now() - writer->flushed >= 1)
    return pawl_writer_flush(writer, error);
  return PAWL_OK;
}

pawl_status pawl_writer_state(pawl_writer *writer, double time, const double *state, pawl_error *error)
{
  if (writer->state_size == 0)
    return pawl_fail(error, PAWL_BAD_CALL, NULL, "this result was opened for states of no numbers");
  writer->begun = true;
  if (writer->error.status == PAWL_OK && writer->format->state)
    writer->format->state(writer, time, state);
  return answer(writer, error);
}

pawl_status pawl_writer_event(pawl_writer *writer, const pawl_event *event, pawl_error *error)
{
  writer->begun = true;
  if (writer->error.status == PAWL_OK && writer->format->event)
    writer->format->event(writer, event);
  return answer(writer, error);
}

pawl_status pawl_writer_ledger(pawl_writer *writer, const pawl_ledger_entry *entries, int count,
                               pawl_error *error)
{
  writer->begun = true;
  if (writer->error.status == PAWL_OK && writer->format->ledger)
    writer->format->ledger(writer, entries, count);
  return answer(writer, error);
}

/* fsync first: after a power failure the name must not stand for a file whose bytes never reached the disk.
 * File systems that cannot (EINVAL, ENOTSUP) are forgiven. */
static bool replace(pawl_writer *writer)
{
  if (fsync(writer->descriptor) != 0 && errno != EINVAL && errno != ENOTSUP)
    return pawl_writer_broken(writer, errno);
  return rename(writer->partial, writer->target) == 0 || pawl_writer_broken(writer, errno);
}

pawl_status pawl_writer_close(pawl_writer *writer, bool keep, pawl_error *error)
{
  if (!writer)
    return PAWL_OK;
  pawl_writer_flush(writer, NULL);
  writer->format->close(writer);
  bool replaced = keep && !writer->direct && writer->error.status == PAWL_OK && replace(writer);
  pawl_status status = answer(writer, error);
  discard(writer, !replaced && !writer->worth);
  return status;
}
