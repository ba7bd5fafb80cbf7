/* Bounces that are not followed any further.      theory.md, 9.3
 *
 * What an impact throws up with γ comes back with the acceleration a = W_ii λ_i, λ the forces that would press all closed
 * touches, were they at rest, and rises by γ²/(2a). Where that is less than gaps are known it stays down:
 *
 *     Σ W p = -γ   over what is spent, what rests, and what friction stops within the same way. */
#include <float.h>
#include <string.h>

#include "base/tolerances.h"
#include "contact/impact.h"

#define BLUR 32   /* roundings of time by which an instant may be off */
#define SHARE 100 /* times what a bounce has: what others that rest and slide with it may lose */

static unsigned char kind_of(const pawl_system *s, const pawl_switch_room *o, int i, const double *slide)
{
  const pawl_held *h = s->contact->hold + i;
  unsigned char given = h->given ? PAWL_GIVEN : 0;
  if (!h->rubs || h->locked)
    return PAWL_FRICTIONLESS | given;
  if (h->by_formula)
    return (unsigned char)(pawl_held_kind(h) | given);
  if (pawl_tangent_length(slide, h->dim - 1) <= PAWL_SLIDING_ENDS * speed_of(s, i))
    return PAWL_AT_REST | given;
  return (unsigned char)(pawl_kind_along(o->solver.dim, slide) | given);
}

static double W_of(const pawl_system *s, const pawl_switch_room *o, int r, int c)
{
  return pawl_switch_room_W(o, s->contact->hold_count, r, c);
}

/* The rate of a touch with the friction of all whose normal force is given, but of no other. */
static double free_rate(const pawl_system *s, const pawl_switch_room *o, int i)
{
  double rate = s->contact->hold[i].free[PAWL_N];
  for (int j = 0; j < s->contact->hold_count; j++)
    for (int r = o->solver.dim * j + 1; s->contact->hold[j].given && r < o->solver.dim * (j + 1); r++)
      rate += W_of(s, o, o->solver.dim * i, r) * o->first[r];
  return rate;
}

/* Without the forces of the others a domino that lies on another one would not fall onto it: both would fall. With them what
 * falls back alone may be kept up by one that has just left: the larger counts. Friction under a given normal force, of a clutch
 * or a contact that gives way, is no impulse but acts between them: it may be all that brings a touch back. */
static void find_falls(pawl_system *s, const pawl_switching *x, double *fall)
{
  pawl_switch_room *o = x->room;
  int count = s->contact->hold_count;
  for (int i = 0; i < count; i++) {
    const pawl_held *h = s->contact->hold + i;
    o->kind[i] = kind_of(s, o, i, o->rate + o->solver.dim * i + 1);
    if (o->solver.dim == 3)
      pawl_tangent_direction(o->way + 2 * i, o->rate + 3 * i + 1, PAWL_TANGENTS);
    o->floor[i] = h->given ? h->force[PAWL_N] : 0;
    pawl_switch_room_rub(o, i, h->slides, h->given ? h->holds : h->slides, 1);
    for (int a = 0; a < o->solver.dim; a++)
      o->b[o->solver.dim * i + a] = a < h->dim ? h->free[a] : 0;
  }
  pawl_problem problem = pawl_switch_room_problem(o, count, o->b);
  pawl_switch_room_rest(o, &problem);
  pawl_solution found = pawl_problem_solve(o->first, o->second, o->mode, &problem, NULL, &o->solver);
  if (!pawl_is_solved(found.by))
    memset(o->first, 0, sizeof(double) * (size_t)(o->solver.dim * count));
  for (int i = 0; i < count; i++)
    fall[i] = s->contact->hold[i].given
                  ? 0
                  : fmax(W_of(s, o, o->solver.dim * i, o->solver.dim * i) * o->first[o->solver.dim * i],
                         -free_rate(s, o, i));
}

static bool is_low(const pawl_system *s, int i, double speed, double back)
{
  return back > 0 && 0.5 * speed * speed / back < PAWL_GAP_NONE * speed_of(s, i) * s->scale.time;
}

/* A row of bounces that gets there has come to its end, but for the time that the rest would take, flight/(1 - r) with r the
 * ratio of the last two. Where restitution is almost 1 it is also at its end when an impact takes less than what rounding of its
 * instant may give: it would never end. */
static bool is_spent(const pawl_system *s, const pawl_switch_room *o, int i, double fall)
{
  double up = o->rate[o->solver.dim * i], lost = (1 - o->e[i]) * up;
  bool blurred = lost > 0 && lost < BLUR * DBL_EPSILON * fabs(s->at.t) * fall;
  return !s->contact->hold[i].given && up > PAWL_STILL * speed_of(s, i) &&
         (is_low(s, i, up, fall) || blurred);
}

/* Rows of the velocities that are to be none. 0: nothing is spent. */
static int list_rows(const pawl_system *s, const pawl_switch_room *o, const double *fall, int *row)
{
  int m = 0;
  bool any = false;
  for (int i = 0; i < s->contact->hold_count; i++) {
    bool spent = is_spent(s, o, i, fall[i]);
    any |= spent;
    if (!spent &&
        (s->contact->hold[i].given || fabs(o->rate[o->solver.dim * i]) > PAWL_STILL * speed_of(s, i)))
      continue;
    row[m++] = o->solver.dim * i;
    double speed = pawl_tangent_length(o->rate + o->solver.dim * i + 1, o->solver.dim - 1);
    for (int a = 1; a < s->contact->hold[i].dim; a++)
      if (s->contact->hold[i].rubs && is_low(s, i, speed, o->mu[i] * fall[i]))
        row[m++] = o->solver.dim * i + a;
  }
  return any ? m : 0;
}

