/* The rows of the comparison, and what they write: tables to stdout, numbers to result.csv, verdicts to the
 * end. */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "measure.h"

enum { BENCH_VERDICTS = 64 };

typedef struct {
  char row[96];
  double target;
  bool at_most; /* else: at least */
  bool measured;
  bench_spread ratio;
} bench_verdict;

struct bench_session {
  bench_worker workers[BENCH_ENGINES];
  int rounds, least; /* of cheap scenes; of dear ones */
  double slice;      /* s of CPU time per measurement, at least */
  double budget;     /* s of wall time per table, about         */
  FILE *csv;
  bench_verdict verdicts[BENCH_VERDICTS];
  int verdict_count;
  bench_point points[BENCH_POINTS];
};

extern const char *const bench_engine_names[BENCH_ENGINES];

/* One table each. */
void bench_forward(bench_session *s);
void bench_chain(bench_session *s);
void bench_fourbar(bench_session *s);
void bench_loops(bench_session *s);
void bench_catalogue(bench_session *s);
void bench_contacts(bench_session *s);
void bench_woodpecker(bench_session *s);
void bench_closest(bench_session *s);
void bench_pile(bench_session *s);
void bench_rest(bench_session *s);

/* Measures the session's points with its settings; returns the rounds. */
int bench_session_measure(bench_session *s, int count);

/* spread of factor * seconds */
bench_spread bench_scaled(const bench_point *p, int rounds, double factor);
/* spread of (a.seconds / b.seconds) * factor, round by round */
bench_spread bench_ratio(const bench_point *a, const bench_point *b, int rounds, double factor);

void bench_csv(bench_session *s, const char *table, const char *engine, const bench_scene *scene,
               const char *quantity, const char *unit, bench_spread x, int rounds);
void bench_judge(bench_session *s, const char *row, double target, bool at_most, const bench_spread *ratio);
/* Prints the verdicts; false when one fails. */
bool bench_conclude(const bench_session *s);
/* "44.1 [43.8, 46.0]" padded to a column. */
void bench_cell(bench_spread x, int width);

/* A work-precision line: points of one engine from coarse to fine. */
typedef struct {
  const bench_point *points[16];
  double error[16]; /* no better than the finer settings': what was hit by luck does not count */
  int count;
} bench_line;

void bench_line_add(bench_line *line, const bench_point *p);
void bench_line_finish(bench_line *line);
/* Seconds for this error in a round: between two settings by a straight line in logarithms, or less where a
 * finer setting costs less. NaN: not within reach. */
double bench_line_cost(const bench_line *line, double error, int round);

#endif
