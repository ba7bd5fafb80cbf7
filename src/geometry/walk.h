/* A touch on the stretches of two profiles, and the steps from stretch to stretch: shared by tracking and
 * search. */
#ifndef PAWL_GEOMETRY_WALK_H
#define PAWL_GEOMETRY_WALK_H

#include "geometry/meet.h"

#define PAWL_TILT 0.1 /* straight on straight: sine of the largest angle between them */

typedef struct {
  const pawl_profile *profile[2];
  const pawl_placing *place;
  double size; /* of the larger one */
  int at[2];   /* stretches */
} pawl_walk;

void pawl_walk_begin(pawl_walk *walk, const pawl_profile *a, const pawl_profile *b,
                     const pawl_placing *place);
/* The stretches of the touch's features at its parameters, which are moved by periods next to these. */
void pawl_walk_locate(pawl_walk *walk, pawl_touch *touch);
/* Parameters that were brought into their range, next to the stretches again: a wall may go on over the place where s begins. */
void pawl_walk_unwrap(const pawl_walk *walk, pawl_touch *touch);
pawl_pair pawl_walk_pair(const pawl_walk *walk);
const pawl_stretch *pawl_walk_stretch(const pawl_walk *walk, int side);

/* How far the touch is beyond the end of its stretch on a side: in s, at a vertex as a sine; by which end. */
double pawl_walk_beyond(const pawl_walk *walk, const pawl_touch *touch, int side, int *end);
/* The touch near given parameters where D vanishes and pawl_meet does not converge. It may lie on neighbours
 * of the stretches, behind smooth joints; of the same feature, if held. false: there is none. */
bool pawl_walk_flat(pawl_walk *walk, bool held, pawl_touch *touch);
/* Whether a touch beyond the concave corner at that end is meant: it is open, so that it is known before the corner is reached, or
 * what touches has sunk into the other wall. */
bool pawl_walk_sunk(const pawl_walk *walk, const pawl_touch *touch, int side, int end);
/* Features, parameters within their range. */
void pawl_walk_finish(const pawl_walk *walk, pawl_touch *touch);

/* Two corners: whether both stretches are, and the way from the first to the second. */
bool pawl_walk_at_corners(const pawl_walk *walk);
pawl_xy pawl_walk_between(const pawl_walk *walk);
/* To the corners nearest to the touch, which is at one of them or at two: returns the length of the shortest edge beside them;
 * 0: it is at none, or an edge is missing. */
double pawl_walk_to_corners(pawl_walk *walk, const pawl_touch *touch);
/* Of the two outermost normals that both corners have, the one that is more along `way`, and by which end of which side an
 * edge begins there; `before`: the one that stays where they are equal but for rounding. false: they have none in common. */
bool pawl_walk_outermost(const pawl_walk *walk, pawl_xy way, pawl_xy before, pawl_touch *touch, int *side,
                         int *end);

/* An end of the overlap of two straight stretches: the end j of the stretch walk->at[e], the other being
 * straight too. Fills the touch; its feature is that of the vertex there, if there is one. Returns how far
 * it is beyond the other. */
double pawl_walk_end(const pawl_walk *walk, int e, int j, pawl_touch *touch);

#endif
