/* Forces of touches that are held, in frozen modes.      theory.md, 9.1
 *
 * Unknown are λ_N of what is held without a law, and λ_T of what sticks; with λ_T = -μ σ λ_N of what slides
 *
 *     A u = -R (b + W c),   A = R W C,   λ = c + C u
 *
 * in natural units (diagonal of W 1), for each island of touches by itself. Where A is singular, as under a table with too many legs,
 * forces are not unique and accelerations are: those nearest to the forces at the last event are taken. */
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/held_net.h"
#include "system/project.h"

/* ---- forces ---- */

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

/* Forces near x in which it does. False: it need not. */
static bool keep_shares(const pawl_system *s, const pawl_held_unknown *u, int n, const double *x,
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
  for (int round = 0; round < (given ? ROUNDS : 1) && keep_shares(s, u, A->n, o->x, o->begin); round++) {
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

/* Forces of the last event, in natural units. */
static void begin_at_rest(const pawl_system *s, const pawl_held_unknown *u, int n)
{
  for (int i = 0; i < n; i++) {
    const pawl_held *h = s->contact->hold + u[i].held;
    double rest = s->contact->pair[h->pair].point[h->point].mode.rest[u[i].along];
    s->contact->room->begin[i] = u[i].unit > 0 ? rest / u[i].unit : 0;
  }
}

static void take_forces(pawl_system *s, const pawl_held_unknown *u, int n)
{
  for (int i = 0; i < n; i++) {
    pawl_held *h = s->contact->hold + u[i].held;
    h->force[u[i].along] = u[i].unit * s->contact->room->x[i];
    if (u[i].along == PAWL_N)
      h->force[PAWL_T] = u[i].lean * h->force[PAWL_N];
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

static void solve_shared(pawl_system *s, pawl_band *A, pawl_held_unknown *u, int island)
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
}

/* The forces of one island, with its system in A; false: they are not unique. */
static bool solve_island(pawl_system *s, pawl_band *A, int island)
{
  struct pawl_held_room *o = s->contact->room;
  pawl_held_unknown *u = o->unknown + o->first[island];
  *A = pawl_held_system(s, island);
  bool unique = pawl_held_is_solved(o, A, o->b, o->x);
  if (!unique)
    solve_shared(s, A, u, island);
  take_forces(s, u, A->n);
  return unique;
}

/* The same of many touches. */
static bool solve_many(pawl_system *s, int island)
{
  struct pawl_held_room *o = s->contact->room;
  const pawl_held_unknown *u = o->unknown + o->first[island];
  int n = o->first[island + 1] - o->first[island];
  begin_at_rest(s, u, n);
  if (!pawl_held_solve_many(s, island, o->begin, o->x))
    return false;
  if (keep_shares(s, u, n, o->x, o->begin) && !pawl_held_solve_many(s, island, o->begin, o->x))
    return false;
  take_forces(s, u, n);
  return true;
}

static void set_rates(pawl_system *s, int i)
{
  for (int a = 0; a < 2; a++)
    s->contact->hold[i].rate[a] = pawl_held_rate(s, i, a);
}

bool pawl_held_forces(pawl_system *s)
{
  struct pawl_held_room *o = s->contact->room;
  if (!pawl_held_couple(s, true))
    return false;
  pawl_held_list(s, true);
  for (int k = 0; k < o->islands; k++)
    if (pawl_held_is_many(o, k)) {
      if (!solve_many(s, k))
        return false;
    } else {
      pawl_band A;
      solve_island(s, &A, k);
    }
  for (int i = 0; i < s->contact->hold_count; i++)
    set_rates(s, i);
  return true;
}

static void add_along(const pawl_system *s, const pawl_held *h, int a, double f, double *x,
                      double *multipliers)
{
  for (int side = 0; side < 2; side++)
    for (int d = h->first[side]; d < h->last[side]; d++)
      x[d] += h->x[a][d] * f;
  for (int r = 0; multipliers && r < s->tree.row_count; r++)
    multipliers[r] += h->multiplier[a][r] * f;
}

static void add_touch(const pawl_system *s, const pawl_held *h, double *x, double *multipliers)
{
  for (int a = h->given ? PAWL_T : PAWL_N; a <= (h->rubs ? PAWL_T : PAWL_N); a++)
    add_along(s, h, a, h->force[a], x, multipliers);
}

void pawl_held_add(const pawl_system *s, double *x, double *multipliers)
{
  for (int i = 0; i < s->contact->hold_count; i++)
    add_touch(s, s->contact->hold + i, x, multipliers);
}

/* ---- what rounding has left ---- */

/* In the row of `u`: what is left, of what is there. */
static double left_over(const pawl_system *s, const pawl_held_unknown *u, const double *a, const double *free,
                        double *size)
{
  const pawl_held *h = s->contact->hold + u->held;
  const double *w = h->w[u->along];
  double left = h->free[u->along];
  *size = fabs(left);
  for (int side = 0; side < 2; side++)
    for (int d = h->from[side]; d < h->to[side]; d++) {
      left += w[d] * (a[d] - free[d]);
      *size += fabs(w[d]) * (fabs(a[d]) + fabs(free[d]));
    }
  return left;
}

/* The correction goes to accelerations by itself: a sum of forces has no digits for it. */
static void add_correction(pawl_system *s, const pawl_held_unknown *u, int n, const double *y, double *a)
{
  for (int i = 0; i < n; i++) {
    pawl_held *h = s->contact->hold + u[i].held;
    double f = u[i].unit * y[i], lean = u[i].along == PAWL_N ? u[i].lean * f : 0;
    h->force[u[i].along] += f;
    add_along(s, h, u[i].along, f, a, s->row.lambda);
    if (lean == 0)
      continue;
    h->force[PAWL_T] += lean;
    add_along(s, h, PAWL_T, lean, a, s->row.lambda);
  }
}

/* Accelerations `a` of one island's bodies were `free` without held forces. */
static void refine(pawl_system *s, const pawl_band *A, const pawl_held_unknown *u, double *a,
                   const double *free, bool unique)
{
  double *b = s->contact->room->b, size;
  for (int round = 0; round < (unique ? 3 : 1); round++) {
    bool ill = false;
    for (int i = 0; i < A->n; i++) {
      b[i] = -u[i].unit * left_over(s, u + i, a, free, &size);
      ill |= fabs(b[i]) > PAWL_HELD_LEFT * u[i].unit * size;
    }
    if (!ill || !pawl_held_correction(s->contact->room, A, b, unique))
      return;
    add_correction(s, u, A->n, b, a);
  }
}

void pawl_held_note(pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_point *p = s->contact->pair[h->pair].point + h->point;
    if (!h->given)
      p->row.normal = h->force[PAWL_N];
    p->row.friction = h->force[PAWL_T];
    p->row.rate[PAWL_N] = h->rate[PAWL_N];
    p->row.rate[PAWL_T] = h->rate[PAWL_T];
  }
}

/* What held forces give to the mechanism: friction takes. */
void pawl_held_powers(pawl_system *s, double *power)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_pair *pair = s->contact->pair + h->pair;
    pawl_contact_point *p = pair->point + h->point;
    double gives = h->force[PAWL_T] * (h->velocity[PAWL_T] - p->row.drift);
    p->row.power =
        gives + (h->given ? p->row.power : h->force[PAWL_N] * (h->velocity[PAWL_N] - p->row.climb));
    if (power)
      power[pawl_pair_work(s, pair)] += h->given ? gives : p->row.power;
  }
}

