/* The equations of a model at one instant, written out:   M a = h + J^T lambda,   J a + gamma = 0. */
#ifndef PAWL_STEP_MATRICES_H
#define PAWL_STEP_MATRICES_H

#include "step/run.h"

/* Numbers under a name; a vector has 0 columns. */
typedef struct {
  const char *name;
  int rows, columns;
  double *x;
  const char *doc;
} pawl_table;

enum { PAWL_TABLES = 12 };

struct pawl_matrices {
  const char *model;
  double time;
  int n, m;                 /* coordinates, equations                        */
  const char **coordinates; /* "hinge.angle"; with the signs of the channels */
  const char **equations;   /* "rod.1": a part and the number of its equation */
  pawl_table tables[PAWL_TABLES];
  pawl_arena arena; /* of those that pawl_matrices_new has made */
};

/* At the state of the run; everything it points to lives in the arena. */
pawl_status pawl_matrices_compute(pawl_matrices *all, pawl_run *run, pawl_arena *arena, pawl_error *error);

#endif
