/* What a model is, before it moves: degrees of freedom, loops, dependent equations by part, singular positions. */
#ifndef PAWL_SYSTEM_INSPECT_H
#define PAWL_SYSTEM_INSPECT_H

#include "system/system.h"

/* A loop, rod or drive some of whose rows follow from the others. */
typedef struct {
  int part, rows, dependent;
  bool here_only; /* independent at neighbouring poses: a singular position, not a redundant design */
} pawl_dependence;

typedef struct {
  int bodies, joints, tree_dofs; /* coordinates of the spanning tree                     */
  int loops, rows, rank;         /* constraint blocks, their equations, independent ones */
  int mobility;                  /* degrees of freedom: tree_dofs - rank                 */
  pawl_dependence *dependences;
  int dependence_count;
  bool singular; /* the rank is larger at neighbouring poses             */
  double kinetic, gravity, stored;
  double residual; /* of position, over the model's length                 */
  long operations; /* block operations of one factorisation                */
} pawl_inspection;

/* A start value of a hinge, a guide or a body that is not as it was written: loops or other values did not allow it. */
typedef struct {
  int part;
  const char *quantity; /* the field: "angle", "position", "speed"; "x", "e0", "vx" … */
  double written, is;
} pawl_moved_start;

/* Fills up to `room` of them and returns how many there are. */
int pawl_moved_starts(pawl_system *system, pawl_moved_start *out, int room);

/* Looks at the assembled start. */
pawl_status pawl_inspect(pawl_system *system, pawl_inspection *out, pawl_error *error);

/* Whether a point mass that moves freely has no shape that needs an angle, and its sentence. */
pawl_status pawl_point_shape(const pawl_system *system, int body, pawl_error *error);

#endif
