/* Touches of two profiles by dense sampling, as an oracle for the search: slow, simple, and by other means.
 * Each profile becomes a chain of points with the angles of their normals, vertices being fans of normals
 * at one point. For each pair of chain links that share opposite normals, r·t is compared at both ends of
 * the shared normals: a change of sign is a stationary pair. Nothing but the public functions of profiles
 * is used. */
#ifndef PAWL_GEOMETRY_ORACLE_TEST_H
#define PAWL_GEOMETRY_ORACLE_TEST_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/touch.h"

#define ORACLE_BINS 256
#define ORACLE_PI 3.14159265358979323846

typedef struct {
  pawl_xy x, n;
  double phi, s, k;
  bool joined; /* to the next one */
} oracle_point;

typedef struct {
  int count;
  oracle_point *point;
  double width; /* of the longest link */
  bool closed;
  bool solid; /* the material is inside, else outside */
} oracle_chain;

typedef struct {
  double s[2], gap, D, bent;
  pawl_xy x[2], n;
  bool vertex[2];
} oracle_root;

static inline pawl_xy oracle_sub(pawl_xy a, pawl_xy b)
{
  return (pawl_xy){a.x - b.x, a.y - b.y};
}

static inline double oracle_dot(pawl_xy a, pawl_xy b)
{
  return a.x * b.x + a.y * b.y;
}

static inline double oracle_cross(pawl_xy a, pawl_xy b)
{
  return a.x * b.y - a.y * b.x;
}

static inline double oracle_norm(pawl_xy a)
{
  return sqrt(oracle_dot(a, a));
}

static inline double oracle_turn(double from, double to)
{
  double d = fmod(to - from, 2 * ORACLE_PI);
  return d > ORACLE_PI ? d - 2 * ORACLE_PI : d <= -ORACLE_PI ? d + 2 * ORACLE_PI : d;
}

static inline void oracle_add(oracle_chain *chain, pawl_xy x, pawl_xy n, double s, double k)
{
  oracle_point *p = &chain->point[chain->count], *last = p - 1;
  double phi = atan2(n.y, n.x);
  if (chain->count > 0) {
    phi = last->phi + oracle_turn(last->phi, phi);
    chain->width = fmax(chain->width, oracle_norm(oracle_sub(x, last->x)));
  }
  *p = (oracle_point){x, n, phi, s, k, true};
  chain->count++;
}

/* A fan of normals at a vertex. */
static inline void oracle_fan(oracle_chain *chain, pawl_xy x, pawl_xy from, double turn, double s)
{
  double phi = atan2(from.y, from.x);
  for (int i = 0; i <= 16; i++)
    oracle_add(chain, x, (pawl_xy){cos(phi + turn * i / 16), sin(phi + turn * i / 16)}, s, INFINITY);
}

/* Free with free(chain.point). */
static inline oracle_chain oracle_sample(const pawl_profile *profile, int n)
{
  int features = pawl_profile_features(profile);
  bool closed = pawl_profile_closed(profile);
  oracle_chain chain = {0};
  chain.point = malloc(sizeof(oracle_point) * (size_t)(2 * n + 64 * features + 64));
  double s0, s1;
  pawl_profile_range(profile, &s0, &s1);
  for (int f = 0; f < features; f++) {
    pawl_profile_part part;
    pawl_profile_point in, out;
    pawl_profile_feature(profile, f, &part);
    if (part.vertex && s1 == s0) {
      pawl_profile_at(profile, s0, false, &in);
      oracle_fan(&chain, in.p, (pawl_xy){1, 0}, 2 * ORACLE_PI, s0);
    } else if (part.vertex) {
      pawl_profile_at(profile, part.s0, false, &in);
      pawl_profile_at(profile, part.s0, true, &out);
      if (!closed && f == 0) { /* from the outside to the normal, a right angle */
        pawl_xy back = {-out.t.x, -out.t.y};
        oracle_fan(&chain, out.p, back, oracle_turn(atan2(back.y, back.x), atan2(out.n.y, out.n.x)), part.s0);
      } else if (!closed && f == features - 1)
        oracle_fan(&chain, in.p, in.n, oracle_turn(atan2(in.n.y, in.n.x), atan2(in.t.y, in.t.x)), part.s0);
      else
        oracle_fan(&chain, in.p, in.n, oracle_turn(atan2(in.n.y, in.n.x), atan2(out.n.y, out.n.x)), part.s0);
    } else {
      int m = 2 + (int)(n * (part.s1 - part.s0) / (s1 - s0));
      for (int i = 0; i <= m; i++) {
        pawl_profile_at(profile, part.s0 + (part.s1 - part.s0) * i / m, i == 0, &in);
        if (i == 0 && chain.count > 0 &&
            fabs(oracle_turn(chain.point[chain.count - 1].phi, atan2(in.n.y, in.n.x))) > 1e-6)
          chain.point[chain.count - 1].joined = false; /* a concave corner */
        oracle_add(&chain, in.p, in.n, part.s0 + (part.s1 - part.s0) * i / m, in.k);
      }
    }
  }
  chain.point[chain.count - 1].joined = false;
  double area = 0;
  for (int i = 0; i < chain.count; i++)
    area += oracle_cross(chain.point[i].x, chain.point[(i + 1) % chain.count].x);
  pawl_profile_point at;
  pawl_profile_at(profile, 0.5 * (s0 + s1), false, &at);
  chain.closed = closed;
  chain.solid = area * oracle_cross(at.n, at.t) > 0;
  return chain;
}

