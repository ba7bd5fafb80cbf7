/* What the files of the evaluation share: evaluate.c, rows.c, coordinates.c. */
#ifndef PAWL_SYSTEM_EVALUATE_H
#define PAWL_SYSTEM_EVALUATE_H

#include "parts/rows.h"
#include "system/system.h"

/* The instant, and bases and links as they are then. */
pawl_status pawl_evaluate_place(pawl_system *system, double t, const double *q, const double *v,
                                const pawl_quat *base, bool links);
/* All rows of constraints at the instant that is placed. */
pawl_status pawl_evaluate_rows(pawl_system *system);
/* The coordinates of a joint that is not in the tree, as rows between its two frames. */
void pawl_cut_coordinates(const pawl_system *system, const pawl_joint_use *use, pawl_pair *x, pawl_row *row);

#endif
