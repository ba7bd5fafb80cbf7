/* How deep two profiles are in each other, looked at anew: nothing that a run follows goes into it.   theory.md, 7.12 */
#ifndef PAWL_GEOMETRY_OVERLAP_H
#define PAWL_GEOMETRY_OVERLAP_H

#include "geometry/touch.h"

/* Where the second profile was when the two were last looked at, and a direction that parted them then. */
typedef struct {
  bool known;
  pawl_placing place;
  pawl_xy axis;
} pawl_parting;

/* The depth if it is more than `limit`, else 0. Directions that may part them are tried first: `guess`, a unit vector, and the
 * last one. The last place tells on which side of an open curve a point came from. Both are brought up to date. */
double pawl_overlap_depth(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place,
                          double limit, pawl_xy guess, pawl_parting *last, pawl_search_work *work);

/* Which of the two, 0 or 1, lies in the material of the other with all of its outline, away from the other's; -1: neither does. */
int pawl_overlap_buried(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place);

/* How far, and along which unit vector in the frame of the first, the second is to be moved (`moves` 1, else the first: 0) until a straight
 * line parts the two: the shortest way out of what is convex, of curves within 1e-4 of their size. False: one of them is a hole, whose
 * material is all around. */
bool pawl_overlap_way_out(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, int moves,
                          pawl_xy *along, double *far);

#endif
