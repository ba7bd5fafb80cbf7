/* How deep two shapes overlap, by the generator's own geometry: brute force over points and edges, nothing of src/geometry.
 *
 * A depth is a lower bound of how far the shapes would have to be moved to be apart: the distance of a point of one, inside the
 * other, from the other's rim. Points looked at are corners, and middles of what edges have inside the other. Curves are
 * polygons of many points; `slack` is how far those may lie outside of the curve. */
#ifndef SOAK_OUTLINE_H
#define SOAK_OUTLINE_H

#include "scene.h"
#include "view.h"

enum { SOAK_SAMPLES = 240 };

typedef struct {
  bool disc; /* about point[0]; else a closed polygon */
  bool hole; /* the material is outside */
  double radius;
  int count, real; /* edges from `real` - 1 on are the judge's own, of an open way */
  double slack;
  soak_xy middle; /* no point is farther from it than `reach` */
  double reach;
  soak_xy point[SOAK_SAMPLES];
} soak_outline;

/* In the frame of its body. */
void soak_outline_make(soak_outline *outline, const soak_shape *shape);
void soak_outline_place(soak_outline *to, const soak_outline *from, const soak_pose *pose);
/* In the world; 0: apart. */
double soak_overlap(const soak_outline *a, const soak_outline *b);
/* Whether b, as a disc, comes near to an edge of a that is not there: it has left the way. */
bool soak_off_the_way(const soak_outline *a, const soak_outline *b);

#endif
