/* Files that are watched for being saved. */
#ifndef PAWL_CLI_WATCH_FILE_H
#define PAWL_CLI_WATCH_FILE_H

#include <stdbool.h>

typedef struct pawl_watched_files pawl_watched_files;

/* `by_looking`: without inotify, as where the system gives none. NULL: no memory. */
pawl_watched_files *pawl_watch_files_open(bool by_looking);
void pawl_watch_files_close(pawl_watched_files *files);

/* These and no others from now on. `since` is when their content began to be read, in seconds of
 * pawl_watch_files_date: a file that is new in the list and was changed later counts as changed. False: no memory. */
bool pawl_watch_files_set(pawl_watched_files *files, const char *const *paths, int count, double since);
/* One more; what is in the list already stays as it is. */
bool pawl_watch_files_add(pawl_watched_files *files, const char *path, double since);
/* Of the system's calendar, as in the times of files. */
double pawl_watch_files_date(void);

/* Becomes readable when something happens in the folders of the files; -1: never. */
int pawl_watch_files_descriptor(const pawl_watched_files *files);
/* When pawl_watch_files_look is to be called at the latest, in seconds of pawl_clock. */
double pawl_watch_files_next(const pawl_watched_files *files);
/* True: a file is another one than when this was true last, and has been the same for 50 ms. */
bool pawl_watch_files_look(pawl_watched_files *files, double now);

#endif
