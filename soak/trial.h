/* One run of one view of a scene, through the library, and what there is to say against it. */
#ifndef SOAK_TRIAL_H
#define SOAK_TRIAL_H

#include "scene.h"
#include "view.h"

enum { SOAK_ROWS = 128, SOAK_EVENTS = 64, SOAK_SENTENCE = 240 };

typedef enum {
  SOAK_GOOD,
  SOAK_REFUSED, /* by a sentence                                              */
  SOAK_NONE,    /* refused for want of a mode, and all modes tried: there is none */
  SOAK_SUNK, /* refused for a law so soft that a corner is deeper than a tenth of an edge beside it, which the sentence says */
  SOAK_OVERLAP,
  SOAK_LEDGER,  /* energy from nowhere     */
  SOAK_GARBAGE, /* rows that cannot be     */
  SOAK_STORM,   /* it does not get along   */
  SOAK_DIFFERS, /* views do                */
  SOAK_CRASH,
  SOAK_VERDICTS
} soak_verdict;

typedef struct {
  double time;
  bool impact;
} soak_event;

typedef struct {
  soak_verdict verdict;
  char why[SOAK_SENTENCE]; /* of what is not good */
  long steps, events, rhs;
  int row_count;
  double time[SOAK_ROWS + 1];
  soak_pose pose[SOAK_ROWS + 1][SOAK_BODIES]; /* as the view has them */
  int event_count;                            /* of those kept        */
  soak_event event[SOAK_EVENTS];
  double ended;   /* time of the last step */
  double doubted; /* when the run first said that the motion is not unique; INFINITY: it did not */
} soak_trial;

/* Limits of a run; what needs more is a storm. */
typedef struct {
  long steps, events;
} soak_patience;

void soak_try(soak_trial *trial, const soak_scene *scene, const soak_patience *patience);

#endif
