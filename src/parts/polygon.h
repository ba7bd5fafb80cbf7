/* Whether points, joined in their order and the last with the first, go round an area. */
#ifndef PAWL_PARTS_POLYGON_H
#define PAWL_PARTS_POLYGON_H

#include "parts/part.h"

typedef enum {
  PAWL_POLYGON_GOOD,
  PAWL_POLYGON_FLAT,    /* all on one line, or as much area on the right as on the left */
  PAWL_POLYGON_CROSSES, /* two edges do */
  PAWL_POLYGON_TOUCHES, /* two edges have a point in common, and do not cross: they may bound a slit */
  PAWL_POLYGON_BACK,    /* an edge and the next one lie on each other */
} pawl_polygon_fault;

/* The first fault, by x and y; edge: the points at which its edges begin, from 0. Points that are repeated count once. */
pawl_polygon_fault pawl_polygon_look(const pawl_points *points, bool may_touch, int edge[2]);

#endif
