/* Random pairs of profiles, searched and compared with the oracle: for the tests, and by the million for
 * the bench. */
#ifndef PAWL_GEOMETRY_CAMPAIGN_TEST_H
#define PAWL_GEOMETRY_CAMPAIGN_TEST_H

#include "geometry/oracle_test.h"
#include "geometry/shapes_test.h"

#define CAMPAIGN_MOST 256

typedef struct {
  long pairs, touches, overlaps;
  long missed;  /* local minima that the oracle has and the search has not */
  long wrong;   /* pairs whose sampled points come closer than the search's least gap */
  long untrue;  /* touches that do not satisfy their equations, or that do not stay when they are followed */
  long other;   /* pairs whose touches below a distance of interest are others */
  long fine;    /* pairs that needed the fine sampling for a verdict */
  double worst; /* |r·t| of a touch, in sizes */
  long first;   /* number of the first bad pair, -1: none */
} campaign;

typedef struct {
  const pawl_profile *a, *b;
  pawl_placing place;
  double size, small; /* the larger size, the smaller one */
} campaign_case;

static inline void campaign_place(campaign_case *x, pawl_xy r, double angle)
{
  x->place.r = r;
  pawl_sincos(angle, &x->place.s, &x->place.c);
}

/* Moved along the normal until the least gap is the one wanted. */
static inline void campaign_approach(campaign_case *x, pawl_search_work *work, double wanted)
{
  pawl_touch t[CAMPAIGN_MOST];
  pawl_search_note note;
  for (int i = 0; i < 20; i++) {
    int n = pawl_search(x->a, x->b, &x->place, INFINITY, NULL, 0, t, CAMPAIGN_MOST, work, &note);
    if (n == 0 || fabs(t[0].gap - wanted) < 1e-3 * x->size)
      return;
    double step = 0.8 * (t[0].gap - wanted);
    x->place.r.x -= step * t[0].n.x;
    x->place.r.y -= step * t[0].n.y;
  }
}

/* The same seen from the other profile. */
static inline void campaign_swap(campaign_case *x)
{
  const pawl_profile *a = x->a;
  pawl_placing p = x->place;
  x->a = x->b;
  x->b = a;
  x->place.r = (pawl_xy){-(p.c * p.r.x + p.s * p.r.y), p.s * p.r.x - p.c * p.r.y};
  x->place.s = -p.s;
}

/* By the number of the pair: near, far, crossing, inside of a hole, nearly fitting into a hole. */
static inline bool campaign_make(pawl_arena *arena, unsigned long long number, campaign_case *x)
{
  unsigned long long seed = 1234567 + number * 7919;
  for (int i = 0; i < 3; i++)
    pawl_chance(&seed);
  int mode = (int)(number % 5);
  bool hole = mode >= 3;
  shape_kind ka = (shape_kind)shape_pick(&seed, SHAPE_KINDS), kb = (shape_kind)shape_pick(&seed, SHAPE_KINDS);
  double scale = pow(10, shape_range(&seed, -3, 3)), wave = shape_range(&seed, 0, 0.4);
  double ratio = mode == 4 ? shape_range(&seed, 0.85, 0.999)
                 : hole    ? shape_range(&seed, 0.2, 0.6)
                           : shape_range(&seed, 0.3, 1.5);
  unsigned long long again = seed;
  x->a = shape_random(arena, ka, &seed, scale, wave, hole);
  x->b = mode == 4 ? shape_random(arena, ka, &again, scale * ratio, wave, false)
                   : shape_random(arena, kb, &seed, scale * ratio, shape_range(&seed, 0, 0.4), false);
  if (!x->a || !x->b)
    return false;
  double far = mode == 1   ? shape_range(&seed, 2.5, 8)
               : mode == 2 ? shape_range(&seed, 0.2, 1.6)
               : mode == 3 ? shape_range(&seed, 0, 0.4)
               : mode == 4 ? 0.3 * (1 - ratio)
                           : 3;
  double angle = shape_range(&seed, 0, 2 * SHAPE_PI);
  campaign_place(x, shape_polar(far * scale, angle),
                 mode == 4 ? 0.1 * pawl_chance(&seed) : 3 * pawl_chance(&seed));
  x->size = fmax(pawl_profile_size(x->a), pawl_profile_size(x->b));
  x->small = fmin(pawl_profile_size(x->a), pawl_profile_size(x->b));
  if (number % 10 >= 5)
    campaign_swap(x);
  if (mode == 0)
    campaign_approach(x, pawl_search_room(arena, x->a, x->b, CAMPAIGN_MOST),
                      x->size * shape_range(&seed, -0.003, 0.03));
  return true;
}

