/* Overlaps by brute force. */
#include "outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* ---- outlines ---- */

/* The closed cubic spline through points, by chords: second derivatives m_i with
 *     h_(i-1) m_(i-1) + 2 (h_(i-1) + h_i) m_i + h_i m_(i+1) = 6 (d_i - d_(i-1)),   d_i = (p_(i+1) - p_i)/h_i
 * relaxed until nothing changes; the matrix is diagonally dominant. */
static void bend(const soak_shape *s, double *h, soak_xy *m)
{
  int n = s->count;
  soak_xy d[SOAK_POINTS];
  for (int i = 0; i < n; i++) {
    soak_xy step = soak_sub(s->point[(i + 1) % n], s->point[i]);
    h[i] = soak_norm(step);
    d[i] = soak_times(1 / h[i], step);
    m[i] = soak_v(0, 0);
  }
  for (int round = 0; round < 120; round++)
    for (int i = 0; i < n; i++) {
      int k = (i + n - 1) % n, l = (i + 1) % n;
      soak_xy right = soak_times(6, soak_sub(d[i], d[k]));
      right = soak_sub(right, soak_add(soak_times(h[k], m[k]), soak_times(h[i], m[l])));
      m[i] = soak_times(1 / (2 * (h[k] + h[i])), right);
    }
}

static soak_xy spline_at(const soak_shape *s, const double *h, const soak_xy *m, int i, double u)
{
  int l = (i + 1) % s->count;
  double a = 1 - u, c = h[i] * h[i] / 6;
  soak_xy straight = soak_add(soak_times(a, s->point[i]), soak_times(u, s->point[l]));
  soak_xy bent = soak_add(soak_times(c * (a * a * a - a), m[i]), soak_times(c * (u * u * u - u), m[l]));
  return soak_add(straight, bent);
}

static void sample_spline(soak_outline *o, const soak_shape *s)
{
  double h[SOAK_POINTS];
  soak_xy m[SOAK_POINTS];
  int each = SOAK_SAMPLES / s->count;
  bend(s, h, m);
  for (int i = 0; i < s->count; i++)
    for (int k = 0; k < each; k++) {
      soak_xy middle = spline_at(s, h, m, i, (k + 0.5) / each), p = spline_at(s, h, m, i, (double)k / each),
              q = spline_at(s, h, m, i, (k + 1.0) / each);
      o->point[o->count++] = p;
      o->slack = fmax(o->slack, 1.5 * soak_norm(soak_sub(middle, soak_times(0.5, soak_add(p, q)))));
    }
}

/* Its polygon lies inside. */
static void sample_ellipse(soak_outline *o, const soak_shape *s)
{
  for (int i = 0; i < SOAK_SAMPLES; i++) {
    soak_xy p = soak_turn(soak_v(1, 0), 2 * PI * i / SOAK_SAMPLES);
    o->point[o->count++] = soak_add(s->at, soak_turn(soak_v(s->a * p.x, s->b * p.y), s->angle));
  }
}

/* Convex corners, each an arc from the end of one edge to the beginning of the next. Its polygon lies inside. */
static void sample_rounded(soak_outline *o, const soak_shape *s)
{
  int n = s->count, each = SOAK_SAMPLES / n;
  for (int i = 0; i < n; i++) {
    soak_xy in = soak_sub(s->point[i], s->point[(i + n - 1) % n]),
            out = soak_sub(s->point[(i + 1) % n], s->point[i]);
    double turn = atan2(soak_cross(in, out), soak_dot(in, out)), before = s->rounding * tan(turn / 2);
    soak_xy along = soak_times(1 / soak_norm(in), in), right = soak_v(along.y, -along.x);
    soak_xy begin = soak_sub(s->point[i], soak_times(before, along)),
            middle = soak_sub(begin, soak_times(s->rounding, right));
    for (int k = 0; k < each; k++)
      o->point[o->count++] =
          soak_add(middle, soak_turn(soak_times(s->rounding, right), turn * k / (each - 1)));
  }
}

void soak_outline_make(soak_outline *o, const soak_shape *s)
{
  *o = (soak_outline){.disc = s->curve == SOAK_DISC || s->curve == SOAK_HOLE || s->curve == SOAK_VERTEX};
  o->radius = s->curve == SOAK_VERTEX ? 0 : s->a;
  if (o->disc)
    o->point[o->count++] = s->at;
  else if (s->curve == SOAK_ELLIPSE)
    sample_ellipse(o, s);
  else if (s->curve == SOAK_SPLINE)
    sample_spline(o, s);
  else if (s->rounding > 0)
    sample_rounded(o, s);
  else
    for (int i = 0; i < s->all; i++)
      o->point[o->count++] = s->point[i];
  o->real = s->curve == SOAK_POLYLINE ? s->count : o->count + 1;
  double area = 0;
  for (int i = 0; i < o->count; i++) {
    area += soak_cross(o->point[i], o->point[(i + 1) % o->count]);
    o->reach = fmax(o->reach, soak_norm(o->point[i]) + (o->disc ? o->radius : 0));
  }
  o->hole = o->disc ? s->curve == SOAK_HOLE : area < 0;
}

