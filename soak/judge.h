/* A scene in several views: each judged by itself, then against the first. */
#ifndef SOAK_JUDGE_H
#define SOAK_JUDGE_H

#include "kinds.h"
#include "trial.h"
#include "view.h"

typedef struct {
  char view[24];
  soak_verdict verdict;
  bool not_unique; /* compared only until an event with several solutions */
  bool sensitive;  /* a start moved by 1e-10 goes as far astray as the view */
  char why[SOAK_SENTENCE];
} soak_finding;

/* All about one scene: plain, so that it can go through a pipe. */
typedef struct {
  int view_count;
  soak_finding view[SOAK_VIEWS];
  long steps, rhs; /* of the longest run */
  long events;     /* of all runs        */
} soak_outcome;

void soak_judge(soak_outcome *outcome, const soak_kind *kind, unsigned long long seed, int views,
                const soak_patience *patience);
/* The text of one view, as it is run; its name. */
const char *soak_judge_text(const soak_kind *kind, unsigned long long seed, int which, char *text,
                            size_t room);

#endif
