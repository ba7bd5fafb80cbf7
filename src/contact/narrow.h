/* Where two convex shapes are near each other: up to two points, as a box on a floor has them.
 *
 * A shape has corners in order, counterclockwise, with the material inside; one corner and a radius is a
 * disc. An open shape is a single edge with material on its left only: a stretch of ground. */
#ifndef PAWL_CONTACT_NARROW_H
#define PAWL_CONTACT_NARROW_H

#include "base/arena.h"
#include "geometry/profile.h"

enum { PAWL_NEAR_MOST = 2 };

typedef struct {
  int body;                /* 0: the ground                                                     */
  int count;               /* corners; 1: a disc                                                */
  bool open;               /* two corners, the way between them is the only edge                */
  bool bare[2];            /* open: its ends are no corners, the ground goes on there           */
  double radius;           /* of a disc                                                         */
  double size;             /* radius of a circle about the centre of mass that holds it         */
  unsigned long long sets; /* of contacts that it belongs to                                    */
  const pawl_xy *corner;   /* from the body's centre of mass, in its axes                       */
  const pawl_xy *normal;   /* of the edge that begins at each corner                            */
  pawl_xy *at, *out;       /* the same in the world                                             */
} pawl_convex;

typedef struct {
  double gap;
  pawl_xy at; /* half-way between the two surfaces */
  pawl_xy n;  /* outward normal of the first       */
} pawl_near;

/* Corners and normals at a place of the body's centre of mass. */
void pawl_convex_place(const pawl_convex *shape, pawl_xy at, double sine, double cosine);
/* Points with gaps below `reach`; returns how many. */
int pawl_narrow(const pawl_convex *a, const pawl_convex *b, double reach, pawl_near near[PAWL_NEAR_MOST]);
/* Where a profile's frame is on the body: from the centre of mass, sine and cosine of its angle. */
typedef struct {
  pawl_xy at;
  double s, c;
} pawl_convex_frame;
enum { PAWL_CONVEX_EDGES = 256 };
/* A profile as convex shapes: a convex polygon or a disc is one, an open or concave outline of straight
 * pieces gives its edges one by one. Returns how many, 0: it has curved pieces or too many edges; -1: no
 * memory. */
int pawl_convex_split(pawl_convex *shape, int room, const pawl_profile *profile,
                      const pawl_convex_frame *frame, bool bare_ends, pawl_arena *arena);

#endif
