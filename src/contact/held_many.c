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
      o->body.place[d] = d;
    return s->tree.dof_count;
  }
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++)
    for (int side = 0; side < 2; side++)
      if (s->contact->hold[o->member[m]].branch[side] >= 0)
        o->body.seen[s->contact->hold[o->member[m]].branch[side]] = 0;
  int bodies = spread_from(s, o, first->branch[0] >= 0 ? first->branch[0] : first->branch[1], 1, o->body.seen,
                           o->body.queue);
  bodies = spread_from(s, o, o->body.queue[bodies - 1], 2, o->body.seen,
                       o->body.queue); /* from one end to the other */
  for (int i = 0; i < bodies; i++)
    for (int k = 0, size = size_of(s, o, o->body.queue[i]); k < size; k++)
      o->body.place[o->body.queue[i] + k] = n++;
  *reach = 0;
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++) {
    const pawl_held *h = s->contact->hold + o->member[m];
    for (int side = 0; side < 2; side++)
      for (int other = 0; other < 2; other++) {
        int far = h->to[side] == h->from[side] || h->to[other] == h->from[other]
                      ? 0
                      : o->body.place[h->to[side] - 1] - o->body.place[h->from[other]];
        *reach = far > *reach ? far : *reach;
      }
  }
  return n;
}

/* ---- products ---- */

/* An unknown's column of H and row of G, by places: at most two runs each, of numbers that lie side by side. */
typedef struct {
  int from[2], count[2];
} runs;

typedef struct {
  pawl_system *s;
  struct pawl_held_room *o;
  const pawl_held_unknown *u;
  int n; /* of these */
  int size, reach;
  pawl_band B;
  double soft;         /* that B has the factors of */
  double *move, *rate; /* the numbers of H and G */
  double *column;      /* of the factors; o->body.queue: their ends */
} island;

static runs runs_of_move(const island *k, int i)
{
  const pawl_held *h = k->s->contact->hold + k->u[i].held;
  runs r;
  for (int side = 0; side < 2; side++) {
    r.count[side] = h->last[side] - h->first[side];
    r.from[side] = r.count[side] ? k->o->body.place[h->first[side]] : 0;
  }
  return r;
}

static runs runs_of_rate(const island *k, int i)
{
  const pawl_held *h = k->s->contact->hold + k->u[i].held;
  runs r;
  for (int side = 0; side < 2; side++) {
    r.count[side] = h->to[side] - h->from[side];
    r.from[side] = r.count[side] ? k->o->body.place[h->from[side]] : 0;
  }
  return r;
}

/* How many numbers H and G have. */
static size_t count_numbers(const island *k)
{
  size_t count = 0;
  for (int i = 0; i < k->n; i++) {
    runs move = runs_of_move(k, i), rate = runs_of_rate(k, i);
    count += (size_t)(move.count[0] + move.count[1] + rate.count[0] + rate.count[1]);
  }
  return count;
}

/* What a unit of an unknown does along a degree of freedom, with the friction that goes with it. */
static inline double moved(const pawl_held *h, const pawl_held_unknown *u, int dof)
{
  double x = h->x[u->along][dof];
  for (int a = PAWL_T; a < h->dim; a++)
    if (u->lean[a - PAWL_T] != 0)
      x += u->lean[a - PAWL_T] * h->x[a][dof];
  return x;
}

/* They are laid side by side, one unknown after the other. */
static void lay_products(island *k)
{
  double *move = k->move, *rate = k->rate;
  for (int i = 0; i < k->n; i++) {
    const pawl_held_unknown *u = k->u + i;
    const pawl_held *h = k->s->contact->hold + u->held;
    for (int side = 0; side < 2; side++)
      for (int d = h->first[side]; d < h->last[side]; d++)
        *move++ = moved(h, u, d);
    for (int side = 0; side < 2; side++)
      for (int d = h->from[side]; d < h->to[side]; d++)
        *rate++ = h->w[u->along][d];
  }
}

/* z = H x, by places. */
static void move(const island *k, const double *x, double *z)
{
  const double *number = k->move;
  memset(z, 0, sizeof(double) * (size_t)k->size);
  for (int i = 0; i < k->n; i++) {
    const runs r = runs_of_move(k, i);
    double f = k->u[i].unit * x[i];
    for (int side = 0; side < 2; side++)
      for (int d = r.from[side], end = d + r.count[side]; d < end; d++)
        z[d] += f * *number++;
  }
}