/* ---- what a touch must be ---- */

/* Followed to where it is, it stays there. */
static inline bool campaign_stays(const campaign_case *x, const pawl_touch *t)
{
  for (int held = 0; held < 2; held++) {
    pawl_touch now = *t;
    double leaves[2];
    if (pawl_track(x->a, x->b, &x->place, held, &now, leaves) != PAWL_TRACKED ||
        fabs(now.gap - t->gap) > 1e-13 * x->size ||
        oracle_norm(oracle_sub(now.x[0], t->x[0])) > 1e-9 * x->size)
      return false;
  }
  return true;
}

static inline void campaign_equations(const campaign_case *x, const pawl_touch *t, int n, campaign *sum)
{
  for (int i = 0; i < n; i++) {
    pawl_xy r = oracle_sub(t[i].x[1], t[i].x[0]);
    double slip = t[i].straight ? 0 : fabs(oracle_cross(t[i].n, r)) / x->size;
    double off = fabs(oracle_dot(r, t[i].n) - t[i].gap) / x->size;
    sum->worst = fmax(sum->worst, fmax(slip, off));
    bool good = t[i].D > 0;
    for (int side = 0; side < 2; side++) {
      pawl_profile_point at;
      pawl_profile_part part;
      const pawl_profile *p = side ? x->b : x->a;
      pawl_profile_feature(p, t[i].feature[side], &part);
      if (t[i].s[side] < part.s0 || t[i].s[side] > part.s1)
        continue; /* what has sunk into the other wall of a concave corner */
      pawl_profile_at(p, t[i].s[side], false, &at);
      pawl_xy y = side ? oracle_place(&x->place, at.p) : at.p;
      good = good && oracle_norm(oracle_sub(y, t[i].x[side])) < 1e-11 * x->size;
    }
    sum->untrue += !good || slip > 1e-12 || off > 1e-14 || !campaign_stays(x, &t[i]);
  }
}

/* Those below a distance of interest are found by themselves too. */
static inline bool campaign_subset(const campaign_case *x, pawl_search_work *work, const pawl_touch *all,
                                   int n)
{
  static pawl_touch t[CAMPAIGN_MOST];
  pawl_search_note note;
  double interest = 0.2 * x->size;
  int m = pawl_search(x->a, x->b, &x->place, interest, NULL, 0, t, CAMPAIGN_MOST, work, &note), below = 0;
  for (int i = 0; i < n; i++)
    below += all[i].gap < interest;
  for (int i = 0; i < m && m == below; i++)
    if (fabs(all[i].gap - t[i].gap) > 1e-12 * x->size)
      return false;
  return m == below;
}

/* ---- comparison ---- */

typedef struct {
  oracle_chain a, b;
  int count;
  oracle_root root[1024];
} campaign_oracle;

static inline bool campaign_is_overlap(const campaign_case *x, const campaign_oracle *o,
                                       const oracle_root *root)
{
  pawl_xy middle = {0.5 * (root->x[0].x + root->x[1].x), 0.5 * (root->x[0].y + root->x[1].y)};
  if (oracle_crosses(&o->a, NULL, root->x[0], root->x[1]) ||
      oracle_crosses(&o->b, &x->place, root->x[0], root->x[1]))
    return false;
  /* the tip of a spike that leans has no material of its own beside it */
  return (root->vertex[0] || oracle_material(&o->a, NULL, middle)) &&
         (root->vertex[1] || oracle_material(&o->b, &x->place, middle));
}

/* Moved out along the normal of a shallower overlap, the deeper one vanishes. */
static inline bool campaign_vanishes(const campaign_case *x, const campaign_oracle *o,
                                     const oracle_root *deep, double gap, pawl_xy n)
{
  pawl_xy out = {-1.00002 * gap * n.x, -1.00002 * gap * n.y};
  pawl_xy y = {deep->x[1].x + out.x, deep->x[1].y + out.y}, z = {deep->x[0].x - out.x, deep->x[0].y - out.y};
  return oracle_crosses(&o->a, NULL, deep->x[1], y) || oracle_crosses(&o->b, &x->place, deep->x[0], z);
}

