/* What the two kernels, planar and spatial, offer. Both are the same pass (pass.h) over two algebras.
 *
 * The stages: place (positions, velocities, inertias, gyroscopic terms) → loads and rows are added by the caller
 * → solve (one sweep towards the ground that factorises and condenses, one outwards for accelerations and
 * multipliers). A later solve with other right-hand sides reuses the factors.      theory.md, 2 and 4.4 */
#ifndef PAWL_SYSTEM_KERNEL_H
#define PAWL_SYSTEM_KERNEL_H

#include "base/arena.h"
#include "system/tree.h"

typedef struct pawl_kernel pawl_kernel; /* the numbers of one system; its layout is the kernel's own */

typedef struct {
  const char *name;
  unsigned worlds;

  pawl_kernel *(*open)(const pawl_tree *tree, pawl_arena *arena);

  /* Poses and velocities from coordinates q (chart), velocities v and base quaternions; v may be NULL. Resets
   * forces, efforts and rows. */
  void (*place)(pawl_kernel *k, const double *q, const double *v, const pawl_quat *base);

  /* The motion of a place; needs `place`. */
  void (*end)(const pawl_kernel *k, const pawl_place *place, pawl_end *out);
  /* Its acceleration, after a solve of the equations of motion. */
  void (*acceleration)(const pawl_kernel *k, const pawl_place *place, pawl_vec gravity, pawl_vec *linear,
                       pawl_vec *angular);

  /* Adds a wrench given about a world point. */
  void (*load)(pawl_kernel *k, int link, pawl_vec at, pawl_vec f, pawl_vec t);
  void (*effort)(pawl_kernel *k, int dof, double effort); /* adds along a dof, after `place` */

  /* Adds what a wrench about a world point would do along each dof to tau; changes nothing else. */
  void (*pull)(const pawl_kernel *k, int link, pawl_vec at, pawl_vec f, pawl_vec t, double *tau);

  /* Sets one row of a block between the links of its ends `first` and first + 1: its wrench on the second about a
   * world point; the first gets the opposite about another, which is the same but for rows that are inertias. */
  void (*row)(pawl_kernel *k, int block, int row, int first, pawl_vec at_a, pawl_vec at_b, pawl_vec f,
              pawl_vec t);
  /* The share of one row in the dof of an end. */
  void (*share)(pawl_kernel *k, int block, int row, int end, double share);
  /* The motion of a base: x, y, z, angle about its axis. Before `place`. */
  void (*carried)(pawl_kernel *k, int link, const pawl_jet motion[4]);
  /* What a base gives to the mechanism about its origin, after `solve`; returns its power. */
  double (*base)(const pawl_kernel *k, int link, pawl_vec *f, pawl_vec *t);

  /* Equations of motion: accelerations and multipliers from loads, efforts, gravity and beta = -gamma.
   * Returns the number of rows dropped as dependent, or -1 - dof when that dof has no inertia. */
  int (*solve)(pawl_kernel *k, pawl_vec gravity, const double *beta, double *acceleration, double *lambda);
  /* x and lambda of  M x = tau + J^T lambda, J x = beta.  `factorise` on the first call after `place`. */
  int (*solve_plain)(pawl_kernel *k, const double *tau, const double *beta, double *x, double *lambda,
                     bool factorise);
  /* Without rows, a force on a link moves nothing but its branch: these degrees of freedom. */
  void (*branch)(const pawl_kernel *k, int link, int *from, int *to);
  /* solve_plain of efforts there, after a factorisation; x is written there only. */
  void (*solve_branch)(pawl_kernel *k, int link, const double *tau, double *x);

  /* out = J x for all rows; x NULL: what the motion of bases adds to the rates. */
  void (*rates)(pawl_kernel *k, const double *x, double *out);

  /* After a factorisation, per row: Σ s²/D, what S would be without coupling; and the pivots, 0 where dropped. */
  void (*uncoupled)(const pawl_kernel *k, double *sizes);
  const double *(*pivots)(const pawl_kernel *k);
  /* Smallest ratio of a kept pivot to its reference in the last factorisation, and of which block. */
  double (*smallest_pivot)(const pawl_kernel *k, int *block);

  /* Rows of a block that depended on others in the last factorisation. */
  int (*dropped_rows)(const pawl_kernel *k, int block);

  /* Inertia added to each dof (NULL: none): assembly holds what the user gave by making it heavy. */
  void (*hold)(pawl_kernel *k, const double *inertia);

  /* Kinetic energy and -Σ m g·r of the last `place`. */
  void (*energy)(const pawl_kernel *k, pawl_vec gravity, double *kinetic, double *potential);

  /* Whether the next solves of motion keep what `transmitted` needs. */
  void (*keep)(pawl_kernel *k, bool keep);
  /* The force and torque that each link's joint passes on to it, about its origin, after a kept `solve`. */
  void (*transmitted)(pawl_kernel *k, const double *lambda, pawl_vec *f, pawl_vec *t);
} pawl_kernel_ops;

extern const pawl_kernel_ops pawl_kernel_planar, pawl_kernel_spatial;

#endif
