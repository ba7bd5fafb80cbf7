/* Whether points go round an area: every edge is compared with every other.
 *   c is on the left of a → b where (b - a) × (c - a) > 0;   edges cross where each has the ends of the other on its two sides */
#include "parts/polygon.h"

static double cross(pawl_vec a, pawl_vec b)
{
  return a.x * b.y - a.y * b.x;
}

static double along(pawl_vec a, pawl_vec b)
{
  return a.x * b.x + a.y * b.y;
}

static int after(const pawl_points *p, int i)
{
  return i + 1 < p->count ? i + 1 : 0;
}

static bool is_edge(const pawl_points *p, int i)
{
  pawl_vec a = p->point[i], b = p->point[after(p, i)];
  return a.x != b.x || a.y != b.y;
}

/* The next edge that has a length: the first point may be repeated at the end. */
static int next_edge(const pawl_points *p, int i)
{
  int j = after(p, i);
  while (j != i && !is_edge(p, j))
    j = after(p, j);
  return j;
}

/* All on one line, to rounding. */
static bool is_flat(const pawl_points *p)
{
  pawl_vec far = {0, 0, 0};
  double most = 0;
  for (int i = 1; i < p->count; i++) {
    pawl_vec d = pawl_sub(p->point[i], p->point[0]);
    far = along(d, d) > along(far, far) ? d : far;
  }
  for (int i = 1; i < p->count; i++)
    most = fmax(most, fabs(cross(far, pawl_sub(p->point[i], p->point[0]))));
  return most <= 1e-12 * along(far, far);
}

/* Twice the area is the sum of a × b over its edges; next to its length squared nothing is left of a line. */
static bool is_balanced(const pawl_points *p)
{
  double area = 0, length = 0;
  for (int i = 0; i < p->count; i++) {
    pawl_vec a = pawl_sub(p->point[i], p->point[0]), b = pawl_sub(p->point[after(p, i)], p->point[0]),
             d = pawl_sub(b, a);
    area += cross(a, b);
    length += sqrt(along(d, d));
  }
  return !(fabs(area) > 1e-14 * length * length);
}

/* On which side of a → b is c: -1, 0, 1. */
static int side(pawl_vec a, pawl_vec b, pawl_vec c)
{
  double s = cross(pawl_sub(b, a), pawl_sub(c, a));
  return (s > 0) - (s < 0);
}

static bool is_apart(double a, double b, double c, double d)
{
  return fmax(a, b) < fmin(c, d) || fmax(c, d) < fmin(a, b);
}

static pawl_polygon_fault meet(pawl_vec a, pawl_vec b, pawl_vec c, pawl_vec d)
{
  if (is_apart(a.x, b.x, c.x, d.x) || is_apart(a.y, b.y, c.y, d.y))
    return PAWL_POLYGON_GOOD;
  int one = side(a, b, c) * side(a, b, d), other = side(c, d, a) * side(c, d, b);
  if (one > 0 || other > 0)
    return PAWL_POLYGON_GOOD;
  return one < 0 && other < 0 ? PAWL_POLYGON_CROSSES : PAWL_POLYGON_TOUCHES;
}

/* An edge and the next one share their point; back on itself it must not go, whichever way it is turned: to rounding. */
static bool turns_back(pawl_vec a, pawl_vec b, pawl_vec c)
{
  pawl_vec u = pawl_sub(b, a), v = pawl_sub(c, b);
  double far = along(u, v);
  return far < 0 && fabs(cross(u, v)) <= -1e-12 * far;
}

/* First of all: turned a little, edges that lie on each other seem to cross those beside them. */
static bool goes_back(const pawl_points *p, int edge[2])
{
  for (int i = 0; i < p->count; i++) {
    int j = next_edge(p, i);
    edge[0] = i < j ? i : j;
    edge[1] = i < j ? j : i;
    if (is_edge(p, i) && turns_back(p->point[i], p->point[j], p->point[after(p, j)]))
      return true;
  }
  return false;
}

/* Two edges that do not follow each other. */
static pawl_polygon_fault collide(const pawl_points *p, int i, int j)
{
  if (!is_edge(p, j) || j == next_edge(p, i) || i == next_edge(p, j))
    return PAWL_POLYGON_GOOD;
  return meet(p->point[i], p->point[after(p, i)], p->point[j], p->point[after(p, j)]);
}

pawl_polygon_fault pawl_polygon_look(const pawl_points *points, bool may_touch, int edge[2])
{
  if (points->count < 3 || is_flat(points))
    return PAWL_POLYGON_FLAT;
  if (goes_back(points, edge))
    return PAWL_POLYGON_BACK;
  for (int i = 0; i < points->count; i++)
    for (int j = i + 1; is_edge(points, i) && j < points->count; j++) {
      pawl_polygon_fault fault = collide(points, i, j);
      edge[0] = i;
      edge[1] = j;
      if (fault == PAWL_POLYGON_CROSSES || (fault == PAWL_POLYGON_TOUCHES && !may_touch))
        return fault;
    }
  return is_balanced(points) ? PAWL_POLYGON_FLAT : PAWL_POLYGON_GOOD;
}
