/* How forces that are not unique are shared: those nearest to the forces of the last event, but for feet at their limits, what a law presses
 * next to nothing, and brakes that hold nothing.      theory.md, 9.1 */
#include <string.h>

#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/held_net.h"

/* Under feet that are all next to their limits those of the last event hold for as good as no time, when the load goes from foot to foot: after
 * so many events that have only spread them anew, friction stays the same share of the normal force. */
#define AGAIN 40

/* So does friction of a given normal force, of a brake beside a stop that comes to hold nothing for a moment; where it holds nothing, from the
 * first. What bears the load with it has no limit: the brake takes no part in how it changes, but for WEAK² in each of so many rounds. */
#define AGAIN_GIVEN 8
#define WEAK 0x1p-5 /* a power of two: what is scaled by it has the same bits again */
#define ROUNDS 5

static bool keeps_share(const pawl_system *s, const pawl_held_unknown *u, int i)
{
  const pawl_held *h = s->contact->hold + u[i].held;
  const pawl_contact_point *p = s->contact->pair[h->pair].point + h->point;
  if (u[i].along != PAWL_T || !(u[i].unit > 0))
    return false;
  if (h->given)
    return p->mode.spread_anew >= AGAIN_GIVEN || h->force[PAWL_N] == 0;
  return p->mode.spread_anew >= AGAIN && i > 0 && u[i - 1].held == u[i].held && p->mode.rest[PAWL_N] > 0;
}

static bool is_given(const pawl_system *s, const pawl_held_unknown *u, int i)
{
  return keeps_share(s, u, i) && s->contact->hold[u[i].held].given;
}

bool pawl_held_keep_shares(const pawl_system *s, const pawl_held_unknown *u, int n, const double *x,
                           double *begin)
{
  bool any = false;
  for (int i = 0; i < n; i++) {
    const pawl_held *h = s->contact->hold + u[i].held;
    const pawl_contact_point *p = s->contact->pair[h->pair].point + h->point;
    bool keeps = keeps_share(s, u, i);
    if (u[i].along == PAWL_N)
      begin[i] = x[i];
    else if (keeps) {
      double normal = h->given ? h->force[PAWL_N] : u[i - 1].unit * x[i - 1];
      begin[i] = normal == 0 || p->mode.rest[PAWL_N] == 0
                     ? 0
                     : p->mode.rest[PAWL_T] / p->mode.rest[PAWL_N] * normal / u[i].unit;
    }
    any |= keeps;
  }
  return any;
}

/* Whether forces along the tangents of two touches do the same. */
static bool is_same_row(const pawl_system *s, const pawl_held *h, const pawl_held *o)
{
  double most = 0, differ = 0;
  if (h->pair != o->pair || h->from[0] != o->from[0] || h->from[1] != o->from[1] || h->to[0] != o->to[0] ||
      h->to[1] != o->to[1])
    return false;
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++) {
      most = fmax(most, fabs(h->w[PAWL_T][d]) * s->dof.unit[d]);
      differ = fmax(differ, fabs(h->w[PAWL_T][d] - o->w[PAWL_T][d]) * s->dof.unit[d]);
    }
  return differ <= PAWL_SAME_ROW * most;
}

/* Touches of one flat face rub as one: how they share that is for us to say. */
void pawl_held_find_face(const pawl_system *s, int i)
{
  pawl_held *h = s->contact->hold + i;
  h->face = i;
  for (int j = i - 1; j >= 0 && s->contact->hold[j].pair == h->pair && h->face == i; j--)
    if (h->rubs && h->dim == 2 && !h->given && !h->by_formula && is_same_row(s, h, s->contact->hold + j))
      h->face = s->contact->hold[j].face;
}

/* What holds a touch by friction, at most, under the normal force in x. */
static double limit_of(const pawl_system *s, const pawl_held_unknown *u, int k, const double *x)
{
  const pawl_held *h = s->contact->hold + u[k].held;
  bool known = k == 0 || u[k - 1].held != u[k].held;
  return pawl_bound_under(h->holds, known ? h->force[PAWL_N] : u[k - 1].unit * x[k - 1]);
}

static int pair_of(const pawl_system *s, const pawl_held_unknown *u)
{
  return s->contact->hold[u->held].pair;
}

static bool is_of_face(const pawl_system *s, const pawl_held_unknown *u, int face)
{
  return u->along == PAWL_T && u->unit > 0 && s->contact->hold[u->held].face == face;
}

static bool is_first_of_face(const pawl_system *s, const pawl_held_unknown *u, int k)
{
  int face = s->contact->hold[u[k].held].face;
  for (int j = k - 1; j >= 0 && pair_of(s, u + j) == pair_of(s, u + k); j--)
    if (is_of_face(s, u + j, face))
      return false;
  return is_of_face(s, u + k, face);
}

