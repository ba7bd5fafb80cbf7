/* Runs of one model, one after another, in a thread of their own: with other values of its parameters, or because
 * its file was saved. */
#ifndef PAWL_CLI_RERUN_H
#define PAWL_CLI_RERUN_H

#include "show.h"

/* What is run. `show.what` is a model's file, or a result: then runs are made with the model that it holds. */
typedef struct {
  pawl_show_words show;
  pawl_recording *result; /* of a result: what was read; the worker frees it at its end */
} pawl_rerun_source;

/* One run: what is wanted of it, and then what came of it. Belongs to one thread at a time, and everything it
 * points to is in the arena of its call. */
typedef struct {
  pawl_call call;
  bool from_file;  /* what was saved is read; otherwise new values are wanted of it                        */
  bool first_look; /* the file may be another one than at the last run: its own values are to be found out */
  long number;     /* to be the run's                                                                      */
  pawl_settings
      wanted; /* values of parameters; with from_file: those of before, which need not exist any more */
  pawl_settings
      before;      /* values that the file itself had at the last first look                               */
  bool superseded; /* it was cancelled for something newer                                                 */

  bool good,
      cancelled; /* neither: call.error says why                                                         */
  char *bytes;   /* the message for the page, from malloc, to be taken over                              */
  size_t size;
  bool can_run;
  pawl_settings
      own; /* first_look: values that the file itself has                                            */
  pawl_settings
      kept; /* values that were set besides those of the command                                      */
  const char *
      *files; /* what was read                                                                          */
  int file_count;
  double
      begun; /* when it was read, pawl_watch_files_date                                                      */
} pawl_rerun;

pawl_rerun *pawl_rerun_new(void); /* NULL: no memory */
void pawl_rerun_free(pawl_rerun *run);

typedef struct pawl_worker pawl_worker;

/* Takes over the source's result, also after a failure. */
pawl_status pawl_worker_open(pawl_worker **worker, const pawl_rerun_source *source, pawl_error *error);
/* Becomes readable when a run is over. */
int pawl_worker_descriptor(const pawl_worker *worker);
/* The worker must have none. */
void pawl_worker_begin(pawl_worker *worker, pawl_rerun *run);
/* The run under way ends soon. */
void pawl_worker_cancel(pawl_worker *worker);
/* The part that is done, 0 to 1, and the simulated time; NaN before there is any. */
void pawl_worker_progress(pawl_worker *worker, double *part, double *time);
/* The run that is over, or NULL. */
pawl_rerun *pawl_worker_take(pawl_worker *worker);
/* Cancels, waits and frees. False: it did not end in so many seconds, and nothing was freed. */
bool pawl_worker_close(pawl_worker *worker, double patience);

/* ---- what is set: rerun_values.c ---- */

/* What a result's model can be run with, as it was run then; of a model, the words as they are. False: no memory. */
bool pawl_rerun_words(const pawl_rerun_source *source, const pawl_settings *more, pawl_arena *arena,
                      pawl_show_words *words);
/* The model's file and what it has read from below its folder. False: no memory. */
bool pawl_rerun_files(const char ***files, int *count, const pawl_model *model, pawl_arena *arena);
/* True: the result holds a model, and began at its start. */
bool pawl_rerun_possible(const pawl_recording *result);
/* Both, those of `more` in place of others of the same name. False: no memory. */
bool pawl_settings_join(pawl_settings *sum, const pawl_settings *some, const pawl_settings *more,
                        pawl_arena *arena);
bool pawl_settings_copy(pawl_settings *copy, const pawl_settings *from, pawl_arena *arena);
/* The values of a model's parameters. */
bool pawl_settings_own(pawl_settings *own, const pawl_model *model, pawl_arena *arena);
/* Of `wanted`, what the model can still take. A value that was edited in the file since `before` wins over the one
 * wanted: who has just typed it wants to see it. */
bool pawl_settings_keep(pawl_settings *kept, const pawl_settings *wanted, const pawl_settings *before,
                        const pawl_settings *own, pawl_model *model, pawl_arena *arena);

#endif
