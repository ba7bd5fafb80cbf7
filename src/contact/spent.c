/* Bounces that are not followed any further.      theory.md, 9.3
 *
 * What a blow throws up with γ comes back with the acceleration a = W_ii λ_i, λ the forces that would press all closed
 * touches, were they at rest, and rises by γ²/(2a). Where that is less than gaps are known it stays down:
 *
 *     Σ W p = -γ   over what is spent, what rests, and what friction stops within the same way. */
#include <float.h>
#include <string.h>

#include "base/dense.h"
#include "contact/strike.h"

#define TOO_LOW 1e-12 /* of its length: bounces that are not followed   */
#define BLUR 32       /* roundings of time by which an instant may be off */
#define SOFT 1e-4     /* of W_ii: see `soften`                          */
#define JAMMED 100    /* times what they stop: impulses that are not believed */
#define SLOW 1e-5     /* of its speed: sliding that may end in this blow */

static unsigned char kind_of(const pawl_system *s, const pawl_held *h, double slide)
{
  if (h->given)
    return PAWL_FRICTIONLESS | PAWL_GIVEN;
  if (!h->rubs || h->locked)
    return PAWL_FRICTIONLESS;
  if (fabs(slide) <= SLOW * s->scale.length / s->scale.time)
    return PAWL_AT_REST;
  return slide > 0 ? PAWL_SLIDES_PLUS : PAWL_SLIDES_MINUS;
}

/* Without the forces of the others a domino that lies on another one would not fall onto it: both would fall. With them what
 * falls back alone may be kept up by one that has just left: the larger counts. */
static void find_falls(pawl_system *s, const pawl_switching *x, double *fall)
{
  pawl_switch_room *o = x->room;
  int n = 2 * s->hold_count;
  for (int i = 0; i < s->hold_count; i++) {
    o->kind[i] = kind_of(s, s->hold + i, o->rate[2 * i + 1]);
    o->floor[i] = 0;
    o->b[2 * i] = s->hold[i].free[PAWL_N];
    o->b[2 * i + 1] = s->hold[i].free[PAWL_T];
  }
  const pawl_problem problem = {
      .n = s->hold_count, .W = o->W, .b = o->b, .mu = o->mu, .kind = o->kind, .floor = o->floor};
  pawl_solution found = pawl_problem_solve(o->first, o->second, o->mode, &problem, NULL, &o->solver);
  bool none = found.by == PAWL_NO_SOLUTION || found.by == PAWL_NOT_FOUND;
  for (int i = 0; i < s->hold_count; i++)
    fall[i] = fmax(none ? 0 : o->W[2 * i * n + 2 * i] * o->first[2 * i], -s->hold[i].free[PAWL_N]);
}

static bool is_low(const pawl_system *s, double speed, double back)
{
  return back > 0 && 0.5 * speed * speed / back < TOO_LOW * s->scale.length;
}

/* A row of bounces that gets there has come to its end, but for the time that the rest would take, flight/(1 - r) with r the
 * ratio of the last two. Where restitution is almost 1 it is also at its end when a blow takes less than what rounding of its
 * instant may give: it would never end. */
static bool is_spent(const pawl_system *s, const pawl_switch_room *o, int i, double fall)
{
  double up = o->rate[2 * i], lost = (1 - o->e[i]) * up;
  bool blurred = lost > 0 && lost < BLUR * DBL_EPSILON * fabs(s->now) * fall;
  return !s->hold[i].given && up > STILL * speed_unit(s) && (is_low(s, up, fall) || blurred);
}

/* Rows of the velocities that are to be none. 0: nothing is spent. */
static int list_rows(const pawl_system *s, const pawl_switch_room *o, const double *fall, int *row)
{
  int m = 0;
  bool any = false;
  for (int i = 0; i < s->hold_count; i++) {
    bool spent = is_spent(s, o, i, fall[i]);
    any |= spent;
    if (!spent && (s->hold[i].given || fabs(o->rate[2 * i]) > STILL * speed_unit(s)))
      continue;
    row[m++] = 2 * i;
    if (s->hold[i].rubs && is_low(s, o->rate[2 * i + 1], o->mu[i] * fall[i]))
      row[m++] = 2 * i + 1;
  }
  return any ? m : 0;
}

/* (A + ε) δ = b - A p, three times. Rows that are the same but for rounding (one corner on two tiles at their seam) ask for
 * velocities that are not quite the same: what would take large impulses to tell apart is left, a thousandth of what is stopped. */
static void soften(const double *A, const double *b, double *p, double *work, int m)
{
  double *M = work, *r = work + m * m;
  memset(p, 0, sizeof(double) * (size_t)m);
  for (int round = 0; round < 3; round++) {
    memcpy(M, A, sizeof(double) * (size_t)(m * m));
    for (int i = 0; i < m; i++) {
      r[i] = b[i];
      for (int j = 0; j < m; j++)
        r[i] -= A[i * m + j] * p[j];
      M[i * m + i] += SOFT;
    }
    if (pawl_eliminate(M, r, m, 0) >= 0)
      return;
    for (int i = 0; i < m; i++)
      p[i] += r[i];
  }
}

/* In natural units; of several impulses that do, the smallest. False: they would be far larger than what they stop, as in a wedge
 * that jams, where rounding is no longer small against them. */
static bool stop_rows(pawl_system *s, pawl_switch_room *o, const int *row, int m)
{
  int n = 2 * s->hold_count;
  double *A = s->hold_matrix, p[2 * PAWL_HELD], b[2 * PAWL_HELD], unit[2 * PAWL_HELD];
  for (int i = 0; i < m; i++)
    unit[i] = 1 / sqrt(o->W[row[i] * n + row[i]]);
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < m; j++)
      A[i * m + j] = unit[i] * o->W[row[i] * n + row[j]] * unit[j];
    b[i] = -unit[i] * o->rate[row[i]];
  }
  soften(A, b, p, A + m * m, m);
  double most = 0, size = 0;
  for (int i = 0; i < m; i++) {
    most = fmax(most, fabs(b[i]));
    size = fmax(size, fabs(p[i]));
  }
  if (!(size <= JAMMED * most))
    return false;
  for (int i = 0; i < m; i++) {
    for (int r = 0; r < n; r++)
      o->rate[r] += o->W[r * n + row[i]] * unit[i] * p[i];
    o->total[row[i]] += unit[i] * p[i];
  }
  return true;
}

void pawl_spent_settle(pawl_system *s, pawl_switching *x, double *fall)
{
  int row[2 * PAWL_HELD];
  find_falls(s, x, fall);
  int m = list_rows(s, x->room, fall, row);
  bool spent[PAWL_HELD];
  for (int i = 0; i < s->hold_count; i++)
    spent[i] = is_spent(s, x->room, i, fall[i]);
  if (m == 0 || !stop_rows(s, x->room, row, m))
    return;
  for (int i = 0; i < s->hold_count; i++)
    if (spent[i])
      point_of(s, i)->cause = "accumulation";
}
