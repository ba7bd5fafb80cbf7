/* Forces of an island of many touches, in frozen modes. Where more touches are held than bodies can move, A of held_forces.c is large and
 * singular many times over, but it is a product: forces make bodies move, and these make the rates,
 *
 *     A = G H,      (A + ε)⁻¹ r = (r - G (ε + H G)⁻¹ H r)/ε,
 *
 * with a row and a column of ε + H G for each degree of freedom of the island, in which only bodies that touch each other are coupled: a
 * band, in an order in which neighbours are near.      theory.md, 9.1 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/held_net.h"

#define ROUNDS 12

bool pawl_held_is_many(const struct pawl_held_room *o, int island)
{
  return o->begin_of[island + 1] - o->begin_of[island] > PAWL_HELD_FEW;
}

/* ---- the order of the bodies ---- */

static int other_branch(const pawl_held *h, int branch)
{
  return h->branch[0] == branch ? h->branch[1] : h->branch[0];
}

/* Degrees of freedom of a branch, from any touch of it. */
static int size_of(const pawl_system *s, const struct pawl_held_room *o, int branch)
{
  int entry = o->head[branch];
  return s->contact->hold[entry / 2].to[entry % 2] - s->contact->hold[entry / 2].from[entry % 2];
}

/* Branches by their distance from the first, in `queue`; returns how many. Those that are listed have `mark` in `seen`. */
static int spread_from(const pawl_system *s, const struct pawl_held_room *o, int first, int mark, int *seen,
                       int *queue)
{
  int n = 0;
  seen[first] = mark;
  queue[n++] = first;
  for (int at = 0; at < n; at++)
    for (int entry = o->head[queue[at]]; entry >= 0; entry = o->next[entry]) {
      int to = other_branch(s->contact->hold + entry / 2, queue[at]);
      if (to < 0 || seen[to] == mark)
        continue;
      seen[to] = mark;
      queue[n++] = to;
    }
  return n;
}

/* Where each degree of freedom stands; returns how many there are, and how far apart those of one touch are at most. */
static int place_bodies(const pawl_system *s, struct pawl_held_room *o, int island, int *reach)
{
  const pawl_held *first = s->contact->hold + o->member[o->begin_of[island]];
  int n = 0;
  *reach = s->tree.dof_count - 1;
  if (pawl_held_is_whole(s)) {
    for (int d = 0; d < s->tree.dof_count; d++)
      o->place[d] = d;
    return s->tree.dof_count;
  }
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++)
    for (int side = 0; side < 2; side++)
      if (s->contact->hold[o->member[m]].branch[side] >= 0)
        o->seen[s->contact->hold[o->member[m]].branch[side]] = 0;
  int bodies =
      spread_from(s, o, first->branch[0] >= 0 ? first->branch[0] : first->branch[1], 1, o->seen, o->queue);
  bodies = spread_from(s, o, o->queue[bodies - 1], 2, o->seen, o->queue); /* from one end to the other */
  for (int i = 0; i < bodies; i++)
    for (int k = 0, size = size_of(s, o, o->queue[i]); k < size; k++)
      o->place[o->queue[i] + k] = n++;
  *reach = 0;
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++) {
    const pawl_held *h = s->contact->hold + o->member[m];
    for (int side = 0; side < 2; side++)
      for (int other = 0; other < 2; other++) {
        int far = h->to[side] == h->from[side] || h->to[other] == h->from[other]
                      ? 0
                      : o->place[h->to[side] - 1] - o->place[h->from[other]];
        *reach = far > *reach ? far : *reach;
      }
  }
  return n;
}

/* ---- products ---- */

/* z = H x, by degrees of freedom. */
static void move(const pawl_system *s, struct pawl_held_room *o, const pawl_held_unknown *u, int n,
                 const double *x)
{
  for (int i = 0; i < n; i++)
    for (int side = 0; side < 2; side++) {
      const pawl_held *h = s->contact->hold + u[i].held;
      for (int d = h->first[side]; d < h->last[side]; d++)
        o->motion[d] = 0;
    }
  for (int i = 0; i < n; i++) {
    const pawl_held *h = s->contact->hold + u[i].held;
    double f = u[i].unit * x[i];
    for (int side = 0; side < 2; side++)
      for (int d = h->first[side]; d < h->last[side]; d++)
        o->motion[d] +=
            f * (u[i].lean == 0 ? h->x[u[i].along][d] : h->x[u[i].along][d] + u[i].lean * h->x[PAWL_T][d]);
  }
}

/* A row of G z. */
static double rate_of(const pawl_system *s, const struct pawl_held_room *o, const pawl_held_unknown *u)
{
  const pawl_held *h = s->contact->hold + u->held;
  double sum = 0;
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++)
      sum += h->w[u->along][d] * o->motion[d];
  return u->unit * sum;
}

/* ---- ε + H G ---- */