bool pawl_held_even_faces(const pawl_system *s, const pawl_held_unknown *u, int n, const double *x,
                          double *even)
{
  bool any = false;
  memcpy(even, x, sizeof(double) * (size_t)n);
  for (int k = 0; k < n; k++) {
    int face = s->contact->hold[u[k].held].face, count = 0, to = k;
    double friction = 0, limit = 0;
    if (!is_first_of_face(s, u, k))
      continue;
    for (; to < n && pair_of(s, u + to) == pair_of(s, u + k); to++)
      if (is_of_face(s, u + to, face)) {
        friction += u[to].unit * x[to];
        limit += limit_of(s, u, to, x);
        count++;
      }
    if (count < 2 || !(limit > 0))
      continue;
    any = true;
    for (int j = k; j < to; j++)
      if (is_of_face(s, u + j, face))
        even[j] = friction * (limit_of(s, u, j, x) / limit) / u[j].unit;
  }
  return any;
}

/* The units of forces that keep their share of a given normal force, `by` times as large. */
static void weaken(const pawl_system *s, const pawl_band *A, const pawl_held_unknown *u, double *b, double by)
{
  for (int i = 0; i < A->n; i++) {
    if (!is_given(s, u, i))
      continue;
    for (int j = pawl_band_from(A, i); j < pawl_band_to(A, i); j++) {
      pawl_band_row(A, i)[j] *= by;
      pawl_band_row(A, j)[i] *= by;
    }
    b[i] *= by;
  }
  s->contact->room->soft = NAN; /* of what A was */
}

/* Forces nearest to those in which shares are kept. */
static void near_shares(pawl_system *s, const pawl_band *A, const pawl_held_unknown *u)
{
  struct pawl_held_room *o = s->contact->room;
  bool given = false;
  for (int i = 0; i < A->n; i++)
    given |= is_given(s, u, i);
  for (int round = 0; round < (given ? ROUNDS : 1) && pawl_held_keep_shares(s, u, A->n, o->x, o->begin);
       round++) {
    for (int i = 0; given && i < A->n; i++)
      o->begin[i] *= is_given(s, u, i) ? 1 / WEAK : 1;
    if (given)
      weaken(s, A, u, o->b, WEAK);
    pawl_held_near(o, A, o->b, o->begin, o->x);
    if (given)
      weaken(s, A, u, o->b, 1 / WEAK);
    for (int i = 0; given && i < A->n; i++)
      o->x[i] *= is_given(s, u, i) ? WEAK : 1;
  }
}

/* Of the friction that feet of laws share, what one takes goes with what a law presses it by, once that is little: by next to nothing a foot
 * holds next to nothing. The rounding of a place, times the stiffness, shakes the sum by more than the limit of a foot that is about to
 * lift, and half of that there would end its mode again and again. */
#define LIGHT 0.1 /* of the heaviest of them */

static bool is_shared(const pawl_system *s, const pawl_held_unknown *u)
{
  return u->along == PAWL_T && s->contact->hold[u->held].given;
}

/* The heaviest of them, if another one is light; else 0. */
static double heaviest(const pawl_system *s, const pawl_held_unknown *u, int n)
{
  double most = 0, least = INFINITY;
  for (int i = 0; i < n; i++)
    if (is_shared(s, u + i)) {
      most = fmax(most, s->contact->hold[u[i].held].force[PAWL_N]);
      least = fmin(least, s->contact->hold[u[i].held].force[PAWL_N]);
    }
  return least < LIGHT * most ? most : 0;
}

/* With squares of forces over their limits, their least sum shares like these. */
static void weigh(const pawl_system *s, pawl_held_unknown *u, int n, double most)
{
  for (int i = 0; i < n; i++)
    if (is_shared(s, u + i))
      u[i].unit *= sqrt(fmax(s->contact->hold[u[i].held].force[PAWL_N] / most, PAWL_LEAST_SHARE));
}

/* The forces of the last event, or the same share of what presses now. */
static double begin_at(const pawl_system *s, const pawl_held_unknown *u, bool shares)
{
  const pawl_held *h = s->contact->hold + u->held;
  const double *rest = s->contact->pair[h->pair].point[h->point].mode.rest;
  bool scales = shares && is_shared(s, u) && rest[PAWL_N] > 0;
  return rest[u->along] * (scales ? h->force[PAWL_N] / rest[PAWL_N] : 1);
}

void pawl_held_share(pawl_system *s, pawl_band *A, pawl_held_unknown *u, int island)
{
  struct pawl_held_room *o = s->contact->room;
  double most = heaviest(s, u, A->n);
  if (most > 0) {
    weigh(s, u, A->n, most);
    *A = pawl_held_system(s, island);
  }
  for (int i = 0; i < A->n; i++)
    o->begin[i] = u[i].unit > 0 ? begin_at(s, u + i, most > 0) / u[i].unit : 0;
  pawl_held_near(o, A, o->b, o->begin, o->x);
  near_shares(s, A, u);
  if (pawl_held_even_faces(s, u, A->n, o->x, o->begin))
    pawl_held_move_to(o, A, o->b, o->begin, o->x);
}
