/* One channel against a number, and what a wrong model says, for tests. */
#ifndef PAWL_STEP_AGREE_TEST_H
#define PAWL_STEP_AGREE_TEST_H

#include "step/sessions_test.h"

/* `worst` becomes the largest part of what was allowed that has been used. */
static inline void agree(session s, const char *name, double wanted, double allowed, double *worst)
{
  int i = pawl_run_find(s.run, name);
  assert_true(i >= 0);
  double off = fabs(pawl_run_read(s.run, i) - wanted) / (1 + fabs(wanted));
  *worst = fmax(*worst, off / allowed);
  if (!(off <= allowed))
    fail_msg("%s is %.15g at t = %g, not %.15g", name, pawl_run_read(s.run, i), s.run->t, wanted);
}

/* Read, opened or run to its end, the model fails with this in its sentence, and says where. */
static inline void expect_sentence(const char *text, const char *sentence)
{
  pawl_model *model = NULL;
  pawl_run *run = NULL;
  pawl_error error = {0};
  pawl_status status = pawl_model_parse(&model, text, "test", NULL, &error);
  if (status == PAWL_OK)
    status = pawl_run_open(&run, model, NULL, &error);
  if (status == PAWL_OK)
    status = pawl_run_until(run, model->plan.duration, &error);
  if (status == PAWL_OK || !strstr(error.text, sentence) || !error.where[0])
    fail_msg("%s\nsays '%s: %s', not '%s'", text, error.where, error.text, sentence);
  pawl_run_free(run);
  pawl_model_free(model);
}

#endif
