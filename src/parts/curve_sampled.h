/* A smooth curve that is expensive to evaluate, or whose functions are the C library's, as polynomials: sampled once, when
 * the model is read, evaluated by Horner's rule in a run.
 *
 * A cell has value, slope and second derivative at its ends and in its middle, and so a polynomial of degree 8; cells are
 * halved until it meets the curve at the quarters too. Neighbours share two derivatives. */
#ifndef PAWL_PARTS_CURVE_SAMPLED_H
#define PAWL_PARTS_CURVE_SAMPLED_H

#include "parts/curve.h"

typedef struct pawl_sampled pawl_sampled;

/* Point and two derivatives; false: it failed. */
typedef bool pawl_sampler(void *context, double u, pawl_plane_jet *jet);

typedef struct {
  bool strict;  /* a jump of the curvature is a fault                   */
  bool failed;  /* out: the sampler did, or there was no memory         */
  double rough; /* out: else, where the curve is not smooth             */
} pawl_sampling;

/* NULL: see *how. */
const pawl_sampled *pawl_sample(pawl_arena *arena, pawl_sampler *at, void *context, double u0, double u1,
                                pawl_sampling *how);
/* A pawl_plane_function. */
void pawl_sampled_at(const void *sampled, double u, pawl_plane_jet *jet);
int pawl_sampled_cells(const pawl_sampled *sampled);

#endif
