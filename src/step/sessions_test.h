/* Runs for tests, from text, from a file or from a machine of siblings_test.h; what fails, fails the test. */
#ifndef PAWL_STEP_SESSIONS_TEST_H
#define PAWL_STEP_SESSIONS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "step/run.h"
#include "step/siblings_test.h"

typedef struct {
  pawl_model *model;
  pawl_run *run;
} session;

static inline session opened(pawl_model *model, const pawl_run_options *options)
{
  session s = {model, NULL};
  pawl_error error = {0};
  if (pawl_run_open(&s.run, model, options, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return s;
}

static inline session open_text(const char *text, const pawl_run_options *options)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  if (pawl_model_parse(&model, text, "test", NULL, &error) != PAWL_OK)
    fail_msg("%s: %s\n%s", error.where, error.text, text);
  return opened(model, options);
}

static inline session open_file(const char *path, const char *name, const char *value,
                                const pawl_run_options *options)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  pawl_setting setting = {name, value};
  pawl_reading how = {&setting, name != NULL, NULL};
  if (pawl_model_read(&model, path, &how, &error) != PAWL_OK)
    fail_msg("%s: %s", error.where, error.text);
  return opened(model, options);
}

static inline session open_machine(const machine *m, const test_units *units, const pawl_run_options *options)
{
  char text[TEXT];
  write_machine(text, m, units);
  return open_text(text, options);
}

static inline void leave(session s)
{
  pawl_run_free(s.run);
  pawl_model_free(s.model);
}

static inline void go(session s, double t)
{
  pawl_error error = {0};
  if (pawl_run_until(s.run, t, &error) != PAWL_OK)
    fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
}

static inline double see(session s, const char *part, int index, const char *channel)
{
  char name[64];
  if (index >= 0)
    snprintf(name, sizeof name, "%s%d.%s", part, index, channel);
  else
    snprintf(name, sizeof name, "%s.%s", part, channel);
  int i = pawl_run_find(s.run, name);
  assert_true(i >= 0);
  return pawl_run_read(s.run, i);
}

/* The larger one, and of which case; NaN is the largest. */
static inline void note(double *worst, int *which, double error, int index)
{
  if (!(error <= *worst)) {
    *worst = error;
    *which = index;
  }
}

#endif
