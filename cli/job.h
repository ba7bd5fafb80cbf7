/* One simulation of `pawl run`: what was asked, the run, what it records, what it must meet. */
#ifndef PAWL_CLI_JOB_H
#define PAWL_CLI_JOB_H

#include "cli.h"
#include "contacts.h"
#include "result/measure.h"
#include "result/result.h"
#include "step/rows.h"

/* The words of the call. */
typedef struct {
  const char *model;
  pawl_settings set;
  double until, tolerance;
  int method;
  const char *output, *channels, *out, *from, *plot, *events, *problems, *until_event;
  pawl_arguments measures;
  pawl_settings bisect;
  bool json, quiet;
} pawl_run_words;

typedef enum { PAWL_NOT_REACHED, PAWL_MET, PAWL_MISSED } pawl_verdict;

typedef struct {
  const pawl_part *part;
  const pawl_expect *wants;
  int channel;
  const pawl_expression *measure; /* NULL: it is about a channel at an instant */
  bool unlogged;                  /* and it cannot be told by stepping         */
  double at, got;
  pawl_verdict verdict;
} pawl_expectation;

/* A number of the run that is asked for: by --measure, or by an output of the model. */
typedef struct {
  const char *name; /* of the output; NULL: it has none */
  const pawl_expression *expression;
  double value;      /* NaN: there is none, or the run is not over */
  const char *wrong; /* why it could not be computed; NULL: it was */
} pawl_asked;

/* What --plot draws: a channel, or an expression. */
typedef struct {
  int channel; /* -1: an expression */
  pawl_expression *expression;
} pawl_curve_asked;

/* An integral over the run: sums.c. */
typedef struct {
  const pawl_node *node; /* what asks for it; NULL: the force of a part */
  const char *part;
  int channel, power; /* of what is integrated */
  double sum;
} pawl_sum;

/* What is asked of a run beside its result: ask.c. */
typedef struct {
  pawl_measure_names names; /* what expressions can be of                              */
  pawl_curve_asked *drawn;  /* by --plot                                               */
  int drawn_count;
  pawl_asked *list; /* numbers of the run                                      */
  int count;
  bool *marked;        /* channels that are kept for them,                        */
  pawl_writer *keeper; /* beside what is written; NULL: none                      */
  pawl_result *kept;   /* when the run is over                                    */
  double **columns;    /* of all channels, NULL where one is not kept             */
  pawl_sum *sums;      /* integrals that steps are added up for */
  int sum_count;
} pawl_asking;

/* --until-event: until.c. */
typedef struct {
  const char *part, *kind; /* NULL: none, or any kind      */
  double time;             /* when it happened; NaN: not yet */
} pawl_until;

/* Impacts of a part, of two shapes of one that has several pairs, or of all. */
typedef struct {
  const char *name, *shape1, *shape2; /* "": of the whole part */
  long impacts, accumulations;
  double energy_lost; /* J, in both */
} pawl_tally;

typedef struct {
  pawl_call *call;
  const pawl_run_words *words;
  const pawl_stored_model *stored; /* the model to run; NULL: that of the words */
  bool in_memory;                  /* rows are kept, not written: pawl_record_result */
  pawl_model *model;
  pawl_run *run;
  double begin, end, interval; /* s; rows of the grid stand at whole numbers of intervals and at the end */
  bool even;                   /* there are no other rows                                       */
  pawl_rows *rows;
  double *values; /* all channels in the last row                                  */
  double wall;    /* s                                                             */
  bool finished;  /* the end was reached                                           */

  pawl_writer *writer;    /* NULL without --out, unless in memory                                  */
  bool to_stdout;         /* the rows go to the standard output, so the summary must not           */
  pawl_channel *channels; /* all of them                                                        */
  int channel_count;
  int *chosen; /* which are recorded, in the order asked for; from channel_count on they are computed  */
  int chosen_count;
  pawl_expression **computed; /* channels that are expressions                                         */
  int computed_count;
  pawl_asking ask;
  pawl_until until;
  double *row, *state;
  double next_state, state_interval; /* s */
  long row_count, state_count, event_count;
  double row_time, state_time; /* of the last ones                                              */
  const char *partial;         /* the file with the rows of a run that failed, or NULL          */
  pawl_outlook *contacts;      /* at the model's start; NULL: there are none, or it begins later */

  FILE *log;         /* of events; NULL: not wanted                                             */
  pawl_tally *tally; /* of the parts and their pairs, by name                                   */
  int tally_count;
  pawl_tally tallied; /* of all                                                                 */
  long problem_count; /* contact problems that came                                             */
  char problem_path[4096];

  pawl_expectation *expects;
  int expect_count;
} pawl_job;