/* What bounces that are too low have, at most: the forces that press, along that way. */
static double bounce_energy(const pawl_system *s, const pawl_switch_room *o, const double *fall)
{
  double force = s->scale.mass * s->scale.length / (s->scale.time * s->scale.time);
  for (int i = 0; i < s->contact->hold_count; i++)
    force += fmax(fall[i], 0) / W_of(s, o, o->solver.dim * i, o->solver.dim * i);
  return SHARE * force * PAWL_GAP_NONE * s->scale.length;
}

/* Impulses p of the listed rows that leave them no velocity, in natural units; of several, the smallest. Returns the energy that
 * they take. */
static double stop_rows(pawl_system *s, pawl_switch_room *o, const int *row, int m, double *p)
{
  size_t mark = o->scratch.used;
  double *A = pawl_held_matrix(s, m), *b = PAWL_LEND(&o->scratch, m, double),
         *unit = PAWL_LEND(&o->scratch, m, double), *none = PAWL_LEND(&o->scratch, m, double), lost = 0;
  if (!A)
    return NAN;
  for (int i = 0; i < m; i++)
    unit[i] = 1 / sqrt(W_of(s, o, row[i], row[i]));
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] = unit[i] * W_of(s, o, row[i], row[j]) * unit[j];
    b[i] = -unit[i] * o->rate[row[i]];
  }
  pawl_held_approach(s, A, b, none, p, m);
  for (int i = 0; i < m; i++) {
    lost += 0.5 * p[i] * b[i];
    p[i] *= unit[i];
  }
  o->scratch.used = mark;
  return lost;
}

static double rate_after(const pawl_system *s, const pawl_switch_room *o, const int *row, int m,
                         const double *p, int r)
{
  double rate = o->rate[r];
  for (int i = 0; i < m; i++)
    rate += W_of(s, o, r, row[i]) * p[i];
  return rate;
}

/* Whether a touch has a row among the first m. */
static bool is_listed(const int *row, int m, int normal)
{
  bool listed = false;
  for (int i = 0; i < m; i++)
    listed |= row[i] == normal;
  return listed;
}

/* What parted, and does not when the others stop, stops with them: it would be pressed in, and what takes that out again is no part
 * of an impact. Returns the new number of rows. */
static int add_pressed(const pawl_system *s, const pawl_switch_room *o, int *row, int m, const double *p)
{
  int more = m;
  for (int i = 0; i < s->contact->hold_count; i++)
    if (!s->contact->hold[i].given && !is_listed(row, m, o->solver.dim * i) &&
        rate_after(s, o, row, m, p, o->solver.dim * i) <= PAWL_STILL * speed_of(s, i))
      row[more++] = o->solver.dim * i;
  return more;
}

/* False: it would take more energy than such bounces have, or rows agree so nearly that rounding leaves speeds, which would be impacts of
 * their own. In a wedge that jams slow gaps can go with fast motion, which is not to be
 * stopped; a light body between heavy ones is, though that takes impulses far larger than its own. */
static bool stop(pawl_system *s, pawl_switch_room *o, const double *fall, int *row, int m)
{
  double *p = PAWL_LEND(&o->scratch, o->solver.dim * s->contact->hold_count, double),
         *after = PAWL_LEND(&o->scratch, o->solver.dim * s->contact->hold_count, double),
         lost = stop_rows(s, o, row, m, p);
  for (int more; (more = add_pressed(s, o, row, m, p)) > m;) {
    m = more;
    lost = stop_rows(s, o, row, m, p);
  }
  if (!(lost <= bounce_energy(s, o, fall)))
    return false;
  for (int r = 0; r < o->solver.dim * s->contact->hold_count; r++)
    after[r] = rate_after(s, o, row, m, p, r);
  for (int i = 0; i < m; i++)
    if (fabs(after[row[i]]) > PAWL_STILL * speed_of(s, row[i] / o->solver.dim))
      return false;
  memcpy(o->rate, after, sizeof(double) * (size_t)(o->solver.dim * s->contact->hold_count));
  for (int i = 0; i < m; i++)
    o->total[row[i]] += p[i];
  return true;
}

void pawl_spent_settle(pawl_system *s, pawl_switching *x, double *fall)
{
  pawl_scratch *scratch = &x->room->scratch;
  size_t mark = scratch->used;
  int *row = PAWL_LEND(scratch, s->contact->dim * s->contact->hold_count, int);
  bool *spent = PAWL_LEND(scratch, s->contact->hold_count, bool);
  find_falls(s, x, fall);
  int m = list_rows(s, x->room, fall, row);
  for (int i = 0; i < s->contact->hold_count; i++)
    spent[i] = is_spent(s, x->room, i, fall[i]);
  bool stops = m > 0 && stop(s, x->room, fall, row, m);
  for (int i = 0; i < s->contact->hold_count; i++)
    if (stops && spent[i])
      point_of(s, i)->mode.cause = "accumulation";
  scratch->used = mark;
}