/* Where on a link the angle phi is, as a point, s and k; a link of one angle: at `part` of it. */
static inline void oracle_at(const oracle_point *p, double phi, double part, pawl_xy *x, double *s, double *k)
{
  double turn = p[1].phi - p[0].phi, u = fabs(turn) < 1e-13 ? part : (phi - p[0].phi) / turn;
  *x = (pawl_xy){p[0].x.x + u * (p[1].x.x - p[0].x.x), p[0].x.y + u * (p[1].x.y - p[0].x.y)};
  *s = p[0].s + u * (p[1].s - p[0].s);
  *k = isinf(p[0].k) ? INFINITY : p[0].k + u * (p[1].k - p[0].k);
}

static inline pawl_xy oracle_place(const pawl_placing *place, pawl_xy p)
{
  return (pawl_xy){place->r.x + place->c * p.x - place->s * p.y,
                   place->r.y + place->s * p.x + place->c * p.y};
}

/* Whether r·t cannot vanish: r is known to the lengths of the links, t to the turn of the first. */
static inline bool oracle_slips(const oracle_point *p, const oracle_point *q, const pawl_placing *place,
                                double turn)
{
  pawl_xy r = oracle_sub(oracle_place(place, q[0].x), p[0].x);
  double wide = oracle_norm(oracle_sub(p[1].x, p[0].x)) + oracle_norm(oracle_sub(q[1].x, q[0].x));
  return fabs(oracle_cross(p[0].n, r)) > 1.001 * (oracle_norm(r) * turn + wide);
}

/* Two links; `turn` is added to the angles of the second. */
static inline bool oracle_links(const oracle_point *p, const oracle_point *q, double turn,
                                const pawl_placing *place, oracle_root *root)
{
  double a0 = fmin(p[0].phi, p[1].phi), a1 = fmax(p[0].phi, p[1].phi);
  double b0 = fmin(q[0].phi, q[1].phi) + turn, b1 = fmax(q[0].phi, q[1].phi) + turn;
  double lo = fmax(a0, b0), hi = fmin(a1, b1), h[2], s[2][2], k[2];
  bool lines = a1 - a0 < 1e-13 && b1 - b0 < 1e-13;
  if (lo > hi || lines || oracle_slips(p, q, place, a1 - a0))
    return false;
  pawl_xy x[2][2], n;
  for (int i = 0; i < 2; i++) {
    double phi = i ? hi : lo;
    oracle_at(p, phi, i, &x[i][0], &s[i][0], &k[0]);
    oracle_at(q, phi - turn, i, &x[i][1], &s[i][1], &k[1]);
    x[i][1] = oracle_place(place, x[i][1]);
    h[i] = oracle_dot(oracle_sub(x[i][1], x[i][0]), (pawl_xy){-sin(phi), cos(phi)});
  }
  if (h[0] * h[1] > 0 || h[0] == h[1])
    return false;
  double u = h[0] / (h[0] - h[1]), phi = lo + u * (hi - lo);
  n = (pawl_xy){cos(phi), sin(phi)};
  for (int j = 0; j < 2; j++) {
    root->x[j] = (pawl_xy){x[0][j].x + u * (x[1][j].x - x[0][j].x), x[0][j].y + u * (x[1][j].y - x[0][j].y)};
    root->s[j] = s[0][j] + u * (s[1][j] - s[0][j]);
  }
  root->n = n;
  root->vertex[0] = isinf(k[0]);
  root->vertex[1] = isinf(k[1]);
  root->gap = oracle_dot(oracle_sub(root->x[1], root->x[0]), n);
  double g = root->gap;
  if (isinf(k[0]) && isinf(k[1])) {
    root->D = g;
    root->bent = fabs(g);
  } else if (isinf(k[0]) || isinf(k[1])) {
    double c = isinf(k[0]) ? k[1] : k[0];
    root->D = 1 + g * c;
    root->bent = 1 + fabs(g * c);
  } else {
    root->D = k[0] + k[1] + g * k[0] * k[1];
    root->bent = fabs(k[0]) + fabs(k[1]) + fabs(g * k[0] * k[1]);
  }
  /* Overlapping, k1 + k2 decides whether it could have come from outside; it is interpolated, to 1e-3. */
  bool points = isinf(k[0]) || isinf(k[1]);
  return root->D > 0 && (points || k[0] + k[1] > (g < 0 ? 1e-3 * (fabs(k[0]) + fabs(k[1])) : 0));
}