/* job.c */
/* From when to when, which rows of which channels, what must be met; before, the run is open. */
pawl_status pawl_job_plan(pawl_job *job);
/* Reads the model, assembles it, plans the rows, opens the result. */
pawl_status pawl_job_prepare(pawl_job *job);
/* `watch` NULL: a progress bar, and Ctrl-C. The run may end before its end: see `finished`. */
pawl_status pawl_job_simulate(pawl_job *job, const pawl_watch *watch);
/* Says that it did, and gives the exit status. */
int pawl_job_interrupted(pawl_job *job);
void pawl_job_free(pawl_job *job);

/* events.c */
/* The log of --events, and the tally. */
pawl_status pawl_events_open(pawl_job *job);
/* For the run: job is the listener. */
void pawl_events_note(void *job, const pawl_event *event);
pawl_status pawl_events_close(pawl_job *job);
const pawl_tally *pawl_events_of(const pawl_job *job, const pawl_contact_pair *pair); /* NULL: of no part */
void pawl_events_put(const pawl_job *job, FILE *to);
void pawl_events_put_json(pawl_json *json, const pawl_tally *tally);

/* --until-event: reads it, notes whether an event is the one, and says in the summary what became of it. */
pawl_status pawl_until_open(pawl_job *job);
void pawl_until_note(pawl_job *job, const pawl_event *event);
void pawl_until_put(const pawl_job *job, FILE *to);
void pawl_until_put_json(pawl_json *json, const pawl_job *job);

/* bisect.c: --bisect; returns the exit status. */
int pawl_bisect(pawl_call *call, const pawl_run_words *words);

/* dump.c */
/* Makes the folder of --dump-problems, and listens. */
pawl_status pawl_dump_open(pawl_job *job);
void pawl_dump_put(const pawl_job *job, FILE *to);

/* record.c */
bool pawl_is_stdout(const char *path);
const char *pawl_channel_nearest(pawl_job *job, const char *name);
pawl_status pawl_record_choose(pawl_job *job);
pawl_status pawl_record_open(pawl_job *job);
pawl_status pawl_record_row(pawl_job *job, double time, pawl_row_why why);
pawl_status pawl_record_state(pawl_job *job);
/* A line, where rows are coarser than the motion. */
void pawl_put_coarse_rows(FILE *to, const char *head, const pawl_job *job);
pawl_status pawl_record_close(pawl_job *job, bool keep);
/* All that a result says at its end beside its rows, into a writer. */
void pawl_record_books(pawl_job *job, pawl_writer *writer);
/* What is kept in memory, of a run that has ended in whatever way. */
pawl_status pawl_record_result(pawl_job *job, pawl_result **result);

/* ask.c */
/* Reads what --measure, --plot and the model ask for. */
pawl_status pawl_ask_collect(pawl_job *job);
/* An expression about the run that must be one number of it. */
pawl_status pawl_ask_read(pawl_job *job, const char *text, const char *who, pawl_expression **expression);
/* Whether a part of that name can have events: a contact, a stop, a rope, friction that sticks. */
bool pawl_ask_has_events(const pawl_job *job, const char *part);
/* Whether it is about events, and the run keeps no log of them: then it is not asked. */
bool pawl_ask_unlogged(pawl_job *job, const char *text);
pawl_status pawl_ask_open(pawl_job *job);
pawl_status pawl_ask_row(pawl_job *job, double time);
/* The run is over: computes all that was asked for. */
pawl_status pawl_ask_answer(pawl_job *job);
pawl_measuring pawl_ask_measuring(pawl_job *job, const char *who);
void pawl_ask_free(pawl_job *job);
/* Whether all could be computed; else the run is good all the same, and kept. */
bool pawl_ask_all_answered(const pawl_job *job);
/* A line for each that could not. */
void pawl_ask_put_wrong(const pawl_job *job);
void pawl_ask_put(const pawl_job *job, FILE *to);
void pawl_ask_put_json(pawl_json *json, const pawl_job *job);

/* sums.c: the integrals that an expression asks for, added up over the steps of the run. */
pawl_status pawl_sums_watch(pawl_job *job, const pawl_node *node);
/* After each step. */
pawl_status pawl_sums_pass(pawl_job *job);
/* Whether the value of a node is known from them; context: the job. */
bool pawl_sums_know(const void *context, const pawl_node *node, double *value);

/* run_plot.c */
/* Draws what --plot has asked for. */
pawl_status pawl_job_plot(pawl_job *job, FILE *to);

/* expect.c */
pawl_status pawl_expect_collect(pawl_job *job);
/* Evaluates those whose time the last step has passed. */
pawl_status pawl_expect_meet(pawl_job *job);
bool pawl_expect_all_met(const pawl_job *job);
/* Those about the whole run, when it is over. */
pawl_status pawl_expect_measure(pawl_job *job);
/* A line for each that was missed. */
void pawl_expect_put_missed(const pawl_job *job, FILE *to);
/* A number with as many digits as the tolerance gives meaning to. */
const char *pawl_expect_digits(const pawl_expect *wants, double x, char text[32]);

/* summary.c */
void pawl_summary_text(const pawl_job *job, FILE *to);
void pawl_summary_json(pawl_job *job, int status);

#endif
