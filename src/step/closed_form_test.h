/* Runs against closed forms, for tests: each in several sizes, a planar one through both kernels, with the books. */
#ifndef PAWL_STEP_CLOSED_FORM_TEST_H
#define PAWL_STEP_CLOSED_FORM_TEST_H

#include "step/sessions_test.h"

#ifdef __SANITIZE_ADDRESS__
enum { OUTPUTS = 20, SIBLINGS = 3 };
#else
enum { OUTPUTS = 100, SIBLINGS = 12 };
#endif

/* How many metres, kilograms and seconds the units of a machine are. */
static const test_units sizes[] = {{1, 1, 1, 0},       {1e-3, 1e-3, 1, 0}, {1e3, 1e3, 1, 0},
                                   {1, 1e3, 1e-3, 0},  {1, 1e-3, 1e3, 0},  {1e-3, 1e3, 1e-3, 0},
                                   {1e3, 1e-3, 1e3, 0}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* The worst of all runs of a test. */
typedef struct {
  double error; /* of a channel, over its size        */
  double ledger, position;
} figures;

typedef double (*closed_form)(const void *numbers, double t);

/* What a run must follow: a channel, the closed form of it, and how large it is. */
typedef struct {
  const char *channel;
  closed_form value;
  double size;
} wanted;

static inline void follow(session s, double end, const wanted *w, const void *numbers, figures *worst)
{
  double *values = calloc((size_t)pawl_run_channel_count(s.run), sizeof *values);
  pawl_error error = {0};
  assert_non_null(values);
  for (int i = 0; i <= OUTPUTS; i++) {
    double t = i == OUTPUTS ? end : i * end / OUTPUTS;
    while (s.run->t < t)
      if (pawl_run_step(s.run, t, &error) != PAWL_OK)
        fail_msg("t = %g: %s: %s", s.run->t, error.where, error.text);
    assert_int_equal(pawl_run_output(s.run, t, values, &error), PAWL_OK);
    for (const wanted *c = w; c->channel; c++) {
      int k = pawl_run_find(s.run, c->channel);
      assert_true(k >= 0);
      double apart = fabs(values[k] - c->value(numbers, t)) / c->size;
      worst->error = apart <= worst->error ? worst->error : apart; /* NaN is the largest */
    }
  }
  worst->ledger = fmax(worst->ledger, s.run->books.worst_ledger);
  worst->position = fmax(worst->position, s.run->books.worst_position);
  free(values);
}

/* A planar text through both kernels, a spatial one through its own. */
static inline void compare(const char *text, double end, const wanted *w, const void *numbers, figures *worst)
{
  bool planar = strncmp(text, "planar", 6) == 0;
  char whole[TEXT + 128];
  snprintf(whole, sizeof whole, "%s\nsimulate { duration = %.17g, tolerance = 1e-12 }\n", text, end);
  for (int k = 0; k <= planar; k++) {
    pawl_run_options options = {k ? &pawl_kernel_spatial : NULL, NAN, -1};
    session s = open_text(whole, &options);
    follow(s, end, w, numbers, worst);
    leave(s);
  }
}

static inline void judge(const char *what, const figures *f, double error, double ledger)
{
  print_message("  %s: off by %.1e of %.0e, ledger %.1e of %.0e, residual %.1e\n", what, f->error, error,
                f->ledger, ledger, f->position);
  assert_true(f->error <= error);
  assert_true(f->ledger <= ledger);
  assert_true(f->position <= 1e-12);
}

/* The sentence with which a model is refused. */
static inline void refused(const char *text, const char *sentence)
{
  pawl_model *model = NULL;
  pawl_error error = {0};
  assert_int_not_equal(pawl_model_parse(&model, text, "test", NULL, &error), PAWL_OK);
  assert_string_equal(error.text, sentence);
  pawl_model_free(model);
}

#endif
