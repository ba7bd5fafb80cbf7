/* What the commands that show a motion share: it comes from a model that is run, or from a result that is read. */
#ifndef PAWL_CLI_SHOW_H
#define PAWL_CLI_SHOW_H

#include "cli.h"
#include "result/page.h"

typedef struct {
  const char *what;  /* MODEL or RESULT              */
  const char *model; /* --model: of a result in CSV  */
  pawl_settings set;
  double until, tolerance;
  const char *output; /* as written; NULL: not */
  int method;
  bool
      partial; /* the motion of a run that failed on the way is wanted, too: then both a status and a recording */
} pawl_show_words;

/* The lines of a command's table of options, for a struct with a member `show`. */
#define PAWL_SHOW_OPTIONS(type)                                                                              \
  {"MODEL|RESULT",                                                                                           \
   NULL,                                                                                                     \
   PAWL_ARGUMENT,                                                                                            \
   offsetof(type, show.what),                                                                                \
   0,                                                                                                        \
   0,                                                                                                        \
   "a model, which is run, or a result of pawl run: a file .h5 or .csv"},                                    \
      {"--set",                                                                                              \
       "NAME=VALUE",                                                                                         \
       PAWL_OPTION_SETTINGS,                                                                                 \
       offsetof(type, show.set),                                                                             \
       0,                                                                                                    \
       0,                                                                                                    \
       "of a model: sets a parameter, or a number of a part by path; may be repeated"},                      \
      {"--until",                                                                                            \
       "T",                                                                                                  \
       PAWL_OPTION_NUMBER,                                                                                   \
       offsetof(type, show.until),                                                                           \
       0,                                                                                                    \
       INFINITY,                                                                                             \
       "of a model: ends the run at T seconds instead of the model's duration"},                             \
      {"--output",                                                                                           \
       "DT",                                                                                                 \
       PAWL_OPTION_TEXT,                                                                                     \
       offsetof(type, show.output),                                                                          \
       0,                                                                                                    \
       0,                                                                                                    \
       "of a model: seconds between rows; 'even', or DT,even, leaves out the rows at events and peaks"},     \
      {"--tolerance",                                                                                        \
       "X",                                                                                                  \
       PAWL_OPTION_NUMBER,                                                                                   \
       offsetof(type, show.tolerance),                                                                       \
       1e-15,                                                                                                \
       0.1,                                                                                                  \
       "of a model: what the run may err"},                                                                  \
      {"--method", PAWL_METHOD_WORDS,       PAWL_OPTION_CHOICE, offsetof(type, show.method), 0,              \
       0,          "of a model: integrator"},                                                                \
  {                                                                                                          \
    "--model", "MODEL", PAWL_OPTION_TEXT, offsetof(type, show.model), 0, 0,                                  \
        "of a result in CSV, which holds no model: the one it came from"                                     \
  }

/* True: the path is of a result (.csv, .h5, .hdf5). */
bool pawl_show_is_result(const char *path);
/* Runs the model, or reads the result. `watch` NULL: a progress bar, and Ctrl-C ends it. The recording is to be freed.
 * Returns the exit status; the sentence is in call->error. */
int pawl_show_open(pawl_call *call, const pawl_show_words *words, const pawl_watch *watch,
                   pawl_recording **recording);
/* Runs a model that was stored, with the settings of `words`. */
int pawl_show_restored(pawl_call *call, const pawl_show_words *words, const pawl_stored_model *stored,
                       const pawl_watch *watch, pawl_recording **recording);

/* The page that was built into the program. */
pawl_page_frame pawl_page_built_in(void);

#endif
