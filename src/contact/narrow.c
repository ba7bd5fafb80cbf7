/* Separation of convex shapes along the normals of their edges: of all edges the one that the other shape
 * is farthest beyond,
 *     s = max_i min_j n_i·(b_j - a_i),
 * is the face; the other's most opposite edge is clipped to it, and its ends are the points.   theory.md,
 * 8.9 */
#include "contact/narrow.h"

#include "base/tolerances.h"
#include "geometry/plane.h"

void pawl_convex_place(const pawl_convex *shape, pawl_xy r, double s, double c)
{
  for (int i = 0; i < shape->count; i++) {
    pawl_xy p = shape->corner[i], n = shape->normal[i];
    shape->at[i] = (pawl_xy){r.x + (c * p.x - s * p.y), r.y + (s * p.x + c * p.y)};
    shape->out[i] = (pawl_xy){c * n.x - s * n.y, s * n.x + c * n.y};
  }
}

static inline int edges_of(const pawl_convex *a)
{
  return a->open ? 1 : a->count;
}

/* The edge of a that b is farthest beyond, and how far. An end of open ground that is no corner stops
 * nothing. */
static double farthest(const pawl_convex *a, const pawl_convex *b, int *edge)
{
  double best = -INFINITY;
  for (int i = 0; i < edges_of(a); i++) {
    pawl_xy n = a->out[i], p = a->at[i];
    double least = INFINITY;
    int lowest = 0;
    for (int j = 0; j < b->count && least > best;
         j++) { /* else it is not this edge, whatever the others say */
      double s = n.x * (b->at[j].x - p.x) + n.y * (b->at[j].y - p.y);
      if (s < least)
        least = s, lowest = j;
    }
    if (b->open && b->bare[lowest])
      continue;
    if (least > best)
      best = least, *edge = i;
  }
  return best;
}

/* Whether b lies behind the open edge a as a whole: that is no touch. */
static bool behind(const pawl_convex *a, const pawl_convex *b)
{
  for (int j = 0; j < b->count; j++)
    if (xy_dot(a->out[0], xy_sub(b->at[j], a->at[0])) > -b->radius)
      return false;
  return true;
}

static int most_opposite(const pawl_convex *b, pawl_xy n)
{
  int best = 0;
  double least = INFINITY;
  for (int j = 0; j < edges_of(b); j++) {
    double s = xy_dot(b->out[j], n);
    if (s < least)
      least = s, best = j;
  }
  return best;
}

/* Shapes that are apart, and nearest to each other at corners. */
static int corners(pawl_xy of_a, pawl_xy of_b, double turn, double reach, pawl_near *near)
{
  pawl_xy d = xy_sub(of_b, of_a);
  double gap = xy_norm(d);
  if (gap > reach || gap == 0)
    return 0;
  near[0] = (pawl_near){gap, xy_between(of_a, of_b), xy_times(turn / gap, d)};
  return 1;
}

/* The opposite edge of `b`, cut to the length of edge i of `a`. `turn`: -1 when b comes first in the
 * pair. */
static int clip(const pawl_convex *a, int i, const pawl_convex *b, double turn, double reach, pawl_near *near)
{
  pawl_xy n = a->out[i], t = xy_left(n), p = a->at[i], q = a->at[i + 1 < a->count ? i + 1 : 0];
  int j = most_opposite(b, n), count = 0;
  pawl_xy e[2] = {b->at[j], b->at[j + 1 < b->count ? j + 1 : 0]}; /* runs against the edge of a */
  double length = xy_dot(t, xy_sub(q, p)), z[2], s[2];
  for (int k = 0; k < 2; k++) {
    z[k] = xy_dot(t, xy_sub(e[k], p));
    s[k] = xy_dot(n, xy_sub(e[k], p));
  }
  double run = z[0] - z[1];
  if (!(run > 0)) { /* the end of open ground against the face */
    int k = s[1] < s[0];
    if (s[k] > reach || z[k] < 0 || z[k] > length)
      return 0;
    near[0] = (pawl_near){s[k], xy_along(e[k], -0.5 * s[k], n), xy_times(turn, n)};
    return 1;
  }
  if (z[0] < 0)
    return corners(p, e[0], turn, reach, near);
  if (z[1] > length)
    return corners(q, e[1], turn, reach, near);
  for (int k = 0; k < 2; k++) {
    double to = k == 0 ? lesser(z[0], length) : greater(z[1], 0);
    double gap = to == z[k] ? s[k] : s[1] + (s[0] - s[1]) * ((to - z[1]) / run);
    if (gap > reach)
      continue;
    pawl_xy at = xy_along(xy_along(p, to, t), 0.5 * gap, n);
    near[count++] = (pawl_near){gap, at, xy_times(turn, n)};
  }
  return count;
}

static int discs(const pawl_convex *a, const pawl_convex *b, double reach, pawl_near *near)
{
  pawl_xy d = xy_sub(b->at[0], a->at[0]);
  double apart = xy_norm(d), gap = apart - a->radius - b->radius;
  if (gap > reach)
    return 0;
  pawl_xy n = apart > 0 ? xy_times(1 / apart, d) : (pawl_xy){0, 1};
  near[0] = (pawl_near){gap, xy_along(a->at[0], a->radius + 0.5 * gap, n), n};
  return 1;
}

/* The disc `b` on the edges or corners of `a`. */
static int disc_on(const pawl_convex *a, const pawl_convex *b, double turn, double reach, pawl_near *near)
{
  int edge = 0;
  double s = farthest(a, b, &edge);
  if (s - b->radius > reach)
    return 0;
  pawl_xy c = b->at[0], p = a->at[edge], q = a->at[edge + 1 < a->count ? edge + 1 : 0], n = a->out[edge];
  pawl_xy t = xy_left(n);
  double z = xy_dot(t, xy_sub(c, p)), length = xy_dot(t, xy_sub(q, p));
  if (s > 0 && (z < 0 || z > length)) {
    if (a->open && a->bare[z > 0])
      return 0;
    pawl_xy corner = z < 0 ? p : q, d = xy_sub(c, corner);
    s = xy_norm(d);
    n = xy_times(1 / s, d);
  } else if (a->open && (z < 0 || z > length))
    return 0;
  if (s - b->radius > reach)
    return 0;
  double gap = s - b->radius;
  near[0] = (pawl_near){gap, xy_along(c, -b->radius - 0.5 * gap, n), xy_times(turn, n)};
  return 1;
}

int pawl_narrow(const pawl_convex *a, const pawl_convex *b, double reach, pawl_near near[PAWL_NEAR_MOST])
{
  if (a->count == 1 && b->count == 1)
    return discs(a, b, reach, near);
  if ((a->open && behind(a, b)) || (b->open && behind(b, a)) || (a->open && b->open))
    return 0;
  if (b->count == 1)
    return disc_on(a, b, 1, reach, near);
  if (a->count == 1)
    return disc_on(b, a, -1, reach, near);
  int i = -1, j = -1;
  double of_a = farthest(a, b, &i);
  if (of_a > reach)
    return 0;
  double of_b = farthest(b, a, &j);
  if (of_b > reach)
    return 0;
  /* edges that are as good as parallel: always the same of the two, so that points stay where they are */
  double bias = PAWL_PARALLEL_BIAS * lesser(a->size, b->size);
  if (j >= 0 && (i < 0 || of_b > of_a + (b->open ? -bias : bias)))
    return clip(b, j, a, -1, reach, near);
  return i >= 0 ? clip(a, i, b, 1, reach, near) : 0;
}