/* All stationary pairs with D > 0; at most `most`. */
static inline int oracle_touches(const oracle_chain *a, const oracle_chain *b, const pawl_placing *place,
                                 oracle_root *root, int most)
{
  int count = 0, *head = malloc(sizeof(int) * ORACLE_BINS),
      *list = malloc(sizeof(int) * 2 * (size_t)b->count * 8);
  int *next = list + (size_t)b->count * 8, used = 0;
  double theta = atan2(place->s, place->c), bin = 2 * ORACLE_PI / ORACLE_BINS;
  for (int i = 0; i < ORACLE_BINS; i++)
    head[i] = -1;
  for (int j = 0; j + 1 < b->count; j++) { /* links of b by the bins of their opposite normals */
    if (!b->point[j].joined)
      continue;
    double lo = fmin(b->point[j].phi, b->point[j + 1].phi) + theta + ORACLE_PI;
    double hi = fmax(b->point[j].phi, b->point[j + 1].phi) + theta + ORACLE_PI;
    long first = (long)floor(lo / bin - 1e-9), last = (long)floor(hi / bin + 1e-9);
    for (long m = first; m <= last && m < first + ORACLE_BINS && used < b->count * 8; m++) {
      int w = (int)(((m % ORACLE_BINS) + ORACLE_BINS) % ORACLE_BINS);
      list[used] = j;
      next[used] = head[w];
      head[w] = used++;
    }
  }
  for (int i = 0; i + 1 < a->count; i++) {
    if (!a->point[i].joined)
      continue;
    double lo = fmin(a->point[i].phi, a->point[i + 1].phi), hi = fmax(a->point[i].phi, a->point[i + 1].phi);
    long first = (long)floor(lo / bin), last = (long)floor(hi / bin);
    for (long m = first; m <= last; m++) {
      int w = (int)(((m % ORACLE_BINS) + ORACLE_BINS) % ORACLE_BINS);
      for (int l = head[w]; l >= 0; l = next[l]) {
        const oracle_point *q = &b->point[list[l]];
        double turn = theta + ORACLE_PI, mid = 0.5 * (q[0].phi + q[1].phi) + turn;
        turn += 2 * ORACLE_PI * floor((0.5 * (lo + hi) - mid) / (2 * ORACLE_PI) + 0.5);
        oracle_root found;
        if (count < most && oracle_links(&a->point[i], q, turn, place, &found)) {
          bool twice = false;
          for (int o = 0; o < count; o++)
            twice = twice || (oracle_norm(oracle_sub(root[o].x[0], found.x[0])) +
                                      oracle_norm(oracle_sub(root[o].x[1], found.x[1])) <
                                  1e-9 * (a->width + b->width) &&
                              oracle_dot(root[o].n, found.n) > 0.9);
          if (!twice)
            root[count++] = found;
        }
      }
    }
  }
  free(head);
  free(list);
  return count;
}

/* Whether the open way from p to q crosses a chain (placed, or place NULL). Its ends do not count, as far as
 * the chain is known; with a fine one, as the search has it. */
static inline bool oracle_crosses(const oracle_chain *c, const pawl_placing *place, pawl_xy p, pawl_xy q)
{
  pawl_xy d = oracle_sub(q, p);
  double end = c->count > 10000 ? 1e-6 : 1e-5;
  for (int i = 0; i + 1 < c->count; i++) {
    pawl_xy a = c->point[i].x, b = c->point[i + 1].x;
    if (place) {
      a = oracle_place(place, a);
      b = oracle_place(place, b);
    }
    pawl_xy e = oracle_sub(b, a), r = oracle_sub(a, p);
    double det = oracle_cross(d, e);
    if (det == 0)
      continue;
    double t = oracle_cross(r, e) / det, u = oracle_cross(r, d) / det;
    if (t > end && t < 1 - end && u >= 0 && u <= 1)
      return true;
  }
  return false;
}

/* Whether x is in the material; open chains have none, so everything is. */
static inline bool oracle_material(const oracle_chain *c, const pawl_placing *place, pawl_xy x)
{
  double around = 0;
  for (int i = 0; i < c->count; i++) {
    pawl_xy a = c->point[i].x, b = c->point[(i + 1) % c->count].x;
    a = oracle_sub(place ? oracle_place(place, a) : a, x);
    b = oracle_sub(place ? oracle_place(place, b) : b, x);
    around += atan2(oracle_cross(a, b), oracle_dot(a, b));
  }
  return !c->closed || (fabs(around) > ORACLE_PI) == c->solid;
}

/* Whether the chains cross. */
static inline bool oracle_overlap(const oracle_chain *a, const oracle_chain *b, const pawl_placing *place)
{
  for (int j = 0; j + 1 < b->count; j++)
    if (oracle_crosses(a, NULL, oracle_place(place, b->point[j].x), oracle_place(place, b->point[j + 1].x)))
      return true;
  return false;
}

/* The least distance between sampled points. */
static inline double oracle_distance(const oracle_chain *a, const oracle_chain *b, const pawl_placing *place)
{
  double least = INFINITY;
  for (int j = 0; j < b->count; j++) {
    pawl_xy y = oracle_place(place, b->point[j].x);
    for (int i = 0; i < a->count; i++) {
      pawl_xy r = oracle_sub(y, a->point[i].x);
      double d = r.x * r.x + r.y * r.y;
      least = d < least ? d : least;
    }
  }
  return sqrt(least);
}

#endif