void soak_outline_place(soak_outline *to, const soak_outline *from, const soak_pose *pose)
{
  size_t head = offsetof(soak_outline, point);
  memcpy(to, from, head);
  to->middle = pose->place;
  soak_xy x = soak_turn(soak_v(1, 0), pose->angle);
  for (int i = 0; i < from->count; i++) {
    soak_xy p = from->point[i];
    to->point[i] = soak_add(pose->place, soak_v(x.x * p.x - x.y * p.y, x.y * p.x + x.x * p.y));
  }
}

/* ---- distances ---- */

static double from_edge(soak_xy p, soak_xy a, soak_xy b)
{
  soak_xy way = soak_sub(b, a), to = soak_sub(p, a);
  double square = soak_dot(way, way), u = square > 0 ? soak_dot(to, way) / square : 0;
  u = fmin(fmax(u, 0), 1);
  return soak_norm(soak_sub(to, soak_times(u, way)));
}

static double from_rim(soak_xy p, const soak_outline *o)
{
  double least = INFINITY;
  for (int i = 0; i < o->count; i++)
    least = fmin(least, from_edge(p, o->point[i], o->point[(i + 1) % o->count]));
  return least;
}

static bool in_polygon(soak_xy p, const soak_outline *o)
{
  bool inside = false;
  for (int i = 0, j = o->count - 1; i < o->count; j = i++) {
    soak_xy a = o->point[i], b = o->point[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside != o->hole;
}

/* How deep a point is in the material; negative: how far outside. */
static double depth_of(soak_xy p, const soak_outline *o)
{
  if (o->disc) {
    double beyond = o->radius - soak_norm(soak_sub(p, o->point[0]));
    return o->hole ? -beyond : beyond;
  }
  double away = from_rim(p, o);
  return in_polygon(p, o) ? away : -away;
}

static int rising(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Where an edge goes through edges of a polygon, as shares of its length; then the middles of the pieces. */
static double deepest_between(soak_xy a, soak_xy b, const soak_outline *o)
{
  enum { CUTS = 16 };
  double cut[CUTS + 2] = {0, 1}, most = 0;
  int n = 2;
  soak_xy way = soak_sub(b, a);
  for (int i = 0; i < o->count && n < CUTS; i++) {
    soak_xy c = o->point[i], d = soak_sub(o->point[(i + 1) % o->count], c), ac = soak_sub(c, a);
    double cross = soak_cross(way, d);
    if (cross == 0)
      continue;
    double u = soak_cross(ac, d) / cross, w = soak_cross(ac, way) / cross;
    if (u > 0 && u < 1 && w >= 0 && w <= 1)
      cut[n++] = u;
  }
  if (n == 2)
    return 0;
  qsort(cut, (size_t)n, sizeof *cut, rising);
  for (int i = 0; i + 1 < n; i++)
    most = fmax(most, depth_of(soak_add(a, soak_times((cut[i] + cut[i + 1]) / 2, way)), o));
  return most;
}

/* Points of a in b. */
static double deepest_of(const soak_outline *a, const soak_outline *b)
{
  double most = 0;
  if (a->disc) {
    if (!a->hole)
      most = depth_of(a->point[0], b) + a->radius;
    return most;
  }
  for (int i = 0; i < a->count; i++) {
    if (i < a->real)
      most = fmax(most, depth_of(a->point[i], b));
    if (i + 1 < a->real && !b->disc)
      most = fmax(most, deepest_between(a->point[i], a->point[(i + 1) % a->count], b));
  }
  return most;
}

/* A disc round b that does not reach a's material. */
static bool is_far(const soak_outline *a, const soak_outline *b)
{
  return !b->hole && depth_of(b->middle, a) + b->reach < 0;
}

double soak_overlap(const soak_outline *a, const soak_outline *b)
{
  if (is_far(a, b) || is_far(b, a))
    return 0;
  double most = fmax(deepest_of(a, b), deepest_of(b, a)) - a->slack - b->slack;
  return most > 0 ? most : 0;
}

bool soak_off_the_way(const soak_outline *a, const soak_outline *b)
{
  for (int i = a->real - 1; i < a->count; i++)
    if (from_edge(b->middle, a->point[i], a->point[(i + 1) % a->count]) < b->reach)
      return true;
  return false;
}
