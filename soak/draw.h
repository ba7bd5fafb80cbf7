/* Drawing lots, and bodies of all forms by them. The same seed makes the same scene on every machine. */
#ifndef SOAK_DRAW_H
#define SOAK_DRAW_H

#include "base/chance.h"
#include "scene.h"

typedef unsigned long long soak_lot;

/* The lots of a seed. Neighbouring seeds have nothing in common: the bits are stirred (splitmix64), since sequences of a
 * congruence whose starts differ a little stay beside each other. */
static inline soak_lot soak_begin(const char *name, unsigned long long seed)
{
  soak_lot lot = seed;
  for (const char *c = name; *c; c++)
    lot = lot * 1099511628211ull + (unsigned char)*c;
  lot += 0x9e3779b97f4a7c15ull;
  lot = (lot ^ lot >> 30) * 0xbf58476d1ce4e5b9ull;
  lot = (lot ^ lot >> 27) * 0x94d049bb133111ebull;
  return lot ^ lot >> 31;
}

static inline double soak_between(soak_lot *lot, double from, double to)
{
  return from + (to - from) * 0.5 * (pawl_chance(lot) + 1);
}
static inline int soak_whole(soak_lot *lot, int from, int to)
{
  int n = (int)soak_between(lot, from, to + 1.0);
  return n > to ? to : n;
}
static inline bool soak_likely(soak_lot *lot, double share)
{
  return soak_between(lot, 0, 1) < share;
}
/* (Never two draws in one expression: C does not say which comes first.) Evenly over powers: */
double soak_over_powers(soak_lot *lot, double from, double to);

/* Restitutions are often 0, sometimes 1; frictions are often 0, and often large. */
double soak_restitution(soak_lot *lot);
double soak_friction(soak_lot *lot);
/* Of what slides from the start on: beyond 4/3 a box may have no motion there (Painlevé), and problems of the start are not told. */
double soak_slides_with(soak_lot *lot, bool from_the_start);

typedef enum {
  SOAK_BOX,
  SOAK_CONVEX,
  SOAK_CONCAVE,
  SOAK_CORNERED = SOAK_CONCAVE, /* the last of those with corners */
  SOAK_ROUND,
  SOAK_OVAL,
  SOAK_BLOB,
  SOAK_ANY = SOAK_BLOB
} soak_form;

/* One of the first forms, up to `last`, with corners more often than not. */
soak_form soak_draw_form(soak_lot *lot, soak_form last);
/* A body with one shape of this form, about `size` from its centre to its farthest point; at the origin. */
int soak_draw_body(soak_scene *scene, soak_lot *lot, soak_form form, double size);
/* The shape that soak_draw_body made. */
static inline int soak_shape_of(const soak_scene *scene, int body)
{
  for (int i = 0; i < scene->shape_count; i++)
    if (scene->shape[i].body == body)
      return i;
  return -1;
}
/* Puts a body so that it is `gap` above the line through `from` with the normal `n`, beside `from` by nothing. With
 * `flat`, one of its straight edges is parallel to the line: what begins to slide on a corner may have no motion at all. */
void soak_put_on(soak_scene *scene, soak_lot *lot, int body, soak_xy from, soak_xy n, double gap, bool flat);
/* A radius for the corners of a convex polygon of this size. */
double soak_draw_rounding(const soak_shape *shape, soak_lot *lot, double size);
/* Sides of a convex polygon are bent outwards, each by up to `most` radians: keels, over which it rolls. */
void soak_bend_sides(soak_scene *scene, soak_lot *lot, int shape, double most);
/* Box of half widths a, b as points. */
void soak_corners(soak_xy corner[4], double a, double b);

#endif
