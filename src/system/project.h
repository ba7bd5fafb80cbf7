/* Projection onto the constraints in the mass metric, and assembly from approximate starts. */
#ifndef PAWL_SYSTEM_PROJECT_H
#define PAWL_SYSTEM_PROJECT_H

#include "system/system.h"

/* Largest residual of position over the model's length, of the last rows. `row`: which (may be NULL). */
double pawl_residual_position(const pawl_system *system, int *row);
/* Largest residual of velocity over length/time. */
double pawl_residual_velocity(const pawl_system *system);

/* q -= M^-1 J^T (J M^-1 J^T)^+ phi until phi is rounding, then the same for v.      theory.md, 4.3 */
pawl_status pawl_project(pawl_system *system, double t, double *q, double *v, const pawl_quat *base);
/* The constraint that is violated most at (t, q), as an error about a jump. */
pawl_status pawl_project_jump(pawl_system *system, double t, const double *q, const pawl_quat *base,
                              pawl_error *error);
/* Whether the last projection really met every row; if not, which and by how much. */
pawl_status pawl_project_verdict(pawl_system *system, double t, pawl_error *error);
/* x -= M^-1 J^T (…)^+ J x with the factors of the last projection: the part of x along the constraints. */
void pawl_project_tangent(pawl_system *system, double *x);

/* What the user wrote of the start, as coordinates of the tree: q_start, v_start, base_start, and which were given. */
pawl_status pawl_start_values(pawl_system *system, pawl_error *error);
/* Consistent start values from those given: what the user gave is held where the loops allow it. */
pawl_status pawl_assemble_positions(pawl_system *system, double t, double *q, pawl_quat *base,
                                    pawl_error *error);
pawl_status pawl_assemble_velocities(pawl_system *system, double t, const double *q, double *v,
                                     const pawl_quat *base, pawl_error *error);
/* At most `limit` steps of Newton, capped and halved; the residual that is left. */
double pawl_close_from(pawl_system *system, double t, double *q, const pawl_quat *base, int limit);
/* Of several closed positions that hold what was written, the one that the rules choose: from a closed one, s->first as
 * written. Sets s->assembly. */
void pawl_choose_assembly(pawl_system *system, double t, double *q, const pawl_quat *base);
/* A few steps of Newton from q; true when all loops close, and the system is factorised there. */
bool pawl_close_loops(pawl_system *system, double t, double *q, const pawl_quat *base);

/* What both are made of. Given values held, the first `count` in the order of writing; how many are given; how many to hold next: one less at a
 * time, but not for ever. */
void pawl_hold_given(pawl_system *system, const bool *given, int count);
int pawl_count_given(const pawl_system *system, const bool *given);
int pawl_hold_fewer(int held, int attempt);
double pawl_largest(const double *x, int n, int *at);
/* Solves J x = -residual for the smallest x, into system->correction; factorises. */
void pawl_correct(pawl_system *system, const double *residual);
/* q moved by x, which is in velocity space. */
void pawl_move(const pawl_system *system, double *q, const double *x, double *scratch);
int pawl_block_of_row(const pawl_system *system, int row);
/* The size of what is left of a row's block, in metres or radians. */
double pawl_gap_of(const pawl_system *system, int block, int row, const double *left, char unit[8]);

#endif
