/* pawl view: what is shown, what runs, and what waits. All of it belongs to the main thread; runs are made by the
 * worker. */
#ifndef PAWL_CLI_VIEW_H
#define PAWL_CLI_VIEW_H

#include <sys/types.h>

#include "rerun.h"
#include "server.h"
#include "watch_file.h"

typedef struct {
  pawl_call *call; /* of the command */
  pawl_server *server;
  pawl_worker *worker;
  pawl_watched_files *files;
  pawl_content *page;
  pid_t browser;  /* 0: none, or its end was noted            */
  bool of_result; /* what is watched is a result, not a model */
  bool can_run;
  bool settled; /* the first run is over                                    */
  bool wrong;   /* it could not begin: the command's own words are at fault */

  pawl_content *last; /* the last good run as a message, NULL while there was none */
  long run;           /* its number                                                */
  pawl_error error;   /* of the file as last read                                  */

  pawl_rerun *running; /* at the worker                                                        */
  pawl_rerun *next;    /* asked for, waits for the worker                                      */
  pawl_request *asker; /* waits for the run asked for, whether running or next                 */
  bool stale;          /* the file is another one than was run last                            */
  bool covers;         /* the run under way has read that: if it is good, the file is as shown */
  double again;        /* s, when a file that could not be read is tried again; 0: never       */

  pawl_arena memory;    /* of: */
  pawl_settings wanted; /* values of parameters that are set besides those of the command */
  pawl_settings own;    /* values that the file itself has                                */
} pawl_viewing;

/* ---- view_calls.c: what the page asks for ---- */
extern const pawl_server_call pawl_viewing_calls[];

/* ---- view_runs.c: which run is next, and what becomes of it ---- */

/* A run with other values; the request is answered when it is over. Takes the run over. */
void pawl_viewing_ask(pawl_viewing *view, pawl_rerun *run, pawl_request *asker);
void pawl_viewing_cancel(pawl_viewing *view);
/* The file was saved. */
void pawl_viewing_saved(pawl_viewing *view);
/* Gives the next run to the worker, when it is free. */
void pawl_viewing_begin(pawl_viewing *view, double now);
/* Takes the run that is over, if there is one. */
void pawl_viewing_finish(pawl_viewing *view, double now);
/* What is set from now on when the file is read again. */
void pawl_viewing_remember(pawl_viewing *view, const pawl_settings *wanted, const pawl_settings *own);

/* ---- view_browser.c ---- */

/* Opens the address where there is a screen; that it fails is no matter. The process, or 0. */
pid_t pawl_browser_open(const char *address);

#endif