static void add_touch(const pawl_system *s, struct pawl_held_room *o, const pawl_band *B,
                      const pawl_held_unknown *u)
{
  const pawl_held *h = s->contact->hold + u->held;
  const double *x = h->x[u->along], *w = h->w[u->along], scale = u->unit * u->unit;
  for (int side = 0; side < 2; side++)
    for (int d = h->first[side]; d < h->last[side]; d++) {
      double f = scale * (u->lean == 0 ? x[d] : x[d] + u->lean * h->x[PAWL_T][d]),
             *row = pawl_band_row(B, o->place[d]);
      for (int other = 0; f != 0 && other < 2; other++)
        for (int e = h->from[other]; e < h->to[other]; e++)
          row[o->place[e]] += f * w[e];
    }
}

typedef struct {
  pawl_system *s;
  struct pawl_held_room *o;
  const pawl_held_unknown *u;
  int n; /* of these */
  int size, reach;
  pawl_band B;
  double soft; /* that B has the factors of */
} island;

static bool factorise(island *k, double soft)
{
  if (k->soft == soft)
    return true;
  k->B = pawl_band_lay(k->o->A, k->size, k->reach);
  for (int i = 0; i < k->n; i++)
    add_touch(k->s, k->o, &k->B, k->u + i);
  for (int d = 0; d < k->size; d++)
    pawl_band_row(&k->B, d)[d] += soft;
  k->soft = soft;
  return pawl_band_factorise(&k->B, k->o->pivot, 0) < 0;
}

/* r = (A + ε)⁻¹ r */
static void precondition(const island *k, double *r)
{
  struct pawl_held_room *o = k->o;
  move(k->s, o, k->u, k->n, r);
  for (int i = 0; i < k->n; i++)
    for (int side = 0; side < 2; side++) {
      const pawl_held *h = k->s->contact->hold + k->u[i].held;
      for (int d = h->first[side]; d < h->last[side]; d++)
        o->placed[o->place[d]] = o->motion[d];
    }
  pawl_band_substitute(&k->B, o->pivot, o->placed);
  for (int i = 0; i < k->n; i++)
    for (int side = 0; side < 2; side++) {
      const pawl_held *h = k->s->contact->hold + k->u[i].held;
      for (int d = h->first[side]; d < h->last[side]; d++)
        o->motion[d] = o->placed[o->place[d]];
    }
  for (int i = 0; i < k->n; i++)
    r[i] = (r[i] - rate_of(k->s, o, k->u + i)) / k->soft;
}

static double largest(const double *x, int n)
{
  double most = 0;
  for (int i = 0; i < n; i++)
    most = fabs(x[i]) > most ? fabs(x[i]) : most;
  return most;
}

/* r = b - A x; its largest. */
static double residual(const island *k, const double *b, const double *x, double *r)
{
  move(k->s, k->o, k->u, k->n, x);
  for (int i = 0; i < k->n; i++)
    r[i] = b[i] - rate_of(k->s, k->o, k->u + i);
  return largest(r, k->n);
}

/* As in held_solve.c: again and again from x, with less compliance where that has not come to rounding. Returns what is left. */
static double approach(island *k, const double *b, double *x)
{
  double before = INFINITY, *r = k->o->left, size = largest(b, k->n), soft = PAWL_SOFT;
  for (int round = 0; round < ROUNDS; round++) {
    double most = residual(k, b, x, r);
    if (most <= PAWL_HELD_SOLVED * size)
      return 0;
    if (round >= 2 && (most >= 0.95 * before ||
                       (most > 0.5 * before && most <= PAWL_HELD_ROUNDING * (size + largest(x, k->n)))))
      return most; /* rounding, or what no forces make */
    if (round >= 3 && most > PAWL_HELD_ROUNDING * (size + largest(x, k->n)))
      soft = fmax(0.1 * soft, PAWL_LEAST_SOFT);
    before = most;
    if (!factorise(k, soft))
      return 0;
    precondition(k, r);
    for (int i = 0; i < k->n; i++)
      x[i] += r[i];
  }
  return residual(k, b, x, r);
}

bool pawl_held_solve_many(pawl_system *s, int which, const double *begin, double *x)
{
  struct pawl_held_room *o = s->contact->room;
  island k = {s, o, o->unknown + o->first[which], o->first[which + 1] - o->first[which], .soft = NAN};
  for (int i = 0; i < k.n; i++)
    o->b[i] = -k.u[i].unit * s->contact->hold[k.u[i].held].free[k.u[i].along];
  memcpy(x, begin, sizeof(double) * (size_t)k.n);
  k.size = place_bodies(s, o, which, &k.reach);
  size_t wide = 3 * (size_t)k.reach + 1, rows = (size_t)k.size;
  if (!pawl_held_fit_numbers(s, rows * (wide < rows ? wide : rows)))
    return false;
  o->soft = NAN;
  double left = approach(&k, o->b, x);
  if (left <= PAWL_HELD_INCONSISTENT * largest(o->b, k.n))
    return true;
  for (int i = 0; i < k.n; i++) /* what no forces make is not asked for */
    o->possible[i] = o->b[i] - o->left[i];
  memcpy(x, begin, sizeof(double) * (size_t)k.n);
  approach(&k, o->possible, x);
  return true;
}
