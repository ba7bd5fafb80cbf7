/* Pairs of closed cubic splines of 16 segments each, the same for Pawl and for SISL: the second one beside
 * the first at a gap of 0.05 ("near"), far away ("far"), or across it ("crossing"). */
#ifndef BENCH_CONTACTS_PAIR_H
#define BENCH_CONTACTS_PAIR_H

enum { BENCH_SEGMENTS = 16, BENCH_POLES = BENCH_SEGMENTS + 3, BENCH_KNOTS = BENCH_SEGMENTS + 7 };

typedef struct {
  double pole[2][BENCH_POLES][2]; /* in the frame of each; the first three again at the end */
  double placed[BENCH_POLES][2];  /* those of the second, in the frame of the first          */
  double knot[BENCH_KNOTS];
  double x, y, c, s; /* where the second frame is */
} bench_pair;

void bench_pair_make(bench_pair *pair, const char *how, int number);

#endif