void pawl_held_load(pawl_system *s)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    const pawl_contact_pair *pair = s->contact->pair + h->pair;
    pair->kind->load(s, pair, pair->point + h->point, h->given ? 0 : h->force[PAWL_N], h->force[PAWL_T]);
  }
}

/* What a force of this touch is small against: the heaviest mass that unit forces of its island meet, with the model's acceleration, or the
 * largest force there. Forces of what is coupled to nothing of it do not count.      theory.md, 7.9 */
static void note_size(pawl_system *s, const struct pawl_held_room *o, int island)
{
  const double L = s->scale.length, T = s->scale.time;
  double most = s->scale.mass * L / (T * T), size = 0;
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++)
    for (int i = o->member[m], a = 0; a < 2; a++) {
      const pawl_held *h = s->contact->hold + i;
      if (a == PAWL_N ? h->given || s->contact->pair[h->pair].kind->always_pressed : !h->rubs)
        continue;
      double unit = pawl_pair_unit(s, s->contact->pair + h->pair);
      double moves = unit * unit / (pawl_held_W(s, i, a, i, a) * T * T * L),
             force = fabs(h->force[a]) * unit / L;
      size = fmax(size, fmin(most, fmax(moves, force)));
    }
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++) {
    const pawl_held *h = s->contact->hold + o->member[m];
    pawl_contact_pair *pair = s->contact->pair + h->pair;
    pair->point[h->point].row.size = size * L / pawl_pair_unit(s, pair);
  }
}

/* What the forces of an island of many touches do to accelerations, and these to rates. */
static void add_many(pawl_system *s, int island, double *a)
{
  const struct pawl_held_room *o = s->contact->room;
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++)
    add_touch(s, s->contact->hold + o->member[m], a, s->row.lambda);
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++) {
    pawl_held *h = s->contact->hold + o->member[m];
    for (int along = 0; along < 2; along++) {
      h->rate[along] = h->free[along];
      for (int side = 0; side < 2; side++)
        for (int d = h->from[side]; d < h->to[side]; d++)
          h->rate[along] += h->w[along][d] * (a[d] - s->contact->move[d]);
    }
  }
}

pawl_status pawl_held_motion(pawl_system *s, double *a, double *power)
{
  struct pawl_held_room *o = s->contact->room;
  if (!pawl_held_gather(s, PAWL_GATHER_HELD))
    return s->error.status;
  if (s->contact->hold_count == 0)
    return PAWL_OK;
  if (!pawl_held_directions(s))
    return PAWL_BAD_NUMBERS; /* a shorter step will do */
  if (!pawl_held_coefficients(s, true))
    return s->error.status != PAWL_OK ? s->error.status : PAWL_BAD_NUMBERS;
  pawl_held_free(s, a);
  pawl_held_respond(s);
  memcpy(s->contact->move, a, sizeof(double) * (size_t)s->tree.dof_count);
  if (!pawl_held_couple(s, false))
    return s->error.status;
  pawl_held_list(s, true);
  for (int k = 0; k < o->islands; k++) {
    if (pawl_held_is_many(o, k)) {
      if (!solve_many(s, k))
        return s->error.status;
      add_many(s, k, a);
      note_size(s, o, k);
      continue;
    }
    const pawl_held_unknown *u = o->unknown + o->first[k];
    pawl_band A;
    bool unique = solve_island(s, &A, k);
    for (int i = o->begin_of[k]; i < o->begin_of[k + 1]; i++)
      set_rates(s, o->member[i]);
    for (int i = o->begin_of[k]; i < o->begin_of[k + 1]; i++)
      add_touch(s, s->contact->hold + o->member[i], a, s->row.lambda);
    refine(s, &A, u, a, s->contact->move, unique);
    note_size(s, o, k);
  }
  pawl_held_note(s);
  pawl_held_powers(s, power);
  return PAWL_OK;
}
