/* The touch of two stretches, near given parameters; ends, cones and neighbours are not looked at. */
#ifndef PAWL_GEOMETRY_MEET_H
#define PAWL_GEOMETRY_MEET_H

#include "geometry/stretch.h"

/* Two stretches, the second placed in the frame of the first. */
typedef struct {
  const pawl_stretch *w[2];
  const pawl_placing *place;
  double size; /* of the larger profile: tolerances */
} pawl_pair;

/* Begins at touch->s; of two points, touch->n says on which side the second is. Fills all but features, id,
 * straight and ends. false: no convergence, or no local minimum (D <= 0). Two straight stretches have no
 * touch by themselves. */
bool pawl_meet(const pawl_pair *pair, pawl_touch *touch);
/* The end j of stretch w[e], taken as a point, and the straight stretch w[1 - e]. */
void pawl_meet_end(const pawl_pair *pair, int e, int j, pawl_touch *touch);

#endif
