/* What has sunk in is lifted out, half of it in every step, without speeds: the least motion, in the
 * metric of the masses, after which gaps are at least half of what they were, to first order,
 *     0 <= g + J_N Δq  complementary to  Λ >= 0,     Δq = M⁻¹ J_Nᵀ Λ           (sweeps of Gauss–Seidel)
 * Gaps are those expected where the next step looks. The work against gravity is booked. */
#include <math.h>
#include <string.h>

#include "geometry/plane.h"
#include "step/stepping_pile.h"

/* Returns what was missing. */
static inline double raise(pawl_pile *p, const pawl_pile_touch *t, pawl_pile_note *o, bool joined)
{
  pawl_pile_move *a = p->shift + t->body[0], *b = p->shift + t->body[1];
  double rate =
      t->n[0] * (b->x - a->x) + t->n[1] * (b->y - a->y) + (t->arm[1][0] * b->w - t->arm[0][0] * a->w);
  double gap = o->gap < 0 ? 0.5 * o->gap - 0.25 * p->options.skin : o->gap, left = gap + rate;
  if (left >= 0 && o->lift == 0)
    return 0;
  double lift = greater(o->lift - left / t->W[0], 0), change = lift - o->lift;
  double x = t->n[0] * change, y = t->n[1] * change;
  o->lift = lift;
  if (joined) {
    pawl_pile_push_joined(p, p->shift, t, change, 0);
    return -left;
  }
  a->x -= t->mobile[0][0] * x, a->y -= t->mobile[0][0] * y, a->w -= t->mobile[0][1] * (t->arm[0][0] * change);
  b->x += t->mobile[1][0] * x, b->y += t->mobile[1][0] * y, b->w += t->mobile[1][1] * (t->arm[1][0] * change);
  return -left;
}

static double deepest(const pawl_pile *p, const pawl_island *l)
{
  double most = 0;
  for (int k = l->begin; k < l->end; k++)
    most = greater(most, -p->note[p->net.order[k]].gap);
  return most;
}

/* Returns the sweeps that it took. */
static int lift_island(pawl_pile *p, const pawl_island *l)
{
  double left = deepest(p, l), enough = greater(0.1 * p->options.skin, 0.05 * left);
  int sweep = 0;
  if (left <= 0.2 * p->options.skin)
    return 0;
  for (; sweep < p->options.lifts && left > enough; sweep++) {
    left = 0;
    for (int k = 0; k < l->end - l->begin; k++) {
      int i = p->net.order[sweep & 1 ? l->end - 1 - k : l->begin + k];
      left = greater(left, raise(p, p->touch + i, p->note + i, l->joined));
    }
  }
  return sweep;
}

void pawl_pile_lift(pawl_pile *p)
{
  memset(p->shift, 0, (size_t)p->bodies * sizeof *p->shift);
  for (int k = 0; k < p->net.count; k++) {
    int sweeps = p->net.island[k].sleeps ? 0 : lift_island(p, p->net.island + k);
    p->report.lifts = sweeps > p->report.lifts ? sweeps : p->report.lifts;
  }
  if (!p->report.lifts)
    return;
  for (int i = 1; i < p->bodies; i++) {
    const pawl_pile_move *d = p->shift + i, *a = p->rate + i;
    if (pawl_pile_is_joined(p, i))
      continue;
    p->at[i].x += d->x, p->at[i].y += d->y, p->at[i].w += d->w;
    p->report.gained -= p->mass[i] * (d->x * a->x + d->y * a->y) + p->inertia[i] * d->w * a->w;
  }
}
