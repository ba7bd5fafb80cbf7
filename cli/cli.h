/* What the commands share. A command is one file that ends in a const table, plus one line in the list of
 * main.c; its arguments, its options, its help and its errors all come from the table of options. */
#ifndef PAWL_CLI_CLI_H
#define PAWL_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/json.h"
#include "model/model.h"
#include "pawl.h"

/* ---- options: options.c, help.c ---- */

typedef enum {
  PAWL_ARGUMENT,          /* const char *, by position                              */
  PAWL_OPTIONAL_ARGUMENT, /* const char *, NULL when not given                      */
  PAWL_ARGUMENTS,         /* pawl_arguments: one or more, as many as there are      */
  PAWL_OPTION_FLAG,       /* bool                                                   */
  PAWL_OPTION_TEXT,       /* const char *, NULL when not given                      */
  PAWL_OPTION_NUMBER,     /* double, NaN when not given                             */
  PAWL_OPTION_CHOICE,     /* int: which of the words, -1 when not given             */
  PAWL_OPTION_SETTINGS,   /* pawl_settings: name=value, as often as one likes       */
  PAWL_OPTION_TEXTS       /* pawl_arguments: as often as one likes                  */
} pawl_option_type;

typedef struct {
  const char *name;  /* "--until", or "MODEL"                                        */
  const char *value; /* what the help calls the value; choices: the words, by blanks */
  pawl_option_type type;
  size_t where; /* offset in the command's struct                                    */
  double min, max;
  const char *doc;
} pawl_option;

typedef struct {
  pawl_setting *items;
  int count;
} pawl_settings;

typedef struct {
  const char **items;
  int count;
} pawl_arguments;

/* One call of the program. */
typedef struct {
  pawl_arena arena; /* for what lives as long as the call                        */
  pawl_error error; /* printed by main, as a line and in the object of --json    */
  int argc;
  char **argv;
  bool answered; /* an object was printed: main need not                         */
} pawl_call;

typedef struct {
  const char *name;
  const char *doc;            /* one line                                               */
  const char *about;          /* what the help says below the options, or NULL          */
  size_t size;                /* of its struct of options                               */
  const pawl_option *options; /* ends with {0}                                  */
  int (*run)(pawl_call *call, const void *options); /* returns the exit status */
} pawl_command;

extern const pawl_command *const pawl_commands[]; /* main.c; ends with NULL */

/* Fills a command's struct from the words after its name. */
pawl_status pawl_options_read(const pawl_command *command, pawl_call *call, char **words, int count,
                              void *options);
/* A finite number in plain decimal notation. */
bool pawl_number_of(const char *text, double *number);

void pawl_help_all(FILE *to);
void pawl_help_command(FILE *to, const pawl_command *command);
/* The language of --measure, from its tables. */
void pawl_help_expressions(FILE *to);

/* ---- what commands do alike: call.c ---- */

enum {
  PAWL_INTERRUPTED = 128
}; /* exit status of a run that a signal ended: 128 + the signal, as in the shell */

int pawl_exit_of(pawl_status status);
pawl_status pawl_call_model(pawl_call *call, const char *path, const pawl_settings *set, pawl_model **model);
/* "where: sentence" on stderr; "pawl: sentence" without a place. */
void pawl_say(const char *where, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text in the arena; NULL without memory. */
char *pawl_format(pawl_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text and blanks up to a width in characters, not bytes. */
void pawl_pad(FILE *to, const char *text, int width);
int pawl_width(const char *text);

/* ---- files: outfile.c ---- */

/* A file that takes the place of another only when it is complete; a device or a pipe is written directly. */
typedef struct {
  const char *path;    /* as the user wrote it          */
  const char *target;  /* the same without links        */
  const char *partial; /* what is written               */
  FILE *to;
  bool direct;
} pawl_outfile;

/* Refuses to write over a file that is read, or that of the model in a folder. `input` may be NULL. */
pawl_status pawl_outfile_spares(pawl_call *call, const char *path, const char *input);
pawl_status pawl_outfile_open(pawl_call *call, pawl_outfile *output, const char *path);
/* `keep`: it is complete. */
pawl_status pawl_outfile_close(pawl_call *call, pawl_outfile *output, bool keep);

/* Before a result is read: whether that can be done without harm. probe.c */
pawl_status pawl_probe_result(pawl_call *call, const char *path);

/* ---- the terminal: terminal.c ---- */

typedef struct {
  bool wanted, shown;
  double begun, drawn; /* s */
} pawl_progress;

double pawl_clock(void); /* s, monotonic */
void pawl_progress_begin(pawl_progress *bar, bool quiet);
void pawl_progress_show(pawl_progress *bar, double part, double time);
void pawl_progress_end(pawl_progress *bar);

/* Asked after every step: the part of the run that is done, 0 to 1, and the time. False: it is to end. */
typedef struct {
  bool (*goes_on)(void *context, double part, double time);
  void *context;
} pawl_watch;

/* From now on the first Ctrl-C (or SIGTERM) is only noted; a second one ends the program. */
void pawl_interrupt_catch(void);
int pawl_interrupt_seen(void); /* the signal, or 0 */

/* Start values that the loops did not allow, a line each: "O.angle is -3.0002 rad, not 0.5236 as written". */
void pawl_put_moved_starts(FILE *to, const char *before, pawl_run *run);
void pawl_put_moved_starts_json(pawl_json *json, pawl_run *run);
/* A line when loops close in several ways; `told`: also when start values say which. */
void pawl_put_assembly(FILE *to, const char *before, const pawl_run *run, bool told);
void pawl_put_assembly_json(pawl_json *json, const pawl_run *run);
/* A line with the start values that nobody wrote and that are not 0. */
/* What simulate says of stepping, where the run is by another method. */
/* Numbers that are allowed and hardly meant: model/misprints.h. */
void pawl_put_misprints(FILE *to, const char *before, const pawl_model *model);
void pawl_put_idle_plan(FILE *to, const char *before, const pawl_run *run);
void pawl_put_not_written(FILE *to, const char *before, const pawl_run *run);

/* The end of a word after a number. */
static inline const char *pawl_plural(long n)
{
  return n == 1 ? "" : "s";
}

/* shapes.c: the shapes of a model, a line each, with a warning where one crosses itself. */
void pawl_put_shapes(FILE *to, const pawl_model *model, pawl_arena *arena);
void pawl_put_shapes_json(pawl_json *json, const pawl_model *model, pawl_arena *arena);

#endif
