/* Forces of touches that are held, in frozen modes.      theory.md, 9.1
 *
 * Unknown are λ_N of what is held without a law, and λ_T of what sticks; with λ_T = -σ (μ λ_N + c) of what slides
 *
 *     A u = -R (b + W c),   A = R W C,   λ = c + C u
 *
 * in natural units (diagonal of W 1), for each island of touches by itself. Where A is singular, as under a table with too many legs,
 * forces are not unique and accelerations are: those nearest to the forces at the last event are taken. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/tolerances.h"
#include "contact/friction.h"
#include "contact/held_net.h"
#include "system/project.h"

#define LEAST_WEIGHT 1e-3 /* of the mean force: less would leave next to no pivot */

/* ---- forces ---- */

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
    for (int a = PAWL_T; u[i].along == PAWL_N && a < h->dim; a++)
      h->force[a] = u[i].lean[a - PAWL_T] * h->force[PAWL_N];
  }
}

/* The forces of one island, with its system in A; false: they are not unique. */
static bool solve_island(pawl_system *s, pawl_band *A, int island)
{
  struct pawl_held_room *o = s->contact->room;
  pawl_held_unknown *u = o->unknown + o->first[island];
  *A = pawl_held_system(s, island);
  bool unique = pawl_held_is_solved(o, A, o->b, o->x);
  if (!unique)
    pawl_held_share(s, A, u, island);
  take_forces(s, u, A->n);
  return unique;
}

/* Where forces are not unique what is pressed by little is to change by little, or it would come to its limit, be given others by an event, and
 * so on: squares of what they change by are weighed by what they were. */
static void weigh_by_rest(const pawl_system *s, pawl_held_unknown *u, int n)
{
  double sum = 0;
  int count = 0;
  for (int i = 0; i < n; i++) {
    const pawl_held *h = s->contact->hold + u[i].held;
    if (u[i].along != PAWL_N)
      continue;
    sum += fmax(s->contact->pair[h->pair].point[h->point].mode.rest[PAWL_N], 0);
    count++;
  }
  for (int i = 0; i < n && sum > 0; i++) {
    const pawl_held *h = s->contact->hold + u[i].held;
    double share = s->contact->pair[h->pair].point[h->point].mode.rest[PAWL_N] * count / sum;
    u[i].unit *= sqrt(fmin(fmax(share, LEAST_WEIGHT), 1));
  }
}

/* The same of many touches. */
static bool solve_many(pawl_system *s, int island)
{
  struct pawl_held_room *o = s->contact->room;
  pawl_held_unknown *u = o->unknown + o->first[island];
  int n = o->first[island + 1] - o->first[island];
  weigh_by_rest(s, u, n);
  begin_at_rest(s, u, n);
  if (!pawl_held_solve_many(s, island, true, o->begin, o->x))
    return false;
  take_forces(s, u, n);
  return true;
}

static void set_rates(pawl_system *s, int i)
{
  for (int a = 0; a < s->contact->hold[i].dim; a++)
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
  for (int a = h->given ? PAWL_T : PAWL_N; a < (h->rubs ? h->dim : PAWL_T); a++)
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
    double f = u[i].unit * y[i];
    h->force[u[i].along] += f;
    add_along(s, h, u[i].along, f, a, s->row.lambda);
    for (int k = PAWL_T; u[i].along == PAWL_N && k < h->dim; k++) {
      double lean = u[i].lean[k - PAWL_T] * f;
      if (lean == 0)
        continue;
      h->force[k] += lean;
      add_along(s, h, k, lean, a, s->row.lambda);
    }
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
    for (int a = 0; a < PAWL_TANGENTS; a++)
      p->row.friction[a] = h->force[PAWL_T + a];
    memcpy(p->row.rate, h->rate, sizeof h->rate);
  }
}

/* What held forces give to the mechanism: friction takes. */
void pawl_held_powers(pawl_system *s, double *power)
{
  for (int i = 0; i < s->contact->hold_count; i++) {
    const pawl_held *h = s->contact->hold + i;
    pawl_contact_pair *pair = s->contact->pair + h->pair;
    pawl_contact_point *p = pair->point + h->point;
    double gives = 0;
    for (int a = 0; a < h->dim - 1; a++)
      gives += h->force[PAWL_T + a] * (h->velocity[PAWL_T + a] - p->row.drift[a]);
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
    pair->kind->load(s, pair, pair->point + h->point, h->given ? 0 : h->force[PAWL_N], h->force + PAWL_T);
  }
}

/* What a force of this touch is small against: the heaviest mass that unit forces of its island meet, with the model's acceleration, or the
 * largest force there. Forces of what is coupled to nothing of it do not count.      theory.md, 7.9 */
static void note_size(pawl_system *s, const struct pawl_held_room *o, int island)
{
  const double L = s->scale.length, T = s->scale.time;
  double most = s->scale.mass * L / (T * T), size = 0;
  for (int m = o->begin_of[island]; m < o->begin_of[island + 1]; m++)
    for (int i = o->member[m], a = 0; a < s->contact->hold[i].dim; a++) {
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
    for (int along = 0; along < h->dim; along++) {
      h->rate[along] = h->free[along];
      for (int side = 0; side < 2; side++)
        for (int d = h->from[side]; d < h->to[side]; d++)
          h->rate[along] += h->w[along][d] * (a[d] - s->contact->move[d]);
    }
  }
}

/* What friction of what slides has of its own is known: with it, accelerations and rates are as free as without. */
static void drag(pawl_system *s, double *a)
{
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    for (int k = 0; k < h->dim - 1; k++) {
      h->drag[k] = h->rubs && !h->by_formula && h->way[k] != 0 ? -h->way[k] * h->slides.own : 0;
      any |= h->drag[k] != 0;
      if (h->drag[k] != 0)
        add_along(s, h, PAWL_T + k, h->drag[k], a, s->row.lambda);
    }
  }
  for (int i = 0; any && i < s->contact->hold_count; i++) {
    pawl_held *h = s->contact->hold + i;
    for (int along = 0; along < h->dim; along++)
      for (int side = 0; side < 2; side++)
        for (int d = h->from[side]; d < h->to[side]; d++)
          h->free[along] += h->w[along][d] * (a[d] - s->contact->move[d]);
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
  drag(s, a);
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
  for (int i = 0; i < s->contact->hold_count; i++)
    for (int k = 0; k < s->contact->hold[i].dim - 1; k++)
      s->contact->hold[i].force[PAWL_T + k] += s->contact->hold[i].drag[k];
  pawl_held_note(s);
  pawl_held_powers(s, power);
  return PAWL_OK;
}
