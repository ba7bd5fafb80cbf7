/* For tests: one model by events, by Moreau–Jean stepping with h → 0, and by a law with stiffness → ∞, and the orders at which these
 * come to the first.      docs/validation.md
 *
 * Errors are the largest over all times watched and all coordinates, over a length of the model. Where an impact falls into a
 * step is chance: the error of a step length is the root of the mean square over some lengths close to it. */
#ifndef PAWL_STEP_THREE_WAYS_TEST_H
#define PAWL_STEP_THREE_WAYS_TEST_H

#include "step/sessions_test.h"

enum { LEVELS = 4, NEAR = 8, WATCHED = 3, MOMENTS = 24, TEXT_SIZE = 4000 };

/* In `text`, $law is one of the two laws and $how the method; `stiff` and `damp` are numbers for the soft one, `damp` being
 * `damping` times the root of the stiffness. */
typedef struct {
  const char *name, *text;
  const char *head; /* put before it; NULL: nothing */
  const char *rigid, *soft;
  double damping;
  const char *watched[WATCHED];
  double length;    /* m: errors are over it, or of angles over 1 */
  double duration;  /* s                                         */
  double stiffness; /* N/m: the softest                          */
  int steps;        /* between two moments, the longest          */
  double order;     /* in 1/stiffness, as derived in validation.md */
} model;

static inline size_t put(char *text, size_t used, const char *piece)
{
  size_t size = strlen(piece);
  assert_true(used + size < TEXT_SIZE);
  memcpy(text + used, piece, size + 1);
  return used + size;
}

/* With a stiffness, or with a step, or by events. */
static inline void write_text(char text[TEXT_SIZE], const model *m, double stiffness, double step)
{
  char how[100] = "method = \"auto\"";
  if (step > 0)
    snprintf(how, sizeof how, "method = \"stepping\", step = %.17g", step);
  size_t used = (size_t)snprintf(text, TEXT_SIZE, "local stiff, damp = %.17g, %.17g\n", stiffness,
                                 m->damping * sqrt(stiffness));
  used = put(text, used, m->head ? m->head : "");
  for (const char *c = m->text; *c;) {
    const char one[2] = {*c, 0};
    bool law = strncmp(c, "$law", 4) == 0, method = strncmp(c, "$how", 4) == 0;
    used = put(text, used, !law ? method ? how : one : stiffness > 0 ? m->soft : m->rigid);
    c += law || method ? 4 : 1;
  }
}

typedef struct {
  double at[MOMENTS][WATCHED];
} motion;

static inline void move(const model *m, double stiffness, double step, motion *out)
{
  static char text[TEXT_SIZE];
  write_text(text, m, stiffness, step);
  session s = open_text(text, NULL);
  int channel[WATCHED];
  for (int j = 0; j < WATCHED && m->watched[j]; j++)
    assert_true((channel[j] = pawl_run_find(s.run, m->watched[j])) >= 0);
  for (int i = 0; i < MOMENTS; i++) {
    go(s, m->duration * (i + 1) / MOMENTS);
    for (int j = 0; j < WATCHED && m->watched[j]; j++)
      out->at[i][j] = pawl_run_read(s.run, channel[j]);
  }
  leave(s);
}

static inline double distance(const model *m, const motion *a, const motion *b)
{
  double most = 0;
  for (int i = 0; i < MOMENTS; i++)
    for (int j = 0; j < WATCHED && m->watched[j]; j++)
      most = fmax(most, fabs(a->at[i][j] - b->at[i][j]) / m->length);
  return most;
}

/* The slope of the line through the logarithms. */
static inline double slope(const double *x, const double *y, int n)
{
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < n; i++) {
    double u = log(x[i]), w = log(y[i]);
    sx += u, sy += w, sxx += u * u, sxy += u * w;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

static inline void by_steps(const model *m, const motion *exact, double h[LEVELS], double error[LEVELS])
{
  motion got;
  for (int k = 0; k < LEVELS; k++) {
    double sum = 0, lengths = 0;
    for (int i = 0; i < NEAR; i++) {
      double step = m->duration / MOMENTS / round(m->steps * pow(4, k) * (1 + 0.11 * i));
      move(m, 0, step, &got);
      double e = distance(m, &got, exact);
      sum += e * e;
      lengths += step;
    }
    h[k] = lengths / NEAR;
    error[k] = sqrt(sum / NEAR);
  }
}

static inline void by_stiffness(const model *m, const motion *exact, double soft[LEVELS],
                                double error[LEVELS])
{
  motion got;
  for (int k = 0; k < LEVELS; k++) {
    double stiffness = m->stiffness * (1 << 4 * k);
    move(m, stiffness, 0, &got);
    soft[k] = 1 / stiffness;
    error[k] = distance(m, &got, exact);
  }
}

static inline void put_row(const model *m, const double *h, const double *e_h, const double *soft,
                           const double *e_soft, const double order[2])
{
  enum { LAST = LEVELS - 1 };
  print_message("| %s | %.0e … %.0e s | %.1e … %.1e | %.2f | %.0e … %.0e | %.1e … %.1e | %.2f | %g |\n",
                m->name, h[0], h[LAST], e_h[0], e_h[LAST], order[0], 1 / soft[0], 1 / soft[LAST], e_soft[0],
                e_soft[LAST], order[1], m->order);
}

#endif
