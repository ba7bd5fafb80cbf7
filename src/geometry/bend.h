/* Bounds of how a part of a curved stretch bends: what makes the search for touches certain. */
#ifndef PAWL_GEOMETRY_BEND_H
#define PAWL_GEOMETRY_BEND_H

#include "geometry/stretch.h"

typedef struct {
  bool bounded;   /* its tangents lie within 45° of some direction; the rest is valid only then */
  int bends;      /* 1: k >= 0 everywhere, -1: k <= 0, 0: not known */
  double k0, k1;  /* least and largest curvature */
  double slack;   /* how much of k1 - k0 is for want of knowing better */
  double k_slope; /* |dk/ds| is nowhere larger */
} pawl_bend;

/* Of the part s0 … s1. A Bézier piece: rigorous. A function: from 17 samples of its derivatives, with a
 * safety factor of 4 on what happens between them. */
void pawl_bend_of(const pawl_stretch *w, double s0, double s1, pawl_bend *bend);

#endif
