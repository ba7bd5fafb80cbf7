/* Profiles as convex shapes. */
#include "base/tolerances.h"
#include "contact/narrow.h"
#include "geometry/plane.h"

static pawl_xy moved(pawl_xy p, const pawl_convex_frame *f)
{
  return (pawl_xy){f->at.x + (f->c * p.x - f->s * p.y), f->at.y + (f->s * p.x + f->c * p.y)};
}

/* Radius about the centre of mass, normals of the edges. */
static bool finish(pawl_convex *c, const pawl_xy *corner, int count, pawl_arena *arena)
{
  pawl_xy *p = PAWL_TAKE(arena, count, pawl_xy), *n = PAWL_TAKE(arena, count, pawl_xy);
  c->count = count;
  c->at = PAWL_TAKE(arena, count, pawl_xy);
  c->out = PAWL_TAKE(arena, count, pawl_xy);
  if (arena->failed)
    return false;
  for (int i = 0; i < count; i++) {
    p[i] = corner[i];
    n[i] =
        count > 1 ? xy_unit(xy_right(xy_sub(corner[i + 1 < count ? i + 1 : 0], corner[i]))) : (pawl_xy){1, 0};
    c->size = greater(c->size, xy_norm(p[i]) + c->radius);
  }
  c->corner = p;
  c->normal = n;
  return true;
}

/* A full circle with the material inside. */
static bool is_disc(const pawl_profile *profile, pawl_xy *centre, double *radius)
{
  double from, to;
  pawl_profile_point p;
  pawl_profile_range(profile, &from, &to);
  pawl_profile_at(profile, from, true, &p);
  if (!pawl_profile_closed(profile) || pawl_profile_features(profile) != 1 || !(p.k > 0))
    return false;
  *radius = 1 / p.k;
  *centre = xy_along(p.p, -*radius, p.n);
  for (int i = 1; i < 16; i++) {
    pawl_profile_at(profile, from + (to - from) * i / 16, true, &p);
    if (fabs(xy_distance(p.p, *centre) - *radius) > PAWL_ROUND_PLACE * *radius ||
        fabs(p.k * *radius - 1) > PAWL_ROUND_CURVE)
      return false;
  }
  return true;
}

/* Ends of all straight pieces, the material on the left of the way; -1: something is not straight. */
static int list_edges(pawl_xy (*edge)[2], int room, const pawl_profile *profile, const pawl_convex_frame *f)
{
  int n = 0;
  for (int i = 0; i < pawl_profile_features(profile); i++) {
    pawl_profile_part part;
    pawl_profile_point a, b;
    pawl_profile_feature(profile, i, &part);
    if (part.vertex)
      continue;
    if (!part.straight || n == room)
      return -1;
    pawl_profile_at(profile, part.s0, true, &a);
    pawl_profile_at(profile, part.s1, false, &b);
    bool left = xy_dot(xy_right(a.t), a.n) > 0;
    edge[n][!left] = moved(a.p, f);
    edge[n++][left] = moved(b.p, f);
  }
  return n;
}

/* How much the way turns from one edge to the next, as a sine: positive at a convex corner. */
static double turn(pawl_xy (*edge)[2], int i, int j)
{
  return xy_cross(xy_unit(xy_sub(edge[i][1], edge[i][0])), xy_unit(xy_sub(edge[j][1], edge[j][0])));
}

static bool is_convex(pawl_xy (*edge)[2], int n)
{
  for (int i = 0; i < n; i++)
    if (!(turn(edge, i, (i + 1) % n) > PAWL_JOINED))
      return false;
  return n > 2;
}

/* Where an end of an edge is no corner that something can hit: where the ground goes on flat or upwards, or
 * at a bare end. */
static bool is_bare(pawl_xy (*edge)[2], int n, int i, int end, double size, bool bare_ends)
{
  pawl_xy p = edge[i][end];
  for (int j = 0; j < n; j++)
    if (j != i && xy_distance(edge[j][1 - end], p) <= PAWL_JOINED * size)
      return (end ? turn(edge, i, j) : turn(edge, j, i)) < PAWL_JOINED;
  return bare_ends;
}

int pawl_convex_split(pawl_convex *shape, int room, const pawl_profile *profile, const pawl_convex_frame *f,
                      bool bare_ends, pawl_arena *arena)
{
  pawl_xy edge[PAWL_CONVEX_EDGES][2], corner[PAWL_CONVEX_EDGES], centre;
  double radius;
  if (is_disc(profile, &centre, &radius)) {
    *shape = (pawl_convex){.radius = radius};
    centre = moved(centre, f);
    return finish(shape, &centre, 1, arena) ? 1 : -1;
  }
  int n = list_edges(edge, PAWL_CONVEX_EDGES, profile, f);
  if (n <= 0)
    return 0;
  if (pawl_profile_closed(profile)) {
    bool backwards = n > 1 && xy_distance(edge[0][1], edge[1][0]) > xy_distance(edge[0][0], edge[1][1]);
    for (int i = 0; i < n; i++)
      corner[i] = edge[backwards ? n - 1 - i : i][0];
    if (backwards)
      for (int i = 0; i < n / 2; i++)
        for (int k = 0; k < 2; k++) {
          pawl_xy keep = edge[i][k];
          edge[i][k] = edge[n - 1 - i][k], edge[n - 1 - i][k] = keep;
        }
    if (is_convex(edge, n)) {
      *shape = (pawl_convex){0};
      return finish(shape, corner, n, arena) ? 1 : -1;
    }
  }
  if (n > room)
    return 0;
  for (int i = 0; i < n; i++) {
    double size = pawl_profile_size(profile);
    shape[i] = (pawl_convex){.open = true};
    for (int end = 0; end < 2; end++)
      shape[i].bare[end] = is_bare(edge, n, i, end, size, bare_ends);
    if (!finish(shape + i, edge[i], 2, arena))
      return -1;
  }
  return n;
}
