/* How far one of two profiles is to be moved until a straight line parts them: over unit vectors e the least of
 *     max e·x over the one - min e·x over the other,
 * which for polygons is attained across an edge of one of the two. */
#include "geometry/overlap.h"
#include "geometry/search.h"

enum { POINTS = 256 };
#define ERROR 1e-4 /* of the size: chords in place of curves */

typedef struct {
  pawl_xy point[POINTS];
  int count;
} corners;

static void take(const pawl_profile *profile, const pawl_placing *place, corners *to)
{
  to->count = pawl_profile_polygon(profile, ERROR * profile->size, to->point, POINTS);
  for (int i = 0; place && i < to->count; i++)
    to->point[i] = pawl_place_point(place, to->point[i]);
}

static double most_along(const corners *c, pawl_xy e)
{
  double most = -INFINITY;
  for (int i = 0; i < c->count; i++)
    most = greater(most, xy_dot(e, c->point[i]));
  return most;
}

/* Across the edges of `of`, both ways. */
static void try_edges(const corners *of, const corners *stays, const corners *moves, pawl_xy *along,
                      double *far)
{
  for (int i = 1; i < of->count; i++) {
    pawl_xy d = xy_sub(of->point[i], of->point[i - 1]);
    double length = xy_norm(d);
    for (int way = -1; way <= 1 && length > 0; way += 2) {
      pawl_xy e = {way * d.y / length, -way * d.x / length};
      double out = most_along(stays, e) + most_along(moves, xy_back(e));
      if (out < *far) {
        *far = out;
        *along = e;
      }
    }
  }
}

static bool is_hole(const pawl_profile *profile)
{
  return profile->closed && !profile->solid;
}

bool pawl_overlap_way_out(const pawl_profile *a, const pawl_profile *b, const pawl_placing *place, int moves,
                          pawl_xy *along, double *far)
{
  corners of[2];
  *far = INFINITY;
  if (is_hole(a) || is_hole(b))
    return false;
  take(a, NULL, of);
  take(b, place, of + 1);
  for (int i = 0; i < 2; i++)
    try_edges(of + i, of + 1 - moves, of + moves, along, far);
  return isfinite(*far);
}
