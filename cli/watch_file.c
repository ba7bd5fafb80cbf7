/* Watching files. What counts is how a file looks from outside: its time, its size and which file it is. Editors
 * save in many ways (writing over it, a new file renamed to it, deleting and creating), so inotify on the folders
 * only says when to look; where it says nothing (another machine's disk, no more watches) looking once a second
 * finds the same a little later. A save that takes several steps is over when two looks see the same. */
#define _GNU_SOURCE
#include "watch_file.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

#define SETTLED 0.05 /* s */
#define OFTEN 0.25   /* s between looks without inotify, and */
#define SELDOM 1.0   /* with it                              */

typedef struct {
  double time;
  long long size; /* -1: there is none */
  unsigned long long inode;
} look;

typedef struct {
  char *path;
  look known, last; /* known: when it counted as changed last */
} watched;

struct pawl_watched_files {
  int notify; /* -1: none */
  watched *file;
  int count;
  bool moving; /* the last look saw a change that is not over */
  double next; /* s */
};

static double seconds(struct timespec t)
{
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double pawl_watch_files_date(void)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return seconds(now);
}

static look look_at(const char *path)
{
  struct stat about;
  if (stat(path, &about) != 0)
    return (look){.size = -1};
  return (look){seconds(about.st_mtim), (long long)about.st_size, (unsigned long long)about.st_ino};
}

static bool is_same(look a, look b)
{
  return a.time == b.time && a.size == b.size && a.inode == b.inode;
}

pawl_watched_files *pawl_watch_files_open(bool by_looking)
{
  pawl_watched_files *files = calloc(1, sizeof *files);
  if (files)
    files->notify = by_looking ? -1 : inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  return files;
}

static void free_list(watched *file, int count)
{
  for (int i = 0; i < count; i++)
    free(file[i].path);
  free(file);
}

void pawl_watch_files_close(pawl_watched_files *files)
{
  if (!files)
    return;
  if (files->notify >= 0)
    close(files->notify);
  free_list(files->file, files->count);
  free(files);
}

/* Folders are never taken off: a model has few, and a look at the wrong moment costs nothing. */
static void watch_folder(pawl_watched_files *files, const char *path)
{
  char *copy = files->notify >= 0 ? strdup(path) : NULL;
  if (copy)
    inotify_add_watch(files->notify, dirname(copy),
                      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR);
  free(copy);
}

static const watched *find(const pawl_watched_files *files, const char *path)
{
  for (int i = 0; i < files->count; i++)
    if (strcmp(files->file[i].path, path) == 0)
      return files->file + i;
  return NULL;
}

/* The clock of files may lag by a tick of the system, 10 ms at most. */
static watched begin(const pawl_watched_files *files, char *path, double since)
{
  const watched *old = find(files, path);
  watched new = {.path = path, .known = look_at(path)};
  if (old)
    new.known = old->known;
  else if (new.known.time > since - 0.01)
    new.known = (look){.size = -2};
  new.last = new.known;
  return new;
}

bool pawl_watch_files_set(pawl_watched_files *files, const char *const *paths, int count, double since)
{
  watched *list = calloc((size_t)count + 1, sizeof *list);
  bool whole = list;
  for (int i = 0; whole && i < count; i++) {
    char *path = strdup(paths[i]);
    whole = path;
    watch_folder(files, paths[i]);
    if (path)
      list[i] = begin(files, path, since);
  }
  if (!whole) {
    free_list(list, list ? count : 0);
    return false;
  }
  free_list(files->file, files->count);
  files->file = list;
  files->count = count;
  files->next = 0;
  return true;
}

bool pawl_watch_files_add(pawl_watched_files *files, const char *path, double since)
{
  if (find(files, path))
    return true;
  watched *longer = realloc(files->file, ((size_t)files->count + 1) * sizeof *longer);
  char *copy = longer ? strdup(path) : NULL;
  files->file = longer ? longer : files->file;
  if (!copy)
    return false;
  watch_folder(files, path);
  longer[files->count] = begin(files, copy, since);
  files->count++;
  files->next = 0;
  return true;
}

int pawl_watch_files_descriptor(const pawl_watched_files *files)
{
  return files->notify;
}

double pawl_watch_files_next(const pawl_watched_files *files)
{
  return files->next;
}

/* What happened where does not matter. */
static bool drain(const pawl_watched_files *files)
{
  char events[4096];
  bool any = false;
  while (files->notify >= 0 && read(files->notify, events, sizeof events) > 0)
    any = true;
  return any;
}

bool pawl_watch_files_look(pawl_watched_files *files, double now)
{
  bool changed = false, settled = true;
  if (drain(files) && !files->moving)
    files->next = now;
  if (now < files->next)
    return false;
  for (int i = 0; i < files->count; i++) {
    watched *file = files->file + i;
    look new = look_at(file->path);
    changed = changed || !is_same(new, file->known);
    settled = settled && (is_same(new, file->last) || is_same(new, file->known));
    file->last = new;
  }
  files->moving = changed && !settled;
  files->next = now + (files->moving ? SETTLED : files->notify >= 0 ? SELDOM : OFTEN);
  for (int i = 0; changed && settled && i < files->count; i++)
    files->file[i].known = files->file[i].last;
  return changed && settled;
}