/* r = (b - G z)/by */
static void take_rates(const island *k, const double *b, const double *z, double by, double *r)
{
  const double *number = k->rate;
  for (int i = 0; i < k->n; i++) {
    const runs run = runs_of_rate(k, i);
    double sum = 0;
    for (int side = 0; side < 2; side++)
      for (int d = run.from[side], end = d + run.count[side]; d < end; d++)
        sum += *number++ * z[d];
    r[i] = (b[i] - k->u[i].unit * sum) / by;
  }
}

/* ---- ε + H G ---- */

static void add_touches(island *k)
{
  const double *move = k->move, *rate = k->rate;
  for (int i = 0; i < k->n; i++) {
    const runs of_move = runs_of_move(k, i), of_rate = runs_of_rate(k, i);
    double scale = k->u[i].unit * k->u[i].unit;
    for (int side = 0; side < 2; side++)
      for (int d = 0; d < of_move.count[side]; d++) {
        double f = scale * *move++, *row = pawl_band_row(&k->B, of_move.from[side] + d);
        const double *number = rate;
        for (int other = 0; f != 0 && other < 2; other++)
          for (int e = of_rate.from[other], end = e + of_rate.count[other]; e < end; e++)
            row[e] += f * *number++;
      }
    rate += of_rate.count[0] + of_rate.count[1];
  }
}

static bool factorise(island *k, double soft)
{
  if (k->soft == soft)
    return true;
  k->B = pawl_band_lay(k->o->A, k->size, k->reach);
  add_touches(k);
  for (int d = 0; d < k->size; d++)
    pawl_band_row(&k->B, d)[d] += soft;
  k->soft = soft;
  if (pawl_band_factorise(&k->B, k->o->body.pivot, 0) >= 0)
    return false;
  pawl_band_turn(&k->B, k->column, k->o->body.queue);
  return true;
}

/* r = (A + ε)⁻¹ r */
static void precondition(const island *k, double *r)
{
  double *z = k->o->body.placed;
  move(k, r, z);
  pawl_band_substitute_turned(&k->B, k->o->body.pivot, k->column, k->o->body.queue, z);
  take_rates(k, r, z, k->soft, r);
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
  move(k, x, k->o->body.placed);
  take_rates(k, b, k->o->body.placed, 1, r);
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

/* False: no memory. */
static bool lay_out(island *k)
{
  struct pawl_held_room *o = k->s->contact->room;
  size_t wide = 3 * (size_t)k->reach + 1, rows = (size_t)k->size, numbers = count_numbers(k),
         band = rows * (wide < rows ? wide : rows), below = rows * (size_t)k->reach, turned = numbers + below;
  if (!pawl_held_fit_numbers(k->s, band > turned ? band : turned))
    return false;
  o->soft = NAN; /* M is for other numbers */
  k->column = o->M;
  k->move = o->M + below;
  k->rate = k->move;
  for (int i = 0; i < k->n; i++) {
    runs r = runs_of_move(k, i);
    k->rate += r.count[0] + r.count[1];
  }
  lay_products(k);
  return true;
}

/* Shares of what is not unique: near the ones that are wanted, in `begin`. Most often they solve it as they are. */
static void move_to(island *k, const double *b, const double *begin, double *x)
{
  memcpy(x, begin, sizeof(double) * (size_t)k->n);
  if (residual(k, b, x, k->o->left) > PAWL_HELD_ROUNDING * (largest(b, k->n) + largest(x, k->n)))
    approach(k, b, x);
}

bool pawl_held_solve_many(pawl_system *s, int which, bool shares, double *begin, double *x)
{
  struct pawl_held_room *o = s->contact->room;
  island k = {s, o, o->unknown + o->first[which], o->first[which + 1] - o->first[which], .soft = NAN};
  const double *b = o->b;
  for (int i = 0; i < k.n; i++)
    o->b[i] = -k.u[i].unit * s->contact->hold[k.u[i].held].free[k.u[i].along];
  memcpy(x, begin, sizeof(double) * (size_t)k.n);
  k.size = place_bodies(s, o, which, &k.reach);
  if (!lay_out(&k))
    return false;
  if (approach(&k, b, x) > PAWL_HELD_INCONSISTENT * largest(b, k.n)) {
    for (int i = 0; i < k.n; i++) /* what no forces make is not asked for */
      o->possible[i] = b[i] - o->left[i];
    b = o->possible;
    memcpy(x, begin, sizeof(double) * (size_t)k.n);
    approach(&k, b, x);
  }
  if (shares && pawl_held_keep_shares(s, k.u, k.n, x, begin))
    move_to(&k, b, begin, x);
  if (shares && pawl_held_even_faces(s, k.u, k.n, x, begin))
    move_to(&k, b, begin, x);
  return true;
}