/* An overlap that is not there, that vanishes with a shallower one, or is one of two equally deep. */
static inline bool campaign_excused(const campaign_case *x, const campaign_oracle *o, const oracle_root *root,
                                    const pawl_touch *t, int n)
{
  if (root->gap < -x->small || !campaign_is_overlap(x, o, root))
    return true;
  for (int i = 0; i < n; i++) {
    bool shallower = t[i].gap < 0 && t[i].gap > root->gap;
    if (shallower && campaign_vanishes(x, o, root, t[i].gap, t[i].n))
      return true;
    if (fabs(t[i].gap - root->gap) < -0.05 * root->gap &&
        oracle_norm(oracle_sub(t[i].x[0], root->x[0])) < -root->gap)
      return true;
  }
  for (int i = 0; i < o->count; i++) {
    const oracle_root *q = &o->root[i];
    if (q != root && q->gap < 0 && q->gap >= root->gap - 1e-9 * x->size && campaign_is_overlap(x, o, q) &&
        campaign_vanishes(x, o, root, q->gap, q->n))
      return true;
  }
  return false;
}

/* How many of the oracle's minima the search has not. */
static inline int campaign_missed(const campaign_case *x, const campaign_oracle *o, const pawl_touch *t,
                                  int n)
{
  bool used[CAMPAIGN_MOST] = {false};
  double near = 4 * (o->a.width + o->b.width);
  int missed = 0;
  for (int i = 0; i < o->count; i++) {
    const oracle_root *root = &o->root[i];
    int best = -1;
    double least = near;
    for (int j = 0; j < n; j++) {
      double far =
          oracle_norm(oracle_sub(root->x[0], t[j].x[0])) + oracle_norm(oracle_sub(root->x[1], t[j].x[1]));
      if (!used[j] && oracle_dot(root->n, t[j].n) > 0.9 && far < least) {
        least = far;
        best = j;
      }
    }
    if (best >= 0)
      used[best] = true;
    else if (root->D > 1e-3 * root->bent && !(root->gap < 0 && campaign_excused(x, o, root, t, n)))
      missed++;
  }
  return missed;
}

static inline void campaign_sample(const campaign_case *x, int n, campaign_oracle *o)
{
  o->a = oracle_sample(x->a, n);
  o->b = oracle_sample(x->b, n);
  o->count = oracle_touches(&o->a, &o->b, &x->place, o->root, 1024);
}

static inline void campaign_pair(unsigned long long number, campaign *sum)
{
  static pawl_touch t[CAMPAIGN_MOST];
  static campaign_oracle oracle;
  pawl_arena arena;
  pawl_memory memory = pawl_memory_default();
  pawl_search_note note;
  campaign_case x;
  campaign before = *sum;
  pawl_arena_open(&arena, &memory);
  if (campaign_make(&arena, number, &x)) {
    pawl_search_work *work = pawl_search_room(&arena, x.a, x.b, CAMPAIGN_MOST);
    int n = pawl_search(x.a, x.b, &x.place, INFINITY, NULL, 0, t, CAMPAIGN_MOST, work, &note);
    double least = n ? t[0].gap : INFINITY;
    campaign_equations(&x, t, n, sum);
    sum->other += !campaign_subset(&x, work, t, n);
    sum->pairs++;
    sum->touches += n;
    sum->overlaps += least < 0;
    campaign_sample(&x, 200, &oracle);
    bool solid = pawl_profile_closed(x.a) && pawl_profile_closed(x.b); /* open curves have no back */
    if (solid && least > 0 && least < INFINITY &&
        oracle_distance(&oracle.a, &oracle.b, &x.place) < least - 1e-9 * x.size)
      sum->wrong += !oracle_overlap(&oracle.a, &oracle.b, &x.place);
    int missed = campaign_missed(&x, &oracle, t, n);
    free(oracle.a.point);
    free(oracle.b.point);
    if (missed) { /* the coarse sampling may be wrong */
      campaign_sample(&x, 20000, &oracle);
      sum->missed += campaign_missed(&x, &oracle, t, n);
      sum->fine++;
      free(oracle.a.point);
      free(oracle.b.point);
    }
  }
  if (sum->first < 0 && sum->missed + sum->wrong + sum->untrue + sum->other !=
                            before.missed + before.wrong + before.untrue + before.other)
    sum->first = (long)number;
  pawl_arena_close(&arena);
}

#endif
