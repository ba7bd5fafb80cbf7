/* A recording: a result, the model it belongs to, and the model's drawing. What commands show. */
#ifndef PAWL_RESULT_RECORDING_H
#define PAWL_RESULT_RECORDING_H

#include "result/result.h"
#include "result/view.h"

typedef struct {
  pawl_arena arena;
  pawl_result *result;
  pawl_model *model;    /* NULL: the result does not hold it, or it cannot be read any more       */
  pawl_drawing drawing; /* without a model: empty                                                 */
  const char *path;     /* as the user wrote it: of the model, or of the result                   */
  const char **warning; /* sentences                                                              */
  int warning_count;
  int *by_name; /* the columns in the order of their names                                      */
  int *pose;    /* 7 columns for each body: x y angle, or x y z e0 e1 e2 e3; -1: not recorded   */
} pawl_recording;

/* Reads a result with the model that it holds; a CSV file holds none: `model` names one, or is NULL. */
pawl_status pawl_recording_read(pawl_recording **recording, const char *path, const char *model,
                                const pawl_reading *how, pawl_error *error);
/* Of a run that has just been made. Takes both over, also after a failure. `model` may be NULL. */
pawl_status pawl_recording_make(pawl_recording **recording, pawl_result *result, pawl_model *model,
                                const char *path, pawl_error *error);
void pawl_recording_free(pawl_recording *recording);

/* The column of a channel, or -1. */
int pawl_recording_find(const pawl_recording *recording, const char *channel);
/* The column of a channel of a part, by its name in the part's table; -1. */
int pawl_recording_column(const pawl_recording *recording, int part, const char *channel);
/* The last row at or before a time, and how far it is to the next, 0 to 1. Before the first: the first. */
size_t pawl_recording_row(const pawl_recording *recording, double time, double *part);
/* A column at a time, between rows on a straight line; of two rows at one time, the later one. */
double pawl_recording_value(const pawl_recording *recording, int column, double time);

/* What pictures need to know of an instant. Lives as long as `at`. */
typedef struct {
  const pawl_recording *recording;
  double time;
} pawl_recorded_instant;
pawl_instant pawl_recording_instant(pawl_recorded_instant *at);

#endif
