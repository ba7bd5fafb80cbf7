/* What tests of friction in joints share: runs with their events, and numbers that they must meet. */
#ifndef PAWL_STEP_BRAKES_TEST_H
#define PAWL_STEP_BRAKES_TEST_H

#include "step/sessions_test.h"

static const pawl_run_options sharp = {NULL, 1e-11, -1};

static inline void close_to(double value, double expected, double tolerance)
{
  if (!(fabs(value - expected) <= tolerance))
    fail_msg("%.17g is not %.17g to %g", value, expected, tolerance);
}

typedef struct {
  int count;
  double time[8];
  char to[8][16];
} record;

static inline void keep(void *context, const pawl_event *e)
{
  record *r = context;
  if (r->count < 8) {
    r->time[r->count] = e->time;
    snprintf(r->to[r->count], sizeof r->to[0], "%s", e->to);
  }
  r->count++;
}

static inline session listen(const char *text, record *r)
{
  session s = open_text(text, &sharp);
  *r = (record){0};
  s.run->tells.on_event = keep;
  s.run->tells.listener = r;
  return s;
}

static inline void happens(const record *r, int index, double time, const char *to)
{
  assert_true(index < r->count);
  close_to(r->time[index], time, 1e-10);
  assert_string_equal(r->to[index], to);
}

#endif
